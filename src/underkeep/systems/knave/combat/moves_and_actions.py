"""What a creature may do in its side's turn, and why it may not do something else."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal
from underkeep.systems.knave.attacks import manoeuvres, monster_abilities, stunts
from underkeep.systems.knave.attacks.afflictions import is_metal
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.battle import battle
from underkeep.systems.knave.basics.compendium import monsters
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import KnaveSheet, sheet
from underkeep.systems.knave.basics.spell_conditions import actions_of
from underkeep.systems.knave.checks import spell_zones
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.hazards import ON_FIRE
from underkeep.systems.knave.checks.holds import FIXED, BreakFree
from underkeep.systems.knave.checks.movement import free_squares_around, in_melee, is_cornered, move_mask
from underkeep.systems.knave.encounters import running
from underkeep.systems.knave.equipment import inventory
from underkeep.systems.knave.equipment.arms import TORCH, Arm, arms_of, flame_of
from underkeep.systems.knave.equipment.inventory import PickUp
from underkeep.systems.knave.magic import casting, potions
from underkeep.world.creature import Creature
from underkeep.world.fight import Step
from underkeep.world.grid import Square, in_sight
from underkeep.world.state import State

ONE_EACH = "knave:combat.turn.move-and-action"


class Blink(Action, frozen=True):
    """Vanish: how far away the creature may appear is rolled now."""

    actor: str


class BlinkTo(Action, frozen=True):
    """Appear on a square within the range rolled."""

    actor: str
    to: Square


class PutOutFlames(Action, frozen=True):
    """Roll on the ground until one burns no more."""

    actor: str


@executes("knave:combat.turn.move-and-action", "knave:combat.turn.action-list")
def fight_options(state: State, actor: Creature, step: Step) -> Options:
    """A move and one action, in either order; the action may be a second move."""
    fight = state.fight
    assert fight is not None and state.grid is not None
    spent = fight.spent.get(actor.id, ())
    own = sheet(actor)
    if (actor.conditions and is_unable(actor)) or actor.at is None:
        return NONE
    times = actions_of(actor)
    can_act, has_moved = spent.count("action") < times, spent.count("move") >= times
    acts = _actions(state, actor, own) if can_act else NONE
    if own.hold in FIXED or (actor.conditions and spell_conditions.is_so(actor, "rooted")):
        return acts
    stats, listed = monsters().get(actor.kind), acts.listed
    moves: list[Moves] = []
    if not has_moved or can_act:
        moves.append(Moves(Move, actor.id, state.grid, move_mask(state, actor, own)))
    squares = battle(state).blinks.get(actor.id)
    if squares:
        moves.append(Moves(BlinkTo, actor.id, state.grid, free_squares_around(state, actor.at, squares)))
    elif stats is not None and stats.blink is not None and not has_moved:
        listed = (*listed, Blink(actor.id))
    return Options(listed, (*moves, *acts.moves)) if listed or moves else NONE


def _actions(state: State, actor: Creature, own: KnaveSheet) -> Options:
    """Attacks first, then manoeuvres, then the rest."""
    listed: list[Action] = []
    if own.is_inside or own.hold == "restrained":
        captor = state.creatures[own.held_by]
        melee = [arm.weapon for arm in arms_of(actor) if not arm.range and not arm.leap]
        listed += [Attack(actor.id, captor.id, weapon) for weapon in melee]
        return Options((*listed, BreakFree(actor.id)))
    near, far = _enemies(state, actor)
    stats = monsters().get(actor.kind)
    if actor.conditions and spell_conditions.is_so(actor, "rooted"):
        listed.append(BreakFree(actor.id))
    if actor.conditions and spell_conditions.is_so(actor, "peaceful"):
        return Options(tuple(listed)) + casting.options(state, actor)
    if stats is not None and stats.powers:
        listed += [Attack(actor.id, target, name) for name, target in monster_abilities.usable(state, actor, stats)]
    for arm in arms_of(actor):
        listed += _attacks(state, actor, arm, near, far)
    if state.lights and flame_of(state, actor.id) is not None and not is_out_of_form(actor):
        listed += _attacks(state, actor, _LIT_TORCH, near, far)
    for target in near:
        listed += manoeuvres.listed(actor.id, target.id, manoeuvres.possible(state, actor, target))
    if own.hold == "stuck":
        listed.append(BreakFree(actor.id))
    spells = NONE if is_frenzied(actor) else casting.options(state, actor)
    listed += spells.listed
    if own.lying:
        kinds = dict.fromkeys(thing.item.kind for thing in inventory.within_reach(actor))
        listed += [PickUp(actor.id, kind) for kind in kinds]
    listed += potions.options(actor)
    if actor.conditions and actor.condition(ON_FIRE):
        listed.append(PutOutFlames(actor.id))
    if state.encounter is not None:
        listed += running.flights(state, actor)
    return Options(tuple(listed), spells.moves)


_LIT_TORCH = Arm(TORCH, 1, 0, 0)


def is_out_of_form(actor: Creature) -> bool:
    """Whether somebody has a shape that holds no torch."""
    return bool(actor.conditions) and spell_conditions.form_of(actor) is not None


def _enemies(state: State, actor: Creature) -> tuple[list[Creature], list[tuple[int, Creature]]]:
    """Those beside the creature, and all with their distance in squares."""
    assert actor.at is not None
    x, y = actor.at
    near: list[Creature] = []
    everyone: list[tuple[int, Creature]] = []
    for other in state.creatures.values():
        if other.status != "up" or other.at is None or not _is_foe(actor, other):
            continue
        if not sheet(other).is_inside:
            across, down = abs(other.at[0] - x), abs(other.at[1] - y)
            squares = across if across > down else down
            everyone.append((squares, other))
            if squares <= 1:
                near.append(other)
    return near, everyone


def is_frenzied(actor: Creature) -> bool:
    return bool(actor.conditions) and (
        spell_conditions.is_so(actor, "frenzied") or spell_conditions.is_so(actor, "hates")
    )


def _is_foe(actor: Creature, other: Creature) -> bool:
    """Those of the other side that can be picked out; everybody for one in a frenzy; for one that hates, the others
    of whom the same spell took hold."""
    if other.conditions and spell_conditions.is_hidden_from(other, actor):
        return False
    if not is_frenzied(actor):
        return other.side != actor.side
    if spell_conditions.is_so(actor, "hates"):
        return other.id != actor.id and spell_conditions.is_so(other, "hates")
    return other.id != actor.id


@executes("knave:combat.ranged.not-while-in-melee", "knave:equipment.missile.sling", "knave:equipment.missile.bow")
def _attacks(
    state: State, actor: Creature, arm: Arm, near: list[Creature], everyone: list[tuple[int, Creature]]
) -> list[Action]:
    """The blows and shots that an arm allows; nobody shoots in melee, nor further than the weapon carries."""
    if arm.range:
        if any(not is_unable(enemy) for enemy in near):
            return []
        in_reach = [c for d, c in everyone if d <= arm.range and _sees(state, actor, c)]
        return [Attack(actor.id, c.id, arm.weapon) for c in in_reach if _may_strike(state, actor, c, arm)]
    if arm.leap:
        if not is_cornered(state, actor):
            return []
        return [Attack(actor.id, c.id, arm.weapon) for d, c in everyone if d <= arm.leap]
    if arm.reach > 1:
        near = [c for d, c in everyone if d <= arm.reach and _sees(state, actor, c)]
    return [Attack(actor.id, c.id, arm.weapon) for c in near if _may_strike(state, actor, c, arm)]


def _may_strike(state: State, actor: Creature, target: Creature, arm: Arm) -> bool:
    """Nothing keeps the one off the other: garlic a vampire, fog an arrow, a ward metal."""
    stats = monsters().get(actor.kind)
    if stats is not None and stats.kept_off_by and any(i.kind in stats.kept_off_by for i in target.items):
        return False
    if not spell_zones.any_in(state):
        return True
    if arm.range and spell_zones.is_screened(state, actor, target):
        return False
    return not spell_zones.is_warded(state, actor, target, arm.range > 0, is_metal(arm.weapon))


def _sees(state: State, actor: Creature, other: Creature) -> bool:
    assert state.grid is not None and actor.at is not None and other.at is not None
    return in_sight(state.grid, actor.at, other.at)


def why_not(state: State, action: Action) -> Refusal | None:
    """The rule against an action of a creature whose side's turn it is."""
    fight = state.fight
    assert fight is not None
    actor = state.creatures[getattr(action, "actor", "")]
    options = fight_options(state, actor, fight.step)
    if action in options:
        return None
    if isinstance(action, Move | BlinkTo):
        return _why_not_move(state, actor)
    if fight.spent.get(actor.id, ()).count("action") >= actions_of(actor):
        rule = "knave:magic.cast.action" if isinstance(action, casting.Cast) else ONE_EACH
        return Refusal(f"{actor.name} has already acted this turn.", rule)
    if isinstance(action, casting.ACTIONS):
        return casting.why_not(state, action) or Refusal(f"{actor.name} is beside itself.", ONE_EACH)
    if isinstance(action, stunts.Stunt):
        return stunts.why_not(state, action)
    if isinstance(action, Attack):
        return _why_not_attack(state, actor, action)
    if isinstance(action, BreakOff):
        return running.why_not_break_off(state, action)
    if isinstance(action, Manoeuvre):
        return _why_not_manoeuvre(state, actor, action)
    return Refusal(f"{actor.name} cannot do that now.", "knave:combat.turn.action-list")


