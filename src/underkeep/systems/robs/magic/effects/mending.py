"""Spells of the body: healing and harm by touch, sickness and its cure."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.poison import resist
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.spell_listings import Cure, Heal, Sicken, Wound
from underkeep.systems.robs.basics.wounds import AILING, EASED, SICK
from underkeep.systems.robs.checks.healing import heal
from underkeep.systems.robs.magic import touch
from underkeep.systems.robs.magic.spell_effects import Casting, effects
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import DamageRolled, Harmed

PENALISED, HARMLESS = "-1 on casting and on CON", "a sniffle"
_ILLNESS = "robs:spell.cure-disease.reverse-effect"


@executes("robs:spell.cure-light.effect", "robs:spell.cure-light.not-dead", "robs:spell.cure-light.touch")
@effects(Heal)
def heal_by_touch(do: Resolution, at: Casting, effect: Heal) -> None:
    """So many hit points at once, by the touch of bare skin."""
    amount = do.roll_total(parse(effect.amount), f"healing by {at.caster}").total
    rule = (*compendium.rules_of(at.written.form.rule), "robs:spell.cure-light.not-dead")
    heal(do, at.target, amount, rule, by=at.caster)


@executes("robs:spell.cure-light.reverse")
@effects(Wound)
def harm_by_touch(do: Resolution, at: Casting, effect: Wound) -> None:
    """The touch must land as a blow would; then nothing stops the harm."""
    attacker, target = do.state.creatures[at.caster], do.state.creatures[at.target]
    if not touch.lands(do, attacker.id, target.id, "touch", ("robs:spell.cure-light.reverse",)):
        return
    harm = do.roll_total(parse(effect.amount), f"harm by {attacker.id}")
    do.emit(DamageRolled(attacker.id, target.id, at.written.name, harm, rule=("robs:spell.cure-light.reverse",)))
    left = do.state.creatures[target.id].hp - harm.total
    do.emit(Harmed(target.id, harm.total, left, attacker.id, "magic", rule=("robs:spell.cure-light.reverse",)))


@executes("robs:spell.cure-disease.effect", "robs:spell.cure-disease.harder")
@effects(Cure)
def cure(do: Resolution, at: Casting, effect: Cure) -> None:
    """A minor ailment is gone at once; a harder sickness is eased for a day, and comes back."""
    target = do.state.creatures[at.target]
    if target.condition(AILING):
        do.emit(ConditionEnded(target.id, AILING, rule=("robs:spell.cure-disease.effect",)))
    if target.condition(SICK):
        until = do.state.now + effect.days * DAY
        do.emit(ConditionGained(target.id, Condition(EASED, until), rule=("robs:spell.cure-disease.harder",)))


@executes("robs:spell.cure-disease.reverse", "robs:spell.cure-disease.reverse-effect")
@effects(Sicken)
def sicken(do: Resolution, at: Casting, effect: Sicken) -> None:
    """A Good CON check, or some days of illness; what that does the referee says."""
    if resist(do, at.target, "disease", effect.difficulty):
        return
    if do.ruling(_ILLNESS, (PENALISED, HARMLESS), PENALISED, at.target) == PENALISED:
        days = do.roll_total(parse(effect.days), f"days of illness of {at.target}").total
        until = do.state.now + days * DAY
        rule = (*compendium.rules_of(at.written.form.rule), _ILLNESS)
        do.emit(ConditionGained(at.target, Condition(AILING, until), rule=rule))
