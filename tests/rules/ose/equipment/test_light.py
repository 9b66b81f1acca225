from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import (
    H1,
    H2,
    TORCH,
    TURN,
    act,
    at,
    below,
    carrying,
    corridor,
    having,
    is_listed,
    party,
    refused,
    resolving,
    suffering,
    the_dungeon,
    told,
)
from tests.rules.ose.scene import every, first

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.conditions import BLIND
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.equipment import light
from underkeep.systems.ose.equipment.light import Read, SeenByHeat, WritingRead
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import Alike, d2, d3, d4, d6, d8, d20, d100, rule
from underkeep.testing.builders import item_id
from underkeep.world.condition import Condition
from underkeep.world.creature import Died
from underkeep.world.dungeon import AreaDescribed, Group, Spot
from underkeep.world.encounter import Encounter, EncounterBegan, SurpriseRolled
from underkeep.world.fight import Fight
from underkeep.world.gear import Item
from underkeep.world.light import LightLit, LightPassed, LightWentOut
from underkeep.world.party import PartyWent
from underkeep.world.state import State

TORCHES = Item("torches", "Torch", count=6)
TINDER = Item("tinder-box", "Tinder box")
MAP = Item("treasure-map-i", "map")


def dark(*kinds: str, **fields: object) -> State:
    return below(*kinds, lit=False, **fields)  # type: ignore[arg-type]


def monster(kind: str) -> State:
    """Somebody of a kind met in the dark hall."""
    group = Group("them", "1-01", kind, 1)
    return having(dark(), group)


@rule("ose:light.needed")
def test_without_light_nothing_is_seen_and_nothing_described():
    state = dark("fighter")
    state = replace(state, dungeon=replace(the_dungeon(state), notes={"1-p1": "A low passage. It smells of mould."}))
    assert light.sight_feet(state) == 0
    assert party(state).seen_mask(1).bit_count() == 1
    lit = act(below("fighter"), a.Go("opening-1"))
    assert party(lit.state).seen_mask(1).bit_count() > 10
    walked = at(state, "1-01", (3, 2))
    assert first(act(walked, a.Go("opening-1")), AreaDescribed).text == "It smells of mould."
    assert refused(state, a.Search((1, 2))).rule == "ose:light.needed"


@rule("ose:light.needed")
def test_those_who_cannot_see_cannot_fight_those_who_can():
    done = resolving(monster("orc"), d8(5), *d6(3, 3, 5, 2))
    meetings.meet(done, the_dungeon(done.state).groups["them"], 30)
    assert all(done.state.creatures[id].condition(BLIND) for id in (H1, H2))
    lit = resolving(done.state)
    lit.emit(LightLit(TORCH))
    assert not any(lit.state.creatures[id].conditions for id in (H1, H2))
    men = resolving(monster("bandit"), d8(5), *d6(3, 3, 5, 2, 1))
    meetings.meet(men, the_dungeon(men.state).groups["them"], 30)
    assert not men.state.creatures[H1].conditions


@rule("ose:light.needed")
def test_a_light_lit_in_a_fight_shows_the_place():
    met = resolving(monster("orc"), d8(5), *d6(3, 3, 5, 2))
    meetings.meet(met, the_dungeon(met.state).groups["them"], 30)
    assert party(met.state).seen_mask(1).bit_count() == 1
    met.emit(LightLit(TORCH))
    assert party(met.state).seen_mask(1).bit_count() == 9, "the whole hall"


@rule("ose:light.radius")
def test_a_torch_lights_thirty_feet():
    state = at(below("fighter", dungeon=corridor()), "1-01", (1, 1))
    state = act(state, a.Go("in")).state
    grid = the_dungeon(state).level(1).grid
    seen = party(state).seen_mask(1)
    assert seen & grid.bit((5, 1))
    assert not seen & grid.bit((6, 1))
    assert {kind.radius for kind in light.kinds().values()} == {30}


@rule("ose:light.infravision.who", "ose:light.infravision.range")
@pytest.mark.parametrize(
    ("kind", "feet"),
    [("dwarf", 60), ("elf", 60), ("halfling", 0), ("fighter", 0), ("orc", 60), ("wolf", 60), ("bandit", 0)],
)
def test_who_sees_heat_and_how_far(kind: str, feet: int):
    if kind in monsters():
        done = Resolution(monster(kind), Alike(5), RULESET)
        meetings.muster(done, the_dungeon(done.state).groups["them"])
        assert light.infravision_feet(done.state.creatures[f"{kind}-1"]) == feet
    else:
        state = dark(kind)
        assert light.infravision_feet(state.creatures[H1]) == feet
        assert light.sight_feet(state) == feet


