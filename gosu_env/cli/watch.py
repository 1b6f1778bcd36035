"""The command ``gosu watch``: a game between bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gosu_env import Game, OptionError, Recorder
from gosu_env.cli.early import check_writable
from gosu_env.cli.options import CardFile, GameName, Rules, game_options, told_options
from gosu_env.engine.rules import USUAL_GAME, find_game
from gosu_env.render.log import Story
from gosu_env.render.terminal import Terminal


class Screen(Terminal):
    """Where a game is told. With ``goes_on``, the game is played to its end though nobody reads on: ``| head``."""

    def __init__(self, goes_on: bool) -> None:
        super().__init__()
        self.goes_on = goes_on

    def on_broken_pipe(self) -> None:
        try:
            super().on_broken_pipe()
        except SystemExit:
            if not self.goes_on:
                raise
            self.quiet = True


def watch(
    players: Annotated[str, typer.Option(help="Who plays, one name per seat: greedy,ismcts:200.")] = "random,random",
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed plays the same game.", show_default="a new one")
    ] = None,
    delay: Annotated[float, typer.Option(min=0.0, help="Seconds to wait after each turn.")] = 0.0,
    hands: Annotated[bool, typer.Option(help="Show all hands, or only public information.")] = True,
    game: GameName = USUAL_GAME,
    cards: CardFile = None,
    rules: Rules = None,
    save: Annotated[Path | None, typer.Option(help="Save the game as a replay.", metavar="FILE")] = None,
) -> None:
    """Watch a game between bots."""
    from gosu_env.agents import make_agent  # noqa: PLC0415  (the package itself does not need the agents)
    from gosu_env.agents.faults import ask_player  # noqa: PLC0415
    from gosu_env.agents.policy import check_specs  # noqa: PLC0415

    check_writable(save)
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "little")
    console = Screen(goes_on=save is not None)
    names = [name.strip() for name in players.split(",")]
    allowed = find_game(game).PLAYERS
    if len(names) not in allowed:
        expected = f"{allowed[0]} to {allowed[-1]} players"
        raise OptionError(f"--players {players!r}: expected {expected}, not {len(names)}: random,greedy")
    seats = [make_agent(name, (seed + (seat << 32)) % 2**63) for seat, name in enumerate(names)]
    options = game_options(game, rules, cards)
    played = Game(game, len(names), seed, **{"auto_forced": False} | options)
    check_specs(names, played.rules)
    recorder = Recorder(played, names, listeners=dict(enumerate(seats)))
    if save is not None:
        recorder.replay().to_bytes()  # what saving needs is missed now, not in the end
    story = Story(console, played, hands, delay)
    who = f"{len(names)} random players" if set(names) == {"random"} else ", ".join(names)
    extras = [Path(options["cards"]).stem] if "cards" in options else []
    extras += [told for told in (told_options(options),) if told]
    story.opening(" · ".join([who, f"seed {seed}", *extras]))
    while not played.is_over:
        story.step(ask_player(recorder, seats[played.seat]))
    replay = recorder.replay()
    story.ending(seed, len(replay))
    if save is not None:
        replay.save(save)
        console.print(Text(f"{save} written", "dim"), soft_wrap=True)
