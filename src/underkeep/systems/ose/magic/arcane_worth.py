"""What the higher arcane spells are worth in a fight, for those who play themselves: estimates, no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from underkeep.procedures.tactics import is_known, life_left, part_taken
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.conditions import CONFUSED, HASTED, PROJECTING, SERVES_SPELL, can_fight, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.magic import spell_picks
from underkeep.systems.ose.magic.dispelling import is_magic
from underkeep.systems.ose.magic.effects.spells_of_destruction import bolt_path, per_level
from underkeep.systems.ose.magic.effects.spells_of_mind import is_undead
from underkeep.systems.ose.magic.effects.spells_of_summoning import corpses, dice_in_life
from underkeep.systems.ose.magic.effects.spells_of_thought import WEIGHT_COINS
from underkeep.systems.ose.magic.params.change import (
    Feeblemind,
    HideInCircle,
    Petrify,
    PolymorphOther,
    Surround,
)
from underkeep.systems.ose.magic.params.destruction import Blast, Bolt, DeathWave, Disintegrate, Fog
from underkeep.systems.ose.magic.params.minds import CharmMonster, Confuse, Possess
from underkeep.systems.ose.magic.params.places import Dispel, Mire, Weather
from underkeep.systems.ose.magic.params.summons import AnimateDead, Conjure, Stalker
from underkeep.systems.ose.magic.params.ways import Project, StepThrough, Telekinesis, Teleport
from underkeep.systems.ose.magic.spell_effects import Casting, in_radius, near, worth_in_dice
from underkeep.systems.ose.monsters.listings import size_of
from underkeep.world.creature import Creature
from underkeep.world.grid import Square
from underkeep.world.state import State, square_of

USUAL_LIFE = 6
FAILS_SAVE = 0.6
OF_A_FRIEND = -2.0
"""What it is worth to do to a friend what is meant for foes."""
HELPED_BY_HASTE, UNSEEN, MIRED = 0.3, 0.25, 0.1
DYING_LEFT = 18
"""The Hit Dice that a wave of death usually takes."""

Estimate = Callable[[State, Casting, Creature, Any], float]


def _blasted(state: State, aimed: Casting, caster: Creature, blast: Blast) -> float:
    return _burnt(state, aimed, caster, in_radius(state, aimed, blast.radius_feet), blast)


def _struck(state: State, aimed: Casting, caster: Creature, bolt: Bolt) -> float:
    grid, start = state.grid, square_of(caster)
    if grid is None or _aim(state, aimed) is None:
        return 0.0
    path = set(bolt_path(grid, start, _aim(state, aimed) or start, bolt.length_feet // SQUARE_FEET))
    return _burnt(state, aimed, caster, [c for c in state.active() if c.at in path], bolt)


def _aim(state: State, aimed: Casting) -> Square | None:
    return aimed.at or state.creatures[aimed.target].at


def _burnt(state: State, aimed: Casting, caster: Creature, struck: Iterable[Creature], spell: Blast | Bolt) -> float:
    """The part of each that is burnt, a save or not, less twice that of friends."""
    dice, worth = per_level(spell.dice, aimed.level), 0.0
    for creature in struck:
        if is_known(state, caster, creature) and is_immune_to(creature, spell.kind):
            continue
        left = life_left(state, caster, creature, USUAL_LIFE)
        part = FAILS_SAVE * part_taken(dice, 0, left) + (1 - FAILS_SAVE) * part_taken(dice, 0, 2 * left)
        if creature.side == caster.side:
            worth += OF_A_FRIEND * part
        elif can_fight(creature):
            worth += part
    return worth


def _fogged(state: State, aimed: Casting, caster: Creature, fog: Fog) -> float:
    inside = in_radius(state, aimed, fog.radius_feet)
    return sum(_choked(state, caster, c, fog) for c in inside)


def _choked(state: State, caster: Creature, creature: Creature, fog: Fog) -> float:
    known = is_known(state, caster, creature)
    if known and (is_immune_to(creature, "poison") or worth_in_dice(creature)[0] >= fog.deadly_below_hd):
        return 0.05
    return OF_A_FRIEND if creature.side == caster.side else FAILS_SAVE


def _reaped(state: State, aimed: Casting, caster: Creature, wave: DeathWave) -> float:
    centre = _aim(state, aimed)
    foes = [c for c in near(centre, state.enemies_of(caster), wave.side_feet // SQUARE_FEET) if can_fight(c)]
    left, worth = DYING_LEFT, 0.0
    for creature in sorted(foes, key=worth_in_dice):
        if is_undead(creature) or worth_in_dice(creature) > (wave.most_hd, 0):
            continue
        left -= worth_in_dice(creature)[0]
        if left < 0:
            break
        worth += FAILS_SAVE
    return worth


def _one_gone(state: State, aimed: Casting, caster: Creature, _: Disintegrate | Petrify | PolymorphOther) -> float:
    """A foe the less, if it fails its save; the stronger it is, the better."""
    target = state.creatures[aimed.target]
    if target.side == caster.side or not can_fight(target) or is_undead(target):
        return 0.0
    return FAILS_SAVE * min(3.0, max(1.0, worth_in_dice(target)[0] / 3))


def _charmed(state: State, aimed: Casting, caster: Creature, spell: CharmMonster) -> float:
    target = state.creatures[aimed.target]
    if target.side == caster.side or not can_fight(target) or is_undead(target):
        return 0.0
    if worth_in_dice(target) > (spell.weak_hd, 0):
        return 2 * FAILS_SAVE
    weak = [c for c in spell_picks.in_reach(state, aimed) if worth_in_dice(c) <= (spell.weak_hd, 0) and can_fight(c)]
    return 1.5 * FAILS_SAVE * min(10, sum(not is_undead(c) for c in weak))


def _confused(state: State, aimed: Casting, caster: Creature, spell: Confuse) -> float:
    """Most of them do nothing good for a while."""
    foes = [c for c in in_radius(state, aimed, spell.radius_feet) if c.side != caster.side and can_fight(c)]
    return 0.7 * min(10, sum(not has(c, CONFUSED) for c in foes))


def _witless(state: State, aimed: Casting, caster: Creature, _: Feeblemind) -> float:
    return 1.5 if magic_of(state.creatures[aimed.target]) == "arcane" else 0.0


def _hasted(state: State, aimed: Casting, caster: Creature, spell: Surround) -> float:
    """Each friend fights for two; who casts has little of it."""
    if spell.condition != HASTED:
        return 0.0
    near_by = [c for c in in_radius(state, aimed, spell.radius_feet) if c.side == caster.side]
    return HELPED_BY_HASTE * sum(not has(c, HASTED) and not magic_of(c) for c in near_by)


def _unseen(state: State, aimed: Casting, caster: Creature, spell: HideInCircle) -> float:
    return UNSEEN if aimed.target == caster.id else 0.0


def _dispelled(state: State, aimed: Casting, caster: Creature, spell: Dispel) -> float:
    """A friend who is free again, or a foe who has lost a help."""
    inside = near(_aim(state, aimed), state.active(), spell.side_feet // SQUARE_FEET)
    return sum(_freed(c, caster) for c in inside)


def _freed(creature: Creature, caster: Creature) -> float:
    magic = [c for c in creature.conditions if is_magic(c)]
    if not magic:
        return 0.0
    hindered, ours = not can_fight(creature), creature.side == caster.side
    if hindered:
        return 0.8 if ours else -0.8
    return -0.2 if ours else 0.3


def _stuck(state: State, aimed: Casting, caster: Creature, mud: Mire) -> float:
    inside = in_radius(state, aimed, mud.radius_feet)
    return MIRED * sum(OF_A_FRIEND if c.side == caster.side else 1 for c in inside)


def _served(state: State, aimed: Casting, caster: Creature, _: Conjure | Stalker) -> float:
    """A strong friend the more; not a second one at the same time."""
    mine = [c for c in state.active(caster.side) if has(c, SERVES_SPELL)]
    return 0.0 if mine else 2.5


def _stormy(state: State, aimed: Casting, caster: Creature, spell: Weather) -> float:
    mine = [c for c in state.active(caster.side) if has(c, SERVES_SPELL)]
    return 2.0 if spell.sky == "tornado" and not mine else 0.0


def _taken_over(state: State, aimed: Casting, caster: Creature, _: Possess) -> float:
    """A foe the fewer and its body the more, less the caster's own."""
    target = state.creatures[aimed.target]
    if target.side == caster.side or not can_fight(target) or is_undead(target):
        return 0.0
    return FAILS_SAVE * max(0.0, worth_in_dice(target)[0] / 3 - 0.5)


