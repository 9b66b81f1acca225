"""What a room holds, the road, and what else lies between town and dungeon."""

import pytest
from tests.rules.robs.below import PC, bare, carrying, delvers, on_sheet, without
from tests.rules.robs.scene import every, first

from underkeep.kernel.event import Roll
from underkeep.systems.robs.basics.numbers import natural
from underkeep.systems.robs.basics.qualities import made_for
from underkeep.systems.robs.monsters import wandering
from underkeep.systems.robs.referee import answers, stocking
from underkeep.systems.robs.ruleset import RULESET
from underkeep.systems.robs.town import town
from underkeep.systems.robs.travel import answers as road
from underkeep.testing import d6, die, rule
from underkeep.testing.builders import cellar
from underkeep.world.creature import Healed
from underkeep.world.dungeon import GroupChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.journey import AHEAD, JourneyBegan, RoutesLaid


def stocked(*faces):
    done = bare(delvers(), *faces)
    room = cellar(RULESET).areas["1-02"]
    return stocking._stock_area(done, cellar(RULESET), room), done


@rule("robs:task.situational.roll", "robs:task.situational.reading")
def test_the_worse_the_roll_the_worse_the_room():
    many = len(wandering.fitting("dungeon", 1))
    monsters, done = stocked(d6(1), d6(3), die(many, 1), d6(1), *d6(3, 3), *d6(2, 3))
    done.dice.finish()
    assert len(monsters.groups) == 1
    assert not monsters.hoards, "their treasure roll was below 0"
    trap, _ = stocked(*d6(3, 4), die(len(stocking.traps.waiting_on(1)), 1), die(9, 1), *d6(3, 3))
    assert len(trap.traps) == 1
    odd, _ = stocked(*d6(4, 3), die(3, 1), *d6(3, 3))
    assert len(odd.features) == 1
    empty, _ = stocked(*d6(3, 3), *d6(3, 3))
    assert not (empty.groups or empty.traps or empty.features or empty.hoards)
    rich, _ = stocked(*d6(5, 3), *d6(3, 3), *d6(3, 3))
    assert [h.hidden for h in rich.hoards.values()] == [False]
    hidden, _ = stocked(*d6(5, 3), *d6(2, 3), *d6(3, 3))
    assert [h.hidden for h in hidden.hoards.values()] == [True]
    guarded, _ = stocked(*d6(5, 3), *d6(1, 4), *d6(3, 3), die(2, 1))
    assert len(guarded.traps) == 1


@rule("robs:task.situational.roll", "robs:task.situational.reading")
def test_what_the_second_roll_is_worth_to_those_who_live_there():
    many = len(wandering.fitting("dungeon", 1))
    for low, hoards in ((3, 1), (4, 0)):
        room, _ = stocked(*d6(1, 3), die(many, 1), d6(1), *d6(3, 3), *d6(3, low), *d6(*[3] * 20))
        assert [h.group != "" for h in room.hoards.values()] == [True] * hoards


@rule("robs:task.situational.reading")
def test_the_worst_rolls_bring_those_of_the_next_level():
    first, second = (len(wandering.fitting("dungeon", level)) for level in (1, 2))
    assert first != second
    for low, many in ((4, first), (5, second)):
        _, done = stocked(*d6(1, low), die(many, 1), d6(1), *d6(3, 3), *d6(2, 3))
        done.dice.finish()


@rule("robs:task.situational.reading")
def test_a_jewel_that_nobody_guards_is_of_a_mans_size():
    room, _ = stocked(*d6(5, 3), *d6(3, 3), *d6(6, 3), *d6(*[3] * 20))
    (hoard,) = room.hoards.values()
    assert [made_for(i) for i in hoard.items if i.kind == "jewellery"] == [0]


