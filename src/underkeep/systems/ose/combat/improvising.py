"""What no rule mentions: the player says it in any words, and the referee finds a way to decide it.

The order of it is any game's (`procedures.wishes`); here stand this game's ways, and what it tells of monsters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from underkeep.kernel.event import Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import consequences
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.calls import Call, all_called, subject_in
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import Feat, SortOfDeed
from underkeep.systems.ose.attacks import grips, splashing
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.basics import conditions as states
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import ABILITIES, SAVES, sheet
from underkeep.systems.ose.checks.damage import harm as hurt
from underkeep.systems.ose.checks.damage import roll_damage
from underkeep.systems.ose.checks.reactions import ATTITUDES
from underkeep.systems.ose.checks.saves import category, save
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.monsters import lore
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.knowledge import Recalled
from underkeep.world.state import State

judged_by = "ose:referee.resolve-action"
outcome_by = "ose:referee.rulings.gaps"
rule = ("ose:encounter.actions.players", judged_by, "ose:referee.improvisation")
_KNOWLEDGE = "ose:referee.character-knowledge"
_CHECK, _KNOWS, _DOES_NOT = "INT check", "knows", "does not know"
_WHEN = "ose:task.ability-check.when"
WORKS, FAILS = "it works", "it fails"
_CHECKS = {f"{ability} check": ability for ability in ABILITIES}
_SAVES = {f"save against {kind}": kind for kind in SAVES}
_CHANCES = {f"{chance}-in-6": chance for chance in range(1, 6)}
_PERCENT = {f"{chance}%": chance for chance in (5, 10, 25, 50, 75, 90, 95)}
ways = (WORKS, FAILS, *_CHECKS, *_SAVES, *_CHANCES, *_PERCENT)
UNCERTAIN = "3-in-6"
_BY_FEAT: dict[Feat, str] = {
    "trivial": WORKS,
    "impossible": FAILS,
    "strength": "STR check",
    "agility": "DEX check",
    "stamina": "CON check",
    "wits": "INT check",
    "senses": "WIS check",
    "presence": "CHA check",
    "reflex": "save against breath",
    "chance": UNCERTAIN,
}
conditions: Mapping[str, str] = {
    "prone": states.UNSTABLE,
    "blind": states.BLIND,
    "hold": states.ENTANGLED,
    "daze": states.DAZED,
    "hide": states.HIDDEN,
}
attitudes = ATTITUDES
checks = (*ABILITIES, ability_checks.OPEN_DOORS, "loyalty", "climb", "swim", "fall")
saves = SAVES
ADVANTAGE = -2
_BLOW = parse("1d6")


class DeedRuled(Event, frozen=True):
    """In which way the referee decides what no rule mentions, from now on; `what` are the player's words."""

    secret: ClassVar[bool] = True

    what: str
    way: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, deeds={**campaign(state).deeds, self.what: self.way})


def why_not_together(state: State, action: Call) -> Refusal | None:
    return None


def rolling(state: State, action: Call) -> tuple[str, ...]:
    return all_called(action)


def has_own_rule(state: State, actor: Creature, what: str) -> bool:
    """A flask of oil or holy water is a missile in a fight."""
    return state.fight is not None and splashing.flask(actor, what) is not None


def by_own_rule(do: Resolution, actor: str, what: str) -> None:
    splashing.throw(do, actor, what)


def why_not_wished(state: State, actor: Creature, what: str) -> Refusal | None:
    """Anything may be tried; but a flask wants a flame and a foe in reach."""
    return splashing.why_not(state, actor, what)


@executes("ose:encounter.actions.players")
def why_not_try(state: State, actor: Creature) -> Refusal | None:
    """In a fight by whoever has not struck yet, when it could."""
    fight = state.fight
    assert fight is not None
    if fight.step.phase.removeprefix("slow-") not in ("movement", "missile", "melee"):
        return Refusal(f"{actor.name} cannot do that in the {fight.step.phase} step.", "ose:combat.round-sequence")
    if ATTACKED in fight.spent.get(actor.id, ()):
        return Refusal(f"{actor.name} has done enough this round.", "ose:combat.attack.per-round")
    return None


@executes("ose:healing.natural", "ose:healing.magical")
def why_not_mend(state: State) -> Refusal | None:
    """Rest mends, and magic; whoever is at 0 hit points is dead."""
    told = "Tending a wound gives no hit points back: a full day's rest gives 1d3, and magic heals at once."
    return Refusal(f"{told} At 0 hit points one is dead.", "ose:healing.natural")


def is_helpless(state: State, creature: Creature) -> bool:
    return states.is_helpless(creature)


def is_held(state: State, creature: Creature) -> bool:
    """In a grip that is no belly, or caught in something."""
    return bool(grips.breakable(state, creature.id)) or states.has(creature, states.ENTANGLED)


@executes("ose:referee.rulings.gaps")
def set_free(do: Resolution, id: str) -> None:
    """Another pulls somebody out of grips, and of what entangles him."""
    grips.break_all(do, id, (outcome_by,))
    if states.has(do.state.creatures[id], states.ENTANGLED):
        do.emit(ConditionEnded(id, states.ENTANGLED, rule=(outcome_by,)))


