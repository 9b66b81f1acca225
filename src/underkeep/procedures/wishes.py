"""What a player wishes for in words: to do something that no rule mentions, or to remember something.

A wish is the referee's to judge: in which way it is decided, and what comes of it. The automatic referee goes by the
sort of deed (`sorts_of_deed.toml`); the game says how each way is rolled (`calls.CallsChapter`).
"""

from __future__ import annotations

from functools import partial

from underkeep.kernel.event import Action, Note
from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.procedures import consequences, exploration, lore, scenes, survey, things_thrown
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Recall, Try
from underkeep.procedures.calls import CallsChapter, told_only_to, way_named
from underkeep.procedures.chapter import CALL, FIGHT, OUTSIDE_FIGHTS, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import sort_of, words
from underkeep.world.fight import Spent
from underkeep.world.knowledge import Recalled
from underkeep.world.state import State

QUESTION = "try it"
GO, LEAVE_IT = "go", "leave it"
MOST_CHARACTERS = 200
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


class NothingCame(Note, frozen=True):
    """What was tried has worked, and nothing has changed by it: what there is to say of that."""

    creature: str
    says: str


def chapter(calls: CallsChapter) -> Chapter:
    """The wishes of any game, as this one answers for them."""
    anywhere = (*OUTSIDE_FIGHTS, FIGHT, CALL)
    tries, recalls = partial(_attempt, calls), partial(_recall, calls)
    return Chapter(
        deeds=(
            Deed(Try, anywhere, tries, why_not=partial(_why_not_try, calls), free=True),
            Deed(Recall, anywhere, recalls, why_not=partial(_why_not_recall, calls), free=True, personal=True),
        ),
        events=(Tried, NothingCame),
        answers={QUESTION: partial(_answer, calls)},
        calls=calls,
    )


def _why_not_try(calls: CallsChapter, state: State, action: Try) -> Refusal | None:
    """Anything may be tried, by anybody who is able to do something."""
    creature = state.creatures.get(action.actor)
    if creature is None or creature.status != "up":
        return Refusal(f"There is nobody like {action.actor[:60]} to try anything.")
    if not action.what.strip() or len(action.what) > MOST_CHARACTERS:
        return Refusal(f"Say in 1 to {MOST_CHARACTERS} characters what to do.")
    refusal = calls.why_not_stated(action.modifiers) or things_thrown.why_not(state, creature, action.what)
    refusal = refusal or _why_not_mend(calls, state, action.what) or calls.why_not_wished(state, creature, action.what)
    is_by_rule = calls.has_own_rule(state, creature, action.what)
    if refusal is None and not is_by_rule and consequences.is_out_of_reach(state, creature, action.what):
        refusal = Refusal("Nobody of them is near enough for that.")
    if refusal is not None or state.fight is not None:
        return refusal or calls.why_not_try(state, creature)
    stranger = state.party is not None and action.actor not in state.party.members
    return Refusal(f"{creature.name} is not of the party.") if stranger else None


def _why_not_mend(calls: CallsChapter, state: State, what: str) -> Refusal | None:
    """Where the book has a rule on what mends wounds, nothing else does, unless a person who referees says so."""
    return calls.why_not_mend(state) if sort_of(what).tends and not state.human_referee else None


def _attempt(calls: CallsChapter, do: Resolution, action: Try) -> None:
    """What a rule covers is done by that rule. Else the referee says in which way it is decided; a chance that is told
    first may be left, and that costs nothing.
    """
    deed = known_deed(do, action)
    if deed is not None:
        scenes.perform(do, deed)
        return
    actor = do.state.creatures[action.actor]
    if calls.has_own_rule(do.state, actor, action.what):
        calls.spend(do, actor)
        calls.by_own_rule(do, actor.id, action.what)
        return
    way = _way(calls, do, action)
    if calls.is_told_first(way):
        context: dict[str, str | int] = {"action": do.rules.codec.encode(action).decode(), "way": way}
        do.ask(action.actor, QUESTION, (GO, LEAVE_IT), GO, calls.rule, f"{action.what} ({way})", context)
    else:
        _carry_out(calls, do, action, way)


def _way(calls: CallsChapter, do: Resolution, action: Try) -> str:
    """As it was ruled before, or as the referee says now."""
    known = calls.ruled_before(do.state, action.what)
    if known:
        return known
    actor = do.state.creatures[action.actor]
    named = way_named(calls.ways, action.what)
    judged = calls.named_way(do, action.what, named) if named else ""
    if judged:
        return judged
    usual = named or calls.usual_way(do.state, actor, action.what, sort_of(action.what))
    also = (*(rule for rule in calls.rule if rule != calls.judged_by), *calls.also_settled(usual))
    way = do.ruling(calls.judged_by, calls.ways, usual, action.what, also=also)
    calls.keep_ruling(do, action.what, way)
    return way


def _answer(calls: CallsChapter, do: Resolution, prompt: Prompt, choice: str) -> None:
    """Go: the die is rolled. Leave it: nothing has happened."""
    if choice == GO:
        action = do.rules.codec.action(str(prompt.context["action"]))
        assert isinstance(action, Try)
        _carry_out(calls, do, action, str(prompt.context["way"]))


