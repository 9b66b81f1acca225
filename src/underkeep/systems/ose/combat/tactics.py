"""What this game tells minds about a fight: what a blow, a shot or a spell is worth, and how each kind fights.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.tactics import Hint, Manner, Way, Wits, chance_on_d20, is_known, life_left, part_taken
from underkeep.systems.ose.attacks import breath, gaze, natural_missiles
from underkeep.systems.ose.attacks.attack_rolls import BURNING_ARMS, attack_number, feels_fire, range_modifier
from underkeep.systems.ose.attacks.attacks import armed_with
from underkeep.systems.ose.attacks.concentration import CONCENTRATING
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.attacks.gaze import AvertEyes, UseMirror
from underkeep.systems.ose.attacks.grips import PullOut
from underkeep.systems.ose.attacks.movement import Retreat, Withdraw, away, backwards, encounter_feet
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import (
    BESET,
    BLIND,
    BLISTERED,
    LIFTED,
    SERVES_SPELL,
    can_fight,
    has,
)
from underkeep.systems.ose.basics.measures import SQUARE_FEET, feet, in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import class_abilities
from underkeep.systems.ose.checks.damage import is_immune
from underkeep.systems.ose.combat.monster_powers import Unleash
from underkeep.systems.ose.combat.remedies import BurnSlime, Repel
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.systems.ose.equipment.arms import UNARMED, Shot, arms
from underkeep.systems.ose.magic import casting, spell_worth, turning
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell
from underkeep.systems.ose.magic.items import item_worth
from underkeep.systems.ose.magic.items.potions import Drink
from underkeep.systems.ose.magic.items.using import UseItem
from underkeep.systems.ose.magic.spell_worth import USUAL_LIFE
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.systems.ose.monsters.listings import CLOSE_FEET, Monster, Paralysis, Poison, monsters
from underkeep.systems.ose.monsters.special_actions import Breath, Charm, Curse, Vanish, Web, Whirlwind
from underkeep.systems.ose.monsters.special_effects import (
    Blind,
    Consume,
    EnergyDrain,
    Lycanthropy,
    Petrify,
    Stun,
    Swallow,
)
from underkeep.systems.ose.monsters.traits import Hates
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

CARE_SQUARES = 4
USUAL_AC = 6
"""The Armour Class that a stranger is taken to have."""
OF_THE_HELPLESS = 0.05
"""What it is worth to strike those who are out of it anyway."""
TO_THROW_THE_LAST = 0.5
"""What is left of a throw's worth if the thrower then has nothing in hand."""
WORTH_A_ROUND = 0.3
"""What a spell must be worth to be announced, for it takes the whole round."""
SPOILT = 0.6
"""The part of its worth that a spell announced in melee keeps, since a blow may spoil it."""
VENOM = 0.4
HATRED = 3.0
"""By how much a born enemy is better dead than another."""
CARE = 0.5
"""What it is worth to a fighter not to look at what turns to stone."""
CHARMED, STUCK, ACCURSED = 0.6, 0.4, 0.2
_DREADFUL = (Poison, Paralysis, Petrify, EnergyDrain, Swallow, Stun, Consume, Lycanthropy)
"""What a hit brings that is worse than the damage."""
HAMPERED = (BLIND, BLISTERED, BESET)
TURNED = 1.5
_DEAR = 0.5


def hint(state: State, action: Action) -> Hint | None:
    found = _HINTS.get(type(action))
    return found(state, action) if found is not None else None


def _blow(state: State, action: Attack) -> Hint:
    """The chance to hit times the part of what is left of the foe that a hit takes. Who holds something by thought
    strikes nobody.
    """
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    if actor.conditions and _is_absorbed(state, actor):
        return _IN_VAIN
    listing = monsters().get(actor.kind)
    if target.conditions and not can_fight(target):
        return _IN_VAIN if listing is not None and _looks_to_others(state, actor) else _OF_THE_HELPLESS
    line = _line(actor.kind, action.weapon) if listing is not None else None
    if line is not None:
        left = life_left(state, actor, target, USUAL_LIFE)
        venom = VENOM if line.is_venomous else 0.0
        hatred = HATRED if target.kind in line.hates else 1.0
        hurt = part_taken(line.damage, 0, left) if line.damage is not None else _hampering(line, target)
        return Hint("strike", _chance(state, actor, target, 0) * min(1.0, max(hurt, venom)) * hatred)
    if listing is not None and action.weapon == UNARMED:
        return _IN_VAIN
    return _with_weapon(state, actor, target, action.weapon)


