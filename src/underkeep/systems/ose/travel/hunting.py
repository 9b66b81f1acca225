"""A day of hunting: nothing else is done in it, and what is found must still be caught."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, content
from underkeep.procedures.journey import MARCH_SECONDS
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.checks import provisions
from underkeep.systems.ose.encounters.terrains import ASHORE, is_afloat, number_met
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.systems.ose.travel import getting_lost
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled, EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.journey import AHEAD, MarchResumed, RoadCovered, TravelDayBegan
from underkeep.world.state import State

FOUND_IN_6 = 1
DAYS_A_HIT_DIE = 4
"""For how many days one eats of a beast, by its Hit Dice. Ours."""
MOST_DAYS = 40
"""What is cut up before it spoils. Ours."""
_SOLE, _CHANCE = "ose:wilderness.hunting.sole", "ose:wilderness.hunting.chance"
_EXTRA = "ose:wilderness.hunting.extra"


class Game(Struct, frozen=True, forbid_unknown_fields=True):
    """The animals of a country that are fit to eat."""

    kinds: tuple[str, ...]
    rule: str


@cache
def game() -> dict[str, Game]:
    return content.load(compendium.PACKAGE, "wilderness/game", Game)


class Hunt(Action, frozen=True):
    """Spend the day looking for animals to eat."""

    @property
    def hint(self) -> str:
        return "forage"


class HuntBegan(Event, frozen=True):
    """The party hunts today, and does not travel."""

    def evolve(self, state: State) -> State:
        return _changed(state, is_hunting=True, quarry="")


class QuarryFound(Event, frozen=True):
    """Animals that are fit to eat are near; they are not caught yet."""

    group: str

    def evolve(self, state: State) -> State:
        return _changed(state, quarry=self.group)


class HuntEnded(Event, frozen=True):
    """Night falls on a day of hunting."""

    def evolve(self, state: State) -> State:
        return _changed(state, is_hunting=False, quarry="")


EVENTS: tuple[type[Event], ...] = (HuntBegan, QuarryFound, HuntEnded)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, country=replace(campaign(state).country, **changes))


def is_on(state: State) -> bool:
    return campaign(state).country.is_hunting


def asks(state: State, action: Hunt) -> str:
    return "The party hunts for a whole day, and neither travels nor rests."


def options(state: State) -> list[Action]:
    return [Hunt()] if why_not(state, Hunt()) is None else []


@executes("ose:wilderness.hunting.sole")
def why_not(state: State, action: Hunt) -> Refusal | None:
    """It takes the whole day, from the morning on."""
    journey = state.journey
    assert journey is not None
    if is_afloat(state):
        return Refusal("There is nothing to hunt from a boat.", _SOLE)
    return None if journey.at_dawn else Refusal("A day of hunting begins in the morning.", _SOLE)


@executes("ose:wilderness.hunting.sole")
def begin(do: Resolution) -> None:
    """The party stays where it is; those who fled there first find out where that is."""
    getting_lost.find_out(do)
    assert do.state.journey is not None
    do.emit(TravelDayBegan(do.state.journey.day + 1, do.state.journey.course, rule=(_SOLE,)))
    do.emit(HuntBegan(rule=(_SOLE,)))


@executes("ose:wilderness.hunting.sole", "ose:wilderness.hunting.extra")
def spend_the_day(do: Resolution) -> None:
    """Besides the usual check for wanderers there is one of its own for game; then no daylight is left to march."""
    _look_for_game(do)
    journey = do.state.journey
    assert journey is not None and journey.left is not None
    pass_time(do, MARCH_SECONDS, "hunting", (_SOLE,))
    do.emit(RoadCovered(0.0, journey.left, MARCH_SECONDS, rule=(_SOLE,)))
    do.emit(MarchResumed())


@executes("ose:wilderness.hunting.chance", "ose:wilderness.hunting.extra")
def _look_for_game(do: Resolution) -> None:
    """One time in six, whatever else wanders about: animals that can be eaten, as many as go together."""
    assert do.state.dungeon is not None and do.state.journey is not None
    roll = do.roll_at_most(1, 6, "hunting", FOUND_IN_6)
    do.emit(ChanceRolled("hunting", roll, bool(roll.success), rule=(_CHANCE, _EXTRA)))
    if not roll.success:
        return
    country = do.state.journey.route.terrain
    kind = str(do.pick(game().get(country, game()[ASHORE]).kinds, "which game"))
    found = Group(do.state.new_group(), AHEAD, kind, number_met(do, kind))
    do.emit(GroupChanged(found, "ahead", rule=(_CHANCE,)))
    do.emit(QuarryFound(found.id, rule=(_CHANCE,)))


@executes("ose:wilderness.hunting.chance")
def caught(do: Resolution, event: EncounterEnded) -> None:
    """What was brought down is food."""
    quarry = campaign(do.state).country.quarry
    group = do.state.dungeon.groups.get(quarry) if quarry and do.state.dungeon is not None else None
    bearers = do.state.marchers()
    if group is None or not bearers:
        return
    dead = [id for id in group.members if do.state.creatures[id].status == "dead"]
    days = sum(DAYS_A_HIT_DIE * max(1, hit_dice(monsters()[group.kind].hd).dice) for _ in dead)
    if days:
        kind = provisions.FOOD[0]
        food = Item(kind, compendium.gear()[kind].name, count=min(MOST_DAYS, days))
        carrying.receive(do, bearers[0].id, food, "gathered")
        do.emit(QuarryFound("", rule=(_CHANCE,)))


@executes("ose:wilderness.hunting.sole")
def end(do: Resolution) -> None:
    """No day of travel, and no day of rest: nobody heals, and nothing is gathered by the way."""
    do.emit(HuntEnded(rule=(_SOLE,)))
