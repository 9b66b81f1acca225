"""Who belongs to the party: new adventurers in the place of the dead, those left in town, and the town's healers."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.encounters.loyalty import in_service, service_of
from underkeep.world.creature import Creature, Healed
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

CURES = {"cure wounds": (parse("1d6+1"), 25), "cure serious wounds": (parse("2d6+2"), 50)}
"""What a healer's prayer restores, and the gift of gold that is expected. Ours."""
_HEALING = "ose:town.healing"
_RETAINER = "ose:retainer.definition"


class Enlist(Action, frozen=True):
    """A new adventurer of 1st level takes the place of a dead one."""

    character_class: str

    @property
    def hint(self) -> str:
        return "recruit"


class CallBack(Action, frozen=True):
    """Take somebody back into the party who was left in town."""

    creature: str

    @property
    def hint(self) -> str:
        return "recruit"


class BuyHealing(Action, frozen=True):
    """Have a wounded member healed in town."""

    actor: str

    @property
    def hint(self) -> str:
        return "mend"


def characters(state: State) -> list[Creature]:
    """Every living character that is nobody's retainer, in the party or left behind."""
    party = state.party
    assert party is not None
    return [
        c
        for c in state.creatures.values()
        if c.side == party.side and c.status != "dead" and sheet(c).service is None and sheet(c).character_class
    ]


def newcomers(state: State) -> list[Action]:
    return [Enlist(kind) for kind in compendium.classes()]


def those_who_wait(state: State) -> list[Action]:
    assert state.party is not None
    company = (*characters(state), *in_service(state))
    return [CallBack(c.id) for c in company if c.id not in state.party.members and _is_here(state, c.id)]


def _is_here(state: State, id: str) -> bool:
    """Who stayed behind in another town waits there."""
    assert state.party is not None
    return state.party.waiting.get(id, state.town) == state.town


def the_hurt(state: State) -> list[Action]:
    return [BuyHealing(c.id) for c in state.marchers() if c.hp < c.max_hp]


def why_not_enlist(state: State, action: Enlist) -> Refusal | None:
    if action.character_class not in compendium.classes():
        return Refusal(f"There is no class {action.character_class}.", "ose:creation.choose-class")
    places = town_life(state).company
    return Refusal(f"The company has its {places} adventurers.") if len(characters(state)) >= places else None


@executes("ose:retainer.definition")
def why_not_call_back(state: State, action: CallBack) -> Refusal | None:
    """Only characters and retainers march with the party."""
    id = action.creature
    creature, party = state.creatures.get(id), state.party
    assert party is not None
    if creature is None or creature.side != party.side or creature.status != "up" or id in party.members:
        return Refusal("Nobody of that name waits in town.")
    if not _is_here(state, id):
        return Refusal(f"{creature.name} waits in another town.")
    if sheet(creature).service is not None and service_of(creature) is None:
        return Refusal(f"{creature.name} goes adventuring only for pay: make an offer.", _RETAINER)
    service = service_of(creature)
    if service is not None and service.employer not in party.members:
        return Refusal(f"{creature.name} waits for {state.creatures[service.employer].name}.", _RETAINER)
    return None


def healing_takes(state: State, action: BuyHealing) -> str:
    cure = CURES.get(town_life(state).healing)
    return f"{cure[1]} gp" if cure is not None else ""


@executes("ose:town.healing")
def why_not_heal(state: State, action: BuyHealing) -> Refusal | None:
    """By what the town has, and what it costs."""
    creature = state.creatures[action.actor]
    cure = town_life(state).healing
    if cure not in CURES:
        return Refusal("Nobody here heals by magic.", _HEALING)
    if creature.hp >= creature.max_hp:
        return Refusal(f"{creature.name} is not hurt.", "ose:healing.cap")
    if sum(money.purse_cp(c.items) for c in _payers(state, creature)) < CURES[cure][1] * IN_CP["gp"]:
        return Refusal(f"The healers expect {CURES[cure][1]} gp, and nobody has so much.", _HEALING)
    return None


def _payers(state: State, patient: Creature) -> list[Creature]:
    """Who is hurt pays, and the other characters what is wanting, the richest first."""
    others = [c for c in state.marchers() if c.id != patient.id and sheet(c).service is None]
    return [patient, *sorted(others, key=lambda c: -money.purse_cp(c.items))]


def enlist(do: Resolution, action: Enlist) -> None:
    assert do.state.party is not None
    id, side = new_id(do.state), do.state.party.side
    entrust(do, id, side, do.seat)
    do.rules.recruit(do, Recruit(action.character_class), id, side)
    do.emit(PartyJoined(id))


def call_back(do: Resolution, action: CallBack) -> None:
    """Those who are in somebody's service come along."""
    assert do.state.party is not None
    members = do.state.party.members
    served = [c.id for c in in_service(do.state, action.creature) if c.id not in members and _is_here(do.state, c.id)]
    for id in (action.creature, *served):
        do.emit(PartyJoined(id, rule=(_RETAINER,)))


@executes("ose:town.healing", "ose:healing.magical", "ose:healing.cap")
def heal(do: Resolution, action: BuyHealing) -> None:
    """Works at once, and never beyond the most hit points."""
    id = action.actor
    dice, gp = CURES[town_life(do.state).healing]
    left = gp * IN_CP["gp"]
    for payer in _payers(do.state, do.state.creatures[id]):
        part = min(left, money.purse_cp(payer.items))
        if part:
            money.pay(do, payer, part, "gave-to-healers", (_HEALING,))
            left -= part
    roll = do.roll_total(dice, f"healing of {id}")
    creature = do.state.creatures[id]
    hp = min(creature.max_hp, creature.hp + roll.total)
    do.emit(Healed(id, hp - creature.hp, hp, rule=(_HEALING, "ose:healing.magical", "ose:healing.cap")))


def new_id(state: State) -> str:
    number = 1
    while f"hero-{number}" in state.creatures:
        number += 1
    return f"hero-{number}"
