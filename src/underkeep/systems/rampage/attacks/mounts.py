"""Riding: who rides what, getting on and off, a mount's own blows and nerves, and being pulled from the saddle.

Who rides and the mount are one on the field: the rider stands where the mount would, and the mount is off it.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks import morale
from underkeep.systems.rampage.attacks.attacks import hit_in_melee
from underkeep.systems.rampage.attacks.events import RallyRolled
from underkeep.systems.rampage.attacks.facing import face
from underkeep.systems.rampage.attacks.field import field, in_contact, is_locked
from underkeep.systems.rampage.attacks.manoeuvres import hits_for_a_stunt
from underkeep.systems.rampage.attacks.matrices import natural_blow
from underkeep.systems.rampage.attacks.strikes import PRONE, STUNNED_BY_A_FALL
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Unhorse
from underkeep.systems.rampage.basics.measures import ROUND_SECONDS
from underkeep.systems.rampage.basics.sheet import Riding, sheet, size_of, squares_of
from underkeep.systems.rampage.basics.surroundings import is_indoors
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.saves import save
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died, Felled, Fled, MoraleRolled, Yielded
from underkeep.world.fight import FightEnded, Mark, Spent, Step
from underkeep.world.grid import Square
from underkeep.world.state import State, square_of

BOLTING = "on a bolting mount"
STRUCK = "mount's attack"
_MOUNT, _TRAINED = "rampage:combat.actions.move.mount", "rampage:combat.mount.trained"
_ATTACK, _RALLY = "rampage:combat.mount.attack", "rampage:morale.rally.horse"
_SHORT_LEGS = {
    "dwarf": "rampage:race.dwarf.mounts",
    "gnome": "rampage:race.gnome.mounts",
    "halfling": "rampage:race.halfling.mounts",
}


class Mount(Action, frozen=True):
    """Get into the saddle of a beast that stands beside one."""

    actor: str
    target: str


class Dismount(Action, frozen=True):
    """Get off, beside the beast."""

    actor: str


class MountAttack(Action, frozen=True):
    """Let the mount strike while it stands."""

    actor: str
    target: str

    @property
    def hint(self) -> str:
        return "strike"


class RallyMount(Action, frozen=True):
    """Bring a bolting mount back under control."""

    actor: str


class Mounted(Event, frozen=True):
    """Sits on a beast from now on, and counts as of this size."""

    creature: str
    mount: str
    riding: Riding
    at: Square
    squares: int
    size: str

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), riding=self.riding)
        up = state.with_creature(self.creature, sheet=own, at=self.at, size=self.squares)
        return up.with_creature(self.mount, at=None)


class Dismounted(Event, frozen=True):
    """Sits on it no more: where each of the two stands now, if they stand on the field. `how` it came about."""

    creature: str
    mount: str
    to: Square | None
    mount_at: Square | None
    how: str

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), riding=None)
        size = squares_of(own.size)
        down = state.with_creature(self.creature, sheet=own, at=self.to, size=size)
        return down.with_creature(self.mount, at=self.mount_at)


class Bolted(Note, frozen=True):
    """A mount that was not brought under control runs, with whoever sits on it."""

    creature: str
    mount: str


EVENTS: tuple[type[Event], ...] = (Mounted, Dismounted, Bolted)


def mount_of(state: State, rider: Creature) -> Creature | None:
    riding = sheet(rider).riding
    return state.creatures[riding.mount] if riding is not None else None


def is_mount(creature: Creature) -> bool:
    listing = compendium.monsters().get(creature.kind)
    return listing is not None and listing.mount is not None


def _can_ride(creature: Creature) -> bool:
    listing = compendium.monsters().get(creature.kind)
    return bool(sheet(creature).classes) or (listing is not None and listing.rides)


@executes("rampage:race.dwarf.mounts", "rampage:race.gnome.mounts", "rampage:race.halfling.mounts")
def why_not_ride(rider: Creature, kind: str) -> Refusal | None:
    """Dwarves, gnomes and halflings ride mules, ponies and donkeys, and no horses."""
    listing = compendium.monsters().get(rider.kind)
    race = listing.people if listing is not None and listing.people in _SHORT_LEGS else sheet(rider).race
    allowed = compendium.races()[race].mounts if race else ()
    if allowed and kind not in allowed:
        name = compendium.monsters()[kind].name.lower()
        return Refusal(f"{compendium.races()[race].plural} ride no {name}.", _SHORT_LEGS[race])
    return None


def in_the_saddle(do: Resolution) -> None:
    """Under the open sky those who have mounts come riding, the first of a side on the first that bears them."""
    if is_indoors(do.state):
        return
    free = [c for c in field(do.state).standing if is_mount(c)]
    for rider in field(do.state).standing if free else ():
        if _can_ride(rider):
            fit = (c for c in free if c.side == rider.side and why_not_ride(rider, c.kind) is None)
            beast = next(fit, None)
            if beast is not None:
                free.remove(beast)
                saddle(do, rider.id, beast.id, ("rampage:combat.melee.mounted-is-large",))


# What may be done


def offers(state: State, actor: Creature, step: Step) -> Options:
    """Getting on or off, the mount's blows, and bringing it back under control."""
    if step.phase != "act" or state.fight is None:
        return NONE
    spent = state.fight.spent.get(actor.id, ())
    if sheet(actor).riding is None:
        return NONE if "move" in spent or not _can_ride(actor) else _to_mount(state, actor)
    found: list[Action] = [Dismount(actor.id), RallyMount(actor.id)]
    found += [MountAttack(actor.id, foe.id) for foe in in_contact(state, actor)]
    return Options(tuple(action for action in found if why_not(state, action) is None))


