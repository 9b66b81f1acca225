"""Soldiers for hire: how steady each kind of troop is, and what their working conditions do to that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from msgspec import Struct

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium

LEAST, MOST = 2, 12
CONDITIONS = "ose:morale.mercenary.conditions"
_ALLOWED = ("-2", "-1", "0", "1", "2")


class Troop(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of troop with a `base` rating, or something that changes the rating of one."""

    name: str
    rule: str
    base: int = 0
    modifier: int = 0


@cache
def troops() -> dict[str, Troop]:
    return content.load(compendium.PACKAGE, "mercenaries", Troop)


@executes("ose:morale.mercenary.rating")
def rating(kinds: Iterable[str]) -> int:
    """The troop's base and all that is said of it besides: `trained`, `mounted`, `elite`. Who pays them does not
    matter.
    """
    found = [_troop(kind) for kind in kinds]
    bases = [troop.base for troop in found if troop.base]
    if len(bases) != 1:
        raise UnderkeepError("Mercenaries are one of untrained, barbarians and trained.")
    return min(MOST, max(LEAST, bases[0] + sum(troop.modifier for troop in found)))


def _troop(kind: str) -> Troop:
    known = troops()
    if kind not in known:
        raise UnderkeepError(f'There are no "{kind[:60]}" troops; {did_you_mean(kind, known, "for example trained.")}')
    return known[kind]


@executes("ose:morale.mercenary.rating")
def raised(kinds: tuple[str, ...], more: str) -> int:
    """The rating of a troop of which more is said: `elite, mounted`."""
    said = [word for part in more.split(",") if (word := part.strip().lower())]
    return rating(tuple(dict.fromkeys((*kinds, *said))))


@executes("ose:morale.mercenary.conditions")
def conditions(do: Resolution, side: str) -> int:
    """What deaths, abuse, riches and excitement have made of them lately. Default: nothing."""
    return int(do.ruling(CONDITIONS, _ALLOWED, "0", side))
