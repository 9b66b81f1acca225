"""What those met want of the party, and those who follow it; captives and what they do when told."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.knave.encounters.test_meetings import FREE, attitude, met
from tests.rules.knave.scenes import (
    RULESET,
    answer,
    carrying,
    coins,
    coins_of,
    delvers,
    has,
    lead,
    on_sheet,
    refused,
    the,
)

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems.knave.basics.campaign import campaign
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.encounters.captives import CaptiveOrdered, Command
from underkeep.systems.knave.encounters.demands import OrderObeyed, PartyCaptured
from underkeep.systems.knave.encounters.favours import Told
from underkeep.systems.knave.monsters import wandering
from underkeep.testing import d6, d20, die, rule
from underkeep.testing.builders import cellar, scripted
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import DoorChanged, Group, GroupChanged
from underkeep.world.encounter import EncounterBegan, EncounterEnded, ReactionRolled
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item
from underkeep.world.state import State


@rule("knave:reaction.roll")
def test_three_is_to_be_taken_alive_if_the_party_yields() -> None:
    do = met("hobgoblin", d6(1), d6(2))
    assert attitude(do.state) == "violent" and not has(do, FightBegan)
    assert do.state.prompts[0].rule == ("knave:reaction.roll",)
    fought = answer(do, "fight", d20(20))
    assert has(fought, FightBegan)
    rich = carrying(do.state, "hero-1", coins(80), Item("torch", "Torch"))
    taken = answer(scripted(RULESET, rich), "yield", d6(FREE))
    assert has(taken, PartyCaptured) and not has(taken, FightBegan)
    assert coins_of(taken.state) == 0
    assert [i.kind for i in taken.state.creatures["hero-1"].items] == ["torch"]
    assert taken.state.now - do.state.now >= 86_400
    assert taken.state.encounter is None and taken.state.party.at == taken.state.dungeon.entrance
    captors = next(g for g in taken.state.dungeon.groups.values() if g.kind == "hobgoblin")
    assert captors.count == 1 and captors.attitude == "indifferent"
    (hoard,) = [h for h in taken.state.dungeon.hoards.values() if h.area == captors.area]
    assert [(i.kind, i.count) for i in hoard.items] == [("coin", 80)]


@rule("knave:reaction.roll")
def test_beasts_take_nobody_alive() -> None:
    assert has(met("owl-bear", *d6(1, 2)), FightBegan)


@rule("knave:reaction.roll")
def test_five_is_an_order_to_turn_back() -> None:
    dungeon = replace(cellar(RULESET), groups={"them": Group("them", "1-p1", "hobgoblin", 1)})
    lit = lead(delvers(dungeon=dungeon), a.LightUp("hero-1", "torch")).state
    do = lead(lit, a.Go("opening-1"), d6(2), d6(3))
    assert do.state.party.at.area == "1-p1"
    gone = answer(do, "turn back", d6(FREE))
    assert the(gone, OrderObeyed).rule == ("knave:reaction.roll",)
    assert gone.state.party.at.area == "1-01"
    defied = answer(do, "defy")
    assert attitude(defied.state) == "threatening" and defied.state.encounter is not None


@rule("knave:reaction.roll")
def test_where_there_is_no_way_back_an_order_costs_a_tenth() -> None:
    do = met("hobgoblin", d6(2), d6(3))
    paid = answer(scripted(RULESET, carrying(do.state, "hero-1", coins(80))), "turn back", FREE)
    assert the(paid, OrderObeyed).order == "pay"
    assert coins_of(paid.state) == 72
    assert the(paid, EncounterEnded).how == "parted"


@rule("knave:reaction.roll")
def test_eight_follows_and_comes_again() -> None:
    do = met("hobgoblin", d6(4), d6(4), lair=False, count=2)
    assert attitude(do.state) == "watching"
    parted = lead(do.state, a.StandBy(), d6(FREE))
    assert campaign(parted.state).followed_by == "them"
    later = scripted(RULESET, parted.state, d6(6), d6(6))
    wandering.come(later, 0, "knave:hazard.die.encounter")
    assert the(later, EncounterBegan).encounter.monsters == ("hobgoblin-1", "hobgoblin-2")
    assert the(later, ReactionRolled).result == "joining"
    assert campaign(later.state).followed_by == ""


@rule("knave:downtime.carousing.mishap-08")
def test_an_ugly_tattoo_speaks_against_its_bearer() -> None:
    state = answer(met("hobgoblin", d6(2), d6(3)), "defy").state
    marked = on_sheet(state, "hero-1", ties=(Tie("ugly tattoo", "in plain sight"),))
    roll = the(lead(marked, a.Parley("hero-1", "passage"), d20(15)), CheckRolled)
    assert roll.roll.modifiers == (("ugly tattoo", -5),)
    assert "knave:downtime.carousing.mishap-08" in roll.rule
    assert not roll.success


def with_captive(kind: str = "goblin") -> State:
    """A goblin has given itself up in the hall."""
    do = met(kind, d6(3), d6(4))
    state = lead(do.state, a.StandBy(), FREE).state.with_creature(f"{kind}-1", status="yielded")
    group = replace(state.dungeon.groups["them"], count=0)
    return replace(state, dungeon=replace(state.dungeon, groups={"them": group}))


def told(order: str) -> Command:
    return Command("hero-1", "goblin-1", order)


@rule("knave:morale.failure", "knave:reaction.changes")
def test_a_captive_follows_whoever_commands_it() -> None:
    done = lead(with_captive(), told("follow"), d20(20))
    assert the(done, CaptiveOrdered).obeys
    assert "goblin-1" in done.state.party.members
    assert done.state.creatures["goblin-1"].is_up and done.state.creatures["goblin-1"].side == "party"
    balks = lead(with_captive(), told("follow"), d20(1))
    assert not the(balks, CaptiveOrdered).obeys
    assert balks.state.creatures["goblin-1"].status == "yielded"


@rule("knave:reaction.changes")
def test_a_captive_tells_what_is_hidden_once() -> None:
    done = lead(with_captive(), told("tell"), d20(20), FREE)
    assert has(done, Told) and has(done, DoorChanged)
    assert refused(done.state, told("tell")) == "knave:reaction.changes"


@rule("knave:reaction.changes")
def test_a_captive_that_is_let_go_goes() -> None:
    done = lead(with_captive(), told("go"))
    assert done.state.creatures["goblin-1"].status == "fled"
    assert refused(done.state, told("go")) == "knave:morale.failure"


@rule("knave:morale.failure")
def test_orders_are_for_those_who_gave_up() -> None:
    legal = play.legal_actions(RULESET, with_captive(), "player")
    assert {x.order for x in legal if isinstance(x, Command)} == {"follow", "tell", "go"}
    assert refused(delvers(), told("follow")) == "knave:morale.failure"
    assert refused(with_captive(), told("dance")) == "knave:morale.failure"


@rule("knave:hazard.die.encounter")
def test_the_entry_foretold_comes_or_the_table_is_rolled_on() -> None:
    state = delvers()
    assert state.dungeon is not None
    notes = {wandering.note_key(1): "ogre, owl-bear, basilisk"}
    state = replace(state, dungeon=replace(state.dungeon, notes=notes))

    def came(entry: int, *faces: int) -> tuple[str, int]:
        do = scripted(RULESET, state, *faces)
        wandering.come(do, entry, "knave:hazard.die.encounter")
        group = next(e for e in do.events if isinstance(e, GroupChanged) and e.what == "wandered in")
        assert group.rule == ("knave:hazard.die.encounter",)
        foretold = next(e for e in do.events if isinstance(e, wandering.EncounterForetold))
        assert foretold.entry == 0 and state.party is not None and state.party.at is not None
        assert group.group.area == state.party.at.area
        assert the(do, EncounterBegan).encounter.distance == wandering.WANDERER_FEET
        return group.group.kind, group.group.count

    assert came(1, *d6(4, 4)) == ("ogre", 1)
    assert came(3, *d6(4, 4)) == ("basilisk", 1)
    assert came(9, *d6(4, 4)) == ("basilisk", 1)
    assert came(0, die(3, 2), *d6(4, 4)) == ("owl-bear", 1)
