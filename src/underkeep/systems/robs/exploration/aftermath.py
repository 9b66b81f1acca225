"""When a fight is over: the field is left, the fallen are seen to, and what lies about is there to be taken."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import lights, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.bonds import BOUND
from underkeep.systems.robs.attacks.death import BURNT
from underkeep.systems.robs.attacks.holds import HELD
from underkeep.systems.robs.attacks.ranged import RELOADING, UNLOADED
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import alignment_changes
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.awards import award_for_foes
from underkeep.systems.robs.checks.healing import CameRound, aid
from underkeep.systems.robs.encounters import meetings
from underkeep.systems.robs.equipment import light
from underkeep.systems.robs.exploration.noise import make_noise
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Died, Felled, Fled
from underkeep.world.dungeon import GroupChanged, Hoard, HoardChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyLeft
from underkeep.world.state import GridCleared, State

OF_THE_FIGHT = (sight.UNAWARE, sight.IN_DARKNESS, sight.IN_COVER, UNLOADED, RELOADING, BURNT, BOUND, sight.SPELLBOUND)
REMAINS = "remains"
CAPTIVES, RELEASE, KILL = "what becomes of the captives", "let them go", "kill them"
OURS = "robs:delve-turn"


class FoesCounted(Event, frozen=True):
    """So many foes has the party beaten by now."""

    foes_beaten: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, foes_beaten=self.foes_beaten)


EVENTS: tuple[type[Event], ...] = (FoesCounted,)


def after_fight(do: Resolution) -> None:
    """The field is left; the turn ends, and it was a loud one."""
    encounter, party = do.state.encounter, do.state.party
    assert encounter is not None and party is not None
    everyone = [do.state.creatures[id] for id in (*party.members, *encounter.monsters)]
    for creature in everyone:
        _settle(do, creature)
    for id in party.members:
        aid(do, do.state.creatures[id])
    left = [item for c in everyone for item in _leavings(do, do.state.creatures[c.id])]
    do.emit(GridCleared())
    _lay_down(do, tuple(left))
    lights.take_up(do, (light.OURS,))
    _count(do, encounter.monsters)
    gone = [c for id in encounter.monsters if (c := do.state.creatures[id]).status != "up"]
    award_for_foes(do, gone, do.state.marchers())
    make_noise(do)
    captives = tuple(id for id in encounter.monsters if do.state.creatures[id].status == "yielded")
    if captives and do.state.marchers():
        do.ask_party(CAPTIVES, (RELEASE, KILL), RELEASE, ("robs:alignment.slide-to-evil",))
    meetings.conclude(do, "fought")


@executes("robs:alignment.slide-to-evil", "robs:alignment.no-single-act")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Captives who are let go are gone; to kill them is a grave evil of whoever leads, and to spare them is no more
    than what is expected."""
    if not do.state.marchers():
        return
    leader = do.state.marchers()[0]
    captives = [c for c in do.state.creatures.values() if c.status == "yielded" and c.side == meetings.MONSTERS]
    for captive in captives:
        if choice == KILL:
            do.emit(Died(captive.id, rule=("robs:alignment.slide-to-evil",)))
        else:
            do.emit(Fled(captive.id, rule=("robs:alignment.no-single-act",)))
    if choice == KILL:
        alignment_changes.do_evil(do, leader.id, alignment_changes.GRAVE)
    else:
        alignment_changes.do_good(do, leader.id, alignment_changes.NO_ACT)


def on_felled(do: Resolution, event: Felled) -> None:
    """Outside a fight friends are at hand at once."""
    party = do.state.party
    if do.state.fight is None and party is not None and event.creature in party.members:
        aid(do, do.state.creatures[event.creature])


def _settle(do: Resolution, creature: Creature) -> None:
    """What lasts no longer than a fight is over; a friend who ran comes back if the day was won."""
    for condition in creature.conditions:
        if condition.name in OF_THE_FIGHT or condition.name.startswith((HELD, "aiming at ")):
            do.emit(ConditionEnded(creature.id, condition.name, rule=(OURS,)))
    party = do.state.party
    assert party is not None
    if creature.id in party.members and creature.status in ("fled", "yielded"):
        if sheet(creature).is_character and do.state.marchers():
            do.emit(CameRound(creature.id, rule=(OURS,)))
        else:
            do.emit(PartyLeft(creature.id, rule=(OURS,)))


def _leavings(do: Resolution, creature: Creature) -> list[Item]:
    """The dead keep nothing, and who yields gives up what is carried. A character's dead body is stripped by nobody."""
    party = do.state.party
    assert party is not None
    if creature.id in party.members or creature.status not in ("dead", "yielded", "down") or not creature.items:
        return []
    do.emit(ItemsChanged(creature.id, (), "left-behind", rule=(OURS,)))
    return [replace(item, place="pack") for item in creature.items]


def _lay_down(do: Resolution, items: tuple[Item, ...]) -> None:
    """What nobody holds lies in the area; on the road the party leaves it."""
    if items and do.state.journey is None:
        dungeon, at, _ = survey.here(do.state)
        id = do.state.opaque("hoard", REMAINS, at.area)
        before = dungeon.hoards[id].items if id in dungeon.hoards else ()
        do.emit(HoardChanged(Hoard(id, at.area, (*before, *items)), "left lying", rule=(OURS,)))


def _count(do: Resolution, monsters: tuple[str, ...]) -> None:
    group = meetings.the_group(do.state)
    standing = sum(do.state.creatures[id].status == "up" for id in monsters)
    beaten = sum(do.state.creatures[id].status in ("dead", "down", "yielded", "fled") for id in monsters)
    do.emit(GroupChanged(replace(group, count=standing), "fought"))
    do.emit(FoesCounted(campaign(do.state).foes_beaten + beaten))
