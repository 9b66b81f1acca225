"""Not being seen: hiding, sneaking up, and the back-stab that may follow."""

from __future__ import annotations

from underkeep.kernel.event import Action, Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import Move
from underkeep.procedures.options import Moves
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import movement
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import BACK_TURNED, HIDDEN, has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.characters.thief_skills import HIDE, MOVE_SILENTLY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.grid import Square
from underkeep.world.state import State

BACK_STAB = 4
BACK_STAB_TIMES = 2
UNNOTICED = 1
"""The level of being hidden of one who has crept up: it lasts until the end of the round."""
_ABOUT = "ose:class.abilities"
_RULE = (_ABOUT,)


class Hide(Action, frozen=True):
    """Stand still where one is not seen, instead of moving."""

    actor: str


class Sneak(Action, frozen=True):
    """Move without a sound, to strike from behind."""

    actor: str
    to: Square


@executes("ose:class.abilities")
def can_hide(creature: Creature) -> bool:
    """Thieves in shadows, halflings in any cover."""
    own = compendium.classes().get(sheet(creature).character_class)
    return own is not None and (own.thief_skills or own.hide_in_6 > 0)


def move_options(
    state: State, actor: Creature, spent: tuple[Mark, ...]
) -> tuple[tuple[Action, ...], tuple[Moves, ...]]:
    """What a sneak may do in place of a plain move."""
    if movement.MOVE in spent or movement.RETREAT in spent or movement.WITHDRAW in spent or not can_hide(actor):
        return (), ()
    if engaged(state, actor):
        return (), ()
    hide: tuple[Action, ...] = () if has(actor, HIDDEN) else (Hide(actor.id),)
    if not thief_skills.is_thief(actor) or state.grid is None:
        return hide, ()
    return hide, (Moves(Sneak, actor.id, state.grid, movement.move_mask(state, actor, spent)),)


def why_not(state: State, actor: Creature, action: Hide | Sneak, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    hides, sneaks = move_options(state, actor, spent)
    if isinstance(action, Hide):
        return None if action in hides else Refusal(f"{actor.name} cannot hide now.", _ABOUT)
    for moves in sneaks:
        if moves.grid.contains(action.to) and moves.mask & moves.grid.bit(action.to):
            return None
    return Refusal(f"{actor.name} cannot creep there.", _ABOUT)


@executes("ose:class.abilities")
def hide(do: Resolution, creature: Creature) -> bool:
    """The referee rolls: a thief's chance in 100, or a halfling's 2-in-6 underground."""
    own = compendium.classes()[sheet(creature).character_class]
    if own.thief_skills:
        success = thief_skills.attempt(do, creature, HIDE, secret=True)
    else:
        roll = do.roll_at_most(1, 6, f"hiding of {creature.id}", own.hide_in_6)
        success = bool(roll.success)
        do.emit(CheckRolled(creature.id, "hide", roll, success, rule=_RULE, seats=(REFEREE,)))
    if success:
        do.emit(ConditionGained(creature.id, Condition(HIDDEN), rule=_RULE))
    return success


@executes("ose:class.abilities")
def perform(do: Resolution, action: Hide | Sneak) -> None:
    """Hiding takes the place of the move, and ends with the next one; creeping lasts as long as the round."""
    creature = do.state.creatures[action.actor]
    if isinstance(action, Hide):
        do.emit(Spent(creature.id, movement.MOVE, rule=_RULE))
        hide(do, creature)
        return
    movement.move(do, Move(action.actor, action.to))
    if thief_skills.attempt(do, creature, MOVE_SILENTLY, secret=True):
        do.emit(ConditionGained(creature.id, Condition(HIDDEN, level=UNNOTICED), rule=_RULE))
    elif has(creature, HIDDEN):
        do.emit(ConditionEnded(creature.id, HIDDEN, rule=_RULE))


def step_out(do: Resolution, creature: Creature) -> None:
    """A plain move ends hiding."""
    if has(creature, HIDDEN):
        do.emit(ConditionEnded(creature.id, HIDDEN, rule=_RULE))


def notice(do: Resolution) -> None:
    """A new round: those who crept up and did not strike are seen."""
    for creature in do.state.active():
        hidden = creature.condition(HIDDEN) if creature.conditions else None
        if hidden is not None and hidden.level == UNNOTICED:
            do.emit(ConditionEnded(creature.id, HIDDEN, rule=_RULE))


@executes("ose:combat.behind")
def is_hidden(attacker: Creature) -> bool:
    """Whether it strikes from where its victim does not look."""
    return has(attacker, HIDDEN)


@executes("ose:class.abilities")
def is_unaware(state: State, attacker: Creature, target: Creature) -> bool:
    """Whether a target does not know of an attacker at its back: one who hides or has crept up, one whose back is
    turned, or a target that was surprised.
    """
    if has(attacker, HIDDEN) or has(target, BACK_TURNED):
        return True
    met, fight = state.encounter, state.fight
    return met is not None and fight is not None and fight.round <= 1 and target.id in met.surprised


@executes("ose:class.abilities")
def back_stab(state: State, attacker: Creature, target: Creature) -> tuple[tuple[Modifier, ...], int]:
    """A thief who strikes the unaware from behind: +4 to hit, and the damage twice."""
    if thief_skills.is_thief(attacker) and is_unaware(state, attacker, target):
        return (Modifier("back-stab", BACK_STAB),), BACK_STAB_TIMES
    return (), 1
