"""What a roll comes to is told by its adjective, and lengths in metres."""

from tests.rules.robs.scene import A, B, duel, make, own

from underkeep.kernel.event import Roll
from underkeep.systems.robs.checks.checks import ContestRolled, SituationRolled
from underkeep.systems.robs.ruleset import RULESET
from underkeep.table.narrate import narrate
from underkeep.testing import rule
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import AttackRolled, CheckRolled, SaveRolled

ROLL = Roll("d6HL", (4, 3), 1, (), 0, True)


def said(event) -> str:
    state = duel()
    return narrate(RULESET, state, event, lambda id: state.creatures[id].name)


@rule("robs:dice.adjectives.ladder")
def test_every_roll_is_told_by_its_adjective():
    names = [duel().creatures[id].name for id in (A, B)]
    assert said(AttackRolled(A, B, "club", ROLL, True)) == f"{names[0]} hits {names[1]}, Good (+1), with a club."
    assert said(AttackRolled(A, B, "club", ROLL, False)) == f"{names[0]} misses {names[1]}, Good (+1), with a club."
    for event in (
        ContestRolled(A, "STR", ROLL),
        SituationRolled(A, "The turn", ROLL, "for"),
        CheckRolled(A, "climbing", ROLL, True),
        CheckRolled(A, "climbing", ROLL, False),
        SaveRolled(A, "poison", ROLL, True),
        SaveRolled(A, "poison", ROLL, False),
    ):
        assert "Good (+1)" in said(event)


def test_thoughts_are_told_once():
    assert said(ConditionGained(A, Condition("concentrating on sleep"))) == ""


@rule("robs:dice.adjectives.ladder", "robs:race.ellyl.movement-flying", "robs:race.ellyl.flight-rest")
def test_the_sheet_of_the_winged_folk():
    ellyl, done = make("ellyl-fighter", seed=1)
    sections = {title: dict(rows) for title, rows in RULESET.card(done.state, ellyl).sections}
    assert sections["Attributes"]["DEX"] == RULESET.measures.result(own(ellyl).attributes["DEX"])
    assert sections["Body"]["Scale"] == "-9 (about 2 kg)"
    assert sections["Body"]["Flying Scale"] == "+2 (29.4 m a round, sprint 45 m)"
    assert sections["Body"]["Movement Scale"].endswith("m a round)")
    minutes = 30 + 10 * own(ellyl).attributes["CON"]
    assert sections["Body"]["Flies for"] == f"{minutes} minutes, then rests 10"
    human, done = make("human-fighter", seed=1)
    assert "Flies for" not in dict(dict(RULESET.card(done.state, human).sections)["Body"])
