"""Replays as bytes: a line that says what they are, a checksum, and msgpack (msgspec, of the extra ``arena``)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gosu_env.engine.errors import DataError, MissingExtraError, OptionError, install
from gosu_env.engine.view import Thoughts

MAGIC = b"GOSU-REPLAY/"
VERSION = 1
CHECKSUM = 4  # bytes
LONGEST_SHIFT = 56  # of a varint: numbers stay below 2**63
MOST_DIGITS = 9  # of the version


@dataclass(frozen=True, slots=True)
class Header:
    """What was played, and by whom."""

    game: str
    num_players: int
    options: dict[str, Any]
    digest: str  # of the card set
    seed: int | None  # None: the game begins with ``start``
    start: bytes | None  # ``Game.to_bytes`` of a game that was not dealt from a seed, or was not new
    agents: tuple[str, ...]  # a name for every seat; "" when nobody said
    metadata: dict[str, Any]  # plain data, whatever the recorder was given
    made_by: str


# What a replay consists of: header, actions, check bytes, thoughts (of every action, or none), fingerprint, returns.
Content = tuple[Header, tuple[int, ...], bytes, tuple[Thoughts | None, ...], bytes, tuple[float, ...] | None]
# Thoughts: ids of actions as varints, their probabilities as little-endian float32, value, note.
Packed = tuple[bytes, bytes, float | None, str | None]
# The same as it is written: actions as varints.
Body = tuple[Header, bytes, bytes, list[Packed | None], bytes, tuple[float, ...] | None]


def _msgspec() -> Any:
    try:
        import msgspec  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError(f"replay files need msgspec: {install('arena')}") from None
    return msgspec


# ------------------------------------------------------------------------------------------------ pieces


def pack_varints(numbers: Iterable[int]) -> bytes:
    """Numbers in groups of 7 bits, the low ones first; the high bit of a byte says that more follow."""
    out = bytearray()
    for number in numbers:
        rest = number
        while rest > 0x7F:
            out.append(rest & 0x7F | 0x80)
            rest >>= 7
        out.append(rest)
    return bytes(out)


def unpack_varints(data: bytes) -> list[int]:
    numbers: list[int] = []
    number = shift = 0
    for byte in data:
        if shift > LONGEST_SHIFT:
            raise DataError("the replay is damaged: it contains a number that is too long")
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(number)
            number = shift = 0
    if shift:
        raise DataError("the replay is damaged: it contains an unterminated number")
    return numbers


def pack_thoughts(thoughts: Thoughts | None) -> Packed | None:
    if thoughts is None:
        return None
    chances = dict(thoughts.probabilities) if thoughts.probabilities is not None else {}
    return pack_varints(chances), np.array([*chances.values()], "<f4").tobytes(), thoughts.value, thoughts.note


def unpack_thoughts(packed: Packed | None) -> Thoughts | None:
    if packed is None:
        return None
    actions, chances = unpack_varints(packed[0]), packed[1]
    if len(chances) != 4 * len(actions):
        raise DataError("the replay is damaged: the numbers of actions and probabilities differ")
    probabilities = dict(zip(actions, np.frombuffer(chances, "<f4").tolist(), strict=True))
    value = packed[2]
    if not all(0 <= chance <= 1.0001 for chance in probabilities.values()):  # not a number is neither
        raise DataError("the replay is damaged: it contains a probability outside 0 to 1")
    if value is not None and not -1.0001 <= value <= 1.0001:
        raise DataError(f"the replay is damaged: {value} is not a return; expected -1 to 1")
    return Thoughts(probabilities or None, value, packed[3])


# ------------------------------------------------------------------------------------------------ the whole


def encode(
    header: Header,
    actions: tuple[int, ...],
    checks: bytes,
    thoughts: tuple[Thoughts | None, ...],
    last: bytes,
    returns: tuple[float, ...] | None,
) -> bytes:
    parts = header, pack_varints(actions), checks, [pack_thoughts(each) for each in thoughts], last, returns
    try:
        body: bytes = _msgspec().msgpack.encode(parts)
    except (TypeError, OverflowError) as error:
        raise OptionError(f"the replay cannot be saved: {error}") from None
    return b"%s%d\n%s%s" % (MAGIC, VERSION, zlib.crc32(body).to_bytes(CHECKSUM, "little"), body)


def decode(data: bytes) -> Content:
    msgspec = _msgspec()
    if not data.startswith(MAGIC):
        raise DataError(f"not a replay: it does not start with {MAGIC.decode()!r}")
    line, _, rest = data.partition(b"\n")
    version = line.removeprefix(MAGIC)
    if not version.isdigit() or len(version) > MOST_DIGITS or int(version) < 1:
        raise DataError("the replay is damaged: its first line has no version")
    if int(version) > VERSION:
        raise DataError(f"the replay has format {int(version)}, which needs a newer gosu-env: this one reads {VERSION}")
    checksum, body = rest[:CHECKSUM], rest[CHECKSUM:]
    if zlib.crc32(body).to_bytes(CHECKSUM, "little") != checksum:
        raise DataError("the replay is damaged or cut off: checksum mismatch")
    try:
        header, packed, checks, thoughts, last, returns = msgspec.msgpack.decode(body, type=Body)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:  # a text that is not UTF-8 is a ValueError
        raise DataError(f"the replay is damaged: {error}") from None
    actions = tuple(unpack_varints(packed))
    if len(checks) != len(actions) or len(thoughts) not in (0, len(actions)):
        raise DataError(f"the replay is damaged: it has {len(actions)} actions and {len(checks)} check bytes")
    if (header.seed is None) == (header.start is None):
        raise DataError("the replay is damaged: it needs either a seed or a position to start from")
    if len(header.agents) != header.num_players:
        raise DataError(f"the replay is damaged: {header.num_players} players have {len(header.agents)} names")
    return header, actions, checks, tuple(map(unpack_thoughts, thoughts)), last, returns
