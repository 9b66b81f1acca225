"""The game's answers to exploration, meetings and the town: each is given by the file named after its chapter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.containers import Containers
from underkeep.procedures.delving import LightKind, Ware
from underkeep.procedures.hiring import Term
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose import fittest, objections
from underkeep.systems.ose.basics import money, rulings
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.conditions import UNCONSCIOUS
from underkeep.systems.ose.characters import languages, thief_skills
from underkeep.systems.ose.checks import advancement_report, experience, healing, illusions
from underkeep.systems.ose.combat import improvising, rounds
from underkeep.systems.ose.encounters import giving_chase, loyalty, meetings, pursuit
from underkeep.systems.ose.equipment import hoards, light, load, market, treasure
from underkeep.systems.ose.exploration import (
    chronicle,
    construction,
    doors,
    entering_areas,
    magic_and_skills,
    party_actions,
    searching,
    special_rooms,
    traps,
    turns,
)
from underkeep.systems.ose.magic import memorising, spell_books
from underkeep.systems.ose.magic.effects import spells_of_craft
from underkeep.systems.ose.referee import maps, printed_key, stocking
from underkeep.systems.ose.town import hiring, inheritance, town, town_actions, wages
from underkeep.systems.ose.travel import journeys
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.light import Light
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

DELVING_EVENTS: tuple[type[Event], ...] = (
    *entering_areas.EVENTS,
    *experience.EVENTS,
    *giving_chase.EVENTS,
    *inheritance.EVENTS,
    *advancement_report.EVENTS,
    *journeys.EVENTS,
    RefereeAdvised,
    rulings.RulingKept,
    special_rooms.FeatureTried,
    stocking.DesignStepTaken,
    treasure.TreasureRolled,
    *town_actions.EVENTS,
    *magic_and_skills.EVENTS,
    *party_actions.EVENTS,
)
DELVING_ACTIONS: tuple[type[Action], ...] = (
    *a.DELVE_ACTIONS,
    *inheritance.ACTIONS,
    *town_actions.ACTIONS,
    *magic_and_skills.ACTIONS,
    *party_actions.ACTIONS,
)


@executes("ose:time.turn")
class OseDelving:
    """A turn is ten minutes."""

    turn_seconds = meetings.TURN_SECONDS
    containers: Containers | None = None
    terms: tuple[Term, ...] = hiring.TERMS

    # Making the world
    def choose_setting(self, do: Resolution) -> str:
        return maps.choose_setting(do)

    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        return stocking.stock(do, dungeon)

    def found_settlement(self, do: Resolution) -> None:
        town.found(do)

    def lay_routes(self, do: Resolution) -> None:
        journeys.lay_routes(do)

    # Moving and seeing
    def feet_per_turn(self, state: State) -> int:
        return load.party_feet(state)

    def sight_feet(self, state: State) -> int:
        return light.sight_feet(state)

    def light_kinds(self) -> dict[str, LightKind]:
        return light.kinds()

    def load(self, state: State, creature: Creature) -> str:
        return load.told(state, creature)

    def feet_used(self, do: Resolution, familiar: bool) -> int:
        return turns.feet_used(do, familiar)

    def light_left(self, state: State, light: Light) -> str:
        return ""

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        if light.kinds()[item].fuel:
            light.kindle(do, creature)

    # Verbs underground
    def closes_turn(self, state: State, action: Action) -> bool:
        return turns.closes_turn(state, action)

    def turns_for(self, state: State, action: Action) -> int:
        return (
            magic_and_skills.turns_for(state, action)
            if magic_and_skills.is_mine(action)
            else turns.turns_for(state, action)
        )

    def force_door(self, do: Resolution, creature: Creature, door: Door) -> bool:
        return doors.force(do, creature, door)

    def pick_lock(self, do: Resolution, creature: Creature, door: Door) -> bool:
        return turns.act(do, creature.id) and thief_skills.pick_lock(do, creature, door)

    def listen(self, do: Resolution, creature: Creature, door: Door, noise: bool) -> None:
        if turns.act(do, creature.id):
            doors.listen(do, creature, door)

    def searchable(self, state: State, floor: int) -> int:
        return turns.searchable(state, floor)

    def search(self, do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
        construction.look(do, creature, square)
        return () if turns.has_acted(do.state, creature.id) else searching.search(do, creature, square)

    def who_treads(self, state: State) -> list[Creature]:
        return state.marchers()

    def trap_springs(self, do: Resolution, trap: Trap, creature: Creature) -> bool:
        return traps.springs(do, trap, creature)

    def spring(self, do: Resolution, trap: Trap, creature: Creature) -> None:
        traps.spring(do, trap, creature)

    def inspect(self, do: Resolution, creature: Creature, hoard: Hoard) -> None:
        if turns.act(do, creature.id):
            thief_skills.inspect(do, creature, hoard)

    def disarm(self, do: Resolution, creature: Creature, trap: Trap) -> None:
        if turns.act(do, creature.id):
            thief_skills.disarm(do, creature, trap)

    def use(self, do: Resolution, creature: Creature, feature: Feature) -> None:
        special_rooms.use(do, creature, feature)

    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        return hoards.share_items(state, items)

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def rest_is_due(self, state: State) -> bool:
        return turns.rest_is_due(state)

    def end_turn(self, do: Resolution) -> None:
        spells_of_craft.release(do)
        turns.end_turn(do)

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        if condition.name == UNCONSCIOUS:
            illusions.rouse(do, creature)
        else:
            rounds.lapse(do, creature, condition)

    # The road
    def begin_day(self, do: Resolution) -> None:
        journeys.begin_day(do)

    def miles_per_day(self, state: State) -> float:
        return journeys.party_miles(state)

    def end_day(self, do: Resolution, rested: bool) -> None:
        journeys.end_day(do, rested)

    # Meetings
    def meet(self, do: Resolution, group: Group, distance_feet: int | None) -> None:
        meetings.meet(do, group, distance_feet)

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None:
        languages.speak(do, creature)
        meetings.parley(do, creature, aim)

    def evade(self, do: Resolution, drop: str) -> None:
        pursuit.evade(do, drop)

    def stand_by(self, do: Resolution) -> None:
        meetings.stand_by(do)

    def after_fight(self, do: Resolution) -> None:
        if giving_chase.offer(do):
            return
        illusions.fade(do)
        loyalty.calm(do)
        hoards.spoils(do)
        light.after_fight(do)
        meetings.after_fight(do, self)

    # Town
    def money(self, coins: int) -> str:
        return money.written(coins)

    def wares(self, state: State) -> Iterable[Ware]:
        return market.wares()

    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
        market.buy(do, creature, ware, count)

    def price_of(self, state: State, item: Item) -> int:
        return market.price_of(state, item)

    def sell(self, do: Resolution, creature: Creature, item: Item, count: int) -> None:
        market.sell(do, creature, item, count)
        wages.pay_debts(do)

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        return hiring.offers(applicant)

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
        hiring.hire(do, creature, applicant, *terms)

    def hear_rumours(self, do: Resolution, creature: Creature) -> None:
        town_actions.hear_rumours(do)

    def rest_days(self, do: Resolution, days: int) -> None:
        healing.rest_days(do, days)
        journeys.rest(do)
        town_actions.days_passed(do, days)
        memorising.slept(do)
        spell_books.finish(do)

    def come_home(self, do: Resolution) -> None:
        experience.reckon(do)
        chronicle.close_adventure(do)
        town_actions.come_home(do)

    # The referee's key
    key_monster = staticmethod(printed_key.monster)
    key_stats = staticmethod(printed_key.stats)
    key_trap = staticmethod(printed_key.trap)
    key_feature = staticmethod(printed_key.feature)
    key_worth = staticmethod(printed_key.worth)

    # The system's own
    def own_options(self, state: State) -> tuple[Action, ...]:
        is_in_town = state.party is not None and state.party.place == "town"
        found = (*inheritance.options(state), *town_actions.options(state)) if is_in_town else ()
        with_oil = (a.Evade(pursuit.OIL),) if state.encounter is not None else ()
        return (*found, *with_oil, *party_actions.options(state), *magic_and_skills.options(state))

    def why_not(self, state: State, action: Action) -> Refusal | None:
        return objections.why_not(state, action)

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return fittest.fittest(state, actions)

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, inheritance.ACTIONS):
            inheritance.perform(do, action)
        elif isinstance(action, a.Try):
            improvising.attempt(do, action)
        elif isinstance(action, party_actions.ACTIONS):
            party_actions.perform(do, action)
        elif magic_and_skills.is_mine(action):
            magic_and_skills.perform(do, action)
        elif isinstance(action, town_actions.ACTIONS):
            town_actions.perform(do, action)
        else:
            raise AssertionError(f"Nothing here does {action}.")
