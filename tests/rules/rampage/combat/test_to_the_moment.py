"""Surprise rounds, blows that are held back, and drinks in a fight: who may do what, and when."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.combat.test_dogs_and_remedies import fight, them, us
from tests.rules.rampage.delve import has_event, last, rolling, with_items

from underkeep.procedures.options import NONE
from underkeep.systems.rampage.attacks.events import OutOfSight, attack_on
from underkeep.systems.rampage.attacks.field import HIDDEN
from underkeep.systems.rampage.basics.campaign import RampageCampaign
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.systems.rampage.combat import remedies_in_fights, surprise_rounds
from underkeep.testing import rule
from underkeep.world.encounter import Encounter
from underkeep.world.fight import Step
from underkeep.world.grid import Grid
from underkeep.world.state import State

WALL = Grid(20, 20, tuple((3, y) for y in range(20)))


@rule("rampage:encounter.surprise.mixed-hidden")
@pytest.mark.parametrize("meets", [True, False])
def test_who_surprised_alone_is_hidden_in_the_fight_that_follows(meets: bool) -> None:
    state = fight(us("hero", (1, 1)), us("scout", (2, 2)), them("a", (9, 9)))
    met = Encounter("g", ("a",), 20) if meets else None
    do = rolling(replace(state, encounter=met, campaign=RampageCampaign(unseen=("scout",))))
    surprise_rounds.hide(do)
    assert bool(do.state.creatures["scout"].condition(HIDDEN)) is meets
    assert not do.state.creatures["hero"].condition(HIDDEN)


@rule("rampage:encounter.surprise.door-bash-basher")
@pytest.mark.parametrize(("at", "spent", "moves"), [
    ((12, 12), (), True), ((12, 12), ("move",), False), ((8, 9), (), False), ((8, 9), ("move",), False),
])  # fmt: skip
def test_a_basher_moves_once_out_of_melee(at: tuple[int, int], spent: tuple[str, ...], moves: bool) -> None:
    state = fight(us("hero", at), them("a", (9, 9)))
    assert (surprise_rounds.clearing(state, state.creatures["hero"], spent) is not NONE) is moves


@rule("rampage:vision.normal.dark-hold")
@pytest.mark.parametrize(("race", "spent", "dark", "strikes"), [
    ("man", (), True, True), ("man", ("attack",), True, False), ("dwarf", (), True, False), ("man", (), False, False),
])  # fmt: skip
def test_who_held_back_in_the_dark_strikes_at_who_struck_him(
    race: str, spent: tuple[str, ...], dark: bool, strikes: bool
) -> None:
    state = fight(us("hero", (5, 5), race=race), them("a", (6, 5)))
    assert state.fight is not None
    marks = {"hero": spent, "a": ("attack", attack_on("hero"))}
    state = replace(state, switches=("dark",) if dark else (), fight=replace(state.fight, spent=marks))
    found = surprise_rounds.answers(state, state.creatures["hero"])
    assert (found is not NONE) is strikes
    assert bool(found.listed) is strikes


@rule("rampage:vision.normal.dark-hold")
def test_who_was_struck_at_by_nobody_has_nobody_to_answer() -> None:
    state = replace(fight(us("hero", (5, 5)), them("a", (6, 5))), switches=("dark",))
    assert surprise_rounds.answers(state, state.creatures["hero"]) is NONE


def lost(state: State) -> object:
    do = rolling(state)
    surprise_rounds.lose_sight(do, Step("act", ("hero", "seen")))
    return do


@rule("rampage:encounter.surprise.reappear")
def test_who_is_out_of_sight_from_the_second_round_on() -> None:
    people = (us("hero", (1, 1)), us("seen", (6, 6)), them("a", (9, 9)))
    out = last(lost(fight(*people, grid=WALL)), OutOfSight)  # type: ignore[arg-type]
    assert (out.creatures, out.rule) == (("hero",), ("rampage:encounter.surprise.reappear",))
    assert not has_event(lost(fight(*people, grid=WALL, rounds=1)), OutOfSight)  # type: ignore[arg-type]
    felled = (replace(people[0], status="down"), *people[1:])
    assert not has_event(lost(fight(*felled, grid=WALL)), OutOfSight)  # type: ignore[arg-type]
    nowhere = (replace(people[0], at=None), *people[1:])
    assert not has_event(lost(fight(*nowhere, grid=WALL)), OutOfSight)  # type: ignore[arg-type]
    back = (replace(people[0], at=(7, 7)), *people[1:])
    again = last(lost(fight(*back, grid=WALL, out_of_sight=("hero",))), OutOfSight)  # type: ignore[arg-type]
    assert (again.creatures, again.rule) == ((), ())
    assert not has_event(lost(fight(*back, out_of_sight=("hero",))), OutOfSight)  # type: ignore[arg-type]


@rule("rampage:healing.potion", "rampage:healing.owlbear-punch", "rampage:healing.magical-defined")
def test_what_speaks_against_a_drink() -> None:
    bearer = with_items(us("hero", (5, 5), gear=()), "healing-potion", "owlbear-punch", "seed-cake", "rope")
    bearer = replace(bearer, items=tuple(replace(i, id=i.kind) for i in bearer.items))
    hurt = {"hp": 3}
    people = (
        replace(bearer, **hurt),
        replace(us("friend", (6, 5)), **hurt),
        replace(us("down", (5, 6)), status="down", hp=0),
        replace(us("dead", (4, 5)), status="dead", hp=0),
        replace(us("far", (7, 5)), **hurt),
        replace(them("a", (6, 6)), **hurt),
    )
    state = fight(*people)

    def against(target: str, kind: str, where: State = state) -> str:
        refusal = remedies_in_fights.why_not(where, TakeRemedy("hero", target, kind))
        return refusal.rule.removeprefix("rampage:") if refusal is not None else ""

    assert [against(id, "healing-potion") for id in ("hero", "friend", "down")] == ["", "", ""]
    assert [against(id, "healing-potion") for id in ("dead", "far", "a", "nobody")] == ["healing.potion"] * 4
    assert [against(id, "owlbear-punch") for id in ("hero", "friend")] == ["", ""]
    assert against("down", "owlbear-punch") == "healing.magical-defined"
    assert [against("hero", kind) for kind in ("rope", "nothing")] == ["healing.magical-defined"] * 2
    assert against("hero", "seed-cake") == "healing.marvelous-food"
    assert state.fight is not None
    spent = replace(state, fight=replace(state.fight, spent={"hero": ("attack",)}))
    assert against("hero", "healing-potion", spent) == "healing.potion"
