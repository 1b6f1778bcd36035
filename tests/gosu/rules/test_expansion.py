"""The expansion (K-1)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import CardFileError, Game, OptionError
from gosu_env.gosu.cards import DEFAULT_SET, KAMAKOR_SET, load_cards, parse_card_set
from gosu_env.gosu.language import CLAN_WORDS

FIVE = ("alpha", "dark", "drake", "swamp", "mask")


def cards_of(game: Game) -> Counter[str]:
    """Every card of a game, whoever has it."""
    names = [card.name for card in game.rules.cards.cards]  # type: ignore[attr-defined]
    record = game.state
    found = Counter(names[kind] for kind in record.deck[: record.deck_size])
    for player in game.to_json()["players"]:
        found.update(player["hand"])
    return found


def ban(game: Game, rng: np.random.Generator) -> list[int]:
    """Ban until five clans are left; the seats that did."""
    seats = []
    while game.to_json()["decision"]["kind"] == "ban":
        seats.append(game.seat)
        game.apply(int(rng.choice(game.legal_actions())))
    return seats


# ---------------------------------------------------------------------------------------------------- clans and bans


@pytest.mark.rule("K-1.1")
def test_ten_clans_of_twenty_cards_built_like_the_first_five() -> None:
    cards = load_cards(kamakor=True).cards
    assert len(cards) == 150
    assert sum(card.copies for card in cards) == 200
    for clan in range(10):
        assert Counter(card.level for card in cards if card.clan == clan) == {1: 5, 2: 7, 3: 3}
    assert [card.name for card in cards[:75]] == [card.name for card in load_cards().cards]


@pytest.mark.rule("K-1.1", "K-1.2")
def test_a_game_uses_the_five_clans_that_the_option_fixes() -> None:
    game = Game("gosu", seed=1, kamakor=True, clans=FIVE)
    assert game.to_json()["decision"]["kind"] in ("main", "mulligan")
    assert game.to_json()["clans"] == list(FIVE)
    cards = load_cards(kamakor=True).cards
    expected = {card.name: card.copies for card in cards if CLAN_WORDS[card.clan] in FIVE}
    assert cards_of(game) == expected
    assert game.observe()[game.observation_spec["clans"]].tolist() == [0, 1, 1, 0, 0, 1, 0, 0, 1, 1]


@pytest.mark.rule("K-1.2")
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_in_turn_removes_a_clan_until_five_remain(num_players: int) -> None:
    rng = np.random.default_rng(num_players)
    first = set()
    for seed in range(20):
        game = Game("gosu", num_players, seed=seed, kamakor=True)
        advantage = game.to_json()["advantage"]
        assert len(game.to_json()["clans"]) == 10
        assert len(game.legal_actions()) == 10
        assert all(player["hand"] == [] for player in game.to_json()["players"])
        seats = ban(game, rng)
        assert seats == [(advantage + turn) % num_players for turn in range(5)]
        assert len(game.to_json()["clans"]) == 5
        assert sum(cards_of(game).values()) == 100
        clans = {CLAN_WORDS[card.clan] for card in load_cards(kamakor=True).cards if card.name in cards_of(game)}
        assert sorted(clans) == sorted(game.to_json()["clans"])
        assert all(len(player["hand"]) == 7 for player in game.to_json()["players"])
        first.add(advantage)
    assert len(first) > 1


@pytest.mark.rule("K-1.2")
def test_a_banned_clan_cannot_be_banned_or_named_again(kamakor: Any) -> None:
    game = Game("gosu", seed=3, kamakor=True)
    game.apply(game.parse_action("ban Drum Goblins"))
    choices = [game.action_text(action) for action in game.legal_actions()]
    assert "ban Drum Goblins" not in choices
    assert len(choices) == 9
    t = kamakor({"hand": ["Mokuso"], "army": [["Tamo"]]}, {"army": [["Yap"], []]}, deck=["Muck", "Murk"])
    t.do("place Mokuso")
    assert t.choices == [f"clan {name}" for name in ("Ancient Gobans", "Alpha Goblins", "Dark Goblins")] + [
        "clan Drake Goblins",
        "clan Swamp Goblins",
    ]


@pytest.mark.rule("K-1.2")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"clans": list(FIVE)}, "clans is an option of games with Kamakor; add kamakor=True"),
        ({"dragoon_supply": 4}, "dragoon_supply is an option of games with Kamakor; add kamakor=True"),
        ({"kamakor": 1}, "kamakor must be True or False, not 1"),
        ({"kamakor": True, "clans": 5}, "clans must be a list of 5 clans, not 5"),
        ({"kamakor": True, "clans": FIVE[:4]}, "clans must name 5 different clans"),
        ({"kamakor": True, "clans": (*FIVE[:4], "alpha")}, "clans must name 5 different clans"),
        ({"kamakor": True, "clans": (*FIVE[:4], "drakes")}, "unknown clan 'drakes'; did you mean 'drake'"),
        ({"kamakor": True, "dragoon_supply": 17}, "dragoon_supply must be a whole number from 0 to 16, not 17"),
        ({"kamakor": True, "dragoon_supply": True}, "dragoon_supply must be a whole number from 0 to 16, not True"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        Game("gosu", seed=1, **options)


@pytest.mark.rule("K-1.2")
def test_clans_may_be_written_in_any_order_and_in_one_text() -> None:
    game = Game("gosu", seed=1, kamakor=True, clans="mask, swamp,drake,dark,alpha")
    assert game == Game("gosu", seed=1, kamakor=True, clans=FIVE)
    assert game.rules.options["clans"] == list(FIVE)


# ---------------------------------------------------------------------------------------------------- Dragoon tokens


@pytest.mark.rule("K-1.3")
def test_a_dragoon_token_is_spent_on_powers_only(kamakor: Any) -> None:
    t = kamakor({"army": [["Bolt", "Yap"]], "tokens": 0, "dragoons": 1}, deck=["Dom", "Cog", "Murk"])
    assert t.choices == ["pass", "dragoon 1.1 (Bolt)"]
    t.do("dragoon 1.1")
    assert t.hand(0) == ["Cog", "Dom"]
    assert t.army(0)[0] == ["Bolt+", "Yap"]
    assert (t.dragoons(0), t.tokens(0), t.supply) == (0, 0, 7)


@pytest.mark.rule("K-1.3")
def test_at_most_two_in_hand(kamakor: Any) -> None:
    t = kamakor({"hand": ["Gallop"], "army": [["Yap"]], "dragoons": 1})
    assert t.supply == 7
    t.do("place Gallop")
    assert (t.dragoons(0), t.supply) == (2, 6)


@pytest.mark.rule("K-1.3")
def test_at_most_two_lie_on_goblins(kamakor: Any) -> None:
    t = kamakor({"army": [["Bolt+", "Bolt", "Snort"]], "dragoons": 2, "tokens": 0}, {"passed": True})
    assert t.can("dragoon 1.2")
    t.do("dragoon 1.2")
    assert not t.can("dragoon 1.3")
    assert t.dragoons(0) == 1


@pytest.mark.rule("K-1.3")
def test_none_can_be_gained_while_the_supply_is_empty(kamakor: Any) -> None:
    t = kamakor({"hand": ["Gallop"], "army": [["Yap"]]}, {"dragoons": 2}, dragoon_supply=3)
    assert t.supply == 1
    t.do("place Gallop")
    assert (t.dragoons(0), t.supply) == (1, 0)
    empty = kamakor({"hand": ["Yap"]}, dragoon_supply=0).do("place Yap")
    assert (empty.dragoons(0), empty.supply) == (0, 0)


@pytest.mark.rule("K-1.3")
def test_those_on_cards_go_back_to_the_supply_when_a_round_starts_and_those_in_hand_stay(kamakor: Any) -> None:
    t = kamakor({"army": [["Bolt+"]], "dragoons": 1}, {"army": [["Bolt+"]], "dragoons": 2})
    assert t.supply == 3
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert t.army(0)[0] == t.army(1)[0] == ["Bolt"]
    assert (t.dragoons(0), t.dragoons(1), t.supply) == (1, 2, 5)


@pytest.mark.rule("K-1.3")
def test_the_token_of_a_goblin_that_leaves_or_is_imprisoned_goes_back_to_the_supply_at_once(kamakor: Any) -> None:
    t = kamakor({"hand": ["Murk", "Cog", "Dom"], "army": [["Bolt+"]]}, {"army": [["Dom"]]})
    assert t.supply == 7
    t.do("place Murk", "discard Cog", "discard Dom", "imprison me 1.1")
    assert t.army(0)[0] == ["[Bolt]", "Murk"]
    assert t.supply == 8


@pytest.mark.rule("K-1.3")
def test_effects_that_return_activation_tokens_leave_dragoon_tokens_where_they_are(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog"], "army": [["Bolt+", "Bolt*"]], "tokens": 0})
    t.do("place Cog")
    assert t.choices == ["take back a spent token", "take back the token of me 1.2 (Bolt)"]
    t = kamakor({"hand": ["Dynamo", "Dom"], "army": [["Bolt+", "Bolt*"]], "tokens": 0})
    t.do("place Dynamo", "yes", "discard Dom")
    assert (t.army(0)[0], t.tokens(0)) == (["Bolt+", "Bolt"], 2)


@pytest.mark.rule("K-1.3")
def test_a_dragoon_token_does_not_keep_from_passing(kamakor: Any) -> None:
    """It is no activation token: Oblivion's Global asks for those."""
    t = kamakor({"tokens": 0, "dragoons": 2}, {"army": [["Murk"], ["Kao"], ["Oblivion"]]})
    assert t.choices == ["pass"]


