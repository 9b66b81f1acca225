"""Turning the undead, or what is holy."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import morale
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.spell_listings import DriveOff
from underkeep.systems.robs.basics.traits import Undead, trait
from underkeep.systems.robs.characters.alignment import LAWFULNESS
from underkeep.systems.robs.magic.spell_effects import Casting, SpellFailed, effects, opposed, until
from underkeep.systems.robs.magic.spell_targets import around, in_reach
from underkeep.systems.robs.magic.spells import priest_level
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Died, Fled

TURNED = "turned"
HOLY, NOT_HOLY = "holy", "not holy"
HIGHLY_LAWFUL = 4
MOST_HOLY = 5
_REVERSE = "robs:spell.turn.reverse"
_BONUS = "robs:spell.turn.lawfulness-bonus"


@executes("robs:spell.turn.lawfulness-bonus")
def fervour(do: Resolution, own: RobsSheet) -> int:
    """Where Lawfulness is reckoned with, 1 for those of 4 or more."""
    return int(LAWFULNESS in do.state.switches and own.lawfulness is not None and own.lawfulness >= HIGHLY_LAWFUL)


@executes("robs:spell.turn.reverse")
def _is_meant(do: Resolution, target: Creature, effect: DriveOff) -> bool:
    """The undead; or what is holy, which the referee says of those who are not people: by itself only of those as
    lawful as can be."""
    own = sheet(target)
    if not effect.holy:
        return trait(own.traits, Undead) is not None
    if own.is_character or trait(own.traits, Undead) is not None:
        return False
    usual = HOLY if (own.lawfulness or 0) >= MOST_HOLY else NOT_HOLY
    return do.ruling(_REVERSE, (HOLY, NOT_HOLY), usual, target.id) == HOLY


@executes("robs:spell.turn.capacity")
def chosen(do: Resolution, at: Casting, effect: DriveOff) -> list[Creature]:
    """Ruling: turn-undead-order. The nearest first, as long as their levels fit into the priest's level and CHA."""
    caster = do.state.creatures[at.caster]
    room = capacity(sheet(caster))
    found = []
    for target in around(do.state, caster, "foe"):
        if not in_reach(do.state, caster, target, at.written.form, at.level) or sheet(target).level > room:
            continue
        if _is_meant(do, target, effect):
            found.append(target)
            room -= sheet(target).level
    return found


@executes("robs:spell.turn.capacity")
def capacity(own: RobsSheet) -> int:
    """Levels of them in all: the priest's own and CHA."""
    return priest_level(own) + own.attributes["CHA"]


@executes("robs:spell.turn.contest", "robs:spell.turn.flee", "robs:spell.turn.destroy", "robs:spell.turn.reverse")
@effects(DriveOff)
def drive_off(do: Resolution, at: Casting, effect: DriveOff) -> None:
    """Each contests with its level against priest's level and CHA. Who fails flees for as many minutes; by more than
    its own level, it is destroyed."""
    own = sheet(do.state.creatures[at.caster])
    rule = compendium.rules_of(at.written.form.rule)
    bonus = fervour(do, own)
    rule = (*rule, _BONUS) if bonus else rule
    strength = (Modifier("priest", priest_level(own)), Modifier("CHA", own.attributes["CHA"]))
    mine = (*strength, Modifier("Lawfulness", bonus))
    targets = chosen(do, at, effect)
    if not targets:
        do.emit(SpellFailed(at.caster, at.written.name, "nobody to turn", rule=rule))
    for target in targets:
        level = sheet(target).level
        margin, _ = opposed(do, at, mine, target, (Modifier("level", level),), rule)
        if margin > level:
            do.emit(Died(target.id, rule=("robs:spell.turn.destroy",)))
        elif margin > 0:
            gone = Condition(TURNED, until(do, at, margin))
            do.emit(ConditionGained(target.id, gone, rule=("robs:spell.turn.flee",)))
            do.emit(Fled(target.id, rule=("robs:spell.turn.flee",)))
        if margin > 0:
            morale.after_loss(do, target.side)