def _carry_out(calls: CallsChapter, do: Resolution, action: Try, way: str) -> None:
    """It is tried, and something comes of it. In a fight that was the creature's round; in a meeting the others act
    next.
    """
    actor = do.state.creatures[action.actor]
    met = do.state.encounter
    success = calls.settle(do, actor, way, action.what, action.modifiers)
    since = len(do.events)
    do.emit(Tried(actor.id, action.what, way, success, rule=calls.rule))
    if do.state.fight is not None:
        calls.spend(do, actor)
    things_thrown.use_up(do, actor.id, action.what, calls.rule)
    consequences.follow(calls, do, actor, action.what, success)
    if success and not _has_changed(do, since):
        do.emit(NothingCame(actor.id, sort_of(action.what).nothing, rule=calls.rule))
    if _are_still_met(calls, do, met is not None) and do.rules.meetings is not None:
        do.rules.meetings.stand_by(do)


def _has_changed(do: Resolution, since: int) -> bool:
    """Whether anything that matters did, besides that it was tried."""
    return any(not isinstance(event, Note | Spent) for event in do.events[since:])


def _are_still_met(calls: CallsChapter, do: Resolution, were_met: bool) -> bool:
    """Whether those who were met are still there and could do something now."""
    met = do.state.encounter
    if do.state.fight is not None or met is None or not were_met:
        return False
    there = [do.state.creatures[id] for id in met.monsters]
    return not there or any(not calls.is_helpless(do.state, c) for c in there)


def known_deed(do: Resolution, action: Try) -> Action | None:
    """What the words come to if a rule has it already: talking to those met; listening, a shoulder or a pick at the one
    door where that can be done. A door that nobody has tried is tried first.
    """
    state, book, said = do.state, do.rules.book, set(words(action.what))
    if state.fight is not None or state.party is None:
        return None
    if state.encounter is not None:
        talk = a.Parley(action.actor, "talk")
        return talk if said & set(_TALK.split()) and scenes.why_not(book, state, talk) is None else None
    if "door" not in said or not exploration.is_on(state):
        return None
    doors = [door.id for door in survey.known_doors(state)]
    for kind, verbs in _AT_DOORS.items():
        if said & set(verbs.split()):
            tries: list[Action] = [kind(action.actor, door) for door in doors]
            opens: list[Action] = [a.OpenDoor(door) for door in doors if kind is not a.Listen]
            return _only_legal(do, tries) or _only_legal(do, opens)
    return None


def _only_legal(do: Resolution, deeds: list[Action]) -> Action | None:
    legal = [deed for deed in deeds if scenes.why_not(do.rules.book, do.state, deed) is None]
    return legal[0] if len(legal) == 1 else None


# Knowledge


def _why_not_recall(calls: CallsChapter, state: State, action: Recall) -> Refusal | None:
    """Whoever can think may think about anything once."""
    creature = state.creatures.get(action.actor)
    if creature is None or creature.status in ("dead", "down"):
        return Refusal(f"There is nobody like {action.actor[:60]} to remember anything.")
    if not action.about.strip() or len(action.about) > MOST_CHARACTERS:
        return Refusal(f"Say in 1 to {MOST_CHARACTERS} characters what about.")
    if _subject(calls, state, action) in state.recalled.get(action.actor, {}):
        return Refusal(f"{creature.name} has told all that comes to mind about that.")
    return None


def _recall(calls: CallsChapter, do: Resolution, action: Recall) -> None:
    """Only whoever asked learns what comes to mind."""
    creature = do.state.creatures[action.actor]
    said = words(action.about)
    met = lore.kind_meant(do.state, said)
    since, subject = len(do.events), _kind_named(calls, do.state, action)
    met = "" if subject else met
    facts = calls.facts(subject or met) if calls.knows(do, creature, subject or met) else ()
    asker = tuple(dict.fromkeys((do.state.owner(creature.id), REFEREE)))
    told_only_to(do, asker, since)
    # What somebody does not recognise keeps the name by which it was asked about.
    about = met if met and facts else _subject(calls, do.state, action)
    do.emit(Recalled(creature.id, about, facts, bool(met), rule=_rule(do, since), seats=asker))


def _subject(calls: CallsChapter, state: State, action: Recall) -> str:
    """What is asked about: a kind that the words name, or the words themselves, as of one who is known by the look."""
    return _kind_named(calls, state, action) or " ".join(words(action.about))


def _kind_named(calls: CallsChapter, state: State, action: Recall) -> str:
    """The kind that the words name: before somebody whom they fit by the look only one of which they have the whole
    name."""
    said, subject = words(action.about), calls.subject(action.about)
    if lore.is_by_its_look(state, said):
        return ""
    forms = {form for word in said for form in (word, word.removesuffix("s"))}
    is_whole = set(subject.replace("-", " ").split()) <= forms
    return subject if is_whole or not lore.kind_meant(state, said) else ""


def _rule(do: Resolution, since: int) -> tuple[str, ...]:
    """The rules behind what somebody remembers are those of the roll, or of what needed none."""
    return tuple(dict.fromkeys(id for event in do.events[since:] for id in event.rule))
