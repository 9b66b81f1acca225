"""What a knave knows without a roll: what everybody knows, and what belongs to a career."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.compendium import Monster
from underkeep.systems.knave.checks.checks import COMMON, knowledge
from underkeep.world.creature import Creature

_CAREER = " (career)"


class Knowledge(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether everybody knows about a sort of creature, and the careers that do."""

    careers: tuple[str, ...]
    common: bool = False


class KnowledgeTried(Note, frozen=True):
    """Whether somebody knows about something, as which no die is rolled: what the knowledge belongs to."""

    creature: str
    about: str
    field: str
    known: bool


@cache
def of_creatures() -> dict[str, Knowledge]:
    return content.load(compendium.PACKAGE, "knowledge", Knowledge)


def fields(subject: str) -> tuple[str, ...]:
    """The careers to which something belongs, or common knowledge before them."""
    if subject.endswith(_CAREER):
        return (compendium.careers()[subject.removesuffix(_CAREER)].name,)
    stats = compendium.monsters().get(subject)
    if stats is None:
        return ()
    found = of_creatures()[stats.sort]
    return ((COMMON,) if found.common else ()) + found.careers


@executes(
    "knave:task.knowledge.common",
    "knave:task.knowledge.career",
    "knave:task.knowledge.other",
    "knave:downtime.career.grants-knowledge",
)
def knows(do: Resolution, creature: Creature, subject: str) -> bool:
    """Common knowledge everybody has, and a career what belongs to it; nothing else can be rolled for."""
    found = [(field, *knowledge(creature, field)) for field in fields(subject)]
    field, known, rule = next((one for one in found if one[1]), ("", False, "knave:task.knowledge.other"))
    more = ("knave:downtime.career.grants-knowledge",) if known and field != COMMON else ()
    do.emit(KnowledgeTried(creature.id, subject, field, known, rule=(rule, *more)))
    return known


def facts(subject: str) -> tuple[str, ...]:
    """What the listing of a creature says, or what a career works with."""
    if subject.endswith(_CAREER):
        career = compendium.careers()[subject.removesuffix(_CAREER)]
        return (f"the tools of the trade are {', '.join(item.replace('-', ' ') for item in career.items)}",)
    stats = compendium.monsters().get(subject)
    return _told(stats) if stats is not None else ()


def _told(stats: Monster) -> tuple[str, ...]:
    attacks = ", ".join(routine.name for routine in stats.attacks) or "nothing"
    points = f"{stats.armour_points} armour point{'' if stats.armour_points == 1 else 's'}"
    told = [f"level {stats.level}, {points}", f"it attacks with {attacks}"]
    told += [f"its {power.__struct_config__.tag}" for power in stats.powers]
    effects = {s.effect.__struct_config__.tag for r in stats.attacks for s in r.strikes if s.effect is not None}
    told += sorted(str(effect) for effect in effects)
    for words, listed in (
        ("weak against", stats.weak),
        ("immune to", stats.immune),
        ("harmed only by", stats.harmed_only_by),
        ("it fears", stats.fears),
        ("kept off by", stats.kept_off_by),
    ):
        told += [f"{words} {', '.join(listed)}"] if listed else []
    return (*told, *stats.manual)
