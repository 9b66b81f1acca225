"""Land, building, followers, settlers, taxes and guards."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, every, first
from tests.rules.ose.service import PC, company, why_not

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.holdings import Contract, Garrison, Staff, Stronghold
from underkeep.systems.ose.basics.money import purse
from underkeep.systems.ose.basics.setting import GENRE
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import domains, estate, soldiers, strongholds
from underkeep.systems.ose.town.domains import NO_TAXES, StationTroop
from underkeep.systems.ose.town.strongholds import Build, ClaimLand, LandRefused, StrongholdChanged
from underkeep.testing import d4, d6, d10, rule
from underkeep.world.clock import DAY
from underkeep.world.state import State

RULE = "ose:domain.genre-rules"
PRINTED = {
    "barbican": 37000,
    "bastion": 9000,
    "stone-civilian-building": 3000,
    "wood-civilian-building": 1500,
    "drawbridge": 500,
    "gatehouse": 6500,
    "keep": 75000,
    "moat": 400,
    "subterranean-passage": 500,
    "large-tower": 30000,
    "small-tower": 15000,
    "castle-wall": 5000,
    "arrow-slit": 10,
    "iron-door": 50,
    "reinforced-wood-door": 20,
    "stone-door": 50,
    "wood-door": 10,
    "flagstones-or-tiles-floor": 100,
    "wood-floor": 40,
    "tiled-roof": 100,
    "wood-roof": 40,
    "secret-door": 50,
    "shifting-wall": 1000,
    "stone-stairs": 60,
    "wooden-stairs": 20,
    "iron-trapdoor": 120,
    "reinforced-wood-trapdoor": 40,
    "stone-trapdoor": 120,
    "wood-trapdoor": 20,
    "window": 10,
    "window-bars": 10,
    "window-shutters": 5,
}


def act(state: State, action: Action) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Seeded(5, "act"))


def lord(kind: str = "fighter", level: int = 9, gp: int = 100_000, engineers: int = 1, **own: object) -> State:
    """A character of that level with land, and engineers in service."""
    state = changed(company(kind, "thief", gp=gp), PC, level=level)
    staff = Staff(tuple(Contract("engineer", PC, 10**12) for _ in range(engineers)))
    return with_campaign(state, staff=staff, strongholds={PC: replace(Stronghold(PC), **own)})


@rule(RULE)
def test_the_price_list() -> None:
    assert {id: part.cost_gp for id, part in strongholds.structures().items()} == PRINTED


@rule(RULE)
@pytest.mark.parametrize(
    ("kind", "level"),
    [("cleric", 9), ("dwarf", 9), ("elf", 9), ("fighter", 1), ("halfling", 1), ("magic-user", 11), ("thief", 9)],
)
def test_each_class_has_a_level_from_which_it_may(kind: str, level: int) -> None:
    state = company(kind, "thief", gp=2000)
    assert play.why_not(RULESET, changed(state, PC, level=level), "player", ClaimLand(PC)) is None
    if level > 1:
        assert why_not(changed(state, PC, level=level - 1), ClaimLand(PC)).rule == RULE


@rule(RULE)
def test_without_rules_of_the_genre_nothing_is_built() -> None:
    state = company(gp=2000)
    core = with_campaign(state, rulings={GENRE: "swashbuckling"})
    assert "No rules for strongholds are loaded" in why_not(core, ClaimLand(PC)).sentence
    done = Resolution(state, Scripted(), RULESET, {RULE: strongholds.NO_RULES})
    strongholds.claim(done, ClaimLand(PC))
    assert every(done, LandRefused) and not campaign(done.state).strongholds
    land = act(state, ClaimLand(PC))
    assert first(land, StrongholdChanged).what == "land" and purse(land.state.creatures[PC].items)["gp"] == 1000


@rule(RULE)
@pytest.mark.parametrize(("gp", "days", "engineers"), [(75_000, 150, 1), (100_001, 201, 2), (10, 1, 1)])
def test_days_and_engineers_follow_from_the_price(gp: int, days: int, engineers: int) -> None:
    assert strongholds.days_to_build(gp) == days
    assert strongholds.engineers_needed(gp) == engineers


@rule(RULE)
def test_a_keep_takes_an_engineer_its_price_and_150_days() -> None:
    assert why_not(lord(engineers=0), Build(PC, "keep")).rule == RULE
    assert "2 engineers" in why_not(lord(gp=200_000), Build(PC, "keep", 2)).sentence
    assert "a building to be in" in why_not(lord(), Build(PC, "window")).sentence
    state = lord()
    done = act(state, Build(PC, "keep"))
    own = campaign(done.state).strongholds[PC]
    assert (own.parts, own.done, own.stands) == ({"keep": 1}, state.now + 150 * DAY, False)
    assert purse(done.state.creatures[PC].items)["gp"] == 25_000
    early = Resolution(replace(done.state, now=own.done - 1), Scripted(), RULESET)
    strongholds.settle(early)
    assert not early.events
    over = Resolution(replace(done.state, now=own.done), Scripted(d10(4)), RULESET)
    strongholds.settle(over)
    assert [e.what for e in every(over, StrongholdChanged)] == ["finished", "settlers"]
    assert campaign(over.state).strongholds[PC].settlers == 40


@rule(RULE)
def test_without_engineers_the_work_stands_still() -> None:
    state = lord(engineers=0, parts={"keep": 1}, building_gp=75_000, done=0)
    done = Resolution(state, Scripted(), RULESET)
    strongholds.settle(done)
    assert [e.what for e in every(done, StrongholdChanged)] == ["halted"]


@rule(RULE)
def test_a_cleric_pays_half_and_has_soldiers_of_the_faith() -> None:
    state = lord("cleric")
    done = act(state, Build(PC, "keep"))
    assert purse(done.state.creatures[PC].items)["gp"] == 62_500
    own = campaign(done.state).strongholds[PC]
    over = Resolution(replace(done.state, now=own.done), Scripted(*d6(1, 2, 3, 4, 5), d10(1)), RULESET)
    strongholds.settle(over)
    assert campaign(over.state).strongholds[PC].followers == 150


@rule(RULE)
@pytest.mark.parametrize(("kind", "faces", "number"), [("magic-user", (4,), 4), ("thief", (2, 5), 7)])
def test_who_follows_others(kind: str, faces: tuple[int, ...], number: int) -> None:
    state = lord(kind, level=11, parts={"small-tower": 1}, building_gp=15_000, done=0)
    dice = d6(*faces) if len(faces) > 1 else (d6(*faces),)
    more = (d4(2),) if kind == "magic-user" else ()
    done = Resolution(state, Scripted(*dice, *more), RULESET)
    strongholds.settle(done)
    assert campaign(done.state).strongholds[PC].followers == number


@rule(RULE)
def test_settlers_pay_ten_gold_pieces_a_year_each() -> None:
    assert domains.income_gp(120) == 100
    state = replace(lord(stands=True, settlers=120), now=65 * DAY)
    done = Resolution(state, Scripted(), RULESET)
    domains.settle(done)
    assert town_life(done.state).deposits_cp[PC] == 200 * 100
    assert campaign(done.state).strongholds[PC].taxed_until == 60 * DAY
    spared = Resolution(replace(state, switches=frozenset({NO_TAXES})), Scripted(), RULESET)
    domains.settle(spared)
    assert not spared.events


@rule("ose:hireling.mercenaries")
def test_a_troop_guards_a_stronghold_as_long_as_it_is_paid() -> None:
    hired = act(lord(gp=100), soldiers.HireSoldiers(PC, "footman-light", 5)).state
    assert why_not(hired, StationTroop(PC)).rule == "ose:hireling.mercenaries"
    own = replace(campaign(hired).strongholds[PC], stands=True)
    done = act(with_campaign(hired, strongholds={PC: own}), StationTroop(PC))
    assert soldiers.troop(done.state) is None
    guards = campaign(done.state).strongholds[PC].garrison
    assert isinstance(guards, Garrison) and len(guards.members) == 5
    later = with_town_life(replace(done.state, now=guards.paid_until), deposits_cp={PC: 0})
    paid = Resolution(later, Scripted(), RULESET)
    domains.settle(paid)
    assert purse(paid.state.creatures[PC].items)["gp"] == 80
    broke = Resolution(later.with_creature(PC, items=()), Scripted(), RULESET)
    domains.settle(broke)
    assert campaign(broke.state).strongholds[PC].garrison is None


@rule(RULE)
def test_what_lies_in_town_pays_for_building_too() -> None:
    state = with_town_life(lord(gp=0, engineers=1), deposits_cp={PC: 500_00})
    done = act(state, Build(PC, "moat"))
    assert town_life(done.state).deposits_cp[PC] == 100_00


@rule(RULE)
def test_a_sheet_tells_what_is_owned() -> None:
    state = lord()
    land = Stronghold(PC, {"keep": 1, "small-tower": 2}, done=state.now + 2 * DAY, settlers=10)
    garrison = Garrison("heavy-footman", ("a", "b"), 0)
    building = with_campaign(state, strongholds={PC: land})
    standing = with_campaign(state, strongholds={PC: replace(land, done=0, garrison=garrison, followers=4)})
    assert estate.rows(building, building.creatures[PC])[:2] == (
        ("Land", "keep, 2 x small tower; building until day 3"),
        ("Who lives there", "10 settlers"),
    )
    told = dict(estate.rows(standing, standing.creatures[PC]))
    assert told["Land"] == "keep, 2 x small tower"
    assert told["Who lives there"] == "10 settlers, 4 followers, a garrison of 2 (heavy footman)"
    card = RULESET.card(standing, standing.creatures[PC])
    assert dict(card.sections)["Property"] == estate.rows(standing, standing.creatures[PC])
