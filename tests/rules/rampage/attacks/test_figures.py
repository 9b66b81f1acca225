"""What can be seen of figures on a field."""

from tests.rules.rampage.scene import act, hero, monster, scene

from underkeep.systems.rampage.attacks.figures import figure, threatened
from underkeep.systems.rampage.basics.actions import Parry
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.table.speech import battle_map
from underkeep.table.view import view


def test_a_figure_tells_who_holds_it_and_what_it_can_do() -> None:
    state = scene(
        hero("front", (5, 5)), hero("back", (4, 5), gear=("spear",)), hero("archer", (1, 5), gear=("longbow",)),
        monster("orc", (6, 5)), facing={"front": 2, "back": 2, "archer": 2, "orc": 6},
    )  # fmt: skip
    assert figure(state, state.creatures["front"]).holds == ("orc",)
    assert "locked in melee with Orc" in figure(state, state.creatures["front"]).notes
    assert figure(state, state.creatures["back"]).notes[0] == "in the second rank, protected"
    assert any("short (25)" in note for note in figure(state, state.creatures["archer"]).notes)
    parried = act(state, Parry("front", "orc")).state
    assert "parries Orc" in figure(parried, parried.creatures["front"]).notes


def test_a_blow_from_behind_threatens() -> None:
    state = scene(hero("hero", (5, 5)), monster("one", (6, 5)), monster("two", (4, 5)), facing={"hero": 2})
    assert "Two stands behind" in figure(state, state.creatures["hero"]).notes


def test_zones_are_the_squares_beside_the_enemy() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (9, 5)))
    assert state.grid is not None
    zone = set(state.grid.squares(threatened(state, "a")))
    assert (8, 5) in zone and (10, 6) in zone and (6, 5) not in zone


def test_the_map_in_letters_has_arrows_and_zones() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (9, 5)), facing={"hero": 2, "orc": 6})
    lines = battle_map.drawn(view(state, "a", RULESET))
    row = next(line for line in lines if line.startswith("  6"))
    assert "H→" in row and "o←" in row and ":" in row
    assert any(line.startswith("H Hero: free to move") for line in lines)
