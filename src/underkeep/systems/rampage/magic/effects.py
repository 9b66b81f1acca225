"""What spells do: the functions behind the effects that content names."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import Unmoved
from underkeep.systems.rampage.attacks.field import FLEEING, INVISIBLE, SPOTTED, field, in_contact
from underkeep.systems.rampage.attacks.strikes import SENSELESS, STUNNED_BY_A_FALL
from underkeep.systems.rampage.basics import spells as s
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS, TURN_SECONDS
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import SpellEffect, lasting, spells, under
from underkeep.systems.rampage.checks import miracles
from underkeep.systems.rampage.checks.half_damage import harm_or_half
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.temporary import absorb
from underkeep.systems.rampage.checks.toughness import weathered
from underkeep.systems.rampage.magic import power
from underkeep.systems.rampage.magic.scrolls import make_out
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Felled, Harmed
from underkeep.world.light import Light, LightLit

NEAR = 6
_GRIP_SAVE = "rampage:spell.grip.save"
_FRIENDS = "rampage:magic.area.friends"


class Casting(Struct, frozen=True):
    """Who casts what at whom."""

    caster: str
    target: str
    spell: str


class SpellSpared(Note, frozen=True):
    """A spell does nothing to somebody."""

    creature: str
    name: str


EVENTS: tuple[type[Event], ...] = (SpellSpared,)
effects: Effects[Casting] = Effects(SpellEffect)


@executes("rampage:spell.grip.save")
def _resists(do: Resolution, id: str, at: Casting) -> bool:
    """A save sets it at naught; of a grip too."""
    grip = spells()[at.spell].grip
    if save(do, id, "spell"):
        do.emit(SpellSpared(id, spells()[at.spell].name, rule=(_GRIP_SAVE,) if grip else ()))
        return True
    return False


@executes("rampage:magic.area.friends")
def struck(do: Resolution, centre: Creature, radius: int) -> list[Creature]:
    """Everybody within the area, and friends too who are in a melee with somebody there."""
    if not radius or centre.at is None:
        return [centre]
    inside = [c for c in field(do.state).standing if centre.steps_to(c) <= radius]
    locked = [c for c in in_contact(do.state, centre) if c not in inside]
    return inside + locked


@effects(s.Blast)
def blast(do: Resolution, at: Casting, effect: s.Blast) -> None:
    spell = spells()[at.spell]
    dice = effect.damage
    if effect.a_level:
        dice = parse(f"{sheet(do.state.creatures[at.caster]).level}{dice.text.lstrip('1')}")
    roll = do.roll_total(dice, f"{spell.name} of {at.caster}")
    side = do.state.creatures[at.caster].side
    for creature in struck(do, do.state.creatures[at.target], effect.radius):
        if creature.status != "up" or (effect.only and creature.kind not in effect.only):
            continue
        rule = (*spell.rules, *((_FRIENDS,) if creature.side == side else ()))
        do.emit(DamageRolled(at.caster, creature.id, spell.name, roll, rule=rule))
        amount, tough = weathered(creature, roll.total, "fire" if effect.fire else "magic")
        if effect.save == "half":
            harm_or_half(do, creature.id, amount, "spell", at.caster, (*rule, *tough))
        elif effect.save == "none" or not _resists(do, creature.id, at):
            left = absorb(do, creature.id, amount)
            hp = do.state.creatures[creature.id].hp
            grip = (_GRIP_SAVE,) if spell.grip else ()
            do.emit(Harmed(creature.id, left, max(0, hp - left), at.caster, "spell", rule=(*rule, *tough, *grip)))


@effects(s.Mend)
def mend(do: Resolution, at: Casting, effect: s.Mend) -> None:
    if effect.how == "heal-wounds":
        miracles.heal_wounds(do, at.target)
    elif effect.how == "group-heal":
        centre, side = do.state.creatures[at.target], do.state.creatures[at.caster].side
        hurt = [c for c in do.state.creatures.values() if c.side == side and c.hp < c.max_hp and c.status != "dead"]
        near = [c for c in hurt if c.at is None or centre.at is None or c.steps_to(centre) <= NEAR]
        miracles.group_heal(do, tuple(c.id for c in near))
    elif miracles.why_not_blood(do.state.creatures[at.target]) is not None:
        do.emit(SpellSpared(at.target, spells()[at.spell].name, rule=("rampage:healing.blood-heal",)))
    elif effect.how == "blood-heal":
        miracles.blood_heal(do, at.target)
    else:
        miracles.blood_renewal(do, at.target)


def _lay(do: Resolution, id: str, at: Casting, rounds: int) -> None:
    until = do.state.now + rounds * ROUND_SECONDS
    do.emit(ConditionGained(id, Condition(under(at.spell), until), rule=spells()[at.spell].rules))


@effects(s.Boon)
def boon(do: Resolution, at: Casting, effect: s.Boon) -> None:
    caster = do.state.creatures[at.caster]
    if effect.whom == "friends":
        for friend in do.state.active(caster.side):
            if friend.at is None or caster.at is None or friend.steps_to(caster) <= NEAR:
                _lay(do, friend.id, at, effect.rounds)
    else:
        _lay(do, at.target or at.caster, at, effect.rounds)


@effects(s.Bane)
def bane(do: Resolution, at: Casting, effect: s.Bane) -> None:
    if not _resists(do, at.target, at):
        _lay(do, at.target, at, effect.rounds)


@executes("rampage:class.ability.charm-immunity")
@effects(s.Fell)
def fell(do: Resolution, at: Casting, effect: s.Fell) -> None:
    """Who does not save is out of the fight; no charm takes hold of a Druid, who need not even save."""
    target = do.state.creatures[at.target]
    if effect.charm and "druid" in sheet(target).classes:
        do.emit(Unmoved(target.id, "charm", rule=("rampage:class.ability.charm-immunity",)))
    elif sheet(target).hd > effect.most_hd:
        do.emit(SpellSpared(target.id, spells()[at.spell].name, rule=spells()[at.spell].rules))
    elif target.status == "up" and not _resists(do, target.id, at):
        do.emit(Felled(target.id, effect.how, rule=spells()[at.spell].rules))


@effects(s.Fright)
def fright(do: Resolution, at: Casting, effect: s.Fright) -> None:
    target = do.state.creatures[at.target]
    if target.condition("rage"):
        do.emit(Unmoved(target.id, "fear", rule=("rampage:class.berserker.rage-morale",)))
    elif not save(do, at.target, "fear"):
        do.emit(ConditionGained(at.target, Condition(FLEEING), rule=spells()[at.spell].rules))


@effects(s.Vanish)
def vanish(do: Resolution, at: Casting, effect: s.Vanish) -> None:
    do.emit(ConditionGained(at.target, Condition(INVISIBLE), rule=("rampage:combat.zoc.invisible",)))


@effects(s.Reveal)
def reveal(do: Resolution, at: Casting, effect: s.Reveal) -> None:
    side = do.state.creatures[at.caster].side
    for creature in do.state.active():
        if creature.side != side and creature.condition(INVISIBLE):
            do.emit(ConditionGained(creature.id, Condition(SPOTTED), rule=("rampage:combat.spot.point-out",)))


@effects(s.Dispel)
def dispel(do: Resolution, at: Casting, effect: s.Dispel) -> None:
    for condition in do.state.creatures[at.target].conditions:
        if condition.name in lasting() or condition.name == INVISIBLE:
            do.emit(ConditionEnded(at.target, condition.name, rule=spells()[at.spell].rules))


@effects(s.Shine)
def shine(do: Resolution, at: Casting, effect: s.Shine) -> None:
    spell = spells()[at.spell]
    until = do.state.now + effect.turns * TURN_SECONDS
    light = Light(f"spell-{at.caster}", at.caster, at.spell, spell.name, effect.radius_feet, until)
    do.emit(LightLit(light, rule=spell.rules))


@effects(s.Reading)
def reading(do: Resolution, at: Casting, effect: s.Reading) -> None:
    make_out(do, at.caster)


@executes("rampage:magic.power-drain")
@effects(s.Miracle)
def miracle(do: Resolution, at: Casting, effect: s.Miracle) -> None:
    """Great workings drain the caster of all power for days."""
    if effect.how == "raise-dead":
        days = miracles.raise_dead(do, at.target, at.caster)
    elif effect.how == "great-heal":
        ill = miracles.mendable(do.state.creatures[at.target])
        days = miracles.great_heal(do, at.target, ill[0] if ill else miracles.HIT_POINTS, at.caster)
    else:
        miracles.reincarnate(do, at.target)
        days = 0
    if days:
        power.drain(do, at.caster, days, ())


def expire(do: Resolution) -> None:
    """Spells that have run their rounds end as a round begins, and so does what one can do once a turn or a day."""
    for creature in do.state.active():
        for condition in creature.conditions:
            if condition.until is None or condition.until > do.state.now:
                continue
            if (
                condition.name in lasting()
                or condition.name in (SENSELESS, STUNNED_BY_A_FALL)
                or condition.name.startswith("used ")
            ):
                do.emit(ConditionEnded(creature.id, condition.name))
