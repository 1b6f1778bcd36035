"""GOSU X on the screen of ``gosu play``: the line on top, the order of choices, the page of piles, help."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.engine.view import View
from gosu_env.gosux.actions import PASS, SHIFT
from gosu_env.gosux.aims import TILE, aims, prices
from gosu_env.gosux.cards import CLAN_NAMES
from gosu_env.gosux.colours import (
    BOUNTY_SIGN,
    CLAN_STYLES,
    LOCKED_SIGN,
    SPENT_SIGN,
    SUPREMACY_SIGN,
    WONDER_SIGN,
)
from gosu_env.gosux.drawing import Scene
from gosu_env.gosux.lettered_cards import SIGN_WORDS, full_text, tile_text
from gosu_env.gosux.ruleset import x_rules
from gosu_env.gosux.state import PLAYERS
from gosu_env.play import sight
from gosu_env.play.aim import Aim

RULES = {
    "Win": f"Two Supremacy tokens {SUPREMACY_SIGN}: the stronger army takes one at the end of a round. Or a fifth "
    "activation token, or 15 cards face up.",
    "Turn": "One action: place a card, shift one, use tokens, or pass. The first to pass must have no token in hand; "
    "the other player then has at most 3 more turns.",
    "Place": "Troops, worth 2, then Heroes, 3, then Immortals, 5. A Hero needs a Troop of its clan face up, an "
    "Immortal a Troop and a Hero; no row is longer than the one below, or than five.",
    "Pay": "Only for a Troop of a clan that the row does not show yet: 2 cards of your hand. The first Troop costs "
    "nothing, nor does the one next to a Recruiter.",
    "Shift": "Discard as many cards as the cost ⇄ says, less 1 for each token on the card; a card of the same level "
    "from your hand, of any clan, takes its place.",
    "Tokens": f"One activation token {TOKEN_SIGN} draws a card, two draw three; or one on a card repeats its effect. "
    "X is the number of tokens you own.",
    "FREE": "Nothing above it and nothing to its right. Only FREE cards can be destroyed or sacrificed.",
    "Captured": "Face down: no value, no ability, no clan, until it is freed.",
    "Song": "After a battle all cards are freed, both players sacrifice half of their armies and draw up to 7.",
}
MARKS = {
    SUPREMACY_SIGN: "Supremacy token: two win",
    f"{TOKEN_SIGN} {SPENT_SIGN} {LOCKED_SIGN}": "activation tokens: in hand, on cards or spent, still locked",
    WONDER_SIGN: "Wonder token: one card less to pay, and it wins a battle that is level",
    BOUNTY_SIGN: "Bounty token on a card",
    "⚔": "military value, strength",
    "²  ⇄2": "shift cost; ⁻ cannot be shifted",
    "· : ∴": "level: Troop, Hero, Immortal",
    "‹Name›": "still arriving",
}


class Sight(sight.Sight):
    """A decision of GOSU X as a seat sees it."""

    more = "Tiles and piles"
    rules = RULES
    signs = MARKS | {sign: words for sign, words in SIGN_WORDS.items() if sign not in MARKS}

    def __init__(self, view: View, styled: sight.Styled) -> None:
        super().__init__(view, styled)
        self.scene = Scene(view.determinize(0), view.seat)

    def top(self) -> Text:
        scene = self.scene
        text = Text(f"  {scene.when().lower()}", "bold")
        text.append(" · ", "dim").append(scene.turn())
        holder = scene.facts["wonder"]
        where = "on the board" if holder is None else f"seat {holder}"
        text.append(" · ", "dim").append(WONDER_SIGN, "bright_blue").append(f" {where}")
        active = [Text(CLAN_NAMES[clan], CLAN_STYLES[clan]) for clan in scene.active()]
        if active:
            text.append(" · ", "dim").append("tiles ").append_text(Text(", ").join(active))
        return text

    def rank(self, action: int) -> Any:
        """Placing comes first and passing last."""
        return self.view.action_spec.at(action).name != "PLACE", action < SHIFT, action == PASS

    def aims(self) -> dict[int, Aim]:
        return aims(self.view, x_rules(self.view.world).cards)

    def prices(self) -> dict[int, str]:
        return prices(self.view)

    def looked(self) -> Text | None:
        cards = [self.scene.cards[name] for name in self.scene.facts["revealed"]]
        names = [Text(card.name, CLAN_STYLES[card.clan]) for card in cards]
        return Text("Revealed: ").append_text(Text(", ").join(names)) if names else None

    def source(self) -> str:
        return self.view.decision_text().partition(": ")[2].partition(": ")[0]

    def card_text(self, name: str) -> Text | None:
        if name.startswith(TILE):
            return tile_text(CLAN_NAMES.index(name.removeprefix(TILE)))
        card = self.scene.cards.get(name)
        return None if card is None else full_text(card)

    def about(self) -> Text:
        """The tiles in force, decks as far as they are known, discards, cards that are out of the game."""
        scene, styled = self.scene, self.styled
        text = Text()
        clans = scene.unpicked() if scene.drafting else scene.active()
        text.append("Clans to pick\n" if scene.drafting else "Tiles in force\n", "bold")
        for clan in clans:
            text.append_text(tile_text(clan)).append("\n")
        for seat in range(PLAYERS):
            facts = scene.players[seat]
            held = [name for name in facts["hand"] if name is not None]
            text.append_text(styled(f"\nSeat {seat}")).append(f": deck {facts['deck']}\n", "bold")
            lists = {"holds": held, "on top": facts["known_top"], "at the bottom": facts["known_bottom"]}
            lists["may not play"] = facts["forbidden"]
            for words, names in lists.items():
                if names:
                    text.append(f"{words} ", "dim").append_text(styled(", ".join(names) + "\n"))
            text.append(f"discard {len(facts['discard'])}\n", "dim")
            for _, _, names in scene.by_clan(facts["discard"]):
                text.append_text(styled(f"{names}\n"))
        if scene.facts["removed"]:
            text.append("\nRemoved from the game\n", "bold")
            text.append_text(styled(", ".join(scene.facts["removed"]) + "\n"))
        return text
