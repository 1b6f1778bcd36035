"""What scribes of games of armies have in common: cards in colours, deeds aimed at armies, battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from gosu_env.armies.state import SLOTS
from gosu_env.armies.told_armies import Armies, SideBySide
from gosu_env.engine.events import Event
from gosu_env.render import log
from gosu_env.render.log import Part, seat_word


class Scribe(log.Scribe):
    """Tells games of armies; each game has a subclass with the words of its events."""

    cards: Any  # the card set
    styles: Sequence[str]  # of the clans

    def card_text(self, kind: int) -> Text:
        return Text(self.card_name(kind), self.styles[self.cards[kind].clan])

    def aimed(self, verb: str, event: Event, *more: str) -> Part:
        """What is done to a card of an army; ``more`` is said behind it."""
        assert event.card is not None
        owner = event.from_zone // SLOTS
        own = owner == event.seat
        tail = " ".join(words for words in ("" if own else f"of {seat_word(owner)}", *more) if words)
        return Part(event.seat, f"{verb}{' its own' if own else ''}", [self.card_name(event.card)], tail)

    def remark_battle(self, told: str, armies: Armies, strengths: Sequence[int], signs: Mapping[int, str]) -> None:
        """A Great Battle: the armies with their strengths and what their players hold, how it ends, how it stands."""

        def piece(seat: int) -> RenderableType:
            title = self.styled(f"{seat_word(seat)}{signs.get(seat, '')} · strength {strengths[seat]}")
            return Group(title, armies.drawn(seat, self.card_text))

        seats = range(len(strengths))
        standing = " · ".join(f"{seat_word(seat)} {self.score(seat)}" for seat in seats)
        pieces = [piece(seat) for seat in seats]
        head = self.styled(f"\n  Great Battle of round {self.round}", "bold")
        foot = [self.styled(f"  ⚔  {told}"), self.styled(f"     {standing}")]
        self.remark(f"Great Battle: {told}", lambda: Group(head, SideBySide(pieces), *foot))

    def standing(self, seat: int) -> str:
        return f"{self.score(seat)} · strength {self.game.strengths()[seat]}"
