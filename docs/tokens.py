"""The page about tokens and labels, made from the sources; ``python docs/generate.py`` writes it."""

from __future__ import annotations

from docs.generate import code, page, table
from gosu_env.engine.rules import GAMES, Rules, find_game, find_rules
from gosu_env.engine.spec import Spec
from gosu_env.engine.tokens import FIELDS

HEAD = """
# Tokens, labels and the central state

What the numbers of [histories](memory.md) and of the [extras of a batch](wrappers.md#what-algorithms-need-besides)
mean, game by game.

## Fields of a token

int8, in this order; in observations, the slice `history.FIELD` has the last tokens, the latest first.
"""

WORDS = """
`asked` and `answered` are the same in every game: somebody is asked for a decision, and the number says for which
(`decision` in the game's spaces); the seat itself has answered. Every other word is an event.
"""


def numbers(names: tuple[str, ...]) -> str:
    """Names with their numbers, but for the first, which stands for none."""
    return ", ".join(f"{number} {name}" for number, name in enumerate(names) if number)


def zones(names: tuple[str, ...]) -> str:
    """Zones with their numbers; the slots of an army in one."""
    found: list[tuple[str, int, int]] = []
    for number, name in enumerate(names):
        stem = name.rstrip("0123456789").rstrip() if name[-1].isdigit() else name
        if found and found[-1][0] == stem and name != stem:
            found[-1] = (stem, found[-1][1], number)
        elif number:
            found.append((stem, number, number))
    return ", ".join(f"{low} {name}" if low == high else f"{low}–{high} {name}" for name, low, high in found)


def pieces(spec: Spec) -> str:
    return table(
        ["Piece", "Entries>", "Meaning"], ([code(block.name), block.size, block.meaning] for block in spec.blocks)
    )


def of_game(rules: Rules) -> list[str]:
    known = rules.vocabulary
    low, high = known.cards
    return [
        f"## {rules.title}",
        f"Words: {numbers(known.words)}.",
        f"Zones, with {rules.num_players} players: {zones(known.zones)}. Blocks of answers: {numbers(known.answers)}. "
        f"Cards: {low or 1} to {high}.",
        f"`hidden`, with {rules.num_players} players:",
        pieces(rules.hidden_spec),
        f"`central_state` has {rules.state_spec.size} entries: the observation of every seat, its pieces named "
        "`seat_0.…`, `seat_1.…`, and behind them:",
        pieces(rules.unseen_spec),
    ]


def tokens_page() -> str:
    parts = [HEAD, table(["Field", "Meaning"], ([code(name), meaning] for name, meaning in FIELDS.items())), WORDS]
    for name in GAMES:
        parts += of_game(find_rules(name, find_game(name).PLAYERS[0], {}))
    return page(*parts)
