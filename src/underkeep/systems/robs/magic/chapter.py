"""What this chapter brings: spells and magic things, in fights and elsewhere, and what a wizard does with time."""

from __future__ import annotations

from underkeep.procedures import containers
from underkeep.procedures.chapter import AT_LEISURE, OUTSIDE_FIGHTS, TOWN, Chapter, Deed
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.magic import (
    casting,
    items,
    lingering,
    potions,
    spell_effects,
    spells,
    study,
    study_takes,
    wondrous_items,
)
from underkeep.systems.robs.magic.effects import (
    boons,
    hampering,
    mending,
    missiles,
    places,
    provisions,
    senses,
    turning,
)
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed, Moved
from underkeep.world.gear import ItemsChanged

FAMILIES = (boons, hampering, mending, missiles, places, provisions, senses, turning)
_TOWN = (TOWN,)


def _harmed(do: Resolution, event: Harmed) -> None:
    if do.state.creatures[event.creature].conditions:
        lingering.on_harmed(do, event)
        casting.on_harmed(do, event)


def _ended(do: Resolution, event: ConditionEnded) -> None:
    places.on_ended(do, event)
    potions.on_ended(do, event)
    spell_effects.on_ended(do, event)


CHAPTER = Chapter(
    deeds=(
        Deed(casting.Cast, OUTSIDE_FIGHTS, casting.cast, casting.listed, casting.why_not, free=True),
        Deed(potions.Quaff, OUTSIDE_FIGHTS, potions.drink, potions.listed, potions.why_not),
        Deed(places.Tend, OUTSIDE_FIGHTS, places.tend, places.listed, places.why_not, free=True),
        Deed(lingering.Wake, AT_LEISURE, lingering.wake, lingering.listed_wakings, lingering.why_not_wake),
        Deed(lingering.Sense, AT_LEISURE, lingering.sense, lingering.listed_sensings, lingering.why_not_sense),
        Deed(
            study.LearnSpell,
            _TOWN,
            study.learn,
            study.lessons,
            study.why_not_learn,
            free=True,
            takes=study_takes.lessons,
        ),
        Deed(
            study.StudyScroll,
            _TOWN,
            study.study,
            study.studies,
            study.why_not_study,
            free=True,
            takes=study_takes.scrolls,
        ),
        Deed(
            study.Research,
            _TOWN,
            study.research,
            study.inventions,
            study.why_not_research,
            free=True,
            takes=study_takes.research,
        ),
        Deed(
            study.WriteScroll,
            _TOWN,
            study.write,
            study.writings,
            study.why_not_write,
            free=True,
            takes=study_takes.writing,
        ),
        Deed(study.Recharge, _TOWN, study.recharge, study.chargings, study.why_not_recharge, free=True),
        Deed(study.ExamineScroll, AT_LEISURE, study.examine, study.unread, study.why_not_examine, free=True),
        Deed(study.Meditate, AT_LEISURE, study.meditate, study.restful, study.why_not_meditate, free=True),
        Deed(
            wondrous_items.CommandRope,
            AT_LEISURE,
            wondrous_items.command,
            wondrous_items.commands,
            wondrous_items.why_not_command,
            free=True,
        ),
        *containers.deeds(wondrous_items),
    ),
    events=(
        *spells.EVENTS,
        *items.EVENTS,
        *casting.EVENTS,
        *spell_effects.EVENTS,
        *places.EVENTS,
        *senses.EVENTS,
        *potions.EVENTS,
        *study.EVENTS,
        *wondrous_items.EVENTS,
    ),
    reactions={
        Harmed: _harmed,
        DamageRolled: casting.on_blow,
        ConditionEnded: _ended,
        ItemsChanged: wondrous_items.on_items_changed,
        Moved: places.on_moved,
        AttackRolled: places.on_blow,
    },
    effects=(spell_effects.effects, potions.effects),
)
