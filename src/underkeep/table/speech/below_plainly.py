"""What is asked or wished underground in plain words that have a plain answer: a trapdoor, the ceiling, the level of
the place, what lies in a heap, the rest of a room, the oil, a square by its name."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import naming
from underkeep.table.several import InOrder
from underkeep.table.speech.asked_below import of_the_sound
from underkeep.table.speech.asked_of_ways import of_ways
from underkeep.table.speech.deeds_at_doors import deed_at_a_door
from underkeep.table.speech.frames import offered
from underkeep.table.speech.going import moves_of
from underkeep.table.speech.keepsakes import of_keepsakes
from underkeep.table.speech.looked_through import looked_through
from underkeep.table.speech.lying_elsewhere import lying_elsewhere
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import FEATURE, HEAP, ITEM, THING, mentions
from underkeep.table.speech.on_guard import on_guard
from underkeep.table.speech.onward_words import onward_words
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.plain_ways import plain_way
from underkeep.table.speech.remembered import of_memory
from underkeep.table.speech.small_deeds_below import small_deed
from underkeep.table.speech.supposing import NOT_SEEN
from underkeep.table.speech.taking import contents
from underkeep.table.speech.things_named import thing_named
from underkeep.table.speech.unexplored import unexplored
from underkeep.table.speech.wording import first_part, parts
from underkeep.table.view import WaySeen, ways
from underkeep.world.grid import distance

Read = Callable[[str], Meaning | None]
_HATCH, _HATCH_HEARD, _HATCH_OPENED = (
    pattern("below_plainly", f"hatch_{name}") for name in ("word", "heard", "opened")
)
_HATCH_DEEP, _HATCH_SHUT, _HATCH_COVERED = (
    pattern("below_plainly", f"hatch_{name}") for name in ("deep", "shut", "covered")
)
_UP, _LEVEL, _LIES, _MUCH, _REST, _PEEKS, _BUILT, _OIL, _SMELLS, _SQUARE, _BOTH, _NEXT, _MAP = (
    pattern("below_plainly", name)
    for name in (
        *("up", "level", "lies", "much", "rest", "peeks", "built", "oil", "smells", "square", "both", "next", "map"),
    )
)
_ASKS = re.compile(r"\b(?:does|do|is|are|what|which|any)\b")
NO_DOOR = "is an open way and no door: nobody opens, shuts or spikes it."
UNSEEN_BELOW = "What is beyond shows to whoever goes."
_TAKES_IT, _WORTH = (pattern("below_plainly", name) for name in ("takes_it", "worth"))
WHAT_TAKEN = "Nothing lies here that was meant; say what is to be taken by its name."
ABOVE = "What strikes the eye was told when the party came: look tells it again. What is hidden shows to a search."
WHERE = "A square is searched at a time, each for a turn. Which is it to be?"
MOST_SQUARES = 6
BUILT = (
    "That shows when somebody looks for it, which takes a turn; whoever knows stone finds it sooner. Is it to be done?"
)
THROWN = "Oil is thrown in a fight, and burns: throw flask of oil at somebody. It is taken in hand with the throw."
POURED = "No rule is known for oil that is poured out; in a fight it is thrown. Shall it be tried?"
SMELT = "It hangs in the air here, and nobody can tell from where: what strikes the eye was told."


def below_plainly(reader: Reader, typed: str, read: Read) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = typed.rstrip("? ")
    return (
        deed_at_a_door(reader, said, read)
        or on_guard(reader, said)
        or thing_named(reader, said, read)
        or onward_words(reader, said, read)
        or of_memory(reader, said)
        or lying_elsewhere(reader, said)
        or unexplored(reader, said)
        or looked_through(reader, said)
        or of_ways(reader, said, read)
        or of_keepsakes(reader, said)
        or small_deed(reader, said, read)
        or plain_way(reader, said, read)
        or _of_what_is_not_here(reader, said)
        or _of_the_hatch(reader, said)
        or _of_the_place(reader, said)
        or _of_heaps(reader, said)
        or _searched_on(reader, said)
        or _opened_softly(said, read)
        or _of_oil(reader, said)
        or _by_its_square(reader, said, read)
        or _of_both(reader, said, read)
    )


def _of_what_is_not_here(reader: Reader, said: str) -> Say | None:
    """`Take it` of nothing that was named, and what something is worth that nobody sees."""
    heaps = survey.known_hoards(reader.state)
    if _TAKES_IT.fullmatch(said) and not heaps:
        return Say(WHAT_TAKEN)
    named = {m.role for m in mentions(reader, parts(said))}
    is_here = named & {THING, HEAP, FEATURE, ITEM}
    return Say(NOT_SEEN) if _WORTH.fullmatch(said) and not is_here else None


def _of_the_hatch(reader: Reader, said: str) -> Meaning | None:
    """What is said of a way down or up that is no door."""
    way = _hatch(reader, said)
    if way is None:
        return None
    if _HATCH_HEARD.search(said):
        return Say(f"The {way.name} {NO_DOOR} {of_the_sound(reader).text}")
    if _HATCH_OPENED.fullmatch(said) or _HATCH_SHUT.search(said):
        return Say(f"The {way.name} {NO_DOOR} {UNSEEN_BELOW}")
    if _HATCH_DEEP.search(said):
        return Say(f"The {way.name} leads to another level of this place; how far nobody has seen. {UNSEEN_BELOW}")
    return offered(reader, said) if _HATCH_COVERED.search(said) else None


def _hatch(reader: Reader, said: str) -> WaySeen | None:
    """The way that is no door of which a line speaks: by its name, or as `it` if that can be no other."""
    open_ways = [way for way in ways(reader.state) if reader.state.dungeon and way.id not in reader.state.dungeon.doors]
    named = _HATCH.search(said)
    if named is None:
        is_deep = len(open_ways) == 1 and _HATCH_DEEP.search(said) is not None
        return open_ways[0] if is_deep else None
    return next((way for way in open_ways if any(word in way.name for word in parts(named[0]))), None)


def _of_the_place(reader: Reader, said: str) -> Meaning | None:
    if _UP.search(said):
        return Say(ABOVE)
    if _LEVEL.fullmatch(said) and reader.state.party is not None and reader.state.party.at is not None:
        return Say(f"The party is on level {reader.state.party.at.level} of this place.")
    if _MAP.fullmatch(said):
        return Show("map")
    if _SMELLS.search(said):
        return Say(SMELT)
    here = a.Search(survey.here(reader.state)[1].square)
    return Ask(BUILT, (here,)) if here in reader.options and _ASKS.search(said) and _BUILT.search(said) else None


def _of_heaps(reader: Reader, said: str) -> Say | None:
    """What lies here in full, where a question is of that and not of what is carried."""
    own = {first_part(c.name) for c in ours(reader)} | {"we", "our", "us", "i", "my", "have", "carry", "carrying"}
    heaps = [hoard for hoard in survey.known_hoards(reader.state) if hoard.items or hoard.barrier is not None]
    if not heaps or own & set(parts(said)):
        return None
    lying = {word for hoard in heaps for item in hoard.items for word in parts(naming.plural(item.name))}
    much = _MUCH.fullmatch(said)
    if not _LIES.search(said) and not (much is not None and set(parts(much["what"])) & (lying | _MONEY)):
        return None
    told = [
        contents(reader, hoard.id) or f"What is in the {naming.hoard_name(reader.state, hoard)} nobody has seen."
        for hoard in heaps
    ]
    return Say(" ".join(dict.fromkeys(told)))


_MONEY = {"money", "coins", "treasure", "loot"}


def _searched_on(reader: Reader, said: str) -> Meaning | None:
    """The rest of a room is searched square by square: the nearest that are left."""
    at = reader.state.party.at if reader.state.party is not None else None
    moves = moves_of(reader.options, "Search")
    if not _REST.fullmatch(said) or at is None or moves is None:
        return None
    squares = sorted(moves.grid.squares(moves.mask), key=lambda square: distance(at.square, square))
    left = [moves.to(square) for square in squares if square != at.square][:MOST_SQUARES]
    return Ask(WHERE, tuple(left)) if left else None


def _opened_softly(said: str, read: Read) -> Meaning | None:
    """`Gently push open the west door and peek inside`: it is opened, and what is seen is told."""
    found = _PEEKS.fullmatch(said)
    return read(f"open {found['door']}") if found is not None else None


def _of_oil(reader: Reader, said: str) -> Meaning | None:
    """Oil that is made ready, poured out or asked about."""
    found = _OIL.fullmatch(said)
    has_oil = any("oil" in parts(item.name) for c in ours(reader) for item in c.items)
    if found is None or not has_oil:
        return None
    if found["pours"] is None:
        return Say(THROWN)
    meant = offered(reader, said)
    return Ask(POURED, meant.choices) if isinstance(meant, Ask) else meant


def _by_its_square(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`M6` as a walk there; `next` as to go on."""
    if _NEXT.fullmatch(said):
        return read("go on")
    found = _SQUARE.fullmatch(said)
    return read(f"walk to {found['to']}") if found is not None else None


def _of_both(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Examine the forge and the block`: one after the other."""
    found = _BOTH.fullmatch(said)
    if found is None:
        return None
    named = [[m for m in mentions(reader, parts(found[one])) if m.role in (THING, HEAP)] for one in ("one", "two")]
    if not all(named):
        return None
    deeds = [read(f"{found['who'] or ''}{found['deed']} {found[one]}") for one in ("one", "two")]
    actions = [meant.action for meant in deeds if isinstance(meant, Do)]
    actions = list(dict.fromkeys(actions))
    looks = all(isinstance(x, a.Examine | a.InspectHoard) for x in actions)
    return (
        Undertake(InOrder(tuple(actions)))
        if len(actions) > 1 and looks and all(isinstance(meant, Do) for meant in deeds)
        else None
    )
