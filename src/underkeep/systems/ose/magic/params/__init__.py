"""The parameters of the higher arcane spells' effects, a module a family. What they do stands in `effects`."""

from __future__ import annotations

from underkeep.systems.ose.magic.params.change import (
    Feeblemind,
    HideInCircle,
    Petrify,
    PolymorphOther,
    PolymorphSelf,
    Reincarnate,
    Restore,
    Surround,
)
from underkeep.systems.ose.magic.params.destruction import Blast, Bolt, DeathWave, Disintegrate, Fog
from underkeep.systems.ose.magic.params.minds import CharmMonster, Confuse, Possess
from underkeep.systems.ose.magic.params.places import (
    Burrow,
    Dispel,
    Harden,
    Mire,
    Quench,
    RaiseWall,
    Screen,
    Sway,
    WallOff,
    Weather,
)
from underkeep.systems.ose.magic.params.summons import AnimateDead, Conjure, Stalker
from underkeep.systems.ose.magic.params.ways import (
    BorrowEyes,
    ContactPlane,
    Project,
    StepThrough,
    Telekinesis,
    Teleport,
    WizardEye,
)

Arcane = (
    AnimateDead
    | Blast
    | Bolt
    | BorrowEyes
    | Burrow
    | CharmMonster
    | Confuse
    | Conjure
    | ContactPlane
    | DeathWave
    | Disintegrate
    | Dispel
    | Feeblemind
    | Fog
    | Harden
    | HideInCircle
    | Mire
    | Petrify
    | PolymorphOther
    | PolymorphSelf
    | Possess
    | Project
    | Quench
    | RaiseWall
    | Reincarnate
    | Restore
    | Screen
    | Stalker
    | StepThrough
    | Surround
    | Sway
    | Telekinesis
    | Teleport
    | WallOff
    | Weather
    | WizardEye
)
