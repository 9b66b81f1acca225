"""What else an attack can be: parries, grapples, disarming, splitting shields, knocking down, and handling gear."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.attacks import is_charging, may_strike, melee_targets
from underkeep.systems.rampage.attacks.closing_in import SET
from underkeep.systems.rampage.attacks.events import (
    AttackBegun,
    ExtraAttack,
    Grappled,
    GrappleEnded,
    GuardTaken,
    SentFlying,
)
from underkeep.systems.rampage.attacks.field import has_contact, in_contact, lockers
from underkeep.systems.rampage.attacks.matrices import Blow, weapon_blow
from underkeep.systems.rampage.attacks.missiles import UNLOADED
from underkeep.systems.rampage.attacks.rage import RAGE
from underkeep.systems.rampage.attacks.rampage import attacks_against
from underkeep.systems.rampage.attacks.strikes import PRONE, melee_circumstances, roll_to_hit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import (
    DisarmEnemy,
    Draw,
    Grapple,
    KnockDown,
    Parry,
    PickUp,
    Reload,
    SetToReceive,
    ShieldParry,
    SplitShield,
    Unhorse,
)
from underkeep.systems.rampage.basics.battle import GUARDS, Guard, battle
from underkeep.systems.rampage.basics.compendium import Weapon, shield_of, weapons_at
from underkeep.systems.rampage.basics.sheet import BULK, bulk, sheet
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.equipment.arms import NATURAL, PUNCH, melee_arms
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Felled
from underkeep.world.fight import Mark, Spent
from underkeep.world.gear import Item, ItemBroke, ItemsChanged
from underkeep.world.state import State

STUNT_AC = 7
GODS_PARRY = "parry of the gods"
_GODS = "rampage:class.ability.shield-of-the-gods.parry"
_GRAPPLE_DICE = {"VT": 4, "T": 4, "S": 4, "M": 6, "L": 8, "G": 8}


def listed(state: State, actor: Creature, spent: tuple[Mark, ...]) -> list[Action]:
    """Every special use of an attack, and every handling of gear, that is open now."""
    found: list[Action] = []
    if may_strike(state, actor) in ("attack", "extra"):
        foes = in_contact(state, actor)
        if foes:
            found += _guards(actor, foes)
            found += _special_blows(state, actor)
    if not found and has_gods_shield(actor) and GODS_PARRY not in spent:
        found += [ShieldParry(actor.id, foe.id) for foe in in_contact(state, actor)]
    if "attack" not in spent:
        held = weapons_at(actor.items, "hand")
        found += [SetToReceive(actor.id, kind) for kind, weapon in held if "receives-charge" in weapon.qualities]
    return found + _gear_options(state, actor, spent)


@executes("rampage:combat.parry.weapon")
def _guards(actor: Creature, foes: tuple[Creature, ...]) -> list[Action]:
    """Any weapon in hand may parry a foe, and so may a shield."""
    found: list[Action] = []
    if any(not w.is_missile for _, w in weapons_at(actor.items, "hand")):
        found += [Parry(actor.id, foe.id) for foe in foes]
    if shield_of(actor.items) is not None:
        found += [ShieldParry(actor.id, foe.id) for foe in foes]
    return found


@executes(
    "rampage:combat.disarm.requires",
    "rampage:combat.split-shield.weapons",
    "rampage:combat.knock-down.weapon",
    "rampage:combat.knock-down.size",
    "rampage:class.berserker.no-prisoners",
    "rampage:combat.unhorse.weapons",
)
def _special_blows(state: State, actor: Creature) -> list[Action]:
    """The disarming, splitting, knocking down and grappling that the weapons in hand allow; to one in a rage none."""
    found: list[Action] = []
    arms = melee_arms(state, actor)
    if NATURAL in arms or (actor.conditions and actor.condition(RAGE)):
        return found
    for arm, weapon in weapons_at(actor.items, "hand"):
        if arm in arms:
            for target in melee_targets(state, actor, arm):
                found += _blows_at(actor, target, arm, weapon)
    return found + [Grapple(actor.id, target.id) for target in melee_targets(state, actor, PUNCH)]


def _blows_at(actor: Creature, target: Creature, arm: str, weapon: Weapon) -> list[Action]:
    found: list[Action] = []
    theirs = [w for _, w in weapons_at(target.items, "hand") if not w.is_missile]
    if theirs and BULK[weapon.size] >= BULK[theirs[0].size]:
        found.append(DisarmEnemy(actor.id, target.id, arm))
    if "splits-shield" in weapon.qualities and shield_of(target.items) is not None:
        found += [SplitShield(actor.id, target.id, arm, how) for how in ("split", "hook")]
    if sheet(target).riding is not None:
        return [*found, Unhorse(actor.id, target.id, arm)] if "unhorses" in weapon.qualities else found
    if weapon.size == "L" and bulk(target) <= bulk(actor) and target.condition(PRONE) is None:
        found.append(KnockDown(actor.id, target.id, arm))
    return found


@executes(
    "rampage:combat.actions.attack.change-weapon",
    "rampage:combat.actions.attack.pick-up",
    "rampage:combat.actions.both.pick-up-melee",
    "rampage:combat.actions.both.reload-heavy",
)
def _gear_options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> list[Action]:
    """Drawing, picking up and reloading, each if enough of the round is left for it."""
    found: list[Action] = []
    free = [what for what in ("move", "attack") if what not in spent]
    if free:
        found += [Draw(actor.id, kind) for kind, _ in weapons_at(actor.items, "belt")]
    grounded = _on_the_ground(actor.items)
    if grounded and (len(free) == 2 or (free and not has_contact(state, actor))):
        found += [PickUp(actor.id, kind) for kind in grounded]
    if len(free) == 2 and actor.conditions and actor.condition(UNLOADED) is not None:
        heavy = [k for k, w in weapons_at(actor.items, "hand") if "reload-both" in w.qualities]
        found += [Reload(actor.id, kind) for kind in heavy]
    return found


@lru_cache(maxsize=4096)
def _on_the_ground(items: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(i.kind for i in items if i.place == "ground" and not i.broken))


@executes("rampage:combat.actions.attack.parry", "rampage:combat.parry.several", "rampage:combat.shield-parry.several")
def use_attack(do: Resolution, actor: str, target: str, rule: str, guarding: str = "") -> None:
    """Spend one attack on something else; the first of a round brings the others as any first blow does."""
    creature = do.state.creatures[actor]
    if may_strike(do.state, creature) == "attack":
        engaged = lockers(do.state, creature)
        count = attacks_against(creature, engaged, do.state.switches) if engaged else 1
        do.emit(AttackBegun(actor, target, ("extra",) * (count - 1), rule=(rule,)))
    else:
        kind = {"rampage:combat.parry.effect": "parry", "rampage:combat.shield-parry.reduce": "shield-parry"}
        more = (f"rampage:combat.{kind[guarding]}.several",) if guarding else ()
        do.emit(ExtraAttack(actor, target, "extra", rule=(rule, *more)))


@executes("rampage:combat.actions.attack.parry", "rampage:combat.parry.effect", "rampage:combat.shield-parry.reduce")
def guard(do: Resolution, action: Parry | ShieldParry) -> None:
    """Ruling: q.parry-timing, the parry is kept for the next blow of that enemy until one's own next turn."""
    how: Guard = "parry" if isinstance(action, Parry) else "shield-parry"
    rule = f"rampage:combat.{how}.{'effect' if how == 'parry' else 'reduce'}"
    if how == "shield-parry" and _by_the_gods(do, action.actor):
        do.emit(Spent(action.actor, GODS_PARRY, rule=(_GODS,)))
    else:
        use_attack(do, action.actor, action.target, "rampage:combat.actions.attack.parry", rule)
    ready = battle(do.state).guards(how).get(action.actor, {}).get(action.target, 0)
    weapon = ("rampage:combat.parry.weapon",) if how == "parry" else ()
    do.emit(GuardTaken(action.actor, action.target, how, ready + 1, rule=(rule, *weapon)))