@rule("ose:light.infravision.range")
def test_infravision_ends_at_sixty_feet():
    state = act(dark("dwarf", dungeon=corridor()), a.Go("in")).state
    grid = the_dungeon(state).level(1).grid
    seen = party(state).seen_mask(1)
    assert seen & grid.bit((8, 1))
    assert not seen & grid.bit((9, 1))


@rule("ose:light.infravision.heat")
def test_heat_is_bright_and_the_dead_are_grey():
    listings = monsters()
    assert light.shade(None) == light.shade(listings["bandit"]) == light.shade(listings["wolf"]) == "bright"
    assert light.shade(listings["skeleton"]) == light.shade(listings["crystal-living-statue"]) == "grey"
    assert light.shade(replace(listings["wolf"], immune=("cold",))) == "black"
    state = having(dark("dwarf"), Group("them", "1-01", "skeleton", 1))
    done = resolving(state, d8(5), *d6(3, 3, 5, 2))
    meetings.meet(done, the_dungeon(done.state).groups["them"], 30)
    assert first(done, SeenByHeat).shade == "grey"
    lit = resolving(having(below("dwarf"), Group("them", "1-01", "skeleton", 1)), d8(5), *d6(3, 5, 2))
    meetings.meet(lit, the_dungeon(lit.state).groups["them"], 30)
    assert not every(lit, SeenByHeat)


@rule("ose:light.infravision.no-reading")
def test_nothing_is_read_by_heat():
    state = carrying(dark("dwarf"), H1, MAP)
    assert refused(state, Read(H1, item_id(state, H1))).rule == "ose:light.infravision.no-reading"
    scroll = carrying(dark("elf"), H1, Item("scroll-of-1-spell", "scroll"))
    assert light.why_not_read(scroll, scroll.creatures[H1]) is not None
    by_light = carrying(below("dwarf"), H1, MAP)
    assert is_listed(by_light, Read(H1, item_id(by_light, H1)))
    faces = (d3(1), d100(1), d4(1), d8(1), d2(1), d20(1), d6(6))
    done = act(by_light, Read(H1, item_id(by_light, H1)), *faces)
    assert first(done, WritingRead).text == "the way to a treasure"
    assert not is_listed(done.state, Read(H1, item_id(done.state, H1)))


@rule("ose:light.infravision.disrupted")
def test_a_light_spoils_infravision():
    state = dark("dwarf")
    assert light.sight_feet(state) == 60
    assert light.sight_feet(replace(state, lights=(TORCH,))) == 30


@rule("ose:light.no-surprise")
def test_who_carries_a_light_surprises_nobody():
    group = Group("them", "1-01", "orc", 1)
    in_the_dark = resolving(having(dark("fighter"), group), d8(5), *d6(3, 3, 5, 2))
    meetings.meet(in_the_dark, group, 30)
    assert {e.side for e in every(in_the_dark, SurpriseRolled)} == {"party", "monsters"}
    lit = resolving(having(below("fighter"), group), d8(5), *d6(3, 5, 2))
    meetings.meet(lit, group, 30)
    assert {e.side for e in every(lit, SurpriseRolled)} == {"party"}


@rule("ose:time.resources")
def test_a_torch_lasts_six_turns_and_oil_twenty_four():
    state = carrying(dark("fighter"), H1, TORCHES, TINDER)
    state = act(state, a.LightUp(H1, "torches"), d6(2)).state
    assert [i.count for i in state.creatures[H1].items if i.kind == "torches"] == [5]
    for _ in range(6):
        assert state.lights
        done = act(state, a.Rest())
        state = done.state
    assert first(done, LightWentOut).why == "burnt down"
    assert not state.lights
    assert light.kinds()["lantern"].seconds == 24 * TURN
    assert light.kinds()["lantern"].fuel == "oil"


def test_striking_a_light_takes_a_tinder_box_and_some_rounds():
    state = carrying(dark("fighter", "fighter"), H1, TORCHES, TINDER)
    done = act(state, a.LightUp(H1, "torches"), *d6(3, 6, 1))
    assert done.state.now == state.now + 30
    assert first(done, LightLit).light.until == done.state.now + 6 * TURN
    second = carrying(done.state, H2, TORCHES)
    assert act(second, a.LightUp(H2, "torches")).state.now == second.now
    assert not is_listed(carrying(state, H1, TORCHES), a.LightUp(H1, "torches"))
    assert refused(carrying(state, H1, Item("lantern", "Lantern"), TINDER), a.LightUp(H1, "lantern"))


