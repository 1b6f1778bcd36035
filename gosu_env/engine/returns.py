"""What players get for a game that is over."""

from __future__ import annotations

from gosu_env.engine.compile import rule
from gosu_env.engine.verbs import State, Tables


@rule
def win_return(st: State, tb: Tables, seat: int) -> float:
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
