"""What spells and prayers mend."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import DAY, MORNING, home, last, one, rolling, rules_of

from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import miracles, wounds
from underkeep.testing import d4, d6, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.state import State


def patient(
    hp: int = 2, *conditions: str, injuries: tuple[str, ...] = (), alignment: str = "chaotic", **scores: int
) -> Creature:
    hero = one(**scores)
    own = replace(sheet(hero), injuries=injuries, alignment=alignment)
    return replace(hero, hp=hp, sheet=own, conditions=tuple(Condition(c) for c in conditions))


def dead(**scores: int) -> State:
    return home(replace(patient(0, **scores), status="dead"), one("priest", "militant"))


@rule("rampage:healing.magical-defined")
def test_what_counts_as_magic() -> None:
    assert len(miracles.MAGICAL) == 9
    assert miracles.is_magical("Healing Potion") and miracles.is_magical("Lay on Hands")
    assert not miracles.is_magical("Healing Salve")


@rule("rampage:healing.heal-wounds", "rampage:healing.group-heal", "rampage:healing.blood-heal")
def test_points_that_spells_heal() -> None:
    for spell, healed in ((miracles.heal_wounds, 8), (miracles.blood_heal, 8)):
        do = rolling(home(patient()))
        spell(do, "hero")
        assert do.state.creatures["hero"].hp == 2 + healed
    do = rolling(home(patient(), replace(one("b"), hp=15)))
    miracles.group_heal(do, ("hero", "b"))
    assert (do.state.creatures["hero"].hp, do.state.creatures["b"].hp) == (14, 20)


@rule("rampage:healing.blood-heal")
def test_blood_is_for_the_chaotic() -> None:
    assert miracles.why_not_blood(patient()) is None
    refusal = miracles.why_not_blood(patient(alignment="lawful"))
    assert refusal is not None and refusal.rule == "rampage:healing.blood-heal"


@rule("rampage:healing.blood-renewal")
def test_blood_renewal_ends_ills() -> None:
    do = rolling(home(replace(patient(2, "blind", "disease", "cursed"), max_hp=30)))
    miracles.blood_renewal(do, "hero")
    assert do.state.creatures["hero"].hp == 22
    assert do.state.creatures["hero"].conditions == ()


@rule("rampage:healing.raise-dead", "rampage:healing.raise-dead-drain", "rampage:healing.raise-dead-recipient")
def test_the_dead_are_raised_at_a_price() -> None:
    """CON 13 becomes 12, and 3d4 of 8 leaves both helpless for 8 days."""
    do = rolling(dead(CON=13), *d4(3, 3, 2))
    assert miracles.raise_dead(do, "hero", "priest") == 8
    hero = do.state.creatures["hero"]
    assert (hero.status, sheet(hero).score("CON")) == ("down", 12)
    assert hero.condition(wounds.HELPLESS).until == MORNING + 8 * DAY  # type: ignore[union-attr]
    assert do.state.creatures["priest"].condition("power drain").until == MORNING + 8 * DAY  # type: ignore[union-attr]


@rule("rampage:healing.raise-dead-con")
def test_only_a_wish_gives_that_point_back() -> None:
    raised = patient(20, injuries=(miracles.RAISED,))
    for what in (miracles.RAISED, "CON"):
        refusal = miracles.why_not_great_heal(raised, what)
        assert refusal is not None and refusal.rule == "rampage:healing.raise-dead-con"
    assert miracles.RAISED not in miracles.mendable(raised)


@rule("rampage:healing.great-heal", "rampage:healing.great-heal-drain")
def test_great_heal_for_hit_points_drains_nobody() -> None:
    do = rolling(home(replace(patient(0, wounds.MORTAL), status="down")))
    assert miracles.great_heal(do, "hero", miracles.HIT_POINTS) == 0
    hero = do.state.creatures["hero"]
    assert (hero.hp, hero.status, hero.conditions) == (20, "up", ())


@rule("rampage:healing.great-heal", "rampage:healing.great-heal-drain")
@pytest.mark.parametrize(
    ("injury", "conditions", "what"),
    [("lost left arm", (), "lost left arm"), ("STR -3", (), "STR -3"), ("", ("blind",), miracles.BLINDNESS),
     ("", ("deaf",), miracles.DEAFNESS), ("", ("drained level",), miracles.LEVEL)],
)  # fmt: skip
def test_great_heal_mends_one_thing_and_drains(injury: str, conditions: tuple[str, ...], what: str) -> None:
    hero = patient(20, *conditions, injuries=(injury, "lost right ear") if injury else (), STR=9)
    do = rolling(home(hero), *d4(1, 1, 1))
    assert miracles.why_not_great_heal(hero, what) is None
    assert miracles.great_heal(do, "hero", what) == 3
    mended = do.state.creatures["hero"]
    assert sheet(mended).injuries == (("lost right ear",) if injury else ())
    assert sheet(mended).score("STR") == (12 if injury == "STR -3" else 9)
    assert [c.name for c in mended.conditions] == [wounds.HELPLESS]
    assert mended.status == "down"
    assert "healing.great-heal-drain" in rules_of(do)


@rule("rampage:healing.great-heal")
def test_there_must_be_something_to_mend() -> None:
    refusal = miracles.why_not_great_heal(patient(20), miracles.HIT_POINTS)
    assert refusal is not None and refusal.rule == "rampage:healing.great-heal"


@rule("rampage:healing.reincarnation")
def test_a_new_body_and_the_old_mind() -> None:
    do = rolling(dead(INT=15, WIS=14, CHA=13), *d6(6, 6, 6, 1, 1, 1, 2, 3, 4))
    miracles.reincarnate(do, "hero")
    own = sheet(do.state.creatures["hero"])
    assert [own.score(a) for a in ("STR", "INT", "WIS", "DEX", "CON", "CHA")] == [18, 15, 14, 3, 9, 13]
    assert do.state.creatures["hero"].status == "up"
    assert last(do, miracles.Reborn).scores == {"STR": 18, "DEX": 3, "CON": 9}
