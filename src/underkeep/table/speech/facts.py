"""Questions about what is known: who is hurt, who has a rope, who is strongest, what one can afford, how far it is.

A question is read by its subject (the party, one of it, those who are met, a thing) and by what is asked of it; the
answer is a page. Nothing is done for a question, and what cannot be known is not said. The words are in facts.toml.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.procedures.scenes import scene_of
from underkeep.table.speech.asked_of_us import asked_of_us
from underkeep.table.speech.asked_prices import asked_prices, asked_within
from underkeep.table.speech.asked_things import thing_asked
from underkeep.table.speech.asked_topics import topic_asked
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.describe import wares
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.sheet_words import asked_of
from underkeep.table.speech.wording import first_part, parts, stem


class _Question(Struct):
    """A question, its words, and which of the party it names."""

    reader: Reader
    scene: str
    said: str
    words: list[str]
    named: list[str]

    def has(self, *sorts: str) -> bool:
        """Whether it has a word of each of these sorts."""
        return all(set(self.words) & _words(sort) for sort in sorts)

    def any(self, words: str) -> bool:
        return bool(set(self.words) & set(words.split()))

    def rest(self, besides: str = "") -> str:
        """What is left of it: the thing that it is about."""
        drop = _words("empty") | set(self.named) | (_words(besides) if besides else frozenset())
        return " ".join(word for word in self.words if word not in drop)

    def finds(self, pattern: str) -> bool:
        return re.search(pattern, self.said) is not None

    @property
    def whom(self) -> str:
        return " ".join(self.named)


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("facts.toml").read_text(encoding="utf-8"))


@cache
def _words(sort: str) -> frozenset[str]:
    return frozenset(_file()["words"][sort].split())


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_file()[name])


def fact(reader: Reader, said: str) -> Show | None:
    """The page that answers a question; None if it is no question, or is not about what is known."""
    asks = _pattern("asks")
    if reader.referees and said.startswith(("sheet", "inventory", "stats")):
        return None
    if reader.state.prompts or not (asks.fullmatch(said) or _is_noun(said)):
        return None
    head = said.partition(",")[0]
    if head != said and not asks.fullmatch(head) and len(head.split()) > 2 and "afford" not in said:
        return None
    said, scene = _bare(said), FIGHT if reader.state.fight is not None else scene_of(reader.state)
    if scene == MEETING and _pattern("to_them").search(said):
        return None
    words = parts(said)
    question = _Question(reader, scene, said, words, _named(reader, words))
    if (of_us := asked_of_us(reader, scene, said)) is not None:
        return of_us
    answers = (read(question) for read in _READERS)
    return next((found for found in answers if found is not None), None)


def _bare(said: str) -> str:
    """A question without what leads up to it."""
    said, before = said.rstrip("? "), ""
    while before != said:
        before, said = said, _pattern("before").sub("", said)
    return said


def is_of_us(reader: Reader, said: str) -> bool:
    """Whether a question is about the party itself, or what it was told."""
    scene = FIGHT if reader.state.fight is not None else scene_of(reader.state)
    return asked_of_us(reader, scene, _bare(said)) is not None


def _of_a_light(q: _Question) -> Show | None:
    """`How long does a torch last`."""
    kind = re.search(_OF_A_LIGHT, q.said)
    return Show("burning", kind["kind"]) if kind is not None else None


def _of_a_thing(q: _Question) -> Show | None:
    return thing_asked(q.reader, q.said)


def _is_noun(said: str) -> bool:
    """Whether a short line names what is to be told: `slots`, `xp to the next level`."""
    return said.split()[0] in _file()["nouns"].split() and len(said.split()) < 6


def _named(reader: Reader, words: list[str]) -> list[str]:
    """The first names of those of the party whom a question is about, or the words for their class."""
    own = ours(reader)
    found = [parts(c.name)[0] for c in own if parts(c.name)[:1] and parts(c.name)[0] in words]
    if found:
        return found
    some = [who for word, who in class_names(own).items() if f" {word} " in f" {' '.join(words)} "]
    return [first_part(c.name) for c in (some[0] if some else ())]


_TO_A_LEVEL = r"\b(?:how (?:long|much|many)|when)\b.*\blevel (?:\d+|two|three|four|five)\b"


def _counted(q: _Question) -> Show | None:
    """Time, light, supplies, levels and loads: what is counted."""
    if q.has("lights", "burning") and not q.any("many have got who"):
        return Show("light")
    if q.finds(
        r"\bhow (?:big|wide|long|high|tall|large|deep|broad)\b"
        r".*\b(?:room|chamber|passage|corridor|hall|cave|gallery|tunnel)\b"
    ):
        return Show("look") if q.scene in (DUNGEON, MEETING) else None
    if q.finds(r"\bhow long (?:have|has)\b|\bsince\b.*\b(?:rest|rested|slept|camp)") or (
        q.any("time hour date clock elapsed") and not q.any("first many any next")
    ):
        return Show("time")
    if (
        q.any("xp experience")
        or q.finds(_TO_A_LEVEL)
        or q.finds(r"\b(?:next|2nd|3rd|2|3|second|third|what) level\b|\blevels? (?:up|am|are)\b")
    ):
        return Show("experience")
    if (q.any("ac acs") or re.search(r"\barmou?r class", q.said)) and not (q.scene == FIGHT and q.has("foes")):
        return Show("armour", q.whom)
    if q.any("encumbered overloaded encumbrance") or q.finds(_LOADS):
        return Show("load", q.whom)
    if q.has("food") and q.any("much many left long enough we anyone hungry") and not q.named:
        return None if q.any("cost buy they price sell who") else Show("supplies")
    if q.any("supply supplies provisions") and not q.any("buy shop shops sell they"):
        return Show("supplies")
    return None


_OF_A_LIGHT = r"\bhow long (?:does|do|will|would) (?:an?|each|one|every) (?P<kind>torch|lantern|candle|lamp)\b"
_LOADS = (
    r"\bslots?\b|\bcan \w+ (?:still )?carry\b|\bcarry (?:still|more|any more)\b|\bcarrying capacity\b"
    r"|\broom (?:left|for)\b|\b(?:free|space|enough) (?:space|room|for|left)\b"
)


def _of_the_round(q: _Question) -> Show | None:
    if q.any("casualty casualties headcount losses"):
        return Show("party")
    if q.scene != FIGHT:
        return None
    return Show("initiative") if q.any("initiative phase") or q.finds(_WHO_ACTS) else None


_WHO_ACTS = (
    r"\b(?:round (?:number|is it)|(?:which|what) round|order of action|whose (?:turn|go)|next to act|left to act"
    r"|who (?:goes|acts|is|moves) (?:the )?(?:first|next|up)|not (?:acted|attacked|moved|gone)|still to (?:act|move))\b"
)


def _afforded(q: _Question) -> Show | None:
    said = q.said
    asked = re.fullmatch(r"(?P<what>.+?),? (?:can|could) (?:he|she|they|we|i) afford (?:it|that|them)", said)
    if asked is not None:
        said = f"afford {re.sub(r'.*? (?:wants?|needs?|likes?) ', '', asked['what'])}"
    if (listed := asked_prices(q.reader, q.said, by_price=True)) is not None and ";" in listed.rest:
        return listed
    if q.scene == TOWN and (within := asked_within(q.reader, q.said)) is not None:
        return within
    found = re.search(r"\b(?:afford|enough (?:gold|money|coins?|cash) (?:for|to (?:buy|get|hire)))\b(?P<what>.*)", said)
    if found is None or q.scene != TOWN:
        return None
    drop = _words("empty") | {*q.named, "buy", "get", "both"}
    what = " ".join(word for word in parts(found["what"]) if word not in drop)
    return Show("afford", f"{what} of {q.whom}".strip()) if _is_ware(q, what) else Show("purse")


def _is_ware(q: _Question, what: str) -> bool:
    return bool(what) and any(fits(what, ware.name) for ware in wares(q.reader.rules, q.reader.state).values())


def _priced(q: _Question) -> Show | None:
    if q.scene != TOWN:
        return None
    if (asked := asked_prices(q.reader, q.said, by_price=True)) is not None and (
        ";" in asked.rest or not asked.rest.startswith("1 x ") or q.any("afford enough")
    ):
        return asked
    what = " ".join(word for word in q.rest("price").split() if word not in _words("shop"))
    what = re.sub(r"^(?:list|would|will|could)\b ?", "", what)
    if q.has("price") and what and not q.any("retainers hirelings wages"):
        return Show("prices", what)
    if "how much" in q.said and _is_ware(q, what) and not q.any("have got left carry carrying"):
        return Show("prices", what)
    if (
        q.finds(_SOLD)
        and what
        and (_is_ware(q, what) or (q.any("buy sell sells sold sale shop stock") and what.count(" ") < 3))
    ):
        return Show("prices", what)
    return None


_SOLD = (
    r"^(?:can|could) (?:we|i|you|one) (?:buy|get|find)|^who (?:here )?(?:sells?|stocks?)\b"
    r"|^where can (?:we|i) (?:buy|get)|^is there (?:any|a|an|some)\b"
    r"|^(?:do|does) (?:they|you|the shops?|anyone|anybody|it|he|she|this (?:town|place|village)|.*) (?:sell|stock)\b"
    r"|^are there any|^(?:is|are) .* (?:available|for sale|in stock)|^(?:what|which) .*\bsell|^do (?:they|you) have"
)


def _of_foes(q: _Question) -> Show | None:
    """Those who are met or fought: how many, how far, how they look. What they know is asked of themselves."""
    if q.scene not in (MEETING, FIGHT) or q.named:
        return None
    if q.scene == MEETING and q.any("want know price demand join help let doing"):
        return None
    if q.has("tongues"):
        return Show("tongues")
    state, reader = q.reader.state, q.reader
    met = state.encounter.monsters if state.encounter is not None else ()
    others = [
        c for c in state.creatures.values() if c.id in met or (c.at is not None and not state.owns(reader.seat, c.id))
    ]
    kin = {stem(word) for c in others for word in parts(c.name) if not word.isdecimal()}
    about = q.has("foes") or bool({stem(word) for word in q.words} & kin)
    if q.finds(r"^how many (?:are|left|of|more)\b|^how many$|^(?:any|anyone|anything) left"):
        return Show("foes")
    is_ours = q.any("we our i my me") or (q.any("us") and not q.any("they seen see"))
    if about and not (is_ours and (q.has("health") or q.has("money"))):
        return Show("foes")
    return Show("foes") if q.has("looks") and not is_ours else None


def _of_health(q: _Question) -> Show | None:
    health = set(q.words) & _words("health")
    if q.named and q.finds(r"^what (?:is|s) (?:wrong|up|the matter|going on) with"):
        return Show("party", q.whom)
    if (
        q.named
        and q.finds(r"^how (?:bad|badly|well|poorly|is|are)\b")
        and q.any("bad badly off poorly looking holding")
    ):
        return Show("party", q.whom)
    if not (health or "hit point" in q.said) or q.has("ailing_not"):
        return None
    if health == {"doing"} and not q.named and not q.any("we everyone everybody all"):
        return None
    if health == {"down"} and q.any("way go lead leads get stairs here"):
        return None
    return Show("party", q.whom)


def _of_money(q: _Question) -> Show | None:
    if not q.has("money", "ours") or q.finds(_NO_PURSE):
        return None
    return Show("purse", q.whom)


_NO_PURSE = r"\b(?:come|with us|join|they|find|found|here|worth|hire|treasure|cost|toll|chest|room)\b"


def _of_one_spell(q: _Question) -> Show | None:
    """`how does telekinesis work`, `what does wizard mark do`: a spell by its whole name, or by all the words of a long
    one."""
    names = [" ".join(parts(name)) for name in q.reader.rules.spells()]
    whole = re.fullmatch(_HOW_A_SPELL_WORKS, q.said)
    if whole is not None and whole["name"] in names:
        return Show("spell", whole["name"])
    if not q.finds(r"^(?:what (?:does|is|can|will|would)|how does|describe|explain|tell (?:me|us) (?:about|of))\b"):
        return None
    found = [name for name in names if " " in name and f" {name} " in f" {' '.join(parts(q.said))} "]
    return Show("spell", max(found, key=len)) if found else None


_HOW_A_SPELL_WORKS = (
    r"(?:how (?:does|do|would|will)|what (?:does|do|would|will|can|could|is)|tell me about|explain|describe)"
    r"(?: the)?(?: spell)? (?P<name>.+?)(?: spell| spell ?book| book)?"
    r"(?: (?:(?:work|do|mean)s?|(?:good|used|there) for))?"
)


def _of_spells(q: _Question) -> Show | None:
    """`what spells does Corin have`, `has Brenna prepared anything`."""
    if not q.has("magic") or q.finds(_NO_SPELLS):
        return None
    return Show("spells", q.whom)


_NO_SPELLS = (
    r"\bwhat (?:does|do|is|are|can|will)\b.*\b(?:do|spell)$|\b(?:buy|sell|sale|item|items|cast|found)\b"
    r"|^(?:describe|explain|spell|read|open|examine)\b"
)


_NO_NAMES = re.compile(r"(?:every|any|some)(?:one|body)|each|he|she|it|this|that|one|who")
"""Words for people in a question that are nobody's name."""


