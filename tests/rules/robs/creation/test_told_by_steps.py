"""What each step of making a character or a creature tells, and by which rules."""

from __future__ import annotations

from functools import partial

import pytest
from tests.rules.robs.scene import A, changed, duel, make, own, step

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.creation import printed_sheet, steps
from underkeep.systems.robs.creation.gifts import GIFTS, TRADE
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import Alike, rule
from underkeep.testing.builders import interview as interview_of
from underkeep.world.creature import CreationStepTaken
from underkeep.world.state import State

interview = partial(interview_of, RULESET)
PLAIN = {"free": "STR", "alignment": "none"}


def cited(done, name):
    return next(e.rule for e in done.events if isinstance(e, CreationStepTaken) and e.step == name)


@rule("robs:creation.attributes.shift")
def test_the_shift_that_is_proposed_is_no_matter_of_dice():
    assert interview("human-fighter", face=2)[0]["shift"].default == "none"


@rule("robs:race.dwarf.attribute", "robs:class.ranger.prerequisite", "robs:creation.attributes.base")
def test_the_attributes_step_tells_what_is_not_average():
    _, human = make("human-fighter", seed=1, shift="INT>CON", **PLAIN)
    assert step(human, "attributes")["in words"] == "STR Good, CON Good, INT Mediocre"
    _, dwarf = make("dwarf-fighter", seed=1, shift="none", race_bonus="CON", **PLAIN)
    assert "robs:race.dwarf.attribute" in cited(dwarf, "attributes")
    assert "robs:race.human.attribute" not in cited(human, "attributes")
    _, moved = make("human-ranger", seed=1, shift="INT>CON", **PLAIN)
    assert "robs:class.ranger.prerequisite" in cited(moved, "attributes")
    _, born = make("dwarf-ranger", seed=1, shift="none", race_bonus="CON", **PLAIN)
    assert "robs:class.ranger.prerequisite" not in cited(born, "attributes")
    assert "robs:class.fighter.prerequisite" not in cited(human, "attributes")


def described(text, **who):
    done = Resolution(State("robs", {"a": ("a",)}), Seeded(1, "made"), RULESET)
    creature = RULESET.recruit(done, Recruit(choices={"make": text}, **who), "beast-1", "a")
    return creature, next(e for e in done.events if isinstance(e, CreationStepTaken))


@rule("robs:referee.import-by-adjective", "robs:race.other.scale-not-strength", "robs:scale.extremes")
def test_a_creature_made_from_words_is_told_in_full():
    named, told = described("large, Great strength, winged, smells of tar", name="Beast")
    assert (named.name, named.kind) == ("Beast 1", "described")
    assert told.values["flying"] == own(named).flying_scale
    assert {k for k in told.values if k.startswith(("warning", "for the referee"))} == {
        "warning 1",
        "for the referee 1",
    }
    assert "robs:race.other.scale-not-strength" in told.rule and "robs:scale.extremes" not in told.rule
    nameless, plain = described("large")
    assert nameless.name == "Creature 1" and "flying" not in plain.values
    assert "robs:race.other.scale-not-strength" not in plain.rule
    assert "robs:race.other.scale-not-strength" not in described("scale 120")[1].rule


@rule("robs:creation.gifts.poor-vision", "robs:creation.gifts.excellent-vision", "robs:creation.gifts.trade")
def test_gifts_and_faults_are_told_with_what_they_do():
    def gifted(*switches):
        chosen = {"gifts": "Excellent Vision, Poor Vision"}
        return make("human-fighter", seed=1, switches=(GIFTS, *switches), shift="none", **PLAIN, **chosen)[1]

    told = step(gifted(), "gifts and faults")
    both = (compendium.gifts()[n] for n in ("excellent-vision", "poor-vision"))
    on = {f"on {task}": f"{amount:+d}" for gift in both for task, amount in gift.tasks.items()}
    assert told == {"Excellent Vision": "+1", "Poor Vision": "-1", **on, "on shots": "-1", "worth": 0}
    assert "robs:creation.gifts.trade" not in cited(gifted(), "gifts and faults")
    assert "robs:creation.gifts.trade" in cited(gifted(TRADE), "gifts and faults")


