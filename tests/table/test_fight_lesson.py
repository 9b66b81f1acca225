"""The first fight with its guide: charge, parry and a blow from behind."""

import pytest

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import gap_of, muster, parse_sides
from underkeep.minds.soldier import Soldier
from underkeep.procedures.actions import BeginFight
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.fight_lesson import SETTING, lesson_of
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.session import Session
from underkeep.table.speech.typed_lines import Ask, Do


def sat_down(seed: int) -> Chair:
    rules = load("rampage")
    taught = lesson_of(rules)
    gap = gap_of(rules, taught.distance)
    made = muster(rules, parse_sides(rules, taught.match), Seeded(seed, "muster"), (), gap)
    minds = {REFEREE: Soldier(), "b": Soldier()}
    start = made.state.before_all()
    session = Session.create(rules, start, seed, minds, "x", made.events, {SETTING: "yes"}, keep=MemoryJournal)
    session.submit(REFEREE, BeginFight())
    return Chair(session, "a")


def say(chair: Chair, line: str) -> None:
    meant = chair.read(line)
    if isinstance(meant, Do):
        chair.act(meant.action)
    elif isinstance(meant, Ask):
        chair.act(meant.choices[0])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_charge_comes_first_then_the_parry_then_the_blow_from_behind(seed: int) -> None:
    chair = sat_down(seed)
    assert 'Say "charge"' in chair.advice
    say(chair, "charge")
    assert 'Say "charge"' not in chair.advice
    assert 'Say "parry' in chair.advice or "struck from behind" in chair.advice


def test_the_map_of_the_lesson_shows_facings_and_zones() -> None:
    chair = sat_down(1)
    shown = chair.view
    assert set(shown.figures) == {c.id for c in (*shown.mine, *shown.others)}
    assert shown.threatened and all(figure.facing is not None for figure in shown.figures.values())


def test_a_game_without_one_says_so() -> None:
    with pytest.raises(UnderkeepError, match="no first fight"):
        lesson_of(load("knave"))
