"""The dungeon: turns, light, searching, traps and what is tried on doors."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.questions import LightKind
from underkeep.procedures.resolution import Resolution
from underkeep.testing.toy.basics import ToyBar, chance, everything
from underkeep.testing.toy.encounters import MEETINGS
from underkeep.world.creature import Creature, Harmed
from underkeep.world.dungeon import Door, DoorChanged, Feature, Group, GroupChanged, Hoard, Trap, TrapChanged
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.light import Light
from underkeep.world.state import State


class ToyDungeon:
    """The answers of the smallest dungeon."""

    turn_seconds = 600

    def barrier(self, sort: str) -> Barrier | None:
        return ToyBar(sort, 2 if sort == "locked" else 1)

    def rate_per_turn(self, state: State) -> int:
        return 120

    def movement_used(self, do: Resolution, familiar: bool) -> int:
        return 10

    def sight(self, state: State, creature: Creature) -> int:
        return max((light.radius for light in state.lights), default=0)

    def light_kinds(self) -> dict[str, LightKind]:
        return {"torch": LightKind(30, 3600, "torch")}

    def light_left(self, state: State, light: Light) -> str:
        return ""

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        return None

    def closes_turn(self, state: State, action: Action) -> bool:
        return False

    def seconds_for(self, state: State, action: Action) -> int:
        if isinstance(action, a.PickLock):
            return 60
        return 600 if isinstance(action, a.Search | a.Rest | a.ForceDoor | a.Listen) else 0

    def searchable(self, state: State, floor: int) -> int:
        return floor

    def search(self, do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
        return ("door", "trap", "hoard") if chance(do, "searching", creature.id) else ()

    def who_treads(self, state: State) -> list[Creature]:
        return state.marchers()[:1]

    def trap_springs(self, do: Resolution, trap: Trap, creature: Creature) -> bool:
        return chance(do, "setting off a trap", creature.id)

    def spring(self, do: Resolution, trap: Trap, creature: Creature) -> None:
        do.emit(Harmed(creature.id, 1, creature.hp - 1, trap.id, "fall", rule=everything(do)))

    def inspect(self, do: Resolution, creature: Creature, hoard: Hoard) -> None:
        chance(do, "inspecting", creature.id)

    def disarm(self, do: Resolution, creature: Creature, trap: Trap) -> None:
        if chance(do, "disarming", creature.id):
            do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed", rule=everything(do)))

    def peril(self, state: State, area: str) -> str:
        """What steams there harms whoever stays."""
        dungeon = state.dungeon
        steams = dungeon is not None and any(f.kind == "steam" and f.area == area for f in dungeon.features.values())
        return "scalding steam" if steams else ""

    def risk(self, state: State, feature: Feature) -> str:
        return ""

    def use(self, do: Resolution, creature: Creature, feature: Feature) -> None:
        chance(do, "meddling", creature.id)

    def is_water(self, feature: Feature) -> bool:
        return False

    def drink(self, do: Resolution) -> None:
        """Nobody is thirsty."""

    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        bearer = state.marchers()[0].id
        return [(bearer, item) for item in items]

    def rest_is_due(self, state: State) -> bool:
        return False

    def end_turn(self, do: Resolution) -> None:
        assert do.state.party is not None
        if do.state.party.turns % 6 == 0 and chance(do, "wandering monsters"):
            group = Group(do.state.new_group(), do.state.party.at.area if do.state.party.at else "", "rat", 1)
            do.emit(GroupChanged(group, "wandered in", rule=everything(do)))
            MEETINGS.meet(do, group, 30)


def _force(do: Resolution, creature: Creature, door: Door) -> None:
    if chance(do, "forcing a door", creature.id):
        do.emit(DoorChanged(replace(door, is_open=True, barrier=None), "forced", creature.id, rule=everything(do)))


def _pick(do: Resolution, creature: Creature, door: Door) -> None:
    """A success is one of those it takes; a failure jams the lock."""
    bar = door.barrier
    assert isinstance(bar, ToyBar)
    if not chance(do, "picking a lock", creature.id):
        do.emit(
            DoorChanged(replace(door, barrier=replace(bar, jammed=True)), "jammed", creature.id, rule=everything(do))
        )
    elif bar.left > 1:
        do.emit(
            DoorChanged(
                replace(door, barrier=replace(bar, left=bar.left - 1)), "picked at", creature.id, rule=everything(do)
            )
        )
    else:
        do.emit(DoorChanged(replace(door, barrier=None), "unlocked", creature.id, rule=everything(do)))


def _listen(do: Resolution, creature: Creature, door: Door) -> None:
    chance(do, "listening", creature.id)


DUNGEON = ToyDungeon()
EXPLORATION = Chapter(
    (doors.attempt(a.ForceDoor, _force), doors.attempt(a.PickLock, _pick, "locked"), doors.listening(_listen))
)
