"""The round that surprise gives, those who stay hidden in it, and those who wait for a blow in the dark."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Move
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import attacks, movement, vision
from underkeep.systems.rampage.attacks.events import OutOfSight
from underkeep.systems.rampage.attacks.field import HIDDEN, ends, field, is_locked
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Step
from underkeep.world.grid import in_sight
from underkeep.world.state import State


class BattleJoined(Event, frozen=True):
    """What each of the party had before the fight: bandages heal nothing older."""

    secret: ClassVar[bool] = True

    hp: dict[str, int]

    def evolve(self, state: State) -> State:
        return with_campaign(state, hp_before=self.hp)


def remember(do: Resolution) -> None:
    if do.state.party is not None:
        hp = {c.id: c.hp for c in do.state.marchers()}
        do.emit(BattleJoined(hp, rule=("rampage:task.bandage-wounds.only-last-battle",)))


@executes("rampage:encounter.surprise.mixed-hidden", "rampage:encounter.surprise.mixed-no-attack")
def hide(do: Resolution) -> None:
    """Those who took the others unawares apart from their friends are not to be attacked until they strike."""
    rule = ("rampage:encounter.surprise.mixed-hidden", "rampage:encounter.surprise.mixed-no-attack")
    if do.state.encounter is not None:
        for id in campaign(do.state).unseen:
            do.emit(ConditionGained(id, Condition(HIDDEN), rule=rule))


@executes("rampage:encounter.surprise.door-bash-basher")
def opening(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who acts in the surprise round, and who of them has just bashed a door open and stands in its way."""
    if state.encounter is None:
        return (), ()
    known = campaign(state)
    free = tuple(id for id in known.free if state.creatures[id].is_up)
    return free, tuple(id for id in known.clearing if id in free)


@executes("rampage:encounter.surprise.effect", "rampage:encounter.surprise.mixed-chances")
def plan(state: State) -> tuple[Step, ...]:
    """One round of those who surprised the others; nobody else moves, shoots or strikes."""
    free = battle(state).surprise
    sides = dict.fromkeys(state.creatures[id].side for id in free)
    steps = (Step("act", tuple(id for id in free if state.creatures[id].side == side), side) for side in sides)
    return (*steps, Step("flight"))


@executes("rampage:encounter.surprise.door-bash-basher")
def clearing(state: State, actor: Creature, spent: tuple[Mark, ...]) -> Options:
    """Who bashed the door open gets out of the doorway, and does nothing else in the surprise round."""
    if "move" in spent or is_locked(state, actor):
        return NONE
    assert state.grid is not None
    mask = movement.move_mask(state, actor)
    return Options((), (Moves(Move, actor.id, state.grid, mask),)) if mask else NONE


@executes("rampage:vision.normal.dark-hold")
def delayed(state: State, order: list[str]) -> tuple[Step, ...]:
    """Those of the first side whom the dark blinds may wait until the enemy has finished."""
    if not vision.is_dim(state):
        return ()
    blind = tuple(c.id for c in state.active(order[0]) if vision.is_benighted(state, c))
    return (Step("hold", blind, order[0]),) if blind else ()


@executes("rampage:vision.normal.dark-hold")
def answers(state: State, actor: Creature) -> Options:
    """Who has held back strikes at those who have struck at him."""
    assert state.fight is not None
    if state.fight.has_spent(actor.id, "attack") or not vision.is_benighted(state, actor):
        return NONE
    found = attacks.listed(state, actor, is_locked(state, actor))
    return Options(found) if found else NONE


@executes("rampage:encounter.surprise.reappear")
def lose_sight(do: Resolution, step: Step) -> None:
    """Who is out of every enemy's sight as the round begins may come back where nobody looks. Only walls hide
    anybody.
    """
    grid = do.state.grid
    assert grid is not None
    if not grid.walls or do.state.fight is None or do.state.fight.round == 1:
        return
    unseen = []
    for id in step.actors:
        creature = do.state.creatures[id]
        if not creature.is_up or creature.at is None:
            continue
        foes = field(do.state).foes(creature.side).creatures
        if foes and not any(in_sight(grid, *ends(foe, creature)) for foe in foes):
            unseen.append(id)
    if unseen or battle(do.state).out_of_sight:
        do.emit(OutOfSight(tuple(unseen), rule=("rampage:encounter.surprise.reappear",) if unseen else ()))
