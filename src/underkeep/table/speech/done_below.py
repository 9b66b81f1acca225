"""Deeds underground in the words that people have for them: to put shoulders to a door, to listen without saying where,
to patch up the wounded, to take up what the dead leave, to speak to those who have gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import naming
from underkeep.table.several import InOrder
from underkeep.table.speech.asked_below import of_the_sound, sound_here, speaks_of_the_sound, spells_of, state_of
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.casting_words import healed
from underkeep.table.speech.clauses import named_first
from underkeep.table.speech.frames import is_asked, offered
from underkeep.table.speech.going import moves_of
from underkeep.table.speech.going_together import TOGETHER
from underkeep.table.speech.handling import fits
from underkeep.table.speech.hands_below import in_hands_and_ranks
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import THING, WAY, mentions
from underkeep.table.speech.past_pages import TOLD
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.plain_ways import BURNT_UP
from underkeep.table.speech.sought import lying_dead
from underkeep.table.speech.wording import COMPASS, first_part, parts, stem
from underkeep.table.view import ways as ways_seen
from underkeep.world.creature import Creature
from underkeep.world.grid import distance

Read = Callable[[str], Meaning | None]
_SHOULDERS = pattern("done_below", "shoulders")
_LISTENS = pattern("done_below", "listens")
_TENDS = pattern("done_below", "tends")
_CARRIES = pattern("done_below", "carries")
_EATS = pattern("done_below", "eats")
_SPEAKS = pattern("done_below", "speaks")
_KNOCKS = pattern("done_below", "knocks")
_FAR_END = pattern("done_below", "far_end")
_LIGHTS = pattern("done_below", "lights")
_VOCATIVE = re.compile(r"(?P<what>(?:take|get|grab|draw|wield|ready|fetch|use|hold) .+), (?P<who>\w+)")
MEALS = "Everybody eats and drinks once a day, without being told; supplies shows what is left."


_SPIKES = re.compile(
    r"(?:\w+,? )?(?:spikes?|wedges?|nails?) (?:the |that |this |up |shut )*(?:\w+ )?(?:doors?|it|gate)\b.*"
)


def _without_spikes(reader: Reader, said: str) -> Say | None:
    """Nobody drives in a spike that nobody has."""
    items = [item.name.lower() for c in ours(reader) for item in c.items]
    if not _SPIKES.fullmatch(said) or any("spike" in name or "wedge" in name for name in items):
        return None
    return Say("Nobody has any spikes to do that with. A door that is shut holds some off.")


def done_below(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What such a line means; None of any other."""
    if is_asked(said) or said.endswith("?"):
        return None
    said = _told_first(reader, said)
    return (
        _forced(reader, said, read)
        or _listened(reader, said, read)
        or tended(reader, said)
        or _carried(reader, said)
        or _eaten(reader, said)
        or _spoken(reader, said)
        or _untold(reader, said)
        or (offered(reader, said) if _KNOCKS.search(said) and not _ways(reader, said) else None)
        or in_hands_and_ranks(reader, said)
        or _to_the_end(reader, said)
        or _back(reader, said, read)
        or _for_tracks(reader, said, read)
        or (Say(_CLOSE) if _STAYS_CLOSE.fullmatch(said) else None)
        or (Say("They stay where they lie.") if _LEAVES_THE_DEAD.fullmatch(said) else None)
        or _looked_at(reader, said, read)
        or _without_spikes(reader, said)
        or _lit(reader, said, read)
        or _lit_up(reader, said, read)
    )


def _told_first(reader: Reader, said: str) -> str:
    """`Take the bow, Kester` as `Kester take the bow`."""
    found = _VOCATIVE.fullmatch(said)
    own = {first_part(c.name) for c in ours(reader)}
    said = _of_the_living(reader, said)
    return f"{found['who']} {found['what']}" if found is not None and found["who"] in own else said


def _of_the_living(reader: Reader, said: str) -> str:
    """`Doriel's tools` as the tools, where the dead Doriel has none and another carries such."""
    state = reader.state
    members = [state.creatures[id] for id in state.party.members] if state.party is not None else []
    for name in (first_part(c.name) for c in members if c.status == "dead" and not c.items):
        found = re.search(rf"\b{re.escape(name)} (?P<what>\w+)", said)
        has = found is not None and any(fits(found["what"], item.name) for c in ours(reader) for item in c.items)
        said = re.sub(rf"\b{re.escape(name)} (?=\w)", "the ", said) if has else said
    return said


