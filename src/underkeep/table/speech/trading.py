"""Lines that buy: what is meant, who buys it, and whose coins pay for it; and lines about several things at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.questions import TownChapter, Ware
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech.classes import all_class_words, class_names
from underkeep.table.speech.describe import wares
from underkeep.table.speech.handling import CALLED, count_of, fits, members_named, split_at, stems
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.world.creature import Creature

EVERYBODY = ("everyone", "everybody", "all", "each", "us", "all of us", "the party")
TOGETHER = ("us", "all of us", "the party")
"""For these a number is that of all together."""
NO_MONEY = 'Nobody here has the money to buy anything; "buy..." in the menu shows what there is, and what it costs.'
_BUYING = re.compile(r"(?:(?P<name>\w+),? )?(?:buy|purchase) (?P<rest>.+)")
_LISTED = re.compile(
    r"(?P<begin>(?:\w+,? )?(?:buy|purchase|sell|hire|give|hand|drop|wear|wield|hold|light|memorise|take|fetch|stash))"
    r" (?P<rest>.+(?:,| and | n ).+)"
)
MOST_BY_HAND = 20
_AND = re.compile(r",? (?:and|n) (?:also )?|, ")
_ENDING = re.compile(r" (?P<end>(?:for|to|with|from) (?:the )?(?:\w+))$")
_FOR_ONE = re.compile(r"(?P<thing>.+) (?P<word>for|to) (?:the )?\w+(?: \w+)?")
_NO_THING = re.compile(
    r"(?:i|we|he|she|it|they|because|then|so|but|go"
    r"|(?:buy|sell|give|drop|take|wear|wield|hire|rest|visit|hear|put|light|set)s?)\b"
)


_ANOTHER_DEED = re.compile(
    r"(?:then |also |to )?(?:holds?|keeps?|carr(?:y|ies)|lifts?|raises?|goes|go|walks?|stands?|stays?|leads?|follows?"
    r"|march(?:es)?|waits?|runs?|leaves?|heads?|returns?|flees?|flee|moves?|hurr(?:y|ies)|bolts?|sneaks?|creeps?|escapes?"
    r"|exits?|climbs?|turns? back|gets? (?:out|away|going)|(?:out|back|home|away|outside|onwards?)(?= |$))"
    r"(?: |$)(?!of\b)"
)


def several(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """Every part of a line that lists things, in order; nothing is done if one of them cannot be."""
    found = _LISTED.fullmatch(said)
    if (
        found is None
        or reader.state.fight is not None
        or reader.state.encounter is not None
        or reader.state.party is None
    ):
        return None
    rest = found["rest"]
    ending = _ENDING.search(rest)
    end = ending[0] if ending is not None else ""
    if (
        re.search(r"\b(?:for|at) \d|\d ?%", rest)
        or _is_one_name(reader, rest.removesuffix(end))
        or _is_gift(reader, found["begin"], rest)
    ):
        return None
    parts = [part for part in _AND.split(rest.removesuffix(end)) if part]
    parts = _with_its_thing(reader, _whole_names(reader, parts))
    if len(parts) < 2 or any(_NO_THING.match(part) or _ANOTHER_DEED.match(part) for part in parts):
        return None
    if any(_is_deed(reader, part) for part in parts[1:]):
        return None
    if any(_is_of_another(reader, part) for part in parts[1:]):
        return None
    if found["begin"].split()[-1] in _OWN_DEEDS and any(_is_anothers(reader, part) for part in parts[1:]):
        return None
    actions: list[Action] = []
    notes: list[str] = []
    refused: list[str] = []
    for part in parts:
        now = after(reader, actions)
        whom = "" if _FOR_ONE.fullmatch(part) and _meant_by(reader, part.split()[-1]) else end
        meant = parse(now, f"{found['begin']} {part}{whom}")
        if isinstance(meant, Do):
            against = play.why_not(now.rules, now.state, now.seat, meant.action)
            if against is not None and isinstance(meant.action, a.Buy):
                refused.append(against.sentence)
            else:
                actions.append(meant.action)
        elif isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
            actions += meant.errand.actions
        elif isinstance(meant, Ask) and all(isinstance(x, a.Buy) for x in meant.choices):
            actions.append(meant.choices[-1])
        elif isinstance(meant, Say):
            return Say(f"{part[:1].upper()}{part[1:]}: {meant.text}")
        elif (plainest := _plainest(reader, meant)) is not None:
            actions.append(plainest)
            notes.append(
                f"Of {part} the plainest sort: {wares(reader.rules, reader.state)[plainest.item].name.lower()}."
            )
        elif isinstance(meant, Undertake):
            return None
        else:
            return (
                replace(meant, question=f"{meant.question} (of the rest of the list nothing is done yet)")
                if isinstance(meant, Ask)
                else meant
            )
    told = " ".join([*told_of_all(refused), *notes])
    return Undertake(InOrder(actions), note=told) if actions else Say(told)


def _plainest(reader: Reader, meant: Meaning) -> a.Buy | None:
    """Of several sorts of a ware that somebody may want, the one with the shortest name, of equals the cheapest."""
    if not isinstance(meant, Ask) or not all(isinstance(x, a.Buy) for x in meant.choices):
        return None
    known = wares(reader.rules, reader.state)
    wanted = [x for x in meant.choices if isinstance(x, a.Buy) and x.item in known]
    if len({x.actor for x in wanted}) != 1:
        return None
    return min(wanted, key=lambda x: (len(stems(known[x.item].name)), known[x.item].cost))


def _whole_names(reader: Reader, parts: Sequence[str]) -> list[str]:
    """The parts of a list that was not parted within the name of one thing, such as stakes and mallet."""
    told: list[str] = []
    for part in parts:
        is_rest = bool(told) and _is_one_name(reader, f"{told[-1]} and {part}")
        told = [*told[:-1], f"{told[-1]} and {part}"] if is_rest else [*told, part]
    return told


def _is_of_another(reader: Reader, part: str) -> bool:
    """Whether a part of a list is a wish of its own, told to somebody by name: `and Vesper listens`."""
    who, _, rest = part.partition(" ")
    return bool(rest) and bool(members_named(reader.state, who)) and not re.match(r"(?:\d|an?\b|the\b|some\b)", rest)


_VERBAL = re.compile(
    r"(?P<verb>[a-z]+) (?:the|an?|her|his|my|our|their|some) \w+(?: \w+)?"
    r"|(?:goes|go|looks?|listens?|waits?|search(?:es)?|\w+ (?:up|out|off|away|at|through|around|it|them)) .*"
)


def _is_deed(reader: Reader, part: str) -> bool:
    """Whether a part of a list is a deed of its own, `poke the leaves`: a verb, and no name of a thing or of
    somebody."""
    found = _VERBAL.fullmatch(part)
    if found is None:
        return False
    verb = found["verb"]
    if not verb:
        return True
    items = {word for c in reader.state.marchers() for item in c.items for word in stems(item.name)}
    named = verb in ("the", "a", "an", "some", "both", "all") or verb.isdecimal() or stems(verb)[0] in items
    return not named and not kinds_named(reader, verb) and not members_named(reader.state, verb)


_OWN_DEEDS = ("hold", "take", "drop", "wear", "carry", "stow", "pack", "use", "equip", "wield", "draw")


def _is_anothers(reader: Reader, part: str) -> bool:
    """Whether a part of a line says what another does: `and Gisela drops her torch`."""
    words = part.split()
    return len(words) > 2 and bool(_meant_by(reader, words[0]))


def _is_gift(reader: Reader, begin: str, rest: str) -> bool:
    """Whether a list of gifts says first who is to have them, or at last from whom they are."""
    is_given = begin.split()[-1] in ("give", "hand")
    return is_given and (bool(members_named(reader.state, rest.split()[0])) or " from " in rest)


def after(reader: Reader, actions: Sequence[Action]) -> Reader:
    """The same when so much has been traded: fewer coins, less room. What is refused, or left to dice, is left out."""
    state = reader.state
    for action in actions:
        if isinstance(action, a.Buy | a.Sell | a.Give):
            with suppress(UnderkeepError):
                state = play.resolve(reader.rules, state, reader.seat, action, Scripted()).state
    return replace(reader, state=state) if state is not reader.state else reader


def _with_its_thing(reader: Reader, parts: Sequence[str]) -> list[str]:
    """The parts of a list; one that is but a name wants as much of what the part before it was for."""
    told: list[str] = []
    for part in parts:
        before = _FOR_ONE.fullmatch(told[-1]) if told else None
        is_name = bool(_meant_by(reader, part))
        told.append(f"{before['thing']} {before['word']} {part}" if before is not None and is_name else part)
    return told


def _meant_by(reader: Reader, words: str) -> list[str]:
    """Those of the party whom words mean that are but a name or a class."""
    bare = words.removeprefix("the ")
    members = [c for c in reader.state.marchers() if reader.state.owns(reader.seat, c.id)]
    named = members_named(reader.state, bare) if " " not in bare else []
    return named or [c.id for c in class_names(members).get(bare, [])]


def _is_one_name(reader: Reader, rest: str) -> bool:
    """Whether something that is sold or carried has such a name as a whole."""
    named = [ware.name for ware in wares(reader.rules, reader.state).values()] if reader.rules.town else []
    named += [item.name for c in reader.state.marchers() for item in c.items]
    return any(re.search(r",| and ", name) and fits(rest, name) for name in named)


_SORTS = ("armour", "armor", "weapons", "weapon", "arms", "ammunition", "gear", "adventuring gear", "equipment")
"""The sorts by which the shops are folded in the menu."""


def bought(reader: Reader, said: str) -> Meaning | None:
    """The purchase that a line means; None if it means none."""
    state, rules = reader.state, reader.rules
    found = _BUYING.fullmatch(said)
    if state.party is None or state.party.place != "town" or rules.town is None or state.prompts:
        return None
    if said == "buy" and wares(rules, state) and not any(isinstance(x, a.Buy) for x in reader.options.listed):
        return Say(NO_MONEY)
    if found is None:
        return None
    count, rest = count_of(found["rest"])
    what, who = split_at(rest, "for|to|with")
    if who in EVERYBODY and (kinds := kinds_named(reader, what)):
        plainest = min(kinds, key=lambda ware: (len(stems(ware.name)), ware.cost))
        if who in TOGETHER and found["rest"] != rest and count > 1:
            return purchase(reader, plainest, count, [])
        return _for_each(reader, plainest, count if count and found["rest"] != rest else plainest.count)
    named = members_named(state, who or found["name"] or "")
    other = who.removeprefix("the ").replace("-", " ")
    if not named and other in all_class_words(rules.roster()) and not _meant_by(reader, other):
        return Say(f"There is no {other} among you.")
    if (who or found["name"]) and not named:
        return None
    kinds = kinds_named(reader, what)
    if not kinds and what.strip(". ") in _SORTS:
        return Browse("Buy")
    if not kinds and _meant_by(reader, what):
        return Say("Say what is to be bought, and for whom: buy a rope for them.")
    if not kinds:
        return None
    has_number = found["rest"] != rest
    choices = [purchase(reader, ware, count if has_number and count else ware.count, named) for ware in kinds]
    if len(choices) == 1:
        return choices[0]
    plain = [x.action for x in choices if isinstance(x, Do)]
    return Ask("Which do you mean?", tuple(plain)) if len(plain) > 1 else Do(plain[0]) if plain else choices[0]


def _for_each(reader: Reader, ware: Ware, count: int) -> Meaning:
    """One of it for everybody of the party, as far as anybody can pay, and why the others get none."""
    actions, refused = for_each(reader, ware, count, [c.id for c in ours(reader)])
    if not actions:
        return Say(" ".join(refused) or "There is nobody to buy it.")
    return Undertake(InOrder(actions), note=" ".join(refused))


def for_each(reader: Reader, ware: Ware, count: int, buyers: Sequence[str]) -> tuple[list[Action], list[str]]:
    """What each of several buys, one after the other, with what others pay for it; and why some cannot."""
    actions: list[Action] = []
    refused: list[str] = []
    for id in buyers:
        now = after(reader, actions)
        meant = purchase(now, ware, count, [id])
        if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder):
            actions += meant.errand.actions
        elif isinstance(meant, Do):
            against = play.why_not(now.rules, now.state, now.seat, meant.action)
            if against is None:
                actions.append(meant.action)
            else:
                refused.append(against.sentence)
    return actions, told_of_all(refused)


def told_of_all(refused: Sequence[str]) -> list[str]:
    """Refusals in which only the name differs, said of all of them at once."""
    alike: dict[str, list[str]] = {}
    for one in dict.fromkeys(refused):
        name, _, rest = one.partition(" has ")
        alike.setdefault(rest, []).append(name if rest else one)
    return [
        names[0] if not rest else f"{listing(names)} {'has' if len(names) == 1 else 'have'} {rest}"
        for rest, names in alike.items()
    ]


def kinds_named(reader: Reader, what: str) -> list[Ware]:
    known = list(wares(reader.rules, reader.state).values())
    for words in dict.fromkeys((what, CALLED.get(what, what))):
        joined = "".join(stems(words))
        exact = [w for w in known if stems(w.name) == stems(words) or "".join(stems(w.name)) == joined]
        found = exact[:1] or [w for w in known if fits(words, w.name)]
        if found:
            return found
    return []


def purchase(reader: Reader, ware: Ware, count: int, named: Sequence[str]) -> Meaning:
    """By whom is named, else by the fittest who can pay; where the fittest cannot, others pay for it."""
    town, own = reader.rules.town, [c for c in reader.state.marchers() if reader.state.owns(reader.seat, c.id)]
    masters = [c for c in own if town is None or not town.serves(reader.state, c)] or own
    wanted = [a.Buy(id, ware.kind, count) for id in named or [c.id for c in masters]]
    able = [x for x in wanted if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if not wanted:
        return Say("There is nobody to buy it.")
    best = reader.rules.fittest(reader.state, [*able, *(x for x in wanted if x not in able)])
    assert isinstance(best, a.Buy)
    if best in able:
        return Do(best)
    if able:
        name = reader.state.creatures[best.actor].name
        what = f"buy {ware.name.lower()} for {name}"
        return Ask(f'{name} could use it and cannot buy it ("{what}" lets the others pay). Who buys it?', tuple(able))
    pooled = paid_by_others(reader, ware, best)
    if pooled is not None:
        return pooled
    return (_by_several_hands(reader, wanted, ware, count) if not named else None) or Do(best)


def _by_several_hands(reader: Reader, wanted: Sequence[a.Buy], ware: Ware, count: int) -> Meaning | None:
    """So many pieces bought by those who can each buy some, where nobody can buy all of them."""
    left, found = count, []
    for wish in wanted if ware.count == 1 and count <= MOST_BY_HAND else ():
        fewer = (replace(wish, count=n) for n in range(left, 0, -1))
        some = next((x for x in fewer if play.why_not(reader.rules, reader.state, reader.seat, x) is None), None)
        if some is not None:
            found.append(some)
            left -= some.count
        if not left:
            return Undertake(InOrder(found))
    return None


def paid_by_others(reader: Reader, ware: Ware, wish: a.Buy) -> Meaning | None:
    """The coins that are wanting handed over by those who have most, and then the purchase."""
    town, state = reader.rules.town, reader.state
    assert town is not None
    whom = state.creatures[wish.actor]
    buyer = town.payer(state, whom)
    missing = ware.cost_of(wish.count) - town.purse(buyer)
    ours = [c for c in state.marchers() if state.owns(reader.seat, c.id) and c.id != buyer.id]
    if missing <= 0 or sum(town.purse(c) for c in ours) < missing:
        return None
    gifts: list[Action] = []
    payers: list[str] = []
    for payer in sorted(ours, key=lambda c: (c.id == whom.id, town.purse(c)), reverse=True):
        for item_id, pieces, worth in coins_for(town, payer, missing):
            gifts.append(a.Give(payer.id, buyer.id, item_id, pieces))
            payers += [payer.name] if payer.name not in payers else []
            missing -= worth
        if missing <= 0:
            break
    pays = "pays" if len(payers) == 1 else "pay"
    told = buyer.name if buyer.id == whom.id else f"{buyer.name}, who pays for {whom.name},"
    note = f"{told} has {town.money(town.purse(buyer))}; {listing(payers)} {pays} the rest."
    return Undertake(InOrder([*gifts, wish]), note=note)


def coins_for(town: TownChapter, payer: Creature, wanted: int) -> Iterator[tuple[str, int, int]]:
    """Coins of a purse that make up so much: which, how many, and what they are worth together."""
    whole = town.purse(payer)
    for item in payer.items:
        worth = whole - town.purse(replace(payer, items=tuple(i for i in payer.items if i.id != item.id)))
        if worth <= 0 or wanted <= 0:
            continue
        each = worth // item.count
        pieces = min(item.count, -(-wanted // each))
        yield item.id, pieces, pieces * each
        wanted -= pieces * each
