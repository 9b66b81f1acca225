"""After a fight: what lies about is taken up, those who ran come back, foes who gave up are captives."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures import lights, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import money
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.checks import tasks, wounds
from underkeep.systems.rampage.encounters import meetings
from underkeep.systems.rampage.equipment import light
from underkeep.world.clock import day_of
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import GroupChanged, Hoard, HoardChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyLeft
from underkeep.world.state import GridCleared, State

OF_THE_FIGHT = (
    "prone", "broken", "fell back", "fleeing", "unloaded", "set to receive a charge", "fights to the death", "hidden",
    "stunned",
)  # fmt: skip
XP_A_HIT_DIE = 25
"""What a foe beaten is worth. The book has no awards in its first volume; this is ours."""


class FightRemembered(Event, frozen=True):
    """What is kept of a fight: its day, what the foes beaten are worth so far, and the captives."""

    secret: ClassVar[bool] = True

    day: int
    foes_xp: int
    captives: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return with_campaign(state, fought_on=self.day, foes_xp=self.foes_xp, captives=self.captives, bashers=())


class CameBack(Event, frozen=True):
    """Somebody who ran is with the party again."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up")


EVENTS: tuple[type[Event], ...] = (FightRemembered, CameBack)


def after_fight(do: Resolution) -> None:
    """The field is left, and what it cost is counted."""
    encounter, party = do.state.encounter, do.state.party
    assert encounter is not None and party is not None
    for id in (*party.members, *encounter.monsters):
        _settle(do, do.state.creatures[id])
    left = [item for id in (*party.members, *encounter.monsters) for item in _leavings(do, do.state.creatures[id])]
    do.emit(GridCleared())
    _drop_lights(do)
    if left and not do.state.is_outdoors:
        _lay_down(do, tuple(left))
    _count(do, encounter.monsters)
    for id in party.members:
        wounds.come_to(do, do.state.creatures[id])
    for creature in do.state.marchers():
        do.emit(ConditionGained(creature.id, Condition(tasks.THIRSTY), rule=("rampage:healing.stiff-drink",)))
    meetings.conclude(do, "fought")


def _settle(do: Resolution, creature: Creature) -> None:
    for name in OF_THE_FIGHT:
        if creature.condition(name):
            do.emit(ConditionEnded(creature.id, name))
    assert do.state.party is not None
    if creature.id in do.state.party.members and creature.status == "fled":
        if is_character(creature) or sheet(creature).morale is None:
            do.emit(CameBack(creature.id))
        else:
            do.emit(PartyLeft(creature.id, "fled", rule=("rampage:morale.player-characters",)))


def _leavings(do: Resolution, creature: Creature) -> list[Item]:
    """What lies on the ground is taken up by those who stand; the dead foes' things stay where they fell."""
    assert do.state.party is not None
    ours = creature.id in do.state.party.members
    if ours and creature.status != "dead":
        if any(item.place == "ground" for item in creature.items):
            items = tuple(replace(i, place="belt") if i.place == "ground" else i for i in creature.items)
            do.emit(ItemsChanged(creature.id, items, "picked-up"))
        return []
    if creature.status in ("up", "fled") or not creature.items:
        return []
    do.emit(ItemsChanged(creature.id, (), "left-behind"))
    return [replace(item, place="pack") for item in creature.items]


@executes("rampage:light.drop.torch", "rampage:light.drop.candle", "rampage:light.drop.oil")
def _drop_lights(do: Resolution) -> None:
    """The lights of those who fell: a torch burns on and is taken up, others go out or spill."""
    for one in lights.astray(do.state):
        if do.state.creatures[one.bearer].status in ("dead", "down"):
            light.drop(do, one)
    lights.take_up(do, ("rampage:light.drop.torch",))


def _lay_down(do: Resolution, items: tuple[Item, ...]) -> None:
    dungeon, at, _ = survey.here(do.state)
    id = do.state.opaque("hoard", "remains", at.area)
    before = dungeon.hoards[id].items if id in dungeon.hoards else ()
    do.emit(HoardChanged(Hoard(id, at.area, (*before, *items)), "left lying"))


def _count(do: Resolution, monsters: tuple[str, ...]) -> None:
    """The living keep their group; those who gave up are the party's to deal with. The beaten are worth something."""
    group = meetings.the_group(do.state)
    standing = sum(do.state.creatures[id].status == "up" for id in monsters)
    beaten = [do.state.creatures[id] for id in monsters if do.state.creatures[id].status != "up"]
    captives = tuple(c.id for c in beaten if c.status == "yielded")
    xp = campaign(do.state).foes_xp + sum(worth_xp(c) for c in beaten)
    do.emit(GroupChanged(replace(group, count=standing), "fought"))
    do.emit(FightRemembered(day_of(do.state.now), xp, captives if not do.state.is_outdoors else ()))


def worth_xp(creature: Creature) -> int:
    """A foe's worth in experience. Ruling: q.book3.xp."""
    return XP_A_HIT_DIE * max(1, int(sheet(creature).hd))


def purse_of(state: State) -> int:
    return sum(money.purse_sp(c.items) for c in state.marchers())
