from __future__ import annotations

from typing import ClassVar

import pytest
from tests.rules.ose.casting import act, delve, own_book, why_not, with_condition
from tests.rules.ose.scene import average, changed, first, make

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.magic import spell_books
from underkeep.systems.ose.magic.memorising import Memorise
from underkeep.systems.ose.magic.spell_books import BookRead, ReadBook, ResearchSpell, RewriteBook, Study
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.speech.supposing import refused
from underkeep.testing import Standing, d3, d4, d100, rule
from underkeep.testing.builders import item_id
from underkeep.world.encounter import ChanceRolled

HERO, OTHER = "hero-1", "hero-2"
WEEK = 7 * 86400


def scholar(level=3, book=("Sleep",), gp=0, has_book=True):
    state = delve("magic-user", "elf", in_town=True, level=level, spell_book=book, memorised=())
    for id in (HERO, OTHER):
        state = state.with_creature(id, items=(money.coins("gp", gp),) if gp else ())
        state = own_book(state, id) if has_book else state
    return state


def done_with(state, action, *faces):
    """Weeks go by; whatever the town rolls for meanwhile shows a one."""
    return play.carry_out(RULESET, state, "player", action, Researching(*faces))


class Researching(Standing):
    """A script for the research; healing and the keep of the town meanwhile are ones."""

    standing: ClassVar = {"healing": d3(1)}


@rule("ose:magic.book.size", "ose:magic.book.beginning")
def test_a_book_holds_exactly_what_can_be_memorised():
    lists = spell_books.compendium.spell_books()["magic-user"].levels
    book = sheet(make("magic-user", level=3, **average())[0]).spell_book
    assert [sum(name in names for name in book) for names in lists[:3]] == [2, 1, 0]
    assert sheet(make("magic-user")[0]).spell_book.__len__() == 1
    assert spell_books.open_places(scholar().creatures[HERO]) == {1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0}
    full = scholar(book=("Sleep", "Light"))
    assert why_not(full, Study(HERO, "Shield")).rule == "ose:magic.book.size"
    assert why_not(full, Study(HERO, "Web")) is None
    assert why_not(full, Study(HERO, "Fly")).rule == "ose:magic.book.size"


@rule("ose:magic.book.adding")
def test_a_new_level_opens_a_place_and_fills_none():
    state = delve("magic-user", spell_book=("Sleep",))
    done = Resolution(state, Scripted(d4(3)), RULESET)
    experience.gain_level(done, HERO)
    risen = done.state.creatures[HERO]
    assert sheet(risen).spell_book == ("Sleep",)
    assert spell_books.open_places(risen)[1] == 1
    assert spell_books.open_places(state.creatures[HERO])[1] == 0


@rule("ose:magic.book.mentoring", "ose:magic.book.adding")
def test_a_mentor_teaches_a_spell_in_a_week():
    state = scholar()
    listed = play.legal_actions(RULESET, state, "player").listed
    assert Study(HERO, "Shield") in listed and Study(HERO, "Sleep") not in listed
    done = done_with(state, Study(HERO, "Shield"))
    assert done.state.now == state.now + WEEK
    assert sheet(done.state.creatures[HERO]).spell_book == ("Sleep", "Shield")
    assert why_not(scholar(has_book=False), Study(HERO, "Shield")).rule == "ose:magic.arcane.memorize"


@rule("ose:magic.book.research")
@pytest.mark.parametrize(("face", "book"), [(15, ("Sleep",)), (16, ("Sleep", "Web"))])
def test_research_takes_time_and_money_and_may_fail(face, book):
    state = scholar(gp=2500)
    assert why_not(scholar(gp=1999), ResearchSpell(HERO, "web")).rule == "ose:magic.book.research"
    done = done_with(state, ResearchSpell(HERO, "web"), d100(face))
    assert done.state.now == state.now + 4 * WEEK
    assert first(done, ChanceRolled) is not None
    assert sheet(done.state.creatures[HERO]).spell_book == book
    assert 0 < money.purse_cp(done.state.creatures[HERO].items) <= 500 * 100


@rule("ose:magic.book.rewrite-cost", "ose:magic.book.rewrite-sole")
def test_rewriting_costs_a_week_and_a_thousand_for_each_level():
    book = ("Sleep", "Light", "Web")
    state = scholar(book=book, gp=4000, has_book=False)
    assert spell_books.rewrite_levels(state.creatures[HERO]) == 4
    assert why_not(scholar(book=book, gp=3999, has_book=False), RewriteBook(HERO)).rule == "ose:magic.book.rewrite-cost"
    assert why_not(scholar(book=book, gp=4000), RewriteBook(HERO)).rule == "ose:magic.book.rewrite-cost"
    writing = done_with(state, RewriteBook(HERO)).state
    assert money.purse_cp(writing.creatures[HERO].items) == 0
    assert why_not(writing, a.SetOut()).rule == "ose:magic.book.rewrite-sole"
    assert why_not(writing, Study(HERO, "Shield")).rule == "ose:magic.book.rewrite-sole"
    early = done_with(writing, a.RestDays(27)).state
    assert not spell_books.has_book(early.creatures[HERO])
    ready = done_with(early, a.RestDays(1)).state
    assert spell_books.has_book(ready.creatures[HERO])
    assert why_not(ready, a.SetOut()) is None
    assert why_not(ready, Memorise(HERO, ("Sleep",))) is None


@rule("ose:magic.book.captured")
def test_only_its_owner_reads_a_book_without_magic():
    state = scholar(book=("Sleep", "Shield"))
    taken = state.with_creature(HERO, items=(spell_books.book(OTHER),))
    assert why_not(taken, ReadBook(HERO, item_id(taken, HERO))).rule == "ose:magic.book.captured"
    reading = with_condition(changed(taken, OTHER, spell_book=("Web",)), HERO, "reading magic")
    told = first(act(reading, ReadBook(HERO, item_id(reading, HERO))), BookRead)
    assert (told.owner, told.spells) == (OTHER, ("Web",))
    assert why_not(state, ReadBook(HERO, item_id(state, HERO))) is None


@rule("ose:magic.book.captured")
def test_a_typed_line_hears_the_same():
    state = scholar()
    taken = state.with_creature(HERO, items=(spell_books.book(OTHER),))
    options = play.legal_actions(RULESET, taken, "player")
    found = refused(RULESET, taken, options, "player", "read the spell book")
    assert found is not None
    action, refusal = found
    assert isinstance(action, ReadBook) and refusal.rule == "ose:magic.book.captured"
