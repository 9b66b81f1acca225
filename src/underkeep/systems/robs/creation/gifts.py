"""Gifts and Faults, where the campaign has them, and what they are exchanged for."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import Question, put
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.basics.traits import RangedBonus, TaskBonus, Trait
from underkeep.world.creature import CreationStepTaken

GIFTS = "gifts-and-faults"
TRADE = "trade-gifts-for-attributes"
_R = "creation.gifts"


@executes("robs:creation.gifts.allowed", "robs:creation.gifts.value")
def chosen(do: Resolution, who: Recruit) -> tuple[str, ...]:
    """The Gifts and Faults that a recruit wants; there are none where the campaign has no such thing, and a Gift needs
    Faults of as much worth unless it may be paid for with attributes."""
    if GIFTS in do.state.switches:
        told = tuple(f"{id}: {gift.worth:+d}" for id, gift in compendium.gifts().items())
        put(who, "gifts", lambda: Question("gifts", "Gifts and Faults", "none", {}, told, "excellent-vision, clumsy"))
    text = who.choices.get("gifts", "").strip().lower()
    if text in ("", "none"):
        return ()
    if GIFTS not in do.state.switches:
        raise UnderkeepError(f"This campaign has no Gifts and Faults; turn on {GIFTS} to have them.")
    names = tuple("-".join(part.split()) for part in text.split(","))
    for name in names:
        if name not in compendium.gifts():
            raise UnderkeepError(f'"{name[:40]}" is no Gift or Fault; there are {", ".join(compendium.gifts())}.')
    if TRADE not in do.state.switches and _worth(names) > 0:
        raise UnderkeepError("Gifts must be made up for by Faults of as much worth.")
    return names


def _worth(names: tuple[str, ...]) -> int:
    return sum(compendium.gifts()[name].worth for name in names)


@executes("robs:creation.gifts.trade")
def extra_points(do: Resolution, names: tuple[str, ...]) -> int:
    """A Fault gives attribute points and a Gift costs them, where they may be traded."""
    return -_worth(names) if TRADE in do.state.switches else 0


@executes(
    "robs:creation.gifts.excellent-vision",
    "robs:creation.gifts.poor-vision",
    "robs:creation.gifts.powerful",
    "robs:creation.gifts.severe-fault",
)
def apply(do: Resolution, id: str, own: RobsSheet, names: tuple[str, ...]) -> RobsSheet:
    """What each does to checks, shots and sight."""
    if not names:
        return own
    traits: list[Trait] = []
    for name in names:
        gift = compendium.gifts()[name]
        traits += [TaskBonus(task, amount) for task, amount in gift.tasks.items()]
        traits += [RangedBonus(gift.ranged)] if gift.ranged else []
    values: dict[str, str | int] = {compendium.gifts()[n].name: f"{compendium.gifts()[n].worth:+d}" for n in names}
    values |= {f"on {t.task}": f"{t.amount:+d}" for t in traits if isinstance(t, TaskBonus)}
    shots = sum(t.amount for t in traits if isinstance(t, RangedBonus))
    values |= {"on shots": f"{shots:+d}"} if shots else {}
    values["worth"] = _worth(names)
    rule = [f"robs:{_R}.allowed", f"robs:{_R}.value", *(compendium.gifts()[name].rule for name in names)]
    rule += [f"robs:{_R}.trade"] if TRADE in do.state.switches else []
    do.emit(CreationStepTaken(id, "gifts and faults", values, rule=tuple(dict.fromkeys(rule))))
    return replace(own, gifts=names, traits=(*own.traits, *traits))


def is_blind(names: tuple[str, ...]) -> bool:
    return any(compendium.gifts()[name].blind for name in names)
