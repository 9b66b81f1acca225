from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, changed, every, first, scene, walled

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.battle import with_battle
from underkeep.systems.ose.basics.sheet import Service
from underkeep.systems.ose.combat.morale import MoraleHeld, check_morale
from underkeep.systems.ose.monsters.listings import Monster, monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import Fled, MoraleRolled, Moved, Yielded

MORALE = ("morale",)
SIX = "6 fighter v 6 goblin"


def fallen(state, *ids, status="dead"):
    for id in ids:
        state = state.with_creature(id, status=status, hp=0)
    return state


def check(state, *faces, side="b", rulings=None):
    done = Resolution(state, Scripted(*faces), RULESET, rulings)
    check_morale(done, side)
    done.dice.finish()
    return done


def goblins(n):
    return [f"goblin-{k}" for k in range(1, n + 1)]


def held(state):
    """The same fight with the reasons so far already checked."""
    return with_battle(state, morale_tried=frozenset({("b", "first death")}))


@rule("ose:morale.without-option")
def test_without_the_option_no_dice_are_rolled_and_half_flee_when_outnumbered():
    state = scene(SIX, gap=6)
    assert check(fallen(state, *goblins(2))).events == []
    done = check(fallen(state, *goblins(3)))
    assert {e.creature for e in every(done, Fled)} == {"goblin-4", "goblin-5", "goblin-6"}
    assert first(done, Ruled).choice == "flee"
    even = fallen(state, *goblins(3), "fighter-1", "fighter-2", "fighter-3")
    assert check(even).events == []


@rule("ose:morale.without-option")
def test_the_referee_may_decide_otherwise():
    state = fallen(scene(SIX, gap=6), *goblins(3))
    rule_id = "ose:morale.without-option"
    assert len(every(check(state, rulings={rule_id: "surrender"}), Yielded)) == 3
    stood = check(state, rulings={rule_id: "fight on"})
    assert every(stood, Fled) == []
    assert check(stood.state).events == []


@rule("ose:morale.without-option")
@pytest.mark.parametrize("kind", ["skeleton", "berserker"])
def test_the_mindless_and_the_fanatical_fight_on(kind):
    state = fallen(scene(f"6 fighter v 4 {kind}", gap=6), f"{kind}-1", f"{kind}-2")
    assert check(state).events == []


@rule("ose:morale.enable", "ose:morale.when.first-death", "ose:morale.check", "ose:monster.morale")
@pytest.mark.parametrize(("faces", "stands"), [(d6(3, 3), True), (d6(4, 4), False)])
def test_the_first_death(faces, stands):
    state = fallen(scene(SIX, gap=6, switches=MORALE), "goblin-1")
    done = check(state, *faces, rulings={"ose:morale.situation": "0"})
    rolled = first(done, MoraleRolled)
    assert (rolled.why, rolled.roll.needed, rolled.success) == ("first death", 7, stands)
    assert bool(every(done, Fled)) is not stands


@rule("ose:morale.check")
@pytest.mark.parametrize(("faces", "stands"), [(d6(2, 6), True), (d6(3, 6), False)])
def test_equal_to_the_rating_fights_on(faces, stands):
    state = fallen(scene("6 fighter v 6 hobgoblin", gap=6, switches=MORALE), "hobgoblin-1")
    done = check(state, *faces, rulings={"ose:morale.situation": "0"})
    assert first(done, MoraleRolled).success is stands


@rule("ose:morale.when.first-death")
def test_no_second_check_for_a_second_death():
    state = fallen(scene(SIX, gap=6, switches=MORALE), *goblins(2))
    assert check(held(state)).events == []


@rule("ose:morale.when.half")
def test_half_out_of_action():
    state = held(scene(SIX, gap=6, switches=MORALE))
    done = check(fallen(fallen(state, "goblin-1"), "goblin-2", "goblin-3", status="down"), *d6(1, 1))
    assert first(done, MoraleRolled).why == "half out of action"
    assert check(done.state).events == []
    seven = held(scene("6 fighter v 7 goblin", gap=6, switches=MORALE))
    assert check(fallen(seven, *goblins(3))).events == []
    assert first(check(fallen(seven, *goblins(4)), *d6(1, 1)), MoraleRolled).success


@rule("ose:morale.two-successes")
def test_after_two_successes_they_fight_to_the_death():
    state = fallen(scene(SIX, gap=6, switches=MORALE), *goblins(3))
    twice = check(state, *d6(1, 1, 1, 1))
    assert [e.times for e in every(twice, MoraleHeld)] == [1, 2]
    again = with_battle(twice.state, morale_tried=frozenset())
    assert every(check(again), MoraleRolled) == []


@rule("ose:morale.twelve-to-death")
def test_twelve_never_checks():
    state = fallen(scene("6 fighter v 4 zombie", gap=6, switches=MORALE), "zombie-1", "zombie-2")
    assert every(check(state), MoraleRolled) == []


