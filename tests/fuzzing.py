"""Harmed saves, card files and replays, each with its checksum made right: they are refused, or they play on.

Run as a program, so that a crash of compiled code or a loop without end harms nobody else:

    python tests/fuzzing.py saves SEED ROUNDS

It prints the seed of every round before it, and at its end how many were refused and how many played on. With
``NUMBA_BOUNDSCHECK=1`` and a cache of its own (``GOSU_ENV_CACHE``), compiled code checks every index; with
``NUMBA_DISABLE_JIT=1``, Python does.
"""

from __future__ import annotations

import random
import re
import sys
import warnings
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from some_options import all_options

from gosu_env import Game
from gosu_env.armies import state as a
from gosu_env.engine.errors import CardFileError, DataError
from gosu_env.engine.replay import Replay
from gosu_env.engine.replay_format import CHECKSUM
from gosu_env.gosu import state as s
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import DEFAULT_SET, KAMAKOR_SET, CardSet, parse_card_set
from gosu_env.gosu.language import GLOBAL_PATTERNS, VERBS
from gosu_env.gosu.options import GosuOptions
from gosu_env.gosu.ruleset import GosuRules
from gosu_env.gosu.validate import ASKED

PLAYED_ON = 12  # decisions of a save that was opened


def some_game(pick: random.Random) -> Game:
    """A game somewhere between its first decision and its end, by any options."""
    n = pick.choice((2, 3, 4))
    options = pick.choice(all_options(n))
    game = Game("gosu", n, pick.randrange(2**63), auto_forced=pick.random() < 0.7, **options)
    for _ in range(pick.choice((0, 3, 10, 30, 60, 120))):
        if game.is_over:
            break
        game.apply(pick.choice(game.legal_actions()))
    return game


# ------------------------------------------------------------------------------------------------ saves


def height(game: Game) -> int:
    """How many frames are in use, also when that number is harmed already."""
    return min(max(int(game.state.depth), 1), s.STACK_DEPTH)


def harm_field(game: Game, pick: random.Random) -> None:
    """Another value in one place of one field."""
    st = game.state
    names = [name for name in st.dtype.names if st[name].size]
    name = pick.choice(names)
    field = np.asarray(st[name])
    at = tuple(pick.randrange(size) for size in field.shape)
    if name == "stack":
        at = pick.randrange(height(game)), at[1]
    info = np.iinfo(field.dtype)
    old = int(field[at])
    near = (0, 1, 2, -1, old + 1, old - 1, pick.randrange(-3, 80), info.max, info.min, pick.randint(info.min, info.max))
    value = min(max(pick.choice(near), info.min), info.max)
    if field.shape:
        st[name][at] = value
    else:
        st[name] = value


def harm_decision(game: Game, pick: random.Random) -> None:
    """Another decision, with a frame that could ask for it."""
    st = game.state
    tables = game.rules.tables[0]
    decision, op, step, few, many, _ = pick.choice(ASKED)
    rows = np.flatnonzero(tables.code[:, v.OP] == op).tolist()
    if rows:
        pc = pick.choice(rows)
        frame = st.stack[height(game) - 1]
        frame[a.PC] = pc
        started = np.where(tables.program <= pc, tables.program, -1).max(axis=1)
        if started.max() >= 0:
            frame[a.KIND] = started.argmax()
        frame[a.STEP], frame[a.COUNT] = step, pick.randint(few, min(many, 5))
        st.decision = decision
        if pick.random() < 0.7:
            st.decider = frame[a.OWNER]


