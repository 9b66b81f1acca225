"""The pytest plugin of the rulebook: tests say which rules they check, and the census may not fall.

Load it with `-p underkeep.testing.rules_plugin`. An id that the rulebook does not have fails the collection. With the
ini options `rule_record` and `rule_floor`, every full run that passes is compared with them; `--write-census` writes
them anew, and the page `rule_page`, for the systems whose rules the tests check. A run of some of the tests compares
nothing.
"""

from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from underkeep.rulebook import census, citations, ledger, scenes

_NARROWING = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "maxfail", "collectonly")


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as checking these rules: `@rule("system:area.rule")`."""
    return pytest.mark.rule(*ids)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rulebook")
    group.addoption("--write-census", action="store_true", help="after a full run that passes, write the rule census")
    group.addoption("--lower-floor", action="store_true", help="with --write-census: let the floor fall to the counts")
    parser.addini("rule_record", "JSON file: the tests that passed for each rule", default="")
    parser.addini("rule_floor", "JSON file: the least count of executed rules for each system", default="")
    parser.addini("rule_page", "Markdown file: the census for readers", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules that the test checks, as `system:area.rule`")
    on_worker = hasattr(config, "workerinput")
    config.pluginmanager.register(_Deselections() if on_worker else _CensusTaker(config), "underkeep-census")


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Note the rules on each test; a wrong one fails its file with a sentence."""
    report = yield
    wrong = []
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            ids = [full_id for mark in item.iter_markers("rule") for full_id in (mark.args or ("",))]
            item.user_properties.extend(("rule", full_id) for full_id in ids)
            wrong += [_complaint(item, full_id) for full_id in ids if not citations.is_known(full_id)]
    if wrong:
        report.outcome = "failed"
        report.longrepr = "\n".join(dict.fromkeys(wrong))
        report.result = []
    return report


def _complaint(item: pytest.Item, full_id: str) -> str:
    near = " or ".join(ledger.nearest(full_id))
    hint = f"; did you mean {near}?" if near else "."
    return f"{item.nodeid.partition('[')[0]} cites the rule '{full_id}', which no rulebook has{hint}"


class _Deselections:
    """On an xdist worker: counts what was left out, for the controller."""

    def __init__(self) -> None:
        self.count = 0

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.count += len(items)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        vars(session.config)["workeroutput"]["underkeep_deselected"] = self.count


class _CensusTaker:
    """Gathers the rules of the tests that pass, and judges or writes the census when all is done."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tested: dict[str, set[str]] = {}
        self.deselected = 0
        self.messages: list[str] = []

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.deselected += len(items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.deselected += getattr(node, "workeroutput", {}).get("underkeep_deselected", 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            for name, value in report.user_properties:
                if name == "rule":
                    self.tested.setdefault(str(value), set()).add(report.nodeid.partition("[")[0])

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        writing = bool(self.config.getoption("write_census"))
        if exitstatus != pytest.ExitCode.OK or not self._is_full():
            if writing:
                self.messages.append("The census was not written: that takes a run of all tests, and all must pass.")
                self._fail(session)
            return
        problems = self._write() if writing else self._compare()
        if problems:
            self.messages += problems
            self._fail(session)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.messages:
            terminalreporter.section("rule census")
            for message in self.messages:
                terminalreporter.line(message)

    def _fail(self, session: pytest.Session) -> None:
        if session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _is_full(self) -> bool:
        if self.deselected or any(self.config.getoption(name, None) for name in _NARROWING):
            return False
        asked = {(self.config.invocation_params.dir / argument).resolve() for argument in self.config.args}
        all_tests = [(self.config.rootpath / path).resolve() for path in self.config.getini("testpaths")]
        return all(asked & {path, *path.parents} for path in all_tests or [self.config.rootpath])

    def _path(self, option: str) -> Path | None:
        value = self.config.getini(option)
        return self.config.rootpath / value if value else None

    def _passing(self) -> dict[str, list[str]]:
        """Rules only: tables and questions may be cited too, but are not counted."""
        return {
            full_id: sorted(tests)
            for full_id, tests in sorted(self.tested.items())
            if isinstance(ledger.find(full_id)[1], ledger.Rule)
        }

    def _compare(self) -> list[str]:
        passing = self._passing()
        record, floor = self._path("rule_record"), self._path("rule_floor")
        problems = []
        if record:
            lost = [full_id for full_id in census.read_record(record) if full_id not in passing]
            problems += [f"No passing test cites {full_id} any more, but the record says so." for full_id in lost]
        if floor:
            counts = census.totals(census.take(passing, citations.scan().places, scenes.met_everywhere()))
            problems += census.fallen(counts, _read_floor(floor))
        return [*problems, "If that is meant: make census (LOWER=1 to lower the floor)."] if problems else []

    def _write(self) -> list[str]:
        passing = self._passing()
        checked = {full_id.partition(":")[0] for full_id in passing}
        everything = census.take(passing, citations.scan().places, scenes.met_everywhere())
        taken = {system: areas for system, areas in everything.items() if system in checked}
        counts = census.totals(taken)
        record, floor, page = map(self._path, ("rule_record", "rule_floor", "rule_page"))
        if floor and not self.config.getoption("lower_floor"):
            problems = census.fallen(counts, _read_floor(floor))
            if problems:
                return [*problems, "Nothing was written; --lower-floor accepts the lower counts."]
        if record:
            _write_json(record, passing)
        if floor:
            _write_json(floor, census.floor_of(counts))
        if page:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(census.page(taken), encoding="utf-8")
        self.messages += [
            f"{system}: {c.met} met, {c.tested} tested, {c.referee} referee" for system, c in counts.items()
        ]
        return []


def _read_floor(path: Path) -> dict[str, dict[str, int]]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, int]]) if path.exists() else {}


def _write_json(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")
