"""At the table: rulings that a player disputes, attacks on a companion, powers that no class has, and books in which
only some may look something up.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attack_rolls import Blow, strike
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import SEES_HEAT
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.equipment.arms import UNARMED
from underkeep.systems.ose.magic.spells import forms
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.state import State

DISAGREEMENTS, GRUDGES = "ose:referee.disagreements", "ose:referee.grudges"
POWERS_RULE, ACCESS = "ose:referee.special-abilities", "ose:referee.modules.access"
STANDS, ANEW = "it stands", "ruled anew"
HELD_BACK, LET = "held back", "let it happen"
REFUSED, GRANTED = "refused", "granted"
POWERS = {"infravision": SEES_HEAT}
"""What a character may ask for beyond its class, each with the state it lasts as."""
_FIST = parse("1d2")
Book = Literal["genre", "spells", "monsters", "treasures"]


class Dispute(Action, frozen=True):
    """Object to how something was ruled that no rule mentions, in the words in which it was tried."""

    actor: str
    what: str


class Assault(Action, frozen=True):
    """Strike a companion."""

    actor: str
    target: str


class AskForPower(Action, frozen=True):
    """Ask for a power that the character's class does not have."""

    actor: str
    power: str


class LookUp(Action, frozen=True):
    """Look something up in the books."""

    actor: str
    what: str


class RulingDisputed(Event, frozen=True):
    """A player objected; the referee had the last word. What is to be ruled anew is forgotten."""

    creature: str
    what: str
    outcome: str

    def evolve(self, state: State) -> State:
        own = campaign(state)
        deeds = {k: v for k, v in own.deeds.items() if k != self.what} if self.outcome == ANEW else own.deeds
        table = replace(own.table, disputed=(*own.table.disputed, self.what))
        return with_campaign(state, deeds=deeds, table=table)


class AssaultJudged(Note, frozen=True):
    """Somebody raised a hand against a companion; whether it came to blows."""

    creature: str
    target: str
    outcome: str


class PowerJudged(Event, frozen=True):
    """Whether somebody has a power beyond the class from now on."""

    creature: str
    power: str
    outcome: str

    def evolve(self, state: State) -> State:
        table = campaign(state).table
        if self.outcome != GRANTED:
            return state
        return with_campaign(state, table=replace(table, granted=table.granted | {(self.creature, self.power)}))


class LookedUp(Note, frozen=True):
    """What the books say on something, to whoever looked."""

    subject: ClassVar[str] = "creature"

    creature: str
    what: str
    text: str


EVENTS: tuple[type[Event], ...] = (RulingDisputed, AssaultJudged, PowerJudged, LookedUp)


# Disputes


@executes("ose:referee.disagreements")
def why_not_dispute(state: State, action: Dispute) -> Refusal | None:
    """Only what was ruled can be disputed, and once."""
    what = ruled_on(state, action.what)
    if not what and _same(action.what) not in campaign(state).table.disputed:
        return Refusal("Nothing like that was ruled on.", DISAGREEMENTS)
    if not what or what in campaign(state).table.disputed:
        return Refusal("That was talked over; the referee has the last word.", DISAGREEMENTS)
    return None


@executes("ose:referee.disagreements")
def dispute(do: Resolution, action: Dispute) -> None:
    """It is talked over briefly, and the referee confirms the ruling or will rule anew. By default it stands."""
    what = ruled_on(do.state, action.what)
    outcome = do.ruling(DISAGREEMENTS, (STANDS, ANEW), STANDS, what)
    do.emit(RulingDisputed(action.actor, what, outcome, rule=(DISAGREEMENTS,)))


def ruled_on(state: State, said: str) -> str:
    """The deed that is meant, in the words in which it was tried, if there was a ruling on it."""
    words = _same(said)
    return next((deed for deed in campaign(state).deeds if deed in (words, f"to {words}")), "")


def _same(what: str) -> str:
    return " ".join(what.lower().split())


# Grudges


