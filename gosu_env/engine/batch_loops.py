"""The compiled loops of a batch on the CPU: every function works on games ``low`` … ``high - 1`` of the arrays.

A batch is cut into such ranges, one per thread; games share nothing, so the cut changes no byte.
"""

from __future__ import annotations

from gosu_env.engine.arrays import Episodes, Games, Moves
from gosu_env.engine.compile import entry, rule
from gosu_env.engine.compile.arguments import CardTables, Int8Blocks, Int32s, Int64s, States
from gosu_env.engine.loops import deal, pick, settle, show, write_mask
from gosu_env.engine.rng import next_seed, random_below, seed_rng
from gosu_env.engine.verbs import RUNNING, answer_decision, seat_return, start, was_truncated, write_observation

# What stands for no action: ``step`` takes the first of them, ``play_seats`` all.
DEAL = -1  # begin the next episode
LEAVE = -2  # do nothing at this table
LOSE = -3  # end the episode here, and begin the next one


@rule
def choose_set(games: Games, i: int) -> None:
    """The card set of the next deal, where there are several."""
    if len(games.tables) > 1:
        games.sets[i] = random_below(games.streams[i], len(games.tables))


@rule
def deal_next(games: Games, i: int) -> None:
    """The next deal of a game's stream."""
    choose_set(games, i)
    num_players, flags, max_decisions = games.options[0], games.options[1], games.options[2]
    tb = games.tables[games.sets[i]]
    games.seeds[i] = deal(games.states[i], tb, games.streams[i], num_players, flags, max_decisions)


@rule
def show_next(games: Games, i: int) -> None:
    """On to the next decision of a game, and what is shown of it."""
    st = games.states[i]
    games.num_legal[i] = show(st, games.tables[games.sets[i]], games.legal[i], games.mask[i], games.obs[i])
    games.seat[i] = st.decider


@rule
def clear_results(moves: Moves, i: int) -> None:
    """Nothing has come of a step yet."""
    for player in range(moves.reward.shape[1]):
        moves.reward[i, player] = 0.0
    moves.done[i] = False
    moves.truncated[i] = False


@rule
def pay_out(games: Games, moves: Moves, i: int) -> None:
    """The results of a game that is over."""
    st = games.states[i]
    for player in range(moves.reward.shape[1]):
        moves.reward[i, player] = seat_return(st, games.tables[games.sets[i]], player)
    moves.done[i] = True
    moves.truncated[i] = was_truncated(st)


@rule
def go_on(games: Games, moves: Moves, i: int, dealing: bool) -> bool:
    """Show the next decision of a game, or the first one of the next deal; True if there is none, as the game is over.

    One call for both, so that the rules are compiled once.
    """
    if dealing:
        deal_next(games, i)
    show_next(games, i)
    if dealing or games.states[i].ending == RUNNING:
        return False
    pay_out(games, moves, i)
    return True


@entry
def find_illegal(games: Games, moves: Moves, low: int, high: int) -> int:
    """Mark the games whose action is not legal; how many there are."""
    found = 0
    for i in range(low, high):
        moves.illegal[i] = True
        for k in range(games.num_legal[i]):
            if games.legal[i, k] == moves.actions[i]:
                moves.illegal[i] = False
                break
        found += moves.illegal[i]
    return found


@entry
def step(games: Games, moves: Moves, low: int, high: int) -> None:
    """Apply an action to every game that is not marked illegal; games that end are dealt anew in the same step.

    The action DEAL deals a game anew.
    """
    for i in range(low, high):
        clear_results(moves, i)
        if moves.illegal[i]:
            continue
        dealing = moves.actions[i] == DEAL
        if not dealing:
            answer_decision(games.states[i], moves.actions[i])
        while go_on(games, moves, i, dealing):
            dealing = True


@entry
def play_seats(games: Games, episodes: Episodes, fixed_seat: int, most_deals: int, low: int, high: int) -> int:
    """One learner at every table, random players at the other seats: on to the learner's next decision.

    An episode draws all that is drawn in it from its stream, which is seeded with ``draws[i]``: the learner's seat,
    unless ``fixed_seat`` names one, the deal, unless ``deals[i]`` asks for one, and what the others play. The next
    episode begins in the same step. A game that is over before the learner has decided anything is dealt again.

    The first table at which the learner had nothing to decide in ``most_deals`` deals, or -1.
    """
    options, learner, streams = games.options, games.seat, games.streams
    actions, draws, deals, length = episodes.actions, episodes.draws, episodes.deals, episodes.length
    for i in range(low, high):
        st = games.states[i]
        tb = games.tables[games.sets[i]]
        episodes.reward[i] = 0.0
        episodes.done[i] = False
        episodes.truncated[i] = False
        episodes.ending[i] = RUNNING
        if actions[i] == LEAVE:
            continue
        dealing = actions[i] < 0
        dealt = 0
        if actions[i] == LOSE:
            episodes.done[i] = True
            write_observation(st, tb, int(learner[i]), episodes.final_obs[i])
        if dealing:
            seed_rng(streams[i], draws[i])
        else:
            answer_decision(st, actions[i])
            length[i] += 1
        while True:
            if dealing:
                if dealt == most_deals:
                    return i
                dealt += 1
                learner[i] = fixed_seat if fixed_seat >= 0 else random_below(streams[i], options[0])
                games.seeds[i] = deals[i] if deals[i] >= 0 else next_seed(streams[i])
                deals[i] = -1
                start(st, tb, options[0], games.seeds[i], options[1], options[2])
                length[i] = 0
            games.num_legal[i] = settle(st, tb, games.legal[i])
            if st.ending != RUNNING:
                if length[i] > 0:
                    episodes.reward[i] = seat_return(st, tb, int(learner[i]))
                    episodes.done[i] = True
                    episodes.truncated[i] = was_truncated(st)
                    episodes.ending[i] = st.ending
                    write_observation(st, tb, int(learner[i]), episodes.final_obs[i])
                    seed_rng(streams[i], draws[i])
                dealing = True
                continue
            dealing = False
            if st.decider == learner[i]:
                break
            answer_decision(st, pick(streams[i], games.legal[i], games.num_legal[i]))
        write_mask(games.legal[i], games.num_legal[i], games.mask[i])
        write_observation(st, tb, int(learner[i]), games.obs[i])
    return -1


@entry
def observe_seats(states: States, tables: CardTables, out: Int8Blocks, low: int, high: int) -> None:
    """What every seat of every game sees: (N, players, columns)."""
    for i in range(low, high):
        for seat in range(states[i].num_players):
            write_observation(states[i], tables[0], seat, out[i, seat])


@entry
def sample(games: Games, actions: Int32s, low: int, high: int) -> None:
    """A uniformly random legal action for every game."""
    for i in range(low, high):
        actions[i] = pick(games.streams[i], games.legal[i], games.num_legal[i])


@entry
def rollout(games: Games, steps: int, ended: Int64s, low: int, high: int) -> None:
    """That many random decisions in every game; ``ended`` counts the games that ended. Ends as ``step`` does."""
    for i in range(low, high):
        st = games.states[i]
        legal = games.legal[i]
        for _ in range(steps):
            answer_decision(st, pick(games.streams[i], legal, games.num_legal[i]))
            games.num_legal[i] = settle(st, games.tables[games.sets[i]], legal)
            if st.ending != RUNNING:
                ended[i] += 1
                deal_next(games, i)
                games.num_legal[i] = settle(st, games.tables[games.sets[i]], legal)
        show_next(games, i)
