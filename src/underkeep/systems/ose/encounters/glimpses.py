"""A surprise attack: at first nothing is seen of the attackers but the blow."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures import lore
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.world.encounter import EncounterEnded
from underkeep.world.fight import FightEnded, RoundBegan
from underkeep.world.state import State

SURPRISE_ATTACK = "ose:referee.describe.surprise-attack"


class Glimpsed(Event, frozen=True):
    """Of these only a blow is seen so far: what they are called until then, and what they will be called."""

    names: dict[str, str]
    later: dict[str, str]

    def evolve(self, state: State) -> State:
        return _named(state, self.names, self.later)


class SeenPlainly(Event, frozen=True):
    """Those who surprised the party can be made out now."""

    names: dict[str, str]

    def evolve(self, state: State) -> State:
        return _named(state, self.names, {})


def _named(state: State, names: dict[str, str], later: dict[str, str]) -> State:
    for id, name in names.items():
        state = state.with_creature(id, name=name)
    return with_campaign(state, conduct=replace(campaign(state).conduct, glimpsed=later))


EVENTS: tuple[type[Event], ...] = (Glimpsed, SeenPlainly)


@executes("ose:referee.describe.surprise-attack")
def hide(do: Resolution, ids: tuple[str, ...]) -> None:
    """Of those who surprise the party nobody can say more than that they are there, and then how they strike."""
    names = {id: f"Sudden shape {number}" for number, id in enumerate(ids, 1)}
    later = {id: do.state.creatures[id].name for id in ids}
    do.emit(Glimpsed(names, later, rule=(SURPRISE_ATTACK,)))


@executes("ose:referee.describe.surprise-attack")
def show(do: Resolution) -> None:
    """They are described as others are, or named if somebody knows them."""
    later = campaign(do.state).conduct.glimpsed
    if later:
        _show(do, later)


def _show(do: Resolution, later: Mapping[str, str]) -> None:
    names = {id: name for id, name in later.items() if id in do.state.creatures}
    do.emit(SeenPlainly(names, rule=(SURPRISE_ATTACK,)))
    for kind in dict.fromkeys(do.state.creatures[id].kind for id in names):
        lore.recognise(do, kind)


@executes("ose:referee.describe.surprise-attack")
def round_began(do: Resolution, event: RoundBegan) -> None:
    """From the second round on everybody sees whom they fight."""
    if event.round > 1:
        show(do)


def ended(do: Resolution, event: FightEnded | EncounterEnded) -> None:
    show(do)
