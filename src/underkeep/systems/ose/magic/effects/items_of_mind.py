"""Items that bend minds: potions, rings and staves of control."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import CONTROLLED
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken, free
from underkeep.systems.ose.magic.item_effects import Control
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, resists, until
from underkeep.systems.ose.monsters.listings import size_of
from underkeep.systems.ose.monsters.sorts import hit_dice_of, is_of
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

ITEM = ("ose:magic-item.categories",)
MANY = 100


def within_reach(state: State, casting: Casting, control: Control) -> list[Creature]:
    """The creatures of the sort that the magic reaches, nearest first, of one kind where it is for one kind."""
    user = state.creatures[casting.caster]
    reach = casting.written.reach_feet(casting.use, casting.level)
    if state.grid is None or user.at is None:
        met = state.encounter
        found = [state.creatures[id] for id in met.monsters] if met is not None and met.distance <= reach else []
    else:
        at = square_of(user)
        foes = [c for c in state.active() if c.side != user.side and c.at is not None]
        found = [c for c in foes if distance(at, square_of(c)) * SQUARE_FEET <= reach]
        found.sort(key=lambda c: (distance(at, square_of(c)), c.id))
    return [c for c in found if c.status == "up" and is_of(c, control.of) and _is_weak_enough(c, control)]


def _is_weak_enough(creature: Creature, control: Control) -> bool:
    return not control.most_hd or hit_dice_of(creature) <= control.most_hd


@effects(Control)
def take_control(do: Resolution, casting: Casting, control: Control) -> None:
    """Those who are reached fight for the user as long as it lasts, or come in peace; freed, they are enemies."""
    able = within_reach(do.state, casting, control)
    if not able:
        fizzle(do, casting, casting.caster, ITEM)
        return
    dice = do.roll_total(control.hit_dice, "Hit Dice under control").total if control.hit_dice is not None else MANY
    count = do.roll_total(control.count, "how many are under control").total if control.count is not None else MANY
    if control.giant_count and size_of(able[0]) in ("large", "huge"):
        count = control.giant_count
    end = until(do, casting)
    for creature in able[:count]:
        dice -= hit_dice_of(creature) if control.hit_dice is not None else 0
        if dice < 0:
            break
        is_proof = control.of not in ("plants", "undead") and is_immune_to(creature, "charm")
        if not is_proof and not resists(do, casting, creature.id, control.save_modifier):
            _take(do, casting, creature, end)
    if casting.written.spell.duration.lasts == "concentration":
        concentration.begin(do, casting.caster)


def _take(do: Resolution, casting: Casting, creature: Creature, end: int | None) -> None:
    user = do.state.creatures[casting.caster]
    bestow(do, creature.id, CONTROLLED, end, more=ITEM)
    met = do.state.encounter
    if do.state.fight is None and met is not None:
        _make_peace(do)
        return
    own = sheet(creature)
    entrust(do, creature.id, user.side, do.state.owner(user.id))
    do.emit(SideTaken(creature.id, user.side, replace(own, former_side=own.former_side or creature.side), rule=CAST))


def _make_peace(do: Resolution) -> None:
    """Those whom the party has met do as the user wills: they let it be."""
    met, dungeon = do.state.encounter, do.state.dungeon
    assert met is not None
    do.emit(EncounterChanged(replace(met, attitude="friendly"), "controlled", rule=ITEM))
    group = dungeon.groups.get(met.group) if dungeon is not None else None
    if group is not None:
        do.emit(GroupChanged(replace(group, attitude="friendly"), "friendly", rule=ITEM))


def released(do: Resolution, event: ConditionEnded) -> None:
    """Whoever is no longer under control goes back to its own."""
    if event.name == CONTROLLED:
        free(do, event.creature)


def let_go(do: Resolution, event: ConditionEnded) -> None:
    """The user's mind wanders: all under control of that sort are free."""
    if event.name != concentration.CONCENTRATING:
        return
    side = do.state.creatures[event.creature].side
    for creature in list(do.state.creatures.values()):
        held = creature.condition(CONTROLLED) if creature.conditions else None
        if held is not None and held.until is None and creature.side == side:
            do.emit(ConditionEnded(creature.id, CONTROLLED, rule=ITEM))
