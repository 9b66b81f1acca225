"""A person plays a fight without a party: by menu and by typed lines, one side or both, in every game."""

import random
from collections.abc import Iterator

import pytest
from tests.ui.test_plain import play as typed
from tests.ui.test_table_app import command, run, shown
from textual.pilot import Pilot

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures.actions import Attack, EndStep
from underkeep.systems import load, names
from underkeep.table.chair import Chair
from underkeep.table.session import Session
from underkeep.table.speech.choices import flat
from underkeep.table.speech.typed_lines import Ask, Do
from underkeep.terminal.opening import draw_up, resume
from underkeep.terminal.skirmish_command import example
from underkeep.terminal.table_app import TableApp

ARMED = {
    "ose": "fighter/3[sword,short bow] + cleric/2 v 3 orc",
    "knave": "2 knave/3 v 3 goblin",
    "rampage": "warrior/3[halberd] + fighter/2[heavy crossbow,sword,shield] + thief[sling,dagger] v 4 orc",
    "robs": "fighter/4 + ranger/2[crossbow,longsword] v 3 orc",
}


def table(system: str, match: str = "", both: bool = False, seed: int = 3, **more: bool) -> Session:
    rules = load(system)
    return draw_up(rules, match or example(rules), seed, both, **more)


def chair(session: Session) -> Chair:
    free = [seat for seat in session.state.seats if seat not in session.minds]
    return Chair(session, free[0], session.is_refereed, free[1:])


def played(system: str, both: bool, seed: int, most: int = 60) -> Iterator[Chair]:
    """A fight in which the person does whatever chance picks from the menu."""
    luck = random.Random(seed)
    person = chair(table(system, ARMED[system], both, seed))
    with person.session:
        for _ in range(most):
            if person.view.over:
                return
            yield person
            kinds: dict[str, list[Action]] = {}
            for choice in flat(person.menu()):
                if choice.action is not None:
                    kinds.setdefault(choice.kind, []).append(choice.action)
            person.act(luck.choice(kinds[luck.choice(list(kinds))]))


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("system", names())
def test_the_menu_has_all_that_is_legal_and_each_line_of_it_may_be_typed(system: str, both: bool) -> None:
    for person in played(system, both, 5):
        offered = {choice.action for choice in flat(person.menu())}
        assert offered == set(person.options)
        for action in person.options.listed:
            meant = person.read(person.describe(action))
            if isinstance(meant, Ask):
                assert action in meant.choices
            else:
                assert meant == Do(action), person.describe(action)


def test_a_fight_is_played_by_typed_lines_and_every_line_has_its_reasons() -> None:
    person = chair(table("rampage", "2 warrior v 2 orc"))
    told = typed(["charge orc 1", "why", "attack orc 1", "end step", "log", "quit"], person)
    assert "Jory charges!" in told
    assert "rampage:combat.charge.declare" in told
    assert "The game is saved." in told
    for number in range(1, len(person.log) + 1):
        assert person.show("why", str(number))


@pytest.mark.parametrize(
    ("system", "match", "line", "answer"),
    [
        ("rampage", "warrior v orc", "parry orc 1", "cannot do that now"),
        ("rampage", "warrior v orc", "split the shield of orc 1", "cannot reach Orc 1"),
        ("rampage", "warrior v orc", "withdraw", "cannot fall back there"),
        ("rampage", "warrior v orc", "rally", "can rally nobody"),
        ("rampage", "warrior[shield,sword] v orc", "attack", "attacks, this round"),
        ("robs", "fighter v orc", "break free", "Nobody holds"),
        ("robs", "fighter v orc", "throw longsword at orc 1", "cannot attack Orc 1 with longsword now"),
    ],
)
def test_what_is_not_allowed_gets_the_rules_own_sentence(system: str, match: str, line: str, answer: str) -> None:
    assert answer in typed([line, "quit"], chair(table(system, match)))


def test_to_attack_asks_which_foe_where_two_stand_beside() -> None:
    with table("rampage", "warrior[shield,sword] v 2 orc") as session:
        state = session.state
    at = state.creatures["warrior-1"].at
    assert at is not None
    for number in (1, 2):
        state = state.with_creature(f"orc-{number}", at=(at[0] + 1, at[1] + number - 1))
    meant = chair(Session.in_memory(load("rampage"), state, 1, {})).read("attack")
    assert isinstance(meant, Ask)
    assert meant.choices == tuple(Attack("warrior-1", f"orc-{number}", "sword") for number in (1, 2))


def test_a_move_without_a_goal_goes_at_the_nearest_foe_or_away_from_all() -> None:
    person = chair(table("rampage", "warrior v orc", seed=3))
    meant = {line: person.read(line) for line in ("charge", "run", "move away", "approach orc 1")}
    at = {line: person.describe(do.action).split()[-1] for line, do in meant.items() if isinstance(do, Do)}
    assert at["charge"] == at["approach orc 1"] == "O7"
    assert at["run"][0] < "J" and at["move away"][0] < "J"


def test_the_field_is_drawn_for_those_who_read_lines() -> None:
    told = typed(["map", "quit"], chair(table("robs", "fighter v orc")))
    assert "  7 . . " in told and "Orc 1." in told


def test_both_sides_at_one_screen_each_in_its_turn() -> None:
    person = chair(table("rampage", "warrior v orc", both=True))
    seats = [person.seat]
    while len(set(seats)) < 2:
        person.act(EndStep(person.state.fight.step.side))
        seats.append(person.seat)
    assert set(seats) == {"a", "b"}
    assert {c.side for c in person.view.mine} == {person.seat}


def test_a_fight_is_kept_and_gone_on_with_by_the_same_seats() -> None:
    with table("rampage", "2 warrior v 2 orc") as session:
        chair(session).act(EndStep("a"))
        id, kept = session.id, session.state_hash
    with resume(id) as again:
        assert again.state_hash == kept
        assert set(again.minds) == {"referee", "b"}
        assert chair(again).seat == "a" and chair(again).menu()


def test_a_fight_ends_with_who_won() -> None:
    told = typed([*["end step"] * 40], chair(table("robs", "kobold v ogre")))
    assert told.endswith("The fight is over: side B won.\n")


def test_a_referees_judgements_are_asked_in_the_middle_of_a_blow() -> None:
    person = chair(table("robs", "fighter/4 v 2 goblin", both=True, is_refereed=True))
    for _ in range(200):
        if person.view.prompts:
            break
        blows = [choice for choice in flat(person.menu()) if choice.kind in ("Attack", "Move", "EndStep")]
        assert blows[0].action is not None
        person.act(blows[0].action)
    assert person.view.prompts[0].rule
    answer = person.menu()[0].action
    assert isinstance(answer, Answer)
    asked = person.session.seq
    person.act(answer)
    assert person.session.seq > asked
    person.undo()


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
@pytest.mark.parametrize("system", names())
def test_the_full_screen_shows_the_field_and_fits(system: str, size: tuple[int, int]) -> None:
    async def doing(app: TableApp, pilot: Pilot[None]) -> None:
        screen = shown(app)
        assert "Side A" in screen and "may act" in screen
        assert max(len(line) for line in screen.splitlines()) <= size[0]
        await pilot.press("m")
        await command(pilot, "end step")
        assert app.chair.session.seq > 2
        await pilot.press("question_mark")
        assert "Escape" in shown(app)
        await pilot.press("escape")

    run(doing, chair(table(system)), size)
