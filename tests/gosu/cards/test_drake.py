"""The Drake Goblins, card by card: they earn Dragoon tokens and have powers to spend them on."""

from __future__ import annotations

from typing import Any

import pytest

# ---------------------------------------------------------------------------------------------------- Bakutos


@pytest.mark.card("Yap")
@pytest.mark.parametrize(("vp", "drawn"), [(0, []), (1, ["Cog"])])
def test_yap_brings_a_dragoon_token_and_a_card_to_a_player_who_is_behind(
    kamakor: Any, vp: int, drawn: list[str]
) -> None:
    t = kamakor({"hand": ["Yap"]}, {"vp": vp}, deck=["Cog"]).do("place Yap")
    assert (t.dragoons(0), t.dragoons(1), t.supply) == (1, 0, 7)
    assert t.hand(0) == drawn


@pytest.mark.card("Snort")
def test_snort_draws_and_takes_a_dragoon_token(kamakor: Any) -> None:
    t = kamakor({"army": [["Snort"]]}, deck=["Cog", "Dom"]).do("activate 1.1")
    assert (t.hand(0), t.dragoons(0), t.tokens(0)) == (["Cog"], 1, 1)
    assert t.army(0)[0] == ["Snort*"]


@pytest.mark.card("Spur")
def test_spur_draws_on_entering(kamakor: Any) -> None:
    t = kamakor({"hand": ["Spur"]}, deck=["Cog"]).do("place Spur")
    assert (t.hand(0), t.dragoons(0)) == (["Cog"], 0)


@pytest.mark.card("Spur")
@pytest.mark.parametrize(("vp", "gained"), [(0, 1), (1, 2)])
def test_spur_leaves_a_token_when_it_is_destroyed_and_two_to_a_player_who_is_behind(
    kamakor: Any, vp: int, gained: int
) -> None:
    t = kamakor({"hand": ["Garsh"], "army": [["Dom"]], "vp": vp}, {"army": [["Spur"]]})
    t.do("place Garsh", "destroy opp1 1.1")
    assert (t.dragoons(0), t.dragoons(1)) == (0, gained)


@pytest.mark.card("Fledge")
def test_fledge_destroys_a_bakuto_or_hero_of_an_opponent(kamakor: Any) -> None:
    t = kamakor({"army": [["Fledge"]]}, {"army": [["Murk", "Shade"], ["Kao", "Nyx"], ["Sepulchre"]]}).do("activate 1.1")
    assert t.choices == ["destroy opp1 2.2 (Nyx)"]
    t.do("destroy opp1 2.2")
    assert t.army(1) == [["Murk", "Shade"], ["Kao"], ["Sepulchre"]]


@pytest.mark.card("Fledge")
def test_fledge_brings_a_token(kamakor: Any) -> None:
    assert kamakor({"hand": ["Fledge"]}).do("place Fledge").dragoons(0) == 1


@pytest.mark.card("Saddle")
def test_saddle_brings_a_token_when_a_round_starts(kamakor: Any) -> None:
    t = kamakor({"army": [["[Saddle]"]]}).do("pass", "pass")
    assert t.json["round"] == 2
    assert (t.dragoons(0), t.dragoons(1)) == (1, 0)  # imprisoned cards are face up by then


# ---------------------------------------------------------------------------------------------------- Heroes


@pytest.mark.card("Cinch")
def test_cinch_draws_two(kamakor: Any) -> None:
    t = kamakor({"army": [["Yap"], ["Cinch"]]}, deck=["Cog", "Dom", "Tamo"]).do("activate 2.1")
    assert t.hand(0) == ["Cog", "Dom"]


@pytest.mark.card("Rowel")
def test_rowel_imprisons_any_card_of_an_opponent(kamakor: Any) -> None:
    t = kamakor({"army": [["Yap"], ["Rowel"]]}, {"army": [["Cog"], ["Servo"], ["Titan"]]}).do("activate 2.1")
    assert t.choices == ["imprison opp1 1.1 (Cog)", "imprison opp1 2.1 (Servo)", "imprison opp1 3.1 (Titan)"]
    t.do("imprison opp1 3.1")
    assert t.army(1) == [["Cog"], ["Servo"], ["[Titan]"]]