def why_not_assault(state: State, action: Assault) -> Refusal | None:
    party, target = state.party, state.creatures.get(action.target)
    if party is None or target is None or action.target not in party.members or action.target == action.actor:
        return Refusal("That is no companion.", GRUDGES)
    return None if target.status == "up" else Refusal(f"{target.name} is down already.", GRUDGES)


@executes("ose:referee.grudges")
def assault(do: Resolution, action: Assault) -> None:
    """A blow at a companion needs the referee's leave: one with the bare hand. Default: the others hold them back."""
    outcome = do.ruling(GRUDGES, (HELD_BACK, LET), HELD_BACK, action.target)
    do.emit(AssaultJudged(action.actor, action.target, outcome, rule=(GRUDGES,)))
    if outcome == LET:
        strike(do, Blow(action.actor, action.target, UNARMED, _FIST, ("ose:combat.unarmed.damage",)))


# Powers


@executes("ose:referee.special-abilities")
def why_not_power(state: State, action: AskForPower) -> Refusal | None:
    """There must be such a power, and nobody has it twice."""
    if action.power not in POWERS:
        return Refusal(f"Such powers are: {', '.join(POWERS)}.", POWERS_RULE)
    own = compendium.classes().get(state.creatures[action.actor].kind)
    if own is None or own.infravision_feet or state.creatures[action.actor].condition(POWERS[action.power]) is not None:
        return Refusal(f"{state.creatures[action.actor].name} has no need of that.", POWERS_RULE)
    return None


@executes("ose:referee.special-abilities")
def ask_for_power(do: Resolution, action: AskForPower) -> None:
    """The guidelines of research hold: what lasts for ever is flagged. Default: refused."""
    do.emit(RefereeAdvised(action.power, "would last for ever.", rule=(POWERS_RULE, "ose:referee.research-balance")))
    outcome = do.ruling(POWERS_RULE, (REFUSED, GRANTED), REFUSED, action.power)
    do.emit(PowerJudged(action.actor, action.power, outcome, rule=(POWERS_RULE,)))
    if outcome == GRANTED:
        do.emit(ConditionGained(action.actor, Condition(POWERS[action.power]), rule=(POWERS_RULE,)))


# Books


def book_of(what: str) -> tuple[Book, str] | None:
    """The book that something stands in, and what that says of it."""
    wanted = what.strip().lower()
    for id, gear in compendium.gear().items():
        if wanted in (id, gear.name.lower()):
            return "genre", f"{gear.cost_gp} gp"
    for id, own in compendium.classes().items():
        if wanted in (id, own.name.lower()):
            return "genre", f"a Hit Die of {own.hit_die.text}, {', '.join(own.prime_requisites)} as prime requisite"
    for list_name in ("cleric", "magic-user"):
        for name, form in forms(list_name).items():
            if wanted == name.lower():
                return "spells", f"a {list_name} spell of level {form.spell.level}"
    if any(wanted in (id, listing.name.lower()) for id, listing in monsters().items()):
        return "monsters", ""
    if any(wanted in (id, item.name.lower()) for id, item in magic_items.magic_items().items()):
        return "treasures", ""
    return None


@executes("ose:referee.modules.access")
def why_not_look_up(state: State, action: LookUp) -> Refusal | None:
    """The core and the genre are everybody's, spells concern those who cast, monsters and treasures the referee."""
    found = book_of(action.what)
    if found is None:
        return Refusal(f'The books have nothing on "{action.what[:60]}".', ACCESS)
    if found[0] in ("monsters", "treasures"):
        return Refusal(f"What stands in the book of {found[0]} is for the referee alone.", ACCESS)
    own = compendium.classes().get(sheet(state.creatures[action.actor]).character_class)
    if found[0] == "spells" and (own is None or not own.magic):
        return Refusal("The book of spells is for those who cast them.", ACCESS)
    return None


@executes("ose:referee.modules.access")
def look_up(do: Resolution, action: LookUp) -> None:
    """Told to the player who looked."""
    found = book_of(action.what)
    assert found is not None
    do.emit(LookedUp(action.actor, action.what, found[1], rule=(ACCESS,), seats=(do.state.owner(action.actor),)))
