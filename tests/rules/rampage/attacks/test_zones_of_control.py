from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import (
    act,
    changed,
    hero,
    monster,
    options,
    refused_by,
    scene,
    scripted,
    spent,
    squares,
    the,
    under,
    why_not,
)

from underkeep.procedures.actions import Attack, Move
from underkeep.systems.rampage.attacks.events import EscapeRolled, Fumbled, attack_on
from underkeep.systems.rampage.attacks.field import is_locked, zone_inches
from underkeep.systems.rampage.basics.actions import Escape, FollowUp, Run, Stand, Withdraw
from underkeep.systems.rampage.equipment.arms import NATURAL
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import AttackRolled
from underkeep.world.fight import InitiativeRolled
from underkeep.world.grid import distance


def inches(kind: str) -> int:
    return zone_inches(monster("x", (0, 0), kind))


@rule("rampage:combat.move.zoc", "rampage:combat.move.tiny")
def test_zones_by_size() -> None:
    assert [inches(kind) for kind in ("giant-rat", "goblin", "orc", "ogre", "stone-giant")] == [0, 1, 1, 2, 2]
    state = scene(hero("hero", (5, 5)), monster("ogre", (7, 5), "ogre"))
    assert is_locked(state, state.creatures["hero"])
    assert not is_locked(changed(state, "ogre", at=(8, 5)), state.creatures["hero"])


@rule("rampage:combat.actions.move.normal", "rampage:combat.move.monsters")
def test_a_move_is_the_allowance_in_inches() -> None:
    state = scene(hero("hero", (15, 15)), monster("wolf", (39, 29), "wolf"))
    reached = squares(state, "hero", Move)
    assert max(distance((15, 15), to) for to in reached) == 12
    assert (27, 15) in reached
    assert max(distance((39, 29), to) for to in squares(state, "wolf", Move)) == 18
    chain = scene(hero("hero", (15, 15), gear=("sword", "chain")), monster("orc", (39, 29)))
    assert max(distance((15, 15), to) for to in squares(chain, "hero", Move)) == 9


@rule("rampage:combat.zoc.stop", "rampage:combat.melee.start")
def test_entering_a_zone_ends_the_move() -> None:
    """A wall with one gap, held by an orc beside it: nobody walks past."""
    state = scene(hero("hero", (2, 5)), monster("orc", (8, 5)))
    reached = squares(state, "hero", Move)
    assert (7, 5) in reached
    assert (7, 4) in reached
    narrow = replace(state, grid=replace(state.grid, walls=tuple((7, y) for y in range(30) if y != 5)))
    assert (7, 5) in squares(narrow, "hero", Move)
    assert not {to for to in squares(narrow, "hero", Move) if to[0] > 7}
    assert refused_by(narrow, Move("hero", (9, 6))) == "combat.zoc.stop"


@rule("rampage:combat.move.space")
def test_nobody_moves_through_another() -> None:
    corridor = tuple((x, y) for x in range(40) for y in range(30) if y != 5)
    state = scene(hero("hero", (2, 5)), hero("friend", (4, 5)), monster("orc", (30, 5)))
    state = replace(state, grid=replace(state.grid, walls=corridor))
    assert squares(state, "hero", Move) == {(0, 5), (1, 5), (3, 5)}


@rule("rampage:combat.move.tiny")
def test_a_rat_is_stepped_over_and_holds_nobody() -> None:
    corridor = tuple((x, y) for x in range(40) for y in range(30) if y != 5)
    state = scene(hero("hero", (2, 5)), monster("rat", (4, 5), "giant-rat"))
    state = replace(state, grid=replace(state.grid, walls=corridor))
    reached = squares(state, "hero", Move)
    assert (4, 5) not in reached
    assert (10, 5) in reached


@rule("rampage:combat.melee.close-large")
def test_the_last_inch_to_a_large_creature() -> None:
    state = scene(hero("hero", (2, 5)), monster("ogre", (8, 5), "ogre"))
    reached = squares(state, "hero", Move)
    assert (6, 5) in reached  # stopped at 2 inches
    assert (7, 5) in reached  # and closed to contact
    edge = scene(hero("hero", (2, 5), gear=("sword", "plate")), monster("ogre", (10, 5), "ogre"))
    assert (9, 5) in squares(edge, "hero", Move)


