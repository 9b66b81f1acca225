"""Lines to those who are met, in the words of people who have never seen a list of them."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace
from tests.rules.knave.encounters.test_meetings import met as met_by_knaves
from tests.rules.knave.scenes import carrying as knave_carrying
from tests.rules.knave.scenes import coins
from tests.rules.ose.below import with_light
from tests.rules.ose.casting import delve, meeting

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems import load
from underkeep.systems.ose.basics import money
from underkeep.table.speech.typed_lines import Ask, Do, Reader, Say, parse
from underkeep.world.gear import Item
from underkeep.world.state import State

TALK = {
    "hello": "talk",
    "hail": "talk",
    "greet the bandits": "talk",
    "talk to them": "talk",
    "parley": "talk",
    "say hello": "talk",
    "ask for passage": "passage",
    "let us pass": "passage",
    "we come in peace": "passage",
    "ask them to let us through": "passage",
    "propose a truce": "passage",
    "ask for news": "news",
    "ask about the dungeon": "news",
    "what do you know": "news",
    "ask about treasure": "treasure",
    "ask them where the gold is": "treasure",
    "where is the treasure?": "treasure",
    "who lives here?": "dwellers",
    "ask about monsters": "dwellers",
    "ask about their enemies": "dwellers",
    "ask about traps": "dangers",
    "any dangers ahead?": "dangers",
    "ask for directions": "ways",
    "where are the stairs?": "ways",
    "ask the way out": "ways",
    "trade": "trade",
    "barter with them": "trade",
    "hire them": "hire",
    "ask them to guide us": "hire",
    "propose an alliance": "alliance",
    "join forces": "alliance",
    "ask for help": "alliance",
    "what do you want?": "toll",
    "ask their price": "toll",
    "threaten": "threat",
    "threaten them with swords": "threat",
    "intimidate the bandits": "threat",
    "bluff": "bluff",
    "insult them": "insult",
    "mock the bandits": "insult",
    "demand their surrender": "surrender",
    "call on them to yield": "surrender",
    "ask them to surrender": "surrender",
    "surrender": "yield",
    "give up": "yield",
}
AWAY = ("back away", "back off", "back out", "step back", "walk away", "close the door", "slam the door", "leave them")


@cache
def _scene(system: str) -> State:
    if system == "ose":
        state = meeting(with_light(delve("fighter", "fighter")), "bandit", 2, "neutral")
        food = Item("rations-standard", "Standard rations", count=3)
        state = state.with_creature("hero-2", items=(food, Item("rope", "Rope")))
        return state.with_creature("hero-1", items=(money.coins("gp", 60), money.coins("sp", 30)))
    state = met_by_knaves("hobgoblin", count=2, attitude="curious").state
    state = knave_carrying(state, "hero-2", Item("ration", "Ration", count=3), Item("rope", "Rope"))
    return knave_carrying(state, "hero-1", coins(60))


def _meant(system: str, line: str) -> list[Action]:
    rules, state = load(system), _scene(system)
    options = play.legal_actions(rules, state, "player")
    found = parse(Reader(rules, state, options, "player"), line)
    if isinstance(found, Do):
        return [found.action]
    return list(found.choices) if isinstance(found, Ask) else []


@pytest.mark.parametrize("system", ["ose", "knave"])
@pytest.mark.parametrize(("line", "aim"), TALK.items())
def test_topics(system: str, line: str, aim: str) -> None:
    (found,) = _meant(system, line)
    assert isinstance(found, a.Parley) and found.aim == aim


@pytest.mark.parametrize("line", AWAY)
def test_ways_to_leave(line: str) -> None:
    assert _meant("ose", line) == [a.Evade(walk=True)]


@pytest.mark.parametrize(
    ("system", "line", "name", "count"),
    [
        ("ose", "offer 20 gold", "gold piece", 20),
        ("ose", "give them 5 gp", "gold piece", 5),
        ("ose", "offer 7 silver pieces", "silver piece", 7),
        ("ose", "bribe", "gold piece", 10),
        ("ose", "bribe the bandits", "gold piece", 10),
        ("ose", "offer food", "Standard rations", 1),
        ("ose", "share our rations", "Standard rations", 1),
        ("ose", "offer the rope", "Rope", 1),
        ("knave", "offer 25 coins", "Coins", 25),
        ("knave", "offer gold", "Coins", 20),
        ("knave", "pay the toll", "Coins", 20),
        ("knave", "throw them food", "Ration", 1),
    ],
)
def test_offers(system: str, line: str, name: str, count: int) -> None:
    (found,) = _meant(system, line)
    assert isinstance(found, a.Offer)
    item = _scene(system).creatures[found.actor].item(found.item)
    assert item is not None and (item.name.lower(), found.count) == (name.lower(), count)


@pytest.mark.parametrize("line", ["give the rope to {hero-1}", "throw the rope at bandit 1", "who is hurt"])
def test_what_is_not_meant_for_them(line: str) -> None:
    name = _scene("ose").creatures["hero-1"].name
    assert not any(isinstance(x, a.Offer | a.Parley) for x in _meant("ose", line.replace("{hero-1}", name)))


def test_what_nobody_can_do_is_refused_by_the_rules() -> None:
    rules, state = load("ose"), _scene("ose")
    wolves = meeting(with_light(delve("fighter")), "wolf", 2, "neutral")
    options = play.legal_actions(rules, wolves, "player")
    found = parse(Reader(rules, wolves, options, "player"), "hello")
    assert isinstance(found, Say) and "shares no tongue" in found.text
    poor = state.with_creature("hero-1", items=())
    options = play.legal_actions(rules, poor, "player")
    found = parse(Reader(rules, poor, options, "player"), "offer 500 gold")
    assert isinstance(found, Say) and "carries no such thing" in found.text


def test_without_anybody_there_nobody_is_talked_to() -> None:
    rules, state = load("ose"), replace(_scene("ose"), encounter=None)
    options = play.legal_actions(rules, state, "player")
    for line in ("hello", "threaten", "bribe", "ask about treasure"):
        found = parse(Reader(rules, state, options, "player"), line)
        assert "Nobody is there" in str(getattr(found, "text", found))
