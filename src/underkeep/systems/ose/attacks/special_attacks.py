"""What monsters' attacks do besides damage: poison, paralysis, disease, crushing, fire."""

from __future__ import annotations

from typing import NamedTuple

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import DISEASED, PARALYSED, POISONED, SICK
from underkeep.systems.ose.checks.damage import faces_of_damage, harm, roll_damage
from underkeep.systems.ose.checks.enchantments import resistance
from underkeep.systems.ose.checks.saves import halved, save
from underkeep.systems.ose.monsters.listings import (
    AttackLine,
    Disease,
    FireBreath,
    Hold,
    Hug,
    Paralysis,
    Poison,
    monsters,
    size_of,
)
from underkeep.systems.ose.monsters.special_effects import HitEffect
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent, SpentOn

TURN_SECONDS = 600
_POISON = ("ose:save.success.other", "ose:save.poison.damage-independent")
DAY_SECONDS = 86_400


class Struck(NamedTuple):
    """Who is hit, and by whom or what, with which attack."""

    by: str
    victim: Creature
    attack: str = ""


on_hit: Effects[Struck] = Effects(Poison | Paralysis | Disease | HitEffect)
on_line: Effects[Struck] = Effects(Hug | Hold)


class BreathRolled(Note, frozen=True):
    """Whether a fire-breather breathes this time."""

    creature: str
    roll: Roll
    success: bool


def is_immune_to(creature: Creature, what: str) -> bool:
    """Undead feel no poison, elves no ghoul's touch."""
    listing = monsters().get(creature.kind)
    return what in (compendium.classes()[creature.kind].immune if listing is None else listing.immune)


@executes("ose:save.when")
def after_hit(do: Resolution, attacker: str, target: str, line: AttackLine) -> None:
    """What each hit of a line does besides damage."""
    for effect in line.effects:
        victim = do.state.creatures[target]
        if victim.status != "up" or victim.hp <= 0:
            return
        if effect in on_hit:
            on_hit.carry_out(do, Struck(attacker, victim, line.name), effect)


def after_line(do: Resolution, attacker: str, target: str, line: AttackLine) -> None:
    """What a line does when each of its attacks hit the same victim."""
    for effect in line.effects:
        if do.state.creatures[target].status != "up":
            return
        if effect in on_line:
            on_line.carry_out(do, Struck(attacker, do.state.creatures[target]), effect)


@on_line(Hug)
def hug(do: Resolution, struck: Struck, effect: Hug) -> None:
    id = struck.victim.id
    amount = roll_damage(do, struck.by, id, "hug", effect.damage, (), ("ose:combat.damage.monster",))
    harm(do, id, amount, struck.by)


@on_line(Hold)
def hold(do: Resolution, struck: Struck, effect: Hold) -> None:
    what = held(effect.for_attack, struck.victim.id)
    do.emit(Spent(struck.by, what, rule=("ose:combat.damage.monster",)))


def held(attack: str, target: str) -> SpentOn:
    return SpentOn("hold", target, attack)


@executes(
    "ose:save.poison.fatal", "ose:save.poison.damage-independent", "ose:save.category.death", "ose:save.success.other"
)
@on_hit(Poison)
def poison(do: Resolution, struck: Struck, effect: Poison) -> None:
    """The bite's own damage stands whatever comes of the save."""
    attacker, victim, _ = struck
    if is_immune_to(victim, "poison"):
        return
    bonus = (Modifier("weak poison", effect.save_bonus),) if effect.save_bonus else ()
    if save(do, victim.id, "poison", bonus, by=attacker, more=_POISON):
        return
    now, rule = do.state.now, ("ose:save.poison.fatal",)
    if effect.sick_days:
        until = now + effect.sick_days * DAY_SECONDS
        do.emit(ConditionGained(victim.id, Condition(SICK, until), rule=rule))
    elif do.ruling(rule[0], ("death", "sickness for a day"), "death", victim.id) != "death":
        do.emit(ConditionGained(victim.id, Condition(SICK, now + DAY_SECONDS), rule=rule))
    elif effect.onset_turns is not None:
        turns = do.dice.total(effect.onset_turns, f"onset of poison in {victim.id}").total
        do.emit(ConditionGained(victim.id, Condition(POISONED, now + turns * TURN_SECONDS), rule=rule))
    else:
        harm(do, victim.id, do.state.creatures[victim.id].hp, attacker, "poison")


@executes("ose:save.category.paralysis", "ose:save.success.other")
@on_hit(Paralysis)
def paralyse(do: Resolution, struck: Struck, effect: Paralysis) -> None:
    """Paralyses one who fails to save, unless its kind or size is spared."""
    attacker, victim, _ = struck
    spared = any(is_immune_to(victim, name) for name in ("paralysis", *effect.spares))
    if spared or (effect.spares_huge and size_of(victim) == "huge") or victim.condition(PARALYSED) is not None:
        return
    if not save(do, victim.id, "paralysis", by=attacker, more=("ose:save.success.other",)):
        turns = do.dice.total(effect.turns, f"turns of paralysis of {victim.id}").total
        until = do.state.now + turns * TURN_SECONDS
        rule = ("ose:save.category.paralysis",)
        do.emit(ConditionGained(victim.id, Condition(PARALYSED, until), rule=rule))


_ONE_IN_TWENTY = 1
_D6 = parse("1d6")


@executes("ose:save.category.death")
@on_hit(Disease)
def infect(do: Resolution, struck: Struck, effect: Disease) -> None:
    """One bite in twenty carries disease: after a failed save one victim in four dies within 1d6 days, the others lie
    sick for a month. `level` 1 is the deadly sort.
    """
    victim = struck.victim
    if is_immune_to(victim, "poison") or victim.condition(DISEASED) is not None:
        return
    chance = do.roll(1, 20, f"disease from the bite on {victim.id}")
    if chance.total > _ONE_IN_TWENTY or save(do, victim.id, "poison"):
        return
    is_deadly = do.dice.roll(1, 4, f"how bad the disease of {victim.id} is")[0] == 1
    days = do.dice.total(_D6, f"days {victim.id} has left").total if is_deadly else 30
    until = do.state.now + days * DAY_SECONDS
    do.emit(ConditionGained(victim.id, Condition(DISEASED, until, int(is_deadly)), rule=("ose:save.category.death",)))


@executes("ose:save.category.breath", "ose:save.success.damage", "ose:dice.x-in-6")
def breathe(do: Resolution, attacker: str, target: str, line: AttackLine) -> bool:
    """Whether a fire-breather breathes instead of biting; the breath always strikes, a save halves it."""
    for effect in line.effects:
        if isinstance(effect, FireBreath):
            chance = do.roll_at_most(1, 6, f"whether {attacker} breathes fire", effect.chance_in_six)
            breathes = bool(chance.success)
            do.emit(BreathRolled(attacker, chance, breathes, rule=("ose:dice.x-in-6",)))
            if breathes:
                amount = roll_damage(
                    do, attacker, target, "fire breath", effect.damage, (), ("ose:combat.damage.monster",)
                )
                resists = resistance(do.state.creatures[target], "fire")
                saved = save(do, target, "breath", resists, by=attacker, more=("ose:save.success.damage",))
                faces = faces_of_damage(do)
                harm(do, target, halved(amount) if saved else amount, attacker, "fire", faces)
            return breathes
    return False
