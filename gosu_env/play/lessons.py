"""A first game with explanations: each comes when what it explains can be done for the first time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from gosu_env.engine.errors import OptionError
from gosu_env.engine.game_parts import find_part
from gosu_env.engine.rules import find_game
from gosu_env.engine.view import View


class Lesson(NamedTuple):
    """Something to know, and when it is time for it."""

    title: str
    text: str
    due: Callable[[Any], bool]  # of a decision, as the lessons of the game look at it
    more: bool = False  # the next one that is due follows at once
    asks: tuple[str, ...] = ()  # the blocks of actions that it asks for; none: it only explains


class Lessons:
    """What has not been explained yet. ``read`` makes of a view what lessons look at."""

    def __init__(self, lessons: Iterable[Lesson], read: Callable[[View], Any]) -> None:
        self.left = list(lessons)
        self.total = len(self.left)
        self.read = read

    def next(self, view: View) -> Lesson | None:
        """The lesson for a decision, if one is due; none comes twice."""
        now = self.read(view)
        due = next((lesson for lesson in self.left if lesson.due(now)), None)
        if due is not None:
            self.left.remove(due)
        return due


def lessons_of(game: str) -> tuple[Lessons, int]:
    """The lessons of a game, and the seed of a game whose first turns show most of it."""
    own = find_part(game, "lessons")
    if own is None:
        title = next(iter(find_game(game).VARIANTS))
        browser = f"in the browser there are: gosu serve --open, and there Learn {title}"
        raise OptionError(
            f"there are no lessons for {game!r} in the terminal; "
            + (browser if find_part(game, "course") else f"gosu play --game {game} plays it")
        )
    return Lessons(own.LESSONS, own.Moment), int(own.FIRST_GAME)
