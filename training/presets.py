"""Settings by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gosu_env import OptionError
from gosu_env.agents.evaluation import can_evaluate
from gosu_env.agents.folders import game_folder
from gosu_env.agents.policy import shipped_for
from gosu_env.engine.options import option_texts
from gosu_env.engine.rules import USUAL_GAME
from gosu_env.engine.spelling import nearest
from gosu_env.training import td
from gosu_env.training.algorithms import AnySettings, algorithm_of
from gosu_env.training.ppo import Settings
from gosu_env.training.settings_file import Change, change_settings, read_changes

STRONG = "policy:strong"
PRESETS: dict[str, AnySettings] = {
    "quick": td.Settings(decisions=3_300_000),
    "cpu": td.Settings(decisions=13_000_000),
    "ppo": Settings(decisions=10_000_000),
    "imitation": Settings(decisions=3_500_000, imitation=2_500_000, teacher=STRONG, learning_rate=2e-4, ent_coef=0.003),
    "gpu": Settings(
        decisions=5_500_000_000,
        num_envs=32_768,
        n_steps=32,
        minibatch_steps=1,
        n_epochs=1,
        learning_rate=8e-4,
        ent_coef=0.15,
        ent_coef_power=0.3,
        width=512,
        device="cuda",
    ),
}
MEANINGS = {
    "quick": "five minutes on two cores; self-play from scratch, by TD(λ) with a look one answer ahead",
    "cpu": "twenty minutes on two cores; the same for longer",
    "ppo": "five minutes on two cores; self-play from scratch, by PPO",
    "imitation": "four minutes on two cores; imitates the strong agent, then self-play by PPO",
    "gpu": "ten minutes on a large GPU; self-play from scratch, by PPO",
}


def find_preset(
    name: str,
    num_players: int = 2,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    game: str = USUAL_GAME,
) -> AnySettings:
    """The settings of a preset, for a game with some options."""
    if name not in PRESETS:
        raise OptionError(f"unknown preset {name!r}: {nearest(name, list(PRESETS))}")
    preset = PRESETS[name]
    if isinstance(preset, Settings) and preset.teacher == STRONG:
        if options or num_players not in shipped_for("strong", game):
            preset = replace(preset, teacher="greedy")
        if preset.teacher == "greedy" and not can_evaluate(game):
            preset = replace(preset, imitation=0)  # nobody to learn from
    return replace(
        change_settings(preset, own_changes(game, algorithm_of(preset))),
        game=game,
        num_players=num_players,
        n_steps=preset.n_steps * num_players // 2,  # every seat contributes as many decisions
        max_decisions=preset.max_decisions * num_players // 2,
        seed=seed,
        options=",".join(option_texts(options or {})),
    )


def own_changes(game: str, algorithm: str) -> list[Change]:
    """What a game has instead of a preset's usual values, in ``presets.toml`` of its folder, if there is one."""
    path, table = game_folder(game) / "presets.toml", f"{algorithm}."
    changes = read_changes(path) if path.is_file() else []
    return [replace(each, name=each.name.removeprefix(table)) for each in changes if each.name.startswith(table)]


def ppo_only(name: str, settings: AnySettings) -> Settings:
    """The settings of a preset, for what learns by PPO only."""
    if not isinstance(settings, Settings):
        others = ", ".join(other for other, preset in PRESETS.items() if isinstance(preset, Settings))
        raise OptionError(f"preset {name!r} does not learn by PPO; expected one of {others}")
    return settings
