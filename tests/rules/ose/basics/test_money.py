"""Coins, change, currencies, and what the dead leave."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, first, make, making, table

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Answer, Ruled
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.money import IN_CP, coins
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import inheritance, safe_keeping
from underkeep.systems.ose.town.inheritance import FetchMoney, Inherit, Inherited, LeaveMoney, WriteWill
from underkeep.systems.ose.town.safe_keeping import FetchThings, LeaveThing
from underkeep.testing import rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.gear import Item
from underkeep.world.state import State


@rule("ose:money.coins")
def test_a_purse_holds_five_kinds_of_coin():
    held = money.purse((coins("gp", 3), coins("cp", 7), Item("sword", "Sword"), coins("gp", 1)))
    assert held == {"pp": 0, "gp": 4, "ep": 0, "sp": 0, "cp": 7}


@rule("ose:money.conversion", "ose:treasure.conversion-reminder")
def test_coins_convert_at_fixed_rates():
    for into, *row in table("money.coin-conversion"):
        for kind, worth in zip(("pp", "gp", "ep", "sp", "cp"), row, strict=True):
            assert money.converted(1, kind, into) == Fraction(worth)
    purse = (coins("pp", 3), coins("ep", 4), coins("sp", 7), coins("cp", 50))
    assert Fraction(money.purse_cp(purse), IN_CP["gp"]) == Fraction("18.2")
    assert sum(map(treasure.worth_cp, purse)) == 1820


@rule("ose:money.conversion")
@pytest.mark.parametrize(
    ("purse", "cost", "left"),
    [
        ((coins("gp", 5),), 300, {"gp": 2}),
        ((coins("gp", 5),), 250, {"gp": 2, "sp": 5}),
        ((coins("sp", 8), coins("pp", 1)), 130, {"gp": 4, "sp": 5}),
        ((coins("cp", 99),), 100, None),
        ((coins("gp", 1), coins("cp", 1)), 101, {}),
    ],
)
def test_paying_gives_change(purse, cost, left):
    after = money.after_paying(purse, cost)
    if left is None:
        assert after is None
        return
    assert after is not None
    assert {kind: count for kind, count in money.purse(after).items() if count} == left
    assert money.purse_cp(after) == money.purse_cp(purse) - cost


def test_sums_are_written_in_the_fewest_coins():
    assert money.written(1234) == "12 gp 3 sp 4 cp"
    assert money.written(0) == "0 gp"


@rule("ose:money.setting-currency")
def test_the_gold_standard_unless_the_setting_says_otherwise():
    creature, done = make("fighter", gear=())
    assert next(e for e in every(done, Ruled) if "currency" in e.question).choice == "gold standard"
    assert creature.items[-1].name == "gold piece"
    for state, rulings in (
        (making("credits"), {}),
        (making(), {"ose:money.setting-currency": "credits"}),
    ):
        do = Resolution(state, Seeded(1, "make"), RULESET, rulings)
        other = RULESET.recruit(do, Recruit("fighter", gear=()), "fighter-1", "a")
        assert money.counted(other.items).endswith(" credits")
        assert sum(map(treasure.worth_cp, other.items)) == sum(map(treasure.worth_cp, creature.items))
    with pytest.raises(UnderkeepError, match="is no ruling on"):
        money.currency(Resolution(making(), Seeded(1), RULESET, {"ose:money.setting-currency": "shells"}))


def bereaved(gp: int = 1000, human: bool = False) -> State:
    """A fighter and a thief in town; the fighter has left money with a will, and is dead."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "thief", in_town=True)
    state = replace(state, human_referee=human)
    state = state.with_creature("hero-1", items=(coins("gp", gp),))
    state = act(state, LeaveMoney("hero-1", gp)).state
    state = act(state, WriteWill("hero-1")).state
    return state.with_creature("hero-1", status="dead")


def act(state: State, action, *faces: int) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Scripted(*faces) if faces else Seeded(5, "act"))


def refused(state: State, action) -> str:
    refusal = play.why_not(RULESET, state, "player", action)
    assert refusal is not None
    return refusal.rule


@rule("ose:money.inheritance.tax", "ose:money.inheritance.heir")
def test_a_new_character_inherits_less_a_tenth():
    state = bereaved()
    assert Inherit("hero-1", "cleric") in play.legal_actions(RULESET, state, "player").listed
    done = act(state, Inherit("hero-1", "cleric"))
    told = first(done, Inherited)
    assert (told.estate_cp, told.tax_cp) == (100_000, 10_000)
    heir = done.state.creatures[told.heir]
    own = sheet(heir)
    assert (own.character_class, own.level, own.xp) == ("cleric", 1, 0)
    assert done.state.party is not None
    assert heir.id in done.state.party.members
    without = next(e for e in done.events if type(e).__name__ == "CreatureJoined").creature
    assert money.purse_cp(heir.items) == money.purse_cp(without.items) + 90_000


