"""Lines by what they mean: the deed or the question they speak of, and what of the scene they name.

A frame (folder `content`) needs a word of each of its groups and a mention of each of its roles; what it means is a
line in words that the strict reader knows, or a page. Of several that fit the one that explains most of the line is
taken. How much it explains says how sure it is: one that leaves nothing open may be acted on before the plain words are
looked at, one that leaves half of it open is only asked about.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources

from msgspec import Struct, convert
from msgspec.structs import replace

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING
from underkeep.table.speech.clauses import named_first
from underkeep.table.speech.lexicon import alike, group, phrase_at
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import ITEM, MEMBER, Mention, mentions, place_of
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.second_thoughts import UNTRIED, is_unknown
from underkeep.table.speech.strictly import call, exact
from underkeep.table.speech.wording import parts

_ASKS = re.compile(
    r"(?:and |so |but |well |hey )?"
    r"(?:what|who|whom|whose|where|when|which|why|how|is|are|am|was|were|do(?! not\b)|does|did|has"
    r"|(?:tell|show|remind) (?:me|us)|any|anyone|anybody|anything|anywhere|would|got|have (?:we|i|they|you|any))\b.*"
    r"|.*\bhow (?:many|much|far|long)\b.*|(?:can|could) (?:i|we|you) (?:see|hear|smell)\b.*"
)
_WISHES = re.compile(
    r"(?:can|could|may|shall|should|might|would) (?:i|we|you|somebody|someone)\b(?! (?:see|hear|tell)).*"
)
_ALL_OF_IT, _SURE, _PERHAPS = 1.0, 0.75, 0.65
_ROLE = re.compile(r"\{(\w+)\}")
Read = Callable[[str], Meaning | None]


class Frame(Struct, frozen=True):
    """`lines` are tried one after the other until one means something; `show` is a page, `say` a sentence; `offer` is
    for what no rule knows, and `among` asks which of its lines is meant. `first` comes before the plain reader; a
    `sooner` one even if it does not explain all of a line. What is `listed` must be offered here, and
    what is `unlisted` must not. A `loose` one may
    leave most of a line open."""

    needs: tuple[frozenset[str], ...]
    roles: tuple[str, ...] = ()
    may: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()
    at: frozenset[str] = frozenset()
    lines: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    show: str = ""
    rest: str = ""
    say: str = ""
    offer: bool = False
    asked: bool = False
    told: bool = False
    first: bool = False
    sooner: bool = False
    listed: frozenset[str] = frozenset()
    unlisted: frozenset[str] = frozenset()
    loose: bool = False


class Fit(Struct, frozen=True):
    """A frame that fits, with what fills its roles; `share` is how much of the line it explains."""

    frame: Frame
    share: float
    explained: int
    fills: dict[str, str]
    number: int

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        return (self.frame.loose, -self.explained, -len(self.frame.needs) - len(self.frame.roles), self.number)


class _Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """A frame as its file has it."""

    needs: tuple[str, ...]
    roles: str = ""
    may: str = ""
    no: str = ""
    at: str = ""
    line: str | tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    show: str = ""
    rest: str = ""
    say: str = ""
    offer: bool = False
    asked: bool = False
    told: bool = False
    first: bool = False
    sooner: bool = False
    listed: str = ""
    unlisted: str = ""
    loose: bool = False


@cache
def words_known() -> frozenset[str]:
    """All words that a frame may need or have."""
    return frozenset(
        part for frame in _frames() for some in (*frame.needs, frame.may) for word in some for part in word.split("_")
    )


@cache
def _frames() -> tuple[Frame, ...]:
    folder = resources.files(__package__).joinpath("content")
    texts = (folder.joinpath(f"{name}.toml").read_text(encoding="utf-8") for name in _FILES)
    return tuple(_framed(one) for text in texts for one in convert(tomllib.loads(text)["frame"], tuple[_Entry, ...]))


_FILES = ("anywhere", "town", "things", "ways", "underground", "strangers", "fight")
"""Of frames that fit alike the first is taken, in this order."""


def _framed(one: _Entry) -> Frame:
    return Frame(
        needs=tuple(_words(needed) for needed in one.needs),
        roles=tuple(one.roles.split()),
        may=_words(one.may),
        no=_words(one.no),
        at=frozenset(one.at.split()),
        lines=(one.line,) if isinstance(one.line, str) else one.line,
        among=one.among,
        show=one.show,
        rest=one.rest,
        say=one.say,
        offer=one.offer,
        asked=one.asked,
        told=one.told,
        first=one.first,
        sooner=one.sooner,
        listed=frozenset(one.listed.split()),
        unlisted=frozenset(one.unlisted.split()),
        loose=one.loose,
    )


def _words(text: str) -> frozenset[str]:
    """Words and phrases, those of a group by its name after an @."""
    found: set[str] = set()
    for word in text.split():
        found |= group(word[1:]) if word.startswith("@") else {word}
    return frozenset(found)


def fits(reader: Reader, said: str) -> list[Fit]:
    """The frames that fit a line, the best first."""
    words = parts(said)
    if not words or reader.state.prompts or len(words) > _MOST_WORDS:
        return []
    place, asked = place_of(reader), is_asked(said)
    named = mentions(reader, words)
    tool = _with_what(words, named)
    found = []
    kinds = {type(x).__name__ for x in reader.options.listed}
    for number, frame in enumerate(_frames()):
        if (frame.at and place not in frame.at) or (frame.told if asked else frame.asked) or frame.listed - kinds:
            continue
        if frame.unlisted & kinds:
            continue
        is_by_hand = ITEM not in frame.roles and (place == DUNGEON or frame.offer)
        fit = _fit(frame, words, named, number, tool if is_by_hand else frozenset())
        if fit is not None:
            found.append(fit)
    return sorted(found, key=lambda fit: fit.rank)


_MOST_WORDS = 24


def is_asked(said: str) -> bool:
    """Whether a line asks for something to be told."""
    return not _WISHES.fullmatch(said.rstrip("? ")) and (said.endswith("?") or _ASKS.fullmatch(said) is not None)


def _with_what(words: Sequence[str], named: Sequence[Mention]) -> frozenset[int]:
    """The words of a line that say with which own thing it is done."""
    after = next((n for n, word in enumerate(words) if word in ("with", "using")), len(words))
    last = max((n for m in named if m.role == ITEM for n in m.at if n > after), default=after)
    return frozenset(range(after + 1, last + 1))


def _fit(
    frame: Frame, words: Sequence[str], named: Sequence[Mention], number: int, tool: frozenset[int] = frozenset()
) -> Fit | None:
    at: set[int] = set()
    fills: dict[str, str] = {}
    for needed in frame.needs:
        here = _where(needed, words)
        if not here:
            return None
        at |= here
        fills["word"] = words[max(here)]
    if frame.no and _where(frame.no, words) - tool:
        return None
    deeds = frozenset(at)
    for role in frame.roles:
        own = [m for m in named if m.role == role and m.name not in fills.values()]
        own = sorted(own, key=lambda m: min(m.at)) if frame.roles.count(role) > 1 else own
        own = [m for m in own if not m.at <= deeds] or own
        if not own:
            return None
        before = sum(name.rstrip("23") == role for name in fills)
        fills[f"{role}{before + 1}" if before else role] = own[0].name
        at |= own[0].at
    members = [m for m in named if m.role == MEMBER]
    fills["rest"] = " ".join(w for n, w in enumerate(words) if n not in deeds and not any(n in m.at for m in members))
    at |= {n for m in members for n in m.at}
    if members and "who" not in fills:
        fills["who"] = fills["hand"] = members[0].name
    at |= _where(frame.may, words) | tool
    content = {n for n, word in enumerate(words) if not alike(word, group("small"))} | deeds
    share = len(content & at) / max(1, len(content))
    return Fit(frame, share, len(content & at), fills, number)


def _where(some: frozenset[str], words: Sequence[str]) -> frozenset[int]:
    """The places of the words of a group, phrases among them."""
    found: set[int] = set()
    for n, word in enumerate(words):
        if alike(word, some):
            found.add(n)
    for phrase in some:
        if "_" in phrase:
            found |= phrase_at(words, phrase.split("_"))
    return frozenset(found)


def foremost(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line of one wish means that a frame explains wholly, if that frame goes before the plain words."""
    if _NEGATED.match(said) and place_of(reader) not in (MEETING, FIGHT) and not reader.state.prompts:
        return Say("Very well: nothing of the kind is done.")
    if _TRIES.search(said) or _ONE_BY_ONE.search(said):
        return None
    are_several = bool(named_first(reader, said)[0]) or _names_several(reader, said)
    for fit in fits(reader, said)[:1]:
        if are_several and any(_OF_ONE.search(line) and "{member2}" not in line for line in fit.frame.lines):
            continue
        if fit.share >= (_PERHAPS if fit.frame.sooner else _ALL_OF_IT) and (fit.frame.first or fit.frame.sooner):
            return _meant(reader, fit, said, read)
    return None