def _ways(reader: Reader, said: str) -> list[str]:
    return [m.name for m in mentions(reader, parts(said)) if m.role == WAY]


def _names(reader: Reader, said: str) -> list[str]:
    """Those of one's own who are named, in the order of the words."""
    own = {first_part(c.name) for c in ours(reader)}
    return list(dict.fromkeys(word for word in parts(said) if word in own))


def _forced(reader: Reader, said: str, read: Read) -> Meaning | None:
    """Shoulders are put to a door by the first who is named: one at a time can try."""
    ways, names = _ways(reader, said), _names(reader, said)
    if _SHOULDERS.search(said) is None or not ways:
        return None
    wished = f"force the {ways[0]}"
    for line in (*(f"{wished} with {name}" for name in names), wished):
        meant = read(line)
        if isinstance(meant, Do) and len(names) > 1:
            return Do(meant.action, "One at a time can try a door.")
        if meant is not None:
            return meant
    return None


def _listened(reader: Reader, said: str, read: Read) -> Meaning | None:
    """Who listens where no door is told: at each door one of those who are named, or to what is heard here."""
    if _LISTENS.search(said) is None:
        return None
    listed = [x for x in reader.options.listed if isinstance(x, a.Listen)]
    doors = list(dict.fromkeys(x.door for x in listed))
    if (each := _EACH_AT.fullmatch(said)) is not None:
        return _each_at(reader, each, read)
    names, _ = named_first(reader, said)
    if len(names) > 1 and len(doors) > 1 and re.search(r"\bdoors\b", said):
        return _shared_out(reader, names, doors)
    if _ways(reader, said):
        return _at_an_opening(reader, said, doors)
    if not doors and not sound_here(reader):
        return None
    if not doors or (speaks_of_the_sound(reader, said) and len(doors) > 1):
        return of_the_sound(reader)
    named = _names(reader, said)
    return read(f"listen with {named[0]}" if named else "listen") if _BY_THE_WAY.search(said) else None


def _at_an_opening(reader: Reader, said: str, doors: Sequence[str]) -> Say | None:
    """What is heard at a way without a door: no more than is heard anyway."""
    names = {m.name for m in mentions(reader, parts(said)) if m.role == WAY}
    seen = [w for w in ways_seen(reader.state) if w.name in names and w.id not in doors]
    open_ways = [w for w in seen if w.state == "open" or "opening" in w.name]
    if not open_ways or re.search(r"\b(?:and|then|before|after)\b", said):
        return None
    why = "stands open" if open_ways[0].state == "open" else "has no door to put an ear to"
    return Say(f"The {open_ways[0].name} {why}. {of_the_sound(reader).text}")


def _each_at(reader: Reader, each: re.Match[str], read: Read) -> Meaning | None:
    """Two who listen, each at the door that is told for him; nothing if there is no such door."""
    acts: list[a.Listen] = []
    for door, who in (("one", "who"), ("other", "whom")):
        named = [w.id for w in ways_seen(reader.state) if w.bearing == COMPASS.get(each[door], each[door])]
        meant = read(f"listen at the {each[door]} door with {each[who]}")
        if not isinstance(meant, Do) or not isinstance(meant.action, a.Listen) or meant.action.door not in named:
            return Say(f"There is no door in the {COMPASS.get(each[door], each[door])} to listen at.")
        acts.append(meant.action)
    return Undertake(InOrder(acts))


_EACH_AT = re.compile(
    r"(?P<who>\w+),? listens? at the (?P<one>\w+)(?: door)?,? (?:and|while|but|with) (?P<whom>\w+) "
    r"(?:listens? |listening )?"
    r"at the (?P<other>\w+)(?: door| one)?"
)
_BY_THE_WAY = re.compile(
    r"\b(?:listen(?:s|ing)?|hear)\b.*\b(?:to|for)\b|\b(?:quiet|still|silent|breath|hush)\b.*\blisten"
)


def _shared_out(reader: Reader, names: Sequence[str], doors: Sequence[str]) -> Undertake:
    """The doors among those who are named."""
    own = {first_part(c.name): c.id for c in ours(reader)}
    most = max(len(names), len(doors))
    pairs = [(own[names[n % len(names)]], doors[n % len(doors)]) for n in range(most)]
    return Undertake(InOrder([a.Listen(who, door) for who, door in pairs]))


