"""Attacks of ships on ships: the roll against the AC of a hull, and the ram."""

from __future__ import annotations

from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.attack_rolls import attack_number
from underkeep.systems.ose.equipment import vessels
from underkeep.world.encounter import ChanceRolled
from underkeep.world.vessel import Vessel

RAM_THAC0 = 19
_MOUNTED, _AC = "ose:vehicle.damage.mounted", "ose:vehicle.ac"


@executes("ose:vehicle.ac")
def aimed(do: Resolution, why: str, thac0: int, ac: int) -> Roll:
    """An attack roll against the AC of a ship."""
    return do.roll(1, 20, why, needed=attack_number(thac0, ac, do.state.switches))


def ram_of(vessel: Vessel) -> str:
    return next((arm for arm in vessel.arms if arm.endswith("-ram")), "")


@executes("ose:vehicle.damage.mounted", "ose:vehicle.ac")
def strikes_home(do: Resolution, ac: int, who: str) -> bool:
    """Whether a ram hits; it has a THAC0 of its own."""
    roll = aimed(do, "ramming", RAM_THAC0, ac)
    do.emit(ChanceRolled("ramming", roll, bool(roll.success), who, rule=(_MOUNTED, _AC)))
    return bool(roll.success)


@executes("ose:vehicle.damage.mounted", "ose:vehicle.ac")
def ram(do: Resolution, own: Vessel, other: Vessel, who: str) -> None:
    """One ship drives its ram into another: many points of hull at once."""
    data = vessels.arms()[ram_of(own)]
    assert data.hull is not None
    if strikes_home(do, vessels.kind_of(other).ac, who):
        points = do.roll_total(data.hull, "damage of the ram").total * data.times
        vessels.batter(do, other, points, "rammed", (_MOUNTED,))
