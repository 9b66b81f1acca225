"""Numbers and dice: the one roll of the game, High die minus Low die, and the adjectives that name its results."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import favours
from underkeep.world.creature import Creature

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
CRITICAL_NATURAL = "critical-natural"
LARGEST_MODIFIER = 3


@executes("robs:dice.adjectives.ladder", "robs:dice.adjectives.below", "robs:dice.adjectives.above")
def adjective(value: int) -> str:
    """The word for a number, counted on beyond both ends of the ladder."""
    if value < -5:
        return f"Abysmal-{-value - 5}"
    return ADJECTIVES[value] if value <= 5 else f"Legendary+{value - 5}"


@executes("robs:dice.adjectives.ladder", "robs:dice.adjectives.below", "robs:dice.adjectives.above")
def value_of(word: str) -> int:
    """The number that an adjective stands for."""
    text = word.strip().lower()
    for stem, edge, sign in (("abysmal-", -5, -1), ("legendary+", 5, 1)):
        if text.startswith(stem) and text[len(stem) :].isdigit():
            return edge + sign * int(text[len(stem) :])
    if text not in _VALUES:
        raise UnderkeepError(f'"{word}" is no adjective of the ladder; it runs from Abysmal to Legendary.')
    return _VALUES[text]


@executes("robs:dice.adjectives.ladder")
def told(value: int) -> str:
    """The word with its number, as the book writes it: `Good (+1)`."""
    return f"{adjective(value)} ({signed(value)})"


def signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


@executes("robs:dice.dhl.designated")
def natural(roll: Roll) -> int:
    """What the dice show: the first die is High, the second Low, whichever is larger."""
    return roll.faces[0] - roll.faces[1]


@executes(
    "robs:dice.dhl.roll",
    "robs:dice.dhl.range",
    "robs:dice.dhl.within-three",
    "robs:dice.statistics",
    "robs:dice.dnhl",
    "robs:task.action",
    "robs:class.proficiency.low-die",
    "robs:class.proficiency.never-adds",
)
def roll_dhl(
    do: Resolution,
    why: str,
    modifiers: tuple[Modifier, ...] = (),
    needed: int | None = None,
    proficiency: int = 0,
    sides: int = 6,
    by: Creature | None = None,
) -> Roll:
    """Proficiency takes points from the Low die, never below 0, and shows as a modifier. What fate owes whoever rolls
    (`by`) is used up."""
    if by is not None and by.conditions:
        faces = (sides, 1) if favours.is_fortunate(do, by) else do.dice.roll(2, sides, why)
        modifiers = (*modifiers, *favours.taken(do, by))
    else:
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


@executes(
    "robs:dice.natural-minus-5",
    "robs:dice.natural-plus-5",
    "robs:dice.margin-auto-failure",
    "robs:dice.margin-auto-success",
    "robs:task.check.success",
)
def succeeds(shown: int, total: int, needed: int, switches: tuple[str, ...], sides: int = 6) -> bool:
    """Ruling: natural-with-proficiency. The extremes are read from the dice as they fell."""
    if shown == 1 - sides:
        return False
    if shown == sides - 1:
        return True
    if MARGIN_FOUR in switches and abs(shown - needed) >= 4:
        return shown > needed
    return total >= needed


def decided_by(roll: Roll) -> tuple[str, ...]:
    """The rules by which the dice as they fell, and not the total, decided."""
    assert roll.needed is not None
    shown, by_total = natural(roll), roll.total >= roll.needed
    if by_total == roll.success:
        return ()
    if abs(shown) == 5:
        return ("robs:dice.natural-plus-5" if shown > 0 else "robs:dice.natural-minus-5",)
    return ("robs:dice.margin-auto-success" if roll.success else "robs:dice.margin-auto-failure",)


@executes("robs:dice.other-dice")
def rolled_sum(do: Resolution, notation: str, why: str) -> int:
    """Any other dice are written in the usual way and added up."""
    return do.roll_total(parse(notation), why).total


class CriticalRolled(Note, frozen=True):
    """The dice fell as well, or as badly, as they can."""

    creature: str
    what: str


@executes("robs:dice.critical-natural")
def tell_critical(do: Resolution, creature: str, roll: Roll) -> None:
    """High 6 with Low 1 is a critical success, High 1 with Low 6 a critical failure, where the campaign has such."""
    if CRITICAL_NATURAL in do.state.switches and abs(natural(roll)) == 5:
        what = "success" if natural(roll) > 0 else "failure"
        do.emit(CriticalRolled(creature, what, rule=("robs:dice.critical-natural",)))


def skilled_by(roll: Roll, proficiency: int) -> tuple[str, ...]:
    """The rules of Proficiency that took part in a roll: it eats up the Low die, and no more than that."""
    if not proficiency:
        return ()
    wasted = ("robs:class.proficiency.never-adds",) if proficiency > roll.faces[1] else ()
    return ("robs:class.proficiency.low-die", *wasted)


@executes("robs:dice.modifier-size")
def limited(do: Resolution, modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """A referee's modifier beyond 3 either way is cut to 3, unless the referee insists."""
    if all(abs(m.amount) <= LARGEST_MODIFIER for m in modifiers):
        return modifiers
    if do.ruling("robs:dice.modifier-size", ("limit to 3", "as entered"), "limit to 3") == "as entered":
        return modifiers
    return tuple(Modifier(m.source, max(-LARGEST_MODIFIER, min(LARGEST_MODIFIER, m.amount))) for m in modifiers)


@executes("robs:task.relative-result")
def relative_result(roll: Roll) -> int:
    """By how much a roll beat its target number, or missed it."""
    assert roll.needed is not None
    return roll.total - roll.needed
