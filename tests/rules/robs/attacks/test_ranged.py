from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, do, duel, first, hit, table, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.systems.robs.attacks.attacks import PressAttack
from underkeep.systems.robs.attacks.ranged import size_modifier
from underkeep.systems.robs.combat.rounds import Aim
from underkeep.systems.robs.equipment.arms import arms, range_penalty
from underkeep.systems.robs.equipment.gear import carry
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import objection
from underkeep.world.creature import AttackRolled, Harmed

PRINTED = dict(table("combat.ranged-modifiers"))


def bow(gap: int = 4, **more):
    return duel(mine="longbow", gap=gap, **more)


def shot(state, *faces, rulings=None):
    return first(hit(state, *faces, weapon="longbow", rulings=rulings), AttackRolled)


def total(state, rulings=None):
    """What a shot with dice of +1 comes to."""
    return shot(state, *d6(4, 3), rulings=rulings).roll.total


@rule("robs:combat.ranged.base", "robs:combat.ranged.dodging")
def test_an_aware_target_dodges():
    assert shot(bow(), *d6(3, 3)).roll.needed == 0
    assert not shot(bow(), *d6(3, 3)).hit
    assert shot(bow(), *d6(4, 3)).hit
    assert Modifier("dodging", PRINTED["target aware and able to dodge"]) in shot(bow(), *d6(3, 3)).roll.modifiers


@rule("robs:combat.ranged.medium", "robs:combat.ranged.long")
def test_bands():
    longbow = arms(carry(["longbow"]), ()).missile[0]
    assert [range_penalty(longbow, 0, 0, n) for n in (13, 14, 32, 33, 52, 53)] == [0, -1, -1, -2, -2, None]
    assert PRINTED["medium range"] == total(bow(20)) - total(bow(4)) == -1
    assert PRINTED["long range"] == total(bow(40)) - total(bow(4)) == -2
    listed = play.legal_actions(RULESET, bow(53), "a", A).listed
    assert not [a for a in listed if isinstance(a, Attack)]


@rule("robs:combat.ranged.larger-target", "robs:combat.ranged.smaller-target")
def test_size():
    assert [size_modifier(0, s) for s in (0, 1, 2, 3, 4, -1, -2, -9)] == [0, 0, 1, 1, 2, 0, -1, -4]
    assert (size_modifier(3, 8), size_modifier(8, 3), size_modifier(-2, -9)) == (2, -2, -3)
    assert total(changed(bow(), B, scale=4)) - total(bow()) == 2 * PRINTED["per 2 full Scale levels target is larger"]
    assert total(changed(bow(), B, scale=-9)) - total(bow()) == 4 * PRINTED["per 2 full Scale levels target is smaller"]


@rule("robs:combat.ranged.unaware")
@pytest.mark.parametrize("condition", ["unaware", "asleep", "paralysed"])
def test_sitting_targets(condition):
    assert shot(under(bow(), B, condition), *d6(3, 4)).hit
    assert PRINTED["target stationary and unaware or unable to dodge"] == 1


@rule("robs:combat.ranged.cover")
def test_cover():
    covered = duel(mine="longbow", theirs="kite shield", gap=4)
    assert total(covered) - total(bow()) == PRINTED["partial cover, half or more"]
    assert total(under(bow(), B, "in cover")) - total(bow()) == -1


def next_round(state):
    return replace(state, now=state.now + 10, fight=replace(state.fight, spent={}))


@rule("robs:combat.ranged.aim")
def test_aiming_helps_once():
    once = next_round(do(bow(), Aim(A, B)).state)
    assert total(once) - total(bow()) == PRINTED["aimed a full undisturbed round (once)"] == 1
    thrice = next_round(do(next_round(do(once, Aim(A, B)).state), Aim(A, B)).state)
    assert total(thrice) - total(bow()) == 1
    assert total(next_round(once)) == total(bow())


@rule("robs:combat.ranged.aim")
def test_aiming_must_be_undisturbed():
    aimed = do(bow(), Aim(A, B))
    aimed.emit(Harmed(A, 1, 29, B))
    assert total(next_round(aimed.state)) == total(bow())
    assert not play.legal_actions(RULESET, do(bow(), Aim(A, B)).state, "a", A)


@rule("robs:combat.unseen.attacker-missile-bonus")
def test_unseen_archers():
    hidden = under(under(bow(), A, "invisible"), B, "unaware")
    rolled = shot(hidden, *d6(3, 3))
    assert rolled.roll.modifiers == (Modifier("cannot dodge", 1), Modifier("unseen shooter", 1))
    refused = {"robs:combat.unseen.attacker-missile-bonus": "refused"}
    assert shot(hidden, *d6(3, 3), rulings=refused).roll.total == 1


@rule("robs:combat.unseen.attacker-missile-bonus")
def test_a_person_grants_that_bonus():
    hidden = under(bow(human=True), A, "invisible")
    asked = play.resolve(RULESET, hidden, "a", Attack(A, B, "longbow"), Scripted()).state.prompts
    assert asked[0].choices == ("granted", "refused")


@rule("robs:combat.ranged.dodging")
def test_nobody_dodges_what_cannot_be_seen():
    refused = {"robs:combat.unseen.attacker-missile-bonus": "refused"}
    rolled = shot(under(bow(), A, "invisible"), *d6(3, 3), rulings=refused)
    assert rolled.roll.modifiers == ()
    assert rolled.hit


@rule("robs:combat.ranged.long", "robs:combat.ranged.base")
def test_what_a_wall_hides_is_no_target():
    state = bow(gap=4)
    x, target = state.creatures[A].at[0], Attack(A, B, "longbow")
    assert target in play.legal_actions(RULESET, state, "a", A)
    wall = tuple((x + 2, row) for row in range(state.grid.height))
    walled = replace(state, grid=replace(state.grid, walls=wall))
    assert target not in play.legal_actions(RULESET, walled, "a", A)


@rule("robs:combat.ranged.base")
def test_a_shot_cites_the_rules_of_shots():
    assert "robs:combat.ranged.base" in shot(bow(), *d6(3, 3)).rule
    assert "robs:combat.ranged.base" not in first(hit(duel(), *d6(3, 3)), AttackRolled).rule


@pytest.mark.parametrize("action", [Attack(A, B, "longbow"), PressAttack(A, B, "longbow", 1)])
def test_who_has_left_the_field_is_shot_at_by_nobody(action):
    state = bow().with_creature(B, at=None, status="fled")
    refusal = objection(RULESET, state, action)
    assert refusal is not None and refusal.sentence == "Commoner B1 has left the field."
