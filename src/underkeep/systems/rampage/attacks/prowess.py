"""Feats of classes in a fight: mighty and deadly blows, careful aim, the hidden dagger, the poison touch, keen eyes."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.attacks import hit_in_melee, may_strike, melee_targets
from underkeep.systems.rampage.attacks.events import Unmoved
from underkeep.systems.rampage.attacks.facing import face
from underkeep.systems.rampage.attacks.field import HIDDEN, INVISIBLE, SPOTTED, ends, field, is_locked
from underkeep.systems.rampage.attacks.manoeuvres import use_attack
from underkeep.systems.rampage.attacks.matrices import weapon_blow
from underkeep.systems.rampage.attacks.missiles import can_hit_with_missile, may_shoot, shoot
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS, TURN_SECONDS
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.class_abilities import DEADLY, has_special
from underkeep.systems.rampage.characters.classes import hands_for, has_type
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.vows import has_fallen
from underkeep.systems.rampage.equipment.arms import PUNCH, melee_arms
from underkeep.world.clock import DAY, day_of
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died
from underkeep.world.fight import FightEnded, Spent, Step
from underkeep.world.grid import in_sight
from underkeep.world.state import State

MIGHTY_FROM, TWICE_FROM, TO_HIT = 8, 10, -4
AIM, POISON_SAVE, SPOTS_FROM, NEAR = 4, -4, 8, 6
MIGHTY, DEADLY_USED, TOUCHED, SHOWN, DISTRACTED = (
    "used mighty blow", "used deadly attack", "used poison touch", "dagger shown", "used distraction",
)  # fmt: skip
MINDLESS = ("zombie", "skeleton")
_MIGHTY, _DEADLY = "rampage:class.fighter.mighty-blow", "rampage:class.ability.deadly-attack"
_AIM, _DAGGER = "rampage:class.ability.careful-aim", "rampage:class.ability.dagger-surprise.stab"
_TOUCH, _SPOT = "rampage:class.ravager.poison-touch", "rampage:combat.spot.roll"
_DISTRACT = "rampage:class.ability.distraction"
_WEAPONS = {
    "scout": "missile",
    "delver": ("dagger",),
    "thief": ("dagger",),
    "lackey": ("mace", "hammer", "club"),
    "merchant": ("sword",),
}


class MightyBlow(Action, frozen=True):
    """Put all one's strength into a blow."""

    actor: str
    target: str
    weapon: str

    @property
    def hint(self) -> str:
        return "strike"


class DeadlyAttack(Action, frozen=True):
    """Put all one's skill into a blow or shot."""

    actor: str
    target: str
    weapon: str

    @property
    def hint(self) -> str:
        return "strike"


class CarefulAim(Action, frozen=True):
    """Stand still for one well-aimed shot."""

    actor: str
    target: str
    weapon: str

    @property
    def hint(self) -> str:
        return "strike"


class DaggerSurprise(Action, frozen=True):
    """Stab with a dagger that nobody has seen."""

    actor: str
    target: str
    weapon: str

    @property
    def hint(self) -> str:
        return "strike"


class HideDagger(Action, frozen=True):
    """Hide the dagger again."""

    actor: str


class PoisonTouch(Action, frozen=True):
    """Strike with a fist that rots what it touches."""

    actor: str
    target: str

    @property
    def hint(self) -> str:
        return "strike"


class SpotInvisible(Action, frozen=True):
    """Look for a foe who is not to be seen; with a `weapon`, shoot if there is one."""

    actor: str
    weapon: str = ""


class Distract(Action, frozen=True):
    """Draw the enemies' minds to something else."""

    actor: str


class SpotRolled(Note, frozen=True):
    """Whether somebody found a foe who was not to be seen."""

    creature: str
    roll: Roll
    success: bool


EVENTS: tuple[type[Event], ...] = (SpotRolled,)
Feat = MightyBlow | DeadlyAttack | CarefulAim | DaggerSurprise | PoisonTouch | SpotInvisible | Distract


