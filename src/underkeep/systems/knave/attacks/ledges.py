"""Drops on the ground of a fight: a ledge, a gallery, a chasm. Nobody steps off one, but everybody can be pushed.

Which side of a room drops away, and how deep, is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import battlefield, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.battle import battle, with_battle
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.checks.checks import USUAL_DIFFICULTY
from underkeep.systems.knave.checks.movement import nearest_safe
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Moved
from underkeep.world.dungeon import Area, Dungeon, Spot
from underkeep.world.grid import Square

if TYPE_CHECKING:
    from underkeep.world.state import State

DEPTH_FEET = {"ledge": 10, "gallery": 20, "chasm": 30}
INDIRECT = "knave:combat.maneuver.indirect-damage-only"
BELOW = "in-a-pit"


class GroundDrops(Event, frozen=True):
    """Part of the field is a drop so deep; `mask` has its squares, in hexadecimal."""

    mask: str
    feet: int

    def evolve(self, state: State) -> State:
        return with_battle(state, drop=self.mask, drop_feet=self.feet)


class PushedOver(Note, frozen=True):
    """Somebody goes over the edge."""

    creature: str
    feet: int


EVENTS: tuple[type[Event], ...] = (GroundDrops, PushedOver)


def edge(dungeon: Dungeon, area: Area) -> list[Square]:
    """The squares along the south of an area, but for those before a door; none where there is no room beside them."""
    last = max(y for _, y in area.squares)
    doors = {door.side(area.id) for door in dungeon.doors_of(area.id)}
    row = [square for square in area.squares if square[1] == last and square not in doors]
    return row if len(row) < len(area.squares) else []


@executes("knave:combat.maneuver.indirect-damage-only")
def lay(do: Resolution) -> None:
    """Where the field is a room with a drop, its last row is the edge; those who were drawn up on it stand back."""
    state = do.state
    if state.party is None or state.dungeon is None or state.is_outdoors or state.grid is None:
        return
    dungeon, at, area = survey.here(state)
    feature = next((f for f in dungeon.features.values() if f.area == area.id and f.kind in DEPTH_FEET), None)
    if feature is None:
        return
    mask = 0
    for square in edge(dungeon, area):
        ground = battlefield.ground(state, Spot(at.level, square, area.id))
        here = list(state.grid.squares(ground))
        mask |= state.grid.mask(s for s in here if s[1] == max(y for _, y in here))
    if mask:
        do.emit(GroundDrops(f"{mask:x}", DEPTH_FEET[feature.kind], rule=(INDIRECT,)))
        _stand_back(do, mask)


def _stand_back(do: Resolution, mask: int) -> None:
    for creature in do.state.active():
        grid = do.state.grid
        assert grid is not None
        if creature.at is not None and mask & grid.bit(creature.at):
            to = nearest_safe(do.state, creature.at)
            if to is not None:
                do.emit(Moved(creature.id, to, "deploy"))


def is_over(state: State, square: Square | None) -> bool:
    """Whether a square of the field is in the air over a drop."""
    drop = battle(state).drop
    return bool(drop) and square is not None and state.grid is not None and bool(int(drop, 16) & state.grid.bit(square))


@executes("knave:combat.maneuver.indirect-damage-only", "knave:hazard.falling.damage")
def topple(do: Resolution, id: str) -> None:
    """Whoever is pushed over the edge falls, and has to climb out again."""
    if not is_over(do.state, do.state.creatures[id].at):
        return
    feet = battle(do.state).drop_feet
    do.emit(PushedOver(id, feet, rule=(INDIRECT,)))
    hazards.fall(do, id, feet)
    if do.state.creatures[id].is_up:
        do.emit(ConditionGained(id, Condition(BELOW, level=USUAL_DIFFICULTY), rule=(INDIRECT,)))
