"""Hiring in the other game, by typed lines: gold a day and a share, in its own words."""

from __future__ import annotations

from tests.rules.ose.service import company, seeking
from tests.ui.scene import PLAYER

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town.hiring import SeekRetainers
from underkeep.systems.ose.town.soldiers import HireSoldiers
from underkeep.table.chair import Chair
from underkeep.table.session import Session
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Do
from underkeep.terminal.plain import Plain
from underkeep.testing import rule
from underkeep.world.state import State


def chair(state: State, seed: int = 1) -> Chair:
    return Chair(Session.in_memory(RULESET, state, seed, {REFEREE: Soldier()}), PLAYER)


def played(state: State, *lines: str, seed: int = 1) -> str:
    given, heard = iter(lines), []

    def read() -> str:
        line = next(given, None)
        if line is None:
            raise EOFError
        return line

    Plain(chair(state, seed), read, heard.append).run()
    return "".join(heard)


def test_terms_stand_in_the_town_and_in_the_menu() -> None:
    told = played(seeking(company(), "fighter", 1), "hire hand", seed=3)
    assert "Hand (fighter, level 1, asks 2 gp a day and 5 sp for bed and board and 50% of a share)" in told
    assert "hire Hand for 4 gp a day and 5 sp for bed and board and 50% of a share" in told
    assert "offers Hand 2 gp a day and 50% of a share." in told


@rule("ose:retainer.recruit.negotiate")
def test_an_offer_may_be_named() -> None:
    person = chair(seeking(company()))
    assert person.read("hire hand for 3 gp and 60%") == Do(a.Hire("hero-1", "retainer-1", (3, 60)))
    assert person.read("hire hand for 75%") == Do(a.Hire("hero-1", "retainer-1", (2, 75)))
    told = played(seeking(company()), "hire hand for 0 gp and 0%")
    assert "An offer names the pay" in told
    told = played(seeking(company(gp=1)), "hire hand")
    assert "cannot pay the first day" in told


@rule("ose:retainer.recruit.negotiate")
def test_an_offer_may_be_made_and_raised_in_ones_own_words() -> None:
    person = chair(seeking(company()))
    for line, terms in (
        ("offer hand 3gp a day", (3, 50)),
        ("ok offer him 3 gp", (3, 50)),
        ("offer hand 3 gp and 60%", (3, 60)),
        ("raise the offer to 5 gp", (5, 50)),
        ("offer hand a better wage", (4, 50)),
        ("raise the offer", (4, 50)),
    ):
        assert person.read(line) == Do(a.Hire("hero-1", "retainer-1", terms)), line


@rule("ose:retainer.recruit.where")
def test_one_may_seek_retainers_in_ones_own_words() -> None:
    for line in ("seek retainers in the tavern", "find retainers in the tavern", "look for retainers in the tavern"):
        meant = chair(company()).read(line)
        assert isinstance(meant, Do) and isinstance(meant.action, SeekRetainers)


@rule("ose:hireling.mercenaries")
def test_a_troop_is_told_in_good_english() -> None:
    labels = [describe(RULESET, company(), HireSoldiers("hero-1", kind)) for kind in ("footman-heavy", "longbowman")]
    assert [label.partition(" with ")[0] for label in labels] == [
        "hire soldiers for a month: 5 heavy footmen",
        "hire soldiers for a month: 5 longbowmen",
    ]