def distracted_by(id: str) -> str:
    """The name under which somebody has no mind for an enemy."""
    return f"distracted by {id}"


def _times(creature: Creature, name: str) -> int:
    found = creature.condition(name) if creature.conditions else None
    return found.level if found is not None else 0


def _use(do: Resolution, id: str, name: str, until: int, rule: tuple[str, ...]) -> None:
    count = _times(do.state.creatures[id], name) + 1
    do.emit(ConditionGained(id, Condition(name, until, count), rule=rule))


def offers(state: State, actor: Creature, step: Step) -> Options:
    """Every feat that is open to a creature now."""
    own = sheet(actor)
    if not own.classes or step.phase != "act" or state.fight is None:
        return NONE
    found: list[Action] = []
    use = may_strike(state, actor)
    if use in ("attack", "extra"):
        arms = [arm for arm in melee_arms(state, actor) if arm in compendium.weapons()]
        for arm in arms:
            for target in melee_targets(state, actor, arm):
                found += [MightyBlow(actor.id, target.id, arm), DeadlyAttack(actor.id, target.id, arm)]
        if use == "attack":
            found += _with_attack(state, actor)
    return Options(tuple(action for action in found if why_not(state, action) is None))


def _with_attack(state: State, actor: Creature) -> list[Action]:
    own = sheet(actor)
    found: list[Action] = []
    if has_special(own, "Dagger Surprise"):
        for arm in ("dagger", "knife"):
            if _has(actor, arm):
                found += [DaggerSurprise(actor.id, t.id, arm) for t in melee_targets(state, actor, arm)]
        found.append(HideDagger(actor.id))
    if "ravager" in own.classes:
        found += [PoisonTouch(actor.id, t.id) for t in melee_targets(state, actor, PUNCH)]
    if has_special(own, "Careful Aim") or has_special(own, "Deadly Shot"):
        for kind, weapon in weapons_at(actor.items, "hand"):
            if weapon.is_missile:
                foes = field(state).foes(actor.side).creatures
                found += [CarefulAim(actor.id, t.id, kind) for t in foes]
                found += [DeadlyAttack(actor.id, t.id, kind) for t in foes]
    if has_special(own, "Spot Invisible"):
        found.append(SpotInvisible(actor.id))
        found += [SpotInvisible(actor.id, kind) for kind, w in weapons_at(actor.items, "hand") if w.is_missile]
    return found + ([Distract(actor.id)] if has_special(own, "Distraction") else [])


def _has(actor: Creature, kind: str) -> bool:
    return any(i.kind == kind and i.place in ("hand", "belt") and not i.broken for i in actor.items)


# What speaks against it


def why_not(state: State, action: Action) -> Refusal | None:
    actor = state.creatures[action.actor]  # type: ignore[attr-defined]
    match action:
        case MightyBlow():
            return _why_not_mighty(state, actor, action)
        case DeadlyAttack():
            return _why_not_deadly(state, actor, action)
        case CarefulAim():
            return _why_not_aim(state, actor, action)
        case DaggerSurprise():
            return _why_not_dagger(state, actor, action)
        case HideDagger():
            return _why_not_hide(state, actor)
        case PoisonTouch():
            return _why_not_touch(state, actor, action)
        case SpotInvisible():
            return _why_not_spot(state, actor, action)
    return _why_not_distract(state, actor)


def _no_attack(state: State, actor: Creature) -> Refusal | None:
    assert state.fight is not None
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", "rampage:combat.actions.one-each")
    return None


def _out_of_reach(state: State, actor: Creature, target: str, arm: str) -> Refusal | None:
    if arm not in compendium.weapons() or target not in [t.id for t in melee_targets(state, actor, arm)]:
        return Refusal(f"{actor.name} cannot strike there with that.", "rampage:combat.melee.start")
    return None


