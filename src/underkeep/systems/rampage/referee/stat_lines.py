"""A monster's listing as one line for the referee's key."""

from __future__ import annotations

from underkeep.systems.rampage.basics import compendium


def stats(kind: str) -> str:
    """Hit dice, armour class, movement, attacks, morale, and what else there is to say."""
    found = compendium.monsters()[kind]
    dice = f"{found.hd:g}{found.plus:+d}" if found.plus else f"{found.hd:g}"
    attacks = [
        f"{a.count} {a.name} ({a.damage.text})" if a.count > 1 else f"{a.name} ({a.damage.text})" for a in found.attacks
    ]
    attacks += [compendium.weapons()[name].name.lower() for name in found.weapons if name in compendium.weapons()]
    attacks += [f"{found.missile.name} ({found.missile.damage.text})"] if found.missile is not None else []
    parts = [
        f"HD {dice}",
        f"AC {found.ac}",
        f"move {found.movement_in} in",
        f"size {found.size}",
        f"attacks {', '.join(attacks) or 'none'}",
        f"morale {found.morale}",
        f"{' or '.join(found.alignments)}",
    ]
    if found.surprises_in_6 != 2:
        parts.append(f"surprises on 1-{found.surprises_in_6}")
    return "; ".join((", ".join(parts), *(note.rstrip(".") for note in found.manual)))
