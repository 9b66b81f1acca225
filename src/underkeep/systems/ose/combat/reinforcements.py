"""Those whom a monster has called, and who come a few rounds later."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.basics.battle import Called, battle, with_battle
from underkeep.systems.ose.monsters.listings import squares_of
from underkeep.world.creature import Moved
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

MOST = 12
"""More than so many of one kind at once find no room on a field. Ours."""
_RULE = ("ose:monster.attacks.per-round",)


class AlliesCalled(Event, frozen=True):
    """Somebody will come to help."""

    creature: str
    called: Called

    def evolve(self, state: State) -> State:
        return with_battle(state, called=(*battle(state).called, self.called))


class AlliesCame(Event, frozen=True):
    """Those who were called are here."""

    called: Called

    def evolve(self, state: State) -> State:
        return with_battle(state, called=tuple(c for c in battle(state).called if c != self.called))


@executes("ose:monster.attacks.per-round")
def arrive(do: Resolution) -> None:
    """At the start of a round, all whose time has come."""
    for called in battle(do.state).called:
        if called.at <= do.state.now:
            do.emit(AlliesCame(called, rule=_RULE))
            if any(c.side == called.side for c in do.state.active()):
                place(do, called.kind, called.number, called.side, called.near, "arrives")


def place(do: Resolution, kind: str, number: int, side: str, near: Square, how: str) -> None:
    """So many of a kind as close to a square as there is room."""
    grid = do.state.grid
    for _ in range(min(number, MOST) if grid is not None else 0):
        assert grid is not None
        free = grid.room(grid.floor & ~field_of(do.state).occupied, squares_of(kind))
        if not free:
            return
        to = min(grid.squares(free), key=lambda square: distance(square, near))
        made = do.rules.recruit(do, Recruit(kind), meeting.ids_of_met(do.state, kind, 1)[0], side)
        do.emit(Moved(made.id, to, how, rule=_RULE))
