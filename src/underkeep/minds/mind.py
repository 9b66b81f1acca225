"""What a mind is, how one answers questions, and what the seats do that minds play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.procedures import fight, play
from underkeep.procedures.actions import Done, EndStep
from underkeep.procedures.fight import Chooser
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.creature import Creature
from underkeep.world.state import State

STRIKE, MEND, PREPARE, LOOT = "strike", "mend", "prepare", "loot"
RECRUIT, SEEK, EMBARK, FORAGE = "recruit", "seek", "embark", "forage"


def hint(action: Action) -> str:
    """What an action of a system's own is good for, if it says so in a property `hint`: to strike the foe, to mend a
    friend, to prepare for the next day, to get at a treasure, to fill the ranks, to look for people to hire, to get a
    vessel or its crew, to find food. Minds know no game, so this is all they go by."""
    return str(getattr(action, "hint", ""))


class Mind(Protocol):
    """Chooses only from what is legal."""

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        """One of the options of a creature that may act now. The answer may be asked for and not taken."""
        ...

    def answer(self, state: State, prompt: Prompt) -> str:
        """One of the prompt's choices."""
        ...


def decide(
    rules: Ruleset, state: State, minds: Mapping[str, Mind], chooser: Chooser | None = None
) -> tuple[str, Action] | None:
    """What is done next in a fight or about a question, and by which seat; None if no mind decides it.

    `chooser` is who decides now, where that is known already.
    """
    if state.prompts:
        return _answered(state, state.prompts[0], minds)
    chooser = chooser or fight.chooser(rules, state)
    if chooser is None:
        return None
    creature, options = chooser
    seat = state.owner(creature.id)
    mind = minds.get(seat)
    if mind is None:
        return None
    action = mind.act(state, creature, play.with_done(creature.id, options))
    if type(action) is Done and _all_pass(rules, state, mind, seat, creature):
        return seat, EndStep(creature.side)
    return seat, action


def _answered(state: State, prompt: Prompt, minds: Mapping[str, Mind]) -> tuple[str, Action] | None:
    """The answer of the first of the seats that a question is put to; None if a person has a say in it."""
    mind = minds.get(prompt.seats[0])
    if mind is None or not all(seat in minds for seat in prompt.seats):
        return None
    return prompt.seats[0], Answer(prompt.id, mind.answer(state, prompt))


def _all_pass(rules: Ruleset, state: State, mind: Mind, seat: str, first: Creature) -> bool:
    """Whether a seat does nothing at all for a side in this step: then it ends its part in one action, as a player
    would, where nobody has anything to declare. Only the first to pass brings that up, before any of them is done."""
    assert state.fight is not None
    side = first.side
    if state.fight.done and state.of_seat(seat, side, state.fight.done):
        return False
    for creature, options in fight.choosers(rules, state, side, after=first.id):
        if not state.players or state.owner(creature.id) == seat:
            action = mind.act(state, creature, play.with_done(creature.id, options))
            if type(action) is not Done:
                return False
    return True
