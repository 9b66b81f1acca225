"""Flasks that break on a foe are missiles, and no stunts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, underground

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import splashing
from underkeep.systems.ose.combat import improvising
from underkeep.table.chair import Chair
from underkeep.table.order import SAID
from underkeep.table.speech.meanings import Undertake
from underkeep.world.creature import AttackRolled, DamageRolled
from underkeep.world.fight import RoundBegan
from underkeep.world.gear import Item
from underkeep.world.state import State

OIL, WATER = Item("oil", "Flask of oil", count=2, id="oil9"), Item("holy-water", "Holy water", count=2, id="holy9")


def fighting(kind: str = "goblins") -> Chair:
    """A fight in which the first of the party has flasks and a light."""
    chair = at(underground("ose"), "ose")
    chair.referees = chair.may_undo = True
    chair.decree(chair.read(f"place encounter 2 {kind}"))  # type: ignore[arg-type]
    state = chair.state
    bearer = state.creatures[state.lights[0].bearer]
    state = state.with_creature(bearer.id, items=(*bearer.items, OIL, WATER))
    chair = at(state, "ose")
    chair.act(a.Engage())
    return chair


def thrower(state: State) -> str:
    return next(c.id for c in state.creatures.values() if any(i.id == "oil9" for i in c.items))


@pytest.mark.parametrize(
    "line", ["throws a flask of oil at goblin 1", "hurls burning oil at goblin 1", "throws oil at goblin 1"]
)
def test_every_phrase_throws_it_in_its_step(line: str) -> None:
    chair = fighting()
    name = chair.state.creatures[thrower(chair.state)].name.split()[0]
    meant = chair.read(f"{name} {line} and the others attack")
    assert isinstance(meant, Undertake)
    order = meant.orders[thrower(chair.state)]
    assert order is not None and order.sort == SAID and "oil at Goblin 1" in order.aim
    before = chair.session.seq
    chair.undertake(meant)
    events = [e for entry in chair.session.line() if entry.seq > before for e in entry.events]
    rolled = [e for e in events if isinstance(e, AttackRolled) and e.weapon == "burning oil"]
    assert len(rolled) == 1
    assert not any("tries something" in line.text for line in chair.log)
    left = next(i for i in chair.state.creatures[thrower(chair.state)].items if i.id == "oil9")
    assert left.count == 1


def test_what_clings_hurts_once_more() -> None:
    chair = fighting()
    state, id = chair.state, thrower(chair.state)
    foe = next(c.id for c in state.creatures.values() if c.side != state.creatures[id].side)
    state = state.with_creature(foe, hp=40, max_hp=40)
    hits = [sum(isinstance(e, DamageRolled) for e in _thrown(chair, state, id, foe, seed)) for seed in range(12)]
    assert set(hits) == {0, 2}


def _thrown(chair: Chair, state: State, id: str, foe: str, seed: int) -> list[object]:
    do = Resolution(state, Seeded(seed, "oil"), chair.rules)
    splashing.throw(do, id, f"to throw oil at {state.creatures[foe].name}")
    clings = state.creatures[foe].conditions != do.state.creatures[foe].conditions
    before = do.state.creatures[foe].hp
    do.emit(RoundBegan(2, state.now + 10))
    assert (do.state.creatures[foe].hp < before) is clings
    assert not any(do.state.creatures[foe].condition(name) for name in splashing.CLINGS.values())
    return list(do.events)


def test_without_a_flame_nothing_burns_and_holy_water_is_for_the_undead() -> None:
    chair = fighting()
    state, id = chair.state, thrower(chair.state)
    actor = state.creatures[id]
    assert splashing.why_not(state, actor, "to throw oil at goblin 1") is None
    dark = replace(state, lights=())
    refusal = splashing.why_not(dark, actor, "to throw oil at goblin 1")
    assert refusal is not None and "no flame" in refusal.sentence
    holy = splashing.why_not(state, actor, "to throw holy water at goblin 1")
    assert holy is not None and "undead" in holy.sentence
    undead = fighting("skeletons")
    bearer = undead.state.creatures[thrower(undead.state)]
    assert splashing.why_not(undead.state, bearer, "to throw holy water at skeleton 1") is None
    assert improvising.has_own_rule(state, actor, "to throw oil at goblin 1")
    assert not improvising.has_own_rule(state, actor, "to throw a torch at goblin 1")
