"""`underkeep rules`: search and read the rulebooks, and count how much of them is executed."""

import json
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from underkeep.errors import UnderkeepError
from underkeep.terminal.complaints import warn

if TYPE_CHECKING:
    from rich.console import Console

    from underkeep.rulebook.ledger import Entry, Ledger, Rule, Table

_Command = TypeVar("_Command", bound=Callable[..., Any])
_COLOURS = {"met": "green", "tested": "blue", "referee": "cyan", "frame": "dim", "missing": "yellow"}


def _json_option(command: _Command) -> _Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


@click.group()
def rules() -> None:
    """Search and read the rulebooks; count what is executed.

    \b
    Examples:
      underkeep rules search surprise door
      underkeep rules show ose:combat.attack.natural
      underkeep rules scene ose:combat.attack.natural
      underkeep rules options ose
      underkeep rules census
    """


@rules.command(short_help="Find rules, tables and questions by words.")
@click.argument("words", nargs=-1, required=True)
@click.option("--system", help="Search one system only, such as ose.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most this many results.")
@_json_option
def search(words: Sequence[str], system: str | None, limit: int, as_json: bool) -> None:
    """Find rules, tables and open questions by words.

    \b
    Examples:
      underkeep rules search surprise door
      underkeep rules search "natural 20" --system ose --limit 5
    """
    from underkeep.rulebook import ledger
    from underkeep.rulebook.search import search as find
    from underkeep.terminal.console import console, print_json

    if not any(character.isalnum() for word in words for character in word):
        raise UnderkeepError("Give at least one word to search for.")
    found = find(words, [ledger.load(system)] if system else ledger.shelf(warn), limit)
    if as_json:
        print_json(
            [
                {
                    "id": hit.full_id,
                    "kind": _kind(hit.entry),
                    "section": hit.entry.section,
                    "text": hit.summary,
                    "score": round(hit.score, 3),
                }
                for hit in found
            ]
        )
        return
    screen = console()
    if not found:
        asked = "".join(character for character in " ".join(words) if character.isprintable())
        screen.print(f"Nothing in the rulebooks fits: {asked}", markup=False)
    for hit in found:
        screen.print(f"{hit.full_id}", style="bold", markup=False, end="")
        screen.print(f"  {_kind(hit.entry)}", style="dim", markup=False)
        _print_prose(screen, _shortened(hit.summary), "  ")


@rules.command(short_help="Show a rule, its code and its tests.")
@click.argument("full_id", metavar="ID")
@_json_option
def show(full_id: str, as_json: bool) -> None:
    """Show a rule: its text, tables, check, examples and questions, and the code and tests that cite it.

    A table, an example or a question can be shown by its own id.

    \b
    Examples:
      underkeep rules show ose:combat.attack.natural
      underkeep rules show knave:equipment.animals --json
    """
    from underkeep.rulebook import ledger

    show_entry(*ledger.find(full_id), as_json)


def show_entry(book: "Ledger", entry: "Entry", as_json: bool = False) -> None:
    """Print one entry of a rulebook, whatever its kind."""
    from underkeep.terminal.console import console, print_json

    shown = _described(book, entry)
    if as_json:
        print_json(shown)
    else:
        _print_entry(console(), book, entry, shown)


@rules.command(short_help="Play the scene in which a rule decides.")
@click.argument("full_id", metavar="ID")
@click.option("--whole", is_flag=True, help="Tell the scene from its beginning, not only its last moment.")
@_json_option
def scene(full_id: str, whole: bool, as_json: bool) -> None:
    """Play the scene of a rule again and tell its last moment, with the rules, dice and numbers behind it.

    \b
    Examples:
      underkeep rules scene ose:combat.attack.natural
      underkeep rules scene knave:combat.attack.hit --whole
    """
    from underkeep.exercise.telling import tell
    from underkeep.rulebook import ledger
    from underkeep.terminal.console import console, print_json

    book, entry = ledger.find(full_id)
    told = tell(book.full_id(entry), whole)
    if as_json:
        print_json({"id": book.full_id(entry), "lines": told})
        return
    screen = console()
    for line in told:
        _print_prose(screen, line, "  " if line.startswith(" ") else "")


