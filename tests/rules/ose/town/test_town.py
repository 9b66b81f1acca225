"""The base town: how it is made, its shops, rumours, lodgings and healers, and who joins the party there."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, every, first, table

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.lab.delve import delve
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.money import IN_CP, coins, purse, purse_cp
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.equipment import market
from underkeep.systems.ose.equipment.treasure import gem, jewellery, valuables
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import answers, rumours, town, wages
from underkeep.systems.ose.town.roster import BuyHealing, CallBack, Enlist
from underkeep.systems.ose.town.town import BLACK_MARKET, SERVICES, TownStepTaken
from underkeep.table.new_game import Plan, new_game
from underkeep.testing import Alike, d6, rule
from underkeep.testing.builders import cellar, delving_party, item_id
from underkeep.world.clock import DAY
from underkeep.world.creature import Died, Healed
from underkeep.world.dungeon import Group, Hoard
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.settlement import RumourHeard, SettlementChanged
from underkeep.world.state import State

PC, OTHER = "hero-1", "hero-2"


def in_town(*items: Item, gp: int = 100, services: tuple[str, ...] = SERVICES) -> State:
    """A fighter with these things and a purse, and a thief without a copper."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "thief", in_town=True)
    assert state.settlement is not None
    state = state.with_creature(PC, items=(*items, coins("gp", gp)) if gp else items).with_creature(OTHER, items=())
    return replace(state, settlement=replace(state.settlement, services=services))


def founded(seed: int = 1, **rulings: str) -> Resolution:
    named = {f"ose:town.{key}": value for key, value in rulings.items()}
    do = Resolution(in_town(), Seeded(seed), RULESET, named)
    town.found(do)
    return do


def why_not(state: State, action: Action) -> Refusal:
    found = play.why_not(RULESET, state, "player", action)
    assert found is not None
    return found


def run(state: State, action: Action, *faces: int) -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, "player", action, dice)
    dice.finish()
    return done


# Making the town


@rule("ose:town.steps", "ose:town.ruler", "ose:town.npcs")
def test_a_town_is_made_in_five_steps():
    done = founded()
    assert [e.step for e in every(done, TownStepTaken)] == ["size", "services", "ruler", "npcs", "rumours"]
    made = done.state.settlement
    assert made is not None and made.name in town.names().towns
    assert town_life(done.state).ruler in town.sizes()[made.size].rulers
    assert set(town_life(done.state).people) == set(made.services)
    before = new_game(RULESET, 1, Plan(levels=1))
    assert [e.step for e in before.events if isinstance(e, TownStepTaken)] == ["size", "services", "ruler", "npcs"]


@rule("ose:town.size")
def test_sizes_by_population():
    ids = list(town.sizes())
    for id, (name, least, most) in zip(ids, table("town.sizes"), strict=True):
        size = town.sizes()[id]
        assert (size.name, size.least, size.most) == (name.lower(), least, most)
    assert [town.size_for(n) for n in (4999, 5000, 999, 1000, 15000)] == [
        "small town",
        "large town",
        "village",
        "small town",
        "city",
    ]


@rule("ose:town.size")
def test_a_small_town_unless_the_referee_says_otherwise():
    for seed in range(5):
        state = founded(seed).state
        assert state.settlement is not None and state.settlement.size == "small town"
        assert 1000 <= town_life(state).population <= 4999
    city = founded(size="city")
    assert city.state.settlement is not None and city.state.settlement.size == "city"
    assert first(city, Ruled).by == REFEREE


@rule("ose:town.services")
def test_each_service_is_there_or_not():
    assert set(SERVICES) == {"black market", "guard", "healing", "lodgings", "rumours"}
    found = [founded(seed).state.settlement for seed in range(20)]
    assert all(set(made.services) <= set(SERVICES) and "lodgings" in made.services for made in found if made)
    assert {BLACK_MARKET in made.services for made in found if made} == {True, False}


@rule("ose:town.guard")
def test_the_guard_is_noted_with_its_rounds():
    guards = [guard for seed in range(10) if (guard := town_life(founded(seed).state).guard) is not None]
    assert {guard.is_bribable for guard in guards} == {True, False}
    for guard in guards:
        assert set(guard.hours_between_rounds) == set(town.names().quarters)
        assert all(1 <= hours <= 6 for hours in guard.hours_between_rounds.values())


