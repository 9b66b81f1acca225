"""Ids that tell nothing, made by a game's salt: whoever sees a few of them learns neither what or where a thing is, nor
how many there are, nor which came first."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 6
_LENGTH_OF_ID = 9
_HALF = 15
_LOW = (1 << _HALF) - 1
_ROUNDS = 4


def salt_of(seed: int | str) -> str:
    """The salt of a game that is made from a seed; the seed cannot be read off it."""
    return blake2b(f"opaque:{seed}".encode(), digest_size=16).hexdigest()


@lru_cache(maxsize=16384)
def opaque(number: int, salt: str) -> str:
    """The name of a number, 0, 1, 2 ...: a Feistel network over its 30 bits, so that each has its own."""
    left, right = number >> _HALF, number & _LOW
    for step in range(_ROUNDS):
        left, right = right, left ^ _mixed(step, right, salt)
    whole = left << _HALF | right
    return _spelt(whole, _LENGTH)


def _mixed(step: int, half: int, salt: str) -> int:
    digest = blake2b(bytes((step, half >> 8, half & 255)), digest_size=2, key=salt.encode()).digest()
    return int.from_bytes(digest, "big") & _LOW


def opaque_id(salt: str, sort: str, *what: object) -> str:
    """`door-7t3kq0xma` for the door that `what` says. Two things of a game would share an id once in a thousand million
    games."""
    told = "\0".join(map(str, (sort, *what)))
    digest = blake2b(told.encode(), key=salt.encode(), digest_size=8, person=b"underkeep-ids").digest()
    return f"{sort}-{_spelt(int.from_bytes(digest, 'big'), _LENGTH_OF_ID)}"


def _spelt(number: int, length: int) -> str:
    return "".join(_LETTERS[number >> 5 * place & 31] for place in range(length))
