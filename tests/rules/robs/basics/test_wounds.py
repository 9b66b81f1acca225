from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, duel, every, first, hit, make, table

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.systems.robs.basics import movement, wounds
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Regenerate
from underkeep.systems.robs.basics.wounds import Wounded, groups, wound_level
from underkeep.systems.robs.combat.rounds import Sprint, Yield, enter_step
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import CheckRolled, Died, Felled, Harmed, Healed
from underkeep.world.fight import Step
from underkeep.world.party import Party


@rule("robs:damage.groups")
@pytest.mark.parametrize(("hp", "expected"), [(19, (7, 6, 6)), (9, (3, 3, 3)), (20, (8, 6, 6)), (4, (2, 1, 1))])
def test_three_groups(hp, expected):
    assert groups(hp) == expected


@rule("robs:damage.hurt", "robs:damage.very-hurt", "robs:damage.critically-hurt", "robs:damage.wound-level-table")
def test_bob_with_19():
    """Example bob-19-hp, Very Hurt at 6 as the rule has it."""
    levels = {hp: wound_level(hp, 19) for hp in range(1, 20)}
    names = {name: [hp for hp in levels if levels[hp].name == name] for name in ("Unhurt", "Hurt", "Very Hurt")}
    assert names == {"Unhurt": [*range(13, 20)], "Hurt": [*range(7, 13)], "Very Hurt": [3, 4, 5, 6]}
    assert levels[2].name == levels[1].name == "Critically Hurt"
    printed = {name: penalty for name, _, penalty, _ in table("damage.wound-levels")}
    assert all(printed[level.name] == level.penalty for level in levels.values())


@rule("robs:damage.critically-hurt")
def test_the_last_tenth_is_rounded_up():
    assert [wound_level(1, most).name for most in (8, 10, 3)] == ["Critically Hurt"] * 3
    assert wound_level(2, 10).name == "Very Hurt"
    assert wound_level(2, 3).name == "Hurt"


@rule("robs:damage.hurt", "robs:damage.very-hurt")
def test_getting_worse_is_told():
    state = duel().with_creature(B, hp=21)
    done = hit(state, *d6(3, 3))
    assert [(e.level, e.penalty) for e in every(done, Wounded)] == [("Hurt", -1)]
    assert not every(hit(duel(), *d6(3, 3)), Wounded)


@rule("robs:damage.critically-hurt")
def test_the_critically_hurt_only_crawl_and_plead():
    state = duel(gap=1).with_creature(A, hp=3)
    options = play.legal_actions(RULESET, state, "a", A)
    kinds = {type(a) for a in options}
    assert Yield in kinds
    assert not kinds & {Attack, Sprint}
    with pytest.raises(Refused, match="Critically Hurt"):
        play.resolve(RULESET, state, "a", Attack(A, B, "club"), Scripted())
    crawls = [
        a for a in play.legal_actions(RULESET, duel(gap=20).with_creature(A, hp=3), "a", A) if isinstance(a, Move)
    ]
    assert len(crawls) == 7 * 7 - 1


def survivor(*switches: str, hp: int = 2, con: int = 0):
    scotty, done = make("human-thief", seed=1, switches=switches)
    state = changed(done.state, scotty.id, attributes={"STR": 0, "DEX": 0, "CON": con, "INT": 0, "CHA": 0})
    return state.with_creature(scotty.id, hp=hp, max_hp=9), scotty.id


def harm(state, id, amount, *faces):
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET)
    done.emit(Harmed(id, amount, state.creatures[id].hp - amount, ""))
    dice.finish()
    return done


@rule("robs:death.zero")
def test_zero_is_death():
    state, id = survivor()
    assert harm(state, id, 2).state.creatures[id].status == "dead"
    assert harm(state, id, 5).state.creatures[id].hp == -3
    assert harm(state, id, 1).state.creatures[id].status == "up"


@rule("robs:death.exactly-zero")
def test_exactly_zero_may_be_survived():
    state, id = survivor("revive-at-zero")
    done = harm(state, id, 2)
    assert first(done, Felled).why == "dying"
    assert done.state.creatures[id].status == "down"
    assert harm(state, id, 3).state.creatures[id].status == "dead"


@rule("robs:death.con-check", "robs:death.con-check.difficulty", "robs:death.con-check.repeat")
def test_scotty():
    """Example scotty: at -1 he holds on with 2H2L and CON +1; at -2 he dies with 2H5L."""
    state, id = survivor("con-check-to-survive", con=1)
    once = harm(state, id, 3, *d6(2, 2))
    assert (first(once, CheckRolled).roll.total, first(once, CheckRolled).roll.needed) == (1, 1)
    assert once.state.creatures[id].status == "down"
    twice = harm(once.state, id, 1, *d6(2, 5))
    assert (first(twice, CheckRolled).roll.total, first(twice, CheckRolled).roll.needed) == (-2, 2)
    assert every(twice, Died)


@rule("robs:death.con-check", "robs:death.con-check.difficulty")
def test_monsters_get_no_such_check():
    orc, done = make("orc", switches=("con-check-to-survive",))
    assert harm(done.state, orc.id, 9).state.creatures[orc.id].status == "dead"
    state, id = survivor("con-check-to-survive", hp=2)
    assert first(harm(state, id, 2, *d6(3, 3)), CheckRolled).roll.needed == 0


