"""Two against two (K-3)."""

from pathlib import Path
from typing import Any

import pytest

from gosu_env import Game, PositionError
from gosu_env.gosu import cards as card_module

TEAMS = {"teams": True}
DEFAULT_SET = Path(card_module.__file__).parent / "cards" / "default.toml"

# ------------------------------------------------------------------------------------------------ victory


@pytest.mark.rule("K-3.1")
def test_a_vp_of_the_battle_counts_for_both_partners(table: Any) -> None:
    t = table({"army": [["Dom"]]}, {}, {}, {}, options=TEAMS).do("pass", "pass", "pass", "pass")
    assert [t.vp(seat) for seat in range(4)] == [1, 0, 1, 0]


@pytest.mark.rule("K-3.1")
def test_three_vp_of_the_team_win_for_both(table: Any) -> None:
    players = [{"vp": 2}, {"vp": 2}, {"vp": 2, "army": [["Dom"]]}, {"vp": 2}]
    t = table(*players, options=TEAMS).do("pass", "pass", "pass", "pass")
    assert t.game.winners == [0, 2]
    assert t.game.returns() == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
    assert t.game.describe().endswith("Seats 0 and 2 win.")


@pytest.mark.rule("K-3.1")
def test_a_third_vp_in_the_middle_of_a_round_wins_for_the_team(table: Any) -> None:
    alphas = {"vp": 2, "army": [["Boko", "Boko", "Tusk", "Tusk"], ["Rumba"]], "hand": ["Kameo", "Dom", "Ember", "Bolt"]}
    t = table({}, alphas, {}, {"vp": 2}, options=TEAMS, turn=1).do("place Kameo")
    while not t.game.is_over:
        t.do("yes" if "yes" in t.choices else t.choices[0])
    assert t.game.winners == [1, 3]
    assert t.game.ending == ("victory_point", "Kameo")


@pytest.mark.rule("K-3.1")
@pytest.mark.parametrize("advantage", [0, 1, 2, 3])
def test_a_special_victory_is_the_teams(table: Any, advantage: int) -> None:
    """Honinbo: whoever has 10 cards in hand wins. Of two teams it is the one with the Advantage token."""
    alike = ["Dom", "Cinder", "Ember", "Fact", "Garsh", "Ideo", "Bolt", "Cog", "Rivet", "Valve"]
    others = ["Dom", "Cinder", "Ember", "Boko", "Tusk", "Bloom", "Bolt", "Cog", "Rivet", "Valve"]
    honinbo = {"army": [["Tamo"], ["Komi"], ["Honinbo"]], "passed": True}
    seats = [honinbo, {"hand": alike, "passed": True}, {"hand": others, "passed": True}, {}]
    t = table(*seats, options=TEAMS, advantage=advantage, turn=3).do("pass")
    assert t.game.winners == ([0, 2] if advantage in (0, 2) else [1, 3])
    assert t.game.ending == ("special", "Honinbo")


@pytest.mark.rule("K-3.1")
def test_partners_cannot_have_different_vp() -> None:
    with pytest.raises(PositionError, match="vp of seats 0 and 2: partners have the VP of their team"):
        Game.position(num_players=4, options=TEAMS, players=[{"vp": 1}, {}, {}, {}])


@pytest.mark.rule("K-3.1")
def test_the_observation_shows_the_team() -> None:
    teams, alone = Game("gosu", 4, 1, teams=True), Game("gosu", 4, 1)
    for seat in range(4):
        assert teams.observe(seat)[teams.observation_spec["team"]].tolist() == [1, 0, 1, 0]
        assert alone.observe(seat)[alone.observation_spec["team"]].tolist() == [0, 0, 0, 0]
    assert "Seat 3 (your partner)" in teams.describe(1)
    assert "Seats 0 and 2 play against seats 1 and 3" in teams.describe()


# ------------------------------------------------------------------------------------------------ player and opponent


