"""Hazards met in play: as traps, and in odd places."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import delvers, lead, refused, sheet_of

from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.checks.hazards import Burnt
from underkeep.systems.knave.exploration import traps
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar, scripted
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Feature, Trap

FREE = 6


def sprung(kind: str, *faces: int, count: int = 1) -> Resolution:
    do = scripted(RULESET, delvers(count), *faces)
    traps.spring(do, Trap("t", "1-01", kind), do.state.creatures["hero-1"])
    return do


def wounds(do: Resolution, id: str = "hero-1") -> int:
    return sheet_of(do.state, id).wounds


@rule("knave:hazard.falling.damage", "knave:hazard.falling.instant-death")
def test_pits() -> None:
    assert wounds(sprung("pit-20", *d6(3, 4))) == 7
    assert sprung("pit-30", *d6(6, 6, 6)).state.creatures["hero-1"].status == "dead"


@rule("knave:hazard.fire.contact", "knave:hazard.fire.burning")
def test_a_jet_of_fire() -> None:
    assert wounds(sprung("fire-jet", d20(16))) == 0
    assert wounds(sprung("fire-jet", d20(15), d6(2), d20(16))) == 2
    out = sprung("fire-jet", d20(15), d6(2), d20(15), d6(1), d6(3), d20(16))
    assert wounds(out) == 6
    assert not out.state.creatures["hero-1"].conditions
    assert [e.how for e in out.events if isinstance(e, Burnt)] == ["in the flames", "alight"]


@rule("knave:hazard.fire.burning")
def test_whoever_is_alight_burns_every_round_until_it_is_put_out() -> None:
    assert wounds(sprung("fire-jet", d20(15), d6(1), d20(15), d6(1), d6(1), d20(15), d6(2), d6(1), d20(16))) == 6
    helped = sprung("fire-jet", d20(15), d6(1), d20(15), d6(1), d6(1), d20(11), count=2)
    assert wounds(helped) == 3
    assert sprung("fire-jet", d20(15), d6(6), d20(15), d6(6), d6(6)).state.creatures["hero-1"].status == "dead"


@rule("knave:hazard.lightning", "knave:hazard.fire.lava")
def test_what_is_not_leapt_clear_of() -> None:
    assert wounds(sprung("lightning", d20(15), *d6(1, 2, 3))) == 6
    assert sprung("lava-crust", d20(15)).state.creatures["hero-1"].status == "dead"
    assert sprung("lava-crust", d20(16)).state.creatures["hero-1"].is_up


@rule("knave:hazard.drowning.breath", "knave:hazard.drowning.pass-out", "knave:hazard.drowning.check")
def test_a_flooded_room() -> None:
    out = sprung("flood", *d20(15, 16))
    assert out.state.creatures["hero-1"].is_up
    drowned = sprung("flood", *d20(15, 15, 15))
    assert drowned.state.creatures["hero-1"].status == "dead"
    carried = sprung("flood", *d20(1, 1, 16, 16, 16, 16, 16, 16), *([d20(16)] * 60), count=2)
    assert carried.state.creatures["hero-1"].is_up and carried.state.creatures["hero-2"].is_up


@rule("knave:hazard.drowning.check")
def test_in_a_flood_the_second_tries_first() -> None:
    out = sprung("flood", d20(16), count=2)
    tried = [e.creature for e in out.events if isinstance(e, CheckRolled)]
    assert tried == ["hero-2"]


@rule("knave:hazard.drowning.pass-out")
@pytest.mark.parametrize(("seconds_face", "up"), [(1, True), (6, False)])
def test_a_dive(seconds_face: int, up: bool) -> None:
    pool = replace(cellar(RULESET), features={"f": Feature("f", "1-01", "pool")})
    state = lead(delvers(1, dungeon=pool), a.LightUp("hero-1", "torch")).state
    do = lead(state, a.Use("hero-1", "f"), d6(seconds_face), *(d6(1, 1, 1, FREE) if up else (d20(15),)))
    assert do.state.creatures["hero-1"].is_up == up


@rule("knave:hazard.drink.check")
def test_a_cask_takes_an_hour() -> None:
    cask = replace(cellar(RULESET), features={"f": Feature("f", "1-01", "cask")})
    state = lead(delvers(dungeon=cask), a.LightUp("hero-2", "torch")).state
    do = lead(state, a.Use("hero-1", "f"), d20(15), *([d6(FREE)] * 6))
    assert do.state.creatures["hero-1"].condition("drunk") and do.state.now == state.now + 3600


@rule("knave:downtime.career.grants-attempts")
def test_locks_are_for_the_trained() -> None:
    known = replace(cellar(RULESET), traps={"t": Trap("t", "1-01", "blade", state="found")})
    state = delvers(dungeon=known)
    hero = state.creatures["hero-1"]
    lay = state.with_creature("hero-1", sheet=replace(hero.sheet, careers=("sailor",)))
    thief = state.with_creature("hero-1", sheet=replace(hero.sheet, careers=("burglar",)))
    assert refused(lay, a.Disarm("hero-1", "t")) == "knave:downtime.career.grants-attempts"
    assert not refused(thief, a.Disarm("hero-1", "t"))


def test_every_trap_says_to_the_referee_what_it_does() -> None:
    for kind in traps.listings():
        assert ": " in traps.told_to_the_referee(kind)
