from __future__ import annotations

import pytest
from tests.rules.knave.scenes import RULESET, sheet_of

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.creation import steps as creation
from underkeep.systems.knave.equipment.inventory import used_slots
from underkeep.systems.knave.equipment.outfit import KITS, SPARE_SLOTS, kinds_named
from underkeep.testing import d4, d6, d100, die, rule
from underkeep.world.creature import CreationStepTaken, Creature
from underkeep.world.state import State

START = State("knave", {"a": ("a",)})


def made(seed: int = 1, **who: object) -> tuple[Creature, Resolution]:
    do = Resolution(START, Seeded(seed), RULESET)
    return RULESET.recruit(do, Recruit(who.pop("kind", "knave"), **who), "knave-1", "a"), do  # type: ignore[arg-type]


def steps(do: Resolution) -> list[str]:
    return [e.step for e in do.events if isinstance(e, CreationStepTaken)]


def test_the_steps_in_order() -> None:
    _, do = made(level=3)
    assert steps(do) == [
        *("abilities", "career 1", "career 2", "item slots", "hit points", "coins", "spellbooks"),
        *("level 2", "level 3", "gear", "name"),
    ]
    assert all(e.rule for e in do.events if isinstance(e, CreationStepTaken))


def test_scripted_creation() -> None:
    """Dice: three abilities, two careers, hit points, coins, a spell, the kit, the name."""
    dice = Scripted(*d6(1, 4, 4), *d100(5, 12), *d6(6, 1, 2, 3), d100(74), die(99, 73), die(5, 1), die(48, 1))
    do = Resolution(START, dice, RULESET)
    knave = RULESET.recruit(do, Recruit("knave"), "knave-1", "a")
    dice.finish()
    own = sheet_of(do.state, "knave-1")
    assert own.abilities == {"STR": 1, "DEX": 0, "CON": 0, "INT": 2, "WIS": 0, "CHA": 0}
    assert own.careers == ("dyer", "herbalist")
    assert (knave.max_hp, own.slots, own.level, own.xp) == (6, 10, 1, 0)
    coins = next(i for i in knave.items if i.kind == "coin")
    assert coins.count == 60
    assert [i.name for i in knave.items if i.kind.startswith("spellbook")] == [
        "Spellbook of Sleep",
        "Spellbook of Shuffle",
    ]
    assert [(i.kind, i.place) for i in knave.items[:3]] == [("sword", "hand"), ("shield", "worn"), ("helmet", "worn")]


@rule("knave:encumbrance.slots", "knave:encumbrance.no-excess")
@pytest.mark.parametrize("seed", range(40))
def test_nobody_starts_with_more_than_fits(seed: int) -> None:
    knave, do = made(seed)
    own = sheet_of(do.state, "knave-1")
    assert own.slots == 10 + own.abilities["CON"]
    assert used_slots(knave.items) <= own.slots
    assert sum(own.abilities.values()) == 3
    assert len(set(own.careers)) == 2


@rule("knave:encumbrance.no-excess")
@pytest.mark.parametrize("kit", KITS)
def test_a_kit_leaves_room_for_treasure(kit: str) -> None:
    """Nobody without spellbooks begins with all slots full, and everybody has a light, food and coins."""
    knave, _ = made(choices={"points": "STR STR DEX", "kit": kit})
    free = 10 - used_slots(knave.items)
    assert free >= (1 if kit == "archer" else SPARE_SLOTS)
    assert {"torch", "ration", "coin"} <= {item.kind for item in knave.items}
    stout, _ = made(choices={"points": "CON CON CON", "kit": kit})
    assert used_slots(stout.items) == 13 - SPARE_SLOTS


@rule("knave:encumbrance.no-excess")
def test_tools_of_both_careers_are_packed_before_rope_and_a_second_ration() -> None:
    choices = {"points": "STR STR CON", "kit": "spearman", "career 1": "haberdasher", "career 2": "locksmith"}
    knave, do = made(choices=choices)
    carried = {item.kind: item.count for item in knave.items}
    assert {"lockpicks", "ribbon"} <= set(carried)
    assert carried["ration"] == carried["torch"] == 1 and "rope" not in carried
    assert used_slots(knave.items) == 11 - SPARE_SLOTS
    gear = next(e for e in do.events if isinstance(e, CreationStepTaken) and e.step == "gear")
    assert "50-foot rope" in str(gear.values["left at home"])


@rule("knave:encumbrance.no-excess")
def test_gear_that_does_not_fit_is_refused() -> None:
    with pytest.raises(UnderkeepError, match="fills 13 slots, but this knave has 10"):
        made(gear=("plate", "shield", "halberd", "bow", "sword"), choices={"points": "STR STR STR"})


