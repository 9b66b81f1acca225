"""Short names that tell nothing: the numbers 0, 1, 2 ... of one game, shuffled by its salt.

Whoever sees a few of them learns neither how many there are nor which came first. No two numbers share a name.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 6
_HALF = 15
_LOW = (1 << _HALF) - 1
_ROUNDS = 4


def salt_of(seed: int) -> str:
    """The salt of a game that is made from a seed; the seed cannot be read off it."""
    return blake2b(f"opaque:{seed}".encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=16384)
def opaque(number: int, salt: str) -> str:
    """The name of a number: a Feistel network over its 30 bits, so that each has its own."""
    left, right = number >> _HALF, number & _LOW
    for step in range(_ROUNDS):
        left, right = right, left ^ _mixed(step, right, salt)
    whole = left << _HALF | right
    return "".join(_LETTERS[whole >> 5 * place & 31] for place in range(_LENGTH))


def _mixed(step: int, half: int, salt: str) -> int:
    digest = blake2b(bytes((step, half >> 8, half & 255)), digest_size=2, key=salt.encode()).digest()
    return int.from_bytes(digest, "big") & _LOW
