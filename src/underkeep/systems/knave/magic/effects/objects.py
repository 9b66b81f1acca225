"""Spells on things: doors, locks, traps, hoards, lights, houses and coaches."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import exploration, survey
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics.barriers import Bar
from underkeep.systems.knave.basics.spell_listings import (
    BarWay,
    Carry,
    Filch,
    HandleTrap,
    Lure,
    OpenWays,
    ShedLight,
    Shelter,
)
from underkeep.systems.knave.checks import healing
from underkeep.systems.knave.checks.saves import spared
from underkeep.systems.knave.equipment import inventory
from underkeep.systems.knave.magic.spell_effects import CAST, Casting, effects, fizzle, outcome_on, until
from underkeep.world.dungeon import Door, DoorChanged, Feature, FeatureChanged, GroupChanged, HoardChanged, TrapChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import distance
from underkeep.world.light import Light, LightLit

NIGHT_SECONDS = 8 * 3600
WATCHES = 2


@effects(OpenWays)
def open_ways(do: Resolution, casting: Casting, effect: OpenWays) -> None:
    """The door chosen, then others of the area that the party knows."""
    assert do.state.dungeon is not None
    first = do.state.dungeon.doors[casting.target]
    others = [d for d in survey.known_doors(do.state) if d.id != first.id and d.kind != "opening"]
    fast = [first, *(d for d in others if d.bar and not d.is_open)]
    for door in fast[: casting.number(effect.count)]:
        do.emit(DoorChanged(_opened(door, effect.how), effect.how, casting.caster, rule=CAST))


def _opened(door: Door, how: str) -> Door:
    if how == "reshaped":
        return replace(door, kind="opening", barrier=None, is_open=True, found=True, tried=True)
    return replace(door, barrier=None, is_open=True, tried=True)


@effects(BarWay)
def bar_way(do: Resolution, casting: Casting, effect: BarWay) -> None:
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[casting.target]
    held = replace(door, barrier=Bar("held"), is_open=False, tried=True)
    do.emit(DoorChanged(held, "held by magic", casting.caster, rule=CAST))


@effects(HandleTrap)
def handle_trap(do: Resolution, casting: Casting, effect: HandleTrap) -> None:
    assert do.state.dungeon is not None
    trap = do.state.dungeon.traps[casting.target]
    do.emit(TrapChanged(replace(trap, state="sprung"), "sprung from afar", rule=CAST))


@executes("knave:encumbrance.no-excess", "knave:magic.save.half")
@effects(Filch)
def filch(do: Resolution, casting: Casting, effect: Filch) -> None:
    """Out of a foe's pack or hand, or out of a hoard, whose trap nothing sets off."""
    count = casting.number(effect.count)
    if casting.use.target == "hoard":
        assert do.state.dungeon is not None
        hoard = do.state.dungeon.hoards[casting.target]
        left = _take(do, casting, hoard.items, count)
        do.emit(HoardChanged(replace(hoard, items=left), "filched from", rule=CAST))
        return
    outcome = outcome_on(do, casting, casting.target)
    items = do.state.creatures[casting.target].items
    left = _take(do, casting, items, spared(count, outcome))
    if left == items:
        fizzle(do, casting)
    else:
        do.emit(ItemsChanged(casting.target, left, "robbed-by-magic", rule=CAST))


def _take(do: Resolution, casting: Casting, items: tuple[Item, ...], count: int) -> tuple[Item, ...]:
    """Put the first things that fit with the caster's; what is left of them."""
    left = list(items)
    for item in items:
        caster = do.state.creatures[casting.caster]
        taken = replace(item, place="pack")
        if count > 0 and item.place != "worn" and inventory.fits(caster, taken):
            do.emit(ItemsChanged(caster.id, inventory.added(caster.items, taken), "filched", taken, rule=CAST))
            left.remove(item)
            count -= 1
    return tuple(left)


@effects(ShedLight)
def shed_light(do: Resolution, casting: Casting, effect: ShedLight) -> None:
    light = Light(
        do.state.new_light(),
        casting.caster,
        casting.id,
        casting.spell.name,
        effect.radius_feet,
        until(do, casting, effect.lasts),
    )
    do.emit(LightLit(light, rule=CAST))


@executes("knave:healing.hp-each-morning")
@effects(Shelter)
def shelter(do: Resolution, casting: Casting, effect: Shelter) -> None:
    """A night behind its doors, for as many as there are rooms; it is no safe haven, so wounds do not heal."""
    dungeon, _, area = survey.here(do.state)
    id = do.state.new_id("feature", dungeon.features)
    do.emit(FeatureChanged(Feature(id, area.id, casting.spell.name, "standing"), "appeared", rule=CAST))
    pass_time(do, NIGHT_SECONDS, "rest")
    for member in do.state.marchers()[: casting.number(effect.rooms)]:
        healing.wake(do, member.id, WATCHES, has_eaten=True, in_haven=False)
    do.emit(FeatureChanged(Feature(id, area.id, casting.spell.name, "gone"), "vanished", rule=CAST))


@effects(Carry)
def carry(do: Resolution, casting: Casting, effect: Carry) -> None:
    """There is a seat for everybody or the coach does not stop."""
    if len(do.state.marchers()) > casting.number(effect.seats):
        fizzle(do, casting)
    else:
        exploration.leave(do)


@effects(Lure)
def lure(do: Resolution, casting: Casting, effect: Lure) -> None:
    """The nearest monsters that are awake go to look one area further on."""
    dungeon, at, here = survey.here(do.state)
    groups = [g for g in dungeon.groups_on(at.level) if g.count > 0 and g.awake and g.area != here.id]
    groups.sort(key=lambda g: min(distance(s, at.square) for s in dungeon.areas[g.area].squares))
    lured = groups[: casting.number(effect.count)]
    for group in lured:
        beyond = [d.beyond(group.area) for d in dungeon.doors_of(group.area)]
        ways = [area for area in beyond if area != here.id]
        if ways:
            do.emit(GroupChanged(replace(group, area=ways[0]), "lured away", rule=CAST))
    if not lured:
        fizzle(do, casting)
