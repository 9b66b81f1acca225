"""Whom and what a spell can be cast on from here: range, sight, and the kind of target it takes."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.basics.conditions import PROJECTING, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET, in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import CIRCLES
from underkeep.systems.ose.checks import deaths
from underkeep.systems.ose.checks.enchantments import can_see
from underkeep.systems.ose.equipment.light import sees_feet
from underkeep.systems.ose.magic.effects import (
    communion,
    spells_of_change,
    spells_of_mercy,
    spells_of_nature,
    spells_of_sense,
    spells_of_travel,
)
from underkeep.systems.ose.magic.effects.spells_of_mind import SLEEPING_GIANT
from underkeep.systems.ose.magic.params.change import Reincarnate
from underkeep.systems.ose.magic.params.destruction import Disintegrate
from underkeep.systems.ose.magic.params.places import Dispel
from underkeep.systems.ose.magic.prayers import Commune, InsectPlague, NeutralizePoison, Raise, Slay
from underkeep.systems.ose.magic.spell_effects import worth_in_dice
from underkeep.systems.ose.magic.spells import HoldDoor, Purify, Sleep, Use, Written
from underkeep.systems.ose.monsters.listings import is_animal, monsters
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State

_SIGHT = "ose:combat.spell.line-of-sight"
_CIRCLE = "ose:magic-item.scroll.protection.circle"
_WATERS = ("dark-pool", "rushing-stream", "flooded-floor")
IMAGE_FEET = 240


@executes("ose:combat.spell.line-of-sight", "ose:magic.cast.gestures-words")
def targets(state: State, caster: Creature, written: Written, use: Use) -> list[str]:
    """All that a use can be cast on here and now; an empty name where it needs no target."""
    if isinstance(use.effect, Commune) and not communion.is_granted(state, caster.id, use.effect):
        return []
    if use.target in ("self", "none", "party"):
        return [""]
    if use.target == "object":
        return list(spells_of_sense.OBJECTS)
    if use.target == "trap":
        return [trap.id for trap in spells_of_mercy.poisoned_traps(state)] if _sees(state, caster) else []
    if use.target == "direction":
        return list(spells_of_travel.WAYS)
    if use.target == "water":
        return spells_of_nature.waters(state, _WATERS)
    if use.target == "hoard":
        return [hoard.id for hoard in survey.known_hoards(state)]
    if use.target == "elsewhere":
        return spells_of_travel.areas_within(state, written.reach_feet(use, sheet(caster).level))
    if use.target == "area":
        return _areas_in_sight(state) if _sees(state, caster) else []
    if use.target == "door":
        return [door.id for door in survey.known_doors(state) if _suits(use, door)] if _sees(state, caster) else []
    return [c.id for c in _candidates(state, caster, use) if _why_not_at(state, caster, written, use, c) is None]


@executes("ose:combat.spell.line-of-sight")
def _reach_feet(caster: Creature, written: Written, use: Use) -> int:
    """The range of a spell; one that is cast through an image reaches as much farther as that may stand off."""
    own = written.reach_feet(use, sheet(caster).level)
    return own + IMAGE_FEET if has(caster, PROJECTING) else own


def _areas_in_sight(state: State) -> list[str]:
    """Where the party is, and what lies beyond its open ways."""
    _, _, here = survey.here(state)
    return [here.id, *dict.fromkeys(d.beyond(here.id) for d in survey.known_doors(state) if d.is_passable)]


@executes("ose:combat.spell.line-of-sight", "ose:wilderness.yards")
def squares(state: State, caster: Creature, written: Written, use: Use) -> int:
    """Every square of the field that a use can be aimed at: within range, and in sight where that matters."""
    grid, at = state.grid, caster.at
    assert grid is not None and at is not None
    steps = _reach_feet(caster, written, use) * in_yards(state) // SQUARE_FEET
    near = grid.within(at, steps) & grid.floor
    if not use.needs_sight or not grid.walls:
        return near
    return grid.mask(square for square in grid.squares(near) if in_sight(grid, at, square))


@executes("ose:magic.cast.gestures-words")
def _sees(state: State, caster: Creature) -> bool:
    """In the dungeon what is to be the target must be seen."""
    return sees_feet(state, caster) > 0


def _suits(use: Use, door: Door) -> bool:
    if door.kind == "opening" or door.is_open:
        return False
    if isinstance(use.effect, Dispel):
        return door.bar == "held"
    if isinstance(use.effect, Disintegrate):
        return True
    return door.bar != "held" if isinstance(use.effect, HoldDoor) else door.tried and bool(door.bar)


def _candidates(state: State, caster: Creature, use: Use) -> list[Creature]:
    """Friends or foes, of those who are there."""
    if use.target == "statue":
        return spells_of_change.statues(state)
    if use.target == "anybody":
        return _anybody(state, use)
    if use.target == "dead":
        return _dead(state, caster, use)
    if use.target == "animal":
        there = state.active() if state.grid is not None else state.marchers()
        return [c for c in there if is_animal(c)]
    if isinstance(use.effect, InsectPlague) and not is_open_air(state):
        return []
    if use.target in ("ally", "friend"):
        return state.active(caster.side) if state.grid is not None else _companions(state, use)
    if state.encounter is not None and state.fight is None:
        return [c for id in state.encounter.monsters if (c := state.creatures[id]).status == "up"]
    foes = state.enemies_of(caster)
    if isinstance(use.effect, Sleep) and use.effect.one:
        return [c for c in foes if _may_be_of(state, c, SLEEPING_GIANT)]
    if isinstance(use.effect, Slay) and use.effect.only == "green slime":
        return [c for c in foes if spells_of_mercy.is_green_slime(c)]
    return foes


def _anybody(state: State, use: Use) -> list[Creature]:
    """Friend and foe: on the field, or the party and those it has met."""
    if state.grid is not None:
        return state.active()
    met = state.encounter.monsters if state.encounter is not None else ()
    return [*_companions(state, use), *(c for id in met if (c := state.creatures[id]).status == "up")]


def _dead(state: State, caster: Creature, use: Use) -> list[Creature]:
    """Those of one's own side whom the spell may bring back."""
    spell, level = use.effect, sheet(caster).level
    fallen = deaths.fallen(state, caster.side)
    if isinstance(spell, Reincarnate):
        return fallen
    assert isinstance(spell, NeutralizePoison | Raise)
    return [c for c in fallen if spells_of_mercy.can_be_brought_back(state, c, spell, level)]


