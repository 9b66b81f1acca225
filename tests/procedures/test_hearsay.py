"""What those who live in a dungeon tell of it: true or false of the dungeon as it stands."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from underkeep.procedures import hearsay, purposes
from underkeep.systems import load
from underkeep.systems.knave.exploration import talk as knave_talk
from underkeep.systems.ose.encounters import talk as ose_talk
from underkeep.table.new_game import new_game
from underkeep.world.dungeon import Dungeon, Group
from underkeep.world.settlement import Rumour
from underkeep.world.state import State

TALK = {"ose": ose_talk, "knave": knave_talk}


def _is_so(dungeon: Dungeon, group: Group, news: hearsay.News) -> bool:
    """By the dungeon itself, without the code that tells it."""
    area = news.area
    living = [g for g in dungeon.groups.values() if g.area == area and g.count and g.id != group.id]
    hoards = [h for h in dungeon.hoards.values() if h.area == area and h.items and h.group != group.id]
    traps = [t for t in dungeon.traps.values() if t.area == area and t.state == "hidden"]
    if news.sort in ("enemy", "dwellers", "kin"):
        return any(g.kind == news.what for g in living)
    return {
        "treasure": bool(hoards),
        "trap": bool(traps),
        "secret door": any(area in d.areas and not d.found for d in dungeon.doors.values()),
        "down": any(s.up.area == area for s in dungeon.stairs.values()),
        "up": any(s.down.area == area for s in dungeon.stairs.values()),
        "oddity": any(f.area == area and not f.hidden for f in dungeon.features.values()),
        "empty": not living and not hoards and not traps,
    }[news.sort]


def _worlds(system: str) -> list[State]:
    return [new_game(load(system), seed).state for seed in range(1, 5)]


@pytest.mark.parametrize("system", ["ose", "knave"])
def test_what_is_known_is_so_and_a_lie_is_not(system: str) -> None:
    talk, told, lied = TALK[system], 0, 0
    for state in _worlds(system):
        assert state.dungeon is not None
        for group in state.dungeon.groups.values():
            for news in hearsay.known(talk, state, group):
                told += 1
                assert _is_so(state.dungeon, group, news), news
            for news in hearsay.lies(talk, state, group):
                lied += 1
                assert not _is_so(state.dungeon, group, news), news
    assert told > 50 and lied > 20


def test_only_what_is_near_is_known() -> None:
    state = _worlds("ose")[0]
    assert state.dungeon is not None
    for group in islice(state.dungeon.groups.values(), 4):
        near = {news.area for news in hearsay.known(ose_talk, state, group)}
        assert len(near) < len(state.dungeon.areas)


def test_what_a_group_wants_hangs_on_the_dungeon_and_not_on_the_moment() -> None:
    state = _worlds("ose")[0]
    group = Group("g", "a", "orc", 3)
    first = purposes.wants(state, group, "people")
    assert first in purposes.WANTS["people"] and purposes.wants(state, group, "people") == first
    several = {purposes.wants(state, Group(f"g{n}", "a", "orc", 1), "people") for n in range(60)}
    assert several == set(purposes.WANTS["people"])
    assert purposes.wants(state, Group("g", "a", "orc", 3, wants="food"), "people") == "food"


@pytest.mark.parametrize(
    ("wants", "aim", "by"),
    [
        ("coins", "coins", 1),
        ("coins", "insult", -2),
        ("guard", "passage", -2),
        ("peace", "threat", -2),
        ("food", "talk", 0),
    ],
)
def test_how_a_topic_sits_with_what_they_want(wants: str, aim: str, by: int) -> None:
    assert purposes.favour(wants, aim) == by


def test_what_they_are_seen_doing() -> None:
    state = _worlds("ose")[0]
    lair, band = Group("g", "a", "orc", 3, lair=True), Group("g", "a", "orc", 3)
    assert purposes.doing(state, lair, "people") in purposes.AT_HOME["people"]
    assert purposes.doing(state, band, "people") in purposes.ABOUT["people"]
    assert purposes.doing(state, Group("g", "a", "orc", 3, awake=False), "people") == "sleeping"
    assert purposes.doing(state, Group("g", "a", "orc", 3, alert=True), "people") == "watching"


def test_kin_enemies_and_strangers() -> None:
    state = _worlds("ose")[0]
    orcs, others = Group("a", "x", "orc", 3), [Group(f"b{n}", "y", "goblin", 3) for n in range(40)]
    assert purposes.relation(state, orcs, Group("c", "y", "orc", 1), False, True) == "kin"
    assert purposes.relation(state, orcs, others[0], True, True) == "enemy"
    found = [purposes.relation(state, orcs, other, False, True) for other in others]
    assert {"enemy", "stranger"} == set(found)
    assert {purposes.relation(state, orcs, other, False, False) for other in others} == {"stranger"}
    assert found == [purposes.relation(state, other, orcs, False, True) for other in others]


def test_what_the_party_has_seen_for_itself_is_no_news() -> None:
    state = _worlds("knave")[0]
    assert state.settlement is not None and state.party is not None
    told = (
        Rumour("A dog guards it.", True, "", "there"),
        Rumour("It is deep.", True),
        Rumour("It bites.", True, "eel"),
    )
    state = replace(state, settlement=replace(state.settlement, rumours=told))
    assert hearsay.newest(state, (0, 1, 2)) == (0, 1, 2)
    knows = replace(state, party=replace(state.party, visited=("there",), knows=("eel",)))
    assert hearsay.newest(knows, (0, 1, 2)) == (1,)
    assert hearsay.newest(knows, (0, 2)) == (0, 2)
    assert hearsay.as_told(knows, 0) == f"{hearsay.OLD_STORY} A dog guards it."
    assert hearsay.as_told(knows, 1) == "It is deep."


def test_who_knows_it_himself_tells_it_for_its_source_and_breaks_no_sentence() -> None:
    state = _worlds("ose")[0]
    assert state.settlement is not None
    texts = ("A trapper swears that it is safe.", "Here lies the Pit. Banish the evil that has woken below.")
    town = replace(state.settlement, rumours=tuple(Rumour(text, True) for text in texts))
    told = [hearsay.as_told(replace(state, settlement=town), n, "The watch knows") for n in range(2)]
    assert told == ["The watch knows that it is safe.", texts[1]]


def test_what_lies_before_the_eyes_of_the_party_is_not_sold_as_news() -> None:
    """Others who are right here, whom one has met, an open treasure, stairs: only what is hidden is still news."""
    (state, *_) = _worlds("knave")
    dungeon, party = state.dungeon, state.party
    assert dungeon is not None and party is not None
    group = next(g for g in dungeon.groups.values() if g.count)
    there = replace(party, visited=(group.area,))
    seen = replace(state, party=there)
    news = hearsay.News("dwellers", group.kind, group.area)
    assert not hearsay.is_seen(state, news) and not hearsay.is_seen(seen, news)
    met = replace(dungeon, groups={**dungeon.groups, group.id: replace(group, members=("x-1",))})
    alone = replace(met, groups={group.id: met.groups[group.id]})
    assert hearsay.is_seen(replace(seen, dungeon=alone), news)
    assert hearsay.is_seen(seen, hearsay.News("up", "stairs", group.area))
    assert not hearsay.is_seen(seen, hearsay.News("trap", "pit", group.area))
    assert not hearsay.is_seen(seen, hearsay.News("secret door", "", group.area))
