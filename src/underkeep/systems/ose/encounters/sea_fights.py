"""Ship against ship: coming up, boarding, ramming, catapults; and what blows, spells and great beasts do to a hull."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import Performance
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.fittings import fittings, refitted
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.encounters import boarding, meetings, ship_arms
from underkeep.systems.ose.encounters.terrains import is_afloat
from underkeep.systems.ose.equipment import vessels
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.systems.ose.magic.effects.spells_of_destruction import BlastRolled
from underkeep.systems.ose.monsters.listings import monsters, size_of
from underkeep.world.creature import Creature
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import ChanceRolled, EncounterChanged
from underkeep.world.fight import FightBegan
from underkeep.world.state import State
from underkeep.world.vessel import Vessel, VesselLost

A_POINT = 5
"""So many points of other damage are one of a hull."""
CATAPULT = {2: (19, 10), 3: (19, 8), 4: (17, 5)}
"""By the hands that serve it: THAC0, and how many rounds it takes to load."""
PUT_OUT = ((15, 1), (10, 2), (5, 3))
STONE, PITCH = "catapult-shot", "pitch-shot"
_BESIDE = "ose:vehicle.board.alongside"
_MOUNTED, _NO_ARMS, _AC = "ose:vehicle.damage.mounted", "ose:vehicle.destroyed.weapons", "ose:vehicle.ac"
_NORMAL, _MAGIC, _GIANT = "ose:vehicle.damage.normal", "ose:vehicle.damage.magic", "ose:vehicle.damage.giant-monsters"
_AIMED = "ose:vehicle.damage.targetable"


class Approach(Action, frozen=True):
    """Bring the ship closer to the other."""

    actor: str


class BoardShip(Action, frozen=True):
    """Come alongside, throw grapnels and go over the rail."""

    actor: str


class RamShip(Action, frozen=True):
    """Drive the ram into the other ship, or into a beast of the sea."""

    actor: str


class Bombard(Action, frozen=True):
    """Let the catapult loose at the other ship, with stone or pitch."""

    actor: str
    shot: str = "stone"


class StrikeHull(Action, frozen=True):
    """Attack the other ship itself with what is in hand."""

    actor: str


class HullStruck(Note, frozen=True):
    """An attack on a ship: whether it hit, and how many points of hull it cost."""

    creature: str
    ship: str
    roll: Roll
    hit: bool
    points: int


EVENTS: tuple[type[Event], ...] = (HullStruck,)


# What may be done


def options(kind: type[Action], state: State) -> list[Action]:
    """What a ship can do against the one that is met, by whoever leads the party."""
    if boarding.other(state) is None or not state.marchers():
        return []
    action: Action = kind(actor=state.marchers()[0].id)
    return [action] if why_not(state, action) is None else []


@executes("ose:vehicle.board.alongside")
def why_not_engage(state: State, action: a.Engage) -> Refusal | None:
    """Across the water nobody comes to blows."""
    met = state.encounter
    if boarding.other(state) is None or met is None or met.distance <= boarding.ALONGSIDE_FEET:
        return None
    return Refusal("The ships must lie side by side first: come closer, and board.", _BESIDE)


@executes("ose:vehicle.board.alongside", "ose:vehicle.damage.mounted")
def why_not(state: State, action: Action) -> Refusal | None:
    """There must be a ship, near enough."""
    other, met = boarding.other(state), state.encounter
    if met is None or not is_afloat(state) or (other is None and not isinstance(action, RamShip)):
        return Refusal("There is no ship to deal with.", _BESIDE)
    own, beside = vessels.aboard(state), met.distance <= boarding.ALONGSIDE_FEET
    if isinstance(action, Approach):
        return Refusal("The ships are near enough.", _BESIDE) if boarding.is_in_reach(state, own) else None
    if isinstance(action, BoardShip):
        far = not beside and not boarding.is_in_reach(state, own)
        return Refusal(f"The other ship is {met.distance // 3} yards away: come closer.", _BESIDE) if far else None
    if isinstance(action, RamShip):
        return _why_not_ram(state, own)
    if isinstance(action, Bombard):
        return _why_not_bombard(state, own, action)
    return _why_not_strike(state, action)


@executes("ose:vehicle.destroyed.weapons", "ose:vehicle.damage.mounted")
def _why_not_ram(state: State, own: Vessel) -> Refusal | None:
    """A ship that breaks up can use no arms."""
    if not ship_arms.ram_of(own):
        return Refusal(f"The {own.name} has no ram.", _MOUNTED)
    if own.hull == 0:
        return Refusal(f"The {own.name} is breaking up.", _NO_ARMS)
    return None if boarding.is_in_reach(state, own) else Refusal("That is too far away to ram.", _MOUNTED)


@executes("ose:vehicle.destroyed.weapons", "ose:vehicle.damage.mounted")
def _why_not_bombard(state: State, own: Vessel, action: Bombard) -> Refusal | None:
    """Two to serve it, shot, the range, the time to load; and a ship that breaks up can use no arms."""
    assert state.encounter is not None
    if "catapult" not in own.arms:
        return Refusal(f"The {own.name} has no catapult.", _MOUNTED)
    if own.hull == 0:
        return Refusal(f"The {own.name} is breaking up.", _NO_ARMS)
    if _shot(action.shot) not in own.arms:
        return Refusal("There is no such shot aboard.", _MOUNTED)
    arm, yards = vessels.arms()["catapult"], state.encounter.distance // 3
    if not arm.least_yards <= yards <= arm.most_yards:
        return Refusal(
            f"A catapult reaches {arm.least_yards} to {arm.most_yards} yards; they are at {yards}.", _MOUNTED
        )
    if fittings(own).ready_at > state.now:
        return Refusal("The catapult is still being loaded.", _MOUNTED)
    return None if _servers(state, own) >= 2 else Refusal("It takes two to serve a catapult.", _MOUNTED)


def _why_not_strike(state: State, action: Action) -> Refusal | None:
    actor = state.creatures.get(getattr(action, "actor", ""))
    assert state.encounter is not None
    if actor is None or actor not in state.marchers():
        return Refusal("Nobody like that is aboard.", _AIMED)
    beside = state.encounter.distance <= boarding.LEAST_YARDS * 3
    return None if beside or _shoots(actor) else Refusal(f"{actor.name} cannot reach that ship.", _AIMED)


def _shoots(actor: Creature) -> bool:
    weapons = [compendium.gear().get(item.kind) for item in actor.items]
    return any(isinstance(weapon, compendium.Weapon) and weapon.range is not None for weapon in weapons)


def _shot(words: str) -> str:
    return PITCH if "pitch" in words or "fire" in words else STONE


def _servers(state: State, own: Vessel) -> int:
    return min(4, sum(own.crew.values()) + len(state.marchers()))


# Ships


def approach(do: Resolution, action: Approach) -> None:
    meetings.rounds_pass(do, "closing in")
    boarding.approach(do, vessels.aboard(do.state), "coming closer")
    meetings.go_on(do)


@executes("ose:vehicle.board.mutual", "ose:vehicle.board.forced", "ose:vehicle.board.penalty")
def board(do: Resolution, action: BoardShip) -> None:
    """Those who are after a fight themselves make it easy; others try to keep away."""
    met = do.state.encounter
    assert met is not None
    meetings.rounds_pass(do, "manoeuvring")
    beside = met.distance <= boarding.ALONGSIDE_FEET
    if beside or boarding.comes_alongside(do, met.attitude == "hostile", action.actor):
        _provoke(do)
        boarding.board(do, tuple(c.id for c in do.state.marchers()))
    else:
        _provoke(do)
        meetings.go_on(do)


def _provoke(do: Resolution) -> None:
    """Whoever is attacked is hostile."""
    met = do.state.encounter
    assert met is not None
    if met.attitude != "hostile":
        do.emit(EncounterChanged(replace(met, attitude="hostile", surprised=()), "hostile"))


@executes("ose:vehicle.damage.mounted", "ose:vehicle.ac")
def ram(do: Resolution, action: RamShip) -> None:
    """By its own THAC0; a hit costs a ship many points of hull, a beast as many as a great blow."""
    own, other = vessels.aboard(do.state), boarding.other(do.state)
    met, data = do.state.encounter, vessels.arms()[ship_arms.ram_of(own)]
    assert met is not None and data.hp is not None
    meetings.rounds_pass(do, "ramming")
    prey = do.state.creatures[met.monsters[0]]
    ac = armour_class(prey)
    if other is not None:
        ship_arms.ram(do, own, other, action.actor)
    elif ship_arms.strikes_home(do, ac, action.actor):
        harm(do, prey.id, roll_damage(do, action.actor, prey.id, "ram", data.hp, (), (_MOUNTED,)), action.actor)
    _provoke(do)
    _after(do)


@executes("ose:vehicle.damage.mounted", "ose:vehicle.ac")
def bombard(do: Resolution, action: Bombard) -> None:
    """The more serve it, the better and the faster; pitch burns until the crew has put it out."""
    own, other, shot = vessels.aboard(do.state), boarding.other(do.state), _shot(action.shot)
    data = vessels.arms()[shot]
    assert other is not None and data.hull is not None
    thac0, rounds = CATAPULT[_servers(do.state, own)]
    meetings.rounds_pass(do, "catapult")
    arms = list(own.arms)
    arms.remove(shot)
    ready = do.state.now + rounds * vessels.ROUND_SECONDS
    vessels.change(do, refitted(replace(own, arms=tuple(arms)), ready_at=ready), "", ())
    roll = ship_arms.aimed(do, "catapult", thac0, vessels.kind_of(other).ac)
    do.emit(ChanceRolled("catapult", roll, bool(roll.success), action.actor, rule=(_MOUNTED, _AC)))
    if roll.success:
        turns = turns_for(sum(other.crew.values())) if data.burns else 1
        points = sum(do.roll_total(data.hull, "damage of the shot").total for _ in range(turns))
        vessels.batter(do, other, points, "burnt" if data.burns else "struck", (_MOUNTED,))
    _provoke(do)
    _after(do)


@executes("ose:vehicle.damage.mounted")
def turns_for(crew: int) -> int:
    """How long pitch burns: a turn at least, by how many there are to put it out."""
    return next((turns for least, turns in PUT_OUT if crew >= least), PUT_OUT[-1][1])


def _after(do: Resolution) -> None:
    """A ship whose time is up goes down, and the meeting is over; else those met act."""
    met, other = do.state.encounter, boarding.other(do.state)
    assert met is not None and do.state.dungeon is not None
    if other is not None and other.sinks_at is not None and other.sinks_at <= do.state.now:
        gone = replace(do.state.dungeon.groups[met.group], count=0)
        do.emit(VesselLost(other.id, other.name, "sunk", rule=("ose:vehicle.destroyed.time",)))
        do.emit(GroupChanged(gone, "went down with the ship"))
        meetings.conclude(do, "the other ship is gone")
    elif not any(do.state.creatures[id].status == "up" for id in met.monsters):
        meetings.after_fight(do)
    else:
        meetings.go_on(do)


# Blows


@executes("ose:vehicle.damage.targetable", "ose:vehicle.damage.normal", "ose:vehicle.ac")
def strike(do: Resolution, action: StrikeHull) -> None:
    """A ship may be aimed at like anybody, and ordinary weapons do nothing to it."""
    actor, other = do.state.creatures[action.actor], boarding.other(do.state)
    assert other is not None
    meetings.rounds_pass(do, "shooting")
    roll = ship_arms.aimed(do, f"attack of {actor.id} on the ship", sheet(actor).thac0, vessels.kind_of(other).ac)
    name = vessels.kind_of(other).name.lower()
    do.emit(HullStruck(actor.id, name, roll, bool(roll.success), 0, rule=(_AIMED, _NORMAL, _AC)))
    _provoke(do)
    meetings.go_on(do)


@executes("ose:vehicle.damage.magic", "ose:vehicle.damage.giant-monsters")
def hull_points(damage: int) -> int:
    """One for each whole five."""
    return damage // A_POINT


@executes("ose:vehicle.damage.magic")
def blasted(do: Resolution, event: BlastRolled) -> None:
    """What strikes those aboard strikes the ship under them."""
    if do.state.party is None or not is_afloat(do.state):
        return
    ours = do.state.creatures[event.caster].side == do.state.party.side
    target = boarding.other(do.state) if ours else vessels.aboard(do.state)
    points = hull_points(event.roll.total)
    if target is not None and points:
        vessels.batter(do, target, points, "blasted", (_MAGIC,))


@executes("ose:vehicle.damage.giant-monsters", "ose:vehicle.ac")
def began(do: Resolution, event: FightBegan) -> None:
    """A huge beast that comes up against a ship goes for the hull first."""
    party = do.state.party
    if party is None or not is_afloat(do.state) or boarding.other(do.state) is not None:
        return
    foes = [c for id in event.combatants if (c := do.state.creatures[id]).side != party.side]
    beast = next((c for c in foes if c.kind in monsters() and size_of(c) == "huge"), None)
    own = vessels.aboard(do.state)
    blows = [line for line in monsters()[beast.kind].attacks[0] if line.damage is not None] if beast is not None else []
    if beast is None or not blows or own.hull == 0:
        return
    blow = blows[0]
    assert blow.damage is not None
    roll = ship_arms.aimed(do, f"attack of {beast.id} on the ship", sheet(beast).thac0, vessels.kind_of(own).ac)
    points = hull_points(do.roll_total(blow.damage, f"damage of {beast.id} to the ship").total) if roll.success else 0
    do.emit(HullStruck(beast.id, own.name, roll, bool(roll.success), points, rule=(_GIANT, _AC, _AIMED)))
    if points:
        vessels.batter(do, own, points, "battered", (_GIANT,))


DEEDS: dict[type[Action], Performance] = {Approach: approach, BoardShip: board, RamShip: ram, Bombard: bombard}
