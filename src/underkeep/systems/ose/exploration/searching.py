"""Searching: one 10-foot square, a turn, a secret roll for each searcher, once each."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import SearchedSquare, campaign, with_campaign
from underkeep.systems.ose.characters.class_abilities import ROOM_TRAPS, SECRET_DOORS, search_in_6
from underkeep.systems.ose.equipment import light
from underkeep.world.creature import Creature
from underkeep.world.encounter import ChanceRolled
from underkeep.world.grid import Square
from underkeep.world.party import Searched
from underkeep.world.state import State

DOOR, TRAP, HOARD = "door", "trap", "hoard"
IN_6 = 1
_CHANCE: tuple[str, ...] = ("ose:exploration.search.chance", "ose:exploration.search.secret-roll")
_ONCE = "ose:exploration.search.once"


class SquareSearched(Event, frozen=True):
    """Somebody has searched a square, and will find no more there."""

    level: int
    square: Square
    creature: str

    def evolve(self, state: State) -> State:
        company = campaign(state).company
        done = company.searched | {SearchedSquare(self.level, self.square, self.creature, state.site)}
        return with_campaign(state, company=replace(company, searched=done))


@executes("ose:exploration.search.once", "ose:light.needed")
def can_search(state: State, creature: Creature, square: Square) -> bool:
    """Who sees there and has not searched there."""
    assert state.party is not None and state.party.at is not None
    here = SearchedSquare(state.party.at.level, square, creature.id, state.site)
    return here not in campaign(state).company.searched and light.sees_feet(state, creature) > 0


@executes("ose:exploration.search.once", "ose:exploration.search.area", "ose:light.needed")
def searchable(state: State, floor: int) -> int:
    """The squares that somebody who sees has not searched yet."""
    dungeon, at, _ = survey.here(state)
    able = [c.id for c in state.marchers() if light.sees_feet(state, c)]
    if not able:
        return 0
    done: dict[Square, set[str]] = {}
    for level, square, creature, site in campaign(state).company.searched:
        if (level, site) == (at.level, state.site):
            done.setdefault(square, set()).add(creature)
    grid = dungeon.level(at.level).grid
    for square, searchers in done.items():
        if searchers.issuperset(able):
            floor &= ~grid.bit(square)
    return floor


def why_not(state: State, square: Square) -> Refusal | None:
    if not any(light.sees_feet(state, c) for c in state.marchers()):
        return Refusal("Nobody sees anything in this darkness.", "ose:light.needed")
    if not any(can_search(state, c, square) for c in state.marchers()):
        return Refusal("Everybody has searched there.", _ONCE)
    return None


@executes(
    "ose:exploration.search.chance",
    "ose:exploration.search.secret-roll",
    "ose:exploration.search.hidden-features",
    "ose:exploration.search.area",
    "ose:doors.secret.only-search",
    "ose:traps.search.room",
)
def search(do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
    """1d6 by the referee for one searcher at one square: a 1 finds whatever is hidden there, a 2 what the class has an
    eye for. Nothing comes to light without a search.
    """
    if not can_search(do.state, creature, square):
        return ()
    if not any(isinstance(event, Searched) for event in do.events):
        do.emit(Searched(square, rule=("ose:exploration.search.area", "ose:exploration.search.time")))
    level = survey.here(do.state)[1].level
    do.emit(SquareSearched(level, square, creature.id, rule=(_ONCE,)))
    chances = chances_in_6(creature)
    roll = do.roll_at_most(1, 6, f"search by {creature.id}", max(chances.values()))
    found = tuple(sort for sort, chance in chances.items() if roll.total <= chance)
    rule = (*_CHANCE, "ose:exploration.search.hidden-features") if found else _CHANCE
    rule = (*rule, "ose:doors.secret.only-search") if DOOR in found else rule
    rule = (*rule, "ose:traps.search.room") if TRAP in found else rule
    do.emit(ChanceRolled("searching", roll, bool(found), creature.id, rule=rule, seats=(REFEREE,)))
    return found


@executes("ose:exploration.search.chance")
def chances_in_6(creature: Creature) -> dict[str, int]:
    """1-in-6 for secret doors, room traps and hidden treasure; elves see secret doors better, dwarves room traps."""
    return {DOOR: search_in_6(creature, SECRET_DOORS), TRAP: search_in_6(creature, ROOM_TRAPS), HOARD: IN_6}