def _hampering(line: _Line, target: Creature) -> float:
    """What a blow is worth that wounds nobody, as long as the victim suffers from nothing of the kind."""
    if target.conditions and any(has(target, name) for name in HAMPERED):
        return 0.0
    return CHARMED if line.blinds else ACCURSED


def _looks_to_others(state: State, actor: Creature) -> bool:
    """Whether it is of those who paralyse, and leave the paralysed lying as long as anybody else stands."""
    lines = (line for routine in monsters()[actor.kind].attacks for line in routine)
    paralyses = any(isinstance(effect, Paralysis) for line in lines for effect in line.effects)
    return paralyses and any(can_fight(foe) for foe in state.enemies_of(actor))


def _is_absorbed(state: State, actor: Creature) -> bool:
    """Whether somebody concentrates on what would be lost, or fall upon friends, without that."""
    if not has(actor, CONCENTRATING):
        return False
    held = any(has(c, LIFTED) or (has(c, SERVES_SPELL) and c.side == actor.side) for c in state.active())
    return held or any(wall.needs and wall.by == actor.id for wall in battle(state).walls)


_OF_THE_HELPLESS = Hint("strike", OF_THE_HELPLESS)


class _Line:
    """What minds need of a line of attacks."""

    __slots__ = ("blinds", "damage", "hates", "is_venomous")

    def __init__(self, damage: Any, is_venomous: bool, blinds: bool, hates: frozenset[str]) -> None:
        self.blinds = blinds
        self.damage = damage
        self.is_venomous = is_venomous
        self.hates = hates


@lru_cache(maxsize=1024)
def _line(kind: str, name: str) -> _Line | None:
    for routine in monsters()[kind].attacks:
        for line in routine:
            if line.name == name:
                hates = frozenset(k for t in monsters()[kind].traits if isinstance(t, Hates) for k in t.kinds)
                is_venomous, blinds = (any(isinstance(e, of) for e in line.effects) for of in (_DREADFUL, Blind))
                return _Line(line.damage, is_venomous, blinds, hates)
    return None


