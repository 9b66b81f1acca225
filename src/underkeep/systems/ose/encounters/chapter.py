"""What this chapter brings: deeds of those who meet somebody, bargains, flight and pursuit."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import MEETING, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.attacks.stealth import Hide
from underkeep.systems.ose.characters import languages, thief_skills
from underkeep.systems.ose.encounters import (
    bargains,
    conduct,
    giving_chase,
    glimpses,
    guards,
    loyalty,
    meetings,
    modules,
    pursuit,
    retinues,
    skills_and_magic,
    wilderness_evasion,
)
from underkeep.systems.ose.magic import casting
from underkeep.systems.ose.magic.casting import SpellCast
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.world.creature import Died
from underkeep.world.encounter import EncounterEnded
from underkeep.world.fight import FightBegan, FightEnded, RoundBegan
from underkeep.world.state import State

_HERE = (MEETING,)


def _why_not_evade(state: State, action: a.Evade) -> Refusal | None:
    return pursuit.why_not(state, action.drop)


def _why_not_parley(state: State, action: a.Parley) -> Refusal | None:
    return languages.why_not_talk(state, state.creatures[action.actor])


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
    ),
    reactions={
        FightBegan: guards.raise_alarm,
        SpellCast: conduct.noted,
        Died: retinues.fell,
        RoundBegan: glimpses.round_began,
        FightEnded: glimpses.ended,
        EncounterEnded: glimpses.ended,
    },
    reasons={FightBegan: meetings.why_blows_fall},
    objections={a.Evade: _why_not_evade, a.Parley: _why_not_parley},
    answers={
        giving_chase.QUESTION: giving_chase.answer,
        wilderness_evasion.QUESTION: wilderness_evasion.answer,
    },
)
