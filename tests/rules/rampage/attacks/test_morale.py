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
    the,
    under,
)

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, BeginFight, Done, Move
from underkeep.systems.rampage.attacks import morale
from underkeep.systems.rampage.attacks.events import RallyRolled, Withdrew
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Flee, Rally
from underkeep.systems.rampage.combat import rounds
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import AttackRolled, Creature, Died, Fled, MoraleRolled, Moved, Yielded
from underkeep.world.fight import InitiativeRolled, Step
from underkeep.world.grid import Grid
from underkeep.world.state import State


def horde(count: int, **changes: object) -> list[Creature]:
    return [monster(f"goblin-{n}", (20 + n, 10), "goblin", **{"morale": 7, **changes}) for n in range(count)]  # type: ignore[arg-type]


def lose(state: State, id: str, *faces: int) -> tuple[State, list[MoraleRolled]]:
    do = scripted(state, *faces)
    do.emit(Died(id))
    return do.state, all_of(do, MoraleRolled)


@rule("rampage:morale.trigger.casualties", "rampage:morale.immediate")
def test_checks_at_each_quarter_lost() -> None:
    state = scene(hero("hero", (5, 5)), *horde(12))
    asked = []
    for n in range(11):
        quarter = n + 1 in (3, 6, 9)
        state, rolls = lose(state, f"goblin-{n}", *(d6(1, 1) if quarter else ()))
        asked += [(n + 1, roll.why) for roll in rolls]
    assert asked == [(3, "25% casualties"), (6, "50% casualties"), (9, "75% casualties")]


@rule("rampage:q.morale-repeat-thresholds")
def test_one_check_for_two_thresholds() -> None:
    state = scene(hero("hero", (5, 5)), *horde(4))
    state = changed(state, "goblin-0", status="dead")
    _, rolls = lose(state, "goblin-1", *d6(1, 1))
    assert [roll.why for roll in rolls] == ["50% casualties"]


@rule("rampage:morale.roll", "rampage:morale.number")
@pytest.mark.parametrize(("faces", "breaks"), [(d6(4, 4), False), (d6(4, 5), True)])
def test_the_number_or_less_holds(faces: tuple[int, int], breaks: bool) -> None:
    state = scene(hero("hero", (5, 5)), *horde(4, morale=8))
    after, rolls = lose(state, "goblin-0", *faces)
    assert rolls[0].success is not breaks
    assert bool(after.creatures["goblin-1"].condition("broken")) is breaks
    assert all(2 <= kind.morale <= 12 for kind in compendium.monsters().values())


@rule("rampage:morale.trigger.leader")
def test_the_death_of_a_leader_is_one_roll_for_all() -> None:
    leader = monster("leader", (25, 12), "orc-leader", morale=8)
    orcs = [monster(f"orc-{n}", (20 + n, 10), morale=6) for n in range(5)]
    state = scene(hero("hero", (5, 5)), *orcs, leader)
    after, rolls = lose(state, "leader", *d6(6, 1))
    assert [roll.why for roll in rolls] == ["leader killed"]
    assert all(after.creatures[orc.id].condition("broken") for orc in orcs)
    assert morale.rating(state, state.creatures["orc-0"]) == 8  # while the leader stands
    assert morale.rating(after, after.creatures["orc-0"]) == 6


@rule("rampage:morale.trigger.monster-half")
def test_a_single_monster_checks_at_half_its_hit_points() -> None:
    state = scene(hero("hero", (5, 5), level=2), monster("ogre", (6, 5), "ogre", hp=20, morale=10))
    above = act(state, Attack("hero", "ogre", "sword"), d20(19), d8(8))
    assert not all_of(above, MoraleRolled)
    assert above.state.creatures["ogre"].hp == 11
    ogre = replace(monster("ogre", (6, 5), "ogre", hp=20, morale=10), hp=11)
    again = scene(hero("hero", (5, 5)), hero("friend", (20, 25)), ogre)
    do = act(again, Attack("hero", "ogre", "sword"), d20(19), d8(1), *d6(6, 6))
    assert the(do, MoraleRolled).why == "half its hit points lost"
    assert do.state.creatures["ogre"].condition("broken")
    pair = scene(*again.creatures.values(), monster("mate", (20, 20), "ogre", hp=20, morale=10))
    assert not all_of(act(pair, Attack("hero", "ogre", "sword"), d20(19), d8(1)), MoraleRolled)