def _carried(q: _Question) -> Show | None:
    """`does anyone have a mirror`, `how many torches`, `where is the rope`."""
    if not q.has("having") or q.finds(r"\b(?:long(?:er)?|burn|last|far|here|room|sell|buy|seen|been|they|their)\b"):
        return None
    what = q.rest("packs")
    if q.finds(r"^what (?:do|does|is|has|have|are|all)\b") and q.named and not what:
        return Show("inventory", q.named[0])
    own = ours(q.reader)
    if q.scene == DUNGEON and what.count(" ") and not any(fits(what, item.name) for c in own for item in c.items):
        carried = {stem(word) for c in own for item in c.items for word in parts(item.name)}
        what = next((w for w in what.split() if stem(w) in carried), what)
    stranger = re.match(r"what (?:does|has) (?P<who>[a-z]+) (?:have|got|carry|own)$", q.said)
    if stranger is not None and not q.named and not _NO_NAMES.fullmatch(stranger["who"]):
        return Show("inventory", stranger["who"])
    many = re.search(r"\bhow many (?P<what>\w+)", q.said)
    if many is not None and any(fits(many["what"], item.name) for c in own for item in c.items):
        what = many["what"]
    holders = [c for c in own if not q.named or first_part(c.name) in q.named]
    has = bool(what) and any(fits(what, item.name) for c in holders for item in c.items)
    asked = q.finds(r"^(?:do|does|has|have) (?:we|i|any|anyone|anybody|someone|\w+) (?:have|got|carry)")
    if (
        not what
        or what in ("best", "most", "worst", "least")
        or what.count(" ") > 2
        or not (has or asked or _is_ware(q, what))
    ):
        return None
    return Show("count", what if not q.named else f"{what} of {q.named[0]}")


