"""A place to explore: a map made from a seed, stocked by the game's own tables."""

from __future__ import annotations

from underkeep.generate.dungeon import make_dungeon
from underkeep.generate.furnishing import furnish
from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.dungeon import Dungeon, DungeonMade

STREAM, FURNISHINGS = "dungeon", "furnishings"
"""The map has dice of its own, so that a game's record need not hold the thousands of faces that draw it."""
SEEDS = 2**128


def make_site(
    do: Resolution,
    rules: Ruleset,
    levels: int = 3,
    setting: str | None = None,
    seed: int | str | None = None,
    *,
    rooms: int | None = None,
    name: str | None = None,
    salt: str = "",
) -> Dungeon:
    """Draw the map, let the game stock it with the resolution's dice, furnish it, and make it part of the state.

    Without a seed for the map one is rolled. A game with a table of settings rolls on it; one without a key of its
    own leaves the place bare. A game's second dungeon has a `salt` of its own, so that its ids are.
    """
    salt = salt or do.state.salt
    if seed is None:
        seed = do.dice.roll(1, SEEDS, "seed of the map")[0]
    key = rules.key
    if setting is None and key is not None:
        setting = key.choose_setting(do)
    bars = (rules.dungeon.barrier,) if rules.dungeon is not None else ()
    dungeon = make_dungeon(
        Seeded(seed, STREAM), *bars, levels=levels, rooms=rooms, setting=setting, name=name, salt=salt
    )
    if key is not None:
        dungeon = key.stock(do, dungeon)
    dungeon = furnish(Seeded(seed, FURNISHINGS), dungeon, rules.lore, salt)
    do.emit(DungeonMade(dungeon))
    return dungeon
