"""What a creature can attack with: weapons carried, fists, and the routines of monsters."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.compendium import Routine, Strike
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed, fewer
from underkeep.world.light import Light
from underkeep.world.state import State

PUNCH = Routine("punch", (Strike("punch", parse("1d2")),))
TORCH, THROWN_TORCH, BURNING_OIL = "torch", "thrown torch", "burning oil"
_BURNS = ("fire",)
FLAMES = {
    TORCH: Routine(TORCH, (Strike("torch", parse("1d6"), _BURNS),)),
    THROWN_TORCH: Routine(THROWN_TORCH, (Strike("thrown torch", parse("1d6"), _BURNS),), range_feet=30),
    BURNING_OIL: Routine(BURNING_OIL, (Strike("flask of burning oil"),), range_feet=30),
}
"""What is no weapon and burns: the harm of a weapon for one hand, or of what catches fire."""
OWN_WEAPON = "weapon"
MANY_ARMED = "many-armed"


class Arm(NamedTuple):
    """One way to attack; distances in squares, `range` 0 in melee."""

    weapon: str
    reach: int
    range: int
    leap: int


@lru_cache(maxsize=1024)
def _with_weapon(kind: str) -> Routine:
    weapon = compendium.weapons()[kind]
    strike = Strike(weapon.name.lower(), weapon.damage, weapon.kinds, True)
    return Routine(kind, (strike,), range_feet=weapon.range_feet)


def routine_of(creature: Creature, weapon: str) -> Routine:
    """The strikes that an attack with this weapon makes.

    knave:equipment.melee.one-handed, equipment.melee.two-handed, equipment.missile.sling, equipment.missile.bow
    """
    if creature.conditions:
        form = spell_conditions.form_of(creature)
        if form is not None:
            return next(routine for routine in form.attacks if routine.name == weapon)
        if weapon in compendium.weapons() and spell_conditions.level_of(creature, MANY_ARMED):
            return _many_armed(weapon, creature.items, spell_conditions.level_of(creature, MANY_ARMED))
    if weapon in compendium.weapons():
        return _with_weapon(weapon)
    if weapon in FLAMES:
        return FLAMES[weapon]
    stats = compendium.monsters().get(creature.kind)
    if stats is not None:
        for routine in stats.attacks:
            if routine.name == weapon:
                return routine
    assert weapon == PUNCH.name, f"{creature.id} has no {weapon}"
    return PUNCH


@lru_cache(maxsize=1024)
def _many_armed(weapon: str, items: tuple[Item, ...], extra: int) -> Routine:
    """A strike more for every further arm: with another melee weapon that is carried, else with a fist."""
    first = _with_weapon(weapon)
    if first.range_feet:
        return first
    known = compendium.weapons()
    whole = [i.kind for i in items if i.kind in known and not i.broken and not known[i.kind].range_feet]
    if weapon in whole:
        whole.remove(weapon)
    more = [replace(_with_weapon(kind).strikes[0], is_weapon=False) for kind in whole if known[kind].hands == 1]
    fists = [PUNCH.strikes[0]] * extra
    return replace(first, strikes=(*first.strikes, *[*more, *fists][:extra]))


def flame_of(state: State, id: str) -> Light | None:
    """The lit torch that somebody bears."""
    return next((x for x in state.lights if x.bearer == id and x.kind == TORCH), None)


def arms_of(creature: Creature) -> tuple[Arm, ...]:
    """Every way to attack that the creature has now, in the shape and with the limbs that magic gave it."""
    if not creature.conditions:
        return arms(creature.kind, creature.items)
    form = spell_conditions.form_of(creature)
    found = arms(creature.kind, creature.items)
    if form is not None:
        found = tuple(Arm(routine.name, 1, 0, 0) for routine in form.attacks)
    if spell_conditions.is_so(creature, "cannot_shoot"):
        found = tuple(arm for arm in found if not arm.range)
    if spell_conditions.is_so(creature, "reaches"):
        feet = max((c.level for c in creature.conditions if c.name in spell_conditions.named("reaches")), default=0)
        reach = max(2, feet // SQUARE_FEET)
        found = tuple(arm if arm.range or arm.leap else arm._replace(reach=max(arm.reach, reach)) for arm in found)
    return found


@lru_cache(maxsize=8192)
def arms(kind: str, items: tuple[Item, ...]) -> tuple[Arm, ...]:
    """Every way to attack that a creature of this kind, carrying these things, has: what it holds first.

    A weapon in the pack can be drawn and used at once. Broken weapons are of no use, nor is a bow without arrows.
    """
    weapons = compendium.weapons()
    stats = compendium.monsters().get(kind)
    whole = sorted((i for i in items if not i.broken), key=lambda item: item.place != "hand")
    found: list[Arm] = []
    if stats is not None:
        armed = any(item.kind == OWN_WEAPON and item.place == "hand" for item in whole)
        for routine in stats.attacks:
            if armed or not any(strike.is_weapon for strike in routine.strikes):
                feet = (routine.reach_feet, routine.range_feet, routine.leap_feet)
                found.append(Arm(routine.name, *(f // SQUARE_FEET for f in feet)))
    carried = {item.kind for item in whole}
    for item in whole:
        weapon = weapons.get(item.kind)
        if weapon is not None and (not weapon.ammunition or weapon.ammunition in carried):
            found.append(Arm(item.kind, 1, weapon.range_feet // SQUARE_FEET, 0))
    found = list(dict.fromkeys(found))
    has_fists = stats is None or stats.wields_weapon
    if has_fists and not any(arm.range == 0 for arm in found):
        found.append(Arm(PUNCH.name, 1, 0, 0))
    return tuple(found)


def weapon_of(creature: Creature, weapon: str) -> Item | None:
    """The creature's own weapon of this kind, whole; the one in hand first."""
    own = [item for item in creature.items if item.kind == weapon and not item.broken]
    return min(own, key=lambda item: item.place != "hand", default=None)


def make_ready(do: Resolution, id: str, weapon: str) -> None:
    """Take the weapon in hand if it is not, and take an arrow from the quiver. Ruling: arrow-price."""
    creature = do.state.creatures[id]
    drawn = weapon_of(creature, weapon)
    if drawn is None or weapon in FLAMES:
        return
    items = creature.items
    if drawn.place != "hand":
        sheathed = tuple(replace(i, place="pack") if i.place == "hand" else i for i in items)
        drawn = replace(drawn, place="hand")
        items = changed(sheathed, drawn)
        do.emit(ItemsChanged(id, items, "drew", drawn))
    ammunition = compendium.weapons()[weapon].ammunition if weapon in compendium.weapons() else ""
    if ammunition:
        arrows = next(item for item in items if item.kind == ammunition)
        rule = ("knave:equipment.missile.quiver",)
        do.emit(ItemsChanged(id, fewer(items, arrows.id), "loosed", rule=rule))
