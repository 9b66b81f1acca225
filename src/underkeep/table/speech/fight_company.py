"""A line of a fight put more plainly before it is read: names in a row, whom somebody stays with or leaves with, a rush
or a wait that is for everybody, a ring about a friend, a shot with a weapon that but one has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import aiming
from underkeep.table.speech import battle_orders
from underkeep.table.speech.fight_for_all import shooters
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.those_told import called_so, having, in_rows, led_by
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature


def put_plainly(reader: Reader, said: str) -> str:
    """The line as the readers of orders know it."""
    own = [c for c in ours(reader) if called_so(c)]
    if reader.state.fight is None or not own:
        return said
    said = _STILL_THERE.sub(r"\1", _in_a_row(own, said))
    said = _SYMBOLS.sub("turns the undead", said)
    for form in (_some_in_front, _all_away, _with_company, _in_a_ring, _surrounded, _waiting, _with_the_arm):
        said = form(reader, own, said)
    return said


_STILL_THERE = re.compile(
    r"\b(ones?|\w+s?),? (?:that|who|which)(?: is|'s| s| are)? (?:still )?(?:left|standing|up|alive|remaining)\b"
)
_SYMBOLS = re.compile(
    r"\b(?:holds?|raises?|lifts?|presents?|brandish(?:es)?|shows?)(?: up| out| high| forth)?"
    r" (?:\w+ )?(?:holy )?(?:symbols?|cross(?:es)?)\b(?: and turns? .*)?$"
)


def _in_a_row(own: Sequence[Creature], said: str) -> str:
    """Names that follow each other without a comma, with one."""
    names = "|".join(re.escape(called_so(c)[-1]) for c in own)
    return re.sub(rf"\b({names}) (?=(?:{names})\b(?! and \w+ (?:at|on)\b))", r"\1, ", said)


_WITH = re.compile(
    r"(?P<what>.+?),? (?:together )?(?P<how>with|near|beside|by|next to|close to) (?:the )?(?P<whom>\w+)"
)


def _with_company(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`Kit stays back with Wat` is for Kit; to leave with Wat is for both."""
    who, rest = led_by(reader, own, said)
    found = _WITH.fullmatch(rest)
    friend = next((c for c in own if found is not None and found["whom"] in called_so(c)), None)
    if not who or found is None or friend is None or friend.id in who:
        return said
    names = [called_so(reader.state.creatures[id])[-1] for id in who]
    what = found["what"]
    if _KEEPS_BACK.fullmatch(what):
        return f"{' and '.join(names)} stays back"
    if found["how"] != "with":
        return said
    if alike(what.split()[0], group("run") | group("back")) or _GOES_AWAY.match(what):
        return f"{' and '.join([*names, called_so(friend)[-1]])} fall back"
    return said


_KEEPS_BACK = re.compile(
    r"(?:stays?|stands?|hangs?|keeps?|holds?|remains?|waits?) (?:(?:well|far) )?"
    r"(?:back|behind|away|clear|out of (?:it|reach|the way)|(?:at|in|to) the (?:back|rear))"
)
_GOES_AWAY = re.compile(r"(?:gets?|goes|go|moves?|backs?|falls?|slips?|pulls?) (?:away|off|out|back)\b")

_SOME_IN_FRONT = re.compile(
    r"(?P<count>two|three|four|2|3|4)(?: of (?:us|you))?(?: fighters| people)?(?: go| stand| get)?"
    r" (?P<rest>(?:in|at|up|to)(?: the)? front\b.*)"
)
_COUNTS = {"two": 2, "three": 3, "four": 4}


