"""Lines about things and numbers: buying, selling, giving, dropping, wearing; days of rest; the marching order.

These are legal in more forms than are listed; the table refuses what is too much.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.patterns import pairs
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

EQUIPPING = {
    "hold": "hand", "wield": "hand", "ready": "hand", "draw": "hand",
    "wear": "worn", "don": "worn", "equip": "hand",
    "pack": "pack", "stow": "pack", "sheathe": "pack", "unequip": "pack", "remove": "pack", "doff": "pack",
}  # fmt: skip
ALL_OF_A_SORT = re.compile(r"sell (?:(?:all|both|every|of|the|our|my|these|those) )+(?P<sort>\w*[a-z]s)")
"""Not one thing, but all that are called so."""
_VERBS = {
    "put on": "wear",
    "take off": "remove",
    "put away": "stow",
    "take up": "hold",
    "get out": "hold",
    "pull out": "hold",
    "bring out": "hold",
    "hand over": "give",
    "hand back": "give",
    "hand": "give",
    "lend": "give",
    "loan": "give",
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
    if offers := _offer(rules, state, options, seat, said):
        return offers
    verb, _, rest = said.partition(" ")
    if verb == "sell" and state.party.place != "town":
        return ()
    if verb == "sell" and (sort := ALL_OF_A_SORT.fullmatch(said)) is not None:
        return [a.Sell(who, item, count) for who, item, count in _among(state, _own(state, seat), sort["sort"], 0, 0)]
    if verb == "sell":
        return [a.Sell(who, item, count) for who, item, count in _things(state, seat, rest, "of|from|by|for")]
    if verb == "give":
        return _give(state, seat, rest)
    if verb == "drop":
        rest = _DOWN_HERE.sub("", rest)
        return [a.Drop(who, item, count) for who, item, count in _things(state, seat, rest, "of|from|by|with")]
    if verb == "put" and (found := _put_in(state, seat, rest)):
        return found
    if verb == "take" and re.search(r"\bout\b", rest):
        return _take_out(state, rest)
    if verb in EQUIPPING:
        things = [
            (who, item)
            for who, item, _ in _things(state, seat, rest, "of|from|by|with|on")
            if EQUIPPING[verb] != "pack" or _is_out(state, who, item)
        ]
        found = [a.Equip(who, item, EQUIPPING[verb]) for who, item in things]
        legal = [x for x in found if play.why_not(rules, state, seat, x) is None]
        is_held = any(_is_out(state, who, item) for who, item in things)
        worn = [replace(x, place="worn") for x in found] if verb == "equip" and not legal and not is_held else []
        return [x for x in worn if play.why_not(rules, state, seat, x) is None] or found
    if verb in ("rest", "stay", "heal", "sleep", "wait", "recover", "recuperate", "lodge"):
        return _rest(options, rest)
    if verb in ("dismiss", "fire", "discharge") and state.party.place == "town":
        return [a.Dismiss(id) for id in members_named(state, rest)]
    if verb == "hire":
        return _hire(rules, state, options, seat, rest)
    if verb == "order" and not _names_only(state, rest):
        return ()
    return _order(state, said) if verb in ("order", "march", "line", "form", "formation") else _ranked(state, said)


_RANKS = {"first", "last", "then", "and", "next", "second", "third", "front", "back", "rear", "middle", "in", "the"}


def _names_only(state: State, rest: str) -> bool:
    """Whether the words are names of the party and where each marches, and nothing else."""
    return all(members_named(state, word) or word in _RANKS for word in parts(rest))


_DOWN_HERE = re.compile(r"(?: right| down)? (?:here|(?:on|to) the (?:floor|ground)|behind us|for now)$")


def _is_out(state: State, who: str, item: str) -> bool:
    """Whether it is in hand or worn."""
    own = state.creatures[who].item(item)
    return own is not None and own.place in ("hand", "worn")


def lacks(own: Sequence[Creature], said: str) -> str:
    """What is said to a line that has somebody put on, draw or put away a thing that nobody has; else nothing."""
    found = _HANDLES.fullmatch(said)
    if found is None:
        return ""
    thing = found["what"]
    named = [c for c in own if parts(c.name)[:1] == [found["who"]]]
    if (found["who"] and not named) or any(names_item(thing, i) for c in named or own for i in c.items):
        return ""
    return f"{named[0].name} has no {thing}." if named else f"Nobody in the party has any {thing}."


_HANDLES = re.compile(
    r"(?:(?P<who>\w+),? )?(?:puts? on|takes? off|puts? away|takes? out|gets? out|pulls? out|wears?|dons?|wields?|holds?"
    r"|draws?|read(?:y|ies)|sheathes?|stows?|equips?|unequips?|removes?|doffs?)"
    r" (?:the |his |her |my |an? |their |our )?(?P<what>[a-z][a-z' -]*)"
)


def _give(state: State, seat: str, rest: str) -> Sequence[Action]:
    what, to = split_at(rest, "to")
    to, giver = split_at(to, "from|of|by|with")
    found: list[Action] = []
    for receiver in members_named(state, to) if to else ():
        things = _things(state, seat, f"{what} of {giver}" if giver else what, "of|from|by")
        found += [a.Give(who, receiver, item, count) for who, item, count in things if who != receiver]
    return found[:1] if not giver else found


_TILL_MORNING = {"night", "tonight", "morning", "overnight", "dawn", "tomorrow", "sunrise", "daybreak", "hours"}


def _rest(options: Options, rest: str) -> Sequence[Action]:
    """`rest 3 days`, `stay a week`, `sleep at the inn`; without a number all that is offered."""
    listed = [x for x in options.listed if isinstance(x, a.RestDays)]
    if not listed:
        return ()
    match = re.search(r"\b(\d{1,4}|an?|one|two|three|four|five|six|seven)\b(?: (days?|nights?|weeks?|months?))?", rest)
    if set(tokens(rest)) & _TILL_MORNING and (match is None or not match[2]):
        return [a.RestDays(0)]
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
_SWAP = re.compile(
    r"(?:let |have )?(?:(?:swap|switch|exchange|trade|change)(?: the)?(?: (?:places"
    r"|positions) of)? (?P<one>\w+) (?:and|with)"
    r" (?P<other>\w+)|(?P<first>\w+) and (?P<second>\w+) (?:swap|switch|exchange|trade|change))"
    r"(?: (?:places?|positions?|ranks?))?(?: (?:in|of) (?:the )?(?:marching |march )?(?:order|line"
    r"|formation|ranks?|column))?"
)


def _ranked(state: State, said: str) -> Sequence[Action]:
    """`put Dagna in front`, `Hob goes last`, `swap Dagna and Hob`; or names alone, in order."""
    assert state.party is not None
    members = list(state.party.members)
    swap = _SWAP.fullmatch(said)
    if swap is not None:
        pair = (swap["one"] or swap["first"], swap["other"] or swap["second"])
        both = [members_named(state, name)[:1] for name in pair]
        if all(both) and both[0] != both[1]:
            one, other = (members.index(ids[0]) for ids in both)
            members[one], members[other] = members[other], members[one]
            return [a.Order(tuple(members))]
    match = _FRONT.fullmatch(said)
    if match is not None and _names_several(state, said):
        return ()
    if match is not None and (named := members_named(state, match["who"] or match["name"])):
        where = match["where"] or match["verb"]
        rest = [id for id in members if id != named[0]]
        is_last = any(word in where for word in ("back", "rear", "last"))
        middle = len(rest) // 2 if where == "middle" else len(rest) if is_last else 0
        return [a.Order((*rest[:middle], named[0], *rest[middle:]))]
    words = [word for word in parts(said) if word not in ("and", "then")]
    if len(words) > 1 and all(len(members_named(state, word)) == 1 for word in words):
        return _order(state, said)
    return ()


def _names_several(state: State, said: str) -> bool:
    """Whether a line has the whole first names of more than one of the party."""
    assert state.party is not None
    words = set(parts(said))
    return sum(parts(state.creatures[id].name)[0] in words for id in state.party.members) > 1


def _put_in(state: State, seat: str, rest: str) -> Sequence[Action]:
    """`put 3 torches in the sack`, of one's own or of whoever is named."""
    what, into = split_at(rest, "in|into|inside")
    whole = into
    into, owner = split_at(into, "of|from|by|with")
    if owner and not members_named(state, owner):
        into, owner = whole, ""  # a bag of holding is nobody's called Holding
    found = _things(state, seat, f"{what} of {owner}" if owner else what, "of") if into else []
    return [
        a.PutIn(who, item, other.id, count)
        for who, item, count in found
        for other in state.creatures[who].items
        if other.id != item and fits(into, other.name)
    ]


