"""The drawn table of GOSU X: it shows what is there, hides what is hidden, and nothing overlaps or is cut off."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from drawn import check_parts, contrast

from gosu_env import Game, record
from gosu_env.agents import RandomAgent
from gosu_env.gosux import drawing as x_drawing
from gosu_env.gosux import signs
from gosu_env.gosux.cards import CLAN_NAMES, default_cards
from gosu_env.gosux.colours import CLAN_HUES
from gosu_env.gosux.drawing import draw_table
from gosu_env.gosux.drawn_cards import title
from gosu_env.gosux.text import card_text
from gosu_env.render import colours, raster
from gosu_env.render.raster import table_rgb
from gosu_env.render.replay_page import replay_html
from gosu_env.render.shapes import Box, Drawing, text_width
from gosu_env.render.svg import table_svg

CARDS = default_cards()
LIKELY = {"PLACE": 6.0, "SHIFT": 3.0, "ACTIVATE": 3.0, "DRAW_ONE": 1.0, "PASS": 0.2}


def random_positions(count: int, seed: int) -> Iterator[Game]:
    """Positions of random games that come to something, their drafts and ends included."""
    rng, found = np.random.default_rng(seed), 0
    while found < count:
        game = Game("gosux", 2, seed=int(rng.integers(2**62)))
        while found < count:
            if rng.random() < 0.1 or game.is_over:
                found += 1
                yield game.clone()
            if game.is_over:
                break
            legal = game.legal_actions()
            weights = np.array([LIKELY.get(game.action_spec.at(action).name, 2.0) for action in legal])
            game.apply(int(rng.choice(legal, p=weights / weights.sum())))


def middle_of_a_game(**position: Any) -> Game:
    players = [
        {
            "clans": ["galmi", "goan_sul", "justice"],
            "hand": ["Hempo", "Elle"],
            "army": [["Bun To*", "Un'Go", "[Déesses de lave]"], ["Galmi (Avatar)", "Smook*"], ["Galmi"]],
            "discard": ["Orgah", "Boul Go", "Boul Go"],
            "owned": 3,
            "supremacy": 1,
        },
        {
            "clans": ["abhilasha", "phoenix", "tomorrow"],
            "hand": ["Timer", "Aat", "Solok"],
            "known": ["Solok"],
            "army": [["Les sombres cultistes!", "Arpia"], ["Sha'dow"]],
            "tokens": 1,
            "tiles": ["phoenix"],
        },
    ]
    usual: dict[str, Any] = {"removed": ["Ne'ye"], "wonder": 0, "round": 2}
    return Game.position("gosux", players=players, **usual | position)


def names(drawing: Drawing, kind: str) -> Counter[str]:
    """The cards drawn as that kind: card, captured, small."""
    found = (part.name.split(" ", 1) for _, _, part in drawing.walk())
    return Counter(name[1] for name in found if name[0] == kind)


def words(drawing: Drawing) -> list[str]:
    return [line.text for _, _, part in drawing.walk() for line in part.words]


def part(drawing: Drawing, name: str) -> Drawing:
    return next(part for _, _, part in drawing.walk() if part.name == name)


# ------------------------------------------------------------------------------------------------ what is shown


def test_armies_stand_face_to_face_and_mirror_cards_in_one_column() -> None:
    drawn = draw_table(middle_of_a_game(), 0)
    assert names(drawn, "card") == Counter(
        ["Bun To", "Un'Go", "Galmi (Avatar)", "Smook", "Galmi", "Les sombres cultistes", "Arpia", "Sha'dow"]
    )
    assert names(drawn, "captured") == Counter(["Déesses de lave"])
    places = {part.name: (x, y) for x, y, part in drawn.walk()}
    top = ["card Les sombres cultistes", "card Sha'dow", "card Galmi", "card Galmi (Avatar)", "card Bun To"]
    assert [places[name][1] for name in top] == sorted(places[name][1] for name in top)
    assert len({places[name][0] for name in top}) == 1
    assert places["card Un'Go"][0] == places["card Arpia"][0]
    turned = {part.name: y for _, y, part in draw_table(middle_of_a_game(), 1).walk()}
    assert turned["card Bun To"] < turned["card Galmi"] < turned["card Sha'dow"] < turned["card Arpia"]


def test_a_card_says_its_name_text_value_and_cost() -> None:
    drawn = draw_table(middle_of_a_game(), 0)
    said = [line.text for line in part(drawn, "card Bun To").words]
    assert said[0] == "Bun To"
    assert said[-2:] == ["2", "2"]
    assert " ".join(said[1:-2]).startswith("Arrives or activated: Name a level.")
    assert [line.text for line in part(drawn, "card Galmi (Avatar)").words][-1] == "6"  # the opponent has Bounty
    assert [line.text for line in part(drawn, "card Smook").words][-2] == "6"  # a Veteran with a token
    assert [line.text for line in part(drawn, "captured Déesses de lave").words] == ["Déesses", "de lave", "captured"]
    for card in CARDS.cards:
        if f"card {card.name}" in [inner.name for _, _, inner in drawn.walk()]:
            assert card_text(card) in part(drawn, f"card {card.name}").note


def test_every_sign_and_emblem_is_drawn_in_its_own_way() -> None:
    """Clans and keywords are told apart by shapes, not by colour alone."""
    drawn = {name: tuple(signs.sign(name, 0, 0, 12, "#000000")) for name in signs.SIGN_WORDS}
    assert len(set(drawn.values())) == len(drawn) == 11
    emblems = {tuple(signs.emblem(clan, 0, 0, 40, CLAN_HUES[0])) for clan in range(len(CLAN_NAMES))}
    assert len(emblems) == 8
    shown = words(draw_table(Game("gosux", 2, seed=1)))
    assert all(meaning in shown for meaning in x_drawing.KEY.values())


def test_headers_tell_of_tokens_by_place_supremacy_wonder_and_strength() -> None:
    game = middle_of_a_game()
    drawn = draw_table(game, 0)
    mine, theirs = ([line.text for line in part(drawn, f"header {seat}").words] for seat in range(2))
    assert {"Seat 0", "you", "turn", "1 held, 2 on cards", "Wonder", str(game.strengths()[0])} <= set(mine)
    assert {"Seat 1", "1 held, 1 spent", str(game.strengths()[1])} <= set(theirs)
    assert "Wonder" not in theirs
    kinds = [signs.token(0, 0, 10, kind) for kind in ("held", "lying", "spent", "locked")]
    assert len({tuple(shapes) for shapes in kinds}) == 4
    crowns = [shape.fill for shape in part(drawn, "header 0").shapes if len(getattr(shape, "points", ())) == 7]
    assert crowns == [colours.GOLD, colours.SLOT]


def test_tiles_piles_and_removed_cards_are_there() -> None:
    drawn = draw_table(middle_of_a_game(), 0)
    laws = [part.name for _, _, part in drawn.walk() if part.name.startswith("law ")]
    assert laws == ["law Narashima", "law Phoenix", "law Xi'an"]  # nobody's, and one that was turned over
    tiles = [part.name for _, _, part in drawn.walk() if part.name.startswith("tile ")]
    assert tiles == [f"tile {CLAN_NAMES[clan]}" for clan in (1, 2, 3, 0, 5, 6)]
    shown = words(drawn)
    assert {"Removed from the game", "Ne'ye", "Boul Go ×2", "Orgah", "Round 2", "seat 0’s turn"} <= set(shown)


def test_known_tops_and_forbidden_cards_are_named() -> None:
    players = [{"army": [["Arpia"]]}, {"army": [["Un'Go"]], "forbidden": ["Bun To"]}]
    game = Game.position("gosux", players=players, turn=1)
    game.apply(game.parse_action("activate T1"))
    if game.to_json()["decision"]["kind"] == "target":
        game.apply(game.parse_action("lift enemy T1"))
    told = [[line.text for line in part.words] for _, _, part in draw_table(game, 0).walk() if part.name == "piles"]
    assert any("on top" in lines and "Arpia" in lines for lines in told)
    assert any("forbidden" in lines and "Bun To" in lines for lines in told)


def test_the_draft_shows_what_can_be_picked() -> None:
    game = Game("gosux", 2, seed=4)
    drawn = draw_table(game, 0)
    assert len([1 for _, _, part in drawn.walk() if part.name.startswith("law ")]) == 8
    assert "Clans to pick" in words(drawn)
    game.apply(game.parse_action("pick Galmi"))
    drawn = draw_table(game, 0)
    assert "law Galmi" not in [part.name for _, _, part in drawn.walk()]
    assert "tile Galmi" in [part.name for _, _, part in drawn.walk()]


def test_revealed_cards_lie_in_the_open() -> None:
    players = [{"army": [["Boul Go"], ["Shard"]], "deck": ["Bun To", "Kan Te", "Galmi", "Ree Ab"]}, {}]
    game = Game.position("gosux", players=players)
    game.apply(game.parse_action("activate H1"))
    for seat in (None, 0, 1):
        shown = names(part(draw_table(game, seat), "footer"), "small")
        assert shown == Counter(["Bun To", "Kan Te", "Galmi", "Ree Ab"])


def test_the_card_that_asks_can_be_read() -> None:
    players = [{"hand": ["Déesses de lave"]}, {"army": [["Bun To", "Boul Go"]]}]
    game = Game.position("gosux", players=players)
    assert not [part for _, _, part in draw_table(game).walk() if part.name.startswith("read ")]
    game.apply(game.parse_action("place Déesses de lave"))
    said = [line.text for line in part(draw_table(game, 1), "read Déesses de lave").words]
    assert said == [
        "Déesses de lave",
        "Lava Goddesses",
        "Goan Sul Troop · shift 1",
        "Veteran. Arrives: Capture a Troop.",
    ]


def test_an_arriving_card_and_an_ethereal_one_are_dashed() -> None:
    players = [{"hand": ["Timer", "Muraena", "Arpia"], "army": [["Timer"]]}, {"army": [["Bun To"], ["Galmi (Avatar)"]]}]
    game = Game.position("gosux", players=players, options={"auto_forced": False})
    drawn = draw_table(game, 0)
    dashes = [shape for shape in part(drawn, "card Galmi (Avatar)").shapes if isinstance(shape, Box) and shape.dashed]
    assert len(dashes) == 1
    assert not [shape for shape in part(drawn, "card Timer").shapes if isinstance(shape, Box) and shape.dashed]


def test_the_end_names_the_winner() -> None:
    ends = 0
    for game in random_positions(60, seed=5):
        if game.is_over:
            drawn = draw_table(game)
            told = [[line.text for line in part(drawn, f"header {seat}").words] for seat in range(2)]
            assert [seat for seat in range(2) if "winner" in told[seat]] == game.winners
            assert "the end" in words(drawn)
            ends += 1
    assert ends


# ------------------------------------------------------------------------------------------------ what is hidden


def test_a_seat_sees_its_own_hand_backs_and_what_it_knows_of_the_other() -> None:
    game = middle_of_a_game()
    assert names(draw_table(game, 0), "small") == Counter(["Hempo", "Elle", "Solok"])
    assert [part.name for _, _, part in draw_table(game, 0).walk()].count("back") == 2
    assert names(draw_table(game, 1), "small") == Counter(["Timer", "Aat", "Solok"])
    assert names(draw_table(game), "small") == Counter(["Hempo", "Elle", "Timer", "Aat", "Solok"])


def test_nothing_hidden_from_a_seat_is_in_its_picture() -> None:
    rng = np.random.default_rng(6)
    different = 0
    for game in random_positions(50, seed=7):
        seat = int(rng.integers(2))
        world = game.determinize(seat, rng)
        assert table_svg(world, seat) == table_svg(game, seat)
        different += table_svg(world) != table_svg(game)
    assert different > 25  # the worlds do differ


# ------------------------------------------------------------------------------------------------ how it looks


def test_nothing_overlaps_and_nothing_is_cut_off() -> None:
    sizes = set()
    for number, game in enumerate(random_positions(40, seed=8)):
        drawn = draw_table(game, None if number % 2 else number // 2 % 2)
        check_parts(drawn, x_drawing.MARGIN)
        sizes.add((drawn.width, drawn.height))
    assert len(sizes) == 1


@pytest.mark.parametrize("size", [0, 1, 7, 8, 15, 28, 41, 45])
def test_a_hand_of_any_size_finds_room(size: int) -> None:
    clans = ["abhilasha", "justice", "narashima"]
    own = [card.name for card in CARDS.cards for _ in range(card.copies) if card.clan in (0, 3, 4)]
    player = {"clans": clans, "hand": own[:size], "discard": own[size:]}
    check_parts(draw_table(Game.position("gosux", players=[player, {}]), 0), x_drawing.MARGIN)


def test_every_card_and_every_name_finds_room() -> None:
    """Each in its place, bearing all tokens it can."""
    for first in (0, 3, 5):
        army = [
            [card.name for card in CARDS.cards if card.level == level and first <= card.clan < first + 3][:5]
            for level in (1, 2, 3)
        ]
        army[0][0] += "!"
        game = Game.position("gosux", players=[{"army": army, "owned": 4}, {}], seed=1)
        check_parts(draw_table(game, 0), x_drawing.MARGIN)
    for card in CARDS.cards:
        lines = title(card.name)
        assert " ".join(lines or (card.name,)) == card.name
        assert all(text_width(line, 9.4, bold=True) * 0.7 < x_drawing.CARD_WIDTH - 16 for line in lines)


def test_words_stand_out_from_their_ground_and_clans_from_each_other() -> None:
    pairs = [(hue.ink, ground) for hue in CLAN_HUES for ground in (hue.fill, hue.plate)]
    assert {pair: contrast(*pair) for pair in pairs if contrast(*pair) < 4.5} == {}
    over_emblems = {hue.art: contrast(hue.ink, hue.art) for hue in CLAN_HUES if contrast(hue.ink, hue.art) < 3.5}
    assert over_emblems == {}
    for a, b in combinations([hue.fill for hue in CLAN_HUES] + list(colours.SEAT_HUES[:2]), 2):
        distance = sum(abs(int(a[i : i + 2], 16) - int(b[i : i + 2], 16)) for i in (1, 3, 5))
        assert distance > 60, (a, b)


def test_the_usual_faces_are_no_wider_than_words_are_taken_to_be() -> None:
    for text in [card.name for card in CARDS.cards] + list(x_drawing.KEY.values()):
        for bold in (False, True):
            assert raster._mask(text, 100.0, bold)[3] <= text_width(text, 100.0, bold), text


# ------------------------------------------------------------------------------------------------ SVG, pixels, pages


def test_svg_pixels_and_replay_pages_are_made_of_it() -> None:
    game = middle_of_a_game()
    root = ET.fromstring(table_svg(game, 0))
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "GOSU X, round 2. Waiting for seat 0: choose an action."
    assert table_rgb(game, 0).shape[2] == 3
    assert (table_rgb(game, 0) != table_rgb(game, 1)).any()
    before = game.to_bytes()
    page = replay_html(record(Game("gosux", 2, seed=2), [RandomAgent(0), RandomAgent(1)]))
    assert "GOSU X" in page
    assert game.to_bytes() == before
