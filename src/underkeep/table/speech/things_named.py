"""Deeds and questions underground by the thing of the place that a line names: it is looked at or opened as
far as it can be; a heap is looked over; a thing that leads somewhere is followed; a sound has no way of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.speech.asked_below import of_the_sound, sound_here, speaks_of_the_sound
from underkeep.table.speech.deeds_at_doors import doers
from underkeep.table.speech.describe import describe
from underkeep.table.speech.keepsakes import lying
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import CAPTIVE, FEATURE, HEAP, THING, TRAP, WAY, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.patterns import words as words_of
from underkeep.table.speech.taking import contents
from underkeep.table.speech.touching import deed_with
from underkeep.table.speech.wording import COMPASS, first_part, parts

Read = Callable[[str], Meaning | None]
_FOLLOWS, _SOUNDWARDS, _HANDLES, _USES, _SEARCHES, _OVER, _TASTES, _ASKS, _SECOND = (
    pattern("things_named", name)
    for name in ("follows", "soundwards", "handles", "uses", "searches", "over", "tastes", "asks", "second")
)
_THIS, _LOOT, _LEFT, _WATER, _ARMS_HERE = (
    pattern("things_named", name) for name in ("this", "loot", "left", "water", "arms_here")
)
WHICH, WHO = "Which of them is meant?", "Who is to do it?"
_SITES = words_of("things_named", "sites")
_WAYS = {"way", "door", "exit", "entrance", "end", "one"}
WHITHER = "{heard} Which way is it to be?"


def thing_named(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("?!. ")
    return (
        _of_the_place(reader, said) or _soundwards(reader, said) or _followed(reader, said, read) or _done(reader, said)
    )


def _of_the_place(reader: Reader, said: str) -> Meaning | None:
    """What place this is, what is left of the party, what it has got, what lies here."""
    dungeon, _, area = survey.here(reader.state)
    if (this := _THIS.fullmatch(said)) is not None:
        asked = set(parts(this["what"])) - {"the", "of", "a", "s"}
        known = set(parts(f"{dungeon.name} {area.name}"))
        yes = "Yes: this" if asked <= known else "No: this"
        where = f", and here is {area.name}" if area.name else ""
        name = re.sub(r"^The ", "the ", dungeon.name)
        return Say(f"{yes} is {name}{where}.") if asked & (known | _SITES) and not asked & _WAYS else None
    if _LOOT.fullmatch(said):
        return Show("inventory")
    if _LEFT.fullmatch(said):
        return Show("party")
    if _WATER.fullmatch(said):
        return Show("supplies")
    return lying(reader) if _ARMS_HERE.fullmatch(said) else None


def _soundwards(reader: Reader, said: str) -> Meaning | None:
    """Nobody can tell from where a sound comes: the ways are asked about."""
    found = _SOUNDWARDS.fullmatch(said)
    if found is None or not (_SOUNDS.search(found["what"]) or speaks_of_the_sound(reader, found["what"])):
        return None
    if not sound_here(reader):
        return of_the_sound(reader)
    sort = "Sneak" if found["soft"] else "Go"
    ways = [x for x in reader.options.listed if type(x).__name__ == sort]
    ways = ways or [x for x in reader.options.listed if isinstance(x, a.Go)]
    ways += [x for x in reader.options.listed if isinstance(x, a.OpenDoor)]
    heard = of_the_sound(reader).text
    return Ask(WHITHER.format(heard=heard), tuple(ways)) if ways else Say(heard)


_SOUNDS = re.compile(r"\b(?:sounds?|noises?|voices?)\b")


def _followed(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Follow the riverbed north` is to go north."""
    found = _FOLLOWS.fullmatch(said)
    if found is None or not _things(reader, found["what"]):
        return None
    return read(f"go {COMPASS[found['side']]}")


def _things(reader: Reader, said: str, roles: tuple[str, ...] = (THING, FEATURE)) -> list[str]:
    return list(dict.fromkeys(m.name for m in mentions(reader, parts(said)) if m.role in roles))


def _done(reader: Reader, said: str) -> Meaning | None:
    """To look at, handle or ask about the one thing that is named."""
    if _SECOND.search(said):
        return None
    names, told = doers(reader, said)
    if (tastes := _TASTES.fullmatch(told)) is not None:
        return _tasted(reader, names, tastes["what"])
    if _things(reader, told, (WAY, TRAP, CAPTIVE)):
        return None
    if (over := _OVER.fullmatch(told)) is not None and (heap := _looked_over(reader, names, over["what"])) is not None:
        return heap
    handles, asks = _HANDLES.fullmatch(told), _ASKS.fullmatch(told)
    found = handles or asks
    own = {first_part(c.name) for c in ours(reader)}
    if found is None or _things(reader, found["what"], (HEAP,)) or own & set(parts(found["what"])):
        return None
    things = _things(reader, found["what"], (THING,))
    if len(things) != 1:
        return None
    thing = next(x for x in survey.known_dressings(reader.state) if dressings.name_of(x).lower() == things[0])
    if asks is not None:
        return Do(a.Examine(thing.id))
    sort = "use" if _USES.match(told) else "search" if _SEARCHES.match(told) else "examine"
    return Do(deed_with(reader.options, sort, thing))


def _looked_over(reader: Reader, names: list[str], what: str) -> Meaning | None:
    """A heap is looked over before it is touched, by the one who is named."""
    if _OF_THE_DEAD.search(what) or not _things(reader, what, (HEAP,)) or _things(reader, what, (THING, FEATURE)):
        return None
    some = _by_those(reader, [x for x in reader.options.listed if isinstance(x, a.InspectHoard)], names)
    heaps = list(dict.fromkeys(getattr(x, "hoard", "") for x in some))
    best = [reader.rules.fittest(reader.state, [x for x in some if getattr(x, "hoard", "") == h]) for h in heaps]
    return Do(best[0], contents(reader, heaps[0])) if len(best) == 1 else Ask(WHICH, tuple(best)) if best else None


_OF_THE_DEAD = re.compile(r"\b(?:bod(?:y|ies)|corpses?|dead|fallen|remains|carcass(?:es)?|valuables)\b")


def _by_those(reader: Reader, some: Sequence[Action], names: Sequence[str]) -> list[Action]:
    """Those deeds that are of the people named; of nobody in particular all."""
    own = {c.id: first_part(c.name) for c in ours(reader)}
    return [x for x in some if not names or own.get(getattr(x, "actor", "")) in names]


def _tasted(reader: Reader, names: list[str], what: str) -> Meaning | None:
    """What is in a thing that can be drunk from is drunk by somebody: who, the line says or is asked."""
    named = _things(reader, what, (FEATURE,))
    seen = [x.id for x in survey.known_features(reader.state) if naming.feature_name(reader.state, x).lower() in named]
    uses = [x for x in reader.options.listed if getattr(x, "feature", "") in seen and hasattr(x, "actor")]
    uses = [x for x in uses if "drink" in describe(reader.rules, reader.state, x)]
    some = _by_those(reader, uses, names)
    return (Do(some[0]) if len(some) == 1 else Ask(WHO, tuple(some))) if some else None
