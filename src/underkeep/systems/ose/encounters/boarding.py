"""The ships of those who are met at sea: when they are made out, how they close in, and how ships are joined."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import BOARDING
from underkeep.systems.ose.encounters import ship_arms
from underkeep.systems.ose.encounters.terrains import is_afloat, is_foggy
from underkeep.systems.ose.equipment import vessels
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.encounter import ChanceRolled, EncounterBegan, EncounterChanged, EncounterEnded
from underkeep.world.state import State
from underkeep.world.vessel import Vessel, VesselGot, VesselLost

ALONGSIDE_FEET = 5
CLEAR_YARDS, FOG_YARDS = 300, 40
BOARD_IN_6, RAM_IN_6 = 2, 3
LEAST_YARDS = 10
"""What any ship comes nearer in a round. Ours."""
_SEEN = "ose:water.visibility.ships"
_BESIDE, _BOTH, _FORCED = "ose:vehicle.board.alongside", "ose:vehicle.board.mutual", "ose:vehicle.board.forced"
_UNSTEADY = "ose:vehicle.board.penalty"


class ShipSighted(Note, frozen=True):
    """A ship so far away; what it is shows when it is near enough."""

    ship: str
    yards: int
    known: bool


class ShipsJoined(Note, frozen=True):
    """Grapnels hold two ships side by side: both crews wanted it, or one has managed it."""

    ship: str
    how: str


EVENTS: tuple[type[Event], ...] = (ShipSighted, ShipsJoined)


def other(state: State) -> Vessel | None:
    """The ship of those who are met."""
    met = state.encounter
    return state.vessels.get(_id(state, met.group)) if met is not None and state.vessels else None


def _id(state: State, group: str) -> str:
    return state.opaque("vessel", group)


@executes("ose:water.visibility.ships")
def is_made_out(state: State, yards: int) -> bool:
    """At 300 yards in clear weather, in fog at 40."""
    return yards <= (FOG_YARDS if is_foggy(state) else CLEAR_YARDS)


@executes("ose:water.visibility.ships")
def sighted(do: Resolution, event: EncounterBegan) -> None:
    """Those who go to sea are met in a ship of their own."""
    group = do.state.dungeon.groups.get(event.encounter.group) if do.state.dungeon is not None else None
    crew = vessels.seafarers().get(group.kind) if group is not None else None
    if group is None or crew is None or not is_afloat(do.state):
        return
    ship = other(do.state)
    if ship is None:
        kind = str(do.pick(crew.ships, "the ship of those met"))
        data = vessels.kinds()[kind]
        ship = vessels.built(do, _id(do.state, group.id), kind, data.name.partition(" (")[0].lower(), "")
        arms = tuple(arm for arm in crew.arms if kind in vessels.arms()[arm].fits)
        ship = replace(ship, crew=vessels.full_crew(data), at="road", arms=(*ship.arms, *arms))
        do.emit(VesselGot(ship.id, ship.name, "", "met", ship, seats=(REFEREE,)))
    tell(do, ship, event.encounter.distance)


def tell(do: Resolution, ship: Vessel, feet: int) -> None:
    """What is seen of a ship so far off."""
    known = is_made_out(do.state, feet // 3)
    name = vessels.kind_of(ship).name.lower() if known else "shape in the fog"
    do.emit(ShipSighted(name, feet // 3, known, rule=(_SEEN,)))


def ended(do: Resolution, event: EncounterEnded) -> None:
    """The other ship goes its way, with whoever is left aboard."""
    for vessel in list(do.state.vessels.values()):
        if not vessel.owner and vessel.sinks_at is None:
            do.emit(VesselLost(vessel.id, vessel.name, "left"))


# Coming alongside


def yards_a_round(state: State, vessel: Vessel) -> int:
    """How far a ship goes in a round of an encounter."""
    feet = max(vessels.sailed(state, vessel, encounter=True), vessels.rowed(state, vessel, encounter=True))
    return max(LEAST_YARDS, int(feet))


def is_in_reach(state: State, vessel: Vessel) -> bool:
    """Whether a ship can come up to the other within the round."""
    assert state.encounter is not None
    return state.encounter.distance // 3 <= yards_a_round(state, vessel)


def approach(do: Resolution, vessel: Vessel, what: str) -> None:
    """A ship comes nearer by as much as it goes in a round."""
    met, ship = do.state.encounter, other(do.state)
    assert met is not None and ship is not None
    known = is_made_out(do.state, met.distance // 3)
    feet = max(LEAST_YARDS * 3, met.distance - 3 * yards_a_round(do.state, vessel))
    do.emit(EncounterChanged(replace(met, distance=feet), what, rule=("ose:vehicle.movement",)))
    if not known:
        tell(do, ship, feet)


@executes("ose:vehicle.board.mutual", "ose:vehicle.board.forced")
def comes_alongside(do: Resolution, willing: bool, who: str) -> bool:
    """Without a roll if both want it, else 2-in-6; then grapnels hold the ships together."""
    ship = other(do.state)
    assert ship is not None
    if not willing:
        roll = do.roll_at_most(1, 6, "coming alongside", BOARD_IN_6)
        do.emit(ChanceRolled("coming alongside", roll, bool(roll.success), who, rule=(_FORCED,)))
        if not roll.success:
            return False
    rule = (_BOTH,) if willing else (_FORCED,)
    do.emit(ShipsJoined(vessels.kind_of(ship).name.lower(), "mutual" if willing else "forced", rule=rule))
    assert do.state.encounter is not None
    beside = replace(do.state.encounter, distance=ALONGSIDE_FEET)
    do.emit(EncounterChanged(beside, "alongside", rule=(_BESIDE, *rule)))
    return True


@executes("ose:vehicle.board.penalty")
def board(do: Resolution, boarders: tuple[str, ...]) -> None:
    """They come over the rail: for a round they fight and defend themselves badly."""
    until = do.state.now + vessels.ROUND_SECONDS
    for id in boarders:
        if do.state.creatures[id].status == "up":
            do.emit(ConditionGained(id, Condition(BOARDING, until=until), rule=(_UNSTEADY,)))
    meeting.come_to_blows(do)


def _would_ram(do: Resolution) -> bool:
    """Whether a crew with a ram uses it this round rather than board. Ours: every other time."""
    return do.roll(1, 6, "ram or board").total <= RAM_IN_6


@executes("ose:vehicle.board.alongside", "ose:vehicle.board.forced", "ose:vehicle.damage.mounted")
def come_to_blows(do: Resolution) -> None:
    """Those who would fight do so at once, unless the sea is between: then their ship closes in, and they board."""
    ship, met = other(do.state), do.state.encounter
    if ship is None or met is None or met.distance <= ALONGSIDE_FEET:
        meeting.come_to_blows(do)
    elif not is_in_reach(do.state, ship) or ship.hull == 0:
        approach(do, ship, "closing in")
    elif ship_arms.ram_of(ship) and vessels.aboard(do.state).hull and _would_ram(do):
        ship_arms.ram(do, ship, vessels.aboard(do.state), met.monsters[0])
    elif comes_alongside(do, willing=False, who=met.monsters[0]):
        board(do, met.monsters)
