"""Magic to the point: what lies just on either side of each number, and what each casting goes by."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.casters import caster
from tests.rules.rampage.delve import MORNING, below, foe, has_event, home, last, one, rolling
from tests.rules.rampage.scene import (
    act,
    all_of,
    hero,
    monster,
    refused_by,
    scene,
    scripted,
    spent,
    the,
    under,
    why_not,
)

from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.checks import miracles
from underkeep.systems.rampage.magic import castable, casting, duels, effects, hands_and_marks, mastery, power
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.systems.rampage.magic.casting import GripReady, SpellCast
from underkeep.systems.rampage.magic.duels import PowerDuel, PowerMatched
from underkeep.systems.rampage.magic.effects import Casting, SpellSpared
from underkeep.systems.rampage.magic.hands_and_marks import LayOnHands, Sacrifice
from underkeep.systems.rampage.magic.power import Pray, Sleep
from underkeep.systems.rampage.magic.scrolls import scroll
from underkeep.testing import d4, d6, d20, rule
from underkeep.world.clock import TimePassed
from underkeep.world.condition import Condition, ConditionEnded
from underkeep.world.creature import Creature, Felled, Harmed, Healed
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.fight import Spent
from underkeep.world.gear import ItemsChanged
from underkeep.world.light import Light
from underkeep.world.state import State

HOUR, DAY = 3600, 86400
SPARK = Cast("mage", "spark", "orc")


def mage(**more: object) -> Creature:
    more = {"mastered": ("spark",), "gear": ("staff-focus",), **more}
    return caster("mage", (5, 5), **more)  # type: ignore[arg-type]


def facing(*others: Creature, switches: tuple[str, ...] = (), **more: object) -> State:
    return scene(mage(**more), *(others or (monster("orc", (12, 5)),)), switches=switches)


def with_scroll(creature: Creature, spell: str, count: int = 1) -> Creature:
    written = replace(scroll(spell, "mage", creature.id), id="scroll", count=count)
    return replace(creature, items=(*creature.items, written))


# What one has


@rule("rampage:class.mage.grimoire-contents")
def test_a_grimoire_holds_the_realms_and_what_was_studied_besides() -> None:
    plain = {id for id, by in castable.means(mage(gear=("grimoire",), mastered=())) if by == "grimoire"}
    assert "spark" in plain and "dazzle" not in plain
    learned = mage(gear=("grimoire",), mastered=())
    learned = replace(learned, sheet=replace(sheet(learned), studied=("dazzle",)))
    assert {id for id, _ in castable.means(learned)} == plain | {"dazzle"}


@rule("rampage:magic.spell-level-min", "rampage:class.mage.without-grimoire")
def test_why_somebody_does_not_have_a_spell() -> None:
    first = facing(level=1, mastered=())
    assert refused_by(first, SPARK) == "class.mage.mastery-effect"
    assert refused_by(first, replace(SPARK, by="grimoire")) == "class.mage.without-grimoire"
    assert refused_by(first, replace(SPARK, by="no-scroll")) == "class.mage.foreign-realm-need"
    assert refused_by(first, Cast("mage", "dazzle", "orc", "grimoire")) == "class.mage.foreign-realm-need"


@rule("rampage:class.multi.cleric-weapons")
def test_who_is_a_cleric_alone_may_carry_what_he_likes() -> None:
    druid = caster("druid", (5, 5), "druid", gear=("longbow",))
    assert why_not(scene(druid, monster("orc", (12, 5))), Cast("druid", "ill-luck", "orc")) is None


# At whom


@rule("rampage:spell.grip.in-melee", "rampage:combat.rank.spell-target")
def test_a_grip_is_for_those_in_contact_alone() -> None:
    grip, sorcerer = spells()["grip-of-pain"], mage(kind="sorcerer")
    for x, refused in ((6, False), (7, True)):
        state = scene(sorcerer, monster("orc", (x, 5)))
        refusal = castable.why_not_target(state, sorcerer, state.creatures["orc"], grip)
        assert (refusal is not None) is refused
        if refusal is not None:
            assert refusal.rule == "rampage:spell.grip.in-melee"


@rule("rampage:combat.rank.spell-target")
def test_where_nobody_stands_anywhere_everybody_is_in_reach() -> None:
    state = facing()
    actor, target = state.creatures["mage"], state.creatures["orc"]
    assert castable.why_not_target(state, actor, replace(target, at=None), spells()["spark"]) is None
    assert castable.why_not_target(state, replace(actor, at=None), target, spells()["spark"]) is None


@rule("rampage:combat.rank.spell-target")
def test_in_the_dark_the_target_must_be_seen() -> None:
    dark = facing(switches=("dark",))
    assert refused_by(dark, SPARK) == "combat.rank.spell-target"
    lit = replace(dark, lights=(Light("l", "orc", "torches", "Torch", 20, None),))
    assert why_not(lit, SPARK) is None
    blind = under(facing(), "mage", "blind")
    assert castable.why_not_target(blind, blind.creatures["mage"], blind.creatures["orc"], spells()["spark"]) is None


@rule("rampage:magic.cast.not-locked")
def test_what_a_spell_is_cast_at() -> None:
    state = facing(monster("orc", (12, 5)), hero("friend", (5, 8)), mastered=("spark", "shield-of-force"))
    for action, sentence in (
        (replace(SPARK, target=""), "Say at whom to cast that."),
        (replace(SPARK, target="friend"), "Friend is not one to cast that at."),
        (Cast("mage", "shield-of-force", "orc"), "That spell is not cast at anybody."),
    ):
        refusal = castable.why_not(state, action)
        assert refusal is not None and refusal.sentence == sentence
    dead = castable.why_not(state.with_creature("orc", status="dead"), SPARK)
    assert dead is not None and dead.sentence == "Orc is not one to cast that at."


# What it goes by

COST = ("rampage:magic.spell-level-cost", "rampage:magic.spell-level-min")
AIMED = ("rampage:combat.rank.spell-target", "rampage:combat.missile.spells-overhead")


def paid(state: State, action: Cast, *faces: int) -> SpellCast:
    do = scripted(state, *faces)
    casting.pay(do, action)
    return the(do, SpellCast)


@rule("rampage:magic.spell-level-cost", "rampage:class.mage.track-casts", "rampage:magic-item.scroll.single-use")
def test_what_each_way_of_casting_cites() -> None:
    own = spells()["spark"].rules
    known = paid(facing(), SPARK)
    by_heart = ("rampage:class.mage.spell-access", "rampage:class.mage.mastery-effect")
    assert (known.rule, known.tally, known.cost) == ((*COST, *by_heart, *AIMED, *own), 0, 1)
    read = paid(facing(mastered=(), gear=("grimoire",)), replace(SPARK, by="grimoire"))
    from_the_book = (
        "rampage:class.mage.spell-access",
        "rampage:class.mage.focus-grimoire",
        "rampage:class.mage.track-casts",
        "rampage:class.mage.grimoire-hands",
        "rampage:class.mage.grimoire-contents",
    )
    assert (read.rule, read.tally, read.cost) == ((*COST, *from_the_book, *AIMED, *own), 1, 1)
    reader = with_scroll(mage(mastered=()), "spark")
    crumbled = paid(scene(reader, monster("orc", (12, 5))), replace(SPARK, by="scroll"))
    assert (crumbled.rule, crumbled.cost) == (("rampage:magic-item.scroll.use-any", *AIMED, *own), 0)
    druid = scene(caster("druid", (5, 5), "druid"), monster("orc", (12, 5)))
    prayed = paid(druid, Cast("druid", "ill-luck", "orc"))
    assert prayed.rule == (*COST, "rampage:class.cleric.spell-access", *AIMED, *spells()["ill-luck"].rules)
    priest = caster("priest", (5, 5), "militant", level=1, gear=("holy-symbol",))
    gift = paid(scene(priest, monster("orc", (12, 5))), Cast("priest", "righteous-light", "orc", "holy-symbol"))
    light = spells()["righteous-light"].rules
    assert (gift.rule, gift.cost) == (("rampage:class.ability.holy-symbol", *AIMED, *light), 0)


@rule("rampage:magic.spell-level-cost")
def test_only_a_spell_at_somebody_in_a_fight_flies_overhead() -> None:
    ward = paid(facing(mastered=("shield-of-force",)), Cast("mage", "shield-of-force"))
    assert not set(AIMED) & set(ward.rule)
    quiet = replace(facing(), fight=None)
    assert not set(AIMED) & set(paid(quiet, SPARK).rule)


@rule("rampage:class.mage.cast-cost-mastered", "rampage:combat.actions.attack.cast")
def test_what_a_casting_costs_of_the_round() -> None:
    cited = the(act(facing(), SPARK, d6(4), d20(1)), Spent).rule
    assert cited == ("rampage:combat.actions.attack.cast", "rampage:class.mage.cast-cost-mastered")
    druid = scene(caster("druid", (5, 5), "druid"), monster("orc", (12, 5)))
    prayed = act(druid, Cast("druid", "ill-luck", "orc"), d20(1))
    assert the(prayed, Spent).rule == ("rampage:combat.actions.attack.cast",)


@rule("rampage:magic-item.scroll.single-use", "rampage:spell.grip.scroll")
def test_one_scroll_crumbles_and_a_grip_is_used_up() -> None:
    reader = with_scroll(mage(kind="sorcerer", mastered=()), "grip-of-pain", 3)
    do = scripted(scene(reader, monster("orc", (12, 5))))
    casting.cast(do, Cast("mage", "grip-of-pain", "", "scroll"))
    assert the(do, ItemsChanged).items[-1].count == 2
    close = do.state.with_creature("orc", at=(6, 5))
    used = scripted(close)
    casting.pay(used, Cast("mage", "grip-of-pain", "orc", "grip"))
    assert the(used, GripReady) == GripReady("mage", "", 0, rule=("rampage:spell.grip.scroll",))
    assert battle(used.state).grips == {}
    assert close.fight is not None
    late = scripted(replace(close, fight=replace(close.fight, round=5, spent={})))
    casting.let_grips_go(late)
    assert the(late, GripReady) == GripReady("mage", "", 0, rule=("rampage:spell.grip.scroll",))
    ready = replace(close, fight=replace(close.fight, spent={}))
    assert why_not(ready, Cast("mage", "grip-of-pain", "orc", "grip")) is None
    assert refused_by(ready, Cast("mage", "grip-of-fire", "orc", "grip")) == "spell.grip.scroll"
    assert refused_by(late.state, Cast("mage", "grip-of-pain", "orc", "grip")) == "spell.grip.scroll"


# What spells do


@rule("rampage:spell.grip.save")
@pytest.mark.parametrize(("spell", "cited"), [("grip-of-pain", ("rampage:spell.grip.save",)), ("charm-person", ())])
def test_a_save_that_spares_of_a_grip_too(spell: str, cited: tuple[str, ...]) -> None:
    do = scripted(facing(), d20(20))
    assert effects._resists(do, "orc", Casting("mage", "orc", spell))
    assert the(do, SpellSpared).rule == cited


@rule("rampage:class.ability.charm-immunity")
@pytest.mark.parametrize(("hd", "felled"), [(2, True), (3, False)])
def test_a_charm_is_for_so_many_hit_dice(hd: int, felled: bool) -> None:
    state = facing(monster("orc", (12, 5), hd=float(hd)), mastered=("charm-person",))
    do = act(state, Cast("mage", "charm-person", "orc"), *((d20(1),) if felled else ()))
    assert bool(all_of(do, Felled)) is felled


@rule("rampage:magic.area.friends")
@pytest.mark.parametrize(("x", "inside"), [(14, True), (15, False)])
def test_the_edge_of_an_area(x: int, inside: bool) -> None:
    do = scripted(facing(monster("orc", (12, 5)), monster("other", (x, 5))))
    found = {c.id for c in effects.struck(do, do.state.creatures["orc"], 2)}
    assert ("other" in found) is inside


@rule("rampage:magic.power-drain")
def test_great_workings_drain_but_for_hit_points_and_a_new_body() -> None:
    arms = ("lost left arm", "lost right arm")
    maimed = replace(one("friend"), sheet=replace(sheet(one()), injuries=arms))
    priest = caster("priest", None, "spiritual", level=5, side="party", points=20)

    def worked(who: Creature, spell: str, *faces: int) -> State:
        do = rolling(home(priest, who), *faces)
        how = spells()[spell].effects[0]
        effects.miracle(do, Casting("priest", "friend", spell), how)  # type: ignore[arg-type]
        return do.state

    mended = worked(maimed, "great-heal", *d4(1, 1, 1))
    assert sheet(mended.creatures["friend"]).injuries == ("lost right arm",)
    assert power.power_left(mended.creatures["priest"]) == 0
    hurt = worked(replace(maimed, hp=3), "great-heal")
    assert (hurt.creatures["friend"].hp, power.power_left(hurt.creatures["priest"])) == (20, 20)
    whole = worked(one("friend"), "great-heal")
    assert power.power_left(whole.creatures["priest"]) == 20
    reborn = worked(replace(one("friend"), status="dead"), "reincarnation", *d6(*[3] * 9))
    assert reborn.creatures["friend"].status == "up"
    assert power.power_left(reborn.creatures["priest"]) == 20
    assert not reborn.creatures["priest"].condition(power.DRAINED) and miracles.RAISED


# Duels


def two(hp: int = 9, **more: object) -> State:
    priest = caster("priest", (14, 5), "spiritual", level=4, side="b", hp=hp, **more)  # type: ignore[arg-type]
    return scene(mage(level=5), priest, hero("idle", (35, 25)))


@rule("rampage:combat.power-duel.win", "rampage:combat.power-duel.lose", "rampage:combat.power-duel.roll")
@pytest.mark.parametrize(("ours", "loser", "by"), [(6, "priest", "mage"), (1, "mage", "priest")])
@pytest.mark.parametrize("hp", [9, 1])
def test_the_loser_of_a_duel_is_hurt_by_the_other(ours: int, loser: str, by: str, hp: int) -> None:
    state = two().with_creature(loser, hp=hp)
    do = scripted(state, *d6(ours, 5))
    duels.duel(do, PowerDuel("mage", "priest"))
    hurt = the(do, Harmed)
    assert (hurt.creature, hurt.amount, hurt.hp, hurt.by) == (loser, 1, hp - 1, by)
    how = "win" if by == "mage" else "lose"
    assert hurt.rule == (f"rampage:combat.power-duel.{how}",)
    assert "rampage:combat.power-duel.roll" in the(do, PowerMatched).rule


@rule("rampage:combat.power-duel.cost", "rampage:combat.power-duel.unpaid-defender")
@pytest.mark.parametrize(("points", "rolls"), [(1, True), (0, False)])
def test_a_last_point_is_enough_to_defend(points: int, rolls: bool) -> None:
    do = scripted(two(points=points), *(d6(6, 1) if rolls else ()))
    duels.duel(do, PowerDuel("mage", "priest"))
    matched = the(do, PowerMatched)
    assert (matched.other is not None) is rolls
    assert ("rampage:combat.power-duel.roll" in matched.rule) is rolls


@rule("rampage:combat.power-duel.attacker-done", "rampage:combat.power-duel.win")
def test_a_duellist_moves_no_more_and_nobody_loses_what_he_has_not() -> None:
    moved = scripted(spent(two(), "mage", "move"), *d6(1, 6))
    duels.duel(moved, PowerDuel("mage", "priest"))
    assert "move" not in [e.what for e in all_of(moved, Spent)]
    spentless = scripted(two(hp=0), *d6(6, 1))
    duels.duel(spentless, PowerDuel("mage", "priest"))
    assert the(spentless, Harmed).hp == 0


# Mastery


@rule("rampage:creation.mage-mastery-start", "rampage:creation.mage-mastery-higher")
def test_what_a_new_mage_may_master() -> None:
    assert mastery.to_master(sheet(one())) == (0, ())
    count, able = mastery.to_master(sheet(mage(level=2)))
    assert count == 2
    realms = sheet(mage()).realms
    assert {spells()[id].realm for id in able} <= set(realms)
    assert {spells()[id].level for id in able} == {1, 2}
    assert "read-magic" not in able


# Power comes and goes


def priest(**more: object) -> Creature:
    return caster("priest", None, "spiritual", side="party", **more)  # type: ignore[arg-type]


def wizard(**more: object) -> Creature:
    return caster("mage", None, "wizard", side="party", gear=("staff-focus", "grimoire"), **more)  # type: ignore[arg-type]


@rule("rampage:class.cleric.pp-daily-loss")
def test_no_sun_rises_on_a_fight() -> None:
    fighting = replace(home(priest(spent=2)), now=20 * HOUR, fight=scene(one()).fight)
    do = rolling(fighting)
    pass_time(do, 12 * HOUR, "watch")
    assert not has_event(do, power.Dawned)
    later = rolling(replace(fighting, fight=None))
    pass_time(later, 12 * HOUR, "watch")
    assert has_event(later, power.Dawned)


@rule("rampage:class.cleric.pp-prayer")
@pytest.mark.parametrize(("now", "until"), [
    (8 * HOUR, DAY + 6 * HOUR), (DAY + 3 * HOUR, DAY + 6 * HOUR), (DAY + 6 * HOUR, 2 * DAY + 6 * HOUR),
    (DAY + 20 * HOUR, 2 * DAY + 6 * HOUR),
])  # fmt: skip
def test_a_prayer_serves_until_sunrise(now: int, until: int) -> None:
    do = rolling(replace(home(priest(spent=2)), now=now))
    power.pray(do, Pray("priest"))
    prayed = do.state.creatures["priest"].condition(power.PRAYED)
    assert prayed is not None and prayed.until == until


@rule("rampage:class.mage.pp-regain")
@pytest.mark.parametrize(("spent_", "back"), [(1, 1), (4, 2), (5, 3)])
def test_half_of_what_was_spent_rounded_up(spent_: int, back: int) -> None:
    do = rolling(below(wizard(level=6, spent=spent_)))
    power.sleep(do, do.state.creatures["mage"])
    assert sheet(do.state.creatures["mage"]).power_spent == spent_ - back
    half = do.state.creatures["mage"].condition(power.HALF_SLEPT)
    assert half is not None and half.until == MORNING + HOUR


@rule("rampage:class.mage.pp-regain")
def test_four_hours_of_sleep_are_a_rest() -> None:
    state = below(wizard(level=6, spent=12), one("guard"))
    assert state.party is not None
    do = rolling(replace(state, party=replace(state.party, unrested=3)), *d6(*[6] * 12))
    power.sleep_here(do, Sleep())
    assert do.state.now == MORNING + 4 * HOUR
    assert sheet(do.state.creatures["mage"]).power_spent == 6
    assert do.state.party is not None and do.state.party.unrested == 0


@rule("rampage:class.mage.pp-regain")
@pytest.mark.parametrize(("seconds", "comes", "left"), [
    (4 * HOUR, False, 6), (4 * HOUR - 1, False, 12), (4 * HOUR, True, 12), (4 * HOUR - 600, True, 12),
])  # fmt: skip
def test_whoever_comes_upon_sleepers_wakes_them(
    monkeypatch: pytest.MonkeyPatch, seconds: int, comes: bool, left: int
) -> None:
    def spend(do: Resolution, _: int, rested: bool) -> None:
        do.emit(TimePassed(do.state.now + seconds, "turn"))
        if comes:
            do.emit(EncounterBegan(Encounter("g", ("orc-1",), 20)))

    monkeypatch.setattr(power.exploration, "spend", spend)
    do = rolling(below(wizard(level=6, spent=12), foe()))
    power.sleep_here(do, Sleep())
    assert sheet(do.state.creatures["mage"]).power_spent == left


@rule("rampage:class.paladin.lay-on-hands", "rampage:class.paladin.cure-disease")
def test_what_a_paladins_hands_go_by() -> None:
    paladin = caster("pal", None, "paladin", side="party", level=2, gear=(), alignment="lawful", points=0)
    ill = replace(one("friend"), hp=3, conditions=(Condition("disease"),))
    do = rolling(home(paladin, ill))
    hands_and_marks.lay_on_hands(do, LayOnHands("pal", "friend"))
    assert last(do, Healed).rule == ("rampage:class.paladin.lay-on-hands",)
    hands_and_marks.lay_on_hands(do, LayOnHands("pal", "friend", True))
    assert last(do, ConditionEnded).rule == ("rampage:class.paladin.cure-disease",)


@rule("rampage:class.ability.mark-of-hell")
@pytest.mark.parametrize(("hd", "points"), [(0.5, 1), (1.0, 1), (2.0, 2)])
def test_half_a_hit_die_gives_a_point(hd: float, points: int) -> None:
    warlock = caster("lock", None, "warlock", side="party", level=4, spent=5, gear=())
    do = rolling(home(warlock, foe(hd=hd), captives=("orc-1",)))
    hands_and_marks.sacrifice(do, Sacrifice("lock", "orc-1"))
    assert sheet(do.state.creatures["lock"]).power_spent == 5 - points
