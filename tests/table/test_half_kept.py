"""A write that fails half-way: the player is told what was kept, and everything that was kept is told."""

import pytest

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import EndStep
from underkeep.table.chair import Chair
from underkeep.table.session import Session
from underkeep.table.sqlite_journal import CannotWrite
from underkeep.terminal.opening import draw_up, minds_of
from underkeep.terminal.plain import Plain

MATCHES = {"knave": "3 knave v 4 goblin"}


def failing(session: Session, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """From then on only so many entries can be written."""
    journal, left = session.journal, [after]
    append = journal.append

    def full(*entry: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise CannotWrite("fight.underkeep could not be opened or written: database or disk is full.")
        return append(*entry)  # type: ignore[arg-type]

    monkeypatch.setattr(journal, "append", full)


@pytest.mark.parametrize("system", systems.names())
def test_what_was_kept_is_told(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is done at each point of a fight: the log has all that the record has, and the sentence says which."""
    session = draw_up(systems.load(system), MATCHES.get(system, "3 fighter v 4 orc"), 5)
    chair, said = Chair(session, "a"), []
    for number in range(60):
        if session.state.winner is not None:
            break
        before, heard = session.seq, len(chair.log)
        listed = list(chair.options)
        action = next((a for a in listed if isinstance(a, EndStep)), listed[0])
        with monkeypatch.context() as broken:
            failing(session, broken, number % 3)
            try:
                chair.act(action)
            except UnderkeepError as error:
                said.append((str(error), session.seq > before))
        assert {x.seq for x in chair.log[heard:]} == {x.seq for x in session.lines("a", before)}
        with Session.resume(session.id, {}) as whole:
            assert whole.seq == session.seq
        session.go_on()
    assert {is_kept for _, is_kept in said} == {True, False}
    for sentence, is_kept in said:
        assert sentence.startswith("What you did is kept, but not what follows: fight") == is_kept
        assert sentence.endswith("This was not done.") != is_kept
    session.close()


@pytest.mark.parametrize("system", systems.names())
def test_plain_play_says_it_and_goes_on(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = draw_up(systems.load(system), MATCHES.get(system, "3 fighter v 4 orc"), 5)
    failing(session, monkeypatch, 0)
    lines, told = iter(["everyone attack", "look", "quit"]), []

    def read() -> str:
        return next(lines)

    Plain(Chair(session, "a"), read, told.append).run()
    assert any("disk is full. This was not done." in line for line in told)
    assert "The game is saved.\n" in told
    session.close()
    with Session.resume(session.id, minds_of) as again:
        assert again.seq >= session.seq
        assert REFEREE in again.minds
