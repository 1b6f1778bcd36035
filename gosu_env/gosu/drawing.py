"""The table as a picture made of plain shapes: what lies where, in which colours. Knows nothing of SVG or pixels.

``draw_table`` is the door. A drawing has shapes, words upon them, and other drawings on top, clear of the words. For a
number of players the picture always has the same size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gosu_env.armies.aims import Slot
from gosu_env.armies.drawn_cards import GAP, card_back, printed_value
from gosu_env.armies.drawn_table import (
    FOOTER,
    NO_CLAN,
    fan,
    footer,
    ground,
    hand_places,
    head_of,
    legend,
    listing,
    slots,
    stack,
)
from gosu_env.armies.signs import SHIELD, STAR, at, cost_ring
from gosu_env.armies.state import ARRIVING, COLUMNS, FACE_DOWN, FACE_UP, ROWS
from gosu_env.engine.events import ONLOOKER
from gosu_env.engine.game import Game
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES, LEVEL_NAMES, Card, CardSet
from gosu_env.gosu.colours import CLAN_HUES
from gosu_env.gosu.drawn_cards import CARD_HEIGHT, CARD_WIDTH, army_card, imprisoned_card, small_card
from gosu_env.gosu.language import CLAN_WORDS
from gosu_env.gosu.position import PARTNER
from gosu_env.gosu.ruleset import gosu_rules
from gosu_env.gosu.signs import KAMAKOR_SIGN_WORDS, SIGN_WORDS, advantage_token, sign, token
from gosu_env.gosu.state import CLANS, KINDS
from gosu_env.gosu.text import are_partners, global_text, options_in_force, winners_text
from gosu_env.render.colours import (
    GOLD,
    GOLD_EDGE,
    INK,
    PAGE,
    PANEL,
    PANEL_EDGE,
    SEAT_HUES,
    SLOT,
    SLOT_EDGE,
    SLOT_INK,
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

# ------------------------------------------------------------------------------------------------ a player

PAD = 14.0
INNER = COLUMNS * CARD_WIDTH + (COLUMNS - 1) * GAP
PANEL_WIDTH = INNER + 2 * PAD
HEADER = 46.0
ARMY_TOP = PAD + HEADER + 8
HAND_TOP = ARMY_TOP + ROWS * (CARD_HEIGHT + GAP) + 5
HAND_HEIGHT = 94.0
PANEL_HEIGHT = HAND_TOP + HAND_HEIGHT + PAD


@lru_cache(maxsize=8)
def panel(ring: str | None = None) -> Drawing:
    """The ground of a player: a slot for every card of an army, Ōzekis on top; in a ring when it matters now."""
    sketch = ground(PANEL_WIDTH, PANEL_HEIGHT, ring)
    slots(sketch, slot_place, CARD_WIDTH, CARD_HEIGHT, LEVEL_NAMES)
    line = HAND_TOP - 7
    sketch.add(Stroke(((PAD, line), (PANEL_WIDTH - PAD, line)), SLOT_EDGE, 1))
    return sketch.finish()


def slot_place(row: int, column: int) -> Point:
    """Where a slot of an army lies in its panel."""
    return PAD + column * (CARD_WIDTH + GAP), ARMY_TOP + (ROWS - 1 - row) * (CARD_HEIGHT + GAP)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the head of a panel tells of a player."""

    seat: int
    pills: tuple[str, ...]
    vp: int
    strength: int
    hand: int
    held: int  # activation tokens
    lying: int
    spent: int
    advantage: bool
    win: int  # victory points that win
    dragoons: tuple[int, int] | None = None  # Dragoon tokens in hand and on goblins, in games that have them


