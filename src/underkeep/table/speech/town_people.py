"""Lines of a town about people: who is sent away, what those in pay cost, who is dead, how new members come in, who is
taken on, who is to be healed.

Nobody who is no hireling is sent away, nothing is spent for a question, and the dead are those of whom the seat was
told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import TOWN
from underkeep.procedures.delve_actions import Rename
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.town_services import Visit
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech import topics
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

Read = Callable[[str], Meaning | None]
_SENDS = pattern("town_people", "sends")
_MAY_GO = pattern("town_people", "may_go")
_IN_PAY = {
    "everyone",
    "everybody",
    "hireling",
    "hirelings",
    "retainer",
    "retainers",
    "henchman",
    "henchmen",
    "help",
    "helpers",
}
_ONE_OF = {"first", "second", "other", "last", "one", "a", "1"}
_JOINED = {"and", "both", "all", "the", "our", "my", "of", "them", "hired", *_ONE_OF, *_IN_PAY}
_PAYS = pattern("town_people", "pays")
_OWED = pattern("town_people", "owed")
_TAKES_ON = pattern("town_people", "takes_on")
_NEW = pattern("town_people", "new")
_SOUGHT = pattern("town_people", "sought")
_DEAD = pattern("town_people", "dead")
_RAISED = pattern("town_people", "raised")
_HEALED = pattern("town_people", "healed")
_GET_HEALED = pattern("town_people", "get_healed")
_MOURNED = re.compile(r"(?P<names>[A-Z][\w', ]+?) (?:is|are) mourned\.")
_MOST = 4


def of_people(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line of a town does with people, or what it asks about them; None of any other line."""
    if place_of(reader) != TOWN or reader.state.prompts:
        return None
    said = said.rstrip("? ") if not is_asked(said) else said
    return (
        _sent_away(reader, said)
        or _owed(reader, said)
        or _of_the_dead(reader, said)
        or _taken_on(reader, said, read)
        or _newcomers(reader, said)
        or _renamed(reader, said)
        or _sought(reader, said, read)
        or _healed(reader, said)
    )


def of_whole_lines(reader: Reader, said: str) -> Meaning | None:
    """What a line of a town asks as a whole that its sentences would not ask one by one."""
    if place_of(reader) != TOWN or reader.state.prompts:
        return None
    if (asked := _ASKS_OF.match(said)) is not None:
        topic = next((name for name, _ in topics.named(reader.rules, reader.state, [asked["kind"]])), "")
        return Show("topic", topic) if topic else None
    is_where = _NEW.search(said) is not None and _WHERE.search(said) is not None
    return _owed(reader, said) or (Show("said", ways_in(reader)) if is_where else None)


_ASKS_OF = re.compile(
    r"(?:what|how much|how many) (?:(?:do|does|will|would) (?:an? |the )?)?"
    r"(?P<kind>hirelings?|retainers?|experts?|henchmen)"
    r" (?:want|ask|charge|cost|expect|earn|get|do|can (?:i|we|he|she|one|each) (?:have|hire))s?\b(?! of)"
)


def _dismissals(reader: Reader) -> dict[str, a.Dismiss]:
    """Who may be sent away, by first name."""
    found = (x for x in reader.options.listed if isinstance(x, a.Dismiss))
    return {first_part(reader.state.creatures[x.creature].name): x for x in found}


def _sent_away(reader: Reader, said: str) -> Meaning | None:
    """Those of the party's pay who are to go; who is not hired is not sent away."""
    goes = _MAY_GO.fullmatch(said)
    if goes is not None and goes["who"] in _dismissals(reader):
        return Do(_dismissals(reader)[goes["who"]])
    found = _SENDS.fullmatch(said)
    if found is None:
        return None
    words = parts(found["who"] or found["whom"])
    names = {first_part(c.name) for c in ours(reader)}
    if not words or set(words) - names - _JOINED or not set(words) & (names | _IN_PAY):
        return None
    hired = _dismissals(reader)
    if not set(words) & names and _ONE_OF & set(words):
        return Ask("Who is to go?", tuple(hired.values())) if hired else None
    wanted = [word for word in words if word in names] or list(hired)
    others = [word.capitalize() for word in wanted if word not in hired]
    if others and said.startswith(("dismiss", "discharge", "send away")):
        return None
    if others or not wanted:
        who = listing([name.capitalize() for name in hired])
        may = f"Only those in its pay can be sent away: {who}." if hired else "Nobody is in its pay here."
        return Say(f"{listing(others)} {'is' if len(others) == 1 else 'are'} of the party. {may}" if others else may)
    actions = [hired[word] for word in wanted]
    return Do(actions[0]) if len(actions) == 1 else Undertake(InOrder(actions))


