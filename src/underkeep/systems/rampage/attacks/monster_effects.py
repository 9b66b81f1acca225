"""What a monster's hit does besides damage."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import NaturalAttack
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.saves import save
from underkeep.world.creature import Died, Felled

_AGAINST = {"poison": "poisoned blow", "paralysis": "paralysing blow"}


@executes("rampage:monster.touch.unhindered", "rampage:race.elf.ghoul-immunity")
def special_effect(do: Resolution, attacker: str, target: str, line: NaturalAttack) -> None:
    """Poison kills and paralysis fells, unless the victim saves."""
    victim = do.state.creatures[target]
    if victim.status != "up":
        return
    race = sheet(victim).race
    if line.spares and race and line.spares in compendium.races()[race].immune:
        return
    modifiers = (Modifier("weak poison", line.save_modifier),) if line.save_modifier else ()
    if save(do, target, _AGAINST[line.effect], modifiers):
        return
    rule = ("rampage:monster.touch.unhindered",)
    if line.effect == "poison":
        do.emit(Died(target, rule=rule))
    else:
        do.emit(Felled(target, "paralysed", rule=rule))
