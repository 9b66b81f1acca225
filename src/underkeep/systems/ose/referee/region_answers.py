"""What this game answers to the making of a region."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import terrains as country_of
from underkeep.systems.ose.referee import outlying_places, regions

sea = regions.sea
waters = (regions.sea, "river")
fords: tuple[str, ...] = ()
farmland = regions.farmland
scale = regions.scale
extent = regions.extent
setting = regions.lay_setting
country = regions.country
is_habitable = regions.is_habitable
ruler = regions.ruler
peoples = regions.peoples
beasts = regions.beasts
is_home = regions.is_home
is_base = regions.is_base
is_days_journey = regions.is_days_journey
table = regions.table
town_name = regions.town_name
step = regions.step
open_site = outlying_places.open_site
open_town = outlying_places.open_town
made = regions.made
terrains = country_of.terrains
wanderers = country_of.rows


def number_met(do: Resolution, kind: str, terrain: str) -> int:
    """The number in parentheses, wherever it is."""
    return country_of.number_met(do, kind)
