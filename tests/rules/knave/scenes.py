"""Short ways to set up a Knave scene."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import ABILITIES, KnaveSheet, sheet
from underkeep.systems.knave.basics.town_life import with_town_life
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing.builders import cellar, delving_party, field, in_step
from underkeep.world.condition import Condition
from underkeep.world.dungeon import Dungeon
from underkeep.world.gear import Item
from underkeep.world.state import State


def scene(match: str, gap: int = 1, **kwargs: object) -> State:
    """Two sides in the middle of a turn in which all of them may act; a knave has no scores above 0."""
    state = field(RULESET, match, gap=gap, **kwargs)  # type: ignore[arg-type]
    for creature in list(state.creatures.values()):
        if sheet(creature).is_pc:
            state = on_sheet(scores(state, creature.id), creature.id, careers=())
            state = state.with_creature(creature.id, hp=4, max_hp=4)
    return in_step(state, "turn")


def scores(state: State, id: str, **given: int) -> State:
    """The creature with these ability scores, and 0 in the others."""
    abilities = {ability: given.get(ability, 0) for ability in ABILITIES}
    return on_sheet(state, id, abilities=abilities, slots=10 + abilities["CON"])


def on_sheet(state: State, id: str, **changes: object) -> State:
    return state.with_creature(id, sheet=replace(sheet(state.creatures[id]), **changes))


def under(state: State, id: str, *conditions: str) -> State:
    return state.with_creature(id, conditions=tuple(Condition(name) for name in conditions))


def rested(state: State) -> State:
    """The same moment with nothing of the turn spent."""
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, spent={}))


def carrying(state: State, id: str, *items: Item) -> State:
    return state.with_creature(id, items=items)


def sheet_of(state: State, id: str) -> KnaveSheet:
    return sheet(state.creatures[id])


def act(state: State, action: Action, *faces: int) -> Resolution:
    """Carry out an action of whoever may do it, with exactly these dice."""
    dice = Scripted(*faces)
    actor = getattr(action, "actor", None)
    seat = state.creatures[actor].side if actor else REFEREE
    do = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    return do


def answer(do: Resolution, choice: str, *faces: int) -> Resolution:
    """Answer the first open question."""
    prompt = do.state.prompts[0]
    dice = Scripted(*faces)
    done = play.resolve(RULESET, do.state, prompt.seats[0], Answer(prompt.id, choice), dice)
    dice.finish()
    return done


def why_not(state: State, action: Action) -> str:
    """The rule that forbids the action, or an empty string."""
    actor = getattr(action, "actor", None)
    refusal = play.why_not(RULESET, state, state.creatures[actor].side if actor else REFEREE, action)
    return refusal.rule or refusal.sentence if refusal else ""


E = TypeVar("E", bound=Event)


def the(do: Resolution, kind: type[E]) -> E:
    """The one event of a kind."""
    found = [e for e in do.events if isinstance(e, kind)]
    assert len(found) == 1, found
    return found[0]


def has(do: Resolution, kind: type[Event]) -> bool:
    return any(isinstance(e, kind) for e in do.events)


def delvers(count: int = 2, in_town: bool = False, dungeon: Dungeon | None = None) -> State:
    """Knaves without scores at the entrance of the cellar, or in town before it, with nothing but a torch each."""
    state = delving_party(RULESET, dungeon or cellar(RULESET), *(["knave"] * count), in_town=in_town)
    for number in range(1, count + 1):
        state = on_sheet(scores(state, f"hero-{number}"), f"hero-{number}", careers=())
        state = carrying(
            state.with_creature(f"hero-{number}", hp=4, max_hp=4), f"hero-{number}", Item("torch", "Torch")
        )
    return state


def lead(state: State, action: Action, *faces: int) -> Resolution:
    """Let the party do something with exactly these dice."""
    dice = Scripted(*faces)
    do = play.resolve(RULESET, state, "player", action, dice)
    dice.finish()
    return do


def refused(state: State, action: Action) -> str:
    """The rule that forbids the party an action, or an empty string."""
    refusal = play.why_not(RULESET, state, "player", action)
    return refusal.rule or refusal.sentence if refusal else ""


def in_town_of(state: State, size: str, **life: object) -> State:
    """The same party in a settlement of another size."""
    assert state.settlement is not None
    return with_town_life(replace(state, settlement=replace(state.settlement, size=size)), **life)


def coins(count: int) -> Item:
    return Item("coin", "Coins", count=count)


def coins_of(state: State, id: str = "hero-1") -> int:
    return sum(item.count for item in state.creatures[id].items if item.kind == "coin")
