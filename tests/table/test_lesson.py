"""The first delve with its guide."""

import pytest

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.tactician import Tactician
from underkeep.systems import every
from underkeep.table.chair import Chair
from underkeep.table.lesson import SETTING, first_delve
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.new_game import PLAYER
from underkeep.table.presets import opening
from underkeep.table.session import Session
from underkeep.table.speech.typed_lines import Ask, Do, Undertake

TAUGHT = [rules for rules in every() if opening(rules).lesson is not None]


def sat_down(rules, seed: int) -> Chair:  # type: ignore[no-untyped-def]
    made = first_delve(rules, seed)
    start, minds = made.state.before_all(), {REFEREE: Tactician(rules)}
    session = Session.create(rules, start, seed, minds, "x", made.events, {SETTING: "yes"}, keep=MemoryJournal)
    return Chair(session, PLAYER)


def say(chair: Chair, line: str) -> None:
    meant = chair.read(line)
    if isinstance(meant, Undertake):
        chair.undertake(meant)
    elif isinstance(meant, Do):
        chair.act(meant.action)
    elif isinstance(meant, Ask):
        chair.act(meant.choices[0])


@pytest.mark.parametrize("rules", TAUGHT, ids=lambda rules: rules.id)
@pytest.mark.parametrize("seed", [1, 5])
def test_light_doors_listening_and_talk_come_up_in_turn(rules, seed: int) -> None:  # type: ignore[no-untyped-def]
    chair = sat_down(rules, seed)
    assert "light a torch" in chair.advice
    for _ in range(5):
        if not chair.state.lights:
            say(chair, "light a torch")
    assert "listen at the door" in chair.advice
    say(chair, "listen at the door")
    if chair.state.encounter is not None:
        return
    assert "open the door" in chair.advice
    say(chair, "open the door")
    say(chair, "go east")
    if chair.state.encounter is None:
        assert "force the door" in chair.advice
        say(chair, "open the east door")
        for _ in range(40):
            if chair.state.encounter is None and chair.state.fight is None:
                say(chair, "force the east door")
                say(chair, "go east")
    assert any("meets" in line.text for line in chair.log)


def test_there_is_a_first_delve() -> None:
    assert TAUGHT


def test_other_games_have_no_guide() -> None:
    rules = TAUGHT[0]
    made = first_delve(rules, 1)
    session = Session.in_memory(rules, made.state.before_all(), 1, {REFEREE: Tactician(rules)}, made.events)
    assert Chair(session, PLAYER).advice == ""
