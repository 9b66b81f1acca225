"""Numbers and dice: the one roll of the game, High die minus Low die, and the adjectives that name its results."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Modifier, Roll
from underkeep.procedures.resolution import Resolution

ADJECTIVES = {
    -5: "Abysmal",
    -4: "Negligible",
    -3: "Terrible",
    -2: "Poor",
    -1: "Mediocre",
    0: "Average",
    1: "Good",
    2: "Great",
    3: "Superb",
    4: "Amazing",
    5: "Legendary",
}
_VALUES = {word.lower(): value for value, word in ADJECTIVES.items()}
MARGIN_FOUR = "margin-four"
LARGEST_MODIFIER = 3


def adjective(value: int) -> str:
    """robs:dice.adjectives.ladder, dice.adjectives.below, dice.adjectives.above"""
    if value < -5:
        return f"Abysmal-{-value - 5}"
    return ADJECTIVES[value] if value <= 5 else f"Legendary+{value - 5}"


def value_of(word: str) -> int:
    """robs:dice.adjectives.ladder, dice.adjectives.below, dice.adjectives.above

    The number that an adjective stands for.
    """
    text = word.strip().lower()
    for stem, edge, sign in (("abysmal-", -5, -1), ("legendary+", 5, 1)):
        if text.startswith(stem) and text[len(stem) :].isdigit():
            return edge + sign * int(text[len(stem) :])
    if text not in _VALUES:
        raise UnderkeepError(f'"{word}" is no adjective of the ladder; it runs from Abysmal to Legendary.')
    return _VALUES[text]


def signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def natural(roll: Roll) -> int:
    """robs:dice.dhl.designated

    What the dice show: the first die is High, the second Low, whichever is larger.
    """
    return roll.faces[0] - roll.faces[1]


def roll_dhl(
    do: Resolution,
    why: str,
    modifiers: tuple[Modifier, ...] = (),
    needed: int | None = None,
    proficiency: int = 0,
    sides: int = 6,
) -> Roll:
    """robs:dice.dhl.roll, dice.dhl.range, dice.dhl.within-three, dice.statistics, dice.dnhl, task.action,
    class.proficiency.low-die, class.proficiency.never-adds

    Proficiency takes points from the Low die, never below 0, and shows as a modifier.
    """
    faces = do.dice.roll(2, sides, why)
    high, low = faces
    total = high - low
    if proficiency:
        modifiers = (*modifiers, Modifier("Proficiency", min(proficiency, low)))
    if modifiers:
        modifiers = tuple(m for m in modifiers if m[1])
        for _, amount in modifiers:
            total += amount
    success = None if needed is None else succeeds(high - low, total, needed, do.state.switches, sides)
    return Roll(f"d{sides}HL", faces, total, modifiers, needed, success)


def succeeds(shown: int, total: int, needed: int, switches: tuple[str, ...], sides: int = 6) -> bool:
    """robs:dice.natural-minus-5, dice.natural-plus-5, dice.margin-auto-failure, dice.margin-auto-success,
    task.check.success

    Ruling: natural-with-proficiency. The extremes are read from the dice as they fell.
    """
    if shown == 1 - sides:
        return False
    if shown == sides - 1:
        return True
    if MARGIN_FOUR in switches and abs(shown - needed) >= 4:
        return shown > needed
    return total >= needed


def limited(do: Resolution, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """robs:dice.modifier-size

    A referee's modifier beyond 3 either way is cut to 3, unless the referee insists.
    """
    if all(abs(m.amount) <= LARGEST_MODIFIER for m in modifiers):
        return modifiers
    if do.ruling("robs:dice.modifier-size", ("limit to 3", "as entered"), "limit to 3") == "as entered":
        return modifiers
    return tuple(Modifier(m.source, max(-LARGEST_MODIFIER, min(LARGEST_MODIFIER, m.amount))) for m in modifiers)


def relative_result(roll: Roll) -> int:
    """robs:task.relative-result"""
    assert roll.needed is not None
    return roll.total - roll.needed