def _to_mount(state: State, actor: Creature) -> Options:
    beasts = [c for c in field(state).standing if c.side == actor.side and is_mount(c)]
    listed = (Mount(actor.id, beast.id) for beast in beasts)
    return Options(tuple(action for action in listed if why_not(state, action) is None)) if beasts else NONE


def why_not(state: State, action: Action) -> Refusal | None:
    assert state.fight is not None
    actor = state.creatures[action.actor]  # type: ignore[attr-defined]
    spent = state.fight.spent.get(actor.id, ())
    if isinstance(action, Mount):
        return _why_not_mount(state, actor, action.target, spent)
    if sheet(actor).riding is None:
        return Refusal(f"{actor.name} sits on no mount.", _MOUNT)
    if isinstance(action, Dismount):
        if "move" in spent:
            return Refusal(f"{actor.name} has moved.", _MOUNT)
        return Refusal("There is no room to get off.", _MOUNT) if _beside(state, actor) is None else None
    if isinstance(action, RallyMount):
        return _why_not_rally(actor, spent)
    assert isinstance(action, MountAttack)
    return _why_not_strike(state, actor, action.target, spent)


@executes("rampage:combat.actions.move.mount")
def _why_not_mount(state: State, actor: Creature, id: str, spent: tuple[Mark, ...]) -> Refusal | None:
    """With the move, out of melee, onto a beast of one's own side that stands beside one."""
    beast = state.creatures.get(id)
    if beast is None or not is_mount(beast) or beast.side != actor.side or beast.status != "up" or beast.at is None:
        return Refusal("There is no such mount here.", _MOUNT)
    if not _can_ride(actor) or sheet(actor).riding is not None:
        return Refusal(f"{actor.name} cannot get on a mount.", _MOUNT)
    refusal = why_not_ride(actor, beast.kind)
    if refusal is not None:
        return refusal
    if "move" in spent:
        return Refusal(f"{actor.name} has moved.", _MOUNT)
    if actor.steps_to(beast) > 1:
        return Refusal(f"{actor.name} does not stand beside {beast.name}.", _MOUNT)
    if morale.has_broken(beast):
        return Refusal(f"{beast.name} lets nobody near.", _MOUNT)
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee.", "rampage:combat.melee.locked")
    return None


@executes("rampage:combat.mount.attack")
def _why_not_strike(state: State, actor: Creature, target: str, spent: tuple[Mark, ...]) -> Refusal | None:
    """A mount strikes once a round, and only in one in which it has not moved."""
    if STRUCK in spent:
        return Refusal("The mount has struck.", _ATTACK)
    if "move" in spent:
        return Refusal("The mount has moved, and strikes no more this round.", _ATTACK)
    if all(foe.id != target for foe in in_contact(state, actor)):
        return Refusal("The mount cannot reach that.", _ATTACK)
    return None