@rule("robs:xp.no-treasure")
def test_the_relic_lies_deepest_and_is_the_only_treasure_that_teaches():
    done = bare(delvers(), die(5, 2))
    dungeon = stocking._place_relic(done, cellar(RULESET))
    (hoard,) = dungeon.hoards.values()
    assert (hoard.items[0].kind, hoard.area) == ("relic", "1-03")
    home = carrying(delvers(in_town=True), PC, Item("relic", "Horn"), Item("gp", "gold piece", count=1000))
    back = bare(without(home))
    town.come_home(back)
    from underkeep.systems.robs.characters.experience import XpChanged

    assert [e.amount for e in every(back, XpChanged)] == [25, 25]
    plain = bare(carrying(delvers(in_town=True), PC, Item("gp", "gold piece", count=1000)))
    town.come_home(plain)
    assert not every(plain, XpChanged)


def test_doors_that_never_stick():
    kept = bare(delvers(), *d6(*[3] * 8), die(5, 1))
    assert any(d.barrier for d in stocking.stock(kept, cellar(RULESET)).doors.values())
    gone = bare(without(delvers(), "barred-doors"), *d6(*[3] * 8), die(5, 1))
    assert not any(d.barrier for d in stocking.stock(gone, cellar(RULESET)).doors.values())


def test_who_comes_and_how_many():
    assert "orc" in wandering.fitting("dungeon", 1)
    assert "adult-dragon" not in wandering.fitting("dungeon", 3)
    assert "horse" not in wandering.fitting("dungeon", 1)
    counts = [
        wandering.number(bare(delvers(), d6(face)), kind, 1)
        for kind, face in (("orc", 1), ("orc", 6), ("bugbear", 6), ("bugbear", 1))
    ]
    assert counts == [1, 4, 1, 1]
    assert wandering.number(bare(delvers(), d6(6)), "orc", 9) == 6, "at most six"


def test_the_key():
    assert answers.monster("orc") == "Orc"
    line = answers.stats("troll")
    assert "Scale 2, level 6, hp 21, DDF 1" in line
    assert "Good STR" in line
    assert "regenerate: 1 a round" in line
    assert "flying 6" in answers.stats("griffon")
    assert answers.stats("hedge-wizard").endswith("level 3")
    assert answers.feature("shrine") == "shrine"
    assert answers.choose_setting(bare(delvers())) is None


# The road


def abroad(route=road.ROAD):
    state = delvers()
    return JourneyBegan(route, homeward=False, marched=0).evolve(state)


@rule("robs:movement.table")
def test_a_days_march():
    assert road.road_per_day(abroad()) == 30.2
    assert road.road_per_day(abroad(road.WILDS)) == 20.2
    assert road.road_per_day(on_sheet(abroad(), PC, movement_scale=-1)) == 21.6
    done = bare(delvers())
    road.lay_routes(done)
    assert [r.length for r in first(done, RoutesLaid).routes] == [20, 15]


@pytest.mark.parametrize(
    ("route", "high", "low", "ahead"),
    [(road.ROAD, 1, 5, True), (road.ROAD, 1, 4, False), (road.WILDS, 1, 4, True), (road.WILDS, 1, 3, False)],
)
def test_somebody_is_ahead(route, high, low, ahead):
    done = bare(
        abroad(route), d6(high), d6(low), *((die(len(wandering.fitting("wilds", 1)), 1), d6(1)) if ahead else ())
    )
    road.begin_day(done)
    done.dice.finish()
    assert [e.group.area for e in every(done, GroupChanged)] == ([AHEAD] if ahead else [])


@rule("robs:equipment.gear.rations", "robs:healing.rate")
def test_a_day_takes_a_ration_and_rest_mends():
    state = carrying(abroad(), PC, Item("rations", "Rations", count=7)).with_creature(PC, hp=5)
    done = bare(state)
    road.end_day(done, rested=False)
    assert done.state.creatures[PC].items[0].count == 6
    assert not every(done, Healed)
    rested = bare(state)
    road.end_day(rested, rested=True)
    assert rested.state.creatures[PC].hp == 6
    assert first(done, ItemsChanged).verb == "ate"


# Numbers


@rule("robs:dice.notation", "robs:example.notation")
def test_rolls_as_the_book_writes_them():
    high, low = 3, 2  # H3L2, or 3H2L
    assert natural(Roll("d6HL", (high, low), 1)) == 1
