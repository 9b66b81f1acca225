"""Whether monsters fight on: what makes them check, how they break, and who calls them back."""

from __future__ import annotations

from underkeep.kernel.event import Event, Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import EscapeRolled, RallyRolled, Unmoved, Withdrew
from underkeep.systems.rampage.attacks.field import FLEEING, ends, field, has_contact, in_contact, is_locked, lockers
from underkeep.systems.rampage.attacks.movement import can_step, farthest, flight, run_inches, withdraw_mask
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle, with_battle
from underkeep.systems.rampage.basics.sheet import BULK, bulk, is_character, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died, Felled, Fled, Harmed, MoraleRolled, Moved, Yielded
from underkeep.world.fight import Spent
from underkeep.world.grid import Square, in_sight
from underkeep.world.state import State

BROKEN = "broken"
FELL_BACK = "fell back"
TO_THE_DEATH = "fights to the death"
ALWAYS_FLEES, NEVER_FLEES = 2, 12
MULE = "mule"
_MULES = "rampage:class.ability.mule-master.morale"


class QuartersLost(Event, frozen=True):
    """So many quarters of a side are dead or down."""

    side: str
    quarters: int

    def evolve(self, state: State) -> State:
        return with_battle(state, quarters_lost={**battle(state).quarters_lost, self.side: self.quarters})


EVENTS: tuple[type[Event], ...] = (QuartersLost,)


@executes("rampage:morale.number")
def rating(state: State, creature: Creature) -> int:
    """The morale number, better while a leader of the same kind stands. Ruling: q.morale-cap."""
    base = sheet(creature).morale
    assert base is not None
    known = compendium.monsters()
    bonus = 0
    if creature.kind not in known or not known[creature.kind].leader:
        for other in state.combatants(creature.side):
            if (
                other.side == creature.side
                and other.status == "up"
                and other.kind in known
                and known[other.kind].leader
            ):
                bonus = max(bonus, known[other.kind].followers_morale)
    return min(12, max(2, base + bonus))


@executes("rampage:morale.player-characters", "rampage:morale.twelve", "rampage:class.berserker.rage-morale")
def checks_morale(creature: Creature) -> bool:
    """Whether the creature can lose heart at all."""
    own = sheet(creature)
    if creature.conditions and creature.condition("rage"):
        return False
    return own.morale is not None and own.morale < NEVER_FLEES and creature.condition(TO_THE_DEATH) is None


def has_broken(creature: Creature) -> bool:
    return any(c.name in (BROKEN, FLEEING) for c in creature.conditions)


def _may_break(creature: Creature) -> bool:
    return creature.status == "up" and checks_morale(creature) and not has_broken(creature)


@executes("rampage:morale.roll", "rampage:morale.immediate")
def check(do: Resolution, who: str, why: str, group: list[Creature], rule: str) -> None:
    """One roll for a whole group, each against its own number."""
    for raging in [c for c in group if c.is_up and c.condition("rage") and sheet(c).morale is not None]:
        do.emit(Unmoved(raging.id, "fear", rule=("rampage:class.berserker.rage-morale",)))
    group = [c for c in group if _may_break(c)]
    if not group:
        return
    ratings = {c.id: rating(do.state, c) for c in group}
    led = any(is_character(c) and sheet(c).morale is None for c in do.state.active(group[0].side))
    spared = ("rampage:morale.player-characters",) if led else ()
    cited = ("rampage:morale.roll", "rampage:morale.number", "rampage:morale.immediate", rule, *spared)
    if holds(do, who, why, min(ratings.values()), cited):
        return
    if _has_mule_master(do.state, group) and holds(do, who, why, min(ratings.values()), (_MULES, *cited)):
        return
    rolled = next(e for e in reversed(do.events) if isinstance(e, MoraleRolled)).roll.total
    for creature in group:
        if rolled > ratings[creature.id]:
            do.emit(ConditionGained(creature.id, Condition(BROKEN), rule=("rampage:morale.break-sequence", rule)))


@executes("rampage:class.ability.mule-master.morale")
def _has_mule_master(state: State, group: list[Creature]) -> bool:
    """Whether those who lose heart are mules with a Mule Master to lead them: then the better of two rolls counts."""
    if any(creature.kind != MULE for creature in group):
        return False
    return any(has_special(sheet(c), "Mule Master") for c in state.active(group[0].side))


