"""Magic that fills a place during a fight: silence, darkness. Whoever is inside is under it, and free again outside.

A zone is kept among the fight's tallies: its name holds what it does, how far it reaches and where it is anchored,
its value the clock time at which it ends.
"""

from __future__ import annotations

from typing import NamedTuple

from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import DARKENED, SILENCED, UTTERLY_DARK
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Moved
from underkeep.world.fight import Tallied
from underkeep.world.grid import SQUARE_FEET, Square, distance
from underkeep.world.state import State

CONDITIONS = (SILENCED, DARKENED, UTTERLY_DARK)
DARK = (DARKENED, UTTERLY_DARK)
_PREFIX = "zone"
_OVER = -1
_FOR_EVER = 0


class Zone(NamedTuple):
    """`anchor` is a square as `x,y`, or the creature that the zone moves with."""

    key: str
    condition: str
    squares: int
    anchor: str
    until: int | None

    def centre(self, state: State) -> Square | None:
        if self.anchor in state.creatures:
            return state.creatures[self.anchor].at
        x, _, y = self.anchor.partition(",")
        return int(x), int(y)

    def covers(self, state: State, creature: Creature) -> bool:
        centre = self.centre(state)
        return centre is not None and creature.at is not None and distance(centre, creature.at) <= self.squares


def zones(state: State) -> list[Zone]:
    """The zones in force."""
    fight = state.fight
    if fight is None:
        return []
    found = []
    for key, value in fight.tallies.items():
        if key.startswith(_PREFIX) and (value == _FOR_EVER or value > state.now):
            _, condition, squares, anchor = key.split("|")
            found.append(Zone(key, condition, int(squares), anchor, value or None))
    return found


def lay(
    do: Resolution, condition: str, radius_feet: int, anchor: str, until: int | None, rule: tuple[str, ...]
) -> None:
    """A zone comes into being round a square or a creature."""
    key = f"{_PREFIX}|{condition}|{radius_feet // SQUARE_FEET}|{anchor}"
    do.emit(Tallied(key, _FOR_EVER if until is None else until, rule=rule))
    for creature in do.state.active():
        settle(do, creature.id)


def lift(do: Resolution, conditions: tuple[str, ...], rule: tuple[str, ...]) -> bool:
    """Zones of these kinds are no more. Whether there was one."""
    gone = [zone for zone in zones(do.state) if zone.condition in conditions]
    for zone in gone:
        do.emit(Tallied(zone.key, _OVER, rule=rule))
    for creature in do.state.active() if gone else ():
        settle(do, creature.id)
    return bool(gone)


def settle(do: Resolution, id: str) -> None:
    """A creature is under exactly what fills the place where it stands."""
    creature = do.state.creatures[id]
    here = {zone.condition: zone.until for zone in zones(do.state) if zone.covers(do.state, creature)}
    for name in CONDITIONS:
        known = creature.condition(name)
        if name in here and known is None:
            do.emit(ConditionGained(id, Condition(name, here[name])))
        elif known is not None and name not in here:
            do.emit(ConditionEnded(id, name))


def moved(do: Resolution, event: Moved) -> None:
    """Somebody went into a zone or out of it, or took it along."""
    known = zones(do.state)
    if not known:
        return
    everybody = any(zone.anchor == event.creature for zone in known)
    for id in [c.id for c in do.state.active()] if everybody else [event.creature]:
        settle(do, id)


def clear(do: Resolution) -> None:
    """The field is left, and what filled it with it."""
    for creature in list(do.state.creatures.values()):
        for name in CONDITIONS:
            if creature.condition(name) is not None:
                do.emit(ConditionEnded(creature.id, name))
