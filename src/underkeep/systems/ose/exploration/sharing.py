"""Dividing the spoils in town: evenly, or as the players agree; magic by a roll-off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.english import listing
from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import Belongings, campaign, with_campaign
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.exploration import party
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, less, more, part, unpacked
from underkeep.world.state import State

FREE, _EVEN, _MAGIC = "ose:party.treasure.free", "ose:party.treasure.even", "ose:party.treasure.magic-roll-off"


class Divide(Action, frozen=True):
    """Divide what was brought home. `shares` are gold pieces for each, if the players agree on something else."""

    shares: tuple[tuple[str, int], ...] = ()


class RolledOff(Note, frozen=True):
    """Somebody's roll for the first pick of the magic."""

    creature: str
    roll: Roll


class BelongingsNoted(Event, frozen=True):
    """What is somebody's own, and not for sharing: by the true kinds of things, which are the referee's."""

    secret: ClassVar[bool] = True

    creature: str
    own: Belongings

    def evolve(self, state: State) -> State:
        wealth = campaign(state).wealth
        belongings = {**wealth.belongings, self.creature: self.own}
        return with_campaign(state, wealth=replace(wealth, belongings=belongings))


EVENTS: tuple[type[Event], ...] = (RolledOff, BelongingsNoted)


def note_own(do: Resolution) -> None:
    """Before setting out: what each has is not for sharing."""
    for creature in party.characters(do.state):
        magic = {item.kind: item.count for item in creature.items if treasure.is_magical(item)}
        own = Belongings(money.purse_cp(creature.items), magic)
        if own != _own(do.state, creature.id):
            do.emit(BelongingsNoted(creature.id, own))


def _own(state: State, id: str) -> Belongings:
    return campaign(state).wealth.belongings.get(id, Belongings())


def pool_cp(state: State) -> int:
    """The coins that the party has more than it set out with."""
    return max(0, sum(gained_cp(state, c) for c in party.characters(state)))


def gained_cp(state: State, creature: Creature) -> int:
    """The coins that one has more than they set out with; less than nothing if there are fewer."""
    return money.purse_cp(creature.items) - _own(state, creature.id).purse_cp


def new_magic(state: State) -> list[tuple[str, Item]]:
    """Magic that was found, and who carries it."""
    found = []
    for creature in party.characters(state):
        own = _own(state, creature.id).magic
        for item in creature.items:
            count = item.count - own.get(item.kind, 0)
            if treasure.is_magical(item) and count > 0:
                found.append((creature.id, part(item, count)))
    return found


def asked(state: State, action: Divide) -> str:
    """Money of those who have not set out with the party yet is their own; that it is shared too is said before."""
    known = campaign(state).wealth.belongings
    own = [c.name for c in party.characters(state) if c.id not in known and money.purse_cp(c.items)]
    if not own or action.shares:
        return ""
    whose = f"the own money of {listing(own)}" if known else "everybody's own money"
    return f"That shares out {whose} evenly, for no treasure was won with it yet."


def _has_stowed(creature: Creature) -> bool:
    return any(treasure.is_treasure(inside) for item in creature.items for inside in unpacked(item.holds))


@executes("ose:party.treasure.free")
def why_not(state: State, action: Divide) -> Refusal | None:
    """Any split is fine whose total is that of the spoils."""
    sharers = [c.id for c in party.characters(state)]
    if any(_has_stowed(c) for c in party.characters(state)):
        return Refusal("The treasure in sacks and backpacks must be taken out first.", "ose:party.treasure.free")
    if len(sharers) < 2 or not (pool_cp(state) >= IN_CP["gp"] or new_magic(state)):
        return Refusal("There is nothing to divide.", FREE)
    if action.shares:
        total = pool_cp(state) // IN_CP["gp"]
        given = [gp for _, gp in action.shares]
        if sum(given) != total or min(given) < 0 or not {id for id, _ in action.shares} <= set(sharers):
            return Refusal(f"The shares of the characters must come to {total} gp.", FREE)
    return None


@executes("ose:party.treasure.free", "ose:party.treasure.even", "ose:party.treasure.magic-roll-off")
def divide(do: Resolution, action: Divide) -> None:
    """As the players say; else coins evenly and magic by a roll-off. Default: just so."""
    usual = not action.shares and do.ruling(FREE, ("the usual way", "as carried"), "the usual way") == "the usual way"
    pool = pool_cp(do.state)
    if usual:
        how = do.ruling(_EVEN, ("evenly", "by level"), "evenly")
        _pay_out(do, even_shares(party.characters(do.state), pool, how == "by level"))
        if new_magic(do.state) and do.ruling(_MAGIC, ("roll-off", "as carried"), "roll-off") == "roll-off":
            _share_magic(do)
    elif action.shares:
        rest = pool % IN_CP["gp"]
        shares = {id: gp * IN_CP["gp"] for id, gp in action.shares}
        first = action.shares[0][0]
        _pay_out(do, {**shares, first: shares[first] + rest})
    note_own(do)


@executes("ose:party.treasure.even")
def even_shares(sharers: Sequence[Creature], pool: int, by_level: bool = False) -> dict[str, int]:
    """The same for each, in copper; what cannot be divided goes to the first."""
    parts = {c.id: sheet(c).level if by_level else 1 for c in sharers}
    shares = {id: pool * part // sum(parts.values()) for id, part in parts.items()}
    first = sharers[0].id
    return {**shares, first: shares[first] + pool - sum(shares.values())}


def _pay_out(do: Resolution, shares: dict[str, int]) -> None:
    """Everybody has what they set out with and their share; first those pay who have more."""
    due: dict[str, int] = {}
    for creature in party.characters(do.state):
        own = _own(do.state, creature.id).purse_cp
        due[creature.id] = own + shares.get(creature.id, 0) - money.purse_cp(creature.items)
    rule = (_EVEN, FREE)
    for id, cp in due.items():
        if cp < 0:
            money.pay(do, do.state.creatures[id], -cp, "shared-out", rule)
    for id, cp in due.items():
        if cp > 0:
            money.receive(do, do.state.creatures[id], cp, "had-share", rule)


@executes("ose:party.treasure.magic-roll-off")
def pick_order(do: Resolution, ids: Sequence[str]) -> list[str]:
    """1d20 each, the highest first; those who tie roll again among themselves."""
    totals: dict[int, list[str]] = {}
    for id in ids:
        roll = do.roll(1, 20, f"pick of {id}")
        do.emit(RolledOff(id, roll, rule=(_MAGIC,)))
        totals.setdefault(roll.total, []).append(id)
    order: list[str] = []
    for total in sorted(totals, reverse=True):
        tied = totals[total]
        order += tied if len(tied) == 1 else pick_order(do, tied)
    return order


@executes("ose:party.treasure.magic-roll-off")
def _share_magic(do: Resolution) -> None:
    """In that order, again and again, each takes the next thing."""
    order = pick_order(do, [c.id for c in party.characters(do.state)])
    for number, (bearer, item) in enumerate(new_magic(do.state)):
        taker = order[number % len(order)]
        if taker != bearer:
            left = less(do.state.creatures[bearer].items, item)
            do.emit(ItemsChanged(bearer, left, "gave-up", item, rule=(_MAGIC,)))
            got = more(do.state.creatures[taker].items, replace(item, place="pack"))
            do.emit(ItemsChanged(taker, got, "picked", item, rule=(_MAGIC,)))