def _member(reader: Reader, words: str) -> Creature | None:
    """The one of the party, on foot or fallen, whom the words name first."""
    state = reader.state
    members = (
        {first_part(state.creatures[id].name): id for id in state.party.members} if state.party is not None else {}
    )
    return next((state.creatures[members[word]] for word in parts(words) if word in members), None)


def tended(reader: Reader, said: str) -> Meaning | None:
    """To patch somebody up: by a spell that mends if there is one, else it is told how it stands and what heals."""
    said = _PATCHED.sub(r"\g<what> up \g<who>", said)
    found = _TENDS.fullmatch(said)
    whom = found["who"] if found is not None and found["whom"] in _SELF and found["who"] else ""
    who = _member(reader, whom or found["whom"]) if found is not None else None
    if found is None or (who is None and not _ANYBODY.search(found["whom"])):
        return None
    if who is None:
        return healed(reader, said) or Show("party")
    healer = f"{found['who']} " if found["who"] else ""
    return healed(reader, f"{healer}heal {first_part(who.name)}") or state_of(reader, who)


_SELF = ("himself", "herself", "itself", "yourself", "themselves")
_PATCHED = re.compile(r"^(?P<who>\w+),? (?P<what>patch|bandage|bind|stitch|sew) up$")
_ANYBODY = re.compile(r"\b(?:wounded|injured|hurt|everyone|everybody|us|wounds|all)\b")


def _carried(reader: Reader, said: str) -> Say | None:
    """What is said to a line that would carry or bury one of the party who has fallen."""
    found = _CARRIES.fullmatch(said)
    who = _member(reader, found["whom"]) if found is not None else None
    if found is None or who is None or first_part(who.name) == found["who"]:
        return None
    if who.status == "up":
        return Say(f"{who.name} is on foot, and comes along when the party goes on.")
    return Say(f"{who.name} is with the party, and comes along when it goes on.")


def _eaten(reader: Reader, said: str) -> Say | None:
    """Meals need no telling; where there is water to drink, that is drunk."""
    is_by_water = any(isinstance(x, a.DrawWater) for x in reader.options.listed)
    said = _PURPOSE.sub("", said)
    lies_here = said.startswith("take") and any(
        "ration" in item.name.lower() for heap in survey.known_hoards(reader.state) for item in heap.items
    )
    return Say(MEALS) if _EATS.fullmatch(said) and not is_by_water and not lies_here else None


_PURPOSE = re.compile(
    r" (?:to|and) (?:get|gets|regain|regains|recover|recovers|keep|keeps|restore|restores|feel|feels)\b.*$"
)


def _spoken(reader: Reader, said: str) -> Meaning | None:
    """To speak to those who have gone, or lie dead."""
    found = _SPEAKS.fullmatch(said)
    if found is None or _ways(reader, found["whom"]):
        return None
    kin = [word for word in parts(found["whom"]) if names_a_monster(reader.rules, word)]
    if not kin or survey.neighbours(reader.state) or _is_here(reader, stem(kin[-1])):
        return None
    if dead := lying_dead(reader.state, {stem(kin[-1])}):
        crowd = naming.the_crowd(dead)
        return Say(f"{crowd[:1].upper()}{crowd[1:]} {'is' if len(dead) == 1 else 'are'} dead, and cannot answer.")
    return Show(TOLD, kin[-1])


def _is_here(reader: Reader, kin: str) -> bool:
    """Whether one of that kind is with the party here, such as a prisoner."""
    dungeon, _, area = survey.here(reader.state)
    here = [reader.state.creatures[id] for group in dungeon.groups_in(area.id) for id in group.members]
    is_met = any(kin in [stem(w) for w in parts(line)] for line in reader.heard()[-_LATELY:])
    return is_met and any(c.status == "yielded" and kin in [stem(w) for w in parts(c.name)] for c in here)


_LATELY = 40


def _untold(reader: Reader, said: str) -> Meaning | None:
    """What no rule knows, in words that are near to others': to mend a statue, to mark a wall, to split up."""
    if _SPLITS.fullmatch(said):
        return Say(TOGETHER)
    if _SNIFFS.fullmatch(said):
        return Show("look")
    is_mended = _MENDS.match(said) and any(m.role == THING for m in mentions(reader, parts(said)))
    return offered(reader, said) if is_mended or _MARKS.match(said) else None


