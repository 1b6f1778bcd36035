"""Records from outside, of every game: what no compiled code may see is refused, whoever brings it.

Every loop of the compiled rules ends on a record that passes. ``ENDS`` says why, for each ``while`` there is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from gosu_env import Game, make_batch
from gosu_env.engine import rules
from gosu_env.engine.errors import DataError
from gosu_env.engine.faults import Validator
from gosu_env.engine.layout import record_dtype
from gosu_env.engine.options import Options
from gosu_env.engine.recorder import Recorder
from gosu_env.engine.replay import Replay
from gosu_env.gosu.state import GHOST_BORN, GHOST_HOLDER, GHOST_LOOKED, GHOST_WHEN

PACKAGE = Path(__file__).parents[1] / "gosu_env"
COMPILED = {"rule", "shared_rule", "entry", "quick_entry"}
TABLES = [("gosu", 2), ("gosu", 4), ("gosux", 2), ("laundromat", 2), ("laundromat", 3), ("toy", 2)]


@pytest.fixture(autouse=True)
def with_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.GAMES, "toy", "tests.toy.ruleset")


def save(game: Game) -> None:
    Game.from_bytes(game.to_bytes())


def replay(game: Game) -> None:
    Replay.from_bytes(Recorder(game).replay().to_bytes()).opening()


def restore(game: Game) -> None:
    batch = make_batch(game.name, 1, game.num_players, seed=1)
    batch.restore(batch.snapshot() | {"states": game.states.view(np.uint8).reshape(1, -1)})


@pytest.mark.parametrize("way", [save, replay, restore])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_generator_without_a_state_is_refused(name: str, players: int, way: Callable[[Game], None]) -> None:
    """It only ever draws 0: a number drawn again until it fits would be drawn for ever."""
    game = Game(name, players, 5)
    way(game)
    game.state.rng[:] = 0
    with pytest.raises(DataError, match="its random generator has no state"):
        way(game)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_field_is_checked_against_its_range(name: str, players: int) -> None:
    game = Game(name, players, 5)
    validator = game.rules.validator  # type: ignore[attr-defined]
    for field in game.state.dtype.names:
        low, high = validator.ranges[field]
        info = np.iinfo(game.state[field].dtype)
        for value in (int(np.min(low)) - 1, int(np.max(high)) + 1):
            if game.state[field].size and info.min <= value <= info.max:
                harmed = game.states.copy()
                harmed[field].reshape(-1)[0] = value
                at, why = validator.fault(harmed)
                assert at == 0
                assert why.startswith(f"{field} is outside")


def test_a_field_without_a_range_is_an_error() -> None:
    record = record_dtype([("rng", "u4", (4,)), ("forgotten", "i4")])
    with pytest.raises(TypeError, match="fields of the record have no range: forgotten"):
        Validator(record, 2, Options(), {})


def test_every_game_has_the_validator_of_the_engine() -> None:
    for name in (*rules.GAMES,):
        validator = type(Game(name, seed=1).rules.validator)  # type: ignore[attr-defined]
        assert validator.fault is Validator.fault


# ------------------------------------------------------------------------------------------------ loops


def test_a_pack_of_a_hand_without_bakutos_has_none() -> None:
    """Worlds deal such packs other cards than Bakutos: if there are too few of these, for ever."""
    game = Game("gosu", 4, 3, draft=True)
    while game.state.draft == 0:
        game.apply(game.legal_actions()[0])
    save(game)
    game.state.plain[:] = 7
    with pytest.raises(DataError, match="a pack of a hand without Bakutos has one"):
        save(game)


def test_cards_of_a_look_are_no_more_than_there_are() -> None:
    """Whoever deals worlds writes them down, in room for all cards and ghosts."""
    game = Game("gosu", 2, 3)
    game.state.epoch, game.state.ghosts_size = 1, 1
    for column, value in ((GHOST_HOLDER, 2), (GHOST_BORN, 32), (GHOST_WHEN, 1), (GHOST_LOOKED, 1)):
        game.state.ghosts[0, column] = value
    save(game)
    game.state.familiar[:] = 51
    with pytest.raises(DataError, match="more cards of a look are in hand than there are"):
        save(game)


# Why each `while` of compiled code ends, whatever record or table it is given that passes the checks.
ENDS = {
    "the next player's turn in every round": """
        gosu_env.gosu.effects.do_discard gosu_env.gosu.effects.do_sacrifice gosu_env.gosu.rules.offer_mulligan
        gosu_env.gosu.rules.end_round gosu_env.gosux.cycling.do_discard gosu_env.gosux.cycling.do_clan_of_discard
        gosu_env.gosux.effects.do_aim gosu_env.gosux.effects.do_sacrifice gosu_env.gosux.effects.do_token_back
        gosu_env.gosux.rules.song""",
    "a card or a token fewer in every round, until none is left": """
        gosu_env.gosu.effects.do_discard gosu_env.gosu.effects.do_search gosu_env.gosux.cycling.do_recover_name
        gosu_env.gosux.cycling.do_recover_all gosu_env.gosux.cycling.do_recover_all
        gosu_env.gosux.cycling.discard_revealed gosu_env.gosux.cycling.do_reveal gosu_env.gosux.cycling.do_arrange
        gosu_env.gosux.cycling.do_clan_of_discard gosu_env.gosux.cycling.do_shuffle_removed
        gosu_env.gosux.memory.note_not_in_deck gosu_env.gosux.rules.offer_mulligan
        gosu_env.agents.laundromat.trials.try_wash""",
    "a card more in a hand in every round, until it has as many as the true one": """
        gosu_env.gosu.worlds._deal_hidden gosu_env.gosu.worlds._deal_hidden""",
    "a decision in every round, and a game ends after max_decisions of them": """
        gosu_env.engine.loops.settle gosu_env.engine.loops.play_out gosu_env.engine.entries.play
        gosu_env.engine.entries.play gosu_env.engine.told_loops.rollout gosu_env.agents.policy_playouts.play_on
        gosu_env.agents.gosu.thumb.finish_turn gosu_env.agents.gosux.thumb.finish_turn gosu_env.agents.tree.simulate
        gosu_env.agents.laundromat.evaluation.finish_turn gosu_env.agents.laundromat.evaluation.finish_wash
        gosu_env.agents.laundromat.evaluation.fill_baskets""",
    "an instruction in every round, and after CHAIN of them what cards do ends; each turn asks": """
        gosu_env.gosu.rules.run gosu_env.gosux.rules.run""",
    "a part of the round, a garment or a turn in every round": "gosu_env.laundromat.rules.run",
    "two rounds at most: the second deals": """
        gosu_env.engine.batch_loops.step gosu_env.engine.extra_loops.step gosu_env.engine.told_loops.step""",
    "a deal in some round soon, and most_deals of them": "gosu_env.engine.batch_loops.play_seats",
    "a counter with a limit: tries, ways, patience": """
        gosu_env.engine.posterior.next_way gosu_env.engine.posterior.spread gosu_env.gosu.worlds.determinize
        gosu_env.gosux.belief._spread gosu_env.gosux.worlds.determinize gosu_env.laundromat.worlds._lay_all
        gosu_env.laundromat.worlds.determinize""",
    "an index that moves to an end of its array": """
        gosu_env.armies.stack.waiting_triggers gosu_env.armies.stack.sink gosu_env.engine.posterior._lay_next
        gosu_env.gosu.belief._count_packs gosu_env.gosu.draft.look_at_pack gosu_env.gosu.draft._mix_seen
        gosu_env.gosu.effects.sort_look gosu_env.gosu.legal.insert gosu_env.gosu.pools.list_shown
        gosu_env.gosu.redeal._lay_rest gosu_env.gosu.redeal._lay_rest gosu_env.gosu.worlds._deal_one
        gosu_env.gosux.piles.take_from_deck gosu_env.gosux.redeal._pair_epochs gosu_env.gosux.redeal._deal
        gosu_env.gosux.redeal._move_ghost gosu_env.laundromat.legal.insert gosu_env.laundromat.observe._write_seen
        gosu_env.laundromat.rules.sort_cards gosu_env.laundromat.rules.take gosu_env.laundromat.state.seat_after
        gosu_env.laundromat.state.seat_after gosu_env.laundromat.state.round_of gosu_env.laundromat.worlds.list_slots
        gosu_env.solver.passes.respond gosu_env.solver.passes.respond gosu_env.training.sparse_loops.choose_rows""",
    "END stands behind every program, and IF leads forward": """
        gosu_env.gosu.machine.fire gosu_env.gosux.voids.is_void""",
    "a card that is there: a legal answer, or one that was just counted": "gosu_env.gosu.effects.keep_looked_at",
    "a shorter gap in every round, then fewer pairs out of order": "gosu_env.gosu.worlds._shuffle_pool",
    "a list without a circle: what compiled code links itself": """
        gosu_env.agents.tree.find_children gosu_env.agents.tree.forget_children""",
    "fewer ways in a layer than slots: one is free": "gosu_env.engine.posterior._find_slot",
    "less than half of all words are refused, and a generator with a state draws others": """
        gosu_env.engine.rng.random_below""",
    "a clan that is free is drawn in the end: more clans than picks; no record from outside is here": """
        gosu_env.gosux.rules.draft""",
    "some bit is set, since there is a legal action": """
        gosu_env.gosu.rules.begin_placing gosu_env.gosux.rules.begin_placing""",
    "some bit is set: none is another case": """
        gosu_env.gosux.effects.do_destroy_clan gosu_env.gosux.observe._clan_number""",
    "fewer bits are set than there are: more species and programmes than players": """
        gosu_env.laundromat.rules.random_free""",
    "the card is there, since taking it is legal": "gosu_env.laundromat.rules.take",
    "the card is there: the pack is what is looked at, which is checked": "gosu_env.gosu.draft.keep",
    "the card is there: packs without Bakutos have none, which is checked": "gosu_env.gosu.draft._deal",
    "the card is there: hidden copies are those of the deck, which is checked": "gosu_env.gosux.worlds._swap",
    "the pool is there: both lists are made of the same notes": "gosu_env.gosu.pools.count_pools",
    "an epoch is left for every copy: none is 0, which is checked": """
        gosu_env.gosux.redeal._pair_epochs gosu_env.gosux.redeal._pair_epochs""",
}


def compiled_loops() -> Iterator[str]:
    """The compiled functions with a ``while``, one time for each."""
    links = [path for link in ("agents", "training") for path in (PACKAGE / link).rglob("*.py")]
    for path in {*PACKAGE.rglob("*.py"), *links}:
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and COMPILED & {ast.unparse(d) for d in function.decorator_list}:
                name = ".".join((*path.relative_to(PACKAGE.parent).with_suffix("").parts, function.name))
                yield from (name for loop in ast.walk(function) if isinstance(loop, ast.While))


def test_every_compiled_loop_has_a_reason_to_end() -> None:
    reasons = [name for names in ENDS.values() for name in names.split()]
    assert sorted(reasons) == sorted(compiled_loops())
