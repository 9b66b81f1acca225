"""Finding out about magic through others: a magic-user of high level, for gold and time, or a retainer who tries it."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.enchanted import listing
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.magic.items import potions, used_items, using
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, changed, fewer, more, part
from underkeep.world.state import State

FEE_GP = 1000
WEEKS = parse("1d4")
IDENTIFY, NOBODY = "1d4 weeks and 1,000 gp", "nobody can help"
FREE = "a service instead"
AGREE, REFUSE = "agree", "refuse"
_NPC, _RETAINERS = "ose:magic-item.identify.npc", "ose:magic-item.identify.retainers"


class AskSage(Action, frozen=True):
    """Have a magic-user of high level find out what a thing (its id) is."""

    actor: str
    item: str


class LetTry(Action, frozen=True):
    """Let a retainer try out a magic item, to keep."""

    actor: str
    target: str
    item: str


def unknown(creature: Creature) -> list[Item]:
    """The magic that somebody carries and knows nothing of."""
    return [item for item in creature.items if listing(item.kind) is not None and not identifying.is_known(item)]


def askings(state: State) -> list[Action]:
    able = [m for m in state.marchers() if money.purse_cp(m.items) >= FEE_GP * money.IN_CP["gp"]]
    return [AskSage(m.id, item.id) for m in able for item in unknown(m)]


@executes("ose:magic-item.identify.npc")
def why_not_ask(state: State, action: AskSage) -> Refusal | None:
    """Nobody does it for nothing."""
    creature = state.creatures[action.actor]
    if action.item not in [item.id for item in unknown(creature)]:
        return Refusal(f"{creature.name} has nothing there that wants finding out.", _NPC)
    if money.purse_cp(creature.items) < FEE_GP * money.IN_CP["gp"]:
        return Refusal(f"That costs {FEE_GP:,} gp.", _NPC)
    return None


@executes("ose:magic-item.identify.npc")
def ask(do: Resolution, action: AskSage) -> None:
    """For pay, and after weeks. Default: 1d4 weeks and 1,000 gp; or nobody can help, or a service is asked instead."""
    creature = do.state.creatures[action.actor]
    said = do.ruling(_NPC, (IDENTIFY, FREE, NOBODY), IDENTIFY, action.item)
    if said == NOBODY:
        return
    if said == IDENTIFY:
        money.pay(do, creature, FEE_GP * money.IN_CP["gp"], "paid-sage", (_NPC,))
    weeks = do.roll_total(WEEKS, "weeks of study").total
    pass_time(do, weeks * 7 * DAY, "waiting", (_NPC,))
    identifying.learn(do, creature.id, action.item, _NPC)


def trials(state: State) -> list[Action]:
    """What each retainer could be asked to try."""
    found: list[Action] = []
    for retainer in state.marchers():
        service = sheet(retainer).service
        if service is not None and service.employer in state.creatures:
            employer = state.creatures[service.employer]
            found += [LetTry(employer.id, retainer.id, item.id) for item in unknown(employer)]
    return found


@executes("ose:magic-item.identify.retainers")
def why_not_try(state: State, action: LetTry) -> Refusal | None:
    """Those who serve do it for the thing itself, and for nobody but their employer."""
    creature, retainer = state.creatures[action.actor], state.creatures.get(action.target)
    service = sheet(retainer).service if retainer is not None else None
    if retainer is None or service is None or service.employer != creature.id or retainer.id == creature.id:
        return Refusal(f"Nobody of that name serves {creature.name}.", _RETAINERS)
    if action.item not in [item.id for item in unknown(creature)]:
        return Refusal(f"{creature.name} has nothing there that wants trying.", _RETAINERS)
    return None


@executes("ose:magic-item.identify.retainers")
def let_try(do: Resolution, action: LetTry) -> None:
    """The retainer has it to keep, puts it on, drinks it or turns it about. Default: agrees, if promised the item."""
    if do.ruling(_RETAINERS, (AGREE, REFUSE), AGREE, action.target) == REFUSE:
        return
    giver = do.state.creatures[action.actor]
    item = giver.item(action.item)
    assert item is not None
    given = part(item, 1)
    do.emit(ItemsChanged(giver.id, fewer(giver.items, item.id), "handed-over", given, rule=(_RETAINERS,)))
    own = do.state.creatures[action.target].items
    do.emit(ItemsChanged(action.target, more(own, replace(given, place="pack")), "received", given, rule=(_RETAINERS,)))
    _try(do, action.target, item.kind)


def _try(do: Resolution, retainer: str, kind: str) -> None:
    """As such a thing is tried: a potion is drunk, what can be worn is put on, anything else is looked at closely."""
    own = do.state.creatures[retainer]
    item = next(i for i in own.items if i.kind == kind and not identifying.is_known(i))
    found = listing(kind)
    assert found is not None
    if using.is_potion(item):
        potions.drink(do, potions.Drink(retainer, item.id))
    elif found.looks in using.WORN or found.sort == "armour":
        worn = replace(item, place="worn")
        do.emit(ItemsChanged(retainer, changed(own.items, worn), "put-on", worn, rule=(_RETAINERS,)))
    if used_items.ways_of(item) or found.sort not in ("armour", "potion"):
        identifying.learn(do, retainer, item.id, _RETAINERS)
