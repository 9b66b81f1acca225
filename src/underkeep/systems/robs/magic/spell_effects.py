"""What a casting is, and what spells of many families need: how long they last, contests, and who is under what."""

from __future__ import annotations

from typing import NamedTuple

from underkeep.kernel.event import Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.campaign import Working, campaign, with_campaign
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.numbers import roll_dhl, skilled_by
from underkeep.systems.robs.basics.spell_listings import SpellEffect, Written
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.systems.robs.magic.spells import MASTERY, is_rolled
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import ContestSettled, Creature
from underkeep.world.grid import Square
from underkeep.world.state import State

MINUTE = 60


class Casting(NamedTuple):
    """A spell that takes effect: whose, on whom, and with what power behind it. `item` is what casts it, if not the
    caster, and `skill` the caster's Proficiency in it."""

    caster: str
    written: Written
    target: str
    choice: str
    level: int
    item: str = ""
    amount: int = 0
    skill: int = 0

    @property
    @executes("robs:class.wizard.spell-proficiency-effect")
    def reach(self) -> int:
        """The level that counts for distance and time: Proficiency raises it where nothing is rolled."""
        return self.level if is_rolled(self.written.form) else self.level + self.skill


effects: Effects[Casting] = Effects(SpellEffect)


class SpellLaid(Event, frozen=True):
    """A spell is on somebody, by this hand and at this level."""

    creature: str
    condition: str
    working: Working

    def evolve(self, state: State) -> State:
        key = f"{self.creature}/{self.condition}"
        return with_campaign(state, workings={**campaign(state).workings, key: self.working})


class SpellLifted(Event, frozen=True):
    """A spell is no longer on somebody."""

    creature: str
    condition: str

    def evolve(self, state: State) -> State:
        left = dict(campaign(state).workings)
        left.pop(f"{self.creature}/{self.condition}", None)
        return with_campaign(state, workings=left)


class SpellFailed(Note, frozen=True):
    """A spell came to nothing; `why` in a word or two."""

    caster: str
    spell: str
    why: str


EVENTS: tuple[type[Event], ...] = (SpellLaid, SpellLifted, SpellFailed)


def working(state: State, creature: str, condition: str) -> Working | None:
    return campaign(state).workings.get(f"{creature}/{condition}")


def workings_on(state: State, creature: Creature) -> dict[str, Working]:
    """The spells that somebody is under, by the condition."""
    known = campaign(state).workings
    if not known:
        return {}
    return {c.name: known[key] for c in creature.conditions if (key := f"{creature.id}/{c.name}") in known}


@executes(
    "robs:magic.duration.kinds",
    "robs:magic.duration.level",
    "robs:spell.bless.duration",
    "robs:spell.light.duration",
    "robs:spell.detect-alignment.reverse-contest",
    "robs:spell.remove-pain.effect",
    "robs:spell.cause-pain.duration",
    "robs:spell.resist-cold.duration",
    "robs:spell.resist-fire.effect",
    "robs:spell.detect-magic.duration",
    "robs:spell.sleep.contest",
    "robs:spell.be-quiet.contest",
    "robs:spell.paralyze.effect",
    "robs:spell.missile-shield.range-duration",
    "robs:spell.silence.duration",
    "robs:spell.turn.flee",
)
def until(do: Resolution, at: Casting, margin: int = 0) -> int | None:
    """When a spell ends: so much time for each of the caster's levels, or for each point by which it was not resisted;
    None for what lasts."""
    form = at.written.form
    seconds = {
        "rounds": form.time * at.reach * ROUND_SECONDS,
        "minutes": form.time * at.reach * MINUTE,
        "margin-rounds": margin * ROUND_SECONDS,
        "margin-minutes": margin * MINUTE,
    }.get(form.lasts)
    return None if seconds is None else do.state.now + seconds


def lay(
    do: Resolution, at: Casting, target: str, condition: str, rule: tuple[str, ...], margin: int = 0, level: int = 0
) -> None:
    """Puts somebody under a condition for as long as the spell lasts."""
    rule = (*rule, "robs:magic.duration.kinds", "robs:magic.duration.level", *((MASTERY,) if at.skill else ()))
    do.emit(ConditionGained(target, Condition(condition, until(do, at, margin), level), rule=rule))
    here = do.state.creatures[at.caster].at
    do.emit(SpellLaid(target, condition, Working(at.written.id, at.caster, at.level, here), rule=rule))


def on_ended(do: Resolution, event: ConditionEnded) -> None:
    """What is over is on nobody any more."""
    if working(do.state, event.creature, event.name) is not None:
        do.emit(SpellLifted(event.creature, event.name))


@executes("robs:spell.cure-disease.reverse-effect")
def unwell(caster: Creature) -> tuple[Modifier, ...]:
    """A cold makes casting 1 harder."""
    return (Modifier("illness", -1),) if caster.conditions and caster.condition(wounds.AILING) else ()


def power(at: Casting) -> Modifier:
    return Modifier("level", at.level)


@executes("robs:task.contest.roll", "robs:class.wizard.spell-proficiency", "robs:damage.hurt")
def _contender(do: Resolution, who: Creature, what: str, parts: tuple[Modifier, ...], skill: int = 0) -> Roll:
    """One side of a contest, wounds included; a spell that is known well eats up the Low die."""
    every = (*parts, *wounds.penalty(do.state, who))
    roll = roll_dhl(do, f"contest of {what}: {who.id}", every, None, skill, by=who)
    do.emit(ContestRolled(who.id, what, roll, rule=("robs:task.contest.roll", *skilled_by(roll, skill))))
    return roll


@executes("robs:task.contest.winner")
def opposed(
    do: Resolution,
    at: Casting,
    mine: tuple[Modifier, ...],
    target: Creature,
    theirs: tuple[Modifier, ...],
    rule: tuple[str, ...],
) -> tuple[int, Roll]:
    """By how much the target fails, 0 or less if it resists, and its roll. Ruling: contest-ties. On a tie nothing
    changes."""
    caster = do.state.creatures[at.caster]
    name = at.written.name
    own = _contender(do, caster, name, (*mine, *unwell(caster)), at.skill)
    against = _contender(do, target, name, theirs)
    margin = own.total - against.total
    winner = caster.id if margin > 0 else target.id
    do.emit(ContestSettled(name, winner, rule=("robs:task.contest.winner", *rule)))
    return margin, against


def of_casters(do: Resolution, at: Casting, against: Working, rule: tuple[str, ...], less: int = 0) -> bool:
    """Whether the caster beats whoever laid another spell, level against level; that one need not be there."""
    caster = do.state.creatures[at.caster]
    name = at.written.name
    mine = (power(at), Modifier("earlier attempts", -less))
    own = _contender(do, caster, name, (*mine, *unwell(caster)), at.skill)
    roll = roll_dhl(do, f"contest of {name}: {against.caster}", (Modifier("level", against.level),))
    do.emit(ContestRolled(against.caster, name, roll, rule=("robs:task.contest.roll",)))
    won = own.total > roll.total
    do.emit(ContestSettled(name, caster.id if won else against.caster, rule=("robs:task.contest.winner", *rule)))
    return won


def where(state: State, creature: str) -> Square | None:
    return state.creatures[creature].at
