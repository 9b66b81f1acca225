"""Spells that destroy: fire, lightning, poisonous fog, death."""

from __future__ import annotations

from typing import Literal

from underkeep.kernel.notation import Expr
from underkeep.procedures.effects import Params

Harm = Literal["fire", "cold", "lightning"]


class Blast(Params, frozen=True, tag="blast"):
    """So many dice for each level on everybody in a radius; a save halves it."""

    dice: Expr
    radius_feet: int
    kind: Harm


class Bolt(Params, frozen=True, tag="bolt"):
    """The same along a line that leads away from the caster and is thrown back by whatever is solid."""

    dice: Expr
    length_feet: int
    kind: Harm


class Fog(Params, frozen=True, tag="fog"):
    """A cloud that drifts away from the caster: a point a round, and death for the weak who fail a save."""

    radius_feet: int
    drift_feet: int
    deadly_below_hd: int


class DeathWave(Params, frozen=True, tag="death-wave"):
    """Death for so many Hit Dice of creatures in a cube who fail the save, none of them stronger than `most_hd`."""

    total_hd: Expr
    most_hd: int
    side_feet: int


class Disintegrate(Params, frozen=True, tag="disintegrate"):
    """A creature that fails its save, or a thing, is no more."""
