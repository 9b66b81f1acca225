"""Finds the sessions in the README and in the guides, and plays them again.

A session of the program is a ```console block whose commands all start with `$ underkeep`. The lines after a command
are its output; those that begin with `> ` are what is typed. The numbered lists of options are left out. A session of
Python is every ```pycon block of a page, one after the other.
"""

import doctest
import re
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from click.testing import CliRunner

from underkeep.table.home import VARIABLE
from underkeep.terminal.main import underkeep

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (README, ROOT / "docs" / "library.md")
SCREEN = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
_OPTION = re.compile(r"\d+\. |more: \d+ more of these")
_BLOCK = re.compile(r"(?<=^```console\n)\$ underkeep .*?(?=^```$)", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(r"(?<=^```pycon\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command line and what it printed."""

    command: str
    output: str


def steps(readme: str) -> list[Step]:
    return [step for block in _BLOCK.findall(readme) for step in _steps(block)]


def _steps(block: str) -> list[Step]:
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [Step(command, output.strip("\n")) for command, _, output in (part.partition("\n") for part in parts)]


def play(command: str, typed: str = "") -> str:
    """Run the command in this process; spaces at line ends do not count. Games go into a folder of their own."""
    program, *arguments = shlex.split(command)
    assert program == "underkeep", command
    with TemporaryDirectory() as home:
        result = CliRunner(env={**SCREEN, VARIABLE: home}).invoke(underkeep, arguments, input=typed)
    if result.exit_code or result.exception:
        raise AssertionError(f"`{command}` failed: {result.output}") from result.exception
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    return "\n".join(line for line in lines if not _OPTION.match(line)).strip("\n")


def typed(output: str) -> str:
    """What a session's reader types, one line each."""
    return "".join(f"{line.removeprefix('> ')}\n" for line in output.splitlines() if line.startswith("> "))


def python_session(page: Path) -> doctest.DocTest:
    """All examples of a page as one test, with the page's line numbers."""
    text = page.read_text(encoding="utf-8")
    kept = list(re.sub(r"[^\n]", " ", text))
    for block in _PYTHON.finditer(text):
        kept[block.start() : block.end()] = block[0]
    return doctest.DocTestParser().get_doctest("".join(kept), {}, page.name, str(page), 0)


def complaints(test: doctest.DocTest) -> str:
    """What the examples print that the page does not show; nothing if all is well."""
    told = StringIO()
    doctest.DocTestRunner(verbose=False).run(test, out=told.write)
    return told.getvalue()


def refreshed(page: str) -> str:
    """The page with every session's output as it is now."""
    names: dict[str, Any] = {}

    def again(block: re.Match[str]) -> str:
        return "\n".join(f"$ {step.command}\n{play(step.command, typed(step.output))}\n" for step in _steps(block[0]))

    return _PYTHON.sub(lambda block: _run_again(block[0], names), _BLOCK.sub(again, page))


def _run_again(block: str, names: dict[str, Any]) -> str:
    """The examples with what they print now; one that shows an error is left as it is."""
    written = ""
    for part in doctest.DocTestParser().parse(block):
        if isinstance(part, str):
            written += part
            continue
        first, *more = part.source.splitlines()
        written += "".join([f">>> {first}\n", *(f"... {line}".rstrip() + "\n" for line in more)])
        written += part.want if part.exc_msg else _printed(part.source, names)
    return written


def _printed(source: str, names: dict[str, Any]) -> str:
    told = StringIO()
    with redirect_stdout(told):
        exec(compile(source, "<page>", "single"), names)
    return told.getvalue()
