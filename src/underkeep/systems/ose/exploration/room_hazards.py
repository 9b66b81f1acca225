"""Water, walls and bad ground in the rooms of a dungeon: where they are, and who swims or climbs there."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying, content, survey
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.checks.enchantments import hovers
from underkeep.systems.ose.exploration import hazards
from underkeep.systems.ose.magic.effects.spells_of_nature import CALM_WATERS
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Dungeon, Feature, FeatureChanged
from underkeep.world.state import State

DIE = 20
"""A room has the hazard of this face, or none. Ours."""
FOUND = parse("2d6x10")
STREAM = "hazards of rooms"
SEARCHED = "searched"


class RoomHazard(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file."""

    roll: int
    text: str
    rule: str
    water: Literal["", "calm", "rough"] = ""
    climb_feet: int = 0
    is_sheer: bool = False
    footing: Literal["", "in water", "unstable footing"] = ""


class Swim(Action, frozen=True):
    """Swim where there is deep water."""

    actor: str
    feature: str


class Climb(Action, frozen=True):
    """Climb a wall, to the ledge on top of it."""

    actor: str
    feature: str


@cache
def room_hazards() -> dict[str, RoomHazard]:
    return content.load(compendium.PACKAGE, "dungeon/hazards", RoomHazard)


def place_all(do: Resolution, dungeon: Dungeon, spared: Collection[str] = ()) -> Dungeon:
    """Every room but the first and those `spared` has one by its own die, unless it has a feature already. They have a
    stream of their own, so that they change nothing else of the dungeon.
    """
    dice = Seeded(do.state.salt, STREAM)
    taken = {feature.area for feature in dungeon.features.values()} | {dungeon.entrance.area, *spared}
    by_face = {hazard.roll: kind for kind, hazard in room_hazards().items()}
    features, notes = dict(dungeon.features), dict(dungeon.notes)
    for area in dungeon.areas.values():
        kind = by_face.get(dice.roll(1, DIE, f"hazard of {area.id}")[0]) if area.number else None
        if kind is not None and area.id not in taken:
            feature = Feature(do.state.opaque("feature", "hazard", area.id), area.id, kind)
            features[feature.id], notes[feature.id] = feature, room_hazards()[kind].text
    return replace(dungeon, features=features, notes=notes)


def _known(state: State) -> list[tuple[Feature, RoomHazard]]:
    every = room_hazards()
    return [(f, every[f.kind]) for f in survey.known_features(state) if f.kind in every]


def is_water(feature: Feature) -> bool:
    hazard = room_hazards().get(feature.kind)
    return hazard is not None and bool(hazard.water)


def swims(state: State) -> list[Action]:
    return [Swim(m.id, f.id) for f, hazard in _known(state) if hazard.water for m in state.marchers()]


def climbs(state: State) -> list[Action]:
    return [Climb(m.id, f.id) for f, hazard in _known(state) if hazard.climb_feet for m in state.marchers()]


def _hazard(state: State, action: Swim | Climb) -> tuple[Feature, RoomHazard] | None:
    return next(((f, hazard) for f, hazard in _known(state) if f.id == action.feature), None)


@executes("ose:hazard.swim.everyone", "ose:hazard.climb.sheer")
def why_not(state: State, action: Swim | Climb) -> Refusal | None:
    """Water takes somebody who can swim, a sheer wall the gear or the knack; and once is enough."""
    found = _hazard(state, action)
    wanted = found is not None and (found[1].water if isinstance(action, Swim) else found[1].climb_feet)
    if found is None or not wanted:
        return Refusal("There is nothing of the kind here.")
    refusal = hazards.why_not(state, _call(action, found[1]))
    if refusal is None and found[0].state == SEARCHED:
        return Refusal("There is nothing more to be had there.", found[1].rule)
    return refusal


def _call(action: Swim | Climb, hazard: RoomHazard) -> CallCheck:
    """The hazard as the referee would call for it."""
    if isinstance(action, Swim):
        return CallCheck(action.actor, f"{hazards.SWIM} {hazard.water}")
    sheer = " sheer" if hazard.is_sheer else ""
    return CallCheck(action.actor, f"{hazards.CLIMB} {hazard.climb_feet}{sheer}")


def asked(state: State, action: Swim | Climb) -> str:
    """What may kill is told before it is done, as anybody sees it; no figures."""
    found, creature = _hazard(state, action), state.creatures[action.actor]
    if found is None or found[0].state in (SEARCHED, CALM_WATERS):
        return ""
    return _of_water(state, creature, found[1]) if isinstance(action, Swim) else _of_wall(creature, found[1])


def _of_water(state: State, creature: Creature, hazard: RoomHazard) -> str:
    percent = hazards.risk_percent(state, creature, hazard.water == "rough")
    odds = next((words for least, words in _ODDS if percent >= least), "")
    if not odds:
        return ""
    suit = hazards.suit_of(creature)
    why = [f"in {suit} armour"] if suit != "none" else []
    why += ["under a heavy load"] if hazards.is_laden(state, creature) else []
    in_what = f" {' and '.join(why)}" if why else ""
    how = "rough" if hazard.water == "rough" else "deep"
    return f"The water is {how}: {creature.name}{in_what} {odds} drown there."


_ODDS = ((90, "will almost surely"), (50, "is as likely as not to"), (25, "may well"), (1, "might"))


def _of_wall(creature: Creature, hazard: RoomHazard) -> str:
    if hovers(creature) or (carrying.has(creature, "rope") and not hazard.is_sheer):
        return ""
    return f"It is {hazard.climb_feet} feet up: {creature.name} may fall, and that may kill."


def safest(state: State, creature: Creature, action: Action) -> int:
    """How fit one is for such a thing: the less it is likely to kill, the fitter."""
    found = _hazard(state, action) if isinstance(action, Swim | Climb) else None
    if found is None or isinstance(action, Climb):
        return creature.hp + 100 * (found is not None and not _of_wall(creature, found[1]))
    return creature.hp - 1000 * hazards.risk_percent(state, creature, found[1].water == "rough")


@executes("ose:hazard.swim.rate", "ose:hazard.swim.everyone", "ose:hazard.climb", "ose:hazard.climb.sheer")
def brave(do: Resolution, action: Swim | Climb) -> None:
    """Whoever comes through finds what nobody else has fetched. Who carries a rope climbs by it."""
    found = _hazard(do.state, action)
    assert found is not None
    feature, hazard = found
    before = len(do.events)
    call = _call(action, hazard)
    if isinstance(action, Climb) and not hazard.is_sheer and carrying.has(do.state.creatures[action.actor], "rope"):
        call = replace(call, what=f"{call.what} rope")
    if feature.state in CALM_WATERS:
        do.emit(hazards.HazardMet(action.actor, hazards.SWIM, "walks over the bed of the water", rule=(hazard.rule,)))
    else:
        hazards.call(do, call)
    if not hazards.came_through(do.events[before:], action.actor):
        return
    coins = do.roll_total(FOUND, "coins in a hazard").total
    do.emit(FeatureChanged(replace(feature, state=SEARCHED), SEARCHED, rule=(hazard.rule,)))
    carrying.receive(do, action.actor, money.coins("sp", coins), "gathered", (hazard.rule,))
