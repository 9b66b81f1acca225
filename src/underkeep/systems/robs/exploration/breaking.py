"""Breaking things by their Material Strength, where the campaign has it: doors by main force or with a weapon, and
whatever else somebody wants to break."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks.damage import offensive
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.materials import MATERIAL_STRENGTH, is_effortless, materials, needed
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.scale import raw_power
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.equipment.arms import arms
from underkeep.systems.robs.exploration.noise import make_noise
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.state import State

DOOR, DOOR_KG = "oak", 22.5
MOST_AMOUNT = 1_000_000
_R = "scale.material"


class HackDoor(Action, frozen=True):
    """Go at a barred door with the best weapon at hand."""

    actor: str
    door: str


class BreakThing(Action, frozen=True):
    """Break so much of a material with bare hands: `56` sheets of `paper`."""

    actor: str
    amount: str
    material: str


class ThingTried(Note, frozen=True):
    """Somebody tried to break something, and how that went: at once, after a struggle, or not."""

    creature: str
    material: str
    amount: str
    need: int
    result: str


EVENTS = (ThingTried,)


@executes("robs:scale.material.rating", "robs:scale.material.amount")
def door_need() -> int:
    """An oak door is two mass levels more than an average piece of it: 3."""
    return needed(materials()[DOOR], DOOR_KG)


@executes("robs:scale.material.threshold", "robs:scale.material.tiny-creature")
def _struggle(do: Resolution, creature: Creature, need: int, what: str) -> bool:
    """Who has not the power must roll for it: the dice with STR and Scale against what is needed."""
    own = sheet(creature)
    if is_effortless(raw_power(own), need):
        return True
    parts = (Modifier("STR and Scale", raw_power(own)), *wounds.penalty(do.state, creature))
    roll: Roll = roll_dhl(do, f"{what} of {creature.id}", parts, need, by=creature)
    rule = (f"robs:{_R}.threshold", f"robs:{_R}.tiny-creature") if own.scale < 0 else (f"robs:{_R}.threshold",)
    do.emit(CheckRolled(creature.id, what, roll, bool(roll.success), rule=rule))
    return bool(roll.success)


@executes("robs:scale.material.threshold")
def push(do: Resolution, creature: Creature, door: Door) -> None:
    """A shoulder to the door, by what it is made of."""
    if _struggle(do, creature, door_need(), "forcing-doors"):
        opened = replace(door, is_open=True, tried=True, barrier=None)
        rule = (f"robs:{_R}.rating", f"robs:{_R}.threshold", f"robs:{_R}.amount")
        do.emit(DoorChanged(opened, "forced", creature.id, rule=rule))


def _barred(state: State) -> list[Door]:
    return [d for d in survey.known_doors(state) if d.kind != "opening" and not d.is_open and d.tried and d.bar]


def hackings(state: State) -> list[Action]:
    if MATERIAL_STRENGTH not in state.switches:
        return []
    return [HackDoor(m.id, door.id) for door in _barred(state) for m in state.marchers()]


def why_not_hack(state: State, action: HackDoor) -> Refusal | None:
    if MATERIAL_STRENGTH not in state.switches:
        return Refusal("In this campaign things have no Material Strength.", f"robs:{_R}.rating")
    known = any(door.id == action.door for door in _barred(state))
    return None if known else Refusal("There is no barred door of that sort here.", f"robs:{_R}.rating")


@executes("robs:scale.material.threshold", "robs:damage.odf.weapon")
def hack(do: Resolution, action: HackDoor) -> None:
    """Points of damage do as well as STR: the dice, the weapon, STR and Scale against what is needed."""
    assert do.state.dungeon is not None
    creature, door = do.state.creatures[action.actor], do.state.dungeon.doors[action.door]
    own = sheet(creature)
    best = max(arms(creature.items, own.attacks, own.scale).melee, key=lambda arm: arm.odf)
    parts = (*offensive(do.state, creature, best), Modifier("Scale", own.scale))
    make_noise(do)
    roll = roll_dhl(do, f"hacking by {creature.id}", tuple(m for m in parts if m.amount), door_need(), by=creature)
    rule = (f"robs:{_R}.threshold", f"robs:{_R}.rating", f"robs:{_R}.amount")
    do.emit(CheckRolled(creature.id, "hacking", roll, bool(roll.success), rule=rule))
    if roll.success:
        opened = replace(door, is_open=True, tried=True, barrier=None)
        do.emit(DoorChanged(opened, "forced", creature.id, rule=rule))


def _amount(text: str) -> float | None:
    try:
        amount = float(text.split()[0]) if text.split() else 0.0
    except ValueError:
        return None
    return amount if 0 < amount <= MOST_AMOUNT else None


def why_not_break(state: State, action: BreakThing) -> Refusal | None:
    if MATERIAL_STRENGTH not in state.switches:
        return Refusal("In this campaign things have no Material Strength.", f"robs:{_R}.rating")
    if action.material not in materials():
        return Refusal(f"Nobody has measured that; there are {', '.join(materials())}.", f"robs:{_R}.rating")
    return None if _amount(action.amount) is not None else Refusal("So much, in a number, please.", f"robs:{_R}.amount")


@executes(
    "robs:scale.material.paper",
    "robs:scale.material.average-amount",
    "robs:scale.material.amount",
    "robs:scale.material.tiny-creature",
)
def break_thing(do: Resolution, action: BreakThing) -> None:
    """At once, after a struggle, or not at all."""
    creature, material, amount = do.state.creatures[action.actor], materials()[action.material], _amount(action.amount)
    assert amount is not None
    need = needed(material, amount)
    at_once = is_effortless(raw_power(sheet(creature)), need)
    done = at_once or _struggle(do, creature, need, f"breaking {action.material}")
    result = "at once" if at_once else "after a struggle" if done else "not"
    rule = (material.rule, f"robs:{_R}.amount", f"robs:{_R}.average-amount", f"robs:{_R}.threshold")
    do.emit(ThingTried(creature.id, action.material, f"{amount:g} {material.unit}", need, result, rule=rule))
