"""Several wishes in one line: `go north and listen at the door`, `shut the door, then spike it`.

The first is done, and then the next is read as if it had been typed then; whatever a person would stop for ends it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import dressings, play, survey
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import DUNGEON, TOWN
from underkeep.procedures.delve_actions import Examine, ForceDoor, InspectHoard, LightUp, Listen, OpenDoor, Search
from underkeep.procedures.doors import OPEN_ALREADY
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.scenes import scene_of
from underkeep.table import naming
from underkeep.table.course import Course
from underkeep.table.errand import Errand, is_hurt
from underkeep.table.order import Order
from underkeep.table.several import InOrder
from underkeep.table.speech import battle_orders
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.pronouns import thing
from underkeep.table.speech.rephrasing import imperative
from underkeep.table.speech.second_thoughts import UNTRIED
from underkeep.table.speech.things_in_order import with_its_verb
from underkeep.table.speech.trading import kinds_named, told_of_all
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.state import State

_SPLIT = re.compile(r"(?:,| and|;)? then |; | and (?:also |then )?|, (?:and )?(?:also |then )?")
_FIRST = re.compile(r"(?P<second>.+?),? (?:but first|after (?:we|you|i|he|she)) (?P<first>\w+.+)")
_BEFORE = re.compile(r"(?P<first>.+?),? before (?:(?:we|you|i|he|she) )?(?P<second>\w+.+)")
_TURNED = re.compile(r"(?P<second>.+?),? but (?:first,? (?P<first>\w+.+)|(?P<last>\w+.+?),? first)")
_FOR_TRAPS = re.compile(r"(?P<look>check|look|search|inspect|examine)(?: it| them| that)?(?: carefully)? for traps")
MOST_CLAUSES = 4


def _is_open(state: State, door: str) -> bool:
    """Whether a door can be gone through; of one that nobody knows it is not said."""
    dungeon = state.dungeon
    return dungeon is None or door not in dungeon.doors or dungeon.doors[door].is_passable


class InWords:
    """One wish after another, each read when its time comes; `then` is what is shown at the end. A wish that waits for
    an answer to `if` is left to whoever typed it."""

    def __init__(
        self,
        first: Do | Undertake,
        rest: Sequence[str],
        parse: Callable[[Reader, str], Meaning],
        then: Show | None = None,
    ) -> None:
        self.over = ""
        self.first = first
        self.then = then
        self.clauses = tuple(rest)
        self._left = list(rest)
        self._parse = parse
        self._errand: Errand | None = None
        self._ready: list[Action] = []
        self._last: Action | None = None
        self.orders: dict[str, Order | None] = {}
        self._begin(first)

    def _begin(self, meant: Do | Undertake) -> None:
        if isinstance(meant, Do):
            self._ready = [meant.action]
        else:
            self._errand = meant.errand
            self.orders.update(meant.orders)

    def question(self, rules: Ruleset, state: State) -> str:
        """What is asked before the first wish is done, if that is a walk."""
        return self._errand.question(rules, state) if isinstance(self._errand, Course) else ""

    def at_its_end(self, rules: Ruleset, state: State) -> str:
        """What is asked about what a walk that comes first leads to."""
        return self._errand.at_its_end(rules, state) if isinstance(self._errand, Course) else ""

    @property
    def is_dared(self) -> bool:
        return isinstance(self._errand, Course) and self._errand.is_dared

    @is_dared.setter
    def is_dared(self, value: bool) -> None:
        if isinstance(self._errand, Course):
            self._errand.is_dared = value

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if self._ready:
            self._last = self._ready.pop()
            return self._last
        if self._errand is not None:
            action = self._errand.next(rules, state, options, seat)
            if action is not None:
                self._last = action
                return action
            self._tell(self._errand.over)
            self._errand = None
        if not self._left:
            return None
        if isinstance(self._last, OpenDoor | ForceDoor) and not _is_open(state, self._last.door):
            self._tell(f"Not done, since the door is shut: {', '.join(self._left)}.")
            return None
        clause = self._left.pop(0)
        if (condition := _conditional(clause)) is not None:
            self._tell(f"Whether to go on is for you to say: {', '.join((condition, *self._left))}.")
            return None
        focus = next((id for x in options.listed if (id := getattr(x, "actor", ""))), "")
        focus = focus if state.fight is not None else ""
        meant = self._parse(Reader(rules, state, options, seat, focus=focus, last=self._last), clause)
        clause = _with_capitals(state, seat, clause)
        if question := _asked_before(rules, state, meant):
            self._tell(f"{question} To go on, say: {clause}.")
        elif isinstance(meant, Do | Undertake):
            self._tell(meant.note)
            self._begin(meant)
            return self.next(rules, state, options, seat)
        elif isinstance(meant, Say):
            self._tell(f"{clause[:1].upper()}{clause[1:]}: {meant.text}")
        elif isinstance(meant, Ask) and meant.question == UNTRIED:
            self._tell(f"{clause[:1].upper()}{clause[1:]}: {UNTRIED}")
        elif isinstance(meant, Show):
            self.then = self.then or meant
        elif isinstance(meant, Ask | Browse):
            self._tell(f"What is left: {clause}.")
        return None

    def _tell(self, text: str) -> None:
        """Add to what is told at the end."""
        self.over = " ".join(filter(None, (self.over, text)))

    def led_by(self, first: Do | Undertake) -> InWords:
        """The same with something else done first."""
        return InWords(first, self.clauses, self._parse, self.then)

    def followed_by(self, rest: Sequence[str]) -> InWords:
        """The same with other words for what comes after the first."""
        return InWords(self.first, rest, self._parse, self.then)

    def left(self) -> str:
        """What of the line is not done yet, in its words."""
        return ", ".join(self._left)

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        if self._errand is not None and self._errand.is_interrupted(rules, before, after):
            return True
        if bool(after.prompts) or scene_of(before) != scene_of(after) or _dangers(before) != _dangers(after):
            return True
        return scene_of(after) == DUNGEON and is_hurt(rules, before, after)


def _with_capitals(state: State, seat: str, said: str) -> str:
    """A wish with the names of one's own as they are written."""
    own = {first_part(c.name): c.name.split()[0] for c in state.creatures.values() if state.owns(seat, c.id) and c.name}
    return re.sub(r"[a-z]+", lambda found: own.get(found[0], found[0]), said)


