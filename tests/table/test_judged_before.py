"""What a referee judges while the world is made is asked before, stands afterwards, and is heard by nobody else."""

import pytest

from underkeep.errors import UnderkeepError
from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import DEFAULT, REFEREE, Answered, Asked, Ruled
from underkeep.lab.muster import muster, parse_sides
from underkeep.procedures.resolution import Resolution, RulingNeeded
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.table.new_game import PLAYER, Plan, new_game, questions
from underkeep.testing import rule

OSE, KNAVE = load("ose"), load("knave")
ALWAYS = (
    "money.setting-currency",
    "party.one-character-per-player",
    "town.size",
    "town.healing",
    "dungeon-design.scenario.pick",
    "treasure.placing",
    "treasure.combine-values",
    "treasure.alternative",
    "magic-item.basic-expert",
    "monster.treasure.small-lair",
    "dungeon-design.room.monsters",
    "dungeon-design.unguarded",
    "dungeon-design.special.pick",
    "traps.examples.pick",
    "dungeon-design.map.scale",
)


def asked(plan: Plan, seed: int = 3) -> set[str]:
    return {prompt.question.partition(":")[2] for prompt in questions(OSE, seed, plan)}


@rule(*(f"ose:{id}" for id in ALWAYS))
def test_each_judgement_of_the_opening_is_put_to_a_person() -> None:
    assert asked(Plan(size=2)) >= set(ALWAYS)


@rule("ose:treasure.jewellery.higher", "ose:advancement.rate.fast", "ose:treasure.choice", "ose:treasure.choice.guard")
def test_those_of_a_high_fast_and_chosen_campaign() -> None:
    plan = Plan(size=4, level=4, switches=("fast-advancement", "chosen-treasure"))
    assert asked(plan) >= {
        "treasure.jewellery.higher",
        "advancement.rate.fast",
        "treasure.choice",
        "treasure.choice.guard",
    }


@rule("ose:advancement.rate.slow", "ose:treasure.adjust")
def test_those_of_a_slow_one_with_an_odd_hoard() -> None:
    plan = Plan(size=4, level=4, switches=("slow-advancement",))
    assert asked(plan, 4) >= {"advancement.rate.slow", "treasure.adjust"}


@rule("ose:language.no-common", "ose:language.species", "ose:creation.starting-spell-book", "ose:magic.book.beginning")
def test_those_of_the_making_of_characters() -> None:
    plan = Plan(size=1, members=[Recruit("magic-user")])
    assert asked(plan) >= {"language.no-common", "language.species", "creation.starting-spell-book"}
    rulings = {"ose:language.no-common": "Northern, Southern"}
    made = new_game(OSE, 3, Plan(size=3, human_referee=True, rulings=rulings))
    tongues = {t for c in made.state.marchers() for t in c.sheet.languages}  # type: ignore[attr-defined]
    assert "Common" not in tongues and tongues & {"Northern", "Southern"}


@rule("ose:monster.alignment")
def test_a_monster_that_may_be_this_or_that_is_judged_when_it_is_met() -> None:
    made = new_game(OSE, 3, Plan(size=2, human_referee=True))
    do = Resolution(made.state, Seeded(1), OSE, seat=PLAYER)
    kind = next(kind for kind, listing in monsters().items() if len(listing.alignments) > 1)
    with pytest.raises(RulingNeeded) as needed:
        OSE.recruit(do, Recruit(kind), f"{kind}-1", "monsters")
    assert needed.value.prompt.question == "ose:monster.alignment"


@rule("ose:money.setting-currency")
def test_nothing_is_asked_before_a_skirmish() -> None:
    made = muster(OSE, parse_sides(OSE, "fighter v orc"), Seeded(1), human_referee=True)
    assert not [e for e in made.events if isinstance(e, Asked)]


def test_the_answers_make_the_world_and_stand() -> None:
    rulings = {"ose:town.size": "village", "ose:dungeon-design.map.scale": "20"}
    made = new_game(OSE, 3, Plan(size=2, human_referee=True, rulings=rulings))
    assert made.state.settlement is not None and made.state.settlement.size == "village"
    answers = {e.question: (e.choice, e.by) for e in made.events if isinstance(e, Answered)}
    assert answers["ose:town.size"] == ("village", REFEREE)
    assert made.state.standing["ose:town.size"].choice == "village"
    assert made.state.standing["ose:treasure.placing"].manner == "by the book"
    once = [e.prompt.question for e in made.events if isinstance(e, Asked)]
    assert len(once) == len(set(once)), "each is asked once"


def test_nobody_is_asked_where_nobody_referees() -> None:
    made = new_game(OSE, 3, Plan(size=2))
    assert not [e for e in made.events if isinstance(e, Asked)]
    assert {e.by for e in made.events if isinstance(e, Ruled)} == {DEFAULT}
    assert not made.state.standing


def test_the_players_learn_nothing_of_it() -> None:
    made = new_game(OSE, 3, Plan(size=2, human_referee=True, rulings={"ose:dungeon-design.special.pick": "fountain"}))
    told = [e for e in made.events if isinstance(e, Asked | Answered) or getattr(e, "choice", "") == "fountain"]
    assert told
    assert not [e for e in told if seen_by(e, PLAYER, made.state)]


def test_a_ruling_that_the_rule_does_not_have_is_refused() -> None:
    with pytest.raises(UnderkeepError, match=r"is no ruling on ose:town\.size"):
        new_game(OSE, 3, Plan(size=2, rulings={"ose:town.size": "hamlet"}))


@rule("knave:magic-item.potion.found-or-bought")
def test_in_knave_all_potions_may_have_one_colour() -> None:
    nature = "knave:magic-item.potion.found-or-bought"
    for seed in range(1, 20):
        if any(p.question == nature for p in questions(KNAVE, seed, Plan(size=2))):
            break
    made = new_game(KNAVE, seed, Plan(size=2, human_referee=True, rulings={nature: "potion-red"}))
    assert made.state.dungeon is not None
    kinds = {i.kind for h in made.state.dungeon.hoards.values() for i in h.items if i.kind.startswith("potion-")}
    assert kinds == {"potion-red"}
