"""The horse that the gods give a Paladin."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.rampage.delve import against, home, one
from tests.rules.rampage.scene import scripted

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.systems.rampage.town import warhorse
from underkeep.systems.rampage.town.warhorse import HorseGranted, PrayForHorse
from underkeep.testing import rule
from underkeep.world.clock import DAY
from underkeep.world.party import PartyWent
from underkeep.world.state import State

PRAYER = PrayForHorse("hero")


def town(**changes: object) -> State:
    paladin = one(kind="paladin")
    return home(replace(paladin, sheet=replace(sheet(paladin), **{"alignment": "lawful", **changes})))


def granted() -> State:
    return play.resolve(RULESET, town(), "player", PRAYER, Seeded(2, "x")).state


@rule("rampage:class.paladin.warhorse")
def test_a_lawful_paladin_is_given_one_horse() -> None:
    assert PRAYER in play.legal_actions(RULESET, town(), "player")
    state = granted()
    horse = state.creatures[campaign(state).warhorses["hero"].horse]
    assert horse.kind == "paladins-horse" and state.party is not None and horse.id in state.party.members
    assert against(state, PRAYER) == "class.paladin.warhorse"
    assert against(town(alignment="neutral"), PRAYER) == "class.paladin.warhorse"
    assert against(town(classes=("warrior",)), PRAYER) == "class.paladin.warhorse"


@rule("rampage:class.paladin.warhorse-replace")
def test_another_comes_after_ten_years() -> None:
    state = granted()
    horse = campaign(state).warhorses["hero"].horse
    lost = state.with_creature(horse, status="dead")
    assert against(lost, PRAYER) == "class.paladin.warhorse-replace"
    do = scripted(lost)
    warhorse.on_going(do, PartyWent("town", None, "home"))
    (fact,) = (e for e in do.events if isinstance(e, HorseGranted))
    assert fact.lost == lost.now
    years = 10 * 365 * DAY
    later = replace(do.state, now=lost.now + years)
    assert PRAYER in play.legal_actions(RULESET, later, "player")
    assert against(replace(later, now=lost.now + years - 1), PRAYER) == "class.paladin.warhorse-replace"
    again = scripted(do.state)
    warhorse.on_going(again, PartyWent("town", None, "home"))
    assert not again.events, "it is known already"
    alive = scripted(state)
    warhorse.on_going(alive, PartyWent("town", None, "home"))
    assert not alive.events
