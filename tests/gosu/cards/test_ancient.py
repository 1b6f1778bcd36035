"""The fifteen Ancient Gobans: they choose their cards."""

from __future__ import annotations

from typing import Any

import pytest

TEN = ["Bolt", "Bolt", "Cog", "Cog", "Rivet", "Rivet", "Piston", "Piston", "Dom", "Dom"]

# ---------- Bakutos


@pytest.mark.card("Tamo")
def test_tamo_keeps_one_of_three_and_discards_the_rest(table: Any) -> None:
    t = table({"hand": ["Tamo"]}, deck=["Bolt", "Garsh", "Kisei", "Cog"])
    t.do("place Tamo")
    assert t.decision == "keep"
    assert sorted(t.choices) == ["keep Bolt", "keep Garsh", "keep Kisei"]
    t.do("keep Garsh")
    assert t.hand(0) == ["Garsh"]
    assert t.army(0) == [["Tamo"], [], []]
    assert t.discard == ["Bolt", "Kisei"]
    assert t.seat == 1


@pytest.mark.card("Tamo")
def test_tamo_does_nothing_when_mutated_away(table: Any) -> None:
    t = table({"hand": ["Bolt", "Cog"], "army": [["Tamo"]]}, deck=["Garsh"])
    t.do("mutate 1.1", "discard Cog", "bring in Bolt")
    assert t.army(0) == [["Bolt"], [], []]
    assert t.hand(0) == []
    assert t.discard == ["Cog", "Tamo"]
    assert t.seat == 1


@pytest.mark.card("Sensu")
def test_sensu_finds_the_next_hero_for_a_card(table: Any) -> None:
    t = table({"hand": ["Sensu", "Bolt"]}, deck=["Cog", "Kisei", "Fact", "Garsh"])
    t.do("place Sensu")
    assert sorted(t.choices) == ["no", "yes"]
    t.do("yes", "discard Bolt")
    assert t.hand(0) == ["Fact"]
    assert t.discard == ["Bolt", "Cog", "Kisei"]
    assert t.seat == 1


@pytest.mark.card("Sensu")
def test_sensu_may_be_refused(table: Any) -> None:
    t = table({"hand": ["Sensu", "Bolt"]}, deck=["Fact"])
    t.do("place Sensu", "no")
    assert t.hand(0) == ["Bolt"]
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Sensu")
def test_sensu_asks_nothing_of_an_empty_hand(table: Any) -> None:
    t = table({"hand": ["Sensu"]}, deck=["Fact"])
    t.do("place Sensu")
    assert t.hand(0) == []
    assert t.seat == 1
    assert t.decision == "main"


@pytest.mark.card("Rengo")
def test_rengo_looks_at_four_for_a_token(table: Any) -> None:
    t = table({"army": [["Rengo"]]}, deck=["Bolt", "Cog", "Dom", "Murk", "Ember"])
    t.do("activate 1.1")
    assert sorted(t.choices) == ["keep Bolt", "keep Cog", "keep Dom", "keep Murk"]
    t.do("keep Murk")
    assert t.hand(0) == ["Murk"]
    assert t.discard == ["Bolt", "Cog", "Dom"]
    assert t.army(0) == [["Rengo*"], [], []]
    assert t.tokens(0) == 1
    t.do("pass")
    assert t.seat == 0
    assert not t.can("activate 1.1")


@pytest.mark.card("Rengo")
def test_rengo_makes_way_for_nothing(table: Any) -> None:
    t = table({"hand": ["Bolt"], "army": [["Rengo"]]})
    t.do("mutate 1.1", "bring in Bolt")
    assert t.army(0) == [["Bolt"], [], []]
    assert (t.hand(0), t.discard) == ([], ["Rengo"])


@pytest.mark.card("Rengo")
def test_rengo_does_nothing_on_entering(table: Any) -> None:
    t = table({"hand": ["Rengo"]}, deck=["Bolt"])
    t.do("place Rengo")
    assert t.hand(0) == []
    assert t.discard == []
    assert t.seat == 1


