"""Plays a story from its header and typed lines, and writes down all that comes of it.

A `.play` file begins with `# name: value` lines that say everything needed to play it; `# plays: delve` is typed by a
person line by line, `# plays: minds` leads a party by a mind, `# plays: arena` is a fight between minds.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.replays import engine as e
from tests.replays import facts

FOLDER = Path(__file__).parent
_HEADER = re.compile(r"# ([a-z ]+): (.*)")
_DECREE = re.compile(r"decree (\{.*\}) because (.+)")
_ASKED = ("(0 goes back)", "Which do you mean?", "Is this meant?")
_LISTS = ("options", "menu", "more")


class Story(NamedTuple):
    """What a `.play` file asks for."""

    header: dict[str, str]
    typed: list[str]

    @property
    def system(self) -> str:
        return self.header["system"]

    @property
    def seed(self) -> int:
        return int(self.header["seed"])

    @property
    def switches(self) -> tuple[str, ...]:
        return tuple(self.header.get("switches", "").replace(",", " ").split())

    @property
    def plan(self) -> e.Plan:
        get = self.header.get
        return e.Plan(
            size=int(get("party", "6")),
            level=int(get("level", "1")),
            levels=int(get("levels", "3")),
            setting=get("setting"),
            switches=self.switches,
            human_referee=get("referee") == "person",
        )


def paths() -> list[Path]:
    return sorted(FOLDER.glob("*/*.play"))


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def parse(text: str) -> Story:
    header = dict(m.groups() for line in text.splitlines() if (m := _HEADER.fullmatch(line)))
    return Story(header, [line[2:] for line in text.splitlines() if line.startswith("> ")])


def played(story: Story) -> str:
    """The whole text of the story as it goes today."""
    play = {"delve": _typed, "minds": _led, "arena": _fought}[story.header["plays"]]
    lines = [f"# {name}: {value}" for name, value in story.header.items()]
    return "\n".join([*lines, "", *(line.rstrip() for line in play(story))]) + "\n"


def _typed(story: Story) -> list[str]:
    """A person types at the plain front door; everything printed there is written down, long menus in brief."""
    session = begun(story)
    chair = e.Chair(session, e.PLAYER, story.plan.human_referee)
    scribe, printed, lines, given = Scribe(session), "", [], iter(story.typed)
    last = ""

    def write(text: str) -> None:
        nonlocal printed
        printed += text

    def flush() -> None:
        nonlocal printed
        lines.extend(_facts(scribe, story))
        lines.extend(_printed(printed, last, chair))
        lines.extend(scribe.differing(e.PLAYER, e.REFEREE) if last else scribe.differing(e.PLAYER, e.REFEREE)[-3:])
        printed = ""

    def read() -> str:
        nonlocal last
        flush()
        for last in given:
            lines.append(f"> {last}")
            decree = _DECREE.fullmatch(last)
            if decree is None:
                return last
            session.decree(session.rules.codec.event(decree[1]), decree[2])
            chair.log += session.lines(e.PLAYER, scribe.last)
            lines.extend(scribe.facts())
            lines.extend(scribe.heard(e.PLAYER, e.REFEREE))
        raise EOFError

    e.Plain(chair, read, write).run()
    if session.state.over:
        flush()
    return [*lines, *_end(session)]


def begun(story: Story) -> e.Session:
    """The game as the typed lines find it: new, or led by a mind up to the scene that the header names."""
    session = e.delve_begun(story.system, story.seed, story.plan)
    temper, _, scene = story.header.get("prelude", "").partition(" until ")
    if temper:
        leader = e.Explorer(session.rules, e.TEMPERS[temper])
        while e.scene(session.state) != scene:
            action = e.delver_decides(session, leader)
            assert action is not None, f"There is no {scene} on the way."
            session.submit(e.PLAYER, action)
    return session


def _printed(text: str, typed: str, chair: e.Chair) -> Iterator[str]:
    """What the player reads, but for the menu of now: of that, how long it is and a hash of all its words."""
    rows = [row for row in text.removesuffix("> ").splitlines() if row.strip()]
    whole = typed.strip() in _LISTS or any(mark in text for mark in _ASKED)
    menu = [] if whole else chair.menu()
    left_out = {f"{number}. {choice.label}" for number, choice in enumerate(menu, 1)}
    shown = [row for row in rows if row not in left_out and (whole or not row.startswith("more: "))]
    yield from (f"  player| {row}" for row in shown)
    if len(shown) < len(rows):
        yield f"  player| ({len(menu)} options, {digest(_labels(menu))})"


def _labels(choices: Sequence[Any]) -> list[Any]:
    """Every label of a menu, those inside folds too."""
    return [(choice.label, choice.kind, _labels(choice.inside)) for choice in choices]


def _led(story: Story) -> list[str]:
    """A mind leads the party, through as many actions as the header says."""
    session = e.delve_begun(story.system, story.seed, story.plan)
    leader = e.Explorer(session.rules, e.TEMPERS[story.header["temper"]])
    scribe = Scribe(session)
    lines = [*_facts(scribe, story), *scribe.heard(e.PLAYER, e.REFEREE)]
    for _ in range(int(story.header["actions"])):
        action = e.delver_decides(session, leader)
        if action is None:
            break
        session.submit(e.PLAYER, action)
        lines += scribe.entries(e.PLAYER, e.REFEREE)
    return [*lines, *_end(session)]


def _fought(story: Story) -> list[str]:
    """Minds fight it out on a bare field."""
    header = story.header
    session = e.duel_begun(story.system, story.seed, header["match"], story.switches, int(header.get("gap", "6")))
    scribe = Scribe(session)
    lines = [*_facts(scribe, story), *scribe.heard(*e.SIDES)]
    session.submit(e.REFEREE, e.BeginFight())
    lines += scribe.entries(*e.SIDES)
    while (turn := e.fighter_decides(session)) is not None:
        seat, name, action = turn
        scribe.names[session.seq + 1] = name
        session.submit(seat, action)
        lines += scribe.entries(*e.SIDES)
    return [*lines, *_end(session)]


def _facts(scribe: Scribe, story: Story) -> list[str]:
    """What happened since; of all before the first line only a number, unless the header wants it in full."""
    if scribe.is_beginning and story.header.get("beginning") != "in full":
        before = [event for entry in scribe.session.entries for event in entry.events]
        scribe.facts()
        return [f"  ({len(before)} facts of the beginning, {digest([facts.told(event) for event in before])})"]
    return scribe.facts()


def _end(session: e.Session) -> list[str]:
    """What the shortened lines may have left out: hashes of every fact and of the last state."""
    codec = session.rules.codec
    happened = digest([codec.encode(entry.events).decode() for entry in session.entries])
    heard = digest(
        [[(x.text, x.why, x.rule) for x in session.lines(seat)] for seat in (*session.state.seats, "nobody")]
    )
    state = digest(codec.encode(session.state).decode())
    return ["", f"= {session.seq} entries; facts {happened}, state {state}, lines with their reasons {heard}"]


def digest(value: object) -> str:
    return hashlib.blake2b(repr(value).encode(), digest_size=6).hexdigest()


class Scribe:
    """Writes down the entries of a session that were not written down yet."""

    def __init__(self, session: e.Session) -> None:
        self.session = session
        self.words = e.described_from_now_on(session)
        self.last = -1
        self._told = -1
        self.names: dict[int, str] = {}

    @property
    def is_beginning(self) -> bool:
        return self._told < 0

    def facts(self) -> list[str]:
        """Of all entries since."""
        lines = []
        for entry in self.session.entries[self._told + 1 :]:
            lines += [f"  {line}" for line in facts.lines(entry.events)]
        self._told = self.session.seq
        return lines

    def heard(self, first: str, second: str) -> list[str]:
        """What the first seat heard since, then what the second heard otherwise."""
        lines = [f"  {first}| {line.text}" for line in self.session.lines(first, self.last)]
        return lines + self.differing(first, second)

    def differing(self, first: str, second: str) -> list[str]:
        """What the second seat heard since that the first did not; then it is written down."""
        known = Counter((line.seq, line.text) for line in self.session.lines(first, self.last))
        other = self.session.lines(second, self.last)
        self.last = self.session.seq
        lines = []
        for line in other:
            if not known[line.seq, line.text]:
                lines.append(f"  {second}| {line.text}")
            else:
                known[line.seq, line.text] -= 1
        return lines

    def entries(self, first: str, second: str) -> list[str]:
        """Each entry since with its action, as if every seat had typed."""
        session, lines = self.session, []
        upto = session.seq
        for entry in session.entries[self.last + 1 : upto + 1]:
            who = self.names.get(entry.seq, entry.seat)
            lines.append(f"> {who}: {self.words[entry.seq]}")
            lines += [f"  {line}" for line in facts.lines(entry.events)]
            known = [line.text for line in session.lines(first, entry.seq - 1, entry.seq)]
            lines += [f"  {first}| {text}" for text in known]
            other = (line.text for line in session.lines(second, entry.seq - 1, entry.seq))
            lines += [f"  {second}| {text}" for text in other if text not in known]
        self.last = self._told = upto
        return lines
