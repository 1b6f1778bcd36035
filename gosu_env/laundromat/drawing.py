"""The table of Goblin Laundromat as a picture made of plain shapes; see ``gosu_env.render.shapes``.

Every player has a panel: the programme with its stains against their limits, the hand or the line of washed garments,
the basket, and what is scored. For a number of players the picture always has the same size.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from gosu_env.engine.events import ONLOOKER
from gosu_env.engine.game import Game
from gosu_env.laundromat.cards import TYPES, CardSet, Garment, Programme
from gosu_env.laundromat.colours import PROGRAMME, PROGRAMME_EDGE, SPECIES_HUES, STAIN_HUES
from gosu_env.laundromat.state import CATEGORIES, LONGEST_CYCLE, NO_LIMIT, ROUNDS, SPECIES, STAINS
from gosu_env.render.colours import (
    BACK,
    BACK_ART,
    BACK_EDGE,
    GOLD,
    GOLD_EDGE,
    GOLD_LIGHT,
    GREY,
    GREY_EDGE,
    GREY_INK,
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
from gosu_env.render.shapes import CARD, GROUND, RING, Box, Disc, Drawing, Polygon, Shape, Sketch, Stroke, wrap

PLURALS = dict(zip(SPECIES, ("elves", "mermaids", "dwarves", "orcs", "vampires"), strict=True))
CATEGORY_WORDS = dict(zip(CATEGORIES, ("underwear", "trousers", "cape", "sock", "coins"), strict=True))

CARD_WIDTH, CARD_HEIGHT, GAP, PAD = 86.0, 112.0, 8.0, 14.0
PROGRAMME_WIDTH = 170.0
ROW = LONGEST_CYCLE * (CARD_WIDTH + GAP) - GAP
PANEL_WIDTH = PAD + PROGRAMME_WIDTH + 2 * GAP + ROW + PAD
HEADER, CHIP_WIDTH, CHIP_HEIGHT = 42.0, 112.0, 22.0
BASKET_TOP = HEADER + CARD_HEIGHT + 2 * GAP + 6
CHIPS_A_ROW = 6
BASKET_ROWS, SCORED_ROWS = 2, 3
SCORED_TOP = BASKET_TOP + BASKET_ROWS * (CHIP_HEIGHT + 4) + 8
PANEL_HEIGHT = SCORED_TOP + SCORED_ROWS * (CHIP_HEIGHT + 4) + PAD
MARGIN, TOP = 18.0, 62.0
MARKET_HEIGHT = CARD_HEIGHT + 34


# ------------------------------------------------------------------------------------------------ cards


def stain_marks(stains: tuple[int, ...], x: float, y: float, size: float) -> tuple[list[Shape], list[tuple[Any, ...]]]:
    """A disc for every stain, and the letter upon it; from ``x`` to the right."""
    shapes: list[Shape] = []
    letters: list[tuple[Any, ...]] = []
    for stain, count in enumerate(stains):
        for _ in range(count):
            shapes.append(Disc(x, y, size, STAIN_HUES[stain]))
            letters.append((x, y + size * 0.62, STAINS[stain][0].upper(), size * 1.6, WHITE, "middle", True))
            x += 2.25 * size
    return shapes, letters


def coin(sketch: Sketch, x: float, y: float, radius: float, words: str) -> None:
    sketch.add(Disc(x, y, radius, GOLD, GOLD_EDGE, 1.2))
    sketch.write(x, y + radius * 0.38, words, radius * 1.1, INK, "middle", True, room=1.8 * radius)


def emblem(category: str, x: float, y: float, s: float, colour: str) -> list[Shape]:
    """What sort of garment it is, as a small picture."""

    def at(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
        return tuple((round(x + s * px, 2), round(y + s * py, 2)) for px, py in points)

    if category == "underwear":
        return [Polygon(at((-1, -0.5), (1, -0.5), (0.9, 0.1), (0.2, 0.7), (-0.2, 0.7), (-0.9, 0.1)), colour)]
    if category == "trousers":
        legs = at((-0.75, -1), (0.75, -1), (0.85, 1), (0.25, 1), (0, -0.2), (-0.25, 1), (-0.85, 1))
        return [Polygon(legs, colour)]
    if category == "cape":
        return [Polygon(at((-0.35, -1), (0.35, -1), (1, 1), (0.35, 0.75), (-0.35, 0.75), (-1, 1)), colour)]
    if category == "sock":
        return [Polygon(at((-0.5, -1), (0.2, -1), (0.2, 0.2), (1, 0.55), (0.95, 1), (-0.5, 0.9)), colour)]
    sleeves = at((-0.55, -0.9), (0.55, -0.9), (1, -0.3), (0.6, 0), (0.6, 1), (-0.6, 1), (-0.6, 0), (-1, -0.3))
    return [Polygon(sleeves, colour)]


@lru_cache(maxsize=256)
def garment_card(garment: Garment, dimmed: bool = False) -> Drawing:
    """A garment face up; ``dimmed``: its stains do not count, because of the potion."""
    sketch = Sketch("garment", CARD_WIDTH, CARD_HEIGHT, CARD)
    species, category = SPECIES[garment.species], CATEGORIES[garment.category]
    hue = SPECIES_HUES[species]
    sketch.add(Box(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, WHITE, hue, 1.4, 7))
    sketch.add(Box(1.2, 1.2, CARD_WIDTH - 2.4, 18, hue, None, 0, 6))
    sketch.write(CARD_WIDTH / 2, 14, species, 11, WHITE, "middle", True, room=CARD_WIDTH - 10)
    sketch.add(*emblem(category, CARD_WIDTH / 2, 45, 15, hue))
    for line, words in enumerate(wrap(garment.name, 9.5, CARD_WIDTH - 10)[:2]):
        sketch.write(CARD_WIDTH / 2, 75 + 11 * line, words, 9.5, INK, "middle", True, room=CARD_WIDTH - 8)
    total = sum(garment.stains)
    size = 6.4
    shapes, letters = stain_marks(garment.stains, CARD_WIDTH / 2 - (total - 1) * 1.125 * size, CARD_HEIGHT - 13, size)
    sketch.add(*shapes)
    for letter in letters:
        sketch.write(*letter)
    if dimmed:
        cross = ((12.0, CARD_HEIGHT - 22.0), (CARD_WIDTH - 12.0, CARD_HEIGHT - 4.0))
        sketch.add(Stroke(cross, GOLD_EDGE, 3))
    if garment.coins:
        coin(sketch, CARD_WIDTH - 14, 33, 10, str(garment.coins))
    stains = ", ".join(f"{count} {STAINS[stain]}" for stain, count in enumerate(garment.stains) if count) or "no stains"
    pays = f", {garment.coins} coins" if garment.coins else ""
    return sketch.finish(f"{garment.name}: {species}, {CATEGORY_WORDS[category]}, {stains}{pays}")


@lru_cache(maxsize=2)
def card_back() -> Drawing:
    sketch = Sketch("back", CARD_WIDTH, CARD_HEIGHT, CARD)
    sketch.add(Box(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, BACK, BACK_EDGE, 1.2, 7))
    for radius in (26, 17, 8):
        sketch.add(Disc(CARD_WIDTH / 2, CARD_HEIGHT / 2, radius, None, BACK_ART, 3))
    return sketch.finish("a garment, face down")


@lru_cache(maxsize=256)
def chip(garment: Garment, count: int = 1) -> Drawing:
    """A garment in a line of text, with its colour."""
    sketch = Sketch("chip", CHIP_WIDTH, CHIP_HEIGHT, CARD)
    hue = SPECIES_HUES[SPECIES[garment.species]]
    sketch.add(Box(0.5, 0.5, CHIP_WIDTH - 1, CHIP_HEIGHT - 1, WHITE, hue, 1, 5))
    sketch.add(*emblem(CATEGORIES[garment.category], 11, CHIP_HEIGHT / 2, 6.5, hue))
    words = garment.name if count == 1 else f"{count} × {garment.name}"
    sketch.write(22, 15, words, 10, INK, room=CHIP_WIDTH - 26)
    return sketch.finish(garment.name)


@lru_cache(maxsize=512)
def programme_card(programme: Programme, stained: tuple[int, ...] | None) -> Drawing:
    """A programme with its limits; beside them, the stains of the wash that is going on."""
    sketch = Sketch("programme", PROGRAMME_WIDTH, CARD_HEIGHT, CARD)
    sketch.add(Box(0.5, 0.5, PROGRAMME_WIDTH - 1, CARD_HEIGHT - 1, PROGRAMME, PROGRAMME_EDGE, 1.2, 8))
    sketch.write(10, 19, f"{programme.type_name} · {programme.name}", 12, INK, bold=True, room=PROGRAMME_WIDTH - 20)
    sketch.write(10, 36, f"{programme.temperature}° · {programme.cycle} garments", 10.5, SOFT_INK, room=100)
    sketch.add(*turn_sign(PROGRAMME_WIDTH - 46, 36, 7.5, programme.clockwise))
    coin(sketch, PROGRAMME_WIDTH - 20, 36, 12, str(programme.coins))
    line = 0
    for stain, limit in enumerate(programme.limits):
        if limit == NO_LIMIT:
            continue
        y = 58 + 19 * line
        line += 1
        sketch.write(10, y + 4, STAINS[stain], 10.5, INK, room=42)
        count = 0 if stained is None else stained[stain]
        for mark in range(max(limit, count)):
            x = 58 + 14.5 * mark
            if x > PROGRAMME_WIDTH - 12:
                break
            over = mark >= limit
            fill = ("#c62828" if over else STAIN_HUES[stain]) if mark < count else None
            sketch.add(Disc(x, y, 5.6, fill, "#c62828" if over else STAIN_HUES[stain], 1.3))
    limits = ", ".join(f"{STAINS[stain]} {limit}" for stain, limit in enumerate(programme.limits) if limit != NO_LIMIT)
    return sketch.finish(f"{programme.name}: at most {limits}; {programme.cycle} garments, {programme.coins} coins")


def turn_sign(x: float, y: float, radius: float, clockwise: bool) -> list[Shape]:
    """An arrow round a circle."""
    way = 1 if clockwise else -1
    turns = [math.radians(-60 + 30 * step) for step in range(10)]
    arc = [(round(x + way * radius * math.cos(t), 2), round(y + radius * math.sin(t), 2)) for t in turns]
    (end_x, end_y), size = arc[-1], radius * 0.75
    on_x, on_y = -way * math.sin(turns[-1]) * size, math.cos(turns[-1]) * size  # where the arrow goes
    head = ((end_x + on_x, end_y + on_y), (end_x - on_y, end_y + on_x), (end_x + on_y, end_y - on_x))
    return [Stroke(tuple(arc), SOFT_INK, 1.6), Polygon(head, SOFT_INK)]


def fate_sign(fate: str, x: float, y: float, colour: str) -> list[Shape]:
    """A tick for a completed programme, a cross for a lost one."""
    if fate == "completed":
        return [Stroke(((x - 4, y), (x - 1, y + 4), (x + 5, y - 5)), colour, 2)]
    if fate == "lost":
        return [
            Stroke(((x - 4, y - 4), (x + 4, y + 4)), colour, 2),
            Stroke(((x - 4, y + 4), (x + 4, y - 4)), colour, 2),
        ]
    return []


# ------------------------------------------------------------------------------------------------ a player


@lru_cache(maxsize=16)
def panel(ring: str | None) -> Drawing:
    sketch = Sketch("panel", PANEL_WIDTH, PANEL_HEIGHT, RING)
    weight = 3.0 if ring else 1.0
    edges = PANEL_WIDTH - weight, PANEL_HEIGHT - weight
    sketch.add(Box(weight / 2, weight / 2, *edges, PANEL, ring or PANEL_EDGE, weight, 12))
    left = PAD + PROGRAMME_WIDTH + 2 * GAP
    for slot in range(LONGEST_CYCLE):
        x = left + slot * (CARD_WIDTH + GAP)
        sketch.add(Box(x + 0.5, HEADER + 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, SLOT, SLOT_EDGE, 1, 7))
    for top, words in ((BASKET_TOP, "basket"), (SCORED_TOP, "scored")):
        sketch.add(Stroke(((PAD, top - 5), (PANEL_WIDTH - PAD, top - 5)), SLOT_EDGE, 1))
        sketch.write(PAD, top + 15, words, 11, SLOT_INK)
    return sketch.finish()


def potion(sketch: Sketch, x: float, y: float, full: bool) -> None:
    """A bottle; an empty one was used."""
    flask = ((x - 2.5, y - 10), (x + 2.5, y - 10), (x + 2.5, y - 3), (x + 8, y + 8), (x - 8, y + 8), (x - 2.5, y - 3))
    sketch.add(Polygon(flask, "#d46ab3" if full else GREY, "#8c2f73" if full else GREY_EDGE, 1.2))


def public_table(game: Game) -> dict[str, Any]:
    """``Game.to_json`` as everybody knows it: of every player what the next one sees, without hands.

    Baskets are filled openly from a market (L-6.1), and face down from hands.
    """
    n = game.num_players
    views = [game.to_json(seat) for seat in range(n)]
    players = [views[(seat + 1) % n]["players"][seat] for seat in range(n)]
    for player in players:
        player["hand"] = None if player["hand"] is None else [None] * len(player["hand"])
        player["basket"] = player["basket"] if n == 2 else [None] * len(player["basket"])
    return views[0] | {"players": players}


class _Table:
    """A game as somebody sees it, about to be drawn."""

    def __init__(self, game: Game, seat: int | None) -> None:
        rules: Any = game.rules
        self.cards: CardSet = rules.cards
        self.told = public_table(game) if seat == ONLOOKER else game.to_json(seat)
        self.seat = None if seat == ONLOOKER else seat
        self.garments = {garment.name: garment for garment in self.cards.garments}
        self.programmes = {programme.name: programme for programme in self.cards.programmes}
        self.hands = [player["hand"] for player in self.told["players"]]

    def chips(self, sketch: Sketch, names: list[str], top: float, rows: int, hidden: int = 0) -> None:
        """Garments as chips; more of a kind share one, and what has no room is counted."""
        counts: dict[str, int] = {}
        for name in names:
            counts[name] = counts.get(name, 0) + 1
        room = rows * CHIPS_A_ROW
        shown = list(counts.items())
        rest = sum(count for _, count in shown[room - 1 :]) if len(shown) + (hidden > 0) > room else 0
        shown = shown[: room - 1] if rest else shown
        left = PAD + 56
        for place, (name, count) in enumerate(shown):
            row, column = divmod(place, CHIPS_A_ROW)
            at = left + column * (CHIP_WIDTH + 4), top + row * (CHIP_HEIGHT + 4)
            sketch.place(*at, chip(self.garments[name], count))
        more = [f"and {rest} more"] * (rest > 0) + [f"{hidden} face down"] * (hidden > 0)
        if more:
            row, column = divmod(len(shown), CHIPS_A_ROW)
            note = Sketch("more", CHIP_WIDTH, CHIP_HEIGHT)
            note.write(4, 15, ", ".join(more), 10.5, SOFT_INK, room=CHIP_WIDTH - 6)
            sketch.place(left + column * (CHIP_WIDTH + 4), top + row * (CHIP_HEIGHT + 4), note.finish())

    def player(self, seat: int) -> Drawing:
        told, player = self.told, self.told["players"][seat]
        sketch = Sketch(f"player {seat}", PANEL_WIDTH, PANEL_HEIGHT)
        decides = told["decision"]["seat"] == seat and not told["over"]
        ring = GOLD_EDGE if seat in told["winners"] else SEAT_HUES[seat] if decides else None
        sketch.place(0, 0, panel(ring))
        sketch.place(0, 0, self.header(seat, player))
        number = max(told["round"] - 1, 0)
        name = player["programmes"][number]
        washes = told["washer"] == seat
        if name is not None:
            stained = None
            if washes:
                counted = [self.garments[each] for i, each in enumerate(told["wash"]) if i != told["shielded"]]
                stained = tuple(sum(garment.stains[stain] for garment in counted) for stain in range(len(STAINS)))
            sketch.place(PAD, HEADER, programme_card(self.programmes[name], stained))
        left = PAD + PROGRAMME_WIDTH + 2 * GAP
        line: list[str | None] = told["wash"] if washes else self.hands[seat] or []
        for slot, each in enumerate(line[:LONGEST_CYCLE]):
            shielded = washes and slot == told["shielded"]
            drawn = card_back() if each is None else garment_card(self.garments[each], shielded)
            aimed = seat == self.seat or washes
            sketch.place(left + slot * (CARD_WIDTH + GAP), HEADER, drawn, each if aimed else None)
        known = [each for each in player["basket"] if each is not None]
        self.chips(sketch, known, BASKET_TOP, BASKET_ROWS, len(player["basket"]) - len(known))
        self.chips(sketch, player["scored"], SCORED_TOP, SCORED_ROWS)
        return sketch.finish(f"seat {seat}: {player['coins']} coins")

    def header(self, seat: int, player: dict[str, Any]) -> Drawing:
        sketch = Sketch("header", PANEL_WIDTH, HEADER)
        species = player["basket_species"]
        sketch.add(Disc(PAD + 11, 22, 11, SEAT_HUES[seat]))
        sketch.write(PAD + 11, 27, str(seat), 14, WHITE, "middle", True)
        you = " (you)" if seat == self.seat else ""
        goblin = next(each.name for each in self.cards.baskets if SPECIES[each.species] == species)
        sketch.write(PAD + 30, 27, f"seat {seat}{you}", 14, INK, bold=True, room=110)
        sketch.add(Disc(PAD + 152, 22, 6, SPECIES_HUES[species]))
        sketch.write(PAD + 163, 27, f"{goblin} washes for {PLURALS[species]}", 12, SOFT_INK, room=190)
        x = PAD + 370
        for number in range(ROUNDS):
            fate = player["fates"][number]
            colour = {"completed": "#2e7d32", "lost": "#c62828"}.get(fate, GREY)
            sketch.add(Box(x, 12, 38, 20, WHITE, colour, 1.3, 5), *fate_sign(fate, x + 28, 22, colour))
            sketch.write(x + 11, 26, TYPES[number], 10.5, GREY_INK if fate == "open" else colour, "middle", True)
            x += 42
        if self.told["leader"] == seat:
            sketch.write(x + 8, 27, "washes first", 11, SOFT_INK, room=90)
        potion(sketch, PANEL_WIDTH - 90, 22, player["potion"])
        sketch.add(Disc(PANEL_WIDTH - 38, 22, 15, GOLD_LIGHT, GOLD_EDGE, 1.6))
        sketch.write(PANEL_WIDTH - 38, 27, str(player["coins"]), 14, INK, "middle", True)
        return sketch.finish()

    def market(self, width: float) -> Drawing:
        """The market of two players (L-6.1)."""
        sketch = Sketch("market", width, MARKET_HEIGHT)
        face_up, face_down = self.told["market"], self.told["market_pile"]
        sketch.write(0, 16, "market" if face_up else "", 12, SLOT_INK)
        for place, name in enumerate(face_up):
            sketch.place(60 + place * (CARD_WIDTH + GAP), 0, garment_card(self.garments[name]), name)
        if face_down:
            x = 60 + 3 * (CARD_WIDTH + GAP) + GAP
            for offset in range(min(face_down, 3)):
                sketch.place(x + 4 * offset, 3.0 * offset, card_back())
            sketch.write(x + CARD_WIDTH + 20, 64, f"{face_down} face down", 12, SOFT_INK)
        return sketch.finish()

    def title(self) -> str:
        told = self.told
        way = "clockwise" if told["clockwise"] else "anticlockwise"
        phase = {"fill": "filling baskets", "wash": "doing the laundry"}.get(told["phase"], told["phase"])
        return f"Goblin Laundromat · round {told['round']} of {ROUNDS} · {phase}, {way} · draw pile {told['deck']}"


def draw_table(game: Game, seat: int | None = None) -> Drawing:
    """The table as a seat or an onlooker sees it; without either, with all hands."""
    table = _Table(game, seat)
    n = game.num_players
    columns = 1 if n == 2 else 2
    rows = -(-n // columns)
    width = 2 * MARGIN + columns * PANEL_WIDTH + (columns - 1) * GAP
    top = TOP + (MARKET_HEIGHT if n == 2 else 0)
    height = top + rows * (PANEL_HEIGHT + GAP) + MARGIN - GAP
    ground = Sketch("board", width, height, GROUND)
    ground.add(Box(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, PAGE))
    words = Sketch("title", width, TOP)
    words.write(MARGIN, 26, table.title(), 16, INK, bold=True, room=width - 2 * MARGIN)
    words.write(MARGIN, 48, told_state(game), 13, SOFT_INK, room=width / 2)
    prizes = ", ".join(f"{CATEGORIES[each.category]} {each.first}/{each.second}" for each in table.cards.contests)
    words.write(width - MARGIN, 48, f"the most, the next most: {prizes}", 12, SOFT_INK, "end", room=width / 2 - MARGIN)
    sketch = Sketch("table", width, height)
    sketch.place(0, 0, ground.finish())
    sketch.place(0, 0, words.finish())
    if n == 2:
        sketch.lay_out(MARGIN, TOP, table.market(width - 2 * MARGIN))
        sketch.divide(MARGIN, TOP, width - 2 * MARGIN, MARKET_HEIGHT)
    first = table.seat or 0
    for place in range(n):
        row, column = divmod(place, columns)
        at = MARGIN + column * (PANEL_WIDTH + GAP), top + row * (PANEL_HEIGHT + GAP)
        sketch.lay_out(*at, table.player((first + place) % n))
        sketch.divide(*at, PANEL_WIDTH, PANEL_HEIGHT)
    return sketch.finish(table.title() if seat == ONLOOKER else game.describe(seat))


def told_state(game: Game) -> str:
    """What the game waits for, or who has won."""
    if not game.is_over:
        return game.decision_text()
    winners = game.winners
    names = " and ".join(f"seat {seat}" for seat in winners)
    return f"{names} {'wins' if len(winners) == 1 else 'share the victory'}" if winners else game.decision_text()
