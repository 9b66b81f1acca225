"""What treasure is worth on average: reckoned from its dice, not rolled."""

from __future__ import annotations

from fractions import Fraction

from underkeep.kernel.chance import distribution
from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.equipment.treasure import Entry


def gem_gp() -> Fraction:
    """The mean of a gem, by its d20."""
    rows = compendium.tables()["gem-values"].rows
    return sum((Fraction((high - low + 1) * gp, 20) for low, high, gp in rows), Fraction(0))


def jewellery_gp() -> Fraction:
    return distribution(treasure.JEWELLERY_GP).mean()


def entry_gp(entry: Entry) -> Fraction:
    """The mean of one line of a treasure type; magic has no price."""
    each = {"gem": gem_gp(), "jewellery": jewellery_gp()}.get(entry.of)
    if each is None:
        each = Fraction(IN_CP.get(entry.of, 0), IN_CP["gp"])
    return Fraction(entry.percent, 100) * distribution(entry.quantity).mean() * each


@executes("ose:treasure.average-meaning")
def mean_gp(letter: str) -> Fraction:
    """The exact mean of a treasure type in gold, coins, gems and jewellery together."""
    return sum((entry_gp(entry) for entry in treasure.types()[letter].entries), Fraction(0))
