"""A scene: how a short game begins, and what is done in it, action by action.

A scene can be played by anybody: it begins as a front door begins a game with that seed, and its dice are those of a
session. Its last action may be one that the rules refuse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event, fold
from underkeep.kernel.prompt import REFEREE
from underkeep.lab import portrait
from underkeep.lab.muster import gap_of, muster, parse_recruit, parse_sides
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Refused, Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.table.decrees import consequences
from underkeep.table.entry import Decree
from underkeep.table.game import key_of
from underkeep.table.new_game import Plan, new_game
from underkeep.world.state import State

Door = Literal["play", "skirmish", "character"]


class Opening(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a scene begins: a party in town (`play`), two sides on a field (`skirmish`) or one character's making.

    `who` are the members of the party, the two sides, or the class; `size` fills the party up. A member or a character
    may have choices of its making: `thief/3[dagger] with alignment=Chaotic; languages=orcish`. `distance` is between
    the front ranks of two sides. Without a `seed` it is yet to be tried which.
    """

    door: Door
    seed: int = 0
    who: tuple[str, ...] = ()
    size: int = 0
    level: int = 1
    levels: int = 2
    setting: str = ""
    distance: float | None = None
    switches: tuple[str, ...] = ()
    referee: bool = False
    rulings: dict[str, str] = {}
    choices: dict[str, str] = {}


class Deed(Struct, frozen=True, array_like=True):
    """A seat's action, as the journal writes it."""

    seat: str
    action: Raw


class Scene(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    opening: Opening
    deeds: tuple[Deed, ...] = ()


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
    if opening.door == "play":
        return new_game(rules, opening.seed, _plan(rules, opening))
    if opening.door == "skirmish":
        sides = parse_sides(rules, " v ".join(opening.who))
        gap = gap_of(rules, opening.distance)
        return muster(rules, sides, Seeded(opening.seed, "muster"), opening.switches, gap, opening.referee)
    do = portrait.sitting(rules, opening.seed, opening.switches)
    who = member(rules, opening.who[0]) if opening.who else Recruit()
    portrait.sit(do, replace(who, choices={**who.choices, **opening.choices}), opening.seed)
    return do


def _plan(rules: Ruleset, opening: Opening) -> Plan:
    members = tuple(member(rules, who) for who in opening.who)
    return Plan(
        max(opening.size, len(members)),
        members,
        opening.level,
        opening.levels,
        opening.setting or None,
        opening.switches,
        opening.referee,
        opening.rulings,
    )


def member(rules: Ruleset, text: str) -> Recruit:
    """A member or a character as a scene writes it: class, level, gear, and after `with` the choices."""
    words, _, chosen = text.partition(" with ")
    who = parse_recruit(rules, words) if words.strip() else Recruit()
    pairs = [pair.partition("=") for pair in chosen.split(";") if pair.strip()]
    choices = {what.strip(): value.strip() for what, _, value in pairs}
    return replace(who, name=choices.pop("name", ""), choices=choices)


def dice_of(opening: Opening, number: int) -> Seeded:
    """The dice of a scene's action: a session's."""
    return Seeded(key_of(opening.seed), f"action:{number}")


def tried(rules: Ruleset, state: State, seat: str, action: Action, opening: Opening, number: int) -> Moment:
    """What comes of an action, be it refused; of a decree the fact and all that follows from it."""
    if isinstance(action, Decree):
        return _decreed(rules, state, action, opening, number)
    refusal = play.why_not(rules, state, seat, action)
    if refusal is not None:
        return Moment(number, state, seat, action, state, (), refusal)
    done = play.carry_out(rules, state, seat, action, dice_of(opening, number))
    return Moment(number, state, seat, action, done.state, tuple(done.events))


def _decreed(rules: Ruleset, state: State, decree: Decree, opening: Opening, number: int) -> Moment:
    try:
        events = consequences(rules, state, decree, dice_of(opening, number))
    except Refused as error:
        return Moment(number, state, REFEREE, decree, state, (), error.refusal)
    return Moment(number, state, REFEREE, decree, fold(events, state), events)


def action_of(rules: Ruleset, deed: Deed) -> Action:
    """The action of a deed, or the decree."""
    is_decree = decode(deed.action, type=_Tagged).type == Decree.__name__
    return decode(deed.action, type=Decree) if is_decree else rules.codec.action(bytes(deed.action))


class _Tagged(Struct):
    type: str = ""


def made(rules: Ruleset, opening: Opening) -> Moment:
    """The first moment: the world or the character is made, or the rule is named that is against it."""
    try:
        done = opened(rules, opening)
    except UnderkeepError as error:
        if not error.rule:
            raise
        nobody = State(rules.id, {"player": ("player",)})
        return Moment(0, nobody, "", None, nobody, (), Refusal(str(error), error.rule))
    return Moment(0, done.state.before_all(), "", None, done.state, tuple(done.events))


def moments(rules: Ruleset, scene: Scene) -> Iterator[Moment]:
    """A scene played again."""
    moment = made(rules, scene.opening)
    yield moment
    for number, deed in enumerate(scene.deeds, 1):
        action = action_of(rules, deed)
        moment = tried(rules, moment.after, deed.seat, action, scene.opening, number)
        yield moment


def beginning(opening: Opening) -> bytes:
    """An opening as a key: equal openings have equal ones."""
    return encode(opening, order="sorted")
