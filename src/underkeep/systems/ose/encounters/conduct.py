"""How monsters conduct themselves besides blows: how cunning they are, how they are armed together, what they take up
from their hoards, where they lie in wait, and what they have learnt of the party's ways.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.magic.casting import SpellCast
from underkeep.systems.ose.monsters.listings import Monster, hit_dice, monsters
from underkeep.world.dungeon import Group, GroupChanged, HoardChanged, Trap, TrapChanged
from underkeep.world.gear import Item, ItemsChanged, less
from underkeep.world.state import State

INTELLIGENCE, TEAMWORK = "ose:referee.monsters.intelligence", "ose:referee.monsters.teamwork"
STEALTH, USE_ITEMS, ADAPT = (
    "ose:referee.monsters.traps-stealth",
    "ose:referee.monsters.use-items",
    "ose:referee.monsters.adapt",
)
BY_KIND = "as its kind"
MIXED, ALIKE = "some shoot", "all alike"
AMBUSH, SNARE, NEITHER = "ambush", "trap", "neither"
LIES_IN_WAIT = "ambush"
"""What those want who lie in wait."""
MEN_AN_ARCHER = 4
BOW = ("short-bow",)
EXPECT, FORGET = "they expect it", "they learn nothing"
_USED = ("sword", "weapon", "potion", "rod-staff-wand", "ring")
"""The sorts of magic that one who thinks takes up when strangers come."""
_BY_WEAPON = ("sword", "weapon")
_SECRET = (REFEREE,)


class WitsJudged(Event, frozen=True):
    """How a kind thinks in this campaign."""

    secret: ClassVar[bool] = True

    kind: str
    wits: str

    def evolve(self, state: State) -> State:
        conduct = campaign(state).conduct
        return with_campaign(state, conduct=replace(conduct, wits={**conduct.wits, self.kind: self.wits}))


class TacticUsed(Event, frozen=True):
    """The party did something in this fight that its enemies may remember."""

    secret: ClassVar[bool] = True

    tactic: str

    def evolve(self, state: State) -> State:
        conduct = campaign(state).conduct
        return with_campaign(state, conduct=replace(conduct, used=(*conduct.used, self.tactic)))


class TacticsLearnt(Event, frozen=True):
    """Those who got away will expect these tactics; the fight is over and what was done in it is settled."""

    secret: ClassVar[bool] = True

    kind: str
    expects: tuple[str, ...]

    def evolve(self, state: State) -> State:
        conduct = campaign(state).conduct
        expects = {**conduct.expects, self.kind: self.expects} if self.expects else conduct.expects
        return with_campaign(state, conduct=replace(conduct, expects=expects, used=()))


EVENTS: tuple[type[Event], ...] = (WitsJudged, TacticUsed, TacticsLearnt)


def _thinks(listing: Monster | None) -> bool:
    return listing is not None and listing.mind == "intelligent"


@executes("ose:referee.monsters.intelligence")
def judge_wits(do: Resolution, kind: str) -> None:
    """How cunning a kind fights, settled when it is first met. Default: as its listing has it."""
    if kind not in monsters() or kind in campaign(do.state).conduct.wits:
        return
    choice = do.ruling(INTELLIGENCE, (BY_KIND, "none", "animal", "intelligent"), BY_KIND, kind, seats=_SECRET)
    wits = monsters()[kind].mind if choice == BY_KIND else choice
    do.emit(WitsJudged(kind, wits, rule=(INTELLIGENCE,)))


# Arms


@executes("ose:referee.monsters.teamwork")
def archers(do: Resolution, group: Group, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those who shoot while the others close: of weapon bearers who think every fourth, behind the rest. Default: some
    shoot."""
    many = len(ids) // MEN_AN_ARCHER
    if not many or not _bears_weapons(monsters().get(group.kind)):
        return ()
    choice = do.ruling(TEAMWORK, (MIXED, ALIKE), MIXED, group.kind, seats=_SECRET)
    return ids[-many:] if choice == MIXED else ()


def _bears_weapons(listing: Monster | None) -> bool:
    if listing is None or not _thinks(listing) or listing.undead or listing.size in ("large", "huge"):
        return False
    return any(line.by_weapon for routine in listing.attacks for line in routine)


