"""Traps underground: each is one of the book's hazards set to catch somebody. Which there are is ours."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import content, exploration
from underkeep.procedures.effects import Effects, Params
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.compendium import PACKAGE
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.healing import rouse
from underkeep.systems.knave.checks.wounds import harm
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Trap, TrapChanged

TRY_SECONDS = 30
ROUNDS_A_TRY = 3
MOST_TRIES = 8
DEEPEST = 3
"""From this level on all are alike."""


class Pit(Params, frozen=True, tag="pit"):
    feet: int


class Blade(Params, frozen=True, tag="blade"):
    damage: Expr


class Fire(Params, frozen=True, tag="fire"):
    pass


class Lightning(Params, frozen=True, tag="lightning"):
    pass


class Lava(Params, frozen=True, tag="lava"):
    pass


class Flood(Params, frozen=True, tag="flood"):
    pass


Effect = Pit | Blade | Fire | Lightning | Lava | Flood
effects: Effects[Creature] = Effects(Effect)


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of trap, where it may wait, and what it does in a line for the referee."""

    effect: Effect
    noted: str
    levels: tuple[int, ...]
    on_treasure: bool = False


class TrapSprang(Note, frozen=True):
    """What those who are caught see of a trap."""

    creature: str
    text: str


EVENTS = (TrapSprang,)


@cache
def listings() -> dict[str, Listing]:
    return content.load(PACKAGE, "traps", Listing)


def waiting_on(level: int) -> tuple[str, ...]:
    """The kinds that may wait on a level of the dungeon."""
    return tuple(kind for kind, listing in listings().items() if min(level, DEEPEST) in listing.levels)


def on_treasure() -> tuple[str, ...]:
    return tuple(kind for kind, listing in listings().items() if listing.on_treasure)


def springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    """Whoever goes first notices it with a check of WIS; one that is known is stepped around. Ruling: ours."""
    if trap.state == "found":
        return False
    if is_unable(creature) or not check(do, creature.id, "WIS", "noticing a trap", seats=(REFEREE,)).success:
        return True
    do.emit(TrapChanged(replace(trap, state="found"), "found"))
    return False


def spring(do: Resolution, trap: Trap, creature: Creature) -> None:
    effects.carry_out(do, creature, listings()[trap.kind].effect)


def told_to_the_referee(kind: str) -> str:
    """A trap's name and what it does, in a line."""
    listing = listings().get(kind)
    return f"{kind.replace('-', ' ')}: {listing.noted}" if listing is not None else kind.replace("-", " ")


def inspect(do: Resolution, creature: Creature, hoard: str) -> None:
    """A look for traps on a treasure."""
    assert do.state.dungeon is not None
    if check(do, creature.id, "WIS", "looking for traps", seats=(REFEREE,)).success:
        for trap in do.state.dungeon.traps.values():
            if trap.on == hoard and trap.state == "hidden":
                do.emit(TrapChanged(replace(trap, state="found"), "found"))


def disarm(do: Resolution, creature: Creature, trap: Trap) -> None:
    """DEX, for those who learnt it; a failure sets it off."""
    if check(do, creature.id, "DEX", "disarming a trap").success:
        do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed"))
    else:
        exploration.spring(do, trap.id, creature.id)


def _tell(do: Resolution, creature: Creature, text: str) -> None:
    do.emit(TrapSprang(creature.id, text))


def _leaps_clear(do: Resolution, creature: Creature) -> bool:
    return not is_unable(creature) and bool(check(do, creature.id, "DEX", "leaping clear").success)


@effects(Pit)
def _pit(do: Resolution, creature: Creature, effect: Pit) -> None:
    _tell(do, creature, "The floor opens underfoot.")
    hazards.fall(do, creature.id, effect.feet)


@effects(Blade)
def _blade(do: Resolution, creature: Creature, effect: Blade) -> None:
    _tell(do, creature, "A blade swings out of the wall.")
    harm(do, creature.id, do.roll_total(effect.damage, f"blade on {creature.id}").total)


@executes("knave:hazard.fire.contact", "knave:hazard.fire.burning")
@effects(Fire)
def _fire(do: Resolution, creature: Creature, effect: Fire) -> None:
    """A round in the flames; who cannot get out of them in time is alight until the flames are beaten out."""
    _tell(do, creature, "Fire roars out of the wall.")
    if _leaps_clear(do, creature):
        return
    hazards.burn(do, creature.id)
    now = do.state.creatures[creature.id]
    if now.is_up and not _leaps_clear(do, now):
        hazards.blaze(do, creature.id)


@executes("knave:hazard.lightning")
@effects(Lightning)
def _lightning(do: Resolution, creature: Creature, effect: Lightning) -> None:
    """A rune strikes whoever does not leap clear."""
    _tell(do, creature, "A rune flares, and lightning leaps from it.")
    if not _leaps_clear(do, creature):
        hazards.strike_by_lightning(do, creature.id)


@executes("knave:hazard.fire.lava")
@effects(Lava)
def _lava(do: Resolution, creature: Creature, effect: Lava) -> None:
    """Whoever does not leap clear when the crust breaks goes under."""
    _tell(do, creature, "The crust of the floor breaks; it glows beneath.")
    if not _leaps_clear(do, creature):
        hazards.sink_in_lava(do, creature.id)


@executes("knave:hazard.drowning.breath", "knave:hazard.drowning.pass-out", "knave:hazard.drowning.check")
@effects(Flood)
def _flood(do: Resolution, creature: Creature, effect: Flood) -> None:
    """The way is barred and water fills the room. Every half minute somebody tries to break out."""
    _tell(do, creature, "The way falls shut, and water pours in to the roof.")
    caught = [c.id for c in do.state.marchers()]
    for number in range(1, MOST_TRIES + 1):
        awake = [id for id in caught if do.state.creatures[id].is_up]
        if awake and check(do, awake[number % len(awake)], "STR", "breaking out of the flood").success:
            break
        for id in caught:
            if do.state.creatures[id].status == "down":
                _drown(do, id)
            else:
                hazards.hold_breath(do, id, number * TRY_SECONDS)
        if all(do.state.creatures[id].status == "dead" for id in caught):
            return
    for id in caught:
        rouse(do, id, "drowning")


def _drown(do: Resolution, id: str) -> None:
    for _ in range(ROUNDS_A_TRY):
        if do.state.creatures[id].status == "down":
            hazards.drown(do, id)
