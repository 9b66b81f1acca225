"""The country round a base town: hexes of the book's width, the country that its towns say, whom one meets there."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from underkeep.generate.site import make_site
from underkeep.kernel.executes import executes
from underkeep.kernel.opaque import opaque_id
from underkeep.mechanics import countryside
from underkeep.procedures.lore_questions import Wanderers
from underkeep.procedures.region_questions import People
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.town_life import town_life
from underkeep.systems.rampage.encounters.allowance import HEX_MILES
from underkeep.systems.rampage.monsters import wandering
from underkeep.systems.rampage.town import town
from underkeep.systems.rampage.travel.overland import FORD
from underkeep.world.region import SPAN, Place, in_view

sea = countryside.SEA
waters: tuple[str, ...] = ()
fords = (FORD,)
farmland = countryside.FARMLAND
LEVELS = 2
DRY = ("desert", "badlands")
country = countryside.country
is_habitable = countryside.is_habitable
ruler = countryside.ruler
is_home = countryside.is_home
is_base = countryside.is_base
step = countryside.step
made = countryside.made


@executes("rampage:wilderness.hexes")
def scale(do: Resolution) -> tuple[int, int]:
    """Five miles to a hex; the large ones are ours."""
    return SPAN * HEX_MILES, HEX_MILES


def extent(do: Resolution) -> int:
    return countryside.HEXES_ACROSS * HEX_MILES


def setting(do: Resolution) -> dict[str, str]:
    """There is most of the country that begins beside the base town."""
    main = town_life(do.state).terrain.partition(" and ")[0]
    return countryside.setting(do, lambda climate: (climate == "dry") == (main in DRY), main)


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
    """A town like the first, in the country where the map has it."""
    assert do.state.region is not None
    near = [do.state.region.terrain(at) for at in in_view(place.at)]
    wild = [word for word in near if word not in (farmland, sea)]
    town.found(do, place.name, max(dict.fromkeys(wild), key=wild.count) if wild else "grass")