@pytest.mark.card("Gallop")
def test_gallop_brings_two_dragoon_tokens(kamakor: Any) -> None:
    t = kamakor({"hand": ["Gallop"], "army": [["Yap"]]}).do("place Gallop")
    assert (t.dragoons(0), t.supply) == (2, 6)


@pytest.mark.card("Scalewing")
def test_scalewing_returns_a_free_bakuto_or_hero_of_an_opponent(kamakor: Any) -> None:
    mine = {"army": [["Yap", "Yap"], ["Scalewing"]]}
    t = kamakor(mine, {"army": [["Cog", "Rivet"], ["Servo"]]}).do("activate 2.1")
    assert t.choices == ["return opp1 1.2 (Rivet)", "return opp1 2.1 (Servo)"]
    t.do("return opp1 2.1")
    assert (t.army(1), t.hand(1)) == ([["Cog", "Rivet"], [], []], ["Servo"])


@pytest.mark.card("Scalewing", "Harrow")
@pytest.mark.parametrize("name", ["Scalewing", "Harrow"])
def test_scalewing_and_harrow_bring_a_dragoon_token(kamakor: Any, name: str) -> None:
    t = kamakor({"hand": [name], "army": [["Yap"]]}).do(f"place {name}")
    assert (t.dragoons(0), t.supply) == (1, 7)


@pytest.mark.card("Drakka")
def test_drakka_destroys_for_a_player_who_holds_a_dragoon_token_and_keeps_it(kamakor: Any) -> None:
    enemy = {"army": [["Cog", "Rivet"], ["Servo"]]}
    t = kamakor({"hand": ["Drakka"], "army": [["Yap"]], "dragoons": 1}, enemy).do("place Drakka")
    assert t.choices == ["destroy opp1 1.2 (Rivet)", "destroy opp1 2.1 (Servo)"]
    t.do("destroy opp1 2.1")
    assert (t.army(1)[1], t.dragoons(0)) == ([], 1)
    t = kamakor({"hand": ["Drakka"], "army": [["Yap"]]}, enemy).do("place Drakka")
    assert (t.army(1)[1], t.seat) == (["Servo"], 1)


