"""Expert iteration: a search that uses a network plays better than the network, which then learns to do without it.

    python -m gosu_env.training.expert --search ismcts:1000:judge=small --games 2000 --set start=strong

In every round the search plays games against itself, at all seats (Anthony, Tian and Barber 2017). The network learns
how often the search tried each answer, and a mixture of what the search expected and how the game ended. Then it is
measured against the network that it started from. ``{policy}`` in the name of the search is the network of the round
before: ``ismcts:200:judge={policy}``.

    python -m gosu_env.training.expert --search trials --games 16384 --rounds 20 --set device=cuda

``trials`` is no agent, but the network itself: it plays, every answer is tried out in sampled worlds, and it learns to
give better ones more often (``improvement.py``). On a GPU these are thousands of decisions a second.

Games are determined by their numbers, whatever process plays them. The folder keeps them, and the network of every
round; after an interruption the same command goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich import box
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from torch import Tensor

from gosu_env import DataError, Game, GosuError, OptionError, View
from gosu_env.agents.policy import FILE, About, find_policy
from gosu_env.agents.processes import check_jobs, run_together
from gosu_env.agents.registry import make_agent
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import GAMES, USUAL_GAME, Rules, find_rules
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal
from gosu_env.training.checkpoint import load_tensors, read_network, save_policy, save_tensors
from gosu_env.training.command import add_changes, start
from gosu_env.training.ends import make_ends
from gosu_env.training.folder import RunFolder, make_terms, read_figures
from gosu_env.training.improvement import Improvement
from gosu_env.training.lesson import Lesson
from gosu_env.training.match import Score, play_match
from gosu_env.training.network import Network
from gosu_env.training.players import NetworkPlayer
from gosu_env.training.settings import TableSettings
from gosu_env.training.settings_file import (
    change_settings,
    named_changes,
    parse_changes,
    read_changes,
    settings_text,
)

POLICY = "{policy}"  # in the name of the search: the network of the round before
TRIALS = "trials"  # the network tries answers out itself
CHUNK = 4  # games of a search in a file
MEASURED = 2**32  # the seed of the deals that networks are measured on


@dataclass(frozen=True)
class Settings(TableSettings):
    """Hyperparameters of a run."""

    game: str = USUAL_GAME
    num_players: int = 2
    options: str = ""  # game options, comma-separated
    start: str = "strong"  # the first network, a NAME or FILE as in policy:NAME
    search: str = "ismcts:1000:judge=small"  # the expert; trials: the network tries every answer out
    rounds: int = 1
    games: int = 1000  # of a round
    temperature: float = 1.0  # of the answers that are played: 1 plays each as often as it was tried, 0 the best
    outcome_share: float = 0.5  # of how the game ended in what is learned of a position; the rest: what was expected
    num_envs: int = 4096  # with trials: games side by side, whose lessons are one file
    decisions: int = 128  # with trials: of every game; where one ends, the next begins
    trial_share: float = 0.125  # with trials: of these decisions, in which every answer is tried out
    worlds: int = 16  # with trials: in which every answer is tried out
    depth: int = 8  # with trials: decisions that are looked ahead; 0: to the end of the game
    eta: float = 0.15  # with trials: an answer that brings so much more than the policy becomes twice as probable
    n_epochs: int = 2
    batch_size: int = 1024
    learning_rate: float = 1e-4  # initial value; decays to 0
    vf_coef: float = 0.5
    deals: int = 1000  # that a network is measured on, from every seat
    max_decisions: int = 500
    seed: int = 0
    device: str = "cpu"  # where the network learns, and answers are tried out; other games are played on the CPU

    opponents = ""

    def __post_init__(self) -> None:
        self.check_least(LEAST)
        self.check_shares("outcome_share", "trial_share")
        self.check_table()
        if self.device not in ("cpu", "cuda") or (self.device == "cuda" and not torch.cuda.is_available()):
            raise OptionError(f"setting device: {self.device!r}: expected cpu, or cuda where there is a GPU")

    @property
    def rules(self) -> Rules:
        """The rules of the games that are learned from."""
        return find_rules(
            self.game, self.num_players, self.game_options | {"max_decisions": self.max_decisions, "reward": "win"}
        )


LEAST = {
    **dict.fromkeys(("rounds", "games", "n_epochs", "batch_size", "deals", "max_decisions"), 1),
    **dict.fromkeys(("num_envs", "decisions", "worlds"), 1),
    **dict.fromkeys(("temperature", "learning_rate", "vf_coef", "seed", "depth"), 0.0),
    "eta": 1e-6,
    "num_players": 2,
}


# ------------------------------------------------------------------------------------------------ games


def play_game(agent: Any, rules: Rules, seed: int, temperature: float, outcome_share: float) -> Lesson | None:
    """One game of an agent that tells its thoughts, at all seats; None if there was nothing to decide."""
    game, rng = Game.of_rules(rules, seed), np.random.default_rng(seed)
    seen, tried, chances, seats, expected = [], [], [], [], []
    while not game.is_over:
        view = View(game)
        legal = view.legal_actions()
        if len(legal) == 1:
            game.apply(legal[0])
            continue
        action = agent.act(view)
        thoughts = getattr(agent, "thoughts", None)
        told, expects = (getattr(thoughts, name, None) for name in ("probabilities", "value"))
        if told is None or expects is None:
            raise OptionError("setting search: the agent does not tell its probabilities and what it expects")
        chance = np.array([told.get(each, 0.0) if hasattr(told, "get") else told[each] for each in legal], np.float64)
        chance /= chance.sum()
        seen.append(view.observation)
        tried.append(legal)
        chances.append(chance)
        seats.append(view.seat)
        expected.append(float(expects))
        if temperature > 0:
            played = chance ** (1 / temperature)
            action = legal[rng.choice(len(legal), p=played / played.sum())]
        game.apply(action)
    if not seen:
        return None
    returns = np.array(game.returns(), np.float32)[seats]
    return Lesson(
        obs=np.stack(seen),
        count=np.array([len(legal) for legal in tried], np.int32),
        action=np.concatenate(tried).astype(np.int32),
        advice=np.concatenate(chances).astype(np.float32),
        value=outcome_share * returns + (1 - outcome_share) * np.array(expected, np.float32),
    )


def game_seed(seed: int, number: int, game: int) -> int:
    """The seed of a game of a round."""
    return int(np.random.SeedSequence((seed, number, game)).generate_state(1)[0])


def play_chunk(settings: Settings, search: str, number: int, games: range, path: Path) -> int:
    """Play some games of a round and write their decisions to a file; how many decisions there were."""
    lessons = []
    for game in games:
        seed = game_seed(settings.seed, number, game)
        lesson = play_game(make_agent(search, seed), settings.rules, seed, settings.temperature, settings.outcome_share)
        lessons += [lesson] if lesson is not None else []
    return save_lesson(path, Lesson.join(lessons) if lessons else None, len(games))


def save_lesson(path: Path, lesson: Lesson | None, games: int) -> int:
    """Write the decisions of so many games to a file; how many there are."""
    parts = {} if lesson is None else vars(lesson)
    save_tensors(path, {name: torch.from_numpy(array) for name, array in parts.items()}, {"games": games})
    return len(parts.get("value", ()))


# ------------------------------------------------------------------------------------------------ rounds


class Expert:
    """Rounds of expert iteration in a folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        s = settings
        self.rules = s.rules
        source = find_policy(s.start, s.game, s.num_players, self.rules.options)
        if source.about.network or source.about.worlds:
            raise OptionError(
                f"setting start: {s.start!r}: expected a policy of this project's network, without worlds"
            )
        self.about = source.about
        agents = {"start": f"policy:{s.start}"}
        if s.search != TRIALS:
            agents["search"] = s.search.replace(POLICY, s.start)
            make_agent(agents["search"], 0)  # whatever is wrong with it is said before anything is written
        self._improvement: Improvement | None = None
        self.kept = RunFolder(folder)
        self.terms = make_terms("expert iteration", asdict(s), self.rules, agents)
        self.scores: list[dict[str, Any]] = []
        self._resume()

    def _resume(self) -> None:
        try:
            found = read_figures(self.path, self.terms, "another run")
            self.scores = [] if found is None else list(found["rounds"])
            self.kept.write(self.terms, settings_text(self.settings, "", "python -m gosu_env.training.expert"))
            self._save()
        except GosuError:
            self.kept.discard()
            raise
        except (KeyError, TypeError) as error:
            self.kept.discard()
            raise DataError(f"{self.path}: damaged: {error}") from None

    @property
    def path(self) -> Path:
        return self.folder / "expert.json"

    def _save(self) -> None:
        write_whole(self.path, json.dumps({"terms": self.terms, "rounds": self.scores}, indent=1).encode())

    def place(self, number: int) -> Path:
        """The folder of a round; 0 has the network that the first one starts from."""
        return self.folder / f"round-{number}"

    def network(self, number: int) -> Network:
        """The network after a round."""
        s = self.settings
        source = str(self.place(number) / FILE) if number else s.start
        network: Network = read_network(find_policy(source, s.game, s.num_players, self.rules.options), self.rules)
        return network

    def run(self, console: Console, jobs: int) -> None:
        """All rounds that are not over yet."""
        try:
            for number in range(1, self.settings.rounds + 1):
                if number > len(self.scores):
                    self.work(number, console, jobs)
        finally:
            self.kept.close()

    def work(self, number: int, console: Console, jobs: int) -> None:
        """One round: games of the search, a lesson from them, and a match against the first network."""
        s, place = self.settings, self.place(number)
        columns = (*Progress.get_default_columns()[:3], MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console) as progress:
            bar = progress.add_task(f"round {number}: games of the search", total=s.games)
            for count in self.play(number, jobs):
                progress.advance(bar, count)
            lesson = self.lesson(number)
            network = self.network(number - 1)
            bar = progress.add_task(f"round {number}: learning", total=s.n_epochs)
            epochs = list(progress.track(learn(network, lesson, s, number), task_id=bar))
        decisions = self.about.decisions + sum(row["decisions"] for row in self.scores) + len(lesson.value)
        about = About.at_table(
            self.rules, network.width, network.depth, decisions, note=f"learned from {s.search}, round {number}"
        )
        save_policy(place / FILE, network, about)
        score = self.measure(number)
        row = {"decisions": len(lesson.value), **epochs[-1], "score": asdict(score)}
        self.scores.append(row)
        self._save()

    def play(self, number: int, jobs: int) -> Iterator[int]:
        """Play the games of a round that are not on disk yet; yields how many more there are."""
        s, place = self.settings, self.place(number)
        place.mkdir(exist_ok=True)
        before = str(self.place(number - 1) / FILE) if number > 1 else s.start
        search = s.search.replace(POLICY, before)
        left = []
        chunk = s.num_envs if s.search == TRIALS else CHUNK
        for first in range(0, s.games, chunk):
            games = range(first, min(first + chunk, s.games))
            path = place / f"games-{first:06}.safetensors"
            if path.exists():
                yield len(games)
            else:
                left.append((s, search, number, games, path))
        if s.search == TRIALS:
            for _, _, _, games, path in left:
                seed = game_seed(s.seed, number, games.start)
                save_lesson(path, self._improver(number).lesson(seed, len(games), s.decisions), len(games))
                yield len(games)
            return
        if jobs == 1:
            for task in left:
                play_chunk(*task)
                yield len(task[3])
            return
        work = {task[4].name: partial(play_chunk, *task) for task in left}
        counts = {task[4].name: len(task[3]) for task in left}
        for name, _ in run_together(work, jobs):
            yield counts[name]

    def _improver(self, number: int) -> Improvement:
        """What tries out answers in a round, with the network of the round before."""
        s, network = self.settings, self.network(number - 1)
        if self._improvement is None:
            self._improvement = Improvement(network, self.rules, s.worlds, s.depth, s.eta, s.device, s.trial_share)
        self._improvement.use(network)
        return self._improvement

    def lesson(self, number: int) -> Lesson:
        """All decisions of a round."""
        parts = []
        for path in sorted(self.place(number).glob("games-*.safetensors")):
            tensors, _ = load_tensors(path)
            try:
                parts += [Lesson(**{name: tensor.numpy() for name, tensor in tensors.items()})] if tensors else []
            except TypeError as error:
                raise DataError(f"{path}: damaged: {error}; delete it, and run it again") from None
        if not parts:
            raise GosuError(f"{self.place(number)}: no decision with several answers to learn from")
        return Lesson.join(parts)

    def measure(self, number: int) -> Score:
        """The win rate of a round's network against the first one, both with their best actions."""
        now, first = (NetworkPlayer(self.network(which)) for which in (number, 0))
        return play_match(now, first, self.rules, self.settings.deals, MEASURED)

    def report(self) -> Table:
        """The table of all rounds."""
        s = self.settings
        table = Table(box=box.SIMPLE_HEAD, title=f"Learned from {s.search}", title_justify="left")
        for name in ("round", "decisions", "policy loss", "value loss", "wins against the start"):
            table.add_column(name, justify="right")
        for number, row in enumerate(self.scores, 1):
            losses = (f"{row[name]:.4f}" for name in ("policy_loss", "value_loss"))
            table.add_row(str(number), f"{row['decisions']:,}", *losses, str(Score(**row["score"])))
        return table