@pytest.mark.card("Hoshi")
def test_hoshi_keeps_one_of_two_on_entering(table: Any) -> None:
    t = table({"hand": ["Hoshi"]}, deck=["Bolt", "Cog", "Dom"])
    t.do("place Hoshi")
    assert sorted(t.choices) == ["keep Bolt", "keep Cog"]
    t.do("keep Bolt")
    assert t.hand(0) == ["Bolt"]
    assert t.discard == ["Cog"]
    assert t.seat == 1


@pytest.mark.card("Hoshi")
def test_hoshi_looks_again_when_mutated_away_before_the_newcomer_enters(table: Any) -> None:
    t = table({"hand": ["Grint", "Murk", "Shade"], "army": [["Hoshi"]]}, deck=["Bolt", "Cog", "Dom", "Ember"])
    t.do("mutate 1.1", "discard Murk", "discard Shade", "bring in Grint")
    assert sorted(t.choices) == ["keep Bolt", "keep Cog"]
    t.do("keep Cog")
    # Grint then draws its card, the one below the two that Hoshi looked at.
    assert t.hand(0) == ["Cog", "Dom"]
    assert t.army(0) == [["Grint"], [], []]
    assert t.discard == ["Bolt", "Hoshi", "Murk", "Shade"]
    assert t.seat == 1


@pytest.mark.card("Kikyo")
def test_kikyo_takes_an_ancient_card_from_the_discard(table: Any) -> None:
    t = table({"hand": ["Kikyo"]}, discard=["Bolt", "Kisei", "Tamo"])
    t.do("place Kikyo")
    assert sorted(t.choices) == ["take Kisei", "take Tamo"]
    t.do("take Kisei")
    assert t.hand(0) == ["Kisei"]
    assert t.discard == ["Bolt", "Tamo"]
    assert t.seat == 1


@pytest.mark.card("Kikyo")
def test_kikyo_finds_nothing_among_other_clans(table: Any) -> None:
    t = table({"hand": ["Kikyo"]}, discard=["Bolt", "Garsh"])
    t.do("place Kikyo")
    assert t.hand(0) == []
    assert t.discard == ["Bolt", "Garsh"]
    assert t.seat == 1


@pytest.mark.card("Kikyo")
def test_kikyo_may_take_back_an_ancient_card_paid_for_it(table: Any) -> None:
    t = table({"hand": ["Kikyo", "Tamo", "Bolt"], "army": [["Dom"]]})
    t.do("place Kikyo", "discard Tamo", "discard Bolt", "take Tamo")
    assert t.hand(0) == ["Tamo"]
    assert t.discard == ["Bolt"]
    assert t.army(0) == [["Dom", "Kikyo"], [], []]


@pytest.mark.card("Kikyo")
def test_kikyo_cannot_mutate(table: Any) -> None:
    t = table({"hand": TEN, "army": [["Kikyo", "Tamo"]]})
    assert not t.can("mutate 1.1")
    assert t.can("mutate 1.2")


# ---------- Heroes


@pytest.mark.card("Alikan")
def test_alikan_looks_at_five_when_nobody_is_ahead(table: Any) -> None:
    deck = ["Bolt", "Garsh", "Hatch", "Murk", "Rumba", "Walror"]
    t = table({"army": [["Tamo"], ["Alikan"]], "vp": 1}, {"vp": 1}, deck=deck, advantage=1, turn=0)
    t.do("activate 2.1")
    assert sorted(t.choices) == ["keep Bolt", "keep Garsh", "keep Hatch", "keep Murk", "keep Rumba"]
    t.do("keep Hatch")
    assert t.hand(0) == ["Hatch"]
    assert t.discard == ["Bolt", "Garsh", "Murk", "Rumba"]
    # The Advantage token lies elsewhere: no Bakuto is offered.
    assert t.seat == 1
    assert t.decision == "main"
    assert t.army(0) == [["Tamo"], ["Alikan*"], []]


@pytest.mark.card("Alikan")
def test_alikan_looks_at_a_sixth_card_when_one_opponent_is_ahead(table: Any) -> None:
    deck = ["Bolt", "Garsh", "Hatch", "Murk", "Rumba", "Walror", "Cog"]
    army = [["Tamo"], ["Alikan"]]
    t = table({"army": army, "vp": 1}, {"vp": 0}, {"vp": 2}, deck=deck, advantage=1, turn=0)
    t.do("activate 2.1")
    assert len(t.choices) == 6
    t.do("keep Walror")
    assert t.hand(0) == ["Walror"]
    assert t.discard == ["Bolt", "Garsh", "Hatch", "Murk", "Rumba"]
    assert t.seat == 1


