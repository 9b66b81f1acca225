"""The combat round: who acts when, what is open to each, and carrying it out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import FORGET
from underkeep.procedures.actions import Move
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import (
    attacks,
    bloodlust,
    citations,
    death,
    flasks,
    ground,
    hidden_blade,
    holds,
    manoeuvres,
    missiles,
    morale,
    mounts,
    movement,
    vision,
)
from underkeep.systems.rampage.attacks.closing_in import arrive
from underkeep.systems.rampage.attacks.events import Charged, ChargeWentOn, MovedPart
from underkeep.systems.rampage.attacks.facing import heading
from underkeep.systems.rampage.attacks.field import FLEEING, body, ends, field, goes_unseen, is_locked, lockers
from underkeep.systems.rampage.attacks.strikes import PRONE, SENSELESS, STUNNED_BY_A_FALL
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import (
    Charge,
    ChargeOn,
    Escape,
    Flee,
    FollowUp,
    Rally,
    Run,
    Stand,
    Withdraw,
)
from underkeep.systems.rampage.basics.battle import Paces, RampageBattle, battle
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.basics.sheet import is_character, legs_of, sheet
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.tasks import AT_WORK
from underkeep.systems.rampage.combat import dogs_of_war, surprise_rounds
from underkeep.systems.rampage.equipment.load import behind_riding, wears_plate
from underkeep.systems.rampage.magic import casting, duels, effects
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Healed, Moved
from underkeep.world.fight import InitiativeRolled, Mark, Spent, Step
from underkeep.world.grid import Square, distance
from underkeep.world.state import State, square_of

PLAYERS = "a"
_SIDE = "rampage:combat.move.side-choice"


def begin_fight(do: Resolution) -> RampageBattle:
    """Everybody faces the nearest enemy; those who are unseen stay hidden until they strike."""
    surprise_rounds.remember(do)
    surprise_rounds.hide(do)
    night = vision.night_penalty(do)
    mounts.in_the_saddle(do)
    facing = {}
    for creature in field(do.state).standing:
        foes = field(do.state).foes(creature.side).creatures
        if foes:
            nearest = min(foes, key=lambda foe: (creature.steps_to(foe), foe.id))
            facing[creature.id] = heading(*ends(creature, nearest))
    free, clearing = surprise_rounds.opening(do.state)
    high, cover, slits = ground.lie_of_the_land(do.state, free)
    return RampageBattle(facing, surprise=free, bashers=clearing, night=night, high=high, cover=cover, slits=slits)


@executes("rampage:combat.initiative.roll", "rampage:combat.initiative.second-side", "rampage:time.round")
def plan_round(do: Resolution) -> tuple[Step, ...]:
    """One d6: on 1-3 the enemies act first, on 4-6 the players, who in an arena are side a. Those who always act last
    follow both, and last of all comes flight.
    """
    death.expire(do)
    effects.expire(do)
    flasks.burn(do)
    casting.let_grips_go(do)
    hidden_blade.cut_free(do)
    _regenerate(do)
    assert do.state.fight is not None
    if do.state.fight.round == 1 and battle(do.state).surprise:
        return surprise_rounds.plan(do.state)
    roll = do.roll(1, 6, "initiative")
    sides = do.state.sides()
    party = do.state.party
    players = party.side if party is not None else PLAYERS if PLAYERS in sides else sides[0]
    others = [side for side in sides if side != players]
    order = [*others, players] if roll.total <= 3 else [players, *others]
    several = sum(is_character(c) for c in do.state.active(players)) > 1
    led = ("rampage:combat.initiative.pc-order",) if several else ()
    rule = ("rampage:combat.initiative.roll", "rampage:combat.initiative.second-side", *led)
    do.emit(InitiativeRolled(order[0], roll, rule=rule))
    steps, late = [], []
    monsters = compendium.monsters()
    for side in order:
        members = _led(do.state.active(side))
        slow = tuple(c.id for c in members if c.kind in monsters and monsters[c.kind].acts_last)
        steps.append(Step("act", tuple(c.id for c in members if c.id not in slow), side))
        if slow:
            late.append(Step("act", slow, side))
    return (*steps, *late, *surprise_rounds.delayed(do.state, order), Step("flight"))


@executes("rampage:combat.initiative.pc-order")
def _led(members: list[Creature]) -> list[Creature]:
    """The character of the highest Charisma comes first, and so decides the order as long as the others do not agree on
    another. Ruling: of equals the first of the party.
    """
    leaders = [c for c in members if is_character(c)]
    if len(leaders) < 2:
        return members
    first = max(leaders, key=lambda c: sheet(c).score("CHA"))
    return [first, *(c for c in members if c.id != first.id)]


def _regenerate(do: Resolution) -> None:
    monsters = compendium.monsters()
    for creature in do.state.active():
        if creature.hp < creature.max_hp and creature.kind in monsters and monsters[creature.kind].regenerates:
            amount = min(monsters[creature.kind].regenerates, creature.max_hp - creature.hp)
            do.emit(Healed(creature.id, amount, creature.hp + amount))


def enter_step(do: Resolution, step: Step) -> None:
    if step.phase == "flight":
        _flights(do)
        if battle(do.state).mad:
            bloodlust.end_round(do)
        return
    if step.phase == "hold":
        return
    surprise_rounds.lose_sight(do, step)
    for id in step.actors:
        creature = do.state.creatures[id]
        if creature.status != "up":
            continue
        manoeuvres.drop_guards(do, creature)
        holds.drop(do, id)
        if creature.conditions and creature.condition(SENSELESS):
            for what in ("attack", "move", duels.STUNNED):
                do.emit(Spent(id, what, rule=("rampage:class.ability.blackjack",)))
        if creature.conditions and creature.condition(AT_WORK):
            for what in ("attack", "move"):
                do.emit(Spent(id, what, rule=("rampage:combat.actions.both.bandage",)))
        if creature.conditions and creature.condition(STUNNED_BY_A_FALL):
            for what in ("attack", "move", duels.STUNNED):
                do.emit(Spent(id, what, rule=("rampage:combat.unhorse.stun",)))
        if sheet(creature).riding is not None:
            mounts.nerves(do, creature)
        dogs_of_war.choose(do, creature)
        if morale.flees_at_contact(do.state, creature):
            do.emit(ConditionGained(id, Condition(FLEEING), rule=("rampage:morale.two",)))
        if morale.has_broken(do.state.creatures[id]):
            morale.act_broken(do, id)


def leave_step(do: Resolution, step: Step) -> None:
    if step.phase == "act" and do.state.fight is not None:
        manoeuvres.settle_grapples(do)
        for id in step.actors:
            if do.state.creatures[id].status == "up":
                attacks.settle_answers(do, id)
                _get_up(do, id)
                mounts.bolt(do, id)


def _get_up(do: Resolution, id: str) -> None:
    """Ruling: whoever lies on the ground and has not used the move gets up when the turn ends."""
    creature = do.state.creatures[id]
    assert do.state.fight is not None
    if creature.status == "up" and creature.condition(PRONE) and not do.state.fight.has_spent(id, "move"):
        _stand(do, id)


@executes("rampage:combat.actions.move.stand")
def _stand(do: Resolution, id: str) -> None:
    """Getting up costs the move."""
    do.emit(Spent(id, "move", rule=("rampage:combat.actions.move.stand",)))
    do.emit(ConditionEnded(id, PRONE, rule=("rampage:combat.actions.move.stand",)))


@executes(
    "rampage:combat.flee.timing",
    "rampage:combat.flee.free-attacks",
    "rampage:combat.flee.rear",
    "rampage:combat.actions.free.flee-attack",
)
def _flights(do: Resolution) -> None:
    """After all blows of the round, those who flee are struck at from behind by all whose zone they leave, and run."""
    assert do.state.fight is not None
    for id, spent in list(do.state.fight.spent.items()):
        if "flee" not in spent or do.state.creatures[id].status != "up":
            continue
        creature = do.state.creatures[id]
        chasers = [foe.id for foe in lockers(do.state, creature) if not morale.has_broken(foe)]
        if creature.condition(FLEEING) is None:
            do.emit(ConditionGained(id, Condition(FLEEING), rule=("rampage:combat.flee.rear",)))
        for chaser in chasers:
            near = creature.steps_to(do.state.creatures[chaser]) <= 1
            if near and do.state.creatures[id].status == "up":
                rule = ("rampage:combat.flee.free-attacks", "rampage:combat.actions.free.flee-attack")
                attacks.answer_blow(do, chaser, id, *rule)
        if do.state.creatures[id].status == "up":
            morale.run_away(do, id)
        if is_character(creature) and do.state.creatures[id].status == "up":
            do.emit(ConditionEnded(id, FLEEING, rule=("rampage:combat.flee.who",)))


_options: tuple[State | None, dict[str, Options]] = (None, {})


def fight_options(state: State, actor: Creature, step: Step) -> Options:
    """All that a creature may do now; the last state's answers are kept, since they are asked for several times."""
    global _options
    last, known = _options
    if last is not state:
        known = {}
        _options = (state, known)
    found = known.get(actor.id)
    if found is None:
        found = _open_to(state, actor, step)
        if state.party is not None:
            found = dogs_of_war.held_back(state, actor, found)
        known[actor.id] = found
    return found


