"""The country round a town, of which the page says nothing: all of it is ours. Ruling: missing-chapters."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from underkeep.generate.site import make_site
from underkeep.kernel.opaque import opaque_id
from underkeep.mechanics import countryside
from underkeep.procedures.lore_questions import Wanderers
from underkeep.procedures.region_questions import People
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.town_life import town_life
from underkeep.systems.knave.monsters import wandering
from underkeep.systems.knave.town import town
from underkeep.systems.knave.travel.days import DRY
from underkeep.world.region import SPAN, Place, in_view

sea = countryside.SEA
waters: tuple[str, ...] = ()
fords: tuple[str, ...] = ()
farmland = countryside.FARMLAND
HEX_MILES = 6
LEVELS = 2
country = countryside.country
is_habitable = countryside.is_habitable
ruler = countryside.ruler
is_home = countryside.is_home
is_base = countryside.is_base
step = countryside.step
made = countryside.made


def scale(do: Resolution) -> tuple[int, int]:
    """The road to the dungeon, half a day's walk, is two hexes long."""
    return SPAN * HEX_MILES, HEX_MILES


def extent(do: Resolution) -> int:
    return countryside.HEXES_ACROSS * HEX_MILES


def setting(do: Resolution) -> dict[str, str]:
    """As dry as the town says that it is."""
    return countryside.setting(do, lambda climate: (climate == "dry") == town_life(do.state).arid)


def peoples(do: Resolution, terrains: Collection[str]) -> Sequence[People]:
    return countryside.peoples(do, compendium.monsters(), terrains)


def beasts(do: Resolution, terrains: Collection[str]) -> Sequence[People]:
    return countryside.beasts(do, compendium.monsters(), terrains)


def is_days_journey(miles: int) -> bool:
    return miles // HEX_MILES in countryside.NEAR_DUNGEON


def terrains() -> tuple[str, ...]:
    return (*wandering.countries(), farmland)


def wanderers(terrain: str) -> tuple[Wanderers, ...]:
    """Our table of this country; where there are fields one meets those of the grass."""
    rows = enumerate(wandering.entries_abroad(terrain), 1)
    return tuple(Wanderers(str(roll), (entry.kind,), entry.number.text) for roll, entry in rows)


def number_met(do: Resolution, kind: str, terrain: str) -> int:
    entry = next(entry for entry in wandering.entries_abroad(terrain) if entry.kind == kind)
    return max(1, do.roll_total(entry.number, f"how many {kind}").total)


def table(kind: str, terrains: Sequence[str]) -> tuple[str, ...]:
    """Those whose land it is, and whom such country brings."""
    others = [entry.kind for word in terrains for entry in wandering.entries_abroad(word)]
    return tuple(dict.fromkeys((kind, *others)))


def town_name(do: Resolution, taken: Collection[str]) -> str:
    return countryside.town_name(do, taken)


def open_site(do: Resolution, place: Place) -> None:
    """A dungeon of the setting that the map says."""
    salt = opaque_id(do.state.salt, "site", place.id)
    make_site(do, do.rules, LEVELS, place.kind or None, name=place.name, salt=salt)


def open_town(do: Resolution, place: Place) -> None:
    """A town like the first, as dry as the map has the country there."""
    assert do.state.region is not None
    near = [do.state.region.terrain(at) for at in in_view(place.at)]
    town.found(do, place.name, dry=sum(word in DRY for word in near) > len(near) // 2)
