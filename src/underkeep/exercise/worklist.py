"""What is still to be met: every rule without a scene, by area, with how far it has come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from underkeep.exercise import content
from underkeep.exercise.executors import executors
from underkeep.exercise.search import Key, Search
from underkeep.procedures.ruleset import Ruleset
from underkeep.rulebook import census, ledger
from underkeep.rulebook.ledger import Rule


def unmet(search: Search) -> Iterator[tuple[str, Rule]]:
    """The rules that count and have no scene; of a judgement, that lack the question or the default."""
    book = ledger.load(search.rules.id)
    for rule in book.rules.values():
        full_id = book.full_id(rule)
        if not rule.frame and any(_lacking(search, full_id, rule)):
            yield full_id, rule


def told(search: Search) -> Iterator[str]:
    """The list in words."""
    tested, hung = census.recorded(), hung_on_facts(search.rules)
    todo = sorted(unmet(search), key=lambda one: (one[1].area, one[0]))
    for area, rules in groupby(todo, key=lambda one: one[1].area):
        several = list(rules)
        yield f"{area}: {len(several)}"
        for full_id, rule in several:
            yield f"  {full_id}: {', '.join(_how_far(search, full_id, rule, tested, hung))}"


def _how_far(
    search: Search, full_id: str, rule: Rule, tested: Mapping[str, list[str]], hung: Mapping[str, str]
) -> Iterator[str]:
    if rule.kind == "judgement":
        lacking = [("fact", "question")[is_question] for _, is_question in _lacking(search, full_id, rule)]
        yield f"judgement without {' and '.join(lacking)}"
    yield f"seen in play after {search.seen[full_id]}" if full_id in search.seen else "never seen in play"
    done_by = executors(search.rules.id).get(full_id, ())
    if done_by:
        yield "executed by " + " ".join(one.place for one in done_by[:3])
    elif full_id in content.carriers(search.rules.id):
        yield "stands in content"
    else:
        yield "nothing executes it"
    if full_id in hung:
        yield f"only hung on {hung[full_id]}"
    if full_id not in tested:
        yield "no test"


def _lacking(search: Search, full_id: str, rule: Rule) -> list[Key]:
    """A judgement is to be met both ways, any other rule either way."""
    keys = [key for key in ((full_id, False), (full_id, True)) if key not in search.found]
    return keys if rule.kind == "judgement" or len(keys) == 2 else []


def hung_on_facts(rules: Ruleset) -> dict[str, str]:
    """By rule, the type of event that it is hung on for the telling: that is no sign that it decides."""
    return {
        rule: kind.__name__
        for kind, by_word in rules.cites.items()
        for several in by_word.values()
        for rule in ((several,) if isinstance(several, str) else several)
    }
