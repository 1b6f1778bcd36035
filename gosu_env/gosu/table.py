"""One game of a batch, for one step: the same on a CPU and in a GPU kernel."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.jit import Wide, rule
from gosu_env.engine.rng import next_seed, random_below
from gosu_env.gosu import rules
from gosu_env.gosu.legal import write_mask
from gosu_env.gosu.observe import write_observation
from gosu_env.gosu.state import RUNNING, TRUNCATED, State, Tables


@rule
def deal(st: State, tb: Tables, stream: Any, num_players: int, flags: int, max_decisions: int) -> Wide:
    """Start the next episode with a seed of the game's own stream; the seed."""
    seed = next_seed(stream)
    rules.start(st, tb, num_players, seed, flags, max_decisions)
    return seed


@rule
def show(st: State, tb: Tables, legal: Any, mask: Any, obs: Any) -> int:
    """Go on to the next decision and write what its seat sees; how many actions are legal."""
    count = rules.settle(st, tb, legal)
    write_mask(legal, count, mask)
    if obs.shape[0] > 0 and st.ending == RUNNING:
        write_observation(st, tb, int(st.decider), obs)
    return count


@rule
def seat_return(st: State, seat: int) -> float:
    """With k winners among n players a winner gets (n/k - 1)/(n - 1), a loser -1/(n - 1); 0 without a winner."""
    n = int(st.num_players)
    k = 0
    for other in range(n):
        k += (int(st.winners) >> other) & 1
    if k == 0:
        return 0.0
    if (int(st.winners) >> seat) & 1:
        return (n / k - 1) / (n - 1)
    return -1.0 / (n - 1)


@rule
def was_truncated(st: State) -> bool:
    """Whether the game ended without a winner."""
    return bool(st.ending >= TRUNCATED)


@rule
def pick(stream: Any, legal: Any, count: int) -> int:
    """A uniformly random legal action."""
    return int(legal[random_below(stream, count)])
