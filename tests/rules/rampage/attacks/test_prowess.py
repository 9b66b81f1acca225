"""What fighters and jacks can do that others cannot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import (
    act,
    all_of,
    changed,
    hero,
    monster,
    options,
    refused_by,
    scene,
    spent,
    squares,
    the,
    under,
    why_not,
)

from underkeep.procedures.actions import Attack, Move
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
from underkeep.systems.rampage.basics.actions import ShieldParry
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.testing import d4, d6, d8, d10, d20, rule
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Died, Harmed, Healed, SaveRolled
from underkeep.world.fight import Spent
from underkeep.world.grid import Grid
from underkeep.world.state import State

BLOW = MightyBlow("man", "ogre", "two-handed-sword")


def man(
    kind: str = "warrior", level: int = 8, gear: tuple[str, ...] = ("two-handed-sword",), **more: object
) -> Creature:
    return hero("man", (5, 5), kind, level=level, gear=gear, **more)  # type: ignore[arg-type]


def ogre(**more: object) -> Creature:
    more = {"hp": 60, **more}
    return monster("ogre", more.pop("at", (6, 5)), "ogre", **more)  # type: ignore[arg-type]


def amounts(roll_modifiers: object) -> dict[str, int]:
    return {m.source: m.amount for m in roll_modifiers}  # type: ignore[attr-defined]


@rule("rampage:class.fighter.mighty-blow")
@rule("rampage:class.fighter.mighty-blow-one-hand")
@pytest.mark.parametrize(("gear", "added"), [("two-handed-sword", 17), ("sword", 8)])
def test_a_mighty_blow_adds_strength_at_minus_four(gear: str, added: int) -> None:
    """The book: STR 17 with a two-handed sword adds 17, with a sword in one hand 8."""
    action = MightyBlow("man", "ogre", gear)
    faces = (d20(19), d10(3)) if gear == "two-handed-sword" else (d20(19), d8(3))
    do = act(scene(man(gear=(gear,), STR=17), ogre()), action, *faces)
    assert amounts(the(do, AttackRolled).roll.modifiers)["mighty blow"] == -4
    assert amounts(the(do, DamageRolled).roll.modifiers)["mighty blow"] == added
    assert ("rampage:class.fighter.mighty-blow-one-hand" in the(do, AttackRolled).rule) is (gear == "sword")


@rule("rampage:class.fighter.mighty-blow")
@rule("rampage:class.fighter.mighty-blow-10")
@pytest.mark.parametrize(("level", "times"), [(8, 1), (9, 1), (10, 2)])
def test_it_is_done_once_a_turn_and_from_level_ten_twice(level: int, times: int) -> None:
    state = scene(man(level=level), ogre(hp=500), hero("idle", (30, 25)))
    for _ in range(times):
        state = spent(act(spent(state, "man"), BLOW, d20(19), d10(1)).state, "man")
    assert refused_by(state, BLOW) == ("class.fighter.mighty-blow-10" if times == 2 else "class.fighter.mighty-blow")
    used = state.creatures["man"].condition("used mighty blow")
    assert used is not None and used.until == state.now + 600


@rule("rampage:class.fighter.mighty-blow")
@rule("rampage:class.fighter.mighty-blow-no-missile")
def test_it_takes_a_fighter_of_level_eight_and_no_missile() -> None:
    assert refused_by(scene(man(level=7), ogre()), BLOW) == "class.fighter.mighty-blow"
    assert refused_by(scene(man("thief", gear=("dagger",)), ogre()), MightyBlow("man", "ogre", "dagger")) == (
        "class.fighter.mighty-blow"
    )
    shot = MightyBlow("man", "ogre", "longbow")
    assert refused_by(scene(man(gear=("longbow",)), ogre()), shot) == "class.fighter.mighty-blow-no-missile"
    assert BLOW in options(scene(man(), ogre()), "man")
    assert refused_by(scene(man(), ogre(at=(8, 5))), BLOW) == "combat.melee.start"


@rule("rampage:class.berserker.keeps-fighter")
@rule("rampage:class.paladin.keeps-fighter")
@rule("rampage:class.ravager.keeps-fighter")
@rule("rampage:class.warrior.no-extras")
@pytest.mark.parametrize("kind", ["berserker", "paladin", "ravager", "warrior"])
def test_every_kind_of_fighter_has_it(kind: str) -> None:
    do = act(scene(man(kind), ogre()), BLOW, d20(19), d10(1))
    assert f"rampage:class.{kind}.{'no-extras' if kind == 'warrior' else 'keeps-fighter'}" in the(do, AttackRolled).rule


@rule("rampage:class.ability.deadly-attack")
@rule("rampage:class.ability.deadly-attack.weapons")
def test_a_deadly_stab_adds_dexterity() -> None:
    """The book: DEX 17 and a roll of 3 make 20."""
    thief = man("thief", 10, ("dagger",), DEX=17)
    stab = DeadlyAttack("man", "ogre", "dagger")
    do = act(scene(thief, ogre(), facing={"ogre": 6}), stab, d20(19), d4(1), d4(2))
    assert the(do, Harmed).amount == 20
    assert amounts(the(do, AttackRolled).roll.modifiers)["deadly"] == -4
    assert refused_by(spent(do.state, "man"), stab) == "class.ability.deadly-attack"
    assert refused_by(scene(man("thief", 9, ("dagger",)), ogre()), stab) == "class.ability.deadly-attack"
    sword = DeadlyAttack("man", "ogre", "sword")
    assert refused_by(scene(man("thief", 10, ("sword",)), ogre()), sword) == "class.ability.deadly-attack.weapons"
    assert why_not(scene(man("merchant", 10, ("sword",)), ogre()), sword) is None
    assert why_not(scene(man("lackey", 10, ("mace",)), ogre()), DeadlyAttack("man", "ogre", "mace")) is None


@rule("rampage:class.ability.deadly-attack.back-stab")
def test_the_dexterity_is_added_after_the_multiplication() -> None:
    """The book: 4 times 4, and 16 more, is 32."""
    thief = man("thief", 10, ("dagger",), DEX=16)
    stab = DeadlyAttack("man", "ogre", "dagger")
    do = act(under(scene(thief, ogre()), "man", "hidden"), stab, d20(19), d4(2), d4(2))
    assert the(do, Harmed).amount == 32


@rule("rampage:class.ability.careful-aim")
@rule("rampage:class.ability.deadly-attack.no-careful-aim")
def test_careful_aim_gives_up_the_move_and_the_second_shot() -> None:
    scout = man("scout", 4, ("short-bow",))
    aim = CarefulAim("man", "ogre", "short-bow")
    state = scene(scout, ogre(at=(12, 5)), hero("idle", (30, 25)))
    do = act(state, aim, d20(19), d6(1))
    assert amounts(the(do, AttackRolled).roll.modifiers)["careful aim"] == 4
    assert "move" in [e.what for e in all_of(do, Spent)]
    assert not [a for a in options(do.state, "man") if isinstance(a, Attack | CarefulAim | DeadlyAttack)]
    assert refused_by(spent(state, "man", "move"), aim) == "class.ability.careful-aim"
    assert refused_by(scene(man("scout", 3, ("short-bow",)), ogre(at=(12, 5))), aim) == "class.ability.careful-aim"
    sling = CarefulAim("man", "ogre", "sling")
    assert refused_by(scene(man("scout", 4, ("sling",)), ogre(at=(12, 5))), sling) == "class.ability.careful-aim"


@rule("rampage:class.ability.arrow-storm")
@pytest.mark.parametrize(("level", "shots"), [(5, 2), (6, 3)])
def test_an_arrow_storm_is_a_shot_more_for_who_stands(level: int, shots: int) -> None:
    state = scene(man("scout", level, ("short-bow",)), ogre(at=(12, 5), hp=200), hero("idle", (30, 25)))
    loose = Attack("man", "ogre", "short-bow")
    for _ in range(shots):
        state = act(state, loose, d20(2)).state
    assert why_not(state, loose) is not None
    moved = act(spent(scene(man("scout", 6, ("short-bow",)), ogre(at=(12, 5))), "man", "move"), loose, d20(2)).state
    assert why_not(moved, loose) is not None


@rule("rampage:class.ability.dagger-surprise.stab")
@rule("rampage:class.ability.dagger-surprise.rehide")
def test_a_hidden_dagger_stabs_face_to_face_once_a_fight() -> None:
    delver = man("delver", 2, ("dagger",))
    stab = DaggerSurprise("man", "ogre", "dagger")
    state = scene(delver, ogre(), hero("idle", (30, 25)), facing={"ogre": 6})
    do = act(state, stab, d20(19), d4(3))
    assert amounts(the(do, AttackRolled).roll.modifiers)["back stab"] == 4 and the(do, Harmed).amount == 6
    after = spent(do.state, "man")
    assert refused_by(after, stab) == "class.ability.dagger-surprise.stab"
    assert refused_by(after, HideDagger("man")) == "class.ability.dagger-surprise.rehide"
    assert refused_by(scene(man("delver", 1, ("dagger",)), ogre()), stab) == "class.ability.dagger-surprise.stab"
    walled = Grid(40, 30, tuple((10, y) for y in range(30)))
    hidden = under(scene(delver, ogre(at=(20, 5)), grid=walled), "man", "dagger shown")
    assert not act(hidden, HideDagger("man")).state.creatures["man"].condition("dagger shown")


@rule("rampage:class.ravager.poison-touch")
@rule("rampage:class.ravager.fall")
@pytest.mark.parametrize(("face", "dies"), [(18, True), (19, False)])
def test_a_poison_touch_kills_who_does_not_save_at_minus_four(face: int, dies: bool) -> None:
    """The book: a save of 15, and 18 less 4 is not enough; 19 is."""
    dark = man("ravager", 3, ("sword",))
    dark = replace(dark, sheet=replace(sheet(dark), alignment="chaotic"))
    touch = PoisonTouch("man", "ogre")
    state = scene(dark, ogre(save=15), hero("idle", (30, 25)))
    do = act(state, touch, d20(19), *(_punch()), d20(face))
    assert bool(all_of(do, Died)) is dies
    assert amounts(the(do, SaveRolled).roll.modifiers)["poison touch"] == -4
    if not dies:
        assert refused_by(spent(do.state, "man"), touch) == "class.ravager.poison-touch"
    fallen = scene(replace(dark, sheet=replace(sheet(dark), alignment="neutral")), ogre())
    assert refused_by(fallen, touch) == "class.ravager.fall"
    assert refused_by(scene(man(), ogre()), touch) == "class.ravager.poison-touch"


def _punch() -> tuple[int, ...]:
    from underkeep.systems.rampage.basics import compendium
    from underkeep.testing import d2

    return (d2(1),) if compendium.weapons()["punch"].damage.text == "1d2" else (d4(1),)


@rule("rampage:combat.spot.roll")
@rule("rampage:combat.spot.point-out")
@rule("rampage:combat.spot.not-locked")
@rule("rampage:combat.actions.attack.spot")
@rule("rampage:class.ability.spot-invisible")
@pytest.mark.parametrize(("face", "found"), [(8, True), (9, False)])
def test_a_jack_of_level_eight_finds_the_unseen(face: int, found: bool) -> None:
    jack = man("thief", 8, ("dagger",))
    state = under(scene(jack, ogre(at=(12, 5)), hero("idle", (30, 25))), "ogre", "invisible")
    do = act(state, SpotInvisible("man"), d10(face))
    assert the(do, SpotRolled).success is found
    assert bool(do.state.creatures["ogre"].condition("spotted")) is found
    assert "rampage:combat.actions.attack.spot" in {r for e in all_of(do, Spent) for r in e.rule}
    assert refused_by(scene(man("thief", 7, ("dagger",)), ogre(at=(12, 5))), SpotInvisible("man")).endswith("invisible")
    assert refused_by(scene(jack, ogre()), SpotInvisible("man")) == "combat.spot.not-locked"
    seen = act(scene(jack, ogre(at=(12, 5)), hero("idle", (30, 25))), SpotInvisible("man"), d10(1))
    assert not the(seen, SpotRolled).success


@rule("rampage:combat.spot.shot")
@rule("rampage:combat.spot.penalty")
@rule("rampage:combat.spot.rescan")
def test_after_spotting_one_shot_at_minus_five_and_a_move_loses_the_foe() -> None:
    scout = man("scout", 8, ("short-bow",))
    state = under(scene(scout, ogre(at=(12, 5), hp=200), hero("idle", (30, 25))), "ogre", "invisible")
    do = act(state, SpotInvisible("man", "short-bow"), d10(8), d20(19), d6(1))
    assert amounts(the(do, AttackRolled).roll.modifiers)["spotted"] == -5
    assert not [a for a in options(do.state, "man") if isinstance(a, Attack)]
    gone = act(do.state, Move("ogre", (13, 6)))
    assert not gone.state.creatures["ogre"].condition("spotted")
    missed = act(state, SpotInvisible("man", "short-bow"), d10(9))
    assert not all_of(missed, AttackRolled)


@rule("rampage:combat.zoc.invisible")
def test_the_invisible_walk_through_zones_and_cannot_be_attacked() -> None:
    state = scene(man(gear=("sword",)), *(monster(f"orc-{y}", (8, y)) for y in range(1, 30, 2)))
    assert (10, 5) not in squares(state, "man", Move)
    hidden = under(state, "man", "invisible")
    assert (10, 6) in squares(hidden, "man", Move) or (10, 4) in squares(hidden, "man", Move)
    beside = under(changed(state, "man", at=(7, 5)), "man", "invisible")
    assert not [a for a in options(beside, "orc-5") if isinstance(a, Attack)]


@rule("rampage:class.ability.distraction")
@rule("rampage:class.ability.distraction.mindless")
def test_the_distracted_do_not_attack_and_the_mindless_are_not_moved() -> None:
    jack = man("merchant", 9, ("sword",))
    orcs = [monster("orc-1", (6, 5)), monster("orc-2", (11, 5)), monster("orc-3", (12, 5))]
    state = scene(jack, *orcs, monster("zombie", (5, 6), "zombie"))
    do = act(state, Distract("man"), d20(1), d20(20))
    assert do.state.creatures["orc-1"].condition("distracted by man")
    assert not do.state.creatures["orc-2"].condition("distracted by man")
    assert len(all_of(do, SaveRolled)) == 2
    assert not [a for a in options(do.state, "orc-1") if isinstance(a, Attack)]
    assert [a for a in options(do.state, "zombie") if isinstance(a, Attack)]
    assert refused_by(spent(do.state, "man"), Distract("man")) == "class.ability.distraction"


@rule("rampage:class.ability.two-ax")
@rule("rampage:class.ability.florentine")
@pytest.mark.parametrize(
    ("kind", "level", "pair", "more"),
    [
        ("delver", 4, ("hand-ax", "hand-ax"), True),
        ("delver", 3, ("hand-ax", "hand-ax"), False),
        ("merchant", 6, ("sword", "dagger"), True),
        ("merchant", 5, ("sword", "dagger"), False),
        ("delver", 4, ("sword", "dagger"), False),
    ],
)
def test_a_second_blade_in_the_other_hand_strikes_once_more(
    kind: str, level: int, pair: tuple[str, ...], more: bool
) -> None:
    two = man(kind, level, pair)
    two = replace(two, items=tuple(replace(i, place="hand") if i.kind in pair else i for i in two.items))
    do = act(scene(two, ogre(), hero("idle", (30, 25))), Attack("man", "ogre", pair[0]), d20(2))
    assert do.state.fight is not None
    assert ("extra" in do.state.fight.spent["man"]) is more


@rule("rampage:class.ability.swordsman")
@pytest.mark.parametrize(("level", "weapon", "bonus"), [(3, "sword", 0), (4, "sword", 1), (4, "dagger", 0)])
def test_a_swordsman_has_a_point_with_a_sword(level: int, weapon: str, bonus: int) -> None:
    do = act(
        scene(man("merchant", level, (weapon,)), ogre()),
        Attack("man", "ogre", weapon),
        d20(19),
        *((d8(1),) if weapon == "sword" else (d4(1),)),
    )
    assert amounts(the(do, AttackRolled).roll.modifiers).get("Swordsman", 0) == bonus
    assert amounts(the(do, DamageRolled).roll.modifiers).get("Swordsman", 0) == bonus


@rule("rampage:class.ability.double-dagger")
@pytest.mark.parametrize(("level", "dice"), [(6, (d4(3),)), (7, (d4(3), d4(3)))])
def test_a_double_dagger_rolls_two_dice(level: int, dice: tuple[int, ...]) -> None:
    do = act(
        scene(man("thief", level, ("dagger",)), ogre(), facing={"ogre": 6}),
        Attack("man", "ogre", "dagger"),
        d20(19),
        *dice,
    )
    assert the(do, DamageRolled).roll.notation == ("2d4" if level == 7 else "1d4")


@rule("rampage:class.ability.blackjack")
@pytest.mark.parametrize(("level", "weapon", "face", "out"), [(3, "club", 1, True), (3, "club", 20, False)])
def test_a_blackjack_from_behind_leaves_one_senseless(level: int, weapon: str, face: int, out: bool) -> None:
    behind = under(scene(man("thief", level, (weapon,)), ogre()), "man", "hidden")
    faces = (d20(19), d4(1)) if _die(weapon) == 4 else (d20(19), d6(1))
    do = act(behind, Attack("man", "ogre", weapon), *faces, d20(face), *((d4(3),) if out else ()))
    held = do.state.creatures["ogre"].condition("senseless")
    assert (held is not None) is out
    if held is not None:
        assert held.until == do.state.now + 180


@rule("rampage:class.ability.blackjack")
def test_no_blackjack_from_the_front_nor_for_others() -> None:
    blow = Attack("man", "ogre", "club")
    faces = (d20(19), d4(1)) if _die("club") == 4 else (d20(19), d6(1))
    front = act(scene(man("thief", 3, ("club",)), ogre(), facing={"ogre": 6}), blow, *faces)
    young = act(under(scene(man("thief", 2, ("club",)), ogre()), "man", "hidden"), blow, *faces)
    assert not all_of(front, SaveRolled) and not all_of(young, SaveRolled)


def _die(weapon: str) -> int:
    from underkeep.systems.rampage.basics import compendium

    return int(compendium.weapons()[weapon].damage.text.split("d")[1].split("+")[0])


@rule("rampage:class.ability.blade-of-doom.heal")
@rule("rampage:class.ravager.blade-of-death")
@pytest.mark.parametrize(
    ("kind", "blade", "healed"),
    [("punisher", "blade-of-doom", 2), ("ravager", "blade-of-death", 3), ("warrior", "blade-of-doom", 0)],
)
def test_a_demonic_blade_heals_its_owner_who_fells_a_foe(kind: str, blade: str, healed: int) -> None:
    """The book: a Punisher at 5 of 10 has 7, a Ravager at 4 of 12 has 7."""
    hurt = replace(man(kind, 1, (blade,)), hp=5, max_hp=12)
    state = scene(hurt, monster("orc", (6, 5), hp=1), monster("other", (30, 20)))
    do = act(state, Attack("man", "orc", blade), d20(19), d8(5))
    assert sum(e.amount for e in all_of(do, Healed)) == healed
    stands = act(scene(hurt, monster("orc", (6, 5), hp=50)), Attack("man", "orc", blade), d20(19), d8(5))
    assert not all_of(stands, Healed)


@rule("rampage:class.ability.blade-of-doom.magic")
@rule("rampage:class.ravager.blade-magic")
@pytest.mark.parametrize(
    ("kind", "blade", "level", "plus"),
    [
        ("punisher", "blade-of-doom", 4, 0),
        ("punisher", "blade-of-doom", 5, 1),
        ("ravager", "blade-of-death", 3, 0),
        ("ravager", "blade-of-death", 4, 1),
        ("ravager", "blade-of-death", 7, 1),
        ("ravager", "blade-of-death", 8, 2),
        ("warrior", "blade-of-doom", 9, 0),
    ],
)
def test_it_becomes_magic_with_its_owners_level(kind: str, blade: str, level: int, plus: int) -> None:
    do = act(scene(man(kind, level, (blade,)), ogre()), Attack("man", "ogre", blade), d20(19), d8(1))
    assert amounts(the(do, AttackRolled).roll.modifiers).get("demonic blade", 0) == plus
    assert amounts(the(do, DamageRolled).roll.modifiers).get("demonic blade", 0) == plus


@rule("rampage:class.ability.shield-of-the-gods.parry")
def test_a_guardian_parries_once_a_round_for_nothing() -> None:
    holy = man("guardian", 3, ("morning-star", "shield-of-the-gods"))
    state: State = scene(holy, ogre(), hero("idle", (30, 25)))
    struck = act(state, Attack("man", "ogre", "morning-star"), d20(2)).state
    parry = ShieldParry("man", "ogre")
    do = act(struck, parry)
    assert "rampage:class.ability.shield-of-the-gods.parry" in the(do, Spent).rule
    assert why_not(do.state, parry) is not None
    plain = act(
        scene(man("guardian", 3, ("morning-star", "shield")), ogre(), hero("idle", (30, 25))),
        Attack("man", "ogre", "morning-star"),
        d20(2),
    ).state
    assert why_not(plain, parry) is not None


@rule("rampage:class.jack.back-stab-missile")
def test_a_shot_is_a_back_stab_only_from_hiding() -> None:
    loose = Attack("man", "ogre", "short-bow")
    state = scene(man("scout", 1, ("short-bow",)), ogre(at=(12, 5)), facing={"ogre": 2})
    assert "back stab" not in amounts(the(act(state, loose, d20(19), d6(2)), AttackRolled).roll.modifiers)
    do = act(under(state, "man", "hidden"), loose, d20(19), d6(2))
    assert amounts(the(do, AttackRolled).roll.modifiers)["back stab"] == 4 and the(do, Harmed).amount == 4
    fighter = under(scene(man(level=1, gear=("short-bow",)), ogre(at=(12, 5))), "man", "hidden")
    assert "back stab" not in amounts(the(act(fighter, loose, d20(19), d6(2)), AttackRolled).roll.modifiers)


@rule("rampage:class.ability.tunnel-fighter.pass")
def test_a_tunnel_fighter_goes_through_friends_indoors() -> None:
    wall = [hero(f"friend-{y}", (6, y)) for y in range(30)]
    state = scene(man("delver", 3, ("dagger",)), *wall, monster("orc", (35, 5)))
    assert (8, 5) not in squares(state, "man", Move)
    indoors = replace(state, switches=(*state.switches, "indoors"))
    assert (8, 5) in squares(indoors, "man", Move)
    young = scene(man("delver", 2, ("dagger",)), *wall, monster("orc", (35, 5)), switches=("indoors",))
    assert (8, 5) not in squares(young, "man", Move)


def test_casters_have_no_feats() -> None:
    assert not [a for a in options(scene(hero("man", (5, 5), "wizard"), ogre()), "man") if isinstance(a, Cast)]
