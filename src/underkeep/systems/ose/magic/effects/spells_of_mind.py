"""Spells on minds: sleep, holding, charm, fear, and phantasms."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.movement import run
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.conditions import (
    AFRAID,
    ASLEEP,
    CHARMED,
    FLEEING,
    HELD,
    HIDDEN,
    PACIFIED,
    PHANTASM,
    TURNED,
)
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import persons
from underkeep.systems.ose.checks.experience import OUTWITTED
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.magic import spell_picks
from underkeep.systems.ose.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    effects,
    fizzle,
    near,
    resists,
    rolled,
    rolled_time,
    until,
    worth_in_dice,
)
from underkeep.systems.ose.magic.spell_picks import choose_targets, each, way
from underkeep.systems.ose.magic.spells import (
    ROUND_SECONDS,
    TURN_SECONDS,
    Calm,
    Charm,
    CharmSnakes,
    Frighten,
    Hold,
    Phantasm,
    Sleep,
)
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged

_PERSONS = ("ose:monster.persons",)

if TYPE_CHECKING:
    from underkeep.world.state import State

SLEEPING_GIANT = (4, 1)
_DAYS = ((8, 30), (12, 7), (18, 1))


class SideTaken(Event, frozen=True):
    """A creature fights for this side from now on."""

    private: ClassVar[tuple[str, ...]] = ("sheet",)

    creature: str
    side: str
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, side=self.side, sheet=self.sheet)


@effects(Sleep)
def put_to_sleep(do: Resolution, casting: Casting, sleep: Sleep) -> None:
    """No save: one creature of 4+1 Hit Dice, or 2d8 Hit Dice of weaker ones, the weakest first."""
    end = until(do, casting)
    if sleep.one:
        target = do.state.creatures[casting.target]
        if worth_in_dice(target) != SLEEPING_GIANT or is_immune_to(target, "sleep"):
            fizzle(do, casting)
        else:
            bestow(do, target.id, ASLEEP, end, power=casting.level)
        return
    assert sleep.total_hd is not None
    left = rolled(do, casting, sleep.total_hd, "Hit Dice put to sleep")
    foes = [c for c in spell_picks.in_reach(do.state, casting) if worth_in_dice(c) <= (sleep.most_hd, 0)]
    for creature in sorted(foes, key=lambda c: worth_in_dice(c)[0]):
        if is_immune_to(creature, "sleep") or creature.condition(ASLEEP) is not None:
            continue
        left -= worth_in_dice(creature)[0]
        if left < 0:
            return
        bestow(do, creature.id, ASLEEP, end, power=casting.level)


def wake(do: Resolution, id: str) -> None:
    """A slap or a wound ends magical sleep."""
    if do.state.creatures[id].condition(ASLEEP) is not None:
        do.emit(ConditionEnded(id, ASLEEP, rule=CAST))


@executes("ose:magic.effect.targets", "ose:monster.persons")
@effects(Hold)
def hold(do: Resolution, casting: Casting, holding: Hold) -> None:
    """One person at a penalty, or several of the caster's choice."""
    choose_targets(do, casting, rolled(do, casting, holding.count, "persons held"), again=False)


@executes("ose:monster.persons")
def hold_one(do: Resolution, casting: Casting, target: str) -> None:
    """Holds a person who does not resist; anything else is not touched."""
    assert isinstance(casting.use.effect, Hold)
    creature = do.state.creatures[target]
    able = persons.counts(do, creature) if not casting.use.effect.anybody else not is_undead(creature)
    if not able or is_immune_to(creature, "paralysis"):
        fizzle(do, casting, target, _PERSONS)
    elif not resists(do, casting, target, casting.use.effect.save_modifier):
        bestow(do, target, HELD, until(do, casting), more=_PERSONS, power=casting.level)


each(Hold, hold_one)


@executes("ose:monster.persons")
@effects(Charm)
def charm(do: Resolution, casting: Casting, _: Charm) -> None:
    """A person who fails the save takes the caster for a friend and fights on the caster's side."""
    creature = do.state.creatures[casting.target]
    if not persons.counts(do, creature) or is_immune_to(creature, "charm"):
        fizzle(do, casting, more=_PERSONS)
    else:
        enthral(do, casting, creature.id, _PERSONS)


def enthral(do: Resolution, casting: Casting, target: str, rule: tuple[str, ...] = ()) -> None:
    """One who fails the save takes the caster for a friend."""
    creature = do.state.creatures[target]
    if not resists(do, casting, creature.id):
        caster = do.state.creatures[casting.caster]
        until = do.state.now + _resave_days(creature) * DAY
        bestow(do, creature.id, CHARMED, until, more=rule, power=casting.level)
        own = sheet(creature)
        changed = replace(own, former_side=own.former_side or creature.side)
        if creature.id not in do.state.players:
            entrust(do, creature.id, caster.side, do.state.owner(caster.id))
        do.emit(SideTaken(creature.id, caster.side, changed, rule=CAST))


def _resave_days(creature: Creature) -> int:
    """How long until the next save: the clever get one sooner. A monster's wits are those of its kind."""
    listing = monsters().get(creature.kind)
    wits = sheet(creature).abilities.get("INT", 10 if listing is None or listing.mind == "intelligent" else 3)
    return next(days for most, days in _DAYS if wits <= most)


