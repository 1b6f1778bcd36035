"""``Deal``: a seed that nobody can know before the game is over, and everybody can check afterwards.

Whoever knows the seed of a game can compute every hand. So the number that a visitor wishes for is mixed with a secret
of the server. Its digest is shown from the beginning, the secret itself after the game.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from gosu_env.engine.errors import DataError
from gosu_env.engine.replay import Replay

BYTES = 32
METADATA = "deal"  # of a replay


def fresh_secret() -> bytes:
    return secrets.token_bytes(BYTES)


@dataclass(frozen=True)
class Deal:
    """The secret of a table, in hexadecimal, and the number that was wished for."""

    secret: str
    wish: int

    @classmethod
    def fresh(cls, wish: int, secret: Callable[[], bytes] = fresh_secret) -> Deal:
        return cls(secret().hex(), wish)

    @property
    def seed(self) -> int:
        """The seed of the game: 63 bits of SHA-256 over the secret and the wish, 8 bytes, little-endian."""
        mixed = hashlib.sha256(bytes.fromhex(self.secret) + self.wish.to_bytes(8, "little"))
        return int.from_bytes(mixed.digest()[:8], "little") >> 1

    @property
    def commitment(self) -> str:
        """What is shown before the game: the SHA-256 of the secret."""
        return hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()

    def as_metadata(self) -> Mapping[str, Any]:
        """What the replay of the game says of it."""
        return {METADATA: asdict(self)}

    @classmethod
    def of(cls, replay: Replay) -> Deal:
        """The deal of a game that was played at a table; a ``DataError`` unless the game was dealt from it."""
        try:
            told = replay.header.metadata[METADATA]
            deal = cls(str(told["secret"]), int(told["wish"]))
            dealt = deal.seed
        except (KeyError, TypeError, ValueError, OverflowError):
            raise DataError("the replay does not say from which secret it was dealt") from None
        if dealt != replay.header.seed:
            raise DataError(f"the game was not dealt from its secret: its seed is {replay.header.seed}, not {dealt}")
        return deal
