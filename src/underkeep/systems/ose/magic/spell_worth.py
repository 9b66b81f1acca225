"""What a spell is worth in a fight, for those who play themselves: estimates, no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from underkeep.procedures.tactics import Hint, is_known, life_left, part_taken
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.conditions import can_fight
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic import arcane_worth, casting, prayer_worth, spell_picks
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.prayers import Circle, NeutralizePoison
from underkeep.systems.ose.magic.spell_effects import Casting, near, worth_in_dice
from underkeep.systems.ose.magic.spells import (
    Aura,
    Bestow,
    Charm,
    Heal,
    Hold,
    Images,
    Missiles,
    Phantasm,
    Sleep,
    TouchHarm,
    Use,
    Web,
)
from underkeep.systems.ose.monsters.listings import is_person
from underkeep.world.creature import Creature
from underkeep.world.state import State

USUAL_LIFE = 6
"""The hit points that an unhurt stranger is taken to have."""
SLEEPERS = 9
FAILS_SAVE, TOUCHES = 0.65, 0.45
BLESSED, IMAGED = 0.12, 0.35
"""The worth of a blessing for each friend, and of images; a level of magic missiles below."""

_Estimate = Callable[[State, Casting, Creature, Any], float]


def hint(state: State, action: Cast) -> Hint | None:
    """What casting this would be worth now."""
    caster = state.creatures[action.actor]
    written = casting.castable(caster).get(action.spell)
    use = next((u for u in written.uses if u.name == action.use), None) if written is not None else None
    if use is None or written is None or type(use.effect) not in _ESTIMATES:
        return None
    return estimated(state, Casting(caster.id, written, use, action.target, sheet(caster).level, action.at))


def estimated(state: State, aimed: Casting) -> Hint | None:
    """What magic that is aimed like this would be worth, of a spell or of an item."""
    estimate = _ESTIMATES.get(type(aimed.use.effect))
    worth = estimate(state, aimed, state.creatures[aimed.caster], aimed.use.effect) if estimate is not None else 0.0
    return Hint(_use(aimed.use), worth) if worth > 0 else None


def _use(use: Use) -> Any:
    if isinstance(use.effect, Heal | NeutralizePoison):
        return "mend"
    blesses = isinstance(use.effect, Aura) and use.effect.on == "allies"
    if blesses or isinstance(use.effect, (Images, Bestow, Circle, *arcane_worth.WARDS)):
        return "ward"
    return "strike"


def _sleepers(state: State, aimed: Casting, caster: Creature, sleep: Sleep) -> float:
    """As many of the weak in reach as 2d8 Hit Dice usually come to."""
    if sleep.one:
        target = state.creatures[aimed.target]
        return 0.9 if is_known(state, caster, target) and worth_in_dice(target) == (sleep.most_hd, 1) else 0.0
    left, count = SLEEPERS, 0
    reached = [c for c in spell_picks.in_reach(state, aimed) if can_fight(c)]
    for dice in sorted(_dice(state, caster, c) for c in reached if not _is_proof(state, caster, c, "sleep")):
        left -= dice
        if left < 0 or dice > sleep.most_hd:
            break
        count += 1
    return float(count)


def _dice(state: State, caster: Creature, other: Creature) -> int:
    """Hit Dice, one more if anything is added to them; one for a stranger."""
    dice, plus = worth_in_dice(other) if is_known(state, caster, other) else (1, 0)
    return dice + (plus > 0 and dice >= SLEEPERS // 2)


def _is_proof(state: State, caster: Creature, other: Creature, what: str) -> bool:
    return is_known(state, caster, other) and is_immune_to(other, what)


def _held(state: State, aimed: Casting, caster: Creature, holding: Hold) -> float:
    target = state.creatures[aimed.target]
    anybody = holding.anybody
    if not _can_be_bound(state, caster, target, "paralysis", anybody):
        return 0.0
    many = 1.0 if holding.save_modifier else 2.0
    persons = [c for c in spell_picks.in_reach(state, aimed) if _can_be_bound(state, caster, c, "paralysis", anybody)]
    return min(many, len(persons)) * FAILS_SAVE + (0.1 if holding.save_modifier else 0.0)


def _charmed(state: State, aimed: Casting, caster: Creature, _: Charm) -> float:
    """A foe the fewer and a friend the more, the better the stronger it is."""
    target = state.creatures[aimed.target]
    return 2 * FAILS_SAVE * 0.8 if _can_be_bound(state, caster, target, "charm") else 0.0


def _can_be_bound(state: State, caster: Creature, other: Creature, what: str, anybody: bool = False) -> bool:
    if other.side == caster.side or not can_fight(other):
        return False
    return not is_known(state, caster, other) or ((anybody or is_person(other)) and not is_immune_to(other, what))


def _shot(state: State, aimed: Casting, caster: Creature, missiles: Missiles) -> float:
    """Each missile may go to another, so no part is wasted."""
    target = state.creatures[aimed.target]
    if target.side == caster.side or not can_fight(target):
        return 0.0
    count = max(number for level, number in missiles.from_level if level <= aimed.level)
    return count * part_taken(missiles.dice, 0, life_left(state, caster, target, USUAL_LIFE))


def _touched(state: State, aimed: Casting, caster: Creature, harmful: TouchHarm) -> float:
    target = state.creatures[aimed.target]
    return TOUCHES * part_taken(harmful.dice, 0, life_left(state, caster, target, USUAL_LIFE))


def _caught(state: State, aimed: Casting, caster: Creature, effect: Web | Phantasm) -> float:
    """Those in the cube, less twice the friends who would be caught as well."""
    target, chance = state.creatures[aimed.target], 0.9 if isinstance(effect, Web) else FAILS_SAVE
    caught = near(target.at, state.active(), effect.side_feet // SQUARE_FEET)
    return chance * _balance((c for c in caught if can_fight(c)), caster)


def _balance(caught: Iterable[Creature], caster: Creature) -> float:
    return float(sum(-2 if c.side == caster.side else 1 for c in caught))


def _mended(state: State, aimed: Casting, caster: Creature, heal: Heal) -> float:
    """The part of a friend's life that comes back."""
    friend = state.creatures[aimed.target]
    missing = friend.max_hp - friend.hp
    if friend.side != caster.side or friend.hp * 2 > friend.max_hp:
        return 0.0
    return part_taken(heal.dice, 0, missing) * missing / friend.max_hp


def _blessed(state: State, aimed: Casting, caster: Creature, aura: Aura) -> float:
    friendly = aura.on == "allies"
    among = [c for c in state.active() if (c.side == caster.side) == friendly and c.condition(aura.condition) is None]
    reached = near(state.creatures[aimed.target].at, among, aura.side_feet // SQUARE_FEET)
    return BLESSED * len(reached) * (1.0 if friendly else FAILS_SAVE)


def _imaged(state: State, aimed: Casting, caster: Creature, _: Images) -> float:
    return IMAGED


_ESTIMATES: dict[type, _Estimate] = {
    Sleep: _sleepers,
    Hold: _held,
    Charm: _charmed,
    Missiles: _shot,
    TouchHarm: _touched,
    Web: _caught,
    Phantasm: _caught,
    Heal: _mended,
    Aura: _blessed,
    Images: _imaged,
    **arcane_worth.ESTIMATES,
    **prayer_worth.ESTIMATES,
}
