"""Spells that bring somebody to one's side: elementals, a stalker, the risen dead."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.meeting import ids_of_met
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.field import free_squares
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import RISEN, SERVES_SPELL, has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.illusions import is_illusory
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken
from underkeep.systems.ose.magic.params.summons import AnimateDead, Conjure, Stalker
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, effects, fizzle
from underkeep.systems.ose.monsters.listings import (
    hit_dice,
    hit_point_dice,
    monsters,
    saves_as,
    squares_of,
    thac0_by_hit_dice,
)
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Moved
from underkeep.world.dungeon import Group, GroupChanged, HoardChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyJoined, PartyLeft
from underkeep.world.state import State

STALKER = "invisible-stalker"
STALKER_DICE = 8
_HD = "16-hd"
_CONCENTRATION = (*CAST, "ose:magic.effect.concentration")


class ElementalCalled(Event, frozen=True):
    """On which day a caster last called an elemental of a plane: there is one a day."""

    caster: str
    plane: str
    day: int

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        called = {**casters.called.get(self.caster, {}), self.plane: self.day}
        return with_campaign(state, casters=replace(casters, called={**casters.called, self.caster: called}))


class Gone(Event, frozen=True):
    """Somebody who was summoned is where it came from."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="fled", at=None)


class DeadRose(Event, frozen=True):
    """A corpse is on its feet, and somebody's servant."""

    private: ClassVar[tuple[str, ...]] = ("hp", "sheet")

    creature: str
    kind: str
    side: str
    hp: int | None
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(
            self.creature, kind=self.kind, side=self.side, hp=self.hp, max_hp=self.hp, sheet=self.sheet, status="up"
        )


class MissionDone(Note, frozen=True):
    """What a servant was sent for is done, or cannot be."""

    creature: str
    mission: str
    success: bool


EVENTS: tuple[type[Event], ...] = (ElementalCalled, Gone, DeadRose, MissionDone)


@executes("ose:magic.spell-list")
def summon(do: Resolution, kind: str, by: str, power: int, until: int | None = None) -> str:
    """One of a kind comes to somebody's side, beside it on the field, and is gone after the fight. Nobody comes where
    there is no room.
    """
    master = do.state.creatures[by]
    square = None
    if do.state.grid is not None and master.at is not None:
        square = next(free_squares(do.state, master.at, squares_of(kind)), None)
    if square is None and do.state.grid is not None:
        return ""
    (id,) = ids_of_met(do.state, kind, 1)
    entrust(do, id, master.side, do.state.owner(by))
    do.rules.recruit(do, Recruit(kind), id, master.side)
    do.emit(ConditionGained(id, Condition(SERVES_SPELL, until, power=power), rule=CAST))
    if square is not None:
        do.emit(Moved(id, square, "summoned", rule=CAST))
    elif do.state.party is not None:
        do.emit(PartyJoined(id, rule=CAST))
    return id


def dismiss(do: Resolution, id: str) -> None:
    """Back to where it came from."""
    party = do.state.party
    do.emit(Gone(id, rule=CAST))
    if party is not None and id in party.members:
        do.emit(PartyLeft(id, "dismissed", rule=CAST))


@executes("ose:magic.effect.concentration")
@effects(Conjure)
def conjure(do: Resolution, casting: Casting, spell: Conjure) -> None:
    """Sixteen Hit Dice, one from each plane in a day; it obeys as long as the caster concentrates."""
    today = do.state.now // DAY
    if campaign(do.state).casters.called.get(casting.caster, {}).get(spell.of) == today:
        fizzle(do, casting, casting.caster)
        return
    do.emit(ElementalCalled(casting.caster, spell.of, today, rule=CAST))
    summon(do, f"{spell.of}-elemental-{_HD}", casting.caster, casting.level)
    concentration.begin(do, casting.caster)


@executes("ose:magic.effect.concentration")
def break_loose(do: Resolution, caster: str) -> None:
    """An elemental whose caster thinks of something else is nobody's, and falls upon the caster."""
    side = do.state.creatures[caster].side
    others = [s for s in do.state.sides() if s != side]
    for creature in [c for c in do.state.active(side) if _is_elemental(c) and has(c, SERVES_SPELL)]:
        do.emit(ConditionEnded(creature.id, SERVES_SPELL, rule=_CONCENTRATION))
        if others:
            do.emit(SideTaken(creature.id, others[0], sheet(creature), rule=_CONCENTRATION))


def _is_elemental(creature: Creature) -> bool:
    return creature.kind.endswith(f"-elemental-{_HD}")


