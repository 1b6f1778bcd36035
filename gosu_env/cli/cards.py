"""The command ``gosu cards``: browse a card set, or check it."""

from __future__ import annotations

import inspect
from copy import copy
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args

import typer

from gosu_env import OptionError
from gosu_env.cli.options import GameName
from gosu_env.cli.report import report_console
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_game
from gosu_env.render.terminal import Terminal

CHECK_GAMES = 1000


def filters_of(game: str) -> dict[str, Parameter]:
    """What the list of a game's cards takes: the keyword arguments of ``show_cards`` in its part ``catalogue``."""
    catalogue = find_part(game, "catalogue")
    if catalogue is None:
        return {}
    taken = inspect.signature(catalogue.show_cards, eval_str=True).parameters.values()
    return {each.name: each for each in taken if each.kind is Parameter.KEYWORD_ONLY}


def show_cards(
    name: Annotated[str | None, typer.Argument(help="Show this one card.", show_default=False)] = None,
    *,
    game: GameName = USUAL_GAME,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Instead, look for cards that decide games: quick games of greedy with the set, or with every set of "
            "a range such as generated:0-99. Exit code 1 if there are any.",
        ),
    ] = False,
    games: Annotated[int, typer.Option(min=1, help="With --check: games with each set.")] = CHECK_GAMES,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="With --check: sets at the same time.", show_default="one per core")
    ] = None,
    **filters: Any,
) -> None:
    """Browse the cards of a game, or check how even they are."""
    find_game(game)
    if not check and (games, jobs) != (CHECK_GAMES, None):
        raise OptionError("--games and --jobs are for --check")
    catalogue = find_part(game, "catalogue")
    if catalogue is None:
        raise OptionError(f"{game} has no list of cards")
    given = {word: value for word, value in filters.items() if value != FILTERS[word].default}
    known = filters_of(game)
    for word in given:
        if word not in known:
            options = ", ".join(f"--{each}" for each in known)
            raise OptionError(f"--{word} is not for the cards of {game}; they have {options or 'no options'}")
    if check:
        check_cards(name, game, games, jobs, given)
    else:
        catalogue.show_cards(Terminal(), name, **given)


def check_cards(name: str | None, game: str, games: int, jobs: int | None, given: dict[str, Any]) -> None:
    """Check a set, or those of a range."""
    from gosu_env.agents.balance import check_sets  # noqa: PLC0415  (the package itself does not need the agents)
    from gosu_env.agents.balance.tables import check_tables  # noqa: PLC0415

    cards = given.pop("file", None)
    options = find_game(game).OPTIONS.parse({}).as_dict()
    wrong = [repr(name)] if name is not None else [f"--{word}" for word in given if word not in options]
    if wrong:
        raise OptionError(f"--check looks at all cards of a set; leave {wrong[0]} out")
    found = check_sets(cards, games, game=game, jobs=jobs, **given)
    report_console().print(check_tables(found))
    if not all(each.passed for each in found):
        raise typer.Exit(1)


def help_of(filter_: Parameter) -> str:
    return str(get_args(filter_.annotation)[1].help)


def told_apart(filters: dict[str, Parameter]) -> Parameter:
    """One option for that of several games, by their names: its help says for which games it is, and what in each."""
    first = next(iter(filters.values()))
    texts: dict[str, list[str]] = {}
    for game, each in filters.items():
        texts.setdefault(help_of(each), []).append(game)
    words = [f"{', '.join(games)}: {text}" for text, games in texts.items()]
    if len(texts) == 1:
        words = [help_of(first) if len(filters) == len(GAMES) else f"{help_of(first)} ({', '.join(filters)})"]
    kind, option = get_args(first.annotation)[:2]
    option = copy(option)
    option.help = " ".join(words)
    return first.replace(annotation=Annotated[kind, option])


def all_filters() -> dict[str, Parameter]:
    """Those of every game."""
    found: dict[str, dict[str, Parameter]] = {}
    for game in GAMES:
        for word, each in filters_of(game).items():
            found.setdefault(word, {})[game] = each
    return {word: told_apart(filters) for word, filters in found.items()}


def with_filters(filters: dict[str, Parameter]) -> Signature:
    """The command with options in the place of ``filters``, for help and for reading the command line."""
    own = inspect.signature(show_cards, eval_str=True)
    named = [each for each in own.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    return own.replace(parameters=[*named, *filters.values()])


FILTERS = all_filters()
show_cards.__signature__ = with_filters(FILTERS)  # type: ignore[attr-defined]
