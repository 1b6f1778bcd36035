"""The table of GOSU X as a picture made of plain shapes; see ``gosu_env.render.shapes``.

The armies face each other, Immortals at the front, so that mirror cards stand in one column (X-8.11). The viewer sits
at the bottom. ``draw_table`` is the door; the picture always has the same size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from gosu_env.armies.aims import Slot
from gosu_env.armies.drawn_cards import card_back
from gosu_env.armies.drawn_table import (
    FOOTER,
    fan,
    footer,
    ground,
    hand_places,
    head_of,
    heading,
    legend,
    listing,
    slots,
    stack,
)
from gosu_env.armies.signs import SHIELD, at, cost_ring
from gosu_env.armies.state import ARRIVING, COLUMNS, FACE_DOWN, KIND, NO_CARD, ROWS
from gosu_env.engine.events import ONLOOKER
from gosu_env.engine.game import Game
from gosu_env.gosux.aims import TILE
from gosu_env.gosux.cards import CLAN_NAMES, LEVEL_NAMES, Card
from gosu_env.gosux.colours import CLAN_HUES, ETHEREAL_LIGHT
from gosu_env.gosux.drawn_cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    army_card,
    captured_card,
    law_tile,
    no_tile,
    read_card,
    small_card,
    tile,
)
from gosu_env.gosux.ruleset import x_rules
from gosu_env.gosux.signs import SIGN_WORDS, bounty_token, sign, supremacy_token, token, wonder_token
from gosu_env.gosux.state import CLAN_WORDS, CLANS_EACH, MOST_TOKENS, PLAYERS, SUPREMACY
from gosu_env.gosux.text import ending_text
from gosu_env.render.colours import (
    GOLD,
    INK,
    PAGE,
    PANEL,
    PANEL_EDGE,
    SEAT_HUES,
    SLOT_EDGE,
    SOFT_INK,
    WHITE,
)
from gosu_env.render.shapes import (
    GROUND,
    Box,
    Drawing,
    Point,
    Polygon,
    Shape,
    Sketch,
    Stroke,
)

MARGIN, SPACE, PAD, GAP = 18.0, 12.0, 12.0, 7.0
INFO = 196.0  # the column of a player's belongings
ARMY_LEFT = PAD + INFO + 16
ARMY_WIDTH = COLUMNS * CARD_WIDTH + (COLUMNS - 1) * GAP
ARMY_HEIGHT = ROWS * CARD_HEIGHT + (ROWS - 1) * GAP
HAND_HEIGHT = 94.0
PANEL_WIDTH = ARMY_LEFT + ARMY_WIDTH + PAD
PANEL_HEIGHT = PAD + HAND_HEIGHT + 10 + ARMY_HEIGHT + PAD
SIDE_WIDTH = 236.0
COLUMN = SIDE_WIDTH - 2 * PAD
WIDTH = MARGIN + PANEL_WIDTH + SPACE + SIDE_WIDTH + MARGIN
HEIGHT = MARGIN + 2 * PANEL_HEIGHT + SPACE + SPACE + FOOTER + MARGIN
SIDE_HEIGHT = 2 * PANEL_HEIGHT + SPACE
TILE_HEIGHT = 21.0
HEADER, PILES = 104.0, 96.0
TILES_TOP = HEADER + 4
PILES_TOP = TILES_TOP + CLANS_EACH * (TILE_HEIGHT + 4) + 4
LISTS_TOP = PILES_TOP + PILES + 6
TEXT, KEY_LINE = 10.0, 1.62  # size of letters beside the armies, and the height of a line of the key, in em
KEY = SIGN_WORDS | {
    "value": "military value",
    "cost": "shift cost",
    "token": "activation token",
    "bounty_token": "Bounty token",
    "wonder_token": "Wonder token",
    "supremacy": "Supremacy token",
    "edge": "Ethereal now",
}
KEY_TOP = SIDE_HEIGHT - PAD - 26 - (len(KEY) + 1) // 2 * TEXT * KEY_LINE


# ------------------------------------------------------------------------------------------------ a player


def slot_place(row: int, column: int, below: bool) -> Point:
    """Where a slot of an army lies in its panel; the army below looks upwards, the other one downwards."""
    line = ROWS - 1 - row if below else row
    top = PAD if below else PAD + HAND_HEIGHT + 10
    return ARMY_LEFT + column * (CARD_WIDTH + GAP), top + line * (CARD_HEIGHT + GAP)


def hand_top(below: bool) -> float:
    return PAD + ARMY_HEIGHT + 10 if below else PAD


@lru_cache(maxsize=8)
def panel(below: bool, ring: str | None = None) -> Drawing:
    """The ground of a player: a slot for every card of an army; in a ring when it matters now."""
    sketch = ground(PANEL_WIDTH, PANEL_HEIGHT, ring)
    slots(sketch, partial(slot_place, below=below), CARD_WIDTH, CARD_HEIGHT, LEVEL_NAMES)
    line = hand_top(below) - 5 if below else PAD + HAND_HEIGHT + 5
    sketch.add(Stroke(((ARMY_LEFT, line), (PANEL_WIDTH - PAD, line)), SLOT_EDGE, 1))
    side = PAD + INFO + 8
    sketch.add(Stroke(((side, PAD), (side, PANEL_HEIGHT - PAD)), SLOT_EDGE, 1))
    return sketch.finish()


@dataclass(frozen=True, slots=True)
class Standing:
    """What the head of a panel tells of a player."""

    seat: int
    pills: tuple[str, ...]
    supremacy: int
    strength: int
    hand: int
    held: int  # activation tokens
    lying: int
    spent: int
    wonder: bool

    @property
    def owned(self) -> int:
        return self.held + self.lying + self.spent


@lru_cache(maxsize=256)
def header(player: Standing) -> Drawing:
    sketch = head_of(player.seat, player.pills, INFO, HEADER)
    sketch.add(Polygon(at(SHIELD, 114, 17, 15), WHITE, INK, 1.5))
    sketch.write(114, 22.6, str(player.strength), 16, INK, "middle", bold=True, room=26)
    for i in range(SUPREMACY):
        sketch.add(*supremacy_token(150 + i * 31, 16, 13, i < player.supremacy))
    kinds = ["held"] * player.held + ["lying"] * player.lying + ["spent"] * player.spent
    kinds += ["locked"] * (MOST_TOKENS - player.owned)
    for i, kind in enumerate(kinds):
        sketch.add(*token(11 + i * 25, 66, 10, kind))
    said = ((player.held, "held"), (player.lying, "on cards"), (player.spent, "spent"))
    told = ", ".join(f"{number} {word}" for number, word in said if number)
    sketch.write(0, 92, told, 9, SOFT_INK, room=INFO - 70)
    fan(sketch, 132, 56, player.hand)
    sketch.write(145, 92, "hand", 9.5, SOFT_INK, "middle")
    if player.wonder:
        sketch.add(*wonder_token(183, 66, 11))
        sketch.write(INFO, 92, "Wonder", 9.5, SOFT_INK, "end", room=33)
    return sketch.finish()


@lru_cache(maxsize=256)
def piles(deck: int, discard: int, top: tuple[str, ...], bottom: tuple[str, ...], refused: tuple[str, ...]) -> Drawing:
    """The deck and the discard of a player, and what everybody knows of the deck's top and bottom."""
    sketch = Sketch("piles", INFO, PILES)
    sketch.add(Box(0, 0, INFO, PILES, PANEL))
    stack(sketch, 0, 2, deck, face_up=False)
    stack(sketch, 70, 2, discard, face_up=True)
    sketch.write(32, 93, "deck", 10.5, SOFT_INK, "middle")
    sketch.write(102, 93, "discard", 10.5, SOFT_INK, "middle")
    y = 12.0
    known = (("on top", top), ("below", bottom), ("forbidden", refused))
    for word, names in known:
        if names and y < PILES - 16:
            sketch.write(138, y, word, 8.5, SOFT_INK, room=INFO - 138)
            shown = [*names[:2], f"+ {len(names) - 2}"] if len(names) > 3 else list(names)
            for name in shown:
                y += 11
                sketch.write(138, y, name, 8.5, INK, bold=True, room=INFO - 138)
            y += 14
    return sketch.finish()


