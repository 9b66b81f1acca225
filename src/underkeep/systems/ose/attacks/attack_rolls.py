"""The attack roll: the number needed, what changes the roll, and whether it hits."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import facing, gaze, grips, recoil
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.basics import compendium, conditions, setting
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.compendium import WeaponRange
from underkeep.systems.ose.basics.conditions import is_helpless
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import DISPLACED
from underkeep.systems.ose.checks import afflictions
from underkeep.systems.ose.checks.damage import RELAXED, StruckHelpless, Unharmed, harm, is_immune, roll_damage, subdue
from underkeep.systems.ose.checks.enchantments import (
    BLESSED,
    BLIGHTED,
    WARDED,
    attack_modifiers,
    lose_image,
    sees_the_invisible,
    shielded,
    spell_modifiers,
    stops_missiles,
)
from underkeep.systems.ose.checks.saves import halved
from underkeep.systems.ose.equipment import curses, fatigue, identifying, worn_magic
from underkeep.systems.ose.equipment.armour import armour_class, ascending, attack_bonus, guard
from underkeep.systems.ose.equipment.arms import UNARMED
from underkeep.systems.ose.monsters.listings import monsters, size_of
from underkeep.systems.ose.monsters.traits import Displaced, HalfDamage, NoHitRoll, Sleeper, Unseen
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, Creature
from underkeep.world.grid import Grid, Square, line
from underkeep.world.state import State, square_of

ASLEEP_BONUS = 2
AT_THE_RAIL = 2
"""By how much the AC of those who board is worse."""
BURNING_ARMS = ("torch", "torches")
"""What burns those whom it hits."""
ASCENDING_AC = "ascending-ac"
THAC0_DIRECT = "thac0-direct"

_MATRIX = ("ose:combat.attack.procedure", "ose:combat.matrix.lookup")
_DIRECT = ("ose:combat.attack.procedure", "ose:combat.thac0.direct")
_ASCENDING = ("ose:combat.aac.procedure", "ose:combat.aac.attack-bonus", "ose:combat.aac.enable")
_BY_SOURCE = {
    "STR": "ose:abilities.str.melee",
    "DEX": "ose:abilities.dex.missile",
    "range": "ose:combat.missile.range",
    "cover": "ose:combat.missile.partial-cover",
    "unstable footing": "ose:combat.unstable.missile",
    "in water": "ose:combat.water.penalties",
    WARDED: "ose:alignment.magic",
    conditions.EXHAUSTED: "ose:evasion.running.exhaustion-effect",
    conditions.BOARDING: "ose:vehicle.board.penalty",
}
_BY_SPELLS = (BLESSED, BLIGHTED, WARDED)
_UNLIKE_THE_MATRIX = {
    _DIRECT: ("ose:combat.thac0.direct-differs",),
    _ASCENDING: ("ose:combat.aac.differs-slightly",),
}
_NATURAL = "ose:combat.attack.natural"
_EXPOSED = "ose:combat.movement.retreat-exposed"
_BEHIND = "ose:combat.behind"

_BY_CASTING = ("ose:magic.memorize-and-cast",)
_SLAIN_ASLEEP = ("ose:combat.helpless", "ose:magic.memorize-and-cast")


class Blow(Struct, frozen=True, gc=False):
    """One attack about to be rolled. `damage` is None where only its effects hurt, and counts so many `times`; a spell
    on the weapon adds `spell_dice`. One may be `sure` to hit, or have an `ac` to reach that is not the target's own.
    """

    attacker: str
    target: str
    weapon: str
    damage: Expr | None
    damage_rule: tuple[str, ...]
    to_hit: tuple[Modifier, ...] = ()
    to_damage: tuple[Modifier, ...] = ()
    is_melee: bool = True
    silver: bool = False
    subdues: bool = False
    magic: bool = False
    bladed: bool = False
    times: int = 1
    from_behind: bool = False
    rule: tuple[str, ...] = ()
    spell_dice: Expr | None = None
    ac: int | None = None
    sure: bool = False
    kind: str = ""


@executes(
    "ose:combat.matrix.lookup",
    "ose:combat.thac0.direct",
    "ose:combat.thac0.direct-differs",
    "ose:combat.thac0.by-class-level",
)
@lru_cache(maxsize=1024)
def attack_number(thac0: int, ac: int, switches: tuple[str, ...]) -> int:
    """The roll needed: on the matrix it is held between 2 and 20. Ruling: combat.question.matrix-outside."""
    needed = thac0 - ac
    if THAC0_DIRECT in switches:
        return needed
    return 2 if needed < 2 else 20 if needed > 20 else needed


@executes("ose:combat.attack.procedure")
def strike(do: Resolution, blow: Blow) -> bool:
    """Roll to hit and for damage. True if it hit and could hurt. A mirror image takes any attack; magical sleep makes a
    blade deadly.
    """
    state = do.state
    attacker, target = state.creatures[blow.attacker], state.creatures[blow.target]
    if attacker.conditions:
        blow = _tired(blow, attacker)
    if target.conditions and (lose_image(do, target) or _is_turned_aside(do, blow, target)):
        return False
    rule = blow.damage_rule
    if blow.is_melee and target.conditions and is_helpless(target):
        rule = (*rule, "ose:combat.helpless")
        do.emit(StruckHelpless(blow.attacker, blow.target, blow.weapon, rule=("ose:combat.helpless",)))
        if blow.bladed and not blow.subdues and conditions.has(target, conditions.ASLEEP):
            harm(do, blow.target, target.hp, blow.attacker, rule=_SLAIN_ASLEEP)
            return True
    elif not (blow.sure or cannot_be_missed(target.kind)) and not _roll_to_hit(do, blow, attacker, target):
        return False
    flame = blow.kind in BURNING_ARMS
    if not (flame and feels_fire(target.kind)) and is_immune(target, attacker, blow.silver, state.switches, blow.magic):
        do.emit(Unharmed(blow.attacker, blow.target, blow.weapon, rule=("ose:combat.attack.invulnerable",)))
        if blow.is_melee and target.kind in recoil.touchy():
            recoil.recoil(do, attacker, target, blow.kind, blow.bladed, wounds=False)
        return False
    if RELAXED in state.switches and is_immune(target, attacker, blow.silver, (), blow.magic):
        rule = (*rule, "ose:combat.invulnerability.relaxed")
    if blow.damage is not None:
        to_damage = (*blow.to_damage, *_strength_of(attacker)) if attacker.conditions else blow.to_damage
        rule = (*rule, *behind(to_damage)) if to_damage else rule
        amount = roll_damage(do, blow.attacker, blow.target, blow.weapon, blow.damage, to_damage, rule) * blow.times
        if blow.spell_dice is not None:
            amount += roll_damage(do, blow.attacker, blow.target, "striking", blow.spell_dice, (), _BY_CASTING)
        if blow.silver and not blow.magic and feels_silver_less(target.kind):
            amount = halved(amount)
        if blow.subdues:
            subdue(do, blow.target, amount)
        else:
            harm(do, blow.target, amount, blow.attacker, "normal fire" if flame else "weapon")
            if blow.bladed and battle(state).grips:
                grips.cut(do, blow.attacker, blow.target, amount)
    if blow.is_melee and target.kind in recoil.touchy():
        recoil.recoil(do, attacker, target, blow.kind, blow.bladed, wounds=blow.damage is not None)
    return True


@executes("ose:magic.effect.different")
def _is_turned_aside(do: Resolution, blow: Blow, target: Creature) -> bool:
    """Whether magic makes a missile harmless, one that is magical itself excepted; or a blow, because it went to an
    image, which is gone then.
    """
    if blow.is_melee and conditions.has(target, conditions.PROJECTING):
        do.emit(ConditionEnded(target.id, conditions.PROJECTING, rule=("ose:magic.spell-list",)))
        return True
    name = "" if blow.is_melee else stops_missiles(target)
    if not name or (blow.magic and name == conditions.MISSILE_PROOF):
        return False
    do.emit(Unharmed(blow.attacker, blow.target, blow.weapon, rule=("ose:magic.effect.different",)))
    return True


@executes("ose:monster.stat-block")
@cache
def cannot_be_missed(kind: str) -> bool:
    """Slime and mould: whoever strikes at them hits."""
    listing = monsters().get(kind)
    return listing is not None and any(isinstance(trait, NoHitRoll) for trait in listing.traits)


@executes("ose:combat.attack.invulnerable")
@cache
def feels_fire(kind: str) -> bool:
    """Whether fire is among the few things that hurt it."""
    listing = monsters().get(kind)
    return listing is not None and "fire" in listing.harmed_only_by


@executes("ose:combat.attack.invulnerable")
@cache
def feels_silver_less(kind: str) -> bool:
    """Whom silver hurts half as much as magic does."""
    listing = monsters().get(kind)
    return listing is not None and any(isinstance(t, HalfDamage) and t.of == "silver" for t in listing.traits)


@executes("ose:exploration.rest.penalty", "ose:evasion.running.exhaustion-effect", "ose:hazard.starvation")
def _tired(blow: Blow, attacker: Creature) -> Blow:
    """A blow by somebody weary, exhausted or starved, with what that costs."""
    to_hit = (*fatigue.to_hit(attacker), *afflictions.to_hit(attacker))
    to_damage = fatigue.to_damage(attacker)
    if not to_hit and not to_damage:
        return blow
    return replace(blow, to_hit=(*blow.to_hit, *to_hit), to_damage=(*blow.to_damage, *to_damage))


@executes(
    "ose:combat.attack.procedure",
    "ose:combat.attack.natural",
    "ose:combat.aac.procedure",
    "ose:combat.aac.differs-slightly",
)
def _roll_to_hit(do: Resolution, blow: Blow, attacker: Creature, target: Creature) -> bool:
    """Ruling: combat.question.option-conflict, ascending AC coming before direct THAC0."""
    state = do.state
    ac, to_hit, plight = _defence(state, blow, attacker, target)
    thac0 = worn_magic.thac0(attacker) if attacker.conditions else sheet(attacker).thac0
    if ASCENDING_AC in state.switches:
        rule: tuple[str, ...] = _ASCENDING
        to_hit = (Modifier("attack bonus", attack_bonus(thac0)), *to_hit)
        needed = ascending(ac)
    else:
        rule = _DIRECT if THAC0_DIRECT in state.switches else _MATRIX
        needed = attack_number(thac0, ac, state.switches)
    roll = do.roll(1, 20, f"attack of {blow.attacker} on {blow.target}", to_hit, needed)
    is_plain = roll.faces[0] not in (1, 20)
    counts = is_plain or setting.naturals_count(state)
    hit = roll.total >= needed if is_plain else is_hit(roll, needed, counts)
    if hit != roll.success:
        rule = (*rule, *_naturally(state, attacker))
    elif not counts:
        rule = (*rule, setting.HOUSE)
    elif not 2 <= thac0 - ac <= 20:
        rule = (*rule, *_UNLIKE_THE_MATRIX.get(rule, ()))
    if roll.modifiers:
        rule = (*rule, *behind(roll.modifiers))
    if plight or blow.rule:
        rule = (*rule, *plight, *blow.rule)
    if blow.weapon == UNARMED:
        rule = (*rule, "ose:combat.unarmed.attack")
    do.emit(AttackRolled(blow.attacker, blow.target, blow.weapon, roll, hit, rule=rule))
    if plight and target.items:
        curses.in_combat(do, target)
        identifying.proved_in_combat(do, target)
    return hit


@executes("ose:referee.monsters.leaders")
def _strength_of(attacker: Creature) -> tuple[Modifier, ...]:
    """What spells add to a blow, and the strength of a chieftain or a king."""
    strong, added = attacker.condition(conditions.STRONG_ARM), spell_modifiers(attacker, "damage")
    return added if strong is None else (*added, Modifier("leader", strong.level))


@executes("ose:referee.fairness")
def _naturally(state: State, attacker: Creature) -> tuple[str, ...]:
    """A 20 and a 1 are what they are in anybody's hands, the monsters' as the characters'."""
    ours = state.party.side if state.party is not None else ""
    return (_NATURAL, "ose:referee.fairness") if attacker.side != ours else (_NATURAL,)


