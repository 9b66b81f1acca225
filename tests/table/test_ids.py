"""The ids that a player sees tell nothing of what is hidden."""

import re

import msgspec
import pytest
from tests.replays import engine as e
from tests.saves.record import play_on

from underkeep.kernel.opaque import opaque_id, salt_of
from underkeep.mechanics.looks import look_of
from underkeep.procedures.content import key
from underkeep.table.view import view
from underkeep.world.creature import Creature
from underkeep.world.state import State

OPAQUE = re.compile(r"(area|door|stairs|trap|hoard|group|feature|light)-[0-9a-hjkmnp-tv-z]{9}")


def seen(session: e.Session) -> str:
    """All that a player's front door is given at this moment."""
    options = session.rules.codec.encode(session.options(e.PLAYER).listed)
    return (msgspec.json.encode(view(session.state, e.PLAYER, session.rules)) + options).decode()


def hidden(state: State) -> set[str]:
    dungeon = state.dungeon
    assert dungeon is not None
    tables = (dungeon.areas, dungeon.doors, dungeon.stairs, dungeon.traps, dungeon.groups, dungeon.features)
    return {id for table in (*tables, dungeon.hoards) for id in table}


def what_they_are_called(state: State, creature: Creature) -> set[str]:
    """The kind, or how those look who are met: of adventurers, whose kind is their class, how their band looks."""
    assert state.dungeon is not None
    bands = [group.kind for group in state.dungeon.groups.values() if creature.id in group.members]
    looks = [look.look for kind in (creature.kind, *bands) if (look := look_of(kind)) is not None]
    return {creature.kind, *bands, *map(key, filter(None, looks))}


@pytest.mark.parametrize(("system", "seed"), [("ose", 5), ("ose", 8), ("knave", 5), ("knave", 8)])
def test_what_a_player_is_given_has_opaque_ids(system: str, seed: int) -> None:
    session = e.delve_begun(system, seed, e.Plan(size=4, levels=2))
    shown = ""
    for _ in range(15):
        play_on(session, 8)
        shown += seen(session)
        state = session.state
        assert not [id for id in hidden(state) if not OPAQUE.fullmatch(id)]
        assert state.salt not in shown
        for creature in state.creatures.values():
            if creature.side == "monsters":
                called, _, number = creature.id.rpartition("-")
                assert called in what_they_are_called(state, creature)
                assert 1 <= int(number) <= sum(c.side == "monsters" for c in state.creatures.values())
    assert len(set(OPAQUE.findall(shown))) > 1
    assert not re.search(r'"[^" ]*\b\d-p?\d\d\b[^" ]*"', shown)


def test_an_id_is_the_same_for_the_same_thing_and_salt_only() -> None:
    ids = [opaque_id(salt_of(seed), sort, n) for seed in (1, 2) for sort in ("door", "trap") for n in range(500)]
    assert len({id.partition("-")[2] for id in ids}) == 2000
    assert ids[7] == opaque_id(salt_of(1), "door", 7) == "door-wm44bcagw"
