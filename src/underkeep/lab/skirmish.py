"""One fight from its first step to its end, both sides played by minds."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.dice import Dice
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.mind import Mind
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.state import State


def play_fight(
    rules: Ruleset, state: State, minds: Mapping[str, Mind], dice: Dice, events: list[Event] | None = None
) -> State:
    """The state after the fight; the events are appended to the list that is given."""
    do = play.carry_out(rules, state, REFEREE, BeginFight(), dice)
    while True:
        if events is not None:
            events.extend(do.events)
        state = do.state
        if state.prompts:
            prompt = state.prompts[0]
            seat = prompt.seats[0]
            action = Answer(prompt.id, minds[seat].answer(state, prompt))
            do = play.carry_out(rules, state, seat, action, dice)
            continue
        if do.chooser is None:
            return state
        creature, options = do.chooser
        seat = state.owner(creature.id)
        chosen = minds[seat].act(state, creature, play.with_done(creature.id, options))
        do = play.carry_out(rules, state, seat, chosen, dice)
