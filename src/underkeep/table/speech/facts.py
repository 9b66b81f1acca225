"""Questions about what is known: who is hurt, who has a rope, who is strongest, what one can afford, how far it is.

A question is read by its subject (the party, one of it, those who are met, a thing) and by what is asked of it; the
answer is a page. Nothing is done for a question, and what cannot be known is not said. The words are in facts.toml.
"""

from __future__ import annotations

import re

from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.procedures.scenes import scene_of
from underkeep.table.speech.asked_of_us import asked_of_us
from underkeep.table.speech.asked_things import thing_asked
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.facts_of_town import (
    afforded,
    of_damage,
    of_roads,
    of_the_hurt,
    of_the_town,
    of_topics,
    of_what_is_cheapest,
    of_what_is_taught,
    of_what_was_found,
    priced,
)
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.question import Question, form, is_ware, nouns, sort_of_words
from underkeep.table.speech.sheet_words import asked_of
from underkeep.table.speech.wording import first_part, parts, stem


def fact(reader: Reader, said: str) -> Show | None:
    """The page that answers a question; None if it is no question, or is not about what is known."""
    asks = form("asks")
    if reader.referees and said.startswith(("sheet", "inventory", "stats")):
        return None
    if reader.state.prompts or not (asks.fullmatch(said) or _is_noun(said)):
        return None
    head = said.partition(",")[0]
    if head != said and not asks.fullmatch(head) and len(head.split()) > 2 and "afford" not in said:
        return None
    said, scene = _bare(said), FIGHT if reader.state.fight is not None else scene_of(reader.state)
    if scene == MEETING and form("to_them").search(said):
        return None
    words = parts(said)
    question = Question(reader, scene, said, words, _named(reader, words))
    if (of_us := asked_of_us(reader, scene, said)) is not None:
        return of_us
    answers = (read(question) for read in _READERS)
    return next((found for found in answers if found is not None), None)


def _bare(said: str) -> str:
    """A question without what leads up to it."""
    said, before = said.rstrip("? "), ""
    while before != said:
        before, said = said, form("before").sub("", said)
    return said


def is_of_us(reader: Reader, said: str) -> bool:
    """Whether a question is about the party itself, or what it was told."""
    scene = FIGHT if reader.state.fight is not None else scene_of(reader.state)
    return asked_of_us(reader, scene, _bare(said)) is not None


def _of_a_light(q: Question) -> Show | None:
    """`How long does a torch last`."""
    kind = re.search(_OF_A_LIGHT, q.said)
    return Show("burning", kind["kind"]) if kind is not None else None


def _of_a_thing(q: Question) -> Show | None:
    return thing_asked(q.reader, q.said)


def _is_noun(said: str) -> bool:
    """Whether a short line names what is to be told: `slots`, `xp to the next level`."""
    return said.split()[0] in nouns().split() and len(said.split()) < 6


def _named(reader: Reader, words: list[str]) -> list[str]:
    """The first names of those of the party whom a question is about, or the words for their class."""
    own = ours(reader)
    found = [parts(c.name)[0] for c in own if parts(c.name)[:1] and parts(c.name)[0] in words]
    if found:
        return found
    some = [who for word, who in class_names(own).items() if f" {word} " in f" {' '.join(words)} "]
    return [first_part(c.name) for c in (some[0] if some else ())]


_TO_A_LEVEL = r"\b(?:how (?:long|much|many)|when)\b.*\blevel (?:\d+|two|three|four|five)\b"


def _counted(q: Question) -> Show | None:
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
        return Show("experience", q.whom)
    if (
        q.any("ac acs") or re.search(r"\barmou?r class|^what is (?:my|our|everyone|the party) armou?r$", q.said)
    ) and not (q.scene == FIGHT and q.has("foes")):
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
    r"\bhow (?:heavy|much does)\b.*\b(?:heavy|weigh)\b|\bhow heavy\b"
    r"|\b(?:carry|carries|carrying) too much\b|\btoo (?:laden|loaded|burdened)\b|\bweighed down\b"
    r"|\bslots?\b|\bcan \w+ (?:still )?carry\b|\bcarry (?:still|more|any more)\b|\bcarrying capacity\b"
    r"|\broom (?:left|for|in)\b|\b(?:free|space|enough) (?:space|room|for|left)\b"
)


def _of_the_round(q: Question) -> Show | None:
    if q.any("casualty casualties headcount losses survivors"):
        return Show("party")
    if q.scene != FIGHT:
        return None
    return Show("initiative") if q.any("initiative phase") or q.finds(_WHO_ACTS) else None


_WHO_ACTS = (
    r"\b(?:round (?:number|is it)|(?:which|what) round|order of action|whose (?:turn|go)|next to act|left to act"
    r"|who (?:goes|acts|is|moves) (?:the )?(?:first|next|up)|not (?:acted|attacked|moved|gone)|still to (?:act|move))\b"
)


def _of_foes(q: Question) -> Show | None:
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


