"""Breaking and entering: doors that stick, locks, bars, spells, and what it takes to get past them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors as ways
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks import vision
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.barriers import Bar
from underkeep.systems.rampage.basics.campaign import Work, campaign, with_campaign
from underkeep.systems.rampage.basics.compendium import Weapon
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.checks.checks import ability_check
from underkeep.systems.rampage.exploration import turns
from underkeep.systems.rampage.exploration.turns import WorkDone
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged, Hoard
from underkeep.world.state import State

SUCCESSES = {"wooden": 3, "reinforced": 6, "stone or metal": 9, "clay": 1}
HEAVY_TOOLS = ("maul", "sledgehammer", "woodsmans-ax", "heavy-ax", "battle-ax")
MOST_BREAKERS = 3
ACID = "acid"
BASH, BREAK, PICK, DISSOLVE, PRY, SILENT = "bash", "break", "pick", "dissolve", "pry", "silent"
ONE_EACH, PER_OBJECT = "rampage:doors.attempts-per-turn", "rampage:doors.one-per-object"
MAGIC, BARRED = "held by magic", "barred"


class UseAcid(Action, frozen=True):
    """Pour a dose of acid into the lock of a door."""

    actor: str
    door: str


class OpenSilently(Action, frozen=True):
    """Oil a door and open it without a sound."""

    actor: str
    door: str


class DoorBashed(Event, frozen=True):
    """Another round of bashing at a door; `by` are those who have it open with the first."""

    door: str
    rounds: int
    by: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        bashed = {**campaign(state).bashed, self.door: self.rounds}
        return with_campaign(state, bashed=bashed, bashers=self.by)


class DoorOpened(Event, frozen=True):
    """A door that was shut is open from this moment on."""

    door: str
    now: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, opened={**campaign(state).opened, self.door: self.now})


EVENTS: tuple[type[Event], ...] = (DoorBashed, DoorOpened)


def barrier(sort: str) -> Bar | None:
    """What the map's stuck and locked doors are; what they are made of the key says."""
    return Bar("stuck") if sort == "stuck" else Bar("locked") if sort == "locked" else None


def note_opening(do: Resolution, event: DoorChanged) -> None:
    """Until now the door hid what light there was."""
    if event.door.is_open and event.what in ("opened", "forced", "unlocked", "broken down", "opened silently"):
        do.emit(DoorOpened(event.door.id, do.state.now))


# What may be tried


def bar_of(thing: Door | Hoard) -> Bar | None:
    return thing.barrier if isinstance(thing.barrier, Bar) else None


@executes("rampage:doors.attempts-per-turn", "rampage:doors.one-per-object", "rampage:doors.break.three-men")
def why_not_work(state: State, actor: str, at: str, how: str) -> Refusal | None:
    """Each tries one door or chest a turn, and each door or chest is tried by one; but three may break a door down.
    Ruling: q.one-vs-three.
    """
    done, creature = turns.work_of(state, actor), state.creatures[actor]
    again = done is not None and done.at == at and done.how == how == BASH
    if done is not None and not again:
        return Refusal(f"{creature.name} has worked at a door or chest this turn.", ONE_EACH)
    others = [id for id in turns.workers(state, at) if id != actor]
    if how == BREAK and all(id in turns.workers(state, at, BREAK) for id in others):
        if len(others) >= MOST_BREAKERS:
            return Refusal("No more than three can break down a door at once.", "rampage:doors.break.three-men")
        return None
    return Refusal("Somebody else is at work there this turn.", PER_OBJECT) if others else None