@rules.command(short_help="List the optional rules.")
@click.argument("system", required=False)
@_json_option
def options(system: str | None, as_json: bool) -> None:
    """List the optional rules of a game, or of all games: switches of a campaign.

    \b
    Examples:
      underkeep rules options ose
      underkeep play ose --new --option morale --option variable-weapon-damage
    """
    import msgspec

    from underkeep.rulebook.families import ruled_with
    from underkeep.systems import every, load
    from underkeep.terminal.console import console, print_json

    games = [load(system)] if system else list(every(warn))
    if as_json:
        print_json(msgspec.to_builtins({rules.id: list(rules.switches.values()) for rules in games}))
        return
    screen = console()
    for rules in games:
        screen.print(f"{rules.title} ({rules.id})", style="bold")
        for switch in rules.switches.values():
            state = "on " if switch.default else "off"
            screen.print(f"  {state} {switch.id}: {switch.text} [{switch.rule}]", markup=False, highlight=False)
            if more := ruled_with(rules, switch):
                screen.print(f"      with {', '.join(more)}", markup=False, highlight=False, style="dim")


@rules.command(short_help="Count what is executed.")
@click.option("--by-area", is_flag=True, help="Also count each area, the first word of the ids.")
@_json_option
def census(by_area: bool, as_json: bool) -> None:
    """Count the rules that are met in play, only tested, put to the referee, frame, or missing.

    A rule is met if a scene shows it decide something; a judgement is the referee's if a person is asked in one scene
    and the default is taken in another. Frame only defines or describes.

    \b
    Examples:
      underkeep rules census
      underkeep rules census --by-area
      underkeep rules census --json
    """
    import msgspec

    from underkeep.rulebook import census as count
    from underkeep.rulebook import citations, scenes
    from underkeep.terminal.console import console, print_json

    cited = citations.scan()
    taken = count.take(count.recorded(warn), cited.places, scenes.met_everywhere(warn), warn)
    for full_id, place in cited.unknown:
        warn(f"{place} cites {full_id}, which no rulebook has.")
    if as_json:
        print_json(msgspec.to_builtins(taken if by_area else count.totals(taken)))
        return
    screen = console()
    _print_counts(screen, "system", count.totals(taken))
    for system, areas in taken.items() if by_area else ():
        screen.print(f"\n{system}", style="bold")
        _print_counts(screen, "area", dict(sorted(areas.items())))


def _described(book: "Ledger", entry: "Entry") -> dict[str, Any]:
    """Everything that is known of an entry, ready for JSON."""
    import msgspec

    from underkeep.rulebook import census as count
    from underkeep.rulebook import citations, scenes
    from underkeep.rulebook.ledger import Rule

    def plain(part: "Entry") -> dict[str, Any]:
        return {**msgspec.to_builtins(part), "id": book.full_id(part)}

    full_id = book.full_id(entry)
    shown = plain(entry) | {"system": book.system, "kind": _kind(entry)}
    if isinstance(entry, Rule):
        cited, tested = citations.scan().places, count.recorded()
        shown |= {
            "tables": [plain(part) for part in book.tables_of(entry)],
            "examples": [plain(part) for part in book.examples_of(entry)],
            "questions": [plain(part) for part in book.questions_of(entry)],
            "status": count.status(full_id, entry, tested, cited, scenes.met(book.system)),
            "scene": _scene_line(full_id),
            "code": list(cited.get(full_id, ())),
            "tests": tested.get(full_id, []),
        }
    return shown | {"note_on_numbers": book.book.note}


def _scene_line(full_id: str) -> str:
    """How the scene of a rule begins, how long it is, and how to see it."""
    from underkeep.exercise.telling import summary

    told = summary(full_id)
    return f"{told} See it: underkeep rules scene {full_id}" if told else ""


