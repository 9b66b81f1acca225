"""Short ways to set up a caster: in a fight, at a meeting, or underground."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, on_sheet, scene, scores

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Event
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import KnaveSheet, sheet
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.magic.casting import Cast
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Dungeon
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item
from underkeep.world.state import State

TURN = 600


def fight(spell: str, match: str = "knave v 3 orc", intelligence: int = 2, level: int = 1, gap: int = 1) -> State:
    """The first knave holds the book of a spell and is about to act."""
    state = scores(scene(match, gap), "knave-1", INT=intelligence)
    return with_books(on_sheet(state, "knave-1", level=level), "knave-1", spell)


def with_books(state: State, id: str, *spells: str) -> State:
    """The creature carries these books, and whatever it has in hand."""
    held = tuple(item for item in state.creatures[id].items if item.place != "pack")
    return state.with_creature(id, items=(*held, *(an_item(f"spellbook:{s}") for s in spells)))


def underground(spell: str, intelligence: int = 2, level: int = 1, dungeon: Dungeon | None = None) -> State:
    """Two knaves at the entrance of a small dungeon, the first with the book."""
    state = delving_party(RULESET, dungeon or cellar(RULESET), "knave", "knave")
    for id in ("hero-1", "hero-2"):
        state = scores(state, id)
    state = scores(state, "hero-1", INT=intelligence)
    return with_books(on_sheet(state, "hero-1", level=level), "hero-1", spell)


def meeting(
    spell: str, kind: str = "orc", count: int = 2, intelligence: int = 2, attitude: str = "threatening"
) -> State:
    """The same party face to face with monsters."""
    other = scene(f"knave v {count} {kind}")
    state = underground(spell, intelligence)
    ids = tuple(f"{kind}-{n}" for n in range(1, count + 1))
    met = {id: replace(other.creatures[id], side="monsters", at=None) for id in ids}
    encounter = Encounter("", ids, 30, attitude="threatening")
    return replace(state, creatures={**state.creatures, **met}, encounter=encounter)


def cast(state: State, spell: str, target: str = "", *faces: int, by: str = "knave-1", choice: str = "") -> Resolution:
    """Cast with exactly these dice."""
    dice = Scripted(*faces)
    seat = state.owner(by)
    do = play.resolve(RULESET, state, seat, Cast(by, spell, target, choice), dice)
    dice.finish()
    return do


def castings(state: State, by: str = "knave-1") -> list[Cast]:
    seat = state.owner(by)
    return [a for a in play.legal_actions(RULESET, state, seat) if isinstance(a, Cast) and a.actor == by]


def bound(do: Resolution | State, bond: str) -> list[str]:
    state = do.state if isinstance(do, Resolution) else do
    return [c.id for c in state.creatures.values() if c.condition(bond) is not None]


def bond(do: Resolution, id: str, name: str) -> Condition:
    found = do.state.creatures[id].condition(name)
    assert found is not None, f"{id} is not {name}"
    return found


def events(do: Resolution, kind: type[Event]) -> list[Event]:
    return [event for event in do.events if isinstance(event, kind)]


def creature(do: Resolution | State, id: str) -> Creature:
    return (do.state if isinstance(do, Resolution) else do).creatures[id]


def own(do: Resolution | State, id: str) -> KnaveSheet:
    return sheet(creature(do, id))


def a_book(spell: str) -> Item:
    return an_item(f"spellbook:{spell}")
