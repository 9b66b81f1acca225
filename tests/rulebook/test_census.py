"""Who cites what, what that counts for, and that the count cannot fall unseen."""

import json
from pathlib import Path

import msgspec
import pytest

from underkeep.rulebook import census, citations, ledger
from underkeep.rulebook.census import Counts

pytest_plugins = ["pytester"]

MECHANIC = "ose:combat.attack.natural"
JUDGEMENT = "ose:referee.rulings.gaps"


def cited(text: str) -> list[tuple[str, int]]:
    return list(citations.cited_in(text))


def test_a_full_id_is_a_citation() -> None:
    assert cited('\nemit(rule="ose:combat.attack.natural")') == [(MECHANIC, 2)]
    assert cited('rule = ["ose:dice.sum", "robs:dice.dhl.roll"]') == [("ose:dice.sum", 1), ("robs:dice.dhl.roll", 1)]


def test_ids_after_commas_keep_the_system() -> None:
    text = '"""ose:combat.attack.procedure, combat.attack.natural,\n    combat.ac.sources"""'
    assert cited(text) == [("ose:combat.attack.procedure", 1), (MECHANIC, 1), ("ose:combat.ac.sources", 2)]


@pytest.mark.parametrize(
    "text",
    [
        '"""ose:combat.attack.natural, e.g. a 20."""',
        '"""ose:combat.attack.natural. combat.ac.sources"""',
        '"""ose:combat.attack.natural, combat.attackRoll"""',
        '"ose:combat.attack.natural", "combat.ac.sources"',
    ],
)
def test_a_sentence_that_goes_on_is_no_citation(text: str) -> None:
    assert cited(text) == [(MECHANIC, 1)]


@pytest.mark.parametrize("text", ["ose:fighter", "nose:combat.attack.natural", "underkeep.systems.ose:combat.attack"])
def test_not_a_citation(text: str) -> None:
    assert cited(text) == []


def test_scan_reads_code_and_content_but_not_the_rulebook_or_the_test_tools(tmp_path: Path) -> None:
    files = {
        "systems/ose/combat.py": f'"""{MECHANIC}, combat.attack.no-such"""',
        "systems/ose/content/goblin.toml": '\nrule = "ose:dice.sum"',
        "systems/ose/rulebook.toml": "# ose:dice.kinds",
        "testing/contract.py": "# ose:dice.kinds",
        "rulebook/ledger.py": "# ose:dice.kinds",
        "terminal/help.py": "# ose:dice.kinds",
        "tests/test_dice.py": "# ose:dice.kinds",
        "mechanics/dice.py": "# knave:combat.armor-class",
    }
    package = tmp_path / "underkeep"
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = citations.gathered({package: frozenset({"ose"})})
    assert found.places == {
        MECHANIC: ("underkeep/systems/ose/combat.py:1",),
        "ose:dice.sum": ("underkeep/systems/ose/content/goblin.toml:2",),
    }
    assert found.unknown == (citations.Citation("ose:combat.attack.no-such", "underkeep/systems/ose/combat.py:1"),)


def test_the_code_cites_no_rule_that_does_not_exist() -> None:
    assert citations.scan().unknown == ()


FACT, ASKED = frozenset({"fact"}), frozenset({"question"})


@pytest.mark.parametrize(
    ("full_id", "tested", "code", "shown", "status"),
    [
        (MECHANIC, True, True, FACT, "met"),
        (MECHANIC, False, True, frozenset({"refusal"}), "met"),
        (MECHANIC, True, True, frozenset(), "tested"),
        (MECHANIC, True, False, frozenset(), "missing"),
        (MECHANIC, False, True, frozenset(), "missing"),
        (JUDGEMENT, True, True, FACT | ASKED, "referee"),
        (JUDGEMENT, True, True, FACT, "tested"),
        (JUDGEMENT, True, True, ASKED, "tested"),
        (JUDGEMENT, False, True, frozenset(), "missing"),
    ],
)
def test_status(full_id: str, tested: bool, code: bool, shown: frozenset[str], status: str) -> None:
    _, rule = ledger.find(full_id)
    assert isinstance(rule, ledger.Rule)
    passed, cited = ({full_id} if so else () for so in (tested, code))
    assert census.status(full_id, rule, passed, cited, {full_id: shown}) == status
    framed = msgspec.structs.replace(rule, frame="it only defines")
    assert census.status(full_id, framed, passed, cited, {full_id: shown}) == "frame"


def test_counts_by_area_and_system() -> None:
    both = {MECHANIC, JUDGEMENT, "ose:dice.sum"}
    taken = census.take(both, both, {MECHANIC: FACT, JUDGEMENT: FACT | ASKED})
    ose = census.totals(taken)["ose"]
    assert taken["ose"]["combat"].met == 1
    assert (ose.rules, ose.met, ose.tested, ose.referee) == (772, 1, 1, 1)
    assert ose.rules == ose.met + ose.tested + ose.referee + ose.frame + ose.missing
    assert f"| ose | 772 | 1 | 1 | 1 | {ose.frame} | {ose.missing} |" in census.page(taken)


def test_frame_is_no_way_out() -> None:
    for book in ledger.shelf():
        framed = [rule for rule in book.rules.values() if rule.frame]
        assert len(framed) <= 0.08 * len(book.rules), book.system


def test_what_has_fallen() -> None:
    counts = {"ose": Counts(772, 5, 0, 1, 0, 766)}
    assert census.fallen(counts, {"ose": {"met": 5, "referee": 1}}) == []
    assert census.fallen(counts, {"ose": {"met": 7, "referee": 1}}) == [
        "ose has 5 met rules, 2 fewer than the floor of 7."
    ]
    assert len(census.fallen(counts, {"gone": {"met": 1}})) == 1


