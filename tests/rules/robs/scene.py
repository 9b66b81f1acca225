"""Scenes for the tests of Rob's Dungeon Game: two commoners of average everything, and ways to change them."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action, Event
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.rulebook import ledger
from underkeep.systems.robs.basics.qualities import Made
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing.builders import field, in_step, perform
from underkeep.world.condition import Condition
from underkeep.world.creature import CreationStepTaken, Creature
from underkeep.world.state import State

E = TypeVar("E", bound=Event)
A, B = "a-commoner-1", "b-commoner-1"


def duel(
    mine: str = "club", theirs: str = "club", *, gap: int = 1, switches: tuple[str, ...] = (), human: bool = False
) -> State:
    """Two commoners, all attributes 0, Scale 0, 30 hit points, with only this gear, in the middle of a round."""
    match = f"commoner[{mine}] v commoner[{theirs}]"
    state = field(RULESET, match, gap=gap, switches=switches, human_referee=human)
    for id in (A, B):
        state = state.with_creature(id, hp=30, max_hp=30)
    return in_step(state, "act", A, B)


def scores(state: State, id: str, **attributes: int) -> State:
    own = sheet(state.creatures[id])
    return changed(state, id, attributes={**own.attributes, **attributes})


def changed(state: State, id: str, **values: object) -> State:
    """The same scene with these fields of a sheet changed; who is of another Scale has things made for it."""
    own = replace(sheet(state.creatures[id]), **values)
    items = tuple(replace(item, quality=Made(own.scale)) for item in state.creatures[id].items)
    return state.with_creature(id, sheet=own, items=items)


def under(state: State, id: str, *names: str) -> State:
    """The same scene with a creature under these conditions."""
    return state.with_creature(id, conditions=tuple(Condition(name) for name in names))


def do(state: State, action: Action, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    """Carry out one action under these faces, all of which must be used."""
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET, rulings)
    perform(done, action)
    dice.finish()
    return done


def hit(state: State, *faces: int, weapon: str = "club", rulings: dict[str, str] | None = None) -> Resolution:
    """A's attack on B."""
    return do(state, Attack(A, B, weapon), *faces, rulings=rulings)


def first(done: Resolution, kind: type[E]) -> E:
    return next(event for event in done.events if isinstance(event, kind))


def every(done: Resolution, kind: type[E]) -> list[E]:
    return [event for event in done.events if isinstance(event, kind)]


def make(
    kind: str,
    *faces: int,
    level: int = 1,
    gear: tuple[str, ...] | None = None,
    switches: tuple[str, ...] = (),
    seed: int | None = None,
    **choices: str,
) -> tuple[Creature, Resolution]:
    """A recruit made under scripted faces or a seed. Race bonus and the like: `race_bonus="CON"`."""
    dice = Scripted(*faces) if seed is None else Seeded(seed, "made")
    start = State("robs", {"a": ("a",)}, switches)
    done = Resolution(start, dice, RULESET)
    fixed = {name.replace("_", " "): value for name, value in choices.items()}
    creature = RULESET.recruit(done, Recruit(kind, level, gear, "Bob", fixed), "bob-1", "a")
    if isinstance(dice, Scripted):
        dice.finish()
    return creature, done


def own(creature: Creature) -> RobsSheet:
    return sheet(creature)


def step(done: Resolution, name: str) -> dict[str, str | int]:
    return next(e.values for e in done.events if isinstance(e, CreationStepTaken) and e.step == name)


def table(id: str) -> list[list[object]]:
    """The rows of a table of the rulebook."""
    return ledger.load("robs").tables[id].rows  # type: ignore[return-value]
