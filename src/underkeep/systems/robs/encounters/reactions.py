"""How those who are met take to the party: a situational roll, with the speaker's CHA if somebody speaks."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Mindless, trait
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.world.creature import Creature
from underkeep.world.encounter import ReactionRolled

SPEECHLESS_INT = -3
OPEN_ENMITY = -3
_RULES = ("robs:reaction.situational", "robs:task.situational.roll", "robs:task.situational.reading")

__all__ = ["ContestRolled", "attitude_for", "react", "speaks"]


def speaks(creature: Creature) -> bool:
    """Ruling: delve-reaction. Whoever has wits beyond a beast's."""
    own = sheet(creature)
    return own.attributes["INT"] > SPEECHLESS_INT and trait(own.traits, Mindless) is None


@executes("robs:reaction.situational", "robs:task.situational.roll", "robs:abilities.cha")
def react(do: Resolution, foe: Creature, speaker: Creature | None, tries: int) -> int:
    """The total of one reaction; each try before costs 1."""
    modifiers = [Modifier("earlier talk", -tries)] if tries else []
    if speaker is not None:
        modifiers.append(Modifier("CHA", sheet(speaker).attributes["CHA"]))
    roll = roll_dhl(do, f"reaction of {foe.id}", tuple(modifiers), by=speaker)
    told = attitude_for(roll.total)
    who = speaker.id if speaker is not None else ""
    rule = (*_RULES, "robs:delve-reaction", *(("robs:abilities.cha",) if speaker is not None else ()))
    do.emit(ReactionRolled(who, roll, told, rule=rule))
    return roll.total


@executes("robs:task.situational.reading", "robs:reaction.situational")
def attitude_for(total: int) -> str:
    """The more the better. Ruling: delve-reaction. Only from -3 on do they attack."""
    if total <= OPEN_ENMITY:
        return "hostile"
    return "wary" if total < 0 else "friendly" if total else "indifferent"