def _forget() -> None:
    global _options
    _options = (None, {})


FORGET.append(_forget)


def _open_to(state: State, actor: Creature, step: Step) -> Options:
    fight = state.fight
    assert fight is not None and state.grid is not None
    spent = fight.spent.get(actor.id, ())
    if step.phase == "hold":
        return surprise_rounds.answers(state, actor)
    if (
        step.phase != "act"
        or "flee" in spent
        or duels.STUNNED in spent
        or (actor.conditions and morale.has_broken(actor))
    ):
        return NONE
    if fight.round == 1 and actor.id in battle(state).bashers:
        return surprise_rounds.clearing(state, actor, spent)
    may_attack = "attack" not in spent or "extra" in spent or "fast" in spent or "shot" in spent
    if "move" in spent and not may_attack and not _split_left(state, actor.id, spent):
        return NONE
    locked = is_locked(state, actor)
    listed: tuple[Action, ...] = attacks.listed(state, actor, locked) if may_attack else ()
    listed = (*listed, *manoeuvres.listed(state, actor, spent), *_ways_out(state, actor, spent, locked))
    return Options(listed, _moves(state, actor, spent, locked))


@executes(
    "rampage:combat.escape.cost",
    "rampage:combat.flee.who",
    "rampage:morale.rally.who",
    "rampage:combat.actions.move.stand",
)
def _ways_out(state: State, actor: Creature, spent: tuple[Mark, ...], locked: bool) -> list[Action]:
    """Standing up, escaping, fleeing and rallying, each if the round has room for it."""
    found: list[Action] = []
    prone = actor.condition(PRONE) is not None
    if prone and "move" not in spent:
        found.append(Stand(actor.id))
    if "attack" in spent:
        return found
    if locked and "move" not in spent and not prone:
        found.append(Escape(actor.id))
    if is_character(actor):
        if "move" not in spent:
            found.append(Flee(actor.id))
        if not locked and morale.broken_in_reach(state, actor):
            found.append(Rally(actor.id))
    return found