@executes(
    "rampage:class.fighter.mighty-blow",
    "rampage:class.fighter.mighty-blow-10",
    "rampage:class.fighter.mighty-blow-no-missile",
    "rampage:class.berserker.keeps-fighter",
    "rampage:class.paladin.keeps-fighter",
    "rampage:class.ravager.keeps-fighter",
    "rampage:class.warrior.no-extras",
)
def _why_not_mighty(state: State, actor: Creature, action: MightyBlow) -> Refusal | None:
    """For fighters of every kind from level 8, once a turn, from level 10 twice; never with a missile."""
    own, weapon = sheet(actor), compendium.weapons().get(action.weapon)
    if not has_type(own.classes, "fighter") or own.level < MIGHTY_FROM:
        return Refusal(f"{actor.name} has no such strength.", _MIGHTY)
    if weapon is not None and weapon.is_missile:
        return Refusal("That is done with no missile.", "rampage:class.fighter.mighty-blow-no-missile")
    most = 2 if own.level >= TWICE_FROM else 1
    if _times(actor, MIGHTY) >= most:
        return Refusal(f"{actor.name} has done that this turn.", f"{_MIGHTY}-10" if most == 2 else _MIGHTY)
    return _out_of_reach(state, actor, action.target, action.weapon)


@executes("rampage:class.ability.deadly-attack", "rampage:class.ability.deadly-attack.weapons")
def _why_not_deadly(state: State, actor: Creature, action: DeadlyAttack) -> Refusal | None:
    """For jacks of level 10, once a turn, with the weapon of the class."""
    own, weapon = sheet(actor), compendium.weapons().get(action.weapon)
    if not any(has_special(own, name) for name in DEADLY):
        return Refusal(f"{actor.name} has no such skill.", _DEADLY)
    if _times(actor, DEADLY_USED):
        return Refusal(f"{actor.name} has done that this turn.", _DEADLY)
    allowed = [_WEAPONS[name] for name in own.classes if name in _WEAPONS]
    if weapon is None or not any((w == "missile" and weapon.is_missile) or action.weapon in w for w in allowed):
        return Refusal("That is not the weapon for it.", f"{_DEADLY}.weapons")
    if weapon.is_missile:
        return _no_attack(state, actor) or _cannot_shoot(state, actor, action.target, action.weapon)
    return _out_of_reach(state, actor, action.target, action.weapon)


def _cannot_shoot(state: State, actor: Creature, target: str, kind: str) -> Refusal | None:
    weapon, foe = compendium.weapons().get(kind), state.creatures.get(target)
    if weapon is None or weapon.range is None or kind not in dict(weapons_at(actor.items, "hand")):
        return Refusal(f"{actor.name} has nothing such in hand to shoot with.", _AIM)
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee.", "rampage:combat.missile.no-shooter-in-melee")
    if foe is None or foe not in field(state).foes(actor.side).creatures or not may_shoot(state, actor, weapon):
        return Refusal("There is no such shot.", _AIM)
    if not can_hit_with_missile(state, actor, foe, weapon.range, "bow" in weapon.qualities)[0]:
        return Refusal(f"{foe.name} cannot be shot at.", "rampage:combat.attack.range")
    return None


@executes("rampage:class.ability.careful-aim")
def _why_not_aim(state: State, actor: Creature, action: CarefulAim) -> Refusal | None:
    """With bow or crossbow, if one has neither moved nor shot."""
    weapon = compendium.weapons().get(action.weapon)
    assert state.fight is not None
    if not has_special(sheet(actor), "Careful Aim"):
        return Refusal(f"{actor.name} has no such skill.", _AIM)
    if weapon is None or not weapon.qualities & {"bow", "crossbow", "reload-move", "reload-both"}:
        return Refusal("That takes a bow or a crossbow.", _AIM)
    if state.fight.has_spent(actor.id, "move"):
        return Refusal(f"{actor.name} has moved.", _AIM)
    return _no_attack(state, actor) or _cannot_shoot(state, actor, action.target, action.weapon)


