"""Lines that cast a spell at somebody: announced, kept, and cast when its time comes."""

import pytest
from msgspec.structs import replace
from tests.table.test_orders import fight, say
from tests.ui.places import at, meeting

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES
from underkeep.minds.tactician import Tactician
from underkeep.procedures.actions import Done
from underkeep.procedures.delve_actions import Evade
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell
from underkeep.table.chair import Chair
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.typed_lines import Do, Say, Undertake
from underkeep.world.creature import Died
from underkeep.world.state import State


def with_sleep(match: str = "magic-user + 2 fighter v 5 wolf", seed: int = 3) -> tuple[Chair, str]:
    """A fight in its declare step, with a caster who has Sleep in mind."""
    chair = fight("ose", match, seed)
    caster = next(c for c in chair.state.active("a") if c.kind == "magic-user")
    state = chair.state.with_creature(caster.id, sheet=replace(caster.sheet, memorised=("Sleep",)))
    return seated(state), caster.name


def seated(state: State) -> Chair:
    rules = load("ose")
    minds = {REFEREE: Tactician(rules), SIDES[1]: Tactician(rules)}
    return Chair(Session.in_memory(rules, state, 3, minds), SIDES[0])


def cast(chair: Chair) -> list[Cast]:
    return [e.action for e in chair.session.entries if isinstance(e.action, Cast)]


@pytest.mark.parametrize(
    "line", ["cast sleep on the wolves", "{who} casts sleep on the wolves", "{who} cast sleep at them"]
)
def test_to_cast_at_somebody_announces_it_and_casts_it_in_its_step(line: str) -> None:
    chair, who = with_sleep()
    meant = chair.read(line.format(who=who))
    assert isinstance(meant, Undertake) and who in meant.note
    chair.undertake(meant)
    assert any(isinstance(e.action, DeclareSpell) for e in chair.session.entries)
    for _ in range(40):
        if cast(chair) or chair.state.fight is None or chair.state.fight.round > 1:
            break
        chair.act(next(x for x in chair.options.listed if isinstance(x, Done)))
    assert cast(chair) == [Cast(cast(chair)[0].actor, "Sleep")]
    assert not [line for line in chair.orders() if "Sleep" in line] or chair.state.fight is not None


def test_everyone_attack_lets_casters_cast_what_they_announced() -> None:
    chair, _ = with_sleep()
    chair.act(next(x for x in chair.options.listed if isinstance(x, DeclareSpell)))
    say(chair, "everyone attack")
    assert [x.spell for x in cast(chair)] == ["Sleep"]


def test_in_the_step_of_spells_it_is_cast_at_once() -> None:
    chair, who = with_sleep()
    chair.act(next(x for x in chair.options.listed if isinstance(x, DeclareSpell)))
    for _ in range(40):
        if chair.state.fight is None or chair.state.fight.step.phase == "spells":
            break
        chair.act(next(x for x in chair.options.listed if isinstance(x, Done)))
    for line in (f"{who} casts sleep on the wolves", "cast sleep", "cast sleep at them"):
        meant = chair.read(line)
        assert isinstance(meant, Do) and meant.action == Cast(meant.action.actor, "Sleep")  # type: ignore[attr-defined]


def test_a_spell_for_those_who_are_met_opens_the_fight() -> None:
    state = meeting("ose")
    assert state.encounter is not None
    state = replace(state, encounter=replace(state.encounter, surprised=(), distance=40))
    caster = state.creatures["hero-1"]
    sheet = replace(caster.sheet, memorised=("Sleep",), character_class="magic-user")
    chair = at(state.with_creature(caster.id, sheet=sheet, kind="magic-user"), "ose")
    assert chair.seat == PLAYER
    meant = chair.read("cast sleep on the lot of them")
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    assert chair.state.fight is not None
    declared = [e.action for e in chair.session.entries if isinstance(e.action, DeclareSpell)]
    assert declared == [DeclareSpell(caster.id, "Sleep")]
    assert not isinstance(at(state, "ose").read("cast sleep on the lot of them"), Undertake)


@pytest.mark.parametrize("line", ["cast raise dead on Ursel", "Brannoc casts raise dead upon ursel", "cast raise dead"])
def test_a_spell_is_cast_on_whom_it_is_for_by_whoever_has_it_in_mind(line: str) -> None:
    rules = load("ose")
    members = [Recruit(kind, level=9) for kind in ("magic-user", "cleric", "fighter")]
    game = Resolution(new_game(rules, 5, Plan(members=members)).state, Seeded(1), rules)
    game.emit(Died("hero-3"))
    state = game.state.with_creature("hero-3", name="Ursel")
    mind = replace(sheet(state.creatures["hero-2"]), memorised=("Raise Dead",))
    state = state.with_creature("hero-2", name="Brannoc", sheet=mind)
    chair = Chair(Session.in_memory(rules, state, 3, {REFEREE: Tactician(rules)}), PLAYER)
    assert chair.read(line) == Do(Cast("hero-2", "Raise Dead", "hero-3"))


def test_who_is_told_to_cast_it_answers_for_it() -> None:
    chair = at(meeting("ose"), "ose")
    for who in ("Pimpernel", "Ysolt"):
        for aim in ("on them", "at the goblins", ""):
            meant = chair.read(f"{who.lower()} casts sleep {aim}".strip())
            assert isinstance(meant, Say) and meant.text.startswith(f"{who} has no sleep in mind.")


def test_to_back_away_and_do_something_is_not_to_run() -> None:
    chair = at(meeting("ose"), "ose")
    meant = chair.read("back away slowly and light a torch")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    state = chair.state
    assert meant.errand.next(chair.rules, state, chair.options, PLAYER) == Evade(walk=True)
    assert meant.errand.clauses == ("light a torch",)
