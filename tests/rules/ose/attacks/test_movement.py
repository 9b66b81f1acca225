from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, changed, do, first, listed, refusal, scene, spent, under, walled

from underkeep.procedures.actions import Attack, Move
from underkeep.systems.ose.attacks import movement
from underkeep.systems.ose.attacks.movement import PaceKept, Retreat, Withdraw, encounter_feet
from underkeep.systems.ose.basics import measures
from underkeep.systems.ose.basics.battle import battle, with_battle
from underkeep.systems.ose.basics.conditions import LEVITATING, PARALYSED, SICK
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import Moved
from underkeep.world.encounter import Encounter
from underkeep.world.grid import Grid, distance


def moves(state, id=F) -> set[tuple[int, int]]:
    return {a.to for a in listed(state, id) if isinstance(a, Move)}


@rule("ose:movement.rate.two-values", "ose:movement.rate.default")
@pytest.mark.parametrize(("base", "encounter"), [(120, 40), (90, 30), (60, 20), (30, 10)])
def test_the_encounter_rate_is_a_third(base, encounter):
    """Example movement.example.default-rate."""
    state = scene()
    assert sheet(state.creatures[F]).movement_feet == 120
    assert encounter_feet(changed(state, F, movement_feet=base).creatures[F]) == encounter


@rule("ose:combat.movement.outside-melee")
def test_up_to_the_encounter_rate():
    state = scene(phase="movement", gap=14)
    at = state.creatures[F].at
    reach = moves(state)
    assert max(distance(at, square) for square in reach) == 8
    assert refusal(state, Move(F, (at[0] + 9, at[1]))).rule == "ose:combat.movement.outside-melee"
    assert max(distance(at, square) for square in moves(under(state, F, SICK))) == 4


@rule("ose:encounter.movement.max-duration")
def test_sixty_rounds_of_moving_are_enough():
    state = scene(phase="movement", gap=14)
    at = state.creatures[F].at
    fresh, tired = with_battle(state, paces={F: 59}), with_battle(state, paces={F: 60})
    assert moves(fresh) and not moves(tired)
    assert refusal(tired, Move(F, (at[0] + 1, at[1]))).rule == "ose:encounter.movement.max-duration"
    assert battle(do(fresh, Move(F, (at[0] + 1, at[1]))).state).paces == {F: 60}


@rule("ose:encounter.movement.max-duration")
def test_rounds_stood_still_tire_nobody():
    state = scene(phase="movement", gap=14)
    met = replace(state, encounter=Encounter("orcs", (ORC,), 70, round=230))
    assert moves(replace(met, fight=replace(state.fight, round=99)))


@rule("ose:combat.movement.retreat")
@pytest.mark.parametrize(
    ("foe", "refuge"), [((4, 5), (13, 5)), ((6, 5), (5, 13)), ((5, 4), (5, 13)), ((4, 4), (13, 13))]
)
def test_runners_go_straight_away_from_their_foes(foe, refuge):
    grid = Grid(20, 20)
    mask = grid.reach((5, 5), 8, grid.bit(foe))
    assert movement._farthest(grid, mask, grid.bit(foe), (5, 5)) == refuge


@rule("ose:combat.movement.retreat")
def test_the_way_counts_not_the_bee_line():
    """Behind the wall one is nearer as the crow flies, and farther on foot."""
    grid = Grid(9, 3, ((4, 0), (4, 1)))
    mask = grid.mask(((5, 0), (0, 0)))
    assert movement._farthest(grid, mask, grid.bit((3, 0)), (2, 1)) == (5, 0)


@rule("ose:encounter.movement.rate")
def test_a_third_of_the_base_rate_in_feet_indoors_and_yards_outdoors():
    state = scene()
    assert encounter_feet(state.creatures[F], state) == 40
    assert (measures.encounter_rate(120, outdoors=False), measures.encounter_rate(120, outdoors=True)) == (
        "40 ft",
        "40 yd",
    )
    rows = dict(RULESET.card(state, state.creatures[F]).sections[0][1])
    assert rows["In encounters"] == "40 ft a round, outdoors 40 yd"


@rule("ose:combat.movement.outside-melee")
def test_once_a_round():
    state = scene(phase="movement", gap=14)
    at = state.creatures[F].at
    after = do(state, Move(F, (at[0] + 1, at[1]))).state
    assert moves(after) == set()
    assert after.creatures[F].at == (at[0] + 1, at[1])


@rule("ose:combat.movement.in-melee-only")
def test_in_melee_there_is_no_side_step():
    state = scene(phase="movement")
    at = state.creatures[F].at
    assert moves(state) == set()
    assert refusal(state, Move(F, (at[0], at[1] + 1))).rule == "ose:combat.movement.in-melee-only"
    assert moves(under(state, ORC, PARALYSED))


@rule("ose:combat.movement.in-melee-only")
def test_a_move_ends_where_melee_begins():
    state = scene(phase="movement", gap=3)
    x, y = state.creatures[ORC].at
    passage = walled(state, *((i, y + j) for i in range(state.grid.width) for j in (-2, 2)))
    assert {(x - 1, y), (x - 1, y + 1)} <= moves(passage)
    assert not [square for square in moves(passage) if square[0] >= x]