def _of_the_sheet(q: _Question) -> Show | None:
    if q.finds(r"\b(?:wall|writing|written|inscription|runes?|sign|write)\b"):
        return None
    if (q.any("sheet stats scores") or "stat block" in q.said) and not q.any("they their foe enemy"):
        return Show("sheet", " ".join(q.named[:1]))
    if q.named and q.finds(
        rf"^(?:tell me|who is|what do (?:we|i) know) ?(?:of|about)?\b(?: this| the| our)*(?: \w+)? {q.named[0]}"
    ):
        return Show("sheet", q.named[0])
    what = asked_of(q.words)
    return Show("scores", f"{what} of {q.whom}" if q.whom else what) if what else None


_OF_ROADS = (
    r"\b(?:towns|cities|villages|roads|destinations)\b"
    r"|\bplaces\b.*\b(?:go|travel|visit|reach|near|nearby|around)\b"
    r"|\bwhere (?:else )?(?:can|could|may|should|might) (?:we|i|one) (?:travel|go)\b"
    r"|\b(?:other|nearest|next|closest|another|nearby) (?:town|city|village)\b"
)


def _is_place(q: _Question) -> bool:
    """Whether it names a place that people in the towns know of."""
    region = q.reader.state.region
    known = (place.name for place in region.places.values() if not place.secret) if region is not None else ()
    return any(set(parts(name)) - {"the", "of"} <= set(q.words) for name in known)