@pytest.mark.rule("K-1.4")
def test_a_goblin_carries_one_token_at_most_of_either_kind(kamakor: Any) -> None:
    t = kamakor({"army": [["Bolt*", "Bolt+", "Snort"]], "dragoons": 1})
    powers = [choice for choice in t.choices if choice.startswith(("activate", "dragoon"))]
    assert powers == ["activate 1.3 (Snort)", "dragoon 1.3 (Snort)"]


# ---------------------------------------------------------------------------------------------------- Shadow Jump


@pytest.mark.rule("K-1.5")
def test_a_card_of_the_same_level_replaces_the_goblin_and_costs_nothing(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom"], "army": [["Flit", "Cog"]]}, deck=["Rivet", "Tamo"])
    t.do("mutate 1.1")
    assert t.army(0)[0] == ["Rivet", "Cog"]
    assert t.hand(0) == ["Dom", "Tamo"]  # Rivet has entered play and draws
    assert t.discard == ["Flit"]
    assert t.seat == 1


@pytest.mark.rule("K-1.5")
@pytest.mark.parametrize("top", ["Garsh", "Walror", "Flit"])
def test_any_other_card_and_an_identical_one_are_discarded_and_the_goblin_is_imprisoned(kamakor: Any, top: str) -> None:
    t = kamakor({"army": [["Flit", "Cog"]]}, deck=[top]).do("mutate 1.1")
    assert t.army(0)[0] == ["[Flit]", "Cog"]
    assert t.discard == [top]
    assert t.seat == 1


@pytest.mark.rule("K-1.5")
def test_a_shadow_jump_needs_a_card_to_turn_over(kamakor: Any) -> None:
    """The discard is shuffled when the draw pile is empty."""
    t = kamakor({"army": [["Flit"]]}, rest="discard")
    assert t.can("mutate 1.1")
    t = kamakor({"army": [["[Flit]"]]})
    assert not t.can("mutate 1.1")  # G-5.6


@pytest.mark.rule("K-1.5")
def test_global_mutation_costs_do_not_touch_a_shadow_jump(kamakor: Any) -> None:
    t = kamakor({"army": [["Flit"]]}, {"army": [["Cog"], ["Servo"], ["Assembler"]]}, deck=["Rivet"])
    t.do("mutate 1.1")
    assert t.army(0)[0] == ["Rivet"]


@pytest.mark.rule("K-1.5")
def test_a_global_protects_a_goblin_from_the_jumps_of_others_and_not_from_its_own(kamakor: Any) -> None:
    army = [["Flit", "Slink"], ["Noctule"], ["Nadir"]]
    t = kamakor({"army": army}, deck=["Garsh"]).do("mutate 1.1")
    assert t.army(0)[0] == ["[Flit]", "Slink"]
    t = kamakor({"hand": ["Skulk"], "army": army}, deck=["Garsh"]).do("place Skulk", "yes", "jump me 1.2")
    assert t.army(0)[0] == ["Flit", "Slink", "Skulk"]


# ---------------------------------------------------------------------------------------------------- Recruiter


@pytest.mark.rule("K-1.6")
def test_a_bakuto_right_of_a_recruiter_is_free_whatever_its_clan(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom", "Cog", "Tamo"], "army": [["Tamtam"]]}, {"passed": True})
    t.do("place Cog")
    assert t.army(0)[0] == ["Tamtam", "Cog"]
    assert t.hand(0) == ["Dom", "Tamo"]
    assert not t.can("place Tamo")  # right of Cog it would cost two cards


@pytest.mark.rule("K-1.6")
def test_heroes_and_ozekis_are_not_recruited(kamakor: Any) -> None:
    """Their clans are no price; a Recruiter that stands in row 2, as a goblin of two levels, changes nothing."""
    assert not kamakor({"hand": ["Garsh"], "army": [["Tamtam", "Bongo"], ["Timpani"]]}).can("place Garsh")
    third = [["Tamtam", "Bongo"], ["Timpani", "Taiko"], ["Warbeat"]]
    assert not kamakor({"hand": ["Walror"], "army": third}).can("place Walror")


@pytest.mark.rule("K-1.6", "K-1.11")
def test_a_recruiter_of_two_levels_recruits_in_the_first_row_only(kamakor: Any, tmp_path: Path) -> None:
    text = DEFAULT_SET.read_text(encoding="utf-8") + KAMAKOR_SET.read_text(encoding="utf-8")
    path = tmp_path / "cards.toml"
    path.write_text(text.replace('name = "Guise"', 'name = "Guise"\nrecruiter = true'), encoding="utf-8")
    options = {"cards": str(path)}
    assert kamakor({"hand": ["Cog"], "army": [["Guise"]]}, options=options).can("place Cog")
    army = [["Mum", "Mum"], ["Guise"]]
    assert not kamakor({"hand": ["Garsh", "Cog"], "army": army}, options=options).can("place Garsh")
    assert not kamakor({"hand": ["Cog"], "army": army}, options=options).can("place Cog")


@pytest.mark.rule("K-1.6")
@pytest.mark.parametrize(("name", "level"), [("Timpani", 2), ("Warbeat", 3)])
def test_recruiters_of_other_levels_are_refused(name: str, level: int) -> None:
    text = DEFAULT_SET.read_text(encoding="utf-8") + KAMAKOR_SET.read_text(encoding="utf-8")
    changed = text.replace(f'name = "{name}"', f'name = "{name}"\nrecruiter = true')
    wanted = f"mine: card '{name}': recruiter: a Recruiter is a Bakuto, of level 1, not of level {level}"
    with pytest.raises(CardFileError, match=wanted):
        parse_card_set(changed, "mine", kamakor=True)
    assert {card.level for card in load_cards(kamakor=True).cards if card.recruiter} == {1}


@pytest.mark.rule("K-1.6")
def test_when_a_recruited_card_leaves_the_next_one_is_free_as_well(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog", "Tamo"], "army": [["Tamtam"]]}, {"hand": ["Garsh"], "army": [["Dom"]]})
    t.do("place Cog", "place Garsh", "destroy opp1 1.2", "place Tamo")
    assert (t.army(0)[0], t.hand(0)) == (["Tamtam", "Tamo"], [])


@pytest.mark.rule("K-1.6")
def test_an_imprisoned_recruiter_recruits_nobody(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog"], "army": [["[Tamtam]"]]})
    assert not t.can("place Cog")


@pytest.mark.rule("K-1.6")
def test_mutation_right_of_a_recruiter_costs_what_it_costs(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog"], "army": [["Tamtam", "Rivet"]]})
    assert not t.can("mutate 1.2")  # its cost of 1 would leave no newcomer


@pytest.mark.rule("K-1.6")
def test_when_a_recruiter_is_destroyed_all_opponents_of_its_owner_draw(kamakor: Any) -> None:
    players = [{"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Tamtam"]]}, {}]
    t = kamakor(*players, deck=["Cog", "Tamo", "Murk"]).do("place Garsh", "destroy opp1 1.1")
    assert (t.hand(0), t.hand(1), t.hand(2)) == (["Tamo"], [], ["Cog"])
    players[1] = {"army": [["[Tamtam]"]]}
    t = kamakor(*players).do("place Garsh", "destroy opp1 1.1")
    assert (t.hand(0), t.hand(1), t.hand(2)) == ([], [], [])


# ---------------------------------------------------------------------------------------------------- first card


@pytest.mark.rule("K-1.7")
def test_the_first_card_is_the_one_at_the_bottom_left(kamakor: Any) -> None:
    t = kamakor({"hand": ["Bongo"]}, deck=["Cog", "Dom"]).do("place Bongo")
    assert t.hand(0) == ["Cog", "Dom"]
    t = kamakor({"hand": ["Bongo"], "army": [["Tamtam"]]}, deck=["Cog", "Dom"]).do("place Bongo")
    assert t.hand(0) == []


@pytest.mark.rule("K-1.7")
def test_an_effect_on_first_cards_aims_at_no_other(kamakor: Any) -> None:
    two = {"army": [["Cog", "Rivet"], ["Servo"]]}
    t = kamakor({"hand": ["Snare"], "army": [["Tamtam"]]}, two, {"army": [["Dom"]]}).do("place Snare")
    assert t.choices == ["imprison opp1 1.1 (Cog)", "imprison opp2 1.1 (Dom)"]


# ---------------------------------------------------------------------------------------------------- colon powers


@pytest.mark.rule("K-1.8")
def test_a_power_after_a_colon_needs_no_token_is_an_action_and_can_be_repeated(kamakor: Any) -> None:
    mine = {"hand": ["Dom", "Cog", "Tamo"], "army": [["Slop"], ["Hag"]], "tokens": 0}
    t = kamakor(mine, {"army": [["Bolt", "Rivet"]]})
    t.do("use 2.1", "discard Dom", "imprison opp1 1.1")
    assert t.seat == 1
    t.do("pass", "use 2.1", "discard Cog", "imprison opp1 1.2")
    assert t.army(1)[0] == ["[Bolt]", "[Rivet]"]
    assert t.hand(0) == ["Tamo"]


@pytest.mark.rule("K-1.8")
def test_it_is_legal_only_if_its_condition_can_be_done(kamakor: Any) -> None:
    assert not kamakor({"hand": ["Dom"], "army": [["Muck"]]}, {"army": [["Cog"]]}).can("use 1.1")
    assert kamakor({"hand": ["Dom", "Cog"], "army": [["Muck"]]}).can("use 1.1")
    assert not kamakor({"army": [["[Slop]"]]}).can("use 1.1")
    assert not kamakor({"army": [["[Dom]"], ["Marshmaw"][:0]]}).can("use 1.1")
    leech = {"army": [["[Dom]", "Leech"]]}
    assert kamakor(leech).can("use 1.2")  # it may imprison itself


@pytest.mark.rule("K-1.8")
def test_a_goblin_with_a_power_after_a_colon_takes_no_token(kamakor: Any) -> None:
    t = kamakor({"army": [["Slop"]], "dragoons": 1})
    assert [choice for choice in t.choices if "1.1" in choice] == ["use 1.1 (Slop)"]


# ---------------------------------------------------------------------------------------------------- freeing


@pytest.mark.rule("K-1.9")
def test_to_free_a_card_is_to_turn_it_face_up(kamakor: Any) -> None:
    t = kamakor({"hand": ["Bogle"], "army": [["[Muck]", "[Slop]", "Muck"]]}, {"army": [["[Cog]"]]}, deck=["Dom"])
    t.do("place Bogle")
    assert t.choices == ["release me 1.1 (Muck)", "release me 1.2 (Slop)"]
    t.do("release me 1.2")
    assert t.army(0)[0] == ["[Muck]", "Slop", "Muck", "Bogle"]


@pytest.mark.rule("K-1.10")
def test_nothing_reacts_to_a_card_that_imprisons_itself(kamakor: Any) -> None:
    """Neither as the condition of a power nor by a Shadow Jump that fails."""
    kao = {"army": [["Murk"], ["Kao"]]}
    t = kamakor({"army": [["Slop"], ["Croak"]]}, kao, deck=["Cog", "Dom", "Tamo"]).do("use 2.1")
    assert (t.army(0)[1], t.hand(1)) == (["[Croak]"], [])
    t = kamakor({"army": [["Flit"]]}, kao, deck=["Garsh", "Tamo"]).do("mutate 1.1")
    assert (t.army(0)[0], t.hand(1)) == (["[Flit]"], [])


@pytest.mark.rule("K-1.10")
def test_another_card_that_is_imprisoned_for_a_power_is_reacted_to(kamakor: Any) -> None:
    t = kamakor({"army": [["Leech", "Slop"]]}, {"army": [["Murk"], ["Kao"]], "hand": ["Dom"]}, deck=["Tamo"])
    t.do("use 1.1", "imprison me 1.2")
    assert (t.army(0)[0], t.hand(1)) == (["Leech", "[Slop]"], ["Dom", "Tamo"])


# ---------------------------------------------------------------------------------------------------- several levels


@pytest.mark.rule("K-1.11")
def test_a_goblin_of_several_levels_is_placed_in_the_row_of_either(kamakor: Any) -> None:
    t = kamakor({"hand": ["Guise"], "army": [["Mum", "Mum"], ["Ditto"]]}, {"passed": True})
    t.do("place Guise")
    assert (t.decision, t.choices) == ("row", ["row 1", "row 2"])
    t.do("row 2")
    assert t.army(0) == [["Mum", "Mum"], ["Ditto", "Guise"], []]
    assert t.game.rules.strengths(t.game.states) == [2 + 2 + 3 + 3, 0]


@pytest.mark.rule("K-1.11")
def test_the_conditions_are_those_of_the_row(kamakor: Any) -> None:
    """Where one row only is open, nothing is asked."""
    t = kamakor({"hand": ["Guise"]}).do("place Guise")
    assert t.army(0) == [["Guise"], [], []]
    full = kamakor({"hand": ["Guise"], "army": [["Mum", "Mum", "Jester", "Jester", "Veil"]]}).do("place Guise")
    assert full.army(0)[1] == ["Guise"]
    assert not kamakor({"hand": ["Guise"], "army": [["Cog"]]}).can(
        "place Guise"
    )  # too dear in row 1, no clan for row 2
    assert kamakor({"hand": ["Facade"]}).can("place Facade")  # a Hero that may begin an army
    assert not kamakor({"hand": ["Ditto"]}).can("place Ditto")


@pytest.mark.rule("K-1.11")
def test_it_replaces_goblins_of_either_level(kamakor: Any) -> None:
    t = kamakor({"hand": ["Guise"], "army": [["Cog"], ["Zanni"]]}).do("mutate 2.1")
    assert t.choices == ["bring in Guise"]
    t.do("bring in Guise")
    assert t.army(0) == [["Cog"], ["Guise"], []]
    t = kamakor({"army": [["Flit"]]}, deck=["Facade"]).do("mutate 1.1")
    assert t.army(0)[0] == ["Facade"]


@pytest.mark.rule("K-1.11")
def test_effects_take_it_for_either_level(kamakor: Any) -> None:
    enemy = {"army": [["Cog", "Guise"]]}
    t = kamakor({"hand": ["Dusk"]}, {"army": [["Cog"], ["Facade"]]}).do("place Dusk")
    assert t.choices == ["jump opp1 1.1 (Cog)", "jump opp1 2.1 (Facade)"]  # Facade counts as a Bakuto in row 2
    t = kamakor({"hand": ["Jigo"], "army": [["Tamo"]]}, enemy, discard=["Guise", "Dom", "Garsh"]).do("place Jigo")
    assert t.choices == ["take Garsh", "take Guise"]


@pytest.mark.rule("K-1.11")
def test_a_hand_with_a_hero_that_counts_as_a_bakuto_is_no_hand_to_throw() -> None:
    empty = Game("gosu", seed=0, kamakor=True, clans=FIVE)
    levels = {card.name: card.level for card in load_cards(kamakor=True).cards}
    kept = thrown = 0
    for seed in range(4000):
        game = empty.deal(seed)
        asked = game.seat if game.to_json()["decision"]["kind"] == "mulligan" else None
        first = game.to_json()["advantage"]
        hand = game.to_json()["players"][first]["hand"]
        if all(levels[name] > 1 for name in hand):
            kept += asked != first and "Facade" in hand
            thrown += asked == first
            assert (asked == first) == ("Facade" not in hand)
    assert kept > 0
    assert thrown > 0


# ---------------------------------------------------------------------------------------------------- card files

BOTH = DEFAULT_SET.read_text(encoding="utf-8") + KAMAKOR_SET.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'colon = ["draw 2"]',
            "card 'Slop': colon: 'draw 2': a power after a colon",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'colon = ["draw 1: draw 2"]',
            "card 'Slop': colon: 'draw 1: draw 2': 'draw 1' is no condition of a power; write 'discard 2'",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'colon = ["discard 1 opponents: draw 2"]',
            "'discard 1 opponents' is no condition of a power",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'colon = ["imprison 1 enemy: draw 2"]',
            "'imprison 1 enemy' is no condition of a power",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'colon = ["discard 1: draw 2"]\nactivated = ["draw 1"]',
            "card 'Slop': colon: a power has a colon or the activation symbol",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            "shadow_jump = true",
            "card 'Slop': shadow_jump: a card mutates for its cost",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            "recruiter = 1",
            "card 'Slop': recruiter: must be true or false, not 1",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            "eases = 0",
            "card 'Slop': eases: must be a whole number from 1 to 9, not 0",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            "counts_as = [1]",
            "card 'Slop': counts_as: must name other levels than 1",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            "counts_as = 2",
            r"card 'Slop': counts_as: must be a list of levels such as \[2\]",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'enters = ["jump self own"]',
            "'jump self' takes no number, filter or army",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'enters = ["dragoon 1 own"]',
            "'dragoon' does not take an army",
        ),
        (
            'colon = ["imprison self: imprison 1 level=1 enemy"]',
            'enters = ["dragoons 3: draw 1"]',
            "unknown condition 'dragoons 3'",
        ),
        (
            'clan = "swamp"\nlevel = 3\nmutation = 2',
            'clan = "bog"\nlevel = 3\nmutation = 2',
            "unknown clan 'bog'; known: ancient",
        ),
    ],
)
def test_a_wrong_file_is_refused_with_card_field_and_reason(old: str, new: str, reason: str) -> None:
    assert BOTH.count(old) == 1
    with pytest.raises(CardFileError, match=f"my.toml: .*{reason}"):
        parse_card_set(BOTH.replace(old, new), "my.toml", kamakor=True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("recruiter = true", "recruiter: is of Kamakor: it needs a set of ten clans and the option kamakor"),
        ('enters = ["dragoon 1"]', "enters: 'dragoon' is of Kamakor"),
        ('enters = ["jump self"]', "enters: 'shadow_jump' is of Kamakor"),
        ('enters = ["first: draw 1"]', "enters: 'first' is of Kamakor"),
        ('enters = ["imprison 1 enemy first"]', "enters: 'first' is of Kamakor"),
        ('enters = ["recover 1 clan=drake"]', "enters: impossible target: no card of the set fits"),
        ('global = ["value clan=mask +1"]', "global: 'value clan=mask .1': the clan is of Kamakor and not in this set"),
        ('global = ["no destruction clan=mask"]', "global: .*: the clan is of Kamakor and not in this set"),
    ],
)
def test_words_of_kamakor_are_refused_in_a_set_of_five_clans(line: str, reason: str) -> None:
    text = DEFAULT_SET.read_text(encoding="utf-8").replace('enters = ["look 3 keep 1"]', line, 1)
    with pytest.raises(CardFileError, match=f"my.toml: card 'Tamo': {reason}"):
        parse_card_set(text, "my.toml")
