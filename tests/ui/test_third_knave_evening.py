"""What a second player of Knave stumbled over: foes who hold back, places that were told of, how XP is earned, what
everybody buys, gifts to who is not there, thrown things without a rule."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import scene
from tests.ui.places import at, meeting, melee, place, town, underground
from tests.ui.test_phrases import filled
from tests.ui.underground import all_seen, before_those_who_would_join

from underkeep.kernel.event import Event
from underkeep.procedures import fight, town_services
from underkeep.procedures.actions import Move, Try
from underkeep.procedures.delve_actions import Buy, Evade, Go, LeaveDungeon, Offer, Walk
from underkeep.systems.knave.basics.names import NAMES
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.exploration.followers import TakeAlong
from underkeep.systems.knave.exploration.hazard_die import SignFound
from underkeep.systems.knave.ruleset import RULESET
from underkeep.table import narrate
from underkeep.table.chair import Chair
from underkeep.table.coming_up import up_to_the_named
from underkeep.table.several import InOrder
from underkeep.table.speech import battle_map
from underkeep.table.speech.rephrasing import taken_from
from underkeep.table.speech.typed_lines import Ask, Do, Meaning, Say, Show, Undertake
from underkeep.terminal import drawing
from underkeep.testing.builders import scripted
from underkeep.world.creature import MoraleRolled
from underkeep.world.fight import Finished, Spent, Step
from underkeep.world.settlement import Rumour
from underkeep.world.state import State

FOE = "red-eyed-small-figure-1"


def read(chair: Chair, line: str) -> Meaning:
    return chair.read(filled(chair, line))


def said(chair: Chair, line: str) -> str:
    meant = read(chair, line)
    assert isinstance(meant, Say), f"{line}: {meant}"
    return meant.text


def told(state: State, event: Event) -> str:
    return narrate.narrate(RULESET, event.evolve(state), event)


# Fights


def far_off(state: State) -> State:
    """The first foe stands where nobody of the party is near."""
    grid = state.grid
    assert grid is not None
    free = [
        s
        for s in grid.squares(grid.floor)
        if all(
            c.at is None or max(abs(c.at[0] - s[0]), abs(c.at[1] - s[1])) > 3
            for c in state.creatures.values()
            if c.id != FOE
        )
    ]
    assert state.fight is not None
    last = (Step("turn", (FOE,), "monsters"),)
    return replace(state.with_creature(FOE, at=free[0]), fight=replace(state.fight, steps=last, spent={}))


def test_foes_who_let_a_round_go_by_are_told_of() -> None:
    state = far_off(melee("knave"))
    assert told(state, Finished((FOE,))) == f"{FOE.capitalize()} holds back."
    assert not told(Spent(FOE, "action").evolve(state), Finished((FOE,)))
    assert not told(state, Finished(("hero-1",)))


def test_who_is_told_to_strike_one_foe_goes_up_to_that_one() -> None:
    state = scene("1 knave v 2 goblin", gap=1)
    one, far, near = [*state.creatures.values()][:3]
    state = state.with_creature(one.id, at=(5, 5)).with_creature(near.id, at=(5, 6)).with_creature(far.id, at=(8, 5))
    options = fight.options(RULESET, state, state.creatures[one.id])
    move = up_to_the_named(state, state.creatures[one.id], options, (far.id,))
    assert isinstance(move, Move) and max(abs(move.to[0] - 8), abs(move.to[1] - 5)) == 1
    assert up_to_the_named(state, state.creatures[one.id], options, (near.id,)) is None


def test_the_map_says_what_nobody_has_seen() -> None:
    assert "# is rock, or ground that nobody has seen yet." in battle_map.drawn(place("fight", "knave").view)


def test_morale_is_told_in_words() -> None:
    state = melee("knave")
    morale = MoraleRolled("monsters", "first casualty and leader killed", None, False)
    assert told(state, morale) == "The monsters break: one of them is lost and their leader has fallen."


@pytest.mark.parametrize("line", ["{one} throws a torch at goblin 1", "{one} sets goblin 1 on fire with the torch"])
def test_a_torch_is_a_weapon_or_the_refusal_says_why(line: str) -> None:
    state = melee("knave")
    state = state.with_creature("hero-1", items=(*state.creatures["hero-1"].items, an_item("torch")))
    meant = read(at(state, "knave"), line)
    if isinstance(meant, Undertake):
        order = meant.orders["hero-1"]
        assert order is not None and order.arm == "torch" and FOE in order.targets
    else:
        assert isinstance(meant, Say) and ("within 30 feet" in meant.text or "torch" in meant.text)


# Underground


@pytest.mark.parametrize("line", ["how is everybody?", "how are the others doing?", "how is {two}?"])
def test_how_somebody_is_shows_the_party(line: str) -> None:
    meant = read(place("dungeon", "knave"), line)
    assert isinstance(meant, Show) and meant.what == "party"


def test_lights_are_shown_and_none_is_lit() -> None:
    assert read(place("dungeon", "knave"), "lights") == Show("light")


def hearing(chair: Chair, line: str) -> Chair:
    chair.__dict__["heard_lines"] = lambda: [line]
    return chair


NEWS = '"Nobody lives in the Cart House, some 80 feet north of here. You could sleep there."'


@pytest.mark.parametrize(
    "line", ["where is the Cart House?", "what is the cart house?", "tell me about the Cart House"]
)
def test_a_place_that_was_told_of_can_be_asked_for(line: str) -> None:
    answer = said(hearing(place("dungeon", "knave"), NEWS), line)
    assert "has not been there" in answer and "80 feet north" in answer


def test_no_way_is_known_to_a_place_that_was_but_told_of() -> None:
    answer = said(hearing(place("dungeon", "knave"), NEWS), "go to the Cart House")
    assert "knows no way to it yet" in answer and "80 feet north" in answer


def test_one_explores_on_a_side_only_where_there_is_something() -> None:
    chair = at(all_seen(underground("knave")), "knave")
    found = {side: read(chair, f"explore {side}") for side in ("north", "east", "south", "west")}
    assert any(isinstance(meant, Say) and "no such way" in meant.text for meant in found.values())
    assert all(isinstance(meant, Say | Do | Ask) for meant in found.values())
    for meant in found.values():
        assert not isinstance(meant, Do) or isinstance(meant.action, Go | Walk) or hasattr(meant.action, "door")


def test_a_sign_names_only_those_whose_signs_are_known() -> None:
    state = underground("knave")
    assert told(state, SignFound("", "a fire still warm")) == "A sign that somebody is near: a fire still warm."
    assert told(state, SignFound("ogre", "big feet")) == "A sign that an ogre is near, it seems: big feet."


def test_what_god_it_is_is_answered() -> None:
    assert "examine" in said(place("dungeon", "knave"), "{one}, do you recognise the god of this shrine?")


# Meetings


@pytest.mark.parametrize("line", ["feed the horse again", "offer the horse a ration"])
def test_nobody_else_is_fed_for_a_beast_that_is_not_here(line: str) -> None:
    assert "is here: the party has met" in said(place("meeting", "knave"), line)


def test_those_who_are_here_are_fed() -> None:
    meant = read(place("meeting", "knave"), "offer them a ration")
    assert isinstance(meant, Do) and isinstance(meant.action, Offer)


def test_those_who_have_not_asked_are_not_taken_along() -> None:
    assert "have not asked" in said(place("meeting", "knave"), "let them come along")


# Town


@pytest.mark.parametrize("game", ["knave", "ose"])
def test_how_experience_is_earned_is_told(game: str) -> None:
    chair = place("town", game)
    meant = read(chair, "how do we get xp?")
    assert meant == Show("topic", "how-experience")
    assert {"knave": "carousing", "ose": "monsters overcome"}[game] in chair.show(meant.what, meant.rest)[0]
    assert {"knave": "carousing", "ose": "monsters overcome"}[game] in chair.show("experience")[-1]


@pytest.mark.parametrize(
    "line", ["everybody buys a ration", "buy rations for everybody", "buy rations for {one} and {two}"]
)
def test_where_several_buy_it_is_told_who_cannot(line: str) -> None:
    state = town("knave").with_creature("hero-1", items=(*(an_item("shovel") for _ in range(20)), an_item("coin", 50)))
    chair = at(state, "knave")
    meant = read(chair, line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    buyers = [x.actor for x in meant.errand.actions if isinstance(x, Buy)]
    assert "hero-1" not in buyers and "hero-2" in buyers
    name = state.creatures["hero-1"].name
    assert name in meant.note and "free slot" in meant.note


# What is known of others


def test_those_who_were_met_can_be_asked_for_in_town() -> None:
    chair = hearing(place("town", "knave"), "The party meets 3 hyena-headed fighters, 60 feet away.")
    assert read(chair, "what are hyena-headed fighters?") == Show("told", "fighters")


def test_the_slain_are_told_of_when_they_are_searched() -> None:
    state = meeting("knave")
    assert state.encounter is not None
    for id in state.encounter.monsters:
        state = state.with_creature(id, status="dead")
    chair = at(replace(state, encounter=None), "knave")
    assert (
        said(chair, "search the dead goblins")
        == "The red-eyed small figures lie dead here. On the ground: 10 gold pieces."
    )
    assert said(chair, "search the dead sailors").startswith("Nobody of that kind lies dead here.")


def test_who_comes_along_says_a_name() -> None:
    chair = before_those_who_would_join()
    lines = " ".join(line.text for line in chair.act(TakeAlong()))
    joined = chair.state.creatures[FOE].name
    assert joined in NAMES and f"goes by the name of {joined}." in lines


def test_the_watch_tells_what_it_knows_and_the_words_are_kept() -> None:
    state = town("knave")
    assert state.settlement is not None
    rumour = Rumour("A pedlar says, for a drink, that the vault is empty.", True)
    state = replace(state, settlement=replace(state.settlement, rumours=(rumour,), heard=()))
    do = scripted(RULESET, state)
    town_services.overhear(do, lambda _: True, teller="The watch knows")
    settlement = do.state.settlement
    assert settlement is not None and settlement.rumours[0].text == "The watch knows that the vault is empty."


def test_how_far_the_dungeon_is_stands_among_the_ways() -> None:
    chair = place("town", "knave")
    assert read(chair, "how far is the dungeon?") == Show("routes")
    assert "miles)" in chair.show("routes")[0]


@pytest.mark.parametrize("line", ["forage for food", "hunt for deer", "fish in the river"])
def test_nobody_lives_off_the_land_where_no_rule_says_so(line: str) -> None:
    assert "A ration is a day's food" in said(place("dungeon", "knave"), line)


def test_the_weather_is_no_hour_of_the_day() -> None:
    assert "weather" in said(place("town", "knave"), "what's the weather like?")


# What is tried


def test_what_is_at_stake_is_said_before_it_is_tried() -> None:
    meant = read(place("dungeon", "knave"), "try to climb the wall")
    assert isinstance(meant, Ask) and "may fall and be hurt" in meant.question
    assert isinstance(read(place("dungeon", "knave"), "try to whistle"), Do)


def test_who_begins_the_line_tries_and_names_are_written_as_names() -> None:
    chair = place("dungeon", "knave")
    one, two = (chair.state.creatures[id] for id in ("hero-1", "hero-2"))
    meant = chair.read(f"{one.name} juggles {two.name}")
    assert isinstance(meant, Ask) and isinstance(meant.choices[0], Try)
    assert meant.choices[0].actor == one.id and two.name in meant.choices[0].what


def test_what_is_another_s_is_taken_from_that_one() -> None:
    assert (
        taken_from("kester carries the rations of bartle", ["kester", "bartle"]) == "kester takes rations from bartle"
    )
    assert (
        taken_from("kester carries the rations of the guard", ["kester"]) == "kester carries the rations of the guard"
    )


def test_names_of_columns_do_not_run_together() -> None:
    names = [drawing._has_room(n) for n in (25, 26, 27)]
    assert names == [True, True, False]


def test_why_somebody_failed_is_told_by_the_line_that_told_of_it() -> None:
    chair = place("fight", "knave")
    name = chair.state.creatures["hero-1"].name
    held_up = f"{name}, the slowest, is held up, and nobody gets away."
    chair.log += [narrate.Line(0, 0, held_up), narrate.Line(0, 1, "Nobody else fails.")]
    meant = chair.read(f"why did {name} fail?")
    assert isinstance(meant, Show) and meant.what == "why" and held_up in chair.show("why", meant.rest)


def test_a_pit_is_climbed_into_only_as_a_try() -> None:
    meant = read(place("dungeon", "knave"), "{one} climbs down into the pit on a rope")
    assert isinstance(meant, Ask) and isinstance(meant.choices[0], Try) and "hurt" in meant.question


@pytest.mark.parametrize(
    ("line", "deed"),
    [("leave the dungeon", LeaveDungeon), ("out of the catacombs", LeaveDungeon), ("nvm leave them be", Evade)],
)
def test_at_the_entrance_the_way_out_is_a_way_out_of_a_meeting(line: str, deed: type) -> None:
    meant = at(meeting("knave"), "knave").read(line)
    actions = meant.choices if isinstance(meant, Ask) else (meant.action,) if isinstance(meant, Do) else ()
    assert [type(x) for x in actions] == [deed]


def test_who_leaves_a_meeting_by_the_entrance_is_on_the_road() -> None:
    state = meeting("knave")
    assert state.encounter is not None
    person = at(replace(state, encounter=replace(state.encounter, attitude="helpful")), "knave")
    person.act(LeaveDungeon())
    assert person.state.encounter is None and person.state.party is not None
    assert person.state.party.place != "dungeon"
