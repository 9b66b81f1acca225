"""Spells on places: walls, mud, water, plants, weather; and dispelling."""

from __future__ import annotations

from typing import Literal

from underkeep.procedures.effects import Params

Stuff = Literal["fire", "ice", "stone", "earth"]
Sky = Literal["calm", "extreme heat", "fog", "high winds", "rain", "snow", "tornado"]


class Dispel(Params, frozen=True, tag="dispel"):
    """Spells end within a cube."""

    side_feet: int


class RaiseWall(Params, frozen=True, tag="raise-wall"):
    """A wall across the caster's line of sight, so long; or with `ring`, all round somebody.

    Those below so many Hit Dice do not get through it; nobody does where none are given.
    """

    of: Stuff
    length_feet: int
    passed_from_hd: int = 0
    ring: bool = False


class WallOff(Params, frozen=True, tag="wall-off"):
    """A wall between the party and those it has met, or across a way."""

    of: Stuff
    passed_from_hd: int = 0


class Mire(Params, frozen=True, tag="mire"):
    """Ground turns to mud, in which one comes a tenth as far."""

    radius_feet: int


class Harden(Params, frozen=True, tag="harden"):
    """Mud turns to rock."""


class Screen(Params, frozen=True, tag="screen"):
    """Something that keeps those who were met from the party: thickets, trees, a hill, a wall that is not there."""

    by: Literal["thicket", "illusion", "trees", "phantasm"]


class Sway(Params, frozen=True, tag="sway-water"):
    """Water stands lower, or apart."""

    how: Literal["lowered", "parted"]


class Weather(Params, frozen=True, tag="weather"):
    """The sky does as it is told."""

    sky: Sky


class Burrow(Params, frozen=True, tag="burrow"):
    """A way through rock, or through earth, for a while."""

    depth_feet: int


class Quench(Params, frozen=True, tag="quench"):
    """Magical light goes out: with `lasting` even that which has no end."""

    lasting: bool = False
