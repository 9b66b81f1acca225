"""Holding an action: a shot until an enemy moves, casts or uses a device, a move until there is something to avoid."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.closing_in import arrive
from underkeep.systems.rampage.attacks.field import field, is_locked
from underkeep.systems.rampage.attacks.missiles import UNLOADED, can_hit_with_missile, shoot
from underkeep.systems.rampage.attacks.movement import clear_of
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import Hold, battle, with_battle
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.world.creature import Creature, Moved
from underkeep.world.fight import Spent, Step
from underkeep.world.grid import Square
from underkeep.world.state import State

MOVES, CASTS, DEVICE, AVOID = "moves", "casts", "uses a device", "avoid"
CONDITIONS = (MOVES, CASTS, DEVICE)
SHOT, STEP_ASIDE = "held-shot", "held-move"
SHOOT, HOLD_ON, ASIDE, STAY = "shoot", "hold on", "step aside", "stay"
_WHO, _MISSILE = "rampage:combat.actions.hold.who", "rampage:combat.actions.hold.missile"
_AVOID = "rampage:combat.actions.hold.avoid"


class HoldShot(Action, frozen=True):
    """Keep a shot for an enemy who does something: moves, casts, or uses a device."""

    actor: str
    weapon: str
    until: str


class HoldMove(Action, frozen=True):
    """Keep the move, to get out of the way of a charge."""

    actor: str


class ActionHeld(Event, frozen=True):
    """Waits for something with a shot or a move; for nothing means no longer."""

    creature: str
    until: str = ""
    weapon: str = ""

    def evolve(self, state: State) -> State:
        others = {id: hold for id, hold in battle(state).held.items() if id != self.creature}
        own = {self.creature: Hold(self.until, self.weapon)} if self.until else {}
        return with_battle(state, held={**others, **own})


EVENTS: tuple[type[Event], ...] = (ActionHeld,)


def offers(state: State, actor: Creature, step: Step) -> Options:
    """A shot with each missile weapon in hand for each condition, and the move."""
    if step.phase != "act" or state.fight is None or is_locked(state, actor):
        return NONE
    if state.fight.round == 1 and actor.id in battle(state).bashers:
        return NONE
    listed: list[Action] = []
    if not state.fight.has_spent(actor.id, "attack"):
        held = [kind for kind, weapon in weapons_at(actor.items, "hand") if weapon.is_missile]
        listed += [HoldShot(actor.id, kind, until) for kind in held for until in CONDITIONS]
    listed.append(HoldMove(actor.id))
    return Options(tuple(action for action in listed if why_not(state, action) is None))


@executes("rampage:combat.actions.hold.who", "rampage:combat.actions.hold.missile", "rampage:combat.actions.hold.avoid")
def why_not(state: State, action: Action) -> Refusal | None:
    """Only out of melee: a loaded weapon and the attack for a shot, the move for a move."""
    assert isinstance(action, HoldShot | HoldMove) and state.fight is not None
    actor = state.creatures[action.actor]
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee and cannot wait.", _WHO)
    if isinstance(action, HoldMove):
        moved = state.fight.has_spent(actor.id, "move")
        return Refusal(f"{actor.name} has moved.", _AVOID) if moved else None
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left to hold.", _MISSILE)
    weapon = dict(weapons_at(actor.items, "hand")).get(action.weapon)
    if weapon is None or not weapon.is_missile or "flask" in weapon.qualities or action.until not in CONDITIONS:
        return Refusal(f"{actor.name} cannot wait with that.", _MISSILE)
    loaded = not actor.conditions or actor.condition(UNLOADED) is None
    return None if loaded else Refusal(f"{actor.name}'s {weapon.name} is not loaded.", _MISSILE)


@executes("rampage:combat.actions.hold.missile", "rampage:combat.actions.hold.who")
def hold_shot(do: Resolution, action: HoldShot) -> None:
    """The condition is named at once; the shot waits for it until one's own part of the next round."""
    do.emit(Spent(action.actor, "attack", rule=(_MISSILE,)))
    do.emit(ActionHeld(action.actor, action.until, action.weapon, rule=(_MISSILE, _WHO)))


