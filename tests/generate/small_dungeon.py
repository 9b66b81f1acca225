"""Two rooms and a passage, drawn by hand: a hall with a secret door to a cell, and a stuck door to the way in."""

from msgspec import Struct

from underkeep.kernel.codec import Barrier
from underkeep.world.dungeon import Area, Door, Dungeon, Feature, Group, Hoard, Level, Spot, Stairs, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, Square

ROWS = (
    "AAA.BB",
    "AAAABB",
    "AAA.BB",
    "P.....",
    "P.....",
)


class Bar(Struct, Barrier, frozen=True):
    """A bar that is nothing but its word."""

    name: str

    @property
    def word(self) -> str:
        return self.name


def squares(letter: str) -> tuple[Square, ...]:
    return tuple((x, y) for y, row in enumerate(ROWS) for x, sign in enumerate(row) if sign == letter)


def small_dungeon(name: str = "The Hall & the Cell") -> Dungeon:
    areas = (
        Area("1-01", 1, "room", squares("A"), 1, "Hall"),
        Area("1-02", 1, "room", squares("B"), 2, "Cell"),
        Area("1-p01", 1, "passage", squares("P"), 0, "Passage"),
        Area("2-01", 2, "room", ((0, 0), (1, 0)), 1, "Cellar"),
    )
    doors = (
        Door("door-1-01", 1, ((3, 1), (4, 1)), ("1-01", "1-02"), "secret door", found=False),
        Door("door-1-02", 1, ((0, 2), (0, 3)), ("1-01", "1-p01"), "door", barrier=Bar("stuck")),
    )
    stairs = Stairs("stairs-1-2a", Spot(1, (5, 0), "1-02"), Spot(2, (0, 0), "2-01"))
    return Dungeon(
        name,
        "crypt",
        (Level(1, Grid(6, 5, squares("."))), Level(2, Grid(2, 1))),
        Spot(1, (0, 4), "1-p01"),
        {area.id: area for area in areas},
        {door.id: door for door in doors},
        {stairs.id: stairs},
        {"trap-1": Trap("trap-1", "1-02", "poison-needle", "hoard-1")},
        {
            "hoard-1": Hoard(
                "hoard-1", "1-02", (Item("gold", "gold pieces", count=1200), Item("gem", "ruby")), hidden=True
            )
        },
        {"group-1": Group("group-1", "1-01", "giant-rat", 5, lair=True, awake=False)},
        {"feature-1": Feature("feature-1", "1-p01", "talking-statue")},
        {"scenario": "Clear ruins", "1-01": "Dust lies thick.", "feature-1": "It lies.", "any:rule": "as rolled"},
    )
