"""How hard a target is to hit, by the plain rule and by the optional ones."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.robs.attacks.holds import holder_of
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.equipment.armour import worn
from underkeep.systems.robs.equipment.arms import Arm, arms
from underkeep.world.creature import Creature
from underkeep.world.state import State

AVERAGE = 0
TARGET_DEX = "target-dex"
DEX_DIFFERENCE = "dex-difference"
ACTIVE_DEFENCE = "active-defence"
ACTIVE_DEFENCE_DEX = "active-defence-dex"
_BEARING = frozenset((TARGET_DEX, DEX_DIFFERENCE, ACTIVE_DEFENCE, ACTIVE_DEFENCE_DEX))


@executes(
    "robs:combat.attack.difficulty",
    "robs:combat.attack.difficulty-dex",
    "robs:combat.attack.difficulty-dex-difference",
    "robs:combat.unseen.unaware",
)
def difficulty(state: State, attacker: Creature, target: Creature, arm: Arm, ranged: bool) -> int:
    """Average, unless the campaign reckons with DEX. A target that does not know or cannot move is Average at best."""
    switches = state.switches
    if _BEARING.isdisjoint(switches):
        return AVERAGE
    mobile = not sight.is_unaware(target) and holder_of(state, target) is None
    base = AVERAGE
    if DEX_DIFFERENCE in switches:
        base = sheet(target).attributes["DEX"] * mobile - sheet(attacker).attributes["DEX"]
    elif TARGET_DEX in switches and mobile:
        base = sheet(target).attributes["DEX"]
    elif ACTIVE_DEFENCE_DEX in switches and mobile:
        base = _burdened_dex(target)
    if ACTIVE_DEFENCE in switches and not sight.is_unaware(target):
        base += active_defence(attacker, target, arm, ranged)
    return base


def difficulty_by(state: State, attacker: Creature, target: Creature, arm: Arm, ranged: bool) -> tuple[str, ...]:
    """The optional rules by which a target is harder or easier to hit than Average, and those that take that away."""
    on = state.switches
    if _BEARING.isdisjoint(on):
        return ()
    found = []
    by_dex = {DEX_DIFFERENCE: "attack.difficulty-dex-difference", TARGET_DEX: "attack.difficulty-dex"}
    by_dex[ACTIVE_DEFENCE_DEX] = "defence.dex"
    switch = next((switch for switch in by_dex if switch in on), "")
    if switch and difficulty(state, attacker, target, arm, ranged):
        found.append(f"robs:combat.{by_dex[switch]}")
    if ACTIVE_DEFENCE in on:
        found += _actively(attacker, target, arm, ranged)
    return tuple(found)


def _actively(attacker: Creature, target: Creature, arm: Arm, ranged: bool) -> list[str]:
    """What skill in defence comes from, and what keeps it from counting whole."""
    own = sheet(target)
    mine = arms(target.items, own.attacks, own.scale).melee[0]
    found = ["robs:combat.defence.weapon"] if not ranged and own.proficiencies.get(mine.skill, 0) else []
    if own.proficiencies.get("shield", 0) and worn(target.items).shield is not None:
        found.append("robs:combat.defence.shield")
    if found and sight.is_unaware(target):
        return ["robs:combat.unseen.unaware"]
    if found and not sight.can_see(target, attacker):
        found.append("robs:combat.unseen.active-defence-halved")
    return found


@executes("robs:combat.defence.dex")
def _burdened_dex(target: Creature) -> int:
    """DEX, one less in heavy plate."""
    body = worn(target.items).armour
    return sheet(target).attributes["DEX"] - (body is not None and body.heavy)


@executes(
    "robs:combat.defence.weapon",
    "robs:combat.defence.shield",
    "robs:combat.unseen.active-defence-halved",
    "robs:combat.unseen.unaware",
)
def active_defence(attacker: Creature, target: Creature, arm: Arm, ranged: bool) -> int:
    """Skill with the weapon in hand and with the shield; half of it against an attacker one cannot see. No weapon
    parries a missile, and a light one parries a two-handed blow at half, rounded down.
    """
    own = sheet(target)
    bonus = own.proficiencies.get("shield", 0) if worn(target.items).shield is not None else 0
    if not ranged:
        mine = arms(target.items, own.attacks, own.scale).melee[0]
        parry = own.proficiencies.get(mine.skill, 0)
        bonus += parry // 2 if arm.two_handed and not mine.two_handed else parry
    return bonus if sight.can_see(target, attacker) else bonus // 2
