"""Wounds: the three groups of hit points and what their loss does to everything a creature tries."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from underkeep.kernel.event import Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics.battle import battle
from underkeep.systems.robs.basics.spell_conditions import NUMB, PAIN, PAINLESS
from underkeep.world.creature import Creature
from underkeep.world.state import State


class WoundLevel(Struct, frozen=True, gc=False):
    name: str
    penalty: int


UNHURT = WoundLevel("Unhurt", 0)
HURT = WoundLevel("Hurt", -1)
VERY_HURT = WoundLevel("Very Hurt", -2)
CRITICALLY_HURT = WoundLevel("Critically Hurt", -3)
WEARY, RISEN, SICK = "weary", "newly risen", "sick"
AILING, EASED = "ailing", "eased"
PAIN_AND_WOUND = "pain and wounds"
RISEN_PENALTY = -2
RULES = {
    "Hurt": ("robs:damage.hurt", "robs:damage.groups"),
    "Very Hurt": ("robs:damage.very-hurt", "robs:damage.groups"),
    "Critically Hurt": ("robs:damage.critically-hurt",),
}


class Wounded(Note, frozen=True):
    """A creature's wounds reached a worse level."""

    creature: str
    level: str
    penalty: int


@executes("robs:damage.groups")
def groups(max_hp: int) -> tuple[int, int, int]:
    """Ruling: hurt-group-remainder. Points left over all go to the first group."""
    third = max_hp // 3
    return max_hp - 2 * third, third, third


@executes("robs:damage.wound-level-table", "robs:damage.hurt", "robs:damage.very-hurt", "robs:damage.critically-hurt")
@lru_cache(maxsize=4096)
def wound_level(hp: int, max_hp: int) -> WoundLevel:
    """Ruling: very-hurt-threshold, critical-rounding, small-hp-overlap. The worst level reached is the one that
    counts.
    """
    if hp >= max_hp:
        return UNHURT
    if hp <= -(-max_hp // 10):
        return CRITICALLY_HURT
    first, second, _ = groups(max_hp)
    lost = max_hp - hp
    if lost >= first + second:
        return VERY_HURT
    return HURT if lost >= first else UNHURT


@executes("robs:combat.initiative.tie-simultaneous")
def level(state: State, creature: Creature) -> WoundLevel:
    """The wound level that counts now. Among those who act together, nothing that happens in the step counts yet."""
    fight = state.fight
    if fight is not None and fight.begun and fight.step.together and creature.id in fight.step.actors:
        return wound_level(battle(state).hp_before.get(creature.id, creature.hp), creature.max_hp)
    return wound_level(creature.hp, creature.max_hp)


def is_critical(state: State, creature: Creature) -> bool:
    return creature.hp < creature.max_hp and level(state, creature) is CRITICALLY_HURT


@executes(
    "robs:damage.hurt",
    "robs:damage.very-hurt",
    "robs:damage.critically-hurt",
    "robs:death.resurrection.weakness",
    "robs:spell.cure-disease.harder",
)
def penalty(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """The modifier to all actions. Who came back from the dead is 2 worse, which does not add to wounds; the weary and
    the sick are 1 worse besides. Ruling: delve-weariness."""
    if creature.hp >= creature.max_hp and not creature.conditions:
        return ()
    wounds = level(state, creature)
    if creature.conditions:
        wounds = felt(creature, wounds)
    found = (Modifier(wounds.name, wounds.penalty),) if wounds.penalty else ()
    if wounds.penalty > RISEN_PENALTY and creature.condition(RISEN):
        found = (Modifier(RISEN, RISEN_PENALTY),)
    for name in (WEARY, SICK) if creature.conditions else ():
        if creature.condition(name) and not (name == SICK and creature.condition(EASED)):
            found = (*found, Modifier(name, -1))
    return found


@executes(
    "robs:spell.remove-pain.effect",
    "robs:spell.cause-pain.severity",
    "robs:spell.cause-pain.already-hurt",
    "robs:magic-item.potion.pain-killer",
)
def felt(creature: Creature, wounds: WoundLevel) -> WoundLevel:
    """What magic makes of pain. Who is free of it feels none; a pain killer takes 1 off the two lesser levels. Pain
    that was caused counts as the wound it is like, or 1 more for who has as bad a wound already."""
    if creature.condition(PAINLESS):
        return UNHURT
    if creature.condition(NUMB) and wounds in (HURT, VERY_HURT):
        wounds = WoundLevel(wounds.name, wounds.penalty + 1)
    pain = creature.condition(PAIN)
    if pain is None:
        return wounds
    if wounds.penalty <= -pain.level:
        return WoundLevel(PAIN_AND_WOUND, wounds.penalty - 1)
    return WoundLevel("pain", -pain.level)
