"""What a second evening of Knave stumbled over: things at home, the order of march, lights, refusals with rule ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.rules.knave.scenes import lead
from tests.ui.test_knave_scenes import Table, pair

from underkeep.procedures import delve_actions as a
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.gear import Item
from underkeep.world.state import State

RULE_ID = re.compile(r"\b(?:knave|ose|rampage|robs):[a-z]")


def with_home(carried: tuple[Item, ...] = ()) -> State:
    """Wat and Edda in town, with three torches, two ropes and a mirror at home; what is `carried` is Edda's."""
    kept = (an_item("torch", 3), an_item("rope", 2), an_item("mirror"), an_item("oilskin-bag"))
    state = pair(in_town=True)
    state = state.with_creature("hero-1", items=(an_item("coin", 100),))
    return with_campaign(state.with_creature("hero-2", items=carried), at_home=kept)


def typed(state: State, *lines: str) -> Table:
    """The table after these lines; `heard` is what was answered to the last."""
    heard: list[str] = []

    def script(table: Table) -> Iterator[str]:
        for line in lines:
            yield line
            heard.append(table.heard)

    table = Table(state, script)
    table.heard = heard[-1] if heard else table.heard
    return table


def counts(table: Table, id: str) -> dict[str, int]:
    return {item.kind: item.count for item in table.state.creatures[id].items}


# Things at home


@pytest.mark.parametrize(
    ("line", "has"),
    [
        ("Wat fetches a rope", {"coin": 100, "rope": 1}),
        ("fetch the torches for Wat", {"coin": 100, "torch": 3}),
        ("fetch all torches and the mirror, Wat carries them", {"coin": 100, "torch": 3, "mirror": 1}),
        ("Wat, fetch two torches and the rope from home", {"coin": 100, "torch": 2, "rope": 1}),
        ("Wat, take the torches, rope and mirror", {"coin": 100, "torch": 3, "rope": 1, "mirror": 1}),
        ("Wat goes home and fetches the mirror", {"coin": 100, "mirror": 1}),
        ("buy a rope for Wat", {"coin": 95, "rope": 1}),
    ],
)
def test_what_lies_at_home_is_fetched_and_not_bought(line: str, has: dict[str, int]) -> None:
    assert counts(typed(with_home(), line), "hero-1") == has


def test_what_another_carries_is_handed_over_and_not_bought() -> None:
    table = typed(with_home((an_item("lantern"),)), "Wat takes the lantern and the mirror")
    assert counts(table, "hero-1") == {"coin": 100, "lantern": 1, "mirror": 1}
    assert not counts(table, "hero-2")


def test_a_fetched_thing_that_is_not_at_home_costs_nothing_unasked() -> None:
    table = typed(with_home(), "fetch a lantern")
    assert "Nothing of the kind lies at home." in table.heard
    assert counts(table, "hero-1") == {"coin": 100}
    assert "Edda has the lantern already" in typed(with_home((an_item("lantern"),)), "fetch the lantern").heard


def test_who_has_no_room_is_told_who_has() -> None:
    full = with_home().with_creature("hero-1", items=tuple(an_item("shovel") for _ in range(10)))
    table = typed(full, "Wat, fetch the rope from home")
    assert "Wat has no free slots and that takes 1. Edda has room for it." in table.heard


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Edda leaves two torches at home", {"torch": 5}),
        ("stash 30 coins at home", {"torch": 3, "coin": 30}),
        ("leave the torches at home", {"torch": 8}),
    ],
)
def test_as_many_are_left_at_home_as_are_said(line: str, kept: dict[str, int]) -> None:
    table = typed(with_home((an_item("torch", 5),)), line)
    at_home = {item.kind: item.count for item in campaign(table.state).at_home}
    assert {kind: count for kind, count in at_home.items() if kind in ("torch", "coin")} == kept


# Who marches where


@pytest.mark.parametrize("line", ["Wat goes last", "Wat walks at the rear", "Wat last", "let Wat go last"])
def test_who_goes_last_does_not_go_first(line: str) -> None:
    party = typed(pair(), line).state.party
    assert party is not None
    assert party.members == ("hero-2", "hero-1")


# Lights


def test_a_torch_that_is_held_high_is_one_torch() -> None:
    state = pair().with_creature("hero-1", items=(an_item("torch", 2),))
    assert len(typed(state, "Wat lights a torch and holds it high").state.lights) == 1


def test_of_two_lights_alike_one_is_put_out_unasked() -> None:
    state = pair().with_creature("hero-1", items=(an_item("torch", 2),))
    lit = ("Wat lights a torch", "Wat lights a torch")
    assert len(typed(state, *lit).state.lights) == 2
    assert len(typed(state, *lit, "Wat, put out a torch").state.lights) == 1
    assert not typed(state, *lit, "put out the torches").state.lights


# Refusals


def test_a_refusal_names_no_rule_until_it_is_asked_why() -> None:
    full = with_home().with_creature("hero-2", items=tuple(an_item("shovel") for _ in range(10)))
    given = typed(full.with_creature("hero-1", items=(an_item("mirror"),)), "give mirror to Edda")
    assert "Edda has no free slot for that." in given.heard
    assert not RULE_ID.search(given.heard)
    asked = typed(full.with_creature("hero-1", items=(an_item("mirror"),)), "give mirror to Edda", "why")
    assert "knave:encumbrance.no-excess" in asked.heard


# Pools, and what else belongs to a place


def by_the(kind: str) -> State:
    """Wat and Edda underground, with something that belongs to the place."""
    state = pair()
    assert state.party is not None and state.party.at is not None
    thing = Feature(f"feature-{kind}", state.party.at.area, kind)
    state = lead(state, a.LightUp("hero-1", "torch")).state
    return FeatureChanged(thing, "found").evolve(state)


@pytest.mark.parametrize("line", ["drink from the pool", "Wat, taste the water"])
def test_who_drinks_at_a_pool_does_not_dive(line: str) -> None:
    table = typed(by_the("pool"), line)
    assert "tries the water" in table.heard
    assert "dives" not in table.heard


@pytest.mark.parametrize("line", ["use the pool", "dive into the pool", "Wat swims in the pool"])
def test_who_dives_is_told_of_the_danger_before(line: str) -> None:
    table = typed(by_the("pool"), line)
    assert "may drown. (yes or no)" in table.heard
    assert not any("dives" in str(entry.events) for entry in table.session.line())


@pytest.mark.parametrize("line", ["look into the pool", "is the water clear?"])
def test_a_pool_can_be_looked_at(line: str) -> None:
    assert "Dark water" in typed(by_the("pool"), line).heard


def test_how_deep_a_pool_is_shows_to_whoever_goes_in() -> None:
    assert "nobody has seen" in typed(by_the("pool"), "how deep is the pool?").heard


def test_a_coin_is_thrown_into_the_pool_without_a_roll() -> None:
    state = by_the("pool").with_creature("hero-1", items=(an_item("coin", 5),))
    assert "fails" not in typed(state, "Wat throws a coin into the pool").heard


def test_a_killing_cold_is_named_and_told_of() -> None:
    assert "a killing cold" in typed(by_the("cold"), "look").heard
    assert "may be hurt by it" in typed(by_the("cold"), "what is this cold?").heard


# How it is told


def test_what_is_handed_over_is_told_with_one_over() -> None:
    state = pair(in_town=True).with_creature("hero-1", items=(an_item("mirror"), an_item("rope")))
    told = typed(state, "Wat gives the mirror and the rope to Edda").heard
    assert "Wat hands over a mirror and a 50-foot rope." in told
