"""The rules behind what the procedures do in this game's name."""

from __future__ import annotations

from underkeep.procedures.ruleset import Cites
from underkeep.world.clock import TimePassed
from underkeep.world.dungeon import DoorChanged, HoardChanged, TrapChanged
from underkeep.world.fight import RoundBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.light import LightLit, LightPassed, LightWentOut
from underkeep.world.party import Marched, TurnEnded
from underkeep.world.state import GameEnded
from underkeep.world.talk import Addressed, BackedOff, NewsTold, Replied, SeenDoing

_LIGHT = ("rampage:light.sources-table",)
_ROUND = ("rampage:time.round",)
_FEELS = ("rampage:reaction.attitude",)

CITES: Cites = {
    RoundBegan: {"": _ROUND},
    TurnEnded: {"": _ROUND},
    TimePassed: {"turn": _ROUND, "": _ROUND},
    LightLit: {"": _LIGHT},
    LightWentOut: {"": _LIGHT},
    LightPassed: {"": ("rampage:light.drop.torch",)},
    Marched: {"": ("rampage:movement.by-armor",)},
    DoorChanged: {
        "stuck": ("rampage:doors.stuck.scope",),
        "locked": ("rampage:doors.locked.methods",),
        "barred": ("rampage:doors.break.tools",),
        "held by magic": ("rampage:doors.magic-lock",),
        "found": ("rampage:task.find-secret-doors",),
    },
    TrapChanged: {"": ("rampage:task.detect-pits",)},
    HoardChanged: {"found": ("rampage:task.find-secret-doors",)},
    ItemsChanged: {"lit": _LIGHT, "": ("rampage:encumbrance.item-default",)},
    SeenDoing: {"": _FEELS},
    Addressed: {"": _FEELS},
    Replied: {"": _FEELS},
    NewsTold: {"": _FEELS},
    BackedOff: {"": _FEELS},
    GameEnded: {"slain": ("rampage:death.zero-hp",)},
}
