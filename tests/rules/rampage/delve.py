"""Scenes of a delve for the tests of this game: a party in town, on the road or in a small cellar."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace
from tests.rules.rampage.scene import hero, monster

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action, Event, fold
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.switches import switches_on
from underkeep.systems.rampage.basics.campaign import RampageCampaign
from underkeep.systems.rampage.basics.money import purse
from underkeep.systems.rampage.basics.town_life import RampageTown
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing.builders import cellar
from underkeep.world.creature import Creature, CreatureJoined
from underkeep.world.dungeon import Dungeon, Group, Spot
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item
from underkeep.world.journey import Journey, Route, begun
from underkeep.world.light import Light
from underkeep.world.party import Party
from underkeep.world.settlement import Settlement
from underkeep.world.state import State

E = TypeVar("E", bound=Event)
SEATS: dict[str, tuple[str, ...]] = {"player": ("party",), REFEREE: ("monsters",)}
DAY = 86400
MORNING = 8 * 3600
HALL, PASSAGE, STORE = Spot(1, (1, 2), "1-01"), Spot(1, (7, 2), "1-p1"), Spot(1, (8, 2), "1-02")


def one(id: str = "hero", kind: str = "warrior", **changes: object) -> Creature:
    """A character of the party."""
    return hero(id, None, kind, side="party", **changes)  # type: ignore[arg-type]


def foe(id: str = "orc-1", kind: str = "orc", **changes: object) -> Creature:
    return monster(id, None, kind, side="monsters", **changes)  # type: ignore[arg-type]


def beast(id: str, kind: str) -> Creature:
    """A dog or mule of the party."""
    return monster(id, None, kind, side="party", gear=())


def with_items(creature: Creature, *kinds: str, gp: int = 0, count: int = 1) -> Creature:
    """The creature with these things in its pack, and so much gold."""
    from underkeep.systems.rampage.basics import compendium

    more = tuple(Item(kind, compendium.gear()[kind].name, count=count) for kind in kinds)
    return replace(creature, items=(*creature.items, *more, *purse(gp * 10)))


def game(*creatures: Creature, **changes: object) -> State:
    """These people at a table, those of the party's side being its members."""
    members = tuple(c.id for c in creatures if c.side == "party")
    state = State("rampage", SEATS, switches_on(RULESET), now=MORNING, party=Party("party", members), salt="s")
    state = fold((CreatureJoined(c) for c in creatures), state)
    return replace(state, **changes)


def below(
    *creatures: Creature,
    at: Spot = HALL,
    lights: tuple[str, ...] = (),
    dungeon: Dungeon | None = None,
    **remembered: object,
) -> State:
    """The party in the cellar, of which it has seen everything; those named bear torches."""
    place = dungeon or cellar(RULESET)
    state = game(*creatures, dungeon=place)
    assert state.party is not None
    seen = {"1": f"{place.level(1).grid.floor:x}"}
    party = replace(state.party, place="dungeon", at=at, seen=seen, visited=("1-01", "1-p1"))
    burning = tuple(Light(f"light-{id}", id, "torches", "Torch", 20, MORNING + 3600) for id in lights)
    return replace(state, party=party, lights=burning, campaign=RampageCampaign(**remembered))  # type: ignore[arg-type]


def home(*creatures: Creature, drained_until: int = 0, **remembered: object) -> State:
    """The party in town."""
    town = Settlement("Hexham", "town", ("market",), life=RampageTown("forest", drained_until))
    state = game(*creatures, settlement=town, dungeon=cellar(RULESET))
    return replace(state, campaign=RampageCampaign(**remembered))  # type: ignore[arg-type]


def abroad(*creatures: Creature, terrain: str = "forest", way: str = "open", **remembered: object) -> State:
    """The party under way across country."""
    route = Route("wild", "through the wild", terrain, 50, way)  # type: ignore[arg-type]
    journey: Journey = replace(begun(route, False), is_marching=False)
    state = home(*creatures, **remembered)
    assert state.party is not None
    return replace(state, journey=journey, party=replace(state.party, place="road"))


def met(state: State, *foes: Creature, attitude: str = "", surprised: tuple[str, ...] = ()) -> State:
    """Somebody stands before the party."""
    state = fold((CreatureJoined(c) for c in foes), state)
    ids = tuple(c.id for c in foes)
    area = state.party.at.area if state.party is not None and state.party.at is not None else "on the way"
    group = Group("group", area, foes[0].kind, len(foes), members=ids)
    assert state.dungeon is not None
    dungeon = replace(state.dungeon, groups={"group": group})
    return replace(state, dungeon=dungeon, encounter=Encounter("group", ids, 20, surprised, attitude, began=state.now))


def do_it(state: State, action: Action, *faces: int) -> Resolution:
    """Carry out an action of the party with exactly these dice."""
    dice = Scripted(*faces)
    do = play.resolve(RULESET, state, "player", action, dice)
    dice.finish()
    return do


def reply(state: State, choice: str, *faces: int) -> Resolution:
    """Answer the first question."""
    prompt = state.prompts[0]
    dice = Scripted(*faces)
    do = play.resolve(RULESET, state, prompt.seats[0], Answer(prompt.id, choice), dice)
    dice.finish()
    return do


def why(state: State, action: Action) -> Refusal | None:
    return play.why_not(RULESET, state, "player", action)


def against(state: State, action: Action) -> str:
    """The rule that forbids an action, without the game's name."""
    refusal = why(state, action)
    assert refusal is not None, action
    return refusal.rule.removeprefix("rampage:")


def rolling(state: State, *faces: int) -> Resolution:
    """For functions that are given a resolution."""
    return Resolution(state, Scripted(*faces), RULESET)


def ruled(state: State, rulings: dict[str, str], *faces: int) -> Resolution:
    """The same, where the judge has said what holds."""
    return Resolution(state, Scripted(*faces), RULESET, rulings)


def last(do: Resolution, kind: type[E]) -> E:
    found = [event for event in do.events if isinstance(event, kind)]
    assert found, kind
    return found[-1]


def has_event(do: Resolution, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in do.events)


def rules_of(do: Resolution) -> set[str]:
    """Every rule that stands on a fact."""
    return {rule.removeprefix("rampage:") for event in do.events for rule in event.rule}


def item(state: State, id: str, kind: str) -> Item:
    return next(i for i in state.creatures[id].items if i.kind == kind)
