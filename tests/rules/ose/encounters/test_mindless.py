"""The mindless have no manners: they neither wait nor watch, part in peace nor move house."""

from __future__ import annotations

from msgspec.structs import replace
from tests.rules.ose.below import with_light
from tests.rules.ose.casting import act, delve, meeting
from tests.rules.ose.encounters.test_talk import TURN, answers, met
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures import meanwhile as any_meanwhile
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.exploration import camping, meanwhile
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6
from underkeep.world.clock import DAY
from underkeep.world.dungeon import AreaChanged
from underkeep.world.encounter import EncounterChanged, EncounterEnded


def test_they_stand_and_do_not_watch() -> None:
    done = act(met("zombie", attitude="neutral", count=2), a.StandBy())
    assert first(done, EncounterChanged).what == "stood still"
    assert done.state.encounter is not None


def test_what_they_feel_is_not_told() -> None:
    done = Resolution(met("skeleton", attitude="", count=3), Scripted(*d6(3, 4)), RULESET)
    meetings.monsters_act(done, is_first=True)
    assert first(done, EncounterChanged).what == "neutral and mindless"


def test_they_are_left_where_they_are() -> None:
    state = met("skeleton", attitude="neutral", count=3)
    assert state.encounter is not None
    waited = replace(state, encounter=replace(state.encounter, round=meetings.MOST_ROUNDS_OF_WAITING))
    done = act(waited, a.StandBy(), TURN)
    assert not answers(done)
    assert first(done, EncounterEnded).how in ("let be", "wandered off")


def test_a_camp_beside_them_is_asked_about() -> None:
    state = meeting(with_light(delve("fighter", "fighter")), "skeleton", 3, "neutral")
    there = {id: replace(group, lair=True) for id, group in state.dungeon.groups.items()}
    state = replace(state, dungeon=replace(state.dungeon, groups=there), encounter=None)
    assert "still here" in camping.asked(state, camping.Camp())


def test_those_who_were_fought_do_not_move_house() -> None:
    state = meeting(with_light(delve("fighter", "fighter")), "skeleton", 3, "neutral")
    fallen = state.dungeon.groups["lurkers"].members[0]
    state = replace(state.with_creature(fallen, status="dead"), encounter=None)
    group = replace(state.dungeon.groups["lurkers"], lair=True)
    party = replace(state.party, left_at=state.now - 2 * DAY)
    state = replace(state, dungeon=replace(state.dungeon, groups={"lurkers": group}), party=party)
    done = Resolution(state, Scripted(*d6(*[6] * 20)), RULESET)
    any_meanwhile.go_by(meanwhile, done)
    assert done.state.dungeon.groups["lurkers"] == group
    assert not every(done, AreaChanged)
