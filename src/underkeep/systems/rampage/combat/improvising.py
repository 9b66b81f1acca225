"""What no rule mentions: the ways of this game for a player's wishes (`procedures.wishes`), and what people know."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures import wishes
from underkeep.procedures.calls import subject_in
from underkeep.procedures.consequences import targets
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import Feat, SortOfDeed, words
from underkeep.systems.rampage.attacks.manoeuvres import STUNT_AC, send_flying
from underkeep.systems.rampage.attacks.matrices import Blow, weapon_blow
from underkeep.systems.rampage.attacks.strikes import PRONE, Circumstances, roll_to_hit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Monster
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.checks import checks as rolls
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.checks.saves import AGAINST, save
from underkeep.systems.rampage.checks.tasks import AT_WORK
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Harmed
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.state import State

judged_by = "rampage:task.other"
outcome_by = "rampage:combat.stunt.self"
rule = (judged_by,)
WORKS, FAILS = "it works", "it fails"
_SAVE = "a saving throw"
_BOTH = "rampage:combat.actions.both.bandage"
_CLUB, _BIG_CLUB = "a blow as with a club", "a blow as with a big club"
_STUNT = "a hit on AC 7, and their save"
_BLOWS = {_CLUB: "club", _BIG_CLUB: "big-club"}
_CHECKS = {f"{ability} d{sides}": (ability, sides) for sides in rolls.ABILITY_DICE for ability in ABILITIES}
_OTHER = {f"any other task by {ability}": ability for ability in ("INT", "STR")}
_TASKS = {task.name: id for id, task in compendium.tasks().items()}
ways = (WORKS, FAILS, *_CHECKS, _SAVE, _CLUB, _BIG_CLUB, _STUNT, *_OTHER, *_TASKS)
_BY_FEAT: dict[Feat, str] = {
    "strength": "STR",
    "agility": "DEX",
    "stamina": "CON",
    "wits": "INT",
    "senses": "WIS",
    "presence": "CHA",
}
_HEAVY = {"bench", "table", "statue", "boulder", "barrel", "log", "pillar", "shelf", "wardrobe", "cart"}
conditions: Mapping[str, str] = {"prone": PRONE}
attitudes: tuple[str, ...] = ()
checks = (*ABILITIES, *compendium.tasks())
saves = tuple(AGAINST)


why_not_together = tasks.why_not_together
rolling = tasks.rolling


def why_not_try(state: State, actor: Creature) -> Refusal | None:
    """A stunt takes the attack of the round."""
    fight = state.fight
    assert fight is not None
    if "attack" in fight.spent.get(actor.id, ()):
        return Refusal(f"{actor.name} has no attack left this round.", "rampage:combat.actions.one-each")
    return None


def has_own_rule(state: State, actor: Creature, what: str) -> bool:
    return False


def by_own_rule(do: Resolution, actor: str, what: str) -> None:
    """What has a rule is no wish here."""


def why_not_wished(state: State, actor: Creature, what: str) -> Refusal | None:
    """Anything may be tried."""
    return None


def why_not_mend(state: State) -> Refusal | None:
    """Wounds may be tended."""
    return None


def is_helpless(state: State, creature: Creature) -> bool:
    return creature.status == "down"


def is_held(state: State, creature: Creature) -> bool:
    return False


def set_free(do: Resolution, id: str) -> None:
    """Nobody is held for long here."""


def why_not_stated(modifiers: tuple[Modifier, ...]) -> Refusal | None:
    return None


@executes(
    "rampage:task.other",
    "rampage:combat.stunt.enemy",
    "rampage:combat.stunt.damage",
    "rampage:combat.stunt.self",
    "rampage:abilities.str.typical-checks",
    "rampage:abilities.int.typical-checks",
    "rampage:abilities.wis.typical-checks",
    "rampage:abilities.dex.typical-checks",
    "rampage:abilities.con.typical-checks",
    "rampage:abilities.cha.typical-checks",
    "rampage:abilities.check.d100",
)
def usual_way(state: State, actor: Creature, what: str, sort: SortOfDeed) -> str:
    """One of the listed tasks if the words name it; against an enemy a blow as with a club, or a hit on AC 7 and their
    save; a feat is a check of the ability it takes, on d20; anything else is a task like the others.
    """
    if what.lower().startswith("save against "):
        return _SAVE
    if sort.feat in ("trivial", "impossible"):
        return WORKS if sort.feat == "trivial" else FAILS
    is_on_foes = any(effect.endswith(" foes") for effect in sort.success) and bool(targets(state, actor, what))
    if is_on_foes and "harm foes" in sort.success:
        return _BIG_CLUB if set(words(what)) & _HEAVY else _CLUB
    if is_on_foes:
        return _STUNT
    task = tasks.task_meant(state, actor, what)
    if task:
        return compendium.tasks()[task].name
    if sort.feat == "reflex":
        return _SAVE
    ability = _BY_FEAT.get(sort.feat)
    return f"{ability} d20" if ability is not None and sheet(actor).scores else "any other task by INT"


def also_settled(way: str) -> tuple[str, ...]:
    """Of which ability a check is, and on which die."""
    return (*_typical(_CHECKS[way][0]), "rampage:abilities.check.d100") if way in _CHECKS else ()


def named_way(do: Resolution, what: str, named: str) -> str:
    """Whether it is rolled at all is judged with the way."""
    return ""


def ruled_before(state: State, what: str) -> str:
    return ""


def keep_ruling(do: Resolution, what: str, way: str) -> None:
    """Nothing is kept: the book asks for no ruling that lasts."""


def is_told_first(way: str) -> bool:
    return False


def settle(do: Resolution, actor: Creature, way: str, what: str, modifiers: tuple[Modifier, ...]) -> bool:
    """By the way that was found; against enemies, at the nearest of those who are meant."""
    foes = targets(do.state, actor, what)
    if way in (*_BLOWS, _STUNT):
        return bool(foes) and _stunt(do, actor, foes[0], way, modifiers)
    if way in _CHECKS:
        ability, sides = _CHECKS[way]
        return rolls.ability_check(do, actor.id, ability, sides, modifiers, _typical(ability))
    if way == _SAVE:
        threat = what.lower().removeprefix("save against ")
        return save(do, actor.id, threat if threat in AGAINST else "general", modifiers)
    if way in _OTHER:
        return tasks.other_task(do, actor, what, _OTHER[way], modifiers)
    if way in _TASKS:
        task = _TASKS[way]
        return tasks.why_not(do.state, actor, task) is None and tasks.attempt(do, actor.id, task, modifiers, what)
    return way == WORKS


def _typical(ability: str) -> tuple[str, ...]:
    return (f"rampage:abilities.{ability.lower()}.typical-checks",)


@executes("rampage:combat.stunt.enemy", "rampage:combat.stunt.damage")
def _stunt(do: Resolution, actor: Creature, foe: Creature, way: str, modifiers: tuple[Modifier, ...]) -> bool:
    """A damaging one is a blow as with a club against their armour; any other needs a hit on AC 7, and then a save
    avoids it.
    """
    around = Circumstances()
    around.hit += modifiers
    around.rule = ("rampage:combat.stunt.enemy" if way == _STUNT else "rampage:combat.stunt.damage",)
    blow = _blow(way)
    if way != _STUNT:
        return roll_to_hit(do, actor.id, foe.id, blow, around)[1]
    return roll_to_hit(do, actor.id, foe.id, blow, around, STUNT_AC)[1] and not save(do, foe.id, "knock down")


def _blow(way: str) -> Blow:
    return weapon_blow(_BLOWS.get(way, "club"))


def spend(do: Resolution, actor: Creature) -> None:
    """A stunt takes the attack; work that has nothing to do with fighting what the judge says."""
    way = next((event.how for event in reversed(do.events) if isinstance(event, wishes.Tried)), "")
    if way in _TASKS or way in _OTHER:
        _work(do, actor, way)
    else:
        do.emit(Spent(actor.id, "attack", rule=("rampage:combat.stunt.self",)))


@executes("rampage:combat.actions.both.bandage")
def _work(do: Resolution, actor: Creature, way: str) -> None:
    """Both actions of each round that it takes, unless the judge lets it go with one of them. What came of it is known
    at once; Ruling: the rounds that it takes are spent all the same.
    """
    ruled = do.ruling(_BOTH, ("both", "attack", "move"), "both", actor.id)
    for what in ("move", "attack") if ruled == "both" else (ruled,):
        do.emit(Spent(actor.id, what, rule=(_BOTH,)))
    seconds = tasks.seconds_in_fights(_TASKS[way]) if way in _TASKS else 0
    if ruled == "both" and seconds > ROUND_SECONDS:
        do.emit(ConditionGained(actor.id, Condition(AT_WORK, do.state.now + seconds), rule=(_BOTH,)))


@executes("rampage:combat.stunt.damage")
def harm(do: Resolution, target: str, by: str, what: str) -> None:
    """As a club does, or a big club if it is something heavy."""
    blow = _blow(_BIG_CLUB if set(words(what)) & _HEAVY else _CLUB)
    roll = do.roll_total(blow.damage, f"damage of {what}")
    do.emit(DamageRolled(by, target, blow.name, roll, rule=("rampage:combat.stunt.damage",)))
    left = max(0, do.state.creatures[target].hp - roll.total)
    do.emit(Harmed(target, roll.total, left, by, "stunt", rule=("rampage:combat.stunt.damage",)))


def knock_away(do: Resolution, target: str, item: Item) -> None:
    send_flying(do, target, item.kind, "rampage:combat.stunt.enemy")


def advantage(what: str, is_save: bool) -> int:
    """A task is made easier by +1; for an ability the die must come low. Ours."""
    return -1 if what.strip().upper() in ABILITIES and not is_save else 1


def subject(about: str) -> str:
    return subject_in(about, {id: listing.name for id, listing in compendium.monsters().items()})


@executes("rampage:abilities.int.typical-checks")
def knows(do: Resolution, creature: Creature, subject: str) -> bool:
    """Recalling is a check of Intelligence on d20."""
    return bool(sheet(creature).scores) and rolls.ability_check(do, creature.id, "INT", 20, (), _typical("INT"))


def facts(subject: str) -> tuple[str, ...]:
    listing = compendium.monsters().get(subject)
    return _told(listing) if listing is not None else ()


def _told(listing: Monster) -> tuple[str, ...]:
    """What the listing says."""
    plus = f"+{listing.plus}" if listing.plus else ""
    own = [f"{a.count} {a.name}" if a.count > 1 else a.name for a in listing.attacks]
    own += [compendium.weapons()[kind].name.lower() for kind in listing.weapons if kind in compendium.weapons()]
    own += [listing.missile.name] if listing.missile is not None else []
    told = [f"{listing.hd:g}{plus} hit dice, AC {listing.ac}", f"it attacks with {', '.join(own) or 'nothing'}"]
    told += [f"{a.name}: {a.effect.__struct_config__.tag}" for a in listing.attacks if a.effect is not None]
    told += ["it heals as it fights"] if listing.regenerates else []
    told += ["it hugs whom it has hit twice"] if listing.hug is not None else []
    return (*told, *listing.manual)
