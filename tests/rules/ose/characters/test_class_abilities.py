from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import delve
from tests.rules.ose.scene import changed, every, make, scene

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.characters import class_abilities
from underkeep.systems.ose.creation.printed_sheet import card
from underkeep.systems.ose.exploration import construction, special_rooms
from underkeep.systems.ose.magic.spells import spells
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d20, rule
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.encounter import ChanceRolled

CLASS = "ose:class.abilities"


@rule(CLASS)
@pytest.mark.parametrize(
    ("kind", "chances"),
    [("dwarf", (1, 2, 2)), ("elf", (2, 1, 0)), ("halfling", (1, 1, 0)), ("thief", (1, 1, 0)), ("fighter", (1, 1, 0))],
)
def test_what_each_class_has_an_eye_for(kind, chances):
    creature = scene(f"{kind} v orc").creatures[f"{kind}-1"]
    wanted = (class_abilities.SECRET_DOORS, class_abilities.ROOM_TRAPS, class_abilities.CONSTRUCTION)
    assert tuple(class_abilities.search_in_6(creature, what) for what in wanted) == chances


def trick(state, kind="stone-block", area="1-p1"):
    done = Resolution(state, Scripted(), RULESET)
    done.emit(FeatureChanged(Feature("trick", area, kind), "placed"))
    return done.state


@rule(CLASS)
@pytest.mark.parametrize(("face", "state_after"), [(2, "spotted"), (3, "")])
def test_a_dwarf_who_searches_spots_a_trick_of_construction(face, state_after):
    state = trick(delve("dwarf"))
    done = Resolution(state, Scripted(*d6(face, 6)), RULESET)
    RULESET.dungeon.search(done, state.creatures["hero-1"], (3, 2))
    assert done.state.dungeon.features["trick"].state == state_after
    assert every(done, ChanceRolled)[0].seats == ("referee",)


@rule(CLASS)
def test_a_trick_that_was_spotted_does_not_go_off():
    state = trick(delve("dwarf"), area="1-01")
    known = trick(delve("dwarf"), area="1-01")
    spotted = Resolution(known, Scripted(d6(1)), RULESET)
    construction.look(spotted, known.creatures["hero-1"], (1, 1))
    for now, fallen in ((state, True), (spotted.state, False)):
        done = Resolution(now, Scripted(), RULESET)
        special_rooms.entered(done, "opening-1")
        assert (done.state.dungeon.features["trick"].state == "fallen") == fallen


@rule(CLASS)
def test_only_dwarves_and_only_where_there_is_something():
    for kind, place in (("elf", "1-p1"), ("dwarf", "1-02")):
        state = trick(delve(kind), area=place)
        done = Resolution(state, Scripted(), RULESET)
        construction.look(done, state.creatures["hero-1"], (3, 2))
        assert done.events == []


@rule(CLASS)
def test_nothing_is_left_to_the_referee():
    manual = {a.name for c in compendium.classes().values() for a in c.abilities if a.manual}
    assert manual == set()


@rule(CLASS)
def test_the_sheet_shows_skills_and_spells():
    thief = make("thief", level=3)[0]
    state = scene()
    sections = dict(card(state, thief).sections)
    assert dict(sections["Skills"])["Open locks"] == "25%" and dict(sections["Skills"])["Hear noise"] == "3-in-6"
    mage = make("magic-user", level=3, spells="sleep")[0]
    rows = dict(dict(card(state, mage).sections)["Spells"])
    assert rows["A day"] == "2 of level 1, 1 of level 2" and "Sleep" in rows["In mind"]
    assert "Skills" not in dict(card(state, mage).sections)


@rule("ose:magic.spell-list")
def test_every_spell_of_the_books_is_carried_out():
    by_level = compendium.spell_books()["magic-user"].levels
    assert sorted(name for level in by_level for name in level) == sorted(spells("magic-user"))
    assert all(spells("magic-user")[name].level == level for level, names in enumerate(by_level, 1) for name in names)
    assert (len(spells("magic-user")), len(spells("cleric"))) == (72, 34)


@rule("ose:creation.sheet")
def test_the_sheet_is_in_the_order_of_the_book_after_a_reload():
    from underkeep.systems.ose.ruleset import RULESET
    from underkeep.world.creature import CreatureJoined

    state = scene("fighter v orc")
    for creature in state.creatures.values():
        again = RULESET.codec.event(RULESET.codec.encode(CreatureJoined(creature))).creature
        assert list(again.sheet.saves) == sorted(again.sheet.saves)
        assert card(state, again) == card(state, creature)
    saves = dict(card(state, make("fighter")[0]).sections)["Saving throws"]
    assert [label.partition(" ")[0] for label, _ in saves] == ["Death", "Magic", "Paralysis", "Breath", "Spells,"]


@rule(CLASS)
def test_ghouls_do_not_paralyse_elves():
    from tests.rules.ose.scene import hit

    state = scene("elf + fighter v ghoul")
    ghoul = "ghoul-1"
    near = state.with_creature(ghoul, at=(2, 2)).with_creature("elf-1", at=(1, 2)).with_creature("fighter-1", at=(1, 1))
    bitten = hit(near, d20(19), d3(1), by=ghoul, on="elf-1", weapon="claw").state
    assert bitten.creatures["elf-1"].conditions == ()
    held = hit(near, d20(19), d3(1), d20(2), *d4(1, 1), by=ghoul, on="fighter-1", weapon="claw").state
    assert held.creatures["fighter-1"].condition("paralysed") is not None
    assert changed(near, "elf-1", level=2) != replace(near)
