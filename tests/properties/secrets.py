"""What a party may not know, and how it might be otherwise: each secret with the states that differ in nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.procedures import known_ground
from underkeep.systems import load
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Grid, line
from underkeep.world.settlement import Rumour
from underkeep.world.state import State

Otherwise = Callable[[State, str], Iterator[State]]
GEM = Item("gem", "gem", count=7)
FEW = 3
"""Of a crowd, so many are changed."""


def below(state: State, **changes: object) -> State:
    assert state.dungeon is not None
    return replace(state, dungeon=replace(state.dungeon, **changes))


def _seen(state: State, level: int, square: tuple[int, int]) -> bool:
    assert state.dungeon is not None and state.party is not None
    return bool(state.dungeon.level(level).grid.bit(square) & state.party.seen_mask(level))


def _here(state: State) -> str:
    return state.party.at.area if state.party is not None and state.party.at is not None else ""


def _was_at(state: State, area: str) -> bool:
    return state.party is not None and area in state.party.visited


def hidden_traps(state: State, seat: str) -> Iterator[State]:
    """None of them, all of another kind, or one more under the party's feet."""
    dungeon = state.dungeon
    if dungeon is not None:
        hidden = {t.id: t for t in dungeon.traps.values() if t.state == "hidden"}
        known = {id: t for id, t in dungeon.traps.items() if id not in hidden}
        yield below(state, traps=known)
        yield below(state, traps={**dungeon.traps, **{id: replace(t, kind="pit-10") for id, t in hidden.items()}})
        one = Trap("another", _here(state) or next(iter(dungeon.areas)), "pit-10")
        yield below(state, traps={**dungeon.traps, one.id: one})


def secret_doors(state: State, seat: str) -> Iterator[State]:
    """Undiscovered doors that are not there, stand open, or are locked."""
    if state.dungeon is not None:
        doors = state.dungeon.doors
        hidden = {id: door for id, door in doors.items() if not door.found}
        yield below(state, doors={id: door for id, door in doors.items() if id not in hidden})
        for change in ({"is_open": True}, {"barrier": "locked", "tried": True}):
            yield from _doors(state, hidden, change)


def doors_out_of_view(state: State, seat: str) -> Iterator[State]:
    """Doors of other areas that somebody has opened, shut, spiked or wedged meanwhile."""
    if state.dungeon is not None and state.fight is None:
        away = {id: d for id, d in state.dungeon.doors.items() if _here(state) not in d.areas and d.kind != "opening"}
        yield from _doors(state, away, {"is_open": True}, {"is_open": False}, {"barrier": "locked", "tried": True})


def doors_not_seen(state: State, seat: str) -> Iterator[State]:
    """Doors of which the party has seen neither side, gone or of another kind."""
    if state.dungeon is not None and state.fight is None:
        doors = state.dungeon.doors
        unseen = {id: d for id, d in doors.items() if not any(_seen(state, d.level, s) for s in d.squares)}
        yield below(state, doors={id: d for id, d in doors.items() if id not in unseen})
        yield from _doors(state, unseen, {"kind": "portcullis"}, {"barrier": "stuck", "is_open": False})


def doors_not_tried(state: State, seat: str) -> Iterator[State]:
    """Whether a shut door that nobody has tried is fast."""
    if state.dungeon is not None:
        doors = state.dungeon.doors
        shut = {id: d for id, d in doors.items() if not d.tried and not d.is_open and d.kind != "opening"}
        yield from _doors(state, shut, {"barrier": "stuck"}, {"barrier": "locked"}, {"barrier": ""})


def _doors(state: State, some: dict[str, Door], *changes: dict[str, object]) -> Iterator[State]:
    assert state.dungeon is not None
    for change in changes:
        changed = {id: replace(door, **_barred(state, change)) for id, door in some.items()}
        yield below(state, doors={**state.dungeon.doors, **changed})


