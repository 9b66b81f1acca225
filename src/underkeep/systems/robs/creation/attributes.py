"""Attributes at creation: all at 0, one free level, and up to two points moved."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import put
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.numbers import adjective
from underkeep.systems.robs.basics.sheet import ATTRIBUTES
from underkeep.systems.robs.creation import questions
from underkeep.world.creature import CreationStepTaken

HIGHEST = 2
MOST_SHIFTED = 2


@executes(
    "robs:abilities.list",
    "robs:creation.attributes.base",
    "robs:creation.attributes.free-level",
    "robs:creation.attributes.shift",
    "robs:creation.attributes.cap",
)
def choose_attributes(do: Resolution, id: str, who: Recruit, race: str, name: str, extra: int = 0) -> dict[str, int]:
    """By choice or by the dice. The dice lean to what the class favours, and end within the cap; an average character
    has the free level in what the class favours most, and moves nothing. What Faults gave, or Gifts cost, is `extra`.
    """
    scores = dict.fromkeys(ATTRIBUTES, 0)
    favours, _ = _leanings(name)
    bonus = _race_bonus(do, who, race, favours)
    if bonus:
        scores[bonus] += 1
    average = who.choices.get("abilities") == "average"

    def free_by_dice() -> str:
        return _pick_below_cap(do, scores, favours[:1] if average else favours, "free level")

    put(who, "free", lambda: questions.where_free(scores, free_by_dice()))
    free = who.choices.get("free") or free_by_dice()
    scores[free] += 1
    _trade(do, scores, name, extra)
    put(who, "shift", lambda: questions.which_shift(scores, _rolled_shift(do, scores, name, True)))
    if "shift" in who.choices:
        moves = _asked_shift(who.choices["shift"])
    else:
        moves = _rolled_shift(do, scores, name, average)
    for taken, given in moves:
        scores[taken] -= 1
        scores[given] += 1
    over = [a for a in ATTRIBUTES if scores[a] > HIGHEST]
    if over:
        raise UnderkeepError(f"No attribute starts above Great (+2), but {over[0]} would be {scores[over[0]]:+d}.")
    values: dict[str, str | int] = {**scores, "free level": free, "race bonus": bonus or "none"}
    values["moved"] = ", ".join(f"{a}>{b}" for a, b in moves) or "none"
    values["in words"] = ", ".join(f"{a} {adjective(score)}" for a, score in scores.items() if score)
    rule = ["robs:creation.attributes.base", "robs:creation.attributes.free-level", "robs:creation.attributes.shift"]
    rule += ["robs:creation.attributes.cap", "robs:abilities.list", "robs:dice.adjectives.ladder"]
    rule += [f"robs:race.{race}.attribute"] if bonus else []
    rule += [f"robs:class.{name}.prerequisite"] if moves and compendium.classes()[name].two_of else []
    do.emit(CreationStepTaken(id, "attributes", values, rule=tuple(rule)))
    return scores


@executes("robs:creation.gifts.trade")
def _trade(do: Resolution, scores: dict[str, int], name: str, extra: int) -> None:
    """Points from Faults go to what the class favours; those that Gifts cost come from what it can spare."""
    favours, spares = _leanings(name)
    for _ in range(extra):
        scores[_pick_below_cap(do, scores, favours, "attribute for a Fault")] += 1
    for number in range(-extra):
        scores[spares[number % len(spares)]] -= 1


def _leanings(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    wanted = compendium.classes()[name]
    return wanted.favours, wanted.spares


@executes(
    "robs:race.dwarf.attribute",
    "robs:race.elf.attribute",
    "robs:race.halfling.attribute",
    "robs:race.ellyl.attribute",
    "robs:race.human",
)
def _race_bonus(do: Resolution, who: Recruit, race: str, favours: tuple[str, ...]) -> str:
    """Where the race's +1 goes: the wish, if the race allows it, else what suits the class."""
    allowed = compendium.races()[race].bonus
    chosen = who.choices.get("race bonus", "")
    if chosen and chosen not in allowed:
        raise UnderkeepError(f"{one(race)} begins with no +1 in {chosen}.")
    if not allowed:
        return ""
    leaning = tuple(a for a in allowed if a in favours)

    def by_dice() -> str:
        return str(do.pick(leaning or allowed, "race bonus"))

    put(who, "race bonus", lambda: questions.where_bonus(allowed, by_dice()))
    return chosen or by_dice()


def _pick_below_cap(do: Resolution, scores: Mapping[str, int], favours: tuple[str, ...], why: str) -> str:
    open_ones = tuple(a for a in favours if scores[a] < HIGHEST)
    return str(do.pick(open_ones, why))


@executes("robs:creation.attributes.shift")
def _asked_shift(text: str) -> list[tuple[str, str]]:
    """Ruling: attribute-shift. Two points in all, written "INT>STR, CHA>CON"."""
    if text.strip().lower() in ("", "none"):
        return []
    moves = []
    for part in text.upper().split(","):
        taken, arrow, given = (word.strip() for word in part.partition(">"))
        if not arrow or taken not in ATTRIBUTES or given not in ATTRIBUTES or taken == given:
            raise UnderkeepError(f'"{text}" is no shift of attributes; write it like "INT>STR, CHA>CON".')
        moves.append((taken, given))
    if len(moves) > MOST_SHIFTED:
        raise UnderkeepError(f"At most {MOST_SHIFTED} points may be moved between attributes, not {len(moves)}.")
    return moves


@executes("robs:creation.attributes.shift", "robs:class.ranger.prerequisite")
def _rolled_shift(do: Resolution, scores: Mapping[str, int], name: str, average: bool) -> list[tuple[str, str]]:
    """No point, one or two by the dice; an average character moves none. Who is to be a ranger moves one if that is
    what it takes to have two attributes at +1.
    """
    favours, spares = _leanings(name)
    after = dict(scores)
    moves = []
    two_of = compendium.classes()[name].two_of
    due = max(0, 2 - sum(after[a] >= 1 for a in two_of)) if two_of else 0
    count = due if average else max(due, do.pick((0, 1, 2), "attribute points moved"))
    for number in range(count):
        lacking = tuple(a for a in favours if after[a] < 1) if number < due else favours
        taken = spares[0] if average else str(do.pick(spares, "attribute lowered"))
        given = _pick_below_cap(do, after, lacking[:1] if average else lacking, "attribute raised")
        after[taken] -= 1
        after[given] += 1
        moves.append((taken, given))
    return moves