def has_gods_shield(creature: Creature) -> bool:
    """Whether a Guardian has the Shield of the Gods on his arm."""
    held = shield_of(creature.items)
    return held is not None and held[0].kind == "shield-of-the-gods" and "guardian" in sheet(creature).classes


@executes("rampage:class.ability.shield-of-the-gods.parry")
def _by_the_gods(do: Resolution, id: str) -> bool:
    """The first shield parry of a round costs a Guardian no attack."""
    assert do.state.fight is not None
    return has_gods_shield(do.state.creatures[id]) and not do.state.fight.has_spent(id, GODS_PARRY)


def drop_guards(do: Resolution, creature: Creature) -> None:
    """Parries and set weapons last until one's own next turn."""
    for how in GUARDS:
        for enemy in battle(do.state).guards(how).get(creature.id, {}):
            do.emit(GuardTaken(creature.id, enemy, how, 0))
    if creature.conditions and creature.condition(SET) is not None:
        do.emit(ConditionEnded(creature.id, SET, rule=("rampage:combat.receive.set",)))


@executes("rampage:combat.receive.set", "rampage:combat.actions.attack.set-charge")
def set_to_receive(do: Resolution, action: SetToReceive) -> None:
    """Ruling: q.receive-charge-extra, the attack is spent even if no charge comes."""
    rule = ("rampage:combat.receive.set", "rampage:combat.actions.attack.set-charge")
    do.emit(Spent(action.actor, "attack", rule=rule))
    do.emit(ConditionGained(action.actor, Condition(SET), rule=rule))


