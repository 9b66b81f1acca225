"""What this game answers to talk with those met: reactions, morale, alignment and languages decide."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.purposes import Sort
from underkeep.procedures.questions import Temper
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.checks.provisions import FOOD
from underkeep.systems.ose.encounters import bargains, boarding, escape, meetings
from underkeep.systems.ose.equipment import hoards, treasure
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.creature import Creature, Yielded
from underkeep.world.dungeon import DoorChanged, GroupChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent
from underkeep.world.state import State

TEMPERS: dict[str, Temper] = {
    "hostile": "hostile",
    "unfriendly": "sour",
    "neutral": "wary",
    "indifferent": "calm",
    "friendly": "friendly",
    "": "wary",
}
ATTITUDES: dict[str, str] = {temper: attitude for attitude, temper in TEMPERS.items() if attitude}
MORALE = "morale"
FEARLESS = 12
FOOD_CP = 10
"""What a day's food is to those who are not hungry."""
_PARLEY = ("ose:encounter.action.parley",)
_RULED = "ose:morale.without-option"
_RATED = ("ose:morale.check", "ose:morale.rating", "ose:monster.morale")
weigh = meetings.weigh
part = meetings.part


def sort(kind: str) -> Sort:
    return meetings.sort_of(kind)


@executes("ose:alignment.three")
def at_odds(kind: str, other: str) -> bool:
    """Law and Chaos are enemies."""
    both = [set(monsters()[k].alignments) if k in monsters() else set() for k in (kind, other)]
    return both in ([{"Lawful"}, {"Chaotic"}], [{"Chaotic"}, {"Lawful"}])


def temper(attitude: str) -> Temper:
    return TEMPERS[attitude]


@executes("ose:language.common")
def hear(do: Resolution, speaker: Creature) -> bool:
    """Who finds no tongue in common with them speaks in vain. That one was found is told once."""
    encounter = do.state.encounter
    assert encounter is not None
    known = encounter.tries and any(languages.shared(do.state, speaker, c) for c in languages.met(do.state))
    if not known and not languages.speak(do, speaker):
        meetings.stand_by(do)
        return False
    meetings.rounds_pass(do, "talk")
    return True


@executes("ose:language.alignment.secret", "ose:language.common")
def voice(state: State, giver: Creature) -> Creature:
    """Whoever shares a tongue with them speaks for one who does not."""
    able = [m for m in (giver, *state.marchers()) if any(languages.shared(state, m, c) for c in languages.met(state))]
    return able[0] if able else giver


def turns(do: Resolution, temper: Temper) -> None:
    encounter = do.state.encounter
    assert encounter is not None
    attitude = ATTITUDES[temper]
    do.emit(EncounterChanged(replace(encounter, attitude=attitude), attitude, rule=_PARLEY))


@executes("ose:reaction.roll", "ose:encounter.action.combat")
def lose_patience(do: Resolution) -> None:
    """The unfriendly may attack."""
    if meetings.loses_patience(do):
        boarding.come_to_blows(do)


def welcome(do: Resolution, speaker: Creature) -> None:
    """They say so, and no more."""


@executes("ose:morale.without-option", "ose:morale.check", "ose:morale.twelve-to-death")
def is_cowed(do: Resolution, speaker: Creature, aim: str) -> bool:
    """With the option of morale a check against their rating, harder for those who face the stronger side. Without it
    the referee decides; default: they give way to twice their own Hit Dice, or so it seems to those who believe a
    bluff. The mindless and those who fight to the death never do.
    """
    other = bargains.leader(do.state)
    listing = monsters().get(other.kind)
    rating = listing.morale if listing is not None else 7
    if rating >= FEARLESS or meetings.sort_of(other.kind) == "mindless":
        return False
    ours, theirs = _strength(do.state)
    ours = 2 * ours if aim == "bluff" else ours
    if MORALE in do.state.switches:
        odds = 2 if ours >= 2 * theirs else 0 if ours > theirs else -2
        return not holds(do, meetings.MONSTERS, "pressed hard", rating, _RATED, (Modifier("the odds", odds),))
    default = "surrender" if ours >= 2 * theirs else "fight on"
    chosen = do.ruling(_RULED, ("flee", "surrender", "fight on"), default, other.id, seats=(REFEREE,))
    return chosen != "fight on"


def _strength(state: State) -> tuple[int, int]:
    """The levels of the party, and the Hit Dice of those met."""
    assert state.encounter is not None
    theirs = sum(max(1, sheet(c).level) for id in state.encounter.monsters if (c := state.creatures[id]).status == "up")
    return sum(max(1, sheet(c).level) for c in state.marchers()), theirs


@executes("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
def is_liar(do: Resolution) -> bool:
    """Default: the lawful tell the truth or nothing, the neutral nothing without a profit, the chaotic lies."""
    alignment = sheet(bargains.leader(do.state)).alignment
    default = "lies" if alignment == "Chaotic" else "says nothing"
    choices = ("lies", "says nothing")
    return do.ruling(bargains.RULES[alignment], choices, default, "news", seats=(REFEREE,)) == "lies"


def bargain(do: Resolution, coins: int, price: int) -> str:
    return bargains.bargain(do, coins // IN_CP["gp"])


def price(state: State) -> int:
    return bargains.price(state) * IN_CP["gp"]


going_rate = price


def worth(item: Item) -> int:
    return FOOD_CP if is_food(item) else treasure.worth_cp(replace(item, count=1))


def is_food(item: Item) -> bool:
    return item.kind in FOOD


def is_money(item: Item) -> bool:
    return item.kind in IN_CP


def join(do: Resolution, speaker: Creature) -> str:
    """Who takes service is said in the chapter on the town."""
    return ""


@executes("ose:morale.without-option")
def give_up(do: Resolution) -> None:
    """They lay down what they have; what becomes of them is the party's to say."""
    encounter, dungeon = do.state.encounter, do.state.dungeon
    assert encounter is not None and dungeon is not None
    for id in encounter.monsters:
        if do.state.creatures[id].status == "up":
            do.emit(Yielded(id, rule=(_RULED,)))
    hoards.spoils(do)
    group = dungeon.groups[encounter.group]
    do.emit(GroupChanged(replace(group, count=0), "surrendered", rule=(_RULED,)))
    meetings.conclude(do, "surrendered")


@executes("ose:encounter.action.evasion", "ose:evasion.no-pursuit")
def withdraw(do: Resolution, by: str = "") -> None:
    """Out by the way that is named, or the first, the door shut behind; nobody chooses to follow."""
    encounter, dungeon = do.state.encounter, do.state.dungeon
    assert encounter is not None and dungeon is not None
    group = dungeon.groups[encounter.group]
    do.emit(GroupChanged(replace(group, attitude=encounter.attitude), "left"))
    ways = [] if do.state.is_outdoors else escape.ways_out(do.state, by)
    if ways:
        way = ways[0]
        before = do.state.party.at if do.state.party is not None else None
        assert before is not None
        do.emit(PartyWent("dungeon", way, "backed off", rule=("ose:encounter.action.evasion",)))
        doors = [d for d in dungeon.doors_of(before.area) if d.beyond(before.area) == way.area]
        for door in doors[:1]:
            if door.kind == "door" and door.is_open:
                do.emit(DoorChanged(replace(door, is_open=False), "shut"))
    meetings.conclude(do, "left", ("ose:evasion.no-pursuit",))
