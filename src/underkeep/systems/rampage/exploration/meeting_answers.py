"""What this game answers to the procedure of meetings."""

from __future__ import annotations

from underkeep.systems.rampage.encounters import answers, meetings, reactions
from underkeep.systems.rampage.exploration import aftermath

attitudes = reactions.ATTITUDES
meet = meetings.meet
lures = answers.lures
parley = meetings.parley
evade = answers.evade
stand_by = meetings.stand_by
after_fight = aftermath.after_fight
