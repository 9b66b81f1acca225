"""Knave as a player plays it: typed lines, one at a time, and what the table answers to each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import RULESET, carrying, coins, coins_of, delvers, in_town_of, on_sheet, scores, sheet_of
from tests.ui.scene import PLAYER

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.systems.knave.magic import alchemy
from underkeep.systems.knave.town.carousing import Carouse
from underkeep.table.chair import Chair
from underkeep.table.session import Session
from underkeep.terminal.plain import Plain
from underkeep.testing import rule
from underkeep.world.dungeon import Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

SURE = 30
"""A score with which no check fails; its negative, one with which none succeeds."""
MOST_LINES = 200
"""No scene is that long: who types more does not get the answer that the script waits for."""


class Table:
    """A game in memory and a person who types; `heard` is what was answered to the last line."""

    def __init__(self, state: State, script: Callable[[Table], Iterator[str]], seed: int = 1) -> None:
        self.session = Session.in_memory(RULESET, state, seed, {REFEREE: Soldier()})
        self.heard = ""
        lines, counts = script(self), count()

        def read() -> str:
            line = next(lines, None)
            assert next(counts) < MOST_LINES, f"The script goes on and on: {line} after {self.heard}"
            self.heard = ""
            if line is None:
                raise EOFError
            return line

        Plain(Chair(self.session, PLAYER), read, self._hear).run()

    def _hear(self, text: str) -> None:
        self.heard += text

    @property
    def state(self) -> State:
        return self.session.state

    def carried(self, id: str = "hero-1") -> list[str]:
        return [item.name for item in self.state.creatures[id].items]


def pair(in_town: bool = False) -> State:
    """Wat and Edda, of no scores, with a torch each."""
    state = delvers(2, in_town=in_town)
    return state.with_creature("hero-1", name="Wat").with_creature("hero-2", name="Edda")


def things(count: int) -> tuple[Item, ...]:
    return tuple(Item(f"thing-{n}", f"Thing {n}") for n in range(1, count + 1))


def within(state: State, **of_the_dungeon: object) -> State:
    assert state.dungeon is not None
    return replace(state, dungeon=replace(state.dungeon, **of_the_dungeon))  # type: ignore[arg-type]


def test_a_script_that_waits_in_vain_comes_to_an_end() -> None:
    def wait(table: Table) -> Iterator[str]:
        while "no such answer" not in table.heard:
            yield "look"

    with pytest.raises(AssertionError, match="on and on"):
        Table(pair(), wait)


@rule("knave:encumbrance.no-excess")
def test_carrying_too_much_is_refused_with_the_reason() -> None:
    def shop(table: Table) -> Iterator[str]:
        assert "Looking for work" in table.heard
        yield "buy rope for Wat"
        assert "slot" in table.heard
        yield "give thing 3 of Wat to Edda"
        assert "Edda has no free slot for that." in table.heard
        assert table.state == full
        yield "drop thing 3 with Wat"
        yield "buy rope for Wat"
        assert "(buy 50-foot rope for Wat)" in table.heard
        yield "inventory wat"
        assert "50-foot rope" in table.heard and "Thing 3" not in table.heard
        yield "party"
        assert "load 10 of 10 slots" in table.heard

    full = carrying(in_town_of(pair(in_town=True), "town"), "hero-1", coins(50), *things(9))
    full = carrying(full, "hero-2", *things(10))
    table = Table(full, shop)
    assert coins_of(table.state) == 45


@rule("knave:encumbrance.no-excess", "knave:encumbrance.coins")
def test_treasure_that_nobody_has_room_for_stays() -> None:
    def loot(table: Table) -> Iterator[str]:
        yield "light torch with Edda"
        yield "take treasure"
        assert "Nobody has a slot free for that" in table.heard
        assert table.state.dungeon is not None and table.state.dungeon.hoards["heap"].items == heap.items
        yield "drop thing 10 with Wat"
        yield "take treasure 1"
        assert "Wat takes a crown." in table.heard and "Crown" in table.carried()

    heap = Hoard("heap", "1-01", (Item("crown", "Crown"),))
    state = within(carrying(pair(), "hero-1", *things(10)), hoards={"heap": heap})
    Table(carrying(state, "hero-2", Item("torch", "Torch"), *things(10)), loot)


def before_an_orc(state: State) -> State:
    """Whoever goes through the opening meets an orc that means harm."""
    return within(state, groups={"orcs": Group("orcs", "1-p1", "orc", 1, attitude="threatening")})


def to_the_orc(table: Table) -> Iterator[str]:
    yield "light torch with Edda"
    yield "go east"
    assert "an orc" in table.heard.lower()
    if "They order the party to turn back" in table.heard:
        yield "defy"
    yield "attack the orc"
    while "may act" in table.heard and "attack Orc" not in table.heard:
        assert "approach" in table.heard
        yield "approach Orc" if "Wat may act" in table.heard else "done"


@rule("knave:combat.power-attack.breaks-weapon", "knave:combat.power-attack.double-dice")
def test_a_power_attack_breaks_the_sword() -> None:
    def strike(table: Table) -> Iterator[str]:
        yield from to_the_orc(table)
        yield "attack orc with sword"
        assert "for double dice?" in table.heard
        yield "yes"
        assert "Wat's sword breaks: the price of a power attack." in table.heard
        yield "inventory wat"
        assert "Sword (broken)" in table.heard

    state = scores(pair(), "hero-1", STR=SURE).with_creature("hero-1", hp=50, max_hp=50)
    state = state.with_creature("hero-2", hp=50, max_hp=50)
    state = carrying(state, "hero-1", Item("sword", "Sword", "hand"))
    broken = Table(before_an_orc(state), strike).state.creatures["hero-1"].items[0]
    assert (broken.name, broken.broken) == ("Sword", True)


@rule("knave:damage.wound-order", "knave:damage.wounded-slot-drops-item", "knave:damage.direct.bypasses-hp")
def test_a_fall_wounds_one_out_of_the_backpack() -> None:
    def fall(table: Table) -> Iterator[str]:
        yield "light torch with Edda"
        yield "go east"
        assert "The floor opens underfoot." in table.heard
        wounds = sheet_of(table.state, "hero-1").wounds
        assert 2 <= wounds <= 12
        last = [f"Thing {n}" for n in range(20 - wounds + 1, 21)]
        assert table.carried() == [f"Thing {n}" for n in range(1, 20 - wounds + 1)]
        assert "is wounded (slots 20" in table.heard and f" {20 - wounds + 1})" in table.heard
        assert all(name.lower() in table.heard for name in last)
        yield "sheet wat"
        assert f"{20 - wounds + 1}-20: WOUNDED" in table.heard
        yield "party"
        assert f"load {20 - wounds} of 20 slots, {wounds} wounded" in table.heard

    state = scores(pair(), "hero-1", WIS=-SURE, CON=10)
    pit = Trap("pit", "1-p1", "pit-20")
    Table(within(carrying(state, "hero-1", *things(20)), traps={"pit": pit}), fall)


@rule("knave:magic-item.harvest.tools", "knave:magic-item.brewing.check", "knave:magic-item.potion.effect")
def test_an_orcs_eye_becomes_cat_eyes() -> None:
    """Slay, cut, carry home to the entrance, brew, drink, and see in the dark."""

    def brew(table: Table) -> Iterator[str]:
        yield from to_the_orc(table)
        while "wins the fight." not in table.heard:
            asked = {"for double dice?": "no", "may bring off": "none", "Wat may act": "attack orc with sword"}
            yield next((line for question, line in asked.items() if question in table.heard), "done")
        yield "cut the eye from the orc"
        assert "Orc's eye" in table.carried()
        yield "go west"
        yield "brew a potion from the orc's eye"
        if "Which do you mean?" in table.heard:
            yield "1"
        assert "Potion of cat eyes" in table.carried()
        assert "Orc's eye" not in table.carried()
        yield "put out torch"
        assert "It is dark." in table.heard
        yield "drink potion of cat eyes"
        assert "Wat drinks a potion of cat eyes." in table.heard
        yield "look"
        assert "It is dark." not in table.heard

    state = scores(pair(), "hero-1", STR=SURE, INT=SURE)
    state = state.with_creature("hero-1", hp=50, max_hp=50).with_creature("hero-2", hp=50, max_hp=50)
    gear = (Item("sword", "Sword", "hand"), an_item("knife"), an_item("cauldron"), an_item("tinderbox"))
    assert alchemy.parts("orc")["eye"] == "cat-eyes"
    Table(before_an_orc(carrying(state, "hero-1", *gear)), brew, seed=2)


def woken_in_prison() -> tuple[State, int]:
    """A state and a seed with which Wat's first night of carousing ends in a cell."""
    state = on_sheet(scores(in_town_of(pair(in_town=True), "town"), "hero-1", CON=-SURE), "hero-1", slots=10)
    state = carrying(carrying(state, "hero-1", coins(50)), "hero-2", coins(120))
    for seed in range(400):
        session = Session.in_memory(RULESET, state, seed, {REFEREE: Soldier()})
        session.submit(PLAYER, Carouse("hero-1"))
        if session.state.creatures["hero-1"].condition("imprisoned"):
            return state, seed
    raise AssertionError("No night ends in prison.")


