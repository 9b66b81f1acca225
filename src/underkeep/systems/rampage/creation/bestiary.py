"""Making monsters."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import numbered
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Monster, size_by_weight
from underkeep.systems.rampage.basics.sheet import RampageSheet, squares_of
from underkeep.systems.rampage.checks.saves import monster_save
from underkeep.systems.rampage.creation import citations
from underkeep.systems.rampage.equipment import outfit
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined

TROOP_CLASSES = {"E": -2, "D": -1, "C": 0, "B": 1, "A": 1}
_BY_HIT_DICE = (0, 2, 4, 5, 5, 5, 6, 6, 8, 8)
_FROM_ELEVEN = 10


@executes(
    "rampage:combat.level-modifiers",
    "rampage:monster.weapon.hd1",
    "rampage:monster.weapon.plus-one",
    "rampage:monster.troop-class",
)
def weapon_bonus(monster: Monster) -> int:
    """What a monster adds with a weapon in hand. Ruling: q.monster-weapon-1plus, 1+1 is +1."""
    if monster.troop_class:
        return TROOP_CLASSES[monster.troop_class]
    if monster.hd < 2:
        return 1 if monster.hd == 1 and monster.plus > 0 else 0
    counted = int(monster.hd) + (1 if monster.plus > 0 else 0)
    return _FROM_ELEVEN if counted > 10 else _BY_HIT_DICE[counted - 1]


@executes("rampage:save.monster", "rampage:morale.number", "rampage:combat.move.monsters")
def recruit_monster(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """A monster with rolled hit points and the save, morale and movement of its kind."""
    monster = compendium.monsters()[who.kind]
    if who.level != 1:
        raise UnderkeepError(f"Monsters have no levels, so {monster.name.lower()}/{who.level} makes no sense.")
    roll = do.roll_total(monster.hit_dice, f"hit points of {id}")
    hp = max(1, roll.total)
    own = RampageSheet(
        hd=monster.hd,
        size=size_by_weight(monster.weight_lb) if monster.weight_lb else monster.size,
        save=monster_save(monster.hd),
        alignment=do.pick(monster.alignments, f"alignment of {id}"),
        ac=monster.ac,
        movement_in=monster.movement_in,
        legs=monster.legs,
        attack=weapon_bonus(monster),
        plus=monster.plus,
        morale=monster.morale,
    )
    do.emit(CreationStepTaken(id, "hit points", {"hit points": hp}, roll, rule=citations.monster(own, who.kind)))
    names = monster.weapons if who.gear is None else who.gear
    items = outfit.equip(tuple(outfit.find_gear(name) for name in names), "", "G")
    name = who.name or numbered(monster.name, id, side)
    creature = Creature(id, name, who.kind, side, hp, hp, own, items=items, size=squares_of(own.size))
    do.emit(CreatureJoined(creature))
    return creature
