from __future__ import annotations

import pytest
from tests.rules.ose.casting import act, delve, meeting, names, why_not
from tests.rules.ose.scene import changed, do, every, first, listed, make, refusal, scene, spent

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.combat import initiative, rounds
from underkeep.systems.ose.creation.printed_sheet import card
from underkeep.systems.ose.magic import turning
from underkeep.systems.ose.magic.turning import HitDiceTurned, TurningRolled, TurnUndead
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.narrate import reasons
from underkeep.testing import d6, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import Died, Fled
from underkeep.world.encounter import EncounterEnded

CLERIC = "cleric-1"
CLASS = "ose:class.abilities"
# A second transcription.
TABLE = """
7 9 11 - - - - -
T 7 9 11 - - - -
T T 7 9 11 - - -
D T T 7 9 11 - -
D D T T 7 9 11 -
D D D T T 7 9 11
D D D D T T 7 9
D D D D D T T 7
D D D D D D T T
D D D D D D D T
D D D D D D D D
"""


def priest(match, level=1):
    return changed(scene(f"cleric[mace,holy symbol] v {match}", "spells", gap=4), CLERIC, level=level)


@rule(CLASS)
def test_the_table():
    assert [list(row) for row in turning.table().rows] == [line.split() for line in TABLE.split("\n") if line]
    assert turning.table().columns == ("1", "2", "2*", "3", "4", "5", "6", "7-9")


@rule(CLASS)
def test_the_column_of_each_kind():
    of = {id: turning.column(monsters()[id]) for id in ("skeleton", "zombie", "ghoul")}
    assert of == {"skeleton": "1", "zombie": "2", "ghoul": "2*"}
    assert turning.result(14, monsters()["ghoul"]) == "D"


@rule(CLASS)
@pytest.mark.parametrize(("roll", "turned"), [(d6(3, 3), 0), (d6(3, 4), 3)])
def test_two_dice_against_the_number_and_two_for_how_many(roll, turned):
    state = priest("6 skeleton")
    faces = (*roll, d6(1), d6(2)) if turned else roll
    done = do(state, TurnUndead(CLERIC), *faces)
    assert first(done, TurningRolled).success == bool(turned)
    assert sum("turned" in names(done.state, id) for id in done.state.creatures) == turned
    assert listed(in_step(done.state, "melee"), CLERIC) == []
    gone = Resolution(done.state, Scripted(), RULESET)
    rounds.plan_round(gone)
    assert len(every(gone, Fled)) == turned


@rule(CLASS)
def test_the_weakest_go_first_and_at_least_one_goes():
    mixed = priest("2 zombie + 2 skeleton", level=3)
    done = do(mixed, TurnUndead(CLERIC), *d6(1, 1, 2, 2))
    assert {id for id in done.state.creatures if "turned" in names(done.state, id)} == {
        "skeleton-1", "skeleton-2", "zombie-1",
    }  # fmt: skip
    ghoul = do(priest("2 ghoul", level=3), TurnUndead(CLERIC), *d6(6, 6, 1, 1))
    assert sum("turned" in names(ghoul.state, id) for id in ghoul.state.creatures) == 1


@rule(CLASS)
def test_the_strong_destroy():
    done = do(priest("3 skeleton", level=4), TurnUndead(CLERIC), *d6(1, 1, 1, 1))
    assert [e.creature for e in every(done, Died)] == ["skeleton-1", "skeleton-2"]


@rule(CLASS, "ose:combat.round-sequence")
def test_turning_is_the_action_of_the_round_and_needs_a_symbol():
    state = priest("skeleton")
    steps = initiative.roll_initiative(Resolution(state, Scripted(*d6(6, 1)), RULESET))
    assert (CLERIC,) in [s.actors for s in steps if s.phase == "spells"]
    assert TurnUndead(CLERIC) in listed(state, CLERIC)
    assert refusal(spent(state, CLERIC, "attack"), TurnUndead(CLERIC)).rule == "ose:combat.attack.per-round"
    bare = state.with_creature(CLERIC, items=())
    assert refusal(bare, TurnUndead(CLERIC)).rule == CLASS
    living = priest("orc")
    assert refusal(living, TurnUndead(CLERIC)).rule == CLASS
    assert "spells" not in [
        s.phase for s in initiative.roll_initiative(Resolution(living, Scripted(*d6(6, 1)), RULESET))
    ]
    fighter = scene("fighter[sword,holy symbol] v skeleton", "spells")
    assert refusal(fighter, TurnUndead("fighter-1")).rule == CLASS


@rule(CLASS)
def test_the_turned_do_no_harm():
    state = priest("skeleton")
    near = state.with_creature("skeleton-1", at=(1, 1)).with_creature(CLERIC, at=(1, 2))
    done = do(near, TurnUndead(CLERIC), *d6(6, 6, 1, 1)).state
    assert listed(in_step(done, "melee"), "skeleton-1") == []
    assert refusal(in_step(done, "melee"), Attack("skeleton-1", CLERIC, "weapon")).rule == "ose:combat.helpless"


@rule(CLASS)
def test_turning_on_meeting():
    cleric = make("cleric", gear=("mace", "holy symbol"))[0]
    state = meeting(delve("cleric").with_creature("hero-1", items=cleric.items), "skeleton", 2)
    assert why_not(state, TurnUndead("hero-1")) is None
    assert why_not(meeting(delve("fighter"), "skeleton", 2), TurnUndead("hero-1")).rule == CLASS
    done = act(state, TurnUndead("hero-1"), *d6(4, 3, 1, 2), *[d6(6)] * 1)
    assert len(every(done, Fled)) == 2
    assert first(done, EncounterEnded).how == "turned"
    assert done.state.dungeon.groups["lurkers"].count == 0


@rule(CLASS)
def test_the_sheet_shows_the_row():
    state = priest("skeleton", level=4)
    rows = dict(dict(card(state, state.creatures[CLERIC]).sections)["Turning undead"])
    assert rows["1 HD"] == "D" and rows["3 HD"] == "7" and rows["7-9 HD"] == "-"


@rule(CLASS)
def test_both_rolls_are_told_with_the_number_needed():
    done = do(priest("6 skeleton"), TurnUndead(CLERIC), *d6(3, 4, 1, 2))
    roll = first(done, TurningRolled).roll
    assert (roll.faces, roll.needed, roll.success) == ((3, 4), 7, True)
    assert first(done, HitDiceTurned).roll.faces == (1, 2)
    assert "ose:class.abilities" in reasons(RULESET, first(done, HitDiceTurned)).rules
    sure = do(priest("6 skeleton", level=2), TurnUndead(CLERIC), *d6(1, 1, 1, 2))
    assert first(sure, TurningRolled).roll.needed is None
