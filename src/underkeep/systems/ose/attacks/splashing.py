"""Flasks that break on a foe: burning oil, and holy water on the undead.

Each is a missile attack of short reach, and what clings to the victim hurts once more in the next round. Ours, as the
rulebook has no line for it. Oil that nobody can light is not thrown.
"""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures import consequences, things_thrown
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attack_rolls import Blow, cover, range_modifier, strike
from underkeep.systems.ose.attacks.attacks import VARIABLE_DAMAGE
from underkeep.systems.ose.basics import compendium, conditions
from underkeep.systems.ose.basics.compendium import WeaponRange
from underkeep.systems.ose.basics.measures import feet, in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import RoundBegan
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.state import State

OIL, HOLY_WATER = "oil", "holy-water"
CLINGS: Mapping[str, str] = {OIL: "alight with oil", HOLY_WATER: "wet with holy water"}
"""What those whom a flask has hit are, until it has hurt them once more."""
REACH = WeaponRange(10, 30, 50)
_DAMAGE, _PLAIN = parse("1d8"), parse("1d6")
_RULE = ("ose:referee.rulings.gaps",)


def flask(actor: Creature, what: str) -> Item | None:
    """The flask that the words throw."""
    item = things_thrown.thrown(actor, what)
    return item if item is not None and item.kind in CLINGS and not item.broken else None


def has_flame(state: State, actor: Creature) -> bool:
    """Whether somebody of the same side bears an open light to hold to the wick, or the thrower does."""
    return any(state.creatures[light.bearer].side == actor.side for light in state.lights if light.bearer)


def why_not(state: State, actor: Creature, what: str) -> Refusal | None:
    """Oil wants a flame, holy water the undead, and both a foe in reach."""
    item = flask(actor, what)
    if item is None or state.fight is None or not consequences.foes(state, actor):
        return None
    if item.kind == OIL and not has_flame(state, actor):
        return Refusal("There is no flame to light the oil with, and unlit it does no harm.")
    target = target_of(state, actor, what)
    if target is None:
        return Refusal(f"Nobody of them is within {REACH.long_feet} feet.", "ose:combat.missile.range")
    if item.kind == HOLY_WATER and not _is_undead(target):
        return Refusal(f"Holy water does nothing to {target.name}: it hurts the undead.")
    return None


def target_of(state: State, actor: Creature, what: str) -> Creature | None:
    """Whom the words name, else the nearest, within reach."""
    found = consequences.named(state, actor, what) or consequences.foes(state, actor)
    near = [c for c in found if c.at is not None and feet(actor.steps_to(c)) // in_yards(state) <= REACH.long_feet]
    return min(near, key=actor.steps_to, default=None)


def _is_undead(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is not None and listing.undead


@executes("ose:combat.missile.range", "ose:abilities.dex.missile", "ose:referee.rulings.gaps")
def throw(do: Resolution, id: str, what: str) -> None:
    """A missile attack: DEX, range and cover count, and the flask is gone whether it hits or not."""
    actor = do.state.creatures[id]
    item, target = flask(actor, what), target_of(do.state, actor, what)
    assert item is not None and target is not None
    do.emit(ItemsChanged(id, fewer(actor.items, item.id), "shot", part(item, 1)))
    away = feet(actor.steps_to(target)) // in_yards(do.state)
    to_hit = (
        *_knack(actor),
        Modifier("range", range_modifier(REACH, away)),
        Modifier("cover", cover(do, actor, target)),
    )
    to_hit = tuple(m for m in to_hit if m.amount)
    damage, name = _damage(do.state), "burning oil" if item.kind == OIL else "holy water"
    if strike(do, Blow(id, target.id, name, damage, _RULE, to_hit, is_melee=False, magic=True, kind="torch")):
        until = do.state.now + 2 * do.rules.round_seconds
        if do.state.creatures[target.id].is_up:
            do.emit(ConditionGained(target.id, Condition(CLINGS[item.kind], until), rule=_RULE))


def _damage(state: State) -> Expr:
    return _DAMAGE if VARIABLE_DAMAGE in state.switches else _PLAIN


def _knack(actor: Creature) -> tuple[Modifier, ...]:
    own = sheet(actor)
    if not own.abilities:
        return ()
    known = compendium.classes().get(own.character_class)
    knack = known.missile_bonus if known is not None else 0
    return Modifier("DEX", modifier(own.abilities["DEX"])), Modifier(own.character_class, knack)


def cling(do: Resolution, event: RoundBegan) -> None:
    """What clings to those who were hit hurts once more, and is gone."""
    for creature in do.state.active():
        for name in CLINGS.values():
            if creature.conditions and conditions.has(creature, name):
                do.emit(ConditionEnded(creature.id, name, rule=_RULE))
                amount = roll_damage(do, "", creature.id, name, _damage(do.state), (), _RULE)
                kind = "normal fire" if name == CLINGS[OIL] else "magic"
                harm(do, creature.id, amount, "", kind, rule=_RULE)
