"""The party: advice on its make-up, its marching order and formations, the caller and the mapper."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.procedures.marching import AS_THEY_STAND
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import light
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.world.creature import Creature
from underkeep.world.party import CallerNamed, MapNoted, MarchingOrderSet, PartyFormed
from underkeep.world.state import State

CALLER = "caller"
FORMATIONS = ("exploring", "combat", "doors", "searching")
IDEAL_SIZE = range(6, 9)
MOST_LEVELS_APART = 4
ARMOURED_FIRST = "armoured in front"
ANY = "any"
MARCHING_ORDER = "ose:party.marching-order"
_EACH = "ose:party.one-character-per-player"
_LEADER = "ose:party.caller.leader"
_MAPPER = "ose:party.mapper"


class PartyHint(Note, frozen=True):
    """Advice on how the party is made up; nobody need follow it."""

    about: str
    text: str


class CharactersLimited(Event, frozen=True):
    """How many characters each player may run; None if that is not limited."""

    most: int | None

    def evolve(self, state: State) -> State:
        return _changed(state, most_characters=self.most)


class OrderAgreed(Event, frozen=True):
    """The party has a marching order of its own choosing."""

    def evolve(self, state: State) -> State:
        return _changed(state, is_ordered=True)


class FormationKept(Event, frozen=True):
    """A marching order is remembered under a name."""

    name: str
    members: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return _changed(state, formations={**campaign(state).company.formations, self.name: self.members})


class KeepFormation(Action, frozen=True):
    """Remember the present marching order under a name."""

    name: str


class TakeFormation(Action, frozen=True):
    """March as remembered under a name."""

    name: str


class NameCaller(Action, frozen=True):
    """Let one player speak for the party; an empty seat lets everybody."""

    seat: str


EVENTS: tuple[type[Event], ...] = (PartyHint, CharactersLimited, OrderAgreed, FormationKept)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, company=replace(campaign(state).company, **changes))


@executes("ose:party.definition")
def characters(state: State) -> list[Creature]:
    """The player characters who adventure together, retainers not counted."""
    assert state.party is not None
    members = [state.creatures[id] for id in state.party.members]
    return [c for c in members if c.status != "dead" and sheet(c).character_class and sheet(c).service is None]


def players(state: State) -> list[str]:
    return [seat for seat in state.seats if seat != REFEREE and state.is_of_party(seat)]


def played(state: State) -> dict[str, list[Creature]]:
    """The characters of each player."""
    return {seat: [c for c in characters(state) if state.owns(seat, c.id)] for seat in players(state)}


@executes("ose:party.one-character-per-player")
def formed(do: Resolution, event: PartyFormed) -> None:
    """One character for each player, or as many as the referee allows. Default: one; somebody who plays alone has leave
    to play a whole party.
    """
    state = do.state
    assert state.party is not None
    default = "1" if len(players(state)) > 1 else ANY
    most = do.foretold(_EACH, ("1", "2", "3", "4", ANY), default)
    do.emit(CharactersLimited(None if most == ANY else int(most), rule=(_EACH,)))
    if most != ANY and any(len(of) > int(most) for of in played(state).values()):
        many = "one character" if most == "1" else f"{most} characters"
        raise UnderkeepError(f"Each player runs {many}, unless the referee allows more.")


@executes("ose:party.one-character-per-player")
def why_not_another(state: State) -> Refusal | None:
    """A player who has as many characters as the referee allows brings no other."""
    most = campaign(state).company.most_characters
    if most is not None and all(len(of) >= most for of in played(state).values()):
        return Refusal("Every player has a character already.", _EACH)
    return None


@executes("ose:party.size", "ose:party.class-mix", "ose:party.level-spread", "ose:party.marching-order")
def set_out(do: Resolution) -> None:
    """Before an adventure: advice, and a marching order if there is none yet."""
    for rule, text in advice(do.state):
        if standing(do, rule, ("hint", "say nothing"), "hint") == "hint":
            do.emit(PartyHint(rule.rpartition(".")[2], text, rule=(rule,)))
    party = do.state.party
    assert party is not None
    if not campaign(do.state).company.is_ordered:
        do.ask_party(MARCHING_ORDER, (ARMOURED_FIRST, AS_THEY_STAND), ARMOURED_FIRST, (MARCHING_ORDER,))


@executes("ose:party.size", "ose:party.class-mix", "ose:party.level-spread")
def advice(state: State) -> list[tuple[str, str]]:
    """Six to eight is best, classes should be mixed, and levels should not lie more than four apart."""
    assert state.party is not None
    size = len([id for id in state.party.members if state.creatures[id].status != "dead"])
    classes = {sheet(c).character_class for c in characters(state)}
    levels = [sheet(c).level for c in characters(state)]
    found = []
    if size < IDEAL_SIZE.start:
        found.append(("ose:party.size", "The party is small: consider retainers."))
    elif size not in IDEAL_SIZE:
        found.append(("ose:party.size", "The party is large: it may get in its own way."))
    if len(classes) == 1 and len(levels) > 1:
        found.append(("ose:party.class-mix", "All are of one class: a mix is wiser."))
    if levels and max(levels) - min(levels) > MOST_LEVELS_APART:
        found.append(("ose:party.level-spread", "The levels lie far apart: two parties might fare better."))
    return found


def ordered(do: Resolution, event: MarchingOrderSet) -> None:
    """An order was given: nobody need be asked for one."""
    if not campaign(do.state).company.is_ordered:
        do.emit(OrderAgreed(rule=(MARCHING_ORDER,)))


@executes("ose:party.marching-order")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The party marches with armour in front, or as it stands."""
    assert do.state.party is not None
    order = sensible_order(do.state) if choice == ARMOURED_FIRST else do.state.party.members
    do.emit(MarchingOrderSet(order, rule=(MARCHING_ORDER,)))


