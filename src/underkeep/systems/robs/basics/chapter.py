"""What this chapter brings: the structs that this game keeps in the places the core leaves to it."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier, Battle, Campaign, Quality, Sheet, TownLife
from underkeep.procedures.chapter import Chapter
from underkeep.systems.robs.basics.barriers import Bar
from underkeep.systems.robs.basics.battle import RobsBattle
from underkeep.systems.robs.basics.campaign import RobsCampaign
from underkeep.systems.robs.basics.qualities import QUALITIES
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.basics.town_life import RobsTown

CHAPTER = Chapter(
    own={
        Sheet: (RobsSheet,),
        Campaign: (RobsCampaign,),
        Battle: (RobsBattle,),
        TownLife: (RobsTown,),
        Barrier: (Bar,),
        Quality: QUALITIES,
    }
)
