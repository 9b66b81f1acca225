"""Spells that change bodies: speed, shape, stone."""

from __future__ import annotations

from underkeep.kernel.notation import Expr
from underkeep.procedures.effects import Params


class Surround(Params, frozen=True, tag="surround"):
    """A condition on the target and on so many of its side within a radius."""

    condition: str
    radius_feet: int
    most: int = 100


class HideInCircle(Params, frozen=True, tag="hide-in-circle"):
    """All of one side round the target are invisible as long as they stay that near to it."""

    radius_feet: int


class Petrify(Params, frozen=True, tag="petrify"):
    """Flesh becomes stone."""


class Restore(Params, frozen=True, tag="restore"):
    """Stone becomes the flesh that it was."""


class PolymorphOther(Params, frozen=True, tag="polymorph-other"):
    """A creature becomes another, of at most so many times its Hit Dice; `form` fixes which."""

    most_times: int = 2


class PolymorphSelf(Params, frozen=True, tag="polymorph-self"):
    """The caster takes on a body, of no more Hit Dice than the caster has levels."""


class Feeblemind(Params, frozen=True, tag="feeblemind"):
    """An arcane caster loses all wits."""

    save_modifier: int = -4


class Reincarnate(Params, frozen=True, tag="reincarnate"):
    """The dead live again, in a body that the dice give them."""

    level: Expr