@pytest.mark.card("Alikan")
def test_alikan_with_the_advantage_also_takes_a_bakuto_from_the_discard(table: Any) -> None:
    deck = ["Bolt", "Garsh", "Hatch", "Rumba", "Walror"]
    t = table({"army": [["Tamo"], ["Alikan"]]}, deck=deck, discard=["Cog", "Fact"], advantage=0)
    t.do("activate 2.1", "keep Garsh")
    # A Bakuto that was looked at and not kept lies in the discard by then.
    assert sorted(t.choices) == ["take Bolt", "take Cog"]
    t.do("take Bolt")
    assert t.hand(0) == ["Bolt", "Garsh"]
    assert t.discard == ["Cog", "Fact", "Hatch", "Rumba", "Walror"]
    assert t.seat == 1


@pytest.mark.card("Loya")
def test_loya_turns_over_the_draw_pile_until_an_ozeki(table: Any) -> None:
    t = table({"hand": ["Loya"], "army": [["Tamo"]]}, deck=["Bolt", "Garsh", "Hatch", "Walror"])
    t.do("place Loya")
    assert t.hand(0) == ["Hatch"]
    assert t.discard == ["Bolt", "Garsh"]
    assert t.army(0) == [["Tamo"], ["Loya"], []]
    assert t.seat == 1


@pytest.mark.card("Loya")
def test_loya_finds_nothing_in_a_draw_pile_without_ozekis(table: Any) -> None:
    t = table({"hand": ["Loya"], "army": [["Tamo"]]}, deck=["Bolt", "Garsh"], rest="discard")
    before = t.discard
    t.do("place Loya")
    assert t.hand(0) == []
    assert t.json["deck"] == 0
    assert t.discard == sorted([*before, "Bolt", "Garsh"])
    assert t.seat == 1


@pytest.mark.card("Mokuso")
def test_mokuso_keeps_all_cards_of_the_clan_it_names(table: Any) -> None:
    deck = ["Garsh", "Bolt", "Dom", "Murk", "Dom", "Walror"]
    t = table({"hand": ["Mokuso"], "army": [["Tamo"]]}, deck=deck)
    t.do("place Mokuso")
    assert t.choices == [
        "clan Ancient Gobans",
        "clan Alpha Goblins",
        "clan Dark Goblins",
        "clan Meka-Goblins",
        "clan Fire Goblins",
    ]
    t.do("clan Fire Goblins")
    assert t.hand(0) == ["Dom", "Dom", "Garsh"]
    assert t.discard == ["Bolt", "Murk"]
    assert t.seat == 1


@pytest.mark.card("Mokuso")
def test_mokuso_discards_all_five_when_the_clan_is_missing(table: Any) -> None:
    t = table({"hand": ["Mokuso"], "army": [["Tamo"]]}, deck=["Garsh", "Bolt", "Dom", "Murk", "Cog", "Boko"])
    t.do("place Mokuso", "clan Alpha Goblins")
    assert t.hand(0) == []
    assert t.discard == ["Bolt", "Cog", "Dom", "Garsh", "Murk"]
    assert t.seat == 1


@pytest.mark.card("Jigo")
def test_jigo_takes_one_hero_when_nobody_is_ahead(table: Any) -> None:
    army = [["Tamo"]]
    t = table({"hand": ["Jigo"], "army": army, "vp": 1}, {"vp": 1}, discard=["Bolt", "Fact", "Hurl", "Kisei"])
    t.do("place Jigo")
    assert sorted(t.choices) == ["take Fact", "take Hurl"]
    t.do("take Hurl")
    assert t.hand(0) == ["Hurl"]
    assert t.discard == ["Bolt", "Fact", "Kisei"]
    assert t.seat == 1


@pytest.mark.card("Jigo")
def test_jigo_takes_two_heroes_when_an_opponent_is_ahead(table: Any) -> None:
    t = table({"hand": ["Jigo"], "army": [["Tamo"]]}, {"vp": 1}, discard=["Bolt", "Fact", "Garsh", "Hurl"])
    t.do("place Jigo", "take Hurl")
    assert t.seat == 0
    assert sorted(t.choices) == ["take Fact", "take Garsh"]
    t.do("take Fact")
    assert t.hand(0) == ["Fact", "Hurl"]
    assert t.discard == ["Bolt", "Garsh"]
    assert t.seat == 1


