"""What this game remembers of a fight, as long as it lasts."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Battle
from underkeep.kernel.secret import Secrets
from underkeep.world.grid import Square
from underkeep.world.state import State

Guard = Literal["parry", "shield-parry"]
GUARDS: tuple[Guard, ...] = ("parry", "shield-parry")
AgainstEach = dict[str, dict[str, int]]
"""A number for each creature and each of its enemies."""
NEVER = -9
"""A round long before any fight."""


class Course(Struct, frozen=True, gc=False):
    """A charge: in which round, from where to where it first led, and how many inches of it are left."""

    round: int
    start: Square
    to: Square
    left: int


class Planted(Struct, frozen=True, gc=False):
    """A pavis or mantlet that stands on a square by itself, towards one side."""

    kind: str
    at: Square
    way: int


class Hold(Struct, frozen=True, gc=False):
    """What somebody waits for, and with which weapon; with none it is the move."""

    until: str
    weapon: str = ""


class Paces(Struct, frozen=True, gc=False):
    """How many inches of a move are left, in which round, and whether a shot came between."""

    round: int
    left: int
    shot: bool = False


class RampageBattle(Struct, Battle, frozen=True, gc=False):
    """`facing` is in eighths clockwise, 0 being up the map; `charges` holds the last one of each creature.

    `parries` and `shield_parries` are those held ready against each enemy; `withdrawals` the round in which a creature
    fell back from each enemy. `answers` are the blows that enemies may strike at a creature once it has struck, each
    with the multiplier of its damage. `holds` is what all who grapple a creature rolled, 0 once that is settled.
    `quarters_lost` is how much of a side was gone when it last checked morale. `surprise` are those who act in the
    surprise round, if the fight began with one, and `bashers` those of them who can do nothing in it but clear the
    doorway. `night` is what the dark takes off the blows of common folk, `quarry` whom each dog is after, and
    `out_of_sight` those whom no enemy saw when their part of the round began. `grips` are the Grip spells that wait in
    a hand, each with the last round it does. `high`, `cover` and `slits` are the squares of high ground, of trees and
    battlements, and behind arrow slits; `planted` what each has driven into the ground against missiles.
    `held` are the actions that wait for something, and `paces` what is left of the move of one who may shoot between.
    `slayers` are the Berserkers who have killed, `mad` those who fight their friends, each with his own side.
    """

    secrets: ClassVar[Secrets] = {"quarters_lost": "always"}

    facing: dict[str, int] = {}
    charges: dict[str, Course] = {}
    parries: AgainstEach = {}
    shield_parries: AgainstEach = {}
    withdrawals: AgainstEach = {}
    answers: AgainstEach = {}
    holds: dict[str, int] = {}
    quarters_lost: dict[str, int] = {}
    surprise: tuple[str, ...] = ()
    bashers: tuple[str, ...] = ()
    night: int = 0
    quarry: dict[str, str] = {}
    out_of_sight: tuple[str, ...] = ()
    grips: dict[str, tuple[str, int]] = {}
    high: tuple[Square, ...] = ()
    cover: tuple[Square, ...] = ()
    slits: tuple[Square, ...] = ()
    planted: dict[str, Planted] = {}
    held: dict[str, Hold] = {}
    paces: dict[str, Paces] = {}
    slayers: tuple[str, ...] = ()
    mad: dict[str, str] = {}

    def guards(self, how: Guard) -> AgainstEach:
        return self.parries if how == "parry" else self.shield_parries


_UNTOUCHED = RampageBattle()


def battle(state: State) -> RampageBattle:
    """What is remembered of the present fight; whole even if there is none."""
    found = state.fight.battle if state.fight is not None else None
    return found if isinstance(found, RampageBattle) else _UNTOUCHED


def with_battle(state: State, **changes: object) -> State:
    """For the evolve of a fact that changes what is remembered."""
    assert state.fight is not None
    return replace(state, fight=replace(state.fight, battle=replace(battle(state), **changes)))


def with_number(each: AgainstEach, creature: str, enemy: str, number: int) -> AgainstEach:
    """The numbers with this one among them; a 0 is not kept."""
    own = {id: other for id, other in each.get(creature, {}).items() if id != enemy}
    if number:
        own[enemy] = number
    rest = {id: others for id, others in each.items() if id != creature}
    return {**rest, creature: own} if own else rest