@executes("rampage:combat.initiative.side-acts", "rampage:combat.charge.declare", "rampage:combat.move.side-choice")
def _moves(state: State, actor: Creature, spent: tuple[Mark, ...], locked: bool) -> tuple[Moves, ...]:
    """Every kind of movement open now, each with its squares; nobody must move because others of the side do."""
    grid = state.grid
    assert grid is not None
    if actor.conditions and actor.condition(PRONE) is not None:
        return ()
    masks: list[tuple[Callable[[str, Square], Action], int]] = []
    if attacks.may_strike(state, actor) and (locked or "attack" in spent) and "shot" not in spent:
        if "attack" in spent and attacks.is_charging(state, actor.id):
            masks.append((ChargeOn, movement.charge_on_mask(state, actor)))
        masks.append((FollowUp, movement.follow_up_mask(state, actor)))
    if "move" not in spent:
        fresh = "attack" not in spent
        if "escaped" in spent:
            masks.append((Move, movement.escape_mask(state, actor)))
        elif not locked:
            masks += _open_moves(state, actor, fresh)
        elif fresh:
            masks.append((Withdraw, movement.withdraw_mask(state, actor)))
    elif not locked and (left := _split_left(state, actor.id, spent)):
        masks.append((Move, movement.rest_mask(state, actor, left)))
    return tuple(Moves(kind, actor.id, grid, mask) for kind, mask in masks if mask)


