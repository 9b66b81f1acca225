"""Measures of things that the book leaves to the referee, settled before a campaign begins and kept through it."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.rulings import stands
from underkeep.world.state import State

FIT, SMALL, BAG = (
    "robs:equipment.scale-fit",
    "robs:equipment.one-handed-small-wielder",
    "robs:magic-item.bag-of-holding",
)
SLACK = {"only its own Scale": 0, "a level of Scale off": 1, "two levels of Scale off": 2}
TOO_BIG = {"both hands from 2 levels, none from 4": 4, "none from 2 levels": 2}
BAG_KG = {"100 kg": 100, "250 kg": 250, "1000 kg": 1000}
_USUAL = {FIT: "only its own Scale", SMALL: "both hands from 2 levels, none from 4", BAG: "250 kg"}


@executes("robs:equipment.scale-fit", "robs:equipment.one-handed-small-wielder", "robs:magic-item.bag-of-holding")
def settle(do: Resolution) -> None:
    """How exactly armour must fit, how large a weapon can be for its wielder, and how much a Bag of Holding holds."""
    do.foretold(FIT, tuple(SLACK), _USUAL[FIT])
    do.foretold(SMALL, tuple(TOO_BIG), _USUAL[SMALL])
    do.foretold(BAG, tuple(BAG_KG), _USUAL[BAG])


def armour_slack(state: State) -> int:
    return SLACK[stands(state, FIT, _USUAL[FIT])]


def unusable_from(state: State) -> int:
    return TOO_BIG[stands(state, SMALL, _USUAL[SMALL])]


def bag_kilograms(state: State) -> int:
    return BAG_KG[stands(state, BAG, _USUAL[BAG])]
