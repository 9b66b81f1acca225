"""Questions that people ask underground while nobody is met: what makes that sound, who could carry more, what is
broken, what comes of it if the party does not rest. Each has a fact for an answer, or says who could find it out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.speech.asked_of_traps import of_traps
from underkeep.table.speech.besides import together
from underkeep.table.speech.fight_orders import is_weapon
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import HEAP, THING, WAY, mentions
from underkeep.table.speech.past_pages import TOLD, spoken_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.patterns import words as words_of
from underkeep.table.speech.rules_told import RULING, UNTOLD, ruling
from underkeep.table.speech.sought import lying_dead
from underkeep.table.speech.spells_told import is_magic, spells_in
from underkeep.table.speech.the_dead import told_to_lie
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.table.view import ways as ways_seen
from underkeep.world.creature import Creature

_SOUNDS = pattern("asked_below", "sounds")
_OF_SPELLS = pattern("asked_below", "of_spells")
_CARRIES = pattern("asked_below", "carries")
_BROKEN = pattern("asked_below", "broken")
_STILL = pattern("asked_below", "still")
_WHITHER = pattern("asked_below", "whither")
_WHAT_IF = pattern("asked_below", "what_if")
_FOR_THE_DEAD = pattern("asked_below", "for_the_dead")
_LOSSES = pattern("asked_below", "losses")
_REVIVED = pattern("asked_below", "revived")
_SAFE = pattern("asked_below", "safe")
_THEIRS = pattern("asked_below", "theirs")
_LIKE = 4
_DARK = "Without a light nobody sees what is there: who has a torch or a lantern can light it at any time."
_UNSAFE = (
    "Nobody can know that: while time passes, somebody may come by. Doors that are shut hold some of them off; "
    "listen at them first."
)
_TOPICS = (
    (r"\b(?:lights?|torch(?:es)?|lantern|dark|darkness)\b", ()),
    (r"\b(?:eat|food|rations?|drink|water|starve|hungry|thirsty)\b", ("nothing to eat or drink", "lacking meal sleep")),
    (r"\b(?:camp|sleep|night)\b", ("natural healing full day of rest", "sleep watches meal recover")),
    (
        r"\b(?:rest|weary|tired|going|exhausted|pause|break)\b",
        ("going on without rest", "lacking meal sleep recovered"),
    ),
    (r"\b(?:die|dies|dead|killed|points|hp|falls?|down)\b", ("hit points 0 dead", "hit points at 0 wound slot")),
)
"""What may come of what, by the words for it; the first of the queries that the game's rulebook answers is told."""


def asked_below(reader: Reader, said: str) -> Meaning | None:
    """The answer to such a question; None of any other line."""
    wondered = re.sub(r"^(?:i )?wonder(?:ing)? (?:if|whether) ", "", said)
    if not (is_asked(said) or said.endswith("?") or wondered != said):
        return None
    said = wondered.rstrip("? ")
    return (
        of_traps(reader, said)
        or _of_sounds(reader, said)
        or _of_spells(reader, said)
        or _of_what_is_left(reader, said)
        or _of_loads(said)
        or _of_arms(reader, said)
        or _of_the_dead(reader, said)
        or _of_what_may_come(reader, said)
        or _of_ways_untaken(said)
        or _of_a_thing(reader, said)
        or _of_what_was_told(reader, said)
        or (Say(_UNSAFE) if _SAFE.search(said) else None)
    )


def sound_here(reader: Reader) -> str:
    """What is heard where the party is, in words; nothing if that is nothing."""
    dungeon, _, area = survey.here(reader.state)
    told = dressings.description(dungeon, area, sees=False)
    found = re.search(r"[Yy]ou hear (.+?)(?:\.|$)", told)
    return found[1] if found is not None else ""


def of_the_sound(reader: Reader) -> Say:
    """What is heard here, and where more of it could be heard."""
    sound, ways = sound_here(reader), _listened_at(reader)
    heard = f"You hear {sound}" if sound else "Nothing is to be heard here but the party itself"
    more = f"to hear more, listen at the {' or the '.join(ways)}" if ways else "nobody who makes it is in sight"
    return Say(f"{heard}; {more}.")


def _listened_at(reader: Reader) -> list[str]:
    doors = {x.door for x in reader.options.listed if isinstance(x, a.Listen)}
    return [way.name for way in ways_seen(reader.state) if way.id in doors]


def speaks_of_the_sound(reader: Reader, said: str) -> bool:
    """Whether a line has a word for what is heard here, in any form: who is sweeping, of somebody who sweeps."""
    heard = [word for word in parts(sound_here(reader)) if len(word) >= _LIKE and word not in _OF_NO_SOUND]
    return any(_is_form(word, other) for word in parts(said) for other in heard)


