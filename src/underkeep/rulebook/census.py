"""How much of each rulebook is executed: the public count, its record of tests, and the floor it may not fall below.

A rule is `automated` if code cites it and a passing test cites it; a judgement is then `referee`, because the referee
may answer it differently; everything else is `missing`. Which tests passed is read from `tested.json`: one here, and
one beside the rulebook of a game in a package of its own.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.rulebook import ledger
from underkeep.rulebook.ledger import Rule

Status = Literal["automated", "referee", "missing"]
Tested: TypeAlias = Mapping[str, list[str]]
Floor: TypeAlias = Mapping[str, Mapping[str, int]]

RECORD = Path(__file__).with_name("tested.json")


class Counts(msgspec.Struct, frozen=True):
    """The census of a system or of one of its areas."""

    rules: int = 0
    automated: int = 0
    referee: int = 0
    missing: int = 0

    def with_one(self, status: Status) -> "Counts":
        return Counts(
            self.rules + 1,
            self.automated + (status == "automated"),
            self.referee + (status == "referee"),
            self.missing + (status == "missing"),
        )

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.rules + other.rules,
            self.automated + other.automated,
            self.referee + other.referee,
            self.missing + other.missing,
        )


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


def status(full_id: str, rule: Rule, tested: Iterable[str], cited: Iterable[str]) -> Status:
    if full_id not in tested or full_id not in cited:
        return "missing"
    return "referee" if rule.kind == "judgement" else "automated"


def take(tested: Iterable[str], cited: Iterable[str], hear: systems.Hear = systems.unheard) -> Census:
    """Count every rule of every system, by area; `hear` is told of each rulebook that cannot be read."""
    census: dict[str, dict[str, Counts]] = {}
    for book in ledger.shelf(hear):
        areas = census.setdefault(book.system, {})
        for rule in book.rules.values():
            found = status(book.full_id(rule), rule, tested, cited)
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
    return {system: {"automated": c.automated, "referee": c.referee} for system, c in counts.items()}


def page(census: Census) -> str:
    """The census as a Markdown page."""
    lines = [
        "# Rule census",
        "",
        "Written by `make census`. A rule is **automated** when code cites it and a passing test checks it;",
        "**referee** when it is a judgement of which the same is true: it asks the referee, and has an automatic",
        "default; **missing** otherwise. `underkeep rules show ID` lists the code and the tests of a rule.",
        "",
        *_table("system", totals(census)),
    ]
    for system, areas in census.items():
        book = ledger.load(system).book
        lines += ["", f"## {system}: {book.title}", "", book.note, "", *_table("area", dict(sorted(areas.items())))]
    return "\n".join(lines) + "\n"


def _table(heading: str, counts: Mapping[str, Counts]) -> list[str]:
    rows = [f"| {name} | {c.rules} | {c.automated} | {c.referee} | {c.missing} |" for name, c in counts.items()]
    return [f"| {heading} | rules | automated | referee | missing |", "| --- | ---: | ---: | ---: | ---: |", *rows]
