"""What bites, touches and spit bring upon a body, and how each runs its course."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import F, changed, do, every, first, refusal, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import maladies
from underkeep.systems.ose.attacks.attack_rolls import armour_class
from underkeep.systems.ose.attacks.maladies import BecameBeast
from underkeep.systems.ose.basics import conditions as c
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.healing import heal
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d8, d10, d12, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, Died, Harmed, SaveRolled

PER_ROUND = "ose:monster.attacks.per-round"
TURN, DAY = 600, 86_400


def struck(kind: str, attack: str, *faces: int, by: int = 1, match: str = "fighter[sword]"):
    return do(scene(f"{match} v {by} {kind}"), Attack(f"{kind}-1", F, attack), *faces)


@rule("ose:save.category.paralysis")
@pytest.mark.parametrize(("face", "stone"), [(14, False), (13, True)])
def test_the_touch_of_a_cockatrice_turns_to_stone(face, stone):
    after = struck("cockatrice", "beak", d20(19), d6(1), d20(face)).state.creatures[F]
    assert (after.condition(c.PETRIFIED) is not None, after.status) == (stone, "down" if stone else "up")


@rule(PER_ROUND)
@pytest.mark.parametrize(
    ("kind", "attack", "faces", "rounds_"),
    [
        ("bull-shark", "ram", (d20(19), d20(13)), 3),
        ("giant-horned-chameleon", "tail", (d20(19),), 1),
        ("freshwater-termite", "spray", (d20(19), d20(2)), 60),
    ],
)
def test_those_who_are_stunned_do_nothing_for_so_many_rounds(kind, attack, faces, rounds_):
    done = struck(kind, attack, *faces)
    fighter = done.state.creatures[F]
    assert fighter.condition(c.STUNNED).until == done.state.now + 10 * rounds_
    assert not c.can_fight(fighter)
    if len(faces) > 1:
        assert not struck(kind, attack, faces[0], d20(20)).state.creatures[F].conditions


@rule(PER_ROUND)
def test_a_vampire_bat_drinks_only_of_the_senseless():
    done = struck("giant-vampire-bat", "bite", d20(19), d4(1), d20(2), d10(4))
    assert done.state.creatures[F].condition(c.SENSELESS).until == done.state.now + 40
    assert [grip.holder for grip in done.state.fight.battle.grips] == ["giant-vampire-bat-1"]
    assert not struck("giant-vampire-bat", "bite", d20(19), d4(1), d20(20)).state.fight.battle.grips


@rule(PER_ROUND)
@pytest.mark.parametrize(("face", "blind"), [(12, False), (11, True)])
def test_spit_in_the_eyes_blinds_for_good(face, blind):
    done = struck("spitting-cobra", "spit", d20(19), d20(face))
    assert c.has(done.state.creatures[F], c.BLIND) is blind
    if blind:
        assert done.state.creatures[F].condition(c.BLIND).until is None
        assert refusal(replace(done.state), Attack(F, "spitting-cobra-1", "sword")).rule == "ose:combat.blind"


@rule(PER_ROUND)
def test_blisters_spoil_attacks_for_a_day():
    done = struck("oil-beetle", "oil spray", d20(19))
    sore = done.state.creatures[F].condition(c.BLISTERED)
    assert (sore.level, sore.until) == (2, done.state.now + DAY)
    hit = do(done.state, Attack(F, "oil-beetle-1", "sword"), d20(10))
    assert first(hit, AttackRolled).roll.modifiers == ((c.BLISTERED, -2),)


@rule(PER_ROUND)
@pytest.mark.parametrize(("many", "besets"), [(9, False), (10, True)])
def test_ten_bats_about_ones_head(many, besets):
    done = struck("normal-bat", "swarm", d20(19), by=many)
    assert c.has(done.state.creatures[F], c.BESET) is besets
    if besets:
        saved = scripted(RULESET, done.state, d20(13))
        assert not maladies.save(saved, F, "death")
        assert first(saved, SaveRolled).roll.modifiers == ((c.BESET, -2),)


@rule(PER_ROUND)
def test_a_dance_that_onlookers_must_share():
    done = struck("tarantella", "bite", d20(19), d8(1), d20(2), *d6(4, 3), d20(2), match="fighter[sword] + cleric")
    for id in (F, "cleric-1"):
        dancer = done.state.creatures[id]
        assert (dancer.condition(c.DANCING).until, dancer.condition(c.DANCING).level) == (done.state.now + 5 * TURN, 2)
    hit = do(done.state, Attack(F, "tarantella-1", "sword"), d20(10))
    assert first(hit, AttackRolled).roll.modifiers == ((c.DANCING, -4),)
    bitten = do(replace(done.state, fight=scene().fight), Attack("tarantella-1", F, "bite"), d20(2))
    assert first(bitten, AttackRolled).roll.needed == 16 - (armour_class(done.state.creatures[F]) + 4)
    end = scripted(RULESET, done.state)
    rounds.lapse(end, F, done.state.creatures[F].condition(c.DANCING))
    assert end.state.creatures[F].condition(c.SPENT_BY_DANCING).until == done.state.now + 2 * TURN


@rule(PER_ROUND, "ose:healing.magical", "ose:healing.natural")
def test_mummy_rot_defies_magic_and_slows_rest():
    rotten = struck("mummy", "touch", d20(19), d12(3)).state
    assert c.has(rotten.creatures[F], c.ROTTING)
    healed = scripted(RULESET, rotten)
    assert heal(healed, F, 4, ("ose:healing.magical",)) == 0
    assert heal(healed, F, 4, ("ose:healing.natural", "ose:healing.cap")) == 3


@rule(PER_ROUND)
@pytest.mark.parametrize(("faces", "infected"), [((2, 2), False), ((3, 2), True)])
def test_lycanthropy_takes_more_than_half_ones_hit_points(faces, infected):
    more = (d12(6), d12(1)) if infected else ()
    done = struck("werewolf", "bite", d20(19), *d4(*faces), *more)
    caught = done.state.creatures[F].condition(c.INFECTED)
    assert (caught.until if caught else None) == (done.state.now + 7 * DAY if infected else None)
    assert done.state.creatures[F].condition(c.WERE_BITTEN).level == sum(faces)


@rule(PER_ROUND)
@pytest.mark.parametrize(("kind", "fate"), [("fighter", BecameBeast), ("dwarf", Died)])
def test_humans_become_beasts_and_others_die_of_it(kind, fate):
    id = f"{kind}-1"
    end = scripted(RULESET, under(scene(f"{kind}[sword] v orc"), id, c.INFECTED))
    rounds.lapse(end, id, Condition(c.INFECTED))
    assert [e.creature for e in every(end, fate)] == [id]
    assert end.state.creatures[id].status == ("fled" if fate is BecameBeast else "dead")


@rule(PER_ROUND)
@pytest.mark.parametrize(("level", "runs"), [(3, True), (4, False)])
def test_a_shrew_frightens_the_weak(level, runs):
    state = changed(scene("fighter[sword] v giant shrew"), F, level=level)
    done = do(state, Attack("giant-shrew-1", F, "bite"), d20(19), d6(1), *((d20(2),) if runs else ()))
    assert c.has(done.state.creatures[F], c.AFRAID) is runs


@rule(PER_ROUND)
@pytest.mark.parametrize(("level", "falls"), [(1, True), (2, False)])
def test_a_whirlwind_sweeps_the_weak_aside(level, falls):
    state = changed(scene("fighter[sword] v air elemental 8 hd"), F, level=level)
    done = do(state, Attack("air-elemental-8-hd-1", F, "blow"), d20(19), d8(1), *((d20(2),) if falls else ()))
    assert c.has(done.state.creatures[F], c.STUNNED) is falls


@rule(PER_ROUND)
@pytest.mark.parametrize(
    ("kind", "attack", "name", "faces", "after"),
    [
        ("yellow-mould", "spores", c.CHOKING, (d20(19), d6(1), d20(2)), 6),
        ("green-slime", "touch", c.SLIMED, (d20(19), d4(3)), 9),
    ],
)
def test_what_kills_in_rounds(kind, attack, name, faces, after):
    done = struck(kind, attack, *faces)
    doom = done.state.creatures[F].condition(name)
    assert doom.until == done.state.now + 10 * after
    end = scripted(RULESET, done.state)
    rounds.lapse(end, F, doom)
    assert first(end, Harmed).hp == 0


@rule("ose:combat.damage.monster")
@pytest.mark.parametrize(
    ("kind", "victim", "more"),
    [
        ("earth-elemental-8-hd", "fighter", True),
        ("earth-elemental-8-hd", "giant-bat", False),
        ("air-elemental-8-hd", "giant-bat", True),
        ("fire-elemental-8-hd", "white-dragon", True),
        ("fire-elemental-8-hd", "orc", False),
    ],
)
def test_elementals_hurt_more_what_is_against_their_nature(kind, victim, more):
    state = changed(scene(f"{victim} v {kind}"), f"{victim}-1", level=5, ac=9)
    done = do(state, Attack(f"{kind}-1", f"{victim}-1", "blow"), d20(19), d8(1), *((d8(2),) if more else ()))
    assert sum(e.amount for e in every(done, Harmed)) == (3 if more else 1)


@rule(PER_ROUND)
def test_a_killer_bee_dies_of_its_sting():
    done = struck("killer-bee", "sting", d20(19), d3(2), d20(20))
    assert [e.creature for e in every(done, Died)] == ["killer-bee-1"]
    assert sheet(done.state.creatures[F]).level == 1
