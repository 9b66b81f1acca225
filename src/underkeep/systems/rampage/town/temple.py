"""The temple: what its priests mend for money. The prices are ours."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import money
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import town_life, with_town_life
from underkeep.systems.rampage.checks import miracles
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.town import faith
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

PRICES_GP = {
    "Heal Wounds": 50,
    "Group Heal": 200,
    "Blood Heal": 50,
    "Blood Renewal": 150,
    "Great Heal": 500,
    "Raise The Dead": 1000,
    "Reincarnation": 1500,
}
INITIATE_PERCENT = 10
OF_THE_DEAD = ("Raise The Dead", "Reincarnation")
OF_BLOOD = ("Blood Heal", "Blood Renewal")
_MAGICAL = "rampage:healing.magical-defined"


class SeekHealing(Action, frozen=True):
    """Pay the priests for a spell on somebody; `what` is the ill, where the spell mends one of several."""

    actor: str
    target: str
    spell: str
    what: str = ""


def _as_written(state: State, action: SeekHealing) -> SeekHealing:
    """The spell and the ill as the book spells them, however they were typed."""
    spell = next((name for name in PRICES_GP if name.casefold() == action.spell.casefold()), action.spell)
    target = state.creatures.get(action.target)
    ills = (*miracles.mendable(target), "CON") if target is not None else ()
    what = next((ill for ill in ills if ill.casefold() == action.what.casefold()), action.what)
    return replace(action, spell=spell, what=what)


class PriestDrained(Event, frozen=True):
    """The high priest casts no great spell until this time."""

    until: int

    def evolve(self, state: State) -> State:
        return with_town_life(state, drained_until=self.until)


class StayedOutside(Note, frozen=True):
    """Somebody could not bring himself to enter a temple."""

    creature: str


EVENTS: tuple[type[Event], ...] = (PriestDrained, StayedOutside)


def patients(state: State) -> list[Creature]:
    """Everybody of the party's side who is here, and its dead."""
    assert state.party is not None
    own = [c for c in state.creatures.values() if c.side == state.party.side]
    return [c for c in own if c.id in state.party.members or c.status == "dead"]


def options(state: State) -> list[Action]:
    found: list[Action] = []
    payers = [c for c in state.marchers() if money.purse_sp(c.items) >= min(PRICES_GP.values()) * money.IN_SP["gp"]]
    for payer in payers:
        for target in patients(state):
            if target.status == "dead":
                found += [SeekHealing(payer.id, target.id, spell) for spell in OF_THE_DEAD]
                continue
            for ill in miracles.mendable(target):
                found.append(SeekHealing(payer.id, target.id, "Great Heal", ill))
            if target.hp < target.max_hp:
                found += [SeekHealing(payer.id, target.id, s) for s in ("Heal Wounds", "Group Heal", *OF_BLOOD)]
    return found


@executes(
    "rampage:healing.raise-dead-drain",
    "rampage:healing.great-heal-drain",
    "rampage:healing.raise-dead-con",
    "rampage:healing.blood-heal",
)
def why_not(state: State, action: SeekHealing) -> Refusal | None:
    """The price, somebody whom it helps, and for the great spells a priest who is not drained of power."""
    action = _as_written(state, action)
    payer, target = state.creatures[action.actor], state.creatures.get(action.target)
    if action.spell not in PRICES_GP:
        return Refusal("The priests know no such spell.", _MAGICAL)
    if target is None or target not in patients(state):
        return Refusal("There is nobody such to heal.", _MAGICAL)
    if (target.status == "dead") != (action.spell in OF_THE_DEAD):
        return Refusal("That spell is not for such a patient.", "rampage:healing.raise-dead")
    if action.spell in OF_BLOOD:
        refusal = miracles.why_not_blood(target)
        if refusal is not None:
            return refusal
    if action.spell == "Great Heal":
        refusal = miracles.why_not_great_heal(target, action.what)
        if refusal is not None:
            return refusal
    if _drains(action) and town_life(state).drained_until > state.now:
        which = "great-heal-drain" if action.spell == "Great Heal" else "raise-dead-drain"
        return Refusal("The high priest is drained of power for days yet.", f"rampage:healing.{which}")
    price = price_sp(payer, action.spell)
    return None if money.purse_sp(payer.items) >= price else Refusal(f"That costs {money.told(price)}.", _MAGICAL)


@executes("rampage:religion.services")
def price_sp(payer: Creature, spell: str) -> int:
    """Those initiated to a god pay less. By how much is ours: a tenth."""
    price = PRICES_GP[spell] * money.IN_SP["gp"]
    return price - price * INITIATE_PERCENT // 100 if sheet(payer).god else price


@executes("rampage:class.berserker.temples")
def _stays_outside(do: Resolution, payer: Creature) -> bool:
    """A Berserker must save to set foot in a temple of Law or Chaos. Ruling: the town's temple is one."""
    if "berserker" not in sheet(payer).classes or save(do, payer.id, "general"):
        return False
    do.emit(StayedOutside(payer.id, rule=("rampage:class.berserker.temples",)))
    return True


def _drains(action: SeekHealing) -> bool:
    return action.spell == "Raise The Dead" or (action.spell == "Great Heal" and action.what != miracles.HIT_POINTS)


@executes("rampage:healing.raise-dead-drain", "rampage:healing.great-heal-drain")
def seek(do: Resolution, action: SeekHealing) -> None:
    """The fee, and the spell; a great one drains the priest for as long as it lays the patient low."""
    action = _as_written(do.state, action)
    payer, id = do.state.creatures[action.actor], action.target
    if _stays_outside(do, payer):
        return
    price = price_sp(payer, action.spell)
    left = money.with_purse(payer.items, money.purse_sp(payer.items) - price)
    do.emit(
        ItemsChanged(
            payer.id,
            left,
            "paid",
            coins=price,
            rule=(_MAGICAL, *(("rampage:religion.services",) if sheet(payer).god else ())),
        )
    )
    days = _cast(do, action)
    if days:
        which = "great-heal-drain" if action.spell == "Great Heal" else "raise-dead-drain"
        do.emit(PriestDrained(do.state.now + days * DAY, rule=(f"rampage:healing.{which}",)))
    if sheet(payer).god:
        faith.give_order(do, payer.id)
    assert do.state.party is not None
    if id not in do.state.party.members:
        do.emit(PartyJoined(id, rule=("rampage:healing.raise-dead",)))


def _cast(do: Resolution, action: SeekHealing) -> int:
    id, days = action.target, 0
    if action.spell == "Raise The Dead":
        days = miracles.raise_dead(do, id)
    elif action.spell == "Great Heal":
        days = miracles.great_heal(do, id, action.what)
    elif action.spell == "Reincarnation":
        miracles.reincarnate(do, id)
    elif action.spell == "Group Heal":
        assert do.state.party is not None
        miracles.group_heal(do, do.state.party.members)
    elif action.spell == "Heal Wounds":
        miracles.heal_wounds(do, id)
    elif action.spell == "Blood Heal":
        miracles.blood_heal(do, id)
    else:
        miracles.blood_renewal(do, id)
    return days
