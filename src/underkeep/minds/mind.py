"""What a mind is, and how one answers questions."""

from __future__ import annotations

from typing import Protocol

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.options import Options
from underkeep.world.creature import Creature
from underkeep.world.state import State

STRIKE, MEND, PREPARE = "strike", "mend", "prepare"


def hint(action: Action) -> str:
    """What an action of a system's own is good for, if it says so in a property `hint`: to strike the foe, to mend a
    friend, to prepare for the next day. Minds know no game, so this is all they go by."""
    return str(getattr(action, "hint", ""))


class Mind(Protocol):
    """Chooses only from what is legal."""

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        """One of the options of a creature that may act now."""
        ...

    def answer(self, state: State, prompt: Prompt) -> str:
        """One of the prompt's choices."""
        ...
