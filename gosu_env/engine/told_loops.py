"""The loops of a batch that remembers: what happens in every game becomes tokens in rings, one for every seat.

Games are stepped in records with room for events, one for every thread: there they are copied before a decision, and
back after it. Every function works on games ``low`` … ``high - 1``.
"""

from __future__ import annotations

from typing import Any

from gosu_env.engine.arrays import Extras, Games, Moves, Rings
from gosu_env.engine.batch_loops import DEAL, choose_set, clear_results, pay_out
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import Int64s
from gosu_env.engine.extra_loops import write_state
from gosu_env.engine.loops import deal, pick, settle, write_mask
from gosu_env.engine.token_loops import hear_answer, hear_events, hear_question, write_history
from gosu_env.engine.tokens import Book
from gosu_env.engine.verbs import RUNNING, answer_decision, write_hidden, write_observation


@rule
def copy_in(rings: Rings, i: int) -> None:
    """A game to the record where it is stepped."""
    at = rings.thread[i]
    for byte in range(rings.game_bytes.shape[1]):
        rings.told_bytes[at, byte] = rings.game_bytes[i, byte]


@rule
def go_on(games: Games, rings: Rings, book: Book, i: int) -> None:
    """On to the next decision, with all that is heard on the way; the game is copied back."""
    at = rings.thread[i]
    st = rings.told[at]
    games.num_legal[i] = settle(st, games.tables[games.sets[i]], games.legal[i])
    games.seat[i] = st.decider
    hear_events(st, book, rings.ring[i], rings.heard[i])
    hear_question(st, book, rings.ring[i], rings.heard[i])
    for byte in range(rings.game_bytes.shape[1]):
        rings.game_bytes[i, byte] = rings.told_bytes[at, byte]


@rule
def answer(rings: Rings, book: Book, i: int, action: int) -> None:
    """Take a decision, which the seat remembers."""
    st = rings.told[rings.thread[i]]
    hear_answer(int(st.decider), action, book, rings.ring[i], rings.heard[i])
    answer_decision(st, action)


@rule
def deal_next(games: Games, rings: Rings, i: int) -> None:
    """The next deal of a game's stream: nothing is remembered of the game before."""
    for seat in range(rings.heard.shape[1]):
        rings.heard[i, seat] = 0
    choose_set(games, i)
    num_players, flags, max_decisions = games.options[0], games.options[1], games.options[2]
    st = rings.told[rings.thread[i]]
    games.seeds[i] = deal(st, games.tables[games.sets[i]], games.streams[i], num_players, flags, max_decisions)


@rule
def write_seen(games: Games, rings: Rings, i: int, seat: int, observed: int, out: Any) -> None:
    """The observation of a seat, of ``observed`` entries, and the end of its history."""
    write_observation(games.states[i], games.tables[games.sets[i]], seat, out[:observed])
    write_history(rings.ring[i], rings.heard[i], seat, out[observed:])


@rule
def show_one(games: Games, extras: Extras, rings: Rings, observed: int, i: int) -> None:
    """All that is shown of the present decision of a game."""
    st = games.states[i]
    write_mask(games.legal[i], games.num_legal[i], games.mask[i])
    if games.obs.shape[1] > 0:
        write_seen(games, rings, i, int(st.decider), observed, games.obs[i])
    if extras.seat_obs.shape[2] > 0:
        for seat in range(st.num_players):
            write_seen(games, rings, i, seat, observed, extras.seat_obs[i, seat])
    if extras.central_state.shape[1] > 0:
        write_state(st, games.tables[games.sets[i]], observed, extras.central_state[i])
    if extras.hidden.shape[1] > 0:
        write_hidden(st, games.tables[games.sets[i]], int(st.decider), extras.hidden[i])


@entry
def show(games: Games, extras: Extras, rings: Rings, observed: int, low: int, high: int) -> None:
    """What is shown of the present decisions, whose legal actions are listed."""
    for i in range(low, high):
        show_one(games, extras, rings, observed, i)


@entry
def step(
    games: Games, moves: Moves, extras: Extras, rings: Rings, book: Book, observed: int, low: int, high: int
) -> None:
    """``extra_loops.step``, remembered."""
    for i in range(low, high):
        clear_results(moves, i)
        if moves.illegal[i]:
            continue
        copy_in(rings, i)
        dealing = moves.actions[i] == DEAL
        if not dealing:
            answer(rings, book, i, int(moves.actions[i]))
        while True:
            if dealing:
                deal_next(games, rings, i)
            go_on(games, rings, book, i)
            if dealing or games.states[i].ending == RUNNING:
                break
            dealing = True
            pay_out(games, moves, i)
            if extras.final_obs.shape[2] > 0:
                for seat in range(games.options[0]):
                    write_seen(games, rings, i, seat, observed, extras.final_obs[i, seat])
        show_one(games, extras, rings, observed, i)


@entry
def rollout(
    games: Games,
    extras: Extras,
    rings: Rings,
    book: Book,
    observed: int,
    steps: int,
    ended: Int64s,
    low: int,
    high: int,
) -> None:
    """``batch_loops.rollout``, remembered."""
    for i in range(low, high):
        taken = 0
        while taken < steps or games.states[i].ending != RUNNING:
            copy_in(rings, i)
            if games.states[i].ending != RUNNING:
                ended[i] += 1
                deal_next(games, rings, i)
            else:
                taken += 1
                answer(rings, book, i, pick(games.streams[i], games.legal[i], games.num_legal[i]))
            go_on(games, rings, book, i)
        show_one(games, extras, rings, observed, i)
