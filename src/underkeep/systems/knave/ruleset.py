"""Knave, second edition: the answers this game gives to what the procedures ask."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.codec import Codec
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import lights
from underkeep.procedures.actions import ACTIONS, Attack, CallCheck, CallSave
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Reaction, Recruit, Ruleset, Switch
from underkeep.systems.knave import (
    aftermath,
    ambush,
    attacks,
    card,
    checks,
    combat,
    creation,
    days,
    delving,
    encounters,
    hazard_die,
    healing,
    holds,
    inventory,
    light,
    magic,
    manoeuvres,
    morale,
    own_actions,
    saves,
    stunts,
    turn,
    wounds,
)
from underkeep.systems.knave.cites import CITES
from underkeep.systems.knave.sheet import KnaveSheet
from underkeep.systems.knave.spells import senses
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
    *combat.EVENTS,
    *stunts.EVENTS,
    *magic.EVENTS,
    *delving.DELVING_EVENTS,
)
OWN_ACTIONS = (
    *manoeuvres.ACTIONS,
    *holds.ACTIONS,
    *inventory.ACTIONS,
    *turn.ACTIONS,
    *stunts.ACTIONS,
    *delving.DELVING_ACTIONS,
)


def _on_died(do: Resolution, event: Died) -> None:
    magic.on_died(do, event)
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
    codec: Codec[State] = Codec(State, (*EVENTS, *OWN_EVENTS), (*ACTIONS, *OWN_ACTIONS), (KnaveSheet,))
    switches: Mapping[str, Switch] = {s.id: s for s in (combat.EACH_ROUND, hazard_die.NO_ROLL_WHEN_TIRED)}
    cites: Cites = CITES
    reactions: Mapping[type[Event], Reaction] = {
        Died: _on_died,
        FightEnded: magic.on_fight_ended,
        Felled: holds.on_gone,
        Yielded: holds.on_gone,
        LightLit: light.on_lit,
        LightWentOut: light.on_out,
        TimePassed: days.on_time,
        PartyWent: _on_going,
        inventory.ItemsDropped: aftermath.on_dropped,
    }

    def roster(self) -> Mapping[str, str]:
        return creation.roster()

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return creation.choices()

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        return creation.recruit(do, who, id, side)

    def card(self, state: State, creature: Creature) -> Card:
        return card.card(creature, state.lights)

    def begin_fight(self, do: Resolution) -> Mapping[str, int]:
        encounters.waken(do)
        ambush.begin(do)
        stunts.advise(do)
        return morale.opening_tallies(do.state)

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return combat.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        combat.enter_step(do, step)

    def leave_step(self, do: Resolution, step: Step) -> None:
        combat.leave_step(do, step)

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        return turn.fight_options(state, actor, step)

    def is_throw(self, state: State, action: Attack) -> bool:
        return False

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, CallCheck):
            is_morale = morale.is_called(action.what)
            return morale.why_not_call(state, action) if is_morale else checks.why_not_call(state, action)
        if isinstance(action, CallSave):
            return saves.why_not_call(state, action)
        return turn.why_not(state, action)

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, CallCheck) and morale.is_called(action.what):
            morale.call(do, action)
        elif isinstance(action, CallCheck):
            checks.call(do, action)
        elif isinstance(action, CallSave):
            saves.call(do, action)
        else:
            combat.perform(do, action)

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        if prompt.question in own_actions.QUESTIONS:
            own_actions.answer(do, prompt, choice)
        else:
            combat.answer(do, prompt, choice)


RULESET: Ruleset = KnaveRuleset()