def _take_out(state: State, rest: str) -> Sequence[Action]:
    """`take a torch out of the sack`."""
    count, rest = count_of(rest)
    what, container = split_at(rest.replace("out of", "out").removeprefix("out "), "out|from")
    return [
        a.TakeOut(member.id, item.id, count or item.count)
        for member in state.marchers()
        for holder in member.items
        for item in holder.holds
        if fits(what, item.name) and (not container or fits(container, holder.name))
    ][:1]


def _hire(rules: Ruleset, state: State, options: Options, seat: str, rest: str) -> Sequence[Action]:
    """`hire hand`, or `hire hand for 2 gp and 60%`: the terms may differ from what is asked."""
    rest, hirer = split_at(rest, "with|by")
    name, offer = split_at(rest, "for|at")
    actors = members_named(state, hirer) if hirer else _own(state, seat)
    seekers = state.settlement.applicants if state.settlement else ()
    people = [x for x in seekers if not name or fits(name, x.name)]
    found = [a.Hire(actor, who.id, _terms(rules, who.asks, offer)) for who in people for actor in actors]
    able = {(x.actor, x.applicant) for x in options.listed if isinstance(x, a.Hire)}
    return [x for x in found if (x.actor, x.applicant) in able] or found[:1]


_OFFERS = re.compile(
    r"(?:offer|promise)(?: to)? (?P<who>\w+) (?P<what>.*(?:\d|more|better|higher|double).*)"
    r"|(?:raise|increase|double|better|improve) (?:the |our |my |his |her |their )?(?:offer|wages?|pay)"
    r"(?: (?:for|of) (?P<whom>\w+))?(?: to (?P<terms>.+))?"
    r"|make (?:(?P<one>\w+) )?an? (?:better|higher|new) offer(?: of (?P<sum>.+))?"
)
_SOMEBODY = {"him", "her", "them", "it", "more", "a", "twice"}


