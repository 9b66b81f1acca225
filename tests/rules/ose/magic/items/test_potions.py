"""Potions: sips, draughts, how long they work, and two at once."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from tests.rules.ose.below import H1, act, below, carrying, refused
from tests.rules.ose.casting import names
from tests.rules.ose.scene import do, every, first, scene
from tests.soak.moments import Scene, in_the_open, in_town, on_the_road

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.basics.enchanted import magic_items as listed
from underkeep.systems.ose.basics.worn_magic import RETCHING
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.systems.ose.magic.effects.spells_of_sense import Revealed
from underkeep.systems.ose.magic.items import potions, used_items
from underkeep.systems.ose.magic.items.potions import DraughtTaken, Drink, Sip
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.gear import Item, seen
from underkeep.world.state import State

FIRE, GROWTH, HEALING = "potion-of-fire-resistance", "potion-of-growth", "potion-of-healing"
TURN = 600


def with_potions(*kinds: str, unknown: bool = False) -> State:
    quality = Enchanted("potion") if unknown else None
    things = tuple(Item(kind, "murky potion", id=f"p{n}", quality=quality) for n, kind in enumerate(kinds))
    state = below("fighter", "fighter")
    return state.with_creature(H1, items=things)


@rule("ose:magic-item.potion.drink", "ose:magic-item.potion.users")
def test_a_potion_takes_a_round_and_works_for_1d6_and_6_turns():
    state = with_potions(FIRE)
    done = act(state, Drink(H1, "p0"), d6(3))
    assert "resisting fire" in names(done.state, H1)
    assert done.state.creatures[H1].items == ()
    assert done.state.now == state.now + 10
    assert campaign(done.state).wonders.draughts[H1].until == done.state.now + 9 * TURN
    later = Resolution(done.state, Scripted(), RULESET)
    pass_time(later, 9 * TURN - 1, "test")
    assert "resisting fire" in names(later.state, H1)
    pass_time(later, 1, "test")
    assert names(later.state, H1) == set() and not campaign(later.state).wonders.draughts


@rule("ose:magic-item.potion.secret-duration")
def test_nobody_but_the_referee_knows_how_long():
    done = act(with_potions(FIRE), Drink(H1, "p0"), d6(3))
    assert DraughtTaken.secret
    shown = done.state.creatures[H1].condition("resisting fire")
    assert shown is not None and shown.until is None
    assert b"draught" not in msgspec.json.encode(view(done.state, "player", RULESET))


@rule("ose:magic-item.potion.mix-sick", "ose:magic-item.potion.mix-cancel")
def test_two_at_once_cancel_each_other_and_make_sick_for_three_turns():
    done = act(with_potions(FIRE, GROWTH, HEALING), Drink(H1, "p0"), d6(6))
    mixed = act(done.state, Drink(H1, "p1"))
    sick = mixed.state.creatures[H1].condition(RETCHING)
    assert sick is not None and sick.until == mixed.state.now + 3 * TURN
    assert names(mixed.state, H1) == {RETCHING} and not campaign(mixed.state).wonders.draughts
    assert refused(mixed.state, Drink(H1, "p2")).rule == "ose:magic-item.potion.mix-sick"


@rule("ose:magic-item.potion.mix-exception")
def test_healing_mixes_with_anything():
    state = act(with_potions(FIRE, HEALING), Drink(H1, "p0"), d6(6)).state.with_creature(H1, hp=1)
    done = act(state, Drink(H1, "p1"), d6(4))
    assert done.state.creatures[H1].hp == 6
    assert names(done.state, H1) == {"resisting fire"}


@rule("ose:magic-item.potion.sip", "ose:magic-item.identify.test")
def test_a_sip_tells_what_it_is_and_nothing_else_happens():
    state = with_potions(GROWTH, unknown=True)
    (before,) = seen(state.creatures[H1].items)
    assert (before.kind, before.name, before.quality) == ("potion", "murky potion", None)
    done = act(state, Sip(H1, "p0"))
    (after,) = seen(done.state.creatures[H1].items)
    assert (after.kind, after.name, after.count) == (GROWTH, "potion of growth", 1)
    assert names(done.state, H1) == set()
    assert refused(done.state, Sip(H1, "p0")).rule == "ose:magic-item.potion.sip"


@rule("ose:magic-item.potion.sip")
def test_two_potions_of_one_kind_do_not_look_alike():
    found = [
        magic_items.roll_item(Resolution(State("ose", {}), Scripted(d8(5), d20(face)), RULESET), "potion", "basic")[0]
        for face in (1, 2)
    ]
    assert found[0].kind == found[1].kind == HEALING
    assert found[0].name != found[1].name


def test_of_poison_a_sip_is_enough():
    done = act(with_potions("potion-of-poison", unknown=True), Sip(H1, "p0"), d20(1))
    assert done.state.creatures[H1].status == "dead"
    alive = act(with_potions("potion-of-poison", unknown=True), Sip(H1, "p0"), d20(20))
    assert alive.state.creatures[H1].status == "up"


def test_delusion_passes_for_another_potion():
    quality = Enchanted("potion", passes_for=FIRE)
    state = below("fighter", "fighter").with_creature(
        H1, items=(Item("potion-of-delusion", "pink potion", id="p", quality=quality),)
    )
    done = act(state, Sip(H1, "p"))
    (after,) = seen(done.state.creatures[H1].items)
    assert (after.kind, after.name) == (FIRE, "potion of fire resistance")
    drunk = act(state, Drink(H1, "p"), d6(1))
    assert names(drunk.state, H1) == set()


@pytest.mark.parametrize(
    ("kind", "ac"), [("potion-of-invulnerability", 7), ("potion-of-gaseous-form", -2), (GROWTH, 9)]
)
def test_what_potions_do_to_armour_class(kind, ac):
    done = act(with_potions(kind), Drink(H1, "p0"), d6(1))
    assert armour_class(done.state.creatures[H1]) == ac


def test_a_second_potion_of_invulnerability_in_a_week_makes_worse():
    state = act(with_potions("potion-of-invulnerability", "potion-of-invulnerability"), Drink(H1, "p0"), d6(1)).state
    later = Resolution(state, Scripted(), RULESET)
    pass_time(later, 8 * TURN, "test")
    done = act(later.state, Drink(H1, "p1"), d6(1))
    assert armour_class(done.state.creatures[H1]) == 11


def test_a_hero_has_more_hit_points_for_a_while():
    done = act(with_potions("potion-of-heroism"), Drink(H1, "p0"), d6(1), *d8(4, 5, 6))
    hero = done.state.creatures[H1]
    assert (hero.hp, hero.max_hp) == (23, 23) and "a hero for a while" in names(done.state, H1)
    later = Resolution(done.state, Scripted(), RULESET)
    pass_time(later, 8 * TURN, "test")
    assert (later.state.creatures[H1].hp, later.state.creatures[H1].max_hp) == (8, 8)


def test_in_a_fight_a_potion_takes_the_round():
    state = scene("fighter[sword] v orc", "spells").with_creature("fighter-1", hp=1)
    state = carrying(state, "fighter-1", Item(HEALING, "potion of healing"))
    id = next(i.id for i in state.creatures["fighter-1"].items if i.kind == HEALING)
    done = do(state, Drink("fighter-1", id), d6(2))
    assert done.state.creatures["fighter-1"].hp == 4
    assert "used magic" in done.state.fight.spent["fighter-1"]


def test_every_potion_does_something():
    for kind, item in magic_items.magic_items().items():
        if item.sort == "potion" and kind != "potion-of-delusion":
            assert used_items.ways(kind), kind


def test_control_undead_makes_them_change_sides():
    state = scene("fighter[sword] v 3 skeleton", "spells", gap=3)
    state = carrying(state, "fighter-1", Item("potion-of-control-undead", "potion"))
    id = next(i.id for i in state.creatures["fighter-1"].items if i.kind.startswith("potion"))
    done = do(state, Drink("fighter-1", id), d6(1), *d6(1, 1, 1))
    ours = done.state.creatures["fighter-1"].side
    taken = [c.id for c in done.state.creatures.values() if c.kind == "skeleton" and c.side == ours]
    assert len(taken) == 3
    assert first(done, DraughtTaken).draught is not None and every(done, DraughtTaken)


POTIONS = sorted(id for id, item in listed().items() if item.sort == "potion")


@pytest.mark.parametrize("where", [in_town, on_the_road, in_the_open])
def test_every_potion_may_be_drunk_anywhere(where: Callable[[int], State | Scene]) -> None:
    place = where(1)
    state = place.state if isinstance(place, Scene) else place
    who = next(iter(state.active()), None) or state.marchers()[0]
    for kind in POTIONS:
        held = state.with_creature(who.id, items=(Item(kind, "murky potion", id="p0", quality=Enchanted("potion")),))
        done = Resolution(held, Seeded(1, kind), RULESET)
        potions.drink(done, Drink(who.id, "p0"))
        assert not done.state.creatures[who.id].items


@rule("ose:magic-item.potion.drink")
def test_thoughts_are_read_where_there_are_any():
    """In town and in the arena, where no dungeon is about, the drinker hears of nobody."""
    for state in (in_town(1), in_the_open(1).state):
        who = next(iter(state.creatures))
        held = state.with_creature(who, items=(Item("potion-of-esp", "murky potion", id="p0"),))
        done = Resolution(held, Scripted(d6(1)), RULESET)
        potions.drink(done, Drink(who, "p0"))
        assert first(done, Revealed).found == ()
