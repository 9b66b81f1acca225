"""Spells that mend, shield, light the way, and open or close doors."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.barriers import barred, unbarred
from underkeep.systems.ose.basics.campaign import HeldDoor, campaign, with_campaign
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.class_abilities import is_caster
from underkeep.systems.ose.checks import healing as wounds
from underkeep.systems.ose.checks.provisions import DRINK, FOOD
from underkeep.systems.ose.equipment.light import LASTING
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.params.places import Quench
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, resists, until
from underkeep.systems.ose.magic.spells import Afflict, Bestow, Heal, HoldDoor, Knock, Purify, ShedLight
from underkeep.world.condition import ConditionEnded
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.gear import Item, ItemsChanged, more
from underkeep.world.grid import distance
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.state import State, square_of

MAGIC_LIGHT = "light-spell"
PURIFIED_RATIONS = 12
_CAP = "ose:healing.cap"


class DoorHeld(Event, frozen=True):
    """How magic holds a door from now on."""

    door: str
    held: HeldDoor

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        doors = {**casters.held_doors, self.door: self.held}
        return with_campaign(state, casters=replace(casters, held_doors=doors))


EVENTS: tuple[type[Event], ...] = (DoorHeld,)


@executes("ose:healing.magical", "ose:healing.cap", "ose:magic-item.curse.slow-healing")
@effects(Heal)
def heal(do: Resolution, casting: Casting, healing: Heal) -> None:
    """Works at once, never above the most; or it ends a paralysis instead."""
    creature = do.state.creatures[casting.target]
    for name in healing.or_cures:
        if creature.condition(name) is not None:
            do.emit(ConditionEnded(creature.id, name, rule=CAST))
            return
    roll = do.roll_total(healing.dice, f"{casting.written.name} on {creature.id}")
    if not wounds.heal(do, creature.id, roll.total, ("ose:healing.magical", _CAP)):
        fizzle(do, casting, more=(_CAP,))


@effects(Bestow)
def grant(do: Resolution, casting: Casting, gift: Bestow) -> None:
    """On the caster, on one friend, or on the whole party within range."""
    end = until(do, casting)
    if casting.use.target == "party":
        for id in _party(do.state, casting):
            bestow(do, id, gift.condition, end, casting.level, power=casting.level)
    else:
        bestow(do, casting.target or casting.caster, gift.condition, end, 0, power=casting.level)


def _party(state: State, casting: Casting) -> list[str]:
    caster = state.creatures[casting.caster]
    if state.grid is None:
        return [c.id for c in state.marchers()]
    reach = casting.written.reach_feet(casting.use, casting.level) // SQUARE_FEET
    at = square_of(caster)
    return [c.id for c in state.active(caster.side) if c.at is not None and distance(at, c.at) <= reach]


@effects(Afflict)
def afflict(do: Resolution, casting: Casting, harm: Afflict) -> None:
    target = casting.target
    if is_immune_to(do.state.creatures[target], harm.condition):
        fizzle(do, casting)
    elif not resists(do, casting, target):
        bestow(do, target, harm.condition, until(do, casting), power=casting.level)


@effects(ShedLight)
def shed_light(do: Resolution, casting: Casting, light: ShedLight) -> None:
    """Light goes where the caster goes, or undoes magical darkness. One that lasts is put on a coin to keep."""
    if zones.lift(do, zones.DARK, CAST):
        return
    end, kind, name = until(do, casting), MAGIC_LIGHT, "magical light"
    if casting.written.spell.duration.lasts == "permanent":
        kind, name = LASTING, "coin of continual light"
        items = more(do.state.creatures[casting.caster].items, Item(kind, name))
        do.emit(ItemsChanged(casting.caster, items, "made", about=name, rule=CAST))
        if do.state.party is not None and do.state.party.place == "town":
            return
    do.emit(LightLit(Light(do.state.new_light(), casting.caster, kind, name, light.radius_feet, end), rule=CAST))


@executes("ose:magic.reversible")
@effects(Quench)
def quench(do: Resolution, casting: Casting, darkness: Quench) -> None:
    """Darkness cast against a light of magic puts it out."""
    kinds = (MAGIC_LIGHT, LASTING) if darkness.lasting else (MAGIC_LIGHT,)
    lit = [light for light in do.state.lights if light.kind in kinds]
    for light in lit:
        do.emit(LightWentOut(light.id, light.bearer, light.name, "quenched", rule=CAST))
    if not lit:
        fizzle(do, casting, casting.caster)


@executes("ose:doors.monsters-open")
@effects(HoldDoor)
def hold_door(do: Resolution, casting: Casting, _: HoldDoor) -> None:
    """A shut door is held; the caster's level decides who is strong enough to get through all the same."""
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[casting.target]
    end = until(do, casting)
    do.emit(DoorChanged(barred(door, "held"), "held", casting.caster, rule=CAST))
    held = replace(_held(do.state, door), level=casting.level)
    lock = (*held.locked_by, casting.caster)
    do.emit(DoorHeld(door.id, replace(held, locked_by=lock) if end is None else replace(held, until=end)))


def _held(state: State, door: Door) -> HeldDoor:
    return campaign(state).casters.held_doors.get(door.id, HeldDoor(0))


@executes("ose:doors.locked")
@effects(Knock)
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
    return bool(_held(state, door).locked_by)


def passes(state: State, creature: str, door: Door) -> bool:
    """Whether somebody gets through a door that magic holds: whoever locked it, and those three levels above."""
    if door.bar != "held" or state.party is None:
        return False
    held, who = _held(state, door), state.creatures[creature]
    if creature in held.locked_by:
        return True
    is_strong = sheet(who).level >= held.level + HoldDoor().levels_above
    return is_strong and (not held.locked_by or is_caster(who))


@executes("ose:time.resources")
def release(do: Resolution) -> None:
    """Doors whose spell has run out are plain doors again."""
    dungeon = do.state.dungeon
    if dungeon is None:
        return
    for id, held in campaign(do.state).casters.held_doors.items():
        door = dungeon.doors.get(id)
        if door is not None and held.until is not None and held.until <= do.state.now:
            do.emit(DoorHeld(id, replace(held, until=None)))
            if door.bar == "held":
                do.emit(DoorChanged(replace(door, barrier=None), "released", rule=("ose:time.resources",)))


@effects(Purify)
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
    do.emit(DoorChanged(unbarred(door, is_open=True, found=True), "opened", by, rule=("ose:doors.locked",)))