def test_choices() -> None:
    choices = {"points": "str str con", "career 1": "lawyer", "career 2": "butcher", "kit": "archer"}
    knave, do = made(choices=choices, name="Nan")
    own = sheet_of(do.state, "knave-1")
    assert (own.abilities["STR"], own.abilities["CON"], own.careers) == (2, 1, ("lawyer", "butcher"))
    assert knave.name == "Nan"
    assert [i.kind for i in knave.items if i.place == "hand"] == ["bow"]
    average = sheet_of(made(choices={"abilities": "average"})[1].state, "knave-1")
    assert [a for a, score in average.abilities.items() if score] == ["STR", "CON", "WIS"]


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ({"level": 11}, "level is 1 to 10"),
        ({"level": 0}, "level is 1 to 10"),
        ({"gear": ("swrod",)}, "did you mean sword"),
        ({"gear": ("helmet", "helmet")}, "at most seven"),
        ({"choices": {"points": "STR STR"}}, "does not name three"),
        ({"choices": {"career 1": "lawer"}}, "did you mean lawyer"),
        ({"choices": {"career 1": "cook", "career 2": "cook"}}, "different ones"),
        ({"choices": {"race": "elf"}}, "there are abilities, points"),
        ({"kind": "gobblin"}, "did you mean goblin"),
        ({"kind": "goblin", "level": 4}, "is of level 1"),
        ({"kind": "owl-bear", "gear": ("sword",)}, "takes no gear"),
        ({"kind": "orc", "gear": ("mail",)}, "takes no armour"),
    ],
)
def test_mistakes_get_a_sentence(who: dict[str, object], sentence: str) -> None:
    with pytest.raises(UnderkeepError, match=sentence):
        made(**who)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Sword", ("sword",)),
        ("two-handed sword", ("great-sword",)),
        ("Great Swords", ("great-sword",)),
        ("mail shirt", ("mail-shirt",)),
        ("breast", ("breastplate",)),
        ("knife", ("dagger",)),
        ("chain", ("gambeson", "mail-shirt", "helmet")),
        ("arrows", ("arrow",)),
    ],
)
def test_gear_goes_by_many_names(text: str, kinds: tuple[str, ...]) -> None:
    assert kinds_named(text) == kinds


def test_gear_replaces_the_kit_and_is_put_in_place() -> None:
    knave, _ = made(gear=("plate", "two-handed sword", "bow"), choices={"points": "CON CON CON"})
    places = {i.kind: i.place for i in knave.items}
    assert (places["great-sword"], places["bow"], places["breastplate"]) == ("hand", "pack", "worn")
    assert next(i for i in knave.items if i.kind == "arrow").count == 20


def test_levels_raise_three_abilities_and_the_hit_points() -> None:
    """Level 2: three different abilities, then 2d6; a roll that is not higher gives one more than before."""
    faces = (*d6(1, 1, 1), d100(5), d100(12), *d6(6, 1, 2, 3))
    kit_and_name = (die(5, 1), die(48, 1))
    low = Resolution(START, Scripted(*faces, d6(1), die(5, 1), d4(1), *d6(1, 2), *kit_and_name), RULESET)
    assert RULESET.recruit(low, Recruit("knave", 2), "knave-1", "a").max_hp == 7
    assert sheet_of(low.state, "knave-1").abilities == {"STR": 4, "DEX": 1, "CON": 1, "INT": 0, "WIS": 0, "CHA": 0}
    assert sheet_of(low.state, "knave-1").xp == 2000
    high = Resolution(START, Scripted(*faces, d6(1), die(5, 1), d4(1), *d6(6, 5), *kit_and_name), RULESET)
    assert RULESET.recruit(high, Recruit("knave", 2), "knave-1", "a").max_hp == 11


def test_the_level_table() -> None:
    xp = [0, 2000, 4000, 8000, 16000, 32000, 64000, 125000, 250000, 500000]
    titles = ["Wretch", "Lowlife", "Hoodlum", "Fool", "Dastard", "Cad", "Gadabout", "Rogue", "Jack", "Knave"]
    for number, entry in compendium.levels().items():
        assert (entry.xp, entry.title, entry.hit_dice.text) == (xp[number - 1], titles[number - 1], f"{number}d6")
        assert entry.abilities_raised == (3 if number > 1 else 0)
    assert sheet_of(made(level=10)[1].state, "knave-1").level == 10


def test_the_card_shows_every_slot() -> None:
    knave, do = made(choices={"kit": "swordsman", "points": "STR STR STR"})
    card = RULESET.card(do.state, knave)
    titles = [title for title, _ in card.sections]
    assert titles == ["Abilities", "Body", "Attacks", "Character", "Item slots"]
    slots = dict(card.sections)["Item slots"]
    assert slots[0][0] == "1"
    assert slots[-1] == ("Load", f"{used_slots(knave.items)} of 10 slots")
    for kind in compendium.monsters():
        monster, _ = made(kind=kind)
        assert RULESET.card(do.state, monster).sections


@rule("knave:magic.spellbook.one-spell")
def test_the_books_are_told_by_number_or_that_there_are_none() -> None:
    def told(intelligence: int) -> dict[str, str | int]:
        do = Resolution(START, Seeded(3), RULESET)
        books = creation._spellbooks(do, "knave-1", intelligence)
        values = next(e for e in do.events if isinstance(e, CreationStepTaken)).values
        assert len(books) == len({book.kind for book in books}) == intelligence
        assert intelligence == 0 or list(values.values()) == [book.name for book in books]
        return dict(values)

    assert told(0) == {"books": 0}
    assert list(told(1)) == ["book 1"] and list(told(3)) == ["book 1", "book 2", "book 3"]
