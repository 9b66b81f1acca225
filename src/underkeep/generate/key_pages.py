"""The pages of a key that are about the whole place: what is where, who knows whom, and who wanders about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from underkeep.kernel.english import plural
from underkeep.procedures.lore_questions import LoreChapter, Wanderers
from underkeep.world.dungeon import Dungeon, Group

NEXT_DOOR, WITHIN_EARSHOT = 1, 3
"""How many ways lie between those who meet every day, and between those who hear one another."""
Named = Callable[[str], str]


def what_is_where(dungeon: Dungeon, area: Named, monster: Named, trap: Named, feature: Named) -> list[str]:
    """A row for each area in which there is something, level by level."""
    rows = []
    for place in sorted(dungeon.areas.values(), key=lambda a: (a.level, not a.number, a.number)):
        cells = (
            ", ".join(_many(g, monster) for g in dungeon.groups_in(place.id) if g.count),
            ", ".join(_hoard(h.hidden) for h in dungeon.hoards.values() if h.area == place.id and h.items),
            ", ".join(_short(trap(t.kind)) for t in dungeon.traps.values() if t.area == place.id),
            ", ".join(_short(feature(f.kind)) for f in dungeon.features.values() if f.area == place.id),
            ", ".join(sorted({d.kind for d in dungeon.doors_of(place.id) if not d.found})),
        )
        if any(cells):
            where = f"{place.number}. {place.name}" if place.number else area(place.id).removeprefix("the ")
            rows.append(f"| {place.level} | {where} | {' | '.join(cells)} |")
    if not rows:
        return []
    head = ["| level | area | who | treasure | trap | special | hidden way |", "| --- " * 7 + "|"]
    return ["## What is where", "", *head, *rows, ""]


def _hoard(hidden: bool) -> str:
    return "hidden" if hidden else "open"


def _short(told: str) -> str:
    """A thing's name without what the key says of it in its place."""
    return told.partition(":")[0].partition(" (")[0].partition(",")[0]


def who_knows_whom(dungeon: Dungeon, area: Named, monster: Named) -> list[str]:
    """Of each group its own kind elsewhere, and who lives so near that they know of one another."""
    groups = [g for g in dungeon.groups.values() if g.count and g.area in dungeon.areas]
    lines = []
    for group in sorted(groups, key=lambda g: (dungeon.areas[g.area].level, dungeon.areas[g.area].number)):
        told = list(_acquaintance(dungeon, group, groups, area, monster))
        if told:
            lines.append(f"- {_those(dungeon, group, area, monster)}: {'; '.join(told)}.")
    return ["## Who knows whom", "", *lines, ""] if lines else []


def _those(dungeon: Dungeon, group: Group, area: Named, monster: Named) -> str:
    level = f", level {dungeon.areas[group.area].level}" if len(dungeon.levels) > 1 else ""
    return f"{_many(group, monster)} in {area(group.area)}{level}"


def _many(group: Group, monster: Named) -> str:
    name = monster(group.kind).lower()
    return f"{group.count} {plural(name) if group.count > 1 else name}"


def _them(group: Group, monster: Named) -> str:
    name = monster(group.kind).lower()
    return f"the {plural(name) if group.count > 1 else name}"


def _acquaintance(dungeon: Dungeon, group: Group, groups: list[Group], area: Named, monster: Named) -> Iterator[str]:
    far = _ways_from(dungeon, group.area)
    for other in groups:
        steps = far.get(other.area)
        if other is group:
            continue
        if other.kind == group.kind:
            yield f"of one kind with those in {_where(dungeon, group, other, area)}"
        elif steps is not None and steps <= NEXT_DOOR:
            yield f"door to door with {_them(other, monster)} in {area(other.area)}"
        elif steps is not None and steps <= WITHIN_EARSHOT:
            yield f"{_temper(other)} {_them(other, monster)} in {area(other.area)}"


def _temper(other: Group) -> str:
    return "may hear" if other.awake else "may have heard snoring from"


def _where(dungeon: Dungeon, group: Group, other: Group, area: Named) -> str:
    level = dungeon.areas[other.area].level
    return area(other.area) + (f" on level {level}" if level != dungeon.areas[group.area].level else "")


def _ways_from(dungeon: Dungeon, start: str) -> dict[str, int]:
    """How many ways, not hidden ones, lie between an area and each other of its level."""
    found, queue = {start: 0}, [start]
    for area in queue:
        for door in dungeon.doors_of(area):
            beyond = door.beyond(area)
            if door.found and beyond not in found:
                found[beyond] = found[area] + 1
                queue.append(beyond)
    return found


def wandering(dungeon: Dungeon, lore: LoreChapter, monster: Named, stats: Named) -> list[str]:
    """A table a level, and below it the numbers of everybody who stands in one."""
    lines: list[str] = []
    kinds: dict[str, None] = {}
    for level in dungeon.levels:
        rows: tuple[Wanderers, ...] = lore.wanderers(dungeon, level.number)
        if not rows:
            continue
        lines += [f"### Level {level.number}", "", "| roll | monster | how many |", "| --- | --- | --- |"]
        for row in rows:
            kinds |= dict.fromkeys(row.kinds)
            lines.append(f"| {row.roll} | {' or '.join(map(monster, row.kinds))} | {row.number} |")
        lines.append("")
    if not lines:
        return []
    told = [f"- {monster(kind)} (looks: {lore.look(kind).lower()}): {stats(kind)}" for kind in kinds]
    return ["## Wandering monsters", "", *lines, *told, ""]
