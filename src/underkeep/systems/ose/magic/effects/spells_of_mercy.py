"""Spells on disease, poison, curses and death, and those that bring them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.field import free_squares
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import (
    CLUMSINESS,
    CURSED,
    CURSES,
    DISEASES,
    FRAILTY,
    ILL_LUCK,
    LYCANTHROPY,
    POISONS,
    RAISED,
    WASTING,
    has,
)
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.checks import deaths
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.equipment import curses
from underkeep.systems.ose.magic.prayers import (
    CauseDisease,
    CureDisease,
    LayCurse,
    LiftCurse,
    NeutralizePoison,
    Raise,
    Slay,
)
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, resists, rolled_time
from underkeep.systems.ose.magic.spells import ROUND_SECONDS
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.clock import DAY
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Moved, SheetChanged
from underkeep.world.dungeon import Trap, TrapChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import State

GREEN_SLIME = "green-slime"
_CURE = "cure disease"
CURES_LYCANTHROPY = 11
POISONED_TRAPS = ("gas", "sprung-needle")
_BANES = {"saves": ILL_LUCK, "attacks": CLUMSINESS}
_REMOVED = ("ose:magic-item.scroll.curse-removal",)
_STUCK = ("ose:magic-item.armour.cursed-stuck",)


@effects(CureDisease)
def cure_disease(do: Resolution, casting: Casting, _: CureDisease) -> None:
    """Whatever disease somebody has is gone, and slime too; the werebeasts' only by one of the eleventh level."""
    names = (*DISEASES, *LYCANTHROPY) if casting.level >= CURES_LYCANTHROPY else DISEASES
    if not _end(do, casting.target, names):
        fizzle(do, casting)


def _end(do: Resolution, id: str, names: tuple[str, ...], rule: tuple[str, ...] = ()) -> bool:
    """An end to these conditions; whether there was any."""
    found = [c.name for c in do.state.creatures[id].conditions if c.name in names]
    for name in found:
        do.emit(ConditionEnded(id, name, rule=(*CAST, *rule)))
    return bool(found)


@effects(CauseDisease)
def cause_disease(do: Resolution, casting: Casting, disease: CauseDisease) -> None:
    """A disease that no magic heals the wounds of: -2 to attacks, rest that heals half, and death in 2d12 days."""
    target = do.state.creatures[casting.target]
    if not _is_living(target) or is_immune_to(target, "poison"):
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        days = rolled_time(do, casting, disease.days, "days of a disease")
        bestow(do, target.id, WASTING, do.state.now + days * DAY)


@effects(LiftCurse)
def lift_curse(do: Resolution, casting: Casting, lifted: LiftCurse) -> None:
    """One curse ends: that of a cursed thing, which can be taken off now, or the first that lies on the creature."""
    if not (unhand(do, casting.target) or (not lifted.things and uncurse(do, casting.target))):
        fizzle(do, casting)


@executes("ose:magic-item.armour.cursed-stuck")
def unhand(do: Resolution, id: str) -> bool:
    """The hold of a cursed thing is broken, and it comes off; whether there was one."""
    creature = do.state.creatures[id]
    cursed = curses.cursed_things(creature)
    if not has(creature, CURSED):
        return False
    do.emit(ConditionEnded(id, CURSED, rule=(*CAST, *_STUCK)))
    if cursed:
        items = tuple(replace(item, place="") if item in cursed else item for item in creature.items)
        do.emit(ItemsChanged(id, items, "freed", cursed[0], rule=(*CAST, *_STUCK)))
    return True


@executes("ose:magic-item.scroll.curse-removal")
def uncurse(do: Resolution, id: str) -> bool:
    """The first curse that lies on somebody is lifted; whether there was one."""
    creature = do.state.creatures[id]
    names = (c.name for c in creature.conditions if c.name in CURSES or c.name.startswith(FRAILTY))
    name = next(names, "")
    if not name:
        return False
    if name.startswith(FRAILTY):
        lost = creature.condition(name)
        assert lost is not None
        _with_ability(do, id, name.removeprefix(FRAILTY), lost.level, "freed of a curse")
    do.emit(ConditionEnded(id, name, rule=(*CAST, *_REMOVED)))
    return True


