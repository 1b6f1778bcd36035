"""The armies and the hand of GOSU X on the screen."""

from __future__ import annotations

from rich.text import Text

from gosu_env.armies import board
from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.state import ARRIVING, FACE_DOWN
from gosu_env.gosux.cards import CLAN_NAMES
from gosu_env.gosux.colours import CLAN_STYLES, LOCKED_SIGN, SPENT_SIGN, WONDER_SIGN
from gosu_env.gosux.drawing import Scene
from gosu_env.gosux.lettered_cards import LyingCard
from gosu_env.gosux.log import crowns
from gosu_env.gosux.state import MOST_TOKENS
from gosu_env.render.colours import GOLD, SEAT_STYLES
from gosu_env.render.terminal import shown


class ArmyBoard(board.ArmyBoard):
    """Both armies face to face, Immortals at the front, and one's hand."""

    face_to_face = True

    def heading(self, scene: Scene, seat: int, name: str) -> Text:
        player, facts = scene.standing(seat), scene.players[seat]
        own = "you" in player.pills
        text = Text(no_wrap=True, overflow="ellipsis").append("▶ " if "turn" in player.pills else "  ", GOLD)
        text.append(f"Seat {seat}", SEAT_STYLES[seat]).append(" you" if own else "", "bold")
        text.append(f"  {crowns(player.supremacy)}", GOLD)
        text.append(f"  {TOKEN_SIGN * player.held}", GOLD).append(SPENT_SIGN * (player.owned - player.held), "dim")
        text.append(LOCKED_SIGN * (MOST_TOKENS - player.owned), "dim")
        text.append(f" {WONDER_SIGN}" if player.wonder else "", "bright_blue")
        text.append(f"  ⚔ {player.strength}", "bold")
        for pill, style in {"passed": "dim italic", "winner": f"bold {GOLD}"}.items():
            if pill in player.pills:
                text.append(f"  {pill}", style)
        text.append(f"  deck {facts['deck']}  discard {len(facts['discard'])}")
        if not own:
            text.append(f"  hand {player.hand}")
            known = [scene.cards[card] for card in facts["hand"] if card is not None]
            if known:
                names = [Text(card.name, CLAN_STYLES[card.clan]) for card in known]
                text.append(" (").append_text(Text(", ").join(names)).append(")")
        clans = [Text(CLAN_NAMES[clan], CLAN_STYLES[clan]) for clan in scene.clans(seat)]
        text.append("  ").append_text(Text(", ").join(clans))
        return text if own else text.append(f"  {shown(name)}", "dim")

    def army(self, scene: Scene, seat: int) -> dict[tuple[int, int], LyingCard]:
        return {
            (row, column): LyingCard(
                card, scene.value(card, face, lies), face == FACE_DOWN, face == ARRIVING, lies["tokens"], lies["bounty"]
            )
            for row, column, card, face, lies in scene.army(seat)
        }

    def held(self, scene: Scene, seat: int) -> list[LyingCard]:
        cards = [scene.cards[name] for name in scene.players[seat]["hand"] if name is not None]
        return [LyingCard(card, (2, 3, 5)[card.level - 1]) for card in cards]


BOARD = ArmyBoard
