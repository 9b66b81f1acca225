"""Monsters by other blocks, by their averages, as persons, in the dark and at home."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.below import below, having, the_dungeon
from tests.rules.ose.casting import delve, meeting
from tests.rules.ose.scene import every, first, make

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import BLIND
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import persons
from underkeep.systems.ose.equipment.light import infravision_feet
from underkeep.systems.ose.monsters.listings import ListingRead, average_hit_points
from underkeep.systems.ose.monsters.stat_blocks import COMPATIBILITY
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.travel import lairs
from underkeep.testing import Alike, rule
from underkeep.world.dungeon import Group
from underkeep.world.journey import ON_THE_WAY


@rule(COMPATIBILITY)
def test_a_block_of_the_same_family_is_used_as_given() -> None:
    orc, do = make("orc", AC="4", HD="2", MV="90 (30)", ML="9")
    own = sheet(orc)
    assert (own.ac, own.hit_dice, own.movement_feet, own.morale, own.thac0) == (4, "2", 90, 9, 18)
    assert any(e.question == COMPATIBILITY and e.choice == "as given" for e in every(do, Ruled))
    other, _ = make("orc", AC="15", edition="ascending AC")
    assert sheet(other).ac == 4
    plain, do = make("orc")
    assert sheet(plain).ac == 6 and not any(e.question == COMPATIBILITY for e in every(do, Ruled))
    with pytest.raises(UnderkeepError, match="no number"):
        make("orc", AC="thick")


@rule("ose:monster.hd.average")
@pytest.mark.parametrize(
    ("text", "hp"), [("3", 13), ("4+1", 19), ("1-1", 3), ("1", 4), ("1/2", 2), ("1hp", 1), ("1-4", 1)]
)
def test_the_average_stands_in_parentheses(text: str, hp: int) -> None:
    assert average_hit_points(text) == hp


@rule("ose:monster.hd.average")
def test_those_in_a_hurry_take_the_average() -> None:
    ogre, do = make("ogre", hit_points="average")
    assert ogre.hp == 19 and "ose:monster.hd.average" in first(do, ListingRead).rule
    rolled, do = make("ogre", hit_points="by the dice", seed=5)
    assert "ose:monster.hd.average" not in first(do, ListingRead).rule and rolled.hp != 19


@rule("ose:monster.persons.which")
def test_who_counts_as_a_person_is_judged_once_for_a_kind() -> None:
    state = meeting(delve("magic-user"), "goblin")
    goblin = state.creatures[state.encounter.monsters[0]]
    usual = Resolution(state, Scripted(), RULESET)
    assert persons.counts(usual, goblin) and campaign(usual.state).conduct.persons == {"goblin": True}
    never = Resolution(state, Scripted(), RULESET, {persons.WHICH: "no person"})
    assert not persons.counts(never, goblin)
    again = Resolution(never.state, Scripted(), RULESET)
    assert not persons.counts(again, goblin) and not again.events
    for kind, is_person in (("wolf", False), ("skeleton", False), ("bandit", True)):
        unasked = Resolution(state, Scripted(), RULESET)
        assert persons.counts(unasked, replace(goblin, kind=kind)) is is_person and not unasked.events


@rule("ose:monster.infravision")
@pytest.mark.parametrize(("kind", "feet"), [("orc", 60), ("wolf", 60), ("goblin", 90), ("bandit", 0)])
def test_every_monster_that_is_not_human_sees_heat(kind: str, feet: int) -> None:
    creature, _ = make(kind)
    assert infravision_feet(creature) == feet


@rule("ose:monster.infravision")
@pytest.mark.parametrize(("kind", "blind"), [("goblin", True), ("bandit", False)])
def test_in_the_dark_they_see_and_men_do_not(kind: str, blind: bool) -> None:
    state = meeting(below(lit=False), kind)
    assert (state.creatures["hero-1"].condition(BLIND) is not None) is blind


def after_a_meeting(kind: str = "orc") -> Resolution:
    state = abroad()
    group = Group("met", ON_THE_WAY, kind, 0, members=("orc-1",))
    state = having(state, group)
    orc, _ = make("orc")
    return Resolution(replace(state, creatures={**state.creatures, "orc-1": orc}), Alike(4), RULESET)


@rule(lairs.LAIR)
def test_five_times_as_many_live_in_a_lair_in_the_wilderness() -> None:
    do = after_a_meeting()
    lairs.seek(do, lairs.SeekLair("hero-1"))
    home = next(g for g in the_dungeon(do.state).groups.values() if g.area == lairs.IN_THE_WILDS)
    expected = after_a_meeting()
    rolled = lairs.number_met(expected, "orc")
    assert home.count == 5 * rolled and home.lair
    band = the_dungeon(do.state).groups[do.state.encounter.group]
    assert band.count == rolled and not band.lair
    assert first(do, lairs.LairFound).count == home.count


@rule(lairs.LAIR)
def test_only_fresh_tracks_lead_to_a_lair() -> None:
    do = after_a_meeting()
    seek = lairs.SeekLair("hero-1")
    assert play.why_not(RULESET, do.state, "player", seek) is None
    assert seek not in play.legal_actions(RULESET, do.state, "player")
    assert lairs.tracked(abroad()) is None
    refusal = lairs.why_not(abroad(), seek)
    assert refusal is not None and refusal.rule == lairs.LAIR
    lairs.seek(do, seek)
    assert lairs.tracked(do.state) is None
    assert lairs.tracked(after_a_meeting("skeleton").state) is not None
