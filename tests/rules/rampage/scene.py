"""Scenes for the tests of this game: figures placed by hand on an open field, and scripted dice."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action, Event, fold
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.rulebook import ledger
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import RampageBattle
from underkeep.systems.rampage.basics.sheet import ABILITIES, RampageSheet, squares_of
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.checks.saves import monster_save
from underkeep.systems.rampage.creation.bestiary import weapon_bonus
from underkeep.systems.rampage.equipment import outfit
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing.builders import objection
from underkeep.world.condition import Condition
from underkeep.world.creature import CreationStepTaken, Creature, CreatureJoined
from underkeep.world.fight import Fight, Mark, Step
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State

E = TypeVar("E", bound=Event)
SEATS = {"a": ("a",), "b": ("b",)}


def hero(
    id: str,
    at: Square | None = None,
    kind: str = "warrior",
    *,
    level: int = 1,
    race: str = "man",
    gear: tuple[str, ...] = ("sword",),
    hp: int = 20,
    side: str = "a",
    second: str = "",
    **scores: int,
) -> Creature:
    """A character with tens in all abilities but those given."""
    classes = (kind, second) if second else (kind,)
    values = tuple(scores.get(ability, 10) for ability in ABILITIES)
    people = compendium.races()[race]
    own = RampageSheet(
        hd=level,
        size=people.size,
        save=class_rules.save_number(classes, level),
        alignment="neutral",
        attack=class_rules.attack_bonus(classes, level),
        race=race,
        classes=classes,
        scores=values,
    )
    items = outfit.equip(tuple(outfit.find_gear(name) for name in gear), race, people.size)
    return Creature(id, id.title(), kind, side, hp, hp, own, at, items)


def monster(
    id: str,
    at: Square | None = None,
    kind: str = "orc",
    *,
    hp: int = 8,
    side: str = "b",
    gear: tuple[str, ...] | None = None,
    **changes: object,
) -> Creature:
    """A monster that never checks morale, unless it is given a number."""
    stats = compendium.monsters()[kind]
    own = RampageSheet(
        hd=stats.hd,
        size=stats.size,
        save=monster_save(stats.hd),
        alignment=stats.alignments[0],
        ac=stats.ac,
        movement_in=stats.movement_in,
        legs=stats.legs,
        attack=weapon_bonus(stats),
        plus=stats.plus,
        morale=12,
    )
    names = stats.weapons if gear is None else gear
    items = outfit.equip(tuple(outfit.find_gear(name) for name in names), "", "G")
    own = replace(own, **changes)
    return Creature(id, id.title(), kind, side, hp, hp, own, at, items, size=squares_of(own.size))


def scene(
    *creatures: Creature,
    switches: tuple[str, ...] = (),
    number: int = 1,
    grid: Grid | None = None,
    facing: dict[str, int] | None = None,
    human_referee: bool = False,
) -> State:
    """Everybody on the field, all free to act."""
    ids = tuple(c.id for c in creatures)
    fight = Fight(number, (Step("act", ids),), True, combatants=ids, battle=RampageBattle(facing or {}))
    empty = State("rampage", SEATS, switches, human_referee, grid=grid or Grid(40, 30), fight=fight)
    return fold((CreatureJoined(c) for c in creatures), empty)


def act(state: State, action: Action, *faces: int) -> Resolution:
    """Carry out an action with exactly these dice."""
    dice = Scripted(*faces)
    do = play.resolve(RULESET, state, _seat(state, action), action, dice)
    dice.finish()
    return do


def why_not(state: State, action: Action) -> Refusal | None:
    return play.why_not(RULESET, state, _seat(state, action), action)


def refused_by(state: State, action: Action) -> str:
    """The rule that forbids an action, without the game's name."""
    assert why_not(state, action) is not None, action
    refusal = objection(RULESET, state, action)
    assert refusal is not None, action
    return refusal.rule.removeprefix("rampage:")


def _seat(state: State, action: Action) -> str:
    if isinstance(action, CallCheck | CallSave):
        return REFEREE
    return state.creatures[getattr(action, "actor", "")].side


def options(state: State, id: str) -> list[Action]:
    side = state.creatures[id].side
    return list(play.legal_actions(RULESET, state, side, id))


def squares(state: State, id: str, kind: type[Action]) -> set[Square]:
    """Where one kind of move can end."""
    return {getattr(a, "to") for a in options(state, id) if type(a) is kind}  # noqa: B009


def the(do: Resolution, kind: type[E]) -> E:
    """The only event of a kind."""
    found = all_of(do, kind)
    assert len(found) == 1, found
    return found[0]


def all_of(do: Resolution, kind: type[E]) -> list[E]:
    return [event for event in do.events if isinstance(event, kind)]


def changed(state: State, id: str, **changes: object) -> State:
    return state.with_creature(id, **changes)


def under(state: State, id: str, *names: str) -> State:
    held = state.creatures[id].conditions
    return state.with_creature(id, conditions=(*held, *(Condition(name) for name in names)))


def spent(state: State, id: str, *what: Mark) -> State:
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, spent={**state.fight.spent, id: what}))


def scripted(state: State, *faces: int) -> Resolution:
    return Resolution(state, Scripted(*faces), RULESET)


def recruit(
    kind: str, *faces: int, seed: int = 1, level: int = 1, gear: tuple[str, ...] | None = None, **choices: str
) -> tuple[Creature, Resolution]:
    """A newcomer made by the book, with scripted dice if faces are given."""
    named = {key.replace("_", "-"): value for key, value in choices.items()}
    dice = Scripted(*faces) if faces else Seeded(seed, "recruit")
    do = Resolution(State("rampage", SEATS), dice, RULESET)
    creature = RULESET.recruit(do, Recruit(kind, level, gear, "Someone", named), f"{kind}-1", "a")
    if isinstance(dice, Scripted):
        dice.finish()
    return creature, do


def steps(do: Resolution) -> dict[str, CreationStepTaken]:
    return {event.step: event for event in do.events if isinstance(event, CreationStepTaken)}


def table(id: str) -> list[list[object]]:
    """The rows of a table of the rulebook."""
    found = ledger.find(f"rampage:{id}")[1]
    return [list(row) for row in found.rows]
