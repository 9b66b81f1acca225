"""What the seats do that minds play, and who is asked in a step."""

from __future__ import annotations

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Prompt
from underkeep.minds.mind import decide
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.actions import Done, EndStep, Move
from underkeep.procedures.options import Options
from underkeep.systems.ose.attacks.movement import Withdraw
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d20
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import Creature
from underkeep.world.fight import Finished
from underkeep.world.state import State

MINDS = {"a": Soldier(), "b": Soldier()}


class Cautious:
    """Withdraws with one creature, and otherwise passes."""

    def __init__(self, who: str) -> None:
        self.who = who

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        return Withdraw(creature.id) if creature.id == self.who else Done(creature.id)

    def answer(self, state: State, prompt: Prompt) -> str:
        return prompt.default


def waiting(state: State) -> list[str]:
    return [creature.id for creature in fight.waiting(RULESET, state)]


def test_a_side_that_declares_nothing_ends_its_part_in_one_action() -> None:
    state = in_step(field(RULESET, "2 fighter v 2 orc"), "declare")
    assert waiting(state) == ["fighter-1", "fighter-2", "orc-1", "orc-2"]
    assert decide(RULESET, state, MINDS) == ("a", EndStep("a"))
    later = play.resolve(RULESET, state, "a", EndStep("a"), Scripted()).state
    assert waiting(later) == ["orc-1", "orc-2"]
    assert decide(RULESET, later, MINDS) == ("b", EndStep("b"))


def test_one_who_has_something_to_declare_is_still_heard() -> None:
    state = in_step(field(RULESET, "2 fighter v 2 orc"), "declare")
    assert decide(RULESET, state, {"a": Cautious("fighter-2")}) == ("a", Done("fighter-1"))
    later = play.resolve(RULESET, state, "a", Done("fighter-1"), Scripted()).state
    assert decide(RULESET, later, {"a": Cautious("fighter-2")}) == ("a", Withdraw("fighter-2"))


def test_a_person_is_not_decided_for() -> None:
    state = in_step(field(RULESET, "2 fighter v 2 orc"), "declare")
    assert decide(RULESET, state, {"b": Soldier()}) is None


def test_one_who_has_moved_is_done_and_one_who_came_out_of_a_melee_is_not() -> None:
    apart = in_step(field(RULESET, "2 fighter v 2 orc", gap=8), "movement", "fighter-1", "fighter-2")
    spot = next(iter(play.legal_actions(RULESET, apart, "a", "fighter-1").moves[0]))
    assert isinstance(spot, Move)
    moved = play.resolve(RULESET, apart, "a", spot, Scripted()).state
    assert moved.fight is not None and moved.fight.done == ("fighter-1",)
    close = in_step(field(RULESET, "2 fighter v orc"), "declare")
    declared = play.resolve(RULESET, close, "a", Withdraw("fighter-1"), Scripted()).state
    moving = in_step(declared, "movement", "fighter-1", "fighter-2")
    back = next(iter(play.legal_actions(RULESET, moving, "a", "fighter-1").moves[0]))
    free = play.resolve(RULESET, moving, "a", back, Scripted()).state
    assert free.fight is not None and "fighter-1" not in free.fight.done


def test_one_who_has_attacked_is_done_with_the_step() -> None:
    state = in_step(field(RULESET, "2 fighter v orc"), "melee", "fighter-1", "fighter-2")
    blow = play.legal_actions(RULESET, state, "a", "fighter-1").listed[0]
    after = play.resolve(RULESET, state, "a", blow, Scripted(d20(1))).state
    assert after.fight is not None and after.fight.done == ("fighter-1",)
    assert waiting(after) == ["fighter-2"]
    assert waiting(Finished(("fighter-2",)).evolve(after)) == []
