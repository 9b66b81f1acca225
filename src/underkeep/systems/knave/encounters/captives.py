"""Those who gave themselves up: they can be questioned, made to come along, or let go. What each brings is ours."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.survey import captives
from underkeep.systems.knave.checks.checks import check, score
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.encounters import companions, favours, meetings
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.state import State

ORDERS = ("follow", "tell", "go")
CHANGES = "knave:reaction.changes"
GAVE_UP = "knave:morale.failure"
QUESTIONED = "questioned"
STUBBORN = "stubborn"


class Command(Action, frozen=True):
    """Give a captive an order: to follow, to tell what it knows, or to go."""

    actor: str
    captive: str
    order: str


class CommandAll(Action, frozen=True):
    """Give all captives here an order, with one word."""

    actor: str
    order: str


class CaptiveOrdered(Note, frozen=True):
    """A captive was told to do something, and does it or not."""

    creature: str
    by: str
    order: str
    obeys: bool

    @property
    def what(self) -> str:
        return f"{self.order} {self.obeys}"


class TakenAlong(Event, frozen=True):
    """A captive is on its feet again, among those whom it gave itself up to."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up", at=None)


class LetGo(Event, frozen=True):
    """A captive is let go, and is gone."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="fled", at=None)


EVENTS: tuple[type[Event], ...] = (CaptiveOrdered, TakenAlong, LetGo)


def commands(state: State) -> list[Action]:
    held = captives(state)
    return [Command(m.id, c.id, order) for c in held for m in state.marchers() for order in ORDERS]


def commands_to_all(state: State) -> list[Action]:
    """One word to all of them, where there are several."""
    if len(captives(state)) < 2:
        return []
    return [CommandAll(m.id, order) for m in state.marchers() for order in ORDERS]


@executes("knave:morale.failure")
def why_not(state: State, action: Command) -> Refusal | None:
    """Only those obey who gave themselves up, and only what a captive can do."""
    captive = next((c for c in captives(state) if c.id == action.captive), None)
    if captive is None:
        return Refusal("Nobody here has given himself up.", GAVE_UP)
    if action.order not in ORDERS:
        return Refusal("A captive is told to follow, to tell, or to go.", GAVE_UP)
    if is_unable(state.creatures[action.actor]):
        return Refusal(f"{state.creatures[action.actor].name} cannot give orders now.", GAVE_UP)
    if action.order == "follow" and captive.condition(STUBBORN):
        return Refusal(f"{captive.name} would rather be killed than come along, and was asked.", CHANGES)
    if action.order == "tell" and captive.condition(QUESTIONED):
        return Refusal("That one has told what it knows.", CHANGES)
    if action.order == "follow" and (full := companions.no_room(state)):
        return Refusal(full, CHANGES)
    return None


@executes("knave:reaction.changes", "knave:task.check.opposed-ability", "knave:morale.failure")
def command(do: Resolution, action: Command) -> None:
    """To go is a captive's own wish. To follow or to tell takes CHA against its WIS."""
    captive = do.state.creatures[action.captive]
    if action.order != "go" and not _is_cowed(do, action.actor, captive):
        do.emit(CaptiveOrdered(captive.id, action.actor, action.order, False, rule=(CHANGES, GAVE_UP)))
        if action.order == "follow":
            do.emit(ConditionGained(captive.id, Condition(STUBBORN), rule=(CHANGES,)))
        return
    do.emit(CaptiveOrdered(captive.id, action.actor, action.order, True, rule=(CHANGES, GAVE_UP)))
    if action.order == "follow":
        do.emit(TakenAlong(captive.id, rule=(CHANGES,)))
        companions.join(do, captive.id)
        _leave_group(do, captive.id)
    elif action.order == "tell":
        do.emit(ConditionGained(captive.id, Condition(QUESTIONED), rule=(CHANGES,)))
        favours.inform(do)
    else:
        do.emit(LetGo(captive.id, rule=(CHANGES,)))
        _leave_group(do, captive.id, attitude="indifferent")


def why_not_all(state: State, action: CommandAll) -> Refusal | None:
    """What speaks against it with each of them."""
    against = [why_not(state, Command(action.actor, c.id, action.order)) for c in captives(state)]
    if not against:
        return Refusal("Nobody here has given himself up.", GAVE_UP)
    return None if None in against else against[0]


def command_all(do: Resolution, action: CommandAll) -> None:
    """Each of them does as it would by itself, and it takes no longer than with one."""
    for captive in captives(do.state):
        each = Command(action.actor, captive.id, action.order)
        if why_not(do.state, each) is None:
            command(do, each)


@executes("knave:time.turn.action-cost")
def is_lengthy(action: Command | CommandAll) -> bool:
    """To question somebody takes a turn; a word of command takes none."""
    return action.order == "tell"


def _is_cowed(do: Resolution, actor: str, captive: Creature) -> bool:
    steps = meetings.looks(do.state, actor)
    rule = ("knave:task.check.opposed-ability", CHANGES)
    return bool(check(do, actor, "CHA", "commanding a captive", score(do, captive, "WIS"), steps, rule).success)


def _leave_group(do: Resolution, id: str, **changes: object) -> None:
    dungeon, _, _ = survey.here(do.state)
    group: Group = next(g for g in dungeon.groups.values() if id in g.members)
    left = tuple(other for other in group.members if other != id)
    do.emit(GroupChanged(replace(group, members=left, **changes), "one left", rule=(CHANGES,)))
