"""The rules behind what the procedures do in this game's name: `?` on such a line of the story shows them.

The page knows no doors, no maps and no marching order; what it does not know cites nothing.
"""

from __future__ import annotations

from underkeep.procedures.ruleset import Cites
from underkeep.systems.knave.equipment.inventory import ItemPickedUp
from underkeep.systems.knave.exploration.traps import TrapSprang
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.dungeon import DoorChanged, HoardChanged, PerilFelt, SearchedInVain, TrapChanged
from underkeep.world.fight import FightEnded, RoundBegan
from underkeep.world.gear import ItemsChanged
from underkeep.world.knowledge import KindLearnt
from underkeep.world.light import LightLit, LightPassed, LightWentOut
from underkeep.world.party import Marched, PartyWent, TurnEnded
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import GameEnded
from underkeep.world.talk import Addressed, BackedOff, NewsTold, Replied, SeenDoing

_TORCH = ("knave:light.torch.three-uses",)
_CHECKED = ("knave:task.check.formula",)
_WATCH = ("knave:time.watch.length",)
_COSTS_A_TURN = ("knave:time.turn.action-cost",)
_SLOTS = ("knave:encumbrance.no-excess",)
_TALK = ("knave:reaction.changes",)
_MORNING = ("knave:healing.hp-each-morning",)

CITES: Cites = {
    KindLearnt: {"recognised": ("knave:task.knowledge.career",)},
    DoorChanged: {
        "found": _CHECKED,
        "stuck": ("knave:task.check.default-difficulty",),
        "forced": ("knave:task.check.default-difficulty",),
        "locked": ("knave:task.check.career-modifier",),
        "unlocked": ("knave:task.check.career-modifier",),
    },
    TrapChanged: {"disarmed": ("knave:downtime.career.grants-attempts",), "": _CHECKED},
    TrapSprang: {"": _CHECKED},
    HoardChanged: {"found": _CHECKED, "left lying": _SLOTS, "dropped": _SLOTS, "taken in part": _SLOTS},
    PerilFelt: {"": ("knave:hazard.freezing",)},
    SearchedInVain: {"": _CHECKED},
    SeenDoing: {"": ("knave:reaction.when",)},
    Addressed: {"": _TALK},
    Replied: {"": _TALK},
    NewsTold: {"": _TALK},
    BackedOff: {"": _TALK},
    LightLit: {"": _TORCH},
    LightPassed: {"": _TORCH},
    LightWentOut: {"": _TORCH},
    ConditionGained: {"": ("knave:task.check.opposed-ability",)},
    ConditionEnded: {
        "prone": ("knave:combat.turn.move-and-action",),
        "stunned": ("knave:combat.turn.move-and-action",),
        "": ("knave:time.turn.length",),
    },
    PartyWent: {"set out": _WATCH, "left": _WATCH, "arrived": _WATCH, "": _COSTS_A_TURN},
    Marched: {"": _COSTS_A_TURN},
    TurnEnded: {"": ("knave:time.turn.length",)},
    TimePassed: {
        "turn": ("knave:time.turn.length",),
        "carousing": ("knave:downtime.carousing.duration",),
        "brewing": ("knave:magic-item.brewing.time",),
        "drinking": ("knave:hazard.drink.check",),
        "sleep": _MORNING,
        "rest": _MORNING,
        "": _WATCH,
    },
    RumourHeard: {"": ("knave:task.knowledge.other",)},
    ItemsChanged: {
        "lit": _TORCH,
        "paid": ("knave:money.coin",),
        "paid-wages": ("knave:money.coin",),
        "ate": _MORNING,
        "boiled-down": ("knave:magic-item.brewing.parts-consumed",),
        "brewed": ("knave:magic-item.brewing.check",),
        "cut-out": ("knave:magic-item.harvest.time",),
        "plucked": ("knave:magic-item.ingredients.plants",),
        "drank": ("knave:magic-item.potion.effect",),
        "": _SLOTS,
    },
    ItemPickedUp: {"": _SLOTS},
    RoundBegan: {"": ("knave:combat.initiative.by-side",)},
    FightEnded: {"": _COSTS_A_TURN},
    GameEnded: {"slain": ("knave:death.pc",)},
}
