"""What a Berserker shrugs off."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.world.creature import Creature

TOUGH_FROM, TOUGHER_FROM, RESISTS_FROM = 4, 9, 5


def sort_of(kind: str) -> str:
    """What a weapon wounds with: iron, unless it is of wood or silver, or nature gave it."""
    weapon = compendium.weapons().get(kind)
    if weapon is None or "natural" in weapon.qualities:
        return "natural"
    return "other" if weapon.qualities & {"silver", "all-wood", "magic"} else "iron"


@executes(
    "rampage:class.berserker.damage-reduction",
    "rampage:class.berserker.resist-iron",
    "rampage:class.berserker.resist-fire",
)
def weathered(creature: Creature, amount: int, sort: str) -> tuple[int, tuple[str, ...]]:
    """What is left of a hit, and why: from level 4 a point less, from level 9 two; from level 5 half of what iron or
    fire does.
    """
    own = sheet(creature)
    if "berserker" not in own.classes or own.level < TOUGH_FROM or amount <= 0:
        return amount, ()
    rule: tuple[str, ...] = ()
    if own.level >= RESISTS_FROM and sort in ("iron", "fire"):
        amount, rule = amount // 2, (f"rampage:class.berserker.resist-{sort}",)
    if sort == "magic":
        return amount, rule
    less = 2 if own.level >= TOUGHER_FROM else 1
    return max(0, amount - less), (*rule, "rampage:class.berserker.damage-reduction")
