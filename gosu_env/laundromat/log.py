"""The events of Goblin Laundromat in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from gosu_env.engine.events import Event
from gosu_env.engine.game import Game
from gosu_env.laundromat import events as e
from gosu_env.laundromat.colours import SPECIES_STYLES
from gosu_env.laundromat.scoring import COINS_FOR
from gosu_env.laundromat.state import SPECIES
from gosu_env.render import log
from gosu_env.render.log import Part, counted, seat_word


class Scribe(log.Scribe):
    """Tells games of Goblin Laundromat."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        rules: Any = game.rules
        self.rules, self.cards = rules, rules.cards
        self.species = {garment.name: SPECIES[garment.species] for garment in self.cards.garments}
        names = sorted(self.species, key=len, reverse=True)
        self.name_pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, names)) + r")\b")

    def tell(self, before: Game, events: Sequence[Event]) -> None:
        begins = False
        coins: list[int] = []
        for event in events:
            if event.word == "round begins":
                self.end_line()
                self.round = event.number
            elif event.word == "turn begins":
                self.end_line()
                begins = True
            elif event.word == "hands passed on":
                self.remark(f"Hands are passed on {'clockwise' if event.number > 0 else 'anticlockwise'}.")
            elif event.word == "shuffled":
                self.remark("Baskets are shuffled, and the laundry begins.")
            elif event.word == "coins":
                coins.append(event.number)
            else:
                for part in self.parts(event):
                    part.begins, begins = begins or event.word == "took", False
                    self.add(part)
        if coins:
            self.remark("Coins: " + ", ".join(f"{seat_word(seat)} {number}" for seat, number in enumerate(coins)) + ".")

    def parts(self, event: Event) -> Iterator[Part]:
        """What an event is called; what goes without saying has no words."""
        seat = event.seat
        names = [] if event.card is None else [self.card_name(event.card)]
        programme = self.cards.programmes[event.number].name if event.word.startswith("programme") else ""
        said = {
            "took": Part(seat, "puts", names, "into the basket", seen=event.seen),
            "gave": Part(seat, "gives", names, f"to {seat_word(event.to_zone - e.BASKETS)}", seen=event.seen),
            "potion used": Part(seat, "uses the potion"),
            "turned over": Part(seat, "turns over", names),
            "failed": Part(seat, "has too many stains: the wash fails"),
            "kept": Part(seat, "keeps", names),
            "threw away": Part(seat, "loses", names),
            "stopped": Part(seat, "stops"),
            "scored": Part(seat, "scores", names),
            "programme completed": Part(seat, f"completes {programme}"),
        }
        if event.word in said:
            yield said[event.word]

    # The game as it stands.

    def how(self) -> str:
        coins, parts = self.rules.count_coins(self.game.states)
        winner = self.game.winners[0]
        best = [f"{parts[winner][what]} for {what}" for what in COINS_FOR if parts[winner][what]]
        others = [number for seat, number in enumerate(coins) if seat not in self.game.winners]
        level = " The stains decided." if others and max(others) == coins[winner] else ""
        return f"{coins[winner]} coins: {', '.join(best)}.{level}"

    def score(self, seat: int) -> str:
        return f"{self.game.strengths()[seat]} coins"

    def standing(self, seat: int) -> str:
        st = self.game.state
        potion = " · potion" if st.potion[seat] else ""
        return f"{self.score(seat)} · basket {int(st.basket_size[seat])}{potion}"

    def round_title(self) -> str:
        return f"Round {self.round} · {seat_word(int(self.game.state.leader[self.round - 1]))} washes first"

    def heading(self, hands: bool) -> Iterator[tuple[str, str]]:
        for seat, player in enumerate(self.game.to_json()["players"]):
            programme = player["programmes"][max(self.round - 1, 0)]
            told = f"{programme} · {counted(len(player['basket']), 'garment')} in the basket"
            if hands and player["hand"]:
                told += f" · hand: {', '.join(player['hand'])}"
            yield f"{seat_word(seat)} {self.score(seat)}", told

    def styled(self, words: str, style: str = "") -> Text:
        """Words with every garment in the colour of its species and every seat in its own."""
        text = super().styled(words, style)
        text.highlight_regex(self.name_pattern, lambda name: SPECIES_STYLES[self.species[name]])
        text.highlight_regex(r"\b\d+ coins\b", "yellow")
        text.highlight_regex(r"the wash fails", "bold red")
        return text
