"""An attack under way: what a question in the middle of it has to remember."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Struct


class Blow(Struct, frozen=True, gc=False):
    """`strike` is which of the routine's strikes this is, `hits` the bits of those that hit.

    `total`, `margin` and `face` are the attack roll's, 0 when none was made. `direct` and `averted` are 1 or 0.
    """

    attacker: str
    target: str
    weapon: str
    strike: int = 0
    hits: int = 0
    total: int = 0
    margin: int = 0
    face: int = 0
    direct: int = 0
    averted: int = 0

    def has_hit(self, strike: int) -> bool:
        return strike >= 0 and bool(self.hits >> strike & 1)

    def remembered(self) -> dict[str, str | int]:
        return cast("dict[str, str | int]", msgspec.structs.asdict(self))


def recalled(context: dict[str, str | int]) -> Blow:
    return msgspec.convert(context, Blow)