def _owed(reader: Reader, said: str) -> Show | None:
    """The page about what those in pay cost."""
    hired, words = _dismissals(reader), set(parts(said))
    named = [name for name in hired if name in words]
    if _PAYS.fullmatch(said):
        return Show("paid", " ".join(hired)) if hired else Show("said", "Nobody is in the party's pay here.")
    is_of_them = bool(words & {"owe", "owed"} and words & {"her", "him", "them"})
    if not hired or not _OWED.search(said) or not (named or words & _IN_PAY or is_of_them):
        return None
    if not (is_asked(said) or words & {"settle", "straight", "check", "sort", "owe", "owed", "wages"}):
        return None
    if words & {"buy", "sell", "give", "gives", "hand", "hands", "afford"} or (named and words & {"armour", "sword"}):
        return None
    if not named and not words & {"our", "we", "us", "my", "i", "owe", "owed", "paid"}:
        return None
    return Show("paid", " ".join(named or hired))


def lost(reader: Reader) -> list[str]:
    """The names of those of the party who are dead, as far as the seat knows."""
    state = reader.state
    side = state.party.side if state.party is not None else ""
    dead = [c.name for c in state.creatures.values() if c.side == side and c.status == "dead"]
    mourned = [name for line in reader.heard() for found in _MOURNED.finditer(line) for name in _listed(found["names"])]
    living = {c.name for c in state.creatures.values() if c.side == side and c.status != "dead"}
    return [name for name in dict.fromkeys((*dead, *mourned)) if name not in living]


def _listed(names: str) -> list[str]:
    return [name for name in re.split(r", | and ", names) if name]


def _of_the_dead(reader: Reader, said: str) -> Meaning | None:
    """Who is dead and how that came, or what it takes to have them back."""
    dead = lost(reader)
    named = [name for name in dead if first_part(name) in parts(said)]
    if _RAISED.search(said) and (named or set(parts(said)) & _SOMEBODY) and not _CASTS.search(said):
        name = next((x for x in ("temple", "healing") if x in topics.known(reader.rules)), "")
        return Show("topic", name) if name else None
    if not is_asked(said) or not (_DEAD.search(said) or (named and _FATE.search(said))):
        return None
    if not dead:
        return Show("said", "Nobody of the party has died.")
    told = f"{listing(dead)} {'is' if len(dead) == 1 else 'are'} dead."
    ends = [end for name in named or dead[-_MOST:] if (end := end_of(reader, name))]
    return Show("said", " ".join((told, *dict.fromkeys(ends))))


_SOMEBODY = {"dead", "people", "someone", "somebody", "anyone", "anybody", "comrades", "friends", "friend", "us"}
_CASTS = re.compile(r"\b(?:casts?|spell|scroll|is there)\b")
_FATE = re.compile(r"\b(?:happened to|become of|became of|where is|is .* (?:dead|alive)|die|died|killed|how did)\b")


def end_of(reader: Reader, name: str) -> str:
    """The line that told of somebody's death."""
    word = re.escape(name)
    ends = re.compile(
        rf"\b{word} (?:is wounded(?: \([^)]*\))?(?: and drops [^;]*?)? and )?(?:dies|is killed|is slain|is dead)\b"
        rf"|\b(?:kills|slays) {word}\b"
    )
    line = next((line for line in reversed(reader.heard()) if ends.search(line)), "")
    told = next((clause for clause in line.split("; ") if ends.search(clause)), "")
    return f"{told[:1].upper()}{told[1:].rstrip('.')}." if told else ""


def _seekers(reader: Reader) -> dict[str, str]:
    """The first names of those who look for work, with their kinds."""
    town = reader.state.settlement
    return {first_part(x.name): x.kind for x in (town.applicants if town is not None else ())}


def _taken_on(reader: Reader, said: str, read: Read) -> Meaning | None:
    """Somebody who looks for work is taken on, or back."""
    found = _TAKES_ON.fullmatch(said)
    who = (found["who"] or found["whom"]) if found is not None else ""
    if found is None or who not in _seekers(reader):
        return None
    terms = re.sub(r"^(?: again)? ?(?:at|for)? ?(?=\d)", " for ", found["rest"] or "")
    return read(f"hire {who}{terms}") or read(f"hire {who}")


def _newcomers(reader: Reader, said: str) -> Meaning | None:
    """A new character, or how one comes into the party."""
    if _FOR_HIRE.search(said) and not _seekers(reader):
        return Show("said", ways_in(reader, is_hired=True))
    if not _NEW.search(said) and not (said.startswith("enlist ") and not set(parts(said)) & set(_seekers(reader))):
        return None
    enlisted = [x for x in reader.options.listed if type(x).__name__ in NEWCOMERS]
    words = set(parts(said))
    kinds = [x for x in enlisted if set(parts(describe(reader.rules, reader.state, x))[3:]) <= words]
    if is_asked(said) or _WHERE.search(said) or not enlisted:
        return Show("said", ways_in(reader))
    if len(enlisted) == 1 or len(kinds) == 1:
        chosen, named = (kinds or enlisted)[0], _CALLED.search(said)
        return Undertake(Named(chosen, named["name"].title())) if named is not None else Do(chosen)
    return Browse(type(enlisted[0]).__name__)


