"""What can be seen of the figures: facing, who is locked with whom, ranks, ranges, and what is held ready."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.procedures.figures import Figure
from underkeep.systems.rampage.attacks.closing_in import SET
from underkeep.systems.rampage.attacks.facing import facing, side_attacked
from underkeep.systems.rampage.attacks.field import field, in_contact, is_shielded, lockers
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.basics.measures import feet
from underkeep.world.creature import Creature
from underkeep.world.state import State

_SIDES = {"flank": "on the open flank", "rear": "behind"}


def threatened(state: State, side: str) -> int:
    """All Zones of Control of the enemy."""
    return field(state).foes(side).zones if state.grid is not None else 0


def figure(state: State, creature: Creature) -> Figure:
    foes = [foe for foe in field(state).foes(creature.side).creatures if foe.at is not None]
    held = tuple(foe.id for foe in lockers(state, creature))
    return Figure(facing(state, creature.id), held, tuple(_notes(state, creature, foes, held)))


def _notes(state: State, creature: Creature, foes: list[Creature], held: tuple[str, ...]) -> Iterator[str]:
    names = state.creatures
    if held:
        yield f"locked in melee with {', '.join(names[id].name for id in held)}"
    elif foes and is_shielded(state, creature, min(foes, key=lambda foe: (creature.steps_to(foe), foe.id))):
        yield "in the second rank, protected"
    elif foes:
        yield "free to move, shoot and cast"
    for foe in in_contact(state, creature):
        side = side_attacked(state, creature, foe)
        if side in _SIDES:
            yield f"{foe.name} stands {_SIDES[side]}"
    for how, words in (("parry", "parries"), ("shield-parry", "shield ready against")):
        ready = battle(state).guards(how).get(creature.id, {})  # type: ignore[arg-type]
        if ready:
            yield f"{words} {', '.join(names[id].name for id in ready)}"
    if creature.conditions and creature.condition(SET):
        yield "set to receive a charge"
    for _, weapon in weapons_at(creature.items, "hand"):
        if weapon.range is not None and foes:
            far = "/".join(str(feet(inches)) for inches in weapon.range)
            yield f"{weapon.name.lower()} to {far} feet: {_ranges(creature, foes, weapon.range)}"
        elif weapon.ranks > 1:
            yield f"{weapon.name.lower()} reaches past {weapon.ranks - 1} rank{'s' if weapon.ranks > 2 else ''}"


def _ranges(creature: Creature, foes: list[Creature], ranges: tuple[int, int, int]) -> str:
    """How far off each is, the nearest three."""
    near = sorted(foes, key=lambda foe: (creature.steps_to(foe), foe.id))[:3]
    return ", ".join(f"{foe.name} {_band(creature.steps_to(foe), ranges)}" for foe in near)


def _band(inches: int, ranges: tuple[int, int, int]) -> str:
    for name, most in zip(("short", "medium", "long"), ranges, strict=True):
        if inches <= most:
            return f"{name} ({feet(inches)})"
    return f"out of range ({feet(inches)})"
