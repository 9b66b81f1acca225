"""Ramming, bonds, powers, curses, packs, and what the referee says of a blow."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, make, under

from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import attacks, bonds, curses, gazes_and_breath, ramming
from underkeep.systems.robs.attacks.damage import situational
from underkeep.systems.robs.attacks.gazes_and_breath import FireRolled
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.sheet import NaturalAttack, sheet
from underkeep.systems.robs.basics.traits import (
    BloodDrain,
    Breath,
    Charm,
    Disease,
    Gaze,
    HarmedOnlyBy,
    Poison,
    Pounce,
    Regenerate,
    StealLevel,
    StealXp,
    Undead,
    Web,
)
from underkeep.systems.robs.characters.experience import XpChanged
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.combat import rounds
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step, objection, scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, DamageRolled, Felled, Harmed, Moved
from underkeep.world.fight import Spent
from underkeep.world.gear import Item

# Ramming


@rule("robs:damage.ram", "robs:damage.ram.moving-both", "robs:damage.ram.perpendicular")
@pytest.mark.parametrize(
    ("mine", "theirs", "how", "printed", "extra"),
    [
        (4, 0, "head-on", False, 4),
        (4, 2, "head-on", False, 6),
        (4, 2, "overtaking", False, 2),
        (4, 2, "at right angles", False, 4),
        (4, 2, "head-on", True, 2),
        (4, 2, "overtaking", True, 6),
        (-1, 0, "head-on", False, 0),
        (2, 4, "at right angles", False, 4),
        (4, -3, "head-on", False, 4),
    ],
)
def test_speed_counts_as_scale(mine, theirs, how, printed, extra):
    assert ramming.extra_scale(mine, theirs, how, printed) == extra


def charge(**changes):
    state = duel(gap=8)
    state = changed(state, A, scale=5, movement_scale=4, attacks=(NaturalAttack("hooves", 1),), **changes)
    return state.with_creature(A, items=())


@rule("robs:damage.ram")
def test_a_horse_rams_as_if_it_were_of_scale_9():
    state = charge()
    assert ramming.Ram(A, B) in rounds.fight_options(state, state.creatures[A], state.fight.step).listed
    done = do(state, ramming.Ram(A, B), *d6(4, 3))
    parts = dict(first(done, DamageRolled).roll.modifiers)
    assert parts["Scale"] + parts["speed"] == 9
    assert first(done, DamageRolled).roll.total == 1 - 1 + 9
    assert first(done, Moved).how == "sprint"
    slow = changed(state, A, movement_scale=0)
    assert not any(
        isinstance(x, ramming.Ram) for x in rounds.fight_options(slow, slow.creatures[A], slow.fight.step).listed
    )
    assert objection(RULESET, slow, ramming.Ram(A, B)).rule == "robs:damage.ram"
    near = changed(duel(gap=2), A, scale=5, movement_scale=4)
    assert objection(RULESET, near, ramming.Ram(A, B)) is not None, "nothing to run"


@rule("robs:damage.ram.moving-both", "robs:damage.ram.perpendicular")
def test_a_target_that_moves():
    state = changed(charge(), B, movement_scale=2)
    moving = Spent(B, "move").evolve(state)
    extra, by = ramming.of_a_run(moving, moving.creatures[A], moving.creatures[B], moving.creatures[A].at)
    assert (extra, by[-1]) == (6, "robs:damage.ram.moving-both")
    printed = replace(moving, switches=("ram-as-printed",))
    assert ramming.of_a_run(printed, printed.creatures[A], printed.creatures[B], printed.creatures[A].at)[0] == 2
    assert ramming.direction((0, 0), (5, 5), moving, moving.creatures[B]) in (
        "head-on",
        "overtaking",
        "at right angles",
    )
    still = ramming.of_a_run(state, state.creatures[A], state.creatures[B], state.creatures[A].at)
    assert still == (4, ("robs:damage.ram",))


# Bonds


@rule("robs:combat.grapple.bonds")
@pytest.mark.parametrize(("mine", "theirs", "free"), [(6, 3, False), (6, 2, True)])
def test_breaking_a_rope(mine, theirs, free):
    state = under(changed(duel(), A, attributes={**sheet(duel().creatures[A]).attributes, "STR": 1}), A, bonds.BOUND)
    done = do(state, rounds.BreakFree(A), d6(mine), d6(3), d6(theirs), d6(3))
    assert (done.state.creatures[A].condition(bonds.BOUND) is None) == free
    cord = do(
        state, rounds.BreakFree(A), d6(5), d6(3), d6(3), d6(3), rulings={"robs:combat.grapple.bonds": "thin cord"}
    )
    assert cord.state.creatures[A].condition(bonds.BOUND) is None


@rule("robs:combat.grapple.bonds", "robs:combat.grapple.cost")
@pytest.mark.parametrize(("high", "free"), [(5, True), (4, False)])
def test_wriggling_out(high, free):
    state = under(duel(), A, bonds.BOUND)
    assert rounds.fight_options(state, state.creatures[A], state.fight.step).listed == (
        rounds.BreakFree(A),
        rounds.Wriggle(A),
        rounds.Yield(A),
    )
    done = do(state, rounds.Wriggle(A), d6(high), d6(3))
    assert (done.state.creatures[A].condition(bonds.BOUND) is None) == free
    assert objection(RULESET, duel(), rounds.Wriggle(A)).rule == "robs:combat.grapple.bonds"


def bitten(*traits, faces=(4, 3), then=(), state=None, name="bite", **rulings):
    state = state or duel()
    state = changed(state, A, traits=traits, attacks=(NaturalAttack(name, 2),)).with_creature(A, items=())
    return do(state, Attack(A, B, name), *d6(*faces), *then, rulings=rulings or None)


@rule("robs:combat.grapple.bonds")
def test_a_web_entangles():
    done = bitten(Web("web"), name="web")
    assert done.state.creatures[B].condition(bonds.BOUND)
    assert not bitten(Web("web"), name="bite").state.creatures[B].condition(bonds.BOUND)


# Curses


def hero(**changes):
    return changed(duel(), B, classes={"fighter": 3}, level=3, race="human", xp=25.0, **changes)


@rule("robs:advancement.bonus-levels")
@pytest.mark.parametrize(("word", "left"), [("", 15), ("nothing is taken", 25)])
def test_experience_is_stolen(word, left):
    rulings = {"robs:advancement.bonus-levels": word} if word else {}
    done = bitten(StealXp(10), state=hero(), **rulings)
    assert sheet(done.state.creatures[B]).xp == left
    assert not every(bitten(StealXp(10)), XpChanged), "who has none to lose"


@rule("robs:advancement.bonus-levels")
def test_a_level_is_stolen():
    done = bitten(StealLevel(), state=hero())
    own = sheet(done.state.creatures[B])
    assert (own.classes, own.level) == ({"fighter": 2}, 2)
    assert done.state.creatures[B].max_hp == 30 - 30 // 4
    last = changed(hero(), B, classes={"fighter": 1}, level=1)
    assert not every(bitten(StealLevel(), state=last), curses.LevelLost)


@rule("robs:abilities.con")
@pytest.mark.parametrize(("high", "sick"), [(3, False), (2, True)])
def test_a_dirty_bite(high, sick):
    done = bitten(Disease(0, "1d6"), then=(d6(high), d6(3), *((d6(2),) if sick else ())))
    found = done.state.creatures[B].condition(wounds.SICK)
    assert bool(found) == sick
    if found:
        assert found.until == done.state.now + 2 * 86400
        healthy = done.state.with_creature(B, hp=30)
        assert [m.amount for m in wounds.penalty(healthy, healthy.creatures[B])] == [-1]


def test_what_hangs_on_drinks():
    done = bitten(BloodDrain(1))
    hurt = done.state.creatures[B].hp
    later = Resolution(done.state, scripted(RULESET, done.state).dice, RULESET)
    curses.drink(later, done.state.creatures[A])
    assert later.state.creatures[B].hp == hurt - 1
    other = Resolution(duel(), scripted(RULESET, duel()).dice, RULESET)
    curses.drink(other, other.state.creatures[A])
    assert not other.events


def test_poison_does_nothing_to_the_undead():
    dead = changed(duel(), B, traits=(Undead(),))
    assert [e.kind for e in every(bitten(Poison(1, "4"), state=dead), Harmed)] == ["weapon"]
    assert [e.kind for e in every(bitten(Poison(1, "4"), then=d6(3, 3)), Harmed)] == ["weapon", "poison"]


@rule("robs:hazard.poison.save")
@pytest.mark.parametrize(
    ("word", "faces", "lost"),
    [("a Good save", (4, 3), 2), ("a Good save", (3, 3), 4), ("an Average save", (3, 3), 2), ("no save", (), 4)],
)
def test_the_save_against_a_poison_is_the_referees(word, faces, lost):
    from underkeep.systems.robs.basics.traits import PoisonedWeapon

    state = changed(duel("dagger"), A, traits=(PoisonedWeapon("dagger"),))
    done = do(
        state,
        Attack(A, B, "dagger"),
        *d6(4, 3),
        d6(4),
        *(d6(*faces) if faces else ()),
        *d6(3, 3),
        rulings={"robs:hazard.poison.save": word},
    )
    assert [e.amount for e in every(done, Harmed) if e.kind == "poison"] == [lost]


# Powers


def powerful(*traits, gap=4, **kwargs):
    return changed(duel(gap=gap, **kwargs), A, traits=traits)


def use(state, power, *faces, **rulings):
    return do(state, gazes_and_breath.UsePower(A, B, power), *faces, rulings=rulings or None)


@pytest.mark.parametrize(("high", "stone"), [(4, True), (5, False)])
def test_a_stony_gaze(high, stone):
    done = use(powerful(Gaze(2)), "gaze", *d6(high, 3))
    assert bool(every(done, Felled)) == stone
    far = powerful(Gaze(2), gap=7)
    assert gazes_and_breath.listed(far, far.creatures[A]) == ()
    assert gazes_and_breath.listed(powerful(Gaze(2), gap=6), powerful(Gaze(2), gap=6).creatures[A]) == (
        gazes_and_breath.UsePower(A, B, "gaze"),
    )


@pytest.mark.parametrize(("high", "bound"), [(4, False), (3, True)])
def test_a_charm(high, bound):
    done = use(powerful(Charm(1, "1d6", "song"), gap=20), "charm", *d6(high, 3), *((d6(2),) if bound else ()))
    found = done.state.creatures[B].condition(sight.SPELLBOUND)
    assert bool(found) == bound
    if found:
        assert found.until == done.state.now + 20
        assert rounds.fight_options(done.state, done.state.creatures[B], done.state.fight.step).listed == ()
    glance = powerful(Charm(1, "1d6"), gap=20)
    assert gazes_and_breath.listed(glance, glance.creatures[A]) == ()


def test_fire_knows_no_scale_and_stops_a_troll():
    state = changed(powerful(Breath(4, 2, 8)), B, scale=6, traits=(Regenerate(1),))
    done = use(state, "breath", *d6(4, 3))
    assert first(done, FireRolled).success
    assert first(done, DamageRolled).roll.total == 5
    assert done.state.creatures[B].condition("burnt")
    missed = use(state, "breath", *d6(2, 3))
    assert not every(missed, DamageRolled) and not first(missed, FireRolled).success
    spent = state.with_creature(A, conditions=(Condition(gazes_and_breath.BREATHS, level=2),))
    assert gazes_and_breath.listed(spent, spent.creatures[A]) == ()
    mailed = state.with_creature(B, items=(Item("chainmail", "Chainmail", "worn"),))
    assert first(use(mailed, "breath", *d6(4, 3)), DamageRolled).roll.total == 3
    later = Resolution(done.state, scripted(RULESET, done.state).dice, RULESET)
    rounds.enter_step(later, done.state.fight.step)
    assert later.state.creatures[B].hp == done.state.creatures[B].hp, "burns do not close"


# What the referee says


@rule("robs:damage.situational")
@pytest.mark.parametrize(
    ("names", "word", "amount"), [(("paralysed",), "+2", 2), (("paralysed",), "", 0), ((), "+2", 0)]
)
def test_the_helpless_may_be_hurt_more(names, word, amount):
    state = under(duel(), B, *names)
    done = Resolution(state, scripted(RULESET, state).dice, RULESET, {"robs:damage.situational": word} if word else {})
    assert sum(m.amount for m in situational(done, state.creatures[B])) == amount


@rule("robs:combat.attack.situation")
@pytest.mark.parametrize(
    ("flying", "hidden", "word", "total"),
    [(2, False, "", 1), (None, True, "", -1), (2, True, "", 0), (2, False, "+3", 3), (None, False, "", None)],
)
def test_above_and_half_screened(flying, hidden, word, total):
    state = changed(duel(), A, flying_scale=flying)
    state = under(state, B, sight.IN_COVER) if hidden else state
    done = hit(state, *d6(3, 3), rulings={"robs:combat.attack.situation": word} if word else None)
    found = dict(first(done, AttackRolled).roll.modifiers)
    assert found.get("situation") == (total or None)


@rule("robs:combat.ranged.impossible")
def test_out_of_reach():
    state = under(duel("shortbow", gap=8), B, sight.IN_COVER)
    through = hit(state, *d6(6, 3), weapon="shortbow")
    assert every(through, DamageRolled)
    no = hit(state, *d6(6, 3), weapon="shortbow", rulings={"robs:combat.ranged.impossible": "out of reach"})
    assert not every(no, DamageRolled)


@rule("robs:combat.ranged.impossible")
def test_no_line_of_sight():
    state = duel("shortbow", gap=8)
    x = state.creatures[A].at[0]
    from underkeep.world.grid import Grid

    walls = tuple((x + 3, row) for row in range(state.grid.height))
    walled = replace(state, grid=Grid(state.grid.width, state.grid.height, walls))
    assert objection(RULESET, walled, Attack(A, B, "shortbow")).rule == "robs:combat.ranged.impossible"


@rule("robs:combat.defence.unparryable")
@pytest.mark.parametrize(("word", "needed"), [("half", 1), ("in full", 2), ("not at all", 0)])
def test_a_foil_against_a_great_axe(word, needed):
    state = changed(
        duel("battleaxe", "fencing foil", switches=("active-defence",)), B, proficiencies={"fencing-foil": 2}
    )
    done = hit(state, *d6(3, 3), weapon="battleaxe", rulings={"robs:combat.defence.unparryable": word})
    assert first(done, AttackRolled).roll.needed == needed


@rule("robs:combat.defence.encumbered-dex")
@pytest.mark.parametrize(
    ("coins", "word", "needed"), [(2499, "", 2), (2500, "", 1), (0, "burdened", 1), (2500, "not burdened", 2)]
)
def test_a_heavy_purse(coins, word, needed):
    state = changed(
        duel(switches=("active-defence-dex",)), B, attributes={**sheet(duel().creatures[B]).attributes, "DEX": 2}
    )
    items = state.creatures[B].items
    state = state.with_creature(B, items=(*items, Item("cp", "copper piece", count=coins)) if coins else items)
    done = hit(state, *d6(3, 3), rulings={"robs:combat.defence.encumbered-dex": word} if word else None)
    assert first(done, AttackRolled).roll.needed == needed


# Beasts


def test_packs_and_pounces():
    state = in_step(field(RULESET, "2 wolf v orc", gap=1), "act")
    ids = [c.id for c in state.creatures.values() if c.kind == "wolf"]
    orc = next(c.id for c in state.creatures.values() if c.kind == "orc")
    beside = state.with_creature(ids[0], at=(5, 5)).with_creature(ids[1], at=(5, 6)).with_creature(orc, at=(6, 5))
    done = do(beside, Attack(ids[0], orc, "bite"), *d6(3, 3))
    assert ("pack", 1) in first(done, AttackRolled).roll.modifiers
    alone = beside.with_creature(ids[1], at=(0, 0))
    assert ("pack", 1) not in first(do(alone, Attack(ids[0], orc, "bite"), *d6(3, 3)), AttackRolled).roll.modifiers
    cat = changed(duel(), A, traits=(Pounce(),))
    moved = Spent(A, "move").evolve(cat)
    assert ("pounce", 1) in first(hit(moved, *d6(3, 3)), AttackRolled).roll.modifiers
    assert ("pounce", 1) not in first(hit(cat, *d6(3, 3)), AttackRolled).roll.modifiers


@pytest.mark.parametrize(
    ("weapon", "material", "harmed"),
    [
        ("dagger", "silver or magic", False),
        ("silver dagger", "silver or magic", True),
        ("silver dagger", "magic", False),
        ("+1 dagger", "magic", True),
    ],
)
def test_silver_and_magic(weapon, material, harmed):
    state = changed(duel(weapon), B, traits=(HarmedOnlyBy(material),))
    kind = attacks.arms_of(state.creatures[A]).melee[0].kind
    assert bool(every(hit(state, *d6(6, 3), weapon=kind), Harmed)) == harmed


def test_all_seventy_three_fight():
    from underkeep.systems.robs.basics import compendium

    assert len(compendium.monsters()) == 73
    for kind in compendium.monsters():
        made, _ = make(kind)
        assert attacks.arms_of(made).melee or attacks.arms_of(made).missile
