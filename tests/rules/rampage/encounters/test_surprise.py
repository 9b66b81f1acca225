"""Surprise: chances, who rolls, who gets the free round."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    HALL,
    MORNING,
    STORE,
    abroad,
    beast,
    below,
    do_it,
    foe,
    has_event,
    home,
    last,
    met,
    one,
    rolling,
    rules_of,
    why,
)  # fmt: skip

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Engage, Evade, StandBy
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import Bond, RampageCampaign, campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.encounters import meetings, surprise
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d10, d12, rule
from underkeep.testing.faces import Standing
from underkeep.world.dungeon import Feature, Group
from underkeep.world.encounter import EncounterBegan, EncounterEnded, SurpriseRolled
from underkeep.world.light import Light
from underkeep.world.party import PartyWent
from underkeep.world.state import State

ORCS = Group("g", "1-01", "orc", 2)


def meet(state: State, *faces: int, group: Group = ORCS, came: str = "") -> Resolution:
    """Those of the group come upon the party; hit points and alignments of the orcs are not what it is about."""
    do = rolling(state)
    dice = Standing(*faces)
    dice.standing = {"hit points": d8(4)}
    do.dice = dice
    if came:
        do.emit(PartyWent("dungeon", HALL, came))
    meetings.meet(do, group, None)
    dice.finish()
    return do


@rule(
    "rampage:encounter.surprise.roll",
    "rampage:encounter.surprise.effect",
    "rampage:encounter.surprise.distance-dungeon",
)
@pytest.mark.parametrize(("ours", "theirs", "who"), [
    (2, 3, {"hero"}), (3, 2, {"orc-1", "orc-2"}), (3, 3, set()), (1, 1, set()),
])  # fmt: skip
def test_one_or_two_on_a_d6_surprise(ours: int, theirs: int, who: set[str]) -> None:
    do = meet(below(replace(one(), sheet=replace(sheet(one()), alignment="lawful"))), d6(ours), d6(theirs), d4(3))
    began = last(do, EncounterBegan)
    assert set(began.encounter.surprised) == who
    assert began.encounter.distance == 20
    assert (do.state.fight is not None) is (who == {"hero"})


@rule("rampage:encounter.surprise.distance-dungeon")
def test_no_farther_than_the_room_is_wide() -> None:
    do = meet(below(one(), at=replace(HALL, square=(2, 2))), d6(3), d6(3), d4(4))
    assert last(do, EncounterBegan).encounter.distance == 10


@rule("rampage:encounter.surprise.distance-wilderness")
def test_nine_to_eighteen_inches_out_of_doors() -> None:
    do = meet(abroad(one()), d6(3), d6(3), d12(8), d12(1), d10(10), group=replace(ORCS, area="on the way"))
    assert last(do, EncounterBegan).encounter.distance == 90


@rule("rampage:encounter.surprise.light")
def test_light_gives_a_party_away_unless_a_door_hid_it() -> None:
    state = below(one(), lights=("hero",))
    lit = meet(state, d6(3), d4(1))
    assert len([e for e in lit.events if isinstance(e, SurpriseRolled)]) == 1
    opened = below(one(), lights=("hero",), opened={"door-1": MORNING})
    assert (
        len([e for e in meet(opened, d6(3), d6(3), d4(1), came="door-1").events if isinstance(e, SurpriseRolled)]) == 2
    )
    late = replace(opened, now=MORNING + 61)
    assert len([e for e in meet(late, d6(3), d4(1), came="door-1").events if isinstance(e, SurpriseRolled)]) == 1


@rule("rampage:light.shuttered.use")
def test_a_shuttered_lantern_gives_no_jack_away() -> None:
    lamp = Light("l", "hero", "shuttered-lantern", "Lantern", 5, None)
    scout = replace(below(one(kind="scout", gear=("dagger",))), lights=(lamp,))
    do = meet(scout, d6(3), d6(3), d4(1))
    assert "light.shuttered.use" in rules_of(do)
    assert last(do, EncounterBegan).encounter.surprised == ("orc-1", "orc-2")
    warrior = replace(below(one()), lights=(lamp,))
    assert len([e for e in meet(warrior, d6(3), d4(1)).events if isinstance(e, SurpriseRolled)]) == 1


@rule("rampage:encounter.surprise.noise", "rampage:encounter.surprise.door-bash-fail")
def test_whoever_was_heard_surprises_nobody() -> None:
    for remembered in ({"noisy": 1}, {"warned": ("1-01",)}):
        do = meet(below(one(), **remembered), d6(3), d4(1))
        assert [e.side for e in do.events if isinstance(e, SurpriseRolled)] == ["party"]
    later = below(one(), noisy=0)
    assert len([e for e in meet(later, d6(3), d6(3), d4(1)).events if isinstance(e, SurpriseRolled)]) == 2


@rule("rampage:class.jack.surprise", "rampage:encounter.surprise.no-ability-modifier")
@pytest.mark.parametrize(("level", "chance"), [(3, 3), (4, 4), (6, 4), (7, 5)])
def test_jacks_surprise_more_often_and_nobody_by_dexterity(level: int, chance: int) -> None:
    assert surprise.own_chance(one(kind="scout", level=level)) == chance
    assert surprise.own_chance(one(DEX=18)) == 2


@rule("rampage:evasion.jacks-surprise")
def test_a_band_of_jacks_is_as_quiet_as_the_worst() -> None:
    scouts = [one("a", "scout", level=2), one("b", "scout", level=8)]
    assert surprise.jacks_chance(scouts) == 3
    assert surprise.chances(below(*scouts)) == {"a": 3, "b": 3}
    assert surprise.jacks_chance([*scouts, one("c")]) is None
    assert surprise.chances(below(*scouts, one("c"))) == {"a": 3, "b": 5, "c": 2}


@rule(
    "rampage:encounter.surprise.large-group", "rampage:animal.dogs.count-as-members", "rampage:animal.war-dogs.surprise"
)
def test_eleven_surprise_on_a_one_and_dogs_are_counted() -> None:
    people = [one(f"h{n}") for n in range(9)]
    assert set(surprise.chances(below(*people, beast("d1", "war-dog"))).values()) == {2}
    assert set(surprise.chances(below(*people, beast("d1", "war-dog"), beast("d2", "war-dog"))).values()) == {1}
    assert surprise.is_many(abroad(one()), 99) is False
    assert surprise.is_many(abroad(one()), 100) is True
    assert surprise.monsters_chance(below(one()), "orc", 10) == 2
    assert surprise.monsters_chance(below(one()), "orc", 11) == 1


@rule("rampage:encounter.surprise.elf-halfling", "rampage:race.elf.surprise", "rampage:race.halfling.surprise")
@pytest.mark.parametrize(("races", "terrain", "chance"), [
    (("elf", "halfling"), "forest", 4), (("elf", "man"), "forest", 2), (("elf",), "grass", 2),
    (("halfling",), "hill", 4), (("elf",), "desert", 2),
])  # fmt: skip
def test_elves_and_halflings_in_the_woods(races: tuple[str, ...], terrain: str, chance: int) -> None:
    people = [one(race, race=race) for race in races]
    assert set(surprise.chances(abroad(*people, terrain=terrain)).values()) == {chance}
    assert set(surprise.chances(below(*people)).values()) == {2}


@rule("rampage:encounter.surprise.monster-special")
def test_some_monsters_surprise_more_often() -> None:
    assert surprise.monsters_chance(below(one()), "bugbear", 1) == 3
    assert surprise.monsters_chance(below(one()), "crab-spider", 1) == 4


@rule("rampage:death.maimed.ear")
def test_a_lone_ear_hears_less() -> None:
    deaf = one()
    deaf = replace(deaf, sheet=replace(sheet(deaf), injuries=("lost left ear",)))
    assert surprise.monsters_chance(below(deaf), "orc", 1) == 3
    assert surprise.monsters_chance(below(deaf, one("friend")), "orc", 1) == 2
    assert surprise.monsters_chance(abroad(deaf), "orc", 1) == 2


@rule("rampage:encounter.surprise.mixed-chances", "rampage:encounter.surprise.mixed-hidden",
      "rampage:example.surprise.scout")  # fmt: skip
def test_the_books_scout_surprises_on_a_three_and_his_fellows_do_not() -> None:
    """The example: scout 1-4, fellows 1-2, the goblins roll 3."""
    state = below(one("scout", "scout", level=4), one("fellow"))
    do = meet(state, d6(6), d6(3), d4(1))
    assert campaign(do.state).free == ("scout",)
    assert campaign(do.state).unseen == ("scout",)
    assert last(do, EncounterBegan).encounter.surprised == ("orc-1", "orc-2")


@rule("rampage:encounter.surprise.mixed-no-attack", "rampage:example.surprise.scout2")
def test_the_books_scout_is_not_attacked_though_his_comrades_are_surprised() -> None:
    """The example: the party rolls 2, the goblins 3; they act, and may not attack the scout."""
    state = below(one("scout", "scout", level=4), one("fellow"))
    sighting = surprise.mixed(state, ("scout", "fellow"), ("g-1",), True, ("scout",))
    assert (sighting.surprised, sighting.free, sighting.unseen) == (("fellow",), ("g-1",), ("scout",))


@rule("rampage:encounter.surprise.mixed-chances")
def test_if_both_are_surprised_only_the_better_act() -> None:
    state = below(one("scout", "scout", level=4), one("fellow"))
    both = surprise.mixed(state, ("scout", "fellow"), ("g-1",), True, ("scout", "fellow"))
    assert both.free == ("scout",)
    plain = below(one("a"), one("b"))
    assert surprise.mixed(plain, ("a", "b"), ("g-1",), True, ("a", "b")) == surprise.Sighting()


@rule("rampage:encounter.surprise.judge-bonus")
def test_a_place_to_lie_in_wait_helps() -> None:
    state = below(one())
    assert state.dungeon is not None
    site = Feature("f", "1-01", "ambush site")
    ready = replace(state, dungeon=replace(state.dungeon, features={"f": site}))
    assert last(meet(ready, d6(3), d6(4), d4(1)), EncounterBegan).encounter.surprised == ("orc-1", "orc-2")
    assert last(meet(state, d6(3), d6(3), d4(1)), EncounterBegan).encounter.surprised == ()


@rule("rampage:encounter.surprise.avoid")
def test_who_was_not_noticed_slips_away() -> None:
    orc = foe()
    state = met(below(one(), at=replace(HALL, square=(3, 2))), orc, attitude="hostile", surprised=("orc-1",))
    do = do_it(state, Evade())
    assert last(do, EncounterEnded).how == "evaded"
    assert "encounter.surprise.avoid" in rules_of(do)


@rule("rampage:encounter.surprise.ambush")
def test_a_party_that_lies_still_may_wait() -> None:
    state = met(below(one()), foe(), attitude="hostile", surprised=("orc-1",))
    do = do_it(state, StandBy())
    assert do.state.encounter is not None and do.state.encounter.distance == 15
    assert do.state.encounter.surprised == ("orc-1",)
    assert state.party is not None
    moving = replace(state, party=replace(state.party, moved=10))
    assert play.resolve(RULESET, moving, "player", StandBy(), Seeded(1, "x")).state.fight is not None


@rule("rampage:encounter.surprise.effect")
def test_the_surprised_do_nothing_in_the_first_round() -> None:
    state = met(below(one(), free=("hero",)), foe(), attitude="hostile", surprised=("orc-1",))
    do = do_it(state, Engage())
    fight = do.state.fight
    assert fight is not None
    assert [step.actors for step in fight.steps if step.phase == "act"] == [("hero",)]


@rule("rampage:encounter.surprise.door-bash-basher", "rampage:encounter.surprise.door-bash")
def test_the_basher_only_clears_the_doorway() -> None:
    state = below(one(), at=STORE, bashed={"door-1": 1}, bashers=("hero",), opened={"door-1": MORNING})
    do = meet(state, d6(6), d6(1), d4(1), group=replace(ORCS, area="1-02"), came="door-1")
    assert campaign(do.state).clearing == ("hero",)
    again = below(one(), at=STORE, bashed={"door-1": 2}, bashers=(), opened={"door-1": MORNING})
    assert campaign(meet(again, d6(6), d6(1), d4(1), came="door-1").state).clearing == ()
    fighting = do_it(do.state, Engage()).state
    kinds = {type(a).__name__ for a in play.legal_actions(RULESET, fighting, "player", "hero")}
    assert kinds <= {"Move", "Done", "EndStep"}


@rule("rampage:animal.guard-dogs.one", "rampage:animal.guard-dogs.three", "rampage:animal.dogs.training")
@pytest.mark.parametrize(("dogs", "chance"), [(0, 2), (1, 1), (2, 1), (3, 0)])
def test_guard_dogs_give_warning(dogs: int, chance: int) -> None:
    ids = [f"d{n}" for n in range(dogs)]
    beasts = [beast(id, "guard-dog") for id in ids]
    bonds = {id: Bond("hero", MORNING - 30 * DAY) for id in ids}
    assert surprise.monsters_chance(below(one(), *beasts, dogs=bonds), "orc", 1) == chance
    new = {id: Bond("hero", MORNING - 30 * DAY + 1) for id in ids}
    assert surprise.monsters_chance(below(one(), *beasts, dogs=new), "orc", 1) == 2


@rule("rampage:animal.tracking-dogs.noise", "rampage:animal.dogs.six-no-surprise")
def test_dogs_are_heard() -> None:
    one_dog = below(one(), beast("d", "tracking-dog"))
    assert surprise.chances(one_dog)["hero"] == 1
    pack = [beast(f"t{n}", "tracking-dog") for n in range(3)] + [beast(f"g{n}", "guard-dog") for n in range(3)]
    assert surprise.chances(below(one(), *pack))["hero"] == 0
    assert surprise.chances(below(one(kind="scout", level=7), *pack[:5]))["hero"] == 4


@rule("rampage:encounter.surprise.stealthy-default")
def test_nobody_has_to_say_that_they_are_quiet() -> None:
    assert not has_event(meet(below(one()), d6(3), d6(3), d4(1)), EncounterEnded)
    assert why(home(one()), Engage()) is not None
    assert RampageCampaign().free == ()