@executes("ose:party.marching-order")
def sensible_order(state: State) -> tuple[str, ...]:
    """The best armoured in front, the next best as rear guard, the weaker between them."""
    assert state.party is not None
    members = [state.creatures[id] for id in state.party.members]
    best = sorted(members, key=lambda c: (c.status == "dead", armour_class(c), -c.hp))
    front, rear, middle = best[:2], best[2:3], best[3:]
    return tuple(c.id for c in (*front, *middle, *rear))


def formations_to_keep(state: State) -> list[Action]:
    return [KeepFormation(name) for name in FORMATIONS]


def formations_kept(state: State) -> list[Action]:
    return [TakeFormation(name) for name in FORMATIONS]


def callers(state: State) -> list[Action]:
    """Whom to name, where the option is on."""
    assert state.party is not None
    return [NameCaller(seat) for seat in ("", *players(state))] if CALLER in state.switches else []


def formation(state: State, name: str) -> tuple[str, ...]:
    """The members in the order remembered under a name, newcomers last; nothing if none is."""
    assert state.party is not None
    kept, members = campaign(state).company.formations.get(name, ()), state.party.members
    ordered = tuple(id for id in kept if id in members)
    return (*ordered, *(id for id in members if id not in kept)) if ordered else ()


def why_not_caller(state: State, action: NameCaller) -> Refusal | None:
    assert state.party is not None
    if CALLER not in state.switches:
        return Refusal("This campaign has no caller.", "ose:party.caller")
    known = action.seat in ("", *players(state)) and action.seat != state.party.caller
    return None if known else Refusal("That changes nothing.", "ose:party.caller")


def why_not_formation(state: State, action: KeepFormation | TakeFormation) -> Refusal | None:
    """Only what would change something."""
    assert state.party is not None
    if action.name not in FORMATIONS:
        return Refusal(f"The formations are {', '.join(FORMATIONS)}.", MARCHING_ORDER)
    kept = formation(state, action.name)
    if kept == state.party.members or (isinstance(action, TakeFormation) and not kept):
        return Refusal("That changes nothing.", MARCHING_ORDER)
    return None


def keep_formation(do: Resolution, action: KeepFormation) -> None:
    assert do.state.party is not None
    do.emit(FormationKept(action.name, do.state.party.members, rule=(MARCHING_ORDER,)))


def take_formation(do: Resolution, action: TakeFormation) -> None:
    do.emit(MarchingOrderSet(formation(do.state, action.name), rule=(MARCHING_ORDER,)))


@executes("ose:party.caller", "ose:party.caller.leader")
def name_caller(do: Resolution, action: NameCaller) -> None:
    """From now on this seat speaks for all, and its character leads from the front. Default: the one with the most
    CHA.
    """
    seat = action.seat
    do.emit(CallerNamed(seat, rule=("ose:party.caller",)))
    ids = tuple(c.id for c in characters(do.state))
    if not seat or not ids:
        return
    best = max(characters(do.state), key=lambda c: sheet(c).abilities["CHA"])
    leader = do.ruling(_LEADER, ids, best.id)
    assert do.state.party is not None
    others = tuple(id for id in do.state.party.members if id != leader)
    do.emit(MarchingOrderSet((leader, *others), rule=(_LEADER,)))


def why_noted(state: State, event: MapNoted) -> tuple[str, ...]:
    """One of the players draws the map."""
    return (_MAPPER,)


@executes("ose:party.mapper", "ose:light.needed")
def why_not_map(state: State) -> Refusal | None:
    """Notes go onto the party's own map, at the place where it is; nobody draws in the dark."""
    if not light.sight_feet(state):
        return Refusal("It is too dark to draw a map.", _MAPPER)
    return None
