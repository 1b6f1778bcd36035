"""The language of the cards of GOSU X: its verbs, conditions and words.

name clan; reveal 4 keep all clan=named
supremacy, may: sacrifice 1 everyone
capture/free 1 level=1-2
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gosu_env.armies.language import (
    ANY,
    Filter,
    Form,
    Instruction,
    Language,
    LineError,
    Words,
    condition,
    plain,
)
from gosu_env.gosux import vocabulary as v
from gosu_env.gosux.state import CLAN_WORDS, DECK, KEYWORDS, LOOK_SIZE

MODES = {"capture": v.CAPTURE, "destroy": v.DESTROY, "free": v.FREE}
WHO_WORDS = {word: number for number, word in enumerate(v.PLAYERS_WORDS)}
ARMY_WORDS = {word: number for number, word in enumerate(v.ARMY_WORDS)}
AREA_WORDS = {word: number for number, word in enumerate(v.AREAS) if word}
COUNTED_WORDS = {word: number for number, word in enumerate(v.PERS) if word}


def _aim(verbs: tuple[str, ...], words: Words) -> list[Instruction]:
    """Capture, destroy or free, in one instruction."""
    modes = sum(MODES[verb] for verb in verbs if verb in MODES)
    if any(verb not in MODES for verb in verbs):
        raise LineError(f"only {', '.join(MODES)} can be offered side by side")
    if words.amount == v.ALL_OF_THEM and modes != v.FREE:
        raise LineError("only 'free' takes 'all'")
    each = v.EACH if "each" in words.flags else 0
    return plain(v.AIM, arg=modes | each | v.AREA * words.chosen.get("area", v.ANYWHERE))(words)


def _capture(words: Words) -> list[Instruction]:
    for flag, op in (("self", v.CAPTURE_SELF), ("copied", v.CAPTURE_COPIED)):
        if flag in words.flags:
            if words != Words(flags={flag}):
                raise LineError(f"'capture {flag}' takes nothing else")
            return [Instruction(op)]
    return _aim(("capture",), words)


def _destroy(words: Words) -> list[Instruction]:
    if "clan" in words.flags:
        return [Instruction(v.DESTROY_CLAN)]
    return _aim(("destroy",), words)


def _free(words: Words) -> list[Instruction]:
    return _aim(("free",), words)


def _draw(words: Words) -> list[Instruction]:
    if "to_opponent" in words.flags:
        return [Instruction(v.DRAW_TO_OPPONENT, words.who or v.ME)]
    counted = words.chosen.get("counted", v.PER_NOTHING)
    if ("per" in words.flags) != (counted != v.PER_NOTHING):
        raise LineError(f"write 'per' and what is counted: {', '.join(COUNTED_WORDS)}")
    return plain(v.DRAW, arg=counted)(words)


def _hand(words: Words) -> list[Instruction]:
    if "to" not in words.numbers:
        raise LineError("say how large the hand becomes, as in 'hand to 3 everyone'")
    return [Instruction(v.HAND_TO, words.who or v.ME, words.numbers["to"])]


def _discard(words: Words) -> list[Instruction]:
    if "half" in words.flags:
        return [Instruction(v.DISCARD_HALF, words.who or v.ME)]
    if "to_mine" in words.flags:
        return [Instruction(v.DISCARD_TO_MINE, words.who or v.ME)]
    return plain(v.DISCARD)(words)


def _sacrifice(words: Words) -> list[Instruction]:
    if "even" in words.flags:
        return [Instruction(v.SACRIFICE_EVEN)]
    return plain(v.SACRIFICE)(words)


def _copy(words: Words) -> list[Instruction]:
    return [Instruction(v.COPY, fits=words.fits, arg=v.AREA * words.chosen.get("area", v.ANYWHERE))]


def _remove(words: Words) -> list[Instruction]:
    if "copied" in words.flags:
        return [Instruction(v.REMOVE_COPIED)]
    if "clan" in words.flags:
        return [Instruction(v.REMOVE_CLAN)]
    return [Instruction(v.REMOVE, amount=1)]


def _shuffle(words: Words) -> list[Instruction]:
    if "clan" in words.flags:
        return [Instruction(v.SHUFFLE_CLAN)]
    if "removed" not in words.flags or not words.fits.names:
        raise LineError("write 'shuffle clan everyone' or 'shuffle removed name=…'")
    return [Instruction(v.SHUFFLE_REMOVED, fits=words.fits)]


def _up_to(words: Words) -> int:
    return v.UP_TO if "up to" in words.flags else 0


def _recover(words: Words) -> list[Instruction]:
    if "name" in words.flags:
        return [Instruction(v.RECOVER_NAME)]
    if words.amount == v.ALL_OF_THEM:
        if "removed" not in words.flags or not words.fits.names:
            raise LineError("'all' is for 'recover all name=… removed'")
        return [Instruction(v.RECOVER_ALL, fits=words.fits)]
    each = v.EACH_LEVEL if "each_level" in words.flags else 0
    return plain(v.RECOVER, arg=_up_to(words) | each)(words)


def _reveal(words: Words) -> list[Instruction]:
    if words.amount is None or not 1 <= words.amount <= LOOK_SIZE or "keep" not in words.numbers:
        raise LineError(f"reveal 1 to {LOOK_SIZE} cards and say how many to keep, as in 'reveal 4 keep 1'")
    keep = words.numbers["keep"]
    if keep not in (1, v.ALL_OF_THEM) or (keep == 1 and words.fits != ANY):
        raise LineError("keep 1, or keep all that fit, as in 'reveal 4 keep all clan=named'")
    return plain(v.REVEAL, arg=keep)(words)


def _search(words: Words) -> list[Instruction]:
    on_top = "top" in words.flags
    if on_top != bool(words.fits.names):
        raise LineError("write 'search 1' or 'search 1 name=\"…\" top': a card of a name is shown")
    return plain(v.SEARCH, arg=v.ON_TOP if on_top else 0)(words)


def _top(words: Words) -> list[Instruction]:
    return plain(v.TOP, arg=_up_to(words))(words)


def _token(words: Words) -> list[Instruction]:
    amount = words.numbers.get("limit", words.amount or 1)
    return [Instruction(v.TOKEN_BACK, words.who or v.ME, amount, arg=_up_to(words))]


def _extra(words: Words) -> list[Instruction]:
    area = words.chosen.get("area", v.ANYWHERE)
    if area not in (v.ANYWHERE, v.IN_DISCARD):
        raise LineError("write 'extra turn' or 'extra turn discard'")
    return [Instruction(v.EXTRA_TURN, arg=v.FROM_DISCARD if area == v.IN_DISCARD else 0)]


def _name(words: Words) -> list[Instruction]:
    if words.flags == {"clan"}:
        return [Instruction(v.NAME_CLAN)]
    if words.flags == {"level"}:
        return [Instruction(v.NAME_LEVEL)]
    raise LineError("write 'name clan' or 'name level'")


def _if_named(which: int, number: int) -> Callable[[re.Match[str]], list[Instruction]]:
    """A condition about cards of a name."""

    def build(match: re.Match[str]) -> list[Instruction]:
        fits = Filter(names=frozenset([match[1].strip()]))
        return [Instruction(v.IF, which, int(match[2]) if number else 1, fits=fits)]

    return build


def _pay_clan(match: re.Match[str]) -> list[Instruction]:
    return [Instruction(v.PAY_CLAN, amount=int(match[1]))]


FORMS = (
    Form("supremacy", "supremacy", condition(v.IF, v.IF_SUPREMACY, DECK), "the player owns a Supremacy token"),
    Form("X N", "X ([1-4])", condition(v.IF, v.IF_X, DECK), "the player owns so many tokens"),
    Form("card NAME", "card (.+)", _if_named(v.IF_IN_PLAY, 0), "a card of that name is face up in play"),
    Form("named NAME >= N", r"named (.+) >= ([0-9]+)", _if_named(v.IF_NAMED, 1), "so many in the own army"),
    Form("removed NAME", "removed (.+)", _if_named(v.IF_REMOVED, 0), "one's card is removed from the game"),
    Form("hand empty", "hand empty", condition(v.IF, v.IF_HAND_EMPTY, DECK)),
    Form("no tokens", "no tokens", condition(v.IF, v.IF_NO_TOKENS, DECK), "no activation token in hand"),
    Form("captured >= N", "captured >= ([0-9]+)", condition(v.IF, v.IF_CAPTURED, DECK), "cards of the opponent"),
    Form("discard >= 1", "discard >= 1", condition(v.IF, v.IF_DISCARD, DECK), "the own discard is not empty"),
    Form("may", "may", lambda match: [Instruction(v.MAY)], "the player is asked"),
    Form("pay bounty", "pay bounty", lambda match: [Instruction(v.PAY_BOUNTY)], "a Bounty card may be discarded"),
    Form("pay N of one clan", "pay ([1-7]) of one clan", _pay_clan, "so many cards may be discarded"),
)

LANGUAGE = Language(
    effects=v.EFFECT_ROWS,
    builders={
        "draw": _draw,
        "hand": _hand,
        "discard": _discard,
        "capture": _capture,
        "destroy": _destroy,
        "free": _free,
        "sacrifice": _sacrifice,
        "copy": _copy,
        "remove": _remove,
        "shuffle": _shuffle,
        "recover": _recover,
        "reveal": _reveal,
        "search": _search,
        "top": _top,
        "token": _token,
        "extra": _extra,
        "name": _name,
    },
    forms=FORMS,
    clans=CLAN_WORDS,
    who=WHO_WORDS,
    armies=ARMY_WORDS,
    most=DECK,
    leaps=(v.IF, v.MAY, v.PAY_BOUNTY, v.PAY_CLAN),
    of_all=("free", "recover"),
    named=("clan", "level", "paid"),
    keywords=KEYWORDS,
    choices={"area": AREA_WORDS, "counted": COUNTED_WORDS},
    bracket="supremacy",
    either=_aim,
)
