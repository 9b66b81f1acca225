"""The game as one object: where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.codec import Battle, Codec, Sheet
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import ACTIONS, Attack, CallCheck, CallSave
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Reaction, Recruit, Ruleset, Switch
from underkeep.systems.robs import switches
from underkeep.systems.robs.attacks import death, initiative, morale, poison
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.battle import RobsBattle
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.checks import checks
from underkeep.systems.robs.combat import rounds
from underkeep.systems.robs.creation import printed_sheet, steps
from underkeep.world.creature import Creature, Harmed
from underkeep.world.events import EVENTS
from underkeep.world.fight import FightEnded, RoundBegan, Step
from underkeep.world.state import State

_CITES: Cites = {
    RoundBegan: {"": ("robs:combat.round.phases",)},
    FightEnded: {"": ("robs:combat.round.end",)},
}


class RobsRuleset:
    id = "robs"
    title = "Rob's Dungeon Game"
    round_seconds = ROUND_SECONDS
    delving: Delving | None = None
    codec: Codec[State] = Codec(
        State,
        (*EVENTS, *checks.EVENTS, wounds.Wounded, *initiative.EVENTS, *morale.EVENTS, *rounds.EVENTS),
        (*ACTIONS, *rounds.ACTIONS, *checks.ACTIONS),
        {Sheet: (RobsSheet,), Battle: (RobsBattle,)},
    )
    switches: Mapping[str, Switch] = switches.SWITCHES
    cites: Cites = _CITES
    reactions: Mapping[type[Event], Reaction] = {Harmed: death.harmed}

    def roster(self) -> Mapping[str, str]:
        return steps.roster()

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return steps.choices()

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        return steps.recruit(do, who, id, side)

    def card(self, state: State, creature: Creature) -> Card:
        return printed_sheet.card(state, creature)

    def figures(self, state: State) -> Mapping[str, int]:
        return {}

    def begin_fight(self, do: Resolution) -> RobsBattle:
        return rounds.begin_fight(do)

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return rounds.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        rounds.enter_step(do, step)

    def leave_step(self, do: Resolution, step: Step) -> None:
        rounds.leave_step(do, step)

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        return rounds.fight_options(state, actor, step) if step.phase == rounds.ACT else NONE

    def is_throw(self, state: State, action: Attack) -> bool:
        return False

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, CallCheck | CallSave):
            return checks.why_not(state, action)
        return rounds.why_not(state, action)

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, CallCheck | CallSave):
            checks.perform(do, action)
        else:
            rounds.perform(do, action)

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        raise AssertionError(f"Nothing asks {prompt.question}.")


for effects in (poison.on_hit,):
    effects.check()

RULESET: Ruleset = RobsRuleset()
