"""Those who gave themselves up: they can be questioned, made to come along, or let go. What each brings is ours."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.checks.checks import check, score
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.healing import Rose
from underkeep.systems.knave.encounters import companions, favours, meetings
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Fled
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.state import State

ORDERS = ("follow", "tell", "go")
CHANGES = "knave:reaction.changes"
GAVE_UP = "knave:morale.failure"
QUESTIONED = "questioned"


class Command(Action, frozen=True):
    """Give a captive an order: to follow, to tell what it knows, or to go."""

    actor: str
    captive: str
    order: str


class CaptiveOrdered(Note, frozen=True):
    """A captive was told to do something, and does it or not."""

    creature: str
    by: str
    order: str
    obeys: bool


EVENTS: tuple[type[Event], ...] = (CaptiveOrdered,)


def captives(state: State) -> list[Creature]:
    """Those here who yielded."""
    if state.party is None or state.dungeon is None or state.party.at is None:
        return []
    ids = [id for group in state.dungeon.groups_in(state.party.at.area) for id in group.members]
    return [c for id in ids if (c := state.creatures[id]).status == "yielded" and c.side != state.party.side]


def commands(state: State) -> list[Action]:
    held = captives(state)
    return [Command(m.id, c.id, order) for c in held for m in state.marchers() for order in ORDERS]


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
    if action.order == "tell" and captive.condition(QUESTIONED):
        return Refusal("That one has told what it knows.", CHANGES)
    if action.order == "follow" and len(companions.companions(state)) >= companions.most(state):
        return Refusal("Nobody more would follow.", CHANGES)
    return None


@executes("knave:reaction.changes", "knave:task.check.opposed-ability", "knave:morale.failure")
def command(do: Resolution, action: Command) -> None:
    """To go is a captive's own wish. To follow or to tell takes CHA against its WIS."""
    captive = do.state.creatures[action.captive]
    if action.order != "go" and not _is_cowed(do, action.actor, captive):
        do.emit(CaptiveOrdered(captive.id, action.actor, action.order, False, rule=(CHANGES, GAVE_UP)))
        return
    do.emit(CaptiveOrdered(captive.id, action.actor, action.order, True, rule=(CHANGES, GAVE_UP)))
    if action.order == "follow":
        do.emit(Rose(captive.id, captive.hp, None, rule=(CHANGES,)))
        companions.join(do, captive.id)
        _leave_group(do, captive.id)
    elif action.order == "tell":
        do.emit(ConditionGained(captive.id, Condition(QUESTIONED), rule=(CHANGES,)))
        favours.inform(do)
    else:
        do.emit(Fled(captive.id, rule=(CHANGES,)))
        _leave_group(do, captive.id, attitude="indifferent")


def _is_cowed(do: Resolution, actor: str, captive: Creature) -> bool:
    steps = meetings.looks(do.state, actor)
    rule = ("knave:task.check.opposed-ability", CHANGES)
    return bool(check(do, actor, "CHA", "commanding a captive", score(do, captive, "WIS"), steps, rule).success)


def _leave_group(do: Resolution, id: str, **changes: object) -> None:
    dungeon, _, _ = survey.here(do.state)
    group: Group = next(g for g in dungeon.groups.values() if id in g.members)
    left = tuple(other for other in group.members if other != id)
    do.emit(GroupChanged(replace(group, members=left, **changes), "one left", rule=(CHANGES,)))
