"""Moments of a game in which typed lines are read: in town, on the road, underground, before strangers, in a fight."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.minds.tactician import Tactician
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import BeginFight
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item
from underkeep.world.journey import begun
from underkeep.world.region import all_routes
from underkeep.world.state import State

SEED = {"ose": 9, "knave": 3, "rampage": 5, "robs": 5}
FOES = {"ose": "3 goblins", "knave": "3 goblins"}
DUELS = {
    "rampage": "3 warrior v 3 orc",
    "robs": "3 fighter v 3 orc",
    "ose": "3 fighter v 3 orc",
    "knave": "3 knave v 3 goblin",
}


def at(state: State, game: str) -> Chair:
    rules = load(game)
    return Chair(Session.in_memory(rules, state, SEED[game], {REFEREE: Tactician(rules)}), PLAYER)


@cache
def town(game: str) -> State:
    return new_game(load(game), SEED[game], Plan(size=4, levels=2)).state


@cache
def on_the_road(game: str) -> State:
    state = town(game)
    assert state.party is not None
    return replace(state, journey=begun(all_routes(state)[0], False), party=replace(state.party, place="road"))


def _answered(chair: Chair) -> Chair:
    while chair.state.prompts:
        chair.act(Answer(chair.state.prompts[0].id, chair.state.prompts[0].default))
    return chair


@cache
def underground(game: str) -> State:
    """At the entrance, with a light, before a heap of coins."""
    chair = at(town(game), game)
    chair.act(a.SetOut())
    for _ in range(20):
        _answered(chair)
        state = chair.state
        if state.encounter is not None:
            chair.act(next(x for x in chair.options.listed if isinstance(x, a.Evade)))
        elif state.party is not None and state.party.place == "dungeon":
            break
        else:
            chair.act(a.MarchOn())
    lights = [x for x in chair.options.listed if isinstance(x, a.LightUp)]
    for _ in range(6):
        if lights and not chair.state.lights:
            chair.act(lights[0])
    state = chair.state
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    spot = state.party.at
    coins = Hoard("hoard-here", spot.area, (Item("gold", "gold pieces", count=10),), spot.square)
    return HoardChanged(coins, "found").evolve(state)


@cache
def meeting(game: str) -> State:
    chair = at(underground(game), game)
    chair.referees = chair.may_undo = True
    meant = chair.read(f"place encounter {FOES[game]}")
    chair.decree(meant)  # type: ignore[arg-type]
    assert chair.state.encounter is not None
    return chair.state


@cache
def melee(game: str) -> State:
    chair = at(meeting(game), game)
    chair.act(a.Engage())
    assert chair.state.fight is not None
    return chair.state


def skirmish(game: str) -> Chair:
    rules = load(game)
    made = muster(rules, parse_sides(rules, DUELS[game]), Seeded(3, "muster"))
    minds = {REFEREE: Tactician(rules), SIDES[1]: Tactician(rules)}
    session = Session.in_memory(rules, made.state.before_all(), 3, minds, made.events)
    session.submit(REFEREE, BeginFight())
    return Chair(session, SIDES[0])


def place(name: str, game: str) -> Chair:
    """A chair at a moment, by its name."""
    if name == "skirmish":
        return skirmish(game)
    moments: dict[str, Callable[[str], State]] = {
        "town": town,
        "road": on_the_road,
        "dungeon": underground,
        "meeting": meeting,
        "fight": melee,
    }
    return at(moments[name](game), game)
