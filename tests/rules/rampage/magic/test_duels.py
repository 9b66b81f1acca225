"""Power duels and counter-spells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.casters import caster
from tests.rules.rampage.scene import act, all_of, hero, monster, options, refused_by, scene, spent, the, why_not

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.systems.rampage.magic.duels import PowerDuel, PowerMatched
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d4, d6, rule
from underkeep.world.creature import Creature, Harmed
from underkeep.world.fight import Spent, Step
from underkeep.world.state import State

DUEL = PowerDuel("mage", "priest")


def mage(**more: object) -> Creature:
    more = {"mastered": ("spark", "mage-bolt"), "gear": ("staff-focus",), "level": 5, **more}
    return caster("mage", (5, 5), **more)  # type: ignore[arg-type]


def priest(**more: object) -> Creature:
    more = {"kind": "spiritual", "side": "b", "level": 4, "hp": 9, **more}
    return caster("priest", more.pop("at", (14, 5)), **more)  # type: ignore[arg-type]


def two(one: Creature | None = None, other: Creature | None = None) -> State:
    """With somebody far off who has yet to act, so that the round goes on."""
    return scene(one or mage(), other or priest(), hero("idle", (35, 25)))


@rule("rampage:combat.power-duel.range")
@rule("rampage:class.cleric.power-duel")
@rule("rampage:class.mage.power-duel")
def test_a_duel_is_between_casters_within_nine_inches_out_of_melee() -> None:
    assert DUEL in options(two(), "mage")
    assert refused_by(two(other=priest(at=(15, 5))), DUEL) == "combat.power-duel.range"
    assert refused_by(scene(mage(), priest(), monster("orc", (6, 5))), DUEL) == "combat.power-duel.range"
    assert refused_by(scene(mage(), hero("priest", (9, 5), side="b")), DUEL) == "combat.power-duel.range"
    assert refused_by(scene(hero("mage", (5, 5)), priest()), DUEL) == "combat.power-duel.range"
    assert why_not(two(), PowerDuel("priest", "mage")) is None


@rule("rampage:combat.power-duel.cost")
@rule("rampage:combat.actions.attack.cast")
def test_it_takes_a_point_and_the_attack() -> None:
    assert refused_by(two(mage(points=1, spent=1)), DUEL) == "combat.power-duel.cost"
    assert why_not(two(mage(points=1)), DUEL) is None
    assert refused_by(spent(two(), "mage", "attack"), DUEL) == "combat.actions.attack.cast"


@rule("rampage:combat.power-duel.roll")
@rule("rampage:combat.power-duel.win")
@rule("rampage:combat.power-duel.lose")
@rule("rampage:combat.power-duel.attacker-done")
@pytest.mark.parametrize(("ours", "theirs", "wins"), [(3, 3, True), (2, 3, False), (1, 3, False)])
def test_the_higher_total_wins_and_the_defender_if_they_are_equal(ours: int, theirs: int, wins: bool) -> None:
    """The book: level 5 rolling 3 has 8, against 7."""
    do = act(two(), DUEL, d6(ours), d6(theirs))
    matched = the(do, PowerMatched)
    assert matched.roll is not None and matched.roll.total == ours + 5
    assert matched.other is not None and matched.other.total == theirs + 4
    assert matched.success is wins
    assert the(do, Harmed).creature == ("priest" if wins else "mage") and the(do, Harmed).amount == 1
    assert [e.what for e in all_of(do, Spent) if e.creature == "mage"][:2] == ["attack", "move"]
    assert sheet(do.state.creatures["mage"]).power_spent == sheet(do.state.creatures["priest"]).power_spent == 1
    stunned = {e.what for e in all_of(do, Spent) if e.creature == "priest"}
    assert ({"attack", "move", "stunned"} <= stunned) is wins
    assert f"rampage:combat.power-duel.{'win' if wins else 'lose'}" in matched.rule


@rule("rampage:combat.power-duel.win")
def test_whoever_is_stunned_does_nothing_more_this_round() -> None:
    state = spent(two(), "priest", "stunned")
    assert not [a for a in options(state, "priest") if type(a).__name__ in ("Move", "Attack", "Run")]


@rule("rampage:combat.power-duel.unpaid-defender")
def test_a_defender_without_power_loses_without_a_roll() -> None:
    do = act(two(other=priest(points=2, spent=2)), DUEL)
    assert the(do, PowerMatched).roll is None and the(do, PowerMatched).success
    assert the(do, Harmed).creature == "priest"
    assert "rampage:combat.power-duel.unpaid-defender" in the(do, PowerMatched).rule


BOLT = Cast("mage", "mage-bolt", "priest")


def countered(state: State, *faces: int, choice: str = "counter") -> Resolution:
    asked = act(state, BOLT)
    prompt = asked.state.prompts[0]
    dice = Scripted(*faces)
    do = play.resolve(RULESET, asked.state, prompt.seats[0], Answer(prompt.id, choice), dice)
    dice.finish()
    return do


@rule("rampage:combat.counter-spell.who")
@rule("rampage:class.cleric.counter-spell")
@rule("rampage:class.mage.counter-spell")
def test_an_enemy_caster_who_has_not_acted_is_asked() -> None:
    do = act(two(), BOLT)
    prompt = do.state.prompts[0]
    assert prompt.seats == ("b",) and prompt.question == "counter-spell"
    assert {"rampage:combat.counter-spell.who", "rampage:class.cleric.counter-spell"} <= set(prompt.rule)
    assert not act(spent(two(), "priest", "attack"), BOLT, d4(1), d4(1)).state.prompts
    other = replace(caster("priest", (14, 5), "wizard", side="b", level=4), side="b")
    assert "rampage:class.mage.counter-spell" in act(two(other=other), BOLT).state.prompts[0].rule


@rule("rampage:combat.counter-spell.cost")
def test_it_takes_as_many_points_as_the_spell() -> None:
    assert not act(two(other=priest(points=1)), BOLT, d4(1), d4(1)).state.prompts
    do = countered(two(other=priest(points=2)), d6(6), d6(1))
    assert sheet(do.state.creatures["priest"]).power_spent == 2


@rule("rampage:combat.counter-spell.roll")
@rule("rampage:combat.counter-spell.points-lost")
@pytest.mark.parametrize(("ours", "theirs", "stops"), [(4, 3, False), (5, 3, True)])
def test_the_counter_must_be_higher(ours: int, theirs: int, stops: bool) -> None:
    """The book: 8 against 8 and the spell takes effect, 9 against 8 and it is dissipated."""
    after = () if stops else (d4(1), d4(1))
    do = countered(two(), d6(ours), d6(theirs), *after)
    assert the(do, PowerMatched).success is stops
    assert bool(all_of(do, Harmed)) is not stops
    assert sheet(do.state.creatures["mage"]).power_spent == sheet(do.state.creatures["priest"]).power_spent == 2
    assert ("priest", "attack") in [(e.creature, e.what) for e in all_of(do, Spent)]


@rule("rampage:combat.counter-spell.who")
def test_who_lets_it_be_pays_nothing() -> None:
    do = countered(two(), d4(1), d4(1), choice="let it be")
    assert sheet(do.state.creatures["priest"]).power_spent == 0 and all_of(do, Harmed)


@rule("rampage:combat.actions.hold.counter-spell")
@rule("rampage:combat.actions.hold.who")
def test_a_held_attack_serves_in_the_enemys_part_of_the_round() -> None:
    state = two()
    assert state.fight is not None
    later = replace(state, fight=replace(state.fight, steps=(Step("act", ("mage",), "a"),)))
    assert "rampage:combat.actions.hold.counter-spell" in act(later, BOLT).state.prompts[0].rule
    assert "rampage:combat.actions.hold.counter-spell" not in act(state, BOLT).state.prompts[0].rule


def test_whether_a_caster_has_power_is_not_told_by_the_options() -> None:
    listed = [options(two(other=priest(points=points)), "mage") for points in (0, 1, 9)]
    assert DUEL in listed[0] and listed[0] == listed[1] == listed[2]
