"""Lines that mean nothing legal: the rules' own reason, never something else that is done instead."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.ose.encounters.test_taking_what_is_theirs import beside_the_chest
from tests.ui.scene import PLAYER, RULESET
from tests.ui.test_plain import play as typed
from tests.ui.test_typed_commands import HALL, TRIED, after, at_the_den, meant

from underkeep.exercise.scene import Opening
from underkeep.exercise.typed import Typed, played
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Done
from underkeep.procedures.options import Options
from underkeep.systems import load
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.magic.casting import DeclareSpell
from underkeep.systems.ose.town.specialists import HireSpecialist
from underkeep.table.chair import Chair
from underkeep.table.new_game import Plan, new_game
from underkeep.table.order import ATTACK, Order
from underkeep.table.speech.to_neighbours import Approach
from underkeep.table.speech.typed_lines import NO_SUCH_WAY, Ask, Do, Meaning, Reader, Say, Undertake, parse
from underkeep.world.gear import Item
from underkeep.world.state import State


class Seek(Action, frozen=True):
    actor: str
    how: str


def said(state: State, line: str, **more: Any) -> Meaning:
    rules = load(state.system)
    return parse(Reader(rules, state, play.legal_actions(rules, state, PLAYER), PLAYER, **more), line)


def test_a_short_beginning_of_some_word_is_never_acted_upon() -> None:
    game = after()
    options = Options((*game.options(PLAYER).listed, Seek("hero-1", "by-notice")))
    reader = Reader(RULESET, game.state, options, PLAYER)
    assert isinstance(parse(reader, "no"), Say)
    assert isinstance(parse(reader, "yes"), Say)
    assert parse(reader, "notic") == Say('"notic" means nothing here; help lists the commands.')
    assert parse(reader, "se") != Do(Seek("hero-1", "by-notice"))
    assert parse(reader, "seek") == Do(Seek("hero-1", "by-notice"))
    asked = parse(reader, "notice")
    assert isinstance(asked, Ask) and asked.choices == (Seek("hero-1", "by-notice"),)


def test_a_number_is_an_option_or_nothing() -> None:
    assert meant(after(), "7") == Say("There is no option 7.")
    assert "There are options 1 to " in typed(["77"])
    told = typed(["set out", "yes", "light torch with br", "3"])
    assert "There are options 1 to 2." in told


def test_the_end_of_the_game_is_never_proposed() -> None:
    for line in ("end", "re", "game", "xyzzy", "retyre and end the gaem"):
        found = meant(after(), line)
        assert a.Retire() not in getattr(found, "choices", ())
        assert "retire" not in getattr(found, "text", "")
    assert meant(after(), "retire") == Do(a.Retire())


@pytest.mark.parametrize(
    ("before", "line", "reason"),
    [
        ((), "search", "That is not done in town."),
        ((), "buy a castle", "Nobody here sells that."),
        ((), "attack the rats", "There is nobody to attack."),
        ((a.HearRumours("hero-1"), a.HearRumours("hero-1")), "hear rumours", "There is nothing new to hear."),
        (HALL, "buy rope", "That is done in town."),
        (HALL, "talk to them", "Nobody is there to deal with."),
        (HALL, "pick the lock of the east door", "Nobody has found that door stuck or locked: try to open it first"),
        (HALL, "close the east door", "That door is shut"),
        (HALL, "open the south door", "The party knows of no such door here."),
        (HALL, "search M9", "The party does not see that square in this area."),
        (HALL, "walk to M9", "M9 is not on the party's map."),
        (HALL, "set out", "The party has set out already"),
        (TRIED, "pick the lock of the north door", "No lock holds that door"),
        (TRIED, "open the north door", "That door was tried and will not open by itself"),
    ],
)
def test_the_reason_is_told(before: tuple[Any, ...], line: str, reason: str) -> None:
    found = meant(after(*before), line)
    assert isinstance(found, Say) and found.text.startswith(reason), found


def test_what_is_too_much_is_refused_and_not_made_less() -> None:
    told = typed(["give 999 torches to lila", "buy 90 torches for bran"])
    assert "Bruno has 6 of those." in told
    assert "(buy 90 torches for Bran)\nThat costs more than there is." in told


def test_on_meeting_somebody_and_in_a_fight() -> None:
    game = at_the_den()
    found = meant(game, "open the south door")
    assert isinstance(found, Say) and found.text.startswith("Not now: the party has met somebody")
    game.submit(PLAYER, a.Engage())
    waits = meant(game, "search", focus="hero-1")
    assert waits == Say("Not in the middle of a fight. Bruno may attack or move instead.")
    assert meant(game, "attack the dragon", focus="hero-1") == Say("There is no such foe here.")


def test_who_is_addressed_does_it() -> None:
    assert meant(after(*HALL), "Bran, open the east door") == Do(a.OpenDoor("door-1"))
    assert meant(after(*HALL), "Bran, listen at the east door") == Do(a.Listen("hero-3", "door-1"))
    assert meant(after(*HALL), "Lila light torch") == Do(a.LightUp("hero-4", "torch"))
    assert meant(after(*HALL), "check for traps") == meant(after(*HALL), "search")
    assert meant(after(*HALL), "look at the fountain") == Say("Nothing of the kind is seen here.")


def test_again_is_refused_where_it_has_no_meaning_any_more() -> None:
    game = at_the_den()
    chair = Chair(game, PLAYER)
    told = typed(["run away", "again"], chair)
    assert told.count("(run away)") == 1


def _ose(seed: int = 3) -> State:
    return new_game(load("ose"), seed, Plan(size=6, levels=1)).state


def test_a_spell_that_nobody_has_in_mind() -> None:
    found = said(_ose(), "cast fly at them")
    assert isinstance(found, Say) and found.text.endswith("has fly in mind.")


def test_no_money() -> None:
    state = _ose()
    assert state.party is not None
    poor = state.party.members[2]
    state = state.with_creature(poor, items=())
    name = state.creatures[poor].name
    found = said(state, f"buy 30 plate mail for {name}")
    assert isinstance(found, Do) and isinstance(found.action, a.Buy) and found.action.actor == poor
    reason = play.why_not(load("ose"), state, PLAYER, found.action)
    assert reason is not None and name in reason.sentence


def _by(state: State, line: str) -> str:
    found = said(state, line)
    assert isinstance(found, Do), found
    return str(getattr(found.action, "actor", ""))


@pytest.mark.parametrize(
    ("system", "line", "ability"),
    [
        ("ose", "force the {door}", "STR"),
        ("knave", "force the {door}", "STR"),
        ("knave", "listen at the {door}", "WIS"),
    ],
)
def test_the_fittest_does_it_where_nobody_is_named(system: str, line: str, ability: str) -> None:
    rules = load(system)
    state = new_game(rules, 3, Plan(size=4, levels=1)).state
    state = _at_a_door(state, "stuck" if "force" in line else "")
    assert state.party is not None
    for best in state.party.members:
        other = state
        for id in state.party.members:
            own = state.creatures[id].sheet
            scores = {**own.abilities, ability: 18 if id == best else 3}  # type: ignore[attr-defined]
            other = other.with_creature(id, sheet=replace(own, abilities=scores))  # type: ignore[type-var]
        assert _by(other, line.format(door="door")) == best


def _at_a_door(state: State, fast: str) -> State:
    """The party before the first real door of the level, which it has tried, with a light."""
    assert state.dungeon is not None and state.party is not None
    door = next(iter(state.dungeon.doors.values()))
    others = {id: replace(d, found=d.id == door.id) for id, d in state.dungeon.doors.items()}
    shut = replace(door, kind="door", tried=bool(fast), barrier=Bar(fast), found=True, is_open=False)
    doors, area = {**others, door.id: shut}, door.areas[0]
    grid = state.dungeon.level(door.level).grid
    spot = replace(state.dungeon.entrance, level=door.level, square=door.side(area), area=area)
    party = replace(state.party, place="dungeon", at=spot, seen={str(door.level): f"{grid.floor:x}"})
    return replace(state, dungeon=replace(state.dungeon, doors=doors), party=party)


def test_the_best_tongue_hires_and_a_thief_picks_locks() -> None:
    ose = load("ose")
    state = _at_a_door(_ose(), "locked")
    assert state.party is not None
    thief = state.party.members[3]
    own = replace(state.creatures[thief].sheet, character_class="thief")  # type: ignore[type-var]
    tools = Item("thieves-tools", "Thieves' tools")
    state = state.with_creature(thief, sheet=own, items=(tools,))
    door = next(d.id for d in state.dungeon.doors.values() if d.bar == "locked")  # type: ignore[union-attr]
    tries = [a.PickLock(id, door) for id in state.party.members]
    assert ose.fittest(state, tries) == a.PickLock(thief, door)
    for best in state.party.members:
        other = state
        for id in state.party.members:
            sheet = state.creatures[id].sheet
            scores = {**sheet.abilities, "CHA": 17 if id == best else 8}  # type: ignore[attr-defined]
            other = other.with_creature(id, sheet=replace(sheet, abilities=scores))  # type: ignore[type-var]
        talks = [a.Parley(id, "talk") for id in state.party.members]
        assert ose.fittest(other, talks) == a.Parley(best, "talk")


def test_to_cast_is_to_declare_and_to_attack_is_for_later_while_the_round_is_announced() -> None:
    rules = load("ose")
    game = at_the_den()
    game.submit(PLAYER, a.Engage())
    fight = game.state.fight
    assert fight is not None
    declaring = replace(fight.step, phase="declare")
    state = replace(game.state, fight=replace(fight, steps=(declaring,)))
    options = Options((DeclareSpell("hero-2", "Sleep"), Done("hero-1"), Done("hero-2")))
    reader = Reader(rules, state, options, PLAYER, focus="hero-1")
    assert parse(reader, "cast sleep") == Do(DeclareSpell("hero-2", "Sleep"))
    goes_on = parse(reader, "attack rat 1")
    assert isinstance(goes_on, Undertake) and goes_on.orders["hero-1"] == Order(ATTACK, targets=("rat-1",), until=1)
    melee = Reader(RULESET, game.state, Options((Done("hero-1"),)), PLAYER, focus="hero-1")
    assert isinstance(parse(melee, "attack rat 1"), Say)


@pytest.mark.parametrize("line", ["set out by the open sea", "set out across country to Nowhere", "set out by boat"])
def test_a_way_that_is_not_known_is_never_the_usual_one(line: str) -> None:
    state = new_game(load("ose"), 4, Plan(2, levels=1)).state
    assert said(state, line) == Say(NO_SUCH_WAY)
    assert said(state, "set out") == Do(a.SetOut())


def test_an_engineer_is_not_sought_among_retainers() -> None:
    found = said(new_game(load("ose"), 4, Plan(2, levels=1)).state, "hire an engineer")
    assert found == Do(HireSpecialist("hero-1", "engineer"))


@pytest.mark.parametrize("line", ["make camp", "camp", "camp for the night"])
def test_to_camp_on_the_road_is_a_day_of_rest(line: str) -> None:
    scene = Typed("", Opening("play", 5, size=4, levels=1), ("set out across the swamp", "armoured in front"))
    *_, (moment, _) = played(load("ose"), scene)
    assert said(moment.after, line) == Do(a.MakeCamp())


@pytest.mark.parametrize("line", ["attack", "attack the bandits", "talk to them", "go up to the bandits"])
def test_those_who_let_the_party_be_are_met_again_by_plain_words(line: str) -> None:
    found = said(beside_the_chest("neutral"), line)
    assert isinstance(found, Do) and found.action == a.MeetAgain()


def test_those_who_let_the_party_be_are_asked_when_they_are_met() -> None:
    found = said(beside_the_chest("neutral"), "ask the bandits about the way out, and if they would trade")
    assert isinstance(found, Undertake) and isinstance(found.errand, Approach)
    assert found.errand.first == Do(a.MeetAgain())
    assert found.errand.clauses == ("ask the bandits about the way out", "ask whether they would trade")
