"""Beasts of the party: dogs, mules and horses, who handles them, and how long they take to get used to it."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.meeting import ids_of_met
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics.campaign import Bond, campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import is_character
from underkeep.systems.rampage.encounters import dogs
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

MOST_AT_ONCE = 20
DOGS_A_HANDLER = 2
MAX = "rampage:animal.dogs.max"


class HandlerNamed(Event, frozen=True):
    """A dog has a handler, and gets used to him from this time on."""

    creature: str
    handler: str
    since: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, dogs={**campaign(state).dogs, self.creature: Bond(self.handler, self.since)})


class TakeLead(Action, frozen=True):
    """Make a dog one's own to handle; it takes a month to get used to it."""

    actor: str
    dog: str


EVENTS: tuple[type[Event], ...] = (HandlerNamed,)


@executes("rampage:animal.dogs.max")
def why_not_own(state: State, creature: Creature, kind: str, count: int) -> Refusal | None:
    """A party has nine dogs at most."""
    if count > MOST_AT_ONCE:
        return Refusal(f"Nobody sells more than {MOST_AT_ONCE} beasts at once.")
    if kind in dogs.KINDS and len(dogs.party_dogs(state)) + count > dogs.MOST_DOGS:
        return Refusal(f"A party has {dogs.MOST_DOGS} dogs at most.", MAX)
    if kind == dogs.WAR:
        return why_not_handle(state, creature, count)
    return None


@executes("rampage:animal.war-dogs.handler")
def why_not_handle(state: State, creature: Creature, more: int) -> Refusal | None:
    """Nobody handles more than two war dogs, a hand for each."""
    bonds = campaign(state).dogs
    own = [d for d in dogs.party_dogs(state) if dogs.is_war_dog(d) and bonds[d.id].handler == creature.id]
    if len(own) + more > DOGS_A_HANDLER:
        return Refusal(f"{creature.name} can handle {DOGS_A_HANDLER} war dogs.", "rampage:animal.war-dogs.handler")
    return None


def leads(state: State) -> list[Action]:
    bonds = campaign(state).dogs
    people = [m for m in state.marchers() if is_character(m)]
    loose = [d for d in dogs.party_dogs(state) if not state.creatures[bonds[d.id].handler].is_up]
    return [TakeLead(m.id, dog.id) for dog in loose for m in people]


@executes("rampage:animal.war-dogs.handler", "rampage:animal.war-dogs.rehandle")
def why_not_lead(state: State, action: TakeLead) -> Refusal | None:
    """A dog of the party, which is not one's own already, and no more than one can hold."""
    actor, bonds = state.creatures[action.actor], campaign(state).dogs
    dog = next((d for d in dogs.party_dogs(state) if d.id == action.dog), None)
    if dog is None or not is_character(actor):
        return Refusal("There is no such dog to lead.", "rampage:animal.war-dogs.handler")
    if bonds[dog.id].handler == actor.id:
        return Refusal(f"{dog.name} is {actor.name}'s already.", "rampage:animal.war-dogs.rehandle")
    return why_not_handle(state, actor, 1) if dogs.is_war_dog(dog) else None


@executes("rampage:animal.war-dogs.rehandle")
def take_lead(do: Resolution, action: TakeLead) -> None:
    """Another month passes before the dog heeds its new handler."""
    rule = ("rampage:animal.war-dogs.rehandle",)
    do.emit(HandlerNamed(action.dog, action.actor, do.state.now, rule=rule))


@executes("rampage:animal.dogs.max", "rampage:animal.dogs.training")
def acquire(do: Resolution, owner: str, kind: str, count: int) -> None:
    """They come along; a dog begins to get used to its handler."""
    party = do.state.party
    assert party is not None
    for id in ids_of_met(do.state, kind, count):
        entrust(do, id, party.side, do.state.owner(owner))
        do.rules.recruit(do, Recruit(kind), id, party.side)
        do.emit(PartyJoined(id, rule=(MAX,) if kind in dogs.KINDS else ()))
        if kind in dogs.KINDS:
            do.emit(HandlerNamed(id, owner, do.state.now, rule=("rampage:animal.dogs.training",)))
