"""Blows and shots: what lies just on either side of each number, and what has nothing to do with them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import below, home, one
from tests.rules.rampage.scene import (
    all_of,
    hero,
    monster,
    scene,
    scripted,
    the,
    under,
)

from underkeep.kernel.event import Modifier
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import attacks, breath, death, missiles, morale, movement, rage, strikes, vision
from underkeep.systems.rampage.attacks.breath import BREATHED, Breathe, Breathed
from underkeep.systems.rampage.attacks.events import AttackBegun, EscapeRolled, Fumbled, OutOfSight
from underkeep.systems.rampage.attacks.manoeuvres import _special_blows
from underkeep.systems.rampage.attacks.matrices import weapon_blow
from underkeep.systems.rampage.attacks.monster_effects import poison
from underkeep.systems.rampage.attacks.rage import FoughtOn
from underkeep.systems.rampage.attacks.strikes import Circumstances
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import with_battle
from underkeep.systems.rampage.basics.campaign import Service, campaign
from underkeep.systems.rampage.basics.compendium import Poison
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Harmed, Healed, SaveRolled
from underkeep.world.encounter import SurpriseRolled
from underkeep.world.fight import FightEnded
from underkeep.world.grid import Grid
from underkeep.world.light import Light
from underkeep.world.party import PartyLeft
from underkeep.world.state import State

DARK = ("dark",)


def man(kind: str = "warrior", level: int = 1, gear: tuple[str, ...] = ("sword",), **more: object) -> Creature:
    return hero("man", more.pop("at", (5, 5)), kind, level=level, gear=gear, **more)  # type: ignore[arg-type]


def orc(id: str = "orc", at: tuple[int, int] = (6, 5), **more: object) -> Creature:
    return monster(id, at, **more)  # type: ignore[arg-type]


def lit(state: State, bearer: str, radius: int = 5) -> State:
    return replace(state, lights=(Light("l", bearer, "torches", "Torch", radius, None),))


# In melee


@rule("rampage:combat.rampage.monster-listed")
def test_a_routine_goes_to_whom_it_was_meant_for() -> None:
    troll = monster("troll", (5, 5), "troll", hp=30)
    other, meant = hero("other", (4, 5), side="b", hp=30), hero("meant", (6, 5), side="b", hp=30)
    state = scene(replace(troll, side="a"), other, meant)
    do = scripted(state, *[d20(2)] * 3)
    attacks._natural_attacks(do, "troll", "meant")
    assert [e.target for e in all_of(do, AttackRolled)] == ["meant"] * 3


@rule("rampage:vision.normal.dark-hold")
@pytest.mark.parametrize("phase", ["act", "hold"])
def test_only_a_held_blow_comes_of_the_dark(phase: str) -> None:
    state = scene(man(), orc())
    assert state.fight is not None
    steps = tuple(replace(step, phase=phase) for step in state.fight.steps)
    do = scripted(replace(state, fight=replace(state.fight, steps=steps)))
    attacks._use_attack(do, state.creatures["man"], state.creatures["orc"], "sword")
    assert ("rampage:vision.normal.dark-hold" in the(do, AttackBegun).rule) is (phase == "hold")


@rule("rampage:combat.space.swing", "rampage:vision.normal.dark-targets")
@pytest.mark.parametrize(("race", "switches", "sees"), [
    ("man", (), True), ("dwarf", DARK, True), ("man", DARK, False),
])  # fmt: skip
def test_who_can_be_struck_in_the_dark(race: str, switches: tuple[str, ...], sees: bool) -> None:
    state = scene(man(race=race), orc(), switches=switches)
    assert [t.id for t in attacks.melee_targets(state, state.creatures["man"], "sword")] == ["orc"] * sees
    assert vision.may_target(state, state.creatures["man"], state.creatures["orc"]) is sees


@rule("rampage:class.ability.two-ax")
@pytest.mark.parametrize(("places", "pair"), [
    (("hand", "hand"), True), (("hand", "belt"), False), (("belt", "hand"), False),
])  # fmt: skip
def test_two_axes_must_be_in_two_hands(places: tuple[str, str], pair: bool) -> None:
    delver = man("delver", 4, ("hand-ax", "hand-ax", "shield"))
    axes = iter(places)
    items = tuple(replace(i, place=next(axes) if i.kind == "hand-ax" else "hand") for i in delver.items)
    assert bool(attacks.off_hand(replace(delver, items=items), "hand-ax")) is pair
    broken = tuple(replace(i, place="hand", broken=i is delver.items[0]) for i in delver.items)
    assert not attacks.off_hand(replace(delver, items=broken), "hand-ax")


def unseen(state: State, id: str) -> State:
    return with_battle(state, out_of_sight=(id,))


@rule("rampage:encounter.surprise.reappear", "rampage:encounter.surprise.reappear-judge")
@pytest.mark.parametrize(("face", "hidden"), [(2, True), (3, False)])
def test_a_monster_that_reappears_surprises_on_two(face: int, hidden: bool) -> None:
    state = unseen(scene(man(), orc()), "orc")
    do = scripted(state, d6(face))
    do.rulings = {"rampage:encounter.surprise.reappear-judge": "allowed"}
    attacks.reappear(do, state.creatures["orc"], state.creatures["man"])
    assert the(do, SurpriseRolled).roll.needed == 2
    assert bool(do.state.creatures["orc"].condition("hidden")) is hidden
    knew = scripted(state)
    attacks.reappear(knew, state.creatures["orc"], state.creatures["man"])
    assert not all_of(knew, SurpriseRolled) and the(knew, OutOfSight).creatures == ()


# Breath


def wyrm(**more: object) -> Creature:
    return monster("wyrm", (5, 5), "dragon-whelp", hp=30, **more)  # type: ignore[arg-type]


@rule("rampage:monster.breath.injury", "rampage:monster.breath.not-locked")
def test_whom_a_breath_reaches_and_how_often() -> None:
    far = [hero("a", (11, 5), side="x"), hero("b", (11, 6), side="x"), hero("c", (11, 7), side="x")]
    state = scene(replace(wyrm(), side="a"), *(replace(c, side="b") for c in far))
    assert breath.why_not(state, Breathe("wyrm", "a")) is None
    for breaths in (1, 2, 3):
        do = scripted(state, *d6(1, 1), d20(20), d20(20))
        breath.breathe(do, Breathe("wyrm", "a"))
        used = do.state.creatures["wyrm"].condition(BREATHED)
        assert used is not None and used.level == breaths
        assert the(do, Breathed).targets == ("a", "b")
        state = replace(do.state, fight=replace(do.state.fight, spent={}))
        assert (breath.why_not(state, Breathe("wyrm", "a")) is None) is (breaths < 3)


@rule("rampage:monster.breath.not-locked")
def test_at_whom_a_dragon_breathes() -> None:
    friend = orc("friend", (5, 9))
    near, far = hero("near", (12, 5)), hero("far", (13, 5))
    dead = replace(hero("dead", (10, 5)), status="dead")
    state = scene(replace(wyrm(), side="b"), friend, near, far, dead)
    assert breath.why_not(state, Breathe("wyrm", "near")) is None
    for target in ("far", "friend", "dead", "nobody"):
        refusal = breath.why_not(state, Breathe("wyrm", target))
        assert refusal is not None and refusal.rule == "rampage:monster.breath.not-locked"


# Death


@rule("rampage:death.messed-up.cha")
def test_the_last_of_ones_own_henchmen_deserts() -> None:
    serving = {"h1": Service("hero", "henchman", 0), "h2": Service("hero", "henchman", 0)}
    others = {"h3": Service("other", "henchman", 0), "h4": Service("hero", "mercenary", 0)}
    people = [one(id) for id in ("other", "h1", "h2", "h3", "h4")]
    state = below(one(), *people, services={**serving, **others})
    assert state.party is not None
    state = replace(state, party=replace(state.party, members=("hero", "other", "h2", "h3", "h4")))
    do = scripted(state)
    death._lose_henchman(do, "hero", ())
    assert [e.creature for e in all_of(do, PartyLeft)] == ["h2"]
    alone = scripted(below(one(), one("h1"), services={"h1": Service("hero", "henchman", 0)}))
    death._lose_henchman(alone, "hero", ())
    assert [e.creature for e in all_of(alone, PartyLeft)] == ["h1"]


@rule("rampage:death.near-death-timing")
@pytest.mark.parametrize(("hp", "falls"), [(0, True), (1, False)])
def test_who_was_healed_while_he_fought_on_stays_up(hp: int, falls: bool) -> None:
    bear = replace(one(kind="berserker", level=3), hp=hp)
    do = scripted(home(bear, fights_on={"hero": (8, 0)}))
    death.after_battle(do, FightEnded("party", 3))
    assert (do.state.creatures["hero"].status != "up") is falls
    assert campaign(do.state).fights_on == {}


# Rage


@rule(
    "rampage:class.berserker.fight-on", "rampage:class.berserker.fight-on-roll", "rampage:class.berserker.fight-on-end"
)
def test_a_fate_is_rolled_once_and_due_once() -> None:
    bear = replace(man("berserker", 2), hp=0, conditions=(Condition("rage"),))
    for face, on in ((1, False), (2, True)):
        do = scripted(scene(bear, orc()), d8(face))
        assert rage.fights_on(do, bear, 3) is on
        assert campaign(do.state).fights_on == {"man": (face, 0)}
    assert rage.fights_on(do, bear, 4) is True
    assert campaign(do.state).fights_on == {"man": (2, 4)}
    assert rage.fights_on(do, bear, 1) is False
    fate = rage.stored(do, "man")
    assert fate is not None and fate.faces == (2,)
    assert (all_of(do, FoughtOn)[-1].face, all_of(do, FoughtOn)[-1].below) == (0, 0)
    assert campaign(do.state).fights_on == {} and rage.stored(do, "man") is None


@rule("rampage:class.berserker.rage-trigger")
def test_whom_rage_takes_and_leaves() -> None:
    for creature, rages in (
        (man("berserker"), True),
        (man(), False),
        (replace(man("berserker"), status="down"), False),
        (replace(man("berserker"), conditions=(Condition("rage"),)), False),
        (replace(man("berserker"), conditions=(Condition("prone"),)), True),
    ):
        do = scripted(scene(creature, orc()))
        rage.kindle(do, creature)
        assert bool(all_of(do, ConditionGained)) is rages
    prone = scripted(under(scene(man("berserker"), orc()), "man", "prone"))
    rage.cool(prone, FightEnded("a", 2))
    assert not all_of(prone, ConditionEnded)


@rule("rampage:class.berserker.no-prisoners")
def test_what_is_no_rage_hinders_no_special_blow() -> None:
    state = under(scene(man(), orc()), "man", "spotted")
    assert _special_blows(state, state.creatures["man"])


@rule("rampage:class.berserker.rage-damage")
@pytest.mark.parametrize(("kind", "with_rage"), [("sword", True), ("javelin", True), ("longbow", False), ("", True)])
def test_rage_goes_into_throws_and_no_bow(kind: str, with_rage: bool) -> None:
    assert strikes._is_thrown_or_melee(kind) is with_rage


# Shots


def ambush(round_: int, *conditions: str, surprise: tuple[str, ...] = ()) -> Circumstances:
    state = with_battle(scene(man("scout"), orc(at=(12, 5)), number=round_), surprise=surprise)
    state = under(state, "man", *conditions)
    around = Circumstances()
    missiles._from_ambush(state, state.creatures["man"], around)
    return around


@rule("rampage:class.jack.back-stab-missile")
@pytest.mark.parametrize(("round_", "conditions", "surprise", "stabs"), [
    (1, (), ("man",), True), (2, (), ("man",), False), (1, (), ("orc",), False), (1, (), (), False),
    (3, ("hidden",), (), True), (3, ("invisible",), (), True), (3, ("prone",), (), False),
])  # fmt: skip
def test_when_a_shot_stabs(round_: int, conditions: tuple[str, ...], surprise: tuple[str, ...], stabs: bool) -> None:
    assert bool(ambush(round_, *conditions, surprise=surprise).hit) is stabs


@rule("rampage:combat.missile.double-shot", "rampage:class.ability.arrow-storm")
@pytest.mark.parametrize(("level", "marks", "again"), [
    (1, (), False), (1, ("shot",), True), (1, ("shot", "move"), False), (1, ("shot", "move", "shot"), False),
    (6, ("shot", "move", "shot"), True), (6, ("shot", "move", "shot", "shot"), False), (6, (), False),
])  # fmt: skip
def test_how_often_a_bow_shoots(level: int, marks: tuple[str, ...], again: bool) -> None:
    scout, bow = man("scout", level, ("short-bow",)), compendium.weapons()["short-bow"]
    assert missiles._may_shoot_again(scout, bow, ("attack", *marks)) is again


RANGES = (5, 10, 15)


def shot(state: State, bow: bool = False) -> tuple[bool, bool]:
    return missiles.can_hit_with_missile(state, state.creatures["man"], state.creatures["orc"], RANGES, bow)


@rule("rampage:combat.missile.no-target-in-melee", "rampage:combat.rank.shoot-at", "rampage:class.ability.precise-shot")
def test_what_cannot_be_shot_at_cannot_be_shot_over() -> None:
    scout = man("scout", 1, ("short-bow",))
    assert shot(scene(scout, orc(at=(20, 5)))) == (True, False)
    assert shot(scene(scout, orc(at=(21, 5)))) == (False, False)
    assert shot(scene(scout, orc(at=(7, 5)))) == (True, False)
    assert shot(scene(scout, orc(at=(6, 5)))) == (False, False)
    assert shot(scene(scout, orc(at=(12, 5)), switches=DARK)) == (False, False)
    assert shot(under(scene(scout, orc(at=(12, 5))), "man", "distracted by orc")) == (False, False)
    assert shot(scene(scout, orc(at=(12, 5)), hero("friend", (12, 6)))) == (False, False)
    assert shot(scene(scout, orc(at=(12, 5)), orc("guard", (11, 5)))) == (False, False)


@rule("rampage:class.ability.precise-shot", "rampage:combat.missile.overhead-protected")
def test_a_precise_shot_passes_one_guard_and_no_more() -> None:
    scout, guard = man("scout", 2, ("short-bow",)), orc("guard", (11, 5))
    assert shot(scene(scout, orc(at=(12, 5)), guard)) == (True, False)
    assert shot(scene(scout, orc(at=(12, 5)), guard, orc("other", (10, 5)))) == (False, False)
    assert shot(scene(scout, orc(at=(12, 5)), guard, orc("other", (9, 5)))) == (False, False)


# Nerves


@rule("rampage:morale.roll")
def test_each_breaks_by_its_own_number() -> None:
    state = scene(man(), orc("a", (20, 5), morale=6), orc("b", (20, 7), morale=8), orc("c", (20, 9), morale=9))
    do = scripted(state, *d6(4, 4))
    morale.check(do, "b", "a test", [state.creatures[id] for id in ("a", "b", "c")], "rampage:morale.trigger.leader")
    assert [e.creature for e in all_of(do, ConditionGained)] == ["a"]


@rule("rampage:morale.number")
def test_a_leader_heartens_others_and_not_himself() -> None:
    kind = next(k for k, m in compendium.monsters().items() if m.leader)
    more = compendium.monsters()[kind].followers_morale
    hireling = hero("hireling", (20, 9), side="b")
    own = hireling.sheet
    hireling = replace(hireling, sheet=replace(own, morale=7))  # type: ignore[type-var]
    state = scene(man(), orc("a", (20, 5), morale=7), monster("boss", (20, 7), kind, morale=7), hireling)
    assert morale.rating(state, state.creatures["a"]) == 7 + more
    assert morale.rating(state, state.creatures["hireling"]) == 7 + more
    assert morale.rating(state, state.creatures["boss"]) == 7


@rule("rampage:combat.escape.roll", "rampage:class.jack.escape-melee")
@pytest.mark.parametrize(("kind", "cited"), [("scout", True), ("warrior", False)])
def test_what_an_escape_goes_by(kind: str, cited: bool) -> None:
    do = scripted(scene(man(kind), orc()), d20(1))
    morale.roll_escape(do, do.state.creatures["man"])
    assert ("rampage:class.jack.escape-melee" in the(do, EscapeRolled).rule) is cited


@rule("rampage:class.ability.tunnel-fighter.pass")
@pytest.mark.parametrize(("side", "passes"), [("a", True), ("b", False)])
def test_a_tunnel_fighter_goes_through_no_enemy_not_even_one_who_flees(side: str, passes: bool) -> None:
    grid = Grid(40, 5, tuple((x, y) for x in range(40) for y in range(5) if y != 2))
    delver, blocking = man("delver", 3, ("dagger",), at=(5, 2)), orc(at=(7, 2), side=side)
    state = under(scene(delver, blocking, grid=grid, switches=("indoors",)), "orc", "fleeing")
    mask = movement.move_mask(state, state.creatures["man"])
    assert mask & grid.bit((6, 2)) and bool(mask & grid.bit((8, 2))) is passes


# Poison, fumbles, blades


@rule("rampage:monster.touch.unhindered")
@pytest.mark.parametrize("bonus", [0, 2])
def test_weak_poison_is_easier_to_bear(bonus: int) -> None:
    do = scripted(scene(man(), orc()), d20(20))
    poison(do, "man", Poison(save_modifier=bonus))
    weak = [m.amount for m in the(do, SaveRolled).roll.modifiers if m.source == "weak poison"]
    assert weak == ([bonus] if bonus else [])


@rule("rampage:combat.fumble.natural")
def test_who_fumbles_what_he_no_longer_holds_falls() -> None:
    do = scripted(scene(man(gear=()), orc()))
    strikes.fumble(do, "man", weapon_blow("sword"))
    assert the(do, Fumbled).effect == "prone"


@rule("rampage:class.ability.blade-of-doom.heal")
@pytest.mark.parametrize(("hp", "healed"), [(12, None), (11, (1, 12)), (10, (2, 12)), (5, (2, 7))])
def test_a_blade_gives_back_no_more_than_was_lost(hp: int, healed: tuple[int, int] | None) -> None:
    do = scripted(scene(replace(man("punisher", 1, ("blade-of-doom",)), hp=hp, max_hp=12), orc()))
    strikes._drink(do, "man", "blade-of-doom")
    assert [(e.amount, e.hp) for e in all_of(do, Healed)] == ([] if healed is None else [healed])


def struck(state: State, kind: str, *faces: int, around: Circumstances | None = None) -> Resolution:
    do = scripted(state, *faces)
    strikes.strike(do, "man", "orc", weapon_blow(kind), around or Circumstances())
    return do


@rule("rampage:combat.attack.damage")
def test_no_blow_does_less_than_nothing() -> None:
    around = Circumstances()
    around.damage.append(Modifier("feeble", -9))
    around.after = 5
    do = struck(scene(man(), orc(hp=20)), "sword", d20(19), d8(8), around=around)
    assert (the(do, Harmed).amount, the(do, Harmed).hp) == (5, 15)
    around.after = 0
    assert not all_of(struck(scene(man(), orc(hp=20)), "sword", d20(19), d8(8), around=around), Harmed)
    fatal = struck(scene(man(), orc(hp=3)), "sword", d20(19), d8(8))
    assert the(fatal, Harmed).hp == 0


@rule("rampage:class.ability.double-dagger")
@pytest.mark.parametrize(("level", "faces"), [(6, (d4(3),)), (7, (d4(3), d4(3)))])
def test_what_a_double_dagger_goes_by(level: int, faces: tuple[int, ...]) -> None:
    do = struck(scene(man("thief", level, ("dagger",)), orc(hp=30)), "dagger", d20(19), *faces)
    assert ("rampage:class.ability.double-dagger" in the(do, DamageRolled).rule) is (level == 7)


@rule("rampage:task.venom-harvest.dose")
def test_venom_waits_for_a_blow_that_wounds() -> None:
    coated = under(scene(man(), orc(hp=20)), "man", "venom on sword")
    around = Circumstances()
    around.damage.append(Modifier("feeble", -9))
    assert not all_of(struck(coated, "sword", d20(19), d8(8), around=around), ConditionEnded)
    stung = struck(coated, "sword", d20(19), d8(8), d20(20))
    assert all_of(stung, ConditionEnded)


# Sight


@rule("rampage:vision.normal", "rampage:vision.cave")
def test_who_sees_whom() -> None:
    def sees(state: State) -> bool:
        return vision.can_see(state, state.creatures["man"], state.creatures["orc"])

    day = scene(man(), orc())
    assert sees(day) and sees(under(day, "man", "prone"))
    assert not sees(under(day, "man", vision.BLIND))
    assert not vision.may_target(under(day, "man", vision.BLIND), under(day, "man", vision.BLIND).creatures["man"],
                                 day.creatures["orc"])  # fmt: skip


@rule("rampage:vision.normal", "rampage:vision.cave")
@pytest.mark.parametrize(("race", "conditions", "lights", "feet"), [
    ("man", (), (), 0), ("dwarf", (), (), 20), ("man", (), ("hero",), 20), ("dwarf", ("blind",), ("hero",), 0),
])  # fmt: skip
def test_how_far_one_sees_below(race: str, conditions: tuple[str, ...], lights: tuple[str, ...], feet: int) -> None:
    walker = replace(one(race=race), conditions=tuple(Condition(name) for name in conditions))
    assert vision.sees_feet(below(walker, lights=lights), walker) == feet


@rule("rampage:vision.cave.rear-attack")
@pytest.mark.parametrize(("bearer", "unseen_"), [("", True), ("man", False), ("orc", False)])
def test_light_on_either_gives_a_blow_away(bearer: str, unseen_: bool) -> None:
    state = scene(man(), orc(at=(8, 5)), switches=DARK)
    state = lit(state, bearer) if bearer else state
    assert vision.strikes_unseen(state, state.creatures["orc"], state.creatures["man"]) is unseen_


@rule("rampage:vision.normal.night-penalty")
@pytest.mark.parametrize(
    ("day", "penalty"), [(1, -5), (6, -5), (7, -3), (13, -3), (14, -1), (20, -1), (21, -3), (28, -5)]
)
def test_the_moon_wanes_and_waxes(day: int, penalty: int) -> None:
    state = replace(home(one()), now=(day - 1) * DAY, switches=("night",))
    do = scripted(state)
    assert vision.night_penalty(do) == penalty