def _barred(state: State, change: dict[str, object]) -> dict[str, object]:
    """The change with what the game makes of the word for what bars a door."""
    answers = load(state.system).dungeon
    if "barrier" not in change or answers is None:
        return change
    return {**change, "barrier": answers.barrier(str(change["barrier"]))}


def hidden_hoards(state: State, seat: str) -> Iterator[State]:
    """Treasure that is hidden: none, another, or some under one's feet."""
    if state.dungeon is not None:
        hoards = state.dungeon.hoards
        hidden = {id: h for id, h in hoards.items() if h.hidden}
        yield below(state, hoards={id: h for id, h in hoards.items() if id not in hidden})
        yield below(state, hoards={**hoards, **{id: replace(h, items=(GEM,)) for id, h in hidden.items()}})
        one = Hoard("another", _here(state) or next(iter(state.dungeon.areas)), (GEM,), hidden=True)
        yield below(state, hoards={**hoards, one.id: one})


def hoards_elsewhere(state: State, seat: str) -> Iterator[State]:
    """Treasure where the party has never been."""
    if state.dungeon is not None:
        hoards = state.dungeon.hoards
        yield below(state, hoards={id: h for id, h in hoards.items() if _was_at(state, h.area)})
        far = {id: replace(h, items=(GEM,)) for id, h in hoards.items() if not _was_at(state, h.area)}
        yield below(state, hoards={**hoards, **far})


def looks_of_places(state: State, seat: str) -> Iterator[State]:
    """How areas look that the party has not seen, and in which it is not: bare, or with other things."""
    if state.dungeon is not None and state.party is not None:
        things = state.dungeon.dressings
        known = {*state.party.beheld, _here(state)}
        yield below(state, dressings={id: d for id, d in things.items() if d.area in known})
        other = {id: replace(d, kind="crypt/funeral-bell") for id, d in things.items() if d.area not in known}
        yield below(state, dressings={**things, **other})


def groups_not_met(state: State, seat: str) -> Iterator[State]:
    """Inhabitants whom nobody has met: none, more of them, others, awake or asleep, in a mood."""
    if state.dungeon is not None:
        groups = state.dungeon.groups
        met = state.encounter.group if state.encounter is not None else ""
        unmet = {id: g for id, g in groups.items() if not g.members and id != met}
        yield below(state, groups={id: g for id, g in groups.items() if id not in unmet})
        for change in ({"count": 99}, {"kind": "orc"}, {"awake": False}, {"attitude": "hostile"}, {"lair": True}):
            yield below(state, groups={**groups, **{id: replace(g, **change) for id, g in unmet.items()}})
        one = Group("another", _here(state) or next(iter(state.dungeon.areas)), "orc", 3)
        yield below(state, groups={**groups, one.id: one})


def plans_of_groups(state: State, seat: str) -> Iterator[State]:
    """What inhabitants want, whether they expect the party or go after it, and what happened while it was away."""
    if state.dungeon is not None:
        groups = state.dungeon.groups
        for change in ({"wants": "coins"}, {"wants": "guard"}, {"alert": True}, {"shadows": True}):
            yield below(state, groups={id: replace(g, **change) for id, g in groups.items()})
        elsewhere = {id: ("looted",) for id in state.dungeon.areas if id != _here(state)}
        yield below(state, changes=elsewhere)


def hidden_features(state: State, seat: str) -> Iterator[State]:
    """Odd things that lie in wait, or stand where the party has never been."""
    if state.dungeon is not None:
        features = state.dungeon.features
        unseen = {id for id, f in features.items() if f.hidden or not _was_at(state, f.area)}
        yield below(state, features={id: f for id, f in features.items() if id not in unseen})
        one = Feature("another", _here(state) or next(iter(state.dungeon.areas)), "another oddity", hidden=True)
        yield below(state, features={**features, one.id: one})