def add_frame(game: Game, pick: random.Random) -> None:
    """One more effect on the stack or in it, of any card: one that waits, or one under way."""
    st = game.state
    depth = height(game)
    if depth == s.STACK_DEPTH:
        return
    program = game.rules.tables[0].program
    kind, trigger = (int(each) for each in pick.choice(np.argwhere(program >= 0).tolist()))
    at = pick.randint(1, depth)
    st.stack[at + 1 : depth + 1] = st.stack[at:depth].copy()
    place = pick.randrange(a.SLOTS * game.num_players)
    frame = st.stack[at]
    frame[...] = 0
    frame[a.PC], frame[a.KIND], frame[a.OWNER], frame[a.PLACE] = program[kind, trigger], kind, place // a.SLOTS, place
    frame[a.SEAT] = frame[a.TARGET] = a.NO_CARD
    if pick.random() < 0.5:
        frame[a.GROUP] = pick.randint(1, 3)
    else:
        frame[a.PC] += pick.randint(0, 2)
    st.depth = depth + 1


def change_cards(game: Game, pick: random.Random) -> None:
    """Other cards in the same places: every card is still there as often as before."""
    st = game.state
    levels = game.rules.tables[0].level
    one, other = pick.sample(range(len(levels)), 2)
    if levels[one] == levels[other]:
        for name in ("army", "look", "deck"):
            values = st[name]
            first, second = values == one, values == other
            values[first], values[second] = other, one
        for name in ("hand", "known"):
            st[name][:, [one, other]] = st[name][:, [other, one]]
        st.discard[[one, other]] = st.discard[[other, one]]


def harm_bytes(game: Game, pick: random.Random) -> None:
    content = game.states.view(np.uint8)
    for _ in range(pick.randint(1, 3)):
        content[pick.randrange(content.size)] = pick.randrange(256)


HARMS: tuple[Callable[[Game, random.Random], None], ...] = (
    harm_field,
    harm_field,
    harm_field,
    harm_decision,
    harm_decision,
    add_frame,
    change_cards,
    harm_bytes,
)


def use(game: Game, pick: random.Random, decisions: int) -> None:
    """All that may be done with a game, for some decisions."""
    for _ in range(decisions):
        for seat in range(game.num_players):
            game.observe(seat)
        game.describe(pick.randrange(game.num_players))
        game.to_json()
        game.determinize(pick.randrange(game.num_players), pick.randrange(2**63)).legal_actions()
        if game.is_over:
            return
        legal = game.legal_actions()
        assert legal, "a running game without a legal action"
        for action in legal:
            game.action_text(action)
        game.apply(pick.choice(legal))
        game.rules.check(game.states)


def try_save(pick: random.Random) -> str:
    game = some_game(pick)
    for _ in range(pick.choice((1, 1, 2, 3))):
        pick.choice(HARMS)(game, pick)
    data = game.to_bytes()
    try:
        opened = Game.from_bytes(data)
    except DataError:
        return "refused"
    use(opened, pick, PLAYED_ON)
    return "played"


# ------------------------------------------------------------------------------------------------ card files

BASE = DEFAULT_SET.read_text(encoding="utf-8")
BOTH = BASE + KAMAKOR_SET.read_text(encoding="utf-8")
LONG = "9" * 5000
WORDS = (  # a stroke between them
    "1|2|3|9|15|16|99999|²|٣|X|all|(+1)|(+15)|me|opponents|everyone|fewest|chosen|any|own|enemy|level=1|level=1-3|"
    "level=3-1|clan=fire|clan=named|clan=drake|name=Garsh|name=Nobody|keep 1|keep all|to 5|up to 3|up to|free|again|"
    f"self|first|random|back|turn|take|give|opponent|player|imprisoned|clan|name=|(+²)|'|{LONG}|(+{LONG})|keep {LONG}"
)
CONDITIONS = ["first", "may", "hit", "behind", "advantage", "no tokens", "pay 1", "hand >= 3", "cards 2", "clan fire 1"]
WILD_CONDITIONS = [*CONDITIONS, "hand <= 70000", "pay 0", f"cards {LONG}", "clan nobody 1", "card Nobody", "hand >= ²"]
WILD_FIELDS = (
    "counts_as = [2.0]",
    "counts_as = [3]",
    "eases = 9",
    "shadow_jump = 1",
    f"eases = 0x{'f' * 9000}",
    "x = 1",
)


