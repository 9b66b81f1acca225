"""Attacks carried out: with a weapon, with a missile, with claw and tooth."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import breath, enchanted_weapons, grips, natural_missiles, onslaughts, stealth
from underkeep.systems.ose.attacks.attack_rolls import Blow, cover, range_modifier, strike
from underkeep.systems.ose.attacks.enchanted_weapons import Magic
from underkeep.systems.ose.attacks.special_attacks import after_hit, after_line, breathe, held
from underkeep.systems.ose.basics import compendium, conditions
from underkeep.systems.ose.basics.battle import AT_FIRST, OseBattle, battle
from underkeep.systems.ose.basics.measures import feet, in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.checks.afflictions import clumsiness, traits
from underkeep.systems.ose.equipment import thrown, worn_magic
from underkeep.systems.ose.equipment.armour import UNARMOURED, worn
from underkeep.systems.ose.equipment.arms import DWARVEN_THROWER, UNARMED, Shot, arms, is_slow, lines_left
from underkeep.systems.ose.monsters.listings import AttackLine, BattleRage, Hold, Monster, is_person, monsters
from underkeep.systems.ose.monsters.special_effects import AgainstArmourClass, Swarm
from underkeep.systems.ose.monsters.traits import SwimsWell
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, SpentOn
from underkeep.world.gear import ItemsChanged, fewer
from underkeep.world.state import State

ATTACKED, MOVED = "attack", "move"
ONCE = "first of two attacks"
VARIABLE_DAMAGE = "variable-weapon-damage"
PLAIN_DAMAGE = parse("1d6")
UNARMED_DAMAGE = parse("1d2")
STRIKING_DAMAGE = parse("1d6")
GROWN_TIMES = 2

_PER_ROUND = ("ose:combat.attack.per-round",)
_SUBDUING = ("ose:combat.subdue.declare", "ose:combat.subdue.blunt")
_SLOW = "ose:combat.initiative.slow-weapons"
_AND_MOVE = "ose:combat.attack.and-move"
_BY_LISTING = (*_PER_ROUND, "ose:monster.attacks.per-round")
_BY_ALTERNATIVES = (*_BY_LISTING, "ose:monster.attacks.alternative")
_BY_CHARACTER = ("ose:combat.damage.pc",)
_BY_WEAPON = ("ose:combat.damage.variable",)
_BY_MONSTER = ("ose:combat.damage.monster",)
_UNSTABLE = ("ose:combat.unstable.missile",)
_BY_FIST = ("ose:combat.unarmed.damage",)


class Subdue(Action, frozen=True):
    """Attack without the intent to kill."""

    actor: str
    target: str
    weapon: str


class AttackMade(Event, frozen=True):
    """A creature used an attack on a target this round; `ends` if it has no more, so that it is done with the step too;
    `hit` if it landed.
    """

    creature: str
    target: str
    attack: str
    ends: bool = True
    hit: bool = False

    def evolve(self, state: State) -> State:
        fight = state.fight
        assert fight is not None
        creature, target, attack = self.creature, self.target, self.attack
        done, spent = fight.done, fight.spent.copy()
        used = (*spent.get(creature, ()), on(target), attack)
        if self.hit:
            used = (*used, landed(attack, target))
        if self.ends:
            used = used if attack == ATTACKED else (*used, ATTACKED)
            done = (*done, creature)
        spent[creature] = used
        own: OseBattle = fight.battle or AT_FIRST  # type: ignore[assignment]
        if own.facing.get(creature) != target:
            own = replace(own, facing={**own.facing, creature: target})
        return replace(state, fight=replace(fight, spent=spent, done=done, battle=own))


def landed(attack: str, target: str) -> SpentOn:
    """How a hit of a monster's routine is noted among what it has spent."""
    return SpentOn("hit", target, attack)


@lru_cache(maxsize=4096)
def on(target: str) -> SpentOn:
    """How an attack on a target is noted among what its attacker has spent."""
    return SpentOn("attack", target)


