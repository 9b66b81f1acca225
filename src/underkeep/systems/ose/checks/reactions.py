"""The reaction roll: how those who are met take to the party."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import abilities
from underkeep.world.creature import Creature
from underkeep.world.encounter import ReactionRolled

ATTITUDES = ("hostile", "unfriendly", "neutral", "indifferent", "friendly")
FLAGGED_HOSTILE = "always attacks"
_MOTIVATION = "ose:referee.monsters.motivation"
_INTERESTS = ("-2", "-1", "0", "1")


@executes("ose:reaction.roll", "ose:reaction.charisma", "ose:reaction.decide-or-roll", "ose:abilities.cha.reactions")
def reaction(do: Resolution, speaker: Creature | None, favour: int = 0) -> str:
    """How the monsters take it: by their flag, or 2d6 with the speaker's CHA and their own interests."""
    encounter = do.state.encounter
    assert encounter is not None and do.state.dungeon is not None
    group = do.state.dungeon.groups[encounter.group]
    if group.attitude == FLAGGED_HOSTILE:
        return "hostile"
    rule = "ose:reaction.decide-or-roll"
    chosen = do.ruling(rule, ("roll", *ATTITUDES), "roll")
    if chosen != "roll":
        return chosen
    charm = abilities.reactions(sheet(speaker).abilities["CHA"]) if speaker and sheet(speaker).abilities else 0
    interests = interests_of(do, favour) if favour else 0
    roll = do.roll(2, 6, "reaction", (Modifier("CHA", charm), Modifier("their own interests", interests)))
    result = attitude_for(roll.total)
    by_charm = ("ose:abilities.cha.reactions",) if charm else ()
    by_interest = (_MOTIVATION,) if interests else ()
    cited = ("ose:reaction.roll", *(("ose:reaction.charisma",) if speaker else ()), *by_charm, *by_interest)
    do.emit(ReactionRolled(speaker.id if speaker else "", roll, result, rule=cited))
    return result


@executes("ose:referee.monsters.motivation")
def interests_of(do: Resolution, favour: int) -> int:
    """What the monsters want counts in talks. Default: -1 or -2 for what goes against it; +1 for what serves it is
    ours.
    """
    return int(do.ruling(_MOTIVATION, _INTERESTS, str(favour), seats=(REFEREE,)))


@executes("ose:reaction.roll")
def attitude_for(total: int) -> str:
    """The attitude that a reaction total stands for."""
    for attitude, most in zip(ATTITUDES, (2, 5, 8, 11), strict=False):
        if total <= most:
            return attitude
    return "friendly"
