"""From words to two sides on a field: `"4 fighter/3[plate,sword] v 6 goblin"`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.dice import Dice
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.world.creature import Moved
from underkeep.world.grid import Grid, Square
from underkeep.world.state import GridLaid, State

MOST_COMBATANTS = 100
MOST_CHARACTERS = 500
SIDES = ("a", "b")
GAP, MOST_SQUARES = 6, 400
"""How many squares lie between two front ranks unless told, and at most."""
_GROUP = re.compile(
    r"\s*(?:(?P<count>\d+)\s+)?(?P<kind>[^/\[\],]+?)\s*(?:/\s*(?P<level>\d+))?\s*(?:\[(?P<gear>[^\]]*)\])?\s*"
)


class Group(Struct, frozen=True):
    count: int
    recruit: Recruit


def parse_sides(rules: Ruleset, text: str) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """Both sides of `A v B`, each one or more groups joined by `+` or `,`."""
    if len(text) > MOST_CHARACTERS:
        raise UnderkeepError(f"A match-up has at most {MOST_CHARACTERS} characters.")
    halves = halves_of(text)
    if len(halves) != 2:
        raise UnderkeepError(f'"{text}" is not a match-up; write it like "4 fighter v 6 goblin".')
    a, b = (tuple(_group(rules, part) for part in _parts(half)) for half in halves)
    if max(sum(g.count for g in side) for side in (a, b)) > MOST_COMBATANTS:
        raise UnderkeepError(f"A side has at most {MOST_COMBATANTS} combatants.")
    return a, b


def halves_of(text: str) -> list[str]:
    """What stands on either side of the `v`."""
    return re.split(r"\s+(?:v|vs|versus)\.?\s+", text.strip(), flags=re.IGNORECASE)


def parse_recruit(rules: Ruleset, text: str) -> Recruit:
    """One combatant, such as `fighter/1[sword]`."""
    group = _group(rules, text)
    if group.count != 1:
        raise UnderkeepError(f'"{text}" names {group.count}; name one.')
    return group.recruit


def _parts(text: str) -> list[str]:
    """Split at + and at commas, but not inside brackets."""
    return re.split(r"[+,](?![^\[]*\])", text)


def _group(rules: Ruleset, text: str) -> Group:
    match = _GROUP.fullmatch(text) if len(text) <= MOST_CHARACTERS else None
    if match is None:
        raise UnderkeepError(f'"{text.strip()}" is not a combatant; write it like "2 fighter/3[plate,sword]".')
    count = int(match["count"] or 1)
    if count < 1:
        raise UnderkeepError(f'"{text.strip()}": the number must be at least 1.')
    kind = known_name(rules, match["kind"])
    gear = None if match["gear"] is None else tuple(g.strip() for g in match["gear"].split(",") if g.strip())
    return Group(count, Recruit(kind, int(match["level"] or 1), gear))


def known_name(rules: Ruleset, text: str, sort: str = "") -> str:
    """The roster's spelling of a name, forgiving case, spaces and plurals; else an error suggests the nearest of the
    sort that is wanted, and says where all of them are listed."""
    roster = rules.roster()
    wanted = re.sub(r"[\s_]+", "-", text.strip().lower())
    for guess in (
        wanted,
        wanted.removesuffix("s"),
        wanted.removesuffix("es"),
        re.sub("ves$", "f", wanted),
        re.sub("men$", "man", wanted),
    ):
        if guess in roster:
            return guess
    names = [name for name, of in roster.items() if not sort or of == sort]
    if sort == "character":
        raise UnderkeepError(f'{rules.title} has no class "{text.strip()[:60]}"; there is {", ".join(names)}.')
    near = did_you_mean(wanted, names)
    where = f"{near + ' ' if near else ''}`underkeep arena {rules.id} --list` lists all."
    raise UnderkeepError(f'{rules.title} has no class or monster "{text.strip()[:60]}"; {where}')


def muster(
    rules: Ruleset,
    sides: tuple[tuple[Group, ...], tuple[Group, ...]],
    dice: Dice,
    switches: Iterable[str] = (),
    gap: int = GAP,
    human_referee: bool = False,
) -> Resolution:
    """Both sides made by the book and drawn up in ranks, with `gap` steps from front rank to front rank."""
    on = switches_on(rules, switches)
    start = State(rules.id, {side: (side,) for side in SIDES}, on, human_referee)
    do = Resolution(start, dice, rules)
    widest = max(sum(g.count for g in side) for side in sides)
    front = min(10, max(6, widest))
    ranks = -(-widest // front)
    grid = Grid(gap + 2 * ranks + 16, front + 12)
    do.emit(GridLaid(grid))
    for side, groups in zip(SIDES, sides, strict=True):
        names = _ids(groups, {g.recruit.kind for other in sides if other is not groups for g in other}, side)
        for number, (id, recruit) in enumerate(names):
            creature = rules.recruit(do, recruit, id, side)
            do.emit(Moved(creature.id, _square(grid, side, number, front, gap), "deploy"))
    _make_room(do, gap, front, ranks)
    return do


def gap_of(rules: Ruleset, distance: float | None, unless_given: int = GAP) -> int:
    """How many squares a distance in the game's own unit is from rank to rank, at least the next one."""
    if distance is None:
        return unless_given
    most = rules.measures.of_squares(MOST_SQUARES)
    if not 0 < distance <= most:
        raise UnderkeepError(f"Two sides stand at most {rules.measures.told(most)} apart, and not in each other.")
    return max(1, rules.measures.squares(distance))


def _make_room(do: Resolution, gap: int, front: int, ranks: int) -> None:
    """Where somebody fills several squares a side, all of that side are given as many."""
    sizes = {side: max((c.size for c in do.state.active(side)), default=1) for side in SIDES}
    most = max(sizes.values())
    if most == 1:
        return
    grid = Grid(gap + 2 * ranks * most + 16, front * most + 12)
    do.emit(GridLaid(grid))
    for side, size in sizes.items():
        for number, creature in enumerate(do.state.active(side)):
            do.emit(Moved(creature.id, _square(grid, side, number, front, gap, size), "deploy"))


def _ids(groups: tuple[Group, ...], others: set[str], side: str) -> list[tuple[str, Recruit]]:
    """Readable ids: goblin-1, goblin-2; with the side in front when both sides have goblins."""
    named: list[tuple[str, Recruit]] = []
    counts: dict[str, int] = {}
    for group in groups:
        kind = group.recruit.kind
        for _ in range(group.count):
            counts[kind] = counts.get(kind, 0) + 1
            prefix = f"{side}-" if kind in others else ""
            named.append((f"{prefix}{kind}-{counts[kind]}", group.recruit))
    return named


def _square(grid: Grid, side: str, number: int, front: int, gap: int, size: int = 1) -> Square:
    rank, file = divmod(number, front)
    x = grid.width // 2 - gap // 2
    return (x + 1 - (rank + 1) * size if side == "a" else x + gap + rank * size), 6 + file * size
