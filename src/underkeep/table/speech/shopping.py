"""Errands in town in anybody's words: `dela needs her lockpicks`, `a lantern for Birch, 3 oil and a sack`, `the best
armour we can afford`, `sell the spare sword`. What is wanted is read thing by thing, and what is but chatter passed
over.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.questions import Ware
from underkeep.table.several import InOrder
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.describe import wares
from underkeep.table.speech.destinations import bound_for, elsewhere
from underkeep.table.speech.handling import names_item, stems
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import pattern, text, words
from underkeep.table.speech.rest_wished import rest_wished
from underkeep.table.speech.trading import after, for_each, kinds_named, purchase
from underkeep.table.speech.wording import first_part, parts, stem

_WANTS = text("shopping", "wants")
_BUYS = pattern("shopping", "buys")
_SELLS = pattern("shopping", "sells")
_AND = re.compile(r",? and (?:also )?|, |; |\. | with (?:some |a |an )?(?=arrows|bolts|oil|quarrels|stones)")
_FOR = re.compile(r" (?:for|to) (?P<whom>[\w ]+)$")
_EACH = pattern("shopping", "each")
_ALL = {"everyone", "everybody", "each", "all", "party", "whole", "member", "members", "of", "us", "we", "every"}
_COUNT = pattern("shopping", "count")
_OF_THEM = pattern("shopping", "of_them")
_EMPTY = words("shopping", "empty")
_CHAT = words("shopping", "chat")
_BEST = {
    "best": -1,
    "finest": -1,
    "better": -1,
    "strongest": -1,
    "toughest": -1,
    "priciest": -1,
    "cheapest": 1,
    "cheap": 1,
}
_SORTS = {
    "armour": ("armour",), "weapon": ("weapon", "arms"), "missile": ("missile", "ammunition"),
    "sword": (), "bow": (), "gear": (), "dagger": (),
}  # fmt: skip
_JUNK = words("shopping", "junk")
_ALIKE = 0.8


class _Wish(Struct):
    """So many of a ware for somebody; for each of all if `each`. Nothing is `unknown` that somebody sells."""

    ware: Ware | None
    count: int
    whom: list[str]
    each: bool = False
    unknown: str = ""


def shopped(reader: Reader, said: str) -> Meaning | None:
    """What a line buys or sells; None if it is about something else."""
    state = reader.state
    if state.party is None or state.party.place != "town" or reader.rules.town is None or state.prompts:
        return None
    said = _FOOD.sub(_rations, said)
    if (rests := rest_wished(reader, said)) is not None:
        return rests
    if (sets_out := elsewhere(reader, said) or bound_for(reader, said)) is not None:
        return sets_out
    if _LEAVES.fullmatch(said) and a.SetOut() in reader.options.listed:
        return Do(a.SetOut())
    if any(_ANOTHER_DEED.match(piece) for piece in _AND.split(said)[1:]):
        return None
    if (sells := _SELLS.fullmatch(said)) is not None:
        return _sold(reader, sells["who"] or "", sells["what"])
    buys = _BUYS.fullmatch(said)
    if buys is not None and (stranger := _looks_for_work(reader, said)):
        return Say(f"{stranger} is not of the party; who is hired first can be bought something.")
    for_whom = (buys["who"] or buys["whom"] or "") if buys is not None else ""
    who, everyone = _buyers(reader, for_whom)
    if buys is not None and buys["who"] and not who and not everyone:
        buys = None
    rest = buys["rest"] if buys is not None else said
    some, all_of_us = _buyers(reader, first_part(rest))
    if not who and (some or (all_of_us and first_part(rest) != "all")) and len(parts(rest)) > 1:
        who, everyone, rest = some, everyone or all_of_us, rest[len(rest.split()[0]) :].lstrip(" ,")
    name = first_part(said) if buys is None else ""
    if name and (owner := _buyers(reader, name)[0]):
        who, rest = owner, rest.removeprefix(name).lstrip(" ,")
    if (first := re.match(r"for (?P<whom>\w+) (?P<rest>.+)", rest)) is not None and (
        some := _buyers(reader, first["whom"])[0]
    ):
        who, rest = some, first["rest"]
    wishes = list(_wishes(reader, rest, who, everyone))
    known = [wish for wish in wishes if wish.ware is not None]
    if buys is None and not _is_a_list(said, wishes):
        return None
    if not known:
        plainly = bool(wishes) and len(wishes[0].unknown.split()) < 3 and len(wishes) == 1
        return Say("Nobody here sells that.") if plainly else None
    return _together(reader, wishes)


_FOOD = re.compile(
    r"\b(?:(?:some|enough|the) )?(?:food|provisions|meals|something to eat)"
    r"(?: for (?P<count>an?|one|\d+) (?P<unit>day|week)s?)?\b"
)


def _rations(found: re.Match[str]) -> str:
    """Food by the name that the shops have for it, and for how many days."""
    if not found["unit"]:
        return "rations"
    many = int(found["count"]) if found["count"].isdecimal() else 1
    return f"{many * (7 if found['unit'] == 'week' else 1)} rations"


def _looks_for_work(reader: Reader, said: str) -> str:
    """Who is to have a ware and is but looking for work here; nothing for one of the party."""
    found, own = _FOR.search(said), {first_part(c.name) for c in ours(reader)}
    seekers = reader.state.settlement.applicants if reader.state.settlement is not None else ()
    words = set(parts(found["whom"])) - own if found is not None else set()
    return next((x.name for x in seekers if first_part(x.name) in words), "")


_VERBAL = re.compile(r"\b(?:it|is|are|he|she|they|them|that|what|who|how|where|when|why|can|do|does|if)\b")


def _is_a_list(said: str, wishes: Sequence[_Wish]) -> bool:
    """Whether a line without a verb names wares by their whole names: `lantern for Birch, 3 oil and a sack`."""
    words = {stem(w) for w in parts(said)}
    if _VERBAL.search(said):
        return False
    if not wishes or (wishes[0].ware is None and sum(w.ware is not None for w in wishes) < 2):
        return False
    whole = [w for w in wishes if w.ware is not None and {stem(p) for p in parts(w.ware.name) if len(p) > 2} & words]
    return bool(whole) and 2 * len(whole) > len(wishes) and not _DEEDS.match(said) and len(parts(said)) < 16


_DEEDS = pattern("shopping", "deeds")
_ANOTHER_DEED = re.compile(
    rf"(?:then )?(?:(?:buys?|sells|purchases?|gives|drops|wears|takes)\b|{_DEEDS.pattern}) \w"
    r"|(?:then )?(?:rests?|sleeps?|leaves?|sets? out|go(?:es)?|waits?|heads?|walks?|returns?|visits?"
    r"|hires?|talks?|asks?)\b"
)


_LEAVES = pattern("shopping", "leaves")


def _buyers(reader: Reader, words: str) -> tuple[list[str], bool]:
    """Who is to have it, by name or class; or everybody."""
    own, said = ours(reader), parts(words)
    if set(said) & {"everyone", "everybody", "each", "all"} and not set(said) - _ALL:
        return [], True
    named = [c.id for c in own if parts(c.name)[:1] and parts(c.name)[0] in said]
    if not named and said:
        some = next((some for word, some in class_names(own).items() if word in " ".join(said)), [])
        named = [c.id for c in some]
    return named, False


def _wishes(reader: Reader, rest: str, who: list[str], everyone: bool) -> Iterator[_Wish]:
    """Each thing that is wanted, in order; a count that follows (`20 of them`) is of the one before."""
    each_all = everyone or bool(_EACH.search(rest))
    rest = _EACH.sub("", rest).strip()
    whole = _FOR.search(rest)
    last_whom, _ = _buyers(reader, whole["whom"]) if whole is not None else ([], False)
    rest = re.sub(r"(?<=[a-z])(?<!\band)(?<!\bfor) (?=\d+ [a-z])", ", ", rest)
    pieces = [piece.strip() for piece in _AND.split(rest) if piece.strip()]
    made: list[_Wish] = []
    for piece in pieces:
        of_them = _OF_THEM.fullmatch(piece)
        if of_them is not None and made:
            made[-1].count = int(of_them["count"] or 1)
            continue
        wish = _one(reader, piece, who or [], each_all)
        if wish is None:
            continue
        if not wish.whom and not each_all:
            wish.whom = (made[-1].whom if made else []) or last_whom
        made.append(wish)
    yield from made


def _one(reader: Reader, piece: str, who: list[str], each: bool) -> _Wish | None:
    """What a piece of a list wants; None for chatter."""
    piece = re.sub(
        r"^(?:(?:can|could|may|let|and|also|then) )?(?:we |i |us )?(?:also )?(?:buy|get|have|take|want|need) (?=\w)",
        "",
        piece,
    )
    piece = re.sub(r"\b50[- ]?(?:foot|feet|ft)?(?: of)? (?=\w*rope)", "", piece)
    piece = re.sub(r"^([a-z ]+?) x? ?(\d{1,3})$", r"\2 \1", piece)
    whom = list(who)
    named_first = _GETS.match(piece)
    if named_first is not None and (some := _buyers(reader, named_first["who"])[0]):
        whom, piece = some, piece[named_first.end() :]
    found = _FOR.search(f" {piece}")
    if found is not None:
        named, everyone = _buyers(reader, found["whom"])
        if named or everyone:
            whom, each, piece = named, each or everyone, f" {piece}"[: found.start()].strip()
    if piece in ("one", "it", "them", "some", "that"):
        return None
    counted = _COUNT.match(piece)
    bare = piece[counted.end() :] if counted is not None else piece
    ware = _ware(reader, bare, whom) or _ware(reader, _HOLDING.sub("", bare), whom)
    if ware is None:
        words = [w for w in parts(bare) if w not in _EMPTY]
        if set(parts(piece)) & _CHAT or not words or len(words) > 4:
            return None
        return _Wish(None, 0, whom, each, " ".join(words))
    return _Wish(ware, _number(counted, ware), whom, each)


_GETS = re.compile(r"(?P<who>\w+) (?:gets?|buys?|takes?|has|wants?|needs?) (?=\w)")
_HOLDING = re.compile(r"^(?:flasks?|vials?|bottles?|jars?|coils?|lengths?) of ")
"""What a ware is sold in, where the shops count the ware itself."""


def _number(counted: re.Match[str] | None, ware: Ware) -> int:
    if counted is None:
        return ware.count
    if counted["week"]:
        return 7
    if counted["days"]:
        return int(counted["days"])
    return int(counted["count"]) if counted["count"] else ware.count


def _ware(reader: Reader, piece: str, whom: Sequence[str]) -> Ware | None:
    """The ware that the words name: as the shops call it, by another name, well spelt; the best of a sort."""
    known = list(wares(reader.rules, reader.state).values())
    words = [w for w in parts(piece) if w not in _EMPTY and w not in ("the", "a", "an")]
    most = next((sign for word, sign in _BEST.items() if word in words), 0)
    words = [w for w in words if w not in _BEST and w not in ("kind", "possible", "available", "money", "can", "buy")]
    if most:
        return _best(reader, known, words, whom, most)
    for length in range(len(words), 0, -1):
        found = kinds_named(reader, " ".join(words[:length]))
        if found and (length == len(words) or set(words[length:]) & _CHAT):
            return _plainest(found)
    if len(words) > 1 and (
        some := [w for w in known if len(set(stems(w.name)) & set(map(stem, words))) * 2 > len(words)]
    ):
        return _plainest(some)
    spelt = [_spelt(w, known) for w in words] if len(words) <= 2 and not set(words) & _CHAT else words
    found = kinds_named(reader, " ".join(spelt)) if spelt != words and all(spelt) else []
    return _plainest(found) if found else None


def _plainest(found: Sequence[Ware]) -> Ware:
    """Of several that the words fit the one with the shortest name, of equals the cheapest."""
    return min(found, key=lambda w: (len(stems(w.name)), w.cost))


def _spelt(word: str, known: Sequence[Ware]) -> str:
    names = {part for ware in known for part in parts(ware.name)}
    if word in names or stem(word) in names or len(word) < 4:
        return word
    return next(iter(difflib.get_close_matches(word, sorted(names), 1, _ALIKE)), word)


def _best(reader: Reader, known: Sequence[Ware], words: Sequence[str], whom: Sequence[str], sign: int) -> Ware | None:
    """The dearest that can be paid for, or the cheapest, of what the words are about."""
    town = reader.rules.town
    assert town is not None
    sort = next((word for word in words if stem(word) in _SORTS), "")
    if not sort:
        return None
    heads = _SORTS[stem(sort)] or (stem(sort),)
    some = [
        w
        for w in known
        if set(heads) & {stem(p) for p in parts(f"{w.sort} {w.name}")} and "barding" not in w.name.lower()
    ]
    buyers = list(whom) or [c.id for c in ours(reader)]
    money = sum(town.purse(c) for c in ours(reader))
    able = [w for w in some if w.cost <= money and any(_may(reader, id, w) for id in buyers)]
    return min(able, key=lambda w: sign * w.cost, default=None)


def _may(reader: Reader, buyer: str, ware: Ware) -> bool:
    """Whether nothing but the purse is against it."""
    against = play.why_not(reader.rules, reader.state, reader.seat, a.Buy(buyer, ware.kind, ware.count))
    return against is None or any(word in against.sentence.lower() for word in ("cost", "gold", "coin", "pay", "money"))


def _together(reader: Reader, wishes: Sequence[_Wish]) -> Meaning:
    """All of it, in order; nothing is done if one of them cannot be, but of several each buys who can."""
    actions: list[Action] = []
    notes: list[str] = []
    for wish in wishes:
        if wish.ware is None:
            notes.append(f"Nobody here sells {wish.unknown}.")
            continue
        several = [c.id for c in ours(reader)] if wish.each else wish.whom
        if len(several) > 1:
            bought, against = for_each(after(reader, actions), wish.ware, wish.count, several)
            actions, notes = [*actions, *bought], [*notes, *against]
            continue
        for buyer in [[id] for id in several] or [[]]:
            meant = purchase(after(reader, actions), wish.ware, wish.count, buyer)
            if isinstance(meant, Do):
                actions.append(meant.action)
            elif isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
                actions += meant.errand.actions
                notes += [meant.note] if meant.note else []
            elif len(wishes) == 1 or isinstance(meant, Say):
                return meant
            elif isinstance(meant, Ask):
                actions.append(meant.choices[0])
    told = " ".join(dict.fromkeys(notes))
    if len(actions) == 1:
        return Do(actions[0], told)
    return Undertake(InOrder(actions), note=told) if actions else Say(told)


def wanted(reader: Reader, rest: str) -> list[tuple[Ware, int]]:
    """The wares that a list names, with how many of each; none of what is but said."""
    if not set(parts(rest)) - _CHAT - _EMPTY - _OF_PAY:
        return []
    return [(w.ware, w.count) for w in _wishes(reader, rest, [], False) if w.ware is not None]


_OF_PAY = {"would", "pay", "that", "be", "for", "not", "will", "you", "to"}


def list_bought(said: str) -> str | None:
    """What a line that buys something says of the things; None if it buys nothing."""
    buys = _BUYS.fullmatch(said)
    return buys["rest"] if buys is not None else None


# Selling


def _sold(reader: Reader, who: str, what: str) -> Meaning | None:
    own = ours(reader)
    named = [c for c in own if parts(c.name)[:1] == parts(who)[:1]] if who else []
    if who and not named:
        return None
    what = re.sub(
        r" (?:for \d+ ?\w*|for (?:cash|coin|money|gold|whatever .*)|at the \w+"
        r"|to the \w+|in the \w+|(?:that|which) we .+|we .+)$",
        "",
        what,
    )
    actions: list[Action] = []
    for piece in _AND.split(what):
        words = [
            w
            for w in parts(piece)
            if w not in _EMPTY and w not in ("the", "a", "an", "that", "those", "old", "second", "all", "off")
        ]
        count = next((int(w) for w in words if w.isdecimal()), 1 if words[:1] == ["one"] else 0)
        words = [w for w in words if not w.isdecimal() and w != "one"]
        owners = [
            c for c in named or own if not any(first_part(o.name) in words for o in own) or first_part(c.name) in words
        ]
        words = [w for w in words if not any(w == first_part(o.name) for o in own)]
        if not words or set(words) & _JUNK:
            return Browse("Sell")
        found = [(c, item) for c in owners for item in c.items if names_item(" ".join(words), item)]
        if not found:
            return Say(f"Nobody in the party has {' '.join(words)} to sell.")
        packed = [(c, i) for c, i in found if i.place not in ("hand", "worn")]
        choice = packed or found
        sales = [a.Sell(c.id, item.id, min(item.count, count or item.count)) for c, item in choice]
        if len(sales) > 1 and not packed:
            return Ask("Which one? It is in hand or worn.", tuple(sales))
        actions.append(sales[0])
    return Do(actions[0]) if len(actions) == 1 else Undertake(InOrder(actions))