def _open_moves(state: State, actor: Creature, fresh: bool) -> list[tuple[Callable[[str, Square], Action], int]]:
    """The moves of one who is not locked in melee, a charge at the nearest enemy first if there is one."""
    masks: list[tuple[Callable[[str, Square], Action], int]] = [(Move, movement.move_mask(state, actor))]
    if not fresh:
        return masks
    if movement.may_charge(state, actor):
        charges = movement.charge_mask(state, actor)
        now = field(state)
        foes = now.foes(actor.side).creatures
        nearest = min(foes, key=lambda foe: (actor.steps_to(foe), foe.id)) if charges else None
        first = nearest is not None and charges & movement.where_it_touches(now, actor, body(now.grid, nearest))
        masks.insert(0 if first else 1, (Charge, charges))
    return [*masks, (Run, movement.run_mask(state, actor))]


def _split_left(state: State, id: str, spent: tuple[Mark, ...]) -> int:
    paces = battle(state).paces.get(id)
    assert state.fight is not None
    fresh = paces is not None and paces.shot and paces.round == state.fight.round and "split" not in spent
    return paces.left if fresh and paces is not None else 0


@executes("rampage:combat.move.split-shot-resolve")
def _keep_the_rest(do: Resolution, actor: Creature, to: Square) -> None:
    """Who may shoot in the middle of a move and has a weapon for it keeps what is left."""
    fight = do.state.fight
    assert fight is not None
    if fight.has_spent(actor.id, "attack") or (not sheet(actor).classes and sheet(actor).riding is None):
        return
    held = [weapon for _, weapon in weapons_at(actor.items, "hand") if weapon.is_missile]
    if any(missiles.split_shot(do.state, actor, weapon) for weapon in held):
        left = movement.left_after(do.state, actor, to)
        if left:
            do.emit(MovedPart(actor.id, Paces(fight.round, left), rule=("rampage:combat.move.split-shot-resolve",)))


def move(do: Resolution, action: Move) -> None:
    assert do.state.fight is not None
    if _split_left(do.state, action.actor, do.state.fight.spent.get(action.actor, ())):
        do.emit(Spent(action.actor, "split", rule=("rampage:combat.move.split-shot-resolve",)))
        _go(do, action.actor, action.to, "move", "rampage:combat.move.split-shot-resolve")
        return
    _keep_the_rest(do, do.state.creatures[action.actor], action.to)
    struck = ("rampage:combat.initiative.interlace",) if do.state.fight.has_spent(action.actor, "attack") else ()
    riding = behind_riding(do.state.creatures[action.actor])
    rule = ("rampage:combat.actions.move.normal", "rampage:combat.initiative.side-acts", _SIDE, *struck, *riding)
    do.emit(Spent(action.actor, "move", rule=rule))
    unseen = goes_unseen(do.state.creatures[action.actor])
    tunnel = is_indoors(do.state) and has_special(sheet(do.state.creatures[action.actor]), "Tunnel Fighter")
    zone = "rampage:combat.zoc.invisible" if unseen else "rampage:combat.zoc.stop"
    if tunnel and any(c.at == action.to for c in field(do.state).standing if c.id != action.actor):
        zone = "rampage:class.ability.tunnel-fighter.share"
    elif tunnel:
        zone = "rampage:class.ability.tunnel-fighter.pass"
    _go(do, action.actor, action.to, "move", zone)


def follow_up(do: Resolution, action: FollowUp) -> None:
    _go(do, action.actor, action.to, "follow up", "rampage:combat.melee.follow-up")


