"""Running from a fight: all at once, at the word of one, and whoever cannot run is lost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.scenes import (
    carrying,
    coins,
    coins_of,
    delvers,
    has,
    lead,
    on_sheet,
    refused,
    scores,
    the,
    under,
)

from underkeep.procedures import play
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.combat import tactics
from underkeep.systems.knave.encounters import meetings, running
from underkeep.systems.knave.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar, scripted
from underkeep.world.creature import CheckRolled, Died
from underkeep.world.dungeon import Group
from underkeep.world.encounter import EncounterEnded
from underkeep.world.fight import FightEnded, Spent
from underkeep.world.gear import Item
from underkeep.world.state import State

RUN = BreakOff("hero-1")
ACTION = "knave:combat.turn.action-list"
AGAINST = "knave:task.check.opposed-ability"
FOE = "skeleton-2"
QUIET = d6(6)


def fighting(count: int = 2, kind: str = "skeleton") -> State:
    """Knaves at the entrance whose side acts first, against those who mean to kill them."""
    there = Group("them", "1-01", kind, 1, lair=True)
    state = delvers(count, dungeon=replace(cellar(RULESET), groups={"them": there}))
    do = scripted(RULESET, state, d20(20))
    meetings.meet(do, there, 30)
    play.go_on(do)
    return do.state


def needed(done: Resolution) -> tuple[int, int]:
    roll = the(done, CheckRolled).roll  # type: ignore[attr-defined]
    return roll.needed, roll.total


@rule("knave:combat.turn.action-list", "knave:task.check.opposed-ability")
@pytest.mark.parametrize(("face", "away"), [(11, False), (12, True)])
def test_the_slowest_decides_whether_all_get_away(face: int, away: bool) -> None:
    state = on_sheet(scores(fighting(), "hero-1", DEX=3), FOE, level=2)
    done = lead(state, BreakOff("hero-1"), d20(face), *([QUIET] if away else []))
    rolled = the(done, CheckRolled)
    assert (rolled.creature, rolled.what) == ("hero-2", "getting away")  # type: ignore[attr-defined]
    assert needed(done)[0] == 12 and AGAINST in rolled.rule
    assert {(e.creature, e.what, e.rule) for e in done.events if isinstance(e, Spent)} == {
        ("hero-1", "action", (ACTION,)),
        ("hero-2", "action", (ACTION,)),
    }
    assert (done.state.fight is None) == away
    if away:
        ended = the(done, FightEnded)
        assert ended.winner == "" and ended.rule == (ACTION, AGAINST)  # type: ignore[attr-defined]
        assert the(done, EncounterEnded).how == "evaded"  # type: ignore[attr-defined]
        assert done.state.dungeon is not None and done.state.dungeon.groups["them"].count == 1
        assert not has(done, Died) and done.state.grid is None
    else:
        assert refused(done.state, RUN) == "knave:combat.turn.move-and-action"


@rule("knave:combat.turn.action-list")
def test_it_is_a_step_harder_if_somebody_has_acted() -> None:
    state = fighting()
    assert state.fight is not None
    late = replace(state, fight=replace(state.fight, spent={"hero-2": ("action",)}))
    moved = replace(state, fight=replace(state.fight, spent={"hero-2": ("move",)}))
    rolled = {}
    for name, before in (("fresh", state), ("late", late), ("moved", moved)):
        done = lead(before, RUN, d20(1))
        rolled[name] = needed(done)[1], sum(isinstance(e, Spent) for e in done.events)
    assert rolled == {"fresh": (1, 2), "late": (-4, 1), "moved": (1, 2)}


@rule("knave:combat.turn.action-list")
@pytest.mark.parametrize("how", ["paralysed", "restrained", "rooted"])
def test_whoever_cannot_run_is_lost_and_gives_no_word(how: str) -> None:
    state = fighting()
    if how == "restrained":
        held = on_sheet(state, "hero-2", hold="restrained", held_by=FOE)
    else:
        held = under(state, "hero-2", {"rooted": "entangled"}.get(how, how))
    assert refused(held, BreakOff("hero-2")) == ACTION
    assert "cannot run" in running.asked(held, RUN) and not running.asked(state, RUN)
    slow = scores(held, "hero-2", DEX=-5) if how != "restrained" else held
    done = lead(slow, RUN, d20(20), QUIET)
    assert the(done, CheckRolled).creature == "hero-1"  # type: ignore[attr-defined]
    dead = the(done, Died)
    assert dead.creature == "hero-2" and dead.rule == ("knave:death.pc",)  # type: ignore[attr-defined]
    assert done.state.creatures["hero-1"].is_up and not done.state.over


@rule("knave:task.check.opposed-ability")
def test_what_is_thrown_down_delays_them() -> None:
    state = fighting()
    assert refused(state, BreakOff("hero-1", "food")) == "There is no food to drop."
    assert refused(state, BreakOff("hero-1", "treasure")) == "There is no treasure to drop."
    fed = carrying(state, "hero-2", Item("ration", "Ration", count=2), coins(30))
    done = lead(fed, BreakOff("hero-1", "food"), d20(1))
    assert needed(done)[1] == 6
    assert [i.count for i in done.state.creatures["hero-2"].items if i.kind == "ration"] == [1]
    done = lead(fed, BreakOff("hero-1", "treasure"), d20(1))
    assert needed(done)[1] == 6 and coins_of(done.state, "hero-2") == 0
    worth = {drop: tactics.hint(fed, BreakOff("hero-1", drop)) for drop in ("", "food", "treasure")}
    assert [h.use for h in worth.values() if h is not None] == ["flee"] * 3
    assert sorted(worth, key=lambda drop: -worth[drop].worth) == ["food", "", "treasure"]  # type: ignore[union-attr]


@rule("knave:combat.turn.action-list")
def test_there_must_be_a_way_out_and_somebody_to_run_from() -> None:
    state = fighting()
    assert RUN in play.legal_actions(RULESET, state, "player", "hero-1").listed
    assert state.dungeon is not None and state.party is not None
    spot = replace(state.dungeon.entrance, area="1-p1")
    inside = replace(
        state, dungeon=replace(state.dungeon, entrance=spot), party=replace(state.party, visited=("1-01",))
    )
    assert refused(inside, RUN) == "There is no way out."
    assert RUN not in play.legal_actions(RULESET, inside, "player", "hero-1").listed
    assert refused(replace(state, encounter=None), RUN) == ACTION
    foe = replace(state, seats={**state.seats, "player": ("party", "monsters")}) if state.seats else state
    listed = play.legal_actions(RULESET, foe, "player", FOE).listed
    assert not any(isinstance(x, BreakOff) for x in listed)


@rule("knave:combat.turn.action-list")
def test_a_knave_who_ran_in_fear_is_with_the_others_again() -> None:
    state = fighting(3).with_creature("hero-3", status="fled")
    yielded = state.with_creature("hero-2", status="yielded")
    done = lead(state, RUN, d20(20), QUIET)
    assert done.state.creatures["hero-3"].is_up
    done = lead(yielded, RUN, d20(20), QUIET)
    assert done.state.party is not None and done.state.party.members == ("hero-1", "hero-3")


def test_nobody_comes_after_those_of_whom_nobody_knows() -> None:
    state = under(fighting(), FOE, "unsuspecting")
    done = lead(state, RUN, QUIET)
    assert not done.state.fight and done.state.creatures["hero-1"].is_up
