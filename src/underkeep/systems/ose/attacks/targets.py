"""Who may be attacked, with what, from where: the list of attacks, and the reason against any other."""

from __future__ import annotations

from functools import cache

from underkeep.errors import one
from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.attacks import grips, natural_missiles, onslaughts
from underkeep.systems.ose.attacks.attacks import ATTACKED, Subdue, on
from underkeep.systems.ose.attacks.field import field_of, near
from underkeep.systems.ose.basics import compendium, conditions
from underkeep.systems.ose.basics.battle import AT_FIRST, OseBattle, battle
from underkeep.systems.ose.basics.measures import feet, in_yards
from underkeep.systems.ose.checks.enchantments import is_blind, sees_the_invisible, why_not_strike
from underkeep.systems.ose.equipment.arms import UNARMED, arms, lines_left
from underkeep.systems.ose.monsters.listings import monsters, size_of
from underkeep.systems.ose.monsters.special_effects import Fasten
from underkeep.systems.ose.monsters.traits import AfraidOfFire, Surrounds, Unseen
from underkeep.world.creature import Creature
from underkeep.world.fight import Fight, Mark
from underkeep.world.grid import in_sight
from underkeep.world.state import State, square_of

SUBDUING = "subduing"
SEEN_SQUARES = 4
NAKED = ("torches",)
"""Lights that burn openly."""
TORCH = "torch"
_LATE, _MELEE = ("slow-missile", "slow-melee"), ("melee", "slow-melee")


def attack_options(state: State, actor: Creature, spent: tuple[Mark, ...], phase: str) -> tuple[Action, ...]:
    """Every attack that the step allows. Quick weapons in a side's own steps, any weapon in the slow ones."""
    if spent and (ATTACKED in spent or "retreat" in spent):
        return ()
    if actor.conditions and why_unable(actor) is not None:
        return ()
    is_late, is_melee = phase in _LATE, phase in _MELEE
    if actor.conditions and conditions.has(actor, conditions.SWALLOWED):
        return _inside(state, actor) if is_melee else ()
    listed = _melee(state, actor, spent, is_late) if is_melee else _missiles(state, actor, is_late)
    if not is_melee and natural_missiles.shots(actor.kind):
        listed = (*listed, *natural_missiles.options(state, actor, spent))
    if listed and SUBDUING in state.switches:
        return (*listed, *_subduing(state, listed))
    return listed


@executes("ose:combat.blind")
def why_unable(actor: Creature) -> Refusal | None:
    """The blind, the helpless and the sick do not attack."""
    if is_blind(actor):
        return Refusal(f"{actor.name} is blind.", "ose:combat.blind")
    if conditions.is_out_of_it(actor):
        return Refusal(f"{actor.name} is in no state to fight.", "ose:combat.helpless")
    if conditions.has(actor, conditions.SICK):
        return Refusal(f"{actor.name} is too sick to fight.", "ose:save.poison.fatal")
    return None


@executes("ose:combat.melee.distance", "ose:combat.unarmed.attack")
def _melee(state: State, actor: Creature, spent: tuple[Mark, ...], is_late: bool) -> tuple[Action, ...]:
    """Every foe within 5 feet that there is room to attack."""
    fight, field, at = state.fight, field_of(state), actor.at
    assert fight is not None and at is not None
    stride = field.stride
    start, around = at[1] * stride + at[0], field.near if actor.size == 1 else near(stride, actor.size)
    mask = field.enemies[actor.side] >> start & around
    if not mask:
        return ()
    own: OseBattle = fight.battle or AT_FIRST  # type: ignore[assignment]
    creatures, who, fighters = state.creatures, field.who, field.fighters[actor.side]
    room, sides, busy = own.room, field.open_sides, len(fight.spent)
    found: list[str] = []
    while mask:
        low = mask & -mask
        mask ^= low
        number = start + low.bit_length()
        id = who[number]
        target = creatures[id]
        if target.hp <= 0 or (target.size > 1 and id in found):
            continue
        if (target.conditions or actor.conditions) and why_not_strike(actor, target, True) is not None:
            continue
        fits = room * sides[number] // 4
        if busy >= fits:
            first = number - stride - 2
            crowd = fighters >> first & field.near
            if crowd.bit_count() > fits and not _has_room(fight, who, crowd, first, actor, fits, target):
                continue
        found.append(id)
    if (fight.round <= 1 and not field.kinds.isdisjoint(_untouched())) or actor.kind in _of_fire():
        found = _dared(state, actor, found)
    if not found:
        return ()
    names = _melee_attacks(actor, spent, is_late)
    if state.lights and has_torch(state, actor):
        names = (*names, TORCH)
    if actor.kind in _particular():
        names = _open_now(state, actor, names, spent)
    own_id, listed = actor.id, []
    for target_id in found:
        for name in names:
            listed.append(Attack(own_id, target_id, name))
    return tuple(listed)


