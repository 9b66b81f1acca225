from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, changed, hero, monster, options, refused_by, scene, the, under, why_not

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack, Move
from underkeep.systems.rampage.attacks.missiles import can_hit_with_missile
from underkeep.systems.rampage.basics.actions import Reload
from underkeep.testing import d20, rule
from underkeep.world.creature import AttackRolled
from underkeep.world.grid import Grid
from underkeep.world.state import State

BOW = Attack("hero", "orc", "longbow")


def archery(inches: int = 10, *gear: str, kind: str = "thief", level: int = 1) -> State:
    return scene(
        hero("hero", (2, 5), kind, gear=gear or ("longbow",), level=level),
        monster("orc", (2 + inches, 5), hp=40),
        monster("other", (38, 28)),
    )


@rule("rampage:combat.attack.range")
@pytest.mark.parametrize(("inches", "bonus"), [(14, 1), (15, 0), (28, 0), (29, -2)])
def test_ranges(inches: int, bonus: int) -> None:
    assert the(act(archery(inches), BOW, d20(5)), AttackRolled).roll.total == 5 + bonus


@rule("rampage:combat.attack.range")
def test_beyond_long_range() -> None:
    state = archery(30, "javelin")
    assert refused_by(state, Attack("hero", "orc", "javelin")) == "combat.attack.range"


@rule("rampage:combat.missile.double-shot", "rampage:combat.actions.move.second-shot")
def test_bows_shoot_twice_from_where_they_stand() -> None:
    for weapon in ("longbow", "short-bow", "horse-bow", "composite-bow", "dart"):
        shot = Attack("hero", "orc", weapon)
        first = act(archery(8, weapon), shot, d20(2)).state
        second = act(first, shot, d20(2)).state
        assert refused_by(second, Move("hero", (2, 8))) == "combat.actions.one-each"
        assert why_not(second, shot) is not None
        moved = act(archery(8, weapon), Move("hero", (2, 6))).state
        assert refused_by(act(moved, shot, d20(2)).state, shot) == "combat.missile.double-shot"


@rule("rampage:combat.missile.single-shot")
def test_others_shoot_once() -> None:
    for weapon in ("sling", "javelin", "light-crossbow"):
        shot = Attack("hero", "orc", weapon)
        assert why_not(act(archery(8, weapon), shot, d20(2)).state, shot) is not None


@rule("rampage:combat.actions.move.reload-light")
def test_a_light_crossbow_is_loaded_with_the_move() -> None:
    shot = Attack("hero", "orc", "light-crossbow")
    first = act(archery(8, "light-crossbow"), shot, d20(2)).state
    assert first.creatures["hero"].condition("unloaded")
    assert first.fight is not None
    again = replace(first, fight=replace(first.fight, spent={}))
    do = act(again, shot, d20(2))
    assert do.state.fight is not None
    assert "move" in do.state.fight.spent["hero"]
    walked = act(again, Move("hero", (2, 8))).state
    assert why_not(walked, shot) is not None


@rule("rampage:combat.missile.heavy-crossbow", "rampage:combat.actions.both.reload-heavy")
def test_a_heavy_crossbow_takes_a_round_to_load() -> None:
    shot = Attack("hero", "orc", "heavy-crossbow")
    first = act(archery(8, "heavy-crossbow"), shot, d20(2)).state
    assert first.fight is not None
    second = replace(first, fight=replace(first.fight, spent={}))
    assert refused_by(second, shot) == "combat.missile.heavy-crossbow"
    loaded = act(second, Reload("hero", "heavy-crossbow")).state
    assert not options(loaded, "hero")
    third = replace(loaded, fight=replace(first.fight, spent={}))
    assert why_not(third, shot) is None


@rule("rampage:combat.missile.no-target-in-melee")
def test_no_shot_at_a_locked_target() -> None:
    state = scene(*archery().creatures.values(), hero("friend", (13, 5)))
    assert refused_by(state, BOW) == "combat.missile.no-target-in-melee"


@rule("rampage:class.ability.thread-the-needle")
def test_a_scout_of_level_9_threads_the_needle() -> None:
    state = scene(*archery(kind="scout", level=9).creatures.values(), hero("friend", (13, 5)))
    assert why_not(state, BOW) is None
    younger = scene(*archery(kind="scout", level=8).creatures.values(), hero("friend", (13, 5)))
    assert why_not(younger, BOW) is not None


@rule("rampage:combat.missile.no-shooter-in-melee")
def test_no_shot_by_one_who_is_locked() -> None:
    state = changed(archery(), "other", at=(3, 6))
    assert refused_by(state, BOW) == "combat.missile.no-shooter-in-melee"


@rule("rampage:combat.rank.shoot-at")
def test_no_shot_at_the_protected() -> None:
    state = scene(*archery(12).creatures.values(), monster("guard", (13, 5)))
    assert refused_by(state, BOW) == "combat.rank.shoot-at"
    assert why_not(state, Attack("hero", "guard", "longbow")) is None
    aside = changed(state, "guard", at=(13, 7))
    assert why_not(aside, BOW) is None


@rule("rampage:class.ability.precise-shot", "rampage:combat.rank.shoot-at")
def test_a_scout_of_level_2_shoots_precisely() -> None:
    for level, can in ((1, False), (2, True)):
        crowd = archery(12, kind="scout", level=level).creatures.values()
        state = scene(*crowd, monster("guard", (13, 5)))
        assert (why_not(state, BOW) is None) is can


@rule("rampage:combat.rank.shoot-from")
def test_shots_from_the_first_two_ranks() -> None:
    second = scene(*archery(12).creatures.values(), hero("front", (3, 5)))
    assert why_not(second, BOW) is None
    third = scene(*second.creatures.values(), hero("middle", (4, 5)))
    assert why_not(third, BOW) is not None


