"""Light, dark, silence and illusion: whom they take in, and what their caster does with them by thought."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, delvers
from tests.rules.robs.magic.magery import cast, gained, has, priest, wizard
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, scores

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.campaign import Working
from underkeep.systems.robs.basics.traits import Infrared
from underkeep.systems.robs.magic.effects import places
from underkeep.systems.robs.magic.effects.places import Tend
from underkeep.systems.robs.magic.spell_effects import Casting, SpellLaid
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.creature import Fled, Moved
from underkeep.world.light import Light

C = "a-commoner-2"


def three():
    """A with a friend C beside or near, and B afar."""
    state = in_step(field(RULESET, "2 commoner v commoner", gap=9), "act", A)
    return wizard(3, "minor-illusion", state=state.with_creature(A, at=(5, 5)))


def hidden(done):
    return {id for id, c in done.state.creatures.items() if c.condition("hidden by an illusion")}


@rule("robs:spell.minor-illusion.nature", "robs:spell.minor-illusion.uses")
def test_an_illusion_hides_those_beside_its_maker():
    for at, status, who in (((6, 6), "up", {A, C}), ((7, 5), "up", {A}), ((6, 5), "down", {A})):
        state = three().with_creature(C, at=at, status=status)
        done = cast(state, "minor-illusion", "", choice="hide")
        assert hidden(done) == who
        assert {id for id in (A, C) if has(done, id, "in cover")} == who


@rule("robs:spell.minor-illusion.nature")
def test_off_the_field_an_illusion_hides_all_who_are_there():
    state = delvers()
    written = compendium.forms()["minor-illusion"]
    for here in (None, (1, 1)):
        party = state.with_creature(PC, at=here)
        done = Resolution(party, Scripted(), RULESET)
        places._hide(done, Casting(PC, written, "", "hide", 3))
        assert hidden(done) == {PC, FRIEND}


@rule("robs:spell.minor-illusion.notice", "robs:spell.minor-illusion.impossible", "robs:spell.minor-illusion.senses")
def test_who_ties_with_an_illusion_sees_through_it():
    state = changed(scores(wizard(3, "minor-illusion"), A, INT=1), B, scale=-2)
    tie = cast(state, "minor-illusion", "", *d6(3, 3, 4, 3), choice="scare")
    assert not every(tie, Fled) and has(tie, B, "sees through the illusion")
    assert first(cast(state, "minor-illusion", "", *d6(3, 3, 3, 3), choice="scare"), Fled)
    known = cast(gained(state, B, "sees through the illusion"), "minor-illusion", "", choice="scare")
    gains = [e.rule for e in every(known, ConditionGained) if e.creature == B]
    assert gains == [("robs:spell.minor-illusion.impossible",)]
    warm = changed(state, B, traits=(Infrared(),))
    sensed = cast(warm, "minor-illusion", "", choice="scare")
    gains = [e.rule for e in every(sensed, ConditionGained) if e.creature == B]
    assert gains == [("robs:spell.minor-illusion.senses",)]


@rule("robs:spell.minor-illusion.impossible")
def test_a_blow_at_somebody_in_plain_sight_shows_nothing():
    blessed = gained(duel(), B, "blessed")
    assert not has(do(blessed, Attack(A, B, "club"), *d6(1, 5)), A, "sees through the illusion")
    screened = gained(duel(), B, "hidden by an illusion")
    assert has(do(screened, Attack(A, B, "club"), *d6(1, 5)), A, "sees through the illusion")


@rule("robs:spell.minor-illusion.nature", "robs:spell.minor-illusion.range")
def test_only_what_the_illusion_hid_comes_to_light():
    state = gained(gained(duel(), B, "blessed"), A, "hidden by an illusion")
    done = Resolution(state, Scripted(), RULESET)
    done.emit(ConditionEnded(A, "keeping up an illusion"))
    assert {e.creature for e in every(done, ConditionEnded)} == {A}


@rule("robs:spell.minor-illusion.range")
def test_only_an_illusion_that_is_kept_up_where_it_was_made_can_be_left():
    far = (60, 60)
    idle = gained(duel(), A, "keeping up an illusion")
    moved = Resolution(idle, Scripted(), RULESET)
    moved.emit(Moved(A, far))
    assert has(moved, A, "keeping up an illusion")
    working = Working("minor-illusion", A, 1, (1, 1))
    ended = SpellLaid(A, "keeping up an illusion", working).evolve(gained(duel(), A, "blessed"))
    moved = Resolution(ended, Scripted(), RULESET)
    moved.emit(Moved(A, far))
    assert not every(moved, ConditionEnded)


@rule("robs:spell.light.effect")
def test_light_ends_darkness_and_nothing_else():
    state = gained(gained(priest(2), A, "in darkness"), B, "blessed")
    done = cast(state, "cleric-light", "")
    ended = [e.name for e in every(done, ConditionEnded) if e.name != "concentrating on cleric-light"]
    assert ended == ["in darkness"]


@rule("robs:spell.light.reverse")
def test_dark_takes_only_those_on_the_field():
    state = replace(wizard(2, "wizard-dark"), grid=None)
    done = cast(state.with_creature(B, at=None), "wizard-dark", "", choice="pitch black")
    assert has(done, A, "in darkness") and not has(done, B, "in darkness")


@rule("robs:spell.silence.area", "robs:spell.silence.duration")
def test_a_silence_for_oneself_is_of_no_breadth():
    state = wizard(3, "sphere-of-silence")
    done = cast(state, "sphere-of-silence", "", choice="self")
    assert done.state.creatures[A].condition("in silence").level == 0
    shrunk = do(gained(state, A, "in silence", level=6), Tend(A, "in silence", "self"))
    assert shrunk.state.creatures[A].condition("in silence").level == 0
    assert first(shrunk, ConditionGained).rule == ("robs:spell.silence.duration",)
    unknown = do(gained(state, A, "in silence"), Tend(A, "in silence", "full"))
    assert unknown.state.creatures[A].condition("in silence").level == 2
    ended = do(gained(state, A, "keeping up an illusion"), Tend(A, "keeping up an illusion", "end"))
    assert first(ended, ConditionEnded).rule == ("robs:spell.minor-illusion.concentration",)


def choices(state, id=PC):
    return [(t.spell, t.choice) for t in places.tendings(state, state.creatures[id])]


@rule("robs:spell.light.dimming", "robs:spell.light.placing", "robs:spell.silence.duration")
def test_what_can_be_done_with_spells_of_ones_own():
    state = delvers()
    torch = Light("light-1", PC, "torch", "Torch", 10, None)
    ball = Light(f"ball-of-light-of-{PC}", PC, "ball-of-light", "Ball of light", 10, None)
    always = [("ball-of-light", c) for c in ("dim", "bright", "out")]
    assert choices(replace(state, lights=())) == choices(replace(state, lights=(torch,))) == []
    borne = replace(state, lights=(torch, ball))
    assert choices(borne) == [*always, ("ball-of-light", "leave floating"), ("ball-of-light", FRIEND)]
    assert choices(borne, FRIEND) == []
    floating = replace(state, lights=(replace(ball, bearer=""),))
    assert choices(floating) == [*always, ("ball-of-light", PC), ("ball-of-light", FRIEND)]
    lamp = Light("lamp", PC, "forever-lantern", "Forever-lantern", 10, None)
    lit = replace(state, lights=(lamp,))
    assert choices(lit) == [("forever-lantern", "dim"), ("forever-lantern", "bright")]
    assert choices(lit, FRIEND) == []
    quiet = gained(replace(state, lights=()), PC, "in silence")
    assert choices(quiet) == [("in silence", c) for c in ("full", "self", "end")]
    feigning = gained(replace(state, lights=()), PC, "keeping up an illusion")
    assert choices(feigning) == [("keeping up an illusion", "end")]
    assert choices(gained(replace(state, lights=()), PC, "blessed")) == []


@rule("robs:spell.light.dimming", "robs:spell.silence.duration")
def test_only_spells_of_ones_own_are_changed():
    quiet = gained(duel(), A, "in silence", level=2)
    assert places.why_not(quiet, Tend(A, "in silence", "end")) is None
    assert places.why_not(quiet, Tend("nobody", "in silence", "end")).rule == "robs:spell.silence.duration"
    assert places.why_not(quiet, Tend(A, "ball-of-light", "dim")).rule == "robs:spell.light.dimming"


@rule("robs:magic-item.forever-lantern")
def test_a_lantern_is_shuttered_and_not_the_torch_beside_it():
    torch = Light("light-1", A, "torch", "Torch", 9, None)
    other = Light("theirs", B, "forever-lantern", "Forever-lantern", 10, None)
    lamp = Light("lamp", A, "forever-lantern", "Forever-lantern", 10, None)
    dim = do(replace(duel(), lights=(torch, other, lamp)), Tend(A, "forever-lantern", "dim"))
    assert {light.id: light.radius for light in dim.state.lights} == {"light-1": 9, "theirs": 10, "lamp": 3}
