"""Missiles: who may shoot, at whom, and the shot."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import AttackBegun
from underkeep.systems.rampage.attacks.facing import face
from underkeep.systems.rampage.attacks.field import HIDDEN, INVISIBLE, Foes, field, is_locked, is_shielded
from underkeep.systems.rampage.attacks.matrices import natural_blow, weapon_blow
from underkeep.systems.rampage.attacks.rampage import attacks_against
from underkeep.systems.rampage.attacks.strikes import BACK_STAB, Circumstances, dimmed, missile_circumstances, strike
from underkeep.systems.rampage.attacks.vision import can_see, is_dim
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.compendium import NaturalMissile, Weapon
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.classes import back_stab_multiplier, has_type
from underkeep.systems.rampage.characters.specials import has_special
from underkeep.systems.rampage.equipment.arms import arms, usable
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.gear import ItemsChanged
from underkeep.world.grid import distance, in_sight, line
from underkeep.world.state import State, square_of

UNLOADED = "unloaded"


@executes(
    "rampage:combat.missile.double-shot",
    "rampage:combat.missile.single-shot",
    "rampage:combat.actions.move.second-shot",
    "rampage:combat.actions.move.reload-light",
    "rampage:combat.missile.heavy-crossbow",
    "rampage:class.fighter.rampage-no-missiles",
)
def may_shoot(state: State, actor: Creature, weapon: Weapon) -> bool:
    """Whether the weapon is loaded and the round still has a shot in it."""
    assert state.fight is not None
    spent = state.fight.spent.get(actor.id, ())
    unloaded = bool(actor.conditions) and actor.condition(UNLOADED) is not None
    if "attack" in spent:
        return _may_shoot_again(actor, weapon, spent)
    if unloaded:
        return "reload-move" in weapon.qualities and "move" not in spent
    return True


@executes("rampage:combat.missile.double-shot", "rampage:class.ability.arrow-storm")
def _may_shoot_again(actor: Creature, weapon: Weapon, spent: tuple[Mark, ...]) -> bool:
    """A second shot takes the move; one more is an Arrow Storm's, with anything but a heavy crossbow."""
    shot = spent.count("shot")
    storm = "reload-both" not in weapon.qualities and has_special(sheet(actor), "Arrow Storm")
    return 0 < shot < weapon.rate + storm and ("move" not in spent or shot > 1)


@executes(
    "rampage:combat.missile.no-target-in-melee",
    "rampage:combat.rank.shoot-at",
    "rampage:combat.rank.shoot-from",
    "rampage:combat.missile.overhead",
    "rampage:combat.missile.overhead-protected",
    "rampage:class.ability.precise-shot",
    "rampage:class.ability.thread-the-needle",
)
def can_hit_with_missile(
    state: State, actor: Creature, target: Creature, ranges: tuple[int, int, int], bow: bool
) -> tuple[bool, bool]:
    """Whether the target can be shot at, and whether only over the heads of others. People in between are in the way,
    but for a friend right in front of the shooter. Ruling: q.overhead-medium-range.
    """
    here, there = square_of(actor), square_of(target)
    inches = distance(here, there)
    assert state.grid is not None
    if inches > ranges[2] or inches < 2 or not in_sight(state.grid, here, there):
        return False, False
    if is_dim(state) and not can_see(state, actor, target):
        return False, False
    if actor.conditions and actor.condition(f"distracted by {target.id}"):
        return False, False
    if is_locked(state, target) and not has_special(sheet(actor), "Thread the Needle"):
        return False, False
    if is_shielded(state, target, actor) and not has_special(sheet(actor), "Precise Shot"):
        return False, False
    now = field(state)
    between = list(line(here, there))
    if is_shielded(state, target, actor):
        between = between[:-1]
    if between and any(c.at == between[0] and c.side == actor.side for c in now.standing):
        between = between[1:]
    if not any(now.solid & now.grid.bit(square) for square in between):
        return True, False
    over = bow and not is_indoors(state) and ranges[0] < inches <= ranges[1]
    return over, over


@executes("rampage:combat.missile.no-shooter-in-melee")
def shots(state: State, actor: Creature, foes: Foes) -> list[tuple[str, Creature]]:
    """Every shot the creature could loose now, by weapon and target."""
    found = []
    for name in arms(actor.items, actor.kind)[1]:
        weapon = compendium.weapons()[name]
        if weapon.range is not None and may_shoot(state, actor, weapon) and usable(state, actor, weapon):
            bow = "bow" in weapon.qualities
            found += [(name, t) for t in foes.creatures if can_hit_with_missile(state, actor, t, weapon.range, bow)[0]]
    monster = compendium.monsters().get(actor.kind)
    assert state.fight is not None
    if monster is not None and monster.missile is not None and not state.fight.has_spent(actor.id, "attack"):
        missile = monster.missile
        near = [t for t in foes.creatures if can_hit_with_missile(state, actor, t, missile.range, False)[0]]
        found += [(missile.name, t) for t in near]
    return found


