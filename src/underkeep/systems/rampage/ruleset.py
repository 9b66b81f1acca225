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
from underkeep.systems.rampage.attacks import chapter as attacks
from underkeep.systems.rampage.attacks.death import NEAR_DEATH
from underkeep.systems.rampage.attacks.rampage import MONSTER_RAMPAGE
from underkeep.systems.rampage.basics import chapter as basics
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.measures import MEASURES
from underkeep.systems.rampage.checks import chapter as checks
from underkeep.systems.rampage.combat import chapter as combat
from underkeep.systems.rampage.combat import rounds, tactics
from underkeep.systems.rampage.creation import printed_sheet, steps
from underkeep.systems.rampage.equipment.arms import INDOORS
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.fight import RoundBegan
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
    switches: Mapping[str, Switch] = {switch.id: switch for switch in _SWITCHES}
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
        weapon = compendium.weapons().get(action.weapon)
        return weapon is not None and weapon.is_missile and "thrown" in weapon.qualities


RULESET: Ruleset = RampageRuleset()