@rule("rampage:combat.missile.overhead", "rampage:combat.missile.overhead-penalty",
      "rampage:combat.missile.overhead-protected", "rampage:q.overhead-medium-range")  # fmt: skip
def test_bows_shoot_over_heads_at_medium_range_in_the_open() -> None:
    def crowd(inches: int, *gear: str, switches: tuple[str, ...] = ()) -> State:
        people = archery(inches, *gear).creatures.values()
        return scene(*people, hero("friend", (8, 5)), switches=switches)

    roll = the(act(crowd(20), BOW, d20(10)), AttackRolled).roll
    assert roll.modifiers == (Modifier("over heads", -2),)
    assert refused_by(crowd(10), BOW) == "combat.missile.overhead"
    assert refused_by(crowd(30), BOW) == "combat.missile.overhead"
    assert refused_by(crowd(20, switches=("indoors",)), BOW) == "combat.missile.overhead"
    assert refused_by(crowd(20, "light-crossbow"), Attack("hero", "orc", "light-crossbow")) == "combat.missile.overhead"
    guarded = scene(*crowd(20).creatures.values(), monster("guard", (21, 5)))
    assert refused_by(guarded, BOW) == "combat.missile.overhead-protected"


@rule("rampage:combat.prone.missile")
def test_one_who_lies_is_hard_to_hit() -> None:
    state = under(archery(20), "orc", "prone")
    assert the(act(state, BOW, d20(10)), AttackRolled).roll.modifiers == (Modifier("target prone", -4),)


def test_javelins_run_out() -> None:
    state = archery(8, "javelin")
    shot = Attack("hero", "orc", "javelin")
    for left in (2, 1):
        state = act(state, shot, d20(2)).state
        assert [i.count for i in state.creatures["hero"].items] == [left]
        assert state.fight is not None
        state = replace(state, fight=replace(state.fight, spent={}))
    assert not act(state, shot, d20(2)).state.creatures["hero"].items


@rule("rampage:death.maimed.eye")
def test_a_lost_eye_spoils_the_aim() -> None:
    state = archery(20)
    own = replace(state.creatures["hero"].sheet, injuries=("lost left eye",))  # type: ignore[type-var]
    assert the(act(changed(state, "hero", sheet=own), BOW, d20(10)), AttackRolled).roll.modifiers == (
        Modifier("lost eye", -1),
    )


@rule("rampage:combat.attack.range")
@pytest.mark.parametrize(("inches", "can"), [(1, False), (2, True), (3, True), (35, True), (43, False)])
def test_who_can_be_shot_at(inches: int, can: bool) -> None:
    state = scene(hero("hero", (2, 5), "thief", gear=("longbow",)), monster("orc", (2 + inches, 5)), grid=Grid(60, 30))
    shooter, target = state.creatures["hero"], state.creatures["orc"]
    assert can_hit_with_missile(state, shooter, target, (14, 28, 42), True) == (can, False)


@rule("rampage:combat.attack.range")
def test_a_wall_stops_a_shot() -> None:
    wall = tuple((5, row) for row in range(30))
    state = scene(hero("hero", (2, 5), "thief", gear=("longbow",)), monster("orc", (9, 5)), grid=Grid(40, 30, wall))
    shooter, target = state.creatures["hero"], state.creatures["orc"]
    assert can_hit_with_missile(state, shooter, target, (14, 28, 42), True) == (False, False)


@rule("rampage:combat.missile.overhead")
@pytest.mark.parametrize(
    ("inches", "bow", "switches", "found"),
    [
        (14, True, (), (False, False)),
        (15, True, (), (True, True)),
        (28, True, (), (True, True)),
        (29, True, (), (False, False)),
        (20, False, (), (False, False)),
        (20, True, ("indoors",), (False, False)),
    ],
)
def test_only_a_bow_at_medium_range_shoots_over_heads(
    inches: int, bow: bool, switches: tuple[str, ...], found: tuple[bool, bool]
) -> None:
    state = scene(
        hero("hero", (2, 5), "thief", gear=("longbow",)),
        monster("between", (8, 5)),
        monster("orc", (2 + inches, 5)),
        switches=switches,
    )
    shooter, target = state.creatures["hero"], state.creatures["orc"]
    assert can_hit_with_missile(state, shooter, target, (14, 28, 42), bow) == found


@rule("rampage:combat.missile.overhead")
def test_a_friend_right_in_front_is_not_in_the_way() -> None:
    for friend, clear in (((3, 5), True), ((4, 5), False)):
        state = scene(hero("hero", (2, 5), "thief", gear=("longbow",)), hero("friend", friend), monster("orc", (10, 5)))
        shooter, target = state.creatures["hero"], state.creatures["orc"]
        assert can_hit_with_missile(state, shooter, target, (14, 28, 42), True) == (clear, False)


@rule("rampage:combat.melee.protected-not-locked")
@pytest.mark.parametrize(("ogre", "cited"), [((7, 5), True), ((8, 5), False)])
def test_one_behind_a_friend_shoots_although_an_ogre_is_near(ogre: tuple[int, int], cited: bool) -> None:
    archer, friend = hero("archer", (5, 5), gear=("short-bow",)), hero("friend", (6, 5))
    state = scene(archer, friend, monster("ogre", ogre, "ogre", hp=40), monster("orc", (5, 15), hp=40))
    do = act(state, Attack("archer", "orc", "short-bow"), d20(2))
    assert ("rampage:combat.melee.protected-not-locked" in the(do, AttackRolled).rule) is cited
