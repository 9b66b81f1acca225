"""The combat round: its steps, and who may do what in each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import FIGHT, Deed
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import (
    attacks,
    blinking,
    bombing,
    concentration,
    draining,
    gaze,
    grips,
    maladies,
    movement,
    stealth,
    targets,
)
from underkeep.systems.ose.attacks.attacks import Subdue
from underkeep.systems.ose.attacks.field import Field, field_of
from underkeep.systems.ose.attacks.movement import Retreat
from underkeep.systems.ose.attacks.stealth import Hide, Sneak
from underkeep.systems.ose.basics.battle import AT_FIRST, USUAL_ROOM, OseBattle, battle
from underkeep.systems.ose.basics.conditions import (
    AFRAID,
    ALOFT,
    DISEASED,
    FLYING,
    ON_QUEST,
    POISONED,
    POLYMORPHED,
    SLIMED,
    TURNED,
    WASTING,
    WEAKENED,
    can_fight,
    has,
)
from underkeep.systems.ose.characters import class_abilities
from underkeep.systems.ose.checks import damage, enchantments, hardiness
from underkeep.systems.ose.combat import initiative, monster_powers, morale, presence, reinforcements, remedies, rescue
from underkeep.systems.ose.encounters import breaking_off
from underkeep.systems.ose.magic import casting, divine_favour, turning, upkeep
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import quests, spells_of_mind
from underkeep.systems.ose.magic.items import potions, swords, using
from underkeep.systems.ose.magic.items.using import USED
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import FightEnded, Mark, Step, StepsPlanned
from underkeep.world.state import State

FightObjection = Callable[[State, Creature, Any, str, tuple[Mark, ...]], Refusal | None]

_SEQUENCE = ("ose:combat.round-sequence",)


def begin_fight(do: Resolution) -> OseBattle:
    return OseBattle(_room(do), divine_favour.portray(do))


@executes("ose:combat.spacing")
def _room(do: Resolution) -> int:
    """How many may attack one human-sized opponent; settled before the first blow."""
    return int(do.ruling("ose:combat.spacing", ("2", "3", "4", "6", "8"), str(USUAL_ROOM)))


@executes("ose:combat.round-sequence", "ose:combat.declare", "ose:time.round")
def plan_round(do: Resolution) -> tuple[Step, ...]:
    """Declarations come first; what follows is planned when initiative has been rolled."""
    under_something, standing = False, do.state.active()
    for creature in standing:
        if creature.conditions:
            under_something = True
            _expire(do, creature)
        if creature.hp < creature.max_hp:
            hardiness.regenerate(do, creature)
    for creature in hardiness.due(do.state):
        hardiness.revive(do, creature)
    if battle(do.state).called:
        reinforcements.arrive(do)
    if battle(do.state).grips:
        grips.hold_on(do)
    if not presence.striking().isdisjoint(field_of(do.state).kinds):
        presence.be_there(do)
    standing = do.state.active()
    if under_something or battle(do.state).walls:
        upkeep.begin_round(do)
        stealth.notice(do)
        spells_of_mind.flee_in_terror(do, (AFRAID, TURNED))
        standing = do.state.active()
    return (Step("declare", tuple([c.id for c in initiative.ready(do.state, standing)])), Step("initiative"))


def _expire(do: Resolution, creature: Creature) -> None:
    """Conditions whose time is over."""
    for condition in creature.conditions:
        if condition.until is not None and condition.until <= do.state.now:
            do.emit(ConditionEnded(creature.id, condition.name))
            lapse(do, creature.id, condition)


def lapse(do: Resolution, creature: str, condition: Condition) -> None:
    """A condition has run its time, in a fight or outside: a slow poison or a deadly disease kills."""
    if condition.name in (POISONED, WASTING) or (condition.name == DISEASED and condition.level):
        damage.harm(do, creature, do.state.creatures[creature].hp, "", "poison")
    elif condition.name == ON_QUEST:
        quests.lapse(do, creature, condition)
    elif condition.name == WEAKENED:
        draining.recover(do, creature, condition)
    elif condition.name == hardiness.WILL_REVIVE:
        hardiness.revive(do, do.state.creatures[creature])
    else:
        maladies.run_its_course(do, creature, condition)


@executes("ose:combat.round-sequence")
def enter_step(do: Resolution, step: Step) -> None:
    """Initiative is rolled and morale checked when their place in the round comes."""
    if step.phase == "initiative":
        if gaze.are_among(field_of(do.state).kinds):
            gaze.meet_eyes(do)
        do.emit(StepsPlanned(initiative.roll_initiative(do), rule=_SEQUENCE))
    elif step.phase == "morale":
        morale.check_morale(do, step.side)


def leave_step(do: Resolution, step: Step) -> None:
    if step.together:
        damage.fall_together(do)


@executes(
    "ose:combat.round-sequence",
    "ose:combat.helpless",
    "ose:combat.declare",
    "ose:combat.movement.in-melee-only",
    "ose:combat.spell.sole-action",
    "ose:combat.spell.no-move",
)
def fight_options(state: State, actor: Creature, step: Step) -> Options:
    """What the phase allows; nothing for the helpless, and nothing but the spell for those who announced one. Moving
    while in melee must be announced before initiative.
    """
    if actor.conditions and not can_fight(actor):
        return NONE
    fight, phase = state.fight, step.phase
    assert fight is not None
    spent = fight.spent.get(actor.id, ())
    if spent:
        if USED in spent:
            return NONE
        if casting.announced(spent):
            casts = phase == "spells" and class_abilities.has_gifts(actor) and not has(actor, POLYMORPHED)
            return _skills_and_magic(state, actor, phase, spent) if casts else NONE
    found = _BY_PHASE[phase](state, actor, spent, phase)
    if actor.kind in class_abilities.gifted() or actor.sheet.memorised:  # type: ignore[attr-defined]
        more = _skills_and_magic(state, actor, phase, spent)
        return found if more is NONE else found + more
    return found


def _to_move(state: State, actor: Creature, spent: tuple[Mark, ...], phase: str) -> Options:
    is_held = not spent and movement.is_held_in_melee(state, actor)
    found = NONE if is_held else movement.move_options(state, actor, spent)
    if state.encounter is not None and _may_leave(state, actor):
        return breaking_off.with_flight(state, actor, spent, found)
    return found


def _to_declare(state: State, actor: Creature, spent: tuple[Mark, ...], phase: str) -> Options:
    field = field_of(state)
    leaves = not spent and field.besets(actor) and (not actor.conditions or _may_leave(state, actor))
    found = movement.ways_out(actor.id) if leaves else NONE
    return found + Options(gaze.options(state, actor, spent)) if gaze.are_among(field.kinds) else found


def _to_strike(state: State, actor: Creature, spent: tuple[Mark, ...], phase: str) -> Options:
    """Blows, and what else is done within reach; whoever can do nothing better helps the stricken."""
    listed = targets.attack_options(state, actor, spent, phase)
    found = Options(listed) if listed else NONE
    own: OseBattle = state.fight.battle or AT_FIRST  # type: ignore[assignment, union-attr]
    if own.grips:
        found += Options(grips.options(state, actor, spent))
    if actor.kind not in monsters():
        field = field_of(state)
        if _has_remedies(state, actor, field):
            found += Options(remedies.options(state, actor, spent))
        if field.stricken and not class_abilities.has_gifts(actor):
            found += _skills_and_magic(state, actor, phase, spent)
    elif actor.kind in _mighty():
        found += Options(monster_powers.options(state, actor, spent))
    return found


def _to_shoot(state: State, actor: Creature, spent: tuple[Mark, ...], phase: str) -> Options:
    listed = targets.attack_options(state, actor, spent, phase)
    found = Options(listed) if listed else NONE
    if actor.items and bombing.is_bomber(actor):
        found += bombing.options(state, actor, spent)
    return found


def _to_use(state: State, actor: Creature, spent: tuple[Mark, ...], phase: str) -> Options:
    """Magic at hand, in the step of spells, for those who have done nothing yet."""
    if spent or not actor.items or not using.is_ready(actor):
        return NONE
    return using.in_fight(state, actor) + potions.in_fight(actor)


_BY_PHASE = {
    "declare": _to_declare,
    "movement": _to_move,
    "slow-movement": _to_move,
    "missile": _to_shoot,
    "slow-missile": _to_shoot,
    "spells": _to_use,
    "melee": _to_strike,
    "slow-melee": _to_strike,
}


@cache
def _mighty() -> frozenset[str]:
    """The kinds that have powers."""
    return frozenset(kind for kind, listing in monsters().items() if listing.powers)


def _may_leave(state: State, actor: Creature) -> bool:
    return not actor.conditions or swords.why_not_leave(state, Retreat(actor.id)) is None


def _has_remedies(state: State, actor: Creature, field: Field) -> bool:
    """Whether there is anything on the field against which people have something at hand."""
    if state.lights and not field.is_plain and any(has(c, SLIMED) for c in state.creatures.values()):
        return True
    return bool(actor.items) and remedies.are_for(field.kinds)


def fight_over(do: Resolution, event: FightEnded) -> None:
    """What lasts no longer than a fight."""
    presence.clear(do)
    monster_powers.fight_over(do, event)


@executes("ose:combat.round-sequence")
def _skills_and_magic(state: State, actor: Creature, phase: str, spent: tuple[Mark, ...]) -> Options:
    """What the step allows of all this; spells and turning come between missiles and melee."""
    if phase == "declare":
        return Options(casting.declarations(state, actor)) if not spent else NONE
    if phase == "spells":
        undead = (TurnUndead(actor.id),) if turning.why_not(state, actor, spent) is None else ()
        return casting.cast_options(state, actor, spent) + Options(undead)
    if phase.endswith("movement"):
        return Options(*stealth.move_options(state, actor, spent)) if stealth.can_hide(actor) else NONE
    if phase.endswith("melee"):
        helps = rescue.options(state, actor, spent)
        return Options(helps) if helps else NONE
    return NONE


def in_step(
    action: type[Action], phases: tuple[str, ...], why_not: FightObjection, perform: Callable[[Resolution, Any], None]
) -> Deed:
    """A deed of a fight: in a step of these phases, or of those that its own objection knows."""

    def objects(state: State, wanted: Action) -> Refusal | None:
        fight = state.fight
        assert fight is not None
        actor = state.creatures[getattr(wanted, "actor", "")]
        phase, spent = fight.step.phase, fight.spent.get(actor.id, ())
        if spent and casting.is_casting(spent) and action is not Cast:
            return Refusal(f"{actor.name} does nothing but cast this round.", "ose:combat.spell.sole-action")
        if phases and phase.removeprefix("slow-") not in phases:
            return Refusal(f"{actor.name} cannot do that in the {phase} step.", "ose:combat.round-sequence")
        return why_not(state, actor, wanted, phase, spent)

    return Deed(action, (FIGHT,), perform, why_not=objects)


@executes("ose:magic.effect.concentration")
def attack(do: Resolution, action: Attack | Subdue) -> None:
    """A blow, and what striking it gives away or breaks."""
    attacks.attack(do, action)
    actor = do.state.creatures[action.actor]
    if actor.conditions or actor.kind in _moody():
        _by_nature(do, actor, action.target)
        actor = do.state.creatures[action.actor]
    if actor.conditions:
        enchantments.spoil(do, actor, do.state.creatures[action.target])
        concentration.disturb(do, actor.id, "attacking")


def _by_nature(do: Resolution, actor: Creature, target: str) -> None:
    """What a monster's attack brings with it: an end of terror, flames, and a blink to elsewhere."""
    if actor.kind in presence.striking():
        presence.spell_of_terror_breaks(do, actor)
    if actor.conditions and actor.kind in monsters():
        monster_powers.scorch(do, actor, target)
    if actor.kind in blinking.blinkers():
        blinking.blink_away(do, actor, target)


@cache
def _moody() -> frozenset[str]:
    """The kinds whose attack always may bring something with it."""
    return presence.striking() | blinking.blinkers()


@executes("ose:magic.effect.concentration")
def move(do: Resolution, action: Move) -> None:
    """A plain move ends hiding, and a hasty one concentration."""
    before = do.state.creatures[action.actor]
    movement.move(do, action)
    if before.conditions:
        stealth.step_out(do, before)
        _hurried(do, before)
        if has(before, FLYING) and not has(before, ALOFT):
            do.emit(ConditionGained(before.id, Condition(ALOFT), rule=_SEQUENCE))


def creep(do: Resolution, action: Hide | Sneak) -> None:
    before = do.state.creatures[action.actor]
    stealth.perform(do, action)
    _hurried(do, before)


def _hurried(do: Resolution, before: Creature) -> None:
    after = do.state.creatures[before.id]
    if before.at is not None and after.at is not None and concentration.is_hurried(do.state, before, after.at):
        concentration.disturb(do, before.id, "hurrying")
