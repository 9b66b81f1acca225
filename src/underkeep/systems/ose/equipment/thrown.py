"""Weapons that leave the hand: a throw can be taken up again after the fight, an arrow cannot."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.procedures import carrying
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.equipment.arms import arms
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item, less, more, part
from underkeep.world.grid import distance
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.state import State


def is_throw(state: State, action: Attack) -> bool:
    """Whether this attack would send the weapon itself away."""
    actor, target = state.creatures.get(action.actor), state.creatures.get(action.target)
    if actor is None or target is None or actor.at is None or target.at is None:
        return False
    shot = arms(actor).missile.get(action.weapon)
    return shot is not None and not shot.weapon.ammunition and distance(actor.at, target.at) > 1


def spoils_of(state: State, whose: str) -> str:
    """The hoard of what lies on the field after a fight with a group, or of what one of the party left who died."""
    return state.opaque("hoard", "spoils", whose)


class WeaponThrown(Event, frozen=True):
    """Somebody of the party has thrown such a weapon, and will look for it."""

    creature: str
    kind: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, thrown=(*campaign(state).thrown, (self.creature, self.kind)))


class ThrownWeaponsSought(Event, frozen=True):
    """After a fight: whoever threw something has it again, or not."""

    def evolve(self, state: State) -> State:
        return with_campaign(state, thrown=())


def take_back(do: Resolution) -> None:
    """Those who hold the field pick up what they threw, each their own."""
    party, met, dungeon = do.state.party, do.state.encounter, do.state.dungeon
    threw = campaign(do.state).thrown
    if not threw or party is None or met is None or dungeon is None:
        return
    area = party.at.area if party.at is not None else ON_THE_WAY
    holds = do.state.winner == party.side
    for creature, kind in threw if holds else ():
        lying = [h for h in (do.state.dungeon or dungeon).hoards.values() if h.area == area and not h.hidden]
        found = next(((h, item) for h in lying for item in h.items if item.kind == kind), None)
        if found is not None and do.state.creatures[creature].is_up:
            hoard, item = found
            do.emit(HoardChanged(replace(hoard, items=less(hoard.items, part(item, 1))), "taken back"))
            carrying.receive(do, creature, part(item, 1), "picked-up-again")
    do.emit(ThrownWeaponsSought())


def let_fall(do: Resolution, thrower: Creature, item: Item) -> None:
    """A weapon that was thrown lies on the field, for those who hold it in the end."""
    party, met, dungeon = do.state.party, do.state.encounter, do.state.dungeon
    if party is None or met is None or dungeon is None:
        return
    area, square = (party.at.area, party.at.square) if party.at is not None else (ON_THE_WAY, None)
    id = spoils_of(do.state, met.group)
    if id in dungeon.hoards and dungeon.hoards[id].area != area:
        id = do.state.opaque("hoard", id, area)
    lying = dungeon.hoards.get(id) or Hoard(id, area, (), square)
    fallen = more(lying.items, replace(part(item, 1), place="pack"))
    do.emit(HoardChanged(replace(lying, items=fallen), "thrown"))
    if thrower.id in party.members:
        do.emit(WeaponThrown(thrower.id, item.kind))
