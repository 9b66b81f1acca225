"""Mercenaries, followers and vassals: soldiers in squads, a stronghold, and those whom it brings."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.meeting import ids_of_met
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.campaign import Service, campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.abilities import most_troops
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.town import oaths, retainers, services
from underkeep.systems.rampage.town.services import MERCENARY, SOLDIERS, VASSAL, ServiceSworn
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyJoined, PartyLeft
from underkeep.world.state import State

SQUAD = 10
PAY_GP = (3, 10, 20)
"""A month's pay by level, and what a stronghold costs, stand in for another book's."""
STRONGHOLD_GP, ENGINEER_GP = 5000, 750
"""The price of a stronghold, and what of it is an engineer's fee; both are ours."""
MOST_LEVEL = {"warrior": 2, "militant": 1, "guardian": 1, "punisher": 1}
TROOPS = ("militia", "man-at-arms")
TROOP_LEVEL = 0
_LEVELS = "rampage:retainer.mercenary.levels"


class HireSoldiers(Action, frozen=True):
    """Hire a mercenary, or a squad of ten with a sergeant among them."""

    actor: str
    kind: str
    level: int
    squad: bool


class CallUp(Action, frozen=True):
    """Have one's soldiers march with the party."""

    actor: str


class StandDown(Action, frozen=True):
    """Leave one's soldiers in garrison."""

    actor: str


class BuildStronghold(Action, frozen=True):
    """Build a castle worth so much, and see who comes to serve in it."""

    actor: str
    gp: int = STRONGHOLD_GP


class RaiseVassals(Action, frozen=True):
    """Raise ten of the militia of one's lands."""

    actor: str


class StrongholdBuilt(Event, frozen=True):
    """Somebody is lord of a stronghold."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, lords=(*campaign(state).lords, self.creature))


EVENTS: tuple[type[Event], ...] = (StrongholdBuilt,)


@executes("rampage:retainer.mercenary.levels")
def most_level(kind: str) -> int:
    """How good a mercenary of a class can be: level 0 for troops, 2 for Warriors and Jacks, 1 for some clerics; -1 for
    those who sell themselves to nobody.
    """
    if kind in TROOPS:
        return 0
    if kind in MOST_LEVEL:
        return MOST_LEVEL[kind]
    found = compendium.classes().get(kind)
    return 2 if found is not None and found.type == "jack" else -1


def hirings(state: State) -> list[Action]:
    return [HireSoldiers(m.id, kind, 0, squad) for m in state.marchers() for kind in TROOPS for squad in (False, True)]


@executes("rampage:retainer.mercenary.levels", "rampage:abilities.cha.troops", "rampage:abilities.cha.troops-fighter")
def why_not_hire(state: State, action: HireSoldiers) -> Refusal | None:
    """No better than mercenaries are, no more than one can lead, and the first month's pay in hand."""
    master, many = state.creatures[action.actor], SQUAD if action.squad else 1
    if not is_character(master):
        return Refusal(f"{master.name} hires nobody.", _LEVELS)
    if not 0 <= action.level <= most_level(action.kind) or (action.kind in TROOPS and action.level):
        return Refusal("No such soldier is for hire.", _LEVELS)
    if action.level == 0 and action.kind not in TROOPS:
        return Refusal("No such soldier is for hire.", _LEVELS)
    refusal = oaths.why_not_serve(master, action.kind)
    if refusal is not None:
        return refusal
    own = sheet(master)
    fighter = has_type(own.classes, "fighter")
    most = most_troops(own.score("CHA"), own.level if fighter else 0)
    if len(services.serving(state, master.id, *SOLDIERS)) + many > most:
        rule = "rampage:abilities.cha.troops-fighter" if fighter else "rampage:abilities.cha.troops"
        return Refusal(f"{master.name} can lead {most} soldiers.", rule)
    cost = pay_sp(action.level) * many
    if money.purse_sp(master.items) < cost:
        return Refusal(f"A month of that costs {money.told(cost)}.", "rampage:retainer.mercenary.use")
    return None


def pay_sp(level: int) -> int:
    return PAY_GP[level] * money.IN_SP["gp"]


@executes("rampage:retainer.mercenary.use", "rampage:retainer.mercenary.squad", "rampage:retainer.mercenary.sergeant")
def hire(do: Resolution, action: HireSoldiers) -> None:
    """They guard the home until they are called up, and have no share in anything. Of a squad one is the sergeant,
    who has all the hit points there are and leads the others.
    """
    master = do.state.creatures[action.actor]
    cost = pay_sp(action.level) * (SQUAD if action.squad else 1)
    left = money.with_purse(master.items, money.purse_sp(master.items) - cost)
    do.emit(ItemsChanged(master.id, left, "paid-wages", coins=cost, rule=("rampage:retainer.mercenary.use",)))
    kinds = [action.kind] * (SQUAD - 1 if action.squad else 1)
    for kind in ["sergeant", *kinds] if action.squad else kinds:
        led = "rampage:retainer.mercenary.sergeant" if kind == "sergeant" else "rampage:retainer.mercenary.squad"
        rule = (led, _LEVELS) if action.squad else ("rampage:retainer.mercenary.use", _LEVELS)
        _enlist(do, master, kind, action.level, MERCENARY, pay_sp(action.level), rule)
    oaths.count_soldiers(do, master.id)


