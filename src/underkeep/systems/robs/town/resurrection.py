"""The rite that brings back the dead: whether a deity grants it, what can go wrong, and what it leaves behind."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium, money, wounds
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.numbers import natural, roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.town_life import town_life
from underkeep.systems.robs.checks.checks import checked, situation
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Died, SheetChanged
from underkeep.world.party import PartyJoined, PartyLeft
from underkeep.world.state import State

RESURRECTION = "resurrection"
NEW_BODIES = "replacement-bodies"
RUINED = "body ruined"
WEEK = 7 * DAY
RITE_DIFFICULTY = 5
PRIEST_LEVEL = {"town": 5, "city": 7}
OFFERING_CP = 4000
FATE_NEEDED = 3
DETECTED = 2
HEALED_AT_RETURN = parse("1d6+1")
WEAK_FOR = parse("1d6")
GRANTED, REFUSED, FATE = "granted", "refused", "fate decides"
_R = "death.resurrection"


class Resurrect(Action, frozen=True):
    """Have a dead companion raised in the temple."""

    actor: str
    dead: str


class RiteHeld(Note, frozen=True):
    """What came of a rite, as far as anybody can see."""

    creature: str
    result: str


class RiteRolled(Note, frozen=True):
    """How it really went."""

    secret: ClassVar[bool] = True

    creature: str
    roll: Roll


class RiteRefused(Note, frozen=True):
    """The deity would not have it."""

    creature: str
    deity: str


class Rose(Event, frozen=True):
    """A dead character lives, with so many hit points, free of whatever was in the blood."""

    private: ClassVar[tuple[str, ...]] = ("hp",)

    creature: str
    hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, hp=self.hp, status="up", conditions=())


class Possessed(Event, frozen=True):
    """Something else came back in the body; `since` is when anybody last wondered."""

    secret: ClassVar[bool] = True

    creature: str
    since: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, possessed={**campaign(state).possessed, self.creature: self.since})


class SpiritUnmasked(Event, frozen=True):
    """A friend saw that this is not who it seems."""

    creature: str
    by: str

    def evolve(self, state: State) -> State:
        left = {id: since for id, since in campaign(state).possessed.items() if id != self.creature}
        return with_campaign(state, possessed=left)


class QuestLaid(Event, frozen=True):
    """Who was raised owes the deity a quest."""

    creature: str
    order: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, quests={**campaign(state).quests, self.creature: self.order})


EVENTS: tuple[type[Event], ...] = (RiteHeld, RiteRolled, RiteRefused, Rose, Possessed, SpiritUnmasked, QuestLaid)


def the_dead(state: State) -> list[Creature]:
    """Characters who died for the party's side."""
    assert state.party is not None
    side = state.party.side
    return [c for c in state.creatures.values() if c.side == side and c.status == "dead" and sheet(c).is_character]


def takes(state: State, action: Resurrect) -> str:
    return f"an offering of {money.written(OFFERING_CP)}"


def options(state: State) -> list[Action]:
    return [Resurrect(m.id, dead.id) for dead in the_dead(state) for m in state.marchers()]


@executes(
    "robs:death.resurrection.possible",
    "robs:death.resurrection.place",
    "robs:death.resurrection.body",
    "robs:death.resurrection.new-body",
)
def why_not(state: State, action: Resurrect) -> Refusal | None:
    """It takes a campaign that knows of it, a temple with several clerics, an offering, and a body that can carry life;
    or a replacement, where such are allowed."""
    assert state.settlement is not None
    if action.dead not in {c.id for c in the_dead(state)}:
        return Refusal("There is nobody of that name to raise.", f"robs:{_R}.body")
    if RESURRECTION not in state.switches:
        return Refusal("In this world the dead stay dead.", f"robs:{_R}.possible")
    if state.settlement.size not in PRIEST_LEVEL or not town_life(state).temple:
        return Refusal("The rite takes a temple with several clerics.", f"robs:{_R}.place")
    if state.creatures[action.dead].condition(RUINED) and NEW_BODIES not in state.switches:
        return Refusal("There is no body left that could carry life.", f"robs:{_R}.body")
    if money.purse_cp(state.creatures[action.actor].items) < OFFERING_CP:
        return Refusal(f"The temple asks an offering of {money.written(OFFERING_CP)}.", "robs:prices")
    return None


def resurrect(do: Resolution, action: Resurrect) -> None:
    """The offering, the deity's word, the roll of whoever leads the rite, and then what comes back."""
    assert do.state.settlement is not None
    money.pay(do, do.state.creatures[action.actor], OFFERING_CP, "offered", ("robs:prices",))
    dead, order = do.state.creatures[action.dead], compendium.orders()[town_life(do.state).temple]
    if not _is_granted(do, dead, order.alignment):
        do.emit(RiteRefused(dead.id, order.deity, rule=(f"robs:{_R}.deity",)))
        return
    level = PRIEST_LEVEL[do.state.settlement.size]
    roll = roll_dhl(do, f"rite for {dead.id}", (Modifier("Priest level", level),), RITE_DIFFICULTY)
    rule = (f"robs:{_R}.place", "robs:resurrection-roll")
    do.emit(RiteRolled(dead.id, roll, rule=rule))
    worst = natural(roll) == -5 and _is_malign(do, dead.id)
    if not roll.success and not worst:
        do.emit(RiteHeld(dead.id, "nothing", rule=rule))
        return
    do.emit(RiteHeld(dead.id, "life", rule=rule))
    _give_body(do, dead)
    if _is_stable(do, dead, worst):
        _come_back(do, dead.id)


