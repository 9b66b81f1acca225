"""All that the replays need of the program: the only file here that knows where its parts live."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event, Roll
from underkeep.kernel.prompt import REFEREE, Answer, Prompt
from underkeep.lab.arena import Bout, bout
from underkeep.lab.delve import Delve, delve
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.entry import Decree, Entry, Rewind
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.table.speech.describe import describe
from underkeep.terminal.plain import Plain
from underkeep.world.gear import Item
from underkeep.world.state import State

__all__ = [
    "PLAYER",
    "REFEREE",
    "SIDES",
    "TEMPERS",
    "Action",
    "BeginFight",
    "Bout",
    "Chair",
    "Decree",
    "Delve",
    "Entry",
    "Event",
    "Explorer",
    "Item",
    "Plain",
    "Plan",
    "Prompt",
    "Rewind",
    "Roll",
    "Ruleset",
    "Session",
    "State",
    "bout",
    "delve",
    "delve_begun",
    "delver_decides",
    "described_from_now_on",
    "duel_begun",
    "fighter_decides",
    "load",
    "parse_sides",
    "scene",
]


def delve_begun(system: str, seed: int, plan: Plan) -> Session:
    """A new game in memory, told from its first fact; the referee's seat is played by the usual mind."""
    rules = load(system)
    made = new_game(rules, seed, plan)
    return _session(rules, made.state, made.events, seed, {REFEREE: Soldier()})


def duel_begun(system: str, seed: int, match: str, switches: Sequence[str], gap: int) -> Session:
    """Two sides made and drawn up; nobody plays either seat yet."""
    rules = load(system)
    made = muster(rules, parse_sides(rules, match), Seeded(seed, "muster"), tuple(switches), gap)
    return _session(rules, made.state, made.events, seed, {})


def _session(rules: Ruleset, state: State, events: Sequence[Event], seed: int, minds: dict[str, Soldier]) -> Session:
    start = state.before_all()
    return Session.in_memory(rules, start, seed, minds, events, is_refereed=start.human_referee)


def described_from_now_on(session: Session) -> dict[int, str]:
    """Each action from now on in the table's words, by its entry's number, as things stood when it was chosen."""
    found: dict[int, str] = {}
    before = session.state

    def heard(entry: Entry) -> None:
        nonlocal before
        if isinstance(entry.action, Rewind | Decree):
            found[entry.seq] = type(entry.action).__name__.lower()
        else:
            found[entry.seq] = describe(session.rules, before, entry.action)
        before = session.state

    session.heard = heard
    return found


def scene(state: State) -> str:
    """What is going on: town, road, dungeon, meeting, fight; a question while one is open, over at the end."""
    if state.over or state.prompts:
        return "over" if state.over else "question"
    if state.fight is not None or state.encounter is not None:
        return "meeting" if state.fight is None else "fight"
    return state.party.place if state.party is not None else ""


def delver_decides(session: Session, leader: Explorer) -> Action | None:
    """What the player's seat does next when a mind leads it; None when there is nothing to decide."""
    state = session.state
    if state.prompts:
        return Answer(state.prompts[0].id, leader.answer(state, state.prompts[0]))
    chooser = fight.chooser(session.rules, state)
    if chooser is not None:
        creature, options = chooser
        return leader.act(state, creature, play.with_done(creature.id, options))
    options = session.options(PLAYER)
    return leader.lead(state, options) if options and not state.over else None


def fighter_decides(session: Session) -> tuple[str, str, Action] | None:
    """Seat, name and action of whoever acts next in a fight between minds; None when it is over."""
    state, soldier = session.state, Soldier()
    if state.prompts:
        prompt = state.prompts[0]
        return prompt.seats[0], prompt.seats[0], Answer(prompt.id, soldier.answer(state, prompt))
    chooser = fight.chooser(session.rules, state)
    if chooser is None:
        return None
    creature, options = chooser
    return (
        state.owner(creature.id),
        creature.name,
        soldier.act(state, creature, play.with_done(creature.id, options)),
    )