def _of_roads(q: _Question) -> Show | None:
    """What other places there are, and how far they are."""
    about = q.scene == TOWN and (q.finds(_OF_ROADS) or (q.has("far") and _is_place(q)))
    towns = q.any("town towns city village") and q.any("closer closest nearer nearest near which far")
    about = about or (q.scene == DUNGEON and (_is_place(q) or (towns and not q.any("back home") and q.any("which"))))
    return Show("routes") if about else None


def _of_the_party(q: _Question) -> Show | None:
    return Show("party") if q.finds(_WHO_WE_ARE) else None


_WHO_WE_ARE = (
    r"^who(?: is| s|s|'s| are)? (?:all )?(?:(?:in|of|part of) (?:our|the|my) (?:party|group|company|team)|with us)\b"
)


def _of_topics(q: _Question) -> Show | None:
    is_of_pay = q.has("price") or q.any("afford pay enough wage wages much")
    return topic_asked(q.reader, q.said, q.named, is_of_pay) if q.scene == TOWN else None


def _of_the_town(q: _Question) -> Show | None:
    if q.scene != TOWN:
        return None
    if q.has("far", "goal") or (q.has("far") and q.finds(r"^how .*\bto [a-z]+")):
        return Show("routes")
    kinds = sorted(set(q.words) & _words("services"))
    if kinds and q.finds(r"^(?:where|is there|are there|does|do|what|which|can)\b"):
        return Show("services", kinds[0])
    heard = q.any("heard rumours rumors rumour rumor learnt learned")
    return Show("rumours") if heard and q.any("we i far so") else None


