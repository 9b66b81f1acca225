"""What the higher prayers are worth in a fight, for those who play themselves: estimates, no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from underkeep.systems.ose.basics.conditions import (
    AFRAID,
    CLUMSINESS,
    GROWN,
    ILL_LUCK,
    POISONED,
    STRIKING,
    can_fight,
    has,
    is_helpless,
)
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.equipment.arms import arms
from underkeep.systems.ose.magic import spell_picks
from underkeep.systems.ose.magic.effects.spells_of_wrath import CONJURED, DRIVEN_OFF_HD, is_of_evil
from underkeep.systems.ose.magic.prayers import (
    BanishEvil,
    CauseDisease,
    Circle,
    InsectPlague,
    LayCurse,
    LayQuest,
    NeutralizePoison,
    Slay,
    SticksToSnakes,
)
from underkeep.systems.ose.magic.spell_effects import Casting, near, worth_in_dice
from underkeep.systems.ose.magic.spells import Bestow
from underkeep.systems.ose.monsters.listings import is_animal, monsters
from underkeep.world.creature import Creature
from underkeep.world.state import State

FAILS_SAVE, FAILS_DEATH = 0.65, 0.55
ARMED, SNAKES, IN_CIRCLE, ILL, UNLUCKY, FUMBLING = 0.4, 2.0, 0.08, 0.1, 0.15, 0.35
"""The worth of a weapon of striking, of a heap of snakes, of a circle for each friend, and of what ails a foe."""


def _slain(state: State, aimed: Casting, caster: Creature, death: Slay) -> float:
    target = state.creatures[aimed.target]
    listing = monsters().get(target.kind)
    is_undead = listing is not None and listing.undead
    if target.side == caster.side or not can_fight(target) or is_undead != (death.only == "undead"):
        return 1.0 if death.only == "green slime" else 0.0
    return FAILS_SAVE if is_undead else FAILS_DEATH


def _ill(state: State, aimed: Casting, caster: Creature, _: CauseDisease) -> float:
    return ILL if _is_threat(state, aimed, caster) else 0.0


def _cursed(state: State, aimed: Casting, caster: Creature, curse: LayCurse) -> float:
    target = state.creatures[aimed.target]
    if not _is_threat(state, aimed, caster) or has(target, CLUMSINESS) or has(target, ILL_LUCK):
        return 0.0
    return FAILS_SAVE * {"attacks": FUMBLING, "saves": UNLUCKY, "ability": 0.0}[curse.on]


def _is_threat(state: State, aimed: Casting, caster: Creature) -> bool:
    target = state.creatures[aimed.target]
    return target.side != caster.side and can_fight(target)


def _bestowed(state: State, aimed: Casting, caster: Creature, gift: Bestow) -> float:
    """A weapon of striking for one who uses it, growth for an animal of one's own."""
    friend = state.creatures.get(aimed.target)
    if friend is None or friend.side != caster.side or has(friend, gift.condition) or is_helpless(friend):
        return 0.0
    if gift.condition == STRIKING:
        return ARMED if arms(friend).melee else 0.0
    return ARMED if gift.condition == GROWN and is_animal(friend) else 0.0


def _snakes(state: State, aimed: Casting, caster: Creature, _: SticksToSnakes) -> float:
    return 0.0 if any(c.kind.startswith(CONJURED) and c.side == caster.side for c in state.active()) else SNAKES


def _banished(state: State, aimed: Casting, caster: Creature, spell: BanishEvil) -> float:
    """All who are of evil and near; on one alone the save is harder."""
    if spell.one:
        target = state.creatures[aimed.target]
        return FAILS_SAVE + 0.1 if is_of_evil(target) and not has(target, AFRAID) else 0.0
    there = spell_picks.in_reach(state, aimed)
    return 0.95 * sum(is_of_evil(c) and not has(c, AFRAID) for c in there)


def _swarmed(state: State, aimed: Casting, caster: Creature, plague: InsectPlague) -> float:
    """The weak who would flee before it; the others it only blinds, and nobody could strike at them either."""
    caught = near(state.creatures[aimed.target].at, state.active(), 2 * plague.radius_feet // SQUARE_FEET)
    if any(c.side == caster.side for c in caught):
        return 0.0
    return 0.9 * sum(can_fight(c) and worth_in_dice(c) <= (DRIVEN_OFF_HD, 0) for c in caught)


def _sent(state: State, aimed: Casting, caster: Creature, quest: LayQuest) -> float:
    listing = monsters().get(state.creatures[aimed.target].kind)
    if not _is_threat(state, aimed, caster) or (listing is not None and listing.mind == "none"):
        return 0.0
    return FAILS_SAVE * (1.6 if quest.errand == "serve" else 1.0)


def _saved(state: State, aimed: Casting, caster: Creature, _: NeutralizePoison) -> float:
    """A friend back from death, or one who would die of it."""
    if aimed.use.target == "dead":
        return 1.0
    friend = state.creatures.get(aimed.target)
    return 0.5 if friend is not None and friend.side == caster.side and has(friend, POISONED) else 0.0


def _circled(state: State, aimed: Casting, caster: Creature, circle: Circle) -> float:
    friends = near(caster.at, state.active(caster.side), 2 * circle.radius_feet // SQUARE_FEET)
    return IN_CIRCLE * len(friends)


ESTIMATES: dict[type, Callable[[State, Casting, Creature, Any], float]] = {
    Slay: _slain,
    CauseDisease: _ill,
    LayCurse: _cursed,
    Bestow: _bestowed,
    SticksToSnakes: _snakes,
    BanishEvil: _banished,
    InsectPlague: _swarmed,
    LayQuest: _sent,
    Circle: _circled,
    NeutralizePoison: _saved,
}
