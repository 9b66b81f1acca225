"""Characters made by steps through the table alone: no terminal asks, nothing is printed."""

from __future__ import annotations

from functools import partial

import pytest

from underkeep.errors import UnderkeepError
from underkeep.lab.portrait import make, sit, sitting
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.table.creation import Workbench, next_member
from underkeep.table.new_game import Plan, new_game

SEED = 2


def bench(game: str = "ose", seed: int = SEED) -> Workbench:
    begin = partial(sitting, load(game), seed)
    return Workbench(Recruit(stream="character"), begin, lambda do, who: sit(do, who, seed))


def told(made: Workbench) -> str:
    return "\n".join(line.text for line in (*made.news, *made.asked))


SCORES = bench().news[0].text


def test_a_fighter_by_number_name_beginning_and_default() -> None:
    made = bench()
    questions = []
    for said in ("4", "none", "neu", "", "Bob", "keep"):
        questions.append(made.question.text)
        assert made.answer(said).leads_on
    assert questions == ["Class", "Adjust scores", "Alignment", "Equipment", "Name", "Keep this character"]
    assert made.kept is not None and made.kept.name == "Bob"
    sheet = make(load("ose"), made.kept, SEED).creature
    assert sheet == made.stage.creature and sheet.kind == "fighter"


def test_an_answer_may_be_a_sentence_that_names_one_of_them() -> None:
    for said in ("a fighter please", "I would like to be a fighter", "the fighter!"):
        made = bench()
        made.answer(said)
        assert "Class: Fighter" in told(made)
    for said in ("not a fighter", "a fighter or a thief"):
        with pytest.raises(UnderkeepError, match="is not among them"):
            bench().answer(said)


def test_what_is_asked_of_an_answer_is_told_and_chooses_nothing() -> None:
    made = bench()
    with pytest.raises(UnderkeepError, match=r"^Thief: prime requisite DEX"):
        made.answer("what is a thief good at?")
    with pytest.raises(UnderkeepError, match=r"Class\. There are .*fighter"):
        made.answer("what should we choose?")
    assert made.question.text == "Class"


def test_what_was_rolled_is_told_before_the_question_and_only_once() -> None:
    made = bench()
    assert told(made).index(SCORES) < told(made).index("prime requisite")
    made.answer("fighter")
    assert SCORES not in told(made) and "Class: Fighter" in told(made)


def test_what_is_refused_is_one_sentence_and_changes_nothing() -> None:
    made = bench()
    stage = made.stage
    for said, complaint in (("wizard", "is not among them; there are"), ("e" * 600, "is not among them"), ("0", "not")):
        with pytest.raises(UnderkeepError, match=complaint):
            made.answer(said)
        assert made.stage is stage and SCORES in told(made)
    made.answer("fighter")
    with pytest.raises(UnderkeepError, match="INT cannot be lowered below 9"):
        made.answer("INT-8 STR+4")
    assert made.question.text == "Adjust scores" and "Class: Fighter" in told(made)


def test_the_words_that_lead_elsewhere() -> None:
    made = bench()
    listed = made.answer("?")
    assert not listed.leads_on and any("magic-user" in line.text for line in listed.lines)
    assert made.answer("back").lines[0].text == "That was the first step."
    made.answer("thief")
    assert made.answer("BACK").lines[0].text == "One step back."
    assert made.question.text == "Class" and SCORES in told(made)
    made.answer(".")
    assert made.stage.creature is not None and made.kept is None and "Name: " in told(made)
    made.answer("back")
    assert made.question.text == "Name" and made.stage.creature is None


def test_another_is_rolled_anew() -> None:
    made = bench()
    made.answer(".")
    assert made.answer("again").leads_on
    assert made.question.text == "Class" and SCORES not in told(made)


@pytest.mark.parametrize("game", ["ose", "knave", "rampage", "robs"])
def test_all_by_itself(game: str) -> None:
    made = bench(game)
    made.answer(".")
    made.answer(".")
    assert made.kept is not None and make(load(game), made.kept, SEED).creature == made.stage.creature


def test_a_party_is_made_as_its_game_makes_it() -> None:
    rules, plan = load("ose"), Plan(size=2, levels=1)
    members: list[Recruit] = []
    shown = []
    for _ in range(2):
        made = next_member(rules, SEED, plan, members)
        made.answer(".")
        shown.append(made.stage.creature)
        made.answer("keep")
        assert made.kept is not None
        members.append(made.kept)
    game = new_game(rules, SEED, Plan(size=2, members=members, levels=1))
    party = game.state.party
    assert party is not None
    assert [game.state.creatures[id].name for id in party.members] == [c.name for c in shown if c is not None]


def test_a_name_is_borne_by_one() -> None:
    rules, plan = load("ose"), Plan(size=2, levels=1)
    first = next_member(rules, SEED, plan, [])
    first.answer(".")
    first.answer("keep")
    assert first.kept is not None
    second = next_member(rules, SEED, plan, [first.kept])
    while second.question.what != "name":
        second.answer("")
    with pytest.raises(UnderkeepError, match=f"There is a {first.kept.name} already."):
        second.answer(first.kept.name)
    with pytest.raises(UnderkeepError, match="at most 60 printable"):
        second.answer("x" * 61)


def test_a_line_of_the_shop_may_count_and_list() -> None:
    """Twelve torches are two bundles, a rope is one thing though its name has a comma; what is refused is left out."""
    bench = next_member(load("ose"), 12, Plan(size=1), ())
    for said in ("fighter", "none", "", ""):
        bench.answer(said)
        if bench.question.what == "kit":
            break
    while bench.question.what != "kit":
        bench.answer("")
    bench.answer("by hand")
    bench.answer("12 torches, a rope and 2 flasks of oil")
    assert bench.question.told[0].startswith("Bought: torch, torch, rope, 50 feet, flask of oil, flask of oil.")
    with pytest.raises(UnderkeepError, match=r"platinum crown.* The rest of the list is taken."):
        bench.answer("a platinum crown and a lantern")
    assert "lantern" in bench.question.told[0] and "crown" not in bench.question.told[0]
    with pytest.raises(UnderkeepError, match="back takes the last purchase back"):
        bench.answer("sell the rope")


@pytest.mark.parametrize("said", ["a burglar", "the burglar", "I want to be a burglar", "burglar, please", "a burgl"])
def test_an_answer_may_be_a_sentence(said: str) -> None:
    made = bench("knave")
    made.answer("str int int")
    assert made.question.text == "Career 1"
    assert made.answer(said).leads_on
    assert "career burglar" in told(made)
