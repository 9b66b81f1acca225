"""Elementals, stalkers, the risen dead; telekinesis, magic jar, images, new bodies."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.casting import MU, ORC, act, announcing, at_casting, cast, delve, names, with_condition
from tests.rules.ose.magic.at_squares import cast_at
from tests.rules.ose.magic.test_spells_outside_fights import HERO, below, placed
from tests.rules.ose.scene import changed, every, first, hit, listed

from underkeep.kernel.dice import Scripted
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.attack_rolls import AttackRolled
from underkeep.systems.ose.basics.campaign import Fallen, campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.deaths import DeathNoted
from underkeep.systems.ose.magic import dispelling, upkeep
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects.reincarnation import Reborn
from underkeep.systems.ose.magic.effects.spells_of_summoning import Gone, MissionDone
from underkeep.systems.ose.magic.effects.spells_of_travel import TeleportRolled
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d6, d8, d10, d20, d100, rule
from underkeep.testing.builders import in_step, perform
from underkeep.world.creature import Died, Harmed, Moved
from underkeep.world.dungeon import Group, GroupChanged, Hoard, HoardChanged
from underkeep.world.gear import Item
from underkeep.world.state import square_of

SPELL = "ose:magic.spell-list"
F = "fighter-1"


def conjured(state, spell, use, dice):
    done = Resolution(state, dice, RULESET)
    done.state = announcing(state, MU, spell)
    perform(done, Cast(MU, spell, "", use))
    return done


@rule(SPELL, "ose:magic.effect.concentration")
def test_an_elemental_serves_as_long_as_its_caster_thinks_of_it():
    state = at_casting("magic-user/9 v orc", MU, "Conjure Elemental", "Conjure Elemental", gap=6)
    done = conjured(state, "Conjure Elemental", "of fire", Alike(4))
    (id,) = [c for c in done.state.creatures if c.startswith("fire-elemental")]
    elemental = done.state.creatures[id]
    assert elemental.side == "a" and sheet(elemental).level == 16 and elemental.at is not None
    again = conjured(done.state, "Conjure Elemental", "of fire", Alike(4))
    assert first(again, SpellHadNoEffect)
    loose = Resolution(done.state, Scripted(), RULESET)
    concentration.disturb(loose, MU, "being hurt")
    assert loose.state.creatures[id].side == "b"
    gone = Resolution(done.state, Scripted(), RULESET)
    dispelling.dispel_creature(gone, elemental, 9)
    assert first(gone, Gone).creature == id and gone.state.creatures[id].at is None
    over = Resolution(done.state, Scripted(), RULESET)
    upkeep.end_fight(over)
    assert first(over, Gone).creature == id


@rule(SPELL, "ose:combat.spacing")
def test_an_elemental_comes_where_it_has_room_on_all_its_squares():
    state = at_casting("magic-user/9 + 3 fighter v orc", MU, "Conjure Elemental", gap=6)
    assert state.grid is not None
    x, y = square_of(state.creatures[MU])
    for number, square in enumerate(((x + 2, y), (x - 1, y + 1), (x, y - 2)), 1):
        state = state.with_creature(f"fighter-{number}", at=square)
    done = conjured(state, "Conjure Elemental", "of air", Alike(4)).state
    (elemental,) = [c for c in done.creatures.values() if c.id.startswith("air-elemental")]
    assert elemental.size == 2 and elemental.at is not None
    others = state.grid.mask(square_of(c) for c in done.creatures.values() if c.id != elemental.id)
    assert not done.grid.footprint(elemental.at, 2) & others


@rule(SPELL, "ose:magic.effect.targets")
def test_the_dead_of_the_field_rise_up_to_the_casters_level():
    state = at_casting("magic-user/9 + fighter v 2 orc + ogre", MU, "Animate Dead", gap=6)
    for id in (ORC, "ogre-1", F):
        state = state.with_creature(id, status="dead", hp=0)
    done = cast(state, MU, "Animate Dead", "", d8(4), d8(4), d8(4), d8(4), d8(4), d8(3), d8(3), d8(2), d8(2)).state
    ogre, man, orc = (done.creatures[id] for id in ("ogre-1", F, ORC))
    assert (ogre.kind, ogre.side, ogre.hp, sheet(ogre).hit_dice, sheet(ogre).ac) == ("zombie", "a", 20, "5", 8)
    assert (man.kind, sheet(man).hit_dice, sheet(orc).hit_dice, orc.hp) == ("zombie", "2", "2", 4)
    bones = cast(state, MU, "Animate Dead", "", *[d8(4)] * 6, use="as skeletons").state
    assert (sheet(bones.creatures["ogre-1"]).ac, sheet(bones.creatures["ogre-1"]).hit_dice) == (7, "4")
    laid = Resolution(done, Scripted(), RULESET)
    dispelling.dispel_creature(laid, ogre, 9)
    assert laid.state.creatures["ogre-1"].status == "dead"
    nobody = at_casting("magic-user/9 v orc", MU, "Animate Dead", gap=6)
    assert first(cast(nobody, MU, "Animate Dead"), SpellHadNoEffect)


@rule("ose:magic.spell-list")
def test_a_corpse_that_somebody_stands_on_rises_beside():
    state = at_casting("magic-user/9 + fighter v orc", MU, "Animate Dead", gap=6)
    state = state.with_creature(ORC, status="dead", hp=0, at=state.creatures[F].at)
    risen = cast(state, MU, "Animate Dead", "", *[d8(4)] * 2).state.creatures
    assert risen[ORC].status == "up" and risen[ORC].at != risen[F].at


@rule(SPELL)
def test_the_dead_of_a_room_march_with_the_party():
    state = below("magic-user", "Animate Dead", 9, "fighter").with_creature("hero-2", status="dead", hp=0)
    done = act(state, Cast(HERO, "Animate Dead"), d8(3), d8(5)).state
    assert done.creatures["hero-2"].kind == "zombie" and "hero-2" in done.party.members


@rule(SPELL)
def test_a_stalker_guards_slays_or_fetches():
    state = below("magic-user", "Invisible Stalker", 11)
    group = Group("g", "1-p1", "goblin", 3)
    hoard = Hoard("h", "1-p1", (Item("gp", "gold piece", count=7),))
    state = placed(state, GroupChanged(group, "placed"), HoardChanged(hoard, "placed"))
    slain = act(state, Cast(HERO, "Invisible Stalker", "1-p1", "to slay"), d20(1))
    assert first(slain, MissionDone).success and slain.state.dungeon.groups["g"].count == 0
    fetched = act(state, Cast(HERO, "Invisible Stalker", "1-p1", "to fetch")).state
    assert any(i.kind == "gp" and i.count >= 7 for i in fetched.creatures[HERO].items)
    guarded = at_casting("magic-user/11 v orc", MU, "Invisible Stalker", gap=6)
    done = conjured(guarded, "Invisible Stalker", "to guard", Alike(4)).state
    assert done.creatures["invisible-stalker-1"].side == "a"


@rule(SPELL, "ose:magic.effect.concentration", "ose:hazard.falling", "ose:save.category.spells")
def test_who_is_lifted_hangs_higher_each_round_and_falls():
    state = at_casting("magic-user/10 v orc + ogre", MU, "Telekinesis", gap=6)
    state = state.with_creature(ORC, hp=40, max_hp=40)
    assert first(cast(state, MU, "Telekinesis", "ogre-1"), SpellHadNoEffect).target == "ogre-1"
    assert names(cast(state, MU, "Telekinesis", ORC, d20(19)).state, ORC) == set()
    done = cast(state, MU, "Telekinesis", ORC, d20(2)).state
    assert done.creatures[ORC].condition("lifted by thought").level == 20
    later = Resolution(done, Scripted(), RULESET)
    upkeep.begin_round(later)
    assert later.state.creatures[ORC].condition("lifted by thought").level == 40
    fallen = Resolution(later.state, Scripted(d6(3), d6(3), d6(3), d6(3)), RULESET)
    concentration.disturb(fallen, MU, "being hurt")
    assert first(fallen, Harmed).amount == 12 and names(fallen.state, ORC) == set()


@rule(SPELL, "ose:save.category.spells")
def test_a_magic_jar_gives_another_body_until_that_dies():
    state = at_casting("magic-user/9 v orc", MU, "Magic Jar", gap=6)
    assert names(cast(state, MU, "Magic Jar", ORC, d20(19)).state, MU) == set()
    done = cast(state, MU, "Magic Jar", ORC, d20(2)).state
    assert names(done, MU) == {"out of the body"} and done.creatures[ORC].side == "a"
    assert campaign(done).casters.hosts == {MU: ORC}
    dead = Resolution(done, Scripted(), RULESET)
    harm(dead, ORC, 8, "")
    assert names(dead.state, MU) == set() and not campaign(dead.state).casters.hosts
    over = Resolution(done, Scripted(), RULESET)
    upkeep.end_fight(over)
    assert over.state.creatures[ORC].side == "b" and names(over.state, ORC) == set()


@rule(SPELL)
def test_an_image_takes_missiles_spells_and_one_blow():
    state = at_casting("magic-user/11 v orc[short bow] + elf", MU, "Projected Image", "Sleep", gap=6)
    done = cast(state, MU, "Projected Image").state
    shot = hit(in_step(done, "missile"), by=ORC, on=MU, weapon="short-bow")
    assert every(shot, AttackRolled) == []
    elf = changed(done, "elf-1", memorised=("Magic Missile",))
    assert first(cast(elf, "elf-1", "Magic Missile", MU), SpellHadNoEffect).target == MU
    near = done.with_creature(ORC, at=(done.creatures[MU].at[0] + 1, done.creatures[MU].at[1]))
    struck = hit(in_step(near, "melee"), by=ORC, on=MU, weapon="weapon")
    assert every(struck, AttackRolled) == [] and names(struck.state, MU) == set()


@rule(SPELL, "ose:dice.percentile", "ose:hazard.falling")
def test_teleport_is_by_the_table():
    state = at_casting("magic-user/9 v orc", MU, "Teleport", gap=1).with_creature(MU, hp=30, max_hp=30)
    home = cast(state, MU, "Teleport", MU, d100(95))
    assert first(home, TeleportRolled).outcome == "ground" and home.state.creatures[MU].status == "fled"
    high = cast(state, MU, "Teleport", MU, d100(96), d10(2), d6(3), d6(3))
    assert first(high, Harmed).amount == 6
    assert first(cast(state, MU, "Teleport", MU, d100(100)), Died).creature == MU
    assert every(cast(state, MU, "Teleport", ORC, d20(19)), TeleportRolled) == []
    foe = cast(state, MU, "Teleport", ORC, d20(2), d100(76))
    assert first(foe, TeleportRolled).knowledge == "scant" and first(foe, Died).creature == ORC


@rule(SPELL, "ose:dice.percentile")
def test_who_teleports_home_waits_for_the_others():
    state = changed(below("magic-user", "Teleport", 9, "fighter"), HERO, memorised=("Teleport",))
    done = act(state, Cast(HERO, "Teleport", HERO), d100(40)).state
    assert done.party.members == ("hero-2",) and done.creatures[HERO].status == "up"


@rule(SPELL, "ose:save.category.spells")
def test_a_dimension_door_leads_over_the_field_or_out_of_it():
    state = at_casting("magic-user/7 + fighter v orc", MU, "Dimension Door", gap=1)
    x, y = state.creatures[ORC].at
    done = cast_at(state, MU, "Dimension Door", (x + 3, y))
    assert first(done, Moved).to == (x + 3, y)
    assert first(cast_at(state, MU, "Dimension Door", (x, y)), SpellHadNoEffect)
    state = state.with_creature(F, at=(state.creatures[MU].at[0], state.creatures[MU].at[1] + 1))
    sent = cast(state, MU, "Dimension Door", F, use="send away").state
    assert sent.creatures[F].status == "fled"
    back = Resolution(sent, Scripted(), RULESET)
    upkeep.end_fight(back)
    assert back.state.creatures[F].status == "up" and names(back.state, F) == set()
    assert cast(state, MU, "Dimension Door", ORC, d20(19), use="send away").state.creatures[ORC].status == "up"


@rule(SPELL)
def test_reincarnation_gives_a_body_by_the_dice():
    state = delve("magic-user", "fighter", level=4)
    state = changed(state, HERO, memorised=("Reincarnation",), level=12).with_creature("hero-2", status="dead", hp=0)
    state = placed(state, DeathNoted("hero-2", Fallen(state.now)))
    dwarf = act(state, Cast(HERO, "Reincarnation", "hero-2"), d10(2), d6(2), d8(5), d8(5))
    hero = dwarf.state.creatures["hero-2"]
    assert (hero.kind, hero.status, hero.hp, sheet(hero).level) == ("dwarf", "up", 10, 2)
    most = act(state, Cast(HERO, "Reincarnation", "hero-2"), d10(10), d6(6), *[d8(4)] * 4).state.creatures["hero-2"]
    assert (most.kind, sheet(most).level) == ("fighter", 4)
    alignment = changed(state, "hero-2", alignment="Chaotic")
    orc = act(alignment, Cast(HERO, "Reincarnation", "hero-2"), d10(8), d10(10), d10(4), d8(5))
    assert first(orc, Reborn).kind == "orc" and orc.state.creatures["hero-2"].hp == 5


@rule(SPELL, "ose:combat.spell.freedom")
def test_the_entranced_and_the_possessed_cast_nothing():
    state = at_casting("magic-user/9 v elf", MU, "Sleep", gap=6)
    assert listed(with_condition(in_step(state, "spells"), MU, "out of the body"), MU) == []
    entranced = replace(with_condition(state, MU, "possessed"))
    assert listed(in_step(entranced, "spells"), MU) == []
