"""What single items do that no power in a list says: helms and bags with a mind of their own, rings that mend or turn
magic back, blades that drink life.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import HIDDEN, has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import (
    DRAINING,
    ELVEN,
    REFLECTS_SPELLS,
    SCARAB,
    SHRUNK,
)
from underkeep.systems.ose.characters import alignment_conduct
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.magic.spell_effects import Casting
from underkeep.systems.ose.magic.spells import ROUND_SECONDS, TURN_SECONDS, spells
from underkeep.systems.ose.monsters.sorts import REGENERATING
from underkeep.world.clock import TimePassed
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died, Healed
from underkeep.world.encounter import ChanceRolled
from underkeep.world.fight import FightBegan, RoundBegan
from underkeep.world.gear import Item, ItemsChanged, changed, fewer
from underkeep.world.state import State

ALIGNMENTS = ("Lawful", "Neutral", "Chaotic")
ALIGNMENT_HELM, READING_HELM = "helm-of-alignment-changing", "helm-of-reading-languages-and-magic"
DEVOURING = "bag-of-devouring"
SPELL_STORE, STORED, DIVINE_IN_100 = "ring-of-spell-storing", parse("1d6"), 20
SPELL_RING, SCARAB_KIND = "ring-of-spell-turning", "scarab-of-protection"
DIGESTS = parse("1d6+6")
SPOTTED_IN_6, TINY_SPOTTED_IN_100, HELM_BREAKS_IN_10 = 1, 10, 1
_RULE = ("ose:magic-item.categories",)


class BagFilled(Event, frozen=True):
    """Something lies in a bag (its id) that eats, and will be gone at a time; without one, it is gone."""

    secret: ClassVar[bool] = True

    item: str
    at: int | None

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        kept = {id: at for id, at in wonders.devoured_at.items() if id != self.item}
        if self.at is not None:
            kept[self.item] = self.at
        return with_campaign(state, wonders=replace(wonders, devoured_at=kept))


EVENTS: tuple[type[Event], ...] = (BagFilled,)


def put_on(do: Resolution, creature: str, item: Item) -> None:
    """A helm that makes somebody another person, a ring that tells what is in it."""
    if item.kind == SPELL_STORE and not identifying.enchantment(item).spells:
        _fill(do, creature, item)
    if item.kind != ALIGNMENT_HELM:
        return
    own = sheet(do.state.creatures[creature]).alignment
    others = tuple(name for name in ALIGNMENTS if name != own)
    alignment_conduct.change(do, creature, do.pick(others, "what a helm makes of its wearer"))


def _fill(do: Resolution, creature: str, item: Item) -> None:
    """The spells in a ring, known to whoever puts it on: 1d6 of one caster's, who was divine in 20 cases of 100."""
    divine = do.dice.roll(1, 100, "whose spells are in a ring")[0] <= DIVINE_IN_100
    list_name = "cleric" if divine else "magic-user"
    names = tuple(spells(list_name))
    count = do.roll_total(STORED, "spells in a ring").total
    kept = tuple((list_name, str(do.pick(names, "spell in a ring"))) for _ in range(count))
    now = do.state.creatures[creature].item(item.id)
    if now is not None:
        identifying.change(do, creature, now, spells=kept)


def stowed(do: Resolution, event: ItemsChanged) -> None:
    """What is put into a bag of devouring lies there for a while."""
    if event.verb != "stowed":
        return
    for bag in do.state.creatures[event.creature].items:
        if bag.kind == DEVOURING and bag.holds and bag.id not in campaign(do.state).wonders.devoured_at:
            turns = do.roll_total(DIGESTS, "turns until a bag has eaten").total
            do.emit(BagFilled(bag.id, do.state.now + turns * TURN_SECONDS, rule=_RULE))


@executes("ose:magic-item.categories")
def time_passed(do: Resolution, event: TimePassed | RoundBegan) -> None:
    """Bags have eaten, and wounds have closed under a ring."""
    eating, now = campaign(do.state).wonders.devoured_at, event.now
    due = {id for id, at in eating.items() if at <= now} if eating else None
    for creature in do.state.creatures.values():
        if due:
            _devour(do, creature, due)
        if creature.conditions and creature.condition(REGENERATING) is not None:
            _mend(do, creature, event)


