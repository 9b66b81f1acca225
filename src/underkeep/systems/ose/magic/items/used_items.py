"""What magic items can do when they are used: their own effects, or spells that they cast, each with whom and where."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.procedures import content
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.enchanted import Enchanted, listing
from underkeep.systems.ose.magic.spells import Duration, Spell, Use, Written, forms
from underkeep.world.clock import DAY
from underkeep.world.gear import Item

PERIODS = {"round": 10, "turn": 600, "day": DAY, "week": 7 * DAY}
STORED_LEVEL = 6
SPELL_RING = "ring-of-spell-storing"


class Casts(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell that the item casts as somebody of this level would; `only` some of its uses, with another save."""

    spell: str
    level: int = 6
    list_name: str = "magic-user"
    save: str = ""
    only: tuple[str, ...] = ()


class Limit(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a power may be used."""

    times: int
    per: Literal["round", "turn", "day", "week"]


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """What an item does, by the item's id. `cost` is how many charges a use takes, all of them where it is -1.

    A potion that is `instant` leaves nothing behind that another could mix with. What is `unseen` tells its user
    nothing.
    """

    rule: str
    uses: tuple[Use, ...] = ()
    casts: tuple[Casts, ...] = ()
    duration: Duration = Duration(lasts="instant")
    range_feet: int = 0
    level: int = 6
    limit: Limit | None = None
    cost: int = 1
    instant: bool = False


class Way(NamedTuple):
    """One thing that an item can do: its name where it has several, the spell it comes to, and the level of its
    magic.
    """

    name: str
    written: Written
    use: Use
    level: int


@cache
def powers() -> dict[str, Power]:
    return content.load(compendium.PACKAGE, "treasure/powers", Power)


@lru_cache(maxsize=512)
def ways(kind: str) -> tuple[Way, ...]:
    """Everything that an item of a kind can do."""
    power, found = powers().get(kind), listing(kind)
    if power is None or found is None:
        return ()
    return _ways(found.name.lower(), power, len(power.casts) + len(power.uses) > 1)


def _ways(name: str, power: Power, several: bool) -> tuple[Way, ...]:
    spell = Spell(name, 1, power.duration, power.rule, power.uses, power.range_feet)
    written = Written(spell.name, "magic-user", spell, power.uses, power.range_feet, False)
    own = [Way(use.name, written, use, power.level) for use in power.uses]
    return (*own, *(way for casts in power.casts for way in _cast(casts, several)))


def _cast(casts: Casts, several: bool) -> list[Way]:
    """The uses of a spell as an item has them; of one that this game does not know, none."""
    form = forms(casts.list_name).get(casts.spell)
    if form is None:
        return []
    uses = [use for use in form.uses if not casts.only or use.name in casts.only]
    found = []
    for use in uses:
        name = f"{casts.spell.lower()} {use.name}".strip() if several else use.name
        found.append(Way(name, form, replace(use, save=casts.save) if casts.save and use.save else use, casts.level))
    return found


@lru_cache(maxsize=1024)
def _stored(spells: tuple[tuple[str, str], ...]) -> tuple[Way, ...]:
    """The spells that a ring holds."""
    kept = dict.fromkeys(spells)
    return tuple(way for list_name, name in kept for way in _cast(Casts(name, STORED_LEVEL, list_name), True))


@cache
def sword_powers() -> dict[str, Power]:
    return content.load(compendium.PACKAGE, "treasure/sword_powers", Power)


@lru_cache(maxsize=256)
def _of_mind(names: tuple[str, ...]) -> tuple[Way, ...]:
    """What a sword that thinks lends to those who wield it."""
    found: list[Way] = []
    for name in dict.fromkeys(names):
        power = sword_powers()[content.key(name)]
        found += [way._replace(name=f"{name} {way.name}".strip()) for way in _ways(name, power, False)]
    return tuple(found)


def ways_of(item: Item) -> tuple[Way, ...]:
    """Everything that this very item can do."""
    own = item.quality
    if not isinstance(own, Enchanted):
        return ways(item.kind)
    if own.mind is not None:
        return (*ways(item.kind), *_of_mind(own.mind.powers))
    return _stored(own.spells) if own.spells and item.kind == SPELL_RING else ways(item.kind)
