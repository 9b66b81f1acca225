"""Scrolls of protection: a circle round the reader that one sort of creature, or magic itself, does not cross."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import has
from underkeep.systems.ose.basics.worn_magic import BARRED, CIRCLES, READER_OF
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.item_effects import Circle
from underkeep.systems.ose.magic.items import used_items
from underkeep.systems.ose.magic.spell_effects import Casting, effects, until
from underkeep.systems.ose.monsters.sorts import hit_dice_of, is_of
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import FightBegan
from underkeep.world.grid import distance

RADIUS_FEET = 10
_CIRCLE = "ose:magic-item.scroll.protection.circle"
_LIMITS, _USERS = "ose:magic-item.scroll.protection.limits", "ose:magic-item.scroll.protection.users"


@executes("ose:magic-item.scroll.protection.circle")
@effects(Circle)
def draw(do: Resolution, casting: Casting, circle: Circle) -> None:
    """Read aloud it makes a circle that goes where the reader goes."""
    end = until(do, casting)
    do.emit(ConditionGained(casting.caster, Condition(READER_OF[circle.of], end), rule=(_CIRCLE, _USERS)))
    if do.state.fight is not None:
        _lay(do, casting.caster, circle, end)


def _lay(do: Resolution, reader: str, circle: Circle, end: int | None) -> None:
    zones.lay(do, CIRCLES[circle.of], RADIUS_FEET, reader, end, (_CIRCLE,))
    if circle.of == "magic":
        return
    side = do.state.creatures[reader].side
    kept_off = [c for c in do.state.active() if c.side != side and is_of(c, circle.of)]
    for dice, low, high in ((circle.weak, 0, 3), (circle.middling, 4, 5), (circle.strong, 6, 99)):
        foes = [c for c in kept_off if low <= hit_dice_of(c) <= high]
        if not foes:
            continue
        most = do.roll_total(dice, f"{circle.of} kept off").total if dice is not None else len(foes)
        for foe in foes[:most]:
            do.emit(ConditionGained(foe.id, Condition(BARRED, end), rule=(_CIRCLE,)))


def hold(do: Resolution, event: FightBegan) -> None:
    """A circle that was drawn before stands in the fight as well."""
    for creature in [c for c in do.state.active() if c.conditions]:
        for of, name in READER_OF.items():
            read = creature.condition(name)
            if read is not None:
                (way, *_) = used_items.ways(f"scroll-of-protection-from-{of}")
                assert isinstance(way.use.effect, Circle)
                _lay(do, creature.id, way.use.effect, read.until)


@executes("ose:magic-item.scroll.protection.limits")
def struck(do: Resolution, attacker: Creature, target: Creature) -> None:
    """Whoever strikes from inside at one that is kept off breaks the circle; missiles do not."""
    if not has(target, BARRED):
        return
    inside = [of for of, name in CIRCLES.items() if has(attacker, name)]
    if inside and attacker.at is not None and target.at is not None and distance(attacker.at, target.at) <= 1:
        for of in inside:
            _break(do, of)


def _break(do: Resolution, of: str) -> None:
    rule = (_LIMITS,)
    for creature in list(do.state.creatures.values()):
        for name in (READER_OF[of], BARRED):
            if creature.conditions and creature.condition(name) is not None:
                do.emit(ConditionEnded(creature.id, name, rule=rule))
    zones.lift(do, (CIRCLES[of],), rule)
