"""Dogs of a party: which are used to it, and what their noses and ears are worth."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.state import State

TRACKING, GUARD, WAR = "tracking-dog", "guard-dog", "war-dog"
KINDS = (TRACKING, GUARD, WAR)
MOST_DOGS = 9
MONTH_SECONDS = 30 * DAY
LOUD_PACK = 6


def is_dog(creature: Creature) -> bool:
    return creature.kind in KINDS


def is_war_dog(creature: Creature) -> bool:
    return creature.kind == WAR


def party_dogs(state: State) -> list[Creature]:
    return [c for c in state.marchers() if is_dog(c)] if state.party is not None else []


@executes("rampage:animal.dogs.training", "rampage:animal.war-dogs.rehandle")
def is_used(state: State, dog: Creature) -> bool:
    """Whether a dog has been a month with whoever handles it now."""
    bond = campaign(state).dogs.get(dog.id)
    return bond is not None and state.now - bond.since >= MONTH_SECONDS


def used_dogs(state: State, kind: str) -> int:
    """How many dogs of a kind are of use."""
    return sum(dog.kind == kind and is_used(state, dog) for dog in party_dogs(state))


@executes("rampage:animal.tracking-dogs.noise", "rampage:animal.dogs.six-no-surprise")
def noise(state: State) -> int:
    """By how much the dogs spoil the party's chance to surprise; six that track or guard spoil it wholly."""
    found = party_dogs(state)
    if sum(dog.kind in (TRACKING, GUARD) for dog in found) >= LOUD_PACK:
        return 6
    return int(any(dog.kind == TRACKING for dog in found))


@executes("rampage:animal.guard-dogs.one", "rampage:animal.guard-dogs.three")
def watchfulness(state: State) -> int:
    """By how much guard dogs lower the chance that the party is surprised."""
    guards = used_dogs(state, GUARD)
    return 2 if guards >= 3 else int(guards >= 1)


@executes("rampage:task.track.dogs", "rampage:animal.dogs.training")
def tracking_bonus(state: State) -> int:
    """What tracking dogs add to a search for tracks: 1 for each three begun, 3 at most."""
    return min(3, -(-used_dogs(state, TRACKING) // 3))