_OF_NO_SOUND = words_of("asked_below", "of_no_sound")


def _is_form(word: str, other: str) -> bool:
    """Whether two words are forms of one: quarrelling and quarrel, knocked and knocks."""
    shorter = min(len(word), len(other))
    stems = [re.sub(r"(?:ings?|e[ds]|s|er|ers)$", "", w) for w in (word, other)]
    return shorter >= _LIKE and (stems[0][:5] == stems[1][:5] or stems[0] == stems[1])


def _of_sounds(reader: Reader, said: str) -> Say | None:
    is_of_a_way = any(m.role == WAY for m in mentions(reader, parts(said)))
    if is_of_a_way:
        return None
    return of_the_sound(reader) if speaks_of_the_sound(reader, said) or _SOUNDS.search(said) else None


def _of_spells(reader: Reader, said: str) -> Show | None:
    """`What does Aldous's spell do`: the spells of one of the party, each by what it does."""
    found = _OF_SPELLS.fullmatch(said)
    who = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    return spells_of(reader, who) if who is not None else None


def spells_of(reader: Reader, who: Creature) -> Show:
    """The pages on all that somebody can cast."""
    own = list(dict.fromkeys(_spells_of(reader, who)))
    return together([Show("spell", name) for name in own]) if own else Show("spells", first_part(who.name))


def _spells_of(reader: Reader, who: Creature) -> Iterator[str]:
    """The names of the spells on somebody's sheet and of the books that are carried."""
    sections = reader.rules.card(reader.state, who).sections
    rows = [f"{label} {value}" for title, rows in sections for label, value in rows if is_magic(title, label)]
    told = [*rows, *(item.name for item in who.items if "book" in item.name.lower() or "scroll" in item.name.lower())]
    for text in told:
        yield from spells_in(reader.rules, text)


def _of_what_is_left(reader: Reader, said: str) -> Show | None:
    """How many spells somebody can cast, how many uses of the light are left, who sees in the dark."""
    if _SEES.search(said):
        return Show("scores", "infravision")
    if re.match(r"how many (?:uses|turns) (?:are |is |do we have )?(?:still )?(?:left|remain)", said):
        return Show("light")
    if re.match(r"how many (?:more |other )?spells\b", said):
        return Show("spells", next((first_part(c.name) for c in ours(reader) if first_part(c.name) in parts(said)), ""))
    return None


_SEES = re.compile(r"\b(?:dark ?vision|night ?vision|infravision|(?:see|sees|look) (?:in|through) the dark)\b")


def _of_loads(said: str) -> Show | None:
    return Show("load") if _CARRIES.search(said) else None


def _of_arms(reader: Reader, said: str) -> Say | None:
    """Which weapons are broken, and which are whole."""
    if not _BROKEN.search(said) or any(m.role == THING for m in mentions(reader, parts(said))):
        return None
    own = [(c, item) for c in ours(reader) for item in c.items]
    broken = [f"{c.name}'s {item.name.lower()}" for c, item in own if item.broken]
    whole = [f"{c.name}'s {item.name.lower()}" for c, item in own if is_weapon(item.name) and not item.broken]
    told = f"Broken: {naming.listing(broken)}." if broken else "Nothing that the party carries is broken."
    return Say(f"{told} {f'Whole weapons: {naming.listing(whole)}.' if whole else 'No whole weapon is left.'}")


def _of_the_dead(reader: Reader, said: str) -> Meaning | None:
    """Who of the party died, what can be done for them, what those had who lie here, what it was worth."""
    if _LOSSES.search(said):
        return Show("party")
    if _FOR_THE_DEAD.search(said):
        return Show("experience")
    found = _THEIRS.search(said)
    dead = lying_dead(reader.state, {stem(w) for w in parts(found["whose"])}) if found is not None else []
    if dead and not any(m.role == HEAP for m in mentions(reader, parts(said))):
        crowd = dead[0].name if reader.state.owns(reader.seat, dead[0].id) else naming.the_crowd(dead)
        if (lies := told_to_lie(reader, dead[0])) and reader.state.owns(reader.seat, dead[0].id):
            return Say(lies)
        have = "have" if len(dead) > 1 else "has"
        return Say(f"{crowd[:1].upper()}{crowd[1:]} {have} nothing more to be taken; what was taken shows in the log.")
    state = reader.state
    members = [state.creatures[id] for id in state.party.members] if state.party is not None else []
    named = [c for c in members if first_part(c.name) in parts(said)]
    if named and _HOW_IT_WENT.match(said) and re.search(r"\b(?:die|died|killed|dead|hurt|wounded|happened)\b", said):
        return Show(TOLD, first_part(named[0].name))
    if named and _FIT.match(said):
        return Show("party", first_part(named[0].name))
    is_of_a_healer = _HEALER.match(said) is not None and parts(said)[1:2] == [first_part(c.name) for c in named][:1]
    return state_of(reader, named[0]) if named and _REVIVED.search(said) and not is_of_a_healer else None


