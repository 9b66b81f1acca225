"""What binds a character: betrothals, enemies, factions, debts and promises, and what becomes of them."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution


def night(do: Resolution) -> None:
    return None


def come_home(do: Resolution) -> None:
    return None