def _with_weapon(state: State, actor: Creature, target: Creature, name: str) -> Hint:
    squares = distance(square_of(actor), square_of(target))
    shot = arms(actor).missile.get(name) if actor.items and squares > 1 else None
    if shot is None and name != UNARMED and compendium.weapon(name.partition("/")[0]) is None:
        return _OF_THE_HELPLESS
    kind = name.partition("/")[0]
    armed = armed_with(state, actor, target, kind, is_melee=shot is None)
    if (target.name, armed.name) in battle(state).in_vain:
        return _IN_VAIN
    proof = is_known(state, actor, target) and not (kind in BURNING_ARMS and feels_fire(target.kind))
    if proof and is_immune(target, actor, armed.silver, state.switches, armed.magic):
        return _IN_VAIN
    bonus = _sum(armed.to_hit)
    if shot is not None and shot.weapon.range is not None:
        bonus += range_modifier(shot.weapon.range, feet(squares) // in_yards(state))
    hurt = part_taken(armed.damage, _sum(armed.to_damage), life_left(state, actor, target, USUAL_LIFE))
    worth = _chance(state, actor, target, bonus) * hurt
    return Hint("strike", worth * (TO_THROW_THE_LAST if shot is not None and _is_last(actor, shot) else 1.0))


_IN_VAIN = Hint("strike", 0.0)


def _sum(modifiers: Any) -> int:
    return sum(modifier.amount for modifier in modifiers)


def _is_last(actor: Creature, shot: Shot) -> bool:
    """Whether a throw would leave the hand empty."""
    own = arms(actor)
    if shot.weapon.ammunition or not shot.weapon.is_melee:
        return False
    return len(own.melee) == 1 and shot.missile.count == 1


def _chance(state: State, actor: Creature, target: Creature, bonus: int) -> float:
    ac = armour_class(target) if is_known(state, actor, target) else USUAL_AC
    return chance_on_d20(attack_number(sheet(actor).thac0, ac, state.switches) - bonus)


def _announced(state: State, action: DeclareSpell) -> Hint | None:
    """The best that the spell could do as things stand."""
    actor = state.creatures[action.actor]
    written = casting.castable(actor).get(action.spell)
    if written is None or _is_absorbed(state, actor):
        return None
    found = [spell_worth.hint(state, x) for x in casting.options_of(state, actor, written).listed if type(x) is Cast]
    best = max((x for x in found if x is not None), key=lambda x: x.worth, default=None)
    if best is None or best.worth < WORTH_A_ROUND:
        return None
    return Hint(best.use, best.worth * SPOILT) if engaged(state, actor) else best


def _turning(state: State, action: TurnUndead) -> Hint:
    facing = turning.undead_before(state, state.creatures[action.actor])
    return Hint("strike", min(TURNED, len(facing)) / 2)


def _care(state: State, action: AvertEyes | UseMirror) -> Hint:
    """Better than a stiff neck; a mirror is better still."""
    actor = state.creatures[action.actor]
    near = any(c.kind in gaze.gazers() and c.side != actor.side and _is_near(actor, c) for c in state.active())
    return Hint("ward", (CARE if isinstance(action, AvertEyes) else 2 * CARE) if near else 0.0)


def _is_near(one: Creature, other: Creature) -> bool:
    return one.at is not None and other.at is not None and one.steps_to(other) <= CARE_SQUARES


def _power(state: State, action: Unleash) -> Hint | None:
    """What a power may be expected to do to those whom it reaches."""
    actor = state.creatures[action.actor]
    power = next(p for p in monsters()[actor.kind].powers if p.name == action.power)
    if isinstance(power, Breath):
        return Hint("strike", _breath(state, actor, power, state.creatures[action.target]))
    if isinstance(power, Charm):
        return Hint("hamper", CHARMED * (len(state.enemies_of(actor)) if power.everyone else 1))
    if isinstance(power, Web | Curse):
        return Hint("hamper", STUCK if isinstance(power, Web) or not power.attack_penalty else ACCURSED)
    if isinstance(power, Whirlwind):
        near = [c for c in state.enemies_of(actor) if _is_near(actor, c)]
        return Hint("strike", sum(part_taken(power.damage, 0, life_left(state, actor, c, USUAL_LIFE)) for c in near))
    if isinstance(power, Vanish):
        return Hint("ward", 1.0) if 3 * actor.hp <= actor.max_hp else None
    return Hint("ready", CARE)


def _breath(state: State, actor: Creature, power: Breath, target: Creature) -> float:
    """Each foe caught counts by the part of it that the breath takes, each friend against it."""
    worth = 0.0
    for caught in breath.caught(state, actor, power, square_of(target)):
        if power.petrifies or power.fatal:
            part = 0.5
        elif power.damage is not None:
            part = part_taken(power.damage, 0, life_left(state, actor, caught, USUAL_LIFE)) * 0.75
        else:
            part = min(1.0, 0.75 * actor.hp / life_left(state, actor, caught, USUAL_LIFE))
        worth += part if caught.side != actor.side else -2 * part
    return worth


def _pulls(state: State, action: PullOut) -> Hint:
    return Hint("ward", ACCURSED)


def _herb(state: State, action: Repel) -> Hint:
    return Hint("hamper", STUCK)


def _burns(state: State, action: BurnSlime) -> Hint:
    return Hint("ward", CHARMED if state.creatures[action.target].side == state.creatures[action.actor].side else 0.0)


def _way_out(state: State, action: Withdraw | Retreat) -> Hint | None:
    """Backwards if there is a clear path, for nobody strikes after one who faces the foe; else by turning round."""
    actor = state.creatures[action.actor]
    squares = encounter_feet(actor, state) // SQUARE_FEET
    if isinstance(action, Withdraw):
        return Hint("leave", 0.8) if backwards(state, actor, squares // 2) else None
    return Hint("leave", 0.4) if away(state, actor, squares) else None


def _flight(state: State, action: BreakOff) -> Hint:
    """All together; what is dear is thrown behind only if there is nothing else."""
    return Hint("flee", _DEAR if action.drop == "treasure" else 1.0 if action.drop else 0.9)


_HINTS: dict[type[Action], Callable[[State, Any], Hint | None]] = {
    Attack: _blow,
    Cast: spell_worth.hint,
    DeclareSpell: _announced,
    TurnUndead: _turning,
    UseItem: item_worth.used,
    Drink: item_worth.drunk,
    Withdraw: _way_out,
    Retreat: _way_out,
    BreakOff: _flight,
    AvertEyes: _care,
    UseMirror: _care,
    Unleash: _power,
    PullOut: _pulls,
    Repel: _herb,
    BurnSlime: _burns,
}


def manner(state: State, creature: Creature) -> Manner:
    """By the listing, or as people fight; with what is in hand and in mind now."""
    listing = monsters().get(creature.kind)
    wits, ways = _nature(creature.kind, campaign(state).conduct.wits.get(creature.kind, ""))
    own = arms(creature) if creature.items else None
    missile = max(own.missile, key=lambda name: _reach(state, own.missile[name]), default="") if own is not None else ""
    reach = _reach(state, own.missile[missile]) if own is not None and missile else 0
    count = sum(shot.missile.count for shot in own.missile.values()) if own is not None and missile else 0
    if own is not None and own.melee:
        blow = max(own.melee, key=lambda name: _usual_damage(name))
    else:
        blow = listing.attacks[0][0].name if listing is not None and listing.attacks else UNARMED
    for line in natural_missiles.shots(creature.kind):
        if line.range_feet > CLOSE_FEET and not natural_missiles.is_spent(creature, line):
            missile, reach, count = line.name, line.range_feet * in_yards(state) // SQUARE_FEET, max(count, line.count)
            blow = next((x.name for r in monsters()[creature.kind].attacks for x in r if not x.range_feet), blow)
    pace = encounter_feet(creature, state) // SQUARE_FEET
    casts = class_abilities.has_gifts(creature) and _has_spells_of_war(sheet(creature).memorised)
    casts = casts and not _has_claws(creature.kind)
    return Manner(wits, ways, pace, reach, count, blow, missile, casts, blow == UNARMED)


@lru_cache(maxsize=1024)
def _has_claws(kind: str) -> bool:
    """Whether a kind has better things to do than to stand back and cast: a dragon bites as well."""
    listing = monsters().get(kind)
    return listing is not None and any(not line.by_weapon for routine in listing.attacks for line in routine)


@lru_cache(maxsize=1024)
def _has_spells_of_war(memorised: tuple[str, ...]) -> bool:
    """Whether there is anything in mind that is cast at foes from afar."""
    return any(DeclareSpell("", name).hint == "strike" for name in memorised)


def _reach(state: State, shot: Shot) -> int:
    assert shot.weapon.range is not None
    return shot.weapon.range.long_feet * in_yards(state) // SQUARE_FEET


@lru_cache(maxsize=256)
def _usual_damage(name: str) -> float:
    weapon = compendium.weapon(name)
    return part_taken(weapon.damage, 0, 1000) if weapon is not None else 0.0


@lru_cache(maxsize=1024)
def _nature(kind: str, judged: str = "") -> tuple[Wits, tuple[Way, ...]]:
    """The listing's own word, or else what goes with its sort of mind; of the mind what the referee says."""
    listing = monsters().get(kind)
    if listing is None:
        return "keen", ()
    mind = judged or listing.mind
    wits: Wits = "keen" if mind == "intelligent" else "animal" if mind == "animal" else "none"
    return wits, listing.fights if listing.fights is not None else _usual(listing)


def _usual(listing: Monster) -> tuple[Way, ...]:
    """Animals leave when they are hurt; what has no mind, and what morale of 12 keeps in the fight, never does."""
    if listing.mind == "none" or listing.morale == 12:
        return ("fearless",)
    return ("coward",) if listing.mind == "animal" and listing.morale <= 8 else ()
