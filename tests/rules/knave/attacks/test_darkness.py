"""Who fights underground without a light fights at a disadvantage."""

from msgspec.structs import replace
from tests.ui.places import melee

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.systems import load
from underkeep.systems.knave.equipment.light import is_in_the_dark
from underkeep.testing import rule
from underkeep.world.creature import AttackRolled
from underkeep.world.state import State

KNAVE = load("knave")


def _modifiers(state: State, attack: Attack) -> dict[str, int]:
    events = play.resolve(KNAVE, state, "player", attack, Seeded(1, "dark")).events
    rolled = next(event for event in events if isinstance(event, AttackRolled))
    return {modifier.source: modifier.amount for modifier in rolled.roll.modifiers}


@rule("knave:task.check.disadvantage")
def test_in_the_dark_one_strikes_at_a_disadvantage() -> None:
    lit = melee("knave")
    attack = next(x for x in play.legal_actions(KNAVE, lit, "player").listed if isinstance(x, Attack))
    assert lit.lights and "darkness" not in _modifiers(lit, attack)
    assert _modifiers(replace(lit, lights=()), attack)["darkness"] == -5


def test_those_who_live_there_find_their_way() -> None:
    dark = replace(melee("knave"), lights=())
    sides = {c.side: is_in_the_dark(dark, c) for c in dark.active()}
    assert sides["party"] and not sides["monsters"]
