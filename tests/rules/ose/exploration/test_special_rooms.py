"""Arriving in a room, and what its special feature does."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action, fold
from underkeep.kernel.prompt import Answer, Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.exploration import special_rooms
from underkeep.systems.ose.exploration.entering_areas import DangerHinted
from underkeep.systems.ose.exploration.special_rooms import FeatureTried
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.creature import Healed
from underkeep.world.dungeon import AreaDescribed, Dungeon, Feature, Group, Spot
from underkeep.world.light import Light
from underkeep.world.party import PartyWent
from underkeep.world.state import State

HALL, PASSAGE = "1-01", "1-p1"


def scene(dungeon: Dungeon, human: bool = False) -> State:
    """A lit party at the entrance, with whatever has been put into the dungeon."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "thief")
    light = Light("torch", "hero-1", "torch", "torch", 30, None)
    grid = dungeon.level(1).grid
    party = replace(state.party, seen={"1": f"{grid.floor:x}"})
    state = replace(state, dungeon=dungeon, party=party, lights=(light,), human_referee=human)
    return state.with_creature("hero-1", hp=5, max_hp=10)


def having(kind: str, area: str = PASSAGE, **more) -> Dungeon:
    dungeon = cellar(RULESET)
    feature, stairs = special_rooms.place(Resolution(State("ose", {}), Seeded(1), RULESET), dungeon, area, kind)
    ways = {stairs.id: stairs} if stairs else {}
    return replace(dungeon, features={feature.id: feature}, stairs=ways, **more)


