"""Questioning captives."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import against, below, do_it, foe, has_event, last, one, rules_of, why

from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.encounters.prisoners import Interrogate, Questioned, seconds_for
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import Died
from underkeep.world.state import State


def held(*languages: str, **scores: int) -> State:
    """An orc who has given himself up; he saves on 19."""
    hero = one(**scores)
    hero = replace(hero, sheet=replace(sheet(hero), languages=languages or ("Common", "Orc")))
    orc = replace(foe(), status="yielded")
    return below(hero, orc, captives=("orc-1",))


def ask(method: str) -> Interrogate:
    return Interrogate("hero", "orc-1", method)


def talked(state: State, method: str, *faces: int) -> bool:
    return last(do_it(state, ask(method), *faces), Questioned).talks


@rule("rampage:prisoner.methods")
def test_one_manner_at_a_time() -> None:
    assert against(held(), ask("kind")) == "prisoner.methods"
    assert against(below(one(), foe()), ask("brutal")) == "prisoner.methods"
    assert why(held(), ask("cunning")) is None


@rule("rampage:prisoner.language")
def test_in_a_tongue_that_both_speak() -> None:
    assert against(held("Common"), ask("cunning")) == "prisoner.language"
    friend = one("friend")
    friend = replace(friend, sheet=replace(sheet(friend), languages=("Common", "Orc")))
    state = held("Common")
    with_friend = below(state.creatures["hero"], friend, state.creatures["orc-1"], captives=("orc-1",))
    assert why(with_friend, ask("cunning")) is None


@rule("rampage:prisoner.brutal", "rampage:prisoner.brutal-order", "rampage:prisoner.brutal-results")
@pytest.mark.parametrize(
    ("order", "first", "second", "talks", "dies"),
    [(3, 18, None, None, True), (3, 19, 18, True, False), (3, 19, 19, False, False), (4, 18, 18, True, True),
     (4, 18, 19, True, False), (4, 19, 18, False, True)],
)  # fmt: skip
def test_brutality(order: int, first: int, second: int | None, talks: bool | None, dies: bool) -> None:
    faces = [d20(14), d6(order), d20(first), *([d20(second)] if second is not None else [])]
    do = do_it(held(STR=14), ask("brutal"), *faces)
    assert has_event(do, Died) is dies
    assert has_event(do, Questioned) is (talks is not None)
    if talks is not None:
        assert last(do, Questioned).talks is talks


@rule("rampage:prisoner.brutal")
def test_without_the_strength_nothing_happens() -> None:
    do = do_it(held(STR=14), ask("brutal"), d20(15))
    assert not last(do, Questioned).talks and not has_event(do, Died)
    assert seconds_for(ask("brutal")) == 600


@rule("rampage:prisoner.persuasive")
def test_persuasion() -> None:
    state = held(WIS=12, CHA=13)
    assert not talked(state, "persuasive", d20(13))
    assert not talked(state, "persuasive", *d20(12, 14))
    assert not talked(state, "persuasive", *d20(12, 13, 19))
    assert talked(state, "persuasive", *d20(12, 13, 18))


@rule("rampage:prisoner.cunning")
def test_cunning_takes_two_turns() -> None:
    assert seconds_for(ask("cunning")) == 1200
    state = held(INT=12)
    assert not last(do_it(state, ask("cunning"), d20(13), d6(6)), Questioned).talks
    do = do_it(state, ask("cunning"), *d20(12, 18), d6(6))
    assert last(do, Questioned).talks
    assert campaign(do.state).questioned == ("orc-1",)
    assert against(do.state, ask("cunning")) == "prisoner.methods"
    assert "prisoner.cunning" in rules_of(do)
