"""The game as one object: where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.codec import Battle, Campaign, Codec, Sheet, TownLife
from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import ACTIONS, Attack, CallCheck, CallSave
from underkeep.procedures.delving import Delving
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Reaction, Recruit, Ruleset, Switch
from underkeep.systems.ose import consequences
from underkeep.systems.ose.attacks import special_attacks
from underkeep.systems.ose.basics.battle import OseBattle
from underkeep.systems.ose.basics.campaign import OseCampaign, campaign
from underkeep.systems.ose.basics.sheet import OseSheet
from underkeep.systems.ose.basics.town_life import OseTown
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.cites import CITES
from underkeep.systems.ose.combat import ability_checks, improvising, rounds
from underkeep.systems.ose.creation import printed_sheet, recruits
from underkeep.systems.ose.delving import DELVING_ACTIONS, DELVING_EVENTS, OseDelving
from underkeep.systems.ose.encounters import giving_chase, wilderness_evasion
from underkeep.systems.ose.equipment import thrown
from underkeep.systems.ose.exploration import hazards, party, special_rooms, traps
from underkeep.systems.ose.magic import memorising, spell_effects, spell_picks
from underkeep.systems.ose.switches import SWITCHES
from underkeep.systems.ose.town import retainers
from underkeep.world.creature import Creature
from underkeep.world.events import EVENTS
from underkeep.world.fight import Step
from underkeep.world.state import State


@executes("ose:time.round")
class OseRuleset:
    """A round is ten seconds."""

    id = "ose"
    title = "Old-School Essentials"
    round_seconds = 10
    delving: Delving | None = OseDelving()
    codec: Codec[State] = Codec(
        State,
        (*EVENTS, *rounds.EVENTS, *DELVING_EVENTS),
        (*ACTIONS, *rounds.ACTIONS, *DELVING_ACTIONS),
        {Sheet: (OseSheet,), Campaign: (OseCampaign,), Battle: (OseBattle,), TownLife: (OseTown,)},
    )
    switches: Mapping[str, Switch] = SWITCHES
    reactions: Mapping[type[Event], Reaction] = consequences.REACTIONS
    cites: Cites = CITES
    fight_options = staticmethod(rounds.fight_options)

    def roster(self) -> Mapping[str, str]:
        return recruits.roster()

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return recruits.choices()

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        return recruits.recruit(do, who, id, side)

    def card(self, state: State, creature: Creature) -> Card:
        return printed_sheet.card(state, creature)

    def figures(self, state: State) -> Mapping[str, int]:
        so_far = campaign(state).chronicle
        return {"xp": so_far.xp, "gp": so_far.treasure_gp, "adventures": so_far.adventures}

    def begin_fight(self, do: Resolution) -> OseBattle:
        return rounds.begin_fight(do)

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return rounds.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        rounds.enter_step(do, step)

    def leave_step(self, do: Resolution, step: Step) -> None:
        rounds.leave_step(do, step)

    def is_throw(self, state: State, action: Attack) -> bool:
        return thrown.is_throw(state, action)

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, CallCheck) and hazards.reads(action.what):
            return hazards.why_not(state, action)
        return (
            ability_checks.why_not(state, action)
            if isinstance(action, CallCheck | CallSave)
            else rounds.why_not(state, action)
        )

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, CallCheck) and hazards.reads(action.what):
            hazards.call(do, action)
        elif isinstance(action, CallCheck | CallSave):
            ability_checks.call(do, action)
        else:
            rounds.perform(do, action)

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        if prompt.question == experience.FIRST_CLASS:
            retainers.take_class(do, prompt, choice)
        elif prompt.question == improvising.QUESTION:
            improvising.answer(do, prompt, choice)
        elif prompt.question == giving_chase.QUESTION:
            giving_chase.answer(do, prompt, choice)
        elif prompt.question == wilderness_evasion.QUESTION:
            wilderness_evasion.answer(do, prompt, choice)
        elif prompt.question == party.MARCHING_ORDER:
            party.answer(do, prompt, choice)
        elif prompt.question == spell_picks.QUESTION:
            spell_picks.answer(do, prompt, choice)
        elif prompt.question == memorising.QUESTION:
            memorising.answer(do, prompt, choice)
        else:
            raise AssertionError(f"Nothing asks {prompt.question}.")


for effects in (
    special_attacks.on_hit,
    special_attacks.on_line,
    spell_effects.effects,
    traps.effects,
    special_rooms.on_entering,
    special_rooms.on_use,
):
    effects.check()

RULESET: Ruleset = OseRuleset()
