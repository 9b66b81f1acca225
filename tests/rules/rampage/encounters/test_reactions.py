"""Reactions: attitudes, the table, offers, and what follows."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    abroad,
    against,
    below,
    do_it,
    foe,
    game,
    has_event,
    last,
    met,
    one,
    reply,
    rolling,
    rules_of,
    why,
    with_items,
)  # fmt: skip
from tests.rules.rampage.scene import table

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Parley, StandBy
from underkeep.systems.rampage.basics.money import purse_sp
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.encounters import meetings, offers, reactions
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.encounter import EncounterEnded, ReactionRolled
from underkeep.world.state import State

TALK, PASS, FAVOUR = Parley("hero", "talk"), Parley("hero", "passage"), Parley("hero", "hire")


def of(creature: Creature, alignment: str, *languages: str) -> Creature:
    own = replace(sheet(creature), alignment=alignment)
    return replace(creature, sheet=replace(own, languages=languages) if languages else own)


def speaker(**scores: int) -> Creature:
    return with_items(of(one(**scores), "neutral", "Common", "Orc"), gp=100)


def before(attitude: str, hero: Creature | None = None) -> State:
    return met(below(hero or speaker()), foe(), attitude=attitude)


@rule("rampage:reaction.attitude")
@pytest.mark.parametrize(
    ("ours", "theirs", "attitude"),
    [("lawful", "chaotic", "hostile"), ("chaotic", "lawful", "hostile"), ("lawful", "lawful", "friendly"),
     ("neutral", "chaotic", "neutral"), ("neutral", "neutral", "neutral"), ("chaotic", "chaotic", "neutral")],
)  # fmt: skip
def test_attitudes_go_by_alignment(ours: str, theirs: str, attitude: str) -> None:
    assert reactions.usual_attitude(of(one(), ours), of(foe(), theirs)) == attitude


@rule("rampage:reaction.attitude", "rampage:example.reaction.trolls", "rampage:example.reaction.dwarves",
      "rampage:example.reaction.orc-tribes")  # fmt: skip
def test_the_books_three_examples() -> None:
    cleric, trolls = of(one(kind="militant"), "lawful"), of(foe("t", "troll"), "chaotic")
    assert reactions.usual_attitude(cleric, trolls) == "hostile"
    dwarf, gnome = of(one(race="dwarf"), "neutral"), of(foe("g", "gnome"), "neutral")
    assert reactions.usual_attitude(dwarf, gnome) == "friendly"
    orc, other = of(foe("a"), "chaotic"), of(foe("b"), "chaotic")
    assert reactions.usual_attitude(orc, other, reactions.RIVALS) == "hostile"


@rule("rampage:reaction.roll")
def test_the_table_of_the_book() -> None:
    short = {
        "hostile": ("attack fiercely", "attack", "attack", "offer", "as neutral"),
        "neutral": ("attack", "attack unless stopped", "offer", "part", "as friendly"),
        "friendly": ("as neutral", "refuse", "offer", "grant", "join"),
    }
    rows = [str(row[0]).split("-") for row in table("reaction.table")]
    for column, outcomes in short.items():
        for bounds, expected in zip(rows, outcomes, strict=True):
            for total in range(int(bounds[0]), int(bounds[-1]) + 1):
                assert reactions.outcome(column, total) == expected
    assert reactions.outcome("hostile", 1) == "attack fiercely"
    assert reactions.outcome("friendly", 13) == "join"


@rule("rampage:reaction.cha-modifier", "rampage:reaction.roll")
@pytest.mark.parametrize(("cha", "total"), [(16, 9), (15, 9), (14, 8), (6, 8), (5, 7)])
def test_charisma_bends_the_roll_and_every_reroll(cha: int, total: int) -> None:
    do = rolling(before("neutral"), *d6(4, 4))
    reactions.react(do, "neutral", one(CHA=cha))
    assert last(do, ReactionRolled).roll.total == total
    again = rolling(before("hostile"), *d6(6, 6, 6, 6, 5, 5))
    assert reactions.react(again, "hostile", one(CHA=10)) == ("grant", "friendly")


@rule("rampage:reaction.ph")
def test_the_hostile_attack_unless_somebody_speaks() -> None:
    waited = play.resolve(RULESET, before("hostile"), "player", StandBy(), Seeded(1, "x"))
    assert waited.state.fight is not None
    spoke = do_it(before("hostile"), TALK, *d6(5, 5))
    assert spoke.state.fight is None
    assert spoke.state.prompts[0].question == "offer"


@rule("rampage:reaction.neutral")
def test_the_neutral_show_what_they_think() -> None:
    do = do_it(before("neutral"), StandBy(), *d6(5, 4))
    assert last(do, EncounterEnded).how == "parted"
    assert "reaction.neutral" in rules_of(do)


@rule("rampage:reaction.pf")
def test_friends_talk_without_a_roll_and_a_favour_is_rolled_for() -> None:
    passed = do_it(before("friendly"), PASS)
    assert not has_event(passed, ReactionRolled)
    assert not has_event(do_it(before("friendly"), TALK), ReactionRolled)
    granted = do_it(before("friendly"), FAVOUR, *d6(5, 4))
    assert has_event(granted, meetings.FavourGranted)
    assert not has_event(granted, meetings.TheyJoin)
    refused = do_it(before("friendly"), FAVOUR, *d6(2, 2))
    assert not has_event(refused, meetings.FavourGranted)
    joined = do_it(before("friendly"), FAVOUR, *d6(6, 6))
    assert has_event(joined, meetings.FavourGranted)
    assert joined.state.creatures["orc-1"].side == "party"
    assert joined.state.party is not None and "orc-1" in joined.state.party.members
    assert has_event(joined, meetings.TheyJoin)


@rule("rampage:reaction.morale-bonus")
def test_the_fiercest_hold_out_longer() -> None:
    orc = replace(foe(), sheet=replace(sheet(foe()), morale=7))
    do = play.resolve(RULESET, met(below(speaker()), orc, attitude="hostile"), "player", TALK, _first(d6(1), d6(1)))
    assert last(do, SheetChanged).sheet.morale == 9  # type: ignore[union-attr]
    capped = rolling(met(below(speaker()), replace(foe(), sheet=replace(sheet(foe()), morale=11))))
    offers.embolden(capped, ("orc-1",), 2)
    assert sheet(capped.state.creatures["orc-1"]).morale == 12


def _first(*faces: int) -> object:
    """These faces, and then whatever comes."""
    from underkeep.testing.faces import Standing

    dice = Standing(*faces)
    dice.standing = {"initiative": d6(6)}
    return dice


@rule("rampage:reaction.begin-attack-unless-stopped")
@pytest.mark.parametrize(("face", "fights"), [(10, False), (11, True)])
def test_a_check_of_charisma_stops_those_about_to_attack(face: int, fights: bool) -> None:
    do = play.resolve(RULESET, before("neutral"), "player", TALK, _first(d6(2), d6(2), d20(face)))  # type: ignore[arg-type]
    assert (do.state.fight is not None) is fights
    assert "reaction.begin-attack-unless-stopped" in rules_of(do)


@rule("rampage:reaction.offer-amount")
def test_five_gold_pieces_a_hit_die() -> None:
    """Three gnolls of 2 hit dice: 30 gp."""
    gnolls = [foe(f"g{n}", "gnoll") for n in range(3)]
    state = met(below(speaker()), *gnolls)
    assert offers.price_sp(state, ("g0", "g1", "g2")) == 300
    assert offers.price_sp(met(below(speaker()), foe("r", "giant-rat")), ("r",)) == 50


@rule("rampage:reaction.offer-check", "rampage:reaction.offer-amount")
@pytest.mark.parametrize(("face", "how"), [(13, "parted"), (14, "")])
def test_an_offer_is_taken_on_a_check_of_charisma(face: int, how: str) -> None:
    asked = do_it(before("neutral", speaker(CHA=13)), TALK, *d6(3, 3)).state
    do = play.resolve(RULESET, asked, "player", _answer(asked, "pay"), _first(d20(face)))  # type: ignore[arg-type]
    assert purse_sp(do.state.creatures["hero"].items) == 950
    assert (do.state.encounter is None) is bool(how)


def _answer(state: State, choice: str) -> object:
    from underkeep.kernel.prompt import Answer

    return Answer(state.prompts[0].id, choice)


@rule("rampage:reaction.offer-check")
def test_friends_only_refuse_what_is_badly_offered() -> None:
    asked = do_it(before("friendly"), FAVOUR, *d6(3, 4)).state
    kept = reply(asked, "keep")
    assert last(kept, EncounterEnded).how == "parted"
    won = reply(asked, "pay", d20(10))
    assert has_event(won, meetings.FavourGranted)


@rule("rampage:reaction.offer-language")
def test_without_their_tongue_there_is_no_offer() -> None:
    mute = with_items(of(one(), "neutral", "Common"), gp=100)
    state = met(below(mute), foe(), attitude="neutral")
    do = play.resolve(RULESET, state, "player", TALK, _first(d6(3), d6(3)))  # type: ignore[arg-type]
    assert do.state.fight is not None
    assert not do.state.prompts
    friend = of(one("friend"), "neutral", "Common", "Orc")
    helped = met(below(mute, friend), foe(), attitude="neutral")
    assert do_it(helped, TALK, *d6(3, 3)).state.prompts


@rule("rampage:reaction.attitude")
def test_beasts_cannot_be_talked_to() -> None:
    rats = met(below(speaker()), foe("rat", "giant-rat"), attitude="hostile")
    assert against(rats, TALK) == "reaction.attitude"
    assert why(before("neutral"), TALK) is None
    assert reactions.speaks("orc") and not reactions.speaks("wolf")
    assert game(one()) is not None and abroad(one()) is not None
