"""In town: shops, hirelings, rumours, rest, and the road to the dungeon."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import places
from underkeep.procedures.chapter import TOWN, Chapter, Deed
from underkeep.procedures.delve_actions import (
    Buy,
    Dismiss,
    HearRumours,
    Hire,
    Rename,
    RestDays,
    Retire,
    Sell,
    SetOut,
)
from underkeep.procedures.journey import MARCH_SECONDS
from underkeep.procedures.questions import RoadChapter, TownChapter
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.world.clock import DAY, EVENING, HOUR, MORNING, day_of, time_of_day
from underkeep.world.creature import Renamed
from underkeep.world.journey import Route, begun, marched_today, routes
from underkeep.world.party import Party, PartyFormed, PartyLeft
from underkeep.world.region import route_named, ways_on
from underkeep.world.state import GameEnded, State

MOST_DAYS = 30
LATE = 16 * HOUR
"""From here on a party may think of waiting for the morning."""
MOST_OFFERED = 1_000_000
MOST_PIECES = 1000
HERE = (TOWN,)


def chapter(town: TownChapter, road: RoadChapter) -> Chapter:
    """The deeds of any town, as this game answers for them and for the road. Trade and rest are legal in other numbers
    than listed."""
    hear, rest = partial(_hear, town), partial(_rest, town)
    return Chapter(
        (
            Deed(SetOut, HERE, _set_out, _ways, _why_not_set_out, free=True, asks=partial(_sets_out, road)),
            Deed(RestDays, HERE, rest, _rests, _why_not_rest, free=True, asks=partial(_stays, town)),
            Deed(Retire, HERE, _retire, lambda _: (Retire(),), asks=lambda *_: "This ends the game for good."),
            Deed(Rename, HERE, _rename, why_not=partial(_why_not_rename, town), free=True),
            Deed(HearRumours, HERE, hear, lambda state: [HearRumours(m.id) for m in state.marchers()], free=True),
            Deed(Buy, HERE, partial(_buy, town), partial(_purchases, town), partial(_why_not_buy, town), free=True),
            Deed(Sell, HERE, partial(_sell, town), partial(_sales, town), _why_not_sell, free=True),
            Deed(Hire, HERE, partial(_hire, town), partial(_offers, town), partial(_why_not_hire, town), free=True),
            Deed(
                Dismiss,
                HERE,
                _dismiss,
                partial(_dismissals, town),
                _why_not_dismiss,
                free=True,
                asks=partial(_parts_with, town),
            ),
        )
    )


def form_party(do: Resolution, side: str, members: tuple[str, ...]) -> None:
    do.emit(PartyFormed(Party(side, members)))


# What is asked before it is done


def _sets_out(road: RoadChapter, state: State, action: SetOut) -> str:
    """Who would arrive tonight, but after dark, is told when."""
    told = "The party leaves the town and sets out."
    route = route_named(state, action.route)
    if route is not None and (fee := road.toll(route)):
        told = f"{told} Who leads the way asks {fee}, paid before."
    arrival = _arrival(road, state, route) if route is not None else None
    if route is not None and route.length > road.road_per_day(replace(state, journey=begun(route, homeward=False))):
        told = " ".join((f"{told} The way is longer than a day's march.", *road.supplies(state)))
    elif lacking := [line for line in road.supplies(state) if "less than a day" in line]:
        told = " ".join((told, *lacking))
    if arrival is None and route is not None and marched_today(state):
        hours = (MARCH_SECONDS - marched_today(state)) // HOUR
        left = f"only about {hours} hour{'' if hours == 1 else 's'} more" if hours > 0 else "no farther"
        return f"{told} Of today's march so much is used up that it goes {left} before the night on the way."
    if arrival is None or (day_of(arrival) == day_of(state.now) and arrival % DAY < EVENING):
        return told
    return f"{told} It is {time_of_day(state.now)} now; the way ends at about {time_of_day(arrival)}, after dark."


def _arrival(road: RoadChapter, state: State, route: Route) -> int | None:
    """When the way is behind the party, if it can be walked in what is left of today's march."""
    rate = road.road_per_day(replace(state, journey=begun(route, homeward=False)))
    seconds = round(route.length * MARCH_SECONDS / rate) if rate else 0
    return state.now + seconds if 0 < seconds <= MARCH_SECONDS - marched_today(state) else None


def _stays(town: TownChapter, state: State, action: RestDays) -> str:
    """How long, and what that costs."""
    until = state.now + (action.days * DAY or until_morning(state))
    days = f"for {action.days} day{'' if action.days == 1 else 's'}"
    told = (
        f"The party stays in town {days}." if action.days else f"The party sleeps in town until {time_of_day(until)}."
    )
    return " ".join((told, *town.dues(state, max(1, action.days), until)))


def _parts_with(town: TownChapter, state: State, action: Dismiss) -> str:
    """Who is hired is sent away at a word; one of the party's own is not."""
    who = state.creatures.get(action.creature)
    if who is None or town.serves(state, who):
        return ""
    return f"{who.name} is one of the party's own and leaves it with all they carry."


# Leaving


def _ways(state: State) -> list[Action]:
    if not state.marchers():
        return []
    usual = [SetOut(), *(SetOut(route.id) for route in routes(state)[1:])] if routes(state) else []
    return [*usual, *(SetOut(way.route.id) for way in ways_on(state))]


