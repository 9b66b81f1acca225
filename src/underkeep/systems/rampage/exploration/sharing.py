"""Who carries what of a find, and what nobody can."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Armour, Weapon
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.classes import hands_for, why_not_use
from underkeep.systems.rampage.equipment.load import burden
from underkeep.systems.rampage.equipment.magic_items import why_not_own
from underkeep.systems.rampage.exploration import division
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, more, part
from underkeep.world.state import State

_LOADS = ("unloaded", "loaded", "encumbered")


def _carriers(state: State) -> list[Creature]:
    return [c for c in state.marchers() if sheet(c).scores or c.kind == "mule"]


@executes("rampage:encumbrance.maximum")
def can_carry(creature: Creature, items: tuple[Item, ...]) -> bool:
    """Nobody carries more than three times their Strength in items."""
    return burden(sheet(creature), items) != "too much"


def share(state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
    """Each thing goes to whoever is least burdened with it, piece by piece; what nobody can carry stays."""
    given: list[tuple[str, Item]] = []
    bearers = {c.id: c for c in _carriers(state)}
    for item in items:
        taker = _taker(division.first_choice(bearers, given, item), item) or _taker(bearers, item)
        if taker is not None:
            bearers[taker] = replace(bearers[taker], items=more(bearers[taker].items, replace(item, place="pack")))
            given.append((taker, item))
    return given


def _taker(bearers: dict[str, Creature], item: Item) -> str | None:
    for most in _LOADS:
        for id, creature in bearers.items():
            carried = more(creature.items, replace(item, place="pack"))
            fits = _LOADS.index(most) >= _LOADS.index(_load(creature, carried)) and can_carry(creature, carried)
            if fits and why_not_own(creature, item) is None:
                return id
    return None


def _load(creature: Creature, items: tuple[Item, ...]) -> str:
    found = burden(sheet(creature), items)
    return found if found in _LOADS else _LOADS[-1]


def why_not_take(state: State, action: a.TakeHoard) -> Refusal | None:
    hoards = state.dungeon.hoards if state.dungeon is not None else {}
    hoard = hoards.get(action.hoard)
    if hoard is None:
        return None
    if action.to in state.creatures:
        wanted = [item for item in hoard.items if item.kind == action.item or not action.item]
        too_much = [why_not_own(state.creatures[action.to], item) for item in wanted]
        if too_much and all(too_much):
            return too_much[0]
    if not share(state, hoard.items):
        return Refusal("Nobody can carry any of that.", "rampage:encumbrance.maximum")
    return None


def why_not_give(state: State, action: a.Give) -> Refusal | None:
    item, taker = state.creatures[action.actor].item(action.item), state.creatures[action.to]
    assert item is not None
    if not sheet(taker).scores and taker.kind != "mule":
        return Refusal(f"{taker.name} carries nothing.", "rampage:encumbrance.maximum")
    if not can_carry(taker, more(taker.items, part(item, action.count))):
        return Refusal(f"{taker.name} cannot carry that too.", "rampage:encumbrance.maximum")
    return why_not_own(taker, part(item, action.count))


@executes("rampage:combat.ac.two-handed-no-shield")
def why_not_equip(state: State, action: a.Equip) -> Refusal | None:
    """What a people or a class may never use is not taken in hand, nor more than two hands can hold; armour is worn one
    at a time.
    """
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    thing = compendium.gear().get(item.kind)
    if is_character(creature) and isinstance(thing, Weapon | Armour) and action.place != "pack":
        why = why_not_use(sheet(creature).race, sheet(creature).classes, item.kind)
        if why is not None:
            return Refusal(f"{why[0]}.", why[1])
    if action.place == "worn":
        return _why_not_wear(creature, item, thing)
    if action.place == "hand":
        full = sum(_hands(creature, i) for i in creature.items if i.place == "hand" and i.id != item.id)
        if full + _hands(creature, item) > 2:
            return Refusal(f"{creature.name} has no hand free for that.", "rampage:combat.ac.two-handed-no-shield")
    return None


def _why_not_wear(creature: Creature, item: Item, thing: object) -> Refusal | None:
    if not isinstance(thing, Armour) or thing.shield:
        return Refusal("That is not worn.", "rampage:combat.ac.values")
    if any(i.place == "worn" and i.id != item.id for i in creature.items if i.kind in compendium.armours()):
        return Refusal(f"{creature.name} wears armour already.", "rampage:combat.ac.values")
    return None


def _hands(creature: Creature, item: Item) -> int:
    weapon, burdens = compendium.weapons().get(item.kind), compendium.burdens()
    if weapon is not None:
        return hands_for(sheet(creature).race, weapon)
    return burdens[item.kind].hands if item.kind in burdens and burdens[item.kind].hands else 1
