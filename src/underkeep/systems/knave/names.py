"""Names for characters whose players gave none. All are our own."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution

NAMES = (
    "Aldous", "Annis", "Bartle", "Bettony", "Brannoc", "Cateline", "Cob", "Corwin", "Dagna", "Dunstan", "Edda",
    "Emmot", "Fenn", "Fulk", "Gisla", "Godric", "Hob", "Hester", "Idony", "Ivo", "Jankin", "Jocosa", "Kester", "Kit",
    "Lettice", "Ludo", "Maud", "Merek", "Nell", "Nicol", "Odo", "Osanna", "Perkin", "Petronel", "Quill", "Ralf",
    "Rohese", "Sabin", "Symond", "Tib", "Tobin", "Ulric", "Ursel", "Wat", "Wilmot", "Wystan", "Ysolt", "Yvain",
)  # fmt: skip


def a_name(do: Resolution, id: str) -> str:
    """A name that nobody in play has, by the dice."""
    taken = {creature.name for creature in do.state.creatures.values()}
    free = tuple(name for name in NAMES if name not in taken)
    if free:
        return str(do.pick(free, f"name of {id}"))
    name = do.pick(NAMES, f"name of {id}")
    return next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)
