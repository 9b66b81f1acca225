"""A monster's listing as one line for the referee's key."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import fields

from underkeep.kernel.notation import Expr
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.compendium import Monster, Routine, Strike

_UNITS = {"turns": "turns", "days": "days", "damage": "damage", "ability": "check"}
_FEET = "_feet"


def stats(kind: str) -> str:
    """Level, hit points, armour, attacks, movement, morale, and what else it can do."""
    found = compendium.monsters()[kind]
    ways = [f"{found.move_feet}'"] if found.move_feet else []
    ways += [f"{found.fly_feet}' flying"] if found.fly_feet else []
    ways += [f"{found.burrow_feet}' burrowing"] if found.burrow_feet else []
    parts = [
        f"level {found.level}",
        f"hp {found.hp}",
        f"AP {found.armour_points}",
        f"attacks {' or '.join(map(_routine, found.attacks))}" if found.attacks else "no attacks",
        f"move {', '.join(ways) or 'none'}",
        f"morale {found.morale}",
    ]
    return "; ".join((", ".join(parts), *_abilities(found)))


def _routine(routine: Routine) -> str:
    far = f" to {routine.range_feet}'" if routine.range_feet else ""
    return " + ".join(map(_strike, routine.strikes)) + far


def _strike(strike: Strike) -> str:
    """`bite (1d3, paralyse: STR check, 2d4 turns)`."""
    told = [strike.damage.text] if strike.damage is not None else []
    told += [_told(strike.effect)] if strike.effect is not None else []
    return f"{strike.name} ({', '.join(told)})" if told else strike.name


def _told(thing: Struct) -> str:
    """An effect or a power by its name in the content files, with its numbers."""
    told = [text for field in fields(thing) if (text := _value(field.name, getattr(thing, field.name)))]
    name = str(thing.__struct_config__.tag)
    return f"{name}: {', '.join(told)}" if told else name


def _value(name: str, value: object) -> str:
    if value in (None, "", False, 0):
        return ""
    text = value.text if isinstance(value, Expr) else str(value)
    if name.endswith(_FEET):
        return f"{text}'"
    spoken = name.removeprefix("is_").replace("_", " ")
    return spoken if value is True else f"{text} {_UNITS[name]}" if name in _UNITS else f"{spoken} {text}"


def _abilities(found: Monster) -> Iterator[str]:
    yield from map(_told, found.powers)
    if found.gaze is not None:
        yield f"gaze turns to stone ({found.gaze.ability} check)"
    if found.regenerates is not None:
        yield f"regenerates {found.regenerates.text} a round"
    for words, things in (
        ("harmed only by", found.harmed_only_by),
        ("immune to", found.immune),
        ("weak to", found.weak),
        ("fears", found.fears),
    ):
        if things:
            yield f"{words} {', '.join(things)}"
    yield from (note.rstrip(".") for note in found.manual)
