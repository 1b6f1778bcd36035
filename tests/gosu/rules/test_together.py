"""Where Kamakor (K-1) meets the tournament options (K-2) and two against two (K-3)."""

from __future__ import annotations

from typing import Any

import pytest

from gosu_env import Game, PositionError, Recorder, Replay, make_batch

TEAMS = {"teams": True}

# ------------------------------------------------------------------------------------------------ the opening


@pytest.mark.rule("K-1.2")
def test_with_teams_everybody_bans_in_turn() -> None:
    game = Game("gosu", 4, 3, kamakor=True, teams=True)
    first, banned = int(game.state.advantage), []
    while game.to_json()["decision"]["kind"] == "ban":
        banned.append(game.seat)
        game.apply(game.legal_actions()[0])
    assert banned == [(first + i) % 4 for i in range(5)]


@pytest.mark.rule("K-2.2")
@pytest.mark.parametrize("clans", [None, ("fire", "drake", "drum", "swamp", "mask")])
def test_bans_come_first_then_the_draft_of_the_clans_that_are_left(clans: tuple[str, ...] | None) -> None:
    game = Game("gosu", 3, 5, kamakor=True, draft=True, clans=clans)
    kinds = []
    while game.to_json()["round"] == 0:
        table = game.to_json()
        kinds.append(table["decision"]["kind"])
        if kinds[-1] == "ban":
            assert not any(player["hand"] for player in table["players"])
        game.apply(game.legal_actions()[0])
    bans = 5 if clans is None else 0
    assert kinds[: bans + 1] == ["ban"] * bans + ["keep"]
    table = game.to_json()
    assert len(table["clans"]) == 5
    assert table["deck"] == 100 - 3 * 7


@pytest.mark.rule("K-2.1")
def test_with_kamakor_nobody_passes_with_tokens_unless_an_option_lifts_it() -> None:
    for kamakor, said, bound in (
        *((False, None, False), (False, True, True), (False, False, False)),
        *((True, None, True), (True, True, True), (True, False, False)),
    ):
        options = {"kamakor": kamakor} | ({} if said is None else {"no_pass_with_tokens": said})
        t = Game.position(options=options, players=[{"tokens": 1}, {}])
        assert ("pass" not in [t.action_text(action) for action in t.legal_actions()]) == bound
        assert t.rules.options["no_pass_with_tokens"] is bound


@pytest.mark.rule("K-2.1")
def test_saves_and_replays_tell_whether_passing_with_tokens_is_allowed() -> None:
    bound, lifted = (Game("gosu", 2, 3, kamakor=True, **more) for more in ({}, {"no_pass_with_tokens": False}))
    for game, on in ((bound, True), (lifted, False)):
        recorder = Recorder(game)
        for _ in range(8):
            recorder.apply(game.legal_actions()[0])
        replay = Replay.from_bytes(recorder.replay().to_bytes())
        replay.verify()
        assert replay.header.options["no_pass_with_tokens"] is on
        assert Game.from_bytes(game.to_bytes()).rules.options["no_pass_with_tokens"] is on
        assert make_batch(num_envs=1, **game.rules.options).game(0).rules.options["no_pass_with_tokens"] is on


@pytest.mark.rule("K-2.1")
def test_dragoon_tokens_do_not_keep_from_passing(kamakor: Any) -> None:
    t = kamakor({"tokens": 0, "dragoons": 2}, {"tokens": 1}, options={"no_pass_with_tokens": True})
    assert t.choices == ["pass"]
    assert not t.do("pass").can("pass")


# ------------------------------------------------------------------------------------------------ lent Dragoon tokens


@pytest.mark.rule("K-3.3")
def test_a_dragoon_token_uses_the_power_of_a_partners_goblin(kamakor: Any) -> None:
    """Bolt draws two cards, for its own player; the token is the spender's, and goes back when the round ends."""
    seats = [{"tokens": 0, "dragoons": 1}, {"army": [["Bolt"]]}, {"army": [["Bolt"]]}, {}]
    t = kamakor(*seats, options=TEAMS, deck=["Dom", "Cog"])
    assert t.choices == ["pass", "dragoon partner 1.1 (Bolt)"]
    t.do("dragoon partner 1.1")
    assert t.hand(2) == ["Cog", "Dom"]
    assert t.seat == 1
    assert (t.dragoons(0), t.supply, t.tokens(2)) == (0, 7, 2)
    lying = t.json["players"][2]["army"][0][0]
    assert (lying["token"], lying["dragoon"]) == ("partner", True)
    assert "Bolt+°" in t.game.describe()
    t.do("pass", "pass", "pass", "pass")
    assert t.json["round"] == 2
    assert t.supply == 8


