"""Second thoughts about what a line was read as: whether it says anything, and whether whoever is named does it."""

from __future__ import annotations

import re

import msgspec

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.actions import Done, Try
from underkeep.procedures.delve_actions import (
    DELVE_ACTIONS,
    BreakOff,
    Drop,
    Hire,
    LightUp,
    Offer,
    Parley,
    Sell,
    TakeHoard,
)
from underkeep.table import naming
from underkeep.table.order import SAID
from underkeep.table.speech.describe import describe
from underkeep.table.speech.going import stepping
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.supposing import is_vague
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

UNSURE = "Is this meant?"
UNTRIED = "No rule is known for that. Shall it be tried?"
_UNKNOWN = (" means nothing here", " cannot be done here")
_EMPTY = (
    *(*_UNKNOWN, "is a question without an answer", "There is nothing to show for", "Nobody here sells"),
    "Nobody of the party knows why",
    *("No rule is known by these words", "Nobody is there to deal", "The party has not been anywhere else yet"),
    *("No such thing is seen here", "Not now: the party has met", "Not in the middle of a fight"),
    *("cannot get there with one move", "There is no map here", "There is no door in that way"),
    *(
        "That is done on the road",
        "That is done in town",
        "cannot do that in the declare step",
        "There is no such foe here",
    ),
    *("The party is in town; quit", "Whose sheet"),
)


def is_unknown(meant: Meaning | None) -> bool:
    """Whether it says that the words mean nothing, or is but a guess."""
    if meant is None or isinstance(meant, Ask):
        return True
    return isinstance(meant, Say) and any(words in meant.text for words in _UNKNOWN)


def is_weak(reader: Reader, meant: Meaning | None) -> bool:
    """Whether it says no more than that the line was not understood, or is but a guess."""
    if isinstance(meant, Ask):
        return meant.question in (UNSURE, UNTRIED)
    if isinstance(meant, Do):
        return isinstance(meant.action, Try) or _is_of_nothing(reader, meant.action)
    if isinstance(meant, Undertake):
        return any(order is not None and order.sort == SAID for order in meant.orders.values())
    if isinstance(meant, Show):
        known = {" ".join(parts(name)) for name in reader.rules.spells()} if meant.what == "spell" else set()
        return meant.what == "spell" and bool(meant.rest) and not any(meant.rest in name for name in known)
    if isinstance(meant, Say):
        return not meant.rule and (is_vague(meant.text) or any(words in meant.text for words in _EMPTY))
    return meant is None


def _is_of_nothing(reader: Reader, action: Action) -> bool:
    """Whether it is one of a game's own ways to use a thing, with a thing that nobody has."""
    item, actor = getattr(action, "item", ""), getattr(action, "actor", "")
    if type(action) in DELVE_ACTIONS or not item or actor not in reader.state.creatures:
        return False
    return action not in reader.options.listed and all(
        item not in (own.id, own.kind) for own in reader.state.creatures[actor].items
    )


