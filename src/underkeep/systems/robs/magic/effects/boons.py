"""Spells that strengthen or protect, and those that mark somebody without a contest."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.spell_conditions import HELD_OFF
from underkeep.systems.robs.basics.spell_listings import Bestow, Bless
from underkeep.systems.robs.magic.spell_effects import Casting, effects, lay
from underkeep.systems.robs.magic.spell_targets import several
from underkeep.world.condition import Condition, ConditionGained

_CANCEL = "robs:spell.bless.cancel"


@executes(
    "robs:spell.bless.effect",
    "robs:spell.bless.reverse",
    "robs:spell.bless.no-stacking",
    "robs:spell.bless.cancel",
)
@effects(Bless)
def bless(do: Resolution, at: Casting, effect: Bless) -> None:
    """One target is blessed, or unblessed; a second time changes nothing but the end. Who is under the other form has
    it held off for as many rounds as the caster has levels."""
    target = do.state.creatures[at.target]
    if target.condition(effect.opposite):
        until = do.state.now + at.level * ROUND_SECONDS
        do.emit(ConditionGained(target.id, Condition(HELD_OFF, until), rule=(_CANCEL,)))
        return
    again = ("robs:spell.bless.no-stacking",) if target.condition(effect.condition) else ()
    lay(do, at, target.id, effect.condition, (*compendium.rules_of(at.written.form.rule), *again))


@executes(
    "robs:spell.remove-pain.effect",
    "robs:spell.resist-cold.target",
    "robs:spell.resist-fire.effect",
    "robs:spell.detect-alignment.reverse",
    "robs:spell.detect-magic.reverse",
    "robs:spell.missile-shield.range-duration",
    "robs:spell.missile-shield.reverse",
)
@effects(Bestow)
def bestow(do: Resolution, at: Casting, effect: Bestow) -> None:
    """Puts one target under it, or as many as the caster has levels; nobody can resist."""
    caster = do.state.creatures[at.caster]
    for target in several(do.state, caster, at.target, at.written, at.level):
        lay(do, at, target.id, effect.condition, compendium.rules_of(at.written.form.rule))