@pytest.mark.rule("K-3.3")
def test_a_goblin_with_a_lent_token_carries_no_other(kamakor: Any) -> None:
    seats = [{"dragoons": 1}, {}, {"army": [["Bolt+°", "Snort°"]], "dragoons": 1}, {}]
    powers = [c for c in kamakor(*seats, options=TEAMS).choices if c.startswith(("activate", "dragoon"))]
    assert powers == []
    own = [c for c in kamakor(*seats, options=TEAMS, turn=2).choices if c.startswith(("activate", "dragoon"))]
    assert own == []


@pytest.mark.rule("K-1.3")
def test_two_on_goblins_are_the_limit_for_their_owner_wherever_they_lie(kamakor: Any) -> None:
    goblins = ["Bolt+°", "Bolt", "Snort"]
    held = {"dragoons": 1, "tokens": 0}
    seats = [{"army": [["Snort+"]]} | held, {}, {"army": [goblins]} | held, {}]
    t = kamakor(*seats, options=TEAMS)
    assert t.choices == ["pass"]  # both of seat 0 lie, one of them with the partner
    t = kamakor(*seats, options=TEAMS, turn=2)
    assert t.choices == ["pass", "dragoon 1.2 (Bolt)", "dragoon 1.3 (Snort)"]


@pytest.mark.rule("K-1.3")
def test_a_lent_dragoon_token_returns_to_the_supply_with_its_goblin(kamakor: Any) -> None:
    t = kamakor({"hand": ["Murk"]}, {}, {"army": [["Bolt+°"]]}, {}, options=TEAMS)
    assert t.supply == 7
    t.do("place Murk", "imprison partner 1.1")
    assert t.supply == 8


@pytest.mark.rule("K-3.3")
def test_lent_dragoon_tokens_are_not_taken_back_as_activation_tokens(kamakor: Any) -> None:
    t = kamakor({"hand": ["Cog"], "tokens": 0}, {}, {"army": [["Bolt+°", "Bolt°"]]}, {}, options=TEAMS)
    t.do("place Cog")
    assert t.choices == ["take back a spent token", "take back the token of partner 1.2 (Bolt)"]


@pytest.mark.rule("K-3.3")
def test_observations_tell_four_sorts_of_tokens(kamakor: Any) -> None:
    seats = [{"army": [["Bolt*", "Snort+"]]}, {}, {"army": [["Bolt°", "Snort+°"]], "dragoons": 2}, {}]
    game = kamakor(*seats, options=TEAMS, turn=1).game
    spec, seen = game.observation_spec, game.observe(0)
    assert seen[spec["army.me.token"]][:3].tolist() == [1, 2, 0]
    assert seen[spec["army.opp2.token"]][:3].tolist() == [3, 4, 0]
    names = ("tokens", "spent")
    assert dict(zip(names, seen[spec["player.me"]][1:3].tolist(), strict=True)) == {"tokens": 0, "spent": 0}
    assert seen[spec["player.me"]][-2:].tolist() == [0, 2]
    assert seen[spec["player.opp2"]][-2:].tolist() == [2, 0]
    assert seen[spec["team"]].tolist() == [1, 0, 1, 0]


@pytest.mark.rule("K-1.3")
def test_positions_with_too_many_lent_dragoon_tokens_are_refused(kamakor: Any) -> None:
    seats = [{"army": [["Snort+"]]}, {}, {"army": [["Bolt+°", "Bolt+°"]]}, {}]
    with pytest.raises(PositionError, match="seat 0 has 3 Dragoon tokens on goblins; at most 2"):
        kamakor(*seats, options=TEAMS)
    with pytest.raises(PositionError, match="a token of the partner, but there are no teams"):
        kamakor({"army": [["Bolt+°"]]})


# ------------------------------------------------------------------------------------------------ opponents


@pytest.mark.rule("K-3.2")
@pytest.mark.rule("K-1.6")
def test_when_a_recruiter_is_destroyed_the_partner_of_its_owner_draws_nothing(kamakor: Any) -> None:
    seats = [{"hand": ["Garsh"], "army": [["Dom"]]}, {"army": [["Tamtam"]]}, {}, {}]
    t = kamakor(*seats, options=TEAMS, deck=["Cog", "Bolt"]).do("place Garsh", "destroy opp1 1.1")
    assert [len(t.hand(seat)) for seat in range(4)] == [1, 0, 1, 0]


@pytest.mark.rule("K-1.8")
def test_only_tokens_are_lent_and_no_powers_after_a_colon(kamakor: Any) -> None:
    t = kamakor({"hand": ["Dom"]}, {}, {"army": [["Muck", "Slop"]], "hand": ["Cog"]}, {}, options=TEAMS)
    assert not any("Slop" in choice for choice in t.choices)
    assert kamakor({}, {}, {"army": [["Muck", "Slop"]], "hand": ["Cog"]}, {}, options=TEAMS, turn=2).can("use 1.2")
