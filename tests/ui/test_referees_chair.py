"""The referee's chair, line by line: rulings with their rules, decrees, things placed, notes; what players hear."""

import itertools

import pytest
from tests.ui.test_plain import play

from underkeep.kernel.prompt import DEFAULT, REFEREE, STANDING, Answered, Ruled
from underkeep.minds.soldier import Soldier
from underkeep.systems import load
from underkeep.table.chair import Chair
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.world.state import State

OSE = load("ose")
GO_IN = ("decree group 1 gone because they wander off", "decree move party to area 1 because a short cut")


def game(seed: int = 9, **plan: object) -> Session:
    made = new_game(OSE, seed, Plan(human_referee=True, **{"size": 3, **plan}))  # type: ignore[arg-type]
    minds = {REFEREE: Soldier()}
    return Session.in_memory(OSE, made.state.before_all(), seed, minds, made.events, is_refereed=True)


def refereed(*lines: str, session: Session | None = None) -> tuple[str, State]:
    """What the referee is told for these lines, and how things stand then."""
    session = session or game()
    told = play(lines, Chair(session, REFEREE, referees=True))
    return told, session.state


def hero(state: State, number: int = 1) -> str:
    return state.creatures[f"hero-{number}"].name


def test_a_question_to_the_players_is_theirs() -> None:
    session = game()
    player = Chair(session, PLAYER)
    play(("set out", "yes"), player)
    refereed("say nothing", session=session)
    assert session.state.prompts[0].seats == (PLAYER,), "the marching order"
    told, _ = refereed("by the book", session=session)
    assert "That waits for an answer by player." in told


def test_hit_points_by_decree() -> None:
    session = game()
    who = session.state.creatures["hero-1"]
    _, state = refereed(f"decree hp of {who.name} 1 because of a fall", session=session)
    assert state.creatures["hero-1"].hp == 1
    _, state = refereed(f"decree heal {who.name.lower()} 99 because the gods smile", session=session)
    assert state.creatures["hero-1"].hp == who.max_hp
    told, state = refereed("decree harm hero-1 99 because the ceiling falls", session=session)
    assert state.creatures["hero-1"].status == "dead", "what follows by the rules follows"
    assert "The referee decides: the ceiling falls" in told
    _, state = refereed("decree hero-1 alive because a wish", session=session)
    assert state.creatures["hero-1"].status == "up"


def test_the_most_hit_points_by_decree() -> None:
    session = game()
    who = session.state.creatures["hero-1"]
    refereed("decree harm hero-1 1 because of a fall", session=session)
    left = session.state.creatures["hero-1"].hp
    told, state = refereed(f"decree max hp of {who.name} {who.max_hp + 5} because of a wish", session=session)
    assert (state.creatures["hero-1"].max_hp, state.creatures["hero-1"].hp) == (who.max_hp + 5, left + 5)
    assert f"What {who.name} can take is not what it was." in told
    _, state = refereed("decree maximum hit points of hero-1 1 because of a curse", session=session)
    assert (state.creatures["hero-1"].max_hp, state.creatures["hero-1"].hp) == (1, 1)


def test_things_gold_and_experience_by_decree() -> None:
    session = game()
    name = hero(session.state)

    def count(kind: str) -> int:
        return sum(i.count for i in session.state.creatures["hero-1"].items if i.kind == kind)

    torches, gold, xp = count("torches"), count("gp"), session.state.creatures["hero-1"].sheet
    refereed(f"decree give torch x3 to {name} because they were overlooked", session=session)
    assert count("torches") == torches + 3
    refereed(f"decree take 2 torches from {name} because they got wet", session=session)
    assert count("torches") == torches + 1
    refereed(f"decree gold 50 to {name} because the duke is grateful", session=session)
    assert count("gp") == gold + 50
    refereed(f"decree xp 100 to {name} because of a clever plan", session=session)
    assert session.state.creatures["hero-1"].sheet.xp == xp.xp + 100  # type: ignore[attr-defined]
    refereed(f'decree give "silver key" to {name} because it lay there', session=session)
    assert count("silver-key") == 1


