"""The converted creatures: their numbers by the one stated formula; and what the later monsters can do."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.casting import bound, castings, creature, events, meeting, own
from tests.rules.knave.scenes import RULESET, act, answer, carrying, has, rested, scene, the, under

from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import SetOut
from underkeep.systems.knave.attacks import ambush
from underkeep.systems.knave.basics import compendium, conversion
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.holds import Seized, digest
from underkeep.systems.knave.checks.movement import move_mask
from underkeep.systems.knave.checks.wounds import Unharmed, harm
from underkeep.systems.knave.combat.rounds import enter_step
from underkeep.testing import d3, d4, d6, d10, d20, rule
from underkeep.testing.builders import cellar, delving_party, scripted
from underkeep.world.creature import Died, Felled, Healed
from underkeep.world.fight import Step
from underkeep.world.gear import Item, ItemBroke
from underkeep.world.state import State

CONVERTED = {kind: m for kind, m in compendium.monsters().items() if m.source is not None}


def attacks(state: State, id: str) -> list[Attack]:
    assert state.fight is not None
    return [a for a in RULESET.fight_options(state, state.creatures[id], state.fight.step) if isinstance(a, Attack)]


def test_there_are_enough() -> None:
    assert len(CONVERTED) >= 60
    assert not any(monster.manual for monster in compendium.monsters().values())


@pytest.mark.parametrize("kind", CONVERTED)
def test_numbers_follow_the_formula(kind: str) -> None:
    monster = CONVERTED[kind]
    source = monster.source
    assert source is not None
    assert monster.level == conversion.level(source.hd)
    assert monster.hp == conversion.hp(monster.level)
    assert monster.armour_points == conversion.armour_points(source.ascending_ac)
    assert monster.move_feet == (conversion.feet(source.walk) or 5)
    assert monster.fly_feet == conversion.feet(source.fly)


@pytest.mark.parametrize(
    ("hd", "level"), [("½", 1), ("1hp", 1), ("1-1", 1), ("1", 1), ("3+1", 3), ("6+3*", 6), ("10**", 10), ("20", 20)]
)
def test_hit_dice_become_levels(hd: str, level: int) -> None:
    assert conversion.level(hd) == level


def test_armour_and_pace() -> None:
    assert [conversion.armour_points(ac) for ac in (10, 11, 13, 19)] == [0, 0, 2, 8]
    assert [conversion.feet(rate) for rate in ("120(40)", "9(3)", "", "180(60)")] == [40, 5, 0, 60]


@pytest.mark.parametrize(
    ("kind", "hd", "ascending_ac", "move"),
    [
        ("orc", "1", 13, "walk:120(40)"),
        ("ghoul", "2*", 13, "walk:90(30)"),
        ("ogre", "4+1", 14, "walk:90(30)"),
        ("owl-bear", "5", 14, "walk:120(40)"),
        ("gnoll", "2", 14, "walk:90(30)"),
        ("rust-monster", "5", 17, "walk:120(40)"),
        ("skeleton", "1", 12, "walk:60(20)"),
    ],
)
def test_the_formula_gives_what_the_game_itself_prints(kind: str, hd: str, ascending_ac: int, move: str) -> None:
    printed = compendium.monsters()[kind]
    assert printed.level == conversion.level(hd)
    assert printed.hp == conversion.hp(printed.level)
    assert printed.armour_points == conversion.armour_points(ascending_ac)
    assert printed.move_feet == conversion.feet(move)


# What they can do


@rule("knave:damage.immunity")
def test_a_pudding_splits_and_eats_weapons() -> None:
    do = scripted(RULESET, scene("knave v black-pudding"))
    harm(do, "black-pudding-1", 5, kinds=("slashing",))
    assert has(do, Unharmed) and creature(do, "lesser-black-pudding-1").side == "b"
    burnt = scripted(RULESET, scene("knave v black-pudding"))
    harm(burnt, "black-pudding-1", 5, kinds=("fire",))
    assert creature(burnt, "black-pudding-1").hp == 35 and len(burnt.state.creatures) == 2
    armed = carrying(scene("knave v black-pudding"), "knave-1", Item("sword", "Sword", "hand"))
    struck = act(armed, Attack("knave-1", "black-pudding-1", "sword"), d20(19))
    while struck.state.prompts:
        struck = answer(struck, struck.state.prompts[0].default, d6(3))
    assert creature(struck, "knave-1").items[0].broken


def test_a_lich_paralyses_and_casts() -> None:
    state = scene("knave v lich")
    assert len([i for i in state.creatures["lich-1"].items if i.kind.startswith("spellbook:")]) == 10
    assert castings(state, by="lich-1")
    do = act(state, Attack("lich-1", "knave-1", "touch"), d20(15), d10(1), d20(2))
    found = creature(do, "knave-1").condition("paralysed")
    assert found is not None and found.until == 6 * 600
    for kinds in ((), ("lightning", "magic"), ("cold", "magic")):
        unhurt = scripted(RULESET, state)
        harm(unhurt, "lich-1", 5, kinds=kinds)
        assert has(unhurt, Unharmed)


def test_a_vampire() -> None:
    state = scene("knave v vampire").with_creature("vampire-1", hp=20)
    assert castings(state, by="vampire-1") == []
    charmed = act(state, Attack("vampire-1", "knave-1", "gaze"), d20(3))
    assert bound(charmed, "charmed") == ["knave-1"]
    touched = act(state, Attack("vampire-1", "knave-1", "touch"), d20(15), d10(1), d6(1))
    assert creature(touched, "knave-1").hp == 3
    morning = scripted(RULESET, state, d6(4))
    enter_step(morning, Step("turn", ("vampire-1",), "b"))
    assert the(morning, Healed).amount == 4
    sun = scripted(RULESET, under(state, "vampire-1", "in full sun"))
    enter_step(sun, Step("turn", ("vampire-1",), "b"))
    assert has(sun, Died)
    for bane in ("garlic", "holy-water", "mirror", "relic"):
        kept_off = carrying(state, "knave-1", Item(bane, bane))
        assert not any(a.weapon == "touch" for a in attacks(kept_off, "vampire-1"))


def test_wolfsbane_keeps_a_werewolf_off() -> None:
    assert attacks(scene("knave v werewolf"), "werewolf-1")
    assert not attacks(carrying(scene("knave v werewolf"), "knave-1", Item("wolfsbane", "Wolfsbane")), "werewolf-1")


def test_a_treant_wakes_two_trees_once() -> None:
    state = scene("knave v treant")
    do = act(state, Attack("treant-1", "knave-1", "animation"))
    trees = [c for c in do.state.creatures.values() if c.kind == "animated-tree"]
    assert [t.side for t in trees] == ["b", "b"]
    assert not any(a.weapon == "animation" for a in attacks(rested(do.state), "treant-1"))


@pytest.mark.parametrize(
    ("kind", "bond"),
    [("doppelganger", "disguised"), ("werewolf", "disguised"), ("pixie", "shrouded"), ("warp-beast", "displaced")],
)
def test_some_are_not_what_they_seem(kind: str, bond: str) -> None:
    do = scripted(RULESET, scene(f"knave v {kind}"))
    ambush.begin(do)
    assert bound(do, bond) == [f"{kind}-1"]


@rule("knave:combat.unsuspecting.auto-hit", "knave:task.check.opposed-ability")
@pytest.mark.parametrize(("kind", "needed"), [("bandit", 12), ("kobold", 12), ("bugbear", 19), ("gargoyle", 15)])
def test_those_who_lie_in_wait(kind: str, needed: int) -> None:
    """WIS against 11 and the level; 5 harder where surprise is in their nature."""
    state = meeting("sleep", kind, 1)
    caught = scripted(RULESET, state, d20(needed - 1))
    ambush.begin(caught)
    assert set(bound(caught, "unsuspecting")) == {"hero-1", "hero-2"}
    noticed = scripted(RULESET, state, d20(needed))
    ambush.begin(noticed)
    assert not bound(noticed, "unsuspecting")
    open_field = scripted(RULESET, replace(state, encounter=None))
    ambush.begin(open_field)
    assert not open_field.events
    assert ambush.lurks(compendium.monsters()["mimic"]) and not ambush.lurks(compendium.monsters()["orc"])


def test_a_bulette_burrows_under_its_foes() -> None:
    state = scene("8 knave v bulette")
    grid, at = state.grid, state.creatures["bulette-1"].at
    assert grid is not None and at is not None
    middle = (grid.width // 2, grid.height // 2)
    state = state.with_creature("bulette-1", at=middle)
    for number, square in enumerate(grid.squares(grid.around(middle)), 1):
        state = state.with_creature(f"knave-{number}", at=square)
    mask = move_mask(state, state.creatures["bulette-1"], own(state, "bulette-1"))
    assert mask == grid.around(middle, 2) & ~state.occupied() != 0


@pytest.mark.parametrize("kind", ["carcass-crawler", "gecko", "black-widow", "black-pudding"])
def test_climbers_pass_over_foes(kind: str) -> None:
    state = scene(f"knave v {kind}")
    actor = state.creatures[f"{kind}-1"]
    assert state.grid is not None and actor.at is not None
    around = state.grid.around(actor.at, sheet(actor).move_feet // 5) & ~state.occupied()
    assert move_mask(state, actor, sheet(actor)) == around


@pytest.mark.parametrize(
    ("kind", "weapon", "bite", "faces"),
    [
        ("rock-python", "bite", d4(1), d4(4, 4)),
        ("stirge", "beak", d3(1), (d3(3),)),
        ("giant-leech", "bite", d6(1), (d6(6),)),
    ],
)
def test_they_hold_on_and_hurt(kind: str, weapon: str, bite: int, faces: tuple[int, ...]) -> None:
    state = scene(f"knave v {kind}").with_creature("knave-1", hp=40, max_hp=40)
    do = act(state, Attack(f"{kind}-1", "knave-1", weapon), d20(15), bite)
    assert the(do, Seized).hold == "stuck"
    later = scripted(RULESET, do.state, *faces)
    digest(later, f"{kind}-1")
    assert creature(later, "knave-1").hp == 39 - sum(faces)


def test_a_cockatrice_turns_to_stone_and_a_cobra_blinds() -> None:
    stone = act(scene("knave v cockatrice"), Attack("cockatrice-1", "knave-1", "beak"), d20(15), d6(1), d20(2))
    assert the(stone, Felled).why == "turned to stone"
    spat = act(scene("knave v spitting-cobra"), Attack("spitting-cobra-1", "knave-1", "spit"), *d20(15, 2))
    assert bound(spat, "blinded") == ["knave-1"]


@pytest.mark.parametrize(("kind", "faces", "total"), [("chimera", d6(1, 2, 3), 6), ("hellhound", d6(1, 1, 1, 1), 4)])
def test_breath_by_the_dice(kind: str, faces: tuple[int, ...], total: int) -> None:
    state = scene(f"knave v {kind}").with_creature("knave-1", hp=40, max_hp=40)
    do = act(state, Attack(f"{kind}-1", "knave-1", "breath"), *faces)
    assert creature(do, "knave-1").hp == 40 - total


def test_rust_and_split_of_the_oozes() -> None:
    jelly = scripted(RULESET, scene("knave v ochre-jelly"))
    harm(jelly, "ochre-jelly-1", 3, kinds=("slashing",))
    assert "ochre-droplet-1" in jelly.state.creatures
    assert not events(jelly, ItemBroke)


def test_the_called_do_not_wander() -> None:
    called = ("catherine", "snail-knight", "animated-object", "animated-tree", "lesser-black-pudding", "ochre-droplet")
    assert not any(compendium.monsters()[kind].wanders for kind in called)


def test_mercenaries_stay_out_of_dungeons() -> None:
    state = delving_party(RULESET, cellar(RULESET), "knave", "mercenary", in_town=True)
    refusal = play.why_not(RULESET, state, "player", SetOut())
    assert refusal is not None and "will not go" in refusal.sentence
    with_hireling = delving_party(RULESET, cellar(RULESET), "knave", "hireling", in_town=True)
    assert play.why_not(RULESET, with_hireling, "player", SetOut()) is None
