"""The town to the point: companions, what is asked and given, one die where one is meant."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import changed, every, first
from tests.rules.ose.service import HAND, OTHER, PC, company, doing, serving, terms
from tests.rules.ose.town.test_services import hero
from tests.rules.ose.town.test_services import town as a_town
from tests.rules.ose.town.test_soldiers import on_the_road
from tests.rules.ose.town.test_town import in_town

from underkeep.kernel.prompt import ALWAYS, RulingStands
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.town_services import Visit
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import coins, purse_cp
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town import hiring, normal_humans, retainers, rumours, services, soldiers, town, wages
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN, Reward
from underkeep.systems.ose.town.soldiers import HireSoldiers
from underkeep.testing import Alike, d3, d6, die, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import Moved
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


class Single(Alike):
    """Every die shows the same face, and no roll is of more than one."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        assert count == 1, why
        return super().roll(count, sides, why)


def purses(state: State) -> tuple[int, ...]:
    return tuple(purse_cp(state.creatures[id].items) for id in (PC, OTHER))


# Companions


def taken(state: State, *kinds: str) -> Resolution:
    done = Resolution(state, Alike(3), RULESET)
    hiring.companions(done, kinds)
    return done


def served(done: Resolution) -> dict[str, tuple[str, int, int]]:
    """Who serves, whom, for how many gold pieces, at which level."""
    return {
        c.id: (terms(done.state, c.id).employer, terms(done.state, c.id).daily_gp, sheet(c).level)
        for c in loyalty.in_service(done.state)
    }


@rule("ose:retainer.class-level", "ose:retainer.wages.standard", "ose:retainer.limit")
def test_companions_are_hired_by_whoever_charms_most():
    state = changed(company(), OTHER, abilities={**sheet(company().creatures[OTHER]).abilities, "CHA": 13})
    done = taken(state, "fighter", "cleric")
    assert served(done) == {"companion-1": (OTHER, 1, 1), "companion-2": (OTHER, 1, 1)}


@rule("ose:retainer.wages.standard")
@pytest.mark.parametrize(("cp", "hired_"), [(149, {}), (150, {"companion-1": (PC, 1, 1)})])
def test_a_companion_is_paid_for_a_day_and_kept(cp, hired_):
    state = company().with_creature(PC, items=(coins("cp", cp),)).with_creature(OTHER, items=())
    assert wages.daily_cp(state, 1) == 150
    assert served(taken(state, "fighter")) == hired_


@rule("ose:retainer.limit")
def test_nobody_has_more_companions_than_charisma_allows():
    state = company(gp=1000, cha=10)
    done = taken(state, *["fighter"] * 9)
    assert len(served(done)) == 8
    for id in (PC, OTHER):
        assert len(loyalty.in_service(done.state, id)) == 4


@rule("ose:retainer.limit")
def test_who_serves_hires_nobody():
    alone = serving(company(gp=1000)).with_creature(OTHER, status="dead").with_creature(HAND, items=(coins("gp", 500),))
    alone = changed(alone, HAND, abilities={**sheet(alone.creatures[HAND]).abilities, "CHA": 18})
    assert served(taken(alone, "fighter"))["companion-1"] == (PC, 1, 1)


# Hiring


@rule("ose:retainer.wages.standard", "ose:retainer.wages.skill")
def test_what_is_asked():
    assert [hiring.asking_gp(level) for level in (0, 1, 2, 3)] == [1, 1, 2, 3]
    assert [hiring.asking_gp(2, percent) for percent in (50, 75, 100, 125, 150)] == [1, 2, 2, 3, 3]


def asked(level: int, count: int = 2, **rulings: str) -> list[int]:
    came = [Applicant(f"retainer-{n}", "fighter", level, f"Hand {n}", (0, 50)) for n in range(count)]
    state = company()
    for name, word in rulings.items():
        state = RulingStands(f"ose:retainer.wages.{name}", ALWAYS, word).evolve(state)
    return [who.asks[0] for who in hiring._priced(doing(state), came, count)]


@rule("ose:retainer.wages.factors", "ose:retainer.wages.skill", "ose:retainer.wages.competition")
def test_what_counts_in_what_is_asked():
    assert asked(4) == [4, 4] and asked(4, 1) == [5] and asked(4, 3) == [3, 3, 3]
    assert asked(4, skill="all alike") == [1, 1]
    assert asked(4, competition="50") == [2, 2]
    assert asked(2, factors="1") == [1, 1] and asked(2, factors="4") == [4, 4] and asked(2, factors="3") == [2, 2]


