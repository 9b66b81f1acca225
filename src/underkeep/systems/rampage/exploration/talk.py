"""What this game answers to talk with those met: the reaction table, offers, morale, alignment and tongues decide."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.purposes import Sort
from underkeep.procedures.questions import Temper
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.provisions import RATIONS
from underkeep.systems.rampage.encounters import answers, favours, meetings, offers, reactions
from underkeep.systems.rampage.equipment import market, treasure
from underkeep.systems.rampage.exploration import aftermath
from underkeep.world.creature import Creature, Yielded
from underkeep.world.gear import Item
from underkeep.world.state import State
from underkeep.world.talk import Addressed

TEMPERS: dict[str, Temper] = {
    "hostile": "sour",
    "neutral": "wary",
    "friendly": "friendly",
    meetings.PEACEABLE: "calm",
    meetings.ATTACKING: "hostile",
    "asleep": "unaware",
    "": "wary",
}
ATTITUDES: dict[str, str] = {
    "sour": "hostile",
    "wary": "neutral",
    "calm": meetings.PEACEABLE,
    "friendly": "friendly",
}
_COWED = ("rampage:morale.roll", "rampage:morale.number")
_OFFER = ("rampage:reaction.offer-amount", "rampage:reaction.offer-check")
hear = meetings.hear
weigh = meetings.weigh
join = favours.ask


def voice(state: State, giver: Creature) -> Creature:
    """Everybody is understood alike."""
    return giver


def sort(kind: str) -> Sort:
    return reactions.sort_of(kind)


@executes("rampage:alignment.lawful", "rampage:alignment.chaotic")
def at_odds(kind: str, other: str) -> bool:
    """Law and Chaos are enemies wherever they live."""
    known = compendium.monsters()
    both = [set(known[k].alignments) if k in known else set() for k in (kind, other)]
    return both in ([{"lawful"}, {"chaotic"}], [{"chaotic"}, {"lawful"}])


def temper(attitude: str) -> Temper:
    return TEMPERS[attitude]


def turns(do: Resolution, temper: Temper) -> None:
    meetings.become(do, ATTITUDES[temper], ("rampage:reaction.attitude",))


@executes("rampage:reaction.ph")
def lose_patience(do: Resolution) -> None:
    """The hostile attack when the talking is over."""
    meetings.attack(do)


def welcome(do: Resolution, speaker: Creature) -> None:
    """They say so; a favour is asked for in words."""


@executes("rampage:morale.roll", "rampage:morale.number")
def is_cowed(do: Resolution, speaker: Creature, aim: str) -> bool:
    """A check of their morale, 2 harder for those who face twice their hit dice, or believe so, and 2 easier for those
    who are the stronger. What it does to the roll is ours; the fearless never give way.
    """
    other = meetings.first_of(do.state)
    number = sheet(other).morale
    if number is None or number >= reactions.FEARLESS:
        return False
    ours, theirs = _strength(do.state)
    ours = 2 * ours if aim == "bluff" else ours
    odds = 2 if ours >= 2 * theirs else 0 if ours > theirs else -2
    return not holds(do, other.id, "pressed hard", number, _COWED, (Modifier("the odds", odds),) if odds else ())


def _strength(state: State) -> tuple[int, int]:
    """The levels of the party, and the hit dice of those met."""
    assert state.encounter is not None
    theirs = sum(max(1, sheet(c).level) for id in state.encounter.monsters if (c := state.creatures[id]).status == "up")
    return sum(max(1, sheet(c).level) for c in state.marchers()), theirs


@executes("rampage:alignment.lawful", "rampage:alignment.chaotic")
def is_liar(do: Resolution) -> bool:
    """The Chaotic lie to those whom they wish ill; others say nothing."""
    return sheet(meetings.first_of(do.state)).alignment == "chaotic"


@executes("rampage:reaction.offer-amount", "rampage:reaction.offer-check")
def bargain(do: Resolution, coins: int, price: int) -> str:
    """What is worth enough is taken on a check of Charisma; taken ill, they attack. Ruling: q.offer-failure."""
    if coins < price:
        return "declines"
    said = next(event for event in reversed(do.events) if isinstance(event, Addressed))
    speaker = do.state.creatures[said.speaker]
    return "keeps" if offers.check_charisma(do, speaker, "rampage:reaction.offer-check") else "betrays"


def price(state: State) -> int:
    assert state.encounter is not None
    return offers.price_sp(state, state.encounter.monsters)


def going_rate(state: State) -> int:
    """As for one hit die each."""
    assert state.encounter is not None
    there = sum(state.creatures[id].status == "up" for id in state.encounter.monsters)
    return there * offers.GP_PER_HIT_DIE * money.IN_SP["gp"]


def worth(item: Item) -> int:
    """Coins and valuables are what they are, food too; other things are worth what a town would pay."""
    if is_money(item):
        return money.IN_SP[item.kind]
    thing = compendium.gear().get(item.kind)
    if is_food(item) and thing is not None:
        return max(1, thing.cost_sp // thing.bundle)
    return treasure.worth_sp(item) or market.price_sp(item)


def is_food(item: Item) -> bool:
    return item.kind == RATIONS


def is_money(item: Item) -> bool:
    return item.kind in money.IN_SP


@executes("rampage:morale.roll")
def give_up(do: Resolution) -> None:
    """They lay down what they have, and are the party's captives."""
    assert do.state.encounter is not None
    for id in do.state.encounter.monsters:
        if do.state.creatures[id].status == "up":
            do.emit(Yielded(id, rule=("rampage:morale.roll",)))
    aftermath.after_fight(do)


def part(do: Resolution, attitude: str) -> None:
    meetings.part(do, meetings.column_of(attitude), (_PARTED[meetings.column_of(attitude)],))


_PARTED = {
    "hostile": "rampage:reaction.ph",
    "neutral": "rampage:reaction.neutral",
    "friendly": "rampage:reaction.pf",
}


def withdraw(do: Resolution, way: str = "") -> None:
    """Back the way the party came; nobody hinders it."""
    assert do.state.encounter is not None
    answers.leave(do, (_PARTED[meetings.column_of(do.state.encounter.attitude)],), way)
