"""Lines that hand things over: `Dorn gives Birch half his gold`, `Corin takes the lantern from Egil`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.several import InOrder
from underkeep.table.speech.handling import fits, stems
from underkeep.table.speech.lights_handed import handed_on
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.own_things import all_named
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_GIVE = r"(?:gives?|hands?|pays?|pass(?:es)?|lends?|transfers?|slips?|entrusts?|loans?|toss(?:es)?)(?: over| across)?"
_FORMS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_GIVE} (?P<giver>\w+) (?P<what>.+?) to (?P<taker>\w+)",
        rf"{_GIVE} (?P<what>.+?) from (?P<giver>\w+) to (?P<taker>\w+)",
        rf"{_GIVE} (?P<what>.+) to (?P<taker>\w+) from (?P<giver>\w+)",
        rf"(?:(?P<giver>\w+),? )?{_GIVE} (?P<what>.+?) (?:over )?to (?P<taker>\w+)(?: to (?:carry|hold|use|wear))?",
        rf"(?:(?P<giver>\w+),? )?{_GIVE} (?P<taker>\w+) (?P<what>.+?)(?: from (?P<other>\w+))?"
        r"(?: to (?:carry|hold|use|wear|keep))?",
        r"(?P<taker>\w+),? (?:takes?|gets?|borrows?|grabs?) (?P<what>.+?) (?:from|off|of) (?P<giver>\w+)",
        r"(?P<taker>\w+),? (?:takes?|gets?|borrows?|grabs?) (?P<giver>\w+) (?P<what>.+)",
        r"(?P<taker>\w+),? (?:carries|carry) (?P<count>\w+) of (?P<giver>\w+) (?P<what>.+)",
        r"(?:take|get) (?P<what>.+?) (?:from|off) (?P<giver>\w+) and (?:give|hand|pass) (?:it|them) to (?P<taker>\w+)",
        r"(?:let|have) (?P<taker>\w+) (?:carry|hold|have|take) (?P<giver>\w+) (?P<what>.+)",
    )
)
_HOW_MANY = pattern("giving", "how_many")
_BUT = re.compile(r"all (?:of )?(?:(?:the|his|her|their|my|our) )?(.+) (?:but|except)(?: for)? (?:one|(\d+))")
_OF_SOME = re.compile(r"^(one|\d+|all|both|some) of (?:the |his |her |their |our )?")


def _figure(found: re.Match[str]) -> str:
    """`one of the` as `1`, `both of his` as `2`."""
    return f"{ {'one': '1', 'both': '2', 'some': 'half'}.get(found[1], found[1]) } "


_MONEY = {"gold", "coins", "coin", "money", "cash", "gp", "silver", "copper"}


_PAYS = re.compile(r"^(?:\w+,? )?pays?\b")


_SOME = (
    r"(?:{one}|each of (?:us|you|them)|every(?:one|body)(?: else)?|the (?:others?|rest)|all of us|us all)"
    r"(?:(?:,? and |, ){one})*"
)
_TO_SEVERAL = (
    rf"(?:(?P<givers>{{one}}(?:(?:,? and |, ){{one}})*),? (?:each |both |should |to |can )*)?{_GIVE} "
    rf"(?:each of |both )?(?P<takers>{_SOME})(?: each| both)? "
    rf"(?P<what>(?!to\b)(?:\d+|half|all|an?|one|the|some|his|her|their|my)\b.*?)"
    r"(?: each| apiece)?(?: from (?P<from>{one}))?",
    rf"(?:(?P<givers>{{one}}(?:(?:,? and |, ){{one}})*),? (?:each |both |should |to |can )*)?{_GIVE} "
    rf"(?P<what>.+?)(?: each| apiece)?"
    rf" to (?:each of |both )?(?P<takers>{_SOME})(?: each| both| apiece)?(?: from (?P<from>{{one}}))?",
)
_OWN_MONEY = re.compile(
    r"(?<!all )(?<!half )(?<!of )(?<!\d )\b(?:your|his|her|my|their|our|own)(?: own)? "
    r"(?P<money>gold|money|cash|coins)\b"
)


def foremost(reader: Reader, said: str) -> Meaning | None:
    """Gifts to or from several at once, and of all of somebody's money; None if a line means neither."""
    state = reader.state
    if state.party is None or state.fight is not None or state.encounter is not None or state.prompts:
        return None
    said = re.sub(r"^(?:(?:can|could|should|would|let|have|may) )", "", _OWN_MONEY.sub(r"all \g<money>", said))
    own = {parts(c.name)[0]: c for c in ours(reader) if parts(c.name)}
    for form in _TO_SEVERAL if own else ():
        found = re.fullmatch(form.replace("{one}", f"(?:{'|'.join(map(re.escape, own))})"), said)
        if found is None:
            continue
        groups = found.groupdict()
        names = set(parts(found["takers"]))
        givers = [own[name] for name in parts(groups["givers"] or groups.get("from") or "") if name in own]
        takers = [own[name] for name in own if name in names]
        if not givers and len(takers) == 1 and found["what"].startswith("all "):
            givers = [c for c in own.values() if c not in takers]
        if not givers and len(takers) > 1 and (spread := _from_whoever(list(own.values()), takers, found["what"])):
            return spread
        takers = takers or [c for c in own.values() if c not in givers]
        if len(givers) * len(takers) > 1 or (givers and "all " in found["what"]):
            return _all_gifts(givers, takers, found["what"])
    listed = handed_over(reader, said) if _OF_SEVERAL_THINGS.match(said) else None
    return listed if isinstance(listed, Undertake) and _is_of_all(listed, said) else None


