"""The lie of the land on a field of battle, and what people hide behind: cover, arrow slits, pavises, mantlets.

In an arena a switch says what the first side holds; on the road it is the country.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.facing import facing, heading
from underkeep.systems.rampage.attacks.field import SCREENS, ends, field
from underkeep.systems.rampage.basics.battle import Planted, battle, with_battle
from underkeep.systems.rampage.basics.surroundings import BATTLEMENTS, HILL, SLITS, WOODS, is_indoors
from underkeep.world.creature import Creature
from underkeep.world.fight import FightEnded, Spent, Step
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import Square
from underkeep.world.region import country_ahead
from underkeep.world.state import State, square_of

PAVIS, MANTLET, PLANTED = "pavis", "mantlet", "planted"
_PLANT = ("rampage:combat.pavis.plant", "rampage:combat.actions.attack.pavis")
_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_HIGH_COUNTRY, _WOODED = ("hills", "mountain", "mountains"), ("forest", "woods", "jungle")


class PlantPavis(Action, frozen=True):
    """Drive what one holds up against missiles into the ground."""

    actor: str


class PullPavis(Action, frozen=True):
    """Pull it out again."""

    actor: str


class PavisPlanted(Event, frozen=True):
    """A screen stands on a square, towards one side; without one it was pulled out."""

    creature: str
    planted: Planted | None

    def evolve(self, state: State) -> State:
        others = {id: one for id, one in battle(state).planted.items() if id != self.creature}
        return with_battle(state, planted={**others, self.creature: self.planted} if self.planted else others)


EVENTS: tuple[type[Event], ...] = (PavisPlanted,)


# The lie of the land


def lie_of_the_land(
    state: State, ahead: tuple[str, ...]
) -> tuple[tuple[Square, ...], tuple[Square, ...], tuple[Square, ...]]:
    """The squares that are high, that give cover, and that lie behind arrow slits. `ahead` are those who took the
    others unawares, and in high country they have the height.
    """
    assert state.grid is not None
    where = country_ahead(state) or state.journey.route.terrain if state.journey is not None else ""
    country = where.split(" and ")
    trees = WOODS in state.switches or any(kind in _WOODED for kind in country)
    cover = [(x, y) for x in range(0, state.grid.width, 3) for y in range(0, state.grid.height, 3)] if trees else []
    if any(kind in _HIGH_COUNTRY for kind in country) and ahead:
        return tuple(_held_by(state, state.creatures[ahead[0]].side)), tuple(cover), ()
    wall = _held_by(state, "a") if {HILL, BATTLEMENTS, SLITS} & set(state.switches) else []
    high = wall if HILL in state.switches or BATTLEMENTS in state.switches else []
    cover += wall if BATTLEMENTS in state.switches else []
    return tuple(high), tuple(cover), tuple(wall if SLITS in state.switches else ())


def _held_by(state: State, side: str) -> list[Square]:
    """The field from the edge behind a side to its foremost rank."""
    grid = state.grid
    assert grid is not None
    own = [square_of(c)[0] for c in state.active(side)]
    others = [square_of(c)[0] for c in state.active() if c.side != side]
    if not own:
        return []
    left = sum(own) * len(others) <= sum(others) * len(own)
    columns = range(max(own) + 1) if left else range(min(own), grid.width)
    return [(x, y) for x in columns for y in range(grid.height)]


@executes("rampage:combat.height", "rampage:combat.missile.elevation")
def height(state: State, creature: Creature) -> int:
    """1 for who stands on high ground, else 0."""
    high = battle(state).high
    return int(bool(high) and creature.at in high)


# What missiles meet


@executes("rampage:combat.missile.elevation")
def elevation(state: State, shooter: Creature, target: Creature) -> int:
    """A shot from above is easier."""
    return 2 if height(state, shooter) > height(state, target) else 0


@executes("rampage:combat.missile.cover", "rampage:combat.pavis.cover")
def cover(state: State, shooter: Creature, target: Creature) -> tuple[int, str]:
    """What a shot loses for what the target stands behind: 5 for battlements, trees and windows, 4 for a pavis."""
    now = battle(state)
    if now.cover and target.at in now.cover:
        return -5, "rampage:combat.missile.cover"
    return (-4, "rampage:combat.pavis.cover") if _is_behind(state, shooter, target, PAVIS) else (0, "")


@executes("rampage:combat.missile.mantlet")
def is_out_of_aim(state: State, shooter: Creature, target: Creature) -> bool:
    """Whether the target is behind an arrow slit or a mantlet, and the shooter is not."""
    slits = battle(state).slits
    if slits and target.at in slits and shooter.at not in slits:
        return True
    return _is_behind(state, shooter, target, MANTLET)


@executes("rampage:combat.pavis.cover")
def _is_behind(state: State, shooter: Creature, target: Creature, kind: str) -> bool:
    """Whether somebody has such a thing between him and a shooter: one that he holds himself or that the man before him
    holds, or one that is planted where he stands or right before it.
    """
    planted, holders = battle(state).planted, field(state).screened()
    if not planted and not holders:
        return False
    at, way = square_of(target), heading(*ends(target, shooter))
    for one in planted.values():
        if one.kind == kind and at in (one.at, _back(one.at, one.way)) and _is_towards(one.way, way):
            return True
    for holder in holders:
        own = facing(state, holder.id)
        if own is None or holder.side != target.side or not _holds(holder, kind) or not _is_towards(own, way):
            continue
        if holder.id == target.id or _back(square_of(holder), own) == at:
            return True
    return False


def _holds(creature: Creature, kind: str) -> bool:
    return any(i.kind == kind and i.place == "hand" and not i.broken for i in creature.items)


def _back(at: Square, way: int) -> Square:
    dx, dy = _AROUND[way]
    return at[0] - dx, at[1] - dy


def _is_towards(own: int, way: int) -> bool:
    return (way - own) % 8 in (0, 1, 7)


# Planting a pavis


def offers(state: State, actor: Creature, step: Step) -> Options:
    """Planting what one holds, or pulling it out."""
    if step.phase != "act" or not any(i.kind in SCREENS for i in actor.items):
        return NONE
    listed: tuple[Action, ...] = (PlantPavis(actor.id), PullPavis(actor.id))
    return Options(tuple(action for action in listed if why_not(state, action) is None))


@executes("rampage:combat.pavis.plant", "rampage:combat.pavis.dirt", "rampage:combat.actions.attack.pavis")
def why_not(state: State, action: Action) -> Refusal | None:
    """With the attack; one is driven into earth only, and pulled out where it stands."""
    assert isinstance(action, PlantPavis | PullPavis) and state.fight is not None
    actor = state.creatures[action.actor]
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", _PLANT[1])
    if isinstance(action, PlantPavis):
        if _screen(actor, "hand") is None:
            return Refusal(f"{actor.name} holds no pavis.", _PLANT[0])
        if is_indoors(state):
            return Refusal("It cannot be driven into a floor of stone.", "rampage:combat.pavis.dirt")
        return None
    planted = battle(state).planted.get(actor.id)
    if planted is None or actor.at != planted.at:
        return Refusal(f"{actor.name} stands at no planted pavis of his own.", _PLANT[0])
    return None


def _screen(creature: Creature, place: str) -> Item | None:
    return next((i for i in creature.items if i.kind in SCREENS and i.place == place and not i.broken), None)


@executes("rampage:combat.pavis.plant", "rampage:combat.actions.attack.pavis")
def plant(do: Resolution, action: PlantPavis) -> None:
    """It costs the attack, and then the hands are free."""
    creature = do.state.creatures[action.actor]
    screen = _screen(creature, "hand")
    assert screen is not None
    do.emit(Spent(creature.id, "attack", rule=_PLANT))
    items = tuple(replace(i, place=PLANTED) if i is screen else i for i in creature.items)
    do.emit(ItemsChanged(creature.id, items, "planted", rule=_PLANT))
    towards = Planted(screen.kind, square_of(creature), facing(do.state, creature.id) or 0)
    do.emit(PavisPlanted(creature.id, towards, rule=_PLANT))


@executes("rampage:combat.pavis.plant", "rampage:combat.actions.attack.pavis")
def pull(do: Resolution, action: PullPavis) -> None:
    """It costs the attack, and fills both hands: what they held goes to the belt."""
    creature = do.state.creatures[action.actor]
    do.emit(Spent(creature.id, "attack", rule=_PLANT))
    do.emit(ItemsChanged(creature.id, _taken_up(creature), "pulled-out", rule=_PLANT))
    do.emit(PavisPlanted(creature.id, None, rule=_PLANT))


def _taken_up(creature: Creature) -> tuple[Item, ...]:
    stowed = (replace(i, place="belt") if i.place == "hand" else i for i in creature.items)
    return tuple(replace(i, place="hand") if i.place == PLANTED else i for i in stowed)


def after_fight(do: Resolution, ended: FightEnded) -> None:
    """What was planted is pulled out when it is over."""
    for creature in list(do.state.creatures.values()):
        if any(i.place == PLANTED for i in creature.items):
            items = tuple(replace(i, place="ground") if i.place == PLANTED else i for i in creature.items)
            do.emit(ItemsChanged(creature.id, items, "let-go"))
