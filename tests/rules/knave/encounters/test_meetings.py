"""Meetings: how those met feel, and what turns them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import answer, carrying, coins, coins_of, delvers, has, lead, on_sheet, refused, the

from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.rulebook import ledger
from underkeep.systems.knave.basics.sheet import Lying
from underkeep.systems.knave.encounters import meetings
from underkeep.systems.knave.equipment.inventory import ItemPickedUp
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d3, d6, d20, rule
from underkeep.testing.builders import bare, cellar, scripted
from underkeep.world.condition import Condition
from underkeep.world.dungeon import Group, Hoard
from underkeep.world.encounter import EncounterEnded, ReactionRolled
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.gear import Item
from underkeep.world.state import State
from underkeep.world.talk import Replied

FREE = d6(6)


def met(kind: str, *faces: int, count: int = 1, **group: object) -> Resolution:
    """Two knaves come upon a group in the hall."""
    there = replace(Group("them", "1-01", kind, count, lair=True), **group)
    state = delvers(dungeon=replace(cellar(RULESET), groups={}))
    assert state.dungeon is not None
    do = scripted(RULESET, replace(state, dungeon=replace(state.dungeon, groups={"them": there})), *faces)
    meetings.meet(do, there, 30)
    return do


def attitude(state: State) -> str:
    assert state.encounter is not None
    return state.encounter.attitude


@rule("knave:reaction.roll")
def test_the_table_of_reactions() -> None:
    rows = next(t for t in ledger.load("knave").tables.values() if t.id == "reaction.table").rows
    found = [meetings.attitude_for(int(row[0])) for row in rows]
    assert found == list(meetings.ATTITUDES)
    words = dict(zip(found, (str(row[1]) for row in rows), strict=True))
    assert "kill" in words["murderous"] and "no notice" in words["indifferent"] and "join" in words["joining"]
    do = met("hobgoblin", *d6(3, 4))
    assert the(do, ReactionRolled).result == attitude(do.state) == "indifferent"  # type: ignore[attr-defined]


@rule("knave:reaction.when")
def test_what_is_plain_is_not_rolled_for() -> None:
    do = met("skeleton")
    assert not has(do, ReactionRolled) and has(do, FightBegan)
    do = met("hobgoblin", attitude="curious")
    assert not has(do, ReactionRolled) and attitude(do.state) == "curious"


@rule("knave:reaction.when")
def test_the_referee_may_say_how_they_feel() -> None:
    there = Group("them", "1-01", "hobgoblin", 1)
    state = delvers()
    assert state.dungeon is not None
    do = scripted(RULESET, replace(state, dungeon=replace(state.dungeon, groups={"them": there})))
    do.rulings = {meetings.WHEN: "helpful"}
    meetings.meet(do, there, 30)
    assert attitude(do.state) == "helpful"


@rule("knave:reaction.changes")
def test_an_attack_makes_enemies_of_friends() -> None:
    state = met("hobgoblin", *d6(4, 6)).state
    assert attitude(state) == "informative"
    do = lead(state, a.Engage(), d20(10))
    assert do.state.dungeon is not None and do.state.dungeon.groups["them"].attitude == "murderous"
    assert attitude(do.state) == "murderous"


@rule("knave:reaction.changes", "knave:task.check.opposed-ability")
def test_threats_can_be_talked_down() -> None:
    ordered = met("hobgoblin", d6(2), d6(3))
    assert attitude(ordered.state) == "threatening"
    state = answer(ordered, "defy").state
    do = lead(state, a.Parley("hero-1", "passage"), d20(11), FREE)
    assert the(do, EncounterEnded).how == "parted"  # type: ignore[attr-defined]
    assert do.state.dungeon is not None and do.state.dungeon.groups["them"].attitude == "avoiding"
    again = lead(lead(state, a.Parley("hero-1", "passage"), d20(10)).state, a.Parley("hero-1", "passage"), *d20(10, 10))
    assert again.state.fight is not None


@rule("knave:reaction.roll")
@pytest.mark.parametrize(("faces", "gift"), [(d6(5, 5), "door-2"), (d6(6, 5), "rope"), (d6(6, 6), "hobgoblin-1")])
def test_those_who_mean_well_do_the_party_good(faces: tuple[int, int], gift: str) -> None:
    state = met("hobgoblin", *faces).state
    do = lead(state, a.Parley("hero-1", "talk"), *{"rope": (d3(3),), "hobgoblin-1": (FREE,)}.get(gift, ()))
    assert do.state.dungeon is not None and do.state.party is not None
    assert {
        "door-2": do.state.dungeon.doors["door-2"].found,
        "rope": any(i.kind == "rope" for i in do.state.creatures["hero-1"].items),
        "hobgoblin-1": "hobgoblin-1" in do.state.party.members,
    }[gift]


@rule("knave:reaction.roll")
def test_thieves_take_a_purse() -> None:
    state = met("hobgoblin", *d6(1, 3)).state
    state = carrying(state, "hero-1", coins(80))
    do = lead(state, a.StandBy(), d6(FREE))
    assert coins_of(do.state) == 0 and do.state.encounter is None


@rule("knave:reaction.roll")
@pytest.mark.parametrize("kind", ["pit-viper", "robber-fly", "crocodile", "owl-bear"])
def test_beasts_take_food_and_leave_the_purse(kind: str) -> None:
    do = met(kind, *d6(1, 3))
    assert the(do, ReactionRolled).result == attitude(do.state) == "hungry"  # type: ignore[attr-defined]
    state = carrying(do.state, "hero-1", coins(80), Item("ration", "Ration", count=2))
    robbed = lead(state, a.StandBy(), d6(FREE)).state
    assert [(i.kind, i.count) for i in robbed.creatures["hero-1"].items] == [("coin", 80)]
    done = lead(carrying(do.state, "hero-1", coins(80)), a.StandBy(), d6(FREE))
    assert coins_of(done.state) == 80 and done.state.encounter is None


def test_the_hungry_run_after_the_party() -> None:
    state = met("pit-viper", *d6(1, 3)).state
    assert has(lead(state, a.Evade(), *d20(1, 20)), FightBegan)
    again = met("pit-viper", attitude="hungry")
    assert attitude(again.state) == "hungry" and not has(again, ReactionRolled)


@rule("knave:combat.unsuspecting.auto-hit")
def test_sleepers_are_struck_unawares() -> None:
    state = met("orc", awake=False).state
    assert attitude(state) == "asleep" and refused(state, a.Parley("hero-1", "talk"))
    do = lead(state, a.Engage())
    assert do.state.creatures["orc-1"].condition("unsuspecting")
    assert do.state.fight.step.side == "party"


@rule("knave:time.turn.action-cost")
def test_a_fight_counts_as_one_turn() -> None:
    state = met("hobgoblin", *d6(4, 6)).state
    state = lead(state, a.Engage(), d20(20)).state
    state = replace(state.with_creature("hobgoblin-1", status="dead", hp=0), now=state.now + 30)
    do = scripted(RULESET, state, d6(FREE))
    do.emit(FightEnded("party"))
    assert do.state.encounter is not None
    began = do.state.encounter.began
    RULESET.meetings.after_fight(do)
    assert do.state.now == began + 600 and do.state.party is not None and do.state.party.turns == 1


@rule("knave:damage.wounded-slot-unusable")
def test_after_a_fight_one_takes_up_what_fits_and_the_sword_first() -> None:
    state = lead(met("hobgoblin", *d6(4, 6)).state, a.Engage(), d20(20)).state
    state = carrying(state.with_creature("hobgoblin-1", status="dead", hp=0), "hero-1")
    sword, rope = Item("sword", "Sword", "hand"), Item("rope", "Rope")
    dropped = tuple(Lying(item, (0, 0)) for item in (rope, sword))
    do = scripted(RULESET, on_sheet(state, "hero-1", wounds=9, lying=dropped), d6(FREE))
    do.emit(FightEnded("party"))
    RULESET.meetings.after_fight(do)
    assert bare(do.state.creatures["hero-1"].items) == (sword,)
    assert the(do, ItemPickedUp).item == "sword"  # type: ignore[attr-defined]
    assert do.state.dungeon is not None
    (remains,) = (hoard for hoard in do.state.dungeon.hoards.values() if hoard.area == "1-01")
    assert rope in bare(remains.items)


def test_beasts_are_not_talked_to_without_a_potion() -> None:
    state = met("owl-bear", *d6(4, 3)).state
    assert refused(state, a.Parley("hero-1", "talk")) == meetings.WHEN
    gifted = state.with_creature("hero-1", conditions=(Condition("beast speech"),))
    assert not refused(gifted, a.Parley("hero-1", "talk"))


def test_who_takes_what_is_theirs_makes_enemies() -> None:
    """Those who let the party be attack for it; friends wait for a word."""
    hoard = Hoard("chest", "1-01", (coins(9),), group="them")
    for attitude_now, fights in (("indifferent", True), ("helpful", False)):
        state = met("hobgoblin", attitude=attitude_now).state
        assert state.dungeon is not None
        state = replace(state, encounter=None, dungeon=replace(state.dungeon, hoards={"chest": hoard}))
        state = lead(state, a.LightUp("hero-1", "torch")).state
        done = lead(state, a.TakeHoard("chest"), *([d20(10)] if fights else []))
        assert has(done, FightBegan) == fights
        assert [e.answer for e in done.events if isinstance(e, Replied)] == ["robbed"]
        assert fights or attitude(done.state) == "threatening"