@rule("ose:town.healing")
def test_villages_have_no_magical_healing():
    for size, cure in (
        ("village", "none"),
        ("small town", "cure wounds"),
        ("large town", "cure serious wounds"),
        ("city", "cure serious wounds"),
    ):
        assert town_life(founded(size=size).state).healing == cure
    assert town_life(founded(healing="none").state).healing == "none"


@rule("ose:town.healing", "ose:healing.magical")
def test_the_temple_cures_wounds_for_a_gift():
    hurt = in_town().with_creature(PC, hp=1, max_hp=9)
    assert BuyHealing(PC) in play.legal_actions(RULESET, hurt, "player").listed
    done = run(hurt, BuyHealing(PC), d6(4))
    assert (first(done, Healed).amount, done.state.creatures[PC].hp) == (5, 6)
    assert purse_cp(done.state.creatures[PC].items) == 7500
    assert done.state.now == hurt.now
    capped = run(hurt.with_creature(PC, hp=8), BuyHealing(PC), d6(6))
    assert capped.state.creatures[PC].hp == 9
    village = with_town_life(hurt, healing="none")
    assert why_not(village, BuyHealing(PC)).rule == "ose:town.healing"
    poor = hurt.with_creature(PC, items=())
    assert why_not(poor, BuyHealing(PC)).rule == "ose:town.healing"
    paid = run(poor.with_creature(OTHER, items=(coins("gp", 30),)), BuyHealing(PC), d6(4))
    assert purse_cp(paid.state.creatures[OTHER].items) == 500, "the others pay what is wanting"


@rule("ose:town.lodgings")
def test_a_bed_costs_what_the_town_charges():
    state = in_town()
    done = play.resolve(RULESET, state, "player", a.RestDays(3), Seeded(1))
    price = town.sizes()["small town"].lodging_cp
    assert purse_cp(done.state.creatures[PC].items) == 10_000 - 3 * price
    assert done.state.creatures[OTHER].items == ()
    short = Resolution(in_town(coins("cp", 70), gp=0), Scripted(), RULESET)
    wages.pay_lodgings(short, 3)
    assert purse_cp(short.state.creatures[PC].items) == 20
    free = play.resolve(RULESET, in_town(services=("rumours",)), "player", a.RestDays(3), Seeded(1))
    assert purse_cp(free.state.creatures[PC].items) == 10_000


# Rumours


@rule("ose:town.rumours")
def test_rumours_point_to_the_dungeon():
    state = new_game(RULESET, 7, Plan(levels=2)).state
    assert state.settlement is not None and state.dungeon is not None and state.settlement.rumours == ()
    done = play.resolve(RULESET, state, "player", a.HearRumours(PC), Seeded(1))
    told = done.state.settlement.rumours if done.state.settlement else ()
    assert any(state.dungeon.name in rumour.text and rumour.true for rumour in told)
    assert {rumour.true for rumour in told} == {True, False}
    assert len({rumour.text for rumour in told}) == len(told)


@rule("ose:town.rumours")
def test_true_rumours_are_true_and_false_ones_false():
    for seed in range(10):
        state = new_game(RULESET, seed, Plan(levels=2)).state
        dungeon = state.dungeon
        assert dungeon is not None
        do = Resolution(state, Seeded(seed, "talk"), RULESET)
        true, false = rumours.true_claims(dungeon), rumours.false_claims(do, dungeon)
        assert all(claim.true for claim in true) and not any(claim.true for claim in false)
        lairs = {g.area for g in dungeon.groups.values() if g.count}
        hoards, traps = {h.area for h in dungeon.hoards.values() if h.items}, {t.area for t in dungeon.traps.values()}
        secret = {area for door in dungeon.doors.values() if not door.found for area in door.areas}
        so = {
            "lair": lairs,
            "alone": lairs,
            "treasure": hoards,
            "hidden": hoards,
            "trap": traps,
            "door": secret,
            "plundered": set(dungeon.areas) - hoards,
            "safe": set(dungeon.areas) - traps,
        }
        for claim in (*true, *false):
            assert claim.sort not in so or (claim.area in so[claim.sort]) == claim.true, claim
        assert {"lair", "treasure"} <= {claim.sort for claim in true} | {"alone", "hidden"}


