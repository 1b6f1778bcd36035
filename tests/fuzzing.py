"""Harmed saves, card files and replays, each with its checksum made right: they are refused, or they play on.

Run as a program, so that a crash of compiled code or a loop without end harms nobody else:

    python tests/fuzzing.py saves GAME SEED ROUNDS

It prints the seed of every round before it, and at its end how many were refused and how many played on. With
``NUMBA_BOUNDSCHECK=1`` and a cache of its own (``GOSU_ENV_CACHE``), compiled code checks every index; with
``NUMBA_DISABLE_JIT=1``, Python does.

What can be harmed in any record is here. ``tests/GAME/harms.py`` says what else there is of a game: its options, harms
that keep more of a record in order than one field (``HARMS``), and card files (``some_set``).
"""

from __future__ import annotations

import importlib
import random
import sys
import tempfile
import warnings
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gosu_env import Game
from gosu_env.engine.errors import CardFileError, DataError
from gosu_env.engine.replay import Replay
from gosu_env.engine.replay_format import CHECKSUM
from gosu_env.engine.rules import find_game

PLAYED_ON = 12  # decisions of a save that was opened
GAMES_OF_A_SET = 3


def harms_of(game: str) -> Any:
    """What is known of a game, see above."""
    return importlib.import_module(f"tests.{game}.harms")


def some_game(name: str, pick: random.Random) -> Game:
    """A game somewhere between its first decision and its end, by any options."""
    n = pick.choice(find_game(name).PLAYERS)
    options = harms_of(name).some_options(n, pick)
    game = Game(name, n, pick.randrange(2**63), auto_forced=pick.random() < 0.7, **options)
    for _ in range(pick.choice((0, 3, 10, 30, 60, 120))):
        if game.is_over:
            break
        game.apply(pick.choice(game.legal_actions()))
    return game


# ------------------------------------------------------------------------------------------------ saves


def other_value(field: Any, at: tuple[int, ...], pick: random.Random) -> int:
    """Another value for one place of a field: a near one, a limit, any."""
    info = np.iinfo(field.dtype)
    old = int(field[at])
    near = (0, 1, 2, -1, old + 1, old - 1, pick.randrange(-3, 80), info.max, info.min, pick.randint(info.min, info.max))
    return int(min(max(pick.choice(near), info.min), info.max))


def harm_field(game: Game, pick: random.Random) -> None:
    """Another value in one place of one field."""
    st = game.state
    name = pick.choice([name for name in st.dtype.names if st[name].size])
    field = np.asarray(st[name])
    at = tuple(pick.randrange(size) for size in field.shape)
    value = other_value(field, at, pick)
    if field.shape:
        st[name][at] = value
    else:
        st[name] = value


def harm_bytes(game: Game, pick: random.Random) -> None:
    content = game.states.view(np.uint8)
    for _ in range(pick.randint(1, 3)):
        content[pick.randrange(content.size)] = pick.randrange(256)


Harm = Callable[[Game, random.Random], None]
HARMS: tuple[Harm, ...] = (harm_field, harm_field, harm_bytes)


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


def try_save(name: str, pick: random.Random) -> str:
    game = some_game(name, pick)
    for _ in range(pick.choice((1, 1, 2, 3))):
        pick.choice(HARMS + tuple(harms_of(name).HARMS))(game, pick)
    data = game.to_bytes()
    try:
        opened = Game.from_bytes(data)
    except DataError:
        return "refused"
    use(opened, pick, PLAYED_ON)
    return "played"


# ------------------------------------------------------------------------------------------------ card files


def try_cards(name: str, pick: random.Random) -> str:
    text, options = harms_of(name).some_set(pick)
    n = pick.choice(find_game(name).PLAYERS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzz.toml"
        path.write_text(text, encoding="utf-8")
        try:
            game = Game(name, n, pick.randrange(2**63), cards=str(path), max_decisions=300, **options)
        except CardFileError:
            return "refused"
    play_set(game.rules, pick, GAMES_OF_A_SET)
    return "played"


def play_set(rules: Any, pick: random.Random, games: int) -> Counter[str]:
    """Games with a card set, every position checked; how they ended."""
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


def some_replay(name: str, pick: random.Random) -> bytes:
    from gosu_env.engine.recorder import Recorder  # noqa: PLC0415

    game = some_game(name, pick)
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


def try_replay(name: str, pick: random.Random) -> str:
    data = some_replay(name, pick)
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


def main(what: str, name: str, seed: int, rounds: int) -> None:
    warnings.simplefilter("error")
    found: Counter[str] = Counter()
    for number in range(seed, seed + rounds):
        print(f"\r{what} {name} {number}", end="", flush=True)
        found[TRIES[what](name, random.Random(number))] += 1
    print(f"\n{dict(found)}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
