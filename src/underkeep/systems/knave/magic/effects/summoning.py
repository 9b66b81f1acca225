"""Spells that bring creatures: servants, skeletons, animated things, a knight on a snail, and what lives elsewhere."""

from __future__ import annotations

from underkeep.procedures import survey
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.spell_listings import Gate, Summon
from underkeep.systems.knave.checks.spawning import spawn
from underkeep.systems.knave.magic.spell_effects import CAST, Casting, bestow, effects, until
from underkeep.world.creature import Fled
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import ItemsChanged
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.party import PartyJoined, PartyLeft

SUMMONED = "summoned"
AWAITED = "awaiting "
WILLING = 4


@effects(Summon)
def summon(do: Resolution, casting: Casting, effect: Summon) -> None:
    if effect.delay_turns and do.state.fight is None:
        bestow(do, casting.caster, f"{AWAITED}{casting.id}", do.state.now + effect.delay_turns * 600, casting.level)
    else:
        arrive(do, casting, effect)


def arrive(do: Resolution, casting: Casting, effect: Summon) -> None:
    """They stand beside the caster, on its side, and in the marching order outside a fight."""
    if effect.may_refuse:
        roll = do.roll(1, 6, f"whether {effect.kind} comes", needed=WILLING)
        comes = bool(roll.success)
        do.emit(ChanceRolled("answering a call", roll, comes, casting.caster, casting.spell.name, rule=CAST))
        if not roll.success:
            return
    side = do.state.creatures[casting.caster].side
    end = until(do, casting, effect.lasts)
    for _ in range(casting.number(effect.count)):
        id = _call(do, effect.kind, side, casting.caster, end)
        if not effect.armed and do.state.creatures[id].items:
            do.emit(ItemsChanged(id, (), "unarmed", rule=CAST))


def _call(do: Resolution, kind: str, side: str, beside: str, end: int | None) -> str:
    id = spawn(do, kind, side, do.state.creatures[beside].at)
    entrust(do, id, side, do.state.owner(beside))
    bestow(do, id, SUMMONED, end)
    party = do.state.party
    if party is not None and party.side == side:
        do.emit(PartyJoined(id, rule=CAST))
    return id


def send_away(do: Resolution, id: str) -> None:
    """A creature that was only summoned is gone when its time is up."""
    party = do.state.party
    if party is not None and id in party.members:
        do.emit(PartyLeft(id))
    if do.state.creatures[id].status != "dead":
        do.emit(Fled(id))


@effects(Gate)
def gate(do: Resolution, casting: Casting, effect: Gate) -> None:
    """What comes through, and whose side it takes, are both up to the dice. Unmet, it waits where the gate was."""
    kind = str(do.pick(effect.kinds, "who comes through the gate"))
    roll = do.roll(1, 6, "whether it is a friend", needed=WILLING)
    do.emit(ChanceRolled("what came through the gate is a friend", roll, bool(roll.success), rule=CAST))
    caster = do.state.creatures[casting.caster]
    if do.state.fight is not None:
        others = [side for side in do.state.sides() if side != caster.side]
        side = caster.side if roll.success or not others else others[0]
        _call(do, kind, side, caster.id, None)
        return
    area = ON_THE_WAY if do.state.is_outdoors else survey.here(do.state)[2].id
    attitude = "" if roll.success else "violent"
    group = Group(do.state.new_group(), area, kind, 1, attitude=attitude)
    do.emit(GroupChanged(group, "came through a gate", rule=CAST))
    if not roll.success and do.rules.meetings is not None:
        do.rules.meetings.meet(do, group, None)
