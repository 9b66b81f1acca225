"""Talk with those met: what they take well or ill, threats, bargains; and who knows what they are called."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import PC, bare, delvers, lead, on_sheet
from tests.rules.robs.encounters.test_meetings import STILL, met
from tests.rules.robs.scene import every, first

from underkeep.procedures import delve_actions as a
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.encounters import meetings, recognising
from underkeep.systems.robs.exploration import talk
from underkeep.systems.robs.monsters import wandering
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import Yielded
from underkeep.world.dungeon import Group
from underkeep.world.encounter import EncounterEnded, ReactionRolled
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item
from underkeep.world.talk import Replied


def feeling(word, kind="orc", count=1, wants="peace", state=None):
    group = Group("g", "1-01", kind, count, attitude=word, wants=wants)
    return met(kind, group=group, state=state).state


def say(state, aim, *faces):
    return lead(state, a.Parley(PC, aim), *faces)


def answers(done):
    return [event.answer for event in every(done, Replied)]


def test_every_attitude_has_a_temper_and_every_temper_a_word():
    assert [talk.temper(word) for word in ("", *meetings.ATTITUDES)] == ["wary", "hostile", "wary", "calm", "friendly"]
    assert talk.ATTITUDES == {"sour": "wary", "wary": "wary", "calm": "indifferent", "friendly": "friendly"}
    done = bare(feeling("wary"))
    talk.turns(done, "calm")
    assert done.state.encounter.attitude == "indifferent"


@rule("robs:reaction.situational", "robs:abilities.cha")
@pytest.mark.parametrize(
    ("wants", "aim", "total"),
    [("peace", "talk", 1), ("guard", "passage", -2), ("news", "insult", -2), ("food", "talk", 0)],
)
def test_a_plea_is_taken_by_what_they_want(wants, aim, total):
    done = say(feeling("wary", wants=wants), aim, *d6(3, 3))
    assert first(done, ReactionRolled).roll.total == total


@rule("robs:reaction.situational")
def test_the_friendly_answer_and_go_their_way():
    done = say(feeling("friendly"), "passage", *STILL)
    assert answers(done) == ["go past"] and first(done, EncounterEnded).how == "parted"
    assert not every(done, ReactionRolled), "they have made up their minds"


@rule("robs:reaction.situational")
def test_an_ill_word_ends_in_blows():
    done = say(feeling("wary"), "insult", *d6(2, 3), *d6(4, 3, 5, 3, 6, 3))
    assert answers(done) == ["attacks"] and every(done, FightBegan)


@rule("robs:task.contest.winner", "robs:abilities.cha")
@pytest.mark.parametrize(
    ("aim", "count", "ours", "cowed"),
    [
        ("threat", 1, (3, 3), True),  # two against one: +1 against CHA -1
        ("threat", 1, (2, 3), True),
        ("threat", 1, (2, 4), False),  # -2 + 1 against -1: a tie
        ("surrender", 1, (3, 3), True),
        ("surrender", 1, (2, 3), False),
        ("threat", 3, (3, 3), False),  # -1 against -1
        ("bluff", 3, (3, 3), True),
        ("threat", 2, (3, 3), True),
    ],
)
def test_a_threat_is_a_contest_of_charisma(aim, count, ours, cowed):
    state = feeling("wary", count=count)
    done = bare(state, *d6(*ours), *d6(3, 3))
    assert talk.is_cowed(done, done.state.creatures[PC], aim) is cowed


@rule("robs:combat.round.end")
def test_who_surrenders_lays_down_arms():
    state = feeling("wary")
    done = bare(state, *STILL)
    talk.give_up(done)
    assert [event.creature for event in every(done, Yielded)] == list(state.encounter.monsters)


@rule("robs:task.situational.roll")
@pytest.mark.parametrize(
    ("coins", "faces", "word"),
    [(19, (), "declines"), (20, (1, 4), "betrays"), (20, (1, 3), "keeps"), (21, (6, 1), "keeps")],
)
def test_their_word_is_a_situational_roll(coins, faces, word):
    done = bare(feeling("wary"), *d6(*faces))
    assert talk.price(done.state) == 20
    assert talk.bargain(done, coins, 20) == word


def test_what_they_ask_grows_with_their_levels():
    levels = compendium.monsters()["ogre"].level
    assert talk.price(feeling("wary", "ogre")) == 20 * levels
    assert talk.price(feeling("wary", count=3)) == 60


def test_what_things_are_to_them():
    assert talk.worth(money.coins("gp", 3)) == 200 and talk.worth(money.coins("cp", 1)) == 1
    assert talk.worth(Item("longsword", "Longsword")) == compendium.prices()["longsword"].cp // 2
    assert talk.is_money(money.coins("sp", 1)) and not talk.is_money(Item("rope", "Rope"))
    assert talk.is_food(Item("rations", "Rations")) and not talk.is_food(Item("rope", "Rope"))


def test_sorts_and_sides():
    assert [talk.sort(kind) for kind in ("orc", "wolf", "skeleton", "hero")] == [
        "people",
        "beast",
        "mindless",
        "people",
    ]
    assert talk.at_odds("orc", "elf-scout") and talk.at_odds("elf-scout", "orc")
    assert not talk.at_odds("orc", "goblin") and not talk.at_odds("orc", "wolf")


def test_the_party_may_back_off_from_the_wary():
    state = feeling("wary")
    done = bare(state, *STILL)
    talk.withdraw(done)
    assert first(done, EncounterEnded).how == "left"


# Names


@pytest.mark.parametrize(
    ("hero", "kind", "named"),
    [
        ({"race": "dwarf"}, "orc", True),
        ({"race": "human"}, "orc", False),
        ({"race": "human", "classes": {"priest": 1}}, "zombie", True),
        ({"race": "human", "classes": {"thief": 1}}, "zombie", False),
        ({"race": "human", "classes": {"ranger": 1}}, "wyvern", True),
        ({"race": "human"}, "wolf", True),
    ],
)
def test_who_knows_what_they_are_called(hero, kind, named):
    state = delvers()
    state = replace(state, party=replace(state.party, knows=()))
    for id in state.party.members:
        state = on_sheet(state, id, **{"classes": {"fighter": 1}, "race": "human"} | (hero if id == PC else {}))
    done = met(kind, state=state)
    name = done.state.creatures[done.state.encounter.monsters[0]].name if done.state.encounter else ""
    name = name or next(c.name for c in done.state.creatures.values() if c.kind == kind)
    assert (name == f"{compendium.monsters()[kind].name} 1") is named


def test_looks_tell_of_size_and_sort():
    assert recognising.look("orc") == "pig-snouted warrior" and recognising.look("wolf") == "Wolf"
    assert recognising.name("no-such-thing") == recognising.look("no-such-thing") == "No such thing"
    assert recognising.traces("orc") and recognising.traces("no-such-thing") == ()
    assert all(recognising.look(kind) for kind in compendium.monsters())


def test_things_take_light_to_see():
    dark = replace(delvers(), lights=())
    assert not recognising.notices(dark, "thing") and recognising.notices(dark, "smell")


def test_the_table_of_wanderers():
    rows = RULESET.lore.wanderers(delvers().dungeon, 1)
    assert [row.kinds[0] for row in rows] == list(wandering.fitting("dungeon", 1))
    assert [row.roll for row in rows[:2]] == ["1", "2"]
    assert wandering.written_number("orc", 1) == "1-4" and wandering.written_number("ogre", 1) == "1"
