"""What a creature can fight with at this moment."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Weapon, weapons_at
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.classes import hands_for
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State

NATURAL = "natural attacks"
PUNCH = "punch"


@executes("rampage:death.maimed.arm", "rampage:death.maimed.hand")
def _needs_two_hands_but_has_one(creature: Creature, weapon: Weapon) -> bool:
    """Whether a maimed arm or hand keeps the creature from this weapon."""
    own = sheet(creature)
    maimed = any(part in injury for injury in own.injuries for part in ("arm", "hand"))
    return maimed and hands_for(own.race, weapon) == 2


@executes("rampage:combat.space.lance-mount", "rampage:combat.space.pike-lance-indoors")
def usable(state: State, creature: Creature, weapon: Weapon) -> bool:
    """Whether the weapon can be used here at all: lances want a mount, pikes want room, two hands want two hands."""
    if "mounted-only" in weapon.qualities and not bears_a_lance(creature):
        return False
    if "no-dungeon" in weapon.qualities and is_indoors(state):
        return False
    return not _needs_two_hands_but_has_one(creature, weapon)


@executes("rampage:combat.space.lance-mount")
def bears_a_lance(creature: Creature) -> bool:
    """Whether one rides a war horse, or something as strong."""
    riding = sheet(creature).riding
    mount = compendium.monsters()[riding.kind].mount if riding is not None else None
    return mount is not None and mount.lance


@executes("rampage:combat.actions.attack.fast-draw")
@lru_cache(maxsize=4096)
def arms(items: tuple[Item, ...], kind: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The melee weapons one can strike with at once, and the missile weapons in hand. With no melee weapon in hand a
    fast one is drawn from the belt as part of the blow; a monster without weapons has what nature gave it.
    """
    held = weapons_at(items, "hand")
    melee = [name for name, weapon in held if not weapon.is_missile]
    monster = compendium.monsters().get(kind)
    if monster is not None and monster.attacks and not melee:
        melee = [NATURAL]
    if not melee:
        melee = [n for n, w in weapons_at(items, "belt") if not w.is_missile and "fast-draw" in w.qualities]
    return tuple(melee) or (PUNCH,), tuple(name for name, weapon in held if weapon.is_missile)


def melee_arms(state: State, creature: Creature) -> tuple[str, ...]:
    found = arms(creature.items, creature.kind)[0]
    known = compendium.weapons()
    fit = tuple(a for a in found if a == NATURAL or usable(state, creature, known[a]))
    return fit or (PUNCH,)


@executes("rampage:combat.actions.attack.fast-draw", "rampage:combat.actions.free.drop")
def draw_fast(do: Resolution, id: str, kind: str) -> None:
    """A fast weapon leaps from the belt; whatever was in the weapon hand falls. A shield stays on its arm."""
    drawn = False
    items = []
    for item in do.state.creatures[id].items:
        if item.kind == kind and item.place == "belt" and not drawn:
            items.append(replace(item, place="hand"))
            drawn = True
        elif item.place == "hand" and (item.kind in compendium.weapons() or item.kind in compendium.burdens()):
            items.append(replace(item, place="ground"))
        else:
            items.append(item)
    let_go = any(
        now.place == "ground" != was.place for was, now in zip(do.state.creatures[id].items, items, strict=True)
    )
    dropped = ("rampage:combat.actions.free.drop",) if let_go else ()
    rule = ("rampage:combat.actions.attack.fast-draw", *dropped)
    do.emit(ItemsChanged(id, tuple(items), "drawn", rule=rule))