@lru_cache(maxsize=256)
def header(player: Standing) -> Drawing:
    sketch = head_of(player.seat, player.pills, INNER, HEADER)
    right = INNER

    def group(caption: str, width: float) -> float:
        """Take room from the right for a group with a caption; the middle of it."""
        nonlocal right
        middle = right - width / 2
        sketch.write(middle, HEADER - 5, caption, 9.5, SOFT_INK, "middle", room=width)
        right -= width + 10
        return middle

    stars = max(player.win, player.vp)
    middle = group("victory points", max(stars * 24.0, 76))
    for i in range(stars):
        x = middle + (i - (stars - 1) / 2) * 24
        won = i < player.vp
        sketch.add(Polygon(at(STAR, x, 13, 11.5), GOLD if won else SLOT, GOLD_EDGE if won else SLOT_INK, 1))
    kinds = ["held"] * player.held + ["lying"] * player.lying + ["spent"] * player.spent
    middle = group("tokens", max(len(kinds) * 25.0, 42))
    for i, kind in enumerate(kinds):
        sketch.add(*token(middle + (i - (len(kinds) - 1) / 2) * 25, 13, 10, kind))
    if player.dragoons is not None:
        kinds = ["dragoon"] * player.dragoons[0] + ["dragoon lying"] * player.dragoons[1]
        middle = group("Dragoon", max(len(kinds) * 17.0, 42))
        for i, kind in enumerate(kinds or ["spent"]):
            sketch.add(*token(middle + (i - (max(len(kinds), 1) - 1) / 2) * 17, 13, 8, kind))
    middle = group("strength", 46)
    sketch.add(Polygon(at(SHIELD, middle, 13, 12), WHITE, INK, 1.4))
    sketch.write(middle, 17.6, str(player.strength), 14, INK, "middle", bold=True, room=21)
    middle = group("hand", 34)
    fan(sketch, middle - 15, 3, player.hand)
    if player.advantage:
        middle = group("Advantage", 54)
        sketch.add(*advantage_token(middle, 13, 12))
    return sketch.finish()


# ------------------------------------------------------------------------------------------------ the table

