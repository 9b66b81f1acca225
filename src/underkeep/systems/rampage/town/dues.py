"""What faith takes of the income of those who serve it: the tithe of clerics, the alms of Paladins."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import money
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.town import oaths, services
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged

TITHE_PERCENT = 10
_TITHE = ("rampage:class.cleric.tithe", "rampage:class.cleric.tithe-xp")
_ALMS = ("rampage:class.paladin.alms",)


@executes("rampage:class.cleric.tithe", "rampage:class.cleric.tithe-xp", "rampage:class.paladin.alms")
def pay(do: Resolution, income_gp: int) -> None:
    """Of an equal share of what was brought home, after it has counted for experience, clerics give a tenth, and
    Paladins all that they do not need for a month's living.
    """
    folk = [c for c in do.state.marchers() if is_character(c)]
    share = income_gp * money.IN_SP["gp"] // max(1, len(folk))
    for creature in folk:
        classes = sheet(creature).classes
        if has_type(classes, "cleric"):
            _give(do, creature, share * TITHE_PERCENT // 100, "tithed", _TITHE)
        elif "paladin" in classes:
            _give_alms(do, creature, share - services.living_sp(creature))


def _give_alms(do: Resolution, creature: Creature, surplus: int) -> None:
    """A Paladin who saves for a castle gives more than half, and the temple keeps the rest."""
    given, kept = oaths.alms_of(do.state, creature.id, min(surplus, money.purse_sp(creature.items)))
    _give(do, creature, given, "gave-alms", _ALMS)
    if kept > 0:
        oaths.put_by(do, creature.id, kept)


def _give(do: Resolution, creature: Creature, due: int, why: str, rule: tuple[str, ...]) -> None:
    have = money.purse_sp(creature.items)
    paid = min(due, have)
    if paid > 0:
        left = money.with_purse(creature.items, have - paid)
        do.emit(ItemsChanged(creature.id, left, why, coins=paid, rule=rule))