def _enlist(do: Resolution, master: Creature, kind: str, level: int, rank: str, pay: int, rule: tuple[str, ...]) -> str:
    """One more soldier, in garrison."""
    party = do.state.party
    assert party is not None
    id = ids_of_met(do.state, kind, 1)[0]
    entrust(do, id, party.side, do.state.owner(master.id))
    do.rules.recruit(do, Recruit(kind, max(1, level)), id, party.side)
    until = do.state.now + services.MONTH
    do.emit(ServiceSworn(id, Service(master.id, rank, until, pay), rule=rule))
    return id


# In garrison and in the field


def garrison(state: State, master: str) -> list[Creature]:
    assert state.party is not None
    found = services.serving(state, master, *SOLDIERS)
    return [c for c in found if c.id not in state.party.members and c.is_up]


def in_the_field(state: State, master: str) -> list[Creature]:
    assert state.party is not None
    return [c for c in services.serving(state, master, *SOLDIERS) if c.id in state.party.members]


def calls(state: State) -> list[Action]:
    return [CallUp(m.id) for m in state.marchers() if garrison(state, m.id)]


def dismissals(state: State) -> list[Action]:
    return [StandDown(m.id) for m in state.marchers() if in_the_field(state, m.id)]


def why_not_call(state: State, action: CallUp | StandDown) -> Refusal | None:
    found = garrison(state, action.actor) if isinstance(action, CallUp) else in_the_field(state, action.actor)
    if not found:
        return Refusal(
            f"{state.creatures[action.actor].name} has no soldiers to order.", "rampage:retainer.mercenary.use"
        )
    return None


def call_up(do: Resolution, action: CallUp) -> None:
    for soldier in garrison(do.state, action.actor):
        do.emit(PartyJoined(soldier.id, rule=("rampage:retainer.mercenary.double-pay",)))


def stand_down(do: Resolution, action: StandDown) -> None:
    for soldier in in_the_field(do.state, action.actor):
        do.emit(PartyLeft(soldier.id, "in garrison", rule=("rampage:retainer.mercenary.use",)))


# Strongholds


def buildings(state: State) -> list[Action]:
    cost = building_sp(state)[0]
    rich = [m for m in state.marchers() if money.purse_sp(m.items) >= cost]
    return [BuildStronghold(m.id) for m in rich]


@executes("rampage:class.ability.engineer")
def building_sp(state: State, gp: int = STRONGHOLD_GP) -> tuple[int, tuple[str, ...]]:
    """What a stronghold costs, with the fee of an engineer, which a jack of the party who is one does not ask."""
    own = any(has_special(sheet(m), "Engineer") for m in state.marchers())
    fee = ENGINEER_GP if own else 0
    return (gp - fee) * money.IN_SP["gp"], ("rampage:class.ability.engineer",) if own else ()


def levies(state: State) -> list[Action]:
    return [RaiseVassals(m.id) for m in state.marchers() if m.id in campaign(state).lords]


@executes("rampage:class.ravager.home", "rampage:retainer.follower")
def why_not_build(state: State, action: BuildStronghold) -> Refusal | None:
    """One stronghold to a lord, for money; a Ravager has no home but one that he has taken by violence."""
    lord, cost = state.creatures[action.actor], building_sp(state, action.gp)[0]
    if action.gp < STRONGHOLD_GP:
        return Refusal(f"A stronghold costs {STRONGHOLD_GP} gp or more.", "rampage:retainer.follower")
    if "ravager" in sheet(lord).classes:
        return Refusal(f"{lord.name} owns nothing but what was taken with blood.", "rampage:class.ravager.home")
    if lord.id in campaign(state).lords or not is_character(lord):
        return Refusal(f"{lord.name} builds no other stronghold.", "rampage:retainer.follower")
    if oaths.wealth_sp(state, lord) < cost:
        return Refusal(f"A stronghold costs {money.told(cost)}.", "rampage:retainer.follower")
    return None


@executes("rampage:retainer.follower")
def build(do: Resolution, action: BuildStronghold) -> None:
    """A stronghold brings followers, who are henchmen that Charisma does not limit."""
    cost, engineer = building_sp(do.state, action.gp)
    rule = ("rampage:retainer.follower", *engineer)
    lord = do.state.creatures[action.actor]
    oaths.pay_castle(do, lord.id, cost, rule)
    do.emit(StrongholdBuilt(lord.id, rule=rule))
    oaths.weigh_castle(do, lord.id, action.gp)
    for _ in range(do.roll(2, 6, "followers").total):
        id = _enlist(do, lord, "man-at-arms", TROOP_LEVEL, services.FOLLOWER, 0, rule)
        retainers.swear(do, id, lord, services.FOLLOWER)


@executes("rampage:retainer.vassal")
def why_not_raise(state: State, action: RaiseVassals) -> Refusal | None:
    """Only the lord of populated lands has vassals."""
    lord = state.creatures[action.actor]
    if lord.id not in campaign(state).lords:
        return Refusal(f"{lord.name} is lord of no lands.", "rampage:retainer.vassal")
    if services.serving(state, lord.id, VASSAL):
        return Refusal("The militia is raised already.", "rampage:retainer.vassal")
    return None


@executes("rampage:retainer.vassal")
def raise_vassals(do: Resolution, action: RaiseVassals) -> None:
    """They serve as mercenaries do, and cost nothing while they are in garrison."""
    lord = do.state.creatures[action.actor]
    for _ in range(SQUAD):
        _enlist(do, lord, "militia", TROOP_LEVEL, VASSAL, pay_sp(TROOP_LEVEL), ("rampage:retainer.vassal",))
