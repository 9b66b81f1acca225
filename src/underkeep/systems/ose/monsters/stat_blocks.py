"""Monsters from elsewhere: the figures of a stat block that stand instead of those of a listing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.rulings import settled

if TYPE_CHECKING:
    from underkeep.systems.ose.monsters.listings import Monster

FIGURES = ("AC", "HD", "MV", "ML")
EDITION = "edition"
AS_GIVEN, ASCENDING = "as given", "ascending AC"
HIT_POINTS, AVERAGE = "hit-points", "average"
COMPATIBILITY = "ose:referee.compatibility"


@executes("ose:referee.compatibility")
def read(do: Resolution, who: Recruit, listing: Monster) -> Monster:
    """A block of the same family of games is used unchanged; of another it is said how its AC counts. Default: as
    given."""
    given = {figure: who.choices[figure] for figure in FIGURES if figure in who.choices}
    if not given:
        return listing
    edition = settled(do, who, EDITION, COMPATIBILITY, (AS_GIVEN, ASCENDING), AS_GIVEN)
    ac = _number(given["AC"]) if "AC" in given else listing.ac
    if "AC" in given and edition == ASCENDING:
        ac = 19 - ac
    pace = {"walk": _number(given["MV"].partition("(")[0])} if "MV" in given else listing.movement_feet
    morale = _number(given["ML"]) if "ML" in given else listing.morale
    hd = given.get("HD", listing.hd)
    return replace(listing, ac=ac, hd=hd, movement_feet=pace, morale=morale)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise UnderkeepError(f'"{text[:60]}" is no number for a stat block.') from error
