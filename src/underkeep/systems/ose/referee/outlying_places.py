"""The other towns and dungeons of a region, made when a party first comes to them or sets out for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from underkeep.generate.site import make_site
from underkeep.kernel.dice import Seeded
from underkeep.kernel.executes import executes
from underkeep.kernel.opaque import opaque_id
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.town import town
from underkeep.world.region import Place

LEVELS = 2
SIZES = ("village", "village", "small town", "small town", "large town", "city")


@contextmanager
def _dice_of(do: Resolution, place: Place) -> Iterator[None]:
    """A place has dice of its own: it is the same whenever a party comes to it."""
    dice, do.dice = do.dice, Seeded(do.state.salt, f"place:{place.id}")
    try:
        yield
    finally:
        do.dice = dice


@executes("ose:wilderness-design.dungeons")
def open_site(do: Resolution, place: Place) -> None:
    """A dungeon of the setting that the map says."""
    with _dice_of(do, place):
        salt = opaque_id(do.state.salt, "site", place.id)
        make_site(do, do.rules, LEVELS, place.kind or None, name=place.name, salt=salt)


@executes("ose:town.steps")
def open_town(do: Resolution, place: Place) -> None:
    """By the same steps as the base town, of any size."""
    with _dice_of(do, place):
        usual = do.pick(SIZES, "size of the town")
        town.found(do, place.name, usual)
