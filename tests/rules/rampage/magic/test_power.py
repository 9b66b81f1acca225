"""Power Points: sunrise, prayer, sleep, drains; mastery; a Paladin's hands and a Warlock's mark."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.casters import caster
from tests.rules.rampage.delve import MORNING, against, below, do_it, foe, has_event, home, last, one, rolling, why
from tests.rules.rampage.scene import hero, monster, options, refused_by, scene

from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.magic import mastery, power
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.systems.rampage.magic.casting import SpellCast
from underkeep.systems.rampage.magic.hands_and_marks import LayOnHands, Sacrifice
from underkeep.systems.rampage.magic.power import Pray, PrayerRolled, Sleep
from underkeep.systems.rampage.magic.scrolls import Writing, scroll
from underkeep.testing import d4, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Died, Healed, SheetChanged
from underkeep.world.gear import with_ids
from underkeep.world.state import State

HOUR = 3600


def priest(kind: str = "spiritual", gear: tuple[str, ...] = (), **more: object) -> Creature:
    return caster("priest", None, kind, side="party", gear=gear, **more)  # type: ignore[arg-type]


def wizard(**more: object) -> Creature:
    return caster("mage", None, "wizard", side="party", gear=("staff-focus", "grimoire"), **more)  # type: ignore[arg-type]


def left(state: State, id: str) -> int:
    return power.power_left(state.creatures[id])


@rule("rampage:class.cleric.pp-prayer")
@rule("rampage:class.cleric.pp-no-sleep")
@rule("rampage:class.ability.book-of-prayer.fast")
@pytest.mark.parametrize(("gear", "minutes"), [((), 60), (("book-of-prayer",), 30)])
def test_an_hour_of_prayer_brings_all_back_half_of_it_with_the_book(gear: tuple[str, ...], minutes: int) -> None:
    do = do_it(home(priest(spent=4, gear=gear)), Pray("priest"))
    assert left(do.state, "priest") == 5 and do.state.now == MORNING + minutes * 60
    assert ("rampage:class.ability.book-of-prayer.fast" in last(do, power.PowerChanged).rule) is bool(gear)


@rule("rampage:class.cleric.pp-prayer")
def test_one_prays_once_a_morning_and_only_clerics_do() -> None:
    prayed = do_it(home(priest(spent=4)), Pray("priest")).state
    assert against(prayed, Pray("priest")) == "class.cleric.pp-prayer"
    used = prayed.with_creature("priest", sheet=replace(sheet(prayed.creatures["priest"]), power_spent=2))
    assert against(used, Pray("priest")) == "class.cleric.pp-prayer"
    assert against(home(wizard(spent=2)), Pray("mage")) == "class.cleric.pp-prayer"


@rule("rampage:class.ability.book-of-prayer.second")
def test_once_a_day_the_book_brings_a_few_more() -> None:
    """The book: 2 of 8 left, a roll of 3, and there are 5."""
    state = home(priest(level=4, spent=6, gear=("book-of-prayer",)))
    state = state.with_creature("priest", conditions=(Condition("prayed", 9 * 86400),))
    do = do_it(state, Pray("priest"), d4(3))
    assert left(do.state, "priest") == 5 and last(do, PrayerRolled).roll.total == 3
    assert do.state.now == MORNING + 30 * 60
    assert against(do.state, Pray("priest")) == "class.ability.book-of-prayer.second"


@rule("rampage:class.cleric.pp-daily-loss")
def test_at_sunrise_what_clerics_kept_is_gone_and_mages_keep_theirs() -> None:
    do = rolling(replace(home(priest(spent=2), wizard(spent=1)), now=20 * HOUR))
    pass_time(do, 10 * HOUR - 1, "watch")
    assert left(do.state, "priest") == 3
    pass_time(do, 1, "watch")
    assert left(do.state, "priest") == 0 and left(do.state, "mage") == 4
    pass_time(do, HOUR, "watch")
    assert left(do.state, "priest") == 0


@rule("rampage:class.mage.pp-regain")
def test_four_hours_of_sleep_bring_half_back_and_the_next_four_the_rest() -> None:
    """The book: of 20 points 12 are spent; 4 hours bring 6 back, 8 hours all."""
    state = below(wizard(level=6, spent=12))
    assert why(state, Sleep()) is None
    do = rolling(state)
    power.sleep(do, do.state.creatures["mage"])
    assert left(do.state, "mage") == 20 - 6
    power.sleep(do, do.state.creatures["mage"])
    assert left(do.state, "mage") == 20
    night = rolling(home(wizard(level=6, spent=12)))
    pass_time(night, 8 * HOUR, "night")
    assert left(night.state, "mage") == 20
    assert against(below(wizard(level=6)), Sleep()) == "class.mage.pp-regain"


@rule("rampage:class.mage.pp-regain")
def test_the_hungry_and_clerics_regain_nothing_by_sleep() -> None:
    hungry = home(wizard(spent=2)).with_creature("mage", conditions=(Condition("hungry"),))
    for state, id in ((hungry, "mage"), (home(priest(spent=2)), "priest")):
        do = rolling(state)
        before = left(do.state, id)
        power.sleep(do, do.state.creatures[id])
        assert left(do.state, id) == before


@rule("rampage:magic.power-drain")
def test_a_power_drain_empties_the_caster_for_days() -> None:
    dead = replace(one("friend"), status="dead", hp=0)
    state = home(priest("spiritual", level=5, points=20), dead)
    do = do_it(state, Cast("priest", "raise-the-dead", "friend"), d4(2), d4(2), d4(3))
    assert left(do.state, "priest") == 0 and do.state.creatures["friend"].status == "down"
    drained = do.state.creatures["priest"].condition("power drain")
    assert drained is not None and drained.until == MORNING + 7 * 86400
    assert against(do.state, Pray("priest")) == "magic.power-drain"
    assert against(do.state, Cast("priest", "heal-wounds", "friend")) == "magic.power-drain"


@rule("rampage:class.cleric.spell-access")
def test_a_cleric_heals_at_leisure() -> None:
    hurt = replace(one("friend"), hp=4)
    do = do_it(home(priest(), hurt), Cast("priest", "heal-wounds", "friend"))
    assert last(do, Healed).amount == 8 and left(do.state, "priest") == 4
    assert against(home(priest(), hurt), Cast("priest", "ray-of-dawn", "friend")) == "magic.spell-level-min"


# Mastery


@rule("rampage:class.mage.mastery-by-use")
@rule("rampage:class.mage.track-casts")
def test_three_castings_a_level_from_the_grimoire_master_a_spell() -> None:
    """The book: the counter of a level 1 spell reaches 3, and of a level 2 spell 6."""
    state = home(wizard(level=3, points=99))
    read = Cast("mage", "know-the-foe", "mage", "grimoire")
    for number in (1, 2, 3):
        do = do_it(state, read)
        assert last(do, SpellCast).tally == number
        state = do.state
        assert ("know-the-foe" in sheet(state.creatures["mage"]).mastered) is (number == 3)
    second = rolling(home(wizard(level=3)))
    for tally, done in ((5, False), (6, True)):
        mastery.on_cast(second, SpellCast("mage", "mage-bolt", "", "", "grimoire", 2, tally))
        assert has_event(second, SheetChanged) is done


@rule("rampage:magic-item.scroll.read-magic")
def test_read_magic_makes_out_the_scrolls_of_other_mages() -> None:
    mage = wizard(mastered=("read-magic",))
    items, _ = with_ids((*mage.items, scroll("sun-fire", "mage", "other"), scroll("ill-luck", "cleric")), "s", 9)
    do = do_it(home(replace(mage, items=items)), Cast("mage", "read-magic"))
    read = [i.quality.read_by for i in do.state.creatures["mage"].items if isinstance(i.quality, Writing)]
    assert read == [("other", "mage"), ()]


# Powers


def paladin(**more: object) -> Creature:
    return caster("pal", None, "paladin", side="party", gear=("sword",), alignment="lawful", points=0, **more)  # type: ignore[arg-type]


@rule("rampage:class.paladin.lay-on-hands")
@rule("rampage:class.paladin.fall")
def test_a_paladin_heals_another_two_points_a_level_once_a_day() -> None:
    """The book: a Paladin of level 4 heals a friend 8."""
    hurt = replace(one("friend"), hp=4)
    hands = LayOnHands("pal", "friend")
    do = do_it(home(paladin(level=4), hurt), hands)
    assert last(do, Healed).amount == 8
    assert against(do.state, hands) == "class.paladin.lay-on-hands"
    self = replace(paladin(level=4), hp=1)
    assert against(home(self), LayOnHands("pal", "pal")) == "class.paladin.lay-on-hands"
    fallen = replace(paladin(), sheet=replace(sheet(paladin()), alignment="neutral"))
    assert against(home(fallen, hurt), hands) == "class.paladin.fall"
    assert against(home(one("pal"), hurt), hands) == "class.paladin.lay-on-hands"


@rule("rampage:class.paladin.lay-on-hands")
def test_in_a_fight_it_takes_the_attack_and_a_friend_beside_him() -> None:
    near, far = (replace(hero("friend", (x, 5)), hp=3) for x in (6, 7))
    knight = replace(paladin(), at=(5, 5), side="a")
    hands = LayOnHands("pal", "friend")
    assert hands in options(scene(knight, near, monster("orc", (20, 5))), "pal")
    assert refused_by(scene(knight, far, monster("orc", (20, 5))), hands) == "class.paladin.lay-on-hands"


@rule("rampage:class.paladin.cure-disease")
@pytest.mark.parametrize(("level", "cures"), [(5, 1), (6, 2)])
def test_a_paladin_cures_disease_once_a_day_and_from_level_six_twice(level: int, cures: int) -> None:
    ill = replace(one("friend"), conditions=(Condition("disease"),))
    state = home(paladin(level=level), ill)
    cure = LayOnHands("pal", "friend", True)
    for _ in range(cures):
        assert not do_it(state, cure).state.creatures["friend"].condition("disease")
        state = do_it(state, cure).state.with_creature("friend", conditions=ill.conditions)
    assert against(state, cure) == "class.paladin.cure-disease"
    assert against(home(paladin(), one("friend")), cure) == "class.paladin.cure-disease"


@rule("rampage:class.ability.mark-of-hell")
def test_a_warlock_regains_a_point_for_each_hit_die_of_a_captive() -> None:
    """The book: down 5 points, a captive of 3 hit dice gives 3 back."""
    warlock = caster("lock", None, "warlock", side="party", level=4, spent=5, gear=("dagger",))
    state = home(warlock, foe("orc-1", hd=3.0), captives=("orc-1",))
    do = do_it(state, Sacrifice("lock", "orc-1"))
    assert left(do.state, "lock") == left(state, "lock") + 3 and last(do, Died).creature == "orc-1"
    assert against(do.state, Sacrifice("lock", "orc-1")) == "class.ability.mark-of-hell"
    assert against(home(warlock, foe()), Sacrifice("lock", "orc-1")) == "class.ability.mark-of-hell"
    assert against(home(one("lock"), foe(), captives=("orc-1",)), Sacrifice("lock", "orc-1")).endswith("mark-of-hell")
