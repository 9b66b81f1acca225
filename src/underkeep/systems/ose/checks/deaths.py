"""When characters died and of what, for the magic that brings them back; and life that comes back."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import Fallen, campaign, with_campaign
from underkeep.systems.ose.basics.conditions import CURSES, FRAILTY
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Died, Harmed
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

POISON = "poison"


class DeathNoted(Event, frozen=True):
    """When a character died, and of what."""

    secret: ClassVar[bool] = True

    creature: str
    fallen: Fallen

    def evolve(self, state: State) -> State:
        return with_campaign(state, fallen={**campaign(state).fallen, self.creature: self.fallen})


class Revived(Event, frozen=True):
    """Somebody who was dead lives, with so many hit points and under these conditions alone."""

    private: ClassVar[tuple[str, ...]] = ("hp",)

    creature: str
    hp: int | None
    conditions: tuple[Condition, ...] = ()

    def evolve(self, state: State) -> State:
        left = {id: fallen for id, fallen in campaign(state).fallen.items() if id != self.creature}
        back = state.with_creature(self.creature, status="up", hp=self.hp, conditions=self.conditions)
        return with_campaign(back, fallen=left)


EVENTS: tuple[type[Event], ...] = (DeathNoted, Revived)


def note(do: Resolution, event: Died) -> None:
    """The hour of a character's death, which counts for those who would raise the dead."""
    if sheet(do.state.creatures[event.creature]).character_class:
        do.emit(DeathNoted(event.creature, Fallen(do.state.now, _is_of_poison(do, event.creature))))


def _is_of_poison(do: Resolution, id: str) -> bool:
    wounds = (e.kind for e in reversed(do.events) if isinstance(e, Harmed) and e.creature == id)
    return next(wounds, "") == POISON


def fallen(state: State, side: str) -> list[Creature]:
    """The dead characters of a side, of whom it is known when they died."""
    known = (state.creatures[id] for id in campaign(state).fallen if id in state.creatures)
    return [c for c in known if c.status == "dead" and c.side == side]


def seconds_dead(state: State, id: str) -> int:
    return state.now - campaign(state).fallen[id].at


def revive(do: Resolution, id: str, hp: int, rule: tuple[str, ...]) -> None:
    """Life comes back, and nothing but curses with it; one who was buried already marches with the party again."""
    kept = tuple(c for c in do.state.creatures[id].conditions if c.name in CURSES or c.name.startswith(FRAILTY))
    do.emit(Revived(id, hp, kept, rule=rule))
    party = do.state.party
    if party is not None and id not in party.members:
        do.emit(PartyJoined(id, rule=rule))
