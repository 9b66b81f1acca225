"""What people know of monsters at sight, and what a place shows of those who live there. All of it is ours."""

from __future__ import annotations

from underkeep.mechanics.looks import look_of
from underkeep.procedures.lore_questions import Wanderers
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Mindless, Undead, trait
from underkeep.systems.robs.equipment import light
from underkeep.systems.robs.monsters import wandering
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Dungeon
from underkeep.world.state import State

named_by: tuple[str, ...] = ()
shown_by: tuple[str, ...] = ()
CALLINGS = {
    "fighter": ("soldier",),
    "ranger": ("ranger", "hunter", "druid"),
    "priest": ("cleric", "gravedigger", "necromancer"),
    "knight": ("cleric",),
    "wizard": ("alchemist",),
    "thief": ("thief", "outlaw", "rat-catcher"),
}
LARGE = 3


def name(kind: str) -> str:
    found = compendium.monsters().get(kind)
    return found.name if found is not None else kind.replace("-", " ").capitalize()


def look(kind: str) -> str:
    """What everybody knows has a name; the rest is described, by its size where nobody has words for it."""
    found, stats = look_of(kind), compendium.monsters().get(kind)
    if stats is None:
        return name(kind)
    if found is not None:
        return found.look or name(kind)
    sort = "corpse" if trait(stats.traits, Undead) else "thing" if trait(stats.traits, Mindless) else "creature"
    return f"{'huge' if stats.scale >= LARGE else 'small' if stats.scale <= -LARGE else 'strange'} {sort}"


def recognised_by(state: State, kind: str) -> str:
    """Whoever is of a people or a class whose business such creatures are."""
    found = look_of(kind)
    known_to = frozenset(found.known_to if found is not None else ())
    return next((c.id for c in state.marchers() if known_to & _callings(c)), "")


def _callings(creature: Creature) -> frozenset[str]:
    own = sheet(creature)
    return frozenset((own.race, *(word for name in own.classes for word in CALLINGS[name])))


def traces(kind: str) -> tuple[str, ...]:
    found = look_of(kind)
    return found.traces if found is not None else ()


def notices(state: State, sort: str) -> bool:
    """Things take light to see; smells and sounds do not."""
    return sort != "thing" or any(light.sees_metres(state, c) for c in state.marchers())


def wanderers(dungeon: Dungeon, level: int) -> tuple[Wanderers, ...]:
    """Each kind that haunts a level is as likely as the others; how many come hangs on their own level."""
    rows = enumerate(wandering.fitting("dungeon", level), 1)
    return tuple(Wanderers(str(roll), (kind,), wandering.written_number(kind, level)) for roll, kind in rows)