@rule("rampage:combat.melee.locked")
def test_who_is_locked_cannot_just_walk_away() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5)))
    for id in ("hero", "orc"):
        assert is_locked(state, state.creatures[id])
        assert not squares(state, id, Move)
    assert refused_by(state, Move("hero", (2, 5))) == "combat.melee.locked"


@rule("rampage:combat.melee.protected-not-locked", "rampage:combat.rank.protecting", "rampage:combat.rank.definition")
def test_a_friend_in_front_protects() -> None:
    ogre = monster("ogre", (7, 5), "ogre")
    alone = scene(hero("mage", (5, 5), "wizard"), ogre)
    assert is_locked(alone, alone.creatures["mage"])
    behind = scene(hero("mage", (5, 5), "wizard"), hero("guard", (6, 5)), ogre)
    assert not is_locked(behind, behind.creatures["mage"])
    assert squares(behind, "mage", Move)
    aside = changed(behind, "guard", at=(6, 6))
    assert is_locked(aside, aside.creatures["mage"])


@rule(
    "rampage:combat.actions.both.run",
    "rampage:combat.run.distance",
    "rampage:combat.run.who",
    "rampage:combat.run.snakes",
)
def test_running() -> None:
    state = scene(hero("hero", (15, 15)), monster("wolf", (0, 0), "wolf"), monster("orc", (39, 29)))
    assert (39, 15) in squares(state, "hero", Run)
    assert max(distance((15, 15), to) for to in squares(state, "hero", Run)) == 24
    assert (39, 20) in squares(state, "wolf", Run)
    do = act(state, Run("hero", (30, 15)))
    assert do.state.fight is not None
    assert {"move", "attack"} <= set(do.state.fight.spent["hero"])
    beside = changed(state, "orc", at=(16, 15))
    assert refused_by(beside, Run("hero", (10, 15))) == "combat.run.who"
    assert not squares(changed(state, "orc", at=(22, 15)), "hero", Run) & {(21, 15), (22, 14), (23, 15)}
    snake = scene(hero("hero", (15, 15)), monster("snake", (2, 2), "giant-rattler"))
    assert refused_by(snake, Run("snake", (5, 2))) == "combat.run.snakes"


@rule("rampage:combat.melee.follow-up", "rampage:example.melee-follow-up")
def test_following_up_with_attacks_in_hand() -> None:
    def after(second: tuple[int, int]) -> set[tuple[int, int]]:
        state = scene(hero("hero", (5, 5), level=2), monster("orc", (6, 5), hp=1), monster("second", second))
        return squares(act(state, Attack("hero", "orc", "sword"), d20(19), d8(5)).state, "hero", FollowUp)

    assert (7, 5) in after((8, 5))
    assert not after((9, 5))
    state = scene(hero("hero", (5, 5), level=2), monster("orc", (6, 5), hp=1), monster("second", (8, 5)))
    stepped = act(act(state, Attack("hero", "orc", "sword"), d20(19), d8(5)).state, FollowUp("hero", (7, 5))).state
    assert why_not(stepped, Attack("hero", "second", "sword")) is None
    level_1 = scene(hero("hero", (5, 5)), monster("orc", (6, 5), hp=1), monster("second", (8, 5)))
    assert not squares(act(level_1, Attack("hero", "orc", "sword"), d20(19), d8(5)).state, "hero", FollowUp)


@rule("rampage:combat.melee.follow-up")
def test_an_ogre_may_close_with_whom_it_holds() -> None:
    state = scene(hero("hero", (5, 5)), monster("ogre", (7, 5), "ogre"))
    assert (6, 5) in squares(state, "ogre", FollowUp)
    assert (6, 5) in squares(state, "hero", FollowUp)


@rule("rampage:combat.actions.move.stand")
def test_standing_up_takes_the_move() -> None:
    state = under(scene(hero("hero", (5, 5)), monster("orc", (6, 5), hp=40)), "hero", "prone")
    do = act(state, Stand("hero"))
    assert do.state.creatures["hero"].condition("prone") is None
    assert why_not(do.state, Attack("hero", "orc", "sword")) is None
    assert refused_by(spent(state, "hero", "move"), Stand("hero")) == "combat.actions.move.stand"
    far = changed(state, "orc", at=(20, 5))
    assert not squares(far, "hero", Move)


