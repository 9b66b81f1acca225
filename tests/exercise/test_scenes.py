"""The scenes that are kept: each can be played, its rule stands at its end, and a wrong in the rule would show."""

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner

from underkeep.errors import UnderkeepError
from underkeep.exercise import scene as s
from underkeep.exercise import typed
from underkeep.exercise.record import cited
from underkeep.exercise.search import Search
from underkeep.exercise.shelf import Kept, kept
from underkeep.exercise.telling import summary
from underkeep.procedures.ruleset import Ruleset
from underkeep.rulebook import ledger
from underkeep.systems import load, names
from underkeep.terminal.main import underkeep

SAMPLE, PROVED = 120, 25
MOST_FRAME = 0.08
SECONDS_A_SCENE = 30.0
WRITTEN = Path(__file__).parents[1] / "scenes"


def sample(system: str, most: int) -> Sequence[Kept]:
    """Some of a game's scenes, always the same while they are."""
    scenes = sorted(kept(system), key=lambda one: blake2b(one.met[0].rule.encode(), digest_size=8).digest())
    return scenes[:most]


@pytest.mark.parametrize("system", names())
def test_a_scene_ends_where_its_rules_stand(system: str) -> None:
    rules = load(system)
    for one in sample(system, SAMPLE):
        *before, last = s.moments(rules, one.scene)
        assert not any(moment.refusal for moment in before)
        assert {met.rule: met.on for met in one.met}.items() <= cited(last).items(), one.met


@pytest.mark.parametrize("system", names())
def test_a_wrong_in_the_rule_would_show(system: str) -> None:
    search = Search(load(system))
    proved = sample(system, PROVED)
    search.recall(proved)
    assert {met.rule for one in proved for met in one.met} <= search.met


@pytest.mark.parametrize("path", sorted(WRITTEN.glob("*.toml")), ids=lambda path: path.stem)
def test_scenes_written_by_hand_go_as_written(path: Path) -> None:
    """With some seed the lines can be typed, and the rules they are for stand on something: every second scene."""
    rules = load(path.stem.partition("-")[0])
    failed = [complaint for one in list(typed.read(path))[::2] if (complaint := unplayed(rules, one))]
    assert not failed, "\n".join(failed)


def unplayed(rules: Ruleset, one: typed.Typed) -> str:
    complaint = f'The scene "{one.about}" shows no {one.meets} with any seed.'
    end = monotonic() + SECONDS_A_SCENE
    for scene in typed.seeded(one, kept(rules.id)):
        if monotonic() > end:
            break
        stands: set[str] = set()
        try:
            for moment, _ in typed.played(rules, scene):
                stands |= cited(moment).keys()
        except UnderkeepError as error:
            complaint = str(error)
            if not one.meets:
                return complaint
        if set(one.meets) <= stands:
            return ""
    return complaint


def test_every_rule_of_a_scene_is_in_the_book() -> None:
    for system in names():
        for one in kept(system):
            for met in one.met:
                assert isinstance(ledger.find(met.rule)[1], ledger.Rule)


@pytest.mark.parametrize("system", names())
def test_a_scene_is_told_with_its_reasons(system: str) -> None:
    for one in sample(system, 6):
        rule = one.met[0].rule
        result = CliRunner().invoke(underkeep, ["rules", "scene", rule])
        assert result.exit_code == 0, result.output
        assert summary(rule).partition(",")[0][:30] in " ".join(result.output.split())
        assert "Decided by:" in result.output


def test_a_rule_without_a_scene_says_so() -> None:
    missing = next(rule for rule in ledger.load("ose").rules if f"ose:{rule}" not in str(kept("ose")))
    result = CliRunner().invoke(underkeep, ["rules", "scene", f"ose:{missing}"])
    assert result.exit_code == 2
    assert "No scene shows" in result.output


@pytest.mark.parametrize("system", names())
def test_few_rules_are_called_frame_and_each_with_a_reason(system: str) -> None:
    rules = ledger.load(system).rules.values()
    framed = [rule for rule in rules if rule.frame]
    assert len(framed) <= MOST_FRAME * len(rules)
    assert all(len(rule.frame.split()) > 3 for rule in framed)
    assert not {f"{system}:{rule.id}" for rule in framed} & {met.rule for one in kept(system) for met in one.met}