@executes("rampage:class.ability.dagger-surprise.stab")
def _why_not_dagger(state: State, actor: Creature, action: DaggerSurprise) -> Refusal | None:
    """Once an encounter, with a dagger or knife that one has about one."""
    if not has_special(sheet(actor), "Dagger Surprise"):
        return Refusal(f"{actor.name} has no such trick.", _DAGGER)
    if action.weapon not in ("dagger", "knife") or not _has(actor, action.weapon):
        return Refusal(f"{actor.name} has no hidden dagger.", _DAGGER)
    if actor.conditions and actor.condition(SHOWN):
        return Refusal("The dagger has been seen.", _DAGGER)
    return _no_attack(state, actor) or _out_of_reach(state, actor, action.target, action.weapon)


@executes("rampage:class.ability.dagger-surprise.rehide")
def _why_not_hide(state: State, actor: Creature) -> Refusal | None:
    """A whole round, out of every enemy's sight."""
    rule = "rampage:class.ability.dagger-surprise.rehide"
    assert state.fight is not None and state.grid is not None
    if not actor.conditions or actor.condition(SHOWN) is None:
        return Refusal("There is no dagger to hide.", rule)
    if state.fight.has_spent(actor.id, "move") or state.fight.has_spent(actor.id, "attack"):
        return Refusal("That takes a whole round.", rule)
    foes = field(state).foes(actor.side).creatures
    if any(in_sight(state.grid, *ends(foe, actor)) for foe in foes):
        return Refusal(f"{actor.name} is in view.", rule)
    return None


@executes("rampage:class.ravager.poison-touch", "rampage:class.ravager.fall")
def _why_not_touch(state: State, actor: Creature, action: PoisonTouch) -> Refusal | None:
    """Once a day, by a Ravager who is still Chaotic."""
    own = sheet(actor)
    if "ravager" not in own.classes:
        return Refusal(f"{actor.name} has no such touch.", _TOUCH)
    if has_fallen(actor):
        return Refusal(f"{actor.name} has lost that power.", "rampage:class.ravager.fall")
    if _times(actor, TOUCHED):
        return Refusal(f"{actor.name} has done that today.", _TOUCH)
    return _no_attack(state, actor) or _out_of_reach(state, actor, action.target, PUNCH)


@executes("rampage:combat.spot.roll", "rampage:combat.spot.not-locked", "rampage:class.ability.spot-invisible")
def _why_not_spot(state: State, actor: Creature, action: SpotInvisible) -> Refusal | None:
    """For jacks from level 8, out of melee."""
    if not has_special(sheet(actor), "Spot Invisible"):
        return Refusal(f"{actor.name} has no such eyes.", "rampage:class.ability.spot-invisible")
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee.", "rampage:combat.spot.not-locked")
    if action.weapon and action.weapon not in dict(weapons_at(actor.items, "hand")):
        return Refusal(f"{actor.name} has nothing such in hand.", "rampage:combat.spot.shot")
    return _no_attack(state, actor)


@executes("rampage:class.ability.distraction")
def _why_not_distract(state: State, actor: Creature) -> Refusal | None:
    """Once a turn, instead of an attack."""
    if not has_special(sheet(actor), "Distraction"):
        return Refusal(f"{actor.name} has no such gift.", _DISTRACT)
    if _times(actor, DISTRACTED):
        return Refusal(f"{actor.name} has done that this turn.", _DISTRACT)
    return _no_attack(state, actor)


# Doing it


