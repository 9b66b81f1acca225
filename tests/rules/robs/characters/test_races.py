from __future__ import annotations

import pytest
from tests.rules.robs.scene import A, B, changed, duel, first, hit, make, own, step

from underkeep.errors import UnderkeepError
from underkeep.systems.robs.basics.movement import (
    can_fly,
    metres_per_round,
    movement_scale,
    sprint_squares,
    walk_squares,
)
from underkeep.systems.robs.characters import classes
from underkeep.systems.robs.characters.advancement import raise_choices
from underkeep.testing import d2, d6, rule
from underkeep.world.creature import DamageRolled

PLAIN = {"free": "INT", "shift": "none", "alignment": "none"}


@rule(
    "robs:race.dwarf.scale",
    "robs:race.elf.scale",
    "robs:race.halfling.scale",
    "robs:race.ellyl.size",
    "robs:race.human",
)
@pytest.mark.parametrize(("race", "more"), [("human", 0), ("dwarf", 0), ("elf", 1), ("halfling", 2), ("ellyl", 9)])
def test_a_humans_blow_on_each(race, more):
    made, _ = make(f"{race}-thief", seed=1)
    state = changed(duel(), B, scale=own(made).scale)
    assert first(hit(state, *d6(3, 3)), DamageRolled).roll.total == 1 + more
    assert own(make("human-thief", d6(4), d2(1), **PLAIN)[0]).attributes["INT"] == 1


@rule(
    "robs:race.dwarf.attribute", "robs:race.elf.attribute", "robs:race.halfling.attribute", "robs:race.ellyl.attribute"
)
@pytest.mark.parametrize(
    ("race", "allowed"),
    [("dwarf", ("CON", "STR")), ("elf", ("DEX", "INT")), ("halfling", ("DEX",)), ("ellyl", ("DEX",))],
)
def test_each_starts_with_one_more(race, allowed):
    for attribute in ("STR", "DEX", "CON", "INT", "CHA"):
        fixed = {"race_bonus": attribute, "free": "CHA", "shift": "none", "alignment": "none"}
        if attribute in allowed:
            poisons = (d2(1),) if race == "ellyl" else ()
            made, _ = make(f"{race}-thief", d6(4), d2(1), *poisons, **fixed)
            assert own(made).attributes == {**dict.fromkeys(("STR", "DEX", "CON", "INT"), 0), "CHA": 1, attribute: 1}
        else:
            with pytest.raises(UnderkeepError, match="begins with no"):
                make(f"{race}-thief", **fixed)


@rule("robs:race.dwarf.movement", "robs:race.halfling.movement")
def test_short_legs():
    for race in ("dwarf", "halfling"):
        made, done = make(f"{race}-thief", seed=1)
        assert own(made).movement_scale == -1
        assert round(metres_per_round(movement_scale(done.state, made)), 2) == 10.71


@rule("robs:race.dwarf.starting-hp", "robs:race.dwarf.level-hp")
def test_dwarves_are_tough():
    fixed = {"free": "CHA", "shift": "none", "alignment": "none"}
    faces = (d6(4), *d2(2, 2, 2, 2, 2))
    human, _ = make("human-thief", *faces[:2], **fixed)
    dwarf, done = make("dwarf-thief", *faces[:2], race_bonus="STR", **fixed)
    assert step(done, "hit points")["hit points"] == 4 + 3 + 3
    assert dwarf.max_hp - human.max_hp == 3 + 1
    human, _ = make("human-thief", *faces, level=5, gear=("club",), **{**fixed, "raise": "INT", "proficiency": "club"})
    dwarf, _ = make("dwarf-thief", *faces, level=5, gear=("club",), race_bonus="STR", **{**fixed, "raise": "INT"})
    assert dwarf.max_hp - human.max_hp == 3 + 5


@rule("robs:race.halfling.hp-rolls", "robs:race.halfling.hp-start")
def test_halflings_are_frail():
    fixed = {"free": "CHA", "shift": "none", "alignment": "none"}
    made, _ = make("halfling-thief", d6(4), d2(2), **fixed)
    assert made.max_hp == (3 + 3) + 1
    least, _ = make("halfling-thief", d6(1), d2(1), **fixed)
    assert least.max_hp == (1 + 3) + 1


