"""Feats of fighters and jacks: what speaks against each, and until when it is spent."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import all_of, hero, monster, scene, scripted, spent, the, under

from underkeep.kernel.event import Action
from underkeep.systems.rampage.attacks import prowess
from underkeep.systems.rampage.attacks.prowess import (
    CarefulAim,
    DaggerSurprise,
    DeadlyAttack,
    Distract,
    HideDagger,
    MightyBlow,
    PoisonTouch,
    SpotInvisible,
    SpotRolled,
)
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.testing import d2, d6, d8, d10, d20, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import AttackRolled, Creature, SaveRolled
from underkeep.world.fight import Spent
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State

TURN = 600


def man(kind: str, level: int, *gear: str, **more: object) -> Creature:
    return hero("man", (5, 5), kind, level=level, gear=gear, **more)  # type: ignore[arg-type]


def against(who: Creature, action: Action, at: Square = (6, 5), *marks: str, held: tuple[str, ...] = ()) -> str:
    """The rule that forbids a feat; empty for none."""
    state = under(spent(scene(who, monster("orc", at, hp=60)), "man", *marks), "man", *held)
    refusal = prowess.why_not(state, action)
    return refusal.rule.removeprefix("rampage:") if refusal is not None else ""


@rule("rampage:class.ability.careful-aim")
def test_what_speaks_against_an_aimed_shot() -> None:
    scout, aim = man("scout", 4, "short-bow"), CarefulAim("man", "orc", "short-bow")
    assert against(scout, aim, (12, 5)) == ""
    assert against(scout, aim, (12, 5), "attack") == "combat.actions.one-each"
    assert against(scout, aim, (39, 5)) == "combat.attack.range"


@rule("rampage:class.ability.deadly-attack", "rampage:class.ability.deadly-attack.weapons")
def test_what_speaks_against_a_deadly_attack() -> None:
    scout, loose = man("scout", 10, "short-bow", "sword"), DeadlyAttack("man", "orc", "short-bow")
    assert against(scout, loose, (12, 5)) == ""
    assert against(scout, loose, (12, 5), "attack") == "combat.actions.one-each"
    assert against(scout, loose, (39, 5)) == "combat.attack.range"
    assert against(scout, replace(loose, weapon="sword")) == "class.ability.deadly-attack.weapons"
    delver = man("delver", 10, "short-bow", "dagger")
    assert against(delver, loose, (12, 5)) == "class.ability.deadly-attack.weapons"
    assert against(delver, replace(loose, weapon="dagger")) == ""
    assert against(delver, replace(loose, weapon="dagger"), (12, 5)) == "combat.melee.start"


@rule("rampage:class.ability.dagger-surprise.stab")
def test_what_speaks_against_a_hidden_dagger() -> None:
    delver, stab = man("delver", 2, "dagger", "sword"), DaggerSurprise("man", "orc", "dagger")
    assert against(delver, stab) == ""
    assert against(delver, stab, held=("spotted",)) == ""
    assert against(delver, stab, held=("dagger shown",)) == "class.ability.dagger-surprise.stab"
    assert against(delver, replace(stab, weapon="sword")) == "class.ability.dagger-surprise.stab"
    assert against(delver, replace(stab, weapon="knife")) == "class.ability.dagger-surprise.stab"
    assert against(delver, stab, (6, 5), "attack") == "combat.actions.one-each"
    assert against(delver, stab, (8, 5)) == "combat.melee.start"


@rule("rampage:class.ability.dagger-surprise.rehide")
@pytest.mark.parametrize(("held", "marks", "wall", "hides"), [
    (("dagger shown",), (), True, True), (("dagger shown",), (), False, False), (("prone",), (), True, False),
    ((), (), True, False), (("dagger shown",), ("move",), True, False), (("dagger shown",), ("attack",), True, False),
])  # fmt: skip
def test_a_dagger_is_hidden_out_of_sight_in_a_whole_round(
    held: tuple[str, ...], marks: tuple[str, ...], wall: bool, hides: bool
) -> None:
    grid = Grid(40, 30, tuple((10, y) for y in range(30))) if wall else Grid(40, 30)
    state = scene(man("delver", 2, "dagger"), monster("orc", (20, 5)), grid=grid)
    state = under(spent(state, "man", *marks), "man", *held)
    assert (prowess.why_not(state, HideDagger("man")) is None) is hides
    if hides:
        do = scripted(state)
        prowess.hide_dagger(do, HideDagger("man"))
        assert not do.state.creatures["man"].conditions


def ravager() -> Creature:
    dark = man("ravager", 3, "sword")
    return replace(dark, sheet=replace(sheet(dark), alignment="chaotic"))


@rule("rampage:class.ravager.poison-touch")
def test_what_speaks_against_a_poison_touch() -> None:
    touch = PoisonTouch("man", "orc")
    assert against(ravager(), touch) == ""
    assert against(ravager(), touch, (6, 5), "attack") == "combat.actions.one-each"
    assert against(ravager(), touch, (8, 5)) == "combat.melee.start"


@rule("rampage:class.ravager.poison-touch")
@pytest.mark.parametrize(("hp", "faces", "saves"), [
    (60, (d20(2),), 0), (60, (d20(19), d2(1), d20(20)), 1), (1, (d20(19), d2(2)), 0),
])  # fmt: skip
def test_whom_the_fist_hits_saves_if_he_still_stands(hp: int, faces: tuple[int, ...], saves: int) -> None:
    state = replace(scene(ravager(), monster("orc", (6, 5), hp=hp), monster("far", (30, 20))), now=2 * DAY + 5)
    do = scripted(state, *faces)
    prowess.poison_touch(do, PoisonTouch("man", "orc"))
    assert len(all_of(do, SaveRolled)) == saves
    used = do.state.creatures["man"].condition(prowess.TOUCHED)
    assert used is not None and used.until == 3 * DAY


@rule("rampage:class.fighter.mighty-blow-10")
@pytest.mark.parametrize("used", [False, True])
def test_the_second_mighty_blow_is_a_great_fighters(used: bool) -> None:
    state = scene(man("warrior", 10, "sword"), monster("orc", (6, 5), hp=90))
    state = under(state, "man", prowess.MIGHTY) if used else state
    held = tuple(replace(c, level=1) for c in state.creatures["man"].conditions)
    do = scripted(state.with_creature("man", conditions=held), d20(19), d8(1))
    prowess.mighty_blow(do, MightyBlow("man", "orc", "sword"))
    assert ("rampage:class.fighter.mighty-blow-10" in the(do, AttackRolled).rule) is used


@rule("rampage:class.ability.deadly-attack", "rampage:class.ability.distraction")
def test_until_when_a_feat_is_spent() -> None:
    thief = replace(scene(man("thief", 10, "dagger"), monster("orc", (6, 5), hp=90)), now=1000)
    stab = scripted(thief, d20(2))
    prowess.deadly_attack(stab, DeadlyAttack("man", "orc", "dagger"))
    used = stab.state.creatures["man"].condition(prowess.DEADLY_USED)
    assert used is not None and used.until == 1000 + TURN
    jack = replace(scene(man("merchant", 9, "sword"), monster("orc", (6, 5))), now=1000)
    distracting = scripted(jack, d20(1))
    prowess.distract(distracting, Distract("man"))
    used = distracting.state.creatures["man"].condition(prowess.DISTRACTED)
    assert used is not None and used.until == 1000 + TURN
    lost = distracting.state.creatures["orc"].condition(prowess.distracted_by("man"))
    assert lost is not None and lost.until == 1000 + 10 * 60


@rule("rampage:combat.spot.shot", "rampage:combat.spot.roll")
@pytest.mark.parametrize(("x", "weapon", "faces", "shoots"), [
    (12, "short-bow", (d20(19), d6(1)), True), (39, "short-bow", (), False), (12, "", (), False),
])  # fmt: skip
def test_a_shot_at_the_spotted_if_there_is_one(x: int, weapon: str, faces: tuple[int, ...], shoots: bool) -> None:
    state: State = under(scene(man("scout", 8, "short-bow"), monster("orc", (x, 5), hp=60)), "orc", "invisible")
    do = scripted(state, d10(8), *faces)
    prowess.spot(do, SpotInvisible("man", weapon))
    assert the(do, SpotRolled).success
    assert bool(all_of(do, AttackRolled)) is shoots
    cited = {r for e in all_of(do, Spent) for r in e.rule}
    assert ("rampage:combat.actions.attack.spot" in cited) is not shoots
