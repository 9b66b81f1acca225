"""Two people at one table, two characters each: whose options, whose questions, whose secrets, in every scene."""

import pytest
from msgspec.structs import replace
from tests.ui.scene import dungeon, hushed, town

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, fold
from underkeep.kernel.prompt import REFEREE, Answer, Asked, Prompt
from underkeep.minds.explorer import Explorer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Done, EndStep
from underkeep.procedures.resolution import Refused
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.new_game import Plan, new_game
from underkeep.table.session import Session
from underkeep.table.speech.typed_lines import Do
from underkeep.table.view import View, view
from underkeep.testing.toy import RULESET
from underkeep.world.creature import CreationStepTaken, Felled, Harmed
from underkeep.world.fight import Finished
from underkeep.world.party import CallerNamed
from underkeep.world.state import CharacterGiven, State

ANN, BEN, STRANGER = "ann", "ben", "stranger"
HERS, HIS = ("hero-1", "hero-3"), ("hero-2", "hero-4")


def seated(state: State) -> State:
    seats = {ANN: ("party",), BEN: ("party",), REFEREE: ("monsters",)}
    return fold((CharacterGiven(id, BEN) for id in HIS), replace(state, seats=seats))


def table(state: State | None = None) -> tuple[Session, Chair, Chair]:
    session = Session.in_memory(RULESET, state or seated(town()), 1, {REFEREE: Soldier()})
    return session, Chair(session, ANN), Chair(session, BEN)


def below(quiet: bool = True) -> tuple[Session, Chair, Chair]:
    made = replace(dungeon(), traps={})
    session, ann, ben = table(seated(hushed(town(made=made)) if quiet else town(made=made)))
    session.submit(ANN, a.SetOut())
    session.submit(BEN, a.LightUp("hero-2", "torch"))
    return session, ann, ben


def actors(chair: Chair) -> set[str]:
    return {x.actor for x in chair.options.listed if hasattr(x, "actor")}


def first_thing(state: State, id: str) -> str:
    return state.creatures[id].items[0].id


def refused(session: Session, seat: str, action: object) -> str:
    with pytest.raises(Refused) as caught:
        session.submit(seat, action)  # type: ignore[arg-type]
    return caught.value.refusal.sentence


def test_in_town_each_buys_for_their_own_and_either_leads_the_party() -> None:
    session, ann, ben = table()
    assert actors(ann) <= set(HERS) and actors(ben) <= set(HIS)
    assert a.SetOut() in ann.options.listed and a.SetOut() in ben.options.listed
    assert refused(session, ANN, a.HearRumours("hero-2")).endswith("is not played by ann.")
    ben.act(a.SetOut())
    assert session.state.party is not None and session.state.party.place != "town"


def test_underground_nobody_touches_what_another_carries() -> None:
    session, ann, ben = below()
    assert actors(ann) <= set(HERS) and actors(ben) <= set(HIS)
    assert actors(ann) and actors(ben)
    assert any(isinstance(x, a.Go | a.OpenDoor) for x in ben.options.listed), "the party goes as one"
    thing = first_thing(session.state, "hero-2")
    assert refused(session, ANN, a.Drop("hero-2", thing, 1)).endswith("is not played by ann.")
    session.submit(BEN, a.Give("hero-2", "hero-1", thing, 1))
    assert play.why_not(RULESET, session.state, ANN, a.Drop("hero-1", first_thing(session.state, "hero-1"), 1)) is None


def met() -> tuple[Session, Chair, Chair]:
    session, ann, ben = below(quiet=False)
    for action in (a.OpenDoor("door-1"), a.Go("door-1"), a.OpenDoor("door-2")):
        session.submit(ANN, action)
    while session.state.encounter is None:
        door = a.Go("door-2") if a.Go("door-2") in ben.options.listed else a.ForceDoor("hero-2", "door-2")
        session.submit(BEN, door)
    return session, ann, ben


def test_in_a_meeting_each_speaks_with_their_own_voice() -> None:
    _, ann, ben = met()
    assert {x.actor for x in ann.options.listed if isinstance(x, a.Parley)} == set(HERS)
    assert {x.actor for x in ben.options.listed if isinstance(x, a.Parley)} == set(HIS)
    assert a.Engage() in ann.options.listed and a.Engage() in ben.options.listed


def fighting() -> tuple[Session, Chair, Chair]:
    session, ann, ben = met()
    session.submit(ANN, a.Engage())
    return session, ann, ben


