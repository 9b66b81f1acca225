"""Other magic that research can bring about: a portal to the dungeon, a guardian of crystal."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.meeting import ids_of_met
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics.campaign import Work, campaign, with_campaign
from underkeep.systems.ose.magic import invented, spell_books
from underkeep.systems.ose.magic.item_making import MONTH_DAYS, STEP_GP, Plan, component, gems, work
from underkeep.systems.ose.magic.research import ProposalDeclined, can_pay, candidates, why_not_research
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.journey import Route, RoutesLaid, routes
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

PORTAL, GUARDIAN = "a portal to the dungeon", "a guardian of crystal"
STEPS = {PORTAL: 3, GUARDIAN: 4}
SPELLS = {PORTAL: "Locate Object", GUARDIAN: "Striking"}
RENEWED = {PORTAL: 365, GUARDIAN: 0}
STATUE = "crystal-living-statue"
THROUGH = "portal"
_OTHER = "ose:research.other"
_JUDGED = ("as other items", "twice as much", "refused")


class WorkMagic(Action, frozen=True):
    """Bring about a great work of magic, by its name."""

    actor: str
    work: str


class WorkDone(Event, frozen=True):
    """How a great work of magic stands now."""

    what: str
    work: Work

    def evolve(self, state: State) -> State:
        return with_campaign(state, works={**campaign(state).works, self.what: self.work})


EVENTS: tuple[type[Event], ...] = (WorkDone,)


@executes("ose:research.other")
def plan(what: str) -> Plan:
    """As for other items: 10,000 gp and a month for each step of it."""
    return Plan(STEP_GP * STEPS[what], STEPS[what] * MONTH_DAYS, (_OTHER,))


def _knows(creature: Creature, what: str) -> bool:
    """Whether the spell that the work takes is on somebody's list."""
    return SPELLS[what] in invented.known(creature)


def options(state: State) -> list[Action]:
    """What somebody could undertake."""
    return [WorkMagic(m.id, what) for m in candidates(state, items=True) for what in STEPS]


@executes("ose:research.other")
def why_not(state: State, action: WorkMagic) -> Refusal | None:
    """It must be one of those known, not stand already, be within the researcher's spells and purse, and have its rare
    ingredient.
    """
    creature = state.creatures[action.actor]
    refusal = why_not_research(creature, items=True)
    if refusal is not None:
        return refusal
    if action.work not in STEPS:
        return Refusal(f"Nobody knows how to bring about {action.work}.", _OTHER)
    needs = plan(action.work)
    if stands(state, action.work):
        return Refusal(f"There is {action.work} already.", _OTHER)
    if not _knows(creature, action.work):
        return Refusal(f"That takes the spell {SPELLS[action.work]}.", _OTHER)
    if not can_pay(creature, needs.gp):
        return Refusal(f"That costs {needs.gp:,} gp.", _OTHER)
    if not gems(creature) and not state.human_referee:
        return Refusal(f"That takes {component(needs)}.", "ose:research.item.materials")
    return None


@executes("ose:research.other")
def takes(state: State, action: WorkMagic) -> str:
    """Gold, time and the ingredient, and whether it must be renewed."""
    if action.work not in STEPS:
        return ""
    needs = plan(action.work)
    again = ", anew every year" if RENEWED[action.work] else ""
    return f"{needs.gp:,} gp, {needs.days} days and {component(needs)}{again}"


@executes("ose:research.other")
def stands(state: State, what: str) -> bool:
    """Whether a work was done and has not run out."""
    found = campaign(state).works.get(what)
    return found is not None and found.done and (found.until is None or found.until > state.now)


@executes("ose:research.other")
def bring_about(do: Resolution, action: WorkMagic) -> None:
    """The referee sets time and cost, or refuses. Default: as for other items, renewed yearly where it fades."""
    ruled = do.ruling(_OTHER, _JUDGED, _JUDGED[0], action.work)
    what, id = action.work, action.actor
    needs = plan(what)
    if ruled == _JUDGED[1]:
        needs = Plan(2 * needs.gp, 2 * needs.days, needs.rule)
    if ruled == _JUDGED[2] or not can_pay(do.state.creatures[id], needs.gp):
        do.emit(ProposalDeclined(id, what, rule=(_OTHER,)))
        return
    planned = Work(id, needs.gp, needs.days, (SPELLS[what],), component(needs), RENEWED[what])
    do.emit(WorkDone(what, planned, rule=(_OTHER,)))
    if work(do, id, what, needs) and spell_books.succeeds(do, id, (_OTHER,)):
        until = do.state.now + planned.renewed_every_days * DAY if planned.renewed_every_days else None
        do.emit(WorkDone(what, replace(planned, until=until, done=True), rule=(_OTHER,)))
        _open_portal(do) if what == PORTAL else _wake_guardian(do, id)


@executes("ose:research.other")
def _open_portal(do: Resolution) -> None:
    """One step through it, and the party is there."""
    kept = [route for route in routes(do.state) if route.id != THROUGH]
    do.emit(RoutesLaid((*kept, Route(THROUGH, "through the portal", "settled", 0)), rule=(_OTHER,)))


@executes("ose:research.other")
def _wake_guardian(do: Resolution, maker: str) -> None:
    """It walks with its maker's party, and fights for it."""
    (id,) = ids_of_met(do.state, STATUE, 1)
    side = do.state.creatures[maker].side
    entrust(do, id, side, do.state.owner(maker))
    do.rules.recruit(do, Recruit(STATUE), id, side)
    do.emit(PartyJoined(id, rule=(_OTHER,)))


@executes("ose:research.other")
def fade(do: Resolution) -> None:
    """What was not renewed in time is no more: the portal shuts."""
    found = campaign(do.state).works.get(PORTAL)
    if found is not None and found.done and not stands(do.state, PORTAL):
        do.emit(WorkDone(PORTAL, replace(found, done=False), rule=(_OTHER,)))
        do.emit(RoutesLaid(tuple(r for r in do.state.routes if r.id != THROUGH), rule=(_OTHER,)))
