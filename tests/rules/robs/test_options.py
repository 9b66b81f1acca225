"""Every optional rule is listed with its rule, and any of them go together."""

from random import Random

import pytest

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import fold
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import delve
from underkeep.lab.muster import muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.explorer import TEMPERS
from underkeep.minds.mind import Mind
from underkeep.minds.soldier import Soldier
from underkeep.minds.tactician import Tactician
from underkeep.rulebook import ledger
from underkeep.rulebook.families import ruled_with
from underkeep.systems.robs.ruleset import RULESET
from underkeep.table.new_game import Plan


def combination(seed: int) -> tuple[str, ...]:
    """Half of the options turned round: of any two, both are in one of ten such draws 19 times of 20."""
    luck = Random(seed)
    chosen = [id for id in RULESET.switches if luck.random() < 0.5]
    return tuple(f"no-{id}" if RULESET.switches[id].default else id for id in chosen)


def test_every_option_of_the_book_belongs_to_a_switch() -> None:
    book = ledger.load("robs")
    options = {f"robs:{rule.id}" for rule in book.rules.values() if rule.kind == "option"}
    switches = RULESET.switches.values()
    listed = {switch.rule for switch in switches} | {id for switch in switches for id in ruled_with(RULESET, switch)}
    assert len(options) == 81
    assert options <= listed


def test_each_is_explained() -> None:
    book = ledger.load("robs")
    for id, switch in RULESET.switches.items():
        assert switch.id == id
        assert switch.text.endswith(".")
        known = switch.rule.partition(":")[2]
        assert known in book.rules or known in book.questions


@pytest.mark.parametrize("seed", range(10))
def test_a_delve_under_some_of_them(seed: int) -> None:
    plan = Plan(size=3, level=1 + seed % 3, switches=combination(seed))
    found = delve(RULESET, seed, plan, TEMPERS["reckless"])
    assert found.outcome in ("returned", "slain")
    assert fold(found.events, found.start) == found.end


@pytest.mark.parametrize("seed", range(20))
def test_a_fight_under_some_of_them(seed: int) -> None:
    luck = Random(seed)
    monsters = [name for name, sort in RULESET.roster().items() if sort == "monster"]
    match = f"2 fighter/4 + thief/3 + priest/3 v 2 {luck.choice(monsters)} + {luck.choice(monsters)}"
    state = muster(RULESET, parse_sides(RULESET, match), Seeded(seed, "options"), combination(seed), 4, False).state
    minds: dict[str, Mind] = {"a": Tactician(RULESET), "b": Soldier(), REFEREE: Tactician(RULESET)}
    assert play_fight(RULESET, state, minds, Seeded(seed, "fight")).fight is None
