"""The game as one object: its chapters, and where each question of the procedures is answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from underkeep.kernel.codec import Codec
from underkeep.kernel.executes import executes
from underkeep.procedures import scenes
from underkeep.procedures.chapter import Book
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.questions import DungeonChapter, KeyChapter, MeetingChapter, RoadChapter, TownChapter
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Cites, Ruleset, Switch
from underkeep.procedures.tactics import TacticsChapter
from underkeep.systems.ose import fittest
from underkeep.systems.ose.attacks import chapter as attacks
from underkeep.systems.ose.basics import chapter as basics
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import UNCONSCIOUS
from underkeep.systems.ose.basics.measures import MEASURES
from underkeep.systems.ose.characters import chapter as characters
from underkeep.systems.ose.checks import chapter as checks
from underkeep.systems.ose.checks import illusions
from underkeep.systems.ose.cites import CITES
from underkeep.systems.ose.combat import chapter as combat
from underkeep.systems.ose.combat import rounds, tactics
from underkeep.systems.ose.creation import printed_sheet, recruits
from underkeep.systems.ose.encounters import answers as meeting_answers
from underkeep.systems.ose.encounters import chapter as encounters
from underkeep.systems.ose.encounters import recognising as lore_answers
from underkeep.systems.ose.equipment import chapter as equipment
from underkeep.systems.ose.equipment import load, thrown
from underkeep.systems.ose.exploration import answers as dungeon_answers
from underkeep.systems.ose.exploration import chapter as exploration
from underkeep.systems.ose.magic import chapter as magic
from underkeep.systems.ose.magic.spells import forms
from underkeep.systems.ose.referee import answers as key_answers
from underkeep.systems.ose.referee import chapter as referee
from underkeep.systems.ose.referee import region_answers
from underkeep.systems.ose.switches import SWITCHES
from underkeep.systems.ose.town import answers as town_answers
from underkeep.systems.ose.town import chapter as in_town
from underkeep.systems.ose.town import services, talk
from underkeep.systems.ose.travel import answers as road_answers
from underkeep.systems.ose.travel import chapter as travel
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.state import State


@executes("ose:time.round")
class OseRuleset:
    """A round is ten seconds."""

    id = "ose"
    title = "Old-School Essentials"
    round_seconds = 10
    measures = MEASURES
    dungeon: DungeonChapter | None = dungeon_answers
    road: RoadChapter | None = road_answers
    meetings: MeetingChapter | None = meeting_answers
    town: TownChapter | None = town_answers
    key: KeyChapter | None = key_answers
    region: RegionChapter | None = region_answers
    tactics: TacticsChapter | None = tactics
    lore: LoreChapter | None = lore_answers
    book = Book(
        *scenes.shared(dungeon_answers, road_answers, meeting_answers, town_answers, talk, services),
        basics.CHAPTER,
        characters.CHAPTER,
        equipment.CHAPTER,
        checks.CHAPTER,
        attacks.CHAPTER,
        magic.CHAPTER,
        encounters.CHAPTER,
        combat.CHAPTER,
        combat.WISHES,
        exploration.CHAPTER,
        travel.CHAPTER,
        in_town.CHAPTER,
        referee.CHAPTER,
    )
    codec: Codec[State] = Codec(State, book.events, book.actions, book.own)
    switches: Mapping[str, Switch] = SWITCHES
    cites: Cites = CITES
    roster = staticmethod(recruits.roster)
    choices = staticmethod(recruits.choices)
    recruit = staticmethod(recruits.recruit)
    card = staticmethod(printed_sheet.card)
    load = staticmethod(load.told)
    fittest = staticmethod(fittest.fittest)
    begin_fight = staticmethod(rounds.begin_fight)
    plan_round = staticmethod(rounds.plan_round)
    enter_step = staticmethod(rounds.enter_step)
    leave_step = staticmethod(rounds.leave_step)
    fight_options = staticmethod(rounds.fight_options)
    is_throw = staticmethod(thrown.is_throw)

    def spells(self) -> Mapping[str, Any]:
        found: dict[str, Any] = {}
        for list_name in ("magic-user", "cleric"):
            for name, form in forms(list_name).items():
                own = name if name not in found else f"{name} ({list_name})"
                found[own] = form if form.is_reversed else form.spell
        return found

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def figures(self, state: State) -> Mapping[str, int]:
        so_far = campaign(state).chronicle
        return {"xp": so_far.xp, "gp": so_far.treasure_gp, "adventures": so_far.adventures}

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        if condition.name == UNCONSCIOUS:
            illusions.rouse(do, creature)
        else:
            rounds.lapse(do, creature, condition)


RULESET: Ruleset = OseRuleset()
