"""Questions about what those who are met or fought mean to do: why they are angry, who leads them, whether more are
coming, whether the party can win. They are answered with what was told and what is seen; no more is known."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures import delve_actions as a
from underkeep.table.naming import by_numbers, company, listing, plural, without_number
from underkeep.table.speech.fight_subjects import looks_of
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

_THEY = r"(?:they|them|it|he|she|him|these|those|the (?:\w+ )*{kin}s?|{kin}s?|{kin} \d+)"
_WIN = re.compile(
    r"\b(?:can|could|will|would|do|shall|are|should|might)\b.*\bwe\b.*\b(?:win|beat|take (?:them|him|it|on)|defeat"
    r"|handle"
    r"|survive|chance|lose|outmatched|outnumber|strong enough|match for)\b|\b(?:what|any|our) (?:are )?(?:our "
    r"|the )?(?:chances?"
    r"|odds)\b"
    r"|\bwho (?:is|would|will) win(?:ning)?\b|\bis this (?:fight )?(?:winnable|hopeless)\b|\bchances? (?:against"
    r"|of winning)\b"
)
_MORE = re.compile(
    r"\b(?:more|others?|reinforcements?|friends|company|anyone else|anybody else|somebody else|allies)\b"
    r".*\b(?:com(?:e|ing)|arriv\w+|on (?:the|their) way|nearby|around|behind|about|join\w*|hiding|waiting)\b"
    r"|\b(?:any|are there) (?:more|others) of (?:them|these|those)\b"
    r"|\b(?:anyone|anybody|somebody|someone|others|who|they|everyone|everything|anything)\b.*\b(?:hear[ds]?|heard"
    r"|alert\w*)\b"
    r".*\b(?:that|gong|us|noise|alarm|bell|fight\w*|screams?|shout\w*|door|din|racket)\b"
    r"|\bare (?:these|they|those) (?:all|alone|the only ones)\b|\bis (?:this|that) all of them\b"
)
_COUNTS = re.compile(r"\bhow many\b")
_LEADS = re.compile(
    r"\b(?:leader|chief|boss|captain|in charge|in command|leads|leading|leader|commander|commands|ringleader|shaman)\b"
)
_ASKS_WHO = re.compile(r"^(?:which|who|whom|is|are|do|does|have|has|what|where)\b")
_SURPRISED = re.compile(
    r"^(?:how|why)\b.*\b(?:surprise[ds]?|ambush(?:ed)?|sneak(?:ed)? up|caught|unawares|not notice)\b.*\b(?:us|we)\b"
    r"|^(?:how|why)\b.*\bwe\b.*\b(?:surprised|ambushed|not (?:see|hear|notice))\b"
)
_WHY = r"^why (?:on earth )?(?:are|is|do|did|does|would|were|have|has|was) {they}\b"
_WILL = (
    r"^(?:so )?(?:are|is|will|do|does|would|might|could|did) {they}\b.*\b(?:going to|mean to|want to|plan\w*|attack\w*"
    r"|fight"
    r"|guard\w*|protect\w*|wait\w*|after|looking for|up to|follow\w*|chase|let us|kill us|hunt\w*|hiding|lying|trust"
    r"|shout|say|yell|call"
    r"|defend\w*|mov(?:e|ing)|stir\w*|com(?:e|ing)|expect\w*|know what|bluff\w*|eat us|talk|listen)\b"
)
_WHAT = (
    r"^(?:what|who|whom|where) (?:are|is|do|does|did|could|would|might) {they}\b.*\b(?:doing|up to|want|after|waiting"
    r"|looking"
    r"|guard\w*|plan\w*|hunt\w*|protect\w*|do|go|going|search\w*|cook\w*|eat\w*|shout|say|yell|fighting|fight|angry"
    r"|mean|(?!standing"
    r"|holding|wearing|carrying)\w{3,}ing)\b"
)
_BLOWS = re.compile(
    r"\b(?:hits?|miss(?:es)?|moves?|clos(?:es?|ing) in|damage|dies|Round|initiative|turn|target)\b|at [A-Z]+\d+:"
    r"|^\u2014"
)
_NOISE = re.compile(
    r"\b(?:gong sounds|alarm|shouts?|heard|horn sounds|boom|noise|somebody is near|noticing|ambush|surprised)\b",
    re.IGNORECASE,
)
MOST_TOLD = 4


def of_them(reader: Reader, said: str) -> str | None:
    """The answer to a question about those who are met or fought; None to any other."""
    others = met_or_fought(reader)
    if not others:
        return None
    kin = "|".join(sorted({re.escape(stem(w)) for c in others for w in parts(c.name) if not w.isdecimal()})) or "foe"
    they = _THEY.replace("{kin}", f"(?:{kin})")
    if _IF_WE.search(said):
        return IF_WE_GO
    if _WIN.search(said):
        return _odds(reader, others)
    if _SURPRISED.search(said):
        return _how_surprised(reader)
    if (
        _MORE.search(said)
        and not _COUNTS.search(said)
        and not re.search(r"\b(?:torch\w*|arrows?|rations?|gold)\b", said)
    ):
        return f"{_told(reader, others)} {len(others)} {'is' if len(others) == 1 else 'are'} seen. {NOT_OF_OTHERS}"
    if _WHY_BLOWS.fullmatch(said) or (reader.state.fight is None and _OF_THEIR_KIND.fullmatch(said)):
        return f"{_told(reader, others)} {_beyond(reader)}"
    if _LEADS.search(said) and _ASKS_WHO.match(said) and not re.search(r"\b(?:we|us|our|hit|reach)\b", said):
        return _leader(reader, others)
    intents = (_WHY.replace("{they}", they), _WILL.replace("{they}", they), _WHAT.replace("{they}", they))
    if reader.state.fight is None and _ABOUT_THEIRS.match(said) and (seen := _seen_of_it(reader, others, said)):
        return seen
    if any(re.search(form, said) for form in intents) and not _OF_COURAGE.search(said):
        talks = any(isinstance(x, a.Parley) for x in reader.options.listed)
        if talks and (said.endswith((" want", " here")) or not since_met(reader.heard())):
            return None
        return f"{_told(reader, others)} {_beyond(reader)}"
    return None


_WHY_BLOWS = re.compile(
    r"why (?:are|did|do) we (?:still |even |all )*(?:fighting|fight|attack(?:ing)?|at blows)\b.*"
    r"|how did (?:this|it) (?:start|begin|come to this)"
)
_OF_THEIR_KIND = re.compile(
    r"(?:is|are) (?:he|she|it|they|that one|those|these)"
    r" (?:evil|good|lawful|chaotic|neutral|a cleric|a wizard|magical)\b.*"
    r"|what (?:is|are|s) (?:he|she|it|they) (?:wearing|carrying|holding|armed with)\b.*"
)
_OF_COURAGE = re.compile(r"\b(?:flee|run|surrender|yield|give up|retreat)\b")
_IF_WE = re.compile(
    r"^(?:can|could|would|will) (?:we|they|it|he|she) (?:outrun|catch|outpace|get away from|keep up with)\b"
    r"|^(?:are|is) (?:they|it) faster\b"
    r"|^what (?:happens|would happen|will happen|will they do|would they do|do they do) if we\b"
)
IF_WE_GO = (
    "That shows when it is done. To back off goes step by step, to run goes at a run, and they may let the party go or "
    "come "
    "after; an attack begins a fight, and so may waiting."
)
_ABOUT_THEIRS = re.compile(r"^(?:what|who|why|where|which|how many|is|are)\b(?!.*\b(?:we|our|us|i|my)\b)")
NOT_OF_OTHERS = (
    "Whether more are near nobody of the party knows; noise may bring others, and what comes is told when it comes."
)


def met_or_fought(reader: Reader) -> list[Creature]:
    """Those who are met, or who are fought and stand."""
    state, own = reader.state, ours(reader)
    if state.fight is not None:
        return [c for c in state.enemies_of(own[0]) if c.at is not None] if own else []
    met = state.encounter.monsters if state.encounter is not None else ()
    return [state.creatures[id] for id in met if id in state.creatures]


def _told(reader: Reader, others: Sequence[Creature]) -> str:
    """What was told since these were met that is no blow."""
    found = [as_known(others, line) for line in since_met(reader.heard())]
    looks = "" if reader.state.fight is None else f" Standing now: {looks_of(others)}."
    return (
        f"What was seen and heard of them: {' '.join(found)}{looks}" if found else f"Nothing was told of that.{looks}"
    )


def as_known(others: Sequence[Creature], line: str) -> str:
    """The line with those whom nobody could make out at first called what they are."""
    kind = without_number(others[0].name).lower()
    return line if "shape" in kind else line.replace("sudden shapes", plural(kind)).replace("sudden shape", kind)


def since_met(log: Sequence[str]) -> list[str]:
    """The last lines since somebody was met that tell how they are, and the noise before."""
    met = max((n for n, line in enumerate(log) if line.startswith("The party meets ")), default=-1)
    if met < 0:
        return []
    before = [line for line in log[max(0, met - 3) : met] if _NOISE.search(line)]
    after = [line for line in log[met + 1 :] if line and not _BLOWS.search(line)]
    return [*before, log[met], *[x for x in after if x.startswith(("The ", "They ")) or _NOISE.search(x)][:MOST_TOLD]]


def _seen_of_it(reader: Reader, others: Sequence[Creature], said: str) -> str:
    """What was told since they were met, if it was of something that the question names."""
    kin = {stem(w) for c in others for w in parts(c.name)}
    words = {stem(w) for w in parts(said) if len(w) > 2 and w not in group("small") and w not in group("asking")} - kin
    told = {stem(w) for line in since_met(reader.heard())[1:] for w in parts(line)}
    return f"{_told(reader, others)} {_beyond(reader)}" if words and words & told else ""


def _beyond(reader: Reader) -> str:
    """That no more is known, and who could tell it."""
    if reader.state.fight is not None:
        return "It has come to blows; what more they have in mind nobody of the party knows."
    talks = any(isinstance(x, a.Parley) for x in reader.options.listed)
    return f"More than that nobody of the party knows: {'ask them, or ' if talks else ''}wait and see what they do."


def _leader(reader: Reader, others: Sequence[Creature]) -> str:
    leading = [c.name for c in others if any("lead" in condition.name for condition in c.conditions)]
    if leading:
        return f"{listing(leading)} {'leads' if len(leading) == 1 else 'lead'} the others, as far as it shows."
    if len(others) == 1:
        return f"There is but one: {without_number(others[0].name).lower()}."
    talks = any(isinstance(x, a.Parley) for x in reader.options.listed)
    names = by_numbers([c.name for c in others])
    return f"None of them is seen to lead the others{'; ask them' if talks else ''}. There are {names}."


def _how_surprised(reader: Reader) -> str:
    log = reader.heard()
    met = max((n for n, line in enumerate(log) if line.startswith("The party meets ")), default=0)
    found = [line for line in log[max(0, met - 3) :] if _NOISE.search(line)]
    told = f"What was told of it: {' '.join(found[:MOST_TOLD])} " if found else ""
    return f"{told}Who surprises whom is decided when two sides meet; who makes noise or light is noticed sooner."


def _odds(reader: Reader, others: Sequence[Creature]) -> str:
    """How many stand on each side, and how hurt they are."""
    own = ours(reader)
    left = sum(max(0, c.hp) for c in own)
    whole = sum(c.max_hp for c in own)
    theirs = company(others)
    return (
        f"That cannot be known before. Of the party {len(own)} stand, with {left} of {whole} hit points together; "
        f"against them {theirs}: {looks_of(others)}. Such odds turn on their courage as well: who loses heart runs or "
        f"yields."
    )
