"""What this game answers to the procedure of meetings."""

from __future__ import annotations

from underkeep.procedures import conversation
from underkeep.procedures.delve_actions import Parley
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.encounters import answers, meetings, reactions
from underkeep.systems.rampage.exploration import aftermath, talk
from underkeep.world.creature import Creature

attitudes = reactions.ATTITUDES
meet = meetings.meet
lures = answers.lures
is_way_out = answers.is_way_out
evade = answers.evade
stand_by = meetings.stand_by
after_fight = aftermath.after_fight


def parley(do: Resolution, creature: Creature, aim: str) -> None:
    conversation.hold(talk, do, Parley(creature.id, aim))
