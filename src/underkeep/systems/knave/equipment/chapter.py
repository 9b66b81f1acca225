"""What this chapter brings: sacks, things that fall, lights that burn down, experience and the purse."""

from __future__ import annotations

from underkeep.procedures import containers as stowing
from underkeep.procedures.chapter import Chapter
from underkeep.systems.knave.equipment import containers, experience, inventory, light, purse
from underkeep.world.creature import Died
from underkeep.world.light import LightLit, LightWentOut

CHAPTER = Chapter(
    deeds=stowing.deeds(containers),
    events=(*inventory.EVENTS, *light.EVENTS, *experience.EVENTS, *purse.EVENTS),
    reactions={Died: light.on_died, LightLit: light.on_lit, LightWentOut: light.on_out},
)
