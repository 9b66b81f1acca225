"""A session: what is submitted happens once, is kept, and can be resumed, taken back and told."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.table.conftest import MakeFight

from underkeep.errors import UnderkeepError
from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import fold
from underkeep.kernel.prompt import REFEREE
from underkeep.minds.explorer import Explorer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.actions import Attack, Done, Move
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.table import games
from underkeep.table.entry import Decree, Entry, Rewind
from underkeep.table.journal import Overtaken
from underkeep.table.session import Session
from underkeep.testing.builders import cellar, delving_party
from underkeep.testing.toy import RULESET
from underkeep.world.creature import Died, Harmed, Moved
from underkeep.world.dungeon import DungeonMade
from underkeep.world.state import State


def act(session: Session) -> None:
    """Whoever a person plays does what a soldier would."""
    creature, options = next(fight.choosers(session.rules, session.state))
    choice = Soldier().act(session.state, creature, play.with_done(creature.id, options))
    session.submit("a", choice, session.seq)


def finish(session: Session) -> None:
    while session.state.fight is not None:
        act(session)


def test_a_game_resumes_to_the_very_state(make_fight: MakeFight) -> None:
    with make_fight() as session:
        for _ in range(3):
            act(session)
            with Session.resume(session.id, {}) as again:
                assert again.state == session.state
                assert again.state_hash == session.state_hash
                assert again.entries == session.entries
        finish(session)
    with Session.latest({}) as again:
        assert again.state == session.state
        assert again.state.winner is not None


def test_a_resumed_game_goes_on_as_if_it_had_never_stopped(make_fight: MakeFight) -> None:
    with make_fight("One") as straight:
        finish(straight)
    make_fight("Two").close()
    while True:
        with Session.resume("two", {"b": Soldier()}) as session:
            if session.state.fight is None:
                break
            act(session)
    assert session.entries == straight.entries
    assert session.state_hash == straight.state_hash


def test_the_empty_seats_act_after_a_crash_in_their_turn(make_fight: MakeFight) -> None:
    """Killed after the player's action and before the answer of the monsters, the game is not stuck."""
    with make_fight(person=False, match="1 hero v 1 rat") as session:
        assert session.state.fight is None
        ended = session.seq
        session.undo(2)
    with Session.resume("fight", {"a": Soldier(), "b": Soldier()}) as again:
        assert again.state.fight is None
        assert again.seq > ended + 1


def test_a_refused_action_is_written_nowhere(make_fight: MakeFight) -> None:
    with make_fight() as session:
        before, seq = session.state, session.seq
        for seat, action in (("a", Attack("hero-1", "hero-2", "club")), ("b", Done("hero-1")), ("nobody", Done("x"))):
            with pytest.raises(Refused):
                session.submit(seat, action)
        with pytest.raises(Refused, match="gone on"):
            session.submit("a", Done("hero-1"), seen=session.seq - 1)
        assert (session.state, session.seq) == (before, seq)
        with Session.resume("fight", {}) as again:
            assert again.seq == seq


def test_nobody_hears_of_an_entry_before_it_is_kept(make_fight: MakeFight) -> None:
    with make_fight() as session:
        heard: list[int] = []

        def listen(entry: object) -> None:
            with Session.resume(session.id, {}) as other:
                assert other.entries[-1] == entry
                heard.append(other.seq)

        session.heard = listen
        act(session)
        assert heard == list(range(heard[0], session.seq + 1))


def test_an_overtaken_writer_changes_nothing_and_can_catch_up(make_fight: MakeFight) -> None:
    with make_fight() as one, Session.resume("fight", {"b": Soldier()}) as two:
        act(one)
        before = two.state
        with pytest.raises(Overtaken, match="not done"):
            act(two)
        assert two.state == before
        two.catch_up()
        assert two.state == one.state
        act(two)
        with pytest.raises(Overtaken):
            one.undo()