def run(do: Resolution, action: Run) -> None:
    _spend_both(do, action.actor, "rampage:combat.actions.both.run")
    _go(do, action.actor, action.to, "run", "rampage:combat.run.distance")


def stand(do: Resolution, action: Stand) -> None:
    _stand(do, action.actor)


def flee(do: Resolution, action: Flee) -> None:
    _spend_both(do, action.actor, "rampage:combat.flee.who")
    do.emit(Spent(action.actor, "flee", rule=("rampage:combat.flee.who", "rampage:combat.flee.timing")))


def rally(do: Resolution, action: Rally) -> None:
    do.emit(Spent(action.actor, "attack", rule=("rampage:combat.actions.attack.rally",)))
    morale.rally(do, action.actor)


def _spend_both(do: Resolution, actor: str, rule: str) -> None:
    do.emit(Spent(actor, "move", rule=(rule,)))
    do.emit(Spent(actor, "attack", rule=(rule,)))


def _go(do: Resolution, actor: str, to: Square, how: str, rule: str) -> None:
    start = square_of(do.state.creatures[actor])
    there = replace(do.state.creatures[actor], at=to)
    do.emit(Moved(actor, to, how, rule=(rule, *citations.arrival(do.state, there))))
    arrive(do, actor, start)
    holds.after_move(do, actor)


@executes("rampage:combat.charge.declare", "rampage:combat.charge.attack-bonus", "rampage:combat.actions.both.charge")
def charge(do: Resolution, action: Charge) -> None:
    """The move is spent; the attack is part of the charge and follows."""
    actor, to = action.actor, action.to
    creature = do.state.creatures[actor]
    start = square_of(creature)
    assert do.state.fight is not None
    left = movement.charge_inches(creature) - distance(start, to)
    do.emit(Spent(actor, "move", rule=("rampage:combat.actions.both.charge",)))
    rule = ("rampage:combat.charge.declare", "rampage:combat.charge.define", _charging(creature))
    do.emit(Charged(actor, start, to, left, do.state.fight.round, rule=rule))
    if not holds.ask_to_avoid(do, actor, start):
        arrive(do, actor, start, True)
    holds.after_move(do, actor)


def _charging(creature: Creature) -> str:
    """The rule by which somebody charges so far."""
    if legs_of(creature) >= 4:
        return "rampage:combat.charge.move-mounted"
    return "rampage:combat.charge.move-plate" if wears_plate(creature) else "rampage:combat.charge.move-foot"


@executes("rampage:combat.charge.continue", "rampage:combat.charge.continue-zoc")
def charge_on(do: Resolution, action: ChargeOn) -> None:
    """A charge goes on past a fallen target, as far as is left of it."""
    actor, to = action.actor, action.to
    start = square_of(do.state.creatures[actor])
    left = battle(do.state).charges[actor].left - distance(start, to)
    rule = (
        "rampage:combat.charge.continue",
        "rampage:combat.charge.continue-arc",
        "rampage:combat.charge.continue-zoc",
    )
    do.emit(ChargeWentOn(actor, to, left, rule=rule))
    arrive(do, actor, start, True)


@executes("rampage:combat.withdraw.move", "rampage:combat.actions.both.fighting-withdrawal")
def withdraw(do: Resolution, action: Withdraw) -> None:
    """Steps back facing the enemy for the whole round, and nobody strikes after."""
    _spend_both(do, action.actor, "rampage:combat.actions.both.fighting-withdrawal")
    morale.withdrew_to(do, action.actor, action.to)


@executes("rampage:combat.escape.cost", "rampage:combat.escape.success", "rampage:combat.escape.failure")
def escape(do: Resolution, action: Escape) -> None:
    """Gives up the attack to get away; failing that, the move is lost too."""
    actor = action.actor
    do.emit(Spent(actor, "attack", rule=("rampage:combat.escape.cost",)))
    if morale.roll_escape(do, do.state.creatures[actor]):
        do.emit(Spent(actor, "escaped", rule=("rampage:combat.escape.success",)))
    else:
        do.emit(Spent(actor, "move", rule=("rampage:combat.escape.failure",)))
