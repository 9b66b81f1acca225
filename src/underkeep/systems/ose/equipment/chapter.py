"""What this chapter brings: loads that hold one back, light, the price lists, treasure."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import containers as stowing
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.chapter import AT_LEISURE, Chapter, Deed
from underkeep.procedures.resolution import Refusal
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.equipment import (
    class_limits,
    containers,
    curses,
    hoards,
    light,
    load,
    market,
    thrown,
    treasure,
)
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Died
from underkeep.world.dungeon import HoardChanged
from underkeep.world.encounter import EncounterBegan, EncounterEnded
from underkeep.world.gear import ItemsChanged
from underkeep.world.light import LightLit
from underkeep.world.party import Marched, PartyWent, SquaresSeen
from underkeep.world.state import State


def _why_not_move(state: State, action: Action) -> Refusal | None:
    return load.why_not_move(state)


def _why_not_search(state: State, action: a.Search) -> Refusal | None:
    stays = action.square == survey.here(state)[1].square
    return None if stays else load.why_not_move(state)


def _why_not_take(state: State, action: a.TakeHoard) -> Refusal | None:
    return hoards.why_not_take(state, action.hoard)


def _why_not_equip(state: State, action: a.Equip) -> Refusal | None:
    return class_limits.why_not_equip(state, action) or curses.why_not_part_with(state, action)


def _why_not_sell(state: State, action: a.Sell) -> Refusal | None:
    return market.why_not_sell(state, action) or curses.why_not_part_with(state, action)


CHAPTER = Chapter(
    deeds=(
        Deed(light.Read, AT_LEISURE, light.read, light.readings, light.why_not_read_item),
        *stowing.deeds(containers),
    ),
    events=(
        RefereeAdvised,
        light.SeenByHeat,
        light.WritingRead,
        load.TreasureWeighed,
        thrown.ThrownWeaponsSought,
        thrown.WeaponThrown,
        treasure.TreasureRolled,
        *class_limits.EVENTS,
        *curses.EVENTS,
    ),
    reactions={
        ConditionEnded: curses.lifted,
        Died: light.let_fall,
        PartyWent: light.went,
        HoardChanged: load.taken,
        ItemsChanged: class_limits.bought,
        EncounterBegan: light.met_in_the_dark,
        EncounterEnded: light.see_again,
        LightLit: light.see_again,
    },
    reasons={Marched: load.why_so_far, SquaresSeen: light.why_so_far},
    objections={
        a.Go: _why_not_move,
        a.Walk: _why_not_move,
        a.LeaveDungeon: _why_not_move,
        a.MarchOn: _why_not_move,
        a.TurnBack: _why_not_move,
        a.Search: _why_not_search,
        a.TakeHoard: _why_not_take,
        a.LightUp: light.why_not,
        a.Buy: market.why_not_buy,
        a.Equip: _why_not_equip,
        a.Drop: curses.why_not_part_with,
        a.Give: curses.why_not_part_with,
        a.PutIn: curses.why_not_part_with,
        a.Offer: curses.why_not_part_with,
        a.Sell: _why_not_sell,
    },
)