@pytest.mark.rule("K-3.2")
def test_an_opponent_is_never_the_partner(table: Any) -> None:
    """Duwal steals from an opponent, Shade makes the opponents discard, Gloom imprisons a card of theirs."""
    seats = [
        {"hand": ["Duwal", "Boko"], "army": [["Shade"]]},
        {"hand": ["Dom"]},
        {"hand": ["Ember"]},
        {"hand": ["Cog"]},
    ]
    t = table(*seats, options=TEAMS).do("place Duwal", "yes", "discard Boko")
    assert t.choices == ["player opp1", "player opp3"]
    t = table({"hand": ["Shade"]}, *seats[1:], options=TEAMS).do("place Shade", "discard Dom", "discard Cog")
    assert [t.hand(seat) for seat in range(4)] == [[], [], ["Ember"], []]


@pytest.mark.rule("K-3.2")
def test_your_own_is_not_the_partners(table: Any) -> None:
    """Ogon turns up a card of its own player."""
    seats = [{"hand": ["Ogon"], "army": [["Boko", "[Tusk]"]]}, {"army": [["[Dom]"]]}, {"army": [["[Ember]"]]}, {}]
    t = table(*seats, options=TEAMS).do("place Ogon")
    assert t.choices == ["release me 1.2 (Tusk)"]


@pytest.mark.rule("K-3.2")
def test_any_army_may_be_the_partners(table: Any) -> None:
    """Garsh destroys a FREE card of any army."""
    seats = [{"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Bolt"]]}, {"army": [["Tusk"]]}, {"army": [["Cog"]]}]
    t = table(*seats, options=TEAMS).do("place Garsh")
    whose = ["me 2.1 (Garsh)", "opp1 1.1 (Bolt)", "partner 1.1 (Tusk)", "opp3 1.1 (Cog)"]
    assert t.choices == [f"destroy {card}" for card in whose]
    t.do("destroy partner 1.1")
    assert t.army(2) == [[], [], []]


@pytest.mark.rule("K-3.2")
def test_a_player_may_be_the_partner(table: Any, tmp_path: Path) -> None:
    """A card that lets a chosen player draw."""
    text = DEFAULT_SET.read_text(encoding="utf-8")
    assert text.count('enters = ["discard 1 opponents"]') == 1
    path = tmp_path / "mine.toml"
    lines = 'enters = ["choose player; draw 2 chosen"]'
    path.write_text(text.replace('enters = ["discard 1 opponents"]', lines), encoding="utf-8")
    t = table({"hand": ["Shade"]}, {}, {}, {}, options={"teams": True, "cards": str(path)}, deck=["Dom", "Cog"])
    t.do("place Shade")
    assert t.game.decision_text() == "seat 0: Shade: choose a player"
    assert t.choices == ["player me", "player opp1", "player partner", "player opp3"]
    t.do("player partner")
    assert t.hand(2) == ["Cog", "Dom"]


@pytest.mark.rule("K-3.2")
def test_who_is_behind_compares_with_the_other_team(table: Any) -> None:
    """Kataclysm's bracket counts when an opponent has more VP; the team's own points are no reason."""
    for vp, discarded in ((0, 1), (1, 2)):
        hand = ["Dom", "Ember", "Cog"]
        seats = [{"hand": ["Kataclysm"], "army": [["Shade"]]}, {"hand": hand, "vp": vp}, {}, {"vp": vp}]
        t = table(*seats, options=TEAMS).do("place Kataclysm", *["discard Dom", "discard Ember"][:discarded])
        assert len(t.hand(1)) == 3 - discarded


# ------------------------------------------------------------------------------------------------ lent tokens


@pytest.mark.rule("K-3.3")
def test_a_token_lets_the_partner_draw(table: Any) -> None:
    t = table({}, {}, {}, {}, options=TEAMS, deck=["Dom", "Ember", "Cog", "Bolt"])
    assert t.choices == ["pass", "draw one", "draw three", "partner draws one", "partner draws three"]
    t.do("partner draws one")
    assert (t.hand(0), t.hand(2), t.tokens(0), t.tokens(2)) == ([], ["Dom"], 1, 2)
    assert t.seat == 1
    t.do("partner draws three")
    assert (t.hand(3), t.tokens(1)) == (["Bolt", "Cog", "Ember"], 0)


