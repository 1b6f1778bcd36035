"""Cards that are better than another of their clan and level, by what is printed on them alone.

A card is at least as good as another if it mutates for no more, and does all that the other does: the same effects or
larger ones, for no higher price and on no harder condition, and perhaps more that cannot hurt its player. Where words
do not tell which of two effects is better, cards are not compared: those that are named are better whatever happens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations

from gosu_env.armies.card_files import Program
from gosu_env.armies.language import ANY, Filter, Instruction
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import Card, CardSet

OTHERS = (v.OPPONENTS, v.CHOSEN)
# Effects that never hurt the player of a card, and those that never help, by whom or which army they are about.
GAINS_OF = {
    v.DRAW: (v.ME,),
    v.DRAW_TO: (v.ME,),
    v.DISCARD: OTHERS,
    v.DISCARD_TO: OTHERS,
    v.SACRIFICE: OTHERS,
    v.DESTROY: (v.OPPONENT_ARMY,),
    v.IMPRISON: (v.OPPONENT_ARMY,),
    v.RETURN: (v.OPPONENT_ARMY,),
    v.RELEASE: (v.OWN_ARMY,),
}
LOSSES_OF = {
    v.DRAW: OTHERS,
    v.DRAW_TO: OTHERS,
    v.DISCARD: (v.ME,),
    v.DISCARD_TO: (v.ME,),
    v.SACRIFICE: (v.ME,),
    v.DESTROY: (v.OWN_ARMY,),
    v.IMPRISON: (v.OWN_ARMY,),
    v.RELEASE: (v.OPPONENT_ARMY,),
}
GAINS = (
    *(v.STEAL, v.LOOK, v.SEARCH, v.RECOVER, v.ADVANTAGE_TAKE, v.TOKEN_BACK, v.EXTRA_TURN, v.VICTORY_POINT),
    *(v.PLACE_AGAIN, v.MUTATE_AGAIN, v.DRAGOON),
)
LOSSES = (v.IMPRISON_SELF, v.ADVANTAGE_GIVE)
SETTINGS = (v.CHOOSE_SEAT, v.CHOOSE_X, v.COUNT_X, v.NAME_CLAN)  # do nothing by themselves; later effects use them
DOWN_TO = (v.DISCARD_TO,)  # a smaller number does more
WIDER = (v.DESTROY, v.IMPRISON, v.RETURN, v.RELEASE, v.RECOVER, v.LOOK)  # more cards to choose from are better
AT_LEAST = (v.IF_CARDS_AT_LEAST, v.IF_HAND_AT_LEAST, v.IF_DRAGOONS)  # conditions that a smaller number eases


@dataclass(frozen=True)
class Clause:
    """A line with a condition or a price, or one effect without."""

    guards: tuple[Instruction, ...]
    effects: tuple[Instruction, ...]

    @property
    def declined(self) -> bool:
        """Whether its player may leave it."""
        return any(guard.op == v.MAY for guard in self.guards)


def _clauses(program: Program) -> tuple[Clause, ...]:
    found: list[Clause] = []
    place = 0
    while place < len(program):
        end = place + 1 + program[place].skip
        line = [replace(step, skip=0) for step in program[place:end]]
        guards = 0
        while guards < len(line) and (line[guards].op in (v.IF, v.MAY) or _is_price(line[guards])):
            guards += 1
        found.append(Clause(tuple(line[:guards]), tuple(line[guards:])))
        place = end
    return tuple(found)


def _is_price(step: Instruction) -> bool:
    return step.op == v.DISCARD and step.arg == v.PRICE


def _gains(step: Instruction) -> bool:
    return step.op in GAINS or step.op in SETTINGS or step.who in GAINS_OF.get(step.op, ())


def _loses(step: Instruction) -> bool:
    return step.op in LOSSES or step.who in LOSSES_OF.get(step.op, ())


def _number(amount: int) -> float:
    return float("inf") if amount == v.ALL_OF_THEM else amount


def _as_wide(one: Filter, other: Filter) -> bool:
    """Whether a filter lets everything through that another does, by its levels and clan."""
    if one == other:
        return True
    plain = replace(one, levels=frozenset(), clan=None) == ANY and replace(other, levels=frozenset(), clan=None) == ANY
    levels = not one.levels or (bool(other.levels) and other.levels <= one.levels)
    return plain and levels and one.clan in (None, other.clan)


def _does_more(one: Instruction, other: Instruction) -> bool:
    """Whether an effect does all that another does, for whomever that is good."""
    if one == other:
        return True
    alike = replace(one, amount=other.amount, bonus=other.bonus, fits=other.fits, arg=other.arg) == other
    if not alike or v.USE_X in (one.amount, other.amount):
        return False
    if one.arg != other.arg and (one.op not in (v.PLACE_AGAIN, v.MUTATE_AGAIN) or one.arg != v.FREE_OF_COST):
        return False
    more = _number(one.amount) >= _number(other.amount)
    if one.op in DOWN_TO:
        more = one.amount <= other.amount
    fits = _as_wide(one.fits, other.fits) if one.op in WIDER else one.fits == other.fits
    return more and one.bonus >= other.bonus and fits


def _as_good(one: Instruction, other: Instruction) -> bool:
    """Whether the player of a card would not rather have the other effect."""
    if one == other:
        return True
    if _gains(one) and one.op not in SETTINGS:
        return _does_more(one, other)
    return _loses(one) and _loses(other) and _does_more(other, one)


def _eases(one: Instruction, other: Instruction) -> bool:
    """Whether a condition or price is met wherever another is."""
    if one == other:
        return True
    if _is_price(one) and _is_price(other):
        return one.amount <= other.amount
    if one.op != v.IF or replace(one, amount=other.amount) != other:
        return False
    return one.amount <= other.amount if one.who in AT_LEAST else one.amount >= other.amount


def _guards_ease(one: Clause, other: Clause) -> bool:
    """Whether all that a clause asks for is asked for by the other; that its player may decline is no burden."""
    return all(guard.op == v.MAY or any(_eases(guard, each) for each in other.guards) for guard in one.guards)


def _harmless(clause: Clause) -> bool:
    return clause.declined or all(map(_gains, clause.effects))


def _clause_as_good(one: Clause, other: Clause) -> bool:
    if one.guards != other.guards and not (_guards_ease(one, other) and _harmless(one)):
        return False
    return _effects_as_good(one.effects, other.effects)


def _effects_as_good(ours: tuple[Instruction, ...], theirs: tuple[Instruction, ...]) -> bool:
    """Whether effects are others with more of what is good and less of what is bad, in the same order."""
    if not ours and not theirs:
        return True
    if ours and theirs and _as_good(ours[0], theirs[0]) and _effects_as_good(ours[1:], theirs[1:]):
        return True
    if theirs and _loses(theirs[0]) and _effects_as_good(ours, theirs[1:]):
        return True
    added = ours and _gains(ours[0]) and not (ours[0].op in SETTINGS and ours[0].op in {step.op for step in theirs})
    return bool(added) and _effects_as_good(ours[1:], theirs)


def _clauses_as_good(ours: tuple[Clause, ...], theirs: tuple[Clause, ...]) -> bool:
    if not ours and not theirs:
        return True
    if ours and theirs and _clause_as_good(ours[0], theirs[0]) and _clauses_as_good(ours[1:], theirs[1:]):
        return True
    burden = theirs and not theirs[0].declined and all(map(_loses, theirs[0].effects))
    if burden and _clauses_as_good(ours, theirs[1:]):
        return True
    return bool(ours) and _harmless(ours[0]) and _clauses_as_good(ours[1:], theirs)


def _program_as_good(one: Program, other: Program) -> bool:
    steps = [step for program in (one, other) for step in program]
    if any(step.op == v.IF and step.who == v.IF_HIT for step in steps):
        return one == other  # what came before decides
    return _clauses_as_good(_clauses(one), _clauses(other))


def as_good(one: Card, other: Card) -> bool:
    """Whether a card is at least as good as another of its clan and level, by what is printed on both."""
    rest = partial(replace, name="", kind=-1, provenance="", mutation=None, zombie=False, programs={})
    if rest(one) != rest(other) or one.zombie < other.zombie:
        return False
    if other.mutation is not None and (one.mutation is None or one.mutation > other.mutation):
        return False
    for trigger in one.programs.keys() | other.programs.keys():
        ours, theirs = one.programs.get(trigger, ()), other.programs.get(trigger, ())
        if trigger in (v.ACTIVATED, v.COLON) and not theirs:
            continue  # nobody has to use it
        if not _program_as_good(ours, theirs):
            return False
    return True


def superior_cards(cards: CardSet) -> list[tuple[Card, Card]]:
    """Pairs of a clan and level, the better card first; cards that print the same are no pair."""
    pairs = [
        pair for pair in permutations(cards.cards, 2) if (pair[0].clan, pair[0].level) == (pair[1].clan, pair[1].level)
    ]
    return [(one, other) for one, other in pairs if as_good(one, other) and not as_good(other, one)]
