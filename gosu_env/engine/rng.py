"""The random generator inside a game's record: xoshiro128++ on 32-bit words.

Every value stays below 2**63, so plain integers give the same numbers interpreted, compiled and on a GPU.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gosu_env.engine.compile import Wide, entry, rule
from gosu_env.engine.compile.arguments import UInt32s

WORD = 0xFFFFFFFF


@rule
def _multiply(a: Wide, b: Wide) -> Wide:
    """The low 32 bits of a product of two 32-bit words."""
    return (a * (b & 0xFFFF) + (((a * (b >> 16)) & 0xFFFF) << 16)) & WORD


@rule
def _scramble(word: Wide) -> Wide:
    """A bijection of 32-bit words in which every input bit reaches every output bit."""
    word ^= word >> 16
    word = _multiply(word, 0x21F0AAAD)
    word ^= word >> 15
    word = _multiply(word, 0xD35A2D97)
    word ^= word >> 15
    return word


@rule
def seed_rng(rng: Any, seed: Wide) -> None:
    """Fill the four words from a seed of 0 … 2**63 - 1; seed 0 is a seed like any other."""
    low = np.int64(seed) & WORD
    high = (np.int64(seed) >> 32) & WORD
    word: Any = np.int64(0x9E3779B9)
    for i in range(4):
        word = _scramble((word + low + np.int64(0x6A09E667) * (i + 1)) & WORD)
        word = _scramble((word ^ high) & WORD)
        rng[i] = word
    rng[0] |= 1  # never the all-zero state


@rule
def next_word(rng: Any) -> Wide:
    """The next 32 random bits."""
    s0: Any = np.int64(rng[0])
    s1 = np.int64(rng[1])
    s2 = np.int64(rng[2])
    s3 = np.int64(rng[3])
    total = (s0 + s3) & WORD
    result = ((((total << 7) & WORD) | (total >> 25)) + s0) & WORD
    shifted = (s1 << 9) & WORD
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = ((s3 << 11) & WORD) | (s3 >> 21)
    rng[0] = s0
    rng[1] = s1
    rng[2] = s2
    rng[3] = s3
    return result  # type: ignore[no-any-return]


@rule
def random_below(rng: Any, n: int) -> int:
    """A uniform number of 0 … n - 1, for n of 1 … 2**31, without bias."""
    product = next_word(rng) * n
    if (product & WORD) < n:
        floor = (WORD + 1 - n) % n
        while (product & WORD) < floor:
            product = next_word(rng) * n
    return int(product >> 32)


@rule
def random_share(rng: Any) -> float:
    """A uniform number from 0 up to, but without, 1: a multiple of 2**-53."""
    high = next_word(rng) >> 5
    return (high * 67108864 + (next_word(rng) >> 6)) / 9007199254740992.0


@rule
def next_seed(rng: Any) -> Wide:
    """A seed: 0 … 2**63 - 1."""
    return (next_word(rng) << 31) ^ next_word(rng)


@entry
def _seed_words(words: UInt32s, seed: Wide) -> None:
    seed_rng(words, seed)


@entry
def _draw_below(words: UInt32s, n: int) -> int:
    return random_below(words, n)


@entry
def _draw_seed(words: UInt32s) -> Wide:
    return next_seed(words)


class Stream:
    """The same generator for Python: what is drawn here and in compiled code from one seed is the same."""

    __slots__ = ("words",)

    def __init__(self, seed: int) -> None:
        self.words = np.zeros(4, np.uint32)
        _seed_words(self.words, seed)

    def below(self, n: int) -> int:
        """A uniform number of 0 … n - 1."""
        return _draw_below(self.words, n)

    def seed(self) -> int:
        """A seed for ``Game``."""
        return _draw_seed(self.words)

    def __getstate__(self) -> bytes:
        return self.words.tobytes()

    def __setstate__(self, content: bytes) -> None:
        self.words = np.frombuffer(bytearray(content), np.uint32)