def deeper_levels(state: State, seat: str) -> Iterator[State]:
    """Stairs and rooms of levels that the party has not seen."""
    dungeon, party = state.dungeon, state.party
    if dungeon is not None and party is not None:
        seen = {int(level) for level in party.seen} | {dungeon.entrance.level}
        stairs = {id: s for id, s in dungeon.stairs.items() if {s.up.level, s.down.level} & seen}
        areas = {id: area for id, area in dungeon.areas.items() if area.level in seen}
        doors = {id: d for id, d in dungeon.doors.items() if d.level in seen}
        yield below(_upstairs(state, dungeon, areas), stairs=stairs, areas=areas, doors=doors)


def _upstairs(state: State, dungeon: Dungeon, areas: dict[str, object]) -> State:
    """Without what would lie in areas that are gone."""
    kinds = ("traps", "hoards", "groups", "features", "dressings")
    return below(state, **{k: {id: x for id, x in getattr(dungeon, k).items() if x.area in areas} for k in kinds})


def where_ways_lead(state: State, seat: str) -> Iterator[State]:
    """What lies behind doors and openings of which the party has seen this side alone."""
    dungeon, party = state.dungeon, state.party
    if dungeon is None or party is None or state.fight is not None:
        return
    turned = {}
    for id, door in dungeon.doors.items():
        seen = [_seen(state, door.level, square) for square in door.squares]
        if sum(seen) == 1 and _was_at(state, door.areas[seen.index(True)]):
            near, far = seen.index(True), seen.index(False)
            apart = (*door.areas, _here(state))
            others = [x.id for x in dungeon.areas.values() if x.level == door.level and x.id not in apart]
            for other in (others[0], others[-1]):
                areas = (door.areas[near], other) if far else (other, door.areas[near])
                turned[id, other == others[0]] = replace(door, areas=areas)
    for first in (True, False):
        yield below(state, doors={id: turned.get((id, first), door) for id, door in dungeon.doors.items()})


def ground_of_a_fight(state: State, seat: str) -> Iterator[State]:
    """Floor that nobody of the party sees, and over which nobody is seen."""
    grid = state.grid
    if grid is None or not known_ground.is_limited(state):
        return
    standing = [c.at for c in state.creatures.values() if c.at is not None]
    between = grid.mask(square for a in standing for b in standing for square in line(a, b))
    unseen = grid.floor & ~known_ground.known_ground(load(state.system), state) & ~between
    if unseen:
        yield replace(state, grid=Grid(grid.width, grid.height, (*grid.walls, *grid.squares(unseen))))


def referees_notes(state: State, seat: str) -> Iterator[State]:
    if state.dungeon is not None:
        yield below(state, notes={"about": "All of it is a dream."})


def rumours(state: State, seat: str) -> Iterator[State]:
    """Whether any rumour is true, and what those say that were not heard."""
    town = state.settlement
    if town is not None:
        lies = tuple(Rumour(r.text, not r.true) for r in town.rumours)
        others = tuple(r if index in town.heard else Rumour("Nothing.", False) for index, r in enumerate(town.rumours))
        for changed in (lies, others):
            yield replace(state, settlement=replace(town, rumours=changed))


def whereabouts(state: State, seat: str) -> Iterator[State]:
    """Where a party on the road really is, and how far off its course; at sea a coast in sight tells where."""
    if state.journey is not None:
        if state.journey.route.way != "water":
            yield replace(state, journey=replace(state.journey, at=(3.5, 14.0), off=120))
        yield replace(state, journey=replace(state.journey, off=(state.journey.off + 45) % 360))


def hit_points(state: State, seat: str) -> Iterator[State]:
    """Others' hit points, as long as they look as hurt as before."""
    for other in _others(state, seat):
        alike = [hp for hp in range(1, other.max_hp) if replace(other, hp=hp).health == other.health]
        for hp, most in ((hp, other.max_hp) for hp in alike[:1] + alike[-1:]):
            yield state.with_creature(other.id, hp=hp, max_hp=most)
        yield state.with_creature(other.id, hp=other.hp * 4, max_hp=other.max_hp * 4)