@executes("rampage:morale.trigger.leader", "rampage:morale.trigger.casualties")
def check_after_loss(do: Resolution, lost: Died | Felled) -> None:
    """Ruling: q.morale-repeat-thresholds, one check for the highest threshold reached."""
    fallen = do.state.creatures[lost.creature]
    if do.state.fight is None:
        return
    group = [c for c in do.state.combatants(fallen.side) if sheet(c).morale is not None]
    monster = compendium.monsters().get(fallen.kind)
    if monster is not None and monster.leader and isinstance(lost, Died):
        check(do, fallen.side, "leader killed", group, "rampage:morale.trigger.leader")
    if sheet(fallen).morale is None or len(group) < 2:
        return
    down = sum(1 for c in group if c.status in ("dead", "down"))
    quarters = min(3, down * 4 // len(group))
    if quarters > battle(do.state).quarters_lost.get(fallen.side, 0):
        rule = "rampage:morale.trigger.casualties"
        never = any(sheet(c).morale == NEVER_FLEES for c in group)
        fearless = ("rampage:morale.twelve",) if never else ()
        do.emit(QuartersLost(fallen.side, quarters, rule=(rule, *fearless)))
        check(do, fallen.side, f"{quarters * 25}% casualties", group, rule)


@executes("rampage:morale.trigger.monster-half")
def check_after_wound(do: Resolution, creature: Creature, harmed: Harmed) -> None:
    """Ruling: a powerful single monster is the only one of its kind on its side."""
    if sheet(creature).morale is None or do.state.fight is None:
        return
    half = creature.hp * 2 <= creature.max_hp < (creature.hp + harmed.amount) * 2
    if half and not any(c.kind == creature.kind and c.id != creature.id and c.side == creature.side
                        for c in do.state.combatants()):  # fmt: skip
        check(do, creature.id, "half its hit points lost", [creature], "rampage:morale.trigger.monster-half")


@executes("rampage:morale.trigger.charged")
def check_when_charged(do: Resolution, charger: str) -> None:
    """Those who are charged by something large check morale."""
    creature = do.state.creatures[charger]
    if creature.status == "up" and not sheet(creature).classes and bulk(creature) >= BULK["L"]:
        charged = [c for c in in_contact(do.state, creature) if bulk(c) <= BULK["M"]]
        if charged:
            check(do, charged[0].side, "charged by a large monster", charged, "rampage:morale.trigger.charged")


@executes("rampage:combat.rear.morale", "rampage:morale.trigger.rear")
def check_after_rear_attack(do: Resolution, target: str) -> None:
    """On a failure it must try to escape, and flees if it cannot. Ruling: q.morale-rear-vs-break."""
    creature = do.state.creatures[target]
    if not _may_break(creature):
        return
    rule = ("rampage:morale.trigger.rear", "rampage:combat.rear.morale")
    if holds(do, target, "attacked from behind", rating(do.state, creature), rule):
        return
    do.emit(ConditionGained(target, Condition(FLEEING), rule=rule))
    if roll_escape(do, creature):
        to, off = flight(do.state, do.state.creatures[target], movement_in(creature))
        if off:
            do.emit(Fled(target, rule=rule))
        elif to is not None:
            do.emit(Moved(target, to, "escape", rule=("rampage:combat.escape.success",)))
    else:
        do.emit(Spent(target, "flee", rule=rule))


@executes("rampage:combat.escape.roll", "rampage:class.jack.escape-melee", "rampage:class.ability.street-rat")
def roll_escape(do: Resolution, creature: Creature) -> bool:
    """Gets out of melee on a d20 of no more than the movement; jacks add their level, street rats try twice."""
    own = sheet(creature)
    kinds = [compendium.classes()[name] for name in own.classes]
    level = own.level if any(k.type == "jack" for k in kinds) else 0
    number = movement_in(creature) + level
    twice = any(k.specials.get("Street Rat", 99) <= own.level for k in kinds)
    faces = do.dice.roll(2 if twice else 1, 20, f"escape of {creature.id}")
    total = min(faces)
    bonus = (Modifier("movement", movement_in(creature)), Modifier("jack level", level)) if level else ()
    roll = Roll(f"{len(faces)}d20", faces, total, bonus, number, total <= number, at_most=True)
    jack = ("rampage:class.jack.escape-melee",) if level else ()
    rule = ("rampage:combat.escape.roll", *jack, *(("rampage:class.ability.street-rat",) if twice else ()))
    do.emit(EscapeRolled(creature.id, roll, total <= number, rule=rule))
    return total <= number


@executes("rampage:morale.break-sequence", "rampage:morale.two")
def act_broken(do: Resolution, id: str) -> None:
    """A broken creature's part of the round: first it falls back, then it flees.
    Ruling: q.morale-breaks-not-in-melee, out of melee it moves away at its normal rate first.
    """
    creature = do.state.creatures[id]
    rule = ("rampage:morale.break-sequence",)
    for what in ("attack", "move"):
        if do.state.fight is not None and not do.state.fight.has_spent(id, what):
            do.emit(Spent(id, what, rule=rule))
    if creature.condition(FLEEING) is not None or creature.condition(FELL_BACK) is not None:
        if creature.condition(FLEEING) is None:
            do.emit(ConditionGained(id, Condition(FLEEING), rule=rule))
        do.emit(Spent(id, "flee", rule=rule))
        return
    now = field(do.state)
    if is_locked(do.state, creature):
        to = farthest(now, withdraw_mask(do.state, creature), now.foes(creature.side).bodies)
        if to is not None:
            withdrew_to(do, id, to, rule)
    else:
        to, _ = flight(do.state, creature, movement_in(creature))
        if to is not None:
            do.emit(Moved(id, to, "fall back", rule=rule))
    do.emit(ConditionGained(id, Condition(FELL_BACK), rule=rule))


@executes("rampage:combat.withdraw.move")
def withdrew_to(do: Resolution, id: str, to: Square, rule: tuple[str, ...] = ()) -> None:
    """Falls back facing all who held it; nobody strikes after, and whoever follows may be struck."""
    assert do.state.fight is not None
    held_by = tuple(foe.id for foe in lockers(do.state, do.state.creatures[id]))
    do.emit(Withdrew(id, to, held_by, do.state.fight.round, rule=(*rule, "rampage:combat.withdraw.move")))


@executes(
    "rampage:combat.flee.run",
    "rampage:morale.trapped",
    "rampage:morale.trapped-speechless",
    "rampage:morale.recover-out-of-sight",
)
def run_away(do: Resolution, id: str) -> None:
    """The flight itself, after the free blows. Ruling: who reaches the edge of the field is gone."""
    creature = do.state.creatures[id]
    if not can_step(do.state, creature):
        _cornered(do, creature)
        return
    to, off = flight(do.state, creature, max(run_inches(creature), movement_in(creature)))
    rule = ("rampage:combat.flee.run",)
    if off:
        do.emit(Fled(id, rule=rule))
        return
    if to is not None:
        do.emit(Moved(id, to, "flee", rule=rule))
    creature = do.state.creatures[id]
    if checks_morale(creature) and has_broken(creature) and not _is_seen(do.state, creature):
        cited = ("rampage:morale.recover-out-of-sight",)
        if holds(do, id, "out of sight", rating(do.state, creature), cited):
            _recover(do, id, cited)


def _is_seen(state: State, creature: Creature) -> bool:
    assert state.grid is not None
    return any(in_sight(state.grid, *ends(foe, creature)) for foe in field(state).foes(creature.side).creatures)


def _cornered(do: Resolution, creature: Creature) -> None:
    """Whoever cannot get away rolls again: to fight to the death, or to give up if it can speak."""
    if sheet(creature).morale is None or not has_broken(creature) or not has_contact(do.state, creature):
        return
    rule = ("rampage:morale.trapped",)
    if holds(do, creature.id, "cornered", rating(do.state, creature), rule):
        _recover(do, creature.id, rule)
        do.emit(ConditionGained(creature.id, Condition(TO_THE_DEATH), rule=rule))
    elif creature.kind not in compendium.monsters() or compendium.monsters()[creature.kind].speech:
        do.emit(Yielded(creature.id, rule=rule))
    else:
        _recover(do, creature.id, ("rampage:morale.trapped-speechless",))


def _recover(do: Resolution, id: str, rule: tuple[str, ...]) -> None:
    for condition in do.state.creatures[id].conditions:
        if condition.name in (BROKEN, FELL_BACK, FLEEING):
            do.emit(ConditionEnded(id, condition.name, rule=rule))


@executes("rampage:morale.rally.range")
def broken_in_reach(state: State, leader: Creature) -> list[Creature]:
    """The broken friends within as many inches as the leader's Charisma."""
    reach = sheet(leader).score("CHA")
    return [
        c for c in state.active()
        if c.side == leader.side and c.status == "up" and has_broken(c)
        and c.steps_to(leader) <= reach
    ]  # fmt: skip


@executes("rampage:morale.rally.roll", "rampage:morale.rally.who", "rampage:combat.actions.attack.rally")
def rally(do: Resolution, id: str) -> None:
    """On a d20 of no more than the leader's CHA, those in reach who were fleeing stand again."""
    leader = do.state.creatures[id]
    score = sheet(leader).score("CHA")
    roll = do.roll_at_most(1, 20, f"rally of {id}", score)
    success = bool(roll.success)
    rule = ("rampage:morale.rally.roll", "rampage:morale.rally.who", "rampage:morale.rally.range")
    do.emit(RallyRolled(id, roll, success, rule=rule))
    if success:
        for creature in broken_in_reach(do.state, leader):
            _recover(do, creature.id, ("rampage:morale.rally.roll",))


@executes("rampage:morale.two")
def flees_at_contact(state: State, creature: Creature) -> bool:
    """Whether it runs at the mere touch of an enemy."""
    return sheet(creature).morale == ALWAYS_FLEES and not has_broken(creature) and bool(lockers(state, creature))
