"""The full screen, driven by keys as a person would."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.ui.places import place
from tests.ui.scene import PLAYER, RULESET, on_the_moor, session, town
from tests.ui.test_plain import play as typed
from tests.ui.test_typed_commands import at_the_den
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

import underkeep.table.session
from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.minds.soldier import Soldier
from underkeep.procedures import delve_actions as a
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.narrate import Line
from underkeep.table.new_game import Plan, new_game
from underkeep.table.session import Session
from underkeep.terminal.drawing import square_at
from underkeep.terminal.panels import ActionsPane, LogPane, MapPane, _from_to
from underkeep.terminal.screens import Reading, Sure
from underkeep.terminal.table_app import HINT, TYPING, TableApp

SIZES = [(80, 24), (120, 40)]
Doing = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def run(doing: Doing, chair: Chair | None = None, size: tuple[int, int] = (80, 24)) -> None:
    async def main() -> None:
        app = TableApp(chair or Chair(session(), PLAYER))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await doing(app, pilot)

    asyncio.run(main())


def shown(app: TableApp) -> str:
    """All signs on the screen, line by line."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


async def command(pilot: Pilot[None], line: str, sure: bool = True) -> None:
    await pilot.press("slash")
    pilot.app.query_one("#command", Input).value = line
    await pilot.press("enter")
    await pilot.press("y" if sure and isinstance(pilot.app.screen, Sure) else "escape")


@pytest.mark.parametrize("size", SIZES)
def test_on_the_road_there_is_a_line_instead_of_a_map(size: tuple[int, int]) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        screen = " ".join(shown(app).replace("│", " ").split())
        assert "On the way to the Toy Keep" in screen
        assert "About 6 leagues to go" in screen
        assert "m March on" in screen
        await pilot.press("v", "escape", "m")
        assert app.chair.view.meeting is not None
        assert max(len(line) for line in shown(app).splitlines()) <= size[0]

    run(doing, Chair(session(on_the_moor()), PLAYER), size)


@pytest.mark.parametrize("size", SIZES)
def test_keys_play_and_all_panes_show(size: tuple[int, int]) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Toytown" in shown(app)
        await pilot.press("o", "y")
        assert app.chair.view.place == "dungeon"
        await pilot.press("t", "2")
        screen = shown(app)
        assert "│ ·   @   · │" in screen
        assert "torch 6" in screen
        assert "Ysolde lights a torch." in screen
        assert "o Open the east door" in screen
        await pilot.press("o", "g")
        assert app.chair.view.delve is not None and app.chair.view.delve.area_kind == "corridor"
        assert max(len(line) for line in shown(app).splitlines()) <= size[0]

    run(doing, size=size)


def test_a_command_is_typed_and_escape_returns_to_the_keys() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"set out", "enter", "y")
        assert app.chair.view.place == "dungeon"
        assert isinstance(app.focused, ActionsPane)
        await pilot.press("slash", *"light torch with br", "enter")
        assert "Which do you mean?" in shown(app)
        await pilot.press("2")
        assert [x.bearer for x in app.chair.view.lights] == ["hero-3"]
        await command(pilot, "dance")
        assert isinstance(app.focused, ActionsPane)

    run(doing)


def test_which_is_meant_may_be_answered_in_words() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await command(pilot, "set out")
        for line in ("light torch with br", "yes", "the second one"):
            await pilot.press("slash")
            app.query_one("#command", Input).value = line
            await pilot.press("enter")
            await pilot.pause()
        assert "Bran lights a torch." in [line.text for line in app.chair.log]

    run(doing)


def test_nonsense_is_answered_in_the_command_line() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"dance", "enter")
        assert '"dance" means nothing here' in shown(app)

    run(doing)


def test_a_line_of_the_log_tells_why() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y", "t", "1", "l", "1")
        app.query_one(LogPane).focus()
        await pilot.press("question_mark")
        assert isinstance(app.screen, Reading)
        assert "1d6: " in shown(app) and "toy:everything" in shown(app)
        await pilot.press("escape")
        await pilot.press("up", "enter")
        assert isinstance(app.screen, Reading)
        await pilot.press("escape")
        assert not isinstance(app.screen, Reading)

    run(doing)


@pytest.mark.parametrize("key", ["f1", "f2", "f3", "v", "j", "question_mark"])
def test_pages_open_and_close(key: str) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        assert isinstance(app.screen, Reading)
        await pilot.press("down", "pagedown", "escape")
        assert not isinstance(app.screen, Reading)

    run(doing)


