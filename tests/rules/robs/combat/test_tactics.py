"""What minds are told of a fight: which of two deeds is worth more, and who fights how."""

import pytest
from tests.rules.robs.scene import A, B, changed, duel, scores, under

from underkeep.procedures.actions import Attack
from underkeep.systems.robs.attacks.attacks import PressAttack, Throw
from underkeep.systems.robs.basics.traits import HarmedOnlyBy, Mindless, Pack
from underkeep.systems.robs.combat import tactics
from underkeep.systems.robs.combat.blow_worth import part_taken
from underkeep.systems.robs.combat.rounds import Aim, Reload


def worth(state, action):
    found = tactics.hint(state, action)
    return found.worth if found is not None else None


@pytest.mark.parametrize(
    ("bonus", "harm", "left", "expected"),
    [
        (0, 0, 6, (5 * 1 + 4 * 2 + 3 * 3 + 2 * 4 + 1 * 5) / 216),
        (0, 1, 1, (6 + 5 + 4 + 3 + 2 + 1) / 36),
        (-6, 6, 3, 3 / 108),  # only the natural +5 hits
        (6, 0, 100, sum((6 - abs(n)) * (n + 6) for n in range(-4, 6)) / 3600),  # a natural -5 never does
    ],
)
def test_the_part_that_an_attack_takes(bonus, harm, left, expected):
    assert part_taken(bonus, harm, left) == pytest.approx(expected)


def test_the_weak_and_the_unguarded_are_better_targets():
    state = duel()
    plain = worth(state, Attack(A, B, "club"))
    assert worth(state.with_creature(B, hp=3), Attack(A, B, "club")) > plain
    assert worth(duel(theirs="club,chainmail"), Attack(A, B, "club")) < plain
    assert worth(duel(theirs="club,small shield"), Attack(A, B, "club")) < plain
    assert worth(changed(state, B, scale=3), Attack(A, B, "club")) < plain
    assert worth(scores(state, A, STR=2), Attack(A, B, "club")) > plain
    assert worth(changed(state, A, proficiencies={"club": 1}), Attack(A, B, "club")) > plain
    assert worth(under(state, B, "asleep"), Attack(A, B, "club")) == 0.05
    assert worth(changed(state, B, traits=(HarmedOnlyBy("magic"),)), Attack(A, B, "club")) == 0


def test_far_shots_are_worth_less_and_aimed_ones_more():
    near, far = duel("shortbow", gap=4), duel("shortbow", gap=15)
    assert worth(far, Attack(A, B, "shortbow")) < worth(near, Attack(A, B, "shortbow"))
    assert worth(near, Aim(A, B)) < worth(near, Attack(A, B, "shortbow")), "two shots are better than one"
    armoured = duel("shortbow", "club,heavy plate", gap=15)
    assert worth(armoured, Aim(A, B)) > 0
    assert worth(duel("club"), Aim(A, B)) is None


def test_a_crossbow_is_loaded_for_its_next_shot():
    state = under(duel("crossbow", gap=8), A, "crossbow unloaded")
    loaded = duel("crossbow", gap=8)
    assert worth(state, Reload(A)) == pytest.approx(0.4 * worth(loaded, Attack(A, B, "crossbow")))
    assert worth(state, Aim(A, B)) is None
    assert worth(duel("club"), Reload(A)) is None
    assert tactics.manner(loaded, loaded.creatures[A]).shots == 1
    assert tactics.manner(state, state.creatures[A]).shots == 0


def test_a_surer_blow_costs_the_others():
    state = changed(duel(), A, classes={"fighter": 8})
    plain, pressed = worth(state, Attack(A, B, "club")), worth(state, PressAttack(A, B, "club", 2))
    assert pressed < plain, "three blows are better than one"
    tough = changed(duel(), B, ddf=6)
    assert worth(tough, Attack(A, B, "club")) == 0 < worth(tough, PressAttack(A, B, "club", 2))


def test_the_last_weapon_is_not_thrown_lightly():
    one, two = duel("handaxe", gap=3), duel("handaxe,club", gap=3)
    assert worth(one, Throw(A, B, "handaxe")) == pytest.approx(worth(two, Throw(A, B, "handaxe")) / 2)


def test_how_each_fights():
    state = duel("shortbow,club")
    found = tactics.manner(state, state.creatures[A])
    assert (found.wits, found.ways, found.blow, found.missile, found.shots) == ("keen", (), "club", "shortbow", 99)
    assert found.pace == 9 and found.shot == 32 and not found.frail
    assert tactics.manner(duel(), duel().creatures[A]).shots == 0
    beast = scores(changed(duel(), A, traits=(Pack(),)), A, INT=-3)
    assert tactics.manner(beast, beast.creatures[A]).wits == "animal"
    assert tactics.manner(beast, beast.creatures[A]).ways == ("pack",)
    dull = changed(duel(), A, traits=(Mindless(),))
    assert (tactics.manner(dull, dull.creatures[A]).wits, tactics.manner(dull, dull.creatures[A]).ways) == (
        "none",
        ("fearless",),
    )
    assert tactics.manner(*(lambda s: (s, s.creatures[A]))(changed(duel(), A, classes={"wizard": 1}))).frail
