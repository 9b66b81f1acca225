"""Beasts of the party: dogs, mules and horses, who handles them, and how long they take to get used to it."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.meeting import ids_of_met
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics.campaign import Bond, campaign, with_campaign
from underkeep.systems.rampage.encounters import dogs
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

MOST_AT_ONCE = 20
MAX = "rampage:animal.dogs.max"


class HandlerNamed(Event, frozen=True):
    """A dog has a handler, and gets used to him from this time on."""

    creature: str
    handler: str
    since: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, dogs={**campaign(state).dogs, self.creature: Bond(self.handler, self.since)})


EVENTS: tuple[type[Event], ...] = (HandlerNamed,)


@executes("rampage:animal.dogs.max")
def why_not_own(state: State, creature: Creature, kind: str, count: int) -> Refusal | None:
    """A party has nine dogs at most."""
    if count > MOST_AT_ONCE:
        return Refusal(f"Nobody sells more than {MOST_AT_ONCE} beasts at once.")
    if kind in dogs.KINDS and len(dogs.party_dogs(state)) + count > dogs.MOST_DOGS:
        return Refusal(f"A party has {dogs.MOST_DOGS} dogs at most.", MAX)
    return None


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
