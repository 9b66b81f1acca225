"""What single monsters of a kind have and others have not: speech and spells, a nose for the unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.monsters.traits import SeesInvisible, Speech
from underkeep.world.condition import Condition

SEES_INVISIBLE = "seeing the invisible"
_ARCANE = "magic-user"


class Tongue(TypedDict, total=False):
    """What goes onto the sheet of one that speaks."""

    languages: tuple[str, ...]
    memorised: tuple[str, ...]


@executes("ose:monster.language.common")
def speech(do: Resolution, traits: Iterable[object], id: str) -> Tongue:
    """Whether a dragon speaks, and the spells it knows then, by the dice."""
    found = next((trait for trait in traits if isinstance(trait, Speech)), None)
    if found is None or do.dice.roll(1, 100, f"whether {id} speaks")[0] > found.percent:
        return Tongue()
    levels = compendium.spell_books()[_ARCANE].levels
    known = [
        do.pick(levels[level], f"spell of {id}") for level, number in enumerate(found.spells) for _ in range(number)
    ]
    return Tongue(languages=("Dragon", "Common"), memorised=tuple(known))


@executes("ose:monster.stat-block")
def senses(do: Resolution, traits: Iterable[object], id: str) -> tuple[Condition, ...]:
    """Whether it perceives the invisible: some always do, some as often as the listing says."""
    found = next((trait for trait in traits if isinstance(trait, SeesInvisible)), None)
    if found is None:
        return ()
    is_keen = found.percent >= 100 or do.dice.roll(1, 100, f"senses of {id}")[0] <= found.percent
    return (Condition(SEES_INVISIBLE),) if is_keen else ()
