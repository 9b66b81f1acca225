"""What minds do in fights of Rob's Dungeon Game, counted over a few fights each."""

from collections import Counter

import pytest

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.duel import duel
from underkeep.lab.muster import muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.mind import Mind
from underkeep.minds.soldier import Soldier
from underkeep.minds.tactician import Tactician
from underkeep.procedures.options import Options
from underkeep.systems import load
from underkeep.world.creature import Creature
from underkeep.world.state import State

RULES = load("robs")
FIGHTS = 6
COMPANY = (
    "2 human-fighter[longsword,small shield,chainmail] + human-ranger[longbow,longsword]"
    " + dwarf-fighter[crossbow,handaxe] + human-priest/3[mace,small shield,chainmail] + human-wizard/3[staff]"
)


class Watched(Tactician):
    """A tactician whose deeds are counted."""

    def __init__(self, seen: Counter[str]) -> None:
        super().__init__(RULES)
        self.seen = seen

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        chosen = super().act(state, creature, options)
        self.seen[type(chosen).__name__] += 1
        return chosen


def deeds(match: str, gap: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in range(FIGHTS):
        state = muster(RULES, parse_sides(RULES, match), Seeded(seed, "company"), (), gap, False).state
        minds: dict[str, Mind] = {seat: Watched(seen) for seat in ("a", "b", REFEREE)}
        play_fight(RULES, state, minds, Seeded(seed, "fight"))
    return seen


@pytest.mark.parametrize(
    ("deed", "match", "gap"),
    [
        ("Aim", "2 human-fighter[longbow] v 2 soldier[longsword,heavy plate]", 20),
        ("Reload", "2 human-fighter/3[crossbow,club] v 2 orc", 12),
        ("PressAttack", "human-fighter/8 v griffon", 4),
        ("Throw", "3 human-fighter[handaxe,handaxe,longsword] v 3 goblin", 5),
        ("BreakFree", "2 human-fighter v constrictor", 4),
        ("Yield", "4 goblin v ogre", 5),
        ("Flee", "3 bandit v adult-dragon", 8),
        ("DeclareSpell", "2 wizard/3 + 2 fighter v 4 orc", 6),
        ("Cast", "2 wizard/3 + 2 fighter v 4 orc", 6),
        ("UsePower", "3 human-fighter v adult-dragon", 8),
        ("Ram", "2 human-fighter v 2 boar", 8),
    ],
)
def test_minds_know_what_the_game_offers(deed: str, match: str, gap: int) -> None:
    assert deeds(match, gap)[deed] > 0


def test_nobody_gives_up_who_can_do_the_foe_harm() -> None:
    seen = deeds("3 human-fighter v 3 orc", 6)
    assert not seen["Flee"] and not seen["Yield"]


def test_they_beat_soldiers() -> None:
    """The whole measure is benchmarks/minds.py; these are its first seeds."""
    found = duel(RULES, COMPANY, 15, Tactician(RULES), Soldier())
    assert found.rate >= 0.6
