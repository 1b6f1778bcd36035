"""The solver on games that are known by heart, and on the smallest game here."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from gosu_env import Game, make_batch
from gosu_env.agents import make_agent
from gosu_env.cli import app
from gosu_env.engine.errors import DataError, OptionError
from gosu_env.engine.rules import find_game, find_rules
from gosu_env.gosu import chance
from gosu_env.solver.agents import agent_policy, first_choice
from gosu_env.solver.cfr import CFR
from gosu_env.solver.estimate import count_deals, estimate_size
from gosu_env.solver.exploitability import Responder, check_policy, game_value, mix
from gosu_env.solver.matrix import solve_matrix
from gosu_env.solver.solution import Solution
from gosu_env.solver.tree import CHANCE, MOST_NODES, WALKS, GameTree, TreeBuilder, _Enumeration, enumerate_game

TINY = {"size": "mini", "hand_size": 1, "columns": 1}


def kuhn() -> GameTree:
    """Kuhn poker: cards J, Q, K; action 0 checks or folds, 1 bets or calls."""
    builder = TreeBuilder()
    root = builder.root()
    ends = {"pp": 1, "bp": 1, "bb": 2, "pbp": 1, "pbb": 2}

    def grow(node: int, cards: tuple[int, int], played: str) -> None:
        player = len(played) % 2
        infoset = builder.infoset_of(player, f"{cards[player]}{played}".encode(), [0, 1])
        for choice, word in enumerate("pb"):
            after = played + word
            if after in ends:
                fold = after.endswith("bp")
                winner = (1 - len(played) % 2) if fold else int(cards[1] > cards[0])
                builder.act(node, infoset, choice, ends[after] * (1.0 if winner == 0 else -1.0))
            else:
                grow(builder.act(node, infoset, choice), cards, after)

    for cards in permutations(range(3), 2):
        grow(builder.outcome(root, 1 / 6), (cards[0], cards[1]), "")
    return builder.tree("kuhn")


@cache
def mini() -> GameTree:
    """The smallest game, smaller still, so that a test may try all answers of a player."""
    return enumerate_game("gosu", TINY)


def policies(tree: GameTree, count: int) -> Iterator[NDArray[np.float64]]:
    rng = np.random.default_rng(5)
    for _ in range(count):
        yield tree.policy_of(rng.exponential(size=(tree.infosets, int(tree.action.max()) + 1)))


def solved(tree: GameTree, iterations: int, plus: bool = True) -> CFR:
    solver = CFR(tree, plus)
    for _ in range(iterations):
        solver.step()
    return solver


def slow_response(tree: GameTree, policy: NDArray[np.float64], player: int) -> float:
    """What the best of all pure strategies of a player gets, by recursion over sets of nodes."""
    children: dict[int, list[int]] = {}
    for node in range(1, tree.nodes):
        children.setdefault(int(tree.parent[node]), []).append(node)

    def best(nodes: list[tuple[int, float]]) -> float:
        """Of nodes with weights, which the player may tell apart only by what it will be asked."""
        total, asked = 0.0, {}
        stack = list(nodes)
        while stack:
            node, weight = stack.pop()
            if tree.ends[node]:
                total += weight * tree.value[node] * (1 if player == 0 else -1)
                continue
            below = children[node]
            if tree.mover[below[0]] == player:
                asked.setdefault(int(tree.infoset[tree.slot[below[0]]]), []).append((node, weight))
                continue
            for child in below:
                chance = tree.mover[child] == CHANCE
                stack.append((child, weight * (tree.chance[child] if chance else policy[tree.slot[child]])))
        for infoset, held in asked.items():
            options = []
            for choice in range(int(tree.count[infoset])):
                slot = tree.first[infoset] + choice
                options.append([(c, w) for node, w in held for c in children[node] if tree.slot[c] == slot])
            total += max(best(option) for option in options)
        return total

    return best([(0, 1.0)])


def test_kuhn_poker_is_solved() -> None:
    tree = kuhn()
    assert (tree.infosets, tree.slots, int(tree.ends.sum())) == (12, 24, 30)
    average = solved(tree, 1000).average()
    assert game_value(tree, average) == pytest.approx(-1 / 18, abs=1e-3)
    assert Responder(tree).exploitability(average) < 1e-3
    assert Responder(tree).exploitability(tree.uniform()) == pytest.approx(11 / 24)


def test_plain_cfr_converges_more_slowly() -> None:
    tree = kuhn()
    plain, plus = (Responder(tree).exploitability(solved(tree, 300, plus).average()) for plus in (False, True))
    assert plus < plain < 0.05


def test_a_matrix_game_is_solved() -> None:
    payoff = [[0, -1, 2], [1, 0, -1], [-2, 1, 0]]  # rock, paper, scissors with one win that counts double
    rows, columns = solve_matrix(payoff, 4000)
    assert rows.tolist() == pytest.approx([0.25, 0.5, 0.25], abs=0.01)
    assert columns.tolist() == pytest.approx([0.25, 0.5, 0.25], abs=0.01)
    assert float(rows @ np.array(payoff) @ columns) == pytest.approx(0, abs=1e-3)
    assert solve_matrix([[3.0, 1.0]])[1].tolist() == pytest.approx([0, 1], abs=0.01)


@pytest.mark.parametrize("game", ["kuhn", "mini"])
def test_best_responses_are_those_of_a_slow_reference(game: str) -> None:
    tree = kuhn() if game == "kuhn" else mini()
    responder = Responder(tree)
    for policy in (tree.uniform(), *policies(tree, 3)):
        for player in range(2):
            found = responder.respond(policy, player)
            assert found.value == pytest.approx(slow_response(tree, policy, player))
            sign = 1 if player == 0 else -1
            assert sign * game_value(tree, found.policy) == pytest.approx(found.value)


def test_no_policy_beats_a_best_response() -> None:
    tree = mini()
    policy = tree.uniform()
    for player in range(2):
        most = Responder(tree).respond(policy, player).value
        mine = tree.player[tree.infoset] == player
        for other in policies(tree, 8):
            mixed = np.where(mine, other, policy)
            assert (1 if player == 0 else -1) * game_value(tree, mixed) <= most + 1e-12


def test_the_smallest_game_is_solved() -> None:
    tree = mini()
    uniform, average = tree.uniform(), solved(tree, 200).average()
    responder = Responder(tree)
    assert responder.exploitability(average) < 0.002 < responder.exploitability(uniform)
    value = game_value(tree, average)
    assert -responder.respond(average, 1).value <= value <= responder.respond(average, 0).value


def test_a_tree_is_a_game() -> None:
    tree = mini()
    inner = ~tree.ends
    by_chance = np.bincount(tree.parent[1:], tree.chance[1:] * (tree.mover[1:] == CHANCE), tree.nodes)
    acted = np.bincount(tree.parent[1:], tree.mover[1:] != CHANCE, tree.nodes)
    assert by_chance[inner & (acted == 0)] == pytest.approx(1)
    assert (acted[inner & (by_chance == 0)] > 1).all()
    assert set(np.unique(tree.value[tree.ends])) == {-1.0, 1.0}
    assert tree.level[0].tolist() == [0, 0]
    for infoset in range(tree.infosets):  # perfect recall: as many own decisions on every way to an information set
        ways = np.flatnonzero((tree.slot >= 0) & (tree.infoset[tree.slot] == infoset))
        assert len(set(tree.level[tree.parent[ways], tree.player[infoset]].tolist())) == 1


def test_enumeration_is_the_same_every_time_and_kept(tmp_path: Path) -> None:
    tree = mini()
    again = enumerate_game("gosu", TINY)
    tree.save(tmp_path / "tree.npz")
    kept = GameTree.load(tmp_path / "tree.npz", tree.game)
    for name in ("parent", "slot", "chance", "value", "action", "seen", "level"):
        assert (getattr(tree, name) == getattr(again, name)).all()
        assert (getattr(tree, name) == getattr(kept, name)).all()
    with pytest.raises(DataError, match="the tree of another game"):
        GameTree.load(tmp_path / "tree.npz", "another")
    (tmp_path / "tree.npz").write_bytes(b"no")
    with pytest.raises(DataError, match="not the file of a game tree"):
        GameTree.load(tmp_path / "tree.npz", tree.game)


def test_a_solver_goes_on_where_it_was(tmp_path: Path) -> None:
    tree = kuhn()
    first = solved(tree, 10)
    first.save(tmp_path / "cfr.npz")
    second = CFR(tree)
    second.load(tmp_path / "cfr.npz")
    for solver in (first, second):
        for _ in range(5):
            solver.step()
    assert (first.average() == second.average()).all()
    assert (first.average() == solved(tree, 15).average()).all()
    with pytest.raises(DataError, match="of another game or another solver"):
        CFR(tree, plus=False).load(tmp_path / "cfr.npz")


def test_games_that_cannot_be_enumerated_are_refused() -> None:
    with pytest.raises(OptionError, match="more than 100 histories"):
        enumerate_game("gosu", {"size": "mini"}, most_nodes=100)
    with pytest.raises(OptionError, match="does not say what chance may do"):
        enumerate_game("laundromat", {})
    with pytest.raises(OptionError, match="chance cannot be enumerated"):
        enumerate_game("gosu", {"size": "mini", "hand_size": 5})
    with pytest.raises(ValueError, match="add up to 1"):
        check_policy(kuhn(), np.full(24, 0.4))


def test_a_game_that_is_far_too_large_is_refused_before_it_is_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, and with sizes that are small enough: full GOSU has more deals than fit into memory."""
    monkeypatch.setattr(TreeBuilder, "root", lambda self: pytest.fail("it was enumerated"))
    small = "small enough are the options 'size=mini' or 'size=mini, tokens=1, hand_size=2, columns=1'"
    for size in ({}, {"size": "medium"}, {"size": "small"}, {"size": "mini", "rounds": 3, "tokens": 2}):
        with pytest.raises(OptionError, match=r"GOSU.* has more than 20,000,000 histories; ") as refused:
            enumerate_game("gosu", size)
        assert small in str(refused.value)


