"""What people tell of monsters: never numbers, but what they are like."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.english import listing as listed
from underkeep.kernel.english import plural
from underkeep.kernel.executes import executes
from underkeep.systems.ose.monsters.listings import AttackLine, Monster, hit_dice, monsters
from underkeep.systems.ose.monsters.traits import Hates

_HIDE = ((9, "no armour"), (7, "leather"), (5, "chainmail"), (3, "plate mail"))
_MEN = ("less than a man", "a man", "two men", "three men", "four men", "five men", "six men", "seven men")


@executes("ose:referee.describe.no-stats", "ose:monster.stat-block")
def facts(kind: str) -> tuple[str, ...]:
    """What stands in a listing, in words: how it fights, what harms it, how tough it is, how it goes about."""
    listing = monsters().get(kind)
    if listing is None:
        return ()
    ways = " and ".join(dict.fromkeys(way.replace("walk", "on foot") for way in listing.movement_feet))
    told = [
        f"{listing.name.partition(' (')[0]}: attacks by {_attacks(listing)}",
        f"its skin is like {_hide(listing.ac)}, and it is as hard to kill as {_toughness(listing.hd)}",
        f"it goes {ways}",
    ]
    if listing.undead:
        told.append("it is undead")
    if listing.harmed_only_by:
        told.append(f"only {' or '.join(listing.harmed_only_by)} harms it")
    if listing.immune:
        told.append(f"nothing to it: {', '.join(listing.immune)}")
    told += [_trait(trait) for trait in listing.traits]
    return (*told, *listing.manual)


def _trait(trait: Struct) -> str:
    """A trait by its name; of one that hates, whom."""
    if isinstance(trait, Hates):
        hated = [plural(monsters()[kind].name.partition(" (")[0].lower()) for kind in trait.kinds if kind in monsters()]
        return f"it hates {listed([*hated, *(k for k in trait.kinds if k not in monsters())])}"
    return str(trait.__struct_config__.tag).replace("-", " ")


def _attacks(listing: Monster) -> str:
    return " or ".join(", ".join(_attack(line) for line in routine) for routine in listing.attacks) or "nothing"


def _attack(line: AttackLine) -> str:
    effects = [str(effect.__struct_config__.tag).replace("-", " ") for effect in line.effects]
    many = f"{line.count} " if line.count > 1 else ""
    return f"{many}{line.name} ({', '.join(effects)})" if effects else f"{many}{line.name}"


def _hide(ac: int) -> str:
    return next((like for least, like in _HIDE if ac >= least), "better than plate mail")


def _toughness(hd: str) -> str:
    dice = hit_dice(hd).dice
    return _MEN[dice] if dice < len(_MEN) else f"{dice} men"
