"""The spells that a new wizard knows: as many as INT, of the player's choice."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import Question, named_things, put
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.characters.classes import highest_spell
from underkeep.world.creature import CreationStepTaken

ALL_FIRST_LEVEL_SPELLS = "all-first-level-spells"
SPELLS = "spells"
_CHOSEN, _ALL = "robs:magic.wizard.starting-spells", "robs:magic.wizard.starting-spells-lenient"


def choose(do: Resolution, id: str, own: RobsSheet, who: Recruit) -> RobsSheet:
    """As the player chooses or, for who is made without questions, by the dice."""
    lenient = ALL_FIRST_LEVEL_SPELLS in do.state.switches
    if not lenient:
        put(who, SPELLS, lambda: _question(do, own))
    asked = who.choices.get(SPELLS, "")
    known = every(own) if lenient else read(own, asked) if asked else by_dice(do, own)
    names: dict[str, str | int] = {f"spell {n}": compendium.forms()[s].name for n, s in enumerate(known, 1)}
    rule = (_ALL if lenient else _CHOSEN, "robs:class.wizard.spell-level", "robs:spell.list")
    do.emit(CreationStepTaken(id, SPELLS, names, rule=rule))
    return replace(own, spells=known)


@executes(
    "robs:magic.wizard.starting-spells", "robs:magic.wizard.starting-spells-lenient", "robs:class.wizard.spell-level"
)
def every(own: RobsSheet) -> tuple[str, ...]:
    """The spells that a new wizard may choose from, all of which one knows whose referee is lenient."""
    level = max(1, highest_spell(own, "wizard"))
    return tuple(id for id, s in compendium.spells().items() if s.caster == "wizard" and s.level <= level)


@executes("robs:magic.wizard.starting-spells")
def how_many(own: RobsSheet) -> int:
    """Ruling: starting-spells. As many spells as INT, but one at least."""
    return min(len(every(own)), max(1, own.attributes["INT"]))


def by_dice(do: Resolution, own: RobsSheet) -> tuple[str, ...]:
    """First of what a beginner would rather have, then of the others."""
    left, known = list(every(own)), []
    for _ in range(how_many(own)):
        wanted = [id for id in left if compendium.spells()[id].favoured] or left
        known.append(str(do.pick(tuple(wanted), "starting spell")))
        left.remove(known[-1])
    return tuple(known)


@executes("robs:magic.wizard.starting-spells")
def read(own: RobsSheet, text: str) -> tuple[str, ...]:
    """The spells that were named, which must be open to a beginner and no more than INT allows."""
    able = {compendium.spells()[id].name.casefold(): id for id in every(own)}
    known: list[str] = []
    for name in named_things(text):
        found = able.get(name.casefold(), name if name in able.values() else "")
        if not found:
            raise UnderkeepError(
                f'"{name}" is no spell for a beginner; {did_you_mean(name, able, _listed(own))}', _CHOSEN
            )
        known.append(found)
    known = list(dict.fromkeys(known))
    if not 1 <= len(known) <= how_many(own):
        raise UnderkeepError(f"A new wizard knows as many spells as INT, so {how_many(own)} here.", _CHOSEN)
    return tuple(known)


def _question(do: Resolution, own: RobsSheet) -> Question:
    number = how_many(own)
    told = (f"A new wizard knows as many spells as INT: {number}. {_listed(own)[:1].upper()}{_listed(own)[1:]}",)
    due = ", ".join(compendium.spells()[id].name for id in by_dice(do, own))
    return Question(SPELLS, "Spells" if number > 1 else "Spell", due, {}, told, "Sleep, Magic Missile")


def _listed(own: RobsSheet) -> str:
    return f"there are {', '.join(compendium.spells()[id].name for id in every(own))}."
