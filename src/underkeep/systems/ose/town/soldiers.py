"""Soldiers for hire: a troop that guards its employer on the road and fights there, and never goes underground."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.campaign import Troop, campaign, with_campaign
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.town import wages
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature, Moved
from underkeep.world.encounter import EncounterEnded
from underkeep.world.grid import Grid, Square
from underkeep.world.party import PartyWent
from underkeep.world.state import State

LEAST = 5
"""How many make a troop: soldiers serve only as a part of a greater force. Ours."""
MONTH = 30 * DAY
_RULE = "ose:hireling.mercenaries"


class Soldier(Struct, frozen=True, forbid_unknown_fields=True):
    """What one of a kind asks a month, and what it fights with."""

    monthly_gp: int
    gear: tuple[str, ...]
    rule: str


@cache
def soldiers() -> dict[str, Soldier]:
    return content.load(compendium.PACKAGE, "town/soldiers", Soldier)


class HireSoldiers(Action, frozen=True):
    """Hire a troop of soldiers of a kind for a month."""

    actor: str
    soldiers: str
    count: int = LEAST


class DismissSoldiers(Action, frozen=True):
    """Send the troop home."""

    actor: str


class TroopChanged(Event, frozen=True):
    """The troop that serves the party, or nothing; `what` happened in a word."""

    troop: Troop | None
    what: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, company=replace(campaign(state).company, troop=self.troop))


class TroopWaits(Note, frozen=True):
    """The soldiers stay outside: they do not go underground."""

    soldiers: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (TroopChanged, TroopWaits)


def troop(state: State) -> Troop | None:
    return campaign(state).company.troop


def standing(state: State) -> list[Creature]:
    """Those of the troop who are fit to fight."""
    own = troop(state)
    return [c for id in own.members if (c := state.creatures[id]).status == "up"] if own is not None else []


def options(state: State) -> list[Action]:
    if troop(state) is not None:
        return []
    return [HireSoldiers(c.id, kind) for c in wages.characters(state) for kind in soldiers()]


def dismissals(state: State) -> list[Action]:
    """By whoever hired them; when that one is gone, by any other character."""
    own, here = troop(state), [c.id for c in wages.characters(state)]
    if own is None or not here:
        return []
    return [DismissSoldiers(own.employer if own.employer in here else here[0])]


def month_cp(kind: str, count: int) -> int:
    return soldiers()[kind].monthly_gp * count * IN_CP["gp"]


def takes(state: State, action: HireSoldiers) -> str:
    return money.written(month_cp(action.soldiers, action.count)) if action.soldiers in soldiers() else ""


def asked(state: State, action: HireSoldiers) -> str:
    """Where they serve is told before they are paid."""
    where = "Soldiers march with the party and camp outside: they do not go underground."
    return f"{where} That takes {takes(state, action)}."


@executes("ose:hireling.mercenaries")
def why_not_hire(state: State, action: HireSoldiers) -> Refusal | None:
    """One troop at a time, of a kind that there is, not too small, and a month's pay in advance."""
    hirer = state.creatures.get(action.actor)
    if hirer is None or hirer not in wages.characters(state) or action.soldiers not in soldiers():
        return Refusal("There are no such soldiers to hire.", _RULE)
    if troop(state) is not None:
        return Refusal("A troop serves the party already.", _RULE)
    if action.count < LEAST:
        return Refusal(f"Soldiers serve in a troop of {LEAST} or more.", _RULE)
    cost = month_cp(action.soldiers, action.count)
    if money.purse_cp(hirer.items) < cost:
        return Refusal(f"They ask {money.written(cost)} for a month, in advance.", _RULE)
    return None


def why_not_dismiss(state: State, action: DismissSoldiers) -> Refusal | None:
    return None if action in dismissals(state) else Refusal("No soldiers serve here.", _RULE)