# ------------------------------------------------------------------------------------------------ the table


@lru_cache(maxsize=2)
def board() -> Drawing:
    """All that never changes."""
    sketch = Sketch("board", WIDTH, HEIGHT, GROUND)
    # Beyond the edges, so that no pixel there is covered in part.
    sketch.add(Box(-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN, PAGE))
    for below in (False, True):
        sketch.place(*panel_place(below), panel(below))
    x, y = MARGIN + PANEL_WIDTH + SPACE, MARGIN
    sketch.add(Box(x + 0.5, y + 0.5, SIDE_WIDTH - 1, SIDE_HEIGHT - 1, PANEL, PANEL_EDGE, 1, 12))
    sketch.write(x + PAD, y + 37, "GOSU X", 28, INK, bold=True)
    legend(sketch, x + PAD, y + KEY_TOP, COLUMN, tuple(KEY.items()), key_sign, 2, TEXT, KEY_LINE)
    return sketch.finish()


def panel_place(below: bool) -> Point:
    return MARGIN, MARGIN + (PANEL_HEIGHT + SPACE) * below


def key_sign(name: str, x: float, y: float) -> list[Shape]:
    if name == "value":
        return [Polygon(at(SHIELD, x, y, 6.5), WHITE, INK, 1.1)]
    if name == "cost":
        return cost_ring(x, y, 5.5, INK)
    tokens = {"token": token, "bounty_token": bounty_token, "wonder_token": wonder_token}
    if name in tokens:
        return tokens[name](x, y, 6.5)
    if name == "edge":
        return [Box(x - 6, y - 5, 12, 10, CLAN_HUES[0].fill, ETHEREAL_LIGHT, 2, 2, dashed=True)]
    return supremacy_token(x, y, 7, True) if name == "supremacy" else sign(name, x, y, 11, INK)