def test_the_sizes_that_are_named_are_small_enough() -> None:
    for texts in chance.SOLVABLE:
        options = find_game("gosu").OPTIONS.read(texts.split(", "))
        assert _Enumeration("gosu", options, MOST_NODES).estimate(WALKS) < MOST_NODES / 2


def test_deals_are_counted_as_they_are_enumerated() -> None:
    for options in (TINY, {"size": "mini"}, {"size": "mini", "hand_size": 2}):
        rules = find_rules("gosu", 2, options)
        found = list(chance.openings(rules))
        assert len(found) == chance.count_openings(rules)
        assert sum(probability for probability, _ in found) == pytest.approx(1)
        hands = [states[0].hand[:2].tolist() for _, states in found]
        assert len({str(each) for each in hands}) == len(hands)


def test_deals_are_drawn_as_likely_as_they_are() -> None:
    rules, rng = find_rules("gosu", 2, TINY), np.random.default_rng(1)
    likely = {states.tobytes(): probability for probability, states in chance.openings(rules)}
    drawn = Counter()
    for _ in range(2000):
        probability, states = chance.sample_opening(rules, rng)
        assert probability == pytest.approx(likely[states.tobytes()])
        drawn[states.tobytes()] += 1
    assert max(abs(drawn[deal] / 2000 - each) for deal, each in likely.items()) < 0.02