@rule("rampage:morale.twelve", "rampage:morale.player-characters")
def test_some_never_check() -> None:
    state = scene(
        hero("hero", (5, 5)), hero("friend", (6, 6)), *[monster(f"z-{n}", (20 + n, 9), "zombie") for n in range(4)]
    )
    _, rolls = lose(state, "z-0")
    assert not rolls
    _, rolls = lose(state, "friend")
    assert not rolls


@rule("rampage:morale.two")
def test_morale_2_never_fights() -> None:
    coward = monster("coward", (6, 5), "kobold", morale=2)
    state = scene(hero("hero", (5, 5)), coward, monster("x", (30, 20)))
    do = scripted(state)
    rounds.enter_step(do, Step("act", ("coward",), "b"))
    assert do.state.fight is not None
    assert do.state.fight.has_spent("coward", "flee")
    apart = scripted(changed(state, "coward", at=(20, 20)))
    rounds.enter_step(apart, Step("act", ("coward",), "b"))
    assert not apart.events


@rule("rampage:morale.break-sequence")
def test_the_broken_withdraw_and_then_flee() -> None:
    state = under(scene(hero("hero", (15, 15)), monster("orc", (16, 15)), monster("x", (30, 20))), "orc", "broken")
    first = scripted(state)
    rounds.enter_step(first, Step("act", ("orc",), "b"))
    assert the(first, Withdrew).to[0] == 18
    assert first.state.creatures["orc"].condition("fleeing") is None
    assert not [a for a in options(first.state, "orc") if isinstance(a, Attack)]
    assert first.state.fight is not None
    second = scripted(replace(first.state, fight=replace(first.state.fight, spent={})))
    rounds.enter_step(second, Step("act", ("orc",), "b"))
    assert second.state.creatures["orc"].condition("fleeing")
    rounds.enter_step(second, Step("flight"))
    assert the(second, Fled).creature == "orc"


@rule("rampage:combat.withdraw.pursuit-attack")
def test_whoever_follows_the_broken_who_withdrew_is_struck_at() -> None:
    state = under(scene(hero("hero", (15, 15)), monster("orc", (16, 15)), monster("x", (30, 20))), "orc", "broken")
    back = scripted(state)
    rounds.enter_step(back, Step("act", ("orc",), "b"))
    x, y = back.state.creatures["orc"].at or (0, 0)
    followed = act(back.state, Move("hero", (x - 1, y)), d20(2))
    assert the(followed, AttackRolled).attacker == "orc"


@rule("rampage:q.morale-breaks-not-in-melee")
def test_the_broken_out_of_melee_first_move_off() -> None:
    state = under(scene(hero("hero", (19, 15)), monster("orc", (25, 15)), grid=Grid(80, 60)), "orc", "broken")
    do = scripted(state)
    rounds.enter_step(do, Step("act", ("orc",), "b"))
    assert the(do, Moved).to[0] == 37


@rule("rampage:combat.flee.free-attacks", "rampage:combat.flee.rear", "rampage:combat.flee.timing",
      "rampage:combat.actions.free.flee-attack", "rampage:combat.flee.run")  # fmt: skip