_ALLOWED: dict[type[Action], tuple[str, ...]] = {
    DisarmEnemy: ("rampage:combat.disarm.requires",),
    SplitShield: ("rampage:combat.split-shield.weapons", "rampage:combat.split-shield.choice"),
    KnockDown: ("rampage:combat.knock-down.weapon", "rampage:combat.knock-down.size"),
    Unhorse: ("rampage:combat.unhorse.weapons",),
}


@executes("rampage:combat.stunt.enemy")
def hits_for_a_stunt(do: Resolution, action: DisarmEnemy | SplitShield | KnockDown | Unhorse, rule: str) -> bool:
    """A blow at AC 7 with all the usual modifiers, whatever the target wears."""
    use_attack(do, action.actor, action.target, rule)
    one, other = do.state.creatures[action.actor], do.state.creatures[action.target]
    around = melee_circumstances(do.state, one, other, is_charging(do.state, one.id))
    around.rule += (rule, "rampage:combat.stunt.enemy", *_ALLOWED[type(action)])
    return roll_to_hit(do, one.id, other.id, weapon_blow(action.weapon), around, STUNT_AC)[1]


@executes("rampage:combat.disarm.hit", "rampage:combat.disarm.save", "rampage:combat.stunt.enemy")
def disarm(do: Resolution, action: DisarmEnemy) -> None:
    """A hit on AC 7 sends the weapon flying unless its owner saves."""
    if hits_for_a_stunt(do, action, "rampage:combat.disarm.hit") and not save(do, action.target, "disarm"):
        target = do.state.creatures[action.target]
        kind = next(k for k, w in weapons_at(target.items, "hand") if not w.is_missile)
        send_flying(do, action.target, kind, "rampage:combat.disarm.save")


def send_flying(do: Resolution, id: str, kind: str, rule: str) -> None:
    feet = do.roll(1, 10, "feet it flies").total
    direction = do.roll(1, 8, "direction").total - 1
    items = do.state.creatures[id].items
    name = next(i.name for i in items if i.kind == kind and i.place == "hand")
    do.emit(SentFlying(id, name.lower(), feet, direction, rule=(rule,)))
    do.emit(ItemsChanged(id, _placed(items, kind, "hand", "ground"), "struck-away", rule=(rule,)))


def _placed(items: tuple[Item, ...], kind: str, place: str, to: str) -> tuple[Item, ...]:
    """The items with the first of this kind in one place now in another."""
    index = next(n for n, i in enumerate(items) if i.kind == kind and i.place == place)
    return (*items[:index], replace(items[index], place=to), *items[index + 1 :])


@executes(
    "rampage:combat.split-shield.hit",
    "rampage:combat.split-shield.save",
    "rampage:combat.split-shield.choice",
    "rampage:combat.split-shield.wooden",
)
def split_shield(do: Resolution, action: SplitShield) -> None:
    """A hit on AC 7 splits the shield or hooks it away, and only one not of wood gets a save."""
    if not hits_for_a_stunt(do, action, "rampage:combat.split-shield.hit"):
        return
    held = shield_of(do.state.creatures[action.target].items)
    assert held is not None
    item, shield = held
    if not shield.wooden and save(do, action.target, "split shield"):
        return
    rule = "rampage:combat.split-shield.wooden" if shield.wooden else "rampage:combat.split-shield.save"
    if action.how == "split":
        do.emit(ItemBroke(action.target, item.id, shield.name.lower(), rule=(rule,)))
    else:
        send_flying(do, action.target, item.kind, rule)


@executes("rampage:combat.knock-down.save")
def knock_down(do: Resolution, action: KnockDown) -> None:
    """A hit on AC 7 throws the target down unless it saves."""
    if hits_for_a_stunt(do, action, "rampage:combat.knock-down.save") and not save(do, action.target, "knock down"):
        do.emit(ConditionGained(action.target, Condition(PRONE), rule=("rampage:combat.knock-down.save",)))


@executes("rampage:combat.grapple.attack", "rampage:combat.grapple.attacker-dice")
def grapple(do: Resolution, action: Grapple) -> None:
    """The holds of a step are summed; the one held answers them all when the step ends."""
    use_attack(do, action.actor, action.target, "rampage:combat.grapple.attack")
    one, other = do.state.creatures[action.actor], do.state.creatures[action.target]
    around = melee_circumstances(do.state, one, other, is_charging(do.state, one.id))
    around.rule += ("rampage:combat.grapple.attack",)
    fists = weapon_blow(PUNCH)
    hold = Blow("grapple", compendium.melee_matrix()["grapple"].needed, -1, fists.damage, "M")
    if roll_to_hit(do, one.id, other.id, hold, around)[1]:
        roll = do.roll(1, _GRAPPLE_DICE[sheet(one).size], f"hold of {one.id}")
        total = battle(do.state).holds.get(other.id, 0) + roll.total
        do.emit(Grappled(one.id, other.id, roll, total, rule=("rampage:combat.grapple.attacker-dice",)))