def charm_may_end(do: Resolution, id: str) -> None:
    """Another save against the charm; failed, it holds as long again."""
    creature = do.state.creatures[id]
    if creature.status == "up" and not save(do, id, "spells"):
        until = do.state.now + _resave_days(creature) * DAY
        do.emit(ConditionGained(id, Condition(CHARMED, until), rule=CAST))
    else:
        break_charm(do, id)


def free(do: Resolution, id: str) -> None:
    """A charmed creature goes back to its own."""
    own = sheet(do.state.creatures[id])
    if own.former_side:
        do.emit(SideTaken(id, own.former_side, replace(own, former_side=""), rule=CAST))


def break_charm(do: Resolution, id: str) -> None:
    """A charm is gone before its time: its victim goes back to its own, and is nobody's friend."""
    free(do, id)
    _group_becomes(do, id, "hostile")


def _group_becomes(do: Resolution, id: str, attitude: str) -> None:
    group = group_of(do.state, id)
    if group is not None:
        do.emit(GroupChanged(replace(group, attitude=attitude), attitude, rule=CAST))


def group_of(state: State, id: str) -> Group | None:
    groups = state.dungeon.groups.values() if state.dungeon is not None else ()
    return next((group for group in groups if id in group.members), None)


def befriend(do: Resolution) -> None:
    """After a fight or at a meeting: charmed monsters stay behind as friends, and are overcome."""
    for creature in list(do.state.creatures.values()):
        if creature.condition(CHARMED) is None or creature.status != "up" or not sheet(creature).former_side:
            continue
        free(do, creature.id)
        do.emit(ConditionGained(creature.id, Condition(OUTWITTED), rule=CAST))
        group = group_of(do.state, creature.id)
        standing = [c for m in group.members if (c := do.state.creatures[m]).status == "up"] if group else []
        if group is not None and all(c.condition(CHARMED) is not None for c in standing):
            do.emit(GroupChanged(replace(group, attitude="friendly"), "friendly", rule=CAST))


def clear(do: Resolution) -> None:
    """The fight is over: what was turned and is still there is turned no longer, and nobody hides."""
    for creature in list(do.state.creatures.values()):
        for name in (TURNED, HIDDEN):
            if creature.conditions and creature.condition(name) is not None:
                do.emit(ConditionEnded(creature.id, name))


@effects(Frighten)
def frighten(do: Resolution, casting: Casting, _: Frighten) -> None:
    target = do.state.creatures[casting.target]
    listing = monsters().get(target.kind)
    if listing is not None and listing.mind == "none":
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        bestow(do, target.id, AFRAID, until(do, casting), power=casting.level)


@effects(Calm)
def calm(do: Resolution, casting: Casting, _: Calm) -> None:
    """Plain fear ends at once; magical fear if a save with the caster's level as a bonus is made."""
    target = do.state.creatures[casting.target]
    if target.condition(FLEEING) is not None:
        do.emit(ConditionEnded(target.id, FLEEING, rule=CAST))
    if target.condition(AFRAID) is not None:
        bonus = (Modifier(casting.written.name, casting.level),)
        if save(do, target.id, "spells", bonus, by=casting.caster):
            do.emit(ConditionEnded(target.id, AFRAID, rule=CAST))


@executes("ose:magic.effect.targets")
@effects(CharmSnakes)
def charm_snakes(do: Resolution, casting: Casting, spell: CharmSnakes) -> None:
    """Snakes of no more Hit Dice than the caster has levels, picked by the dice: for 1d4+1 rounds if they attack, else
    for as many turns.
    """
    snakes = [c for c in spell_picks.in_reach(do.state, casting) if _is_snake(c)]
    if not snakes:
        fizzle(do, casting)
        return
    how = way(do, "random")
    time = rolled_time(do, casting, spell.time, "time that snakes are charmed")
    seconds = time * (ROUND_SECONDS if do.state.fight is not None else TURN_SECONDS)
    left = casting.level
    while snakes:
        creature = snakes[0] if how != "random" else do.pick(tuple(snakes), "which snake")
        snakes.remove(creature)
        left -= worth_in_dice(creature)[0]
        if left < 0:
            return
        bestow(do, creature.id, PACIFIED, do.state.now + seconds, power=casting.level)


def is_undead(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is not None and listing.undead


def _is_snake(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is not None and listing.snake


@executes("ose:magic.effect.concentration")
@effects(Phantasm)
def strike_with_phantasm(do: Resolution, casting: Casting, phantasm: Phantasm) -> None:
    """An illusion attacks all foes in a cube: those who fail the save think themselves slain and lie there for 1d4
    turns. The illusion stays as long as the caster concentrates.
    """
    caster, target = do.state.creatures[casting.caster], do.state.creatures[casting.target]
    foes = [c for c in do.state.active() if c.side != caster.side]
    for creature in near(target.at, foes, phantasm.side_feet // SQUARE_FEET):
        listing = monsters().get(creature.kind)
        if listing is not None and listing.mind == "none":
            fizzle(do, casting, creature.id)
        elif not resists(do, casting, creature.id):
            turns = rolled_time(do, casting, phantasm.turns, "turns of lying there")
            bestow(do, creature.id, PHANTASM, do.state.now + turns * TURN_SECONDS, power=casting.level)
    concentration.begin(do, casting.caster)


def flee_in_terror(do: Resolution, names: tuple[str, ...]) -> None:
    """Those under a fear run as far as they can, at the start of each round."""
    for creature in do.state.active():
        if creature.conditions and any(creature.condition(name) is not None for name in names):
            run(do, creature, CAST)
