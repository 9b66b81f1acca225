"""What a spell is worth in a fight, for those who play themselves: estimates, no rules."""

from __future__ import annotations

from functools import cache

from underkeep.procedures.tactics import Hint
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.spell_listings import Bind, Fall, Order, Scale, Summon, Unhand, Use
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.magic import spellbooks
from underkeep.systems.knave.magic.casting import Cast
from underkeep.systems.knave.magic.spell_effects import intelligence_of
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State

FAILS_SAVE = 0.55
BOUND = {"unable": 1.0, "peaceful": 0.9, "hates": 1.2, "frenzied": 0.7, "rooted": 0.5, "cannot_shoot": 0.4}
"""How much of a foe is out of the fight for it, by what a bond makes of it."""
FORTIFIED = {"hidden": 0.4, "unseen": 0.3, "double_dice": 0.4, "immune_to_all": 0.4}
HASTED = 0.8
FELL = 0.25
"""The part of a foe that a fall takes for every ten feet."""
CALLED, UNARMED = 0.8, 0.3
BRIDLED = {"halt": 0.12, "kneel": 0.08, "drop it": 0.3, "let me pass": 0.8}


def hint(state: State, action: Cast) -> Hint | None:
    """What casting this would be worth now."""
    caster = state.creatures[action.actor]
    found = None
    for use in compendium.spells()[action.spell].uses:
        if "fight" in use.when and (not use.choices or action.choice in use.choices):
            found = _of_use(state, caster, action, use) or found
    return found


def _of_use(state: State, caster: Creature, action: Cast, use: Use) -> Hint | None:
    target = state.creatures.get(action.target)
    effect = use.effect
    chance = FAILS_SAVE if use.save else 1.0
    if isinstance(effect, Summon):
        return Hint("ward", CALLED * _number(caster, effect.count)) if not effect.delay_turns else None
    if target is None:
        return None
    if isinstance(effect, Bind):
        return _binding(state, caster, target, effect, chance)
    if target.side == caster.side or (target.conditions and is_unable(target)):
        return None
    if isinstance(effect, Fall):
        feet, many = _number(caster, effect.feet), _fellows(state, caster, target, _number(caster, effect.count))
        return Hint("strike", min(1.0, FELL * feet / 10) * many * (1.0 if effect.pit else 0.8))
    if isinstance(effect, Unhand):
        return Hint("hamper", chance * UNARMED * _fellows(state, caster, target, _number(caster, effect.count)))
    if isinstance(effect, Order):
        return Hint("hamper", chance * BRIDLED.get(action.choice, 0.0))
    return None


def _binding(state: State, caster: Creature, target: Creature, bind: Bind, chance: float) -> Hint | None:
    """On foes by what it keeps them from, on friends by what it gives them."""
    worth = _of_bond(bind.bond, foe=target.side != caster.side)
    if worth <= 0:
        return None
    if bind.radius_feet is None:
        count = _fellows(state, caster, target, _number(caster, bind.count))
    else:
        count = _in_circle(state, caster, target, bind)
    if count <= 0:
        return None
    return Hint("strike" if target.side != caster.side else "ward", worth * chance * count)


@cache
def _of_bond(name: str, foe: bool) -> float:
    bond = spell_conditions.bonds().get(name)
    if bond is None:
        return 1.0 if foe and name == "charmed" else 0.0
    if not foe:
        own = max((worth for quality, worth in FORTIFIED.items() if getattr(bond, quality)), default=0.0)
        return max(own, HASTED if bond.actions > 1 else 0.0) if not (bond.unable or bond.bare) else 0.0
    bound = max((worth for quality, worth in BOUND.items() if getattr(bond, quality)), default=0.0)
    return max(bound, -0.15 * bond.attack_steps, 0.15 * bond.hit_steps)


def _number(caster: Creature, scale: Scale) -> int:
    return scale.per_int * intelligence_of(caster) + scale.per_level * sheet(caster).level + scale.plus


def _fellows(state: State, caster: Creature, target: Creature, count: int) -> int:
    """How many the spell finds, of those who are not out of the fight anyway."""
    able = [c for c in state.active(target.side) if not c.conditions or not is_unable(c)]
    if target.side != caster.side and target not in able:
        return 0
    return min(count, len(able))


def _in_circle(state: State, caster: Creature, centre: Creature, bind: Bind) -> int:
    """The foes in a circle, less twice the friends."""
    assert bind.radius_feet is not None and centre.at is not None
    squares = _number(caster, bind.radius_feet) // SQUARE_FEET
    able = [c for c in state.active() if not c.conditions or not is_unable(c)]
    caught = [c for c in able if c.at is not None and c.id != caster.id and distance(c.at, centre.at) <= squares]
    foes = sum(c.side != caster.side for c in caught)
    friends = 0 if bind.whom == "same" else len(caught) - foes
    return foes - 2 * friends


def has_spells_of_war(state: State, creature: Creature) -> bool:
    """Whether a book that still opens today has something to cast at foes from afar."""
    return any(_is_of_war(spell) for spell in spellbooks.ready(state, creature))


@cache
def _is_of_war(spell: str) -> bool:
    uses = [use for use in compendium.spells()[spell].uses if "fight" in use.when and use.target == "foe"]
    return any(
        isinstance(use.effect, Fall | Order) or (isinstance(use.effect, Bind) and _of_bond(use.effect.bond, True) > 0)
        for use in uses
    )
