"""What this chapter brings: spells cast at leisure, memorised, written and read, and what spoils or ends magic."""

from __future__ import annotations

from underkeep.procedures.chapter import AT_LEISURE, DUNGEON, TOWN, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics.conditions import CHARMED
from underkeep.systems.ose.magic import (
    casting,
    divine_favour,
    memorising,
    scrolls,
    spell_books,
    spell_effects,
    spell_picks,
    spells,
    trials,
    turning,
    zones,
)
from underkeep.systems.ose.magic.effects import spells_of_craft, spells_of_mind, spells_of_sense
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, Harmed, Moved, SaveRolled
from underkeep.world.fight import FightEnded
from underkeep.world.party import PartyWent

_IN_TOWN = Refusal("That can only be done in town.", "ose:magic.book.mentoring")


def _hurt(do: Resolution, event: Harmed) -> None:
    """A wound wakes, breaks concentration, and spoils a spell."""
    creature = do.state.creatures[event.creature]
    if creature.status != "up":
        return
    if creature.conditions:
        spells_of_mind.wake(do, creature.id)
        concentration.disturb(do, creature.id, "being hurt")
    casting.disrupt(do, creature.id)


def _attacked(do: Resolution, event: AttackRolled) -> None:
    """A hit spoils a spell that is still to be cast."""
    if event.hit:
        casting.disrupt(do, event.target)


def _saved(do: Resolution, event: SaveRolled) -> None:
    """So does a save that failed."""
    if not event.success:
        casting.disrupt(do, event.creature)


def _moved(do: Resolution, event: Moved) -> None:
    if do.state.fight is not None:
        zones.moved(do, event)


def _ended(do: Resolution, event: ConditionEnded) -> None:
    if event.name == CHARMED:
        spells_of_mind.charm_may_end(do, event.creature)


def _fight_over(do: Resolution, event: FightEnded) -> None:
    zones.clear(do)
    spells_of_mind.clear(do)
    if do.state.encounter is not None:
        spells_of_mind.befriend(do)


CHAPTER = Chapter(
    deeds=(
        Deed(casting.Cast, AT_LEISURE, casting.cast_at_leisure, casting.own_options, casting.why_not_outside),
        Deed(memorising.Memorise, AT_LEISURE, memorising.memorise, memorising.options, memorising.why_not, free=True),
        Deed(scrolls.Decipher, AT_LEISURE, scrolls.decipher, scrolls.options, scrolls.why_not, free=True),
        Deed(
            spell_books.Study, (TOWN,), spell_books.study, spell_books.studies, spell_books.why_not, elsewhere=_IN_TOWN
        ),
        Deed(
            spell_books.ResearchSpell,
            (TOWN,),
            trials.research,
            spell_books.researches,
            spell_books.why_not,
            free=True,
            elsewhere=_IN_TOWN,
        ),
        Deed(
            spell_books.RewriteBook,
            (TOWN,),
            spell_books.rewrite,
            spell_books.rewritings,
            spell_books.why_not,
            elsewhere=_IN_TOWN,
        ),
        Deed(
            spell_books.ReadBook,
            (TOWN, DUNGEON),
            spell_books.read,
            spell_books.reading_options,
            spell_books.why_not,
            free=True,
        ),
        Deed(
            divine_favour.Atone,
            (TOWN,),
            divine_favour.atone,
            divine_favour.options,
            divine_favour.why_not,
            elsewhere=_IN_TOWN,
        ),
    ),
    events=(
        casting.SpellCast,
        casting.SpellDisrupted,
        *memorising.EVENTS,
        *scrolls.EVENTS,
        *spell_books.EVENTS,
        spell_effects.SpellHadNoEffect,
        spells.SpellRolled,
        *spells_of_craft.EVENTS,
        spells_of_mind.SideTaken,
        spells_of_sense.Revealed,
        turning.TurningRolled,
        turning.HitDiceTurned,
        *trials.EVENTS,
        *zones.EVENTS,
    ),
    reactions={
        Harmed: _hurt,
        AttackRolled: _attacked,
        SaveRolled: _saved,
        Moved: _moved,
        ConditionEnded: _ended,
        FightEnded: _fight_over,
        PartyWent: spells_of_sense.looked_around,
    },
    answers={spell_picks.QUESTION: spell_picks.answer, memorising.QUESTION: memorising.answer},
    effects=(spell_effects.effects,),
)