@lru_cache(maxsize=1024)
def behind(modifiers: tuple[Modifier, ...]) -> tuple[str, ...]:
    """The rules by which these count."""
    found = [_BY_SOURCE[source] for source, _ in modifiers if source in _BY_SOURCE]
    spells = [source for source, _ in modifiers if source in _BY_SPELLS]
    if spells and any(source == "magic" for source, _ in modifiers):
        found.append("ose:magic.effect.with-items")
    if len(spells) > 1:
        found.append("ose:magic.effect.different")
    return tuple(found)


@executes("ose:combat.attack.natural", "ose:referee.fairness", "ose:referee.house-rules")
def is_hit(roll: Roll, needed: int, naturals: bool = True) -> bool:
    """A 20 always hits and a 1 always misses, unless the table has agreed otherwise."""
    (face,) = roll.faces
    if not naturals:
        return roll.total >= needed
    return face == 20 or (face != 1 and roll.total >= needed)


@executes("ose:combat.movement.retreat-exposed", "ose:combat.behind")
def _defence(
    state: State, blow: Blow, attacker: Creature, target: Creature
) -> tuple[int, tuple[Modifier, ...], tuple[str, ...]]:
    """The AC that counts against this blow, the modifiers with what plight and magic add, and the rules."""
    fight, to_hit, (own, bare) = state.fight, blow.to_hit, guard(target.items, target.sheet)
    rule, exposed = own.rule, False
    spent = fight.spent.get(target.id) if fight is not None else None
    if spent and "retreat" in spent:
        to_hit, rule, exposed = (*to_hit, Modifier("target retreats", 2)), (*rule, _EXPOSED), True
    elif own.shield and (blow.from_behind or facing.is_behind(state, attacker, target)):
        rule, exposed = (*rule, _BEHIND), True
    if blow.ac is not None:
        ac = blow.ac
    elif target.conditions:
        ac = armour_class(target, without_shield=exposed)
    else:
        ac = bare if exposed else bare - own.shield
    if _are_usual(attacker.kind, target.kind) and _is_plain(state, attacker, target):
        return ac, to_hit, rule
    return _circumstances(state, blow, attacker, target, ac, to_hit, rule)


