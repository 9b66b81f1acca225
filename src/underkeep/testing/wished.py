"""Wishes and calls as the contract tries them: in the middle of fights and, where there are any, in delves."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import CallCheck, CallContest, CallSave, Recall, Try
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.creature import Creature
from underkeep.world.state import State

WISHES = (
    "to topple the statue on them",
    "to throw sand in their eyes",
    "to throw a net over the nearest foe",
    "to shove him",
    "to trip him",
    "to snatch something from him",
    "to disarm him",
    "to distract them",
    "to scare them",
    "to hide",
    "to climb the wall",
    "to balance on the barrel",
    "to duck under the blade",
    "to blow out the torch",
    "to bar the door",
    "to lever the gate up",
    "to hide our tracks",
    "to sing a song",
    "to fly",
    "to wave",
    "to paint it blue",
)


def wished(state: State, actor: Creature) -> Iterator[tuple[str, Action]]:
    """What a player might wish for, with the seat that says it."""
    seat = state.owner(actor.id)
    for what in WISHES:
        yield seat, Try(actor.id, what)
    yield seat, Recall(actor.id, f"{actor.kind}s")
    yield seat, Recall(actor.id, "the price of fish")


def called(rules: Ruleset, state: State, actor: Creature, others: list[str]) -> Iterator[tuple[str, Action]]:
    """All that a referee may call for, of one and of several, openly and in secret."""
    calls = rules.book.calls
    if calls is None:
        return
    for what in calls.checks:
        yield REFEREE, CallCheck(actor.id, what)
        yield REFEREE, CallCheck(actor.id, what, also=tuple(others), secretly=True)
    for against in calls.saves:
        yield REFEREE, CallSave(actor.id, against, also=tuple(others))
        yield REFEREE, CallSave(actor.id, against, 0, secretly=True)
    yield REFEREE, CallContest(actor.id, calls.checks[0], opponents=tuple(others[:2]))
