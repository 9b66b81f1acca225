"""Persons: whom a spell means that works on persons alone."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.monsters.listings import is_person, monsters
from underkeep.world.creature import Creature
from underkeep.world.state import State

WHICH = "ose:monster.persons.which"
PERSON, NO_PERSON = "a person", "no person"


class PersonJudged(Event, frozen=True):
    """Whether a kind counts among persons in this campaign."""

    secret: ClassVar[bool] = True

    kind: str
    is_person: bool

    def evolve(self, state: State) -> State:
        conduct = campaign(state).conduct
        return with_campaign(state, conduct=replace(conduct, persons={**conduct.persons, self.kind: self.is_person}))


@executes("ose:monster.persons", "ose:monster.persons.which")
def counts(do: Resolution, creature: Creature) -> bool:
    """Of those who are like people the referee says it, once for each kind. Default: humanoids of up to 4+1 HD."""
    listing = monsters().get(creature.kind)
    if listing is None or listing.human or listing.mind != "intelligent" or listing.undead:
        return is_person(creature)
    known = campaign(do.state).conduct.persons.get(creature.kind)
    if known is not None:
        return known
    usual = PERSON if is_person(creature) else NO_PERSON
    ruled = do.ruling(WHICH, (PERSON, NO_PERSON), usual, creature.kind) == PERSON
    if do.state.party is not None:
        do.emit(PersonJudged(creature.kind, ruled, rule=(WHICH,)))
    return ruled
