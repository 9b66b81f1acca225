"""The order of a delve, with the toy rules and a cellar of four areas."""

import pytest
from msgspec.structs import replace

from underkeep.kernel.dice import Dice, Scripted
from underkeep.kernel.event import Action, fold
from underkeep.procedures import battlefield, play, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.procedures.time import pass_time
from underkeep.testing import d6
from underkeep.testing.builders import cellar, delving_party
from underkeep.testing.toy import RULESET
from underkeep.world.condition import Condition, ConditionEnded
from underkeep.world.dungeon import Group, Hoard, SearchedInVain, Spot, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import distance
from underkeep.world.party import PartyWent
from underkeep.world.state import State


def do(state: State, action: Action, *faces: int) -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, "player", action, dice)
    dice.finish()
    assert fold(done.events, state) == done.state
    return done


def lit(state: State) -> State:
    return do(state, a.LightUp("hero-1", "torch")).state


@pytest.fixture
def state() -> State:
    return lit(delving_party(RULESET, cellar(RULESET), "hero", "hero"))


def test_two_torches_lit_at_once_are_two_lights(state: State) -> None:
    assert len({light.id for light in lit(state).lights}) == 2


def test_in_the_dark_the_party_sees_only_its_own_square() -> None:
    dark = delving_party(RULESET, cellar(RULESET), "hero")
    assert dark.party is not None
    assert dark.party.seen_mask(1).bit_count() == 1
    seen = lit(dark).party
    assert seen is not None
    assert seen.seen_mask(1).bit_count() == 9


def test_a_torch_burns_down_with_the_turns(state: State) -> None:
    for turn in range(6):
        assert state.lights, f"out after {turn} turns"
        state = do(state, a.Rest(), *([d6(1)] if turn == 5 else [])).state
    assert not state.lights
    assert state.now == 3600


def test_feet_add_up_to_turns(state: State) -> None:
    state = do(state, a.Go("opening-1")).state
    assert state.party is not None
    assert state.party.at is not None
    assert state.party.at.area == "1-p1"
    assert (state.party.turns, state.party.moved) == (0, 30)
    for square in ((7, 2), (4, 2), (7, 2)):
        state = do(state, a.Walk(square)).state
    assert state.party is not None
    assert (state.party.turns, state.party.moved) == (1, 0)


def test_a_stuck_door_is_known_when_tried_and_yields_to_force(state: State) -> None:
    state = do(do(state, a.Go("opening-1")).state, a.Walk((7, 2))).state
    assert a.ForceDoor("hero-1", "door-1") not in play.legal_actions(RULESET, state, "player").listed
    state = do(state, a.OpenDoor("door-1")).state
    assert a.Go("door-1") not in play.legal_actions(RULESET, state, "player").listed
    state = do(state, a.ForceDoor("hero-1", "door-1"), d6(3)).state
    state = do(state, a.ForceDoor("hero-1", "door-1"), d6(4)).state
    assert a.Go("door-1") in play.legal_actions(RULESET, state, "player").listed
    assert state.party is not None
    assert state.party.turns == 2


def test_a_secret_door_is_found_by_searching_its_square(state: State) -> None:
    assert "door-2" not in [door.id for door in survey.known_doors(state)]
    state = do(state, a.Search((1, 1)), *d6(6, 6)).state
    assert "door-2" not in [door.id for door in survey.known_doors(state)]
    state = do(state, a.Search((2, 3)), *d6(1, 6)).state
    assert "door-2" in [door.id for door in survey.known_doors(state)]


def test_a_pit_may_open_and_is_then_spent(state: State) -> None:
    assert state.dungeon is not None
    pit = Trap("pit", "1-01", "pit", square=(2, 2))
    state = replace(state, dungeon=replace(state.dungeon, traps={"pit": pit}))
    over = do(state, a.Walk((3, 2)), d6(1)).state
    assert over.creatures["hero-1"].hp == 3
    fallen = do(state, a.Walk((3, 2)), d6(4)).state
    assert fallen.creatures["hero-1"].hp == 2
    assert fallen.dungeon is not None
    assert fallen.dungeon.traps["pit"].state == "sprung"