@rule("ose:town.rumours")
def test_what_fell_on_the_road_is_no_news_of_the_dungeon():
    state = new_game(RULESET, 7, Plan(levels=1)).state
    assert state.dungeon is not None
    fallen = Hoard("fallen", ON_THE_WAY, (Item("spear", "Spear", id="x"),))
    hoards = {**state.dungeon.hoards, fallen.id: fallen}
    state = replace(state, dungeon=replace(state.dungeon, hoards=hoards))
    done = play.resolve(RULESET, state, "player", a.HearRumours(PC), Seeded(1))
    assert every(done, RumourHeard)
    claims = rumours.true_claims(replace(state.dungeon, hoards={"f": fallen}))
    assert not any("spear" in str(claim.words) for claim in claims)


@rule("ose:town.rumour-places")
def test_one_rumour_a_day():
    state = new_game(RULESET, 7, Plan(levels=1)).state
    once = play.resolve(RULESET, state, "player", a.HearRumours(PC), Seeded(1))
    assert len(every(once, RumourHeard)) == 1
    assert why_not(once.state, a.HearRumours(OTHER)).rule == "ose:town.rumour-places"
    later = replace(once.state, now=once.state.now + DAY)
    twice = play.resolve(RULESET, later, "player", a.HearRumours(PC), Seeded(1))
    assert len({e.index for e in (*every(once, RumourHeard), *every(twice, RumourHeard))}) == 2
    asked = with_town_life(twice.state, gossip_day=None)
    assert asked.settlement is not None
    every_one = tuple(range(len(asked.settlement.rumours)))
    settled = replace(asked.settlement, heard=every_one)
    assert why_not(replace(twice.state, settlement=settled), a.HearRumours(PC)).rule == "ose:town.rumour-places"
    deaf = in_town(services=("lodgings",))
    assert why_not(deaf, a.HearRumours(PC)).rule == "ose:town.rumour-places"


def test_whether_a_rumour_is_true_is_the_referees_secret():
    done = play.resolve(RULESET, new_game(RULESET, 7, Plan(levels=1)).state, "player", a.HearRumours(PC), Seeded(1))
    for event in every(done, SettlementChanged):
        glimpsed = event.glimpsed()
        assert isinstance(glimpsed, SettlementChanged)
        assert (glimpsed.settlement.rumours, glimpsed.settlement.life) == ((), None)


# The market: prices transcribed a second time from the equipment lists

PRICES_GP = {
    "battle-axe": 7, "club": 3, "crossbow": 30, "dagger": 3, "hand-axe": 4, "javelin": 1, "lance": 5, "long-bow": 40,
    "mace": 5, "pole-arm": 7, "short-bow": 25, "short-sword": 7, "silver-dagger": 30, "sling": 2, "spear": 3,
    "staff": 2, "sword": 10, "two-handed-sword": 15, "war-hammer": 5, "arrows": 5, "crossbow-bolts": 10,
    "silver-arrow": 5, "sling-stones": 0, "leather": 20, "chainmail": 40, "plate-mail": 60, "shield": 10,
    "backpack": 5, "crowbar": 10, "garlic": 5, "grappling-hook": 25, "hammer": 2, "holy-symbol": 25,
    "holy-water": 25, "iron-spikes": 1, "lantern": 10, "mirror": 5, "oil": 2, "pole": 1,
    "rations-iron": 15, "rations-standard": 5, "rope": 1, "sack-large": 2, "sack-small": 1,
    "stakes-and-mallet": 3, "thieves-tools": 25, "tinder-box": 3, "torches": 1, "waterskin": 1, "wine": 1,
    "wolfsbane": 10, "barding": 150, "saddle-and-bridle": 25, "saddle-bags": 5,
}  # fmt: skip
BUNDLES = {"arrows": 20, "crossbow-bolts": 30, "iron-spikes": 12, "torches": 6, "stakes-and-mallet": 3}


