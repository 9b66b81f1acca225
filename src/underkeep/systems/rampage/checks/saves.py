"""Saving throws."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.basics.spells import borne
from underkeep.systems.rampage.characters.abilities import save_bonus
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.checks.vows import has_fallen
from underkeep.world.clock import DAY, day_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import SaveRolled

# What a saving throw may be against; each also counts as the wider kinds it belongs to.
AGAINST: dict[str, tuple[str, ...]] = {
    "general": (),
    "spell": ("spell", "magic"),
    "magic": ("magic",),
    "magic device": ("device", "magic"),
    "magic trap": ("magic-trap", "trap", "magic"),
    "trap": ("trap",),
    "poison": ("poison",),
    "poisoned blow": ("poison", "to-hit"),
    "disease": ("disease",),
    "breath": ("breath",),
    "fear": ("fear",),
    "fumble": ("fumble",),
    "disarm": ("to-hit",),
    "knock down": ("to-hit",),
    "split shield": ("to-hit",),
    "unhorse": ("to-hit",),
    "stun": ("to-hit",),
    "flask": (),
    "paralysing blow": ("to-hit",),
    "energy drain": ("to-hit",),
}
LUCKY = (
    "spell",
    "magic",
    "magic device",
    "magic trap",
    "trap",
    "poison",
    "poisoned blow",
    "disease",
    "breath",
    "fear",
    "paralysing blow",
    "energy drain",
)
LUCK_USED = "used lucky break"
_FIGHTER, _JACK, _MAGE = ("fumble", "to-hit"), ("poison", "trap", "disease"), ("spell", "device", "magic-trap")


@executes("rampage:save.monster")
def monster_save(hd: float) -> int:
    """Ruling: q.save-plus-hd, pluses are ignored and half a hit die counts as none."""
    return max(5, 20 - int(hd))


@executes(
    "rampage:save.class-bonus",
    "rampage:save.race-bonus",
    "rampage:class.fighter.save-bonus",
    "rampage:class.jack.saves",
    "rampage:class.mage.saves",
    "rampage:class.paladin.saves",
    "rampage:class.ravager.saves",
    "rampage:race.dwarf.save-magic",
    "rampage:race.gnome.saves",
    "rampage:race.halfling.saves",
)
def save_modifiers(own: RampageSheet, against: str, fallen: bool = False) -> tuple[Modifier, ...]:
    """What Wisdom, people and classes add to a save against this sort of thing; the vows add nothing to the fallen."""
    kinds = AGAINST.get(against, ())
    found: list[Modifier] = []
    if own.scores:
        found.append(Modifier("WIS", save_bonus(own.score("WIS"))))
    if own.race:
        bonuses = compendium.races()[own.race].saves
        found.append(Modifier(own.race, max((bonuses[k] for k in kinds if k in bonuses), default=0)))
    for kind, special in (("fighter", _FIGHTER), ("jack", _JACK), ("mage", _MAGE)):
        if has_type(own.classes, kind) and any(k in special for k in kinds):
            found.append(Modifier(kind, 2))
    for name in own.classes:
        found.append(Modifier(name, 0 if fallen else compendium.classes()[name].save_bonus))
    return tuple(m for m in found if m.amount)


_SAVES = {
    "fighter": ("class.fighter.save-bonus", "save.class-bonus"),
    "jack": ("class.jack.saves", "save.class-bonus"),
    "mage": ("class.mage.saves", "save.class-bonus"),
    "paladin": ("class.paladin.saves", "save.class-bonus"),
    "ravager": ("class.ravager.saves", "save.class-bonus"),
    "dwarf": ("race.dwarf.save-magic", "save.race-bonus"),
    "gnome": ("race.gnome.saves", "save.race-bonus"),
    "halfling": ("race.halfling.saves", "save.race-bonus"),
}


def _behind(own: RampageSheet, roll: Roll) -> tuple[str, ...]:
    """Behind a saving throw: what was added, and where the number comes from."""
    found = [] if own.classes else ["save.monster"]
    found += ["class.cleric.saves"] if has_type(own.classes, "cleric") else []
    for source, amount in roll.modifiers:
        found += _SAVES.get(source, ())
        if source == "WIS":
            found.append(f"abilities.wis.{'high' if amount > 0 else 'low'}-save")
    return tuple(f"rampage:{id}" for id in found)


@executes("rampage:class.paladin.warhorse-immunity")
def _divine(kind: str) -> tuple[Modifier, ...]:
    """A Paladin's horse is proof against disease and has 2 on all saves, like its master."""
    listing = compendium.monsters().get(kind)
    return (Modifier("divine", 2),) if listing is not None and listing.divine else ()


_DIVINE = "rampage:class.paladin.warhorse-immunity"


@executes("rampage:save.basic", "rampage:save.monster", "rampage:class.cleric.saves")
def save(
    do: Resolution, creature: str, against: str, modifiers: tuple[Modifier, ...] = (), number: int | None = None
) -> bool:
    """Ruling: q.save-natural, only the total counts."""
    own = sheet(do.state.creatures[creature])
    needed = own.save if number is None else number
    borne_by = do.state.creatures[creature].conditions
    fallen = has_fallen(do.state.creatures[creature])
    divine = _divine(do.state.creatures[creature].kind)
    found = (*save_modifiers(own, against, fallen), *(borne(borne_by, "save") if borne_by else ()), *divine, *modifiers)
    if divine and "disease" in AGAINST.get(against, ()):
        sure = Roll("no roll", (), needed, (), needed, True)
        do.emit(SaveRolled(creature, against, sure, True, rule=(_DIVINE,)))
        return True
    roll = do.roll(1, 20, f"save of {creature} against {against}", found, needed)
    success = bool(roll.success)
    rule = ("rampage:save.basic", *_behind(own, roll), *((_DIVINE,) if divine else ()))
    do.emit(SaveRolled(creature, against, roll, success, rule=rule))
    if not success and against in LUCKY and has_special(own, "Lucky Break"):
        return _try_luck(do, creature, against, found, needed)
    return success


@executes("rampage:class.ability.lucky-break")
def _try_luck(do: Resolution, id: str, against: str, found: tuple[Modifier, ...], needed: int) -> bool:
    """Once a day a failed save is rolled again. Ruling: the first of the day on which a life or a fight may hang."""
    if do.state.creatures[id].condition(LUCK_USED):
        return False
    rule = ("rampage:class.ability.lucky-break",)
    do.emit(ConditionGained(id, Condition(LUCK_USED, day_of(do.state.now) * DAY, 1), rule=rule))
    roll = do.roll(1, 20, f"lucky break of {id} against {against}", found, needed)
    do.emit(SaveRolled(id, against, roll, bool(roll.success), rule=rule))
    return bool(roll.success)
