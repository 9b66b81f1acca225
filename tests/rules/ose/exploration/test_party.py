from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import (
    H1,
    H2,
    H3,
    Undisturbed,
    act,
    below,
    is_listed,
    party,
    refused,
    resolving,
    the_dungeon,
)
from tests.rules.ose.scene import changed, every, first, scores
from tests.rules.ose.service import company, serving

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.town import form_party
from underkeep.systems.ose.basics.campaign import Company, with_campaign
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.exploration import party as chapter
from underkeep.systems.ose.exploration.party import KeepFormation, NameCaller, PartyHint, TakeFormation
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN
from underkeep.systems.ose.town.roster import CallBack, Enlist
from underkeep.table.view import view
from underkeep.testing import d6, d8, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.dungeon import Group
from underkeep.world.encounter import SurpriseRolled
from underkeep.world.fight import InitiativeRolled
from underkeep.world.gear import Item
from underkeep.world.party import MarchingOrderSet, PartyJoined, PartyLeft, Suggested
from underkeep.world.state import CharacterGiven, State

EACH = "ose:party.one-character-per-player"


def in_town(*kinds: str, switches: tuple[str, ...] = ()) -> State:
    state = delving_party(RULESET, cellar(RULESET), *(kinds or ("fighter", "cleric", "thief")), in_town=True)
    return replace(state, switches=switches)


def formed(players: int, characters: int, ruling: str = "") -> Resolution:
    """A party of so many characters at a table of so many players."""
    seats = {**{f"player-{n}": ("party",) for n in range(1, players + 1)}, REFEREE: ("monsters",)}
    done = Resolution(State("ose", seats), Seeded(1), RULESET, {EACH: ruling} if ruling else None)
    for n in range(1, characters + 1):
        entrust(done, f"hero-{n}", "party", f"player-{1 + (n - 1) % players}")
    ids = [RULESET.recruit(done, Recruit("fighter"), f"hero-{n}", "party").id for n in range(1, characters + 1)]
    form_party(done, "party", tuple(ids))
    return done


@rule("ose:party.one-character-per-player")
def test_each_player_runs_one_character_unless_the_referee_allows_more():
    assert len(party(formed(2, 2).state).members) == 2
    with pytest.raises(UnderkeepError, match="one character, unless the referee allows more"):
        formed(2, 3)
    assert len(party(formed(2, 4, "2").state).members) == 4
    assert len(party(formed(1, 6).state).members) == 6


@rule("ose:party.one-character-per-player")
def test_nobody_adds_a_second_character_later():
    full = CharacterGiven(H2, "ben").evolve(seated(in_town("fighter", "fighter")))
    limited = with_campaign(full, company=Company(most_characters=1))
    assert refused(limited, Enlist("thief"), "anna").rule == EACH
    alone = chapter.why_not_another(in_town())
    assert alone is None


@rule("ose:party.definition")
def test_the_party_is_met_as_one():
    state = below("fighter", "fighter", "fighter", lit=False)
    done = resolving(state, d8(5), *d6(3, 3, 4, 2))
    meetings.meet(done, Group("orcs", "1-01", "orc", 1), 30)
    assert [e.side for e in every(done, SurpriseRolled)].count("party") == 1
    assert [e.who for e in every(done, InitiativeRolled)].count("party") == 1


def hints(state: State) -> dict[str, str]:
    done = resolving(with_campaign(state, company=Company(is_ordered=True)))
    chapter.set_out(done)
    return {hint.about: hint.text for hint in every(done, PartyHint)}


@rule("ose:party.size")
def test_six_to_eight_is_best():
    mixed = ("fighter", "cleric", "thief", "elf", "dwarf", "halfling", "magic-user", "fighter", "cleric")
    assert "consider retainers" in hints(in_town(*mixed[:4]))["size"]
    assert "size" not in hints(in_town(*mixed[:6]))
    assert "size" not in hints(in_town(*mixed[:8]))
    assert "large" in hints(in_town(*mixed))["size"]


@rule("ose:party.class-mix")
def test_one_class_alone_is_unwise_and_allowed():
    same = in_town(*["fighter"] * 5)
    assert "mix" in hints(same)["class-mix"]
    assert is_listed(same, a.SetOut())
    assert "class-mix" not in hints(in_town("fighter", "cleric"))


