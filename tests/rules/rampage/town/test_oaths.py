"""The vows of Paladins and Ravagers."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    below,
    do_it,
    foe,
    has_event,
    home,
    last,
    one,
    rolling,
    rules_of,
    why,
    with_items,
)

from underkeep.kernel.prompt import Standing
from underkeep.procedures.delve_actions import Hire
from underkeep.systems.rampage.attacks import strikes
from underkeep.systems.rampage.basics.campaign import Service, campaign
from underkeep.systems.rampage.basics.money import purse_sp
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import vows
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.vows import FALLEN, VowBroken
from underkeep.systems.rampage.encounters import meetings
from underkeep.systems.rampage.magic import gifts
from underkeep.systems.rampage.magic.hands_and_marks import LayOnHands, Sacrifice, Sacrificed, sacrifices
from underkeep.systems.rampage.town import dues, oaths, retainers, services
from underkeep.systems.rampage.town.oaths import Atone, SaveForCastle
from underkeep.systems.rampage.town.soldiers import BuildStronghold, HireSoldiers
from underkeep.testing import d6, d20, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Died, SaveRolled, SheetChanged
from underkeep.world.party import PartyWent
from underkeep.world.settlement import Applicant

MONTH = 30 * DAY
SET_OUT = PartyWent("road", None, "set out")


def of(creature: Creature, alignment: str) -> Creature:
    return replace(creature, sheet=replace(sheet(creature), alignment=alignment))


def paladin(gp: int = 0, **changes: object) -> Creature:
    return of(with_items(one(kind="paladin", CHA=17, **changes), gp=gp), "lawful")


def ravager(gp: int = 0, **changes: object) -> Creature:
    return of(with_items(one(kind="ravager", **changes), gp=gp), "chaotic")


def friend(alignment: str, kind: str = "warrior") -> Creature:
    return of(one("friend", kind), alignment)


def fallen(creature: Creature) -> Creature:
    return replace(creature, conditions=(Condition(FALLEN),))


def fell(do: object, id: str = "hero") -> bool:
    return do.state.creatures[id].condition(FALLEN) is not None  # type: ignore[attr-defined, no-any-return]


# The fall


@rule("rampage:class.paladin.fall", "rampage:class.ravager.fall")
@pytest.mark.parametrize(
    ("creature", "gone"),
    [(paladin(), False), (of(paladin(), "neutral"), True), (fallen(paladin()), True), (ravager(), False),
     (of(ravager(), "neutral"), True), (fallen(ravager()), True), (fallen(one()), False)],
)  # fmt: skip
def test_powers_go_with_faith_and_with_vows(creature: Creature, gone: bool) -> None:
    assert vows.has_fallen(creature) is gone


@rule("rampage:class.paladin.fall", "rampage:class.ravager.fall")
@pytest.mark.parametrize(("who", "which"), [(paladin(), "paladin"), (ravager(), "ravager")])
def test_a_breach_suspends_the_powers_once(who: Creature, which: str) -> None:
    do = rolling(home(who))
    vows.breach(do, "hero", "lies", "rampage:class.paladin.company")
    assert fell(do)
    assert f"class.{which}.fall" in rules_of(do)
    assert last(do, VowBroken).what == "lies"
    before = len(do.events)
    vows.breach(do, "hero", "lies again", "rampage:class.paladin.company")
    assert len(do.events) == before
    plain = rolling(home(one()))
    vows.breach(plain, "hero", "lies", "rampage:class.paladin.company")
    assert not plain.events


@rule("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def test_a_warning_of_the_judge_leaves_the_powers() -> None:
    state = replace(home(paladin()), standing={"rampage:class.paladin.fall": Standing("always", "a warning")})
    do = rolling(state)
    vows.breach(do, "hero", "lies", "rampage:class.paladin.company")
    assert not fell(do) and has_event(do, VowBroken)


@rule("rampage:class.paladin.fall", "rampage:class.ravager.fall")
@pytest.mark.parametrize(
    ("who", "bonus"), [(paladin(), 2), (fallen(paladin()), 0), (ravager(), 2), (fallen(ravager()), 0)]
)
def test_the_fallen_save_as_warriors(who: Creature, bonus: int) -> None:
    do = rolling(home(who), d20(10))
    save(do, "hero", "general")
    assert sum(m.amount for m in last(do, SaveRolled).roll.modifiers) == bonus


@rule("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def test_the_fallen_have_neither_hands_nor_gifts_nor_blade() -> None:
    hurt = replace(friend("lawful"), hp=5)
    assert why(home(paladin(), hurt), LayOnHands("hero", "friend")) is None
    assert against(home(fallen(paladin()), hurt), LayOnHands("hero", "friend")) == "class.paladin.fall"
    assert gifts.castable(paladin(level=8)) == [("blaze-of-justice", "paladin")]
    assert not gifts.castable(fallen(paladin(level=8)))
    assert gifts.castable(ravager(level=8)) and not gifts.castable(fallen(ravager(level=8)))
    assert strikes.has_fallen is vows.has_fallen


@rule("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def test_a_week_and_all_money_atone() -> None:
    do = do_it(home(fallen(paladin(gp=30))), Atone("hero"))
    assert not fell(do)
    assert purse_sp(do.state.creatures["hero"].items) == 0
    assert do.state.now == MORNING + 7 * DAY
    assert rules_of(do) >= {"class.paladin.fall"}
    assert against(home(paladin()), Atone("hero")) == "class.paladin.fall"
    assert against(home(of(fallen(paladin()), "neutral")), Atone("hero")) == "class.paladin.fall"
    assert oaths.atonements(home(fallen(ravager()))) == [Atone("hero")]
    assert oaths.atonements(home(ravager())) == []
    poor = do_it(home(fallen(ravager())), Atone("hero"))
    assert not fell(poor) and "class.ravager.fall" in rules_of(poor)


# Company


@rule("rampage:class.paladin.company", "rampage:class.ravager.company")
@pytest.mark.parametrize(
    ("who", "other", "breaks"),
    [(paladin(), "chaotic", True), (paladin(), "neutral", True), (paladin(), "lawful", False),
     (ravager(), "lawful", True), (ravager(), "neutral", False), (ravager(), "chaotic", False),
     (one(), "chaotic", False)],
)  # fmt: skip
def test_they_set_out_with_their_like_alone(who: Creature, other: str, breaks: bool) -> None:
    do = rolling(home(who, friend(other)))
    oaths.on_going(do, SET_OUT)
    assert fell(do) is breaks
    stays = rolling(home(who, friend(other)))
    oaths.on_going(stays, PartyWent("dungeon", None, "arrived"))
    assert not stays.events


@rule("rampage:class.paladin.company", "rampage:class.paladin.hirelings")
def test_a_paladin_may_have_neutral_hirelings() -> None:
    served = home(paladin(), friend("neutral"), services={"friend": Service("hero", "henchman", 0)})
    do = rolling(served)
    oaths.on_going(do, SET_OUT)
    assert not fell(do)
    beasts = rolling(home(paladin(), replace(foe("mule", "mule"), side="party")))
    oaths.on_going(beasts, SET_OUT)
    assert not fell(beasts)


@rule("rampage:class.paladin.hirelings", "rampage:class.ravager.company")
@pytest.mark.parametrize(
    ("who", "kind", "refused"),
    [(paladin(gp=99), "guardian", "class.paladin.hirelings"), (paladin(gp=99), "punisher", "class.paladin.hirelings"),
     (paladin(gp=99), "militant", ""), (paladin(gp=99), "warrior", ""),
     (ravager(gp=99), "militant", "class.ravager.company"),
     (ravager(gp=99), "guardian", ""), (with_items(one(), gp=99), "guardian", "")],
)  # fmt: skip
def test_whom_they_may_hire(who: Creature, kind: str, refused: str) -> None:
    refusal = why(home(who), HireSoldiers("hero", kind, 1, False))
    assert (refusal.rule if refusal is not None else "") == (f"rampage:{refused}" if refused else "")


@rule("rampage:class.paladin.hirelings", "rampage:class.ravager.company")
def test_no_henchman_is_against_their_faith() -> None:
    assert oaths.why_not_serve(paladin(), "ravager") is not None
    assert oaths.why_not_serve(paladin(), "berserker") is None
    assert oaths.why_not_serve(paladin(), "porter") is None
    assert oaths.why_not_serve(ravager(), "paladin") is not None
    state = home(paladin(gp=99, level=5))
    assert state.settlement is not None
    druid = Applicant("h", "druid", 1, "Oak", (20,))
    looking = replace(state, settlement=replace(state.settlement, applicants=(druid,)))
    assert against(looking, Hire("hero", "h", (20,))) == "class.paladin.hirelings"


@rule("rampage:class.paladin.hirelings", "rampage:class.ravager.company")
@pytest.mark.parametrize(
    ("who", "was", "now", "cited"),
    [(paladin(), "chaotic", "neutral", "class.paladin.hirelings"), (paladin(), "neutral", "neutral", ""),
     (paladin(), "lawful", "lawful", ""), (ravager(), "lawful", "neutral", "class.ravager.company"),
     (ravager(), "chaotic", "chaotic", ""), (one(), "chaotic", "chaotic", "")],
)  # fmt: skip
def test_none_but_the_fit_come_to_serve(who: Creature, was: str, now: str, cited: str) -> None:
    state = home(who, of(replace(foe("man", "man-at-arms"), side="party"), was))
    do = rolling(state, *d6(3, 3), *d6(*[3] * 18))
    retainers.swear(do, "man", who, services.HENCHMAN)
    assert sheet(do.state.creatures["man"]).alignment == now
    assert ("rampage:" + cited in last(do, SheetChanged).rule) is bool(cited)


@rule("rampage:class.paladin.soldiers")
@pytest.mark.parametrize(
    ("have", "who", "breaks"), [(199, "paladin", False), (200, "paladin", True), (200, "warrior", False)]
)
def test_two_hundred_soldiers_are_enough(have: int, who: str, breaks: bool) -> None:
    lord = paladin(gp=10, level=9) if who == "paladin" else with_items(one(level=9, CHA=17), gp=10)
    men = [replace(foe(f"m{n}", "militia"), side="monsters") for n in range(have)]
    state = home(lord, *men, services={m.id: Service("hero", "mercenary", 9 * MONTH) for m in men})
    do = do_it(state, HireSoldiers("hero", "militia", 0, False), d6(3))
    assert fell(do) is breaks
    assert ("class.paladin.soldiers" in rules_of(do)) is breaks


# Castles


@rule("rampage:class.paladin.castle")
@pytest.mark.parametrize(("gp", "breaks"), [(200_000, False), (200_001, True)])
def test_a_castle_may_be_too_grand(gp: int, breaks: bool) -> None:
    do = rolling(home(paladin()))
    oaths.weigh_castle(do, "hero", gp)
    assert fell(do) is breaks
    other = rolling(home(ravager()))
    oaths.weigh_castle(other, "hero", gp)
    assert not other.events


@rule("rampage:class.paladin.castle", "rampage:retainer.follower")
def test_a_castle_costs_what_it_is_worth() -> None:
    grand = home(paladin(gp=250_000))
    follower = (d6(3), *d6(*[3] * 20))
    done = do_it(grand, BuildStronghold("hero", 250_000), *d6(1, 1), *follower, *follower)
    assert fell(done) and purse_sp(done.state.creatures["hero"].items) == 0
    assert against(home(paladin(gp=9000)), BuildStronghold("hero", 9001)) == "retainer.follower"
    assert against(home(paladin(gp=9000)), BuildStronghold("hero", 4999)) == "retainer.follower"
    assert why(home(paladin(gp=9000)), BuildStronghold("hero", 9000)) is None


@rule("rampage:class.ravager.home")
def test_a_ravager_buys_no_home() -> None:
    assert against(home(ravager(gp=9000)), BuildStronghold("hero")) == "class.ravager.home"


@rule("rampage:class.paladin.castle-savings")
def test_a_temple_keeps_savings() -> None:
    state = home(paladin())
    assert oaths.savings(state) == [SaveForCastle("hero")]
    kept = do_it(state, SaveForCastle("hero")).state
    assert campaign(kept).savings == {"hero": 0}
    assert oaths.savings(kept) == []
    assert against(kept, SaveForCastle("hero")) == "class.paladin.castle-savings"
    assert against(home(paladin(), lords=("hero",)), SaveForCastle("hero")) == "class.paladin.castle-savings"
    assert against(home(one()), SaveForCastle("hero")) == "class.paladin.castle-savings"


@rule("rampage:class.paladin.castle-savings")
def test_savings_pay_for_the_castle_first() -> None:
    state = home(paladin(gp=1000), savings={"hero": 45_000})
    assert oaths.wealth_sp(state, state.creatures["hero"]) == 55_000
    do = rolling(state)
    oaths.pay_castle(do, "hero", 50_000, ())
    assert campaign(do.state).savings["hero"] == 0
    assert purse_sp(do.state.creatures["hero"].items) == 5_000
    cheap = rolling(home(paladin(gp=1000), savings={"hero": 60_000}))
    oaths.pay_castle(cheap, "hero", 50_000, ())
    assert campaign(cheap.state).savings["hero"] == 10_000
    assert purse_sp(cheap.state.creatures["hero"].items) == 10_000


@rule("rampage:class.paladin.alms-savings")
@pytest.mark.parametrize(("gp", "kept"), [(1000, 499), (999, 499), (3, 1), (2, 0), (1, 0), (0, 0)])
def test_more_than_half_is_given_away(gp: int, kept: int) -> None:
    """1000 gp: at most 499 may be deposited."""
    saving = home(paladin(), savings={"hero": 0})
    assert oaths.alms_of(saving, "hero", gp * 10) == ((gp - kept) * 10, kept * 10)
    assert oaths.alms_of(home(paladin()), "hero", gp * 10) == (gp * 10, 0)


@rule("rampage:class.paladin.alms-savings", "rampage:class.paladin.castle-savings", "rampage:class.paladin.alms")
def test_what_comes_home_is_given_and_kept() -> None:
    do = rolling(home(paladin(gp=1500), savings={"hero": 70}))
    dues.pay(do, 1020)
    assert campaign(do.state).savings["hero"] == 70 + 4990
    assert purse_sp(do.state.creatures["hero"].items) == 15_000 - 10_000
    gives = rolling(home(paladin(gp=1500)))
    dues.pay(gives, 1020)
    assert purse_sp(gives.state.creatures["hero"].items) == 5_000
    assert "class.paladin.alms" in rules_of(gives)


# Ravagers


@rule("rampage:class.ravager.sacrifice")
@pytest.mark.parametrize(("level", "given", "breaks"), [(4, 3, True), (4, 4, False), (1, 0, True), (1, 1, False)])
def test_a_prisoner_a_level_each_month(level: int, given: int, breaks: bool) -> None:
    state = home(ravager(level=level), dark_months={"hero": 0}, sacrificed={"hero": given})
    before = rolling(replace(state, now=MONTH - 1))
    oaths.count_sacrifices(before)
    assert not before.events
    do = rolling(replace(state, now=MONTH))
    oaths.count_sacrifices(do)
    assert fell(do) is breaks
    assert campaign(do.state).sacrificed["hero"] == 0
    assert campaign(do.state).dark_months["hero"] == 1


@rule("rampage:class.ravager.sacrifice")
def test_the_first_month_begins_when_it_is_counted() -> None:
    do = rolling(home(ravager(), one("other")))
    oaths.count_sacrifices(do)
    assert not fell(do)
    assert campaign(do.state).dark_months == {"hero": 0}


@rule("rampage:class.ravager.sacrifice")
def test_a_ravager_sacrifices_captives() -> None:
    state = below(ravager(), replace(foe(), status="yielded"), captives=("orc-1",))
    assert sacrifices(state) == [Sacrifice("hero", "orc-1")]
    do = do_it(state, Sacrifice("hero", "orc-1"))
    assert do.state.creatures["orc-1"].status == "dead"
    assert campaign(do.state).sacrificed == {"hero": 1}
    assert last(do, Died).rule == last(do, Sacrificed).rule == ("rampage:class.ravager.sacrifice",)
    assert against(do.state, Sacrifice("hero", "orc-1")) == "class.ravager.sacrifice"
    assert against(below(one(), captives=("orc-1",)), Sacrifice("hero", "orc-1")) == "class.ability.mark-of-hell"


@rule("rampage:class.ravager.kill-on-sight")
@pytest.mark.parametrize(
    ("kind", "alignment", "kills"),
    [("druid", "neutral", True), ("militant", "lawful", True), ("punisher", "chaotic", False),
     ("paladin", "lawful", True), ("warrior", "lawful", False)],
)  # fmt: skip
def test_a_ravager_kills_clerics_and_paladins_on_sight(kind: str, alignment: str, kills: bool) -> None:
    state = below(ravager(), of(replace(one("other", kind), side="monsters"), alignment))
    found = meetings.who_must_kill(state, ("other",))
    assert (found is not None) is kills
    assert meetings.who_must_kill(below(fallen(ravager()), state.creatures["other"]), ("other",)) is None
    assert meetings.who_must_kill(below(one(), state.creatures["other"]), ("other",)) is None


@rule("rampage:class.ravager.kill-on-sight")
def test_acolytes_are_clerics() -> None:
    for alignment, kills in (("lawful", True), ("neutral", True), ("chaotic", False)):
        state = below(ravager(), of(foe("a", "acolyte"), alignment))
        assert (meetings.who_must_kill(state, ("a",)) is not None) is kills


@rule("rampage:class.ravager.sacrifice", "rampage:class.ravager.kill-on-sight")
def test_nothing_given_is_nothing_and_the_first_ravager_leads() -> None:
    do = rolling(replace(home(ravager(), dark_months={"hero": 0}), now=MONTH))
    oaths.count_sacrifices(do)
    assert fell(do)
    other = replace(ravager(), id="other")
    found = meetings.who_must_kill(below(ravager(), other, of(foe("a", "acolyte"), "lawful")), ("a",))
    assert found is not None and found.id == "hero"
