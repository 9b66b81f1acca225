"""The rules behind what the procedures do in this game's name: `?` on such a line of the story shows them."""

from __future__ import annotations

from underkeep.procedures.ruleset import Cites
from underkeep.systems.ose.town.retainers import ServiceEnded
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.dungeon import ChangeNoticed, DoorChanged, HoardChanged, SearchedInVain, TrapChanged
from underkeep.world.fight import FightEnded, RoundBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.journey import (
    BearingsTaken,
    DrivenOff,
    JourneyBegan,
    RoadCovered,
    TravelDayBegan,
    TravelDayEnded,
)
from underkeep.world.light import LightLit, LightPassed, LightWentOut
from underkeep.world.party import (
    MapNoted,
    Marched,
    MarchingOrderSet,
    PartyJoined,
    PartyLeft,
    PartyWent,
    SquaresSeen,
    TurnEnded,
)
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import GameEnded
from underkeep.world.talk import Addressed, BackedOff, NewsTold, Replied, SeenDoing

_FORCED = ("ose:doors.stuck.force",)
_SEARCHED = ("ose:exploration.search.hidden-features",)
_SPIKED = ("ose:doors.monsters-open",)
_CARRIED = ("ose:encumbrance.measure",)
_RESOURCES = ("ose:time.resources",)
_PARLEY = ("ose:encounter.action.parley",)
_ADVENTURE = ("ose:time.adventure-and-campaign",)

CITES: Cites = {
    DoorChanged: {
        "found": (*_SEARCHED, "ose:doors.secret.only-search"),
        "stuck": _FORCED,
        "forced": _FORCED,
        "locked": ("ose:doors.locked",),
        "unlocked": ("ose:doors.locked",),
        "wedged open": ("ose:doors.wedge-open",),
        "spiked shut": _SPIKED,
        "spiked": _SPIKED,
        "held": _SPIKED,
        "": ("ose:doors.kinds",),
    },
    TrapChanged: {
        "found": ("ose:traps.search.room",),
        "sprung": ("ose:traps.trigger.action", "ose:traps.trigger.chance"),
    },
    SeenDoing: {"": ("ose:encounter.start",)},
    ChangeNoticed: {
        "fortified": ("ose:referee.monsters.learn",),
        "on guard": ("ose:referee.monsters.learn",),
        "": ("ose:referee.monsters.behaviour",),
    },
    Addressed: {"": _PARLEY},
    Replied: {"": _PARLEY},
    NewsTold: {"": _PARLEY},
    BackedOff: {"": ("ose:encounter.action.evasion",)},
    SearchedInVain: {"": ("ose:exploration.search.secret-roll",)},
    LightPassed: {"": ("ose:light.needed",)},
    PartyJoined: {"": ("ose:retainer.definition",)},
    PartyLeft: {"buried": ("ose:death.zero-hp.character",), "": ("ose:retainer.definition",)},
    HoardChanged: {"found": _SEARCHED},
    LightLit: {"": ("ose:light.needed", "ose:light.radius")},
    LightWentOut: {"doused": ("ose:light.needed",), "": _RESOURCES},
    ConditionEnded: {"": _RESOURCES},
    PartyWent: {
        "set out": _ADVENTURE,
        "left": _ADVENTURE,
        "arrived": _ADVENTURE,
        "": ("ose:exploration.movement.unknown", "ose:movement.location-on-hidden-map"),
    },
    RoadCovered: {"": ("ose:wilderness.travel.miles-per-day", "ose:wilderness.travel.terrain")},
    DrivenOff: {"": ("ose:evasion.wilderness.pursuit",)},
    BearingsTaken: {"": ("ose:hazard.lost.unaware",)},
    JourneyBegan: {"": ("ose:wilderness.day-sequence",)},
    TravelDayBegan: {"": ("ose:wilderness.day-sequence",)},
    TravelDayEnded: {"": ("ose:wilderness.day-sequence",)},
    SquaresSeen: {"": ("ose:light.radius", "ose:movement.location-on-hidden-map")},
    Marched: {"": ("ose:movement.time-from-rate", "ose:exploration.movement.unknown")},
    TurnEnded: {"": ("ose:time.turn", "ose:exploration.turn-sequence")},
    TimePassed: {"turn": ("ose:time.turn",), "": ("ose:time.game-time",)},
    MarchingOrderSet: {"": ("ose:party.marching-order",)},
    ServiceEnded: {"": ("ose:retainer.definition",)},
    MapNoted: {"": ("ose:party.mapper",)},
    RumourHeard: {"": ("ose:town.rumours",)},
    ItemsChanged: {
        "took": ("ose:party.treasure.free", "ose:encumbrance.maximum-load"),
        "lit": _RESOURCES,
        "wedged": ("ose:doors.wedge-open", *_SPIKED),
        "sold": ("ose:money.conversion",),
        "": _CARRIED,
    },
    RoundBegan: {"": ("ose:time.round", "ose:combat.round-sequence")},
    FightEnded: {"": ("ose:encounter.conclusion.one-turn",)},
    GameEnded: {"slain": ("ose:death.zero-hp.character",)},
}