@lru_cache(maxsize=4)
def title(text: str) -> Drawing:
    sketch = Sketch(text, COLUMN, 18)
    sketch.add(Box(0, 0, COLUMN, 18, PANEL))
    heading(sketch, 0, 10, text, COLUMN)
    return sketch.finish()


@lru_cache(maxsize=64)
def clock(when: str, turn: str, turn_seat: int | None, wonder: bool) -> Drawing:
    """The round, whose turn it is, and the Wonder token while nobody has it."""
    sketch = Sketch("clock", COLUMN, 46)
    sketch.add(Box(0, 0, COLUMN, 46, PANEL))
    sketch.write(0, 14, when, 15, INK, bold=True, room=COLUMN)
    hue = SOFT_INK if turn_seat is None else SEAT_HUES[turn_seat]
    sketch.write(0, 32, turn, 11, hue, bold=True, room=COLUMN - 60)
    if wonder:
        sketch.add(*wonder_token(COLUMN - 22, 13, 12))
        sketch.write(COLUMN - 22, 40, "Wonder", 9.5, SOFT_INK, "middle")
    return sketch.finish()


class Scene:
    """The table of a game as a viewer sees it, to be drawn or laid out on a screen."""

    def __init__(self, game: Game, seat: int | None) -> None:
        rules = x_rules(game)
        onlooker, seat = seat == ONLOOKER, None if seat is None or seat == ONLOOKER else int(seat)
        self.game, self.seat = game, seat
        self.facts = game.to_json(seat)
        self.players: list[dict[str, Any]] = self.facts["players"]
        if onlooker:
            for player in self.players:
                player["hand"] = [None] * len(player["hand"])
        self.cards = {card.name: card for card in rules.cards.cards}
        self.values = rules.values(game.states)
        self.strengths = game.strengths()
        self.over: bool = self.facts["over"]
        self.drafting = int(game.state.round_number) == 0 and game.state.hand_size.sum() == 0
        self.turn_seat: int | None = None if self.over or self.drafting else self.facts["turn_seat"]
        seen, spec = game.observe(seat or 0), game.observation_spec
        self.ethereal = {
            (seat or 0) ^ relative: seen[spec[f"army.{word}.ethereal"]].tolist()
            for relative, word in enumerate(("me", "opp1"))
        }
        self.sketch = Sketch("table", WIDTH, HEIGHT)

    def draw(self) -> Drawing:
        sketch = self.sketch
        sketch.place(0, 0, board())
        for player in range(PLAYERS):
            below = player == (self.seat or 0)
            x, y = panel_place(below)
            decides = player == (self.facts["seat"] if self.drafting else self.turn_seat)
            if decides or player in self.facts["winners"]:
                sketch.place(x, y, panel(below, GOLD if self.over else SEAT_HUES[player]))
            self.place_info(player, x + PAD, y + PAD)
            self.place_army(player, x, y, below)
            self.place_hand(player, x + ARMY_LEFT, y + hand_top(below))
        self.place_side(MARGIN + PANEL_WIDTH + SPACE + PAD, MARGIN)
        for below in (True, False):
            x, y = panel_place(below)
            sketch.divide(x + ARMY_LEFT - GAP, y, PANEL_WIDTH - ARMY_LEFT + GAP, PANEL_HEIGHT)
        for below in (True, False):
            x, y = panel_place(below)
            sketch.divide(x, y, ARMY_LEFT - GAP, PANEL_HEIGHT)
        sketch.divide(MARGIN + PANEL_WIDTH + SPACE, MARGIN, SIDE_WIDTH, SIDE_HEIGHT)
        told = self.outcome() if self.over else f"Waiting for {self.facts['decision']['text']}."
        told = told.removesuffix(".") if told.endswith("?.") else told
        hue = GOLD if self.over else SEAT_HUES[self.facts["seat"]]
        revealed = tuple(self.cards[name] for name in self.facts["revealed"])
        foot = footer(told, hue, WIDTH - 2 * MARGIN, "revealed", revealed, small_card, 112.0)
        sketch.place(MARGIN, HEIGHT - MARGIN - FOOTER, foot)
        return sketch.finish(f"GOSU X, {self.when().lower()}. {told}")

    # A player.

    def relative(self, player: int) -> int | None:
        """A player as the viewer counts: 0 is the viewer, 1 the other."""
        return None if self.seat is None else player ^ self.seat

    def standing(self, player: int) -> Standing:
        facts = self.players[player]
        pills = ["you"] * (player == self.seat) + ["winner"] * (player in self.facts["winners"])
        pills += ["turn"] * (player == self.turn_seat) + ["passed"] * (facts["passed"] and not self.over)
        pills += ["decides"] * (player == self.facts["seat"] != self.turn_seat)
        held = facts["tokens"]
        lying = sum(lies["tokens"] for row in facts["army"] for lies in row)
        counts = facts["supremacy"], self.strengths[player], len(facts["hand"]), held, lying
        return Standing(player, tuple(pills), *counts, facts["owned"] - held - lying, self.facts["wonder"] == player)

    def clans(self, player: int) -> list[int]:
        return [CLAN_WORDS.index(word) for word in self.players[player]["clans"]]

    def army(self, player: int) -> Iterator[tuple[int, int, Card, int, dict[str, Any]]]:
        """The cards of an army: row, column, card, how it lies, and what there is to know of it."""
        faces = self.game.state.face[player].tolist()
        for row, level in enumerate(self.players[player]["army"]):
            for column, lies in enumerate(level):
                slot = row * COLUMNS + column
                more = {"value": self.values[player][slot], "ethereal": bool(self.ethereal[player][slot])}
                yield row, column, self.cards[lies["card"]], faces[slot], lies | more

    def place_info(self, player: int, x: float, y: float) -> None:
        """Who it is, tiles, deck and discard."""
        sketch, facts = self.sketch, self.players[player]
        sketch.place(x, y, header(self.standing(player)), self.relative(player))
        clans = self.clans(player)
        for number in range(CLANS_EACH):
            active = number < len(clans) and CLAN_WORDS[clans[number]] in self.facts["tiles"]
            size = INFO, TILE_HEIGHT
            drawn = tile(clans[number], *size, active) if number < len(clans) else no_tile(*size)
            sketch.place(x, y + TILES_TOP + number * (TILE_HEIGHT + 4), drawn)
        top, bottom = tuple(facts["known_top"]), tuple(facts["known_bottom"])
        drawn = piles(facts["deck"], len(facts["discard"]), top, bottom, tuple(facts["forbidden"]))
        sketch.place(x, y + PILES_TOP, drawn)
        entries = tuple(self.by_clan(facts["discard"]))
        if entries:
            room = PANEL_HEIGHT - 2 * PAD - LISTS_TOP
            letters = 9.0 if len(facts["discard"]) < 16 else 7.6
            names = listing("Discard", entries, INFO, letters, CLAN_HUES, room)
            sketch.place(x, y + LISTS_TOP, names)

    def by_clan(self, names: list[str]) -> Iterator[tuple[int, str, str]]:
        """Cards as entries of a list, clan by clan."""
        found: dict[int, list[str]] = {}
        for name, count in Counter(names).items():
            found.setdefault(self.cards[name].clan, []).append(name if count == 1 else f"{name} ×{count}")
        for clan, shown in sorted(found.items()):
            yield clan, "", ", ".join(shown)

    def place_army(self, player: int, x: float, y: float, below: bool) -> None:
        for row, column, card, face, lies in self.army(player):
            if face == FACE_DOWN:
                drawn = captured_card(card)
            else:
                signs = lies["tokens"], lies["bounty"], lies["ethereal"]
                drawn = army_card(card, self.value(card, face, lies), *signs, face == ARRIVING)
            dx, dy = slot_place(row, column, below)
            seat = self.relative(player)
            self.sketch.place(x + dx, y + dy, drawn, None if seat is None else Slot(seat, row, column))

    @staticmethod
    def value(card: Card, face: int, lies: dict[str, Any]) -> int:
        """What a card is worth; one that is still arriving, what is printed on it."""
        return (2, 3, 5)[card.level - 1] if face == ARRIVING else int(lies["value"])

    def place_hand(self, player: int, x: float, y: float) -> None:
        """The cards that the viewer knows, then the backs of the others."""
        hand = self.players[player]["hand"]
        for name, (dx, dy, width, height) in zip(hand, hand_places(len(hand), ARMY_WIDTH, HAND_HEIGHT), strict=True):
            drawn = card_back(width, height) if name is None else small_card(self.cards[name], width, height)
            self.sketch.place(x + dx, y + dy, drawn, name if player == self.seat else None)

    # Beside the armies.

    def place_side(self, x: float, y: float) -> None:
        """The round, the tiles in force or to be picked, cards that are out of the game."""
        free = self.facts["wonder"] is None
        self.sketch.place(x, y + 54, clock(self.when(), self.turn(), self.turn_seat, free))
        top, bottom = y + 112, y + KEY_TOP - 8
        self.sketch.place(x, top, title("Clans to pick" if self.drafting else "Tiles in force"))
        top += 22
        for clan in self.unpicked() if self.drafting else self.active():
            drawn = law_tile(clan, COLUMN, not self.drafting)
            self.sketch.place(x, top, drawn, TILE + CLAN_NAMES[clan] if self.drafting else None)
            top += drawn.height + 6
        top += 8
        removed = tuple(self.by_clan(self.facts["removed"]))
        if removed and bottom - top > 50:
            drawn = listing("Removed from the game", removed, COLUMN, TEXT, CLAN_HUES, bottom - top)
            self.sketch.place(x, top, drawn)
            top += drawn.height + 10
        asking = self.asking()
        if asking is not None:
            drawn = read_card(asking, COLUMN)
            bottom -= 6
            if top + 22 + drawn.height <= bottom:
                self.sketch.place(x, bottom - drawn.height - 22, title("What asks"))
                self.sketch.place(x, bottom - drawn.height, drawn)

    def asking(self) -> Card | None:
        """The card whose effect the decision is about."""
        st = self.game.state
        kind = int(st.stack[st.depth - 1, KIND]) if st.depth > 1 and not self.over else NO_CARD
        return None if kind == NO_CARD else x_rules(self.game).cards[kind]

    def active(self) -> list[int]:
        """The clans whose tiles are active."""
        return [CLAN_WORDS.index(word) for word in self.facts["tiles"]]

    def unpicked(self) -> list[int]:
        """The clans that nobody has."""
        taken = {clan for player in range(PLAYERS) for clan in self.clans(player)}
        return [clan for clan in range(len(CLAN_WORDS)) if clan not in taken]

    def when(self) -> str:
        number = int(self.facts["round"])
        return f"Round {number}" if number else "Clan draft" if self.drafting else "Opening hands"

    def turn(self) -> str:
        """Whose turn it is, and how many are left after a pass."""
        if self.turn_seat is None:
            return "the end" if self.over else f"seat {self.facts['seat']} picks"
        left = self.facts["turns_left"]
        more = ", extra" if self.facts["extra_turn"] else ""
        more += f", {left} left" if left is not None else ""
        return f"seat {self.turn_seat}’s turn{more}"

    def outcome(self) -> str:
        """Who won, and how."""
        return ending_text(self.game.state, x_rules(self.game).cards)


def draw_table(game: Game, seat: int | None = None) -> Drawing:
    """The table as a seat or an onlooker sees it; without either, with all hands."""
    return Scene(game, seat).draw()