def test_fleeing_costs_a_blow_from_each_zone_left() -> None:
    state = scene(
        hero("hero", (15, 15), hp=90), monster("orc-1", (16, 15)), monster("orc-2", (16, 16)), monster("far", (30, 25))
    )
    fled = act(state, Flee("hero"))
    assert fled.state.creatures["hero"].at == (15, 15)  # not before the blows of the round are done
    assert not all_of(fled, AttackRolled)
    do = scripted(fled.state, d20(19), d8(3), d20(2))
    rounds.enter_step(do, Step("flight"))
    rolls = all_of(do, AttackRolled)
    assert [r.attacker for r in rolls] == ["orc-1", "orc-2"]
    assert all(("rear", 2) in r.roll.modifiers for r in rolls)
    assert the(do, Fled).creature == "hero"
    wide = replace(fled.state, grid=Grid(120, 120))
    wide = changed(wide, "hero", at=(60, 60))
    wide = changed(changed(wide, "orc-1", at=(61, 60)), "orc-2", at=(61, 61))
    out = scripted(wide, *d20(2, 2))
    rounds.enter_step(out, Step("flight"))
    assert max(abs(the(out, Moved).to[0] - 60), abs(the(out, Moved).to[1] - 60)) == 24


@rule("rampage:combat.flee.rear")
def test_a_jack_stabs_those_who_flee() -> None:
    state = under(
        scene(hero("hero", (5, 5), "thief"), monster("orc", (6, 5), hp=40), monster("x", (30, 25))), "orc", "fleeing"
    )
    do = act(state, Attack("hero", "orc", "sword"), d20(19), d8(3))
    assert ("back stab", 4) in the(do, AttackRolled).roll.modifiers


@rule("rampage:combat.flee.who")
def test_only_characters_choose_to_flee() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5)))
    assert Flee("hero") in options(state, "hero")
    assert refused_by(state, Flee("orc")) == "combat.flee.who"


def cornered(kind: str) -> State:
    """A creature that flees in a dead end one square wide."""
    walls = tuple((x, y) for x in range(10) for y in range(10) if y != 5 or x not in (1, 2, 3))
    state = scene(
        hero("hero", (2, 5)), monster("foe", (1, 5), kind, morale=7), hero("second", (3, 5)), grid=Grid(10, 10, walls)
    )
    state = under(state, "foe", "broken", "fleeing")
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, spent={"foe": ("flee",)}))


@rule("rampage:morale.trapped")
def test_the_cornered_fight_to_the_death_or_give_up() -> None:
    brave = scripted(cornered("goblin"), *d6(3, 4))
    morale.run_away(brave, "foe")
    assert brave.state.creatures["foe"].condition("fights to the death")
    assert not morale.has_broken(brave.state.creatures["foe"])
    assert not morale.checks_morale(brave.state.creatures["foe"])
    meek = scripted(cornered("goblin"), *d6(4, 4))
    morale.run_away(meek, "foe")
    assert the(meek, Yielded).creature == "foe"


@rule("rampage:morale.trapped-speechless")
def test_beasts_cannot_surrender() -> None:
    beast = scripted(cornered("wolf"), *d6(4, 4))
    morale.run_away(beast, "foe")
    assert not all_of(beast, Yielded)
    assert not morale.has_broken(beast.state.creatures["foe"])


@rule("rampage:morale.recover-out-of-sight")
def test_out_of_sight_the_broken_may_recover() -> None:
    walls = tuple((30, y) for y in range(60) if y != 30)
    state = scene(hero("hero", (25, 20)), monster("orc", (32, 30), morale=7), grid=Grid(80, 60, walls))
    state = under(state, "orc", "broken", "fleeing")
    do = scripted(state, *d6(1, 5))
    morale.run_away(do, "orc")
    assert the(do, MoraleRolled).why == "out of sight"
    assert not morale.has_broken(do.state.creatures["orc"])
    open_field = scripted(replace(state, grid=Grid(80, 60)))
    morale.run_away(open_field, "orc")
    assert not all_of(open_field, MoraleRolled)


@rule("rampage:morale.rally.who", "rampage:morale.rally.range", "rampage:morale.rally.roll",
      "rampage:combat.actions.attack.rally")  # fmt: skip