GOOD = f"""
from underkeep.testing import rule

@rule("{MECHANIC}", "{JUDGEMENT}")
def test_natural():
    pass

@rule("ose:dice.sum")
def test_sum():
    pass
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A tiny project with a record, a floor and a page of its own."""
    pytester.makeini(
        "[pytest]\ntestpaths = tests\n"
        "addopts = -p underkeep.testing.rules_plugin -p no:hypothesispytest --strict-markers\n"
        "rule_record = tested.json\nrule_floor = floor.json\nrule_page = docs/census.md\n"
    )
    write_test(pytester, GOOD)
    return pytester


def write_test(project: pytest.Pytester, text: str) -> None:
    folder = project.path / "tests"
    folder.mkdir(exist_ok=True)
    (folder / "test_rules.py").write_text(text)


def run(project: pytest.Pytester, *options: str) -> pytest.RunResult:
    return project.runpytest_inprocess(*options)


def written(project: pytest.Pytester, name: str) -> dict[str, object]:
    found = json.loads((project.path / name).read_text())
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_an_unknown_id_fails_the_run(project: pytest.Pytester, workers: tuple[str, ...]) -> None:
    write_test(project, GOOD.replace("ose:dice.sum", "ose:dice.sums"))
    result = run(project, *workers)
    assert result.ret != 0
    result.stdout.fnmatch_lines(
        ["*test_rules.py::test_sum cites the rule 'ose:dice.sums', which no rulebook has; did you mean ose:dice.sum*"]
    )


def test_a_mark_without_ids_fails_the_run(project: pytest.Pytester) -> None:
    write_test(project, GOOD.replace('"ose:dice.sum"', ""))
    assert run(project).ret != 0


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_writing_records_the_tests_that_passed(project: pytest.Pytester, workers: tuple[str, ...]) -> None:
    extra = f"""
import pytest

@rule("ose:dice.kinds")
@pytest.mark.skip
def test_skipped(): pass

@rule("ose:dice.kinds")
@pytest.mark.xfail
def test_expected_to_fail(): assert False

@rule("{MECHANIC}")
@pytest.mark.parametrize("face", [1, 20])
def test_faces(face): pass

@rule("ose:abilities.strength")
def test_a_table_is_known_but_not_counted(): pass
"""
    write_test(project, GOOD + extra)
    assert run(project, "--write-census", *workers).ret == 0
    both = ["tests/test_rules.py::test_faces", "tests/test_rules.py::test_natural"]
    assert written(project, "tested.json") == {
        MECHANIC: both,
        "ose:dice.sum": ["tests/test_rules.py::test_sum"],
        JUDGEMENT: ["tests/test_rules.py::test_natural"],
    }
    assert set(written(project, "floor.json")) == {"ose"}, "the systems whose rules the tests check"
    assert (project.path / "docs/census.md").read_text().startswith("# Rule census")


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_recorded_rule_that_no_test_cites_any_more_fails_a_full_run(
    project: pytest.Pytester, workers: tuple[str, ...]
) -> None:
    assert run(project, "--write-census").ret == 0
    assert run(project, *workers).ret == 0
    write_test(project, GOOD.replace('@rule("ose:dice.sum")', ""))
    result = run(project, *workers)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["No passing test cites ose:dice.sum any more*"])


@pytest.mark.parametrize(
    "narrowing",
    [
        ["-k", "natural"],
        ["--deselect", "tests/test_rules.py::test_sum"],
        ["-x"],
        ["tests/test_rules.py::test_natural"],
        ["-n", "2", "-k", "natural"],
    ],
    ids=" ".join,
)
def test_a_partial_run_compares_and_writes_nothing(project: pytest.Pytester, narrowing: list[str]) -> None:
    (project.path / "floor.json").write_text('{"ose": {"met": 800}}')
    assert run(project, *narrowing).ret == 0
    result = run(project, "--write-census", *narrowing)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["The census was not written*"])
    assert not (project.path / "tested.json").exists()


def test_a_failing_run_writes_nothing(project: pytest.Pytester) -> None:
    write_test(project, GOOD + "\ndef test_broken(): assert False\n")
    assert run(project, "--write-census").ret == 1
    assert not (project.path / "tested.json").exists()


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_count_below_the_floor_fails_a_full_run(project: pytest.Pytester, workers: tuple[str, ...]) -> None:
    (project.path / "floor.json").write_text('{"ose": {"met": 800, "referee": 0}}')
    result = run(project, *workers)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["ose has * met rules, * fewer than the floor of 800."])


def test_writing_lowers_the_floor_only_when_told(project: pytest.Pytester) -> None:
    floor = {"ose": {"met": 800, "referee": 0}}
    (project.path / "floor.json").write_text(json.dumps(floor))
    assert run(project, "--write-census").ret == 1
    assert written(project, "floor.json") == floor
    assert not (project.path / "tested.json").exists()
    assert run(project, "--write-census", "--lower-floor").ret == 0
    assert written(project, "floor.json")["ose"] != floor["ose"]
    assert run(project).ret == 0


def test_content_is_counted_with_what_is_left_to_a_person(tmp_path: Path) -> None:
    (tmp_path / "monsters").mkdir()
    (tmp_path / "monsters" / "a.toml").write_text('[one]\nmanual = ["x"]\n[two]\nmanual = []\n')
    (tmp_path / "monsters" / "b.toml").write_text("[three]\nname = 3\n")
    assert census.content(tmp_path) == {"monsters": (3, 1)}
