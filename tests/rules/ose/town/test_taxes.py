"""Too much money, and new magic on trial."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, every, first
from tests.rules.ose.service import PC, company, run, why_not

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Answer, Asked
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import coins, purse
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.magic import trials
from underkeep.systems.ose.magic.spell_books import ResearchSpell, book
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import taxes
from underkeep.systems.ose.town.hiring import SeekRetainers
from underkeep.testing import Alike, rule
from underkeep.world.state import State


def levied(gp: int, ruled: str = "") -> Resolution:
    named = {taxes.WEALTH: ruled} if ruled else {}
    do = Resolution(company("fighter", gp=gp), Scripted(), RULESET, named)
    taxes.levy(do)
    return do


@rule(taxes.WEALTH)
@pytest.mark.parametrize(("gp", "asked"), [(5000, False), (5001, True)])
def test_a_tax_is_asked_of_the_very_rich(gp: int, asked: bool) -> None:
    do = levied(gp)
    assert bool(every(do, Asked)) is asked
    assert purse(do.state.creatures[PC].items)["gp"] == gp
    assert not every(levied(9000, ruled="nothing is said"), Asked)


@rule(taxes.WEALTH)
def test_who_pays_has_peace_and_who_refuses_is_an_outlaw() -> None:
    asked = levied(9000)
    prompt = first(asked, Asked).prompt
    assert (prompt.choices, prompt.about) == (("pay", "refuse"), "900 gp")
    paid = run(asked.state, Answer(prompt.id, "pay"))
    assert purse(paid.state.creatures[PC].items)["gp"] == 8100 and not town_life(paid.state).is_outlaw
    kept = run(asked.state, Answer(prompt.id, "refuse"))
    assert purse(kept.state.creatures[PC].items)["gp"] == 9000 and town_life(kept.state).is_outlaw
    assert why_not(kept.state, SeekRetainers(PC, "by notice")).rule == taxes.WEALTH


@rule(trials.BALANCE)
@pytest.mark.parametrize(
    ("spell", "flags"),
    [
        ("Sleep", ("no save against it",)),
        ("Charm Person", ("no end to it",)),
        ("Hold Portal", ("no save against it",)),
        ("no such spell", ("nobody knows it",)),
    ],
)
def test_what_may_unbalance_a_game_is_flagged(spell: str, flags: tuple[str, ...]) -> None:
    assert trials.flags("magic-user", spell) == flags


def researched(ruled: str = "") -> Resolution:
    """A magic-user with an empty book and the money works at Sleep; the dice show fifty or their highest."""
    state = changed(company("magic-user"), PC, spell_book=(), memorised=())
    state = state.with_creature(PC, items=(coins("gp", 2000), book(PC)))
    do = Resolution(state, Alike(50), RULESET, {trials.BALANCE: ruled} if ruled else {})
    trials.research(do, ResearchSpell(PC, "sleep"))
    return do


@rule(trials.BALANCE)
def test_a_flagged_spell_is_on_trial_unless_the_referee_wants_it_otherwise() -> None:
    refused = researched("refused")
    assert first(refused, trials.ResearchRefused).spell == "Sleep"
    assert purse(refused.state.creatures[PC].items)["gp"] == 2000
    assert first(refused, RefereeAdvised).text == "no save against it."
    usual, accepted = researched(), researched("accepted")
    assert purse(usual.state.creatures[PC].items)["gp"] < 2000
    for do, on_trial in ((usual, {"Sleep": 0}), (accepted, {})):
        assert "Sleep" in sheet(do.state.creatures[PC]).spell_book
        assert campaign(do.state).table.on_trial == on_trial


def on_trial(adventures: int) -> State:
    state = changed(company("magic-user"), PC, spell_book=("Sleep", "Shield"), memorised=("Sleep",))
    own = campaign(state)
    return with_campaign(
        state,
        table=replace(own.table, on_trial={"Sleep": 0}),
        chronicle=replace(own.chronicle, adventures=adventures),
    )


@rule(trials.BALANCE)
def test_after_an_adventure_the_trial_is_over() -> None:
    early = Resolution(on_trial(0), Scripted(), RULESET)
    trials.judge(early)
    assert not early.events
    kept = Resolution(on_trial(1), Scripted(), RULESET)
    trials.judge(kept)
    assert "Sleep" in sheet(kept.state.creatures[PC]).spell_book and not campaign(kept.state).table.on_trial
    dropped = Resolution(on_trial(1), Scripted(), RULESET, {trials.BALANCE: "it is dropped"})
    trials.judge(dropped)
    own = sheet(dropped.state.creatures[PC])
    assert (own.spell_book, own.memorised) == (("Shield",), ())
