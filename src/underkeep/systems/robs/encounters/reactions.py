"""How those who are met take to the party: a situational roll, with the speaker's CHA if somebody speaks."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Mindless, trait
from underkeep.systems.robs.characters.alignment import LAWFULNESS
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.world.creature import Creature
from underkeep.world.encounter import ReactionRolled

SHADES = "shades-of-reaction"
SPEECHLESS_INT = -3
OPEN_ENMITY = -3
GETS_ALONG = 1
ELVEN_LAW = 2
EVIL_SCORE = -2
AMONG_ELVES, ALIKE = "Lawful to elves and Neutral to others", "alike to everybody"
NEVER_EVIL, EVIL = "Neutral or Lawful", "Evil for once"
_ELVES, _ELLYLLON = "robs:race.elf.culture", "robs:race.ellyl.culture"
_PEOPLES = "robs:abilities.cha-across-races"
_HUMANS = ("commoner", "soldier", "bandit", "cultist-priest", "hedge-wizard")
_PEOPLE = {
    **dict.fromkeys(_HUMANS, "human"),
    "dwarf-warrior": "dwarf",
    "elf-scout": "elf",
    "halfling-sneak": "halfling",
    "ellyl": "ellyl",
}
_RULES = ("robs:reaction.situational", "robs:task.situational.roll", "robs:task.situational.reading")

__all__ = ["ContestRolled", "attitude_for", "react", "speaks"]


def speaks(creature: Creature) -> bool:
    """Ruling: delve-reaction. Whoever has wits beyond a beast's."""
    own = sheet(creature)
    return own.attributes["INT"] > SPEECHLESS_INT and trait(own.traits, Mindless) is None


@executes(
    "robs:reaction.situational",
    "robs:task.situational.roll",
    "robs:abilities.cha",
    "robs:abilities.cha-across-races",
    "robs:reaction.lawfulness-difference",
)
def react(do: Resolution, foe: Creature, speaker: Creature | None, tries: int, wish: int = 0) -> str:
    """How they take it; each try before costs 1, and what they wish for themselves counts. CHA counts the same with
    any people unless the referee brings in prejudice; where Lawfulness is reckoned with, so does the distance in
    that."""
    modifiers = [Modifier("earlier talk", -tries), Modifier("their own wishes", wish)]
    more: tuple[str, ...] = ()
    if speaker is not None:
        modifiers.append(Modifier("CHA", sheet(speaker).attributes["CHA"]))
        if kin_of(foe.kind) != sheet(speaker).race:
            modifiers.append(Modifier("prejudice", int(do.ruling(_PEOPLES, ("0", "-1", "-2"), "0", speaker.id))))
            more = (_PEOPLES,)
    faced = speaker or do.state.marchers()[0]
    apart, lived = _apart(do, foe, faced) if LAWFULNESS in do.state.switches else (0, ())
    more = (*more, *lived)
    if apart:
        modifiers.append(Modifier("Lawfulness", -apart))
        more = (*more, "robs:reaction.lawfulness-difference")
    modifiers = [m for m in modifiers if m.amount]
    roll = roll_dhl(do, f"reaction of {foe.id}", tuple(modifiers), by=speaker)
    told = attitude_for(roll.total, SHADES in do.state.switches)
    who = speaker.id if speaker is not None else ""
    rule = (*_RULES, "robs:delve-reaction", *(("robs:abilities.cha",) if speaker is not None else ()), *more)
    if LAWFULNESS in do.state.switches and apart <= GETS_ALONG and roll.total <= OPEN_ENMITY:
        told, rule = "wary", (*rule, "robs:alignment.lawfulness.compatibility")
    do.emit(ReactionRolled(who, roll, told, rule=rule))
    return told


def kin_of(kind: str) -> str:
    """The people that a kind belongs to; humans are human, and most kinds are no people of anybody's."""
    return _PEOPLE.get(kind, "")


@executes("robs:race.elf.culture", "robs:race.ellyl.culture")
def lawfulness_towards(do: Resolution, kind: str, other: Creature) -> int:
    """What the listing says; but elves are Lawful to elves and Neutral to the rest, and no ellyl is evil, if the
    referee does not say otherwise of these."""
    score = compendium.monsters()[kind].lawfulness if kind in compendium.monsters() else 0
    people = kin_of(kind)
    if people == "elf" and do.ruling(_ELVES, (AMONG_ELVES, ALIKE), AMONG_ELVES) == AMONG_ELVES:
        return ELVEN_LAW if sheet(other).race == "elf" else 0
    if people == "ellyl":
        return max(0, score) if do.ruling(_ELLYLLON, (NEVER_EVIL, EVIL), NEVER_EVIL) == NEVER_EVIL else EVIL_SCORE
    return score


@executes("robs:reaction.lawfulness-difference", "robs:alignment.lawfulness.compatibility")
def _apart(do: Resolution, foe: Creature, other: Creature) -> tuple[int, tuple[str, ...]]:
    """How far apart two are in Lawfulness, who has no score being Neutral; and the rules on how a people lives."""
    people = {"elf": (_ELVES,), "ellyl": (_ELLYLLON,)}.get(kin_of(foe.kind), ())
    return abs(lawfulness_towards(do, foe.kind, other) - (sheet(other).lawfulness or 0)), people


@executes("robs:task.situational.reading", "robs:reaction.situational")
def attitude_for(total: int, has_shades: bool = True) -> str:
    """The more the better. Ruling: delve-reaction. Only from -3 on do they attack, unless whatever goes against the
    party means blows."""
    if total <= OPEN_ENMITY or (total < 0 and not has_shades):
        return "hostile"
    return "wary" if total < 0 else "friendly" if total else "indifferent"
