"""Names for characters who were given none. All are our own."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution

NAMES = (
    "Aldith", "Barnaby", "Corva", "Dunstan", "Edda", "Ferrin", "Gisla", "Hob", "Isolde", "Jorun", "Kestrel", "Lambert",
    "Maud", "Nessa", "Osric", "Perrin", "Quill", "Rowan", "Sibley", "Tamsin", "Ulf", "Verity", "Wat", "Ysmay",
    "Anselm", "Bryony", "Cuthbert", "Dorrit", "Emrys", "Finch", "Godwin", "Hazel", "Ivo", "Juniper", "Kit", "Linnet",
)  # fmt: skip


def name_for(do: Resolution) -> str:
    """A name nobody in the game has yet, by the dice."""
    taken = {creature.name for creature in do.state.creatures.values()}
    free = tuple(name for name in NAMES if name not in taken)
    if free:
        return str(do.pick(free, "name"))
    count = 2
    while f"{NAMES[0]} {count}" in taken:
        count += 1
    return f"{NAMES[0]} {count}"
