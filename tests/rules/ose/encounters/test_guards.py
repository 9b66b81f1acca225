"""Guards outside a lair: who posts them, and the alarm that they raise."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.casting import delve, meeting
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted
from underkeep.procedures import meeting as any_meeting
from underkeep.procedures.purposes import by_fate
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import guards
from underkeep.systems.ose.referee import stocking
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.fight import FightBegan
from underkeep.world.state import State

GUARDS = "ose:referee.monsters.guards"


def lair(count: int, kind: str = "orc", id: str = "them") -> Group:
    return Group(id, "1-02", kind, count, lair=True)


def on_guard(group: Group, how: str = "3-in-6") -> int:
    state = delve("fighter")
    return stocking._on_guard(
        Resolution(state, Scripted(), RULESET), replace(state.dungeon, notes={GUARDS: how}), group
    )


@rule(GUARDS)
@pytest.mark.parametrize(
    ("group", "how", "posted"),
    [
        (lair(1), "always", 0),
        (lair(2), "always", 1),
        (lair(7), "always", 1),
        (lair(8), "3-in-6", 2),
        (lair(12), "never", 0),
        (lair(12, "wolf"), "always", 0),
    ],
)
def test_a_quarter_of_those_who_think_stand_guard(group: Group, how: str, posted: int) -> None:
    assert on_guard(group, how) == posted


@rule(GUARDS)
def test_about_half_of_the_small_lairs_post_guards() -> None:
    state = delve("fighter")
    found = [lair(7, id=f"them-{number}") for number in range(40)]
    posted = [on_guard(group) for group in found]
    fate = [by_fate(state, "guards", g.id, ("posted", "none")) == "posted" for g in found]
    assert set(posted) == {0, 1} and [bool(x) for x in posted] == fate
    assert 10 <= sum(posted) <= 30
    (without, *_) = (group for group, is_posted in zip(found, fate, strict=True) if not is_posted)
    assert [on_guard(replace(without, count=count)) for count in (7, 8, 11, 12)] == [0, 2, 2, 3]
    assert on_guard(without, "always") == 1


def before_guards(wants: str = "guard", home: Group | None = None, **changes: object) -> State:
    """The party has met two orcs outside the lair of their kind."""
    state = meeting(delve("fighter", "fighter"), "orc", 2, "hostile")
    there = replace(state.dungeon.groups["lurkers"], wants=wants)
    groups = {"lurkers": there, "home": home or lair(5, id="home")}
    state = replace(state, dungeon=replace(state.dungeon, groups=groups))
    return replace(state, encounter=replace(state.encounter, **changes))


def blows(state: State) -> Resolution:
    done = Resolution(state, Scripted(), RULESET)
    any_meeting.come_to_blows(done)
    return done


@rule(GUARDS)
@pytest.mark.parametrize(("surprised", "caller"), [((), "orc-1"), (("orc-1",), "orc-2")])
def test_guards_call_those_at_home(surprised: tuple[str, ...], caller: str) -> None:
    done = blows(before_guards(surprised=surprised))
    said = first(done, guards.AlarmRaised)
    assert (said.creature, said.rule) == (caller, (GUARDS,))
    home = first(done, GroupChanged)
    assert (home.group.alert, home.group.awake, home.what, home.rule) == (True, True, "alarmed", (GUARDS,))
    assert done.state.dungeon.groups["home"].alert


@rule(GUARDS)
@pytest.mark.parametrize(
    "state",
    [
        before_guards(wants="coins"),
        before_guards(surprised=("orc-1", "orc-2")),
        before_guards(home=lair(5, "goblin", "home")),
        before_guards(home=lair(0, id="home")),
        before_guards(home=replace(lair(5, id="home"), alert=True)),
        before_guards(home=replace(lair(5, id="home"), lair=False)),
    ],
    ids=["no guards", "surprised", "strangers", "empty", "warned", "no lair"],
)
def test_nobody_is_called_who_would_not_come(state: State) -> None:
    assert not every(blows(state), guards.AlarmRaised)


@rule(GUARDS)
def test_those_at_home_call_nobody() -> None:
    state = before_guards()
    there = replace(state.dungeon.groups["lurkers"], lair=True)
    groups = {**state.dungeon.groups, "lurkers": there}
    assert not every(blows(replace(state, dungeon=replace(state.dungeon, groups=groups))), guards.AlarmRaised)


@rule(GUARDS)
def test_without_a_meeting_there_is_nobody_to_warn() -> None:
    done = Resolution(replace(before_guards(), encounter=None), Scripted(), RULESET)
    done.emit(FightBegan((), None))
    assert not every(done, guards.AlarmRaised)
