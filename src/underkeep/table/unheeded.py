"""Why an order of this round came to nothing: who was told to do something and did not, and what held them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, EndStep, Try
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.arms_ordered import is_to_shoot
from underkeep.table.in_its_step import TRY
from underkeep.table.naming import listing
from underkeep.table.order import ATTACK, BACK, FLEE, SAID, SHOOT, Order
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

_OF_ACTS = {ATTACK: "strike", SHOOT: "shoot", FLEE: "get out", BACK: "get away", SAID: "do that"}


class Unheeded(NamedTuple):
    """What somebody does not do, and why."""

    name: str
    act: str
    why: str


def is_for_deeds(order: Order, now: int) -> bool:
    """Whether an order was given for this round, and for something to be done in it."""
    return order.sort in _OF_ACTS and order.until == now


def unheeded(rules: Ruleset, state: State, seat: str, creature: Creature, order: Order, steps: bool) -> Unheeded:
    """That somebody does not do as told, and why, as things stand; who but `steps` comes nearer."""
    if order.sort not in _OF_ACTS:
        why = f"{creature.name} {order.told(state)}, as was said; else say: {creature.name} attacks."
    elif steps:
        why = "all that is left is to come nearer."
    else:
        why = _reason(rules, state, seat, creature, order)
    act = order.aim.removeprefix(TRY) if order.sort == SAID else _OF_ACTS.get(order.sort, "strike")
    return Unheeded(creature.name, act, why)


def given_up(state: State, options: Options, action: Action) -> str:
    """Whose blows are given up by ending a step for everybody; nothing of any other act."""
    if not isinstance(action, EndStep):
        return ""
    able = dict.fromkeys(x.actor for x in options.listed if isinstance(x, Attack))
    names = [state.creatures[id].name for id in able]
    return f"; {listing(names)} {'strike' if len(names) > 1 else 'strikes'} nobody" if names else ""


def told(those: Iterable[Unheeded]) -> str:
    """All of them in words, those together who are held by the same."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in those:
        alike.setdefault((one.act, one.why), []).append(one.name)
    return " ".join(
        f"{listing(names)} {'do' if len(names) > 1 else 'does'} not {act}: {why}" for (act, why), names in alike.items()
    )


def no_room(rules: Ruleset, state: State, seat: str, creature: Creature, order: Order) -> str:
    """What is said of one who cannot get to where the order says, and may do something else yet."""
    name = creature.name
    if order.sort != ATTACK:
        behind = f" behind {state.creatures[order.ward].name}" if order.ward in state.creatures else ""
        return (
            f"There is no room{behind} out of their reach: {name} still stands in front, and has not acted. Move "
            f"somebody else out of the way first, or say: {name} attacks."
        )
    if is_to_shoot(rules, state, creature, order):
        why = told([Unheeded(name, "shoot", _reason(rules, state, seat, creature, order))])
        return f"{why} {name} has not acted yet."
    foes = [f for f in state.enemies_of(creature) if f.id in order.targets] or state.enemies_of(creature)
    near = [f for f in foes if f.at is not None]
    whom = min(near, key=creature.steps_to).name if near and creature.at is not None else "them"
    return f"{name} cannot get to {whom}{_held_up(state, creature, near)}, and has not acted yet."


def _held_up(state: State, creature: Creature, foes: Sequence[Creature]) -> str:
    """Who of one's own stands in the way to the nearest of those."""
    if creature.at is None or not foes:
        return ""
    foe = min(foes, key=creature.steps_to)
    own = [c for c in state.active(creature.side) if c.id != creature.id and c.at is not None]
    here = creature.steps_to(foe)
    between = [c.name for c in own if c.steps_to(foe) < here and creature.steps_to(c) <= 1]
    beside = between or [c.name for c in own if c.steps_to(foe) <= 1]
    return f": {listing(beside)} {'stand' if len(beside) > 1 else 'stands'} in the way" if beside else ""


def _reason(rules: Ruleset, state: State, seat: str, creature: Creature, order: Order) -> str:
    if order.sort == FLEE and (order.for_all or not order.until):
        against = play.why_not(rules, state, seat, BreakOff(creature.id))
        why = f" {against.sentence}" if against is not None else ""
        return f"there is no way to get any farther from all of them.{why}"
    if order.sort in (FLEE, BACK):
        return "there is no way to get any farther from all of them; to leave the fight all run together (run away)."
    if order.sort == SAID:
        wish = Try(creature.id, order.aim.removeprefix(TRY))
        refused = play.why_not(rules, state, seat, wish) if order.aim.startswith(TRY) else None
        return refused.sentence if refused is not None else "there was no time for it in this round."
    tactics = rules.tactics
    foes = [f for f in state.enemies_of(creature) if f.at is not None]
    named = [f for f in foes if f.id in order.targets] or foes
    if tactics is None or not named:
        return "nobody is there to strike."
    target = min(named, key=lambda foe: creature.steps_to(foe))
    manner = tactics.manner(state, creature)
    held = [item.kind for item in creature.items if set(parts(order.arm)) & set(parts(item.name))]
    arms = [manner.missile] if order.sort == SHOOT or (manner.shots and not held) else [*held, manner.blow]
    arms = [*arms, manner.blow, manner.missile]
    for arm in filter(None, arms):
        against = play.why_not(rules, state, seat, Attack(creature.id, target.id, arm))
        if against is not None:
            sentence = against.sentence.removeprefix(f"{creature.name} ")
            return f"{sentence[:1].lower()}{sentence[1:]}" if sentence != against.sentence else sentence
    return "nobody is within reach."
