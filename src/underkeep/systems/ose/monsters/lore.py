"""What people tell of monsters: never numbers, but what they are like."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.english import listing as listed
from underkeep.kernel.english import plural
from underkeep.kernel.executes import executes
from underkeep.systems.ose.monsters.listings import AttackLine, Monster, hit_dice, monsters
from underkeep.systems.ose.monsters.traits import Hates

_HIDE = ((9, "like no armour"), (7, "like leather"), (5, "like chainmail"), (3, "like plate mail"))
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
        f"its skin is {_hide(listing.ac)}, and it is as hard to kill as {_toughness(listing.hd)}",
        f"it goes {ways}",
    ]
    if listing.undead:
        told.append("it is undead")
    if listing.harmed_only_by:
        told.append(f"only {' or '.join(listing.harmed_only_by)} harms it")
    if listing.immune:
        told.append(f"it takes no harm from {', '.join(listing.immune)}")
    told += filter(None, map(_trait, listing.traits))
    return (*told, *(_clause(note) for note in listing.manual if "referee" not in note))


def _clause(note: str) -> str:
    return f"it {note[:1].lower()}{note[1:].rstrip('.')}" if note.split()[0].endswith("s") else note.rstrip(".")


_TRAITS = {
    "swims-well": "it swims well",
    "repelled": "some things keep it off",
    "heads": "it has several heads",
    "frenzy": "it fights in a frenzy",
    "battle-rage": "it fights in a rage",
    "sees-invisible": "it sees what is invisible",
    "regeneration": "its wounds close by themselves",
    "ink": "it clouds the water with ink",
    "echolocation": "it finds its way by sound",
    "mist": "it turns to mist",
    "afraid-of-fire": "it is afraid of fire",
    "fears-fire": "it fears fire",
    "flammable": "it burns well",
    "gaze": "its gaze does harm",
    "unseen": "it is hard to see",
    "displaced": "it is not where it seems to be",
    "half-damage": "some blows do it half the harm",
    "hates-the-sun": "it hates the sun",
    "shriek": "it shrieks",
    "divide": "what is cut off it lives on",
    "dive": "it dives at its prey",
    "stench": "its stench sickens",
    "terror": "the sight of it is terrible",
    "blink": "it blinks from place to place",
    "rusting": "metal rusts at its touch",
    "absorbs-metal": "it takes in metal",
    "spore-cloud": "it lets fly clouds of spores",
    "flaming-blood": "its blood burns",
    "flighty": "it is quick to flee",
    "wary": "it is wary",
    "pack-courage": "it is brave in numbers",
    "sleeper": "it may be found asleep",
    "speech": "some of its kind speak",
}
"""What people say of a trait; of the others nobody has heard."""


def _trait(trait: Struct) -> str:
    """A trait as people tell of it; of one that hates, whom."""
    if isinstance(trait, Hates):
        hated = [plural(monsters()[kind].name.partition(" (")[0].lower()) for kind in trait.kinds if kind in monsters()]
        return f"it hates {listed(hated or [plural(kind) for kind in trait.kinds])}"
    return _TRAITS.get(str(trait.__struct_config__.tag), "")


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
