"""What this game answers to talk with those met: reactions, contests of CHA, and a situational roll on their word.

Ruling: delve-talk. The book has the rolls; what they are made for is ours.
"""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.purposes import Sort
from underkeep.procedures.questions import Temper
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Mindless, trait
from underkeep.systems.robs.checks.checks import contest, situation
from underkeep.systems.robs.encounters import meetings, reactions
from underkeep.systems.robs.encounters.meetings import FRIENDLY, HOSTILE, INDIFFERENT, WARY
from underkeep.systems.robs.equipment import market
from underkeep.systems.robs.exploration import aftermath
from underkeep.world.creature import Creature, Yielded
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item
from underkeep.world.state import State

TEMPERS: dict[str, Temper] = {
    HOSTILE: "hostile",
    WARY: "wary",
    INDIFFERENT: "calm",
    FRIENDLY: "friendly",
    "": "wary",
}
ATTITUDES: dict[str, str] = {"sour": WARY, "wary": WARY, "calm": INDIFFERENT, "friendly": FRIENDLY}
PRICE_CP = money.IN_CP["sp"]
"""A silver piece for each level of theirs, as a follower asks for a day."""
BETRAYED = -3
MARKET = "town"
OURS = "robs:delve-talk"
hear = meetings.hear
weigh = meetings.weigh
withdraw = meetings.withdraw
lose_patience = meetings.stand_by


def _met(state: State) -> Encounter:
    assert state.encounter is not None
    return state.encounter


def voice(state: State, giver: Creature) -> Creature:
    """Everybody is understood alike."""
    return giver


def sort(kind: str) -> Sort:
    stats = compendium.monsters().get(kind)
    if stats is None:
        return "people"
    if trait(stats.traits, Mindless) is not None:
        return "mindless"
    return "people" if stats.attributes["INT"] > reactions.SPEECHLESS_INT else "beast"


def at_odds(kind: str, other: str) -> bool:
    """Those far apart in Lawfulness are; the book has no other sides."""
    scores = [m.lawfulness for m in (compendium.monsters().get(kind), compendium.monsters().get(other)) if m]
    return len(scores) == 2 and min(scores) <= -2 and max(scores) >= 2


def temper(attitude: str) -> Temper:
    return TEMPERS[attitude]


def turns(do: Resolution, temper: Temper) -> None:
    meetings.become(do, ATTITUDES[temper])


def welcome(do: Resolution, speaker: Creature) -> None:
    """The book has nothing of it."""


@executes("robs:task.contest.roll", "robs:task.contest.winner", "robs:abilities.cha")
def is_cowed(do: Resolution, speaker: Creature, aim: str) -> bool:
    """A contest of CHA with the first of them: 1 better for the many, 1 worse for the few, and 1 worse for who wants
    their arms; on a tie they do not give way."""
    met = _met(do.state)
    theirs, ours = len(met.monsters), len(do.state.marchers())
    parts = []
    if ours >= 2 * theirs:
        parts.append(Modifier("many against few", 1))
    elif ours < theirs and aim != "bluff":
        parts.append(Modifier("few against many", -1))
    if aim == "surrender":
        parts.append(Modifier("a great thing to ask", -1))
    foe = do.state.creatures[met.monsters[0]]
    return contest(do, (speaker, foe), "CHA", tuple(parts)) == (speaker,)


def is_liar(do: Resolution) -> bool:
    """Those who wish the party ill lie to it."""
    return True


@executes("robs:task.situational.roll", "robs:task.situational.reading")
def bargain(do: Resolution, coins: int, price: int) -> str:
    """For what they ask they agree; whether they keep their word a situational roll says, and only the worst are
    false."""
    if coins < price:
        return "declines"
    word = situation(do, _met(do.state).monsters[0], "their word", (), (OURS,))
    return "betrays" if word <= BETRAYED else "keeps"


def price(state: State) -> int:
    levels = sum(max(1, sheet(state.creatures[id]).level) for id in _met(state).monsters)
    return PRICE_CP * levels


def going_rate(state: State) -> int:
    """As for the first level each."""
    return PRICE_CP * len(_met(state).monsters)


def worth(item: Item) -> int:
    return money.purse_cp((Item(item.kind, item.name),)) or market.price_of(MARKET, item)


def is_food(item: Item) -> bool:
    return item.kind == meetings.RATION


def is_money(item: Item) -> bool:
    return item.kind in money.IN_CP


def join(do: Resolution, speaker: Creature) -> str:
    """Followers are found in town."""
    return ""


@executes("robs:combat.round.end")
def give_up(do: Resolution) -> None:
    """They lay down what they have, and can be told what to do."""
    for id in _met(do.state).monsters:
        if do.state.creatures[id].status == "up":
            do.emit(Yielded(id, rule=("robs:combat.round.end", OURS)))
    aftermath.after_fight(do)


def part(do: Resolution, attitude: str) -> None:
    meetings.part(do, "parted")
