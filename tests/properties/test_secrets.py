"""Two states that differ only in secrets look alike to a seat, in every scene, and offer it the same."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace
from tests.properties.secrets import OF_OTHERS, OF_THE_DELVE, VISIBLE_IN_OPTIONS, Otherwise
from tests.properties.walks import DELVING, SEEDS, SYSTEMS, samples, seats_of, walk

from underkeep.kernel.audience import seen_by
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play, survey
from underkeep.systems import load
from underkeep.table.new_game import PLAYER
from underkeep.table.view import view
from underkeep.world.dungeon import Feature
from underkeep.world.state import State

KEPT: dict[str, Otherwise] = OF_THE_DELVE | OF_OTHERS


def kept_by(system: str) -> dict[str, Otherwise]:
    return KEPT if system in DELVING else OF_OTHERS


def seen(system: str, state: State, seat: str) -> bytes:
    rules = load(system)
    return rules.codec.encode(view(state, seat, rules))  # type: ignore[arg-type]


def offered(system: str, state: State, seat: str) -> tuple[object, ...]:
    options = play.legal_actions(load(system), state, seat)
    return options.listed, tuple((moves.actor, moves.mask) for moves in options.moves)


@cache
def seen_as_it_is(system: str, number: int, seat: str) -> bytes:
    return seen(system, samples(system)[number], seat)


@cache
def offered_as_it_is(system: str, number: int, seat: str) -> tuple[object, ...]:
    return offered(system, samples(system)[number], seat)


@pytest.mark.parametrize(("system", "secret"), [(s, name) for s in SYSTEMS for name in kept_by(s) | VISIBLE_IN_OPTIONS])
def test_a_secret_changes_no_byte_of_a_view(system: str, secret: str) -> None:
    tried = 0
    for number, state in enumerate(samples(system)):
        for seat in seats_of(system):
            for other in (KEPT | VISIBLE_IN_OPTIONS)[secret](state, seat):
                if other != state:
                    assert seen(system, other, seat) == seen_as_it_is(system, number, seat)
                    tried += 1
    assert tried or secret == "ends of conditions"


@pytest.mark.parametrize(("system", "secret"), [(s, name) for s in SYSTEMS for name in kept_by(s)])
def test_a_secret_changes_no_option(system: str, secret: str) -> None:
    tried = 0
    for number, state in enumerate(samples(system)):
        for seat in seats_of(system)[:-1]:
            for other in KEPT[secret](state, seat):
                if other != state:
                    assert offered(system, other, seat) == offered_as_it_is(system, number, seat)
                    tried += 1
    assert tried


@pytest.mark.parametrize("system", DELVING)
def test_a_thing_is_not_numbered_by_a_hidden_one_of_its_kind(system: str) -> None:
    underground = (s for s in samples(system) if s.party is not None and s.party.at is not None)
    state = next(s for s in underground if survey.is_seen(s, survey.middle(survey.here(s)[2])))
    dungeon, _, area = survey.here(state)
    pool, hidden = Feature("a", area.id, "pool"), Feature("b", area.id, "pool", hidden=True)
    one, two = (
        replace(state, dungeon=replace(dungeon, features={f.id: f for f in features}))
        for features in ((pool,), (pool, hidden))
    )
    assert seen(system, one, PLAYER) == seen(system, two, PLAYER)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", DELVING)
def test_facts_for_others_are_told_to_nobody_else(system: str, seed: int) -> None:
    """The contract looks at fights; here are all the other scenes."""
    for moment in walk(system, seed):
        for event in moment.events:
            told = seen_by(event, PLAYER, moment.after)
            if event.secret or (event.seats is not None and PLAYER not in event.seats):
                assert told is None
            assert seen_by(event, REFEREE, moment.after) == event
