"""One fight from its first step to its end, both sides played by minds."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.dice import Dice
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE
from underkeep.minds.mind import Mind, decide
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.state import State


def play_fight(
    rules: Ruleset, state: State, minds: Mapping[str, Mind], dice: Dice, events: list[Event] | None = None
) -> State:
    """The state after the fight; the events are appended to the list that is given. Whoever fights for nobody's side,
    out of its mind, is played as the first side is."""
    minds = {REFEREE: next(iter(minds.values())), **minds}
    decision: tuple[str, Action] | None = (REFEREE, BeginFight())
    while decision is not None:
        seat, action = decision
        do = play.carry_out(rules, state, seat, action, dice)
        state = do.state
        if events is not None:
            events.extend(do.events)
        decision = decide(rules, state, minds, do.chooser)
    return state
