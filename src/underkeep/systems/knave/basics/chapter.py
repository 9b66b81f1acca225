"""What this chapter brings: the structs that this game keeps in the places the core leaves to it."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier, Battle, Campaign, Sheet, TownLife
from underkeep.procedures.chapter import Chapter
from underkeep.systems.knave.basics.barriers import Bar
from underkeep.systems.knave.basics.battle import KnaveBattle
from underkeep.systems.knave.basics.campaign import KnaveCampaign
from underkeep.systems.knave.basics.sheet import KnaveSheet
from underkeep.systems.knave.basics.town_life import KnaveTown

CHAPTER = Chapter(
    own={
        Sheet: (KnaveSheet,),
        Campaign: (KnaveCampaign,),
        Battle: (KnaveBattle,),
        TownLife: (KnaveTown,),
        Barrier: (Bar,),
    }
)
