"""What a referee's words name: creatures, things, areas, doors, groups, monsters, stretches of time. All of it may be
named, known to the party or not; what is not there gets one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.wording import COMPASS, folded, stem, tokens
from underkeep.world.clock import DAY, HOUR, MINUTE
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Area, Door, Dungeon, Group
from underkeep.world.gear import Item, unpacked
from underkeep.world.state import State

SPANS = {"second": 1, "minute": MINUTE, "hour": HOUR, "day": DAY, "week": 7 * DAY}
FEW = 5


def creature(state: State, said: str) -> Creature:
    """Somebody by id or by name or the beginning of it; the party's own first."""
    wanted = folded(said).strip()
    ours = state.party.members if state.party is not None else ()
    order = sorted(state.creatures.values(), key=lambda c: c.id not in ours)
    for fits in (_is_called, _begins):
        found = [c for c in order if fits(c, wanted)]
        if found:
            return found[0]
    there = ", ".join(c.name for c in order if c.status == "up")
    raise UnderkeepError(f'Nobody is called "{said[:40]}"; there are {there or "none"}.')


def _is_called(creature: Creature, wanted: str) -> bool:
    names = {folded(creature.id), folded(creature.name), folded(creature.id).replace("-", " ")}
    return wanted in names


def _begins(creature: Creature, wanted: str) -> bool:
    return bool(wanted) and folded(creature.name).startswith(wanted)


def seconds(rules: Ruleset, said: str) -> int:
    """`2 turns`, `a round`, `3 hours`; a turn and a round are the game's."""
    spans = {**SPANS, "round": rules.round_seconds}
    if rules.dungeon is not None:
        spans["turn"] = rules.dungeon.turn_seconds
    match = re.fullmatch(r"\+?\s*(\d{1,4}|an?)\s*([a-z]+?)s?", folded(said).strip())
    if match is None or match[2] not in spans:
        raise UnderkeepError(f'"{said[:40]}" is no time; say it in {naming.listing([f"{s}s" for s in spans])}.')
    return (int(match[1]) if match[1].isdecimal() else 1) * spans[match[2]]


def dungeon(state: State) -> Dungeon:
    if state.dungeon is None:
        raise UnderkeepError("There is no dungeon in this game.")
    return state.dungeon


def area(state: State, said: str) -> Area:
    """`area 7`, `7`, `7 on level 2`, `here`; without a level it is the party's, else the first."""
    place, here = dungeon(state), state.party.at if state.party is not None else None
    words = folded(said).strip()
    if words in ("here", ""):
        if here is None:
            raise UnderkeepError("The party is in no area of the dungeon; name one, such as area 3.")
        return place.areas[here.area]
    if said.strip() in place.areas:
        return place.areas[said.strip()]
    match = re.fullmatch(r"(?:the )?(?:area |room )?(\d{1,3})(?:,? (?:on |of )?level (\d{1,2}))?", words)
    if match is None:
        raise UnderkeepError(f'"{said[:40]}" is no area; say area 3, or area 3 on level 2.')
    level = int(match[2]) if match[2] else here.level if here is not None else 1
    found = [a for a in place.areas.values() if a.number == int(match[1]) and a.level == level]
    if not found:
        raise UnderkeepError(f"Level {level} has no area {match[1]}.")
    return found[0]


def door(state: State, said: str) -> Door:
    """`north`, `the east door`, `west 2`, `north door of area 7`: by its side of the area, the party's if none is
    named."""
    place = dungeon(state)
    if said.strip() in place.doors:
        return place.doors[said.strip()]
    which, _, where = folded(said).partition(" of ")
    there = area(state, where)
    words = tokens(which)
    side = next((COMPASS[w] for w in words if w in COMPASS), "")
    number = next((int(w) for w in words if w.isdecimal()), 1)
    doors = [d for d in place.doors_of(there.id) if not side or naming.bearing(d, there.id) == side]
    if not doors or not 1 <= number <= len(doors) or (not side and len(doors) > 1):
        sides = naming.listing([f"{naming.bearing(d, there.id)} {d.kind}" for d in place.doors_of(there.id)])
        raise UnderkeepError(f'"{said[:40]}" is no door there; there are: {sides or "none"}.')
    return doors[number - 1]


