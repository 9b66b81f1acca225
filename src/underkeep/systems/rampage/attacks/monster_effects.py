"""What a monster's hit does besides damage."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import Unmoved
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Drain, MonsterEffect, Paralysis, Poison
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import drained_levels
from underkeep.systems.rampage.checks.saves import save
from underkeep.world.creature import Died, Felled

RULE = ("rampage:monster.touch.unhindered",)
effects: Effects[str] = Effects(MonsterEffect)


@executes("rampage:monster.touch.unhindered")
def special_effect(do: Resolution, target: str, effect: MonsterEffect) -> None:
    """What the blow brings takes hold of whoever still stands."""
    if do.state.creatures[target].status == "up":
        effects.carry_out(do, target, effect)


@executes("rampage:monster.touch.unhindered")
@effects(Poison)
def poison(do: Resolution, target: str, effect: Poison) -> None:
    """It kills unless the victim saves."""
    modifiers = (Modifier("weak poison", effect.save_modifier),) if effect.save_modifier else ()
    if not save(do, target, "poisoned blow", modifiers):
        do.emit(Died(target, rule=RULE))


@executes("rampage:monster.touch.unhindered", "rampage:race.elf.ghoul-immunity")
@effects(Paralysis)
def paralyse(do: Resolution, target: str, effect: Paralysis) -> None:
    """It fells whoever does not save, and spares some peoples."""
    race = sheet(do.state.creatures[target]).race
    if effect.spares and race and effect.spares in compendium.races()[race].immune:
        do.emit(Unmoved(target, "paralysis", rule=("rampage:race.elf.ghoul-immunity",)))
        return
    if not save(do, target, "paralysing blow"):
        do.emit(Felled(target, "paralysed", rule=RULE))


@executes("rampage:monster.touch.unhindered")
@effects(Drain)
def drain(do: Resolution, target: str, effect: Drain) -> None:
    """It takes a level, whatever the victim wears."""
    drained_levels.drain(do, target)
