"""GOSU on the screen of ``gosu play``: the line on top, the order of choices, the page of piles, help."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.engine.view import View
from gosu_env.gosu.actions import MUTATE, PASS
from gosu_env.gosu.aims import aims, prices
from gosu_env.gosu.cards import CLAN_NAMES
from gosu_env.gosu.colours import ADVANTAGE_SIGN, CLAN_STYLES, DRAGOON_SIGN
from gosu_env.gosu.drawing import Scene
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.lettered_cards import SIGN_WORDS, full_text
from gosu_env.gosu.ruleset import gosu_rules
from gosu_env.play import sight
from gosu_env.play.aim import Aim
from gosu_env.render.colours import GOLD

RULES = {
    "Win": "Three victory points ★. When a round ends, the strongest army earns one. Armies and hands stay.",
    "Turn": "One action: place, mutate, draw, activate a goblin, or pass. Who passes is out of the round, which ends "
    "when all have passed.",
    "Place": "Row 1: Bakutos, worth 2. Row 2: Heroes, 3. Row 3: Ōzekis, 5. A Hero needs its clan in row 1, an Ōzeki in "
    "rows 1 and 2; no row is longer than the one below, or than five.",
    "Pay": "Only for a Bakuto of a clan that row 1 does not show yet: 2 cards of your hand. Your first goblin costs "
    "nothing.",
    "Mutate": "Discard as many cards as the cost ⇄ says; a card of the same level from your hand, of any clan, takes "
    "the goblin’s place.",
    "Tokens": f"Two activation tokens {TOKEN_SIGN} in a round: one draws a card, two draw three, or one on a goblin "
    "uses its power.",
    "FREE": "Nothing above it and nothing to its right. Only FREE cards can be destroyed.",
    "Imprisoned": "Face down until the next round: no value, no power, no clan.",
    "Advantage": f"The holder of {ADVANTAGE_SIGN} begins the round and wins a battle that is level. Only effects move "
    "it.",
}
MARKS = {
    "★": "victory point: three win",
    TOKEN_SIGN: "activation token",
    DRAGOON_SIGN: "Dragoon token (Kamakor)",
    ADVANTAGE_SIGN: "Advantage token",
    "⚔": "military value, strength",
    "²  ⇄2": "mutation cost; ⁻ cannot mutate",
    "· : ∴": "level: Bakuto, Hero, Ōzeki",
    "‹Name›": "still arriving",
    "opp1 2.3": "of the next player clockwise: row 2, column 3",
}


class Sight(sight.Sight):
    """A decision of GOSU as a seat sees it."""

    more = "Piles and Globals"
    rules = RULES
    signs = MARKS | SIGN_WORDS

    def __init__(self, view: View, styled: sight.Styled) -> None:
        super().__init__(view, styled)
        self.scene = Scene(view.determinize(0), view.seat)

    def top(self) -> Text:
        facts = self.scene.facts
        text = super().top()
        text.append(" · ", "dim").append(self.scene.turn())
        text.append(" · ", "dim").append(ADVANTAGE_SIGN, GOLD).append(f" seat {facts['advantage']}")
        text.append(" · ", "dim").append(f"draw pile {facts['deck']}")
        text.append(" · ", "dim").append(f"discard pile {len(facts['discard'])}")
        if "dragoon_supply" in facts:
            text.append(" · ", "dim").append(DRAGOON_SIGN, "magenta").append(f" {facts['dragoon_supply']} left")
        bound = self.scene.in_force()
        if bound:
            text.append(" · ", "dim").append(f"Globals {len(bound)}")
        return text

    def rank(self, action: int) -> Any:
        """Placing comes first and passing last."""
        return self.view.action_spec.at(action).name != "PLACE", action < MUTATE, action == PASS

    def aims(self) -> dict[int, Aim]:
        return aims(self.view, gosu_rules(self.view.world).cards)

    def prices(self) -> dict[int, str]:
        return prices(self.view)

    def looked(self) -> Text | None:
        names = [Text(card.name, CLAN_STYLES[card.clan]) for card in self.scene.known.looked]
        return Text("You look at ").append_text(Text(", ").join(names)) if names else None

    def source(self) -> str:
        return self.view.decision_text().partition(": ")[2].partition(": ")[0]

    def card_text(self, name: str) -> Text | None:
        card = self.scene.cards.get(name)
        return None if card is None else full_text(card)

    def about(self) -> Text:
        """The Globals in force, known cards, and the discard pile, which anybody may read at any time (G-1.6)."""
        facts, styled = self.scene.facts, self.styled
        text = Text()
        for _, _, words in self.scene.options():
            text.append("Option: ", "bold").append_text(styled(f"{words}\n"))
        if "clans" in facts:
            left = ", ".join(CLAN_NAMES[CLAN_WORDS.index(word)] for word in facts["clans"])
            text.append("Clans\n", "bold").append_text(styled(f"{left}\n\n"))
        text.append("Globals in force\n", "bold")
        for _, head, words in self.scene.in_force():
            text.append_text(styled(f"{head}: {words}\n"))
        if not self.scene.in_force():
            text.append("none\n", "dim")
        for seat, known in enumerate(self.scene.known.hands):
            if known and seat != self.seat:
                text.append_text(styled(f"\nseat {seat} holds {', '.join(card.name for card in known)}\n"))
        text.append(f"\nDraw pile: {facts['deck']} cards\n", "bold")
        text.append(f"\nDiscard pile: {len(facts['discard'])} cards\n", "bold")
        clans: dict[int, list[str]] = {}
        for name in facts["discard"]:
            clans.setdefault(self.scene.cards[name].clan, []).append(name)
        for _, names in sorted(clans.items()):
            text.append_text(styled(", ".join(names) + "\n"))
        return text
