"""Rulings where the rulebook and the cards leave a question open, or answer it in passing."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.rule("X-4.3")
@pytest.mark.parametrize(
    ("troop", "hero", "can"),
    [("Timer", "Shard", False), ("Bun To", "Kaez", False), ("Timer", "Kaez", True), ("Bun To", "Shard", True)],
)
def test_an_immortal_of_several_clans_needs_troop_and_hero_of_the_same_one(
    x_table: Any, troop: str, hero: str, can: bool
) -> None:
    """Nobody drafted Xi'an: Immortals count as all three clans of their player's deck."""
    mine = {"clans": ["phoenix", "galmi", "tomorrow"], "army": [[troop], [hero]], "hand": ["Tomorrow"]}
    t = x_table(mine, {"clans": ["abhilasha", "narashima", "justice"]})
    assert t.can("place Tomorrow") == can


@pytest.mark.rule("X-4.3")
def test_troops_and_heroes_of_all_clans_let_any_immortal_in(x_table: Any) -> None:
    mine = {"clans": ["xian", "galmi", "tomorrow"], "army": [["All in one"], ["Shard"]], "hand": ["Galmi", "Tomorrow"]}
    yours = {"clans": ["abhilasha", "narashima", "justice"]}
    t = x_table(mine, yours)
    assert t.can("place Galmi")
    assert not t.can("place Tomorrow")
    assert x_table(mine | {"army": [["All in one"], ["Shennong"]]}, yours).can("place Tomorrow")


COPIER: dict[str, Any] = {
    "clans": ["xian", "galmi", "tomorrow"],
    "army": [["1000 visages"], ["Nio"]],
    "hand": ["Xi'an"],
    "supremacy": 1,
}
COPIED: dict[str, Any] = {
    "clans": ["abhilasha", "narashima", "justice"],
    "army": [["Volantis"], ["Elle"], ["Justice"]],
    "supremacy": 1,
}


@pytest.mark.rule("X-1.4", "X-2.3")
def test_a_copied_justice_turns_a_tile_of_the_one_who_copies(x_table: Any) -> None:
    t = x_table(COPIER | {"tiles": ["galmi"]}, COPIED | {"tiles": ["abhilasha", "narashima"]})
    t.do("place Xi'an", "copy enemy I1")
    assert (t.seat, t.choices) == (0, ["turn Tomorrow", "turn Xi'an"])
    t.do("turn Xi'an")
    assert "xian" in t.json["tiles"]
    assert not t.game.is_over


@pytest.mark.rule("X-1.4")
@pytest.mark.parametrize("supremacy", [0, 1])
def test_a_copied_justice_wins_for_the_one_who_copies(x_table: Any, supremacy: int) -> None:
    """With the third of one's own tiles, and a Supremacy token of one's own."""
    copier = COPIER | {"tiles": ["galmi", "xian"], "supremacy": supremacy}
    t = x_table(copier, COPIED).do("place Xi'an", "copy enemy I1", "turn Tomorrow")
    assert t.game.is_over == bool(supremacy)
    if supremacy:
        assert (t.game.winners, t.game.ending) == ([0], ("justice", "Justice"))


@pytest.mark.rule("X-5.2")
@pytest.mark.card("Les flèches de Justice")
def test_the_ban_of_the_arrows_is_on_the_card_and_not_on_its_name(x_table: Any) -> None:
    mine = {"clans": ["justice", "galmi", "xian"], "hand": ["Les flèches de Justice"]}
    yours = {
        "clans": ["phoenix", "abhilasha", "tomorrow"],
        "army": [["Timer"]],
        "hand": ["Phoenix (Eliana)", "Phoenix (Immortal)"],
    }
    t = x_table(mine, yours).do("place Les flèches de Justice", "forbid Phoenix (Eliana)")
    assert not t.can("place Phoenix (Eliana)")
    assert t.can("place Phoenix (Immortal)")


@pytest.mark.rule("X-5.2")
@pytest.mark.card("Les flèches de Justice")
def test_the_ban_of_the_arrows_is_on_both_copies_of_a_troop(x_table: Any) -> None:
    mine = {"clans": ["justice", "galmi", "xian"], "hand": ["Les flèches de Justice"]}
    yours = {"clans": ["phoenix", "abhilasha", "tomorrow"], "hand": ["Timer", "Timer", "Arpia"]}
    t = x_table(mine, yours).do("place Les flèches de Justice", "forbid Timer")
    assert [text for text in t.choices if text.startswith("place")] == ["place Arpia"]


@pytest.mark.rule("X-3.4")
@pytest.mark.card("Genious")
def test_genious_offers_the_clans_that_lie_in_the_discard(x_table: Any) -> None:
    """A card of all clans is one of each, and goes with any of them."""
    mine = {"clans": ["phoenix", "galmi", "xian"], "hand": ["Genious"], "army": [["Arpia"]]}
    yours = {"clans": ["tomorrow", "narashima", "justice"]}
    t = x_table(mine | {"discard": ["Shard", "Timer"]}, yours).do("place Genious")
    assert t.choices == ["clan Galmi", "clan Phoenix"]
    t = x_table(mine | {"discard": ["All in one", "Timer"]}, yours).do("place Genious")
    assert t.choices == ["clan Galmi", "clan Phoenix", "clan Xi'an"]
    assert t.do("clan Galmi").discard(0) == ["Timer"]


@pytest.mark.rule("X-8.1")
@pytest.mark.card("Un'Go")
def test_ungo_with_a_supremacy_token_reaches_free_cards_of_every_level(x_table: Any) -> None:
    mine = {"clans": ["goan_sul", "galmi", "phoenix"], "hand": ["Un'Go"], "supremacy": 1}
    army = [["Volantis", "Volantis", "Wiindz"], ["Elle", "Quae"], ["Justice"]]
    t = x_table(mine, {"clans": ["tomorrow", "abhilasha", "justice"], "army": army, "supremacy": 1}).do("place Un'Go")
    assert t.choices == [
        "lift own T1 (Un'Go)",
        "lift enemy T3 (Wiindz)",
        "lift enemy H2 (Quae)",
        "lift enemy I1 (Justice)",
    ]


@pytest.mark.rule("X-8.12", "X-2.6")
@pytest.mark.parametrize("searcher", ["Elle", "Fenghuang"])
def test_a_search_of_an_empty_deck_finds_nothing_and_shuffles_no_discard(x_table: Any, searcher: str) -> None:
    army = [["Volantis", "Timer"], [], []]
    discard = ["Phoenix", "Byun Hyung Ja (Phoenix)", "Sati"]
    mine = {"clans": ["phoenix", "justice", "xian"], "hand": [searcher], "army": army, "discard": discard}
    t = x_table(mine | {"deck": []}, {"clans": ["tomorrow", "galmi", "narashima"]}, rest="discard")
    before = t.discard(0)
    t.do(f"place {searcher}")
    assert (t.deck(0), t.hand(0), t.discard(0), t.seat) == (0, [], before, 1)