def _of_health(q: Question) -> Show | None:
    health = set(q.words) & sort_of_words("health")
    if q.named and q.finds(r"^what (?:is|s) (?:wrong|up|the matter|going on) with"):
        return Show("party", q.whom)
    if (
        q.named
        and q.finds(r"^how (?:bad|badly|well|poorly|is|are)\b")
        and q.any("bad badly off poorly looking holding")
    ):
        return Show("party", q.whom)
    if q.finds(_HOW_SOMEBODY_IS) and (q.named or q.finds(_ALL_OF_US)):
        return Show("party", q.whom)
    if not (health or "hit point" in q.said) or q.has("ailing_not"):
        return None
    if health == {"doing"} and not q.named and not q.any("we everyone everybody all"):
        return None
    if health == {"down"} and q.any("way go lead leads get stairs here"):
        return None
    return Show("party", q.whom)


_ALL_OF_US = r"\b(?:every(?:one|body)|we|us|all|(?:the )?(?:party|others|rest|team|group|company)|our \w+)\b"
_HOW_SOMEBODY_IS = (
    r"^how (?:is|are|does|do) (?:every(?:one|body)|we|all(?: of us)?|the (?:party|others|rest|team|group|company)"
    r"|our \w+|\w+(?:(?:,| and) \w+)*)(?: (?:all|now|then|doing|feeling|faring|getting on|holding up|fare|feel"
    r"|at the moment|today|after that|look|looking))*$"
)


def _of_money(q: Question) -> Show | None:
    if not q.has("money", "ours") or q.finds(_NO_PURSE):
        return None
    return Show("purse", q.whom)


_NO_PURSE = r"\b(?:come|with us|join|they|find|found|here|worth|hire|treasure|cost|toll|chest|room)\b"


def _of_one_spell(q: Question) -> Show | None:
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


def _of_spells(q: Question) -> Show | None:
    """`what spells does Corin have`, `has Brenna prepared anything`."""
    if not q.has("magic") or q.finds(_NO_SPELLS):
        return None
    return Show("spells", q.whom)


_NO_SPELLS = (
    r"\bwhat (?:does|do|is|are|can|will)\b.*\b(?:do|spell)$|\b(?:buy|sell|sale|item|items|cast|found|identify"
    r"|identified|enchant|curse)\b"
    r"|^(?:describe|explain|spell|read|open|examine)\b"
)


_LEAST = 3
"""Shorter words name no thing: `where do we go` asks for no gold."""
_NO_NAMES = re.compile(r"(?:every|any|some)(?:one|body)|each|he|she|it|this|that|one|who")
"""Words for people in a question that are nobody's name."""


def _carried(q: Question) -> Show | None:
    """`does anyone have a mirror`, `how many torches`, `where is the rope`."""
    if not q.has("having") or q.finds(r"\b(?:long(?:er)?|burn|last|far|here|room|sell|buy|seen|been|they|their)\b"):
        return None
    what = q.rest("packs")
    bag = re.search(r"\b(?:an?|any|spare|extra|how many|who has|enough) (?P<bag>backpacks?|bags?|packs?)\b", q.said)
    what = what or (bag["bag"] if bag is not None else "")
    if what and len(what) < _LEAST:
        return None
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
        or what.startswith("of ")
        or what in ("best", "most", "worst", "least")
        or what.count(" ") > 2
        or not (has or asked or is_ware(q, what))
    ):
        return None
    return Show("count", what if not q.named else f"{what} of {q.named[0]}")


def _of_the_sheet(q: Question) -> Show | None:
    if q.finds(r"\b(?:wall|writing|written|inscription|runes?|sign|write)\b"):
        return None
    if (q.any("sheet stats scores") or "stat block" in q.said) and not q.any("they their foe enemy"):
        return Show("sheet", " ".join(q.named[:1]))
    if q.named and q.finds(
        rf"^(?:tell me|who is|what do (?:we|i) know) ?(?:of|about)?\b(?: this| the| our)*(?: \w+)? {q.named[0]}"
    ):
        return Show("sheet", q.named[0])
    what = asked_of(q.words)
    if what.startswith("property") and (q.scene == TOWN or _is_site(q)) and not q.any("we our my own build"):
        return None
    return Show("scores", f"{what} of {q.whom}" if q.whom else what) if what else None


def _is_site(q: Question) -> bool:
    """Whether it has a word of the name of the place that the party goes to."""
    site = q.reader.state.site
    return bool(site) and bool(set(parts(str(site))) & set(q.words))


def _of_the_party(q: Question) -> Show | None:
    return Show("party") if q.finds(_WHO_WE_ARE) else None


_WHO_WE_ARE = (
    r"^who(?: is| s|s|'s| are)? (?:all )?(?:(?:in|of|part of) (?:our|the|my) (?:party|group|company|team)|with us)\b"
)


def _of_the_dungeon(q: Question) -> Show | None:
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
        of_the_hurt,
        of_what_is_cheapest,
        of_what_is_taught,
        of_what_was_found,
        of_damage,
        _of_one_spell,
        _of_a_light,
        _of_a_thing,
        of_topics,
        _counted,
        _of_the_round,
        afforded,
        priced,
        _of_foes,
    ),
    *(
        _of_health,
        _of_money,
        _of_spells,
        of_roads,
        _carried,
        _of_the_sheet,
        _of_the_party,
        of_the_town,
    ),
    *(_of_the_dungeon,),
)
