"""The other towns and dungeons of a region, made when a party first comes to them or sets out for them."""

from __future__ import annotations

from underkeep.generate.site import make_site
from underkeep.kernel.executes import executes
from underkeep.kernel.opaque import opaque_id
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.town import town
from underkeep.world.region import Place

LEVELS = 2
SIZES = ("village", "village", "small town", "small town", "large town", "city")


@executes("ose:wilderness-design.dungeons")
def open_site(do: Resolution, place: Place) -> None:
    """A dungeon of the setting that the map says."""
    salt = opaque_id(do.state.salt, "site", place.id)
    make_site(do, do.rules, LEVELS, place.kind or None, name=place.name, salt=salt)


@executes("ose:town.steps")
def open_town(do: Resolution, place: Place) -> None:
    """By the same steps as the base town, of any size."""
    usual = do.pick(SIZES, "size of the town")
    town.found(do, place.name, usual)
