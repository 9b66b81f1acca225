"""What no rule mentions: the player says it in any words, and the referee finds a way to decide it."""

from __future__ import annotations

import re
from typing import ClassVar

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration, scenes, survey
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.delve_actions import Try
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import ABILITIES, SAVES, sheet
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.encounters import meetings
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.state import State

QUESTION = "try it"
GO, LEAVE_IT = "go", "leave it"
MOST_CHARACTERS = 200
_LADDER = "ose:referee.resolve-action"
_FREE = "ose:encounter.actions.players"
_RULE = (_FREE, _LADDER)
WORKS, FAILS = "it works", "it fails"
_CHECKS = {f"{ability} check": ability for ability in ABILITIES}
_SAVES = {f"save against {kind}": kind for kind in SAVES}
_CHANCES = {f"{chance}-in-6": chance for chance in range(1, 6)}
WAYS = (WORKS, FAILS, *_CHECKS, *_SAVES, *_CHANCES)
UNCERTAIN = "3-in-6"
_WORDS = {
    WORKS: "say tell call shout whistle wave nod smile point look sit kneel wait bow",
    FAILS: "fly teleport vanish levitate",
    "save against breath": "avoid duck dodge",
    "STR check": "lift push pull break bend throw drag smash topple tip hold carry heave wrench",
    "DEX check": "balance climb jump leap swing tumble catch slide squeeze juggle vault crawl",
    "CON check": "endure drink swallow outlast",
    "INT check": "remember recall puzzle decipher calculate guess work solve recognise",
    "WIS check": "notice sense feel meditate pray listen smell",
    "CHA check": "persuade negotiate charm bluff sing dance flatter threaten frighten lie beg bargain",
}
"""The first of these words that somebody uses says what sort of deed it is. Ours."""
_AT_DOORS: dict[type[a.ForceDoor | a.PickLock | a.Listen], str] = {
    a.ForceDoor: "force break bash smash ram shoulder kick",
    a.PickLock: "pick unlock",
    a.Listen: "listen hear eavesdrop",
}
_TALK = "persuade negotiate parley reason beg plead"


class Tried(Note, frozen=True):
    """Somebody did something out of the rules: in which way it was decided, and whether it worked."""

    creature: str
    what: str
    how: str
    success: bool


class DeedRuled(Event, frozen=True):
    """In which way the referee decides what no rule mentions, from now on; `what` are the player's words."""

    secret: ClassVar[bool] = True

    what: str
    way: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, deeds={**campaign(state).deeds, self.what: self.way})


EVENTS: tuple[type[Event], ...] = (Tried, DeedRuled)


