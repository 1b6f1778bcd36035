"""Free loops: what one seat could repeat without end, at no cost, once all others have passed.

``python -m gosu_env.agents.gosu.balance.loops`` searches all pairs and triples of cards.

No rule bounds a round: the last seat that has not passed acts as long as it likes (G-3.3). So the cards must bound it.
Count what a seat has: the cards of its hand and of its army. Placing moves a card from one to the other. A mutation
costs its price and the newcomer, since the old card leaves. Only effects make up for that. Drawn cards are strangers:
they pay for things, but they are not the cards of the loop, unless an effect picks them. Two kinds of loops are left.

1. Circles that gain cards. Each needs some luck to draw its own cards again, but a seat that gains in every circle ends
   up with the whole pile, and then needs none. ``gains`` bounds the gain from above, from what the cards print: it
   takes every condition as met and every choice as the best. Where the bound is 0 or less, no circle gains.
2. Circles that restore a position without help from the pile: zombies that replace each other out of the discard, a
   Shadow Jump that cannot fail, a power without a price, cards that recover each other. Their bound is 0 or more, too.
   ``Table`` plays those by the rules, with blank cards for strangers, until no new position comes up. If there are too
   many positions for that, the set counts as found.

A triple matters only if its third card helps a circle of the other two: it lowers prices, or an effect of theirs works
through it. ``sets_of`` leaves out all other triples, whose circles are those of their pairs.

Luck is left out. A chain of Shadow Jumps that all fit costs nothing (K-1.5), but about half of the jumps fail, and a
goblin that fails is imprisoned. Nor is it a loop if a seat draws the same few cards again by chance.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np

from gosu_env import Game
from gosu_env.armies.card_files import Program
from gosu_env.armies.language import Instruction
from gosu_env.armies.state import COLUMNS
from gosu_env.engine.rules import find_rules
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import Card, CardSet, load_cards
from gosu_env.gosu.state import CLANS, KINDS, TOKENS

MANY = 9  # of whatever a card gives without end
SELF = (v.ME, v.ALL, v.FEWEST)
LARGEST = 3  # cards of a set
MOST = 20_000  # positions of a set of cards
HELD = 20  # strangers: with so many, more make no difference
FITTING = 2  # of five strangers, how many fit a clan that one may name
LASTING = (v.PASSES, v.ROUND_STARTS)  # what does not happen again before the round ends
ROUNDS = 4  # in which the worth of cards that bring each other back settles


@dataclass(frozen=True)
class Law:
    """The rules that forbid loops; without them, as games were before they were made."""

    floor: int = 1  # a printed cost of so much or more never falls below it
    jump_at_risk: bool = True  # no Global protects a goblin from its own jump


@dataclass(frozen=True)
class Found:
    """A set of cards that a seat can go round in, and by what."""

    cards: tuple[str, ...]
    gain: int  # cards, in a circle
    how: str
    fetches: bool = True  # whether the circle may bring back its own cards, of all those in the pile

    def __str__(self) -> str:
        return f"{', '.join(self.cards)}: {self.how}, {self.gain:+d}"


class Ledger:
    """What the cards of a set give and take, in cards: upper bounds for their player."""

    def __init__(self, cards: Iterable[Card], law: Law | None = None) -> None:
        self.cards = tuple(cards)
        self.law = law or Law()
        self.eased = sum(card.eases * card.copies for card in self.cards)
        for card in self.cards:
            self.eased -= sum(rule.value for rule in card.globals if rule.which == v.MUTATION_COST and rule.value < 0)
        ops = {step.op for card in self.cards for step in _steps(card)}
        self.takes_advantage = v.ADVANTAGE_TAKE in ops
        freeing = any(step.op == v.RELEASE and step.who != v.OWN_ARMY for card in self.cards for step in _steps(card))
        self.imprisons = any(
            step.op in (v.IMPRISON, v.IMPRISON_SELF) and (freeing or _may_hit_own(step))
            for card in self.cards
            for step in _steps(card)
        )
        self.saving = 0  # what a free mutation saves
        self.tokens: list[int] = []  # what a token gives on the goblins of these cards, one each (G-6.2)
        self.prisoner = 0
        self.entry = dict.fromkeys(self.cards, 0)  # what a card gives that is placed once more
        for _ in range(ROUNDS):  # what cards are worth depends on what they bring back, and that on what it is worth
            self.tokens = sorted(max(0, self.use(card)) for card in self.cards for _ in range(card.copies))[::-1]
            self.prisoner = max([0, *(self._of_prisoner(card) for card in self.cards)])
            self.entry = {card: min(MANY, self.given(card, v.ENTERS)) for card in self.cards}

    # -------------------------------------------------------------------------------------------- one card

    def price(self, card: Card) -> int | None:
        """Cards to pay for mutating it, at the least; None: it cannot mutate, or only jump at its own risk."""
        if card.mutation is None:
            return None
        return max(card.mutation - self.eased, min(card.mutation, self.law.floor))

    def is_safe(self, card: Card) -> bool:
        """Whether its jump costs nothing even if it fails."""
        protected = any(_protects(other, card.clan) for other in self.cards)
        return card.shadow_jump and protected and not self.law.jump_at_risk

    def given(self, card: Card, trigger: int) -> int:
        return self.worth(card.programs.get(trigger, ()))

    def use(self, card: Card) -> int:
        return self.given(card, v.ACTIVATED)

    def stay(self, card: Card) -> int:
        """What it gains from entering by a mutation to leaving by one, without its power."""
        gain = self.given(card, v.ENTERS) + self.given(card, v.MUTATES) - (self.price(card) or 0)
        return gain - (0 if card.zombie else 1)  # a zombie's newcomer may come from the discard

    # -------------------------------------------------------------------------------------------- effects

    def worth(self, program: Program) -> int:
        """Cards that a program gains for its player, at the most."""
        total, x, place = 0, 0, 0
        gives = any(step.op == v.ADVANTAGE_GIVE for step in program)
        while place < len(program):
            step = program[place]
            place += 1
            amount = x if step.amount == v.USE_X else step.amount
            amount = TOKENS if amount == v.ALL_OF_THEM and step.op == v.TOKEN_BACK else amount
            most = min(amount, MANY) + step.bonus
            if step.op == v.IF and (
                step.who == v.IF_HAND_AT_MOST  # never in a hand that grows
                or (step.who == v.IF_ADVANTAGE and gives and not self.takes_advantage)  # no second time
            ):
                place += step.skip
            elif step.op in (v.CHOOSE_X, v.COUNT_X):
                x = amount
            elif step.op == v.DRAW:
                total += most if step.who in SELF else 0
            elif step.op == v.DISCARD:
                total -= amount if step.who == v.ME else 0
            elif step.op in (v.STEAL, v.SEARCH, v.RECOVER):
                total += most
            elif step.op == v.LOOK:
                total += FITTING if step.arg > amount else min(step.arg, most)
            elif step.op == v.TOKEN_BACK:
                total += self._of_tokens(most)
            elif step.op == v.RELEASE:
                total += most * self.prisoner
            elif step.op in (v.RETURN, v.DESTROY, v.SACRIFICE) and _may_hit_own(step):
                total += max(0, self._of_return(step) if step.op == v.RETURN else self._of_victim(step))
            elif step.op == v.MUTATE_AGAIN and step.arg == v.FREE_OF_COST:
                total += self.saving
        return total

    def _of_tokens(self, number: int) -> int:
        """Tokens that come back: each sets off another power, or draws."""
        draws = 1 + sum(rule.value for card in self.cards for rule in card.globals if rule.which == v.TOKEN_DRAW)
        return sum(max(draws, each) for each in [*self.tokens, *[0] * number][:number])

    def _aims(self, step: Instruction) -> list[Card]:
        return [card for card in self.cards if step.fits.takes(card.name, card.levels, card.clan)]

    def _of_return(self, step: Instruction) -> int:
        return max([0, *(self.entry[card] for card in self._aims(step))])

    def _of_victim(self, step: Instruction) -> int:
        """Destroying a card of one's own: it is gone, gives something, and may be placed again."""
        return max([0, *(self.given(card, v.DESTROYED) + self.entry[card] for card in self._aims(step))]) - 1

    def _of_prisoner(self, card: Card) -> int:
        """What a card may give that was freed: its imprisonment again."""
        power = card.programs.get(v.COLON, ())
        reacts = self.given(card, v.IMPRISONED) if self.imprisons else 0
        return max(reacts, self.worth(power[1:]) if power and power[0].op in (v.IMPRISON, v.IMPRISON_SELF) else 0)

    # -------------------------------------------------------------------------------------------- circles

    def circles(self) -> Iterator[Found]:
        """The circles of these cards, each with the cards that it gains, at the most."""
        names = tuple(card.name for card in self.cards)
        for one, other in combinations(self.cards, 2):  # in turn: a card cannot follow itself (G-5.2)
            prices = self.price(one), self.price(other)
            if one.levels & other.levels and None not in prices:
                self.saving = max(price or 0 for price in prices)
                gain = self.stay(one) + self.stay(other) + self._of_dragoons(one, other)
                yield Found(names, gain, f"{one.name} and {other.name} replace each other", self._fetches(one, other))
                self.saving = 0
        for card in self.cards:
            if self.is_safe(card):
                yield Found(names, 0, f"{card.name} jumps without risk")
            power = card.programs.get(v.COLON, ())
            if power and power[0].op == v.DISCARD:
                yield Found(names, self.worth(power[1:]) - power[0].amount, f"the power of {card.name}")
            elif power and power[0].op == v.SACRIFICE:
                yield Found(names, self.worth(power[1:]) + self._of_victim(power[0]), f"the power of {card.name}")

    def _fetches(self, one: Card, other: Card) -> bool:
        """Whether a card that was replaced may come back: to a zombie, or by an effect of the two."""
        supply = any(step.op in (v.TOKEN_BACK, v.DRAGOON) for card in self.cards for step in _steps(card, LASTING))
        by_power = supply and any(_recovers(card, v.ACTIVATED) for card in self.cards)
        return by_power or any(
            card.zombie or _recovers(card, v.ENTERS) or _recovers(card, v.MUTATES) for card in (one, other)
        )

    def _of_dragoons(self, one: Card, other: Card) -> int:
        """What Dragoon tokens give on two goblins that come and go; on one that stays they lie till the round ends."""
        given = 0
        for card in self.cards:
            comes = any(card is not each and card.levels & each.levels for each in self.cards)
            reacts = v.IMPRISONED in card.programs and self.imprisons
            if (comes and card.mutation is not None) or reacts:
                given += sum(step.amount + step.bonus for step in _steps(card, LASTING) if step.op == v.DRAGOON)
        uses = sorted((max(0, self.use(one)), max(0, self.use(other))))[::-1]
        return sum(uses[:given])


