"""The command ``gosu cards``: browse a card set."""

from __future__ import annotations

import inspect
from inspect import Parameter, Signature
from typing import Annotated, Any

import typer

from gosu_env import OptionError
from gosu_env.cli.options import GameName
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.rules import GAMES, USUAL_GAME, find_game
from gosu_env.render.terminal import Terminal


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
    **filters: Any,
) -> None:
    """Browse the card set."""
    find_game(game)
    catalogue = find_part(game, "catalogue")
    if catalogue is None:
        raise OptionError(f"{game} has no list of cards")
    given = {word: value for word, value in filters.items() if value != FILTERS[word].default}
    known = filters_of(game)
    for word in given:
        if word not in known:
            options = ", ".join(f"--{each}" for each in known)
            raise OptionError(f"--{word} is not for the cards of {game}; they have {options or 'no options'}")
    catalogue.show_cards(Terminal(), name, **given)


def all_filters() -> dict[str, Parameter]:
    """Those of every game; of one that several have, the first game tells what it is."""
    found: dict[str, Parameter] = {}
    for game in GAMES:
        found |= filters_of(game) | found
    return found


def with_filters(filters: dict[str, Parameter]) -> Signature:
    """The command with options in the place of ``filters``, for help and for reading the command line."""
    own = inspect.signature(show_cards, eval_str=True)
    named = [each for each in own.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    return own.replace(parameters=[*named, *filters.values()])


FILTERS = all_filters()
show_cards.__signature__ = with_filters(FILTERS)  # type: ignore[attr-defined]
