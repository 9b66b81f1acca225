"""`import underkeep`: what a program may ask of a game, and that asking is cheap."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import underkeep
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.actions import Done
from underkeep.procedures.delve_actions import SetOut
from underkeep.procedures.options import Options
from underkeep.terminal.main import underkeep as program
from underkeep.world.creature import AttackRolled, Creature
from underkeep.world.state import State


@pytest.fixture
def game() -> underkeep.Game:
    return underkeep.new("ose", seed=9, party=2)


def test_importing_it_imports_nothing_else() -> None:
    code = "import sys, underkeep; print([name for name in sys.modules if name.startswith('underkeep.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_all_that_is_promised_is_there() -> None:
    assert all(getattr(underkeep, name) is not None for name in underkeep.__all__)
    assert set(underkeep.__all__) <= set(dir(underkeep))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        underkeep.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_the_same_seed_makes_the_same_game(game: underkeep.Game) -> None:
    assert underkeep.new("ose", seed=9, party=2).state == game.state
    assert underkeep.new("ose", seed=10, party=2).state != game.state


def test_a_party_by_name_and_optional_rules() -> None:
    game = underkeep.new("ose", 1, party=["elf", "fighter/2"], switches=["morale"])
    assert [c.kind for c in game.view.mine] == ["elf", "fighter"]
    assert "morale" in game.state.switches
    with pytest.raises(underkeep.UnderkeepError, match="no class or monster"):
        underkeep.new("ose", party=["paladin"])
    with pytest.raises(underkeep.UnderkeepError, match="no game"):
        underkeep.new("chess")


def test_a_typed_line_and_its_action_are_the_same(game: underkeep.Game) -> None:
    action = game.read("set out")
    assert action in game.legal
    assert game.describe(action).startswith("set out")
    told = game.do(action)
    assert told == underkeep.new("ose", seed=9, party=2).do("set out")
    assert game.lines[-len(told) :] == told


def test_what_cannot_be_done_changes_nothing(game: underkeep.Game) -> None:
    before = game.state
    for line in ("juggle", "", "look", "sell"):
        with pytest.raises(underkeep.Unclear):
            game.do(line)
    with pytest.raises(underkeep.Refused):
        game.do(SetOut("the moon"))
    assert game.state is before


def test_a_line_that_may_mean_several_things_names_them(game: underkeep.Game) -> None:
    with pytest.raises(underkeep.Unclear, match="sell") as caught:
        game.do("sell")
    assert caught.value.choices
    assert all(choice in game.legal for choice in caught.value.choices)


def test_a_refusal_says_the_rule(game: underkeep.Game) -> None:
    with pytest.raises(underkeep.Refused, match="cost 540 gp") as caught:
        game.do("buy 9 plate mail")
    assert caught.value.refusal.rule == "ose:money.conversion"


def test_why_has_rolls_and_the_texts_of_rules(game: underkeep.Game) -> None:
    game.do("hear rumours")
    why = game.why()
    assert why.line == game.lines[-1]
    assert all(underkeep.rule(full_id).text == text for full_id, text in why.rules.items())
    assert str(why).splitlines()[0] == why.line
    fight = underkeep.fight("ose", "fighter v orc", seed=1)
    blow = next(fight.why(n) for n, line in enumerate(fight.story) if " misses " in line or " hits " in line)
    assert blow.rolls[0].notation == "1d20"
    assert str(blow.rolls[0].total) in str(blow)


def test_facts_and_view_hide_what_the_seat_may_not_know(game: underkeep.Game) -> None:
    hidden = {type(event).__name__ for event in game.facts}
    assert "DungeonMade" not in hidden, "the referee's map"
    assert game.state.dungeon is not None
    assert game.view.delve is None


def test_facts_are_those_of_the_last_thing_done(game: underkeep.Game) -> None:
    game.do("hear rumours")
    heard = game.facts
    assert "RumourHeard" in {type(fact).__name__ for fact in heard}
    with pytest.raises(underkeep.Unclear):
        game.do("juggle")
    assert game.facts == heard
    game.do("set out")
    assert game.facts
    assert not [fact for fact in game.facts if fact in heard]


def test_what_is_done_can_be_taken_back(game: underkeep.Game) -> None:
    before = game.state
    game.do("set out")
    assert game.state != before
    assert game.undo()[0].startswith("Taken back: ")
    assert game.state == before
    with pytest.raises(underkeep.UnderkeepError, match="nothing to take back"):
        game.undo()


def test_a_saved_game_goes_on_as_if_it_had_not_stopped(game: underkeep.Game, tmp_path: Path) -> None:
    game.do("hear rumours")
    game.save(tmp_path / "game")
    with underkeep.load(tmp_path / "game") as again:
        assert again.lines == game.lines
        assert again.do("set out") == game.do("set out")
    with underkeep.load(tmp_path / "game") as later:
        assert later.state == game.state
    with pytest.raises(underkeep.UnderkeepError, match="File exists"):
        game.save(tmp_path / "game")
    with pytest.raises(underkeep.UnderkeepError, match="nowhere"):
        underkeep.load(tmp_path / "nowhere")


def test_it_reads_well(game: underkeep.Game) -> None:
    assert repr(game).startswith("<Old-School Essentials: day 1, 08:00, town; ")
    assert repr(game.legal).startswith(f"<{len(game.legal)} options: SetOut, ")
    assert repr(Options()) == "<no options>"
    fight = underkeep.fight("ose", "fighter v orc", seed=1)
    assert repr(fight).startswith("<fighter v orc, Old-School Essentials: ")
    assert str(underkeep.roll("2d6", seed=1)).startswith("2d6: ")


def test_a_fight_is_the_one_of_the_arena() -> None:
    told = CliRunner().invoke(program, ["arena", "ose", "2 fighter v 3 orc", "--seed", "4", "--json"]).output
    fight = underkeep.fight("ose", "2 fighter v 3 orc", seed=4)
    assert [line["text"] for line in json.loads(told)["log"]] == fight.story
    assert json.loads(told)["b"]["deaths"] == fight.deaths("b")
    assert fight.winner in ("a", "b", "")


class Coward:
    """Never strikes."""

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        return Done(creature.id)

    def answer(self, state: State, prompt: Prompt) -> str:
        return prompt.default


def test_minds_may_be_ones_own() -> None:
    fight = underkeep.fight("ose", "3 fighter v orc", seed=1, minds={"a": Coward()})
    attackers = {fact.attacker for fact in fight.facts if isinstance(fact, AttackRolled)}
    assert attackers == {"orc-1"}


def test_a_mind_in_the_players_seat_answers_for_it() -> None:
    game = underkeep.new("ose", 9, 2, minds={"player": Coward()})
    game.do("set out")
    assert not game.view.prompts


def test_odds_are_exact() -> None:
    assert underkeep.odds("2d6")[7] == Fraction(1, 6)
    near = underkeep.attack_odds("ose", "fighter[long bow]", "orc", 30)
    far = underkeep.attack_odds("ose", "fighter[long bow]", "orc", 150)
    assert near.chance(_hits) > far.chance(_hits) > 0


def _hits(outcome: tuple[bool, int]) -> bool:
    return outcome[0]


def test_the_rulebooks_are_at_hand() -> None:
    assert "ose:doors.stuck.lost-surprise" in underkeep.search("surprise door")
    assert all(full_id.startswith("knave:") for full_id in underkeep.search("door", "knave", 3))
    with pytest.raises(underkeep.UnderkeepError, match="did you mean"):
        underkeep.rule("ose:dice.sums")
    with pytest.raises(underkeep.UnderkeepError, match="is no rule"):
        underkeep.rule("ose:abilities.strength")
