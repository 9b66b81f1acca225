"""What a player is asked while a character is made by steps, in the book's order, and what the scores allow."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import Question, put
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.characters import scores
from underkeep.systems.rampage.equipment import outfit

NONE = "none"
Concept = tuple[str, tuple[str, ...]]
Draft = tuple[str, tuple[str, ...], str, str]


@executes(
    "rampage:creation.roll-3d6",
    "rampage:creation.trade-scores",
    "rampage:creation.five-kindreds",
    "rampage:creation.class-by-race",
    "rampage:creation.one-or-two-classes",
)
def concept(do: Resolution, who: Recruit, id: str) -> tuple[Draft, tuple[scores.Scores, tuple[int, ...], int]]:
    """The first set of scores that can be anything at all, and what the player makes of it."""
    number = 0
    while True:
        number += 1
        rolled, faces = scores.roll_scores(do, id)
        trades = [fit[0] for c in allowed(who) if (fit := scores.fit(rolled, *c, "", True)) is not None]
        if trades:
            break
    sensible = NONE if "" in trades else trades[0]
    put(who, "trade", lambda: _which_trade(rolled, sensible))
    traded = who.choices["trade"] if who.choices["trade"].lower() != NONE else ""
    start = scores.trade(rolled, traded)
    open_to = [c for c in allowed(who) if scores.fit(start, *c, "", False) is not None]
    if not open_to:
        raise UnderkeepError(f"No class takes such scores; the trade {sensible} would help.")
    race = _settled(do, who, "race", dict.fromkeys(c[0] for c in open_to), f"race of {id}")
    classes = _choose_classes(do, who, id, [pair for people, pair in open_to if people == race])
    return (race, classes, traded, _choose_bonus(who, start, race, classes)), (rolled, faces, number)


def allowed(who: Recruit) -> list[Concept]:
    """Every race with every class or two that the book and the wishes on the recruit allow, scores aside."""
    return _allowed(who.kind, tuple(who.gear or ()), who.choices.get("alignment"))


@lru_cache(maxsize=64)
def _allowed(kind: str, named: tuple[str, ...], alignment: str | None) -> list[Concept]:
    """One who is made by steps comes here at every step."""
    kinds, best = compendium.classes(), dict.fromkeys(ABILITIES, 18)
    wanted = "warrior" if kind == "fighter" else kind
    gear = tuple(outfit.find_gear(name) for name in named)
    return [
        (race, classes)
        for race in compendium.races()
        for first in kinds
        if wanted in ("", first, kinds[first].type)
        for classes in ((first,), *((first, other) for other in kinds))
        if class_rules.why_not_class(race, classes, best) is None
        and not outfit.why_not_carry(gear, race, classes)
        and (alignment is None or alignment in class_rules.alignments(classes))
    ]


@executes("rampage:creation.trade-scores", "rampage:creation.trade-floor")
def _which_trade(rolled: scores.Scores, default: str) -> Question:
    """Asks which points to trade, two of one score for one of another."""
    told = (
        "Rolled: " + ", ".join(f"{ability} {score}" for ability, score in rolled.items()) + ".",
        "Two points of one score buy one of another, but nothing is lowered below 9.",
    )
    return Question("trade", "Trade", default, {}, told, "STR-4 DEX+2, or none")


def _settled(do: Resolution, who: Recruit, what: str, able: Iterable[str], why: str) -> str:
    """The race or a class of those that are open; refused if it is none of them."""
    values = {name: _remark(name) for name in able}
    put(who, what, lambda: Question(what, what.replace("-", " ").capitalize(), do.pick(tuple(values), why), values))
    if who.choices[what] not in values:
        raise UnderkeepError(f"{who.choices[what]} is not open to these scores; there are {', '.join(values)}.")
    return who.choices[what]


def _remark(name: str) -> str:
    if name in compendium.races():
        people = compendium.races()[name]
        changes = ", ".join(f"{ability} {points:+d}" for ability, points in people.abilities.items())
        more = "two classes" if people.must_combine else "+1 where you like" if people.chosen_bonus else ""
        return "; ".join(part for part in (changes, more) if part)
    if name not in compendium.classes():
        return "no second class"
    kind = compendium.classes()[name]
    return f"{kind.type}, needs {', '.join(f'{ability} {least}' for ability, least in kind.minimums.items())}"


@executes("rampage:creation.one-or-two-classes", "rampage:race.elf.must-multiclass")
def _choose_classes(do: Resolution, who: Recruit, id: str, pairs: list[tuple[str, ...]]) -> tuple[str, ...]:
    """Asks for a class, and for a second one where there can or must be two."""
    firsts = tuple(dict.fromkeys(pair[0] for pair in pairs))
    first = _settled(do, who, "class", firsts, f"class of {id}")
    able = tuple(pair[1] if len(pair) > 1 else NONE for pair in pairs if pair[0] == first)
    if able == (NONE,):
        return (first,)
    usual = (NONE,) if NONE in able else able
    values = {name: _remark(name) for name in able}
    pick = "second-class"
    put(who, pick, lambda: Question(pick, "Second class", do.pick(usual, f"second class of {id}"), values))
    second = who.choices[pick]
    if second not in able:
        raise UnderkeepError(f"{second} is no second class for these; there are {', '.join(able)}.")
    return (first,) if second == NONE else (first, second)


@executes("rampage:race.man.stats")
def _choose_bonus(who: Recruit, start: scores.Scores, race: str, classes: tuple[str, ...]) -> str:
    """Asks where a Man's point goes, among those scores that keep the class in reach."""
    if not compendium.races()[race].chosen_bonus:
        return scores.prime(classes)
    fitting = [a for a in ABILITIES if scores.fit(start, race, classes, a, False) is not None]
    usual = scores.prime(classes) if scores.prime(classes) in fitting else fitting[0]
    put(who, "bonus", lambda: Question("bonus", "Raise which ability by 1", usual, dict.fromkeys(fitting, "")))
    if who.choices["bonus"] not in fitting:
        raise UnderkeepError(f"The point must go to {' or '.join(fitting)}, or the class is out of reach.")
    return who.choices["bonus"]


