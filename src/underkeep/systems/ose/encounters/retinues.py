"""Leaders and bodyguards of a band, and adventurers who are made on the spot with classes and levels of their own."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures import content
from underkeep.procedures.recruiting import numbered
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import LEADS, STRONG_ARM
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic.casting import OF_MONSTERS
from underkeep.systems.ose.magic.spells import forms
from underkeep.systems.ose.monsters.listings import monsters, thac0_by_hit_dice, xp_award
from underkeep.world.condition import Condition
from underkeep.world.creature import Died, SheetChanged
from underkeep.world.dungeon import Group
from underkeep.world.encounter import Encounter
from underkeep.world.state import State

_ONE = parse("1")
_LEADERS = "ose:referee.monsters.leaders"
_LED = (_LEADERS, "ose:morale.rating")
_GUARDS = ("bodyguard", "guard")


class Rank(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    title: str
    hd: str = ""
    hp: Expr = _ONE
    damage: int = 0
    count: Expr = _ONE
    from_count: int = 1
    lair: bool = False
    everyone: bool = False
    classes: tuple[str, ...] = ()
    levels: tuple[Expr, ...] = ()
    per: int = 0
    percent: int = 100


class Retinue(Struct, frozen=True, forbid_unknown_fields=True):
    ranks: tuple[Rank, ...]
    rule: str
    morale: int | None = None
    spells: int = 0


class RankTaken(Event, frozen=True):
    """One of those met is more than the others: the hit points, THAC0, award and strength after it."""

    secret: ClassVar[bool] = True

    creature: str
    title: str
    hp: int
    thac0: int
    xp_award: int
    damage: int = 0
    leads: bool = False

    def evolve(self, state: State) -> State:
        creature = state.creatures[self.creature]
        own = replace(sheet(creature), thac0=self.thac0, xp_award=self.xp_award)
        marks: tuple[Condition, ...] = (Condition(STRONG_ARM, level=self.damage),) if self.damage else ()
        marks += (Condition(LEADS),) if self.leads else ()
        return state.with_creature(
            creature.id, hp=self.hp, max_hp=self.hp, sheet=own, conditions=(*creature.conditions, *marks)
        )


class SpiritChanged(Event, frozen=True):
    """The morale of these, while a leader is with them or after they have lost one."""

    secret: ClassVar[bool] = True

    creatures: tuple[str, ...]
    morale: int

    def evolve(self, state: State) -> State:
        for id in self.creatures:
            state = state.with_creature(id, sheet=replace(sheet(state.creatures[id]), morale=self.morale))
        return state


EVENTS: tuple[type[Event], ...] = (RankTaken, SpiritChanged)


@cache
def retinues() -> dict[str, Retinue]:
    return content.load(compendium.PACKAGE, "retinues", Retinue)


@executes("ose:referee.monsters.leaders")
def ranks_of(do: Resolution, group: Group, ids: tuple[str, ...]) -> dict[str, Rank]:
    """Who of a band is what, the leader first; more than half of it are never of rank, unless all are."""
    own = retinues().get(group.kind)
    found: dict[str, Rank] = {}
    for rank in own.ranks if own is not None else ():
        if rank.everyone:
            return {**dict.fromkeys(ids, rank), **found}
        if len(ids) < max(2, rank.from_count) or (rank.lair and not group.lair) or not _is_there(do, rank):
            continue
        room = max(1, len(ids) // 2) - len(found)
        wanted = len(ids) // rank.per if rank.per else do.roll_total(rank.count, f"{rank.title} of {group.kind}").total
        many = min(room, wanted)
        free = [id for id in ids if id not in found]
        found.update(dict.fromkeys(free[:many], rank))
    return found


def _is_there(do: Resolution, rank: Rank) -> bool:
    return rank.percent >= 100 or do.dice.roll(1, 100, f"whether there is a {rank.title}")[0] <= rank.percent


@executes("ose:referee.monsters.leaders", "ose:encounter.wandering.table")
def recruit(do: Resolution, group: Group, rank: Rank, id: str, name: str, side: str) -> None:
    """One of rank: of a class and level by the dice, or of its kind with the Hit Dice it fights as."""
    rule = (retinues()[group.kind].rule,)
    called = name or numbered(monsters()[group.kind].name, id, side)
    leads = not rank.everyone and rank.title not in _GUARDS
    if rank.classes:
        place = do.pick(tuple(range(len(rank.classes))), f"class of {id}")
        kind, dice = rank.classes[place], rank.levels[min(place, len(rank.levels) - 1)]
        level = min(do.roll_total(dice, f"level of {id}").total, most_level(kind))
        choices = {"spells": str(do.pick(spells_of_war(), f"spell of {id}"))} if is_apprentice(kind, level) else {}
        do.rules.recruit(do, Recruit(kind, level, name=called, choices=choices), id, side)
        made = do.state.creatures[id]
        specials = int(bool(compendium.classes()[kind].magic))
        award = xp_award(str(sheet(made).level), specials)
        do.emit(RankTaken(id, rank.title, made.hp, sheet(made).thac0, award, leads=leads, rule=rule))
        return
    do.rules.recruit(do, Recruit(group.kind, name=name), id, side)
    hp = do.roll_total(rank.hp, f"hit points of the {rank.title}").total
    thac0, award = thac0_by_hit_dice(rank.hd), xp_award(rank.hd, monsters()[group.kind].special_abilities)
    do.emit(RankTaken(id, rank.title, hp, thac0, award, rank.damage, leads, rule=rule))


def is_apprentice(kind: str, level: int) -> bool:
    """Whose one spell is chosen for a fight, and not by the dice."""
    return level == 1 and bool(compendium.classes()[kind].spell_book)


def most_level(kind: str) -> int:
    return len(compendium.classes()[kind].levels)


@executes("ose:monster.hd.asterisks")
def teach(do: Resolution, group: Group, id: str) -> None:
    """Those of a kind that casts have spells of the first level in mind, by the dice."""
    own = retinues().get(group.kind)
    if own is not None and own.spells:
        mind = tuple(do.pick(first_spells(), f"spell of {id}") for _ in range(own.spells))
        do.emit(SheetChanged(id, replace(sheet(do.state.creatures[id]), memorised=mind), "casts", rule=(own.rule,)))


@cache
def first_spells() -> tuple[str, ...]:
    return tuple(compendium.spell_books()[OF_MONSTERS].levels[0])


@cache
def spells_of_war() -> tuple[str, ...]:
    """Of the first level, what is cast at foes."""
    known = forms(OF_MONSTERS).values()
    return tuple(w.name for w in known if w.spell.level == 1 and any(use.hint == "strike" for use in w.uses))


@executes("ose:referee.monsters.leaders")
def hearten(do: Resolution, group: Group, ids: tuple[str, ...], ranks: dict[str, Rank]) -> None:
    """While their leader is with them they stand firmer."""
    own = retinues().get(group.kind)
    if own is None or own.morale is None or not any(do.state.creatures[id].condition(LEADS) for id in ranks):
        return
    others = tuple(id for id in ids if do.state.creatures[id].kind == group.kind)
    do.emit(SpiritChanged(others, own.morale, rule=_LED))


@executes("ose:referee.monsters.leaders")
def fell(do: Resolution, event: Died) -> None:
    """Without their leader they are what their kind is."""
    dead, met = do.state.creatures[event.creature], do.state.encounter
    if met is not None and do.state.dungeon is not None and dead.condition(LEADS) is not None:
        _lose_heart(do, met, do.state.dungeon.groups[met.group].kind)


def _lose_heart(do: Resolution, met: Encounter, kind: str) -> None:
    own = retinues().get(kind)
    left = tuple(id for id in met.monsters if (c := do.state.creatures[id]).status == "up" and c.kind == kind)
    if own is not None and own.morale is not None and left:
        do.emit(SpiritChanged(left, monsters()[kind].morale, rule=_LED))