def test_treasure_is_taken_once_and_none_of_it_is_lost(state: State) -> None:
    assert state.dungeon is not None
    hoard = Hoard("gold", "1-01", (Item("coin", "coin", count=10),))
    state = replace(state, dungeon=replace(state.dungeon, hoards={"gold": hoard}))
    state = do(state, a.TakeHoard("gold")).state
    coins = [i.count for i in state.creatures["hero-1"].items if i.kind == "coin"]
    assert coins == [15]
    assert a.TakeHoard("gold") not in play.legal_actions(RULESET, state, "player").listed


def with_rat(state: State) -> State:
    assert state.dungeon is not None
    return replace(state, dungeon=replace(state.dungeon, groups={"rats": Group("rats", "1-p1", "rat", 1)}))


def test_those_who_live_there_are_met_and_fought(state: State) -> None:
    state = do(with_rat(state), a.Go("opening-1")).state
    assert state.encounter is not None
    assert not [x for x in play.legal_actions(RULESET, state, "player") if isinstance(x, a.Go)]
    state = do(state, a.Engage()).state
    assert state.fight is not None
    rat = next(c for c in state.creatures.values() if c.side == "monsters")
    assert rat.at is not None
    state = state.with_creature(rat.id, hp=1, at=_beside(state))
    done = do(replace_step(state), Attack("hero-1", rat.id, "fist"), d6(6))
    assert done.state.fight is None
    assert done.state.encounter is None
    assert done.state.grid is None


def _beside(state: State) -> tuple[int, int]:
    assert state.grid is not None
    at = state.creatures["hero-1"].at
    assert at is not None
    return next(state.grid.squares(state.grid.around(at) & ~state.occupied()))


def replace_step(state: State) -> State:
    """Let the heroes act now, whoever was first."""
    assert state.fight is not None
    step = replace(state.fight.steps[0], actors=("hero-1", "hero-2"), side="party")
    return replace(state, fight=replace(state.fight, steps=(step,), begun=True))


def test_talk_may_end_a_meeting(state: State) -> None:
    met = do(with_rat(state), a.Go("opening-1")).state
    assert do(met, a.Parley("hero-1", "passage"), d6(5)).state.encounter is None
    assert do(met, a.Parley("hero-1", "passage"), d6(2)).state.fight is not None


def test_the_way_home_leads_through_the_entrance(state: State) -> None:
    home = do(state, a.LeaveDungeon()).state
    assert home.party is not None
    assert home.party.place == "town"
    assert home.now == 4 * 3600
    with pytest.raises(Refused):
        do(do(state, a.Go("opening-1")).state, a.LeaveDungeon())


def test_when_all_have_fallen_the_game_is_over(state: State) -> None:
    assert state.dungeon is not None
    state = state.with_creature("hero-2", status="dead").with_creature("hero-1", hp=1)
    pit = Trap("pit", "1-01", "pit", square=(2, 2))
    state = replace(state, dungeon=replace(state.dungeon, traps={"pit": pit}))
    over = do(state, a.Walk((3, 2)), d6(4)).state
    assert over.over == "slain"
    assert not play.legal_actions(RULESET, over, "player")


def test_only_the_seat_that_leads_the_party_decides(state: State) -> None:
    refusal = play.why_not(RULESET, state, "referee", a.Rest())
    assert refusal is not None


def test_shopping_moves_coins_and_goods() -> None:
    town = delving_party(RULESET, cellar(RULESET), "hero", in_town=True)
    after = do(town, a.Buy("hero-1", "torch", 2)).state.creatures["hero-1"]
    assert {i.kind: i.count for i in after.items} == {"torch": 8, "coin": 3}
    with pytest.raises(Refused, match="costs more"):
        do(town, a.Buy("hero-1", "torch", 6))


def test_every_listed_action_is_accepted(state: State) -> None:
    scenes: list[State] = [state, delving_party(RULESET, cellar(RULESET), "hero", in_town=True)]
    scenes.append(do(with_rat(state), a.Go("opening-1")).state)
    for scene in scenes:
        listed = play.legal_actions(RULESET, scene, "player")
        assert listed
        assert all(play.why_not(RULESET, scene, "player", action) is None for action in listed)


def test_dice_are_not_needed_for_walking(state: State) -> None:
    dice: Dice = Scripted()
    play.resolve(RULESET, state, "player", a.Walk((3, 3)), dice)


