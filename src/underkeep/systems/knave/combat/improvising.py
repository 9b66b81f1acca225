"""What no rule mentions, and what a knave knows: the ways of this game for a player's wishes (`procedures.wishes`)."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.calls import Call, all_called, subject_in
from underkeep.procedures.consequences import is_aimed, targets, to_free
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import Feat, SortOfDeed, sort_of
from underkeep.systems.knave.attacks import flames
from underkeep.systems.knave.attacks.manoeuvres import CONDITION
from underkeep.systems.knave.attacks.stunts import HAMPERED
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.sheet import ABILITIES, sheet
from underkeep.systems.knave.basics.spell_conditions import actions_of
from underkeep.systems.knave.basics.steps import STEP
from underkeep.systems.knave.checks import holds, knowledge
from underkeep.systems.knave.checks import saves as spell_saves
from underkeep.systems.knave.checks.careers import task_meant
from underkeep.systems.knave.checks.checks import USUAL_DIFFICULTY, call
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.wounds import harm as hurt
from underkeep.systems.knave.encounters.meetings import ATTITUDES
from underkeep.systems.knave.equipment import inventory
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, DamageRolled
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.state import State

judged_by = "knave:task.check.default-difficulty"
outcome_by = "knave:combat.maneuver.other"
rule = ("knave:task.check.formula",)
WORKS, FAILS = "it works", "it fails"
_EASY, _HARD = 0, 2 * USUAL_DIFFICULTY
_CHECKS: dict[str, tuple[str, int | None, str]] = {
    **{f"{ability} check": (ability, USUAL_DIFFICULTY, "") for ability in ABILITIES},
    **{f"easy {ability} check": (ability, _EASY, "") for ability in ABILITIES},
    **{f"hard {ability} check": (ability, _HARD, "") for ability in ABILITIES},
    **{f"{ability} against theirs": (ability, None, ability) for ability in ABILITIES},
    **{f"{ability} against their armour": (ability, None, "armour") for ability in ABILITIES},
}
ways = (WORKS, FAILS, *_CHECKS)
_BY_FEAT: dict[Feat, str] = {
    "strength": "STR",
    "agility": "DEX",
    "stamina": "CON",
    "wits": "INT",
    "senses": "WIS",
    "presence": "CHA",
    "reflex": "DEX",
    "chance": "WIS",
}
conditions: Mapping[str, str] = {
    "prone": CONDITION["trip"],
    "blind": CONDITION["blind"],
    "daze": CONDITION["stun"],
    "hold": HAMPERED,
}
attitudes = ATTITUDES
checks = (*ABILITIES, "morale", "knowledge")
saves = (*spell_saves.THREATS, *spell_saves.RESISTED_BY, *ABILITIES)
_BLOW = parse("1d6")


def why_not_together(state: State, action: Call) -> Refusal | None:
    return None


def rolling(state: State, action: Call) -> tuple[str, ...]:
    return all_called(action)


@executes("knave:combat.turn.move-and-action")
def why_not_try(state: State, actor: Creature) -> Refusal | None:
    """It takes the action of the turn."""
    fight = state.fight
    assert fight is not None
    if fight.spent.get(actor.id, ()).count("action") >= actions_of(actor):
        return Refusal(f"{actor.name} has already acted this turn.", "knave:combat.turn.move-and-action")
    return None


@executes("knave:task.check.opposed-ability")
def has_own_rule(state: State, actor: Creature, what: str) -> bool:
    """To get out of a hold is an action of the fight, and a blow with fire an attack."""
    if flames.way(state, actor, what):
        return True
    wrests = state.fight is not None and sort_of(what).success == ("free friend",)
    return wrests and to_free(is_held, state, actor, what) is actor and not _is_hampered(actor)


def by_own_rule(do: Resolution, actor: str, what: str) -> None:
    if flames.way(do.state, do.state.creatures[actor], what):
        flames.use(do, actor, what)
    else:
        holds.break_free(do, holds.BreakFree(actor))


def is_helpless(state: State, creature: Creature) -> bool:
    """Asleep when met, or in no state to do anything."""
    met = state.encounter
    sleeps = met is not None and met.attitude == "asleep" and creature.id in met.monsters
    return sleeps or is_unable(creature)


def is_held(state: State, creature: Creature) -> bool:
    """In the grip of somebody, rooted by a spell, or hampered by a stunt."""
    is_rooted = bool(creature.conditions) and spell_conditions.is_so(creature, "rooted")
    return bool(sheet(creature).held_by) or is_rooted or _is_hampered(creature)


def _is_hampered(creature: Creature) -> bool:
    return creature.condition(HAMPERED) is not None


@executes("knave:combat.maneuver.other")
def set_free(do: Resolution, id: str) -> None:
    """Another pulls somebody out, or the hampered gets loose."""
    creature = do.state.creatures[id]
    if sheet(creature).held_by:
        holds.release(do, id, (outcome_by,))
    for name in (HAMPERED, *spell_conditions.named("rooted")):
        if creature.condition(name) is not None:
            do.emit(ConditionEnded(id, name, rule=(outcome_by,)))


@executes("knave:healing.hp-each-morning", "knave:healing.wound-in-haven")
def why_not_mend(state: State) -> Refusal | None:
    """A meal and a night mend, and magic."""
    told = "Tending gives no hit points back and heals no wound: lost hit points return in the morning after a meal and"
    rest = "two watches of sleep, and one wound heals with each such night in a safe haven."
    return Refusal(f"{told} {rest}", "knave:healing.hp-each-morning")


@executes("knave:combat.maneuver.indirect-damage-only")
def why_not_wished(state: State, actor: Creature, what: str) -> Refusal | None:
    """What would do nothing but harm by itself is no manoeuvre: that is an attack."""
    if flames.way(state, actor, what):
        return flames.why_not(state, actor, what)
    sort = sort_of(what)
    if sort.aimed and sort.success == ("harm foes",) and is_aimed(state, actor, what):
        told = "A manoeuvre does no harm by itself: attack with a weapon, or say what else it is to bring about."
        return Refusal(told, "knave:combat.maneuver.indirect-damage-only")
    return None


@executes("knave:task.check.modifier-step")
def why_not_stated(modifiers: tuple[Modifier, ...]) -> Refusal | None:
    """Modifiers come in steps of 5."""
    if any(m.amount % STEP for m in modifiers):
        return Refusal("Modifiers come in steps of 5.", "knave:task.check.modifier-step")
    return None


@executes("knave:task.check.default-difficulty", "knave:task.check.opposed-ability")
def usual_way(state: State, actor: Creature, what: str, sort: SortOfDeed) -> str:
    """The trivial works and the impossible fails. A feat is a check with the ability it takes: against the same ability
    of whoever it is tried on, else at the usual difficulty.
    """
    _, asked, threat = what.lower().partition("save against ")
    if asked and threat in spell_saves.THREATS:
        return f"{spell_saves.THREATS[threat]} check"
    if sort.feat in ("trivial", "impossible"):
        return WORKS if sort.feat == "trivial" else FAILS
    ability = _BY_FEAT[sort.feat]
    struck = targets(state, actor, what)
    if sort.success == ("take foes",) and struck and all(is_helpless(state, c) for c in struck):
        return WORKS
    is_on_foes = any(effect.endswith((" foes", " friend")) for effect in sort.success) and bool(struck)
    return f"{ability} against theirs" if is_on_foes else f"{ability} check"


def also_settled(way: str) -> tuple[str, ...]:
    return ()


def named_way(do: Resolution, what: str, named: str) -> str:
    """Whether it is rolled at all is judged with the way."""
    return ""


def ruled_before(state: State, what: str) -> str:
    return ""


def keep_ruling(do: Resolution, what: str, way: str) -> None:
    """Nothing is kept: the book asks for no ruling that lasts."""


def is_told_first(way: str) -> bool:
    return False


@executes("knave:task.check.formula", "knave:task.check.target")
def settle(do: Resolution, actor: Creature, way: str, what: str, modifiers: tuple[Modifier, ...]) -> bool:
    """A check at the difficulty named, or against the ability or the armour of the first who is aimed at. Outside a
    fight it may be the task of a career.
    """
    if way not in _CHECKS:
        return way == WORKS
    ability, difficulty, against = _CHECKS[way]
    tried = "" if do.state.fight is not None else task_meant(what)
    foes = targets(do.state, actor, what)
    if against and foes:
        tried = f"{tried} vs {foes[0].id} {against}"
    elif against:
        difficulty = USUAL_DIFFICULTY
    return bool(call(do, CallCheck(actor.id, f"{ability} {tried}", difficulty, modifiers)).success)


def spend(do: Resolution, actor: Creature) -> None:
    do.emit(Spent(actor.id, "action", rule=("knave:combat.turn.move-and-action",)))


@executes("knave:damage.weapon-die", "knave:combat.maneuver.other")
def harm(do: Resolution, target: str, by: str, what: str) -> None:
    """As much as the smallest weapon does."""
    roll = do.roll_total(_BLOW, f"damage of {what}")
    do.emit(DamageRolled(by, target, "try", roll, rule=("knave:damage.weapon-die",)))
    hurt(do, target, roll.total, by)


def knock_away(do: Resolution, target: str, item: Item) -> None:
    inventory.drop(do, target, item, "disarmed", (outcome_by,))


@executes("knave:task.check.modifier-step")
def advantage(what: str, is_save: bool) -> int:
    """One step."""
    return STEP


def subject(about: str) -> str:
    listed = {id: stats.name for id, stats in compendium.monsters().items()}
    return subject_in(about, {**listed, **{f"{id} (career)": c.name for id, c in compendium.careers().items()}})


knows = knowledge.knows
facts = knowledge.facts