_IF = re.compile(
    r"(?:(?:and |but |then )*(?:if|when|once|unless) .+?, ?(?:then )?(?P<then>\w+.+)"
    r"|(?P<what>\w+.*?),? (?:if|when|once|unless|in case) (?!(?:we|you|i|he|she|they) can\b|possible).+)"
)


_UNSURE = re.compile(r"(?:if|unless|once|in case) \w+ \w+")
_IS_SAID = re.compile(r"(?:\w+ )?(?:asks?|tells?|says?|shouts?|calls?|explains?|promises?|warns?)\b")


def _conditional(clause: str) -> str | None:
    """What a wish that hangs on a condition would have done; None of one that hangs on none."""
    found = None if _IS_SAID.match(clause) else _IF.fullmatch(clause)
    if found is None and _UNSURE.match(clause) is not None:
        return clause
    return (found["then"] or found["what"]) if found is not None else None


def _dangers(state: State) -> list[str]:
    """The traps that the party knows of: one that is found or set off is a reason to think again."""
    return [] if state.dungeon is None else [t.id for t in state.dungeon.traps.values() if t.state != "hidden"]


def _by_the_same(reader: Reader, found: Sequence[str]) -> list[str]:
    """The wishes of a line that begins with a name: what is told in the third person of nobody else is of that one."""
    name = first_part(found[0])
    names = [first_part(c.name) for c in ours(reader)]
    if name not in names:
        return list(found)
    heads = [first_part(wish) for wish in found]
    return [
        f"{name} {wish}" if head not in names and imperative(head) != head else wish
        for wish, head in zip(found, heads, strict=True)
    ]


