"""What this chapter brings: what days and watches do to those who are away from town."""

from __future__ import annotations

from underkeep.procedures.chapter import AT_LEISURE, Chapter, Deed
from underkeep.systems.knave.travel import days
from underkeep.world.clock import TimePassed
from underkeep.world.party import PartyWent

CHAPTER = Chapter(
    deeds=(Deed(days.Camp, AT_LEISURE, days.camp, lambda _: (days.Camp(),), days.why_not_camp, asks=days.asked),),
    events=days.EVENTS,
    reactions={TimePassed: days.on_time, PartyWent: days.on_going},
)
