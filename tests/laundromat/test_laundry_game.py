"""Whole games: invariants, texts, saves, bounds, checks of records, and the same games however they are run."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gosu_env import Game, IllegalActionError, OptionError, PositionError
from gosu_env.engine.errors import DataError
from gosu_env.engine.game import Game as EngineGame
from gosu_env.engine.rules import find_rules
from gosu_env.laundromat.invariants import VIOLATIONS
from gosu_env.laundromat.state import ENDINGS, STATE
from tests.test_cuda import needs_compiler
from tests.twins import play_beside_a_gpu, play_beside_handles, run_script

PLAYERS = (2, 3, 4, 5)


def positions(n: int, seed: int, **options: Any) -> Iterator[Game]:
    """Every position of a random game."""
    pick = random.Random(seed)
    game = Game("laundromat", n, seed, **options)
    while not game.is_over:
        yield game
        game.apply(pick.choice(game.legal_actions()))
    yield game


# ------------------------------------------------------------------------------------------------ play


@pytest.mark.slow
@pytest.mark.parametrize("n", PLAYERS)
@pytest.mark.parametrize("auto_forced", [False, True])
def test_random_play_breaks_no_invariant(n: int, auto_forced: bool) -> None:
    rules = find_rules("laundromat", n, {"auto_forced": auto_forced})
    rng = np.random.default_rng(n).integers(1, 2**32, 4, np.uint32)
    stats, found = rules.play(20_000, rng, mask=True, observe=True, check=True)
    assert VIOLATIONS[found] == "none"
    ends = dict(zip(ENDINGS, stats[4:].tolist(), strict=True))
    assert ends["scored"] == stats[0] > 100
    assert stats[2] < 200  # decisions of the longest game
    assert stats[3] == 4 * stats[0]


def test_a_broken_record_is_noticed() -> None:
    """The checks themselves can fail: damage one field after the other."""
    damage: dict[str, Any] = {
        "cards are not conserved": lambda st: st.cards.__setitem__(89, (int(st.cards[89]) + 1) % 45),
        "garments turned over are not those": lambda st: st.gone.__setitem__(0, int(st.gone[0]) + 1),
        "a garment is in another basket": lambda st: st.basket.__setitem__(0, 1),
        "scored garments are tallied wrongly": lambda st: st.earned.__setitem__(1, int(st.earned[1]) + 1),
        "a shuffled basket is not what lies in it": lambda st: st.basket_size.__setitem__(2, 0),
        "a programme or a basket is dealt twice": lambda st: st.species.__setitem__(0, st.species[1]),
        "direction or order": lambda st: st.direction.__setitem__(0, -st.direction[0]),
    }
    for reason, harm in damage.items():
        game = Game("laundromat", 3, seed=5)
        while game.state.round_number < 2 and "direction" not in reason:  # which says into which basket garments went
            game.apply(game.legal_actions()[0])
        harm(game.state)
        found = game.rules._entries.check(game.states, game.rules.tables, 0, np.zeros(8, np.int16))  # type: ignore[attr-defined]
        assert VIOLATIONS[found & 255].startswith(reason)
        with pytest.raises(DataError, match="the saved game is damaged"):
            game.rules.check(game.states)


@pytest.mark.parametrize("n", PLAYERS)
def test_garments_are_conserved(n: int) -> None:
    """Counted anew, from what lies where."""
    rules: Any = find_rules("laundromat", n, {})
    copies = Counter({garment.name: garment.copies for garment in rules.cards.garments})
    for game in positions(n, seed=n):
        table = game.to_json()
        found = Counter(table["gone"]) + Counter(table["wash"])
        for player in table["players"]:
            found += Counter(player["scored"]) + Counter(player["basket"]) + Counter(player["hand"] or ())
        st = game.state
        first, end = rules.hand_slice(game.states, 0)
        pile = st.cards[first:end] if n == 2 else st.cards[:0]
        deck = [90 - table["deck"], 90]
        found += Counter(rules.cards[int(kind)].name for kind in [*pile, *st.cards[slice(*deck)]])
        assert found == copies


@pytest.mark.parametrize("n", PLAYERS)
def test_observations_keep_within_their_bounds_and_say_what_is_there(n: int) -> None:
    for seed in range(5):
        for game in positions(n, seed=seed):
            table = game.to_json()
            for seat in range(n):
                obs, spec = game.observe(seat), game.observation_spec
                for block in spec.blocks:
                    part = obs[block.slice]
                    assert block.low <= part.min() <= part.max() <= block.high, block.name
                    if block.kind == "one-hot":
                        assert part.sum() <= 1
                me = table["players"][seat]
                assert obs[spec["player.me"]].tolist()[:5] == [
                    me["coins"],
                    me["potion"],
                    len(me["basket"]),
                    len(me["scored"]),
                    me["stains"],
                ]
                assert obs[spec["round"]].tolist().index(1) + 1 == table["round"]
                if me["hand"] is not None:
                    assert obs[spec["hand.me"]].sum() == len(me["hand"])


# ------------------------------------------------------------------------------------------------ texts and saves


def test_every_action_has_a_text_both_ways() -> None:
    for n in PLAYERS:
        for game in positions(n, seed=1):
            texts = [game.action_text(action) for action in range(game.num_actions)]
            assert len(set(texts)) == game.num_actions == 93
            for action in range(game.num_actions):
                assert game.parse_action(texts[action].upper()) == action
            break
    with pytest.raises(IllegalActionError, match="no action reads 'take nothing'; "):
        game.parse_action("take nothing")


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    for game in positions(3, seed=2):
        before = game.to_bytes()
        for action in (set(range(93)) - set(game.legal_actions())) | {-1, 93}:
            with pytest.raises(IllegalActionError):
                game.apply(action)
        assert game.to_bytes() == before


def test_saves_and_clones_go_on_alike() -> None:
    for n in PLAYERS:
        for step, game in enumerate(positions(n, seed=3, reward="coins" if n % 2 else "win")):
            if step % 9 or game.is_over:
                continue
            twins = [game.clone(), Game.from_bytes(game.to_bytes()), pickle.loads(pickle.dumps(game))]
            for twin in twins:
                assert twin == game
                twin.apply(twin.legal_actions()[0])
            assert twins[0] == twins[1] == twins[2] != game


def test_options_are_checked() -> None:
    for options, error in (
        ({"reward": "fame"}, "reward must be 'win' or 'coins', not 'fame'"),
        ({"max_decisions": 0}, "max_decisions must be a whole number"),
        ({"auto_forced": 1}, "auto_forced must be True or False"),
        ({"rewards": "win"}, "unknown option 'rewards'; did you mean 'reward'?"),
    ):
        with pytest.raises(OptionError) as found:
            Game("laundromat", 3, **options)  # type: ignore[arg-type]
        assert error in str(found.value)
    with pytest.raises(OptionError, match="num_players must be 2, 3, 4 or 5, not 6"):
        Game("laundromat", 6)


def test_positions_that_cannot_be_are_refused() -> None:
    for n, described, error in (
        (3, {"players": [{"hand": ["Mist Cap"]}]}, "no garment named 'Mist Cap'; did you mean 'Mist Cape'?"),
        (3, {"players": [{"hand": ["Kelp Knickers"] * 2}]}, "more often than there are copies (1)"),
        (3, {"players": [{"hand": ["Fin Sock"] * 4}]}, "4 garments; there is room for 3"),
        (3, {"players": [{"hands": []}]}, "player 0: unknown field 'hands'; did you mean 'hand'?"),
        (3, {"players": [{"scored": ["Fin Sock"]}]}, "0 garments in the basket and 1 scored"),
        (3, {"players": [{"basket": ["Fin Sock"] * 2}]}, "2 garments in the basket and 0 scored"),
        (3, {"players": [{"programmes": ["Cold Dip", "Dirt Devil"]}]}, "are of one type"),
        (3, {"players": [{"programmes": ["Cold Dip"]}] * 2}, "'Cold Dip' is dealt twice"),
        (3, {"players": [{"programmes": ["Hot Dip"]}]}, "no programme named 'Hot Dip'"),
        (3, {"players": [{"species": "elf"}] * 2}, "there is one basket of the species 'elf'"),
        (3, {"players": [{"species": "elk"}]}, "'elk' is none; did you mean 'elf'?"),
        (3, {"players": [{"completed": ["I"]}]}, "'I' is none of –"),
        (
            3,
            {"round": 2, "players": [{"completed": ["I"]}]},
            "I needs 3 scored garments",
        ),
        (3, {"players": [{}] * 4}, "4 players are described; the game has 3"),
        (3, {"market": ["Fin Sock"]}, "market: there is one while two players fill their baskets"),
        (2, {"players": [{"hand": ["Fin Sock"]}]}, "there are hands while 3 to 5 players fill"),
        (3, {"round": 5}, "round must be from 1 to 4, not 5"),
        (3, {"phase": "spin"}, "phase must be 'fill' or 'wash', not 'spin'"),
        (3, {"turn": 1}, "turn must be from 0 to 0, not 1"),
    ):
        with pytest.raises(PositionError) as found:
            Game.position("laundromat", n, **described)
        assert error in str(found.value)


CLEAN = ["Pearl Gloves", "Velvet Bloomers", "Moonlit Bloomers", "Tidal Cape"]  # without dirt
DIRTY = ["Kelp Knickers", "Daylight Jeans", "Bog Trousers"]  # 1, 1 and 2


@pytest.mark.rule("L-4.2")
@pytest.mark.rule("L-4.3")
@pytest.mark.parametrize(
    ("scored", "completed", "potion", "passes"),
    [
        (CLEAN[:2], ["I"], True, False),
        (CLEAN[:2] + DIRTY[:1], ["I"], True, True),
        (CLEAN[:2] + DIRTY[2:], ["I"], True, False),
        (CLEAN[:2] + DIRTY[2:], ["I"], False, True),
        (CLEAN[:1] + DIRTY[1:], ["I"], False, True),
        (DIRTY, ["I"], False, False),
        (CLEAN[:3] + DIRTY, ["I", "II"], False, False),
        (CLEAN + DIRTY, ["I", "II"], True, False),
        (CLEAN + DIRTY, ["I", "II"], False, True),
        (CLEAN + DIRTY, ["II"], True, True),
    ],
)
def test_a_completed_programme_has_washed_what_is_scored(
    scored: list[str], completed: list[str], potion: bool, passes: bool
) -> None:
    """Dirt Devil takes 1 dirt, Swamp Cycle 2; a garment under the potion does not count."""
    player = {"programmes": ["Dirt Devil", "Swamp Cycle"], "scored": scored, "completed": completed, "potion": potion}

    def position() -> Game:
        return Game.position("laundromat", 3, round=3, players=[player])

    if not passes:
        with pytest.raises(PositionError, match=f"completed of seat 0: {' and '.join(completed)} needs"):
            position()
        return
    game = position()
    game.rules.check(game.states)
    cards, st = game.rules.cards, game.state  # type: ignore[attr-defined]
    shielded = 0
    for word in completed:
        number = ("I", "II").index(word)
        washed = st.cards[(st.basket == 0) & (st.drawn == number + 1)]
        assert len(washed) == number + 3
        dirt = [cards[int(kind)].stains[0] for kind in washed]
        shielded += sum(dirt) > number + 1
        assert sum(dirt) - (max(dirt) if not potion else 0) <= number + 1
    assert shielded <= 1
    names = [cards[int(kind)].name for kind in st.cards[(st.basket == 0) & (st.drawn > 0)]]
    assert set(scored) <= set(names)


def test_a_game_that_is_too_long_ends_as_truncated() -> None:
    for reward in ("win", "coins"):
        game = Game("laundromat", 3, seed=1, max_decisions=40, reward=reward)
        while not game.is_over:
            game.apply(game.legal_actions()[0])
        assert game.ending == ("truncated", None)
        assert game.winners == []
        assert game.returns() == [0.0] * 3
        game.rules.check(game.states)


# ------------------------------------------------------------------------------------------------ records from outside


def test_every_position_of_play_passes() -> None:
    for n in PLAYERS:
        for max_decisions in (500, 37):
            seen = [game.states.copy() for game in positions(n, seed=n, max_decisions=max_decisions)]
            find_rules("laundromat", n, {"max_decisions": max_decisions}).check(np.concatenate(seen))


@pytest.mark.parametrize("n", PLAYERS)
def test_a_damaged_record_is_refused_or_can_be_played_on(n: int) -> None:
    """Any field, any value: compiled code is never led astray."""
    pick = random.Random(n)
    refused = 0
    rules = find_rules("laundromat", n, {})
    saved = [game.states.copy() for game in positions(n, seed=n)]
    names = [name for name in STATE.names or () if STATE[name].itemsize]
    for number in range(1500):
        states = pick.choice(saved).copy()
        field = states[names[number % len(names)]].reshape(-1)
        info = np.iinfo(field.dtype)
        small, wide = pick.randrange(-2, 8), pick.randrange(int(info.min), int(info.max) + 1)
        field[pick.randrange(len(field))] = min(max(small if pick.random() < 0.7 else wide, info.min), info.max)
        try:
            rules.check(states)
        except DataError:
            refused += 1
            continue
        game = EngineGame.of_record(rules, states)
        for seat in range(n):
            game.observe(seat)
            game.describe(seat)
            game.determinize(seat, number)
        while not game.is_over:
            game.apply(pick.choice(game.legal_actions()))
    assert refused > 900


# ------------------------------------------------------------------------------------------------ the same games

SCRIPT = """
import hashlib, random, sys, warnings
warnings.simplefilter("error")
from gosu_env import Game
from gosu_env.engine.compile import INTERPRETED
print("interpreted" if INTERPRETED else "compiled")
for n in (2, 3, 4, 5):
    for seed in range(int(sys.argv[1])):
        game = Game("laundromat", n, seed, auto_forced=seed % 3 != 0, reward=("win", "coins")[seed % 2])
        pick = random.Random(seed)
        digest = hashlib.sha256()
        steps = 0
        while not game.is_over:
            digest.update(game.state.tobytes())
            digest.update(game.mask().tobytes())
            digest.update(game.observe(steps % n).tobytes())
            if steps % 11 == 0:
                digest.update(game.determinize(steps % n, seed).state.tobytes())
            game.apply(pick.choice(game.legal_actions()))
            steps += 1
        digest.update(game.state.tobytes())
        print(n, seed, steps, game.winners, [round(value, 6) for value in game.returns()], digest.hexdigest()[:16])
"""


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_identical() -> None:
    compiled, interpreted = (run_script(SCRIPT, way, 2) for way in (False, True))
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1:] == interpreted[1:]
    assert len(compiled) == 1 + 4 * 2


@pytest.mark.parametrize("n", PLAYERS)
def test_a_batch_plays_the_games_that_handles_play(n: int) -> None:
    play_beside_handles("laundromat", n, 60)


@needs_compiler
@pytest.mark.parametrize(("n", "reward"), [(2, "win"), (3, "win"), (4, "win"), (5, "win"), (4, "coins")])
def test_the_games_of_a_gpu_are_those_of_the_cpu(n: int, reward: str, tmp_path: Path) -> None:
    rules = find_rules("laundromat", n, {"max_decisions": {2: 50, 3: 66, 4: 84, 5: 103}[n], "reward": reward})
    ended, truncated = play_beside_a_gpu(rules, n, 300, tmp_path)
    assert ended > 100
    assert 0 < truncated < ended
