"""How far a company gets in a day: its allowance in hexes of five miles, by its slowest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.equipment.load import SPEED_IN, movement_in
from underkeep.world.creature import Creature
from underkeep.world.state import State

HEX_MILES = 5
TERRAINS = ("grass", "forest", "hill", "badlands", "mountain", "swamp")
_ALLOWANCES = {3: 2, 6: 3, 9: 4, 12: 6, 15: 7, 18: 9, 21: 10, 24: 12, 28: 14, 32: 16, 36: 18}
_FOOT = dict(zip(TERRAINS, (1, 2, 2, 2, 3, 3), strict=True))
_HORSE = dict(zip(TERRAINS, (1, 3, 2, 2, 6, 6), strict=True))
_MONSTER = _FOOT
_FASTEST_HORSE = 24


def slowest_in(group: Iterable[Creature]) -> int:
    return min((movement_in(c) for c in group), default=0)


@executes("rampage:wilderness.codes")
def code(creature: Creature) -> str:
    """F for people on foot, H for horses and monsters with a rate of that line, M for the faster ones."""
    if is_character(creature) or sheet(creature).legs < 4:
        return "F" if movement_in(creature) <= 15 else "H" if movement_in(creature) <= _FASTEST_HORSE else "M"
    return "H" if movement_in(creature) <= _FASTEST_HORSE else "M"


@executes("rampage:wilderness.table")
def allowance_for(inches: int) -> int:
    """The allowance of the line of the table that is not faster; below 3 inches nobody gets anywhere."""
    return max((hexes for rate, hexes in _ALLOWANCES.items() if rate <= inches), default=0)


@executes("rampage:class.ability.speed.overland", "rampage:wilderness.table")
def own_allowance(creature: Creature) -> int:
    """What somebody alone would cover in a day: by his rate, and a hex more with Speed, whose inches do not count."""
    if has_special(sheet(creature), "Speed"):
        return allowance_for(movement_in(creature) - SPEED_IN) + 1
    return allowance_for(movement_in(creature))


@executes("rampage:wilderness.slowest", "rampage:wilderness.table")
def allowance(state: State, group: Sequence[Creature]) -> int:
    """The lowest allowance in a company is that of all."""
    return sorted((own_allowance(c) for c in group), reverse=True)[-1] if group else 0


@executes("rampage:wilderness.terrain-cost", "rampage:wilderness.table", "rampage:wilderness.fliers")
def cost(group: Sequence[Creature], terrain: str, flying: bool = False) -> int:
    """What a hex of this country costs: the highest cost among the company. To fliers all is grass."""
    if flying:
        return _FOOT["grass"]
    lines = {"F": _FOOT, "H": _HORSE, "M": _MONSTER}
    return sorted(lines[code(c)][_line(terrain)] for c in group)[-1] if group else 1


def _line(terrain: str) -> str:
    return {"settled": "grass", "desert": "badlands"}.get(terrain, terrain)


@executes("rampage:wilderness.mixed-terrain")
def dearest(group: list[Creature], terrains: Iterable[str]) -> int:
    """Of several kinds of country in a hex the dearest counts."""
    return sorted(cost(group, terrain) for terrain in terrains)[-1]
