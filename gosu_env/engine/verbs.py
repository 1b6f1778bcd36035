"""The verbs of a game: what loops over any game are written with.

A module that imports these is a template. ``bind.bind`` makes it into one for a game, with the verbs of that game in
place of these. A game has them in a module of its own, ``verbs.py``, under the same names.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from numpy import uint32
from numpy.typing import NDArray

from gosu_env.engine.compile import Wide

RUNNING = 0  # ending of a game that is not over

F = TypeVar("F")
VERBS: dict[str, list[str]] = {}  # by the module that declares them


class State(Protocol):
    """What the record of every game has, besides its own fields."""

    rng: NDArray[uint32]  # (4,)
    num_players: int
    auto_forced: int  # 1: decisions with one legal answer are taken automatically
    max_decisions: int
    decisions: int
    round_number: int
    ending: int  # RUNNING, or how it ended
    winners: int  # bit per seat
    decision: int  # what is asked; 0: nothing
    decider: int  # who is asked; -1: nobody


Tables = Any  # the record of a card set


def verb(function: F) -> F:
    """Declare a verb: a function that a game has to have, for templates to call."""
    VERBS.setdefault(function.__module__, []).append(function.__name__)  # type: ignore[attr-defined]
    return function


@verb
def start(st: State, tb: Tables, num_players: int, seed: Wide, flags: int, max_decisions: int) -> None:
    """Set up a game, as far as nobody has to decide anything; ``run`` goes on from there."""
    raise NotImplementedError


@verb
def run(st: State, tb: Tables) -> None:
    """Go on until somebody has to decide or the game is over."""
    raise NotImplementedError


@verb
def answer_decision(st: State, action: int) -> None:
    """Answer the pending decision with a legal action; ``run`` goes on from there."""
    raise NotImplementedError


@verb
def list_legal(st: State, tb: Tables, legal: Any) -> int:
    """List the legal actions (int16) in ascending order; how many there are."""
    raise NotImplementedError


@verb
def hides_choice(st: State) -> bool:
    """Whether nobody else may know how many answers the decision has: it is asked even if there is only one."""
    raise NotImplementedError


@verb
def write_observation(st: State, tb: Tables, seat: int, out: Any) -> None:
    """Write what a seat may know (int8)."""
    raise NotImplementedError


@verb
def write_hidden(st: State, tb: Tables, seat: int, out: Any) -> None:
    """Write what the other players hold out of the seat's sight (int8): the truth, for learners to guess at."""
    raise NotImplementedError


@verb
def write_unseen(st: State, tb: Tables, out: Any) -> None:
    """Write the cards that no seat sees (int8)."""
    raise NotImplementedError


@verb
def write_belief(st: State, tb: Tables, seat: int, settled: bool, known: Any, out: Any) -> bool:
    """Write what is to be expected of the entries of ``write_hidden`` and ``write_unseen`` (float32), if all deals that
    a seat cannot tell from the true one are alike, and how many cards of each it knows to be there (int8).

    False: there are too many ways in which it may have come about. ``settled``: the one in the record is the one.
    """
    raise NotImplementedError


@verb
def determinize(st: State, world: State, tb: Tables, seat: int, seed: Wide, legal: Any) -> None:
    """Make ``world``, a copy of ``st``, another one that the seat cannot tell from it. ``legal`` is room for a list."""
    raise NotImplementedError


@verb
def seat_return(st: State, tb: Tables, seat: int) -> float:
    """What a seat gets for a game that is over: -1 … 1."""
    raise NotImplementedError


@verb
def was_truncated(st: State) -> bool:
    """Whether the game was cut off, rather than played to its end."""
    raise NotImplementedError


@verb
def violation(st: State, tb: Tables, count: int) -> int:
    """The first invariant that does not hold, or 0; ``count``: how many actions are legal."""
    raise NotImplementedError