def _dared(state: State, actor: Creature, foes: list[str]) -> list[str]:
    return [foe for foe in foes if _dares(state, actor, state.creatures[foe])]


@executes("ose:combat.damage.variable")
def has_torch(state: State, actor: Creature) -> bool:
    """Whether somebody bears a light that serves as a weapon too; not all classes may use one."""
    own = compendium.classes().get(actor.kind)
    return own is not None and own.may_use(TORCH) and bears_flame(state, actor.id)


def bears_flame(state: State, id: str) -> bool:
    """Whether somebody has a light in hand that burns openly."""
    return any(light.bearer == id and light.kind in NAKED for light in state.lights)


@executes("ose:monster.attacks.per-round")
def _dares(state: State, actor: Creature, foe: Creature) -> bool:
    """What fears fire keeps away from a torch in somebody's hand; what cannot be seen cannot be struck at first."""
    if actor.kind in _of_fire() and bears_flame(state, foe.id):
        return False
    fight = state.fight
    return foe.kind not in _untouched() or fight is None or fight.round > 1 or sees_the_invisible(actor)


@cache
def _of_fire() -> frozenset[str]:
    return frozenset(k for k, m in monsters().items() if any(isinstance(t, AfraidOfFire) for t in m.traits))


@cache
def _untouched() -> frozenset[str]:
    return frozenset(k for k, m in monsters().items() if any(isinstance(t, Unseen) and t.at_first for t in m.traits))


@cache
def _particular() -> frozenset[str]:
    """The kinds whose attacks may be taken up, used up, or a matter of numbers."""
    found = []
    for kind, listing in monsters().items():
        lines = [line for routine in listing.attacks for line in routine]
        holds = any(isinstance(effect, Fasten) for line in lines for effect in line.effects)
        if holds or natural_missiles.shots(kind) or onslaughts.crowd_of(kind):
            found.append(kind)
    return frozenset(found)


@executes("ose:monster.attacks.per-round")
def _open_now(state: State, actor: Creature, names: tuple[str, ...], spent: tuple[Mark, ...]) -> tuple[str, ...]:
    """Without what holds on to somebody, what reaches only farther, what is used up, and what it takes more for."""
    lines = {line.name: line for routine in monsters()[actor.kind].attacks for line in routine}
    found = []
    for name in names:
        line = lines.get(name)
        if line is None:
            found.append(name)
            continue
        left = line.count - spent.count(name) - (grips.busy(state, actor.id, name) if battle(state).grips else 0)
        closed = name in natural_missiles.only_from_afar(actor.kind) or natural_missiles.is_spent(actor, line)
        if left > 0 and not closed and not onslaughts.is_closed(state, actor, line, spent):
            found.append(name)
    return tuple(found)


@executes("ose:monster.attacks.per-round")
def _inside(state: State, actor: Creature) -> tuple[Action, ...]:
    """In a belly there is nothing to strike but the belly, with something sharp."""
    sharp = [kind for kind, weapon in arms(actor).melee.items() if not weapon.is_blunt] if actor.items else []
    holder = grips.swallower(state, actor)
    return tuple(Attack(actor.id, holder, kind) for kind in sharp) if holder else ()


