"""A try that is refused for the step of the round alone: the order that does it when its step comes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.actions import Try
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.order import SAID, Order
from underkeep.world.state import State

TRY = "try to "
_OF_STEPS = re.compile(r"in the \w+ step")


def in_its_step(rules: Ruleset, state: State, seat: str, action: Action) -> Mapping[str, Order]:
    """The order to try in this round what is refused for its step alone; nothing for any other action."""
    if not isinstance(action, Try) or state.fight is None or not action.actor:
        return {}
    against = play.why_not(rules, state, seat, action)
    if against is None or not _OF_STEPS.search(against.sentence):
        return {}
    return {action.actor: Order(SAID, aim=f"{TRY}{action.what.removeprefix('to ')}", until=state.fight.round)}