def clear(do: Resolution) -> None:
    """After the fight those who were summoned for it go, and with them the concentration on them."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and has(creature, SERVES_SPELL) and creature.status == "up":
            dismiss(do, creature.id)


def corpses(state: State) -> list[Creature]:
    """The dead who lie here: on the field, or those of the party and of the groups in the area. Not what was dead or
    never alive before.
    """
    if state.grid is not None:
        lying = [c for c in state.creatures.values() if c.at is not None]
    else:
        near = set(state.party.members) if state.party is not None else set()
        if state.dungeon is not None and state.party is not None and state.party.at is not None:
            near.update(id for group in state.dungeon.groups_in(state.party.at.area) for id in group.members)
        lying = [c for c in state.creatures.values() if c.id in near]
    return [c for c in lying if c.status == "dead" and _was_alive(state, c)]


def _was_alive(state: State, creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return not is_illusory(state, creature.id) and (listing is None or not (listing.undead or listing.constructed))


def dice_in_life(creature: Creature) -> int:
    """Hit Dice; levels of a class do not count."""
    listing = monsters().get(creature.kind)
    return 1 if listing is None else max(1, hit_dice(listing.hd).dice)


@executes("ose:magic.spell-list", "ose:magic.effect.targets")
@effects(AnimateDead)
def animate(do: Resolution, casting: Casting, spell: AnimateDead) -> None:
    """A Hit Die for each level, the greatest corpses first; they obey until they are destroyed or dispelled."""
    left = casting.level
    found = sorted(corpses(do.state), key=lambda c: (-dice_in_life(c), c.id))
    risen = []
    for corpse in found:
        dice = dice_in_life(corpse) + spell.more_hd
        if dice <= left:
            left -= dice
            risen.append(corpse)
            _rise(do, casting, corpse, spell, dice)
    if not risen:
        fizzle(do, casting, casting.caster)


def _rise(do: Resolution, casting: Casting, corpse: Creature, spell: AnimateDead, dice: int) -> None:
    caster, listing, text = do.state.creatures[casting.caster], monsters()[spell.as_kind], str(dice)
    own = replace(
        sheet(corpse),
        thac0=thac0_by_hit_dice(text),
        saves=saves_as(text),
        ac=spell.ac,
        movement_feet=listing.speed_feet,
        hit_dice=text,
        level=dice,
        character_class="",
        abilities={},
        memorised=(),
        morale=listing.morale,
        xp_award=0,
        service=None,
    )
    hp = max(1, do.roll_total(hit_point_dice(text), f"hit points of {corpse.id}, risen").total)
    entrust(do, corpse.id, caster.side, do.state.owner(caster.id))
    beset = do.state.occupied() if do.state.grid is not None else 0
    do.emit(DeadRose(corpse.id, spell.as_kind, caster.side, hp, own, rule=CAST))
    _step_aside(do, corpse, beset)
    do.emit(ConditionGained(corpse.id, Condition(RISEN, power=casting.level), rule=CAST))
    _leave_its_own(do, corpse.id)


def _step_aside(do: Resolution, corpse: Creature, occupied: int) -> None:
    """Where somebody stands on the corpse, it gets up beside."""
    grid, at = do.state.grid, corpse.at
    if grid is None or at is None or not grid.bit(at) & occupied:
        return
    free = next(free_squares(do.state, at, corpse.size), None)
    if free is not None:
        do.emit(Moved(corpse.id, free, "risen", rule=CAST))


def _leave_its_own(do: Resolution, id: str) -> None:
    """Of its old group no longer, and of the caster's party if there is one."""
    met, party = do.state.encounter, do.state.party
    if met is not None and id in met.monsters:
        left = tuple(other for other in met.monsters if other != id)
        do.emit(EncounterChanged(replace(met, monsters=left), "risen", rule=CAST))
    if party is not None and id not in party.members and do.state.creatures[id].side == party.side:
        do.emit(PartyJoined(id, rule=CAST))


@executes("ose:magic.spell-list")
@effects(Stalker)
def send_stalker(do: Resolution, casting: Casting, spell: Stalker) -> None:
    """One mission: to guard the caster until the next fight is over, to slay those who live in an area, or to fetch
    what treasure there is in one.
    """
    if spell.mission == "guard":
        summon(do, STALKER, casting.caster, casting.level)
        return
    assert do.state.dungeon is not None
    groups = [g for g in do.state.dungeon.groups_in(casting.target) if g.count > 0]
    if spell.mission == "fetch":
        _fetch(do, casting, groups)
        return
    won = bool(groups) and all(_slays(do, group) for group in groups)
    do.emit(MissionDone(casting.caster, "slay", won, rule=CAST))


def _slays(do: Resolution, group: Group) -> bool:
    """Eight Hit Dice that nobody sees against theirs, by a die for each side. The chance is ours."""
    listing = monsters().get(group.kind)
    theirs = group.count * max(1, hit_dice(listing.hd).dice if listing is not None else 1)
    ours = do.roll(1, 20, f"stalker against {group.kind}")
    wins = ours.total + STALKER_DICE >= theirs
    if wins:
        do.emit(GroupChanged(replace(group, count=0), "slain by a stalker", rule=CAST))
    return wins


def _fetch(do: Resolution, casting: Casting, groups: list[Group]) -> None:
    """Unseen it takes what lies open; what is locked up or hidden it leaves."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    open_to_it = [
        h for h in dungeon.hoards.values() if h.area == casting.target and h.items and not h.hidden and not h.bar
    ]
    for hoard in open_to_it:
        items = (*do.state.creatures[casting.caster].items, *hoard.items)
        do.emit(HoardChanged(replace(hoard, items=()), "taken", rule=CAST))
        do.emit(ItemsChanged(casting.caster, items, "fetched", rule=CAST))
    do.emit(MissionDone(casting.caster, "fetch", bool(open_to_it), rule=CAST))