@pytest.mark.rule("K-3.3")
def test_a_partner_who_has_passed_may_draw(table: Any) -> None:
    t = table({"tokens": 1}, {}, {"passed": True}, {}, options=TEAMS, deck=["Dom"]).do("partner draws one")
    assert t.hand(2) == ["Dom"]
    assert not table({"tokens": 0}, {}, {}, {}, options=TEAMS).choices[1:]


@pytest.mark.rule("K-3.3")
def test_a_global_for_tokens_counts_for_the_partner(table: Any) -> None:
    """Where one token draws two cards, it does so for the partner."""
    mill = next(c.name for c in Game().rules.cards.cards if any(g.which == 6 for g in c.globals))  # type: ignore[attr-defined]
    t = table({}, {"army": [["Bolt"], ["Turbine"], [mill]]}, {}, {}, options=TEAMS).do("partner draws one")
    assert len(t.hand(2)) == 2


@pytest.mark.rule("K-3.3")
def test_the_partners_goblin_is_used_as_if_the_partner_had_paid(table: Any) -> None:
    """Nyx imprisons a card: the partner chooses it. The token lies on the partner's goblin."""
    seats = [{}, {"army": [["Cog"]]}, {"army": [["Shade"], ["Nyx"]]}, {"army": [["Dom"]]}]
    t = table(*seats, options=TEAMS).do("activate partner 2.1")
    assert t.game.decision_text() == "seat 2: Nyx: choose a card to imprison"
    assert "imprison partner 1.1" not in t.choices  # seat 0 has no cards
    t.do("imprison opp1 1.1")
    assert t.army(3) == [["[Dom]"], [], []]
    assert (t.tokens(0), t.tokens(2), t.seat) == (1, 2, 1)
    assert "Nyx°" in t.game.describe()
    t.do("pass")
    assert not t.can("activate 2.1")  # one token on a goblin, whoever's it is


@pytest.mark.rule("K-3.3")
def test_a_draw_of_the_partners_goblin_is_the_partners(table: Any) -> None:
    t = table({}, {}, {"army": [["Bolt"]]}, {}, options=TEAMS, deck=["Dom", "Ember"]).do("activate partner 1.1")
    assert (t.hand(0), t.hand(2)) == ([], ["Dom", "Ember"])


@pytest.mark.rule("K-3.3")
def test_a_lent_token_stays_its_owners(table: Any) -> None:
    """Cog takes a token back: its player's own, wherever it lies, and never the partner's."""
    seats: list[dict[str, Any]] = [{"hand": ["Cog"], "tokens": 0}, {}, {"hand": ["Cog"], "army": [["Bolt°"]]}, {}]
    t = table(*seats, options=TEAMS).do("place Cog")
    assert t.choices == ["take back a spent token", "take back the token of partner 1.1 (Bolt)"]
    t.do("take back the token of partner 1.1")
    assert (t.tokens(0), t.army(2)[0]) == (1, ["Bolt"])
    t = table(*seats, options=TEAMS, turn=2).do("place Cog")
    assert t.seat == 3  # seat 2 has both of its tokens: nothing to take back
    assert t.tokens(2) == 2


@pytest.mark.rule("K-3.3")
def test_all_tokens_come_back_from_the_partners_goblins_too(table: Any) -> None:
    """Dynamo takes back all tokens of its player; at the next round everybody has both."""
    seats = [{"hand": ["Dynamo", "Dom"], "army": [["Bolt*"]]}, {}, {"army": [["Bolt°"]]}, {}]
    t = table(*seats, options=TEAMS)
    assert t.tokens(0) == 0
    t.do("place Dynamo", "yes", "discard Dom")
    assert (t.tokens(0), t.army(0)[0], t.army(2)[0]) == (2, ["Bolt"], ["Bolt"])
    t = table({}, {}, {"army": [["Bolt"]]}, {}, options=TEAMS).do(
        "activate partner 1.1", "pass", "pass", "pass", "pass"
    )
    assert (t.json["round"], [t.tokens(seat) for seat in range(4)], t.army(2)[0]) == (2, [2, 2, 2, 2], ["Bolt"])