@rule("ose:retainer.class-level")
def test_an_applicants_level_is_one_roll_up_to_the_best():
    state = changed(company(), PC, level=3)
    classes = len(compendium.classes())
    for face, kind, level in ((3, NORMAL_HUMAN, 0), (4, next(iter(compendium.classes())), 2)):
        more = (die(classes, 1), d3(2)) if level else ()
        done = Resolution(state, _Faces(d6(face), *more), RULESET)
        who = hiring._applicant(done, ())
        assert (who.kind, who.level, who.id) == (kind, level, "retainer-1")


class _Faces(Single):
    """These faces first, then ones."""

    def __init__(self, *faces: int) -> None:
        super().__init__(1)
        self.left = [int(face) for face in faces]

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        assert count == 1, why
        return (self.left.pop(0),) if self.left else super().roll(count, sides, why)


@rule("ose:retainer.recruit.where")
def test_a_notice_brings_people_where_nobody_looks_for_work():
    state = company()
    state = replace(state, settlement=replace(state.settlement, size="village"))
    done = Resolution(state, Alike(1), RULESET)
    hiring.seek(done, hiring.SeekRetainers(PC, hiring.NOTICE))
    assert len(done.state.settlement.applicants) == hiring.NOTICE_BRINGS_MORE


# Gifts, shares, soldiers


@rule("ose:retainer.loyalty.bonus")
@pytest.mark.parametrize(("share_cp", "gifts"), [(0, 0), (100, 1), (101, 0), (200, 0)])
def test_a_gift_of_a_full_share_however_small_is_remembered(share_cp, gifts):
    state = serving(company())
    state = with_campaign(state, wealth=replace(campaign(state).wealth, full_share_cp=share_cp))
    done = doing(state)
    retainers.reward(done, Reward(PC, HAND, 1))
    assert terms(done.state).gifts == gifts
    assert purses(done.state)[0] == purses(state)[0] - 100


@rule("ose:retainer.shares")
def test_where_nobody_is_left_there_are_no_shares():
    state = company().with_creature(PC, status="dead").with_creature(OTHER, status="dead")
    done = doing(state)
    wages.share_out(done)
    assert first(done, wages.SharesReckoned).full_share_cp == 0


@rule("ose:hireling.mercenaries")
@pytest.mark.parametrize(("gp", "enough"), [(9, False), (10, True)])
def test_a_months_pay_to_the_coin(gp, enough):
    state = company(gp=gp)
    assert (soldiers.why_not_hire(state, HireSoldiers(PC, "footman-light", 5)) is None) is enough


@rule("ose:hireling.mercenaries")
def test_soldiers_who_have_a_place_keep_it():
    state = on_the_road().state
    ours = soldiers.standing(state)
    placed = state.with_creature(ours[0].id, at=None)
    again = Resolution(replace(placed, fight=None), Alike(1), RULESET)
    head = placed.marchers()[0]
    again.emit(Moved(head.id, head.at, "deploy"))
    assert [e.creature for e in every(again, Moved)] == [head.id, ours[0].id]
    assert again.state.creatures[ours[0].id].steps_to(head) <= 3


# Making the town, and what it has


@rule("ose:town.black-market")
def test_only_smugglers_are_paid_beforehand():
    state = a_town()
    assert [services.cost(state, service) for service in ("guard", "lodgings", "black market")] == [0, 0, 1000]


@rule("ose:town.lodgings")
def test_a_night_is_one_night():
    state = a_town(heard=(0, 2))
    done = play.resolve(RULESET, state, "player", Visit(hero(state), "lodgings"), Alike(6))
    assert done.state.now - state.now < 2 * DAY


@rule("ose:town.steps", "ose:town.size")
def test_each_thing_about_a_town_is_one_roll():
    state = in_town()
    done = Resolution(replace(state, party=None, dungeon=None), Single(1), RULESET)
    town.found(done)
    assert town_life(done.state).company == 0
    guard = town._guard(Resolution(state, Single(2), RULESET))
    assert guard.is_bribable and set(guard.hours_between_rounds.values()) == {2}


@rule("ose:town.rumours")
def test_the_hook_is_one_of_the_true_rumours(monkeypatch):
    asked_for = []
    monkeypatch.setattr(rumours.mechanics, "rumours", lambda do, *said: asked_for.extend(n for _, n in said) or ())
    rumours.about(Resolution(in_town(), Alike(1), RULESET))
    assert asked_for == [rumours.MOST_TRUE - 1, rumours.MOST_FALSE] == [5, 3]


@rule("ose:retainer.xp.normal-human")
def test_a_new_magic_user_has_the_book_of_the_first_level():
    done = Resolution(serving(company(), NORMAL_HUMAN), Alike(3), RULESET)
    normal_humans.take_class(done, HAND, "magic-user")
    own = sheet(done.state.creatures[HAND])
    assert (own.level, own.hit_dice, len(own.spell_book)) == (1, "1d4", 1)
