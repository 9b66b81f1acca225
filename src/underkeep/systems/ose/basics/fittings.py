"""What this game knows of a vessel or vehicle beyond what each has."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Fittings
from underkeep.world.vessel import Vessel


class OseFittings(Struct, Fittings, frozen=True, gc=False):
    """`hired` with its crew for one voyage. `quarters` are places for passengers made of `given_up` coins of cargo.
    `suffered` is the damage since it last lay in a dock, `mended` what its own crew has made good of that. `ready_at`
    is when the catapult is loaded again, `paid_until` when the crew's pay is due.
    """

    hired: bool = False
    quarters: int = 0
    given_up: int = 0
    suffered: int = 0
    mended: int = 0
    ready_at: int = 0
    paid_until: int = 0


_PLAIN = OseFittings()


def fittings(vessel: Vessel) -> OseFittings:
    return vessel.fittings or _PLAIN  # type: ignore[return-value]


def refitted(vessel: Vessel, **changes: object) -> Vessel:
    """The vessel with this changed of what only this game knows."""
    return replace(vessel, fittings=replace(fittings(vessel), **changes))
