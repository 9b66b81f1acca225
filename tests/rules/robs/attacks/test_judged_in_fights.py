"""What the referee judges in a fight: eyes in the dark, small bows, heavy throws, cover, weapons made of anything."""

import pytest
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, scores, under

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move, Try
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.systems.robs.attacks import ranged
from underkeep.systems.robs.basics import movement
from underkeep.systems.robs.basics.qualities import Made
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.combat.rounds import Aim, Sprint
from underkeep.systems.robs.equipment.arms import arms
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import AttackRolled, DamageRolled, Moved
from underkeep.world.gear import Item

_ELF, _BOWS, _HEAVY = (
    "robs:race.elf.dark-sight",
    "robs:equipment.missile.scale-range",
    "robs:equipment.thrown-range-heavy",
)


def amounts(done, source):
    return [m.amount for m in first(done, AttackRolled).roll.modifiers if m.source == source]


@rule(_ELF)
@pytest.mark.parametrize(("word", "penalty"), [("0", []), ("-1", [-1]), ("-2", [-2])])
def test_how_well_an_elf_sees_in_the_dark(word, penalty):
    dark = under(changed(duel(), A, race="elf"), B, sight.IN_DARKNESS)
    done = do(dark, Attack(A, B, "club"), *d6(1, 2), rulings={_ELF: word})
    assert amounts(done, "unseen target") == penalty
    assert amounts(do(dark, Attack(A, B, "club"), *d6(1, 2)), "unseen target") == [-1]


@rule(_ELF)
def test_others_are_not_asked_about():
    human = under(changed(duel(), A, race="human"), B, sight.IN_DARKNESS)
    assert amounts(do(human, Attack(A, B, "club"), *d6(1, 2), rulings={_ELF: "0"}), "unseen target") == [-2]
    blinded = under(under(changed(duel(), A, race="elf"), B, sight.IN_DARKNESS), A, sight.BLIND)
    assert amounts(do(blinded, Attack(A, B, "club"), *d6(1, 2), rulings={_ELF: "0"}), "unseen target") == [-2]
    seen = changed(duel(), A, race="elf")
    assert amounts(do(seen, Attack(A, B, "club"), *d6(1, 2), rulings={_ELF: "-2"}), "unseen target") == []


@rule(_BOWS)
def test_how_far_a_small_bow_shoots():
    # a shortbow reaches 15, 30, 50 metres; of Scale -2 it is 12, 24, 40: nine squares are 13.5 metres
    small = changed(duel("shortbow", gap=9), A, scale=-2)
    shot = Attack(A, B, "shortbow")
    assert amounts(do(small, shot, *d6(1, 2)), "medium range") == [-1]
    ruled = do(small, shot, *d6(1, 2), rulings={_BOWS: "as far as a large one"})
    assert amounts(ruled, "medium range") == []
    large = changed(duel("shortbow", gap=9), A, scale=2)
    assert amounts(do(large, shot, *d6(1, 2)), "medium range") == []


@rule(_HEAVY)
def test_how_far_a_heavy_thing_is_thrown():
    giant = scores(duel(gap=6), A, STR=1)
    own = giant.creatures[A].sheet
    stone = ranged.Arm("rock", "rock", 3, bands=(5, 10, 15), throw_factor=2)

    def far(squares, word="2 metres for each point of strength"):
        return ranged.carried(Resolution(giant, Scripted(), RULESET, {_HEAVY: word}), stone, own, squares)

    assert [far(squares) for squares in (4, 5, 7, 8)] == [0, -1, -1, -2]
    assert [far(squares, "5 metres for each point of strength") for squares in (5, 6, 7, 9)] == [0, 0, -1, -1]
    assert ranged.carried(Resolution(giant, Scripted(), RULESET), stone, own, 5) == -1
    light = stone._replace(throw_factor=5)
    assert ranged.carried(Resolution(giant, Scripted(), RULESET), light, own, 7) == -1


@rule("robs:combat.ranged.cover", "robs:combat.ranged.impossible")
def test_half_cover_costs_one_and_may_stop_the_shot():
    covered = under(duel("shortbow", gap=5), B, sight.IN_COVER)
    shot = Attack(A, B, "shortbow")
    done = do(covered, shot, *d6(6, 1))
    assert amounts(done, "cover") == [-1] and every(done, DamageRolled)
    assert "robs:combat.ranged.cover" in first(done, AttackRolled).rule
    assert amounts(do(duel("shortbow", gap=5), shot, *d6(6, 1)), "cover") == []
    stopped = do(covered, shot, *d6(6, 1), rulings={"robs:combat.ranged.impossible": "out of reach"})
    assert not every(stopped, DamageRolled)


