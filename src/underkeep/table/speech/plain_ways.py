"""Plain lines about the ways and the light of a place that are near to others: a door to be barred that stands open,
all the doors together, a passage to be followed, a torch for everybody, what is to be heard."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.several import InOrder
from underkeep.table.speech.asked_below import of_the_sound, state_of
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import offered
from underkeep.table.speech.going import frontiers
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import WAY, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.ways_past import out
from underkeep.table.speech.wording import COMPASS, first_part, parts
from underkeep.table.view import WaySeen, ways

Read = Callable[[str], Meaning | None]
_BARS, _DOORS, _FOLLOWS, _TORCHES, _HEARS, _PUSHES, _LIGHTS, _BURNS = (
    pattern("plain_ways", name)
    for name in ("bars", "doors", "follows", "torches", "hears", "pushes", "lights", "burns")
)
_TRIES, _BREAKS, _WATER = (pattern("plain_ways", name) for name in ("tries", "breaks", "water"))
_DEAD_END, _FIT, _NEEDS, _LEAVES_THEM, _WITH_THEM, _SLOPE = (
    pattern("plain_ways", name) for name in ("dead_end", "fit", "needs", "leaves_them", "with_them", "slope")
)
NO_SLOPE = "No way to another level is seen here."
TORCHES = 'A torch is taken in hand when it is lit: "everyone light a torch" lights one each.'
BURNT_UP = "It would not be lit like a lamp: it burns down to ashes, with more smoke than light. Is that meant?"


def plain_way(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("? ")
    if (tried := _TRIES.fullmatch(said)) is not None:
        side, kind = tried["side"] or tried["side2"], tried["kind"] or tried["kind2"] or ""
        return _tried(reader, side.removesuffix("ern"), f"{kind}{tried['number'] or ''}", read)
    if _BREAKS.fullmatch(said) and (broken := _broken(reader, read)) is not None:
        return broken
    if _WATER.fullmatch(said):
        return _deep(reader)
    if _TORCHES.fullmatch(said):
        return Say(TORCHES)
    if _HEARS.fullmatch(said):
        return of_the_sound(reader)
    if _DEAD_END.search(said):
        return Show("exits")
    if _FIT.fullmatch(said):
        return Show("party")
    if (needs := _NEEDS.fullmatch(said)) is not None:
        who = next((c for c in ours(reader) if first_part(c.name) == needs["who"]), None)
        return state_of(reader, who) if who is not None else None
    if survey.captives(reader.state) and (captives := _with_captives(reader, said, read)) is not None:
        return captives
    if _SLOPE.fullmatch(said) and all(way.bearing for way in ways(reader.state)):
        return read("go to the stairs") or Say(NO_SLOPE)
    if _FOLLOWS.fullmatch(said):
        return read("walk on")
    if (doors := _DOORS.fullmatch(said)) is not None and len(_doors(reader)) > 1:
        shuts = [x for x in reader.options.listed if isinstance(x, a.ShutDoor)]
        return read(f"shut all doors{doors['rest']}") if doors["rest"] else Undertake(InOrder(shuts))
    if _PUSHES.fullmatch(said):
        return offered(reader, said)
    return _barred(reader, said, read)


def _tried(reader: Reader, side: str, kind: str, read: Read) -> Meaning | None:
    """To try a way is to go by it: what lies there is no matter for dice."""
    if side == "other":
        return _another(reader)
    named = kind if kind.rstrip(" 0123456789") not in _ANY_WAY else ""
    if COMPASS.get(side) is None:
        return read(f"go through the {side} {named or 'opening'}")
    there = [way for way in ways(reader.state) if way.bearing == side]
    if not there and side not in frontiers(reader.state, reader.options):
        return Say(f"There is no such way here. {out(reader)}")
    return read(f"go through the {side} {named}") if named else read(f"go {side}")


def _broken(reader: Reader, read: Read) -> Meaning | None:
    """`Break the door down`: the door just spoken of, or else the one that will not open; of several which."""
    fast = [way for way in ways(reader.state) if way.state not in ("open way", "open", "shut")]
    told = [way for way in fast if way.id == getattr(reader.last, "door", "")] or fast
    if len(told) == 1:
        return read(f"force the {told[0].name}")
    forced = [[x for x in reader.options.listed if isinstance(x, a.ForceDoor) and x.door == way.id] for way in told]
    best = tuple(reader.rules.fittest(reader.state, some) for some in forced if some)
    if len(best) == 1:
        return Do(best[0])
    return Ask("Which door is meant?", best) if best else None


_WET = (
    "water",
    "pool",
    "stream",
    "river",
    "lake",
    "pond",
    "well",
    "basin",
    "brook",
    "cistern",
    "moat",
    "puddle",
    "spring",
)
NO_WATER = "No water is seen here."
UNSOUNDED = "How deep it is nobody has seen: it shows to whoever goes in, or feels for the ground with a pole."


def _deep(reader: Reader) -> Say:
    """How deep water is nobody sees from above."""
    state = reader.state
    seen = [naming.feature_name(state, x) for x in survey.known_features(state)]
    seen += [f"{dressings.name_of(x)} {dressings.kind_of(x).see}" for x in survey.known_dressings(state)]
    is_here = any(word.removesuffix("s") in _WET for name in seen for word in parts(name))
    return Say(UNSOUNDED if is_here else NO_WATER)


def _another(reader: Reader) -> Meaning | None:
    """By a way that is not the one the party came in by."""
    dungeon, _, here = survey.here(reader.state)
    before = reader.came_from()
    others = [w for w in ways(reader.state) if w.id in dungeon.doors and dungeon.doors[w.id].beyond(here.id) != before]
    tries = [x for w in others for x in (a.Go(w.id), a.OpenDoor(w.id)) if x in reader.options.listed]
    if not tries:
        return Say(f"There is no such way here. {out(reader)}")
    return Do(tries[0]) if len(tries) == 1 else Ask("Which way is meant?", tuple(tries))


_ANY_WAY = ("", "way", "side", "direction", "one", "path")


def _with_captives(reader: Reader, said: str, read: Read) -> Meaning | None:
    """Captives come along only if they are told to, and stay where they are of themselves."""
    if _LEAVES_THEM.fullmatch(said):
        return Say(THEY_STAY)
    found = _WITH_THEM.fullmatch(said)
    meant = read(found["go"]) if found is not None else None
    if not isinstance(meant, Do) or not isinstance(meant.action, a.Go | a.Walk | a.OpenDoor):
        return None
    told = [x for x in reader.options.listed if "captives to follow" in describe(reader.rules, reader.state, x)]
    best = [reader.rules.fittest(reader.state, told)] if told else []
    return Ask(THEY_STAY, (*best, meant.action))


THEY_STAY = "Captives stay where they are, unless they are told to follow: command all captives to follow."


def _doors(reader: Reader) -> list[WaySeen]:
    """The doors that stand open."""
    return [way for way in ways(reader.state) if way.state == "open"]


def _barred(reader: Reader, said: str, read: Read) -> Meaning | None:
    """A door that stands open is shut before it is barred."""
    if _BARS.fullmatch(said) is None:
        return None
    names = {m.name for m in mentions(reader, parts(said)) if m.role == WAY}
    stand = [way for way in _doors(reader) if way.name in names or (names == {"door"} and len(_doors(reader)) == 1)]
    return read(f"shut the {stand[0].name} and spike the {stand[0].name} shut") if len(stand) == 1 else None


def not_burnt(said: str, meant: Meaning) -> Meaning:
    """What is to be lit is asked about before it burns to ashes."""
    is_lit = isinstance(meant, Do) and isinstance(meant.action, a.Burn) and _LIGHTS.search(said) is not None
    return Ask(BURNT_UP, (meant.action,)) if is_lit and isinstance(meant, Do) and not _BURNS.search(said) else meant
