"""The parameters of the higher arcane spells' effects, a module a family. What they do stands in `effects`."""

from __future__ import annotations

from underkeep.systems.ose.magic.params.change import (
    Feeblemind,
    HideInCircle,
    Petrify,
    PolymorphOther,
    PolymorphSelf,
    Restore,
    Surround,
)
from underkeep.systems.ose.magic.params.destruction import Blast, Bolt, DeathWave, Disintegrate, Fog
from underkeep.systems.ose.magic.params.minds import CharmMonster, Confuse
from underkeep.systems.ose.magic.params.places import Dispel, Harden, Mire, RaiseWall

Arcane = (
    Blast
    | Bolt
    | CharmMonster
    | Confuse
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
    | RaiseWall
    | Restore
    | Surround
)