def learn(network: Network, lesson: Lesson, settings: Settings, number: int) -> Iterator[dict[str, float]]:
    """Teach a network the decisions of a search; yields the mean losses of every epoch."""
    s, device = settings, settings.device
    network.to(device)
    ends = make_ends(network, device)
    optimiser = torch.optim.Adam(network.parameters(), s.learning_rate, eps=1e-5)
    mask, advice = lesson.targets(len(network.policy.bias))
    unit = (s.num_players - 1) ** 0.5  # of values: the standard deviation of returns is 1 over it
    rows: list[Tensor] = [torch.from_numpy(array) for array in (lesson.obs, mask, advice, lesson.value * unit)]
    rng = np.random.default_rng((s.seed, number))
    parts = -(-len(lesson.value) // s.batch_size)
    for epoch in range(s.n_epochs):
        losses = np.zeros(2)
        for step, chosen in enumerate(np.array_split(rng.permutation(len(lesson.value)), parts)):
            for group in optimiser.param_groups:
                group["lr"] = s.learning_rate * (1 - (epoch + step / parts) / s.n_epochs)
            obs, legal, wanted, value = (row[torch.from_numpy(chosen)].to(device) for row in rows)
            if device == "cuda":
                obs, legal, wanted = obs.T.contiguous(), legal.T, wanted.T
            log_prob, expected = ends.evaluate_advice(obs, legal, wanted)
            policy_loss, value_loss = -log_prob.mean(), ((expected - value) ** 2).mean()
            optimiser.zero_grad()
            (policy_loss + s.vf_coef * value_loss).backward()
            optimiser.step()
            losses += policy_loss.item(), value_loss.item()
        yield dict(zip(("policy_loss", "value_loss"), (losses / parts).tolist(), strict=True))
    network.to("cpu")


def main(arguments: list[str] | None = None) -> Expert:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.training.expert", description=__doc__.split("\n")[0])
    parser.add_argument("--search", help="the expert: an agent that tells its thoughts, or trials")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--games", type=int, help="of a round")
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--players", dest="num_players", type=int, help="number of players")
    parser.add_argument("--option", dest="options", action="append", help="an option of the game: max_decisions=500 …")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--jobs", type=int, help="games at the same time; default: one per core")
    add_changes(parser, "start=strong")
    given = vars(parser.parse_args(arguments))
    file, words, folder, jobs = (given.pop(name) for name in ("settings", "set", "out", "jobs"))
    changes = [*(read_changes(file) if file else []), *named_changes(**given), *parse_changes(words)]
    settings = change_settings(Settings(), changes)
    table = (settings.num_players, settings.seed, *settings.game_options)
    expert = Expert(folder or usual_folder(settings.game, "expert", *table), settings)
    console = Terminal()
    expert.run(console, check_jobs(jobs))
    console.print(expert.report())
    console.print(f"play it with: gosu play --against policy:{expert.place(settings.rounds)}")
    return expert


if __name__ == "__main__":
    start(main)
