"""The lairs of those whom a party meets in the wilderness: five times as many live there as wander about."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.encounters import wandering_monsters
from underkeep.systems.ose.encounters.terrains import is_afloat, number_met
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.state import State

LAIR = "ose:monster.number.wilderness-lair"
LAIR_TIMES = 5
IN_THE_WILDS = "wilds"


class SeekLair(Action, frozen=True):
    """Follow the tracks of those whom the party met last to where they live."""

    actor: str


class LairFound(Note, frozen=True):
    """The party has come to a lair in the wilderness; how many live there the referee knows."""

    private: ClassVar[tuple[str, ...]] = ("count",)

    creatures: tuple[str, ...]
    count: int | None

    def whose(self) -> str:
        return ""


def tracked(state: State) -> Group | None:
    """The last of those met on the road who have a lair that nobody has found."""
    if state.dungeon is None or is_afloat(state):
        return None
    groups = list(state.dungeon.groups.values())
    homes = {g.kind for g in groups if g.area == IN_THE_WILDS}
    met = [g for g in groups if g.members and g.area not in state.dungeon.areas and g.kind not in homes]
    found = [g for g in met if g.kind in monsters() and wandering_monsters.has_lair(monsters()[g.kind])]
    return found[-1] if found else None


def why_not(state: State, action: SeekLair) -> Refusal | None:
    """No menu lists it: whether they have a lair is not for the party to see."""
    return None if tracked(state) is not None else Refusal("There are no tracks that lead to a lair.", LAIR)


@executes("ose:monster.number.wilderness-lair")
def number_at_home(do: Resolution, kind: str) -> int:
    """Five times the number in parentheses."""
    return LAIR_TIMES * number_met(do, kind)


@executes("ose:monster.number.wilderness-lair", "ose:monster.number.usage")
def seek(do: Resolution, action: SeekLair) -> None:
    """The lair is found, and a fifth of those who live there come out to see who is there."""
    group = tracked(do.state)
    assert group is not None and do.state.dungeon is not None and do.rules.meetings is not None
    count = number_at_home(do, group.kind)
    treasure = monsters()[group.kind].treasure
    home = Group(do.state.new_group(), IN_THE_WILDS, group.kind, count, lair=True, treasure=treasure)
    do.emit(GroupChanged(home, "lair", rule=(LAIR, "ose:monster.number.usage")))
    band = replace(home, id=do.state.new_group(), area=ON_THE_WAY, count=count // LAIR_TIMES, lair=False)
    do.emit(LairFound(group.members, count, rule=(LAIR,)))
    do.emit(GroupChanged(band, "out of the lair", rule=(LAIR,)))
    do.rules.meetings.meet(do, band, None)