def groups(state: State) -> list[Group]:
    """Those who are about, in the order of the map; whoever is met out of doors last."""
    place = dungeon(state)
    order = {area.id: (area.level, area.number or 999) for area in place.areas.values()}
    return sorted(
        (g for g in place.groups.values() if g.count > 0), key=lambda g: (*order.get(g.area, (99, 0)), g.kind, g.id)
    )


def group(state: State, said: str) -> Group:
    """A group by its number in the list of groups, or by its id."""
    listed = groups(state)
    found = [g for n, g in enumerate(listed, 1) if said.strip() in (str(n), g.id)]
    if not found:
        raise UnderkeepError(f'"{said[:40]}" is no group; `groups` numbers them from 1 to {len(listed)}.')
    return found[0]


def monster(rules: Ruleset, said: str) -> str:
    """A kind of monster by its name, in the singular or plural."""
    kinds = [kind for kind, sort in rules.roster().items() if sort == "monster"]
    wanted = " ".join(tokens(said))
    for kind in kinds:
        name = naming.words(kind)
        if wanted in (name, " ".join(tokens(naming.plural(name))), " ".join(tokens(name))):
            return kind
    near = [k for k in kinds if all(stem(w) in naming.words(k) for w in wanted.split())] if wanted else []
    if len(near) == 1:
        return near[0]
    hint = f"; perhaps {', '.join(near[:FEW])}" if near else ""
    raise UnderkeepError(f'This game has no monster "{said[:40]}"{hint}.')


def thing(rules: Ruleset, state: State, said: str) -> Item:
    """A thing by its name: of what is sold, what anybody has, or magic; one in quotation marks is made up."""
    words = said.strip()
    if len(words) > 2 and words[0] in "\"'" and words[-1] == words[0]:
        name = words[1:-1].strip()
        return Item("-".join(re.findall("[a-z0-9]+", folded(name))) or "thing", name)
    wanted = [stem(w) for w in tokens(words)]
    known = [*_wares(rules, state), *_things_of(state)]
    for fits in (_is_named, _has_words):
        found = next((item for item in known if wanted and fits(item, wanted)), None)
        if found is not None:
            return found
    magic = _enchanted(rules, state, wanted)
    if magic is not None:
        return magic
    raise UnderkeepError(f'Nothing is called "{said[:40]}"; a thing of your own stands in quotation marks.')


def _wares(rules: Ruleset, state: State) -> Iterator[Item]:
    if rules.town is not None and state.settlement is not None:
        for ware in rules.town.wares(state):
            yield Item(ware.kind, ware.name)


def _things_of(state: State) -> Iterator[Item]:
    """One of each thing there is, as it would be without an owner."""
    lots: Iterable[tuple[Item, ...]] = [c.items for c in state.creatures.values()]
    hoards = [h.items for h in state.dungeon.hoards.values()] if state.dungeon is not None else []
    for items in (*lots, *hoards):
        for item in unpacked(items):
            if item.quality is None and not item.broken:
                yield Item(item.kind, item.name)


def _enchanted(rules: Ruleset, state: State, wanted: list[str]) -> Item | None:
    """A magic item by its own name, as it would be found."""
    treasury = rules.book.treasury
    if treasury is None or not wanted:
        return None
    named = {id: Item(id, name) for id, name in treasury.items().items()}
    id = next((id for fits in (_is_named, _has_words) for id, item in named.items() if fits(item, wanted)), None)
    if id is None:
        return None
    return treasury.found(Resolution(state, Seeded(state.salt, f"{id} {state.things}"), rules), id)


def _is_named(item: Item, wanted: list[str]) -> bool:
    return wanted in ([stem(w) for w in tokens(item.name)], [stem(w) for w in tokens(naming.words(item.kind))])


def _has_words(item: Item, wanted: list[str]) -> bool:
    words = [*tokens(item.name), *tokens(naming.words(item.kind))]
    return all(any(word.startswith(w) for word in words) for w in wanted)


def how_many(said: str) -> tuple[int, str]:
    """The number before or behind a name, and the name: `3 torches`, `torch x3`, `a torch`."""
    words = said.strip()
    if match := re.match(r"(\d{1,6})\s*x?\s+(.+)", words):
        return int(match[1]), match[2]
    if match := re.fullmatch(r"(.+?)\s+x\s*(\d{1,6})", words):
        return int(match[2]), match[1]
    return 1, re.sub(r"^an?\s+", "", words)