def _is_of_all(meant: Undertake, said: str) -> bool:
    """Whether there is a gift for each piece of a list."""
    return isinstance(meant.errand, InOrder) and len(meant.errand.actions) > len(re.findall(r",? and |, (?=\w)", said))


def _from_whoever(own: Sequence[Creature], takers: Sequence[Creature], what: str) -> Undertake | None:
    """A gift to each of several of the first of the others who has one left; None if there are not enough."""
    acts: list[a.Give] = []
    for taker in takers:
        for giver in (c for c in own if c not in takers):
            gift = next(_one_gift([giver, taker], giver, taker, what), None)
            given = sum(x.count for x in acts if gift is not None and (x.actor, x.item) == (giver.id, gift.item))
            has = next((i.count for i in giver.items if gift is not None and i.id == gift.item), 0)
            if gift is not None and given + gift.count <= has:
                acts.append(gift)
                break
    return Undertake(InOrder(acts)) if len(acts) == len(takers) else None


_OF_SEVERAL_THINGS = re.compile(rf"(?:\w+,? )?{_GIVE} .*\w(?:,? and |, )\w")


def _all_gifts(givers: Sequence[Creature], takers: Sequence[Creature], what: str) -> Meaning:
    """What each gives to each; nothing if one has not enough for all."""
    acts = [gift for giver in givers for taker in takers for gift in _one_gift([giver, taker], giver, taker, what)]
    for giver in givers:
        for item in giver.items:
            wanted = sum(x.count for x in acts if x.actor == giver.id and x.item == item.id)
            if wanted > item.count:
                return Say(f"{giver.name} has {item.count} of that, and it takes {wanted}.")
    if not acts:
        return Say(f"{' and '.join(c.name for c in givers)} has no {what} to give.")
    return Do(acts[0]) if len(acts) == 1 else Undertake(InOrder(acts))


def handed_over(reader: Reader, said: str) -> Meaning | None:
    """The gifts that a line means; None if it names nobody of the party who is to have something."""
    state = reader.state
    if state.party is None or state.fight is not None or state.encounter is not None or state.prompts:
        return None
    if (light := handed_on(reader, said)) is not None:
        return light
    own = ours(reader)
    for form in _FORMS:
        found = form.fullmatch(said)
        if found is None:
            continue
        groups = found.groupdict()
        taker = _one(own, groups["taker"])
        giver = _one(own, groups.get("giver") or groups.get("other") or "")
        if taker is None or (groups.get("giver") and giver is None):
            continue
        if _PAYS.search(said) and not set(parts(groups["what"])) & _MONEY:
            continue
        return _gifts(reader, giver, taker, groups["what"])
    return None


def _one(own: Sequence[Creature], word: str) -> Creature | None:
    return next((c for c in own if word and parts(c.name)[:1] == [word]), None)


