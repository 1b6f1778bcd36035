"""The drawn table: it shows what is there, hides what is hidden, and nothing overlaps or is cut off."""

from __future__ import annotations

import re
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn import check_parts, contrast
from scripts import load_script

from gosu_env import Game, OptionError
from gosu_env.gosu import drawing as gosu_drawing
from gosu_env.gosu import signs
from gosu_env.gosu.cards import DEFAULT_SET
from gosu_env.gosu.colours import CLAN_HUES
from gosu_env.gosu.drawing import draw_table
from gosu_env.gosu.text import card_text
from gosu_env.render import colours, raster
from gosu_env.render.raster import table_rgb
from gosu_env.render.shapes import Box, Disc, Drawing, Polygon, text_width
from gosu_env.render.svg import table_svg

SVG = "{http://www.w3.org/2000/svg}"


def random_positions(count: int, seed: int) -> Iterator[Game]:
    """Positions of random games with 2, 3 and 4 players, their ends included."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < count:
        game = Game("gosu", num_players=2 + found % 3, seed=int(rng.integers(2**62)))
        while found < count:
            if rng.random() < 0.1 or game.is_over:
                found += 1
                yield game.clone()
            if game.is_over:
                break
            game.apply(int(rng.choice(game.legal_actions())))


def middle_of_a_game(**options: Any) -> Game:
    return Game.position(
        players=[
            {
                "hand": ["Garsh", "Ember"],
                "army": [["Dom", "Rengo*", "Murk"], ["Fact", "[Alikan]"], ["Walror"]],
                "vp": 1,
            },
            {"hand": ["Murk", "Nyx", "Tamo"], "known": ["Nyx"], "army": [["Bolt*", "[Cog]"], ["Turbine"], ["Titan"]]},
        ],
        discard=["Ideo", "Tusk", "Grint", "Grint"],
        round=3,
        options=options,
    )


def names(drawing: Drawing, kind: str) -> Counter[str]:
    """The cards drawn as that kind: card, imprisoned, small."""
    found = (part.name.split(" ", 1) for _, _, part in drawing.walk())
    return Counter(name[1] for name in found if name[0] == kind)


def words(drawing: Drawing) -> list[str]:
    return [line.text for _, _, part in drawing.walk() for line in part.words]


def part(drawing: Drawing, name: str) -> Drawing:
    return next(part for _, _, part in drawing.walk() if part.name == name)


# ------------------------------------------------------------------------------------------------ what is shown


def test_every_card_on_the_table_is_drawn_in_its_place() -> None:
    drawn = draw_table(middle_of_a_game())
    assert names(drawn, "card") == Counter(["Dom", "Rengo", "Murk", "Fact", "Walror", "Bolt", "Turbine", "Titan"])
    assert names(drawn, "imprisoned") == Counter(["Alikan", "Cog"])
    places = {part.name: (x, y) for x, y, part in drawn.walk()}
    assert places["card Dom"][0] < places["card Rengo"][0] < places["card Murk"][0]
    assert places["card Dom"][1] == places["card Rengo"][1] > places["card Fact"][1] > places["card Walror"][1]
    assert places["card Dom"][0] == places["card Fact"][0] == places["card Walror"][0]
    assert places["card Bolt"][1] == places["card Dom"][1]


def test_a_card_says_its_name_value_cost_and_what_it_has() -> None:
    drawn = draw_table(middle_of_a_game())
    assert [line.text for line in part(drawn, "card Fact").words] == ["Fact", "3", "1"]
    assert [line.text for line in part(drawn, "card Dom").words] == ["Dom", "3", "0"]  # Titan: Bakutos are worth 1 more
    assert [line.text for line in part(drawn, "card Walror").words] == ["Walror", "5"]  # it cannot mutate
    assert [line.text for line in part(drawn, "imprisoned Cog").words] == ["Cog", "imprisoned"]
    cards = Game().rules.cards  # type: ignore[attr-defined]
    assert signs.signs_of(cards[cards.kind("Trsck")]) == ["enters", "zombie"]
    assert signs.signs_of(cards[cards.kind("Wisp")]) == ["enters", "mutates"]
    assert signs.signs_of(cards[cards.kind("Walror")]) == ["global"]
    fact = cards[cards.kind("Fact")]
    assert card_text(fact) in part(drawn, "card Fact").note


def test_every_sign_is_drawn_in_its_own_way_and_explained() -> None:
    drawn = {name: tuple(signs.sign(name, 0, 0, 12, "#000000")) for name in signs.SIGN_WORDS}
    assert len(set(drawn.values())) == len(drawn) == 9
    shown = words(draw_table(Game(seed=1)))
    assert all(meaning in shown for meaning in gosu_drawing.KEY.values())


def test_tokens_lie_on_cards_and_beside_their_player() -> None:
    drawn = draw_table(middle_of_a_game())

    def golden(drawing: Drawing, fill: str) -> int:
        return sum(isinstance(shape, Disc) and shape.fill == fill for shape in drawing.shapes)

    assert [golden(part(drawn, f"card {name}"), colours.GOLD) for name in ("Rengo", "Bolt", "Dom")] == [1, 1, 0]
    for seat in range(2):
        assert golden(part(drawn, f"header {seat}"), colours.GOLD) == 1  # in hand
        assert golden(part(drawn, f"header {seat}"), colours.GOLD_LIGHT) == 1  # on a goblin
    game = Game.position(players=[{"tokens": 0}, {}])
    assert golden(part(draw_table(game), "header 0"), colours.SLOT) == 2  # spent


def test_the_values_drawn_add_up_to_the_strength() -> None:
    for game in random_positions(150, seed=3):
        drawn = draw_table(game)
        plan = gosu_drawing.layout(game.num_players)
        arriving = game.state.face == 2
        for seat, (x, y) in enumerate(plan.panels):
            inside = [
                int(card.words[1].text)
                for cx, cy, card in drawn.walk()
                if card.name.startswith("card ")
                and x <= cx < x + gosu_drawing.PANEL_WIDTH
                and y <= cy < y + gosu_drawing.PANEL_HEIGHT
            ]
            if not arriving[seat].any():
                assert sum(inside) == game.strengths()[seat]
            assert str(game.strengths()[seat]) in [line.text for line in part(drawn, f"header {seat}").words]


def test_an_arriving_card_is_dashed() -> None:
    game = Game.position(
        players=[{"hand": ["Dom", "Boko", "Ember"], "army": [["Tamo"]]}, {}], options={"auto_forced": False}
    )
    game.apply(game.parse_action("place Boko"))
    assert "<Boko>" in game.describe()
    drawn = draw_table(game)
    dashed = {
        name: any(isinstance(shape, Box) and shape.dashed for shape in part(drawn, f"card {name}").shapes)
        for name in ("Boko", "Tamo")
    }
    assert dashed == {"Boko": True, "Tamo": False}


def test_the_middle_tells_of_piles_globals_round_and_turn() -> None:
    game = middle_of_a_game()
    shown = words(draw_table(game))
    assert {"Round 3", "seat 0’s turn", str(game.to_json()["deck"]), "4", "Grint ×2, Tusk", "Ideo"} <= set(shown)
    assert {"Walror of seat 0", "Titan of seat 1", "Bakutos are worth 1 more. Meka"} <= set(shown)
    assert "Waiting for seat 0: choose an action." in shown
    told = [line.text for line in part(draw_table(game), "piles").words][-10:]
    assert list(zip(told[::2], told[1::2], strict=True)) == [
        *(("An", "0"), ("Al", "3"), ("Da", "0"), ("Me", "0"), ("Fi", "1"))
    ]


def test_headers_tell_turn_pass_decision_and_advantage() -> None:
    game = Game.position(
        num_players=3,
        players=[{"hand": ["Shade"], "army": [["Murk"]]}, {"hand": ["Bolt", "Cog"]}, {"passed": True}],
        options={"auto_forced": False},
    )
    game.apply(game.parse_action("place Shade"))
    assert game.seat == 1  # discards a card
    shown = [{line.text for line in part(draw_table(game, 1), f"header {seat}").words} for seat in range(3)]
    assert {"turn", "Advantage"} <= shown[0]
    assert {"you", "decides"} <= shown[1]
    assert "passed" in shown[2]
    assert not shown[1] & {"turn", "Advantage", "passed"}
    assert not shown[2] & {"you", "decides"}


def test_the_end_names_the_winner() -> None:
    ends = {}
    for game in random_positions(400, seed=5):
        if not game.is_over:
            continue
        drawn = draw_table(game)
        shown = words(drawn)
        ends[game.ending[0]] = next(line.text for line in part(drawn, "footer").words)
        winning = [
            seat
            for seat in range(game.num_players)
            if "winner" in [line.text for line in part(drawn, f"header {seat}").words]
        ]
        assert winning == game.winners
        assert "the end" in shown
        assert not {"turn", "passed", "decides"} & set(shown)
    assert re.fullmatch(r"Seats? \d.* in the Great Battle of round \d+\.", ends["battle"])
    stopped = Game(seed=1, max_decisions=1)
    stopped.apply(stopped.legal_actions()[0])
    assert "The game was stopped without a winner." in words(draw_table(stopped))


def test_victory_points_are_golden_stars() -> None:
    header = part(draw_table(middle_of_a_game()), "header 0")
    stars = [shape.fill for shape in header.shapes if isinstance(shape, Polygon) and len(shape.points) == 10]
    assert stars == [colours.GOLD, colours.SLOT, colours.SLOT]


# ------------------------------------------------------------------------------------------------ what is hidden


def test_a_seat_sees_its_own_hand_backs_and_what_it_knows_of_others() -> None:
    game = middle_of_a_game()
    mine = draw_table(game, 0)
    assert names(mine, "small") == Counter(["Garsh", "Ember", "Nyx"])
    assert [part.name for _, _, part in mine.walk()].count("back") == 2
    theirs = draw_table(game, 1)
    assert names(theirs, "small") == Counter(["Murk", "Nyx", "Tamo"])
    assert [part.name for _, _, part in theirs.walk()].count("back") == 2
    everything = draw_table(game)
    assert names(everything, "small") == Counter(["Garsh", "Ember", "Murk", "Nyx", "Tamo"])
    assert "back" not in [part.name for _, _, part in everything.walk()]


def test_nothing_hidden_from_a_seat_is_in_its_picture() -> None:
    rng = np.random.default_rng(6)
    different = 0
    for number, game in enumerate(random_positions(150, seed=7)):
        seat = int(rng.integers(game.num_players))
        expected, everything = table_svg(game, seat), table_svg(game)
        for _ in range(2):
            world = game.determinize(seat, rng)
            assert table_svg(world, seat) == expected
            different += table_svg(world) != everything
        if number % 25 == 0:
            assert (table_rgb(world, seat, 400) == table_rgb(game, seat, 400)).all()
    assert different > 250  # the worlds do differ


def test_cards_being_looked_at_are_for_the_seat_that_looks() -> None:
    game = Game.position(
        players=[{"army": [["Rengo"]]}, {"hand": ["Bolt"], "army": [["Cog"]]}],
        deck=["Garsh", "Dom", "Fact", "Oblivion"],
    )
    game.apply(game.parse_action("activate 1.1"))
    looked = Counter(["Garsh", "Dom", "Fact", "Oblivion"])
    assert names(part(draw_table(game, 0), "footer"), "small") == looked
    assert names(part(draw_table(game), "footer"), "small") == looked
    assert "Garsh" not in table_svg(game, 1)
    assert "looking at" not in table_svg(game, 1)


def test_drawing_leaves_the_game_as_it_is() -> None:
    game = middle_of_a_game()
    before = game.to_bytes()
    table_svg(game, 0)
    table_rgb(game, 0)
    assert game.to_bytes() == before


# ------------------------------------------------------------------------------------------------ how it looks


def check_table(game: Game, seat: int | None) -> None:
    drawn = draw_table(game, seat)
    check_parts(drawn, gosu_drawing.MARGIN)


def test_nothing_overlaps_and_nothing_is_cut_off() -> None:
    for number, game in enumerate(random_positions(90, seed=8)):
        check_table(game, None if number % 2 else number % game.num_players)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 14, 15, 27, 28, 40, 41, 60, 61, 84, 85, 100])
def test_a_hand_of_any_size_finds_room(size: int) -> None:
    cards = [card.name for card in Game().rules.cards.cards for _ in range(card.copies)]  # type: ignore[attr-defined]
    game = Game.position(players=[{"hand": cards[:size]}, {"hand": cards[size:]}])
    check_table(game, 0)
    check_table(game, None)
    assert sum(names(draw_table(game), "small").values()) == 100


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_globals_are_listed_as_far_as_there_is_room(num_players: int) -> None:
    cards = Game().rules.cards.cards  # type: ignore[attr-defined]
    levels = [[card.name for card in cards if card.level == level] for level in (1, 2, 3)]
    few = [{"army": [row[5 * seat : 5 * seat + 5] for row in levels]} for seat in range(num_players)][:3]
    game = Game.position(num_players=num_players, players=few, rest="discard")
    check_table(game, None)
    shown = words(part(draw_table(game), "Globals in force"))
    listed = [text for text in shown if re.fullmatch(r"\w+ of seat \d", text)]
    assert listed
    assert int(shown[-1].removeprefix("… and ").removesuffix(" more")) == 5 * len(few) - len(listed)


def test_names_of_any_length_and_letters_fit(tmp_path: Path) -> None:
    strange = {
        "Garsh": "Garsh the Extraordinarily Flammable",
        "Fact": "R&D <Lab>",
        "Dom": "Wwwmmmwwwmm",
        "Ember": "Šárkány-Ördög ß",
        "Bolt": "火のゴブリン",
    }
    text = DEFAULT_SET.read_text(encoding="utf-8")
    for name, other in strange.items():
        text = re.sub(rf"\b{name}\b", other, text)
    path = tmp_path / "strange.toml"
    path.write_text(text, encoding="utf-8")
    garsh, fact, dom, ember, bolt = strange.values()
    game = Game.position(
        players=[{"hand": [garsh, bolt], "army": [[dom, ember], [fact]]}, {"hand": [ember], "army": [[f"[{dom}]"]]}],
        options={"cards": str(path)},
    )
    check_table(game, None)
    shown = [text.text or "" for text in ET.fromstring(table_svg(game)).iter(f"{SVG}text")]
    assert "R&D <Lab>" in shown
    assert any(line.startswith("Garsh the") and line.endswith("…") for line in shown)
    assert table_rgb(game).any()


def test_the_usual_faces_are_no_wider_than_words_are_taken_to_be() -> None:
    every = [card.name for card in Game().rules.cards.cards]  # type: ignore[attr-defined]
    every += [
        *gosu_drawing.KEY.values(),
        "Waiting for seat 0: Garsh: choose a FREE card to destroy.",
        "victory points",
        "100",
    ]
    for text in every:
        for bold in (False, True):
            length = raster._mask(text, 100.0, bold)[3]
            assert length <= text_width(text, 100.0, bold), text
    # DejaVu Sans Bold, among the widest: the advance widths of its letters.
    assert text_width("Kataclysm", 1000, bold=True) > 774 + 675 + 478 + 675 + 593 + 343 + 652 + 595 + 1042
    assert text_width("Mainframe", 1000, bold=True) > 995 + 675 + 343 + 712 + 435 + 493 + 675 + 1042 + 678


def test_words_stand_out_from_their_ground() -> None:
    pairs = [(hue.ink, ground) for hue in CLAN_HUES for ground in (hue.fill, hue.plate)]
    pairs += [(hue, colours.PANEL) for hue in colours.SEAT_HUES] + [(hue, colours.WHITE) for hue in colours.SEAT_HUES]
    pairs += [
        (colours.INK, colours.PANEL),
        (colours.SOFT_INK, colours.PANEL),
        (colours.INK, colours.GOLD),
        (colours.INK, colours.WHITE),
    ]
    pairs += [(colours.GREY_INK, colours.GREY), (colours.INK, colours.GOLD_LIGHT), (colours.WHITE, colours.BACK)]
    assert {pair: contrast(*pair) for pair in pairs if contrast(*pair) < 4.5} == {}


def test_clans_and_seats_have_colours_of_their_own() -> None:
    fills = [hue.fill for hue in CLAN_HUES]
    for a, b in combinations(fills + list(colours.SEAT_HUES), 2):
        distance = sum(abs(int(a[i : i + 2], 16) - int(b[i : i + 2], 16)) for i in (1, 3, 5))
        assert distance > 60, (a, b)


# ------------------------------------------------------------------------------------------------ SVG


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_svg_is_xml_and_needs_nothing_else(num_players: int) -> None:
    rng = np.random.default_rng(num_players)
    game = Game(num_players=num_players, seed=num_players)
    while not game.is_over:
        for seat in (None, *range(num_players)):
            text = table_svg(game, seat)
            root = ET.fromstring(text)
            assert root.tag == f"{SVG}svg"
            allowed = {"svg", "g", "rect", "circle", "polygon", "polyline", "text", "title"}
            assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
            assert not re.search(r"href|url\(|@import", text)
            assert re.findall(r'style="([^"]*)"', text) == ["max-width: 100%; height: auto"]  # to fit a page
            assert text.count("http") == 1  # the name of the language
        for _ in range(10):
            if not game.is_over:
                game.apply(int(rng.choice(game.legal_actions())))


def test_svg_is_the_same_every_time() -> None:
    game = middle_of_a_game()
    first = table_svg(game, 0)
    cached = ("army_card", "small_card", "header", "board", "panel", "footer")
    for kept in (getattr(gosu_drawing, name) for name in cached):
        kept.cache_clear()
    assert table_svg(game, 0) == first
    assert table_svg(Game.from_bytes(game.to_bytes()), 0) == first


def test_svg_holds_the_text_of_cards_to_point_at() -> None:
    root = ET.fromstring(table_svg(middle_of_a_game()))
    titles = [title.text for title in root.iter(f"{SVG}title")]
    assert "Fact · Fire Hero · mutation 1\nEnters play: Destroy a FREE card." in titles
    assert titles[0] == "GOSU, round 3. Waiting for seat 0: choose an action."


# ------------------------------------------------------------------------------------------------ pixels


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_pixels_keep_one_shape_for_the_whole_game(num_players: int) -> None:
    rng = np.random.default_rng(1)
    game = Game(num_players=num_players, seed=4)
    shapes = set()
    while not game.is_over:
        pixels = table_rgb(game, game.seat, 300)
        assert pixels.dtype == np.uint8
        assert pixels.flags.writeable
        shapes.add(pixels.shape)
        game.apply(int(rng.choice(game.legal_actions())))
    plan = gosu_drawing.layout(num_players)
    assert len(shapes) == 1
    height, width, channels = shapes.pop()
    assert (width, channels) == (300, 3)
    assert height == pytest.approx(300 * plan.height / plan.width, abs=1)


def test_pixels_are_of_the_colours_of_the_scene() -> None:
    game = middle_of_a_game()
    drawn = draw_table(game)
    pixels = table_rgb(game, width=round(drawn.width))
    cards = {card.name: card for card in game.rules.cards.cards}  # type: ignore[attr-defined]
    checked = 0
    for x, y, inner in drawn.walk():
        kind, _, name = inner.name.partition(" ")
        if kind in ("card", "imprisoned"):
            fill = CLAN_HUES[cards[name].clan].fill if kind == "card" else colours.GREY
            found = pixels[round(y) + 80, round(x) + 6]
            assert "#" + "".join(f"{part:02x}" for part in found) == fill, inner.name
            checked += 1
    assert checked == 10
    assert "#" + "".join(f"{part:02x}" for part in pixels[-1, -1]) == colours.PAGE


@pytest.mark.parametrize("width", [100, 333, 777, 1200])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_nothing_shines_through_the_board(num_players: int, width: int) -> None:
    board = gosu_drawing.board(num_players)
    assert raster._paint(board, width / board.width).mode == "RGB"


def test_pixels_are_the_same_every_time_and_follow_the_game() -> None:
    game = middle_of_a_game()
    first = table_rgb(game, 0)
    assert (table_rgb(game.clone(), 0) == first).all()
    first[:] = 0  # the array belongs to the caller
    assert table_rgb(game, 0).any()
    again = table_rgb(game, 0)
    table_rgb(game, 0, 500)
    assert (table_rgb(game, 0) == again).all()
    game.apply(game.parse_action("pass"))
    assert (table_rgb(game, 0) != again).any()


def test_letters_that_the_face_lacks_are_put_together() -> None:
    assert raster._spell("Ōzeki") == ("Ozeki", ((0, "\N{COMBINING MACRON}"),))
    assert raster._spell("Grint ×2 – ß") == ("Grint x2 - ?", ())
    with_macron, plain = (np.array(raster._mask(letter, 60.0, False)[0]) for letter in "ŌO")
    changed = np.flatnonzero((with_macron != plain).any(axis=1))
    assert changed.size > 0
    assert changed.max() < np.flatnonzero(plain.any(axis=1)).min()  # all above the letter


def test_pillow_is_needed_for_pixels_only(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(seed=1)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"'\.\[render\]'"):
        table_rgb(game)
    assert table_svg(game).startswith("<svg")


@pytest.mark.parametrize("width", [0, -5, 99, 20_000, 3.5, "wide", None])
def test_a_width_that_makes_no_sense_is_refused(width: Any) -> None:
    with pytest.raises(OptionError, match="width must be a whole number from 100 to 10000 pixels, not"):
        table_rgb(Game(seed=1), width=width)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    for draw in (table_svg, table_rgb):
        with pytest.raises(OptionError, match="seats are numbered from 0 to 1"):
            draw(Game(seed=1), seat)


def test_drawing_is_quick() -> None:
    game = middle_of_a_game()
    for draw, most in ((table_svg, 0.010), (table_rgb, 0.050)):
        times = []
        for _ in range(10):
            start = time.perf_counter()
            draw(game, 0)
            times.append(time.perf_counter() - start)
        assert min(times) < most


# ------------------------------------------------------------------------------------------------ docs


def test_the_picture_of_the_readme_is_fresh() -> None:
    module = load_script("docs/picture.py")
    pictures = ((module.picture, module.PATH), (module.laundry_picture, module.LAUNDRY), (module.x_picture, module.X))
    for draw, path in pictures:
        fresh = draw() == path.read_text(encoding="utf-8")
        assert fresh, "run python docs/picture.py"
