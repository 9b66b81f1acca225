"""What this chapter brings: damage and what becomes of the harmed, food and drink, experience."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.checks import (
    damage,
    destruction,
    experience,
    experience_report,
    hardiness,
    healing,
    illusions,
    provisions,
    rising,
    saves,
)
from underkeep.world.creature import Harmed
from underkeep.world.party import PartyWent, TurnEnded

CHAPTER = Chapter(
    events=(
        *experience_report.EVENTS,
        damage.DamageThrown,
        damage.StruckHelpless,
        damage.TurnedToMist,
        damage.Unharmed,
        hardiness.Revived,
        destruction.ItemSaved,
        *experience.EVENTS,
        healing.HealingSlowed,
        healing.RestBroken,
        *illusions.EVENTS,
        *rising.EVENTS,
        provisions.Fed,
        saves.ThreatRuled,
    ),
    reactions={Harmed: damage.fall, PartyWent: provisions.went, TurnEnded: rising.rise},
)
