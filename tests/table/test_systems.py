"""Every game is kept and found again as it was played."""

import io

import pytest

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.minds.soldier import Soldier
from underkeep.procedures.actions import BeginFight
from underkeep.systems import load, names
from underkeep.table import record
from underkeep.table.session import Session

HEROES = {"knave": "knave"}


@pytest.mark.parametrize("system", names())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_fight_resumes_and_travels_as_text(system: str, seed: int) -> None:
    rules = load(system)
    match = f"2 {HEROES.get(system, 'fighter')} v 3 goblin"
    made = muster(rules, parse_sides(rules, match), Seeded(seed, "muster"))
    minds = dict.fromkeys((*SIDES, REFEREE), Soldier())
    with Session.create(rules, made.state, seed, minds, "Fight") as session:
        session.submit(REFEREE, BeginFight())
        assert session.state.winner is not None
        text = b"".join(record.export_game("fight"))
    path, _, entries, doubt = record.import_game(io.BytesIO(text))
    assert doubt, "a game that does not say how it was begun is not verified"
    for which in ("fight", path):
        with Session.resume(which, {}) as again:
            assert again.state_hash == session.state_hash
            assert len(again.entries) == entries == session.seq + 1
            assert again.lines("a") == session.lines("a")
            assert any(line.why for line in again.lines("a"))
