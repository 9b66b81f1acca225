"""Powers that are no spells: a Paladin's hands, a Warlock's mark."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks import healing, vows
from underkeep.systems.rampage.magic import gifts, power
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Died
from underkeep.world.fight import Spent, Step
from underkeep.world.state import State

HANDS, CURE = "lay on hands", "cure disease"
HEALS_A_LEVEL, CURES_TWICE_FROM = 2, 6
DISEASE = "disease"
_HANDS, _CURE = "rampage:class.paladin.lay-on-hands", "rampage:class.paladin.cure-disease"
_FALL, _MARK = "rampage:class.paladin.fall", "rampage:class.ability.mark-of-hell"
_OWED = "rampage:class.ravager.sacrifice"


class LayOnHands(Action, frozen=True):
    """Heal somebody else by touch, or of a disease."""

    actor: str
    target: str
    cure: bool = False

    @property
    def hint(self) -> str:
        return "" if self.cure else "mend"


class Sacrifice(Action, frozen=True):
    """Kill a captive for the power in it."""

    actor: str
    captive: str


class Sacrificed(Event, frozen=True):
    """How many prisoners a Ravager has given his gods this month."""

    creature: str
    count: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, sacrificed={**campaign(state).sacrificed, self.creature: self.count})


EVENTS: tuple[type[Event], ...] = (Sacrificed,)


def offers(state: State, actor: Creature, step: Step) -> Options:
    if "paladin" not in sheet(actor).classes or step.phase != "act":
        return NONE
    hurt = [c for c in state.combatants(actor.side) if c.hp < c.max_hp and c.status in ("up", "down")]
    found = [LayOnHands(actor.id, c.id) for c in hurt]
    return Options(tuple(action for action in found if why_not(state, action) is None))


def options(state: State) -> list[Action]:
    found: list[LayOnHands] = []
    for actor in state.marchers():
        if "paladin" in sheet(actor).classes:
            near = [state.creatures[id] for id in state.party.members] if state.party is not None else []
            found += [LayOnHands(actor.id, c.id) for c in near if c.hp < c.max_hp]
            found += [LayOnHands(actor.id, c.id, True) for c in near if c.condition(DISEASE)]
    return [action for action in found if why_not(state, action) is None]


@executes("rampage:class.paladin.lay-on-hands", "rampage:class.paladin.cure-disease", "rampage:class.paladin.fall")
def why_not(state: State, action: LayOnHands) -> Refusal | None:
    """On another within reach; wounds once a day, diseases once, from level 6 twice; and only while he is Lawful."""
    actor, target = state.creatures[action.actor], state.creatures.get(action.target)
    own, rule = sheet(actor), _CURE if action.cure else _HANDS
    if "paladin" not in own.classes:
        return Refusal(f"{actor.name} is no Paladin.", rule)
    if vows.has_fallen(actor):
        return Refusal(f"{actor.name} has lost that power.", _FALL)
    if target is None or target.id == actor.id or target.status == "dead":
        return Refusal("That is for somebody else who lives.", rule)
    if state.fight is not None and (actor.at is None or target.at is None or actor.steps_to(target) > 1):
        return Refusal(f"{target.name} is out of reach.", rule)
    if state.fight is not None and state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", "rampage:combat.actions.one-each")
    most = 2 if action.cure and own.level >= CURES_TWICE_FROM else 1
    if gifts.times_used(actor, CURE if action.cure else HANDS) >= most:
        return Refusal(f"{actor.name} has done that today.", rule)
    if action.cure and target.condition(DISEASE) is None:
        return Refusal(f"{target.name} has no disease.", rule)
    return None


@executes("rampage:class.paladin.lay-on-hands", "rampage:class.paladin.cure-disease")
def lay_on_hands(do: Resolution, action: LayOnHands) -> None:
    """2 points for each level, or an end to a disease."""
    rule = (_CURE,) if action.cure else (_HANDS,)
    if do.state.fight is not None:
        do.emit(Spent(action.actor, "attack", rule=rule))
    gifts.use(do, action.actor, CURE if action.cure else HANDS, rule)
    if action.cure:
        do.emit(ConditionEnded(action.target, DISEASE, rule=rule))
    else:
        amount = HEALS_A_LEVEL * sheet(do.state.creatures[action.actor]).level
        healing.heal(do, action.target, amount, rule, "magic")


# The Mark of Hell


def sacrifices(state: State) -> list[Action]:
    dark = [c for c in state.marchers() if "warlock" in sheet(c).classes or "ravager" in sheet(c).classes]
    found = [Sacrifice(c.id, id) for c in dark for id in campaign(state).captives]
    return [action for action in found if why_not_sacrifice(state, action) is None]


@executes("rampage:class.ability.mark-of-hell", "rampage:class.ravager.sacrifice")
def why_not_sacrifice(state: State, action: Sacrifice) -> Refusal | None:
    """By a Warlock who has spent power, or a Ravager, who owes it to his gods; of a captive who lives."""
    actor, captive = state.creatures[action.actor], state.creatures.get(action.captive)
    is_ravager = "ravager" in sheet(actor).classes
    if "warlock" not in sheet(actor).classes and not is_ravager:
        return Refusal(f"{actor.name} bears no Mark of Hell.", _MARK)
    if captive is None or action.captive not in campaign(state).captives or captive.status == "dead":
        return Refusal("There is no such captive.", _OWED if is_ravager else _MARK)
    if not sheet(actor).power_spent and not is_ravager:
        return Refusal(f"{actor.name} has all the power there is.", _MARK)
    return None


@executes("rampage:class.ability.mark-of-hell", "rampage:class.ravager.sacrifice")
def sacrifice(do: Resolution, action: Sacrifice) -> None:
    """To a Warlock a spent point comes back for each hit die or level of the victim; a Ravager owes one less."""
    if "ravager" in sheet(do.state.creatures[action.actor]).classes:
        do.emit(Died(action.captive, rule=(_OWED,)))
        count = campaign(do.state).sacrificed.get(action.actor, 0) + 1
        do.emit(Sacrificed(action.actor, count, rule=(_OWED,)))
        return
    points = max(1, int(sheet(do.state.creatures[action.captive]).hd))
    do.emit(Died(action.captive, rule=(_MARK,)))
    power.regain(do, action.actor, points, "sacrifice", (_MARK,))