def _some_in_front(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """So many in front: those who stand it best, and of them the nearest to the foes."""
    found = _SOME_IN_FRONT.fullmatch(said)
    if found is None:
        return said
    count = _COUNTS.get(found["count"]) or int(found["count"])
    nearest = in_rows(reader, own, False, len(own))
    ranked = sorted(nearest, key=lambda c: battle_orders.is_frail(reader, c))
    return f"{_names(ranked[:count])} {found['rest']}" if count < len(own) else said


_FIRST_ONE = re.compile(
    r"(?:moves?|gets?|pulls?|sends?|brings?|takes?) \w+ (?:away|back|out|off|clear)(?: (?:from|of) (?:the )?\w+)?,? "
    r"(?:and )?(?P<rest>(?:everyone|everybody|all|we|let us)\b.+)"
)


def _all_away(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """Who is to get away first goes with all the others, if all run."""
    found = _FIRST_ONE.fullmatch(said)
    if found is None or not any(alike(word, group("run")) for word in parts(found["rest"])):
        return said
    return found["rest"]


_RING = re.compile(
    r"(?P<who>.*?),? ?"
    r"(?:(?:forms?|gets?|stands?|makes?|moves?|closes?|gathers?|huddles?)(?: up| in| into)*(?: an?| the)?"
    r"(?: (?:circle|ring|square|wall|knot|cordon))?|circles?) (?:around|round|about) (?:the )?(?P<whom>\w+)\b.*"
)


def _in_a_ring(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """A ring about one of one's own is to guard that one."""
    first, _, rest = said.partition(" ")
    found = _RING.fullmatch(said) or _RING.fullmatch(f"{rest} {first}")
    friend = next((c for c in own if found is not None and found["whom"] in called_so(c)), None)
    if found is None or friend is None:
        return said
    who = _only_names(reader, own, found["who"])
    if who is None:
        return said
    some = [c for c in who if c is not friend] or [c for c in own if c is not friend]
    return f"{_names(some)} guard {called_so(friend)[-1]}"


_SURROUNDS = re.compile(
    r"(?P<who>.*?)(?:,? )?\b(?:surrounds?|encircles?|gangs? up on|swarms?|mobs?) (?P<whom>.+?)"
    r"(?: and (?:\w+ )?(?:attacks?|hits?|kills?|strikes?|fights?)(?: (?:it|him|her|them))?)?"
)


def _surrounded(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """To surround a foe is to attack it, all who are named, or everybody."""
    found = _SURROUNDS.fullmatch(said)
    foes = reader.state.enemies_of(own[0])
    if found is None or not aiming.meant(own[0], foes, found["whom"], own):
        return said
    who = _only_names(reader, own, found["who"])
    if who is None:
        return said
    is_for_all = not who or len(who) == len(own)
    return f"{'everyone' if is_for_all else _names(who)} attack {found['whom']}"


def _only_names(reader: Reader, own: Sequence[Creature], words: str) -> list[Creature] | None:
    """Those whom words name that are but names, nobody of words for all; None of words that say more."""
    if set(parts(words)) <= _ALL | {"the", "of", "party"} | group("creature") or parts(words)[:1] == ["all"]:
        return []
    who, rest = led_by(reader, own, f"{words} stay")
    return [c for c in own if c.id in who] if who and rest == "stay" else None


_WAITS = re.compile(
    r"(?P<who>.*?)\b(?:waits?|holds?|stays?|stands?|let (?:them|it|him|her) come)\b(?P<what>.*?)(?:,| and)+ (?:then )?"
    r"(?:shoots?|fires?|looses?|uses?|throws?)\b(?! at will)(?P<rest>.*)"
)
_ANYTHING = {"anything", "everything", "whatever", "missiles", "all", "bows", "slings", "arrows", "them", "ranged", ""}


def _waiting(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """To wait and shoot, where nobody is named, is for all: who can shoot does, the others hold."""
    found = _WAITS.fullmatch(said)
    if found is None or (found["who"].strip() and set(parts(found["who"])) - _ALL):
        return said
    if set(parts(said)) & {name for c in own for name in called_so(c)}:
        return said
    some = shooters(reader, own)
    if not some or not set(parts(found["rest"]) or [""]) & _ANYTHING:
        return said
    return f"{_names(some)} shoot, the others hold" if len(some) < len(own) else "everyone shoot"


_AGAIN = re.compile(r" (?:again|once more)\b")
_ALL = {"we", "all", "everyone", "everybody", "let", "us", "just", "now", "and", "then"}
_BY_ARM = re.compile(
    r"(?P<verb>\w+)\b(?P<whom>.*?) (?:with|using) (?:the|an?|our|my|that|his|her|their) (?P<arm>\w+)(?P<more>.*)"
)


def _with_the_arm(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """A blow or a shot with a weapon that whoever acts now has not is for who has it."""
    found = _BY_ARM.fullmatch(said)
    focus = reader.state.creatures.get(reader.focus)
    if found is None or focus is None or stem(found["arm"]) not in group("weapon names"):
        return said
    if not alike(found["verb"], group("shoot") | group("hit") | group("blow")):
        return said
    some = [c for c in having(reader, own, found["arm"]) if c.is_up]
    able = [c for c in some if battle_orders.may_yet(reader, c.id)] or some
    if not able or focus in some:
        return said
    return f"{_names(able[:1])} {_AGAIN.sub('', said)}"


def _names(some: Sequence[Creature]) -> str:
    names = [called_so(c)[-1] for c in some]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
