"""Typed lines: what people write, what they mean, and that everything legal can be said."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.ui.scene import PLAYER, RULESET, on_the_moor, session

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Done, Move
from underkeep.procedures.options import Options
from underkeep.systems import load
from underkeep.table.new_game import Plan, new_game
from underkeep.table.session import Session
from underkeep.table.speech.choices import flat, menu
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Ask, Do, Meaning, Reader, Say, Show, Undertake, parse
from underkeep.table.view import ways
from underkeep.terminal.keys import assign
from underkeep.testing.builders import item_id
from underkeep.testing.toy import ToyBar
from underkeep.world.gear import Item
from underkeep.world.state import State

HALL: tuple[Any, ...] = (a.SetOut(), a.LightUp("hero-1", "torch"))
PASSAGE = (*HALL, a.OpenDoor("door-1"), a.Go("door-1"))
TRIED = (*PASSAGE, a.OpenDoor("door-2"), a.OpenDoor("door-3"))


def after(*actions: Any) -> Session:
    game = session()
    for action in actions:
        game.submit(PLAYER, action)
    return game


def at_the_den() -> Session:
    state = after(*PASSAGE).state
    assert state.dungeon is not None
    door = replace(state.dungeon.doors["door-2"], is_open=True, tried=True)
    made = replace(state.dungeon, doors={**state.dungeon.doors, "door-2": door}, traps={})
    game = session(replace(state, dungeon=made))
    game.submit(PLAYER, a.Go("door-2"))
    return game


TORCHES = {id: item_id(after().state, id) for id in ("hero-1", "hero-3", "hero-4")}


def meant(game: Session, line: str, **more: Any) -> Meaning:
    return parse(Reader(RULESET, game.state, game.options(PLAYER), PLAYER, **more), line)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("set out", a.SetOut()),
        ("Set out!", a.SetOut()),
        ("go to the dungeon", a.SetOut()),
        ("delve", a.SetOut()),
        ("buy torch", a.Buy("hero-1", "torch", 1)),
        ("buy 3 torches for Ysolde", a.Buy("hero-2", "torch", 3)),
        ("purchase two torches for lila", a.Buy("hero-4", "torch", 2)),
        ("sell 2 torches of bran", a.Sell("hero-3", TORCHES["hero-3"], 2)),
        ("rumours", a.HearRumours("hero-1")),
        ("hear rumours with lila", a.HearRumours("hero-4")),
        ("rest 3 days", a.RestDays(3)),
        ("rest 2 weeks", a.RestDays(14)),
        ("hire hand", a.Hire("hero-1", "hand-1", (1, 50))),
        ("hire hand for 2 gp and 60%", a.Hire("hero-1", "hand-1", (2, 60))),
        ("hire hand for 3", a.Hire("hero-1", "hand-1", (3, 50))),
        ("recruit hand for 4 gold with lila", a.Hire("hero-4", "hand-1", (4, 50))),
        ("dismiss bran", a.Dismiss("hero-3")),
        ("retire", a.Retire()),
        ("give 2 torches to Bruno from Lila", a.Give("hero-4", "hero-1", TORCHES["hero-4"], 2)),
        ("drop 3 torches of lila", a.Drop("hero-4", TORCHES["hero-4"], 3)),
        ("wield torch with bran", a.Equip("hero-3", TORCHES["hero-3"], "hand")),
        ("order lila bran", a.Order(("hero-4", "hero-3", "hero-1", "hero-2"))),
    ],
)
def test_in_town(line: str, action: Action) -> None:
    assert meant(after(), line) == Do(action)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("go east", a.OpenDoor("door-1")),
        ("e", a.OpenDoor("door-1")),
        ("open the east door", a.OpenDoor("door-1")),
        ("open door", a.OpenDoor("door-1")),
        ("open door 1", a.OpenDoor("door-1")),
        ("walk to b6", a.Walk((1, 5))),
        ("go to B6", a.Walk((1, 5))),
        ("search", a.Search((2, 7))),
        ("search here", a.Search((2, 7))),
        ("search the north wall", a.Search((2, 5))),
        ("search C6", a.Search((2, 5))),
        ("search by the east door", a.Search((3, 6))),
        ("listen at the door", a.Listen("hero-1", "door-1")),
        ("listen at the door with ysolde", a.Listen("hero-2", "door-1")),
        ("light torch with lila", a.LightUp("hero-4", "torch")),
        ("kindle a torch", a.LightUp("hero-1", "torch")),
        ("rest", a.Rest()),
        ("leave", a.LeaveDungeon()),
        ("go home", a.LeaveDungeon()),
    ],
)
def test_in_the_hall(line: str, action: Action) -> None:
    assert meant(after(*HALL), line) == Do(action)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("set out", a.SetOut()),
        ("set out across the moor", a.SetOut("moor")),
        ("go across the moor", a.SetOut("moor")),
        ("set out along the road", a.SetOut()),
    ],
)
def test_which_way_to_go(line: str, action: Action) -> None:
    state = replace(on_the_moor(), journey=None)
    assert state.party is not None
    assert meant(session(replace(state, party=replace(state.party, place="town"))), line) == Do(action)


def test_which_way_to_come_home() -> None:
    game = session(replace(after(*HALL).state, routes=on_the_moor().routes))
    assert meant(game, "leave across the moor") == Do(a.LeaveDungeon("moor"))
    assert meant(game, "go home") == Do(a.LeaveDungeon())


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("march on", a.MarchOn()),
        ("go on", a.MarchOn()),
        ("continue", a.MarchOn()),
        ("march", a.MarchOn()),
        ("force march", a.MarchOn(forced=True)),
        ("turn back", a.TurnBack()),
        ("go back", a.TurnBack()),
        ("camp", a.MakeCamp()),
        ("rest", a.MakeCamp()),
    ],
)
def test_on_the_road(line: str, action: Action) -> None:
    assert meant(session(on_the_moor()), line) == Do(action)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("force the north door with Bruno", a.ForceDoor("hero-1", "door-2")),
        ("kick in the north door with ysolde", a.ForceDoor("hero-2", "door-2")),
        ("force door 2 with lila", a.ForceDoor("hero-4", "door-3")),
        ("unlock the east door", a.PickLock("hero-1", "door-3")),
        ("pick the lock with lila", a.PickLock("hero-4", "door-3")),
        ("close the west door", a.ShutDoor("door-1")),
        ("go through the west door", a.Go("door-1")),
        ("w", a.Go("door-1")),
    ],
)
def test_at_doors_that_were_tried(line: str, action: Action) -> None:
    assert meant(after(*TRIED), line) == Do(action)


def test_a_light_is_put_out_by_its_name() -> None:
    game = after(*TRIED)
    assert meant(game, "put out the torch") == Do(a.Douse(game.state.lights[0].id))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("talk", a.Parley("hero-1", "talk")),
        ("speak to them with lila", a.Parley("hero-4", "talk")),
        ("ask the rats for passage", a.Parley("hero-1", "passage")),
        ("flee", a.Evade()),
        ("run away", a.Evade()),
        ("run and drop food", a.Evade("food")),
        ("attack", a.Engage()),
        ("fight them", a.Engage()),
        ("wait", a.StandBy()),
    ],
)
def test_on_meeting_somebody(line: str, action: Action) -> None:
    assert meant(at_the_den(), line) == Do(action)


def test_in_a_fight() -> None:
    game = at_the_den()
    game.submit(PLAYER, a.Engage())
    foes = {x.target for x in game.options(PLAYER).listed if isinstance(x, Attack) and x.actor == "hero-1"}
    assert foes == {"rat-1", "rat-2"}
    assert meant(game, "attack rat 2 with fist", focus="hero-1") == Do(Attack("hero-1", "rat-2", "fist"))
    assert meant(game, "bruno attack rat-2", focus="hero-2") == Do(Attack("hero-1", "rat-2", "fist"))
    assert isinstance(meant(game, "attack", focus="hero-1"), Undertake)
    assert meant(game, "done", focus="hero-1") == Do(Done("hero-1"))
    found = meant(game, "move to E6", focus="hero-2")
    assert found == Do(Move("hero-2", (4, 5)))
    near = meant(game, "approach rat-1", focus="hero-2")
    assert isinstance(near, Do) and isinstance(near.action, Move)


def test_names_of_several_words_in_a_fight() -> None:
    game = at_the_den()
    state = game.state.with_creature("hero-2", name="Hero-2").with_creature("hero-3", name="Hero-3 the Bold")
    game = session(state)
    game.submit(PLAYER, a.Engage())
    options = game.options(PLAYER)
    for moves in options.moves:
        action = next(iter(moves))
        assert meant(game, describe(RULESET, game.state, action)) == Do(action)


def test_names_by_their_beginning_and_what_is_asked_back() -> None:
    game = after(*TRIED)
    asked = meant(game, "force north door with br")
    assert isinstance(asked, Ask)
    assert {getattr(x, "actor", "") for x in asked.choices} == {"hero-1", "hero-3"}
    both = meant(game, "force the door with lila")
    assert isinstance(both, Ask) and len(both.choices) == 2


def test_accents_need_not_be_typed() -> None:
    game = session(after(*TRIED).state.with_creature("hero-4", name="Ilsindë"))
    for line in ("force the north door with ilsinde", "force the north door with Ilsindë"):
        assert meant(game, line) == Do(a.ForceDoor("hero-4", "door-2"))
    assert meant(game, "give torch to ilsinde from bruno") == Do(a.Give("hero-1", "hero-4", TORCHES["hero-1"], 1))


def test_two_things_of_one_name_are_told_apart_by_their_number() -> None:
    wands = (Item("wand", "Wand", id="full"), Item("wand", "Wand", id="empty"))
    game = session(after().state.with_creature("hero-4", items=wands))
    asked = meant(game, "drop wand of lila")
    assert isinstance(asked, Ask) and len(asked.choices) == 2
    assert meant(game, "drop wand #2 of lila") == Do(a.Drop("hero-4", "empty", 1))
    assert meant(game, "give wand #2 to bruno from lila") == Do(a.Give("hero-4", "hero-1", "empty", 1))
    assert describe(RULESET, game.state, a.Drop("hero-4", "empty", 1)) == "drop wand #2 with Lila"


def test_the_usual_hand_does_it_again() -> None:
    game = after(*TRIED)
    assert meant(game, "force the north door", usual={"ForceDoor": "hero-3"}) == Do(a.ForceDoor("hero-3", "door-2"))


def test_nonsense_gets_one_sentence_with_the_nearest_commands() -> None:
    said = meant(after(*TRIED), "go north")
    assert isinstance(said, Say)
    assert '"force the north door with' in said.text
    said = meant(after(), "opne dore")
    assert isinstance(said, Say) and "help" in said.text and "\n" not in said.text
    assert isinstance(meant(after(), "   "), Say)
    assert isinstance(meant(after(), "x" * 5000), Say)


@pytest.mark.parametrize(
    ("line", "what", "rest"),
    [
        ("help", "help", ""),
        ("?", "help", ""),
        ("map", "map", ""),
        ("sheet Bruno", "sheet", "bruno"),
        ("why 3", "why", "3"),
        ("inventory", "inventory", ""),
        ("undo", "undo", ""),
    ],
)
def test_words_that_only_show_something(line: str, what: str, rest: str) -> None:
    assert meant(after(), line) == Show(what, rest)


class Sing(Action, frozen=True):
    """An action no front door has heard of."""

    actor: str
    song: str
    target: str = ""
    loudly: bool = False


def test_a_systems_own_actions_are_described_and_can_be_typed() -> None:
    game = after(*HALL)
    own = (Sing("hero-2", "ballad-of-rats", "hero-1", True), Sing("hero-2", "dirge"), Sing("hero-3", "dirge"))
    options = Options((*game.options(PLAYER).listed, *own), game.options(PLAYER).moves)
    assert describe(RULESET, game.state, own[0]) == "sing ballad of rats at Bruno loudly with Ysolde"
    reader = Reader(RULESET, game.state, options, PLAYER)
    assert parse(reader, "sing ballad") == Do(own[0])
    assert parse(reader, "sing dirge with bran") == Do(own[2])
    assert set(own) <= {c.action for c in flat(menu(RULESET, game.state, options))}


def test_a_question_is_answered_by_its_words() -> None:
    state = replace(after().state, prompts=(Prompt("p-1", (PLAYER,), "press-the-attack", ("yes", "no"), "no"),))
    game = session(state)
    assert meant(game, "yes") == Do(Answer("p-1", "yes"))
    assert meant(game, "nope") == Do(Answer("p-1", "no"))
    assert isinstance(meant(game, "perhaps"), Say)
    asked = meant(game, "what do they want?")
    assert isinstance(asked, Say) and asked.text.startswith("Press the attack?") and "yes, no" in asked.text


def wander(seed: int, steps: int) -> list[tuple[State, Options]]:
    """The scenes of a game played at random."""
    game, mind = session(seed=seed), Wanderer(seed)
    found = []
    for _ in range(steps):
        options = game.options(PLAYER)
        if not options:
            break
        found.append((game.state, options))
        listed = [x for x in options if not isinstance(x, a.Retire | a.Dismiss)]
        game.submit(PLAYER, mind.choose(listed))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_legal_can_be_said_and_chosen(seed: int) -> None:
    for state, options in wander(seed, 60):
        reader = Reader(RULESET, state, options, PLAYER)
        chosen = {RULESET.codec.encode(c.action) for c in flat(menu(RULESET, state, options)) if c.action is not None}
        assert chosen == {RULESET.codec.encode(x) for x in options}
        told = [describe(RULESET, state, x) for x in options]
        assert len(set(told)) == len(told)
        for action, words in zip(options, told, strict=True):
            found = parse(reader, words)
            assert found == Do(action) or (isinstance(found, Ask) and action in found.choices), words


@pytest.mark.parametrize("seed", range(4))
def test_each_choice_has_a_key_of_its_own(seed: int) -> None:
    for state, options in wander(seed, 40):
        choices = menu(RULESET, state, options)
        assert list(assign(choices).values()) == choices
        assert len(choices) <= 20


def test_explore_goes_on_by_a_way_not_taken_and_says_when_there_is_none() -> None:
    here = after(*HALL)
    state = here.state
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    grid, door = state.dungeon.level(1).grid, state.dungeon.doors["door-1"]
    beyond = grid.bit(door.side(door.beyond(state.party.at.area)))
    all_seen = session(replace(state, party=replace(state.party, seen={"1": f"{grid.floor:x}"})))
    said = meant(all_seen, "explore")
    assert isinstance(said, Say) and "nothing on this level" in said.text
    seen = session(replace(state, party=replace(state.party, seen={"1": f"{grid.floor & ~beyond:x}"})))
    assert meant(seen, "explore") == Do(a.OpenDoor("door-1"))
    fast = replace(door, tried=True, barrier=ToyBar("stuck"))
    doors = {**state.dungeon.doors, "door-1": fast}
    stuck = session(replace(seen.state, dungeon=replace(state.dungeon, doors=doors)))
    said = meant(stuck, "explore")
    assert isinstance(said, Say) and "will not open" in said.text


def test_a_way_that_is_fast_is_told_so() -> None:
    game = after(*TRIED)
    fast = [w for w in ways(game.state) if w.state not in ("open", "shut", "open way")]
    assert fast
    said = meant(game, f"go {fast[0].name}")
    assert isinstance(said, Say) and said.text.startswith(f"The {fast[0].name} is {fast[0].state}; perhaps")


def test_who_is_named_and_may_not_is_told_why() -> None:
    ose = load("ose")
    state = new_game(ose, 3, Plan(size=2, levels=1)).state
    assert state.dungeon is not None and state.party is not None
    first, second = (state.creatures[id] for id in state.party.members)
    torch, tinder = Item("torches", "Torches"), Item("tinder-box", "Tinder box")
    lit = state.with_creature(first.id, items=(torch, tinder)).with_creature(second.id, items=())
    below = replace(lit, party=replace(state.party, place="dungeon", at=state.dungeon.entrance))
    said = parse(
        Reader(ose, below, play.legal_actions(ose, below, PLAYER), PLAYER), f"light torches with {second.name}"
    )
    assert isinstance(said, Say) and said.text.startswith(f"{second.name} has no such light; perhaps")


@pytest.mark.parametrize("line", ["go in", "go inside", "enter", "let us go in there", "sneak in"])
def test_to_go_in_is_through_the_door_that_was_tried_last(line: str) -> None:
    fast = after(*TRIED)
    assert meant(fast, line, last=a.OpenDoor("door-3")) != Do(a.Go("door-1"))
    opened = after(*HALL, a.OpenDoor("door-1"))
    if line != "sneak in":
        assert meant(opened, line, last=a.OpenDoor("door-1")) == Do(a.Go("door-1"))


def test_going_in_at_a_door_that_is_stuck_says_so() -> None:
    said = meant(after(*TRIED), "go in", last=a.OpenDoor("door-2"))
    assert isinstance(said, Say) and said.text.startswith("The north door is stuck")
