"""The combat round: whose act it is, what an act allows, and moving.

Ruling: the book does not say what one act holds. Here a creature moves at its casual pace if it likes, then attacks; or
it spends the whole act on a sprint, on aiming, on reloading or on breaking free. Nothing hinders leaving an enemy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks import (
    attacks,
    bonds,
    curses,
    death,
    gazes_and_breath,
    holds,
    initiative,
    morale,
    ramming,
    ranged,
)
from underkeep.systems.robs.attacks.attacks import PressAttack, Throw
from underkeep.systems.robs.basics import movement, wounds
from underkeep.systems.robs.basics.battle import RobsBattle, battle, with_battle
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Regenerate, trait
from underkeep.systems.robs.checks import favours, sight
from underkeep.systems.robs.magic import casting, lingering, potions, wondrous_items
from underkeep.systems.robs.magic.effects import places
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Fled, Healed, Moved, Yielded
from underkeep.world.fight import Mark, Spent, Step
from underkeep.world.grid import Grid, Square, distance
from underkeep.world.state import State, square_of

ACT = "act"


class Sprint(Action, frozen=True):
    """Run to a square, and do nothing else."""

    actor: str
    to: Square


class Aim(Action, frozen=True):
    """Spend the act aiming at a creature, for the next round."""

    actor: str
    target: str


class Reload(Action, frozen=True):
    """Spend the act on reloading a crossbow."""

    actor: str


class BreakFree(Action, frozen=True):
    """Try to break out of a hold, in place of attacking."""

    actor: str


class Wriggle(Action, frozen=True):
    """Try to slip out of bonds, in place of attacking."""

    actor: str


class Yield(Action, frozen=True):
    """Give up."""

    actor: str


class Flee(Action, frozen=True):
    """Leave the field over its edge."""

    actor: str


class SimultaneousActsBegan(Event, frozen=True):
    """Some act at the same moment; `hp` is what everybody has before it."""

    secret: ClassVar[bool] = True

    hp: dict[str, int]

    def evolve(self, state: State) -> State:
        return with_battle(state, hp_before=self.hp)


EVENTS: tuple[type[Event], ...] = (SimultaneousActsBegan,)


def begin_fight(do: Resolution) -> RobsBattle:
    """How many each side has at the start; in a dark place nobody is seen."""
    underground = do.state.party is not None and do.state.party.place == "dungeon"
    is_dark = sight.DARKNESS in do.state.switches or (underground and not do.state.lights)
    for creature in do.state.active() if is_dark else ():
        if creature.condition(sight.IN_DARKNESS) is None:
            rule = ("robs:combat.unseen.melee-penalty",)
            do.emit(ConditionGained(creature.id, Condition(sight.IN_DARKNESS), rule=rule))
    return RobsBattle({side: len(do.state.active(side)) for side in do.state.sides()})


@executes("robs:combat.round.phases", "robs:combat.initiative.roll")
def plan_round(do: Resolution) -> tuple[Step, ...]:
    """Initiative anew each round; one step for each combatant, or one for those who act at the same moment. Who does
    not know of the fight yet does nothing in it."""
    _end_conditions(do)
    aware = tuple(c for c in do.state.active() if not c.conditions or c.condition(sight.UNAWARE) is None)
    groups = initiative.order(do, aware)
    names = tuple(" with ".join(creature.name for creature in group) for group in groups)
    do.emit(initiative.OrderSettled(names, rule=("robs:combat.initiative.roll",)))
    steps = _announcements(do.state, aware)
    for group in groups:
        sides = "+".join(sorted({creature.side for creature in group}))
        steps.append(Step(ACT, tuple(creature.id for creature in group), sides, len(group) > 1))
    return tuple(steps)


@executes("robs:magic.cast.declare")
def _announcements(state: State, aware: tuple[Creature, ...]) -> list[Step]:
    """Casters announce their spells before anybody acts, side by side."""
    sides: dict[str, list[str]] = {}
    for creature in aware:
        own = sheet(creature)
        if (own.classes or own.magic) and casting.declarations(state, creature):
            sides.setdefault(creature.side, []).append(creature.id)
    return [Step(casting.DECLARE, tuple(ids), side) for side, ids in sides.items()]


def _end_conditions(do: Resolution) -> None:
    """What has run its time, and holds that nobody keeps up, are over."""
    for creature in do.state.active():
        for condition in creature.conditions:
            lapsed = condition.name.startswith(holds.HELD) and holds.holder_of(do.state, creature) is None
            if lapsed or (condition.until is not None and condition.until <= do.state.now):
                do.emit(ConditionEnded(creature.id, condition.name))


@executes("robs:combat.initiative.tie-simultaneous", "robs:healing.maximum")
def enter_step(do: Resolution, step: Step) -> None:
    """Trolls and their like heal as their act begins, never above their maximum."""
    for id in step.actors:
        creature = do.state.creatures[id]
        own = sheet(creature)
        if own.traits and creature.status == "up":
            curses.drink(do, creature)
        if own.traits and creature.hp < creature.max_hp and creature.status == "up":
            found = trait(own.traits, Regenerate)
            if found is not None and creature.condition(death.BURNT) is None:
                amount = min(found.amount, creature.max_hp - creature.hp)
                do.emit(Healed(id, amount, creature.hp + amount, rule=("robs:healing.maximum",)))
    if step.together:
        hp = {creature.id: creature.hp for creature in do.state.active()}
        do.emit(SimultaneousActsBegan(hp, rule=("robs:combat.initiative.tie-simultaneous",)))


@executes("robs:combat.initiative.tie-simultaneous")
def leave_step(do: Resolution, step: Step) -> None:
    """What those who acted together did to anybody tells now."""
    if not step.together:
        return
    hp_before = battle(do.state).hp_before
    for creature in do.state.active():
        before = hp_before.get(creature.id, creature.hp)
        if creature.hp < before and do.state.creatures[creature.id].status == "up":
            death.settle(do, creature, before)


def fight_options(state: State, actor: Creature, step: Step) -> Options:
    """An announcement; or an act, and what experience may buy for it where the campaign sells favours."""
    if step.phase == casting.DECLARE:
        return _declarations(state, actor)
    found = _acts(state, actor, step)
    if favours.FAVOURS not in state.switches or found is NONE:
        return found
    return found + Options(tuple(favours.listed(state, actor)))


def _declarations(state: State, actor: Creature) -> Options:
    assert state.fight is not None
    if casting.DECLARE in state.fight.spent.get(actor.id, ()):
        return NONE
    return Options(casting.declarations(state, actor))


def _magic(state: State, actor: Creature) -> tuple[Action, ...]:
    """Spells, wands and potions, for those who have any."""
    found: list[Action] = []
    if actor.items:
        found += [*potions.draughts(state, actor), *potions.throws(state, actor), *wondrous_items.trips(state, actor)]
    own = sheet(actor)
    if own.classes or own.magic:
        found += casting.options(state, actor)
        found += [*lingering.wakings(state, actor), *lingering.sensings(actor), *places.tendings(state, actor)]
    return tuple(found)


@executes("robs:damage.critically-hurt", "robs:combat.grapple.cost")
def _acts(state: State, actor: Creature, step: Step) -> Options:
    """The Critically Hurt can but crawl and plead; the held cannot move."""
    if step.phase != ACT:
        return NONE
    fight = state.fight
    assert fight is not None and state.grid is not None
    spent = fight.spent.get(actor.id, ())
    if ACT in spent or (actor.conditions and sight.is_helpless(actor)):
        return NONE
    if wounds.is_critical(state, actor):
        return Options((Yield(actor.id),), _moves(state, actor, spent))
    if actor.conditions and actor.condition(bonds.BOUND):
        return Options((BreakFree(actor.id), Wriggle(actor.id), Yield(actor.id)))
    held = holds.holder_of(state, actor) is not None
    strikes = attacks.listed(state, actor, spent)
    if "attack" in spent:
        return Options(strikes)
    spells = _magic(state, actor)
    if "move" in spent:
        return Options((*strikes, *spells))
    others = (*_unhurried(state, actor), *gazes_and_breath.listed(state, actor), *spells)
    if held:
        return Options((*strikes, *others, BreakFree(actor.id), Yield(actor.id)))
    rams = _rams(state, actor)
    ways_out = _way_out(state.grid, actor)
    return Options((*strikes, *others, *rams, *ways_out, Yield(actor.id)), _moves(state, actor, spent))


@executes("robs:damage.ram")
def _rams(state: State, actor: Creature) -> tuple[Action, ...]:
    """Foes to be run down: those a fast body can reach in a run of some squares."""
    if movement.movement_scale(state, actor) < 1 or sheet(actor).is_character:
        return ()
    return tuple(ramming.Ram(actor.id, c.id) for c in state.enemies_of(actor) if _run_up(state, actor, c) is not None)


def _run_up(state: State, actor: Creature, target: Creature) -> Square | None:
    """The square beside a foe that a run ends on; None if there is none, or nothing to run."""
    grid, start = state.grid, square_of(actor)
    assert grid is not None
    if target.at is None or distance(start, target.at) <= ramming.LEAST_RUN:
        return None
    _, far = _reach(grid, start, 0, movement.sprint_squares(state, actor), state.occupied())
    near = [square for square in grid.squares(far & grid.spread(grid.bit(target.at))) if square != start]
    return min(near, key=lambda square: (distance(start, square), square)) if near else None


@executes("robs:combat.ranged.aim", "robs:equipment.missile.crossbow-reload")
def _unhurried(state: State, actor: Creature) -> tuple[Action, ...]:
    """What takes a whole act with a missile weapon."""
    missiles = attacks.arms_of(actor).missile
    if not missiles:
        return ()
    targets = dict.fromkeys(a.target for a in attacks.shots(state, actor))
    found: tuple[Action, ...] = tuple(Aim(actor.id, id) for id in targets)
    if actor.condition(ranged.UNLOADED) and any(arm.reload for arm in missiles):
        found = (*found, Reload(actor.id))
    return found


def _way_out(grid: Grid, actor: Creature) -> tuple[Action, ...]:
    x, y = square_of(actor)
    at_edge = x in (0, grid.width - 1) or y in (0, grid.height - 1)
    return (Flee(actor.id),) if at_edge else ()


@executes("robs:movement.sprint")
def _moves(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Moves, ...]:
    """A walk, or a sprint to where a walk does not reach."""
    if "move" in spent or "attack" in spent:
        return ()
    grid = state.grid
    assert grid is not None
    pace, run = movement.walk_squares(state, actor), movement.sprint_squares(state, actor)
    near, far = _reach(grid, square_of(actor), pace, run, state.occupied())
    return Moves(Move, actor.id, grid, near), Moves(Sprint, actor.id, grid, far)


@lru_cache(maxsize=64)
def _reach(grid: Grid, start: Square, pace: int, run: int, occupied: int) -> tuple[int, int]:
    near = grid.reach(start, pace, occupied)
    return near, grid.reach(start, run, occupied) & ~near if run > pace else 0


def why_not(state: State, action: Action) -> Refusal | None:
    """The rule against an action of a creature whose act it is."""
    fight = state.fight
    assert fight is not None and state.grid is not None
    actor = state.creatures[getattr(action, "actor", "")]
    options = fight_options(state, actor, fight.step)
    if action in options:
        return None
    if isinstance(action, favours.Favour):
        return favours.why_not(state, action)
    if isinstance(action, casting.Cast | casting.DeclareSpell):
        late = Refusal(f"{actor.name} can cast nothing now.", "robs:magic.cast.declare")
        spent = fight.spent.get(actor.id, ())
        in_time = isinstance(action, casting.Cast) and fight.step.phase == ACT and not {ACT, "attack"} & {*spent}
        return casting.why_not(state, action) or (None if in_time else late)
    if isinstance(action, places.Tend):
        return places.why_not(state, action) or _refusal(state, actor, action)
    if isinstance(action, Move | Sprint):
        rule = "robs:movement.sprint" if isinstance(action, Sprint) else "robs:movement.table"
        return Refusal(f"{actor.name} cannot get there {'at a run' if isinstance(action, Sprint) else 'now'}.", rule)
    return _refusal(state, actor, action)


def _refusal(state: State, actor: Creature, action: Action) -> Refusal:
    if wounds.is_critical(state, actor):
        return Refusal(f"{actor.name} is Critically Hurt and can only crawl or yield.", "robs:damage.critically-hurt")
    if isinstance(action, Attack | PressAttack | Throw):
        target = state.creatures.get(action.target)
        if target is None:
            return Refusal(f"There is no creature {action.target}.")
        if target.at is None:
            return Refusal(f"{target.name} has left the field.", "robs:combat.round.phases")
        if (far := attacks.too_far(state, actor, target, action)) is not None:
            return far
        return Refusal(
            f"{actor.name} cannot attack {target.name} with {action.weapon} now.", "robs:combat.round.phases"
        )
    if isinstance(action, ramming.Ram):
        return Refusal(f"{actor.name} cannot run anybody down now.", "robs:damage.ram")
    if isinstance(action, Wriggle):
        return Refusal(f"{actor.name} is not bound.", "robs:combat.grapple.bonds")
    if isinstance(action, BreakFree):
        return Refusal(f"Nobody holds {actor.name}.", "robs:combat.grapple.break")
    if isinstance(action, Aim):
        target = state.creatures.get(action.target)
        whom = target.name if target is not None else "that"
        return Refusal(f"{actor.name} cannot aim at {whom} now.", "robs:combat.ranged.aim")
    if isinstance(action, Reload):
        return Refusal(f"{actor.name} has no crossbow to reload now.", "robs:equipment.missile.crossbow-reload")
    return Refusal(f"{actor.name} cannot do that now.", "robs:combat.round.phases")


def move(do: Resolution, action: Move) -> None:
    rule = movement.paced_by(do.state, do.state.creatures[action.actor])
    do.emit(Spent(action.actor, "move"))
    do.emit(Moved(action.actor, action.to, rule=rule))


def sprint(do: Resolution, action: Sprint) -> None:
    do.emit(Spent(action.actor, ACT))
    rule = movement.run_by(do.state, do.state.creatures[action.actor])
    do.emit(Moved(action.actor, action.to, "sprint", rule=rule))


def aim(do: Resolution, action: Aim) -> None:
    do.emit(Spent(action.actor, ACT))
    ranged.aim(do, action.actor, action.target)


def reload(do: Resolution, action: Reload) -> None:
    do.emit(Spent(action.actor, ACT))
    ranged.reload(do, do.state.creatures[action.actor])


@executes("robs:combat.grapple.cost")
def break_free(do: Resolution, action: BreakFree) -> None:
    """To struggle is all that one does in an act."""
    do.emit(Spent(action.actor, ACT, rule=("robs:combat.grapple.cost",)))
    actor = do.state.creatures[action.actor]
    if actor.condition(bonds.BOUND):
        bonds.break_bonds(do, actor)
    else:
        holds.break_free(do, actor)


@executes("robs:combat.grapple.cost")
def wriggle(do: Resolution, action: Wriggle) -> None:
    """To slip out of bonds is all that one does in an act."""
    do.emit(Spent(action.actor, ACT, rule=("robs:combat.grapple.cost",)))
    bonds.wriggle(do, do.state.creatures[action.actor])


@executes("robs:damage.ram")
def ram(do: Resolution, action: ramming.Ram) -> None:
    """The run, and at the end of it a blow with the whole body."""
    actor, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    start, end = square_of(actor), _run_up(do.state, actor, target)
    assert end is not None
    run = ramming.of_a_run(do.state, actor, target, start)
    do.emit(Spent(actor.id, ACT, rule=run[1]))
    do.emit(Moved(actor.id, end, "sprint", rule=("robs:movement.sprint", *run[1])))
    attacks.strike(do, actor.id, target.id, ramming.RAM, False, run=run)


def give_up(do: Resolution, action: Yield | Flee) -> None:
    kind = Yielded if isinstance(action, Yield) else Fled
    do.emit(kind(action.actor, rule=("robs:combat.round.end",)))
    morale.after_loss(do, do.state.creatures[action.actor].side)
