"""The files in ``examples`` do what they say, in short runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scripts import load_script

from gosu_env import Game, View, make_batch
from gosu_env.agents import make_agent

ROOT = Path(__file__).resolve().parents[1]
NAMES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))


@pytest.fixture
def example(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """An example as a module; ``examples.name`` can be named as a player, files are written elsewhere."""
    name = request.param
    if name in ("ppo", "dqn", "belief", "clone", "sb3_bot"):
        pytest.importorskip("torch").set_num_threads(1)
    if name == "sb3_bot":
        pytest.importorskip("sb3_contrib")
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.chdir(tmp_path)
    return load_script(f"examples/{name}.py")


def of(name: str) -> Any:
    return pytest.mark.parametrize("example", [name], indirect=True)


def wins_against_random(spec: str, games: int, game: str = "gosu") -> int:
    bot, other, won = make_agent(spec, 1), make_agent("random", 2), 0
    for seed in range(games):
        table = Game(game, num_players=2, seed=seed)
        while not table.is_over:
            table.apply((bot if table.seat == seed % 2 else other).act(View(table)))
        won += table.winners == [seed % 2]
    return won


def test_the_readme_names_every_example() -> None:
    text = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"]({name})" not in text] == []
    assert len(NAMES) == 7


@pytest.mark.slow
@of("ten_lines")
def test_the_bot_in_ten_lines_beats_random_players(example: Any) -> None:
    assert example.main(["--games", "10"]) >= 0.7


@of("ten_lines")
def test_the_bot_in_ten_lines_has_ten_lines(example: Any) -> None:
    """Of its ``act``, and plays games that it was not written for."""
    source = (ROOT / "examples" / "ten_lines.py").read_text(encoding="utf-8")
    act = source.partition("def act")[2].partition("\n\n\n")[0].splitlines()
    assert len(act) <= 10
    for game in ("gosux", "laundromat"):
        bot, table = example.Bot(1, playouts=1), Game(game, num_players=2, seed=1)
        for _ in range(5):
            table.apply(bot.act(View(table)))


@of("ppo")
def test_ppo_credits_each_seat_with_its_own_reward(example: Any) -> None:
    """Seats 0, 1, 0, 0, 1: without bootstrapping, every decision's return is what its seat got."""
    seats, values = np.array([0, 1, 0, 0, 1]), np.array([0.1, -0.2, 0.3, 0.5, -0.1])
    full = example.credit(seats, values, np.array([1.0, -1.0]), lam=1.0)
    assert np.allclose(full + values, [1, -1, 1, 1, -1])
    single = example.credit(seats, values, np.array([1.0, -1.0]), lam=0.0)
    assert np.allclose(single, [0.2, 0.1, 0.2, 0.5, -0.9])


@of("ppo")
def test_ppo_learns_to_beat_random_players_and_its_network_is_a_player(example: Any) -> None:
    assert example.main(["--decisions", "6000", "--num-envs", "64", "--save", "net.safetensors"]) > 0.7
    assert wins_against_random("examples.ppo:Bot:net.safetensors", 20) > 13


@of("dqn")
def test_dqn_leads_from_a_decision_to_the_same_seats_next_one(example: Any) -> None:
    """Whole games, and every transition of the replay followed by hand."""
    batch = make_batch("gosu", num_envs=3, num_players=3, seed=5)
    size = batch.observation_spec.size
    replay, seats = example.Replay(10_000, size, batch.num_actions), example.Seats(3, 3, size)
    last: dict[tuple[int, int], tuple[bytes, int]] = {}
    expected: list[tuple[bytes, int, float, bytes]] = []
    for _ in range(300):
        action = batch.sample().astype(np.int64)
        for game, seat in enumerate(batch.seat.tolist()):
            if (game, seat) in last:
                expected.append((*last[game, seat], 0.0, batch.obs[game].tobytes()))
            last[game, seat] = batch.obs[game].tobytes(), int(action[game])
        seats.decide(replay, batch.seat, batch.obs, batch.mask, action)
        batch.step(action)
        for game in np.flatnonzero(batch.done).tolist():
            for seat in range(3):
                if (game, seat) in last:
                    expected.append((*last.pop((game, seat)), float(batch.reward[game, seat]), bytes(size)))
        seats.finish(replay, batch.done, batch.reward)
    rows = range(len(replay))
    found = [
        (replay.obs[i].tobytes(), int(replay.action[i]), float(replay.reward[i]), replay.next_obs[i].tobytes())
        for i in rows
    ]
    assert sorted(found) == sorted(expected)
    assert len({reward for _, _, reward, _ in found}) > 2
    over = ~replay.next_mask[: len(replay)].any(axis=1)
    assert (replay.reward[: len(replay)][~over] == 0).all()


@pytest.mark.slow
@of("dqn")
def test_dqn_learns_to_beat_random_players_and_its_network_is_a_player(example: Any) -> None:
    assert example.main(["--decisions", "16000", "--num-envs", "32", "--save", "q.safetensors"]) > 0.6
    assert wins_against_random("examples.dqn:Bot:q.safetensors", 10) > 4


@of("sb3_bot")
def test_a_model_of_stable_baselines_plays_in_the_arena(example: Any) -> None:
    assert example.main(["--steps", "8192", "--games", "20"]) >= 0.7
    assert make_agent("examples.sb3_bot:Bot:model.safetensors").files == ["model.safetensors"]


@pytest.mark.slow
@of("belief")
def test_a_belief_model_is_better_than_counting_cards(example: Any) -> None:
    counted, guessed, better = example.main(["--decisions", "20000", "--epochs", "2"])
    assert guessed < counted - 0.005
    assert 0 < better.low < better.mean < better.high
    assert better.mean == pytest.approx(counted - guessed)


@of("belief")
def test_the_cards_that_are_counted_hold_the_hidden_ones(example: Any) -> None:
    batch = make_batch("gosu", num_envs=64, num_players=2, seed=3, extras=["hidden", "belief"])
    seen = example.watch(batch, 4000)
    assert (seen["hidden"] >= seen["known"]).all()
    assert (seen["belief"][seen["hidden"] > 0] > 0).all()
    assert 1 < seen["belief"].sum(axis=1).mean() < 20
    assert len(np.unique(seen["game"])) > 20


@pytest.mark.slow
@of("own_cards")
def test_own_cards_are_read_played_and_measured(example: Any) -> None:
    assert sorted(example.torch_draws()) == ["Garsh", "Grint"]
    found = example.main(["--games", "100"])
    assert all(after != before for before, after in found.values())


@of("clone")
def test_a_clone_learns_from_a_dataset_and_is_a_policy(example: Any, tmp_path: Path) -> None:
    from gosu_env.dataset.writer import Writer  # noqa: PLC0415
    from gosu_env.engine.rules import find_rules  # noqa: PLC0415
    from gosu_env.training.selfplay import Selfplay  # noqa: PLC0415  (needs torch)

    games = Selfplay(find_rules("gosu", 2, {}), ["greedy"], 1, 64)
    with Writer(tmp_path / "data", games.about) as writer:
        games.write(writer, 12_000)
    learn = ["data", "--epochs", "3", "--batch-size", "128", "--width", "64", "--deals", "20"]
    same, score = example.main([*learn, "--save", "clone.safetensors"])
    assert same > 0.35  # at random: about 0.28
    assert score.games == 40
    assert wins_against_random("policy:clone.safetensors", 10) > 6