def come(state: State, to: Spot, way: str, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    """The party comes into an area."""
    do = Resolution(state, Scripted(*faces), RULESET, rulings)
    do.emit(PartyWent("dungeon", to, way))
    do.dice.finish()
    assert fold(do.events, state) == do.state
    return do


def use(state: State, feature: Feature, *faces: int) -> Resolution:
    do = Resolution(state, Scripted(*faces), RULESET)
    special_rooms.use(do, state.creatures["hero-1"], feature)
    do.dice.finish()
    assert fold(do.events, state) == do.state
    return do


def only(dungeon: Dungeon | None) -> Feature:
    assert dungeon is not None
    return next(iter(dungeon.features.values()))


IN_PASSAGE = Spot(1, (4, 2), PASSAGE)


@rule("ose:dungeon-design.stock.details")
def test_a_new_room_is_described_and_in_the_dark_only_smelt_and_heard():
    notes = {PASSAGE: "A heap of rags. It smells of fish. You hear rats."}
    state = scene(replace(cellar(RULESET), notes=notes))
    assert first(come(state, IN_PASSAGE, "opening-1"), AreaDescribed).text == notes[PASSAGE]
    dark = replace(state, lights=())
    assert first(come(dark, IN_PASSAGE, "opening-1"), AreaDescribed).text == "It smells of fish. You hear rats."
    again = come(come(state, IN_PASSAGE, "opening-1").state, Spot(1, (3, 2), HALL), "opening-1")
    assert not every(again, AreaDescribed)
    assert not every(come(state, IN_PASSAGE, "walk"), AreaDescribed)


@rule("ose:dungeon-design.danger")
def test_a_hint_when_the_party_is_out_of_its_depth():
    state = scene(cellar(RULESET))
    safe = come(state, Spot(2, (4, 2), PASSAGE), "stairs")
    assert not every(safe, DangerHinted)
    done = come(state, Spot(4, (4, 2), PASSAGE), "stairs")
    assert [e.level for e in every(done, DangerHinted)] == [4]
    assert [(e.choice, e.by) for e in every(done, Ruled)] == [("hint", "default")]
    assert not every(come(done.state, Spot(4, (5, 2), PASSAGE), "stairs"), DangerHinted)
    quiet = come(state, Spot(4, (4, 2), PASSAGE), "stairs", rulings={"ose:dungeon-design.danger": "say nothing"})
    assert not every(quiet, DangerHinted)
    expert = state
    for id in ("hero-1", "hero-2"):
        expert = expert.with_creature(id, sheet=replace(expert.creatures[id].sheet, level=3))
    assert not every(come(expert, Spot(4, (4, 2), PASSAGE), "stairs"), DangerHinted)


@rule("ose:dungeon-design.danger")
def test_a_person_decides_whether_to_hint():
    state = lowered(scene(cellar(RULESET), human=True))
    asked = play.resolve(RULESET, state, "player", a.Go("opening-1"), Seeded(1)).state
    prompt = next(p for p in asked.prompts if "danger" in p.question)
    done = play.resolve(RULESET, asked, "referee", Answer(prompt.id, "hint"), Seeded(1))
    assert every(done, DangerHinted)


def lowered(state: State) -> State:
    """The same place three levels deeper."""
    assert state.dungeon is not None
    assert state.party is not None
    dungeon = state.dungeon
    areas = {id: replace(area, level=4) for id, area in dungeon.areas.items()}
    doors = {id: replace(door, level=4) for id, door in dungeon.doors.items()}
    levels = tuple(replace(dungeon.levels[0], number=n) for n in (1, 2, 3, 4))
    floor = levels[3].grid.mask([square for area in areas.values() for square in area.squares])
    party = replace(state.party, at=Spot(4, (3, 2), HALL), seen={"4": f"{floor:x}"})
    return replace(state, dungeon=replace(dungeon, areas=areas, doors=doors, levels=levels), party=party)


@rule("ose:dungeon-design.room.specials")
def test_an_alarm_draws_the_nearest_guardians():
    groups = {"orcs": Group("orcs", "1-02", "orc", 4)}
    done = come(scene(having("alarm-gong", groups=groups)), IN_PASSAGE, "opening-1")
    assert done.state.dungeon is not None
    assert done.state.dungeon.groups["orcs"].area == PASSAGE
    assert only(done.state.dungeon).state == "rung"
    again = come(done.state, IN_PASSAGE, "opening-1")
    assert len(again.events) == 1


@rule("ose:dungeon-design.room.specials")
def test_a_block_falls_behind_the_party():
    done = come(scene(having("stone-block")), IN_PASSAGE, "opening-1")
    assert done.state.dungeon is not None
    door = done.state.dungeon.doors["opening-1"]
    assert (door.is_passable, door.bar) == (False, "stuck")
    by_stairs = come(scene(having("stone-block")), IN_PASSAGE, "stairs")
    assert only(by_stairs.state.dungeon).state == ""


@rule("ose:dungeon-design.room.specials")
def test_moving_walls_shut_the_doors():
    dungeon = having("moving-walls")
    open_door = replace(dungeon.doors["door-1"], is_open=True, barrier=Bar(""))
    dungeon = replace(dungeon, doors={**dungeon.doors, "door-1": open_door})
    done = come(scene(dungeon), IN_PASSAGE, "opening-1")
    assert done.state.dungeon is not None
    assert (done.state.dungeon.doors["door-1"].bar, done.state.dungeon.doors["door-1"].is_open) == ("stuck", False)


@rule("ose:dungeon-design.room.specials")
def test_statues_attack_whoever_disturbs_them():
    dungeon = having("old-statues", HALL)
    done = Resolution(scene(dungeon), Seeded(2), RULESET)
    special_rooms.use(done, done.state.creatures["hero-1"], only(dungeon))
    assert done.state.encounter is not None or done.state.fight is not None
    assert [c.kind for c in done.state.creatures.values() if c.side == "monsters"] == ["crystal-living-statue"]
    assert special_rooms.why_not(done.state, only(done.state.dungeon)) is not None


@rule("ose:dungeon-design.room.specials")
def test_strange_waters_heal_hurt_or_do_nothing_once():
    dungeon = having("fountain", HALL)
    state = scene(dungeon)
    healed = use(state, only(dungeon), *d6(2, 6))
    assert (first(healed, Healed).amount, healed.state.creatures["hero-1"].hp) == (5, 10)
    assert use(state, only(dungeon), d6(3)).state.creatures["hero-1"].hp == 5
    assert use(state, only(dungeon), *d6(6, 2)).state.creatures["hero-1"].hp == 3
    assert special_rooms.why_not(healed.state, only(healed.state.dungeon)) is not None


@rule("ose:dungeon-design.special.pick")
def test_a_portal_carries_the_party_to_its_other_end():
    dungeon = having("shimmering-portal", HALL)
    done = Resolution(scene(dungeon), Seeded(1), RULESET)
    special_rooms.use(done, done.state.creatures["hero-1"], only(dungeon))
    assert done.state.party is not None and done.state.party.at is not None
    assert done.state.party.at.area == only(dungeon).state != HALL
    assert special_rooms.why_not(done.state, only(done.state.dungeon)) is None


@rule("ose:dungeon-design.room.specials")
def test_a_trapdoor_leads_to_where_no_stairs_lead():
    dungeon = having("trapdoor", HALL)
    stairs = next(iter(dungeon.stairs.values()))
    assert (stairs.up.area, stairs.kind) == (HALL, "trapdoor")
    assert stairs.down.area in dungeon.areas
    assert stairs.down.square in dungeon.areas[stairs.down.area].squares


@rule("ose:dungeon-design.room.specials")
def test_an_illusion_is_seen_through_and_a_face_speaks():
    dungeon = having("dim-archway", HALL)
    seen = use(scene(dungeon), only(dungeon))
    assert only(seen.state.dungeon).state == "seen through"
    groups = {"orcs": Group("orcs", "1-02", "orc", 4)}
    dungeon = having("stone-face", HALL, groups=groups)
    assert first(use(scene(dungeon), only(dungeon)), FeatureTried).outcome == "Beware of the orc."


def test_features_are_offered_and_refused_like_any_action():
    dungeon = having("fountain", HALL)
    state = scene(dungeon)
    action: Action = a.Use("hero-1", only(dungeon).id)
    assert action in play.legal_actions(RULESET, state, "player").listed
    after = play.resolve(RULESET, state, "player", action, Scripted(d6(3))).state
    assert action not in play.legal_actions(RULESET, after, "player").listed


@rule("ose:dungeon-design.room.specials")
def test_what_lies_in_wait_is_not_seen_before_it_acts():
    for kind in ("alarm-gong", "stone-block", "moving-walls"):
        state = scene(having(kind, HALL))
        assert survey.known_features(state) == []
        feature = next(iter(state.dungeon.features.values()))
        do = Resolution(state, Scripted(), RULESET)
        special_rooms.entered(do, "opening-1")
        assert [f.id for f in survey.known_features(do.state)] == [feature.id]
    assert [f.kind for f in survey.known_features(scene(having("stone-face", HALL)))] == ["stone-face"]
