from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.rules.knave.casting import a_book, cast, castings, fight, own, underground, with_books
from tests.rules.knave.scenes import RULESET, act, has, on_sheet, rested, scene, scores, the, under, why_not

from underkeep.kernel.prompt import Ruled
from underkeep.procedures import content, play
from underkeep.procedures.actions import Attack, CallSave, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.spell_listings import Spell
from underkeep.systems.knave.checks.saves import RESISTED_BY, save, spared
from underkeep.systems.knave.equipment.inventory import used_slots
from underkeep.systems.knave.magic.casting import Cast, SpellCast, WriteBook, check_content
from underkeep.systems.knave.magic.spellbooks import day_of
from underkeep.testing import d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import SaveRolled
from underkeep.world.state import State


def knave(level: int = 5, **given: int) -> State:
    return on_sheet(scores(scene("knave v orc"), "knave-1", **given), "knave-1", level=level)


def saved(state: State, sort: str, spell_level: int, *faces: int, is_willing: bool = False) -> tuple[str, Resolution]:
    do = scripted(RULESET, state, *faces)
    return save(do, "knave-1", sort, spell_level, is_willing), do


@rule("knave:magic.save.who")
def test_only_the_unwilling_of_a_higher_level_may_save() -> None:
    assert has(act(knave(3), CallSave("knave-1", "mind", 2), d20(10)), SaveRolled)
    for level in (2, 1):
        assert why_not(knave(level), CallSave("knave-1", "mind", 2)) == "knave:magic.save.who"
        assert saved(knave(level), "mind", 2)[0] == "whole"
    assert saved(knave(5), "mind", 2, is_willing=True)[0] == "whole"


@rule("knave:magic.save.target-number")
def test_a_save_is_against_11_and_the_spells_level() -> None:
    passed = the(act(knave(), CallSave("knave-1", "body", 3), d20(14)), SaveRolled)
    assert (passed.roll.needed, passed.success) == (14, True)
    assert not the(act(knave(), CallSave("knave-1", "body", 3), d20(13)), SaveRolled).success
    assert why_not(knave(), CallSave("knave-1", "body")) == "knave:magic.save.target-number"


@rule("knave:magic.save.half")
def test_a_save_halves_the_spell() -> None:
    assert saved(knave(), "body", 3, d20(13))[0] == "whole"
    outcome, _ = saved(knave(), "body", 3, d20(14))
    assert outcome == "half"
    assert (spared(8, outcome), spared(10, outcome), spared(8, "whole")) == (4, 5, 8)


@rule("knave:magic.save.nullify")
def test_beating_it_by_10_cancels_the_spell() -> None:
    assert saved(knave(CON=4), "body", 1, d20(18))[0] == "none"
    assert saved(knave(CON=4), "body", 1, d20(17))[0] == "half"
    assert spared(8, "none") == 0


@rule("knave:magic.save.ability")
@pytest.mark.parametrize(("sort", "ability"), RESISTED_BY.items())
def test_the_ability_that_resists(sort: str, ability: str) -> None:
    do = act(knave(**{ability: 3}), CallSave("knave-1", sort, 2), d20(10))
    event = the(do, SaveRolled)
    assert event.roll.modifiers == ((ability, 3),)
    assert (event.roll.total, event.roll.needed, event.success) == (13, 13, True)
    assert the(do, Ruled).choice == ability


@rule("knave:magic.save.ability")
def test_the_abilities_of_the_ledger() -> None:
    expected = {"force": "STR", "area": "DEX", "body": "CON", "illusion": "INT", "mind": "WIS", "spirit": "CHA"}
    assert expected == RESISTED_BY


# Casting


@rule("knave:magic.cast.action")
def test_casting_is_the_action_and_needs_no_roll() -> None:
    state = fight("befuddle")
    do = cast(state, "befuddle", "orc-1")
    assert the(do, SpellCast).spell == "befuddle"
    assert why_not(do.state, Attack("knave-1", "orc-2", "punch")) == "knave:combat.turn.move-and-action"
    at = next(iter(_moves(do.state)))
    assert not why_not(do.state, Move("knave-1", at))
    acted = act(with_books(state, "knave-1", "befuddle"), Attack("orc-1", "knave-1", "weapon"), d20(2))
    assert not why_not(acted.state, Cast("knave-1", "befuddle", "orc-1"))
    spent = with_books(do.state, "knave-1", "befuddle", "sleep")
    assert why_not(spent, Cast("knave-1", "sleep", "orc-2")) == "knave:magic.cast.action"