@executes("ose:referee.monsters.use-items")
def take_up(do: Resolution, group: Group, ids: tuple[str, ...]) -> None:
    """What magic lies in a lair is in the hands of those who live there: the first of them has it."""
    dungeon, listing = do.state.dungeon, monsters().get(group.kind)
    if dungeon is None or listing is None or not _thinks(listing) or not ids:
        return
    for hoard in [h for h in dungeon.hoards.values() if h.group == group.id and h.area == group.area]:
        wanted = [item for item in hoard.items if is_usable(listing, item)]
        left = hoard.items
        for item in wanted:
            left = less(left, item)
        if wanted:
            do.emit(HoardChanged(replace(hoard, items=left), "taken up", rule=(USE_ITEMS,), seats=_SECRET))
            _arm(do, ids[0], wanted)


@executes("ose:referee.monsters.use-items")
def is_usable(listing: Monster, item: Item) -> bool:
    """Weapons for those who fight with such; anything else that works by being worn, drunk or pointed."""
    found = magic_items.listing(item.kind)
    if found is None or found.sort not in _USED:
        return False
    return found.sort not in _BY_WEAPON or _bears_weapons(listing)


def _arm(do: Resolution, id: str, found: list[Item]) -> None:
    own = do.state.creatures[id].items
    arms = [item for item in found if (sort := magic_items.listing(item.kind)) is not None and sort.sort in _BY_WEAPON]
    held = tuple(replace(item, place="hand" if item is arms[0] else "worn") for item in arms)
    rest = tuple(item for item in found if item not in arms)
    do.emit(ItemsChanged(id, (*own, *held, *rest), "took-up", rule=(USE_ITEMS,), seats=_SECRET))


# Lying in wait


@executes("ose:referee.monsters.traps-stealth")
def prepare(do: Resolution, group: Group) -> None:
    """Those who were warned, can think and are the weaker side do not wait to be found. Default: an ambush."""
    if not is_weaker(do.state, group) or group.wants == LIES_IN_WAIT:
        return
    choice = do.ruling(STEALTH, (AMBUSH, SNARE, NEITHER), AMBUSH, group.kind, seats=_SECRET)
    if choice == AMBUSH:
        do.emit(GroupChanged(replace(group, wants=LIES_IN_WAIT), "lies in wait", rule=(STEALTH,)))
    elif choice == SNARE:
        _set_trap(do, group)


@executes("ose:referee.monsters.traps-stealth")
def is_weaker(state: State, group: Group) -> bool:
    """By Hit Dice against the party's levels, of those who think."""
    listing = monsters().get(group.kind)
    if listing is None or not _thinks(listing):
        return False
    theirs = group.count * max(1, hit_dice(listing.hd).dice)
    return theirs < sum(max(1, sheet(c).level) for c in state.marchers())


def _set_trap(do: Resolution, group: Group) -> None:
    """A pit before the first door of their place."""
    dungeon = do.state.dungeon
    if dungeon is None or group.area not in dungeon.areas:
        return
    doors = [door for door in dungeon.doors_of(group.area) if door.found]
    id = do.state.opaque("trap", f"{group.area}-set")
    if doors and id not in dungeon.traps:
        pit = Trap(id, group.area, "pit", square=doors[0].side(group.area))
        do.emit(TrapChanged(pit, "set", rule=(STEALTH,), seats=_SECRET))


@executes("ose:referee.monsters.traps-stealth")
def surprise_in_6(group: Group) -> int:
    """Those who lie in wait surprise the party on 1 to 3, others on 1 or 2."""
    return 3 if group.wants == LIES_IN_WAIT else 2


# What they have learnt


@executes("ose:referee.monsters.adapt")
def noted(do: Resolution, event: SpellCast) -> None:
    """A spell of the party's in a fight is seen by all who are there."""
    party, caster = do.state.party, do.state.creatures.get(event.caster)
    if party is None or do.state.encounter is None or caster is None or caster.side != party.side:
        return
    if event.spell not in campaign(do.state).conduct.used:
        do.emit(TacticUsed(event.spell, rule=(ADAPT,)))


@executes("ose:referee.monsters.adapt")
def learn(do: Resolution, group: Group) -> None:
    """Those of them who think and live to tell know what to expect. Default: the tactics used last."""
    used = campaign(do.state).conduct.used
    if not used:
        return
    alive = any(do.state.creatures[id].status in ("up", "fled") for id in group.members)
    choice = FORGET
    if alive and _thinks(monsters().get(group.kind)):
        choice = do.ruling(ADAPT, (EXPECT, FORGET), EXPECT, group.kind, seats=_SECRET)
    do.emit(TacticsLearnt(group.kind, used if choice == EXPECT else (), rule=(ADAPT,)))


@executes("ose:referee.monsters.adapt")
def expects_party(state: State, group: Group) -> bool:
    """Whoever has learnt of the party's ways is not surprised by it."""
    return group.kind in campaign(state).conduct.expects
