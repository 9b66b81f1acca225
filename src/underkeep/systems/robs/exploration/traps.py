"""Traps: noticed by INT, leapt clear of by DEX; how far the leap falls short is what drives the harm.

Ruling: delve-traps. The book names traps under DEX and no more; which there are is ours.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import content, exploration
from underkeep.procedures.effects import Effects, Params
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.poison import resist
from underkeep.systems.robs.basics.compendium import PACKAGE
from underkeep.systems.robs.basics.numbers import relative_result
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.checks import falling
from underkeep.systems.robs.checks.awards import award_for_problem
from underkeep.systems.robs.checks.checks import checked
from underkeep.systems.robs.equipment.armour import protection, worn
from underkeep.systems.robs.exploration.noise import make_noise
from underkeep.world.creature import Creature, DamageRolled, Harmed
from underkeep.world.dungeon import Trap, TrapChanged

NOTICED = 1
DEEPEST = 3
OURS = "robs:delve-traps"


class Pit(Params, frozen=True, tag="pit"):
    metres: int
    surface: str = "hard"


class Blade(Params, frozen=True, tag="blade"):
    odf: int


class Dart(Params, frozen=True, tag="dart"):
    """A small blade with poison on it."""

    odf: int
    difficulty: int
    harm: int


class Gas(Params, frozen=True, tag="gas"):
    difficulty: int
    harm: int


class Gong(Params, frozen=True, tag="gong"):
    """Nobody is hurt, and everybody hears it."""


Effect = Pit | Blade | Dart | Gas | Gong


class Caught(NamedTuple):
    """Who set a trap off, and how hard it is to leap clear of."""

    creature: Creature
    difficulty: int


effects: Effects[Caught] = Effects(Effect)


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of trap: how hard it is to leap clear of, where it may wait, and a line for the referee."""

    effect: Effect
    difficulty: int
    noted: str
    levels: tuple[int, ...]
    on_treasure: bool = False


class TrapSprang(Note, frozen=True):
    """What is seen of a trap that goes off."""

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


@executes("robs:abilities.int")
def springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    """Who goes first may notice it in time; one that is known is stepped around, or lifted off a treasure."""
    if trap.state == "found":
        return bool(trap.on) and not checked(do, creature, "traps", NOTICED, (OURS,)).success
    if not checked(do, creature, "noticing", NOTICED, (OURS,), (REFEREE,)).success:
        return True
    do.emit(TrapChanged(replace(trap, state="found"), "found", rule=(OURS, "robs:abilities.int")))
    return False


def spring(do: Resolution, trap: Trap, creature: Creature) -> None:
    listing = listings()[trap.kind]
    effects.carry_out(do, Caught(creature, listing.difficulty), listing.effect)


def noted(kind: str) -> str:
    """A trap's name and what it does, in a line."""
    listing = listings().get(kind)
    return f"{kind.replace('-', ' ')}: {listing.noted}" if listing is not None else kind.replace("-", " ")


def inspect(do: Resolution, creature: Creature, hoard: str) -> None:
    """A look for traps on a treasure."""
    assert do.state.dungeon is not None
    if checked(do, creature, "noticing", NOTICED, (OURS,), (REFEREE,)).success:
        for trap in do.state.dungeon.traps.values():
            if trap.on == hoard and trap.state == "hidden":
                do.emit(TrapChanged(replace(trap, state="found"), "found", rule=(OURS,)))


@executes("robs:class.thief.checks", "robs:abilities.dex")
def disarm(do: Resolution, creature: Creature, trap: Trap) -> None:
    """Fine work of thieves; a failure sets it off."""
    if checked(do, creature, "disarming", listings()[trap.kind].difficulty, (OURS,)).success:
        do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed", rule=(OURS, "robs:abilities.dex")))
        award_for_problem(do, creature.id)
    else:
        exploration.spring(do, trap.id, creature.id)


@executes("robs:abilities.dex", "robs:task.relative-result")
def _short_by(do: Resolution, creature: Creature, difficulty: int) -> int | None:
    """By how much a leap fell short; None for one that did not."""
    roll = checked(do, creature, "traps", difficulty, (OURS,), is_save=True)
    return None if roll.success else max(0, -relative_result(roll))


@effects(Pit)
def _pit(do: Resolution, caught: Caught, effect: Pit) -> None:
    do.emit(TrapSprang(caught.creature.id, "The floor opens underfoot.", rule=(OURS,)))
    if _short_by(do, *caught) is not None:
        falling.fall(do, caught.creature.id, effect.metres, effect.surface)


@executes("robs:task.relative-result", "robs:damage.formula", "robs:damage.ddf.scale")
def _cut(do: Resolution, caught: Caught, odf: int) -> bool:
    """The harm of a blow with the shortfall for its Relative Result; whether there was a hit at all."""
    creature, short = caught.creature, _short_by(do, *caught)
    if short is None:
        return False
    body = worn(creature.items).armour
    parts = [Modifier("Relative Result", short), Modifier("trap", odf), Modifier("hide", -sheet(creature).ddf)]
    parts += [Modifier(body.name, -protection(body))] if body is not None else []
    parts.append(Modifier("Scale of the target", -sheet(creature).scale))
    amount = max(0, sum(m.amount for m in parts))
    rule = ("robs:damage.formula", "robs:damage.floor", OURS)
    roll = Roll("damage", (), amount, tuple(m for m in parts if m.amount))
    do.emit(DamageRolled("", creature.id, "trap", roll, rule=rule))
    if amount:
        do.emit(Harmed(creature.id, amount, creature.hp - amount, "", "trap", rule=("robs:damage.hit-points", OURS)))
    return True


@effects(Blade)
def _blade(do: Resolution, caught: Caught, effect: Blade) -> None:
    do.emit(TrapSprang(caught.creature.id, "A blade swings out of the wall.", rule=(OURS,)))
    _cut(do, caught, effect.odf)


@effects(Dart)
def _dart(do: Resolution, caught: Caught, effect: Dart) -> None:
    do.emit(TrapSprang(caught.creature.id, "A needle springs out.", rule=(OURS,)))
    if _cut(do, caught, effect.odf) and do.state.creatures[caught.creature.id].is_up:
        _poison(do, caught.creature.id, effect.difficulty, effect.harm)


@effects(Gas)
def _gas(do: Resolution, caught: Caught, effect: Gas) -> None:
    do.emit(TrapSprang(caught.creature.id, "A yellow vapour hisses out.", rule=(OURS,)))
    for marcher in do.state.marchers():
        _poison(do, marcher.id, effect.difficulty, effect.harm)


def _poison(do: Resolution, id: str, difficulty: int, harm: int) -> None:
    if not resist(do, id, "poison", difficulty):
        left = do.state.creatures[id].hp - harm
        do.emit(Harmed(id, harm, left, "", "poison", rule=("robs:hazard.poison.save", OURS)))


@effects(Gong)
def _gong(do: Resolution, caught: Caught, effect: Gong) -> None:
    do.emit(TrapSprang(caught.creature.id, "A gong booms through the halls.", rule=(OURS,)))
    make_noise(do)
