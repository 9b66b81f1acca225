"""What knaves know of monsters at sight, and what a place shows of those who live there."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.mechanics.looks import look_of
from underkeep.procedures.lore_questions import Wanderers
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.checks.checks import COMMON, knowledge
from underkeep.systems.knave.checks.knowledge import fields
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.monsters import wandering
from underkeep.world.dungeon import Dungeon
from underkeep.world.state import State

named_by: tuple[str, ...] = ()
shown_by: tuple[str, ...] = ()
_SORTS = {
    "animal": "beast",
    "humanoid": "figure",
    "undead": "corpse",
    "plant": "growth",
    "ooze": "slime",
    "construct": "made thing",
}


def name(kind: str) -> str:
    found = compendium.monsters().get(kind)
    return found.name if found is not None else kind.replace("-", " ").capitalize()


@executes("knave:task.knowledge.common")
def look(kind: str) -> str:
    """What everybody knows has a name; the rest is described."""
    found, stats = look_of(kind), compendium.monsters().get(kind)
    if stats is None or COMMON in fields(kind):
        return name(kind)
    if found is not None:
        return found.look or name(kind)
    return f"{'large' if stats.is_large else 'strange'} {_SORTS.get(stats.sort, 'creature')}"


@executes("knave:task.knowledge.career")
def recognised_by(state: State, kind: str) -> str:
    """Whoever has a career to which such creatures belong knows them at sight."""
    found = look_of(kind)
    callings = {*(found.known_to if found is not None else ()), *fields(kind)} - {COMMON}
    known = (c.id for c in state.marchers() if any(knowledge(c, calling)[0] for calling in sorted(callings)))
    return next(known, "")


def traces(kind: str) -> tuple[str, ...]:
    found = look_of(kind)
    return found.traces if found is not None else ()


def notices(state: State, sort: str) -> bool:
    """Things take light to see; smells and sounds do not."""
    return sort != "thing" or bool(light.sight_feet(state))


def wanderers(dungeon: Dungeon, level: int) -> tuple[Wanderers, ...]:
    """The table of the dungeon's notes."""
    rows = enumerate(wandering.entries(dungeon.notes, level), 1)
    return tuple(Wanderers(str(roll), (kind,), wandering.dice_for(kind, level)) for roll, kind in rows)