def leaving(*things: Item, gp: int = 0) -> State:
    """The same with these things left in town besides."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "thief", in_town=True)
    state = state.with_creature("hero-1", items=(*things, coins("gp", gp)) if gp else things)
    for thing in things:
        assert LeaveThing("hero-1", thing.id) in play.legal_actions(RULESET, state, "player").listed
        state = act(state, LeaveThing("hero-1", thing.id)).state
    if gp:
        state = act(state, LeaveMoney("hero-1", gp)).state
    assert WriteWill("hero-1") in play.legal_actions(RULESET, state, "player").listed
    return act(state, WriteWill("hero-1")).state


GEM, NECKLACE = replace(treasure.gem(50), id="gem"), replace(treasure.jewellery(900), id="necklace")
SWORD = Item("sword-plus-1", "sword", id="sword")


@rule("ose:money.inheritance.tax")
@pytest.mark.parametrize(
    ("things", "gp", "tax_gp", "left", "left_gp"),
    [
        ((GEM, NECKLACE, SWORD), 1050, 200, {"gem-50", "jewellery-900", "sword-plus-1"}, 850),
        ((GEM, NECKLACE, SWORD), 0, 95, {"sword-plus-1"}, 855),
        ((GEM, NECKLACE), 60, 101, {"jewellery-900"}, 9),
        ((SWORD,), 0, 0, {"sword-plus-1"}, 0),
    ],
)
def test_any_treasure_is_inherited_and_taxed(things, gp, tax_gp, left, left_gp):
    done = act(leaving(*things, gp=gp).with_creature("hero-1", status="dead"), Inherit("hero-1", "cleric"))
    told = first(done, Inherited)
    assert told.tax_cp == tax_gp * 100 and "ose:money.inheritance.tax" in told.rule
    heir = done.state.creatures[told.heir]
    without = next(e for e in done.events if type(e).__name__ == "CreatureJoined").creature
    assert {item.kind for item in heir.items if treasure.is_treasure(item) and item.kind not in money.IN_CP} == left
    assert money.purse_cp(heir.items) == money.purse_cp(without.items) + left_gp * 100
    assert not safe_keeping.kept(done.state, "hero-1")


@rule("ose:money.inheritance.permission")
def test_the_living_fetch_their_own():
    state = leaving(GEM)
    assert not any(item.id == "gem" for item in state.creatures["hero-1"].items)
    assert FetchThings("hero-1") in play.legal_actions(RULESET, state, "player").listed
    fetched = act(state, FetchThings("hero-1")).state
    assert GEM in fetched.creatures["hero-1"].items and not safe_keeping.kept(fetched, "hero-1")
    assert play.why_not(RULESET, fetched, "player", FetchThings("hero-1")) is not None


@rule("ose:money.inheritance.heir")
@pytest.mark.parametrize("action", [Inherit("hero-1", "hero-2"), Inherit("hero-1", "cleric", level=2)])
def test_the_heir_is_nobody_who_exists_and_nobody_of_a_higher_level(action):
    assert refused(bereaved(), action) == "ose:money.inheritance.heir"


@rule("ose:money.inheritance.once")
def test_each_player_leaves_an_inheritance_once():
    state = act(bereaved(), Inherit("hero-1", "cleric")).state
    state = state.with_creature("hero-2", items=(coins("gp", 50),))
    state = act(act(state, LeaveMoney("hero-2", 50)).state, WriteWill("hero-2")).state
    state = state.with_creature("hero-2", status="dead")
    assert refused(state, Inherit("hero-2", "elf")) == "ose:money.inheritance.once"


@rule("ose:money.inheritance.permission")
def test_the_referee_may_forbid_wills():
    done = act(bereaved(), Inherit("hero-1", "cleric"))
    assert [e.choice for e in every(done, Ruled) if "permission" in e.question] == ["allowed"]
    asked = act(bereaved(human=True), Inherit("hero-1", "cleric")).state
    prompt = asked.prompts[0]
    assert prompt.question == "ose:money.inheritance.permission"
    done = play.resolve(RULESET, asked, "referee", Answer(prompt.id, "forbidden"), Seeded(5, "act"))
    assert not every(done, Inherited)
    assert inheritance.deposit_cp(done.state, "hero-1") == 100_000


@rule("ose:money.inheritance.permission")
def test_without_a_will_nothing_is_left():
    state = delving_party(RULESET, cellar(RULESET), "fighter", "thief", in_town=True)
    state = act(state.with_creature("hero-1", items=(coins("gp", 10),)), LeaveMoney("hero-1", 10)).state
    assert refused(state.with_creature("hero-1", status="dead"), Inherit("hero-1", "elf")).endswith("permission")
    back = act(state, FetchMoney("hero-1", 10)).state
    assert money.purse_cp(back.creatures["hero-1"].items) == 1000
    assert refused(back, FetchMoney("hero-1", 1)) == "ose:money.conversion"
