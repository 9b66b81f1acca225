"""What friends who are met do when they are asked for a big favour."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.encounters import meetings, offers, reactions
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined
from underkeep.world.state import State


class CameAlong(Event, frozen=True):
    """Somebody who was met is of the party's side from now on."""

    creature: str
    side: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, side=self.side)


EVENTS: tuple[type[Event], ...] = (CameAlong,)


@executes("rampage:reaction.pf")
def ask(do: Resolution, speaker: Creature) -> str:
    """Of friends a big favour is rolled for: one of them joins the party, they tell all that they know, want an offer,
    or refuse. Who joins, if anybody.
    """
    what, column = reactions.react(do, "friendly", speaker)
    if what == "join":
        meetings.tell_all(do, speaker)
        return _join(do)
    if what == "grant":
        meetings.tell_all(do, speaker)
    elif what == "offer" and column == "friendly":
        offers.put(do, speaker, column)
    elif column == "neutral":
        meetings.follow(do, speaker, what, column)
    return ""


@executes("rampage:reaction.roll")
def _join(do: Resolution) -> str:
    """The first of them goes along with the party, and helps as it can."""
    party, rule, id = do.state.party, ("rampage:reaction.roll",), meetings.first_of(do.state).id
    assert party is not None
    do.emit(meetings.TheyJoin(meetings.the_group(do.state).kind, rule=rule))
    entrust(do, id, party.side, do.seat)
    do.emit(CameAlong(id, party.side, rule=rule))
    do.emit(PartyJoined(id, rule=rule))
    return id
