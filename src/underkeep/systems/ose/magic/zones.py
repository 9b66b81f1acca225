"""Magic that fills a place during a fight: silence, darkness, protection. Whoever is inside is under it, and free again
outside.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.battle import Zone, battle, with_battle
from underkeep.systems.ose.basics.conditions import (
    CIRCLED,
    DARKENED,
    IN_CLOUD,
    MIRED,
    SILENCED,
    SKIES,
    SWARMED,
    UTTERLY_DARK,
)
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.worn_magic import CIRCLES
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Moved
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

CONDITIONS = (SILENCED, DARKENED, UTTERLY_DARK, CIRCLED, SWARMED, MIRED, IN_CLOUD, *SKIES, *CIRCLES.values())
DARK = (DARKENED, UTTERLY_DARK)


class ZoneLaid(Event, frozen=True):
    """Magic fills a place from now on; the like that was there lasts as long as this one."""

    zone: Zone

    def evolve(self, state: State) -> State:
        known = {(zone.condition, zone.squares, zone.anchor): zone for zone in (*battle(state).zones, self.zone)}
        return with_battle(state, zones=tuple(known.values()))


class ZonesLifted(Event, frozen=True):
    """What filled the field with these conditions is no more."""

    conditions: tuple[str, ...]

    def evolve(self, state: State) -> State:
        left = tuple(zone for zone in battle(state).zones if zone.condition not in self.conditions)
        return with_battle(state, zones=left)


class ZoneDrifted(Event, frozen=True):
    """What fills a place has moved on to another."""

    zone: Zone
    to: Square

    def evolve(self, state: State) -> State:
        moved = replace(self.zone, anchor=self.to)
        return with_battle(state, zones=tuple(moved if zone == self.zone else zone for zone in battle(state).zones))


class ZoneEnded(Event, frozen=True):
    """One of the things that fill the field is no more."""

    zone: Zone

    def evolve(self, state: State) -> State:
        return with_battle(state, zones=tuple(zone for zone in battle(state).zones if zone != self.zone))


EVENTS: tuple[type[Event], ...] = (ZoneLaid, ZonesLifted, ZoneDrifted, ZoneEnded)


def centre(state: State, zone: Zone) -> Square | None:
    return state.creatures[zone.anchor].at if isinstance(zone.anchor, str) else zone.anchor


def _covers(state: State, zone: Zone, creature: Creature) -> bool:
    at = centre(state, zone)
    return at is not None and creature.at is not None and distance(at, creature.at) <= zone.squares


def zones(state: State) -> list[Zone]:
    """The zones in force."""
    return [zone for zone in battle(state).zones if zone.until is None or zone.until > state.now]


def lay(
    do: Resolution,
    condition: str,
    radius_feet: int,
    anchor: Square | str,
    until: int | None,
    rule: tuple[str, ...],
    power: int = 0,
    drift: Square = (0, 0),
) -> None:
    """A zone comes into being round a square or a creature."""
    do.emit(ZoneLaid(Zone(condition, radius_feet // SQUARE_FEET, anchor, until, power, drift), rule=rule))
    settle_all(do)


def settle_all(do: Resolution) -> None:
    for creature in do.state.active():
        settle(do, creature.id)


def end(do: Resolution, zone: Zone, rule: tuple[str, ...]) -> None:
    do.emit(ZoneEnded(zone, rule=rule))
    settle_all(do)


def drift(do: Resolution, rule: tuple[str, ...]) -> None:
    """Whatever drifts goes on by a round, as long as it stays on the field."""
    grid = do.state.grid
    for zone in zones(do.state):
        if zone.drift == (0, 0) or isinstance(zone.anchor, str) or grid is None:
            continue
        to = zone.anchor[0] + zone.drift[0], zone.anchor[1] + zone.drift[1]
        if grid.contains(to):
            do.emit(ZoneDrifted(zone, to, rule=rule))
        else:
            do.emit(ZoneEnded(zone, rule=rule))
        settle_all(do)


def lift(do: Resolution, conditions: tuple[str, ...], rule: tuple[str, ...]) -> bool:
    """Zones of these kinds are no more. Whether there was one."""
    if not any(zone.condition in conditions for zone in zones(do.state)):
        return False
    do.emit(ZonesLifted(conditions, rule=rule))
    settle_all(do)
    return True


def settle(do: Resolution, id: str) -> None:
    """A creature is under exactly what fills the place where it stands."""
    creature = do.state.creatures[id]
    here = {zone.condition: zone.until for zone in zones(do.state) if _covers(do.state, zone, creature)}
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
        for name in CONDITIONS if creature.conditions else ():
            if creature.condition(name) is not None:
                do.emit(ConditionEnded(creature.id, name))
