"""Magical research in town: new spells, magic items, and other magic."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import ruled
from tests.rules.ose.casting import act, announcing, at_casting, cast, delve, own_book, why_not
from tests.rules.ose.scene import changed, every, first, listed

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.money import coins, purse
from underkeep.systems.ose.basics.sheet import OwnSpell, sheet
from underkeep.systems.ose.magic import great_works, item_making, memorising
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.great_works import GUARDIAN, PORTAL, WorkMagic
from underkeep.systems.ose.magic.item_making import MakeItem, WorkPlanned
from underkeep.systems.ose.magic.research import InventSpell, ProposalDeclined
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d8, d100, rule
from underkeep.world.creature import Harmed
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item

HERO, DAY = "hero-1", 86_400
GEM = Item("gem-1000", "gem")


def researcher(kind="cleric", level=9, gp=200_000, *items):
    """Somebody alone in town with gold and time."""
    state = delve(kind, level=level, in_town=True, memorised=())
    state = state.with_creature(HERO, items=(coins("gp", gp), *items))
    return own_book(state, HERO) if kind == "magic-user" else state


def weeks(before, after):
    return (after.now - before.now) / DAY / 7


def has_thing(state, kind):
    return any(item.kind == kind for item in state.creatures[HERO].items)


@rule("ose:research.who")
def test_only_those_whose_class_says_so_research_and_make_items_from_the_ninth_level():
    for action in (InventSpell(HERO, "Magic Missile"), MakeItem(HERO, "potion of healing"), WorkMagic(HERO, PORTAL)):
        assert why_not(researcher("fighter"), action).rule == "ose:research.who"
    assert why_not(researcher(level=8), InventSpell(HERO, "Magic Missile")) is None
    assert why_not(researcher(level=8), MakeItem(HERO, "potion of healing")).rule == "ose:research.who"
    assert why_not(researcher(level=9), MakeItem(HERO, "potion of healing")) is None


@rule("ose:research.spell.level-limit")
def test_a_new_spell_must_be_of_a_level_that_the_researcher_casts():
    assert why_not(researcher(level=4), InventSpell(HERO, "Magic Missile")) is None
    assert why_not(researcher(level=4), InventSpell(HERO, "Web")).rule == "ose:research.spell.level-limit"
    assert why_not(researcher(level=6), InventSpell(HERO, "Web")) is None


@rule("ose:research.spell.proposal")
def test_a_proposal_must_say_what_the_spell_is_like():
    assert why_not(researcher(), InventSpell(HERO, "")).rule == "ose:research.spell.proposal"
    assert why_not(researcher(), InventSpell(HERO, "Bless")).rule == "ose:research.spell.proposal"


@rule("ose:research.spell.cost", "ose:research.failure", "ose:research.spell.proposal")
@pytest.mark.parametrize(("face", "found"), [(15, False), (16, True)])
def test_a_new_spell_takes_two_weeks_and_a_thousand_for_each_level(face, found):
    state = researcher(gp=3_200)
    done = act(state, InventSpell(HERO, "Web"), d100(face))
    assert weeks(state, done.state) == 6
    assert purse(done.state.creatures[HERO].items)["gp"] < 200
    assert first(done, ChanceRolled).success == found
    assert [spell.level for spell in sheet(done.state.creatures[HERO]).own_spells] == [3] * found
    assert why_not(researcher(gp=2_999), InventSpell(HERO, "Web")).rule == "ose:research.spell.cost"


@rule("ose:research.spell.proposal")
@pytest.mark.parametrize(("said", "levels"), [("a level higher", [4]), ("refused", [])])
def test_the_referee_may_set_the_level_or_refuse(said, levels):
    state = replace(researcher(), human_referee=True)
    faces = (d100(50),) if levels else ()
    done = ruled(state, InventSpell(HERO, "Web"), {"ose:research.spell.proposal": said}, *faces)
    assert [spell.level for spell in sheet(done.state.creatures[HERO]).own_spells] == levels
    assert bool(every(done, ProposalDeclined)) != bool(levels)


@rule("ose:research.spell.proposal", "ose:magic.memorize-and-cast")
def test_a_new_spell_is_prayed_for_and_cast_like_any_other():
    name = "Anselm's Magic Missile"
    own = (OwnSpell(name, 2, "Magic Missile", "magic-user"),)
    state = at_casting("cleric/7 v orc", "cleric-1", "Light")
    state = changed(state, "cleric-1", own_spells=own, memorised=(name,))
    assert name in memorising.choices(state.creatures["cleric-1"], 2)
    ready = announcing(state, "cleric-1", name).with_creature("orc-1", hp=20)
    assert Cast("cleric-1", name, "orc-1") in listed(ready, "cleric-1")
    done = cast(ready, "cleric-1", name, "orc-1", d6(2), d6(2), d6(2))
    assert first(done, Harmed).creature == "orc-1"
    assert sheet(done.state.creatures["cleric-1"]).memorised == ()


@rule("ose:magic.book.size")
def test_an_arcane_researcher_needs_room_in_the_book():
    full = changed(researcher("magic-user", 3), HERO, spell_book=("Sleep", "Shield", "Web"))
    assert why_not(full, InventSpell(HERO, "Cure Light Wounds")).rule == "ose:magic.book.size"
    room = changed(full, HERO, spell_book=("Sleep", "Shield"))
    assert why_not(room, InventSpell(HERO, "Cure Light Wounds")) is None


@rule("ose:research.item.spell-effect-cost")
def test_an_item_with_the_effect_of_a_spell_takes_a_week_and_500_for_each_level():
    state = researcher(gp=2_000)
    done = act(state, MakeItem(HERO, "scroll of Cure Disease"), d100(16))
    assert weeks(state, done.state) == 3
    assert first(done, WorkPlanned).gp == 1_500
    assert has_thing(done.state, "spell-scroll@cleric@Cure Disease")
    poor = why_not(researcher(gp=1_499), MakeItem(HERO, "scroll of Cure Disease"))
    assert poor.rule == "ose:research.item.spell-effect-cost"


@rule("ose:research.item.multi-use")
def test_charges_multiply_time_and_gold():
    needs = item_making.plan("wand-of-fire-balls", 10)
    assert (needs.gp, needs.days) == (15_000, 30 * 7)
    state = researcher("magic-user", 9, 16_000, GEM)
    done = act(state, MakeItem(HERO, "wand of fire balls", 10), d100(16))
    (wand,) = [item for item in done.state.creatures[HERO].items if item.kind == "wand-of-fire-balls"]
    assert weeks(state, done.state) == 30 and wand.quality.charges == 10 and wand.name == "wand of fire balls"
    assert why_not(state, MakeItem(HERO, "potion of healing", 5)).rule == "ose:research.item.multi-use"


@rule("ose:research.failure")
def test_a_work_that_fails_costs_all_the_same():
    done = act(researcher(gp=600), MakeItem(HERO, "potion of healing"), d100(15)).state
    assert not has_thing(done, "potion-of-healing")
    assert purse(done.creatures[HERO].items)["gp"] <= 100


@rule("ose:research.item.other-cost")
@pytest.mark.parametrize(
    ("kind", "gp", "months"),
    [
        ("sword-plus-1", 10_000, 1),
        ("sword-plus-2", 20_000, 2),
        ("armour-plus-1@chainmail", 10_000, 6),
        ("ring-of-wishes-1-3", 100_000, 10),
        ("crystal-ball", 30_000, 3),
    ],
)
def test_other_items_by_their_strength(kind, gp, months):
    needs = item_making.plan(kind)
    assert (needs.gp, needs.days) == (gp, months * 30)


@rule("ose:research.item.other-cost")
def test_every_other_item_is_within_the_range():
    for kind in item_making.things().values():
        needs = item_making.plan(kind)
        if "ose:research.item.other-cost" in needs.rule:
            assert 10_000 <= needs.gp <= 100_000 and 30 <= needs.days <= 360, kind


@rule("ose:research.item.other-cost")
def test_the_referee_may_price_it_otherwise():
    state = replace(researcher("magic-user", 9, 60_000, GEM), human_referee=True)
    rulings = {"ose:research.item.other-cost": "twice as much"}
    done = ruled(state, MakeItem(HERO, "sword +1"), rulings, d100(50))
    assert first(done, WorkPlanned).gp == 20_000


@rule("ose:research.item.materials")
def test_what_costs_more_than_ten_thousand_takes_a_rare_gem():
    wanted = MakeItem(HERO, "sword +2")
    assert why_not(researcher("magic-user"), wanted).rule == "ose:research.item.materials"
    cheap = Item("gem-500", "gem")
    assert why_not(researcher("magic-user", 9, 99_000, cheap), wanted).rule == "ose:research.item.materials"
    state = researcher("magic-user", 9, 99_000, GEM)
    done = act(state, wanted, d100(50))
    assert not has_thing(done.state, "gem-1000") and has_thing(done.state, "sword-plus-2")
    assert first(done, WorkPlanned).component == "1 gem worth 1,000 gp"
    assert why_not(researcher("magic-user"), MakeItem(HERO, "sword +1")) is None


@rule("ose:research.item.materials")
def test_the_referee_may_ask_for_more_or_for_nothing():
    state = replace(researcher("magic-user", 9, 99_000, GEM), human_referee=True)
    rulings = {"ose:research.item.materials": "two such gems"}
    done = ruled(state, MakeItem(HERO, "sword +2"), rulings)
    assert every(done, ProposalDeclined) and has_thing(done.state, "gem-1000")
    free = ruled(state, MakeItem(HERO, "sword +2"), {"ose:research.item.materials": "none"}, d100(50))
    assert has_thing(free.state, "gem-1000") and has_thing(free.state, "sword-plus-2")


@rule("ose:research.item.divine-limit")
@pytest.mark.parametrize("thing", ["wand of cold", "sword +1", "scroll of Web"])
def test_divine_casters_make_only_what_they_can_use(thing):
    assert why_not(researcher(), MakeItem(HERO, thing)).rule == "ose:research.item.divine-limit"
    assert why_not(researcher(), MakeItem(HERO, "mace +1")) is None


@rule("ose:research.item.arcane-limit")
def test_arcane_casters_make_all_but_what_is_for_the_divine():
    state = researcher("magic-user", 9, 200_000, GEM)
    for thing in ("staff of healing", "scroll of Bless"):
        assert why_not(state, MakeItem(HERO, thing)).rule == "ose:research.item.arcane-limit"
    for thing in ("potion of healing", "sword +1", "staff of power"):
        assert why_not(state, MakeItem(HERO, thing)) is None


@rule("ose:research.item.proposal")
def test_an_unknown_item_is_the_referees_to_allow():
    state = researcher("magic-user", 9, 99_000, GEM)
    mill = MakeItem(HERO, "salt mill")
    assert why_not(state, mill).rule == "ose:research.item.proposal"
    judged = replace(state, human_referee=True)
    asked = play.resolve(RULESET, judged, "player", mill, Scripted())
    assert asked.state.prompts[0].rule[0] == "ose:research.item.proposal"
    refused = ruled(judged, mill, {"ose:research.item.proposal": "refused"})
    assert every(refused, ProposalDeclined)
    made = ruled(judged, mill, {"ose:research.item.proposal": "possible"}, d100(50))
    assert has_thing(made.state, "wonder-salt-mill")


@rule("ose:research.other")
def test_a_portal_is_worked_and_stands_for_a_year():
    state = researcher("cleric", 9, 40_000, GEM)
    done = act(state, WorkMagic(HERO, PORTAL), d100(50)).state
    found = campaign(done).works[PORTAL]
    assert (found.gp, found.days, found.spells, found.renewed_every_days) == (30_000, 90, ("Locate Object",), 365)
    assert found.done and "gem" in found.component
    assert [route.id for route in done.routes][-1] == "portal"
    leaving = act(done, a.SetOut("portal")).state
    through = act(leaving, Answer(leaving.prompts[0].id, "as they stand")).state
    assert through.party.place == "dungeon" and through.now == done.now
    late = Resolution(replace(done, now=done.now + 366 * DAY), Scripted(), RULESET)
    great_works.fade(late)
    assert "portal" not in [route.id for route in late.state.routes]
    assert not great_works.stands(late.state, PORTAL)


@rule("ose:research.other")
def test_a_guardian_walks_with_its_maker():
    done = act(researcher("cleric", 9, 50_000, GEM), WorkMagic(HERO, GUARDIAN), d100(50), d8(3), d8(3), d8(3)).state
    (guardian,) = [c for c in done.creatures.values() if c.kind == "crystal-living-statue"]
    assert guardian.id in done.party.members and guardian.side == done.creatures[HERO].side


@rule("ose:research.other")
def test_the_referee_refuses_or_makes_it_dear():
    state = replace(researcher("cleric", 9, 90_000, GEM), human_referee=True)
    refused = ruled(state, WorkMagic(HERO, PORTAL), {"ose:research.other": "refused"})
    assert every(refused, ProposalDeclined)
    dear = ruled(state, WorkMagic(HERO, PORTAL), {"ose:research.other": "twice as much"}, d100(50))
    assert campaign(dear.state).works[PORTAL].gp == 60_000
    failed = act(replace(state, human_referee=False), WorkMagic(HERO, PORTAL), d100(15)).state
    assert not great_works.stands(failed, PORTAL)
    assert why_not(researcher("cleric", 9, 1_000, GEM), WorkMagic(HERO, PORTAL)).rule == "ose:research.other"
