"""The panes of the table: map or field, party, log, actions. Each draws what the chair shows; none decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from underkeep.kernel.event import Action
from underkeep.procedures.options import Moves
from underkeep.table import naming
from underkeep.table.narrate import Line
from underkeep.table.speech import scenery
from underkeep.table.speech.battle_map import letters_of
from underkeep.table.speech.choices import Choice
from underkeep.table.view import Member, View
from underkeep.terminal.drawing import MARGIN, Picture, cut, field_picture, level_picture, square_at
from underkeep.world.grid import Square

MOST_LINES = 1000
MOST_NAME = 12
MOST_APART = 8
"""So many on a field have a line each."""
ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class MapPane(Widget, can_focus=True):
    """The automap, or in a fight the field. While a square is being chosen the arrows move a cursor."""

    BINDINGS = [  # noqa: RUF012
        *(Binding(key, f"step('{key}')", show=False) for key in ARROWS),
        Binding("enter", "confirm", show=False),
    ]

    class Stepped(Message):
        """An arrow was pressed on the map."""

        def __init__(self, direction: str) -> None:
            self.direction = direction
            super().__init__()

    class Clicked(Message):
        """A square was pointed at with the mouse."""

        def __init__(self, square: Square) -> None:
            self.square = square
            super().__init__()

    class Picked(Message):
        """A square was chosen."""

        def __init__(self, action: Action) -> None:
            self.action = action
            super().__init__()

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._view: View | None = None
        self._focus = ""
        self.wide = True
        self.moves: Moves | None = None
        self._cursor: Square | None = None

    def show(self, view: View, focus: str = "") -> None:
        self._view, self._focus = view, focus
        self.border_title = _round(view) if view.round else _place(view)
        self.border_subtitle = self._legend()
        self.refresh()

    def pick(self, moves: Moves, start: Square) -> None:
        """Let the person choose one of the squares."""
        self.moves = moves
        self._cursor = start
        self.border_subtitle = self._hint()
        self.focus()
        self.refresh()

    def stop(self) -> None:
        self.moves = self._cursor = None
        self.border_subtitle = self._legend()
        self.refresh()

    def zoom(self) -> None:
        self.wide = not self.wide
        self.refresh()

    def _legend(self) -> str:
        view = self._view
        if view is None or view.delve is None or view.round:
            return ""
        return scenery.short_legend(view.delve.map)

    def _hint(self) -> str:
        where = naming.square_name(self._cursor) if self._cursor else ""
        return f"{where}: arrows, Enter, Esc"

    def action_step(self, key: str) -> None:
        if self.moves is None or self._cursor is None:
            names = {"up": "north", "down": "south", "left": "west", "right": "east"}
            self.post_message(self.Stepped(names[key]))
            return
        across, down = ARROWS[key]
        x, y = self._cursor[0] + across, self._cursor[1] + down
        if self.moves.grid.contains((x, y)):
            self._cursor = x, y
        self.border_subtitle = self._hint()
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        picture, view, at = self.picture(), self._view, event.get_content_offset(self)
        if picture is None or view is None or at is None:
            return
        centre = self._cursor or self._middle(view)
        square = square_at(picture, self.size.width, self.size.height, centre, (at.x, at.y))
        if square is None:
            return
        if self.moves is None:
            self.post_message(self.Clicked(square))
            return
        self._cursor = square
        self.action_confirm()
        self.refresh()

    def action_confirm(self) -> None:
        moves, cursor = self.moves, self._cursor
        if moves is None or cursor is None:
            return
        if moves.mask & moves.grid.bit(cursor):
            self.stop()
            self.post_message(self.Picked(moves.to(cursor)))
        else:
            self.app.bell()

    def picture(self) -> Picture | None:
        view = self._view
        if view is None:
            return None
        if view.grid is not None and _is_field(view):
            return field_picture(view, view.grid, letters_of(view))
        return level_picture(view.delve.map, self.wide) if view.delve is not None else None

    def render(self) -> Text:
        picture, view = self.picture(), self._view
        if picture is None or view is None:
            return Text("\n".join(self._told(view)) if view is not None else "")
        legal = list(self.moves.grid.squares(self.moves.mask)) if self.moves is not None else []
        centre = self._cursor or self._middle(view)
        return cut(picture, self.size.width, self.size.height, centre, self._cursor, legal)

    def _told(self, view: View) -> list[str]:
        """The place in sentences, with the map of the region below where there is room for all of it."""
        told = scenery.scene(view)
        if view.chart is None or view.over or view.round:
            return told
        whole = [*told, "", *scenery.country(view)]
        width = max(1, self.size.width)
        return whole if sum(max(1, -(-len(line) // width)) for line in whole) <= self.size.height else told

    def _middle(self, view: View) -> Square:
        if _is_field(view):
            everybody = [c.at for c in (*view.ours, *view.others) if c.at is not None and c.status == "up"]
            if everybody and _fits(everybody, (self.size.width - MARGIN) // 2, self.size.height - 1):
                return _centre(everybody)
            actor = next((c for c in view.mine if c.id == self._focus and c.at), None)
            first = actor or next((c for c in view.mine if c.at is not None), None)
            return first.at if first is not None and first.at is not None else (0, 0)
        return view.delve.at if view.delve is not None else (0, 0)


def _is_field(view: View) -> bool:
    """Whether it is a field that is looked at: in a fight, and before and after one without a party."""
    return bool(view.round) or not view.order


def _fits(squares: Sequence[Square], width: int, height: int) -> bool:
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return max(xs) - min(xs) < width and max(ys) - min(ys) < height


def _centre(squares: Sequence[Square]) -> Square:
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys) + 1) // 2


def _round(view: View) -> str:
    return f"Round {view.round}: {naming.words(view.phase)}" if view.phase else f"Round {view.round}"


def _place(view: View) -> str:
    """The level stands first, as a long name may be cut."""
    return f"Level {view.delve.level}: {view.delve.dungeon}" if view.delve is not None else scenery.place(view)


class PartyPane(Static):
    """Who is in the party, how they fare, and what light there is; in a fight the others too. A click shows sheets."""

    class Clicked(Message):
        """Somebody wants to see more of the party."""

    def on_click(self) -> None:
        self.post_message(self.Clicked())

    def show(self, view: View, focus: str = "") -> None:
        self.border_title = scenery.company(view)
        letters = letters_of(view) if _is_field(view) else {}
        text = Text()
        for creature in view.members:
            text.append(_member(view, creature, letters.get(creature.id, ""), creature.id == focus, self.size.width))
        for line in _others(view, letters) if _is_field(view) else ():
            text.append(f"  {line}\n", "magenta")
        text.append(_circumstances(view))
        self.update(text)


def _others(view: View, letters: Mapping[str, str]) -> list[str]:
    """A line for each of the others; where they are many, one for all of a sort who look alike."""
    up = [other for other in view.others if other.status == "up"]
    looks = {o.id: ", ".join([o.health, *o.conditions]) for o in up}
    if len(up) + len(view.members) <= MOST_APART:
        return [f"{letters.get(o.id, ' ')} {o.name}: {looks[o.id]}" for o in up]
    alike: dict[tuple[str, str], list[str]] = {}
    for other in up:
        alike.setdefault((naming.without_number(other.name), looks[other.id]), []).append(letters.get(other.id, ""))
    return [
        f"{_from_to(signs)} {f'{len(signs)} {naming.plural(name)}' if signs[1:] else name}: {look}"
        for (name, look), signs in alike.items()
    ]


def _from_to(signs: Sequence[str]) -> str:
    """Letters in their order, those that follow one another from the first to the last: `a-o,w`."""
    runs: list[list[str]] = []
    for sign in sorted(dict.fromkeys(signs)):
        if runs and ord(sign) == ord(runs[-1][-1]) + 1:
            runs[-1].append(sign)
        else:
            runs.append([sign])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(run) for run in runs)


def _member(view: View, creature: Member, letter: str, in_focus: bool, width: int) -> Text:
    """`> B Bruno      fighter   5/8  torch 4`; a sort that all are of goes unsaid, and so does a load without room."""
    line = Text.assemble(("> " if in_focus else "  ", "bold"))
    line.append(f"{letter} " if letter else "", "bold cyan")
    names, kinds = ([*map(len, some)] for some in (_names(view), _kinds(view)))
    line.append(f"{creature.name[:MOST_NAME]:<{min(MOST_NAME, max(names))}} ", "bold" if in_focus else "")
    if len(kinds) > 1:
        line.append(f"{naming.words(creature.kind):<{max(kinds)}} ", "dim")
    line.append(f"{'?' if creature.is_uncounted else creature.hp:>2}/{creature.max_hp:<2}", _colour(creature))
    parts: list[str] = [] if creature.status == "up" else [creature.status]
    parts += [c.name for c in creature.conditions if creature.status != "dead"]
    borne = [x for x in view.lights if x.bearer == creature.id and (x.turns_left or x.told)]
    parts += [f"{x.name.lower()} {x.turns_left or x.told}" for x in borne]
    load = view.loads.get(creature.id, "")
    if load and line.cell_len + len(", ".join([*parts, load])) < width:
        parts.append(load)
    line.append(f" {', '.join(parts)}\n" if parts else "\n")
    return line


def _names(view: View) -> list[str]:
    return [c.name for c in view.members] or [""]


def _kinds(view: View) -> list[str]:
    """What the party's are, each once."""
    return list(dict.fromkeys(naming.words(c.kind) for c in view.members)) or [""]


