"""What a casting is worth to a mind: estimates, and no rules."""

from __future__ import annotations

from underkeep.procedures.tactics import Hint, chance_on_d20, is_known, life_left, part_taken
from underkeep.systems.rampage.attacks.field import field
from underkeep.systems.rampage.basics import spells as s
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells, under
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.world.creature import Creature
from underkeep.world.state import State

USUAL_HP = 5
_RESERVE = 0.03
"""What a Power Point is worth if it is kept."""


def worth(state: State, action: Cast) -> Hint | None:
    """What the spell may be expected to do, less what its points might do later."""
    actor, spell = state.creatures[action.actor], spells()[action.spell]
    target = state.creatures.get(action.target)
    total, use = 0.0, "strike"
    for effect in spell.effects:
        gained, use = _of(state, actor, target, action.spell, effect)
        total += gained
    total -= _RESERVE * spell.level
    return Hint(use, total) if total > 0 else None  # type: ignore[arg-type]


def _fails(state: State, actor: Creature, target: Creature) -> float:
    needed = sheet(target).save if is_known(state, actor, target) else 17
    return 1 - chance_on_d20(needed)


def _of(state: State, actor: Creature, target: Creature | None, id: str, effect: s.SpellEffect) -> tuple[float, str]:
    match effect:
        case s.Blast() if target is not None:
            return _blast(state, actor, target, effect), "strike"
        case s.Fell() if target is not None:
            fit = sheet(target).hd <= effect.most_hd if is_known(state, actor, target) else True
            return (_fails(state, actor, target) if fit else 0.0), "strike"
        case s.Fright() if target is not None:
            return 0.7 * _fails(state, actor, target), "hamper"
        case s.Bane() if target is not None:
            new = target.condition(under(id)) is None
            return (0.08 * _size(effect) * _fails(state, actor, target) if new else 0.0), "hamper"
        case s.Boon():
            whom = list(state.active(actor.side)) if effect.whom == "friends" else [target or actor]
            fresh = [c for c in whom if c.condition(under(id)) is None]
            return 0.05 * _size(effect) * min(4, len(fresh)) * _pressing(state, actor), "ward"
        case s.Mend() if target is not None:
            lost = 1 - target.hp / max(1, target.max_hp)
            return (0.9 if target.status == "down" else 0.6 * lost if lost > 0.5 else 0.0), "mend"
    return 0.0, "ward"


def _size(effect: s.Boon | s.Bane) -> int:
    return abs(effect.hit) + abs(effect.damage) + abs(effect.ac)


def _pressing(state: State, actor: Creature) -> float:
    """Spells that strengthen are cast as the enemy comes near, not long before."""
    foes = field(state).foes(actor.side).creatures
    near = min((actor.steps_to(foe) for foe in foes), default=99)
    return 1.0 if near <= 12 else 0.2


def _blast(state: State, actor: Creature, target: Creature, effect: s.Blast) -> float:
    total = 0.0
    for creature in field(state).standing:
        if creature is not target and (not effect.radius or target.steps_to(creature) > effect.radius):
            continue
        if effect.only and creature.kind not in effect.only:
            continue
        part = part_taken(effect.damage, 0, life_left(state, actor, creature, USUAL_HP))
        fails = _fails(state, actor, creature)
        kept = {"half": 0.5, "negates": 0.0, "none": 1.0}[effect.save]
        part *= fails + (1 - fails) * kept
        total += part if creature.side != actor.side else -1.5 * part
    return total
