"""Wishes, treasure maps, sages and retainers who try things, and what a setting lacks."""

from __future__ import annotations

import pytest
from tests.rules.ose.below import H1, H2, act, below, refused, ruled, the_dungeon
from tests.rules.ose.casting import names
from tests.rules.ose.scene import do, every, first, scene
from tests.rules.ose.service import HAND, PC, company, run, serving, why_not

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution, RulingNeeded
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.basics.worn_magic import TIME_LOOP
from underkeep.systems.ose.equipment import magic_items, treasure, treasure_settings
from underkeep.systems.ose.equipment.identifying import enchantment, is_known
from underkeep.systems.ose.equipment.light import Read
from underkeep.systems.ose.exploration import treasure_maps
from underkeep.systems.ose.exploration.treasure_maps import MapUnderstood
from underkeep.systems.ose.magic.items import wishes
from underkeep.systems.ose.magic.items.wishes import Wish, WishMade
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town.sages import AskSage, LetTry
from underkeep.testing import d4, d100, rule
from underkeep.testing.builders import perform
from underkeep.world.fight import FightEnded
from underkeep.world.gear import Item
from underkeep.world.state import State

POWER = "ose:magic-item.wish.power"
RING = Item("ring-of-wishes-1-3", "ring", "worn", id="r", quality=Enchanted(charges=2))


def wishing(human: bool = False) -> State:
    state = below("fighter", "fighter", human=human)
    return state.with_creature(H1, items=(RING,))


@rule("ose:magic-item.wish.wording", "ose:magic-item.wish.power")
def test_the_words_are_kept_as_they_were_said():
    words = "That the dead Hob had not been killed"
    state = wishing().with_creature(H2, hp=0, status="dead")
    done = act(state, Wish(H1, words))
    assert first(done, WishMade).words == words
    assert campaign(done.state).wonders.wishes == ((H1, words),)
    assert enchantment(done.state.creatures[H1].item("r")).charges == 1


@rule("ose:magic-item.wish.power")
def test_what_fits_no_pattern_waits_for_a_person():
    assert refused(wishing(), Wish(H1, "a talking hat")).rule == POWER
    with pytest.raises(RulingNeeded) as asked:
        perform(Resolution(wishing(human=True), Scripted(), RULESET, {}), Wish(H1, "a talking hat"))
    assert asked.value.prompt.question == POWER and asked.value.prompt.about == "a talking hat"
    done = ruled(wishing(human=True), Wish(H1, "a talking hat"), {POWER: wishes.OTHER})
    assert first(done, WishMade).outcome == wishes.OTHER
    assert refused(below("fighter", "fighter"), Wish(H1, "gold")).rule == "ose:magic-item.use.proper"


@rule("ose:magic-item.wish.reasonable")
def test_a_death_is_undone():
    state = wishing().with_creature(H2, hp=0, status="dead")
    done = act(state, Wish(H1, "that the blow had not killed him: let him be alive"))
    assert (done.state.creatures[H2].hp, done.state.creatures[H2].status) == (1, "up")


@rule("ose:magic-item.wish.reasonable")
def test_a_weapon_is_lent_for_a_fight_and_foes_let_be():
    state = scene("fighter v orc", "spells").with_creature("fighter-1", items=(RING,))
    armed = do(state, Wish("fighter-1", "a sword"))
    assert [i.kind for i in armed.state.creatures["fighter-1"].items][-1] == "sword-plus-1"
    armed.emit(FightEnded("a"))
    assert [i.kind for i in armed.state.creatures["fighter-1"].items] == ["ring-of-wishes-1-3"]
    peace = do(state, Wish("fighter-1", "that they had never attacked us"))
    assert "pacified" in names(peace.state, "orc-1")


@rule("ose:magic-item.wish.fundamental")
def test_nothing_fundamental_comes_true():
    before = wishing()
    done = act(before, Wish(H1, "that all dragons lose their breath"))
    assert first(done, WishMade).outcome == wishes.FUNDAMENTAL
    assert done.state.creatures[H2] == before.creatures[H2] and not names(done.state, H1)


@rule("ose:magic-item.wish.more-wishes")
def test_who_wishes_for_more_wishes_is_never_seen_again():
    done = act(wishing(), Wish(H1, "three wishes"))
    assert done.state.creatures[H1].status == "down" and TIME_LOOP in names(done.state, H1)


@rule("ose:magic-item.wish.greedy")
def test_greed_is_answered_with_an_enemy():
    state = wishing()
    done = Resolution(state, Seeded(3, "wish"), RULESET)
    perform(done, Wish(H1, "a mighty staff of power"))
    assert any(e.question == "ose:magic-item.wish.greedy" and e.choice == "twist" for e in every(done, Ruled))
    assert len(done.state.creatures[H1].items) > 1 and done.state.fight is not None


def with_map(kind: str = "treasure-map-viii", human: bool = False) -> State:
    return below("fighter", "fighter", human=human).with_creature(H1, items=(Item(kind, "map", id="m"),))


def reading(state: State, *, seed: int = 4, rulings: dict[str, str] | None = None) -> Resolution:
    done = Resolution(state, Seeded(seed, "map"), RULESET, rulings)
    play.perform(done, Read(H1, "m"), "dungeon")
    return done


