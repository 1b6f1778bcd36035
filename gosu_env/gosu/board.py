"""The armies and the hand of GOSU on the screen."""

from __future__ import annotations

from rich.text import Text

from gosu_env.armies import board
from gosu_env.armies.colours import TOKEN_SIGN
from gosu_env.armies.state import ARRIVING, FACE_DOWN
from gosu_env.gosu.colours import ADVANTAGE_SIGN, CLAN_STYLES, DRAGOON_SIGN
from gosu_env.gosu.drawing import Scene
from gosu_env.gosu.lettered_cards import LyingCard
from gosu_env.gosu.log import stars
from gosu_env.render.colours import GOLD, SEAT_STYLES
from gosu_env.render.terminal import shown


class ArmyBoard(board.ArmyBoard):
    """Everybody's army, Ōzekis on top, and one's hand."""

    def heading(self, scene: Scene, seat: int, name: str) -> Text:
        player = scene.standing(seat, scene.game.strengths()[seat])
        own = "you" in player.pills
        text = Text(no_wrap=True, overflow="ellipsis").append("▶ " if "turn" in player.pills else "  ", GOLD)
        text.append(f"Seat {seat}", SEAT_STYLES[seat]).append(" you" if own else "", "bold")
        text.append(f"  {stars(player.vp, player.win)}", GOLD)
        text.append(f"  {TOKEN_SIGN * player.held}", GOLD).append("○" * (player.lying + player.spent), "dim")
        if player.dragoons is not None and player.dragoons[0]:
            text.append(f" {DRAGOON_SIGN * player.dragoons[0]}", "magenta")
        text.append(f" {ADVANTAGE_SIGN}" if player.advantage else "", GOLD)
        text.append(f"  ⚔ {player.strength}", "bold")
        styles = {"partner": "bold", "passed": "dim italic", "winner": f"bold {GOLD}"}
        for pill, style in styles.items():
            if pill in player.pills:
                text.append(f"  {pill}", style)
        if not own:
            text.append(f"  hand {player.hand}")
            known = [Text(card.name, CLAN_STYLES[card.clan]) for card in scene.known.hands[seat]]
            if known:
                text.append(" (").append_text(Text(", ").join(known)).append(")")
            text.append(f"  {shown(name)}", "dim")
        return text

    def army(self, scene: Scene, seat: int) -> dict[tuple[int, int], LyingCard]:
        return {
            (row, column): LyingCard(card, scene.value(card, row), lies == FACE_DOWN, lies == ARRIVING, token)
            for row, column, card, lies, token in scene.army(seat)
        }

    def held(self, scene: Scene, seat: int) -> list[LyingCard]:
        return [LyingCard(card, scene.value(card)) for card in scene.known.hands[seat]]


BOARD = ArmyBoard
