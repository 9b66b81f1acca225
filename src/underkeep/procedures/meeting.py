"""Meeting somebody: who is met, what they are about, and how it comes to blows. The deeds are in `meeting_deeds`."""

from __future__ import annotations

from itertools import count, islice

from underkeep.procedures import battlefield, fight, purposes
from underkeep.procedures.purposes import Sort
from underkeep.procedures.resolution import Resolution
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.state import State
from underkeep.world.talk import SeenDoing

AIMS = ("talk", "passage")


def ids_of_met(state: State, kind: str, many: int) -> tuple[str, ...]:
    """Ids for so many of a kind who are met: their numbers go on from those of their kind that were met before."""
    free = (id for number in count(1) if (id := f"{kind}-{number}") not in state.creatures)
    return tuple(islice(free, many))


def sighted(do: Resolution, sort: Sort) -> None:
    """What those are about whom the party has just met, unless they were upon it before it saw them."""
    met, dungeon = do.state.encounter, do.state.dungeon
    assert met is not None and dungeon is not None
    group = dungeon.groups[met.group]
    if not met.surprises(c.id for c in do.state.marchers()):
        doing = "returning" if _comes_back(do, group) else purposes.doing(do.state, group, sort)
        do.emit(SeenDoing(met.monsters, doing))


def _comes_back(do: Resolution, group: Group) -> bool:
    """Whether those who were met before, and live nowhere near, come upon the party once more."""
    first = any(isinstance(e, GroupChanged) and e.what == "met" and e.group.id == group.id for e in do.events)
    return group.awake and not group.lair and not first


def come_to_blows(do: Resolution) -> None:
    """Lay out the ground, draw up both sides and begin the fight."""
    battlefield.draw_up(do)
    fight.begin_fight(do)
