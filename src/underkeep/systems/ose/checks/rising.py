"""The dead whom the undead have slain, and what comes of them."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import WillRise, campaign, with_campaign
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.elsewhere import dungeons
from underkeep.world.party import TurnEnded
from underkeep.world.state import State

_RULE = ("ose:monster.attacks.per-round",)


class RisingForetold(Event, frozen=True):
    """Somebody will come back as a monster; only the referee knows when."""

    secret: ClassVar[bool] = True

    creature: str
    rising: WillRise

    def evolve(self, state: State) -> State:
        return with_campaign(state, rising=(*campaign(state).rising, self.rising))


class Risen(Event, frozen=True):
    """What was foretold has come true."""

    secret: ClassVar[bool] = True

    rising: WillRise

    def evolve(self, state: State) -> State:
        return with_campaign(state, rising=tuple(r for r in campaign(state).rising if r != self.rising))


EVENTS: tuple[type[Event], ...] = (RisingForetold, Risen)


@executes("ose:monster.attacks.per-round")
def foretell(do: Resolution, id: str, will: WillRise, rule: tuple[str, ...]) -> None:
    """The slayer's kind claims its victim, where it fell."""
    party = do.state.party
    area = party.at.area if party is not None and party.at is not None else ""
    do.emit(RisingForetold(id, replace(will, area=area), rule=rule))


@executes("ose:monster.attacks.per-round")
def rise(do: Resolution, event: TurnEnded) -> None:
    """Where a victim lay there is a monster now, if the time is up."""
    dungeon = do.state.dungeon
    for will in campaign(do.state).rising:
        is_here = dungeon is not None and will.area in dungeon.areas
        if will.due > do.state.now or (not is_here and any(will.area in other.areas for other in dungeons(do.state))):
            continue
        do.emit(Risen(will, rule=_RULE))
        if is_here:
            group = Group(do.state.new_group(), will.area, will.kind, 1, attitude="always attacks")
            do.emit(GroupChanged(group, "rose", rule=_RULE))
