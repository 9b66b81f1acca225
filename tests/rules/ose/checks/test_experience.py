"""Experience, its division, levels gained and lost, and the pace of a campaign."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import Undisturbed, ruled
from tests.rules.ose.scene import every, first, table

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import fold
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import Chronicle, Wealth, campaign, with_campaign
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.basics.sheet import ABILITIES, SAVES, Service, sheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.checks import experience, experience_report, illusions
from underkeep.systems.ose.checks.experience import ExperienceGained, ExperienceReckoned, LevelGained, LevelLost
from underkeep.systems.ose.checks.experience_report import PacingReported
from underkeep.systems.ose.equipment.treasure import gem, jewellery
from underkeep.systems.ose.equipment.treasure_settings import read
from underkeep.systems.ose.monsters import listings
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d8, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature, Died
from underkeep.world.gear import Item
from underkeep.world.state import State

FIGHTER = compendium.classes()["fighter"]


def party(*kinds: str, switches: tuple[str, ...] = (), human: bool = False, **scores: int) -> State:
    """These in the dungeon, with 10 in every ability but those given, 9 hit points and nothing in their purses."""
    state = delving_party(RULESET, cellar(RULESET), *(kinds or ("fighter",)))
    for id, creature in state.creatures.items():
        own = replace(sheet(creature), abilities={**dict.fromkeys(ABILITIES, 10), **scores})
        state = state.with_creature(id, sheet=own, items=(), hp=9, max_hp=9)
    state = with_campaign(state, wealth=Wealth())
    return replace(state, switches=switches, human_referee=human)


def with_monsters(state: State, *kinds: str, status: str = "dead") -> State:
    do = Resolution(state, Seeded(1), RULESET)
    for kind in kinds:
        id = f"{kind}-{len(do.state.creatures)}"
        RULESET.recruit(do, Recruit(kind), id, "monsters")
        do.state = do.state.with_creature(id, status=status)
    return do.state


def reckoned(state: State, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    do = Resolution(state, Scripted(*faces), RULESET, rulings)
    experience.reckon(do)
    do.dice.finish()
    assert fold(do.events, state) == do.state
    return do


def gains(done: Resolution) -> dict[str, int]:
    return {e.creature: e.amount for e in every(done, ExperienceGained)}


def xp(state: State, id: str = "hero-1") -> int:
    return sheet(state.creatures[id]).xp


@rule("ose:xp.treasure.nonmagical")
def test_treasure_is_worth_its_gold():
    items = (coins("gp", 350), coins("sp", 40), gem(100))
    done = reckoned(party().with_creature("hero-1", items=items))
    assert first(done, ExperienceReckoned).treasure_gp == 454
    assert gains(done) == {"hero-1": 454}


@rule("ose:xp.treasure.magical")
def test_magic_brings_nothing():
    items = (Item("sword-plus-1", "sword"), Item("potion-of-healing", "potion"), Item("plate-mail", "Plate mail"))
    assert gains(reckoned(party().with_creature("hero-1", items=items))) == {"hero-1": 0}


@rule("ose:xp.two-sources")
def test_treasure_and_monsters_and_nothing_else():
    state = with_monsters(party().with_creature("hero-1", items=(coins("gp", 300),)), "gnoll", "gnoll", "gnoll")
    told = first(reckoned(state), ExperienceReckoned)
    assert (told.treasure_gp, told.monster_xp, told.monsters) == (300, 60, {"gnoll": 3})
    assert gains(reckoned(state)) == {"hero-1": 360}


@rule("ose:xp.survivors-only")
def test_the_dead_get_nothing():
    state = party(*["fighter"] * 5).with_creature("hero-1", items=(coins("gp", 400),))
    state = state.with_creature("hero-5", status="dead")
    assert gains(reckoned(state)) == dict.fromkeys(("hero-1", "hero-2", "hero-3", "hero-4"), 100)


@rule("ose:xp.division.even", "ose:retainer.xp.half")
def test_everybody_has_the_same_share_and_retainers_keep_half():
    state = party(*["fighter"] * 6).with_creature("hero-2", items=(coins("gp", 1200),))
    state = retained(state, "hero-6")
    assert gains(reckoned(state)) == {**{f"hero-{n}": 200 for n in range(1, 6)}, "hero-6": 100}


def retained(state: State, id: str) -> State:
    own = replace(sheet(state.creatures[id]), service=Service("hero-1", 1, 50, 7))
    return state.with_creature(id, sheet=own)


@rule("ose:xp.division.not-by-loot")
def test_however_the_loot_was_split():
    one = party("fighter", "fighter").with_creature("hero-1", items=(coins("gp", 200),))
    both = one.with_creature("hero-1", items=(coins("gp", 100),)).with_creature("hero-2", items=(coins("gp", 100),))
    assert gains(reckoned(one)) == gains(reckoned(both)) == {"hero-1": 100, "hero-2": 100}


@rule("ose:xp.prime-requisite-on-total", "ose:advancement.prime-requisite", "ose:abilities.prime-requisite.xp")
def test_the_prime_requisite_changes_the_whole_once():
    state = party(STR=16).with_creature("hero-1", items=(coins("gp", 1005),))
    assert gains(reckoned(state)) == {"hero-1": 1105}
    assert "prime requisite %" in {m.source for m in first(reckoned(state), ExperienceGained).modifiers}
    for score, amount in ((12, 1000), (13, 1050), (8, 900), (5, 800)):
        state = party(STR=score).with_creature("hero-1", items=(coins("gp", 1000),))
        assert gains(reckoned(state)) == {"hero-1": amount}
    shares = with_monsters(party(STR=16).with_creature("hero-1", items=(coins("gp", 5),)), "goblin")
    assert gains(reckoned(shares)) == {"hero-1": 11}


@rule("ose:xp.monsters.base", "ose:xp.monsters.bonus")
def test_awards_by_hit_dice_and_abilities():
    for hd, base, bonus in table("xp.monsters"):
        text = "1/2" if hd == "less than 1" else hd.partition("-")[0]
        text = f"{text}1" if text.endswith("+") else text
        assert listings.xp_award(text, 0) == base, hd
        assert listings.xp_award(text, 2) == base + 2 * bonus, hd
        if "-" in hd:
            assert listings.xp_award(f"{hd.rpartition('-')[2]}1", 0) == base
    assert (listings.xp_award("2", 0), listings.xp_award("2+2", 0)) == (20, 25)
    assert (listings.xp_award("3", 1), listings.xp_award("3", 2)) == (50, 65)
    assert listings.xp_award("1-1", 0) == 5


@rule("ose:xp.monsters.above-21")
def test_awards_above_21_hit_dice():
    assert [listings.xp_award(hd, 0) for hd in ("21", "22", "23")] == [2500, 2750, 3000]
    assert [listings.xp_award(hd, 1) for hd in ("22", "23")] == [2750 + 2250, 3000 + 2500]


@rule("ose:xp.monsters.defeated")
@pytest.mark.parametrize("status", ["dead", "fled", "yielded", "down"])
def test_however_a_monster_was_overcome(status):
    state = with_monsters(party(), "ogre", status=status)
    assert first(reckoned(state), ExperienceReckoned).monster_xp == listings.xp_award("4+1", 0) == 125


@rule("ose:xp.monsters.defeated")
def test_outwitting_counts_meeting_does_not_and_nothing_counts_twice():
    state = with_monsters(party(), "ogre", status="up")
    ogre = next(c for c in state.creatures.values() if c.kind == "ogre").id
    assert gains(reckoned(state)) == {"hero-1": 0}
    state = state.with_creature(ogre, conditions=(Condition(experience.OUTWITTED),))
    done = reckoned(state)
    assert gains(done) == {"hero-1": 125}
    assert gains(reckoned(done.state)) == {"hero-1": 0}


@rule("ose:xp.monsters.peril")
def test_peril_counts_a_monster_as_harder_if_the_referee_says_so():
    state = with_monsters(party(), "gnoll")
    done = reckoned(state)
    assert gains(done) == {"hero-1": 20}
    assert [(e.choice, e.by) for e in every(done, Ruled)] == [("no", "default")]
    assert gains(reckoned(state, rulings={"ose:xp.monsters.peril": "yes"})) == {"hero-1": 25}
    rows = [row[0] for row in compendium.tables()["xp-awards"].rows]
    for hd, harder in (("1/2", "1"), ("1-1", "1"), ("4", "4+1"), ("6+1", "7"), ("9", "11"), ("21", "22"), ("30", "31")):
        assert experience.harder(hd) == harder
    assert rows == sorted(rows)


@rule("ose:xp.player-adjustment")
def test_rewards_and_penalties_only_with_the_option():
    state = party("fighter", "fighter").with_creature("hero-1", items=(coins("gp", 200),))
    question = "ose:xp.player-adjustment"
    off = reckoned(state, rulings={question: "+10"})
    assert gains(off) == {"hero-1": 100, "hero-2": 100}
    assert not every(off, Ruled)
    on = replace(state, switches=("player-xp",))
    assert gains(reckoned(on)) == {"hero-1": 100, "hero-2": 100}
    done = reckoned(on, rulings={f"{question}: hero-1": "+10", f"{question}: hero-2": "-20"})
    assert gains(done) == {"hero-1": 110, "hero-2": 80}
    assert [m.source for e in every(done, ExperienceGained) for m in e.modifiers] == ["referee %", "referee %"]


@rule("ose:xp.awarded-by-referee")
def test_the_adventures_end_brings_experience_and_a_level():
    state = party().with_creature("hero-1", items=(coins("gp", 1999),))
    done = play.resolve(RULESET, state, "player", a.LeaveDungeon(), Undisturbed())
    assert (xp(done.state), sheet(done.state.creatures["hero-1"]).level) == (1999, 1)
    state = party().with_creature("hero-1", items=(coins("gp", 2000),))
    done = play.resolve(RULESET, state, "player", a.LeaveDungeon(), Undisturbed(d8(5)))
    assert (xp(done.state), sheet(done.state.creatures["hero-1"]).level) == (2000, 2)
    assert campaign(done.state).chronicle == Chronicle(adventures=1, xp=2000, treasure_gp=2000)


def test_what_was_carried_in_is_not_found_again():
    state = party("fighter", "thief").with_creature("hero-1", items=(coins("gp", 50),))
    state = state.with_creature("hero-2", items=(coins("gp", 80),))
    do = Resolution(state, Scripted(), RULESET)
    experience.note_what_is_brought(do)
    at_home = do.state.with_creature("hero-1", items=(coins("gp", 50), gem(10)))
    assert experience.recovered_cp(at_home) == 1000
    robbed = do.state.with_creature("hero-2", status="dead", items=())
    assert experience.recovered_cp(robbed.with_creature("hero-1", items=(coins("gp", 130), gem(10)))) == 1000
    experience.note_loss(do, "hero-1", 3000)
    poorer = do.state.with_creature("hero-1", items=(coins("gp", 20), gem(10)))
    assert experience.recovered_cp(poorer) == 1000
    do = Resolution(state, Scripted(), RULESET)
    experience.note_what_is_brought(do)
    left_behind = do.state.with_creature("hero-2", status="dead")
    assert experience.recovered_cp(left_behind.with_creature("hero-1", items=(coins("gp", 50), gem(10)))) == 1000


@rule("ose:advancement.one-level-per-session")
def test_no_more_than_one_level():
    assert [row.xp for row in FIGHTER.levels[:3]] == [0, 2000, 4000]
    assert experience.after_award(FIGHTER, 1, 0, 6000) == (2, 3999)
    done = reckoned(party().with_creature("hero-1", items=(coins("gp", 6000),)), d8(4))
    own = sheet(done.state.creatures["hero-1"])
    assert (own.level, own.xp) == (2, 3999)
    assert "ose:advancement.one-level-per-session" in first(done, ExperienceGained).rule
    last = len(FIGHTER.levels)
    assert experience.after_award(FIGHTER, last, 900_000, 5) == (last, 900_005)
    assert experience.after_award(FIGHTER, last - 1, FIGHTER.levels[-1].xp - 1, 500_000)[0] == last


@rule("ose:advancement.level-up.improvements", "ose:advancement.level")
@pytest.mark.parametrize("kind", list(compendium.classes()))
def test_a_new_level_gives_the_whole_row(kind):
    own_class = compendium.classes()[kind]
    state = party(kind)
    for level in range(1, len(own_class.levels)):
        do = Resolution(state, Seeded(level), RULESET)
        experience.gain_level(do, "hero-1")
        state = do.state
        own, row = sheet(state.creatures["hero-1"]), own_class.levels[level]
        assert (own.level, own.thac0) == (level + 1, row.thac0)
        assert own.saves == dict(zip(SAVES, row.saves, strict=True))
        assert own.hit_dice == advancement.hit_dice_text(own_class, level + 1)


@rule("ose:advancement.level")
def test_play_begins_at_first_level_and_a_referee_may_start_higher():
    do = Resolution(State("ose", {}), Seeded(1), RULESET)
    assert sheet(RULESET.recruit(do, Recruit("fighter"), "a-1", "a")).level == 1
    third = sheet(RULESET.recruit(do, Recruit("fighter", 3), "a-2", "a"))
    assert (third.level, third.xp, third.hit_dice) == (3, FIGHTER.levels[2].xp, "3d8")


@rule("ose:advancement.level-up.hp")
def test_a_new_hit_die_raises_the_most_hit_points_only():
    done = reckoned(party("thief", CON=13).with_creature("hero-1", items=(coins("gp", 1300),)), d4(4))
    told = first(done, LevelGained)
    assert (told.level, told.max_hp) == (2, 14 if thief_die() == "1d6" else 9 + 5)
    hero = done.state.creatures["hero-1"]
    assert (hero.hp, hero.max_hp) == (9, 14)
    state = at_level(party(CON=13), 9)
    do = Resolution(state, Scripted(), RULESET)
    experience.gain_level(do, "hero-1")
    fixed = FIGHTER.levels[9].fixed_hp - FIGHTER.levels[8].fixed_hp
    assert do.state.creatures["hero-1"].max_hp == 9 + fixed


def thief_die() -> str:
    return compendium.classes()["thief"].hit_die.text


def at_level(state: State, level: int) -> State:
    own = experience.at_level(sheet(state.creatures["hero-1"]), level)
    row = compendium.classes()[own.character_class].levels[level - 1]
    return state.with_creature("hero-1", sheet=replace(own, xp=row.xp))


@rule("ose:magic-item.curse.energy-drain")
def test_a_drained_level_is_gone_with_its_hit_points():
    state = at_level(party(), 3).with_creature("hero-1", hp=5, max_hp=20)
    do = Resolution(state, Scripted(d8(6)), RULESET)
    experience.lose_level(do, "hero-1")
    hero = do.state.creatures["hero-1"]
    own = sheet(hero)
    assert (own.level, own.xp, hero.hp, hero.max_hp) == (2, 3000, 1, 14)
    assert (own.thac0, own.hit_dice) == (FIGHTER.levels[1].thac0, "2d8")
    assert first(do, LevelLost).rule == ("ose:magic-item.curse.energy-drain",)
    last = Resolution(party(), Scripted(), RULESET)
    experience.lose_level(last, "hero-1")
    assert first(last, Died).creature == "hero-1"


def test_a_monster_loses_a_hit_die():
    state = with_monsters(party(), "ogre", status="up")
    ogre = next(c for c in state.creatures.values() if c.kind == "ogre")
    do = Resolution(state.with_creature(ogre.id, hp=20, max_hp=20), Scripted(d8(8)), RULESET)
    experience.lose_level(do, ogre.id)
    after: Creature = do.state.creatures[ogre.id]
    assert (sheet(after).level, after.hp, sheet(after).thac0) == (3, 12, listings.thac0_by_hit_dice("3"))


def after_adventures(levels: tuple[int, ...], adventures: int = 3, gp: int = 0, total: int = 0, **more) -> State:
    state = party(*["fighter"] * len(levels), **more)
    for n, level in enumerate(levels, 1):
        own = replace(sheet(state.creatures[f"hero-{n}"]), level=level)
        state = state.with_creature(f"hero-{n}", sheet=own)
    return with_campaign(state, chronicle=Chronicle(adventures, total, gp))


@rule("ose:advancement.rate.standard")
@pytest.mark.parametrize(
    ("levels", "advice"),
    [((1, 1, 1, 1), "more treasure"), ((3, 3, 3, 1), "less treasure"), ((2, 1, 1, 1), "as before")],
)
def test_a_report_after_every_fourth_adventure(levels, advice):
    assert not every(reckoned(after_adventures(levels, 2)), PacingReported)
    done = reckoned(after_adventures(levels, 3))
    told = first(done, PacingReported)
    assert (told.adventures, told.levels, told.advice) == (4, levels, advice)
    assert campaign(done.state).wealth.treasure_percent == 100


@rule("ose:advancement.rate.standard")
def test_the_referee_may_place_more_treasure_from_then_on():
    done = reckoned(after_adventures((1, 1)), rulings={"ose:advancement.rate.standard": "more treasure"})
    assert read(done.state, {}).treasure == Fraction(3, 2)
    slower = {"ose:advancement.rate.standard": "less treasure"}
    done = ruled(after_adventures((1, 1)), a.LeaveDungeon(), slower)
    assert read(done.state, {}).treasure == Fraction(1, 2)


@rule("ose:treasure.xp-share")
def test_the_report_tells_what_part_treasure_brought():
    told = first(reckoned(after_adventures((1, 1), 3, 600, 1000)), PacingReported)
    assert (told.treasure_percent, told.is_treasure_short) == (60, True)
    told = first(reckoned(after_adventures((1, 1), 3, 750, 1000)), PacingReported)
    assert (told.treasure_percent, told.is_treasure_short) == (75, False)


def test_damaged_and_whole_jewellery_count_for_what_they_are_worth():
    state = party().with_creature("hero-1", items=(jewellery(300), Item("jewellery-150-damaged", "damaged")))
    assert gains(reckoned(state)) == {"hero-1": 450}


@rule("ose:retainer.xp.normal-human")
@pytest.mark.parametrize(("share", "asked"), [(1, False), (2, True), (3, True)])
def test_one_without_a_class_chooses_when_there_is_a_point_to_gain(share, asked):
    state = party("fighter", "thief")
    state = state.with_creature("hero-2", sheet=replace(sheet(state.creatures["hero-2"]), character_class=""))
    do = Resolution(state, Scripted(), RULESET)
    experience.award(do, "hero-2", Fraction(share))
    assert [p.choices for p in do.state.prompts] == ([("cleric", "fighter", "magic-user", "thief")] if asked else [])


@rule("ose:retainer.xp.half", "ose:advancement.one-level-per-session")
def test_what_changed_an_award_is_told():
    state = party("fighter", "thief")
    for amount, capped in ((3998, False), (3999, False), (4001, True)):
        do = Resolution(state, Scripted(d8(1)), RULESET)
        experience.award(do, "hero-1", Fraction(amount))
        told = first(do, ExperienceGained)
        assert ("ose:advancement.one-level-per-session" in told.rule) is capped
    own = sheet(state.creatures["hero-2"])
    hired = state.with_creature("hero-2", sheet=replace(own, service=Service("hero-1", 1, 50, 7)))
    do = Resolution(hired, Scripted(), RULESET)
    experience.award(do, "hero-2", Fraction(100), 10)
    told = first(do, ExperienceGained)
    assert {m.source: m.amount for m in told.modifiers} == {"referee %": 10, "retainer %": -50}
    assert told.amount == 55


@rule("ose:treasure.xp-share")
def test_without_experience_treasure_has_brought_all_of_it():
    assert experience_report.treasure_share(after_adventures((1,), 3, 0, 0)) == 1.0
    told = Resolution(after_adventures((1, 1), 4, 1, 3), Scripted(), RULESET)
    experience_report.report(told)
    assert first(told, PacingReported).treasure_percent == 33


@rule("ose:magic-item.curse.energy-drain")
def test_a_drain_leaves_one_hit_point_at_least():
    state = at_level(party(), 2).with_creature("hero-1", hp=3, max_hp=3)
    do = Resolution(state, Scripted(d8(8)), RULESET)
    experience.lose_level(do, "hero-1")
    assert (do.state.creatures["hero-1"].hp, do.state.creatures["hero-1"].max_hp) == (1, 1)


@rule("ose:traps.treasure.illusion")
def test_one_illusion_appears_that_is_worth_nothing():
    do = Resolution(party(), Seeded(1), RULESET)
    group = illusions.appear(do, "1-01", "monsters")
    assert (group.count, len(group.members)) == (1, 1)
    assert sheet(do.state.creatures[group.members[0]]).xp_award == 0
