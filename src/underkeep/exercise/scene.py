"""A scene: how a short game begins, and what is done in it, action by action.

A scene can be played by anybody: it begins as a front door begins a game with that seed, and its dice are those of a
session. Its last action may be one that the rules refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Raw, Struct

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event
from underkeep.lab import portrait
from underkeep.lab.muster import muster, parse_recruit, parse_sides
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.table.game import key_of
from underkeep.table.new_game import Plan, new_game
from underkeep.world.state import State

Door = Literal["play", "skirmish", "character"]


class Opening(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a scene begins: a party in town (`play`), two sides on a field (`skirmish`) or one character's making.

    `who` are the members of the party, the two sides, or the class; `size` fills the party up.
    """

    door: Door
    seed: int
    who: tuple[str, ...] = ()
    size: int = 0
    levels: int = 2
    switches: tuple[str, ...] = ()
    referee: bool = False
    choices: dict[str, str] = {}


class Deed(Struct, frozen=True, array_like=True):
    """A seat's action, as the journal writes it."""

    seat: str
    action: Raw


class Scene(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`rules` are the ids that are met at the end of the scene."""

    opening: Opening
    deeds: tuple[Deed, ...] = ()
    rules: tuple[str, ...] = ()


class Moment(NamedTuple):
    """One action of a scene: the state before it, and what came of it. The first has no action: the world is made."""

    number: int
    before: State
    seat: str
    action: Action | None
    after: State
    events: tuple[Event, ...]
    refusal: Refusal | None = None


def opened(rules: Ruleset, opening: Opening) -> Resolution:
    """The first moment of a scene and the facts that led to it."""
    seed = opening.seed
    if opening.door == "play":
        members = tuple(parse_recruit(rules, who) for who in opening.who)
        size = max(opening.size, len(members))
        plan = Plan(size, members, levels=opening.levels, switches=opening.switches, human_referee=opening.referee)
        return new_game(rules, seed, plan)
    if opening.door == "skirmish":
        sides = parse_sides(rules, " v ".join(opening.who))
        return muster(rules, sides, Seeded(seed, "muster"), opening.switches, human_referee=opening.referee)
    do = portrait.sitting(rules, seed, opening.switches)
    kind, _, level = (opening.who or ("",))[0].partition("/")
    portrait.sit(do, Recruit(kind, int(level or 1), choices=dict(opening.choices)), seed)
    return do


def dice_of(opening: Opening, number: int) -> Seeded:
    """The dice of a scene's action: a session's."""
    return Seeded(key_of(opening.seed), f"action:{number}")


def tried(rules: Ruleset, state: State, seat: str, action: Action, opening: Opening, number: int) -> Moment:
    """What comes of an action, be it refused."""
    refusal = play.why_not(rules, state, seat, action)
    if refusal is not None:
        return Moment(number, state, seat, action, state, (), refusal)
    done = play.carry_out(rules, state, seat, action, dice_of(opening, number))
    return Moment(number, state, seat, action, done.state, tuple(done.events))


def made(rules: Ruleset, opening: Opening) -> Moment:
    """The first moment: the world or the character is made."""
    done = opened(rules, opening)
    return Moment(0, done.state.before_all(), "", None, done.state, tuple(done.events))


def moments(rules: Ruleset, scene: Scene) -> Iterator[Moment]:
    """A scene played again."""
    moment = made(rules, scene.opening)
    yield moment
    for number, deed in enumerate(scene.deeds, 1):
        action = rules.codec.action(bytes(deed.action))
        moment = tried(rules, moment.after, deed.seat, action, scene.opening, number)
        yield moment
