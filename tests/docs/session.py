"""Finds the sessions in the README and plays them again.

A session is a ```console block whose commands all start with `$ underkeep`. The lines after a command are its output;
those that begin with `> ` are what is typed. The numbered lists of options are left out.
"""

import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from click.testing import CliRunner

from underkeep.table.home import VARIABLE
from underkeep.terminal.main import underkeep

README = Path(__file__).parents[2] / "README.md"
SCREEN = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
_OPTION = re.compile(r"\d+\. ")
_BLOCK = re.compile(r"(?<=^```console\n)\$ underkeep .*?(?=^```$)", re.MULTILINE | re.DOTALL)


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
    lines = [line.rstrip() for line in result.output.splitlines()]
    return "\n".join(line for line in lines if not _OPTION.match(line)).strip("\n")


def typed(output: str) -> str:
    """What a session's reader types, one line each."""
    return "".join(f"{line.removeprefix('> ')}\n" for line in output.splitlines() if line.startswith("> "))


def refreshed(readme: str) -> str:
    """The README with every session's output as it is now."""

    def again(block: re.Match[str]) -> str:
        return "\n".join(f"$ {step.command}\n{play(step.command, typed(step.output))}\n" for step in _steps(block[0]))

    return _BLOCK.sub(again, readme)
