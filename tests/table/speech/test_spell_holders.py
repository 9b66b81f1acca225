"""Who of the party has a spell stands beside what it does."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table.new_game import Plan, new_game
from underkeep.table.speech import pages
from underkeep.table.speech.spell_holders import NOBODY, holders
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State


@cache
def table(game: str) -> tuple[Ruleset, State]:
    rules = load(game)
    return rules, new_game(rules, 5, Plan(4)).state


def told(game: str, spell: str, *items: Item, **own: object) -> list[str]:
    """Of a party whose first member has these things and nobody else has any magic."""
    rules, state = table(game)
    members = [plain(c) for c in state.marchers()]
    sheet = replace(members[0].sheet, **own) if own else members[0].sheet
    first = replace(members[0], name="Corin", items=items, sheet=sheet)
    return holders(rules, state.with_creature(first.id, sheet=sheet), [first, *members[1:]], spell)


def plain(creature: Creature) -> Creature:
    bare = {"memorised": (), "spell_book": ()} if hasattr(creature.sheet, "memorised") else {}
    return replace(creature, items=(), sheet=replace(creature.sheet, **bare))


BOOK = Item("spellbook:hover", "Spellbook of Hover", id="1")


@pytest.mark.parametrize(
    ("spell", "items", "line"),
    [
        ("hover", (BOOK,), "Corin carries a spellbook of it."),
        ("hover", (replace(BOOK, broken=True),), "Corin carries a ruined spellbook of it."),
        ("leap", (BOOK,), NOBODY),
        ("hover", (), NOBODY),
    ],
)
def test_a_spellbook_that_somebody_carries(spell: str, items: tuple[Item, ...], line: str) -> None:
    assert told("knave", spell, *items) == [line]


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ({"memorised": ("Sleep",)}, "Corin has it ready to be cast."),
        ({"memorised": ("Sleep",), "spell_book": ("Sleep",)}, "Corin has it ready to be cast, and in the spell book."),
        ({"spell_book": ("Sleep", "Light")}, "Corin has it in the spell book, but not ready to be cast."),
        ({}, NOBODY),
    ],
)
def test_a_spell_in_mind_or_in_a_book(own: dict[str, object], line: str) -> None:
    assert told("ose", "sleep", **own) == [line]


def test_a_spell_on_a_scroll() -> None:
    scroll = Item("spell-scroll@magic-user@Fire Ball", "Scroll of Fire Ball", id="1")
    assert told("ose", "fire ball", scroll) == ["Corin carries a scroll of it."]


def test_the_usual_form_of_a_reversed_spell_is_told_too() -> None:
    (line,) = told("ose", "cause light wounds", memorised=("Cure Light Wounds",))
    assert line == f"{NOBODY} Of Cure Light Wounds, which it reverses: Corin has it ready to be cast."


def test_each_of_several_spells_of_the_words_has_its_own_line() -> None:
    lines = told("ose", "protection", memorised=("Protection from Evil",))
    assert "Protection from Evil: Corin has it ready to be cast." in lines
    assert "Protection from Normal Missiles: nobody of the party has it." in lines


def test_the_page_on_a_spell_tells_who_has_it() -> None:
    rules, state = table("knave")
    told = pages.spell(rules, state, [plain(c) for c in state.marchers()], "hover")
    assert told[0].startswith("Hover. One friend") and told[1:] == [NOBODY]
