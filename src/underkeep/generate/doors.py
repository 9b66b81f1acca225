"""What stands in each doorway: nothing, a door, a stuck or a locked one, or a door that nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction

from msgspec.structs import replace

from underkeep.generate.choice import Chooser
from underkeep.generate.numbering import Draft
from underkeep.generate.settings import Setting
from underkeep.kernel.codec import Barrier
from underkeep.kernel.opaque import opaque_id
from underkeep.world.dungeon import Area, Door
from underkeep.world.grid import Square

Bar = Callable[[str], Barrier | None]
"""What a game makes of a door that is stuck or locked."""
LEAST_OPEN = Fraction(2, 3)
"""The share of a level's rooms that can be reached through no lock and no secret door. The stairs always can."""


def hang_doors(
    choose: Chooser, setting: Setting, draft: Draft, arrivals: list[Square], bar: Bar, salt: str
) -> dict[str, Door]:
    """Every way between two areas of the level, in reading order. `arrivals` are squares that must stay in reach."""
    doors = _doorways(choose, setting, draft, salt)
    owner = draft.owners()
    must = [owner[square] for square in arrivals]
    candidates = choose.shuffled([id for id, door in doors.items() if _has_room(draft, door)], "secret")
    wanted = choose.between(*setting.secret, "secret doors")
    for id in candidates:
        if wanted:
            hidden = replace(doors[id], kind="secret door", found=False)
            wanted -= _try(doors, hidden, draft.areas.values(), must)
    locked: set[str] = set()
    for id, door in doors.items():
        if door.kind != "door":
            continue
        face = choose.between(1, 100, "stuck or locked")
        if face <= setting.locked:
            if _try(doors, door, draft.areas.values(), must, locked | {id}):
                locked.add(id)
                doors[id] = replace(door, barrier=bar("locked"))
        elif face <= setting.locked + setting.stuck:
            doors[id] = replace(door, barrier=bar("stuck"))
    return doors


def _doorways(choose: Chooser, setting: Setting, draft: Draft, salt: str) -> dict[str, Door]:
    owner = draft.owners()
    chances = dict.fromkeys(draft.doorways, setting.opening) | dict.fromkeys(draft.openings, 100 - setting.passage_door)
    doors = {}
    in_order = sorted(chances, key=lambda pair: sorted((y, x) for x, y in pair))
    for one, other in in_order:
        id = opaque_id(salt, "door", draft.level.number, one, other)
        is_open = choose.chance(chances[one, other], "opening")
        kind = "opening" if is_open else "door"
        doors[id] = Door(id, draft.level.number, (one, other), (owner[one], owner[other]), kind)  # type: ignore[arg-type]
    return doors


def _has_room(draft: Draft, door: Door) -> bool:
    return any(draft.areas[area].number for area in door.areas)


def _try(
    doors: dict[str, Door], door: Door, areas: Iterable[Area], must: list[str], locked: Collection[str] = ()
) -> bool:
    """Change a door, unless too much of the level would then lie behind secrets and locks."""
    before = doors[door.id]
    doors[door.id] = door
    rooms = [area.id for area in areas if area.number]
    free = reach((d for d in doors.values() if d.found and d.id not in locked), must[0])
    if all(area in free for area in must) and sum(room in free for room in rooms) >= LEAST_OPEN * len(rooms):
        return True
    doors[door.id] = before
    return False


def reach(doors: Iterable[Door], start: str) -> set[str]:
    """The areas one can get to through these doors."""
    ways: dict[str, list[str]] = {}
    for door in doors:
        one, other = door.areas
        ways.setdefault(one, []).append(other)
        ways.setdefault(other, []).append(one)
    found, queue = {start}, [start]
    for area in queue:
        for beyond in ways.get(area, ()):
            if beyond not in found:
                found.add(beyond)
                queue.append(beyond)
    return found
