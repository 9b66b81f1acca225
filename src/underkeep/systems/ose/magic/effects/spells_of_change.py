"""Spells that change bodies: speed, sight, shape, stone, wits."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import FEEBLEMINDED, INVISIBLE, PETRIFIED, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.checks import petrifaction, shapes
from underkeep.systems.ose.magic.params.change import (
    Feeblemind,
    HideInCircle,
    Petrify,
    PolymorphOther,
    PolymorphSelf,
    Restore,
    Surround,
)
from underkeep.systems.ose.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    effects,
    fizzle,
    in_radius,
    resists,
    until,
    worth_in_dice,
)
from underkeep.systems.ose.monsters.listings import Monster, hit_dice, monsters
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Moved
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

QUESTION = "new shape"
IN_CIRCLE, CENTRE = 1, 2
"""The levels of invisibility of those near its middle, and of the one who is its middle."""
CIRCLE_FEET = 10
CONJURED = "conjured-"


@executes("ose:magic.effect.targets", "ose:wilderness.areas-in-feet")
@effects(Surround)
def surround(do: Resolution, casting: Casting, spell: Surround) -> None:
    """The target and those of the caster's side nearest to it, up to the number."""
    end = until(do, casting)
    for creature in _friends(do.state, casting, spell.radius_feet)[: spell.most]:
        bestow(do, creature.id, spell.condition, end, power=casting.level)


def _friends(state: State, casting: Casting, radius_feet: int) -> list[Creature]:
    """Those of the caster's side round the target, the nearest first; off the field the whole party."""
    caster = state.creatures[casting.caster]
    centre = state.creatures[casting.target or casting.caster]
    if centre.at is None:
        others = state.marchers() if state.party is not None else state.active(caster.side)
        return [centre, *(c for c in others if c.id != centre.id)]
    at = centre.at
    near = [c for c in in_radius(state, casting, radius_feet) if c.side == caster.side]
    return sorted(near, key=lambda c: (distance(at, square_of(c)), c.id))


@executes("ose:magic.spell-list", "ose:magic.effect.targets")
@effects(HideInCircle)
def hide_in_circle(do: Resolution, casting: Casting, spell: HideInCircle) -> None:
    """Each is unseen until it attacks, casts, or leaves the side of the one in the middle."""
    middle = casting.target or casting.caster
    end = until(do, casting)
    for creature in _friends(do.state, casting, spell.radius_feet):
        level = CENTRE if creature.id == middle else IN_CIRCLE
        bestow(do, creature.id, INVISIBLE, end, level, power=casting.level)


@executes("ose:magic.spell-list")
def left_circle(do: Resolution, event: Moved) -> None:
    """Those who are unseen only near another are seen when they are apart, whoever of them went."""
    mover = do.state.creatures[event.creature].condition(INVISIBLE)
    if mover is None or not mover.level:
        return
    unseen = [c for c in do.state.active() if has(c, INVISIBLE)]
    middles = [square_of(c) for c in unseen if _circle(c) == CENTRE]
    for creature in unseen:
        at = square_of(creature)
        if _circle(creature) == IN_CIRCLE and not any(_is_near(at, m) for m in middles):
            do.emit(ConditionEnded(creature.id, INVISIBLE, rule=CAST))


def _circle(creature: Creature) -> int:
    found = creature.condition(INVISIBLE)
    return found.level if found is not None else 0