MARGIN, SPACE = 18.0, 14.0
SIDE_WIDTH = 250.0
COLUMN = SIDE_WIDTH - 2 * PAD
PILES_TOP, PILES = 66.0, 106.0
LISTS_TOP = 178.0
KEY_LINE = 1.6  # height of a line, in em
KEY = SIGN_WORDS | {"value": "military value", "cost": "mutation cost", "token": "activation token"}
KAMAKOR_KEY = KEY | KAMAKOR_SIGN_WORDS | {"dragoon": "Dragoon token"}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie for a number of players: their panels, clockwise, and beside or below them the middle."""

    width: float
    height: float
    panels: tuple[Point, ...]
    middle: tuple[float, float, float, float]  # place and size
    text: float  # the size of letters in the middle
    key_columns: int
    key: tuple[tuple[str, str], ...]  # signs and what they mean

    @property
    def lists_bottom(self) -> float:
        """Where the key begins, from the top of the middle."""
        return self.middle[3] - PAD - 14 - len(self.key) / self.key_columns * self.text * KEY_LINE


@lru_cache(maxsize=8)
def layout(num_players: int, kamakor: bool = False) -> Layout:
    key = tuple((KAMAKOR_KEY if kamakor else KEY).items())
    left, right = MARGIN, MARGIN + PANEL_WIDTH + SPACE
    top, low = MARGIN, MARGIN + PANEL_HEIGHT + SPACE
    panels = ((left, top), (right, top), (right, low), (left, low))[:num_players]
    beside = right + PANEL_WIDTH + SPACE
    bottom = low if num_players == 2 else low + PANEL_HEIGHT + SPACE
    height = bottom + FOOTER + MARGIN
    if num_players == 3:  # in the free corner
        middle = (left, low, PANEL_WIDTH, PANEL_HEIGHT)
        return Layout(beside - SPACE + MARGIN, height, panels, middle, 11.5, 3, key)
    middle = (beside, top, SIDE_WIDTH, bottom - SPACE - top)
    text, columns = (10.0, 2) if num_players == 2 else (11.5, 1)
    return Layout(beside + SIDE_WIDTH + MARGIN, height, panels, middle, text, columns, key)


@lru_cache(maxsize=8)
def board(num_players: int, kamakor: bool = False) -> Drawing:
    """All that never changes."""
    plan = layout(num_players, kamakor)
    sketch = Sketch("board", plan.width, plan.height, GROUND)
    # Beyond the edges, so that no pixel there is covered in part.
    sketch.add(Box(-MARGIN, -MARGIN, plan.width + 2 * MARGIN, plan.height + 2 * MARGIN, PAGE))
    for x, y in plan.panels:
        sketch.place(x, y, panel())
    x, y, width, height = plan.middle
    sketch.add(Box(x + 0.5, y + 0.5, width - 1, height - 1, PANEL, PANEL_EDGE, 1, 12))
    sketch.write(x + PAD, y + 39, "GOSU", 28, INK, bold=True)
    place = x + PAD, y + plan.lists_bottom, width - 2 * PAD
    legend(sketch, *place, plan.key, key_sign, plan.key_columns, plan.text, KEY_LINE)
    return sketch.finish()


def key_sign(name: str, x: float, y: float) -> list[Shape]:
    if name == "value":
        return [Polygon(at(SHIELD, x, y, 6.5), WHITE, INK, 1.1)]
    if name == "cost":
        return cost_ring(x, y, 5.5, INK)
    if name in ("token", "dragoon"):
        return token(x, y, 6.5, "held" if name == "token" else name)
    return sign(name, x, y, 11, INK)


@lru_cache(maxsize=64)
def clock(round_number: int, turn: str, turn_seat: int | None) -> Drawing:
    """The round, and whose turn it is."""
    width = COLUMN - 92
    sketch = Sketch("clock", width, 36)
    sketch.add(Box(0, 0, width, 36, PANEL))
    sketch.write(width, 15, f"Round {round_number}", 15, INK, "end", bold=True, room=width)
    hue = SOFT_INK if turn_seat is None else SEAT_HUES[turn_seat]
    sketch.write(width, 31, turn, 11, hue, "end", bold=True, room=width)
    return sketch.finish()


@lru_cache(maxsize=64)
def piles(deck: int, discard: tuple[tuple[int, int], ...], supply: int | None = None) -> Drawing:
    """The draw pile, the discard pile, and how many cards of each clan in play lie in the latter.

    With Kamakor also how many Dragoon tokens the supply has.
    """
    sketch = Sketch("piles", COLUMN, PILES)
    sketch.add(Box(0, 0, COLUMN, PILES, PANEL))
    stack(sketch, 0, 2, deck, face_up=False)
    stack(sketch, 84, 2, sum(cards for _, cards in discard), face_up=True)
    sketch.write(33, 101, "draw pile", 10.5, SOFT_INK, "middle")
    sketch.write(117, 101, "discard pile", 10.5, SOFT_INK, "middle")
    for number, (clan, cards) in enumerate(discard):
        line = 4 + number * 16.5
        hue = CLAN_HUES[clan]
        sketch.add(Box(165.5, line, 19, 12.5, hue.fill, hue.edge, 1, 2.5))
        sketch.write(175, line + 9.4, CLAN_WORDS[clan][:2].capitalize(), 8.5, hue.ink, "middle", True)
        sketch.write(190, line + 10, str(cards), 12, INK if cards else SLOT_INK, bold=cards > 0)
    if supply is not None:
        sketch.add(*token(176.5, 97, 6.5, "dragoon"))
        sketch.write(190, 101.4, str(supply), 12, INK, bold=True)
    return sketch.finish()


# ------------------------------------------------------------------------------------------------ what a viewer sees


@dataclass(frozen=True, slots=True)
class Known:
    """What a viewer knows of cards that are not for everybody to see."""

    hands: list[tuple[Card, ...]]  # the cards of every hand that the viewer knows
    looked: tuple[Card, ...]  # the cards being looked at, for the one who looks


def known_cards(game: Game, cards: CardSet, seat: int | None) -> Known:
    """The viewer's share of what is hidden; nobody in particular sees all, an onlooker nothing."""

    def dealt(counts: list[int]) -> tuple[Card, ...]:
        return tuple(cards[kind] for kind, count in enumerate(counts) for _ in range(count))

    n, st = game.num_players, game.state
    if seat == ONLOOKER:
        return Known([()] * n, ())
    if seat is None:
        looked = tuple(cards[kind] for kind in st.look[: st.look_size].tolist())
        return Known([dealt(counts) for counts in st.hand[:n].tolist()], looked)
    seen, spec = game.observe(seat), game.observation_spec
    names = ["hand.me"] + [f"hand.opp{relative}" for relative in range(1, n)]
    hands = [dealt(seen[spec[names[(player - seat) % n]]].tolist()) for player in range(n)]
    numbers = (number for number in seen[spec["look"]].tolist() if number)
    return Known(hands, tuple(cards[number - 1 if number > 0 else KINDS - 1 - number] for number in numbers))


