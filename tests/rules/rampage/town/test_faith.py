"""Initiates, the orders of priests, and languages learnt in play."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    beast,
    do_it,
    home,
    last,
    one,
    reply,
    rolling,
    rules_of,
    why,
    with_items,
)

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import RampageTown, town_life
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.systems.rampage.town import faith, languages, town
from underkeep.systems.rampage.town.faith import Initiate
from underkeep.systems.rampage.town.languages import LearnLanguage
from underkeep.systems.rampage.town.temple import SeekHealing
from underkeep.testing import rule
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.state import State

MONTH = 30 * DAY


def believer(**changes: object) -> Creature:
    return replace(one(), sheet=replace(sheet(one(STR=15)), god="Lord Protector", **changes))  # type: ignore[arg-type]


def speaker(id: str = "hero", slots: int = 1, tongues: tuple[str, ...] = ("Common",), **scores: int) -> Creature:
    made = one(id, **scores)
    return replace(made, sheet=replace(sheet(made), languages=tongues, open_languages=slots))


@rule("rampage:religion.disobedience-xp")
@pytest.mark.parametrize(("xp", "left"), [(20_000, 19_000), (100, 95), (19, 19), (0, 0)])
def test_a_refusal_costs_a_twentieth(xp: int, left: int) -> None:
    do = rolling(home(believer(xp=xp)))
    faith.disobey(do, do.state.creatures["hero"])
    after = sheet(do.state.creatures["hero"])
    assert (after.xp, after.god, after.score("STR")) == (left, "Lord Protector", 15)
    assert campaign(do.state).disobeyed == {"hero": 1}
    assert "religion.third-disobedience" not in rules_of(do)


@rule("rampage:religion.third-disobedience")
@pytest.mark.parametrize(("before", "god", "strength"), [(1, "Lord Protector", 15), (2, "", 14)])
def test_the_third_refusal_ends_it(before: int, god: str, strength: int) -> None:
    do = rolling(home(believer(xp=100), disobeyed={"hero": before}))
    faith.disobey(do, do.state.creatures["hero"])
    after = sheet(do.state.creatures["hero"])
    assert (after.xp, after.god, after.score("STR")) == (95, god, strength)
    assert ("rampage:religion.third-disobedience" in last(do, SheetChanged).rule) is (not god)


@rule("rampage:religion.disobedience-xp", "rampage:religion.services")
def test_what_the_temple_gives_is_paid_with_service() -> None:
    hurt = replace(with_items(believer(xp=1000), gp=100), hp=3)
    seek = SeekHealing("hero", "hero", "Heal Wounds")
    asked = _healed(hurt, seek)
    assert asked.prompts[0].question == "order"
    obeyed = reply(asked, "obey")
    assert obeyed.state.now == asked.now + DAY
    assert sheet(obeyed.state.creatures["hero"]).xp == 1000
    refused = reply(asked, "refuse")
    assert refused.state.now == asked.now
    assert sheet(refused.state.creatures["hero"]).xp == 950
    free = replace(hurt, sheet=replace(sheet(hurt), god=""))
    assert not _healed(free, seek).prompts


def _healed(who: Creature, seek: SeekHealing) -> State:
    return play.resolve(RULESET, home(who), "player", seek, Seeded(1, "x")).state


@rule("rampage:religion.one-god", "rampage:religion.ability-point")
def test_one_god_at_a_time() -> None:
    state = home(replace(one(STR=14), sheet=replace(sheet(one(STR=14)), alignment="lawful")))
    do = do_it(state, Initiate("hero", "lord protector"))
    after = sheet(do.state.creatures["hero"])
    assert (after.god, after.score("STR")) == ("Lord Protector", 15)
    assert do.state.now == MORNING + 7 * DAY
    assert campaign(do.state).disobeyed == {"hero": 0}
    assert against(do.state, Initiate("hero", "Lord Protector")) == "religion.one-god"
    assert against(state, Initiate("hero", "Nobody")) == "religion.ability-point"
    assert against(home(one()), Initiate("hero", "Lord Protector")) == "religion.ability-point"
    assert against(home(one(), beast("mule", "mule")), Initiate("mule", "Lord Protector")) == "religion.ability-point"
    offered = faith.initiations(state)
    assert Initiate("hero", "Lord Protector") in offered
    assert all(why(state, action) is None for action in offered)
    assert faith.initiations(do.state) == []


@rule("rampage:religion.sample")
def test_a_judge_may_have_other_gods() -> None:
    state = home(replace(one(), sheet=replace(sheet(one()), alignment="lawful")))
    assert state.settlement is not None
    other = replace(state, settlement=replace(state.settlement, life=RampageTown(own_gods=True)))
    assert faith.initiations(other) == []
    assert against(other, Initiate("hero", "Lord Protector")) == "religion.sample"
    for said, own_gods in (("use the sample", False), ("gods of our own", True)):
        do = Resolution(state, Seeded(1, "x"), RULESET, rulings={"rampage:religion.sample": said})
        town.found(do)
        assert town_life(do.state).own_gods is own_gods
        assert "religion.sample" in rules_of(do)


@rule("rampage:abilities.int.language-later")
@pytest.mark.parametrize(("by", "months"), [("speech", 2), ("books", 6)])
def test_a_language_takes_months(by: str, months: int) -> None:
    state = home(speaker(), speaker("elf", 0, ("Common", "Elf")))
    do = do_it(state, LearnLanguage("hero", "elf", by))
    after = sheet(do.state.creatures["hero"])
    assert (after.languages, after.open_languages) == (("Common", "Elf"), 0)
    assert do.state.now == MORNING + months * MONTH
    assert "abilities.int.language-later" in rules_of(do)


@rule("rampage:abilities.int.language-later", "rampage:abilities.int.illiterate")
@pytest.mark.parametrize(
    ("hero", "action", "refused"),
    [(speaker(slots=0), LearnLanguage("hero", "Elf", "books"), "abilities.int.language-later"),
     (speaker(), LearnLanguage("hero", "Nonsense", "books"), "abilities.int.language-later"),
     (speaker(), LearnLanguage("hero", "Elf", "sleep"), "abilities.int.language-later"),
     (speaker(), LearnLanguage("hero", "Common", "books"), "abilities.int.language-later"),
     (speaker(), LearnLanguage("hero", "Elf", "speech"), "abilities.int.language-later"),
     (speaker(INT=5), LearnLanguage("hero", "Elf", "books"), "abilities.int.illiterate")],
)  # fmt: skip
def test_what_speaks_against_it(hero: Creature, action: LearnLanguage, refused: str) -> None:
    assert against(home(hero), action) == refused
    assert why(home(speaker(INT=6)), LearnLanguage("hero", "Elf", "books")) is None


@rule("rampage:abilities.int.language-later")
def test_languages_that_may_be_learnt_are_offered() -> None:
    alone = home(speaker())
    offered = languages.options(alone)
    assert LearnLanguage("hero", "Elf", "books") in offered
    assert LearnLanguage("hero", "Elf", "speech") not in offered
    with_elf = home(speaker(), speaker("elf", 0, ("Common", "Elf")))
    assert LearnLanguage("hero", "Elf", "speech") in languages.options(with_elf)
    assert languages.options(home(speaker(slots=0))) == []
    assert "Common" in languages.all_languages() and "Orc" in languages.all_languages()
    assert "Wolf" not in languages.all_languages()


@rule("rampage:religion.third-disobedience")
def test_a_god_of_no_ability_takes_none() -> None:
    own = replace(believer(xp=100), sheet=replace(sheet(believer(xp=100)), god="Somebody Else"))
    do = rolling(home(own, disobeyed={"hero": 2}))
    faith.disobey(do, do.state.creatures["hero"])
    assert (sheet(do.state.creatures["hero"]).god, sheet(do.state.creatures["hero"]).score("STR")) == ("", 15)