@rule("knave:downtime.carousing.mishap-12", "knave:downtime.carousing.duration")
@pytest.mark.parametrize("way", ["pay bail for Wat", "rest 7 days"])
def test_a_night_out_ends_in_prison_and_there_are_two_ways_out(way: str) -> None:
    def night(table: Table) -> Iterator[str]:
        yield "carouse with Wat"
        yield "yes"
        assert "sits in prison" in table.heard
        assert "pay bail for Wat" in table.heard
        yield "set out"
        assert "Wat is in prison." in table.heard
        yield "hear rumours with Wat"
        assert "prison" in table.heard
        yield way
        yield "yes"
        assert "Wat is free" in table.heard
        yield "set out"
        yield "yes"
        assert "The party sets out" in table.heard

    state, seed = woken_in_prison()
    table = Table(state, night, seed)
    assert coins_of(table.state, "hero-2") == (20 if way.startswith("pay") else 120)


@rule("knave:money.unskilled-wage")
def test_hiring_by_name_with_and_without_an_offer() -> None:
    def hire(table: Table) -> Iterator[str]:
        assert "asks 10c a day" in table.heard and " gp " not in table.heard and "level" not in table.heard
        assert "for 10c a day" in table.heard and "share" not in table.heard
        town = table.state.settlement
        assert town is not None
        name = town.applicants[0].name
        yield f"hire {name} for 9 coins"
        assert f"{name} asks 10c a day." in table.heard
        yield f"hire {name}"
        assert f"(hire {name} for 10c a day with Wat)" in table.heard
        assert coins_of(table.state) == 90
        yield "party"
        assert f"{name} (hireling)" in table.heard
        yield f"hire {town.applicants[1].name} for 15c with Wat"
        assert coins_of(table.state) == 75

    state = scores(in_town_of(pair(in_town=True), "town"), "hero-1", CHA=3)
    Table(carrying(state, "hero-1", coins(100)), hire)


