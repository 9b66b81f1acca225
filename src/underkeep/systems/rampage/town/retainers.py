"""Henchmen: who may follow whom, how they are won, and how those of level 0 come to a class."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.hiring import Term, told
from underkeep.procedures.recruiting import entrust, new_name
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import Service, campaign
from underkeep.systems.rampage.basics.names import NAMES
from underkeep.systems.rampage.basics.sheet import ABILITIES, is_character, sheet
from underkeep.systems.rampage.characters.abilities import most_henchmen, reaction_bonus
from underkeep.systems.rampage.checks.checks import ability_check
from underkeep.systems.rampage.town import oaths, services
from underkeep.systems.rampage.town.services import ServiceSworn
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.party import PartyJoined
from underkeep.world.settlement import Applicant, SettlementChanged
from underkeep.world.state import State

TERMS: tuple[Term, ...] = (Term("{} gp a month", ("gp", "gold")),)
LEVEL_ZERO = ("porter", "apprentice", "militia", "man-at-arms")
LEVEL_ZERO_XP = -1000
PER_INCIDENT = -3
_LOOKING = ("porter", "militia", "man-at-arms", "apprentice", "warrior", "scout", "warrior")
_LEVELS = (0, 0, 0, 0, 1, 1, 2)
_LEVEL = "rampage:retainer.henchman.level"


class HenchmanMorale(Note, frozen=True):
    """How far a new henchman would go for his master."""

    creature: str
    roll: Roll


EVENTS: tuple[type[Event], ...] = (HenchmanMorale,)


def applicants(do: Resolution) -> tuple[Applicant, ...]:
    """Four who would be henchmen. Who looks for work is ours."""
    found: list[Applicant] = []
    picks = list(range(len(_LOOKING)))
    for number in range(1, 5):
        index = picks.pop(do.dice.roll(1, len(picks), "who looks for work")[0] - 1)
        name = new_name(do, NAMES["man"], f"applicant {number}", [other.name for other in found])
        asks = services.LIVING_GP * (_LEVELS[index] + 1)
        found.append(Applicant(f"henchman-{number}", _LOOKING[index], _LEVELS[index], name, (asks,)))
    return tuple(found)


@executes("rampage:abilities.cha.henchmen", "rampage:retainer.follower")
def has_room(state: State, master: Creature) -> bool:
    """Half of Charisma is how many henchmen one has; followers are not counted."""
    return len(services.serving(state, master.id, services.HENCHMAN)) < most_henchmen(sheet(master).score("CHA"))


@executes(
    "rampage:retainer.henchman.level",
    "rampage:retainer.henchman.level-zero",
    "rampage:abilities.cha.henchmen",
    "rampage:retainer.henchman.upkeep",
)
def why_not_hire(state: State, action: a.Hire) -> Refusal | None:
    """A henchman is of lower level than his master, so those of level 1 have none but of level 0; he wants his
    living.
    """
    assert state.settlement is not None
    master = state.creatures[action.actor]
    who = next((w for w in state.settlement.applicants if w.id == action.applicant), None)
    if who is None:
        return Refusal("Nobody such looks for work.", _LEVEL)
    if not is_character(master):
        return Refusal(f"{master.name} has no henchmen.", _LEVEL)
    if who.level >= sheet(master).level:
        rule = "rampage:retainer.henchman.level-zero" if sheet(master).level == 1 else _LEVEL
        return Refusal(f"{who.name} follows nobody who is no better.", rule)
    refusal = oaths.why_not_serve(master, who.kind)
    if refusal is not None:
        return refusal
    if not has_room(state, master):
        return Refusal(f"{master.name} has as many henchmen as would follow.", "rampage:abilities.cha.henchmen")
    if action.terms[0] < who.asks[0]:
        return Refusal(f"{who.name} asks {told(TERMS, who.asks)}.", "rampage:retainer.henchman.upkeep")
    return None


@executes("rampage:retainer.bad-reputation", "rampage:retainer.henchman.fights", "rampage:abilities.cha.typical-checks")
def hire(do: Resolution, master: Creature, applicant: str, terms: tuple[int, ...]) -> None:
    """A check of Charisma, the worse for every oath that was broken. Who is won comes along and fights like the others;
    who is not looks elsewhere. Ruling: q.recruit-check.
    """
    town, party = do.state.settlement, do.state.party
    assert town is not None and party is not None
    who = next(w for w in town.applicants if w.id == applicant)
    left = tuple(w for w in town.applicants if w.id != applicant)
    bad = campaign(do.state).incidents.get(master.id, 0)
    blot = (Modifier("bad reputation", -PER_INCIDENT * bad),) if bad else ()
    rule = ("rampage:abilities.cha.typical-checks", *(("rampage:retainer.bad-reputation",) if bad else ()))
    won = ability_check(do, master.id, "CHA", 20, blot, rule)
    do.emit(SettlementChanged(replace(town, applicants=left), "hired" if won else "declined", who.name, rule=rule))
    if won:
        fights = ("rampage:retainer.henchman.fights", "rampage:abilities.cha.henchmen", _LEVEL)
        entrust(do, who.id, party.side, do.state.owner(master.id))
        do.rules.recruit(do, Recruit(who.kind, max(1, who.level), name=who.name), who.id, party.side)
        do.emit(PartyJoined(who.id, rule=fights))
        swear(do, who.id, master, services.HENCHMAN, "wizard" if who.kind == "apprentice" else "")


def sworn_before(do: Resolution, kinds: tuple[str, ...]) -> None:
    """Those who serve the first of the party as henchmen from the first morning."""
    party = do.state.party
    assert party is not None
    for number, kind in enumerate(kinds, 1):
        master, id = do.state.marchers()[0], f"companion-{number}"
        entrust(do, id, party.side, do.state.owner(master.id))
        name = new_name(do, NAMES["man"], id)
        do.rules.recruit(do, Recruit(kind, name=name), id, party.side)
        do.emit(PartyJoined(id, rule=("rampage:retainer.henchman.fights",)))
        swear(do, id, master, services.HENCHMAN)


@executes(
    "rampage:retainer.henchman.morale",
    "rampage:retainer.henchman.advance",
    "rampage:retainer.henchman.level-zero-xp",
)
def swear(do: Resolution, id: str, master: Creature, rank: str, apprentice: str = "") -> None:
    """The morale of a henchman is 2d6, with what the master's Charisma adds. Those of level 0 have abilities too, and a
    thousand points to go to the first level.
    """
    own, rule = sheet(do.state.creatures[id]), ["rampage:retainer.henchman.morale", "rampage:retainer.henchman.advance"]
    bonus = reaction_bonus(sheet(master).score("CHA"))
    roll = do.roll(2, 6, f"morale of {id}", (Modifier("CHA", bonus),) if bonus else ())
    do.emit(HenchmanMorale(id, roll, rule=("rampage:retainer.henchman.morale",)))
    alignment, vowed = oaths.alignment_of_servant(master, own.alignment)
    rule += vowed
    changed = replace(own, morale=max(2, min(12, roll.total)), alignment=alignment)
    if not own.classes:
        scores = tuple(sum(do.dice.roll(3, 6, f"{ability} of {id}")) for ability in ABILITIES)
        changed = replace(changed, race="man", scores=scores, xp=LEVEL_ZERO_XP, languages=("Common",))
        rule.append("rampage:retainer.henchman.level-zero-xp")
    do.emit(SheetChanged(id, changed, "sworn", rule=tuple(rule)))
    service = Service(master.id, rank, do.state.now + services.MONTH, apprentice=apprentice)
    do.emit(ServiceSworn(id, service, rule=("rampage:retainer.henchman.upkeep",)))


def kinds() -> tuple[str, ...]:
    return tuple(kind for kind in LEVEL_ZERO if kind in compendium.monsters())
