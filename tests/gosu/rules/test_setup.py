"""Components and words (G-1), setup (G-2)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from gosu_env import Game, OptionError, PositionError
from gosu_env.gosu.cards import load_cards

CLANS = ("Ancient Gobans", "Alpha Goblins", "Dark Goblins", "Meka-Goblins", "Fire Goblins")
LEVEL = {card.name: card.level for card in load_cards().cards}
FULL_ARMY = [
    ["Dom", "Ember", "Torch", "Bolt", "Cog"],
    ["Garsh", "Fact", "Blast", "Turbine", "Sparx"],
    ["Walror", "Volcan", "Mainframe", "Kisei", "Hatch"],
]


def strength(game: Game, seat: int) -> int:
    """The total that the table shows for a player."""
    found = re.search(rf"^Seat {seat} .* strength (\d+)", game.describe(), re.MULTILINE)
    assert found is not None
    return int(found[1])


# ------------------------------------------------------------------------------------------------ components


@pytest.mark.rule("G-1.1")
def test_the_deck_is_five_clans_of_twenty() -> None:
    cards = load_cards().cards
    assert len({card.name for card in cards}) == 75
    assert sum(card.copies for card in cards) == 100
    for clan in CLANS:
        of_level = {level: [c for c in cards if c.clan_name == clan and c.level == level] for level in (1, 2, 3)}
        assert [len(of_level[level]) for level in (1, 2, 3)] == [5, 7, 3]
        assert [{card.copies for card in of_level[level]} for level in (1, 2, 3)] == [{2}, {1}, {1}]


@pytest.mark.rule("G-1.1")
def test_the_table_holds_two_copies_of_bakutos_and_one_of_the_others(table: Any) -> None:
    everything = Counter(table(rest="discard").discard)
    assert everything.total() == 100
    assert len(everything) == 75
    assert (everything["Dom"], everything["Garsh"], everything["Walror"]) == (2, 1, 1)
    with pytest.raises(PositionError, match="Dom"):
        table({"hand": ["Dom", "Dom", "Dom"]})
    with pytest.raises(PositionError, match="Garsh"):
        table({"hand": ["Garsh"]}, {"hand": ["Garsh"]})


@pytest.mark.rule("G-1.2")
def test_there_are_these_five_clans(table: Any) -> None:
    assert {card.clan_name for card in load_cards().cards} == set(CLANS)
    t = table({"hand": ["Dom"], "army": [["Tamo"], ["Tengen"]]})
    t.do("activate 2.1", "yes", "discard Dom")
    assert sorted(t.choices) == sorted(f"clan {clan}" for clan in CLANS)


@pytest.mark.rule("G-1.3")
@pytest.mark.parametrize(
    ("army", "value"),
    [
        ([], 0),
        ([["Dom"]], 2),
        ([["Dom"], ["Garsh"]], 5),
        ([["Dom"], ["Garsh"], ["Walror"]], 10),
        ([["Dom", "Ember"], ["Garsh"]], 7),
        (FULL_ARMY, 50),
    ],
)
def test_military_value_goes_by_level(table: Any, army: list[list[str]], value: int) -> None:
    assert strength(table({"army": army}).game, 0) == value


@pytest.mark.rule("G-1.4")
def test_the_game_is_for_two_to_four() -> None:
    for players in (2, 3, 4):
        game = Game("gosu", num_players=players, seed=1).to_json()
        assert [player["tokens"] for player in game["players"]] == [2] * players
        assert [player["vp"] for player in game["players"]] == [0] * players
        assert game["advantage"] in range(players)
    for players in (1, 5):
        with pytest.raises(OptionError):
            Game("gosu", num_players=players, seed=1)


@pytest.mark.rule("G-1.4")
def test_a_player_never_has_a_third_token(table: Any) -> None:
    with pytest.raises(PositionError):
        table({"tokens": 3})
    t = table({"hand": ["Cog"], "tokens": 2}).do("place Cog")
    assert t.tokens(0) == 2


@pytest.mark.rule("G-1.5")
def test_only_a_printed_cost_lets_a_goblin_mutate(table: Any) -> None:
    t = table({"hand": ["Dom"], "army": [["Lurk", "Vark", "Ember"]]})
    assert t.can("mutate 1.1")  # Lurk prints 0
    assert not t.can("mutate 1.2")  # Vark prints none
    assert not t.can("mutate 1.3")  # Ember prints 1, and the newcomer must remain
    t.do("mutate 1.1", "bring in Dom")
    assert t.discard == ["Lurk"]


@pytest.mark.rule("G-1.5")
def test_a_card_without_a_cost_does_not_even_mutate_for_free(table: Any) -> None:
    t = table({"hand": ["Dom", "Cog"], "army": [["Vark", "Bolt"], ["Ogon"]]}).do("activate 2.1")
    assert t.can("mutate 1.2")
    assert not t.can("mutate 1.1")


@pytest.mark.rule("G-1.6")
def test_one_open_discard_pile_serves_everybody(table: Any) -> None:
    t = table(
        {"hand": ["Garsh", "Fact"], "army": [["Dom"]]},
        {"hand": ["Shade", "Kikyo", "Bolt"], "army": [["Cog", "Gloom", "Tamo"]]},
        {},
        discard=["Atari"],
        turn=1,
    )
    t.do("place Shade", "discard Garsh")  # seat 0's card joins the pile
    assert t.discard == ["Atari", "Garsh"]
    piece = t.game.observation_spec["discard"]
    seen = [t.game.observe(seat)[piece].tolist() for seat in (0, 1, 2)]
    assert seen[0] == seen[1] == seen[2]
    assert sum(seen[0]) == 2
    assert all("discard 2: Atari, Garsh" in t.game.describe(seat) for seat in (0, 1, 2))
    t.do("pass", "pass", "place Kikyo", "take Atari")  # and seat 1 takes back what lay there
    assert t.discard == ["Garsh"]
    assert "Atari" in t.hand(1)


@pytest.mark.rule("G-1.6")
def test_the_draw_pile_is_face_down(table: Any) -> None:
    one = table({"hand": ["Dom"]}, {"hand": ["Cog"]}, deck=["Garsh", "Fact", "Ideo"])
    other = table({"hand": ["Dom"]}, {"hand": ["Cog"]}, deck=["Ideo", "Tamo", "Garsh"])
    for seat in (0, 1):
        assert one.game.observe(seat).tolist() == other.game.observe(seat).tolist()
        assert one.game.describe(seat) == other.game.describe(seat)
    one.do("draw one")
    other.do("draw one")
    assert (one.hand(0), other.hand(0)) == (["Dom", "Garsh"], ["Dom", "Ideo"])
    assert one.game.describe(1) == other.game.describe(1)


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.rule("G-2.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_seven_cards_and_two_tokens(players: int) -> None:
    for seed in range(20):
        game = Game("gosu", num_players=players, seed=seed).to_json()
        assert [len(player["hand"]) for player in game["players"]] == [7] * players
        assert [player["tokens"] for player in game["players"]] == [2] * players
        assert all(player["army"] == [[], [], []] for player in game["players"])
        assert game["deck"] == 100 - 7 * players
        assert game["discard"] == []


@pytest.mark.rule("G-2.1")
def test_the_deck_is_shuffled() -> None:
    dealt: Counter[str] = Counter()
    for seed in range(1000):
        dealt.update(Game("gosu", num_players=2, seed=seed).to_json()["players"][0]["hand"])
    assert len(dealt) == 75
    for name, level in LEVEL.items():  # 70 of 1000 hands hold a given copy, give or take 8
        expected = 140 if level == 1 else 70
        assert abs(dealt[name] - expected) < 60
    hands = [Game("gosu", num_players=2, seed=5).to_json()["players"] for _ in range(2)]
    assert hands[0] == hands[1]


@pytest.mark.rule("G-2.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_player_holds_the_advantage_and_starts(players: int) -> None:
    holders: Counter[int] = Counter()
    for seed in range(600):
        game = Game("gosu", num_players=players, seed=seed).to_json()
        holders[game["advantage"]] += 1
        if game["decision"]["kind"] == "main":
            assert game["seat"] == game["advantage"]
    assert set(holders) == set(range(players))
    assert all(abs(count - 600 / players) < 75 for count in holders.values())


def openings(players: int) -> Iterator[Game]:
    """Games, seed by seed."""
    for seed in range(200_000):
        yield Game("gosu", num_players=players, seed=seed)


def without_bakuto(game: Game) -> list[int]:
    """The seats whose hand has no Bakuto, in turn order."""
    json = game.to_json()
    n = len(json["players"])
    order = [(json["advantage"] + i) % n for i in range(n)]
    return [seat for seat in order if not any(LEVEL[name] == 1 for name in json["players"][seat]["hand"])]


def asks_for_mulligan(game: Game) -> bool:
    return "no Bakuto" in game.decision_text()


def first_opening(wanted: Callable[[Game], bool], players: int = 4) -> Game:
    return next(game for game in openings(players) if asks_for_mulligan(game) and wanted(game))


def answer(game: Game, text: str) -> None:
    game.apply(game.parse_action(text))


@pytest.mark.rule("G-2.3")
def test_a_new_hand_is_offered_exactly_to_hands_without_a_bakuto() -> None:
    offered = 0
    for _, game in zip(range(1000), openings(3), strict=False):
        concerned = without_bakuto(game)
        assert asks_for_mulligan(game) == bool(concerned)
        if concerned:
            offered += 1
            assert game.seat == concerned[0]
            assert sorted(game.action_text(a) for a in game.legal_actions()) == ["no", "yes"]
        else:
            assert game.seat == game.to_json()["advantage"]
    assert offered > 5


@pytest.mark.rule("G-2.3")
def test_the_thrown_hand_goes_to_the_discard_and_seven_cards_come() -> None:
    game = first_opening(lambda game: without_bakuto(game) == [game.seat] and game.seat != game.to_json()["advantage"])
    seat, before = game.seat, game.to_json()
    answer(game, "yes")
    after = game.to_json()
    assert sorted(after["discard"]) == sorted(before["players"][seat]["hand"])
    assert len(after["players"][seat]["hand"]) == 7
    assert after["deck"] == before["deck"] - 7
    for other in {0, 1, 2, 3} - {seat}:
        assert after["players"][other] == before["players"][other]
    assert not without_bakuto(game)
    assert (after["decision"]["kind"], after["seat"], after["round"]) == ("main", after["advantage"], 1)


@pytest.mark.rule("G-2.3")
def test_the_hand_may_be_kept() -> None:
    game = first_opening(lambda game: len(without_bakuto(game)) == 1)
    before = game.to_json()
    answer(game, "no")
    after = game.to_json()
    assert after["players"] == before["players"]
    assert after["discard"] == []
    assert (after["decision"]["kind"], after["seat"]) == ("main", after["advantage"])


@pytest.mark.rule("G-2.3")
@pytest.mark.parametrize("last", ["yes", "no"])
def test_the_offer_is_repeated_while_the_hand_has_no_bakuto(last: str) -> None:
    def unlucky(game: Game) -> bool:
        trial = game.clone()
        answer(trial, "yes")
        return game.seat in without_bakuto(trial)

    game = first_opening(unlucky)
    seat, first = game.seat, game.to_json()["players"][game.seat]["hand"]
    answer(game, "yes")
    second = game.to_json()["players"][seat]["hand"]
    assert asks_for_mulligan(game)
    assert game.seat == seat
    answer(game, last)
    thrown = first + second if last == "yes" else first
    assert sorted(game.to_json()["discard"]) == sorted(thrown)
    assert len(game.to_json()["players"][seat]["hand"]) == 7


@pytest.mark.rule("G-2.3")
def test_players_decide_about_their_hands_in_turn_order_before_the_first_turn() -> None:
    def against_the_seat_order(game: Game) -> bool:
        concerned = without_bakuto(game)
        return len(concerned) == 2 and concerned[0] > concerned[1]

    game = first_opening(against_the_seat_order)
    first, second = without_bakuto(game)
    assert game.seat == first
    answer(game, "no")
    assert asks_for_mulligan(game)
    assert game.seat == second
    answer(game, "no")
    json = game.to_json()
    assert (json["decision"]["kind"], json["seat"]) == ("main", json["advantage"])
