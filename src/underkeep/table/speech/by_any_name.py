"""Foes that nobody has named yet, called what anybody likes: where the party has met but one sort of creature, `the
bandit` means that one, whatever it is. Nothing is betrayed, since every monster's name does as well."""

from __future__ import annotations

import re
from functools import cache

from underkeep.procedures import survey
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.naming import without_number
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.patterns import pattern, text
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

_ALSO = "bandit goblin orc wolf skeleton zombie rat spider kobold ghoul ogre bear snake bat cultist brigand thug raider"


_BEFORE = text("by_any_name", "before")


def called_so(reader: Reader, said: str) -> str:
    """The line with what the party sees in the place of a monster's name that none of them has yet."""
    foes = _foes(reader)
    carried = {stem(word) for c in ours(reader) for item in c.items for word in parts(item.name)}
    friends = {stem(word) for c in ours(reader) for word in parts(c.name)} | _HIRED
    nouns = _nouns(reader.rules) - carried - friends
    said = _numbered(foes, nouns, said)
    said = _AT_THE_BODY.sub("attack it", said) if reader.state.fight is not None else said
    seen = {without_number(foe.name).lower() for foe in foes}
    if len(seen) != 1:
        return said
    name = seen.pop()
    known = {stem(word) for word in parts(name)}
    alike = frozenset(stem(word) for word in _kin(frozenset(known))) - known - carried - friends
    nouns = alike if known & nouns else nouns | alike

    def put(found: re.Match[str]) -> str:
        word = found["noun"]
        if stem(word) not in nouns:
            return found[0]
        return f"{found['before']}{name}{'s' if stem(word) != word else ''}"

    said = re.sub(rf"(?P<before>\b(?:{_BEFORE}) )(?P<noun>(?!the\b|an?\b)[a-z]+)\b", put, said)
    return re.sub(r"(?P<before>\b)(?P<noun>[a-z]+)(?= \d)", put, said)


@cache
def _kin(known: frozenset[str]) -> frozenset[str]:
    """The other words for creatures of that sort: a black widow is a spider."""
    sorts = [group(f"kin {sort}") for sort in group("kin") if sort != "man"]
    return frozenset(word for words in sorts if known & words for word in words)


_HIRED = {"hireling", "retainer", "henchman", "mercenary", "torchbearer"}
"""What the party's own are called who are paid."""
_AT_THE_BODY = pattern("by_any_name", "at_the_body")
"""A blow at a part of somebody is a blow at somebody: no rule tells one part from another."""


def _numbered(foes: list[Creature], nouns: frozenset[str], said: str) -> str:
    """`g1`, `orc2` and `the third orc` as Goblin 1, Orc 2 and Orc 3, where there is such a one; `a g1` is an attack."""

    def whole(found: re.Match[str]) -> str:
        fits = [foe for foe in foes if parts(foe.name)[-1:] == [found["number"]]]
        named = [foe for foe in fits if foe.name.lower().startswith(found["word"])]
        return " ".join(parts(named[0].name)) if named else found[0]

    def ranked(found: re.Match[str]) -> str:
        number = str(_RANKS.index(found["rank"][:3]) + 2)
        fits = [foe for foe in foes if parts(foe.name)[-1:] == [number]]
        named = [foe for foe in fits if stem(found["word"]) in map(stem, parts(foe.name))]
        those = named or (fits if found["word"] in _ANY_ONE or stem(found["word"]) in nouns else [])
        return " ".join(parts(those[0].name)) if len(those) == 1 else found[0]

    said = _RANKED.sub(ranked, said)
    said = re.sub(r"\b(?P<word>[a-z]+)(?P<number>\d+)\b", whole, said)
    return re.sub(r"^a (?=\w+ \d+$)", "attack ", said) if foes else said


_RANKS = ("sec", "thi", "fou", "fif", "six", "sev", "eig", "nin", "ten")
_RANKED = re.compile(
    r"\b(?:the )?(?P<rank>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?P<word>[a-z]+)\b"
)
_ANY_ONE = ("one", "foe", "enemy", "monster", "creature")


def _foes(reader: Reader) -> list[Creature]:
    state = reader.state
    if state.fight is not None:
        return [c for c in state.active() if not state.owns(reader.seat, c.id) and not _is_friend(reader, c)]
    if state.encounter is None:
        return survey.captives(state)
    met = state.encounter.monsters
    return [state.creatures[id] for id in met if id in state.creatures]


def _is_friend(reader: Reader, creature: Creature) -> bool:
    return reader.state.party is not None and creature.side == reader.state.party.side


def names_a_monster(rules: Ruleset, words: str) -> bool:
    """Whether the words have the name of a monster in them."""
    return bool({stem(word) for word in parts(words)} & _nouns(rules))


def _nouns(rules: Ruleset) -> frozenset[str]:
    """The last words of all monsters' names."""
    return _last_words(tuple(name for name, sort in rules.roster().items() if sort != "character"))


@cache
def _last_words(kinds: tuple[str, ...]) -> frozenset[str]:
    last = {stem(parts(name)[-1]) for name in kinds if parts(name) and not parts(name)[-1].isdecimal()}
    return frozenset(
        {*last, *_ALSO.split()}
        - {"man", "men", "guard", "back", "leader", "figure", "shadow", "mule", "horse", "light", "one"}
    )
