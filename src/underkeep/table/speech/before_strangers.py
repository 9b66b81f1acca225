"""Lines typed before strangers that are no word to them: what the party does with its own things, what it asks about
itself and the place, and what waits until they are gone.

Such a line means what it would mean if nobody were there, as far as that takes no time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import MEETING
from underkeep.table.several import InOrder
from underkeep.table.speech import frames
from underkeep.table.speech.asked_of_doings import of_their_doings
from underkeep.table.speech.asked_of_looks import of_their_looks
from underkeep.table.speech.asked_of_them import of_them
from underkeep.table.speech.at_strangers import at_them, known_of
from underkeep.table.speech.besides import of_sentences
from underkeep.table.speech.demands import demanded
from underkeep.table.speech.describe import describe
from underkeep.table.speech.first_blows import FirstBlow, begun, opened, put_plainly
from underkeep.table.speech.hit_and_run import before_a_fight
from underkeep.table.speech.honest_words import honestly, not_to_them
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import FOE, mentions, place_of
from underkeep.table.speech.offers_in_words import of_offers
from underkeep.table.speech.partings import parted
from underkeep.table.speech.sayings import not_given, said_to_them
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.stranger_deeds import sent_away
from underkeep.table.speech.stranger_wishes import back_off, of_wishes
from underkeep.table.speech.strangers_seen import lit_before_them, of_strangers_seen
from underkeep.table.speech.talking import talking
from underkeep.table.speech.things_near_them import and_then, gone_up_to, of_the_place, taken_first
from underkeep.table.speech.ways_past import FIRST, by_a_way
from underkeep.table.speech.who_talks import by_who_talks, in_the_tongue
from underkeep.table.speech.wording import first_part, parts, plain

Read = Callable[[Reader, str], Meaning]
_AT_ONCE = (a.Give, a.Equip, a.Order)
_LATER = (
    *(a.OpenDoor, a.ShutDoor, a.ForceDoor, a.PickLock, a.Listen, a.LightUp, a.Douse, a.Search, a.Examine, a.Handle),
    *(a.Burn, a.TakeHoard, a.InspectHoard, a.Disarm, a.Use, a.Drop, a.PutIn, a.TakeOut),
)
_NO_ANSWERS = ("options", "help", "undo", "again", "quit", "save", "why", "log", "sheet", "focus", "tongues", "foes")
_QUOTED = re.compile(r"[\"\u201c\u201d]")
_TO_THEM = re.compile(r"\b(?:you|your|yours|yourselves|or else)\b")
_OF_OURS = re.compile(r"\b(?:we|us|our|ours|i|me|my|party|room|cave|cavern|chamber|hall|place|here)\b")
_PLURAL = {"they", "them", "their", "these", "those"}


_MOST_WORDS = 32
"""A longer line is no plain word to anybody."""


def before_strangers(reader: Reader, typed: str, line: str, parse: Read, read: frames.Read) -> Meaning | None:
    """What a line means that is not said to those who are met; None if it may be, or is about what they are."""
    if place_of(reader) != MEETING or reader.state.prompts or len(typed.split()) > _MOST_WORDS:
        return None
    said = _AS_THEY_SLEEP.sub("", put_plainly(reader, typed.rstrip("? ")))
    if (doings := of_their_doings(reader, said)) is not None:
        return doings
    if (seen_now := of_strangers_seen(reader, said) or lit_before_them(reader, said)) is not None:
        return seen_now
    if (known := known_of(reader, said, read)) is not None:
        return known
    if not said:
        return None
    parting = parted(reader, plain(line).rstrip("? .!")) or parted(reader, said)
    if parting is not None:
        return parting
    if not frames.is_asked(typed) and (demand := demanded(reader, said)) is not None:
        return demand
    if (missing := not_given(reader, said)) is not None:
        return missing
    if (honest := None if frames.is_asked(typed) else honestly(reader, said)) is not None:
        return honest
    if (wished := _wished(reader, said, line, parse)) is not None:
        return wished
    if not frames.is_asked(typed) and (offers := of_offers(reader, said, parse)) is not None:
        return offers
    if (sent := sent_away(reader, said)) is not None:
        return sent
    if is_said(reader, said, line):
        return _said(reader, said, typed)
    asks = frames.is_asked(typed) or line.rstrip().endswith("?") or said.startswith(("can we ", "could we "))
    if asks and (told := of_them(reader, said) or of_them(reader, plain(line).rstrip("? "))) is not None:
        return Say(told)
    if asks and (seen := of_their_looks(reader, said) or of_their_looks(reader, plain(line).rstrip("? "))) is not None:
        return seen
    if frames.is_asked(typed):
        return _asked(reader, typed, line, parse, read)
    if (taken := taken_first(said)) is not None and (
        first := _of_our_own(reader, taken[0], taken[0], parse)
    ) is not None:
        return and_then(first, taken[1], parse)
    meant = before_a_fight(reader, said, read) or opened(reader, said, parse)
    meant = meant or by_a_way(reader, said) or back_off(reader, said) or at_them(reader, said, read)
    meant = _and_then(reader, said, meant, parse)
    return meant or (None if names_them(reader, said) else _of_our_own(reader, said, line, parse))


def _and_then(reader: Reader, said: str, meant: Meaning | None, parse: Read) -> Meaning | None:
    """An attack by one who is named, or with a thing that is thrown, as that: the fight begins with it."""
    if not isinstance(meant, Do) or not isinstance(meant.action, a.Engage):
        return meant
    own = {first_part(c.name) for c in ours(reader)}
    is_of_one = said.split()[0].rstrip(",") in own
    thrown = _THROWN.match(meant.note)
    line = thrown["what"] if thrown is not None else _SLEEPERS.sub("one", said) if is_of_one else ""
    return begun(reader, FirstBlow(meant, [line], parse), meant.note or "That begins a fight.") if line else meant


_THROWN = re.compile(r"That begins a fight: (?P<what>throw .+)\.$")
_SLEEPERS = re.compile(r"\bsleep(?:er|ing one)s?\b")


def is_said(reader: Reader, said: str, line: str) -> bool:
    """Whether a line is a word to those who are met, or tells somebody to speak to them."""
    words = parts(said)
    own = {first_part(c.name) for c in ours(reader)}
    if _QUOTED.search(line) or (_TO_THEM.search(said) and words[0] not in own):
        return True
    if _GREETS.match(said):
        return True
    verbs = [word for word in words if word not in own and word not in _BEFORE_A_VERB][:1]
    return any(alike(word, group("saying")) for word in verbs)


_GREETS = re.compile(
    r"(?:hello|hi|hail|hey|greetings|ahoy|good (?:day|morning|evening|sir)|well met|mind if|pardon|excuse us"
    r"|sir|friends?|gentlemen|any (?:news|rumou?rs)|news of|peace)\b"
    r"|.*,? (?:friends?|sir|sirs|gentlemen|my lord|fellows?|boys)$"
)
_BEFORE_A_VERB = {"we", "i", "let", "us", "then", "now", "and", "the", "party", "have", "everybody", "everyone", "all"}


def _said(reader: Reader, said: str, typed: str) -> Meaning | None:
    """What is told to their faces, if nothing in it says more, is talk."""
    talks = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == "talk"]
    if frames.is_asked(typed) or not talks or not _YOU.match(said):
        return None
    return said_to_them(reader, said) or Do(reader.rules.fittest(reader.state, list(talks)))


_YOU = re.compile(r"(?:you|your)\b(?!.*\b(?:or else|die|surrender|money|gold)\b)")


def names_them(reader: Reader, said: str) -> bool:
    """Whether a line speaks of those who are met, by what they are or as `them`."""
    words = parts(said)
    at = {n for m in mentions(reader, words) if m.role == FOE for n in m.at}
    return any(words[n] in _PLURAL or words[n] not in group("those") for n in at)


def _quietly(reader: Reader, line: str, parse: Read) -> Meaning:
    """What a line would mean if nobody were met."""
    state = replace(reader.state, encounter=None)
    options = play.legal_actions(reader.rules, state, reader.seat)
    quiet = replace(reader, state=state, options=options)
    return of_sentences(quiet, line, parse) or parse(quiet, line)


# Deeds


def _of_our_own(reader: Reader, said: str, line: str, parse: Read) -> Meaning | None:
    head = _AND_AWAY.split(said)[0]
    if head != said and any(alike(word, group("take") | group("search")) for word in parts(head)[:2]):
        return _of_our_own(reader, head, head, parse)
    if _STILL.match(said) and a.StandBy() in reader.options.listed:
        return Do(a.StandBy())
    if _NOT_OURS.search(said):
        return None
    line = gone_up_to(_AS_THEY_SLEEP.sub("", line))
    meant = _quietly(reader, line, parse)
    if isinstance(meant, Do) and (done := _done(reader, said, meant, line, parse)) is not None:
        return done
    if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
        return meant if all(isinstance(x, _AT_ONCE) for x in meant.errand.actions) else None
    if isinstance(meant, Ask) and all(isinstance(x, _AT_ONCE) for x in meant.choices):
        told = {_UNNUMBERED.sub("", describe(reader.rules, reader.state, x)) for x in meant.choices}
        if len(told) > 1 or not all(isinstance(x, a.Give) for x in meant.choices):
            return meant
        return Undertake(InOrder(meant.choices)) if _SEVERAL.search(said) else Do(meant.choices[0])
    if isinstance(meant, Ask) and (later := [x for x in meant.choices if _is_later(x)]):
        return _not_now(reader, later[0], line, parse)
    named = of_the_place(reader, said)
    if isinstance(meant, Say) and not is_weak(reader, meant):
        why = meant.text.partition("; perhaps")[0].rstrip(".")
        if named:
            return Say(f"Not now: the party has met somebody. {why}.", meant.rule)
        return Say(f"{why}.", meant.rule) if meant.rule or _OF_OWN.search(why) else None
    return Say(f"Not now: the party has met somebody, and the {named} can wait. {FIRST}") if named else None


_AS_THEY_SLEEP = re.compile(
    r",? (?:while|as|before) (?:they|it|he|she|the \w+)(?: are| is)? (?:still )?"
    r"(?:sleep\w*|asleep|snor\w+|wakes?(?: up)?)\b.*$"
    r"|,? (?:without waking|but do not wake) .+$",
    re.IGNORECASE,
)
_STILL = re.compile(
    r"(?:(?:let us|we|everybody|everyone|all|just|nobody moves?,?) )*(?:keep|hold|stay|stand|be)"
    r"(?: very| perfectly| quite)? (?:still|quiet|silent|calm)\b(?!.*\b(?:attack|shoot|and then|ready to)\b).*"
)


def _wished(reader: Reader, said: str, line: str, parse: Read) -> Meaning | None:
    """A wish, in the words of the line or in those that it was put into."""
    return of_wishes(reader, plain(line).rstrip("? .!"), parse) or of_wishes(reader, said, parse)


_AND_AWAY = re.compile(r",? (?:and|then) (?:then )?(?:we )?(?:run|runs|flee|leg it|bolt|go|leave|get out|scram)\b")
_NOT_OURS = re.compile(
    r"\b(?:casts?|runs?|flees?|leg it|bolts?|escapes?|joins?|split|backs? (?:away|off|up|down|out)"
    r"|throws?(?! away)|toss(?:es)?|retreats?|withdraws?|waits?)\b"
)
_UNNUMBERED = re.compile(r" #\d+")
_SEVERAL = re.compile(r"(?<! of )(?:his|her|all|the|both) (?:spare )?\w+(?:s|es)\b")
_OF_OWN = re.compile(r"\b(?:is not wounded|has no|carries no|have no|is dead)\b")


def _done(reader: Reader, said: str, meant: Do, line: str, parse: Read) -> Meaning | None:
    """What passes from hand to hand, or who marches where, is done at once; what takes time is for later."""
    if isinstance(meant.action, _AT_ONCE):
        against = play.why_not(reader.rules, reader.state, reader.seat, meant.action)
        return Say(against.sentence, against.rule) if against is not None else meant
    is_thrown = isinstance(meant.action, a.Drop) and first_part(said) not in {first_part(c.name) for c in ours(reader)}
    return _not_now(reader, meant.action, line, parse) if _is_later(meant.action) and not is_thrown else None


def _is_later(action: Action) -> bool:
    is_of_door = bool(getattr(action, "door", "")) and not isinstance(action, a.Go)
    return isinstance(action, _LATER) or is_of_door


def _not_now(reader: Reader, action: Action, line: str, parse: Read) -> Meaning:
    """Why something has to wait; to shut the door on them is to leave by it."""
    state = reader.state
    if isinstance(action, a.ShutDoor) and a.Evade(walk=True) in reader.options.listed:
        return Ask(SHUT_ON_THEM, (a.Evade(walk=True),))
    if state.encounter is not None and state.encounter.attitude == "asleep" and a.StandBy() in reader.options.listed:
        return Undertake(FirstBlow(Do(a.StandBy()), [line], parse), note=ASLEEP)
    told = re.sub(r" with \w+$", "", describe(reader.rules, state, action))
    return Say(f"Not now: the party has met somebody, and there is no time to {told}. {FIRST}")


ASLEEP = "They sleep; the party leaves them be, and goes about it."
SHUT_ON_THEM = "Who backs off shuts the door behind the party. Is it to back off?"


# Questions


def _asked(reader: Reader, typed: str, line: str, parse: Read, read: frames.Read) -> Meaning | None:
    """A question about those who are met is left to other readers, or shows how they look; one about the party or the
    place is answered as ever."""
    if names_them(reader, typed) and _ROUND.search(typed):
        return Show("exits")
    if _TO_GO.search(typed):
        on_road = reader.state.party is not None and reader.state.party.at is None
        return Show("look") if on_road else _quietly(reader, line, parse)
    if _TONGUES & set(parts(typed)):
        return Show("tongues")
    named = of_the_place(reader, typed)
    if named and not names_them(reader, typed) and not _TO_THEM.search(typed) and _ABOUT_PLACE.match(typed):
        told = _quietly(reader, line, parse)
        if isinstance(told, Show | Say) and not is_weak(reader, told):
            return told
    is_ours = _is_of_the_party(reader, typed)
    if _COUNTS.match(typed) or (is_of_looks(reader, typed) and not is_ours):
        return Show("foes")
    if _THEIR_THINGS.search(typed) and not is_ours:
        return Say(NOT_SEEN)
    if (may := _MAY.fullmatch(typed)) is not None and (deed := _may(reader, may["what"], parse, read)) is not None:
        return deed
    if not _is_of_the_party(reader, typed) and (meant := frames.foremost(reader, typed, read)) is not None:
        return meant
    if names_them(reader, typed) or (not is_ours and talking(reader.state, reader.options, typed.rstrip("? "))):
        return None
    if not is_ours and _QUESTION.match(typed) is None:
        return None
    meant = _quietly(reader, line, parse)
    if isinstance(meant, Show) and meant.what not in _NO_ANSWERS:
        return meant
    return meant if isinstance(meant, Say) and not is_weak(reader, meant) else None


_TO_GO = re.compile(
    r"\bhow (?:much )?(?:further|farther|long|far"
    r"|many (?:days|hours|turns|\w+(?! do we have| have we)))"
    r"(?: away| off)? (?:is it|is there|to go|left|do we have"
    r"|till|until"
    r"|have we|to (?:the|get)|is the (?:dungeon|town|village))\b(?! (?:to|from) them)"
)
_ROUND = re.compile(r"\bway (?:round|around|past|by)\b|\bget (?:past|round|around)\b")
_TONGUES = {"language", "languages", "tongue", "tongues", "speak", "speaks"}
_COUNTS = re.compile(
    r"how (?:many|far|close|near)(?: (?:off|away|of them))?(?: (?:are|is))?(?: (?:there|they|it|he|she))?"
    r"(?:,| and|\?|$)"
)
_ABOUT_PLACE = re.compile(r"(?:and |so |but )?(?:where|how|is|are|which|does|do)\b")
_THEIR_THINGS = re.compile(
    r"\bin (?:the|that|their|his|her|its) (?:\w+ )?(?:sack|bag|box|cart|wagon|bundle|basket|pouch)\b"
)
NOT_SEEN = "What they have with them shows when they tell of it or are searched: talk to them, or see what they do."
_MAY = re.compile(r"(?:can|could|may|might|shall|should) (?P<what>\w+ (?!see\b|hear\b|tell\b|trust\b|say\b)\w.*?)\??")


def _may(reader: Reader, what: str, parse: Read, read: frames.Read) -> Meaning | None:
    """`Can we slip out by the east door?` as the deed that it would be, which is asked about before it is done."""
    said = re.sub(r"^(?:we|i|they) ", "", what)
    meant = by_a_way(reader, said) or at_them(reader, said, read)
    meant = meant or (None if names_them(reader, said) else _of_our_own(reader, said, said, parse))
    return Ask(UNSURE, (meant.action,)) if isinstance(meant, Do) else meant


UNSURE = "Is this meant?"


def asked_of_whom(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The same; of a question that is not said to those who are met, whether it is to be put to them."""
    if place_of(reader) != MEETING or reader.state.prompts:
        return meant
    said = plain(line).rstrip("? ")
    meant = in_the_tongue(reader, said, by_who_talks(reader, said, meant))
    is_question = frames.is_asked(plain(line)) or line.rstrip().endswith("?")
    is_told = not is_question or is_said(reader, said, line) or _ASKS_OUT.search(said) is not None
    return not_to_them(meant, is_told)