@executes("rampage:combat.actions.hold.avoid", "rampage:combat.actions.hold.who")
def hold_move(do: Resolution, action: HoldMove) -> None:
    """The move waits for something to avoid, until one's own part of the next round."""
    do.emit(Spent(action.actor, "move", rule=(_AVOID,)))
    do.emit(ActionHeld(action.actor, AVOID, rule=(_AVOID, _WHO)))


def drop(do: Resolution, id: str) -> None:
    """What is held is given up when one may act again."""
    if id in battle(do.state).held:
        do.emit(ActionHeld(id))


# The shot


@executes("rampage:combat.actions.hold.missile")
def ready_for(state: State, enemy: Creature, what: str) -> list[str]:
    """Those who hold a shot for just this, and can hit the enemy."""
    found = []
    for id, hold in battle(state).held.items():
        shooter = state.creatures[id]
        weapon = compendium.weapons().get(hold.weapon)
        if hold.until != what or shooter.side == enemy.side or shooter.status != "up" or weapon is None:
            continue
        if weapon.range is None or enemy not in field(state).foes(shooter.side).creatures or is_locked(state, shooter):
            continue
        bow, magic = "bow" in weapon.qualities, "magic" in weapon.qualities
        if can_hit_with_missile(state, shooter, enemy, weapon.range, bow, magic)[0]:
            found.append(id)
    return found


def after_move(do: Resolution, mover: str) -> None:
    """Whoever waits for an enemy to move is asked whether to shoot."""
    creature = do.state.creatures[mover]
    if battle(do.state).held and creature.status == "up" and creature.at is not None:
        for id in ready_for(do.state, creature, MOVES):
            ask_to_shoot(do, id, mover, {})


def ask_to_shoot(do: Resolution, id: str, enemy: str, more: dict[str, str | int], question: str = SHOT) -> None:
    context: dict[str, str | int] = {"shooter": id, "enemy": enemy, **more}
    do.ask(id, question, (SHOOT, HOLD_ON), SHOOT, (_MISSILE,), enemy, context)


def answer_shot(do: Resolution, prompt: Prompt, choice: str) -> None:
    release(do, str(prompt.context["shooter"]), str(prompt.context["enemy"]), choice)


@executes("rampage:combat.actions.hold.missile")
def release(do: Resolution, id: str, enemy: str, choice: str) -> None:
    """The shot that was held is loosed in the enemy's part of the round."""
    hold = battle(do.state).held.get(id)
    if choice != SHOOT or hold is None or do.state.creatures[enemy].status != "up":
        return
    do.emit(ActionHeld(id, rule=(_MISSILE,)))
    weapon = compendium.weapons()[hold.weapon]
    one, other = do.state.creatures[id], do.state.creatures[enemy]
    shoot(do, one, other, hold.weapon, weapon, rule=(_MISSILE,), held=True)


# The move


@executes("rampage:combat.actions.hold.avoid")
def ask_to_avoid(do: Resolution, charger: str, start: Square, asked: tuple[str, ...] = ()) -> bool:
    """Whether somebody who waits is asked to step out of the way of a charge that has come home."""
    for id, hold in battle(do.state).held.items():
        one = do.state.creatures[id]
        enemy = do.state.creatures[charger]
        if hold.until != AVOID or id in asked or one.side == enemy.side or one.status != "up":
            continue
        if one.steps_to(enemy) <= 1 and clear_of(do.state, one, enemy) is not None:
            context: dict[str, str | int] = {
                "who": id, "charger": charger, "x": start[0], "y": start[1], "asked": ",".join((*asked, id)),
            }  # fmt: skip
            do.ask(id, STEP_ASIDE, (ASIDE, STAY), ASIDE, (_AVOID,), charger, context)
            return True
    return False


@executes("rampage:combat.actions.hold.avoid")
def answer_avoid(do: Resolution, prompt: Prompt, choice: str) -> None:
    """He takes his move in the enemy's part of the round; then the charge goes on as it stands."""
    at = prompt.context
    id, charger = str(at["who"]), str(at["charger"])
    start = (int(at["x"]), int(at["y"]))
    if choice == ASIDE:
        to = clear_of(do.state, do.state.creatures[id], do.state.creatures[charger])
        do.emit(ActionHeld(id, rule=(_AVOID,)))
        if to is not None:
            do.emit(Moved(id, to, "aside", rule=(_AVOID,)))
    if not ask_to_avoid(do, charger, start, tuple(str(at["asked"]).split(","))):
        arrive(do, charger, start, True)
