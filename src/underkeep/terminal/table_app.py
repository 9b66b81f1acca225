"""The table on a whole screen: map or field, party, log, actions and a command line. All by keyboard; no rules.

Every action comes from the chair's options; this file only decides where things stand and which key does what.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList, Static

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Buy, Sell, Walk
from underkeep.table import desk
from underkeep.table.chair import Chair
from underkeep.table.naming import DIRECTIONS, square_name
from underkeep.table.narrate import Line
from underkeep.table.speech import scenery
from underkeep.table.speech.choices import Choice
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.fighting_words import FOCUS
from underkeep.table.speech.going import moves_of, walking
from underkeep.table.speech.picking import NEITHER, SEVERAL, is_all, picked
from underkeep.table.speech.typed_lines import Ask, Browse, Do, Say, Show, Undertake
from underkeep.table.why import why
from underkeep.terminal.keys import TABLE_KEYS, assign
from underkeep.terminal.lines import LOOK_SECONDS
from underkeep.terminal.mishaps import understood
from underkeep.terminal.panels import ActionsPane, LogPane, MapPane, PartyPane
from underkeep.terminal.plain import THINKING
from underkeep.terminal.screens import Reading, Sure, help_page
from underkeep.terminal.streams import Ended, forgive_keys, when_asked_to_end
from underkeep.world.grid import Square

LEAVING = "q leaves the table, or Ctrl-C once more; everything is saved already."
HINT = "a key acts   / type   Tab panes   ? help   q leave"
TYPING = "> type a command: Enter does it, Esc goes back to the keys"
WHOLE = (60, 20)
"""A window smaller than this shows less than there is."""
PANES = ("actions", "log", "map")
STARTS = ("/", ":", " ")
"""Keys that begin a typed line."""
SHELVES = 2
"""How deep one stands in a shop: what sort of thing, and which."""
SETTLE_SECONDS = 0.015
"""How long a key waits for others: a person's come one by one, those of a paste or a slow line together."""