@rule("ose:party.level-spread")
def test_levels_should_not_lie_more_than_four_apart():
    state = in_town("fighter", "cleric")
    assert "level-spread" not in hints(changed(state, H1, level=5))
    assert "far apart" in hints(changed(state, H1, level=6))["level-spread"]


@rule("ose:party.size", "ose:party.class-mix", "ose:party.level-spread")
def test_the_referee_may_keep_the_advice_to_himself():
    state = changed(in_town("fighter", "fighter"), H1, level=9)
    rulings = {f"ose:party.{name}": "say nothing" for name in ("size", "class-mix", "level-spread")}
    done = Resolution(replace(state, human_referee=True), Scripted(), RULESET, rulings)
    chapter.set_out(done)
    assert not every(done, PartyHint)
    assert len(hints(state)) == 3


@rule("ose:party.marching-order")
def test_who_joins_or_leaves_gives_no_order():
    state = in_town("fighter", "thief", "cleric")
    left = act(state, a.Dismiss(H3))
    assert [e.creature for e in left.events if isinstance(e, PartyLeft)] == [H3]
    assert party(left.state).members == (H1, H2)
    back = act(left.state, CallBack(H3))
    assert [e.creature for e in back.events if isinstance(e, PartyJoined)] == [H3]
    assert party(back.state).members == (H1, H2, H3)
    assert not [e for e in (*left.events, *back.events) if isinstance(e, MarchingOrderSet)]
    assert [p.question for p in act(back.state, a.SetOut()).state.prompts] == [chapter.MARCHING_ORDER]


@rule("ose:party.marching-order")
def test_setting_out_without_an_order_asks_for_one():
    plate = (Item("plate-mail", "Plate mail", "worn"),)
    state = in_town("magic-user", "fighter", "thief", "cleric")
    for id in party(state).members:
        state = scores(state.with_creature(id, items=(), hp=4), id, DEX=10)
    state = state.with_creature(H2, items=plate).with_creature("hero-4", items=plate)
    out = act(state, a.SetOut())
    (prompt,) = out.state.prompts
    assert prompt.question == "ose:party.marching-order"
    done = play.resolve(RULESET, out.state, "player", Answer(prompt.id, prompt.default), Undisturbed())
    assert set(party(done.state).members[:2]) == {H2, "hero-4"}
    ordered = act(state, a.Order((H3, H1, H2, "hero-4"))).state
    assert not act(ordered, a.SetOut()).state.prompts
    assert party(ordered).members[0] == H3


@rule("ose:party.marching-order")
def test_two_formations_are_kept_and_taken():
    state = below("fighter", "fighter", "fighter")
    state = act(state, KeepFormation("exploring")).state
    turned = act(act(state, a.Order((H3, H2, H1))).state, KeepFormation("combat")).state
    exploring = act(turned, TakeFormation("exploring")).state
    assert party(exploring).members == (H1, H2, H3)
    assert party(act(exploring, TakeFormation("combat")).state).members == (H3, H2, H1)
    assert refused(state, TakeFormation("doors")).rule == "ose:party.marching-order"
    assert refused(state, KeepFormation("dancing")).rule == "ose:party.marching-order"


@rule("ose:party.marching-order")
def test_the_first_in_the_order_meets_the_trap_first():
    order = act(below("fighter", "fighter"), a.Order((H2, H1))).state
    assert [c.id for c in order.marchers()] == [H2, H1]
    assert [c.id for c in RULESET.dungeon.who_treads(order)] == [H2, H1]


def seated(state: State) -> State:
    return replace(state, seats={"anna": ("party",), "ben": ("party",), REFEREE: ("monsters",)})


def two_players(*switches: str) -> State:
    state = below("fighter", "fighter", "fighter", switches=switches)
    return CharacterGiven(H3, "ben").evolve(seated(scores(scores(state, H2, CHA=14), H3, CHA=11)))


