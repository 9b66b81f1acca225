"""Missiles: who may shoot, at whom, and the shot."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import ground
from underkeep.systems.rampage.attacks.events import AttackBegun, MovedPart
from underkeep.systems.rampage.attacks.facing import face
from underkeep.systems.rampage.attacks.field import (
    HIDDEN,
    INVISIBLE,
    Foes,
    ends,
    field,
    is_locked,
    is_shielded,
    zone_inches,
)
from underkeep.systems.rampage.attacks.matrices import natural_blow, weapon_blow
from underkeep.systems.rampage.attacks.rampage import attacks_against
from underkeep.systems.rampage.attacks.strikes import BACK_STAB, Circumstances, dimmed, missile_circumstances, strike
from underkeep.systems.rampage.attacks.vision import can_see, is_dim
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import Paces, battle
from underkeep.systems.rampage.basics.compendium import NaturalMissile, Weapon
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.characters.classes import back_stab_multiplier, has_type
from underkeep.systems.rampage.equipment.arms import arms, usable
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.gear import ItemsChanged
from underkeep.world.grid import distance, in_sight, line
from underkeep.world.state import State

UNLOADED = "unloaded"
SECOND_FLASK = "second flask"


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


@executes(
    "rampage:combat.missile.double-shot",
    "rampage:class.ability.arrow-storm",
    "rampage:class.ability.grenadier.second-throw",
)
def _may_shoot_again(actor: Creature, weapon: Weapon, spent: tuple[Mark, ...]) -> bool:
    """A second shot takes the move; one more is an Arrow Storm's, with anything but a heavy crossbow.
    Of flasks a Grenadier throws a second one.
    """
    shot = spent.count("shot")
    if "flask" in weapon.qualities:
        return SECOND_FLASK in spent and shot == 1
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
    state: State, actor: Creature, target: Creature, ranges: tuple[int, int, int], bow: bool, magic: bool = False
) -> tuple[bool, bool]:
    """Whether the target can be shot at, and whether only over the heads of others. People in between are in the way,
    but for a friend right in front of the shooter. Ruling: q.overhead-medium-range.
    """
    here, there = ends(actor, target)
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
    if not magic and ground.is_out_of_aim(state, actor, target):
        return False, False
    now = field(state)
    between = list(line(here, there))
    if is_shielded(state, target, actor):
        between = between[:-1]
    if between and now.friends(actor.side) & now.grid.bit(between[0]):
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
            magic = "magic" in weapon.qualities
            found += [
                (name, t) for t in foes.creatures if can_hit_with_missile(state, actor, t, weapon.range, bow, magic)[0]
            ]
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
    held: bool = False,
) -> None:
    """A shot with all that surrounds it; `plus` is added to hit, `after` to the damage in the end. What was `held` is
    paid for.
    """
    assert weapon.range is not None and do.state.fight is not None
    if not held:
        _spend_shot(do, actor, target, weapon)
    face(do, actor.id, target.id)
    magic = "magic" in weapon.qualities
    over = can_hit_with_missile(do.state, actor, target, weapon.range, "bow" in weapon.qualities, magic)[1]
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
    behind_something(do.state, actor, target, around)
    strike(do, actor.id, target.id, weapon_blow(kind), around)
    come_out(do, actor.id)
    if "thrown" in weapon.qualities:
        throw_away(do, actor.id, kind)
    _between_paces(do, actor.id, weapon)


def _spend_shot(do: Resolution, actor: Creature, target: Creature, weapon: Weapon) -> None:
    """What a shot costs: the attack, the move for a second one or for loading."""
    assert do.state.fight is not None
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


@executes(
    "rampage:combat.move.split-shot-who",
    "rampage:combat.move.split-shot-mounted",
    "rampage:race.elf.split-shot",
    "rampage:class.jack.split-shot",
)
def split_shot(state: State, actor: Creature, weapon: Weapon) -> tuple[str, ...]:
    """By which rules one may shoot in the middle of a move: jacks with anything, elves on foot with bows, and under the
    open sky, mounted and with bow or javelin, human fighters and those who are used to it.
    """
    own = sheet(actor)
    who = "rampage:combat.move.split-shot-who"
    if has_type(own.classes, "jack"):
        return (who, "rampage:class.jack.split-shot")
    is_bow = "bow" in weapon.qualities
    if own.riding is None:
        elf = bool(own.race) and compendium.races()[own.race].split_shot
        return (who, "rampage:race.elf.split-shot") if elf and is_bow else ()
    listing = compendium.monsters().get(actor.kind)
    used_to_it = listing is not None and listing.rides
    if is_indoors(state) or not (is_bow or weapon.row == "javelin"):
        return ()
    human = own.race == "man" and has_type(own.classes, "fighter")
    return ("rampage:combat.move.split-shot-mounted",) if human or used_to_it else ()


@executes("rampage:combat.move.split-shot-resolve")
def _between_paces(do: Resolution, id: str, weapon: Weapon) -> None:
    """The shot is over at once, and what is left of the move may follow."""
    fight, paces = do.state.fight, battle(do.state).paces.get(id)
    if fight is None or paces is None or paces.round != fight.round or paces.shot:
        return
    rule = split_shot(do.state, do.state.creatures[id], weapon)
    if rule:
        rule += ("rampage:combat.move.split-shot-resolve",)
        do.emit(MovedPart(id, Paces(paces.round, paces.left, True), rule=rule))


@executes(
    "rampage:combat.missile.elevation",
    "rampage:combat.missile.cover",
    "rampage:combat.pavis.cover",
    "rampage:combat.missile.mantlet-magic",
)
def behind_something(state: State, actor: Creature, target: Creature, around: Circumstances) -> None:
    """A shot from above is easier, one at somebody under cover harder; what magic sends through a slit or past a
    mantlet must hit as if the armour were 0.
    """
    up = ground.elevation(state, actor, target)
    if up:
        around.hit.append(Modifier("from above", up))
        around.rule += ("rampage:combat.missile.elevation",)
    if ground.is_out_of_aim(state, actor, target):
        around.armour = 0
        around.rule += ("rampage:combat.missile.mantlet-magic",)
        return
    less, rule = ground.cover(state, actor, target)
    if less:
        around.hit.append(Modifier("cover", less))
        around.rule += (rule,)


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
    now = field(state)
    if any(foe.steps_to(actor) <= zone_inches(foe) for foe in now.foes(actor.side).creatures):
        found.append("rampage:combat.melee.protected-not-locked")
    between = list(line(*ends(actor, target)))
    if between and field(state).friends(actor.side) & field(state).grid.bit(between[0]):
        found.append("rampage:combat.rank.shoot-from")
    if is_locked(state, target):
        found.append("rampage:class.ability.thread-the-needle")
    if is_shielded(state, target, actor):
        found.append("rampage:class.ability.precise-shot")
    return tuple(found)


def throw_away(do: Resolution, id: str, kind: str) -> None:
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
    behind_something(do.state, actor, target, around)
    strike(do, actor.id, target.id, natural_blow(sheet(actor), thrown), around)
