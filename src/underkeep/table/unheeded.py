"""Why an order of this round came to nothing: who was told to do something and did not, and what held them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.naming import listing
from underkeep.table.order import ATTACK, BACK, FLEE, SHOOT, Order
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

_OF_ACTS = {ATTACK: "strike", SHOOT: "shoot", FLEE: "get out", BACK: "get away"}


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
    return Unheeded(creature.name, _OF_ACTS.get(order.sort, "strike"), why)


def told(those: Iterable[Unheeded]) -> str:
    """All of them in words, those together who are held by the same."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in those:
        alike.setdefault((one.act, one.why), []).append(one.name)
    return " ".join(
        f"{listing(names)} {'do' if len(names) > 1 else 'does'} not {act}: {why}" for (act, why), names in alike.items()
    )


def _reason(rules: Ruleset, state: State, seat: str, creature: Creature, order: Order) -> str:
    if order.sort in (FLEE, BACK):
        return "there is no way to get any farther from all of them; to leave the fight all run together (run away)."
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
