"""Whole games: invariants, texts, saves, bounds, positions by name, and the same games however they are run."""

from __future__ import annotations

import os
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, IllegalActionError, OptionError, PositionError
from gosu_env.engine.errors import DataError
from gosu_env.engine.rules import find_rules
from gosu_env.gosux.invariants import VIOLATIONS
from gosu_env.gosux.legal import MAX_LEGAL
from gosu_env.gosux.ruleset import x_rules
from gosu_env.gosux.state import CLAN_WORDS, ENDINGS
from tests.test_cuda import needs_compiler
from tests.twins import play_beside_a_gpu, play_beside_handles, run_script


def positions(seed: int, **options: Any) -> Iterator[Game]:
    """Every position of a random game."""
    pick = random.Random(seed)
    game = Game("gosux", 2, seed, **options)
    while not game.is_over:
        yield game
        game.apply(pick.choice(game.legal_actions()))
    yield game


# ------------------------------------------------------------------------------------------------ play


def play(decisions: int, seed: int, **options: Any) -> dict[str, int]:
    """Random play with every invariant checked at every decision: how often games ended in which way."""
    rules = find_rules("gosux", 2, options)
    rng = np.random.default_rng(seed).integers(1, 2**32, 4, np.uint32)
    stats, found = rules.play(decisions, rng, mask=True, observe=True, check=True)
    assert VIOLATIONS[found] == "none"
    return dict(zip(("games", "decisions", "longest", "rounds", *ENDINGS), stats.tolist(), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("auto_forced", [False, True])
def test_random_play_breaks_no_invariant(auto_forced: bool) -> None:
    found = play(20_000, 1 + auto_forced, auto_forced=auto_forced)
    assert found["games"] > 100
    assert found["fault"] == found["truncated"] == 0


@pytest.mark.soak
@pytest.mark.parametrize("clans_dealt", [False, True])
@pytest.mark.parametrize("auto_forced", [False, True])
def test_twenty_million_random_decisions_break_no_invariant(auto_forced: bool, clans_dealt: bool) -> None:
    decisions = int(os.environ.get("SOAK_DECISIONS", "20000000")) // 4
    found = play(decisions, 3 + auto_forced, auto_forced=auto_forced, clans_dealt=clans_dealt)
    games = found["games"]
    print(
        f"\nauto_forced={auto_forced}, clans_dealt={clans_dealt}: {found['decisions']:,} decisions, {games:,} games, "
        f"{found['decisions'] / games:.1f} decisions and {found['rounds'] / games:.2f} rounds a game, "
        f"longest {found['longest']}, { {ending: found[ending] for ending in ENDINGS} }"
    )
    assert found["fault"] == found["truncated"] == 0
    assert found["supremacy"] > found["goan sul"] > 0


def harm(name: str, value: int, *at: Any) -> Callable[[Any], None]:
    def write(st: Any) -> None:
        if at:
            st[name][at] = value
        else:
            st[name] = value

    return write


def test_a_broken_record_is_noticed() -> None:
    """The checks themselves can fail: damage one field after the other."""
    shard = x_rules(Game("gosux")).cards.kind("Shard")
    damage: dict[str, Callable[[Any], None]] = {
        "cards are not conserved": harm("discard", 1, 0, 3),
        "a row has a hole or a wrong count": harm("row_size", 2, 0, 1),
        "a pyramid stands on its head": lambda st: (
            harm("row_size", 0, 0, 0)(st),
            harm("army", -1, 0, slice(0, 5))(st),
            harm("token", 0, 0, slice(0, 5))(st),
        )[0],
        "a pile's count is wrong": harm("hand_size", 5, 1),
        "tokens are not conserved": harm("tokens", 3, 0),
        "more is known of a hand than it holds": harm("known", 2, shard),
        "more is known of a deck than it holds": harm("top_known", 45, 0),
        "a captured card carries a token": harm("face", 1, 0, 0),
        "the Bounty token lies nowhere": harm("bounty", 29),
        "a running game waits for nobody": harm("decision", 0),
        "turns after a pass are counted wrongly": harm("turns_left", 2),
        "a player has won and plays on": harm("supremacy", 2, 1),
        "the game ended as a fault": harm("ending", 5),
        "the permanent effects in force are wrong": harm("laws", 0, 0),
        "hidden cards are remembered where they are not": harm("secret", 3, 0),
        "a card that was shown is remembered from no time": harm("ghosts_size", 1, 1),
    }
    players = [{"hand": ["Shard"], "army": [["Bun To*", "Boul Go"], ["Kan Te"]]}, {"hand": ["Timer"]}]
    for reason, write in damage.items():
        game = Game.position("gosux", players=players)
        game.rules.check(game.states)
        write(game.state)
        found = game.rules._entries.check(game.states, game.rules.tables, 0, np.zeros(MAX_LEGAL, np.int16))  # type: ignore[attr-defined]
        if not reason.startswith(("a pyramid", "a row")):  # cards are missing then, too
            assert VIOLATIONS[found & 255] == reason
        with pytest.raises(DataError, match="the saved game is damaged"):
            game.rules.check(game.states)


def test_cards_are_conserved() -> None:
    """Counted anew, from what lies where: each player has the 45 cards of three clans, all their own."""
    cards = x_rules(Game("gosux")).cards.cards
    for seed in range(4):
        for game in positions(seed, auto_forced=seed % 2 == 0):
            table = game.to_json()
            clans = [player["clans"] for player in table["players"]]
            dealt = len(clans[0] + clans[1]) == 6
            left = Counter(table["removed"]) + Counter(table["revealed"])
            for seat, player in enumerate(table["players"]):
                own = Counter({card.name: card.copies for card in cards if CLAN_WORDS[card.clan] in clans[seat]})
                found = Counter(player["hand"]) + Counter(player["discard"]) + Counter(player["deck_cards"])
                found += Counter(card["card"] for row in player["army"] for card in row)
                found += Counter({name: copies for name, copies in left.items() if name in own})
                assert found == (own if dealt else Counter())
                assert found.total() == (45 if dealt else 0)
                assert len(player["deck_cards"]) == player["deck"]


def test_observations_keep_within_their_bounds_and_say_what_is_there() -> None:
    for seed in range(4):
        for game in positions(seed):
            table = game.to_json()
            for seat in range(2):
                obs, spec = game.observe(seat), game.observation_spec
                for block in spec.blocks:
                    part = obs[block.slice]
                    assert block.low <= part.min() <= part.max() <= block.high, block.name
                    if block.kind == "one-hot":
                        assert part.sum() <= 1
                me, other = table["players"][seat], table["players"][1 - seat]
                assert obs[spec["player.me"]].tolist()[:6] == [
                    len(me["hand"]),
                    me["tokens"],
                    me["owned"],
                    me["owned"] - me["tokens"] - sum(card["tokens"] for row in me["army"] for card in row),
                    me["supremacy"],
                    me["passed"],
                ]
                assert obs[spec["hand.me"]].sum() == len(me["hand"])
                assert obs[spec["hand.opp1"]].sum() == len(other["known"])
                assert obs[spec["deck.me"]].sum() == me["deck"]
                assert obs[spec["discard"]].sum() == len(me["discard"] + other["discard"])


def test_how_long_random_games_are() -> None:
    """A random game has 78 decisions in the mean, 90 with the forced ones, in 2.35 rounds; of 7,000 the longest 235.

    Of 100 games about 98 end by Supremacy tokens and 2 by the law of Goan Sul.
    """
    found = play(40_000, 7, auto_forced=True)
    assert found["decisions"] / found["games"] == pytest.approx(78, abs=5)
    assert found["rounds"] / found["games"] == pytest.approx(2.35, abs=0.1)
    assert found["longest"] < 350
    assert found["supremacy"] > 0.9 * found["games"]


def test_a_refill_waits_until_the_answer_that_is_being_given_is_used(x_table: Callable[..., Any]) -> None:
    """A deck is refilled while an effect goes on to ask the other player: what that triggers comes after the effect."""
    army = [["Les apôtres de la nuit", "Navaj"], ["Nalin"], ["Byun Hyung Ja (Narashima)"]]
    hand = ["Shard", "Kan Te", "Un'Go", "Bun To", "Boul Go"]
    t = x_table({"hand": ["Ecnalab"], "army": army}, {"hand": hand}, rest="discard")
    t.do("place Ecnalab")
    assert len(t.hand(0)) == 3
    assert t.owned(0) == 2
    t.do("discard Shard")
    assert t.hand(1) == sorted(hand[1:])
    assert t.owned(0) == 2
    t.do("discard Kan Te")
    assert t.hand(1) == sorted(hand[2:])
    assert t.owned(0) == 3


# ------------------------------------------------------------------------------------------------ texts and saves


@pytest.mark.slow
def test_every_action_has_a_text_both_ways() -> None:
    asked: set[str] = set()
    for seed in range(8):
        for game in positions(seed):
            kind = game.to_json()["decision"]["kind"]
            if kind not in asked:
                texts = [game.action_text(action) for action in range(game.num_actions)]
                assert len(set(texts)) == game.num_actions == 348
                for action in range(game.num_actions):
                    assert game.parse_action(texts[action].upper()) == action
            asked.add(kind)
    assert len(asked) > 15
    with pytest.raises(IllegalActionError, match="no action reads 'place nothing'; "):
        game.parse_action("place nothing")


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    for step, game in enumerate(positions(seed=2)):
        if step % 5 == 0 or game.is_over:
            before = game.to_bytes()
            for action in (set(range(game.num_actions)) - set(game.legal_actions())) | {-1, game.num_actions}:
                with pytest.raises(IllegalActionError):
                    game.apply(action)
            assert game.to_bytes() == before


def test_saves_clones_and_pickles_go_on_alike() -> None:
    for seed in range(2):
        for step, game in enumerate(positions(seed, auto_forced=seed == 0)):
            if step % 9 or game.is_over:
                continue
            twins = [game.clone(), Game.from_bytes(game.to_bytes()), pickle.loads(pickle.dumps(game))]
            for twin in twins:
                assert twin == game
                twin.apply(twin.legal_actions()[0])
            assert twins[0] == twins[1] == twins[2] != game


def test_options_are_checked() -> None:
    for options, error in (
        ({"max_decisions": 0}, "max_decisions must be a whole number"),
        ({"auto_forced": 1}, "auto_forced must be True or False"),
        ({"reward": "tokens"}, "reward must be 'win' or 'supremacy', not 'tokens'"),
        ({"clans_dealt": "yes"}, "clans_dealt must be True or False"),
        ({"auto_force": True}, "unknown option 'auto_force'; did you mean 'auto_forced'?"),
    ):
        with pytest.raises(OptionError) as found:
            Game("gosux", 2, **options)
        assert error in str(found.value)
    with pytest.raises(OptionError, match="num_players must be 2, not 3"):
        Game("gosux", 3)


def test_a_game_that_is_too_long_ends_as_truncated() -> None:
    for limit in (1, 6, 12):
        game = Game("gosux", 2, seed=1, max_decisions=limit)
        while not game.is_over:
            game.apply(game.legal_actions()[0])
        assert game.ending == ("truncated", None)
        assert game.winners == []
        assert game.returns() == [0.0, 0.0]
        game.rules.check(game.states)


# ------------------------------------------------------------------------------------------------ positions by name


REFUSED: tuple[tuple[dict[str, Any], str], ...] = (
    ({"players": [{"hand": ["Shards"]}]}, "no card named 'Shards'; did you mean 'Shard'?"),
    ({"players": [{"hand": ["Shard"] * 2}]}, "'Shard' appears more often than there are copies (1)"),
    ({"players": [{"hands": []}]}, "player 0: unknown field 'hands'; did you mean 'hand'?"),
    ({"players": [{"clans": ["galmy"]}]}, "clans of seat 0: unknown clan 'galmy'; did you mean 'galmi'?"),
    ({"players": [{"clans": ["galmi"]}] * 2}, "both players have cards of galmi"),
    ({"players": [{"clans": ["galmi", "xian", "justice", "phoenix"]}]}, "cards of more than 3 clans"),
    ({"players": [{"hand": ["Shard"]}, {"hand": ["Bun To"]}]}, "both players have cards of galmi"),
    ({"players": [{}] * 3}, "3 players are described; the game has 2"),
    ({"players": [{"army": [["Shard"]]}]}, "'Shard' is a Hero; it stands in row 2"),
    ({"players": [{"army": [["Bun To"], ["Shard", "Kan Te"]]}]}, "more cards than the row below"),
    ({"players": [{"army": [["Bun To"] * 6]}]}, "6 cards; a row holds 5"),
    ({"players": [{"army": [[], [], [], []]}]}, "4 rows; there are 3"),
    ({"players": [{"army": [["[Bun To]*"]]}]}, "'Bun To' is captured and cannot carry a token"),
    ({"players": [{"army": [["Bun To!", "Boul Go!"]]}]}, "there is one Bounty token"),
    ({"players": [{"army": [["Bun To**"]]}]}, "'Bun To' carries 2 tokens; it has room for 1 (X-6.2)"),
    ({"players": [{"army": [["Bun To*", "Bun To*", "Un'Go*"]]}]}, "seat 0 has 3 tokens on cards, and owns 2"),
    ({"players": [{"army": [[7]]}]}, "7 is not a card name"),
    ({"players": [{"army": [[{"name": "Bun To"}]]}]}, "must have 'card'"),
    ({"players": [{"tokens": 3}]}, "tokens of seat 0 must be from 0 to 2, not 3"),
    ({"players": [{"owned": 5}]}, "owned of seat 0 must be from 2 to 4, not 5"),
    ({"players": [{"supremacy": 2}]}, "supremacy of seat 0 must be from 0 to 1, not 2"),
    ({"players": [{"known": ["Shard"]}]}, "known cards of seat 0: 'Shard' is not in that hand"),
    ({"players": [{"tiles": ["xian"]}, {"clans": ["xian"]}]}, "tiles of seat 0: 'xian' is no clan of that player"),
    ({"players": [{"forbidden": ["Shard"]}, {"hand": ["Shard"]}]}, "'Shard' is no card of that player"),
    ({"players": [{"deck": 7}]}, "deck of seat 0: 45 cards are left for it, not 7"),
    ({"players": [{"passed": True}]}, "turn: seat 0 has passed"),
    ({"players": [{}], "turns_left": 2}, "turns_left: nobody has passed"),
    ({"players": [{}, {"passed": True}], "turns_left": 4}, "turns_left (X-3.3) must be from 1 to 3, not 4"),
    ({"players": [{}], "wonder": 2}, "wonder must be from 0 to 1, not 2"),
    ({"players": [{}], "turn": -1}, "turn must be from 0 to 1, not -1"),
    ({"players": [{}], "round": 4}, "round must be from 1 to 3, not 4"),
    ({"players": [{}], "round": 2}, "round 2: every battle before gave a Supremacy token to somebody"),
    ({"players": [{}], "rest": "hand"}, "rest must be 'deck' or 'discard', not 'hand'"),
    ({"players": [{}], "removed": ["Xi'an"]}, "which nobody has; name it in clans"),
    ({"players": [{}], "tiles": ["zian"]}, "tiles: unknown clan 'zian'; did you mean 'xian'?"),
)


@pytest.mark.parametrize(("described", "error"), REFUSED)
def test_positions_that_cannot_be_are_refused(described: dict[str, Any], error: str) -> None:
    with pytest.raises(PositionError) as found:
        Game.position("gosux", **described)
    assert error in str(found.value)


@pytest.mark.rule("X-3.3")
def test_positions_after_a_pass_have_the_turns_of_the_rules() -> None:
    """Three, or two under Galmi: for good if its tile is left over, else unless it came into force later."""
    ours, theirs = ["abhilasha", "phoenix", "xian"], ["goan_sul", "justice", "tomorrow"]
    galmi = ["galmi", "justice", "tomorrow"]

    def left(clans: list[str], turns: int | None = None, **more: Any) -> int:
        players = [{"clans": ours}, {"clans": clans, "passed": True, **more}]
        return int(Game.position("gosux", players=players, turns_left=turns).state.turns_left)

    assert [left(theirs), left(galmi), left(galmi, tiles=["galmi"])] == [2, 3, 2]
    assert [left(theirs, 1), left(galmi, 1), left(galmi, 3, tiles=["galmi"])] == [1, 1, 3]
    with pytest.raises(PositionError, match=r"turns_left \(X-3.3\) must be from 1 to 2, not 3"):
        left(theirs, 3)


@pytest.mark.rule("X-6.2")
def test_a_mirror_carries_the_tokens_of_what_it_mirrored() -> None:
    """The card that it mirrors now may be another one."""
    game = Game.position("gosux", players=[{"army": [["Aat**"]]}, {}])
    assert int(game.state.token[0, 0]) == 2


def test_a_table_that_was_written_down_is_set_up_again() -> None:
    again = 0
    for game in (game for seed in (5, 6) for game in positions(seed)):
        table = game.to_json()
        if table["decision"]["kind"] == "main":
            parts = ("players", "removed", "wonder", "turns_left", "extra_turn", "round", "tiles")
            twin = Game.position("gosux", turn=table["turn_seat"], **{part: table[part] for part in parts})
            twin.rules.check(twin.states)
            assert twin.to_json() == table
            again += 1
    assert again > 20


# ------------------------------------------------------------------------------------------------ the same games

SCRIPT = """
import hashlib, random, sys, warnings
warnings.simplefilter("error")
from gosu_env import Game
from gosu_env.engine.compile import INTERPRETED
print("interpreted" if INTERPRETED else "compiled")
for seed in range(int(sys.argv[1])):
    options = {"clans_dealt": seed % 4 == 3, "reward": ("win", "supremacy")[seed % 2]}
    game = Game("gosux", 2, seed, auto_forced=seed % 3 != 0, **options)
    pick = random.Random(seed)
    digest = hashlib.sha256()
    steps = 0
    while not game.is_over:
        digest.update(game.state.tobytes())
        digest.update(game.mask().tobytes())
        digest.update(game.observe(steps % 2).tobytes())
        if steps % 11 == 0:
            digest.update(game.determinize(steps % 2, seed).state.tobytes())
        game.apply(pick.choice(game.legal_actions()))
        steps += 1
    digest.update(game.state.tobytes())
    print(seed, steps, game.winners, [round(value, 6) for value in game.returns()], digest.hexdigest()[:16])
"""


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_identical() -> None:
    compiled, interpreted = (run_script(SCRIPT, way, 4) for way in (False, True))
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1:] == interpreted[1:]
    assert len(compiled) == 1 + 4


def test_a_batch_plays_the_games_that_handles_play() -> None:
    assert play_beside_handles("gosux", 2, 200) > 5


@pytest.mark.slow
@needs_compiler
def test_the_games_of_a_gpu_are_those_of_the_cpu(tmp_path: Path) -> None:
    rules = find_rules("gosux", 2, {"max_decisions": 150})
    ended, truncated = play_beside_a_gpu(rules, 2, 400, tmp_path)
    assert ended > 100
    assert 0 < truncated < ended
