"""The books that a game is made of, and those that a group adds: what they put on the lists of a dungeon's monsters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Literal, get_args

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.monsters.listings import monsters

Kind = Literal["core", "genre", "spells", "monsters", "treasures"]
COMBINE, CUSTOM = "ose:referee.modules.combine", "ose:referee.modules.custom"
TOGETHER, ONE_OF_A_KIND = "all together", "one of each kind"
READ, LEFT_OUT = "read", "left out"


class Module(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    name: str
    kind: Kind
    rule: str
    custom: bool = False
    haunts: dict[str, tuple[str, ...]] = {}


class ModulesUsed(Note, frozen=True):
    """The books that the adventure is made from, by their kinds."""

    secret: ClassVar[bool] = True

    books: str


@cache
def modules() -> dict[str, Module]:
    return content.load(compendium.PACKAGE, "modules", Module)


@executes("ose:referee.modules.combine", "ose:referee.modules.custom")
def settle(do: Resolution) -> dict[str, str]:
    """Defaults: all that there is of a kind is used side by side, and a group's own is read as the rest is."""
    return {
        COMBINE: do.foretold(COMBINE, (TOGETHER, ONE_OF_A_KIND), TOGETHER),
        CUSTOM: do.foretold(CUSTOM, (READ, LEFT_OUT), READ),
    }


@executes("ose:referee.modules.combine", "ose:referee.modules.custom")
def in_use(ruled: Mapping[str, str], every: Mapping[str, Module] | None = None) -> dict[str, Module]:
    """Of every kind all modules or the first one; those of the group itself unless they are left out."""
    found: dict[str, Module] = {}
    for id, module in (modules() if every is None else every).items():
        if module.custom and ruled.get(CUSTOM) == LEFT_OUT:
            continue
        if ruled.get(COMBINE) == ONE_OF_A_KIND and any(m.kind == module.kind for m in found.values()):
            continue
        found[id] = module
    return found


@executes("ose:referee.modules.kinds")
def told(using: Mapping[str, Module]) -> str:
    """The modules by their kinds; a game lacks none of the five."""
    names = {kind: [m.name for m in using.values() if m.kind == kind] for kind in get_args(Kind)}
    missing = [kind for kind, some in names.items() if not some]
    if missing:
        raise UnderkeepError(f"No module is loaded for: {', '.join(missing)}.")
    return "; ".join(f"{kind}: {', '.join(some)}" for kind, some in names.items())


@executes("ose:referee.modules.combine", "ose:referee.modules.custom")
def haunting(ruled: Mapping[str, str], dungeon_level: int) -> tuple[str, ...]:
    """Whom the modules in use add to the list of a level, as far as the bestiary has them."""
    found = (kind for m in in_use(ruled).values() for kind in m.haunts.get(str(dungeon_level), ()))
    return tuple(kind for kind in found if kind in monsters())
