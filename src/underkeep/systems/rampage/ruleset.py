"""The game as one object: where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.codec import Battle, Codec, Sheet
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import ACTIONS, Attack, CallCheck, CallSave
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Reaction, Recruit, Ruleset, Switch
from underkeep.systems.rampage.attacks import death, events, monster_effects, morale
from underkeep.systems.rampage.attacks.death import NEAR_DEATH
from underkeep.systems.rampage.attacks.rampage import MONSTER_RAMPAGE
from underkeep.systems.rampage.basics import actions, compendium
from underkeep.systems.rampage.basics.battle import RampageBattle
from underkeep.systems.rampage.basics.sheet import RampageSheet
from underkeep.systems.rampage.checks import checks
from underkeep.systems.rampage.combat import refusals, rounds
from underkeep.systems.rampage.creation import printed_sheet, steps
from underkeep.systems.rampage.equipment.arms import INDOORS
from underkeep.world.creature import Creature, Died, Felled, Harmed
from underkeep.world.events import EVENTS
from underkeep.world.fight import FightEnded, RoundBegan, Step
from underkeep.world.state import State

_SWITCHES = (
    Switch(
        NEAR_DEATH,
        "Characters at 0 hit points roll on the near-death chart.",
        "rampage:death.near-death-eligible",
        True,
    ),
    Switch(
        MONSTER_RAMPAGE, "Monsters rampage against lesser foes as fighters do.", "rampage:combat.rampage.monster-option"
    ),
    Switch(INDOORS, "The fight is in a dungeon or building.", "rampage:combat.space.pike-lance-indoors"),
)

_CITES: Cites = {RoundBegan: {"": ("rampage:time.round",)}}


class RampageRuleset:
    id = "rampage"
    title = "Rampage Amid the Ruins"
    round_seconds = 60
    codec: Codec[State] = Codec(
        State,
        (*EVENTS, *events.EVENTS, *morale.EVENTS),
        (*ACTIONS, *actions.ACTIONS),
        {Sheet: (RampageSheet,), Battle: (RampageBattle,)},
    )
    delving: Delving | None = None
    switches: Mapping[str, Switch] = {switch.id: switch for switch in _SWITCHES}
    cites: Cites = _CITES
    reactions: Mapping[type[Event], Reaction] = {
        Harmed: death.fall,
        Died: morale.check_after_loss,
        Felled: morale.check_after_loss,
        FightEnded: death.after_battle,
    }

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

    def begin_fight(self, do: Resolution) -> RampageBattle:
        return rounds.begin_fight(do)

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return rounds.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        rounds.enter_step(do, step)

    def leave_step(self, do: Resolution, step: Step) -> None:
        rounds.leave_step(do, step)

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        return rounds.fight_options(state, actor, step)

    def is_throw(self, state: State, action: Attack) -> bool:
        weapon = compendium.weapons().get(action.weapon)
        return weapon is not None and weapon.is_missile and "thrown" in weapon.qualities

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, CallCheck | CallSave):
            return checks.why_not(state.creatures[action.creature], action)
        return refusals.why_not(state, action)

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, CallCheck | CallSave):
            checks.perform(do, action)
        else:
            rounds.perform(do, action)

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        raise AssertionError(f"Nothing asks {prompt.question}.")


for effects in (monster_effects.effects,):
    effects.check()

RULESET: Ruleset = RampageRuleset()