def some_line(pick: random.Random, kamakor: bool, wild: bool) -> str:
    """A line of the language; a wild one only nearly."""
    verbs = [verb for verb in VERBS if kamakor or VERBS[verb].op < len(v.BASE_EFFECTS)]
    effects = []
    for _ in range(pick.choice((1, 1, 2, 3))):
        verb = pick.choice(verbs)
        if wild and pick.random() < 0.5:
            effects.append(" ".join([verb, *pick.sample(WORDS.split("|"), pick.randint(0, 3))]))
        else:
            effect = pick.choice(VERBS[verb].example.split(" · "))
            effects += ["name clan"] * ("named" in effect) + [effect]
    known = CONDITIONS if kamakor else CONDITIONS[1:]
    conditions = pick.sample(WILD_CONDITIONS if wild else known, pick.randint(1, 2)) if pick.random() < 0.3 else []
    return ", ".join(conditions) + ": " * bool(conditions) + "; ".join(effects)


def some_global(pick: random.Random, wild: bool) -> str:
    """A Global that adds up; a wild one any."""
    if not wild:
        return pick.choice(
            ("value level=1 +1", "value clan=fire -1", "place cost -1", "mutation cost +1", "token draw +1")
        )
    numbers = ("1", "9", "0", "100", "101", LONG)
    return re.sub(r"[0-9]+", lambda _: pick.choice(numbers), pick.choice(GLOBAL_PATTERNS)[2])


def some_set(pick: random.Random, kamakor: bool) -> str:
    """A set of which some or all cards say something else; a wild one perhaps what no card may say."""
    wild = pick.random() < 0.3
    share = pick.choice((0.02, 0.1, 0.5, 1.0))
    same = some_line(pick, kamakor, wild) if pick.random() < 0.4 else None
    triggers = list(v.BASE_TRIGGERS if share < 0.1 else v.BASE_TRIGGERS[: v.IMPRISONED])
    trigger = pick.choice(triggers) if pick.random() < 0.5 else None
    cards = []
    for text in (BOTH if kamakor else BASE).split("[[card]]\n"):
        if not text.startswith("name") or pick.random() >= share:
            cards.append(text)
            continue
        kept = [
            line
            for line in text.splitlines()
            if re.match("(name|clan|level|provenance|mutation|zombie|global) =", line)
        ]
        line = (same or some_line(pick, kamakor, wild)).replace("\\", "").replace('"', "'")
        kept.append(f'{trigger or pick.choice(triggers)} = ["{line}"]')
        if pick.random() < 0.1 and "level = 1" not in text and "global" not in text:
            kept.append(f'global = ["{some_global(pick, wild)}"]')
        if wild and pick.random() < 0.03:
            kept.append(pick.choice(WILD_FIELDS))
        cards.append("\n".join(kept) + "\n\n")
    made = "[[card]]\n".join(cards)
    if wild and pick.random() < 0.3:
        old, new = pick.choice(("Garsh", "Dom", "= 1", "]")), pick.choice(("garsh", "GARSH", "[" * 3000, "\u0000", "}"))
        made = made.replace(old, new, 1)
    return made


def try_cards(pick: random.Random) -> str:
    kamakor = pick.random() < 0.5
    try:
        cards = parse_card_set(some_set(pick, kamakor), "fuzz.toml", kamakor)
    except CardFileError:
        return "refused"
    play_set(cards, pick.choice((2, 3, 4)), pick, 3)
    return "played"


