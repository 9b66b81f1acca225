"""Those who lie senseless come to."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.combat import Rose


def rouse(do: Resolution, id: str, why: str) -> None:
    """Back on the feet with the hit points left; the cause is over."""
    creature = do.state.creatures[id]
    if creature.status == "down":
        do.emit(Rose(id, creature.hp, creature.at, rule=(f"knave:hazard.{why}.pass-out",)))
