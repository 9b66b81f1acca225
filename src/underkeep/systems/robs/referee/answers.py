"""What this game answers about the referee's key: what is where, and what is said of it."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.numbers import adjective
from underkeep.systems.robs.equipment import treasure
from underkeep.systems.robs.exploration import traps
from underkeep.systems.robs.referee import stocking
from underkeep.world.gear import Item

stock = stocking.stock
trap = traps.noted


def choose_setting(do: Resolution) -> str | None:
    return None


def monster(kind: str) -> str:
    return compendium.monsters()[kind].name


def stats(kind: str) -> str:
    """Scale, level, what it is better or worse at, attacks and hide, in a line."""
    found = compendium.monsters()[kind]
    best = [f"{adjective(value)} {name}" for name, value in found.attributes.items() if value]
    attacks = [f"{a.name} (ODF {a.odf})" for a in found.attacks]
    attacks += [w.name.lower() for k in found.gear if (w := compendium.weapon(k)) is not None]
    pace = f"move {found.movement_scale}" + (f", flying {found.flying_scale}" if found.flying_scale is not None else "")
    parts = [f"Scale {found.scale}", f"level {found.level}", f"hp {found.hp}", f"DDF {found.ddf}", pace, *best]
    told = [f"{t.name.lower()}: {t.told}" if t.told != "yes" else t.name.lower() for t in found.traits]
    rest = [f"casts as a {kind} of level {level}" for kind, level in found.magic.items()]
    rest += [found.manual.rstrip(".")] if found.manual else []
    return "; ".join((", ".join(parts), f"attacks {', '.join(attacks) or 'bare hands'}", *told, *rest))


def feature(kind: str) -> str:
    return kind


def worth(item: Item) -> str:
    cp = treasure.worth_cp(item)
    return money.written(cp) if cp else ""
