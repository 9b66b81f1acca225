"""What is said of a dungeon: truths about its real rooms, and lies told in the same words, each with who says it.

A game says what a treasure is called and who might live there and does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct

from underkeep.kernel.english import article, number, ordinal, plural
from underkeep.procedures import content, dressings
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.resolution import Resolution
from underkeep.world.dungeon import Area, Dungeon, Group, Hoard
from underkeep.world.settlement import Rumour

FABLED = (
    "a crown",
    "a chest of silver",
    "a king's sword",
    "a ruby like an egg",
    "the dowry of a queen",
    "a golden bell",
)
MOST_CREATURES = 2
"""How many of the rumours tell what a creature is called."""
UNSEEN = ("hidden", "trap", "safe", "door")
"""What whoever has been in a room may still not know of it."""


class Sayings(Struct, frozen=True, forbid_unknown_fields=True):
    told: tuple[str, ...]


class Claim(Struct, frozen=True):
    """Something that may be said: the sort of saying, the room it is about and the words for it; `teaches` is a kind of
    creature whose name it gives away."""

    sort: str
    true: bool
    area: str = ""
    words: tuple[tuple[str, str], ...] = ()
    teaches: str = ""


@cache
def sayings() -> dict[str, Sayings]:
    return content.load("underkeep.mechanics", "rumours", Sayings)


def rumours(do: Resolution, *claims: tuple[Sequence[Claim], int]) -> tuple[Rumour, ...]:
    """So many of each list of claims, drawn: of every sort one before there is a second, each from somebody else."""
    people = list(sayings()["sources"].told)
    found: list[Rumour] = []
    for claim in (claim for every, most in claims for claim in _drawn(do, every, most)):
        people = people or list(sayings()["sources"].told)
        source = str(do.pick(tuple(people), "who says so"))
        people.remove(source)
        area = "" if claim.sort in UNSEEN else claim.area
        found.append(Rumour(f"{source} {_said(do, claim)}.", claim.true, claim.teaches, area))
    return tuple(found)


def _drawn(do: Resolution, claims: Sequence[Claim], most: int) -> Iterator[Claim]:
    left, used = list(claims), dict[str, int]()
    for _ in range(min(most, len(left))):
        rarest = min(used.get(claim.sort, 0) for claim in left)
        claim = do.pick(tuple(c for c in left if used.get(c.sort, 0) == rarest), "rumour")
        left.remove(claim)
        used[claim.sort] = used.get(claim.sort, 0) + 1
        yield claim


def _said(do: Resolution, claim: Claim) -> str:
    return str(do.pick(sayings()[claim.sort].told, "in which words")).format(**dict(claim.words))


def truths(dungeon: Dungeon, lore: LoreChapter, thing: Callable[[Hoard], str]) -> list[Claim]:
    """What could be known of the dungeon as it is."""
    found = [_lair(dungeon, group, group.area, lore, True) for group in _living(dungeon)]
    found += [
        _claim(dungeon, "asleep", True, group.area, monsters=_them(group, lore))
        for group in _living(dungeon)
        if not group.awake and group.count > 1
    ]
    for hoard in _hoards(dungeon):
        sort = "hidden" if hoard.hidden else "treasure"
        found.append(_claim(dungeon, sort, True, hoard.area, thing=thing(hoard)))
    traps = [t for t in dungeon.traps.values() if t.area in dungeon.areas]
    found += [_claim(dungeon, "trap", True, trap.area) for trap in traps]
    found += [_claim(dungeon, "door", True, area.id) for area in _rooms(dungeon) if _has_secret_door(dungeon, area.id)]
    found += [
        _claim(dungeon, "stairs", True, s.up.area) for s in dungeon.stairs.values() if _is_room(dungeon, s.up.area)
    ]
    found += [
        _claim(dungeon, "sight", True, d.area, thing=dressings.kind_of(d).see)
        for d in dungeon.dressings.values()
        if d.sort == "thing" and _is_room(dungeon, d.area)
    ]
    found.append(Claim("depth", True, words=(("name", number(len(dungeon.levels))),)))
    return [*found, *_creatures(dungeon, lore)]


def lies(do: Resolution, dungeon: Dungeon, lore: LoreChapter, strangers: Sequence[str]) -> list[Claim]:
    """What could be said of the dungeon and is not so. `strangers` are kinds that might live there."""
    rooms = _rooms(dungeon)
    empty = [area for area in rooms if not dungeon.groups_in(area.id)]
    here = {lore.name(group.kind) for group in _living(dungeon)}
    others = [kind for kind in strangers if lore.name(kind) not in here]
    living, found = _living(dungeon), list[Claim]()
    hoards, traps = {h.area for h in _hoards(dungeon)}, {t.area for t in dungeon.traps.values()}
    for area in empty:
        if others:
            who = Group(
                "", area.id, str(do.pick(tuple(others), "who is not there")), do.dice.roll(1, 6, "how many")[0] + 1
            )
            found.append(_lair(dungeon, who, area.id, lore, False))
        if living:
            found.append(_lair(dungeon, do.pick(tuple(living), "who is elsewhere"), area.id, lore, False))
    for area in rooms:
        if area.id in hoards:
            found.append(_claim(dungeon, "plundered", False, area.id))
        else:
            found.append(_claim(dungeon, "treasure", False, area.id, thing=str(do.pick(FABLED, "what is not there"))))
        if area.id in traps:
            found.append(_claim(dungeon, "safe", False, area.id))
        if not _has_secret_door(dungeon, area.id):
            found.append(_claim(dungeon, "door", False, area.id))
    found += [
        _claim(dungeon, "asleep", False, group.area, monsters=_them(group, lore))
        for group in living
        if group.awake and group.count > 1
    ]
    found.append(Claim("depth", False, words=(("name", number(len(dungeon.levels) + 3)),)))
    return found


def _creatures(dungeon: Dungeon, lore: LoreChapter) -> Iterator[Claim]:
    """What those are called whom nobody would know at sight."""
    kinds = [k for k in dict.fromkeys(g.kind for g in _living(dungeon)) if lore.look(k) != lore.name(k)]
    for kind in kinds[:MOST_CREATURES]:
        words = (("look", article(lore.look(kind))), ("name", article(lore.name(kind).lower())))
        yield Claim("creature", True, words=words, teaches=kind)


def _lair(dungeon: Dungeon, group: Group, area: str, lore: LoreChapter, true: bool) -> Claim:
    if group.count == 1:
        return _claim(dungeon, "alone", true, area, monsters=article(lore.name(group.kind).lower()))
    return _claim(dungeon, "lair", true, area, monsters=_them(group, lore))


def _them(group: Group, lore: LoreChapter) -> str:
    return plural(lore.name(group.kind).lower())


def _claim(dungeon: Dungeon, sort: str, true: bool, area: str, **words: str) -> Claim:
    told: Mapping[str, str] = {"room": room_name(dungeon, dungeon.areas[area]), **words}
    return Claim(sort, true, area, tuple(told.items()))


def room_name(dungeon: Dungeon, area: Area) -> str:
    """`the Family Vault on the first level`; a passage by a room that it leads to."""
    if area.number:
        return f"the {area.name} on the {ordinal(area.level)} level"
    near = [dungeon.areas[door.beyond(area.id)] for door in dungeon.doors_of(area.id)]
    room = next((a for a in near if a.number), None)
    passage = (area.name or "passage").lower()
    where = f"by the {room.name} on the" if room is not None else "on the"
    return f"the {passage} {where} {ordinal(area.level)} level"


def _rooms(dungeon: Dungeon) -> list[Area]:
    return [area for area in dungeon.areas.values() if area.number]


def _is_room(dungeon: Dungeon, area: str) -> bool:
    return area in dungeon.areas and bool(dungeon.areas[area].number)


def _living(dungeon: Dungeon) -> list[Group]:
    return [group for group in dungeon.groups.values() if group.count and group.area in dungeon.areas]


def _hoards(dungeon: Dungeon) -> list[Hoard]:
    """What lies in the dungeon; what fell on the road is nobody's news."""
    return [hoard for hoard in dungeon.hoards.values() if hoard.items and hoard.area in dungeon.areas]


def _has_secret_door(dungeon: Dungeon, area: str) -> bool:
    return any(not door.found for door in dungeon.doors_of(area))


def thing_name(name: str, count: int) -> str:
    """A treasure as people speak of it: `a sword`, `a heap of gold pieces`."""
    return f"a heap of {plural(name.lower())}" if count > 1 else article(name.lower())