@rule("ose:movement.location-on-hidden-map")
def test_the_players_see_nothing_of_the_map_but_what_the_party_has_seen():
    state = below()
    bare = replace(
        the_dungeon(state),
        areas={id: area for id, area in the_dungeon(state).areas.items() if id in ("1-01", "1-p1")},
        doors={id: door for id, door in the_dungeon(state).doors.items() if id == "opening-1"},
    )
    assert view(state, "player", RULESET) == view(replace(state, dungeon=bare), "player", RULESET)
    seen = view(state, "player", RULESET).delve
    assert seen is not None
    assert "door-2" not in [way.id for way in seen.ways]
    assert [door.id for door in survey.known_doors(state)] == ["opening-1"]
    found = having(state, replace(the_dungeon(state).doors["door-2"], found=True))
    assert view(found, "player", RULESET) != view(state, "player", RULESET)


def test_what_is_met_by_heat_is_told_to_the_party():
    state = having(dark("dwarf"), Group("them", "1-01", "wolf", 1))
    done = resolving(state, *d8(5, 5), *d6(3, 3, 5, 2))
    meetings.meet(done, the_dungeon(done.state).groups["them"], 30)
    assert told(done, SeenByHeat)


def _fought(state: State) -> State:
    """The same after a fight with a goblin that the party has won."""
    do = resolving(state, d8(4))
    RULESET.recruit(do, Recruit("goblin"), "them-1", "monsters")
    group = Group("them", "1-01", "goblin", 1, members=("them-1",))
    state = having(do.state.with_creature("them-1", status="dead"), group)
    return replace(state, encounter=Encounter("them", ("them-1",), 20), winner="party")


@rule("ose:light.needed")
def test_a_torch_whose_bearer_died_is_taken_up_by_another():
    do = resolving(below())
    do.emit(Died(H1))
    assert [(light.id, light.bearer) for light in do.state.lights] == [("torch", H2)]
    assert [(e.before, e.bearer) for e in told(do, LightPassed)] == [(H1, H2)]


@rule("ose:light.needed")
def test_after_a_fight_the_torches_of_the_fallen_are_taken_up_and_a_lantern_is_out():
    lantern = replace(TORCH, id="lantern", kind="lantern", name="Lantern")
    state = _fought(below("fighter", "fighter", "fighter")).with_creature(H1, status="dead")
    do = resolving(replace(state, lights=(TORCH, lantern)))
    light.after_fight(do)
    assert [(x.id, x.bearer) for x in do.state.lights] == [("torch", H2)]
    assert first(do, LightWentOut).why == "fallen"


@rule("ose:light.needed")
def test_a_torch_stays_with_the_bearer_whom_the_party_leaves_behind():
    state = _fought(below()).with_creature(H1, status="dead")
    do = resolving(replace(state, winner=None))
    do.emit(PartyWent("dungeon", Spot(1, (4, 2), "1-p1"), "run"))
    assert do.state.lights == ()
    assert first(do, LightWentOut).why == "left behind"
    assert light.sight_feet(do.state) == 0


@rule("ose:light.needed")
def test_who_runs_away_takes_the_torch_along():
    do = resolving(_fought(below()).with_creature(H1, status="fled"))
    light.after_fight(do)
    assert do.state.lights == ()


@rule("ose:light.needed")
def test_the_blind_see_nothing_but_those_who_only_lack_light_see_again():
    lit = below("fighter")
    blinded = lit.with_creature(H1, conditions=(Condition(BLIND),))
    groping = lit.with_creature(H1, conditions=(Condition(BLIND, level=light.DARKNESS),))
    assert [light.sees_feet(s, s.creatures[H1]) for s in (lit, groping, blinded)] == [30, 30, 0]
    assert [light.sight_feet(s) for s in (lit, groping, blinded)] == [30, 30, 0]
    assert light.sight_feet(lit.with_creature(H1, status="dead")) == 0, "the dead see nothing"


@rule("ose:light.needed")
def test_a_torch_lies_where_its_bearer_fell_until_the_fight_is_over():
    state = below()
    for fight, taken in ((None, True), (Fight(combatants=(H1, H2)), False)):
        do = resolving(replace(state, fight=fight).with_creature(H1, status="dead"))
        light.let_fall(do, Died(H1))
        assert bool(every(do, LightPassed)) is taken


@rule("ose:light.needed")
def test_who_sees_heat_or_is_blind_already_is_not_blinded_by_the_dark():
    state = having(dark("fighter", "dwarf"), Group("them", "1-01", "orc", 1))
    state = suffering(state, H1, BLIND)
    done = Resolution(state, Alike(5), RULESET)
    ids = meetings.muster(done, the_dungeon(state).groups["them"])
    before = len(done.events)
    light.met_in_the_dark(done, EncounterBegan(Encounter("them", ids, 30)))
    assert [type(e) for e in done.events[before:]] == [SeenByHeat]