def is_open_air(state: State) -> bool:
    """On the road, or on a field that is nowhere else."""
    return state.is_outdoors or state.party is None


def _may_be_of(state: State, creature: Creature, dice: tuple[int, int]) -> bool:
    """Whether somebody has so many Hit Dice, as far as the party can tell: of what it cannot name it knows nothing."""
    listing = monsters().get(creature.kind)
    is_named = listing is None or creature.name.lower().startswith(listing.name.lower())
    return worth_in_dice(creature) == dice if state.party is None or is_named else True


def _companions(state: State, use: Use) -> list[Creature]:
    """The party; of those who need food purified, only they who have any that is spoilt."""
    members = state.marchers()
    return [m for m in members if any(i.broken for i in m.items)] if isinstance(use.effect, Purify) else members


@executes("ose:combat.spell.line-of-sight", "ose:wilderness.yards")
def _why_not_at(state: State, caster: Creature, written: Written, use: Use, target: Creature) -> Refusal | None:
    """The target must be in range and, for most spells, in sight."""
    if target.conditions and target.id != caster.id and has(target, CIRCLES["magic"]):
        return Refusal(f"No magic reaches {target.name}.", _CIRCLE)
    reach = _reach_feet(caster, written, use) * in_yards(state)
    if state.grid is None or caster.at is None or target.at is None:
        met = state.encounter
        far = met.distance if met is not None and target.id in met.monsters else 0
        return Refusal(f"{target.name} is too far away.", _SIGHT) if far > reach and use.range_feet is None else None
    if distance(caster.at, target.at) * SQUARE_FEET > reach:
        return Refusal(f"{target.name} is out of range.", _SIGHT)
    if not use.needs_sight or target.id == caster.id:
        return None
    if not in_sight(state.grid, caster.at, target.at) or not can_see(caster, target):
        return Refusal(f"{caster.name} cannot see {target.name}.", _SIGHT)
    return None


def why_not(state: State, caster: Creature, written: Written, use: Use, target: str) -> Refusal:
    """The likeliest reason against a target that is not listed."""
    creature = state.creatures.get(target)
    if creature is None:
        return Refusal(f"{written.name} cannot be cast on that.", _SIGHT)
    if creature.id not in {c.id for c in _candidates(state, caster, use)}:
        return Refusal(f"{written.name} is not for {creature.name}.", _SIGHT)
    refusal = _why_not_at(state, caster, written, use, creature)
    return refusal or Refusal(f"{written.name} cannot be cast now.", _SIGHT)
