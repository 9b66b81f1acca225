"""Bargains with those met, and whether they are kept: Law keeps its word, Neutrality looks to itself, Chaos cheats."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.creature import Creature
from underkeep.world.encounter import EncounterChanged
from underkeep.world.state import State

GP_A_HEAD = 5
_LAW, _NEUTRALITY, _CHAOS = "ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos"


class Bargain(Action, frozen=True):
    """Ask those met to let the party go on in peace, for so much gold."""

    actor: str
    gp: int


class BargainStruck(Note, frozen=True):
    """How an offer was taken: declined, kept or broken."""

    speaker: str
    gp: int
    outcome: str


def leader(state: State) -> Creature:
    """Who speaks for those met: the strongest."""
    assert state.encounter is not None
    up = [c for id in state.encounter.monsters if (c := state.creatures[id]).status == "up"]
    return max(up, key=lambda c: (sheet(c).level, c.hp))


def options(state: State) -> list[Action]:
    if state.encounter is None or state.fight is not None:
        return []
    found = [Bargain(m.id, price(state)) for m in state.marchers()]
    return [action for action in found if why_not(state, action) is None]


def price(state: State) -> int:
    """What they expect for their trouble. Ours."""
    assert state.encounter is not None
    return GP_A_HEAD * len(state.encounter.monsters)


@executes("ose:language.common")
def why_not(state: State, action: Bargain) -> Refusal | None:
    """A bargain needs a creature with a mind for it, in a mood for it, that understands, and the gold."""
    if state.encounter is None or state.fight is not None:
        return Refusal("There is nobody to bargain with.")
    speaker, other = state.creatures[action.actor], leader(state)
    listing = monsters().get(other.kind)
    if listing is not None and listing.mind != "intelligent":
        return Refusal(f"{other.name} knows nothing of bargains.", _NEUTRALITY)
    if state.encounter.attitude not in ("unfriendly", "neutral"):
        return Refusal("They are in no mood for it." if state.encounter.attitude else "Talk to them first.", _CHAOS)
    if action.gp < 0 or money.purse_cp(speaker.items) < action.gp * IN_CP["gp"]:
        return Refusal(f"{speaker.name} does not have {action.gp} gp.", "ose:money.coins")
    return languages.why_not_talk(state, speaker)


@executes("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
def bargain(do: Resolution, action: Bargain) -> None:
    """Whether the offer is taken, and whether the word is kept then."""
    encounter = do.state.encounter
    assert encounter is not None
    speaker, other = do.state.creatures[action.actor], leader(do.state)
    if not languages.speak(do, speaker):
        meetings.stand_by(do)
        return
    meetings.rounds_pass(do, "talk")
    outcome = answer(do, other, action.gp)
    told = {"keeps": "kept", "betrays": "broken"}.get(outcome, outcome)
    do.emit(BargainStruck(speaker.id, action.gp, told, rule=(RULES[sheet(other).alignment],)))
    tried = replace(encounter, tries=encounter.tries + 1, round=encounter.round + 1, surprised=())
    do.emit(EncounterChanged(tried, "bargain"))
    if outcome == "declines":
        meetings.monsters_act(do)
        return
    if action.gp:
        money.pay(do, speaker, action.gp * IN_CP["gp"], "paid-for-peace")
        money.receive(do, other, action.gp * IN_CP["gp"], "was-paid-for-peace")
    if outcome == "betrays":
        meeting.come_to_blows(do)
    else:
        meetings.part(do, "indifferent")


@executes("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
def answer(do: Resolution, other: Creature, gp: int) -> str:
    """Defaults: nobody takes less than the price. For it the lawful agree and keep a bargain; the neutral agree, for
    there is something in it for them; the chaotic agree, and break it where that is safe.
    """
    alignment = sheet(other).alignment
    enough = gp >= price(do.state)
    if alignment == "Lawful":
        return do.ruling(_LAW, ("keeps", "betrays", "declines"), "keeps" if enough else "declines", other.id)
    if alignment == "Neutral":
        return do.ruling(_NEUTRALITY, ("keeps", "declines"), "keeps" if enough else "declines", other.id)
    if not enough:
        return do.ruling(_CHAOS, ("keeps", "betrays", "declines"), "declines", other.id)
    tempting = is_safe_to_betray(do.state)
    if tempting:
        do.emit(RefereeAdvised(other.name, "is not to be trusted.", rule=(_CHAOS,)))
    return do.ruling(_CHAOS, ("keeps", "betrays", "declines"), "betrays" if tempting else "keeps", other.id)


@executes("ose:alignment.chaos")
def is_safe_to_betray(state: State) -> bool:
    """Whether those met have more Hit Dice among them than the party has levels."""
    assert state.encounter is not None
    theirs = sum(sheet(c).level for id in state.encounter.monsters if (c := state.creatures[id]).status == "up")
    return theirs > sum(sheet(c).level for c in state.marchers())


RULES = {"Lawful": _LAW, "Neutral": _NEUTRALITY, "Chaotic": _CHAOS}