def _why_not_move(state: State, actor: Creature) -> Refusal:
    own = sheet(actor)
    if own.hold in FIXED:
        return Refusal(f"{actor.name} is {own.hold} and cannot move.", "knave:combat.maneuver.list")
    assert state.fight is not None
    if {"move", "action"} <= set(state.fight.spent.get(actor.id, ())):
        return Refusal(f"{actor.name} has already moved and acted this turn.", ONE_EACH)
    return Refusal(f"{actor.name} cannot get there with one move of {own.move_feet} feet.", ONE_EACH)


def _why_not_attack(state: State, actor: Creature, action: Attack) -> Refusal:
    target = state.creatures.get(action.target)
    if target is None or target.side == actor.side or target.status != "up":
        return Refusal(f"{actor.name} has no such enemy.", "knave:combat.turn.action-list")
    lit = (_LIT_TORCH,) if flame_of(state, actor.id) is not None else ()
    arm = next((a for a in (*arms_of(actor), *lit) if a.weapon == action.weapon), None)
    if arm is None and action.weapon in (TORCH, "torches"):
        return Refusal(f"{actor.name} has no lit torch in hand to strike with.", "knave:combat.turn.action-list")
    if arm is None:
        is_there = any(action.weapon in (item.kind, item.name.lower()) for item in actor.items)
        told = (
            f"The {action.weapon.replace('-', ' ')} of {actor.name} is no weapon."
            if is_there
            else (f"{actor.name} has no {action.weapon} to attack with.")
        )
        return Refusal(told, "knave:combat.turn.action-list")
    if arm.range and in_melee(state, actor):
        rule = "knave:combat.ranged.not-while-in-melee"
        return Refusal(f"{actor.name} is in melee and cannot shoot.", rule)
    if arm.range:
        feet = arm.range * SQUARE_FEET
        rule = "knave:equipment.missile.bow" if action.weapon == "bow" else "knave:equipment.missile.sling"
        return Refusal(f"{target.name} is not within {feet} feet and in sight.", rule)
    return Refusal(f"{target.name} is not within reach.", "knave:combat.attack.melee-ability")


def _why_not_manoeuvre(state: State, actor: Creature, action: Manoeuvre) -> Refusal:
    if action.manoeuvre not in manoeuvres.MANOEUVRES:
        names = ", ".join(manoeuvres.MANOEUVRES)
        return Refusal(f"The manoeuvres are {names}.", "knave:combat.maneuver.list")
    return Refusal(f"{actor.name} cannot {action.manoeuvre} that one now.", "knave:combat.maneuver.list")
