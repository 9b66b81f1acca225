"""Monsters run, and the players choose whether to go after them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.conditions import FLEEING
from underkeep.systems.ose.basics.measures import in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.illusions import is_illusory
from underkeep.systems.ose.encounters import meetings, pursuit
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Fled
from underkeep.world.encounter import EncounterChanged
from underkeep.world.state import GridCleared, State

QUESTION = "pursue"
LET_GO, PURSUE = "let them go", "pursue"
PURSUED = "fleeing"
_CHOICE = ("ose:evasion.pursuer-decides",)


class Overtaken(Event, frozen=True):
    """One who ran is caught up with, and turns at bay."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


class ChaseGivenUp(Note, frozen=True):
    """Those who ran got away."""

    rounds: int


EVENTS: tuple[type[Event], ...] = (Overtaken, ChaseGivenUp)


@executes("ose:evasion.pursuer-decides")
def offer(do: Resolution) -> bool:
    """Whether those who ran as the fight ended may be chased: the players choose, once a meeting."""
    state, encounter = do.state, do.state.encounter
    assert encounter is not None and state.party is not None
    if encounter.attitude == PURSUED or state.winner != state.party.side or not state.marchers():
        return False
    ran = [e.creature for e in do.events if isinstance(e, Fled) and e.creature in encounter.monsters]
    prey = [id for id in ran if state.creatures[id].status == "fled" and not is_illusory(state, id)]
    if not prey:
        return False
    do.emit(EncounterChanged(replace(encounter, attitude=PURSUED), PURSUED, rule=_CHOICE))
    names = ", ".join(state.creatures[id].name for id in prey)
    do.ask_party(QUESTION, (LET_GO, PURSUE), LET_GO, _CHOICE, names, {"prey": " ".join(prey)})
    return True


@executes("ose:evasion.pursuer-decides")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The players may let the fleeing go."""
    if choice == PURSUE:
        chase(do, str(prompt.context["prey"]).split())


@executes(
    "ose:evasion.dungeon.faster",
    "ose:evasion.dungeon.not-faster",
    "ose:evasion.dungeon.pursuit-rounds",
    "ose:evasion.running.rate",
)
def chase(do: Resolution, prey: list[str]) -> None:
    """They have a round's start. Whoever is not slower gets away; the others are caught up with and must fight."""
    creatures, encounter = do.state.creatures, do.state.encounter
    assert encounter is not None
    ours = pursuit.party_rate(do.state)
    theirs = min(sheet(creatures[id]).movement_feet for id in prey)
    gap = max(encounter_feet(creatures[id], do.state) for id in prey)
    rounds = -(-gap // ((ours - theirs) * in_yards(do.state))) if ours > theirs else None
    if rounds is None or rounds > pursuit.ROUNDS_TO_EXHAUSTION:
        meetings.rounds_pass(do, "running")
        do.emit(ChaseGivenUp(1, rule=("ose:evasion.dungeon.faster",)))
        return
    meetings.rounds_pass(do, "running", rounds)
    pursuit.tire(do, rounds)
    rule = ("ose:evasion.dungeon.pursuit-rounds",)
    do.emit(GridCleared())
    for id in prey:
        do.emit(Overtaken(id, rule=rule))
        if do.state.creatures[id].condition(FLEEING) is not None:
            do.emit(ConditionEnded(id, FLEEING, rule=rule))
    do.emit(EncounterChanged(replace(encounter, distance=5), "caught", rule=rule))
    meeting.come_to_blows(do)
