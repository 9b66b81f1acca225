"""How a place looks, smells and sounds: what the party is told of an area, and what it may do with the things in it.

The content is the same for every game, a file a setting; what those who live there leave behind is a file a sort.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.procedures import content, exploration, survey
from underkeep.procedures.chapter import DUNGEON, Deed
from underkeep.procedures.delve_actions import Burn, Examine, Handle
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.dungeon import Area, AreaDescribed, Dressing, DressingChanged, Dungeon, GroupChanged
from underkeep.world.grid import Square, distance
from underkeep.world.party import PartyWent
from underkeep.world.state import State

HERE = (DUNGEON,)
EXAMINED, SEARCHED, USED, BURNT = "examined", "searched", "used", "burnt"
ANYWHERE, PASSAGES, TRACES = "anywhere", "passages", "traces"
NOTHING_MORE = "There is no more to it than one sees."
_PACKAGE = "underkeep.procedures"


class DressingKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that belongs to the look of a place. `see` stands in the description of the area; its id is what it is
    called. `look`, `search` and `use` are what comes of each; `leads` is said where it tells the way to whoever left
    it. What is used with `noise` wakes those next door."""

    see: str
    look: str = ""
    search: str = ""
    use: str = ""
    leads: str = ""
    noise: bool = False
    burns: bool = False


class Senses(Struct, frozen=True, forbid_unknown_fields=True):
    smells: tuple[str, ...]
    sounds: tuple[str, ...]


@cache
def things() -> dict[str, dict[str, DressingKind]]:
    """All kinds of things by the name of their file: a setting, `anywhere`, `passages`."""
    return content.load_by_file(_PACKAGE, "dressings", DressingKind)


@cache
def traces() -> dict[str, dict[str, DressingKind]]:
    """What inhabitants leave, by their sort."""
    return content.load_by_file(_PACKAGE, "traces", DressingKind)


@cache
def senses_of() -> dict[str, Senses]:
    """Smells and sounds by setting."""
    return content.load(_PACKAGE, "senses", Senses)


def kind_of(dressing: Dressing) -> DressingKind:
    """A thing's entry; its kind is `crypt/broken-urns`, or `traces/carnivore/gnawed-bones`."""
    where, _, id = dressing.kind.rpartition("/")
    shelf = traces() if where.startswith(f"{TRACES}/") else things()
    return shelf.get(where.removeprefix(f"{TRACES}/"), {}).get(id) or DressingKind(f"the {name_of(dressing)}")


def name_of(dressing: Dressing) -> str:
    return dressing.kind.rpartition("/")[2].replace("-", " ")


# How an area is described


def description(dungeon: Dungeon, area: Area, sees: bool = True, senses: bool = True) -> str:
    """What is noticed of an area: its things, its smell, its sound; in the dark only the last two, and when a light is
    lit later only the first. What somebody wrote for it stands instead."""
    noted = dungeon.notes.get(area.id, "")
    if noted:
        return noted if sees else noted.partition(". ")[2]
    here = [d for d in dungeon.dressings.values() if d.area == area.id]
    told = [_listed([_seen(d) for d in here if d.sort == "thing"])] if sees else []
    told += [f"it smells of {d.kind}" for d in here if d.sort == "smell" and senses]
    told += [f"you hear {d.kind}" for d in here if d.sort == "sound" and senses]
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in told if part)


def _seen(dressing: Dressing) -> str:
    return f"the ashes of the {name_of(dressing)}" if BURNT in dressing.done else kind_of(dressing).see