def with_dynamite(table: Any, seat: int, **more: Any) -> Any:
    """Seat 0 is to play; the partner has Dynamite and the Advantage token, and so an extra turn to gain."""
    players: list[dict[str, Any]] = [{"tokens": 2}, {"tokens": 2}, {"tokens": 2}, {"tokens": 2}]
    players[seat] |= {"army": [["Dom"], ["Dynamite"]]} | more
    return table(*players, options=TEAMS, advantage=seat, turn=0, discard=["Garsh"])


@pytest.mark.rule("K-3.3", "G-9.12")
def test_the_partner_gets_the_extra_turn_of_a_dynamite_activated_for_them(table: Any) -> None:
    t = with_dynamite(table, 2).do("activate partner 2.1", "take Garsh")
    seats = []
    for _ in range(5):
        seats.append(t.seat)
        t.do("draw one")
    assert seats == [2, 1, 2, 3, 0]  # the extra turn, then the order goes on from the left of seat 0
    assert "Garsh" in t.hand(2)


@pytest.mark.rule("K-3.3", "G-9.12")
def test_a_partner_who_has_passed_gets_no_extra_turn(table: Any) -> None:
    t = with_dynamite(table, 2, passed=True).do("activate partner 2.1", "take Garsh")
    assert (t.seat, t.hand(2)) == (1, ["Garsh"])


@pytest.mark.rule("K-3.3", "G-9.12")
def test_extra_turns_of_partners_may_follow_one_another(table: Any) -> None:
    """In the extra turn Rumba gives another, and a second Dynamite would do as well; then the order goes on."""
    t = with_dynamite(table, 2, hand=["Rumba"], army=[["Boko", "Dom"], ["Dynamite"]])
    t.do("activate partner 2.1", "take Garsh", "place Rumba")
    assert t.seat == 2
    t.do("draw one")
    assert t.seat == 1
    seats = [{"army": [["Dom"], ["Dynamite"]]}, {}, {"army": [["Boko"]], "hand": ["Rumba"]}, {}]
    t = table(*seats, options=TEAMS, advantage=0, turn=2).do("activate partner 2.1")
    assert t.seat == 0
    t.do("draw one")
    assert t.seat == 3  # to the left of seat 2


@pytest.mark.rule("K-3.3", "K-2.3")
def test_the_partners_extra_turn_counts_among_the_ten_and_is_played_out_of_the_tenth(table: Any) -> None:
    seats: list[dict[str, Any]] = [{}, {"passed": True}, {"army": [["Dom"], ["Dynamite"]]}, {"passed": True}]
    for left, after in ((5, 4), (1, 0)):
        t = table(*seats, options=TEAMS | {"turn_limit": True}, advantage=2, turn=0)
        t.game.state.turns_left = left
        t.do("activate partner 2.1")
        assert (t.seat, int(t.game.state.turns_left), t.json["round"]) == (2, after, 1)
        t.do("draw one")
        assert t.json["round"] == (1 if after else 2)


@pytest.mark.rule("K-3.3", "G-9.12")
def test_the_extra_turn_of_an_opponent_is_lost(table: Any, tmp_path: Path) -> None:
    """Vesper, rewritten, would take an extra turn when an opponent passes."""
    text = DEFAULT_SET.read_text(encoding="utf-8").replace('passes = ["draw 1"]', 'passes = ["extra turn"]')
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    options = TEAMS | {"cards": str(tmp_path / "cards.toml")}
    t = table({}, {}, {}, {"army": [["Murk"], ["Vesper"]]}, options=options).do("pass")
    assert t.seat == 1


