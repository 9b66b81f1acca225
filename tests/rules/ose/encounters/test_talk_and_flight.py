"""Talk and flight at their edges: odds that are just even, doors that are shut behind one, days of running."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.below import below
from tests.rules.ose.encounters.test_breaking_off import fighting
from tests.rules.ose.encounters.test_loyalty import in_battle
from tests.rules.ose.encounters.test_meetings import GOBLINS, HIT_POINTS, meet
from tests.rules.ose.encounters.test_meetings import below as in_the_dark
from tests.rules.ose.encounters.test_pursuit import chased, evade
from tests.rules.ose.encounters.test_talk import HERO, met
from tests.rules.ose.encounters.test_wilderness_evasion import facing, the_journey, walking
from tests.rules.ose.scene import changed, every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures import battlefield, play
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.bombing import ROCK, may_bomb
from underkeep.systems.ose.basics.conditions import FLEEING
from underkeep.systems.ose.encounters import (
    breaking_off,
    escape,
    giving_chase,
    loyalty,
    meetings,
    recognising,
    sighting,
    talk,
    terrains,
    wandering_monsters,
)
from underkeep.systems.ose.encounters.bargains import RULES
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d4, d6, d8, d100, rule
from underkeep.testing.builders import in_step, perform, scripted
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Fled, MoraleRolled
from underkeep.world.dungeon import Door, DoorChanged, Group, GroupChanged, Spot
from underkeep.world.encounter import ChanceRolled, EncounterChanged, EncounterEnded
from underkeep.world.journey import DrivenOff, step
from underkeep.world.party import PartyWent


def pressed(ours: int, theirs: int, kind: str = "bandit", *faces: int, aim: str = "threat") -> Resolution:
    """Two fighters of so many levels in all press so many bandits, with the option of morale."""
    state = replace(met(attitude="neutral", count=theirs), switches=("morale",))
    state = changed(changed(state, HERO, level=1), "hero-2", level=ours - 1)
    done = Resolution(state.with_creature("bandit-1", kind=kind), Scripted(*(faces or d6(3, 3))), RULESET)
    talk.is_cowed(done, done.state.creatures[HERO], aim)
    return done


@rule("ose:morale.check")
@pytest.mark.parametrize(("ours", "theirs", "odds"), [(2, 1, 2), (4, 2, 2), (3, 2, 0), (2, 2, -2), (2, 3, -2)])
def test_the_odds_count_in_morale(ours: int, theirs: int, odds: int) -> None:
    rolled = first(pressed(ours, theirs), MoraleRolled)
    assert sum(amount for _, amount in rolled.roll.modifiers) == odds


@rule("ose:morale.check")
def test_a_bluff_makes_twice_as_much_of_the_party() -> None:
    for theirs, odds in ((2, 2), (3, 0), (4, -2)):
        rolled = first(pressed(2, theirs, aim="bluff"), MoraleRolled)
        assert sum(amount for _, amount in rolled.roll.modifiers) == odds


@rule("ose:morale.check")
@pytest.mark.parametrize(("faces", "holds"), [((2, 3), True), ((3, 3), False)])
def test_people_without_a_listing_have_an_average_morale(faces: tuple[int, int], holds: bool) -> None:
    assert first(pressed(2, 1, "fighter", *d6(*faces)), MoraleRolled).success is holds


@rule("ose:alignment.three")
def test_law_and_chaos_are_at_odds_and_nobody_else() -> None:
    def one(*alignments: str) -> str:
        return next(kind for kind, listing in monsters().items() if set(listing.alignments) == set(alignments))

    law, chaos, neutral = one("Lawful"), one("Chaotic"), one("Neutral")
    assert talk.at_odds(law, chaos) and talk.at_odds(chaos, law)
    assert not talk.at_odds("fighter", chaos) and not talk.at_odds(law, "fighter")
    assert not any(talk.at_odds(x, y) for x, y in ((law, law), (chaos, chaos), (law, neutral), (neutral, chaos)))


@rule("ose:alignment.law", "ose:alignment.chaos")
@pytest.mark.parametrize(
    ("alignment", "word", "lies"), [("Lawful", "lies", True), ("Chaotic", "says nothing", False), ("Chaotic", "", True)]
)
def test_the_referee_says_who_lies(alignment: str, word: str, lies: bool) -> None:
    state = changed(met(attitude="unfriendly"), "bandit-1", alignment=alignment)
    done = Resolution(state, Scripted(), RULESET, {RULES[alignment]: word} if word else None)
    assert talk.is_liar(done) is lies


def indoors(*doors: Door):
    """A meeting in the store behind the first door, which stands open; the way back is the passage."""
    state = met(attitude="neutral")
    known = {**state.dungeon.doors, **{door.id: door for door in doors}}
    dungeon = replace(state.dungeon, doors=known, groups={**state.dungeon.groups})
    here = replace(state.party, at=Spot(1, (8, 2), "1-02"), visited=("1-01", "1-p1", "1-02"), seen={"1": "f" * 24})
    return replace(state, dungeon=dungeon, party=here)


@rule("ose:encounter.action.evasion", "ose:evasion.no-pursuit")
@pytest.mark.parametrize(("kind", "is_open", "shut"), [("door", True, True), ("opening", True, False)])
def test_one_door_is_shut_behind_the_party(kind: str, is_open: bool, shut: bool) -> None:
    first_door = Door("door-1", 1, ((7, 2), (8, 2)), ("1-p1", "1-02"), kind, is_open=is_open, tried=True)
    done = Resolution(indoors(first_door, replace(first_door, id="door-9")), Alike(6), RULESET)
    talk.withdraw(done)
    changes = [(e.door.id, e.door.is_open) for e in every(done, DoorChanged)]
    assert changes == ([("door-1", False)] if shut else [])
    assert done.state.party.at.area == "1-p1"


@rule("ose:evasion.dungeon.line-of-sight")
def test_a_chase_that_loses_sight_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escape, "is_out_of_sight", lambda *given: True)
    done = evade(chased("hostile", 120, 120, feet=60))
    assert first(done, EncounterEnded).how == "evaded" and done.state.fight is None


@rule("ose:evasion.pursuit", "ose:evasion.pursuer-decides")
def test_nobody_shakes_off_pursuers_out_of_a_fight() -> None:
    fought = play.resolve(RULESET, facing(theirs=90), "player", a.Engage(), Seeded(1)).state
    fought = in_step(fought, "movement", *(f"hero-{n}" for n in range(1, 7)), side="party")
    done = Resolution(fought, Alike(1), RULESET)
    perform(done, a.BreakOff("hero-1"))
    assert every(done, DrivenOff) and not [e for e in every(done, ChanceRolled) if e.what == "evasion"]


@rule("ose:retainer.loyalty.when-peril")
@pytest.mark.parametrize(("faces", "stands"), [((3, 3), True), ((6, 6), False)])
def test_who_is_loyal_stands(faces: tuple[int, int], stands: bool) -> None:
    done = scripted(RULESET, in_battle(2), *d6(*faces))
    assert loyalty.face_peril(done, "fighter-4", "a test") is stands


@rule("ose:encounter.wandering.table")
def test_a_roll_for_wanderers_is_its_row_of_the_table() -> None:
    rows = wandering_monsters.table_for(1).entries
    found = recognising.wanderers(below("fighter").dungeon, 1)
    assert found
    for wanderers in found:
        assert set(wanderers.kinds) <= set(rows[int(wanderers.roll) - 1].kinds)
        assert wanderers.kinds and set(wanderers.kinds) <= set(wandering_monsters.found_at(1))


@rule("ose:encounter.distance.situation")
def test_a_distance_that_is_rolled_is_told_as_what_it_is() -> None:
    state = met(attitude="neutral")
    done = Resolution(state, Scripted(*d6(3, 4)), RULESET, {"ose:encounter.distance.situation": "roll"})
    assert sighting.distance(done, None) == 70 and first(done, ChanceRolled).success


@rule("ose:evasion.wilderness.speed")
@pytest.mark.parametrize(("ours", "told"), [(240, True), (120, False)])
def test_speed_is_told_where_it_counts(ours: int, told: bool) -> None:
    done = play.resolve(RULESET, walking(facing(theirs=120), ours), "player", a.Evade(), Scripted(d100(1)))
    rolled = next(e for e in every(done, ChanceRolled) if e.what == "evasion")
    assert ("ose:evasion.wilderness.speed" in rolled.rule) is told


@rule("ose:evasion.wilderness.pursuit")
@pytest.mark.parametrize(("face", "course"), [(1, 0), (3, 90)])
def test_a_day_of_flight_goes_the_way_of_the_die(face: int, course: int) -> None:
    state = facing(theirs=90)
    state = replace(state, encounter=replace(state.encounter, around=True))
    done = play.resolve(RULESET, state, "player", a.Evade(), Scripted(d100(51), d8(face)))
    far = first(done, DrivenOff).length
    assert the_journey(done.state).at == step(the_journey(state).at, course, far)
    chase = next(e for e in every(done, EncounterChanged) if e.what == "pursuing")
    assert not chase.encounter.around


@rule("ose:evasion.dungeon.pursuit-rounds")
@pytest.mark.parametrize(("theirs", "caught"), [(90, True), (93, False)])
def test_thirty_rounds_are_not_too_long_a_chase(theirs: int, caught: bool) -> None:
    done = scripted(RULESET, fighting(ours=theirs + 1, theirs=theirs))
    giving_chase.chase(done, ["goblin-1"])
    assert bool(every(done, giving_chase.Overtaken)) is caught
    assert done.state.now == (300 if caught else 10)


@rule("ose:retainer.loyalty.when-peril", "ose:morale.retainers")
@pytest.mark.parametrize(
    "change", [{"status": "down"}, {"at": None}, {"conditions": (Condition("asleep"),)}], ids=["down", "gone", "asleep"]
)
def test_only_a_retainer_who_can_run_is_tried(change: dict[str, object]) -> None:
    done = scripted(RULESET, in_battle(2).with_creature("fighter-4", **change))
    loyalty.check_in_fight(done, "a")
    assert not every(done, MoraleRolled)


@rule("ose:retainer.loyalty.when-peril")
@pytest.mark.parametrize(("faces", "rolls"), [((3, 3, 3, 3), 2), ((6, 6), 1)])
def test_each_reason_tries_who_still_stands(faces: tuple[int, ...], rolls: int) -> None:
    done = scripted(RULESET, in_battle(2, dead_employer=True), *d6(*faces))
    loyalty.check_in_fight(done, "a")
    assert len(every(done, MoraleRolled)) == rolls


@rule("ose:retainer.loyalty.when-peril")
@pytest.mark.parametrize(("feet", "runs"), [(30, False), (60, True)])
def test_a_retainer_runs_only_as_far_as_it_can(feet: int, runs: bool) -> None:
    """With an orc at each corner nobody gets clear of them in two squares."""
    state = changed(in_battle(2).with_creature("fighter-4", at=(9, 9)), "fighter-4", movement_feet=feet)
    for number, at in enumerate(((8, 8), (10, 8), (8, 10), (10, 10)), 1):
        state = state.with_creature(f"orc-{number}", at=at)
    for number in (1, 2, 3):
        state = state.with_creature(f"fighter-{number}", at=None)
    done = Resolution(state, Alike(6), RULESET)
    assert not loyalty.face_peril(done, "fighter-4", "a test")
    assert bool([e for e in every(done, ConditionGained) if e.condition.name == FLEEING]) is runs


@rule("ose:referee.monsters.allies")
def test_those_who_came_to_help_are_warned_no_more() -> None:
    kin = Group("kin", "1-p1", "orc", 2, alert=True)
    state = below("fighter", "fighter")
    state = replace(state, dungeon=replace(state.dungeon, groups={"kin": kin}))
    done = Resolution(state, Alike(4), RULESET)
    meetings._allies_come(done)
    came = next(e.group for e in every(done, GroupChanged) if e.what == "came to help")
    assert (came.alert, came.attitude, came.area) == (False, "hostile", "1-01")


@rule("ose:light.no-surprise")
def test_what_lives_in_the_water_expects_a_boat_and_nobody_expects_it() -> None:
    state = abroad("river", way="water")
    kind = next(kind for kind in monsters() if terrains.is_aquatic(kind))
    group = Group("swimmers", "", kind, 1)
    assert meetings._expects(state, "monsters", group)
    assert not meetings._expects(state, state.party.side, group)


@rule("ose:encounter.sequence", "ose:reaction.roll")
def test_the_friendly_who_are_first_let_the_party_speak() -> None:
    friends = replace(GOBLINS, attitude="friendly")
    done = meet(in_the_dark(friends), d8(HIT_POINTS), *d6(3, 3, 1, 6), group=friends)
    assert done.state.encounter is not None


@rule("ose:referee.describe.monsters")
def test_a_kind_that_nobody_has_described_looks_as_it_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognising, "look_of", lambda kind: None)
    assert recognising.look("orc") == recognising._from_listing(monsters()["orc"]) != recognising.name("orc")
    assert recognising.look("fighter") == "Fighter"


@rule("ose:combat.movement.in-melee-only")
def test_a_way_that_lies_off_the_field_is_open_where_it_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state, ground = fighting(), battlefield.ground
    here = state.party.at.area
    assert breaking_off.open_ways(state)
    monkeypatch.setattr(battlefield, "ground", lambda s, spot: ground(s, spot) if spot.area == here else 0)
    assert breaking_off.open_ways(state)


@rule("ose:evasion.water.success")
def test_only_on_the_water_are_those_behind_met_again() -> None:
    near, far = Group("near", terrains.BEHIND, "orc", 1), Group("far", terrains.BEHIND, "orc", 2)
    gone = Group("gone", terrains.BEHIND, "orc", 0)
    for terrain, way, seekers in (("river", "water", ["near", "far"]), ("forest", "open", [])):
        state = abroad(terrain, way=way)
        groups = {group.id: group for group in (gone, near, far)}
        state = replace(state, dungeon=replace(state.dungeon, groups=groups))
        assert [group.id for group in terrains._seekers(state)] == seekers
        if seekers:
            assert terrains.wanderers(scripted(RULESET, state), terrains.terrain_of(state), ()).id == "near"


@rule("ose:evasion.dungeon.not-faster", "ose:evasion.running.rate")
def test_a_door_at_the_first_step_of_a_flight_is_thrown_open() -> None:
    state = chased("hostile", 90, 120, feet=60)
    door = replace(state.dungeon.doors["opening-1"], kind="door", is_open=False, tried=True)
    dungeon = replace(state.dungeon, doors={**state.dungeon.doors, door.id: door})
    state = replace(state, dungeon=dungeon, party=replace(state.party, at=Spot(1, (4, 2), "1-p1")))
    opened = [e.door.id for e in every(evade(state), DoorChanged) if e.what == "opened"]
    assert opened == ["opening-1"]


@rule("ose:evasion.dungeon.pursuit-rounds")
def test_who_runs_out_of_ways_before_the_others_tire_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escape, "is_out_of_sight", lambda *given: False)
    done = evade(chased("hostile", 119, 120, feet=60))
    assert done.state.fight is not None and done.state.now == 300
    assert not every(done, DoorChanged), "every way stood open"


@rule("ose:evasion.pursuer-decides")
def test_neither_the_dead_nor_phantoms_are_chased(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(status: str) -> bool:
        done = scripted(RULESET, fighting())
        done.emit(Fled("goblin-1"))
        done.state = replace(done.state, winner=done.state.party.side).with_creature("goblin-1", status=status)
        return giving_chase.offer(done)

    assert offered("fled") and not offered("dead")
    monkeypatch.setattr(giving_chase, "is_illusory", lambda state, id: True)
    assert not offered("fled")


@rule("ose:wilderness.wandering.distance", "ose:wilderness.wandering.distance-surprise")
@pytest.mark.parametrize(("surprise", "faces", "feet"), [(True, d4(3), 90), (False, d6(1, 2, 3, 4), 300)])
def test_a_distance_out_of_doors_tells_by_which_rule(surprise: bool, faces: object, feet: int) -> None:
    done = scripted(RULESET, abroad(), *(faces if isinstance(faces, tuple) else (faces,)))
    assert sighting.distance_outdoors(done, surprise) == feet
    assert ("ose:wilderness.wandering.distance-surprise" in first(done, ChanceRolled).rule) is surprise


@rule("ose:morale.without-option")
@pytest.mark.parametrize(("word", "cowed"), [("flee", True), ("surrender", True), ("fight on", False), ("", True)])
def test_without_the_option_the_referee_decides_who_gives_way(word: str, cowed: bool) -> None:
    done = Resolution(met(), Scripted(), RULESET, {"ose:morale.without-option": word} if word else None)
    assert talk.is_cowed(done, done.state.creatures[HERO], "threat") is cowed


@rule("ose:evasion.dungeon.not-faster")
def test_who_is_as_fast_and_runs_out_of_ways_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(escape, "is_out_of_sight", lambda *given: False)
    assert evade(chased("hostile", 120, 120, feet=60)).state.fight is not None


@rule("ose:referee.monsters.allies")
def test_the_first_of_several_allies_comes() -> None:
    kin = [Group(id, "1-p1", "orc", 1, alert=True) for id in ("kin", "more")]
    state = below("fighter", "fighter")
    state = replace(state, dungeon=replace(state.dungeon, groups={group.id: group for group in kin}))
    done = Resolution(state, Alike(4), RULESET)
    meetings._allies_come(done)
    assert [e.group.id for e in every(done, GroupChanged) if e.what == "came to help"] == ["kin"]


@rule("ose:encounter.conclusion.one-turn")
def test_a_meeting_takes_the_rest_of_a_turn_from_its_beginning() -> None:
    state = met()
    state = replace(state, now=630, encounter=replace(state.encounter, began=610))
    done = Resolution(state, Alike(6), RULESET)
    meetings.conclude(done, "parted")
    assert done.state.now == 1210


@rule("ose:referee.monsters.leaders")
def test_only_those_who_throw_rocks_from_above_bring_them() -> None:
    for kind in ("goblin", "bandit"):
        done = Resolution(abroad(), Alike(4), RULESET)
        ids = meetings.muster(done, Group("they", "", kind, 1))
        assert all(item.kind != ROCK for id in ids for item in done.state.creatures[id].items)
    bomber = next(kind for kind in monsters() if may_bomb(kind))
    for state, rocks in ((abroad(), True), (below("fighter"), False)):
        done = Resolution(state, Alike(4), RULESET)
        ids = meetings.muster(done, Group("they", "", bomber, 1))
        assert any(item.kind == ROCK for id in ids for item in done.state.creatures[id].items) is rocks


@rule("ose:language.common")
@pytest.mark.parametrize(
    ("tries", "shared", "asked"), [(0, "Common", True), (1, "Common", False), (1, "", True), (0, "", True)]
)
def test_a_tongue_is_looked_for_until_one_is_found(
    tries: int, shared: str, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(talk.languages, "shared", lambda *given: shared)
    monkeypatch.setattr(talk.languages, "speak", lambda do, speaker: bool(looked.append(speaker.id)) or bool(shared))
    state = met()
    done = Resolution(replace(state, encounter=replace(state.encounter, tries=tries)), Alike(6), RULESET)
    assert talk.hear(done, done.state.creatures[HERO]) is bool(shared)
    assert bool(looked) is asked


@rule("ose:encounter.action.evasion")
def test_the_party_backs_off_by_the_first_way_and_shuts_that_door() -> None:
    state = indoors()
    doors = {
        id: replace(door, kind="door", is_open=True, found=True, barrier=None, tried=True)
        for id, door in state.dungeon.doors.items()
    }
    state = replace(state, dungeon=replace(state.dungeon, doors=doors))
    state = replace(state, party=replace(state.party, at=Spot(1, (5, 2), "1-p1")))
    ways = escape.ways_out(state)
    assert len({way.area for way in ways}) > 1
    done = Resolution(state, Alike(6), RULESET)
    talk.withdraw(done)
    shut = [e.door for e in every(done, DoorChanged)]
    assert first(done, PartyWent).at.area == ways[0].area
    assert [door.beyond("1-p1") for door in shut] == [ways[0].area]
