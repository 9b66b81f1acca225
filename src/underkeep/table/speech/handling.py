"""Lines about things and numbers: buying, selling, giving, dropping, wearing; days of rest; the marching order.

These are legal in more forms than are listed; the table refuses what is too much.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.describe import wares
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.state import State

EQUIPPING = {
    "hold": "hand", "wield": "hand", "ready": "hand", "draw": "hand",
    "wear": "worn", "don": "worn", "equip": "hand",
    "pack": "pack", "stow": "pack", "sheathe": "pack", "unequip": "pack", "remove": "pack", "doff": "pack",
}  # fmt: skip
_VERBS = {
    "put on": "wear",
    "take off": "remove",
    "put away": "stow",
    "hand over": "give",
    "pass": "give",
    "recruit": "hire",
    "employ": "hire",
}


def handled(rules: Ruleset, state: State, options: Options, seat: str, said: str) -> Sequence[Action]:
    """The action that a line about things means, or nothing."""
    if state.fight is not None or state.encounter is not None or state.party is None or state.prompts:
        return ()
    for phrase, verb in _VERBS.items():
        if said.startswith(f"{phrase} "):
            said = f"{verb}{said[len(phrase) :]}"
    verb, _, rest = said.partition(" ")
    if verb in ("buy", "purchase", "sell") and state.party.place != "town":
        return ()
    if verb in ("buy", "purchase"):
        return _buy(rules, state, options, seat, rest)
    if verb == "sell":
        return [a.Sell(who, item, count) for who, item, count in _things(state, seat, rest, "of|from|by|for")]
    if verb == "give":
        return _give(state, seat, rest)
    if verb == "drop":
        return [a.Drop(who, item, count) for who, item, count in _things(state, seat, rest, "of|from|by|with")]
    if verb == "put" and (found := _put_in(state, seat, rest)):
        return found
    if verb == "take" and re.search(r"\bout\b", rest):
        return _take_out(state, rest)
    if verb in EQUIPPING:
        place = EQUIPPING[verb]
        return [a.Equip(who, item, place) for who, item, _ in _things(state, seat, rest, "of|from|by|with|on")]
    if verb in ("rest", "stay", "heal", "sleep", "wait", "recover", "recuperate", "lodge"):
        return _rest(options, rest)
    if verb == "hire":
        return _hire(rules, state, options, seat, rest)
    return _order(state, said) if verb in ("order", "march", "line", "form", "formation") else _ranked(state, said)


def _buy(rules: Ruleset, state: State, options: Options, seat: str, rest: str) -> Sequence[Action]:
    """By whoever is named, or the first who can; if nobody can, the rules will say why."""
    count, rest = _count(rest)
    what, who = _split(rest, "for|to")
    able = {(x.actor, x.item) for x in options.listed if isinstance(x, a.Buy)}
    actors = _members(state, who) if who else _own(state, seat)
    known = wares(rules, state)
    kinds = [kind for kind, ware in known.items() if _fits(what, ware.name)]
    exact = [kind for kind in kinds if _stems(known[kind].name) == _stems(what)]
    found: list[Action] = []
    for kind in exact or kinds:
        hands = [id for id in actors if (id, kind) in able] or actors
        found += [a.Buy(id, kind, count or 1) for id in hands[: 1 if not who else None]]
    legal = [x for x in found if isinstance(x, a.Buy) and (x.actor, x.item) in able]
    return legal or found


def _give(state: State, seat: str, rest: str) -> Sequence[Action]:
    what, to = _split(rest, "to")
    to, giver = _split(to, "from|of|by")
    found: list[Action] = []
    for receiver in _members(state, to) if to else ():
        things = _things(state, seat, f"{what} of {giver}" if giver else what, "of|from|by")
        found += [a.Give(who, receiver, item, count) for who, item, count in things if who != receiver]
    return found[:1] if not giver else found


def _rest(options: Options, rest: str) -> Sequence[Action]:
    """`rest 3 days`, `stay a week`, `sleep at the inn`; without a number all that is offered."""
    listed = [x for x in options.listed if isinstance(x, a.RestDays)]
    if not listed:
        return ()
    match = re.search(r"\b(\d{1,4}|an?|one|two|three|four|five|six|seven)\b(?: (days?|nights?|weeks?|months?))?", rest)
    if match is None:
        return listed if not rest or set(tokens(rest)) & {"inn", "here", "town", "up", "tonight", "night"} else ()
    count = int(match[1]) if match[1].isdecimal() else _NUMBERS[match[1]]
    return [a.RestDays(count * {"w": 7, "m": 30}.get((match[2] or "d")[0], 1))]


_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "all": 0}
_FRONT = re.compile(
    r"(?:put|place|move|send|let) (?P<who>\w+)(?: go)? (?:in(?:to)? (?:the )?)?(?:to (?:the )?)?(?P<where>front"
    r"|back|rear|first|last|middle|lead|head)\b.*"
    r"|(?P<name>\w+) (?P<verb>leads?|go(?:es)? first|takes? point|takes? the lead|first|in front|to the front"
    r"|go(?:es)? in front"
    r"|go(?:es)? last|last|to the back|to the rear|at the back|go(?:es)? to the (?:back|rear)|brings? up the rear"
    r"|walks? last)"
    r"(?: the (?:way|party|march))?"
)
_SWAP = re.compile(r"(?:swap|switch|exchange) (?P<one>\w+) (?:and|with) (?P<other>\w+)")


def _ranked(state: State, said: str) -> Sequence[Action]:
    """`put Dagna in front`, `Hob goes last`, `swap Dagna and Hob`; or names alone, in order."""
    assert state.party is not None
    members = list(state.party.members)
    swap = _SWAP.fullmatch(said)
    if swap is not None:
        both = [_members(state, swap[side])[:1] for side in ("one", "other")]
        if all(both) and both[0] != both[1]:
            one, other = (members.index(ids[0]) for ids in both)
            members[one], members[other] = members[other], members[one]
            return [a.Order(tuple(members))]
    match = _FRONT.fullmatch(said)
    if match is not None and (named := _members(state, match["who"] or match["name"])):
        where = match["where"] or match["verb"]
        rest = [id for id in members if id != named[0]]
        is_last = any(word in where for word in ("back", "rear", "last"))
        middle = len(rest) // 2 if where == "middle" else len(rest) if is_last else 0
        return [a.Order((*rest[:middle], named[0], *rest[middle:]))]
    words = [word for word in parts(said) if word not in ("and", "then")]
    if len(words) > 1 and all(len(_members(state, word)) == 1 for word in words):
        return _order(state, said)
    return ()


def _put_in(state: State, seat: str, rest: str) -> Sequence[Action]:
    """`put 3 torches in the sack`, of one's own or of whoever is named."""
    what, into = _split(rest, "in|into|inside")
    whole = into
    into, owner = _split(into, "of|from|by|with")
    if owner and not _members(state, owner):
        into, owner = whole, ""  # a bag of holding is nobody's called Holding
    found = _things(state, seat, f"{what} of {owner}" if owner else what, "of") if into else []
    return [
        a.PutIn(who, item, other.id, count)
        for who, item, count in found
        for other in state.creatures[who].items
        if other.id != item and _fits(into, other.name)
    ]