@executes("rampage:morale.rally.horse")
def _why_not_rally(actor: Creature, spent: tuple[Mark, ...]) -> Refusal | None:
    """With the attack, in melee too, if the mount has lost heart."""
    if not actor.conditions or actor.condition(BOLTING) is None:
        return Refusal("The mount is under control.", _RALLY)
    return Refusal(f"{actor.name} has no attack left this round.", _RALLY) if "attack" in spent else None


# Doing it


@executes("rampage:combat.actions.move.mount", "rampage:combat.melee.mounted-is-large")
def mount(do: Resolution, action: Mount) -> None:
    """Costs the move; who rides counts as large."""
    do.emit(Spent(action.actor, "move", rule=(_MOUNT,)))
    saddle(do, action.actor, action.target, (_MOUNT, "rampage:combat.melee.mounted-is-large"))


def saddle(do: Resolution, rider: str, mount: str, rule: tuple[str, ...]) -> None:
    beast = do.state.creatures[mount]
    riding = Riding(mount, beast.kind, sheet(beast).movement_in)
    one = do.state.creatures[rider]
    up = replace(one, sheet=replace(sheet(one), riding=riding))
    do.emit(Mounted(rider, mount, riding, square_of(beast), beast.size, size_of(up), rule=rule))


@executes("rampage:combat.actions.move.mount")
def dismount(do: Resolution, action: Dismount) -> None:
    """Costs the move."""
    do.emit(Spent(action.actor, "move", rule=(_MOUNT,)))
    _get_off(do, action.actor, "dismount", (_MOUNT,))


def _beside(state: State, rider: Creature) -> Square | None:
    """The first free square beside a rider, out of the enemies' zones if there is one."""
    now = field(state)
    free = now.grid.spread(now.grid.footprint(square_of(rider), rider.size)) & now.grid.floor & ~now.occupied
    safe = free & ~now.foes(rider.side).zones
    return now.grid.first(safe or free) if free else None


def _get_off(do: Resolution, id: str, how: str, rule: tuple[str, ...]) -> None:
    """The rider stands beside the mount, which runs if it has lost heart or leaves no room."""
    rider = do.state.creatures[id]
    beast = mount_of(do.state, rider)
    assert beast is not None
    to, was = _beside(do.state, rider), square_of(rider)
    bolts = to is None or bool(rider.conditions and rider.condition(BOLTING))
    if rider.conditions and rider.condition(BOLTING):
        do.emit(ConditionEnded(id, BOLTING, rule=(_TRAINED,)))
    do.emit(Dismounted(id, beast.id, to or was, None if bolts else was, how, rule=rule))
    if bolts:
        do.emit(Fled(beast.id, rule=(_TRAINED,)))


@executes("rampage:combat.mount.attack")
def attack(do: Resolution, action: MountAttack) -> None:
    """All its blows, at one enemy; it does not move any more in this round."""
    do.emit(Spent(action.actor, STRUCK, rule=(_ATTACK,)))
    do.emit(Spent(action.actor, "move", rule=(_ATTACK,)))
    beast = mount_of(do.state, do.state.creatures[action.actor])
    assert beast is not None
    face(do, action.actor, action.target)
    for line in compendium.monsters()[beast.kind].attacks:
        blow = natural_blow(sheet(beast), line)
        for _ in range(line.count):
            if do.state.creatures[action.target].status == "up" and do.state.creatures[action.actor].status == "up":
                hit_in_melee(do, action.actor, action.target, blow, rule=(_ATTACK,))