@rule("robs:damage.flier.landing", "robs:damage.flier.crash")
@pytest.mark.parametrize(("faces", "lands"), [(d6(4, 3), True), (d6(3, 3), False)])
def test_fliers_come_down(faces, lands):
    griffon, done = make("griffon")
    done = harm(done.state, griffon.id, 15, *faces)
    assert first(done, CheckRolled).success is lands
    assert done.state.creatures[griffon.id].hp == (7 if lands else 5), "12 metres are 4 points, halved 2"


@rule("robs:damage.flier.crash")
def test_under_a_roof_a_crash_is_none():
    griffon, done = make("griffon")
    below = replace(done.state, party=Party("a", (griffon.id,), place="dungeon"))
    assert harm(below, griffon.id, 15, *d6(3, 3)).state.creatures[griffon.id].hp == 7
    road = replace(done.state, party=Party("a", (griffon.id,), place="road"))
    assert harm(road, griffon.id, 15, *d6(3, 3)).state.creatures[griffon.id].hp == 5


@rule("robs:damage.flier.crash")
def test_the_referee_may_let_a_crash_hurt_more():
    griffon, done = make("griffon")
    told = {"robs:damage.flier.crash": "4 points"}
    falling = Resolution(done.state, Scripted(*d6(3, 3)), RULESET, told)
    falling.emit(Harmed(griffon.id, 15, 7, ""))
    assert falling.state.creatures[griffon.id].hp == 3


@rule("robs:race.ellyl.crash", "robs:race.ellyl.flight-very-hurt")
@pytest.mark.parametrize(("faces", "hp"), [(d6(4, 3), 4), (d6(3, 3), 4), (d6(2, 4), 3)])
def test_ellyllon_crash(faces, hp):
    ellyl, done = make("ellyl-thief", seed=1)
    state = changed(done.state, ellyl.id, attributes={"STR": 0, "DEX": 1, "CON": 0, "INT": 0, "CHA": 0})
    state = state.with_creature(ellyl.id, hp=9, max_hp=12)
    assert harm(state, ellyl.id, 5, *faces).state.creatures[ellyl.id].hp == hp


@rule("robs:healing.maximum")
def test_trolls_grow_back_but_not_above_their_best():
    state = in_step(field(RULESET, "troll v commoner"), "act", "commoner-1")
    for lost, after in ((3, 19), (1, 21), (0, 21)):
        hurt = state.with_creature("troll-1", hp=21 - lost)
        done = Resolution(hurt, Scripted(), RULESET)
        RULESET.enter_step(done, Step("act", ("troll-1",)))
        assert done.state.creatures["troll-1"].hp == after


@rule("robs:movement.table", "robs:movement.sprint", "robs:damage.critically-hurt")
def test_the_critically_hurt_crawl_and_do_not_run():
    state = duel()
    whole, hurt = state.creatures[A], state.with_creature(A, hp=1).creatures[A]
    assert (movement.walk_squares(state, whole), movement.walk_squares(state, hurt)) == (9, 3)
    assert (movement.sprint_squares(state, whole) > 9, movement.sprint_squares(state, hurt)) == (True, 0)
    tiny = changed(state.with_creature(A, hp=1), A, movement_scale=-9)
    assert movement.walk_squares(tiny, tiny.creatures[A]) == 1


@rule("robs:damage.critically-hurt", "robs:damage.wound-level-table")
@pytest.mark.parametrize(
    ("most", "hp", "name"), [(20, 2, "Critically Hurt"), (20, 3, "Very Hurt"), (22, 3, "Critically Hurt")]
)
def test_a_tenth_rounded_up_is_critical(most, hp, name):
    assert wounds.wound_level(hp, most).name == name


@rule("robs:healing.maximum")
@pytest.mark.parametrize(("hp", "healed"), [(30, []), (29, [1]), (10, [3])])
def test_regeneration_stops_at_the_maximum(hp, healed):
    state = changed(duel().with_creature(A, hp=hp), A, traits=(Regenerate(3),))
    do_ = Resolution(state, Scripted(), RULESET)
    enter_step(do_, Step("act", (A, B)))
    assert [e.amount for e in do_.events if isinstance(e, Healed)] == healed


@rule("robs:movement.rate-attribute")
@pytest.mark.parametrize(("scale", "dex", "con", "rate"), [(0, 2, 2, 1), (0, 1, 0, 0), (3, 0, 0, 1), (-2, -2, -2, -2)])
def test_the_rate_is_the_mean_of_three(scale, dex, con, rate):
    own_ = replace(sheet(duel().creatures[A]), scale=scale)
    assert movement.movement_rate(replace(own_, attributes={**own_.attributes, "DEX": dex, "CON": con})) == rate


@rule("robs:movement.sprint", "robs:race.ellyl.flight-maneuver")
def test_only_an_ellyl_is_held_back_in_the_air():
    state = changed(duel(), A, flying_scale=6)
    winged = state.creatures[A]
    assert movement.sprint_squares(state, winged) > movement.squares(0, sheet(winged).sprint)
    ellyl = changed(state, A, race="ellyl")
    assert movement.sprint_squares(ellyl, ellyl.creatures[A]) == movement.squares(0, sheet(winged).sprint)
