"""The services of a town: somebody goes there, pays, and something comes of it, most of them once a day."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from underkeep.kernel.event import Action
from underkeep.procedures import hearsay
from underkeep.procedures.chapter import TOWN, Chapter, Deed
from underkeep.procedures.questions import ServicesChapter
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.clock import DAY
from underkeep.world.settlement import Rumour, RumourHeard, ServiceUsed
from underkeep.world.state import State


class Visit(Action, frozen=True):
    """Go to one of the services of the town."""

    actor: str
    service: str


def chapter(services: ServicesChapter) -> Chapter:
    options, why_not = partial(_visits, services), partial(_why_not, services)
    takes = partial(_takes, services)
    return Chapter((Deed(Visit, (TOWN,), partial(_visit, services), options, why_not, free=True, takes=takes),))


def _visits(services: ServicesChapter, state: State) -> list[Action]:
    return [Visit(m.id, service) for service in services.offered(state) for m in state.marchers()]


def _why_not(services: ServicesChapter, state: State, action: Visit) -> Refusal | None:
    if action.service not in services.offered(state):
        return Refusal("The town has nothing of that kind.")
    assert state.settlement is not None
    if services.once_a_day(action.service) and state.settlement.visited.get(action.service) == state.now // DAY:
        return Refusal("Somebody has been there today; tomorrow again.")
    return services.why_not(state, state.creatures[action.actor], action.service)


def _takes(services: ServicesChapter, state: State, action: Visit) -> str:
    return services.takes(state, action.service) if action.service in services.offered(state) else ""


def _visit(services: ServicesChapter, do: Resolution, action: Visit) -> None:
    services.serve(do, do.state.creatures[action.actor], action.service)


def used(do: Resolution, creature: str, service: str, outcome: str, rule: tuple[str, ...] = ()) -> None:
    do.emit(ServiceUsed(creature, service, outcome, do.state.now // DAY, rule=rule))


def tell(
    do: Resolution,
    creature: str,
    service: str,
    fits: Callable[[Rumour], bool],
    rule: tuple[str, ...] = (),
    teller: str = "",
) -> None:
    """One rumour that the party has not heard and that such people would tell, if there is any: in the words of the
    `teller`, such as `The watch knows`."""
    used(do, creature, service, "told" if _unheard(do.state, fits) else "nothing", rule)
    overhear(do, fits, rule, teller)


def overhear(do: Resolution, fits: Callable[[Rumour], bool], rule: tuple[str, ...] = (), teller: str = "") -> None:
    """The same without having asked."""
    unheard = hearsay.newest(do.state, _unheard(do.state, fits))
    if unheard:
        index = int(do.pick(unheard, "which rumour"))
        do.emit(RumourHeard(index, hearsay.as_told(do.state, index, teller), rule=rule))


def _unheard(state: State, fits: Callable[[Rumour], bool]) -> tuple[int, ...]:
    town = state.settlement
    assert town is not None
    return tuple(i for i, rumour in enumerate(town.rumours) if i not in town.heard and fits(rumour))
