"""The game as one object: where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from underkeep.kernel.codec import Codec
from underkeep.mechanics import newcomers
from underkeep.procedures import scenes
from underkeep.procedures.actions import Attack
from underkeep.procedures.chapter import Book
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.questions import DungeonChapter, KeyChapter, MeetingChapter, RoadChapter, TownChapter
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Cites, Ruleset, Switch
from underkeep.procedures.tactics import TacticsChapter
from underkeep.systems.robs import fittest, switches
from underkeep.systems.robs.attacks import chapter as attacks
from underkeep.systems.robs.basics import chapter as basics
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.battle import RobsBattle
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.measures import MEASURES
from underkeep.systems.robs.basics.money import IN_CP
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.characters import chapter as characters
from underkeep.systems.robs.checks import chapter as checks
from underkeep.systems.robs.cites import CITES
from underkeep.systems.robs.combat import chapter as combat
from underkeep.systems.robs.combat import rounds, tactics
from underkeep.systems.robs.creation import printed_sheet, steps
from underkeep.systems.robs.encounters import chapter as encounters
from underkeep.systems.robs.encounters import meetings
from underkeep.systems.robs.encounters import recognising as lore_answers
from underkeep.systems.robs.exploration import answers as dungeon_answers
from underkeep.systems.robs.exploration import chapter as exploration
from underkeep.systems.robs.exploration import meeting_answers, talk
from underkeep.systems.robs.magic import chapter as magic
from underkeep.systems.robs.referee import answers as key_answers
from underkeep.systems.robs.town import answers as town_answers
from underkeep.systems.robs.town import chapter as in_town
from underkeep.systems.robs.travel import answers as road_answers
from underkeep.systems.robs.travel import chapter as travel
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.state import State


class RobsRuleset:
    id = "robs"
    title = "Rob's Dungeon Game"
    round_seconds = ROUND_SECONDS
    measures = MEASURES
    dungeon: DungeonChapter | None = dungeon_answers
    road: RoadChapter | None = road_answers
    meetings: MeetingChapter | None = meeting_answers
    town: TownChapter | None = town_answers
    key: KeyChapter | None = key_answers
    region: RegionChapter | None = None
    book = Book(
        *scenes.shared(dungeon_answers, road_answers, meeting_answers, town_answers, talk),
        basics.CHAPTER,
        characters.CHAPTER,
        checks.CHAPTER,
        attacks.CHAPTER,
        magic.CHAPTER,
        encounters.CHAPTER,
        combat.CHAPTER,
        combat.WISHES,
        exploration.CHAPTER,
        travel.CHAPTER,
        in_town.CHAPTER,
        newcomers.chapter(lambda: tuple(compendium.classes())),
    )
    codec: Codec[State] = Codec(State, book.events, book.actions, book.own)
    tactics: TacticsChapter | None = tactics
    lore: LoreChapter | None = lore_answers
    switches: Mapping[str, Switch] = switches.SWITCHES
    cites: Cites = CITES

    roster = staticmethod(steps.roster)
    choices = staticmethod(steps.choices)
    recruit = staticmethod(steps.recruit)
    card = staticmethod(printed_sheet.card)
    fittest = staticmethod(fittest.fittest)
    plan_round = staticmethod(rounds.plan_round)
    enter_step = staticmethod(rounds.enter_step)
    leave_step = staticmethod(rounds.leave_step)
    fight_options = staticmethod(rounds.fight_options)

    def spells(self) -> Mapping[str, Any]:
        return {spell.name: spell for spell in compendium.spells().values()}

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def load(self, state: State, creature: Creature) -> str:
        return ""

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        return None

    def figures(self, state: State) -> Mapping[str, int]:
        known = campaign(state)
        return {"foes beaten": known.foes_beaten, "silver at home": known.coins_at_home // IN_CP["sp"]}

    def begin_fight(self, do: Resolution) -> RobsBattle:
        meetings.begin_fight(do)
        return rounds.begin_fight(do)

    def is_throw(self, state: State, action: Attack) -> bool:
        return False


RULESET: Ruleset = RobsRuleset()
