"""An attack on those who are met, by those and with what a line says: `Wystan and Wilmot shoot it`, `Roland lights the
oil and throws it at the worm`. The fight begins, and what was told is done in it as soon as those may act."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.naming import listing
from underkeep.table.speech.clauses import InWords, question_of
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import FOE, mentions
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

Parse = Callable[[Reader, str], Meaning]
BEGINS = "That begins a fight"


class FirstBlow(InWords):
    """To come to blows, and then the blow that was told: by whoever it was told, as soon as that one may."""

    def __init__(self, first: Do | Undertake, rest: Sequence[str], parse: Parse) -> None:
        self._told = ""
        super().__init__(first, rest, parse)

    def _begin(self, meant: Do | Undertake) -> None:
        if isinstance(meant, Undertake):
            self._told = meant.note
        super()._begin(meant)

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        action = super().next(rules, state, options, seat)
        if self._told and self._told not in self.over:
            self.over = f"{self._told} {self.over}".strip()
        return action

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        if self._errand is not None and self._errand.is_interrupted(rules, before, after):
            return True
        return before.fight is not None and after.fight is None


_LIGHTS = re.compile(
    r"\b(?:lights?|ignites?|kindles?) (?P<thing>(?:(?:an?|the|his|her|my|our) )?(?:\w+ ){0,3}?\w+),?"
    r" (?:and|then|and then) (?P<verb>throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?) (?:it|them|that)\b"
)
_BY_STEALTH = re.compile(
    r"(?:(?:let us|we|everybody|everyone|all|launch|make|try) )*(?:an? |the )?(?:sneak|surprise|stealth|sudden|quick)"
    r" attack\b.*|(?:(?:let us|we|everybody|everyone|all) )*(?:sneak attack|ambush|backstab|jump|get the (?:jump|drop)"
    r" on|catch|strike|hit|attack)(?: (?:them|it|him|her|the \w+(?: \w+)?))?,? "
    r"(?:(?:by surprise|from behind|unawares|off guard|first)\b.*|while (?:they|it|he|she)\b.*)"
)
_LATER = re.compile(
    r",? (?:before|while) (?:they|it|he|she|the \w+)(?: can| could| have| has| is| are)?\b"
    r"(?!.*\b(?:stay|hold|guard|run)s?\b).*$"
)
_REMARK = re.compile(
    r"^(?:(?:he|she|it|they|that one|those|these|this one) (?:looks?|seems?|is|are|means?|has|have)\b[^,]*, "
    r"(?:so )?(?:let us |we )?)"
)
"""What somebody thinks of them before the deed."""
_UP_TO_THEM = re.compile(
    r"^(?:(?:quietly|silently|slowly|carefully) )?(?:creeps?|sneaks?|steps?|walks?|runs?|rush(?:es)?|moves?|goes|go"
    r"|jumps?|leaps?|slips?|crawls?)(?: (?:up|in|over|forwards?|closer?|behind|quietly|silently|out|round|around))*"
    r"(?: (?:to|on|behind|towards?) "
    r"(?:them|it|him|her|(?:the|an?|one of the) \w+(?: \w+)??))?,? (?:and|then|to) (?:(?:each|both|all) )*"
)
_SHOOTERS = (
    r"(?:the |our |all )*(?:archers?|shooters?|bowmen|slingers?)|(?:every(?:body|one)|those|all|anyone|any of us)"
    r"(?: of us)? (?:with|who ha(?:s|ve)) (?:an? |the )?(?:bows?|slings?|crossbows?|missiles?|missile weapons?|ranged"
    r" weapons?)(?: (?:and|or) \w+)?"
)
_ALL = r"every(?:body|one)|all(?: of us)?|we(?: all)?|the (?:whole )?party|let us(?: all)?"
_TELLS_ONE = re.compile(
    r"^(?:tell|order|have|let|get|command) (?P<who>\w+(?: and \w+)?) (?:to )?"
    r"(?=(?:attack|charge|shoot|hit|strike|stab)\b)"
)
_SHOTS = {"shoot", "fire", "loose", "sling", "snipe"}
_MISSILES = r"(?:(?:an?|his|her|their|our|some|all|my) )?(?:arrows?|bolts?|stones?|shots?|bullets?|volley|missiles?)"
_UNMEANT = re.compile(
    r"\b(?:scare|frighten|drive|warn|warning|threaten|shoo|without|if|unless|when|not|past"
    r"|over (?:their|its|his) heads?|near|beside|web|rope|spell|casts?)\b"
)
_ANY_ONE = {
    *("sleeper", "sleepers", "leader", "chief", "boss", "nearest", "closest", "biggest", "lot", "first", "last"),
    *("one", "ones", "two", "bastards", "them", "it", "him", "her", "second", "all"),
}


def begun(reader: Reader, errand: FirstBlow, note: str) -> Undertake:
    """The same to be done, after the question that the rules have an attack ask."""
    asked = question_of(reader.rules, reader.state, a.Engage())
    return Undertake(errand, note=note, question=f"Attack them? {asked}" if asked else "")


def lit_and_thrown(said: str) -> str:
    """`Lights the oil and throws it` as one deed: what is thrown burning is lit by it."""
    return _LIGHTS.sub(lambda found: f"{found['verb']} {found['thing']}", said)


def put_plainly(reader: Reader, said: str) -> str:
    """The line without what only says who is told, and what is lit and thrown as one deed."""
    found = _TELLS_ONE.match(said)
    own = {first_part(c.name) for c in ours(reader)}
    if found is not None and found["who"].split()[0] in own:
        said = f"{found['who']} {said[found.end() :]}"
    return lit_and_thrown(said)


def opened(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """What a line comes to that begins a fight with a blow of somebody who is named, with a shot or with stealth; None
    of any other line."""
    if a.Engage() not in reader.options.listed:
        return None
    line = lit_and_thrown(said)
    if _BY_STEALTH.fullmatch(line) or line in ("ambush", "ambush them"):
        return Do(a.Engage(), f"{BEGINS}: how far they are taken unawares is settled at once.")
    if ordered := _with_orders(reader, line):
        return _begun(ordered, parse, reader)
    line = _LATER.sub("", line)
    if (bare := _REMARK.sub("", line)) != line:
        meant = opened(reader, bare, parse)
        is_blow = alike(bare.split(" ")[0], group("hit") | group("blow"))
        return meant or (Do(a.Engage()) if is_blow and _is_at_them(reader, bare.partition(" ")[2], True) else None)
    if _UNMEANT.search(line):
        return None
    who, rest = _split(reader, line)
    rest = _UP_TO_THEM.sub("", rest) if who else rest
    rest = _BACKSTABS.sub("stabs", rest)
    verb, _, whom = rest.replace(", ", " , ", 1).partition(" ")
    is_shot = alike(verb, frozenset(_SHOTS))
    if _MISSILES_ONLY.fullmatch(line):
        return _begun("shoot them", parse, reader)
    if not is_shot and re.fullmatch(_ALL, who):
        return None
    if not (is_shot or alike(verb, group("hit") | group("blow"))) or (not who and not is_shot):
        return None
    if not _is_at_them(reader, _THE_OTHERS.sub("", whom), is_shot or bool(who)):
        return None
    if is_shot and (missing := _unarmed(reader, who) or _without_it(reader, line)) is not None:
        return missing
    told = f"{who} {rest}".strip() if whom or not is_shot else f"{line} at them"
    return _begun(told, parse, reader)


_AT_ONCE = re.compile(
    r"(?:(?:then|so|now|we|let us|just|all|everyone) )*(?P<verb>\w+) (?P<whom>[^,;.!:]+)[,;.!:]+ (?P<rest>.+)"
)


def _with_orders(reader: Reader, line: str) -> str:
    """What each is to do in the fight that a line begins: `attack them! Kit in front, Wat shoots`."""
    found = _AT_ONCE.fullmatch(line)
    if found is None or not alike(found["verb"], group("hit") | group("charge")) or _UNMEANT.search(line):
        return ""
    named = [c for c in ours(reader) if first_part(c.name) in parts(found["rest"])]
    if not named or not _is_at_them(reader, found["whom"], True):
        return ""
    is_first = any(re.match(rf"(?:and )?{re.escape(first_part(c.name))}\b", found["rest"]) for c in named)
    return re.sub(r"^and ", "", found["rest"]) if is_first else ""


_MISSILES_ONLY = re.compile(
    r"(?:(?:let us|we|everybody|everyone|all) )*(?:attack|strike|fight)s?(?: (?:them|it|the [\w'-]+(?: [\w'-]+)?))? "
    r"(?:only )?(?:with|using) (?:our |the |all )*(?:bows?|slings?|arrows|ranged weapons?|missiles?|missile weapons?"
    r"|ranged attacks?)(?: only| first)?|(?:ranged attacks?|missiles?|bows|volley)(?: only| first)?"
)
_THE_OTHERS = re.compile(r" ?,? ?(?:while |and )?(?:the (?:others?|rest)|every(?:one|body) else)\b.*$")


_BACKSTABS = re.compile(r"\bback ?-?stabs?\b")
_FROM_BEHIND = re.compile(r",? (?:in the (?:back|neck|throat)|from behind|unawares|by surprise)$")
"""How a blow is struck that opens a fight is settled by how far they are taken unawares."""


def _begun(told: str, parse: Parse, reader: Reader) -> Undertake:
    names = {first_part(c.name) for c in ours(reader)}
    told = _FROM_BEHIND.sub("", _BACKSTABS.sub("stabs", told))
    note = f"{BEGINS}: {re.sub(r'[a-z]+', lambda w: w[0].capitalize() if w[0] in names else w[0], told)}."
    return begun(reader, FirstBlow(Do(a.Engage()), [told], parse), note)


def _split(reader: Reader, line: str) -> tuple[str, str]:
    """Who strikes, as far as the line says, and what stands behind that."""
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader))
    named = rf"(?:{names})(?:(?:,? and |, | & | )(?:{names}))*" if names else "nobody"
    found = re.match(rf"(?P<who>{named}|{_SHOOTERS}|{_ALL}),? (?:(?:all|both|now|just|then|will|should) )*", line)
    return (found["who"], line[found.end() :]) if found is not None else ("", line)


def _is_at_them(reader: Reader, whom: str, is_shot: bool) -> bool:
    """Whether the words name those who are met, or anyone among them; a shot may name nobody."""
    rest = re.sub(rf"^{_MISSILES}\b ?", "", whom)
    if not rest:
        return is_shot
    words = parts(re.sub(r"^(?:at|on|into|through|in) ", "", rest))
    is_foe = any(m.role == FOE for m in mentions(reader, words))
    return is_foe or bool(set(words[:4]) & _ANY_ONE)


def _without_it(reader: Reader, line: str) -> Ask | None:
    """That nobody has the weapon that is to be shot with, and what there is instead."""
    found = re.search(r"\bwith (?:an?|the|his|her|our|my|their) (?:\w+ )?(?P<arm>\w*bow|sling)s?\b", line)
    if found is None or any(_has(c, frozenset({found["arm"]})) for c in ours(reader)):
        return None
    able = [(c.name, word) for c in ours(reader) for i in c.items for word in parts(i.name) if word in _BOWS]
    has = f" {listing([f'{name} has a {word}' for name, word in able])}." if able else ""
    return Ask(f"Nobody here has a {found['arm']}.{has} Is the party to attack all the same?", (a.Engage(),))


def _unarmed(reader: Reader, who: str) -> Meaning | None:
    """That nobody who is told to shoot has anything to shoot with."""
    named = [c for c in ours(reader) if first_part(c.name) in parts(who)]
    without = [c.name for c in named if not _has(c, _BOWS | _THROWN)]
    able = [c.name for c in ours(reader) if _has(c, _BOWS)]
    if without:
        others = f" {listing(able)} could." if able else ""
        return Say(f"{listing(without)} {'has' if len(without) == 1 else 'have'} nothing to shoot with.{others}")
    return None if named or able else Ask(NO_BOWS, (a.Engage(),))


NO_BOWS = "Nobody here has a bow or a sling. Is the party to attack all the same?"
_BOWS = frozenset({"bow", "longbow", "shortbow", "crossbow", "sling", "gun", "pistol", "musket", "rifle", "blaster"})
_THROWN = frozenset({"javelin", "dagger", "axe", "spear", "knife", "dart", "oil", "stone", "blowgun"})


def _has(who: Creature, some: frozenset[str]) -> bool:
    return any(set(parts(item.name)) & some for item in who.items)
