"""Scenes for the tests of Old-School Essentials: plain people of average everything, and ways to change them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action, Event
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.rulebook import ledger
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing.builders import field, in_step, objection, perform
from underkeep.world.condition import Condition
from underkeep.world.creature import CreationStepTaken, Creature
from underkeep.world.fight import Fight, Mark
from underkeep.world.grid import Grid
from underkeep.world.state import State

E = TypeVar("E", bound=Event)
F, ORC = "fighter-1", "orc-1"


def scene(
    match: str = "fighter[sword] v orc",
    phase: str = "melee",
    *,
    gap: int = 1,
    switches: Sequence[str] = (),
    human: bool = False,
) -> State:
    """A fight in the middle of a step; characters have 10 in every ability, everybody has 8 hit points."""
    state = field(RULESET, match, gap=gap, switches=switches, human_referee=human)
    for id, creature in state.creatures.items():
        own = sheet(creature)
        if own.abilities:
            own = replace(own, abilities=dict.fromkeys(ABILITIES, 10))
        state = state.with_creature(id, hp=8, max_hp=8, sheet=own)
    return in_step(state, phase)


def scores(state: State, id: str, **abilities: int) -> State:
    own = sheet(state.creatures[id])
    return changed(state, id, abilities={**own.abilities, **abilities})


def changed(state: State, id: str, **values: object) -> State:
    """The same scene with these fields of a sheet changed."""
    return state.with_creature(id, sheet=replace(sheet(state.creatures[id]), **values))


def under(state: State, id: str, name: str, level: int = 0, until: int | None = None) -> State:
    """The same scene with a creature under a condition."""
    return state.with_creature(id, conditions=(Condition(name, until, level),))


def spent(state: State, id: str, *what: Mark) -> State:
    fight = state.fight or Fight()
    return replace(state, fight=replace(fight, spent={**fight.spent, id: what}))


def walled(state: State, *walls: tuple[int, int]) -> State:
    assert state.grid is not None
    return replace(state, grid=Grid(state.grid.width, state.grid.height, walls))


def do(state: State, action: Action, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    """Carry out one action under these faces, all of which must be used."""
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET, rulings)
    perform(done, action)
    dice.finish()
    return done


def hit(state: State, *faces: int, by: str = F, on: str = ORC, weapon: str = "sword") -> Resolution:
    return do(state, Attack(by, on, weapon), *faces)


def listed(state: State, id: str) -> list[Action]:
    assert state.fight is not None
    return list(RULESET.fight_options(state, state.creatures[id], state.fight.step))


def refusal(state: State, action: Action) -> Refusal:
    found = objection(RULESET, state, action)
    assert found is not None
    return found


def first(done: Resolution, kind: type[E]) -> E:
    return next(e for e in done.events if isinstance(e, kind))


def every(done: Resolution, kind: type[E]) -> list[E]:
    return [e for e in done.events if isinstance(e, kind)]


def table(id: str) -> list[list]:
    """The rows of a table of the ledger: the second transcription."""
    return ledger.load("ose").tables[id].rows


def making(*switches: str) -> State:
    return State("ose", {"a": ("a",), "b": ("b",)}, switches)


def make(
    kind: str = "fighter",
    *,
    level: int = 1,
    gear: tuple[str, ...] | None = None,
    seed: int = 1,
    name: str = "",
    **choices: str,
) -> tuple[Creature, Resolution]:
    """A creature made by the dice of a seed, and what was told of it. Underscores in choices stand for hyphens."""
    done = Resolution(making(), Seeded(seed, "make"), RULESET)
    fixed = {key.replace("_", "-"): value for key, value in choices.items()}
    return RULESET.recruit(done, Recruit(kind, level, gear, name, fixed), f"{kind}-1", "a"), done


def average(kind: str = "fighter", **choices: str) -> dict[str, str]:
    """Choices that leave nothing of the scores to the dice."""
    return {**dict.fromkeys(ABILITIES, "10"), "adjust": "none", **choices}


def step(done: Resolution, name: str) -> CreationStepTaken:
    return next(e for e in done.events if isinstance(e, CreationStepTaken) and e.step == name)