def _names_several(reader: Reader, said: str) -> bool:
    """Whether a line about who marches where names more than one of one's own."""
    words = set(parts(said))
    return sum(parts(c.name)[0] in words for c in ours(reader) if parts(c.name)) > 1 and "order" in words


_OF_ONE = re.compile(r"\{(?:who|hand|member)\}")
_ONE_BY_ONE = re.compile(r"\w,? (?:and )?then \w|;")
_NEGATED = re.compile(r"(?:please )?(?:do not|never|let (?:us )?not|nobody) \w+ \w+")
_TRIES = re.compile(r"^(?:\w+,? )?(?:try|tries|attempts?)\b")


def afterwards(reader: Reader, said: str, plainly: Meaning | None, read: Read) -> Meaning | None:
    """What a line may mean of which the plain words make nothing, or but a wish; a guess is asked about."""
    if _TRIES.search(said):
        return None
    is_wish = isinstance(plainly, Do) and isinstance(plainly.action, Try)
    for fit in fits(reader, said)[:_TRIED]:
        names_it = bool({"way", "thing", "feature"} & set(fit.frame.roles))
        least = _ALL_OF_IT if is_wish else 0.0 if fit.frame.loose else _PERHAPS
        if fit.share < least or (is_wish and fit.frame.offer):
            continue
        if fit.frame.offer and not (names_it or is_unknown(plainly)):
            continue
        meant = _meant(reader, fit, said, read)
        if isinstance(meant, Undertake) and said.endswith("?"):
            return Say("That can be tried: say so, and it is done.")
        if isinstance(meant, Do) and (fit.share < _SURE or (said.endswith("?") and place_of(reader) == FIGHT)):
            if isinstance(meant.action, a.Examine):
                return meant
            return Ask(_UNSURE, (meant.action,))
        if meant is not None:
            return meant
    return None