def _lit(reader: Reader, taker: Creature, what: str) -> Meaning | None:
    """The handing over of a light that burns, or why that cannot be."""
    words = {stem(word) for word in parts(what)}
    own = {c.id for c in ours(reader)}
    lights = (x for x in reader.state.lights if words & {"light", *(stem(w) for w in parts(x.name))})
    burning = next((x for x in lights if x.bearer in own and x.bearer != taker.id), None)
    if burning is None or not burning.bearer:
        return None
    handed = a.Give(burning.bearer, taker.id, burning.id, 1)
    against = play.why_not(reader.rules, reader.state, reader.seat, handed)
    return Do(handed) if against is None else Say(against.sentence)


def _gifts(reader: Reader, giver: Creature | None, taker: Creature, what: str) -> Meaning | None:
    own = ours(reader)
    owner = next((c for c in own if c.id != taker.id and re.search(_OWNED.format(parts(c.name)[0]), what)), None)
    if giver is None and owner is not None:
        giver, what = owner, re.sub(rf"\b{parts(owner.name)[0]}\b ?", "", what)
    actions: list[a.Give] = []
    missing = ""
    for piece in filter(
        None, re.split(r",? and |, ", _BACK.sub("", re.sub(r"\b(?:his|her|their|my|our) (?=\d)", "", what)))
    ):
        other, thing = _taken(own, taker, piece)
        taker = taker if thing != piece and piece.startswith(thing) else other
        found = list(_one_gift(own, giver, other, thing))
        actions += found
        missing = missing or ("" if found else thing)
    if not actions and (lit := _lit(reader, taker, what)) is not None:
        return lit
    if not actions or (missing and _A_THING.match(missing)):
        missing = re.sub(r"^(?:the|his|her|their|my|our|an?) ", "", missing)
        return Say(f"{f'{giver.name} has no' if giver is not None else 'Nobody else has any'} {missing} to give.")
    return Do(actions[0]) if len(actions) == 1 else Undertake(InOrder(actions))


_OWNED = r"(?:^|(?<!and ))\b{}\b(?! (?:\d|an?\b|the\b))"
_BACK = re.compile(r" (?:back|again|too|as well)$")
_A_THING = re.compile(r"(?:\d+|an?|the|his|her|their|my|our|some|all|half|another)\b")


def _taken(own: Sequence[Creature], taker: Creature, piece: str) -> tuple[Creature, str]:
    """Who is to have a piece of a list, and what it is: `and Birch a rope`, `a torch to Egil`."""
    found = re.fullmatch(
        r"(?P<thing>.+) to (?P<to>\w+)|(?P<first>\w+) (?P<rest>(?:\d+|an?|the|some|his|her) .+)", piece
    )
    other = _one(own, (found["to"] or found["first"] or "")) if found is not None else None
    if found is None or other is None:
        return taker, piece
    return other, found["thing"] or found["rest"]


def _one_gift(own: Sequence[Creature], giver: Creature | None, taker: Creature, piece: str) -> Iterator[a.Give]:
    kept = _BUT.fullmatch(piece.strip())
    piece = f"all {kept[1]}" if kept is not None else piece
    how = _HOW_MANY.fullmatch(_OF_SOME.sub(_figure, piece.strip()))
    if how is None:
        return
    givers = [giver] if giver is not None else [c for c in own if c.id != taker.id]
    thing = how["thing"].strip()
    for one in givers:
        for item in things_of(one, thing):
            count = item.count if how["all"] else max(1, item.count // 2) if how["half"] else int(how["count"] or 0)
            many = thing.endswith("s") and not thing.endswith("ss")
            count = max(0, item.count - int(kept[2] or 1)) if kept is not None else count
            yield a.Give(one.id, taker.id, item.id, min(count or (item.count if many else 1), item.count))
            return


def is_money(item: Item) -> bool:
    """Whether a thing is coins."""
    return "".join(parts(item.name)[-1:]).rstrip("s") in ("coin", "piece", "credit")


def things_of(owner: Creature, thing: str) -> list[Item]:
    """What the words name of somebody's things; what is packed before what is in hand. Money is any coin."""
    words = set(parts(thing))
    if words and words <= _MONEY | {"pieces", "piece"}:
        coins = [i for i in owner.items if is_money(i)]
        return sorted(coins, key=lambda i: not words & set(parts(i.name)))
    found = [i for i in owner.items if thing and fits(thing, i.name)]
    found = [i for i in found if stems(i.name) == stems(thing)] or found
    found = sorted(found, key=lambda i: i.place in ("hand", "worn"))
    return found or [named.item for named in all_named([owner], thing)]