def test_conditions_last_as_long_as_is_said() -> None:
    session = game()
    name = hero(session.state)
    _, state = refereed(f"decree {name} is blind for 1 turn because of the flash", session=session)
    blind = state.creatures["hero-1"].condition("blind")
    assert blind is not None and blind.until == state.now + 600
    _, state = refereed("decree time +1 turn because they wait", session=session)
    assert state.creatures["hero-1"].condition("blind") is None, "time ends what is due"
    _, state = refereed(f"decree {name} is cursed because of the idol", session=session)
    _, state = refereed(f"decree {name} is no longer cursed because of the bishop", session=session)
    assert state.creatures["hero-1"].condition("cursed") is None


def test_the_dungeon_by_decree() -> None:
    session = game()
    _, state = refereed(*GO_IN, session=session)
    assert state.party is not None and state.dungeon is not None and state.party.at is not None
    area = state.dungeon.areas[state.party.at.area]
    assert area.number == 1
    assert state.party.seen_mask(1) or not state.lights
    _, state = refereed(f"decree light torch by {hero(state)} for 2 turns because it catches", session=session)
    assert state.lights[0].until == state.now + 1200
    told, state = refereed("decree door west shut because of the wind", "decree door up open because", session=session)
    assert '"up" is no door there' in told or "A decree needs a reason" in told
    _, state = refereed(f"decree light out of {hero(state)} because of a draught", session=session)
    assert not state.lights


def test_somebody_placed_where_the_party_is_is_met_by_the_rules() -> None:
    session = game()
    told, state = refereed(*GO_IN, "place encounter 2 goblins", session=session)
    assert state.encounter is not None
    assert [state.creatures[id].kind for id in state.encounter.monsters] == ["goblin"] * 2
    assert "The party meets 2 goblins" in told
    told, state = refereed("decree attitude smug because of the bribe", session=session)
    assert "They may be hostile, unfriendly, neutral, indifferent and friendly." in told
    _, state = refereed("decree attitude friendly because of the bribe", session=session)
    assert state.encounter is not None and state.encounter.attitude == "friendly"
    _, state = refereed("decree goblin-2 dead because of a bolt", session=session)
    assert state.creatures["goblin-2"].status == "dead"


def test_those_who_are_placed_may_have_an_attitude() -> None:
    _, state = refereed(*GO_IN, "place encounter 2 goblins neutral")
    assert state.encounter is not None and state.encounter.attitude == "neutral"


def test_groups_and_treasure_are_placed_and_only_the_referee_hears() -> None:
    session = game()
    told, _ = refereed(
        "place 3 orcs asleep in area 4",
        "place treasure 100 gp and 2 torches hidden in area 4",
        "key 4",
        session=session,
    )
    assert "3 × Orc (asleep, looks: pig-snouted warrior)" in told
    assert "Treasure (hidden): 100 × gold piece, 2 × Torch" in told.replace("torch", "Torch")
    assert not session.lines(PLAYER, 0), "the players hear of none of it"
    told, _ = refereed("groups", session=session)
    number = next(line.split(".")[0] for line in told.splitlines() if "3 Orc (asleep)" in line)
    refereed(f"decree group {number} in area 5 because of a noise", session=session)
    told, _ = refereed("key 5", session=session)
    assert "3 × Orc" in told


def test_magic_is_placed_by_its_name_and_found_by_its_looks() -> None:
    lines = ("sword -1, cursed", "boots of travelling and leaping", "ring of invisibility and wand of cold")
    told, state = refereed(*GO_IN, *(f"place treasure {line} here" for line in lines))
    assert state.dungeon is not None and state.party is not None and state.party.at is not None, told
    hoards = [h for h in state.dungeon.hoards.values() if h.area == state.party.at.area]
    things = {item.kind: item for hoard in hoards for item in hoard.items}
    assert {"sword-minus-1-cursed", "boots-of-travelling-and-leaping", "ring-of-invisibility"} <= set(things)
    assert (things["ring-of-invisibility"].name, things["wand-of-cold"].name) == ("ring", "wand")
    assert things["wand-of-cold"].quality is not None


def test_the_whole_map_shows_what_is_hidden() -> None:
    told, _ = refereed("map", "map 2", "map 9", "key 99")
    assert "m1" in told and "E " in told and "Level 2 of 3" in told
    assert "There are levels 1 to 3." in told
    assert "Level 1 has no area 99." in told


