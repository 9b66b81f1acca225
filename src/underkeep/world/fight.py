"""A fight under way: its round, the steps left in it, and what each combatant has used up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Battle
from underkeep.kernel.event import Event, Note, Roll

if TYPE_CHECKING:
    from underkeep.world.state import State


class Step(Struct, frozen=True, gc=False):
    """A stretch of a round in which these creatures may act, in any order among themselves.

    `phase` is the ruleset's own word. In a `together` step nobody falls before the step ends.
    """

    phase: str
    actors: tuple[str, ...] = ()
    side: str = ""
    together: bool = False


class SpentOn(Struct, frozen=True, gc=False):
    """Something used on one alone: an attack on an enemy, a shield against it, a spell. `by` is the attack it was."""

    what: str
    on: str
    by: str = ""


Mark = str | SpentOn
"""What a creature has used in a round: its move, its attack, or something on one alone."""


class Fight(Struct, frozen=True, gc=False):
    """`steps` is what is left of the round, the first being now; `begun` tells whether that one was entered.

    `combatants` are all who were in it at the start, whatever became of them. `battle` is what the game itself
    remembers.
    """

    round: int = 0
    steps: tuple[Step, ...] = ()
    begun: bool = False
    spent: dict[str, tuple[Mark, ...]] = {}
    done: tuple[str, ...] = ()
    combatants: tuple[str, ...] = ()
    battle: Battle | None = None

    @property
    def step(self) -> Step:
        return self.steps[0]

    def has_spent(self, creature: str, what: Mark) -> bool:
        return what in self.spent.get(creature, ())


class FightBegan(Event, frozen=True):
    """Sides come to blows."""

    combatants: tuple[str, ...] = ()
    battle: Battle | None = None

    def evolve(self, state: State) -> State:
        return replace(state, fight=Fight(combatants=self.combatants, battle=self.battle))


class RoundBegan(Event, frozen=True):
    """A new round; what was spent comes back. `now` is the clock in seconds."""

    round: int
    now: int

    def evolve(self, state: State) -> State:
        assert state.fight is not None
        fight = replace(state.fight, round=self.round, spent={}, done=(), steps=(), begun=False)
        return replace(state, fight=fight, now=self.now)


class StepsPlanned(Event, frozen=True):
    """What is left of the round, in order, replacing what was planned after the present step."""

    steps: tuple[Step, ...]

    def evolve(self, state: State) -> State:
        assert state.fight is not None
        present = state.fight.steps[:1] if state.fight.begun else ()
        return replace(state, fight=replace(state.fight, steps=(*present, *self.steps)))


class StepBegan(Event, frozen=True):
    """The first planned step is now."""

    phase: str
    side: str = ""

    def evolve(self, state: State) -> State:
        assert state.fight is not None
        return replace(state, fight=replace(state.fight, begun=True, done=()))


class StepEnded(Event, frozen=True):
    phase: str

    def evolve(self, state: State) -> State:
        assert state.fight is not None
        return replace(state, fight=replace(state.fight, steps=state.fight.steps[1:], begun=False, done=()))


class Spent(Event, frozen=True):
    """A creature used something that a round gives it (its move, its attack); `ends` if it does no more in this step.

    The game says `ends` where nothing that others do in the step could give the creature something to do again.
    """

    creature: str
    what: Mark
    ends: bool = False

    def evolve(self, state: State) -> State:
        fight = state.fight
        assert fight is not None
        spent = fight.spent.copy()
        spent[self.creature] = (*spent.get(self.creature, ()), self.what)
        done = (*fight.done, self.creature) if self.ends else fight.done
        return replace(state, fight=replace(fight, spent=spent, done=done))


class Finished(Event, frozen=True):
    """These creatures do no more in this step."""

    creatures: tuple[str, ...]

    def evolve(self, state: State) -> State:
        assert state.fight is not None
        return replace(state, fight=replace(state.fight, done=(*state.fight.done, *self.creatures)))


class InitiativeRolled(Note, frozen=True):
    """Who goes first: `who` is a side or a creature."""

    who: str
    roll: Roll


class FightEnded(Event, frozen=True):
    """Nobody is left to fight; `winner` is a side, or empty for a draw."""

    winner: str
    rounds: int = 0

    def evolve(self, state: State) -> State:
        return replace(state, fight=None, winner=self.winner)
