"""Nights: who says camp does not mean ten minutes; a march past midnight is one of the day before."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, town, underground
from tests.ui.underground import all_seen

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings
from underkeep.table.chair import Chair
from underkeep.table.speech.typed_lines import Do, Say
from underkeep.world.clock import DAY, HOUR
from underkeep.world.journey import marched_today
from underkeep.world.party import DaysMarch


def deep_inside(game: str) -> Chair:
    """Underground and away from the way in, with nobody about."""
    state = underground(game)
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    here = state.party.at
    room = next(x for x in state.dungeon.areas.values() if x.level == here.level and x.number and x.id != here.area)
    spot = replace(here, area=room.id, square=room.squares[len(room.squares) // 2])
    state = replace(state, party=replace(state.party, at=spot), dungeon=replace(state.dungeon, groups={}))
    return at(all_seen(state), game)


@pytest.mark.parametrize(
    "line", ["camp for a night", "make camp here for the night", "sleep till morning", "sleep here"]
)
def test_a_camp_is_no_rest_of_ten_minutes(line: str) -> None:
    meant = deep_inside("knave").read(line)
    assert isinstance(meant, Say) and "at the way in" in meant.text and meant.rule == "knave:hazard.die.when"
    ose = deep_inside("ose").read(line)
    assert isinstance(ose, Do) and type(ose.action).__name__ == "Camp"
    other = deep_inside("robs").read(line)
    assert isinstance(other, Say) and "Nobody sleeps in here" in other.text


def test_a_rest_that_is_to_heal_is_told_what_heals() -> None:
    meant = deep_inside("knave").read("rest until everyone is better")
    assert isinstance(meant, Say) and "by nights" in meant.text
    assert deep_inside("knave").read("rest") == Do(a.Rest())


def test_a_march_that_ends_after_midnight_is_one_of_the_day_before() -> None:
    state = town("knave")
    chair = at(replace(state, now=DAY + 21 * HOUR), "knave")
    chair.act(a.SetOut())
    for _ in range(12):
        now = chair.state
        if now.party is not None and now.party.place == "dungeon":
            break
        prompts, met = now.prompts, now.encounter
        chair.act(chair.options.listed[0] if prompts or met is None else a.Evade())
    assert chair.state.now > 2 * DAY and marched_today(chair.state) == 0


def test_what_is_left_of_the_days_march_is_told_before_setting_out() -> None:
    state = town("knave")
    assert state.party is not None
    used = replace(state, now=12 * HOUR, party=replace(state.party, marched=DaysMarch(1, 8 * HOUR)))
    assert "no farther before the night" in at(used, "knave").question_before(a.SetOut())


def test_what_holds_up_the_roof_is_not_burnt() -> None:
    things = dressings.things()
    kinds = {f"{shelf}/{id}": kind for shelf, some in things.items() for id, kind in some.items()}
    held = [kind for id, kind in kinds.items() if id.endswith(("sagging-roof", "low-beam", "rotten-props", "pillar"))]
    assert held and not any(kind.burns for kind in held)