@rule("ose:party.caller")
def test_with_a_caller_the_others_make_suggestions():
    assert not RULESET.switches["caller"].default
    without = two_players()
    assert refused(without, NameCaller("anna"), "anna").rule == "ose:party.caller"
    assert party(act(without, a.Rest(), seat="ben").state).turns == 1
    led = act(two_players("caller"), NameCaller("anna"), seat="anna").state
    asked = act(led, a.Rest(), seat="ben")
    assert first(asked, Suggested).seat == "ben"
    assert party(asked.state).turns == 0
    assert party(asked.state).suggestions == (("ben", RULESET.codec.encode(a.Rest()).decode()),)
    done = act(asked.state, a.Rest(), seat="anna").state
    assert (party(done).turns, party(done).suggestions) == (1, ())
    assert party(act(done, NameCaller(""), seat="anna").state).caller == ""


@rule("ose:party.caller.leader")
def test_the_most_charismatic_leads_or_whom_the_referee_says():
    led = act(two_players("caller"), NameCaller("anna"), seat="anna")
    assert first(led, MarchingOrderSet).members == (H2, H1, H3)
    ruling = {"ose:party.caller.leader": H3}
    other = Resolution(two_players("caller"), Scripted(), RULESET, ruling)
    chapter.name_caller(other, chapter.NameCaller("anna"))
    assert party(other.state).members == (H3, H1, H2)


@rule("ose:party.mapper")
def test_the_map_holds_what_was_seen_and_free_notes():
    state = act(below("fighter"), a.NoteOnMap("A draught from the south wall?")).state
    assert party(state).notes == {"1:1,2": "A draught from the south wall?"}
    seen = view(state, "player", RULESET).delve
    assert seen is not None
    assert seen.notes == party(state).notes
    drawn = "".join(seen.map.rows)
    assert drawn.count(".") + drawn.count("@") == 9
    bare = {id: door for id, door in the_dungeon(state).doors.items() if id != "door-2"}
    without = replace(state, dungeon=replace(the_dungeon(state), doors=bare))
    assert view(without, "player", RULESET) == view(state, "player", RULESET)
    assert party(act(state, a.NoteOnMap("")).state).notes == {}


@rule("ose:party.mapper")
def test_nobody_maps_in_the_dark():
    assert refused(below("fighter", lit=False), a.NoteOnMap("here")).rule == "ose:party.mapper"
    assert refused(below("fighter"), a.NoteOnMap("x" * 201)) is not None


@rule("ose:party.marching-order")
def test_the_two_best_armoured_lead_and_the_third_guards_the_rear():
    state = in_town("fighter", "fighter", "fighter", "fighter", "fighter")
    ids = party(state).members
    for id, ac, hp in zip(ids, (7, 3, 9, 5, 9), (4, 4, 4, 4, 6), strict=True):
        state = scores(changed(state.with_creature(id, items=(), hp=hp), id, ac=ac), id, DEX=10)
    first_, second, third, fourth, fifth = ids
    assert chapter.sensible_order(state) == (second, fourth, fifth, third, first_)
    dead = state.with_creature(second, status="dead")
    assert chapter.sensible_order(dead) == (fourth, first_, third, second, fifth)


@rule("ose:party.definition")
def test_the_dead_retainers_and_beasts_are_no_characters():
    state = serving(company("fighter", "thief"))
    assert [c.id for c in chapter.characters(state)] == [H1, H2]
    state = state.with_creature(H2, status="dead")
    assert [c.id for c in chapter.characters(state)] == [H1]
    human = serving(company("fighter", "thief"), NORMAL_HUMAN)
    assert [c.id for c in chapter.characters(human)] == [H1, H2]


@rule("ose:party.class-mix")
def test_one_alone_need_not_be_mixed():
    assert "class-mix" not in hints(in_town("fighter"))
    assert "class-mix" in hints(in_town("fighter", "fighter"))


@rule("ose:party.caller", "ose:party.caller.leader")
def test_where_nobody_speaks_for_all_the_order_stays():
    done = resolving(two_players("caller"))
    chapter.name_caller(done, NameCaller(""))
    assert not every(done, MarchingOrderSet)
    named = resolving(two_players("caller"))
    chapter.name_caller(named, NameCaller("anna"))
    assert first(named, MarchingOrderSet).members == (H2, H1, H3)
    dead = two_players("caller")
    for id in (H1, H2, H3):
        dead = dead.with_creature(id, status="dead")
    gone = resolving(dead)
    chapter.name_caller(gone, NameCaller("anna"))
    assert not every(gone, MarchingOrderSet)
