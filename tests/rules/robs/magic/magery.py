"""Scenes for the tests of magic: A is a caster with everything announced, B the other one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from tests.rules.robs.scene import A, changed, do, duel

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.campaign import Working
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.magic.casting import Cast
from underkeep.systems.robs.magic.spell_effects import SpellLaid
from underkeep.systems.robs.ruleset import RULESET
from underkeep.world.condition import Condition
from underkeep.world.gear import Item
from underkeep.world.party import Party
from underkeep.world.state import State


def priest(
    level: int = 3, alignment: str = "Lawful", *, who: str = A, state: State | None = None, **sheet: object
) -> State:
    """A duel in which one is a priest of this level and alignment."""
    order = next(id for id, o in compendium.orders().items() if o.alignment == alignment)
    made = {"classes": {"priest": level}, "level": level, "alignment": alignment, "order": order} | sheet
    return changed(state if state is not None else duel(gap=1), who, **made)


def wizard(level: int = 3, *spells: str, who: str = A, state: State | None = None, **sheet: object) -> State:
    made = {"classes": {"wizard": level}, "level": level, "spells": spells} | sheet
    return changed(state if state is not None else duel(gap=1), who, **made)


def gained(state: State, id: str, name: str, until: int | None = None, level: int = 0) -> State:
    """The same scene with somebody under one condition more."""
    kept = [c for c in state.creatures[id].conditions if c.name != name]
    return state.with_creature(id, conditions=(*kept, Condition(name, until, level)))


def laid(state: State, id: str, name: str, form: str, level: int, by: str = "b-commoner-1") -> State:
    """The same scene with a spell on somebody."""
    return SpellLaid(id, name, Working(form, by, level)).evolve(gained(state, id, name))


def announced(state: State, form: str, by: str = A) -> State:
    return gained(state, by, f"concentrating on {form}", state.now + ROUND_SECONDS)


def cast(
    state: State, form: str, target: str, *faces: int, choice: str = "", rulings: dict[str, str] | None = None
) -> Resolution:
    """A casts what was announced."""
    return do(announced(state, form), Cast(A, form, target, choice), *faces, rulings=rulings)


def refusal(state: State, action: Action, seat: str = "a") -> Refusal | None:
    return play.why_not(RULESET, state, seat, action)


def why_not_cast(state: State, form: str, target: str = "", choice: str = "", **more: object) -> Refusal | None:
    return refusal(announced(state, form), Cast(A, form, target, choice, **more))  # type: ignore[arg-type]


def until(done: Resolution, id: str, name: str) -> int | None:
    found = done.state.creatures[id].condition(name)
    assert found is not None
    return found.until


def has(done: Resolution, id: str, name: str) -> bool:
    return done.state.creatures[id].condition(name) is not None


def with_thing(kind: str, state: State | None = None, who: str = A, **item: object) -> State:
    """The same scene with one thing more in somebody's pack, named x."""
    state = state if state is not None else duel()
    thing = Item(kind, compendium.sundries()[kind].name, **{"id": "x", **item})  # type: ignore[arg-type]
    return state.with_creature(who, items=(*state.creatures[who].items, thing))


def person(state: State | None = None, **values: object) -> State:
    """A as a fighter, who casts nothing."""
    return changed(state if state is not None else duel(), A, **({"classes": {"fighter": 1}, "level": 1} | values))


def thing(done: Resolution, id: str = A) -> Item | None:
    return done.state.creatures[id].item("x")


def leisure(state: State, *switches: str) -> State:
    """The same people as a party, outside any fight."""
    state = replace(state, fight=None, grid=None, party=Party(side="a", members=(A,)))
    return replace(state, switches=(*state.switches, *switches))


def done_at_leisure(
    perform: Callable[[Resolution, Any], None],
    state: State,
    action: Action,
    *faces: int,
    rulings: dict[str, str] | None = None,
) -> Resolution:
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET, rulings)
    perform(done, action)
    dice.finish()
    return done
