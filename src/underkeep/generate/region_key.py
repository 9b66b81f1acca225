"""The referee's key to a region: how it was made, who holds which land, the places, the ways and the tables."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.world.hexes import Hex
from underkeep.world.region import SPAN, Realm, Region

Named = Callable[[str], str]


def region_key(region: Region, monster: Named, note: str = "") -> str:
    """`monster` is the game's own name for a kind."""
    base = next(iter(region.places.values())).name
    lines = [f"# The country round {base}", "", note, "", "## How it was made", ""]
    lines += [f"{number}. {step}: {what}." for number, (step, what) in enumerate(region.steps, 1)]
    lines += ["", "## The map", ""]
    wide, high = region.size
    lines.append(f"{wide} by {high} hexes of {region.miles} miles, in large ones of {region.miles * SPAN}.")
    lines += ["", "## Lands", ""]
    lines += [_land(realm, monster) for realm in region.realms]
    lines += ["", "## Places", ""]
    for place in region.places.values():
        what = f"lair of {monster(place.kind)}" if place.sort == "lair" else place.sort
        lines.append(f"- **{place.name}** ({what}), hex {hex_name(place.at)}, {region.terrain(place.at)}.")
    lines += ["", "## Ways", ""]
    for way in region.ways:
        one, other = (region.places[end].name for end in way.ends)
        lines.append(
            f"- {one} to {other}: {way.route.name}, {way.route.length} miles, {way.route.terrain}, "
            f"heading {way.route.heading}: {' '.join(hex_name(at) for at in way.path)}."
        )
    lines += ["", "## Encounters", "", "Elsewhere the tables of the terrain serve.", ""]
    for realm in region.realms:
        if realm.table:
            lines += [f"### {realm.name}", ""]
            lines += [f"{number}. {monster(kind)}" for number, kind in enumerate(realm.table, 1)]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def hex_name(at: Hex) -> str:
    """Column and row, two digits each, as hexes are numbered on such maps."""
    return f"{at[0] + 1:02}{at[1] + 1:02}"


def _land(realm: Realm, monster: Named) -> str:
    who = f"people, under {realm.ruler}" if realm.sort == "human" else monster(realm.kind)
    return f"- **{realm.name}**: {who}; {realm.bounds}; {' '.join(hex_name(at) for at in realm.hexes)}."