@rule("robs:creation.gifts.excellent-vision")
def test_only_what_spoils_a_shot_is_told_of_shots():
    _, done = make("human-fighter", seed=1, switches=(GIFTS,), shift="none", gifts="Excellent Vision, Clumsy", **PLAIN)
    assert "on shots" not in step(done, "gifts and faults")


@rule("robs:damage.odf.weapon")
@pytest.mark.parametrize(("strength", "listed"), [(-5, True), (-6, False)])
def test_a_weapon_is_thrown_as_long_as_it_goes_anywhere(strength, listed):
    state = changed(duel("dagger"), A, attributes={**sheet(duel().creatures[A]).attributes, "STR": strength})
    rows = dict(printed_sheet._attacks(state.creatures[A], sheet(state.creatures[A])))
    assert ("Dagger, thrown" in rows) is listed


@rule("robs:damage.ddf.armor", "robs:class.total-level")
def test_the_sheet_tells_skill_in_defence_and_who_this_is():
    state = changed(duel(), A, classes={"fighter": 3}, level=3, race="human")
    fighter = state.creatures[A]
    assert dict(printed_sheet._defence(fighter, sheet(fighter)))["Skill in defence"] == "DDF +1"
    plain = duel().creatures[A]
    assert "Skill in defence" not in dict(printed_sheet._defence(plain, sheet(plain)))
    assert printed_sheet._subtitle(plain, sheet(plain)).startswith(compendium.monsters()[plain.kind].name)
    beast = described("large", name="Beast")[0]
    assert printed_sheet._subtitle(beast, sheet(beast)).startswith("As described, level")


@rule("robs:advancement.attributes.by-level")
def test_the_raise_proposed_is_favoured_though_others_come_first():
    asked, _ = interview("human-knight", level=4, order="the-lamp")
    assert next(iter(asked["raise"].values)) == "INT" and asked["raise"].default == "STR"


@rule("robs:class.knight.prerequisite-neutral")
def test_only_of_a_neutral_knight_is_it_asked_whose_rule_holds():
    ruled = {"robs:class.knight.prerequisite-neutral": steps.NO_PRIESTS}
    for name, mine, asked in (
        ("knight", "Neutral", "Evil"),
        ("fighter", "Neutral", "Neutral"),
        ("knight", "Lawful", "Lawful"),
    ):
        state = changed(duel(), A, alignment=mine)
        done = Resolution(state, Alike(1), RULESET, ruled)
        assert steps._asked_as(done, sheet(state.creatures[A]), name) == asked


@rule("robs:creation.steps", "robs:class.ranger.prerequisite")
def test_by_steps_attributes_are_checked_before_more_is_asked():
    who = Recruit("human-ranger", choices={"free": "STR", "shift": "none"}, by_steps=True)
    with pytest.raises(UnderkeepError):
        RULESET.recruit(Resolution(State("robs", {"a": ("a",)}), Alike(1), RULESET), who, "bob-1", "a")


@rule("robs:race.list", "robs:race.other", "robs:race.numbers")
def test_the_race_step_tells_its_rules():
    def told(race):
        done = Resolution(State("robs", {"a": ("a",)}), Alike(1), RULESET, {"robs:race.other": "offered"})
        steps._choose_race(done, "x", race)
        return cited(done, "race")[3:]

    assert told("human") == ("robs:race.human",)
    assert told("dwarf") == ("robs:race.dwarf.scale", "robs:race.dwarf.movement")
    assert told("halfling") == ("robs:race.halfling.scale", "robs:race.halfling.movement", "robs:race.halfling.culture")
    assert told("half-ogre") == ("robs:race.other",)
