"""Talk with those met: what is asked, threatened and offered, and what comes of it."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    HALL,
    against,
    below,
    do_it,
    foe,
    has_event,
    last,
    met,
    one,
    reply,
    rolling,
    rules_of,
    with_items,
)
from tests.rules.rampage.encounters.test_reactions import _first, of, speaker

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Evade, Offer, Parley
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.money import purse_sp
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.encounters import meetings, reactions
from underkeep.systems.rampage.exploration import talk
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import Creature, MoraleRolled
from underkeep.world.dungeon import Dungeon
from underkeep.world.encounter import EncounterChanged, EncounterEnded, ReactionRolled
from underkeep.world.gear import Item
from underkeep.world.state import State
from underkeep.world.talk import NewsTold, Replied

NEAR = replace(HALL, square=(3, 2))


def say(state: State, aim: str, *faces: int) -> Resolution:
    return do_it(state, Parley("hero", aim), *faces)


def blows(state: State, action: Action, *faces: int) -> Resolution:
    """Carry out what may end in a fight, with these dice first."""
    return play.resolve(RULESET, state, "player", action, _first(*faces))  # type: ignore[arg-type]


def brave(morale: int, id: str = "orc-1") -> Creature:
    return replace(foe(id), sheet=replace(sheet(foe(id)), morale=morale))


def before(attitude: str, orcs: int = 1, level: int = 1) -> State:
    foes = [brave(8, f"orc-{n}") for n in range(1, orcs + 1)]
    return met(below(speaker(level=level), at=NEAR), *foes, attitude=attitude)


def answered(do: Resolution) -> str:
    return last(do, Replied).answer


def feels(do: Resolution) -> str:
    assert do.state.encounter is not None
    return do.state.encounter.attitude


@rule("rampage:reaction.roll")
@pytest.mark.parametrize(
    ("attitude", "faces", "now"),
    [("neutral", (5, 4), "peaceable"), ("neutral", (6, 6, 6, 5), "friendly"), ("neutral", (6, 6, 6, 6), "friendly"),
     ("neutral", (6, 6, 2, 2), "peaceable"), ("hostile", (6, 6, 5, 4), "peaceable"), ("hostile", (5, 5), "hostile"),
     ("neutral", (3, 3), "neutral")],
)  # fmt: skip
def test_words_change_how_they_feel(attitude: str, faces: tuple[int, ...], now: str) -> None:
    do = say(before(attitude), "talk", *d6(*faces))
    assert feels(do) == now
    assert do.state.encounter is not None and (do.state.encounter.tries, do.state.encounter.round) == (1, 1)
    assert do.state.dungeon is not None
    assert do.state.dungeon.groups["group"].attitude == meetings.column_of(now)


@rule("rampage:reaction.roll", "rampage:reaction.ph")
@pytest.mark.parametrize(
    ("attitude", "faces", "ruled"),
    [("hostile", (1, 1), "reaction.morale-bonus"), ("hostile", (4, 4), "reaction.ph"),
     ("neutral", (1, 1), "reaction.ph")],
)  # fmt: skip
def test_some_answer_with_blows(attitude: str, faces: tuple[int, ...], ruled: str) -> None:
    do = blows(before(attitude), Parley("hero", "talk"), *d6(*faces))
    assert do.state.fight is not None
    changed = [e for e in do.events if isinstance(e, EncounterChanged) and e.encounter.attitude == "attacking"]
    assert changed[0].rule == (f"rampage:{ruled}",)
    assert do.state.dungeon is not None and do.state.dungeon.groups["group"].attitude == "hostile"


@rule("rampage:reaction.offer-check")
def test_what_cannot_be_paid_ends_in_blows() -> None:
    poor = of(one(), "neutral", "Common", "Orc")
    do = blows(met(below(poor), foe(), attitude="hostile"), Parley("hero", "talk"), *d6(5, 5))
    assert do.state.fight is not None and "reaction.offer-amount" in rules_of(do)


@rule("rampage:reaction.attitude")
@pytest.mark.parametrize(
    ("attitude", "now"), [("friendly", "neutral"), ("neutral", "hostile"), ("peaceable", "hostile")]
)
def test_an_insult_is_taken_ill(attitude: str, now: str) -> None:
    do = blows(before(attitude), Parley("hero", "insult"))
    changed = [e.encounter.attitude for e in do.events if isinstance(e, EncounterChanged)]
    assert now in changed
    assert (do.state.fight is None) is (now == "neutral")


@rule("rampage:reaction.pf")
def test_friends_tell_what_they_know_and_let_the_party_pass() -> None:
    do = say(before("friendly"), "ways")
    assert not has_event(do, ReactionRolled)
    assert has_event(do, NewsTold) or answered(do) == "nothing to tell"
    passed = say(before("friendly"), "passage")
    assert "rampage:reaction.pf" in last(passed, EncounterEnded).rule


@rule("rampage:reaction.pf")
def test_a_favour_of_friends_may_go_wrong() -> None:
    """A 2 is rolled again as of the neutral; there a 9 means that nothing comes of it, and a 2 blows."""
    refused = say(before("friendly"), "hire", *d6(1, 1, 5, 4))
    assert last(refused, EncounterEnded).how == "parted"
    fought = blows(before("friendly"), Parley("hero", "hire"), *d6(1, 1, 1, 1))
    assert fought.state.fight is not None
    again = say(before("friendly"), "hire", *d6(1, 1, 6, 6, 3, 3))
    assert again.state.prompts[0].question == "offer"


@rule("rampage:morale.roll", "rampage:morale.number")
@pytest.mark.parametrize(
    ("aim", "orcs", "face", "cowed"),
    [("threat", 1, 4, True), ("threat", 1, 3, False), ("threat", 2, 6, False), ("bluff", 2, 4, True),
     ("bluff", 2, 3, False)],
)  # fmt: skip
def test_a_threat_tries_their_morale(aim: str, orcs: int, face: int, cowed: bool) -> None:
    """Orcs have a morale of 8; level 2 against one of them, or a bluff before two, adds 2 to the roll."""
    do = say(before("neutral", orcs, 2), aim, *d6(face, 3))
    assert last(do, MoraleRolled).success is not cowed
    assert (do.state.encounter is None) is cowed


@rule("rampage:morale.number")
@pytest.mark.parametrize(("level", "orcs", "odds"), [(2, 1, 2), (4, 2, 2), (3, 2, 0), (2, 2, -2), (1, 2, -2)])
def test_the_odds_tell(level: int, orcs: int, odds: int) -> None:
    do = rolling(before("neutral", orcs, level), *d6(2, 2))
    assert not talk.is_cowed(do, do.state.creatures["hero"], "threat")
    assert sum(m.amount for m in last(do, MoraleRolled).roll.modifiers) == odds


@rule("rampage:morale.number")
def test_the_fearless_never_give_way() -> None:
    do = rolling(met(below(speaker(level=9)), brave(12), attitude="neutral"))
    assert not talk.is_cowed(do, do.state.creatures["hero"], "surrender")
    tried = rolling(met(below(speaker(level=9)), brave(11), attitude="neutral"), *d6(6, 6))
    assert talk.is_cowed(tried, tried.state.creatures["hero"], "surrender")


@rule("rampage:morale.roll")
def test_who_gives_up_is_a_captive() -> None:
    do = say(before("neutral"), "surrender", *d6(6, 6))
    assert campaign(do.state).captives == ("orc-1",)
    assert do.state.creatures["orc-1"].status == "yielded"
    assert do.state.encounter is None


@rule("rampage:alignment.chaotic", "rampage:alignment.lawful")
@pytest.mark.parametrize(("alignment", "lies"), [("chaotic", True), ("neutral", False), ("lawful", False)])
def test_the_chaotic_lie(alignment: str, lies: bool) -> None:
    state = met(below(speaker()), of(foe(), alignment), attitude="hostile")
    assert talk.is_liar(rolling(state)) is lies


@rule("rampage:alignment.lawful", "rampage:alignment.chaotic")
def test_law_and_chaos_are_at_odds() -> None:
    assert talk.at_odds("troll", "halfling") and talk.at_odds("halfling", "troll")
    assert not talk.at_odds("troll", "ogre") and not talk.at_odds("troll", "wolf")
    assert not talk.at_odds("halfling", "nobody")


@rule("rampage:reaction.offer-amount", "rampage:reaction.offer-check")
@pytest.mark.parametrize(("gp", "face", "answer"), [(4, 0, "too little"), (5, 10, "deal"), (5, 11, "betrays")])
def test_an_offer_is_worth_five_gold_a_hit_die(gp: int, face: int, answer: str) -> None:
    state = before("neutral")
    state = replace(state, dungeon=_guarding(state))
    purse = next(i for i in state.creatures["hero"].items if i.kind == "gp")
    do = blows(state, Offer("hero", purse.id, gp), *((d20(face),) if face else ()))
    assert answer in [e.answer for e in do.events if isinstance(e, Replied)]
    left = 1000 if answer == "too little" else 950
    assert purse_sp(do.state.creatures["hero"].items) == left
    assert (do.state.fight is not None) is (answer == "betrays")
    if answer == "deal":
        assert feels(do) == "peaceable"


def _guarding(state: State) -> Dungeon:
    """Those met want nothing that can be bought."""
    assert state.dungeon is not None
    return replace(state.dungeon, groups={"group": replace(state.dungeon.groups["group"], wants="guard")})


@rule("rampage:reaction.offer-amount")
def test_what_things_are_worth_to_them() -> None:
    assert talk.worth(Item("gp", "Gold piece")) == 10
    assert talk.worth(Item("sp", "Silver piece")) == 1
    assert talk.worth(Item("sword", "Sword")) > 1
    assert talk.is_food(Item("rations", "Rations")) and not talk.is_food(Item("sword", "Sword"))
    assert talk.worth(Item("rations", "Rations")) >= 1


@rule("rampage:reaction.neutral")
def test_a_party_may_back_off_from_those_at_peace() -> None:
    do = do_it(before("peaceable"), Evade(walk=True))
    assert do.state.encounter is None
    assert do.state.party is not None and do.state.party.at is not None and do.state.party.at.area == "1-p1"
    assert "rampage:reaction.neutral" in last(do, EncounterEnded).rule


@rule("rampage:reaction.attitude")
def test_whom_nobody_understands_goes_by_gestures() -> None:
    mute = with_items(of(one(), "neutral", "Common"), gp=100)
    state = met(below(mute), foe(), attitude="neutral")
    do = say(state, "news", *d6(5, 4))
    assert last(do, EncounterEnded).how == "parted"
    assert not has_event(do, Replied)
    changed = next(e for e in do.events if isinstance(e, EncounterChanged))
    assert (changed.encounter.tries, changed.encounter.round) == (1, 1)
    asleep = met(below(speaker()), foe(), attitude="asleep")
    assert against(asleep, Parley("hero", "news")) == "encounter.surprise.effect"


@rule("rampage:reaction.offer-check")
def test_their_price_is_named_before_the_question() -> None:
    asked = say(before("neutral"), "passage", *d6(3, 3))
    assert answered(asked) == "toll" or answered(asked) == "nobody passes"
    paid = reply(asked.state, "pay", d20(10))
    assert last(paid, EncounterEnded).how == "parted"


def test_sorts_of_creatures() -> None:
    sorts = [reactions.sort_of(kind) for kind in ("orc", "wolf", "zombie", "minotaur")]
    assert sorts == ["people", "beast", "mindless", "people"]
    assert {talk.temper(attitude) for attitude in talk.ATTITUDES.values()} == set(talk.ATTITUDES)


@rule("rampage:alignment.lawful", "rampage:alignment.neutral", "rampage:alignment.chaotic")
@pytest.mark.parametrize(
    ("ours", "theirs", "which"),
    [("lawful", "lawful", "lawful"), ("lawful", "chaotic", "chaotic"), ("chaotic", "chaotic", "chaotic"),
     ("neutral", "lawful", "neutral"), ("chaotic", "neutral", "neutral")],
)  # fmt: skip
def test_the_alignment_behind_an_attitude(ours: str, theirs: str, which: str) -> None:
    found = reactions.behind_attitude(of(one(), ours), of(foe(), theirs))
    assert found == f"rampage:alignment.{which}"


def test_the_sums_that_are_listed_do_not_tell_the_hit_dice() -> None:
    def listed(hd: float) -> list[Offer]:
        orc = replace(foe("orc-1"), sheet=replace(sheet(foe("orc-1")), hd=hd))
        state = met(below(with_items(speaker(), gp=90), at=NEAR), orc, attitude="neutral")
        return [action for action in play.legal_actions(RULESET, state, "player") if isinstance(action, Offer)]

    assert listed(1) == listed(4) != []
