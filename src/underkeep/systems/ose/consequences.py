"""What follows from a fact by itself, chapter by chapter."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.event import Event
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Reaction
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics.conditions import CHARMED
from underkeep.systems.ose.characters import alignment_conduct
from underkeep.systems.ose.checks import damage, provisions
from underkeep.systems.ose.equipment import hoards, light, load
from underkeep.systems.ose.exploration import doors, entering_areas, party, sharing, turns
from underkeep.systems.ose.magic import casting, zones
from underkeep.systems.ose.magic.effects import spells_of_mind, spells_of_sense
from underkeep.systems.ose.town import retainers, wages
from underkeep.systems.ose.travel import journeys
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, Died, Harmed, Moved, SaveRolled
from underkeep.world.dungeon import HoardChanged
from underkeep.world.encounter import EncounterBegan, EncounterEnded
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.journey import JourneyBegan
from underkeep.world.light import LightLit
from underkeep.world.party import MarchingOrderSet, PartyFormed, PartyLeft, PartyWent


def journey(do: Resolution, event: PartyWent) -> None:
    """The party is somewhere else: on the road, underground, back in town."""
    light.went(do, event)
    turns.came(do, event)
    if event.how == "set out":
        provisions.set_out(do)
        sharing.note_own(do)
        party.set_out(do)
    elif event.place == "town":
        provisions.eat(do)
        provisions.refill(do)
    elif event.how == "arrived":
        load.settle(do)
        doors.forget_sounds(do)
    doors.went_through(do, event)
    if event.how == "set out":
        wages.leave_unpaid(do)
    entering_areas.arrived(do, event)
    spells_of_sense.looked_around(do, event)


def order_changed(do: Resolution, event: MarchingOrderSet) -> None:
    party.ordered(do, event)
    retainers.order_changed(do, event)


def harmed(do: Resolution, event: Harmed) -> None:
    """A wound: it may kill; it wakes, spoils a spell, breaks concentration."""
    damage.fall(do, event)
    creature = do.state.creatures[event.creature]
    if creature.status != "up":
        return
    if creature.conditions:
        spells_of_mind.wake(do, creature.id)
        concentration.disturb(do, creature.id, "being hurt")
    casting.disrupt(do, creature.id)


def attacked(do: Resolution, event: AttackRolled) -> None:
    """A hit spoils a spell that is still to be cast."""
    if event.hit:
        casting.disrupt(do, event.target)


def saved(do: Resolution, event: SaveRolled) -> None:
    """So does a save that failed."""
    if not event.success:
        casting.disrupt(do, event.creature)


def died(do: Resolution, event: Died) -> None:
    light.let_fall(do, event)
    retainers.bereaved(do, event)
    party, quiet = do.state.party, do.state.fight is None and do.state.encounter is None
    if quiet and party is not None and party.at is not None and event.creature in party.members:
        hoards.leave_lying(do, event.creature)


def moved(do: Resolution, event: Moved) -> None:
    if do.state.fight is not None:
        zones.moved(do, event)


def ended(do: Resolution, event: ConditionEnded) -> None:
    """What follows when magic on somebody is over."""
    if event.name == CHARMED:
        spells_of_mind.charm_may_end(do, event.creature)


def fight_over(do: Resolution, event: FightEnded) -> None:
    zones.clear(do)
    spells_of_mind.clear(do)
    if do.state.encounter is not None:
        spells_of_mind.befriend(do)


REACTIONS: Mapping[type[Event], Reaction] = {
    Harmed: harmed,
    AttackRolled: attacked,
    SaveRolled: saved,
    Moved: moved,
    ConditionEnded: ended,
    FightBegan: alignment_conduct.blows_fall,
    FightEnded: fight_over,
    alignment_conduct.DeviationNoted: alignment_conduct.noted,
    Died: died,
    PartyWent: journey,
    JourneyBegan: journeys.began,
    PartyFormed: party.formed,
    MarchingOrderSet: order_changed,
    PartyLeft: retainers.left,
    HoardChanged: load.taken,
    EncounterBegan: light.met_in_the_dark,
    EncounterEnded: light.see_again,
    LightLit: light.see_again,
}
