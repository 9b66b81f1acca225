"""Light sources: how far they shine, how long they burn, and what becomes of one that is dropped."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying, content
from underkeep.procedures import delve_actions as a
from underkeep.procedures.questions import LightKind
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.measures import INCH_FEET, TURN_SECONDS
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.classes import hands_for, has_type
from underkeep.world.creature import Creature, DamageRolled, Harmed
from underkeep.world.gear import ItemsChanged, changed
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.state import State

LANTERN, WITH_CANDLE, SHUTTERED, WAX, TALLOW = (
    "lantern",
    "candle-lantern",
    "shuttered-lantern",
    "wax-candle",
    "tallow-candle",
)
OIL = "lamp-oil"
TINDER_BOX = "tinder-box"
TABLE = "rampage:light.sources-table"
FLOOR_FIRE = "burning oil"
_BURN = parse("1d4")
_FLOOR_ROUNDS = parse("1d3")
_ROUND = 60


class Source(Struct, frozen=True):
    """A line of the book's table; `dropped` is what becomes of it then."""

    radius_in: int
    turns: int
    fuel: str
    dropped: Literal["burns", "goes out", "spills"]
    rule: str


class TrimLantern(Action, frozen=True):
    """Make a lantern ready for another fuel: oil, or a candle of wax."""

    actor: str
    fuel: str


class LightDropped(Note, frozen=True):
    """A light fell to the ground, and what became of it: burns, out, on the floor, or over whoever dropped it."""

    creature: str
    name: str
    what: str
    roll: Roll | None = None


@cache
def sources() -> dict[str, Source]:
    return content.load(compendium.PACKAGE, "lights", Source)


@executes("rampage:light.sources-table", "rampage:light.shuttered.candle", "rampage:light.wax-candle-in-lantern")
@cache
def kinds() -> dict[str, LightKind]:
    """What can be lit, as the table has it."""
    return {
        kind: LightKind(source.radius_in * INCH_FEET, source.turns * TURN_SECONDS, source.fuel)
        for kind, source in sources().items()
    }


@executes("rampage:light.sources-table", "rampage:light.shuttered.candle", "rampage:light.wax-candle-in-lantern")
def why_not_light(state: State, action: a.LightUp) -> Refusal | None:
    """A light wants its fuel: a lantern a pint of oil or a candle of wax, a shuttered one wax alone."""
    bearer, source = state.creatures[action.actor], sources().get(action.item)
    if source is None or not carrying.has(bearer, action.item):
        return Refusal(f"{bearer.name} has no such light.", TABLE)
    if not carrying.has(bearer, source.fuel):
        needed = compendium.gear()[source.fuel].name
        return Refusal(f"{bearer.name} has no {needed.lower()} for that.", source.rule)
    if any(light.bearer == bearer.id and light.kind == action.item for light in state.lights):
        return Refusal(f"{bearer.name} bears one already.", TABLE)
    return None


# Candles in lanterns


def trimmings(state: State) -> list[Action]:
    found: list[Action] = []
    for creature in state.marchers():
        found += [TrimLantern(creature.id, WAX)] if carrying.has(creature, LANTERN) else []
        found += [TrimLantern(creature.id, OIL)] if carrying.has(creature, WITH_CANDLE) else []
    return found


@executes("rampage:light.wax-candle-in-lantern")
def why_not_trim(state: State, action: TrimLantern) -> Refusal | None:
    """Wax burns in a lantern as oil does; tallow does not."""
    bearer = state.creatures[action.actor]
    if action.fuel not in (WAX, OIL):
        return Refusal("A lantern burns oil or a candle of wax.", "rampage:light.wax-candle-in-lantern")
    if not carrying.has(bearer, LANTERN if action.fuel == WAX else WITH_CANDLE):
        return Refusal(f"{bearer.name} has no such lantern to make ready.", "rampage:light.wax-candle-in-lantern")
    return None


@executes("rampage:light.wax-candle-in-lantern")
def trim(do: Resolution, action: TrimLantern) -> None:
    """The lantern is another from now on, until it is made ready again."""
    before, after = (LANTERN, WITH_CANDLE) if action.fuel == WAX else (WITH_CANDLE, LANTERN)
    items = do.state.creatures[action.actor].items
    item = next(i for i in items if i.kind == before and not i.broken)
    ready = replace(item, kind=after, name=compendium.gear()[after].name)
    rule = ("rampage:light.wax-candle-in-lantern",)
    do.emit(ItemsChanged(action.actor, changed(items, ready), "trimmed", ready, rule=rule))


# Shutters


@executes("rampage:light.shuttered.hand", "rampage:light.shuttered.use")
def is_shuttered(state: State, light: Light) -> bool:
    """Whether a light gives nobody away: a shuttered lantern of a jack who has a hand at its shutter."""
    bearer = state.creatures[light.bearer]
    return light.kind == SHUTTERED and has_type(sheet(bearer).classes, "jack") and free_hands(bearer) >= 1


def free_hands(creature: Creature) -> int:
    """How many hands hold neither weapon nor shield nor anything big."""
    known, burdens, full = compendium.weapons(), compendium.burdens(), 0
    for item in creature.items:
        if item.place == "hand" and not item.broken:
            weapon = known.get(item.kind)
            full += hands_for(sheet(creature).race, weapon) if weapon is not None else 1
            full += burdens[item.kind].hands - 1 if item.kind in burdens else 0
    return max(0, 2 - full)


# Dropping


@executes("rampage:light.drop.torch", "rampage:light.drop.candle", "rampage:light.drop.oil")
def drop(do: Resolution, light: Light) -> None:
    """What becomes of a light that falls to the ground. A lamp that spills may burn on the floor for a few rounds, or
    over whoever dropped it.
    """
    source = sources().get(light.kind)
    how = source.dropped if source is not None else "burns"
    if how == "burns":
        do.emit(LightDropped(light.bearer, light.name, "burns", rule=("rampage:light.drop.torch",)))
    elif how == "goes out":
        do.emit(LightDropped(light.bearer, light.name, "out", rule=("rampage:light.drop.candle",)))
        do.emit(LightWentOut(light.id, light.bearer, light.name, "fallen", rule=("rampage:light.drop.candle",)))
    else:
        _spill(do, light)


def _spill(do: Resolution, light: Light) -> None:
    rule = ("rampage:light.drop.oil",)
    roll = do.roll(1, 6, f"oil spilt by {light.bearer}")
    what = "out" if roll.total <= 2 else "on the floor" if roll.total <= 4 else "over"
    do.emit(LightDropped(light.bearer, light.name, what, roll, rule=rule))
    do.emit(LightWentOut(light.id, light.bearer, light.name, "fallen", rule=rule))
    if what == "on the floor":
        rounds = do.roll_total(_FLOOR_ROUNDS, "rounds that spilt oil burns").total
        until = do.state.now + rounds * _ROUND
        fire = Light(do.state.new_light(), light.bearer, FLOOR_FIRE, "Burning oil", light.radius, until)
        do.emit(LightLit(fire, rule=rule))
    elif what == "over":
        hurt = do.state.creatures[light.bearer]
        burn = do.roll_total(_BURN, f"burning oil on {light.bearer}")
        do.emit(DamageRolled("", light.bearer, "burning oil", burn, rule=rule))
        if hurt.status == "up":
            do.emit(Harmed(light.bearer, burn.total, max(0, hurt.hp - burn.total), "", "fire", rule=rule))