@executes("rampage:doors.stuck.tool", "rampage:doors.break.tools")
def tool_for(creature: Creature, breaking: bool) -> str:
    """The best thing to force a way with: any ax or hammer for what sticks; to break something down, something
    heavy, or else anything with a haft to strike with. Empty for none. Ruling: q.break-tool-contradiction.
    """
    sound = [i.kind for i in creature.items if not i.broken and i.place != "ground"]
    heavy = next((kind for kind in HEAVY_TOOLS if kind in sound), "")
    if heavy:
        return heavy
    axes = compendium.tasks()["bash-open-doors"].equipment
    light = next((kind for kind in axes if kind in sound), "")
    if light or not breaking:
        return light
    return next((kind for kind in sound if _is_hafted(kind)), "")


def _is_hafted(kind: str) -> bool:
    weapon = compendium.weapons().get(kind)
    return isinstance(weapon, Weapon) and not weapon.is_missile and "wooden-shaft" in weapon.qualities


@executes("rampage:doors.stuck.scope")
def is_breaking(bar: Bar) -> bool:
    """Whether it takes breaking rather than a shove: only what sticks gives way to that."""
    return bar.sort != "stuck"


@executes(
    "rampage:doors.stuck.tool",
    "rampage:doors.stuck.scope",
    "rampage:doors.break.tools",
    "rampage:doors.fortress",
)
def why_not_force(state: State, actor: str, thing: Door | Hoard) -> Refusal | None:
    """A stuck door is for axes and hammers; locks and bars have to be broken; a fortress needs an engine."""
    bar, creature = bar_of(thing), state.creatures[actor]
    if bar is None:
        return None
    if bar.sort == "fortress gate":
        return Refusal("That takes a ram or magic.", "rampage:doors.fortress")
    breaking = is_breaking(bar)
    if not tool_for(creature, breaking):
        rule = "rampage:doors.break.tools" if breaking else "rampage:doors.stuck.tool"
        return Refusal(f"{creature.name} has nothing to force it with: an ax or a hammer.", rule)
    return why_not_work(state, actor, thing.id, BREAK if breaking else BASH)


@executes("rampage:doors.locked.pick", "rampage:doors.locked.acid-fail", "rampage:doors.magic-lock")
def why_not_pick(state: State, actor: str, thing: Door | Hoard, how: str) -> Refusal | None:
    """A lock yields to picks and acid, but not once acid has spoilt it; spells and bars to neither.
    Ruling: q.barred-door.
    """
    bar, creature = bar_of(thing), state.creatures[actor]
    sort = bar.sort if bar is not None else ""
    if sort == MAGIC:
        return Refusal("A spell holds it, and no lock.", "rampage:doors.magic-lock")
    if sort == "jammed":
        return Refusal("The lock is jammed for good.", "rampage:doors.locked.acid-fail")
    if sort != "locked":
        return Refusal("No lock holds it.", "rampage:doors.locked.methods")
    if how == PICK:
        refusal = tasks.why_not(state, creature, "pick-lock")
        if refusal is None and vision.why_not_fine_work(state, creature) is not None:
            return vision.why_not_fine_work(state, creature)
        if refusal is not None:
            return Refusal(refusal.sentence, "rampage:doors.locked.pick")
    elif not carrying.has(creature, ACID):
        return Refusal(f"{creature.name} has no acid.", "rampage:doors.locked.acid")
    return why_not_work(state, actor, thing.id, how)


def _door(state: State, action: Action) -> Door | None:
    return ways.known(state, action)


def why_not_force_door(state: State, action: a.ForceDoor) -> Refusal | None:
    door = _door(state, action)
    return why_not_force(state, action.actor, door) if door is not None else None


def why_not_pick_door(state: State, action: a.PickLock) -> Refusal | None:
    door = _door(state, action)
    return why_not_pick(state, action.actor, door, PICK) if door is not None else None


def why_not_dissolve(state: State, action: UseAcid) -> Refusal | None:
    door = _door(state, action)
    return why_not_pick(state, action.actor, door, DISSOLVE) if door is not None else None


# Trying it


def worked(do: Resolution, creature: str, at: str, how: str, rule: tuple[str, ...]) -> None:
    do.emit(WorkDone(creature, Work(turns.present(do.state), at, how), rule=rule))


