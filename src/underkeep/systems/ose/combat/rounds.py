"""The combat round: its steps, and who may do what in each."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.delve_actions import BreakOff, Try
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import attacks, bombing, movement, special_attacks, stealth, targets
from underkeep.systems.ose.attacks.attacks import Subdue
from underkeep.systems.ose.attacks.bombing import Bomb
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.attacks.movement import Retreat, Withdraw
from underkeep.systems.ose.basics.battle import USUAL_ROOM, OseBattle
from underkeep.systems.ose.basics.conditions import AFRAID, DISEASED, POISONED, TURNED, can_fight
from underkeep.systems.ose.characters import class_abilities
from underkeep.systems.ose.checks import damage, destruction
from underkeep.systems.ose.combat import combat_actions, improvising, initiative, morale
from underkeep.systems.ose.encounters import breaking_off, loyalty
from underkeep.systems.ose.magic import casting, divine_favour, zones
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_mind
from underkeep.systems.ose.monsters.listings import Regeneration, monsters
from underkeep.world.condition import Condition, ConditionEnded
from underkeep.world.creature import Creature, Healed
from underkeep.world.fight import Step, StepsPlanned
from underkeep.world.state import State

ACTIONS: tuple[type[Action], ...] = (Withdraw, Retreat, Subdue, Bomb, BreakOff, Try, *combat_actions.ACTIONS)
EVENTS: tuple[type[Event], ...] = (
    attacks.AttackMade,
    damage.StruckHelpless,
    damage.Unharmed,
    destruction.ItemSaved,
    *improvising.EVENTS,
    *loyalty.EVENTS,
    *morale.EVENTS,
    special_attacks.BreathRolled,
    *zones.EVENTS,
    *combat_actions.EVENTS,
)

_SEQUENCE = ("ose:combat.round-sequence",)


@executes("ose:combat.spacing")
def begin_fight(do: Resolution) -> OseBattle:
    """How many may attack one human-sized opponent is settled before the first blow."""
    room = do.ruling("ose:combat.spacing", ("2", "3", "4", "6", "8"), str(USUAL_ROOM))
    return OseBattle(int(room), divine_favour.portray(do))


@executes("ose:combat.round-sequence", "ose:combat.declare", "ose:time.round")
def plan_round(do: Resolution) -> tuple[Step, ...]:
    """Declarations come first; what follows is planned when initiative has been rolled."""
    under_something = False
    for creature in do.state.active():
        if creature.conditions:
            under_something = True
            _expire(do, creature)
        if creature.hp < creature.max_hp:
            _regenerate(do, creature)
    if under_something:
        stealth.notice(do)
        spells_of_mind.flee_in_terror(do, (AFRAID, TURNED))
    return (Step("declare", tuple([c.id for c in initiative.ready(do.state)])), Step("initiative"))


def _expire(do: Resolution, creature: Creature) -> None:
    """Conditions whose time is over."""
    for condition in creature.conditions:
        if condition.until is not None and condition.until <= do.state.now:
            do.emit(ConditionEnded(creature.id, condition.name))
            lapse(do, creature.id, condition)


def lapse(do: Resolution, creature: str, condition: Condition) -> None:
    """A condition has run its time, in a fight or outside: a slow poison or a deadly disease kills."""
    if condition.name == POISONED or (condition.name == DISEASED and condition.level):
        damage.harm(do, creature, do.state.creatures[creature].hp, "", "poison")


@executes("ose:healing.cap")
def _regenerate(do: Resolution, creature: Creature) -> None:
    listing = monsters().get(creature.kind)
    if listing is None or not listing.traits:
        return
    for trait in listing.traits:
        if isinstance(trait, Regeneration) and creature.hp > 0:
            hp = min(creature.max_hp, creature.hp + trait.per_round)
            do.emit(Healed(creature.id, hp - creature.hp, hp, rule=("ose:healing.cap",)))


@executes("ose:combat.round-sequence")
def enter_step(do: Resolution, step: Step) -> None:
    if step.phase == "initiative":
        do.emit(StepsPlanned(initiative.roll_initiative(do), rule=_SEQUENCE))
    elif step.phase == "morale":
        morale.check_morale(do, step.side)


def leave_step(do: Resolution, step: Step) -> None:
    if step.together:
        damage.fall_together(do)


@executes(
    "ose:combat.round-sequence", "ose:combat.helpless", "ose:combat.spell.sole-action", "ose:combat.spell.no-move"
)
def fight_options(state: State, actor: Creature, step: Step) -> Options:
    """What the phase allows; nothing for the helpless, and nothing but the spell for those who announced one."""
    if actor.conditions and not can_fight(actor):
        return NONE
    fight = state.fight
    assert fight is not None
    spent, phase = fight.spent.get(actor.id, ()), step.phase
    more = NONE
    if actor.kind in class_abilities.gifted():
        if spent and casting.is_casting(spent):
            return combat_actions.options(state, actor, phase, spent) if phase == "spells" else NONE
        more = combat_actions.options(state, actor, phase, spent)
    if phase == "declare":
        found = movement.declarations(state, actor, spent)
    elif phase == "melee" or phase == "slow-melee":
        listed = targets.attack_options(state, actor, spent, phase)
        found = Options(listed) if listed else NONE
        if more is NONE and actor.kind not in monsters() and field_of(state).stricken:
            more = combat_actions.options(state, actor, phase, spent)
    elif phase == "movement" or phase == "slow-movement":
        found = movement.move_options(state, actor, spent)
        if state.encounter is not None:
            found = breaking_off.with_flight(state, actor, spent, found)
    elif phase == "missile" or phase == "slow-missile":
        listed = targets.attack_options(state, actor, spent, phase)
        found = Options(listed) if listed else NONE
        if actor.items and bombing.is_bomber(actor):
            found += bombing.options(state, actor, spent)
    else:
        found = NONE
    return found if more is NONE else found + more


def why_not(state: State, action: Action) -> Refusal | None:
    """The rule against an action of a creature whose step it is."""
    fight = state.fight
    assert fight is not None
    actor = state.creatures[getattr(action, "actor", "")]
    phase, spent = fight.step.phase, fight.spent.get(actor.id, ())
    if spent and casting.is_casting(spent) and not isinstance(action, Cast):
        return Refusal(f"{actor.name} does nothing but cast this round.", "ose:combat.spell.sole-action")
    if isinstance(action, combat_actions.ACTIONS):
        return combat_actions.why_not(state, actor, action, phase, spent)
    if isinstance(action, Withdraw | Retreat):
        return movement.why_not_declare(state, actor, phase, spent)
    if isinstance(action, Move):
        if not phase.endswith("movement"):
            return Refusal(f"{actor.name} cannot move in the {phase} step.", "ose:combat.round-sequence")
        return movement.why_not_move(state, actor, action, spent)
    if isinstance(action, BreakOff):
        return breaking_off.why_not(state, actor, action, phase, spent)
    if isinstance(action, Try):
        return improvising.why_not(state, action)
    if isinstance(action, Bomb):
        return bombing.why_not(state, actor, action, phase, spent)
    if isinstance(action, Attack | Subdue):
        return targets.why_not_attack(state, actor, action, spent, phase)
    return Refusal(f"This game has no action {type(action).__name__}.")


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, Attack | Subdue):
        attacks.attack(do, action)
        combat_actions.after_attack(do, action)
    elif isinstance(action, combat_actions.ACTIONS):
        combat_actions.perform(do, action)
    elif isinstance(action, Move):
        before = do.state.creatures[action.actor]
        movement.move(do, action)
        combat_actions.after_move(do, before)
    elif isinstance(action, Withdraw | Retreat):
        movement.declare(do, action)
    elif isinstance(action, Try):
        improvising.attempt(do, action)
    elif isinstance(action, Bomb):
        bombing.bomb(do, action)
    elif isinstance(action, BreakOff):
        breaking_off.break_off(do, action)