_SPLITS = re.compile(r"(?:(?:we|let|let us|the party) )?(?:should )?split(?: up| the party)?|divide (?:up )?the party")
_SNIFFS = re.compile(r"(?:\w+ )?(?:sniffs?|smells?)(?: (?:at )?(?:the )?(?:air|around|room|here))?")
_MENDS = re.compile(
    r"(?:\w+,? )?(?:puts? .+ (?:back )?together|mends?|repairs?|fix(?:es)?|pieces? together|reassembles?)\b"
)
_MARKS = re.compile(
    r"(?:\w+,? )?(?:draws?|scratch(?:es)?|paints?|writes?|carves?|chalks?|scrawls?|marks?)"
    r" .*\b(?:walls?|floor|stones?)\b"
    r"|(?:\w+,? )?leaves? (?:a|the|one|our) (?:\w+ )?(?:torch|lantern|light|candle)\b"
    r".*\b(?:here|behind|there|burning)\b"
    r"|(?:\w+,? )?(?:checks?|feels?|tests?) for (?:a )?(?:drafts?|draughts?|air|wind|warmth|vibrations?)\b"
)


def _back(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Go back the way we came`; to stairs that nobody has seen there is no way."""
    if _BACK.fullmatch(said):
        return read("go back")
    if _TO_STAIRS.fullmatch(said) is None or any(not way.bearing for way in ways_seen(reader.state)):
        return None
    meant = read("go to the stairs")
    return meant if isinstance(meant, Do | Undertake) else Say(_NO_STAIRS)


_CLOSE = "The party keeps together and goes as quietly as its armour lets it; say what is to be done next."
_STAYS_CLOSE = re.compile(
    r"(?:(?:every(?:one|body)|all|we|let us),? )?(?:all )?(?:stay|keep|stick|be|remain)(?: very)? (?:close|together"
    r"|quiet|silent|alert|calm|still|careful|sharp|on (?:your|our) (?:guard|toes))"
    r"(?: (?:together|everyone|everybody|now|all))?"
    r"(?:,? (?:and )?(?:stay |keep |be |stick )?(?:very )?(?:close|together|quiet|silent|alert|calm|still|careful))*"
)
_NO_STAIRS = "No stairs are in sight here; say go to the entrance to walk out, or explore to look for more."
_BACK = re.compile(
    r"(?:(?:let us|we) )?(?:(?:go|head|walk|turn|move|get|come) )?(?:right )?back (?:out |through |along |by |on )?"
    r"(?:(?:the|our) )?(?:same )?(?:way|path|route|tracks?|steps?)"
    r"(?: (?:that |as )?(?:we|i) (?:came|entered|took|went)\b.*)?"
    r"|(?:go |head |walk )?back(?: to)? (?:where|whence) we (?:came|were)\b.*|retrace (?:our|the) (?:steps|path|way)"
)
_TO_STAIRS = re.compile(
    r"(?:(?:let us|we) )?(?:return|(?:go|head|walk|run|get|move) back)(?: to| up| down| for| towards?)* (?:the )?"
    r"(?:stairs?|stairway|staircase|steps)"
)


def _for_tracks(reader: Reader, said: str, read: Read) -> Meaning | None:
    """To look for tracks: at those that are seen here, else the place is searched."""
    found = _FOLLOWS.fullmatch(said) or _FOLLOWS_IT.fullmatch(said)
    if found is not None and (found["what"] or "").split()[-1:] != ["them"]:
        tracks = [m.name for m in mentions(reader, parts(found["what"])) if m.role == THING]
        return read(f"examine {tracks[0]}") if tracks else None
    if _FOR_TRACKS.fullmatch(said) is None:
        return None
    things = [m.name for m in mentions(reader, parts(said)) if m.role == THING]
    return read(f"examine {things[0]}" if things else "search here")


_FOLLOWS = re.compile(
    r"(?:(?:let us|we|\w+),? )?(?:follow|track|trace)s? (?:the |those |these )?"
    r"(?P<what>(?:\w+ )?(?:tracks?|foot ?prints?|trail|prints|droppings|blood|marks|drag marks))(?: \w+)*"
)
_FOLLOWS_IT = re.compile(
    r"(?:(?:let us|we|\w+),? )?(?:follow|track|trace)s? (?:the |those |these )(?P<what>[a-z][a-z ]+)"
)
_FOR_TRACKS = re.compile(
    r"(?:(?:let us|we|\w+),? )?(?:search(?:es)?|looks?|checks?)(?: (?:the )?(?:floor|ground|dust|area|room|around|about"
    r"|here))* for (?:any |some |fresh |more )*(?:tracks?|foot ?prints?|signs?|clues?|prints?|trails?|traces?|evidence)"
    r"(?: (?:here|of .+|on .+|in .+|around))?"
)
_LEAVES_THE_DEAD = re.compile(
    r"(?:(?:let us|we) )?leave (?:the |their |his |those |all )*(?:dead|bod(?:y|ies)|corpses?|fallen|remains)\b.*"
)


def _to_the_end(reader: Reader, said: str) -> Do | None:
    """To the other end of where the party is: the square that is farthest from it."""
    state = reader.state
    walks = moves_of(reader.options, a.Walk.__name__)
    if _FAR_END.fullmatch(said) is None or walks is None or state.party is None or state.party.at is None:
        return None
    here = state.party.at.square
    return Do(a.Walk(max(walks.grid.squares(walks.mask), key=lambda s: (distance(here, s), s))))


_LIGHT_AND = re.compile(r"(?:\w+ )*(?:torch(?:es)?|lanterns?|lamps?|candles?)\b")
"""A light of one's own, whatever is named after it."""


def _lit(reader: Reader, said: str, read: Read) -> Meaning | None:
    """To light a lamp that stands here is no torch of one's own."""
    found = _LIGHTS.fullmatch(said)
    if found is None:
        return None
    things = [m.name for m in mentions(reader, parts(found["what"])) if m.role == THING]
    carried = any(fits(found["what"], item.name) for c in ours(reader) for item in c.items)
    if not things or carried or _LIGHT_AND.match(found["what"]):
        return None
    meant = read(f"burn {things[0]}")
    if isinstance(meant, Say):
        return offered(reader, said)
    if isinstance(meant, Do) and isinstance(meant.action, a.Burn):
        return Ask(BURNT_UP, (meant.action,))
    return (
        meant
        if isinstance(meant, Do | Ask) and not isinstance(getattr(meant, "action", None), a.LightUp)
        else (offered(reader, said))
    )


def _lit_up(reader: Reader, said: str, read: Read) -> Meaning | None:
    """`Leofa takes out her lantern and lights it`."""
    found = _OUT_AND_LIT.fullmatch(said)
    return read(f"{found['who'] or ''} light {found['what']}".strip()) if found is not None else None


_OUT_AND_LIT = re.compile(
    r"(?:(?P<who>\w+),? )?(?:takes? out|gets? out|pulls? out|takes?|gets?|grabs?|brings? out)"
    r" (?:the|an?|his|her|their|another|one of (?:his|her|the|their)) (?P<what>torch|lantern|torches|lamp|candle)"
    r"(?: out)?,? and (?:lights?|kindles?|ignites?)(?: it| one)?(?: up)?"
)


def _looked_at(reader: Reader, said: str, read: Read) -> Meaning | None:
    """A look into a thing that is seen here, a look into one's own book, a count of the coins."""
    if (found := _READS.fullmatch(said)) is not None:
        who = next((c for c in ours(reader) if first_part(c.name) == found["who"]), None)
        return spells_of(reader, who) if who is not None else None
    if (called := _CALLED_BACK.fullmatch(said)) is not None and _member(reader, called["who"]) is not None:
        return Show("party", called["who"])
    if _COUNTS.fullmatch(said):
        return read("examine treasure") if survey.known_hoards(reader.state) else Show("purse")
    if (found := _LOOKS_INTO.fullmatch(said)) is None:
        return None
    things = [m.name for m in mentions(reader, parts(found["what"])) if m.role == THING]
    meant = read(f"examine {things[0]}") if things else None
    return meant if isinstance(meant, Do) and isinstance(meant.action, a.Examine) else None


_READS = re.compile(
    r"(?P<who>\w+),? (?:reads?|studies|study|opens?|consults?|looks? (?:at|in|into|through))"
    r" (?:his|her|the|their|your)(?: own)? (?:spell ?books?|books?)"
)
_CALLED_BACK = re.compile(r"(?P<who>\w+),? (?:please )?(?:come|get|run) back(?: here| to us)?")
_COUNTS = re.compile(
    r"(?:(?:let us|we|\w+) )?counts? (?:up )?(?:the|our|all the|all our) (?:coins?|money|gold|loot|treasure)"
)
_LOOKS_INTO = re.compile(
    r"(?:\w+,? )?(?:looks?|peers?|peeks?|glances?) (?:closer |more closely )?(?:in|into|inside|at|over) (?P<what>.+)"
)