@pytest.mark.rule("K-3.3")
def test_positions_and_json_know_whose_token_it_is() -> None:
    players = [{"tokens": 1}, {}, {"army": [["Bolt°"]]}, {}]
    game = Game.position(num_players=4, options=TEAMS, players=players)
    table = game.to_json()
    assert table["players"][2]["army"][0][0] == {"card": "Bolt", "face_up": True, "token": "partner"}
    again = Game.position(num_players=4, options=TEAMS, players=table["players"])
    assert again.to_json()["players"] == table["players"]
    spec = game.observation_spec
    assert game.observe(0)[spec["army.opp2.token"]][0] == 2
    assert game.observe(0)[spec["player.me"]].tolist()[1:3] == [1, 0]  # one in hand, none spent
    with pytest.raises(PositionError, match="a token of the partner, but there are no teams"):
        Game.position(players=[{"army": [["Bolt°"]]}, {}])


# ------------------------------------------------------------------------------------------------ the Great Battle

ONE, TWO, THREE = [["Dom"]], [["Bolt", "Cog"]], [["Tamo"], ["Komi"]]  # worth 2, 4 and 5


@pytest.mark.rule("K-3.4")
@pytest.mark.parametrize(
    ("armies", "advantage", "team"),
    [
        ((THREE, TWO, [], [["Boko", "Tusk"]]), 1, 0),  # 5 against 4: what stands beside it does not count
        ((TWO, [["Boko", "Tusk"]], [], ONE), 0, 1),  # 4 against 4, then 0 against 2
        ((TWO, [["Boko"]], ONE, [["Murk", "Gloom"]]), 3, 1),  # 4 and 2 on both sides
        ((TWO, [["Boko"]], ONE, [["Murk", "Gloom"]]), 2, 0),
    ],
)
def test_the_stronger_army_of_a_team_counts(table: Any, armies: Any, advantage: int, team: int) -> None:
    seats = [{"army": army, "passed": seat != 3} for seat, army in enumerate(armies)]
    t = table(*seats, options=TEAMS, advantage=advantage, turn=3).do("pass")
    assert [t.vp(seat) for seat in range(4)] == [int(seat % 2 == team) for seat in range(4)]


@pytest.mark.rule("K-3.4")
def test_where_ties_earn_nothing_a_tie_of_teams_earns_nothing(table: Any) -> None:
    """Volcan, with armies that are level throughout."""
    one = [["Dom", "Cinder"], ["Fact"], ["Volcan"]]
    other = [["Bolt", "Cog"], ["Turbine"], [quiet_ozeki()]]
    t = table({"army": one, "passed": True}, {"army": other}, {"passed": True}, {"passed": True}, options=TEAMS, turn=1)
    even = len(set(t.game.strengths()[:2])) == 1
    t.do("pass")
    assert [t.vp(seat) for seat in range(4)] == ([0, 0, 0, 0] if even else [t.vp(0), t.vp(1)] * 2)
    assert even


def quiet_ozeki() -> str:
    """A Meka Ōzeki whose Globals leave values alone."""
    cards = Game().rules.cards.cards  # type: ignore[attr-defined]
    return next(c.name for c in cards if c.level == 3 and c.clan == 3 and all(3 <= g.which < 9 for g in c.globals))


# ------------------------------------------------------------------------------------------------ the turn limit


@pytest.mark.rule("K-3.5")
def test_the_text_of_nocturn_fits_the_game(table: Any) -> None:
    nocturn = {"army": [["Shade"], ["Kao"], ["Nocturn"]]}
    told = "Global · Nocturn: Once both players of a team have passed, the others play at most 3 more turns together."
    assert told in table(nocturn, options=TEAMS).game.describe()
    alone = "Global · Nocturn: Once a player has passed, the others play at most 3 more turns together."
    assert alone in table(nocturn).game.describe()


@pytest.mark.rule("K-3.5")
def test_the_turn_limit_begins_when_a_whole_team_has_passed(table: Any) -> None:
    t = table({}, {}, {}, {}, options={"teams": True, "turn_limit": True})
    t.do("pass", "pass")
    assert int(t.game.state.turns_left) == -1  # one of each team
    t.do("draw one", "draw one", "pass")
    assert int(t.game.state.turns_left) == 10
    assert "Once both players of a team have passed" in t.game.describe()
