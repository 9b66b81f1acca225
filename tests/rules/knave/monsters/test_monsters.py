"""What the monsters of the content can do, each executed."""

from __future__ import annotations

from tests.rules.knave.scenes import (
    RULESET,
    act,
    answer,
    carrying,
    has,
    on_sheet,
    rested,
    scene,
    scores,
    sheet_of,
    the,
    why_not,
)

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, BeginFight, EndStep, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.checks.healing import Rose
from underkeep.systems.knave.checks.holds import BreakFree, Released, Seized, digest
from underkeep.systems.knave.checks.wounds import MaxHpLost, Unharmed, harm
from underkeep.systems.knave.combat.moves_and_actions import Blink, BlinkTo
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.testing import d3, d4, d6, d8, d12, d20, rule
from underkeep.testing.builders import field, scripted
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Felled, Harmed
from underkeep.world.gear import Item, ItemBroke
from underkeep.world.state import State


def condition(do: Resolution, name: str, id: str = "knave-1") -> int | None:
    found = do.state.creatures[id].condition(name)
    return found.until if found else None


@rule("knave:combat.defenseless.kill", "knave:time.turn.length")
def test_a_ghoul_paralyses_and_then_kills() -> None:
    state = scene("knave v ghoul")
    do = act(state, Attack("ghoul-1", "knave-1", "claws and bite"), d20(15), d3(1), d20(12), *d4(1, 3))
    assert the(do, Died).creature == "knave-1"
    assert condition(do, "paralysed") == (1 + 3) * 600
    resisted = act(state, Attack("ghoul-1", "knave-1", "claws and bite"), d20(15), d3(1), *d20(13, 2, 2))
    assert condition(resisted, "paralysed") is None


def test_a_spiders_poison_and_a_werewolfs_bite_take_their_time() -> None:
    spider = act(
        scene("knave v giant-spider"), Attack("giant-spider-1", "knave-1", "bite"), d20(15), d6(1), d20(13), d4(2)
    )
    assert condition(spider, "poisoned") == 2 * 600
    wolf = act(
        scene("knave v werewolf"), Attack("werewolf-1", "knave-1", "bite"), d20(14), *d4(1, 1), d20(5), *d12(3, 4)
    )
    assert condition(wolf, "lycanthropy") == 7 * 86_400


@rule("knave:damage.immunity")
def test_immunities_of_the_content() -> None:
    state = scene("knave[silver sword,sword,spear,mace] v werewolf + skeleton")
    do = scripted(RULESET, state)
    harm(do, "werewolf-1", 5, kinds=("slashing",))
    harm(do, "skeleton-1", 2, kinds=("piercing",))
    assert sum(isinstance(e, Unharmed) for e in do.events) == 2
    harm(do, "werewolf-1", 5, kinds=("slashing", "silver"))
    harm(do, "skeleton-1", 2, kinds=("bludgeoning",))
    assert (do.state.creatures["werewolf-1"].hp, do.state.creatures["skeleton-1"].hp) == (13, 2)


def test_a_ghost_drains_and_possesses() -> None:
    state = on_sheet(
        scene("knave v ghost"),
        "knave-1",
        abilities=dict.fromkeys(("STR", "DEX", "INT", "WIS", "CHA"), 0) | {"CON": 1},
        slots=11,
    )
    state = carrying(state, "knave-1", *[an_item("rope")] * 11)
    drained = act(state, Attack("ghost-1", "knave-1", "life drain"), d20(5), d6(3))
    assert (sheet_of(drained.state, "knave-1").abilities["CON"], sheet_of(drained.state, "knave-1").slots) == (0, 10)
    assert len(drained.state.creatures["knave-1"].items) == 10
    possessed = act(state, Attack("ghost-1", "knave-1", "possession"), d20(20))
    assert the(possessed, Felled).why == "possessed"
    undead = scene("skeleton v ghost")
    assert why_not(undead, Attack("ghost-1", "skeleton-1", "possession"))