class Scene:
    """The table of a game as a viewer sees it, to be drawn or laid out on a screen."""

    def __init__(self, game: Game, seat: int | None) -> None:
        rules = gosu_rules(game)
        self.game, self.seat = game, None if seat is None or seat == ONLOOKER else int(seat)
        self.facts = game.to_json()
        self.cards = {card.name: card for card in rules.cards.cards}
        self.known = known_cards(game, rules.cards, seat)
        self.over: bool = self.facts["over"]
        self.turn_seat: int | None = None if self.over else self.facts["turn_seat"]
        self.globals: list[int] = game.state.globals.tolist()
        self.kamakor = rules.cards.kinds > KINDS
        self.size = rules.size
        self.plan = layout(game.num_players, self.kamakor)
        self.sketch = Sketch("table", self.plan.width, self.plan.height)

    def draw(self) -> Drawing:
        sketch, plan = self.sketch, self.plan
        sketch.place(0, 0, board(self.game.num_players, self.kamakor))
        strengths = self.game.strengths()
        for player, (x, y) in enumerate(plan.panels):
            if player == self.turn_seat or player in self.facts["winners"]:
                sketch.place(x, y, panel(GOLD if self.over else SEAT_HUES[player]))
            head = header(self.standing(player, strengths[player]))
            sketch.place(x + PAD, y + PAD, head, self.relative(player))
            self.place_army(player, x, y)
            self.place_hand(player, x + PAD, y + HAND_TOP)
        self.place_middle()
        own = self.seat or 0
        for x, y in (*plan.panels[own:], *plan.panels[:own]):
            sketch.divide(x, y, PANEL_WIDTH, PANEL_HEIGHT)
        sketch.divide(*plan.middle)
        told = self.outcome() if self.over else f"Waiting for {self.facts['decision']['text']}."
        told = told.removesuffix(".") if told.endswith("?.") else told
        hue = GOLD if self.over else SEAT_HUES[self.facts["seat"]]
        foot = footer(told, hue, plan.width - 2 * MARGIN, "looking at", self.known.looked, small_card)
        sketch.place(MARGIN, plan.height - MARGIN - FOOTER, foot)
        return sketch.finish(f"GOSU, round {self.facts['round']}. {told}")

    def relative(self, player: int) -> int | None:
        """A player counted clockwise from the viewer."""
        return None if self.seat is None else (player - self.seat) % self.game.num_players

    def standing(self, player: int, strength: int) -> Standing:
        facts = self.facts["players"][player]
        pills = ["you"] * (player == self.seat) + ["winner"] * (player in self.facts["winners"])
        pills += ["partner"] * are_partners(self.game.state, player, self.seat)
        pills += ["turn"] * (player == self.turn_seat) + ["passed"] * (facts["passed"] and not self.over)
        pills += ["decides"] * (player == self.facts["seat"] != self.turn_seat)
        held, lying = facts["tokens"], self.lying(player, dragoon=False)
        counts = facts["vp"], strength, len(facts["hand"]), held, lying, self.size.tokens - held - lying
        dragoons = (facts["dragoons"], self.lying(player, dragoon=True)) if self.kamakor else None
        return Standing(
            player, tuple(pills), *counts, self.facts["advantage"] == player, self.size.victory_points, dragoons
        )

    def lying(self, player: int, dragoon: bool) -> int:
        """How many tokens of a sort a player has on goblins, the partner's included (K-3.3)."""
        armies = [(player, True)] + [((player + 2) % 4, PARTNER)] * bool(self.game.state.teams)
        return sum(
            lies["token"] == whose and lies.get("dragoon", False) == dragoon
            for seat, whose in armies
            for row in self.facts["players"][seat]["army"]
            for lies in row
        )

    def value(self, card: Card, row: int | None = None) -> int:
        """The military value with the Globals in force, in the row of its level or in another (K-1.11)."""
        row = card.level - 1 if row is None else row
        more = self.globals[row] + self.globals[v.VALUE_CLAN + card.clan]
        return max(printed_value(row + 1) + more, 0)

    def army(self, player: int) -> Iterator[tuple[int, int, Card, int, str]]:
        """The cards of an army: row, column, card, how it lies, and the kind of token on it, if there is one."""
        faces = self.game.state.face[player].tolist()
        for row, level in enumerate(self.facts["players"][player]["army"]):
            for column, lies in enumerate(level):
                kind = "dragoon" if lies.get("dragoon") else "held" if lies["token"] else ""
                yield row, column, self.cards[lies["card"]], faces[row * COLUMNS + column], kind

    def place_army(self, player: int, x: float, y: float) -> None:
        for row, column, card, face, with_token in self.army(player):
            if face == FACE_DOWN:
                drawn = imprisoned_card(card)
            else:
                drawn = army_card(card, self.value(card, row), with_token, face == ARRIVING, row)
            dx, dy = slot_place(row, column)
            seat = self.relative(player)
            self.sketch.place(x + dx, y + dy, drawn, None if seat is None else Slot(seat, row, column))

    def place_hand(self, player: int, x: float, y: float) -> None:
        """The cards that the viewer knows, then the backs of the others."""
        shown, held = self.known.hands[player], len(self.facts["players"][player]["hand"])
        for i, (dx, dy, width, height) in enumerate(hand_places(held, INNER, HAND_HEIGHT)):
            drawn = small_card(shown[i], width, height) if i < len(shown) else card_back(width, height)
            self.sketch.place(x + dx, y + dy, drawn, shown[i].name if player == self.seat else None)

    def place_middle(self) -> None:
        """Round, piles, the Globals in force, and the discard pile by name if there is room."""
        sketch, plan, discard = self.sketch, self.plan, self.facts["discard"]
        x, y, width, _ = plan.middle
        sketch.place(x + PAD + 92, y + PAD, clock(self.facts["round"], self.turn(), self.turn_seat))
        per_clan = Counter(self.cards[name].clan for name in discard)
        clans = [CLAN_WORDS.index(word) for word in self.facts.get("clans", CLAN_WORDS[:CLANS])]
        banning = len(clans) > CLANS
        thrown_of = () if banning else tuple((clan, per_clan[clan]) for clan in clans)
        drawn = piles(self.facts["deck"], thrown_of, self.facts.get("dragoon_supply"))
        sketch.place(x + PAD, y + PILES_TOP, drawn)
        bottom = plan.lists_bottom - 6
        wide = width > SIDE_WIDTH
        left, top = (PAD + COLUMN + 28, PAD + 4) if wide else (PAD, LISTS_TOP)
        title, told, size = "Globals in force", self.options() + self.in_force(), plan.text
        if self.options():
            title = "Options and Globals in force"
        if banning:  # no card is there yet
            title, size = "Clans left", plan.text * 0.9
            told = tuple((clan, "", CLAN_NAMES[clan]) for clan in clans)
        bound = listing(title, told, width - PAD - left, size, CLAN_HUES, bottom - top)
        sketch.place(x + left, y + top, bound)
        top = LISTS_TOP if wide else top + bound.height + 10
        thrown: dict[int, list[str]] = {clan: [] for clan in clans}
        for name, count in Counter(discard).items():
            thrown[self.cards[name].clan].append(name if count == 1 else f"{name} ×{count}")
        entries = tuple((clan, "", ", ".join(names)) for clan, names in thrown.items() if names)
        names = listing("Discard pile", entries, COLUMN, plan.text, CLAN_HUES)
        if entries and top + names.height <= bottom:
            sketch.place(x + PAD, y + top, names)

    def options(self) -> tuple[tuple[int, str, str], ...]:
        """The options that bind everybody, as entries of a list."""
        return tuple((NO_CLAN, "", words) for words in options_in_force(self.game.state))

    def in_force(self) -> tuple[tuple[int, str, str], ...]:
        """The Globals in force (G-9.8): clan, card and owner, text."""
        teams = bool(self.game.state.teams)
        return tuple(
            (card.clan, f"{card.name} of seat {player}", " ".join(global_text(bound, teams) for bound in card.globals))
            for player in range(self.game.num_players)
            for _, _, card, face, _ in self.army(player)
            if card.globals and face == FACE_UP
        )

    def turn(self) -> str:
        """Whose turn it is, with the extra turns to come and the turns until everybody has passed."""
        if self.turn_seat is None:
            return "the end"
        extra, left = int(self.game.state.extra_turns), int(self.game.state.turns_left)
        more = (f", {extra} extra" if extra > 0 else "") + (f", {left} left" if left >= 0 else "")
        return f"seat {self.turn_seat}’s turn{more}"

    def outcome(self) -> str:
        """Who won, and how."""
        if not self.facts["winners"]:
            return "The game was stopped without a winner."
        who = winners_text(self.game.state, self.facts["winners"])
        ending, card = self.game.ending
        if ending == "battle":
            return f"{who} in the Great Battle of round {self.facts['round']}."
        return f"{who} by a VP of {card}." if ending == "victory_point" else f"{who} by the special victory of {card}."


def draw_table(game: Game, seat: int | None = None) -> Drawing:
    """The table as a seat or an onlooker sees it; without either, with all hands."""
    return Scene(game, seat).draw()
