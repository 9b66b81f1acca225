"""Life in town to the penny: what lies just on either side of each number."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.casters import caster
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    beast,
    do_it,
    foe,
    has_event,
    home,
    item,
    last,
    one,
    rolling,
    why,
    with_items,
)

from underkeep.kernel.prompt import Prompt
from underkeep.procedures.delve_actions import Buy
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import Bond, Service, campaign
from underkeep.systems.rampage.basics.money import purse_sp
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import miracles
from underkeep.systems.rampage.town import (
    animals,
    crafting,
    dues,
    homecoming,
    retainers,
    services,
    soldiers,
    temple,
    town,
    training,
)
from underkeep.systems.rampage.town.animals import TakeLead
from underkeep.systems.rampage.town.crafting import MakeThing
from underkeep.systems.rampage.town.services import ServiceSworn
from underkeep.systems.rampage.town.soldiers import BuildStronghold, HireSoldiers, RaiseVassals
from underkeep.systems.rampage.town.temple import PriestDrained, SeekHealing
from underkeep.testing import d3, d4, d6, d8, d20, rule
from underkeep.testing.faces import Standing
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyJoined, PartyWent
from underkeep.world.settlement import Applicant, SettlementChanged
from underkeep.world.state import State


def rich(gp: int = 1000, **changes: object) -> Creature:
    return with_items(one(**changes), gp=gp)


def purse(state: State, id: str = "hero") -> int:
    return purse_sp(state.creatures[id].items)


def making(state: State, *faces: int, hp: int = d6(3)) -> Resolution:
    """Whoever is made meanwhile is nothing special."""
    do = rolling(state)
    dice = Standing(*faces)
    dice.standing = {
        "hit points": hp,
        "alignment": d3(1),
        "morale of": d6(3),
        " of henchman": d6(3),
        " of man-at-arms": d6(3),
    }
    do.dice = dice
    return do


# Henchmen


@rule("rampage:retainer.bad-reputation", "rampage:abilities.cha.typical-checks")
@pytest.mark.parametrize(("face", "how"), [(10, "hired"), (11, "declined")])
@pytest.mark.parametrize(("kind", "calling"), [("apprentice", "wizard"), ("militia", "")])
def test_a_plain_check_wins_a_henchman(face: int, how: str, kind: str, calling: str) -> None:
    state = home(rich())
    assert state.settlement is not None
    who = Applicant("henchman-1", kind, 0, "Falk", (10,))
    do = making(
        replace(state, settlement=replace(state.settlement, applicants=(who,))),
        d20(face),
    )
    retainers.hire(do, state.creatures["hero"], "henchman-1", (10,))
    assert last(do, SettlementChanged).what == how
    assert next(e for e in do.events if isinstance(e, CheckRolled)).roll.modifiers == ()
    if how == "hired":
        assert campaign(do.state).services["henchman-1"].apprentice == calling


@rule("rampage:retainer.henchman.morale")
@pytest.mark.parametrize(("cha", "faces", "morale"), [
    (15, (6, 6), 12), (10, (6, 6), 12), (10, (5, 6), 11), (5, (1, 1), 2), (10, (1, 1), 2), (10, (1, 2), 3),
])  # fmt: skip
def test_morale_is_two_to_twelve(cha: int, faces: tuple[int, int], morale: int) -> None:
    do = rolling(home(rich(CHA=cha), one("man")), *d6(*faces))
    retainers.swear(do, "man", do.state.creatures["hero"], services.HENCHMAN)
    assert sheet(do.state.creatures["man"]).morale == morale


# Soldiers


@rule("rampage:retainer.mercenary.levels")
def test_who_is_for_hire() -> None:
    for kind, level in (("warrior", -1), ("warrior", 0), ("militia", -1), ("militia", 1)):
        assert against(home(rich()), HireSoldiers("hero", kind, level, False)) == "retainer.mercenary.levels"
    assert why(home(rich()), HireSoldiers("hero", "militia", 0, False)) is None


@rule("rampage:retainer.mercenary.levels")
@pytest.mark.parametrize(
    ("gp", "squad", "hires"), [(3, False, True), (2, False, False), (30, True, True), (29, True, False)]
)
def test_the_first_month_in_hand(gp: int, squad: bool, hires: bool) -> None:
    refusal = why(home(rich(gp)), HireSoldiers("hero", "militia", 0, squad))
    assert (refusal is None) is hires
    if refusal is not None:
        assert refusal.rule == "rampage:retainer.mercenary.use"


@rule("rampage:abilities.cha.troops", "rampage:abilities.cha.troops-fighter")
@pytest.mark.parametrize(("kind", "men", "squad", "hires"), [
    ("scout", 29, False, True), ("scout", 30, False, False), ("scout", 20, True, True), ("scout", 21, True, False),
    ("warrior", 39, False, True), ("warrior", 40, False, False),
])  # fmt: skip
def test_how_many_somebody_leads(kind: str, men: int, squad: bool, hires: bool) -> None:
    """Charisma 3: thirty, and ten more for a fighter of the first level."""
    serving = {f"m{n}": Service("hero", "mercenary", 10**9, 30) for n in range(men)}
    state = home(rich(kind=kind, CHA=3), *(beast(id, "militia") for id in serving), services=serving)
    assert (soldiers.why_not_hire(state, HireSoldiers("hero", "militia", 0, squad)) is None) is hires


@rule("rampage:retainer.mercenary.use", "rampage:retainer.mercenary.squad", "rampage:retainer.mercenary.sergeant")
def test_one_soldier_costs_for_one_and_a_squad_is_led() -> None:
    do = making(home(rich(10)))
    soldiers.hire(do, HireSoldiers("hero", "militia", 0, False))
    sworn = [e for e in do.events if isinstance(e, ServiceSworn)]
    assert [e.rule[0] for e in sworn] == ["rampage:retainer.mercenary.use"]
    assert purse(do.state) == 70
    squad = making(home(rich(30)))
    soldiers.hire(squad, HireSoldiers("hero", "militia", 0, True))
    cited = [e.rule[0] for e in squad.events if isinstance(e, ServiceSworn)]
    assert cited == ["rampage:retainer.mercenary.sergeant", *["rampage:retainer.mercenary.squad"] * 9]


@rule("rampage:retainer.follower")
def test_two_dice_of_followers_for_five_thousand_gold() -> None:
    do = making(home(rich(5001)), *d6(1, 2))
    soldiers.build(do, BuildStronghold("hero"))
    assert len(services.serving(do.state, "hero", services.FOLLOWER)) == 3
    assert (purse(do.state), last_paid(do)) == (10, 50000)
    assert {e.service.pay_sp for e in do.events if isinstance(e, ServiceSworn)} == {0}


def last_paid(do: Resolution) -> int:
    return next(e.coins for e in do.events if isinstance(e, ItemsChanged))


@rule("rampage:retainer.vassal")
def test_vassals_have_a_soldiers_pay() -> None:
    do = making(home(rich(), lords=("hero",)))
    soldiers.raise_vassals(do, RaiseVassals("hero"))
    assert [e.service.pay_sp for e in do.events if isinstance(e, ServiceSworn)] == [30] * 10


@rule("rampage:retainer.mercenary.double-pay", "rampage:retainer.mercenary.dungeon-pay")
@pytest.mark.parametrize(("place", "how", "field", "after"), [
    ("road", "set out", 1, 2), ("road", "set out", 2, None), ("dungeon", "arrived", 2, 5),
    ("dungeon", "arrived", 5, None), ("dungeon", "walk", 1, None), ("town", "arrived", 1, None),
])  # fmt: skip
def test_what_raises_a_soldiers_pay(place: str, how: str, field: int, after: int | None) -> None:
    state = home(rich(), one("man"), services={"man": Service("hero", "mercenary", 10**9, 30, field)})
    do = rolling(state)
    services.on_going(do, PartyWent(place, None, how))  # type: ignore[arg-type]
    assert [e.service.field for e in do.events if isinstance(e, ServiceSworn)] == ([] if after is None else [after])


# Beasts


@rule("rampage:animal.dogs.max")
@pytest.mark.parametrize(("kind", "rule_"), [("guard-dog", ("rampage:animal.dogs.max",)), ("mule", ())])
def test_what_is_counted_when_a_beast_joins(kind: str, rule_: tuple[str, ...]) -> None:
    do = making(home(rich()), hp=d8(3))
    animals.acquire(do, "hero", kind, 1)
    assert last(do, PartyJoined).rule == rule_


@rule("rampage:animal.dogs.max")
def test_twenty_beasts_at_once() -> None:
    state = home(rich())
    hero = state.creatures["hero"]
    assert animals.why_not_own(state, hero, "mule", 20) is None
    assert animals.why_not_own(state, hero, "mule", 21) is not None


@rule("rampage:animal.war-dogs.handler")
@pytest.mark.parametrize(
    ("own", "other", "leads"), [(1, "war-dog", True), (2, "war-dog", False), (2, "guard-dog", True)]
)
def test_a_hand_for_each_war_dog(own: int, other: str, leads: bool) -> None:
    bonds = {**{f"w{n}": Bond("hero", 0) for n in range(own)}, "dog": Bond("other", 0)}
    pack = [beast(f"w{n}", "war-dog") for n in range(own)]
    state = home(rich(), one("other"), *pack, beast("dog", other), dogs=bonds)
    refusal = animals.why_not_lead(state, TakeLead("hero", "dog"))
    assert (refusal is None) is leads
    assert (animals.why_not_handle(state, state.creatures["hero"], 2 - own) is None) is True
    assert animals.why_not_handle(state, state.creatures["hero"], 3 - own) is not None


# Making things


@rule("rampage:magic-item.create.poison")
@pytest.mark.parametrize(("gp", "makes"), [(50, True), (49, False)])
def test_poison_costs_a_third(gp: int, makes: bool) -> None:
    punisher = with_items(caster("hero", kind="punisher", side="party"), "poison-kit", gp=gp)
    state = home(punisher)
    assert (crafting.why_not(state, MakeThing("hero", "blade-poison")) is None) is makes


@rule("rampage:magic-item.scroll.create-requirements", "rampage:magic-item.create.scroll-mage")
@pytest.mark.parametrize(
    ("spell", "gp", "writes"), [("drowse", 200, True), ("drowse", 199, False), ("charm-person", 100, True)]
)
def test_a_hundred_gold_pieces_a_level_of_the_spell(spell: str, gp: int, writes: bool) -> None:
    mage = with_items(caster("hero", side="party"), "grimoire", gp=gp)
    assert (crafting.why_not(home(mage), MakeThing("hero", "scroll", spell)) is None) is writes


@rule("rampage:magic-item.scroll.create-requirements")
@pytest.mark.parametrize("spell", ["drowse", "no-such-spell"])
def test_who_has_no_magic_writes_no_scroll(spell: str) -> None:
    refusal = crafting.why_not(home(rich()), MakeThing("hero", "scroll", spell))
    assert refusal is not None and refusal.rule == "rampage:magic-item.scroll.create-requirements"


# Dues, training and rest


@rule("rampage:class.cleric.tithe", "rampage:class.paladin.alms")
def test_a_tenth_of_an_equal_share() -> None:
    cleric = with_items(one(kind="militant"), gp=5000)
    do = rolling(home(cleric, one("other"), beast("dog", "guard-dog")))
    dues.pay(do, 2020)
    assert last(do, ItemsChanged).coins == 1010
    nobody = rolling(home(beast("dog", "guard-dog")))
    dues.pay(nobody, 100)
    assert nobody.events == []


@rule("rampage:downtime.training-cost")
def test_level_0_trains_for_as_much_as_level_1() -> None:
    assert [training.cost_sp(one(level=level)) for level in (1, 2)] == [1000, 2000]
    assert training.cost_sp(replace(one(), sheet=replace(sheet(one()), hd=0))) == 1000


@rule("rampage:healing.rest")
def test_days_in_bed() -> None:
    hurt = home(replace(one(), hp=5))
    do = rolling(hurt)
    homecoming.rest_days(do, 3)
    assert (do.state.now, do.state.creatures["hero"].hp) == (MORNING + 3 * DAY, 11)
    asked = replace(hurt, prompts=(Prompt("x-1", ("player",), "x", ("a", "b"), "a", ()),))
    interrupted = rolling(asked)
    homecoming.rest_days(interrupted, 3)
    assert interrupted.state.now == MORNING + DAY
    alone = rolling(home(replace(one(), status="dead")))
    homecoming.rest_days(alone, 3)
    assert alone.state.now == MORNING + DAY


# The temple


def seek(spell: str, what: str = "", target: str = "hurt") -> SeekHealing:
    return SeekHealing("hero", target, spell, what)


def initiated(gp: int) -> Creature:
    hero = rich(gp)
    return replace(hero, sheet=replace(sheet(hero), god="Odin"))


@rule("rampage:religion.services")
def test_the_initiated_pay_a_tenth_less() -> None:
    assert temple.price_sp(rich(), "Reincarnation") == 15000
    assert temple.price_sp(initiated(0), "Reincarnation") == 13500


@rule("rampage:healing.great-heal", "rampage:religion.services")
def test_who_is_healed_for_what_is_in_the_purse() -> None:
    hurt = replace(one("hurt"), hp=2)
    state = home(rich(50), hurt, foe())
    assert temple.why_not(state, seek("Heal Wounds")) is None
    stranger = temple.why_not(state, seek("Heal Wounds", target="orc-1"))
    assert stranger is not None and stranger.sentence.startswith("There is nobody")
    assert temple.why_not(state, seek("Heal Wounds", target="nobody")) is not None
    for payer, cited in ((rich(50), ()), (initiated(50), ("rampage:religion.services",))):
        do = rolling(home(payer, hurt))
        temple.seek(do, seek("Heal Wounds"))
        paid = next(e for e in do.events if isinstance(e, ItemsChanged))
        assert paid.rule == ("rampage:healing.magical-defined", *cited)
        assert not has_event(do, PartyJoined)


@rule("rampage:healing.raise-dead-drain", "rampage:healing.great-heal-drain")
def test_what_drains_the_priest_and_who_marches_again() -> None:
    dead = replace(one("hurt"), status="dead")
    state = home(rich(2000), dead)
    assert state.party is not None
    do = rolling(replace(state, party=replace(state.party, members=("hero",))), *d4(1, 1, 1))
    temple.seek(do, seek("Raise The Dead"))
    assert last(do, PriestDrained).rule == ("rampage:healing.raise-dead-drain",)
    assert last(do, PartyJoined).creature == "hurt"
    maimed = replace(one("hurt"), sheet=replace(sheet(one()), injuries=("lost left arm",)))
    healed = rolling(home(rich(2000), maimed), *d4(1, 1, 1))
    temple.seek(healed, seek("Great Heal", "lost left arm"))
    assert last(healed, PriestDrained).rule == ("rampage:healing.great-heal-drain",)
    assert not has_event(healed, PartyJoined) and miracles.HIT_POINTS


# Trade


@rule("rampage:class.ability.discount")
def test_a_merchant_has_a_tenth_off() -> None:
    assert purse(do_it(home(rich(1000, kind="merchant")), Buy("hero", "sickle-sword", 1)).state) == 10000 - 2700
    assert purse(do_it(home(rich(1000)), Buy("hero", "sickle-sword", 1)).state) == 10000 - 3000


@rule("rampage:class.ability.profit")
@pytest.mark.parametrize(("kind", "level", "thing", "count", "price", "profit"), [
    ("merchant", 3, "gold-ring", 1, 1650, True), ("merchant", 3, "gold-ring", 2, 3300, True),
    ("merchant", 2, "gold-ring", 2, 3000, False), ("warrior", 3, "gold-ring", 1, 1500, False),
    ("merchant", 3, "rope", 2, 0, False),
])  # fmt: skip
def test_profit_is_a_tenth_of_what_was_brought_from_elsewhere(
    kind: str, level: int, thing: str, count: int, price: int, profit: bool
) -> None:
    hero = one(kind=kind, level=level, gear=())
    state = home(replace(hero, items=(Item(thing, thing, count=3),)))
    sold = item(state, "hero", thing)
    from underkeep.systems.rampage.equipment import market

    price = price or market.price_sp(sold) * count
    do = rolling(state)
    town.sell(do, state.creatures["hero"], sold, count)
    assert purse(do.state) == price > 0
    told = "class.ability.profit" if profit else "equipment.lists-elsewhere"
    assert last(do, ItemsChanged).rule == (f"rampage:{told}",)
