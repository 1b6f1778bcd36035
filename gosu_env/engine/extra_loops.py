"""What is not always asked for of games: the compiled loops over it. Each works on games ``low`` … ``high - 1``."""

from __future__ import annotations

from typing import Any

from gosu_env.engine.arrays import Extras, Games, Moves
from gosu_env.engine.batch_loops import DEAL, clear_results, go_on
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import CardTables, Int8s, States
from gosu_env.engine.verbs import (
    State,
    Tables,
    answer_decision,
    write_hidden,
    write_observation,
    write_unseen,
)


@rule
def write_state(st: State, tb: Tables, observed: int, out: Any) -> None:
    """The observations of all seats, of ``observed`` entries each, then the cards that none of them sees."""
    for seat in range(st.num_players):
        write_observation(st, tb, seat, out[seat * observed : (seat + 1) * observed])
    write_unseen(st, tb, out[st.num_players * observed :])


@entry
def hidden(states: States, tables: CardTables, i: int, seat: int, out: Int8s) -> None:
    write_hidden(states[i], tables[0], seat, out)


@entry
def central_state(states: States, tables: CardTables, i: int, observed: int, out: Int8s) -> None:
    write_state(states[i], tables[0], observed, out)


@rule
def show_extras(games: Games, extras: Extras, observed: int, i: int) -> None:
    """What else is shown of the present decision of a game."""
    st = games.states[i]
    tb = games.tables[games.sets[i]]
    if extras.seat_obs.shape[2] > 0:
        for seat in range(st.num_players):
            write_observation(st, tb, seat, extras.seat_obs[i, seat])
    if extras.central_state.shape[1] > 0:
        write_state(st, tb, observed, extras.central_state[i])
    if extras.hidden.shape[1] > 0:
        write_hidden(st, tb, int(st.decider), extras.hidden[i])


@entry
def show(games: Games, extras: Extras, observed: int, low: int, high: int) -> None:
    """All that is shown besides the present decisions."""
    for i in range(low, high):
        show_extras(games, extras, observed, i)


@entry
def step(games: Games, moves: Moves, extras: Extras, observed: int, low: int, high: int) -> None:
    """``batch_loops.step``, and what every seat saw of a game that ended, before it is dealt anew."""
    for i in range(low, high):
        clear_results(moves, i)
        if moves.illegal[i]:
            continue
        st = games.states[i]
        dealing = moves.actions[i] == DEAL
        if not dealing:
            answer_decision(st, moves.actions[i])
        while go_on(games, moves, i, dealing):
            dealing = True
            if extras.final_obs.shape[2] > 0:
                for seat in range(st.num_players):
                    write_observation(st, games.tables[games.sets[i]], seat, extras.final_obs[i, seat])
        show_extras(games, extras, observed, i)
