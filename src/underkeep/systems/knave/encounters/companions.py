"""Those who go with the characters: how many may, and those met underground who come along."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.names import NAMES
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined
from underkeep.world.state import State


class SideChanged(Event, frozen=True):
    """A creature goes with others from now on."""

    creature: str
    side: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, side=self.side)


class NameTold(Event, frozen=True):
    """Somebody who was called by kind and number says a name, and goes by it from now on."""

    creature: str
    before: str
    name: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, name=self.name)


EVENTS: tuple[type[Event], ...] = (SideChanged, NameTold)


def most(state: State) -> int:
    """As many companions as the characters have CHA between them, and one. Ruling: missing-chapters."""
    return 1 + sum(sheet(c).abilities.get("CHA", 0) for c in state.marchers() if sheet(c).is_pc)


def companions(state: State) -> list[Creature]:
    assert state.party is not None
    members = [state.creatures[id] for id in state.party.members]
    return [c for c in members if not sheet(c).is_pc and c.status == "up"]


def no_room(state: State) -> str:
    """Why nobody more would come along, for whoever asks; empty while somebody would."""
    if len(companions(state)) < most(state):
        return ""
    at_most = most(state)
    return (
        f"Nobody more would follow: those here lead {at_most} companion{'s' if at_most > 1 else ''} at most, "
        "as many as their CHA counts together, and one."
    )


def join(do: Resolution, id: str) -> bool:
    """Somebody met underground comes along with whoever asked, if there is room for another."""
    party = do.state.party
    assert party is not None
    if len(companions(do.state)) >= most(do.state):
        return False
    _tell_name(do, do.state.creatures[id])
    entrust(do, id, party.side, do.seat)
    do.emit(SideChanged(id, party.side, rule=("knave:reaction.roll",)))
    do.emit(PartyJoined(id, rule=("knave:reaction.roll",)))
    return True


def _tell_name(do: Resolution, creature: Creature) -> None:
    """Whoever speaks has a name, which no other here bears; beasts are called as before."""
    stats = compendium.monsters().get(creature.kind)
    if stats is None or not stats.speaks:
        return
    taken = {c.name for c in do.state.creatures.values()}
    free = [name for name in NAMES if name not in taken]
    if free:
        name = free[sum(map(ord, creature.id)) % len(free)]
        do.emit(NameTold(creature.id, creature.name, name, rule=("knave:reaction.roll",)))
