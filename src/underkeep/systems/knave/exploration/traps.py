"""Traps underground: each is one of the book's hazards set to catch somebody. Which there are is ours."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import exploration
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.healing import rouse
from underkeep.systems.knave.checks.wounds import harm
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Trap, TrapChanged

BLADE = parse("1d8")
TRY_SECONDS = 30
ROUNDS_A_TRY = 3
MOST_TRIES = 8
BY_LEVEL = (
    ("pit-10", "pit-20", "blade", "fire-jet"),
    ("pit-20", "blade", "fire-jet", "flood", "lightning"),
    ("pit-30", "fire-jet", "flood", "lightning", "lava-crust"),
)
ON_TREASURE = ("blade", "fire-jet", "lightning")


class TrapSprang(Note, frozen=True):
    """What those who are caught see of a trap."""

    creature: str
    text: str


EVENTS = (TrapSprang,)


def springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    """Whoever goes first notices it with a check of WIS; one that is known is stepped around. Ruling: ours."""
    if trap.state == "found":
        return False
    if is_unable(creature) or not check(do, creature.id, "WIS", "noticing a trap", seats=(REFEREE,)).success:
        return True
    do.emit(TrapChanged(replace(trap, state="found"), "found"))
    return False


def spring(do: Resolution, trap: Trap, creature: Creature) -> None:
    kind, _, size = trap.kind.partition("-")
    if kind == "pit":
        _tell(do, creature, "The floor opens underfoot.")
        hazards.fall(do, creature.id, int(size))
    else:
        _EFFECTS[trap.kind](do, creature)


_NOTED = {
    "blade": f"{BLADE.text} damage",
    "fire-jet": "fire for a round, and another for who cannot leap clear (DEX)",
    "lightning": "a stroke of lightning; DEX to leap clear",
    "lava-crust": "lava; DEX to leap clear",
    "flood": "the room is shut and fills with water; STR to break out",
}


def told_to_the_referee(kind: str) -> str:
    """A trap's name and what it does, in a line."""
    name, _, size = kind.partition("-")
    effect = f"a fall of {size} feet" if name == "pit" else _NOTED.get(kind, "")
    return f"{kind.replace('-', ' ')}: {effect}" if effect else kind.replace("-", " ")


def inspect(do: Resolution, creature: Creature, hoard: str) -> None:
    """A look for traps on a treasure."""
    assert do.state.dungeon is not None
    if check(do, creature.id, "WIS", "looking for traps", seats=(REFEREE,)).success:
        for trap in do.state.dungeon.traps.values():
            if trap.on == hoard and trap.state == "hidden":
                do.emit(TrapChanged(replace(trap, state="found"), "found"))


def disarm(do: Resolution, creature: Creature, trap: Trap) -> None:
    """DEX, for those who learnt it; a failure sets it off."""
    if check(do, creature.id, "DEX", "disarming a trap", rule=("knave:downtime.career.grants-attempts",)).success:
        do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed"))
    else:
        exploration.spring(do, trap.id, creature.id)


def _tell(do: Resolution, creature: Creature, text: str) -> None:
    do.emit(TrapSprang(creature.id, text))


def _leaps_clear(do: Resolution, creature: Creature) -> bool:
    return not is_unable(creature) and bool(check(do, creature.id, "DEX", "leaping clear").success)


def _blade(do: Resolution, creature: Creature) -> None:
    _tell(do, creature, "A blade swings out of the wall.")
    harm(do, creature.id, do.roll_total(BLADE, f"blade on {creature.id}").total)


@executes("knave:hazard.fire.contact", "knave:hazard.fire.burning")
def _fire(do: Resolution, creature: Creature) -> None:
    """A round in the flames; who cannot get out of them in time is alight for another."""
    _tell(do, creature, "Fire roars out of the wall.")
    if _leaps_clear(do, creature):
        return
    hazards.burn(do, creature.id)
    now = do.state.creatures[creature.id]
    if now.is_up and not _leaps_clear(do, now):
        hazards.burn(do, creature.id, is_alight=True)


@executes("knave:hazard.lightning")
def _lightning(do: Resolution, creature: Creature) -> None:
    """A rune strikes whoever does not leap clear."""
    _tell(do, creature, "A rune flares, and lightning leaps from it.")
    if not _leaps_clear(do, creature):
        hazards.strike_by_lightning(do, creature.id)


@executes("knave:hazard.fire.lava")
def _lava(do: Resolution, creature: Creature) -> None:
    """Whoever does not leap clear when the crust breaks goes under."""
    _tell(do, creature, "The crust of the floor breaks; it glows beneath.")
    if not _leaps_clear(do, creature):
        hazards.sink_in_lava(do, creature.id)


@executes("knave:hazard.drowning.breath", "knave:hazard.drowning.pass-out", "knave:hazard.drowning.check")
def _flood(do: Resolution, creature: Creature) -> None:
    """The way is barred and water fills the room. Every half minute somebody tries to break out."""
    _tell(do, creature, "The way falls shut, and water pours in to the roof.")
    caught = [c.id for c in do.state.marchers()]
    for number in range(1, MOST_TRIES + 1):
        awake = [id for id in caught if do.state.creatures[id].is_up]
        if awake and check(do, awake[number % len(awake)], "STR", "breaking out of the flood").success:
            break
        for id in caught:
            if do.state.creatures[id].status == "down":
                _drown(do, id)
            else:
                hazards.hold_breath(do, id, number * TRY_SECONDS)
        if all(do.state.creatures[id].status == "dead" for id in caught):
            return
    for id in caught:
        rouse(do, id, "drowning")


def _drown(do: Resolution, id: str) -> None:
    for _ in range(ROUNDS_A_TRY):
        if do.state.creatures[id].status == "down":
            hazards.drown(do, id)


_EFFECTS: dict[str, Callable[[Resolution, Creature], None]] = {
    "blade": _blade,
    "fire-jet": _fire,
    "lightning": _lightning,
    "lava-crust": _lava,
    "flood": _flood,
}
