"""Leaders, friends of the slain, and what they do while the party is away."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import delve
from tests.rules.ose.scene import every, first

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted
from underkeep.procedures import meanwhile as any_meanwhile
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.exploration import meanwhile
from underkeep.systems.ose.monsters import listings
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d3, d4, rule
from underkeep.world.clock import DAY
from underkeep.world.dungeon import AreaChanged, DoorChanged, Group, GroupChanged, Hoard, HoardChanged
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.gear import Item
from underkeep.world.state import State

LEADERS, ALLIES = "ose:referee.monsters.leaders", "ose:referee.monsters.allies"


def with_groups(*groups: Group, **changes: object) -> State:
    state = delve("fighter", "fighter")
    return replace(state, dungeon=replace(state.dungeon, groups={g.id: g for g in groups}, **changes))


@rule(LEADERS)
@pytest.mark.parametrize(("count", "leaders"), [(9, 0), (10, 1), (19, 1), (20, 2)])
def test_one_leader_to_ten_has_all_the_hit_points(count: int, leaders: int) -> None:
    group = Group("band", "1-02", "dervish", count)
    done = Resolution(with_groups(group), Alike(3), RULESET)
    ids = meetings.muster(done, group)
    assert [done.state.creatures[id].max_hp for id in ids] == [8] * leaders + [3] * (count - leaders)


@rule(LEADERS)
@pytest.mark.parametrize(("hd", "most"), [("1", 8), ("1-1", 7), ("4+1", 33), ("1/2", 4), ("2hp", 2)])
def test_the_most_that_hit_dice_give(hd: str, most: int) -> None:
    assert listings.most_hit_points(hd) == most


@rule(LEADERS)
def test_the_referee_may_have_leaders_like_the_others() -> None:
    group = Group("orcs", "1-02", "orc", 10)
    done = Resolution(with_groups(group), Alike(3), RULESET, {LEADERS: listings.LIKE_OTHERS})
    assert {done.state.creatures[id].max_hp for id in meetings.muster(done, group)} == {3}
    plain = Resolution(with_groups(), Alike(3), RULESET)
    RULESET.recruit(plain, Recruit("orc", choices={listings.LEADER: listings.TOUGH}), "orc-1", "monsters")
    assert plain.state.creatures["orc-1"].hp == 8


def fought(count: int, dead: tuple[int, ...], kin: Group, **rulings: str) -> Resolution:
    """A fight with orcs is over, and these of them are dead."""
    group = Group("orcs", "1-01", "orc", count)
    done = Resolution(with_groups(group, kin), Alike(6), RULESET, rulings)
    ids = meetings.muster(done, group)
    done.emit(EncounterBegan(Encounter("orcs", ids, 10, began=done.state.now)))
    for number in dead:
        done.state = done.state.with_creature(ids[number], status="dead", hp=0)
    meetings.after_fight(done)
    return done


@rule(ALLIES)
@pytest.mark.parametrize(
    ("count", "dead", "alert", "attitude"),
    [(3, (), False, ""), (3, (0,), True, ""), (10, (1,), True, ""), (10, (0,), True, "hostile")],
)
def test_friends_of_the_slain_are_warned_and_avenge_a_leader(
    count: int, dead: tuple[int, ...], alert: bool, attitude: str
) -> None:
    far = Group("kin", "1-02", "orc", 4)
    kin = fought(count, dead, far).state.dungeon.groups["kin"]
    assert (kin.alert, kin.attitude) == (alert, attitude)


@rule(ALLIES)
def test_only_their_own_kind_and_those_who_think() -> None:
    assert not fought(3, (0,), Group("kin", "1-02", "goblin", 4)).state.dungeon.groups["kin"].alert
    assert not fought(3, (0,), Group("kin", "1-02", "orc", 0)).state.dungeon.groups["kin"].alert
    stays = fought(3, (0,), Group("kin", "1-02", "orc", 4), **{ALLIES: "nothing"})
    assert not stays.state.dungeon.groups["kin"].alert


@rule(ALLIES)
def test_those_next_door_come_to_help_where_the_way_is_open() -> None:
    done = fought(3, (0,), Group("kin", "1-p1", "orc", 2))
    came = [e.group for e in every(done, GroupChanged) if e.what == "came to help"]
    state = delve("fighter", "fighter")
    near = [d for d in state.dungeon.doors_of(state.party.at.area) if d.is_passable]
    assert bool(came) is any(d.beyond(state.party.at.area) == "1-p1" for d in near)
    if came:
        assert came[0].attitude == "hostile" and came[0].area == state.party.at.area


@rule("ose:encounter.surprise.when")
def test_those_who_were_warned_are_not_surprised() -> None:
    warned = Group("orcs", "1-02", "orc", 1, alert=True)
    assert meetings._expects(with_groups(warned), "monsters", warned)
    assert not meetings._expects(with_groups(warned), "monsters", replace(warned, alert=False))


# Between two visits


def away(days: float, *groups: Group, visited: tuple[str, ...] = (), **changes: object) -> State:
    state = with_groups(*groups, **changes)
    party = replace(state.party, left_at=0, visited=(*state.party.visited, *visited))
    return replace(state, party=party, now=int(days * DAY))


def go_by(state: State, *faces: int, **rulings: str) -> Resolution:
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET, rulings)
    any_meanwhile.go_by(meanwhile, done)
    dice.finish()
    return done


def beaten(state: State, group: str, dead: int = 1) -> State:
    done = Resolution(state, Alike(4), RULESET)
    ids = meetings.muster(done, state.dungeon.groups[group])
    for id in ids[:dead]:
        done.state = done.state.with_creature(id, status="dead", hp=0)
    return done.state


@pytest.mark.parametrize(("days", "shut"), [(0.99, False), (1, True)])
def test_a_day_must_have_gone_by(days: float, shut: bool) -> None:
    state = away(days)
    door = next(d for d in state.dungeon.doors.values() if d.kind == "door")
    opened = replace(door, is_open=True, barrier=None)
    state = replace(state, dungeon=replace(state.dungeon, doors={**state.dungeon.doors, door.id: opened}))
    done = go_by(state)
    assert done.state.dungeon.doors[door.id].is_open is not shut
    assert all(seen_by(e, "player", done.state) is None for e in done.events)


LEARN = "ose:referee.monsters.learn"


@rule(LEARN)
@pytest.mark.parametrize(("face", "plan"), [(1, "defences"), (2, "reinforcements"), (3, "moving away")])
def test_the_undefeated_prepare_in_one_of_three_ways(face: int, plan: str) -> None:
    state = beaten(away(1, Group("orcs", "1-02", "orc", 3)), "orcs")
    done = go_by(state, d3(face), *((d4(2),) if plan == "reinforcements" else ()))
    assert done.state.dungeon.groups["orcs"].alert
    kinds = {e.what for e in every(done, GroupChanged)}
    assert plan in kinds
    if plan == "reinforcements":
        (guards,) = (g for g in done.state.dungeon.groups.values() if g.id != "orcs")
        assert (guards.kind, guards.count, guards.alert) == ("orc", 2, True)
    if plan == "defences":
        assert all(d.bar for d in done.state.dungeon.doors_of("1-02") if d.kind == "door" and d.found)


@rule(LEARN)
def test_beasts_only_move_and_the_referee_may_choose() -> None:
    wolves = beaten(away(1, Group("wolves", "1-02", "wolf", 3)), "wolves")
    assert "moving away" in {e.what for e in every(go_by(wolves), GroupChanged)}
    orcs = beaten(away(1, Group("orcs", "1-02", "orc", 3)), "orcs")
    ruled = go_by(orcs, **{LEARN: "moving away"})
    assert "moving away" in {e.what for e in every(ruled, GroupChanged)}


BEHAVIOUR = "ose:referee.monsters.behaviour"


@rule(BEHAVIOUR)
def test_a_band_that_thinks_takes_one_step() -> None:
    men = Group("men", "1-01", "neanderthal", 6)
    orcs = Group("orcs", "1-02", "orc", 2)
    hoard = Hoard("gold", "1-02", (Item("gp", "gold piece", count=9),), hidden=True, group="orcs")
    idle = go_by(away(1, men, orcs), *d3(1, 1))
    assert {g.count for g in idle.state.dungeon.groups.values()} == {6, 2}
    raid = go_by(away(1, men, orcs, hoards={"gold": hoard}, visited=("1-02",)), *d3(1, 2))
    after = raid.state.dungeon
    assert after.groups["orcs"].count == 0 and 1 <= after.groups["men"].count <= 6
    assert sum(h.items[0].count for h in after.hoards.values() if h.items) == 9
    assert next(h for h in after.hoards.values() if h.items).group == "men"
    assert [e.what for e in every(raid, AreaChanged)] == ["raided"]
    assert not every(go_by(away(1, Group("wolves", "1-02", "wolf", 3))), GroupChanged)
    ruled = go_by(away(1, men, orcs), **{BEHAVIOUR: "raid"})
    assert ruled.state.dungeon.groups["orcs"].count == 0


def test_what_lies_about_is_looted_by_the_nearest_who_can_use_it() -> None:
    lying = Hoard("spoils", "1-01", (Item("gp", "gold piece", count=5),))
    orcs = Group("orcs", "1-02", "orc", 3, lair=True)
    done = go_by(away(1, orcs, hoards={"spoils": lying}, visited=("1-01",)), d3(1))
    assert not done.state.dungeon.hoards["spoils"].items
    (stored,) = (h for h in done.state.dungeon.hoards.values() if h.items)
    assert (stored.area, stored.group, stored.hidden) == ("1-02", "orcs", True)
    assert first(done, AreaChanged).what == "looted"
    assert all(seen_by(e, "player", done.state) is None for e in every(done, HoardChanged))
    unseen = go_by(away(1, orcs, hoards={"spoils": replace(lying, area="1-02")}), d3(1))
    assert not every(unseen, HoardChanged)


@pytest.mark.parametrize(("days", "face", "taken"), [(1, 1, True), (1, 2, False), (3, 3, True), (9, 5, False)])
def test_an_empty_lair_is_taken_the_sooner_the_longer(days: int, face: int, taken: bool) -> None:
    empty = Group("dead", "1-02", "orc", 0, lair=True)
    dice = Alike(face)
    done = Resolution(away(days, empty, visited=("1-02",)), dice, RULESET)
    any_meanwhile.go_by(meanwhile, done)
    new = [g for g in done.state.dungeon.groups.values() if g.id != "dead" and g.area == "1-02"]
    assert bool(new) is taken
    if taken:
        assert new[0].lair and first(done, AreaChanged).what == "moved in"


def test_doors_of_the_lair_are_stopped_up_unknown_to_the_party() -> None:
    state = beaten(away(1, Group("orcs", "1-02", "orc", 3)), "orcs")
    done = go_by(state, d3(1))
    assert all(seen_by(e, "player", done.state) is None for e in every(done, DoorChanged))


@rule(BEHAVIOUR)
def test_a_table_may_leave_the_dungeon_at_rest() -> None:
    men, orcs = Group("men", "1-02", "bandit", 3, lair=True), Group("orcs", "1-01", "orc", 3, lair=True)
    state = away(1, men, orcs)
    assert go_by(state, *d3(1, 1)).events
    assert not go_by(replace(state, switches=("dungeon-at-rest",))).events
