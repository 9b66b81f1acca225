"""A domain month by month: what the settlers pay, and the soldiers who guard it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.holdings import Garrison, Stronghold
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.town import inheritance, soldiers, strongholds, wages
from underkeep.systems.ose.town.strongholds import MONTH, RULE, StrongholdChanged, stronghold
from underkeep.world.state import State

NO_TAXES = "no-domain-taxes"
TAX_GP_A_YEAR, MONTHS = 10, 12
_SOLDIERS = "ose:hireling.mercenaries"


class StationTroop(Action, frozen=True):
    """Leave the troop at one's stronghold, to guard it."""

    actor: str


def options(state: State) -> list[Action]:
    found = [StationTroop(c.id) for c in wages.characters(state)]
    return [action for action in found if why_not(state, action) is None]


@executes("ose:hireling.mercenaries")
def why_not(state: State, action: StationTroop) -> Refusal | None:
    """Soldiers guard what stands, one troop at a time."""
    own, troop = stronghold(state, action.actor), soldiers.troop(state)
    if own is None or not own.stands:
        return Refusal("There is no stronghold to guard.", _SOLDIERS)
    if troop is None:
        return Refusal("No soldiers serve here.", _SOLDIERS)
    return Refusal("A troop guards it already.", _SOLDIERS) if own.garrison is not None else None


@executes("ose:hireling.mercenaries")
def garrison(do: Resolution, action: StationTroop) -> None:
    """The troop goes with the party no more; its wages run on."""
    own, troop = stronghold(do.state, action.actor), soldiers.troop(do.state)
    assert own is not None and troop is not None
    guards = Garrison(troop.kind, troop.members, troop.paid_until)
    do.emit(soldiers.TroopChanged(None, "stationed", rule=(_SOLDIERS,)))
    do.emit(StrongholdChanged(replace(own, garrison=guards), action.actor, "garrison", rule=(_SOLDIERS,)))


@executes("ose:domain.genre-rules")
def income_gp(settlers: int) -> int:
    """A twelfth of ten gold pieces from each, every month."""
    return settlers * TAX_GP_A_YEAR // MONTHS


def settle(do: Resolution) -> None:
    """Whatever was built is done, taxes come in and guards are paid, for every month that has gone by."""
    strongholds.settle(do)
    for id, own in campaign(do.state).strongholds.items():
        if do.state.creatures[id].status != "dead":
            _taxes(do, id, own)
            _guards(do, id)


@executes("ose:domain.genre-rules")
def _taxes(do: Resolution, id: str, own: Stronghold) -> None:
    """Into safe hands in town; unless the table does without."""
    months = (do.state.now - own.taxed_until) // MONTH if own.settlers else 0
    gp = months * income_gp(own.settlers)
    if not gp or NO_TAXES in do.state.switches:
        return
    taxed = replace(own, taxed_until=own.taxed_until + months * MONTH)
    do.emit(StrongholdChanged(taxed, id, "taxes", f"{gp:,}", rule=(RULE,)))
    held = inheritance.deposit_cp(do.state, id) + gp * IN_CP["gp"]
    do.emit(inheritance.DepositChanged(id, held, rule=(RULE,)))


@executes("ose:hireling.mercenaries")
def _guards(do: Resolution, id: str) -> None:
    """Paid month by month from what their lord has in town, or they go."""
    own = stronghold(do.state, id)
    while own is not None and own.garrison is not None and own.garrison.paid_until <= do.state.now:
        lord, guards = do.state.creatures[id], own.garrison
        cost = soldiers.month_cp(guards.kind, len(guards.members))
        if strongholds.funds_cp(do.state, lord) < cost:
            do.emit(StrongholdChanged(replace(own, garrison=None), id, "unguarded", rule=(_SOLDIERS,)))
            return
        strongholds.spend(do, lord, cost, "guards")
        paid = replace(guards, paid_until=guards.paid_until + MONTH)
        own = replace(own, garrison=paid)
        do.emit(StrongholdChanged(own, id, "guards paid", money.written(cost), rule=(_SOLDIERS,)))
