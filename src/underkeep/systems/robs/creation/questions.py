"""What a player is asked while a character is made by steps: each choice, what it may be, and what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import Question, put
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import CharacterClass
from underkeep.systems.robs.basics.sheet import ALIGNMENTS, ATTRIBUTES, RobsSheet
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.characters.advancement import is_due, raise_choices


@executes("robs:class.start", "robs:class.prerequisites")
def which_class(by_dice: Callable[[tuple[str, ...]], str]) -> Question:
    """The classes that somebody can begin with."""
    able = {name: _needs(c) for name, c in compendium.classes().items() if not c.after}
    later = [name for name, c in compendium.classes().items() if c.after]
    told = (f"Only after other classes: {', '.join(later)}.",)
    return Question("class", "Class", by_dice(tuple(able)), able, told)


def _needs(wanted: CharacterClass) -> str:
    least = ", ".join(f"{attribute} {score:+d}" for attribute, score in wanted.minimum.items())
    orders = "an order and its alignment" if wanted.clerical else ""
    needs = " and ".join(part for part in (least, orders) if part)
    return f"{wanted.hp.text} hit points a level" + (f"; needs {needs}" if needs else "")


@executes("robs:race.list")
def which_race(default: str) -> Question:
    """Asks for one of the five peoples, with what each begins with."""
    values = {
        name: f"Scale {race.scale}" + (f"; +1 to {' or '.join(race.bonus)}" if race.bonus else "")
        for name, race in compendium.races().items()
        if race.offered
    }
    return Question("race", "Race", default, values)


@executes(
    "robs:race.dwarf.attribute", "robs:race.elf.attribute", "robs:race.halfling.attribute", "robs:race.ellyl.attribute"
)
def where_bonus(allowed: tuple[str, ...], default: str) -> Question:
    """Asks to which attribute the race's +1 goes."""
    return Question("race bonus", "The race's +1", default, dict.fromkeys(allowed, ""))


@executes("robs:creation.attributes.free-level", "robs:creation.attributes.cap")
def where_free(scores: Mapping[str, int], default: str) -> Question:
    """Asks to which attribute the free level goes."""
    return Question("free", "A free level to", default, dict.fromkeys(ATTRIBUTES, ""), (_told(scores),))


@executes("robs:creation.attributes.shift", "robs:creation.attributes.cap")
def which_shift(scores: Mapping[str, int], due: Sequence[tuple[str, str]]) -> Question:
    """Asks which points to move from one attribute to another."""
    told = (_told(scores), "Up to two points may be moved from one to another; nothing starts above +2.")
    default = ", ".join(f"{taken}>{given}" for taken, given in due) or "none"
    return Question("shift", "Move", default, {}, told, "INT>STR, CHA>CON, or none")


def _told(scores: Mapping[str, int]) -> str:
    return f"Attributes: {', '.join(f'{attribute} {score:+d}' for attribute, score in scores.items())}."


@executes(
    "robs:alignment.optional",
    "robs:alignment.cleric-required",
    "robs:class.priest.order",
    "robs:alignment.lawfulness.start",
)
def put_faith(do: Resolution, who: Recruit, name: str) -> None:
    """Clerics are asked for their order, others for an alignment or, where it is played with, for a Lawfulness."""
    banned = alignment.BAN_EVIL in do.state.switches
    if compendium.classes()[name].clerical:
        orders = {
            id: f"{order.name}, {order.alignment}"
            for id, order in compendium.orders().items()
            if not (banned and order.alignment == "Evil")
            and who.choices.get("alignment", order.alignment) == order.alignment
        }
        usual = tuple(id for id in orders if compendium.orders()[id].alignment != "Evil") or tuple(orders)
        put(who, "order", lambda: Question("order", "Order", do.pick(usual, "order"), orders))
        return
    able = [a for a in ALIGNMENTS if not (banned and a == "Evil")]
    if alignment.REQUIRED not in do.state.switches:
        able.append("none")
    usual = tuple(a for a in able if a != "Evil")
    put(
        who,
        "alignment",
        lambda: Question("alignment", "Alignment", do.pick(usual, "alignment"), dict.fromkeys(able, "")),
    )
    if alignment.LAWFULNESS in do.state.switches:
        start = {"Lawful": "2", "Evil": "-2"}.get(who.choices.get("alignment", ""), "0")
        told = ("From -2 (Evil) to +2 (Lawful); it decides the alignment.",)
        put(who, "lawfulness", lambda: Question("lawfulness", "Lawfulness", start, {}, told, "-1"))


@executes("robs:class.proficiency.choice", "robs:advancement.attributes.by-level")
def put_benefits(who: Recruit, own: RobsSheet, path: Sequence[str], weapon: str) -> None:
    """What a level gives to choose, if the levels taken come so far."""
    for taken in dict.fromkeys(path):
        wanted, levels = compendium.classes()[taken], range(1, path.count(taken) + 1)
        if any(is_due(level, wanted.proficiency_every) for level in levels):
            skills = dict.fromkeys((*compendium.weapons(), "shield"), "")
            _put(who, Question("proficiency", "Proficiency in", weapon, skills))
        if any(is_due(level, wanted.raise_every) for level in levels):
            able = raise_choices(own, taken)
            favoured = tuple(a for a in wanted.favours if a in able) or able
            _put(who, Question("raise", "Raise", favoured[0], dict.fromkeys(able, "")))


def _put(who: Recruit, question: Question) -> None:
    put(who, question.what, lambda: question)
