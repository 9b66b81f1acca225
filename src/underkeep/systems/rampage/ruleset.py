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
from underkeep.systems.rampage import fittest
from underkeep.systems.rampage.attacks import chapter as attacks
from underkeep.systems.rampage.attacks.death import NEAR_DEATH
from underkeep.systems.rampage.attacks.rampage import MONSTER_RAMPAGE
from underkeep.systems.rampage.basics import chapter as basics
from underkeep.systems.rampage.basics import compendium, spells
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.measures import MEASURES
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.surroundings import BATTLEMENTS, DARK, HILL, INDOORS, NIGHT, SLITS, WOODS
from underkeep.systems.rampage.checks import chapter as checks
from underkeep.systems.rampage.checks import wounds
from underkeep.systems.rampage.cites import CITES
from underkeep.systems.rampage.combat import chapter as combat
from underkeep.systems.rampage.combat import rounds, tactics
from underkeep.systems.rampage.creation import printed_sheet, steps
from underkeep.systems.rampage.encounters import chapter as encounters
from underkeep.systems.rampage.encounters import recognising
from underkeep.systems.rampage.equipment.load import burden, in_bandoleers, items_carried
from underkeep.systems.rampage.exploration import answers as dungeon_answers
from underkeep.systems.rampage.exploration import chapter as exploration
from underkeep.systems.rampage.exploration import meeting_answers, talk
from underkeep.systems.rampage.magic import chapter as magic
from underkeep.systems.rampage.referee import answers as key_answers
from underkeep.systems.rampage.referee import chapter as referee
from underkeep.systems.rampage.referee import regions
from underkeep.systems.rampage.town import answers as town_answers
from underkeep.systems.rampage.town import chapter as in_town
from underkeep.systems.rampage.town import training
from underkeep.systems.rampage.town.training import ONE_OVERALL
from underkeep.systems.rampage.travel import answers as road_answers
from underkeep.systems.rampage.travel import chapter as travel
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
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
    Switch(DARK, "The fight is in a place without any light.", "rampage:vision.normal.dungeon-dark"),
    Switch(NIGHT, "The fight is under the open sky at night.", "rampage:vision.normal.night-penalty"),
    Switch(HILL, "The first side holds the higher ground.", "rampage:combat.height"),
    Switch(WOODS, "Trees stand on the field of battle.", "rampage:combat.missile.cover"),
    Switch(BATTLEMENTS, "The first side stands on a wall, behind battlements.", "rampage:combat.missile.elevation"),
    Switch(SLITS, "The first side stands behind arrow slits.", "rampage:combat.missile.mantlet"),
    Switch(ONE_OVERALL, "Only one training bonus of any kind is stored at a time.", "rampage:downtime.one-bonus"),
)


class RampageRuleset:
    id = "rampage"
    title = "Rampage Amid the Ruins"
    round_seconds = 60
    measures = MEASURES
    book = Book(
        *scenes.shared(dungeon_answers, road_answers, meeting_answers, town_answers, talk),
        basics.CHAPTER,
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
        referee.CHAPTER,
    )
    codec: Codec[State] = Codec(State, book.events, book.actions, book.own)
    dungeon: DungeonChapter | None = dungeon_answers
    road: RoadChapter | None = road_answers
    meetings: MeetingChapter | None = meeting_answers
    town: TownChapter | None = town_answers
    key: KeyChapter | None = key_answers
    region: RegionChapter | None = regions
    tactics: TacticsChapter | None = tactics
    lore: LoreChapter | None = recognising
    switches: Mapping[str, Switch] = {switch.id: switch for switch in _SWITCHES}
    cites: Cites = CITES

    roster = staticmethod(steps.roster)
    choices = staticmethod(steps.choices)
    recruit = staticmethod(steps.recruit)
    card = staticmethod(printed_sheet.card)
    begin_fight = staticmethod(rounds.begin_fight)
    plan_round = staticmethod(rounds.plan_round)
    enter_step = staticmethod(rounds.enter_step)
    leave_step = staticmethod(rounds.leave_step)
    fight_options = staticmethod(rounds.fight_options)
    fittest = staticmethod(fittest.fittest)

    def spells(self) -> Mapping[str, Any]:
        return {spell.name: spell for spell in spells.spells().values()}

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def load(self, state: State, creature: Creature) -> str:
        if not sheet(creature).scores:
            return ""
        carried = items_carried(creature.items) - in_bandoleers(sheet(creature), creature.items)
        return f"{carried} items, {burden(sheet(creature), creature.items)}"

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        if condition.name == training.TRAINING:
            training.lapse(do, creature)
        else:
            wounds.lapse(do, creature, condition)

    def figures(self, state: State) -> Mapping[str, int]:
        known = campaign(state)
        return {"delves": known.delves, "silver at home": known.purse_sp}

    def is_throw(self, state: State, action: Attack) -> bool:
        weapon = compendium.weapons().get(action.weapon)
        return weapon is not None and weapon.is_missile and "thrown" in weapon.qualities


RULESET: Ruleset = RampageRuleset()
