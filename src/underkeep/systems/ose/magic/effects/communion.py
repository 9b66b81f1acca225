"""Commune: questions to the deity, answered with yes or no from what is really so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import Communed, campaign, with_campaign
from underkeep.systems.ose.basics.conditions import COMMUNING
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic.prayers import Commune
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, until
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.dungeon import Group
from underkeep.world.state import State

YEAR_DAYS = 365
ANSWERS = ("yes", "no", "the answer is unclear")
_JUDGED = "ose:referee.resolve-action"
Truth = Callable[[], bool]


class AskDeity(Action, frozen=True):
    """Ask the deity something that can be answered with yes or no."""

    actor: str
    question: str


class CommunionHeld(Event, frozen=True):
    """When somebody has communed with the deity."""

    creature: str
    communed: Communed

    def evolve(self, state: State) -> State:
        return with_campaign(state, communed={**campaign(state).communed, self.creature: self.communed})


class DeityAnswered(Note, frozen=True):
    """What the deity says to a question."""

    creature: str
    question: str
    answer: str


EVENTS: tuple[type[Event], ...] = (CommunionHeld, DeityAnswered)


def is_granted(state: State, id: str, spell: Commune) -> bool:
    """Whether the deity will hear somebody: once a week, and once a year at length."""
    last = campaign(state).communed.get(id)
    if last is None:
        return True
    if spell.once_a_year and last.at_length is not None and state.now - last.at_length < YEAR_DAYS * DAY:
        return False
    return state.now - last.at >= spell.rest_days * DAY


@effects(Commune)
def commune(do: Resolution, casting: Casting, spell: Commune) -> None:
    """Three questions, or the six that are granted once a year; each must be asked before the spell runs out."""
    last = campaign(do.state).communed.get(casting.caster)
    at_length = do.state.now if spell.once_a_year else last.at_length if last is not None else None
    do.emit(CommunionHeld(casting.caster, Communed(do.state.now, at_length), rule=CAST))
    bestow(do, casting.caster, COMMUNING, until(do, casting), spell.questions)


def options(state: State) -> list[Action]:
    """What somebody who communes could ask that the dungeon itself answers."""
    asking = [c for c in state.marchers() if c.conditions and c.condition(COMMUNING) is not None]
    return [AskDeity(c.id, question) for c in asking for question in questions(state)]


def why_not(state: State, action: AskDeity) -> Refusal | None:
    """Only one who communes may ask; what nothing in the world answers takes a person as the referee."""
    creature = state.creatures[action.actor]
    if creature.condition(COMMUNING) is None:
        return Refusal(f"{creature.name} does not commune with the deity now.", CAST[0])
    if action.question not in questions(state) and not state.human_referee:
        return Refusal("The deity answers what is yes or no: whether there is this or that here.", _JUDGED)
    return None


@executes("ose:referee.resolve-action")
def ask(do: Resolution, action: AskDeity) -> None:
    """One question less. What the world itself does not answer is the referee's. Default: unclear."""
    truth = questions(do.state).get(action.question)
    if truth is not None:
        answer = ANSWERS[0] if truth() else ANSWERS[1]
    else:
        answer = do.ruling(_JUDGED, ANSWERS, ANSWERS[2], action.question)
    seats = (do.state.owner(action.actor),)
    do.emit(DeityAnswered(action.actor, action.question, answer, rule=CAST, seats=seats))
    communion = do.state.creatures[action.actor].condition(COMMUNING)
    assert communion is not None
    if communion.level > 1:
        less = Condition(COMMUNING, communion.until, communion.level - 1)
        do.emit(ConditionGained(action.actor, less, rule=CAST, seats=seats))
    else:
        do.emit(ConditionEnded(action.actor, COMMUNING, rule=CAST))


def questions(state: State) -> dict[str, Truth]:
    """What can be asked here and now, each with how it is found to be so."""
    if state.dungeon is None or state.party is None:
        return {}
    return _underground(state) if state.party.at is not None else _of_rumours(state)


def _underground(state: State) -> dict[str, Truth]:
    """Of this area, of what lies beyond each door of it, and of the level."""
    dungeon, at, area = survey.here(state)
    found: dict[str, Truth] = {
        "is there a trap here": lambda: any(t.area == area.id and t.state == "hidden" for t in dungeon.traps.values()),
        "is there a secret door here": lambda: any(not d.found for d in dungeon.doors_of(area.id)),
        "is there hidden treasure here": lambda: any(
            h.area == area.id and h.hidden and h.items for h in dungeon.hoards.values()
        ),
        "is there treasure left on this level": lambda: any(
            h.items and dungeon.areas[h.area].level == at.level for h in dungeon.hoards.values()
        ),
        "is anybody on this level stronger than the party": lambda: any(
            _is_stronger(state, group) for group in dungeon.groups_on(at.level)
        ),
    }
    for door in survey.known_doors(state):
        way = _direction(door.side(area.id), door.side(door.beyond(area.id)))
        beyond = door.beyond(area.id)
        found.setdefault(f"does anybody lurk beyond the {door.kind} to the {way}", partial(_is_lived_in, state, beyond))
        found.setdefault(f"is there treasure beyond the {door.kind} to the {way}", partial(_is_rich, state, beyond))
    return found


def _direction(start: tuple[int, int], end: tuple[int, int]) -> str:
    if start[0] != end[0]:
        return "east" if end[0] > start[0] else "west"
    return "south" if end[1] > start[1] else "north"


def _is_lived_in(state: State, area: str) -> bool:
    assert state.dungeon is not None
    return any(group.count for group in state.dungeon.groups_in(area))


def _is_rich(state: State, area: str) -> bool:
    assert state.dungeon is not None
    return any(h.area == area and h.items for h in state.dungeon.hoards.values())


def _is_stronger(state: State, group: Group) -> bool:
    """By Hit Dice against levels."""
    met = [c for id in group.members if (c := state.creatures.get(id)) is not None]
    dice = sheet(met[0]).level if met else _usual_dice(group.kind)
    return group.count * dice > sum(max(1, sheet(c).level) for c in state.marchers())


def _usual_dice(kind: str) -> int:
    listing = monsters().get(kind)
    return max(1, hit_dice(listing.hd).dice) if listing is not None else 1


def _of_rumours(state: State) -> dict[str, Truth]:
    """Of each rumour that the party has heard; and of treasure."""
    dungeon, town = state.dungeon, state.settlement
    assert dungeon is not None
    found: dict[str, Truth] = {
        f"is there treasure left in {dungeon.name}": lambda: any(h.items for h in dungeon.hoards.values())
    }
    for index in town.heard if town is not None else ():
        assert town is not None
        rumour = town.rumours[index]
        found[f"is it true: {rumour.text.rstrip('.')}"] = partial(bool, rumour.true)
    return found
