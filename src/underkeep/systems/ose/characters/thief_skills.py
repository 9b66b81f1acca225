"""Thief skills: the chances by level, and the rolls that open locks, find traps, climb walls and empty pockets."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import carrying, content
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, dice
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.monsters.listings import is_person
from underkeep.world.creature import CheckRolled, Creature
from underkeep.world.dungeon import Door, Hoard, Trap, TrapChanged
from underkeep.world.encounter import ChanceRolled, EncounterChanged
from underkeep.world.gear import ItemsChanged, less
from underkeep.world.state import State

CLIMB, TREASURE_TRAPS = "climb-sheer-surfaces", "treasure-traps"
HIDE, MOVE_SILENTLY = "hide-in-shadows", "move-silently"
OPEN_LOCKS, PICK_POCKETS, HEAR_NOISE = "open-locks", "pick-pockets", "hear-noise"
TOOLS = "thieves-tools"
CLIMB_FEET = 100
READ_LANGUAGES_PERCENT, READ_LANGUAGES_LEVEL = 80, 4
SCROLL_LEVEL, SCROLL_MISHAP_PERCENT = 10, 10
WARY_LEVEL, WARY_PENALTY = 5, 5
_ABOUT = "ose:class.abilities"
_RULE = (_ABOUT,)
_LOCKED = "ose:doors.locked"


class Skill(Struct, frozen=True, forbid_unknown_fields=True):
    by_level: tuple[int, ...]
    rule: str


NEAR_FEET = 120
"""As far as one walks up to somebody while the others talk. Ours."""


class PickPockets(Action, frozen=True):
    """Try the purse of somebody met."""

    actor: str
    target: str


class LockBeaten(Event, frozen=True):
    """A lock beat a thief of this level."""

    door: str
    creature: str
    level: int

    def evolve(self, state: State) -> State:
        own = campaign(state).thieves
        locks = {**own.locks, self.door: {**own.locks.get(self.door, {}), self.creature: self.level}}
        return with_campaign(state, thieves=replace(own, locks=locks))


class HoardInspected(Event, frozen=True):
    """A thief has looked a hoard over for traps."""

    hoard: str
    creature: str

    def evolve(self, state: State) -> State:
        own = campaign(state).thieves
        return with_campaign(state, thieves=replace(own, inspected=own.inspected | {(self.hoard, self.creature)}))


class DisarmingFailed(Event, frozen=True):
    """A thief could not make out how to take a trap apart."""

    trap: str
    creature: str

    def evolve(self, state: State) -> State:
        own = campaign(state).thieves
        return with_campaign(state, thieves=replace(own, traps=own.traps | {(self.trap, self.creature)}))


EVENTS: tuple[type[Event], ...] = (LockBeaten, HoardInspected, DisarmingFailed)


@cache
def skills() -> dict[str, Skill]:
    return content.load(compendium.PACKAGE, "skills", Skill)


def is_thief(creature: Creature) -> bool:
    own = compendium.classes().get(sheet(creature).character_class)
    return own is not None and own.thief_skills


@executes("ose:class.abilities")
def skill_chance(creature: Creature, skill: str) -> int:
    """In 100 (hearing noises: in 6); none for those who are no thieves."""
    return skills()[skill].by_level[sheet(creature).level - 1] if is_thief(creature) else 0


@executes("ose:class.abilities")
def hear_noise_in_6(creature: Creature) -> int:
    """In how many of six tries the creature hears something."""
    return skill_chance(creature, HEAR_NOISE)


@executes("ose:class.abilities")
def attempt(do: Resolution, creature: Creature, skill: str, secret: bool = False) -> bool:
    """Succeeds on a d100 of no more than the chance; some attempts only the referee sees."""
    chance = skill_chance(creature, skill)
    roll = dice.percent(do, f"{skill} of {creature.id}", chance)
    seats = (REFEREE,) if secret else None
    rule = (*_RULE, dice.PERCENTILE)
    do.emit(CheckRolled(creature.id, skill.replace("-", " "), roll, bool(roll.success), rule=rule, seats=seats))
    return bool(roll.success)


def why_not(state: State, action: a.PickLock | a.InspectHoard | a.Disarm) -> Refusal | None:
    creature = state.creatures[action.actor]
    if isinstance(action, a.PickLock):
        return why_not_pick(state, creature, action.door)
    if isinstance(action, a.InspectHoard):
        return why_not_inspect(state, creature, action.hoard)
    return why_not_disarm(state, creature, action.trap)


@executes("ose:doors.locked", "ose:class.abilities")
def why_not_pick(state: State, creature: Creature, door: str) -> Refusal | None:
    """A thief with tools; a lock that beat somebody waits until that thief knows more."""
    if not is_thief(creature):
        return Refusal(f"{creature.name} knows nothing of locks.", _LOCKED)
    if not carrying.has(creature, TOOLS):
        return Refusal(f"{creature.name} has no thieves' tools.", _LOCKED)
    if campaign(state).thieves.locks.get(door, {}).get(creature.id, 0) >= sheet(creature).level:
        return Refusal(f"{creature.name} cannot open that lock yet.", _ABOUT)
    return None


@executes("ose:class.abilities", "ose:doors.locked")
def pick_lock(do: Resolution, creature: Creature, door: Door) -> bool:
    """One try for a lock at each level."""
    opened = attempt(do, creature, OPEN_LOCKS)
    if not opened:
        do.emit(LockBeaten(door.id, creature.id, sheet(creature).level, rule=_RULE))
    return opened


@executes("ose:class.abilities", "ose:traps.search.treasure")
def why_not_inspect(state: State, creature: Creature, hoard: str) -> Refusal | None:
    """Thieves alone, and each once."""
    if not is_thief(creature):
        return Refusal(f"{creature.name} knows nothing of such traps.", "ose:traps.search.treasure")
    if (hoard, creature.id) in campaign(state).thieves.inspected:
        return Refusal(f"{creature.name} has looked it over.", _ABOUT)
    return None


@executes("ose:class.abilities", "ose:traps.search.treasure")
def inspect(do: Resolution, creature: Creature, hoard: Hoard) -> None:
    """The roll is the referee's: a trap that is found is told, nothing else."""
    do.emit(HoardInspected(hoard.id, creature.id, rule=(*_RULE, "ose:traps.search.treasure")))
    found = attempt(do, creature, TREASURE_TRAPS, secret=True)
    assert do.state.dungeon is not None
    for trap in do.state.dungeon.traps.values():
        if found and trap.on == hoard.id and trap.state == "hidden":
            do.emit(TrapChanged(replace(trap, state="found"), "found", rule=_RULE))