@pytest.mark.card("Harrow")
def test_harrow_steals_for_a_card(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom"], "army": [["Yap"], ["Harrow"]]}, {"hand": ["Cog"]})
    t.do("activate 2.1", "yes", "discard Dom", "player opp1")
    assert (t.hand(0), t.hand(1), t.discard) == (["Cog"], [], ["Dom"])
    t = kamakor({"hand": ["Dom"], "army": [["Yap"], ["Harrow"]]}, {"hand": ["Cog"]}).do("activate 2.1", "no")
    assert (t.hand(0), t.hand(1)) == (["Dom"], ["Cog"])


@pytest.mark.card("Brood")
def test_brood_brings_a_token_whenever_an_opponent_passes(kamakor: Any) -> None:
    t = kamakor({"army": [["Yap"], ["Brood"]]}, {}, {}, turn=1).do("pass")
    assert t.dragoons(0) == 1
    t.do("pass")
    assert t.dragoons(0) == 2
    t.do("pass")
    assert (t.dragoons(0), t.dragoons(1), t.supply) == (2, 0, 6)


@pytest.mark.card("Brood")
def test_brood_takes_the_advantage(kamakor: Any) -> None:
    t = kamakor({"hand": ["Brood"], "army": [["Yap"]]}, advantage=1, turn=0).do("place Brood")
    assert t.json["advantage"] == 0


# ---------------------------------------------------------------------------------------------------- Ōzekis


@pytest.mark.card("Wyvern")
def test_wyvern_discards_two_on_entering_and_destroys_a_bakuto_or_hero(kamakor: Any) -> None:
    mine = {"hand": ["Wyvern", "Dom", "Cog"], "army": [["Yap"], ["Cinch"]]}
    t = kamakor(mine, {"army": [["Murk", "Shade"], ["Kao"], ["Sepulchre"]]})
    t.do("place Wyvern", "discard Dom", "discard Cog", "pass", "activate 3.1")
    assert t.choices == ["destroy opp1 1.2 (Shade)"]
    t.do("destroy opp1 1.2")
    assert t.army(1) == [["Murk"], ["Kao"], ["Sepulchre"]]


@pytest.mark.card("Wyvern")
def test_wyvern_makes_ozekis_worth_more(kamakor: Any) -> None:
    t = kamakor({"army": [["Yap"], ["Cinch"], ["Wyvern"]]}, {"army": [["Cog"], ["Servo"], ["Mainframe"]]})
    assert t.game.strengths() == [2 + 3 + 6, 2 + 3 + 6]


@pytest.mark.card("Gorewyrm")
@pytest.mark.card("Mainframe")
@pytest.mark.rule("G-9.8")
def test_gorewyrm_and_mainframe_each_add_a_card_to_what_a_token_draws(kamakor: Any) -> None:
    mine = {"army": [["Yap"], ["Cinch"], ["Gorewyrm"]]}
    deck = ["Dom", "Tamo", "Murk", "Shade"]
    t = kamakor(mine, {"army": [["Cog"], ["Servo"], ["Mainframe"]]}, deck=deck).do("draw one")
    assert t.hand(0) == ["Dom", "Murk", "Tamo"]
    t = kamakor(mine, {"army": [["Cog"], ["Servo"], ["[Mainframe]"]]}, deck=deck).do("draw one")
    assert t.hand(0) == ["Dom", "Tamo"]
    both = [rule for rule in t.game.describe().splitlines() if rule.startswith("Global · ")]
    assert both == ["Global · Gorewyrm: One activation token draws a card more."]


@pytest.mark.card("Tatzel")
def test_tatzel_discards_two_and_makes_drake_cards_worth_more(kamakor: Any) -> None:
    mine = {"hand": ["Tatzel", "Dom", "Cog", "Murk"], "army": [["Yap"], ["Cinch"]]}
    t = kamakor(mine, {"army": [["Yap", "Cog"]]}).do("place Tatzel", "discard Dom", "discard Cog")
    assert t.hand(0) == ["Murk"]
    assert t.game.rules.strengths(t.game.states) == [3 + 4 + 6, 3 + 2]


@pytest.mark.card("Gorewyrm")
def test_gorewyrm_destroys_with_two_dragoon_tokens_in_hand_and_opponents_draw(kamakor: Any) -> None:
    enemy = {"army": [["Murk"], ["Kao"]]}
    mine = {"hand": ["Gorewyrm"], "army": [["Yap"], ["Cinch"]], "dragoons": 2}
    t = kamakor(mine, enemy, deck=["Tamo"]).do("place Gorewyrm", "destroy opp1 2.1")
    assert (t.army(1), t.hand(1)) == ([["Murk"], [], []], ["Tamo"])
    t = kamakor(mine | {"dragoons": 1}, enemy, deck=["Tamo"]).do("place Gorewyrm")
    assert (t.army(1), t.hand(1)) == ([["Murk"], ["Kao"], []], ["Tamo"])


@pytest.mark.card("Gorewyrm")
def test_gorewyrm_makes_one_token_draw_two(kamakor: Any) -> None:
    t = kamakor({"army": [["Yap"], ["Cinch"], ["Gorewyrm"]]}, {}, deck=["Tamo", "Dom", "Cog", "Murk"])
    t.do("draw one", "draw one")
    assert (t.hand(0), t.hand(1)) == (["Dom", "Tamo"], ["Cog", "Murk"])
