"""Dogs, potions, breath, venom and hiding in a fight."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import DAY, MORNING, SEATS, has_event, last, rolling, rules_of, with_items
from tests.rules.rampage.scene import hero, monster

from underkeep.kernel.event import Action, fold
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import attacks
from underkeep.systems.rampage.attacks.breath import Breathe
from underkeep.systems.rampage.attacks.field import HIDDEN
from underkeep.systems.rampage.attacks.strikes import venom_on
from underkeep.systems.rampage.basics.battle import RampageBattle, battle
from underkeep.systems.rampage.basics.campaign import Bond, RampageCampaign
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.systems.rampage.combat import dogs_of_war
from underkeep.systems.rampage.combat.dogs_of_war import SendDog
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d2, d3, d6, d8, d20, rule
from underkeep.testing.builders import objection, perform
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, Creature, CreatureJoined, Died
from underkeep.world.encounter import SurpriseRolled
from underkeep.world.fight import Fight, Step
from underkeep.world.grid import Grid
from underkeep.world.party import Party
from underkeep.world.state import State


def fight(*creatures: Creature, grid: Grid | None = None, rounds: int = 2, **fought: object) -> State:
    """A fight of a party whose dogs have been with the handler for a month."""
    bonds = {c.id: Bond("hero", MORNING - 30 * DAY) for c in creatures if c.kind.endswith("-dog")}
    battle_now = RampageBattle(**fought)  # type: ignore[arg-type]
    now = Fight(rounds, (Step("act", tuple(c.id for c in creatures)),), True, battle=battle_now)
    members = tuple(c.id for c in creatures if c.side == "party")
    state = State("rampage", SEATS, now=MORNING, grid=grid or Grid(20, 20), fight=now, party=Party("party", members))
    state = fold((CreatureJoined(c) for c in creatures), state)
    return replace(state, campaign=RampageCampaign(dogs=bonds))


def us(id: str, at: tuple[int, int], **changes: object) -> Creature:
    return hero(id, at, side="party", **changes)  # type: ignore[arg-type]


def them(id: str, at: tuple[int, int], kind: str = "orc", **changes: object) -> Creature:
    return monster(id, at, kind, side="monsters", **changes)  # type: ignore[arg-type]


def dog(id: str, at: tuple[int, int], kind: str = "war-dog") -> Creature:
    return monster(id, at, kind, side="party", gear=())


def act(state: State, action: Action, *faces: int) -> Resolution:
    do = rolling(state, *faces)
    perform(do, action)
    return do


def barred(state: State, action: Action) -> str:
    refusal = objection(RULESET, state, action)
    return refusal.rule.removeprefix("rampage:") if refusal is not None else ""


def targets(state: State, id: str) -> set[str]:
    found = play.legal_actions(RULESET, state, "player", id)
    return {a.target for a in found if isinstance(a, Attack)}


FREE = ("dagger",)


@rule("rampage:animal.war-dogs.command", "rampage:animal.war-dogs.handler")
def test_a_war_dog_goes_where_it_is_sent() -> None:
    state = fight(us("hero", (1, 1), gear=FREE), dog("dog", (5, 5)), them("a", (6, 5)), them("b", (5, 6)))
    assert targets(state, "dog") == set()
    sent = act(state, SendDog("hero", "dog", "a"))
    assert sent.state.fight is not None and sent.state.fight.has_spent("hero", "attack")
    assert targets(sent.state, "dog") == {"a"}
    assert barred(sent.state, SendDog("hero", "dog", "b")) == "animal.war-dogs.command"
    called_off = replace(state, fight=replace(state.fight, battle=RampageBattle(quarry={"dog": "a"})))  # type: ignore[type-var]
    assert targets(act(called_off, SendDog("hero", "dog", "")).state, "dog") == set()
    assert barred(state, SendDog("hero", "dog", "dog")) == "animal.war-dogs.command"
    assert barred(state, SendDog("hero", "dog", "nobody")) == "animal.war-dogs.command"


@rule("rampage:animal.war-dogs.handler")
def test_a_hand_for_each_dog() -> None:
    one_dog = fight(us("hero", (1, 1), gear=("sword", "shield")), dog("dog", (5, 5)), them("a", (6, 5)))
    assert barred(one_dog, SendDog("hero", "dog", "a")) == "animal.war-dogs.handler"
    two = fight(us("hero", (1, 1), gear=FREE), dog("d1", (5, 5)), dog("d2", (5, 4)), them("a", (6, 5)))
    assert barred(two, SendDog("hero", "d1", "a")) == "animal.war-dogs.handler"
    empty = fight(us("hero", (1, 1), gear=()), dog("d1", (5, 5)), dog("d2", (5, 4)), them("a", (6, 5)))
    assert barred(empty, SendDog("hero", "d1", "a")) == ""
    other = fight(us("hero", (1, 1), gear=FREE), us("x", (1, 2), gear=FREE), dog("dog", (5, 5)), them("a", (6, 5)))
    assert barred(other, SendDog("x", "dog", "a")) == "animal.war-dogs.handler"


@rule("rampage:animal.war-dogs.rehandle", "rampage:animal.dogs.training")
def test_a_strange_dog_heeds_nobody() -> None:
    state = fight(us("hero", (1, 1), gear=FREE), dog("dog", (5, 5)), them("a", (6, 5)))
    new = replace(state, campaign=RampageCampaign(dogs={"dog": Bond("hero", MORNING - 30 * DAY + 1)}))
    assert barred(new, SendDog("hero", "dog", "a")) == "animal.war-dogs.rehandle"


@rule("rampage:animal.guard-dogs.fight")
def test_a_guard_dog_picks_for_itself() -> None:
    state = fight(dog("dog", (5, 5), "guard-dog"), them("a", (6, 5)), them("b", (5, 6)))
    for face, quarry in ((1, "a"), (2, "b")):
        do = rolling(state, d2(face))
        dogs_of_war.choose(do, state.creatures["dog"])
        assert battle(do.state).quarry == {"dog": quarry}
        assert targets(do.state, "dog") == {quarry}
        again = rolling(do.state)
        dogs_of_war.choose(again, do.state.creatures["dog"])
        assert again.events == []
    wild = replace(state, campaign=RampageCampaign())
    assert targets(wild, "dog") == {"a", "b"}


@rule("rampage:healing.potion", "rampage:healing.owlbear-punch")
def test_a_drink_is_an_attack() -> None:
    hurt = replace(with_items(us("hero", (1, 1)), "healing-potion", "healing-salve"), hp=2)
    state = fight(hurt, them("a", (9, 9)))
    potion, salve = (
        next(i.id for i in state.creatures["hero"].items if i.kind == k) for k in ("healing-potion", "healing-salve")
    )
    drink = TakeRemedy("hero", "hero", potion)
    assert drink in list(play.legal_actions(RULESET, state, "player", "hero"))
    do = act(state, drink)
    assert do.state.creatures["hero"].hp == 10
    assert do.state.fight is not None and do.state.fight.has_spent("hero", "attack")
    assert barred(state, TakeRemedy("hero", "hero", salve)) == "healing.salve"
    spent = replace(state, fight=replace(state.fight, spent={"hero": ("attack",)}))  # type: ignore[type-var]
    assert barred(spent, drink) == "healing.potion"


@rule("rampage:healing.magical-defined", "rampage:death.mortally-wounded")
def test_a_potion_for_a_dying_friend() -> None:
    dying = replace(us("dying", (2, 1)), hp=0, status="down", conditions=(Condition("mortally wounded"),))
    far = replace(dying, id="far", at=(3, 1))
    helper = with_items(us("hero", (1, 1)), "healing-potion", "owlbear-punch")
    state = fight(helper, dying, far, them("a", (9, 9)))
    potion, punch = (
        next(i.id for i in state.creatures["hero"].items if i.kind == k) for k in ("healing-potion", "owlbear-punch")
    )
    do = act(state, TakeRemedy("hero", "dying", potion), d6(1))
    assert not do.state.creatures["dying"].condition("mortally wounded")
    assert barred(state, TakeRemedy("hero", "far", potion)) == "healing.potion"
    assert barred(state, TakeRemedy("hero", "dying", punch)) == "healing.magical-defined"


@rule("rampage:monster.breath.not-locked", "rampage:monster.breath.injury")
def test_a_wounded_dragon_breathes_and_a_locked_one_does_not() -> None:
    wyrm = replace(them("wyrm", (1, 1), "dragon-whelp", hp=1), max_hp=30)
    state = fight(us("a", (6, 1)), us("b", (7, 1)), us("c", (9, 1)), wyrm)
    assert barred(state, Breathe("wyrm", "a")) == ""
    do = act(state, Breathe("wyrm", "a"), *d6(4, 4), *d20(19, 18))
    assert [do.state.creatures[id].hp for id in "abc"] == [16, 12, 20]
    assert barred(state, Breathe("wyrm", "c")) == "monster.breath.not-locked"
    locked = fight(us("a", (2, 1)), us("b", (6, 1)), wyrm)
    assert barred(locked, Breathe("wyrm", "b")) == "monster.breath.not-locked"
    empty = replace(wyrm, conditions=(Condition("has breathed", level=3),))
    assert barred(fight(us("a", (6, 1)), empty), Breathe("wyrm", "a")) == "monster.breath.injury"
    assert barred(state, Breathe("a", "wyrm")) == "monster.breath.not-locked"


@rule("rampage:task.venom-harvest.dose")
def test_a_dose_is_spent_on_the_first_hit() -> None:
    coated = replace(us("hero", (5, 5)), conditions=(Condition(venom_on("sword")),))
    state = fight(coated, them("a", (6, 5), hp=30))
    missed = act(state, Attack("hero", "a", "sword"), d20(2))
    assert missed.state.creatures["hero"].condition(venom_on("sword"))
    hit = act(state, Attack("hero", "a", "sword"), d20(18), d8(1), d20(2))
    assert not hit.state.creatures["hero"].condition(venom_on("sword"))
    assert has_event(hit, Died)
    assert "task.venom-harvest.dose" in rules_of(hit)


@rule("rampage:encounter.surprise.mixed-hidden", "rampage:encounter.surprise.mixed-no-attack")
def test_the_hidden_are_not_attacked_and_strike_from_behind() -> None:
    scout = replace(us("scout", (5, 5), kind="scout", gear=("dagger",)), conditions=(Condition(HIDDEN),))
    state = fight(scout, us("other", (7, 5)), them("a", (6, 5)), facing={"a": 6})
    seen = {a.target for a in play.legal_actions(RULESET, state, "referee", "a") if isinstance(a, Attack)}
    assert seen == {"other"}
    do = act(state, Attack("scout", "a", "dagger"), d20(2))
    rolled = last(do, AttackRolled)
    assert ("back stab", 4) in rolled.roll.modifiers
    assert "rampage:encounter.surprise.mixed-hidden" in rolled.rule
    assert not do.state.creatures["scout"].condition(HIDDEN)


@rule("rampage:encounter.surprise.reappear", "rampage:encounter.surprise.reappear-judge")
@pytest.mark.parametrize(("face", "behind"), [(3, True), (4, False)])
def test_who_comes_back_from_out_of_sight(face: int, behind: bool) -> None:
    thief = us("thief", (5, 5), kind="thief", gear=("dagger",))
    busy = fight(thief, us("other", (7, 5)), them("a", (6, 5)), facing={"a": 6}, out_of_sight=("thief",))
    do = act(busy, Attack("thief", "a", "dagger"), d6(face), d20(2))
    assert last(do, SurpriseRolled).surprised is behind
    assert (("back stab", 4) in last(do, AttackRolled).roll.modifiers) is behind
    assert battle(do.state).out_of_sight == ()
    alone = fight(thief, them("a", (6, 5)), facing={"a": 6}, out_of_sight=("thief",))
    assert not has_event(act(alone, Attack("thief", "a", "dagger"), d20(2)), SurpriseRolled)


@rule("rampage:encounter.surprise.reappear")
def test_walls_hide_people() -> None:
    from underkeep.systems.rampage.combat import surprise_rounds

    wall = Grid(20, 20, tuple((3, y) for y in range(20)))
    state = fight(us("hero", (1, 1)), us("seen", (6, 6)), them("a", (9, 9)), grid=wall)
    do = rolling(state)
    surprise_rounds.lose_sight(do, Step("act", ("hero", "seen")))
    assert battle(do.state).out_of_sight == ("hero",)
    open_field = rolling(fight(us("hero", (1, 1)), them("a", (9, 9))))
    surprise_rounds.lose_sight(open_field, Step("act", ("hero",)))
    assert open_field.events == []
    assert attacks and d3(1)