def _devour(do: Resolution, creature: Creature, due: set[str]) -> None:
    for bag in creature.items:
        if bag.id in due:
            empty = replace(bag, holds=())
            items = changed(do.state.creatures[creature.id].items, empty)
            do.emit(ItemsChanged(creature.id, items, "devoured", empty, rule=_RULE))
            do.emit(BagFilled(bag.id, None, rule=_RULE))


def _mend(do: Resolution, creature: Creature, event: TimePassed | RoundBegan) -> None:
    """A point a round, as long as there is life."""
    rounds = 1 if isinstance(event, RoundBegan) else max(1, _passed(event) // ROUND_SECONDS)
    hp = min(creature.max_hp, creature.hp + rounds)
    if creature.status == "up" and 0 < creature.hp < hp:
        do.emit(Healed(creature.id, hp - creature.hp, hp, rule=(*_RULE, "ose:healing.cap")))


def _passed(event: TimePassed) -> int:
    """A turn, for what takes a turn; else at least a round."""
    return TURN_SECONDS if event.now % TURN_SECONDS == 0 else ROUND_SECONDS


def turned_back(do: Resolution, casting: Casting) -> Casting:
    """A spell at somebody with a ring of spell turning strikes whoever cast it."""
    target = do.state.creatures.get(casting.target)
    if target is None or target.id == casting.caster or not has(target, REFLECTS_SPELLS):
        return casting
    if target.side == do.state.creatures[casting.caster].side:
        return casting
    spend(do, target.id, SPELL_RING)
    return casting._replace(target=casting.caster, caster=target.id)


def spend(do: Resolution, creature: str, kind: str) -> None:
    """A charge of something that works by itself; without any it is worth nothing."""
    item = next((i for i in do.state.creatures[creature].items if i.kind == kind and i.place == "worn"), None)
    if item is None:
        return
    left = identifying.enchantment(item).charges
    identifying.change(do, creature, item, charges=max(0, (7 if left is None else left) - 1))


@executes("ose:magic-item.categories")
def wards_off_curse(do: Resolution, creature: str) -> bool:
    """Whether a scarab takes a curse upon itself."""
    if not has(do.state.creatures[creature], SCARAB):
        return False
    spend(do, creature, SCARAB_KIND)
    return True


@executes("ose:magic-item.categories")
def slip_from_sight(do: Resolution, event: FightBegan) -> None:
    """In elven grey one is seen by 1 in 6, and six inches tall by 10 in 100."""
    for creature in do.state.active():
        if not creature.conditions:
            continue
        if has(creature, ELVEN):
            roll = do.roll_at_most(1, 6, f"whether {creature.id} is spotted", SPOTTED_IN_6)
        elif has(creature, SHRUNK):
            roll = do.roll_at_most(1, 100, f"whether {creature.id} is spotted", TINY_SPOTTED_IN_100)
        else:
            continue
        do.emit(ChanceRolled("being spotted", roll, bool(roll.success), creature.id, rule=_RULE))
        if not roll.success:
            do.emit(ConditionGained(creature.id, Condition(HIDDEN), rule=_RULE))


@executes("ose:magic-item.categories")
def struck(do: Resolution, attacker: Creature, target: Creature) -> None:
    """A hit may break the helm of reading, and one with a draining blade takes a level."""
    helm = [i for i in target.items if i.kind == READING_HELM and i.place == "worn"]
    if helm and do.dice.roll(1, 10, "whether a helm breaks")[0] <= HELM_BREAKS_IN_10:
        _destroy(do, target.id, helm[0])
    if has(attacker, DRAINING):
        do.emit(ConditionEnded(attacker.id, DRAINING, rule=_RULE))
        experience.lose_level(do, target.id)


def died(do: Resolution, event: Died) -> None:
    """The helm of reading goes with its wearer."""
    items = do.state.creatures[event.creature].items
    helm = next((i for i in items if i.kind == READING_HELM and i.place == "worn"), None)
    if helm is not None:
        _destroy(do, event.creature, helm)


def _destroy(do: Resolution, creature: str, item: Item) -> None:
    left = fewer(do.state.creatures[creature].items, item.id)
    do.emit(ItemsChanged(creature, left, "destroyed-item", item, rule=_RULE))