class Armed(Struct, frozen=True, gc=False):
    """A weapon in somebody's hand, worked out."""

    name: str
    damage: Expr
    rule: tuple[str, ...]
    silver: bool
    to_hit: tuple[Modifier, ...]
    to_damage: tuple[Modifier, ...]
    magic: bool = False
    bladed: bool = False
    magic_rule: tuple[str, ...] = ()


@executes("ose:combat.attack.per-round", "ose:combat.attack.and-move")
def attack(do: Resolution, action: Attack | Subdue) -> None:
    """Once a round with a weapon; a monster goes through its routine attack by attack."""
    actor, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    listing = monsters().get(actor.kind)
    subdues = isinstance(action, Subdue)
    if listing is not None:
        assert do.state.fight is not None
        spent = do.state.fight.spent.get(actor.id, ())
        wanted = action.weapon
        if len(listing.attacks) > 1:
            wanted = _of_routine(do, listing, actor, spent, wanted)
        for line, left in lines_left(listing, actor, spent):
            if line.name == wanted:
                if listing.powers and _breathes(do, actor, target, line, spent):
                    return
                _natural(do, listing, line, left, actor, target, subdues)
                return
    rule = _and_move(do.state, actor, (*_PER_ROUND, *_SUBDUING) if subdues else _PER_ROUND)
    again = bool(actor.conditions) and _has_another(do.state, actor)
    do.emit(AttackMade(actor.id, target.id, ONCE if again else ATTACKED, ends=not again, rule=rule))
    own = arms(actor)
    shot = own.missile.get(action.weapon)
    if shot is not None and actor.steps_to(target) > 1:
        _shoot(do, shot, actor, target, subdues)
    else:
        striking = own.items.get(action.weapon)
        _melee(do, striking.kind if striking else action.weapon, actor, target, subdues)
        enchanted_weapons.fought_with(do, actor.id, striking)


@executes("ose:combat.attack.per-round")
def _has_another(state: State, actor: Creature) -> bool:
    """Whether this is the first of the two attacks that haste gives."""
    assert state.fight is not None
    return conditions.has(actor, conditions.HASTED) and ONCE not in state.fight.spent.get(actor.id, ())


@executes("ose:monster.attacks.alternative")
def _breathes(do: Resolution, actor: Creature, target: Creature, line: AttackLine, spent: tuple[Mark, ...]) -> bool:
    """Whether breath takes the place of this attack, or of all attacks of the round."""
    is_first = not any(x.name in spent for routine in monsters()[actor.kind].attacks for x in routine)
    if not breath.instead_of_attack(do, actor, target, line.name, is_first):
        return False
    one_head = any(power.instead_of == line.name for power in breath.breaths(actor.kind))
    do.emit(AttackMade(actor.id, target.id, line.name if one_head else ATTACKED, not one_head, rule=_BY_ALTERNATIVES))
    return True


def _of_routine(do: Resolution, listing: Monster, actor: Creature, spent: tuple[Mark, ...], wanted: str) -> str:
    """The attack that a monster makes: the one it wants, but for beasts of which a die decides."""
    names = [line.name for routine in listing.attacks for line in routine]
    if wanted not in names or any(name in spent for name in names):
        return wanted
    return onslaughts.routine_by_die(do, listing, actor, wanted)


def _and_move(state: State, actor: Creature, rule: tuple[str, ...]) -> tuple[str, ...]:
    """Who moved this round attacks all the same; whoever has a slow weapon only when the others have acted."""
    fight = state.fight
    assert fight is not None
    if actor.items and fight.steps[0].phase.startswith("slow") and is_slow(actor):
        rule = (*rule, _SLOW)
    spent = fight.spent.get(actor.id)
    return (*rule, _AND_MOVE) if spent and MOVED in spent else rule