_HOW_IT_WENT = re.compile(
    r"(?:how|when|where|why|what|who)\b (?:exactly )?(?:did|was|were|has|killed|hurt|wounded|happened)\b"
)
_FIT = re.compile(r"(?:can|is|will|could) \w+ (?:still |even )?(?:fight|walk|stand|go on|act|fit|able|run|carry on)\b")
_HEALER = re.compile(r"\w+ \w+ (?:heal|cure|bring|raise|revive|wake|save|help|patch)\b")


def state_of(reader: Reader, who: Creature) -> Meaning:
    """How it stands with somebody, and what mends that."""
    if who.status == "dead":
        return Say(f"{who.name} is dead, and nothing down here changes that; ask in town who could.")
    if who.status == "up" and who.hp >= who.max_hp:
        return Say(f"{who.name} is not hurt.")
    words = next((w for w in _HEALING if ruling(reader.rules.id, w) != [UNTOLD]), _HEALING[0])
    return together([Show("party", first_part(who.name)), Show(RULING, words)])


_HEALING = ("night's rest wound heal", "natural healing full day of rest", "healing")


def _of_what_may_come(reader: Reader, said: str) -> Meaning | None:
    """`What happens if we do not rest`."""
    found = _WHAT_IF.match(said) or _WHEN_TO_REST.match(said)
    if found is None:
        return None
    for words, queries in _TOPICS:
        if re.search(words, said[found.end() :]):
            known = next((q for q in queries if ruling(reader.rules.id, q) != [UNTOLD]), "")
            return Show(RULING, known) if known else Say(_DARK)
    return None


_WHEN_TO_REST = re.compile(
    r"(?=how (?:long|many|often|much)\b.*\b(?:can|may|could|until|till|before|do we|must)\b.*\brest"
    r"|when (?:do|must|should|will) we (?:have to |need to )?rest|(?:do|must) we (?:have to |need to )?rest\b)"
)


def _of_what_was_told(reader: Reader, said: str) -> Show | None:
    """`Is the water still rising`: what was told of it last."""
    if (read := _SAID.match(said)) is not None and spoken_of(reader.heard(), read["what"]):
        return Show(TOLD, read["what"])
    found = _STILL.search(said)
    if found is None or not found["what"] or any(m.role == THING for m in mentions(reader, parts(said))):
        return None
    own = {word for c in ours(reader) for item in c.items for word in parts(item.name)}
    is_own = found["what"] in own or stem(found["what"]) in own or found["what"] in ("light", "we", "it")
    return Show(TOLD, found["what"]) if not is_own and spoken_of(reader.heard(), found["what"]) else None


_SAID = re.compile(
    r"what (?:did|does|do) (?:the |that |this )?(?P<what>message|inscription|writing|note|letter|sign|runes?|riddle"
    r"|verse|words|poem|warning) (?:say|read|mean|tell)\b"
)


def _of_a_thing(reader: Reader, said: str) -> Do | None:
    """Where the footprints lead shows when somebody looks at them."""
    things = [m.name for m in mentions(reader, parts(said)) if m.role == THING]
    is_of_it = _WHITHER.search(said) or (_OF_NOBODY.match(said) and not _OURS & set(parts(said)))
    if not things or not is_of_it:
        return None
    known = survey.known_dressings(reader.state)
    return next((Do(a.Examine(thing.id)) for thing in known if dressings.name_of(thing).lower() == things[0]), None)


_OF_NOBODY = re.compile(r"(?:do|does|did|is|are|was|were|has|have)\b")
_OURS = {"we", "us", "our", "i", "my", "he", "she", "his", "her", "anyone", "anybody", "someone", "somebody"}


def _of_ways_untaken(said: str) -> Show | None:
    """Which way the party has not been; how a fight went; how many there are of the party."""
    if re.match(
        r"(?:which|what|where)\b.*\b(?:have|has|did)(?: not|n t|n)?\b.*\b(?:been|explored|taken|tried|gone|visited)",
        said,
    ):
        return together([Show("exits"), Show("areas")]) if re.search(r"\b(?:not|n|t|haven|yet)\b", said) else None
    if re.match(r"how did (?:the|that|our|this) (?:last )?(?:fight|battle|combat) (?:go|end)", said):
        return Show("log")
    return Show("party") if re.match(r"how many (?:of us )?are (?:we|there of us)\b", said) else None
