"""Wings underground: how long the winged folk fly before they must rest, and what they make of the place."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.party import PartyWent, SquaresSeen
from underkeep.world.state import State

SPAN_MINUTES = 10
WINGED = "ellyl"
_REST = "robs:race.ellyl.flight-rest"


class Flown(Event, frozen=True):
    """So many minutes has somebody been on the wing since resting."""

    creature: str
    minutes: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, flown={**campaign(state).flown, self.creature: self.minutes})


class DreadFelt(Note, frozen=True):
    """One of the winged folk goes below ground, as they do only when their lives depend on it."""

    creature: str


class ExitsSought(Note, frozen=True):
    """One of the winged folk has looked for every way out."""

    creature: str
    ways: int


EVENTS: tuple[type[Event], ...] = (Flown, DreadFelt, ExitsSought)


def winged(state: State) -> list[Creature]:
    return [c for c in state.marchers() if sheet(c).race == WINGED]


@executes("robs:race.ellyl.flight-rest")
def end_turn(do: Resolution, rested: bool) -> None:
    """Ten minutes more on the wing, or ten of rest, also on somebody's shoulder; who has flown as long as CON allows
    flies no more before a rest."""
    for creature in winged(do.state):
        flown = campaign(do.state).flown.get(creature.id, 0)
        if rested or movement.is_carried(do.state, creature):
            if flown:
                do.emit(Flown(creature.id, 0, rule=(_REST,)))
            if creature.condition(movement.WING_WEARY):
                do.emit(ConditionEnded(creature.id, movement.WING_WEARY, rule=(_REST,)))
        elif movement.can_fly(do.state, creature):
            do.emit(Flown(creature.id, flown + SPAN_MINUTES, rule=(_REST,)))
            if flown + SPAN_MINUTES >= movement.flight_minutes(sheet(creature)):
                do.emit(ConditionGained(creature.id, Condition(movement.WING_WEARY), rule=(_REST,)))


def is_weary(state: State) -> bool:
    """Whether somebody must rest on the ground before the party goes on."""
    weary = [c for c in state.marchers() if c.condition(movement.WING_WEARY)]
    return any(not movement.is_carried(state, c) for c in weary)


@executes("robs:race.ellyl.underground", "robs:race.ellyl.exits")
def on_going(do: Resolution, event: PartyWent) -> None:
    """They dread the place as they go in, and look for the ways out of every room they enter, lit or not."""
    if event.place != "dungeon" or event.at is None or not winged(do.state) or event.how == "walk":
        return
    scout = winged(do.state)[0]
    if event.how == "arrived":
        for creature in winged(do.state):
            do.emit(DreadFelt(creature.id, rule=("robs:race.ellyl.underground",)))
    dungeon, at, area = survey.here(do.state)
    assert do.state.party is not None
    grid, before = dungeon.level(at.level).grid, do.state.party.seen_mask(at.level)
    ways = [door.side(area.id) for door in dungeon.doors_of(area.id) if door.found]
    after = before | grid.mask(ways)
    if after != before and do.state.lights:
        do.emit(SquaresSeen(at.level, f"{after:x}", rule=("robs:race.ellyl.exits",)))
        do.emit(ExitsSought(scout.id, len(ways), rule=("robs:race.ellyl.exits",)))
