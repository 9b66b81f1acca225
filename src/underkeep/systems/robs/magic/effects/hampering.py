"""Spells that hinder those who lose a contest: sleep, silence, paralysis, pain, suggestion, another shape."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import death, morale
from underkeep.systems.robs.basics import compendium, movement, spell_conditions
from underkeep.systems.robs.basics.numbers import natural, relative_result
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import PAIN, PARALYSED
from underkeep.systems.robs.basics.spell_listings import CausePain, Overcome, Release, Suggest, Toad
from underkeep.systems.robs.basics.traits import Mindless, trait
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import checked
from underkeep.systems.robs.magic.spell_effects import (
    MINUTE,
    Casting,
    SpellFailed,
    effects,
    lay,
    of_casters,
    opposed,
    power,
    working,
)
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Felled, Fled

TANDYF_PERMANENT = "tandyf-permanent"
FORBIDDEN = ("attack friends",)
DURATIONS = {"a minute for each point": 1, "ten minutes for each point": 10}
OTHER_PARALYSIS = "robs:spell.paralyze.reverse"
WITLESS = -5


@executes(
    "robs:spell.sleep.contest",
    "robs:spell.be-quiet.contest",
    "robs:spell.be-quiet.limits",
    "robs:spell.paralyze.contest",
    "robs:spell.paralyze.effect",
    "robs:spell.resist-cold.reverse",
    "robs:spell.resist-fire.reverse",
)
@effects(Overcome)
def overcome(do: Resolution, at: Casting, effect: Overcome) -> None:
    """Level against Level, or for what binds the body the caster's with INT against Level and half of what the target
    is larger. Who loses is under it for as long as the margin says."""
    caster, target = do.state.creatures[at.caster], do.state.creatures[at.target]
    rule = compendium.rules_of(at.written.form.rule)
    mine: tuple[Modifier, ...] = (power(at),)
    theirs: tuple[Modifier, ...] = (Modifier("level", sheet(target).level),)
    if effect.contest == "body":
        mine = (*mine, Modifier("INT", sheet(caster).attributes["INT"]))
        theirs = (*theirs, Modifier("Scale", bulk(caster, target)))
    margin, _ = opposed(do, at, mine, target, theirs, rule)
    if margin <= 0:
        return
    lay(do, at, target.id, effect.condition, rule, margin)
    if effect.condition == PARALYSED and sheet(target).flying_scale is not None and movement.can_fly(do.state, target):
        death.land(do, do.state.creatures[target.id])


@executes("robs:spell.paralyze.contest")
def bulk(caster: Creature, target: Creature) -> int:
    """1 for every two full levels of Scale that the target is larger."""
    return max(0, sheet(target).scale - sheet(caster).scale) // 2


@executes("robs:spell.cause-pain.contest", "robs:spell.cause-pain.severity", "robs:spell.cause-pain.duration")
@effects(CausePain)
def cause_pain(do: Resolution, at: Casting, effect: CausePain) -> None:
    """Scale and Level on both sides; a round of pain for each point. Ruling: cause-pain-critical. A target whose dice
    fall as badly as they can is in agony."""
    caster, target = do.state.creatures[at.caster], do.state.creatures[at.target]
    mine = (power(at), Modifier("Scale", sheet(caster).scale))
    theirs = (Modifier("level", sheet(target).level), Modifier("Scale", sheet(target).scale))
    rule = compendium.rules_of(at.written.form.rule)
    margin, roll = opposed(do, at, mine, target, theirs, rule)
    if margin > 0:
        lay(do, at, target.id, PAIN, rule, margin, severity(margin, natural(roll)))


@executes("robs:spell.cause-pain.severity")
def severity(margin: int, shown: int) -> int:
    """1 as for the Hurt, 2 as for the Very Hurt from a margin of 3, 3 as for the Critically Hurt at a natural -5."""
    if shown == -5:
        return 3
    return 1 if margin <= 2 else 2


@executes("robs:spell.paralyze.reverse")
@effects(Release)
def release(do: Resolution, at: Casting, effect: Release) -> None:
    """Ends a paralysis that was cast by winning a contest with its caster; of any other sort the referee says whether
    it helps."""
    target = do.state.creatures[at.target]
    if target.condition(PARALYSED) is None:
        do.emit(SpellFailed(at.caster, at.written.name, "nothing to end", rule=(OTHER_PARALYSIS,)))
        return
    laid = working(do.state, target.id, PARALYSED)
    if laid is not None:
        ended = of_casters(do, at, laid, (OTHER_PARALYSIS,))
    else:
        ended = do.ruling(OTHER_PARALYSIS, ("it ends", "it stays"), "it ends", target.id) == "it ends"
    if ended:
        do.emit(ConditionEnded(target.id, PARALYSED, rule=(OTHER_PARALYSIS,)))


@executes("robs:spell.tandyf.difficulty")
def suggestion_difficulty(effect: Suggest, level: int, target: Creature) -> int:
    """Good, 1 harder for every two full levels of the caster and 1 easier for every two of the target."""
    return effect.difficulty + level // effect.per_levels - sheet(target).level // effect.per_levels


@executes(
    "robs:spell.tandyf.save",
    "robs:spell.tandyf.limits",
    "robs:spell.tandyf.range",
    "robs:spell.tandyf.duration",
    "robs:spell.tandyf.critical",
)
@effects(Suggest)
def suggest(do: Resolution, at: Casting, effect: Suggest) -> None:
    """An INT check, or a simple suggestion is followed: to leave, or to do nothing for a while. Nobody is turned
    against friends, and who cannot hear or think is not moved at all."""
    target = do.state.creatures[at.target]
    name = at.written.name
    if at.choice in FORBIDDEN:
        do.emit(SpellFailed(at.caster, name, "against its nature", rule=("robs:spell.tandyf.limits",)))
        return
    if spell_conditions.is_hushed(do.state, target):
        do.emit(SpellFailed(at.caster, name, "unheard", rule=("robs:spell.tandyf.range",)))
        return
    own = sheet(target)
    if own.attributes["INT"] <= WITLESS or trait(own.traits, Mindless) is not None:
        do.emit(SpellFailed(at.caster, name, "no mind to sway", rule=("robs:spell.tandyf.save",)))
        return
    needed = suggestion_difficulty(effect, at.level, target)
    rule: tuple[str, ...] = ("robs:spell.tandyf.save", "robs:spell.tandyf.difficulty", "robs:spell.tandyf.limits")
    roll = checked(do, target, "INT", needed, rule, is_save=True)
    if roll.success:
        return
    ruled = do.ruling("robs:spell.tandyf.duration", tuple(DURATIONS), "a minute for each point", target.id)
    until: int | None = do.state.now + -relative_result(roll) * DURATIONS[ruled] * MINUTE
    rule = ("robs:spell.tandyf.duration", "robs:spell.tandyf.save")
    if TANDYF_PERMANENT in do.state.switches and natural(roll) == -5:
        until, rule = None, (*rule, "robs:spell.tandyf.critical")
    do.emit(ConditionGained(target.id, Condition(spell_conditions.SWAYED, until), rule=rule))
    if at.choice == "leave":
        do.emit(Fled(target.id, rule=rule))
        morale.after_loss(do, target.side)
    else:
        do.emit(ConditionGained(target.id, Condition(sight.SPELLBOUND, until), rule=rule))


@executes("robs:research.new-spells")
@effects(Toad)
def change_shape(do: Resolution, at: Casting, effect: Toad) -> None:
    """Ours: who loses a contest of Levels is a toad, and out of the fight."""
    target = do.state.creatures[at.target]
    rule = compendium.rules_of(at.written.form.rule)
    margin, _ = opposed(do, at, (power(at),), target, (Modifier("level", sheet(target).level),), rule)
    if margin > 0:
        do.emit(Felled(target.id, "turned into a toad", rule=rule))
        morale.after_loss(do, target.side)
