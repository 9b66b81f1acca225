"""A line of several sentences, or of a wish with its reasons: each is read by itself, and what is but said is left out.

What is asked goes before what is but wished: who asks what a thing costs has not bought it yet. Of what is told to be
done each is done in its order. A line that is one plain sentence is none of this module's.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct

from underkeep.procedures.chapter import FIGHT, MEETING, TOWN
from underkeep.procedures.delve_actions import Sell
from underkeep.table.speech.asked_prices import asked_prices
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.clauses import MOST_CLAUSES, InWords
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import WARE, mentions, place_of
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.wording import folded, parts, plain

_HEAD = (
    r"(?:what|who|whose|where|when|which|why|how|is (?:there|it|he|she|that|the)|are (?:there|we|they)|do (?:we|i|they)"
    r"|does|did|can|could|would|will|should|has|have (?:we|i)|(?:is|are) any)\b"
)
_ENDS = re.compile(r"(?<=[^\W\d])[.!?;]+\s+|(?<=\d)[.!?;]+\s+|\.\.+\s*|\s+[-\u2013\u2014]+\s+")
_ASKED_TOO = re.compile(
    rf",? (?:and|so|but|and also|so now|plus) (?={_HEAD})|, (?={_HEAD})"
    r"|(?<=\w) (?=(?:what'?s|what is|what does|what do|how much (?:is|are|does|do)) (?:it|they|that|those|one)\b)",
    re.IGNORECASE,
)
_BUT_NOT = re.compile(r"(?<=\w),? (?:but|and) not (?!\w+ing\b)[^,?]*$")
_TRADES = re.compile(r"(?:{names},? )?(?:hire|buy|sell|recruit|take)s? ")
_SO = re.compile(r",? so,? (?=\w+ \w+)", re.IGNORECASE)
_REASON = re.compile(
    r",? (?:since|because|cause|cuz|given that|seeing that|, ?for|as) "
    r"(?=(?:i|we|he|she|it|they|there|that|{names})\b).*$"
)
_IF_PAID = re.compile(
    r",? (?:if|as long as|provided|unless) (?:(?:i|we|he|she|they) (?:can not|can'?t|cannot|can|could|have|has)"
    r"|that is|it is|there is)\b[^,.?]*(?:afford|pay|enough|money|possible|any|too expensive|not too)\w*"
    r"(?: (?:it|them|that|one|this|both))?"
)
_PURPOSE = re.compile(
    r",? so(?: that)? (?:i|we|he|she|they|it|{names}) (?:can|could|may|will|is able)\b(?! (?:i|we)\b)[^?]*$"
)
_LED_IN = re.compile(
    r"^(?:before|now that|while|as|since|because|given that|seeing that) "
    r"(?:i|we|he|she|they|it|{names})\b[^,?]*, (?=\w+ \w+)"
)
_GREETED = re.compile(
    r"^(?:(?:hi|hello|hey|yo|hiya|greetings|good (?:morning|day|evening|afternoon)|excuse me|sorry|thanks|thank you"
    r"|ok|okay|alright|well|so|and|but|hmm+|um+)"
    r"(?: there| all| everyone| everybody| friends?| dm| gm| folks)?[,!. ]+)+(?=\w+ \w+)"
)
_AGREED = re.compile(
    r",? (?:(?:are |is )?(?:every(?:one|body)|you all|you|we|all)(?: all)? (?:ready|ok|okay|agreed)|right|ok|okay"
    r"|agreed|shall we|yes|deal|all right)\?+$"
)
_WITH_IT = re.compile(r" with (?:it|that|the (?:money|coins|gold|cash)(?: (?:from|of) (?:it|that|the sale))?)$")
_FROM_HOME = re.compile(
    r"^(?:i |we )?(?:want to |would like to |let'?s |need to )?(?:go|run|head|walk|return)(?: back)? home "
    r"(?:and|to) (?:get|fetch|grab|collect|pick up) (?P<what>.+?)[.!]?$"
)
_TO_KNOW = re.compile(
    r"^(?:i|we)(?:(?:'d| would) (?:like|love)|(?: also)? want| wish| need)? ?(?:to know|to ask|to find out|wonder)"
    r"(?: about)?,? "
    r"(?:(?:if|whether) |(?=(?:what|who|how|where|when|why|which)\b))"
)
_NOT_THAT = re.compile(
    r"^(?:please )?(?:do not|don'?t|let'?s not|let us not|not) \w+[^,.?]*[,.] *(?:but )?(?:just |only )?(?=\w+ \w+)"
)
_PRICE = re.compile(r"\b(?:cost|costs|price|prices|how much|afford|expensive|cheap)\b")
_BESIDES = {
    "please",
    "thanks",
    "thank",
    "you",
    "ok",
    "okay",
    "well",
    "so",
    "hi",
    "hello",
    "hey",
    "good",
    "morning",
    "day",
}
_REMARKED = re.compile(
    r"(?<=broke|money|coins|.gold|empty|.hurt|light|torch),? (?:so )?"
    r"(?=(?:{names}),? (?:should|could|can|gives?|hands?|will|must|please|pass|lends?|buys?)\b)"
)
_WISHES = re.compile(
    r"^(?:(?:i|we|he|she|they|{names}) ?(?:would|'d|need|needs|want|wants|could|might|think|wish|wonder|hope)\b"
    r"|(?:can|could|may|might|should) (?:i|we|he|she|they|{names})\b).*"
)
_REMARK = re.compile(
    r"^(?:and |but |maybe |perhaps )?(?:i|we|he|she|it|they|there|that|this|you|our|my|the|{names})"
    r"(?:'m|'re|'s|'ve|(?: \w+){{0,4}}? "
    r"(?:is|are|am|was|were|has|have|had|got|needs?|wants?|do not|does not|don'?t|doesn'?t|can not|can'?t|only|not"
    r"|works?|must|should|would|could)\b).*"
)
_MOST_WORDS = 60
Parse = Callable[[Reader, str], Meaning]


class _Read(Struct):
    """One sentence and what it means."""

    said: str
    meant: Meaning

    @property
    def is_answer(self) -> bool:
        return isinstance(self.meant, Show | Say)


def read(reader: Reader, line: str, parse: Parse) -> Meaning | None:
    """The meaning of a line of several sentences; None if it is one, or if none of them is understood."""
    if (
        reader.state.prompts
        or reader.referees
        or place_of(reader) in (FIGHT, MEETING)
        or len(line.split()) > _MOST_WORDS
    ):
        return None
    names = "|".join(re.escape(parts(c.name)[0]) for c in ours(reader) if parts(c.name)) or "-"
    town = reader.state.settlement
    seekers = [parts(x.name)[0] for x in town.applicants] if town is not None else []
    pieces = _of_those(sentences(line, names), "|".join((names, *map(re.escape, seekers))))
    if not pieces or pieces == [folded(line).strip()]:
        return None
    if len(pieces) == 1:
        meant = parse(reader, pieces[0])
        return None if is_weak(reader, meant) else meant
    if len(pieces) > MOST_CLAUSES + 1:
        return None
    found = [_Read(said, parse(reader, said)) for said in pieces]
    return _together(reader, [one for one in found if not is_weak(reader, one.meant)], pieces, names, parse)


def sentences(line: str, names: str) -> list[str]:
    """The sentences of a line, and the questions within one; without greetings and reasons."""
    said = " ".join(folded(line).replace("\u2019", "'").split())
    said = _NOT_THAT.sub("", _GREETED.sub("", _AGREED.sub("", said)))
    said = re.sub(r"^(?:let'?s|let us|we|i|now) go and (?=\w+ \w)", "", said)
    said = _WITH_IT.sub("", _FROM_HOME.sub(r"fetch \g<what> from home", said))
    said = _TO_KNOW.sub("", said) + "?" if _TO_KNOW.match(said) else said
    found: list[str] = []
    for whole in _parted(_ENDS, said):
        remarked = re.compile(_REMARKED.pattern.format(names=names))
        for one in [part for said in _parted(_ASKED_TOO, whole) for part in _parted(remarked, said)]:
            one = re.sub(_LED_IN.pattern.format(names=names), "", _GREETED.sub("", one))
            ask = one.endswith("?")
            one = re.sub(_PURPOSE.pattern.format(names=names), "", one)
            one = _IF_PAID.sub("", re.sub(_REASON.pattern.format(names=names), "", one.rstrip("?!. ")))
            one = one.strip(" ,.!")
            one = _BUT_NOT.sub("", one) if re.match(_TRADES.pattern.format(names=f"(?:{names})"), one) else one
            if one and set(parts(one)) - _BESIDES:
                found.append(f"{one}?" if ask else one)
    return found


_THEM = re.compile(r"\b(?P<each>each of |both of )?(?:them|those two)\b(?: both)?")


def _of_those(pieces: list[str], names: str) -> list[str]:
    """Sentences with the names of those of whom an earlier one spoke: `Jorun and Ursel are broke. Give them 5 gp`."""
    found: list[str] = []
    told: list[str] = []
    for piece in pieces:
        own = re.findall(rf"\b(?:{names})\b", piece)
        if len(told) > 1 and re.search(r"\b(?:give|hand|pass|lend|bring)s?\b", piece):
            piece = _THEM.sub(" and ".join(told), piece)
        elif len(told) == 1 and own != told:
            piece = re.sub(r"\bhim\b|\bher\b(?= (?:\d|some|an?|the|one|all|half|five|ten)\b)", told[0], piece)
            piece = re.sub(r"\b(?:he|she)\b", told[0], piece)
        found.append(piece)
        told = list(dict.fromkeys(own)) or told
    return found


def _parted(pattern: re.Pattern[str], said: str) -> list[str]:
    """The pieces between the matches, each with the sign that ends it."""
    found, start = [], 0
    for cut in pattern.finditer(said):
        found.append(said[start : cut.start()] + ("?" if "?" in cut[0] else ""))
        start = cut.end()
    return [piece.strip() for piece in (*found, said[start:]) if piece.strip()]


def _together(reader: Reader, known: list[_Read], pieces: list[str], names: str, parse: Parse) -> Meaning | None:
    wishes = re.compile(_WISHES.pattern.format(names=names))
    remark = re.compile(_REMARK.pattern.format(names=names))
    asked = [said for said in pieces if _is_asked(said) and not wishes.fullmatch(said.rstrip("?"))]
    if any(_OFFERED.search(said) for said in pieces if _is_asked(said)):
        sales = [name for one in deeds_of(known) if (name := _sold(reader, one)) is not None]
        if sales:
            return Show("offers", sales[0])
    if any(_PRICE.search(said) for said in pieces if _is_asked(said)):
        told = next((shown for said in pieces if (shown := asked_prices(reader, said)) is not None), None)
        told = _for_one(told, pieces, names) or told or _prices_named(reader, pieces)
        if told is None and not any(one.said in asked and one.is_answer for one in known):
            return None
        if told is not None:
            others = [
                x.meant for x in known if x.said in asked and not _PRICE.search(x.said) and isinstance(x.meant, Show)
            ]
            return together([told, *others])
    deeds = [one for one in known if not one.is_answer]
    told_to = [one for one in deeds if not wishes.fullmatch(one.said.rstrip("?")) and not _is_asked(one.said)]
    answers = [one.meant for one in known if one.is_answer and one.said in asked]
    if answers and not told_to and len(answers) < len(pieces) and all(map(_is_of_the_place, answers)):
        return None
    if answers and not told_to:
        wanted = [asked_prices(reader, one.said) for one in deeds if wishes.fullmatch(one.said)]
        return together([*answers, *(x for x in wanted if x is not None and _is_of_money(answers))])
    deeds = told_to or deeds
    if deeds:
        return _in_order(deeds, parse)
    rest = [one.meant for one in known if not remark.fullmatch(one.said)] or [one.meant for one in known]
    return together(rest) if rest else None


def _is_asked(said: str) -> bool:
    """Whether a sentence asks for something, in whatever short form."""
    whole = whole_words(plain(said))
    return is_question(whole) or is_asked(whole)


_OFFERED = re.compile(
    r"\bhow much (?:would|do|will|could|can|does) (?:we|i|he|she|they|it|\w+) (?:get|fetch|bring|earn)\b"
    r"|\bwhat (?:is|are) (?:it|they|that) worth\b|\bwhat would (?:it|they|that|we|i) (?:bring|fetch|get)\b"
)


def deeds_of(known: list[_Read]) -> list[Meaning]:
    return [one.meant for one in known if not one.is_answer]


def _sold(reader: Reader, meant: Meaning) -> str | None:
    """The name of what a deed would sell."""
    sale = meant.action if isinstance(meant, Do) else meant.choices[0] if isinstance(meant, Ask) else None
    item = reader.state.creatures[sale.actor].item(sale.item) if isinstance(sale, Sell) else None
    return item.name if item is not None else None


def _for_one(told: Show | None, pieces: list[str], names: str) -> Show | None:
    """Whether one who is named can afford one thing."""
    who = [name for said in pieces for name in re.findall(rf"\b(?:{names})\b", said)]
    if told is None or not told.rest.startswith("1 x ") or ";" in told.rest or len(set(who)) != 1:
        return None
    return Show("afford", f"{told.rest[4:].lower()} of {who[0]}") if any("afford" in x for x in pieces) else None


def _prices_named(reader: Reader, pieces: list[str]) -> Show | None:
    """The price of `it` or `them`: of the wares that another sentence names."""
    asks_of_it = any(re.search(r"\b(?:it|they|them|that|those|one|be)\b", x) for x in pieces if _PRICE.search(x))
    if not asks_of_it or place_of(reader) != TOWN:
        return None
    words = [parts(one) for one in pieces if not _PRICE.search(one)]
    named = [m.name for some in words for m in mentions(reader, some) if m.role == WARE]
    return Show("prices", named[0]) if len(named) == 1 else None


def _is_of_money(answers: list[Meaning]) -> bool:
    return any(isinstance(x, Show) and x.what in ("within", "purse", "afford") for x in answers)


def _in_order(deeds: list[_Read], parse: Parse) -> Meaning:
    """Each deed as its turn comes; what has to be chosen first is asked first."""
    first = deeds[0].meant
    if len(deeds) == 1 or isinstance(first, Ask | Browse | Say | Show):
        return first
    return Undertake(InWords(first, [one.said for one in deeds[1:]], parse), note=first.note)


def together(answers: list[Meaning]) -> Meaning | None:
    """Several answers to what was asked, one after the other."""
    told = list(dict.fromkeys(answers))
    pages = [x for x in told if not (isinstance(x, Show) and (x.what in _ALONE or x == _OF_IT))]
    pages = [x for x in pages if not _is_of_the_place(x)] or pages[:1]
    told = pages or told[:1]
    if len(told) < 2:
        return told[0] if told else None
    lines = [_line(x) for x in told if isinstance(x, Show | Say)]
    return Show("several", "\n".join(lines))


def _is_of_the_place(answer: Meaning) -> bool:
    """Whether it shows no more than what is seen anyway."""
    return isinstance(answer, Show) and answer.what in ("look", "exits")


_OF_IT = Show("prices", "it")
_ALONE = ("options", "undo", "again", "quit", "help", "sheet")
"""What a front door shows by itself, or what says little beside another answer."""


def _line(answer: Show | Say) -> str:
    if isinstance(answer, Say):
        return f"said|{answer.text}"
    return answer.rest if answer.what == "several" else f"{answer.what}|{answer.rest}"