@rule("ose:combat.movement.withdrawal", "ose:combat.declare")
def test_a_fighting_withdrawal():
    declared = do(scene(phase="declare"), Withdraw(F)).state
    state = in_step(declared, "movement")
    at, foe = state.creatures[F].at, state.creatures[ORC].at
    reach = moves(state)
    assert (at[0] - 4, at[1]) in reach
    assert max(distance(at, square) for square in reach) == 4
    assert min(distance(foe, square) for square in reach) > 1
    assert first(do(state, Move(F, (at[0] - 4, at[1]))), Moved).how == "withdrawal"


@rule("ose:combat.movement.withdrawal")
def test_a_withdrawal_needs_a_clear_path():
    state = spent(scene(phase="movement"), F, "withdraw")
    x, y = state.creatures[F].at
    shut = walled(state, *((x - 1, y + n) for n in (-1, 0, 1)))
    assert moves(shut) == set()
    assert refusal(shut, Move(F, (x - 3, y))).rule == "ose:combat.movement.withdrawal"


@rule("ose:combat.movement.withdrawal")
def test_one_who_withdraws_may_still_strike():
    """Ruling: combat.question.withdrawal-attack."""
    assert listed(spent(scene(), F, "withdraw"), F) == [Attack(F, ORC, "sword")]


@rule("ose:combat.movement.retreat", "ose:combat.declare")
def test_a_retreat_is_at_the_full_rate_and_without_an_attack():
    declared = do(scene(phase="declare"), Retreat(F)).state
    state = in_step(declared, "movement")
    at = state.creatures[F].at
    assert max(distance(at, square) for square in moves(state)) >= 7
    assert (at[0] - 7, at[1]) in moves(state)
    fighting = in_step(declared, "melee")
    assert listed(fighting, F) == []
    assert refusal(fighting, Attack(F, ORC, "sword")).rule == "ose:combat.movement.retreat"


@rule("ose:combat.declare", "ose:combat.movement.in-melee-only")
def test_only_those_in_melee_declare():
    state = scene(phase="declare", gap=3)
    assert refusal(state, Retreat(F)).rule == "ose:combat.movement.in-melee-only"


@rule("ose:combat.spacing.corridor")
@pytest.mark.parametrize(("width", "narrow"), [(1, True), (2, True), (3, False), (4, False)])
def test_a_front_of_two_fills_a_passage_of_ten_feet(width, narrow):
    floor = 3, 3 + width
    for rows in (True, False):
        walls = [(x, y) for x in range(12) for y in range(12) if not floor[0] <= (y if rows else x) < floor[1]]
        for n in range(*floor):
            state = replace(scene(phase="movement", gap=9), grid=Grid(12, 12, tuple(walls)))
            start, to = ((5, n), (6, n)) if rows else ((n, 5), (n, 6))
            state = state.with_creature(F, at=start).with_creature(ORC, at=(11, 3) if rows else (3, 11))
            told = first(do(state, Move(F, to)), Moved).rule
            assert ("ose:combat.spacing.corridor" in told) is narrow
    assert "ose:combat.spacing.corridor" not in first(do(scene(phase="movement", gap=9), Move(F, (5, 5))), Moved).rule


@rule("ose:combat.spacing.corridor")
def test_a_door_in_a_wall_is_a_passage_and_a_pillar_is_none():
    state = scene(phase="movement", gap=14)
    x, y = state.creatures[F].at
    to = (x + 1, y)

    def is_told(*walls: tuple[int, int]) -> bool:
        return "ose:combat.spacing.corridor" in first(do(walled(state, *walls), Move(F, to)), Moved).rule

    assert is_told((x + 1, y - 1), (x + 1, y + 1))
    assert is_told((x + 1, y - 1), (x + 1, y + 2))
    assert not is_told((x + 1, y - 1), (x + 1, y + 3))
    assert not is_told((x + 1, y - 1))
    assert not is_told((x + 1, y - 2), (x + 1, y + 2))


@rule("ose:encounter.movement.max-duration")
@pytest.mark.parametrize(("paces", "last"), [(0, False), (57, False), (58, False), (59, True)])
def test_the_sixtieth_round_of_moving_is_noted_as_the_last(paces, last):
    state = scene(phase="movement", gap=14)
    at = state.creatures[F].at
    moved = do(with_battle(state, paces={F: paces} if paces else {}), Move(F, (at[0] + 1, at[1])))
    assert ("ose:encounter.movement.max-duration" in first(moved, PaceKept).rule) is last


@rule("ose:combat.movement.withdrawal", "ose:combat.movement.outside-melee")
@pytest.mark.parametrize(("declared", "how"), [((), "move"), (("withdraw",), "withdrawal"), (("retreat",), "retreat")])
def test_a_plain_move_ends_the_step_and_coming_free_does_not(declared, how):
    state = spent(scene(phase="movement", gap=14), F, *declared)
    at = state.creatures[F].at
    moved = do(state, Move(F, (at[0] - 1, at[1])))
    assert first(moved, Moved).how == how
    assert first(moved, PaceKept).ends is (how == "move")


@rule("ose:combat.movement.outside-melee")
def test_who_floats_in_the_air_goes_nowhere():
    assert not moves(under(scene(phase="movement", gap=14), F, LEVITATING))
