from __future__ import annotations

import pytest
from tests.rules.robs.scene import make, own, step, table

from underkeep.errors import UnderkeepError
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.sheet import ALIGNMENTS
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.creation.steps import choices
from underkeep.testing import d2, d3, d6, die, rule
from underkeep.world.creature import CreationStepTaken

PLAIN = {"free": "STR", "shift": "none"}


@rule("robs:alignment.law", "robs:alignment.neutral", "robs:alignment.evil")
def test_three_alignments():
    assert ALIGNMENTS == ("Lawful", "Neutral", "Evil")
    assert choices()["alignment"] == (*ALIGNMENTS, "none")


@rule("robs:alignment.optional", "robs:alignment.default-neutral")
def test_an_alignment_is_optional():
    bob, done = make("human-fighter", d6(4), d3(3), alignment="none", **PLAIN)
    assert own(bob).alignment == ""
    assert alignment.described(own(bob)) == "Neutral (none chosen)"
    assert step(done, "alignment") == {"alignment": "none", "told as": "Neutral (none chosen)"}
    with pytest.raises(UnderkeepError, match="asks everybody"):
        make("human-fighter", d6(4), alignment="none", switches=("alignment-required",), **PLAIN)
    assert own(make("human-fighter", d6(4), d3(3), alignment="Evil", **PLAIN)[0]).alignment == "Evil"


@rule("robs:alignment.optional")
def test_the_dice_choose_nothing_evil():
    assert own(make("human-fighter", d6(4), d3(3), d3(3), **PLAIN)[0]).alignment == ""
    bound, _ = make("human-fighter", d6(4), d2(2), d3(3), switches=("alignment-required",), **PLAIN)
    assert own(bound).alignment == "Neutral"


@rule("robs:alignment.cleric-required", "robs:class.priest.prerequisite", "robs:class.priest.order")
def test_clerics_are_as_their_deity():
    priest, done = make("human-priest", seed=1, order="the-lamp")
    assert (own(priest).order, own(priest).alignment) == ("the-lamp", "Lawful")
    assert step(done, "alignment")["order"] == "the Order of the Lamp"
    with pytest.raises(UnderkeepError, match="must be Lawful, not Neutral"):
        make("human-priest", seed=1, order="the-lamp", alignment="Neutral")
    with pytest.raises(UnderkeepError, match="alignment of a deity"):
        make("human-priest", seed=1, alignment="none")
    assert all(own(make("human-priest", seed=n)[0]).order for n in range(5))
    assert {o.alignment for o in compendium.orders().values()} == set(ALIGNMENTS)


@rule("robs:alignment.lawfulness.attribute", "robs:alignment.lawfulness.start")
def test_lawfulness_is_an_option():
    assert own(make("human-fighter", d6(4), d3(3), alignment="none", **PLAIN)[0]).lawfulness is None
    on = {"switches": ("lawfulness",), "alignment": "none", **PLAIN}
    assert own(make("human-fighter", d6(4), d3(3), lawfulness="2", **on)[0]).lawfulness == 2
    with pytest.raises(UnderkeepError, match=r"from -2 to \+2, not \+3"):
        make("human-fighter", d6(4), lawfulness="3", **on)
    assert own(make("human-fighter", d6(4), d3(3), **on)[0]).lawfulness == 0


@rule("robs:alignment.lawfulness.start")
def test_whoever_says_no_alignment_has_a_lawfulness_all_the_same():
    made = own(make("human-fighter", d6(4), *d3(1, 3), switches=("lawfulness",), **PLAIN)[0])
    assert (made.alignment, made.lawfulness) == ("Lawful", 2)


@rule("robs:alignment.lawfulness.conversion")
def test_scores_and_alignments():
    for score, _, _, name in table("alignment.lawfulness"):
        assert alignment.alignment_of(score) == name


@rule("robs:alignment.lawfulness.leaning")
def test_leanings():
    on = {"switches": ("lawfulness",), "alignment": "none", **PLAIN}
    assert (
        alignment.described(own(make("human-fighter", d6(4), d3(3), lawfulness="-1", **on)[0]))
        == "Neutral (leaning Evil)"
    )
    assert (
        alignment.described(own(make("human-fighter", d6(4), d3(3), lawfulness="1", **on)[0]))
        == "Neutral (leaning Lawful)"
    )
    assert alignment.described(own(make("human-fighter", d6(4), d3(3), lawfulness="2", **on)[0])) == "Lawful"


@rule("robs:alignment.lawfulness.ban-evil")
def test_no_evil_characters():
    on = {"switches": ("lawfulness", "ban-evil-characters"), "alignment": "none", **PLAIN}
    with pytest.raises(UnderkeepError, match="no evil characters"):
        make("human-fighter", d6(4), lawfulness="-2", **on)
    make("human-fighter", d6(4), d3(3), lawfulness="-1", **on)
    with pytest.raises(UnderkeepError, match="no evil characters"):
        make("human-fighter", d6(4), switches=("ban-evil-characters",), alignment="Evil", **PLAIN)


@rule("robs:alignment.lawfulness.start")
@pytest.mark.parametrize(("name", "score"), [("Lawful", 2), ("Neutral", 0), ("Evil", -2)])
def test_an_alignment_without_a_score_has_one(name, score):
    bob, _ = make("human-fighter", d6(4), d3(3), alignment=name, switches=("lawfulness",), **PLAIN)
    assert (own(bob).lawfulness, own(bob).alignment) == (score, name)


@rule("robs:alignment.cleric-required", "robs:alignment.optional", "robs:class.priest.order")
def test_the_step_says_who_must_have_one():
    def cited(done):
        return next(e.rule for e in done.events if isinstance(e, CreationStepTaken) and e.step == "alignment")

    fighter = make("human-fighter", d6(4), d3(3), alignment="none", **PLAIN)[1]
    assert cited(fighter) == ("robs:alignment.optional", "robs:alignment.default-neutral")
    priest, done = make("human-priest", d6(4), die(4, 2), d2(1), free="INT", shift="none")
    assert cited(done) == (
        "robs:alignment.cleric-required",
        "robs:class.priest.order",
        "robs:class.priest.prerequisite",
        "robs:class.priest.order-alignments",
    )
    assert own(priest).order == "the-green", "one of those that are not evil"