@executes(
    "rampage:class.fighter.mighty-blow",
    "rampage:class.fighter.mighty-blow-one-hand",
    "rampage:class.fighter.mighty-blow-10",
)
def mighty_blow(do: Resolution, action: MightyBlow) -> None:
    """At -4, with the whole Strength added to the damage of a weapon in two hands, half of it in one."""
    own = sheet(do.state.creatures[action.actor])
    both = hands_for(own.race, compendium.weapons()[action.weapon]) == 2
    rule: tuple[str, ...] = (_MIGHTY,) if both else (_MIGHTY, f"{_MIGHTY}-one-hand")
    rule += (f"{_MIGHTY}-10",) if _times(do.state.creatures[action.actor], MIGHTY) else ()
    rule += tuple(
        f"rampage:class.{name}.keeps-fighter" for name in own.classes if name in ("paladin", "berserker", "ravager")
    )
    rule += ("rampage:class.warrior.no-extras",) if "warrior" in own.classes else ()
    use_attack(do, action.actor, action.target, _MIGHTY)
    face(do, action.actor, action.target)
    _use(do, action.actor, MIGHTY, do.state.now + TURN_SECONDS, rule)
    strength = own.score("STR") if both else own.score("STR") // 2
    plus, harm = (Modifier("mighty blow", TO_HIT),), (Modifier("mighty blow", strength),)
    hit_in_melee(do, action.actor, action.target, weapon_blow(action.weapon), plus=plus, rule=rule, harm=harm)


@executes(
    "rampage:class.ability.deadly-attack",
    "rampage:class.ability.deadly-attack.back-stab",
    "rampage:class.ability.deadly-attack.no-careful-aim",
)
def deadly_attack(do: Resolution, action: DeadlyAttack) -> None:
    """At -4, with the whole Dexterity added to the damage after everything else."""
    own, weapon = sheet(do.state.creatures[action.actor]), compendium.weapons()[action.weapon]
    rule = (_DEADLY, f"{_DEADLY}.weapons", f"{_DEADLY}.back-stab")
    plus = (Modifier("deadly", TO_HIT),)
    _use(do, action.actor, DEADLY_USED, do.state.now + TURN_SECONDS, (_DEADLY,))
    if weapon.is_missile:
        one, other = do.state.creatures[action.actor], do.state.creatures[action.target]
        shoot(do, one, other, action.weapon, weapon, plus, own.score("DEX"), (*rule, f"{_DEADLY}.no-careful-aim"))
        return
    use_attack(do, action.actor, action.target, _DEADLY)
    face(do, action.actor, action.target)
    blow = weapon_blow(action.weapon)
    hit_in_melee(do, action.actor, action.target, blow, plus=plus, rule=rule, after=own.score("DEX"))


@executes("rampage:class.ability.careful-aim", "rampage:class.ability.deadly-attack.no-careful-aim")
def careful_aim(do: Resolution, action: CarefulAim) -> None:
    """The move and any second shot for +4, and no deadly shot with it."""
    do.emit(Spent(action.actor, "move", rule=(_AIM,)))
    one, other = do.state.creatures[action.actor], do.state.creatures[action.target]
    plus = (Modifier("careful aim", AIM),)
    shoot(do, one, other, action.weapon, compendium.weapons()[action.weapon], plus, rule=(_AIM,))


@executes("rampage:class.ability.dagger-surprise.stab")
def dagger_surprise(do: Resolution, action: DaggerSurprise) -> None:
    """A back stab from wherever one stands."""
    use_attack(do, action.actor, action.target, _DAGGER)
    face(do, action.actor, action.target)
    do.emit(ConditionGained(action.actor, Condition(SHOWN), rule=(_DAGGER,)))
    blow = weapon_blow(action.weapon)
    hit_in_melee(do, action.actor, action.target, blow, rule=(_DAGGER,), behind_back=True)


@executes("rampage:class.ability.dagger-surprise.rehide")
def hide_dagger(do: Resolution, action: HideDagger) -> None:
    """It is hidden again at the end of the round."""
    rule = ("rampage:class.ability.dagger-surprise.rehide",)
    for what in ("attack", "move"):
        do.emit(Spent(action.actor, what, rule=rule))
    do.emit(ConditionEnded(action.actor, SHOWN, rule=rule))


