"""How self-play by PPO should be regularised: variants at one budget, several seeds, played against each other.

    python -m gosu_env.training.studies.regularisation --decisions 1900000000 --seeds 3 --device cuda

Every variant learns from nothing with the same seeds. Its networks then play those of the first variant, seed by seed,
with paired deals that no training saw, and greedy players. The folder keeps every network and figure; after an
interruption, the same command resumes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from time import perf_counter
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from rich import box
from rich.progress import Progress
from rich.table import Table

from gosu_env import OptionError
from gosu_env.agents.intervals import seeds_interval
from gosu_env.agents.policy import About, find_policy
from gosu_env.engine.files import write_whole
from gosu_env.engine.rules import Rules
from gosu_env.engine.runs import usual_folder
from gosu_env.render.terminal import Terminal
from gosu_env.training.checkpoint import read_network, save_policy
from gosu_env.training.command import start
from gosu_env.training.device_match import play_networks
from gosu_env.training.match import play_match, score_of
from gosu_env.training.players import NetworkPlayer, make_player
from gosu_env.training.ppo import Learner, Settings
from gosu_env.training.presets import find_preset, ppo_only
from gosu_env.training.settings_file import change_settings

VARIANTS: dict[str, tuple[str, ...]] = {
    "linear": ("ent_coef=0.02", "ent_coef_power=0"),
    "power": ("ent_coef=0.15", "ent_coef_power=0.3"),
    "power-kl": ("ent_coef=0.15", "ent_coef_power=0.3", "kl_coef=0.5"),
}
DEALS_SEED = 2**33  # of the matches; far from all seeds of training


def variant_settings(base: Settings, name: str, seed: int) -> Settings:
    """The settings of one run of a variant."""
    changed = change_settings(base, VARIANTS[name])
    assert isinstance(changed, Settings)
    return replace(changed, seed=seed)


def learn(settings: Settings, path: Path, progress: Progress, name: str) -> dict[str, float]:
    """Train one network and save it; its decisions, seconds and last losses."""
    torch.compiler.reset()  # what was compiled for the last learner holds its memory
    learner, began = Learner(settings), perf_counter()
    bar = progress.add_task(name, total=settings.decisions)
    losses: dict[str, float] = {}
    while learner.decisions < settings.decisions:
        learner.play()
        losses = learner.learn()
        progress.update(bar, completed=learner.decisions)
    seconds = perf_counter() - began
    rules, network = learner.batch.rules, cast("Any", learner.network)
    made = network.blueprint
    about = About.at_table(rules, made.width, made.depth, learner.decisions, network=made.name)
    save_policy(path, network, about, half=True)
    return {"decisions": learner.decisions, "seconds": seconds, **losses}


def network_of(path: Path, rules: Rules) -> Any:
    return read_network(find_policy(str(path), rules.name, rules.num_players, rules.options), rules)


def duel(path: Path, other: Path, settings: Settings, deals: int) -> NDArray[np.float64]:
    """The share of each game that the first network wins, at one side against the other: (deals, sides)."""
    rules = settings.match_sets[0]
    return play_networks(network_of(path, rules), network_of(other, rules), rules, deals, DEALS_SEED, settings.device)


def measure(
    folder: Path, base: Settings, names: list[str], seeds: list[int], deals: int, greedy: int
) -> dict[str, Any]:
    """Per variant: wins against the first one, seed against seed, and against greedy; means, intervals over seeds."""
    found: dict[str, Any] = {}
    rules = base.match_sets[0]
    for name in names:
        rows: dict[str, list[list[float]]] = {}
        for seed in seeds:
            path = folder / f"{name}-{seed}.safetensors"
            if name != names[0]:
                score = score_of(duel(path, folder / f"{names[0]}-{seed}.safetensors", base, deals))
                rows.setdefault(names[0], []).append([score.mean, score.low, score.high])
            if greedy:
                rivals = NetworkPlayer(network_of(path, rules)), make_player("greedy", rules)
                score = play_match(*rivals, rules, greedy, DEALS_SEED)
                rows.setdefault("greedy", []).append([score.mean, score.low, score.high])
        found[name] = {
            against: {"seeds": scores, "mean": seeds_interval(*np.array(scores).T)} for against, scores in rows.items()
        }
    return found


def show(found: Mapping[str, Any], runs: Mapping[str, Any]) -> Table:
    table = Table("variant", "against", "wins", "95 %", "per seed", "entropy at the end", box=box.SIMPLE_HEAD)
    for name, rows in found.items():
        entropy = np.mean([run["entropy"] for key, run in runs.items() if key.rpartition("-")[0] == name])
        for against, row in rows.items():
            mean, low, high = (f"{100 * value:.1f}" for value in row["mean"])
            each = ", ".join(f"{100 * score[0]:.1f}" for score in row["seeds"])
            table.add_row(name, against, f"{mean} %", f"{low}–{high}", each, f"{entropy:.2f}")
    return table


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.training.studies.regularisation", description=__doc__)
    parser.add_argument("--game", default="gosu")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--preset", default="gpu")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting of all")
    parser.add_argument("--decisions", type=int, default=1_900_000_000, help="that every network learns from")
    parser.add_argument("--variants", default=",".join(VARIANTS), help="the first is what the others play against")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=4000, help="of a match between two networks")
    parser.add_argument("--greedy", type=int, default=500, help="deals against greedy players; 0: none")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args(arguments)
    names, seeds = given.variants.split(","), list(range(given.seeds))
    for name in names:
        if name not in VARIANTS:
            parser.error(f"unknown variant {name!r}; expected some of {', '.join(VARIANTS)}")
    folder = given.out or usual_folder(given.game, "regularisation", given.players)
    folder.mkdir(parents=True, exist_ok=True)
    changes = [*given.set, f"device={given.device}", f"decisions={given.decisions}"]
    preset = find_preset(given.preset, given.players, game=given.game)
    base = ppo_only(given.preset, change_settings(preset, changes))
    kept = folder / "runs.json"
    content: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {"settings": asdict(base), "runs": {}}
    if content["settings"] != asdict(base):
        raise OptionError(f"{kept} was made with other settings; name another folder with --out")
    runs = content["runs"]
    console = Terminal()
    with Progress(console=console) as progress:
        for name, seed in [(name, seed) for seed in seeds for name in names]:
            key = f"{name}-{seed}"
            if key not in runs:
                runs[key] = learn(variant_settings(base, name, seed), folder / f"{key}.safetensors", progress, key)
                write_whole(kept, json.dumps(content, indent=1).encode())
                torch.cuda.empty_cache()
    found = measure(folder, base, names, seeds, given.deals, given.greedy)
    write_whole(folder / "matches.json", json.dumps(found, indent=1).encode())
    console.print(show(found, runs))


if __name__ == "__main__":
    start(main)
