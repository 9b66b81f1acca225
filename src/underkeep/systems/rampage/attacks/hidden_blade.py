"""A blade that stays hidden through capture, and cuts the bonds of whoever has it."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.prowess import SHOWN
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.wounds import Revived
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Felled
from underkeep.world.fight import FightEnded

BOUND = "bound, with a hidden blade"
SUBDUED = "subdued"
BLADES = ("dagger", "knife")
_RULE = ("rampage:class.ability.dagger-surprise.captive",)


@executes("rampage:class.ability.dagger-surprise.captive")
def keep(do: Resolution, felled: Felled) -> None:
    """Who is taken prisoner keeps the dagger that nobody has seen."""
    creature = do.state.creatures[felled.creature]
    if felled.why != SUBDUED or not has_special(sheet(creature), "Dagger Surprise") or creature.condition(SHOWN):
        return
    if any(item.kind in BLADES and not item.broken for item in creature.items):
        do.emit(ConditionGained(creature.id, Condition(BOUND), rule=_RULE))


@executes("rampage:class.ability.dagger-surprise.captive")
def cut_free(do: Resolution) -> None:
    """When the next round begins the bonds are cut, and the dagger has been seen. Ruling: the captors fight on and have
    no eye for him."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and creature.condition(BOUND) and creature.status == "down":
            do.emit(ConditionEnded(creature.id, BOUND, rule=_RULE))
            do.emit(ConditionGained(creature.id, Condition(SHOWN), rule=_RULE))
            do.emit(Revived(creature.id, rule=_RULE))


def after_fight(do: Resolution, ended: FightEnded) -> None:
    """Then there are other hands to cut bonds."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and creature.condition(BOUND):
            do.emit(ConditionEnded(creature.id, BOUND, rule=_RULE))