@rule("ose:creation.buy-equipment")
def test_the_price_lists():
    assert {ware.kind: ware.cost for ware in market.wares()} == {
        kind: gp * IN_CP["gp"] for kind, gp in PRICES_GP.items()
    }
    assert len({ware.kind for ware in market.wares()}) == len(market.wares())


@rule("ose:creation.buy-equipment", "ose:money.conversion")
def test_buying_takes_coins_and_gives_change():
    done = run(in_town(coins("pp", 1), gp=0), a.Buy(PC, "torches", 7))
    items = done.state.creatures[PC].items
    assert {kind: n for kind, n in purse(items).items() if n} == {"gp": 3}
    assert next(i.count for i in items if i.kind == "torches") == 12
    for kind, count in BUNDLES.items():
        bought = run(in_town(), a.Buy(PC, kind, 1)).state.creatures[PC].items
        assert next(i.count for i in bought if i.kind == kind) == count
        whole = run(in_town(), a.Buy(PC, kind, count)).state.creatures[PC].items
        assert whole == bought, "typed counts are pieces"
    assert a.Buy(PC, "torches", 6) in play.legal_actions(RULESET, in_town(), "player")
    bought = first(done, ItemsChanged)
    assert bought.item is not None and (bought.verb, bought.coins, bought.item.count) == ("bought", 200, 12)


@rule("ose:money.conversion")
def test_nobody_buys_what_the_purse_does_not_hold():
    assert why_not(in_town(gp=9), a.Buy(PC, "sword", 1)).rule == "ose:money.conversion"
    assert play.why_not(RULESET, in_town(gp=10), "player", a.Buy(PC, "sword", 1)) is None
    assert why_not(in_town(gp=19), a.Buy(PC, "sword", 2)).rule == "ose:money.conversion"
    assert why_not(in_town(), a.Buy(PC, "elephant", 1)).rule == ""


def test_gems_bring_their_worth_and_gear_half():
    assert market.price_of(in_town(), gem(500)) == 50_000
    assert market.price_of(in_town(), jewellery(1100, 3)) == 110_000
    assert market.price_of(in_town(), Item("sword", "Sword")) == 500
    assert market.price_of(in_town(), Item("sword", "Sword", broken=True)) == 0
    assert market.price_of(in_town(), coins("gp", 5)) == 0
    assert market.price_of(in_town(), Item("sword-plus-1", "sword")) == 0
    rich = in_town(gem(500, 3), gp=0)
    done = run(rich, a.Sell(PC, item_id(rich, PC), 2))
    items = done.state.creatures[PC].items
    assert (purse_cp(items), next(i.count for i in items if i.kind == "gem-500")) == (100_000, 1)
    assert play.why_not(RULESET, done.state, "player", a.Sell(PC, item_id(rich, PC), 2)) is not None


@rule("ose:town.black-market")
def test_odd_treasure_needs_a_black_market():
    kind, listing = next(iter(valuables().items()))
    odd = Item(kind, listing.name)
    assert market.price_of(in_town(), odd) == listing.worth_gp * IN_CP["gp"]
    honest = in_town(odd, services=("lodgings",))
    assert market.price_of(honest, odd) == 0
    assert why_not(honest, a.Sell(PC, item_id(honest, PC), 1)).rule == "ose:town.black-market"
    other = in_town(odd)
    assert play.why_not(RULESET, other, "player", a.Sell(PC, item_id(other, PC), 1)) is None


# Who belongs to the party


def test_a_new_adventurer_takes_the_place_of_a_dead_one():
    state = in_town()
    assert why_not(state, Enlist("cleric")).sentence == "The company has its 2 adventurers."
    do = Resolution(state, Scripted(), RULESET)
    do.emit(Died(OTHER))
    assert Enlist("cleric") in play.legal_actions(RULESET, do.state, "player").listed
    done = play.resolve(RULESET, do.state, "player", Enlist("cleric"), Seeded(1))
    assert done.state.party is not None and done.state.party.members[-1] == "hero-3"
    assert (sheet(done.state.creatures["hero-3"]).level, sheet(done.state.creatures["hero-3"]).xp) == (1, 0)
    assert why_not(done.state, Enlist("cleric")).sentence == "The company has its 2 adventurers."
    assert why_not(do.state, Enlist("paladin")).rule == "ose:creation.choose-class"