@executes("ose:combat.damage.pc", "ose:combat.unarmed.attack", "ose:abilities.str.melee", "ose:class.abilities")
def _melee(do: Resolution, kind: str, actor: Creature, target: Creature, subdues: bool) -> None:
    """A thief behind the unaware stabs them in the back."""
    armed = armed_with(do.state, actor, target, kind, is_melee=True)
    to_hit, to_damage, unseen = armed.to_hit, armed.to_damage, False
    if actor.conditions:
        to_hit, to_damage = _in_water(do, actor, to_hit, to_damage)
        unseen = stealth.is_hidden(actor)
    force = worn_magic.damage_times(actor) if actor.conditions else 1
    stab, times = stealth.back_stab(do.state, actor, target)
    if stab:
        to_hit, unseen = (*to_hit, *stab), True
    blow = Blow(
        actor.id,
        target.id,
        armed.name,
        armed.damage,
        armed.rule,
        to_hit,
        to_damage,
        True,
        armed.silver,
        subdues,
        armed.magic,
        armed.bladed,
        times * force,
        unseen,
        armed.magic_rule,
        kind=kind,
    )
    strike(do, _enchanted(blow, actor) if actor.conditions else blow)


@executes(
    "ose:abilities.dex.missile",
    "ose:combat.missile.range",
    "ose:combat.missile.partial-cover",
    "ose:combat.unstable.missile",
    "ose:wilderness.yards",
)
def _shoot(do: Resolution, shot: Shot, actor: Creature, target: Creature, subdues: bool) -> None:
    """Looses a shot with what range, cover and footing do to it, and uses up what was shot."""
    armed = armed_with(do.state, actor, target, shot.kind, is_melee=False, missile=shot.missile.kind)
    assert shot.weapon.range is not None
    away = feet(actor.steps_to(target))
    to_hit = (
        *armed.to_hit,
        Modifier("range", range_modifier(shot.weapon.range, away // in_yards(do.state))),
        Modifier("cover", cover(do, actor, target)),
        Modifier("unstable footing", -4 if conditions.has(actor, conditions.UNSTABLE) else 0),
        Modifier("rain", -2 if conditions.has(actor, conditions.IN_RAIN) else 0),
    )
    _use_up(do, actor, shot)
    enchanted_weapons.fought_with(do, actor.id, shot.missile)
    name, damage, rule = armed.name, armed.damage, armed.rule
    dealt = (to_hit, armed.to_damage, False, shot.silver, subdues, armed.magic)
    more = (*armed.magic_rule, *_UNSTABLE) if conditions.has(actor, conditions.UNSTABLE) else armed.magic_rule
    if do.state.journey is not None:
        more = (*more, "ose:water.yards" if do.state.journey.route.way == "water" else "ose:wilderness.yards")
    hidden = stealth.is_hidden(actor)
    strike(do, _enchanted(Blow(actor.id, target.id, name, damage, rule, *dealt, from_behind=hidden, rule=more), actor))


@executes("ose:magic.effect.with-items")
def _enchanted(blow: Blow, actor: Creature) -> Blow:
    """A weapon under a spell of striking deals another die, and hurts those whom only magic hurts."""
    if not actor.conditions or not conditions.has(actor, conditions.STRIKING) or blow.weapon == UNARMED:
        return blow
    return replace(blow, magic=True, spell_dice=STRIKING_DAMAGE)


def _use_up(do: Resolution, actor: Creature, shot: Shot) -> None:
    """An arrow is gone, a thrown weapon lies on the field; the hammer of the dwarves flies back."""
    if shot.kind == DWARVEN_THROWER:
        return
    do.emit(ItemsChanged(actor.id, fewer(actor.items, shot.missile.id), "shot"))
    if not shot.weapon.ammunition:
        thrown.let_fall(do, actor, shot.missile)


def armed_with(state: State, actor: Creature, target: Creature, kind: str, is_melee: bool, missile: str = "") -> Armed:
    """A weapon as it counts in this creature's hand against that target, with what it shoots."""
    magic = enchanted_weapons.magic_of(kind, target)
    if missile and missile != kind:
        magic = enchanted_weapons.together(magic, enchanted_weapons.magic_of(missile, target))
    listing = monsters().get(actor.kind)
    if listing is not None:
        return _monster_armed(state, listing, actor, target, kind, magic)
    own = sheet(actor).abilities
    variable = VARIABLE_DAMAGE in state.switches
    score = worn_magic.strength(actor) if is_melee else own["DEX"]
    return _character_armed(kind, magic, actor.kind, score, is_melee, variable)


@executes(
    "ose:combat.damage.pc",
    "ose:combat.damage.variable",
    "ose:combat.unarmed.damage",
    "ose:abilities.str.melee",
    "ose:abilities.dex.missile",
    "ose:class.abilities",
    "ose:magic.effect.with-items",
)
@lru_cache(maxsize=2048)
def _character_armed(kind: str, magic: Magic, class_id: str, score: int, is_melee: bool, variable: bool) -> Armed:
    """STR counts for melee and its damage, DEX for missiles and never for damage; a magic weapon's bonus for both."""
    bonus = modifier(score)
    to_hit: tuple[Modifier, ...] = (Modifier("STR", bonus),) if bonus else ()
    to_damage = to_hit
    if not is_melee:
        knack = compendium.classes()[class_id].missile_bonus
        to_hit, to_damage = (Modifier("DEX", bonus), Modifier(class_id, knack)), ()
    if kind == UNARMED:
        return Armed(UNARMED, UNARMED_DAMAGE, _BY_FIST, False, to_hit, to_damage)
    weapon = compendium.weapon(kind)
    assert weapon is not None
    if magic.bonus:
        better = Modifier("magic", magic.bonus)
        to_hit, to_damage = (*to_hit, better), (*to_damage, better)
    damage, rule = (weapon.damage, _BY_WEAPON) if variable else (PLAIN_DAMAGE, _BY_CHARACTER)
    bladed = weapon.is_melee and not weapon.is_blunt
    name = weapon.name.lower()
    return Armed(name, damage, rule, weapon.silver, to_hit, to_damage, magic.is_magic, bladed, magic.rule)


@executes("ose:combat.damage.monster")
def _monster_armed(state: State, listing: Monster, actor: Creature, target: Creature, kind: str, magic: Magic) -> Armed:
    """A monster that fights by weapon does the weapon's damage and the listing's bonus."""
    weapon = compendium.weapon(kind)
    assert weapon is not None
    bonus = next((line.weapon_bonus for routine in listing.attacks for line in routine if line.by_weapon), 0)
    to_hit = _natural_modifiers(state, listing, actor, target)
    to_damage = (Modifier("listing", bonus), Modifier("magic", magic.bonus))
    name, bladed = weapon.name.lower(), weapon.is_melee and not weapon.is_blunt
    to_hit = (*to_hit, Modifier("magic", magic.bonus)) if magic.bonus else to_hit
    return Armed(name, weapon.damage, _BY_MONSTER, weapon.silver, to_hit, to_damage, magic.is_magic, bladed, magic.rule)


@executes("ose:monster.attacks.per-round", "ose:combat.damage.monster")
def _natural(
    do: Resolution, listing: Monster, line: AttackLine, left: int, actor: Creature, target: Creature, subdues: bool
) -> None:
    """One attack of a line; each may go to another target."""
    to_hit = _natural_modifiers(do.state, listing, actor, target, line)
    to_damage: tuple[Modifier, ...] = ()
    if actor.conditions:
        to_hit, to_damage = _in_water(do, actor, to_hit, to_damage)
    fight = do.state.fight
    assert fight is not None
    own: OseBattle = fight.battle or AT_FIRST  # type: ignore[assignment]
    near = not line.range_feet or actor.steps_to(target) <= 1
    times = GROWN_TIMES if actor.conditions and conditions.has(actor, conditions.GROWN) else 1
    blow = Blow(
        actor.id,
        target.id,
        line.name,
        line.damage,
        _BY_MONSTER,
        to_hit,
        to_damage,
        near,
        subdues=subdues,
        bladed=line.by_weapon,
        times=times,
    )
    if line.effects or own.grips:
        blow = _with_effects(do.state, blow, line, actor, target)
    if line.supply or line.wait_seconds:
        natural_missiles.use_up(do, actor, line)
    blow = _enchanted(blow, actor) if line.by_weapon and actor.conditions else blow
    breathes = bool(line.effects) and breathe(do, actor.id, target.id, line)
    hit = not breathes and strike(do, blow)
    if hit and line.effects:
        after_hit(do, actor.id, target.id, line)
    ends = left == 1 and len(listing.attacks) == len(listing.attacks[0]) == 1
    is_noted = bool(line.effects) and hit and line.count > 1
    rule = _and_move(do.state, actor, _BY_ALTERNATIVES if len(listing.attacks) > 1 else _BY_LISTING)
    do.emit(AttackMade(actor.id, target.id, line.name, ends, is_noted, rule=rule))
    assert do.state.fight is not None
    if is_noted and do.state.fight.spent[actor.id].count(landed(line.name, target.id)) == line.count:
        after_line(do, actor.id, target.id, line)


@executes("ose:monster.attacks.per-round")
def _with_effects(state: State, blow: Blow, line: AttackLine, actor: Creature, target: Creature) -> Blow:
    """How the attack comes on: at a run, sure to hit what is held fast, past armour, as a swarm."""
    sure = bool(battle(state).grips) and grips.is_sure(state, actor.id, target.id, line.name)
    blow = replace(blow, times=blow.times * onslaughts.times(state, line, actor, target), sure=sure)
    for effect in line.effects:
        if isinstance(effect, AgainstArmourClass):
            blow = replace(blow, ac=effect.ac)
        elif isinstance(effect, Swarm):
            damage = effect.bare if worn(target).base == UNARMOURED else effect.armoured
            damage = damage // 2 if battle(state).facing.get(target.id) == actor.id else damage
            blow = replace(blow, sure=True, damage=parse(str(damage)))
    return blow


@executes("ose:monster.attacks.per-round")
def _natural_modifiers(
    state: State, listing: Monster, actor: Creature, target: Creature, line: AttackLine | None = None
) -> tuple[Modifier, ...]:
    """No STR or DEX; only what the listing says: rage against people, a better aim at a victim held fast."""
    found: tuple[Modifier, ...] = clumsiness(actor.kind) if listing.traits else ()
    if line is not None and (line.effects or onslaughts.has_own_aim(actor.kind, state.journey is not None)):
        found = (*found, *onslaughts.to_hit(state, listing, line, actor, target))
    if actor.kind in _raging() and is_person(target):
        found = (*found, Modifier("battle rage", _raging()[actor.kind]))
    fight = state.fight
    used = fight.spent.get(actor.id) if fight is not None else None
    if line is not None and used and held(line.name, target.id) in used:
        found = (*found, Modifier("held fast", _hold_bonus(listing, line.name)))
    return found


@cache
def _raging() -> dict[str, int]:
    """The kinds that rage against people, and how much better they strike then."""
    return {k: t.attack for k, listing in monsters().items() for t in listing.traits if isinstance(t, BattleRage)}


def _hold_bonus(listing: Monster, attack: str) -> int:
    effects = (effect for routine in listing.attacks for line in routine for effect in line.effects)
    return next(e.bonus for e in effects if isinstance(e, Hold) and e.for_attack == attack)


@executes("ose:combat.water.penalties")
def _in_water(
    do: Resolution, actor: Creature, to_hit: tuple[Modifier, ...], to_damage: tuple[Modifier, ...]
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """What water takes from hitting and hurting, as the referee rules."""
    if not conditions.has(actor, conditions.IN_WATER) or any(isinstance(t, SwimsWell) for t in traits(actor)):
        return to_hit, to_damage
    choice = do.ruling("ose:combat.water.penalties", ("-4/-2", "-2/-1", "0/0"), "-4/-2", actor.id)
    attack_penalty, _, damage_penalty = choice.partition("/")
    return (
        (*to_hit, Modifier("in water", int(attack_penalty))),
        (*to_damage, Modifier("in water", int(damage_penalty))),
    )
