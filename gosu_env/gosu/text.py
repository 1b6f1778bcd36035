"""Words for people: what a card does, what an action means, what the game waits for, how the table looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gosu_env.armies.language import ANY, Instruction
from gosu_env.armies.phrases import MAY, Nouns, Part, Phrases, Subject, before, card_list, counted, listed, several
from gosu_env.armies.state import (
    ARRIVING,
    COLUMNS,
    COUNT,
    FACE_DOWN,
    FAULT,
    GROUP,
    KIND,
    NO_CARD,
    NO_ROW,
    PC,
    PLACE,
    ROWS,
    SLOTS,
)
from gosu_env.gosu import actions as act
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.cards import CLAN_NAMES, LEVEL_NAMES, Card, CardSet
from gosu_env.gosu.language import Global
from gosu_env.gosu.state import (
    CLANS,
    DRAFTED,
    DRAGOON_TOKEN,
    KINDS,
    KINDS_PER_CLAN,
    LENT,
    NO_PASSING,
    TURN_LIMITED,
    TURNS_AFTER_PASS,
    State,
    Tables,
)

CLAN_ADJECTIVES = ("Ancient", "Alpha", "Dark", "Meka", "Fire", "Drake", "Shadow", "Drum", "Swamp", "Mask")
NOUNS = Nouns(LEVEL_NAMES, CLAN_ADJECTIVES, {"Hero": "Heroes"})
SUBJECTS = (
    Subject(""),
    Subject("each opponent"),
    Subject("every player"),
    Subject("the players with the fewest VP", singular=False),
    Subject("that player"),
)

# ------------------------------------------------------------------------------------------------ cards


def _whose(step: Instruction) -> str:
    """Whose cards an effect may aim at."""
    return ("", " of yours", " of opponents" if several(step) else " of an opponent")[step.who % 3]


def _aim(step: Instruction, word: str = "") -> str:
    """The cards that an effect aims at, and whose."""
    if step.arg == v.FIRST_CARD:
        return ("a", "your", "an opponent’s")[step.who % 3] + f" {word}first card"
    return NOUNS.cards(step, word) + _whose(step)


def _hand(step: Instruction) -> str:
    """Whose hand a card comes back to: that of the player whose army it is."""
    return "your hand" if step.who == v.OWN_ARMY else "their players' hands" if several(step) else "its player's hand"


def _tokens(step: Instruction) -> str:
    if step.amount == v.ALL_OF_THEM:
        return "all your activation tokens"
    return "an activation token" if step.amount == 1 else f"{step.amount} activation tokens"


def _dragoons(step: Instruction) -> str:
    return f"{counted(step.amount, step.bonus)} Dragoon tokens" if several(step) else "a Dragoon token"


def _seat(step: Instruction) -> str:
    if step.arg == v.ANY_PLAYER:
        return "a player"
    return "an opponent" + (" who has cards" if step.arg == v.WITH_CARDS else "")


def _counted(step: Instruction) -> str:
    if step.arg == v.COUNT_OPPONENTS_IMPRISONED:
        return "the number of imprisoned cards of your opponents"
    return f"the number of your face-up {NOUNS.plural(NOUNS.noun(step.fits))}"


def _face_up(step: Instruction) -> str:
    if step.fits.names:
        return f"{NOUNS.some(1, 0, step.fits)} stands face up in your army"
    return f"you have {step.amount} or more face-up {NOUNS.plural(NOUNS.noun(step.fits))}"


# What stands for each {part} of the phrases of the vocabulary that only GOSU has.
PARTS: dict[str, Part] = {
    "aim": lambda step: before(lambda word: _aim(step, word)),
    "at_random": lambda step: " at random" if step.arg == v.AT_RANDOM else "",
    "up_to": lambda step: "up to " if step.arg == v.UP_TO else "",
    "free": lambda step: " without discarding for it" if step.arg == v.FREE_OF_COST else "",
    "kept": lambda step: NOUNS.some(step.arg, 0, step.fits),
    "shown": lambda step: "show and " if step.fits != ANY else "",
    "army": lambda step: ("any", "your", "an opponent’s")[step.who % 3],
    "hand": _hand,
    "tokens": _tokens,
    "seat": _seat,
    "counted": _counted,
    "dragoons": _dragoons,
    "dragoons_held": lambda step: "a Dragoon token" if step.amount == 1 else "2 Dragoon tokens",
    "jumper": lambda step: "this card" if step.arg == v.THIS_CARD else _aim(step),
    "face_up": _face_up,
}


def _hit_text(steps: Sequence[Instruction]) -> str:
    """The condition that the last effect found a card: one of several is enough."""
    asked = [step for step in steps if v.EFFECT_ROWS[step.op].done]
    if not asked:
        return "you did"
    step = asked[-1]
    others = step.op in (v.DISCARD, v.DISCARD_TO, v.SACRIFICE) and step.who != v.ME
    if step.op == v.SWAP or not (others or several(step) or step.op == v.DISCARD_TO):
        return "you did"
    return f"at least one was {v.EFFECT_ROWS[step.op].done}"


def _price(program: Sequence[Instruction]) -> tuple[str, int] | None:
    """``pay N``: three instructions that read as one."""
    step = program[0]
    pays = (
        step.op == v.IF
        and step.who == v.IF_HAND_AT_LEAST
        and program[1].op == v.MAY
        and program[2].op == v.DISCARD
        and program[2].amount == step.amount
    )
    return (f"{MAY} discard {NOUNS.some(step.amount, 0)}", 3) if pays else None


PHRASES = Phrases(
    NOUNS,
    v.EFFECT_ROWS,
    v.CONDITION_ROWS,
    SUBJECTS,
    PARTS,
    leaps=(v.IF, v.MAY),
    told={"hit": _hit_text},
    price=_price,
)
program_text = PHRASES.program_text


def power_text(program: Sequence[Instruction]) -> str:
    """A power after a colon: what its player does for it, and what comes of it."""
    price = PHRASES.effect_text(program[0])
    return f"{price[0].upper()}{price[1:]}: {program_text(program[1:])}"


MUTATION_FLOOR = ", but no cost of 1 or more falls below 1"


def global_text(bound: Global, teams: bool | None = None) -> str:
    """A Global as a sentence: in a game with teams or without, or as a card says it, which may be played in either."""
    which, value = bound.which, bound.value
    if which <= v.VALUE_LEVEL_3:
        return f"{NOUNS.plural(LEVEL_NAMES[which])} are worth {abs(value)} {'more' if value > 0 else 'less'}."
    if v.VALUE_CLAN <= which < v.NO_DESTROY_KAMAKOR:
        clan = CLAN_ADJECTIVES[which - v.VALUE_CLAN]
        return f"{clan} cards are worth {abs(value)} {'more' if value > 0 else 'less'}."
    if which in (v.PLACE_COST, v.MUTATION_COST):
        what = "Placing a Bakuto of a new clan" if which == v.PLACE_COST else "Mutating"
        floor = MUTATION_FLOOR if which == v.MUTATION_COST and value < 0 else ""
        return f"{what} costs {NOUNS.some(abs(value), 0)} {'more' if value > 0 else 'less'}{floor}."
    if which in (v.NO_DESTROY, v.NO_IMPRISON, v.NO_DESTROY_KAMAKOR, v.NO_IMPRISON_KAMAKOR):
        adjectives = CLAN_ADJECTIVES[:CLANS] if which in (v.NO_DESTROY, v.NO_IMPRISON) else CLAN_ADJECTIVES[CLANS:]
        clans = [adjective for clan, adjective in enumerate(adjectives) if value >> clan & 1]
        whose = "Cards" if bound.protects_all else " and ".join(clans) + " cards"
        return f"{whose} cannot be {'destroyed' if which in (v.NO_DESTROY, v.NO_DESTROY_KAMAKOR) else 'imprisoned'}."
    wins = "At the start of a round, whoever "
    names = listed(sorted(bound.names), "and")
    kept = "kept the Advantage token for the whole last round"
    return {
        v.HAND_LIMIT: f"When a round ends, hands are discarded down to {value} cards.",
        v.TOKEN_DRAW: f"One activation token draws {NOUNS.some(value, 0)} more.",
        v.TIES: "A tied Great Battle earns nobody a VP.",
        v.NO_PASS_WITH_TOKENS: "Nobody may pass while holding an activation token.",
        v.TURN_LIMIT: _turn_limit_text(value, teams),
        v.WIN_NAMED: f"{wins}has {names} in play wins.",
        v.WIN_CLANS: f"{wins}has {value} or more clans in the first row wins.",
        v.WIN_CARDS: f"{wins}has {value} or more cards in play wins.",
        v.WIN_HAND: f"{wins}has {value} or more cards in hand wins.",
        v.WIN_ONE_CLAN: f"{wins}has {value} or more cards in play, all of one clan, wins.",
        v.WIN_OZEKIS: f"{wins}has {value} or more Ōzekis in play wins.",
        v.WIN_ADVANTAGE: f"{wins}{kept} and has {value} or more cards in play wins.",
    }[which]


def _turn_limit_text(turns: int, teams: bool | None) -> str:
    """With teams it begins when both players of one have passed (K-3.5)."""
    who = {
        None: "a player (with teams, both of one team) has",
        False: "a player has",
        True: "both players of a team have",
    }
    return f"Once {who[teams]} passed, the others play at most {turns} more turns together."


TRIGGER_WORDS = {
    v.ENTERS: "Enters play",
    v.MUTATES: "Mutates",
    v.DESTROYED: "Destroyed",
    v.ACTIVATED: "Activated",
    v.IMPRISONED: "When a card is imprisoned",
    v.PASSES: "When an opponent passes",
    v.ROUND_STARTS: "When a round starts",
    v.COLON: "Power after a colon",
}


def keyword_texts(card: Card) -> list[str]:
    """What cards of Kamakor print beside their effects."""
    texts = []
    if card.counts_as:
        texts.append(f"Counts as {listed([LEVEL_NAMES[level - 1] for level in sorted(card.levels)], 'and')}.")
    if card.shadow_jump:
        texts.append("Shadow Jump.")
    if card.recruiter:
        texts.append("Recruiter: the next card placed to its right is free, whatever its clan.")
    if card.eases:
        texts.append(f"Mutating your goblins costs {NOUNS.some(card.eases, 0)} less{MUTATION_FLOOR}.")
    return texts


def card_text(card: Card) -> str:
    """Everything a card says, made from its programs; a power after a colon on a line of its own."""
    parts = keyword_texts(card)
    done: set[int] = set()
    for trigger, program in card.programs.items():
        if trigger in done:
            continue
        if trigger == v.COLON:
            parts.append(f"\n{power_text(program)}\n")
            continue
        words = TRIGGER_WORDS[trigger]
        if trigger == v.ENTERS and card.programs.get(v.MUTATES) == program:
            words = "Enters play and mutates"
            done.add(v.MUTATES)
        parts.append(f"{words}: {program_text(program)}")
    if card.zombie:
        parts.append("Zombie mutation.")
    parts += [f"Global: {global_text(bound)}" for bound in card.globals]
    return re.sub(" ?\n ?", "\n", " ".join(parts)).strip()


# ------------------------------------------------------------------------------------------------ actions


def slot_name(slot: int) -> str:
    """Row and column, as people count them: 2.1 is the first Hero."""
    return f"{slot // COLUMNS + 1}.{slot % COLUMNS + 1}"


def seat_name(st: State, relative: int) -> str:
    """A seat as the decider says it; opposite sits the partner, if there are teams (K-3.1)."""
    if relative == 2 and st.teams:
        return "partner"
    return "me" if relative == 0 else f"opp{relative}"


CARD_VERBS = {
    v.DECIDE_PAY: "discard",
    v.DECIDE_DISCARD: "discard",
    v.DECIDE_KEEP: "keep",
    v.DECIDE_RECOVER: "take",
    v.DECIDE_NEWCOMER: "bring in",
}


PARTNER_DRAWS = {1: "partner draws one", 3: "partner draws three"}  # K-3.3


def _card_at(st: State, cards: CardSet, seat: int, slot: int) -> str:
    kind = int(st.army[seat, slot])
    return "" if kind == NO_CARD else f" ({cards[kind].name})"


def action_text(st: State, tb: Tables, cards: CardSet, action: int) -> str:
    """What an action says, in the words of the pending decision."""
    kinds = cards.kinds
    singles = {
        act.PASS: "pass",
        act.DRAW_ONE: "draw one",
        act.DRAW_THREE: "draw three",
        act.YES: "yes",
        act.NO: "no",
        act.DONE: "done",
        act.SPENT: "take back a spent token",
    }
    decider = int(st.decider) if st.decider != NO_CARD else 0
    if action in singles:
        return singles[action]
    if action < act.MUTATE:
        number = action - act.NUMBER
        if st.teams and st.decision == v.DECIDE_MAIN and number in PARTNER_DRAWS:
            return PARTNER_DRAWS[number]
        return f"{'row' if st.decision == v.DECIDE_ROW else 'number'} {number}"
    if action < act.PLACE:
        word, slot = ("mutate", action - act.MUTATE) if action < act.ACTIVATE else ("activate", action - act.ACTIVATE)
        return f"{word} {slot_name(slot)}{_card_at(st, cards, decider, slot)}"
    if action < act.PLACE + kinds:
        name = cards.names[action - act.PLACE]
        return f"bring in {name} from the discard" if st.decision == v.DECIDE_NEWCOMER else f"place {name}"
    if action < act.PLACE + 2 * kinds:
        return f"{CARD_VERBS.get(int(st.decision), 'card')} {cards.names[action - act.PLACE - kinds]}"
    first_clan = act.PLACE + 2 * kinds
    first_seat = first_clan + kinds // KINDS_PER_CLAN
    if action < first_seat:
        return f"{'ban' if st.decision == v.DECIDE_BAN else 'clan'} {CLAN_NAMES[action - first_clan]}"
    powers = first_seat + act.PER_SEAT * int(st.num_players)
    if kinds > KINDS and action >= powers:
        which, slot = divmod(action - powers, SLOTS)
        word = ("dragoon", "use", f"dragoon {seat_name(st, 2)}")[which]
        seat = (decider + 2) % int(st.num_players) if which == 2 else decider
        return f"{word} {slot_name(slot)}{_card_at(st, cards, seat, slot)}"
    relative, slot = divmod(action - first_seat, act.PER_SEAT)
    if slot == 0:
        return f"player {seat_name(st, relative)}"
    slot -= 1
    word = "slot"
    if st.decision == v.DECIDE_TARGET:
        word = v.EFFECT_ROWS[int(tb.code[st.stack[st.depth - 1, PC], v.OP])].aim
    elif st.decision == v.DECIDE_MAIN and st.teams:
        word = "activate"
    elif st.decision == v.DECIDE_SWAP_WITH:
        word = "swap with"
    elif st.decision == v.DECIDE_ORDER:
        word = "first resolve"
    elif st.decision == v.DECIDE_TOKEN:
        word = "take back the token of"
    seat = (decider + relative) % int(st.num_players)
    card = _card_at(st, cards, seat, slot)
    if st.decision == v.DECIDE_ORDER:  # the card itself may have left
        for frame in st.stack[: st.depth]:
            if frame[GROUP] == st.stack[st.depth - 1, GROUP] and frame[PLACE] == seat * SLOTS + slot:
                card = f" ({cards[int(frame[KIND])].name})"
    return f"{word} {seat_name(st, relative)} {slot_name(slot)}{card}"


# ------------------------------------------------------------------------------------------------ decisions


DECISION_TEXTS = {
    v.DECIDE_MULLIGAN: "no Bakuto in hand: throw it and draw 7 new cards?",
    v.DECIDE_MAIN: "choose an action",
    v.DECIDE_NEWCOMER: "choose the newcomer",
    v.DECIDE_KEEP: "choose a card to keep",
    v.DECIDE_RECOVER: "choose a card from the discard pile",
    v.DECIDE_SWAP_WITH: "choose the card to swap it with",
    v.DECIDE_SEAT: "choose an opponent",
    v.DECIDE_NUMBER: "choose X",
    v.DECIDE_CLAN: "name a clan",
    v.DECIDE_MAY: "use the effect?",
    v.DECIDE_ORDER: "several effects at once: which one first?",
    v.DECIDE_TOKEN: "choose the token to take back",
    v.DECIDE_PLACE_AGAIN: "place another goblin?",
    v.DECIDE_MUTATE_AGAIN: "mutate a goblin?",
    v.DECIDE_BAN: "ban a clan",
    v.DECIDE_ROW: "choose the row to place it in",
}


def decision_text(st: State, tb: Tables, cards: CardSet) -> str:
    """What the game waits for, in a sentence."""
    if st.decision == v.NONE:
        return "the game is over"
    frame = st.stack[st.depth - 1]
    decision = int(st.decision)
    kind = int(frame[KIND])
    source = f"{cards[kind].name}: " if kind != NO_CARD and decision != v.DECIDE_ORDER else ""
    if decision == v.DECIDE_TARGET:
        op = int(tb.code[frame[PC], v.OP])
        free = "a FREE card" if op in (v.DESTROY, v.SACRIFICE, v.RETURN) else "a card"
        text = f"choose {free} to {v.EFFECT_ROWS[op].aim}"
    elif decision == v.DECIDE_PAY:
        text = f"discard a card to pay, {int(frame[COUNT])} to go"
    elif decision == v.DECIDE_DISCARD:
        left = f", {int(frame[COUNT])} to go" if frame[COUNT] > 0 else ""
        text = f"choose a card to discard{left}"
    elif decision == v.DECIDE_KEEP and st.draft:
        text = f"choose a card of the pack to keep, {int(frame[COUNT])} to go"
    elif decision == v.DECIDE_SEAT and tb.code[frame[PC], v.ARG] == v.ANY_PLAYER:
        text = "choose a player"
    else:
        text = DECISION_TEXTS[decision]
    return f"seat {int(st.decider)}: {source}{text}"


# ------------------------------------------------------------------------------------------------ the table


def army_card(st: State, cards: CardSet, seat: int, slot: int) -> str:
    """A card on the table: [Garsh] is imprisoned, <Garsh> still arriving; Garsh* and Garsh+ carry a (Dragoon) token.

    Garsh° and Garsh+° carry one of the partner's.
    """
    name = cards[int(st.army[seat, slot])].name
    if st.face[seat, slot] == FACE_DOWN:
        return f"[{name}]"
    if st.face[seat, slot] == ARRIVING:
        return f"<{name}>"
    token = int(st.token[seat, slot])
    if token > LENT:
        return name + ("+°" if token & DRAGOON_TOKEN else "°")
    return name + ("+" if token == DRAGOON_TOKEN else "*" if token else "")


@dataclass(frozen=True)
class Memory:
    """What a seat remembers beside what lies on the table; nothing, if it sees everything."""

    hands: Any  # copies of each kind that it knows in each hand: (seats, kinds)
    draw_pile: Any  # copies of each kind that it knows there
    older: Any  # copies of each kind that may be in other hands and came neither openly nor from this draw pile
    held: Any  # how many such cards every seat has


def mulligan_text(st: State, player: int) -> str:
    """What a declined mulligan shows of a hand (G-2.3), as long as it does; else nothing."""
    count = int(st.plain[player])
    if count == 0:
        return ""
    if st.house_rules & DRAFTED and (st.draft or st.num_players > 2):
        return "mulligan declined: no Bakuto in the hand dealt"
    return f"mulligan declined: {'1 card' if count == 1 else f'{count} cards'} of the hand without a Bakuto"


def older_text(cards: CardSet, memory: Memory) -> str:
    """The hidden cards of older draw piles and of packs: how many each hand has, and which they may be.

    A card that was shown counts as long as it may have been one of them.
    """
    held = [f"seat {seat}: {int(count)}" for seat, count in enumerate(memory.held) if count]
    return f"Older cards, held or shown since ({', '.join(held)}): {card_list(cards.cards, memory.older)}"


def describe(st: State, tb: Tables, cards: CardSet, seat: int | None, strengths: Sequence[int], memory: Memory) -> str:
    """The table as text, as a seat sees it; None sees everything."""
    n = int(st.num_players)
    when = f"Round {int(st.round_number)}" if st.round_number else "Opening"
    turns = f" · extra turns {int(st.extra_turns)}" if st.extra_turns else ""
    turns += f" · turns left {int(st.turns_left)}" if st.turns_left >= 0 else ""
    lines = [
        f"{when} · seat {int(st.turn_seat)}'s turn{turns} · Advantage token: seat {int(st.advantage)} · "
        f"draw pile {int(st.deck_size)} · discard {int(st.discard_size)}: {card_list(cards.cards, st.discard)}"
    ]
    kamakor = cards.kinds > KINDS
    if kamakor:
        left = [name for name, there in zip(CLAN_NAMES, st.clans, strict=True) if there]
        lines.append(f"Clans: {', '.join(left)} · Dragoon tokens in the supply: {int(st.dragoon_supply[0])}")
    for player in range(n):
        state = f" · Dragoon tokens {int(st.dragoons[player])}" if kamakor else ""
        state += " · passed" if st.passed[player] else ""
        whose = " (you)" if player == seat else " (your partner)" if are_partners(st, player, seat) else ""
        lines.append(
            f"Seat {player}{whose} · VP {int(st.victory_points[player])} · "
            f"tokens {int(st.tokens[player])} · hand {int(st.hand_size[player])} · strength {strengths[player]}{state}"
        )
        for row in reversed(range(ROWS)):
            size = int(st.row_size[player, row])
            row_cards = [army_card(st, cards, player, row * COLUMNS + column) for column in range(size)]
            lines.append(f"  {NOUNS.plural(LEVEL_NAMES[row]):<8} {' | '.join(row_cards) if row_cards else '–'}")
        if seat is None or player == seat:
            lines.append(f"  {'hand':<8} {card_list(cards.cards, st.hand[player])}")
        elif memory.hands[player].any():
            lines.append(f"  {'known':<8} {card_list(cards.cards, memory.hands[player])}")
        if st.plain[player]:
            lines.append(f"  {mulligan_text(st, player)}")
    if memory.held.any():
        lines.append(older_text(cards, memory))
    if memory.draw_pile.any():
        lines.append(f"Draw pile: {card_list(cards.cards, memory.draw_pile)}")
    if st.look_size > 0 and (seat is None or seat == st.decider):
        looked = ", ".join(cards[int(kind)].name for kind in st.look[: st.look_size])
        lines.append(f"Looking at: {looked}")
    bound = [f"Option · {words}" for words in options_in_force(st)]
    bound += [
        f"Global · {cards[int(st.army[player, slot])].name}: {global_text(rule, bool(st.teams))}"
        for player in range(n)
        for slot in range(SLOTS)
        if st.army[player, slot] != NO_CARD and st.face[player, slot] == 0
        for rule in cards[int(st.army[player, slot])].globals
    ]
    lines += bound
    lines.append(f"Waiting for {decision_text(st, tb, cards)}" if st.decision else _ending_text(st, tb, cards))
    if lines[-1][-1] not in ".?":
        lines[-1] += "."
    return "\n".join(lines)


def are_partners(st: State, seat: int, other: int | None) -> bool:
    """Whether two seats are partners (K-3.1)."""
    return other is not None and bool(st.teams) and (seat - other) % 4 == 2


def options_in_force(st: State) -> list[str]:
    """The options that bind everybody, in sentences."""
    told = {
        NO_PASSING: "Nobody may pass while holding an activation token.",
        TURN_LIMITED: _turn_limit_text(TURNS_AFTER_PASS, bool(st.teams)),
    }
    teams = ["Seats 0 and 2 play against seats 1 and 3; victory points are those of the team."] if st.teams else []
    return teams + [words for flag, words in told.items() if st.house_rules & flag]


def winners_text(st: State, winners: Sequence[int]) -> str:
    """Who has won: one, a team, or several who share."""
    if len(winners) == 1:
        return f"Seat {winners[0]} wins"
    who = " and ".join(map(str, winners))
    return f"Seats {who} win" if st.teams else f"Seats {who} share the victory"


def fault_text(st: State, tb: Tables, cards: CardSet) -> str:
    """Where a game broke off: the effect or condition that no rule knows, and whose it is."""
    if st.unknown_row == NO_ROW:
        return "The game broke off: too many effects wait for one another."
    row = tb.code[int(st.unknown_row)].tolist()
    what = f"condition {row[v.WHO]}" if row[v.OP] == v.IF else f"effect {row[v.OP]}"
    whose = "the game itself" if st.ending_kind == NO_CARD else cards[int(st.ending_kind)].name
    columns = ", ".join(f"{name} {value}" for name, value in zip(v.CODE_COLUMNS, row, strict=True))
    return f"The game broke off: no rule knows {what} of {whose} (row {int(st.unknown_row)} of the code: {columns})."


def _ending_text(st: State, tb: Tables, cards: CardSet) -> str:
    if st.ending == FAULT:
        return fault_text(st, tb, cards)
    winners = [seat for seat in range(int(st.num_players)) if st.winners >> seat & 1]
    if not winners:
        return "The game was stopped without a winner."
    who = winners_text(st, winners)
    by = f" by {cards[int(st.ending_kind)].name}" if st.ending_kind != NO_CARD else ""
    return f"{who}{by}."