def _listed(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def told(dressing: Dressing, what: str) -> str:
    """What comes of it, in words."""
    kind, name = kind_of(dressing), name_of(dressing)
    if what == EXAMINED:
        if BURNT in dressing.done:
            return f"Of the {name} only ashes are left."
        leads = kind.leads.format(where=dressing.points) if dressing.points else ""
        return " ".join(part for part in (kind.look or NOTHING_MORE, leads) if part)
    if what == BURNT:
        return f"The {name} {'burn' if _is_several(name) else 'burns'}, with more smoke than light, down to ashes."
    return kind.search if what == SEARCHED else kind.use


def _is_several(name: str) -> bool:
    head = name.partition(" of ")[0].split()[-1]
    return head.endswith("s") and not head.endswith(("ss", "us"))


def arrived(do: Resolution, event: Event) -> None:
    """An area that is new is described."""
    assert isinstance(event, PartyWent)
    party = do.state.party
    if event.how == "walk" or event.at is None or do.state.dungeon is None or party is None:
        return
    if party.visited[-1] == event.at.area and event.at.area not in party.beheld:
        _describe(do, event.at.area)


def lit(do: Resolution, event: Event) -> None:
    """So is one that nobody could see before there was a light; what the light falls on goes onto the map."""
    party = do.state.party
    if not exploration.is_on(do.state) or party is None or party.at is None:
        return
    if party.at.area not in party.beheld:
        _describe(do, party.at.area, senses=False)
    exploration.look(do)


def _describe(do: Resolution, area: str, senses: bool = True) -> None:
    dungeon, lore = do.state.dungeon, do.rules.lore
    assert dungeon is not None
    sees = lore.notices(do.state, "thing") if lore is not None else bool(_sight(do))
    text = description(dungeon, dungeon.areas[area], sees, senses)
    if text:
        rule = lore.shown_by if lore is not None else ()
        do.emit(AreaDescribed(area, dungeon.areas[area].name, text, sees, rule=rule))


def _sight(do: Resolution) -> int:
    return exploration.sight(exploration.rules_of(do), do.state)


# What may be done with a thing


def deeds() -> tuple[Deed, ...]:
    refusal = "There is nothing of the kind to do with it."
    return (
        Deed(Examine, HERE, _examine, _to_examine, _why_not_examine, free=True),
        Deed(Handle, HERE, _handle, _to_handle, refusal=refusal),
        Deed(Burn, HERE, _burn, _to_burn, _why_not_burn, refusal="That does not burn."),
    )


def _to_examine(state: State) -> list[Action]:
    return [Examine(d.id) for d in survey.known_dressings(state) if not d.done]


def _why_not_examine(state: State, action: Examine) -> Refusal | None:
    return None if state.dungeon is not None and action.dressing in state.dungeon.dressings else Refusal("What?")


def _examine(do: Resolution, action: Examine) -> None:
    _change(do, action.dressing, EXAMINED)


def _to_handle(state: State) -> list[Action]:
    known = survey.known_dressings(state)
    return [Handle(d.id) for d in known if kind_of(d).use and USED not in d.done and BURNT not in d.done]


def _handle(do: Resolution, action: Handle) -> None:
    dressing = _change(do, action.dressing, USED)
    if kind_of(dressing).noise:
        _wake_neighbours(do)


def _to_burn(state: State) -> list[Action]:
    known = survey.known_dressings(state)
    return [Burn(d.id) for d in known if kind_of(d).burns and BURNT not in d.done] if state.lights else []


def _why_not_burn(state: State, action: Burn) -> Refusal | None:
    return None if state.lights else Refusal("That takes a flame, and nobody has one.")


def _burn(do: Resolution, action: Burn) -> None:
    _change(do, action.dressing, BURNT)


def search(do: Resolution, square: Square) -> None:
    """Whoever searches a square goes through the things on it and beside it, too."""
    for dressing in survey.known_dressings(do.state):
        near = dressing.square is not None and distance(dressing.square, square) <= 1
        if near and kind_of(dressing).search and not {SEARCHED, BURNT} & set(dressing.done):
            _change(do, dressing.id, SEARCHED)


def _change(do: Resolution, id: str, what: str) -> Dressing:
    assert do.state.dungeon is not None
    before = do.state.dungeon.dressings[id]
    done = before.done if what in before.done else (*before.done, what)
    after = replace(before, done=done)
    do.emit(DressingChanged(after, what))
    return after


def _wake_neighbours(do: Resolution) -> None:
    """A noise wakes those who sleep in this area and behind its doors."""
    dungeon, _, area = survey.here(do.state)
    near = {area.id, *(door.beyond(area.id) for door in dungeon.doors_of(area.id))}
    for group in dungeon.groups.values():
        if group.area in near and not group.awake and group.count:
            do.emit(GroupChanged(replace(group, awake=True), "woken by a noise"))
