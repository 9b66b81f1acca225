"""Casters for the tests of this game's magic."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.rampage.scene import hero

from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.world.creature import Creature
from underkeep.world.grid import Square


def caster(
    id: str,
    at: Square | None = None,
    kind: str = "wizard",
    *,
    level: int = 3,
    spent: int = 0,
    gear: tuple[str, ...] = (),
    mastered: tuple[str, ...] = (),
    alignment: str = "neutral",
    points: int | None = None,
    **more: object,
) -> Creature:
    """A caster with the power of its level, or so many points."""
    made = hero(id, at, kind, level=level, gear=gear, **more)  # type: ignore[arg-type]
    own = sheet(made)
    power = class_rules.power_points(own.classes, level, own.scores) if points is None else points
    own = replace(
        own,
        power_points=power,
        power_spent=spent,
        realms=class_rules.realms(own.classes),
        mastered=mastered,
        alignment=alignment,
    )
    return replace(made, sheet=own)
