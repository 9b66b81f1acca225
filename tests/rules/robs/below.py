"""Scenes of a delve for the tests of Rob's Dungeon Game: people of average everything in a small cellar, or in town."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import ALWAYS, Answer, RulingStands
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.campaign import with_campaign
from underkeep.systems.robs.basics.sheet import ATTRIBUTES, sheet
from underkeep.systems.robs.basics.town_life import with_town_life
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.dungeon import Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.light import Light
from underkeep.world.state import State

PC, FRIEND = "hero-1", "hero-2"


def delvers(
    *kinds: str, in_town: bool = False, switches: tuple[str, ...] = (), dungeon: Dungeon | None = None
) -> State:
    """Characters of 10 hit points without scores, with nothing but a torch each, one of which burns below; they have
    seen the whole place."""
    named = kinds or ("human-fighter", "human-thief")
    state = delving_party(RULESET, dungeon or cellar(RULESET), *named, in_town=in_town)
    state = replace(state, switches=tuple(sorted({*state.switches, *switches})))
    for number, _ in enumerate(named, 1):
        id = f"hero-{number}"
        own = replace(sheet(state.creatures[id]), attributes=dict.fromkeys(ATTRIBUTES, 0))
        state = state.with_creature(id, sheet=own, hp=10, max_hp=10, items=(Item("torch", "Torch"),))
    if not in_town:
        state = replace(state, lights=(Light("light-1", PC, "torch", "Torch", 10, None),))
        assert state.party is not None
        state = replace(state, party=replace(state.party, seen={"1": f"{(1 << 200) - 1:x}"}))
    return state


def without(state: State, *switches: str) -> State:
    """The same scene with some optional rules off."""
    return replace(state, switches=tuple(s for s in state.switches if s not in switches))


def on_sheet(state: State, id: str, **changes: object) -> State:
    return state.with_creature(id, sheet=replace(sheet(state.creatures[id]), **changes))


def scored(state: State, id: str, **scores: int) -> State:
    own = sheet(state.creatures[id])
    return on_sheet(state, id, attributes={**own.attributes, **scores})


def carrying(state: State, id: str, *items: Item) -> State:
    return state.with_creature(id, items=items)


def rich(state: State, cp: int, id: str = PC) -> State:
    return carrying(state, id, *money.change(cp))


def remembering(state: State, **known: object) -> State:
    return with_campaign(state, **known)


def of_town(state: State, size: str = "", **life: object) -> State:
    """The same party in a settlement of this size."""
    assert state.settlement is not None
    town = replace(state.settlement, size=size or state.settlement.size)
    return with_town_life(replace(state, settlement=town), **life)


def holding(state: State, *things: Group | Trap | Hoard | Feature) -> State:
    """The same dungeon with these things in it."""
    places = {Group: "groups", Trap: "traps", Hoard: "hoards", Feature: "features"}
    dungeon = state.dungeon
    assert dungeon is not None
    for thing in things:
        place = places[type(thing)]
        dungeon = replace(dungeon, **{place: {**getattr(dungeon, place), thing.id: thing}})
    return replace(state, dungeon=dungeon)


def bare(state: State, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    """A resolution with exactly these dice."""
    return Resolution(state, Scripted(*faces), RULESET, rulings)


def lead(state: State, action: Action, *faces: int, rulings: dict[str, str] | None = None) -> Resolution:
    """Let the party do something with exactly these dice."""
    for rule, choice in (rulings or {}).items():
        state = RulingStands(rule, ALWAYS, choice).evolve(state)
    dice = Scripted(*faces)
    do = play.resolve(RULESET, state, "player", action, dice)
    dice.finish()
    return do


def answer(do: Resolution, choice: str, *faces: int) -> Resolution:
    """Answer the first open question."""
    prompt = do.state.prompts[0]
    dice = Scripted(*faces)
    done = play.resolve(RULESET, do.state, prompt.seats[0], Answer(prompt.id, choice), dice)
    dice.finish()
    return done


def refused(state: State, action: Action) -> str:
    """The rule that forbids the party an action, its sentence if none is named, or an empty string."""
    refusal = play.why_not(RULESET, state, "player", action)
    return refusal.rule or refusal.sentence if refusal else ""


def legal(state: State) -> list[Action]:
    return list(play.legal_actions(RULESET, state, "player"))