@executes("rampage:combat.unhorse.save", "rampage:combat.unhorse.stun", "rampage:combat.unhorse.weapons")
def unhorse(do: Resolution, action: Unhorse) -> None:
    """A hit on AC 7 brings the rider down who does not save, and another save keeps the stun of the fall away, which
    lasts through the next round.
    """
    rule = "rampage:combat.unhorse.save"
    if not hits_for_a_stunt(do, action, rule) or save(do, action.target, "unhorse"):
        return
    _get_off(do, action.target, "fall", (rule,))
    do.emit(ConditionGained(action.target, Condition(PRONE), rule=(rule,)))
    if not save(do, action.target, "stun"):
        until = do.state.now + 2 * ROUND_SECONDS
        stun = ("rampage:combat.unhorse.stun",)
        do.emit(ConditionGained(action.target, Condition(STUNNED_BY_A_FALL, until), rule=stun))


# A mount's nerves


@executes("rampage:combat.mount.trained", "rampage:class.ability.mule-master.morale")
def nerves(do: Resolution, rider: Creature) -> None:
    """A mount that is not trained for battle checks morale in every round of melee, or bolts; under a Mule Master the
    better of two rolls counts for a mule.
    """
    beast = mount_of(do.state, rider)
    assert beast is not None
    kind = compendium.monsters()[beast.kind].mount
    if kind is None or kind.trained or not is_locked(do.state, rider) or rider.condition(BOLTING):
        return
    rating = sheet(beast).morale or morale.ALWAYS_FLEES
    rule: tuple[str, ...] = (_TRAINED,)
    roll = do.roll_at_most(2, 6, f"morale of {beast.id}", rating)
    if beast.kind == "mule" and has_special(sheet(rider), "Mule Master"):
        again = do.roll_at_most(2, 6, f"morale of {beast.id}", rating)
        roll = min(roll, again, key=lambda one: one.total)
        rule = (*rule, "rampage:class.ability.mule-master.morale")
    do.emit(MoraleRolled(beast.id, "in melee", roll, bool(roll.success), rule=rule))
    if not roll.success:
        do.emit(ConditionGained(rider.id, Condition(BOLTING), rule=(_TRAINED,)))


@executes("rampage:morale.rally.horse", "rampage:morale.rally.roll")
def rally(do: Resolution, action: RallyMount) -> None:
    """The rider rallies it with the attack, on a d20 of no more than CHA, in the thick of a melee as well."""
    do.emit(Spent(action.actor, "attack", rule=("rampage:combat.actions.attack.rally", _RALLY)))
    score = sheet(do.state.creatures[action.actor]).score("CHA")
    roll = do.roll_at_most(1, 20, f"rally of the mount of {action.actor}", score)
    do.emit(RallyRolled(action.actor, roll, bool(roll.success), rule=(_RALLY, "rampage:morale.rally.roll")))
    if roll.success:
        do.emit(ConditionEnded(action.actor, BOLTING, rule=(_RALLY,)))


@executes("rampage:combat.mount.trained")
def bolt(do: Resolution, id: str) -> None:
    """What was not brought under control flees with its rider when the blows of the round are done."""
    rider = do.state.creatures[id]
    beast = mount_of(do.state, rider)
    if beast is not None and rider.conditions and rider.condition(BOLTING):
        do.emit(ConditionEnded(id, BOLTING, rule=(_TRAINED,)))
        do.emit(Bolted(id, beast.id, rule=(_TRAINED,)))
        do.emit(Spent(id, "flee", rule=(_TRAINED,)))


# When it is over


def lose_the_rider(do: Resolution, lost: Died | Felled | Yielded) -> None:
    """A mount whose rider falls stands there alone."""
    rider = do.state.creatures[lost.creature]
    riding = sheet(rider).riding
    if riding is not None:
        do.emit(Dismounted(rider.id, riding.mount, rider.at, rider.at, "fall"))


def ride_off(do: Resolution, fled: Fled) -> None:
    """Who rides from the field takes the mount along."""
    riding = sheet(do.state.creatures[fled.creature]).riding
    if riding is not None:
        do.emit(Dismounted(fled.creature, riding.mount, None, None, "away"))
        do.emit(Fled(riding.mount, rule=fled.rule))


def after_fight(do: Resolution, ended: FightEnded) -> None:
    """When the fight is over everybody gets off."""
    for creature in list(do.state.creatures.values()):
        riding = sheet(creature).riding
        if riding is not None:
            do.emit(Dismounted(creature.id, riding.mount, creature.at, None, "dismount"))
