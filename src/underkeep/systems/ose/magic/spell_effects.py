"""How a spell takes effect: what carries out the effects of spells, and what they all need.

A file `spells_of_...` holds each family.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from underkeep.kernel.event import Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import ANTIMAGIC, PROJECTING, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.magic import spells
from underkeep.systems.ose.magic.spells import Use, Written
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

CAST = ("ose:magic.memorize-and-cast",)
EXPECTED = 2
"""What it adds to a save to know what is coming. Ours."""
_ADAPT = "ose:referee.monsters.adapt"


class Casting(NamedTuple):
    """One spell being cast, by a caster whose magic has this level; `at` a square where it is aimed at one."""

    caster: str
    written: Written
    use: Use
    target: str
    level: int
    at: Square | None = None


effects: Effects[Casting] = Effects(spells.Effect)


class SpellHadNoEffect(Note, frozen=True):
    """The target was not of the kind that the spell works on."""

    caster: str
    spell: str
    target: str


@executes("ose:save.when")
def carry_out(do: Resolution, casting: Casting) -> None:
    """Let the spell do what its use says; not to anybody inside an anti-magic shell."""
    target = do.state.creatures.get(casting.target)
    if target is not None and (has(target, ANTIMAGIC) or _is_image(do.state, casting)):
        fizzle(do, casting)
    else:
        effects.carry_out(do, casting, casting.use.effect)


def _is_image(state: State, casting: Casting) -> bool:
    """Whether a foe has aimed at an image."""
    target, caster = state.creatures[casting.target], state.creatures.get(casting.caster)
    return has(target, PROJECTING) and (caster is None or caster.side != target.side)


def until(do: Resolution, casting: Casting) -> int | None:
    return spells.until(do, casting.written.spell, casting.level, casting.caster)


def rolled(do: Resolution, casting: Casting, dice: Expr, what: str) -> int:
    """A number that the spell leaves to the dice, for all to see."""
    return spells.rolled(do, casting.caster, casting.written.spell, dice, what)


def rolled_time(do: Resolution, casting: Casting, dice: Expr, what: str) -> int:
    """How long it lasts, which the referee alone knows."""
    return spells.rolled(do, casting.caster, casting.written.spell, dice, what, (REFEREE,))


@executes("ose:save.when", "ose:save.category.spells")
def resists(do: Resolution, casting: Casting, target: str, modifier: int = 0) -> bool:
    """Whether a save, where the spell allows one, wards it off."""
    if not casting.use.save:
        return False
    more = (Modifier(casting.written.name, modifier),) if modifier else ()
    if is_expected(do, casting, target):
        return save(
            do, target, casting.use.save, (*more, Modifier("expected", EXPECTED)), by=casting.caster, more=(_ADAPT,)
        )
    return save(do, target, casting.use.save, more, by=casting.caster)


@executes("ose:referee.monsters.adapt")
def is_expected(do: Resolution, casting: Casting, target: str) -> bool:
    """Whether those it is cast at have seen the party cast it before, and lived: they are ready for it."""
    expects = campaign(do.state).conduct.expects
    return bool(expects) and casting.written.name in expects.get(do.state.creatures[target].kind, ())


def bestow(
    do: Resolution,
    target: str,
    condition: str,
    until: int | None,
    level: int = 0,
    more: tuple[str, ...] = (),
    power: int = 0,
) -> None:
    """A condition from a spell; `power` is the caster's level, by which it resists being dispelled."""
    do.emit(ConditionGained(target, Condition(condition, until, level, power), rule=(*CAST, *more)))


def fizzle(do: Resolution, casting: Casting, target: str = "", more: tuple[str, ...] = ()) -> None:
    do.emit(SpellHadNoEffect(casting.caster, casting.written.name, target or casting.target, rule=(*CAST, *more)))


def worth_in_dice(creature: Creature) -> tuple[int, int]:
    """Hit Dice and what is added to them; a level for a character, at least one die."""
    listing = monsters().get(creature.kind)
    if listing is None:
        return sheet(creature).level, 0
    hd = hit_dice(listing.hd)
    return max(1, hd.dice), hd.plus


@executes("ose:wilderness.areas-in-feet", "ose:water.areas-in-feet")
def in_area(state: State, target: str, among: Iterable[Creature], side_feet: int) -> list[Creature]:
    """Those in a square of so many feet a side round somebody: areas are in feet wherever one is."""
    return near(state.creatures[target].at, among, side_feet // SQUARE_FEET)


def by_area(state: State) -> tuple[str, ...]:
    """The rule on areas that counts out of doors."""
    if state.journey is None:
        return ()
    return ("ose:water.areas-in-feet",) if state.journey.route.way == "water" else ("ose:wilderness.areas-in-feet",)


def centre_of(state: State, casting: Casting) -> Square | None:
    """Where a spell is aimed: a square of the field, or that of the target; None off the field."""
    if casting.at is not None:
        return casting.at
    target = state.creatures.get(casting.target or casting.caster)
    return target.at if target is not None else None


@executes("ose:wilderness.areas-in-feet", "ose:water.areas-in-feet")
def in_radius(state: State, casting: Casting, radius_feet: int) -> list[Creature]:
    """Everybody within so many feet of where a spell is aimed, but for those whom no spell reaches; off the field all
    who were met.
    """
    centre = centre_of(state, casting)
    if centre is None:
        met = state.encounter.monsters if state.encounter is not None else ()
        found = [c for id in met if (c := state.creatures[id]).status == "up"]
    else:
        steps = radius_feet // SQUARE_FEET
        found = [c for c in state.active() if c.at is not None and distance(centre, c.at) <= steps]
    return [c for c in found if not has(c, ANTIMAGIC)]


def near(centre: Square | None, among: Iterable[Creature], squares: int) -> list[Creature]:
    """Those in a square of so many squares a side that has this one in its middle; off the field, everybody."""
    if centre is None:
        return list(among)
    x, y = centre
    low, high = (squares - 1) // 2, squares // 2
    return [c for c in among if c.at is not None and -low <= c.at[0] - x <= high and -low <= c.at[1] - y <= high]
