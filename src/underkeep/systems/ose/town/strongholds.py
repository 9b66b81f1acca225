"""Strongholds: land, what is built on it by engineers in so many days, and who comes to live there."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money, setting
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.holdings import Stronghold
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.town import inheritance, specialists, wages
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.state import State

RULE = "ose:domain.genre-rules"
ENGINEER = "engineer"
GP_A_DAY, GP_AN_ENGINEER = 500, 100_000
LAND_GP = 1000
"""What a stretch of six miles costs, cleared and with the ruler's leave. Ours."""
BY_GENRE, NO_RULES = "as the genre has it", "nothing of the kind"
MONTH = 30 * DAY


class Structure(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that strongholds are built of; an interior wants something to be in."""

    name: str
    cost_gp: int
    rule: str
    size: str = ""
    is_interior: bool = False


class Claim(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    hold: str
    level: int
    rule: str
    price_percent: int = 100
    number: str = "0"
    who: str = ""
    settlers: str = "0"


@cache
def structures() -> dict[str, Structure]:
    return content.load(compendium.PACKAGE, "strongholds/structures", Structure)


@cache
def claims() -> dict[str, Claim]:
    return content.load(compendium.PACKAGE, "strongholds/followers", Claim)


class ClaimLand(Action, frozen=True):
    """Buy land to build on."""

    actor: str


class Build(Action, frozen=True):
    """Have so many structures of a kind built on one's land."""

    actor: str
    structure: str
    count: int = 1


class LandRefused(Note, frozen=True):
    """The referee has no rules for strongholds."""

    creature: str


class StrongholdChanged(Event, frozen=True):
    """How somebody's stronghold stands now; `what` happened to it, in a word."""

    stronghold: Stronghold
    creature: str
    what: str
    text: str = ""

    def evolve(self, state: State) -> State:
        return with_campaign(state, strongholds={**campaign(state).strongholds, self.creature: self.stronghold})


EVENTS: tuple[type[Event], ...] = (LandRefused, StrongholdChanged)


def stronghold(state: State, id: str) -> Stronghold | None:
    return campaign(state).strongholds.get(id)


def funds_cp(state: State, creature: Creature) -> int:
    """What somebody can spend in town: the purse, and what is in safe hands there."""
    return money.purse_cp(creature.items) + inheritance.deposit_cp(state, creature.id)


def spend(do: Resolution, creature: Creature, cost_cp: int, about: str) -> None:
    """From the purse first, and then from what is in safe hands."""
    paid = min(cost_cp, money.purse_cp(creature.items))
    if paid:
        money.pay(do, creature, paid, "paid-for", (RULE,), about)
    if cost_cp > paid:
        left = inheritance.deposit_cp(do.state, creature.id) - (cost_cp - paid)
        do.emit(inheritance.DepositChanged(creature.id, left, rule=(RULE,)))


@executes("ose:domain.genre-rules")
def claim_of(creature: Creature) -> Claim | None:
    """What the class of a character may build, if anything."""
    return claims().get(creature.kind)


@executes("ose:domain.genre-rules")
def price_gp(creature: Creature, structure: str, count: int) -> int:
    """A cleric in favour pays half of it."""
    claim = claim_of(creature)
    percent = claim.price_percent if claim is not None else 100
    return structures()[structure].cost_gp * count * percent // 100


def land_options(state: State) -> list[Action]:
    return [action for c in wages.characters(state) if why_not_claim(state, action := ClaimLand(c.id)) is None]


def build_options(state: State) -> list[Action]:
    owners = [c for c in wages.characters(state) if stronghold(state, c.id) is not None]
    found = [Build(c.id, kind) for c in owners for kind in structures()]
    return [action for action in found if why_not_build(state, action) is None]


@executes("ose:domain.genre-rules")
def _why_not_own(state: State, creature: Creature | None) -> Refusal | None:
    """By the genre's rules, and by those of the class."""
    if creature is None or creature not in wages.characters(state):
        return Refusal("Retainers hold no land.", RULE)
    if not setting.genre(state).strongholds:
        return Refusal("No rules for strongholds are loaded: this genre has none.", RULE)
    claim = claim_of(creature)
    if claim is None or sheet(creature).level < claim.level:
        level = claim.level if claim is not None else 9
        return Refusal(f"A {creature.kind} may found a stronghold from level {level} on.", RULE)
    return None


@executes("ose:domain.genre-rules")
def why_not_claim(state: State, action: ClaimLand) -> Refusal | None:
    """Who may, and can pay; one stretch of land each."""
    creature = state.creatures.get(action.actor)
    if (refusal := _why_not_own(state, creature)) is not None:
        return refusal
    assert creature is not None
    if stronghold(state, creature.id) is not None:
        return Refusal(f"{creature.name} has land already.", RULE)
    if funds_cp(state, creature) < LAND_GP * IN_CP["gp"]:
        return Refusal(f"Land costs {LAND_GP:,} gp.", RULE)
    return None


def land_takes(state: State, action: ClaimLand) -> str:
    return f"{LAND_GP:,} gp"


@executes("ose:domain.genre-rules")
def claim(do: Resolution, action: ClaimLand) -> None:
    """The referee says whether there are rules for it. Default: those of the genre."""
    if do.ruling(RULE, (BY_GENRE, NO_RULES), BY_GENRE) == NO_RULES:
        do.emit(LandRefused(action.actor, rule=(RULE,)))
        return
    owner = do.state.creatures[action.actor]
    spend(do, owner, LAND_GP * IN_CP["gp"], "land")
    do.emit(StrongholdChanged(Stronghold(owner.id), owner.id, "land", rule=(RULE,)))


@executes("ose:domain.genre-rules")
def engineers_needed(cost_gp: int) -> int:
    """One for each 100,000 gold pieces, and for what is left."""
    return -(-cost_gp // GP_AN_ENGINEER)


@executes("ose:domain.genre-rules")
def days_to_build(cost_gp: int) -> int:
    """A day for each 500 gold pieces, and for what is left."""
    return -(-cost_gp // GP_A_DAY)


@executes("ose:domain.genre-rules")
def why_not_build(state: State, action: Build) -> Refusal | None:
    """On one's own land, of what the list has, with engineers enough, for the price."""
    creature, part = state.creatures.get(action.actor), structures().get(action.structure)
    if (refusal := _why_not_own(state, creature)) is not None:
        return refusal
    assert creature is not None
    own = stronghold(state, creature.id)
    if own is None:
        return Refusal(f"{creature.name} has no land to build on.", RULE)
    if part is None or action.count < 1:
        return Refusal("Nothing of the kind is on the builders' list.", RULE)
    if part.is_interior and not any(not structures()[kind].is_interior for kind in own.parts):
        return Refusal("That wants a building to be in.", RULE)
    cost = price_gp(creature, action.structure, action.count)
    needed = engineers_needed(cost + (own.building_gp if own.done > state.now else 0))
    if specialists.serving(state, ENGINEER) < needed:
        many = "an engineer" if needed == 1 else f"{needed} engineers"
        return Refusal(f"That takes {many} in service.", RULE)
    if funds_cp(state, creature) < cost * IN_CP["gp"]:
        return Refusal(f"That costs {cost:,} gp.", RULE)
    return None


def build_takes(state: State, action: Build) -> str:
    if action.structure not in structures():
        return ""
    cost = price_gp(state.creatures[action.actor], action.structure, action.count)
    return f"{cost:,} gp and {days_to_build(cost):,} days"


@executes("ose:domain.genre-rules")
def build(do: Resolution, action: Build) -> None:
    """Paid for at once, and done when all that is being built is."""
    owner = do.state.creatures[action.actor]
    own, part = stronghold(do.state, owner.id), structures()[action.structure]
    assert own is not None
    cost = price_gp(owner, action.structure, action.count)
    spend(do, owner, cost * IN_CP["gp"], part.name)
    busy = own.done > do.state.now
    done = (own.done if busy else do.state.now) + days_to_build(cost) * DAY
    parts = {**own.parts, action.structure: own.parts.get(action.structure, 0) + action.count}
    under_way = replace(own, parts=parts, done=done, building_gp=cost + (own.building_gp if busy else 0))
    text = f"{part.name}, {days_to_build(cost):,} days"
    do.emit(StrongholdChanged(under_way, owner.id, "building", text, rule=(RULE,)))


@executes("ose:domain.genre-rules")
def settle(do: Resolution) -> None:
    """What is due by now is finished, if there are engineers enough. To the first buildings come those who follow the
    owner, and settlers.
    """
    for id, own in campaign(do.state).strongholds.items():
        if own.building_gp and own.done <= do.state.now:
            if specialists.serving(do.state, ENGINEER) < engineers_needed(own.building_gp):
                do.emit(StrongholdChanged(own, id, "halted", rule=(RULE,)))
                continue
            done = replace(own, building_gp=0, stands=True)
            do.emit(StrongholdChanged(done, id, "finished", rule=(RULE,)))
            if not own.stands:
                _people_come(do, id)


@executes("ose:domain.genre-rules")
def _people_come(do: Resolution, id: str) -> None:
    """Followers by the class, settlers by the dice."""
    own, claim = stronghold(do.state, id), claim_of(do.state.creatures[id])
    if own is None or claim is None:
        return
    if claim.who:
        number = do.roll_total(parse(claim.number), f"followers of {id}").total
        own = replace(own, followers=number)
        do.emit(StrongholdChanged(own, id, "followers", f"{number} {claim.who}", rule=(RULE,)))
    if claim.settlers != "0":
        settlers = do.roll_total(parse(claim.settlers), f"settlers of {id}").total
        own = replace(own, settlers=settlers, taxed_until=do.state.now)
        do.emit(StrongholdChanged(own, id, "settlers", f"{settlers}", rule=(RULE,)))
