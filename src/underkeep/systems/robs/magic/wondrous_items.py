"""Odd things of magic: a bag that holds too much, a rope that obeys, arms with a mind of their own."""

from __future__ import annotations

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import contest
from underkeep.systems.robs.equipment.house_measures import bag_kilograms
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Harmed
from underkeep.world.fight import Spent
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

ROPE, BAG = "roslofs-rope", "bag-of-holding"
COMMANDS = ("coil", "tie", "untie", "climb")
REVENGE, NOTHING = "takes revenge", "does nothing"
PARTED = ("sold", "dropped", "gave")
_ROPE, _BAG, _MIND = "robs:magic-item.roslofs-rope", "robs:magic-item.bag-of-holding", "robs:magic-item.personality"


class CommandRope(Action, frozen=True):
    """Tell the rope in one's hand what to do."""

    actor: str
    command: str


class Trip(Action, frozen=True):
    """Have the rope trip somebody."""

    actor: str
    target: str


class RopeObeyed(Note, frozen=True):
    creature: str
    command: str


class Resented(Note, frozen=True):
    """A thing with a mind of its own takes it ill to be parted with."""

    creature: str
    name: str


EVENTS = (RopeObeyed, Resented)


def _has_rope(creature: Creature) -> bool:
    return any(item.kind == ROPE for item in creature.items)


def commands(state: State) -> list[Action]:
    return [CommandRope(c.id, what) for c in state.marchers() if _has_rope(c) for what in COMMANDS]


@executes("robs:magic-item.roslofs-rope")
def why_not_command(state: State, action: CommandRope) -> Refusal | None:
    """It moves while somebody holds an end, and hurts nobody."""
    creature = state.creatures.get(action.actor)
    if creature is None or not _has_rope(creature):
        return Refusal("Somebody must hold the rope.", _ROPE)
    if action.command not in COMMANDS:
        return Refusal(f"The rope coils, ties, unties and climbs; it will not {action.command[:30]}.", _ROPE)
    return None


@executes("robs:magic-item.roslofs-rope")
def command(do: Resolution, action: CommandRope) -> None:
    """The rope does as it is told."""
    do.emit(RopeObeyed(action.actor, action.command, rule=(_ROPE,)))


@executes("robs:magic-item.roslofs-rope")
def trips(state: State, creature: Creature) -> list[Action]:
    """Foes beside whoever holds the rope."""
    if not _has_rope(creature):
        return []
    return [Trip(creature.id, foe.id) for foe in state.enemies_of(creature) if foe.at and creature.steps_to(foe) <= 1]


@executes("robs:magic-item.roslofs-rope")
def trip(do: Resolution, action: Trip) -> None:
    """A contest of DEX; who loses it lies there until the next round is over."""
    creature, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    do.emit(Spent(creature.id, "act", rule=("robs:combat.round.phases",)))
    if contest(do, (creature, target), "DEX") == (creature,):
        until = do.state.now + 2 * ROUND_SECONDS
        do.emit(ConditionGained(target.id, Condition(sight.UNAWARE, until), rule=(_ROPE,)))


def is_container(item: Item) -> bool:
    return item.kind == BAG


@executes("robs:magic-item.bag-of-holding", "robs:money.coin-weight")
def why_not_put(state: State, bearer: Creature, item: Item, into: Item) -> Refusal | None:
    """So many kilograms; what weighs is coin, a hundred to the kilogram."""
    most = bag_kilograms(state)
    if money.weight_grams((*into.holds, item)) > most * 1000:
        rule = "robs:money.coin-weight" if item.kind in money.IN_CP else _BAG
        return Refusal(f"Even this bag holds no more than {most} kg.", rule)
    return None


@executes("robs:magic-item.personality")
def on_items_changed(do: Resolution, event: ItemsChanged) -> None:
    """A thing with a mind resents being sold, dropped or given away, and may avenge it; a plain one never acts."""
    item = event.item
    if item is None or event.verb not in PARTED:
        return
    weapon = compendium.weapons().get(item.kind.partition("+")[0])
    if weapon is None or not weapon.sentient:
        return
    if do.ruling(_MIND, (REVENGE, NOTHING), REVENGE, item.name) == REVENGE:
        do.emit(Resented(event.creature, item.name, rule=(_MIND,)))
        owner = do.state.creatures[event.creature]
        do.emit(Harmed(owner.id, 1, owner.hp - 1, "", "magic", rule=(_MIND,)))
