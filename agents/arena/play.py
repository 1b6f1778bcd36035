"""Games of an arena, several side by side."""

from __future__ import annotations

from gosu_env import Agent, GosuError, IllegalActionError, View
from gosu_env.agents.arena.outcome import Outcome
from gosu_env.agents.arena.schedule import Fixture, Schedule
from gosu_env.agents.faults import told_fault
from gosu_env.agents.registry import make_agent
from gosu_env.engine.audience import Audience
from gosu_env.engine.errors import OpponentError
from gosu_env.engine.view import act_many


class AgentError(GosuError, RuntimeError):
    """A player that failed or answered with an illegal action: which one, in which game."""


class Table:
    """One game of the schedule while it is played."""

    def __init__(self, schedule: Schedule, fixture: Fixture, agents: list[Agent], seeds: list[int]) -> None:
        self.schedule = schedule
        self.fixture = fixture
        self.agents = agents
        self.seeds = seeds  # what the agents were made with
        self.game = schedule.settings.empty_game.deal(fixture.deal_seed)
        self.actions: list[int] = []
        self.decisions = [0] * schedule.seats
        try:
            self.audience = Audience(self.game, dict(enumerate(agents)), fixture.index)
        except OpponentError as error:
            raise AgentError(f"{error}; in game {fixture.index}, deal seed {fixture.deal_seed}") from error

    @property
    def agent(self) -> Agent:
        """Whose decision is next."""
        return self.agents[self.game.seat]

    def take(self, action: int) -> None:
        seat = self.game.seat
        try:
            self.game.apply(action)
        except IllegalActionError as error:
            raise AgentError(f"{self.who()}: {error}") from None
        self.decisions[seat] += 1
        self.actions.append(int(action))
        try:
            self.audience.hear(action)
        except OpponentError as error:
            fixture = self.fixture
            raise AgentError(f"{error}; in game {fixture.index}, deal seed {fixture.deal_seed}") from error

    def who(self) -> str:
        """The player that decides, and all that it takes to play the game again."""
        fixture, seat = self.fixture, self.game.seat
        entrant = self.schedule.settings.entrants[fixture.entrants[seat]]
        named = "" if entrant.name == entrant.spec else f" ({entrant.spec})"
        return (
            f"player {entrant.name!r}{named} at seat {seat} of game {fixture.index} (match {fixture.match}, seating "
            f"{fixture.seating}, deal seed {fixture.deal_seed}, agent seed {self.seeds[seat]})"
        )

    def outcome(self) -> Outcome:
        game = self.game
        ending, card = game.ending
        rounds = int(game.state.round_number)
        return Outcome(self.fixture.index, game.winners, ending, card, rounds, self.decisions, self.actions)


def seat_agents(schedule: Schedule, chunk: range) -> list[Table]:
    """The tables of a chunk with fresh players; one that answers many decisions at once sits at all of its seats."""
    settings = schedule.settings
    shared: dict[int, Agent] = {}
    tables = []
    for fixture in map(schedule.fixture, chunk):
        agents, seeds = [], []
        for seat, entrant in enumerate(fixture.entrants):
            together = settings.together[entrant]
            seed = schedule.shared_seed(chunk, entrant) if together else schedule.agent_seed(fixture, seat)
            agent = shared.get(entrant) or make_agent(settings.entrants[entrant].spec, seed)
            if together:
                shared[entrant] = agent
            agents.append(agent)
            seeds.append(seed)
        tables.append(Table(schedule, fixture, agents, seeds))
    return tables


def ask(agent: Agent, tables: list[Table]) -> list[int]:
    """The answers of a player to the decisions that wait for it."""
    try:
        actions = act_many(agent, [View(table.game, table=table.fixture.index) for table in tables])
    except Exception as error:
        others = f" or at {len(tables) - 1} other tables" if len(tables) > 1 else ""
        raise AgentError(
            f"{tables[0].who()}{others} failed: {told_fault(error)}; decision: {tables[0].game.decision_text()}"
        ) from error
    if len(actions) != len(tables):
        raise AgentError(f"{tables[0].who()}: act_many gave {len(actions)} answers to {len(tables)} decisions")
    return actions


def play_chunk(schedule: Schedule, chunk: range) -> list[Outcome]:
    """Play the games of a chunk side by side, to their ends. They depend on the schedule and on nothing else."""
    tables = seat_agents(schedule, chunk)
    running = [table for table in tables if not table.game.is_over]
    while running:
        waiting: dict[int, list[Table]] = {}
        for table in running:
            waiting.setdefault(id(table.agent), []).append(table)
        for asking in waiting.values():
            for table, action in zip(asking, ask(asking[0].agent, asking), strict=True):
                table.take(action)
        running = [table for table in running if not table.game.is_over]
    return [table.outcome() for table in tables]
