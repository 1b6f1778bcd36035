"""The command ``gosu replay``: look at a game that was recorded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gosu_env import Replay
from gosu_env.cli.early import check_seat, check_writable
from gosu_env.engine.files import write_whole
from gosu_env.render.terminal import Terminal


def show_replay(
    file: Annotated[Path, typer.Argument(help="A replay, as gosu watch --save writes it.", show_default=False)],
    *,
    step: Annotated[bool, typer.Option("--step", help="Step through the decisions.")] = False,
    at: Annotated[list[int] | None, typer.Option(help="Show this position; repeatable.", show_default=False)] = None,
    seat: Annotated[int | None, typer.Option(help="Show what this seat sees.", show_default="all hands")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Replay it and check that nothing differs.")] = False,
    text: Annotated[
        str | None, typer.Option(help="Write the whole game as text; - is the terminal.", metavar="FILE")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the end of every round, or the positions --at.", metavar="FILE")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write a page to step through in a browser.", metavar="FILE")
    ] = None,
    cards: Annotated[str | None, typer.Option(help="The card file it was played with.", metavar="TOML")] = None,
) -> None:
    """Show a recorded game."""
    from gosu_env.render.replay_page import replay_html  # noqa: PLC0415
    from gosu_env.render.stepper import Stepper, full_text, summary, tell  # noqa: PLC0415  (loaded when they are needed)
    from gosu_env.render.strip import strip_svg  # noqa: PLC0415

    check_writable(None if text == "-" else text, svg, html)
    console = Terminal()
    open_hands = seat is None
    replay = Replay.load(file, cards)
    check_seat(seat, replay.header.num_players)
    if verify:
        replay.verify()
        told = f"{file}: {len(replay)} decisions, played again as they were recorded."
        console.print(Text(told), soft_wrap=True)
    if text == "-":
        tell(console, replay, open_hands)
    files: list[tuple[str | Path | None, Callable[[], str]]] = [
        (None if text == "-" else text, lambda: full_text(replay, open_hands)),
        (svg, lambda: strip_svg(replay, at, seat)),
        (html, lambda: replay_html(replay, seat)),
    ]
    for path, make in files:
        if path is not None:
            write_whole(path, make().encode())
            console.print(Text(f"{path} written", "dim"), soft_wrap=True)
    if step:
        Stepper(console, replay, seat).run(at[0] if at else 0, typer.getchar)
    elif at and svg is None:
        stepper = Stepper(console, replay, seat)
        for position in at:
            stepper.show(position)
    elif not (verify or text or svg or html):
        console.print(summary(replay, file.stat().st_size))