def test_arrows_on_the_map_walk() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y", "t", "1")
        app.query_one(MapPane).focus()
        await pilot.press("up", "right", "right", "right")
        delve = app.chair.view.delve
        assert delve is not None and delve.area_kind == "corridor"
        await pilot.press("down")
        assert "cannot walk south" in shown(app) and HINT in shown(app)

    run(doing)


def test_a_square_is_chosen_with_the_cursor() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y", "t", "1", "w")
        await pilot.press("up", "up", "enter")
        assert app.chair.view.delve is not None and app.chair.view.delve.at == (2, 5)
        await pilot.press("w", "left", "left", "left", "enter")
        assert app.query_one(MapPane).moves is not None
        await pilot.press("escape")
        assert app.query_one(MapPane).moves is None

    run(doing)


@pytest.mark.parametrize("size", SIZES)
def test_a_fight_shows_the_field_and_can_be_won(size: tuple[int, int]) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        assert "Before you: 2 rats" in shown(app)
        await pilot.press("a")
        screen = shown(app)
        assert "Round 1" in screen and "> B Bruno" in screen and "r Rat-1: unhurt" in screen
        assert "Bruno may act" in screen
        await pilot.press("ctrl+p")
        assert app.chair.focus == "hero-2"
        await pilot.press("m")
        assert app.query_one(MapPane).moves is not None
        await pilot.press("left", "enter")
        assert app.chair.state.creatures["hero-2"].at == (4, 5)
        for _ in range(200):
            if app.chair.state.fight is None:
                break
            keys = app.query_one(ActionsPane).keys
            await pilot.press("a" if "a" in keys else "m" if "approach" in keys["m"].label else "d")
        assert app.chair.state.fight is None

    run(doing, Chair(at_the_den(), PLAYER), size)


def test_a_question_stands_over_its_answers() -> None:
    state = replace(session().state, prompts=(Prompt("p-1", (PLAYER,), "press-the-attack", ("yes", "no"), "no"),))

    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        screen = shown(app)
        assert "Press the attack?" in screen
        assert set(app.query_one(ActionsPane).keys) == {"y", "n"}

    run(doing, Chair(session(state), PLAYER))


def test_retiring_is_confirmed() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await command(pilot, "retire", sure=False)
        await pilot.press("slash", *"retire", "enter", "n")
        assert not app.chair.view.over
        await pilot.press("escape", "slash", *"retire", "enter", "y")
        assert app.chair.view.over == "retired"

    run(doing)


def test_a_refusal_is_said_and_changes_nothing() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"buy 900 torches", "enter")
        assert "That costs more than there is." in shown(app)
        assert app.chair.session.seq == 0

    run(doing)


def test_undo_for_a_referee() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y")
        await command(pilot, "undo")
        assert app.chair.view.place == "town"

    run(doing, Chair(session(), PLAYER, may_undo=True))


def test_without_colours_all_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y", "t", "1")
        assert "│ ·   @   · │" in shown(app)
        assert app.no_color

    run(doing)