def test_the_histories_of_a_game_are_estimated() -> None:
    walk = _Enumeration("gosu", TINY, MOST_NODES)
    assert walk.estimate(4000) == pytest.approx(mini().nodes, rel=0.05)


def test_draws_that_are_sampled_stand_for_all() -> None:
    """Where a goblin draws, a sampled outcome is one of those that are enumerated, and stands for as many."""
    walk, rng = _Enumeration("gosu", TINY | {"tokens": 2}, MOST_NODES), np.random.default_rng(1)
    _, states = chance.sample_opening(walk.rules, rng)
    record, (_, legal, _) = walk.play(states.tobytes(), -1)
    draw = Game("gosu", seed=1, **TINY, tokens=2).parse_action("draw one")
    assert draw in legal
    play = partial(walk.play, action=draw)
    found = {after for _, after, _ in walk.draws.outcomes(record, play)}
    sampled = [walk.draws.sample(record, play, rng) for _ in range(300)]
    assert len(found) > 1
    assert {after for _, after, _ in sampled} == found
    assert {stands for stands, _, _ in sampled} == {len(found)}


def test_a_mixture_gets_what_its_members_get() -> None:
    tree = mini()
    one, other = policies(tree, 2)
    mixed = mix(tree, [one, other], np.array([0.3, 0.7]))
    rival, mine = tree.uniform(), tree.player[tree.infoset] == 0
    values = [game_value(tree, np.where(mine, policy, rival)) for policy in (one, other, mixed)]
    assert values[2] == pytest.approx(0.3 * values[0] + 0.7 * values[1])
    check_policy(tree, mixed)


def test_agents_are_measured() -> None:
    tree, rules = mini(), find_rules("gosu", 2, TINY)
    uniform = agent_policy(tree, rules, make_agent("random", seed=0), samples=64)
    assert np.abs(uniform - tree.uniform()).mean() < 0.06
    greedy = agent_policy(tree, rules, make_agent("greedy", seed=0))
    assert set(greedy.tolist()) == {0.0, 1.0}
    responder = Responder(tree)
    assert responder.exploitability(greedy) < responder.exploitability(first_choice(tree))


def test_the_tree_is_the_game_that_is_played() -> None:
    """Random play over the tree and at the table gives player 0 the same, within the error of sampling."""
    tree = mini()
    batch = make_batch("gosu", num_envs=2000, num_players=2, seed=1, threads=1, **TINY)
    begins, won, playing = batch.states["advantage"].astype(int), np.zeros(2000), np.ones(2000, bool)
    while playing.any():
        batch.step(batch.sample())
        ended = playing & np.asarray(batch.done)
        won[ended] = np.asarray(batch.reward)[ended, begins[ended]]
        playing &= ~ended
    assert won.mean() == pytest.approx(game_value(tree, tree.uniform()), abs=4 * won.std() / 2000**0.5)