@executes("ose:combat.unarmed.attack", "ose:combat.initiative.slow-weapons")
def _melee_attacks(actor: Creature, spent: tuple[Mark, ...], is_late: bool) -> tuple[str, ...]:
    """The names of a creature's melee attacks: its weapons, a monster's lines, or its fists for want of anything
    better.
    """
    weapons: tuple[str, ...] = ()
    has_weapon = False
    if actor.items:
        own = arms(actor)
        has_weapon = bool(own.melee)
        weapons = own.quick_melee + own.slow_melee if is_late else own.quick_melee
    listing = monsters().get(actor.kind)
    if listing is None:
        return weapons if has_weapon else (UNARMED,)
    if spent and any(map(spent.__contains__, _line_names(actor.kind))):
        return tuple([line.name for line, _ in lines_left(listing, actor, spent)])
    if not has_weapon:
        return _line_names(actor.kind)
    return (*[line.name for line, _ in lines_left(listing, actor, ())], *weapons)


@cache
def _line_names(kind: str) -> tuple[str, ...]:
    """Every kind of attack in a monster's routines."""
    return tuple(line.name for routine in monsters()[kind].attacks for line in routine)


@executes("ose:combat.spacing")
def _has_room(
    fight: Fight, who: dict[int, str], crowd: int, first: int, actor: Creature, room: int, target: Creature
) -> bool:
    """In the open four can get at a human-sized opponent and half as many again at a large one; fewer where walls
    close off its front, flanks or rear. The number was ruled on when the fight began. `crowd` are those around it, as a
    mask that begins after the `first` squares.
    """
    if size_of(target) in ("large", "huge"):
        room = room * 3 // 2
    mark, left, spent = on(target.id), max(1, _surrounding().get(actor.kind, room)), fight.spent
    if len(spent) < left:
        return True
    while crowd and left:
        low = crowd & -crowd
        crowd ^= low
        id = who[first + low.bit_length()]
        used = spent.get(id)
        if used is not None and mark in used and id != actor.id:
            left -= 1
    return left > 0


@cache
def _surrounding() -> dict[str, int]:
    """The kinds of which another number can get at one opponent."""
    return {k: t.most for k, listing in monsters().items() for t in listing.traits if isinstance(t, Surrounds)}


@executes(
    "ose:combat.missile.distance",
    "ose:combat.missile.range",
    "ose:combat.missile.complete-cover",
    "ose:combat.water.missiles",
    "ose:wilderness.yards",
)
def _missiles(state: State, actor: Creature, is_late: bool) -> tuple[Action, ...]:
    """Every foe more than 5 feet away, in range and in sight."""
    if not actor.items:
        return ()
    own = arms(actor)
    names = own.quick_missile + own.slow_missile if is_late else own.quick_missile
    if not names or (actor.conditions and _cannot_shoot(actor)):
        return ()
    farthest = SEEN_SQUARES if actor.conditions and _sees_badly(actor) else 0
    at, side, grid, yards = square_of(actor), actor.side, state.grid, in_yards(state)
    found: list[Action] = []
    for c in state.creatures.values():
        if c.side == side or c.status != "up" or c.hp <= 0 or c.at is None:
            continue
        squares = actor.steps_to(c)
        if (
            squares <= 1
            or (farthest and squares > farthest)
            or (c.conditions and conditions.has(c, conditions.COMPLETE_COVER))
        ):
            continue
        if c.conditions and why_not_strike(actor, c, False) is not None:
            continue
        if grid is not None and grid.walls and not in_sight(grid, at, c.at):
            continue
        for name in names:
            reach = own.missile[name].weapon.range
            if reach is not None and feet(squares) <= reach.long_feet * yards:
                found.append(Attack(actor.id, c.id, name))
    return tuple(found)


@executes("ose:combat.water.missiles", "ose:magic.spell-list")
def _cannot_shoot(actor: Creature) -> bool:
    """Nobody shoots in the water, nor in the high winds of a spell."""
    return conditions.has(actor, conditions.IN_WATER) or conditions.has(actor, conditions.IN_WINDS)


@executes("ose:magic.spell-list")
def _sees_badly(actor: Creature) -> bool:
    """In fog and snow of a spell one sees twenty feet."""
    return any(conditions.has(actor, sky) for sky in conditions.BLINDING_SKIES)


