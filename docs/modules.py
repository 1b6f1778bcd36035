"""The modules of each game for PettingZoo, with its rules, actions and observations in brief in their docstrings.

For readers who see nothing else: ``help(gosu_v0)``, and agents that read a docstring before they play.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from gosu_env.engine.game_parts import find_part
from gosu_env.engine.rules import find_game, find_rules
from gosu_env.engine.spec import Block

WIDTH = 120
LONGEST = 200  # characters of what a piece means

HEAD = """
{title} for PettingZoo: ``env``, with PettingZoo's checks around it, ``raw_env``, and ``parallel_env``.

    env = {game}_v0.env(num_players={players}, render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))

{counts} The rules in brief:
"""

SPACES = """
``observation["action_mask"]`` is 1 for every legal action, and always exact. ``env.unwrapped.game`` has words for all:
``describe()``, ``action_text(action)``, ``parse_action(text)``. A step is one decision, so a turn may be several.
Rewards come at the end: 1 for a victory, {lost} for a loss with {players} players.

Actions, ``Discrete({actions})`` with {players} players, by their first number:
"""

SEEN = """
``observation["observation"]`` is int8 ({size},) with {players} players: what that seat may know.
``env.observation_spec`` names its pieces and entries: ``spec["player.me"]``, ``spec["{entry}"]``. They begin at:
"""

FOOT = """
``history=K`` puts the last K tokens of what the seat has seen and done behind it; with ``flat=True`` an observation is
the vector alone, and the mask is in ``info``. docs/{game}/spaces.md has every piece with its bounds, and the options.

docs/generate.py writes this module.
"""

CODE = """
from gosu_env.envs.aec import environments

__all__ = ["env", "parallel_env", "raw_env"]

raw_env, env, parallel_env = environments("{game}")
"""


def filled(text: str, first: str, rest: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def paragraphs(text: str) -> str:
    return "\n\n".join(filled(" ".join(part.split()), "", "") for part in text.strip().split("\n\n"))


def pieces(blocks: Iterable[Block]) -> Iterator[str]:
    """A line for each piece: where it begins, its name and what it means; long lists of words are cut."""
    for block in blocks:
        meaning = block.meaning
        if len(meaning) > LONGEST:
            meaning = f"{meaning.partition(' (')[0]}" if " (" in meaning else textwrap.shorten(meaning, LONGEST)
        yield filled(f"{block.start} ``{block.name}``: {meaning}", "- ", "  ")


def module_text(game: str) -> str:
    """The source of ``GAME_v0.py``."""
    seats, part = find_game(game).PLAYERS, find_part(game, "prompt")
    players = seats[0]
    rules = find_rules(game, players, {})
    spec = rules.observation_spec
    entry = next(block.name_of(1) for block in spec.blocks if block.name == "player.me")
    counts = f"{seats[0]} players." if len(seats) == 1 else f"{seats[0]} to {seats[-1]} players."
    told = {
        "title": rules.title,
        "game": game,
        "players": players,
        "counts": counts,
        "actions": rules.num_actions,
        "size": spec.size,
        "lost": f"{-1 / (players - 1):g}",
        "entry": entry,
    }
    lines = [filled(rule, "- ", "  ") for rule in (part.RULES if part else ())]
    parts = [
        HEAD.format(**told).strip(),
        "\n".join(lines),
        paragraphs(SPACES.format(**told)),
        "\n".join(pieces(rules.action_spec.blocks)),
        paragraphs(SEEN.format(**told)),
        "\n".join(pieces(spec.blocks)),
        paragraphs(FOOT.format(**told)),
    ]
    text = "\n\n".join(parts).replace("\\", "\\\\")
    return f'"""{text}\n"""\n{CODE.format(game=game)}'
