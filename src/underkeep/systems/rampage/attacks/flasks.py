"""Flask weapons: what bursts over a target and those around it, where a flask lands that misses, and what goes on
burning.
"""

from __future__ import annotations

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import AttackBegun
from underkeep.systems.rampage.attacks.facing import face
from underkeep.systems.rampage.attacks.field import ends, field
from underkeep.systems.rampage.attacks.matrices import weapon_blow
from underkeep.systems.rampage.attacks.missiles import SECOND_FLASK, behind_something, come_out, throw_away
from underkeep.systems.rampage.attacks.movement import can_step
from underkeep.systems.rampage.attacks.strikes import missile_circumstances, roll_to_hit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Weapon
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.temporary import absorb
from underkeep.systems.rampage.checks.toughness import weathered
from underkeep.systems.rampage.equipment.load import BANDOLEER
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Harmed
from underkeep.world.fight import Spent
from underkeep.world.grid import Square, apart

BURST = 1
"""How many inches round a flask its contents reach."""
SECOND_FROM = 3
_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_ALCHEMY = "rampage:combat.actions.attack.alchemy"
_SECOND = "rampage:class.ability.grenadier.second-throw"


class FlaskScattered(Note, frozen=True):
    """A flask missed and came down elsewhere, so many inches off; direction as for facing."""

    creature: str
    inches: int
    direction: int
    at: Square


class SecondFlaskRolled(Note, frozen=True):
    """Whether a Grenadier has another flask at hand at once."""

    creature: str
    roll: Roll
    success: bool


EVENTS: tuple[type[Event], ...] = (FlaskScattered, SecondFlaskRolled)


@executes("rampage:combat.flask.line", "rampage:combat.actions.attack.alchemy")
def throw(do: Resolution, actor: Creature, target: Creature, kind: str, weapon: Weapon) -> None:
    """Costs the attack, and is rolled on the line of flasks."""
    assert weapon.range is not None and do.state.fight is not None
    again = do.state.fight.has_spent(actor.id, "attack")
    if again:
        do.emit(Spent(actor.id, "shot", rule=(_SECOND,)))
    else:
        rule = ("rampage:combat.actions.one-each", "rampage:combat.actions.attack.strike", _ALCHEMY)
        do.emit(AttackBegun(actor.id, target.id, (), True, rule=rule))
    face(do, actor.id, target.id)
    around = missile_circumstances(actor, target, weapon.range, False)
    around.rule += ("rampage:combat.flask.line",)
    behind_something(do.state, actor, target, around)
    hit = roll_to_hit(do, actor.id, target.id, weapon_blow(kind), around)[1]
    come_out(do, actor.id)
    if any(i.kind == kind and i.place == "hand" and i.broken for i in do.state.creatures[actor.id].items):
        return
    throw_away(do, actor.id, kind)
    if hit:
        _burst(do, actor.id, ends(target, actor)[0], kind, weapon, target.id)
    else:
        _scatter(do, actor.id, ends(target, actor)[0], kind, weapon)
    if not again:
        _another(do, actor.id)


@executes("rampage:combat.flask.miss")
def _scatter(do: Resolution, thrower: str, aim: Square, kind: str, weapon: Weapon) -> None:
    """It lands 1d4 inches off in a random direction."""
    direction = do.roll(1, 8, "direction of the flask").total - 1
    inches = do.roll(1, 4, "inches that the flask goes astray").total
    dx, dy = _AROUND[direction]
    at = (aim[0] + dx * inches, aim[1] + dy * inches)
    do.emit(FlaskScattered(thrower, inches, direction, at, rule=("rampage:combat.flask.miss",)))
    _burst(do, thrower, at, kind, weapon)


@executes("rampage:combat.flask.area", "rampage:combat.flask.save")
def _burst(do: Resolution, thrower: str, at: Square, kind: str, weapon: Weapon, main: str = "") -> None:
    """Whoever was aimed at is hit, and all within an inch, friend or foe; from what burns or bites these may leap clear
    with a save, if there is room.
    """
    struck = [c.id for c in field(do.state).standing if apart(at, 1, c.at or at, c.size) <= BURST]
    for id in sorted(struck, key=lambda id: id != main):
        creature = do.state.creatures[id]
        if creature.status != "up":
            continue
        may_leap = id != main and "leaps-clear" in weapon.qualities and can_step(do.state, creature)
        if may_leap and save(do, id, "flask"):
            continue
        rule = ("rampage:combat.flask.area", *(("rampage:combat.flask.save",) if id != main else ()))
        _drench(do, thrower, id, kind, weapon, rule)
        if weapon.lasts > 1 and do.state.creatures[id].status == "up":
            until = do.state.now + (weapon.lasts - 1) * ROUND_SECONDS
            do.emit(ConditionGained(id, Condition(burning(kind), until), rule=rule))


def burning(kind: str) -> str:
    """The name under which somebody still bears what was in a flask."""
    return f"burning with {kind}"


def _drench(do: Resolution, thrower: str, id: str, kind: str, weapon: Weapon, rule: tuple[str, ...]) -> None:
    creature = do.state.creatures[id]
    roll = do.roll_total(weapon.damage, f"damage of {weapon.name.lower()}")
    do.emit(DamageRolled(thrower, id, weapon.name, roll, rule=rule))
    amount, tough = weathered(creature, roll.total, "fire" if "fire" in weapon.qualities else "other")
    left = absorb(do, id, amount)
    if left:
        do.emit(Harmed(id, left, max(0, creature.hp - left), thrower, "flask", rule=(*rule, *tough)))


def burn(do: Resolution) -> None:
    """What clings goes on hurting as a round begins, until it has burnt out."""
    for creature in do.state.active():
        for condition in creature.conditions:
            kind = condition.name.removeprefix("burning with ")
            if kind == condition.name or do.state.creatures[creature.id].status != "up":
                continue
            if condition.until is not None and condition.until <= do.state.now:
                do.emit(ConditionEnded(creature.id, condition.name))
            _drench(do, creature.id, creature.id, kind, compendium.weapons()[kind], ())


@executes("rampage:class.ability.grenadier.second-throw")
def _another(do: Resolution, id: str) -> None:
    """A Grenadier with flasks left in his bandoleer throws a second one on 3 or more."""
    creature = do.state.creatures[id]
    if not has_special(sheet(creature), "Grenadier") or not any(i.kind == BANDOLEER for i in creature.items):
        return
    weapons = compendium.weapons()
    if not any(i.kind in weapons and "flask" in weapons[i.kind].qualities and not i.broken for i in creature.items):
        return
    roll = do.roll(1, 6, f"second flask of {id}", (), SECOND_FROM)
    do.emit(SecondFlaskRolled(id, roll, bool(roll.success), rule=(_SECOND,)))
    if roll.success:
        do.emit(Spent(id, SECOND_FLASK, rule=(_SECOND,)))
