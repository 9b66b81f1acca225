"""Knave, second edition: the answers this game gives to what the procedures ask."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.codec import Battle, Campaign, Codec, Sheet, TownLife
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import lights
from underkeep.procedures.actions import ACTIONS, Attack, CallCheck, CallSave
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Reaction, Recruit, Ruleset, Switch
from underkeep.systems.knave import delving, own_actions
from underkeep.systems.knave.attacks import afflictions, ambush, attacks, manoeuvres, monster_abilities, morale, stunts
from underkeep.systems.knave.basics.battle import KnaveBattle
from underkeep.systems.knave.basics.campaign import KnaveCampaign, campaign
from underkeep.systems.knave.basics.sheet import KnaveSheet
from underkeep.systems.knave.basics.town_life import KnaveTown
from underkeep.systems.knave.checks import checks, healing, holds, saves, wounds
from underkeep.systems.knave.cites import CITES
from underkeep.systems.knave.combat import moves_and_actions, rounds
from underkeep.systems.knave.creation import printed_sheet, steps
from underkeep.systems.knave.encounters import meetings
from underkeep.systems.knave.equipment import inventory, light
from underkeep.systems.knave.exploration import aftermath, hazard_die, traps
from underkeep.systems.knave.magic import casting, potions, spell_effects
from underkeep.systems.knave.magic.effects import senses
from underkeep.systems.knave.monsters import wandering
from underkeep.systems.knave.town import consequences_of_ties, town
from underkeep.systems.knave.travel import days
from underkeep.world.clock import TimePassed
from underkeep.world.creature import Creature, Died, Felled, Yielded
from underkeep.world.events import EVENTS
from underkeep.world.fight import FightEnded, Step
from underkeep.world.light import LightLit, LightWentOut
from underkeep.world.party import PartyWent
from underkeep.world.state import State

OWN_EVENTS = (
    *inventory.EVENTS,
    *wounds.EVENTS,
    *healing.EVENTS,
    *holds.EVENTS,
    *manoeuvres.EVENTS,
    *attacks.EVENTS,
    *stunts.EVENTS,
    *casting.EVENTS,
    *morale.EVENTS,
    *monster_abilities.EVENTS,
    *rounds.EVENTS,
    *wandering.EVENTS,
    *aftermath.EVENTS,
    *days.EVENTS,
    *town.EVENTS,
    *consequences_of_ties.EVENTS,
    *delving.DELVING_EVENTS,
)
OWN_ACTIONS = (
    *manoeuvres.ACTIONS,
    *holds.ACTIONS,
    *inventory.ACTIONS,
    *moves_and_actions.ACTIONS,
    *stunts.ACTIONS,
    *delving.DELVING_ACTIONS,
)


def _on_died(do: Resolution, event: Died) -> None:
    casting.on_died(do, event)
    light.on_died(do, event)


def _on_going(do: Resolution, event: PartyWent) -> None:
    days.on_going(do, event)
    senses.on_going(do, event)
    lights.go_on_without(do, (light.THREE_USES,))


class KnaveRuleset:
    id = "knave"
    title = "Knave"
    round_seconds = wounds.ROUND_SECONDS
    delving: Delving | None = delving.KnaveDelving()
    codec: Codec[State] = Codec(
        State,
        (*EVENTS, *OWN_EVENTS),
        (*ACTIONS, *OWN_ACTIONS),
        {Sheet: (KnaveSheet,), Campaign: (KnaveCampaign,), Battle: (KnaveBattle,), TownLife: (KnaveTown,)},
    )
    switches: Mapping[str, Switch] = {s.id: s for s in (rounds.EACH_ROUND, hazard_die.NO_ROLL_WHEN_TIRED)}
    cites: Cites = CITES
    reactions: Mapping[type[Event], Reaction] = {
        Died: _on_died,
        FightEnded: casting.on_fight_ended,
        Felled: holds.on_gone,
        Yielded: holds.on_gone,
        LightLit: light.on_lit,
        LightWentOut: light.on_out,
        TimePassed: days.on_time,
        PartyWent: _on_going,
        inventory.ItemsDropped: aftermath.on_dropped,
    }

    def roster(self) -> Mapping[str, str]:
        return steps.roster()

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return steps.choices()

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        return steps.recruit(do, who, id, side)

    def card(self, state: State, creature: Creature) -> Card:
        return printed_sheet.card(creature, state.lights)

    def figures(self, state: State) -> Mapping[str, int]:
        known = campaign(state)
        return {"foes slain": known.foes_slain, "coins at home": known.coins_at_home}

    def begin_fight(self, do: Resolution) -> KnaveBattle:
        meetings.waken(do)
        ambush.begin(do)
        stunts.advise(do)
        return morale.opening(do.state)

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return rounds.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        rounds.enter_step(do, step)

    def leave_step(self, do: Resolution, step: Step) -> None:
        rounds.leave_step(do, step)

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        return moves_and_actions.fight_options(state, actor, step)

    def is_throw(self, state: State, action: Attack) -> bool:
        return False

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, CallCheck):
            is_morale = morale.is_called(action.what)
            return morale.why_not_call(state, action) if is_morale else checks.why_not_call(state, action)
        if isinstance(action, CallSave):
            return saves.why_not_call(state, action)
        return moves_and_actions.why_not(state, action)

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, CallCheck) and morale.is_called(action.what):
            morale.call(do, action)
        elif isinstance(action, CallCheck):
            checks.call(do, action)
        elif isinstance(action, CallSave):
            saves.call(do, action)
        else:
            rounds.perform(do, action)

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        if prompt.question in own_actions.QUESTIONS:
            own_actions.answer(do, prompt, choice)
        else:
            rounds.answer(do, prompt, choice)


for effects in (afflictions.effects, monster_abilities.powers, spell_effects.effects, potions.effects, traps.effects):
    effects.check()

RULESET: Ruleset = KnaveRuleset()
