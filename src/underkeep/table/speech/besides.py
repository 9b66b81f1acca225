"""A line of more than one sentence, or of a deed and a question: `look at the arrow, where does it point?`, `how many
torches are left, and how long does one last?`. Each is read by itself; remarks among them are passed over."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON
from underkeep.procedures.scenes import scene_of
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.going_together import TOGETHER
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, Undertake
from underkeep.table.speech.mentions import ITEM, mentions
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.wording import parts, stem

PAGES = "several"
_NO_PAGES = ("options", "undo", "again", "quit", "save", "help", "focus")
_WISHES = re.compile(r"(?:can|could|may|should|shall|might) [a-z]+\b.*", re.IGNORECASE)
_OF_IT = re.compile(r"\b(?:it|its|that|this|they|them|one|these|those)\b", re.IGNORECASE)
_ASKS = (
    r"(?:(?:what|who|where|how)(?:'?s)?|whose|when|which|why|is|are|am|was|were|does|did|has|have (?:we|i|they)"
    r"|can (?:we|i|they)|do (?:we|they|i|you)|should (?:we|i)|could (?:we|i)|any(?:body|one|thing))"
)
_PARTED = re.compile(
    rf"(?:\s*[.!?\u2026]+|,? (?:and|or|but)|,(?! who\b| which\b))\s+(?:and |or |but |so )?(?={_ASKS}\b)"
    r"|(?<=\w)[.!?\u2026]+\s+(?=\w)",
    re.IGNORECASE,
)
_ASKED = re.compile(rf"(?:and |but |so |or )?{_ASKS}\b", re.IGNORECASE)
_GOES_ON_ASKING = re.compile(
    r"(?:\w+,? )?asks? (?!for\b)(?:the|those|them|him|her|it)\b[^.?!]* and (?:what|who|where|if|how|why)\b[^.?!]*$",
    re.I,
)
_LOOSE = ("party", "look", "log", "time", "sheet", "inventory")
_LEAST = 2
_MOST = 4


def of_sentences(reader: Reader, line: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """What several sentences mean together; None of a line that has but one, or none that is understood."""
    state = reader.state
    if state.prompts or state.fight is not None or state.encounter is not None:
        return None
    if scene_of(state) != DUNGEON:
        return None
    found = _sentences(line)
    if not _LEAST <= len(found) <= _MOST or _GOES_ON_ASKING.match(line):
        return None
    read = [(sentence, parse(reader, sentence)) for sentence in _of_the_same(reader, found)]
    sure = [(sentence, meant) for sentence, meant in read if not is_weak(reader, meant)]
    first = read[0][1]
    is_told = isinstance(first, Say) and not is_weak(reader, first)
    if is_told and all(_OF_IT.search(x) and isinstance(meant, Show) and meant.what in _LOOSE for x, meant in read[1:]):
        return first
    if apart := [meant for _, meant in sure if isinstance(meant, Say) and meant.text.startswith(TOGETHER)]:
        return apart[0]
    if is_weak(reader, read[0][1]) and len(sure) == 1 and sure[0][1] in (Show("time"), Show("look")):
        return None
    if is_weak(reader, read[0][1]) and any(_OF_IT.search(sentence) for sentence, _ in sure):
        return None
    return _of_sure(sure, parse)


def _of_sure(sure: Sequence[tuple[str, Meaning]], parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """The deeds that are told, and the pages that are asked for; what is but wished beside a question is not done."""
    deeds = [(said, meant) for said, meant in sure if isinstance(meant, Do | Undertake)]
    pages = [(said, meant) for said, meant in sure if isinstance(meant, Show) and meant.what not in _NO_PAGES]
    if any(said.endswith("?") or _ASKED.match(said) for said, _ in pages):
        deeds = [(said, meant) for said, meant in deeds if not _is_wished(said, meant)]
    if deeds:
        pages = [(said, meant) for said, meant in pages if _ASKED.match(said) and not _OF_IT.search(said)]
    told = [meant for _, meant in pages if isinstance(meant, Show)]
    others = [meant for _, meant in sure if isinstance(meant, Say)]
    if deeds and not told and len(sure) > 1 and all(_is_wished(said, meant) for said, meant in deeds):
        return others[0] if others else None
    if deeds:
        return _done(deeds, told, parse)
    if len(others) == 1 and not told:
        return others[0]
    return together(told) if told else None


def _is_wished(said: str, meant: Meaning) -> bool:
    """Whether a deed is but asked for, and takes more than a look."""
    return _WISHES.fullmatch(said) is not None and not _is_harmless(meant)


def _is_harmless(meant: Meaning) -> bool:
    """Whether what is asked for as `could we` may be done with no more words: it takes nothing but a look."""
    return isinstance(meant, Do) and isinstance(meant.action, a.Examine)


def _done(
    deeds: Sequence[tuple[str, Meaning]], told: Sequence[Show], parse: Callable[[Reader, str], Meaning]
) -> Meaning:
    """One deed after another, then what was asked beside them."""
    first = deeds[0][1]
    assert isinstance(first, Do | Undertake)
    rest = [sentence for sentence, meant in deeds[1:] if meant != first]
    if not rest and not told:
        return first
    return Undertake(InWords(first, rest, parse, then=together(told) if told else None), note=first.note)


def _sentences(line: str) -> list[str]:
    """The sentences of a line, each that is a question with its sign."""
    found, at = [], 0
    for cut in _PARTED.finditer(line):
        found.append((line[at : cut.start()], "?" in cut[0]))
        at = cut.end()
    found.append((line[at:], line.rstrip().endswith("?")))
    ends = line.rstrip().endswith("?")
    told = [(text.strip(" ,;"), asks or (ends and _WISHES.match(text.strip()) is not None)) for text, asks in found]
    return [f"{text.rstrip('?! .')}?" if asks else text for text, asks in told if len(parts(text)) > 1]


def _of_the_same(reader: Reader, found: Sequence[str]) -> list[str]:
    """The sentences with the thing that the first names for `one` or `it` in a later question how long that lasts."""
    named = [m for m in mentions(reader, parts(found[0])) if m.role == ITEM]
    thing = stem(parts(named[0].name)[-1]) if named else ""
    return [found[0], *(_LASTS.sub(rf"\g<how>a {thing}\g<lasts>", x) if thing else x for x in found[1:])]


_LASTS = re.compile(
    r"(?P<how>\bhow long (?:does|do|will|would) )(?:this one|one|it|they|each|each one)(?P<lasts> (?:last|burn))"
)


def together(told: Sequence[Show]) -> Show:
    """Several pages as one."""
    pages = [page for n, page in enumerate(told) if not any(page.what == x.what and not page.rest for x in told[:n])]
    pages = list(dict.fromkeys(pages))
    pages = [page for page in pages if len(pages) == 1 or page.what != "sheet"] or pages
    pages = [page for page in pages if len(pages) == 1 or page != Show("time") or page == told[0]]
    if len(pages) == 1:
        return pages[0]
    return Show(PAGES, "\n".join(f"{page.what}|{page.rest}" for page in pages))
