"""Wounds, healing, saves and experience to the point."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    beast,
    below,
    foe,
    has_event,
    home,
    item,
    last,
    one,
    rolling,
    with_items,
)
from tests.rules.rampage.scene import act, hero, scene, the

from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import Service
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters import classes
from underkeep.systems.rampage.checks import (
    advancement,
    experience,
    healing,
    miracles,
    provisions,
    saves,
    temporary,
    toughness,
    wounds,
)
from underkeep.systems.rampage.checks.advancement import LevelGained
from underkeep.systems.rampage.checks.half_damage import harm_or_half
from underkeep.systems.rampage.checks.healing import TakeRemedy
from underkeep.testing import Alike, d4, d6, d8, d20, rule
from underkeep.world.condition import Condition, ConditionEnded
from underkeep.world.creature import Creature, Harmed, Healed, SheetChanged

# Levels


def asked(id: str = "hero") -> Prompt:
    return Prompt("level-1", ("player",), "level", ("add", "reroll"), "add", (), "", {"creature": id})


@rule("rampage:advancement.new-die")
@pytest.mark.parametrize(("second", "cited"), [("", False), ("wizard", True)])
def test_what_a_new_level_goes_by(second: str, cited: bool) -> None:
    state = home(replace(one(second=second, race="elf" if second else "man"), hp=3))
    do = rolling(state)
    do.dice = Alike(4)
    advancement.answer(do, asked(), advancement.ADD)
    found = last(do, LevelGained)
    assert ("rampage:class.multi.xp" in found.rule) is cited
    assert found.hp == 3 + found.max_hp - 20


@rule("rampage:retainer.henchman.xp")
def test_henchmen_who_come_back_alone_share_nothing_out() -> None:
    state = home(one(), one("man"), services={"man": Service("hero", "henchman", 10**9)})
    assert state.party is not None
    alone = rolling(replace(state, party=replace(state.party, members=("man",))))
    experience.award(alone, 100)
    assert sheet(alone.state.creatures["man"]).xp - sheet(state.creatures["man"]).xp == 50
    both = rolling(state)
    experience.award(both, 100)
    assert sheet(both.state.creatures["hero"]).xp - sheet(state.creatures["hero"]).xp == 100


@rule("rampage:retainer.henchman.level-zero-xp", "rampage:retainer.henchman.level-zero-class")
@pytest.mark.parametrize(("strength", "dexterity", "apprentice", "kind"), [
    (10, 10, "", "warrior"), (10, 11, "", "scout"), (11, 10, "", "warrior"), (10, 11, "wizard", "wizard"),
])  # fmt: skip
def test_who_comes_of_level_1(strength: int, dexterity: int, apprentice: str, kind: str) -> None:
    militia = beast("man", "militia")
    scores = (strength, 16, 10, dexterity, 15, 10)
    own = replace(sheet(militia), scores=scores, race="man", xp=0)
    man = replace(militia, sheet=own, hp=2, max_hp=4)
    state = home(one(), man, services={"man": Service("hero", "henchman", 10**9, apprentice=apprentice)})
    do = rolling(state)
    do.dice = Alike(9)
    experience.come_of_level(do, "man")
    made = sheet(do.state.creatures["man"])
    assert (made.classes, made.hd, made.level) == ((kind,), 1, 1)
    assert made.save == classes.save_number((kind,), 1)
    assert made.attack == classes.attack_bonus((kind,), 1)
    assert made.power_points == classes.power_points((kind,), 1, made.scores)
    gained = last(do, LevelGained)
    most = max(4, gained.roll.total + 1)
    assert (gained.level, gained.max_hp, gained.hp) == (1, most, 2 + most - 4)


@rule("rampage:retainer.henchman.level-zero-class")
def test_levels_are_not_the_same() -> None:
    """What the test above compares with changes from level to level."""
    for kind in ("wizard", "warrior", "scout"):
        assert len({classes.save_number((kind,), level) for level in (1, 3, 5, 7, 9)}) > 1


# Harm


@rule("rampage:save.half-damage-floor")
@pytest.mark.parametrize(("hp", "amount", "face", "harm"), [
    (1, 9, 20, None), (2, 9, 20, (1, 1)), (9, 1, 20, None), (3, 9, 1, (9, 0)), (9, 9, 1, (9, 0)), (9, 8, 1, (8, 1)),
])  # fmt: skip
def test_what_a_save_leaves(hp: int, amount: int, face: int, harm: tuple[int, int] | None) -> None:
    do = rolling(below(replace(one(), hp=hp)), d20(face), d8(8))
    harm_or_half(do, "hero", amount, "general")
    assert [(e.amount, e.hp) for e in do.events if isinstance(e, Harmed)] == ([] if harm is None else [harm])


@rule("rampage:class.berserker.damage-reduction")
@pytest.mark.parametrize(("level", "amount", "left", "cited"), [
    (4, 0, 0, False), (4, 1, 0, True), (9, 1, 0, True), (9, 2, 0, True), (9, 3, 1, True), (3, 5, 5, False),
])  # fmt: skip
def test_what_a_berserker_weathers(level: int, amount: int, left: int, cited: bool) -> None:
    found, why = toughness.weathered(one(kind="berserker", level=level), amount, "other")
    assert (found, bool(why)) == (left, cited)


@rule("rampage:downtime.defensive-training")
@pytest.mark.parametrize(("amount", "left", "points"), [(0, 0, 2), (1, 0, 1), (2, 0, 0), (3, 1, 0)])
def test_what_training_absorbs(amount: int, left: int, points: int) -> None:
    do = rolling(below(replace(one(), conditions=(Condition(temporary.DEFENCE, level=2),))))
    assert temporary.absorb(do, "hero", amount) == left
    held = do.state.creatures["hero"].condition(temporary.DEFENCE)
    assert (held.level if held is not None else 0) == points
    assert bool(do.events) is (amount > 0)


# Saves


@rule("rampage:class.ability.lucky-break")
def test_luck_is_used_up_until_midnight() -> None:
    merchant = one(kind="merchant", level=5)
    do = rolling(replace(home(merchant), now=MORNING + 2 * DAY), d20(1), d20(20))
    assert saves.save(do, "hero", saves.LUCKY[0])
    used = do.state.creatures["hero"].condition(saves.LUCK_USED)
    assert used == Condition(saves.LUCK_USED, 3 * DAY, 1)


@rule("rampage:save.basic")
def test_spells_upon_somebody_help_with_saves() -> None:
    state = home(replace(one(), conditions=(Condition("under turn-spell"),)))
    do = rolling(state, d20(1))
    saves.save(do, "hero", "general")
    assert sum(m.amount for m in _save(do)) == 4 + sum(m.amount for m in saves.save_modifiers(sheet(one()), "general"))


def _save(do: Resolution) -> tuple[object, ...]:
    from underkeep.world.creature import SaveRolled

    return last(do, SaveRolled).roll.modifiers


# Days


@rule("rampage:healing.rest", "rampage:healing.time", "rampage:healing.wound-wart")
@pytest.mark.parametrize(("rested", "fought", "cast", "healed"), [
    (True, 0, 1, 2), (True, 0, 2, 1), (True, 0, 3, 1), (True, 0, 4, 2), (False, 1, 0, 1), (False, 2, 0, 0),
    (False, 3, 0, 0),
])  # fmt: skip
def test_yesterday_and_today_count(rested: bool, fought: int, cast: int, healed: int) -> None:
    """On the third day."""
    state = replace(home(replace(one(), hp=5), fought_on=fought, cast_on={"hero": cast}), now=MORNING + 2 * DAY)
    do = rolling(state)
    healing.day_passes(do, "hero", rested)
    assert do.state.creatures["hero"].hp == 5 + healed
    if healed:
        assert last(do, Healed).rule == (f"rampage:healing.{'rest' if healed == 2 else 'time'}",)
    assert not has_event(do, ConditionEnded)


@rule("rampage:healing.time")
def test_before_the_first_day_nobody_has_fought() -> None:
    do = rolling(home(replace(one(), hp=5)))
    healing.day_passes(do, "hero", False)
    assert do.state.creatures["hero"].hp == 6


@rule("rampage:healing.wound-wart")
def test_wound_wart_is_gone_in_the_morning() -> None:
    state = home(replace(one(), hp=5, conditions=(Condition(healing.WART, level=1),)))
    do = rolling(state)
    healing.day_passes(do, "hero", True)
    assert last(do, Healed).rule == ("rampage:healing.rest", "rampage:healing.wound-wart")
    assert not do.state.creatures["hero"].condition(healing.WART)


@rule("rampage:task.bandage-wounds.only-last-battle")
@pytest.mark.parametrize(("before", "fresh"), [(4, 0), (5, 0), (6, 1)])
def test_what_the_last_battle_cost(before: int, fresh: int) -> None:
    hero = replace(one(), hp=5)
    assert healing.fresh_wounds(below(hero, hp_before={"hero": before}), hero) == fresh


@rule("rampage:hazard.no-healing-hungry")
@pytest.mark.parametrize(("hp", "amount", "healed"), [(19, 5, 1), (20, 5, None), (10, 0, None), (19, 1, 1)])
def test_no_more_than_was_lost(hp: int, amount: int, healed: int | None) -> None:
    do = rolling(below(replace(one(), hp=hp)))
    healing.heal(do, "hero", amount, (), "magic")
    assert [e.amount for e in do.events if isinstance(e, Healed)] == ([] if healed is None else [healed])


@rule("rampage:healing.salve-one")
def test_a_remedy_is_had_and_given_to_somebody_near() -> None:
    state = below(with_items(replace(one(), hp=3), "comfrey-root", "rope"), foe())
    root, rope = item(state, "hero", "comfrey-root").id, item(state, "hero", "rope").id
    assert healing.why_not(state, TakeRemedy("hero", "hero", root)) is None
    broken = state.with_creature("hero", items=tuple(replace(i, broken=True) for i in state.creatures["hero"].items))
    for where, action in (
        (state, TakeRemedy("hero", "hero", "nothing")),
        (state, TakeRemedy("hero", "hero", rope)),
        (broken, TakeRemedy("hero", "hero", root)),
        (state, TakeRemedy("hero", "nobody", root)),
        (state, TakeRemedy("hero", "orc-1", root)),
    ):
        assert against(where, action) == "healing.magical-defined"


@rule("rampage:hazard.no-food")
def test_a_ration_a_day() -> None:
    do = rolling(below(with_items(one(), "rations", count=3)))
    provisions._eat(do, do.state.creatures["hero"])
    assert item(do.state, "hero", "rations").count == 2


@rule("rampage:task.bandage-wounds", "rampage:class.ability.saw-bones")
@pytest.mark.parametrize("level", [1, 9])
def test_what_bandages_go_by(level: int) -> None:
    bones = next(k for k, c in _classes().items() if "Saw Bones" in c)
    doctor = replace(hero("hero", None, bones, level=level, gear=("bandages",)), hp=3)
    do = act(replace(scene(doctor), fight=None), CallCheck("hero", "bandage-wounds"), *([d6(6)] * (1 + (level > 1))))
    healed = the(do, Healed)
    assert ("rampage:class.ability.saw-bones" in healed.rule) is (healed.amount == 5)
    assert healed.amount == (5 if level >= _classes()[bones]["Saw Bones"] else 4)


def _classes() -> dict[str, dict[str, int]]:
    from underkeep.systems.rampage.basics import compendium

    return {name: dict(found.specials) for name, found in compendium.classes().items()}


# Near death


def fallen(*conditions: str) -> Creature:
    held = tuple(Condition(name) for name in conditions)
    return replace(one("fallen"), hp=0, status="down", conditions=held)


@rule("rampage:death.knocked-out")
@pytest.mark.parametrize("out", [True, False])
def test_who_was_knocked_out_is_no_longer(out: bool) -> None:
    down = fallen(wounds.KNOCKED_OUT) if out else fallen()
    do = rolling(below(one(), down))
    wounds.come_to(do, down)
    assert do.state.creatures["fallen"].status == "up"
    assert [e.name for e in do.events if isinstance(e, ConditionEnded)] == ([wounds.KNOCKED_OUT] if out else [])


@rule("rampage:healing.magical-defined", "rampage:death.mortally-wounded", "rampage:death.gravely-wounded")
@pytest.mark.parametrize(("held", "status", "all_it_does"), [
    ((), "down", True), ((wounds.RECOVERING,), "down", False), ((), "up", False), ((wounds.RECOVERING,), "up", False),
])  # fmt: skip
def test_help_for_those_without_a_wound(held: tuple[str, ...], status: str, all_it_does: bool) -> None:
    do = rolling(below(one(), replace(fallen(*held), status=status)))
    assert wounds.help_fallen(do, "fallen", "magic") is all_it_does


@rule("rampage:healing.magical-defined", "rampage:death.mortally-wounded", "rampage:death.gravely-wounded")
@pytest.mark.parametrize(("wound", "by", "faces", "defined"), [
    (wounds.MORTAL, "bandages", (), None), (wounds.MORTAL, "magic", (d6(1),), True), (wounds.GRAVE, "other", (), None),
    (wounds.GRAVE, "bandages", (d6(1),), False), (wounds.GRAVE, "magic", (d6(1),), True),
    (wounds.MAIMED, "bandages", (), False), (wounds.MAIMED, "magic", (), True),
])  # fmt: skip
def test_help_for_the_wounded(wound: str, by: str, faces: tuple[int, ...], defined: bool | None) -> None:
    do = rolling(below(one(), fallen(wound)), *faces)
    assert wounds.help_fallen(do, "fallen", by) is True
    ended = [e for e in do.events if isinstance(e, ConditionEnded)]
    assert ["rampage:healing.magical-defined" in e.rule for e in ended] == ([] if defined is None else [defined])


@rule("rampage:healing.salve", "rampage:healing.raise-dead-recipient")
@pytest.mark.parametrize(("condition", "why"), [
    (wounds.DEEP_SLEEP, "rampage:healing.salve"), (wounds.HELPLESS, "rampage:healing.raise-dead-recipient"),
    ("prone", None),
])  # fmt: skip
def test_what_wakes_a_sleeper(condition: str, why: str | None) -> None:
    do = rolling(below(one(), fallen()))
    wounds.lapse(do, "fallen", Condition(condition))
    assert [e.rule for e in do.events if isinstance(e, wounds.Revived)] == ([] if why is None else [(why,)])


# Miracles


@rule("rampage:healing.great-heal-drain")
def test_who_is_mended_lies_helpless_for_days() -> None:
    maimed = replace(one(), sheet=replace(sheet(one()), injuries=("lost left arm",)))
    do = rolling(home(maimed), *d4(1, 2, 2))
    assert miracles.great_heal(do, "hero", "lost left arm") == 5
    laid_up = do.state.creatures["hero"].condition(wounds.HELPLESS)
    assert laid_up is not None and laid_up.until == MORNING + 5 * DAY


@rule("rampage:healing.reincarnation")
def test_a_new_body_is_whole() -> None:
    own = replace(sheet(one()), injuries=("lost left arm", miracles.RAISED), movement_lost_in=3)
    do = rolling(home(replace(one(), status="dead", sheet=own)), *d6(*[3] * 9))
    miracles.reincarnate(do, "hero")
    assert last(do, SheetChanged).sheet.injuries == (miracles.RAISED,)  # type: ignore[union-attr]
    assert sheet(do.state.creatures["hero"]).movement_lost_in == 0