def _moves(state: State) -> list[tuple[int, int]]:
    assert state.fight is not None and state.grid is not None
    options = RULESET.fight_options(state, state.creatures["knave-1"], state.fight.step)
    return [square for moves in options.moves for square in state.grid.squares(moves.mask)]


@rule("knave:magic.cast.book-once-a-day")
def test_a_book_works_once_a_day() -> None:
    do = cast(fight("befuddle", intelligence=3), "befuddle", "orc-1")
    again = Cast("knave-1", "befuddle", "orc-2")
    assert why_not(rested(do.state), again) == "knave:magic.cast.book-once-a-day"
    assert not why_not(replace(rested(do.state), now=86_400), again)
    two = with_books(rested(do.state), "knave-1", "befuddle", "befuddle")
    assert not why_not(two, again)
    assert day_of(6 * 3600 - 1) + 1 == day_of(6 * 3600)


@rule("knave:magic.cast.int-limit")
def test_as_many_spells_a_day_as_int() -> None:
    state = with_books(fight("befuddle", intelligence=2), "knave-1", "befuddle", "sleep", "push")
    state = rested(cast(state, "befuddle", "orc-1").state)
    state = rested(cast(state, "sleep", "orc-2").state)
    assert why_not(state, Cast("knave-1", "push", "orc-3")) == "knave:magic.cast.int-limit"
    assert own(state, "knave-1").cast == ("befuddle", "sleep")
    dull = fight("befuddle", intelligence=0)
    assert not castings(dull)
    assert why_not(dull, Cast("knave-1", "befuddle", "orc-1")) == "knave:magic.cast.int-limit"


@rule("knave:magic.spellbook.slot", "knave:magic.spellbook.one-spell")
def test_four_books_fill_four_slots_and_hold_a_spell_each() -> None:
    books = tuple(a_book(spell) for spell in ("sleep", "push", "pull", "web"))
    assert used_slots(books) == 4 and len({book.kind for book in books}) == 4
    state = fight("sleep")
    assert why_not(state, Cast("knave-1", "web", "orc-1")) == "knave:magic.spellbook.one-spell"


@rule("knave:magic.spellbook.no-creating", "knave:magic.spellbook.no-copying")
def test_books_are_neither_made_nor_copied() -> None:
    for state, id in ((fight("sleep"), "knave-1"), (underground("sleep"), "hero-1")):
        seat = state.owner(id)
        for spell, forbidden in (("web", "no-creating"), ("sleep", "no-copying")):
            refusal = play.why_not(RULESET, state, seat, WriteBook(id, spell))
            assert refusal is not None and refusal.rule == f"knave:magic.spellbook.{forbidden}"


def test_a_broken_or_dropped_book_is_of_no_use() -> None:
    state = fight("sleep")
    torn = tuple(replace(item, broken=True) for item in state.creatures["knave-1"].items)
    assert castings(state) and not castings(state.with_creature("knave-1", items=torn))
    assert not castings(under(state, "knave-1", "asleep"))


@rule("knave:magic.save.who")
def test_friends_are_willing() -> None:
    state = on_sheet(fight("astral-prison", "2 knave v orc"), "knave-2", level=9)
    assert not has(cast(state, "astral-prison", "knave-2"), SaveRolled)


def test_the_hundred_spells() -> None:
    spells = compendium.spells()
    assert [spell.number for spell in spells.values()] == list(range(1, 101))
    manual = [spell for spell in spells.values() if spell.manual]
    assert len(manual) <= 10 and all(len(spell.manual) > 20 for spell in manual)
    check_content()


def test_an_unknown_effect_stops_the_game_from_loading(tmp_path: Path) -> None:
    file = tmp_path / "spells.toml"
    file.write_text('[fizz]\nnumber = 1\nname = "Fizz"\nuses = [{ effect = { effect = "fizz" } }]\n')
    with pytest.raises(content.ContentError, match=r"spells.toml, line 4, \[fizz\] uses"):
        content.read(file, Spell)


@rule("knave:magic.cast.action")
def test_who_carries_the_book_is_asked_to_cast_and_its_name_is_understood_as_it_is_written() -> None:
    state = fight("summon-cube", "2 knave v orc")
    state = with_books(state, "knave-1")
    state = scores(with_books(state, "knave-2", "summon-cube"), "knave-1", INT=3)
    wishes = [Cast(id, "Summon Cube", "orc-1") for id in ("knave-1", "knave-2")]
    assert RULESET.fittest(state, wishes) == wishes[1]
    assert why_not(state, wishes[0]) == "knave:magic.spellbook.one-spell"
    assert why_not(state, wishes[1]) != "knave:magic.spellbook.one-spell"
