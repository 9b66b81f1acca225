"""Looking for what is hidden: secret doors and compartments, pits and stone traps, small traps on a treasure."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures.doors import has_noise_behind
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks import vision
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.measures import MAP_SQUARE_FEET, TURN_SECONDS
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.exploration import doors, traps, turns
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Hoard, SearchedInVain, Trap, TrapChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.grid import Square
from underkeep.world.party import PartyWent
from underkeep.world.state import State

REACH_FEET = 60
POLE = "ten-foot-pole"
PROBING = "probing"


class DetectPits(Action, frozen=True):
    """Look for pits and traps in the stone ahead, for half a turn."""

    actor: str


class ProbePits(Action, frozen=True):
    """Probe the floor ahead with poles, up to three abreast, for a turn."""

    members: tuple[str, ...]


class NoiseHeard(Note, frozen=True):
    """What a listener heard behind a door: somebody, or nothing."""

    creature: str
    door: str
    success: bool


EVENTS: tuple[type[Event], ...] = (NoiseHeard,)


def _best(state: State, id: str) -> Creature:
    """The member with the best chance at a task, the first of equals."""
    return max(state.marchers(), key=lambda c: sum(m.amount for m in tasks.task_modifiers(c, id)))


@executes("rampage:task.find-secret-doors", "rampage:task.find-secret-doors.one-per-10ft")
def search(do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
    """One searcher for each ten feet of wall: the best of the party, while the others keep watch."""
    if creature.id != _best(do.state, "find-secret-doors").id:
        return ()
    rule = ("rampage:task.find-secret-doors.one-per-10ft",)
    found = tasks.attempt(do, creature.id, "find-secret-doors", timed=False, rule=rule, told=False)
    return ("door", "hoard") if found else ()


def _ahead(state: State, sorts: tuple[str, ...]) -> list[Trap]:
    """The hidden traps of these sorts within sixty feet of the party, here and beyond its ways."""
    dungeon, at, area = survey.here(state)
    near = {area.id, *(d.beyond(area.id) for d in survey.known_doors(state) if d.is_passable)}
    squares = REACH_FEET // MAP_SQUARE_FEET
    found = [t for t in dungeon.traps.values() if t.area in near and t.state == "hidden" and not t.on]
    return [
        trap
        for trap in found
        if traps.listings()[trap.kind].sort in sorts
        and (trap.square is None or max(abs(p - q) for p, q in zip(trap.square, at.square, strict=True)) <= squares)
    ]


def _find(do: Resolution, sorts: tuple[str, ...], rule: tuple[str, ...]) -> None:
    hidden = _ahead(do.state, sorts)
    for trap in hidden:
        do.emit(TrapChanged(replace(trap, state="found"), "found", rule=rule))
    if not hidden:
        do.emit(SearchedInVain(survey.here(do.state)[1]))


def detectings(state: State) -> list[Action]:
    return [DetectPits(m.id) for m in state.marchers()]


@executes("rampage:task.detect-pits")
def detect(do: Resolution, action: DetectPits) -> None:
    """Half a turn for sixty feet: pits, and whatever else waits in the stone."""
    if tasks.attempt(do, action.actor, "detect-pits", timed=False, told=False):
        _find(do, ("pit", "stone"), ("rampage:task.detect-pits",))
    else:
        do.emit(SearchedInVain(survey.here(do.state)[1]))


def probings(state: State) -> list[Action]:
    able = [m.id for m in state.marchers() if carrying.has(m, POLE)]
    return [ProbePits(tuple(able[: tasks.MOST_PROBERS]))] if able else []


@executes("rampage:task.probe-pits", "rampage:task.probe-pits.three")
def why_not_probe(state: State, action: ProbePits) -> Refusal | None:
    """Each needs a pole, and a corridor has room for three."""
    if len(action.members) > tasks.MOST_PROBERS:
        return Refusal("At most 3 can probe a corridor at once.", "rampage:task.probe-pits.three")
    marching = {m.id: m for m in state.marchers()}
    if not action.members or any(id not in marching for id in action.members):
        return Refusal("Nobody is named who could probe.", "rampage:task.probe-pits")
    without = next((marching[id] for id in action.members if not carrying.has(marching[id], POLE)), None)
    return Refusal(f"{without.name} has no pole.", "rampage:task.probe-pits") if without is not None else None


@executes("rampage:task.probe-pits", "rampage:task.probe-pits.hands-full")
def probe(do: Resolution, action: ProbePits) -> None:
    """A turn for sixty feet of floor: every prober rolls, and has the pole in both hands until the party does something
    else.
    """
    found = False
    for id in action.members:
        found = tasks.attempt(do, id, "probe-pits", timed=False) or found
        do.emit(ConditionGained(id, Condition(PROBING), rule=("rampage:task.probe-pits.hands-full",)))
        take_pole(do, id)
    if found:
        _find(do, ("pit",), ("rampage:task.probe-pits",))


@executes("rampage:task.probe-pits.hands-full")
def take_pole(do: Resolution, id: str) -> None:
    """The pole in both hands, the weapons at the belt and the shield on the back."""
    items = do.state.creatures[id].items
    pole = next(item for item in items if item.kind == POLE)
    held = []
    for item in items:
        if item is pole:
            held.append(replace(item, place="hand"))
        elif item.place == "hand":
            held.append(replace(item, place="belt" if traps.is_weapon(item.kind) else "pack"))
        else:
            held.append(item)
    if tuple(held) != items:
        rule = ("rampage:task.probe-pits.hands-full",)
        do.emit(ItemsChanged(id, tuple(held), "took-in-hand", replace(pole, place="hand"), rule=rule))


def stop_probing(do: Resolution, event: PartyWent) -> None:
    """Who walks on quickly shoulders the pole."""
    for creature in do.state.marchers() if do.state.party is not None else ():
        if creature.condition(PROBING) and event.how != "walk":
            do.emit(ConditionEnded(creature.id, PROBING, rule=("rampage:task.probe-pits.hands-full",)))


# Treasure and devices


@executes("rampage:task.find-mechanical-traps", "rampage:task.find-mechanical-traps.one")
def why_not_inspect(state: State, action: a.InspectHoard) -> Refusal | None:
    """It takes a tool kit, and one at a time."""
    refusal = tasks.why_not(state, state.creatures[action.actor], "find-mechanical-traps")
    others = [id for id in turns.workers(state, action.hoard) if id != action.actor]
    if refusal is None and others:
        return Refusal("Somebody else is at work there this turn.", "rampage:task.find-mechanical-traps.one")
    return refusal or _why_not_fine(state, action.actor)


def _why_not_fine(state: State, actor: str) -> Refusal | None:
    return vision.why_not_fine_work(state, state.creatures[actor]) or _why_not_again(state, actor)


def _why_not_again(state: State, actor: str) -> Refusal | None:
    if turns.work_of(state, actor) is not None:
        return Refusal(f"{state.creatures[actor].name} has been busy this turn.", doors.ONE_EACH)
    return None


@executes("rampage:task.find-mechanical-traps")
def inspect(do: Resolution, creature: Creature, hoard: Hoard) -> None:
    """A turn's look for small traps on a treasure; the die is the judge's."""
    doors.worked(do, creature.id, hoard.id, "inspect", ("rampage:task.find-mechanical-traps.one",))
    assert do.state.dungeon is not None
    hidden = [t for t in do.state.dungeon.traps.values() if t.on == hoard.id and t.state == "hidden"]
    found = tasks.attempt(do, creature.id, "find-mechanical-traps", timed=False, told=False)
    for trap in hidden if found else ():
        do.emit(TrapChanged(replace(trap, state="found"), "found", rule=("rampage:task.find-mechanical-traps",)))
    if not (hidden and found):
        do.emit(SearchedInVain(survey.here(do.state)[1]))


def why_not_disarm(state: State, action: a.Disarm) -> Refusal | None:
    refusal = tasks.why_not(state, state.creatures[action.actor], "manipulate-device")
    others = [id for id in turns.workers(state, action.trap) if id != action.actor]
    if refusal is None and others:
        return Refusal("Somebody else is at work there this turn.", "rampage:task.manipulate-device.one")
    return refusal or _why_not_fine(state, action.actor)


@executes("rampage:task.manipulate-device", "rampage:task.manipulate-device.one")
def disarm(do: Resolution, creature: Creature, trap: Trap) -> None:
    """A turn with the tool kit; a bare 1 sets it off, which is ours."""
    doors.worked(do, creature.id, trap.id, "disarm", ("rampage:task.manipulate-device.one",))
    if tasks.attempt(do, creature.id, "manipulate-device", timed=False):
        do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed", rule=("rampage:task.manipulate-device",)))


# Ears


@executes("rampage:task.hear-noise", "rampage:task.hear-noise.quiet", "rampage:task.hear-noise.one-door")
def why_not_listen(state: State, action: a.Listen) -> Refusal | None:
    """Nothing is heard beside people who break things; one listens at a door at a time."""
    if campaign(state).noisy == turns.present(state):
        return Refusal("Nobody hears anything beside that din.", "rampage:task.hear-noise.quiet")
    others = [id for id in turns.workers(state, action.door) if id != action.actor]
    if others:
        return Refusal("One person at a time listens at a door.", "rampage:task.hear-noise.one-door")
    return _why_not_again(state, action.actor)


@executes("rampage:task.hear-noise")
def listen(do: Resolution, creature: Creature, door: Door) -> None:
    """A turn with an ear at the wood; those who are awake behind it may be heard, and nothing proves silence."""
    doors.worked(do, creature.id, door.id, "listen", ("rampage:task.hear-noise.one-door",))
    heard = tasks.attempt(do, creature.id, "hear-noise", timed=False, told=False) and has_noise_behind(do.state, door)
    do.emit(NoiseHeard(creature.id, door.id, heard, rule=("rampage:task.hear-noise",)))


def seconds_for(state: State, action: Action) -> int | None:
    if isinstance(action, DetectPits):
        return TURN_SECONDS // 2
    if isinstance(action, ProbePits | a.Search):
        return TURN_SECONDS
    if isinstance(action, a.InspectHoard | a.Disarm | a.Listen):
        return turns.shared_seconds(state, action.actor)
    return None
