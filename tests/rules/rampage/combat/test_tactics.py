"""What minds are told: estimates, each of which must be on the right side of another."""

from tests.rules.rampage.scene import hero, monster, scene

from underkeep.minds.tactician import Tactician
from underkeep.procedures import fight, play
from underkeep.procedures.actions import Attack, Move
from underkeep.systems.rampage.basics.actions import Charge, DisarmEnemy, Parry, SetToReceive
from underkeep.systems.rampage.combat import tactics
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.world.state import State


def worth(state: State, action: object) -> float:
    found = tactics.hint(state, action)  # type: ignore[arg-type]
    return found.worth if found is not None else 0.0


def flanked() -> State:
    """An orc who looks east at one man, with another before his back and a third far off."""
    return scene(
        hero("front", (7, 5)), hero("behind", (5, 5)), hero("far", (5, 10)), monster("orc", (6, 5), hp=20),
        facing={"orc": 2},
    )  # fmt: skip


def test_a_blow_from_behind_is_worth_more_and_most_to_a_jack() -> None:
    state = flanked()
    front, behind = (worth(state, Attack(id, "orc", "sword")) for id in ("front", "behind"))
    assert behind > front
    jack = state.with_creature("behind", sheet=hero("x", kind="thief", level=5).sheet)
    assert worth(jack, Attack("behind", "orc", "sword")) > behind


def test_the_place_behind_a_foe_is_better_than_the_place_before_him() -> None:
    state = flanked().with_creature("behind", at=(1, 1))
    assert worth(state, Move("far", (5, 5))) > worth(state, Move("far", (6, 6))) >= worth(state, Move("far", (7, 6)))
    assert worth(state, Charge("far", (5, 6))) > worth(state, Move("far", (5, 6)))


def test_a_mind_walks_round_to_the_back_of_one_whom_a_friend_keeps_busy() -> None:
    state = flanked().with_creature("behind", at=(1, 1), status="dead")
    creature = state.creatures["far"]
    options = play.with_done("far", fight.options(RULESET, state, creature))
    chosen = Tactician(RULESET).act(state, creature, options)
    assert isinstance(chosen, Move | Charge) and chosen.to in ((5, 4), (5, 5), (5, 6))


def test_armour_that_no_blow_gets_through_is_met_with_a_disarm() -> None:
    knight = monster("knight", (6, 5), "veteran", hp=20, gear=("plate", "shield", "sword"))
    strong = scene(hero("hero", (5, 5), level=3), knight)
    assert worth(strong, DisarmEnemy("hero", "knight", "sword")) > worth(strong, Attack("hero", "knight", "sword"))


def test_the_many_and_weak_strike_and_do_not_parry() -> None:
    state = scene(hero("hero", (5, 5), level=6, gear=("plate", "sword")), monster("goblin", (6, 5), "goblin", hp=3))
    assert worth(state, Attack("goblin", "hero", "short-sword")) > worth(state, Parry("goblin", "hero"))


def test_a_spear_is_set_for_those_whom_one_cannot_charge_first() -> None:
    near = scene(hero("hero", (5, 5), gear=("spear",)), monster("orc", (13, 5)))
    assert worth(near, SetToReceive("hero", "spear")) == 0
    rider = scene(hero("hero", (5, 5), gear=("spear", "plate")), monster("wolf", (22, 5), "wolf"))
    assert worth(rider, SetToReceive("hero", "spear")) > 0