def _of_the_dungeon(q: _Question) -> Show | None:
    if q.scene != DUNGEON:
        return None
    if q.finds(r"\b(?:far|long|close|distance|back|get out)\b.*\b(?:entrance|exit|surface|out|daylight|outside)\b"):
        return Show("way out")
    if q.finds(r"\b(?:room|chamber|dimensions?|surroundings|this place|smell|sounds?)\b") and q.any(
        "describe what dimensions how big size look like is"
    ):
        return None if q.any("door behind many exits exit doors") else Show("look")
    if q.finds(r"\b(?:have|did|were) we (?:been|visit|come|explore|explored|seen|gone)\b|\b(?:which|how many) rooms\b"):
        return Show("areas")
    if q.finds(_WISH_TO_ACT):
        return None
    return Show("exits") if q.has("ways") and not q.has("ways_not") else None


_WISH_TO_ACT = (
    r"^(?:can|could|may|should|shall|will|would|might) \w+ (?:all |both |please |just )*"
    r"(?!go\b|leave|get\b|see\b|exit|find|still|escape|walk|head)\w"
)


_READERS = (
    *(
        _of_one_spell,
        _of_a_light,
        _of_a_thing,
        _of_topics,
        _counted,
        _of_the_round,
        _afforded,
        _priced,
        _of_foes,
    ),
    *(
        _of_health,
        _of_money,
        _of_spells,
        _of_roads,
        _carried,
        _of_the_sheet,
        _of_the_party,
        _of_the_town,
    ),
    *(_of_the_dungeon,),
)
