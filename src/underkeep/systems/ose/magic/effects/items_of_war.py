"""Items that hurt, bind and undo: cones, blows with a staff, mirrors, drums, and what calls somebody to help."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.notation import parse
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.attacks.attack_rolls import Blow, strike
from underkeep.systems.ose.attacks.field import free_squares
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.conditions import AFRAID, PARALYSED
from underkeep.systems.ose.basics.enchanted import Enchanted, listing
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import COILED, DRAINING, ENTRAPPED, NEGATED
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.checks.damage import faces_of_damage, harm, roll_damage
from underkeep.systems.ose.checks.enchantments import resistance
from underkeep.systems.ose.checks.saves import halved, save
from underkeep.systems.ose.equipment import identifying, treasure, worn_magic
from underkeep.systems.ose.magic.effects.items_of_body import age
from underkeep.systems.ose.magic.item_effects import (
    Cancel,
    Cone,
    DrainNext,
    Entrap,
    Negate,
    Panic,
    Shatter,
    Smite,
    Summon,
)
from underkeep.systems.ose.magic.spell_effects import Casting, bestow, effects, fizzle, resists, until
from underkeep.systems.ose.magic.spells import ROUND_SECONDS, TURN_SECONDS
from underkeep.systems.ose.monsters.listings import monsters, squares_of
from underkeep.systems.ose.monsters.sorts import is_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Felled, Moved
from underkeep.world.gear import Item, ItemsChanged, changed
from underkeep.world.grid import Square, distance
from underkeep.world.state import State, square_of

ITEM = ("ose:magic-item.categories",)
SUMMONED = "here for one fight"
_STAFF = "staff"
_KINDS = {PARALYSED: "paralysis", AFRAID: "fear"}
_NAKED = 9
_EFFECTLESS = parse("1d6")


def in_cone(state: State, user: Creature, target: Square, cone: Cone) -> list[Creature]:
    """Everybody in a cone that is a point at the user and so wide at its end, towards a square."""
    at = square_of(user)
    across, down = target[0] - at[0], target[1] - at[1]
    length = max(1.0, (across**2 + down**2) ** 0.5)
    found = []
    for creature in state.active():
        if creature.id == user.id or creature.at is None:
            continue
        x, y = creature.at[0] - at[0], creature.at[1] - at[1]
        ahead, aside = (x * across + y * down) / length, abs(x * down - y * across) / length
        reach, wide = cone.length_feet / SQUARE_FEET, cone.width_feet / SQUARE_FEET
        if 0 < ahead <= reach and aside <= max(0.5, wide / 2 * ahead / reach):
            found.append(creature)
    return found


@effects(Cone)
def breathe_out(do: Resolution, casting: Casting, cone: Cone) -> None:
    """A save takes half of the harm, or wards off what else the cone does."""
    user, target = do.state.creatures[casting.caster], do.state.creatures[casting.target]
    end = until(do, casting)
    for creature in in_cone(do.state, user, square_of(target), cone):
        if cone.dice is not None:
            _sweep(do, casting, creature.id, cone)
        if cone.condition and do.state.creatures[creature.id].status == "up":
            if is_immune_to(creature, _KINDS.get(cone.condition, cone.condition)):
                fizzle(do, casting, creature.id, ITEM)
            elif not resists(do, casting, creature.id):
                bestow(do, creature.id, cone.condition, end, more=ITEM)


def _sweep(do: Resolution, casting: Casting, target: str, cone: Cone) -> None:
    """The harm of a cone; with a condition besides there is no save against the harm itself."""
    assert cone.dice is not None
    if is_immune_to(do.state.creatures[target], cone.kind):
        fizzle(do, casting, target, ITEM)
        return
    amount = roll_damage(do, casting.caster, target, casting.written.name, cone.dice, (), ITEM)
    faces = faces_of_damage(do)
    if not cone.condition:
        resist = resistance(do.state.creatures[target], cone.kind)
        if casting.use.save and save(do, target, casting.use.save, resist, by=casting.caster, more=ITEM):
            amount = halved(amount)
    harm(do, target, amount, casting.caster, cone.kind, faces, ITEM)


@effects(Smite)
def smite(do: Resolution, casting: Casting, blow: Smite) -> None:
    """A melee attack with the staff itself, and what a hit does besides."""
    user, target = do.state.creatures[casting.caster], do.state.creatures[casting.target]
    strength = sheet(user).abilities.get("STR")
    to_hit = (Modifier("STR", modifier(strength)),) if strength is not None else ()
    struck = Blow(user.id, target.id, _STAFF, blow.dice or _EFFECTLESS, ITEM, to_hit, magic=True)
    if not strike(do, struck) or do.state.creatures[target.id].status != "up":
        return
    if blow.ages and not is_of(target, "undead"):
        age(do, target.id, blow.ages)
    if blow.holds is not None and not resists(do, casting, target.id):
        turns = do.roll_total(blow.holds, f"turns in the coils of a snake: {target.id}").total
        bestow(do, target.id, COILED, do.state.now + turns * TURN_SECONDS, more=ITEM)


@effects(Shatter)
def shatter(do: Resolution, casting: Casting, burst: Shatter) -> None:
    """All within the radius, the breaker too, suffer for each charge that was left."""
    user = do.state.creatures[casting.caster]
    staff = next((i for i in user.items if _is_this(i, casting)), None)
    left = identifying.enchantment(staff).charges if staff is not None else 0
    if staff is not None:
        broken = replace(staff, broken=True, quality=Enchanted(charges=0))
        do.emit(ItemsChanged(user.id, changed(user.items, broken), "broke", broken, rule=ITEM))
    centre = square_of(user)
    near = [c for c in do.state.active() if distance(centre, square_of(c)) * SQUARE_FEET <= burst.radius_feet]
    for creature in near:
        amount = max(1, burst.per_charge * (left or 0))
        saved = save(do, creature.id, "spells", by=user.id, more=ITEM)
        harm(do, creature.id, halved(amount) if saved else amount, user.id, "magic", rule=ITEM)


def _is_this(item: Item, casting: Casting) -> bool:
    found = listing(item.kind)
    return found is not None and found.name.lower() == casting.written.name


@effects(Cancel)
def cancel(do: Resolution, casting: Casting, _: Cancel) -> None:
    """One touch takes the magic out of a thing for good: of a foe's by an attack as on one without armour, of a
    friend's by laying it on what harms him most.
    """
    user, target = do.state.creatures[casting.caster], do.state.creatures[casting.target]
    magic = tuple(item for item in target.items if treasure.is_magical(item) and not _is_this(item, casting))
    if not magic:
        fizzle(do, casting, target.id, ITEM)
        return
    if user.side != target.side and not _touches(do, user, target):
        return
    cursed = [item for item in magic if (own := listing(item.kind)) is not None and own.cursed]
    gone = cursed[0] if cursed else do.pick(magic, "what loses its magic")
    dead = replace(gone, kind=_plain(gone), quality=None)
    do.emit(ItemsChanged(target.id, changed(target.items, dead), "lost-magic", dead, rule=ITEM))


def _plain(item: Item) -> str:
    """The kind of a thing without its magic."""
    found = listing(item.kind)
    assert found is not None
    return item.kind.partition("@")[2] or found.like or f"plain-{found.looks.replace(' ', '-')}"


def _touches(do: Resolution, user: Creature, target: Creature) -> bool:
    needed = max(2, min(20, worn_magic.thac0(user) - _NAKED))
    roll = do.roll(1, 20, f"touch of {user.id} on a thing of {target.id}", (), needed)
    return bool(roll.success)


@effects(Negate)
def negate(do: Resolution, casting: Casting, _: Negate) -> None:
    bestow(do, casting.target, NEGATED, do.state.now + 2 * ROUND_SECONDS, more=ITEM)


@effects(Panic)
def beat_drums(do: Resolution, casting: Casting, panic: Panic) -> None:
    """All but those beside the drummer flee for half an hour if they fail to save."""
    drummer = do.state.creatures[casting.caster]
    at = square_of(drummer)
    end = until(do, casting)
    for creature in do.state.active():
        feet = distance(at, square_of(creature)) * SQUARE_FEET
        listed = monsters().get(creature.kind)
        if creature.id == drummer.id or not panic.spares_feet < feet <= panic.radius_feet:
            continue
        if listed is not None and listed.mind == "none":
            continue
        if not resists(do, casting, creature.id):
            bestow(do, creature.id, AFRAID, end, more=ITEM)


@effects(Entrap)
def entrap(do: Resolution, casting: Casting, mirror: Entrap) -> None:
    """Whoever looks into the mirror and fails to save is inside it, with all he has."""
    inside = sum(c.condition(ENTRAPPED) is not None for c in do.state.creatures.values())
    if inside >= mirror.most:
        fizzle(do, casting, more=ITEM)
    elif not resists(do, casting, casting.target):
        do.emit(ConditionGained(casting.target, Condition(ENTRAPPED), rule=ITEM))
        do.emit(Felled(casting.target, ENTRAPPED, rule=ITEM))


@effects(DrainNext)
def whet(do: Resolution, casting: Casting, _: DrainNext) -> None:
    """The next hit of the wielder's takes a level."""
    bestow(do, casting.caster, DRAINING, do.state.now + ROUND_SECONDS * 6, more=ITEM)


@effects(Summon)
def summon(do: Resolution, casting: Casting, calling: Summon) -> None:
    """A servant stands beside the user, where there is room, and does as it is told until the fight is over."""
    user = do.state.creatures[casting.caster]
    near = None
    if user.at is not None and calling.kind in monsters():
        near = next(free_squares(do.state, user.at, squares_of(calling.kind)), None)
    if calling.kind not in monsters() or (near is None and user.at is not None):
        fizzle(do, casting, more=ITEM)
        return
    id = _free_id(do.state, calling.kind)
    entrust(do, id, user.side, do.state.owner(user.id))
    do.rules.recruit(do, Recruit(calling.kind), id, user.side)
    if near is not None:
        do.emit(Moved(id, near, "come", rule=ITEM))
    do.emit(ConditionGained(id, Condition(SUMMONED), rule=ITEM))


def _free_id(state: State, kind: str) -> str:
    return next(f"{kind}-{n}" for n in range(1, 1000) if f"{kind}-{n}" not in state.creatures)