def why_not_disarm(state: State, creature: Creature, trap: str) -> Refusal | None:
    if not is_thief(creature):
        return Refusal(f"{creature.name} knows nothing of such traps.", "ose:traps.search.treasure")
    if (trap, creature.id) in campaign(state).thieves.traps:
        return Refusal(f"{creature.name} could not make it out.", _ABOUT)
    return None


@executes("ose:class.abilities")
def disarm(do: Resolution, creature: Creature, trap: Trap) -> bool:
    """The same skill again takes it apart; one try each."""
    removed = attempt(do, creature, TREASURE_TRAPS)
    if removed:
        do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed", rule=_RULE))
    else:
        do.emit(DisarmingFailed(trap.id, creature.id, rule=_RULE))
    return removed


@executes("ose:class.abilities", "ose:hazard.climb.sheer")
def climb(do: Resolution, creature: Creature, height_feet: int) -> int:
    """A roll for every 100 feet; a failed one is a fall from half the height climbed by then. How far it is, 0 if
    none.
    """
    for stretch in range(0, height_feet, CLIMB_FEET):
        feet = min(CLIMB_FEET, height_feet - stretch)
        if not attempt(do, creature, CLIMB):
            return stretch + feet // 2
    return 0


@executes("ose:class.abilities")
def reads_languages(do: Resolution, creature: Creature) -> bool:
    """From 4th level a thief makes out 80 in 100 texts in any tongue but magic's."""
    if not is_thief(creature) or sheet(creature).level < READ_LANGUAGES_LEVEL:
        return False
    roll = dice.percent(do, f"read languages of {creature.id}", READ_LANGUAGES_PERCENT)
    do.emit(CheckRolled(creature.id, "read languages", roll, bool(roll.success), rule=_RULE))
    return bool(roll.success)


