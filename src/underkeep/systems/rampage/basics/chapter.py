"""What this chapter brings: the structs that this game keeps in the places the core leaves to it."""

from __future__ import annotations

from underkeep.kernel.codec import Barrier, Battle, Campaign, Sheet, TownLife
from underkeep.procedures.chapter import Chapter
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.basics.battle import RampageBattle
from underkeep.systems.rampage.basics.campaign import RampageCampaign
from underkeep.systems.rampage.basics.sheet import RampageSheet
from underkeep.systems.rampage.basics.town_life import RampageTown

CHAPTER = Chapter(
    own={
        Sheet: (RampageSheet,),
        Battle: (RampageBattle,),
        Campaign: (RampageCampaign,),
        TownLife: (RampageTown,),
        Barrier: (Bar,),
    }
)
