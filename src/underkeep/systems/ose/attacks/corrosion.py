"""Attacks on what somebody wears and wields: rust, acid, and metal that swallows metal."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import Struck, on_hit
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.equipment.materials import material, one_plus_less
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.special_effects import Corrode, Rust
from underkeep.systems.ose.monsters.traits import AbsorbsMetal, Rusting
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed, fewer

_RULE = ("ose:monster.attacks.per-round",)
SPARED_A_PLUS = 10
"""The chance in a hundred, for each plus, that a magic thing comes through unharmed."""


class RustResisted(Note, frozen=True):
    """Whether a magic thing withstood the touch."""

    creature: str
    item: str
    roll: Roll
    success: bool


@executes("ose:monster.attacks.per-round")
@on_hit(Rust)
def rust(do: Resolution, struck: Struck, effect: Rust) -> None:
    """The metal that was touched: armour before a shield, and whatever else is of metal after that."""
    found = _of(struck.victim, ("metal",))
    if found:
        crumble(do, struck.victim.id, found[0])


@executes("ose:monster.attacks.per-round")
@on_hit(Corrode)
def corrode(do: Resolution, struck: Struck, effect: Corrode) -> None:
    """All that is worn of such a material, and not magical."""
    for item in _of(struck.victim, effect.materials):
        if not compendium.magic_bonus(item.kind):
            _destroy(do, struck.victim.id, item)


def _of(creature: Creature, materials: tuple[str, ...]) -> list[Item]:
    """What somebody wears of these materials, the armour first."""
    worn = [item for item in creature.items if item.place == "worn" and material(item.kind) in materials]
    return sorted(worn, key=_is_shield)


def _is_shield(item: Item) -> bool:
    armour = compendium.armour(item.kind)
    return armour is not None and armour.bonus > 0


@executes("ose:monster.attacks.per-round")
def crumble(do: Resolution, id: str, item: Item) -> None:
    """Plain metal is gone; magic withstands it by ten in a hundred for each plus, or loses one of them."""
    bonus = compendium.magic_bonus(item.kind)
    if bonus <= 0:
        _destroy(do, id, item)
        return
    roll = do.roll_at_most(1, 100, f"whether the {item.name} of {id} withstands rust", SPARED_A_PLUS * bonus)
    do.emit(RustResisted(id, item.name, roll, bool(roll.success), rule=_RULE))
    if not roll.success:
        kind = one_plus_less(item.kind)
        name = compendium.gear()[kind].name if kind in compendium.gear() else item.name
        items = do.state.creatures[id].items
        do.emit(ItemsChanged(id, changed(items, replace(item, kind=kind, name=name)), "corroded", item, rule=_RULE))


def _destroy(do: Resolution, id: str, item: Item) -> None:
    items = fewer(do.state.creatures[id].items, item.id, item.count)
    do.emit(ItemsChanged(id, items, "corroded", item, rule=_RULE))


@executes("ose:monster.attacks.per-round")
def touch_of_metal(do: Resolution, attacker: Creature, target: Creature, weapon: str) -> None:
    """A metal weapon has hit what eats or swallows metal: it crumbles, or may stick unless a save is made."""
    listing = monsters().get(target.kind)
    held = next((i for i in attacker.items if i.kind == weapon and material(i.kind) == "metal"), None)
    if listing is None or held is None:
        return
    for trait in listing.traits:
        if isinstance(trait, Rusting):
            crumble(do, attacker.id, held)
        elif isinstance(trait, AbsorbsMetal) and not compendium.magic_bonus(held.kind):
            _stick(do, attacker.id, target.id, held)


def _stick(do: Resolution, id: str, statue: str, item: Item) -> None:
    """The weapon is the statue's until it is slain, and then lies with it."""
    if save(do, id, "spells", by=statue):
        return
    do.emit(ItemsChanged(id, fewer(do.state.creatures[id].items, item.id, 1), "stuck", item, about=statue, rule=_RULE))
    stuck = replace(item, id="", count=1, place="pack")
    do.emit(ItemsChanged(statue, (*do.state.creatures[statue].items, stuck), "absorbed", rule=_RULE))
