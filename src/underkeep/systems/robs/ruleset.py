"""The game as one object: where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from underkeep.kernel.codec import Codec
from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.chapter import Book
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.questions import DungeonChapter, KeyChapter, MeetingChapter, RoadChapter, TownChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Cites, Ruleset, Switch
from underkeep.procedures.tactics import TacticsChapter
from underkeep.systems.robs import switches
from underkeep.systems.robs.attacks import chapter as attacks
from underkeep.systems.robs.basics import chapter as basics
from underkeep.systems.robs.basics.measures import MEASURES
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.checks import chapter as checks
from underkeep.systems.robs.combat import chapter as combat
from underkeep.systems.robs.combat import rounds, tactics
from underkeep.systems.robs.creation import printed_sheet, steps
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.fight import FightEnded, RoundBegan
from underkeep.world.state import State

_CITES: Cites = {
    RoundBegan: {"": ("robs:combat.round.phases",)},
    FightEnded: {"": ("robs:combat.round.end",)},
}


class RobsRuleset:
    id = "robs"
    title = "Rob's Dungeon Game"
    round_seconds = ROUND_SECONDS
    measures = MEASURES
    book = Book(basics.CHAPTER, checks.CHAPTER, attacks.CHAPTER, combat.CHAPTER, combat.WISHES)
    codec: Codec[State] = Codec(State, book.events, book.actions, book.own)
    dungeon: DungeonChapter | None = None
    road: RoadChapter | None = None
    meetings: MeetingChapter | None = None
    town: TownChapter | None = None
    key: KeyChapter | None = None
    tactics: TacticsChapter | None = tactics
    lore: LoreChapter | None = None
    switches: Mapping[str, Switch] = switches.SWITCHES
    cites: Cites = _CITES

    roster = staticmethod(steps.roster)
    choices = staticmethod(steps.choices)
    recruit = staticmethod(steps.recruit)
    card = staticmethod(printed_sheet.card)
    begin_fight = staticmethod(rounds.begin_fight)
    plan_round = staticmethod(rounds.plan_round)
    enter_step = staticmethod(rounds.enter_step)
    leave_step = staticmethod(rounds.leave_step)
    fight_options = staticmethod(rounds.fight_options)

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def load(self, state: State, creature: Creature) -> str:
        return ""

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        return None

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return actions[0]

    def figures(self, state: State) -> Mapping[str, int]:
        return {}

    def is_throw(self, state: State, action: Attack) -> bool:
        return False


RULESET: Ruleset = RobsRuleset()
