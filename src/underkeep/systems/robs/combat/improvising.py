"""What no rule covers: the ways of this game for a player's wishes (`procedures.wishes`), and what people know."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import consequences
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.calls import Call, all_called, subject_in
from underkeep.procedures.consequences import targets
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import Feat, SortOfDeed, sort_of, words
from underkeep.systems.robs.attacks import holds
from underkeep.systems.robs.attacks.damage import inflict
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import Monster
from underkeep.systems.robs.basics.numbers import adjective, roll_dhl
from underkeep.systems.robs.basics.sheet import ATTRIBUTES
from underkeep.systems.robs.basics.traits import Undead, trait
from underkeep.systems.robs.checks import checks as rolls
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.equipment.arms import Arm
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import CheckRolled, Creature, DamageRolled, Harmed
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.state import State

judged_by = "robs:task.check.setup"
outcome_by = "robs:referee.role"
rule = ("robs:referee.improvise", "robs:task.action")
WORKS, FAILS, FATE = "it works", "it fails", "a situational roll"
_POWER = f"a contest of {rolls.RAW_POWER}"
_CHECKS = {f"{name} check": name for name in (*ATTRIBUTES, *compendium.tasks())}
_CONTESTS = {_POWER: rolls.RAW_POWER, **{f"a contest of {name}": name for name in ATTRIBUTES}}
ways = (WORKS, FAILS, *_CHECKS, *_CONTESTS, FATE)
_BY_FEAT: dict[Feat, str] = {
    "strength": "STR",
    "agility": "DEX",
    "reflex": "dodging",
    "stamina": "CON",
    "wits": "INT",
    "senses": "noticing",
    "presence": "CHA",
}
conditions: Mapping[str, str] = {
    "prone": sight.UNAWARE,
    "daze": sight.UNAWARE,
    "blind": sight.BLIND,
    "hide": sight.IN_COVER,
}
attitudes: tuple[str, ...] = ()
checks = (*ATTRIBUTES, *compendium.tasks())
saves = (*ATTRIBUTES, "poison", "disease", "traps", "dodging")
ACT = "act"
_MODELS = {f"ODF {odf}": odf for odf in range(5)}
_SHARP = frozenset(("glass", "shard", "sickle", "scythe", "blade", "knife", "razor", "saw", "needle", "shears"))
_BULKY = frozenset(("table", "bench", "beam", "scythe", "ladder", "anvil", "barrel", "statue", "bed", "oar"))
LORE = "clerical-lore"


def why_not_together(state: State, action: Call) -> Refusal | None:
    return None


def rolling(state: State, action: Call) -> tuple[str, ...]:
    return all_called(action)


@executes("robs:combat.grapple.break")
def has_own_rule(state: State, actor: Creature, what: str) -> bool:
    """To break out of a hold is an act of the fight."""
    wrests = state.fight is not None and sort_of(what).success == ("free friend",)
    return wrests and consequences.to_free(is_held, state, actor, what) is actor


def by_own_rule(do: Resolution, actor: str, what: str) -> None:
    holds.break_free(do, do.state.creatures[actor])


def why_not_wished(state: State, actor: Creature, what: str) -> Refusal | None:
    """Anything may be tried."""
    return None


@executes("robs:combat.round.phases")
def why_not_try(state: State, actor: Creature) -> Refusal | None:
    """It is all that one does in an act."""
    fight = state.fight
    assert fight is not None
    spent = fight.spent.get(actor.id, ())
    if ACT in spent or "attack" in spent:
        return Refusal(f"{actor.name} has acted this round.", "robs:combat.round.phases")
    return None


def why_not_mend(state: State) -> Refusal | None:
    """Wounds may be tended."""
    return None


def is_helpless(state: State, creature: Creature) -> bool:
    return sight.is_helpless(creature)


def is_held(state: State, creature: Creature) -> bool:
    return holds.holder_of(state, creature) is not None


def set_free(do: Resolution, id: str) -> None:
    creature = do.state.creatures[id]
    holder = holds.holder_of(do.state, creature)
    if holder is not None:
        do.emit(ConditionEnded(id, holds.HELD + holder.id, rule=(outcome_by,)))


def why_not_stated(modifiers: tuple[Modifier, ...]) -> Refusal | None:
    return None


@executes("robs:referee.improvise", "robs:task.contest.composite", "robs:task.situational.luck")
def usual_way(state: State, actor: Creature, what: str, sort: SortOfDeed) -> str:
    """The trivial works and the impossible fails. Raw power against somebody is a contest of STR and Scale; what the
    words name of the listed tasks is a check of it; any other feat is one of the attribute it takes; the rest is luck.
    """
    _, _, threat = what.lower().strip().partition("save against ")
    wanted = threat.split()[-1] if threat else ""
    resisted = next((way for way, name in _CHECKS.items() if name.lower() == wanted), "")
    if resisted:
        return resisted
    if sort.feat in ("trivial", "impossible"):
        return WORKS if sort.feat == "trivial" else FAILS
    is_on_foes = any(effect.endswith(" foes") for effect in sort.success) and bool(targets(state, actor, what))
    if is_on_foes and sort.feat == "strength" and "harm foes" not in sort.success:
        return _POWER
    task = task_meant(what)
    if task:
        return f"{task} check"
    return f"{_BY_FEAT[sort.feat]} check" if sort.feat in _BY_FEAT else FATE


def task_meant(what: str) -> str:
    """The task whose verb stands in somebody's words; empty for none."""
    said = set(words(what))
    return next((id for id, task in compendium.tasks().items() if said & set(task.verbs.split())), "")


