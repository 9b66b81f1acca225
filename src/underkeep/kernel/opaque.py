"""Ids that tell nothing: neither what a thing is, nor where it lies, nor how many there are or which comes first."""

from __future__ import annotations

from hashlib import blake2b

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""No i, l, o, u: nobody mistakes them for others or reads words into them."""
_LENGTH = 9


def opaque_id(key: str, sort: str, *what: object) -> str:
    """`door-7t3kq0xma`: the same for the same key and thing. Without the key nobody can say what it was made of.

    Of all the things of a game two would have the same id in one of a thousand million games.
    """
    told = "\0".join(map(str, (sort, *what)))
    digest = blake2b(told.encode(), key=key.encode(), digest_size=8, person=b"underkeep-ids").digest()
    number = int.from_bytes(digest, "big")
    return f"{sort}-{''.join(_LETTERS[number >> 5 * place & 31] for place in range(_LENGTH))}"


def key_from(seed: int | str) -> str:
    """The key for the ids of whatever is made from a seed."""
    return blake2b(str(seed).encode(), digest_size=16, person=b"underkeep-idkey").hexdigest()
