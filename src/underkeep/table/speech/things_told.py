"""What the books say of a thing that is sold or carried: its entry in the game's content, in the game's own words."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import content, play
from underkeep.procedures import delve_actions as a
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.describe import wares
from underkeep.table.speech.handling import CALLED, fits, stems
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

_UNTOLD = {
    "rule",
    "name",
    "aliases",
    "for_sale",
    "band",
    "bundle",
    "number",
    "price",
    "cost",
    "sort",
    "is_metal",
    "suits",
    "pack",
}


@cache
def _entries(package: str) -> Mapping[str, Mapping[str, Any]]:
    """The gear of a game by the ids of its entries."""
    folder = resources.files(package).joinpath("content").joinpath("gear")
    found: dict[str, Mapping[str, Any]] = {}
    for file in _files(folder) if folder.is_dir() else ():
        found |= {id: entry for id, entry in tomllib.loads(content.text_of(file)).items() if isinstance(entry, dict)}
    return found


def _files(folder: Traversable) -> Iterator[Traversable]:
    """The files of a folder and of those in it."""
    yield from content.files_of(folder)
    for place in sorted((x for x in folder.iterdir() if x.is_dir()), key=lambda x: x.name):
        yield from _files(place)


def told(rules: Ruleset, state: State, own: Sequence[Creature], what: str) -> list[str]:
    """A thing by what the books say of it, what it costs here and who has one."""
    sold = [ware for ware in wares(rules, state).values() if is_called(what, ware.name)] if state.settlement else []
    sold = sold or [
        ware
        for ware in wares(rules, state).values()
        if state.settlement and is_called(CALLED.get(what, what), ware.name)
    ]
    exact = [ware for ware in sold if parts(ware.name) == parts(what)]
    kinds = {ware.kind: ware.name for ware in exact or sorted(sold, key=lambda w: _order(what, w.name))[:1]}
    carried = [(c, item) for c in own for item in c.items if is_called(what, item.name)]
    kinds = kinds or {item.kind: item.name for _, item in carried[:1]}
    lines: list[str] = []
    for kind, name in kinds.items():
        entry = _entry(rules, kind)
        facts = [_fact(label, value, rules.measures.unit) for label, value in entry.items() if _is_told(label, value)]
        price = next((rules.town.money(w.cost) for w in exact or sold if w.kind == kind and rules.town), "")
        facts += [f"costs {price}"] if price else []
        lines.append(
            f"{name}: {', '.join(facts)}." if facts else f"Of {name.lower()} the books say no more than its name."
        )
    having = [c.name for c, item in carried if item.kind in kinds]
    has = "has one" if len(set(having)) == 1 else "have one each"
    return [*lines, *([f"{naming.listing(list(dict.fromkeys(having)))} {has}."] if having else [])]


def _entry(rules: Ruleset, kind: str) -> Mapping[str, Any]:
    package = sys.modules[type(rules).__module__].__package__
    return _entries(package).get(kind.rpartition(":")[2], {}) if package else {}


def is_gear(rules: Ruleset, what: str) -> bool:
    """Whether the books have a thing that is called so."""
    package = sys.modules[type(rules).__module__].__package__
    entries = _entries(package).items() if package else ()
    return any(is_called(what, str(entry.get("name", id.replace("-", " ")))) for id, entry in entries)


def usable_of_a_sort(rules: Ruleset, state: State, who: Creature, sort: str) -> str:
    """What of a sort of gear that is sold here, or carried by the party, somebody may use: `armour`, `weapon`."""
    kinds = {ware.kind: ware.name for ware in wares(rules, state).values() if sort in ware.sort.replace("-", " ")}
    if not kinds:
        return ""
    place = "worn" if sort == "armour" else "hand"
    able = []
    for kind, name in kinds.items():
        then = state.with_creature(who.id, items=(*who.items, Item(kind, name, id=_SUPPOSED)))
        if play.why_not(rules, then, then.owner(who.id), a.Equip(who.id, _SUPPOSED, place)) is None:
            able.append(name.lower())
    if not able:
        return f"Of the {sort}{'s' if sort == 'weapon' else ''} sold here {who.name} can use nothing."
    return f"{who.name} can use of what is sold here: {naming.listing(able)}."


def _is_told(label: str, value: Any) -> bool:
    is_plain = isinstance(value, str | int | float) or (
        isinstance(value, list) and all(isinstance(x, str) for x in value)
    )
    return is_plain and not set(label.split("_")) & _UNTOLD and value is not False


_UNITS = ("coins", "gp", "turns", "hours")


def _fact(label: str, value: Any, unit_of_length: str) -> str:
    """`weight 60 coins`, `two-handed`, `damage 1d6`."""
    words = label.replace("_", " ").split()
    if value is True:
        return " ".join(w for w in words if w not in ("is", "has"))
    is_of_unit = len(words) > 1 and words[-1] in (*_UNITS, unit_of_length)
    unit = f" {words.pop()}" if is_of_unit else ""
    said = ", ".join(value) if isinstance(value, list) else str(value)
    return f"{' '.join(words)} {said.replace('-', ' ') if isinstance(value, list) else said}{unit}"


def usable(rules: Ruleset, state: State, own: Sequence[Creature], what: str, name: str) -> list[str]:
    """Whether somebody may have a thing in hand or wear it, as if it had been handed over or bought."""
    who = next((c for c in own if first_part(c.name) == name), None)
    if who is None:
        return [f"Nobody here is called {name[:40]}."]
    entries = told(rules, state, own, what)
    then, item = _with(rules, state, own, who, what)
    if item is None:
        return entries or [f"Nobody in the party has {what}, and nobody here sells it."]
    if item.place in ("hand", "worn"):
        return [*entries, f"{who.name} has it {'in hand' if item.place == 'hand' else 'on'} already."]
    ways = {place: play.why_not(rules, then, then.owner(who.id), a.Equip(who.id, item.id, place)) for place in _HOW}
    able = [how for place, how in _HOW.items() if ways[place] is None]
    if able:
        return [*entries, f"{who.name} can {' or '.join(able)} it."]
    hand, worn = ways["hand"], ways["worn"]
    assert hand is not None and worn is not None
    is_for_wear = "wear" in hand.sentence
    return [*entries, worn.sentence if is_for_wear else hand.sentence]


def unfit(rules: Ruleset, state: State, action: Action) -> str:
    """What is said before somebody buys what is of no use to this one; nothing of any other deed."""
    ware = wares(rules, state).get(action.item) if isinstance(action, a.Buy) and state.settlement is not None else None
    if ware is None or not isinstance(action, a.Buy):
        return ""
    who = state.creatures[action.actor]
    thing = Item(ware.kind, ware.name, id=_SUPPOSED)
    then = state.with_creature(who.id, items=(*who.items, thing))
    held, worn = (play.why_not(rules, then, then.owner(who.id), a.Equip(who.id, thing.id, place)) for place in _HOW)
    if held is None or worn is None:
        return ""
    return worn.sentence if "wear" in held.sentence else held.sentence


_HOW = {"hand": "hold", "worn": "wear"}


def _with(rules: Ruleset, state: State, own: Sequence[Creature], who: Creature, what: str) -> tuple[State, Item | None]:
    """The state in which somebody has such a thing, and the thing: one's own, another's, or as the shops have it."""
    some = sorted(
        ((c, i) for c in own for i in c.items if is_called(what, i.name)), key=lambda x: _order(what, x[1].name)
    )
    mine = next((i for c, i in some if c.id == who.id), None)
    if mine is not None:
        return state, mine
    item = next((replace(i, id=_SUPPOSED, count=1, place="pack") for _, i in some), None)
    if item is None and state.settlement is not None:
        sold = sorted(
            (w for w in wares(rules, state).values() if is_called(what, w.name)), key=lambda w: _order(what, w.name)
        )
        item = next((Item(ware.kind, ware.name, id=_SUPPOSED) for ware in sold), None)
    if item is None:
        return state, None
    return state.with_creature(who.id, items=(*who.items, item)), item


_SUPPOSED = "supposed"


def is_called(what: str, name: str) -> bool:
    return fits(what, name) or stems(what) == stems(name)


def _order(what: str, name: str) -> tuple[bool, int]:
    """What is called just so before what is but called like it."""
    return stems(what) != stems(name), len(name)
