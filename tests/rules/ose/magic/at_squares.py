"""Casting at a square of the field."""

from __future__ import annotations

from tests.rules.ose.casting import announcing
from tests.rules.ose.scene import do

from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.magic.casting import Cast
from underkeep.world.grid import Square
from underkeep.world.state import State


def cast_at(state: State, caster: str, spell: str, at: Square, *faces: int, use: str = "") -> Resolution:
    return do(announcing(state, caster, spell), Cast(caster, spell, "", use, at), *faces)
