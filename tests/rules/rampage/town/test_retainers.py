"""Henchmen, mercenaries, followers, vassals and dogs."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    beast,
    do_it,
    has_event,
    home,
    last,
    one,
    rolling,
    rules_of,
    why,
    with_items,
)

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Buy, Hire
from underkeep.systems.rampage.basics.campaign import Bond, Service, campaign
from underkeep.systems.rampage.basics.money import purse_sp
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.abilities import most_henchmen
from underkeep.systems.rampage.checks.advancement import LevelGained
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.systems.rampage.town import retainers, services, soldiers
from underkeep.systems.rampage.town.animals import TakeLead
from underkeep.systems.rampage.town.retainers import HenchmanMorale
from underkeep.systems.rampage.town.services import OathBroken, ServiceEnded
from underkeep.systems.rampage.town.soldiers import BuildStronghold, CallUp, HireSoldiers, RaiseVassals, StandDown
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.party import PartyLeft, PartyWent
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

MONTH = 30 * DAY


def looking(state: State, kind: str = "militia", level: int = 0) -> State:
    who = Applicant("henchman-1", kind, level, "Falk", (10 * (level + 1),))
    assert state.settlement is not None
    return replace(state, settlement=replace(state.settlement, applicants=(who,)))


def offer(gp: int = 10) -> Hire:
    return Hire("hero", "henchman-1", (gp,))


def rich(gp: int = 1000, **changes: object) -> Creature:
    return with_items(one(**changes), gp=gp)


@rule("rampage:retainer.henchman.level", "rampage:retainer.henchman.level-zero")
def test_a_henchman_is_of_lower_level() -> None:
    assert against(looking(home(rich()), "warrior", 1), offer(20)) == "retainer.henchman.level-zero"
    assert against(looking(home(rich(level=2)), "warrior", 2), offer(30)) == "retainer.henchman.level"
    assert why(looking(home(rich(level=3)), "warrior", 2), offer(30)) is None
    assert why(looking(home(rich())), offer()) is None


@rule("rampage:abilities.cha.henchmen")
def test_the_books_two_masters() -> None:
    """Unpleasant Stan with CHA 4 has 2, Sir Frank with 13 has 6."""
    assert (most_henchmen(4), most_henchmen(13)) == (2, 6)
    serving = {f"h{n}": Service("hero", "henchman", 10**9) for n in range(2)}
    people = [one(f"h{n}") for n in range(2)]
    assert against(looking(home(rich(CHA=4), *people, services=serving)), offer()) == "abilities.cha.henchmen"
    assert why(looking(home(rich(CHA=6), *people, services=serving)), offer()) is None


@rule("rampage:retainer.henchman.upkeep")
def test_he_asks_his_living() -> None:
    assert against(looking(home(rich())), offer(9)) == "retainer.henchman.upkeep"


def hired(cha: int, *faces: int, kind: str = "militia", **remembered: object) -> object:
    """The dice: the check, hit points, morale, six abilities."""
    state = looking(home(rich(CHA=cha), **remembered), kind)
    return play.resolve(RULESET, state, "player", offer(), _dice(*faces))


def _dice(*faces: int) -> object:
    from underkeep.testing.faces import Standing

    dice = Standing(*faces)
    dice.standing = {" of henchman-1": d6(3)}
    dice.standing = {
        **{f"{a} of": d6(3) for a in ("STR", "INT", "WIS", "DEX", "CON", "CHA of henchman")},
        "hit points": d6(3),
    }
    return dice


@rule(
    "rampage:retainer.henchman.morale", "rampage:retainer.henchman.fights", "rampage:retainer.henchman.advance",
    "rampage:retainer.henchman.level-zero-xp", "rampage:retainer.henchman.upkeep",
)  # fmt: skip
@pytest.mark.parametrize(("cha", "morale"), [(15, 9), (14, 8), (5, 7)])
def test_a_new_henchman(cha: int, morale: int) -> None:
    do = rolling(home(rich(CHA=cha), replace(beast("man", "militia"))), *d6(4, 4), *d6(*[3] * 18))
    retainers.swear(do, "man", do.state.creatures["hero"], services.HENCHMAN)
    own = sheet(do.state.creatures["man"])
    assert (own.morale, own.xp, own.scores) == (morale, -1000, (9,) * 6)
    assert campaign(do.state).services["man"].paid_until == MORNING + MONTH
    assert last(do, HenchmanMorale).roll.total == morale


@rule("rampage:retainer.henchman.fights", "rampage:abilities.cha.typical-checks")
def test_who_is_won_marches_along_and_who_is_not_goes() -> None:
    state = looking(home(rich(CHA=18)))
    ends = [play.resolve(RULESET, state, "player", offer(), Seeded(n, "x")) for n in range(12)]
    won = next(do for do in ends if last(do, CheckRolled).success)
    lost = next(do for do in ends if not last(do, CheckRolled).success)
    assert won.state.party is not None and "henchman-1" in won.state.party.members
    assert lost.state.party is not None and lost.state.party.members == ("hero",)
    assert won.state.settlement is not None and won.state.settlement.applicants == ()
    assert "retainer.henchman.fights" in rules_of(won)


@rule("rampage:retainer.bad-reputation")
def test_broken_oaths_make_hiring_harder() -> None:
    state = looking(home(rich(CHA=12), incidents={"hero": 2}))
    do = play.resolve(RULESET, state, "player", offer(), Seeded(1, "x"))
    check = next(e for e in do.events if isinstance(e, CheckRolled))
    assert ("bad reputation", 6) in check.roll.modifiers
    assert "rampage:retainer.bad-reputation" in check.rule


def with_man(gp: int, service: Service, **remembered: object) -> State:
    return home(rich(gp), one("man"), services={"man": service}, **remembered)


@rule("rampage:retainer.henchman.upkeep", "rampage:retainer.bad-reputation")
def test_months_are_paid_or_he_leaves() -> None:
    due = Service("hero", "henchman", MORNING)
    paid = rolling(with_man(20, due))
    services.settle(paid)
    assert purse_sp(paid.state.creatures["hero"].items) == 0
    assert campaign(paid.state).services["man"].paid_until == MORNING + MONTH
    poor = rolling(with_man(19, due))
    services.settle(poor)
    assert last(poor, PartyLeft).creature == "man"
    assert last(poor, OathBroken).incidents == 1
    early = rolling(with_man(20, replace(due, paid_until=MORNING + 1)))
    services.settle(early)
    assert early.events == []


@rule("rampage:retainer.mercenary.double-pay", "rampage:retainer.mercenary.dungeon-pay", "rampage:retainer.vassal")
@pytest.mark.parametrize(
    ("rank", "field", "cost"),
    [("mercenary", 1, 30), ("mercenary", 2, 60), ("mercenary", 5, 150), ("vassal", 1, 0), ("vassal", 2, 60)],
)
def test_what_soldiers_cost(rank: str, field: int, cost: int) -> None:
    state = with_man(100, Service("hero", rank, MORNING, 30, field))
    assert services.month_sp(state, "man", campaign(state).services["man"])[0] == cost
    do = rolling(state)
    services.settle(do)
    assert campaign(do.state).services["man"].field == 1
    assert purse_sp(do.state.creatures["hero"].items) == 1000 - cost


@rule("rampage:retainer.mercenary.double-pay", "rampage:retainer.mercenary.dungeon-pay")
def test_marching_out_and_going_below() -> None:
    do = rolling(with_man(100, Service("hero", "mercenary", 10**9, 30)))
    do.emit(PartyWent("road", None, "set out"))
    assert campaign(do.state).services["man"].field == 2
    do.emit(PartyWent("dungeon", None, "arrived"))
    assert campaign(do.state).services["man"].field == 5
    do.emit(PartyWent("road", None, "set out"))
    assert campaign(do.state).services["man"].field == 5


@rule("rampage:retainer.henchman.leaves-at-equal", "rampage:retainer.henchman.former")
def test_a_henchman_as_good_as_his_master_is_his_own() -> None:
    from underkeep.kernel.event import Roll

    state = home(rich(level=2), one("man"), services={"man": Service("hero", "henchman", 10**9)})
    do = rolling(state)
    do.emit(LevelGained("man", 1, Roll("1d6", (1,), 1), 5, 5))
    assert "man" in campaign(do.state).services
    do.emit(LevelGained("man", 2, Roll("1d6", (1,), 1), 5, 5))
    assert last(do, ServiceEnded).creature == "man"
    assert do.state.party is not None and "man" in do.state.party.members
    away = rolling(state)
    away.rulings = {"rampage:retainer.henchman.former": "goes his way"}
    away.emit(LevelGained("man", 2, Roll("1d6", (1,), 1), 5, 5))
    assert has_event(away, PartyLeft)


@rule("rampage:retainer.mercenary.levels")
@pytest.mark.parametrize(
    ("kind", "most"),
    [("militia", 0), ("warrior", 2), ("scout", 2), ("thief", 2), ("militant", 1), ("guardian", 1), ("punisher", 1),
     ("wizard", -1), ("paladin", -1), ("orc", -1)],
)  # fmt: skip
def test_how_good_mercenaries_are(kind: str, most: int) -> None:
    assert soldiers.most_level(kind) == most
    if most > 0:
        assert why(home(rich()), HireSoldiers("hero", kind, most, False)) is None
    assert against(home(rich()), HireSoldiers("hero", kind, max(most, 0) + 1, False)) == "retainer.mercenary.levels"


@rule("rampage:retainer.mercenary.squad", "rampage:retainer.mercenary.sergeant", "rampage:retainer.mercenary.use")
def test_a_squad_has_a_sergeant() -> None:
    do = play.resolve(RULESET, home(rich()), "player", HireSoldiers("hero", "man-at-arms", 0, True), Seeded(1, "x"))
    kinds = [c.kind for c in do.state.creatures.values() if c.id != "hero"]
    assert (kinds.count("man-at-arms"), kinds.count("sergeant")) == (9, 1)
    sergeant = next(c for c in do.state.creatures.values() if c.kind == "sergeant")
    assert sergeant.hp == 6
    assert do.state.party is not None and do.state.party.members == ("hero",)
    assert purse_sp(do.state.creatures["hero"].items) == 10000 - 300
    called = do_it(do.state, CallUp("hero")).state
    assert called.party is not None and len(called.party.members) == 11
    back = do_it(called, StandDown("hero")).state
    assert back.party is not None and back.party.members == ("hero",)
    assert against(home(rich()), CallUp("hero")) == "retainer.mercenary.use"


@rule("rampage:abilities.cha.troops", "rampage:abilities.cha.troops-fighter")
def test_nobody_leads_more_than_charisma_allows() -> None:
    serving = {f"m{n}": Service("hero", "mercenary", 10**9, 30) for n in range(40)}
    men = [replace(beast(f"m{n}", "militia")) for n in range(40)]
    full = home(rich(CHA=3), *men, services=serving)
    assert against(full, HireSoldiers("hero", "militia", 0, False)) == "abilities.cha.troops-fighter"
    jack = home(with_items(one(kind="scout", CHA=4), gp=1000), *men, services=serving)
    assert against(jack, HireSoldiers("hero", "militia", 0, False)) == "abilities.cha.troops"


@rule("rampage:retainer.follower")
def test_a_stronghold_brings_followers_beyond_charisma() -> None:
    assert against(home(rich(4999)), BuildStronghold("hero")) == "retainer.follower"
    do = play.resolve(RULESET, home(rich(5000, CHA=3)), "player", BuildStronghold("hero"), Seeded(2, "x"))
    followers = services.serving(do.state, "hero", services.FOLLOWER)
    assert 2 <= len(followers) <= 12 and len(followers) > most_henchmen(3)
    assert retainers.has_room(do.state, do.state.creatures["hero"])
    assert against(do.state, BuildStronghold("hero")) == "retainer.follower"


@rule("rampage:class.ability.engineer")
@pytest.mark.parametrize(("level", "cost"), [(8, 5000), (9, 4250)])
def test_an_engineer_of_ones_own_asks_no_fee(level: int, cost: int) -> None:
    def with_delver(gp: int) -> State:
        return home(rich(gp), replace(one(kind="delver", level=level), id="delver"))

    assert against(with_delver(cost - 1), BuildStronghold("hero")) == "retainer.follower"
    do = play.resolve(RULESET, with_delver(cost), "player", BuildStronghold("hero"), Seeded(2, "x"))
    cited = any("rampage:class.ability.engineer" in event.rule for event in do.events)
    assert cited is (level == 9)


@rule("rampage:retainer.vassal")
def test_a_lord_raises_vassals() -> None:
    assert against(home(rich()), RaiseVassals("hero")) == "retainer.vassal"
    do = play.resolve(RULESET, home(rich(), lords=("hero",)), "player", RaiseVassals("hero"), Seeded(1, "x"))
    assert len(services.serving(do.state, "hero", services.VASSAL)) == 10
    assert against(do.state, RaiseVassals("hero")) == "retainer.vassal"


# Dogs


@rule("rampage:animal.dogs.max", "rampage:animal.dogs.training")
def test_nine_dogs_at_most() -> None:
    pack = [beast(f"d{n}", "guard-dog") for n in range(8)]
    bonds = {f"d{n}": Bond("hero", 0) for n in range(8)}
    state = home(rich(), *pack, dogs=bonds)
    assert against(state, Buy("hero", "tracking-dog", 2)) == "animal.dogs.max"
    do = play.resolve(RULESET, state, "player", Buy("hero", "tracking-dog", 1), Seeded(1, "x"))
    assert campaign(do.state).dogs["tracking-dog-1"] == Bond("hero", MORNING)
    assert do.state.party is not None and "tracking-dog-1" in do.state.party.members
    assert against(do.state, Buy("hero", "guard-dog", 1)) == "animal.dogs.max"
    assert why(do.state, Buy("hero", "mule", 1)) is None


@rule("rampage:animal.war-dogs.handler", "rampage:animal.war-dogs.rehandle")
def test_two_war_dogs_a_handler_and_another_month_with_a_new_one() -> None:
    bonds = {"w1": Bond("hero", 0), "w2": Bond("hero", 0)}
    state = home(rich(), one("other"), beast("w1", "war-dog"), beast("w2", "war-dog"), dogs=bonds)
    assert against(state, Buy("hero", "war-dog", 1)) == "animal.war-dogs.handler"
    assert against(state, TakeLead("hero", "w1")) == "animal.war-dogs.rehandle"
    done = do_it(state, TakeLead("other", "w1")).state
    assert campaign(done).dogs["w1"] == Bond("other", MORNING)
    assert against(state, TakeLead("other", "nobody")) == "animal.war-dogs.handler"
    assert d20(1)
