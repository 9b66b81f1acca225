"""Blows: a d6 of 4 or more hits for 1 point whoever stands beside."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import Chapter, in_fights
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.testing.toy.basics import STEPS, everything
from underkeep.world.creature import AttackRolled, Creature, Harmed
from underkeep.world.fight import Spent, Step
from underkeep.world.state import State, square_of


def fight_options(state: State, actor: Creature, step: Step) -> Options:
    assert state.fight is not None and state.grid is not None
    spent = state.fight.spent.get(actor.id, ())
    if "attack" in spent:
        return NONE
    near = [e for e in state.enemies_of(actor) if actor.steps_to(e) == 1]
    reach = state.grid.reach(square_of(actor), STEPS, state.occupied(), size=actor.size)
    mask = 0 if "move" in spent else reach
    return Options(tuple(Attack(actor.id, e.id, "fist") for e in near), (Moves(Move, actor.id, state.grid, mask),))


def why_not_in_reach(state: State, action: Action) -> Refusal | None:
    assert state.fight is not None
    actor = state.creatures[getattr(action, "actor", "")]
    offered = fight_options(state, actor, state.fight.step)
    return None if action in offered else Refusal("That is out of reach.", f"{state.system}:everything")


def _attack(do: Resolution, action: Attack) -> None:
    do.emit(Spent(action.actor, "attack"))
    roll = do.roll(1, 6, f"attack of {action.actor}", needed=4)
    do.emit(AttackRolled(action.actor, action.target, action.weapon, roll, bool(roll.success), rule=everything(do)))
    if roll.success:
        do.emit(Harmed(action.target, 1, do.state.creatures[action.target].hp - 1, action.actor, rule=everything(do)))


ATTACKS = Chapter(in_fights(why_not_in_reach, {Attack: _attack}))
