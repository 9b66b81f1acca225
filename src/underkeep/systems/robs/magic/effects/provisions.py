"""Spells on food and water: clean, spoilt, or holy."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.spell_listings import Hallow, Purify
from underkeep.systems.robs.magic.spell_effects import Casting, SpellFailed, effects
from underkeep.world.gear import Item, ItemsChanged, fewer, more

RATIONS, ROTTEN, WATER, FOUL = "rations", "rotten-rations", "water", "foul-water"
VIAL, HOLY = "vial-of-water", "holy-water"
FOOD, DRINK = "food", "drink"


@executes("robs:spell.purify.effect", "robs:spell.purify.reverse", "robs:spell.purify.afterwards")
def amount(effect: Purify, choice: str, level: int) -> int:
    """A meal a level, or four litres of drink."""
    return (effect.litres_per_level if choice == DRINK else effect.meals_per_level) * level


@executes("robs:spell.purify.effect", "robs:spell.purify.reverse", "robs:spell.purify.afterwards")
@effects(Purify)
def purify(do: Resolution, at: Casting, effect: Purify) -> None:
    """So many meals or litres are made fit to eat or drink, or unfit; poison is not touched, and nothing keeps them
    from going bad again."""
    before, after = (FOUL, WATER) if at.choice == DRINK else (ROTTEN, RATIONS)
    if effect.spoils:
        before, after = after, before
    target = do.state.creatures[at.target]
    left, items = amount(effect, at.choice, at.level), target.items
    changed = 0
    for item in target.items:
        if item.kind == before:
            count = min(left - changed, item.count)
            items = more(fewer(items, item.id, count), Item(after, compendium.sundries()[after].name, count=count))
            changed += count
    rule = compendium.rules_of(at.written.form.rule)
    if not changed:
        do.emit(SpellFailed(at.caster, at.written.name, "nothing to change", rule=rule))
        return
    made = Item(after, compendium.sundries()[after].name, count=changed)
    verb = "spoilt" if effect.spoils else "purified"
    do.emit(ItemsChanged(target.id, items, verb, made, rule=rule))


@executes("robs:spell.holy-water.effect", "robs:spell.holy-water.keeps")
@effects(Hallow)
def hallow(do: Resolution, at: Casting, effect: Hallow) -> None:
    """A vial of water becomes holy, and stays so until it is used; without a vial it runs away through the fingers."""
    caster = do.state.creatures[at.caster]
    rule = compendium.rules_of(at.written.form.rule)
    vial = next((item for item in caster.items if item.kind == VIAL), None)
    if vial is None:
        do.emit(SpellFailed(at.caster, at.written.name, "no vial to hold it", rule=rule[:1]))
        return
    made = Item(HOLY, compendium.sundries()[HOLY].name, count=min(effect.vials, vial.count))
    items = more(fewer(caster.items, vial.id, made.count), made)
    do.emit(ItemsChanged(caster.id, items, "hallowed", made, rule=rule))
