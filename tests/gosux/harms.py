"""What can be harmed in games of GOSU X, and what its card files can say. See ``tests/fuzzing.py``."""

from __future__ import annotations

import random
import re
from functools import partial
from typing import Any

from gosu_env import Game
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.cards import DEFAULT_SET
from gosu_env.gosux.language import LANGUAGE
from gosu_env.gosux.state import GHOST_KIND, GHOSTS
from gosu_env.gosux.validate import ASKED
from tests.armies.army_harms import LONG, NAMED, Asked, add_frame, exchange, harm_stack, some_line
from tests.armies.army_harms import harm_decision as harm_decision_of


def some_options(num_players: int, pick: random.Random) -> dict[str, Any]:
    return {"clans_dealt": pick.random() < 0.5, "reward": pick.choice(("win", "supremacy"))}


# ------------------------------------------------------------------------------------------------ saves


def harm_decision(game: Game, pick: random.Random) -> None:
    asked = [
        Asked(decision, op, step, few, many)
        for decision, op, first, last, few, many, _ in ASKED
        for step in {first, last}
    ]
    harm_decision_of(game, pick, asked)


def change_cards(game: Game, pick: random.Random) -> None:
    """Other cards of the same player in the same places: every card is still there as often as before."""
    st = game.state
    tables = game.rules.tables[0]
    one, other = pick.sample(range(len(tables.level)), 2)
    owners = st.clan_owner[tables.clan[[one, other]]]
    if tables.level[one] == tables.level[other] and owners[0] == owners[1]:
        for name in ("army", "look", "forbidden"):
            exchange(st[name], one, other)
        for seat in range(game.num_players):
            exchange(st.deck[seat, : st.deck_size[seat]], one, other)
            exchange(st.ghosts[seat * GHOSTS : seat * GHOSTS + st.ghosts_size[seat], GHOST_KIND], one, other)
        for name in ("hand", "discard"):
            st[name][:, [one, other]] = st[name][:, [other, one]]
        for name in ("removed", "known", "born", "arrived"):
            st[name][[one, other]] = st[name][[other, one]]


HARMS = (harm_stack, harm_decision, harm_decision, add_frame, change_cards)

# ------------------------------------------------------------------------------------------------ positions


def described(game: Game) -> dict[str, Any]:
    """The table as the arguments of ``Game.position``: at the beginning of a turn, the same table again."""
    told = game.to_json()
    kept = {name: told[name] for name in ("players", "removed", "wonder", "tiles", "turns_left", "extra_turn")}
    return kept | {"turn": told["turn_seat"], "round": max(told["round"], 1), "rest": "deck", "seed": 1}


# ------------------------------------------------------------------------------------------------ card files

BASE = DEFAULT_SET.read_text(encoding="utf-8")
WORDS = (  # a stroke between them
    "1|2|3|9|45|46|99999|²|٣|X|all|(supremacy level=1-3)|(supremacy|me|opponent|everyone|chosen|larger_army|any|own|"
    "enemy|level=1|level=1-3|level=3-1|level=named|level=paid|clan=galmi|clan=named|clan=fire|name=Timer|name=Nobody|"
    "keyword=bounty|keyword=fire|keep 1|keep all|to 3|up to 3|up to|crossing|adjacent|discard|freed|each|each_level|"
    f"self|copied|removed|name|clan|level|tile|turn|back|player|top|even|half|per|name=|'|{LONG}|keep {LONG}"
)
CONDITIONS = ["may", "supremacy", "X 3", "card Timer", "named Phoenix >= 2", "removed Ne'ye", "hand empty", "no tokens"]
CONDITIONS += ["captured >= 1", "discard >= 1", "pay bounty", "pay 2 of one clan"]
WILD_CONDITIONS = [*CONDITIONS, "X 5", f"captured >= {LONG}", "card Nobody", "pay 9 of one clan", "named >= ²"]
WILD_FIELDS = ("symbols = 99", "shift = -1", "shift = 1.0", 'keywords = ["fire"]', "law = 1", "wild = true", "x = 1")
BEFORE = NAMED | {"clan": "name clan", "copied": "copy crossing", "freed": "free 1", "chosen": "choose player"}
KEPT = "(name|english|clan|level|shift|keywords|will|also|law|provenance) ="


def some_set(pick: random.Random) -> tuple[str, dict[str, Any]]:
    """A set of which some or all cards say something else; a wild one perhaps what no card may say."""
    wild = pick.random() < 0.3
    share = pick.choice((0.02, 0.1, 0.5, 1.0))
    conditions = WILD_CONDITIONS if wild else CONDITIONS
    line = partial(some_line, pick, LANGUAGE.verbs, conditions, WORDS.split("|"), wild, BEFORE)
    same = line() if pick.random() < 0.4 else None
    triggers = v.TRIGGERS if pick.random() < 0.5 else v.TRIGGERS[:1]
    cards = []
    for text in BASE.split("[[card]]\n"):
        if not text.startswith("name") or pick.random() >= share:
            cards.append(text)
            continue
        kept = [line for line in text.splitlines() if re.match(KEPT, line)]
        trigger = pick.choice(triggers)
        kept.append(f"{trigger} = ['''{same or line()}''']")
        if trigger == "arrives" and pick.random() < 0.5:
            kept.append(f"symbols = {pick.randint(1, 2)}")
        if wild and pick.random() < 0.03:
            kept.append(pick.choice(WILD_FIELDS))
        cards.append("\n".join(kept) + "\n\n")
    made = "[[card]]\n".join(cards)
    if wild and pick.random() < 0.3:
        old, new = pick.choice(("Timer", "Nio", "= 1", "]")), pick.choice(("timer", "TIMER", "[" * 3000, "\u0000", "}"))
        made = made.replace(old, new, 1)
    return made, {}