@executes("ose:hireling.mercenaries", "ose:morale.mercenary.rating")
def hire(do: Resolution, action: HireSoldiers) -> None:
    """They come as a troop, each with hit points of his own; how steady they are follows from what they are, whoever
    hires them.
    """
    hirer = do.state.creatures[action.actor]
    money.pay(do, hirer, month_cp(action.soldiers, action.count), "paid-for", (_RULE,), "soldiers")
    ids = _new_ids(do.state, action.soldiers, action.count)
    for id in ids:
        do.rules.recruit(do, Recruit(action.soldiers, gear=soldiers()[action.soldiers].gear), id, hirer.side)
    hired = Troop(hirer.id, action.soldiers, ids, do.state.now + MONTH)
    do.emit(TroopChanged(hired, "hired", rule=(_RULE, "ose:morale.mercenary.rating")))


def _new_ids(state: State, kind: str, count: int) -> tuple[str, ...]:
    found: list[str] = []
    number = 1
    while len(found) < count:
        if f"{kind}-{number}" not in state.creatures:
            found.append(f"{kind}-{number}")
        number += 1
    return tuple(found)


def dismiss(do: Resolution, action: DismissSoldiers) -> None:
    do.emit(TroopChanged(None, "dismissed", rule=(_RULE,)))


@executes("ose:hireling.mercenaries")
def went(do: Resolution, event: PartyWent) -> None:
    """At the dungeon the troop waits outside; in town it is paid for each month that has begun, or goes."""
    if troop(do.state) is None:
        return
    if event.how == "arrived" and event.place == "dungeon":
        do.emit(TroopWaits(tuple(c.id for c in standing(do.state)), rule=(_RULE,)))
    elif event.how == "set out" or event.place == "town":
        settle(do)


@executes("ose:hireling.mercenaries")
def settle(do: Resolution) -> None:
    """Every month that has begun is paid from the employer's purse; unpaid soldiers leave."""
    own = troop(do.state)
    assert own is not None
    while own.paid_until <= do.state.now:
        employer, cost = do.state.creatures[own.employer], month_cp(own.kind, len(standing(do.state)))
        if employer.status == "dead" or money.purse_cp(employer.items) < cost:
            do.emit(TroopChanged(None, "unpaid", rule=(_RULE,)))
            return
        money.pay(do, employer, cost, "paid-for", (_RULE,), "soldiers")
        own = replace(own, paid_until=own.paid_until + MONTH)
        do.emit(TroopChanged(own, "paid", rule=(_RULE,)))


@executes("ose:hireling.mercenaries")
def draw_up(do: Resolution, event: Moved) -> None:
    """In a fight on the road the soldiers stand beside the party, as soon as it has taken its places."""
    state, grid = do.state, do.state.grid
    if event.how != "deploy" or grid is None or state.fight is not None or not state.is_outdoors:
        return
    marchers = state.marchers()
    if event.creature not in (m.id for m in marchers) or any(m.at is None for m in marchers):
        return
    for soldier in standing(state):
        square = _beside(do.state, grid, marchers[0])
        if square is not None and soldier.at is None:
            do.emit(Moved(soldier.id, square, "deploy", rule=(_RULE,)))


def _beside(state: State, grid: Grid, leader: Creature) -> Square | None:
    """The free square nearest to the head of the party."""
    assert leader.at is not None
    taken, ring = state.occupied(), grid.bit(leader.at)
    for _ in range(grid.width):
        ring = grid.spread(ring) & grid.floor
        if ring & ~taken:
            return grid.first(ring & ~taken)
    return None


@executes("ose:hireling.mercenaries")
def after(do: Resolution, event: EncounterEnded) -> None:
    """The dead and those who ran are no longer of the troop."""
    own = troop(do.state)
    if own is None:
        return
    left = tuple(c.id for c in standing(do.state))
    if not left:
        do.emit(TroopChanged(None, "lost", rule=(_RULE,)))
    elif left != own.members:
        do.emit(TroopChanged(replace(own, members=left), "fought", rule=(_RULE,)))
