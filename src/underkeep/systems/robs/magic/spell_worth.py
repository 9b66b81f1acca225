"""What minds should think of a spell: how many foes it may be expected to take out of the fight, or what it is worth to
friends. These are estimates, and no rules."""

from __future__ import annotations

from underkeep.procedures.tactics import Hint, is_known
from underkeep.systems.robs.basics import compendium, wounds
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import BLESSED, MUTE, PAIN, SHIELDED, UNBLESSED
from underkeep.systems.robs.basics.spell_listings import (
    Bestow,
    Blast,
    Bless,
    Boulder,
    CausePain,
    Darken,
    Darts,
    DriveOff,
    Feign,
    Heal,
    Overcome,
    Release,
    Shine,
    Suggest,
    Toad,
    Wound,
)
from underkeep.systems.robs.basics.traits import Undead, trait
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.magic import casting, items, spell_targets, spells
from underkeep.systems.robs.magic.casting import Cast, DeclareSpell
from underkeep.world.creature import Creature
from underkeep.world.state import State

USUAL_LIFE, USUAL_LEVEL = 6, 1
SPOILT = 0.7
"""What is left of a spell's worth for one who has a foe beside, and may be disturbed."""
LEAST = 0.15


def hint(state: State, action: Cast) -> Hint | None:
    written = compendium.forms().get(action.spell)
    caster = state.creatures.get(action.actor)
    if written is None or caster is None:
        return None
    found = caster.item(action.item) if action.item else None
    level = items.level_of(found, written) if found else spells.caster_level(sheet(caster), written.caster)
    if found is not None and items.rebels_against(state, caster, found):
        return None
    effect = written.form.effect
    target = state.creatures.get(action.target)
    if target is None:
        return _without_target(state, caster, effect, level)
    return _at(state, caster, target, effect, level, action.choice)


def announced(state: State, action: DeclareSpell) -> Hint | None:
    """The best that the spell could do as things stand."""
    caster = state.creatures[action.actor]
    written = compendium.forms()[action.spell]
    found = caster.item(action.item) if action.item else None
    level = items.level_of(found, written) if found else spells.caster_level(sheet(caster), written.caster)
    best: Hint | None = None
    for target in spell_targets.targets(state, caster, written, level):
        choice = written.form.choices[0] if written.form.choices else ""
        worth = hint(state, Cast(caster.id, written.id, target, choice, action.item))
        if worth is not None and (best is None or worth.worth > best.worth):
            best = worth
    if best is None or best.worth < LEAST:
        return None
    near = any(c.at and caster.at and caster.steps_to(c) <= 1 for c in state.enemies_of(caster))
    return Hint(best.use, best.worth * SPOILT) if near else best


def _without_target(state: State, caster: Creature, effect: object, level: int) -> Hint | None:
    if isinstance(effect, DriveOff) and not effect.holy:
        undead = [c for c in state.enemies_of(caster) if trait(sheet(c).traits, Undead) is not None]
        return Hint("strike", min(len(undead), max(1, level)) * 0.4) if undead else None
    if isinstance(effect, Shine):
        dark = any(c.condition(sight.IN_DARKNESS) for c in state.active(caster.side))
        return Hint("ward", 0.4) if dark else None
    if isinstance(effect, Feign):
        small = [c for c in state.enemies_of(caster) if sheet(c).scale < sheet(caster).scale]
        return Hint("strike", 0.3 * len(small)) if small else None
    if isinstance(effect, Darken):
        return None
    return None


def _at(state: State, caster: Creature, target: Creature, effect: object, level: int, choice: str) -> Hint | None:
    known = is_known(state, caster, target)
    life = target.hp if known else USUAL_LIFE
    theirs = sheet(target).level if known else USUAL_LEVEL
    mind = sheet(caster).attributes["INT"]
    out = bool(target.conditions) and sight.is_helpless(target)
    if isinstance(effect, Heal):
        lost = target.max_hp - target.hp
        hurt = wounds.level(state, target).penalty
        return Hint("mend", min(1.0, lost / 5) * (0.2 - 0.25 * hurt)) if lost >= 3 or hurt else None
    if out:
        return None
    if isinstance(effect, Darts):
        count = max(1, level // effect.per_levels)
        harm = max(0, effect.base + mind - (0 if effect.energy else 1))
        return Hint("strike", min(1.0, 0.8 * count * harm / max(1, life)))
    if isinstance(effect, Overcome):
        chance = min(0.9, max(0.1, 0.42 + 0.12 * (level - theirs)))
        if effect.condition in ("asleep", "paralysed"):
            return Hint("hamper", chance * (0.9 if effect.condition == "asleep" else 0.5))
        if effect.condition == MUTE:
            return Hint("hamper", chance * 0.4) if casting.declarations(state, target) else None
        return None
    if isinstance(effect, Suggest):
        if choice != "leave" or sheet(target).attributes["INT"] <= -4:
            return None
        return Hint("hamper", 0.45)
    if isinstance(effect, CausePain):
        return Hint("hamper", 0.25) if target.condition(PAIN) is None else None
    if isinstance(effect, Wound):
        return Hint("strike", min(1.0, 0.55 * 4.5 / max(1, life)))
    if isinstance(effect, Bless):
        if target.condition(BLESSED) or target.condition(UNBLESSED):
            return None
        return Hint("ward" if effect.condition == BLESSED else "hamper", 0.08 * min(3, level))
    if isinstance(effect, Bestow):
        return Hint("ward", 0.1) if effect.condition == SHIELDED and target.condition(SHIELDED) is None else None
    if isinstance(effect, Blast | Boulder):
        return Hint("strike", min(1.0, 5 / max(1, life)))
    if isinstance(effect, Toad):
        return Hint("strike", min(0.9, max(0.1, 0.42 + 0.12 * (level - theirs))))
    if isinstance(effect, Release):
        return None
    return None
