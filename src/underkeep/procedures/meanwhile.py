"""What goes on in a dungeon between two visits: the dead are looted, doors are shut, empty lairs are taken, those who
fought the party prepare for it, and factions settle their quarrels.

A day must have gone by. What each of them does is the game's answer; all of it is the referee's knowledge until the
party comes to the place and sees what has changed.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import purposes
from underkeep.procedures.questions import MeanwhileChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.switches import AT_REST
from underkeep.world.clock import DAY
from underkeep.world.dungeon import AreaChanged, DoorChanged, Dungeon, Group, GroupChanged, Hoard, HoardChanged
from underkeep.world.gear import more

TAKEN_IN_6, MOST_TAKEN_IN_6 = 1, 4
"""An empty lair is taken 1-in-6 for each day that has gone by, up to this."""
REACH = 5
"""How many doors off those live who come for what lies about."""
SECRET = (REFEREE,)


def go_by(haunts: MeanwhileChapter, do: Resolution) -> None:
    """The party comes back to a dungeon that it has left a day or more ago."""
    party = do.state.party
    if party is None or party.left_at is None or do.state.now - party.left_at < DAY or AT_REST in do.state.switches:
        return
    days = (do.state.now - party.left_at) // DAY
    _shut_doors(do)
    _loot(haunts, do)
    for group in _standing(_dungeon(do)):
        if haunts.sort(group.kind) == "mindless":
            continue  # nothing in them expects or remembers anybody
        if _was_fought(do, group):
            _prepare(haunts, do, group)
        elif haunts.sort(group.kind) == "people":
            _scheme(haunts, do, group)
    _refill(haunts, do, days)


def _dungeon(do: Resolution) -> Dungeon:
    assert do.state.dungeon is not None
    return do.state.dungeon


def _standing(dungeon: Dungeon) -> list[Group]:
    """Those who are still about, in the order of the map."""
    found = [g for g in dungeon.groups.values() if g.count > 0 and g.area in dungeon.areas]
    return sorted(found, key=lambda g: (dungeon.areas[g.area].level, dungeon.areas[g.area].squares[0], g.kind))


def _was_fought(do: Resolution, group: Group) -> bool:
    """Whether some of them have fallen to the party, or fled from it."""
    return any(do.state.creatures[id].status != "up" for id in group.members)


def _mark(do: Resolution, area: str, what: str) -> None:
    party = do.state.party
    if party is not None and area in party.visited:
        do.emit(AreaChanged(area, what))


# Doors and things that lie about


def _shut_doors(do: Resolution) -> None:
    for door in _dungeon(do).doors.values():
        if door.kind == "door" and door.is_open:
            do.emit(DoorChanged(replace(door, is_open=False), "shut", seats=SECRET))


def _loot(haunts: MeanwhileChapter, do: Resolution) -> None:
    """What lies about unguarded goes to the nearest who can use it, into their lair."""
    for hoard in list(_dungeon(do).hoards.values()):
        dungeon = _dungeon(do)
        owner = dungeon.groups.get(hoard.group)
        if not hoard.items or hoard.hidden or hoard.barrier is not None or (owner is not None and owner.count):
            continue
        party = do.state.party
        if hoard.area not in dungeon.areas or party is None or hoard.area not in party.visited:
            continue
        taker = _nearest(haunts, dungeon, hoard.area)
        if taker is not None:
            do.emit(HoardChanged(replace(hoard, items=()), "looted", seats=SECRET))
            _store(do, taker, hoard)
            _mark(do, hoard.area, "looted")


def _store(do: Resolution, taker: Group, loot: Hoard) -> None:
    own = next((h for h in _dungeon(do).hoards.values() if h.group == taker.id and h.area == taker.area), None)
    own = own or Hoard(do.state.new_id("hoard", _dungeon(do).hoards), taker.area, (), hidden=True, group=taker.id)
    items = own.items
    for item in loot.items:
        items = more(items, item)
    do.emit(HoardChanged(replace(own, items=items), "stored", seats=SECRET))


def _nearest(haunts: MeanwhileChapter, dungeon: Dungeon, area: str) -> Group | None:
    """The nearest of those who care for things."""
    far, queue = {area: 0}, deque([area])
    while queue:
        at = queue.popleft()
        for group in sorted(dungeon.groups_in(at), key=lambda g: g.kind):
            if group.count and group.awake and haunts.sort(group.kind) == "people":
                return group
        for door in dungeon.doors_of(at):
            if door.beyond(at) not in far and far[at] < REACH:
                far[door.beyond(at)] = far[at] + 1
                queue.append(door.beyond(at))
    return None


# Those who were fought


def _prepare(haunts: MeanwhileChapter, do: Resolution, group: Group) -> None:
    """They expect the party from now on, and do one thing more."""
    plan = haunts.prepares(do, group)
    do.emit(GroupChanged(replace(group, alert=True), plan))
    if plan == "moving away":
        _move(do, group.id)
    elif plan == "reinforcements":
        _post(do, group)
    else:
        _bar(do, group)


def _move(do: Resolution, id: str) -> None:
    """Into a room near by that nobody has, with all they own."""
    dungeon = _dungeon(do)
    group = dungeon.groups[id]
    beyond = [d.beyond(group.area) for d in dungeon.doors_of(group.area)]
    taken = {g.area for g in dungeon.groups.values() if g.count} | {dungeon.entrance.area}
    near = [b for a in beyond for d in dungeon.doors_of(a) if (b := d.beyond(a)) not in taken]
    free = [b for b in (*beyond, *near) if b not in taken and dungeon.areas[b].number]
    if not free:
        return
    for hoard in list(dungeon.hoards.values()):
        if hoard.group == id and hoard.area == group.area:
            do.emit(HoardChanged(replace(hoard, area=free[0], square=None), "carried off", seats=SECRET))
    do.emit(GroupChanged(replace(group, area=free[0]), "moved"))
    _mark(do, group.area, "moved out")
    _mark(do, free[0], "moved in")


def _post(do: Resolution, group: Group) -> None:
    """More of their kind have come, and stand guard in front of the lair."""
    dungeon = _dungeon(do)
    taken = {g.area for g in dungeon.groups.values() if g.count} | {dungeon.entrance.area}
    posts = [b for d in dungeon.doors_of(group.area) if d.found and (b := d.beyond(group.area)) not in taken]
    many = do.roll(1, 4, f"reinforcements of {group.id}").total
    area = posts[0] if posts else group.area
    guards = Group(do.state.new_group(), area, group.kind, many, attitude=group.attitude, alert=True)
    do.emit(GroupChanged(guards, "reinforced"))
    _mark(do, area, "on guard")


def _bar(do: Resolution, group: Group) -> None:
    """The doors of their lair are shut and stopped up."""
    bar = do.rules.dungeon.barrier("stuck") if do.rules.dungeon is not None else None
    for door in _dungeon(do).doors_of(group.area):
        if door.kind == "door" and door.found and door.barrier is None:
            do.emit(DoorChanged(replace(door, is_open=False, barrier=bar, tried=False), "barred", seats=SECRET))
            _mark(do, door.beyond(group.area), "fortified")


# Those who go on with their lives


def _scheme(haunts: MeanwhileChapter, do: Resolution, group: Group) -> None:
    """One step of a faction: on its way somewhere else, or against its enemies."""
    now = _dungeon(do).groups[group.id]
    if not now.count:
        return
    plan = haunts.schemes(do, now)
    if plan == "move" and not now.lair:
        _move(do, now.id)
    elif plan == "raid":
        foe = _enemy(haunts, do, now)
        if foe is not None:
            _raid(haunts, do, now, foe)


def _enemy(haunts: MeanwhileChapter, do: Resolution, group: Group) -> Group | None:
    """An enemy of theirs on the same level."""
    dungeon = _dungeon(do)
    for other in _standing(dungeon):
        thinks = haunts.sort(other.kind) == "people"
        odds = haunts.at_odds(group.kind, other.kind)
        alike = dungeon.areas[other.area].level == dungeon.areas[group.area].level
        if alike and purposes.relation(do.state, group, other, odds, thinks) == "enemy":
            return other
    return None


def _raid(haunts: MeanwhileChapter, do: Resolution, group: Group, foe: Group) -> None:
    """The stronger win and take what the others had; it costs them some of their own. Those whom the party has met are
    left out of it: they have faces."""
    if group.members or foe.members:
        return
    ours, theirs = (g.count * haunts.strength(g.kind) for g in (group, foe))
    winner, loser = (group, foe) if ours >= theirs else (foe, group)
    lost = min(winner.count - 1, loser.count * haunts.strength(loser.kind) // (2 * haunts.strength(winner.kind)))
    do.emit(GroupChanged(replace(winner, count=winner.count - max(0, lost)), "raid won"))
    do.emit(GroupChanged(replace(loser, count=0), "wiped out"))
    for hoard in list(_dungeon(do).hoards.values()):
        if hoard.group == loser.id and hoard.items:
            do.emit(HoardChanged(replace(hoard, items=()), "plundered", seats=SECRET))
            _store(do, _dungeon(do).groups[winner.id], hoard)
    _mark(do, loser.area, "raided")


def _refill(haunts: MeanwhileChapter, do: Resolution, days: int) -> None:
    """A lair that stands empty is taken by others, the sooner the longer it does."""
    dungeon = _dungeon(do)
    living = {g.area for g in dungeon.groups.values() if g.count}
    empty = [g for g in dungeon.groups.values() if g.lair and not g.count and g.area in dungeon.areas]
    chance = min(MOST_TAKEN_IN_6, TAKEN_IN_6 * days)
    for group in sorted(empty, key=lambda g: (dungeon.areas[g.area].level, dungeon.areas[g.area].squares[0])):
        if group.area in living or not do.roll_at_most(1, 6, f"newcomers in {group.area}", chance).success:
            continue
        living.add(group.area)
        new = haunts.newcomers(do, dungeon.areas[group.area].level, group.area)
        do.emit(GroupChanged(replace(new, lair=True), "moved in"))
        _mark(do, group.area, "moved in")