@rule("ose:morale.two-never-fights")
def test_two_flees_at_once_and_fights_when_cornered():
    state = changed(scene("fighter v orc", switches=MORALE, gap=6), ORC, morale=2)
    assert first(check(state), Fled).creature == ORC
    near = changed(scene("fighter v orc", switches=MORALE), ORC, morale=2)
    x, y = near.creatures[ORC].at
    around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) not in ((0, 0), (-1, 0))]
    cornered = check(walled(near, *around))
    assert cornered.state.creatures[ORC].status == "up"
    assert every(cornered, Moved) == []


@rule("ose:morale.situation")
def test_losing_and_winning():
    """Example morale.example.adjustment."""
    losing = fallen(scene("6 fighter v 6 hobgoblin", gap=6, switches=MORALE), "hobgoblin-1")
    assert first(check(losing, *d6(3, 4)), Ruled).choice == "-1"
    assert first(check(losing, *d6(3, 4)), MoraleRolled).success
    assert not first(check(losing, *d6(4, 4)), MoraleRolled).success
    winning = fallen(losing, "fighter-1", "fighter-2")
    assert first(check(winning, *d6(4, 5)), Ruled).choice == "1"
    assert first(check(winning, *d6(4, 5)), MoraleRolled).success


@rule("ose:morale.situation.not-2-or-12")
def test_a_rating_of_twelve_is_never_adjusted():
    state = changed(fallen(scene("6 fighter v 6 orc", gap=6, switches=MORALE), "orc-1"), "orc-2", morale=12)
    done = check(state, rulings={"ose:morale.situation": "-2"})
    assert every(done, Ruled) == []
    assert every(done, MoraleRolled) == []


@rule("ose:morale.rating")
@pytest.mark.parametrize("rating", [1, 13])
def test_ratings_are_two_to_twelve(rating):
    values = {f: getattr(monsters()["orc"], f) for f in Monster.__struct_fields__}
    with pytest.raises(ValueError, match="morale is 2 to 12"):
        Monster(**values | {"morale": rating})
    assert all(2 <= m.morale <= 12 for m in monsters().values())
    assert msgspec.structs.fields(Monster)


@rule("ose:morale.rating")
def test_ants_in_melee_do_not_waver():
    state = fallen(scene("fighter v 2 driver ant", switches=MORALE), "driver-ant-2")
    assert every(check(state), MoraleRolled) == []
    apart = fallen(scene("fighter v 2 driver ant", switches=MORALE, gap=6), "driver-ant-2")
    assert every(check(apart, *d6(1, 1, 1, 1)), MoraleRolled)


def test_a_lone_monster_checks_at_half_its_hit_points():
    """Ruling: morale.question.solitary."""
    state = scene("fighter v ogre", switches=MORALE, gap=6).with_creature("ogre-1", hp=4)
    assert first(check(state, *d6(1, 1)), MoraleRolled).why == "half its hit points"
    silent = replace(state, switches=tuple(s for s in state.switches if s != "morale-of-lone-monsters"))
    assert check(silent).events == []


@rule("ose:morale.check")
def test_those_in_melee_retreat_and_are_gone_the_round_after():
    state = fallen(scene("fighter v 2 goblin", switches=MORALE), "goblin-2")
    done = check(state, *d6(6, 6))
    assert first(done, Moved).how == "flight"
    assert "retreat" in done.state.fight.spent["goblin-1"]
    assert first(check(done.state), Fled).creature == "goblin-1"


@rule("ose:morale.check")
def test_the_cornered_surrender_if_they_have_the_wit():
    for kind, status, faces in (("goblin", "yielded", d6(6, 6)), ("wolf", "up", d6(6, 6, 6, 6))):
        state = fallen(scene(f"fighter v 2 {kind}", switches=MORALE), f"{kind}-2")
        x, y = state.creatures[f"{kind}-1"].at
        around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) not in ((0, 0), (-1, 0))]
        done = check(walled(state, *around), *faces)
        assert done.state.creatures[f"{kind}-1"].status == status


@rule("ose:morale.enable")
def test_characters_never_check():
    state = fallen(scene("2 fighter v 2 goblin", switches=MORALE), F)
    assert check(state, side="a").events == []


@rule("ose:morale.retainers")
@pytest.mark.parametrize(("switches", "hired"), [(MORALE, True), ((), True), (MORALE, False)])
def test_a_hired_monster_is_no_reason_to_check_and_does_not_run_with_the_others(switches, hired):
    state = fallen(scene(SIX, gap=6, switches=switches), *goblins(4))
    for id in goblins(6) if hired else ():
        state = changed(state, id, service=Service(F, 1, 50, 7))
    done = check(state, *(() if hired else d6(1, 1, 1, 1)))
    assert bool(every(done, MoraleRolled)) is not hired
    assert not every(done, Fled)
