"""On whom a spell can be cast, here and now."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures import scenes
from underkeep.procedures.resolution import Refusal
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_listings import Bestow, Form, Heal, Wound, Written
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.equipment.armour import worn
from underkeep.world.creature import Creature
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State

REACHES = (
    "robs:spell.bless.range",
    "robs:spell.detect-alignment.range",
    "robs:spell.magic-missile.range",
    "robs:spell.sleep.range",
    "robs:spell.be-quiet.range",
    "robs:spell.paralyze.range",
    "robs:spell.missile-shield.range-duration",
    "robs:spell.resist-cold.target",
    "robs:spell.resist-fire.effect",
    "robs:spell.spark.to-hit",
    "robs:spell.detect-magic.effect",
    "robs:spell.tandyf.range",
)


def scene(state: State) -> str:
    return "fight" if state.fight is not None else scenes.scene_of(state)


def metres(form: Form, level: int) -> int:
    """How far a form reaches; 0 if only by touch."""
    return form.metres + form.metres_per_level * level


@executes(
    "robs:spell.bless.range",
    "robs:spell.detect-alignment.range",
    "robs:spell.magic-missile.range",
    "robs:spell.sleep.range",
    "robs:spell.be-quiet.range",
    "robs:spell.paralyze.range",
    "robs:spell.missile-shield.range-duration",
    "robs:spell.resist-cold.target",
    "robs:spell.resist-fire.effect",
    "robs:spell.spark.to-hit",
    "robs:spell.detect-magic.effect",
    "robs:spell.tandyf.range",
)
def in_reach(state: State, caster: Creature, target: Creature, form: Form, level: int) -> bool:
    """Within so many metres for each level and in sight, or beside the caster; off the field everybody is near."""
    if caster.id == target.id or caster.at is None or target.at is None:
        return caster.id == target.id or state.fight is None
    squares = distance(caster.at, target.at)
    far = metres(form, level)
    if squares > 1 and squares * SQUARE_METRES > far:
        return False
    return state.grid is None or in_sight(state.grid, caster.at, target.at)


def around(state: State, caster: Creature, on: str) -> list[Creature]:
    """Whoever is there of those that a spell may be for, the nearest first."""
    if state.fight is not None:
        friends = [c for c in state.creatures.values() if c.side == caster.side and c.status in ("up", "down") and c.at]
        foes = [c for c in state.enemies_of(caster) if c.at is not None]
    else:
        party = state.party
        ids = party.members if party is not None else ()
        friends = [c for id in ids if (c := state.creatures[id]).status in ("up", "down")]
        met = state.encounter.monsters if state.encounter is not None else ()
        foes = [c for id in met if (c := state.creatures[id]).status == "up"]
    found = {"self": [caster], "friend": friends, "foe": foes, "creature": [*foes, *friends]}.get(on, [])
    here = caster.at
    return sorted(found, key=lambda c: distance(here, c.at) if here is not None and c.at is not None else 0)


def targets(state: State, caster: Creature, written: Written, level: int) -> list[str]:
    """Everybody on whom the form could be cast; one empty name for what needs nobody."""
    form = written.form
    if form.on == "none":
        return [""]
    return [
        c.id
        for c in around(state, caster, form.on)
        if in_reach(state, caster, c, form, level) and why_not_on(state, caster, c, form) is None
    ]


@executes(
    "robs:spell.cure-light.touch",
    "robs:spell.cure-light.not-dead",
    "robs:spell.resist-cold.target",
    "robs:spell.resist-fire.effect",
    "robs:spell.detect-alignment.reverse",
)
def why_not_on(state: State, caster: Creature, target: Creature, form: Form) -> Refusal | None:
    """What speaks against one target: no skin to touch under full plate in the middle of a fight, being dead, or being
    too large."""
    effect = form.effect
    if isinstance(effect, Heal):
        if target.status == "dead":
            return Refusal(f"{target.name} is dead.", "robs:spell.cure-light.not-dead")
        body = worn(target.items).armour
        if state.fight is not None and body is not None and body.heavy:
            return Refusal(f"{target.name} must bare some skin first.", "robs:spell.cure-light.touch")
    elif target.status != "up":
        return Refusal(f"{target.name} is past that.", "robs:magic.cast.requirements")
    most = effect.scale_above if isinstance(effect, Bestow) else None
    if most is not None and sheet(target).scale > sheet(caster).scale + most:
        return Refusal(f"{target.name} is too large for that.", form.rule.split(", ")[0])
    if target.side != caster.side and not isinstance(effect, Wound) and not sight.can_see(caster, target):
        return Refusal(f"{caster.name} does not see {target.name}.", "robs:combat.unseen.ranged")
    return None


def several(state: State, caster: Creature, first: str, written: Written, level: int) -> list[Creature]:
    """The target and, of a form for many, as many others of its side as the caster has levels."""
    chosen = state.creatures[first]
    if not written.form.many:
        return [chosen]
    others = [
        c
        for c in around(state, caster, "creature")
        if c.side == chosen.side and c.id != first and in_reach(state, caster, c, written.form, level)
    ]
    return [chosen, *others][: max(1, level)]
