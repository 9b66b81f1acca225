"""Those met underground or on the road who mean well, and may take service: people of a class, or ordinary ones."""

from __future__ import annotations

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.names import name_for
from underkeep.systems.ose.monsters.listings import Monster, monsters
from underkeep.systems.ose.town import hiring, retainers, wages
from underkeep.systems.ose.town.retainers import NORMAL_HUMAN
from underkeep.world.creature import Creature
from underkeep.world.settlement import Applicant

FRIENDLY = "friendly"
FIGHTER = "fighter"


class ServiceDeclined(Note, frozen=True):
    """Why one of those met does not take service."""

    name: str
    why: str


EVENTS = (ServiceDeclined,)


@executes("ose:retainer.class-level")
def calling(listing: Monster) -> tuple[str, int] | None:
    """What one of a listing is as a retainer, and of which level: a person of the class that it saves as, a fighter if
    it saves by its Hit Dice, an ordinary one of level 0; and nobody who is not human.
    """
    if not listing.human:
        return None
    if listing.save_as == "NH":
        return NORMAL_HUMAN, 0
    named, _, level = listing.save_as.rpartition(" ")
    kind = named.lower() or FIGHTER
    return (kind, int(level)) if kind in compendium.classes() else None


@executes("ose:retainer.definition", "ose:retainer.recruit.negotiate", "ose:retainer.wages.standard")
def join(do: Resolution, speaker: Creature) -> str:
    """One of the friendly is offered the usual terms, and answers as any applicant would."""
    met = do.state.encounter
    assert met is not None
    id = next((id for id in met.monsters if do.state.creatures[id].status == "up"), "")
    listing = monsters().get(do.state.creatures[id].kind) if id else None
    found = calling(listing) if listing is not None and met.attitude == FRIENDLY else None
    if found is None:
        return ""
    kind, level = found
    terms = (hiring.asking_gp(level), wages.LEAST_SHARE)
    who = Applicant(id, kind, level, do.state.creatures[id].name, terms)
    refusal = hiring.why_not_serve(do.state, speaker, who, terms)
    if refusal is not None:
        rule = (refusal.rule,) if refusal.rule else ()
        do.emit(ServiceDeclined(who.name, refusal.sentence, rule=rule))
        return ""
    result = hiring.answered(do, speaker, who, *terms)
    if not result.startswith("accepted"):
        return ""
    taken = [c.name for c in do.state.creatures.values()]
    named = Applicant(id, kind, level, name_for(do, kind, id, taken), terms)
    entrust(do, id, speaker.side, do.state.owner(speaker.id))
    retainers.make(do, named, speaker.side)
    retainers.join(do, speaker, named, *terms, gladly=result == hiring.GLADLY)
    return id
