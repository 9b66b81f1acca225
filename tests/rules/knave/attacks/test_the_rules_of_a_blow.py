"""What is added to an attack, and what a blow cites."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, act, answer, carrying, has, on_sheet, scene, scores, the

from underkeep.procedures.actions import Attack, Move
from underkeep.systems.knave.attacks import attacks, manoeuvres, morale, stunts
from underkeep.systems.knave.attacks.manoeuvres import Manoeuvre
from underkeep.systems.knave.attacks.stunts import ManoeuvresAdvised, Stunt
from underkeep.systems.knave.basics.battle import with_battle
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, CheckRolled, DamageRolled, MoraleRolled
from underkeep.world.fight import Spent
from underkeep.world.state import State

ME, IT = "knave-1", "ogre-1"
BLOW = Attack(ME, IT, "sword")


def armed(match: str = "knave v ogre", **more: object) -> State:
    state = scene(match, **more)
    sword = replace(an_item("sword"), place="hand")
    return carrying(state, ME, sword)


def added(state: State, is_ranged: bool = False, averted: bool = False) -> list[tuple[str, int]]:
    do = scripted(RULESET, state)
    found = attacks.attack_modifiers(do, state.creatures[ME], state.creatures[IT], is_ranged, averted)
    return [(m.source, m.amount) for m in found]


@rule("knave:combat.attack.melee-ability", "knave:combat.attack.ranged-ability", "knave:combat.ranged.target-in-melee")
def test_what_is_added_to_an_attack() -> None:
    state = scores(armed(), ME, STR=3, WIS=2)
    assert added(state) == [("STR", 3)]
    far = state.with_creature(ME, at=(2, 2)).with_creature(IT, at=(12, 2))
    assert added(far, is_ranged=True) == [("WIS", 2)]
    assert [amount for _, amount in added(state, is_ranged=True)] == [2, -5]
    assert added(state, averted=True)[1:] == [("eyes averted", -5)]
    assert added(on_sheet(state, ME, held_by=IT, hold="clinging"))[1:] == [("clinging", 5)]
    assert added(on_sheet(state, ME, held_by="other", hold="clinging"))[1:] == []
    assert added(on_sheet(state, ME, held_by=IT, hold="restrained"))[1:] == [("restrained", -5)]
    assert added(on_sheet(state, ME, held_by=IT, hold="stuck"))[1:] == []
    prone = (Condition("prone"),)
    assert added(state.with_creature(IT, conditions=prone))[1:] == [("target prone", 5)]
    assert added(far.with_creature(IT, conditions=prone), is_ranged=True)[1:] == []
    assert added(state.with_creature(ME, conditions=prone))[1:] == [("prone", -5)]
    assert added(state.with_creature(ME, conditions=(Condition("drunk"),)))[1:] == [("drunk", -5)]
    assert added(state.with_creature(IT, conditions=(Condition("drunk"),)))[1:] == []


@rule("knave:combat.attack.no-career-bonus")
def test_a_career_is_cited_where_there_is_one_to_leave_out() -> None:
    cites = "knave:combat.attack.no-career-bonus"
    for careers in ((), ("sailor",)):
        state = on_sheet(armed(), ME, careers=careers)
        assert (cites in the(act(state, BLOW, d20(2)), AttackRolled).rule) is bool(careers)


@rule("knave:combat.maneuver.no-career-bonus", "knave:combat.maneuver.resolution")
def test_no_career_helps_with_a_manoeuvre_and_that_is_said() -> None:
    cites = "knave:combat.maneuver.no-career-bonus"
    for careers in ((), ("sailor",)):
        do = act(on_sheet(armed(), ME, careers=careers), Manoeuvre(ME, IT, "trip"), d20(2))
        assert (cites in the(do, CheckRolled).rule) is bool(careers)


@rule("knave:damage.weapon-die", "knave:combat.power-attack.double-dice")
def test_a_plain_blow_cites_no_power() -> None:
    hit = act(armed(), BLOW, d20(19))
    assert the(answer(hit, "no", d6(3)), DamageRolled).rule == ("knave:damage.weapon-die",)
    assert "knave:combat.power-attack.double-dice" in the(answer(hit, "yes", *d6(3, 4)), DamageRolled).rule


@rule("knave:combat.turn.move-and-action", "knave:combat.turn.action-list")
def test_the_first_move_is_free_and_the_second_is_the_action() -> None:
    state = armed().with_creature(ME, at=(5, 5)).with_creature(IT, at=(20, 5))
    first = act(state, Move(ME, (6, 5)))
    assert the(first, Spent).what == "move"  # type: ignore[attr-defined]
    assert the(first, Spent).rule == ("knave:combat.turn.move-and-action",)
    second = act(first.state, Move(ME, (7, 5)))
    assert the(second, Spent).what == "action"  # type: ignore[attr-defined]
    assert the(second, Spent).rule == ("knave:combat.turn.action-list",)


@rule("knave:combat.maneuver.advice")
@pytest.mark.parametrize(("hp", "tough"), [(17, False), (18, True)])
def test_a_foe_is_tough_that_five_hits_do_not_fell(hp: int, tough: bool) -> None:
    state = armed().with_creature(IT, hp=hp, max_hp=hp)
    assert stunts.expected_damage(state.creatures[ME]) == 3.5
    assert stunts.is_tough(state, state.creatures[IT]) is tough
    nobody = on_sheet(state, ME, is_pc=False)
    assert not stunts.is_tough(nobody, nobody.creatures[IT])
    friend = state.with_creature(IT, side="a", hp=99)
    assert not stunts.is_tough(friend, friend.creatures[IT])


@rule("knave:combat.maneuver.advice")
def test_the_players_of_the_characters_hear_the_advice_once_for_each_sort() -> None:
    state = armed("knave v 2 ogre").with_creature("ogre-1", hp=99).with_creature("ogre-2", hp=99)
    do = scripted(RULESET, state)
    stunts.advise(do)
    told = the(do, ManoeuvresAdvised)
    assert told.creature == "ogre-1" and told.seats == (state.owner(ME),)  # type: ignore[attr-defined]
    weak = scripted(RULESET, armed().with_creature(IT, hp=1))
    stunts.advise(weak)
    assert not has(weak, ManoeuvresAdvised)


@rule("knave:combat.maneuver.other", "knave:combat.maneuver.ability-choice")
def test_the_referee_names_the_ability_of_a_stunt() -> None:
    state = replace(armed(), human_referee=True)
    asked = act(state, Stunt(ME, IT, "swing on the chandelier", "dazzled"))
    prompts = [prompt.rule for prompt in asked.state.prompts]
    assert prompts == [("knave:combat.maneuver.other",)]
    again = answer(asked, "accept")
    assert again.state.prompts[0].rule == ("knave:combat.maneuver.ability-choice",)
    assert again.state.prompts[0].default == "DEX"
    refused = answer(asked, "refuse")
    assert not has(refused, Spent)


@rule("knave:combat.maneuver.list")
def test_which_manoeuvres_would_change_something() -> None:
    def names(state: State, actor: str = ME, target: str = IT) -> set[str]:
        return set(manoeuvres.possible(state, state.creatures[actor], state.creatures[target]))

    state = armed().with_creature(IT, items=())
    plain = names(state)
    assert {"push", "restrain", "climb", *manoeuvres.CONDITION} <= plain
    assert not {"disarm", "break-gear", "pickpocket"} & plain
    for name, condition in manoeuvres.CONDITION.items():
        assert name not in names(state.with_creature(IT, conditions=(Condition(condition),)))
        assert name in names(state.with_creature(IT, conditions=(Condition("drunk"),)))
    assert "restrain" not in names(on_sheet(state, IT, held_by="other", hold="restrained"))
    assert "climb" not in names(on_sheet(state, ME, held_by="other", hold="restrained"))
    assert "climb" not in names(state, IT, ME) and {"disarm", "break-gear", "pickpocket"} <= names(state, IT, ME)
    inside = on_sheet(state, IT, held_by="other", hold="swallowed")
    assert not {"push", "restrain", "climb", "pickpocket"} & names(inside)
    swallowed = on_sheet(state, ME, held_by="other", hold="swallowed")
    assert not {"push", "restrain", "climb", "pickpocket"} & names(swallowed)
    bare = carrying(state, ME)
    assert "pickpocket" in names(bare, IT, ME) and not {"disarm", "break-gear"} & names(bare, IT, ME)


@rule("knave:morale.break.first-casualty", "knave:morale.break.half-forces", "knave:morale.break.half-hp-alone")
def test_when_a_side_comes_to_a_breaking_point() -> None:
    def due(count: int, lost: int, hp: int = 8, **known: object) -> list[str]:
        state = armed(f"knave v {count} orc")
        ids = [f"orc-{n}" for n in range(1, count + 1)]
        battle = {"may_break": {"a": 0, "b": count}, "leaders": (ids[-1],), **known}
        state = with_battle(state, **battle)
        for id in ids[:lost]:
            state = state.with_creature(id, status="dead")
        for id in ids[lost:]:
            state = state.with_creature(id, hp=hp, max_hp=8)
        return list(morale._due(state, "b"))

    assert due(4, 0) == [] and due(4, 1) == ["first casualty"]
    assert due(4, 2) == ["first casualty", "half of the forces lost"] and due(5, 2) == ["first casualty"]
    assert due(1, 0, hp=4) == ["alone with half its hit points"] and due(1, 0, hp=5) == []
    assert due(2, 0, hp=4) == []
    assert due(4, 0, frightened=("b",)) == ["attacked with what it fears"] and due(4, 0, frightened=("a",)) == []
    assert due(4, 1, tested={"b": ("first casualty",)}) == []
    assert due(4, 1, leaders=("orc-1",)) == ["first casualty", "leader killed"]
    assert due(2, 2) == []


@rule("knave:morale.test")
def test_each_rating_is_rolled_for_and_only_those_who_fail_break() -> None:
    state = armed("knave v 2 orc + goblin")
    for id, rating in (("orc-1", 7), ("orc-2", 7), ("goblin-1", 5)):
        state = on_sheet(state, id, morale=rating)
    do = scripted(RULESET, state, *d6(3, 3), *d6(3, 3))
    morale.test_side(do, "b", "fear", ())
    assert [e.roll.total for e in do.events if isinstance(e, MoraleRolled)] == [6, 6]
    standing = {c.id for c in do.state.active("b")}
    assert standing == {"orc-1", "orc-2"}