@pytest.mark.card("Tengen")
def test_tengen_finds_a_card_of_the_named_clan_for_a_card_and_a_token(table: Any) -> None:
    t = table({"hand": ["Bolt"], "army": [["Tamo"], ["Tengen"]]}, deck=["Cog", "Garsh", "Boko", "Hurl"])
    t.do("activate 2.1", "yes", "discard Bolt")
    assert len(t.choices) == 5
    t.do("clan Alpha Goblins")
    assert t.hand(0) == ["Boko"]
    assert t.discard == ["Bolt", "Cog", "Garsh"]
    assert t.army(0) == [["Tamo"], ["Tengen*"], []]
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.card("Tengen")
@pytest.mark.parametrize(("hand", "answers"), [(["Bolt"], ["no"]), ([], [])])
def test_tengen_finds_nothing_without_a_card_paid(table: Any, hand: list[str], answers: list[str]) -> None:
    t = table({"hand": hand, "army": [["Tamo"], ["Tengen"]]}, deck=["Boko"])
    t.do("activate 2.1", *answers)
    assert t.hand(0) == hand
    assert t.discard == []
    assert t.tokens(0) == 1
    assert t.seat == 1


@pytest.mark.card("Komi")
def test_komi_takes_the_advantage_and_looks_when_the_next_round_starts(table: Any) -> None:
    t = table({"hand": ["Komi"], "army": [["Tamo"]]}, deck=["Bolt", "Cog", "Dom"], advantage=1, turn=0)
    t.do("place Komi")
    assert t.json["advantage"] == 0
    assert t.hand(0) == []
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert t.seat == 0
    assert sorted(t.choices) == ["keep Bolt", "keep Cog"]
    t.do("keep Cog")
    assert t.hand(0) == ["Cog"]
    assert t.discard == ["Bolt"]
    # The holder of the Advantage token then plays first.
    assert t.seat == 0
    assert t.decision == "main"


@pytest.mark.card("Komi")
def test_komi_does_not_look_when_another_holds_the_advantage(table: Any) -> None:
    t = table({"army": [["Tamo"], ["Komi"]]}, {"army": [["Dom"]]}, deck=["Bolt", "Cog"], advantage=1)
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert t.hand(0) == []
    assert t.seat == 1
    assert t.decision == "main"


@pytest.mark.card("Atari")
@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ([], ["Bolt", "Cog", "Dom", "Ember"]),
        (["Murk", "Wisp"], ["Bolt", "Cog", "Murk", "Wisp"]),
        (["Garsh", "Lurk", "Murk", "Wisp"], ["Garsh", "Lurk", "Murk", "Wisp"]),
        (["Fact", "Garsh", "Lurk", "Murk", "Wisp"], ["Fact", "Garsh", "Lurk", "Murk", "Wisp"]),
    ],
)
def test_atari_fills_the_hand_to_four_and_never_shrinks_it(table: Any, rest: list[str], expected: list[str]) -> None:
    t = table({"hand": ["Atari", *rest], "army": [["Tamo"]]}, deck=["Bolt", "Cog", "Dom", "Ember", "Torch"])
    t.do("place Atari")
    assert t.hand(0) == expected
    assert t.hand(1) == []
    assert t.discard == []
    assert t.seat == 1


# ---------- Ōzekis


@pytest.mark.card("Honinbo")
@pytest.mark.parametrize(
    ("points", "sizes"),
    [([1, 1, 1], [1, 1, 1]), ([1, 0, 0], [0, 1, 1]), ([0, 2, 1], [1, 0, 0])],
    ids=["level", "ahead", "behind"],
)
def test_honinbo_gives_a_card_to_the_players_with_the_fewest_vp(
    table: Any, points: list[int], sizes: list[int]
) -> None:
    mine = {"hand": ["Honinbo"], "army": [["Tamo"], ["Loya"]], "vp": points[0]}
    t = table(mine, {"vp": points[1]}, {"vp": points[2]}, deck=["Bolt", "Cog", "Dom", "Murk"])
    t.do("place Honinbo")
    assert [len(t.hand(seat)) for seat in range(3)] == sizes
    assert t.army(0) == [["Tamo"], ["Loya"], ["Honinbo"]]
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Honinbo")
def test_honinbo_lets_an_opponent_with_ten_cards_win_at_the_next_round(table: Any) -> None:
    t = table({"army": [["Tamo"], ["Loya"], ["Honinbo"]]}, {"hand": TEN})
    t.do("pass")
    assert not t.game.is_over
    t.do("pass")
    assert t.game.is_over
    assert t.game.winners == [1]
    assert t.game.returns() == [-1.0, 1.0]


