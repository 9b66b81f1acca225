"""Optional rules that come together: a switch turns on the rule it names and those that the rulebook puts with it."""

from __future__ import annotations

from underkeep.procedures.ruleset import Ruleset, Switch
from underkeep.rulebook import ledger


def ruled_with(rules: Ruleset, switch: Switch) -> tuple[str, ...]:
    """The other optional rules that a switch decides on, by their ids; none that has a switch of its own."""
    book = ledger.load(rules.id)
    own = book.rules.get(switch.rule.partition(":")[2])
    family = own.data.get("switch") if own is not None else None
    if family is None:
        return ()
    named = {other.rule for other in rules.switches.values()}
    found = (f"{rules.id}:{rule.id}" for rule in book.rules.values() if rule.kind == "option" and _is_of(rule, family))
    return tuple(id for id in found if id not in named)


def _is_of(rule: ledger.Rule, family: object) -> bool:
    return rule.data.get("switch") == family