def test_one_who_was_left_in_town_can_be_called_back():
    left = run(in_town(), a.Dismiss(OTHER))
    assert left.state.party is not None and left.state.party.members == (PC,)
    back = run(left.state, CallBack(OTHER))
    assert back.state.party is not None and back.state.party.members == (PC, OTHER)
    assert why_not(back.state, CallBack(OTHER)).sentence == "Nobody of that name waits in town."


@pytest.mark.parametrize("seed", range(4))
def test_the_town_lists_what_it_accepts(seed):
    state = changed(new_game(RULESET, seed, Plan(levels=1)).state, PC, level=1)
    options = play.legal_actions(RULESET, state, "player")
    assert len(options.listed) > 50
    for action in options.listed:
        assert play.why_not(RULESET, state, "player", action) is None


@pytest.mark.parametrize("seed", range(3))
def test_a_party_can_go_there_and_back_again(seed):
    assert delve(RULESET, seed, Plan(levels=1), keep=False).outcome in ("returned", "slain")


@rule("ose:town.rumours")
def test_rumours_call_monsters_by_plain_names():
    state = new_game(RULESET, 1, Plan(levels=1)).state
    assert state.dungeon is not None
    hound = Group("hounds", state.dungeon.entrance.area, "hellhound-3-hd", 2)
    dungeon = replace(state.dungeon, groups={"hounds": hound}, traps={}, hoards={})
    do = Resolution(state, Seeded(1, "talk"), RULESET)
    told = dict(next(claim for claim in rumours.true_claims(dungeon) if claim.sort == "lair").words)
    assert told["monsters"] == "hellhounds" and told["room"].endswith("on the first level")
    assert not any("(" in str(dict(claim.words)) for claim in rumours.false_claims(do, dungeon))


@rule("ose:town.services")
@pytest.mark.parametrize(
    ("chance", "faces", "there"),
    [(0, (), False), (1, d6(1, 2)[:1], True), (1, d6(2, 2)[:1], False), (5, d6(5, 5)[:1], True), (6, (), True)],
)
def test_a_service_is_there_by_its_chance_in_six(chance, faces, there):
    size = replace(town.sizes()["village"], services={"temple": chance})
    do = Resolution(in_town(), Scripted(*faces), RULESET)
    assert town._is_there(do, size, "temple") is there
    do.dice.finish()


@rule("ose:town.size", "ose:town.steps")
@pytest.mark.parametrize("size", list(town.sizes()))
def test_the_population_lies_between_the_least_and_the_most(size):
    listed = town.sizes()[size]
    for face, people in ((1, listed.least), (10**9, min(listed.most, town._MOST_ROLLED))):
        do = Resolution(in_town(), Alike(face), RULESET, {"ose:town.size": size})
        town.found(do)
        founded_ = next(e for e in every(do, SettlementChanged) if e.what == "founded").settlement
        assert (founded_.size, town_life(do.state).population) == (size, people)
        assert town_life(do.state).company == 2


@rule("ose:town.guard", "ose:town.services")
@pytest.mark.parametrize(("face", "bribable"), [(3, True), (4, False)])
def test_half_of_all_guards_take_bribes(face, bribable):
    do = Resolution(in_town(), Alike(face), RULESET)
    guard = town._guard(do)
    assert guard.is_bribable is bribable
    assert set(guard.hours_between_rounds.values()) == {face}


@rule("ose:town.rumours")
def test_rumours_are_written_once_and_only_where_there_is_a_dungeon():
    state = in_town()
    assert state.settlement is not None
    silent = replace(state, settlement=replace(state.settlement, rumours=()))

    def writes(state: State) -> bool:
        do = Resolution(state, Seeded(1), RULESET)
        answers.hear_rumours(do, state.creatures[PC])
        return any(e.what == "rumours" for e in every(do, SettlementChanged))

    assert writes(silent)
    assert not writes(replace(silent, dungeon=None))
    told = Resolution(silent, Seeded(1), RULESET)
    town.write_rumours(told)
    assert not writes(told.state)
