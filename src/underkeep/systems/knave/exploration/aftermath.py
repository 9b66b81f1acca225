"""After a fight underground: what was dropped is taken up again, the dead leave their things, friends come back."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, lights, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.healing import Rose
from underkeep.systems.knave.checks.holds import Released
from underkeep.systems.knave.encounters import meetings, running
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.equipment.arms import OWN_WEAPON
from underkeep.systems.knave.equipment.inventory import ItemPickedUp, ItemsDropped, added, fits, spoken
from underkeep.systems.knave.exploration.exploring import share
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Died
from underkeep.world.dungeon import GroupChanged, Hoard, HoardChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyLeft
from underkeep.world.state import GridCleared, State

OF_THE_FIGHT = ("prone", "stunned", "blinded", "unsuspecting", "charmed", "possessed", "hampered", "alight")
REMAINS = "remains"
PLACES = ("hand", "worn", "pack")


class FoesCounted(Event, frozen=True):
    """So many foes has the party slain by now."""

    foes_slain: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, foes_slain=self.foes_slain)


EVENTS: tuple[type[Event], ...] = (FoesCounted,)


@executes("knave:time.turn.action-cost")
def after_fight(do: Resolution) -> None:
    """The field is left and a turn is over. Where nobody won, it is the party that has left it."""
    encounter, party = do.state.encounter, do.state.party
    assert encounter is not None and party is not None
    everyone = [do.state.creatures[id] for id in (*party.members, *encounter.monsters)]
    for creature in everyone:
        _settle(do, creature)
    left = [item for c in everyone for item in _leavings(do, do.state.creatures[c.id])]
    do.emit(GridCleared())
    _lay_down(do, tuple(left))
    lights.take_up(do, (light.THREE_USES,))
    _count(do, encounter.monsters)
    is_left = do.state.winner == "" and any(do.state.creatures[id].is_up for id in encounter.monsters)
    if is_left and do.state.marchers():
        running.leave(do)
    else:
        meetings.conclude(do, "fought")


def _settle(do: Resolution, creature: Creature) -> None:
    """Grips and what lasts no longer than a fight are over; a friend who ran comes back, a hired one does not."""
    if sheet(creature).held_by:
        do.emit(Released(creature.id, creature.at))
    for condition in creature.conditions:
        if condition.name in OF_THE_FIGHT:
            do.emit(ConditionEnded(creature.id, condition.name))
    party = do.state.party
    assert party is not None
    if creature.id in party.members and creature.status in ("fled", "yielded"):
        won, is_away = do.state.winner == party.side, not do.state.winner and creature.status == "fled"
        if sheet(creature).is_pc and (won or is_away):
            do.emit(Rose(creature.id, creature.hp, None))
        else:
            do.emit(PartyLeft(creature.id))


def _leavings(do: Resolution, creature: Creature) -> list[Item]:
    """What a creature leaves lying: who stands takes up what fits, arms before the rest; the dead keep nothing."""
    own = sheet(creature)
    fallen = creature.status in ("dead", "yielded", "fled") and (own.lying or creature.items)
    if not own.lying and not fallen:
        return []
    items, left, taken = creature.items, [], []
    for thing in sorted(own.lying, key=lambda thing: PLACES.index(thing.item.place)):
        if creature.is_up and fits(replace(creature, items=items), thing.item):
            items = added(items, thing.item)
            taken.append(spoken(thing.item))
        else:
            left.append(replace(thing.item, place="pack"))
    if creature.status in ("dead", "yielded"):
        left += [replace(item, place="pack") for item in items]
        items = ()
    if own.lying:
        do.emit(ItemPickedUp(creature.id, ", ".join(taken), items, ()))
    elif items != creature.items:
        do.emit(ItemsChanged(creature.id, items, "left-behind"))
    return [item for item in left if item.kind != OWN_WEAPON]


@executes("knave:magic.spellbook.sources")
def _lay_down(do: Resolution, items: tuple[Item, ...], what: str = "left lying") -> None:
    """What nobody holds lies in the area: also the books of other magicians. By the road friends take what they can."""
    if do.state.is_outdoors:
        _take_along(do, items)
    elif items:
        dungeon, at, _ = survey.here(do.state)
        id = do.state.opaque("hoard", REMAINS, at.area)
        lies = dungeon.hoards.get(id)
        before = lies.items if lies is not None else ()
        square = lies.square if lies is not None and before else at.square
        has_books = any(item.kind.startswith("spellbook") for item in items)
        rule = ("knave:magic.spellbook.sources",) if has_books else ("knave:encumbrance.no-excess",)
        do.emit(HoardChanged(Hoard(id, at.area, (*before, *items), square), what, rule=rule))


def _take_along(do: Resolution, items: tuple[Item, ...], dropped_by: str = "") -> None:
    for bearer, item in share(do.state, items):
        if bearer != dropped_by:
            carrying.receive(do, bearer, item, "took-up")


def on_dropped(do: Resolution, event: ItemsDropped) -> None:
    """What falls from somebody's hands outside a fight lies in the area, or in town is taken up by friends."""
    party = do.state.party
    if event.at is not None or party is None or event.creature not in party.members or do.state.fight is not None:
        return
    if party.place == "dungeon":
        _lay_down(do, tuple(replace(item, place="pack") for item in event.dropped), "dropped")
        return
    _take_along(do, event.dropped, event.creature)


def on_died(do: Resolution, event: Died) -> None:
    """What one of the party had who dies outside a fight lies where it happened, for the others to take; on the road
    and in town they take up what they have room for."""
    party, state = do.state.party, do.state
    if party is None or state.fight is not None or event.creature not in party.members:
        return
    dead = state.creatures[event.creature]
    left = tuple(replace(item, place="pack") for item in dead.items if item.kind != OWN_WEAPON)
    if left:
        do.emit(ItemsChanged(dead.id, (), "left-behind"))
        if party.place == "dungeon":
            _lay_down(do, left)
        else:
            _take_along(do, left)


def _count(do: Resolution, monsters: tuple[str, ...]) -> None:
    group = meetings.the_group(do.state)
    standing = sum(do.state.creatures[id].status == "up" for id in monsters)
    slain = sum(do.state.creatures[id].status == "dead" for id in monsters)
    do.emit(GroupChanged(replace(group, count=standing), "fought"))
    do.emit(FoesCounted(campaign(do.state).foes_slain + slain))
