"""Wishes before strangers that are neither blows nor plain talk: to steal from them, to win over or to scare a beast,
to keep them at a distance, to share their game or their fire, to ask what they do here, to wake them."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.speech import frames
from underkeep.table.speech.arms_at_hand import named_first
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import FOE, mentions
from underkeep.table.speech.offers_in_words import OneByOne, Parse
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.talking import talking
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature

(
    _STEALS,
    _WINS_OVER,
    _SCARES,
    _KEEPS_OFF,
    _BACK,
    _CAPTURES,
    _GUARDS,
    _APPROACHES,
    _SILENT,
    _DRINKS,
    _LETS_BY,
    _PITS,
    _SIZES_UP,
    _GIVES_ONE,
) = (
    pattern("stranger_wishes", name)
    for name in (
        "steals",
        "wins_over",
        "scares",
        "keeps_off",
        "back",
        "captures",
        "guards_purses",
        "approaches",
        "silent",
        "drinks",
        "lets_by",
        "pits",
        "sizes_up",
        "gives_one",
    )
)
_ASKS = tuple(
    (pattern("stranger_wishes", name), aim)
    for name, aim in (
        *(("asks_to_share", "talk"), ("asks_trade", "trade"), ("asks_business", "talk"), ("asks_wants", "toll")),
        ("shakes_hands", "talk"),
    )
)
WINS_A_BEAST = "They know no speech; food is what wins a beast, if anything does. Which is it to be?"
TO_BE_SCARED = "They know no speech, but may take fright, or the contrary. Shall it be tried?"
KEPT_OFF = "That is said to them sharply. How is it meant?"
NOBODY = "Nobody of the party can do that here. "
FRIENDLY = "That begins with a friendly word; what comes of it is up to them."


def of_wishes(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """What such a wish comes to; None of any other line."""
    if (wakes := _WAKES.fullmatch(said)) is not None and (rouses := _rouses(reader)) is not None:
        return Undertake(OneByOne(rouses, [wakes["then"]], parse)) if wakes["then"] else rouses
    if _STEALS.fullmatch(said) and (stolen := _stolen(reader, said)) is not None:
        return stolen
    if _KEEPS_OFF.fullmatch(said):
        ways = [x for aim in ("threat", "talk") for x in _words(reader, said, aim)[:1]]
        return Ask(KEPT_OFF, tuple(ways)) if ways else None
    if (given := _GIVES_ONE.fullmatch(said)) is not None and (one := named_first(reader, given["whom"])) is not None:
        return Say(f"{one.name} is of the party, and nobody's to give.")
    if _SIZES_UP.fullmatch(said) and _names_them(reader, said.replace("they", "them")):
        return Show("foes")
    if _PITS.fullmatch(said):
        return _tried(reader, said, IN_THE_OPEN)
    if (_SILENT.fullmatch(said) or _LETS_BY.fullmatch(said)) and a.StandBy() in reader.options.listed:
        return Do(a.StandBy())
    if _POKES.fullmatch(said) and a.Engage() in reader.options.listed and _names_them(reader, said):
        tried = frames.offered(reader, said)
        return Ask(POKED, (a.Engage(), *(tried.choices if isinstance(tried, Ask) else ())))
    if _DRINKS.fullmatch(said) and (shared := _shared(reader, said)) is not None:
        return shared
    if _GUARDS.fullmatch(said):
        return Say(GUARDED)
    if _CAPTURES.fullmatch(said):
        return _captured(reader, said)
    for form, aim in _ASKS:
        if form.fullmatch(said) and (words := _words(reader, said, aim)):
            return Do(words[0], FRIENDLY if form is _ASKS[0][0] else "")
    if _APPROACHES.fullmatch(said) and _names_them(reader, said):
        words = _words(reader, said, "talk")
        return Do(words[0]) if words else _won_over(reader, said)
    if _talks(reader):
        return None
    if _WINS_OVER.fullmatch(said):
        return _won_over(reader, said)
    return _tried(reader, said, TO_BE_SCARED) if _SCARES.fullmatch(said) else None


_WAKES = re.compile(
    r"(?:(?:let us|we|i|\w+),? )?(?:(?:gently|softly|carefully) )?(?:wakes?|rouses?|awakens?|wakens?)\b"
    r"(?: (?!and\b|then\b)[\w'-]+)*?(?:,? (?:and|then) (?:then )?(?P<then>.+))?"
)


def _rouses(reader: Reader) -> Do | None:
    """To wake those who sleep, where the game has that."""
    return next((Do(x) for x in reader.options.listed if type(x).__name__ == "Rouse"), None)


def back_off(reader: Reader, said: str) -> Do | None:
    """`Leave quietly the way we came in`, where no way is named: to back off goes back as the party came."""
    is_meant = _BACK.fullmatch(said) is not None and a.Evade(walk=True) in reader.options.listed
    return Do(a.Evade(walk=True)) if is_meant else None


def _names_them(reader: Reader, said: str) -> bool:
    return bool({"them", "it", "him", "her"} & set(parts(said))) or any(
        m.role == FOE for m in mentions(reader, parts(said))
    )


_POKES = re.compile(r"(?:(?:let us|we|i|\w+),? )?(?:pokes?|prods?|nudges?|touch(?:es)?) .+")
IN_THE_OPEN = "No rule is known for that before they mean harm; it may be tried. Is it to be?"
POKED = "They may take that as an attack. Is it to be one, or shall it be tried?"


def _shared(reader: Reader, said: str) -> Ask | None:
    """Something to eat or a friendly word, where nobody has what is to be shared."""
    words = set(parts(said))
    if any(words & set(parts(i.name)) for c in ours(reader) for i in c.items):
        return None
    food = [x for x in talking(reader.state, reader.options, "offer food") if x in reader.options.listed]
    both = (*([reader.rules.fittest(reader.state, food)] if food else []), *_words(reader, said, "talk")[:1])
    return Ask(NO_DRINK, both) if both else None


NO_DRINK = "Nobody has that to share; a meal or a friendly word can be offered. Is one of these meant?"


def _captured(reader: Reader, said: str) -> Ask | None:
    """Those who yield are taken: they are called upon to, or are fought until they do."""
    ways = [*_words(reader, said, "surrender"), *(x for x in (a.Engage(),) if x in reader.options.listed)]
    return Ask(ALIVE, tuple(ways)) if ways else None


ALIVE = "Only who yields is taken alive: at a word, or when it goes ill with them in a fight. Which is it to be?"
GUARDED = (
    "Everybody minds what is carried as well as may be. Those who have an eye on it are kept off by going, by a threat "
    "or by an attack."
)


def _talks(reader: Reader) -> bool:
    return any(isinstance(x, a.Parley) for x in reader.options.listed)


def _words(reader: Reader, said: str, aim: str) -> list[Action]:
    """The word of that sort, by one who is named or by whoever does it best."""
    listed = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == aim]
    own = [x for x in listed if first_part(reader.state.creatures[x.actor].name) in parts(said)]
    return [reader.rules.fittest(reader.state, list(own or listed))] if listed else []


def _won_over(reader: Reader, said: str) -> Meaning | None:
    """A beast is fed, or it is tried."""
    found = [x for x in talking(reader.state, reader.options, "offer food") if x in reader.options.listed]
    food = [reader.rules.fittest(reader.state, found)] if found else []
    tried = frames.offered(reader, said)
    both = (*food, *(tried.choices if isinstance(tried, Ask) else ()))
    return Ask(WINS_A_BEAST, both) if both else None


def _tried(reader: Reader, said: str, question: str) -> Meaning:
    tried = frames.offered(reader, said)
    return Ask(question, tried.choices) if isinstance(tried, Ask) else tried


def _stolen(reader: Reader, said: str) -> Meaning | None:
    """By the game's own rule for light fingers, where it has one: by whoever is named, from whoever is named."""
    kinds = [kind for kind in reader.rules.codec.action_types if "Pocket" in kind.__name__]
    if not kinds:
        return None
    first = re.split(r"[ ,]", said)[0]
    listed = [x for x in reader.options.listed if type(x) is kinds[0]]
    who, whom = named_first(reader, first), _whom(reader, said)
    if who is not None and not any(getattr(x, "actor", "") == who.id for x in listed):
        return _refused(reader, kinds[0], who, whom)
    if not listed:
        return _refused(reader, kinds[0], who or ours(reader)[0], whom, "" if who else NOBODY)
    own = [x for x in listed if who is None or getattr(x, "actor", "") == who.id]
    aimed = [x for x in own if getattr(x, "target", "") == whom] or own
    return Do(reader.rules.fittest(reader.state, aimed))


def _whom(reader: Reader, said: str) -> str:
    """The one of those met that a line names by its number or its place; the first of them else."""
    met = reader.state.encounter
    ids = met.monsters if met is not None else ()
    named = {m.name.lower() for m in mentions(reader, parts(said)) if m.role == FOE}
    own = [id for id in ids if reader.state.creatures[id].name.lower() in named]
    leads = [id for id in ids if any("lead" in x.name for x in reader.state.creatures[id].conditions)]
    if leads and re.search(r"\b(?:leader|chief|boss|captain)\b", said):
        return leads[0]
    return own[0] if len(own) == 1 else ids[0] if ids else ""


def _refused(reader: Reader, kind: type[Action], who: Creature, whom: str, lead: str = "") -> Say | None:
    """Why not, and who could."""
    against = play.why_not(reader.rules, reader.state, reader.seat, kind(who.id, whom))
    able = {getattr(x, "actor", "") for x in reader.options.listed if type(x) is kind}
    others = " or ".join(c.name for c in ours(reader) if c.id in able)
    return Say(f"{lead}{against.sentence}{f' {others} could.' if others else ''}", against.rule) if against else None
