"""New magic on trial: what may unbalance a game is flagged, and stays only if it has stood up in an adventure."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic import spell_books
from underkeep.systems.ose.magic.spells import forms
from underkeep.world.creature import SheetChanged
from underkeep.world.state import State

BALANCE = "ose:referee.research-balance"
ON_TRIAL, ACCEPTED, REFUSED = "on trial", "accepted", "refused"
KEPT, DROPPED = "it stays", "it is dropped"


class ResearchRefused(Note, frozen=True):
    """The referee will not have such a spell."""

    creature: str
    spell: str


class TrialChanged(Event, frozen=True):
    """A spell is on trial since so many adventures, or no longer."""

    spell: str
    since: int | None

    def evolve(self, state: State) -> State:
        table = campaign(state).table
        rest = {spell: since for spell, since in table.on_trial.items() if spell != self.spell}
        now = rest if self.since is None else {**rest, self.spell: self.since}
        return with_campaign(state, table=replace(table, on_trial=now))


EVENTS: tuple[type[Event], ...] = (ResearchRefused, TrialChanged)


@executes("ose:referee.research-balance")
def flags(list_name: str, spell: str) -> tuple[str, ...]:
    """What about a spell may unbalance a game: no save against it, no end to it, or more of it with each level."""
    form = forms(list_name).get(spell)
    if form is None:
        return ("nobody knows it",)
    found = ["no save against it"] if not any(use.save for use in form.uses) else []
    found += ["no end to it"] if form.spell.duration.lasts == "permanent" else []
    return (*found, "more of it with each level") if form.spell.range_feet_per_level else tuple(found)


@executes("ose:referee.research-balance")
def research(do: Resolution, action: spell_books.ResearchSpell) -> None:
    """Proposals with a flag are on trial for an adventure, others are accepted at once; the referee may refuse."""
    own = compendium.classes()[sheet(do.state.creatures[action.actor]).character_class]
    action = replace(action, spell=spell_books.listed_as(own, action.spell))
    raised = flags(own.spell_list, action.spell)
    for flag in raised:
        do.emit(RefereeAdvised(action.spell, f"{flag}.", rule=(BALANCE,)))
    choices = (ON_TRIAL, ACCEPTED, REFUSED)
    choice = do.ruling(BALANCE, choices, ON_TRIAL if raised else ACCEPTED, action.spell)
    if choice == REFUSED:
        do.emit(ResearchRefused(action.actor, action.spell, rule=(BALANCE,)))
        return
    spell_books.research(do, action)
    if choice == ON_TRIAL and action.spell in sheet(do.state.creatures[action.actor]).spell_book:
        do.emit(TrialChanged(action.spell, campaign(do.state).chronicle.adventures, rule=(BALANCE,)))


@executes("ose:referee.research-balance")
def judge(do: Resolution) -> None:
    """After an adventure it is said what becomes of spells on trial. Default: they stay."""
    table = campaign(do.state).table
    for spell, since in table.on_trial.items():
        if campaign(do.state).chronicle.adventures <= since:
            continue
        choice = do.ruling(BALANCE, (KEPT, DROPPED), KEPT, spell)
        do.emit(TrialChanged(spell, None, rule=(BALANCE,)))
        if choice == DROPPED:
            _forget(do, spell)


def _forget(do: Resolution, spell: str) -> None:
    for creature in do.state.marchers():
        own = sheet(creature)
        if spell in own.spell_book:
            book = tuple(name for name in own.spell_book if name != spell)
            mind = tuple(name for name in own.memorised if name != spell)
            do.emit(
                SheetChanged(creature.id, replace(own, spell_book=book, memorised=mind), "dropped", rule=(BALANCE,))
            )
