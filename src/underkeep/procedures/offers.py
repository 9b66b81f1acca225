"""Offers to those met: coins, food or any other thing, for peace and whatever they give for it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures import carrying, meeting, purposes
from underkeep.procedures.conversation import (
    ASKING,
    AT_PEACE,
    hand_over,
    has_patience,
    is_talking,
    reply,
    tell,
    the_group,
    the_meeting,
    tire,
    wants_of,
)
from underkeep.procedures.delve_actions import Offer
from underkeep.procedures.questions import TalkChapter, Temper
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.encounter import EncounterChanged
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.state import State
from underkeep.world.talk import Addressed

NEWS_OF_A_GUIDE = 3
"""So many things they tell who are paid what they asked for."""


def listed(talk: TalkChapter, state: State) -> list[Offer]:
    """A day's food, and what they may want in coins by their looks; other things and other sums are legal too."""
    assert state.encounter is not None
    price, found = talk.going_rate(state), []
    for member in state.marchers():
        food = next((item for item in member.items if talk.is_food(item)), None)
        found += [Offer(member.id, food.id, 1)] if food is not None else []
        money = next((i for i in member.items if talk.is_money(i) and talk.worth(i) * i.count >= price), None)
        found += [Offer(member.id, money.id, -(-price // talk.worth(money)))] if money is not None else []
    return found


def why_not(talk: TalkChapter, state: State, action: Offer) -> Refusal | None:
    giver = state.creatures[action.actor]
    item = giver.item(action.item)
    assert state.encounter is not None
    sort = talk.sort(state.creatures[state.encounter.monsters[0]].kind)
    if sort == "mindless":
        return Refusal("They want nothing that anybody could give them.")
    if item is None:
        return Refusal(f"{giver.name} carries no such thing.")
    if item.holds:
        return Refusal("It must be emptied first.")
    if not 1 <= action.count <= item.count + _of_the_others(talk, state, action.actor, item):
        return Refusal(f"{giver.name} has {item.count} of those.")
    if sort == "beast" and not talk.is_food(item):
        return Refusal("Beasts care for food, not for that.")
    return None


def _of_the_others(talk: TalkChapter, state: State, giver: str, item: Item) -> int:
    """How many of the same coins the others have, who put them together for a sum."""
    if not talk.is_money(item):
        return 0
    return sum(i.count for c in state.marchers() if c.id != giver for i in c.items if i.kind == item.kind)


def _put_together(do: Resolution, action: Offer, item: Item) -> None:
    """What the giver has not enough of comes from the others, as far as each has it."""
    for other in do.state.marchers():
        held = next((i for i in other.items if i.kind == item.kind), None)
        own = do.state.creatures[action.actor].item(item.id)
        lacks = action.count - (own.count if own is not None else 0)
        if other.id == action.actor or held is None or lacks <= 0:
            continue
        given = part(held, min(lacks, held.count))
        do.emit(ItemsChanged(other.id, fewer(other.items, held.id, given.count), "handed-over", given))
        carrying.receive(do, action.actor, replace(given, name=item.name), "received")


def offer(talk: TalkChapter, do: Resolution, action: Offer) -> None:
    """Something is held out to them; it is taken, and the word kept or not, or it is not enough."""
    giver, group = do.state.creatures[action.actor], the_group(do.state)
    item = giver.item(action.item)
    assert item is not None
    if action.count > item.count:
        _put_together(do, action, item)
    do.emit(Addressed(giver.id, the_meeting(do).monsters, "offer"))
    if talk.sort(group.kind) == "people" and not (talk.hear(do, talk.voice(do.state, giver)) and is_talking(do)):
        return
    thing = "food" if talk.is_food(item) else "coins" if talk.is_money(item) else "goods"
    met = the_meeting(do)
    if not met.attitude or talk.temper(met.attitude) == "unaware":
        talk.weigh(do, giver, thing, purposes.favour(wants_of(talk, do.state), thing))
    else:
        counted = replace(met, tries=met.tries + 1, round=met.round + 1, surprised=())
        do.emit(EncounterChanged(counted, "talked"))
    temper = talk.temper(the_meeting(do).attitude)
    if temper == "hostile":
        reply(do, "attacks")
        meeting.come_to_blows(do)
    elif talk.sort(group.kind) == "beast":
        _feed(talk, do, giver.id, item, action.count)
    else:
        _bargain(talk, do, action, item, thing, temper)


def _feed(talk: TalkChapter, do: Resolution, giver: str, item: Item, count: int) -> None:
    """Beasts fall to, and let the party be."""
    hand_over(do, giver, item, count, the_meeting(do).monsters[0])
    reply(do, "eats")
    if talk.temper(the_meeting(do).attitude) != "calm":
        talk.turns(do, "calm")
    talk.part(do, the_meeting(do).attitude)


def _bargain(talk: TalkChapter, do: Resolution, action: Offer, item: Item, thing: str, temper: Temper) -> None:
    wants, price = wants_of(talk, do.state), talk.price(do.state)
    worth = talk.worth(item) * action.count
    if thing == wants or (thing == "goods" and wants == "coins"):
        worth = max(2 * worth, price if thing == "food" else 0)
    taken = "keeps" if temper in AT_PEACE else talk.bargain(do, worth, price)
    if taken == "declines":
        is_news = the_meeting(do).sells in ASKING
        if has_patience(talk, do):
            reply(do, "too little for news" if is_news else "too little", wants, price)
        tire(talk, do)
        return
    hand_over(do, action.actor, item, action.count, the_meeting(do).monsters[0])
    if taken == "betrays":
        reply(do, "betrays")
        meeting.come_to_blows(do)
    elif temper in AT_PEACE:
        reply(do, "thanks", wants)
        for _ in range(NEWS_OF_A_GUIDE if worth >= price else 1):
            tell(talk, do, "news", is_friend=True)
        tire(talk, do)
    else:
        _deliver(talk, do)


def _deliver(talk: TalkChapter, do: Resolution) -> None:
    """They are content, and give what they have named the price for: news, or way."""
    sold = the_meeting(do).sells
    talk.turns(do, "calm")
    if sold not in ASKING:
        reply(do, "deal")
        return
    do.emit(EncounterChanged(replace(the_meeting(do), sells=""), "talked"))
    reply(do, "tells for coins")
    tell(talk, do, sold, is_friend=True)