def _print_entry(console: "Console", book: "Ledger", entry: "Entry", shown: dict[str, Any]) -> None:
    from underkeep.rulebook.ledger import Example, Question, Rule, Table

    console.print(f"{shown['id']}", style="bold", markup=False, end="")
    console.print(f"  {shown['kind']}", style="dim", markup=False)
    _print_prose(console, " - ".join(filter(None, (book.book.title, entry.section))), style="dim")
    match entry:
        case Rule():
            _print_rule(console, book, entry, shown)
        case Table():
            _print_table(console, entry)
        case Example():
            _print_example(console, shown)
            _print_block(console, "Rules", [f"{book.system}:{local}" for local in entry.rules])
        case Question():
            _print_question(console, shown)
    console.print()
    _print_prose(console, book.book.note, style="dim")


def _print_rule(console: "Console", book: "Ledger", rule: "Rule", shown: dict[str, Any]) -> None:
    console.print()
    _print_prose(console, rule.text)
    _print_block(console, "Data", [f"{name} = {_plain(value)}" for name, value in rule.data.items()])
    for table in book.tables_of(rule):
        _print_table(console, table, book.full_id(table))
    _print_block(console, "Check", [rule.check])
    for example in shown["examples"]:
        _print_example(console, example, example["id"])
    for question in shown["questions"]:
        _print_question(console, question, question["id"])
    console.print("\nStatus ", style="bold", end="")
    console.print(shown["status"], style=_COLOURS[shown["status"]])
    _print_block(console, "Frame", [rule.frame])
    _print_block(console, "Scene", [shown["scene"]])
    _print_block(console, "Code", shown["code"] or ["none cites it"])
    _print_block(console, "Tests", shown["tests"] or ["none cites it"])


def _print_table(console: "Console", table: "Table", title: str = "") -> None:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    numbers = [all(isinstance(row[n], (int, float)) for row in table.rows) for n in range(len(table.columns))]
    for column, numeric in zip(table.columns, numbers, strict=True):
        grid.add_column(column.replace("_", " "), justify="right" if numeric else "left")
    for row in table.rows:
        grid.add_row(*(Text(_plain(cell)) for cell in row))
    console.print(f"\nTable {title}".rstrip(), style="bold", markup=False)
    console.print(grid)
    if table.note:
        _print_prose(console, table.note, "  ")


def _print_example(console: "Console", example: dict[str, Any], title: str = "") -> None:
    lines = [f"Given: {_plain(example['inputs'])}", f"Then: {_plain(example['expected'])}", example["note"]]
    _print_block(console, f"Example {title}".rstrip(), lines)


def _print_question(console: "Console", question: dict[str, Any], title: str = "") -> None:
    lines = [f"Unclear: {question['unclear']}", f"Reading: {question['resolution']}", f"Why: {question['why']}"]
    lines += [f"Fact: {fact}" for fact in question["facts"]]
    lines += [f"{name} = {_plain(value)}" for name, value in question["data"].items()]
    _print_block(console, f"Question {title}".rstrip(), lines)


def _print_block(console: "Console", title: str, lines: Sequence[str]) -> None:
    if any(lines):
        console.print(f"\n{title}", style="bold", markup=False)
        for line in filter(None, lines):
            _print_prose(console, line, "  ")


def _print_counts(console: "Console", heading: str, counts: dict[str, Any]) -> None:
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column(heading)
    grid.add_column("rules", justify="right")
    for status, colour in _COLOURS.items():
        grid.add_column(status, justify="right", style=colour)
    for name, c in counts.items():
        grid.add_row(name, *map(str, (c.rules, *(getattr(c, status) for status in _COLOURS))))
    console.print(grid)


def _kind(entry: "Entry") -> str:
    return getattr(entry, "kind", type(entry).__name__.lower())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shortened(text: str, most: int = 160) -> str:
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " ..."


def _print_prose(console: "Console", text: str, indent: str = "", style: str | None = None) -> None:
    wrapped = textwrap.fill(
        text, console.width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    console.print(wrapped, style=style, markup=False, soft_wrap=True)