def play_set(cards: CardSet, n: int, pick: random.Random, games: int, **options: Any) -> Counter[str]:
    """Games with a card set, every position checked; how they ended."""
    kamakor = len(cards) > s.KINDS
    rules: Any = GosuRules(n, GosuOptions(kamakor=kamakor, max_decisions=300, **options), cards)
    endings: Counter[str] = Counter()
    for _ in range(games):
        game = Game.of_rules(rules, pick.randrange(2**63))
        seen = [game.states.copy()]
        while not game.is_over:
            game.apply(pick.choice(game.legal_actions()))
            game.observe()
            seen.append(game.states.copy())
        rules.check(np.concatenate(seen))
        endings[game.ending[0]] += 1
    assert not endings["fault"], "a game ended as a fault"
    return endings


# ------------------------------------------------------------------------------------------------ replays


def some_replay(pick: random.Random) -> bytes:
    from gosu_env.engine.recorder import Recorder  # noqa: PLC0415

    game = some_game(pick)
    recorder = Recorder(game, ["one"] * game.num_players, {"match": 1})
    for _ in range(10):
        if not game.is_over:
            action = pick.choice(game.legal_actions())
            recorder.apply(action, {action: 1.0}, 0.5, "a note")
    return recorder.replay().to_bytes()


def strange(old: Any, pick: random.Random) -> Any:
    """Something else in place of a value."""
    others: list[Any] = [
        None,
        0,
        1,
        3,
        -1,
        2**63,
        -(2**63),
        0.5,
        float("nan"),
        float("inf"),
        "",
        "x\u0000[/red]",
        b"",
        b"\xff" * 20,
        [],
        {},
    ]
    if isinstance(old, bytes) and old:
        at = pick.randrange(len(old))
        others += [old[:at] + bytes([pick.randrange(256)]) + old[at + 1 :]] * 8 + [
            old[:at],
            old + old,
            b"\x80" * 3000 + b"\x01",
        ]
    if isinstance(old, int):
        others += [old + 1, old - 1]
    if isinstance(old, str):
        others += [old[:-1], "/dev/zero", "/dev/stdin"]
    return pick.choice(others)


def harm_tree(value: Any, pick: random.Random) -> Any:
    """One value somewhere in lists and dicts is another."""
    if isinstance(value, list) and value and pick.random() < 0.9:
        at = pick.randrange(len(value))
        return [*value[:at], harm_tree(value[at], pick), *value[at + 1 :]]
    if isinstance(value, dict) and value and pick.random() < 0.9:
        key = pick.choice(list(value))
        if pick.random() < 0.1:
            return {(f"{name}x" if name == key else name): each for name, each in value.items()}
        return {name: harm_tree(each, pick) if name == key else each for name, each in value.items()}
    return strange(value, pick)


def try_replay(pick: random.Random) -> str:
    data = some_replay(pick)
    line, _, rest = data.partition(b"\n")
    body = rest[CHECKSUM:]
    if pick.random() < 0.3:
        harmed = bytearray(body)
        for _ in range(pick.randint(1, 3)):
            harmed[pick.randrange(len(harmed))] = pick.randrange(256)
        body = bytes(harmed)
    else:
        tree = msgspec.msgpack.decode(body)
        for _ in range(pick.randint(1, 2)):
            tree = harm_tree(tree, pick)
        try:
            body = msgspec.msgpack.encode(tree)
        except OverflowError:
            return "refused"
    try:
        replay = Replay.from_bytes(line + b"\n" + zlib.crc32(body).to_bytes(CHECKSUM, "little") + body)
        for decision in replay.decisions():
            assert decision.chances is None or all(0 <= chance <= 1.0001 for chance in decision.chances.values())
    except DataError:
        return "refused"
    return "played"


# ------------------------------------------------------------------------------------------------ rounds

TRIES = {"saves": try_save, "cards": try_cards, "replays": try_replay}


def main(what: str, seed: int, rounds: int) -> None:
    warnings.simplefilter("error")
    found: Counter[str] = Counter()
    for number in range(seed, seed + rounds):
        print(f"\r{what} {number}", end="", flush=True)
        found[TRIES[what](random.Random(number))] += 1
    print(f"\n{dict(found)}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
