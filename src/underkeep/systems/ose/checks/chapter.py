"""What this chapter brings: damage and what becomes of the harmed, food and drink, experience."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.checks import (
    damage,
    deaths,
    destruction,
    experience,
    experience_report,
    hardiness,
    healing,
    illusions,
    persons,
    provisions,
    rising,
    saves,
)
from underkeep.world.creature import Died, Harmed
from underkeep.world.party import PartyWent, TurnEnded

CHAPTER = Chapter(
    events=(
        *experience_report.EVENTS,
        damage.DamageThrown,
        damage.StruckHelpless,
        damage.TurnedToMist,
        damage.Unharmed,
        *deaths.EVENTS,
        hardiness.RoseAgain,
        destruction.ItemSaved,
        *experience.EVENTS,
        healing.HealingSlowed,
        healing.RestBroken,
        *illusions.EVENTS,
        persons.PersonJudged,
        provisions.Fed,
        *rising.EVENTS,
        saves.ThreatRuled,
    ),
    reactions={Died: deaths.note, Harmed: damage.fall, PartyWent: provisions.went, TurnEnded: rising.rise},
)
