"""Any creature from a description of it."""

import pytest
from tests.rules.robs.scene import own

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics.traits import Poison, Undead
from underkeep.systems.robs.monsters.described import describe, movement_for
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import rule
from underkeep.world.creature import CreationStepTaken
from underkeep.world.state import State


def made(text, **rulings):
    given = {f"robs:{rule.replace('__', '.').replace('_', '-')}": word for rule, word in rulings.items()}
    done = Resolution(State("robs", {"a": ("a",)}), Seeded(1, "made"), RULESET, given)
    creature = RULESET.recruit(done, Recruit(choices={"make": text}, name="Beast"), "beast-1", "a")
    return creature, next(e for e in done.events if isinstance(e, CreationStepTaken))


@rule("robs:referee.import-by-adjective")
def test_each_value_by_its_adjective():
    beast, step = made("huge, Great strength, poor wits, thick hide, poisonous bite, evil, level 5, 20 hit points")
    sheet = own(beast)
    assert (sheet.scale, sheet.ddf, sheet.level, beast.hp) == (6, 2, 5, 20)
    assert (sheet.attributes["STR"], sheet.attributes["INT"], sheet.attributes["CHA"]) == (2, -2, 0)
    assert [(a.name, a.odf) for a in sheet.attacks] == [("bite", 2)]
    assert sheet.traits == (Poison(1, "3", "bite"),)
    assert sheet.alignment == "Evil"
    assert "robs:referee.import-by-adjective" in step.rule
    assert own(made("Good strength")[0]).attributes["STR"] == 1


@pytest.mark.parametrize(
    ("text", "scale"),
    [("scale -4", -4), ("253 kg", 3), ("75 kg", 0), ("as big as a goblin", -2), ("tiny", -9), ("undead", 0)],
)
def test_sizes(text, scale):
    assert describe(text, "x").monster.scale == scale


@rule("robs:movement.biped-guideline", "robs:movement.other-bodies")
@pytest.mark.parametrize(
    ("body", "scale", "said", "paces"),
    [
        ("biped", 2, None, (2, None)),
        ("quadruped", -5, None, (2, None)),
        ("quadruped", 4, None, (4, None)),
        ("flier", -9, None, (-9, 2)),
        ("flier", 3, None, (0, 3)),
        ("vermin", -11, None, (-1, None)),
        ("biped", 2, 5, (5, None)),
        ("flier", 0, 6, (0, 6)),
    ],
)
def test_how_a_body_moves(body, scale, said, paces):
    assert movement_for(body, scale, said) == paces


@rule("robs:movement.biped-guideline", "robs:movement.other-bodies", "robs:movement.sprint-exceptions")
def test_the_referee_says_how_fast():
    assert own(made("large")[0]).movement_scale == 2
    assert own(made("large", movement__biped_guideline="3")[0]).movement_scale == 3
    assert own(made("large, four-legged", movement__other_bodies="4")[0]).movement_scale == 4
    assert own(made("large, turtle")[0]).sprint == 1
    assert own(made("large, runs like the wind")[0]).sprint == 5
    assert own(made("large")[0]).sprint == 3
    assert own(made("large", movement__sprint_exceptions="cannot run")[0]).sprint == 1


@rule("robs:movement.sprint-exceptions")
def test_how_it_runs_is_no_riddle():
    for text in ("large, turtle", "large, runs like the wind"):
        assert not describe(text, "x").unread


@rule("robs:scale.extremes", "robs:race.other.scale-not-strength")
def test_warnings():
    assert "planet-eater" in describe("scale 100", "x").warnings[0]
    assert not describe("scale 99", "x").warnings
    assert "twice" in describe("large, Great strength", "x").warnings[0]
    assert not describe("large, Good strength", "x").warnings
    assert not describe("small, Great strength", "x").warnings
    step = made("scale 120")[1]
    assert "robs:scale.extremes" in step.rule


def test_what_cannot_be_read_is_the_referees():
    beast, _ = made("large, smells of tar, undead, Great claws, deadly poisonous sting, paralysing tentacles")
    assert own(beast).manual == "As described: smells of tar."
    assert Undead() in own(beast).traits
    assert [(a.name, a.odf) for a in own(beast).attacks] == [("claws", 4), ("sting", 2), ("tentacles", 1)]
    assert [a.name for a in own(made("large")[0]).attacks] == ["blow"]
    assert own(made("Great speed, winged")[0]).flying_scale == 2
    with pytest.raises(UnderkeepError, match="Describe it"):
        describe(" , ", "x")
    with pytest.raises(UnderkeepError, match="Describe it"):
        describe(",".join(["large"] * 31), "x")


@pytest.mark.parametrize(
    ("text", "hp", "level", "xp"),
    [("large, Good health", 10, 2, 12), ("undead", 6, 1, 8), ("scale 6, flying", 14, 4, 22)],
)
def test_what_follows_from_size(text, hp, level, xp):
    found = describe(text, "x").monster
    assert (found.hp, found.level, found.xp) == (hp, level, xp)


@rule("robs:dice.adjectives.above", "robs:dice.adjectives.below")
@pytest.mark.parametrize(
    ("text", "score", "behind"),
    [
        ("Legendary+2 strength", 7, {"robs:dice.adjectives.above"}),
        ("Legendary strength", 5, set()),
        ("Abysmal-2 strength", -7, {"robs:dice.adjectives.below"}),
        ("Abysmal strength", -5, set()),
    ],
)
def test_adjectives_beyond_the_ladder(text, score, behind):
    beast, step = made(text)
    assert own(beast).attributes["STR"] == score
    assert {r for r in step.rule if r.startswith("robs:dice.adjectives.")} == behind


@rule("robs:scale.off-chart")
@pytest.mark.parametrize(
    ("scale", "kilograms", "off"), [(15, "3.284e+04", False), (16, "4.926e+04", True), (-16, "0.1142", True)]
)
def test_how_heavy_it_is_beyond_the_table_too(scale, kilograms, off):
    _, step = made(f"scale {scale}")
    assert step.values["kilograms"] == kilograms
    assert ("robs:scale.off-chart" in step.rule) is off


@rule("robs:scale.other-kinds")
def test_a_clever_dog_is_clever_among_dogs():
    def step(text, *switches):
        done = Resolution(State("robs", {"a": ("a",)}, switches), Seeded(1, "made"), RULESET)
        RULESET.recruit(done, Recruit(choices={"make": text}), "dog-1", "a")
        return next(e for e in done.events if isinstance(e, CreationStepTaken))

    dog = step("Terrible wits", "other-scales")
    assert dog.values["INT by the measure of beasts"] == "Good" and "robs:scale.other-kinds" in dog.rule
    for other in (step("Terrible wits"), step("Poor wits", "other-scales")):
        assert "INT by the measure of beasts" not in other.values and "robs:scale.other-kinds" not in other.rule