class Named:
    """A new character is made, and called as the line says."""

    over = ""

    def __init__(self, first: Action, name: str) -> None:
        self.first: Action | None = first
        self.name = name
        self._before: tuple[str, ...] = ()

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        members = state.party.members if state.party is not None else ()
        first, self.first = self.first, None
        if first is not None:
            self._before = members
            return first
        new = [id for id in members if id not in self._before]
        self._before = members
        return Rename(new[-1], self.name) if new else None

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        return bool(after.prompts)


_CALLED = re.compile(r"\b(?:called|named|by the name of|whose name is) (?P<name>[a-z][a-z' -]*?)(?= who\b| with\b|,|$)")
_NAMES = re.compile(
    r"(?:call|name|rename|christen) (?P<who>(?:the |our )?(?:new |latest )?[a-z-]+(?: one)?) (?:as |to )?"
    r"(?P<name>(?!(?:back|off|out|up|over|here|for|in|to|a|an|the|us|me|down|on)$)[a-z][a-z'-]+)"
)


def _renamed(reader: Reader, said: str) -> Meaning | None:
    """`Call the new fighter Brannoc`: one of the party's own gets a name."""
    found = _NAMES.fullmatch(said)
    party = reader.state.party
    if found is None or party is None:
        return None
    words = parts(found["who"])
    own = [c for c in ours(reader) if first_part(c.name) in words]
    newest = max(ours(reader), key=lambda c: party.members.index(c.id), default=None)
    who = own[0] if own else newest if {"new", "latest", "newcomer"} & set(words) else None
    return Do(Rename(who.id, found["name"].title())) if who is not None else None


NEWCOMERS = ("Enlist", "BringIn")
"""What games call it when a new character takes the place of one who is dead or gone."""
_WHERE = re.compile(r"\b(?:where|how|who) (?:do|can|could|is|are|would)\b")


_FOR_HIRE = re.compile(
    r"^(?:who(?: is| are)?|is (?:anyone|anybody)|any(?:one|body)) .*\b(?:for hire|looking for work|to hire)\b"
)


def ways_in(reader: Reader, is_hired: bool = False) -> str:
    """How somebody new comes into the party here; where somebody was to be hired, that there is nobody like that."""
    listed = [describe(reader.rules, reader.state, x) for x in reader.options.listed]
    told = []
    if is_hired:
        told.append("Nobody like that is looking for work here.")
    elif any(line.startswith("enlist ") for line in listed):
        told.append("Enlist makes a new character, of a class that is chosen.")
    else:
        new = next((line for line in listed if line.startswith("bring in a new ")), "")
        told.append(
            f"To have a new character take the place of one who is dead or gone, say: {new}."
            if new
            else "No new character can be made here and now: they take the place of those who are dead or gone."
        )
    if seekers := _seekers(reader):
        told.append(
            f"{listing([n.capitalize() for n in seekers])} can be hired: hire {next(iter(seekers)).capitalize()}."
        )
    if any(line.startswith("look for retainers") for line in listed):
        told.append("Look for retainers finds somebody to hire, in the tavern or by a notice.")
    elif not seekers:
        told.append("Nobody here is looking for work now.")
    return " ".join(told)


def _sought(reader: Reader, said: str, read: Read) -> Meaning | None:
    """Somebody of a kind is to be hired, and nobody of that kind looks for work."""
    found = _SOUGHT.fullmatch(said)
    if found is None or {"month", "tavern", "notice"} & set(parts(said)):
        return None
    if _seekers(reader) and (found["kind"].rstrip("s") in _seekers(reader).values() or found["kind"] in _IN_PAY):
        return None
    return read("look for retainers") or Say(ways_in(reader, is_hired=True))


def _healed(reader: Reader, said: str) -> Meaning | None:
    """What there is to heal whoever is named."""
    found = _HEALED.fullmatch(said)
    named = (found["who"] or found["whom"] or "") if found is not None else ""
    named = "us" if _GET_HEALED.fullmatch(said) else named
    some = [c for c in ours(reader) if named in ("us", "everyone", "everybody", "me") or first_part(c.name) == named]
    bought = [action for c in some for action in _healing(reader, c)]
    if not some:
        return None
    if not bought:
        return None
    who = some[0] if len(some) == 1 else None
    rests = [x for x in reader.options.listed if isinstance(x, a.RestDays)]
    return Ask(f"How {f'is {who.name}' if who is not None else 'are they'} to be healed?", (*bought, *rests))


def _healing(reader: Reader, who: Creature) -> Iterator[Action]:
    """The deeds of the town that heal somebody."""
    for action in reader.options.listed:
        is_sold = describe(reader.rules, reader.state, action).startswith("buy healing")
        is_there = isinstance(action, Visit) and action.service == "temple"
        if (is_sold or is_there) and getattr(action, "actor", "") == who.id:
            yield action
