"""The fight: who goes first, what a turn allows, and what happens by itself when a side's turn begins or ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from underkeep.kernel.event import Action, Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import Move
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Switch
from underkeep.systems.knave.attacks import attacks, ledges, manoeuvres, morale, stunts
from underkeep.systems.knave.attacks.blow import Blow, recalled
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.attacks.monster_abilities import BlinkOpened
from underkeep.systems.knave.attacks.morale import leader_of
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.battle import battle, with_battle
from underkeep.systems.knave.basics.compendium import monsters
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.spell_conditions import actions_of
from underkeep.systems.knave.basics.steps import rules_behind
from underkeep.systems.knave.checks import hazards, holds
from underkeep.systems.knave.checks.checks import d20, score, target_number
from underkeep.systems.knave.checks.conditions import IN_SUN, check_modifiers
from underkeep.systems.knave.checks.fear import FearStruck, WonderSeen
from underkeep.systems.knave.checks.healing import Rose
from underkeep.systems.knave.checks.holds import BreakFree
from underkeep.systems.knave.checks.movement import nearest_free
from underkeep.systems.knave.checks.wounds import die
from underkeep.systems.knave.combat.moves_and_actions import Blink, BlinkTo, PutOutFlames
from underkeep.systems.knave.equipment.inventory import PickUp
from underkeep.systems.knave.magic import casting, potions
from underkeep.systems.knave.magic.effects import ground
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Died, Felled, Harmed, Healed
from underkeep.world.fight import InitiativeRolled, Spent, Step
from underkeep.world.grid import Square
from underkeep.world.state import State

EACH_ROUND = Switch(
    "initiative-each-round",
    "The leaders roll for initiative every round instead of once a fight.",
    "knave:combat.initiative.check",
)
SIDE_RULES = ("knave:combat.initiative.by-side", "knave:combat.initiative.free-order")


class SidesOrdered(Event, frozen=True):
    """In this order the sides act, until initiative is rolled again."""

    order: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return with_battle(state, order=self.order)


EVENTS: tuple[type[Event], ...] = (SidesOrdered,)


@executes("knave:combat.initiative.by-side", "knave:combat.initiative.free-order")
def plan_round(do: Resolution) -> tuple[Step, ...]:
    """The sides take turns; within a turn the creatures of a side act in any order."""
    casting.end_what_is_due(do)
    _revive(do)
    fight = do.state.fight
    assert fight is not None
    if fight.round == 1:
        ledges.lay(do)
    if fight.round == 1 or EACH_ROUND.id in do.state.switches:
        _roll_initiative(do)
    members: dict[str, list[str]] = {}
    for creature in do.state.active():
        members.setdefault(creature.side, []).append(creature.id)
    place = {side: number for number, side in enumerate(battle(do.state).order)}
    order = sorted(members, key=lambda side: (place.get(side, 0), side))
    return tuple(Step("turn", tuple(members[side]), side) for side in order)


@executes("knave:combat.initiative.check", "knave:combat.unsuspecting.auto-hit")
def _roll_initiative(do: Resolution) -> None:
    """One leader's CHA against the other's, with all that weighs on checks; those who suspect nothing are last
    without a roll. Ruling: initiative-roller (the characters' leader rolls).
    """
    leaders = {side: leader_of(do.state, side) for side in {c.side: None for c in do.state.active()}}
    if len(leaders) < 2:
        return
    caught = [side for side in leaders if all(c.condition(attacks.UNAWARE) for c in do.state.active(side))]
    if len(caught) == 1:
        ready = [side for side in leaders if side not in caught]
        do.emit(SidesOrdered((*ready, *caught), rule=("knave:combat.unsuspecting.auto-hit",)))
        return
    sides = sorted(leaders, key=lambda side: (not sheet(leaders[side]).is_pc, side))
    ours, theirs = leaders[sides[0]], leaders[sides[1]]
    steps = check_modifiers(ours, "CHA")
    added = (Modifier("CHA", score(do, ours, "CHA")), *steps)
    needed = target_number(score(do, theirs, "CHA"))
    roll = d20(do, ours, f"initiative of {ours.id}", added, needed)
    rule = ("knave:combat.initiative.check", *rules_behind(steps))
    do.emit(InitiativeRolled(sides[0], roll, rule=rule))
    order = sides if roll.success else [*sides[1:], sides[0]]
    do.emit(SidesOrdered(tuple(order), rule=("knave:combat.initiative.check", *SIDE_RULES)))


def _revive(do: Resolution) -> None:
    for creature in list(do.state.creatures.values()):
        reviving = creature.condition("reviving") if creature.status == "down" else None
        stats = monsters().get(creature.kind)
        if reviving is None or stats is None or stats.regenerates is None:
            continue
        if reviving.until is not None and reviving.until <= do.state.now and creature.at is not None:
            hp = do.roll_total(stats.regenerates, f"hit points of {creature.id} as it revives").total
            do.emit(ConditionEnded(creature.id, "reviving"))
            do.emit(Rose(creature.id, min(hp, creature.max_hp), nearest_free(do.state, creature.at)))


def enter_step(do: Resolution, step: Step) -> None:
    for id in step.actors:
        if do.state.creatures[id].status == "up":
            _begin_step(do, do.state.creatures[id])
    morale.test_all(do)


def _begin_step(do: Resolution, creature: Creature) -> None:
    """The tripped get up, which is their move; the stunned lose their action; trolls grow together again."""
    for condition in creature.conditions:
        if condition.name == "prone":
            do.emit(Spent(creature.id, "move"))
            do.emit(ConditionEnded(creature.id, "prone"))
        elif condition.name == "stunned":
            do.emit(Spent(creature.id, "action"))
            do.emit(ConditionEnded(creature.id, "stunned"))
        elif condition.name == attacks.UNAWARE:
            do.emit(ConditionEnded(creature.id, attacks.UNAWARE))
    ground.begin_step(do, creature)
    if do.state.creatures[creature.id].condition(hazards.ON_FIRE) and do.state.creatures[creature.id].is_up:
        hazards.burn(do, creature.id, is_alight=True)
    stats = monsters().get(creature.kind)
    if stats is not None and stats.dies_in_sun and creature.condition(IN_SUN):
        die(do, creature.id)
    if stats is None or not do.state.creatures[creature.id].is_up:
        return
    if stats.regenerates is not None and creature.hp < creature.max_hp:
        gained = do.roll_total(stats.regenerates, f"{creature.id} regenerates").total
        hp = min(creature.max_hp, creature.hp + gained)
        do.emit(Healed(creature.id, hp - creature.hp, hp))
    holds.digest(do, creature.id)


def leave_step(do: Resolution, step: Step) -> None:
    """Whoever was blinded or hampered is so no more after a turn of its own."""
    for id in step.actors:
        for name in ("blinded", stunts.HAMPERED):
            if do.state.creatures[id].condition(name):
                do.emit(ConditionEnded(id, name))


@executes("knave:combat.turn.action-list")
def settled(perform: Callable[[Resolution, Any], None]) -> Callable[[Resolution, Any], None]:
    """The deed, and the test of morale that may follow it."""

    def act(do: Resolution, action: Action) -> None:
        perform(do, action)
        _settle(do)

    return act


def answered(answers: Callable[[Resolution, Blow, str], None]) -> Callable[[Resolution, Prompt, str], None]:
    """To go on with the attack that asked."""

    def go_on(do: Resolution, prompt: Prompt, choice: str) -> None:
        answers(do, recalled(prompt.context), choice)
        _settle(do)

    return go_on


def answer_reaction(do: Resolution, prompt: Prompt, choice: str) -> None:
    casting.answer(do, prompt, choice)
    _settle(do)


def move(do: Resolution, action: Move) -> None:
    _move(do, action.actor, action.to)


def blink(do: Resolution, action: Blink) -> None:
    _blink(do, action.actor)


def blink_to(do: Resolution, action: BlinkTo) -> None:
    do.emit(BlinkOpened(action.actor, 0))
    holds.go(do, action.actor, action.to, "blink")
    ground.leave_ward(do, action.actor)


@executes("knave:combat.maneuver.action-cost")
def manoeuvre(do: Resolution, action: Manoeuvre) -> None:
    """It takes the action of the round."""
    rule = ("knave:combat.turn.action-list", "knave:combat.maneuver.action-cost")
    do.emit(Spent(action.actor, "action", rule=rule))
    manoeuvres.attempt(do, action)


@executes("knave:hazard.fire.burning")
def put_out(do: Resolution, action: PutOutFlames) -> None:
    """Rolling on the ground takes the action of the round, and puts the flames out."""
    do.emit(ConditionEnded(action.actor, hazards.ON_FIRE, rule=("knave:hazard.fire.burning",)))


@executes("knave:combat.turn.action-list")
def with_the_action(perform: Callable[[Resolution, Any], None]) -> Callable[[Resolution, Any], None]:
    """What takes the action of the round: to break free, to pick up, to drink, to put out flames."""

    def act(do: Resolution, action: BreakFree | PickUp | PutOutFlames | potions.Quaff) -> None:
        do.emit(Spent(action.actor, "action", rule=("knave:combat.turn.action-list",)))
        perform(do, action)

    return act


@executes("knave:combat.turn.move-and-action", "knave:combat.turn.action-list")
def _move(do: Resolution, id: str, to: Square) -> None:
    """The first move of a turn is free, a second one is the action. Moving ends every grip, but on those inside."""
    fight = do.state.fight
    assert fight is not None
    is_second = fight.spent.get(id, ()).count("move") >= actions_of(do.state.creatures[id])
    rule = ("knave:combat.turn.action-list",) if is_second else ("knave:combat.turn.move-and-action",)
    do.emit(Spent(id, "action" if is_second else "move", rule=rule))
    holds.go(do, id, to, rule=rule)
    spell_conditions.break_bonds(do, id, "move")
    ground.leave_ward(do, id)


def _blink(do: Resolution, id: str) -> None:
    stats = monsters()[do.state.creatures[id].kind]
    assert stats.blink is not None
    do.emit(Spent(id, "move"))
    squares = do.roll_total(stats.blink.squares, f"how far {id} blinks").total
    do.emit(BlinkOpened(id, squares))


def _settle(do: Resolution) -> None:
    """Test morale if anything happened that could break it, once the attack is over."""
    if not do.state.prompts and any(isinstance(e, Harmed | Died | Felled | FearStruck | WonderSeen) for e in do.events):
        morale.test_all(do)
