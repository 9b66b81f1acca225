"""What this game answers to talk with those met: what the party does can turn how they feel, CHA against WIS."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures import conversation
from underkeep.procedures.purposes import Sort
from underkeep.procedures.questions import Temper
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.checks.checks import check, score
from underkeep.systems.knave.encounters import favours, meetings, running
from underkeep.systems.knave.equipment import market
from underkeep.systems.knave.exploration import aftermath, treasure
from underkeep.world.creature import Creature, Yielded
from underkeep.world.gear import Item
from underkeep.world.state import State

TEMPERS: dict[str, Temper] = {
    "murderous": "hostile",
    "violent": "hostile",
    "thieving": "sour",
    "hungry": "sour",
    "threatening": "sour",
    "watching": "wary",
    "curious": "wary",
    "avoiding": "calm",
    "indifferent": "calm",
    "informative": "friendly",
    "helpful": "friendly",
    "joining": "friendly",
    "asleep": "unaware",
    "unaware": "unaware",
    "": "wary",
}
ATTITUDES: dict[str, str] = {
    "sour": "threatening",
    "wary": "curious",
    "calm": "indifferent",
    "friendly": "informative",
}
PRICE_A_HEAD = 10
"""A day's wage for each of them. Ours."""
weigh = meetings.weigh
hear = meetings.hear
withdraw = running.withdraw
lose_patience = meetings.stand_by


def voice(state: State, giver: Creature) -> Creature:
    """Everybody is understood alike."""
    return giver


def sort(kind: str) -> Sort:
    return meetings.sort_of(kind)


def at_odds(kind: str, other: str) -> bool:
    """The book has no sides."""
    return False


def temper(attitude: str) -> Temper:
    return TEMPERS[attitude]


def turns(do: Resolution, temper: Temper) -> None:
    meetings.become(do, ATTITUDES[temper])


def welcome(do: Resolution, speaker: Creature) -> None:
    assert do.state.encounter is not None
    joined = favours.grant(do, speaker, do.state.encounter.attitude)
    if joined:
        conversation.one_leaves(part, do, joined)


@executes("knave:reaction.changes", "knave:task.check.opposed-ability")
def is_cowed(do: Resolution, speaker: Creature, aim: str) -> bool:
    """CHA against WIS; a step better for the many, and worse for the few or for who wants their arms."""
    assert do.state.encounter is not None
    theirs, ours = len(do.state.encounter.monsters), len(do.state.marchers())
    steps = [*meetings.looks(do.state, speaker.id)]
    if ours >= 2 * theirs:
        steps.append(step("many against few"))
    elif ours < theirs and aim != "bluff":
        steps.append(step("few against many", -1))
    if aim == "surrender":
        steps.append(step("a great thing to ask", -1))
    foe = do.state.creatures[do.state.encounter.monsters[0]]
    rule = ("knave:task.check.opposed-ability", "knave:reaction.changes")
    return bool(check(do, speaker.id, "CHA", "cowing them", score(do, foe, "WIS"), steps, rule).success)


def is_liar(do: Resolution) -> bool:
    """Those who wish the party ill lie to it. Ours."""
    return True


def bargain(do: Resolution, coins: int, price: int) -> str:
    return "keeps" if coins >= price else "declines"


def price(state: State) -> int:
    assert state.encounter is not None
    return PRICE_A_HEAD * len(state.encounter.monsters)


going_rate = price


def worth(item: Item) -> int:
    if is_money(item):
        return 1
    shelves = (compendium.weapons(), compendium.armours(), compendium.animals(), compendium.clothing())
    goods = compendium.goods().get(item.kind)
    priced = any(item.kind in shelf for shelf in shelves) or (goods is not None and goods.band in market.PRICE_COINS)
    return treasure.worth(item) or (market.price(item.kind) // 2 if priced and not item.broken else 0)


def is_food(item: Item) -> bool:
    return item.kind == meetings.RATION


def is_money(item: Item) -> bool:
    return item.kind == "coin"


def join(do: Resolution, speaker: Creature) -> str:
    assert do.state.encounter is not None
    return favours.join(do) if do.state.encounter.attitude == "joining" else ""


@executes("knave:morale.failure")
def give_up(do: Resolution) -> None:
    """They lay down what they have, and can be told what to do."""
    assert do.state.encounter is not None
    for id in do.state.encounter.monsters:
        if do.state.creatures[id].status == "up":
            do.emit(Yielded(id, rule=("knave:morale.failure",)))
    aftermath.after_fight(do)


def part(do: Resolution, attitude: str) -> None:
    meetings.part(do, "parted")
