"""The families of spells: each module registers what carries out its effects."""

from __future__ import annotations

from underkeep.systems.ose.magic import dispelling
from underkeep.systems.ose.magic.effects import (
    communion,
    quests,
    reincarnation,
    spells_of_bounty,
    spells_of_change,
    spells_of_confusion,
    spells_of_craft,
    spells_of_destruction,
    spells_of_ground,
    spells_of_mercy,
    spells_of_mind,
    spells_of_nature,
    spells_of_scrying,
    spells_of_sense,
    spells_of_summoning,
    spells_of_thought,
    spells_of_travel,
    spells_of_walls,
    spells_of_war,
    spells_of_wrath,
)

FAMILIES = (
    spells_of_craft,
    spells_of_mind,
    spells_of_sense,
    spells_of_war,
    spells_of_destruction,
    spells_of_walls,
    spells_of_change,
    spells_of_confusion,
    spells_of_ground,
    reincarnation,
    spells_of_nature,
    spells_of_scrying,
    spells_of_summoning,
    spells_of_thought,
    spells_of_travel,
    dispelling,
    communion,
    quests,
    spells_of_bounty,
    spells_of_mercy,
    spells_of_wrath,
)
