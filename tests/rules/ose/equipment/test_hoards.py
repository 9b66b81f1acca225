"""Whose treasure lies where, and who carries it away."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import H2, below, carrying, resolving
from tests.rules.ose.scene import every

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import fold
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play, survey
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.equipment import hoards, thrown, treasure_settings
from underkeep.systems.ose.equipment.hoards import Listed, listed
from underkeep.systems.ose.equipment.thrown import spoils_of
from underkeep.systems.ose.equipment.treasure import gem, jewellery, valuables, weight_coins, worth_cp
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.referee import stocking
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d6, d8, d12, d20, d100, die, rule
from underkeep.testing.builders import bare, cellar, delving_party, in_step, perform
from underkeep.world.creature import Died
from underkeep.world.dungeon import Group, Hoard, HoardChanged
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.state import State

PLAIN = Placing()


def rolling(state: State, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    return Resolution(state, Scripted(*faces), RULESET, rulings)


def empty() -> State:
    return State("ose", {})


def gp(items) -> float:
    return sum(map(worth_cp, items)) / 100


@rule("ose:treasure.roll.lair-or-person")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("None", Listed()),
        ("D", Listed((("D", 1),))),
        ("R (C)", Listed((("R", 1), ("C", 1)))),
        ("U + V", Listed((("U", 1), ("V", 1)))),
        ("V x 3", Listed((("V", 3),))),
        ("C + 1,000gp", Listed((("C", 1),), 1000)),
    ],
)
def test_listings_are_read(text, wanted):
    assert listed(text) == wanted


@rule("ose:treasure.roll.lair-or-person", "ose:treasure.hoards", "ose:monster.treasure.hoard")
def test_the_letter_says_whether_it_lies_in_the_lair():
    every_letter = listed(" ".join("ABCDEFGHIJKLMNOPQRSTUV"))
    assert "".join(every_letter.of("hoard")) == "ABCDEFGHIJKLMNO"
    assert "".join(every_letter.of("individual")) == "PQRST"
    assert "".join(every_letter.of("group")) == "UV"
    orcs = Group("orcs", "1-02", "orc", 5, members=("o1", "o2"))
    assert hoards.carried(rolling(empty()), orcs, orcs.members) == ()


@rule("ose:treasure.individual", "ose:monster.treasure.individual", "ose:treasure.type.always-present")
def test_each_intelligent_individual_carries_its_own():
    ids = tuple(f"kobold-{n}" for n in range(1, 11))
    do = rolling(empty(), *([*d8(2, 3, 4)] * 10))
    assert hoards.carried(do, Group("k", "1-02", "kobold", 10, members=ids), ids) == (coins("cp", 90),)
    do.dice.finish()
    some = rolling(empty(), *d6(1, 1))
    assert hoards.carried(some, Group("g", "1-02", "goblin", 10, members=ids), ids[3:4]) == (coins("ep", 2),)


@rule("ose:treasure.group", "ose:monster.treasure.individual")
def test_a_group_carries_its_treasure_once():
    ids = tuple(f"acolyte-{n}" for n in range(1, 11))
    do = rolling(empty(), *d100(10, 77, 11, 6, 6, 6, 3))
    assert hoards.carried(do, Group("a", "1-02", "acolyte", 10, members=ids), ids) == (coins("cp", 77),)
    do.dice.finish()
    assert hoards.carried(rolling(empty()), Group("a", "1-02", "acolyte", 10, members=ids), ids[1:]) == ()


@rule("ose:monster.treasure.unintelligent", "ose:treasure.group")
def test_the_mindless_carry_nothing_but_victims_lie_about():
    assert monsters()["tiger-beetle"].treasure == "U"
    beetles = Group("b", "1-02", "tiger-beetle", 3, members=("b1",), lair=True)
    assert hoards.carried(rolling(empty()), beetles, ("b1",)) == ()
    do = rolling(empty(), *d100(11, 11, 5, 50, 6, 6, 3))
    assert hoards.lair_hoard(do, beetles, PLAIN) == (coins("gp", 50),)
    do.dice.finish()


@rule("ose:monster.treasure.small-lair")
def test_a_small_lair_has_less():
    werewolf = monsters()["werewolf"]
    assert hoards.present(werewolf, 3, PLAIN) == Fraction(3, 7)
    assert hoards.present(werewolf, 7, PLAIN) == hoards.present(werewolf, 12, PLAIN) == 1
    assert hoards.present(monsters()["cave-bear"], 1, PLAIN) == 1
    whole = treasure_settings.read(
        empty(), treasure_settings.settle(rolling(empty(), rulings={"ose:monster.treasure.small-lair": "whole"}))
    )
    assert hoards.present(werewolf, 3, whole) == 1
    do = rolling(empty(), d100(20), d12(7), *d100(31, 11, 26, 26, 11))
    group = Group("w", "1-02", "werewolf", 3, lair=True)
    assert hoards.lair_hoard(do, group, PLAIN) == (coins("cp", 3000),)


@rule("ose:dungeon-design.room.treasure")
def test_gold_of_the_listing_lies_with_the_hoard():
    do = rolling(empty(), *d100(21, 31, 11, 26, 26, 11))
    assert hoards.lair_hoard(do, Group("o", "1-02", "ogre", 7, lair=True), PLAIN) == (coins("gp", 1000),)


def party(level: int = 1) -> State:
    state = delving_party(RULESET, cellar(RULESET), "fighter", "fighter", "fighter", "fighter")
    for id in state.creatures:
        state = state.with_creature(id, sheet=replace(state.creatures[id].sheet, level=level, xp=0))
    return state


@rule("ose:treasure.choice.steps", "ose:treasure.choice")
def test_a_chosen_hoard_is_worth_the_experience_it_should_bring():
    orcs = Group("orcs", "1-02", "orc", 8, lair=True)
    do = rolling(party(), die(15, 1), rulings={"ose:treasure.choice": "1000"})
    assert gp(hoards.chosen_hoard(do, orcs, PLAIN)) == 4000
    default = rolling(party(), die(15, 1))
    assert gp(hoards.chosen_hoard(default, orcs, PLAIN)) == 4 * 500
    assert [e.choice for e in every(default, Ruled)] == ["500"]


@rule("ose:treasure.choice", "ose:treasure.placing")
def test_hoards_are_rolled_unless_the_referee_chooses():
    rolled = rolling(party())
    assert treasure_settings.settle(rolled)["ose:treasure.placing"] == "rolled"
    orcs = Group("orcs", "1-02", "orc", 8, lair=True)
    typed = rolling(party(), *d100(11, 16, 61, 31, 31, 16))
    assert hoards.lair_hoard(typed, orcs, treasure_settings.read(party(), treasure_settings.settle(rolled))) == ()
    typed.dice.finish()
    on = replace(party(), switches=("chosen-treasure",))
    for state, rulings in ((on, {}), (party(), {"ose:treasure.placing": "chosen"})):
        how = treasure_settings.read(state, treasure_settings.settle(rolling(state, rulings=rulings)))
        assert how.is_chosen
        do = rolling(state, die(15, 1))
        assert gp(hoards.lair_hoard(do, orcs, how)) > 0
        assert "ose:treasure.choice" in {e.question for e in every(do, Ruled)}


@rule("ose:treasure.choice.guard")
def test_a_hoard_that_is_hardly_guarded_brings_a_warning():
    rule_id = "ose:treasure.choice.guard"
    guarded = rolling(party(), die(15, 1))
    hoards.chosen_hoard(guarded, Group("orcs", "1-02", "orc", 4, lair=True), PLAIN)
    assert not every(guarded, RefereeAdvised)
    for group in (None, Group("orcs", "1-02", "orc", 3, lair=True)):
        weak = rolling(party(), die(15, 1))
        assert hoards.chosen_hoard(weak, group, PLAIN)
        assert [e.rule for e in every(weak, RefereeAdvised)] == [(rule_id,)]
    assert hoards.chosen_hoard(rolling(party(), rulings={rule_id: "leave out"}), None, PLAIN) == ()


@rule("ose:treasure.unusual", "ose:treasure.common")
def test_something_unusual_may_be_placed():
    do = rolling(party(), die(15, 2))
    found = hoards.placed(do, 2000)
    assert gp(found) == 2000
    assert [i.kind for i in found if i.kind in valuables()] == ["marble-bust"]


def bearers(state: State):
    return state.marchers()


def test_a_find_is_shared_by_those_who_have_room():
    state = party()
    items = (coins("cp", 1000), coins("gp", 10), gem(100, 2), jewellery(900), Item("sword-plus-1", "sword"))
    unlimited = hoards.share(bearers(state), items, lambda _: None)
    assert sum(worth_cp(i) for _, i in unlimited) == sum(map(worth_cp, items))
    assert {i.count for _, i in unlimited if i.kind == "cp"} == {250}
    room = {"hero-1": 61, "hero-2": 5, "hero-3": 0, "hero-4": 100}
    given = hoards.share(bearers(state), items, lambda c: room[c.id])
    for id, most in room.items():
        assert sum(weight_coins(i) for who, i in given if who == id) <= most
    assert sum(i.count for _, i in given if i.kind.startswith("gem")) == 2
    assert sum(weight_coins(i) for _, i in given) == 166
    assert hoards.share(bearers(state), items, lambda _: 0) == []


def test_the_party_takes_a_hoard_and_what_nobody_can_carry_stays():
    state = party()
    assert state.dungeon is not None
    hoard = Hoard("h", "1-01", (coins("gp", 40),), (1, 2))
    state = replace(state, dungeon=replace(state.dungeon, hoards={"h": hoard}))
    before = sum(worth_cp(i) for c in state.creatures.values() for i in c.items)
    done = play.resolve(RULESET, state, "player", a.TakeHoard("h"), Scripted())
    assert sum(worth_cp(i) for c in done.state.creatures.values() for i in c.items) == before + 4000
    assert fold(done.events, state) == done.state
    heavy = replace(state.dungeon, hoards={"h": replace(hoard, items=(coins("gp", 10_000),))})
    counted = replace(state, dungeon=heavy, switches=("encumbrance-basic",))
    after = play.resolve(RULESET, counted, "player", a.TakeHoard("h"), Seeded(1)).state
    assert after.dungeon is not None
    assert all(sum(map(weight_coins, c.items)) == 1600 for c in after.creatures.values())
    left = after.dungeon.hoards["h"].items[0].count
    assert left == 10_000 - (4 * 1600 - sum(weight_coins(i) for c in counted.creatures.values() for i in c.items))
    assert a.TakeHoard("h") not in play.legal_actions(RULESET, after, "player").listed


@rule("ose:treasure.individual")
def test_spoils_lie_where_the_fight_was():
    state = party()
    for id in ("goblins-1", "goblins-2"):
        state = _with_goblin(state, id)
    group = Group("goblins", "1-01", "goblin", 2, members=("goblins-1", "goblins-2"))
    assert state.dungeon is not None
    state = replace(state, dungeon=replace(state.dungeon, groups={"goblins": group}))
    state = state.with_creature("goblins-1", status="dead").with_creature("goblins-2", status="fled")
    state = state.with_creature("hero-2", status="dead", items=(coins("gp", 3),))
    do = rolling(replace(state, encounter=Encounter("goblins", group.members, 10)), *d6(4, 5))
    hoards.spoils(do)
    do.dice.finish()
    assert do.state.dungeon is not None
    laid = do.state.dungeon.hoards
    assert bare(laid[spoils_of(do.state, "goblins")].items) == (coins("ep", 9),)
    assert bare(laid[spoils_of(do.state, "hero-2")].items) == (coins("gp", 3),)
    assert do.state.creatures["hero-2"].items == ()


def _with_goblin(state: State, id: str) -> State:
    do = Resolution(state, Seeded(1), RULESET)
    RULESET.recruit(do, Recruit("goblin"), id, "monsters")
    return do.state


@rule("ose:treasure.hoards")
def test_a_lairs_hoard_is_hidden():
    group = Group("orcs", "1-02", "orc", 9, lair=True)
    do = rolling(empty(), *d100(11, 16, 60), d6(1), *d100(31, 31, 16))
    hoard = stocking.guarded_hoard(do, group, PLAIN)
    assert hoard.hidden
    assert (hoard.group, [i.kind for i in hoard.items]) == ("orcs", ["gp"])


@rule("ose:treasure.individual")
def test_what_was_thrown_is_among_the_spoils_and_arrows_are_not():
    state = _with_goblin(party(), "goblins-1")
    group = Group("goblins", "1-01", "goblin", 1, members=("goblins-1",))
    assert state.dungeon is not None
    state = replace(state, dungeon=replace(state.dungeon, groups={"goblins": group}))
    state = replace(state, encounter=Encounter("goblins", group.members, 10), grid=Grid(12, 12), winner=None)
    own = (Item("dagger", "Dagger", "hand"), Item("short-bow", "Short bow", "hand"), Item("arrow", "Arrow", count=2))
    state = state.with_creature("hero-1", at=(0, 0), items=own).with_creature("goblins-1", at=(0, 3), hp=30, max_hp=30)
    state = in_step(state, "missile")
    for weapon in ("dagger", "short-bow"):
        do = rolling(state, d20(2))
        assert RULESET.is_throw(state, Attack("hero-1", "goblins-1", weapon)) == (weapon == "dagger")
        perform(do, Attack("hero-1", "goblins-1", weapon))
        state = do.state
    assert [i.kind for i in state.creatures["hero-1"].items] == ["short-bow", "arrow"]
    do = rolling(state.with_creature("goblins-1", status="dead"), *d6(4, 5))
    hoards.spoils(do)
    assert do.state.dungeon is not None
    laid = do.state.dungeon.hoards[spoils_of(do.state, "goblins")].items
    assert bare(laid) == (coins("ep", 9), Item("dagger", "Dagger"))


def _after_throws(winner: str, *threw: str) -> State:
    """The field after a fight in which some have thrown their daggers."""
    state = _with_goblin(party(), "goblins-1")
    group = Group("goblins", "1-01", "goblin", 1, members=("goblins-1",))
    assert state.dungeon is not None
    state = replace(state, dungeon=replace(state.dungeon, groups={"goblins": group}))
    state = replace(state, encounter=Encounter("goblins", group.members, 10), grid=Grid(12, 12), winner=None)
    dagger = (Item("dagger", "Dagger", "hand"),)
    for place, id in enumerate(("hero-1", "hero-2")):
        state = state.with_creature(id, at=(place, 0), items=dagger)
    state = in_step(state.with_creature("goblins-1", at=(0, 3), hp=30, max_hp=30), "missile")
    for id in threw:
        do = rolling(state, d20(2))
        perform(do, Attack(id, "goblins-1", "dagger"))
        state = do.state
    return replace(state, fight=None, winner=winner)


def test_thrown_weapons_go_back_to_their_throwers():
    done = resolving(_after_throws("party", "hero-2"))
    assert not done.state.creatures["hero-2"].items
    thrown.take_back(done)
    assert [i.kind for i in done.state.creatures["hero-2"].items] == ["dagger"]
    assert [i.count for i in done.state.creatures["hero-1"].items] == [1]
    assert done.state.dungeon is not None
    assert not any(h.items for h in done.state.dungeon.hoards.values() if h.id == spoils_of(done.state, "goblins"))
    before = done.state
    thrown.take_back(done)
    assert done.state is before


def test_who_lost_the_field_or_fell_has_nothing_back():
    lost = resolving(_after_throws("monsters", "hero-1"))
    thrown.take_back(lost)
    assert not lost.state.creatures["hero-1"].items
    fallen = resolving(_after_throws("party", "hero-1").with_creature("hero-1", status="dead"))
    thrown.take_back(fallen)
    assert not fallen.state.creatures["hero-1"].items


@rule("ose:treasure.individual")
def test_what_one_had_who_died_of_a_trap_lies_there_for_the_others():
    state = carrying(below("fighter", "fighter"), H2, Item("sword", "Sword"))
    done = resolving(state)
    done.emit(Died(H2))
    assert not done.state.creatures[H2].items
    spoils = spoils_of(state, H2)
    lying = [h for h in survey.known_hoards(done.state) if h.id == spoils]
    assert [i.kind for h in lying for i in h.items] == ["sword"]
    assert not play.legal_actions(RULESET, state, "player").listed.count(a.TakeHoard(spoils))
    assert a.TakeHoard(spoils) in play.legal_actions(RULESET, done.state, "player").listed


@rule("ose:treasure.choice.guard")
@pytest.mark.parametrize(("level", "warned"), [(3, False), (4, False), (5, True)])
def test_guards_are_reckoned_by_their_hit_dice(level, warned):
    state = party(level)
    ogres = Group("ogres", "1-02", "ogre", len(hoards.party_levels(state)))
    do = Resolution(state, Alike(1), RULESET)
    hoards.chosen_hoard(do, ogres, PLAIN)
    assert bool(every(do, RefereeAdvised)) is warned, "four Hit Dice for each character"
    alone = Resolution(state, Alike(1), RULESET)
    hoards.chosen_hoard(alone, None, PLAIN)
    assert every(alone, RefereeAdvised)


@rule("ose:treasure.choice")
@pytest.mark.parametrize(("worth", "jewels", "gold"), [(299, 0, 299), (300, 100, 200), (900, 300, 600)])
def test_a_third_is_jewellery_from_three_hundred_on(worth, jewels, gold, monkeypatch):
    monkeypatch.setattr(hoards.treasure, "valuables", dict)
    found = hoards.placed(rolling(party()), worth)
    coins = sum(i.count for i in found if i.kind == "gp")
    assert coins == gold
    assert len(found) == 1 + bool(jewels)


@rule("ose:treasure.individual")
@pytest.mark.parametrize(("wears", "told"), [((), "thrown"), ((coins("gp", 2),), "spoils")])
def test_weapons_that_go_back_to_their_throwers_are_no_spoils(wears: tuple[Item, ...], told: str):
    state = _after_throws("party", "hero-2").with_creature("goblins-1", status="dead", items=wears)
    assert state.dungeon is not None
    penniless = replace(state.dungeon.groups["goblins"], kind="nobody")
    do = resolving(replace(state, dungeon=replace(state.dungeon, groups={"goblins": penniless})))
    hoards.spoils(do)
    assert every(do, HoardChanged)[-1].what == told