def _steps(card: Card, once: tuple[int, ...] = ()) -> Iterator[Instruction]:
    for trigger, program in card.programs.items():
        if trigger not in once:
            yield from program


def _recovers(card: Card, trigger: int) -> bool:
    return any(step.op == v.RECOVER for step in card.programs.get(trigger, ()))


def _protects(card: Card, clan: int) -> bool:
    """Whether a Global of the card keeps that clan from being imprisoned."""
    which, bit = (v.NO_IMPRISON, clan) if clan < CLANS else (v.NO_IMPRISON_KAMAKOR, clan - CLANS)
    return any(rule.which == which and rule.value >> bit & 1 for rule in card.globals)


def _may_hit_own(step: Instruction) -> bool:
    return step.who in SELF if step.op == v.SACRIFICE else step.who != v.OPPONENT_ARMY


# ------------------------------------------------------------------------------------------------ arithmetic


def gains(cards: Sequence[Card], law: Law | None = None) -> Found | None:
    """The circle of these cards that gains most, if one may gain."""
    best = max(Ledger(cards, law).circles(), key=lambda found: found.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def may_return(cards: Sequence[Card], law: Law | None = None) -> bool:
    """Whether a position of these cards may come back at no cost, by the bounds."""
    return any(found.gain >= 0 and found.fetches for found in Ledger(cards, law).circles())


def sets_of(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """The pairs of cards that may go round together, and all triples in which a third one may help.

    A circle is one card that is used again, or two that replace each other. What it gains depends on a third card only
    if that one lowers prices, or lends itself to an effect of the circle. All other triples gain what their pairs do.
    """
    eases = [card for card in cards if card.eases or any(rule.which == v.MUTATION_COST for rule in card.globals)]
    fetches = [card for card in cards if card.zombie or any(step.op == v.RECOVER for step in _steps(card))]
    lends: dict[int, list[Card]] = {
        v.TOKEN_BACK: [card for card in cards if v.ACTIVATED in card.programs or card.globals],
        v.RELEASE: [card for card in cards if {v.COLON, v.IMPRISONED} & set(card.programs)],
        v.ADVANTAGE_GIVE: [card for card in cards if any(step.op == v.ADVANTAGE_TAKE for step in _steps(card))],
    }
    again = [card for card in cards if {v.ENTERS, v.DESTROYED} & set(card.programs)]
    levels = [card for card in cards if len(card.levels) > 1]
    protectors = [card for card in cards if any(_protects(card, clan) for clan in range(2 * CLANS))]
    hubs: list[tuple[Card, ...]] = [(card,) for card in cards if card.shadow_jump or v.COLON in card.programs]
    seen: set[frozenset[Card]] = set()
    for one, other in combinations(cards, 2):
        if one.levels & other.levels and None not in (one.mutation, other.mutation):
            hubs.append((one, other))
    for hub in hubs:
        helpers = {*eases, *fetches} if len(hub) == 2 else {*protectors}
        for step in (step for card in hub for step in _steps(card)):
            helpers.update(lends.get(step.op, ()))
            if step.op in (v.RETURN, v.DESTROY, v.SACRIFICE) and _may_hit_own(step):
                helpers.update(again)
            elif step.op == v.DRAGOON:
                helpers.update(levels)
        for size in range(LARGEST + 1 - len(hub)):
            for more in combinations(sorted(helpers - {*hub}, key=lambda card: card.kind), size):
                found = frozenset((*hub, *more))
                if len(found) > 1 and found not in seen:
                    seen.add(found)
                    yield (*hub, *more)


# ------------------------------------------------------------------------------------------------ play


Place = tuple[bytes, int]  # a position, and the strangers that are held


class EndlessError(Exception):
    """So many positions that it is not known whether one comes back."""


class Table:
    """Positions of a few cards among strangers: every other card of the set is blank."""

    def __init__(self, cards: CardSet, names: Sequence[str], most: int = MOST) -> None:
        self.names = tuple(names)
        self.most = most
        options = {"kamakor": len(cards.cards) > KINDS, "no_pass_with_tokens": False, "auto_forced": True}
        found: Any = find_rules("gosu", 2, options)
        self.rules: Any = type(found)(2, found.settings, cards)
        self.chosen = [card for card in cards.cards if card.name in self.names]
        self.kinds = np.array([card.kind for card in self.chosen])
        others = np.array([card.kind for card in cards.cards if card.name not in self.names])
        row = self.rules.tables[0]
        row.program[others] = -1
        row.mutation_cost[others] = -1
        for field in ("zombie", "has_globals", "globals", "shadow", "recruiter", "eases"):
            if getattr(row, field).size:
                getattr(row, field)[others] = 0
        row.listens[:] = 127 * (row.program[self.kinds] >= 0).any(axis=0)
        clans = [clan for clan in range(CLANS) if all(card.clan != clan for card in self.chosen)]
        self.beside, self.held = (
            [[card.name for card in cards.cards if (card.clan, card.level) == (clan, level)] for level in (1, 2, 3)]
            for clan in clans[:2]
        )

    def positions(self) -> Iterator[Game]:
        """With each card in the army, in hand or in the discard; of two copies, one is in the army."""
        places = [("army", "hand", "discard")] * len(self.chosen)
        for first in product(*places):
            copies = list(zip(self.chosen, first, strict=True))
            copies += [(card, "army" if card.eases else "hand") for card in self.chosen if card.copies > 1]
            rows: list[list[str]] = [[], [], []]
            for card, place in copies:
                if place == "army":
                    rows[card.level - 1].append(card.name)
            for row in (1, 0):  # upper rows stand on strangers, and these cards are free as far as may be
                rows[row] = self.beside[row][: len(rows[row + 1])] + rows[row]
            if any(len(row) > COLUMNS for row in rows):
                continue
            lying = {where: [card.name for card, place in copies if place == where] for where in ("hand", "discard")}
            mine = {"army": rows, "hand": lying["hand"] + self.held[1][:4], "tokens": 0}
            other = {"army": [self.held[0][:3], self.held[1][4:6]], "hand": self.held[2][:2], "vp": 1, "passed": True}
            record = self.rules.position(players=[mine, other], discard=lying["discard"])
            rules = self.rules
            rules.step(record, -1, np.zeros(rules.max_legal, np.int16), np.zeros(rules.num_actions, np.int8))
            yield Game.of_record(rules, record)

    def place_of(self, game: Game) -> Place:
        """What matters of a position, and how many strangers are held."""
        state = game.state
        kinds = np.where(np.isin(state["army"][:2], self.kinds), state["army"][:2], np.minimum(state["army"][:2], 0))
        parts = [kinds, state["face"][:2], state["token"][:2], state["tokens"], state["victory_points"]]
        parts += [state["hand"][0][self.kinds], state["discard"][self.kinds], state["hand_size"][1:2]]
        parts += [state["advantage"], state["dragoons"], state["dragoon_supply"]]
        held = int(state["hand"][0].sum() - state["hand"][0][self.kinds].sum())
        return b"".join(np.asarray(part).tobytes() for part in parts), min(held, HELD)

    def moves(self, game: Game) -> list[int]:
        """The actions that may lead round. Strangers are alike: one stands for all; none is placed or brought in."""
        if game.seat != 0:
            return game.legal_actions()[:1]
        found, told = [], set()
        for action in game.legal_actions():
            verb, _, rest = game.action_text(action).partition(" ")
            name = rest.removeprefix("in ").removesuffix(" from the discard")
            stranger = verb in ("place", "bring", "discard", "keep", "take") and name not in self.names
            if verb == "pass" or (stranger and (verb in ("place", "bring") or verb in told)):
                continue
            if stranger:
                told.add(verb)
            found.append(action)
        return found

    def circle(self) -> list[str] | None:
        """The actions of a circle, or None if no position comes back. All that can be reached is played, once each.

        A position that was met before is not played again, so what is reached is a graph. Positions from which every
        way ends are taken out of it until none is left; if some are left, each of them leads round.
        """
        ahead: dict[Place, dict[Place, list[str]]] = {}
        waiting: dict[Place, Game] = {}
        for game in self.positions():
            if game.seat == 0 and not game.is_over:
                waiting.setdefault(self.place_of(game), game)
            while waiting:
                place, at = waiting.popitem()
                ahead[place] = {}
                for then, after, done in self._turns(at):
                    ahead[place].setdefault(then, done)
                    if then not in ahead:
                        waiting.setdefault(then, after)
                if len(ahead) > self.most:
                    raise EndlessError(f"more than {self.most} positions of {', '.join(self.names)}")
        return _round(ahead)

    def _turns(self, game: Game) -> Iterator[tuple[Place, Game, list[str]]]:
        """Where the next turn of this seat may begin, and by what actions."""
        waiting: list[tuple[Game, list[str]]] = [(game, [])]
        seen: set[bytes] = set()
        while waiting:
            now, done = waiting.pop()
            for action in self.moves(now):
                then = now.clone()
                then.apply(action)
                state = then.to_bytes()
                if then.is_over or state in seen:
                    continue
                seen.add(state)
                path = [*done, now.action_text(action)]
                if not then.rules.begins_turn(then.states)[0]:
                    waiting.append((then, path))
                elif then.seat == 0:
                    yield self.place_of(then), then, path


def _round(ahead: dict[Place, dict[Place, list[str]]]) -> list[str] | None:
    """The actions of a way round in a graph, if there is one."""
    behind: dict[Place, list[Place]] = {}
    for place, ways in ahead.items():
        for then in ways:
            behind.setdefault(then, []).append(place)
    open_ways = {place: len(ways) for place, ways in ahead.items()}
    ended = [place for place, ways in open_ways.items() if ways == 0]
    while ended:
        last = ended.pop()
        del open_ways[last]
        for place in behind.get(last, ()):
            open_ways[place] -= 1
            if open_ways[place] == 0:
                ended.append(place)
    if not open_ways:
        return None
    path: list[Place] = [next(iter(open_ways))]
    while path[-1] not in path[:-1]:
        path.append(next(then for then in ahead[path[-1]] if then in open_ways))
    circle = path[path.index(path[-1]) :]
    return [action for one, other in pairwise(circle) for action in ahead[one][other]]


def find_loops(cards: CardSet, law: Law | None = None) -> Iterator[Found]:
    """All pairs and triples of a set that can go round for nothing."""
    for chosen in sets_of(cards.cards):
        found = gains(chosen, law)
        if found is None and may_return(chosen, law):
            names = tuple(card.name for card in chosen)
            try:
                circle = Table(cards, names).circle()
                found = None if circle is None else Found(names, 0, ", ".join(circle))
            except EndlessError as reason:
                found = Found(names, 0, f"not played to the end: {reason}")
        if found is not None:
            yield found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m gosu_env.agents.gosu.balance.loops", description=__doc__)
    parser.add_argument("--cards", help="a card file; without it, the cards of the game")
    parser.add_argument("--base", action="store_true", help="the base game alone, without Kamakor")
    given = parser.parse_args(arguments)
    cards = load_cards(given.cards, not given.base)
    count = 0
    for found in find_loops(cards):
        print(found, flush=True)
        count += 1
    print(f"{cards.name}: {count} free loops among the pairs and triples of {len(cards.cards)} cards")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