def test_in_a_fight_each_moves_their_own_and_ends_their_own_part_of_a_step() -> None:
    session, ann, ben = fighting()
    assert session.state.fight is not None
    assert set(ann.actors) <= set(HERS) and set(ben.actors) <= set(HIS)
    assert ann.actors and ben.actors
    assert {m.actor for m in ben.options.moves} <= set(HIS)
    assert refused(session, BEN, Done("hero-1")).endswith("is not played by ben.")
    entry = session.submit(ANN, EndStep("party"))[0]
    finished = next(e for e in entry.events if isinstance(e, Finished))
    assert set(finished.creatures) == set(HERS)
    assert not ann.actors and ben.actors, "Ben's are still to act"


def test_friends_know_each_others_wounds_but_not_each_others_sheets() -> None:
    session, ann, ben = table()
    assert {c.id for c in ann.view.mine} == set(HERS)
    assert {c.id for c in ann.view.companions} == set(HIS)
    assert [c.id for c in ann.view.members] == [c.id for c in ben.view.members]
    assert ann.view.others == ()
    wounded = Harmed("hero-2", 1, 1).evolve(session.state)
    assert next(c for c in view(wounded, ANN, RULESET).companions if c.id == "hero-2").hp == 1
    assert b"sheet" not in RULESET.codec.encode(ann.view.companions)  # type: ignore[arg-type]
    assert "Ysolde" in "\n".join(ann.show("party")) and "Ysolde" not in "\n".join(ann.show("inventory"))


def test_a_question_about_a_character_goes_to_its_player() -> None:
    session, _, _ = table()
    do = play.Resolution(session.state, session._dice(), RULESET)
    do.ask("hero-2", "parry", ("yes", "no"), "no", ())
    assert (do.state.prompts[0].seats, do.events[0].seats) == ((BEN,), (BEN,))
    assert not play.legal_actions(RULESET, do.state, ANN)
    assert view(do.state, ANN, RULESET).prompts == ()
    assert len(play.legal_actions(RULESET, do.state, BEN)) == 2
    refusal = play.why_not(RULESET, do.state, ANN, Answer(do.state.prompts[0].id, "yes"))
    assert refusal is not None and refusal.sentence == "That question is for ben."


def asked_all(state: State) -> Prompt:
    do = play.Resolution(state, Session.in_memory(RULESET, state, 1, {})._dice(), RULESET)
    do.ask_party("onward", ("yes", "no"), "no", ())
    return do.state.prompts[0]


def test_what_the_party_decides_is_anybodys_or_the_callers() -> None:
    state = below()[0].state
    assert asked_all(state).seats == (ANN, BEN)
    assert asked_all(CallerNamed(BEN).evolve(state)).seats == (BEN,)
    alone = fold(map(Felled, HIS), state)
    assert asked_all(alone).seats == (ANN,), "whose characters are all down has no voice"
    assert asked_all(CallerNamed(BEN).evolve(alone)).seats == (ANN,), "nor as caller"


def test_the_first_answer_to_a_question_for_all_counts() -> None:
    prompt = Prompt("onward-1", (ANN, BEN), "onward", ("yes", "no"), "no")
    state = Asked(prompt).evolve(below()[0].state)
    assert all(len(play.legal_actions(RULESET, state, seat)) == 2 for seat in (ANN, BEN))
    assert not play.legal_actions(RULESET, state, STRANGER)
    assert Session.in_memory(RULESET, state, 1, {BEN: Soldier()}).go_on() == [], "a person may answer, so no mind does"
    assert play.why_not(RULESET, state, BEN, Answer("onward-1", "yes")) is None


def test_a_caller_speaks_for_all_but_empties_nobodys_pack() -> None:
    session, _, _ = below()
    called = CallerNamed(ANN).evolve(session.state)
    listed = play.legal_actions(RULESET, called, ANN).listed
    assert {getattr(x, "actor", "") for x in listed} - {""} == {*HERS, *HIS}
    drop = a.Drop("hero-2", first_thing(called, "hero-2"), 1)
    assert play.why_not(RULESET, called, ANN, drop) is not None
    assert play.why_not(RULESET, called, BEN, drop) is None


def test_a_charmed_character_is_the_referees_and_comes_back() -> None:
    state = fighting()[0].state
    charmed = state.with_creature("hero-2", side="monsters")
    assert (state.owner("hero-2"), charmed.owner("hero-2")) == (BEN, REFEREE)
    assert charmed.with_creature("hero-2", side="party").owner("hero-2") == BEN
    assert "hero-2" not in {c.id for c in view(charmed, BEN, RULESET).mine}
    assert "hero-2" in {c.id for c in view(charmed, BEN, RULESET).others}


