"""Spells that change who stands where, when, and in whose body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.monster_abilities import BlinkOpened
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import Working, sheet
from underkeep.systems.knave.basics.spell_listings import BendFate, Jump, OutOfTime, Shove, Shuffle, SwapBodies
from underkeep.systems.knave.checks.holds import go
from underkeep.systems.knave.checks.movement import nearest_free
from underkeep.systems.knave.checks.saves import spared
from underkeep.systems.knave.checks.spell_zones import workings
from underkeep.systems.knave.checks.wounds import die
from underkeep.systems.knave.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    drop_working,
    effects,
    fellows,
    fizzle,
    keep_up,
    outcome_on,
    present,
    until,
)
from underkeep.world.creature import Creature, Fled, Moved, SheetChanged
from underkeep.world.grid import Square, distance

if TYPE_CHECKING:
    from underkeep.world.state import State

SWAPPED = "body swap"
AWAY = "out-of-time"
D20 = 20


class SideTaken(Event, frozen=True):
    """A creature is on this side from now on."""

    creature: str
    side: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, side=self.side)


class Returned(Event, frozen=True):
    """A creature that was nowhere is here again."""

    creature: str
    at: Square | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up", at=self.at)


EVENTS: tuple[type[Event], ...] = (SideTaken, Returned)


@executes("knave:magic.save.half")
@effects(Shove)
def shove(do: Resolution, casting: Casting, effect: Shove) -> None:
    """Square by square, until something is in the way."""
    caster = do.state.creatures[casting.caster]
    targets = fellows(do, casting, effect.count)
    centre = targets[0].at if effect.way == "apart" and len(targets) > 1 else caster.at
    for creature in targets if centre == caster.at else targets[1:]:
        outcome = outcome_on(do, casting, creature.id)
        steps = spared(casting.number(effect.feet), outcome) // SQUARE_FEET
        if not steps or centre is None:
            fizzle(do, casting, creature.id)
        else:
            _slide(do, creature.id, centre, steps, -1 if effect.way == "towards" else 1)


def _slide(do: Resolution, id: str, centre: Square, steps: int, sign: int) -> None:
    state = do.state
    start = at = state.creatures[id].at
    grid = state.grid
    assert grid is not None and at is not None
    free = grid.floor & ~state.occupied()
    for _ in range(steps):
        around = [
            s for s in grid.squares(grid.around(at) & free) if sign * (distance(s, centre) - distance(at, centre)) > 0
        ]
        if not around:
            break
        at = min(around, key=lambda s: (-sign * _square(s, centre), s))
    if at != start:
        go(do, id, at, "pushed" if sign > 0 else "pulled", CAST)


def _square(a: Square, b: Square) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@effects(Jump)
def jump(do: Resolution, casting: Casting, effect: Jump) -> None:
    """The target then appears on a square of its choice, as a blink dog does."""
    do.emit(BlinkOpened(casting.target, casting.number(effect.feet) // SQUARE_FEET, rule=CAST))


@effects(Shuffle)
def shuffle(do: Resolution, casting: Casting, effect: Shuffle) -> None:
    """The target and those nearest to it, on either side, change places by the dice."""
    first = do.state.creatures[casting.target]
    others = sorted((c for c in present(do.state) if c.id != first.id), key=lambda c: _far(first, c))
    moved = [c for c in (first, *others)[: casting.number(effect.count)] if c.at is not None]
    moved = [c for c in moved if outcome_on(do, casting, c.id) == "whole"]
    places = [c.at for c in moved]
    if len(places) < 2:
        fizzle(do, casting)
        return
    for creature in moved[:-1]:
        place = do.pick(tuple(places), f"where {creature.id} finds itself")
        places.remove(place)
        _appear(do, creature, place)
    _appear(do, moved[-1], places[0])


def _far(first: Creature, other: Creature) -> int:
    return distance(first.at, other.at) if first.at is not None and other.at is not None else 0


def _appear(do: Resolution, creature: Creature, place: Square | None) -> None:
    if place is not None and place != creature.at:
        do.emit(Moved(creature.id, place, "shuffled", rule=CAST))


@effects(SwapBodies)
def swap_bodies(do: Resolution, casting: Casting, effect: SwapBodies) -> None:
    """Each fights for the other's side in the other's body. The end of the fight ends it too."""
    outcome = outcome_on(do, casting, casting.target)
    if outcome == "none":
        fizzle(do, casting)
        return
    end = until(do, casting, effect.lasts, outcome)
    keep_up(do, casting, Working(casting.spell.name, SWAPPED, end, on=(casting.target,)))
    _exchange(do, casting.caster, casting.target)


def _exchange(do: Resolution, one: str, other: str) -> None:
    """Side against side, and whoever plays the one plays the other."""
    pairs = ((one, other), (other, one))
    taken = [(id, do.state.creatures[of].side, do.state.owner(of)) for id, of in pairs]
    for id, side, seat in taken:
        entrust(do, id, side, seat)
        do.emit(SideTaken(id, side, rule=CAST))


def end_swap(do: Resolution, caster: str, working: Working) -> None:
    drop_working(do, caster, working)
    _exchange(do, caster, working.on[0])


def share_death(do: Resolution, dead: str) -> None:
    """Two who have changed bodies die together."""
    for caster, working in workings(do.state, SWAPPED):
        pair = (caster.id, working.on[0])
        if dead in pair:
            end_swap(do, caster.id, working)
            other = pair[1] if dead == pair[0] else pair[0]
            if do.state.creatures[other].status != "dead":
                die(do, other, *CAST)


@effects(OutOfTime)
def out_of_time(do: Resolution, casting: Casting, effect: OutOfTime) -> None:
    outcome = outcome_on(do, casting, casting.target)
    if outcome == "none":
        fizzle(do, casting)
        return
    target = do.state.creatures[casting.target]
    end = until(do, casting, effect.lasts, outcome)
    at = target.at
    if at is not None and do.state.grid is not None:
        mask = f"{do.state.grid.bit(at):x}"
        keep_up(do, casting, Working(casting.spell.name, AWAY, end, mask, (target.id,)))
    bestow(do, target.id, AWAY, end)
    do.emit(Fled(target.id, rule=CAST))


def come_back(do: Resolution, caster: str, working: Working) -> None:
    """Whoever was out of time stands where it stood, or beside it."""
    drop_working(do, caster, working)
    grid, id = do.state.grid, working.on[0]
    if grid is not None and do.state.creatures[id].status == "fled":
        do.emit(Returned(id, nearest_free(do.state, grid.first(int(working.mask, 16)))))


@effects(BendFate)
def bend_fate(do: Resolution, casting: Casting, effect: BendFate) -> None:
    """The dice are thrown now; the caster's next rolls of a d20 take them, the best first."""
    count = casting.number(effect.dice)
    roll = do.roll(count, D20, f"the fate of {casting.caster}")
    own = sheet(do.state.creatures[casting.caster])
    fates = tuple(sorted(roll.faces, reverse=True))
    do.emit(SheetChanged(casting.caster, replace(own, fates=fates), "bends fate", rule=CAST))
