"""Who sees whom by day, by night and in the dark."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import against, below, one, with_items
from tests.rules.rampage.scene import hero, monster, options, refused_by, scene, scripted, spent, the, why_not

from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import PickLock
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import vision
from underkeep.systems.rampage.attacks.events import attack_on
from underkeep.systems.rampage.basics.battle import RampageBattle
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d8, d20, rule
from underkeep.testing.builders import perform
from underkeep.world.creature import AttackRolled
from underkeep.world.fight import Fight, Step
from underkeep.world.light import Light
from underkeep.world.state import State

DARK, NIGHT = ("dark",), ("night",)


def by_light(state: State, bearer: str, radius: int = 20) -> State:
    return replace(state, lights=(Light("l", bearer, "torches", "Torch", radius, None),))


def act(state: State, action: Attack, *faces: int) -> Resolution:
    """The blow, and nothing that follows by itself."""
    do = scripted(state, *faces)
    perform(do, action)
    return do


def two(race: str = "man", switches: tuple[str, ...] = DARK, apart: int = 1, kind: str = "orc") -> State:
    return scene(hero("hero", (5, 5), race=race), monster("orc", (5 + apart, 5), kind), switches=switches)


@rule("rampage:vision.who")
@pytest.mark.parametrize(
    ("race", "sees"),
    [("man", ("normal",)), ("halfling", ("normal",)), ("elf", ("night",)), ("dwarf", ("cave",)),
     ("gnome", ("night", "cave"))],
)  # fmt: skip
def test_what_each_people_sees(race: str, sees: tuple[str, ...]) -> None:
    assert set(vision.vision(hero("hero", race=race))) == set(sees)
    assert vision.vision(monster("orc")) == ("normal", "cave")
    assert vision.vision(monster("bandit", kind="bandit")) == ("normal",)


@rule("rampage:vision.normal.dungeon-dark", "rampage:vision.normal.dark-targets")
def test_a_man_in_the_dark_strikes_only_at_those_who_struck_him() -> None:
    state = two()
    assert not any(isinstance(a, Attack) for a in options(state, "hero"))
    struck = spent(state, "orc", "attack", attack_on("hero"))
    do = act(struck, Attack("hero", "orc", "sword"), d20(10))
    rolled = the(do, AttackRolled)
    assert ("darkness", -5) in rolled.roll.modifiers
    assert "rampage:vision.normal.dungeon-dark" in rolled.rule
    elsewhere = spent(state, "orc", "attack", attack_on("somebody"))
    assert why_not(elsewhere, Attack("hero", "orc", "sword")) is not None


@rule("rampage:vision.normal")
def test_by_any_light_everybody_sees() -> None:
    lit = by_light(two(), "hero")
    rolled = the(act(lit, Attack("hero", "orc", "sword"), d20(10)), AttackRolled)
    assert all(source != "darkness" for source, _ in rolled.roll.modifiers)
    assert not vision.can_see(by_light(two(apart=5), "hero"), *_pair(two(apart=5)))
    assert vision.can_see(by_light(two(apart=4), "hero"), *_pair(two(apart=4)))


def _pair(state: State) -> tuple:  # type: ignore[type-arg]
    return state.creatures["hero"], state.creatures["orc"]


@rule("rampage:vision.night.underground", "rampage:vision.night")
def test_elves_see_under_the_stars_and_not_under_a_roof() -> None:
    cave = two("elf")
    assert not vision.can_see(cave, *_pair(cave))
    assert vision.penalty(cave, *_pair(cave))[1] == "rampage:vision.night.underground"
    open_sky = two("elf", NIGHT, apart=12)
    assert vision.can_see(open_sky, *_pair(open_sky))
    assert vision.penalty(open_sky, *_pair(open_sky)) == (None, "rampage:vision.night")


@rule("rampage:vision.cave")
@pytest.mark.parametrize(("apart", "sees"), [(1, True), (4, True), (5, False)])
def test_cave_vision_reaches_four_inches(apart: int, sees: bool) -> None:
    state = two("dwarf", apart=apart)
    assert vision.can_see(state, *_pair(state)) is sees
    if apart == 1:
        assert vision.penalty(state, *_pair(state)) == (None, "rampage:vision.cave")


@rule("rampage:vision.cave.rear-attack")
def test_out_of_the_dark_every_blow_is_from_behind() -> None:
    state = scene(hero("hero", (5, 5), gear=("sword", "shield")), monster("orc", (6, 5)), switches=DARK)
    state = replace(state, fight=Fight(1, (Step("act", ("orc",)),), True, battle=RampageBattle({"hero": 2})))
    rolled = the(act(state, Attack("orc", "hero", "sword"), d20(2)), AttackRolled)
    assert ("rear", 2) in rolled.roll.modifiers
    assert "rampage:vision.cave.rear-attack" in rolled.rule
    for other in (by_light(state, "hero"), replace(state, switches=())):
        plain = the(act(other, Attack("orc", "hero", "sword"), d20(2)), AttackRolled)
        assert ("rear", 2) not in plain.roll.modifiers
    dwarf = scene(hero("hero", (5, 5), race="dwarf"), monster("orc", (6, 5)), switches=DARK)
    assert not vision.strikes_unseen(dwarf, dwarf.creatures["orc"], dwarf.creatures["hero"])


@rule("rampage:vision.normal.night-range", "rampage:vision.normal.night-penalty")
@pytest.mark.parametrize(("apart", "sees"), [(6, True), (7, False)])
def test_at_night_normal_vision_reaches_six_inches(apart: int, sees: bool) -> None:
    state = scene(hero("hero", (5, 5), gear=("short-bow",)), monster("orc", (5 + apart, 5)), switches=NIGHT)
    shots = [a for a in options(state, "hero") if isinstance(a, Attack)]
    assert bool(shots) is sees
    fight = replace(state.fight, battle=RampageBattle(night=-3))  # type: ignore[type-var]
    less = vision.penalty(replace(state, fight=fight), *_pair(state))[0]
    assert less is not None and less.amount == -3
    elf = two("elf", NIGHT)
    assert vision.penalty(elf, *_pair(elf))[0] is None


@rule("rampage:vision.normal.night-penalty")
def test_the_judge_says_how_dark_the_night_is() -> None:
    from underkeep.kernel.dice import Scripted
    from underkeep.procedures.resolution import Resolution

    state = two(switches=NIGHT)
    assert vision.night_penalty(Resolution(state, Scripted(), RULESET)) == -3
    ruled = Resolution(state, Scripted(), RULESET, {"rampage:vision.normal.night-penalty": "-1"})
    assert vision.night_penalty(ruled) == -1
    assert vision.night_penalty(Resolution(two(switches=()), Scripted(), RULESET)) == 0


@rule("rampage:vision.cave.no-fine-work")
def test_no_lock_is_picked_without_light() -> None:
    from underkeep.systems.rampage.basics.barriers import Bar
    from underkeep.testing.builders import cellar

    place = cellar(RULESET)
    locked = replace(place.doors["door-1"], barrier=Bar("locked"), tried=True)
    place = replace(place, doors={**place.doors, "door-1": locked})
    gnome = with_items(one(race="gnome", kind="delver"), "tool-kit")
    from tests.rules.rampage.delve import PASSAGE, why

    assert against(below(gnome, at=PASSAGE, dungeon=place), PickLock("hero", "door-1")) == "vision.cave.no-fine-work"
    assert why(below(gnome, at=PASSAGE, dungeon=place, lights=("hero",)), PickLock("hero", "door-1")) is None


@rule("rampage:vision.normal.dark-hold")
def test_the_blinded_may_wait_for_the_blow() -> None:
    """Steps of the round: the first side, the second, and then those of the first whom the dark blinds."""
    from underkeep.systems.rampage.combat import surprise_rounds

    state = two()
    assert surprise_rounds.delayed(state, ["a", "b"]) == (Step("hold", ("hero",), "a"),)
    assert surprise_rounds.delayed(two("dwarf"), ["a", "b"]) == ()
    assert surprise_rounds.delayed(two(switches=()), ["a", "b"]) == ()
    held = replace(state, fight=Fight(1, (Step("hold", ("hero",), "a"),), True, battle=RampageBattle()))
    assert not list(play.legal_actions(RULESET, held, "a", "hero"))[1:]
    struck = spent(held, "orc", "attack", attack_on("hero"))
    do = act(struck, Attack("hero", "orc", "sword"), d20(18), d8(1))
    assert any("rampage:vision.normal.dark-hold" in event.rule for event in do.events)


@rule("rampage:vision.normal")
def test_how_far_a_party_sees() -> None:
    man, dwarf = one(), one("dwarf", race="dwarf")
    assert vision.sees_feet(below(man), man) == 0
    assert vision.sees_feet(below(dwarf), dwarf) == 20
    assert vision.sees_feet(below(man, lights=("hero",)), man) == 20
    assert refused_by(scene(hero("hero", (5, 5)), monster("orc", (9, 9))), Attack("hero", "orc", "sword"))