def _offer(rules: Ruleset, state: State, options: Options, seat: str, said: str) -> Sequence[Action]:
    """`offer hand 3 gp a day`, `raise the offer to 3 gp`; a better offer without a sum is the next that is listed."""
    found = _OFFERS.fullmatch(said)
    seekers = state.settlement.applicants if state.settlement else ()
    if found is None or not seekers:
        return ()
    who = found["who"] or found["whom"] or found["one"] or "them"
    people = [x for x in seekers if fits(who, x.name)] or [x for x in seekers if who in _SOMEBODY]
    terms = found["what"] or found["terms"] or found["sum"] or ""
    if re.search(r"\d", terms):
        named = (_hire(rules, state, options, seat, f"{x.name.lower()} for {terms}") for x in people)
        return [action for some in named for action in some]
    asked = {x.id: x.asks for x in people}
    more = (x for x in options.listed if isinstance(x, a.Hire) and x.applicant in asked)
    return [x for x in more if x.terms > asked[x.applicant]]


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
        named = [id for id in members_named(state, word) if id not in first]
        first += named[:1]
    rest_of = [id for id in state.party.members if id not in first]
    return [a.Order((*first, *rest_of))] if first else ()


def _things(state: State, seat: str, rest: str, owner_words: str) -> list[tuple[str, str, int]]:
    """Who has it, the item's id, and how many are meant; `#2` is the second of those that are named alike. Of several
    what is packed is meant before what is in hand or worn."""
    count, rest = count_of(rest)
    number, rest = _number(rest)
    found = _among(state, _own(state, seat), rest, count, number)
    if found:
        return found[:1]
    for what, who in _splits(rest, owner_words):
        owners = members_named(state, who)
        if owners:
            return _among(state, owners, what, count, number)
    who, _, what = rest.partition(" ")
    return _among(state, members_named(state, who), what, count, number)


