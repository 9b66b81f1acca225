"""Heights, cover, arrow slits, pavises and mantlets, and the magic that gets past them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import (
    act,
    all_of,
    changed,
    hero,
    monster,
    options,
    refused_by,
    scene,
    scripted,
    spent,
    the,
)

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks import ground
from underkeep.systems.rampage.attacks.events import Fumbled
from underkeep.systems.rampage.attacks.ground import PlantPavis, PullPavis, lie_of_the_land
from underkeep.systems.rampage.basics.actions import Draw
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.combat.rounds import begin_fight
from underkeep.systems.rampage.equipment.load import items_carried, movement_in
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled
from underkeep.world.fight import FightEnded
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import State

EAST, WEST = 2, 6


def range_of_bows(*held: str, bow: str = "longbow", more: tuple[object, ...] = (), facing: int = WEST) -> State:
    """An archer at (5, 5) and a man at (20, 5), 15 inches off: neither near nor far."""
    target = hero("man", (20, 5), gear=held or ("sword",), side="b")
    ways = {"archer": EAST, "man": facing}
    return scene(hero("archer", (5, 5), gear=(bow,)), target, *more, facing=ways)  # type: ignore[arg-type]


def lying(state: State, **land: object) -> State:
    fight = state.fight
    assert fight is not None and fight.battle is not None
    return replace(state, fight=replace(fight, battle=replace(fight.battle, **land)))


def shot(state: State, target: str = "man", face: int = 10, bow: str = "longbow") -> AttackRolled:
    return all_of(act(state, Attack("archer", target, bow), d20(face)), AttackRolled)[0]


def added(rolled: AttackRolled) -> dict[str, int]:
    return {m.source: m.amount for m in rolled.roll.modifiers if m.source in ("from above", "cover")}


@rule("rampage:combat.missile.elevation")
def test_a_shot_from_above_has_2_more() -> None:
    up = shot(lying(range_of_bows(), high=((5, 5),)), face=2)
    assert added(up) == {"from above": 2} and "rampage:combat.missile.elevation" in up.rule
    for high in (((20, 5),), ((5, 5), (20, 5)), ()):
        assert added(shot(lying(range_of_bows(), high=high), face=2)) == {}


@rule("rampage:combat.missile.cover")
def test_cover_takes_5() -> None:
    rolled = shot(lying(range_of_bows(), cover=((20, 5),)), face=2)
    assert added(rolled) == {"cover": -5} and "rampage:combat.missile.cover" in rolled.rule
    assert added(shot(lying(range_of_bows(), cover=((5, 5), (20, 6))), face=2)) == {}


@rule("rampage:combat.missile.mantlet", "rampage:combat.missile.mantlet-magic")
def test_only_magic_gets_through_a_slit_and_as_against_ac_0() -> None:
    behind = lying(range_of_bows(), slits=((20, 5),))
    assert refused_by(behind, Attack("archer", "man", "longbow")) == "combat.missile.mantlet"
    assert Attack("archer", "man", "longbow") in options(lying(range_of_bows(), slits=((20, 5), (5, 5))), "archer")
    magic = lying(range_of_bows(bow="magic-longbow"), slits=((20, 5),), cover=((20, 5),))
    rolled = shot(magic, face=2, bow="magic-longbow")
    assert rolled.roll.needed == 22 and added(rolled) == {}
    assert "rampage:combat.missile.mantlet-magic" in rolled.rule
    plain = shot(range_of_bows(bow="magic-longbow"), face=2, bow="magic-longbow")
    assert plain.roll.needed != 22 and "rampage:combat.missile.mantlet-magic" not in plain.rule


@rule("rampage:combat.missile.mantlet")
def test_a_mantlet_stops_what_comes_from_the_front() -> None:
    front = range_of_bows("mantlet")
    assert refused_by(front, Attack("archer", "man", "longbow")) == "combat.missile.mantlet"
    assert Attack("archer", "man", "longbow") in options(range_of_bows("mantlet", facing=EAST), "archer")
    assert Attack("archer", "man", "longbow") in options(range_of_bows("pavis"), "archer")


@rule("rampage:combat.pavis.cover")
@pytest.mark.parametrize(("facing", "covered"), [(6, True), (5, True), (7, True), (4, False), (0, False), (2, False)])
def test_a_pavis_covers_its_holder_from_the_front(facing: int, covered: bool) -> None:
    rolled = shot(range_of_bows("pavis", facing=facing), face=2)
    assert added(rolled) == ({"cover": -4} if covered else {})
    assert ("rampage:combat.pavis.cover" in rolled.rule) is covered


@rule("rampage:combat.pavis.cover")
def test_a_held_pavis_covers_one_man_behind_its_holder() -> None:
    def line(kind: str, side: str = "b") -> State:
        state = range_of_bows("pavis", more=(hero("second", (21, 5), side=side), hero("third", (22, 5), side=side)))
        fit = replace(state.creatures["archer"], kind=kind)
        return changed(state, "archer", sheet=replace(fit.sheet, classes=("scout",), hd=3))

    holder = line("scout").creatures["man"]
    assert holder is not None
    state = line("scout")
    covers = [
        ground.cover(state, state.creatures["archer"], state.creatures[id])[0] for id in ("man", "second", "third")
    ]
    assert covers == [-4, -4, 0]
    foe = line("scout", "a")
    assert ground.cover(foe, foe.creatures["archer"], foe.creatures["second"])[0] == 0, "who stands behind is no friend"
    aside = changed(state, "second", at=(21, 6))
    assert ground.cover(aside, aside.creatures["archer"], aside.creatures["second"])[0] == 0


@rule("rampage:combat.pavis.plant", "rampage:combat.actions.attack.pavis", "rampage:combat.pavis.cover")
def test_a_pavis_is_planted_and_pulled_out_for_an_attack_each() -> None:
    start = range_of_bows("pavis", "light-crossbow")
    do = act(start, PlantPavis("man"))
    man = do.state.creatures["man"]
    assert do.state.fight is not None and do.state.fight.spent["man"] == ("attack",)
    assert [i.place for i in man.items if i.kind == "pavis"] == ["planted"]
    assert movement_in(man) > movement_in(start.creatures["man"])
    assert items_carried(man.items) == items_carried(start.creatures["man"].items) - 1
    drawn = act(do.state, Draw("man", "light-crossbow")).state
    assert added(shot(drawn, face=2)) == {"cover": -4}
    behind = changed(drawn, "man", at=(21, 5))
    assert added(shot(behind, face=2)) == {"cover": -4}
    for away in ((22, 5), (21, 6), (19, 5)):
        assert added(shot(changed(drawn, "man", at=away), face=2)) == {}
    assert refused_by(do.state, PlantPavis("man")) == "combat.actions.attack.pavis"
    fresh = spent(drawn, "man")
    assert refused_by(fresh, PlantPavis("man")) == "combat.pavis.plant"
    assert refused_by(spent(behind, "man"), PullPavis("man")) == "combat.pavis.plant"
    out = act(fresh, PullPavis("man")).state
    assert not battle(out).planted and out.fight is not None and out.fight.spent["man"] == ("attack",)
    places = {i.kind: i.place for i in out.creatures["man"].items}
    assert (places["pavis"], places["light-crossbow"]) == ("hand", "belt")
    assert refused_by(spent(out, "man"), PullPavis("man")) == "combat.pavis.plant"
    assert PlantPavis("man") in options(spent(out, "man"), "man") and PullPavis("man") in options(fresh, "man")


@rule("rampage:combat.pavis.dirt")
def test_stone_takes_no_spike() -> None:
    start = range_of_bows("pavis")
    inside = replace(start, switches=("indoors",))
    assert refused_by(inside, PlantPavis("man")) == "combat.pavis.dirt"


def test_what_was_planted_is_taken_along() -> None:
    do = scripted(act(range_of_bows("pavis"), PlantPavis("man")).state)
    ground.after_fight(do, FightEnded("a"))
    assert [i.place for i in do.state.creatures["man"].items if i.kind == "pavis"] == ["ground"]
    none = scripted(range_of_bows("pavis"))
    ground.after_fight(none, FightEnded("a"))
    assert not all_of(none, ItemsChanged)


@rule("rampage:combat.height", "rampage:combat.missile.elevation", "rampage:combat.missile.cover")
@pytest.mark.parametrize(
    ("switch", "high", "cover", "slits"),
    [("hill", 6, 0, 0), ("battlements", 6, 6, 0), ("arrow-slits", 0, 0, 6), ("night", 0, 0, 0)],
)
def test_the_first_side_holds_what_a_switch_says(switch: str, high: int, cover: int, slits: int) -> None:
    state = scene(hero("one", (5, 5)), hero("two", (4, 5)), monster("orc", (9, 5)), switches=(switch,))
    assert state.grid is not None
    down = state.grid.height
    assert [len(part) for part in lie_of_the_land(state, ())] == [high * down, cover * down, slits * down]
    found = begin_fight(scripted(state))
    assert (len(found.high), len(found.cover), len(found.slits)) == (high * down, cover * down, slits * down)


@rule("rampage:combat.missile.cover")
def test_trees_stand_on_every_third_square() -> None:
    state = scene(hero("one", (5, 5)), monster("orc", (9, 5)), switches=("woods",))
    high, cover, _ = lie_of_the_land(state, ())
    assert not high and {(0, 0), (3, 0), (0, 3), (9, 6)} <= set(cover) and (1, 0) not in cover and (3, 4) not in cover


@rule("rampage:combat.fumble.magic")
def test_a_magic_weapon_is_dropped() -> None:
    state = scene(hero("hero", (5, 5), gear=("magic-sword",)), monster("orc", (6, 5)))
    do = act(state, Attack("hero", "orc", "magic-sword"), d20(1), d20(1))
    assert the(do, Fumbled).effect == "dropped" and "rampage:combat.fumble.magic" in the(do, Fumbled).rule
    (sword,) = do.state.creatures["hero"].items
    assert (sword.place, sword.broken) == ("ground", False)
    plain = scene(hero("hero", (5, 5)), monster("orc", (6, 5)))
    assert the(act(plain, Attack("hero", "orc", "sword"), d20(1), d20(1)), Fumbled).effect == "damaged"


def test_a_modifier_of_cover_is_told_as_such() -> None:
    rolled = shot(lying(range_of_bows(), cover=((20, 5),)), face=2)
    assert Modifier("cover", -5) in rolled.roll.modifiers
    assert act(range_of_bows(), Attack("archer", "man", "longbow"), d20(19), d6(3)).events
