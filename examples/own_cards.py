"""Cards of one's own: ``python examples/own_cards.py --games 1000``.

own_cards.toml changes three cards. Their texts are made from what the engine runs; a position set up by name shows that
one of them does what it says; then greedy players play both sets, and the table tells what changed for the three.
Play with them: ``gosu play --cards examples/own_cards.toml``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from gosu_env import Game
from gosu_env.agents.gosu.balance import Report
from gosu_env.gosu.cards import load_cards
from gosu_env.gosu.text import card_text

FILE = Path(__file__).with_name("own_cards.toml")
CHANGED = {"Torch": "Torch", "Dom": "Dom", "Phoenix Egg": "Cinder"}  # the new card, and the one that it takes over from


def torch_draws() -> list[str]:
    """The hand after Torch has destroyed a Bakuto: the card on top of the draw pile came with it."""
    game = Game.position(
        options={"cards": str(FILE)},
        players=[{"hand": ["Torch", "Garsh"], "army": [["Ember"]]}, {"army": [["Bolt", "Cog"]], "hand": ["Nyx"]}],
        deck=["Grint", "Kao"],
    )
    game.apply(game.parse_action("place Torch"))
    return game.to_json()["players"][0]["hand"]


def main(arguments: list[str] | None = None) -> dict[str, tuple[float, float]]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each set")
    args = parser.parse_args(arguments)

    cards = load_cards(str(FILE))
    for name in CHANGED:
        print(f"{name}: {card_text(cards[cards.kind(name)])}")
    print("\nTorch, with a Bakuto to destroy, leaves this hand:", ", ".join(torch_draws()))

    print("\nof the seats that placed it, won:")
    found = {}
    reports = [Report("greedy", args.games, seed=1, cards=cards) for cards in (None, str(FILE))]
    before, after = ({row["card"]: row for row in report.run(jobs=1).cards.to_dicts()} for report in reports)
    for new, old in CHANGED.items():
        found[new] = before[old]["placed_win"], after[new]["placed_win"]
        print(f"  {new:12} {found[new][0]:.1%} before, {found[new][1]:.1%} after")
    return found


if __name__ == "__main__":
    main()