def test_a_friend_in_the_shape_of_a_beast_can_be_looked_at() -> None:
    def look(table: Table) -> Iterator[str]:
        yield "cast beast form with Wat"
        assert "becomes a beast." in table.heard
        yield "sheet Wat"
        assert "Bite" in table.heard and "d20" in table.heard
        yield "cast cure light wounds"
        assert "Bite" not in table.heard

    state = scores(pair(), "hero-1", INT=1)
    Table(carrying(state, "hero-1", Item("sword", "Sword", "hand"), an_item("spellbook:beast-form")), look)


@rule("knave:light.torch.three-uses")
def test_the_uses_of_a_half_burnt_torch_are_told_once() -> None:
    def relight(table: Table) -> Iterator[str]:
        yield "light torch with Wat"
        assert "Light: Wat's torch, 1 use left." in table.heard

    Table(carrying(pair(), "hero-1", Item("torch", "Torch (1 use left)")), relight)


@rule("knave:reaction.roll")
def test_vipers_are_after_rations_and_not_after_purses() -> None:
    def meet(table: Table) -> Iterator[str]:
        yield "light torch with Edda"
        yield "go east"
        assert "after the party's rations" in table.heard and "Attitude: hungry." in table.heard
        yield "stand by"
        assert "Wat loses every ration to them." in table.heard

    state = carrying(pair(), "hero-1", coins(30), an_item("ration", 2))
    vipers = Group("vipers", "1-p1", "pit-viper", 2, attitude="hungry")
    assert coins_of(Table(within(state, groups={"vipers": vipers}), meet).state) == 30


@rule("knave:money.unskilled-wage")
def test_wages_are_told_by_the_hireling_and_end_the_rest_when_they_run_out() -> None:
    def employ(table: Table) -> Iterator[str]:
        yield "hire Fulk with Wat"
        yield "hire Dagna with Wat"
        yield "rest 7 days"
        yield "yes"
        assert "Fulk is paid 20 coins for 2 days." in table.heard
        assert "Dagna is paid 100 coins for 2 days." in table.heard and table.heard.count("paid") == 2
        assert "The party cannot pay another day's wages (60 coins), and rests no longer." in table.heard
        assert "in wages" not in table.heard and "leaves" not in table.heard
        yield "rest a day"
        yield "yes"
        assert "There are not the 50 coins that Dagna is owed." in table.heard
        assert "Dagna leaves the party." in table.heard and "Fulk is paid 10 coins for 1 day." in table.heard

    state = carrying(scores(pair(in_town=True), "hero-1", CHA=3), "hero-1", coins(130))
    assert state.settlement is not None
    people = (Applicant("hireling-1", "hireling", 0, "Fulk", (10,)), Applicant("expert-2", "expert", 0, "Dagna", (50,)))
    state = replace(carrying(state, "hero-2", coins(60)), settlement=replace(state.settlement, applicants=people))
    assert coins_of(Table(state, employ).state, "hero-2") == 0
