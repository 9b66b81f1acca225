"""The game as one object: its chapters, and what the procedures ask of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from underkeep.kernel.codec import Codec
from underkeep.kernel.event import Action
from underkeep.procedures import scenes
from underkeep.procedures.actions import Attack
from underkeep.procedures.chapter import Book, Chapter
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.options import Options
from underkeep.procedures.questions import DungeonChapter, KeyChapter, MeetingChapter, RoadChapter, TownChapter
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Card, Cites, Recruit, Ruleset, Switch
from underkeep.procedures.tactics import TacticsChapter
from underkeep.testing.toy import attacks, combat, creation
from underkeep.testing.toy.attacks import ATTACKS
from underkeep.testing.toy.basics import BASICS, MEASURES, campaign
from underkeep.testing.toy.checks import CHECKS
from underkeep.testing.toy.combat import COMBAT
from underkeep.testing.toy.encounters import MEETINGS
from underkeep.testing.toy.exploration import DUNGEON, EXPLORATION
from underkeep.testing.toy.monsters import MONSTERS, Listing
from underkeep.testing.toy.referee import KEY
from underkeep.testing.toy.town import TOWN, TRADE
from underkeep.testing.toy.travel import ROAD, TRAVEL
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.fight import Step
from underkeep.world.state import State

CHAPTERS = (*scenes.shared(DUNGEON, ROAD, MEETINGS, TOWN), BASICS, CHECKS, ATTACKS, COMBAT, EXPLORATION, TRAVEL, TRADE)
_CITES: Cites = {}


class ToyRuleset:
    """The toy as it is, or with more chapters and monsters."""

    id = "toy"
    title = "The Toy"
    round_seconds = 10
    measures = MEASURES
    book = Book(*CHAPTERS)
    codec: Codec[State] = Codec(State, book.events, book.actions, book.own)
    switches: Mapping[str, Switch] = {}
    dungeon: DungeonChapter | None = DUNGEON
    road: RoadChapter | None = ROAD
    meetings: MeetingChapter | None = MEETINGS
    town: TownChapter | None = TOWN
    key: KeyChapter | None = KEY
    region: RegionChapter | None = None
    tactics: TacticsChapter | None = None
    lore: LoreChapter | None = None
    cites: Cites = _CITES

    def __init__(self, *more: Chapter, monsters: Mapping[str, Listing] = MONSTERS) -> None:
        self.monsters = {**MONSTERS, **monsters}
        if more:
            self.book = Book(*CHAPTERS, *more)
            self.codec = Codec(State, self.book.events, self.book.actions, self.book.own)

    def roster(self) -> Mapping[str, str]:
        return {creation.HERO: "character", **dict.fromkeys(self.monsters, "monster")}

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        return creation.recruit(do, who, id, side, self.monsters.get(who.kind))

    def spells(self) -> Mapping[str, Any]:
        return {}

    def card(self, state: State, creature: Creature) -> Card:
        return creation.card(state, creature)

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def load(self, state: State, creature: Creature) -> str:
        return ""

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        return None

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return actions[0]

    def figures(self, state: State) -> Mapping[str, int]:
        return {"delves": campaign(state).delves}

    def begin_fight(self, do: Resolution) -> None:
        return None

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        return combat.plan_round(do)

    def enter_step(self, do: Resolution, step: Step) -> None:
        return None

    def leave_step(self, do: Resolution, step: Step) -> None:
        return None

    def is_throw(self, state: State, action: Attack) -> bool:
        return False

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        return attacks.fight_options(state, actor, step)


RULESET: Ruleset = ToyRuleset()