@cache
def _are_usual(attacker: str, target: str) -> bool:
    """Whether nothing in their nature counts when one of a kind strikes at one of another."""
    has_eyes = target in gaze.gazers() or attacker in gaze.gazers()
    return not (has_eyes or target in _nimble() or target in hard_to_see())


def _is_plain(state: State, attacker: Creature, target: Creature) -> bool:
    """Whether neither is under anything, held, or come upon unawares, and nobody about might shelter the target."""
    if attacker.conditions or target.conditions or state.encounter is not None or battle(state).grips:
        return False
    return target.at is None or target.kind in monsters() or field_of(state).is_plain


@executes("ose:class.abilities", "ose:magic.effect.with-items", "ose:vehicle.board.penalty")
def _circumstances(
    state: State,
    blow: Blow,
    attacker: Creature,
    target: Creature,
    ac: int,
    to_hit: tuple[Modifier, ...],
    rule: tuple[str, ...],
) -> tuple[int, tuple[Modifier, ...], tuple[str, ...]]:
    """The same with what nature, plight and magic change."""
    if target.kind in _nimble() and size_of(attacker) in ("large", "huge"):
        ac -= _nimble()[target.kind]
    if target.kind in hard_to_see():
        to_hit = (*to_hit, *unclear(target, attacker))
    if state.encounter is not None and _is_caught_asleep(state, target):
        to_hit = (*to_hit, Modifier("asleep", ASLEEP_BONUS))
    if target.kind in gaze.gazers() or attacker.kind in gaze.gazers():
        to_hit = (*to_hit, *gaze.modifiers(state, attacker, target))
    if battle(state).grips:
        to_hit = (*to_hit, *grips.penalty(state, attacker))
    if target.conditions:
        ac += afflictions.ac_worse(target)
        if conditions.has(target, conditions.BOARDING):
            ac, rule = ac + AT_THE_RAIL, (*rule, "ose:vehicle.board.penalty")
    if target.kind not in monsters() and target.at is not None and not field_of(state).is_plain:
        to_hit = (*to_hit, *worn_magic.sheltered(state, target, -1))
    if attacker.conditions or target.conditions:
        bare, ac = ac, shielded(target, ac, blow.is_melee)
        magic = (*attack_modifiers(attacker, target), *_displaced(blow, target))
        to_hit = (*to_hit, *magic)
        if len(magic) + (ac != bare) > 1:
            rule = (*rule, "ose:magic.effect.different")
    return ac, to_hit, rule


