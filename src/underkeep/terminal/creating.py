"""Characters by steps in the terminal: asking and printing. What is asked and answered is the table's (creation)."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from underkeep.errors import UnderkeepError
from underkeep.table.speech.creation_words import BACK, LIST, REST, Line, prompt
from underkeep.terminal.asking import Leave, ask

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Recruit, Ruleset
    from underkeep.table.creation import Workbench

QUIT = "quit"
HINT = f"Enter takes the answer in [ ]. Also: {BACK}, {QUIT}, {LIST} (all answers), {REST} (the rest by itself)."
_WIDEST = 100


class Interview:
    """One character after another, asked line by line. At the end of input what is open is left to the defaults."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.has_input = True

    def made(self, bench: Workbench) -> Recruit:
        """The recruit with all its choices made, as the person wants it."""
        while bench.kept is None:
            _say(bench.news)
            if bench.stage.creature is not None:
                self._show_sheet(bench)
            _say(bench.asked)
            while not self._leads_on(bench):
                pass
        return bench.kept

    def _leads_on(self, bench: Workbench) -> bool:
        """Ask once; whether that settled it."""
        said = self._ask(prompt(bench.question), bench.question.default)
        try:
            reply = bench.answer(said)
        except UnderkeepError as error:
            _say([Line(str(error))])
            return False
        _say(reply.lines)
        return reply.leads_on

    def _show_sheet(self, bench: Workbench) -> None:
        from underkeep.terminal.console import console
        from underkeep.terminal.sheets import print_card

        state, creature = bench.stage.state, bench.stage.creature
        assert creature is not None
        print_card(console(), self.rules.card(state, state.creatures[creature.id]))

    def _ask(self, text: str, default: str) -> str:
        if not self.has_input:
            return REST
        try:
            said = ask(text, default)
        except Leave:
            self.has_input = False
            return REST
        if said.lower() == QUIT:
            raise Leave
        return said


def _say(lines: Iterable[Line]) -> None:
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    for line in lines:
        room = " " * min(line.indent, width // 2)
        click.echo(textwrap.fill(line.text, width, initial_indent="  ", subsequent_indent=room + "  "))
