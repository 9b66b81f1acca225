"""How much of each rulebook is met in play: the public count, its record of tests, and the floor it may not fall below.

A rule is `met` if there is a scene in which it decides something (see `scenes`); a judgement is `referee` if a person
is asked for it in a scene and its default is taken in another. `tested` is cited by code and by a passing test, and no
scene shows it; `frame` only defines or describes, as the rulebook says with a reason; everything else is `missing`.
Which tests passed is read from `tested.json`: one here, and one beside the rulebook of a game in a package of its own.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import astuple

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.rulebook import ledger
from underkeep.rulebook.ledger import Rule
from underkeep.rulebook.scenes import ON_QUESTION

Status = Literal["met", "tested", "referee", "frame", "missing"]
STATUSES: tuple[Status, ...] = ("met", "tested", "referee", "frame", "missing")
Scenes: TypeAlias = Mapping[str, frozenset[str]]
Tested: TypeAlias = Mapping[str, list[str]]
Floor: TypeAlias = Mapping[str, Mapping[str, int]]

RECORD = Path(__file__).with_name("tested.json")


class Counts(msgspec.Struct, frozen=True):
    """The census of a system or of one of its areas."""

    rules: int = 0
    met: int = 0
    tested: int = 0
    referee: int = 0
    frame: int = 0
    missing: int = 0

    def with_one(self, status: Status) -> "Counts":
        return self + Counts(1, **{status: 1})

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


Census: TypeAlias = Mapping[str, Mapping[str, Counts]]  # system, area


def read_record(path: Path) -> dict[str, list[str]]:
    """The tests that passed for each rule when this record was last written."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]]) if path.exists() else {}
    except (msgspec.MsgspecError, OSError) as error:
        raise UnderkeepError(f"The record of tests {path} cannot be read: {error}.") from error


def recorded(hear: systems.Hear = systems.unheard) -> dict[str, list[str]]:
    """All records in one; `hear` is told of each that cannot be read."""
    found = read_record(RECORD)
    for system, folder in ledger.folders().items():
        try:
            own = read_record(folder / RECORD.name)
        except UnderkeepError as error:
            hear(str(error))
        else:
            found |= {full_id: tests for full_id, tests in own.items() if full_id.startswith(f"{system}:")}
    return found


def status(full_id: str, rule: Rule, tested: Iterable[str], cited: Iterable[str], met: Scenes) -> Status:
    shown = met.get(full_id, frozenset())
    if rule.frame:
        return "frame"
    if rule.kind == "judgement":
        if ON_QUESTION in shown and shown - {ON_QUESTION}:
            return "referee"
    elif shown:
        return "met"
    return "tested" if full_id in tested and full_id in cited else "missing"


def take(tested: Iterable[str], cited: Iterable[str], met: Scenes, hear: systems.Hear = systems.unheard) -> Census:
    """Count every rule of every system, by area; `hear` is told of each rulebook that cannot be read."""
    census: dict[str, dict[str, Counts]] = {}
    for book in ledger.shelf(hear):
        areas = census.setdefault(book.system, {})
        for rule in book.rules.values():
            found = status(book.full_id(rule), rule, tested, cited, met)
            areas[rule.area] = areas.get(rule.area, Counts()).with_one(found)
    return census


def totals(census: Census) -> dict[str, Counts]:
    return {system: sum(areas.values(), Counts()) for system, areas in census.items()}


def fallen(counts: Mapping[str, Counts], floor: Floor) -> list[str]:
    """One sentence for each count that is below the floor."""
    return [
        f"{system} has {have} {name} rules, {least - have} fewer than the floor of {least}."
        for system, minimum in floor.items()
        for name, least in minimum.items()
        if (have := getattr(counts.get(system, Counts()), name)) < least
    ]


def floor_of(counts: Mapping[str, Counts]) -> dict[str, dict[str, int]]:
    return {system: {"met": c.met, "referee": c.referee} for system, c in counts.items()}


def page(census: Census) -> str:
    """The census as a Markdown page."""
    lines = [
        "# Rule census",
        "",
        "Written by `make census`. A rule is **met** when there is a scene, a short game played through the front",
        "doors, in which it decides something; a judgement counts as **referee** when a person is asked for it in one",
        "scene and its default is taken in another. **Tested** rules have code and tests and no scene yet. **Frame**",
        "only defines or describes. `underkeep rules show ID` names the scene, the code and the tests of a rule, and",
        "`underkeep rules scene ID` plays the moment. Below the rules of a game stands its content: what of an entry",
        "only a person can judge is its `manual` part.",
        "",
        *_table("system", totals(census)),
    ]
    for system, areas in census.items():
        book = ledger.load(system).book
        lines += ["", f"## {system}: {book.title}", "", book.note, "", *_table("area", dict(sorted(areas.items())))]
        lines += ["", *_of_content(ledger.folders()[system] / "content")]
    return "\n".join(lines) + "\n"


def content(folder: Path) -> dict[str, tuple[int, int]]:
    """By folder of a game's content: how many entries there are, and in how many something is left to a person."""
    found: dict[str, tuple[int, int]] = {}
    for file in sorted(folder.rglob("*.toml")):
        name = file.parent.relative_to(folder).as_posix()
        entries = [e for e in tomllib.loads(file.read_text(encoding="utf-8")).values() if isinstance(e, dict)]
        count, manual = found.get(name, (0, 0))
        found[name] = count + len(entries), manual + sum(bool(entry.get("manual")) for entry in entries)
    return found


def _of_content(folder: Path) -> list[str]:
    rows = [f"| {name} | {count} | {manual} |" for name, (count, manual) in content(folder).items() if count]
    return ["| content | entries | with something left to a person |", "| --- | ---: | ---: |", *rows]


def _table(heading: str, counts: Mapping[str, Counts]) -> list[str]:
    rows = [f"| {name} | {' | '.join(map(str, astuple(c)))} |" for name, c in counts.items()]
    return [f"| {heading} | rules | {' | '.join(STATUSES)} |", f"| --- |{' ---: |' * 6}", *rows]