_ASKS_OUT = re.compile(
    r"\b(?:ask|asks|say|says|tell|tells|talk|speak|call|shout|you|your|demand|greet|question|persuade|negotiate"
    r"|surrender|bluff|lie|pass|news|parley|who goes there)\b"
)


def with_a_hint(reader: Reader, meant: Meaning) -> Meaning:
    """That nobody can talk to beasts, with what can be done instead."""
    listed = reader.options.listed
    if place_of(reader) != MEETING or not isinstance(meant, Say) or any(isinstance(x, a.Parley) for x in listed):
        return meant
    against = [play.why_not(reader.rules, reader.state, reader.seat, a.Parley(c.id, "talk")) for c in ours(reader)]
    if meant.text not in [found.sentence for found in against if found is not None]:
        return meant
    food = "offer food, " if any(isinstance(x, a.Offer) for x in listed) else ""
    return Say(
        f"{meant.text.rstrip('.')}, so no word or threat helps: {food}wait and see, back off or attack.", meant.rule
    )


_QUESTION = re.compile(
    r"(?:(?:and|so|but|well) )?(?:what|who|whose|where|which|when|why|how|is|are|am|was|were|do|does|did|can|could|has"
    r"|have|had|any|will|would|should|got)\b"
)


def _is_of_the_party(reader: Reader, typed: str) -> bool:
    words = set(parts(typed))
    is_ours = bool(words & {first_part(c.name) for c in ours(reader)}) or _PAST.search(typed) is not None
    return is_ours or (_MEASURE.search(typed) is not None and not names_them(reader, typed))


_PAST = re.compile(
    r"\b(?:we|i)\b.*\b(?:come|came|been|enter(?:ed)?|carry|have|got|left)\b|\bamong us\b|\bof us\b|\bour\b|\bus can\b"
)
_MEASURE = re.compile(
    r"\bhow (?:big|wide|long|high|large|deep)\b|\bwho among\b|\b(?:room|torch|light|time|spell|spellbook|dungeon|town"
    r"|village|home|journey)\b"
)
_LOOKS = re.compile(
    r"\b(?:asleep|sleeping|awake|alive|dead|hostile|friendly|angry|armed|hungry|hurt|wounded|injured|watching|noticed"
    r"|notice|alone|closer|close|near|far|ready|mean|moving|move|sleeps?|wakes?|woken|aggressive|threatening|scared"
    r"|afraid|dangerous|disposed|mood|distance)\b"
)


def is_of_looks(reader: Reader, typed: str) -> bool:
    """Whether a question is how those who are met look: awake or asleep, armed, near."""
    words = parts(typed)
    is_theirs = names_them(reader, typed) or bool(set(words) & {"it", "he", "she"})
    return is_theirs and _LOOKS.search(typed) is not None and not {"we", "us", "our", "you", "know"} & set(words)
