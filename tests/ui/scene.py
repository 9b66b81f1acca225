"""A small dungeon built by hand, and games of the toy that start in its town."""

from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.town import form_party
from underkeep.table.session import Session
from underkeep.testing.toy import RULESET, ToyBar
from underkeep.world.dungeon import (
    Area,
    Door,
    Dungeon,
    DungeonMade,
    Feature,
    Group,
    Hoard,
    Level,
    Spot,
    Stairs,
    Trap,
)
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State

PLAYER = "player"
NAMES = ("Bruno", "Ysolde", "Bran", "Lila")


def _block(left: int, top: int, right: int, bottom: int) -> tuple[Square, ...]:
    return tuple((x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))


def _level(number: int, areas: list[Area], width: int = 14, height: int = 11) -> Level:
    floor = {square for area in areas if area.level == number for square in area.squares}
    return Level(
        number, Grid(width, height, tuple((x, y) for y in range(height) for x in range(width) if (x, y) not in floor))
    )


def dungeon() -> Dungeon:
    """A hall with a secret vault; a passage with a pit; a rats' room with stairs down; a locked room with coins."""
    areas = [
        Area("hall", 1, "room", _block(1, 5, 3, 7), 1, "Gate hall"),
        Area("passage", 1, "corridor", ((4, 6), (5, 6), (6, 6), (7, 6), (6, 5), (6, 4))),
        Area("den", 1, "room", _block(5, 1, 8, 3), 2),
        Area("store", 1, "room", _block(8, 5, 10, 8), 3),
        Area("vault", 1, "room", _block(1, 2, 3, 4), 4),
        Area("cellar", 2, "cavern", _block(4, 1, 8, 5), 5),
    ]
    doors = [
        Door("door-1", 1, ((3, 6), (4, 6)), ("hall", "passage")),
        Door("door-2", 1, ((6, 4), (6, 3)), ("passage", "den"), barrier=ToyBar("stuck")),
        Door("door-3", 1, ((7, 6), (8, 6)), ("passage", "store"), barrier=ToyBar("locked", 2)),
        Door("door-4", 1, ((2, 5), (2, 4)), ("hall", "vault"), kind="secret door", found=False),
        Door("door-5", 1, ((1, 6), (0, 6)), ("hall", "hall"), kind="secret door", found=False),
    ]
    return Dungeon(
        "The Toy Keep",
        "crypt",
        (_level(1, areas), _level(2, areas)),
        Spot(1, (2, 7), "hall"),
        {a.id: a for a in areas},
        {d.id: d for d in doors[:4]},
        {"stairs-1": Stairs("stairs-1", Spot(1, (8, 1), "den"), Spot(2, (5, 1), "cellar"))},
        {"pit-1": Trap("pit-1", "passage", "pit", square=(5, 6))},
        {
            "coins-1": Hoard("coins-1", "store", (Item("coin", "coin", count=30),), (10, 8)),
            "coins-2": Hoard("coins-2", "vault", (Item("coin", "coin", count=90),), hidden=True),
        },
        {"rats": Group("rats", "den", "rat", 2)},
        {"font": Feature("font", "den", "font")},
    )


def town(size: int = 4, seed: int = 1, made: Dungeon | None = None) -> State:
    """A party of the toy in town, with the dungeon half a day away."""
    do = Resolution(State(RULESET.id, {PLAYER: ("party",), REFEREE: ("monsters",)}), Seeded(seed, "scene"), RULESET)
    ids = [
        RULESET.recruit(do, Recruit("hero", name=name), f"hero-{n}", "party").id
        for n, name in enumerate(NAMES[:size], 1)
    ]
    form_party(do, "party", tuple(ids))
    RULESET.town.found_settlement(do)
    do.emit(DungeonMade(made or dungeon()))
    return do.state


def session(state: State | None = None, seed: int = 1) -> Session:
    return Session.in_memory(RULESET, state or town(seed=seed), seed, {REFEREE: Soldier()})


def on_the_moor() -> State:
    """Under way by the longer route, a rat behind the party and six leagues before it, in the morning."""
    do = Resolution(town(), Seeded(1, "moor"), RULESET)
    RULESET.road.lay_routes(do)
    game = session(do.state)
    for action in (a.SetOut("moor"), a.Evade(), a.MarchOn()):
        game.submit(PLAYER, action)
    return game.state


def hushed(state: State) -> State:
    """The same place without inhabitants."""
    assert state.dungeon is not None
    return replace(state, dungeon=replace(state.dungeon, groups={}))
