"""Venom: harvested from what was slain, one dose a corpse, for one blow with something sharp."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.strikes import venom_on
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.compendium import Poison
from underkeep.systems.rampage.checks import tasks
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

VENOM = "venom"
_ONCE, _DOSE = "rampage:task.venom-harvest.once", "rampage:task.venom-harvest.dose"
BLUNT = ("club", "big-club", "quarter-staff", "mace", "hammer", "maul", "flail", "sling", "punch", "torch")


class HarvestVenom(Action, frozen=True):
    """Take the venom of a poisonous creature that was slain here."""

    actor: str
    corpse: str


class CoatWeapon(Action, frozen=True):
    """Put a dose of venom on something sharp."""

    actor: str
    item: str


class CorpseHarvested(Event, frozen=True):
    """Nothing more is to be had from this corpse."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, harvested=(*campaign(state).harvested, self.creature))


EVENTS: tuple[type[Event], ...] = (CorpseHarvested,)


def _is_poisonous(creature: Creature) -> bool:
    listing = compendium.monsters().get(creature.kind)
    return listing is not None and any(isinstance(a.effect, Poison) for a in listing.attacks)


def corpses(state: State) -> list[Creature]:
    """The poisonous dead of this area."""
    dungeon, _, area = survey.here(state)
    ids = [id for group in dungeon.groups_in(area.id) for id in group.members]
    return [c for id in ids if (c := state.creatures[id]).status == "dead" and _is_poisonous(c)]


def harvests(state: State) -> list[Action]:
    return [HarvestVenom(m.id, c.id) for c in corpses(state) for m in state.marchers()]


@executes("rampage:task.venom-harvest.once")
def why_not_harvest(state: State, action: HarvestVenom) -> Refusal | None:
    """A poisonous corpse, a venom kit, and one attempt."""
    if action.corpse in campaign(state).harvested:
        return Refusal("There is nothing more to be had from it.", _ONCE)
    if all(c.id != action.corpse for c in corpses(state)):
        return Refusal("There is no venom in that.", "rampage:task.venom-harvest")
    return tasks.why_not(state, state.creatures[action.actor], "venom-harvest")


@executes("rampage:task.venom-harvest.once", "rampage:task.venom-harvest.dose")
def harvest(do: Resolution, action: HarvestVenom) -> None:
    """A turn's work; success is one dose, and failure spoils the corpse."""
    do.emit(CorpseHarvested(action.corpse, rule=(_ONCE,)))
    if tasks.attempt(do, action.actor, "venom-harvest", timed=False):
        carrying.receive(do, action.actor, Item(VENOM, compendium.gear()[VENOM].name), "took", (_DOSE,))


def coatings(state: State) -> list[Action]:
    bearers = [m for m in state.marchers() if carrying.has(m, VENOM)]
    return [CoatWeapon(m.id, i.id) for m in bearers for i in m.items if _is_sharp(i.kind)]


def _is_sharp(kind: str) -> bool:
    return kind in compendium.weapons() and kind not in BLUNT


@executes("rampage:task.venom-harvest.dose")
def why_not_coat(state: State, action: CoatWeapon) -> Refusal | None:
    """A dose, and something sharp to put it on."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or not _is_sharp(item.kind):
        return Refusal("That is nothing sharp.", _DOSE)
    return None if carrying.has(creature, VENOM) else Refusal(f"{creature.name} has no venom.", _DOSE)


@executes("rampage:task.venom-harvest.dose")
def coat(do: Resolution, action: CoatWeapon) -> None:
    """The next hit with it is poisoned."""
    item = do.state.creatures[action.actor].item(action.item)
    assert item is not None
    carrying.use_up(do, action.actor, VENOM, "used-up", rule=(_DOSE,))
    do.emit(ConditionGained(action.actor, Condition(venom_on(item.kind)), rule=(_DOSE,)))