def after_fight(do: Resolution, ended: FightEnded) -> None:
    """Between two fights there is time to hide a dagger, and people come to their senses."""
    for creature in list(do.state.creatures.values()):
        for condition in creature.conditions:
            if condition.name == SHOWN or condition.name.startswith("distracted by "):
                do.emit(
                    ConditionEnded(creature.id, condition.name, rule=("rampage:class.ability.dagger-surprise.rehide",))
                )


@executes("rampage:class.ravager.poison-touch")
def poison_touch(do: Resolution, action: PoisonTouch) -> None:
    """Whom the fist hits saves at -4 or dies."""
    use_attack(do, action.actor, action.target, _TOUCH)
    face(do, action.actor, action.target)
    _use(do, action.actor, TOUCHED, day_of(do.state.now) * DAY, (_TOUCH,))
    hit = hit_in_melee(do, action.actor, action.target, weapon_blow(PUNCH), rule=(_TOUCH,))
    if not hit or do.state.creatures[action.target].status != "up":
        return
    if not save(do, action.target, "poison", (Modifier("poison touch", POISON_SAVE),)):
        do.emit(Died(action.target, rule=(_TOUCH,)))


@executes(
    "rampage:combat.spot.roll",
    "rampage:combat.spot.point-out",
    "rampage:combat.spot.shot",
    "rampage:combat.actions.attack.spot",
    "rampage:class.ability.spot-invisible",
)
def spot(do: Resolution, action: SpotInvisible) -> None:
    """A d10 of no more than the level finds the nearest unseen foe, whom others may attack then; and one shot at it."""
    actor = do.state.creatures[action.actor]
    rule = (_SPOT, "rampage:class.ability.spot-invisible")
    roll = do.roll_at_most(1, 10, f"spotting by {actor.id}", sheet(actor).level)
    unseen = [
        c for c in do.state.active()
        if c.side != actor.side and c.at is not None and not c.condition(SPOTTED)
        and (c.condition(HIDDEN) or c.condition(INVISIBLE))
    ]  # fmt: skip
    found = min(unseen, key=lambda c: (actor.steps_to(c), c.id), default=None) if roll.success else None
    do.emit(SpotRolled(actor.id, roll, found is not None, rule=rule))
    if found is not None:
        do.emit(ConditionGained(found.id, Condition(SPOTTED), rule=("rampage:combat.spot.point-out",)))
        if action.weapon and _cannot_shoot(do.state, actor, found.id, action.weapon) is None:
            weapon = compendium.weapons()[action.weapon]
            shoot(do, actor, do.state.creatures[found.id], action.weapon, weapon, rule=("rampage:combat.spot.shot",))
            do.emit(Spent(actor.id, "move", rule=("rampage:combat.spot.shot",)))
            return
    do.emit(Spent(actor.id, "attack", rule=("rampage:combat.actions.attack.spot",)))


@executes("rampage:class.ability.distraction", "rampage:class.ability.distraction.mindless")
def distract(do: Resolution, action: Distract) -> None:
    """Every enemy within 6 inches who does not save has no mind for the jack; the mindless are not moved."""
    actor = do.state.creatures[action.actor]
    do.emit(Spent(actor.id, "attack", rule=(_DISTRACT,)))
    _use(do, actor.id, DISTRACTED, do.state.now + TURN_SECONDS, (_DISTRACT,))
    for foe in field(do.state).foes(actor.side).creatures:
        if foe.steps_to(actor) > NEAR:
            continue
        if foe.kind in MINDLESS:
            do.emit(Unmoved(foe.id, "distraction", rule=(f"{_DISTRACT}.mindless",)))
        elif not save(do, foe.id, "general"):
            until = do.state.now + ROUND_SECONDS * 10
            do.emit(ConditionGained(foe.id, Condition(distracted_by(actor.id), until), rule=(_DISTRACT,)))
