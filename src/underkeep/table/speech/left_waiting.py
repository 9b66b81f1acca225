"""Lines underground by which only some are to go on, and the others to wait where they are: the party goes together, so
nobody is moved by such a line before whoever typed it has said that all are to go."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON
from underkeep.table.course import Course
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.going_together import TOGETHER
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.those_told import led_by
from underkeep.table.speech.wording import first_part, folded, parts

ALL_OF_THEM = "Shall all of them go?"
IN_FRONT = "Say who goes first, and where all go."
_CLAUSE = re.compile(r"[,.;:]| (?:and|but|while|whereas|as) ")
_ONLY = re.compile(r"\b(?:only|just|nobody but|no one but|none but|nobody except|with no more than)(?: with)? (?=\w)")
_LED_IN = re.compile(r"^(?:(?:and|but|so|then|while|let|have|keep|leave|tell|please) )+")
_STAYS = re.compile(r"(?:to )?(?:waits?|stays?|remains?|stops?|holds?|keeps?|stands?)\b(?P<where>.*)")
_IN_PLACE = re.compile(
    r"|(?:here|there|put|outside|still|position|where \w+ (?:is|are)"
    r"|(?:guard |watch |back |behind )?(?:at|by|in|near|with|on"
    r"|here) (?:the |this |that |our )?(?:\w+ )?(?:door|doorway"
    r"|room|passage|entrance|opening|torch|light|corridor|hall|stairs))\b.*"
)
_BACK = re.compile(r"(?:well )?(?:back|behind)")
_OTHERS = re.compile(r"(?:all )?(?:the )?(?:rest|others)\b|every(?:one|body) else\b")
_IN_LINE = re.compile(r"\b(?:close|together|middle|rear|rank|line|formation|behind (?:him|her|them|us|\w+ and))\b")


def kept_together(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The meaning; of a line that would part the party and moves all of it, the question whether all are to go."""
    if place_of(reader) != DUNGEON or reader.state.prompts or isinstance(meant, Show):
        return meant
    is_told = isinstance(meant, Say) and not is_weak(reader, meant)
    if _leaves_some(reader, " ".join(folded(line).split())) and not isinstance(meant, Do) and not is_told:
        return Say(f"{TOGETHER} {IN_FRONT}")
    if isinstance(meant, Say):
        return meant
    is_way_in = isinstance(meant, Do) and isinstance(meant.action, a.OpenDoor) and _goes(line) and "open" not in line
    if isinstance(meant, Do | Undertake) and not _moves(meant) and not is_way_in:
        return meant
    if not isinstance(meant, Do | Undertake) and not _goes(line):
        return meant
    if not _parts_them(reader, " ".join(folded(line).split())):
        return meant
    if isinstance(meant, Do):
        return Ask(f"{TOGETHER} {ALL_OF_THEM}", (meant.action,))
    return Say(f"{TOGETHER} {IN_FRONT}")


def _goes(line: str) -> bool:
    return any(alike(word, group("go") | group("sneak")) for word in parts(line))


def _moves(meant: Do | Undertake) -> bool:
    """Whether the party goes anywhere by it."""
    if isinstance(meant, Do):
        return _is_step(meant.action)
    errand = meant.errand
    if isinstance(errand, Course):
        return True
    if isinstance(errand, InWords):
        return _moves(errand.first) or any(_goes(clause) for clause in errand.clauses)
    return any(_is_step(x) for x in getattr(errand, "actions", ()))


def _is_step(action: Action) -> bool:
    return isinstance(action, a.Go | a.Walk) or (hasattr(action, "way") and not isinstance(action, a.Evade))


def _parts_them(reader: Reader, said: str) -> bool:
    """Whether a line has but some of them go, or some of them stay."""
    own = ours(reader)
    people = {first_part(c.name) for c in own} | set(class_names(own))
    if _leaves_some(reader, said):
        return True
    for found in _ONLY.finditer(said):
        named = parts(said[found.end() :])[:3]
        if named and (named[0] in people or (named[0] in ("the", "our") and set(named[1:]) & people)):
            return True
    return any(_stays_behind(reader, clause) for clause in _CLAUSE.split(said))


_LEAVES = re.compile(r"\b(?:leave|leaving) (?P<who>[\w ,]+?) (?:here|behind|at the|by the|in the|with the)\b")


def _leaves_some(reader: Reader, said: str) -> bool:
    """Whether a line would leave living people of one's own behind."""
    found = _LEAVES.search(said)
    own = {first_part(c.name) for c in ours(reader)}
    return found is not None and set(parts(found["who"])) <= own | {"and", "the", "others", "rest"} and bool(own)


def _stays_behind(reader: Reader, clause: str) -> bool:
    """Whether a clause has somebody stay where the party is."""
    told = _LED_IN.sub("", clause.strip())
    who, rest = led_by(reader, ours(reader), told)
    stays = _STAYS.match(rest)
    is_others = _OTHERS.match(told) is not None
    if not who or stays is None or _IN_LINE.search(rest) or (len(who) == len(ours(reader)) and not is_others):
        return False
    where = stays["where"].strip()
    names = {first_part(c.name) for c in ours(reader)}
    if where.startswith("behind ") and set(parts(where)) & names:
        return False
    if _BACK.fullmatch(where):
        return is_others
    return _IN_PLACE.fullmatch(where) is not None and bool(where or rest.startswith(("wait", "stay")))