@executes("ose:magic-item.use.always-active")
def _displaced(blow: Blow, target: Creature) -> tuple[Modifier, ...]:
    """What a cloak that deceives the eye takes from a blow."""
    cloak = target.condition(DISPLACED) if blow.is_melee else None
    return (Modifier(DISPLACED, -cloak.level),) if cloak is not None else ()


@executes("ose:monster.stat-block")
def _is_caught_asleep(state: State, target: Creature) -> bool:
    """A great sleeper that was come upon may be attacked for one round before it is awake."""
    met, fight = state.encounter, state.fight
    if met is None or fight is None or fight.round > 1 or target.id not in met.surprised:
        return False
    return any(isinstance(trait, Sleeper) for trait in afflictions.traits(target))


@cache
def _nimble() -> dict[str, int]:
    """The classes that the large find hard to hit, and how much harder."""
    found = {id: own.defence_against_large for id, own in compendium.classes().items()}
    return {id: better for id, better in found.items() if better}


@cache
def hard_to_see() -> frozenset[str]:
    """The kinds that are not quite where they seem to be, or not to be seen at all."""
    return frozenset(k for k, m in monsters().items() if any(isinstance(t, Displaced | Unseen) for t in m.traits))


@executes("ose:monster.stat-block")
def unclear(target: Creature, attacker: Creature) -> tuple[Modifier, ...]:
    """What it costs to strike at what bends light or is invisible by nature, for those who do not see such things."""
    found = []
    for trait in monsters()[target.kind].traits:
        if isinstance(trait, Displaced):
            found.append(Modifier("displaced", -trait.penalty))
        elif isinstance(trait, Unseen) and not sees_the_invisible(attacker):
            found.append(Modifier("unseen", -trait.penalty))
    return tuple(found)


