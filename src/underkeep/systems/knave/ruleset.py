"""Knave, second edition, as one object: its chapters, and the answers it gives to what the procedures ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from underkeep.kernel.codec import Codec
from underkeep.kernel.executes import executes
from underkeep.mechanics import newcomers
from underkeep.procedures import scenes
from underkeep.procedures.actions import Attack
from underkeep.procedures.chapter import Book
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.questions import DungeonChapter, KeyChapter, MeetingChapter, RoadChapter, TownChapter
from underkeep.procedures.region_questions import RegionChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Card, Cites, Ruleset, Switch
from underkeep.procedures.tactics import TacticsChapter
from underkeep.systems.knave import fittest
from underkeep.systems.knave.attacks import afflictions, ambush, morale, stunts
from underkeep.systems.knave.attacks import chapter as attacks
from underkeep.systems.knave.basics import chapter as basics
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.battle import KnaveBattle
from underkeep.systems.knave.basics.campaign import campaign
from underkeep.systems.knave.basics.measures import MEASURES
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.characters import chapter as characters
from underkeep.systems.knave.checks import chapter as checks
from underkeep.systems.knave.checks import wounds
from underkeep.systems.knave.cites import CITES
from underkeep.systems.knave.combat import chapter as combat
from underkeep.systems.knave.combat import moves_and_actions, rounds, tactics
from underkeep.systems.knave.creation import printed_sheet, steps
from underkeep.systems.knave.encounters import chapter as encounters
from underkeep.systems.knave.encounters import meetings
from underkeep.systems.knave.encounters import recognising as lore_answers
from underkeep.systems.knave.equipment import chapter as equipment
from underkeep.systems.knave.equipment.inventory import used_slots
from underkeep.systems.knave.exploration import answers as dungeon_answers
from underkeep.systems.knave.exploration import chapter as exploration
from underkeep.systems.knave.exploration import hazard_die, meeting_answers, talk
from underkeep.systems.knave.magic import casting
from underkeep.systems.knave.magic import chapter as magic
from underkeep.systems.knave.monsters import chapter as monsters
from underkeep.systems.knave.referee import answers as key_answers
from underkeep.systems.knave.referee import chapter as referee
from underkeep.systems.knave.referee import regions
from underkeep.systems.knave.town import answers as town_answers
from underkeep.systems.knave.town import chapter as in_town
from underkeep.systems.knave.town import services
from underkeep.systems.knave.travel import answers as road_answers
from underkeep.systems.knave.travel import chapter as travel
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.state import State


@executes("knave:time.turn.length", "knave:time.watch.length")
class KnaveRuleset:
    """A turn is ten minutes; the dungeon lies a watch's walk from town."""

    id = "knave"
    title = "Knave"
    round_seconds = wounds.ROUND_SECONDS
    measures = MEASURES
    dungeon: DungeonChapter | None = dungeon_answers
    road: RoadChapter | None = road_answers
    meetings: MeetingChapter | None = meeting_answers
    town: TownChapter | None = town_answers
    key: KeyChapter | None = key_answers
    region: RegionChapter | None = regions
    tactics: TacticsChapter | None = tactics
    lore: LoreChapter | None = lore_answers
    book = Book(
        *scenes.shared(dungeon_answers, road_answers, meeting_answers, town_answers, talk, services),
        monsters.CHAPTER,
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
        newcomers.chapter(lambda: (steps.KNAVE,)),
        referee.CHAPTER,
    )
    codec: Codec[State] = Codec(State, book.events, book.actions, book.own)
    switches: Mapping[str, Switch] = {s.id: s for s in (rounds.EACH_ROUND, hazard_die.NO_ROLL_WHEN_TIRED)}
    cites: Cites = CITES
    roster = staticmethod(steps.roster)
    choices = staticmethod(steps.choices)
    recruit = staticmethod(steps.recruit)
    fittest = staticmethod(fittest.fittest)
    plan_round = staticmethod(rounds.plan_round)
    enter_step = staticmethod(rounds.enter_step)
    leave_step = staticmethod(rounds.leave_step)
    fight_options = staticmethod(moves_and_actions.fight_options)

    def spells(self) -> Mapping[str, Any]:
        return {spell.name: spell for spell in compendium.spells().values()}

    def card(self, state: State, creature: Creature) -> Card:
        wage = campaign(state).wages.get(creature.id)
        return printed_sheet.card(creature, state.lights, wage.coins if wage is not None else 0)

    @executes("knave:damage.hp-first", "knave:damage.wound-per-point")
    def life(self, creature: Creature) -> tuple[int, int]:
        """Hit points, and every slot that is not wounded."""
        own = sheet(creature)
        return creature.hp + own.slots - own.wounds, creature.max_hp + own.slots

    def load(self, state: State, creature: Creature) -> str:
        own = sheet(creature)
        hurt = f", {own.wounds} wounded" if own.wounds else ""
        return f"{used_slots(creature.items)} of {own.slots} slots{hurt}" if own.slots else ""

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        casting.lapse(do, creature, condition)
        afflictions.lapse(do, creature, condition.name)

    def figures(self, state: State) -> Mapping[str, int]:
        known = campaign(state)
        return {"foes slain": known.foes_slain, "coins at home": known.coins_at_home}

    def begin_fight(self, do: Resolution) -> KnaveBattle:
        meetings.waken(do)
        ambush.begin(do)
        stunts.advise(do)
        return morale.opening(do.state)

    def is_throw(self, state: State, action: Attack) -> bool:
        return False


RULESET: Ruleset = KnaveRuleset()
