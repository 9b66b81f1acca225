"""Small deeds underground that stand beside the usual ones: to feel the floor ahead, to keep a light burning, to fill
the lantern, to step through a thing that is no way out."""

from __future__ import annotations

from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play, survey
from underkeep.table import naming
from underkeep.table.speech.going import moves_of
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts
from underkeep.table.view import neighbours, ways
from underkeep.world.grid import distance

Read = Callable[[str], Meaning | None]
_AHEAD, _KEEPS, _FILLS, _THROUGH = (
    pattern("small_deeds_below", name) for name in ("ahead", "keeps", "fills", "through")
)
_INSTEAD, _BEARS, _OUTWARD, _ASSAILS = (
    pattern("small_deeds_below", name) for name in ("instead", "bears", "outward", "assails")
)
WHERE = "A square is felt at a time, and whoever does it goes there. Which is it to be?"
MOST = 6
BY_ITSELF = 'Nobody lights the next by himself: say "light torch" when it burns low.'
FILLED = "A lantern is filled when it is lit."
NO_LANTERN = "Nobody in the party has a lantern."
NO_OIL = "Nobody in the party has oil for the lantern."


def small_deed(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("? ")
    return (
        _ahead(reader, said)
        or _kept_burning(reader, said)
        or _filled(reader, said)
        or _taken_over(reader, said)
        or _in_stead(reader, said, read)
        or _outward(said, read)
        or _on_neighbours(reader, said)
        or _through(reader, said, read)
    )


def _ahead(reader: Reader, said: str) -> Meaning | None:
    """The squares next to the party, those before the ways first."""
    at = reader.state.party.at if reader.state.party is not None else None
    moves = moves_of(reader.options, a.Search.__name__)
    has_pole = any("pole" in parts(item.name) for c in ours(reader) for item in c.items)
    if _AHEAD.fullmatch(said) is None or at is None or moves is None or ("pole" in parts(said) and not has_pole):
        return None
    ends = {way.at for way in ways(reader.state)}
    squares = [s for s in moves.grid.squares(moves.mask) if s != at.square and distance(at.square, s) == 1]
    squares.sort(key=lambda s: (s not in ends, s))
    return Ask(WHERE, tuple(moves.to(s) for s in squares[:MOST])) if squares else None


def _kept_burning(reader: Reader, said: str) -> Meaning | None:
    """What burns goes on burning; nobody lights the next by himself."""
    if _KEEPS.fullmatch(said) is None:
        return None
    state = reader.state
    if state.lights:
        burning = [f"{state.creatures[x.bearer].name}'s {x.name.lower()}" for x in state.lights]
        return Say(f"{naming.listing(burning)} {'burns' if len(burning) == 1 else 'burn'}. {BY_ITSELF}")
    lights = [x for x in reader.options.listed if isinstance(x, a.LightUp)]
    return Do(reader.rules.fittest(state, lights), BY_ITSELF) if lights else Say("Nobody has anything to light.")


def _filled(reader: Reader, said: str) -> Meaning | None:
    """Oil is poured in with the lighting; a lantern that burns is put out first."""
    if _FILLS.fullmatch(said) is None:
        return None
    own = [(c, item) for c in ours(reader) for item in c.items if "lantern" in parts(item.name)]
    if not own:
        return Say(NO_LANTERN)
    if not any("oil" in parts(item.name) for c in ours(reader) for item in c.items):
        return Say(NO_OIL)
    burning = next((x for x in reader.state.lights if any(x.kind == item.kind for _, item in own)), None)
    if burning is not None:
        who = reader.state.creatures[burning.bearer].name
        return Say(f"{who}'s lantern burns; {FILLED.lower()} Put it out first, or wait until it has burnt down.")
    kinds = {item.kind for _, item in own}
    lights = [x for x in reader.options.listed if isinstance(x, a.LightUp) and x.item in kinds]
    return Ask(f"{FILLED} Is it to be lit?", tuple(lights)) if lights else Say(FILLED)


def _through(reader: Reader, said: str, read: Read) -> Meaning | None:
    """To step through or onto a thing that is no way out is to use it."""
    found = _THROUGH.fullmatch(said)
    if found is None:
        return None
    words = set(parts(found["what"]))
    own = {word for way in ways(reader.state) for word in parts(way.name)}
    for thing in survey.known_features(reader.state):
        name = naming.feature_name(reader.state, thing).lower()
        if words & set(parts(name)) - own:
            return read(f"{found['who'] or ''} use the {name}".strip())
    return None


def _taken_over(reader: Reader, said: str) -> Do | Say | None:
    """A light that burns is handed to another, who has a hand free for it or lights one."""
    found = _BEARS.fullmatch(said)
    own = {first_part(c.name): c for c in ours(reader)}
    whom = found["whom"] if found is not None else None
    burning = next((first_part(reader.state.creatures[x.bearer].name) for x in reader.state.lights), "")
    who, bearer = (own.get(found["who"]), own.get(whom or burning)) if found is not None else (None, None)
    light = next((x for x in reader.state.lights if bearer is not None and x.bearer == bearer.id), None)
    if who is None or bearer is None or light is None or who is bearer:
        return None
    handed = a.Give(bearer.id, who.id, light.id, 1)
    against = play.why_not(reader.rules, reader.state, reader.seat, handed)
    return Do(handed) if against is None else Say(against.sentence)


def _in_stead(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Ivo takes the sword in hand instead of the bow`."""
    found = _INSTEAD.fullmatch(said)
    own = {first_part(c.name): c for c in ours(reader)}
    if found is None or found["who"] not in own or found["than"] in own:
        return None
    return read(f"{found['who']} wields {found['what']}")


def _outward(said: str, read: Read) -> Meaning | None:
    """`Back out quietly to the east`: out of this place by that side, and not home."""
    found = _OUTWARD.fullmatch(said)
    if found is None:
        return None
    is_soft = found["how"] or found["how2"] or any(word in said for word in ("sneak", "creep", "tiptoe"))
    return read(f"{'sneak' if is_soft else 'go'} {found['side']}")


def _on_neighbours(reader: Reader, said: str) -> Ask | None:
    """To shoot at those who live here and let the party be is to go up to them first."""
    found = _ASSAILS.fullmatch(said)
    if found is None or a.MeetAgain() not in reader.options.listed or "attack" in said:
        return None  # Who says so plainly is read elsewhere.
    kin = frozenset(parts(neighbours(reader.state)))
    is_them = any(alike(word, kin) for word in parts(found["whom"])) or found["whom"] in ("them", "it")
    return Ask(THEM, (a.MeetAgain(),)) if is_them else None


THEM = "They let the party be, and are out of reach: the party goes up to them first. Is that meant?"
