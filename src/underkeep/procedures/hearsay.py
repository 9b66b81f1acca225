"""What those who live in a dungeon know of it: rooms, neighbours, treasure, traps and ways near where they live.

All of it is true of the dungeon as it stands; a lie is made of the same rooms, and is not so. Which of it they tell,
and to whom, `conversation` decides.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from underkeep.procedures import purposes, survey
from underkeep.procedures.questions import TalkChapter
from underkeep.world.dungeon import Area, Dungeon, Group
from underkeep.world.state import State

FAR_AT_HOME, FAR_ABOUT = 5, 3
"""How many doors from where they are those who live here know, and those who are only about."""
ABOUT: dict[str, tuple[str, ...]] = {
    "news": ("enemy", "dwellers", "trap", "treasure", "oddity", "down", "up", "secret door", "empty"),
    "treasure": ("treasure",),
    "dwellers": ("enemy", "dwellers", "kin", "empty"),
    "dangers": ("trap", "enemy", "dwellers", "oddity"),
    "ways": ("down", "up", "secret door", "empty"),
}
"""What each topic is about, by sorts of news."""
OLD_STORY = "An old story, and the party has seen for itself:"
KEPT = frozenset({"kin"})
"""What is told to friends only."""


class News(NamedTuple):
    """One thing that is known: its sort, the kind of what there is, and where."""

    sort: str
    what: str
    area: str

    @property
    def key(self) -> str:
        return f"{self.sort}:{self.area}"


def known(talk: TalkChapter, state: State, group: Group) -> list[News]:
    """What a group knows, the nearest first."""
    dungeon = state.dungeon
    assert dungeon is not None
    found: list[News] = []
    for area in _around(dungeon, group):
        found += _of_area(talk, state, dungeon, group, area)
    return list(dict.fromkeys(found))


def _around(dungeon: Dungeon, group: Group) -> list[Area]:
    """The areas that a group knows, its own first. Secret doors are no secret to those who live beside them."""
    if group.area not in dungeon.areas:
        return []
    far = {group.area: 0}
    queue = deque([group.area])
    most = FAR_AT_HOME if group.lair else FAR_ABOUT
    while queue:
        at = queue.popleft()
        if far[at] == most:
            continue
        doors = (d for d in dungeon.doors_of(at) if d.found or at == group.area)
        beyond = [door.beyond(at) for door in doors]
        beyond += [survey.other_end(stairs, at).area for stairs in dungeon.stairs_of(at)]
        for area in beyond:
            if area not in far:
                far[area] = far[at] + 1
                queue.append(area)
    return [dungeon.areas[id] for id in far]


def _of_area(talk: TalkChapter, state: State, dungeon: Dungeon, group: Group, area: Area) -> list[News]:
    found = [
        News(_sort_of(talk, state, group, other), other.kind, area.id)
        for other in dungeon.groups_in(area.id)
        if other.count and other.id != group.id
    ]
    if any(h.items and h.area == area.id and h.group != group.id for h in dungeon.hoards.values()):
        found.append(News("treasure", "", area.id))
    found += [News("trap", t.seems, area.id) for t in dungeon.traps.values() if _waits(t.state, t.area, area)]
    found += [News("down" if s.up.area == area.id else "up", s.kind, area.id) for s in dungeon.stairs_of(area.id)]
    found += [News("secret door", "", area.id) for d in dungeon.doors_of(area.id) if not d.found][:1]
    odd = [f for f in dungeon.features.values() if f.area == area.id and not f.hidden]
    found += [News("oddity", f.kind, area.id) for f in odd][:1]
    if not found and area.number and area.id != group.area:
        found.append(News("empty", "", area.id))
    return found


def is_seen(state: State, news: News) -> bool:
    """Whether the party has seen for itself what there is to tell of a place: that is no news."""
    dungeon, party = state.dungeon, state.party
    if dungeon is None or party is None or news.area not in party.visited:
        return False
    if news.sort in ("enemy", "dwellers", "kin"):
        here = party.at is not None and party.at.area == news.area
        living = [g for g in dungeon.groups_in(news.area) if g.count and g.kind == news.what]
        return here or all(g.members or g.attitude for g in living)
    if news.sort == "treasure":
        return not any(h.hidden and h.items for h in dungeon.hoards.values() if h.area == news.area)
    return news.sort in ("empty", "oddity", "down", "up")


def _waits(state: str, where: str, area: Area) -> bool:
    return state == "hidden" and where == area.id


def _sort_of(talk: TalkChapter, state: State, group: Group, other: Group) -> str:
    thinks = talk.sort(group.kind) == "people" and talk.sort(other.kind) == "people"
    told = purposes.relation(state, group, other, talk.at_odds(group.kind, other.kind), thinks)
    return {"kin": "kin", "enemy": "enemy", "stranger": "dwellers"}[told]


def unheard(state: State) -> int | None:
    """Of what is said of the dungeon in town the first that the party has not heard: those on the road know it too."""
    town = state.settlement
    if town is None or not state.is_outdoors:
        return None
    return next((n for n in range(len(town.rumours)) if n not in town.heard and not is_old(state, n)), None)


def is_old(state: State, rumour: int) -> bool:
    """Whether the party knows better: it has been in the room, or can name those who live there."""
    town, party = state.settlement, state.party
    assert town is not None
    said = town.rumours[rumour]
    return party is not None and (said.area in party.visited or said.teaches in party.knows)


WARNED = {"trap": "a trap", "secret door": "a door that nobody sees", "treasure": "treasure"}
"""What is told of a place and stays in mind there until it is seen."""


def told_here(state: State) -> list[str]:
    """What those who were met have told of the place where the party is, as far as it has not shown since."""
    dungeon, _, area = survey.here(state)
    sorts = {key.partition(":")[0] for g in dungeon.groups.values() for key in g.told if key.endswith(f":{area.id}")}
    known = {
        "trap": any(t.area == area.id and t.state != "hidden" for t in dungeon.traps.values()),
        "treasure": any(h.area == area.id and not h.hidden for h in dungeon.hoards.values()),
    }
    return [words for sort, words in WARNED.items() if sort in sorts and not known.get(sort, False)]


def rumours_of(state: State, place: str) -> list[str]:
    """What was heard in town of a place by its name."""
    town = state.settlement
    heard = [town.rumours[n] for n in town.heard if n < len(town.rumours)] if town is not None else []
    return [said.text for said in heard if place in said.text]


def newest(state: State, rumours: Iterable[int]) -> tuple[int, ...]:
    """Of rumours those that are news to the party; if there are none, the old ones are told."""
    rumours = tuple(rumours)
    return tuple(n for n in rumours if not is_old(state, n)) or rumours


def as_told(state: State, rumour: int, teller: str = "") -> str:
    """A rumour in words, those of a `teller` who knows it himself; of an old one it is said that the party knows
    better."""
    assert state.settlement is not None
    text = state.settlement.rumours[rumour].text
    source, that, said = text.partition(" that ")
    is_sourced = bool(that) and ". " not in source
    text = f"{teller} that {said}" if teller and is_sourced else text
    return f"{OLD_STORY} {text}" if is_old(state, rumour) else text


def lies(talk: TalkChapter, state: State, group: Group) -> list[News]:
    """What would harm whoever believes it: treasure where only danger is, peace where somebody or something waits."""
    dungeon = state.dungeon
    assert dungeon is not None
    found: list[News] = []
    for area in _around(dungeon, group):
        if area.id == group.area or not area.number:
            continue
        true = {news.sort for news in _of_area(talk, state, dungeon, group, area)}
        is_bad = bool(true & {"trap", "enemy", "dwellers", "kin"})
        if is_bad:
            found.append(News("empty", "", area.id))
        if "treasure" not in true:
            lie = News("treasure", "", area.id)
            found.insert(0, lie) if is_bad else found.append(lie)
    return found
