"""Meetings: every group is rats, and they talk or they fight."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures import meeting
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.testing.toy.basics import everything
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Group, GroupChanged
from underkeep.world.encounter import Encounter, EncounterBegan, EncounterEnded, ReactionRolled
from underkeep.world.state import GridCleared, State


class ToyMeetings:
    """The answers of the smallest meeting."""

    attitudes = ("hostile", "friendly")

    def meet(self, do: Resolution, group: Group, distance: int | None) -> None:
        ids = meeting.ids_of_met(do.state, "rat", group.count)
        for id in ids:
            do.rules.recruit(do, Recruit("rat"), id, "monsters")
        do.emit(GroupChanged(replace(group, members=ids), "met", rule=everything(do)))
        do.emit(EncounterBegan(Encounter(group.id, ids, distance or 30), rule=everything(do)))

    def lures(self, state: State) -> tuple[str, ...]:
        return ("food",)

    def is_way_out(self, state: State, door: Door) -> bool:
        return door.is_passable

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None:
        roll = do.roll(1, 6, "reaction", needed=4)
        do.emit(ReactionRolled(creature.id, roll, "friendly" if roll.success else "hostile", rule=everything(do)))
        if roll.success:
            self._part(do, "parted")
        else:
            meeting.come_to_blows(do)

    def evade(self, do: Resolution, drop: str, way: str = "") -> None:
        self._part(do, "evaded")

    def stand_by(self, do: Resolution) -> None:
        meeting.come_to_blows(do)

    def _part(self, do: Resolution, how: str) -> None:
        assert do.state.encounter is not None and do.state.dungeon is not None
        group = do.state.dungeon.groups[do.state.encounter.group]
        do.emit(GroupChanged(replace(group, count=0), "went away", rule=everything(do)))
        do.emit(EncounterEnded(how, rule=everything(do)))

    def after_fight(self, do: Resolution) -> None:
        do.emit(GridCleared())
        self._part(do, "fought")


MEETINGS = ToyMeetings()
