"""Spells as content: their realm, level and effect, and what those bring to a blow who are under one."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.event import Modifier
from underkeep.kernel.notation import Expr
from underkeep.procedures import content
from underkeep.procedures.effects import Params
from underkeep.systems.rampage.basics.compendium import PACKAGE
from underkeep.world.condition import Condition


class Blast(Params, frozen=True, tag="blast"):
    """Damage to an enemy, and to everybody within `radius` inches of it; a save halves it or spares one. `a_level` dice
    are rolled for each level of the caster. `only` are the sorts of monster that it harms."""

    damage: Expr
    save: Literal["half", "negates", "none"] = "half"
    radius: int = 0
    fire: bool = False
    a_level: bool = False
    only: tuple[str, ...] = ()


class Mend(Params, frozen=True, tag="mend"):
    """One of the book's spells of healing."""

    how: Literal["heal-wounds", "group-heal", "blood-heal", "blood-renewal"]


class Boon(Params, frozen=True, tag="boon"):
    """So many rounds of better blows, saves or armour, for the caster, a friend, or all friends near."""

    rounds: int
    whom: Literal["self", "friend", "friends"] = "friend"
    hit: int = 0
    damage: int = 0
    save: int = 0
    ac: int = 0


class Bane(Params, frozen=True, tag="bane"):
    """The same the other way round, for an enemy who does not save."""

    rounds: int
    hit: int = 0
    damage: int = 0
    save: int = 0
    ac: int = 0


class Fell(Params, frozen=True, tag="fell"):
    """An enemy of no more than so many hit dice is out of the fight unless it saves."""

    how: str
    most_hd: int = 99
    charm: bool = False


class Fright(Params, frozen=True, tag="fright"):
    """An enemy who does not save runs."""


class Vanish(Params, frozen=True, tag="vanish"):
    """A friend cannot be seen until it strikes."""


class Reveal(Params, frozen=True, tag="reveal"):
    """All who are hidden are seen."""


class Dispel(Params, frozen=True, tag="dispel"):
    """Spells upon somebody end."""


class Shine(Params, frozen=True, tag="light"):
    """A light that burns for so many turns."""

    radius_feet: int
    turns: int


class Reading(Params, frozen=True, tag="read-magic"):
    """The scrolls of other mages are made out."""


class Miracle(Params, frozen=True, tag="miracle"):
    """One of the book's great workings, cast at leisure."""

    how: Literal["raise-dead", "great-heal", "reincarnation"]


SpellEffect = Blast | Mend | Boon | Bane | Fell | Fright | Vanish | Reveal | Dispel | Shine | Reading | Miracle


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """`basis` is `book` where Book 1 names the spell, else `own`: a stand-in of ours. `level_basis` likewise.

    A `grip` spell is cast at somebody in contact. One that is `at_leisure` has no use in a fight.
    """

    name: str
    realm: str
    level: int
    effects: tuple[SpellEffect, ...]
    basis: str = "own"
    range: int = 12
    rules: tuple[str, ...] = ()
    grip: bool = False
    at_leisure: bool = False

    @property
    def aims(self) -> str:
        """At whom it is cast: enemy, friend, or nobody."""
        first = self.effects[0]
        if isinstance(first, Blast | Bane | Fell | Fright | Dispel):
            return "enemy"
        if isinstance(first, Mend | Vanish | Miracle):
            return "friend"
        return "friend" if isinstance(first, Boon) and first.whom == "friend" else ""


@cache
def spells() -> dict[str, Spell]:
    return content.load(PACKAGE, "spells", Spell)


def under(id: str) -> str:
    """The name under which somebody bears a spell."""
    return f"under {id}"


@cache
def lasting() -> dict[str, Boon | Bane]:
    """What each spell that lasts does to whoever bears it, by the name of the condition."""
    return {under(id): e for id, spell in spells().items() for e in spell.effects if isinstance(e, Boon | Bane)}


def borne(conditions: tuple[Condition, ...], what: Literal["hit", "damage", "save", "ac"]) -> tuple[Modifier, ...]:
    """What the spells upon a creature add to a roll."""
    known = lasting()
    found = [
        Modifier(spells()[c.name.removeprefix("under ")].name, getattr(known[c.name], what))
        for c in conditions
        if c.name in known
    ]
    return tuple(m for m in found if m.amount)


def warded(conditions: tuple[Condition, ...]) -> int:
    """By how much the spells upon a creature better its armour class; below 0 if they worsen it."""
    known = lasting()
    total = 0
    for condition in conditions:
        effect = known.get(condition.name)
        if effect is not None:
            total += effect.ac if isinstance(effect, Boon) else -effect.ac
    return total
