"""A book's optional rules: which are on in a campaign."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.ruleset import Ruleset


def switches_on(rules: Ruleset, wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """The switches that are on by default, with `name` turning one on and `no-name` turning one off."""
    on = {id for id, switch in rules.switches.items() if switch.default}
    for word in wanted:
        name = word.strip().lower().replace(" ", "-")
        if name in rules.switches:
            on.add(name)
        elif name.removeprefix("no-") in rules.switches:
            on.discard(name.removeprefix("no-"))
        else:
            hint = did_you_mean(name, rules.switches, f"there are {', '.join(sorted(rules.switches))}.")
            raise UnderkeepError(f'{rules.title} has no optional rule "{word[:60]}"; {hint}')
    return tuple(sorted(on))
