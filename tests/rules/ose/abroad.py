"""Scenes out of doors for the tests of Old-School Essentials: plain people on a route, and those whom they meet."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from tests.rules.ose.below import Undisturbed, below, having, party
from tests.rules.ose.scene import changed

from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import with_campaign
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Standing, d6, d8
from underkeep.world.dungeon import Group
from underkeep.world.gear import Item
from underkeep.world.journey import ON_THE_WAY, Journey, Route, begun
from underkeep.world.state import State

WANDERING = "wandering monsters"
PROVISIONS = (Item("rations-iron", "Iron rations", count=30), Item("waterskin", "Waterskin"))


def abroad(
    terrain: str = "forest", *kinds: str, way: str = "open", miles: int = 60, heading: str = "south", **route: object
) -> State:
    """A party at the beginning of a route, in the morning."""
    state = below(*(kinds or ("fighter", "fighter")), lit=False)
    taken = replace(Route("test", f"across the {terrain}", terrain, miles, heading=heading), way=way, **route)
    for id in party(state).members:
        state = state.with_creature(id, items=PROVISIONS)
    gone = replace(party(state), place="road", at=None)
    state = with_campaign(state, fed_at=state.now)
    return replace(state, party=gone, routes=(taken,), journey=replace(begun(taken, False), is_marching=False))


def the_journey(state: State) -> Journey:
    assert state.journey is not None
    return state.journey


def walking(state: State, feet: int) -> State:
    """The same with everybody at this base rate."""
    for id in party(state).members:
        state = changed(state, id, movement_feet=feet)
    return state


def met(
    state: State, kind: str, number: int, *faces: int, hp: int = 4, rulings: dict[str, str] | None = None
) -> Resolution:
    """So many of a kind come into view; the faces are for surprise, distance and what follows at once."""
    group = Group(f"{kind}s", ON_THE_WAY, kind, number)
    state = having(state, group)
    done = Resolution(state, Hardy(hp, *faces), RULESET, rulings)
    RULESET.meetings.meet(done, group, None)
    return done


class Hardy(Undisturbed):
    """A script in which every monster's hit dice show the same."""

    def __init__(self, hp: int, *faces: int) -> None:
        super().__init__(*faces)
        self.standing = {**Undisturbed.standing, "hit points": d8(hp)}


class Checked(Standing):
    """A script that has the checks for wandering monsters in it; everybody has four to a hit die, nobody finds food."""

    standing: ClassVar = {"hit points": d8(4), "foraging": d6(6)}