_TRIED = 3
_UNSURE = "Is this meant?"


def _meant(reader: Reader, fit: Fit, said: str, read: Read) -> Meaning | None:
    frame = fit.frame
    if frame.say:
        return Say(_filled(frame.say, fit) or frame.say)
    if frame.show:
        return Show(frame.show, _filled(frame.rest, fit) or "")
    if frame.offer:
        return offered(reader, said)
    if frame.among:
        found = [read(line) for line in _lines(frame.among, fit)]
        actions = tuple(dict.fromkeys(m.action for m in found if isinstance(m, Do)))
        return Ask("Which do you mean?", actions) if actions else None
    for line in _lines(frame.lines, fit):
        listed = exact(reader, line)
        meant = Do(listed[0]) if len(listed) == 1 else read(line)
        if meant is not None:
            return meant
    return None


def _lines(lines: Sequence[str], fit: Fit) -> Iterator[str]:
    yield from (line for one in lines if (line := _filled(one, fit)))


def _filled(line: str, fit: Fit) -> str:
    """A line with the names of what was mentioned; nothing if one is missing that it needs."""
    missing = [role for role in _ROLE.findall(line) if not fit.fills.get(role) and role != "who"]
    if missing:
        return ""
    return " ".join(_ROLE.sub(lambda found: fit.fills.get(found[1], ""), line).split())


def offered(reader: Reader, said: str) -> Ask | Say:
    """Whether it shall be tried; where nothing can be, what might be said."""
    wished = wish(reader, said)
    tried = call(reader, wished)
    if not isinstance(tried, Do) or not isinstance(tried.action, Try):
        return Say(f"No rule is known for that; say: {wished}.")
    own = {parts(c.name)[0]: c.id for c in ours(reader) if parts(c.name)}
    name = next((name for name, id in own.items() if id == tried.action.actor), "")
    doer = wished.rpartition(" with ")[2].lower()
    actor, name = (own[doer], doer) if doer in own else (tried.action.actor, name)
    what = re.sub(rf" with {name}$", "", tried.action.what, flags=re.IGNORECASE)
    what = re.sub(rf"\b(?:{'|'.join(map(re.escape, own))})\b", lambda found: found[0].capitalize(), what)
    return Ask(UNTRIED, (replace(tried.action, what=what, actor=actor),))


def wish(reader: Reader, line: str) -> str:
    """The line as something to be tried, by whoever it begins with."""
    wishing = _WISHING.match(line)
    said, is_by_all = _WISHING.sub("", line), wishing is not None and wishing["all"] is not None
    names = "|".join(re.escape(parts(c.name)[0]) for c in ours(reader) if parts(c.name))
    said = re.sub(rf"^(?:let|have|get) (?={names})", "", said, flags=re.IGNORECASE) if names else said
    name = next((parts(c.name)[0] for c in ours(reader) if parts(said)[:1] == parts(c.name)[:1]), "")
    others = "|".join(re.escape(parts(c.name)[0]) for c in ours(reader) if parts(c.name))
    told = re.sub(rf"^(?:[ ,:]*(?:and )?(?:{others})\b)*[ ,:]*", "", said[len(name) :]) if name else said
    verb, _, rest = told.rstrip("? ").partition(" ")
    deed = f"{imperative(verb) if name or is_by_all else verb} {rest}".strip()
    return f"try to {deed[:1].lower()}{deed[1:]}{f' with {name.capitalize()}' if name else ''}"


_WISHING = re.compile(
    r"^(?:(?:can|could|may|shall|should|might|would|let) (?=\w+ \w))?(?:(?:i|we|you|us) )?"
    r"(?:(?:want|like|would like) to )?"
    r"(?P<all>(?:everybody|everyone|(?:we |you )?all(?: of us)?|somebody|someone) (?=\w))?",
    re.IGNORECASE,
)