def _is_near(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return distance(a, b) * SQUARE_FEET <= CIRCLE_FEET


@executes("ose:save.category.paralysis")
@effects(Petrify)
def petrify(do: Resolution, casting: Casting, _: Petrify) -> None:
    """One who fails the save is a statue."""
    if not resists(do, casting, casting.target):
        petrifaction.petrify(do, casting.target, casting.level, CAST)


@executes("ose:save.category.paralysis")
@effects(Restore)
def restore(do: Resolution, casting: Casting, _: Restore) -> None:
    """A statue lives again."""
    if not petrifaction.restore(do, casting.target, CAST):
        fizzle(do, casting)


def statues(state: State) -> list[Creature]:
    """Those turned to stone: of the party, and of those who were met here."""
    near: set[str] = set()
    if state.party is not None:
        near.update(state.party.members)
        if state.encounter is not None:
            near.update(state.encounter.monsters)
        elif state.dungeon is not None and state.party.at is not None:
            groups = state.dungeon.groups_in(state.party.at.area)
            near.update(id for group in groups for id in group.members)
    stone = [c for c in state.creatures.values() if has(c, PETRIFIED)]
    return [c for c in stone if state.party is None or c.id in near]


@executes("ose:magic.spell-list", "ose:magic.arcane-divine")
@effects(Feeblemind)
def feeblemind(do: Resolution, casting: Casting, spell: Feeblemind) -> None:
    """For arcane casters alone, who have a hard save."""
    target = do.state.creatures[casting.target]
    if magic_of(target) != "arcane":
        fizzle(do, casting)
    elif not resists(do, casting, target.id, spell.save_modifier):
        bestow(do, target.id, FEEBLEMINDED, None, power=casting.level)


@executes("ose:magic.spell-list", "ose:save.category.spells")
@effects(PolymorphOther)
def polymorph_other(do: Resolution, casting: Casting, spell: PolymorphOther) -> None:
    """The living become what the caster wishes; those of another side save."""
    target = do.state.creatures[casting.target]
    listing = monsters().get(target.kind)
    if listing is not None and (listing.undead or listing.constructed):
        fizzle(do, casting)
        return
    willing = target.side == do.state.creatures[casting.caster].side
    if willing or not resists(do, casting, target.id):
        most = spell.most_times * max(1, worth_in_dice(target)[0])
        _ask(do, casting, target.id, most, in_mind=False, best=willing)


@executes("ose:magic.spell-list")
@effects(PolymorphSelf)
def polymorph_self(do: Resolution, casting: Casting, _: PolymorphSelf) -> None:
    """No more Hit Dice than the caster has levels."""
    _ask(do, casting, casting.caster, casting.level, in_mind=True, best=True)


def _ask(do: Resolution, casting: Casting, target: str, most_hd: int, in_mind: bool, best: bool) -> None:
    kinds = open_shapes(do.state, do.state.creatures[target].kind, most_hd)
    end = until(do, casting)
    context: dict[str, str | int] = {
        "target": target,
        "power": casting.level,
        "in mind": int(in_mind),
        "until": -1 if end is None else end,
    }
    default = kinds[-1] if best else kinds[0]
    do.ask(casting.caster, QUESTION, tuple(kinds), default, ("ose:magic.spell-list",), casting.written.name, context)


@executes("ose:magic.spell-list")
def open_shapes(state: State, own: str, most_hd: int) -> list[str]:
    """The creatures that may be chosen, the weakest first: of those with no more Hit Dice, all beasts, and whatever
    else the party has met.
    """
    known = state.party.knows if state.party is not None else None
    able = [
        (hit_dice(m.hd).dice, m.special_abilities, "flying" in m.movement_feet, _bite(m), kind)
        for kind, m in monsters().items()
        if hit_dice(m.hd).dice <= most_hd and kind != own and not (m.human or m.undead or m.constructed or m.troops)
        if (m.mind == "animal" or known is None or kind in known) and not kind.startswith(CONJURED)
    ]
    return [shape[-1] for shape in sorted(able)]


def _bite(listing: Monster) -> int:
    """How many attacks its first routine has, as a measure of what it can do."""
    return sum(line.count for line in listing.attacks[0]) if listing.attacks else 0


@executes("ose:magic.spell-list")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """The shape that the caster chose."""
    said = prompt.context
    end = int(said["until"])
    shapes.become(
        do, str(said["target"]), choice, None if end < 0 else end, int(said["power"]), in_mind=bool(said["in mind"])
    )