def _colour(creature: Member) -> str:
    if creature.status == "dead":
        return "dim"
    share = creature.hp / max(1, creature.max_hp)
    return "bold red" if share <= 0.34 else "yellow" if share < 1 else "green"


def _circumstances(view: View) -> Text:
    """Time, light and pace."""
    text = Text.assemble((f"{scenery.clock(view)}\n", "dim")) if view.order else Text()
    if view.delve is None:
        return text
    for light in view.lights:
        text.append(f"{light.name}: {scenery.light_left(light)}, {view.measures.told(light.radius)}\n", "yellow")
    if not view.lights:
        text.append("No light.\n", "bold red")
    if view.delve.rate_per_turn:
        rate = view.measures.told(view.delve.rate_per_turn)
        text.append(f"Walked {view.delve.moved} of {rate} this turn", "dim")
    return text


class LogPane(OptionList):
    """What happened, the newest last. A chosen line can be asked for its reasons."""

    class Asked(Message):
        def __init__(self, line: Line) -> None:
            self.line = line
            super().__init__()

    BINDINGS = [Binding("question_mark", "why", show=False)]  # noqa: RUF012

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.border_title = "Log"
        self._told: list[Line] = []

    def add(self, lines: Iterable[Line]) -> None:
        fresh = list(lines)
        self._told += fresh
        if len(self._told) > MOST_LINES:
            self._told = self._told[-MOST_LINES:]
            self.clear_options()
            fresh = self._told
        self.add_options([Option(Text(line.text)) for line in fresh])
        if self._told:
            self.highlighted = len(self._told) - 1
            self.scroll_end(animate=False)

    def on_resize(self) -> None:
        """The newest line stays in sight."""
        self.call_after_refresh(self.scroll_end, animate=False)

    def action_why(self) -> None:
        if self.highlighted is not None and self._told:
            self.post_message(self.Asked(self._told[self.highlighted]))


class ActionsPane(OptionList):
    """What can be done now, each with its key."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.keys: dict[str, Choice] = {}

    def offer(self, title: str, keys: dict[str, Choice]) -> None:
        self.border_title = title
        self.keys = keys
        self.clear_options()
        self.add_options([Option(_choice(key, choice)) for key, choice in keys.items()])
        self.highlighted = 0 if keys else None

    def at(self, index: int) -> Choice:
        return list(self.keys.values())[index]


def _choice(key: str, choice: Choice) -> Text:
    label = choice.label[:1].upper() + choice.label[1:]
    return Text.assemble((f"{key} ", "bold yellow"), label)
