"""A region in letters: one for the country of each hex, signs for the places; odd columns stand half a row lower."""

from __future__ import annotations

from collections.abc import Collection

from underkeep.world.hexes import Hex
from underkeep.world.region import Region

SIGNS = {"town": "#", "dungeon": "*", "lair": "x"}
HERE = "@"
UNKNOWN = " "


def drawn(region: Region, seen: Collection[Hex] | None = None, here: Hex | None = None) -> list[str]:
    """All of it for the referee, or what was `seen`, with a line that says what the signs mean."""
    width, height = region.size
    known = [(x, y) for y in range(height) for x in range(width) if seen is None or (x, y) in seen]
    if not known:
        return ["No country is known."]
    letters = letters_of({region.terrain(at) for at in known})
    left, right = min(x for x, _ in known), max(x for x, _ in known)
    top, bottom = min(y for _, y in known), max(y for _, y in known)
    shown = set(known)
    rows: list[str] = []
    for y in range(top, bottom + 1):
        for odd in (0, 1):
            cells = []
            for x in range(left, right + 1):
                if x % 2 == odd and (x, y) in shown:
                    cells.append(_sign(region, (x, y), letters, seen is None, here))
                else:
                    cells.append(UNKNOWN)
            rows.append(" ".join(cells).rstrip())
    while rows and not rows[-1]:
        rows.pop()
    while rows and not rows[0]:
        rows.pop(0)
    signs = {_sign(region, at, letters, seen is None, here) for at in known}
    legend = [f"{letter} {word}" for word, letter in letters.items() if letter in signs]
    legend += [f"{sign} {sort}" for sort, sign in SIGNS.items() if sign in signs]
    legend += [f"{HERE} the party"] if HERE in signs else []
    return [*rows, f"{', '.join(legend)}. A hex is {region.miles} miles wide."]


def letters_of(terrains: Collection[str]) -> dict[str, str]:
    """A letter for each word, its first that no other has."""
    found: dict[str, str] = {}
    for word in sorted(terrains):
        found[word] = next(c for c in (*word, *word.upper()) if c not in found.values() and c != "x")
    return found


def _sign(region: Region, at: Hex, letters: dict[str, str], is_referee: bool, here: Hex | None) -> str:
    if at == here:
        return HERE
    for place in region.places_at(at):
        if is_referee or not place.secret:
            return SIGNS[place.sort]
    return letters[region.terrain(at)]