@rule("robs:equipment.own-weapons")
@pytest.mark.parametrize(("what", "odf"), [("a stool", 1), ("a sickle", 2), ("a bench", 2), ("a scythe", 3)])
def test_what_a_weapon_made_of_anything_does(what, odf):
    state = duel()
    foe = state.creatures[B].name
    done = do(state, Try(A, f"hurl {what} at {foe}"), *d6(5, 3))
    assert first(done, DamageRolled).roll.total == 2 + odf
    assert "robs:equipment.own-weapons" in first(done, DamageRolled).rule
    ruled = do(state, Try(A, f"hurl {what} at {foe}"), *d6(5, 3), rulings={"robs:equipment.own-weapons": "ODF 4"})
    assert first(ruled, DamageRolled).roll.total == 6


@rule("robs:equipment.two-handed-large-wielder")
@pytest.mark.parametrize(("made", "one_hand"), [(-2, True), (-1, False), (0, False)])
def test_a_large_wielder_holds_a_greatsword_in_one_hand(made, one_hand):
    sword = Item("greatsword", "Greatsword", "hand", quality=Made(made))
    shield = Item("small-shield", "Small shield", "worn", quality=Made(0))
    held = arms((sword,), (), 0).melee[0]
    assert held.two_handed is not one_hand
    assert ("robs:equipment.two-handed-large-wielder" in held.rule) is one_hand
    behind_a_shield = [arm.kind for arm in arms((sword, shield), (), 0).melee]
    assert behind_a_shield == (["greatsword"] if one_hand else ["unarmed"])


@rule("robs:movement.human-maximum")
def test_no_human_outruns_the_five_minute_mile():
    quick = scores(
        changed(duel(gap=20, switches=("movement-rate",)), A, race="human", classes={"thief": 1}), A, DEX=2, CON=2
    )
    assert movement.sprint_squares(quick, quick.creatures[A]) == 35
    assert "robs:movement.human-maximum" in movement.run_by(quick, quick.creatures[A])
    usual = changed(duel(gap=20), A, race="human")
    assert movement.sprint_squares(usual, usual.creatures[A]) == 29
    assert "robs:movement.human-maximum" not in movement.run_by(usual, usual.creatures[A])
    elf = changed(quick, A, race="elf")
    assert movement.sprint_squares(elf, elf.creatures[A]) > 35
    assert "robs:movement.human-maximum" not in movement.run_by(elf, elf.creatures[A])


@rule("robs:race.ellyl.flight-weak", "robs:race.ellyl.movement-foot")
@pytest.mark.parametrize(
    ("con", "conditions", "flies"),
    [
        (-2, (), True),
        (-3, (), False),
        (-2, ("sick",), False),
        (-2, ("ailing",), False),
        (-1, ("sick",), True),
        (-1, ("sick", "ailing"), False),
        (-2, ("sick", "eased"), True),
    ],
)
def test_the_ill_and_weak_do_not_fly(con, conditions, flies):
    tiny = scores(changed(duel(gap=20), A, race="ellyl", scale=-9, movement_scale=-9, flying_scale=2), A, CON=con)
    tiny = under(tiny, A, *conditions)
    assert movement.can_fly(tiny, tiny.creatures[A]) is flies
    found = movement.run_by(tiny, tiny.creatures[A])
    assert ("robs:race.ellyl.movement-foot" in found) is not flies
    assert ("robs:race.ellyl.flight-weak" in found) is not flies
    assert ("robs:race.ellyl.flight-maneuver" in found) is flies


def test_a_run_cites_what_it_is_run_by():
    state = duel(gap=20)
    run = next(a for a in play.legal_actions(RULESET, state, "a", A) if isinstance(a, Sprint))
    assert first(do(state, run), Moved).rule[0] == "robs:movement.sprint"


def test_refusals_name_people_and_no_squares():
    state = duel("shortbow", gap=20)
    with pytest.raises(Refused, match=r"cannot get there at a run\."):
        play.resolve(RULESET, state, "a", Sprint(A, (99, 99)), Scripted())
    with pytest.raises(Refused, match=r"cannot get there now\."):
        play.resolve(RULESET, state, "a", Move(A, (99, 99)), Scripted())
    near = duel("club", gap=3)
    with pytest.raises(Refused, match=f"cannot aim at {near.creatures[B].name} now"):
        play.resolve(RULESET, near, "a", Aim(A, B), Scripted())
