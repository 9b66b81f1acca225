"""What the dead had can be taken up, and in town somebody new takes their place."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, town, underground
from tests.ui.underground import all_seen

from underkeep.kernel.dice import Seeded
from underkeep.mechanics.newcomers import BringIn
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems import load
from underkeep.systems.knave.checks.wounds import die
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do


def with_one_dead_in_town(game: str = "knave") -> Chair:
    return at(town(game).with_creature("hero-2", status="dead"), game)


def with_one_dead_below() -> Chair:
    """Drowned, as it were: without a fight."""
    state = all_seen(underground("knave"))
    assert state.dungeon is not None
    do = Resolution(replace(state, dungeon=replace(state.dungeon, hoards={})), Seeded(1, "death"), load("knave"))
    die(do, "hero-2", "knave:death.pc")
    return at(do.state, "knave")


@pytest.mark.parametrize(
    "line", ["make a new character", "recruit a new knave", "replace the dead", "bring in a new knave"]
)
def test_somebody_new_takes_the_place_of_the_dead(line: str) -> None:
    chair = with_one_dead_in_town()
    meant = chair.read(line)
    assert meant == Do(BringIn("knave"))
    before = len(chair.state.marchers())
    chair.act(BringIn("knave"))
    assert len(chair.state.marchers()) == before + 1 and chair.state.owns("player", "newcomer-1")
    assert BringIn("knave") not in chair.options.listed


def test_nobody_new_comes_where_nobody_is_missing() -> None:
    chair = at(town("knave"), "knave")
    meant = chair.read("make a new character")
    assert "take the place of those who are dead" in str(meant)


@pytest.mark.parametrize("game", ["rampage", "robs"])
def test_other_games_have_newcomers_too(game: str) -> None:
    kinds = [x.kind for x in with_one_dead_in_town(game).options.listed if isinstance(x, BringIn)]
    assert len(kinds) > 2


def test_what_the_dead_had_lies_where_they_died() -> None:
    chair = with_one_dead_below()
    assert not chair.state.creatures["hero-2"].items
    meant = chair.read("loot yvain's body")
    assert isinstance(meant, Do) and isinstance(meant.action, a.TakeHoard)
    assert any("spear" in line.text for line in chair.act(meant.action))
