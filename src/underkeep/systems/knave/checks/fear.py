"""What frightens those who may break: an attack of a sort that they fear, and wonders that nobody foresaw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.battle import battle, with_battle

if TYPE_CHECKING:
    from underkeep.world.state import State

MAGIC = "magic"
FEARED = "knave:morale.break.feared-attack"
OTHER = "knave:morale.break.other"


class FearStruck(Event, frozen=True):
    """A side was attacked with what it fears."""

    side: str

    def evolve(self, state: State) -> State:
        others = tuple(side for side in battle(state).frightened if side != self.side)
        return with_battle(state, frightened=(*others, self.side))


class WonderSeen(Event, frozen=True):
    """Magic was worked on a side, for the first time in this fight."""

    side: str

    def evolve(self, state: State) -> State:
        return with_battle(state, awed=(*battle(state).awed, self.side))


EVENTS: tuple[type[Event], ...] = (FearStruck, WonderSeen)


@executes("knave:morale.break.feared-attack")
def frighten(do: Resolution, id: str, kinds: tuple[str, ...], by: str) -> None:
    """Whatever the attack is, a blow, a breath or a spell, it is feared by its sort, even if it does no harm."""
    if do.state.fight is None or not kinds:
        return
    target = do.state.creatures[id]
    stats = compendium.monsters().get(target.kind)
    if stats is not None and any(kind in stats.fears for kind in kinds):
        do.emit(FearStruck(target.side, rule=(FEARED,)))
    if MAGIC in kinds and by:
        marvel(do, by, id)


@executes("knave:morale.break.other")
def marvel(do: Resolution, by: str, id: str) -> None:
    """Magic of the other side's is something on which the referee may call for a test, once in a fight."""
    target, worker = do.state.creatures.get(id), do.state.creatures.get(by)
    if do.state.fight is None or target is None or worker is None or target.side == worker.side:
        return
    known = battle(do.state)
    if known.may_break.get(target.side) and target.side not in known.awed:
        do.emit(WonderSeen(target.side, rule=(OTHER,)))