@rule("ose:magic-item.map.prepare", "ose:magic-item.map.treasure", "ose:magic-item.map.users")
def test_a_map_leads_to_a_hoard_that_is_there():
    done = reading(with_map())
    hoard = the_dungeon(done.state).hoards[campaign(done.state).wonders.maps["m"]]
    gold = sum(item.count for item in hoard.items if item.kind == "gp")
    assert hoard.hidden and gold in (1000, 2000, 3000, 4000)
    assert "ose:magic-item.map.users" in first(done, MapUnderstood).rule


@rule("ose:magic-item.map.treasure")
def test_there_are_twelve_sorts_of_map():
    assert len(treasure_maps.kinds()) == 12
    done = reading(with_map("treasure-map-x"))
    items = the_dungeon(done.state).hoards[campaign(done.state).wonders.maps["m"]].items
    assert sum(i.count for i in items if i.kind == "gp") % 1000 == 0
    assert any(treasure.is_magical(item) for item in items)


@rule("ose:magic-item.map.guardians")
def test_a_guardian_watches_or_the_referee_is_warned():
    rule_id = "ose:magic-item.map.guardians"
    done = reading(with_map())
    hoard = the_dungeon(done.state).hoards[campaign(done.state).wonders.maps["m"]]
    assert the_dungeon(done.state).groups[hoard.group].area == hoard.area
    bare = reading(with_map(), rulings={rule_id: treasure_maps.UNGUARDED})
    assert first(bare, RefereeAdvised).rule == (rule_id,)


@rule("ose:magic-item.map.hoard-form")
@pytest.mark.parametrize("form", [treasure_maps.COINS, treasure_maps.ART, treasure_maps.JEWELS])
def test_whatever_its_form_the_worth_is_the_same(form):
    done = reading(with_map(), rulings={"ose:magic-item.map.hoard-form": form})
    items = the_dungeon(done.state).hoards[campaign(done.state).wonders.maps["m"]].items
    assert sum(map(treasure.worth_cp, items)) % (1000 * money.IN_CP["gp"]) == 0
    assert any(i.kind == "gp" for i in items) or form == treasure_maps.JEWELS


@rule("ose:magic-item.map.interpret")
def test_a_tongue_that_few_know_hides_the_place():
    rule_id = "ose:magic-item.map.interpret"
    plain = first(reading(with_map(), rulings={rule_id: treasure_maps.PLAIN}), MapUnderstood)
    assert plain.text.startswith("area ")
    hidden = first(reading(with_map(), rulings={rule_id: treasure_maps.OBSCURE}), MapUnderstood)
    assert hidden.text == "the writing is Dragon"
    riddle = first(reading(with_map(), rulings={rule_id: treasure_maps.RIDDLE}), MapUnderstood)
    assert "area" not in riddle.text


def unknown_ring(state: State, id: str) -> State:
    ring = Item("ring-of-fire-resistance", "ring", id="r", quality=Enchanted("ring"))
    return state.with_creature(id, items=(*state.creatures[id].items, ring))


@rule("ose:magic-item.identify.npc")
def test_a_sage_takes_gold_and_weeks():
    poor = unknown_ring(company(gp=999), PC)
    assert why_not(poor, AskSage(PC, "r")).rule == "ose:magic-item.identify.npc"
    state = unknown_ring(company(gp=1500), PC)
    done = run(state, AskSage(PC, "r"), d4(2))
    ring = done.state.creatures[PC].item("r")
    assert is_known(ring) and ring.name == "ring of fire resistance"
    assert money.purse(done.state.creatures[PC].items)["gp"] == 500
    assert done.state.now - state.now == 14 * 24 * 3600


@rule("ose:magic-item.identify.retainers")
def test_a_retainer_tries_what_it_may_keep():
    state = unknown_ring(serving(company(gp=100)), PC)
    done = run(state, LetTry(PC, HAND, "r"))
    assert done.state.creatures[PC].item("r") is None
    worn = next(i for i in done.state.creatures[HAND].items if i.kind.startswith("ring"))
    assert worn.place == "worn" and is_known(worn) and "resisting fire" in names(done.state, HAND)
    refuses = Resolution(state, Scripted(), RULESET, {"ose:magic-item.identify.retainers": "refuse"})
    play.perform(refuses, LetTry(PC, HAND, "r"), "town")
    assert refuses.state.creatures[PC].item("r") is not None


@rule("ose:magic-item.alternative-categories")
def test_a_sort_that_the_setting_lacks_is_rolled_again():
    how = treasure_settings.read(State("ose", {}), {"ose:magic-item.alternative-categories": "no ring"})
    assert how.lacking == "ring"
    do_ = Resolution(State("ose", {}), Scripted(*d100(41, 1)), RULESET)
    assert magic_items.roll_sort(do_, "basic", lacking=how.lacking) == "armour"


@rule("ose:magic-item.armour.weight")
def test_enchanted_armour_weighs_half():
    assert magic_items.weight_coins("armour-plus-1@chainmail") == 200
