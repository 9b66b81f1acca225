"""Spells that a class gives its own to cast without power, so many times a day."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.vows import has_fallen
from underkeep.world.clock import DAY, day_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature


class Gift(Struct, frozen=True):
    """Which classes have it from which level, the spell, how often a day, and the thing it takes."""

    classes: tuple[str, ...]
    level: int
    spell: str
    a_day: int
    rules: tuple[str, ...]
    vowed: bool = False
    item: str = ""


GIFTS = {
    "holy-symbol": Gift(
        ("militant", "spiritual"), 1, "righteous-light", 2, ("rampage:class.ability.holy-symbol",), item="holy-symbol"
    ),
    "paladin": Gift(("paladin",), 8, "blaze-of-justice", 3, ("rampage:class.paladin.blaze-of-justice",), True),
    "ravager": Gift(("ravager",), 8, "protecting-shadow", 3, ("rampage:class.ravager.protecting-shadow",), True),
}
DEVICES = ("holy-symbol",)


def used(name: str) -> str:
    """The name under which is kept how often something of a day has been used."""
    return f"used {name}"


@executes(
    "rampage:class.ability.holy-symbol",
    "rampage:class.paladin.blaze-of-justice",
    "rampage:class.ravager.protecting-shadow",
)
def castable(creature: Creature) -> list[tuple[str, str]]:
    """The spells somebody has by gift: from the level on, while the thing is there and the faith is kept."""
    own = sheet(creature)
    found = []
    for name, gift in GIFTS.items():
        if not set(gift.classes) & set(own.classes) or own.level < gift.level:
            continue
        if gift.vowed and has_fallen(creature):
            continue
        if not gift.item or any(i.kind == gift.item and not i.broken for i in creature.items):
            found.append((gift.spell, name))
    return found


def times_used(creature: Creature, name: str) -> int:
    found = creature.condition(used(name)) if creature.conditions else None
    return found.level if found is not None else 0


@executes(
    "rampage:class.ability.holy-symbol",
    "rampage:class.paladin.blaze-of-justice",
    "rampage:class.ravager.protecting-shadow",
)
def why_not(creature: Creature, name: str) -> Refusal | None:
    """So many times a day and no more."""
    if times_used(creature, name) >= GIFTS[name].a_day:
        return Refusal(f"{creature.name} has used that up for today.", GIFTS[name].rules[0])
    return None


def use(do: Resolution, id: str, name: str, rules: tuple[str, ...] = ()) -> None:
    """One use of the day is gone."""
    count = times_used(do.state.creatures[id], name) + 1
    until = day_of(do.state.now) * DAY
    rule = rules or GIFTS[name].rules
    do.emit(ConditionGained(id, Condition(used(name), until, count), rule=rule))
