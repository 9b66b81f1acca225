"""Illusions that fight: they vanish when they are hit, and the wounds they deal are not real."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import UNCONSCIOUS
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Felled, Fled, Harmed, SheetChanged
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.state import State

AC = 9
LOOKS_LIKE = "ogre"
SEEMING = "wounded"
TURN_SECONDS = 600
_TURNS = parse("1d4")
_RULE = ("ose:traps.treasure.illusion",)


class IllusionMade(Event, frozen=True):
    """A creature that is not there."""

    secret: ClassVar[bool] = True

    creature: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, illusions=campaign(state).illusions | {self.creature})


class Roused(Event, frozen=True):
    """Somebody who lay unconscious is on his feet again."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


class Vanished(Note, frozen=True):
    """What seemed to be there was not."""

    creature: str


EVENTS: tuple[type[Event], ...] = (IllusionMade, Roused, Vanished)


@executes("ose:traps.treasure.illusion")
def appear(do: Resolution, area: str, side: str) -> Group:
    """A monster that is not there: AC 9, and worth nothing."""
    (member,) = meeting.ids_of_met(do.state, LOOKS_LIKE, 1)
    made = do.rules.recruit(do, Recruit(LOOKS_LIKE), member, side)
    unreal = replace(sheet(made), ac=AC, xp_award=0)
    do.emit(SheetChanged(member, unreal, "unreal", rule=_RULE, seats=(REFEREE,)))
    do.emit(IllusionMade(member, rule=_RULE))
    group = Group(do.state.new_group(), area, LOOKS_LIKE, 1, attitude="always attacks", members=(member,))
    do.emit(GroupChanged(group, "appeared", rule=_RULE))
    return group


def is_illusory(state: State, creature: str) -> bool:
    return creature in campaign(state).illusions


@executes("ose:traps.treasure.illusion")
def vanish(do: Resolution, creature: str) -> None:
    """A hit, and it is gone."""
    do.emit(Vanished(creature, rule=_RULE))
    do.emit(Fled(creature, rule=_RULE, seats=(REFEREE,)))


@executes("ose:traps.treasure.illusion")
def seem_to_wound(do: Resolution, victim: str, amount: int, by: str) -> None:
    """The victim's hit points stay as they are; who seems to die lies unconscious for 1d4 turns."""
    creature = do.state.creatures[victim]
    do.emit(Harmed(victim, amount, creature.hp, by, "illusion", rule=_RULE))
    earlier = creature.condition(SEEMING)
    total = amount + (earlier.level if earlier is not None else 0)
    if total < creature.hp:
        do.emit(ConditionGained(victim, Condition(SEEMING, level=total), rule=_RULE))
        return
    if earlier is not None:
        do.emit(ConditionEnded(victim, SEEMING, rule=_RULE))
    until = do.state.now + TURN_SECONDS * do.dice.total(_TURNS, f"turns {victim} lies there").total
    do.emit(ConditionGained(victim, Condition(UNCONSCIOUS, until), rule=_RULE))
    do.emit(Felled(victim, UNCONSCIOUS, rule=_RULE))


def rouse(do: Resolution, creature: str) -> None:
    if do.state.creatures[creature].status == "down":
        do.emit(Roused(creature, rule=_RULE))


@executes("ose:traps.treasure.illusion")
def fade(do: Resolution) -> None:
    """After the fight: illusions are gone, their wounds with them, and where everybody lies senseless time passes until
    the first wakes.
    """
    encounter = do.state.encounter
    assert encounter is not None
    for id in encounter.monsters:
        if is_illusory(do.state, id) and do.state.creatures[id].status == "up":
            vanish(do, id)
    for creature in list(do.state.creatures.values()):
        if creature.condition(SEEMING) is not None:
            do.emit(ConditionEnded(creature.id, SEEMING, rule=_RULE))
    if do.state.marchers():
        return
    wakes = [c.until for creature in do.state.creatures.values() for c in creature.conditions if c.name == UNCONSCIOUS]
    if wakes:
        pass_time(do, max(0, min(until or 0 for until in wakes) - do.state.now), UNCONSCIOUS)
