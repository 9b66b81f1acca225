"""A monster's listing as one line for the referee's key, in the book's own order and abbreviations."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.systems.ose.equipment.armour import attack_bonus, written
from underkeep.systems.ose.monsters.listings import (
    ActsFirst,
    ActsLast,
    AttackLine,
    BattleRage,
    Disease,
    Effect,
    FireBreath,
    Heads,
    Hold,
    Hug,
    Monster,
    Paralysis,
    Poison,
    Quick,
    Regeneration,
    Trait,
    hit_dice,
    hit_point_dice,
    monsters,
    saves_as,
    thac0_by_hit_dice,
    xp_award,
)
from underkeep.systems.ose.monsters.special_actions import SpecialPower

_SAVES = "DWPBS"


@executes("ose:monster.stat-block")
def stats(kind: str) -> str:
    """Armour class, Hit Dice, hit points, attacks, THAC0, movement, saves, morale, alignment, experience, treasure, and
    what else it can do.
    """
    listing = monsters()[kind]
    thac0 = listing.thac0 or thac0_by_hit_dice(listing.hd)
    saves = zip(_SAVES, saves_as(listing.save_as).values(), strict=True)
    parts = [
        f"AC {written(listing.ac)}",
        f"HD {listing.hd}{'*' * listing.special_abilities}",
        f"hp {_hit_points(listing)}",
        f"Att {' or '.join(' + '.join(map(_attack, routine)) for routine in listing.attacks) or 'none'}",
        f"THAC0 {thac0} [{attack_bonus(thac0):+d}]",
        f"MV {', '.join(_movement(listing))}",
        f"SV {' '.join(f'{letter}{least}' for letter, least in saves)} ({listing.save_as})",
        f"ML {listing.morale}" + (f" ({listing.morale_in_melee} in melee)" if listing.morale_in_melee else ""),
        f"AL {' or '.join(listing.alignments)}",
        f"XP {xp_award(listing.hd, listing.special_abilities):,}",
        f"TT {listing.treasure}" if listing.treasure else "",
    ]
    line = ", ".join(part for part in parts if part)
    return "; ".join((line, *_abilities(listing)))


def _hit_points(listing: Monster) -> str:
    """The dice for each, and about how many that is."""
    if listing.hit_points is not None:
        return str(listing.hit_points)
    hd, dice = hit_dice(listing.hd), hit_point_dice(listing.hd)
    mean = hd.fixed_hp or (hd.dice * 9 // 2 + hd.plus if hd.dice else 2)
    return dice.text if hd.fixed_hp else f"{dice.text} ({max(1, mean)})"


def _attack(line: AttackLine) -> str:
    """`2 × claw (1d3)`."""
    damage = line.damage.text if line.damage is not None else ""
    if line.by_weapon:
        damage = f"{damage} or by weapon{f' {line.weapon_bonus:+d}' if line.weapon_bonus else ''}".removeprefix(" or ")
    told = ", ".join(part for part in (damage, *map(_effect, line.effects)) if part)
    return f"{line.count} × {line.name}{f' ({told})' if told else ''}"


def _movement(listing: Monster) -> Iterator[str]:
    """The rate of exploring, and that of an encounter."""
    for way, rate in listing.movement_feet.items():
        yield f"{rate}' ({rate // 3}'){'' if way == 'walk' else f' {way}'}"


def _effect(effect: Effect) -> str:
    """What a hit does besides damage."""
    match effect:
        case Poison(save_bonus, onset, sick_days):
            does = f"sick for {sick_days} days" if sick_days else "death"
            late = f" after {onset.text} turns" if onset is not None else ""
            return f"poison: {does}{late}" + (f", save at {save_bonus:+d}" if save_bonus else "")
        case Paralysis(turns):
            return f"paralysis for {turns.text} turns"
        case Disease():
            return "disease, 1 bite in 20"
        case Hug(damage):
            return f"hug for {damage.text} more if all hit"
        case Hold(attack, bonus):
            return f"{attack} at {bonus:+d} if all hit"
        case FireBreath(damage, chance):
            return f"instead breathes fire for {damage.text}, {chance}-in-6"
        case _:
            return plainly(effect)


def _abilities(listing: Monster) -> Iterator[str]:
    yield from map(_trait, listing.traits)
    yield from map(plainly, listing.powers)
    if listing.undead:
        yield "undead"
    if listing.harmed_only_by:
        yield f"harmed only by {' or '.join(listing.harmed_only_by)}"
    if listing.immune:
        yield f"immune to {', '.join(listing.immune)}"
    yield from (note.rstrip(".") for note in listing.manual)


def _trait(trait: Trait) -> str:
    match trait:
        case BattleRage(attack):
            return f"{attack:+d} to hit humans and the like"
        case Regeneration(per_round):
            return f"regenerates {per_round} a round"
        case ActsFirst():
            return "always acts first"
        case ActsLast():
            return "always acts last"
        case Heads(hp_each):
            return f"an attack a head, each lost with {hp_each} hp"
        case Quick(modifier):
            return f"initiative {modifier:+d}"
        case _:
            return plainly(trait)


def abilities(listing: Monster) -> tuple[tuple[str, str], ...]:
    """The traits and powers of a listing, each with what is said of it."""
    own = [("Trait", _trait(trait)) for trait in listing.traits]
    return (*own, *(("Power", f"{power.name}: {plainly(power)}") for power in listing.powers))


def plainly(ability: Effect | Trait | SpecialPower) -> str:
    """An ability by its name in the listing, with what the listing says of it: `energy drain (levels 2)`."""
    said = [(f.name, getattr(ability, f.name), f.default) for f in msgspec.structs.fields(ability)]
    told = ", ".join(_said(name, value) for name, value, usual in said if value != usual and name != "name")
    tag = str(ability.__struct_config__.tag).replace("-", " ")
    return f"{tag} ({told})" if told else tag


def _said(name: str, value: object) -> str:
    word = name.replace("_", " ")
    if value is True:
        return word
    parts = value if isinstance(value, tuple) else (value,)
    return f"{word} {' '.join(part.text if isinstance(part, Expr) else str(part) for part in parts)}"