def test_a_shut_door_between_two_open_areas_stays_shut_in_a_fight() -> None:
    cellar_with_loop = cellar(RULESET)
    back = replace(cellar_with_loop.doors["door-2"], id="back", squares=((2, 3), (2, 4)), found=True, is_open=False)
    side = replace(cellar_with_loop.doors["opening-1"], id="side", areas=("1-p1", "1-03"), squares=((4, 2), (2, 5)))
    dungeon = replace(
        cellar_with_loop, doors={"opening-1": cellar_with_loop.doors["opening-1"], "back": back, "side": side}
    )
    state = replace(with_rat(delving_party(RULESET, dungeon, "hero")), lights=())
    met = play.resolve(RULESET, lit(state), "player", a.Go("opening-1"), Scripted()).state
    grid = play.resolve(RULESET, met, "player", a.Engage(), Scripted()).state.grid
    assert grid is not None
    on_the_sill, behind_it, before_it = ((4, 7), (4, 8), (4, 6))
    assert [bool(grid.floor & grid.bit(square)) for square in (before_it, on_the_sill, behind_it)] == [
        True,
        False,
        True,
    ]


def test_who_marches_in_front_stands_in_front() -> None:
    party = lit(delving_party(RULESET, cellar(RULESET), "hero", "hero", "hero", "hero"))
    met = do(with_rat(party), a.Go("opening-1")).state
    assert met.party is not None
    fought = do(replace(met, party=replace(met.party, members=tuple(reversed(met.party.members)))), a.Engage()).state
    rat = next(c.at for c in fought.creatures.values() if c.side == "monsters")
    assert rat is not None and fought.party is not None
    far = {c.id: distance(rat, c.at) for c in fought.creatures.values() if c.side == "party" and c.at is not None}
    front, rear = fought.party.members[0], fought.party.members[-1]
    assert far[front] == min(far.values()) < far[rear] == max(far.values())


def test_those_who_are_met_stand_before_the_party_and_not_behind_it(state: State) -> None:
    assert state.dungeon is not None
    hall = replace(state.dungeon, groups={"rats": Group("rats", "1-p1", "rat", 9)})
    met = do(replace(state, dungeon=hall), a.Go("opening-1")).state
    assert met.encounter is not None and met.party is not None and met.party.at is not None
    near = replace(met, encounter=replace(met.encounter, distance=10))
    fought = do(near, a.Engage()).state
    assert fought.grid is not None and fought.dungeon is not None
    passage = fought.dungeon.areas["1-p1"]
    spots = [Spot(1, square, passage.id) for square in passage.squares]
    here = 0
    for spot in spots:
        here |= battlefield.ground(fought, spot)
    rats = [c.at for c in fought.creatures.values() if c.side == "monsters" and c.at is not None]
    assert len(rats) == 9 and all(fought.grid.bit(at) & here for at in rats)


def test_the_dead_do_not_wake(state: State) -> None:
    asleep = (Condition("asleep", state.now + 1),)
    state = state.with_creature("hero-1", conditions=asleep)
    state = state.with_creature("hero-2", conditions=asleep, status="dead")
    resolution = Resolution(state, Scripted(), RULESET)
    pass_time(resolution, 10, "test")
    assert [e.creature for e in resolution.events if isinstance(e, ConditionEnded)] == ["hero-1"]


def test_a_search_tells_its_result_and_not_why(state: State) -> None:
    """A lucky roll where nothing is hidden, and an unlucky one where something is, are told alike."""
    for square, faces, in_vain in (((1, 1), d6(6, 6), 1), ((2, 3), d6(1, 1), 1), ((2, 3), d6(1, 6), 0)):
        events = do(state, a.Search(square), *faces).events
        assert sum(isinstance(event, SearchedInVain) for event in events) == in_vain


def test_whoever_backed_off_to_where_nobody_had_been_looks_about_there(state: State) -> None:
    dungeon, at, _ = survey.here(state)
    door = dungeon.doors["opening-1"]
    beyond = door.beyond(at.area)
    fled = PartyWent("dungeon", Spot(at.level, door.side(beyond), beyond), "backed off").evolve(state)
    assert not survey.known_doors(fled)
    assert door.id in {d.id for d in survey.known_doors(do(fled, a.Rest()).state)}