def _take_out(state: State, rest: str) -> Sequence[Action]:
    """`take a torch out of the sack`."""
    count, rest = _count(rest)
    what, container = _split(rest.replace("out of", "out").removeprefix("out "), "out|from")
    return [
        a.TakeOut(member.id, item.id, count or item.count)
        for member in state.marchers()
        for holder in member.items
        for item in holder.holds
        if _fits(what, item.name) and (not container or _fits(container, holder.name))
    ][:1]


def _hire(rules: Ruleset, state: State, options: Options, seat: str, rest: str) -> Sequence[Action]:
    """`hire hand`, or `hire hand for 2 gp and 60%`: the terms may differ from what is asked."""
    rest, hirer = _split(rest, "with|by")
    name, offer = _split(rest, "for|at")
    actors = _members(state, hirer) if hirer else _own(state, seat)
    seekers = state.settlement.applicants if state.settlement else ()
    people = [x for x in seekers if not name or _fits(name, x.name)]
    found = [a.Hire(actor, who.id, _terms(rules, who.asks, offer)) for who in people for actor in actors]
    able = {(x.actor, x.applicant) for x in options.listed if isinstance(x, a.Hire)}
    return [x for x in found if (x.actor, x.applicant) in able] or found[:1]


def _terms(rules: Ruleset, asked: tuple[int, ...], offer: str) -> tuple[int, ...]:
    """Each number that stands before a unit of the game's; a bare one is the first of the terms."""
    assert rules.town is not None
    if offer.isdecimal():
        return (int(offer), *asked[1:])
    found = [re.search(rf"(\d+) *(?:{'|'.join(term.units)})(?!\w)", offer) for term in rules.town.terms]
    return tuple(int(match[1]) if match else usual for match, usual in zip(found, asked, strict=True))


