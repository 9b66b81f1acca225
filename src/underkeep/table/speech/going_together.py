"""Lines underground that say more than one thing at once without `and`: an order of march with a way to go, a deed
without something, somebody who is to go alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import DUNGEON
from underkeep.table.speech.clauses import MOST_CLAUSES, InWords, is_but_names, is_remark, is_turned
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import COMPASS, first_part, parts

Read = Callable[[str], Meaning | None]
_APART = re.compile(r",? while (?:we |i |you |he |she |they )?|, (?:and |but |then )*|,? but (?:first )?")
_AND_GO = re.compile(
    r",? and (?:then )?(?=(?:we |i |let us )?"
    r"(?:go|head|walk|move|open|listen|search|enter|light|rest|camp|explore)\b)"
)
_NO_DEED = re.compile(r"(?:the |all )?(?:rest|others)\b|leave (?!the dungeon|dungeon|by\b|through)")
"""A clause that is about the others, or about what is left lying."""
_MAY = re.compile(r"(?:can|could|would|will|may|let|have) (?P<rest>[a-z]+ .+)")
_WITHOUT = re.compile(
    r"(?P<deed>.+?),? (?:but |and )?"
    r"(?:(?:with )?no|without(?: any| an?| our| the| lighting an?)?|do not(?: you)?|never)"
    r" (?P<what>[a-z]+(?: [a-z]+){0,4})"
)
_LIGHTS = frozenset(["light", "lights", "torch", "torches", "lantern", "lamp"])
_ALONE = re.compile(
    r"\b(?:alone|ahead|by (?:him|her)self|on (?:his|her) own|in advance|forward)\b|^(?:\w+ )?scouts?\b|\bscouts?\b"
)


def all_at_once(reader: Reader, said: str, read: Read, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """What such a line means; None of any other."""
    if place_of(reader) != DUNGEON or reader.state.prompts:
        return None
    may = _MAY.fullmatch(said.rstrip("? "))
    is_told = may is not None and first_part(may["rest"]) in [first_part(c.name) for c in ours(reader)]
    if is_asked(said) and not is_told:
        return None
    said = said.rstrip("? ")
    if is_turned(said):
        return None
    if _NOT_YET.search(said) is not None:
        return Say("Very well: nothing is done yet.")
    found = _NOT_BUT.fullmatch(said)
    if found is not None and (then := read(found["then"])) is not None:
        return then
    if _REST_GO.search(said) is not None:
        return Say(TOGETHER)
    apart = _split_up(reader, said) or _back_to(said, read) or _without(reader, said, read)
    return apart or _alone(reader, said) or _by_commas(reader, said, read, parse)


_REST_GO = re.compile(
    r"\b(?:stays?|waits?|remains?)\b.*\b(?:the )?(?:rest|others)(?: of (?:us|you|the party))?"
    r" (?:go|goes|walk|march|move|head)\b"
)
_NOT_BUT = re.compile(
    r"(?:we |i )?(?:do not|let (?:us )?not|never|will not|should not|not) [^,]+, (?:but |just |only |instead |rather )*"
    r"(?P<then>.+?)(?: instead)?"
)
_NOT_YET = re.compile(r"(?:,| but|, but) not (?:yet|now|just yet)$")
_STAYS = r"(?:waits?|stays?|stands? guard|keeps? watch|guards?|holds?|remains?)"
_SPLIT_UP = re.compile(
    rf"(?P<who>[a-z]+(?:,? (?:and )?[a-z]+){{0,3}}),? {_STAYS}(?: here| behind| back| put| guard| there)*"
    r"(?:,? (?:and |while |as |then )*(?P<others>.+))?"
)
TOGETHER = "The party goes together: nobody is left behind, and nobody goes ahead."
_BACK_TO = re.compile(
    rf"(?:we |let us )?(?:go|walk|head|move|run|march|step)(?: back| over| straight)+ (?:to the )?"
    rf"(?P<side>{'|'.join(word for word in COMPASS if len(word) > 1)})(?: again)?"
)


def _split_up(reader: Reader, said: str) -> Say | None:
    """What is said to a line that would have some go and the others stay."""
    found = _SPLIT_UP.fullmatch(said)
    names = {first_part(c.name) for c in ours(reader)}
    if found is None or not set(parts(found["who"])) <= names | _ALL_BUT:
        return None
    if not found["others"]:
        return Say(TOGETHER) if set(parts(said)) & {"here", "put", "there"} else None
    others = parts(found["others"])
    goes = any(word in _GOES for word in others) and (bool(set(others) & names) or bool(set(others) & _THE_REST))
    return Say(TOGETHER) if goes else None


_ALL_BUT = {"and", "everyone", "everybody", "else", "all", "rest", "others", "the", "we"}
_GOES = {"go", "goes", "head", "heads", "walk", "walks", "move", "moves", "explore", "explores", "scout", "scouts"}
_THE_REST = {"rest", "others", "we", "us"}


def _back_to(said: str, read: Read) -> Meaning | None:
    """Back to a side: as far as one sees that way, or through a way there, or that there is none."""
    found = _BACK_TO.fullmatch(said)
    if found is None:
        return None
    side = COMPASS[found["side"]]
    return read(f"go {side}") or Say(f"No way {side} is known from here; go back returns the way the party came.")


def _without(reader: Reader, said: str, read: Read) -> Meaning | None:
    """A deed and what is not to be done with it: `go south, no light`."""
    found = _WITHOUT.fullmatch(said)
    if found is None:
        return None
    meant = read(found["deed"])
    if not isinstance(meant, Do | Undertake | Say) or (isinstance(meant, Do) and isinstance(meant.action, Try)):
        return None
    burning = bool(reader.state.lights) and bool(set(parts(found["what"])) & _LIGHTS)
    note = "The lights burn on; put out puts them out." if burning else ""
    if isinstance(meant, Say):
        return replace(meant, text=f"{meant.text} {note}".strip())
    return replace(meant, note=" ".join(part for part in (meant.note, note) if part))


def _alone(reader: Reader, said: str) -> Say | None:
    """What is said to a line that would send one of the party ahead."""
    said = re.sub(r"^(?:send|let|have|get|make) (?=[a-z]+ )", "", said)
    said = re.sub(r"^([a-z]+) (?=(?:ahead|in advance|alone|forward)\b)", r"\1 go ", said)
    names = [c.name for c in ours(reader) if first_part(c.name) in parts(said)]
    head = said.split(" ")[0].rstrip(",")
    words = [word for word in parts(said) if word != head]
    goes = any(alike(word, group("go")) or alike(word, group("sneak")) or word in ("scout", "scouts") for word in words)
    if len(names) != 1 or head != first_part(names[0]) or not goes or not _ALONE.search(said):
        return None
    if set(words) & {"first", "lead", "front", "leads"}:
        return None
    where = next((COMPASS[word] for word in words if word in COMPASS and len(word) > 1), "")
    way = f"go {where}" if where else "go, or explore"
    return Say(f"The party goes together, and nobody ahead alone: put {names[0]} in front, then {way}.")


def _by_commas(reader: Reader, said: str, read: Read, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """Clauses with no more than a comma between them, each something else to do; an order of march comes first."""
    may = _MAY.fullmatch(said)
    if may is not None and first_part(may["rest"]) in [first_part(c.name) for c in ours(reader)]:
        said = may["rest"]
    found = [piece for piece in _APART.split(said) if piece and not is_remark(piece)]
    if len(found) == 1 and found[0] != said:
        return read(found[0])
    if len(found) == 1 and len(both := _AND_GO.split(said, 1)) == 2:
        found = both if isinstance(order := read(both[0]), Do) and isinstance(order.action, a.Order) else found
    if any(_NO_DEED.match(piece) for piece in found):
        return None
    if not 2 <= len(found) <= MOST_CLAUSES or is_but_names(reader, found[0]):
        return None
    meant = [(piece, read(piece)) for piece in found]
    deeds = [(piece, one) for piece, one in meant if isinstance(one, Do) and not isinstance(one.action, Try)]
    if len(deeds) < len(found):
        return None
    deeds = _one_order(deeds, read)
    if len(deeds) < 2 or len({type(one.action) for _, one in deeds}) < len(deeds):
        return None
    deeds.sort(key=lambda pair: not isinstance(pair[1].action, a.Order))
    return Undertake(InWords(deeds[0][1], [piece for piece, _ in deeds[1:]], parse), note=deeds[0][1].note)


def _one_order(deeds: list[tuple[str, Do]], read: Read) -> list[tuple[str, Do]]:
    """The same with all that is said of the order of march as one."""
    ranks = [piece for piece, one in deeds if isinstance(one.action, a.Order)]
    if len(ranks) < 2:
        return deeds
    whole = ", ".join(ranks)
    meant = read(whole)
    rest = [(piece, one) for piece, one in deeds if not isinstance(one.action, a.Order)]
    return [(whole, meant), *rest] if isinstance(meant, Do) else deeds
