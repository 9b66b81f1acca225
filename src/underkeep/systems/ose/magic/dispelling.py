"""Ending magic: what is a spell's work, what resists, and what comes back when it is gone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.barriers import unbarred
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import (
    CHARMED,
    ENTRANCED,
    PETRIFIED,
    POLYMORPHED,
    POSSESSED,
    RISEN,
    SERVES_SPELL,
    TURNCOAT,
)
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.checks import petrifaction, shapes
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.effects import spells_of_mind, spells_of_summoning, spells_of_thought, spells_of_walls
from underkeep.systems.ose.magic.params.places import Dispel
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, centre_of, effects, fizzle, near
from underkeep.systems.ose.magic.spells import LISTS, forms
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Died
from underkeep.world.dungeon import DoorChanged
from underkeep.world.grid import Square
from underkeep.world.state import State

PERCENT_A_LEVEL = 5
_RULE = (*CAST, "ose:magic.spell-list")


class SpellEnded(Event, frozen=True):
    """A spell on somebody was broken before its time."""

    creature: str
    name: str

    def evolve(self, state: State) -> State:
        kept = tuple(c for c in state.creatures[self.creature].conditions if c.name != self.name)
        return state.with_creature(self.creature, conditions=kept)


class SpellHeld(Note, frozen=True):
    """Whether a spell of a stronger caster withstood being dispelled."""

    what: str
    roll: Roll
    success: bool


EVENTS: tuple[type[Event], ...] = (SpellEnded, SpellHeld)


@cache
def _of_spells() -> frozenset[str]:
    """The conditions that spells name in their parameters."""
    every = [w for name in LISTS for w in forms(name).values()]
    named = (getattr(use.effect, "condition", "") for written in every for use in written.uses)
    return frozenset(name for name in named if name)


def is_magic(condition: Condition) -> bool:
    """Whether a spell is behind this."""
    return condition.power > 0 or condition.name in _of_spells()


@executes("ose:magic.spell-list")
def gives_way(do: Resolution, level: int, power: int, what: str) -> bool:
    """Whether a spell ends: always if its caster was no stronger, else it holds in 5% for each level between them."""
    percent = PERCENT_A_LEVEL * (power - level)
    if percent <= 0:
        return True
    roll = dice.percent(do, f"whether {what} holds", percent)
    do.emit(SpellHeld(what, roll, bool(roll.success), rule=_RULE))
    return not roll.success


@effects(Dispel)
def dispel(do: Resolution, casting: Casting, spell: Dispel) -> None:
    """In a cube of the field; elsewhere on one creature, or on a door that magic holds."""
    if casting.use.target == "door":
        dispel_door(do, casting)
        return
    squares = spell.side_feet // SQUARE_FEET
    centre = centre_of(do.state, casting)
    ended = dispel_at(do, centre, squares, casting.level) if centre is not None else False
    if centre is None:
        ended = dispel_creature(do, do.state.creatures[casting.target], casting.level)
    if not ended:
        fizzle(do, casting)


@executes("ose:magic.spell-list")
def dispel_at(do: Resolution, centre: Square, squares: int, level: int) -> bool:
    """Whatever magic there is in a square of the field. Whether any ended."""
    found = [dispel_creature(do, c, level) for c in near(centre, do.state.active(), squares)]
    for zone in zones.zones(do.state):
        at = zones.centre(do.state, zone)
        if at is not None and _is_in(at, centre, squares) and gives_way(do, level, zone.power, zone.condition):
            zones.end(do, zone, _RULE)
            found.append(True)
    for wall in battle(do.state).walls:
        if any(_is_in(s, centre, squares) for s in wall.squares) and gives_way(do, level, wall.power, wall.of):
            spells_of_walls.fell(do, wall, _RULE)
            found.append(True)
    return any(found)


def _is_in(square: Square, centre: Square, squares: int) -> bool:
    low, high = (squares - 1) // 2, squares // 2
    return all(-low <= a - b <= high for a, b in zip(square, centre, strict=True))


@executes("ose:magic.spell-list")
def dispel_creature(do: Resolution, creature: Creature, level: int) -> bool:
    """Every spell on one creature, each for itself. Whether any ended."""
    found = False
    for condition in creature.conditions:
        if is_magic(condition) and gives_way(do, level, condition.power, condition.name):
            end_spell(do, creature.id, condition.name)
            found = True
    return found


def end_spell(do: Resolution, id: str, name: str, rule: tuple[str, ...] = _RULE) -> None:
    """A spell on somebody is over, and what it had changed is as it was."""
    do.emit(SpellEnded(id, name, rule=rule))
    undo = _UNDOING.get(name)
    if undo is not None:
        undo(do, id)


def _free(do: Resolution, id: str) -> None:
    spells_of_mind.break_charm(do, id)


def _rouse(do: Resolution, id: str) -> None:
    petrifaction.rouse(do, id)


def _lie_down(do: Resolution, id: str) -> None:
    """What magic had animated is a corpse again."""
    do.emit(Died(id, rule=_RULE))


_UNDOING: dict[str, Callable[[Resolution, str], None]] = {
    CHARMED: _free,
    TURNCOAT: spells_of_mind.free,
    PETRIFIED: _rouse,
    POLYMORPHED: shapes.revert,
    SERVES_SPELL: spells_of_summoning.dismiss,
    RISEN: _lie_down,
    POSSESSED: spells_of_thought.freed,
    ENTRANCED: spells_of_thought.freed,
}


@executes("ose:magic.spell-list", "ose:doors.locked")
def dispel_door(do: Resolution, casting: Casting) -> None:
    """A held or wizard-locked door is a plain door again."""
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[casting.target]
    held = campaign(do.state).casters.held_doors.get(door.id)
    if held is None or not gives_way(do, casting.level, held.level, f"the spell on the {door.kind}"):
        fizzle(do, casting)
        return
    do.emit(DoorChanged(unbarred(door), "dispelled", casting.caster, rule=_RULE))