@executes("robs:death.resurrection.critical-failure")
def _is_malign(do: Resolution, id: str) -> bool:
    """Ruling: cause-pain-critical. At the worst roll there is the rite seems to work; what opens its eyes is not who
    was mourned."""
    failure = f"robs:{_R}.critical-failure"
    what = do.ruling(failure, ("a malign spirit", "nothing"), "a malign spirit", id, (REFEREE,))
    if what == "nothing":
        return False
    do.emit(Possessed(id, do.state.now, rule=(failure,)))
    return True


@executes("robs:death.resurrection.deity")
def _is_granted(do: Resolution, dead: Creature, alignment: str) -> bool:
    """For the dead of like alignment, in good standing; for others only fate moves the deity."""
    alike = (sheet(dead).alignment or "Neutral") == alignment and dead.id not in campaign(do.state).quests
    word = do.ruling(f"robs:{_R}.deity", (GRANTED, REFUSED, FATE), GRANTED if alike else FATE, dead.id)
    if word == FATE:
        return situation(do, dead.id, "the deity's whim", (), (f"robs:{_R}.deity",)) >= FATE_NEEDED
    return word == GRANTED


@executes("robs:death.resurrection.new-body", "robs:death.resurrection.new-body-attributes")
def _give_body(do: Resolution, dead: Creature) -> None:
    """Ruling: new-body-int. A replacement gives its STR, DEX, CON and Scale; the rest is the soul's."""
    if not dead.condition(RUINED):
        return
    own, body = sheet(dead), compendium.monsters()["commoner"]
    physical = {a: body.attributes[a] for a in ("STR", "DEX", "CON")}
    changed = replace(
        own,
        attributes={**own.attributes, **physical},
        scale=body.scale,
        movement_scale=body.movement_scale,
        flying_scale=None,
    )
    rule = (f"robs:{_R}.new-body", f"robs:{_R}.new-body-attributes")
    do.emit(SheetChanged(dead.id, changed, "has another body", rule=rule))


@executes("robs:death.resurrection.stabilise", "robs:death.resurrection.poison")
def _is_stable(do: Resolution, dead: Creature, unholy: bool) -> bool:
    """The clerics heal just as the soul returns; if that does not bring the body above 0 the old wounds kill again,
    unless it is no soul. Poison in it has lost its force."""
    healed = do.roll_total(HEALED_AT_RETURN, f"healing of {dead.id} at the return").total
    hp = max(1, dead.hp + healed) if unholy else min(dead.max_hp, dead.hp + healed)
    rule = (f"robs:{_R}.stabilise", *((f"robs:{_R}.poison",) if dead.conditions else ()))
    do.emit(Rose(dead.id, hp, rule=rule))
    if hp <= 0:
        do.emit(Died(dead.id, rule=(f"robs:{_R}.stabilise",)))
        return False
    return True


def _join(do: Resolution, id: str) -> None:
    assert do.state.party is not None
    if id not in do.state.party.members:
        do.emit(PartyJoined(id, rule=(f"robs:{_R}.possible",)))


@executes("robs:death.resurrection.weakness", "robs:death.resurrection.quest")
def _come_back(do: Resolution, id: str) -> None:
    """Feeble for some weeks, one at least; and often with a quest from whoever granted it."""
    _join(do, id)
    constitution = sheet(do.state.creatures[id]).attributes["CON"]
    weeks = max(1, do.roll_total(WEAK_FOR, f"weakness of {id}").total - constitution)
    rule = (f"robs:{_R}.weakness",)
    do.emit(ConditionGained(id, Condition(wounds.RISEN, do.state.now + weeks * WEEK, weeks), rule=rule))
    quest = f"robs:{_R}.quest"
    usual = "a quest" if situation(do, id, "a quest of the deity", (), (quest,)) <= 0 else "no quest"
    if do.ruling(quest, ("a quest", "no quest"), usual, id) == "a quest":
        do.emit(QuestLaid(id, town_life(do.state).temple, rule=(quest,)))


@executes("robs:death.resurrection.critical-failure")
def wonder(do: Resolution) -> None:
    """Once a week a friend may see through a malign spirit by a Great INT check; then it is driven off."""
    for id, since in campaign(do.state).possessed.items():
        friends = [c for c in do.state.marchers() if c.id != id]
        if do.state.now - since < WEEK or not friends:
            continue
        failure = (f"robs:{_R}.critical-failure",)
        friend = max(friends, key=lambda c: sheet(c).attributes["INT"])
        if checked(do, friend, "INT", DETECTED, failure, (REFEREE,)).success:
            do.emit(SpiritUnmasked(id, friend.id, rule=failure))
            do.emit(PartyLeft(id, "unmasked", rule=failure))
        else:
            do.emit(Possessed(id, do.state.now, rule=failure))