def test_notes_are_kept_and_are_nobody_elses() -> None:
    session = game()
    told, _ = refereed("note the baron lies", "notes", session=session)
    assert "1. the baron lies" in told
    assert not session.lines(PLAYER, 0)
    assert not session.facts(PLAYER, 0)
    assert play(["notes", "log"], Chair(session, PLAYER)).count("baron") == 0


def test_any_fact_of_the_game_may_be_decreed() -> None:
    session = game()
    line = 'decree Harmed {"creature": "hero-2", "amount": 1, "hp": 1} because it fell'
    _, state = refereed(line, session=session)
    assert state.creatures["hero-2"].hp == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("decree hp of Nobody 3 because", "Nobody is called"),
        ("decree hp of hero-1 999 because of luck", "at most"),
        ("decree hp of hero-1 1", "A decree needs a reason"),
        ("decree max hp of hero-1 0 because of fun", "must be able to have"),
        ("decree the moon is cheese because", "Nobody is called"),
        ("decree abracadabra because of fun", "is no decree"),
        ("decree Abracadabra {} because of fun", "This game has no fact Abracadabra"),
        ("decree Harmed {x} because of fun", "are not JSON"),
        ('decree Harmed {"creature": 3} because of fun', "Not a valid event"),
        ('decree Died {"creature": "nobody"} because of fun', "That cannot be so"),
        ("decree give moonbeam to hero-1 because", "Nothing is called"),
        ("decree time +2 fortnights because", "is no time"),
        ("decree attitude friendly because", "met nobody"),
        ("decree group 99 gone because", "is no group"),
        ("decree move party to nowhere because", "is no area"),
        ("place 3 moonbeams in area 4", "no monster"),
        ("place encounter 2 goblins", "Nobody can be met now"),
        ("place 999 orcs in area 4", "1 to 100"),
        ("place", "To place things by hand"),
        ("ruling nonsense ask", "There is no judgement rule"),
        ("ruling ose:town.size sometimes", "Say how a rule is settled"),
        ("ruling town.size always hamlet", "The choices of ose:town.size are"),
        ("note", "Note what?"),
    ],
)
def test_what_cannot_be_gets_one_sentence(line: str, sentence: str) -> None:
    session = game()
    before = session.state
    told, state = refereed(line, session=session)
    assert sentence in told
    assert state == before


def rulings(session: Session, rule: str) -> list[tuple[str, str]]:
    events = itertools.chain.from_iterable(entry.events for entry in session.entries)
    return [(e.choice, e.by) for e in events if isinstance(e, Ruled) and e.question == rule]


SIZE = "ose:party.size"


def test_a_question_comes_with_its_rule_and_a_ruling_may_stand() -> None:
    session = game()
    player, referee = Chair(session, PLAYER), Chair(session, REFEREE, referees=True)
    player.act(player.read("set out").action)  # type: ignore[union-attr]
    assert player.is_waiting
    assert not player.view.prompts
    told = play(["always: perhaps", "always: say nothing"], referee)
    assert f"Ruling: party size ({SIZE})" in told
    assert "Best party size" in told, "the rulebook's text stands beside it"
    assert "hint (by the book)" in told
    assert "The choices are hint, say nothing." in told
    assert not player.is_waiting
    assert rulings(session, SIZE) == [("say nothing", REFEREE)]
    stands = session.state.standing[SIZE]
    assert (stands.manner, stands.choice) == ("always", "say nothing")
    assert "always say nothing; 1 by the referee" in play(["rulings"], referee)


@pytest.mark.parametrize(
    ("line", "by", "choice"),
    [
        (f'ruling {SIZE} always "say nothing"', STANDING, "say nothing"),
        ("ruling party.size by the book", DEFAULT, "hint"),
        ("everything by the book", DEFAULT, "hint"),
    ],
)
def test_what_stands_is_not_asked_again_and_the_record_says_whose_it_was(line: str, by: str, choice: str) -> None:
    session = game()
    refereed(line, session=session)
    player = Chair(session, PLAYER)
    player.act(player.read("set out").action)  # type: ignore[union-attr]
    assert rulings(session, SIZE) == [(choice, by)]