def _to_whom(reader: Reader, found: Sequence[str]) -> list[str]:
    """The wishes of a line that one of one's own is told by name, each with that name: `Garrick, take off the leather
    and put on the mail`."""
    names = [first_part(c.name) for c in ours(reader)]
    if len(found) < 2 or found[0] not in names or any(set(parts(wish)) & set(names) for wish in found[1:]):
        return list(found)
    return [f"{found[0]} {wish}" for wish in found[1:]]


def _with_whole_names(reader: Reader, found: Sequence[str]) -> list[str]:
    """The wishes of a line that was not parted within the name of one thing, such as a rope and pulley."""
    state = reader.state
    names = [item.name.lower() for c in ours(reader) for item in c.items]
    if state.party is not None and state.party.at is not None:
        names += [dressings.name_of(x).lower() for x in survey.known_dressings(state)]
        names += [naming.feature_name(state, x).lower() for x in survey.known_features(state)]
    halves = [(first, second) for name in names for first, has, second in [name.partition(" and ")] if has]
    told: list[str] = []
    for wish in found:
        is_rest = told and any(told[-1].endswith(first) and wish.startswith(second) for first, second in halves)
        told = [*told[:-1], f"{told[-1]} and {wish}"] if is_rest else [*told, wish]
    return told


_LISTS = re.compile(r"(?:\w+ )?(?P<verb>buys?|sells?|purchases?|hires?)\b .+")


def _with_verbs(reader: Reader, found: Sequence[str]) -> list[str]:
    """The wishes of a line, `sell the mail and buy a sword and food`: what but names a ware is bought like the one
    before."""
    if reader.rules.town is None or not any(_LISTS.fullmatch(wish) for wish in found):
        return list(found)
    town = reader.state.settlement
    seekers = {first_part(x.name) for x in town.applicants} if town is not None else set()
    told: list[str] = []
    for wish in found:
        before = _LISTS.fullmatch(told[-1]) if told else None
        bare = re.sub(r"^(?:an?|the|some|\d+) ", "", wish)
        is_ware = bare in seekers or bool(kinds_named(reader, bare))
        told.append(f"{before['verb']} {wish}" if before is not None and is_ware else wish)
    return told


_OF_IT = re.compile(r"\b(?:it|them|that)\b")


