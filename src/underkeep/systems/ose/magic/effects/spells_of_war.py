"""Spells that hurt, hold a place or turn the odds of a fight."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.attack_rolls import Blow, strike
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.basics.conditions import WEBBED
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.enchantments import MIRRORED
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    by_area,
    effects,
    in_area,
    near,
    resists,
    rolled,
    rolled_time,
    until,
)
from underkeep.systems.ose.magic.spell_picks import choose_targets, each
from underkeep.systems.ose.magic.spells import ROUND_SECONDS, TURN_SECONDS, Aura, Images, Missiles, TouchHarm, Web, Zone
from underkeep.systems.ose.monsters.listings import size_of
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.state import State, square_of

GIANTS = "-giant"
GIANT_STRENGTH = 18
BURNING_ROUNDS = 2
BURNING = "in a burning web"
_FIRE = parse("1d6")


@executes("ose:magic.effect.targets")
@effects(Missiles)
def loose_missiles(do: Resolution, casting: Casting, missiles: Missiles) -> None:
    """They hit without a roll and allow no save; each may go to another target."""
    count = max(number for level, number in missiles.from_level if level <= casting.level)
    choose_targets(do, casting, count, again=True)


def one_missile(do: Resolution, casting: Casting, target: str) -> None:
    assert isinstance(casting.use.effect, Missiles)
    if do.state.creatures[target].status == "up":
        amount = roll_damage(do, casting.caster, target, "magic missile", casting.use.effect.dice, (), CAST)
        harm(do, target, amount, casting.caster, "magic")


each(Missiles, one_missile)


@effects(TouchHarm)
def touch(do: Resolution, casting: Casting, harmful: TouchHarm) -> None:
    """A melee attack with the hand: an attack roll, then the spell's damage."""
    strength = sheet(do.state.creatures[casting.caster]).abilities.get("STR")
    to_hit = (Modifier("STR", modifier(strength)),) if strength is not None else ()
    strike(do, Blow(casting.caster, casting.target, casting.written.name, harmful.dice, CAST, to_hit, magic=True))


@effects(Aura)
def surround(do: Resolution, casting: Casting, aura: Aura) -> None:
    """All of one side in a square round the target; foes may save, and a blessing is not for those in melee."""
    side = do.state.creatures[casting.caster].side
    among = [c for c in _around(do.state) if (c.side == side) == (aura.on == "allies")]
    touched = in_area(do.state, casting.target, among, aura.side_feet)
    end = until(do, casting)
    for creature in touched:
        if aura.not_in_melee and creature.at is not None and engaged(do.state, creature):
            continue
        if not resists(do, casting, creature.id):
            bestow(do, creature.id, aura.condition, end, more=by_area(do.state), power=casting.level)


def _around(state: State) -> list[Creature]:
    """Everybody on the field; elsewhere the party."""
    return state.active() if state.grid is not None else state.marchers()


@effects(Zone)
def fill(do: Resolution, casting: Casting, zone: Zone) -> None:
    """A place round the target. Where the target fails a save it moves with it."""
    creature = do.state.creatures[casting.target]
    end = until(do, casting)
    follows = zone.follows and not resists(do, casting, casting.target)
    anchor = creature.id if follows else square_of(creature)
    zones.lay(do, zone.condition, zone.radius_feet, anchor, end, CAST, casting.level)


@effects(Images)
def multiply(do: Resolution, casting: Casting, images: Images) -> None:
    count = rolled(do, casting, images.count, "images")
    bestow(do, casting.caster, MIRRORED, until(do, casting), count, power=casting.level)


@effects(Web)
def spin(do: Resolution, casting: Casting, web: Web) -> None:
    """Everybody in the cube is stuck: the very strong for a few rounds, a human for 2d4 turns."""
    for creature in in_area(do.state, casting.target, do.state.active(), web.side_feet):
        if creature.id == casting.caster:
            continue
        end = do.state.now + _stuck_seconds(do, casting, creature, web)
        bestow(do, creature.id, WEBBED, end, more=by_area(do.state), power=casting.level)


def _stuck_seconds(do: Resolution, casting: Casting, creature: Creature, web: Web) -> int:
    if creature.kind.endswith(GIANTS):
        return 2 * ROUND_SECONDS
    if sheet(creature).abilities.get("STR", 0) > GIANT_STRENGTH or size_of(creature) in ("large", "huge"):
        return 4 * ROUND_SECONDS
    return rolled_time(do, casting, web.human_turns, "turns in the web") * TURN_SECONDS


def set_fire_to_web(do: Resolution, target: str) -> None:
    """The web burns for two rounds; all who are stuck in it next to one another are in the fire."""
    victims = [c for c in do.state.active() if c.condition(WEBBED) is not None]
    centre = do.state.creatures[target]
    for creature in near(centre.at, victims, 3):
        do.emit(ConditionEnded(creature.id, WEBBED, rule=CAST))
        bestow(do, creature.id, WEBBED, do.state.now + BURNING_ROUNDS * ROUND_SECONDS)
        roll = do.roll_total(_FIRE, f"burning web on {creature.id}")
        harm(do, creature.id, roll.total, "", "normal fire", roll.faces)