def force(do: Resolution, creature: Creature, door: Door) -> None:
    """A shove at what sticks, a turn of blows at what is held."""
    bar = bar_of(door)
    assert bar is not None
    if is_breaking(bar):
        _break(do, creature, door, bar)
    else:
        _bash(do, creature, door)


@executes(
    "rampage:doors.stuck.rounds",
    "rampage:doors.stuck.wandering",
    "rampage:encounter.surprise.door-bash",
    "rampage:encounter.surprise.door-bash-fail",
)
def _bash(do: Resolution, creature: Creature, door: Door) -> None:
    """One round at a stuck door; each calls for a check of what wanders, and after the first those behind it know."""
    rule = ("rampage:doors.stuck.rounds", "rampage:doors.stuck.tool")
    worked(do, creature.id, door.id, BASH, (ONE_EACH,))
    rounds = campaign(do.state).bashed.get(door.id, 0) + 1
    opened = tasks.attempt(do, creature.id, "bash-open-doors", timed=False)
    first = (creature.id,) if opened and rounds == 1 else ()
    do.emit(DoorBashed(door.id, rounds, first, rule=("rampage:encounter.surprise.door-bash", *rule)))
    if opened:
        forced = replace(do.state.dungeon.doors[door.id], is_open=True, tried=True, barrier=None)  # type: ignore[union-attr]
        do.emit(DoorChanged(forced, "forced", creature.id, rule=rule))
    if not first:
        turns.make_noise(do, ("rampage:encounter.surprise.door-bash-fail",))
    turns.check_wandering(do, turns.NORMAL_IN_6, ("rampage:doors.stuck.wandering",))


@executes("rampage:doors.break.tools", "rampage:doors.break.successes", "rampage:doors.break.three-men")
def strike(do: Resolution, creature: Creature, thing: str, bar: Bar) -> Bar | None:
    """One breaker's roll of the turn; what is left of what holds the thing, None once it gives."""
    worked(do, creature.id, thing, BREAK, (ONE_EACH, "rampage:doors.break.three-men"))
    tool = tool_for(creature, True)
    light = () if tool in HEAVY_TOOLS else (Modifier("no heavy tool", -1),)
    rule = ("rampage:doors.break.tools", "rampage:doors.break.successes", "rampage:doors.stuck.scope")
    turns.make_noise(do, ("rampage:doors.break.wandering", "rampage:encounter.surprise.noise"))
    if not tasks.attempt(do, creature.id, "bash-open-doors", light, timed=False, rule=rule):
        return bar
    struck = bar.struck + 1
    return None if struck >= SUCCESSES[bar.material] else replace(bar, struck=struck)


@executes("rampage:doors.break.successes", "rampage:doors.magic-lock")
def _break(do: Resolution, creature: Creature, door: Door, bar: Bar) -> None:
    """Three successes for wood, six for what is reinforced, nine for stone or metal; spells do not mend it."""
    left = strike(do, creature, door.id, bar)
    rule = ("rampage:doors.break.successes", *(("rampage:doors.magic-lock",) if bar.sort == MAGIC else ()))
    if left is None:
        broken = replace(door, is_open=True, tried=True, barrier=None)
        do.emit(DoorChanged(broken, "broken down", creature.id, rule=rule))
    elif left != bar:
        do.emit(DoorChanged(replace(door, barrier=left), "splintered", creature.id, rule=rule))


@executes("rampage:doors.locked.pick", "rampage:doors.locked.methods")
def pick(do: Resolution, creature: Creature, door: Door) -> None:
    """A turn with the tool kit; a lock that yields stays shut and opens to a hand."""
    worked(do, creature.id, door.id, PICK, (ONE_EACH, PER_OBJECT))
    if tasks.attempt(do, creature.id, "pick-lock", timed=False, rule=("rampage:doors.locked.pick",)):
        rule = ("rampage:doors.locked.pick", "rampage:doors.locked.methods")
        do.emit(DoorChanged(replace(door, barrier=None), "unlocked", creature.id, rule=rule))


