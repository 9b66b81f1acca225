"""Turns underground and the die that ends each of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import coins, delvers, has, lead, the

from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration
from underkeep.rulebook import ledger
from underkeep.systems.knave.basics.campaign import Clocks, campaign, with_campaign
from underkeep.systems.knave.basics.hazard_table import HAZARDS, look_up
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.town_life import with_town_life
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.exploration import hazard_die, shifts
from underkeep.systems.knave.exploration.hazard_die import HazardRolled, SignFound, TooColdToRest
from underkeep.systems.knave.exploration.shifts import DungeonShifted
from underkeep.systems.knave.monsters.wandering import TRACES, trace
from underkeep.systems.knave.ruleset import RULESET
from underkeep.table.narrate import narrate
from underkeep.testing import d2, d4, d6, d20, die, rule
from underkeep.testing.builders import cellar, scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import Died, Harmed
from underkeep.world.dungeon import Dungeon, Feature, Group, Spot
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.light import Light, LightPassed, LightWentOut
from underkeep.world.party import PartyWent
from underkeep.world.state import State

FREE, TURN = 6, 600
TABLE = {"wandering on level 1": "goblin, orc, kobold, ogre, harpy, ghoul"}


def noted(**notes: str) -> Dungeon:
    return replace(cellar(RULESET), notes={**TABLE, **notes})


def lit(state: State, *ticks: int) -> State:
    """The party with torches that have been marked so often."""
    lights = tuple(Light(f"torch-{n}-hero-1", "hero-1", "torch", "Torch", 40, None) for n, _ in enumerate(ticks))
    marks = {f"torch-{n}-hero-1": used for n, used in enumerate(ticks)}
    return with_campaign(replace(state, lights=lights), uses_marked=marks)


def end_turn(state: State, *faces: int) -> hazard_die.Resolution:
    do = scripted(RULESET, state, *faces)
    exploration.end_turn(do)
    return do


@rule("knave:hazard.die.when", "knave:time.turn.action-cost", "knave:hazard.die.free")
def test_every_turn_ends_with_the_die() -> None:
    state = delvers()
    for _ in range(3):
        before = state
        do = lead(state, a.Rest(), d6(FREE))
        assert the(do, HazardRolled).result == "free"
        state = do.state
        assert state.now == before.now + TURN
        assert state.creatures == before.creatures and state.encounter is None


@rule("knave:hazard.die.free")
@pytest.mark.parametrize("face", [2, 4, 5, FREE])
def test_only_a_three_burns_torches(face: int) -> None:
    state = lit(delvers(1, dungeon=noted(shifts="noise")), 0)
    more = {2: (d6(FREE),), 4: (), 5: (d6(1), d4(1)), FREE: ()}[face]
    do = end_turn(state, d6(face), *more)
    assert not has(do, light.UsesMarked)
    assert [x.id for x in do.state.lights] == [x.id for x in state.lights]


@rule("knave:time.turn.action-cost")
def test_searching_takes_a_turn() -> None:
    state = lit(delvers(1), 0)
    assert state.party is not None and state.party.at is not None
    do = lead(state, a.Search(state.party.at.square), d20(16), d6(FREE))
    assert do.state.now == state.now + TURN
    assert do.state.dungeon is not None and do.state.dungeon.doors["door-2"].found


@rule("knave:hazard.die.encounter")
def test_one_is_an_encounter_of_the_dungeons_table() -> None:
    do = end_turn(delvers(1, dungeon=noted()), *d6(1, 2, 1, 3, 4))
    began = the(do, EncounterBegan)
    assert began.encounter.monsters[0].startswith("orc")  # type: ignore[attr-defined]


@rule("knave:hazard.die.fatigue")
def test_two_is_ten_minutes_more_and_another_roll() -> None:
    state = delvers()
    do = end_turn(state, *d6(2, FREE))
    assert do.state.now == state.now + 2 * TURN
    assert sum(isinstance(e, HazardRolled) for e in do.events) == 2
    switched = replace(state, switches=(hazard_die.NO_ROLL_WHEN_TIRED.id,))
    do = end_turn(switched, d6(2))
    assert do.state.now == state.now + 2 * TURN


@rule("knave:hazard.die.fatigue", "knave:hazard.freezing")
@pytest.mark.parametrize(("visited", "rests_in"), [(("1-01", "1-p1"), "1-p1"), (("1-01",), "1-01")])
def test_nobody_rests_where_the_cold_kills_if_there_is_a_known_way_out(visited: tuple[str, ...], rests_in: str) -> None:
    state = delvers(1, dungeon=replace(noted(), features={"f": Feature("f", "1-01", "cold", "here")}))
    assert state.party is not None
    state = replace(state, party=replace(state.party, visited=visited))
    withstood = d20(20)
    do = end_turn(state, withstood, d6(2), d6(FREE))
    assert do.state.party is not None and do.state.party.at is not None
    assert do.state.party.at.area == rests_in
    assert do.state.now == state.now + 2 * TURN


@rule("knave:hazard.die.burn")
def test_three_marks_every_torch() -> None:
    do = end_turn(lit(delvers(), 0, 0), d6(3))
    assert [light.uses_marked(do.state, x.id) for x in do.state.lights] == [1, 1]


@rule("knave:light.torch.three-uses")
def test_the_third_mark_puts_a_torch_out() -> None:
    do = end_turn(lit(delvers(), 1, 2), d6(3))
    assert [x.id for x in do.state.lights] == ["torch-0-hero-1"]
    assert the(do, LightWentOut).why == "burnt down"


@rule("knave:light.torch.three-uses")
def test_a_torch_put_out_keeps_its_marks() -> None:
    state = lead(lit(delvers(), 2), a.Douse("torch-0-hero-1")).state
    assert any(i.name == "Torch (1 use left)" for i in state.creatures["hero-1"].items)
    stub = next(i for i in state.creatures["hero-1"].items if "left" in i.name)
    state = state.with_creature("hero-1", items=(stub,))
    do = lead(state, a.LightUp("hero-1", "torch"))
    burning = do.state.lights[0]
    assert light.uses_marked(do.state, burning.id) == 2
    assert (burning.name, light.uses_left(do.state, burning)) == ("Torch", "1 use left")


@rule("knave:hazard.die.shift")
def test_four_shifts_something_of_the_dungeons_list() -> None:
    do = end_turn(lit(delvers(dungeon=noted(shifts="water")), 0), d6(4))
    assert the(do, DungeonShifted).what == "water"
    assert RULESET.dungeon.movement_used(do, False) == 20


@rule("knave:hazard.die.fatigue", "knave:hazard.freezing")
def test_where_the_cold_kills_and_no_other_place_is_known_the_rest_is_put_off() -> None:
    dungeon = replace(noted(), features={"f": Feature("f", "1-02", "cold", "here")})
    state = inside(delvers(1, dungeon=dungeon), "1-02", (9, 2))
    do = end_turn(state, d20(20), d6(2))
    assert the(do, TooColdToRest).how == "put off"
    assert do.state.now == state.now + TURN and campaign(do.state).resting
    freed = inside(do.state, "1-p1", (5, 2))
    after = end_turn(freed, d6(FREE), d6(FREE))
    assert after.state.now == freed.now + 2 * TURN and not campaign(after.state).resting


def inside(state: State, area: str, square: tuple[int, int]) -> State:
    """The party in an area, where it has been nowhere else."""
    assert state.party is not None
    return replace(state, party=replace(state.party, at=Spot(1, square, area), visited=(area,)))


@rule("knave:hazard.freezing")
def test_whoever_rests_at_the_entrance_does_it_outside_of_the_cold() -> None:
    frozen = replace(noted(), features={"f": Feature("f", "1-01", "cold", "here")})
    do = lead(delvers(1, dungeon=frozen), a.Rest(), d6(FREE))
    assert not has(do, Harmed)


@rule("knave:hazard.die.shift-content")
def test_what_shifted_goes_back_after_two_hours_or_while_the_party_is_away() -> None:
    state = inside(delvers(1, dungeon=noted(shifts="cold")), "1-02", (9, 2))
    do = end_turn(state, d6(4))
    assert shifts.is_here(do.state, shifts.COLD)
    later = replace(do.state, now=do.state.now + shifts.LASTS_SECONDS)
    after = end_turn(later, d6(FREE))
    assert not shifts.is_here(after.state, shifts.COLD)
    home = scripted(RULESET, do.state)
    home.emit(PartyWent("dungeon", Spot(1, (9, 2), "1-02"), "arrived"))
    assert not shifts.is_here(home.state, shifts.COLD)


@rule("knave:hazard.die.shift-content")
def test_no_cold_comes_over_the_entrance() -> None:
    do = end_turn(lit(delvers(dungeon=noted(shifts="cold")), 0), d6(4))
    assert the(do, DungeonShifted).what == "draught"


@rule("knave:hazard.freezing")
def test_a_party_that_freezes_on_the_march_stops() -> None:
    dungeon = replace(noted(), features={"f": Feature("f", "1-p1", "cold", "here")})
    state = inside(lit(delvers(1, dungeon=dungeon), 0), "1-p1", (4, 2))
    assert state.party is not None
    far = replace(state, party=replace(state.party, moved=110))
    do = scripted(RULESET, far, d20(1), d6(FREE))
    assert not exploration.march(do, (7, 2))
    assert do.state.party is not None and do.state.party.at == Spot(1, (5, 2), "1-p1")


@rule("knave:hazard.die.shift-content")
@pytest.mark.parametrize(("face", "what"), list(enumerate(shifts.USUAL, 1)))
def test_without_a_list_one_of_the_usual_changes(face: int, what: str) -> None:
    more = {"rubble": (d2(1), d20(16)), "door": (), "inhabitants": ()}.get(what, ())
    do = end_turn(inside(lit(delvers(), 0), "1-02", (9, 2)), d6(4), die(7, face), *more)
    assert the(do, DungeonShifted).what == what
    assert (do.state.lights == ()) == (what == "draught")


@rule("knave:hazard.die.shift-content")
def test_the_referee_may_choose_what_shifts() -> None:
    do = scripted(RULESET, lit(delvers(), 0), d6(4), die(7, 1))
    do.rulings = {shifts.CONTENT: "cold"}
    hazard_die.end_turn(do)
    assert the(do, DungeonShifted).what == "cold"


@rule("knave:hazard.die.shift")
def test_noise_wakes_the_level_and_inhabitants_move() -> None:
    sleepers = Group("orcs", "1-02", "orc", 2, awake=False)
    state = delvers(dungeon=replace(noted(shifts="noise"), groups={"orcs": sleepers}))
    do = end_turn(state, d6(4))
    assert do.state.dungeon is not None and do.state.dungeon.groups["orcs"].awake
    state = delvers(dungeon=replace(noted(shifts="inhabitants"), groups={"orcs": sleepers}))
    do = end_turn(state, d6(4))
    assert do.state.dungeon is not None and do.state.dungeon.groups["orcs"].area == "1-p1"


@rule("knave:hazard.die.sign")
def test_five_is_a_sign_of_the_encounter_to_come() -> None:
    do = end_turn(delvers(1, dungeon=noted()), *d6(5, 4), d4(1))
    assert the(do, SignFound).kind == "ogre"
    assert not has(do, EncounterBegan)
    do = end_turn(do.state, *d6(1, 3, 4))
    assert the(do, EncounterBegan).encounter.monsters[0].startswith("ogre")


@rule("knave:hazard.freezing")
def test_a_turn_in_the_cold() -> None:
    frozen = replace(cellar(RULESET), features={"f": Feature("f", "1-01", "cold", "here")})
    do = end_turn(delvers(dungeon=frozen), *d20(15, 16), d6(FREE))
    assert [sheet(do.state.creatures[f"hero-{n}"]).wounds for n in (1, 2)] == [1, 0]


@rule("knave:hazard.summary-table")
def test_the_table_of_hazards() -> None:
    rows = next(t for t in ledger.load("knave").tables.values() if t.id == "hazard.summary").rows
    assert len(rows) == len(HAZARDS)
    intervals = {"10-minute turn": "turn"}
    for (name, damage, check, interval, _), (own, hazard) in zip(rows, HAZARDS.items(), strict=True):
        assert str(name).startswith(own)
        assert (hazard.check or "none") == str(check).partition(" ")[0]
        assert hazard.interval == intervals.get(str(interval), interval)
        if "direct" in str(damage):
            assert hazard.damage is not None and hazard.damage.text == str(damage).partition(" ")[0]
    assert look_up("lightning").check == "" and str(look_up("lightning").damage) == "3d6"


@rule("knave:hazard.thirst.penalty", "knave:hazard.thirst.assumed-water")
def test_days_in_dry_country() -> None:
    state = delvers(1)
    there = with_campaign(replace(state, now=86_400 - TURN), clocks=Clocks(woke=0, drank=0, watch=0))
    for arid in (True, False):
        do = end_turn(with_town_life(there, arid=arid), d6(FREE))
        assert bool(do.state.creatures["hero-1"].condition("thirsty")) == arid
        assert do.state.creatures["hero-1"].condition("sleepless") == Condition("sleepless", level=1)


@rule("knave:encumbrance.coins", "knave:encumbrance.no-excess")
def test_a_find_is_shared_among_free_slots() -> None:
    state = delvers(2)
    full = state.creatures["hero-1"].items + tuple(replace(coins(500), name=f"bag {n}") for n in range(8))
    state = state.with_creature("hero-1", items=full)
    shares = RULESET.dungeon.share_items(state, (coins(6000),))
    assert [(who, item.count) for who, item in shares] == [("hero-1", 500), ("hero-2", 4500)]


@rule("knave:light.torch.three-uses")
def test_a_torch_of_the_dead_keeps_its_marks_in_another_hand() -> None:
    do = scripted(RULESET, lit(delvers(), 2))
    do.emit(Died("hero-1"))
    assert the(do, LightPassed).bearer == "hero-2"
    assert [x.bearer for x in do.state.lights] == ["hero-2"]
    assert light.uses_marked(do.state, do.state.lights[0].id) == 2


@rule("knave:light.torch.three-uses")
def test_a_torch_does_not_follow_without_its_bearer() -> None:
    state = lit(delvers(), 0).with_creature("hero-1", status="dead")
    do = scripted(RULESET, replace(state, encounter=Encounter("them", (), 20)))
    do.emit(PartyWent("dungeon", Spot(1, (4, 2), "1-p1"), "fled"))
    assert do.state.lights == ()


@rule("knave:hazard.die.sign")
@pytest.mark.parametrize("kind", ["shadow", "iron-statue", "grey-ooze", "animated-tree"])
def test_what_does_not_live_as_beasts_do_leaves_no_dung(kind: str) -> None:
    for face in (1, 2, 3, 4):
        assert trace(scripted(RULESET, delvers(1), d4(face)), kind) not in TRACES["beast"]
    assert trace(scripted(RULESET, delvers(1), d4(1)), "wolf") == "fresh dung"


@rule("knave:hazard.die.fatigue")
def test_nobody_is_tired_of_resting() -> None:
    state = delvers()
    rested = lead(state, a.Rest(), d6(2))
    assert the(rested, HazardRolled).result == "rested"
    assert rested.state.now == state.now + TURN
    assert "has just rested" in narrate(RULESET, rested.state, the(rested, HazardRolled))
    again = end_turn(state, *d6(2, 2))
    assert [e.result for e in again.events if isinstance(e, HazardRolled)] == ["fatigue", "rested"]
    assert again.state.now == state.now + 2 * TURN
    first = next(e for e in again.events if isinstance(e, HazardRolled))
    assert "a 2 on the hazard die" in narrate(RULESET, again.state, first)
