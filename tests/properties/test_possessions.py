"""Things do not come from nowhere nor go there: handing about keeps them, and every change is told."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.properties.walks import DELVING, SEEDS, SYSTEMS, Moment, handing, samples, walk

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems import load
from underkeep.table.new_game import PLAYER
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.state import State


def things(state: State) -> dict[str, tuple[Item, ...]]:
    """What each creature carries and what lies in each hoard, here and elsewhere."""
    found = {f"creature {c.id}": c.items for c in state.creatures.values()}
    for dungeon in (state.dungeon, *(place.dungeon for place in state.elsewhere.values())):
        if dungeon is not None:
            found |= {f"hoard {h.id}": h.items for h in dungeon.hoards.values()}
    return found


def counted(*heaps: tuple[Item, ...]) -> Counter[str]:
    total: Counter[str] = Counter()
    for item in (item for heap in heaps for item in heap):
        total[item.kind] += item.count
    return total


def handed(system: str, kind: type[a.Give] | type[a.Drop] | type[a.Equip]) -> list[Moment]:
    """Every way to do so in a few states of each scene."""
    rules, found = load(system), []
    for state in samples(system):
        if state.party is not None and not state.over:
            actions = [x for x in handing(rules, state) if isinstance(x, kind)]
            for action in actions[:: max(1, len(actions) // 5)]:
                done = play.resolve(rules, state, PLAYER, action, Seeded(1, "handing"))
                found.append(Moment(state, PLAYER, action, tuple(done.events), done.state))
    assert found
    return found


@pytest.mark.parametrize("kind", [a.Give, a.Equip, a.Drop])
@pytest.mark.parametrize("system", DELVING)
def test_handing_about_keeps_everything(system: str, kind: type[a.Give]) -> None:
    """What is dropped above ground is gone."""
    moments = [m for m in handed(system, kind) if kind is not a.Drop or (m.state.party and m.state.party.at)]
    assert moments
    for moment in moments:
        assert counted(*things(moment.state).values()) == counted(*things(moment.after).values())


@pytest.mark.parametrize("system", DELVING)
def test_dropping_takes_just_that_from_whoever_drops_it(system: str) -> None:
    for moment in handed(system, a.Drop):
        assert isinstance(moment.chosen, a.Drop)
        before, after = (counted(s.creatures[moment.chosen.actor].items) for s in (moment.state, moment.after))
        item = moment.state.creatures[moment.chosen.actor].item(moment.chosen.item)
        assert item is not None
        assert before - after == Counter({item.kind: moment.chosen.count})


@pytest.mark.parametrize("system", DELVING)
def test_taking_treasure_keeps_everything(system: str) -> None:
    taken = [m for seed in SEEDS for m in walk(system, seed) if isinstance(m.chosen, a.TakeHoard)]
    assert taken
    for moment in taken:
        if moment.after.encounter is None and not any(type(e).__name__ == "TrapSprang" for e in moment.events):
            assert counted(*things(moment.state).values()) == counted(*things(moment.after).values())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_change_of_things_is_told_by_its_fact(system: str, seed: int) -> None:
    """It names whose things they are; if it names a thing, that many of it came or went, or it was only moved."""
    codec = load(system).codec
    for moment in walk(system, seed):
        state = moment.state
        for event in moment.events:
            before, state = things(state), event.evolve(state)
            after = things(state)
            changed = [id for id in {**before, **after} if before.get(id, ()) != after.get(id, ())]
            text = codec.encode(event).decode() if changed else ""
            for id in changed:
                assert f'"{id.partition(" ")[2]}"' in text, event
            if isinstance(event, ItemsChanged):
                assert event.verb
                _matches(event, before[f"creature {event.creature}"])


def _matches(event: ItemsChanged, before: tuple[Item, ...]) -> None:
    if event.item is not None:
        change = counted(event.items)[event.item.kind] - counted(before)[event.item.kind]
        assert change in (0, event.item.count, -event.item.count), event


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_carries_less_than_one_of_a_thing(system: str, seed: int) -> None:
    for moment in walk(system, seed):
        assert all(item.count > 0 for heap in things(moment.after).values() for item in heap)