@rule("rampage:combat.escape.cost", "rampage:combat.escape.roll", "rampage:combat.escape.success",
      "rampage:combat.escape.failure")  # fmt: skip
def test_escaping_from_melee() -> None:
    state = scene(hero("hero", (5, 5), gear=("sword", "chain")), monster("orc", (6, 5)), monster("other", (30, 20)))
    clear = act(state, Escape("hero"), d20(9)).state
    reached = squares(clear, "hero", Move)
    assert max(distance((5, 5), to) for to in reached) == 9
    assert refused_by(clear, Attack("hero", "orc", "sword")) == "combat.actions.one-each"
    held = act(state, Escape("hero"), d20(10)).state
    assert not options(held, "hero")
    assert refused_by(spent(state, "hero", "attack", attack_on("orc")), Escape("hero")) == "combat.escape.cost"
    far = changed(state, "orc", at=(20, 5))
    assert refused_by(far, Escape("hero")) == "combat.escape.cost"


@rule("rampage:combat.escape.roll", "rampage:class.jack.escape-melee")
@pytest.mark.parametrize(("face", "clear"), [(16, True), (17, False)])
def test_jacks_slip_away_more_easily(face: int, clear: bool) -> None:
    state = scene(hero("hero", (5, 5), "scout", level=4), monster("orc", (6, 5)), monster("other", (30, 20)))
    assert bool(squares(act(state, Escape("hero"), d20(face)).state, "hero", Move)) is clear
    escaped = act(state, Escape("hero"), d20(3)).state
    assert max(distance((5, 5), to) for to in squares(escaped, "hero", Move)) == 12


@rule("rampage:class.ability.street-rat")
def test_a_street_rat_rolls_twice() -> None:
    state = scene(hero("hero", (5, 5), "thief"), monster("orc", (6, 5)), monster("other", (30, 20)))
    assert squares(act(state, Escape("hero"), *d20(19, 5)).state, "hero", Move)
    assert the(act(state, Escape("hero"), *d20(19, 5)), EscapeRolled).roll.at_most
    rats = "rampage:class.ability.street-rat"
    assert rats in the(act(state, Escape("hero"), *d20(19, 5)), EscapeRolled).rule
    scout = scene(hero("hero", (5, 5), "scout"), monster("orc", (6, 5)), monster("other", (30, 20)))
    assert rats not in the(act(scout, Escape("hero"), d20(5)), EscapeRolled).rule


@rule("rampage:combat.withdraw.move", "rampage:combat.actions.both.fighting-withdrawal")
def test_a_fighting_withdrawal() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5)), monster("other", (30, 20)))
    reached = squares(state, "hero", Withdraw)
    assert (3, 5) in reached
    assert all(distance((6, 5), to) > 1 and distance((5, 5), to) <= 2 for to in reached)
    do = act(state, Withdraw("hero", (3, 5)))
    assert do.state.creatures["hero"].at == (3, 5)
    assert not options(do.state, "hero")
    assert refused_by(spent(state, "hero", "attack", attack_on("orc")), Withdraw("hero", (3, 5))).startswith(
        "combat.actions.both"
    )


@rule("rampage:combat.initiative.roll")
def test_the_players_are_side_a_or_the_first_there_is() -> None:
    for sides, low, high in ((("a", "b"), "b", "a"), (("c", "d"), "d", "c")):
        mine, theirs = sides
        state = scene(hero("hero", (5, 5), side=mine), monster("orc", (20, 5), side=theirs))
        for face, winner in ((d6(3), low), (d6(4), high)):
            do = scripted(state, face)
            RULESET.plan_round(do)
            assert the(do, InitiativeRolled).who == winner


@rule("rampage:combat.fumble.save")
def test_a_fumble_is_no_hit() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5), hp=40))
    do = act(state, Attack("hero", "orc", "sword"), *d20(1, 1))
    assert the(do, AttackRolled).hit is False
    assert "rampage:combat.fumble.save" in the(do, AttackRolled).rule


@rule("rampage:combat.fumble.natural")
def test_bare_hands_and_claws_fumble_to_the_ground() -> None:
    state = scene(hero("hero", (5, 5), gear=()), monster("wolf", (6, 5), "wolf", hp=40))
    do = act(state, Attack("wolf", "hero", NATURAL), *d20(1, 1))
    assert the(do, Fumbled).effect == "prone"
