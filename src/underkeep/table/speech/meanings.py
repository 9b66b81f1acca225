"""What a typed line may mean, and what it is read against."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.errand import Errand
from underkeep.table.order import Order
from underkeep.world.creature import Creature
from underkeep.world.state import State


class Do(Struct, frozen=True):
    """The line means this action. `note` says what a person might not expect of it."""

    action: Action
    note: str = ""


class Ask(Struct, frozen=True):
    """The line may mean any of these."""

    question: str
    choices: tuple[Action, ...]


class Browse(Struct, frozen=True):
    """The line asks what there is of a kind of action, by its type name: `buy` alone."""

    kind: str


class Show(Struct, frozen=True):
    """Not an action: something to look at. `rest` is what stood behind the word."""

    what: str
    rest: str = ""


class Say(Struct, frozen=True):
    """The line means nothing here; `rule` is what speaks against it, if a rule does."""

    text: str
    rule: str = ""


class Undertake(Struct, frozen=True):
    """The line means several actions, one after another. `orders` are for each what to do from now on, or nothing. What
    has a `question` is done when that was answered with yes."""

    errand: Errand
    orders: Mapping[str, Order | None] = {}
    note: str = ""
    question: str = ""


Meaning = Do | Ask | Browse | Show | Say | Undertake


class Reader(Struct):
    """What the line of a seat is read against. `usual` is who did each kind of thing last, by the action's type name.

    `focus` is the creature that the person is acting for. One who `referees` calls for rolls. `orders` are what
    each was told to do until told otherwise; `last_round` is what each did in the round before, `announced` the spell
    that each has announced in this one, and `came_from` the area in which the party was before this one. `last` is the
    act before this line, `heard` gives all that the seat was told, `told_where` each line with the area in which the
    party was then, and `news` what others told of places. `within` are the lines that are being read, each a part of
    the one before or another wording of it.
    """

    rules: Ruleset
    state: State
    options: Options
    seat: str
    usual: Mapping[str, str] = {}
    focus: str = ""
    referees: bool = False
    orders: Mapping[str, Order] = {}
    last_round: Callable[[], Mapping[str, Sequence[Action]]] = dict
    came_from: Callable[[], str] = str
    announced: Callable[[], Mapping[str, str]] = dict
    last: Action | None = None
    heard: Callable[[], Sequence[str]] = tuple
    told_where: Callable[[], Sequence[tuple[str, str]]] = tuple
    news: Callable[[], Sequence[str]] = tuple
    within: tuple[str, ...] = ()


def ours(reader: Reader) -> list[Creature]:
    """The seat's own who are on their feet: in a fight on the field, else in marching order."""
    state = reader.state
    found = state.active() if state.fight is not None or state.party is None else state.marchers()
    return [c for c in found if state.owns(reader.seat, c.id)]