@executes("ose:class.abilities")
def uses_scrolls(creature: Creature) -> bool:
    """From 10th level."""
    return is_thief(creature) and sheet(creature).level >= SCROLL_LEVEL


@executes("ose:class.abilities")
def scroll_goes_wrong(do: Resolution, creature: Creature) -> bool:
    """One spell in ten that a thief reads from a scroll."""
    roll = dice.percent(do, f"scroll mishap of {creature.id}", SCROLL_MISHAP_PERCENT)
    do.emit(ChanceRolled("a scroll goes wrong", roll, bool(roll.success), creature.id, rule=_RULE))
    return bool(roll.success)


def pocket_options(state: State) -> list[Action]:
    encounter = state.encounter
    if encounter is None or state.fight is not None:
        return []
    thieves = [m for m in state.marchers() if is_thief(m)]
    near = encounter.monsters if encounter.distance <= NEAR_FEET else ()
    return [PickPockets(m.id, id) for m in thieves for id in near if is_person(state.creatures[id])]


@executes("ose:class.abilities")
def why_not_pocket(state: State, action: PickPockets) -> Refusal | None:
    """Only a thief picks pockets, of somebody met who has any and is not hostile."""
    thief, victim = state.creatures[action.actor], state.creatures.get(action.target)
    if not is_thief(thief):
        return Refusal(f"{thief.name} is no thief.", _ABOUT)
    if victim is None or state.encounter is None or victim.id not in state.encounter.monsters:
        return Refusal(f"{action.target} is nobody to steal from.", _ABOUT)
    if not is_person(victim):
        return Refusal(f"{victim.name} has no pockets.", _ABOUT)
    if state.encounter.distance > NEAR_FEET:
        return Refusal(f"{victim.name} is too far away.", _ABOUT)
    if victim.status != "up" or state.encounter.attitude in ("", "hostile"):
        return Refusal(f"There is no getting at {victim.name}'s purse.", _ABOUT)
    return None


@executes("ose:class.abilities")
def pick_pocket(do: Resolution, action: PickPockets) -> bool:
    """5 less in 100 for each level of the victim above the fifth; one in a hundred always fails, and a roll of more
    than twice the chance is noticed. Whether it was noticed. There may be nothing to take.
    """
    thief, victim = do.state.creatures[action.actor], do.state.creatures[action.target]
    wary = -WARY_PENALTY * max(0, sheet(victim).level - WARY_LEVEL)
    chance = min(99, skill_chance(thief, PICK_POCKETS) + wary)
    roll = dice.percent(do, f"{PICK_POCKETS} of {thief.id}", chance)
    do.emit(CheckRolled(thief.id, "pick pockets", roll, bool(roll.success), rule=_RULE))
    if roll.success and victim.items:
        item = victim.items[0]
        do.emit(ItemsChanged(victim.id, less(victim.items, item), "lost", seats=(REFEREE,)))
        carrying.receive(do, thief.id, item, "stole", _RULE)
    noticed = roll.total > 2 * chance
    if noticed and do.state.encounter is not None:
        angry = replace(do.state.encounter, attitude="hostile")
        do.emit(EncounterChanged(angry, "a thief was noticed", rule=_RULE))
    return noticed
