"""Rob's rules from both sides of each number, and what each fact cites."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, duel

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, CallCheck, CallSituation
from underkeep.procedures.sorts_of_deed import SortOfDeed
from underkeep.systems.robs.attacks import attacks, damage, death, ranged
from underkeep.systems.robs.attacks.attacks import Throw
from underkeep.systems.robs.basics import compendium, wounds
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Undead, trait
from underkeep.systems.robs.checks.checks import REACTION
from underkeep.systems.robs.combat import improvising, rounds
from underkeep.systems.robs.combat.rounds import ACT
from underkeep.systems.robs.creation import attributes, printed_sheet
from underkeep.systems.robs.equipment import gear
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled, Died, Harmed
from underkeep.world.fight import Spent, SpentOn
from underkeep.world.state import State


def spent(state: State, id: str, *marks: object) -> State:
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, spent={id: marks}))


# Shots


@rule("robs:combat.ranged.medium", "robs:combat.ranged.long")
def test_a_shot_is_told_by_its_range_and_the_size_of_the_target() -> None:
    def told(gap: int, scale: int = 0) -> dict[str, int]:
        state = changed(duel(mine="longbow", gap=gap), B, scale=scale)
        arm = attacks.arms_of(state.creatures[A]).missile[0]
        found = ranged.ranged_modifiers(scripted(RULESET, state), state.creatures[A], state.creatures[B], arm)
        return {m.source: m.amount for m in found}

    assert told(4)["medium range"] == 0 and "long range" not in told(4)
    assert told(20)["medium range"] == -1 and "long range" not in told(20)
    assert told(40)["long range"] == -2 and "medium range" not in told(40)
    assert "large target" in told(2, scale=3) and told(2, scale=3)["large target"] > 0
    assert "small target" in told(2, scale=-3) and told(2, scale=-3)["small target"] < 0
    assert told(2)["small target"] == 0


@rule("robs:equipment.missile.crossbow-reload", "robs:combat.ranged.long", "robs:equipment.thrown-range-tiny")
def test_why_a_shot_does_not_carry() -> None:
    crossbow = duel(mine="crossbow", gap=4)
    loaded, unloaded = crossbow, crossbow.with_creature(A, conditions=(Condition(ranged.UNLOADED),))
    shot = Attack(A, B, "crossbow")

    def why(state: State, action: Attack | Throw) -> str:
        refusal = attacks.too_far(state, state.creatures[A], state.creatures[B], action)
        return refusal.rule if refusal is not None else ""

    assert why(loaded, shot) == "" and why(unloaded, shot) == "robs:equipment.missile.crossbow-reload"
    bow = duel(mine="longbow", gap=4).with_creature(A, conditions=(Condition(ranged.UNLOADED),))
    assert why(bow, Attack(A, B, "longbow")) == ""
    away = duel(mine="longbow").with_creature(B, at=(2000, 5))
    assert why(away, Attack(A, B, "longbow")) == "robs:combat.ranged.long"
    thrown = duel(mine="dagger").with_creature(B, at=(2000, 5))
    assert why(thrown, Throw(A, B, "dagger")) == "robs:combat.ranged.long"
    tiny = changed(thrown, A, scale=attacks.TINY_SCALE)
    assert why(tiny, Throw(A, B, "dagger")) == "robs:equipment.thrown-range-tiny"
    assert why(changed(thrown, A, scale=attacks.TINY_SCALE + 1), Throw(A, B, "dagger")) == "robs:combat.ranged.long"
    assert why(thrown, Throw(A, B, "anvil")) == ""


# Shields, wounds and death


@rule("robs:equipment.shield.proficiency")
def test_a_shield_meets_as_many_as_it_covers_and_skill_one_more() -> None:
    kind = next(k for k, thing in compendium.armours().items() if getattr(thing, "opponents", 0))
    covers = compendium.armours()[kind].opponents

    def met(before: int, skill: int) -> tuple[bool, list[tuple[str, ...]]]:
        state = changed(duel(theirs=f"club,{kind}"), B, proficiencies={"shield": skill} if skill else {})
        marks = tuple(SpentOn(damage._SHIELD, f"other-{n}") for n in range(before))
        work = scripted(RULESET, spent(state, B, *marks))
        found = damage.shield_defence(work, work.state.creatures[A], work.state.creatures[B])
        return bool(found), [e.rule for e in work.events if isinstance(e, Spent)]

    skilled = "robs:equipment.shield.proficiency"
    ok, cited = met(covers - 1, 0)
    assert ok and skilled not in cited[0]
    assert met(covers, 0) == (False, [])
    ok, cited = met(covers, 1)
    assert ok and skilled in cited[0]
    assert met(covers + 1, 1) == (False, [])


@rule("robs:damage.wound-level-table")
def test_who_has_every_point_is_unhurt_however_few_they_are() -> None:
    for most in (1, 2, 10, 30):
        assert wounds.wound_level(most, most) is wounds.UNHURT and wounds.wound_level(most + 1, most) is wounds.UNHURT


@rule("robs:death.zero", "robs:death.con-check.repeat")
@pytest.mark.parametrize(
    ("classes", "switch", "cites"),
    [({}, False, False), ({}, True, False), ({"fighter": 1}, False, False), ({"fighter": 1}, True, True)],
)
def test_who_failed_the_check_to_survive_died_of_that(classes: dict[str, int], switch: bool, cites: bool) -> None:
    state = changed(duel(switches=(death.CON_CHECK,) if switch else ()), A, classes=classes).with_creature(A, hp=-3)
    work = scripted(RULESET, state, *(d6(1, 6) if classes and switch else ()))
    death.fall(work, work.state.creatures[A])
    died = next(e for e in work.events if isinstance(e, Died))
    assert ("robs:death.con-check.repeat" in died.rule) is cites


@rule("robs:combat.initiative.tie-simultaneous")
def test_only_those_whom_the_acts_together_hurt_are_settled() -> None:
    state = duel()
    assert state.fight is not None
    together = replace(state.fight.step, together=True)
    for hp, settled in ((30, False), (31, False), (1, True)):
        work = scripted(RULESET, state, *(d6(6, 1) if settled else ()))
        work.emit(rounds.SimultaneousActsBegan({A: 30, B: 30}))
        work.state = work.state.with_creature(A, hp=hp)
        before = len(work.events)
        rounds.leave_step(work, together)
        assert (len(work.events) > before) is settled, hp
        rounds.leave_step(work, replace(together, together=False))


# Deeds of one's own


@rule("robs:combat.round.phases")
@pytest.mark.parametrize(("marks", "free"), [((), True), (("move",), True), ((ACT,), False), (("attack",), False)])
def test_a_deed_is_all_that_one_does_in_an_act(marks: tuple[object, ...], free: bool) -> None:
    state = spent(duel(), A, *marks)
    assert (improvising.why_not_try(state, state.creatures[A]) is None) is free


@rule("robs:referee.improvise")
def test_the_trivial_works_and_the_impossible_fails() -> None:
    state = duel()

    def way(feat: str, what: str = "try it") -> str:
        return improvising.usual_way(state, state.creatures[A], what, SortOfDeed("try", feat))  # type: ignore[arg-type]

    assert way("trivial") == improvising.WORKS and way("impossible") == improvising.FAILS
    assert way("chance") == improvising.FATE


@rule("robs:referee.improvise", "robs:abilities.int")
def test_of_the_undead_the_clerics_lore_tells() -> None:
    state = duel()
    undead = next(k for k, listing in compendium.monsters().items() if trait(listing.traits, Undead) is not None)
    for subject, is_lore in ((undead, True), ("orc", False), ("nothing", False)):
        work = scripted(RULESET, state, *d6(3, 3))
        improvising.knows(work, state.creatures[A], subject)
        what = next(e for e in work.events if isinstance(e, CheckRolled)).what
        assert (what == improvising.LORE) is is_lore, what


@rule("robs:referee.improvise", "robs:damage.hit-points")
def test_fates_harm_is_1_at_least() -> None:
    for faces, amount in ((d6(1, 6), 1), (d6(3, 3), 1), (d6(6, 1), 5)):
        work = scripted(RULESET, duel(), *faces)
        improvising.harm(work, A, "", "fall over")
        event = next(e for e in work.events if isinstance(e, Harmed))
        assert (event.amount, event.hp) == (amount, 30 - amount)


# Calls


@rule("robs:task.situational.luck", "robs:task.check.setup")
def test_a_reaction_is_no_mere_luck_and_a_check_cites_its_attribute() -> None:
    luck = "robs:task.situational.luck"

    def cited(action: CallCheck) -> set[str]:
        from underkeep.kernel.dice import Scripted

        done = play.resolve(RULESET, duel(), REFEREE, action, Scripted(*d6(3, 3)))
        return {r for event in done.events for r in event.rule}

    assert luck not in cited(CallSituation(A, REACTION)) and luck in cited(CallSituation(A, "rain"))
    assert "robs:abilities.str" in cited(CallCheck(A, "STR"))


# Making a character


@rule("robs:race.human", "robs:race.list")
@pytest.mark.parametrize("race", sorted(compendium.offered()))
def test_only_humans_are_cited_as_such(race: str) -> None:
    from underkeep.systems.robs.creation import steps

    work = scripted(RULESET, duel())
    assert steps._choose_race(work, "x", race) == race
    assert ("robs:race.human" in work.events[-1].rule) is (race == "human")


@rule("robs:magic-item.enchantment-bonus")
def test_an_enchantment_is_1_at_least_and_the_most_at_most() -> None:
    for bonus in range(1, gear.MOST_ENCHANTMENT + 1):
        assert gear.find(f"longsword +{bonus}") == f"longsword+{bonus}"
    for bonus in (0, gear.MOST_ENCHANTMENT + 1):
        with pytest.raises(UnderkeepError, match="an enchantment is"):
            gear.find(f"longsword +{bonus}")
    assert gear.find("longsword") == "longsword"


@rule("robs:damage.ddf.armor")
def test_the_sheet_says_how_many_a_shield_meets() -> None:
    kind = next(k for k, thing in compendium.armours().items() if getattr(thing, "opponents", 0))
    covers = compendium.armours()[kind].opponents
    for skill in (0, 1, 2):
        state = changed(duel(mine=f"club,{kind}"), A, proficiencies={"shield": skill} if skill else {})
        creature = state.creatures[A]
        told = dict(printed_sheet._defence(creature, sheet(creature)))["Shield"]
        count = covers + skill
        assert told.endswith(f"against {count} opponent{'s' if count > 1 else ''} a round")


@rule("robs:creation.attributes.shift")
def test_points_are_moved_until_two_of_the_class_are_good() -> None:
    name = next(k for k, kind in compendium.classes().items() if kind.two_of)
    two_of = compendium.classes()[name].two_of
    for good, moves in ((0, 2), (1, 1), (2, 0)):
        start = dict.fromkeys(attributes.ATTRIBUTES, 0) | dict.fromkeys(two_of[:good], 1)
        work = scripted(RULESET, duel())
        assert len(attributes._rolled_shift(work, start, name, True)) == moves
    plain = next(k for k, kind in compendium.classes().items() if not kind.two_of)
    zero = dict.fromkeys(attributes.ATTRIBUTES, 0)
    assert attributes._rolled_shift(scripted(RULESET, duel()), zero, plain, True) == []
