"""A book's optional rules: which are on in a campaign."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.ruleset import Ruleset, Switch

TAKE_BACK, AT_REST, MAP_BY_PLAYERS = "take-back", "dungeon-at-rest", "map-by-players"
OF_THE_TABLE = {
    TAKE_BACK: Switch(TAKE_BACK, "A player may take back anything, also what dice or secrets have decided.", ""),
    AT_REST: Switch(AT_REST, "Between two visits nothing goes on in the dungeon: it is as the party left it.", ""),
    MAP_BY_PLAYERS: Switch(MAP_BY_PLAYERS, "The players draw the map themselves: none is drawn for them.", ""),
}
"""What is agreed upon at a table, whatever is played at it."""


def switches_of(rules: Ruleset) -> dict[str, Switch]:
    """The book's optional rules, then those of the table."""
    return {**rules.switches, **OF_THE_TABLE}


def switches_on(rules: Ruleset, wanted: Iterable[str] = ()) -> tuple[str, ...]:
    """The switches that are on by default, with `name` turning one on and `no-name` turning one off."""
    known = switches_of(rules)
    on = {id for id, switch in rules.switches.items() if switch.default}
    for word in wanted:
        name = word.strip().lower().replace(" ", "-")
        if name in known:
            on.add(name)
        elif name.removeprefix("no-") in known:
            on.discard(name.removeprefix("no-"))
        else:
            hint = did_you_mean(name, known, f"there are {', '.join(sorted(known))}.")
            raise UnderkeepError(f'{rules.title} has no optional rule "{word[:60]}"; {hint}')
    return tuple(sorted(on))
