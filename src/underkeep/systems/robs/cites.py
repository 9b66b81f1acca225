"""The rules behind what the procedures do in this game's name: `?` on such a line of the story shows them."""

from __future__ import annotations

from underkeep.procedures.ruleset import Cites
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.dungeon import DoorChanged, HoardChanged, SearchedInVain, TrapChanged
from underkeep.world.fight import FightEnded, RoundBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.light import LightLit, LightPassed, LightWentOut
from underkeep.world.party import Marched, PartyWent, TurnEnded
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import GameEnded

_DELVING = ("robs:delve-turn",)
_LIGHT = ("robs:delve-light",)
_DOORS = ("robs:delve-doors",)
_SEARCH = ("robs:delve-searching",)
_ROAD = ("robs:delve-road",)

CITES: Cites = {
    RoundBegan: {"": ("robs:combat.round.phases",)},
    FightEnded: {"": ("robs:combat.round.end",)},
    DoorChanged: {"found": _SEARCH, "": _DOORS},
    TrapChanged: {"": ("robs:delve-traps",)},
    HoardChanged: {"found": _SEARCH, "": ("robs:delve-stocking",)},
    SearchedInVain: {"": _SEARCH},
    LightLit: {"": _LIGHT},
    LightPassed: {"": _LIGHT},
    LightWentOut: {"": _LIGHT},
    ConditionGained: {"": ("robs:task.check.roll",)},
    ConditionEnded: {"": ("robs:time.round",)},
    PartyWent: {"set out": _ROAD, "left": _ROAD, "arrived": _ROAD, "": _DELVING},
    Marched: {"": ("robs:movement.table",)},
    TurnEnded: {"": _DELVING},
    TimePassed: {"turn": _DELVING, "rest": ("robs:healing.rate",), "": ("robs:time.round",)},
    RumourHeard: {"": ("robs:delve-town",)},
    ItemsChanged: {"lit": _LIGHT, "": ("robs:encumbrance",)},
    GameEnded: {"slain": ("robs:death.zero",)},
}