def test_what_was_done_stays_done_if_another_goes_on_before_the_empty_seats(make_fight: MakeFight) -> None:
    with make_fight(match="1 hero v 1 rat") as one, Session.resume("fight", {}) as two:

        def interfere(entry: Entry) -> None:
            one.heard = lambda entry: None
            two.catch_up()
            assert two.seq == entry.seq
            two.undo(0)

        one.heard = interfere
        seq = one.seq
        creature, options = next(fight.choosers(one.rules, one.state))
        entries = one.submit("a", play.with_done(creature.id, options).listed[-1])
        assert [entry.seq for entry in entries] == [seq + 1, seq + 2]
        assert one.state == two.state


def test_undo_goes_back_to_before_the_last_choice_of_a_person(make_fight: MakeFight) -> None:
    with make_fight(match="3 hero v 3 rat") as session:
        states: list[State] = []
        for _ in range(6):
            states.append(session.state)
            act(session)
        entries = session.seq
        for state in reversed(states):
            entry = session.undo()
            assert isinstance(entry.action, Rewind)
            assert session.state == state
        assert session.seq == entries + 6
        assert "takes the game back" in session.lines("a")[-1].text
        with Session.resume("fight", {}) as again:
            assert again.state == session.state
            assert len(again.entries) == entries + 7


def test_the_dice_after_undo_are_fresh(make_fight: MakeFight) -> None:
    with make_fight(match="1 hero v 1 rat", person=False) as session:
        ends = set()
        for _ in range(8):
            ends.add(session.state_hash)
            session.undo(1)
            session.go_on()
        assert len(ends) > 1


def test_what_was_taken_back_can_be_returned_to(make_fight: MakeFight) -> None:
    with make_fight() as session:
        act(session)
        there, state = session.seq, session.state
        session.undo(0)
        assert session.state != state
        session.undo(there)
        assert session.state == state
        for seq in range(session.seq):
            with Session.resume("fight", {}) as again:
                again.undo(seq)


@pytest.mark.parametrize("to", [-1, 10**6])
def test_undo_needs_an_entry_to_go_back_to(make_fight: MakeFight, to: int) -> None:
    with make_fight() as session:
        seq = session.seq
        with pytest.raises(Refused, match="no entry"):
            session.undo(to)
        with pytest.raises(Refused, match="Only the referee"):
            session.undo(0, seat="a")
        assert session.seq == seq


def test_a_new_game_has_nothing_to_take_back() -> None:
    start = delving_party(RULESET, cellar(RULESET), "hero")
    with Session.create(RULESET, start, 1, {}, "Cellar") as session, pytest.raises(UnderkeepError, match="nothing"):
        session.undo()


def test_a_decree_is_a_fact_with_a_reason_and_has_its_consequences(make_fight: MakeFight) -> None:
    with make_fight(match="1 hero v 1 rat") as session:
        (entry,) = session.decree(Harmed("rat-1", 9, 0), "The ceiling falls on it.")
        assert isinstance(entry.action, Decree)
        assert session.state.winner == "a"
        assert any(isinstance(event, Died) for event in entry.events)
        told = [line.text for line in session.lines("a", entry.seq - 1)]
        assert told[0] == "The referee decides: The ceiling falls on it."
        with Session.resume("fight", {}) as again:
            assert again.state == session.state
            assert again.entries[-1] == entry
        session.undo()
        assert session.state.winner is None


def test_a_decree_that_cannot_be_is_refused(make_fight: MakeFight) -> None:
    with make_fight() as session:
        seq, state = session.seq, session.state
        for event, because, seat in (
            (Harmed("nobody", 1, 0), "Why not.", REFEREE),
            (Harmed("rat-1", 1, None), "Why not.", REFEREE),
            (Harmed("rat-1", 1, 2), " ", REFEREE),
            (Harmed("rat-1", 1, 2), "x" * 501, REFEREE),
            (Harmed("rat-1", 1, 2), "I say so.", "a"),
        ):
            with pytest.raises(Refused):
                session.decree(event, because, seat)
        assert (session.seq, session.state) == (seq, state)


