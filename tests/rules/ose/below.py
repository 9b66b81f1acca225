"""Scenes underground for the tests of Old-School Essentials: plain people in a small dungeon, with a light."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from tests.rules.ose.scene import E

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action, fold
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Standing, d6
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.condition import Condition
from underkeep.world.dungeon import Area, Door, Dungeon, Group, Hoard, Level, Spot, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.light import Light
from underkeep.world.party import Party
from underkeep.world.state import State

H1, H2, H3 = "hero-1", "hero-2", "hero-3"
TORCH = Light("torch", H1, "torches", "Torch", 30, None)
TURN = 600


class Undisturbed(Standing):
    """A script that leaves out the checks for wandering monsters: nothing comes."""

    standing: ClassVar = {"wandering monsters": d6(6)}


def below(
    *kinds: str, dungeon: Dungeon | None = None, switches: tuple[str, ...] = (), lit: bool = True, human: bool = False
) -> State:
    """A party at the entrance: 10 in every ability, 8 hit points each, and nothing in their packs."""
    state = delving_party(RULESET, dungeon or cellar(RULESET), *(kinds or ("fighter", "fighter")))
    for id in party(state).members:
        own = replace(sheet(state.creatures[id]), abilities=dict.fromkeys(ABILITIES, 10))
        state = state.with_creature(id, hp=8, max_hp=8, sheet=own, items=())
    state = replace(state, switches=switches, human_referee=human)
    return with_light(state) if lit else state


def with_light(state: State) -> State:
    """The same with a torch that does not burn down, and what it shows on the map."""
    from underkeep.procedures import exploration

    looking = Resolution(replace(state, lights=(TORCH,)), Scripted(), RULESET)
    exploration.look(looking)
    return looking.state


def corridor(squares: int = 40, setting: str = "test") -> Dungeon:
    """A hall of one square, a long passage east of it, and a chamber at its end."""
    passage = tuple((x, 1) for x in range(2, 2 + squares))
    end = 2 + squares
    areas = (
        Area("1-01", 1, "room", ((1, 1),), 1, "Hall"),
        Area("1-p1", 1, "passage", passage),
        Area("1-02", 1, "room", ((end, 1),), 2, "Chamber"),
    )
    doors = (
        Door("in", 1, ((1, 1), (2, 1)), ("1-01", "1-p1"), "opening"),
        Door("out", 1, ((end - 1, 1), (end, 1)), ("1-p1", "1-02"), "opening"),
    )
    floor = {square for area in areas for square in area.squares}
    walls = tuple((x, y) for y in range(3) for x in range(end + 2) if (x, y) not in floor)
    level = Level(1, Grid(end + 2, 3, walls))
    entrance = Spot(1, (1, 1), "1-01")
    return Dungeon("Corridor", setting, (level,), entrance, {x.id: x for x in areas}, {d.id: d for d in doors})


def party(state: State) -> Party:
    assert state.party is not None
    return state.party


def the_dungeon(state: State) -> Dungeon:
    assert state.dungeon is not None
    return state.dungeon


def having(state: State, *things: Door | Trap | Hoard | Group) -> State:
    """The same scene with these things in the dungeon."""
    kinds = {Door: "doors", Trap: "traps", Hoard: "hoards", Group: "groups"}
    dungeon = the_dungeon(state)
    for thing in things:
        kind = kinds[type(thing)]
        dungeon = replace(dungeon, **{kind: {**getattr(dungeon, kind), thing.id: thing}})
    return replace(state, dungeon=dungeon)


def at(state: State, area: str, square: tuple[int, int], level: int = 1) -> State:
    """The same scene with the party somewhere else, everything there seen."""
    own, dungeon = party(state), the_dungeon(state)
    grid = dungeon.level(level).grid
    seen = own.seen_mask(level) | grid.mask(dungeon.areas[area].squares)
    visited = own.visited if area in own.visited else (*own.visited, area)
    moved = replace(own, at=Spot(level, square, area), visited=visited, seen={**own.seen, str(level): f"{seen:x}"})
    return replace(state, party=moved)


def carrying(state: State, id: str, *items: Item) -> State:
    return state.with_creature(id, items=items)


def suffering(state: State, id: str, name: str, level: int = 0, until: int | None = None) -> State:
    return state.with_creature(id, conditions=(*state.creatures[id].conditions, Condition(name, until, level)))


def act(state: State, action: Action, *faces: int, seat: str = "player", checks: bool = False) -> Resolution:
    """Carry out a legal action under exactly these faces; the fold of its events is the state after it.

    With `checks`, those for wandering monsters are in the script too.
    """
    dice = Scripted(*faces) if checks else Undisturbed(*faces)
    done = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    assert fold(done.events, state) == done.state
    return done


def ruled(state: State, action: Action, rulings: dict[str, str], *faces: int, seat: str = "player") -> Resolution:
    """The same with a person as referee, who rules so when asked and takes the default on anything else."""
    dice = Undisturbed(*faces)
    done = play.resolve(RULESET, replace(state, human_referee=True), seat, action, dice)
    asked = set()
    while done.state.prompts and done.state.prompts[0].seats == (REFEREE,):
        prompt = done.state.prompts[0]
        asked.add(prompt.question)
        choice = rulings.get(prompt.question, prompt.default)
        done = play.resolve(RULESET, done.state, REFEREE, Answer(prompt.id, choice), dice)
    dice.finish()
    assert asked >= set(rulings), f"nobody asked about {set(rulings) - asked}"
    return done


def resolving(state: State, *faces: int, **rulings: str) -> Resolution:
    """A resolution to hand to a rule function."""
    return Resolution(state, Undisturbed(*faces), RULESET, {k.replace("__", "."): v for k, v in rulings.items()})


def refused(state: State, action: Action, seat: str = "player") -> Refusal:
    found = play.why_not(RULESET, state, seat, action)
    assert found is not None, f"{action} is allowed"
    return found


def is_listed(state: State, action: Action) -> bool:
    return action in play.legal_actions(RULESET, state, "player")


def told(done: Resolution, kind: type[E], seat: str = "player") -> list[E]:
    """The events of a kind that a seat hears of."""
    return [e for e in done.events if isinstance(e, kind) and (e.seats is None or seat in e.seats) and not e.secret]