@executes("rampage:doors.locked.acid", "rampage:doors.locked.acid-fail", "rampage:doors.locked.methods")
def dissolves(do: Resolution, creature: Creature, thing: str, bar: Bar) -> Bar | None:
    """A dose of acid and a check of Dexterity: the lock is gone, or jammed for good."""
    worked(do, creature.id, thing, DISSOLVE, (ONE_EACH, PER_OBJECT))
    carrying.use_up(do, creature.id, ACID, "used-up", rule=("rampage:doors.locked.acid",))
    if ability_check(do, creature.id, "DEX", 20, (), ("rampage:doors.locked.acid", "rampage:doors.locked.methods")):
        return None
    return replace(bar, sort="jammed")


def dissolve(do: Resolution, creature: Creature, door: Door) -> None:
    bar = bar_of(door)
    assert bar is not None
    left = dissolves(do, creature, door.id, bar)
    what, rule = (
        ("unlocked", "rampage:doors.locked.acid") if left is None else ("jammed", "rampage:doors.locked.acid-fail")
    )
    do.emit(DoorChanged(replace(door, barrier=left), what, creature.id, rule=(rule,)))


@executes("rampage:task.open-door-silently", "rampage:task.open-door-silently.one")
def why_not_open_silently(state: State, action: OpenSilently) -> Refusal | None:
    """It takes a flask of oil, and for a locked door a tool kit; stuck and barred doors make a noise."""
    door, creature = _door(state, action), state.creatures[action.actor]
    if door is None or door.kind == "opening" or door.is_open:
        return Refusal("There is no shut door to open.")
    bar = bar_of(door)
    if door.tried and bar is not None and bar.sort != "locked":
        return Refusal("That will not open without a noise.", "rampage:task.open-door-silently")
    if door.tried and bar is not None and not carrying.has(creature, "tool-kit"):
        return Refusal(f"{creature.name} has no tool kit for the lock.", "rampage:task.open-door-silently")
    return tasks.why_not(state, creature, "open-door-silently") or why_not_work(state, action.actor, door.id, SILENT)


def silent_openings(state: State) -> list[Action]:
    return [OpenSilently(m.id, door.id) for door in ways.closed_doors(state) for m in state.marchers()]


def open_silently(do: Resolution, creature: Creature, door: Door) -> None:
    """Ruling: what else than a lock holds the door is found out in the attempt."""
    worked(do, creature.id, door.id, SILENT, ("rampage:task.open-door-silently.one",))
    bar = bar_of(door)
    holds = bar is not None and (bar.sort != "locked" or not carrying.has(creature, "tool-kit"))
    done = tasks.attempt(do, creature.id, "open-door-silently", timed=False)
    rule = ("rampage:task.open-door-silently",)
    if done and not holds:
        opened = replace(door, is_open=True, tried=True, barrier=None)
        do.emit(DoorChanged(opened, "opened silently", creature.id, rule=rule))
    elif done:
        do.emit(DoorChanged(replace(door, tried=True), door.bar, creature.id, rule=rule))


@executes("rampage:doors.stuck.rounds", "rampage:doors.break.three-men")
def seconds_for(state: State, action: Action) -> int | None:
    """A round for a shove, a turn (which others share) for the rest; None for what is no attempt at a door."""
    if not isinstance(action, a.ForceDoor | a.PickLock | UseAcid | OpenSilently):
        return None
    assert state.dungeon is not None
    door = state.dungeon.doors[action.door]
    bar = bar_of(door)
    if isinstance(action, a.ForceDoor) and bar is not None and not is_breaking(bar):
        return ROUND_SECONDS
    return turns.shared_seconds(state, action.actor)
