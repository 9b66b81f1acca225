"""At the table: disputes, grudges, powers, books, figures; and whose part is whose."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.below import H1, H2, act, below, refused, ruled
from tests.rules.ose.casting import meeting
from tests.rules.ose.scene import every, first, scene

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, Move, Recall
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.combat import disputes, figures, improvising
from underkeep.systems.ose.combat.disputes import AskForPower, Assault, Dispute, LookUp
from underkeep.systems.ose.equipment.light import infravision_feet
from underkeep.systems.ose.exploration import turns
from underkeep.systems.ose.monsters import lore
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d6, d20, rule
from underkeep.world.creature import AttackRolled, CheckRolled, Harmed
from underkeep.world.encounter import ChanceRolled
from underkeep.world.fight import FightBegan
from underkeep.world.knowledge import Recalled
from underkeep.world.state import State

DEED = "to paint the door blue"


def after_ruling() -> State:
    return with_campaign(below(), deeds={DEED: "3-in-6"})


@rule(disputes.DISAGREEMENTS)
def test_a_dispute_is_settled_by_the_referee() -> None:
    objection = Dispute(H1, "paint  the door BLUE")
    stands = act(after_ruling(), objection)
    assert first(stands, disputes.RulingDisputed).outcome == "it stands"
    assert campaign(stands.state).deeds == {DEED: "3-in-6"}
    assert refused(stands.state, objection).sentence.startswith("That was talked over")
    anew = ruled(after_ruling(), objection, {disputes.DISAGREEMENTS: "ruled anew"})
    assert campaign(anew.state).deeds == {} and campaign(anew.state).table.disputed == (DEED,)
    assert refused(below(), objection).rule == disputes.DISAGREEMENTS


@rule(disputes.GRUDGES)
def test_a_blow_at_a_companion_needs_leave() -> None:
    held = act(below(), Assault(H1, H2))
    assert first(held, disputes.AssaultJudged).outcome == "held back" and not every(held, AttackRolled)
    struck = ruled(below(), Assault(H1, H2), {disputes.GRUDGES: "let it happen"}, d20(19), d2(2))
    assert first(struck, AttackRolled).hit and first(struck, Harmed).amount == 2
    for target in (H1, "nobody"):
        assert refused(below(), Assault(H1, target)).rule == disputes.GRUDGES
    down = below().with_creature(H2, status="dead")
    assert refused(down, Assault(H1, H2)).rule == disputes.GRUDGES


@rule(disputes.POWERS_RULE)
def test_powers_beyond_the_class_are_granted_or_not() -> None:
    wish = AskForPower(H1, "infravision")
    in_vain = act(below(), wish)
    assert first(in_vain, disputes.PowerJudged).outcome == "refused"
    assert first(in_vain, RefereeAdvised).text == "would last for ever."
    assert infravision_feet(in_vain.state.creatures[H1]) == 0 and not campaign(in_vain.state).table.granted
    granted = ruled(below(), wish, {disputes.POWERS_RULE: "granted"})
    assert infravision_feet(granted.state.creatures[H1]) == 60
    assert campaign(granted.state).table.granted == {(H1, "infravision")}
    assert refused(granted.state, wish).rule == disputes.POWERS_RULE
    assert refused(below(), AskForPower(H1, "flight")).rule == disputes.POWERS_RULE
    assert refused(below("dwarf"), wish).rule == disputes.POWERS_RULE


@rule(disputes.ACCESS)
def test_players_look_into_their_own_books() -> None:
    state = below("fighter", "magic-user")
    told = first(act(state, LookUp(H1, "Sword")), disputes.LookedUp)
    assert (told.text, told.seats) == ("10 gp", ("player",))
    assert "1d8" in first(act(state, LookUp(H1, "fighter")), disputes.LookedUp).text
    assert first(act(state, LookUp(H2, "sleep")), disputes.LookedUp).text == "a magic-user spell of level 1"
    for actor, what in ((H1, "sleep"), (H1, "ogre"), (H2, "ogre"), (H2, "potion of healing"), (H1, "nonsense")):
        assert refused(state, LookUp(actor, what)).rule == disputes.ACCESS


@rule("ose:referee.role", "ose:referee.arbiter")
def test_only_the_referee_says_when_a_roll_is_due() -> None:
    call = CallCheck(H1, "STR", 0)
    assert refused(below(), call).rule == "ose:referee.role"
    called = act(below(), call, d20(9), seat="referee")
    assert "ose:referee.arbiter" in first(called, CheckRolled).rule
    own = Resolution(below(), Scripted(d20(9)), RULESET, seat="player")
    improvising.settle(own, own.state.creatures[H1], "STR check", "lift it", ())
    assert "ose:referee.arbiter" not in first(own, CheckRolled).rule


@rule("ose:referee.controls-npcs")
def test_monsters_are_run_by_the_referee() -> None:
    state = meeting(below(), "orc")
    orc = state.encounter.monsters[0]
    refusal = play.why_not(RULESET, state, "player", Recall(orc, "ogres"))
    assert refusal is not None and refusal.rule == "ose:referee.controls-npcs"
    assert play.why_not(RULESET, state, "referee", Recall(orc, "ogres")) is None
    field = scene("fighter[sword] v orc", "movement")
    others = play.why_not(RULESET, field, "a", Move("orc-1", (0, 0)))
    assert others is not None and others.sentence == "Orc 1 is not played by a."


@rule("ose:referee.character-knowledge", "ose:referee.describe.no-stats")
def test_what_a_character_knows_is_checked_or_judged_and_has_no_figures() -> None:
    known = act(below(), Recall(H1, "ogres"), d20(3))
    facts = first(known, Recalled).facts
    assert facts == lore.facts("ogre") and not any(word.isdigit() for fact in facts for word in fact.split())
    assert "ose:referee.describe.no-stats" in first(known, Recalled).rule
    unknown = act(below(), Recall(H1, "ogres"), d20(18))
    assert not first(unknown, Recalled).facts and not first(unknown, Recalled).rule.count(
        "ose:referee.describe.no-stats"
    )
    for choice, knows in (("knows", True), ("does not know", False)):
        judged = ruled(below(), Recall(H1, "ogres"), {"ose:referee.character-knowledge": choice})
        assert bool(first(judged, Recalled).facts) is knows


@rule("ose:referee.miniatures", "ose:referee.miniatures.scale")
def test_figures_stand_in_inches() -> None:
    state = scene("fighter[sword] v orc", switches=(figures.MINIATURES,))
    do = Resolution(state, Scripted(), RULESET)
    figures.began(do, FightBegan((), None))
    placed = first(do, figures.FiguresPlaced)
    assert placed.inches["orc-1"] == tuple(float(n) for n in state.creatures["orc-1"].at) and placed.unit == "feet"
    off = Resolution(replace(state, switches=()), Scripted(), RULESET)
    figures.began(off, FightBegan((), None))
    assert not off.events
    assert (figures.inches(state, 8), figures.inches(abroad(), 24)) == (8, 8)


def wandered(state: State, turn: int, *faces: int, **rulings: str) -> Resolution:
    names = {"often": "ose:referee.randomness", "steps": "ose:referee.procedures-adaptable"}
    given = {names[id]: choice for id, choice in rulings.items()}
    state = replace(state, party=replace(state.party, turns=turn - 1))
    do = Resolution(state, Scripted(*faces), RULESET, given)
    turns.check_wandering(do)
    do.dice.finish()
    return do


@rule("ose:referee.randomness")
@pytest.mark.parametrize(
    ("often", "due"), [("as written", (2, 4)), ("every turn", (1, 2, 3, 4)), ("half as often", (4,))]
)
def test_checks_are_as_frequent_as_the_referee_wants(often: str, due: tuple[int, ...]) -> None:
    faces = {turn: (d6(6),) if turn in due else () for turn in range(1, 5)}
    made = [turn for turn, some in faces.items() if every(wandered(below(), turn, *some, often=often), ChanceRolled)]
    assert tuple(made) == due


@rule("ose:referee.procedures-adaptable")
def test_a_step_of_the_procedure_may_be_left_out_or_done_twice() -> None:
    assert len(every(wandered(below(), 2, d6(6)), ChanceRolled)) == 1
    left_out = wandered(below(), 2, steps="left out")
    assert not every(left_out, ChanceRolled) and not every(wandered(left_out.state, 4), ChanceRolled)
    assert len(every(wandered(below(), 2, *d6(6, 6), steps="done twice"), ChanceRolled)) == 2
    again = wandered(left_out.state, 2, d6(6), steps="as written")
    assert len(every(again, ChanceRolled)) == 1
    assert [e.question for e in every(wandered(again.state, 4, d6(6)), Ruled)] == []
