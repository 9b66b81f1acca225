"""What this chapter brings: spells outside fights, potions, alchemy, and when magic ends."""

from __future__ import annotations

from underkeep.procedures.chapter import AT_LEISURE, OUTSIDE_FIGHTS, Chapter, Deed
from underkeep.systems.knave.magic import alchemy, casting, potions, spell_effects
from underkeep.systems.knave.magic.effects import senses
from underkeep.world.creature import Died
from underkeep.world.fight import FightEnded
from underkeep.world.party import PartyWent

CHAPTER = Chapter(
    deeds=(
        Deed(potions.Quaff, OUTSIDE_FIGHTS, potions.drink, potions.draughts, potions.why_not),
        Deed(potions.Taste, OUTSIDE_FIGHTS, potions.taste, potions.sips, potions.why_not),
        Deed(casting.Cast, OUTSIDE_FIGHTS, casting.perform, casting.own_options, casting.why_not, free=True),
        Deed(casting.WriteBook, OUTSIDE_FIGHTS, casting.perform, why_not=casting.why_not),
        Deed(alchemy.Harvest, AT_LEISURE, alchemy.harvest, alchemy.harvests, alchemy.why_not_harvest, free=True),
        Deed(alchemy.Brew, AT_LEISURE, alchemy.brew, alchemy.brewings, alchemy.why_not_brew, free=True),
    ),
    events=(*casting.EVENTS, *potions.EVENTS, *alchemy.EVENTS),
    reactions={Died: casting.on_died, FightEnded: casting.on_fight_ended, PartyWent: senses.on_going},
    effects=(spell_effects.effects, potions.effects),
)
