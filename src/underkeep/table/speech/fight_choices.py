"""What somebody may still do in a fight, in words, for whoever was refused something else."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.procedures.actions import Attack, Done, Move, Recall, Try
from underkeep.procedures.delve_actions import BreakOff
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.describe import verb
from underkeep.table.speech.meanings import Reader
from underkeep.world.creature import Creature


def may_do(reader: Reader, actor: Creature) -> str:
    """What somebody may do instead, now or in this round."""
    listed = [x for x in reader.options.listed if getattr(x, "actor", "") == actor.id]
    fight = reader.state.fight
    kinds = list(dict.fromkeys(type(x) for x in listed if not isinstance(x, Done | Try | Recall)))
    told = [
        "attack" if kind is Attack else "lead everybody out" if kind is BreakOff else verb(reader.rules, kind)
        for kind in kinds
    ]
    told += [
        "move" for m in reader.options.moves if m.actor == actor.id and isinstance(m.to(m.grid.first(m.mask)), Move)
    ][:1]
    if fight is not None and fight.steps and fight.step.phase == DECLARING:
        told = [*told, "attack", "shoot" if _can_shoot(reader, actor) else "", "guard somebody", "fall back"]
    told = [one for one in dict.fromkeys(told) if one]
    return f"{actor.name} may {_or(told)} instead." if told else f"{actor.name} has nothing left to do in this step."


def _or(told: Sequence[str]) -> str:
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} or {told[-1]}"


def _can_shoot(reader: Reader, actor: Creature) -> bool:
    tactics = reader.rules.tactics
    return tactics is not None and tactics.manner(reader.state, actor).shots > 0