def test_everything_goes_by_the_book_but_what_has_a_ruling_of_its_own() -> None:
    session = game()
    player, referee = Chair(session, PLAYER), Chair(session, REFEREE, referees=True)
    assert "Nothing waits to be judged" in play(["by the book"], referee)
    player.act(player.read("set out").action)  # type: ignore[union-attr]
    play(["ruling wilderness.wandering.frequency ask", "everything by the book"], referee)
    assert rulings(session, SIZE) == [("hint", REFEREE)], "the open question has its answer"
    play(["armoured in front"], player)
    assert session.state.prompts[0].question == "ose:wilderness.wandering.frequency"
    told = play(["1", "ruling everything always roll", "ruling everything ask"], referee)
    assert "a choice is always that of one rule" in told
    assert session.state.standing["everything"].manner == "ask"


def test_answers_that_are_numbers_are_typed_as_they_are() -> None:
    session = game()
    both = Chair(session, PLAYER, referees=True)
    often = "ose:wilderness.wandering.frequency"
    told = play(["set out", "yes", "hint", "armoured in front", "9", "3"], both)
    assert "The answers are 1, 2, 3, 4." in told
    assert "1. 1" not in told
    assert (often, "3") in [
        (e.question, e.choice) for entry in session.entries for e in entry.events if isinstance(e, Answered)
    ]


def test_a_rule_may_be_asked_again() -> None:
    session = game()
    refereed(f'ruling {SIZE} always "say nothing"', f"ruling {SIZE} ask", session=session)
    player = Chair(session, PLAYER)
    player.act(player.read("set out").action)  # type: ignore[union-attr]
    assert session.state.prompts[0].question == SIZE


def test_no_decree_while_an_action_waits_for_a_ruling() -> None:
    session = game()
    player = Chair(session, PLAYER)
    player.act(player.read("set out").action)  # type: ignore[union-attr]
    told, _ = refereed("decree harm hero-1 1 because it hurts", "note she waits", session=session)
    assert "An action waits for a ruling; answer that first." in told
    assert "Noted: she waits" in told


def test_the_players_hear_nothing_that_the_referee_alone_may_know() -> None:
    session = game()
    refereed(*GO_IN, "say it is cold in here", session=session)
    mine = [line.text for line in session.lines(PLAYER)]
    whole = [line.text for line in session.lines(REFEREE, aside=True)]
    assert "The referee: it is cold in here" in mine
    assert not [text for text in mine if text.startswith("(secret)")]
    assert [text for text in whole if text.startswith("(secret)")]


def test_the_advice_of_the_book_is_the_referees() -> None:
    session = game(3, size=4, level=4, switches=("chosen-treasure", "fast-advancement"))
    advice = "(secret) A word to the referee on guards"
    assert any(line.text.startswith(advice) for line in session.lines(REFEREE, aside=True))
    assert not any("A word to the referee" in line.text for line in session.lines(PLAYER))


def test_the_referee_reads_every_sheet() -> None:
    told, _ = refereed(*GO_IN, "place encounter 1 goblin", "sheet goblin")
    assert "Goblin 1" in told and "Armour Class: 6" in told


def test_a_players_line_is_no_decree() -> None:
    session = game()
    told = play(["decree hp of hero-1 1 because I say so", "key 1", "rulings", "map all"], Chair(session, PLAYER))
    assert session.seq == 0
    assert "Level 1 of" not in told


def test_one_person_may_do_both() -> None:
    session = game()
    told = play(
        ["set out", "yes", "hint", "armoured in front", "notes", "key 1"], Chair(session, PLAYER, referees=True)
    )
    assert "Ruling: party size" in told
    assert "There are no notes yet." in told
    assert "Area 1, level 1" in told


def test_undo_leaves_notes_alone() -> None:
    session = game()
    refereed("decree harm hero-1 1 because it hurts", "note an apology", session=session)
    before = session.state.creatures["hero-1"]
    told, state = refereed("undo", "notes", session=session)
    assert state.creatures["hero-1"].hp > before.hp
    assert "1. an apology" in told
