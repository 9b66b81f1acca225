"""The dungeon hazard die: rolled whenever a turn ends, with six results."""

from __future__ import annotations

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import exploration
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Switch
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.exploration import shifts
from underkeep.systems.knave.monsters import wandering
from underkeep.world.party import Counted

RESULTS = ("encounter", "fatigue", "burn", "shift", "sign", "free")
COMING = "coming"
NO_ROLL_WHEN_TIRED = Switch(
    "fatigue-without-roll",
    "The ten minutes lost to fatigue end without a roll of the hazard die.",
    "knave:hazard.die.fatigue",
)


class HazardRolled(Note, frozen=True):
    """What the end of a turn brings."""

    roll: Roll
    result: str


class SignFound(Note, frozen=True):
    """A trace of those who are about."""

    kind: str
    trace: str


EVENTS = (HazardRolled, SignFound)


@executes(
    "knave:hazard.die.when",
    "knave:hazard.die.encounter",
    "knave:hazard.die.fatigue",
    "knave:hazard.die.burn",
    "knave:hazard.die.shift",
    "knave:hazard.die.sign",
    "knave:hazard.die.free",
)
def end_turn(do: Resolution) -> None:
    """Roll the die and carry out what it shows. Ruling: fatigue-rolls-again."""
    party = do.state.party
    assert party is not None
    if party.counts.get("resting"):
        do.emit(Counted("resting", 0))
        if NO_ROLL_WHEN_TIRED.id in do.state.switches:
            return
    roll = do.roll(1, 6, "dungeon hazard")
    result = RESULTS[roll.total - 1]
    rule = f"knave:hazard.die.{result}"
    do.emit(HazardRolled(roll, result, rule=("knave:hazard.die.when", rule)))
    if result == "encounter":
        wandering.come(do, _coming(do), rule)
    elif result == "fatigue":
        _rest(do, rule)
    elif result == "burn":
        light.burn(do, rule)
    elif result == "shift":
        shifts.shift(do)
    elif result == "sign":
        _find_sign(do, rule)


@executes("knave:hazard.die.fatigue")
def _rest(do: Resolution, rule: str) -> None:
    """Ten more minutes go by, and that is a turn."""
    assert do.rules.delving is not None
    do.emit(Counted("resting", 1, rule=(rule,)))
    exploration.end_turn(do, do.rules.delving, rested=True)


@executes("knave:hazard.die.sign")
def _find_sign(do: Resolution, rule: str) -> None:
    """The entry of the table is rolled now, and will be the next encounter."""
    entry = _coming(do) or wandering.roll_entry(do)
    kind = wandering.table(do.state)[entry - 1]
    do.emit(Counted(COMING, entry, rule=(rule,), seats=(REFEREE,)))
    do.emit(SignFound(kind.replace("-", " "), wandering.trace(do, kind), rule=(rule,)))


def _coming(do: Resolution) -> int:
    """The entry that a sign foretold, if it is of the level where the party is; 0 if there was none."""
    assert do.state.party is not None
    return do.state.party.counts.get(COMING, 0)
