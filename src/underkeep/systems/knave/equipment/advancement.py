"""Levels: experience, hit points and the abilities that rise with them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import ABILITIES, KnaveSheet
from underkeep.systems.knave.equipment.inventory import item_slots
from underkeep.world.creature import CreationStepTaken

HIGHEST_LEVEL = 10
HIGHEST_SCORE = 10
RULE = ("knave:missing-chapters",)


def raise_level(do: Resolution, id: str, own: KnaveSheet, max_hp: int, is_average: bool) -> tuple[KnaveSheet, int]:
    """One level more: three different abilities rise by 1, and the hit points are rolled anew.

    A roll that is not higher than before gives one point more than before. Ruling: missing-chapters.
    """
    entry = compendium.levels()[own.level + 1]
    abilities = dict(own.abilities)
    raised: list[str] = []
    for _ in range(entry.abilities_raised):
        open_to = tuple(a for a in ABILITIES if a not in raised and abilities[a] < HIGHEST_SCORE)
        if not open_to:
            break
        lowest = min(open_to, key=lambda a: abilities[a])
        ability = lowest if is_average else str(do.pick(open_to, f"ability of {id} that rises"))
        abilities[ability] += 1
        raised.append(ability)
    roll = do.roll_total(entry.hit_dice, f"hit points of {id}")
    hp = roll.total if roll.total > max_hp else max_hp + 1
    slots = item_slots(abilities["CON"])
    own = replace(own, level=entry.level, xp=max(own.xp, entry.xp), abilities=abilities, slots=slots)
    values: dict[str, str | int] = {"title": entry.title, "raised": ", ".join(raised), "hit points": hp, "XP": own.xp}
    do.emit(CreationStepTaken(id, f"level {entry.level}", values, roll, rule=RULE))
    return own, hp


def level_title(level: int) -> str:
    return compendium.levels()[level].title
