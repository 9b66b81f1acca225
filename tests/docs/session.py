"""Finds the sessions in the README and plays them again.

A session is a ```console block whose commands all start with `$ underkeep`. The lines after a command are its output.
"""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from underkeep.terminal.main import underkeep

README = Path(__file__).parents[2] / "README.md"
SCREEN = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
_BLOCK = re.compile(r"(?<=^```console\n)\$ underkeep .*?(?=^```$)", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command line and what it printed."""

    command: str
    output: str


def steps(readme: str) -> list[Step]:
    parts = [part for block in _BLOCK.findall(readme) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [Step(command, output.strip("\n")) for command, _, output in (part.partition("\n") for part in parts)]


def play(command: str) -> str:
    """Run the command in this process; spaces at line ends do not count."""
    program, *arguments = shlex.split(command)
    assert program == "underkeep", command
    result = CliRunner(env=SCREEN).invoke(underkeep, arguments)
    if result.exit_code or result.exception:
        raise AssertionError(f"`{command}` failed: {result.output}") from result.exception
    return "\n".join(line.rstrip() for line in result.output.splitlines()).strip("\n")


def refreshed(readme: str) -> str:
    """The README with every session's output as it is now."""

    def again(block: re.Match[str]) -> str:
        commands = [line.removeprefix("$ ") for line in block[0].splitlines() if line.startswith("$ ")]
        return "\n".join(f"$ {command}\n{play(command)}\n" for command in commands)

    return _BLOCK.sub(again, readme)