def of_several_sorts(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """A line whose clauses are each something else to do now: `go south and search`; not what lists things."""
    state = reader.state
    if state.prompts or state.fight is not None or state.encounter is not None:
        return None
    found = _to_whom(reader, _with_whole_names(reader, clauses(said)))
    found = _by_the_same(reader, _with_verbs(reader, found))
    if any(is_but_names(reader, wish) for wish in found):
        return None
    if not 2 <= len(found) <= MOST_CLAUSES or any(_OF_IT.search(wish) for wish in found[1:]):
        return None
    meant = [parse(reader, wish) for wish in found]
    kinds = [type(one.action) for one in meant if isinstance(one, Do) and not isinstance(one.action, Try)]
    if len(kinds) < len(found) or len(set(kinds)) < len(kinds):
        return None
    first = meant[0]
    assert isinstance(first, Do)
    if question_of(reader.rules, state, first.action):
        return Do(first.action, f"What comes then is for then: {', '.join(found[1:])}.")
    return Undertake(InWords(first, found[1:], parse), note=first.note)


_TO_ALL = re.compile(r"(?:every(?:one|body)|all|both|we|the (?:rest|others)|others)\b")
_IN_A_FIGHT = re.compile(r",? and then | then |; |,? and |, | while |,? but ")


def each_in_order(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """A line of a fight whose clauses are each something to do now and not all a matter of orders: `she withdraws, he
    retreats`, `shoot goblin 2 and step back`. Who is named for one does the next as well, unless another is."""
    state = reader.state
    pieces = [piece.strip() for piece in _IN_A_FIGHT.split(said) if piece.strip()]
    if state.fight is None or state.prompts or not 2 <= len(pieces) <= MOST_CLAUSES:
        return None
    if any(_TO_ALL.match(piece) for piece in pieces):
        return None
    names = [first_part(c.name) for c in ours(reader)]
    who = first_part(state.creatures[reader.focus].name) if reader.focus in state.creatures else ""
    lines = []
    for piece in pieces:
        head = first_part(piece)
        who = head if head in names else who
        lines.append(piece if head in names else f"{who} {piece}".strip())
    if all(battle_orders.read(reader, line) is not None for line in lines):
        return None
    meant = [(parse(reader, line), line) for line in lines]
    if not all(_is_plain(one) for one, _ in meant):
        return None
    if len({first_part(line) for line in lines}) == len(lines):
        meant.sort(key=lambda pair: isinstance(pair[0], Undertake))
    first = meant[0][0]
    rest = [line for _, line in meant[1:]]
    return Undertake(InWords(first, rest, parse), note=first.note) if isinstance(first, Do) else None


def _is_plain(meant: Meaning) -> bool:
    """Whether it is something to do, and no mere wish."""
    return isinstance(meant, Do | Undertake) and not (isinstance(meant, Do) and isinstance(meant.action, Try))


def _asked_before(rules: Ruleset, state: State, meant: Meaning) -> str:
    """What a person is asked before a deed, or before what a walk leads to."""
    if isinstance(meant, Do):
        return question_of(rules, state, meant.action)
    errand = meant.errand if isinstance(meant, Undertake) else None
    return errand.at_its_end(rules, state) if isinstance(errand, Course) else ""


def question_of(rules: Ruleset, state: State, action: Action) -> str:
    """What a person is asked before such a thing is done."""
    deed = rules.book.deed(action, scene_of(state)) if scene_of(state) else None
    return deed.question(state, action) if deed is not None else ""


def clauses(said: str) -> list[str]:
    """The wishes of a line, in the order in which they are to be done."""
    first = _FIRST.fullmatch(said) or _BEFORE.fullmatch(said)
    if first is not None:
        return [first["first"], first["second"]]
    found = with_its_verb([part.strip() for part in _SPLIT.split(said) if part.strip()])
    return [part for n, part in enumerate(found) if n == 0 or not is_remark(part)]


_REMARK = re.compile(
    r"(?:every(?:one|body)|all(?: of us)?|together|the (?:whole )?party|now|at once|quickly|please)|"
    r"(?:while )?(?:(?:all )?(?:the )?(?:others?|rest(?: of us)?|party)|every(?:one|body) else|we)(?: all)?"
    r" (?:waits?|stays?|stands?|keeps?|holds?|guards?|watch(?:es)?|hangs?)\b.*"
    r"|(?:nobody|no one|every(?:one|body)) (?:talks?|moves?|touch(?:es)?|makes?|speaks?|stays?|keeps?|be)\b.*"
    r"|(?:be|stay|keep) (?:careful|quiet|ready|alert|close|together|low|silent|on guard|sharp)\b.*"
    r"|(?!(?:please|let|then|also|and|we|i|not) )(?:the |our |these |those )?\w+"
    r" (?:has|have|are|is|was|were|knows?|hears?) (?!to |in |on |at |first|last|behind|next|not )\w+.*"
    r"|(?:puts?|stows?|stuffs?|packs?) (?:it|them|that|those|all of it) (?:away|in(?:to)? (?:his|her|the|their|my|our)"
    r" (?:back)?(?:packs?|bags?|purses?|pockets?|sacks?))"
    r"|weapons? (?:ready|drawn|out)|eyes open|slowly|careful(?:ly)?|quiet(?:ly)?"
    r"|(?:and )?(?:holds?|keeps?|raises?|lifts?|has|have|shades?)"
    r" (?:it|them|(?:the|his|her|my|its|their) (?:light|torch|lantern))"
    r"(?: up| out| well)?(?: high| low| aloft| ready| out| steady| close| overhead| up| lit| burning| covered)?"
    r"(?: (?:above|over) (?:his|her|their|my) head)?"
)


def is_remark(clause: str) -> bool:
    """Whether a clause says no more than how, or that the others wait."""
    return _REMARK.fullmatch(clause) is not None


def is_turned(said: str) -> bool:
    """Whether what a line says last is to be done first."""
    return _TURNED.fullmatch(said) is not None or _FIRST.fullmatch(said) is not None


def turned_round(
    reader: Reader,
    said: str,
    strictly: Callable[[Reader, str], Meaning | None],
    parse: Callable[[Reader, str], Meaning],
) -> Meaning | None:
    """`Take the gold, but check for traps first`: what is to be done first, then the rest; nothing if the first is not
    understood, as the rest was not to be done without it."""
    found = _TURNED.fullmatch(said)
    if found is None or reader.state.prompts or reader.state.fight is not None:
        return None
    first, rest = found["first"] or found["last"], found["second"]
    then = strictly(reader, rest)
    about = thing(reader.state, then.action) if isinstance(then, Do) else ""
    if about and not re.search(rf"\b{re.escape(about)}\b", first):
        first = _FOR_TRAPS.sub(rf"\g<look> the {about} for traps", first)
    meant = strictly(reader, first)
    if isinstance(meant, Do | Undertake):
        return Undertake(InWords(meant, [rest], parse), note=meant.note)
    if meant is None and isinstance(then, Do | Undertake):
        return Say(f'What is to be done first is not understood: "{first}". Nothing was done.')
    return meant


def named_first(reader: Reader, said: str) -> tuple[list[str], str]:
    """The names of one's own that a line begins with, joined by `and`, and what is said of them; none of fewer than
    two."""
    names = {parts(c.name)[0] for c in ours(reader) if parts(c.name)}
    words = said.replace(",", " , ").split()
    count = next((n for n, word in enumerate(words) if word not in names and word not in ("and", ",")), len(words))
    found = [word for word in words[:count] if word in names]
    return (found, " ".join(words[count:]).replace(" , ", ", ")) if len(found) > 1 else ([], said)


_EVERYBODY = re.compile(
    r"(?:let |have )?(?:every(?:one|body)|all of (?:us|you)|each of (?:us|you)|we (?:all|each)"
    r"|you all|each(?: one| member)?|all)"
    r"(?: should| must| to)? "
    r"(?=(?:lights?|listens?|drops?|draws?|sheathes?|puts?|packs?|stows?|takes? (?:out|off|up)|eats?|wears?|dons?"
    r"|wields?|readies|ready|throws? away|discards?|drinks? (?:an?|the|his|her|their)\b|doff|removes?|gambles?)\b)"
)
"""All of the party, and what each does with what is one's own."""
_EACH = re.compile(r"^(?:both|each|all)(?: of them)? (?=\w+ )| (?:each|apiece)$")


def each_of_several(reader: Reader, said: str, strictly: Callable[[Reader, str], Meaning | None]) -> Meaning | None:
    """`Hargan and Dagna light torches`: what each does for oneself, one after the other; None if it is not that."""
    if reader.state.fight is not None or reader.state.encounter is not None or reader.state.prompts:
        return None
    names, rest = named_first(reader, said)
    rest = _EACH.sub("", rest) if names else rest
    if not names and (all_of_us := _EVERYBODY.match(said)) is not None:
        names, rest = [first_part(c.name) for c in ours(reader)], said[all_of_us.end() :]
    meant = [strictly(reader, f"{name} {rest}") for name in names if rest]
    meant = [_allowed(reader, found) for found in meant]
    each = [_deeds(found) for found in meant]
    if not any(each) or not all(any(_is_for_oneself(reader, x) for x in deeds) for deeds in each if deeds):
        return None
    refused = [found.text for found in meant if isinstance(found, Say)]
    paid = [found.note for found in meant if isinstance(found, Undertake) and found.note]
    return Undertake(InOrder([x for deeds in each for x in deeds]), note=" ".join([*told_of_all(refused), *paid]))


def _allowed(reader: Reader, meant: Meaning | None) -> Meaning | None:
    """The same, or what the rules say against one of several who cannot do as the others: the others still can."""
    if not isinstance(meant, Do):
        return meant
    against = play.why_not(reader.rules, reader.state, reader.seat, meant.action)
    return Say(against.sentence, against.rule) if against is not None else meant


def _deeds(meant: Meaning | None) -> list[Action]:
    """What one of several does for oneself: one action, or a few, as when another pays."""
    if isinstance(meant, Do):
        return [meant.action]
    return [*meant.errand.actions] if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder) else []


def _is_for_oneself(reader: Reader, action: Action) -> bool:
    """Whether everybody does such a thing by oneself; in town that is all that asks nothing first."""
    if reader.rules.town is not None and scene_of(reader.state) == TOWN and hasattr(action, "actor"):
        return not question_of(reader.rules, reader.state, action)
    deed = reader.rules.book.deed(action, scene_of(reader.state)) if scene_of(reader.state) else None
    return isinstance(action, LightUp | Listen) or (deed is not None and deed.personal)


def is_but_names(reader: Reader, clause: str) -> bool:
    """Whether a clause says no more than who: what they are to do stands in the next."""
    names = {parts(c.name)[0] for c in ours(reader) if parts(c.name)}
    return set(parts(clause)) <= {*names, "the", "and"}


_OPENS = re.compile(r"(?:\w+,? )?(?:opens?|tries|try) ")


def _is_of_an_open_door(reader: Reader, clause: str, meant: Meaning | None) -> bool:
    """Whether a line begins with the opening of a door that is open: what comes then can be done."""
    if isinstance(meant, Say):
        return meant.text == OPEN_ALREADY
    if not isinstance(meant, Do) or not isinstance(meant.action, OpenDoor):
        return False
    against = play.why_not(reader.rules, reader.state, reader.seat, meant.action)
    return against is not None and against.sentence == OPEN_ALREADY


def one_by_one(
    reader: Reader,
    said: str,
    strictly: Callable[[Reader, str], Meaning | None],
    parse: Callable[[Reader, str], Meaning],
) -> Meaning | None:
    """A line of several wishes, each of which is understood by its own words; None if it is not that."""
    if reader.state.prompts or reader.state.fight is not None:
        return None
    found = _with_verbs(reader, _to_whom(reader, _with_whole_names(reader, clauses(said))))
    if not 2 <= len(found) <= MOST_CLAUSES or any(is_but_names(reader, wish) for wish in found):
        return None
    first = strictly(reader, found[0])
    if _OPENS.match(found[0]) and _is_of_an_open_door(reader, found[0], first):
        return parse(reader, " and ".join(found[1:]))
    is_of_it = scene_of(reader.state) == TOWN and any(_OF_IT.search(wish) for wish in found[1:])
    if not isinstance(first, Do | Undertake) or is_of_it:
        return None
    found = _by_the_same(reader, found)
    is_to_know = isinstance(first, Do) and isinstance(first.action, Listen | Search | Examine | InspectHoard)
    if is_to_know and _BEFORE.fullmatch(said) is not None:
        found = [found[0], f"when that is known, {found[1]}"]
    if isinstance(first, Do) and question_of(reader.rules, reader.state, first.action):
        return Do(first.action, f"What comes then is for then: {', '.join(found[1:])}.")
    return Undertake(InWords(first, found[1:], parse), note=first.note)
