"""Chests, urns and boxes: prying them open, breaking them, their locks, and what does not survive that."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.equipment import treasure
from underkeep.systems.rampage.exploration import doors, turns
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item
from underkeep.world.state import State

BLADES = ("dagger", "knife")
WAYS = ("pick", "acid", "pry", "break")


class OpenChest(Action, frozen=True):
    """Get a shut chest open: pick its lock, pour acid into it, pry it open, or break it (also what only sticks)."""

    actor: str
    hoard: str
    how: str

    @property
    def hint(self) -> str:
        return "loot"


class ContentsBroke(Note, frozen=True):
    """What was fragile in a chest is in shards."""

    hoard: str
    things: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (ContentsBroke,)


def options(state: State) -> list[Action]:
    shut = [hoard for hoard in survey.known_hoards(state) if hoard.bar]
    return [OpenChest(m.id, hoard.id, how) for hoard in shut for m in state.marchers() for how in WAYS]


@executes("rampage:doors.pry", "rampage:doors.pry.urn", "rampage:doors.locked.methods")
def why_not(state: State, action: OpenChest) -> Refusal | None:
    """Prying takes a crowbar, but an urn is opened with a dagger or knife."""
    hoard = next((h for h in survey.known_hoards(state) if h.id == action.hoard), None)
    if hoard is None or not hoard.bar or action.how not in WAYS:
        return Refusal("There is nothing shut to open like that.", "rampage:doors.locked.methods")
    bar, creature = doors.bar_of(hoard), state.creatures[action.actor]
    assert bar is not None
    if action.how in ("pick", "acid"):
        return doors.why_not_pick(state, action.actor, hoard, doors.PICK if action.how == "pick" else doors.DISSOLVE)
    if action.how == "break":
        if doors.is_breaking(bar) and turns.workers(state, hoard.id):
            return Refusal("Somebody else is at work there this turn.", doors.PER_OBJECT)
        return doors.why_not_force(state, action.actor, hoard)
    if bar.material == "clay":
        if not any(carrying.has(creature, kind) for kind in BLADES):
            return Refusal(f"{creature.name} has no dagger or knife for the urn.", "rampage:doors.pry.urn")
    elif not carrying.has(creature, "crowbar"):
        return Refusal(f"{creature.name} has no crowbar.", "rampage:doors.pry")
    return doors.why_not_work(state, action.actor, hoard.id, doors.PRY)


def open_chest(do: Resolution, action: OpenChest) -> None:
    assert do.state.dungeon is not None
    hoard, creature = do.state.dungeon.hoards[action.hoard], do.state.creatures[action.actor]
    bar = doors.bar_of(hoard)
    assert bar is not None
    if action.how == "pry":
        _pry(do, action.actor, hoard, bar)
    elif action.how == "break":
        _break(do, action.actor, hoard, bar)
    elif action.how == "acid":
        left = doors.dissolves(do, creature, hoard.id, bar)
        rule = ("rampage:doors.locked.acid" if left is None else "rampage:doors.locked.acid-fail",)
        do.emit(HoardChanged(replace(hoard, barrier=left), "unlocked" if left is None else "jammed", rule=rule))
    else:
        doors.worked(do, action.actor, hoard.id, doors.PICK, (doors.ONE_EACH, doors.PER_OBJECT))
        if tasks.attempt(do, action.actor, "pick-lock", timed=False, rule=("rampage:doors.locked.pick",)):
            cited = ("rampage:doors.locked.pick", "rampage:doors.locked.methods")
            do.emit(HoardChanged(replace(hoard, barrier=None), "unlocked", rule=cited))


@executes(
    "rampage:doors.pry", "rampage:doors.pry.urn", "rampage:doors.pry.fragile-fail", "rampage:doors.break.wandering"
)
def _pry(do: Resolution, actor: str, hoard: Hoard, bar: Bar) -> None:
    """A noisy turn with a crowbar, or with a blade at an urn; a failure breaks what is fragile inside."""
    doors.worked(do, actor, hoard.id, doors.PRY, (doors.ONE_EACH, doors.PER_OBJECT))
    turns.make_noise(do, ("rampage:doors.break.wandering", "rampage:encounter.surprise.noise"))
    how = "rampage:doors.pry.urn" if bar.material == "clay" else "rampage:doors.pry"
    if tasks.attempt(do, actor, "pry-open-box", timed=False, rule=(how,)):
        do.emit(HoardChanged(replace(hoard, barrier=None), "pried open", rule=(how,)))
    else:
        _shatter(do, hoard, "rampage:doors.pry.fragile-fail")


@executes("rampage:doors.break.fragile-success", "rampage:doors.break.successes", "rampage:doors.stuck.tool")
def _break(do: Resolution, actor: str, hoard: Hoard, bar: Bar) -> None:
    """Blows until it gives, and then what is fragile inside is broken. What only sticks is bashed like a door, a round
    at a time. Ruling: q.stuck-chest.
    """
    creature = do.state.creatures[actor]
    if not doors.is_breaking(bar):
        rule = ("rampage:doors.stuck.tool", "rampage:doors.stuck.rounds")
        doors.worked(do, actor, hoard.id, doors.BASH, (doors.ONE_EACH,))
        if tasks.attempt(do, actor, "bash-open-doors", timed=False):
            do.emit(HoardChanged(replace(hoard, barrier=None), "forced", rule=rule))
        turns.check_wandering(do, turns.NORMAL_IN_6, ("rampage:doors.stuck.wandering",))
        return
    left = doors.strike(do, creature, hoard.id, bar)
    if left is None:
        opened = replace(hoard, barrier=None)
        do.emit(HoardChanged(opened, "broken open", rule=("rampage:doors.break.successes",)))
        _shatter(do, opened, "rampage:doors.break.fragile-success")
    elif left != bar:
        do.emit(HoardChanged(replace(hoard, barrier=left), "splintered", rule=("rampage:doors.break.successes",)))


def _shatter(do: Resolution, hoard: Hoard, rule: str) -> None:
    """Ruling: q.fragile-definition."""
    broken = [item for item in hoard.items if treasure.is_fragile(item)]
    if broken:
        whole: tuple[Item, ...] = tuple(item for item in hoard.items if not treasure.is_fragile(item))
        do.emit(ContentsBroke(hoard.id, tuple(item.name for item in broken), rule=(rule,)))
        do.emit(HoardChanged(replace(hoard, items=whole), "shattered", rule=(rule,)))


def seconds_for(state: State, action: OpenChest) -> int:
    """A round for what only sticks, else a turn that others share."""
    assert state.dungeon is not None
    bar = doors.bar_of(state.dungeon.hoards[action.hoard])
    if action.how == "break" and bar is not None and not doors.is_breaking(bar):
        return ROUND_SECONDS
    return turns.shared_seconds(state, action.actor)
