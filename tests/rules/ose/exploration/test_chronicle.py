from __future__ import annotations

from tests.rules.ose.below import act, below, refused
from tests.rules.ose.scene import every

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.checks.experience import ExperienceReckoned
from underkeep.systems.ose.exploration import chronicle
from underkeep.systems.ose.exploration.chronicle import EndSession
from underkeep.testing import rule


@rule("ose:time.adventure-and-campaign")
def test_an_adventure_may_take_three_sessions_and_experience_closes_it():
    state = below()
    for _ in range(3):
        state = act(state, a.Rest()).state
        done = act(state, EndSession())
        assert not every(done, ExperienceReckoned)
        state = done.state
    assert chronicle.session(state) == 4
    assert chronicle.adventure(state) == 1
    assert campaign(state).chronicle.sessions_in_adventure == 3
    home = act(state, a.LeaveDungeon())
    assert len(every(home, ExperienceReckoned)) == 1
    assert chronicle.adventure(home.state) == 2
    assert chronicle.session(home.state) == 4
    assert campaign(home.state).chronicle.sessions_in_adventure == 0


@rule("ose:time.adventure-and-campaign")
def test_a_session_that_has_hardly_begun_does_not_end():
    state = act(act(below(), a.Rest()).state, EndSession()).state
    assert refused(state, EndSession()).rule == "ose:time.adventure-and-campaign"
