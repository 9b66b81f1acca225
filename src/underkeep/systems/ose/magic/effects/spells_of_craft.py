"""Spells that mend, shield, light the way, and open or close doors."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, lights
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.class_abilities import is_caster
from underkeep.systems.ose.checks.provisions import DRINK, FOOD
from underkeep.systems.ose.equipment.light import LASTING
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effect, fizzle, resists, until
from underkeep.systems.ose.magic.spells import Afflict, Bestow, Heal, HoldDoor, Knock, Purify, ShedLight
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Healed
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import SQUARE_FEET, distance
from underkeep.world.light import Light, LightLit
from underkeep.world.party import Counted
from underkeep.world.state import State, square_of

MAGIC_LIGHT = "light-spell"
PURIFIED_RATIONS = 12
_HELD, _LOCK, _POWER = "held until:", "wizard lock:", "power:"


@executes("ose:healing.magical", "ose:healing.cap")
@effect(Heal)
def heal(do: Resolution, casting: Casting, healing: Heal) -> None:
    """Works at once, never above the most; or it ends a paralysis instead."""
    creature = do.state.creatures[casting.target]
    for name in healing.or_cures:
        if creature.condition(name) is not None:
            do.emit(ConditionEnded(creature.id, name, rule=CAST))
            return
    roll = do.roll_total(healing.dice, f"{casting.written.name} on {creature.id}")
    hp = min(creature.max_hp, creature.hp + roll.total)
    do.emit(Healed(creature.id, hp - creature.hp, hp, rule=("ose:healing.magical", "ose:healing.cap")))


@effect(Bestow)
def grant(do: Resolution, casting: Casting, gift: Bestow) -> None:
    """On the caster, on one friend, or on the whole party within range."""
    end = until(do, casting)
    if casting.use.target == "party":
        for id in _party(do.state, casting):
            bestow(do, id, gift.condition, end, casting.level)
    else:
        bestow(do, casting.target or casting.caster, gift.condition, end, 0)


def _party(state: State, casting: Casting) -> list[str]:
    caster = state.creatures[casting.caster]
    if state.grid is None:
        return [c.id for c in state.marchers()]
    reach = casting.written.reach_feet(casting.use, casting.level) // SQUARE_FEET
    at = square_of(caster)
    return [c.id for c in state.active(caster.side) if c.at is not None and distance(at, c.at) <= reach]


@effect(Afflict)
def afflict(do: Resolution, casting: Casting, harm: Afflict) -> None:
    target = casting.target
    if is_immune_to(do.state.creatures[target], harm.condition):
        fizzle(do, casting)
    elif not resists(do, casting, target):
        bestow(do, target, harm.condition, until(do, casting))


@effect(ShedLight)
def shed_light(do: Resolution, casting: Casting, light: ShedLight) -> None:
    """Light goes where the caster goes, or undoes magical darkness. One that lasts is put on a coin to keep."""
    if zones.lift(do, zones.DARK, CAST):
        return
    end, kind, name = until(do, casting), MAGIC_LIGHT, "magical light"
    if casting.written.spell.duration.lasts == "permanent":
        kind, name = LASTING, "coin of continual light"
        items = carrying.more(do.state.creatures[casting.caster].items, Item(kind, name))
        do.emit(ItemsChanged(casting.caster, items, f"made a {name}", rule=CAST))
        if do.state.party is None or do.state.party.place == "town":
            return
    do.emit(LightLit(Light(lights.new_id(do.state), casting.caster, kind, name, light.radius_feet, end), rule=CAST))


@executes("ose:doors.monsters-open")
@effect(HoldDoor)
def hold_door(do: Resolution, casting: Casting, _: HoldDoor) -> None:
    """A shut door is held; the caster's level decides who is strong enough to get through all the same."""
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[casting.target]
    end = until(do, casting)
    do.emit(DoorChanged(replace(door, is_open=False, fast="held", tried=True), "held", casting.caster, rule=CAST))
    do.emit(Counted(f"{_POWER}{door.id}", casting.level))
    if end is None:
        do.emit(Counted(f"{_LOCK}{door.id}:{casting.caster}", 1))
    else:
        do.emit(Counted(f"{_HELD}{door.id}", end))


@executes("ose:doors.locked")
@effect(Knock)
def knock(do: Resolution, casting: Casting, _: Knock) -> None:
    """Opens the stuck, the locked, the barred and the held. A wizard lock is only passed: it closes again."""
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[casting.target]
    if is_wizard_locked(do.state, door):
        open_held(do, door, casting.caster)
    else:
        open_by_magic(do, door, casting.caster)


def open_held(do: Resolution, door: Door, by: str) -> None:
    """Through a door that magic holds, without ending the magic."""
    do.emit(DoorChanged(replace(door, is_open=True, found=True, tried=True), "opened", by, rule=CAST))


def is_wizard_locked(state: State, door: Door) -> bool:
    counts = state.party.counts if state.party is not None else {}
    return any(key.startswith(f"{_LOCK}{door.id}:") and value for key, value in counts.items())


def passes(state: State, creature: str, door: Door) -> bool:
    """Whether somebody gets through a door that magic holds: whoever locked it, and those three levels above."""
    if door.fast != "held" or state.party is None:
        return False
    counts = state.party.counts
    if counts.get(f"{_LOCK}{door.id}:{creature}"):
        return True
    from_level = counts.get(f"{_POWER}{door.id}", 0) + HoldDoor().levels_above
    who = state.creatures[creature]
    if is_wizard_locked(state, door):
        return is_caster(who) and sheet(who).level >= from_level
    return sheet(who).level >= from_level


@executes("ose:time.resources")
def release(do: Resolution) -> None:
    """Doors whose spell has run out are plain doors again."""
    party, dungeon = do.state.party, do.state.dungeon
    if party is None or dungeon is None:
        return
    for key, end in party.counts.items():
        if key.startswith(_HELD) and 0 < end <= do.state.now:
            door = dungeon.doors[key.removeprefix(_HELD)]
            do.emit(Counted(key, 0))
            if door.fast == "held":
                do.emit(DoorChanged(replace(door, fast=""), "released", rule=("ose:time.resources",)))


@effect(Purify)
def purify(do: Resolution, casting: Casting, _: Purify) -> None:
    """Spoilt food and foul water in a pack are good again, as much as a dozen eat."""
    creature = do.state.creatures[casting.target]
    left, items = PURIFIED_RATIONS, []
    for item in creature.items:
        is_spoilt = item.broken and item.kind in (*FOOD, *DRINK)
        if is_spoilt and item.count <= left:
            left -= item.count
            items.append(replace(item, broken=False))
        else:
            items.append(item)
    if left == PURIFIED_RATIONS:
        fizzle(do, casting)
    else:
        do.emit(ItemsChanged(creature.id, tuple(items), "purified", rule=CAST))


@executes("ose:doors.locked")
def open_by_magic(do: Resolution, door: Door, by: str) -> None:
    """Magic opens the stuck, the locked and the magically held."""
    opened = replace(door, is_open=True, found=True, tried=True, fast="")
    do.emit(DoorChanged(opened, "opened", by, rule=("ose:doors.locked",)))