def packs(state: State, seat: str) -> Iterator[State]:
    """What others carry out of sight."""
    for other in _others(state, seat):
        yield state.with_creature(other.id, items=(*other.items, GEM))


def belongings(state: State, seat: str) -> Iterator[State]:
    """All that others carry, be it in hand."""
    for other in _others(state, seat):
        yield state.with_creature(other.id, items=())
        yield state.with_creature(other.id, items=(replace(GEM, place="hand"),))


def ends_of_conditions(state: State, seat: str) -> Iterator[State]:
    """How long and how badly others are under a condition that shows."""
    for other in _others(state, seat):
        if other.conditions:
            longer = tuple(replace(c, until=state.now + 10**6, level=c.level + 1) for c in other.conditions)
            yield state.with_creature(other.id, conditions=longer)


def _at_home(state: State) -> Iterator[str]:
    """Those whose lair the party stands in."""
    if state.dungeon is not None:
        for group in state.dungeon.groups_in(_here(state)):
            yield from group.members if group.lair else ()


def creatures_out_of_sight(state: State, seat: str) -> Iterator[State]:
    """Those of another side who are not here: neither met, nor captives of the party, nor at home in this place."""
    if state.party is None:
        return
    met = {*(state.encounter.monsters if state.encounter is not None else ()), *_captives(state), *_at_home(state)}
    away = [c for c in _others(state, seat) if c.id not in met and c.at is None and c.status != "dead"]
    for other in away:
        yield state.with_creature(other.id, hp=max(1, other.hp // 2), items=(GEM,))
    if away and state.dungeon is not None and state.fight is None:
        gone = {c.id for c in away}
        some = {id: g for id, g in state.dungeon.groups.items() if gone & {*g.members}}
        groups = {id: replace(g, members=tuple(m for m in g.members if m not in gone)) for id, g in some.items()}
        left = below(state, groups={**state.dungeon.groups, **groups})
        yield replace(left, creatures={id: c for id, c in state.creatures.items() if id not in gone})


def _captives(state: State) -> list[str]:
    """Those who gave themselves up where the party is."""
    here = state.party.at.area if state.party is not None and state.party.at is not None else ""
    groups = state.dungeon.groups_in(here) if state.dungeon is not None else []
    return [id for group in groups for id in group.members if state.creatures[id].status == "yielded"]


def _others(state: State, seat: str) -> list[Creature]:
    """Those the seat does not play; a party's own are nobody's secret."""
    ours = state.party.side if state.party is not None else ""
    return [c for c in state.creatures.values() if not state.owns(seat, c.id) and c.side != ours][-FEW:]


def questions_to_the_referee(state: State, seat: str) -> Iterator[State]:
    """A judgement that waits behind what the seat is asked."""
    asked = Prompt("judgement", (REFEREE,), "Is it so?", ("yes", "no"), "no", about="the hidden pit")
    yield replace(state, prompts=(*state.prompts, asked))


def _named(*secrets: Otherwise) -> dict[str, Otherwise]:
    return {secret.__name__.replace("_", " "): secret for secret in secrets}


OF_THE_DELVE = _named(
    hidden_traps,
    secret_doors,
    doors_out_of_view,
    doors_not_seen,
    doors_not_tried,
    hidden_hoards,
    hoards_elsewhere,
    looks_of_places,
    groups_not_met,
    plans_of_groups,
    hidden_features,
    deeper_levels,
    where_ways_lead,
    ground_of_a_fight,
    referees_notes,
    rumours,
    whereabouts,
    creatures_out_of_sight,
)
OF_OTHERS = _named(hit_points, packs)
VISIBLE_IN_OPTIONS = _named(belongings, ends_of_conditions, questions_to_the_referee)
"""What a view does not tell but what may be done depends on: whom one can disarm, who cannot defend himself, and that
everything waits for an answer."""