def _lifted(state: State, aimed: Casting, caster: Creature, spell: Telekinesis) -> float:
    target = state.creatures[aimed.target]
    if target.side == caster.side or not can_fight(target):
        return 0.0
    return FAILS_SAVE if WEIGHT_COINS[size_of(target)] <= spell.coins_per_level * aimed.level else 0.0


def _risen(state: State, aimed: Casting, caster: Creature, spell: AnimateDead) -> float:
    """As many of the dead as the caster can raise."""
    dice = sorted((dice_in_life(c) + spell.more_hd for c in corpses(state)), reverse=True)
    left, worth = aimed.level, 0.0
    for one in dice:
        if one <= left:
            left, worth = left - one, worth + 0.3 * one
    return min(2.0, worth)


def _imaged(state: State, aimed: Casting, caster: Creature, _: Project) -> float:
    return 0.0 if has(caster, PROJECTING) else UNSEEN


def _fled(state: State, aimed: Casting, caster: Creature, _: Teleport | StepThrough) -> float:
    """A foe is sent away, if it fails the save."""
    if not aimed.target:
        return 0.0
    target = state.creatures[aimed.target]
    return FAILS_SAVE if target.side != caster.side and can_fight(target) else 0.0


WARDS = (Surround, HideInCircle, Project)
ESTIMATES: dict[type, Estimate] = {
    Blast: _blasted,
    Bolt: _struck,
    Fog: _fogged,
    DeathWave: _reaped,
    Disintegrate: _one_gone,
    Petrify: _one_gone,
    PolymorphOther: _one_gone,
    CharmMonster: _charmed,
    Confuse: _confused,
    Feeblemind: _witless,
    Surround: _hasted,
    HideInCircle: _unseen,
    Dispel: _dispelled,
    Mire: _stuck,
    Conjure: _served,
    Stalker: _served,
    Weather: _stormy,
    Possess: _taken_over,
    Telekinesis: _lifted,
    AnimateDead: _risen,
    Project: _imaged,
    Teleport: _fled,
    StepThrough: _fled,
}
