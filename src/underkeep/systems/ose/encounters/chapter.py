"""What this chapter brings: deeds of those who meet somebody, bargains, flight and pursuit."""

from __future__ import annotations

from functools import partial

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import MEETING, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.stealth import Hide
from underkeep.systems.ose.characters import languages, thief_skills
from underkeep.systems.ose.encounters import (
    bargains,
    boarding,
    conduct,
    giving_chase,
    glimpses,
    guards,
    loyalty,
    meetings,
    modules,
    pursuit,
    retinues,
    sea_fights,
    skills_and_magic,
    wilderness_evasion,
)
from underkeep.systems.ose.magic import casting
from underkeep.systems.ose.magic.casting import SpellCast
from underkeep.systems.ose.magic.effects.spells_of_destruction import BlastRolled
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.world.creature import Died
from underkeep.world.encounter import EncounterBegan, EncounterEnded
from underkeep.world.fight import FightBegan, FightEnded, RoundBegan
from underkeep.world.state import State

_HERE = (MEETING,)


def _why_not_evade(state: State, action: a.Evade) -> Refusal | None:
    return pursuit.why_not(state, action.drop)


def _why_not_parley(state: State, action: a.Parley) -> Refusal | None:
    return languages.why_not_talk(state, state.creatures[action.actor])


def _began(do: Resolution, event: FightBegan) -> None:
    guards.raise_alarm(do, event)
    sea_fights.began(do, event)


def _ended(do: Resolution, event: EncounterEnded) -> None:
    glimpses.ended(do, event)
    boarding.ended(do, event)


CHAPTER = Chapter(
    deeds=(
        Deed(casting.Cast, _HERE, skills_and_magic.cast, casting.own_options, casting.why_not_outside),
        Deed(
            TurnUndead,
            _HERE,
            skills_and_magic.turn_undead,
            skills_and_magic.turnings,
            skills_and_magic.why_not_turn_undead,
        ),
        Deed(Hide, _HERE, skills_and_magic.hide, skills_and_magic.hidings, skills_and_magic.why_not_hide),
        Deed(
            thief_skills.PickPockets,
            _HERE,
            skills_and_magic.pick_pocket,
            thief_skills.pocket_options,
            thief_skills.why_not_pocket,
        ),
        *(
            Deed(action, _HERE, perform, partial(sea_fights.options, action), sea_fights.why_not, free=True)
            for action, perform in sea_fights.DEEDS.items()
        ),
        Deed(sea_fights.StrikeHull, _HERE, sea_fights.strike, why_not=sea_fights.why_not, free=True),
    ),
    events=(
        bargains.BargainStruck,
        modules.ModulesUsed,
        *giving_chase.EVENTS,
        *guards.EVENTS,
        *loyalty.EVENTS,
        *conduct.EVENTS,
        *glimpses.EVENTS,
        *retinues.EVENTS,
        *boarding.EVENTS,
        *sea_fights.EVENTS,
    ),
    reactions={
        FightBegan: _began,
        EncounterBegan: boarding.sighted,
        BlastRolled: sea_fights.blasted,
        SpellCast: conduct.noted,
        Died: retinues.fell,
        RoundBegan: glimpses.round_began,
        FightEnded: glimpses.ended,
        EncounterEnded: _ended,
    },
    reasons={FightBegan: meetings.why_blows_fall},
    objections={a.Engage: sea_fights.why_not_engage, a.Evade: _why_not_evade, a.Parley: _why_not_parley},
    answers={
        giving_chase.QUESTION: giving_chase.answer,
        wilderness_evasion.QUESTION: wilderness_evasion.answer,
    },
)
