"""What a spell could be cast on, here and now."""

from __future__ import annotations

from underkeep.procedures import exploration, survey
from underkeep.systems.knave.attacks.monster_abilities import is_mindless
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.spell_listings import Bind, Jump, OpenWays, React, Spell, Unhand, Use, When
from underkeep.systems.knave.checks import spell_zones
from underkeep.systems.knave.magic.spell_effects import in_range, is_of
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State


def scene(state: State) -> When | None:
    """Where a spell would be cast now; none are cast in town."""
    if state.fight is not None:
        return "fight"
    if state.encounter is not None:
        return "meeting"
    return "exploring" if exploration.is_on(state) else None


def targets(state: State, caster: Creature, use: Use) -> list[str]:
    """Each thing or creature on which this use of a spell would do something."""
    if isinstance(use.effect, React):
        return []
    kind = use.target
    if kind in ("none", "square"):
        return [""]
    if kind in ("self", "ally", "foe", "creature"):
        return [c.id for c in _creatures(state, caster, kind, use) if _works_on(c, use)]
    if kind == "corpse":
        return [c.id for c in state.creatures.values() if c.status == "dead"]
    return _things(state, caster, use)


def _creatures(state: State, caster: Creature, kind: str, use: Use) -> list[Creature]:
    if kind == "self":
        return [caster]
    if state.fight is None:
        met = state.encounter.monsters if state.encounter is not None else ()
        foes = [c for id in met if (c := state.creatures[id]).status == "up"]
        friends = state.marchers()
    else:
        foes = [c for c in state.enemies_of(caster) if _can_aim(state, caster, c, use)]
        friends = [c for c in state.active(caster.side) if c.id == caster.id or _can_aim(state, caster, c, use)]
    return {"foe": foes, "ally": friends, "creature": [*foes, *friends]}[kind]


def _can_aim(state: State, caster: Creature, target: Creature, use: Use) -> bool:
    """Within range and sight, and not hidden from the caster."""
    assert state.grid is not None
    if caster.at is None or target.at is None or sheet(target).is_inside:
        return False
    if not in_range(state, caster, target, use.range_feet) or not in_sight(state.grid, caster.at, target.at):
        return False
    if target.side == caster.side:
        return True
    return not spell_conditions.is_hidden_from(target, caster) and not spell_zones.is_screened(state, caster, target)


def squares(state: State, caster: Creature, use: Use) -> int:
    """Every square of the field that a use can be aimed at."""
    grid, at = state.grid, caster.at
    if grid is None or at is None:
        return 0
    near = grid.within(at, use.range_feet // SQUARE_FEET) & grid.floor
    return grid.mask(s for s in grid.squares(near) if in_sight(grid, at, s)) if grid.walls else near


_WHENS = {"fight": "in a fight", "meeting": "before strangers", "exploring": "while exploring"}
_AIMS = {
    "self": "on oneself",
    "ally": "on a friend",
    "foe": "at a foe",
    "creature": "at anybody",
    "corpse": "on a corpse",
}
_THINGS = {"door": "at a door", "hoard": "at treasure", "trap": "at a trap"}


def against(state: State, caster: Creature, spell: Spell, target: str) -> str:
    """What stands against a spell on that target, or on anything, as the caster can tell."""
    here = [use for use in spell.uses if scene(state) in use.when]
    if here and all(isinstance(use.effect, React) for use in here):
        return f"{spell.name} answers a spell: when a foe casts one, it is asked about."
    if not here:
        told = [
            f"{' or '.join(_WHENS[w] for w in use.when)} {(_AIMS | _THINGS).get(use.target, '')}" for use in spell.uses
        ]
        return f"{spell.name} is of no use now; it is cast {'; or '.join(dict.fromkeys(x.strip() for x in told))}."
    reach = max(use.range_feet for use in here)
    foe = state.creatures.get(target)
    if foe is None:
        foes = [c for c in state.enemies_of(caster) if c.at is not None] if state.fight is not None else []
        if caster.at is None or not foes or not any(use.target in ("foe", "creature") for use in here):
            return f"{spell.name} would do nothing here."
        foe = min(foes, key=caster.steps_to)
    if foe.side == caster.side and not any(use.target in ("ally", "creature", "self") for use in here):
        return f"{spell.name} is cast at a foe, not on {foe.name}."
    if state.grid is not None and caster.at is not None and foe.at is not None:
        far = distance(caster.at, foe.at) * SQUARE_FEET
        if far > reach:
            return f"{foe.name} is {far} feet from {caster.name}, and {spell.name} reaches {reach}."
        if not in_sight(state.grid, caster.at, foe.at):
            return f"{caster.name} does not see {foe.name} from there."
    return f"{spell.name} would do nothing to {foe.name}."


def _works_on(creature: Creature, use: Use) -> bool:
    effect = use.effect
    if use.is_mental and is_mindless(creature):
        return False
    if isinstance(effect, Bind):
        return creature.condition(effect.bond) is None and (not effect.only or is_of(creature, effect.only))
    if isinstance(effect, Unhand):
        return any(item.place == "hand" for item in creature.items)
    return not isinstance(effect, Jump) or not sheet(creature).held_by


def _things(state: State, caster: Creature, use: Use) -> list[str]:
    """Doors, hoards, traps and far-off monsters; only exploring brings one to them."""
    dungeon, _, area = survey.here(state)
    if use.target == "area":
        return [area.id, *dict.fromkeys(d.beyond(area.id) for d in survey.known_doors(state) if d.is_passable)]
    if use.target == "door":
        return [door.id for door in survey.known_doors(state) if _door_fits(door, caster, use)]
    if use.target == "hoard":
        return [hoard.id for hoard in survey.known_hoards(state)]
    if use.target == "trap":
        return [t.id for t in dungeon.traps.values() if t.area == area.id and t.state == "found"]
    return [g.id for g in dungeon.groups.values() if g.members and g.count > 0 and g.area in dungeon.areas]


def _door_fits(door: Door, caster: Creature, use: Use) -> bool:
    if door.kind == "opening":
        return False
    if isinstance(use.effect, OpenWays):
        return not door.is_open if use.effect.how == "reshaped" else bool(door.bar) and not door.is_open
    return door.bar != "held"
