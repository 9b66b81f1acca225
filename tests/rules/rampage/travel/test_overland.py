"""Overland movement and getting lost."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import DAY, abroad, beast, below, has_event, last, one, rolling, rules_of, with_items
from tests.rules.rampage.scene import table

from underkeep.kernel.dice import Seeded
from underkeep.procedures import play
from underkeep.procedures.delve_actions import MarchOn
from underkeep.systems.rampage.encounters import allowance as pace
from underkeep.systems.rampage.encounters.allowance import TERRAINS, allowance, allowance_for, code, cost, dearest
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.systems.rampage.travel import days, overland
from underkeep.testing import d6, d12, rule
from underkeep.world.creature import Creature
from underkeep.world.journey import BearingsTaken, Strayed
from underkeep.world.state import State


def mover(text: str) -> Creature:
    """Somebody of a line of the book's table: 12-F, 18-H, 32-M."""
    inches, letter = text.split("-")
    creature = beast(text, "riding-horse")
    legs = 2 if letter == "F" else 4
    own = replace(creature.sheet, movement_in=int(inches), legs=legs)  # type: ignore[type-var]
    return replace(creature, sheet=own)


@rule("rampage:wilderness.table", "rampage:wilderness.terrain-cost", "rampage:wilderness.codes")
@pytest.mark.parametrize(
    "row", [row for row in table("wilderness.overland") if row[0] != "Wagon"], ids=lambda r: str(r[0])
)
def test_the_table_of_the_book(row: list[object]) -> None:
    creature = mover(str(row[0]))
    assert code(creature) == str(row[0])[-1]
    assert allowance_for(int(str(row[0]).split("-")[0])) == row[1]
    assert [cost([creature], terrain) for terrain in TERRAINS] == row[2:]


@rule("rampage:wilderness.table")
@pytest.mark.parametrize(("inches", "hexes"), [(2, 0), (3, 2), (5, 2), (11, 4), (12, 6), (40, 18)])
def test_between_two_lines_the_slower_counts(inches: int, hexes: int) -> None:
    assert allowance_for(inches) == hexes


@rule("rampage:wilderness.slowest", "rampage:wilderness.terrain-cost", "rampage:wilderness.mixed-terrain")
def test_a_company_goes_as_its_slowest_and_pays_as_its_dearest() -> None:
    state = abroad(one())
    assert allowance(state, [mover("12-F"), mover("9-F")]) == 4
    assert cost([mover("12-F"), mover("12-H")], "forest") == 3
    assert dearest([mover("12-H")], ("forest", "hill")) == 3


@rule("rampage:wilderness.fliers")
def test_fliers_find_grass_everywhere() -> None:
    assert cost([mover("12-F")], "swamp", flying=True) == 1


@rule("rampage:wilderness.road", "rampage:wilderness.hexes")
def test_a_road_adds_two_hexes() -> None:
    walkers = [mover("12-F")]
    assert overland.hexes_per_day(walkers, 6, "settled", True) == 8
    assert overland.hexes_per_day(walkers, 6, "grass", False) == 6
    assert overland.miles_per_day(abroad(one(), terrain="grass")) == 30
    assert overland.miles_per_day(abroad(one(), terrain="settled", way="road")) == 40


@rule("rampage:wilderness.cost-over-allowance")
def test_dear_country_takes_days_a_hex() -> None:
    """Allowance 2, mountain cost 3: in on the second day."""
    assert overland.hexes_per_day([mover("3-F")], 2, "mountain", False) == pytest.approx(2 / 3)


@rule("rampage:wilderness.river")
@pytest.mark.parametrize(("base", "left"), [(7, 3), (6, 3), (1, 0)])
def test_a_river_costs_half_rounded_up(base: int, left: int) -> None:
    assert overland.across_a_river(base) == left


@rule("rampage:wilderness.lost.easy", "rampage:wilderness.lost.hard")
@pytest.mark.parametrize(("terrain", "number"), [("grass", 12), ("forest", 10), ("swamp", 10), ("settled", 12)])
def test_how_easily_one_gets_lost(terrain: str, number: int) -> None:
    assert overland.lost_on(terrain) == number


def begin(state: State, *faces: int) -> object:
    do = rolling(state, *faces)
    overland.begin_day(do)
    return do


@rule("rampage:wilderness.lost.check", "rampage:wilderness.lost.hard", "rampage:wilderness.lost.find-path")
def test_one_attempt_to_find_the_path_by_the_best() -> None:
    """An elf finds it on 5."""
    company = abroad(one("man"), one("elf", race="elf", second="wizard"))
    assert not has_event(begin(company, d12(9), d6(6)), Strayed)
    found = begin(company, d12(10), d6(5), d6(6))
    assert last(found, overland.WayFound).creature == "elf"
    lost = begin(company, d12(10), d6(4), d6(2), d6(6))
    assert last(lost, Strayed).off == 120
    assert "wilderness.lost.find-path" in rules_of(lost)


@rule("rampage:wilderness.lost.effect")
def test_the_lost_get_one_hex() -> None:
    lost = begin(abroad(one()), d12(12), d6(5), d6(6), d6(6))
    assert last(lost, Strayed).off == 60
    assert overland.miles_per_day(lost.state) == 5


@rule("rampage:wilderness.lost.road")
def test_nobody_gets_lost_on_a_road() -> None:
    do = begin(abroad(one(), terrain="settled", way="road"), d6(6))
    assert not has_event(do, overland.LostRolled)


def test_a_day_abroad() -> None:
    do = rolling(abroad(with_items(replace(one(), hp=5), "rations")))
    days.end_day(do, rested=False)
    assert do.state.creatures["hero"].hp == 6
    camped = rolling(abroad(with_items(replace(one(), hp=5), "rations")))
    days.end_day(camped, rested=True)
    assert camped.state.creatures["hero"].hp == 7
    stray = replace(abroad(one()), now=DAY)
    assert stray.journey is not None
    astray = replace(stray, journey=replace(stray.journey, left=None))
    assert has_event(begin(astray, d12(1), d6(6)), BearingsTaken)
    assert play.resolve(RULESET, abroad(with_items(one(), "rations", count=9)), "player", MarchOn(), Seeded(3, "x"))
    assert pace.HEX_MILES == 5 and below(one())


@rule("rampage:class.ability.speed.overland")
@pytest.mark.parametrize(("kind", "level", "hexes"), [("scout", 7, 7), ("scout", 6, 6), ("warrior", 9, 6)])
def test_speed_is_worth_a_hex(kind: str, level: int, hexes: int) -> None:
    """An allowance of 6 becomes 7 for one who travels alone, and the slowest still sets the pace."""
    assert pace.own_allowance(one(kind=kind, level=level, gear=())) == hexes
    pair = [one(kind=kind, level=level, gear=()), one("slow", gear=())]
    assert pace.allowance(abroad(*pair), pair) == 6
