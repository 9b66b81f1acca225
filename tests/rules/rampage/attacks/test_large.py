"""The large stand on more than one square, and sizes go by weight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, changed, hero, monster, options, recruit, scene, scripted, squares

from underkeep.procedures.actions import Attack, Move
from underkeep.systems.rampage.attacks.field import body, ends, field, is_locked
from underkeep.systems.rampage.attacks.movement import can_step, charge_mask, flight, run_mask, withdraw_mask
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Charge
from underkeep.systems.rampage.basics.compendium import size_by_weight
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.combat.rounds import plan_round
from underkeep.systems.rampage.equipment.armour import armour_class
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import CreationStepTaken
from underkeep.world.fight import InitiativeRolled
from underkeep.world.grid import Grid, nearest
from underkeep.world.state import State


@rule("rampage:combat.size-classes")
@pytest.mark.parametrize(
    ("pounds", "size"),
    [(0.5, "VT"), (1, "T"), (19, "T"), (20, "S"), (80, "S"), (89, "S"), (90, "M"), (500, "M"), (501, "L"), (700, "L"),
     (2500, "L"), (2501, "G")],
)  # fmt: skip
def test_size_goes_by_weight(pounds: float, size: str) -> None:
    assert size_by_weight(pounds) == size


@rule("rampage:combat.size-classes", "rampage:combat.move.large-space")
@pytest.mark.parametrize(("kind", "size", "across"), [("wolf", "S", 1), ("grizzly-bear", "L", 2), ("elephant", "G", 3)])
def test_listings_have_the_size_and_space_of_their_weight(kind: str, size: str, across: int) -> None:
    made, do = recruit(kind)
    assert (compendium.monsters()[kind].size, sheet(made).size, made.size) == (size, size, across)
    (step,) = (e for e in do.events if isinstance(e, CreationStepTaken))
    assert "rampage:combat.size-classes" in step.rule
    assert ("rampage:combat.move.large-space" in step.rule) is (across > 1)
    assert "rampage:combat.size-classes" not in recruit("orc")[1].events[0].rule


def troll(at: tuple[int, int] = (10, 10), *others: object, grid: Grid | None = None) -> State:
    """A troll on four squares."""
    return scene(monster("troll", at, "troll", hp=40), *others, grid=grid)  # type: ignore[arg-type]


@rule("rampage:combat.move.large-space")
def test_a_large_body_fills_its_squares_and_is_touched_from_any_side() -> None:
    state = troll((10, 10), hero("hero", (12, 11)), hero("far", (13, 10)))
    now = field(state)
    assert set(now.grid.squares(body(now.grid, state.creatures["troll"]))) == {(10, 10), (11, 10), (10, 11), (11, 11)}
    assert Attack("hero", "troll", "sword") in options(state, "hero")
    assert Attack("far", "troll", "sword") not in options(state, "far")
    assert is_locked(state, state.creatures["far"]), "2 inches from its side"
    assert not is_locked(changed(state, "far", at=(14, 10)), changed(state, "far", at=(14, 10)).creatures["far"])
    assert ends(state.creatures["troll"], state.creatures["hero"]) == ((11, 11), (12, 11))


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ((0, 0), (5, 0), ((1, 0), (5, 0))),
        ((5, 0), (0, 0), ((5, 0), (1, 0))),
        ((0, 0), (1, 5), ((1, 1), (1, 5))),
        ((4, 4), (0, 0), ((4, 4), (1, 1))),
        ((0, 0), (2, 2), ((1, 1), (2, 2))),
    ],
)
def test_nearest_squares_of_two_blocks(one: tuple[int, int], other: tuple[int, int], found: object) -> None:
    assert nearest(one, 2, other, 2) == found


@rule("rampage:combat.move.large-space", "rampage:combat.move.space")
def test_a_large_mover_goes_only_where_it_fits() -> None:
    gap = tuple((12, y) for y in range(30) if y != 10)
    narrow = troll((8, 10), hero("hero", (30, 10)), grid=Grid(40, 30, gap))
    assert max(x for x, _ in squares(narrow, "troll", Move)) == 10, "one square is too narrow"
    wide = troll((8, 10), hero("hero", (30, 10)), grid=Grid(40, 30, tuple(s for s in gap if s != (12, 11))))
    assert (13, 10) in squares(wide, "troll", Move)
    assert (9, 10) in squares(wide, "troll", Move), "its own body is not in its way"
    assert not any(x + 1 > 39 or y + 1 > 29 for x, y in squares(wide, "troll", Move))


@rule("rampage:combat.move.large-space", "rampage:combat.zoc.stop")
def test_zones_stop_any_part_of_a_large_mover() -> None:
    state = troll((5, 10), hero("hero", (12, 11)))
    reached = squares(state, "troll", Move)
    assert (10, 10) in reached and (10, 12) in reached, "right beside the hero"
    assert (9, 10) in reached and not {(11, 10), (11, 11), (12, 10)} & reached, "nobody stands on the hero"
    past = troll((5, 10), hero("hero", (12, 11)), grid=Grid(40, 30, tuple((x, y) for x in range(40) for y in (9, 13))))
    assert max(x for x, _ in squares(past, "troll", Move)) == 10, "the first square of the zone ends the move"


@rule("rampage:combat.move.large-space", "rampage:combat.charge.define")
def test_a_large_creature_charges_withdraws_runs_and_flees_as_one_block() -> None:
    state = troll((4, 10), hero("hero", (12, 11)), hero("far", (38, 2)))
    beast = state.creatures["troll"]
    now = field(state)
    homes = set(now.grid.squares(charge_mask(state, beast)))
    assert (10, 10) in homes and (10, 11) in homes and not {(11, 10), (12, 10)} & homes
    done = act(state, Charge("troll", (10, 10))).state
    assert done.creatures["troll"].at == (10, 10)
    back = set(now.grid.squares(withdraw_mask(done, done.creatures["troll"])))
    assert back and all(replace(beast, at=at).steps_to(done.creatures["hero"]) > 1 for at in back)
    assert run_mask(done, done.creatures["troll"]) == 0 and run_mask(state, beast)
    assert not any(x + 1 >= 11 and x <= 13 and 9 <= y <= 12 for x, y in now.grid.squares(run_mask(state, beast)))
    assert can_step(state, beast)
    assert flight(troll((38, 10), hero("hero", (35, 10))), monster("troll", (38, 10), "troll"), 4)[1]


@rule("rampage:class.ability.tunnel-fighter.share")
def test_two_tunnel_fighters_share_a_square_and_no_third() -> None:
    def tunnel(level: int = 3, *more: object, where: str = "indoors") -> State:
        folk = (hero("one", (5, 5), "delver", level=3), hero("two", (7, 5), "delver", level=level))
        return scene(*folk, *more, monster("orc", (30, 5)), switches=(where,))  # type: ignore[arg-type]

    assert (7, 5) in squares(tunnel(), "one", Move)
    do = act(tunnel(), Move("one", (7, 5)))
    assert any("rampage:class.ability.tunnel-fighter.share" in e.rule for e in do.events)
    beside = act(tunnel(), Move("one", (8, 5)))
    assert not any("rampage:class.ability.tunnel-fighter.share" in e.rule for e in beside.events)
    assert (7, 5) not in squares(tunnel(2), "one", Move), "the other has not the knack"
    assert (7, 5) not in squares(tunnel(3, hero("three", (7, 5), "delver", level=3)), "one", Move)
    assert (7, 5) not in squares(tunnel(where="night"), "one", Move), "only where it is narrow"
    enemy = tunnel(3, hero("foe", (5, 7), "delver", level=3, side="b"))
    assert (5, 7) not in squares(enemy, "one", Move)


@rule("rampage:combat.initiative.pc-order")
def test_the_highest_charisma_leads_the_order() -> None:
    state = scene(
        hero("one", (5, 5), CHA=9), hero("two", (5, 7), CHA=14), hero("three", (5, 9), CHA=14), monster("orc", (30, 5))
    )
    assert state.fight is not None
    second = replace(state, fight=replace(state.fight, round=2))
    do = scripted(second, d6(6))
    first = plan_round(do)[0]
    assert first.actors == ("two", "one", "three")
    rolled = next(e for e in do.events if isinstance(e, InitiativeRolled))
    assert "rampage:combat.initiative.pc-order" in rolled.rule
    lone = scripted(scene(hero("one", (5, 5)), monster("orc", (30, 5)), number=2), d6(6))
    plan_round(lone)
    assert (
        "rampage:combat.initiative.pc-order" not in next(e for e in lone.events if isinstance(e, InitiativeRolled)).rule
    )


@rule("rampage:class.paladin.warhorse-barding")
def test_barding_makes_a_warhorse_ac_2() -> None:
    bare = monster("horse", (6, 5), "paladins-horse")
    barded = monster("horse", (6, 5), "paladins-horse", gear=("horse-barding",))
    assert (armour_class(bare), armour_class(barded)) == (5, 2)
    assert armour_class(monster("orc", gear=("horse-barding",))) == armour_class(monster("orc", gear=()))
    state = scene(hero("hero", (5, 5)), replace(barded, hp=30, side="b"))
    rolled = [
        e
        for e in act(state, Attack("hero", "horse", "sword"), d20(2)).events
        if "rampage:class.paladin.warhorse-barding" in e.rule
    ]
    assert len(rolled) == 1
    plain = scene(hero("hero", (5, 5)), replace(bare, hp=30, side="b"))
    do = act(plain, Attack("hero", "horse", "sword"), d20(19), d8(2))
    assert not [e for e in do.events if "rampage:class.paladin.warhorse-barding" in e.rule]


@rule("rampage:class.paladin.warhorse", "rampage:class.paladin.warhorse-hp", "rampage:class.paladin.warhorse-immunity")
def test_a_paladins_horse() -> None:
    made, do = recruit("paladins-horse", *[d6(3)] * 5)
    own = sheet(made)
    assert (made.hp, own.ac, own.hd, own.plus, own.movement_in, own.save) == (26, 5, 5, 1, 18, 15)
    (step,) = (e for e in do.events if isinstance(e, CreationStepTaken))
    assert {"rampage:class.paladin.warhorse", "rampage:class.paladin.warhorse-hp"} <= set(step.rule)
    state = scene(monster("horse", (5, 5), "paladins-horse"), monster("plain", (9, 5), "war-horse"))
    assert save(scripted(state, d20(13)), "horse", "general") and not save(scripted(state, d20(12)), "horse", "general")
    sick = scripted(state)
    assert save(sick, "horse", "disease")
    assert "rampage:class.paladin.warhorse-immunity" in sick.events[0].rule
    assert not save(scripted(state, d20(16)), "plain", "disease")
