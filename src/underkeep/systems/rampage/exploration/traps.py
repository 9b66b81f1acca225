"""Traps: whom they catch and what they do. Which there are is ours."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.event import Note
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures import content
from underkeep.procedures.effects import Effects, Params
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.checks.half_damage import harm_or_half
from underkeep.systems.rampage.checks.saves import save
from underkeep.world.creature import Creature, DamageRolled, Died, Harmed
from underkeep.world.dungeon import Trap
from underkeep.world.encounter import ChanceRolled

SPRINGS_IN_6 = 2
DEEPEST = 3


class Fall(Params, frozen=True, tag="fall"):
    feet: int


class Crush(Params, frozen=True, tag="crush"):
    damage: Expr


class Needle(Params, frozen=True, tag="needle"):
    damage: Expr


Effect = Fall | Crush | Needle
effects: Effects[Creature] = Effects(Effect)


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of trap: how it is found, what it does, a line on it for the referee, and where it waits."""

    sort: Literal["pit", "stone", "mechanical"]
    effect: Effect
    noted: str
    levels: tuple[int, ...]


class TrapSprang(Note, frozen=True):
    """What those who are caught see of a trap."""

    creature: str
    kind: str


EVENTS = (TrapSprang,)


@cache
def listings() -> dict[str, Listing]:
    return content.load(compendium.PACKAGE, "traps", Listing)


def is_weapon(kind: str) -> bool:
    return kind in compendium.weapons()


def waiting_on(level: int, mechanical: bool) -> tuple[str, ...]:
    """The kinds that may wait on a level of the dungeon, in the floor and walls or on a treasure."""
    return tuple(
        kind
        for kind, found in listings().items()
        if min(level, DEEPEST) in found.levels and (found.sort == "mechanical") == mechanical
    )


def springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    """2 in 6 for each who treads there, which is ours; one that is known is stepped around, and one on a treasure
    always goes off in clumsy hands.
    """
    if trap.on:
        return trap.state == "hidden"
    if trap.state == "found":
        return False
    roll = do.roll_at_most(1, 6, f"trap under {creature.id}", SPRINGS_IN_6)
    if roll.success:
        do.emit(ChanceRolled("setting off a trap", roll, True, creature.id, rule=("rampage:task.detect-pits",)))
    return bool(roll.success)


def spring(do: Resolution, trap: Trap, creature: Creature) -> None:
    do.emit(TrapSprang(creature.id, trap.kind.replace("-", " ")))
    effects.carry_out(do, creature, listings()[trap.kind].effect)


def told(kind: str) -> str:
    """A trap's name and what it does, in a line."""
    found = listings().get(kind)
    name = kind.replace("-", " ")
    return f"{name}: {found.noted}" if found is not None else name


def _hurt(do: Resolution, creature: Creature, damage: Expr, what: str, rule: tuple[str, ...] = ()) -> int:
    roll = do.roll_total(damage, f"{what} on {creature.id}")
    do.emit(DamageRolled("", creature.id, what, roll, rule=rule))
    return roll.total


@effects(Fall)
def _fall(do: Resolution, creature: Creature, effect: Fall) -> None:
    """Ruling: q.falling-damage, 1d6 for each 10 feet."""
    amount = _hurt(do, creature, parse(f"{effect.feet // 10}d6"), "a fall", ("rampage:task.climb.fall",))
    left = max(0, creature.hp - amount)
    do.emit(Harmed(creature.id, amount, left, "", "fall", rule=("rampage:task.climb.fall",)))


@effects(Crush)
def _crush(do: Resolution, creature: Creature, effect: Crush) -> None:
    amount = _hurt(do, creature, effect.damage, "the trap")
    harm_or_half(do, creature.id, amount, "trap")


@effects(Needle)
def _needle(do: Resolution, creature: Creature, effect: Needle) -> None:
    """A prick and a poison: those who save have felt nothing but the prick."""
    amount = _hurt(do, creature, effect.damage, "the needle")
    do.emit(Harmed(creature.id, amount, max(0, creature.hp - amount), "", "trap"))
    now = do.state.creatures[creature.id]
    if now.status == "up" and not save(do, creature.id, "poison"):
        do.emit(Died(creature.id, rule=("rampage:save.basic",)))