@executes("rampage:combat.grapple.defender-dice", "rampage:combat.grapple.win", "rampage:combat.grapple.lose")
def settle_grapples(do: Resolution) -> None:
    """Ruling: q.grapple-tie, on a tie nothing happens."""
    for id, total in battle(do.state).holds.items():
        if total:
            target = do.state.creatures[id]
            own = sheet(target)
            roll = do.roll(max(1, int(own.hd)), _GRAPPLE_DICE[own.size], f"strength of {id}")
            free = roll.total >= total
            outcome = "rampage:combat.grapple.lose" if free else "rampage:combat.grapple.win"
            rule = ("rampage:combat.grapple.defender-dice", outcome)
            do.emit(GrappleEnded(id, roll, free, rule=rule))
            if not free and target.status == "up":
                do.emit(Felled(id, "subdued", rule=rule))


@executes(
    "rampage:combat.actions.attack.change-weapon",
    "rampage:equipment.large-weapon-carry",
    "rampage:combat.pavis.carry",
)
def draw(do: Resolution, action: Draw) -> None:
    """With the move if that is left, else with the attack. What is too large to sling falls to the ground, and so do a
    pavis and, if the new weapon takes both hands, a shield.
    """
    _spend_either(do, action.actor, "rampage:combat.actions.attack.change-weapon")
    creature = do.state.creatures[action.actor]
    own, known = sheet(creature), compendium.weapons()
    items = []
    for item in creature.items:
        if item.place == "hand" and item.kind in known:
            too_large = BULK[known[item.kind].size] > BULK[own.size]
            items.append(replace(item, place="ground" if too_large else "belt"))
        elif item.place == "hand" and (item.kind in compendium.burdens() or known[action.weapon].hands == 2):
            items.append(replace(item, place="ground"))
        else:
            items.append(item)
    changed = _placed(tuple(items), action.weapon, "belt", "hand")
    laid = any(now.place == "ground" != was.place for was, now in zip(creature.items, changed, strict=True))
    large = ("rampage:equipment.large-weapon-carry",) if laid else ()
    rule = ("rampage:combat.actions.attack.change-weapon", *large)
    do.emit(ItemsChanged(action.actor, changed, "drawn", rule=rule))


def _spend_either(do: Resolution, actor: str, rule: str) -> None:
    assert do.state.fight is not None
    what = "attack" if do.state.fight.has_spent(actor, "move") else "move"
    do.emit(Spent(actor, what, rule=(rule,)))


@executes("rampage:combat.actions.attack.pick-up", "rampage:combat.actions.both.pick-up-melee")
def pick_up(do: Resolution, action: PickUp) -> None:
    """Ruling: what was struck away lies near enough to reach."""
    creature = do.state.creatures[action.actor]
    if has_contact(do.state, creature):
        for what in ("move", "attack"):
            do.emit(Spent(action.actor, what, rule=("rampage:combat.actions.both.pick-up-melee",)))
    else:
        _spend_either(do, action.actor, "rampage:combat.actions.attack.pick-up")
    held = any(i.place == "hand" and i.kind in compendium.weapons() for i in creature.items)
    to = "belt" if held and action.item in compendium.weapons() else "hand"
    items = _hands_freed(creature) if action.item in compendium.burdens() else creature.items
    items = _placed(items, action.item, "ground", to)
    do.emit(ItemsChanged(action.actor, items, "picked-up", rule=("rampage:combat.actions.attack.pick-up",)))


@executes("rampage:combat.pavis.carry")
def _hands_freed(creature: Creature) -> tuple[Item, ...]:
    """What was held goes to the belt, or to the ground if it cannot."""
    known, bulk = compendium.weapons(), BULK[sheet(creature).size]

    def stowed(item: Item) -> Item:
        slung = item.kind in known and BULK[known[item.kind].size] <= bulk
        return replace(item, place="belt" if slung else "ground") if item.place == "hand" else item

    return tuple(map(stowed, creature.items))


@executes("rampage:combat.actions.both.reload-heavy", "rampage:combat.missile.heavy-crossbow")
def reload(do: Resolution, action: Reload) -> None:
    """A whole round goes into a heavy crossbow."""
    rule = ("rampage:combat.actions.both.reload-heavy",)
    for what in ("move", "attack"):
        do.emit(Spent(action.actor, what, rule=rule))
    do.emit(ConditionEnded(action.actor, UNLOADED, rule=rule))