def test_the_referee_hands_a_character_over_even_to_somebody_new() -> None:
    session, ann, ben = table()
    session.decree(CharacterGiven("hero-3", BEN), "Ann goes home early.")
    assert {c.id for c in ben.view.mine} == {"hero-3", *HIS}
    assert ann.session.lines(ANN)[-1].text == "Ben plays Bran from now on."
    session.decree(CharacterGiven("hero-1", "cleo"), "Cleo takes over.")
    cleo = Chair(session, "cleo")
    assert [c.id for c in cleo.view.mine] == ["hero-1"] and a.SetOut() in cleo.options.listed
    assert all("plays Bran" not in line.text for line in cleo.log), "she hears nothing of what was before"


def test_a_stranger_learns_nothing_in_any_scene() -> None:
    nothing = View(STRANGER, RULESET.measures, 0, 0, None, (), (), ())
    for session in (table()[0], below()[0], met()[0], fighting()[0]):
        assert view(session.state, STRANGER, RULESET) == nothing
        assert not session.options(STRANGER)
        assert session.lines(STRANGER) == []
        assert session.lines(ANN) or not session.seq


def test_who_plays_for_others_sees_nothing_of_the_party() -> None:
    state = below()[0].state
    rival = replace(state, seats={**state.seats, "rival": ("rats",)})
    seen = view(rival, "rival", RULESET)
    assert (seen.delve, seen.town, seen.order, seen.lights, seen.place, seen.mine) == (None, None, (), (), "", ())
    assert not play.legal_actions(RULESET, rival, "rival")


def test_nobody_at_the_table_switches_the_referee_on_or_off() -> None:
    for is_refereed in (True, False):
        session = Session.in_memory(RULESET, seated(town()), 1, {}, is_refereed=is_refereed)
        Chair(session, ANN, may_undo=True)
        Chair(session, BEN)
        assert session.is_refereed is is_refereed


def test_a_mind_plays_only_the_seat_that_nobody_sits_in() -> None:
    state = fighting()[0].state
    session = Session.in_memory(RULESET, state, 1, {REFEREE: Soldier(), BEN: Explorer(RULESET)})
    session.submit(ANN, EndStep("party"))
    moved = {entry.seat for entry in session.entries[2:]}
    assert BEN in moved and ANN not in moved
    session.go_on()
    assert session.options(ANN), "it waits for Ann"


def meant(chair: Chair, line: str) -> Action:
    meaning = chair.read(line)
    assert isinstance(meaning, Do)
    return meaning.action


def test_a_line_about_anothers_character_is_refused_by_name() -> None:
    _, ann, ben = below()
    with pytest.raises(Refused, match="Ysolde is not played by ann"):
        ann.act(meant(ann, "Ysolde, drop torch"))
    assert "hero-1" in str(meant(ann, "drop torch")) and "hero-2" in str(meant(ben, "drop torch"))


@pytest.mark.parametrize("system", ["ose", "knave"])
def test_a_new_game_for_two(system: str) -> None:
    rules = load(system)
    plan = Plan(size=4, seats={ANN: (1, 2), BEN: (3, 4)}, rulings={"ose:party.one-character-per-player": "2"})
    state = new_game(rules, 3, plan).state
    assert [state.owner(f"hero-{n}") for n in range(1, 5)] == [ANN, ANN, BEN, BEN]
    assert fold(new_game(rules, 3, plan).events, state.before_all()) == state
    alone = new_game(rules, 3, Plan(size=4)).state
    assert alone.creatures == state.creatures, "who plays them changes nobody"


def test_secrets_of_creation_are_told_to_the_player_alone() -> None:
    plan = Plan(size=2, seats={ANN: (1,), BEN: (2,)})
    made = new_game(load("ose"), 3, plan)
    told = [e for e in made.events if isinstance(e, CreationStepTaken) and e.seats is not None]
    assert {(e.creature, e.seats) for e in told} == {("hero-1", (ANN,)), ("hero-2", (BEN,))}


@pytest.mark.parametrize("seats", [{}, {"referee": ()}, {ANN: (1,), BEN: (1,)}, {ANN: (5,)}, {" ": (1,)}])
def test_a_plan_gives_each_member_one_player(seats: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(UnderkeepError):
        new_game(load("knave"), 1, Plan(size=2, seats=seats))