@pytest.mark.card("Honinbo")
def test_nine_cards_in_hand_do_not_win_with_honinbo(table: Any) -> None:
    t = table({"hand": TEN[:9], "army": [["Tamo"], ["Loya"], ["Honinbo"]]})
    t.do("pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2
    assert t.vp(0) == 1


@pytest.mark.card("Honinbo")
def test_ten_cards_in_hand_do_not_win_without_honinbo(table: Any) -> None:
    t = table({"hand": TEN, "army": [["Tamo"]]})
    t.do("pass", "pass")
    assert not t.game.is_over
    assert t.json["round"] == 2


@pytest.mark.card("Honinbo")
def test_honinbo_imprisoned_turns_up_in_time_for_the_victory(table: Any) -> None:
    t = table({"hand": TEN, "army": [["Tamo"], ["Loya"], ["[Honinbo]"]]})
    t.do("pass", "pass")
    assert t.game.winners == [0]


@pytest.mark.card("Honinbo")
def test_the_advantage_decides_between_two_hands_of_ten(table: Any) -> None:
    other = ["Murk", "Murk", "Shade", "Shade", "Gloom", "Gloom", "Lurk", "Lurk", "Wisp", "Wisp"]
    t = table({"hand": TEN, "army": [["Tamo"], ["Loya"], ["Honinbo"]]}, {"hand": other}, advantage=1)
    t.do("pass", "pass")
    assert t.game.winners == [1]


@pytest.mark.card("Meijin")
def test_meijin_gives_two_cards_for_a_bakuto_of_the_discard(table: Any) -> None:
    mine = {"hand": ["Meijin", "Fact", "Dom", "Ideo"], "army": [["Tamo"], ["Loya"]]}
    t = table(mine, discard=["Bolt", "Garsh", "Walror"])
    t.do("place Meijin")
    assert sorted(t.choices) == ["discard Dom", "discard Fact", "discard Ideo"]
    t.do("discard Dom", "discard Ideo")
    assert sorted(t.choices) == ["take Bolt", "take Dom"]
    t.do("take Bolt")
    assert t.hand(0) == ["Bolt", "Fact"]
    assert t.discard == ["Dom", "Garsh", "Ideo", "Walror"]
    assert t.seat == 1


@pytest.mark.card("Meijin")
def test_meijin_asks_nothing_of_an_empty_hand_and_finds_no_hero(table: Any) -> None:
    t = table({"hand": ["Meijin"], "army": [["Tamo"], ["Loya"]]}, discard=["Bolt", "Garsh"])
    t.do("place Meijin", "take Bolt")
    assert t.hand(0) == ["Bolt"]
    assert t.seat == 1

    t = table({"hand": ["Meijin", "Fact"], "army": [["Tamo"], ["Loya"]]}, discard=["Garsh"])
    t.do("place Meijin", "discard Fact")
    assert t.hand(0) == []
    assert (t.seat, t.decision) == (1, "main")


@pytest.mark.card("Meijin")
def test_meijin_limits_every_hand_to_seven_at_the_end_of_the_round(table: Any) -> None:
    army = [["Tamo"], ["Loya"], ["Meijin"]]
    other = ["Murk", "Shade", "Gloom", "Lurk", "Wisp", "Torch", "Garsh", "Fact"]
    t = table({"hand": TEN[:9], "army": army}, {"hand": other}, {"hand": ["Scorch"] * 2})
    t.do("pass", "pass", "pass")
    assert t.seat == 0
    assert t.decision == "discard"
    t.do("discard Bolt", "discard Cog")
    assert t.seat == 1
    assert t.decision == "discard"
    t.do("discard Garsh")
    assert t.hand(0) == ["Bolt", "Cog", "Dom", "Piston", "Piston", "Rivet", "Rivet"]
    assert t.hand(1) == ["Fact", "Gloom", "Lurk", "Murk", "Shade", "Torch", "Wisp"]
    assert t.hand(2) == ["Scorch", "Scorch"]
    assert t.discard == ["Bolt", "Cog", "Garsh"]
    assert t.json["round"] == 2
    assert t.decision == "main"


@pytest.mark.card("Meijin")
def test_meijin_imprisoned_limits_no_hand(table: Any) -> None:
    t = table({"hand": TEN[:8], "army": [["Tamo"], ["Loya"], ["[Meijin]"]]})
    t.do("pass", "pass")
    assert t.json["round"] == 2
    assert t.decision == "main"
    assert t.hand(0) == sorted(TEN[:8])


@pytest.mark.card("Meijin")
def test_meijin_cannot_mutate(table: Any) -> None:
    t = table({"hand": ["Kisei", *TEN], "army": [["Tamo"], ["Loya"], ["Meijin"]]})
    assert not t.can("mutate 3.1")


@pytest.mark.card("Kisei")
def test_kisei_makes_every_mutation_a_card_cheaper(table: Any) -> None:
    t = table(
        {"hand": ["Bolt", "Murk"], "army": [["Hoshi"], ["Alikan"], ["Kisei"]]},
        {"hand": ["Cog", "Dom"], "army": [["Sensu"]]},
        deck=["Rivet", "Torch"],
    )
    t.do("mutate 1.1", "discard Murk", "bring in Bolt", "keep Rivet")  # prints 2
    assert t.army(0)[0] == ["Bolt"]
    assert t.seat == 1
    t.do("mutate 1.1", "discard Cog")  # prints 2
    assert t.decision == "newcomer"
    t.do("bring in Dom")
    assert t.army(1) == [["Dom"], [], []]
    assert t.hand(1) == []
    assert t.discard == ["Cog", "Hoshi", "Murk", "Sensu", "Torch"]


@pytest.mark.card("Kisei")
@pytest.mark.rule("G-1.5")
def test_under_kisei_a_printed_cost_of_one_stays_one(table: Any) -> None:
    army = [["Tamo"], ["Alikan"], ["Kisei"]]
    assert not table({"hand": ["Bolt"], "army": army}).can("mutate 1.1")
    t = table({"hand": ["Bolt", "Murk"], "army": army}).do("mutate 1.1")
    assert sorted(t.choices) == ["discard Bolt", "discard Murk"]


@pytest.mark.card("Kisei")
def test_kisei_makes_no_mutation_cheaper_than_free_and_gives_none_to_cards_without(table: Any) -> None:
    t = table({"hand": ["Bolt", "Cog"], "army": [["Wisp", "Kikyo"], ["Alikan"], ["Kisei"]]}, {"hand": ["Dom"]})
    assert not t.can("mutate 1.2")
    t.do("mutate 1.1")
    assert t.decision == "newcomer"
    assert sorted(t.choices) == ["bring in Bolt", "bring in Cog"]


@pytest.mark.card("Kisei")
def test_kisei_imprisoned_leaves_the_printed_costs(table: Any) -> None:
    t = table(
        {"hand": ["Bolt", "Cog"], "army": [["Hoshi"], ["Alikan"], ["[Kisei]"]]},
        {"hand": ["Cog", "Dom"], "army": [["Sensu"]]},
    )
    assert not t.can("mutate 1.1")
    t.do("pass")
    assert not t.can("mutate 1.1")


@pytest.mark.card("Kisei")
def test_kisei_mutated_away_cheapens_its_own_mutation_only(table: Any) -> None:
    t = table({"hand": ["Walror", "Bolt", "Cog", "Dom"], "army": [["Hoshi"], ["Alikan"], ["Kisei"]]})
    assert t.can("mutate 1.1")
    t.do("mutate 3.1", "discard Bolt", "bring in Walror")  # prints 2
    assert t.army(0) == [["Hoshi"], ["Alikan"], ["Walror"]]
    assert t.hand(0) == ["Cog", "Dom"]
    t.do("pass")
    assert t.seat == 0
    assert not t.can("mutate 1.1")
