"""A spell being cast: its numbers, its targets, their saves, and what carries out each effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.monster_abilities import is_mindless
from underkeep.systems.knave.basics import compendium, spell_listings
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import Working, sheet
from underkeep.systems.knave.basics.spell_listings import (
    Carry,
    Lasts,
    Learn,
    Lure,
    Mark,
    Reveal,
    Scale,
    Shelter,
    Spell,
    Use,
)
from underkeep.systems.knave.checks.checks import usual_score
from underkeep.systems.knave.checks.saves import Outcome, save, spared
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance

if TYPE_CHECKING:
    from underkeep.world.state import State

SECONDS = {"round": 10, "turn": 600, "hour": 3600, "day": 86_400}
CAST = ("knave:magic.cast.action",)
DAMPENING = "dampening-magic"
NEARBY = 40 // SQUARE_FEET


class Casting(NamedTuple):
    """One spell taking effect, `at` a square where it is aimed at one.

    `divisor` is 2 where magic is damped and everything is halved, else 1.
    """

    caster: str
    id: str
    spell: Spell
    use: Use
    target: str
    choice: str
    level: int
    intelligence: int
    divisor: int
    at: Square | None = None

    def number(self, scale: Scale | Lasts) -> int:
        return (scale.per_int * self.intelligence + scale.per_level * self.level + scale.plus) // self.divisor


effects: Effects[Casting] = Effects(spell_listings.Effect)


class SpellHadNoEffect(Note, frozen=True):
    """The spell found nothing to work on, or was withstood altogether."""

    caster: str
    spell: str
    target: str


class WorkingsChanged(Event, frozen=True):
    """What a caster's spells keep up is now this: what one of them does began, or ended."""

    creature: str
    workings: tuple[Working, ...]
    spell: str
    has_ended: bool = False

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), workings=self.workings)
        return state.with_creature(self.creature, sheet=own)


EVENTS: tuple[type[Event], ...] = (SpellHadNoEffect, WorkingsChanged)

UNDERGROUND = (Carry, Learn, Lure, Mark, Reveal, Shelter)


def carry_out(do: Resolution, casting: Casting) -> None:
    """What is about the rooms of a dungeon does nothing under the open sky."""
    if do.state.is_outdoors and isinstance(casting.use.effect, UNDERGROUND):
        fizzle(do, casting)
    else:
        effects.carry_out(do, casting, casting.use.effect)


def intelligence_of(creature: Creature) -> int:
    own = sheet(creature)
    return own.abilities["INT"] if own.abilities else usual_score(creature, "INT")[1]


def divisor_at(state: State, caster: Creature) -> int:
    """2 if a magic dampener is near the caster."""
    for other in state.creatures.values():
        if other.condition(DAMPENING) is None or other.status != "up":
            continue
        if other.at is None or caster.at is None or distance(other.at, caster.at) <= NEARBY:
            return 2
    return 1


@executes("knave:magic.save.half", "knave:time.turn.length")
def until(do: Resolution, casting: Casting, lasts: Lasts, outcome: Outcome = "whole") -> int | None:
    """The clock time at which it ends; None if something else has to end it."""
    if lasts.unit == "ended":
        return None
    return do.state.now + spared(casting.number(lasts) * SECONDS[lasts.unit], outcome)


def is_of(creature: Creature, sort: str) -> bool:
    """Whether a creature is a humanoid, an animal, undead... People are humanoids."""
    stats = compendium.monsters().get(creature.kind)
    return sort == "humanoid" if stats is None else stats.sort == sort


@executes("knave:magic.save.who")
def outcome_on(do: Resolution, casting: Casting, target: str) -> Outcome:
    """What of the spell reaches a creature. Friends of the caster are willing. Ruling: spell-level (the caster's
    level).
    """
    creature, caster = do.state.creatures[target], do.state.creatures[casting.caster]
    if casting.use.is_mental and is_mindless(creature):
        return "none"
    if not casting.use.save:
        return "whole"
    return save(do, target, casting.use.save, casting.level, is_willing=creature.side == caster.side)


def fizzle(do: Resolution, casting: Casting, target: str = "") -> None:
    do.emit(SpellHadNoEffect(casting.caster, casting.spell.name, target or casting.target, rule=CAST))


def bestow(do: Resolution, id: str, condition: str, end: int | None, level: int = 0) -> None:
    do.emit(ConditionGained(id, Condition(condition, end, level), rule=CAST))


def in_range(state: State, caster: Creature, target: Creature, feet: int) -> bool:
    if caster.at is None or target.at is None:
        return state.grid is None
    return distance(caster.at, target.at) * SQUARE_FEET <= feet


def present(state: State) -> list[Creature]:
    """Everybody who could be touched by a spell here and now."""
    if state.fight is not None:
        return [c for c in state.active() if not sheet(c).is_inside]
    met = set(state.encounter.monsters) if state.encounter is not None else set()
    marching = {c.id for c in state.marchers()} if state.party is not None else set()
    return [c for c in state.creatures.values() if c.status == "up" and (c.id in met or c.id in marching)]


def nearest(first: Creature, others: Iterable[Creature], count: int) -> list[Creature]:
    """The first and those nearest to it, so many in all."""

    def away(other: Creature) -> int:
        return distance(first.at, other.at) if first.at is not None and other.at is not None else 0

    rest = sorted((c for c in others if c.id != first.id), key=away)
    return [first, *rest][: max(0, count)]


def fellows(do: Resolution, casting: Casting, count: Scale) -> list[Creature]:
    """The target and those of its side nearest to it that the spell can reach."""
    state = do.state
    caster, first = state.creatures[casting.caster], state.creatures[casting.target]
    reach = [
        c
        for c in present(state)
        if c.side == first.side
        and (c.id != caster.id or first.side == caster.side)
        and in_range(state, caster, c, casting.use.range_feet)
    ]
    return nearest(first, reach, casting.number(count))


def keep_up(do: Resolution, casting: Casting, working: Working) -> None:
    """The caster's spell holds something in being from now on."""
    own = sheet(do.state.creatures[casting.caster])
    do.emit(WorkingsChanged(casting.caster, (*own.workings, working), casting.spell.name, rule=CAST))


def drop_working(do: Resolution, caster: str, working: Working) -> None:
    left = tuple(w for w in sheet(do.state.creatures[caster]).workings if w != working)
    do.emit(WorkingsChanged(caster, left, working.spell, has_ended=True))
