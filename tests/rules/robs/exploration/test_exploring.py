"""Doors, searches, traps, odd places, and what is made of what."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, bare, delvers, holding, lead, on_sheet, refused, scored, without
from tests.rules.robs.scene import every, first

from underkeep.procedures import delve_actions as a
from underkeep.systems.robs.basics import materials
from underkeep.systems.robs.basics.barriers import Bar
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.characters.experience import XpChanged
from underkeep.systems.robs.checks import falling
from underkeep.systems.robs.exploration import breaking, exploring, features, traps
from underkeep.testing import d6, rule
from underkeep.world.creature import CheckRolled, DamageRolled, Harmed, Healed, SaveRolled
from underkeep.world.dungeon import (
    DoorChanged,
    Feature,
    Group,
    Hoard,
    HoardChanged,
    SearchedInVain,
    Spot,
    Trap,
    TrapChanged,
)
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item

STILL = (d6(3), d6(3))


def at_the_door(**bar):
    state = delvers()
    dungeon = state.dungeon
    door = replace(dungeon.doors["door-1"], tried=True, barrier=Bar(**{"fast": "stuck", "difficulty": 1, **bar}))
    state = replace(state, dungeon=replace(dungeon, doors={**dungeon.doors, "door-1": door}))
    return replace(state, party=replace(state.party, at=Spot(1, (7, 2), "1-p1")))


@rule("robs:abilities.str", "robs:task.check.success")
@pytest.mark.parametrize(("high", "opens"), [(3, False), (4, True)])
def test_a_stuck_door_is_a_good_check_of_str(high, opens):
    state = on_sheet(at_the_door(), PC, classes={"thief": 1})
    done = lead(state, a.ForceDoor(PC, "door-1"), d6(high), d6(3), d6(4), d6(3))
    assert done.state.dungeon.doors["door-1"].is_open == opens
    assert first(done, CheckRolled).roll.needed == 1
    assert not campaign(done.state).noise, "the turn is over, and it was loud"


@rule("robs:example.bob-stuck-door", "robs:task.check.roll", "robs:task.relative-result")
def test_bobs_stuck_door():
    state = on_sheet(scored(at_the_door(difficulty=2), PC, STR=1), PC, classes={"thief": 1})
    done = lead(state, a.ForceDoor(PC, "door-1"), d6(3), d6(1), d6(4), d6(3))
    roll = first(done, CheckRolled).roll
    assert (roll.total, roll.needed, roll.success) == (3, 2, True)


@rule("robs:class.thief.checks", "robs:abilities.dex")
@pytest.mark.parametrize(("level", "opens"), [(1, False), (3, True)])
def test_a_lock_is_great_and_thieves_work(level, opens):
    state = on_sheet(at_the_door(fast="locked", difficulty=2), FRIEND, classes={"thief": level})
    done = lead(state, a.PickLock(FRIEND, "door-1"), d6(4), d6(3), *STILL)
    assert (done.state.dungeon.doors["door-1"].barrier is None) == opens
    assert [e.why for e in every(done, XpChanged)] == (["a problem solved"] if opens else [])
    stuck = on_sheet(at_the_door(), FRIEND, classes={"thief": 1})
    assert refused(stuck, a.PickLock(FRIEND, "door-1")) == "No lock holds that door."


@rule("robs:abilities.int")
@pytest.mark.parametrize(("high", "awake", "heard"), [(3, True, True), (2, True, False), (3, False, False)])
def test_listening_is_an_average_check(high, awake, heard):
    state = holding(at_the_door(), Group("g", "1-02", "orc", 1, awake=awake))
    done = lead(state, a.Listen(PC, "door-1"), d6(high), d6(3), *STILL)
    assert first(done, ChanceRolled).success == heard


@rule("robs:abilities.int")
@pytest.mark.parametrize(("high", "found"), [(4, True), (3, False)])
def test_one_good_eye_finds_all_that_a_room_hides(high, found):
    state = holding(delvers(), Hoard("h", "1-01", (Item("gp", "gold piece"),), hidden=True))
    square = state.party.at.square
    done = lead(state, a.Search(square), d6(3), d6(3), d6(high), d6(3), *STILL)
    assert bool(every(done, DoorChanged)) == bool(every(done, HoardChanged)) == found
    assert bool(every(done, SearchedInVain)) != found
    assert exploring.searchable(replace(state, lights=())) == 0


def test_whoever_marches_first_carries_what_is_found():
    state = holding(delvers(), Hoard("h", "1-01", (Item("gp", "gold piece", count=9000),)))
    done = lead(state, a.TakeHoard("h"))
    assert any(i.kind == "gp" and i.count == 9000 for i in done.state.creatures[PC].items)
    asleep = state.with_creature(PC, status="down")
    assert exploring.share(asleep, (Item("gp", "gold piece"),))[0][0] == FRIEND


# Traps


def caught(kind, *faces, **changes):
    state = delvers()
    for name, value in changes.items():
        state = on_sheet(state, PC, **{name: value})
    done = bare(state, *faces)
    traps.spring(done, Trap("t", "1-01", kind), done.state.creatures[PC])
    done.dice.finish()
    return done


@rule("robs:abilities.dex", "robs:hazard.falling")
@pytest.mark.parametrize(("high", "lost"), [(4, 0), (3, 2)])
def test_a_pit_is_leapt_clear_of_by_dex(high, lost):
    assert 10 - caught("pit", d6(high), d6(3)).state.creatures[PC].hp == lost


@rule("robs:hazard.falling", "robs:hazard.falling.modifiers")
@pytest.mark.parametrize(
    ("metres", "surface", "lost"),
    [
        (2, "hard", 0),
        (3, "hard", 1),
        (6, "hard", 2),
        (15, "hard", 5),
        (6, "spikes", 4),
        (6, "soft", 1),
        (6, "by a rope", 1),
        (15, "by a rope", 2),
    ],
)
def test_a_fall_hurts_by_its_adjective(metres, surface, lost):
    done = bare(delvers())
    falling.fall(done, PC, metres, surface)
    assert done.state.creatures[PC].hp == 10 - lost
    assert first(done, falling.Fell).metres == metres


@rule("robs:hazard.falling", "robs:hazard.falling.modifiers")
def test_the_referee_may_judge_a_fall_otherwise():
    done = bare(delvers(), rulings={"robs:hazard.falling": "4", "robs:hazard.falling.modifiers": "soft"})
    falling.fall(done, PC, 6)
    assert first(done, Harmed).amount == 3
    assert first(done, falling.Fell).height == "Great"


@rule("robs:hazard.falling.winged")
def test_who_has_sound_wings_does_not_fall():
    state = delvers("ellyl-thief")
    done = bare(state)
    falling.fall(done, PC, 15)
    assert not every(done, Harmed)
    assert every(done, falling.StayedAloft)
    weak = bare(state.with_creature(PC, hp=2))
    falling.fall(weak, PC, 3)
    assert every(weak, Harmed), "the wings are out of action"


@rule("robs:task.relative-result", "robs:damage.formula", "robs:damage.ddf.scale")
@pytest.mark.parametrize(("high", "lost"), [(4, 0), (3, 3), (1, 5)])
def test_by_how_much_a_leap_falls_short_drives_the_blade(high, lost):
    assert 10 - caught("blade", d6(high), d6(3)).state.creatures[PC].hp == lost


def test_armour_and_scale_stop_a_blade():
    state = delvers().with_creature(PC, items=(Item("chainmail", "Chainmail", "worn"),))
    done = bare(on_sheet(state, PC, scale=1), d6(1), d6(3))
    traps.spring(done, Trap("t", "1-01", "blade"), done.state.creatures[PC])
    assert first(done, DamageRolled).roll.total == 3 + 2 - 2 - 1
    thick = bare(on_sheet(state, PC, ddf=9), d6(1), d6(3))
    traps.spring(thick, Trap("t", "1-01", "blade"), thick.state.creatures[PC])
    assert not every(thick, Harmed)


@rule("robs:hazard.poison.save")
@pytest.mark.parametrize(("con", "lost"), [(4, 2), (3, 5)])
def test_a_needle_pricks_and_poisons(con, lost):
    assert 10 - caught("poisoned-needle", d6(3), d6(3), d6(con), d6(3)).state.creatures[PC].hp == lost
    assert caught("poisoned-needle", d6(4), d6(3)).state.creatures[PC].hp == 10


def test_vapour_is_for_everybody_and_a_gong_for_nobody():
    done = caught("vapour", d6(3), d6(3), d6(2), d6(3))
    assert [done.state.creatures[id].hp for id in (PC, FRIEND)] == [10, 8]
    loud = caught("gong")
    assert campaign(loud.state).noise
    assert loud.state.creatures[PC].hp == 10


@rule("robs:abilities.int")
@pytest.mark.parametrize(("high", "springs"), [(4, False), (3, True)])
def test_whoever_goes_first_may_notice_it(high, springs):
    state = holding(delvers(), Trap("t", "1-01", "pit", square=(2, 2)))
    done = bare(state, d6(high), d6(3))
    assert traps.springs(done, state.dungeon.traps["t"], state.creatures[PC]) == springs
    assert bool(every(done, TrapChanged)) != springs
    known = replace(state.dungeon.traps["t"], state="found")
    assert not traps.springs(bare(state), known, state.creatures[PC])
    on_hoard = replace(known, on="h")
    assert traps.springs(bare(state, d6(3), d6(3)), on_hoard, state.creatures[PC])
    assert not traps.springs(bare(state, d6(4), d6(3)), on_hoard, state.creatures[PC])


@rule("robs:class.thief.checks", "robs:abilities.dex")
@pytest.mark.parametrize(("high", "after"), [(4, "disarmed"), (3, "sprung")])
def test_taking_a_trap_apart(high, after):
    state = on_sheet(holding(delvers(), Trap("t", "1-01", "blade", state="found")), FRIEND, classes={"thief": 1})
    faces = (d6(high), d6(3), *(() if after == "disarmed" else (d6(6), d6(3))), *STILL)
    done = lead(state, a.Disarm(FRIEND, "t"), *faces)
    assert done.state.dungeon.traps["t"].state == after
    assert bool(every(done, XpChanged)) == (after == "disarmed")


@pytest.mark.parametrize(("high", "found"), [(4, True), (3, False)])
def test_a_look_at_a_treasure(high, found):
    hoard = Hoard("h", "1-01", (Item("gp", "gold piece"),))
    state = holding(delvers(), hoard, Trap("t", "1-01", "vapour", on="h"))
    done = lead(state, a.InspectHoard(PC, "h"), d6(high), d6(3), *STILL)
    assert bool(every(done, TrapChanged)) == found


def test_every_trap_has_a_line_for_the_referee():
    assert traps.noted("pit") == "pit: Good DEX or a fall of 6 m (Great)"
    assert traps.noted("no such") == "no such"
    assert "shallow-pit" in traps.waiting_on(1)
    assert "shallow-pit" not in traps.waiting_on(2)
    assert traps.waiting_on(9) == traps.waiting_on(3)
    assert set(traps.on_treasure()) == {"poisoned-needle", "vapour"}


# Odd places


@rule("robs:task.situational.luck", "robs:task.situational.reading")
@pytest.mark.parametrize(("high", "low", "healed"), [(6, 4, 2), (3, 3, 0), (3, 4, 0)])
def test_a_shrine_heals_by_luck(high, low, healed):
    state = holding(delvers().with_creature(PC, hp=5), Feature("f", "1-01", "shrine"))
    done = lead(state, a.Use(PC, "f"), d6(high), d6(low))
    assert sum(e.amount for e in every(done, Healed)) == healed
    assert refused(done.state, a.Use(PC, "f")) == features.OURS


@rule("robs:task.situational.luck")
def test_bones_pay_and_bad_water_sickens():
    state = holding(delvers(), Feature("f", "1-01", "bones"), Feature("w", "1-01", "spring"))
    paid = lead(state, a.Use(PC, "f"), d6(5), d6(3)).state.creatures[PC].items
    assert any(i.kind == "sp" and i.count == 6 for i in paid)
    sick = lead(state, a.Use(PC, "w"), d6(3), d6(5), d6(3), d6(4))
    assert sick.state.creatures[PC].hp == 9
    assert lead(state, a.Use(PC, "w"), d6(3), d6(5), d6(3), d6(3)).state.creatures[PC].hp == 10


# Material Strength


@rule("robs:scale.material.paper", "robs:scale.material.amount", "robs:example.paper")
def test_a_booklet_of_56_sheets():
    paper = materials.materials()["paper"]
    assert materials.relative_mass(paper, 56) == 10
    assert materials.needed(paper, 56) == 6
    assert materials.needed(paper, 1) == -4


@rule("robs:scale.material.average-amount", "robs:scale.material.rating", "robs:scale.material.threshold")
def test_metal_is_measured_by_the_kilogram():
    metal = materials.materials()["metal"]
    assert materials.relative_mass(metal, 2.25) == 2
    assert breaking.door_need() == 3
    assert materials.is_effortless(1, 1)
    assert not materials.is_effortless(0, 1)


def material(**scores):
    state = scored(at_the_door(), PC, **scores)
    return replace(state, switches=tuple(sorted({*state.switches, "material-strength"})))


@rule("robs:scale.material.threshold", "robs:scale.material.rating")
def test_a_door_of_oak():
    strong = lead(material(STR=3), a.ForceDoor(PC, "door-1"), d6(4), d6(3))
    assert strong.state.dungeon.doors["door-1"].is_open, "STR 3 needs no roll"
    assert not every(strong, CheckRolled)
    tried = lead(material(STR=2), a.ForceDoor(PC, "door-1"), d6(4), d6(3), d6(4), d6(3))
    assert tried.state.dungeon.doors["door-1"].is_open
    failed = lead(material(STR=1), a.ForceDoor(PC, "door-1"), d6(4), d6(3), d6(4), d6(3))
    assert not failed.state.dungeon.doors["door-1"].is_open


@rule("robs:scale.material.threshold")
def test_points_of_damage_do_as_well():
    state = material().with_creature(PC, items=(Item("battleaxe", "Battleaxe", "hand"),))
    done = lead(state, breaking.HackDoor(PC, "door-1"), d6(2), d6(3), d6(4), d6(3))
    assert done.state.dungeon.doors["door-1"].is_open, "-1 and 4 make 3"
    done = lead(state, breaking.HackDoor(PC, "door-1"), d6(1), d6(3), d6(4), d6(3))
    assert not done.state.dungeon.doors["door-1"].is_open
    assert refused(without(state, "material-strength"), breaking.HackDoor(PC, "door-1")) == "robs:scale.material.rating"


@rule("robs:scale.material.tiny-creature")
def test_an_ellyl_and_a_sheet_of_paper():
    state = replace(delvers("ellyl-thief"), switches=("material-strength",))
    done = lead(state, breaking.BreakThing(PC, "1", "paper"), d6(6), d6(1))
    assert first(done, CheckRolled).roll.modifiers[0].amount == -9
    assert first(done, breaking.ThingTried).result == "after a struggle"
    assert first(lead(state, breaking.BreakThing(PC, "1", "paper"), d6(5), d6(1)), breaking.ThingTried).result == "not"
    human = replace(delvers(), switches=("material-strength",))
    assert first(lead(human, breaking.BreakThing(PC, "1", "paper")), breaking.ThingTried).result == "at once"


@rule("robs:scale.material.rating", "robs:scale.material.amount")
@pytest.mark.parametrize(
    ("amount", "stuff", "rule"),
    [("1", "glass", "rating"), ("no", "paper", "amount"), ("-1", "paper", "amount"), ("", "paper", "amount")],
)
def test_what_nobody_can_break(amount, stuff, rule):
    state = replace(delvers(), switches=("material-strength",))
    assert refused(state, breaking.BreakThing(PC, amount, stuff)) == f"robs:scale.material.{rule}"
    assert refused(delvers(), breaking.BreakThing(PC, "1", "paper")) == "robs:scale.material.rating"


def test_a_leap_is_a_save():
    assert first(caught("pit", d6(4), d6(3)), SaveRolled).against == "traps"