def shoot(
    do: Resolution,
    actor: Creature,
    target: Creature,
    kind: str,
    weapon: Weapon,
    plus: tuple[Modifier, ...] = (),
    after: int = 0,
    rule: tuple[str, ...] = (),
) -> None:
    """A shot with all that surrounds it; `plus` is added to hit, `after` to the damage in the end."""
    assert weapon.range is not None and do.state.fight is not None
    if actor.condition(UNLOADED) is not None:
        do.emit(Spent(actor.id, "move", rule=("rampage:combat.actions.move.reload-light",)))
        do.emit(ConditionEnded(actor.id, UNLOADED, rule=("rampage:combat.actions.move.reload-light",)))
    if do.state.fight.has_spent(actor.id, "attack"):
        shot = do.state.fight.spent[actor.id].count("shot")
        storm = ("rampage:class.ability.arrow-storm",) if shot >= weapon.rate else ()
        if shot == 1:
            do.emit(Spent(actor.id, "move", rule=("rampage:combat.actions.move.second-shot", *storm)))
        do.emit(Spent(actor.id, "shot", rule=storm or ("rampage:combat.missile.double-shot",)))
    else:
        once = ("rampage:combat.actions.one-each", "rampage:combat.actions.attack.strike")
        do.emit(AttackBegun(actor.id, target.id, (), True, rule=(*once, *_once_only(do.state, actor, target))))
    face(do, actor.id, target.id)
    over = can_hit_with_missile(do.state, actor, target, weapon.range, "bow" in weapon.qualities)[1]
    around = missile_circumstances(actor, target, weapon.range, over)
    around.rule += (*_past_others(do.state, actor, target), *rule)
    around.hit += plus
    around.after = after
    _from_ambush(do.state, actor, around)
    if is_dim(do.state):
        dimmed(do.state, actor, target, around)
    if weapon.qualities & {"reload-move", "reload-both"}:
        is_heavy = "reload-both" in weapon.qualities
        slow = "rampage:combat.missile.heavy-crossbow" if is_heavy else "rampage:combat.missile.single-shot"
        do.emit(ConditionGained(actor.id, Condition(UNLOADED), rule=(slow,)))
    strike(do, actor.id, target.id, weapon_blow(kind), around)
    come_out(do, actor.id)
    if "thrown" in weapon.qualities:
        _throw_away(do, actor.id, kind)


@executes("rampage:class.jack.back-stab-missile")
def _from_ambush(state: State, actor: Creature, around: Circumstances) -> None:
    """A jack's shot is a back stab only in a surprise round or from hiding."""
    own = sheet(actor)
    if not has_type(own.classes, "jack"):
        return
    assert state.fight is not None
    surprise = state.fight.round == 1 and actor.id in battle(state).surprise
    if surprise or (actor.conditions and (actor.condition(HIDDEN) or actor.condition(INVISIBLE))):
        around.hit.append(Modifier("back stab", BACK_STAB))
        around.multiplier = max(around.multiplier, back_stab_multiplier(own.classes, own.level))
        around.rule += ("rampage:class.jack.back-stab-missile",)


@executes("rampage:encounter.surprise.mixed-hidden")
def come_out(do: Resolution, id: str) -> None:
    """Who strikes from hiding is hidden no longer, nor invisible."""
    for name in (HIDDEN, INVISIBLE):
        if do.state.creatures[id].condition(name):
            do.emit(ConditionEnded(id, name, rule=("rampage:encounter.surprise.mixed-hidden",)))


def _once_only(state: State, actor: Creature, target: Creature) -> tuple[str, ...]:
    """That a fighter who would strike such a foe several times shoots but once."""
    several = attacks_against(actor, [target], state.switches) > 1
    return ("rampage:class.fighter.rampage-no-missiles",) if several and sheet(actor).classes else ()


def _past_others(state: State, actor: Creature, target: Creature) -> tuple[str, ...]:
    """The rules that let a shot pass friends, protectors or a melee."""
    found = []
    between = list(line(square_of(actor), square_of(target)))
    if between and any(c.at == between[0] and c.side == actor.side for c in field(state).standing):
        found.append("rampage:combat.rank.shoot-from")
    if is_locked(state, target):
        found.append("rampage:class.ability.thread-the-needle")
    if is_shielded(state, target, actor):
        found.append("rampage:class.ability.precise-shot")
    return tuple(found)


def _throw_away(do: Resolution, id: str, kind: str) -> None:
    """A thrown weapon has left the hand."""
    items = do.state.creatures[id].items
    left = tuple(
        replace(i, count=i.count - 1) if i.kind == kind and i.place == "hand" else i
        for i in items
        if not (i.kind == kind and i.place == "hand" and i.count <= 1)
    )
    do.emit(ItemsChanged(id, left, "thrown"))


@executes("rampage:combat.missile.monster")
def hurl(do: Resolution, actor: Creature, target: Creature, missile: NaturalMissile) -> None:
    """A monster's own missile, by its hit dice."""
    do.emit(AttackBegun(actor.id, target.id, (), True, rule=("rampage:combat.actions.one-each",)))
    face(do, actor.id, target.id)
    around = missile_circumstances(actor, target, missile.range, False)
    around.rule += ("rampage:combat.missile.monster",)
    thrown = compendium.NaturalAttack(missile.name, missile.damage)
    strike(do, actor.id, target.id, natural_blow(sheet(actor), thrown), around)
