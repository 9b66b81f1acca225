"""All hazards in one table: what each does, how often, and the check against it."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse


class Hazard(Struct, frozen=True):
    """`damage` is direct; `check` is the ability that helps, if any; `interval` is how long one dose takes."""

    damage: Expr | None
    check: str
    interval: str
    on_fail: str = ""


HAZARDS: dict[str, Hazard] = {
    "in fire": Hazard(parse("1d6"), "", "round"),
    "alight": Hazard(parse("2d6"), "", "round"),
    "lava": Hazard(None, "", "once", "death"),
    "drowning": Hazard(None, "CON", "round", "death"),
    "freezing": Hazard(parse("1"), "CON", "turn", "damage"),
    "lightning": Hazard(parse("3d6"), "", "once"),
    "falling": Hazard(parse("1d6"), "", "once"),
    "thirst": Hazard(None, "CON", "day", "death"),
    "no sleep": Hazard(None, "WIS", "watch", "out for 3 watches"),
    "drinking": Hazard(None, "CON", "hour", "drunk"),
}


@executes("knave:hazard.summary-table")
def look_up(name: str) -> Hazard:
    """The row of the hazard table for one hazard."""
    return HAZARDS[name]
