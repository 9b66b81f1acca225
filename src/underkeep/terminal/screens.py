"""Screens that lie over the table: something to read, something to confirm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from underkeep.table.speech.wording import SHOW_HELP
from underkeep.terminal.keys import HELP


class Reading(ModalScreen[None]):
    """A page of text. Arrows scroll, Escape or q closes."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,q,enter,space,question_mark,f1", "dismiss", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
    ]

    def __init__(self, title: str, text: Text | Sequence[str], at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._at_end = at_end
        self._text = text if isinstance(text, Text) else Text("\n".join(text))

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_title = self._title
            page.border_subtitle = "arrows scroll, Esc closes"
            yield Static(self._text, id="text")

    def on_mount(self) -> None:
        if self._at_end:
            self.call_after_refresh(self.query_one("#page").scroll_end, animate=False)

    def action_scroll(self, lines: int) -> None:
        self.query_one("#page").scroll_relative(y=lines, animate=False)


class Sure(ModalScreen[bool]):
    """A question before something that cannot be taken back."""

    BINDINGS = [  # noqa: RUF012
        Binding("y", "answer(True)", show=False),
        Binding("n,escape,q,enter", "answer(False)", show=False),
    ]

    def __init__(self, deed: str, question: str) -> None:
        super().__init__()
        self._question = f"{deed[:1].upper()}{deed[1:]}? {question}"

    def compose(self) -> ComposeResult:
        with Vertical(id="page") as page:
            page.border_title = "Are you sure?"
            yield Static(f"{self._question}\n\ny  yes\nn  no", id="text", markup=False)

    def action_answer(self, sure: bool) -> None:
        self.dismiss(sure)


def help_page(commands: Sequence[str], more: Mapping[str, str] | None = None) -> Text:
    """All keys, and commands to type; `more` are the referee's."""
    text = Text()
    text.append("Keys\n", "bold")
    for key, meaning in HELP:
        text.append(f"  {key:<24}", "bold yellow")
        text.append(f"{meaning}\n")
    text.append("\nCommands, after /\n", "bold")
    for command in commands:
        text.append(f"  {command}\n")
    for word, meaning in {**SHOW_HELP, **(more or {})}.items():
        text.append(f"  {word:<16}", "bold yellow")
        text.append(f"{meaning}\n")
    return text
