"""A creature made from a referee's description of it."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import numbered
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics.numbers import adjective
from underkeep.systems.robs.basics.scale import by_own_kind, mass_kg
from underkeep.systems.robs.basics.sheet import RobsSheet
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.monsters import described
from underkeep.world.creature import CreationStepTaken, Creature

IMPORT = described.IMPORT
SPRINTS = {"cannot run": 1, "three times a walk": 3, "five times a walk": 5}
LARGEST_LISTED = 15
_SPRINT = "robs:movement.sprint-exceptions"
_MOVES = {"biped": "robs:movement.biped-guideline", "other": "robs:movement.other-bodies"}


@executes(
    "robs:referee.import-by-adjective",
    "robs:movement.biped-guideline",
    "robs:movement.other-bodies",
    "robs:movement.sprint-exceptions",
    "robs:scale.extremes",
)
def make(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """Each value by its adjective. How fast it walks and runs is the referee's, and by itself what its body
    suggests."""
    found = described.describe(who.choices["make"], who.name or "Creature")
    stats = found.monster
    moves = next(r for r in found.rules if r in _MOVES.values())
    walk = int(do.foretold(moves, _around(stats.movement_scale), str(stats.movement_scale)))
    usual = next(word for word, times in SPRINTS.items() if times == stats.sprint)
    sprint = SPRINTS[do.foretold(_SPRINT, tuple(SPRINTS), usual)]
    values: dict[str, str | int] = {
        "Scale": stats.scale,
        **stats.attributes,
        "level": stats.level,
        "hit points": stats.hp,
    }
    values |= {"DDF": stats.ddf, "Movement Scale": walk, "sprint": f"x{sprint}"}
    values |= {"flying": stats.flying_scale} if stats.flying_scale is not None else {}
    values |= {f"attack: {attack.name}": f"ODF {attack.odf}" for attack in stats.attacks}
    values |= {trait.name: trait.told for trait in stats.traits}
    values |= {f"warning {n}": text for n, text in enumerate(found.warnings, 1)}
    values |= {f"for the referee {n}": text for n, text in enumerate(found.unread, 1)}
    warned = ("robs:scale.extremes",) if any("planet" in text for text in found.warnings) else ()
    twice = ("robs:race.other.scale-not-strength",) if any("twice" in text for text in found.warnings) else ()
    values["kilograms"] = f"{mass_kg(stats.scale):,.4g}"
    off_chart = ("robs:scale.off-chart",) if abs(stats.scale) > LARGEST_LISTED else ()
    own = RobsSheet(
        stats.attributes,
        stats.scale,
        walk,
        stats.level,
        stats.flying_scale,
        sprint,
        stats.ddf,
        alignment=alignment.alignment_of(stats.lawfulness),
        attacks=stats.attacks,
        traits=stats.traits,
        manual=stats.manual,
        xp=stats.xp,
    )
    wits = by_own_kind(do.state, own)
    values |= {"INT by the measure of beasts": adjective(wits)} if wits is not None else {}
    by_kind = ("robs:scale.other-kinds",) if wits is not None else ()
    rule = (*found.rules, _SPRINT, *warned, *twice, *off_chart, *by_kind)
    do.emit(CreationStepTaken(id, "description", values, rule=rule))
    return Creature(id, numbered(stats.name, id, side), who.kind or "described", side, stats.hp, stats.hp, own)


def _around(usual: int) -> tuple[str, ...]:
    return tuple(str(usual + step) for step in (-2, -1, 0, 1, 2))
