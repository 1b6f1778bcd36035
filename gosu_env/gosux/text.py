"""Words for people: what a card does, what an action means, what the game waits for, how the table looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gosu_env.armies.language import Instruction
from gosu_env.armies.phrases import MAY, Nouns, Part, Phrases, Subject, before, card_list, listed
from gosu_env.armies.state import (
    ARRIVING,
    COLUMNS,
    COUNT,
    FACE_DOWN,
    FAULT,
    GROUP,
    KIND,
    NO_CARD,
    PC,
    PLACE,
    ROWS,
    SLOTS,
    STEP,
)
from gosu_env.gosux import actions as act
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.cards import CLAN_NAMES, LEVEL_NAMES, Card, CardSet
from gosu_env.gosux.state import (
    BY_FIFTEEN_CARDS,
    BY_FIFTH_TOKEN,
    BY_GOAN_SUL,
    BY_JUSTICE,
    CANCELS_LOSS,
    CLANS,
    ENDINGS,
    KINDS,
    NOBODY,
    PLAYERS,
    State,
    Tables,
)

KEYWORD_NAMES = {
    "bounty": "Bounty",
    "veteran": "Veteran",
    "ethereal": "Ethereal",
    "echo": "Echo",
    "secret_shift": "Secret Shift",
    "wonder": "Wonder",
    "recruiter": "Recruiter",
    "force_of_will": "Force of Will",
}
NOUNS = Nouns(LEVEL_NAMES, CLAN_NAMES, {"Hero": "Heroes"}, keywords=KEYWORD_NAMES, bracket="with a Supremacy token")
SUBJECTS = (
    Subject(""),
    Subject("your opponent"),
    Subject("each player"),
    Subject("the player with more cards in play"),
    Subject("the player with more cards in hand"),
    Subject("that player"),
)

# ------------------------------------------------------------------------------------------------ cards


def _whose(step: Instruction) -> str:
    return ("", " of yours", " of your opponent")[step.who % 3]


def _modes(step: Instruction) -> str:
    """Capture, destroy or free; for each player, in turn order."""
    words = [word for word, bit in (("capture", v.CAPTURE), ("destroy", v.DESTROY), ("free", v.FREE)) if step.arg & bit]
    return ("each player may " if step.arg & v.EACH else "") + listed(words, "or") + " "


def _aim(step: Instruction, word: str = "") -> str:
    """The cards that an effect aims at, and whose; only FREE ones can be destroyed."""
    if step.op == v.AIM and step.arg & (v.CAPTURE | v.DESTROY | v.FREE) == v.DESTROY:
        word = "FREE "
    if step.fits.paid_level:
        return "a card of at most its level"
    if step.amount == v.ALL_OF_THEM:
        return ("all cards", "all your cards", "all cards of your opponent")[step.who % 3]
    whose = " of the other player" if step.arg & v.EACH and step.op == v.AIM else _whose(step)
    return NOUNS.cards(step, word) + whose


def _area(step: Instruction) -> str:
    return ("", " in the row or the column of this card", "", "", "")[step.arg // v.AREA]


def _copied(step: Instruction) -> str:
    area = step.arg // v.AREA
    if area == v.FREED:
        return "that card"
    if area == v.IN_DISCARD:
        return "a card in any discard"
    if area == v.ADJACENT:
        return "an adjacent card"
    noun = NOUNS.some(1, 0, step.fits)
    return noun if area == v.CROSSING else f"{noun} in play"


PER_TEXTS = (
    "",
    " for each Galmi card in this column",
    " for each clan in this column",
    " for each clan in this row",
    " for each different clan in your discard",
)


def _tokens(step: Instruction) -> str:
    return "an activation token" if step.amount == 1 else f"{step.amount} activation tokens"


def _sought(step: Instruction) -> str:
    """The card that a deck is searched for, and where it goes."""
    named = f"a card named {listed(sorted(step.fits.names), 'or')}" if step.fits.names else NOUNS.cards(step)
    if step.arg == v.ON_TOP:
        return f"{named}, shuffle your deck and put that card on top"
    return f"{named}, take it and shuffle your deck"


# What stands for each {part} of the phrases of the vocabulary that only GOSU X has.
PARTS: dict[str, Part] = {
    "modes": _modes,
    "aim": lambda step: before(lambda word: _aim(step, word)),
    "captured": lambda step: _aim(step, "captured "),
    "area": _area,
    "copied": _copied,
    "per": lambda step: PER_TEXTS[step.arg],
    "army": lambda step: ("any", "your", "your opponent’s")[step.who % 3],
    "up_to": lambda step: "up to " if step.arg & v.UP_TO else "",
    "each_level": lambda step: ", at most one of each level" if step.arg & v.EACH_LEVEL else "",
    "kept": lambda step: "one of them" if step.arg == 1 else NOUNS.some(step.arg, 0, step.fits),
    "tokens": _tokens,
    "names": lambda step: listed(sorted(step.fits.names), "or"),
    "sought": _sought,
    "from_discard": lambda step: (
        ", in which you may play a card from your discard instead of your hand" if step.arg else ""
    ),
}


def _price(program: Sequence[Instruction]) -> tuple[str, int] | None:
    """What may be paid; and whether a card may be taken from a discard, which must not be empty for that."""
    step = program[0]
    if (step.op, step.who) == (v.IF, v.IF_DISCARD) and program[1].op == v.MAY:
        return MAY, 2
    if step.op == v.PAY_BOUNTY:
        return "you may discard a Bounty card from your hand", 1
    if step.op == v.PAY_CLAN:
        return f"you may discard {step.amount} cards of one clan from your hand", 1
    return None


LEAPS = (v.IF, v.MAY, v.PAY_BOUNTY, v.PAY_CLAN)
PHRASES = Phrases(NOUNS, v.EFFECT_ROWS, v.CONDITION_ROWS, SUBJECTS, PARTS, LEAPS, price=_price, then=", then ")

# The permanent effect of each clan: on its Immortal, and on its tile, which binds both players.
LAW_TEXTS = (
    ("your cards with a shift cost have Secret Shift", "Cards with a shift cost have Secret Shift"),
    (
        "after you pass, your opponent has at most 2 more turns instead of 3",
        "After a pass, the other player has at most 2 more turns instead of 3",
    ),
    (
        "if you win a Great Battle by 10 or more, you win the game; if you win it by less, you sacrifice one more card "
        "in the Song of the Dead",
        "Who wins a Great Battle by 10 or more wins the game; who wins it by less sacrifices one more card in the Song "
        "of the Dead",
    ),
    ("your highest FREE card is Ethereal", "Each player’s highest FREE card is Ethereal"),
    (
        "both players discard down to 5 cards at the end of their turns instead of 7",
        "At the end of a turn, its player discards down to 5 cards instead of 7",
    ),
    (
        "in the Great Battle, your army is worth 1 more for each card in your hand",
        "In the Great Battle, each army is worth 1 more for each card in its player’s hand",
    ),
    ("your Immortals have Echo", "Immortals have Echo"),
    (
        "your Immortals count as all three clans of your deck",
        "Immortals count as all three clans of their player’s deck",
    ),
)
IN_PLAY = "In play:"
PERMANENT_TEXTS = {
    "every_level": "Counts as every level everywhere, and may be placed in any row.",
    "mirrors": f"{IN_PLAY} it has the keywords, effects and activation symbols of its mirror card.",
    "doubles": f"{IN_PLAY} its military value is doubled while your opponent has a Bounty card.",
    "hunts": f"{IN_PLAY} when you capture or destroy an enemy Bounty card, draw one more card.",
    "echoes": f"{IN_PLAY} adjacent cards have Echo.",
    "wild": "Counts as all three clans of your deck everywhere.",
    "mourned": "Whoever removes this card from the game while it is in your discard draws a card.",
}
ARRIVES = ("Arrives", "Arrives or activated", "Arrives or activated (2 tokens)")  # by activation symbols
TRIGGER_TEXTS = {
    v.CAPTURED: "When captured",
    v.TURN_ENDS: "At the end of your turn",
    v.SPENDS_TWO: "When you spend two tokens to draw three cards",
    v.PASSES_FIRST: "When you are the first to pass",
    v.WINS_BATTLE: "When you win a Great Battle",
    v.LOSES_BATTLE: "When you lose a Great Battle but not the game",
    v.SHUFFLES: "When you shuffle your whole discard into your deck",
}


def law_text(clan: int, tile: bool) -> str:
    """The permanent effect of a clan: on its tile, or on its Immortal."""
    on_card, on_tile = LAW_TEXTS[clan]
    return f"{on_tile}." if tile else f"{IN_PLAY} {on_card}."


def keyword_text(card: Card) -> str:
    """The keywords of a card, in a fixed order."""
    return ", ".join(KEYWORD_NAMES[word] for word in KEYWORD_NAMES if word in card.keywords)


def card_text(card: Card) -> str:
    """What a card does, in sentences, keywords first."""
    keywords, told = keyword_text(card), effect_text(card)
    return f"{keywords}. {told}".strip() if keywords else told or "No ability."


def effect_text(card: Card) -> str:
    """The same without the keywords."""
    parts: list[str] = []
    if card.will:
        loss, activation = "the capture or destruction of one of your cards", "the activation of an enemy card"
        what = loss if card.will == CANCELS_LOSS else activation
        parts.append(f"Discard it from your hand to cancel {what}.")
    if v.ARRIVES in card.programs:
        parts.append(f"{ARRIVES[card.symbols]}: {PHRASES.program_text(card.programs[v.ARRIVES])}")
    for trigger, words in TRIGGER_TEXTS.items():
        if trigger in card.programs:
            told = PHRASES.program_text(card.programs[trigger])
            parts.append(f"{words}, {told[0].lower()}{told[1:]}")
    if card.also:
        parts.append(f"{IN_PLAY} it also counts as {listed(card.also, 'and as')}.")
    parts += [text for word, text in PERMANENT_TEXTS.items() if word in card.permanents]
    if "law" in card.permanents:
        parts.append(law_text(card.clan, tile=False))
    return " ".join(parts)


# ------------------------------------------------------------------------------------------------ actions


def slot_name(slot: int) -> str:
    """A slot by its row and column: T1 … T5, H1 … H5, I1 … I5."""
    return f"{'THI'[slot // COLUMNS]}{slot % COLUMNS + 1}"


CARD_VERBS = {
    v.DECIDE_PAY: "discard",
    v.DECIDE_NEWCOMER: "bring in",
    v.DECIDE_DISCARD: "discard",
    v.DECIDE_KEEP: "take",
    v.DECIDE_TAKE: "take",
    v.DECIDE_SEARCH: "take",
    v.DECIDE_FORBID: "forbid",
    v.DECIDE_PAY_BOUNTY: "discard",
}
CLAN_VERBS = {v.DECIDE_DRAFT: "pick", v.DECIDE_TILE: "turn", v.DECIDE_PAY_CLAN: "discard"}
SINGLES = {
    act.PASS: "pass",
    act.DRAW_ONE: "draw one",
    act.DRAW_THREE: "draw three",
    act.YES: "yes",
    act.NO: "no",
    act.DONE: "done",
    act.SPENT: "take back a spent token",
    act.USE_WONDER: "spend the Wonder token",
    act.CAPTURE: "capture it",
    act.DESTROY: "destroy it",
    act.FREE: "free it",
    act.ME: "player me",
    act.OPPONENT: "player opponent",
}


def _card_at(st: State, cards: CardSet, seat: int, slot: int) -> str:
    kind = int(st.army[seat, slot])
    return "" if kind == NO_CARD else f" ({cards[kind].name})"


def _op(st: State, tb: Tables) -> int:
    """The instruction that asks."""
    return int(tb.code[st.stack[st.depth - 1, PC], v.OP])


def _card_verb(st: State, tb: Tables) -> str:
    decision = int(st.decision)
    if decision == v.DECIDE_KEEP and _op(st, tb) == v.ARRANGE and st.stack[st.depth - 1, STEP] == 2:
        return "put on top"
    if decision == v.DECIDE_TAKE:
        return {v.TOP: "put on top", v.COPY: "copy", v.REMOVE: "remove"}.get(_op(st, tb), "take")
    return CARD_VERBS.get(decision, "card")


def action_text(st: State, tb: Tables, cards: CardSet, action: int) -> str:
    """An action in words; what it means may depend on what is asked."""
    decider = int(st.decider) if st.decider != NO_CARD else 0
    decision = int(st.decision)
    if action in SINGLES:
        return SINGLES[action]
    if action < act.CLAN:
        return f"{'row' if decision == v.DECIDE_ROW else 'level'} {action - act.LEVEL + 1}"
    if action < act.SHIFT:
        return f"{CLAN_VERBS.get(decision, 'clan')} {CLAN_NAMES[action - act.CLAN]}"
    if action < act.PLACE:
        word, slot = ("shift", action - act.SHIFT) if action < act.ACTIVATE else ("activate", action - act.ACTIVATE)
        return f"{word} {slot_name(slot)}{_card_at(st, cards, decider, slot)}"
    if action < act.OLD:
        return f"place {cards[action - act.PLACE].name}"
    if action < act.CARD:
        word = "bring in" if decision == v.DECIDE_NEWCOMER else "place"
        return f"{word} {cards[action - act.OLD].name} from the discard"
    if action < act.OWN:
        return f"{_card_verb(st, tb)} {cards[action - act.CARD].name}"
    own = action < act.ENEMY
    slot = action - (act.OWN if own else act.ENEMY)
    seat = decider if own else 1 - decider
    words = {
        v.DECIDE_SWAP_WITH: "swap with",
        v.DECIDE_ORDER: "first resolve",
        v.DECIDE_TOKEN: "take back a token of",
    }
    word = words.get(decision, "slot")
    if decision == v.DECIDE_TARGET:
        word = target_verb(st, tb)
    card = _card_at(st, cards, seat, slot)
    if decision == v.DECIDE_ORDER:
        for frame in st.stack[: st.depth]:
            if frame[GROUP] == st.stack[st.depth - 1, GROUP] and frame[PLACE] == seat * SLOTS + slot:
                card = f" ({cards[int(frame[KIND])].name})"
    return f"{word} {'own' if own else 'enemy'} {slot_name(slot)}{card}"


def target_verb(st: State, tb: Tables) -> str:
    """What will be done to the card aimed at."""
    op = _op(st, tb)
    if op == v.AIM:
        arg = int(tb.code[st.stack[st.depth - 1, PC], v.ARG])
        modes = [word for word, bit in (("capture", v.CAPTURE), ("destroy", v.DESTROY), ("free", v.FREE)) if arg & bit]
        return modes[0] if len(modes) == 1 else "aim at"
    return "sacrifice" if op == v.SONG else v.EFFECT_ROWS[op].aim


# ------------------------------------------------------------------------------------------------ decisions


DECISION_TEXTS = {
    v.DECIDE_DRAFT: "pick a clan",
    v.DECIDE_MULLIGAN: "show the hand, shuffle it back and draw 7 new cards? (with at most one Troop)",
    v.DECIDE_MAIN: "choose an action",
    v.DECIDE_NEWCOMER: "choose the newcomer",
    v.DECIDE_ROW: "choose the row to place it in",
    v.DECIDE_ECHO: "Echo: resolve its effect once more?",
    v.DECIDE_BOUNTY: "draw for the Bounty?",
    v.DECIDE_MODE: "capture, destroy or free it?",
    v.DECIDE_SWAP_WITH: "choose the card to swap it with",
    v.DECIDE_SEARCH: "choose a card of your deck",
    v.DECIDE_FORBID: "name a card that your opponent may not play",
    v.DECIDE_SEAT: "choose a player",
    v.DECIDE_CLAN: "name a clan",
    v.DECIDE_LEVEL: "name a level",
    v.DECIDE_MAY: "use the effect?",
    v.DECIDE_ORDER: "several effects at once: which one first?",
    v.DECIDE_TOKEN: "choose the token to take back",
    v.DECIDE_TILE: "choose the tile to turn over",
    v.DECIDE_PAY_BOUNTY: "discard a Bounty card?",
    v.DECIDE_PAY_CLAN: "discard cards of one clan?",
    v.DECIDE_TAKE: "choose a card of a discard",
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
        text = f"choose a card to {target_verb(st, tb)}"
    elif decision == v.DECIDE_REACT:
        activated = _op(st, tb) == v.ACTIVATION
        text = f"cancel {'its activation' if activated else 'its capture or destruction'} by a Force of Will?"
    elif decision == v.DECIDE_PAY:
        text = f"discard a card to pay, {int(frame[COUNT])} to go"
    elif decision == v.DECIDE_DISCARD:
        left = f", {int(frame[COUNT])} to go" if frame[COUNT] > 0 else ""
        text = f"choose a card to discard{left}"
    elif decision == v.DECIDE_KEEP:
        text = f"choose a card to {_card_verb(st, tb)}"
    else:
        text = DECISION_TEXTS[decision]
    return f"seat {int(st.decider)}: {source}{text}"


# ------------------------------------------------------------------------------------------------ the table


def army_card(st: State, cards: CardSet, seat: int, slot: int) -> str:
    """A card on the table: [Timer] is captured, <Timer> still arriving; Timer* carries a token, Timer! the Bounty."""
    name = cards[int(st.army[seat, slot])].name
    marks = "*" * int(st.token[seat, slot]) + "!" * int(st.bounty == seat * SLOTS + slot)
    if st.face[seat, slot] == FACE_DOWN:
        return f"[{name}]{marks}"
    if st.face[seat, slot] == ARRIVING:
        return f"<{name}>"
    return name + marks


def clan_names(bits: int) -> str:
    return ", ".join(CLAN_NAMES[clan] for clan in range(CLANS) if bits >> clan & 1) or "–"


def memory_lines(st: State, cards: CardSet, player: int, seat: int | None) -> list[str]:
    """What everybody, and the seat, knows of a player’s deck, and what the player may not do or may do besides."""
    size, top, bottom = int(st.deck_size[player]), int(st.top_known[player]), int(st.bottom_known[player])
    deck = [int(kind) for kind in st.deck[player, :size]]
    told = []
    if seat is not None and size > 0:
        if seat == player or st.secret[player] == 0:
            told.append(("deck", card_list(cards.cards, np.bincount(deck, minlength=KINDS))))
        else:
            told.append(("unseen", card_list(cards.cards, unseen_of(st, cards, player))))
    told.append(("on top", ", ".join(cards[kind].name for kind in deck[size - top :][::-1])))
    told.append(("at bottom", ", ".join(cards[kind].name for kind in deck[:bottom][::-1])))
    lines = [f"  {label:<9} {words}" for label, words in told if words]
    forbidden = [cards[int(kind)].name for kind in st.forbidden[player] if kind != NO_CARD]
    if forbidden:
        ends = "1 more turn" if st.forbidden_turns[player] == 1 else f"{int(st.forbidden_turns[player])} more turns"
        lines.append(f"  {'forbidden':<9} {', '.join(forbidden)}; until seat {1 - player} has ended {ends}")
    if st.from_discard[player] > 0:
        when = "this turn" if st.from_discard[player] == 2 else "the extra turn to come"
        lines.append(f"  cards of the discard may be placed or shifted in, in {when}")
    return lines


def unseen_of(st: State, cards: CardSet, player: int) -> NDArray[np.int64]:
    """A player’s cards in hand or deck of which nobody else knows where they are: copies of each kind."""
    own = np.array([st.clan_owner[card.clan] == player for card in cards.cards])
    return np.where(own, (st.born > 0).sum(axis=1), 0)


def describe(st: State, tb: Tables, cards: CardSet, seat: int | None, strengths: Sequence[int]) -> str:
    """The table as text, as a seat sees it; None sees everything."""
    when = f"Round {int(st.round_number)}" if st.round_number else "Opening"
    turns = " · extra turn" if st.in_extra_turn else ""
    turns += f" · turns left {int(st.turns_left)}" if st.turns_left >= 0 else ""
    wonder = "on the board" if st.wonder == NOBODY else f"seat {int(st.wonder)}"
    active = sum(1 << clan for clan in range(CLANS) if st.tile[clan])
    lines = [
        f"{when} · seat {int(st.turn_seat)}'s turn{turns} · Wonder token: {wonder} · active tiles: {clan_names(active)}"
    ]
    for player in range(PLAYERS):
        state = " · passed" if st.passed[player] else ""
        whose = " (you)" if player == seat else ""
        lines.append(
            f"Seat {player}{whose} · {clan_names(int(st.clans[player]))} · Supremacy {int(st.supremacy[player])} · "
            f"tokens {int(st.tokens[player])} of {int(st.owned[player])} · hand {int(st.hand_size[player])} · "
            f"deck {int(st.deck_size[player])} · strength {strengths[player]}{state}"
        )
        for row in reversed(range(ROWS)):
            size = int(st.row_size[player, row])
            row_cards = [army_card(st, cards, player, row * COLUMNS + column) for column in range(size)]
            lines.append(f"  {NOUNS.plural(LEVEL_NAMES[row]):<9} {' | '.join(row_cards) if row_cards else '–'}")
        lines.append(f"  {'discard':<9} {card_list(cards.cards, st.discard[player])}")
        if seat is None or player == seat:
            lines.append(f"  {'hand':<9} {card_list(cards.cards, st.hand[player])}")
        else:
            known = st.known * (st.hand[player] > 0)
            if known.any():
                lines.append(f"  {'known':<9} {card_list(cards.cards, known)}")
        lines += memory_lines(st, cards, player, seat)
    if st.removed.any():
        lines.append(f"Removed from the game: {card_list(cards.cards, st.removed)}")
    if st.look_size > 0:
        lines.append(f"Revealed: {', '.join(cards[int(kind)].name for kind in st.look[: st.look_size])}")
    lines += [f"Tile · {law_text(clan, tile=True)}" for clan in range(CLANS) if st.tile[clan]]
    lines.append(f"Waiting for {decision_text(st, tb, cards)}" if st.decision else ending_text(st, cards))
    return "\n".join(lines)


def ending_text(st: State, cards: CardSet) -> str:
    """How the game ended, in a sentence."""
    ending = int(st.ending)
    if ending == FAULT:
        card = cards[int(st.ending_kind)].name if 0 <= st.ending_kind < KINDS else "?"
        return f"The game broke off: no rule knows code row {int(st.unknown_row)} of {card}."
    winners = [seat for seat in range(PLAYERS) if int(st.winners) >> seat & 1]
    if len(winners) != 1:
        what = "15 face-up cards" if ending == BY_FIFTEEN_CARDS else "their second Supremacy token"
        return f"A draw: both have {what}." if winners else f"No winner: {ENDINGS[ending]}."
    how = {
        BY_FIFTH_TOKEN: "by a fifth activation token",
        BY_FIFTEEN_CARDS: "by 15 face-up cards",
        BY_GOAN_SUL: "by the permanent effect of Goan Sul",
        BY_JUSTICE: "by turning the third tile",
    }.get(ending, "by Supremacy")
    return f"Seat {winners[0]} wins {how}."