@executes("ose:combat.subdue.declare", "ose:combat.subdue.blunt")
def _subduing(state: State, listed: tuple[Action, ...]) -> list[Action]:
    """Against the intelligent, with anything blunt or the flat of a blade."""
    found: list[Action] = []
    for action in listed:
        assert isinstance(action, Attack)
        target = state.creatures[action.target]
        if is_intelligent(target) and _can_be_blunt(state, action):
            found.append(Subdue(action.actor, action.target, action.weapon))
    return found


def is_intelligent(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is None or listing.mind == "intelligent"


def _can_be_blunt(state: State, action: Attack | Subdue) -> bool:
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    weapon = compendium.weapon(action.weapon.partition("/")[0])
    if weapon is None:
        return True
    return weapon.is_blunt or actor.steps_to(target) <= 1


def why_not_attack(
    state: State, actor: Creature, action: Attack | Subdue, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    """None exactly if the attack is listed; else the likeliest reason."""
    if phase.removeprefix("slow-") not in ("missile", "melee"):
        return Refusal(f"{actor.name} cannot attack in the {phase} step.", "ose:combat.round-sequence")
    if action in attack_options(state, actor, spent, phase):
        return None
    if "retreat" in spent:
        return Refusal(f"{actor.name} is in retreat.", "ose:combat.movement.retreat")
    if ATTACKED in spent:
        return Refusal(f"{actor.name} has attacked this round.", "ose:combat.attack.per-round")
    target = state.creatures.get(action.target)
    if target is None or target.side == actor.side or target.status != "up" or target.at is None:
        return Refusal(f"{action.target} is nobody to attack.")
    refusal = why_unable(actor) or why_not_strike(actor, target, phase.endswith("melee"))
    return refusal or _why_not_target(state, actor, target, action, phase)


@executes("ose:creation.class-equipment-limits", "ose:combat.subdue.declare", "ose:combat.missile.complete-cover")
def _why_not_target(state: State, actor: Creature, target: Creature, action: Attack | Subdue, phase: str) -> Refusal:
    """Why this attack on this target is not open: the class, the weapon, reach, cover or subduing."""
    squares = actor.steps_to(target)
    kind = action.weapon.partition("/")[0]
    own_class = compendium.classes().get(actor.kind)
    if own_class is not None and any(i.kind == kind for i in actor.items) and not own_class.may_use(kind):
        return Refusal(f"{one(own_class.name.lower())} cannot fight with that.", "ose:creation.class-equipment-limits")
    if isinstance(action, Subdue):
        if SUBDUING not in state.switches or not is_intelligent(target):
            return Refusal(f"{target.name} cannot be subdued.", "ose:combat.subdue.declare")
        if not _can_be_blunt(state, action):
            return Refusal("Only blunt blows subdue.", "ose:combat.subdue.blunt")
    if phase.endswith("melee"):
        if squares > 1:
            return Refusal(f"{target.name} is more than 5 feet away.", "ose:combat.melee.distance")
        if action.weapon in _melee_attacks(actor, (), True):
            weapon = compendium.weapon(kind)
            if weapon is not None and weapon.is_slow and not phase.startswith("slow"):
                return Refusal("That weapon strikes at the end of the round.", "ose:combat.initiative.slow-weapons")
            return Refusal(f"There is no room to get at {target.name}.", "ose:combat.spacing")
        return Refusal(f"{actor.name} has no {action.weapon} to strike with.", "ose:combat.attack.per-round")
    if squares <= 1:
        return Refusal(f"{target.name} is too near to shoot at.", "ose:combat.missile.distance")
    if conditions.has(target, conditions.COMPLETE_COVER) or (
        state.grid is not None and not in_sight(state.grid, square_of(actor), square_of(target))
    ):
        return Refusal(f"{target.name} is in cover.", "ose:combat.missile.complete-cover")
    if conditions.has(actor, conditions.IN_WATER):
        return Refusal("Missiles do not work in water.", "ose:combat.water.missiles")
    if action.weapon not in arms(actor).missile:
        return Refusal(f"{actor.name} has no {action.weapon} to shoot with.", "ose:combat.missile.range")
    return Refusal(f"{target.name} is out of range.", "ose:combat.missile.range")
