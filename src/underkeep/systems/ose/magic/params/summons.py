"""Spells that bring somebody: elementals, stalkers, the risen dead."""

from __future__ import annotations

from typing import Literal

from underkeep.procedures.effects import Params


class AnimateDead(Params, frozen=True, tag="animate-dead"):
    """The dead rise: so many Hit Dice for each level."""

    as_kind: Literal["skeleton", "zombie"]
    ac: int
    more_hd: int = 0


class Conjure(Params, frozen=True, tag="conjure"):
    """An elemental that obeys as long as the caster concentrates."""

    of: Literal["air", "earth", "fire", "water"]


class Stalker(Params, frozen=True, tag="stalker"):
    """An invisible servant for one mission."""

    mission: Literal["guard", "slay", "fetch"]