def test_the_size_of_a_game_is_estimated_without_bias() -> None:
    def decisions(game: Game) -> int:
        if game.is_over:
            return 0
        total = 1
        for action in game.legal_actions():
            after = game.clone()
            after.apply(action)
            total += decisions(after)
        return total

    exact = np.array([decisions(Game("gosu", seed=seed, **TINY)) for seed in range(300)])
    found = estimate_size("gosu", TINY, games=4000)
    spread = exact.std() / 300**0.5 + found.error * exact.mean()
    assert 10**found.positions == pytest.approx(exact.mean(), abs=4 * spread)
    assert 0 < found.error < 0.05
    assert 1 < found.choices < 10
    assert count_deals(10, 3) == 120 * 35


def test_a_solution_resumes_in_its_folder(tmp_path: Path) -> None:
    whole, parts = Solution(tmp_path / "whole", "gosu", TINY), Solution(tmp_path / "parts", "gosu", TINY)
    whole.enumerate()
    whole.solve(20)
    parts.enumerate()
    parts.solve(7)
    again = Solution(tmp_path / "parts", "gosu", TINY)
    again.enumerate()
    assert again.iterations == 7
    again.solve(20)
    assert (again.policy == whole.policy).all()
    assert [at for at, _ in again.curve] == [1, 2, 5, 7, 10, 20]
    low, high = again.bounds()
    assert low <= game_value(again.tree, again.policy) <= high
    (tmp_path / "parts" / "curve.json").write_text("[", encoding="utf-8")
    with pytest.raises(DataError, match="damaged"):
        Solution(tmp_path / "parts", "gosu", TINY).enumerate()


def test_without_matplotlib_there_is_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gosu_env.agents.arena")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "gosu_env.solver.picture", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    options = ["-o", "size=mini", "-o", "hand_size=1", "-o", "columns=1", "--players", ""]
    done = CliRunner().invoke(app, ["solve", *options, "--iterations", "5", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "no picture" in done.output
    assert (tmp_path / "results.json").exists()
    assert not (tmp_path / "solution.png").exists()


def test_what_is_too_large_leaves_no_folder(tmp_path: Path) -> None:
    refused = CliRunner().invoke(app, ["solve", "--out", str(tmp_path / "out")])
    assert refused.exit_code == 2
    assert "'size=mini'" in refused.stderr
    assert not (tmp_path / "out").exists()


def solving(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "gosu_env", "solve", "-o", "size=mini", "--out", str(folder), *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, text=True, stdout=pipe, stderr=pipe, env=os.environ | environment)


def test_no_escape_codes_where_there_is_no_terminal(tmp_path: Path) -> None:
    tiny = ("-o", "hand_size=1", "-o", "columns=1", "--iterations", "5", "--players", "")
    done = solving(tmp_path, *tiny, FORCE_COLOR="1", TERM="xterm-256color")
    _, errors = done.communicate(timeout=240)
    assert done.returncode == 0
    assert not errors.strip()


BUSY = """
import hashlib, typer
from gosu_env.cli.resuming import heard_anywhere, resumable
def work():
    with resumable(), heard_anywhere():
        print("busy", flush=True)
        {work}
typer.run(work)
"""


@pytest.mark.parametrize("work", ["hashlib.pbkdf2_hmac('sha1', b'', b'', 10**9)", "[None for _ in iter(int, 1)]"])
def test_ctrl_c_is_heard_anywhere(work: str) -> None:
    """Also in the middle of a call that lasts minutes, as of compiled code or of the compiler."""
    pipe = subprocess.PIPE
    busy = subprocess.Popen([sys.executable, "-c", BUSY.format(work=work)], text=True, stdout=pipe, stderr=pipe)
    assert busy.stdout is not None
    assert busy.stdout.readline() == "busy\n"
    busy.send_signal(signal.SIGINT)
    _, errors = busy.communicate(timeout=20)
    assert "gosu: interrupted; run the same command to resume" in errors
    assert "Traceback" not in errors
    assert busy.returncode == 130


def test_the_command_solves_and_tells(tmp_path: Path) -> None:
    options = ["-o", "size=mini", "-o", "hand_size=1", "-o", "columns=1"]
    done = CliRunner().invoke(app, ["solve", *options, "--iterations", "50", "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert "information sets" in done.output
    assert "the game is worth" in done.output
    results = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert {row["name"] for row in results["players"]} > {"random", "first legal action", "greedy"}
    assert (tmp_path / "out" / "solution.png").read_bytes().startswith(b"\x89PNG")
    assert "solution.png" in done.output
    refused = CliRunner().invoke(app, ["solve", "-o", "size=tiny"])
    assert refused.exit_code == 2
