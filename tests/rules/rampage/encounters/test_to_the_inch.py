"""Meetings to the inch, the round and the coin: what lies just on either side of each number."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    abroad,
    beast,
    below,
    foe,
    game,
    has_event,
    last,
    met,
    one,
    rolling,
    ruled,
    with_items,
)

from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import Bond
from underkeep.systems.rampage.basics.measures import INCH_FEET
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.encounters import allowance, dogs, evasion, meetings, offers, reactions, surprise
from underkeep.testing import d4, d6, d10, d12, d20, rule
from underkeep.testing.faces import Standing
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.dungeon import Feature, Group
from underkeep.world.encounter import (
    ChanceRolled,
    EncounterChanged,
    EncounterEnded,
    ReactionRolled,
    SurpriseRolled,
)
from underkeep.world.fight import FightBegan
from underkeep.world.state import GameEnded, State


def of(creature: Creature, **changes: object) -> Creature:
    return replace(creature, sheet=replace(sheet(creature), **changes))


def tongued(id: str = "hero", **scores: int) -> Creature:
    return of(one(id, **scores), alignment="neutral", languages=("Common", "Orc"))


def before(attitude: str = "neutral", *people: Creature, surprised: tuple[str, ...] = ()) -> State:
    return met(below(*(people or (tongued(),))), foe(), attitude=attitude, surprised=surprised)


def blows(state: State, *faces: int, **rulings: str) -> Resolution:
    """For what may come to blows, whoever is first in them."""
    do = ruled(state, rulings)
    dice = Standing(*faces)
    dice.standing = {"initiative": d6(6)}
    do.dice = dice
    return do


# A day's way


@rule("rampage:wilderness.codes")
@pytest.mark.parametrize(("legs", "inches", "code"), [
    (2, 15, "F"), (2, 16, "H"), (2, 24, "H"), (2, 25, "M"), (3, 12, "F"), (4, 12, "H"), (4, 24, "H"), (4, 25, "M"),
])  # fmt: skip
def test_a_line_of_the_table_for_every_pace(legs: int, inches: int, code: str) -> None:
    assert allowance.code(of(foe(gear=()), legs=legs, movement_in=inches)) == code


@rule("rampage:wilderness.slowest", "rampage:wilderness.terrain-cost")
def test_nobody_gets_nowhere_and_pays_as_on_grass() -> None:
    assert allowance.allowance(abroad(one()), []) == 0
    assert allowance.cost([], "swamp") == 1


# Dogs


@rule("rampage:animal.tracking-dogs.noise", "rampage:animal.dogs.six-no-surprise")
@pytest.mark.parametrize(("kinds", "noise"), [
    ({"tracking-dog": 6}, 6), ({"guard-dog": 6}, 6), ({"tracking-dog": 5}, 1), ({"guard-dog": 5}, 0),
    ({"war-dog": 6}, 0),
])  # fmt: skip
def test_how_loud_a_pack_is(kinds: dict[str, int], noise: int) -> None:
    pack = [beast(f"{kind}-{n}", kind) for kind, count in kinds.items() for n in range(count)]
    assert dogs.noise(below(one(), *pack)) == noise


def pack_of(count: int, kind: str) -> State:
    pack = [beast(f"d{n}", kind) for n in range(count)]
    return below(one(), *pack, dogs={dog.id: Bond("hero", MORNING - 30 * DAY) for dog in pack})


@rule("rampage:animal.guard-dogs.three", "rampage:animal.guard-dogs.one")
@pytest.mark.parametrize(("count", "worth"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)])
def test_what_guard_dogs_are_worth(count: int, worth: int) -> None:
    state = pack_of(count, "guard-dog")
    assert dogs.watchfulness(state) == worth
    assert surprise.monsters_chance(state, "orc", 11) == max(0, 1 - worth)


@rule("rampage:task.track.dogs")
@pytest.mark.parametrize(("count", "bonus"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 3)])
def test_what_tracking_dogs_add(count: int, bonus: int) -> None:
    assert dogs.tracking_bonus(pack_of(count, "tracking-dog")) == bonus


# Sighting


@rule("rampage:evasion.spot")
def test_only_the_judge_hears_what_others_see() -> None:
    do = rolling(met(abroad(one()), foe()), d12(8), d12(8))
    evasion.sight_each_other(do, Group("g", "on the way", "orc", 1), ("orc-1",), ())
    assert [e.seats for e in do.events] == [None, (REFEREE,)]


@rule("rampage:encounter.surprise.distance-dungeon", "rampage:encounter.surprise.distance-wilderness")
def test_what_the_distance_goes_by() -> None:
    for state, face, where in ((below(one()), d4(1), "dungeon"), (abroad(one()), d10(1), "wilderness")):
        do = rolling(state, face)
        meetings._distance(do, surprise.Sighting())
        rolled = last(do, ChanceRolled)
        assert rolled.success
        assert rolled.rule == (f"rampage:encounter.surprise.distance-{where}",)


# Surprise

TWO = ("orc-1", "orc-2")


def each(on: dict[str, int], bonus: int, *faces: int) -> tuple[tuple[str, ...], Resolution]:
    do = rolling(met(below(one()), foe(), foe("orc-2")), *faces)
    return surprise._roll_for_each(do, TWO[:1], on, bonus), do


@rule("rampage:encounter.surprise.mixed-chances", "rampage:encounter.surprise.roll")
@pytest.mark.parametrize(("on", "bonus", "face", "found", "needed"), [
    ({"a": 2}, 0, 2, ("a",), 3), ({"a": 2}, 0, 3, (), 3), ({"a": 1}, 0, 1, ("a",), 2), ({"a": 2}, 1, 3, ("a",), 4),
    ({"a": 5, "b": 0}, 2, 6, ("a",), 7), ({"a": 4, "b": 2}, 0, 3, ("a",), 5), ({"a": 4}, 2, 6, ("a",), 7),
    ({}, 1, 1, (), 2),
])  # fmt: skip
def test_one_roll_against_the_chance_of_each(
    on: dict[str, int], bonus: int, face: int, found: tuple[str, ...], needed: int
) -> None:
    free, do = each(on, bonus, d6(face))
    rolled = last(do, SurpriseRolled)
    assert (free, rolled.roll.needed, rolled.side, rolled.surprised) == (found, needed, "monsters", bool(found))
    assert ("rampage:encounter.surprise.mixed-chances" in rolled.rule) is (len(set(on.values())) > 1)


@rule("rampage:encounter.surprise.roll")
def test_without_a_chance_no_die_is_rolled() -> None:
    assert each({"a": 0, "b": 0}, 0)[0] == ()
    assert each({}, 0)[0] == ()


@rule("rampage:encounter.surprise.mixed-chances")
def test_who_stands_by_while_the_better_act() -> None:
    state = below(one("scout", "scout", level=4), one("fellow"))
    both = surprise.mixed(state, ("scout", "fellow"), ("g-1",), True, ("scout", "fellow"))
    assert (both.surprised, both.unseen) == (("g-1", "fellow"), ("scout",))
    scouts = below(one("a", "scout"), one("b", "scout"))
    assert surprise.mixed(scouts, ("a", "b"), ("g-1",), True, ("a", "b")) == surprise.Sighting()


@rule("rampage:encounter.surprise.roll")
def test_the_sleeping_are_taken_unawares_and_old_acquaintances_are_not() -> None:
    state = met(below(one()), foe())
    asleep = surprise.settle(rolling(state), Group("g", "1-01", "orc", 1, awake=False), ("orc-1",))
    assert (asleep.surprised, asleep.free) == (("orc-1",), ("hero",))
    known = Group("g", "1-01", "orc", 1, members=("orc-1",))
    assert surprise.settle(rolling(state), known, ("orc-1",)) == surprise.Sighting()


@rule("rampage:encounter.surprise.judge-bonus")
def test_only_where_one_lies_in_wait_and_as_the_judge_says() -> None:
    state, orcs = below(one()), Group("g", "1-01", "orc", 2)
    assert state.dungeon is not None
    for features, bonus in (
        ({"f": Feature("f", "1-02", "ambush site")}, 0),
        ({"f": Feature("f", "1-01", "statue")}, 0),
        ({"f": Feature("f", "1-01", "ambush site")}, 2),
    ):
        there = replace(state, dungeon=replace(state.dungeon, features=features))
        assert surprise._bonus(rolling(there), orcs) == bonus
    assert surprise._bonus(ruled(state, {"rampage:encounter.surprise.judge-bonus": "+1"}), orcs) == 1


# Moods


@rule("rampage:reaction.attitude")
def test_how_those_met_feel() -> None:
    lawful, chaotic = of(one("a"), alignment="lawful"), of(one("b"), alignment="chaotic")
    orc, wolf = of(foe(), alignment="chaotic"), of(foe("wolf", "wolf"), alignment="neutral")
    state, orcs = game(lawful, chaotic, orc, wolf), Group("g", "1-01", "orc", 1)
    assert reactions.attitude(rolling(state), orcs, orc) == "hostile"
    assert reactions.attitude(rolling(state), Group("g", "1-01", "wolf", 1), wolf) == "hostile"
    swapped = game(chaotic, lawful, orc)
    assert reactions.attitude(rolling(swapped), orcs, orc) == "neutral"
    assert reactions.attitude(rolling(swapped), replace(orcs, attitude="friendly"), orc) == "friendly"
    assert reactions.attitude(ruled(state, {"rampage:reaction.attitude": "friendly"}), orcs, orc) == "friendly"


@rule("rampage:reaction.roll")
def test_nobodys_charisma_adds_nothing() -> None:
    do = rolling(before(), *d6(4, 5))
    assert reactions.react(do, "neutral", None) == ("part", "neutral")
    assert last(do, ReactionRolled).roll.total == 9


# Words


@rule("rampage:reaction.ph", "rampage:reaction.neutral", "rampage:reaction.pf")
def test_words_are_counted_and_take_a_round() -> None:
    state = before("neutral", surprised=("orc-1",))
    assert state.encounter is not None
    state = replace(state, encounter=replace(state.encounter, tries=3, round=1))
    do = rolling(state, *d6(5, 5))
    meetings.parley(do, tongued(), "talk")
    found = next(e for e in do.events if isinstance(e, EncounterChanged)).encounter
    assert (found.tries, found.round, found.surprised) == (4, 2, ())


@rule("rampage:reaction.begin-attack-unless-stopped")
@pytest.mark.parametrize(("ruling", "speaks", "faces", "fights"), [
    ("they are stopped", False, (), False), ("they are stopped", True, (), False), ("they attack", True, (), True),
    ("they attack", False, (), True), ("a check of CHA", False, (), True), ("a check of CHA", True, (d20(10),), False),
    ("a check of CHA", True, (d20(11),), True),
])  # fmt: skip
def test_what_stops_them(ruling: str, speaks: bool, faces: tuple[int, ...], fights: bool) -> None:
    do = blows(before(), *faces, **{"rampage:reaction.begin-attack-unless-stopped": ruling})
    meetings._stop_them(do, tongued() if speaks else None)
    assert has_event(do, EncounterEnded) is not fights
    assert has_event(do, FightBegan) is fights


@rule("rampage:reaction.roll", "rampage:reaction.offer-check")
@pytest.mark.parametrize(("accepted", "column", "favour", "fights"), [
    (True, "friendly", True, False), (True, "neutral", False, False), (False, "friendly", False, False),
    (False, "neutral", False, True),
])  # fmt: skip
def test_what_comes_of_an_offer(accepted: bool, column: str, favour: bool, fights: bool) -> None:
    do = blows(before("neutral", tongued(), tongued("second")))
    meetings.after_offer(do, accepted, column)
    assert has_event(do, meetings.FavourGranted) is favour
    assert has_event(do, FightBegan) is fights
    if favour:
        assert last(do, meetings.FavourGranted).speaker == "hero"


@rule("rampage:reaction.roll")
def test_a_favour_is_what_they_know_of_the_place() -> None:
    do = rolling(before("friendly"))
    meetings.grant(do, tongued())
    assert last(do, meetings.FavourGranted).speaker == "hero"
    assert do.state.dungeon is not None and do.state.dungeon.doors["door-2"].found
    outside = rolling(met(abroad(tongued()), foe(), attitude="friendly"))
    meetings.grant(outside, None)
    assert last(outside, meetings.FavourGranted).speaker == ""
    assert last(outside, EncounterEnded).how == "parted"


@rule("rampage:reaction.morale-bonus", "rampage:reaction.ph")
@pytest.mark.parametrize(("fierce", "what", "cited"), [
    (True, "attack fiercely", "reaction.morale-bonus"), (False, "attack", "reaction.ph"),
])  # fmt: skip
def test_how_they_attack(fierce: bool, what: str, cited: str) -> None:
    do = blows(before("hostile"))
    meetings.attack(do, fierce)
    change = next(e for e in do.events if isinstance(e, EncounterChanged))
    assert (change.what, change.rule) == (what, (f"rampage:{cited}",))


@rule("rampage:encounter.surprise.ambush")
@pytest.mark.parametrize(("distance", "nearer"), [(4, 3), (3, 2), (2, 2)])
@pytest.mark.parametrize(("round_", "hidden"), [(0, True), (4, True), (5, False)])
def test_those_who_are_watched_come_an_inch_nearer(distance: int, nearer: int, round_: int, hidden: bool) -> None:
    state = before("friendly", surprised=("orc-1",))
    assert state.encounter is not None
    state = replace(state, encounter=replace(state.encounter, distance=distance * INCH_FEET, round=round_))
    do = rolling(state)
    meetings.stand_by(do)
    change = next(e for e in do.events if isinstance(e, EncounterChanged))
    assert change.encounter.round == round_ + 1
    assert (change.what, change.encounter.surprised) == (("hidden", ("orc-1",)) if hidden else ("waited", ()))
    assert change.encounter.distance == (nearer if hidden else distance) * INCH_FEET
    assert has_event(do, EncounterEnded) is not hidden


@rule("rampage:time.round")
@pytest.mark.parametrize("outdoors", [True, False])
@pytest.mark.parametrize(("gone", "left"), [(0, 600), (120, 480), (599, 1), (660, 540)])
def test_the_rest_of_the_ten_minutes_goes_by(outdoors: bool, gone: int, left: int) -> None:
    place = abroad(one()) if outdoors else below(one())
    state = met(replace(place, now=MORNING + 7), foe())
    later = replace(state, now=state.now + gone)
    do = rolling(later)
    meetings.conclude(do, "parted")
    assert do.state.now == later.now + left
    assert not has_event(do, GameEnded)
    assert later.party is not None and do.state.party is not None
    assert do.state.party.turns == later.party.turns + (not outdoors)


@rule("rampage:time.round")
def test_when_nobody_is_left_the_game_is_over() -> None:
    do = rolling(met(below(replace(one(), status="dead")), foe()))
    meetings.conclude(do, "slain")
    assert has_event(do, GameEnded)


# Offers


@rule("rampage:reaction.offer-amount", "rampage:reaction.offer-language")
@pytest.mark.parametrize(("gp", "why"), [(5, ""), (4, "money")])
def test_an_offer_takes_all_of_five_gold_pieces(gp: int, why: str) -> None:
    """The first of those met is the one who is spoken to."""
    rat = of(foe("rat", "giant-rat"), hd=0)
    state = met(below(with_items(tongued(), gp=gp)), foe(), replace(rat, status="dead"), attitude="neutral")
    do = rolling(state)
    assert offers.put(do, state.creatures["hero"], "neutral") is (not why)
    assert has_event(do, offers.NoOffer) is bool(why)
    if why:
        assert last(do, offers.NoOffer).why == why


@rule("rampage:reaction.offer-check")
def test_who_keeps_the_money_offers_nothing() -> None:
    prompt = Prompt("offer-1", ("player",), "offer", ("pay", "keep"), "pay", (), "", {"speaker": "hero", "cost": 50})
    assert offers.accept(rolling(before()), prompt, "keep") is False


@rule("rampage:reaction.morale-bonus")
@pytest.mark.parametrize(("morale", "after"), [(None, None), (9, 11), (10, 12), (11, 12), (12, None)])
def test_nobody_is_bolder_than_twelve(morale: int | None, after: int | None) -> None:
    do = rolling(met(below(one()), of(foe(), morale=morale)))
    offers.embolden(do, ("orc-1",), 2)
    found = [sheet(do.state.creatures[e.creature]).morale for e in do.events if isinstance(e, SheetChanged)]
    assert found == ([] if after is None else [after])
