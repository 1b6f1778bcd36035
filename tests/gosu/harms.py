"""What can be harmed in games of GOSU, and what its card files can say. See ``tests/fuzzing.py``."""

from __future__ import annotations

import random
import re
from typing import Any

from gosu_env import Game
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import DEFAULT_SET, KAMAKOR_SET
from gosu_env.gosu.language import GLOBAL_PATTERNS, VERBS
from gosu_env.gosu.validate import ASKED
from tests.armies.army_harms import LONG, Asked, add_frame, exchange, harm_stack, some_line
from tests.armies.army_harms import harm_decision as harm_decision_of
from tests.some_options import all_options


def some_options(num_players: int, pick: random.Random) -> dict[str, Any]:
    return pick.choice(all_options(num_players))


# ------------------------------------------------------------------------------------------------ saves


def harm_decision(game: Game, pick: random.Random) -> None:
    harm_decision_of(game, pick, [Asked(*row[:5]) for row in ASKED])


def change_cards(game: Game, pick: random.Random) -> None:
    """Other cards in the same places: every card is still there as often as before."""
    st = game.state
    levels = game.rules.tables[0].level
    one, other = pick.sample(range(len(levels)), 2)
    if levels[one] == levels[other]:
        for name in ("army", "look", "deck"):
            exchange(st[name], one, other)
        for name in ("hand", "known"):
            st[name][:, [one, other]] = st[name][:, [other, one]]
        st.discard[[one, other]] = st.discard[[other, one]]


HARMS = (harm_stack, harm_decision, harm_decision, add_frame, change_cards)

# ------------------------------------------------------------------------------------------------ positions


def described(game: Game) -> dict[str, Any]:
    """The table as the arguments of ``Game.position``: at the beginning of a turn, the same table again."""
    told = game.to_json()
    kept = {name: told[name] for name in ("players", "discard", "advantage", "turns_left")}
    return kept | {"turn": told["turn_seat"], "round": max(told["round"], 1), "deck": [], "rest": "deck", "seed": 1}


# ------------------------------------------------------------------------------------------------ card files

BASE = DEFAULT_SET.read_text(encoding="utf-8")
BOTH = BASE + KAMAKOR_SET.read_text(encoding="utf-8")
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


def line_of(pick: random.Random, kamakor: bool, wild: bool) -> str:
    verbs = {verb: row for verb, row in VERBS.items() if kamakor or row.op < len(v.BASE_EFFECTS)}
    known = CONDITIONS if kamakor else CONDITIONS[1:]
    line = some_line(pick, verbs, WILD_CONDITIONS if wild else known, WORDS.split("|"), wild)
    return line.replace("\\", "").replace('"', "'")


def some_global(pick: random.Random, wild: bool) -> str:
    """A Global that adds up; a wild one any."""
    if not wild:
        return pick.choice(
            ("value level=1 +1", "value clan=fire -1", "place cost -1", "mutation cost +1", "token draw +1")
        )
    numbers = ("1", "9", "0", "100", "101", LONG)
    return re.sub(r"[0-9]+", lambda _: pick.choice(numbers), pick.choice(GLOBAL_PATTERNS)[2])


def some_set(pick: random.Random) -> tuple[str, dict[str, Any]]:
    """A set of which some or all cards say something else; a wild one perhaps what no card may say."""
    kamakor = pick.random() < 0.5
    wild = pick.random() < 0.3
    share = pick.choice((0.02, 0.1, 0.5, 1.0))
    same = line_of(pick, kamakor, wild) if pick.random() < 0.4 else None
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
        kept.append(f'{trigger or pick.choice(triggers)} = ["{same or line_of(pick, kamakor, wild)}"]')
        if pick.random() < 0.1 and "level = 1" not in text and "global" not in text:
            kept.append(f'global = ["{some_global(pick, wild)}"]')
        if wild and pick.random() < 0.03:
            kept.append(pick.choice(WILD_FIELDS))
        cards.append("\n".join(kept) + "\n\n")
    made = "[[card]]\n".join(cards)
    if wild and pick.random() < 0.3:
        old, new = pick.choice(("Garsh", "Dom", "= 1", "]")), pick.choice(("garsh", "GARSH", "[" * 3000, "\u0000", "}"))
        made = made.replace(old, new, 1)
    return made, {"kamakor": kamakor}