def test_a_cube_engulfs_and_digests() -> None:
    state = scene("knave[sword] v gelatinous-cube")
    do = act(state, Attack("gelatinous-cube-1", "knave-1", "touch"), d20(15), *d4(1, 1))
    x, y = state.creatures["knave-1"].at
    inside = rested(do.state)
    assert inside.creatures["knave-1"].at == inside.creatures["gelatinous-cube-1"].at
    moved = act(inside, Move("gelatinous-cube-1", (x, y))).state
    assert moved.creatures["knave-1"].at == (x, y)
    assert sheet_of(moved, "knave-1").hold == "engulfed"
    assert why_not(inside, Attack("gelatinous-cube-1", "knave-1", "touch"))
    assert why_not(inside, Move("knave-1", (x, y))) == "knave:combat.maneuver.list"
    assert why_not(inside, Attack("knave-1", "gelatinous-cube-1", "sword")) == ""
    cut = answer(
        act(scores(inside, "knave-1", STR=5), Attack("knave-1", "gelatinous-cube-1", "sword"), d20(20)), "no", d6(1)
    )
    assert not cut.state.prompts
    digested = scripted(RULESET, inside, *d4(2, 3))
    digest(digested, "gelatinous-cube-1")
    assert the(digested, Harmed).amount == 5
    freed = act(inside, BreakFree("knave-1"), d20(13))
    assert the(freed, Released).at not in (None, freed.state.creatures["gelatinous-cube-1"].at)


def test_a_frog_swallows_on_a_20_and_dies_to_set_free() -> None:
    state = scene("knave v giant-frog", gap=3)
    assert why_not(state, Attack("giant-frog-1", "knave-1", "bite")) == ""
    do = act(state, Attack("giant-frog-1", "knave-1", "bite"), d20(20), d4(2))
    assert not has(answer(do, "none"), Released)
    assert the(do, Seized).hold == "swallowed"
    inside = scripted(RULESET, do.state, d6(4))
    digest(inside, "giant-frog-1")
    assert sheet_of(inside.state, "knave-1").wounds == 4
    harm(inside, "giant-frog-1", 50)
    assert the(inside, Released).creature == "knave-1"
    assert not has(act(state, Attack("giant-frog-1", "knave-1", "bite"), d20(17), d4(2)), Seized)


def test_a_worm_swallows_when_it_beats_armour_by_5() -> None:
    state = on_sheet(scene("knave v purple-worm"), "purple-worm-1", level=0)
    state = carrying(state.with_creature("knave-1", hp=50, max_hp=50), "knave-1")
    assert has(act(state, Attack("purple-worm-1", "knave-1", "bite and sting"), d20(16), *d8(1, 1), d20(2)), Seized)
    assert not has(act(state, Attack("purple-worm-1", "knave-1", "bite and sting"), d20(15), *d8(1, 1), d20(2)), Seized)


def test_a_mimic_sticks() -> None:
    state = scene("knave[sword] v mimic")
    do = act(state.with_creature("knave-1", hp=50), Attack("mimic-1", "knave-1", "pseudopod"), d20(10), *d4(1, 1, 1))
    assert the(do, Seized).hold == "stuck"
    x, y = do.state.creatures["knave-1"].at
    assert why_not(do.state, Move("knave-1", (x - 1, y))) == "knave:combat.maneuver.list"
    assert why_not(do.state, Attack("knave-1", "mimic-1", "sword")) == ""


def test_an_owl_bear_rends_if_both_claws_hit() -> None:
    state = scene("knave v owl-bear").with_creature("knave-1", hp=90, max_hp=90)
    both = act(state, Attack("owl-bear-1", "knave-1", "claws and bite"), d20(14), d8(1), d20(14), *d8(2, 3, 4), d20(1))
    assert [e.roll.total for e in both.events if isinstance(e, DamageRolled)] == [1, 2, 7]
    one = act(state, Attack("owl-bear-1", "knave-1", "claws and bite"), *d20(1, 14), d8(2), d20(14), d8(3))
    assert [e.roll.total for e in one.events if isinstance(e, DamageRolled)] == [2, 3]


def test_a_rust_monster_eats_metal() -> None:
    state = carrying(
        scene("knave v rust-monster"), "knave-1", Item("club", "Club", "hand"), Item("helmet", "Helmet", "worn")
    )
    assert the(act(state, Attack("rust-monster-1", "knave-1", "feelers"), d20(10)), ItemBroke).name == "Helmet"
    sword = carrying(state, "knave-1", Item("sword", "Sword", "hand"))
    hit = answer(act(sword, Attack("knave-1", "rust-monster-1", "sword"), d20(17)), "no", d6(1))
    assert the(hit, ItemBroke).name == "Sword"
    bruised = answer(act(state, Attack("knave-1", "rust-monster-1", "club"), d20(17)), "no", d6(1))
    assert not has(bruised, ItemBroke)


def test_a_basilisks_gaze() -> None:
    state = scene("knave[sword,bow] v basilisk")
    asked = act(state, Attack("knave-1", "basilisk-1", "sword"))
    averted = answer(asked, "avert", d20(15))
    assert ("eyes averted", -5) in the(averted, AttackRolled).roll.modifiers
    assert the(answer(asked, "look", d20(16)), Felled).why == "turned to stone"
    lucky = answer(asked, "look", *d20(17, 2))
    assert the(lucky, AttackRolled).roll.modifiers == ()