def test_lines_are_numbered_by_what_the_seat_may_know(make_fight: MakeFight) -> None:
    """A number tells nothing of facts that are kept from the seat."""
    with make_fight() as session:
        finish(session)
        for entry in session.entries:
            state, known = session.before(entry), 0
            for event in entry.events:
                state = event.evolve(state)
                known += seen_by(event, "a", state) is not None
            lines = session.lines("a", since=entry.seq - 1, until=entry.seq)
            assert all(line.index < known for line in lines)


def test_each_seat_is_told_only_what_it_may_know(make_fight: MakeFight) -> None:
    with make_fight() as session:
        finish(session)
        whole, mine = session.lines(REFEREE), session.lines("a")
        assert {line.seq for line in mine} <= {line.seq for line in whole}
        told = {entry.seq: len(entry.events) for entry in session.entries}
        assert all(line.index < told[line.seq] for line in whole)
        assert any("toy:everything" in line.why for line in mine)
        assert session.lines("a", since=4) == [line for line in mine if line.seq > 4]
        assert session.lines("a", until=4) == [line for line in mine if line.seq <= 4]
        assert session.lines("a", since=session.seq) == []


def test_a_delve_goes_through_the_same_session() -> None:
    """A party in a cellar, led by a mind: the folded record is the played state."""
    start = delving_party(RULESET, cellar(RULESET), "hero", "hero")
    leader = Explorer(RULESET)
    with Session.create(RULESET, start, 3, {"referee": Soldier(), "player": leader}, "Cellar") as session:
        for _ in range(200):
            options = session.options("player")
            if not options or (session.state.party is not None and session.state.party.place == "town"):
                break
            session.submit("player", leader.lead(session.state, options))
        assert session.seq > 5
        with Session.resume("cellar", {}) as again:
            assert again.state_hash == session.state_hash
        state = (session.entries[0].events and fold(session.entries[0].events, start)) or start
        for entry in session.entries[1:]:
            state = fold(entry.events, state)
        assert state == session.state
        (listed,) = games.all_games()
        assert listed.summary is not None
        assert "2 of 2 alive" in listed.summary.text


def test_a_game_in_memory_needs_no_file(home: Path) -> None:
    start = delving_party(RULESET, cellar(RULESET), "hero")
    session = Session.in_memory(RULESET, start, 1, {})
    session.submit("player", next(iter(session.options("player"))))
    assert session.seq == 1
    session.undo()
    assert session.state == start
    assert not home.exists()


def test_start_events_are_part_of_the_record() -> None:
    blank = delving_party(RULESET, cellar(RULESET), "hero")
    events = [Moved("hero-1", (1, 1), "deploy")]
    with Session.create(RULESET, blank, 1, {}, "Cellar", events=events) as session:
        assert session.state.creatures["hero-1"].at == (1, 1)
        assert session.entries[0].events == tuple(events)
        with Session.resume("cellar", {}) as again:
            assert again.state == session.state


def test_what_cannot_be_written_is_refused(make_fight: MakeFight) -> None:
    with make_fight() as session:
        with pytest.raises(Refused):
            session.submit("a", Move("hero-1", (10**6, 0)))
        with pytest.raises(UnderkeepError):
            session.decree(Harmed("rat-1", 1, 2), "\udcff")


def test_what_is_played_on_is_what_a_reload_gives_to_the_order_of_its_mappings() -> None:
    """A rule that walks a mapping must not play differently after a reload."""
    rules, seats = RULESET, {"player": ("party",), REFEREE: ("monsters",)}
    start = State("toy", seats)
    made = Resolution(start, Seeded(1), rules)
    place = cellar(RULESET)
    made.emit(DungeonMade(replace(place, notes={"z": "last", "a": "first"})))
    with Session.create(rules, start, 1, {}, "Order", made.events) as session:
        assert session.state.dungeon is not None
        assert list(session.state.dungeon.notes) == ["a", "z"]
        session.decree(DungeonMade(replace(place, notes={"y": "last", "b": "first"})), "it has changed")
        with Session.resume(session.id, {}) as again:
            assert again.state.dungeon is not None
            assert list(session.state.dungeon.notes) == list(again.state.dungeon.notes) == ["b", "y"]