def _with_ability(do: Resolution, id: str, ability: str, more: int, what: str) -> None:
    own = sheet(do.state.creatures[id])
    scores = {**own.abilities, ability: own.abilities[ability] + more}
    do.emit(SheetChanged(id, replace(own, abilities=scores), what, rule=CAST))


@effects(LayCurse)
def lay_curse(do: Resolution, casting: Casting, curse: LayCurse) -> None:
    """-2 to saves, or -4 to attacks, or half of an ability: the first prime requisite, or else the highest score."""
    target = do.state.creatures[casting.target]
    own = sheet(target)
    if curse.on == "ability" and not own.abilities:
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        if curse.on != "ability":
            bestow(do, target.id, _BANES[curse.on], None)
            return
        ability = _mainstay(target)
        lost = own.abilities[ability] - own.abilities[ability] // 2
        _with_ability(do, target.id, ability, -lost, "cursed")
        bestow(do, target.id, f"{FRAILTY}{ability}", None, lost)


def _mainstay(creature: Creature) -> str:
    own = sheet(creature)
    own_class = compendium.classes().get(own.character_class)
    primes = own_class.prime_requisites if own_class is not None else ()
    return primes[0] if primes else max(ABILITIES, key=lambda ability: own.abilities[ability])


@effects(NeutralizePoison)
def neutralize(do: Resolution, casting: Casting, _: NeutralizePoison) -> None:
    """In somebody's veins, in one whom it has just killed, or in a trap that was found."""
    dungeon = do.state.dungeon
    if casting.use.target == "dead":
        deaths.revive(do, casting.target, 1, CAST)
        _stand_up(do, casting.target)
    elif casting.use.target == "trap":
        assert dungeon is not None
        disarmed = replace(dungeon.traps[casting.target], state="disarmed")
        do.emit(TrapChanged(disarmed, "disarmed", rule=CAST))
    elif not _end(do, casting.target, POISONS):
        fizzle(do, casting)


def _stand_up(do: Resolution, id: str) -> None:
    """Where somebody stands by now on whom had fallen there, beside them."""
    at = do.state.creatures[id].at
    if at is not None and any(c.at == at and c.id != id for c in do.state.active()):
        do.emit(Moved(id, next(free_squares(do.state, at)), "deploy", rule=CAST))


def poisoned_traps(state: State) -> list[Trap]:
    """The traps found here that work by poison."""
    dungeon, party = state.dungeon, state.party
    if dungeon is None or party is None or party.at is None:
        return []
    here = party.at.area
    return [t for t in dungeon.traps.values() if t.area == here and t.state == "found" and t.kind in POISONED_TRAPS]


def can_be_brought_back(state: State, creature: Creature, spell: NeutralizePoison | Raise, level: int) -> bool:
    """Whether somebody has not been dead for too long, and died of what the spell undoes."""
    gone = deaths.seconds_dead(state, creature.id)
    if isinstance(spell, NeutralizePoison):
        return campaign(state).fallen[creature.id].is_poisoned and gone <= spell.rounds * ROUND_SECONDS
    return gone <= days_back(spell, level) * DAY


def days_back(spell: Raise, level: int) -> int:
    """Four days for each level above the seventh; at the seventh, by our reading, those of the last day."""
    return max(1, spell.days_per_level * (level - spell.above_level))


@effects(Raise)
def raise_dead(do: Resolution, casting: Casting, life: Raise) -> None:
    """Back with one hit point, and for two weeks too weak to fight, to cast or to walk at more than half pace; magic
    does not shorten that.
    """
    deaths.revive(do, casting.target, 1, CAST)
    bestow(do, casting.target, RAISED, do.state.now + life.weak_days * DAY)


@effects(Slay)
def slay(do: Resolution, casting: Casting, death: Slay) -> None:
    """Those whom this death is for die unless they save."""
    target = do.state.creatures[casting.target]
    if not _is_for(death, target):
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        harm(do, target.id, target.hp, casting.caster, _CURE if death.only == "green slime" else "magic", rule=CAST)


def _is_for(death: Slay, creature: Creature) -> bool:
    if death.only == "green slime":
        return is_green_slime(creature)
    return _is_living(creature) == (death.only == "living")


def is_green_slime(creature: Creature) -> bool:
    return creature.kind.startswith(GREEN_SLIME)


def _is_living(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is None or not (listing.undead or listing.constructed)
