"""The six ability scores of a new character: rolling, trading points, and fitting them to a race and a class."""

from __future__ import annotations

import re

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES

Scores = dict[str, int]
AVERAGE = 10
TRADE_COST = 2
TRADE_FLOOR = 9


@executes("rampage:creation.roll-3d6", "rampage:creation.score-order")
def roll_scores(do: Resolution, id: str) -> tuple[Scores, tuple[int, ...]]:
    """Three dice for each ability, in order, and the faces."""
    faces = [do.dice.roll(3, 6, f"{ability} of {id}") for ability in ABILITIES]
    scores = {ability: sum(thrown) for ability, thrown in zip(ABILITIES, faces, strict=True)}
    return scores, tuple(face for thrown in faces for face in thrown)


@executes("rampage:creation.trade-scores", "rampage:creation.trade-floor", "rampage:creation.trade-whole-pairs")
def trade(scores: Scores, text: str) -> Scores:
    """`text` is like "STR-4 DEX+2"."""
    changed, paid, gained = dict(scores), 0, 0
    for part in text.replace(",", " ").split():
        match = re.fullmatch(r"([A-Za-z]{3})([+-])(\d{1,2})", part)
        if match is None or match[1].upper() not in ABILITIES:
            raise UnderkeepError(f'"{part}" is not a trade; write it like "STR-4 DEX+2".')
        ability, points = match[1].upper(), int(match[3])
        if match[2] == "-":
            if points % TRADE_COST:
                raise UnderkeepError(f"Points are traded in pairs, so {ability} cannot go down by {points}.")
            if changed[ability] - points < TRADE_FLOOR:
                raise UnderkeepError(f"A trade may not bring {ability} below {TRADE_FLOOR}.")
            changed[ability] -= points
            paid += points
        else:
            changed[ability] += points
            gained += points
    if gained * TRADE_COST != paid:
        raise UnderkeepError(f"{paid} points taken off buy {paid // TRADE_COST}, not {gained}.")
    return changed


@executes(
    "rampage:race.dwarf.stats",
    "rampage:race.elf.stats",
    "rampage:race.gnome.stats",
    "rampage:race.halfling.stats",
    "rampage:race.man.stats",
)
def with_race(scores: Scores, race: str, bonus: str) -> Scores:
    """The scores as the people changes them; a Man's point goes where he wants it."""
    people = compendium.races()[race]
    changed = {ability: score + people.abilities.get(ability, 0) for ability, score in scores.items()}
    if people.chosen_bonus:
        changed[bonus] += people.chosen_bonus
    return changed


def _least(classes: tuple[str, ...]) -> Scores:
    """The lowest scores with which somebody can have all of these classes."""
    least: Scores = {}
    for name in classes:
        for ability, score in compendium.classes()[name].minimums.items():
            least[ability] = max(score, least.get(ability, 0))
    return least


def prime(classes: tuple[str, ...]) -> str:
    """The ability that the first of the classes asks for first."""
    return next(iter(_least(classes)))


def average(race: str, classes: tuple[str, ...]) -> Scores:
    """10 for each, or what the classes ask for where that is more."""
    given, least = compendium.races()[race].abilities, _least(classes)
    return {ability: max(AVERAGE, least.get(ability, 0) - given.get(ability, 0)) for ability in ABILITIES}


@executes(
    "rampage:class.fighter.min-str",
    "rampage:class.cleric.min-wis",
    "rampage:class.jack.min-dex",
    "rampage:class.mage.min-int",
)
def fit(scores: Scores, race: str, classes: tuple[str, ...], bonus: str, may_trade: bool) -> tuple[str, str] | None:
    """The trade and a Man's bonus that make these scores fit the classes, or None if nothing does.

    Ruling: q.racial-adjust-timing, the trade comes before the race's points, requirements are checked after them.
    """
    least = _least(classes)
    for chosen in [bonus] if bonus else sorted(least, key=lambda a: with_race(scores, race, a)[a] >= least[a]):
        final = with_race(scores, race, chosen)
        short = {ability: score - final[ability] for ability, score in least.items() if final[ability] < score}
        if not short:
            return "", chosen
        text = _trade_for(scores, short, least) if may_trade else None
        if text is not None:
            return text, chosen
    return None


@executes("rampage:creation.trade-scores", "rampage:creation.trade-floor", "rampage:creation.trade-whole-pairs")
def _trade_for(scores: Scores, short: Scores, least: Scores) -> str | None:
    """A trade that buys what is short from the highest other scores."""
    left, taken = dict(scores), dict.fromkeys(ABILITIES, 0)
    for _ in range(sum(short.values())):
        spare = [a for a in ABILITIES if a not in least and left[a] - TRADE_COST >= TRADE_FLOOR]
        if not spare:
            return None
        best = max(spare, key=lambda a: left[a])
        left[best] -= TRADE_COST
        taken[best] += TRADE_COST
    sold = [f"{a}-{points}" for a, points in taken.items() if points]
    return " ".join([*sold, *(f"{a}+{points}" for a, points in short.items())])