def _why_not_set_out(state: State, action: SetOut) -> Refusal | None:
    if not state.marchers():
        return Refusal("There is nobody to set out.")
    if route_named(state, action.route):
        return None
    if not action.route:
        return Refusal("Nobody here knows a way to that dungeon; name another place.")
    return Refusal(f"No route is called {action.route[:60]}.")


def _set_out(do: Resolution, action: SetOut) -> None:
    places.set_out(do, action.route)


def _retire(do: Resolution, action: Retire) -> None:
    do.emit(GameEnded("retired"))


# Days


def _why_not_rest(state: State, action: RestDays) -> Refusal | None:
    return None if 0 <= action.days <= MOST_DAYS else Refusal(f"Between 1 and {MOST_DAYS} days, please.")


def _rest(town: TownChapter, do: Resolution, action: RestDays) -> None:
    if action.days:
        town.rest_days(do, action.days)
        return
    pass_time(do, until_morning(do.state), "sleep")
    town.sleep(do)


def until_morning(state: State) -> int:
    """The seconds until the next morning."""
    return (MORNING - state.now) % DAY or DAY


def _rests(state: State) -> list[Action]:
    """Late in the day until the morning, too."""
    late = [RestDays(0)] if state.now % DAY >= LATE or state.now % DAY < MORNING else []
    return [*late, RestDays(1), RestDays(7)]


def _hear(town: TownChapter, do: Resolution, action: HearRumours) -> None:
    town.hear_rumours(do, do.state.creatures[action.actor])


# Trade


def _purchases(town: TownChapter, state: State) -> list[Action]:
    wares = tuple(town.wares(state))
    return [Buy(m.id, ware.kind, ware.count) for m in state.marchers() for ware in wares]


def _why_not_buy(town: TownChapter, state: State, action: Buy) -> Refusal | None:
    if town.ware(state, action.item) is None:
        return Refusal(f"Nobody here sells {action.item}.")
    return _why_not_so_many(action.count)


def _why_not_so_many(count: int) -> Refusal | None:
    return None if 1 <= count <= MOST_PIECES else Refusal(f"A number from 1 to {MOST_PIECES}, please.")


def _buy(town: TownChapter, do: Resolution, action: Buy) -> None:
    ware = town.ware(do.state, action.item)
    assert ware is not None
    town.buy(do, do.state.creatures[action.actor], ware, action.count)


def _sales(town: TownChapter, state: State) -> list[Action]:
    return [Sell(m.id, item.id, item.count) for m in state.marchers() for item in m.items if town.price_of(state, item)]


def _why_not_sell(state: State, action: Sell) -> Refusal | None:
    item = state.creatures[action.actor].item(action.item)
    if item is None:
        return Refusal("There is no such thing to sell.")
    return Refusal("It must be emptied first.") if item.holds else _why_not_so_many(action.count)


def _sell(town: TownChapter, do: Resolution, action: Sell) -> None:
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    town.sell(do, creature, item, action.count)


# Work


def _offers(town: TownChapter, state: State) -> list[Action]:
    assert state.settlement is not None
    return [
        Hire(m.id, who.id, terms)
        for m in state.marchers()
        for who in state.settlement.applicants
        for terms in town.offers(state, who)
    ]


def _why_not_hire(town: TownChapter, state: State, action: Hire) -> Refusal | None:
    assert state.settlement is not None
    if not any(who.id == action.applicant for who in state.settlement.applicants):
        return Refusal(f"Nobody called {action.applicant} looks for work.")
    numbers = all(0 <= amount <= MOST_OFFERED for amount in action.terms)
    if len(action.terms) == len(town.terms) and numbers:
        return None
    return Refusal(f"An offer is a number for each of: {', '.join(t.told.format('so many') for t in town.terms)}.")


def _hire(town: TownChapter, do: Resolution, action: Hire) -> None:
    town.hire(do, do.state.creatures[action.actor], action.applicant, action.terms)


def _dismissals(town: TownChapter, state: State) -> list[Action]:
    """Those who are hired; the party's own may be sent away too, by whoever says so."""
    assert state.party is not None
    return [Dismiss(id) for id in state.party.members if town.serves(state, state.creatures[id])]


def _why_not_dismiss(state: State, action: Dismiss) -> Refusal | None:
    assert state.party is not None
    known = action.creature in state.party.members
    return None if known else Refusal(f"{action.creature or 'Nobody'} is not in the party.")


def _dismiss(do: Resolution, action: Dismiss) -> None:
    do.emit(PartyLeft(action.creature))


# Names

MOST_LETTERS = 24


def _why_not_rename(town: TownChapter, state: State, action: Rename) -> Refusal | None:
    """A player names a character; those who are hired have a name of their own."""
    who = state.creatures.get(action.creature)
    if who is None or state.party is None or who.id not in state.party.members:
        return Refusal("Nobody of that name is in the party.")
    if town.serves(state, who):
        return Refusal(f"{who.name} is hired, and has a name already.")
    name = action.name.strip()
    letters = name.replace(" ", "").replace("-", "").replace("'", "")
    if not letters.isalpha() or len(name) > MOST_LETTERS:
        return Refusal(f"A name is made of letters, {MOST_LETTERS} at most.")
    taken = {c.name.lower() for c in state.creatures.values() if c.id != who.id}
    return Refusal(f"Somebody is called {name} already.") if name.lower() in taken else None


def _rename(do: Resolution, action: Rename) -> None:
    do.emit(Renamed(action.creature, do.state.creatures[action.creature].name, action.name.strip()))
