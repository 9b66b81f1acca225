"""Doors, listening and searching, as checks against an adjective.

Ruling: delve-doors, delve-searching. The book says what STR, DEX and INT are tried for; how hard a thing is is ours.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors, exploration, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics.barriers import Bar
from underkeep.systems.robs.basics.materials import MATERIAL_STRENGTH
from underkeep.systems.robs.checks.awards import award_for_problem
from underkeep.systems.robs.checks.checks import checked
from underkeep.systems.robs.checks.sight import is_helpless
from underkeep.systems.robs.equipment import light
from underkeep.systems.robs.exploration import breaking
from underkeep.systems.robs.exploration.noise import make_noise
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item
from underkeep.world.party import Searched
from underkeep.world.state import State

BARS = {"stuck": Bar("stuck", 1), "locked": Bar("locked", 2)}
SEARCH_DIFFICULTY = 1
LISTEN_DIFFICULTY = 0
ROLLS_TO_FIND = "rolls-to-find"
OURS = "robs:delve-doors"
SEARCHING = "robs:delve-searching"
ONE_TURN = (a.Search, a.Rest, a.ForceDoor, a.PickLock, a.Listen, a.Disarm, a.InspectHoard)


def turns_for(action: Action) -> int:
    """Whatever takes care takes a turn."""
    return int(isinstance(action, (*ONE_TURN, breaking.HackDoor)))


@executes("robs:abilities.str", "robs:task.check.success")
def force_door(do: Resolution, creature: Creature, door: Door) -> None:
    """A check of STR against the door's adjective, which can be heard far off."""
    bar = door.barrier
    assert isinstance(bar, Bar)
    make_noise(do)
    if MATERIAL_STRENGTH in do.state.switches:
        breaking.push(do, creature, door)
    elif checked(do, creature, "forcing-doors", bar.difficulty, (OURS,)).success:
        opened = replace(door, is_open=True, tried=True, barrier=None)
        do.emit(DoorChanged(opened, "forced", creature.id, rule=("robs:abilities.str", OURS)))


@executes("robs:class.thief.checks", "robs:abilities.dex")
def pick_lock(do: Resolution, creature: Creature, door: Door) -> None:
    """Fine work, and quiet."""
    bar = door.barrier
    assert isinstance(bar, Bar)
    if checked(do, creature, "picking-locks", bar.difficulty, (OURS,)).success:
        rule = ("robs:abilities.dex", OURS)
        do.emit(DoorChanged(replace(door, tried=True, barrier=None), "unlocked", creature.id, rule=rule))
        award_for_problem(do, creature.id)


@executes("robs:abilities.int")
def listen(do: Resolution, creature: Creature, door: Door) -> None:
    """What is heard is told, and nothing else. Where nobody rolls to find things, whoever listens hears."""
    if ROLLS_TO_FIND not in do.state.switches:
        heard = doors.has_noise_behind(do.state, door)
        do.emit(
            ChanceRolled(
                "listening", Roll("no roll", (), int(heard), (), None, heard), heard, creature.id, rule=(SEARCHING,)
            )
        )
        return
    roll = checked(do, creature, "noticing", LISTEN_DIFFICULTY, (SEARCHING,), (REFEREE,))
    heard = doors.has_noise_behind(do.state, door) and bool(roll.success)
    do.emit(ChanceRolled("listening", replace(roll, success=heard), heard, creature.id, rule=(SEARCHING,)))


def searchable(state: State) -> int:
    """A room is searched as a whole, from where the party stands, if there is light."""
    dungeon, at, _ = survey.here(state)
    sees = any(light.sees_metres(state, c) for c in state.marchers())
    return dungeon.level(at.level).grid.bit(at.square) if sees else 0


@executes("robs:abilities.int")
def search(do: Resolution, creature: Creature) -> None:
    """Each searcher's check of INT is the referee's; one success lays everything bare. Where nobody rolls to find
    things, whoever looks finds."""
    if is_helpless(creature):
        return
    if not any(isinstance(event, Searched) for event in do.events):
        do.emit(Searched(survey.here(do.state)[1].square, rule=(SEARCHING,)))
    is_sure = ROLLS_TO_FIND not in do.state.switches
    if is_sure or checked(do, creature, "sight", SEARCH_DIFFICULTY, (SEARCHING,), (REFEREE,)).success:
        exploration.reveal(do, None, {"door", "trap", "hoard"})


def share(state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
    """Ruling: encumbrance. The book has no limits; whoever marches first carries what is found."""
    bearers = [c for c in state.marchers() if not is_helpless(c)]
    return [(bearers[0].id, item) for item in items] if bearers else []


def why_not_anything(state: State, action: Action) -> Refusal | None:
    """Those who lie senseless do nothing at all."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and (not actor.is_up or is_helpless(actor)):
        return Refusal(f"{actor.name} cannot do anything now.")
    return None


def why_not_light(state: State, action: a.LightUp) -> Refusal | None:
    return light.why_not(state.creatures[action.actor], action.item)
