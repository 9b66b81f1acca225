"""Spells of the caster's own mind at work on others: telekinesis, magic jar, a projected image."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import ENTRANCED, LIFTED, POSSESSED, PROJECTING, has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken, free, is_undead
from underkeep.systems.ose.magic.params.minds import Possess
from underkeep.systems.ose.magic.params.ways import Project, Telekinesis
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, resists, until
from underkeep.systems.ose.monsters.listings import size_of
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import TrapChanged
from underkeep.world.state import State

WEIGHT_COINS = {"small": 1000, "human": 2000, "large": 6000, "huge": 20000}
"""What creatures weigh, by their size. Ours."""
_LONGEST_FEET = 120
_FALL = ("ose:hazard.falling",)


class HostTaken(Event, frozen=True):
    """In whose body somebody's life-force is from now on; in nobody's, if it is back in its own."""

    caster: str
    host: str

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        hosts = {caster: host for caster, host in casters.hosts.items() if caster != self.caster}
        if self.host:
            hosts[self.caster] = self.host
        return with_campaign(state, casters=replace(casters, hosts=hosts))


EVENTS: tuple[type[Event], ...] = (HostTaken,)


@executes("ose:magic.effect.concentration", "ose:save.category.spells")
@effects(Telekinesis)
def lift(do: Resolution, casting: Casting, spell: Telekinesis) -> None:
    """A creature that is light enough and fails its save hangs in the air, higher each round, as long as the caster
    concentrates; a chest is opened from afar, and what waits on it strikes nobody.
    """
    if casting.use.target == "hoard":
        _spring_from_afar(do, casting)
        return
    target = do.state.creatures[casting.target]
    if WEIGHT_COINS[size_of(target)] > spell.coins_per_level * casting.level:
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        bestow(do, target.id, LIFTED, None, spell.feet_per_round, power=casting.level)
        concentration.begin(do, casting.caster)


def _spring_from_afar(do: Resolution, casting: Casting) -> None:
    dungeon = do.state.dungeon
    assert dungeon is not None
    traps = [t for t in dungeon.traps.values() if t.on == casting.target and t.state in ("hidden", "found")]
    for trap in traps:
        do.emit(TrapChanged(replace(trap, state="sprung"), "sprung", rule=CAST))
    if not traps:
        fizzle(do, casting, casting.caster)


def rise(do: Resolution) -> None:
    """Each round those who hang in the air go twenty feet higher; after six rounds they fall."""
    for creature in [c for c in do.state.active() if c.conditions and has(c, LIFTED)]:
        lifted = creature.condition(LIFTED)
        assert lifted is not None
        if lifted.level >= _LONGEST_FEET:
            drop(do, creature)
        else:
            do.emit(ConditionGained(creature.id, replace(lifted, level=lifted.level + 20), rule=CAST))


@executes("ose:hazard.falling")
def drop(do: Resolution, creature: Creature) -> None:
    """Down, from as high as it was: 1d6 for each ten feet."""
    lifted = creature.condition(LIFTED)
    if lifted is None:
        return
    do.emit(ConditionEnded(creature.id, LIFTED, rule=(*CAST, *_FALL)))
    amount = roll_damage(do, "", creature.id, "fall", parse(f"{lifted.level // 10}d6"), (), _FALL)
    harm(do, creature.id, amount, "", "fall", rule=_FALL)


@executes("ose:magic.effect.concentration")
def let_go(do: Resolution, caster: str) -> None:
    """The caster thinks of something else, and whoever hangs in the air falls."""
    side = do.state.creatures[caster].side
    for creature in do.state.active():
        if creature.side != side and creature.conditions and has(creature, LIFTED):
            drop(do, creature)


@executes("ose:magic.spell-list", "ose:save.category.spells")
@effects(Possess)
def possess(do: Resolution, casting: Casting, _: Possess) -> None:
    """The body lies in a trance; one who fails the save is the caster's until it dies or the fight is over. From a
    victim who resists the caster returns at once.
    """
    target, caster = do.state.creatures[casting.target], do.state.creatures[casting.caster]
    if is_undead(target):
        fizzle(do, casting)
        return
    if resists(do, casting, target.id):
        return
    own = sheet(target)
    bestow(do, caster.id, ENTRANCED, None, power=casting.level)
    bestow(do, target.id, POSSESSED, None, power=casting.level)
    do.emit(HostTaken(caster.id, target.id, rule=CAST))
    if target.id not in do.state.players:
        entrust(do, target.id, caster.side, do.state.owner(caster.id))
    sworn = replace(own, former_side=own.former_side or target.side)
    do.emit(SideTaken(target.id, caster.side, sworn, rule=CAST))


@executes("ose:magic.spell-list")
def go_home(do: Resolution, caster: str) -> None:
    """Back into one's own body; the host is its own again."""
    host = campaign(do.state).casters.hosts.get(caster)
    if host is None:
        return
    do.emit(HostTaken(caster, "", rule=CAST))
    if has(do.state.creatures[caster], ENTRANCED):
        do.emit(ConditionEnded(caster, ENTRANCED, rule=CAST))
    if has(do.state.creatures[host], POSSESSED):
        do.emit(ConditionEnded(host, POSSESSED, rule=CAST))
    if do.state.creatures[host].status != "dead":
        free(do, host)


def died(do: Resolution, id: str) -> None:
    """A host that dies sends its guest home; a guest whose body dies has none to go back to, and is gone with it."""
    hosts = campaign(do.state).casters.hosts
    for caster, host in list(hosts.items()):
        if host == id or caster == id:
            go_home(do, caster)


def freed(do: Resolution, id: str) -> None:
    """The spell on a host or on an entranced caster is broken."""
    died(do, id)


def clear(do: Resolution) -> None:
    """After the fight every guest is at home, and nobody hangs in the air."""
    for caster in list(campaign(do.state).casters.hosts):
        go_home(do, caster)
    for creature in list(do.state.creatures.values()):
        if creature.conditions and has(creature, LIFTED):
            do.emit(ConditionEnded(creature.id, LIFTED, rule=CAST))


@executes("ose:magic.spell-list")
@effects(Project)
def project(do: Resolution, casting: Casting, _: Project) -> None:
    """What is shot and cast at the caster goes to the image; a blow that reaches it ends it. Spells are cast from
    there.
    """
    bestow(do, casting.caster, PROJECTING, until(do, casting), power=casting.level)