def test_it_follows_the_size_of_the_terminal() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y", "t", "1")
        for size in ((200, 60), (60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "@" in shown(app)

    run(doing)


def test_q_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[Any] = []

    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        monkeypatch.setattr(app, "exit", lambda *a, **k: left.append(1))
        await pilot.press("q")

    run(doing)
    assert left


def test_after_a_command_the_keys_act_and_the_foot_line_says_what_is_so() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        assert TYPING in shown(app) and HINT not in shown(app)
        await pilot.press(*"rest a day", "enter", "y")
        assert isinstance(app.focused, ActionsPane)
        assert HINT in shown(app) and "Done: rest a day." in shown(app)
        await pilot.press("o", "y")
        assert app.chair.view.place == "dungeon"
        await pilot.press("slash", *"flibbertigibbet", "enter", "r")
        assert app.query_one("#command", Input).value == ""

    run(doing)


def test_a_long_remark_is_shown_whole() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        app._say("word " * 30 + "end.")
        await pilot.pause()
        assert shown(app).count("word") == 30 and "end." in shown(app)

    run(doing)


def test_the_step_of_the_round_is_in_the_title() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("a")
        assert "Round 1: act" in shown(app) and "End this step for everybody" in shown(app)

    run(doing, Chair(at_the_den(), PLAYER))


@pytest.mark.parametrize("before", [(), ("slash",), ("question_mark",), ("f2",)])
def test_ctrl_c_names_the_key_that_leaves_and_pressed_again_leaves(before: tuple[str, ...]) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press(*before, "ctrl+c")
        assert "q leaves the table" in shown(app) and not app._notifications
        assert not app._exit
        await pilot.press("ctrl+c")
        assert app._exit

    run(doing)


def test_ctrl_c_long_after_another_names_the_key_again() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c", "escape")
        assert "q leaves the table" not in shown(app)
        await pilot.press("ctrl+c")
        assert "q leaves the table" in shown(app)
        assert not app._exit

    run(doing)


def test_the_newest_line_stays_in_sight_in_any_window() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y")
        app.query_one(LogPane).add(app.chair.log * 20)
        last = app.chair.log[-1].text
        for size in ((60, 20), (80, 24), (120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            pane = app.query_one(LogPane)
            assert pane.scroll_offset.y == pane.max_scroll_y
            assert last[:20] in shown(app)
        await pilot.resize_terminal(30, 12)
        await pilot.pause()
        assert "too small" in shown(app)

    run(doing)


def test_a_line_as_wide_as_the_log_is_shown_to_its_last_word_when_the_log_begins_to_scroll() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        pane = app.query_one(LogPane)
        pane.add([Line(0, 0, "x" * (pane.size.width - len(" curious.")) + " curious.")])
        await pilot.pause()
        pane.add([Line(0, 0, f"line {n}") for n in range(pane.size.height)])
        await pilot.pause()
        pane.scroll_to(y=0, animate=False)
        await pilot.pause()
        assert "curious." in shown(app)

    run(doing)


def test_no_color_sends_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        styles = [segment.style for strip in app.screen._compositor.render_strips() for segment in strip]
        colours = {colour for style in styles if style is not None for colour in (style.color, style.bgcolor)}
        assert all(colour is None or colour.is_default for colour in colours)

    run(doing)


def test_what_another_program_did_is_heard_and_the_choice_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    first, second = _twice(monkeypatch, tmp_path)
    second.submit(PLAYER, a.HearRumours("hero-1"))

    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o", "y")
        assert "Somebody else has gone on with this game" in shown(app)
        assert "There are rats below" in shown(app)
        await pilot.press("o", "y")
        assert app.chair.view.place == "dungeon"

    with first, second:
        run(doing, Chair(first, PLAYER))


def _twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> tuple[Session, Session]:
    """One saved game, opened by two programs."""
    monkeypatch.setenv("UNDERKEEP_HOME", str(tmp_path))
    monkeypatch.setattr(underkeep.table.session, "names", lambda: ("toy",))
    monkeypatch.setattr(underkeep.table.session, "load", lambda name: RULESET)
    game = Session.create(RULESET, town(), 1, {REFEREE: Soldier()}, "Twice")
    return game, Session.resume(game.id, {REFEREE: Soldier()})


def test_plain_hears_it_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    first, second = _twice(monkeypatch, tmp_path)
    with first, second:
        second.submit(PLAYER, a.HearRumours("hero-1"))
        told = typed(["set out", "yes", "set out", "yes"], Chair(first, PLAYER))
        assert told.count("Somebody else has gone on") == 1
        assert "There are rats below" in told and "The party sets out" in told


def test_tab_goes_round_the_panes_and_a_line_of_the_log_says_why() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        seen = []
        for _ in range(4):
            seen.append(app.focused.id if app.focused is not None else "")
            await pilot.press("tab")
        assert seen == ["actions", "log", "map", "actions"]
        await pilot.press("slash", "tab")
        assert app.focused is not None and app.focused.id == "actions"
        await pilot.press("o", "y", "tab", "question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Reading)
        assert "Why" in shown(app)

    run(doing)


def test_escape_goes_one_level_up() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        top = app.query_one(ActionsPane).border_title
        await pilot.press("b")
        first = app.query_one(ActionsPane).border_title
        await pilot.press("1")
        assert app.query_one(ActionsPane).border_title not in (top, first)
        await pilot.press("escape")
        assert app.query_one(ActionsPane).border_title == first
        await pilot.press("escape")
        assert app.query_one(ActionsPane).border_title == top
        assert app.chair.session.seq == 0

    rules = load("ose")
    made = new_game(rules, 9, Plan(size=6, levels=1)).state
    run(doing, Chair(Session.in_memory(rules, made, 3, {REFEREE: Soldier()}), PLAYER))


def test_no_digit_stands_for_what_costs_days_and_no_single_key_does_it() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        keys = app.query_one(ActionsPane).keys
        assert [key for key, choice in keys.items() if choice.grave] and not any(
            key.isdecimal() for key, choice in keys.items() if choice.grave
        )
        for key, choice in keys.items():
            if choice.grave:
                await pilot.press(key)
                assert isinstance(app.screen, Sure)
                await pilot.press("n")
        assert app.chair.session.seq == 0

    run(doing)


@pytest.mark.parametrize("burst", ["/party", "party", "rr1", ":rest 7 days"])
def test_keys_that_come_together_are_typed_and_never_acted_upon(burst: str) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        app.settle = 0.05
        for letter in burst:
            key = {"/": "slash", ":": "colon", " ": "space"}.get(letter, letter)
            app.post_message(events.Key(key, letter))
        await pilot.pause(0.2)
        assert app.query_one("#command", Input).value == burst.lstrip("/:")
        assert app.chair.session.seq == 0 and len(app.screen_stack) == 1

    run(doing)


def test_a_paste_waits_on_the_command_line() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        app.post_message(events.Paste("rest 7 days\nretire"))
        await pilot.pause(0.1)
        assert app.query_one("#command", Input).value == "rest 7 days"
        assert app.chair.session.seq == 0

    run(doing)


def test_a_key_alone_acts_after_a_moment() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        app.settle = 0.02
        await pilot.press("o")
        await pilot.pause(0.1)
        assert isinstance(app.screen, Sure)

    run(doing)


def test_what_is_asked_about_is_named() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.press("o")
        asked = str(app.screen.query_one("#text", Static).render())
        assert asked.startswith("Set out for the dungeon? The party leaves the town and sets out.")

    run(doing)


def test_the_letters_of_many_alike_are_told_from_the_first_to_the_last() -> None:
    assert _from_to(["w", "i", "n", "g", "e", "d", "h", "f"]) == "d-i,n,w"
    assert _from_to(["b", "a", "*", "*"]) == "*,a,b"


def test_the_mouse_chooses_and_walks() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        await pilot.click("#actions", offset=(4, 1))
        assert isinstance(app.screen, Sure)
        await pilot.press("y")
        await pilot.press("t", "1")
        pane = app.query_one(MapPane)
        picture = pane.picture()
        assert picture is not None and app.chair.view.delve is not None
        here = app.chair.view.delve.at
        goal = next(s for s in sorted(picture.place) if s != here)
        seen = [(x, y) for y in range(pane.size.height) for x in range(pane.size.width)]
        at = next(p for p in seen if square_at(picture, pane.size.width, pane.size.height, here, p) == goal)
        await pilot.click("#map", offset=(at[0] + 1, at[1] + 1))
        assert app.chair.view.delve.at == goal

    run(doing)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_classes_are_written_out(size: tuple[int, int]) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        kinds = {c.kind for c in app.chair.view.mine}
        assert "magic-user" in kinds
        assert all(kind.replace("-", " ") in shown(app) for kind in kinds)

    rules = load("ose")
    made = new_game(rules, 9, Plan(members=(Recruit("magic-user"), Recruit("halfling"), Recruit("cleric")), levels=1))
    run(doing, Chair(Session.in_memory(rules, made.state, 3, {REFEREE: Soldier()}), PLAYER), size)


def test_treasure_that_lies_open_is_told_once_in_the_log() -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        delve = app.chair.view.delve
        assert delve is not None and delve.treasures
        lights = [x for x in app.chair.options.listed if isinstance(x, a.LightUp)]
        for light in lights[:2]:
            app._act(light)
        told = [line.text for line in app.query_one(LogPane)._told]
        assert told.count(f"Treasure: {', '.join(delve.treasures)}.") == 1

    run(doing, place("dungeon", "ose"))


def test_a_walk_that_nobody_walked_is_not_said_to_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    chair = place("dungeon", "ose")
    walk = next(moves.to(moves.grid.first(moves.mask)) for moves in chair.options.moves if not moves.is_aim)
    monkeypatch.setattr(chair, "act", lambda action: [])

    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        app._act(walk)
        await pilot.pause()
        assert "Not done: walk to" in shown(app)

    run(doing, chair, (120, 40))