def why_not_in_fight(state: State, actor: Creature, action: Try, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    return why_not(state, action)


@executes("ose:encounter.actions.players")
def why_not(state: State, action: Try) -> Refusal | None:
    """Anything may be tried, by anybody who is able to do something."""
    creature = state.creatures.get(action.actor)
    if creature is None or creature.status != "up":
        return Refusal(f"There is nobody like {action.actor[:60]} to try anything.")
    if not action.what.strip() or len(action.what) > MOST_CHARACTERS:
        return Refusal(f"Say in 1 to {MOST_CHARACTERS} characters what to do.")
    fight = state.fight
    if fight is None:
        ours = state.party is not None and action.actor in state.party.members
        return None if ours else Refusal(f"{creature.name} is not of the party.")
    if fight.step.phase.removeprefix("slow-") not in ("movement", "missile", "melee"):
        return Refusal(f"{creature.name} cannot do that in the {fight.step.phase} step.", "ose:combat.round-sequence")
    if ATTACKED in fight.spent.get(creature.id, ()):
        return Refusal(f"{creature.name} has done enough this round.", "ose:combat.attack.per-round")
    return None


@executes("ose:referee.resolve-action")
def usual_way(what: str) -> str:
    """The trivial works and the impossible fails; a feat of body or mind is a check; to avoid sudden harm takes a save;
    anything else is an even chance.
    """
    for word in what.lower().replace(",", " ").replace(".", " ").split():
        for way, verbs in _WORDS.items():
            if word in verbs.split():
                return way
    return UNCERTAIN


@executes(
    "ose:encounter.actions.players",
    "ose:referee.resolve-action",
    "ose:referee.rulings.gaps",
    "ose:referee.improvisation",
)
def attempt(do: Resolution, action: Try) -> None:
    """What a rule covers is done by that rule. Else the referee decides it outright, by a check, by a save or by a
    chance, and rules alike on the same deed later. A chance is told first, and to leave it then costs nothing.
    Default: by the sort of deed.
    """
    deed = known_deed(do, action)
    if deed is not None:
        scenes.perform(do, deed)
        return
    way = _ruled(do, action.what)
    actor = do.state.creatures[action.actor]
    if way in _CHANCES:
        context: dict[str, str | int] = {"actor": actor.id, "what": action.what, "chance": _CHANCES[way]}
        do.ask(actor.id, QUESTION, (GO, LEAVE_IT), GO, _RULE, f"{action.what} ({way})", context)
        return
    if way in _CHECKS and sheet(actor).abilities:
        success = ability_checks.check(do, CallCheck(actor.id, _CHECKS[way], 0))
    elif way in _SAVES:
        success = save(do, actor.id, _SAVES[way])
    else:
        success = way == WORKS
    _done(do, actor, action.what, way, success)


@executes("ose:referee.resolve-action")
def known_deed(do: Resolution, action: Try) -> Action | None:
    """What the words come to if a rule has it already: talking to those met; listening, a shoulder or a pick at the one
    door where that can be done.
    """
    state, book, said = do.state, do.rules.book, _words(action.what)
    if state.fight is not None:
        return None
    if state.encounter is not None:
        talk = a.Parley(action.actor, "talk")
        return talk if said & set(_TALK.split()) and scenes.why_not(book, state, talk) is None else None
    if "door" not in said or not exploration.is_on(state):
        return None
    for kind, verbs in _AT_DOORS.items():
        if said & set(verbs.split()):
            tries = [kind(action.actor, door.id) for door in survey.known_doors(state)]
            legal = [deed for deed in tries if scenes.why_not(book, state, deed) is None]
            return legal[0] if len(legal) == 1 else None
    return None


def _words(what: str) -> set[str]:
    return set(re.findall("[a-z]+", what.lower()))


@executes("ose:referee.rulings.gaps")
def _ruled(do: Resolution, what: str) -> str:
    """As it was ruled before, or as the referee says now."""
    words = " ".join(what.lower().split())
    known = campaign(do.state).deeds.get(words)
    if known is not None:
        return known
    way = do.ruling(_LADDER, WAYS, usual_way(what), what)
    if do.state.party is not None:
        do.emit(DeedRuled(words, way, rule=("ose:referee.rulings.gaps",)))
    return way


@executes("ose:referee.resolve-action")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Go: the die is rolled. Leave it: nothing has happened."""
    if choice != GO:
        return
    what, chance = str(prompt.context["what"]), int(prompt.context["chance"])
    actor = do.state.creatures[str(prompt.context["actor"])]
    success = ability_checks.chance_in_six(do, actor.id, "try", chance, _RULE)
    _done(do, actor, what, f"{chance}-in-6", success)


def _done(do: Resolution, actor: Creature, what: str, how: str, success: bool) -> None:
    """It is tried, and what it changes is for the referee to say. In a fight that was the creature's round;
    in a meeting the others act next.
    """
    do.emit(Tried(actor.id, what, how, success, rule=_RULE))
    if do.state.fight is not None:
        do.emit(Spent(actor.id, ATTACKED, rule=_RULE))
    elif do.state.encounter is not None:
        meetings.stand_by(do)
