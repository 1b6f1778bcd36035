"""The story of ``gosu watch``: what is done in a turn, battles, victories."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from gosu_env.render.log import Story


def told(table: Any, *texts: str) -> str:
    """The story of these answers, on wide paper."""
    paper = StringIO()
    story = Story(Console(file=paper, width=200, force_terminal=False), table.game, hands=True)
    for text in texts:
        action = table.game.parse_action(text)
        table.game.apply(action)
        story.step(action)
    if table.game.is_over:
        story.ending(seed=0, decisions=len(texts))
    else:
        story.end_line()
    return paper.getvalue()


def test_turn_is_one_line(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Cog", "Bolt"]]}, turn=0)
    assert told(t, "place Garsh", "destroy opp1 1.2") == "  seat 0  places Garsh · destroys Bolt of seat 1\n"


def test_payment_is_one_part(table: Any) -> None:
    t = table({"hand": ["Cog", "Ember", "Murk"], "army": [["Dom"]], "tokens": 2}, turn=0)
    assert told(t, "place Cog", "discard Murk", "discard Ember") == "  seat 0  places Cog · pays Murk and Ember\n"


def test_mutation_names_both_cards_and_the_price(table: Any) -> None:
    t = table({"hand": ["Rengo", "Murk"], "army": [["Torch"]]}, turn=0)
    line = "  seat 0  mutates Torch · pays Murk · brings in Rengo\n"
    assert told(t, "mutate 1.1", "discard Murk", "bring in Rengo") == line


def test_zombie_mutation_says_where_the_newcomer_comes_from(table: Any) -> None:
    t = table({"hand": ["Cog", "Bolt"], "army": [["Murk"], ["Kataclysm"]]}, discard=["Sparx"], turn=0)
    line = "  seat 0  mutates Kataclysm · pays Cog and Bolt · brings in Sparx from the discard pile\n"
    assert told(t, "mutate 2.1", "discard Cog", "discard Bolt", "bring in Sparx") == line


def test_draws_are_named(table: Any) -> None:
    t = table({"army": [["Dom"]]}, deck=["Cog", "Murk", "Ember"], turn=0)
    assert told(t, "draw three") == "  seat 0  spends two tokens · draws Cog, Murk and Ember\n"


def test_look_tells_what_is_kept_and_discarded(table: Any) -> None:
    t = table({"hand": ["Tamo"]}, deck=["Cog", "Murk", "Ember"], turn=0)
    line = (
        "  seat 0  places Tamo · looks at Cog, Murk and Ember · keeps Murk · discards Cog and Ember off the draw pile\n"
    )
    assert told(t, "place Tamo", "keep Murk") == line


def test_what_others_do_in_a_turn_names_them(table: Any) -> None:
    t = table({"hand": ["Shade"]}, {"hand": ["Cog", "Bolt"]}, turn=0)
    assert told(t, "place Shade", "discard Cog") == "  seat 0  places Shade · seat 1 discards Cog\n"


def test_chain_names_the_card_that_acts(table: Any) -> None:
    t = table({"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Ember"]]}, turn=0)
    line = "  seat 0  places Garsh · destroys Ember of seat 1 · seat 1 destroys Garsh of seat 0 (Ember)\n"
    assert told(t, "place Garsh", "destroy opp1 1.1", "destroy opp1 2.1") == line


def test_stolen_card_is_named_with_its_hand(table: Any) -> None:
    t = table({"hand": ["Gloom"]}, {"hand": ["Cog"], "vp": 1}, turn=0)
    line = "  seat 0  places Gloom · takes Cog from the hand of seat 1\n"
    assert told(t, "place Gloom", "player opp1") == line


def test_swap_names_both_cards(table: Any) -> None:
    t = table({"hand": ["Dom"]}, {"army": [["Cog", "Bolt"]]}, turn=0)
    line = "  seat 0  places Dom · swaps Cog of seat 1 · swaps it with Bolt of seat 1\n"
    assert told(t, "place Dom", "swap opp1 1.1", "swap with opp1 1.2") == line


def test_advantage_and_tokens_are_told(table: Any) -> None:
    t = table({"hand": ["Komi", "Dynamo", "Murk"], "army": [["Tamo", "Bolt*"]], "tokens": 0}, {}, advantage=1, turn=0)
    assert told(t, "place Komi") == "  seat 0  places Komi · gets the Advantage token\n"
    t.do("pass")
    line = "  seat 0  places Dynamo · uses the effect · discards Murk · takes 2 tokens back\n"
    assert told(t, "place Dynamo", "yes", "discard Murk") == line


def test_extra_turn_is_told(table: Any) -> None:
    t = table({"hand": ["Rumba"], "army": [["Boko"]]}, turn=0)
    text = told(t, "place Rumba", "pass")
    assert text == "  seat 0  places Rumba\n  seat 0  has an extra turn · passes\n"


def test_armies_stand_there_as_in_the_battle(table: Any) -> None:
    """Prisoners come free and tokens return as the next round starts: the armies are drawn as they fought."""
    t = table({"army": [["Cog", "[Bolt]"]]}, {"army": [["Bolt*"]], "passed": True}, turn=0)
    text = told(t, "pass")
    for part in ("│ Cog  │ [Bolt] │", "│ Bolt ● │", "seat 0 ◆ · strength 2", "seat 1 · strength 2"):
        assert part in text
    assert "seat 0 and seat 1 are level at 2; the Advantage token gives the VP to seat 0." in text
    assert "seat 0 ★☆☆ · seat 1 ☆☆☆" in text
    assert "Round 2" in text


def test_turn_limit_fights_with_the_last_deed_done(table: Any) -> None:
    """The third turn after a pass imprisons a card; the Great Battle that follows at once counts it so."""
    t = table({"hand": ["Murk"], "army": [["Shade"], ["Kao"], ["Nocturn"]]}, {"army": [["Cog"]]}, turn=1)
    text = told(t, "pass", "draw one", "draw one", "place Murk", "imprison opp1 1.1")
    assert "The limit of turns ends the round." in text
    assert "│ [Cog] │" in text
    assert "seat 0 is the strongest with 12 and earns a VP." in text


def test_hand_limit_comes_after_the_battle(table: Any) -> None:
    hand = ["Cog", "Bolt", "Rivet", "Piston", "Valve", "Murk", "Shade", "Wisp"]
    army = [["Tamo"], ["Komi"], ["Meijin"]]
    t = table({"army": army, "hand": hand}, {"passed": True}, advantage=1, turn=0)
    lines = told(t, "pass", "discard Cog").splitlines()
    battle = next(i for i, line in enumerate(lines) if "strongest with 10" in line)
    discard = lines.index("  seat 0  discards Cog")
    following = next(i for i, line in enumerate(lines) if "Round 2" in line)
    assert battle < discard < following


def test_draw_at_the_start_of_a_round_is_told(table: Any) -> None:
    t = table({"army": [["Valve"]]}, {"passed": True}, deck=["Cog"], turn=0)
    assert "  seat 0  draws Cog as the round starts\n" in told(t, "pass")


def test_victory_by_battle(table: Any) -> None:
    t = table({"army": [["Cog"]], "vp": 2}, {"passed": True}, turn=0)
    text = told(t, "pass")
    assert "seat 0 wins" in text
    assert "3 VP after the Great Battle of round 1." in text


def test_victory_shared(table: Any) -> None:
    army = {"vp": 2, "passed": True}
    t = table({"army": [["Cog"]], **army}, {"army": [["Bolt"]], **army}, {}, advantage=2, turn=2)
    assert "seat 0 and seat 1 share the victory" in told(t, "pass")


def test_victory_by_a_point_in_the_middle_of_a_round(table: Any) -> None:
    army = [["Boko", "Grint", "Sprig"], ["Hurl", "Bloom"]]
    t = table({"army": army, "hand": ["Kameo", "Cog", "Bolt", "Murk"], "vp": 2}, {}, turn=0)
    text = told(t, "place Kameo", "yes", "discard Cog", "discard Bolt", "discard Murk")
    assert "  seat 0  places Kameo · uses the effect · discards Cog, Bolt and Murk · earns 1 VP\n" in text
    assert "Great Battle" not in text
    assert "Kameo gave the third VP in the middle of round 1." in text


def test_special_victory(table: Any) -> None:
    army = [["Dom", "Cinder", "Ember"], ["Garsh", "Fact", "Ideo"], ["Walror"]]
    t = table({"army": army}, {"passed": True}, turn=0)
    text = told(t, "pass")
    assert "Great Battle of round 1" in text
    assert "seat 0 wins" in text
    assert "A special victory, by Walror as round 2 began." in text