def also_settled(way: str) -> tuple[str, ...]:
    return ()


def named_way(do: Resolution, what: str, named: str) -> str:
    """Whether it is rolled at all is judged with the way."""
    return ""


def ruled_before(state: State, what: str) -> str:
    return ""


def keep_ruling(do: Resolution, what: str, way: str) -> None:
    """Nothing is kept beyond the deed itself."""


def is_told_first(way: str) -> bool:
    return False


@executes("robs:task.check.setup", "robs:task.contest.winner", "robs:task.situational.luck", "robs:referee.role")
def settle(do: Resolution, actor: Creature, way: str, what: str, modifiers: tuple[Modifier, ...]) -> bool:
    """A check at a difficulty that the referee names, a contest with whoever is meant, or fate."""
    if way in _CHECKS:
        return _checked(do, actor, _CHECKS[way], modifiers)
    if way in _CONTESTS:
        foes = targets(do.state, actor, what)
        if not foes:
            return _checked(do, actor, "STR", modifiers)
        return rolls.contest(do, (actor, foes[0]), _CONTESTS[way], modifiers) == (actor,)
    if way == FATE:
        return rolls.situation(do, actor.id, what, modifiers, ("robs:task.situational.luck",)) > 0
    return way == WORKS


def _checked(do: Resolution, actor: Creature, name: str, modifiers: tuple[Modifier, ...]) -> bool:
    since = len(do.events)
    rolls.perform(do, CallCheck(actor.id, name, None, modifiers))
    return any(isinstance(event, CheckRolled) and event.success for event in do.events[since:])


def spend(do: Resolution, actor: Creature) -> None:
    do.emit(Spent(actor.id, ACT, rule=("robs:combat.round.phases",)))


@executes("robs:equipment.own-weapons")
def _at_hand(do: Resolution, what: str) -> Arm:
    """What somebody makes a weapon of, after the models of those that are listed: what cuts does 2, what does not 1,
    and what takes both hands 1 more, unless the referee says otherwise."""
    said = set(words(what))
    odf = 1 + bool(said & _SHARP) + bool(said & _BULKY)
    odf = _MODELS[do.ruling("robs:equipment.own-weapons", tuple(_MODELS), f"ODF {odf}", what[:60])]
    rule = ("robs:equipment.own-weapons", "robs:damage.odf.guidelines")
    return Arm("improvised", "what is at hand", odf, sharp=bool(said & _SHARP), rule=rule)


@executes("robs:damage.formula")
def harm(do: Resolution, target: str, by: str, what: str) -> None:
    """As much as something of a club's size does, by how well it was done; to oneself what fate says, 1 at least."""
    creature = do.state.creatures[target]
    attacker = do.state.creatures.get(by)
    if attacker is not None:
        inflict(do, attacker, creature, _at_hand(do, what), _rolled(do, by))
        return
    roll = roll_dhl(do, f"harm to {target}")
    amount = max(1, roll.total)
    do.emit(DamageRolled("", target, "try", roll, rule=(outcome_by,)))
    do.emit(Harmed(target, amount, creature.hp - amount, "", "try", rule=("robs:damage.hit-points",)))


def _rolled(do: Resolution, by: str) -> Roll:
    """The roll by which it came off; what needed none came off just so."""
    found = (e.roll for e in reversed(do.events) if isinstance(e, CheckRolled) and e.creature == by)
    roll = next(found, None)
    return roll if roll is not None and roll.needed is not None else Roll("no roll", (1, 1), 0, (), 0, True)


def knock_away(do: Resolution, target: str, item: Item) -> None:
    consequences.let_fall(do, target, item, (outcome_by,))


@executes("robs:dice.modifier-size")
def advantage(what: str, is_save: bool) -> int:
    """One point matters a good deal."""
    return 1


def subject(about: str) -> str:
    return subject_in(about, {id: listing.name for id, listing in compendium.monsters().items()})


@executes("robs:abilities.int", "robs:referee.improvise")
def knows(do: Resolution, creature: Creature, subject: str) -> bool:
    """A check of INT; about the undead one of clerical lore."""
    listing = compendium.monsters().get(subject)
    is_undead = listing is not None and trait(listing.traits, Undead) is not None
    return _checked(do, creature, LORE if is_undead else "INT", ())


def facts(subject: str) -> tuple[str, ...]:
    listing = compendium.monsters().get(subject)
    return _told(listing) if listing is not None else ()


@executes("robs:dice.adjectives.ladder")
def _told(listing: Monster) -> tuple[str, ...]:
    """What the listing says, its numbers as adjectives."""
    best = [f"{adjective(value)} {name}" for name, value in listing.attributes.items() if value]
    told = [f"Scale {listing.scale}, level {listing.level}", ", ".join(best) or "Average in everything"]
    attacks = [attack.name for attack in listing.attacks]
    arms = [found.name.lower() for kind in listing.gear if (found := compendium.weapon(kind)) is not None]
    told.append(f"it attacks with {', '.join((*attacks, *arms)) or 'bare hands'}")
    told += [f"{found.name}: {found.told}" for found in listing.traits]
    return (*told, *((listing.manual,) if listing.manual else ()))
