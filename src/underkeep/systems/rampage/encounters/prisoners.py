"""Captives: what may be got out of them by force, kindness or guile."""

from __future__ import annotations

from typing import Literal

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import exploration, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.measures import TURN_SECONDS
from underkeep.systems.rampage.basics.sheet import is_character
from underkeep.systems.rampage.checks.checks import ability_check
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.encounters import reactions
from underkeep.world.creature import Creature, Died
from underkeep.world.state import State

Method = Literal["brutal", "persuasive", "cunning"]
METHODS = ("brutal", "persuasive", "cunning")
DEATH_FIRST = 3
_TALK = "rampage:prisoner.methods"


class Interrogate(Action, frozen=True):
    """Question a captive in one of three manners: brutal, persuasive or cunning."""

    actor: str
    captive: str
    method: str


class OrderRolled(Note, frozen=True):
    """Whether a captive's life or his silence breaks first."""

    creature: str
    roll: Roll
    first: str


class Questioned(Event, frozen=True):
    """What a captive says, if he says anything; one who has talked or died has no more to say."""

    creature: str
    talks: bool
    told: tuple[str, ...] = ()
    is_over: bool = False

    def evolve(self, state: State) -> State:
        if not self.is_over:
            return state
        return with_campaign(state, questioned=(*campaign(state).questioned, self.creature))


EVENTS: tuple[type[Event], ...] = (OrderRolled, Questioned)


def captives(state: State) -> list[Creature]:
    """Those in the party's hands who have not talked yet."""
    known = campaign(state)
    found = [state.creatures[id] for id in known.captives if id not in known.questioned]
    return [c for c in found if c.status == "yielded"]


def options(state: State) -> list[Action]:
    return [Interrogate(m.id, c.id, how) for c in captives(state) for m in state.marchers() for how in METHODS]


@executes("rampage:prisoner.language", "rampage:prisoner.methods")
def why_not(state: State, action: Interrogate) -> Refusal | None:
    """One manner at a time, in a tongue that both speak, or with somebody who speaks both."""
    actor = state.creatures[action.actor]
    captive = next((c for c in captives(state) if c.id == action.captive), None)
    if captive is None:
        return Refusal("There is no such captive to question.", _TALK)
    if action.method not in METHODS:
        return Refusal(f"A captive is questioned in one manner: {', '.join(METHODS)}.", _TALK)
    if not is_character(actor):
        return Refusal(f"{actor.name} cannot question anybody.", _TALK)
    if reactions.interpreter(state, actor, captive) is None:
        return Refusal("Nobody here speaks the captive's language.", "rampage:prisoner.language")
    return None


@executes("rampage:prisoner.methods")
def interrogate(do: Resolution, action: Interrogate) -> None:
    """By the manner chosen; the time goes by whatever comes of it. Ruling: q.prisoner-repeat."""
    {"brutal": _brutal, "persuasive": _persuade, "cunning": _trick}[action.method](do, action.actor, action.captive)


@executes("rampage:prisoner.cunning", "rampage:prisoner.brutal", "rampage:prisoner.persuasive")
def seconds_for(action: Interrogate) -> int:
    """A turn, but two for cunning."""
    return TURN_SECONDS * (2 if action.method == "cunning" else 1)


@executes("rampage:prisoner.brutal", "rampage:prisoner.brutal-order", "rampage:prisoner.brutal-results")
def _brutal(do: Resolution, actor: str, captive: str) -> None:
    """Strength, then two saves of the captive, in an order that a die decides: for his life, and for his silence.
    Ruling: q.brutal-str-fail, without the strength for it nothing happens.
    """
    if not ability_check(do, actor, "STR", 20, (), ("rampage:prisoner.brutal",)):
        _say(do, captive, False, ("rampage:prisoner.brutal",))
        return
    roll = do.roll(1, 6, f"what breaks first in {captive}")
    first = "life" if roll.total <= DEATH_FIRST else "silence"
    do.emit(OrderRolled(captive, roll, first, rule=("rampage:prisoner.brutal-order",)))
    rule = ("rampage:prisoner.brutal-results",)
    for what in ("life", "silence") if first == "life" else ("silence", "life"):
        holds = save(do, captive, "general")
        if what == "life" and not holds:
            do.emit(Died(captive, rule=rule))
            return
        if what == "silence":
            _say(do, captive, not holds, rule)


@executes("rampage:prisoner.persuasive")
def _persuade(do: Resolution, actor: str, captive: str) -> None:
    """Wisdom to find what he wants, Charisma to offer it; then he saves or talks."""
    rule = ("rampage:prisoner.persuasive",)
    talks = (
        ability_check(do, actor, "WIS", 20, (), rule)
        and ability_check(do, actor, "CHA", 20, (), rule)
        and not save(do, captive, "general")
    )
    _say(do, captive, talks, rule)


@executes("rampage:prisoner.cunning")
def _trick(do: Resolution, actor: str, captive: str) -> None:
    """Intelligence against his save."""
    rule = ("rampage:prisoner.cunning",)
    _say(do, captive, ability_check(do, actor, "INT", 20, (), rule) and not save(do, captive, "general"), rule)


def _say(do: Resolution, captive: str, talks: bool, rule: tuple[str, ...]) -> None:
    """A captive who talks tells what is hidden here, and who lives behind the nearest doors."""
    told = _knows(do.state) if talks else ()
    do.emit(Questioned(captive, talks, told, talks, rule=(_TALK, *rule)))
    if talks and not do.state.is_outdoors:
        exploration.reveal(do, None, {"door", "trap", "hoard"})


def _knows(state: State) -> tuple[str, ...]:
    if state.is_outdoors or state.party is None or state.party.at is None:
        return ()
    dungeon, _, area = survey.here(state)
    beyond = [door.beyond(area.id) for door in dungeon.doors_of(area.id)]
    return tuple(
        f"{group.count} {group.kind.replace('-', ' ')}"
        for id in beyond
        for group in dungeon.groups_in(id)
        if group.count > 0
    )
