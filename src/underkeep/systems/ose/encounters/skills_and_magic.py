"""Spells and class abilities on meeting somebody: a round goes by, and then the others do what they feel like."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.attacks import stealth
from underkeep.systems.ose.attacks.stealth import Hide
from underkeep.systems.ose.basics.conditions import HIDDEN, PACIFIED, has
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.characters.thief_skills import PickPockets
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.magic import casting, turning
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_mind, spells_of_nature
from underkeep.systems.ose.magic.spells import ROUND_SECONDS
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.state import State


@executes("ose:magic.cast.gestures-words")
def cast(do: Resolution, action: Cast) -> None:
    """A round for the gestures and words; those whom the spell leaves as they were then act."""
    before = len(do.events)
    casting.cast_at_leisure(do, action)
    if do.state.encounter is None:
        return
    if any(isinstance(e, EncounterChanged) and e.what == spells_of_nature.SCREENED for e in do.events[before:]):
        _go_behind_the_screen(do)
        return
    if _none_is_left(do):
        return
    spells_of_mind.befriend(do)
    met = [do.state.creatures[id] for id in do.state.encounter.monsters]
    standing = [c for c in met if c.status == "up"]
    if all(has(c, PACIFIED) or c.condition("charmed") is not None for c in standing):
        meetings.part(do, "friendly")
    else:
        meetings.go_on(do)


@executes("ose:evasion.no-pursuit")
def _go_behind_the_screen(do: Resolution) -> None:
    """Those who cannot get at the party go their way; who lives there stays there."""
    assert do.state.encounter is not None and do.state.dungeon is not None
    group = do.state.dungeon.groups[do.state.encounter.group]
    if not group.lair:
        do.emit(GroupChanged(replace(group, count=0), "kept off", rule=("ose:evasion.no-pursuit",)))
    meetings.conclude(do, "evaded")


def _none_is_left(do: Resolution) -> bool:
    """Whether the spell has left nobody to deal with."""
    assert do.state.encounter is not None and do.state.dungeon is not None
    if any(do.state.creatures[id].status == "up" for id in do.state.encounter.monsters):
        return False
    group = do.state.dungeon.groups[do.state.encounter.group]
    do.emit(GroupChanged(replace(group, count=0), "overcome", rule=("ose:magic.cast.gestures-words",)))
    meetings.conclude(do, "fought")
    return True


def turnings(state: State) -> list[Action]:
    return [TurnUndead(m.id) for m in state.marchers() if turning.can_turn_undead(m)]


def why_not_turn_undead(state: State, action: TurnUndead) -> Refusal | None:
    return turning.why_not(state, state.creatures[action.actor])


@executes("ose:class.abilities")
def turn_undead(do: Resolution, action: TurnUndead) -> None:
    """Those turned or destroyed are gone; the others come on."""
    pass_time(do, ROUND_SECONDS, "turning")
    turning.turn_undead(do, action)
    assert do.state.encounter is not None
    if any(do.state.creatures[id].status == "up" for id in do.state.encounter.monsters):
        meetings.go_on(do)
        return
    assert do.state.dungeon is not None
    group = do.state.dungeon.groups[do.state.encounter.group]
    do.emit(GroupChanged(replace(group, count=0), "turned", rule=("ose:class.abilities",)))
    meetings.conclude(do, "turned")


def hidings(state: State) -> list[Action]:
    return [Hide(m.id) for m in state.marchers() if stealth.can_hide(m)]


@executes("ose:class.abilities")
def why_not_hide(state: State, action: Hide) -> Refusal | None:
    """Only classes that can, and not twice."""
    actor = state.creatures[action.actor]
    able = stealth.can_hide(actor) and not has(actor, HIDDEN)
    return None if able else Refusal(f"{actor.name} cannot hide now.", "ose:class.abilities")


def hide(do: Resolution, action: Hide) -> None:
    pass_time(do, ROUND_SECONDS, "hiding")
    stealth.hide(do, do.state.creatures[action.actor])
    meetings.go_on(do)


def pick_pocket(do: Resolution, action: PickPockets) -> None:
    pass_time(do, ROUND_SECONDS, "stealing")
    if thief_skills.pick_pocket(do, action):
        meetings.go_on(do)
