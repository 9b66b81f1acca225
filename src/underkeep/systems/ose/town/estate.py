"""What somebody owns and does not carry: land and what stands on it, people in service, a beast, things put away."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.holdings import Stronghold
from underkeep.systems.ose.town import inheritance, safe_keeping
from underkeep.systems.ose.town.strongholds import structures
from underkeep.world.clock import day_of
from underkeep.world.creature import Creature
from underkeep.world.state import State

Rows = tuple[tuple[str, str], ...]


def rows(state: State, creature: Creature) -> Rows:
    """As lines of a sheet."""
    return tuple(_rows(state, creature))


def _rows(state: State, creature: Creature) -> Iterator[tuple[str, str]]:
    own = campaign(state).strongholds.get(creature.id)
    if own is not None:
        yield from _domain(state, own)
    for contract in campaign(state).staff.contracts:
        if contract.employer == creature.id:
            task = f", to {contract.task}" if contract.task else ""
            yield "In service", f"{contract.specialist}{task}, paid until day {day_of(contract.paid_until)}"
    mount = campaign(state).country.mounts.get(creature.id)
    if mount is not None:
        yield "Rides", mount.replace("-", " ")
    kept = [item.name for item in safe_keeping.kept(state, creature.id)]
    coins = inheritance.deposit_cp(state, creature.id)
    if kept or coins:
        yield "In safe keeping", ", ".join([*([money.written(coins)] if coins else []), *kept])


@executes("ose:domain.genre-rules")
def _domain(state: State, own: Stronghold) -> Iterator[tuple[str, str]]:
    """The land, what is built on it and until when, and who lives there."""
    counted = [
        f"{count} x {structures()[kind].name.lower()}" if count > 1 else structures()[kind].name.lower()
        for kind, count in own.parts.items()
    ]
    until = f"; building until day {day_of(own.done)}" if own.parts and own.done > state.now else ""
    yield "Land", f"{', '.join(counted) or 'nothing built yet'}{until}"
    people = [f"{own.settlers} settlers"] if own.settlers else []
    people += [f"{own.followers} followers"] if own.followers else []
    if own.garrison is not None:
        people.append(f"a garrison of {len(own.garrison.members)} ({own.garrison.kind.replace('-', ' ')})")
    if people:
        yield "Who lives there", ", ".join(people)