def _order(state: State, rest: str) -> Sequence[Action]:
    """Those named march first, in that order; the rest as before."""
    assert state.party is not None
    first: list[str] = []
    for word in parts(rest):
        named = [id for id in _members(state, word) if id not in first]
        first += named[:1]
    rest_of = [id for id in state.party.members if id not in first]
    return [a.Order((*first, *rest_of))] if first else ()


def _things(state: State, seat: str, rest: str, owner_words: str) -> list[tuple[str, str, int]]:
    """Who has it, the item's id, and how many are meant; `#2` is the second of those that are named alike."""
    count, rest = _count(rest)
    number, rest = _number(rest)
    what, who = _split(rest, owner_words)
    owners = _members(state, who) if who else _own(state, seat)
    found = []
    for owner in owners:
        items = state.creatures[owner].items
        meant = [item for item in items if _fits(what, item.name)]
        found += [(owner, item.id, count or item.count) for item in (meant[number - 1 : number] if number else meant)]
    return found if who else found[:1]


def _count(text: str) -> tuple[int, str]:
    match = re.match(r"(\d{1,4}|an?|all|one|two|three|four|five|six)\s+(.*)", text)
    if match is None:
        return 1, text
    return _NUMBERS.get(match[1], 0) if not match[1].isdecimal() else int(match[1]), match[2]


def _number(text: str) -> tuple[int, str]:
    """The number after a `#`, and the words without it."""
    match = re.search(r"\s*#(\d{1,3})", text)
    return (int(match[1]), text[: match.start()] + text[match.end() :]) if match else (0, text)


def _split(text: str, words: str) -> tuple[str, str]:
    match = re.search(rf"\s(?:{words})\s+", f" {text}")
    return (
        (text[: max(0, match.start() - 1)].strip(), f" {text}"[match.end() :].strip()) if match else (text.strip(), "")
    )


def _own(state: State, seat: str) -> list[str]:
    return [c.id for c in state.marchers() if state.owns(seat, c.id)]


def _members(state: State, text: str) -> list[str]:
    """Those of the party whose name the words begin."""
    wanted = tokens(text)
    people: list[Creature] = [state.creatures[id] for id in state.party.members] if state.party else []
    return [c.id for c in people if wanted and _begin(wanted, parts(c.name))]


def _fits(text: str, name: str) -> bool:
    wanted = [stem(w) for w in tokens(text)]
    return bool(wanted) and _begin(wanted, parts(name))


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(x.startswith(w) for x in words) for w in wanted)


def _stems(text: str) -> list[str]:
    return [stem(w) for w in tokens(text)]
