"""What this chapter brings: days on the road and under the earth."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.rampage.travel import days, overland
from underkeep.world.clock import TimePassed
from underkeep.world.journey import RoadCovered, TravelDayBegan

CHAPTER = Chapter(
    events=overland.EVENTS,
    reactions={TimePassed: days.underground},
    reasons={RoadCovered: overland.why_so_far, TravelDayBegan: overland.why_no_check},
)
