"""New characters in the place of those who are dead or gone, wherever the party is in town; a game says what sorts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from underkeep.kernel.event import Action
from underkeep.procedures.chapter import TOWN, Chapter, Deed
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

FIRST, LATER = "hero-", "newcomer-"
"""How the ids of those begin with whom the game began, and of those who came later."""
Sorts = Callable[[], Sequence[str]]


class BringIn(Action, frozen=True):
    """A new character of the first level takes the place of one who is dead or gone."""

    kind: str

    @property
    def hint(self) -> str:
        return "recruit"


def chapter(sorts: Sorts) -> Chapter:
    """The one deed, for characters of these sorts."""
    return Chapter((Deed(BringIn, (TOWN,), bring_in, partial(_options, sorts), partial(_why_not, sorts), free=True),))


def vacant(state: State) -> int:
    """How many of those with whom the game began are dead or gone, and nobody has come for them."""
    ours = [c for c in state.creatures.values() if c.id.startswith((FIRST, LATER))]
    return sum(c.id.startswith(FIRST) for c in ours) - sum(_is_about(state, c) for c in ours)


def _is_about(state: State, creature: Creature) -> bool:
    party = state.party
    assert party is not None
    is_with_it = creature.id in party.members or creature.id in party.waiting
    return creature.status != "dead" and creature.side == party.side and is_with_it


def _options(sorts: Sorts, state: State) -> list[Action]:
    return [BringIn(kind) for kind in sorts()] if vacant(state) > 0 else []


def _why_not(sorts: Sorts, state: State, action: BringIn) -> Refusal | None:
    if action.kind not in sorts():
        return Refusal(f"Nobody is a {action.kind[:40]}.")
    return None if vacant(state) > 0 else Refusal("Nobody is missing: new characters take the place of the dead.")


def bring_in(do: Resolution, action: BringIn) -> None:
    party = do.state.party
    assert party is not None
    number = 1 + sum(id.startswith(LATER) for id in do.state.creatures)
    id = f"{LATER}{number}"
    entrust(do, id, party.side, do.seat)
    do.rules.recruit(do, Recruit(action.kind), id, party.side)
    do.emit(PartyJoined(id))