def test_a_dragon_breathes_its_hit_points() -> None:
    state = scene("3 knave v dragon", gap=4).with_creature("dragon-1", hp=12)
    x, y = state.creatures["dragon-1"].at
    state = state.with_creature("knave-1", at=(x - 4, y)).with_creature("knave-2", at=(x - 4, y + 2))
    state = state.with_creature("knave-3", at=(x - 4, y + 4))
    do = act(state, Attack("dragon-1", "knave-1", "breath"))
    assert {e.creature: e.amount for e in do.events if isinstance(e, Harmed)} == {"knave-1": 12, "knave-2": 12}
    assert why_not(state.with_creature("knave-1", at=(x - 19, y)), Attack("dragon-1", "knave-1", "breath"))


def test_a_harpys_song_charms_those_who_fail() -> None:
    state = scene("2 knave[sword] v harpy")
    do = act(state, Attack("harpy-1", "knave-1", "song"), *d20(14, 13))
    assert not do.state.creatures["knave-1"].conditions
    assert do.state.creatures["knave-2"].condition("charmed")
    assert why_not(do.state, Attack("knave-2", "harpy-1", "sword"))
    assert why_not(rested(do.state), Attack("harpy-1", "knave-1", "song"))
    woken = scripted(RULESET, do.state)
    harm(woken, "knave-2", 1)
    assert not woken.state.creatures["knave-2"].conditions


def test_a_blink_dog_blinks() -> None:
    state = scene("knave v blink-dog")
    x, y = state.creatures["blink-dog-1"].at
    blinking = act(state, Blink("blink-dog-1"), d4(2)).state
    assert why_not(blinking, BlinkTo("blink-dog-1", (x, y + 4))) == ""
    assert why_not(blinking, BlinkTo("blink-dog-1", (x, y + 5)))
    there = act(blinking, BlinkTo("blink-dog-1", (x, y + 4))).state
    assert there.creatures["blink-dog-1"].at == (x, y + 4)
    assert why_not(there, BlinkTo("blink-dog-1", (x, y)))


def test_a_bulette_leaps_when_cornered() -> None:
    state = scene("4 knave v bulette")
    x, y = state.creatures["bulette-1"].at
    leap = Attack("bulette-1", "knave-4", "leap")
    assert why_not(state, leap)
    for id, at in (("knave-1", (x - 1, y)), ("knave-2", (x + 1, y)), ("knave-3", (x, y + 1)), ("knave-4", (x, y - 4))):
        state = state.with_creature(id, at=at)
    state = state.with_creature("bulette-1", at=(x, y))
    assert why_not(state, leap) == ""
    do = act(state, leap, *d20(1, 1, 1, 1))
    landed = do.state.creatures["bulette-1"].at
    assert max(abs(landed[0] - x), abs(landed[1] - (y - 4))) == 1


def fought(state: State, *turns: tuple[str, Action | None, tuple[int, ...]]) -> Resolution:
    """A whole fight begun, then these actions of these sides; None ends the side's turn."""
    do = play.resolve(RULESET, state, REFEREE, BeginFight(), Scripted(d20(20)))
    for side, action, faces in turns:
        dice = Scripted(*faces)
        do = play.resolve(RULESET, do.state, side, action or EndStep(side), dice)
        dice.finish()
    return do


def test_a_troll_regrows_and_rises_again_unless_burnt() -> None:
    state = field(RULESET, "knave v 2 troll", gap=6).with_creature("troll-1", hp=10)
    regrown = fought(state, ("a", None, (d6(4),)))
    assert regrown.state.creatures["troll-1"].hp == 14
    down = scripted(RULESET, regrown.state, *d6(1, 1))
    harm(down, "troll-1", 20)
    assert down.state.creatures["troll-1"].status == "down"
    now = play.resolve(RULESET, down.state, "b", EndStep("b"), Scripted(*d6(3, 3))).state
    now = play.resolve(RULESET, now, "a", EndStep("a"), Scripted()).state
    risen = play.resolve(RULESET, now, "b", EndStep("b"), Scripted(d6(5)))
    assert the(risen, Rose).hp == 5
    assert risen.state.creatures["troll-1"].status == "up"
    burnt = scripted(RULESET, regrown.state)
    harm(burnt, "troll-1", 10, kinds=("fire",))
    assert the(burnt, MaxHpLost).max_hp == 18