@executes("ose:combat.missile.range")
def range_modifier(reach: WeaponRange, feet: int) -> int:
    """Short range helps a shot, and long range hampers it."""
    if feet <= reach.short_feet:
        return 1
    return 0 if feet <= reach.medium_feet else -1


@executes("ose:combat.missile.partial-cover")
def cover(do: Resolution, attacker: Creature, target: Creature) -> int:
    """The penalty for what stands in the way. Default: half a wall's worth -2, nearly all of it -4, or as the
    condition says.
    """
    noted = target.condition(conditions.PARTIAL_COVER) if target.conditions else None
    grid = do.state.grid
    if noted is not None:
        penalty = -noted.level
    elif grid is not None and grid.walls:
        penalty = -walls_between(grid, square_of(attacker), square_of(target))
    else:
        return 0
    if not penalty:
        return 0
    choices = ("0", "-1", "-2", "-3", "-4")
    return int(do.ruling("ose:combat.missile.partial-cover", choices, str(penalty), target.id))


def walls_between(grid: Grid, a: Square, b: Square) -> int:
    """0 to 4: how much of a target is hidden, by the lines from the shooter to the squares around it."""
    floor = grid.floor
    sides = ((b[0] + 1, b[1]), (b[0] - 1, b[1]), (b[0], b[1] + 1), (b[0], b[1] - 1))
    lines = [list(line(a, side)) for side in sides if side != a]
    hidden = sum(any(not grid.bit(s) & floor for s in squares if grid.contains(s)) for squares in lines)
    return (0, 1, 2, 4, 4)[hidden]