class TableApp(App[None]):
    """One person's table."""

    CSS_PATH = "table.tcss"
    TITLE = "Underkeep"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [  # noqa: RUF012
        Binding("escape", "step_back", show=False, priority=True),
        Binding("f1,question_mark", "help", show=False),
        Binding("f2", "look('sheet')", show=False),
        Binding("f3", "look('inventory')", show=False),
        Binding("tab", "pane(1)", show=False, priority=True),
        Binding("shift+tab", "pane(-1)", show=False, priority=True),
        Binding("ctrl+p", "next_actor", show=False, priority=True),
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
    ]

    def __init__(self, chair: Chair, is_shared: bool = False) -> None:
        # With the terminal's own colours NO_COLOR leaves them all out; else Textual would make them grey.
        super().__init__(ansi_color=True if os.environ.get("NO_COLOR") else None)
        self.chair = chair
        self._above: list[tuple[Sequence[Choice], str]] = []
        self._inside: list[Choice] = []
        self._lying = ""
        self._held: list[events.Key] = []
        self.settle = 0.0
        self._shown: tuple[Sequence[Choice], str] = ((), "")
        self._which: Sequence[Choice] = ()
        self._is_shared = is_shared
        self.ended_by = 0
        self._remark = ""

    def compose(self) -> ComposeResult:
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield MapPane(id="map")
                yield LogPane(id="log")
            with Vertical(id="right"):
                yield PartyPane(id="party")
                yield ActionsPane(id="actions")
        yield Static("", id="remark", markup=False)
        yield Input(placeholder=HINT, id="command", select_on_focus=False)

    def on_mount(self) -> None:
        self.settle = 0.0 if self.is_headless else SETTLE_SECONDS
        self.query_one(LogPane).add(self.chair.log)
        self._show()
        self.query_one(ActionsPane).focus()
        if self._is_shared:
            self.set_interval(LOOK_SECONDS, self._look_again)
        if not self.is_headless:
            when_asked_to_end(self._end)

    def _end(self, number: int) -> None:
        """The system wants the program to end: the terminal is given back first."""
        self.ended_by = number
        self.exit()

    def _fatal_error(self) -> None:
        """An error that nobody foresaw ends the table; Textual would print it with all that the program knew."""
        self._close_messages_no_wait()

    def panic(self, *renderables: object) -> None:
        """The same for an error that knows how to show itself."""
        self._close_messages_no_wait()

    def _look_again(self) -> None:
        """What was done in another terminal since is told and shown."""
        before = len(self.chair.log)
        try:
            changed = self.chair.overhear()
        except UnderkeepError as error:
            self._say(str(error))
            return
        if changed:
            self.query_one(LogPane).add(self.chair.log[before:])
            self._say("")
            self._show()

    def on_resize(self, event: events.Resize) -> None:
        """A tall screen has room for the map; a narrow one keeps the lists readable."""
        self.set_class(event.size.width < 100, "narrow")
        self.set_class(event.size.width >= 130, "broad")
        self.set_class(event.size.height < 30, "low")
        if event.size.width < WHOLE[0] or event.size.height < WHOLE[1]:
            self._say("This window is too small to show all; 80 by 24 is enough.")

    # What is shown

    def _show(self) -> None:
        """All panes as things stand now."""
        view, focus = self.chair.view, self.chair.focus
        self._above, self._inside = [], []
        pane = self.query_one(MapPane)
        pane.stop()
        pane.show(view, focus)
        self.query_one(PartyPane).show(view, focus)
        self._offer(self.chair.menu(), self._title())
        if view.over:
            self._say(f"{scenery.ending(view)} q leaves.")
        elif self.chair.is_waiting:
            self._say(THINKING)
        elif advice := self.chair.advice:
            self._say(advice)
        elif self.chair.referees and view.prompts and view.prompts[0].pending is not None:
            self._say("\n".join(self.chair.question(view.prompts[0])[1:]))

    def _title(self) -> str:
        view = self.chair.view
        if view.prompts:
            return self.chair.question(view.prompts[0])[0]
        if self.chair.focus:
            return f"{scenery.name_of(view, self.chair.focus)} may act"
        return (
            f"Before you: {view.meeting.who}, {view.measures.briefly(view.meeting.distance)}"
            if view.meeting
            else ("The referee's chair (/ to type, ? help)" if self.chair.seat == REFEREE else "What now?")
        )

    def _offer(self, choices: Sequence[Choice], title: str) -> None:
        self._shown = choices, title
        self.query_one(ActionsPane).offer(title, assign(choices, letters=not self._above))

    def _enter(self, choices: Sequence[Choice], title: str) -> None:
        """A list inside the one that is shown; Escape comes back to that."""
        self._above.append(self._shown)
        self._offer(choices, title)

    def _say(self, text: str) -> None:
        """A remark of the table's own, above the command line; it stays until something is done."""
        self._remark = text
        remark = self.query_one("#remark", Static)
        remark.update(text)
        remark.display = bool(text)

    # Keys

    async def on_event(self, event: events.Event) -> None:
        """Keys are looked at before any pane has them. A `/` begins a line at once, so that what follows in the same
        packet is typed; keys that come all at once are a paste or a slow line, and are typed too, never acted upon."""
        if not isinstance(event, events.Key) or not self._acts_by_keys():
            await super().on_event(event)
        elif self._held:
            held, self._held = self._held, []
            self._begin_line()
            for key in (*held, event):
                if key.character not in STARTS or key is not held[0]:
                    await super().on_event(key)
        elif event.character in STARTS:
            self._begin_line()
        elif self.settle and event.is_printable:
            self._held.append(event)
            self.set_timer(self.settle, self._settled)
        else:
            await super().on_event(event)

    async def _settled(self) -> None:
        """A key that came alone is one that acts."""
        held, self._held = self._held, []
        for key in held:
            await super().on_event(key)

    def _acts_by_keys(self) -> bool:
        return len(self.screen_stack) == 1 and not isinstance(self.focused, Input)

    def _begin_line(self) -> None:
        self.screen.set_focus(self.query_one("#command", Input))

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is typed, and waits for Enter."""
        if self._acts_by_keys() and event.text:
            self._begin_line()
            self.query_one("#command", Input).insert_text_at_cursor(event.text.splitlines()[0])

    def on_key(self, event: events.Key) -> None:
        """A letter or digit acts, unless a command is being typed."""
        if isinstance(self.focused, Input) or len(self.screen_stack) > 1 or event.character is None:
            return
        choice = self.query_one(ActionsPane).keys.get(event.character)
        if choice is not None:
            event.stop()
            self._choose(choice)
        elif event.character in TABLE_KEYS:
            event.stop()
            self._table_key(event.character)

    def _table_key(self, key: str) -> None:
        pane = self.query_one(MapPane)
        doings: dict[str, Callable[[], object]] = {
            "q": self.exit,
            "z": pane.zoom,
            "v": lambda: self.push_screen(Reading("Map", self.chair.show("map"))),
            "j": lambda: self.push_screen(Reading("Log", self.chair.show("log"), at_end=True)),
        }
        doings.get(key, lambda: None)()

    @on(events.DescendantFocus)
    def _focus_moved(self) -> None:
        """What the command line says of itself: whether keys act or are typed."""
        self.query_one("#command", Input).placeholder = TYPING if isinstance(self.focused, Input) else HINT

    def action_interrupt(self) -> None:
        """Ctrl-C may be meant for something else, so it first says what leaves; pressed once more, it leaves."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self._remark == LEAVING:
            self.exit()
        self._say(LEAVING)

    def action_help(self) -> None:
        self.push_screen(Reading("Help", help_page(self.chair.commands(), desk.HELP if self.chair.referees else {})))

    def action_look(self, what: str) -> None:
        self.push_screen(Reading(what.capitalize(), self.chair.show(what)))

    def action_pane(self, step: int) -> None:
        """Round the panes: what can be done, the log, the map; from the command line to what can be done."""
        if len(self.screen_stack) > 1:
            return
        here = self.focused.id if self.focused is not None else ""
        where = PANES.index(here) + step if here in PANES else 0
        self.query_one(f"#{PANES[where % len(PANES)]}").focus()

    def action_next_actor(self) -> None:
        self.chair.next_actor()
        self._show()

    def action_step_back(self) -> None:
        """One level up: out of a page, the command line, the choosing of a square, or a list inside a list."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
            return
        self._say("")
        pane = self.query_one(MapPane)
        if isinstance(self.focused, Input):
            self.query_one("#command", Input).value = ""
        elif pane.moves is not None:
            pane.stop()
        elif self._above:
            self._offer(*self._above.pop())
            self._inside = self._inside[: len(self._above)]
        else:
            self._show()
        self.query_one(ActionsPane).focus()

    # Choosing

    @on(OptionList.OptionSelected, "#actions")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._choose(self.query_one(ActionsPane).at(event.option_index))

    @on(OptionList.OptionSelected, "#log")
    def _line_selected(self, event: OptionList.OptionSelected) -> None:
        self.query_one(LogPane).action_why()

    @on(LogPane.Asked)
    def _asked(self, event: LogPane.Asked) -> None:
        self.push_screen(Reading("Why", why(event.line).told))

    def _choose(self, choice: Choice) -> None:
        if choice.moves is not None:
            self._pick(choice)
        elif choice.action is not None:
            self._do(choice.action)
        elif choice.line:
            self._understand(choice.line)
        else:
            self._say("")
            self._inside.append(choice)
            self._enter(choice.inside, f"{choice.label} (Esc: back)")

    def _pick(self, choice: Choice) -> None:
        assert choice.moves is not None
        state, actor = self.chair.state, choice.moves.actor
        at = state.creatures[actor].at if actor else state.party.at.square if state.party and state.party.at else None
        self.query_one(MapPane).pick(choice.moves, at or (0, 0))
        self._say(f"{choice.label.capitalize()} Arrows move, Enter chooses, Esc stops.")

    @on(MapPane.Picked)
    def _picked(self, event: MapPane.Picked) -> None:
        self._do(event.action)
        self.query_one(ActionsPane).focus()

    @on(MapPane.Stepped)
    def _stepped(self, event: MapPane.Stepped) -> None:
        """An arrow on the map: a step that way, or through the way out there."""
        chair = self.chair
        found = step(chair, event.direction)
        if found is not None:
            self._do(found)
        elif chair.state.fight is None:
            self._say(f"The party cannot walk {event.direction} here.")

    @on(PartyPane.Clicked)
    def _party_clicked(self) -> None:
        self.action_look("sheet")

    @on(MapPane.Clicked)
    def _clicked(self, event: MapPane.Clicked) -> None:
        """A click on the map walks there; in a fight it strikes whoever stands there, or moves."""
        found = pointed(self.chair, event.square)
        if isinstance(found, Undertake):
            self._undertake(found)
        elif isinstance(found, Ask):
            self._enter(self.chair.choices(found.choices), f"{found.question} (Esc: back)")
        elif found is not None:
            self._do(found)

    # Doing

    def _do(self, action: Action, note: str = "") -> None:
        question = self.chair.question_before(action)
        if question:
            deed = self.chair.describe(action)
            self.push_screen(Sure(deed, question), lambda sure: self._act(action, note) if sure else None)
        else:
            self._act(action, note)

    def _undertake(self, meant: Undertake) -> None:
        """Several actions; what may cost much, as a walk that leads through harm or home, is asked about first."""
        question = self.chair.question_before_all(meant)

        def go(sure: bool | None) -> None:
            if sure:
                self._after(lambda: self.chair.undertake(meant, is_dared=True), meant.note)

        if question:
            deed = "do all of this" if meant.question else meant.note or "go there"
            self.push_screen(Sure(deed, question), go)
        else:
            go(True)

    def _act(self, action: Action, note: str = "") -> None:
        label, inside = self.chair.describe(action), self._inside if isinstance(action, Buy | Sell) else []
        at = self.chair.state.party.at if self.chair.state.party is not None else None

        def done() -> str:
            self.chair.act(action)
            party = self.chair.state.party
            goes = isinstance(action, Walk) or bool(getattr(action, "way", ""))
            stays = goes and party is not None and party.at == at
            return f"Not done: {label}." if stays else self.chair.unheeded or note or f"Done: {label}."

        self._after(done, note)
        self._reopen(inside[:SHELVES])

    def _reopen(self, inside: Sequence[Choice]) -> None:
        """After a purchase one is still in the shop, at the same shelf."""
        for before in inside:
            again = [c for c in self._shown[0] if c.is_fold and _shelf(c) == _shelf(before)]
            if not again:
                return
            self._inside.append(again[0])
            self._enter(again[0].inside, f"{again[0].label} (Esc: back)")

    def _after(self, doing: Callable[[], object], done: str) -> None:
        """Do it and show what came of it; a refusal is said, and nothing happened."""
        before, said = len(self.chair.log), None
        try:
            said = doing()
        except UnderkeepError as error:
            self._say(str(error))
            if len(self.chair.log) == before:
                return
        else:
            self._say(said if isinstance(said, str) and said else done)
        self.query_one(LogPane).add([*self.chair.log[before:], *self._lies_here()])
        self._show()

    def _lies_here(self) -> list[Line]:
        """What treasure lies open where the party is, if that was not told last."""
        delve = self.chair.view.delve
        lying = f"Treasure: {', '.join(delve.treasures)}." if delve is not None and delve.treasures else ""
        is_news, self._lying = bool(lying) and lying != self._lying, lying
        seq = self.chair.log[-1].seq if self.chair.log else 0
        return [Line(seq, -1, lying)] if is_news else []

    # The command line

    @on(Input.Submitted, "#command")
    def _typed(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        event.input.value = ""
        keys = self.query_one(ActionsPane).keys
        self.query_one(ActionsPane).focus()
        if not line:
            return
        asked = self._which if self._shown[0] is self._which else ()
        known = [self.chair.describe(x) for x in self.chair.options.listed] if asked else []
        number = picked([choice.label for choice in asked], line, known) if asked and line not in keys else None
        both = self.chair.all_of(asked) if is_all(line) else None
        if line in keys:
            self._choose(keys[line])
        elif both is not None:
            self._undertake(both)
        elif number == NEITHER:
            self.action_step_back()
        elif number == SEVERAL:
            self._say("Which of these?")
        elif number is not None:
            self._choose(asked[number - 1])
        else:
            self._understand(line)

    def _understand(self, line: str) -> None:
        meaning = understood(self.chair, line)
        if isinstance(meaning, Do):
            self._do(meaning.action, meaning.note)
        elif isinstance(meaning, Undertake):
            self._undertake(meaning)
        elif isinstance(meaning, Decreed):
            self._after(lambda: self.chair.decree(meaning), "So be it.")
        elif isinstance(meaning, Ask):
            self._say("")
            self._which = self.chair.choices(meaning.choices)
            self._enter(self._which, f"{meaning.question} (Esc: back)")
        elif isinstance(meaning, Browse):
            self._choose(self.chair.of_kind(meaning.kind))
        elif isinstance(meaning, Say):
            self._say(meaning.text)
        else:
            self._look_at(meaning)

    def _look_at(self, show: Show) -> None:
        if show.what == "quit":
            self.exit()
        elif show.what == "help":
            self.action_help()
        elif show.what == "undo":
            self._after(self.chair.undo, "The last action is taken back.")
        elif show.what == "again":
            self._again()
        elif show.what == "options":
            self.action_step_back()
        elif show.what == FOCUS:
            self.chair.look_at(show.rest)
            self.action_step_back()
        else:
            self.push_screen(Reading(show.what.capitalize(), self.chair.show(show.what, show.rest)))

    def _again(self) -> None:
        try:
            self._do(self.chair.again())
        except UnderkeepError as error:
            self._say(str(error))


def step(chair: Chair, bearing: str) -> Action | None:
    """One square that way if one may walk there, else whatever a person means who says that direction."""
    party = chair.state.party
    walks = moves_of(chair.options, "Walk")
    if party is None or party.at is None or chair.state.fight is not None:
        return None
    across, down = DIRECTIONS[bearing]
    square = party.at.square[0] + across, party.at.square[1] + down
    if walks is not None and walks.grid.contains(square) and walks.mask & walks.grid.bit(square):
        return walks.to(square)
    found = walking(chair.rules, chair.state, chair.options, bearing)
    return found[0] if found else None


def _shelf(choice: Choice) -> str:
    """What a fold is called, whatever the purses hold."""
    return choice.label.partition(" (")[0]


def pointed(chair: Chair, square: Square) -> Action | Ask | Undertake | None:
    """What a click on a square means."""
    options, state = chair.options, chair.state
    if state.fight is not None:
        foes = {o.id for o in chair.view.others if o.at == square and o.status == "up"}
        blows = [x for x in options.listed if isinstance(x, Attack) and x.target in foes and x.actor == chair.focus]
        if blows:
            return blows[0] if len(blows) == 1 else Ask("With what?", tuple(blows))
        moves = moves_of(options, "Move", chair.focus)
        return moves.to(square) if moves is not None and moves.has(square) else None
    walks = moves_of(options, "Walk")
    if walks is not None and walks.has(square):
        return walks.to(square)
    meant = chair.read(f"go to {square_name(square)}")
    return meant if isinstance(meant, Undertake) else None


def run(chair: Chair, is_shared: bool = False) -> None:
    """Open the table and stay until the person leaves, or the system wants the program to end."""
    forgive_keys()
    app = TableApp(chair, is_shared)
    app.run()
    if app.ended_by:
        raise Ended(app.ended_by)
    if app._exception is not None:
        raise app._exception
