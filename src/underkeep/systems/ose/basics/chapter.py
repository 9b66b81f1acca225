"""What this chapter brings: the structs that this game keeps in the places the core leaves to it."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier, Battle, Campaign, Fittings, Quality, Sheet, TownLife
from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.basics.battle import OseBattle
from underkeep.systems.ose.basics.campaign import OseCampaign
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.basics.fittings import OseFittings
from underkeep.systems.ose.basics.sheet import OseSheet
from underkeep.systems.ose.basics.town_life import OseTown

CHAPTER = Chapter(
    own={
        Sheet: (OseSheet,),
        Campaign: (OseCampaign,),
        Battle: (OseBattle,),
        TownLife: (OseTown,),
        Barrier: (Bar,),
        Quality: (Enchanted,),
        Fittings: (OseFittings,),
    }
)
