"""A quick look at the cards of a set: is there one that decides games, does every game end?

The greedy player plays itself, all games at once. What a card is worth is told by the games in which one of two seats
has had it in hand and the other has not: how often that seat wins. A report (``gosu report``) looks at more, with any
player, and takes longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from gosu_env import Game, OptionError
from gosu_env.agents.balance.aims import CARD_WINS, ENOUGH, Verdict
from gosu_env.agents.balance.report import counted, find_balance
from gosu_env.agents.greedy import Choices
from gosu_env.agents.intervals import wilson
from gosu_env.agents.processes import check_jobs, run_together
from gosu_env.cards import superior
from gosu_env.engine.batch import Batch
from gosu_env.engine.generated import pool_of
from gosu_env.engine.rules import USUAL_GAME, Rules, find_rules

SEATS = 2  # one has had a card, the other has not
GAMES = 1000
LIMIT = CARD_WINS[1]  # what the seat that has had a card may win
UNFINISHED = ("truncated", "fault")


@dataclass(frozen=True)
class CardRate:
    """How often the seat wins that has had a card in hand, where the other has not; with the interval."""

    card: str
    games: int
    win: float
    low: float
    high: float

    @property
    def verdict(self) -> Verdict:
        """Missed: dominant, the whole interval lies above the limit."""
        if self.games < ENOUGH:
            return Verdict.OPEN
        return Verdict.of(self.win, self.low, self.high, (0, LIMIT))


@dataclass(frozen=True)
class CardCheck:
    """What was found in a set: of every card, the highest win rate first; pairs of which one card is better."""

    cards: str
    games: int
    unfinished: int
    rates: tuple[CardRate, ...]
    superior: tuple[tuple[str, str], ...]

    @property
    def dominant(self) -> tuple[CardRate, ...]:
        """The cards that win more than the limit, for sure."""
        return tuple(rate for rate in self.rates if rate.verdict is Verdict.MISSED)

    @property
    def passed(self) -> bool:
        """Whether no card is dominant, and every game has come to its end."""
        return not self.dominant and not self.unfinished

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"dominant": [rate.card for rate in self.dominant], "passed": self.passed}


def check_cards(
    cards: str | None = None, games: int = GAMES, seed: int = 0, game: str = USUAL_GAME, **options: Any
) -> CardCheck:
    """Look at one card set: a file, ``generated:7``, or the set of the game. The same seed plays the same games."""
    if not isinstance(games, int) or isinstance(games, bool) or games < 1:
        raise OptionError(f"games must be a whole number, 1 or more, not {games!r}")
    tally = find_balance(game).Tally
    if not hasattr(tally, "in_hand"):
        raise OptionError(f"the cards of {game} cannot be checked; gosu report --game {game} tells how they do")
    rules = find_rules(game, SEATS, options | {"cards": cards})
    asking = find_rules(game, SEATS, options | {"cards": cards, "auto_forced": False})
    seeds, actions = _play(rules, games, seed)
    tallies = [tally(Game.of_rules(asking, dealt), played) for dealt, played in zip(seeds, actions, strict=True)]
    ended = [each for each in tallies if each.game.ending[0] not in UNFINISHED]
    rates = sorted(_rates(rules, ended), key=lambda rate: (-rate.win, rate.card))
    named = cards or "the cards of the game"
    return CardCheck(named, games, games - len(ended), tuple(rates), tuple(superior(rules)))


def check_sets(
    cards: str | None = None,
    games: int = GAMES,
    seed: int = 0,
    game: str = USUAL_GAME,
    jobs: int | None = None,
    progress: bool = True,
    **options: Any,
) -> list[CardCheck]:
    """Look at every set of a range such as ``generated:0-99``, several at the same time; or at one set."""
    names = pool_of(cards or "")
    if names is None:
        return [check_cards(cards, games, seed, game, **options)]
    work = {name: partial(check_cards, name, games, seed, game, **options) for name in names}
    found: dict[str, CardCheck] = {}
    for name, each in counted(run_together(work, min(check_jobs(jobs), len(names))), "check", len(names), progress):
        found[name] = each
    return [found[name] for name in names]


def _play(rules: Rules, games: int, seed: int) -> tuple[Sequence[int], list[list[int]]]:
    """Games of the greedy player against itself: their seeds, and what was decided."""
    batch, choices = Batch(rules, games, seed, threads=1), Choices(rules)
    seeds = batch.seeds.tolist()
    actions: list[list[int]] = [[] for _ in range(games)]
    running = np.arange(games)
    while len(running):
        answers = batch.sample().astype(np.int64)  # for games that are over already
        answers[running] = choices.of(batch.states[running])
        for i in running:
            actions[i].append(int(answers[i]))
        batch.step(answers)
        running = running[~batch.done[running].astype(bool)]
    batch.close()
    return seeds, actions


def _shares(winners: list[int]) -> list[float]:
    """The part of the win that every seat has."""
    several = winners or range(SEATS)
    return [(seat in several) / len(several) for seat in range(SEATS)]


def _rates(rules: Rules, tallies: Sequence[Any]) -> Iterator[CardRate]:
    """The rate of every card that was in a hand."""
    if not tallies:
        return
    had = np.stack([tally.in_hand for tally in tallies])  # (games, seats, cards)
    wins = np.array([_shares(tally.game.winners) for tally in tallies])  # (games, seats)
    for kind in np.flatnonzero(had.any(axis=(0, 1))):
        alone = had[:, :, kind] & ~had[:, ::-1, kind]
        number, won = int(alone.sum()), float(wins[alone].sum())
        yield CardRate(rules.card_name(int(kind)), number, won / max(number, 1), *wilson(won, number))
