"""What lines of GOSU's cards may say: verbs, conditions, powers after a colon, Globals.

Lines are those of every game of armies (``gosu_env.armies.language``): ``advantage, may: discard 2; draw 3``.
Of a power after a colon, the first line says what its player has to do for it: ``discard 2: draw 3``.
``docs/gosu/cards.md`` lists every word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gosu_env.armies.language import (
    ANY,
    Build,
    Filter,
    Form,
    Instruction,
    Language,
    LineError,
    Words,
    condition,
    number_of,
    place_of,
    plain,
)
from gosu_env.gosu import vocabulary as v
from gosu_env.gosu.state import CARDS, CLANS, LOOK_SIZE, NUMBERS

# In the order of their numbers: five of every game (G-1.2), five more of Kamakor (K-1.1).
CLAN_WORDS = ("ancient", "alpha", "dark", "meka", "fire", "drake", "shadow", "drum", "swamp", "mask")
WHO_WORDS = {"me": v.ME, "opponents": v.OPPONENTS, "everyone": v.ALL, "fewest": v.FEWEST, "chosen": v.CHOSEN}
ARMY_WORDS = {"any": v.ANY_ARMY, "own": v.OWN_ARMY, "enemy": v.OPPONENT_ARMY}


def _down_or_up_to(words: Words, op: int) -> list[Instruction]:
    """``draw to 5`` and ``discard to 5``; nothing when the words name no hand size."""
    if "to" not in words.numbers:
        return []
    if words.amount is not None or words.bonus or words.flags:
        raise LineError("'to N' names the size of the hand: it takes no other number, no bonus and not 'random'")
    return [Instruction(op, words.who or v.ME, words.numbers["to"])]


def _draw(words: Words) -> list[Instruction]:
    return _down_or_up_to(words, v.DRAW_TO) or plain(v.DRAW)(words)


def _discard(words: Words) -> list[Instruction]:
    to_size = _down_or_up_to(words, v.DISCARD_TO)
    return to_size or plain(v.DISCARD, arg=v.AT_RANDOM if "random" in words.flags else 0)(words)


def _steal(words: Words) -> list[Instruction]:
    return [Instruction(v.CHOOSE_SEAT, arg=v.WITH_CARDS), *plain(v.STEAL)(words)]


def _look(words: Words) -> list[Instruction]:
    if words.amount is None or not 1 <= words.amount + words.bonus <= LOOK_SIZE:
        raise LineError(f"look at 1 to {LOOK_SIZE} cards, as in 'look 4 keep 1'")
    if "keep" not in words.numbers:
        raise LineError("say how many to keep, as in 'look 4 keep 1' or 'look 4 keep all clan=fire'")
    if words.fits != ANY and words.numbers["keep"] not in (1, v.ALL_OF_THEM):
        raise LineError("of cards that fit keep 1 or all, as in 'look 4 keep 1 level=2'")
    return plain(v.LOOK, arg=words.numbers["keep"])(words)


def _recover(words: Words) -> list[Instruction]:
    return plain(v.RECOVER, arg=v.UP_TO if "up to" in words.flags else 0)(words)


def _aimed(op: int) -> Build:
    """An effect that aims at cards on the table, maybe at first cards only."""

    def build(words: Words) -> list[Instruction]:
        return plain(op, arg=v.FIRST_CARD if "first" in words.flags else 0)(words)

    return build


def _is_self(words: Words, what: str) -> bool:
    """Whether an effect is about its own card."""
    if "self" not in words.flags:
        return False
    if words.amount is not None or words.bonus or words.army is not None or words.fits != ANY or len(words.flags) > 1:
        raise LineError(f"'{what} self' takes no number, filter or army")
    return True


def _imprison(words: Words) -> list[Instruction]:
    return [Instruction(v.IMPRISON_SELF)] if _is_self(words, "imprison") else _aimed(v.IMPRISON)(words)


def _jump(words: Words) -> list[Instruction]:
    if _is_self(words, "jump"):
        return [Instruction(v.SHADOW_JUMP, arg=v.THIS_CARD)]
    return plain(v.SHADOW_JUMP)(words)


def _advantage(words: Words) -> list[Instruction]:
    if words.flags == {"take"}:
        return [Instruction(v.ADVANTAGE_TAKE)]
    if words.flags == {"give"}:
        return [Instruction(v.CHOOSE_SEAT), Instruction(v.ADVANTAGE_GIVE)]
    raise LineError("write 'advantage take' or 'advantage give'")


def _again(op: int) -> Build:
    def build(words: Words) -> list[Instruction]:
        return [Instruction(op, arg=v.FREE_OF_COST if "free" in words.flags else 0)]

    return build


def _choose(words: Words) -> list[Instruction]:
    if words.flags == {"opponent"} or words.flags == {"player"}:
        return [Instruction(v.CHOOSE_SEAT, arg=0 if "opponent" in words.flags else v.ANY_PLAYER)]
    if words.amount == v.USE_X and 1 <= words.numbers.get("limit", 0) < NUMBERS:
        return [Instruction(v.CHOOSE_X, amount=words.numbers["limit"])]
    raise LineError(f"write 'choose opponent', 'choose player' or 'choose X up to N' with N of 1 to {NUMBERS - 1}")


def _count(words: Words) -> list[Instruction]:
    limit = words.numbers.get("limit", 0)
    if words.amount != v.USE_X or not 1 <= limit < NUMBERS:
        raise LineError(f"write 'count X … up to N' with N of 1 to {NUMBERS - 1}")
    what = v.COUNT_OPPONENTS_IMPRISONED if "imprisoned" in words.flags else v.COUNT_OWN
    if what == v.COUNT_OPPONENTS_IMPRISONED and (words.fits != ANY or words.army is not None):
        raise LineError("imprisoned cards show no clan: 'count X imprisoned up to N' takes no filter")
    return [Instruction(v.COUNT_X, amount=limit, fits=words.fits, arg=what)]


# Verbs that say more than one instruction with its columns.
BUILDERS: dict[str, Build] = {
    "draw": _draw,
    "discard": _discard,
    "steal": _steal,
    "look": _look,
    "recover": _recover,
    "destroy": _aimed(v.DESTROY),
    "imprison": _imprison,
    "release": _aimed(v.RELEASE),
    "return": _aimed(v.RETURN),
    "advantage": _advantage,
    "place": _again(v.PLACE_AGAIN),
    "mutate": _again(v.MUTATE_AGAIN),
    "choose": _choose,
    "count": _count,
    "jump": _jump,
}


def _if(which: int) -> Callable[[re.Match[str]], list[Instruction]]:
    return condition(v.IF, which, CARDS)


def _pay(match: re.Match[str]) -> list[Instruction]:
    price = number_of(match[1], 1, CARDS)
    return [
        Instruction(v.IF, v.IF_HAND_AT_LEAST, price),
        Instruction(v.MAY),
        Instruction(v.DISCARD, v.ME, price, arg=v.PRICE),
    ]


def _if_clan(match: re.Match[str]) -> list[Instruction]:
    clan, number = place_of("clan", match[1], CLAN_WORDS), number_of(match[2], 0, CARDS)
    return [Instruction(v.IF, v.IF_CARDS_AT_LEAST, number, fits=Filter(clan=clan))]


def _if_card(match: re.Match[str]) -> list[Instruction]:
    return [Instruction(v.IF, v.IF_CARDS_AT_LEAST, 1, fits=Filter(names=frozenset([match[1].strip()])))]


FORMS = (
    Form("advantage", "advantage", _if(v.IF_ADVANTAGE)),
    Form("behind", "behind", _if(v.IF_BEHIND), "the condition of the bracket (G-9.3)"),
    Form(
        "hit",
        "hit",
        _if(v.IF_HIT),
        "the last effect before it that discards, steals, recovers, destroys, imprisons, releases, returns, swaps or "
        "lets jump has found a card; of several, one is enough (“if at least one was …”); paying does not count",
    ),
    Form("no tokens", "no tokens", _if(v.IF_TOKENS_NONE)),
    Form("may", "may", lambda match: [Instruction(v.MAY)], "the player is asked"),
    Form("pay N", "pay ([0-9]+)", _pay, "the player is asked, if the hand is large enough"),
    Form("hand <= N", "hand <= ([0-9]+)", _if(v.IF_HAND_AT_MOST)),
    Form("hand >= N", "hand >= ([0-9]+)", _if(v.IF_HAND_AT_LEAST)),
    Form("cards N", "cards ([0-9]+)", _if(v.IF_CARDS_AT_LEAST)),
    Form("clan NAME N", r"clan (\w+) ([0-9]+)", _if_clan),
    Form("card NAME", "card (.+)", _if_card, "a card of the set, by its name"),
    Form("first", "first", _if(v.IF_FIRST), "Kamakor (K-1.7)"),
    Form("dragoons N", "dragoons ([12])", _if(v.IF_DRAGOONS), "Kamakor: N is 1 or 2; they are not spent"),
)


LANGUAGE = Language(
    effects=v.EFFECT_ROWS,
    builders=BUILDERS,
    forms=FORMS,
    clans=CLAN_WORDS,
    who=WHO_WORDS,
    armies=ARMY_WORDS,
    most=NUMBERS - 1,
    leaps=(v.IF, v.MAY),
    of_all=("token",),
)
VERBS = LANGUAGE.verbs
parse_condition = LANGUAGE.parse_condition
parse_line = LANGUAGE.parse_line


def parse_price(text: str) -> Instruction:
    """What stands before the colon of a power (K-1.8)."""
    example = "'discard 2', 'imprison self', 'imprison 1 level=1' or 'sacrifice 1'"
    words = LANGUAGE.parse_words(text.strip().partition(" ")[2])
    steps = LANGUAGE.parse_effect(text.strip()) if text.strip() else []
    if len(steps) != 1 or words.bonus or words.amount == v.USE_X or words.who is not None or words.fits.named_clan:
        raise LineError(f"{text!r} is no condition of a power; write {example}")
    step = steps[0]
    if step.op == v.DISCARD and not step.arg:
        return replace(step, arg=v.PRICE)
    if step.op == v.IMPRISON and not step.arg and words.army in (None, v.OWN_ARMY):
        return replace(step, who=v.OWN_ARMY)
    if step.op == v.IMPRISON_SELF or (step.op == v.SACRIFICE and step.amount == 1):
        return step
    raise LineError(f"{text!r} is no condition of a power; write {example}")


def parse_power(lines: list[str]) -> list[Instruction]:
    """A power after a colon: its condition first."""
    price, colon, rest = lines[0].partition(":")
    if not colon:
        raise LineError("a power after a colon begins with what its player has to do, as in 'discard 2: draw 3'")
    return [parse_price(price), *(step for line in (rest, *lines[1:]) for step in parse_line(line))]


@dataclass(frozen=True)
class Global:
    """A rule that binds every player while its card stands face up."""

    which: int
    value: int
    names: tuple[str, ...] = ()

    @property
    def entries(self) -> tuple[int, ...]:
        """Its places among the Globals: what protects every clan stands there for the clans of Kamakor as well."""
        return (v.NO_IMPRISON, v.NO_IMPRISON_KAMAKOR) if self.protects_all else (self.which,)

    @property
    def protects_all(self) -> bool:
        return self.which == v.NO_IMPRISON and self.value == EVERY_CLAN


EVERY_CLAN = (1 << CLANS) - 1  # bits of the clans that a Global protects
GLOBAL_PATTERNS: tuple[tuple[str, str, str], ...] = (
    (r"value level=(?P<level>[1-3]) (?P<value>[+-]\d)", "value_level", "value level=1 +1"),
    (r"value clan=(?P<clan>\w+) (?P<value>[+-]\d)", "value_clan", "value clan=fire +1"),
    (r"place cost (?P<value>[+-]\d)", "place_cost", "place cost -1"),
    (r"mutation cost (?P<value>[+-]\d)", "mutation_cost", "mutation cost -1"),
    (r"hand limit (?P<value>\d+)", "hand_limit", "hand limit 6"),
    (r"token draw (?P<value>\+\d)", "token_draw", "token draw +1"),
    (r"no destruction clan=(?P<clan>\w+)", "no_destroy", "no destruction clan=meka"),
    (r"no imprisonment clan=(?P<clan>\w+)", "no_imprison", "no imprisonment clan=alpha"),
    (r"no imprisonment", "no_imprison", "no imprisonment"),
    (r"ties earn nothing", "ties", "ties earn nothing"),
    (r"no pass with tokens", "no_pass_with_tokens", "no pass with tokens"),
    (r"turn limit (?P<value>\d+)", "turn_limit", "turn limit 3"),
    (r"win named (?P<names>.+)", "win_named", "win named Garsh, Fact, Ideo"),
    (r"win clans (?P<value>\d+)", "win_clans", "win clans 5"),
    (r"win cards (?P<value>\d+)", "win_cards", "win cards 12"),
    (r"win hand (?P<value>\d+)", "win_hand", "win hand 12"),
    (r"win one clan (?P<value>\d+)", "win_one_clan", "win one clan 9"),
    (r"win ozekis (?P<value>\d+)", "win_ozekis", "win ozekis 3"),
    (r"win advantage (?P<value>\d+)", "win_advantage", "win advantage 8"),
)


def parse_global(text: str) -> Global:
    """One Global."""
    for pattern, name, _ in GLOBAL_PATTERNS:
        match = re.fullmatch(pattern, text.strip(), re.ASCII)
        if not match:
            continue
        parts = match.groupdict()
        sign = -1 if parts.get("value", "").startswith("-") else 1
        value = sign * number_of(parts["value"].lstrip("+-"), 0, CARDS) if parts.get("value") else 1
        if name == "value_level":
            return Global(v.VALUE_LEVEL_1 + int(parts["level"]) - 1, value)
        if name == "value_clan":
            return Global(v.VALUE_CLAN + LANGUAGE.clan_number(parts["clan"]), value)
        if name in ("no_destroy", "no_imprison"):
            clan = LANGUAGE.clan_number(parts["clan"]) if parts.get("clan") else None
            if clan is not None and clan >= CLANS:
                return Global(v.GLOBALS.index(f"{name}_kamakor"), 1 << clan - CLANS)
            return Global(v.GLOBALS.index(name), EVERY_CLAN if clan is None else 1 << clan)
        if name == "win_named":
            names = tuple(part.strip() for part in parts["names"].split(",") if part.strip())
            return Global(v.WIN_NAMED, 0, names)
        if value == 0:
            raise LineError(f"{text!r}: the number must be of 1 to {CARDS}")
        return Global(v.GLOBALS.index(name), value)
    examples = "; ".join(example for _, _, example in GLOBAL_PATTERNS)
    raise LineError(f"unknown Global {text!r}; for example: {examples}")
