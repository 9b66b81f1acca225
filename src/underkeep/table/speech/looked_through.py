"""Looks through a way without going: what is known of the other side from here. Through a door that is shut nobody
looks; it is listened at or opened."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table import course, naming
from underkeep.table.speech.meanings import Ask, Meaning, Reader, Say
from underkeep.table.speech.mentions import FEATURE, HEAP, THING, WAY, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.ways_past import NO_WAY, out
from underkeep.table.speech.wording import COMPASS, parts
from underkeep.table.view import WaySeen, ways
from underkeep.world.dungeon import Area

_LOOKS, _ASKS, _SIDE, _DOOR = (pattern("looked_through", name) for name in ("looks", "asks", "side", "door"))
_OPEN = ("open", "open way")
MORE = "Who is there, and what else, shows to whoever goes."
DARK = "No light falls through it: it shows to whoever goes there with a light."
SHUT = "is {state}: nothing is seen through it. It can be listened at, or opened."


def looked_through(reader: Reader, said: str) -> Meaning | None:
    """The answer to such a line; None of any other. What is behind a door that is shut is no question of looking."""
    said = said.rstrip("? ")
    looks = _LOOKS.fullmatch(said) is not None
    if not (looks or _ASKS.fullmatch(said)):
        return None
    if _is_of_a_thing(reader, said):
        return None
    some = _ways(reader, said)
    if not some:
        return Say(f"{NO_WAY} {out(reader)}".strip())
    shut = [way for way in some if way.state not in _OPEN]
    if len(some) == 1 and shut:
        return _shut(reader, shut[0]) if looks else None
    return Say(" ".join(_seen(reader, way) for way in some))


def _is_of_a_thing(reader: Reader, said: str) -> bool:
    """Whether a line names something that is no way: a drain, a heap."""
    roles = {m.role for m in mentions(reader, parts(said))}
    return bool(roles & {THING, FEATURE, HEAP}) and WAY not in roles


def _ways(reader: Reader, said: str) -> list[WaySeen]:
    """The ways that a line looks through: by name, by side, or the only one."""
    words, known = parts(said), ways(reader.state)
    names = {m.name for m in mentions(reader, words) if m.role == WAY}
    if found := [way for way in known if way.name in names]:
        return found
    sides = {COMPASS[word] for word in words if word in COMPASS and len(word) > 1}
    if sides:
        return [way for way in known if way.bearing in sides]
    if _SIDE.search(said):
        return []
    doors = [way for way in known if "door" in way.name or "gate" in way.name]
    kind = doors if _DOOR.search(said) else [way for way in known if way not in doors]
    return kind or ([] if _DOOR.search(said) else list(known))


def _shut(reader: Reader, way: WaySeen) -> Meaning:
    """To listen or to open: what can be done instead."""
    told = f"The {way.name} {SHUT.format(state=way.state)}"
    listens = [x for x in reader.options.listed if isinstance(x, a.Listen) and x.door == way.id]
    best = [reader.rules.fittest(reader.state, listens)] if listens else []
    opens = [x for x in reader.options.listed if x == a.OpenDoor(way.id)]
    return Ask(told, (*best, *opens)) if best or opens else Say(told)


def _seen(reader: Reader, way: WaySeen) -> str:
    """What of the other side is known, or seen from here."""
    if way.state not in _OPEN:
        return f"The {way.name} {SHUT.format(state=way.state)}"
    dungeon, _, here = survey.here(reader.state)
    if way.id in dungeon.stairs:
        beyond = dungeon.areas[survey.other_end(dungeon.stairs[way.id], here.id).area]
    else:
        beyond = dungeon.areas[dungeon.doors[way.id].beyond(here.id)]
    party = reader.state.party
    assert party is not None
    if beyond.id in party.visited:
        look = dressings.description(dungeon, beyond, beyond.id in party.beheld, senses=False)
        return f"Beyond the {way.name} lies {course.area_name(reader.state, beyond.id)}. {look} {MORE}".replace(
            "  ", " "
        )
    return f"Beyond the {way.name}: {_first_sight(reader, way, beyond)}"


def _first_sight(reader: Reader, way: WaySeen, beyond: Area) -> str:
    """What the light shows of a place where nobody has been."""
    if not way.bearing:
        return f"steps, and the dark. {MORE}"
    if not reader.state.lights:
        return DARK
    kind = naming.article(naming.words(beyond.kind) or "place")
    return f"{kind}, and more of it than the light shows from here. {MORE}"
