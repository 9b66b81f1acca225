"""What is remembered as long as a fight lasts: how crowded it may get, whose nerve was tried, what magic fills."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Battle
from underkeep.kernel.secret import Secrets, of_the_referee
from underkeep.world.grid import Square
from underkeep.world.state import State

USUAL_ROOM = 4


class Zone(Struct, frozen=True, gc=False):
    """Magic that fills a place. It is anchored to a square, or to the creature that it moves with.

    `condition` is what those inside are under, `squares` how far it reaches; without `until` it has no end. It is of a
    caster's `power`, and moves by `drift` each round.
    """

    condition: str
    squares: int
    anchor: Square | str
    until: int | None = None
    power: int = 0
    drift: Square = (0, 0)


class MagicWall(Struct, frozen=True, gc=False):
    """A wall that a caster of some power has raised across the field. Creatures of `passed_from_hd` Hit Dice or more
    get through it, if any are given; one that `needs` its caster ends with the caster's concentration.
    """

    of: str
    squares: tuple[Square, ...]
    by: str
    power: int
    passed_from_hd: int = 0
    until: int | None = None
    needs: bool = False


class Grip(Struct, frozen=True, gc=False):
    """A monster that holds on to somebody, or has swallowed it, by an attack of this name, since this moment."""

    holder: str
    victim: str
    attack: str
    since: int


class Called(Struct, frozen=True, gc=False):
    """So many of a kind who will come to help a side, near a square, at this time."""

    secrets: ClassVar[Secrets] = of_the_referee("kind", "number", "near", "at")

    kind: str
    number: int
    side: str
    near: Square
    at: int


class OseBattle(Struct, Battle, frozen=True, gc=False):
    """`room` is how many may attack one human-sized opponent; divine casters of an alignment in `any_form` do not keep
    to the forms that their faith asks for.

    `stood_fast` says, by side, how many were left when the referee last ruled on their flight. `morale_tried` are
    sides with the reason for a check, `held` the checks that each kind of monster has passed, by side; `perils` are
    retainers with the reason for a loyalty check. `facing` is whom each combatant attacked last, hand to hand,
    `paces` in how many rounds each has moved, `runs` from where and in which round last those run who keep running.
    `walls` are those that magic has raised, `grips` is who holds on to whom, `braved` are those who have been tried by
    the sight or smell of a monster, `thralls` says by whom somebody is charmed, `called` who will come to help.
    `in_vain` are the names of those whom a blow did not harm, with what it was dealt.
    """

    secrets: ClassVar[Secrets] = of_the_referee("stood_fast", "morale_tried", "held", "perils", "braved")

    room: int = USUAL_ROOM
    any_form: frozenset[str] = frozenset()
    stood_fast: dict[str, int] = {}
    morale_tried: frozenset[tuple[str, str]] = frozenset()
    held: dict[str, dict[str, int]] = {}
    perils: frozenset[tuple[str, str]] = frozenset()
    zones: tuple[Zone, ...] = ()
    walls: tuple[MagicWall, ...] = ()
    facing: dict[str, str] = {}
    paces: dict[str, int] = {}
    runs: dict[str, tuple[Square, int]] = {}
    grips: tuple[Grip, ...] = ()
    braved: frozenset[tuple[str, str]] = frozenset()
    thralls: dict[str, str] = {}
    called: tuple[Called, ...] = ()
    in_vain: frozenset[tuple[str, str]] = frozenset()


AT_FIRST = OseBattle()


def battle(state: State) -> OseBattle:
    fight = state.fight
    return (fight.battle if fight is not None else None) or AT_FIRST  # type: ignore[return-value]


def with_battle(state: State, **changes: object) -> State:
    """The state with this changed of what the fight remembers."""
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, battle=replace(battle(state), **changes)))