@rule("robs:race.dwarf.attribute-swap", "robs:race.elf.attribute-swap", "robs:race.halfling.attribute-swap")
def test_peoples_raise_what_they_are_good_at():
    for race, attribute in (("dwarf", "CON"), ("elf", "DEX"), ("halfling", "DEX")):
        made, _ = make(f"{race}-priest", seed=1, level=4, **{"raise": attribute})
        before, _ = make(f"{race}-priest", seed=1, level=3)
        assert own(made).attributes[attribute] == own(before).attributes[attribute] + 1
    with pytest.raises(UnderkeepError, match="may raise INT, CHA, not DEX"):
        make("human-priest", seed=1, level=4, **{"raise": "DEX"})
    assert "INT" in raise_choices(own(make("elf-fighter", seed=1)[0]), "fighter")


@rule("robs:race.dwarf.magic")
def test_dwarf_magic_is_half():
    priest, _ = make("dwarf-priest", seed=1, level=4, **{"raise": "CHA", "free": "CHA", "shift": "none"})
    assert classes.spell_levels(own(priest), "cleric") == 4
    assert classes.highest_spell(own(priest), "cleric") == 2


@rule("robs:race.ellyl.movement-flying", "robs:race.ellyl.movement-foot")
def test_ellyllon_fly_or_hardly_move():
    ellyl, done = make("ellyl-thief", seed=1)
    assert round(metres_per_round(movement_scale(done.state, ellyl)), 1) == 29.4
    hurt = done.state.with_creature(ellyl.id, hp=4, max_hp=12)
    assert movement_scale(hurt, hurt.creatures[ellyl.id]) == -9
    assert walk_squares(hurt, hurt.creatures[ellyl.id]) == 0
    assert sprint_squares(done.state, ellyl) == 29


@rule("robs:race.ellyl.flight-weak", "robs:race.ellyl.flight-very-hurt", "robs:damage.flier.grounded")
def test_who_cannot_fly():
    ellyl, done = make("ellyl-thief", seed=1)
    weak = changed(done.state, ellyl.id, attributes={**own(ellyl).attributes, "CON": -3})
    ill = changed(done.state, ellyl.id, attributes={**own(ellyl).attributes, "CON": -2})
    assert not can_fly(weak, weak.creatures[ellyl.id])
    assert can_fly(ill, ill.creatures[ellyl.id])
    griffon, done = make("griffon")
    assert can_fly(done.state, griffon)
    for hp, flies in ((8, True), (7, False)):
        state = done.state.with_creature(griffon.id, hp=hp)
        assert can_fly(state, state.creatures[griffon.id]) is flies


@rule("robs:race.ellyl.scale-variant")
def test_ellyllon_may_be_less_easily_crushed():
    for switches, amount in (((), 10), (("ellyl-defence-scale",), 5)):
        state = changed(duel(switches=switches), B, scale=-9, race="ellyl")
        assert first(hit(state, *d6(3, 3)), DamageRolled).roll.total == amount
    back = changed(duel(switches=("ellyl-defence-scale",)), A, scale=-9, race="ellyl")
    assert first(hit(back, *d6(6, 2)), DamageRolled).roll.total == 0


@rule("robs:damage.hp-and-scale")
def test_whacking_an_ellyl():
    """Example ellyl-whack: bare hands, Relative Result 0 or 1, do 8 or 9; the ellyl does nothing in return."""
    state = changed(duel(mine="rope"), B, scale=-9)
    assert first(hit(state, *d6(3, 3), weapon="unarmed"), DamageRolled).roll.total == 8
    assert first(hit(state, *d6(4, 3), weapon="unarmed"), DamageRolled).roll.total == 9
    back = changed(duel(mine="rope"), A, scale=-9)
    assert first(hit(back, *d6(6, 2), weapon="unarmed"), DamageRolled).roll.total == 0


@rule("robs:movement.rate-attribute")
def test_movement_rate():
    bob, done = make("human-fighter", seed=1)
    for switches, pace in (((), 0), (("movement-rate",), 2)):
        _, done = make("human-fighter", seed=1, switches=switches)
        state = changed(done.state, bob.id, attributes={**own(bob).attributes, "DEX": 2, "CON": 3})
        assert movement_scale(state, state.creatures[bob.id]) == pace