def test_a_leader_rallies_the_broken() -> None:
    def troops(inches: int) -> State:
        man = monster("man", (5 + inches, 5), "bandit", side="a")
        return under(scene(hero("hero", (5, 5), CHA=12), man, monster("orc", (39, 29))), "man", "broken")

    good = act(troops(12), Rally("hero"), d20(12))
    assert not morale.has_broken(good.state.creatures["man"])
    assert good.state.fight is not None
    assert good.state.fight.spent["hero"] == ("attack",)
    bad = act(troops(12), Rally("hero"), d20(13))
    assert not the(bad, RallyRolled).success
    assert morale.has_broken(bad.state.creatures["man"])
    assert refused_by(troops(13), Rally("hero")) == "morale.rally.range"
    locked = changed(troops(12), "orc", at=(5, 6))
    assert refused_by(locked, Rally("hero")) == "morale.rally.who"


@rule("rampage:combat.initiative.roll", "rampage:combat.initiative.second-side")
@pytest.mark.parametrize(("face", "first"), [(1, "b"), (3, "b"), (4, "a"), (6, "a")])
def test_initiative(face: int, first: str) -> None:
    state = replace(scene(hero("hero", (5, 5)), monster("orc", (15, 5))), fight=None)
    dice = Scripted(*d6(face, 6))
    do = play.resolve(RULESET, state, REFEREE, BeginFight(), dice)
    assert the(do, InitiativeRolled).who == first
    fight = do.state.fight
    assert fight is not None
    assert [step.side for step in fight.steps] == [first, "b" if first == "a" else "a", ""]
    who = {"a": "hero", "b": "orc"}
    for side in (first, "b" if first == "a" else "a"):
        assert do.state.fight is not None
        assert do.state.fight.step.side == side
        do = play.resolve(RULESET, do.state, side, Done(who[side]), dice)
    assert do.state.fight is not None
    assert do.state.fight.round == 2
    assert do.state.now == 60


@rule("rampage:time.round")
def test_a_round_is_a_minute() -> None:
    assert RULESET.round_seconds == 60


def test_zombies_act_last() -> None:
    state = replace(scene(hero("hero", (5, 5)), monster("z", (15, 5), "zombie")), fight=None)
    do = play.resolve(RULESET, state, REFEREE, BeginFight(), Scripted(d6(1)))
    assert do.state.fight is not None
    assert [step.actors for step in do.state.fight.steps if step.actors] == [("hero",), ("z",)]


def test_trolls_regenerate() -> None:
    troll = replace(monster("troll", (15, 5), "troll", hp=20), hp=5)
    state = replace(scene(hero("hero", (5, 5)), troll), fight=None)
    do = play.resolve(RULESET, state, REFEREE, BeginFight(), Scripted(d6(4)))
    assert do.state.creatures["troll"].hp == 8


@rule("rampage:morale.player-characters")
def test_a_cornered_character_rolls_nothing() -> None:
    """Hemmed in by foes and a wall, a character who meant to flee stays where he is."""
    grid = Grid(3, 3)
    foes = [monster(f"orc-{n}", at) for n, at in enumerate([(0, 1), (1, 0), (1, 1)])]
    state = under(scene(hero("hero", (0, 0)), *foes, grid=grid), "hero", "fleeing")
    do = scripted(state)
    morale.run_away(do, "hero")
    assert do.events == []


@rule("rampage:morale.trigger.casualties")
def test_only_those_who_fight_lose_heart() -> None:
    """Others of the side, who are elsewhere, are neither counted nor frightened."""
    here = [monster(f"orc-{n}", (5 + n, 5), morale=7) for n in range(4)]
    elsewhere = [monster(f"far-{n}", morale=7) for n in range(8)]
    state = scene(hero("hero", (1, 1)), *here, *elsewhere)
    assert state.fight is not None
    state = replace(state, fight=replace(state.fight, combatants=("hero", *(c.id for c in here))))
    do = scripted(state, *d6(4, 4))
    do.emit(Died("orc-0"))
    broken = {c.id for c in do.state.creatures.values() if c.condition("broken")}
    assert broken == {"orc-1", "orc-2", "orc-3"}