@executes("rampage:creation.choose-alignment")
def which_alignment(open_to: tuple[str, ...], default: str) -> Question:
    """Asks for one of the alignments that the classes allow."""
    return Question("alignment", "Alignment", default, dict.fromkeys(open_to, ""))


@executes(
    "rampage:creation.god-clerics-required", "rampage:creation.god-others-optional", "rampage:religion.ability-point"
)
def which_god(names: tuple[str, ...], default: str) -> Question:
    """Asks for a god, with the ability score that initiation raises."""
    raised = {god.name: f"{god.ability} +1" if god.ability else "" for god in compendium.gods().values()}
    return Question("god", "God", default, {name: raised.get(name, "no god") for name in names})


@executes("rampage:abilities.int.languages")
def which_languages(slots: int) -> Question:
    """Asks which languages the Intelligence is spent on."""
    told = (f"INT allows {slots} more languages; what is not named now stays open.",)
    return Question("languages", "Languages", "", {}, told, "Elvish, Goblin")


@executes("rampage:creation.mage-mastery-start", "rampage:creation.mage-mastery-higher")
def which_spells(count: int, able: tuple[str, ...], usual: tuple[str, ...]) -> Question:
    """Asks which spells a new mage has by heart."""
    told = (f"{count} besides Read Magic, of: {', '.join(spells()[spell].name for spell in able)}.",)
    return Question("mastered", "Mastered spells", "", {}, told, ", ".join(spells()[spell].name for spell in usual))


@executes("rampage:advancement.reroll-or-add")
def add_or_roll_again() -> Question:
    """Asks how hit points grow: one more die, or all of them anew."""
    return Question("hit-points", "At each level", "add", {"add": "one more die", "reroll": "all dice anew"})


@executes("rampage:class.ability.blade-of-doom.type")
def which_blade() -> Question:
    """Asks whether the Blade of Doom is a sword or an ax."""
    return Question("blade", "Blade of doom", "sword", {"sword": "", "ax": ""})
