"""The dungeon hazard die: rolled whenever a turn ends, with six results."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import exploration, lore, survey
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Switch
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.exploration import shifts
from underkeep.systems.knave.monsters import wandering
from underkeep.world.state import State

RESULTS = ("encounter", "fatigue", "burn", "shift", "sign", "free")
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


class FatigueBegan(Event, frozen=True):
    """The party is tired and sits out the ten minutes that follow."""

    def evolve(self, state: State) -> State:
        return with_campaign(state, resting=True)


class FatigueEnded(Event, frozen=True):
    """The party has sat out its fatigue."""

    def evolve(self, state: State) -> State:
        return with_campaign(state, resting=False)


class TooColdToRest(Note, frozen=True):
    """The party cannot sit down where it is: it rests before the entrance, or that is put off."""

    how: str


EVENTS: tuple[type[Event], ...] = (HazardRolled, SignFound, FatigueBegan, FatigueEnded, TooColdToRest)
FATIGUE = "knave:hazard.die.fatigue"


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
    """Roll the die and carry out what it shows. Ruling: fatigue-rolls-again. Ours: who has rested for this turn is not
    tired at its end, and need not rest again.
    """
    has_rested = do.state.party is not None and do.state.party.unrested == 0
    if campaign(do.state).resting and not _is_put_off(do.state):
        do.emit(FatigueEnded())
        if NO_ROLL_WHEN_TIRED.id in do.state.switches:
            return
    roll = do.roll(1, 6, "dungeon hazard")
    result = RESULTS[roll.total - 1]
    rule = f"knave:hazard.die.{result}"
    is_cold = result == "fatigue" and shifts.is_here(do.state, shifts.COLD)
    told = "rested" if result == "fatigue" and has_rested else "tired" if is_cold else result
    do.emit(HazardRolled(roll, told, rule=("knave:hazard.die.when", rule)))
    if result == "encounter":
        wandering.come(do, campaign(do.state).coming, rule)
    elif result == "fatigue" and not has_rested:
        _rest(do, rule)
    elif result == "burn":
        light.burn(do, rule)
    elif result == "shift":
        shifts.shift(do)
    elif result == "sign":
        _find_sign(do, rule)
    if result != "fatigue" and campaign(do.state).resting and exploration.is_quiet(do.state):
        _rest(do, FATIGUE)


def _is_put_off(state: State) -> bool:
    """Whether the party is tired and was on its feet this turn all the same."""
    return state.party is not None and state.party.unrested > 0


@executes("knave:hazard.die.fatigue")
def _rest(do: Resolution, rule: str) -> None:
    """Ten more minutes go by, and that is a turn; where the cold kills nobody sits down, and the rest is put off until
    the party is elsewhere.
    """
    if not campaign(do.state).resting:
        do.emit(FatigueBegan(rule=(rule,)))
    _leave_the_cold(do)
    if not exploration.is_quiet(do.state):
        return
    if shifts.is_here(do.state, shifts.COLD):
        dungeon, _, area = survey.here(do.state)
        outside = dungeon.entrance.area == area.id
        do.emit(TooColdToRest("outside" if outside else "put off", rule=(rule,)))
        if not outside:
            return
    exploration.end_turn(do, rested=True)


def _leave_the_cold(do: Resolution) -> None:
    """Through an open way to a place that is known and where nobody freezes, if there is one."""
    if not shifts.is_here(do.state, shifts.COLD):
        return
    dungeon, _, area = survey.here(do.state)
    assert do.state.party is not None
    for door in dungeon.doors_of(area.id):
        beyond = door.beyond(area.id)
        if door.is_passable and beyond in do.state.party.visited and not shifts.is_in(dungeon, beyond, shifts.COLD):
            exploration.go(do, door.id)
            return


@executes("knave:hazard.die.sign")
def _find_sign(do: Resolution, rule: str) -> None:
    """The entry of the table is rolled now, and will be the next encounter."""
    entry = campaign(do.state).coming or wandering.roll_entry(do)
    kind = wandering.table(do.state)[entry - 1]
    do.emit(wandering.EncounterForetold(entry, rule=(rule,)))
    told = lore.called(do.rules.lore, do.state, kind)
    do.emit(SignFound(told, wandering.trace(do, kind), rule=(rule,)))
