"""A place to explore: a map made from a seed, stocked by the game's own tables."""

from __future__ import annotations

from underkeep.generate.dungeon import make_dungeon
from underkeep.kernel.dice import Seeded
from underkeep.kernel.opaque import key_from
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.dungeon import Dungeon, DungeonMade

STREAM = "dungeon"
"""The map has dice of its own, so that a game's record need not hold the thousands of faces that draw it."""
SEEDS = 1_000_000_000


def make_site(
    do: Resolution,
    rules: Ruleset,
    levels: int = 3,
    setting: str | None = None,
    seed: int | str | None = None,
    *,
    rooms: int | None = None,
    name: str | None = None,
) -> Dungeon:
    """Draw the map, let the game stock it with the resolution's dice, and make it part of the state.

    Without a seed for the map one is rolled. A game with a table of settings (`choose_setting` of its delving) rolls on
    it; one that cannot delve leaves the dungeon bare.
    """
    if seed is None:
        seed = do.dice.roll(1, SEEDS, "seed of the map")[0]
    choose_setting = getattr(rules.delving, "choose_setting", None)
    if setting is None and choose_setting is not None:
        setting = str(choose_setting(do))
    dice, key = Seeded(seed, STREAM), key_from(seed)
    dungeon = make_dungeon(dice, levels=levels, rooms=rooms, setting=setting, name=name, key=key)
    if rules.delving is not None:
        dungeon = rules.delving.stock(do, dungeon)
    do.emit(DungeonMade(dungeon))
    return dungeon
