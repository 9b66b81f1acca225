"""Spells underground: what they show, open, bar, take and light."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.casting import bound, cast, castings, creature, meeting, own, underground
from tests.rules.knave.scenes import RULESET, has, on_sheet

from underkeep.procedures import survey
from underkeep.systems.knave.basics.barriers import Bar
from underkeep.systems.knave.checks.healing import NothingRecovered
from underkeep.systems.knave.equipment.light import sight_feet
from underkeep.systems.knave.magic.effects.senses import Sensed
from underkeep.systems.knave.magic.spell_effects import SpellHadNoEffect
from underkeep.testing import d20, rule
from underkeep.testing.builders import bare, cellar
from underkeep.world.dungeon import Dungeon, FeatureChanged, Group, Hoard, Spot, Trap
from underkeep.world.gear import Item
from underkeep.world.party import MapNoted
from underkeep.world.state import State

GOLD = Item("coin", "Coins", count=50)
BOOK = Item("spellbook:sleep", "Spellbook of Sleep")


def furnished(**changes: object) -> Dungeon:
    """The cellar with a hidden hoard and a hidden trap in the hall, and rats in the store."""
    dungeon = cellar(RULESET)
    hoard = Hoard("hoard-1", "1-01", (GOLD, BOOK), hidden=True)
    trap = Trap("trap-1", "1-01", "pit", square=(3, 3))
    rats = Group("rats", "1-02", "giant-rat", 3)
    return replace(dungeon, hoards={"hoard-1": hoard}, traps={"trap-1": trap}, groups={"rats": rats}, **changes)


def at_door(spell: str, intelligence: int = 2, fast: str = "locked") -> State:
    """In the passage, before the door of the store."""
    dungeon = furnished()
    door = replace(dungeon.doors["door-1"], barrier=Bar(fast) if fast else None, tried=True)
    dungeon = replace(dungeon, doors={**dungeon.doors, "door-1": door})
    state = underground(spell, intelligence, dungeon=dungeon)
    assert state.party is not None
    seen = {"1": f"{dungeon.level(1).grid.floor:x}"}
    party = replace(state.party, at=Spot(1, (7, 2), "1-p1"), visited=("1-01", "1-p1"), seen=seen)
    return replace(state, party=party)


@pytest.mark.parametrize(
    ("spell", "what"),
    [
        ("knock", "unlocked"),
        ("push", "forced"),
        ("pull", "forced"),
        ("earthquake", "forced"),
        ("ooze-form", "opened"),
        ("smoke-form", "opened"),
        ("swarm", "opened"),
        ("disassemble", "opened"),
        ("sculpt-elements", "reshaped"),
    ],
)
def test_ways_open(spell: str, what: str) -> None:
    do = cast(at_door(spell), spell, "door-1", by="hero-1")
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors["door-1"]
    assert door.is_passable and not door.bar and (door.kind == "opening") == (what == "reshaped")


@pytest.mark.parametrize("spell", ["adhere", "web", "icy-touch", "summon-idol", "elemental-wall"])
def test_ways_barred(spell: str) -> None:
    choice = "ice" if spell == "elemental-wall" else ""
    do = cast(at_door(spell, fast=""), spell, "door-1", by="hero-1", choice=choice)
    assert do.state.dungeon is not None and do.state.dungeon.doors["door-1"].bar == "held"


def test_the_eye_flies_where_ways_are_open() -> None:
    state = underground("arcane-eye", dungeon=furnished())
    do = cast(state, "arcane-eye", by="hero-1")
    dungeon = furnished()
    passage = survey.floor_of(dungeon, dungeon.areas["1-p1"])
    store = survey.floor_of(dungeon, dungeon.areas["1-02"])
    assert do.state.party is not None and state.party is not None
    assert do.state.party.seen_mask(1) & passage == passage and not do.state.party.seen_mask(1) & store
    through = cast(at_door("x-ray-vision"), "x-ray-vision", by="hero-1")
    assert through.state.party is not None and through.state.party.seen_mask(1) & store == store


def test_x_rays_find_secret_doors() -> None:
    do = cast(underground("x-ray-vision", dungeon=furnished()), "x-ray-vision", by="hero-1")
    assert do.state.dungeon is not None and do.state.dungeon.doors["door-2"].found


@pytest.mark.parametrize("spell", ["hear-whispers", "sniff"])
def test_creatures_far_off_are_noticed(spell: str) -> None:
    do = cast(underground(spell, dungeon=furnished()), spell, by="hero-1")
    assert [e.what for e in do.events if isinstance(e, Sensed)] == ["3 giant rats"] and has(do, MapNoted)
    empty = replace(furnished(), groups={})
    assert has(cast(underground(spell, dungeon=empty), spell, by="hero-1"), SpellHadNoEffect)


@pytest.mark.parametrize(("spell", "finds"), [("sort", True), ("detect-magic", True), ("true-sight", True)])
def test_hoards_come_to_light(spell: str, finds: bool) -> None:
    do = cast(underground(spell, dungeon=furnished()), spell, by="hero-1")
    assert do.state.dungeon is not None and do.state.dungeon.hoards["hoard-1"].hidden is not finds
    assert (do.state.dungeon.traps["trap-1"].state == "found") == (spell == "true-sight")


def test_magic_is_not_sensed_where_there_is_none() -> None:
    plain = replace(furnished(), hoards={"hoard-1": Hoard("hoard-1", "1-01", (GOLD,), hidden=True)})
    do = cast(underground("detect-magic", dungeon=plain), "detect-magic", by="hero-1")
    assert do.state.dungeon is not None and do.state.dungeon.hoards["hoard-1"].hidden
    assert bound(do, "sensing-magic") == ["hero-1"]


def test_scrying_one_who_was_met() -> None:
    state = underground("scry", dungeon=furnished())
    assert not castings(state, by="hero-1")
    met = replace(furnished(), groups={"rats": Group("rats", "1-02", "giant-rat", 3, members=("rat-1",))})
    do = cast(underground("scry", dungeon=met), "scry", "rats", by="hero-1")
    store = survey.floor_of(met, met.areas["1-02"])
    assert do.state.party is not None and do.state.party.seen_mask(1) & store == store


@pytest.mark.parametrize(("spell", "intelligence", "level"), [("psychometry", 2, 1), ("raise-spirit", 1, 2)])
def test_each_question_brings_one_thing_to_light(spell: str, intelligence: int, level: int) -> None:
    state = underground(spell, intelligence, level, dungeon=furnished())
    target = ""
    if spell == "raise-spirit":
        assert not castings(state, by="hero-1")
        state, target = state.with_creature("hero-2", status="dead"), "hero-2"
    do = cast(state, spell, target, by="hero-1")
    dungeon = do.state.dungeon
    assert dungeon is not None and not dungeon.hoards["hoard-1"].hidden and dungeon.doors["door-2"].found
    assert dungeon.traps["trap-1"].state == "hidden"


@rule("knave:magic.save.half")
def test_hypnotized() -> None:
    state = replace(meeting("hypnotize", "ogre", 1), dungeon=furnished())
    whole = cast(state, "hypnotize", "ogre-1", d20(1), by="hero-1").state.dungeon
    half = cast(state, "hypnotize", "ogre-1", d20(12), by="hero-1").state.dungeon
    assert whole is not None and half is not None
    assert whole.doors["door-2"].found and not half.doors["door-2"].found and not half.hoards["hoard-1"].hidden


def test_traps_sprung_and_hoards_robbed_from_afar() -> None:
    dungeon = furnished()
    shown = replace(
        dungeon,
        hoards={"hoard-1": Hoard("hoard-1", "1-01", (GOLD, BOOK), (1, 2))},
        traps={"trap-1": replace(dungeon.traps["trap-1"], state="found", on="hoard-1")},
    )
    state = _lit(underground("telekinesis", dungeon=shown))
    sprung = cast(state, "telekinesis", "trap-1", by="hero-1")
    assert sprung.state.dungeon is not None and sprung.state.dungeon.traps["trap-1"].state == "sprung"
    assert creature(sprung, "hero-1").hp == creature(state, "hero-1").hp
    moved = cast(state, "telekinesis", "hoard-1", by="hero-1")
    assert moved.state.dungeon is not None and bare(moved.state.dungeon.hoards["hoard-1"].items) == (BOOK,)
    filched = cast(_lit(underground("filch", dungeon=shown)), "filch", "hoard-1", by="hero-1")
    assert filched.state.dungeon is not None and not filched.state.dungeon.hoards["hoard-1"].items
    assert BOOK.kind in [item.kind for item in creature(filched, "hero-1").items]
    assert filched.state.dungeon.traps["trap-1"].state == "found"


def _lit(state: State) -> State:
    assert state.party is not None and state.dungeon is not None
    seen = {"1": f"{state.dungeon.level(1).grid.floor:x}"}
    return replace(state, party=replace(state.party, seen=seen))


def test_a_light_that_floats() -> None:
    state = replace(underground("illuminate"), lights=())
    assert sight_feet(state) == 0
    do = cast(state, "illuminate", "hero-1", by="hero-1")
    assert sight_feet(do.state) == 40 and do.state.lights[0].until == do.state.now + 600


@rule("knave:healing.hp-each-morning")
def test_a_night_in_the_manse() -> None:
    state = underground("manse", intelligence=1)
    for id in ("hero-1", "hero-2"):
        state = on_sheet(state.with_creature(id, hp=1, max_hp=4), id, wounds=2)
    do = cast(state, "manse", by="hero-1")
    assert [creature(do, id).hp for id in ("hero-1", "hero-2")] == [4, 1]
    assert not has(do, NothingRecovered) and own(do, "hero-1").wounds == 2
    stood = [(e.feature.state, e.what) for e in do.events if isinstance(e, FeatureChanged)]
    assert stood == [("standing", "appeared"), ("gone", "vanished")]
    assert do.state.now >= state.now + 8 * 3600


def test_the_coach_has_so_many_seats() -> None:
    away = cast(underground("phantom-coach", intelligence=2), "phantom-coach", by="hero-1")
    assert away.state.party is not None and away.state.party.place == "town"
    full = cast(underground("phantom-coach", intelligence=1), "phantom-coach", by="hero-1")
    assert full.state.party is not None and full.state.party.place == "dungeon"


def test_a_wizard_mark_stays_on_the_map() -> None:
    do = cast(underground("wizard-mark"), "wizard-mark", by="hero-1")
    assert do.state.party is not None and "wizard mark" in do.state.party.notes.values()


def test_a_noise_lures_monsters_on() -> None:
    dungeon = replace(furnished(), groups={"rats": Group("rats", "1-p1", "giant-rat", 3)})
    do = cast(underground("auditory-illusion", dungeon=dungeon), "auditory-illusion", by="hero-1")
    assert do.state.dungeon is not None and do.state.dungeon.groups["rats"].area == "1-02"


def test_plants_that_are_met_obey() -> None:
    do = cast(meeting("control-plants", "treant", 1), "control-plants", "treant-1", by="hero-1")
    assert do.state.encounter is not None and do.state.encounter.attitude == "helpful"
    assert RULESET.id == "knave"
