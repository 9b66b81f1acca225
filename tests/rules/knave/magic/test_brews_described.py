"""Brews as people describe them: an effect, a duration, several ingredients, and the referee's approval."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, answer, carrying, delvers, lead, refused, scene, scores, the, why_not

from underkeep.kernel.dice import Scripted
from underkeep.procedures import play
from underkeep.systems.knave.attacks.stunts import Stunt, StuntTried
from underkeep.systems.knave.magic.alchemy import Brew, Brewed, BrewRefused, part_item
from underkeep.systems.knave.magic.potions import Quaff, graded, named
from underkeep.table.speech.typed_lines import Do, Reader, Say, parse
from underkeep.testing import d20, rule
from underkeep.world.clock import HOUR
from underkeep.world.gear import Item
from underkeep.world.state import State

CAULDRON = Item("cauldron", "Cauldron")
SCALES = part_item("dragon", "scales")
MOSS = Item("plant:blindworm-moss", "Blindworm moss")
LICHEN = Item("plant:ember-lichen", "Ember lichen")


def brewer(*items: Item, referee: bool = False) -> State:
    state = scores(carrying(delvers(1, in_town=True), "hero-1", CAULDRON, *items), "hero-1", INT=3)
    return replace(state, human_referee=referee)


def typed(state: State, line: str, seat: str = "player", focus: str = "") -> object:
    """The action that a typed line means."""
    options = play.legal_actions(RULESET, state, seat)
    meant = parse(Reader(RULESET, state, options, seat, focus=focus), line)
    return meant.action if isinstance(meant, Do) else meant


@rule("knave:magic-item.brewing.proposal")
def test_a_brew_is_typed_with_effect_duration_and_several_ingredients() -> None:
    state = brewer(MOSS, LICHEN)
    action = typed(state, "brew a potion of seeing in the dark lasting an hour from blindworm moss and ember lichen")
    assert action == Brew("hero-1", "seeing in the dark", "an hour", (MOSS.kind, LICHEN.kind))
    done = lead(state, action, d20(13))
    assert the(done, Brewed).potion == "Potion of cat eyes"
    assert done.state.creatures["hero-1"].items[0].kind == "cauldron"
    assert not {MOSS.kind, LICHEN.kind} & {i.kind for i in done.state.creatures["hero-1"].items}


@rule("knave:magic-item.brewing.extra-watch")
def test_a_watch_more_is_typed_too() -> None:
    action = typed(brewer(MOSS), "brew night sight for an hour from blindworm moss, with a watch more")
    assert isinstance(action, Brew) and action.longer
    done = lead(brewer(MOSS), action, d20(8))
    assert the(done, Brewed).success
    assert done.state.now == brewer().now + 8 * HOUR


@rule("knave:magic-item.brewing.proposal")
def test_what_lacks_a_duration_is_refused() -> None:
    said = typed(brewer(LICHEN), "brew walking on water from ember lichen")
    assert isinstance(said, Say) and said.rule == "knave:magic-item.brewing.proposal"
    unsaid = Brew("hero-1", "walking on water", "", (LICHEN.kind,))
    assert refused(brewer(LICHEN), unsaid) == "knave:magic-item.brewing.proposal"


@rule("knave:magic-item.brewing.approval")
@pytest.mark.parametrize(
    "line",
    [
        "brew turning into a bear lasting an hour from blindworm moss",
        "brew seeing in the dark lasting a day from blindworm moss",
        "brew seeing in the dark lasting a year from blindworm moss",
        "brew seeing in the dark lasting an hour from ember lichen",
    ],
)
def test_the_automatic_referee_refuses_what_is_out_of_measure(line: str) -> None:
    state = brewer(MOSS, LICHEN)
    assert refused(state, typed(state, line)) == "knave:magic-item.brewing.approval"


@rule("knave:magic-item.brewing.approval")
def test_a_person_may_approve_what_our_list_does_not_have() -> None:
    state = brewer(SCALES, referee=True)
    action = typed(state, "brew walking on hot coals lasting 10 minutes from the scales of the dragon")
    assert isinstance(action, Brew) and action.ingredients == (SCALES.kind,)
    asked = lead(state, action)
    assert asked.state.prompts[0].rule == ("knave:magic-item.brewing.approval",)
    made = answer(asked, "approve", d20(13))
    bottle = made.state.creatures["hero-1"].items[-1]
    assert bottle.name == "Potion of walking on hot coals"
    ruled = lead(replace(made.state, human_referee=False), Quaff("hero-1", bottle.kind))
    until = ruled.state.creatures["hero-1"].condition("walking on hot coals").until
    assert until == ruled.state.now + 600
    refused_brew = answer(asked, "refuse")
    assert the(refused_brew, BrewRefused).rule == ("knave:magic-item.brewing.approval",)
    assert refused_brew.state.creatures["hero-1"].items[-1].kind == SCALES.kind


def test_what_people_call_effects_and_durations() -> None:
    assert named("breathe fire") == "fire-breathing"
    assert named("Cat eyes") == "cat-eyes"
    assert named("turning to stone") == "turning to stone"
    assert [graded(x) for x in ("ten minutes", "1 hour", "a day", "weak", "a week")] == [
        "strong",
        "weak",
        "very weak",
        "weak",
        None,
    ]


@rule("knave:combat.maneuver.other")
def test_a_stunt_is_typed() -> None:
    state = scene("knave v 2 orc")
    wanted = Stunt("knave-1", "orc-1", "throw sand", "it coughs")
    for line in ("stunt on orc 1: throw sand so that it coughs", "throw sand at orc 1 so that it coughs"):
        assert typed(state, line, "a", "knave-1") == wanted
    assert the(play.resolve(RULESET, state, "a", wanted, Scripted(d20(20))), StuntTried).allowed
    harmful = typed(state, "stunt on orc 1: cut off his head so that he is dead", "a", "knave-1")
    assert why_not(state, harmful) == "knave:combat.maneuver.other"