def by_whom(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """The same, by the one member that the line names, if it is no less legal then."""
    if isinstance(meant, Ask):
        return _of_the_named(reader, said, meant) or _of_others(reader, said, meant)
    if not isinstance(meant, Do):
        return meant
    words = set(parts(said))
    named = [c for c in ours(reader) if parts(c.name) and parts(c.name)[0] in words]
    if isinstance(meant.action, Hire) and (already := _one_of_us(reader, said)):
        return Say(f"{already} is with the party already.")
    if isinstance(meant.action, BreakOff) and len(named) == 1 and parts(said)[0] == parts(named[0].name)[0]:
        return _alone(reader, named[0], meant, words)
    if len(named) == 1 and isinstance(meant.action, Sell | Drop) and parts(said)[0] == parts(named[0].name)[0]:
        return meant if meant.action.actor == named[0].id else Say(f"{named[0].name} has nothing of the kind.")
    if len(named) != 1 or named[0].id in msgspec.structs.asdict(meant.action).values():
        return meant
    if isinstance(meant.action, TakeHoard) and not meant.action.to:
        return Do(msgspec.structs.replace(meant.action, to=named[0].id), meant.note)
    if not hasattr(meant.action, "actor"):
        return meant
    other = msgspec.structs.replace(meant.action, actor=named[0].id)
    if isinstance(other, Offer) and other not in reader.options.listed:
        owner = reader.state.creatures[meant.action.actor]
        kind = next((item.kind for item in owner.items if item.id == other.item), "")
        own = next((item.id for item in named[0].items if item.kind == kind), other.item)
        other = msgspec.structs.replace(other, item=own)
        return Do(other) if play.why_not(reader.rules, reader.state, reader.seat, other) is None else meant
    if other in reader.options.listed:
        return Do(other, meant.note)
    is_free = meant.action not in reader.options.listed and reader.state.settlement is not None
    if is_free and play.why_not(reader.rules, reader.state, reader.seat, other) is None:
        return Do(other, meant.note)
    is_of_all = isinstance(meant.action, Offer | Parley) or meant.action not in reader.options.listed
    if is_of_all or reader.state.fight is not None or not _is_told(said, named[0]):
        return meant
    against = play.why_not(reader.rules, reader.state, reader.seat, other)
    if against is None or against.sentence == _NOT_HERE:
        return Say(_without(reader, named[0], other))
    return Say(against.sentence, against.rule)


def _without(reader: Reader, who: Creature, action: Action) -> str:
    """Why somebody cannot do what others can: of a light, that it burns already, or who has one to be lit."""
    if isinstance(action, LightUp):
        borne = next((light for light in reader.state.lights if light.bearer == who.id), None)
        if borne is not None:
            return f"{who.name} bears a burning {borne.name.lower()} already."
        having = {x.actor: None for x in reader.options.listed if isinstance(x, LightUp) and x.item == action.item}
        names = naming.listing([reader.state.creatures[id].name for id in having])
        if names:
            has = "has" if len(having) == 1 else "have"
            return f"{who.name} has no {naming.words(action.item)} to light; {names} {has}."
    return f"{who.name} has nothing to do that with now."


def _is_told(said: str, who: Creature) -> bool:
    """Whether the line tells this one by name to do something, such as `have Gisla light a torch`."""
    words = parts(said)
    words = words[1:] if words[:1] and words[0] in _TELLS else words
    return words[:1] == parts(who.name)[:1]


_NOT_HERE = "That cannot be done here."
_TELLS = ("have", "let", "make", "get", "tell", "ask", "order")


_HIRES = re.compile(r"(?:\w+ )?(?:hires?|recruits?|employs?|engages?) (?:the )?(?P<whom>\w+)\b.*")


def _one_of_us(reader: Reader, said: str) -> str:
    """The name of the member of the party whom a line is to hire."""
    found = _HIRES.fullmatch(said)
    return next((c.name for c in ours(reader) if found is not None and parts(c.name)[:1] == [found["whom"]]), "")


_ALL = {"everybody", "everyone", "all", "us", "party", "we"}


def _alone(reader: Reader, who: Creature, meant: Do, words: set[str]) -> Meaning:
    """To lead everybody out of the fight, said of one among several, is that this one gets away from the foes."""
    state = reader.state
    if state.fight is None or words & _ALL or len([c for c in ours(reader) if c.at is not None and c.is_up]) < 2:
        return meant
    move = stepping(state, reader.options, who.id, (), is_away=True)
    if move is not None and not isinstance(move, Done):
        return Do(move, f"{who.name} alone; to lead everybody out, say: everyone run away.")
    return Say(f"{who.name} cannot get away alone this round; to lead everybody out, say: everyone run away.")


def _of_the_named(reader: Reader, said: str, meant: Ask) -> Do | None:
    """The one of several deeds that is told with the name with which the line begins: `Grida put out the torch`."""
    head = "".join(parts(said)[:1])
    if reader.state.fight is not None or head not in {parts(c.name)[0] for c in ours(reader) if parts(c.name)}:
        return None
    told = [x for x in meant.choices if head in parts(describe(reader.rules, reader.state, x))]
    is_of_one_sort = len({type(x) for x in meant.choices}) == 1
    return Do(told[0]) if is_of_one_sort and len(told) == 1 < len(meant.choices) else None


def _of_others(reader: Reader, said: str, meant: Ask) -> Meaning:
    """A question which deed is meant; if none of them is by the member with whose name the line begins, that one has
    nothing to do it with."""
    who = next((c for c in ours(reader) if parts(c.name)[:1] == parts(said)[:1]), None)
    doers = {getattr(x, "actor", "") for x in meant.choices}
    if who is None or "" in doers or who.id in doers or reader.state.fight is None:
        return meant
    return Say(f"{who.name} has nothing to do that with now.")
