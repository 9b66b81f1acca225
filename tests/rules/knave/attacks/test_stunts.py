"""Manoeuvres that are not on the list, and the advice to use them."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.knave.scenes import act, carrying, has, scene, the, why_not

from underkeep.kernel.prompt import REFEREE
from underkeep.systems.knave.attacks import stunts
from underkeep.systems.knave.attacks.stunts import ManoeuvresAdvised, Stunt, StuntTried
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d20, rule
from underkeep.testing.builders import perform, scripted
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.state import State

SAND = Stunt("knave-1", "orc-1", "throw sand", "make him cough")
HEAD = Stunt("knave-1", "orc-1", "cut off his head", "his head is off")


@rule("knave:combat.maneuver.other")
def test_a_plausible_stunt_is_a_manoeuvre() -> None:
    state = scene("knave v orc")
    assert why_not(state, HEAD) == "knave:combat.maneuver.other"
    assert why_not(state, Stunt("knave-1", "orc-1", "dance", "")) == "knave:combat.maneuver.other"
    do = act(state, SAND, d20(20))
    assert [m.amount for m in check_modifiers(do.state.creatures["orc-1"])] == [-5]
    assert do.state.creatures["orc-1"].hp == state.creatures["orc-1"].hp
    assert has(do, Spent)
    assert not act(state, SAND, d20(1)).state.creatures["orc-1"].conditions


@rule("knave:combat.maneuver.other")
def test_a_person_may_rule_otherwise() -> None:
    do = scripted(RULESET, scene("knave v orc"))
    do.rulings = {stunts.OTHER: "refuse"}
    perform(do, SAND)
    assert not the(do, StuntTried).allowed  # type: ignore[attr-defined]
    assert not has(do, Spent)
    assert why_not(scene("knave v orc", human_referee=True), HEAD) == ""


@rule("knave:combat.maneuver.advice")
def test_against_the_tough_manoeuvres_are_advised() -> None:
    state = scene("knave v orc")
    tough = state.with_creature("orc-1", hp=60, max_hp=60)
    weak = state.with_creature("orc-1", hp=4, max_hp=4)
    do = scripted(RULESET, tough)
    stunts.advise(do)
    hint = the(do, ManoeuvresAdvised)
    assert {"trip", "disarm", "push"} <= set(hint.manoeuvres)  # type: ignore[attr-defined]
    assert hint.seats is not None and REFEREE not in hint.seats
    do = scripted(RULESET, weak)
    stunts.advise(do)
    assert not has(do, ManoeuvresAdvised)
    do = scripted(RULESET, tough)
    do.rulings = {stunts.ADVICE: "silence"}
    stunts.advise(do)
    assert not has(do, ManoeuvresAdvised)


def hinted(state: State) -> list[str]:
    do = scripted(RULESET, state)
    stunts.advise(do)
    return [e.creature for e in do.events if isinstance(e, ManoeuvresAdvised)]


@rule("knave:combat.maneuver.advice")
def test_tough_is_who_stands_after_five_blows_of_the_best() -> None:
    state = carrying(scene("knave v orc"), "knave-1", Item("sword", "Sword", "hand"))
    mean = stunts.expected_damage(state.creatures["knave-1"])
    assert mean == 3.5
    enough = int(5 * mean)

    def tough(known: State, hp: float) -> bool:
        known = known.with_creature("orc-1", hp=hp, max_hp=hp)
        return stunts.is_tough(known, known.creatures["orc-1"])

    assert not tough(state, enough) and tough(state, enough + 1)
    assert not tough(state, 5 * mean)
    assert not tough(state.with_creature("knave-1", side="b"), 60)
    assert not tough(scene("goblin v orc"), 60)
    two = scene("2 knave v orc")
    two = carrying(
        carrying(two, "knave-1", Item("sword", "Sword", "hand")), "knave-2", Item("halberd", "Halberd", "hand")
    )
    best = stunts.expected_damage(two.creatures["knave-2"])
    assert best > mean
    assert not tough(two, enough + 1) and tough(two, int(5 * best) + 1)


@rule("knave:combat.maneuver.advice")
def test_the_advice_comes_once_for_each_sort_of_foe() -> None:
    def strong(state: State, *ids: str) -> State:
        for id in ids:
            state = state.with_creature(id, hp=60, max_hp=60)
        return state

    same = strong(scene("knave v 2 orc"), "orc-1", "orc-2")
    assert hinted(same) == ["orc-1"]
    assert hinted(strong(scene("knave v 2 orc"), "orc-2")) == ["orc-2"]
    assert hinted(strong(scene("knave v orc, goblin"), "orc-1", "goblin-1")) == ["orc-1", "goblin-1"]
    rivals = scene("2 knave v orc").with_creature("knave-2", side="b")
    assert hinted(strong(rivals, "knave-2")) == []


@rule("knave:combat.maneuver.advice")
def test_the_advice_is_for_the_players_of_characters_who_do_not_play_the_foe() -> None:
    state = scene("knave v orc").with_creature("orc-1", hp=60, max_hp=60)
    do = scripted(RULESET, state)
    stunts.advise(do)
    assert the(do, ManoeuvresAdvised).seats == ("a",)
    mine = scripted(RULESET, replace(state, seats={"a": ("a", "b"), "b": ("c",)}))
    stunts.advise(mine)
    assert the(mine, ManoeuvresAdvised).seats == ()
