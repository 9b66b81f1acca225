"""Cursed scrolls."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import H1, act, below, carrying, suffering
from tests.rules.ose.scene import changed, every, first

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import SLOW_TO_HEAL, TRANSFORMED, has, is_out_of_it
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import experience, healing
from underkeep.systems.ose.magic import scroll_curses
from underkeep.systems.ose.magic.scroll_curses import CurseFell
from underkeep.systems.ose.magic.scrolls import Decipher, TextRead
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d12, rule
from underkeep.world.clock import DAY
from underkeep.world.creature import Died, Healed
from underkeep.world.gear import Item
from underkeep.world.state import State

SCROLL = Item("cursed-scroll", "scroll", id="s")
SPELL = Item("scroll-of-1-spell", "scroll", id="s")
SWORD = Item("sword-plus-1", "sword", id="w")
CURSED = "ose:magic-item.scroll.cursed"


def holding(kind: str = "fighter", *items: Item) -> State:
    return carrying(below(kind), H1, *(items or (SCROLL,)))


def looks(state: State, *faces: int) -> Resolution:
    return act(state, Decipher(H1, "s"), *faces)


@rule(CURSED)
def test_a_cursed_scroll_looks_like_any_other():
    for kind in ("fighter", "magic-user", "cleric"):
        for item in (SCROLL, SPELL):
            assert Decipher(H1, "s") in play.legal_actions(RULESET, holding(kind, item), "player").listed
    done = looks(holding("fighter", SPELL), d4(2), d6(1), d12(1))
    assert not first(done, TextRead).success
    assert SPELL.kind in [item.kind for item in done.state.creatures[H1].items]


@rule(CURSED, "ose:magic-item.scroll.curse-kind")
@pytest.mark.parametrize(("face", "curse"), list(enumerate(scroll_curses.CURSES, 1)))
def test_one_of_six_curses_by_the_die(face, curse):
    done = Resolution(holding("fighter"), Faces(face), RULESET)
    scroll_curses.befall(done, done.state.creatures[H1], SCROLL)
    told = first(done, CurseFell)
    assert (told.curse, told.roll.notation, told.rule[0]) == (curse, "1d6", CURSED)
    assert next(e for e in every(done, Ruled) if "curse-kind" in e.question).choice == curse
    assert SCROLL not in done.state.creatures[H1].items


class Faces(Seeded):
    """This face for the curse, a seed for the rest."""

    def __init__(self, face: int) -> None:
        super().__init__(face, "curse")
        self.face = face

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        return (self.face,) if why == "which curse" else super().roll(count, sides, why)


@rule("ose:magic-item.curse.transformation")
def test_a_frog_does_not_fight():
    cursed = looks(holding(), d6(1)).state.creatures[H1]
    assert has(cursed, TRANSFORMED) and is_out_of_it(cursed)


@rule("ose:magic-item.curse.summoning")
def test_a_monster_of_the_readers_level_is_upon_the_party():
    state = changed(holding(), H1, level=3)
    done = Resolution(state, Faces(2), RULESET)
    scroll_curses.befall(done, state.creatures[H1], SCROLL)
    assert done.state.fight is not None
    (foe,) = done.state.encounter.monsters
    assert hit_dice(monsters()[done.state.creatures[foe].kind].hd).dice == 3
    assert H1 in done.state.encounter.surprised


@rule("ose:magic-item.curse.lost-item")
def test_a_magic_item_is_gone_if_there_is_one():
    done = looks(holding("fighter", SCROLL, SWORD), d6(3))
    assert not done.state.creatures[H1].items
    assert looks(holding("fighter", SCROLL, Item("sword", "Sword", id="w")), d6(3)).state.creatures[H1].items


@rule("ose:magic-item.curse.energy-drain")
def test_a_level_is_drained():
    assert every(looks(holding(), d6(4)), Died)
    state = changed(holding(), H1, level=3, xp=4000)
    done = looks(state, d6(4), d8(5))
    lost = first(done, experience.LevelLost)
    assert (lost.level, sheet(done.state.creatures[H1]).xp) == (2, 3000)
    assert lost.rule == ("ose:magic-item.curse.energy-drain",)


@rule("ose:magic-item.curse.reroll")
def test_the_prime_requisite_is_rolled_again():
    done = looks(holding(), *d6(5, 1, 1, 2))
    assert sheet(done.state.creatures[H1]).abilities["STR"] == 4
    assert sheet(done.state.creatures[H1]).abilities["INT"] == 10


@rule("ose:magic-item.curse.slow-healing")
def test_rest_takes_twice_as_long_and_spells_heal_half():
    state = looks(holding(), d6(6)).state
    assert has(state.creatures[H1], SLOW_TO_HEAL)
    hurt = state.with_creature(H1, hp=1)
    even, odd = (replace(hurt, now=day * DAY) for day in (2, 3))
    for at, heals in ((even, True), (odd, False)):
        done = Resolution(at, Seeded(1), RULESET)
        healing.rest_a_day(done)
        assert bool(every(done, Healed)) == heals
        assert bool(every(done, healing.HealingSlowed)) != heals
    done = Resolution(hurt, Seeded(1), RULESET)
    assert healing.heal(done, H1, 6, ("ose:healing.magical",)) == 3
    assert "ose:magic-item.curse.slow-healing" in first(done, Healed).rule
    well = suffering(below("fighter"), H1, "weary").with_creature(H1, hp=1)
    assert healing.heal(Resolution(well, Seeded(1), RULESET), H1, 6, ("ose:healing.magical",)) == 6