def _splits(text: str, words: str) -> list[tuple[str, str]]:
    """What stands before and after such a word, the last of them first: a ring of fire is nobody's called Fire."""
    found = re.finditer(rf"\s(?:{words})\s+(?=\S)", text)
    return [(text[: match.start()].strip(), text[match.end() :].strip()) for match in found][::-1]


def _among(state: State, owners: Sequence[str], what: str, count: int, number: int) -> list[tuple[str, str, int]]:
    found = []
    for owner in owners:
        meant = [item for item in state.creatures[owner].items if names_item(what, item)]
        meant = [item for item in meant if stems(item.name) == stems(what)] or meant
        found += [(owner, item) for item in (meant[number - 1 : number] if number else meant)]
    found.sort(key=lambda pair: pair[1].place in ("hand", "worn"))
    return [(owner, item.id, count or item.count) for owner, item in found]


def count_of(text: str) -> tuple[int, str]:
    match = re.match(r"(\d{1,4}|an?|all|one|two|three|four|five|six)\s+(.*)", text)
    if match is None:
        return 1, text
    return _NUMBERS.get(match[1], 0) if not match[1].isdecimal() else int(match[1]), match[2]


def _number(text: str) -> tuple[int, str]:
    """The number after a `#`, and the words without it."""
    match = re.search(r"\s*#(\d{1,3})", text)
    return (int(match[1]), text[: match.start()] + text[match.end() :]) if match else (0, text)


def split_at(text: str, words: str) -> tuple[str, str]:
    match = re.search(rf"\s(?:{words})\s+", f" {text}")
    return (
        (text[: max(0, match.start() - 1)].strip(), f" {text}"[match.end() :].strip()) if match else (text.strip(), "")
    )


def _own(state: State, seat: str) -> list[str]:
    return [c.id for c in state.marchers() if state.owns(seat, c.id)]


def members_named(state: State, text: str) -> list[str]:
    """Those of the party whose name the words begin."""
    wanted = tokens(text)
    people: list[Creature] = [state.creatures[id] for id in state.party.members] if state.party else []
    return [c.id for c in people if wanted and _begin(wanted, parts(c.name))]


def fits(text: str, name: str) -> bool:
    """Whether the words begin words of a name; `tinderbox` is a tinder box, and `gp` are gold pieces. What people call
    a thing by another name is it as well, as `leather armour` is leather."""
    wanted = [stem(w) for w in tokens(text)]
    words = parts(name)
    if bool(wanted) and (_begin(wanted, words) or "".join(wanted) in ("".join(words), _initials(words))):
        return True
    if len(wanted) == 1 and wanted[0] in _BOOKS and words[:1] == ["spellbook"]:
        return True
    if len(wanted) > 1 and wanted[-1] in _BOOKS and words[:1] == ["spellbook"]:
        return _begin([w for w in wanted if w not in _BOOKS], words)
    return len(wanted) > 1 and _is_other_name(" ".join(tokens(text)), wanted, name)


def _is_other_name(said: str, wanted: Sequence[str], name: str) -> bool:
    """Whether this is the whole of a name under its other name, or with a word for its sort: `a suit of plate`."""
    own = stems(name)
    other = CALLED.get(said.replace("armor", "armour"))
    plainer = [word for word in wanted if word not in _SORT]
    return (other is not None and stems(other) in (own, ["".join(own)])) or (bool(plainer) and plainer == own)


_BOOKS = {"book", "spellbook", "tome"}
_SORT = {"armour", "armor", "suit", "shirt", "outfit"}
CALLED = pairs("trading", "called")
"""What people call a thing that the shops know by another name; the shops' own name goes before it."""


def names_item(text: str, item: Item) -> bool:
    """Whether the words name a thing as the party sees it: a sword that broke is a broken sword."""
    return fits(text, f"{item.name} broken" if item.broken else item.name)


def _initials(words: Sequence[str]) -> str:
    """`gp` of gold pieces; nothing for what is no coin."""
    return f"{words[0][0]}p" if len(words) == 2 and words[1].startswith("piece") else ""


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(x.startswith(w) for x in words) for w in wanted)


def stems(text: str) -> list[str]:
    return [stem(w) for w in tokens(text)]
