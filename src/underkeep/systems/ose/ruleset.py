"""The game as one object: where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.codec import Codec
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import ACTIONS
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Reaction, Recruit, Ruleset, Switch
from underkeep.systems.ose import attacks, combat, creation
from underkeep.systems.ose.sheet import OseSheet
from underkeep.world.creature import Creature, Harmed
from underkeep.world.events import EVENTS
from underkeep.world.fight import Step
from underkeep.world.state import State


class OseRuleset:
    id = "ose"
    title = "Old-School Essentials"
    round_seconds = 10
    delving: Delving | None = None
    codec: Codec[State] = Codec(State, EVENTS, (*ACTIONS, *combat.ACTIONS), (OseSheet,))
    switches: Mapping[str, Switch] = {}
    reactions: Mapping[type[Event], Reaction] = {Harmed: attacks.fall}

    def roster(self) -> Mapping[str, str]:
        return creation.roster()

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        return creation.recruit(do, who, id, side)

    def card(self, state: State, creature: Creature) -> Card:
        return Card(creature.name, creature.kind, ())

    def begin_fight(self, do: Resolution) -> Mapping[str, int]:
        return {}

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return combat.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        combat.enter_step(do, step)

    def leave_step(self, do: Resolution, step: Step) -> None:
        combat.leave_step(do, step)

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        return combat.fight_options(state, actor, step)

    def why_not(self, state: State, action: Action) -> Refusal | None:
        return combat.why_not(state, action)

    def perform(self, do: Resolution, action: Action) -> None:
        combat.perform(do, action)

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        raise AssertionError(f"Nothing asks {prompt.question}.")


RULESET: Ruleset = OseRuleset()