@executes("ose:task.ability-check.modifiers")
def why_not_stated(modifiers: tuple[Modifier, ...]) -> Refusal | None:
    """A check is made at -4 to +4."""
    total, most = sum(m.amount for m in modifiers), ability_checks.HARDEST
    fits = -most <= total <= most
    return None if fits else Refusal(f"A check is made at -{most} to +{most}.", "ose:task.ability-check.modifiers")


@executes("ose:referee.resolve-action", "ose:referee.improvisation")
def usual_way(state: State, actor: Creature, what: str, sort: SortOfDeed) -> str:
    """The trivial works and the impossible fails; a feat of body or mind is a check; to avoid sudden harm takes a save;
    anything else is an even chance, and so is a feat of one without scores.
    """
    _, asked, threat = what.lower().partition("save against ")
    found = category(threat) if asked else None
    way = f"save against {found[0]}" if found is not None else _BY_FEAT[sort.feat]
    if sort.success == ("take foes",) and _are_helpless(consequences.targets(state, actor, what)):
        return WORKS
    return UNCERTAIN if way in _CHECKS and not sheet(actor).abilities else way


def _are_helpless(struck: list[Creature]) -> bool:
    return bool(struck) and all(map(states.is_helpless, struck))


@executes("ose:task.ability-check.when")
def named_way(do: Resolution, what: str, named: str) -> str:
    """Who asks for a check makes one, unless the referee waves the task through. Default: a check."""
    if named not in _CHECKS:
        return ""
    return WORKS if do.ruling(_WHEN, ("check", "no roll"), "check", what, also=rule) == "no roll" else named


def also_settled(way: str) -> tuple[str, ...]:
    """What else the judgement settles: nothing."""
    return ()


@executes("ose:referee.rulings.gaps")
def ruled_before(state: State, what: str) -> str:
    """As it was ruled before."""
    return campaign(state).deeds.get(_same(what), "")


@executes("ose:referee.rulings.gaps")
def keep_ruling(do: Resolution, what: str, way: str) -> None:
    """The same deed is ruled alike as long as the campaign lasts."""
    if do.state.party is not None:
        do.emit(DeedRuled(_same(what), way, rule=("ose:referee.rulings.gaps",)))


def _same(what: str) -> str:
    return " ".join(what.lower().split())


@executes("ose:referee.resolve-action")
def is_told_first(way: str) -> bool:
    """A chance is told before the roll, and to leave it then costs nothing."""
    return way in _CHANCES or way in _PERCENT


@executes("ose:referee.resolve-action")
def settle(do: Resolution, actor: Creature, way: str, what: str, modifiers: tuple[Modifier, ...]) -> bool:
    """Decided outright, by a check, by a save or by a chance."""
    if way in _CHANCES:
        return ability_checks.chance_in_six(do, actor.id, "try", _CHANCES[way], rule)
    if way in _PERCENT:
        return ability_checks.chance_in_hundred(do, actor.id, "try", _PERCENT[way], rule)
    if way in _CHECKS and sheet(actor).abilities:
        return ability_checks.check(do, CallCheck(actor.id, _CHECKS[way], None, modifiers))
    if way in _SAVES:
        return save(do, actor.id, _SAVES[way], modifiers)
    return way == WORKS


@executes("ose:encounter.actions.players")
def spend(do: Resolution, actor: Creature) -> None:
    """In a fight that was the creature's attack."""
    do.emit(Spent(actor.id, ATTACKED, rule=rule))


@executes("ose:referee.rulings.gaps", "ose:combat.damage.pc")
def harm(do: Resolution, target: str, by: str, what: str) -> None:
    """1d6, as a blow does; strength adds nothing to what falls by itself."""
    amount = roll_damage(do, by, target, "try", _BLOW, (), ("ose:combat.damage.pc",))
    hurt(do, target, amount, by, "try", rule=(outcome_by,))


def knock_away(do: Resolution, target: str, item: Item) -> None:
    consequences.let_fall(do, target, item, (outcome_by,))


def advantage(what: str, is_save: bool) -> int:
    """A check is easier at -4 and harder at +4; half of that for one thing that helps, as for a save. Ours."""
    return -ADVANTAGE if is_save else ADVANTAGE


def subject(about: str) -> str:
    return subject_in(about, {id: listing.name for id, listing in monsters().items()})


@executes("ose:referee.character-knowledge", "ose:task.ability-check.when")
def knows(do: Resolution, creature: Creature, subject: str) -> bool:
    """A character knows what an INT check brings to mind, unless the referee knows better; nobody else is asked.
    Default: a check.
    """
    if not sheet(creature).abilities:
        return False
    choice = do.ruling(_KNOWLEDGE, (_CHECK, _KNOWS, _DOES_NOT), _CHECK, subject, seats=(REFEREE,))
    if choice != _CHECK:
        return choice == _KNOWS
    return ability_checks.check(do, CallCheck(creature.id, "INT", 0))


def why_recalled(state: State, event: Recalled) -> Iterator[str]:
    """What is told of monsters has no figures in it."""
    if event.facts:
        yield "ose:referee.describe.no-stats"


facts = lore.facts
